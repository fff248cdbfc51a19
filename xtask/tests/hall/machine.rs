//! Faults of the ball machine in a real draw (reliability.md E 22-26, 28, 30): each is made by
//! the simulator, and the machine's own log or counters say that it really happened.

use hall_wire::board::{Mode, Scene};
use serde_json::{Value, json};

use crate::kit::{Hall, Setup, until};
use crate::proof::Evidence;

/// The ball at which things go wrong.
const AT: usize = 4;

/// A draw in which these faults hold the game.
fn in_draw(faults: &[&str]) -> (Hall, u32) {
    begun(&Setup { faults, ..Setup::default() })
}

/// A draw in which these faults hold nothing.
fn in_fast_draw(faults: &[&str], interval_ms: u32) -> (Hall, u32) {
    begun(&Setup { faults, interval_ms, waits_in_doubt: false, ..Setup::default() })
}

fn begun(setup: &Setup<'_>) -> (Hall, u32) {
    let hall = Hall::open(setup);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    (hall, game)
}

/// Returns the number on the ball that came out in a place, whatever was read.
fn truth_at(hall: &Hall, ordinal: usize) -> u8 {
    let file = &hall.machine.as_ref().expect("a machine").truth;
    until("the ball comes out", || {
        let text = std::fs::read_to_string(file).expect("the truth can be read");
        let picks = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut picks = picks.filter(|happened| happened["what"] == "pick" || happened["what"] == "jam");
        picks
            .find(|happened| happened["ordinal"] == ordinal)
            .and_then(|happened| u8::try_from(happened["ball"].as_u64()?).ok())
    })
}

fn happened(evidence: &Evidence, what: &str) -> usize {
    evidence.truth.iter().filter(|happened| happened["what"] == what).count()
}

/// Plays until the fault holds the game, and returns the HOLD's number. `why`: its words.
fn held(hall: &Hall, game: u32, why: &str) -> u32 {
    let hold = hall.play_to_a_hold(game);
    assert!(hold.why.es.contains(why), "{}", hold.why.es);
    let (public, place) = (hall.public(), AT);
    assert!(public.announced.len() < place, "what is in doubt is not shown: {:?}", public.announced);
    assert_eq!(public.scene, Scene::Hold);
    assert!(public.notice.is_some(), "the hall is told that the game is held");
    hold.hold
}

/// The reading in doubt was ball `number`, two people saw it; then the game goes on and ends.
fn seen_by_two(hall: Hall, game: u32, hold: u32) -> Evidence {
    let number = truth_at(&hall, AT);
    hall.leave(game, hold, &json!({"exit": "misread", "ordinal": AT, "ball": number}));
    let called = hall.balls(game, AT);
    assert_eq!(called[AT - 1], number);
    hall.to_the_end(game);
    hall.finish()
}

fn not_counted(evidence: &Evidence, number: u64) {
    let readings: Vec<u64> = evidence.of("reading_not_counted").map(|row| row.number("number")).collect();
    assert_eq!(readings, [number]);
    assert_eq!(evidence.of("ball_corrected").count(), 1);
    let shown = evidence.shown.iter().flat_map(|shown| &shown.board.announced);
    assert!(shown.copied().all(|ball| (1..=90).contains(&ball)), "never on a screen");
}

#[test]
fn a_duplicate_frame_is_one_ball() {
    let (hall, game) = in_fast_draw(&["duplicate@4"], 24);
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!(evidence.line_figure("duplicates"), 1, "the fault happened and was counted");
    assert_eq!(evidence.of("hold_raised").count(), 0);
}

#[test]
fn a_frame_with_a_wrong_sum_is_counted_and_comes_again() {
    let (hall, game) = in_fast_draw(&["badsum@4"], 24);
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!(evidence.line_figure("bad"), 1);
    assert_eq!(evidence.of("bad_frames").map(|row| row.number("count")).sum::<u64>(), 1);
    assert_eq!(evidence.of("hold_raised").count(), 0);
}

#[test]
fn the_same_ball_after_gone_is_a_hold_until_two_have_seen_it() {
    let (hall, game) = in_draw(&["repeat-after-gone@4"]);
    let hold = held(&hall, game, "otra vez la bola");
    let before = truth_at(&hall, AT - 1);
    let again = json!({"game": game, "hold": hold, "exit": "misread", "ordinal": AT, "ball": before});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &again), "bola-ya-extraida");
    not_counted(&seen_by_two(hall, game, hold), before.into());
}

