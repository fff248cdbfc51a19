use super::*;
use hall_wire::board::{Cards, Claim, Figures, Game, Prize, Said, Session, Stop};

fn session() -> Session {
    Session {
        session: 1,
        date: "2026-11-28".into(),
        draft: false,
        rules: "Reglamento".into(),
        last_game: false,
        last_in_session: None,
        closing_hour: None,
    }
}

fn game(number: u32) -> Game {
    Game {
        game: number,
        in_session: number,
        series: "A17".into(),
        series_size: 420,
        matrix: None,
        face_value_cents: 150,
        cards: 20,
        takings_cents: 3_000,
        line_cents: 270,
        bingo_cents: 1_770,
        segments: vec![Cards { series: "A17".into(), first: 1, last: 20 }],
        formula: String::new(),
        line_open: true,
        bingo_open: true,
    }
}

fn board(scene: Scene, announced: &[u8]) -> PublicBoard {
    PublicBoard {
        scene,
        session: Some(session()),
        game: Some(game(3)),
        announced: announced.to_vec(),
        ..PublicBoard::default()
    }
}

fn claim(number: u32, verdict: VerdictKind, accepted: Option<bool>) -> Claim {
    Claim {
        claim: number,
        play: Play::Line,
        card: hall_wire::board::CardNumber { series: "A17".into(), card: 4 },
        grid: None,
        verdict,
        words: Said::default(),
        desk_head: Said::default(),
        hall_head: Said::default(),
        hall_body: Said::default(),
        missing: Vec::new(),
        rows: 1,
        accepted,
        accepted_at_utc_ms: None,
        completed_at: None,
        sold_in: None,
        first_claim: None,
    }
}

fn stopped(claims: Vec<Claim>) -> PublicBoard {
    let stop = Stop {
        stop: 1,
        restart: false,
        claims,
        asked_at_utc_ms: None,
        asked_line: false,
        asked_bingo: false,
        order_from_utc_ms: None,
    };
    PublicBoard { stop: Some(stop), ..board(Scene::Check, &[1, 2]) }
}

fn said(before: &PublicBoard, now: &PublicBoard) -> Vec<Sentence> {
    due(before, now).into_iter().flat_map(|utterance| utterance.sentences).collect()
}

#[test]
fn nothing_is_said_of_a_board_that_is_the_same() {
    for scene in [Scene::Sale, Scene::Totals, Scene::Draw, Scene::Question, Scene::Winners, Scene::Hold] {
        assert_eq!(due(&board(scene, &[7]), &board(scene, &[7])), []);
    }
}

#[test]
fn a_sale_is_announced_with_its_series_and_price_and_the_last_one_as_such() {
    let opens = Sentence::SaleOpens { series: "A17".into(), price_cents: 150 };
    let idle = PublicBoard { game: Some(game(2)), ..board(Scene::Idle, &[]) };
    let sale = board(Scene::Sale, &[]);
    assert_eq!(said(&idle, &sale), std::slice::from_ref(&opens));
    // One game follows another without the scene between.
    let before = PublicBoard { game: Some(game(2)), ..board(Scene::Sale, &[]) };
    assert_eq!(said(&before, &sale), std::slice::from_ref(&opens));
    let mut last = sale;
    last.session.as_mut().expect("one").last_in_session = Some(3);
    assert_eq!(said(&idle, &last), [Sentence::LastGame, opens]);
}

#[test]
fn totals_and_prizes_are_said_at_the_close_of_the_sale() {
    let formula = [
        Sentence::Sold(20),
        Sentence::SoldFrom { series: "A17".into(), first: 1, last: 20, more: false },
        Sentence::Prizes { line_cents: 270, bingo_cents: 1_770 },
    ];
    let totals = board(Scene::Totals, &[]);
    assert_eq!(said(&board(Scene::Sale, &[]), &totals), formula);
    assert_eq!(said(&totals, &board(Scene::Draw, &[])), [Sentence::Begins]);
    let figures = Figures { cards: 19, takings_cents: 2_850, line_cents: 256, bingo_cents: 1_681 };
    let rectified = PublicBoard { rectified: Some(figures), ..board(Scene::Draw, &[]) };
    let put_right: Vec<Sentence> = [Sentence::Rectified].into_iter().chain(formula).collect();
    assert_eq!(said(&board(Scene::Draw, &[]), &rectified), put_right);
}

#[test]
fn each_ball_is_said_once_with_its_place() {
    let due = due(&board(Scene::Draw, &[5]), &board(Scene::Draw, &[5, 76]));
    let ball = Reason::Ball { game: 3, place: 2 };
    assert_eq!(due, [Utterance { reason: ball, sentences: vec![Sentence::Ball(76)] }]);
}

