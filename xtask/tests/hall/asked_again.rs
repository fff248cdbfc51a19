//! The server is killed while somebody asks, and again as soon as it has answered: the rules and people of the hall, a series put on
//! sale, a ball that the caller keys, a sheet typed in. What nobody heard is asked again with the same id, and happens once; what was
//! answered is there, and its answer is the same (DECISIONS 21, NL1).

use std::io::Write;
use std::net::TcpStream;

use hall_wire::board::PrizeState;
use hall_wire::link::{Client, ClientError};
use hall_wire::message::{Accepted, HallLists, Me};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::staff::code;

use crate::founding::{SERIES_SIZE, numbers_of};
use crate::kit::{Hall, PRICE, Setup, until};
use crate::people::{come_in, come_in_at_last, of};
use crate::regulation::{both, value_of};
use crate::unwired::{check, key};

/// Somebody, at whatever server runs now.
fn now(hall: &Hall, who: &Client) -> Client {
    Client::new(&hall.url()).with_token(who.token().map(str::to_owned))
}

/// Sends a request and waits for nothing.
fn unheard(hall: &Hall, who: &Client, command: &str, body: &Value, id: Uuid) -> TcpStream {
    let url = hall.url();
    let address = url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let (body, token) = (body.to_string(), who.token().expect("logged in"));
    let asked = format!(
        "POST /api/commands/{command} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Request-Id: {id}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(asked.as_bytes()).expect("the server reads");
    stream
}

/// The lines of the record that this request has led to.
fn lines_of(hall: &Hall, id: Uuid) -> usize {
    let id = id.to_string();
    hall.record().iter().filter(|row| row.line.request_id == id).count()
}

/// Asks for something through three kills: at once, when it is on the disk and nobody has heard so, and when it was answered; `then` is
/// done after each start.
#[track_caller]
fn through_cuts(
    hall: &mut Hall,
    who: &Client,
    (command, body): (&str, &Value),
    then: impl Fn(&Hall),
) -> Accepted {
    let id = Uuid::new_v4();
    for on_disk in [false, true] {
        let line = unheard(hall, who, command, body, id);
        if on_disk {
            until("its lines", || (lines_of(hall, id) > 0).then_some(()));
        }
        hall.kill();
        drop(line);
        hall.begin();
        then(hall);
    }
    let ask = |hall: &Hall| now(hall, who).post(command, body, id);
    let heard = ask(hall).unwrap_or_else(|error| panic!("{command} {body}: {error}"));
    hall.kill();
    hall.keep(&heard);
    hall.begin();
    let again = ask(hall).unwrap_or_else(|error| panic!("{command} {body}, again: {error}"));
    assert_eq!(again, heard, "{command}: the same id, the same answer");
    assert_eq!(lines_of(hall, id), heard.events.len(), "{command}: once");
    then(hall);
    heard
}

fn nothing(_: &Hall) {}

#[test]
fn rules_that_two_people_adopt_are_adopted_once_and_never_in_a_session() {
    let mut hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let (sala, mesa) = (hall.staff.sala.clone(), hall.staff.mesa.clone());
    let value = |value: &str| {
        both(&json!({"name": "question_min_secs", "value": value}), "Se oye bien en toda la sala")
    };
    let (ask, agree) = value("3");
    through_cuts(&mut hall, &sala, ("ask-rules", &ask), nothing);
    assert_eq!(value_of(&hall, "question_min_secs"), "0", "one person changes nothing");
    through_cuts(&mut hall, &mesa, ("adopt-rules", &agree), nothing);
    assert_eq!(value_of(&hall, "question_min_secs"), "3");
    // Proposed, and then a session opens: nobody agrees in it, before the power fails or after.
    let (ask, agree) = value("4");
    through_cuts(&mut hall, &sala, ("ask-rules", &ask), nothing);
    hall.keep(&hall.staff.open_session().expect("the session opens"));
    let in_force = hall.lines_of("session_opened")[0].body["rules"].clone();
    assert_eq!(in_force["question_min_secs"]["value"], 3);
    for _ in 0..2 {
        assert_eq!(hall.refused(&hall.staff.mesa, "adopt-rules", &agree), "reglamento-en-sesion");
        assert_eq!(hall.refused(&hall.staff.sala, "ask-rules", &ask), "reglamento-en-sesion");
        hall.kill();
        hall.begin();
    }
    hall.close_session();
    through_cuts(&mut hall, &mesa, ("adopt-rules", &agree), nothing);
    assert_eq!(value_of(&hall, "question_min_secs"), "4");
    let evidence = hall.finish();
    let (asked, adopted) = (evidence.of("rules_asked").count(), evidence.of("rules_adopted").count());
    assert_eq!((asked, adopted), (2, 2), "each once");
}

#[test]
fn a_pin_that_was_given_anew_and_somebody_who_was_dismissed_stay_so() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let sala = hall.staff.sala.clone();
    let joins = json!({"user": "elena", "name": "Elena Mora", "pin": "246813", "roles": ["cajero"]});
    through_cuts(&mut hall, &sala, ("add-person", &joins), nothing);
    let elena = of(&hall, "elena").person;
    let here = come_in(&hall, "elena", "246813", "caja-2").expect("the PIN that was given");
    let own = json!({"old": "246813", "pin": "975312"});
    through_cuts(&mut hall, &here, ("change-pin", &own), nothing);
    assert!(!me(&hall, &here).expect("who changed it goes on").first_pin);
    let there = come_in(&hall, "elena", "975312", "caja-9").expect("her own PIN");
    let both = json!({"person": elena, "name": "Elena Mora Vidal", "roles": ["cajero", "vendedor_locutor"]});
    through_cuts(&mut hall, &sala, ("change-person", &both), nothing);
    assert_eq!(of(&hall, "elena").roles.len(), 2);
    // She works at two desks; whoever knew her PIN is out of both, and stays out.
    through_cuts(&mut hall, &sala, ("reset-pin", &json!({"person": elena, "pin": "864213"})), nothing);
    for out in [&here, &there] {
        assert_eq!(code(&me(&hall, out).expect_err("the log-ins have ended")), "entrada-terminada");
    }
    assert_eq!(come_in(&hall, "elena", "975312", "caja-2").err().as_deref(), Some("pin-incorrecto"));
    let again = come_in_at_last(&hall, "elena", "864213", "caja-2");
    assert!(me(&hall, &again).expect("the PIN that was given").first_pin);
    let gone = json!({"person": elena, "reason": "Fin de contrato"});
    through_cuts(&mut hall, &sala, ("dismiss-person", &gone), nothing);
    assert_eq!(code(&me(&hall, &again).expect_err("out")), "entrada-terminada");
    assert!(of(&hall, "elena").left);
    through_cuts(&mut hall, &sala, ("take-back-person", &json!({"person": elena, "pin": "135797"})), nothing);
    assert!(me(&hall, &come_in_at_last(&hall, "elena", "135797", "caja-2")).expect("in again").first_pin);
    let evidence = hall.finish();
    let elena = |row: &&crate::proof::Row| row.body["person"] == elena;
    for kind in ["person_added", "pin_reset", "person_dismissed", "person_taken_back", "person_changed"] {
        assert_eq!(evidence.of(kind).filter(elena).count(), 1, "{kind}");
    }
}

