//! A game of 45 balls without a machine, key by key, as the caller who is also the mesa plays it: two cards are sung and scanned.

use std::sync::Arc;

use caller_console::keys::Key;
use hall_wire::board::{Claim, MesaBoard, Play, Scene, SecondWord};

use super::kit::{Console, asked_one, boards};

/// The console, and the keys that were pressed at it.
struct Hands {
    console: Console,
    keys: usize,
}

impl Hands {
    /// The desk has come to this.
    fn at(&mut self, board: MesaBoard) -> &mut Hands {
        self.console.grant();
        self.console.learn(|known| known.board = Arc::new(board));
        self
    }

    /// Types, and presses Intro once it acts: that asks for these.
    fn press(&mut self, typed: &str, asks: &[&str]) {
        self.keys += typed.len() + 1;
        self.console.type_in(typed);
        let asked = asked_one(&self.console.press_armed(Key::Intro));
        assert_eq!(asked.iter().map(|(name, _)| *name).collect::<Vec<_>>(), asks);
    }

    /// A card is sung and scanned, given, asked about, and the play is closed: no key but Intro.
    fn sung(&mut self, play: Play, out: usize, then: &str) {
        let scanned = self.console.scan("B1:A17:1506:00000000000000AA");
        assert_eq!(asked_one(&scanned)[0].0, "claim", "the claim makes the stop");
        let good = |accepted| Claim { accepted, ..boards::claim(play, 1506, "good") };
        self.at(stopped(play, out, vec![good(None)])).press("", &["accept-claim", "ask-question"]);
        let mut asked = stopped(play, out, vec![good(Some(true))]);
        asked.public.scene = Scene::Question;
        let stop = asked.public.stop.as_mut().expect("a stop");
        (stop.asked_at_utc_ms, stop.order_from_utc_ms) = (Some(boards::NOW), Some(boards::NOW));
        (stop.asked_line, stop.asked_bingo) = (play == Play::Line, play == Play::Bingo);
        self.at(asked).press("", &[then]);
    }
}

/// A stop in which these were sung.
fn stopped(play: Play, out: usize, claims: Vec<Claim>) -> MesaBoard {
    let mut board = boards::reading(out, SecondWord::Caller, None);
    board.public.scene = Scene::Check;
    board.public.stop = boards::check(claims).public.stop;
    board.public.game.as_mut().expect("a game").line_open = play == Play::Line;
    board.reading = None;
    board
}

#[test]
fn a_game_of_forty_five_balls_takes_three_keys_a_ball_and_eight() {
    let console = Console::of(boards::seated(boards::known(boards::idle()), 2));
    let mut hands = Hands { console, keys: 0 };
    hands.press("", &["open-sale"]);
    let mut totals = boards::totals();
    totals.draws_with = boards::reading(0, SecondWord::Caller, None).draws_with;
    hands.at(totals).press("", &["start-draw"]);
    for out in 0..45 {
        hands.at(boards::reading(out, SecondWord::Caller, None));
        if out == 20 {
            hands.sung(Play::Line, out, "go-on");
            hands.at(boards::reading(out, SecondWord::Caller, None));
        }
        hands.press(&boards::BALLS[out].to_string(), &["key-ball"]);
    }
    hands.at(boards::reading(45, SecondWord::Caller, None));
    hands.sung(Play::Bingo, 45, "end-game");
    let beside =
        hands.keys - boards::BALLS[..45].iter().map(|ball| ball.to_string().len() + 1).sum::<usize>();
    println!("a game of 45 balls without a machine: {} keys, {beside} of them beside the balls", hands.keys);
    assert!(hands.keys <= 3 * 45 + 8 && beside <= 8, "{} keys", hands.keys);
}
