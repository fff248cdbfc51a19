//! Scheduled repaints: too few and a scene stands still, too many and the machine is busy.

use hall_wire::board::Scene;
use wall_scenes::layout::{Element, Says, Shape, Token};
use wall_scenes::scene::{Contact, RING_MS, View, changes_in_ms, lay_out};
use wall_scenes::sight::Sight;

use crate::kit::{board, tried};

fn lit(view: &View) -> Option<(u32, u8)> {
    Sight::of(view).lit()
}

#[test]
fn a_board_that_stands_is_not_painted_again() {
    for name in [
        "draw",
        "sale-first",
        "sale-closing",
        "check-correct",
        "hold",
        "void",
        "not-held",
        "question-both",
        "lost-question-line",
    ] {
        assert_eq!(changes_in_ms(&board(name).view(Shape::Wide)), None, "{name}");
    }
}

#[test]
fn what_runs_is_painted_in_time() {
    let next = |name: &str| changes_in_ms(&board(name).view(Shape::Wide)).unwrap_or(u64::MAX);
    assert!(next("question-line") <= 100, "the bar moves ten times a second");
    assert!(next("suspended") <= 1_001, "seconds are counted");
    assert!(next("check-running") <= 60, "each call of the replay");
    assert!(next("sale") <= 1_000, "the countdown");
    assert!(next("idle") <= 60_001, "minutes are told");
    assert!(next("winners-many") <= 4_000, "pages turn");
}

#[test]
fn the_ring_round_a_new_ball_is_on_once_and_then_off() {
    let recorded = board("draw");
    let mut view = recorded.view(Shape::Wide);
    let rings = |view: &View| {
        let white = |item: &&Element| matches!(item, Element::Panel { fill: Some(Token::Text), area, .. } if area.width() > 45.0);
        lay_out(view).items.iter().filter(white).count()
    };
    view.memo.ball_ms = Some(0);
    assert_eq!((rings(&view), changes_in_ms(&view)), (1, Some(RING_MS)));
    view.memo.ball_ms = Some(RING_MS);
    assert_eq!((rings(&view), changes_in_ms(&view)), (0, None));
}

/// DECISIONS 5: the bar follows the desk's clock, and the scene outlives it.
#[test]
fn the_question_s_bar_runs_down_with_the_desk_s_clock() {
    let recorded = board("question-line");
    let full = |now_after_ms: i64| {
        let mut view = recorded.view(Shape::Wide);
        view.now_utc_ms = view.now_utc_ms.map(|now| now + now_after_ms);
        let layout = lay_out(&view);
        let white = layout.items.iter().find_map(|item| {
            let Element::Panel { fill: Some(Token::Text), area, .. } = item else { return None };
            (area.height() < 3.0).then_some(area.width())
        });
        let question = layout.texts().any(|text| text.words.contains("¿ALGUNA"));
        (white.unwrap_or(0.0), question)
    };
    let ((early, _), (late, _), (over, asked)) = (full(0), full(6_000), full(60_000));
    assert!(early > late && late > 0.0 && over == 0.0, "{early} {late} {over}");
    assert!(asked, "the scene stays until the order");
}

/// DECISIONS 27: only balls lit as current count as shown.
#[test]
fn only_a_present_board_counts_as_shown() {
    assert_eq!(lit(&board("draw").view(Shape::Wide)), Some((37, 41)));
    assert_eq!(lit(&board("question-line").view(Shape::Wide)), Some((37, 41)));
    for name in ["draw-begins", "lost-draw", "waiting", "check-correct", "winners", "sale"] {
        assert_eq!(lit(&board(name).view(Shape::Wide)), None, "{name}");
    }
    let recorded = board("draw");
    let mut view = recorded.view(Shape::Wide);
    view.contact = Contact::Lost;
    assert_eq!(lit(&view), None);
}