fn me(hall: &Hall, who: &Client) -> Result<Me, ClientError> {
    now(hall, who).get("/api/me")
}

#[test]
fn a_series_is_received_put_on_sale_and_handed_out_once() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let (sala, mesa, cajero) = (hall.staff.sala.clone(), hall.staff.mesa.clone(), hall.staff.cajero.clone());
    let series = json!({"series": "F1", "matrix": 1, "face_value_cents": PRICE, "cards": 12});
    through_cuts(&mut hall, &sala, ("receive-series", &series), nothing);
    let lists: HallLists = hall.staff.sala.get("/api/hall").expect("the lists");
    let sizes = lists.series.iter().filter(|row| row.series == "F1").map(|row| row.size);
    assert_eq!(sizes.collect::<Vec<_>>(), [12]);
    let sale = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    let opened = through_cuts(&mut hall, &mesa, ("open-sale", &sale), nothing);
    assert_eq!(opened.events[0].body["game"], 1);
    let block = hall.block(1, ("A17", 1, 6));
    through_cuts(&mut hall, &cajero, ("issue-block", &block), nothing);
    through_cuts(&mut hall, &cajero, ("close-sale", &json!({"game": 1})), nothing);
    let sold = hall.now().public.game.clone().expect("a game").segments;
    assert_eq!(sold.iter().map(|run| (run.first, run.last)).collect::<Vec<_>>(), [(1, 6)]);
    through_cuts(&mut hall, &mesa, ("ask-void", &json!({"game": 1, "cause": "avería"})), nothing);
    through_cuts(&mut hall, &sala, ("confirm-void", &json!({"game": 1, "cause": "avería"})), nothing);
    let back = json!({"game": 1, "series": "A17", "first": 1, "last": 6});
    through_cuts(&mut hall, &cajero, ("refund-cards", &back), nothing);
    let evidence = hall.finish();
    let money = evidence.of("cards_refunded").map(|row| row.number("amount_cents")).sum::<u64>();
    assert_eq!(money, 6 * PRICE, "no card is refunded twice");
}