#[test]
fn a_lost_frame_that_comes_again_holds_nothing() {
    let (hall, game) = in_fast_draw(&["lost@4"], 24);
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert!(evidence.line_figure("early") > 0, "frames beyond the gap came first");
    assert_eq!((evidence.of("frames_missing").count(), evidence.of("hold_raised").count()), (0, 0));
}

#[test]
fn a_frame_lost_for_ever_is_a_hold_until_two_have_seen_the_ball() {
    let (hall, game) = in_draw(&["lost-for-ever@4"]);
    let hold = held(&hall, game, "Se han perdido avisos");
    // The board has no count from before the loss: nothing is asked of the machine on it.
    assert_eq!(hall.board(|(_, board)| !board.holds.is_empty()).machine.wanted, Some(Mode::Hold));
    hall.leave(game, hold, &json!({"exit": "misread", "ordinal": AT, "ball": truth_at(&hall, AT)}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!(evidence.line_figure("gaps"), 1);
    assert_eq!((evidence.of("frames_missing").count(), evidence.of("ball_corrected").count()), (1, 1));
}

#[test]
fn lost_acknowledgements_repeat_frames_and_no_ball() {
    // Slow enough for the device to say everything again, which it does every 500 ms.
    let (hall, game) = in_fast_draw(&["lostack@2"], 120);
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert!(evidence.line_figure("duplicates") > 0, "frames were said again");
    assert_eq!(evidence.of("hold_raised").count(), 0);
}

#[test]
fn a_machine_that_reboots_in_a_game_is_held_reconciled_and_goes_on() {
    let (hall, game) = in_draw(&["reboot@4"]);
    let hold = held(&hall, game, "reinici");
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!(happened(&evidence, "reboot"), 1);
    let boots: Vec<&str> =
        evidence.of("machine_identified").filter_map(|row| row.body["boot"].as_str()).collect();
    assert!(boots.len() == 2 && boots[0] != boots[1], "{boots:?}");
}

#[test]
fn a_silent_machine_is_a_lost_line_and_a_hold() {
    let (hall, game) = in_draw(&["silent@4"]);
    let hold = held(&hall, game, "no responde");
    let early = json!({"game": game, "hold": hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &early), "salida-inadecuada");
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    let lost: Vec<&Value> = evidence.of("link_lost").map(|row| &row.body["why"]).collect();
    assert_eq!(lost, ["silent"]);
}

#[test]
fn ball_00_is_a_hold_and_never_on_a_screen() {
    let (hall, game) = in_draw(&["ball00@4"]);
    let hold = held(&hall, game, "el número 0,");
    not_counted(&seen_by_two(hall, game, hold), 0);
}

#[test]
fn ball_91_is_a_hold_and_never_on_a_screen() {
    let (hall, game) = in_draw(&["ball91@4"]);
    let hold = held(&hall, game, "el número 91,");
    hall.leave(game, hold, &json!({"exit": "misread", "ordinal": AT, "ball": truth_at(&hall, AT)}));
    hall.to_the_end(game);
    // What no ball has on it is in the acta as a reading, and does not keep it from paper.
    assert!(hall.close_session().exists());
    not_counted(&hall.finish(), 91);
}

#[test]
fn a_ball_of_another_set_is_a_hold() {
    let (hall, game) = in_draw(&["wrongset@4"]);
    let hold = held(&hall, game, "X9");
    let number = truth_at(&hall, AT);
    not_counted(&seen_by_two(hall, game, hold), number.into());
}

#[test]
fn a_ball_that_cannot_be_read_is_a_hold_until_two_have_seen_it() {
    let (hall, game) = in_draw(&["noread@4"]);
    let hold = held(&hall, game, "no ha podido leer");
    let repaired = json!({"game": game, "hold": hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &repaired), "salida-inadecuada");
    let evidence = seen_by_two(hall, game, hold);
    assert_eq!((happened(&evidence, "noread"), evidence.of("ball_corrected").count()), (1, 1));
}

#[test]
fn a_jam_is_a_hold_until_it_is_cleared() {
    let (mut hall, game) = in_draw(&["jam@4"]);
    let hold = held(&hall, game, "Avería");
    let early = json!({"game": game, "hold": hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &early), "salida-inadecuada");
    hall.machine.as_mut().unwrap().tell("clear").unwrap();
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!((happened(&evidence, "jam"), happened(&evidence, "clear")), (1, 1));
}

/// The line of the first draw of `ball-machine-tools/scenarios/noche-mala.toml`: whatever it does to the frames, what came out is in the acta, ball
/// by ball, and no game is held (E 19 to 21, NL6).
#[test]
fn a_bad_line_changes_no_ball_and_holds_no_game() {
    let faults = [
        "split@2",
        "flip@3",
        "merge@4",
        "cut@5",
        "swap@6",
        "garbage@7",
        "run-on@8",
        "nuls@9",
        "letters@10",
        "badsum@11",
    ];
    let (hall, game) = in_fast_draw(&faults, 24);
    hall.to_the_end(game);
    let evidence = hall.finish();
    let suffered: Vec<&str> =
        evidence.truth.iter().filter_map(|happened| happened["fault"].as_str()).collect();
    let ordered: Vec<&str> = faults.iter().filter_map(|fault| fault.split('@').next()).collect();
    assert_eq!(suffered, ordered, "each of them happened");
    assert!(evidence.line_figure("bad") >= 5, "and was noticed");
    assert_eq!(evidence.of("hold_raised").count(), 0);
}

#[test]
fn ball_99_is_a_hold_and_never_on_a_screen() {
    let (hall, game) = in_draw(&["ball99@4"]);
    let hold = held(&hall, game, "el número 99,");
    not_counted(&seen_by_two(hall, game, hold), 99);
}

#[test]
fn two_balls_at_the_reader_are_a_hold_until_they_are_cleared() {
    let (mut hall, game) = in_draw(&["multiple@4"]);
    let hold = held(&hall, game, "Avería");
    hall.machine.as_mut().unwrap().tell("clear").unwrap();
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!((happened(&evidence, "multiple"), happened(&evidence, "clear")), (1, 2));
}

#[test]
fn a_cable_that_comes_back_under_another_name_is_a_hold_and_goes_on() {
    let (hall, game) = in_draw(&["replug@4"]);
    let hold = hall.play_to_a_hold(game).hold;
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    let evidence = hall.finish();
    assert_eq!(happened(&evidence, "replug"), 1);
    assert_eq!(evidence.of("link_lost").count(), 1);
}

#[test]
fn an_open_door_is_a_hold_until_it_is_closed() {
    let (mut hall, game) = in_draw(&[]);
    hall.machine.as_mut().unwrap().tell("door open").unwrap();
    let hold = hall.play_to_a_hold(game).hold;
    let early = json!({"game": game, "hold": hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &early), "salida-inadecuada");
    hall.machine.as_mut().unwrap().tell("door closed").unwrap();
    hall.leave(game, hold, &json!({"exit": "repaired"}));
    hall.to_the_end(game);
    hall.finish();
}

#[test]
fn a_ball_that_falls_back_is_a_hold_that_ends_in_a_void_game() {
    let (hall, game) = in_draw(&["returned@4"]);
    let hold = hall.play_to_a_hold(game).hold;
    // What came out and is in the drum again cannot be talked away.
    let misread = json!({"game": game, "hold": hold, "exit": "misread", "ordinal": AT, "ball": 90});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &misread), "salida-inadecuada");
    hall.void(game);
    let evidence = hall.finish();
    assert_eq!(happened(&evidence, "return"), 1);
    assert_eq!(evidence.of("game_voided").count(), 1);
    assert_eq!(evidence.of("cards_refunded").map(|row| row.number("amount_cents")).sum::<u64>(), 6 * 200);
}

#[test]
fn a_hold_outlives_a_restart() {
    let (mut hall, game) = in_draw(&["ball00@4"]);
    let hold = held(&hall, game, "el número 0,");
    hall.kill();
    hall.begin();
    let board = hall.board(|(_, board)| !board.holds.is_empty());
    assert_eq!(board.holds.first().unwrap().hold, hold);
    let stop = hall.stop_no();
    assert_eq!(hall.refused(&hall.staff.mesa, "go-on", &json!({"game": game, "stop": stop})), "en-alto");
    hall.leave(game, hold, &json!({"exit": "misread", "ordinal": AT, "ball": truth_at(&hall, AT)}));
    hall.go_on(game);
    hall.to_the_end(game);
    hall.finish();
}
