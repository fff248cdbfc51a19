//! Restart anywhere: the power fails in each phase (and, in `restart_held`, in each HOLD), and the
//! server comes back to the same boards, asks the machine, and goes on or holds (DECISIONS 21-25).
//! Nobody types a PIN again: `Hall::begin` asks with the tokens of before.

use hall_wire::board::{MesaBoard, Mode, PublicBoard, Scene, Stop};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;

use crate::kit::{Hall, PATIENCE, Setup};

/// Kills the server and starts it again. What is compared is everything that a person sees, but
/// for the machine, which is asked anew.
#[track_caller]
pub fn through_a_cut(hall: &mut Hall, name: &str) {
    let before = hall.now();
    let expected = stopped_by_restart(hall, &before);
    hall.kill();
    hall.begin();
    let linked = before.machine.linked;
    let after = hall.board(|(_, board)| board.machine.linked || !linked);
    same(name, expected, &after);
    // Meanwhile the ball at the exit may have come or gone.
    let shown = PublicBoard { uncalled: after.public.uncalled, ..hall.public() };
    assert_eq!(shown, after.public, "{name}: both ways to the public board");
    let asked = hall.record().iter().rev().any(|row| row.line.kind == "machine_identified");
    assert!(asked || !linked, "{name}: the machine was asked who it is");
}

/// A draw, and nothing else, comes back stopped (DECISIONS 25).
fn stopped_by_restart(hall: &Hall, before: &MesaBoard) -> MesaBoard {
    let mut board = before.clone();
    let drawing = board.public.stop.is_none() && matches!(board.public.scene, Scene::Draw | Scene::Hold);
    if drawing {
        let game = board.public.game.as_ref().expect("a draw is of a game").game;
        let stops = hall.lines_of("draw_stopped");
        let of_it = stops.iter().filter(|row| row.number("game") == u64::from(game)).count();
        let stop = u32::try_from(of_it).expect("few") + 1;
        let (asked_line, asked_bingo) = (false, false);
        board.public.stop = Some(Stop {
            stop,
            restart: true,
            claims: Vec::new(),
            asked_at_utc_ms: None,
            asked_line,
            asked_bingo,
            order_from_utc_ms: None,
        });
        if board.public.scene == Scene::Draw {
            board.public.scene = Scene::Check;
        }
    }
    board
}

#[track_caller]
fn same(name: &str, mut expected: MesaBoard, after: &MesaBoard) {
    assert_ne!(after.machine.wanted, Some(Mode::Run), "{name}: nothing comes out by itself");
    assert!(after.pending.starts_with(&expected.pending), "{name}: {:?}", after.pending);
    // A ball that was on its way comes after them: the device keeps it until it is on disk.
    expected.pending.clone_from(&after.pending);
    expected.public.uncalled = after.public.uncalled;
    expected.warnings.clone_from(&after.warnings);
    expected.machine.clone_from(&after.machine);
    // Each server measures its disk for itself.
    let mut after = after.clone();
    for board in [&mut expected, &mut after] {
        board.troubles.retain(|trouble| trouble.code != "disco-lento");
    }
    let differ = differences(&expected, &after);
    assert!(differ.is_empty(), "{name}: the boards differ:\n{}", differ.join("\n"));
}

/// Returns the lines in which two boards differ.
fn differences(expected: &MesaBoard, after: &MesaBoard) -> Vec<String> {
    let [left, right] = [expected, after].map(|board| format!("{board:#?}"));
    let pairs = left.lines().zip(right.lines()).filter(|(left, right)| left != right);
    let mut lines: Vec<String> =
        pairs.map(|(left, right)| format!("- {}\n+ {}", left.trim(), right.trim())).collect();
    if lines.is_empty() && expected != after {
        lines.push(format!("{left}\n{right}"));
    }
    lines
}

// ---- each phase ------------------------------------------------------------------------------