#[test]
fn a_ball_that_the_caller_keyed_is_keyed_once_and_announced_once() {
    let setup = Setup { machine: false, words: &[("second_word", "mesa")], ..Setup::default() };
    let mut hall = Hall::closed(&setup);
    hall.must(
        &hall.staff.sala,
        "register-machine",
        &json!({"extractor": "pneumatic", "homologation": "HM-77"}),
    );
    hall.sign_count("J1", 90);
    hall.must(&hall.staff.mesa, "open-session", &check(&hall, 1));
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let (locutor, mesa) = (hall.staff.locutor.clone(), hall.staff.mesa.clone());
    let numbers = numbers_of(1);
    for (place, ball) in (1..).zip(&numbers[..2]) {
        // A start stops the draw, and nothing is keyed before somebody lets it go on.
        let go_on = |hall: &Hall| hall.go_on(game);
        through_cuts(&mut hall, &locutor, ("key-ball", &key(game, place, *ball)), go_on);
        let reading = hall.now().reading.clone().expect("it is read");
        assert_eq!((usize::from(reading.next), reading.keyed), (place, Some(*ball)));
        assert_eq!(hall.called().len(), place - 1, "the hall does not hear it yet");
        through_cuts(&mut hall, &mesa, ("key-ball", &key(game, place, *ball)), go_on);
        assert_eq!(hall.called(), numbers[..place]);
    }
    let evidence = hall.finish();
    assert_eq!((evidence.of("ball_extracted").count(), evidence.of("ball_announced").count()), (2, 2));
}

#[test]
fn a_sheet_that_was_half_copied_is_finished_and_its_prizes_are_paid_once() {
    let mut hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    let numbers = numbers_of(1);
    hall.start(game);
    hall.balls(game, 3);
    hall.at_rest();
    hall.kill();
    hall.machine.as_mut().expect("a machine").tell("reboot").expect("it runs");
    hall.begin();
    hall.board(|(_, board)| !board.holds.is_empty());
    let mut lines: Vec<Value> = numbers[3..].iter().map(|ball| json!({"is": "ball", "ball": ball})).collect();
    let sung = |play: &str| json!({"is": "sung", "play": play, "series": "A17", "card": 1, "answer": "good"});
    lines.insert(2, sung("line"));
    lines.extend([sung("bingo"), json!({"is": "end"})]);
    lines.push(json!({"is": "paid", "play": "line", "series": "A17", "card": 1}));
    let sheet = json!({"game": game, "lines": lines});
    let (cajero, mesa) = (hall.staff.cajero.clone(), hall.staff.mesa.clone());
    through_cuts(&mut hall, &cajero, ("ask-transcription", &sheet), nothing);
    assert_eq!(hall.called(), numbers[..3], "one copy changes nothing");
    through_cuts(&mut hall, &mesa, ("confirm-transcription", &sheet), nothing);
    assert_eq!(hall.called(), numbers);
    let states = |hall: &Hall| hall.now().public.prizes.iter().map(|prize| prize.state).collect::<Vec<_>>();
    assert_eq!(states(&hall), [PrizeState::Paid, PrizeState::Due]);
    let pay = json!({"game": game, "prize": 2, "code": hall.tickets.get("A17", 1).code});
    through_cuts(&mut hall, &cajero, ("pay-prize", &pay), nothing);
    assert_eq!(states(&hall), [PrizeState::Paid, PrizeState::Paid]);
    let evidence = hall.finish();
    assert_eq!((evidence.of("transcription_asked").count(), evidence.of("transcribed").count()), (1, 1));
    assert_eq!(evidence.of("prize_paid").count(), 2, "one on paper, one at the caja");
}

