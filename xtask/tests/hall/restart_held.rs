//! Restart in every HOLD, with a way out proposed, and where two people do a thing together: each
//! half waits for the other over a power cut (DECISIONS 22, 23, 25, 34).

use hall_wire::board::Scene;
use hall_wire::link::Client;
use serde_json::{Value, json};
use xtask::staff::code;

use crate::kit::{Hall, Setup, until};
use crate::restart::through_a_cut;

/// One person proposes a way out of a HOLD, the power fails, another confirms.
fn leave_through_a_cut(hall: &mut Hall, game: u32, hold: u32, exit: &Value, name: &str) {
    let mut body = json!({"game": game, "hold": hold});
    body.as_object_mut().expect("an object").extend(exit.as_object().expect("an object").clone());
    when_it_fits(hall, "ask-hold-exit", &body, false);
    let proposed = |hall: &Hall| {
        hall.board(|_| true).holds.iter().find(|other| other.hold == hold).expect("it").proposed.clone()
    };
    let way = proposed(hall).expect("it was proposed");
    through_a_cut(hall, &format!("{name}, a way out proposed"));
    assert_eq!(proposed(hall).as_ref(), Some(&way), "{name}");
    assert_eq!(hall.refused(&hall.staff.mesa, "confirm-hold-exit", &body), "otra-persona", "{name}");
    // A count that comes before the hold is left is compared with it, a later one when it comes: always the first.
    hall.board(|(_, board)| board.machine.out > 0);
    when_it_fits(hall, "confirm-hold-exit", &body, true);
}

/// Asks until the machine has said what is needed for it.
#[track_caller]
fn when_it_fits(hall: &Hall, command: &str, body: &Value, sala: bool) {
    let who = if sala { &hall.staff.sala } else { &hall.staff.mesa };
    until(&format!("{command} {body}"), || match hall.ask(who, command, body) {
        Ok(answer) => Some(hall.board(|board| board.0 >= answer.seq)),
        Err(error) if code(&error) == "salida-inadecuada" => None,
        Err(error) => panic!("{command} {body}: {error}"),
    });
}

/// How a HOLD comes, what it says, and how it goes.
struct Doubt {
    name: &'static str,
    /// What the machine is told before; nothing where people raise it.
    machine: &'static str,
    why: &'static str,
    /// What the machine is told when it was put right.
    mended: &'static str,
    /// Which ball it is has to be said.
    misread: bool,
}

const fn doubt(
    name: &'static str,
    machine: &'static str,
    why: &'static str,
    mended: &'static str,
    misread: bool,
) -> Doubt {
    Doubt { name, machine, why, mended, misread }
}

const OF_BALLS: [Doubt; 7] = [
    doubt("unread", "fault noread", "no ha podido leer", "", true),
    doubt("91", "fault ball91", "el número 91,", "", true),
    doubt("another set", "fault wrongset", "X9", "", true),
    doubt("repeated", "fault repeat-after-gone", "otra vez la bola", "", true),
    doubt("caller differs", "", "el locutor", "", true),
    doubt("called by hand", "", "Alto pedido en la mesa", "", false),
    doubt("frames missing", "fault lost-for-ever", "Se han perdido avisos", "", true),
];

const OF_THE_MACHINE: [Doubt; 5] = [
    doubt("jam", "fault jam", "atasco", "clear", false),
    doubt("door", "door open", "La puerta de la máquina se ha abierto", "door closed", false),
    doubt("reboot", "reboot", "se ha reiniciado", "", false),
    doubt("line lost", "quiet", "no responde", "talk", false),
    doubt("returned", "fault returned", "bola devuelta al bombo", "", false),
];

/// Where the power fails a second time, with a way out proposed: one of each sort.
const WAYS_OUT: [&str; 3] = ["jam", "unread", "caller differs"];

/// Brings a HOLD about. Returns its number and the place of the ball in doubt.
fn raise(hall: &mut Hall, game: u32, doubt: &Doubt) -> (u32, usize) {
    hall.at_rest();
    if !doubt.machine.is_empty() {
        hall.machine.as_mut().expect("a machine").tell(doubt.machine).expect("it runs");
    } else if doubt.misread {
        let next = hall.board(|_| true).pending[0].clone();
        let said = json!({"game": game, "ordinal": next.ordinal, "ball": next.ball % 90 + 1, "typed": true});
        hall.must(&hall.staff.locutor, "announce", &said);
    } else {
        hall.must(&hall.staff.mesa, "raise-hold", &json!({"game": game, "reason": "una bola en el suelo"}));
    }
    // With two balls that wait, what is told comes at once; a fault comes with a ball.
    if !doubt.machine.starts_with("fault") {
        hall.board(|(_, board)| !board.holds.is_empty());
    }
    let hold = hall.play_to_a_hold(game);
    assert!(hold.why.es.contains(doubt.why), "{}: {}", doubt.name, hold.why.es);
    let board = hall.board(|_| true);
    let waiting = if doubt.machine.is_empty() { 0 } else { board.pending.len() };
    (hold.hold, board.public.announced.len() + waiting + 1)
}

