use super::*;
use hall_wire::board::Game;

fn board(game: u32, announced: &[u8]) -> PublicBoard {
    let game = Game {
        game,
        in_session: game,
        series: "A17".into(),
        series_size: 60,
        matrix: None,
        face_value_cents: 150,
        cards: 12,
        takings_cents: 1_800,
        line_cents: 162,
        bingo_cents: 1_062,
        segments: Vec::new(),
        formula: String::new(),
        line_open: true,
        bingo_open: true,
    };
    let by_hand: Vec<u8> = (1..).zip(announced).map(|(place, _)| place).collect();
    let by_caller = by_hand.clone();
    PublicBoard {
        scene: Scene::Draw,
        game: Some(game),
        announced: announced.to_vec(),
        by_hand,
        by_caller,
        ..PublicBoard::default()
    }
}

/// What the voice has done: begun this ball, and done with that one.
fn said(begun: Option<Spoken>, done: Option<Spoken>) -> Option<Said> {
    Some(Said { begun, done })
}

const NOTHING: Option<Said> = Some(Said { begun: None, done: None });

/// The hall's screens, with all of this board lit.
struct Screens {
    dimmer: Dimmer,
    now: Instant,
}

impl Screens {
    fn of(announced: &[u8]) -> Screens {
        Screens { dimmer: Dimmer::of(&board(3, announced)), now: Instant::now() }
    }

    fn show(&mut self, announced: &[u8], light: Light, said: Option<Said>) -> Vec<u8> {
        let shown = self.dimmer.shows(&board(3, announced), light, said, self.now);
        for marked in [&shown.by_hand, &shown.by_caller] {
            assert_eq!(marked.len(), shown.announced.len(), "no place of a ball that is held back");
        }
        let held = (shown.announced.len() < announced.len()).then_some(announced.len());
        assert_eq!(shown.uncalled.map(usize::from), held, "it is marked as still to be called");
        shown.announced
    }

    fn later(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
    }
}

#[test]
fn a_ball_waits_until_the_voice_begins_or_ends_as_the_rules_say() {
    let (ball, before) = (Some((3, 2)), Some((3, 1)));
    for (light, begun, done) in [(Light::Starts, true, true), (Light::Ends, false, true)] {
        let mut screens = Screens::of(&[5]);
        assert_eq!(screens.show(&[5, 76], light, said(before, before)), [5], "not said yet");
        assert_eq!(screens.show(&[5, 76], light, said(ball, before)).len() == 2, begun, "{light:?}, begun");
        assert_eq!(screens.show(&[5, 76], light, said(ball, ball)).len() == 2, done, "{light:?}, said");
    }
    assert_eq!(Screens::of(&[5]).show(&[5, 76], Light::AtOnce, NOTHING), [5, 76]);
}

#[test]
fn the_first_ball_of_a_game_waits_too() {
    let mut screens = Screens::of(&[]);
    assert_eq!(screens.show(&[76], Light::Ends, NOTHING), [0; 0]);
    assert_eq!(screens.show(&[76], Light::Ends, said(None, Some((3, 1)))), [76]);
}

#[test]
fn no_ball_waits_longer_than_two_seconds() {
    let mut screens = Screens::of(&[5]);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5]);
    assert_eq!(screens.dimmer.until(), screens.now + LIGHT_MAX);
    screens.later(1_999);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5]);
    screens.later(1);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5, 76]);
    // And it stays.
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5, 76]);
}

#[test]
fn without_a_voice_nothing_waits_and_what_waits_is_shown() {
    assert_eq!(Screens::of(&[5]).show(&[5, 76], Light::Ends, None), [5, 76]);
    let mut screens = Screens::of(&[5]);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5]);
    assert_eq!(screens.show(&[5, 76], Light::Ends, None), [5, 76], "the voice was lost in between");
}

#[test]
fn the_next_ball_lets_the_one_that_waits_go() {
    let mut screens = Screens::of(&[5]);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5]);
    screens.later(500);
    assert_eq!(screens.show(&[5, 76, 9], Light::Ends, NOTHING), [5, 76]);
    screens.later(1_999);
    assert_eq!(screens.show(&[5, 76, 9], Light::Ends, NOTHING), [5, 76], "it has two seconds of its own");
}

/// A stop counts the ball that waits (DECISIONS 1): the hall sees what the claim is judged by.
#[test]
fn a_stop_shows_the_ball_that_waits() {
    let mut screens = Screens::of(&[5]);
    assert_eq!(screens.show(&[5, 76], Light::Ends, NOTHING), [5]);
    let stopped = PublicBoard { scene: Scene::Check, ..board(3, &[5, 76]) };
    let shown = screens.dimmer.shows(&stopped, Light::Ends, NOTHING, screens.now);
    assert_eq!(shown.announced, [5, 76]);
    assert_eq!(
        screens.show(&[5, 76], Light::Ends, NOTHING),
        [5, 76],
        "it is not taken back when the draw goes on"
    );
}

#[test]
fn what_is_put_right_or_comes_all_at_once_does_not_wait() {
    assert_eq!(Screens::of(&[5, 76]).show(&[5, 67], Light::Ends, NOTHING), [5, 67]);
    assert_eq!(Screens::of(&[]).show(&[5, 67, 9], Light::Ends, NOTHING), [5, 67, 9]);
    let mut screens = Screens::of(&[5, 76]);
    let next = screens.dimmer.shows(&board(4, &[]), Light::Ends, NOTHING, screens.now);
    assert_eq!(next.announced, [0; 0]);
    let first = screens.dimmer.shows(&board(4, &[31]), Light::Ends, NOTHING, screens.now);
    assert_eq!(first.announced, [0; 0], "the next game's first ball waits");
}