#[test]
fn the_last_ball_put_right_is_said_again_as_such() {
    let now = board(Scene::Draw, &[5, 67]);
    assert_eq!(said(&board(Scene::Draw, &[5, 76]), &now), [Sentence::Corrected(67)]);
    // What people entered of an earlier place is not called out.
    assert_eq!(said(&board(Scene::Draw, &[6, 67]), &now), []);
}

#[test]
fn another_games_balls_are_not_new() {
    let before = PublicBoard { game: Some(game(2)), ..board(Scene::Winners, &[1, 2, 3]) };
    let said = said(&before, &board(Scene::Draw, &[9]));
    assert!(!said.contains(&Sentence::Ball(9)), "{said:?}");
}

#[test]
fn a_good_card_waits_for_the_jefe_de_mesa_and_a_bad_one_has_its_answer() {
    let draw = board(Scene::Draw, &[1, 2]);
    let empty = stopped(vec![]);
    assert_eq!(said(&draw, &empty), []);
    let good = stopped(vec![claim(1, VerdictKind::Good, None)]);
    assert_eq!(said(&empty, &good), [Sentence::Sung(Play::Line)]);
    let accepted = stopped(vec![claim(1, VerdictKind::Good, Some(true))]);
    assert_eq!(said(&good, &accepted), [Sentence::Judged(Play::Line, true)]);
    assert_eq!(said(&accepted, &accepted), []);
    let rejected = stopped(vec![claim(1, VerdictKind::Good, Some(false))]);
    assert_eq!(said(&good, &rejected), [Sentence::Judged(Play::Line, false)]);
    let bad = stopped(vec![claim(1, VerdictKind::Incomplete, None)]);
    assert_eq!(said(&empty, &bad), [Sentence::Sung(Play::Line), Sentence::Judged(Play::Line, false)]);
    let again = stopped(vec![claim(1, VerdictKind::Good, None), claim(2, VerdictKind::Repeated, None)]);
    assert_eq!(said(&good, &again), []);
}

#[test]
fn the_question_asks_for_what_the_desk_asked_for() {
    let check = stopped(vec![claim(1, VerdictKind::Good, Some(true))]);
    let mut question = check.clone();
    question.scene = Scene::Question;
    let stop = question.stop.as_mut().expect("one");
    (stop.asked_at_utc_ms, stop.asked_line, stop.asked_bingo) = (Some(1), true, true);
    assert_eq!(said(&check, &question), [Sentence::More(Play::Line), Sentence::More(Play::Bingo)]);
    let mut closed = board(Scene::Draw, &[1, 2]);
    closed.game.as_mut().expect("one").line_open = false;
    assert_eq!(said(&question, &closed), [Sentence::GoesOnForBingo]);
    assert_eq!(said(&check, &board(Scene::Draw, &[1, 2])), [Sentence::GoesOn]);
}

#[test]
fn winners_of_the_same_amount_share_a_sentence() {
    let prize = |prize, play, amount_cents| Prize {
        game: 3,
        prize,
        play,
        card: hall_wire::board::CardNumber { series: "A17".into(), card: prize },
        amount_cents,
        state: hall_wire::board::PrizeState::Due,
    };
    let mut now = board(Scene::Winners, &[1, 2]);
    now.prizes = vec![prize(1, Play::Line, 270), prize(2, Play::Bingo, 885), prize(3, Play::Bingo, 885)];
    assert_eq!(
        said(&board(Scene::Question, &[1, 2]), &now),
        [
            Sentence::Ends,
            Sentence::Paid { play: Play::Line, cards: 1, cents: 270 },
            Sentence::Paid { play: Play::Bingo, cards: 2, cents: 885 },
        ]
    );
}

#[test]
fn what_everybody_has_to_know_is_an_alarm() {
    let draw = board(Scene::Draw, &[1]);
    for (scene, sentence) in [
        (Scene::Hold, Sentence::Hold),
        (Scene::Suspended, Sentence::Suspended),
        (Scene::Void, Sentence::Void),
    ] {
        let due = due(&draw, &board(scene, &[1]));
        assert_eq!(due, [Utterance { reason: Reason::Alarm, sentences: vec![sentence] }]);
    }
    let closed = PublicBoard { session: None, game: None, ..board(Scene::Closed, &[]) };
    assert_eq!(said(&board(Scene::Winners, &[1]), &closed), [Sentence::Closes]);
}