/// What was granted is answered again to the person alone who asked for it, at whatever device, and only while that person may ask for
/// it (ADR 88).
#[test]
fn an_id_is_its_persons_at_whatever_device_and_nobody_elses() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let (sala, mesa, cajero) = (hall.staff.sala.clone(), hall.staff.mesa.clone(), hall.staff.cajero.clone());
    let there = come_in(&hall, "carmen", "349157", "caja-9").expect("the cashier, at the spare console");
    let game = hall.open_sale("A17");
    let [block, next, third] = [(1, 6), (7, 12), (13, 18)].map(|(a, b)| hall.block(game, ("A17", a, b)));
    let (id, at_once) = (Uuid::new_v4(), Uuid::new_v4());
    let ask = |hall: &Hall, who: &Client, body: &Value| now(hall, who).post("issue-block", body, id);
    let heard = ask(&hall, &there, &block).expect("handed out");
    assert_eq!(ask(&hall, &cajero, &block).expect("answered"), heard, "the same person at another device");
    // Both consoles at the same moment.
    let [one, other] = std::thread::scope(|scope| {
        let post = |who| now(&hall, who).post("issue-block", &next, at_once);
        let both = [&cajero, &there].map(|who| scope.spawn(move || post(who)));
        both.map(|asked| asked.join().expect("asked").expect("handed out"))
    });
    assert_eq!(one, other);
    hall.keep(&one);
    assert_eq!(
        [id, at_once].map(|id| lines_of(&hall, id)),
        [&heard, &one].map(|done| done.events.len()),
        "once"
    );
    hall.kill();
    hall.keep(&heard);
    hall.begin();
    for who in [&there, &cajero] {
        assert_eq!(ask(&hall, who, &block).expect("answered again"), heard);
        assert_eq!(code(&ask(&hall, who, &third).expect_err("another order")), "id-reutilizado");
    }
    assert_eq!(lines_of(&hall, id), heard.events.len(), "once, after a start too");
    // Somebody else with the same id asks as if nobody had: the block has been handed out.
    let rafael = json!({"person": of(&hall, "rafael").person, "name": "Rafael Ortega Díaz", "roles": ["jefe_de_mesa", "cajero"]});
    hall.must(&now(&hall, &sala), "change-person", &rafael);
    assert_eq!(code(&ask(&hall, &mesa, &block).expect_err("not the cashier's answer")), "sin-correlacion");
    // At the same device another's id is used already, and that is all that is told.
    let rows = hall.record();
    let first = rows.iter().find(|row| row.line.request_id == id.to_string()).expect("its line");
    let here = come_in(&hall, "rafael", "283917", &first.line.device).expect("the jefe de mesa, at the till");
    let told = ask(&hall, &here, &block).expect_err("used").to_string();
    assert!(told.starts_with("id-reutilizado"), "{told}");
    let note = json!({"about": "incidencia", "text": "Visita de mantenimiento"});
    let noted =
        [&sala, &mesa].map(|who| now(&hall, who).post("write-diligencia", &note, id).expect("written"));
    assert_ne!(noted[0].seq, noted[1].seq, "one of each");
    for (who, noted) in [&sala, &mesa].into_iter().zip(&noted) {
        hall.keep(noted);
        assert_eq!(now(&hall, who).post("write-diligencia", &note, id).expect("again"), *noted);
    }
    // Who is no cashier any more is told that, and not what became of the order.
    let carmen = of(&hall, "carmen").person;
    let moved = json!({"person": carmen, "name": "Carmen Peña Gil", "roles": ["auxiliar"]});
    hall.must(&now(&hall, &sala), "change-person", &moved);
    for _ in 0..2 {
        for who in [&there, &cajero] {
            assert_eq!(code(&ask(&hall, who, &block).expect_err("no cashier")), "sin-facultad");
        }
        hall.kill();
        hall.begin();
    }
    let evidence = hall.finish();
    assert_eq!(evidence.of("block_issued").count(), 2);
}