/// The ball that completed a card is ringed, whatever was called after it, and only when all calls have been gone through.
#[test]
fn the_ball_that_completed_a_card_is_ringed_last() {
    let mut recorded = board("check-running");
    let ringed = |recorded: &wall_scenes::recorded::Recorded, claim_ms: u64| -> Vec<String> {
        let mut view = recorded.view(Shape::Wide);
        view.memo.claim_ms = claim_ms;
        let layout = lay_out(&view);
        let rings = layout.items.iter().filter_map(|item| {
            let Element::Panel { fill: Some(Token::Now), area, .. } = item else { return None };
            Some(*area)
        });
        let in_it = |ring: egui::Rect| layout.texts().filter(move |text| ring.contains(text.room.center()));
        rings.flat_map(in_it).map(|text| text.words.clone()).collect()
    };
    assert_eq!(ringed(&recorded, 60), [""; 0], "calls are gone through");
    assert_eq!(ringed(&recorded, 2_500), ["76"], "the 41st, called last");
    let on_the_card = recorded.board.stop.as_ref().and_then(|stop| stop.claims[0].grid).expect("a card");
    let later =
        *on_the_card[0].iter().find(|number| !recorded.board.announced.contains(number)).expect("one");
    recorded.board.announced.push(later);
    assert_eq!(ringed(&recorded, 2_500), ["76"], "one more was called before the stop");
    recorded.board.stop.as_mut().expect("a stop").claims[0].completed_at = None;
    assert_eq!(ringed(&recorded, 2_500), [""; 0], "a card that lacks numbers was completed by none");
}

/// A trial goes through the ninety, says on each picture that it is none, and tells the desk of no ball.
#[test]
fn a_trial_lights_each_number_in_turn_and_is_no_game() {
    let (mut ms, mut lit) = (0, Vec::new());
    while ms < 74_000 {
        let view = tried(ms, Shape::Wide);
        let layout = lay_out(&view);
        assert_eq!(layout.strip, ["PRUEBA DEL PANEL: NO ES UN JUEGO"], "{ms}");
        assert_eq!(Sight::of(&view).lit(), None, "{ms}");
        let last = layout.texts().find_map(|text| match &text.style.says {
            Says::Words(words) => words.strip_prefix("Última bola: ")?.parse::<u8>().ok(),
            Says::Itself | Says::Nothing => None,
        });
        lit.extend(last.filter(|last| lit.last() != Some(last)));
        ms += changes_in_ms(&view).expect("it goes on");
    }
    assert_eq!(lit, (1..=90).collect::<Vec<u8>>());
}

/// The desk's verdict ends the replay at once; it never takes longer than 2.5 s.
#[test]
fn the_replay_of_the_calls_is_short_and_gives_way() {
    let mut recorded = board("check-running");
    let says = |recorded: &wall_scenes::recorded::Recorded, claim_ms: u64| {
        let mut view = recorded.view(Shape::Wide);
        view.memo.claim_ms = claim_ms;
        lay_out(&view).texts().map(|text| text.words.clone()).collect::<Vec<_>>().join("|")
    };
    assert!(says(&recorded, 60).contains("Van 1 de 41"));
    assert!(!says(&recorded, 2_500).contains("por orden de salida"));
    let stop = recorded.board.stop.as_mut().expect("a stop");
    stop.claims[0].accepted = Some(true);
    stop.claims[0].hall_head.es = "LÍNEA CORRECTA".to_owned();
    assert!(says(&recorded, 60).contains("LÍNEA CORRECTA"));
}

/// A winning card is shown for four seconds by the desk's clock after being accepted, whenever the wall was started
/// and however early the question was asked; nothing after the question waits for it.
#[test]
fn a_card_that_won_stands_for_four_seconds_and_holds_nothing_up() {
    let recorded = board("question-happy");
    let stop = recorded.board.stop.as_ref().expect("a stop");
    let at = stop.claims[0].accepted_at_utc_ms.expect("it was accepted");
    let scene = |change: &dyn Fn(&mut hall_wire::board::PublicBoard), contact, ms: i64| {
        let mut recorded = board("question-happy");
        change(&mut recorded.board);
        let mut view = recorded.view(Shape::Wide);
        (view.now_utc_ms, view.contact) = (Some(at + ms), contact);
        (Sight::of(&view).scene, changes_in_ms(&view))
    };
    let live = |ms| scene(&|_| (), Contact::Live, ms);
    assert_eq!(live(0), (Scene::Check, Some(100)));
    assert_eq!(live(3_950), (Scene::Check, Some(50)));
    assert_eq!(live(4_000).0, Scene::Question);
    assert_eq!(live(-60_000).0, Scene::Check, "a clock that was set back: the card, until it is told");
    for next in [Scene::Draw, Scene::Hold, Scene::Void, Scene::Suspended, Scene::Winners] {
        assert_eq!(scene(&|board| board.scene = next, Contact::Live, 10).0, next);
    }
    assert_eq!(scene(&|_| (), Contact::Lost, 10).0, Scene::Question);
    let before = |board: &mut hall_wire::board::PublicBoard| {
        for claim in board.stop.iter_mut().flat_map(|stop| &mut stop.claims) {
            claim.accepted_at_utc_ms = None;
        }
    };
    assert_eq!(scene(&before, Contact::Live, 10).0, Scene::Question, "the canary");
}