/// Returns the number on the last ball that was picked for a place.
fn truth_at(hall: &Hall, ordinal: usize) -> u64 {
    let text = std::fs::read_to_string(&hall.machine.as_ref().expect("a machine").truth).expect("the truth");
    let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let picked = lines.rfind(|line| line["what"] == "pick" && line["ordinal"] == ordinal);
    picked.expect("the ball came out")["ball"].as_u64().expect("a number")
}

/// Brings about each of these HOLDs in a game, with the power failing in each.
fn each_of(doubts: &[Doubt]) -> (Hall, u32) {
    let mut hall = Hall::open(&Setup { interval_ms: 60, first_out: &[], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    for doubt in doubts {
        let name = doubt.name;
        let (hold, place) = raise(&mut hall, game, doubt);
        through_a_cut(&mut hall, name);
        let board = hall.board(|_| true);
        assert_eq!((board.holds.len(), board.holds[0].hold), (1, hold), "{name}");
        assert_eq!(board.public.scene, Scene::Hold, "{name}");
        let order = json!({"game": game, "stop": hall.stop_no()});
        assert_eq!(hall.refused(&hall.staff.mesa, "go-on", &order), "en-alto", "{name}");
        if !doubt.mended.is_empty() {
            hall.machine.as_mut().expect("a machine").tell(doubt.mended).expect("it runs");
        }
        if name == "frames missing" {
            // What the line lost is lost for this server too, and it says so once it has looked.
            until("the loss is told again", || (hall.lines_of("frames_missing").len() > 1).then_some(()));
        }
        let exit = if doubt.misread {
            json!({"exit": "misread", "ordinal": place, "ball": truth_at(&hall, place)})
        } else {
            json!({"exit": "repaired"})
        };
        if WAYS_OUT.contains(&name) {
            leave_through_a_cut(&mut hall, game, hold, &exit, name);
        } else {
            hall.leave(game, hold, &exit);
        }
        if name != "returned" {
            hall.go_on(game);
        }
    }
    (hall, game)
}

/// How many of these HOLDs have a second cut.
fn ways_out(doubts: &[Doubt]) -> usize {
    doubts.iter().filter(|doubt| WAYS_OUT.contains(&doubt.name)).count()
}

#[test]
fn a_doubt_about_a_ball_comes_back_and_so_does_its_way_out() {
    let (hall, game) = each_of(&OF_BALLS);
    hall.void(game);
    let evidence = hall.finish();
    assert_eq!(evidence.of("hold_raised").count(), OF_BALLS.len());
    assert_eq!(evidence.of("hold_left").count(), OF_BALLS.len());
    let starts = OF_BALLS.len() + ways_out(&OF_BALLS) + 1;
    assert_eq!(evidence.of("server_started").count(), starts, "the cuts happened");
}

#[test]
fn a_trouble_of_the_machine_comes_back_and_so_does_its_way_out() {
    let (mut hall, game) = each_of(&OF_THE_MACHINE);
    // With the ball back in the drum the counts cannot agree any more, and that is a HOLD too.
    let board = hall.board(|(_, board)| !board.holds.is_empty());
    assert!(board.holds[0].why.es.starts_with("Bolas fuera:"), "{}", board.holds[0].why.es);
    through_a_cut(&mut hall, "count differs");
    let way = json!({"game": game, "hold": board.holds[0].hold, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &way), "salida-inadecuada");
    hall.void(game);
    let evidence = hall.finish();
    assert_eq!(evidence.of("hold_raised").count(), OF_THE_MACHINE.len() + 1);
    assert_eq!(evidence.of("hold_left").count(), OF_THE_MACHINE.len());
    let starts = OF_THE_MACHINE.len() + ways_out(&OF_THE_MACHINE) + 2;
    assert_eq!(evidence.of("server_started").count(), starts, "the cuts happened");
}

// ---- the authority, by hand, on paper --------------------------------------------------------

#[test]
fn by_hand_and_on_paper_each_half_waits_for_the_other_over_a_cut() {
    let setup = Setup { first_out: &[1], faults: &["repeat-after-gone@4"], ..Setup::default() };
    let mut hall = Hall::open(&setup);
    let game = hall.sell(&[("A17", 1, 6)]);
    let ticket = hall.tickets.get("A17", 1).clone();
    let numbers: Vec<u8> = ticket.rows.iter().flatten().copied().collect();
    hall.start(game);
    let hold = hall.play_to_a_hold(game).hold;
    leave_through_a_cut(&mut hall, game, hold, &json!({"exit": "authority"}), "repeated for true");
    through_a_cut(&mut hall, "the authority called");
    let board = hall.board(|_| true);
    assert!(board.public.scene == Scene::Suspended && board.authority.is_some());
    let order = json!({"game": game, "stop": hall.stop_no()});
    assert_eq!(hall.refused(&hall.staff.mesa, "go-on", &order), "autoridad-avisada");
    hall.must(&hall.staff.sala, "record-authority", &json!({"agent": "PN 12345", "goes_on": true}));
    // The repeated ball lies on the table and is none of the game: the machine is given up.
    let board = hall.board(|(_, board)| !board.holds.is_empty());
    assert!(board.holds[0].why.es.starts_with("Bolas fuera:"), "{}", board.holds[0].why.es);
    let hold = board.holds[0].hold;
    let (caller, second) = (hall.staff.sellers[0], person(&hall.staff.mesa));
    let by_hand = json!({"exit": "by_hand", "caller": caller, "second": second});
    let mut way = json!({"game": game, "hold": hold});
    way.as_object_mut().expect("an object").extend(by_hand.as_object().expect("an object").clone());
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &way), "falta-lectura");
    hall.must(&hall.staff.locutor, "read-paragraph", &json!({"game": game, "paragraph": "36.2"}));
    through_a_cut(&mut hall, "36.2 read");
    leave_through_a_cut(&mut hall, game, hold, &by_hand, "36.2 read");
    hall.go_on(game);
    through_a_cut(&mut hall, "drawing by hand");
    hall.go_on(game);
    // What the machine had read comes first.
    hall.balls(game, 3);

    let key = |ordinal: usize, ball: u8| json!({"game": game, "ordinal": ordinal, "ball": ball});
    hall.must(&hall.staff.locutor, "key-ball", &key(4, numbers[3]));
    through_a_cut(&mut hall, "one has keyed");
    assert_eq!(hall.board(|_| true).by_hand.as_ref().expect("by hand").keyed_by, Some(caller));
    assert_eq!(hall.refused(&hall.staff.mesa, "key-ball", &key(4, numbers[3])), "fase-inadecuada");
    hall.go_on(game);
    hall.must(&hall.staff.mesa, "key-ball", &key(4, numbers[3]));
    through_a_cut(&mut hall, "a keyed ball waits");
    assert_eq!(hall.board(|_| true).pending[0].ball, numbers[3]);
    hall.go_on(game);
    assert_eq!(hall.balls(game, 4)[3], numbers[3]);
    hall.must(&hall.staff.locutor, "key-ball", &key(5, numbers[5]));
    hall.must(&hall.staff.mesa, "key-ball", &key(5, numbers[4]));
    through_a_cut(&mut hall, "the two keyed different balls");
    let hold = hall.board(|_| true).holds[0].hold;
    let seen = json!({"exit": "misread", "ordinal": 5, "ball": numbers[4]});
    leave_through_a_cut(&mut hall, game, hold, &seen, "the two keyed different balls");

    // The lights stay out: the rest is on paper, and two people type it in.
    let card = |is: &str| json!({"is": is, "play": "bingo", "series": "A17", "card": 1});
    let mut lines: Vec<Value> =
        numbers[4..].iter().map(|number| json!({"is": "ball", "ball": number})).collect();
    let mut sung = card("sung");
    sung["answer"] = "good".into();
    lines.extend([sung, json!({"is": "end"})]);
    let sheet = json!({"game": game, "lines": lines});
    hall.must(&hall.staff.mesa, "ask-transcription", &sheet);
    through_a_cut(&mut hall, "a sheet typed in by one");
    assert_eq!(hall.board(|_| true).sheet_by, Some(second));
    // E46: one person twice.
    assert_eq!(hall.refused(&hall.staff.mesa, "confirm-transcription", &sheet), "otra-persona");
    hall.must(&hall.staff.cajero, "confirm-transcription", &sheet);
    through_a_cut(&mut hall, "ended on paper, the prize due");
    assert_eq!(hall.called(), numbers);
    hall.pay(game);
    let evidence = hall.finish();
    assert_eq!(evidence.of("server_started").count(), 12, "the cuts happened");
    let stopped = evidence.of("draw_stopped").filter(|row| row.body["cause"] == "restart").count();
    assert_eq!(stopped, 5, "only what was drawing stops at a start");
}

/// Returns somebody's number.
pub fn person(who: &Client) -> u32 {
    let me: Value = who.get("/api/me").expect("a good token");
    u32::try_from(me["person"].as_u64().expect("a number")).expect("small")
}