#[test]
fn each_phase_of_a_game_comes_back_as_it_was() {
    let mut hall = Hall::closed(&Setup::default());
    hall.board(|(_, board)| board.machine.linked);
    through_a_cut(&mut hall, "closed");
    hall.keep(&hall.staff.open_session().expect("the session opens"));
    hall.board(|(_, board)| board.public.scene == Scene::Idle);
    through_a_cut(&mut hall, "between games");

    let game = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 6)));
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 7, 10)));
    let gap = json!({"game": game, "series": "A17", "first": 7, "last": 8});
    let mut back = gap.clone();
    back["seller"] = hall.staff.sellers[1].into();
    hall.must(&hall.staff.cajero, "return-cards", &back);
    through_a_cut(&mut hall, "on sale, with a gap");
    let close = json!({"game": game});
    assert_eq!(hall.refused(&hall.staff.cajero, "close-sale", &close), "faltan-cartones");
    hall.must(&hall.staff.cajero, "ask-burn-gap", &gap);
    through_a_cut(&mut hall, "on sale, a burn asked for");
    assert_eq!(hall.refused(&hall.staff.cajero, "confirm-burn-gap", &gap), "otra-persona");
    hall.must(&hall.staff.mesa, "confirm-burn-gap", &gap);

    let why = json!({"game": game, "cause": "No hay sonido"});
    hall.must(&hall.staff.mesa, "suspend-game", &why);
    let times = |hall: &Hall| {
        let suspension = hall.board(|_| true).suspension.clone().expect("it is suspended");
        (suspension.since_utc_ms, suspension.until_utc_ms)
    };
    let (since, to) = times(&hall);
    assert_eq!(to - since, 15 * 60_000);
    through_a_cut(&mut hall, "suspended");
    assert_eq!(times(&hall), (since, to), "the fifteen minutes count from the same moment");
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-void", &why), "plazo-de-suspension");
    hall.must(&hall.staff.mesa, "read-paragraph", &json!({"game": game, "paragraph": "36.1"}));
    through_a_cut(&mut hall, "suspended, 36.1 read");
    assert!(hall.board(|_| true).suspension.as_ref().is_some_and(|suspension| suspension.read));
    hall.must(&hall.staff.sala, "lift-suspension", &close);
    hall.must(&hall.staff.cajero, "close-sale", &close);
    through_a_cut(&mut hall, "totals");

    hall.start(game);
    hall.balls(game, 4);
    hall.at_rest();
    // A machine that says nothing: who orders the draw to go on is told to wait.
    hall.machine.as_mut().expect("a machine").tell("quiet").expect("it runs");
    let before = hall.now();
    let expected = stopped_by_restart(&hall, &before);
    hall.kill();
    hall.begin();
    same("drawing", expected, &hall.board(|_| true));
    let plain = json!({"game": game, "stop": hall.stop_no()});
    assert_eq!(hall.refused(&hall.staff.mesa, "go-on", &plain), "ultima-bola-sin-confirmar");
    let (order, last) = hall.order_to_go_on(game);
    assert_eq!(hall.refused(&hall.staff.mesa, order, &last), "maquina-no-preparada");
    hall.machine.as_mut().expect("a machine").tell("talk").expect("it runs");
    hall.go_on(game);
    hall.balls(game, 5);
    hall.at_rest();

    let winner = hall.tickets.get("A17", 1).code.clone();
    hall.must(&hall.staff.mesa, "claim", &json!({"game": game, "play": "line", "code": winner}));
    through_a_cut(&mut hall, "stopped, a claim waits");
    hall.must(&hall.staff.mesa, "accept-claim", &json!({"game": game, "claim": 1}));
    through_a_cut(&mut hall, "stopped, a claim accepted");
    let stop = json!({"game": game, "stop": hall.stop_no()});
    hall.must(&hall.staff.mesa, "ask-question", &stop);
    through_a_cut(&mut hall, "the question asked");
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-question", &stop), "ya-preguntado");
    hall.go_on(game);
    hall.balls(game, 15);
    let ticket = hall.tickets.get("A17", 1).clone();
    hall.sing(game, hall_wire::board::Play::Bingo, &[&ticket]);
    through_a_cut(&mut hall, "ended, prizes due");
    let pay = |prize: u32| json!({"game": game, "prize": prize, "code": ticket.code});
    hall.must(&hall.staff.cajero, "pay-prize", &pay(1));
    through_a_cut(&mut hall, "ended, one paid");
    assert_eq!(hall.refused(&hall.staff.cajero, "pay-prize", &pay(1)), "premio-no-pendiente");
    hall.must(&hall.staff.cajero, "pay-prize", &pay(2));

    let nobody = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": nobody}));
    assert_eq!(hall.public().scene, Scene::NotHeld);
    through_a_cut(&mut hall, "not held");

    let void = hall.sell(&[("A17", 11, 16)]);
    let cause = json!({"game": void, "cause": "avería"});
    hall.must(&hall.staff.mesa, "ask-void", &cause);
    through_a_cut(&mut hall, "a void asked for");
    hall.must(&hall.staff.sala, "confirm-void", &cause);
    let refund = |first, last| json!({"game": void, "series": "A17", "first": first, "last": last});
    hall.must(&hall.staff.cajero, "refund-cards", &refund(11, 12));
    through_a_cut(&mut hall, "void, part of the cards refunded");
    assert_eq!(hall.refused(&hall.staff.cajero, "refund-cards", &refund(12, 13)), "ya-devuelto");
    hall.must(&hall.staff.cajero, "refund-cards", &refund(13, 16));
    // E45: it is void once.
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-void", &cause), "fase-inadecuada");
    assert_eq!(hall.refused(&hall.staff.sala, "confirm-void", &cause), "fase-inadecuada");
    hall.close_session();
    hall.board(|(_, board)| board.public.scene == Scene::Closed);
    through_a_cut(&mut hall, "closed again");
    let evidence = hall.finish();
    assert_eq!(evidence.of("server_started").count(), 18, "the cuts happened");
    assert_eq!(evidence.of("hold_raised").count(), 0, "nothing was in doubt");
}

// ---- an orderly stop -------------------------------------------------------------------------

#[test]
fn an_orderly_stop_in_a_draw_is_the_last_word_and_the_game_waits_for_a_person() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    for (count, signal) in [(3, Signal::SIGPWR), (6, Signal::SIGTERM)] {
        hall.balls(game, count);
        hall.at_rest();
        let expected = stopped_by_restart(&hall, &hall.board(|_| true));
        let mut server = hall.server.take().expect("it runs");
        kill(Pid::from_raw(i32::try_from(server.pid()).expect("a pid")), signal).expect("it runs");
        assert!(server.wait(PATIENCE).expect("it ends").success(), "{signal}");
        hall.gather();
        let record = hall.record();
        let own: Vec<&str> = (record.iter().rev())
            .filter(|row| row.line.actor.to_string() == "sistema" && row.line.kind != "ball_shown")
            .map(|row| row.line.kind.as_str())
            .take(2)
            .collect();
        assert_eq!(own, ["draw_stopped", "server_stopped"], "{signal}: the last words");
        let last = hall.lines_of("server_stopped").pop().expect("one").body["power_failing"].clone();
        assert_eq!(last, signal == Signal::SIGPWR, "{signal}");
        let stops = hall.lines_of("draw_stopped").len();
        hall.begin();
        same(signal.as_str(), expected, &hall.board(|(_, board)| board.machine.linked));
        assert_eq!(hall.lines_of("draw_stopped").len(), stops, "{signal}: the start stops nothing again");
        // Nobody's word, no ball: the next one is refused until the jefe de mesa has given the order.
        let next = hall.board(|_| true).pending[0].clone();
        let announce = json!({"game": game, "ordinal": next.ordinal, "ball": next.ball});
        assert_eq!(hall.refused(&hall.staff.locutor, "announce", &announce), "fase-inadecuada");
        hall.go_on(game);
    }
    hall.to_the_end(game);
    hall.finish();
}
