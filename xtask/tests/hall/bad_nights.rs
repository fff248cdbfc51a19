//! Bad nights: the turns that the law has words for, through HTTP and with the real machine, and
//! what the acta says of them the morning after.

use hall_wire::board::{Play, Scene};
use hall_wire::board::{PrizeState, StandstillKind};
use hall_wire::link::{Client, ClientError};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::tickets::Ticket;

use crate::founding::{SERIES_SIZE, numbers_of};
use crate::game_sheet::words_of;
use crate::kit::{Hall, PRICE, Setup, until};
use crate::restart_held::person;

/// Returns the words of the acta of session 1 as it is now; nothing where `pdftotext` is not there.
pub fn acta(hall: &Hall, who: &Client) -> Option<String> {
    let pdf = who.get_bytes("/api/sessions/1/acta.pdf").expect("the acta is open to this person");
    assert!(pdf.starts_with(b"%PDF-"));
    words_of(&pdf, &hall.dir())
}

/// Closes the session and compares its acta with what it must and must not say.
#[track_caller]
pub fn acta_says(hall: &Hall, says: &[&str], not: &[&str]) {
    hall.close_session();
    let Some(text) = acta(hall, &hall.staff.sala) else { return };
    for what in says {
        assert!(text.contains(what), "no «{what}» in «{text}»");
    }
    for what in not {
        assert!(!text.contains(what), "«{what}» in «{text}»");
    }
}

fn key(game: u32, ordinal: usize, ball: u8) -> Value {
    json!({"game": game, "ordinal": ordinal, "ball": ball})
}

/// Cards of the sale that win a play now.
fn winners(hall: &Hall, play: Play) -> Vec<&Ticket> {
    let called = hall.called();
    let wins = |ticket: &&Ticket| match play {
        Play::Line => ticket.has_line(&called),
        Play::Bingo => ticket.has_bingo(&called),
    };
    hall.sold().into_iter().filter(wins).collect()
}

#[test]
fn after_a_jam_two_people_draw_by_hand_to_the_end() {
    let hall = Hall::open(&Setup { faults: &["jam@4"], first_out: &[1], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let hold = hall.play_to_a_hold(game).hold;
    let (caller, second) = (hall.staff.sellers[0], person(&hall.staff.mesa));
    let read = json!({"game": game, "paragraph": "36.2"});
    let by_hand = json!({"exit": "by_hand", "caller": caller, "second": second});
    hall.must(&hall.staff.locutor, "read-paragraph", &read);
    hall.leave(game, hold, &by_hand);
    // What the machine had read comes first.
    hall.balls(game, 3);
    let locutor = &hall.staff.locutor;
    let mesa = &hall.staff.mesa;
    assert_eq!(hall.refused(&hall.staff.cajero, "key-ball", &key(game, 4, 90)), "no-es-de-los-dos");
    let numbers = numbers_of(1);
    let mut line = false;
    for (ball, place) in numbers.iter().copied().zip(1..).skip(hall.called().len()) {
        hall.must(locutor, "key-ball", &key(game, place, ball));
        if place == 6 {
            // A keyed difference: nobody hears a number until two have looked at the ball.
            let other = numbers[8];
            hall.must(mesa, "key-ball", &key(game, place, other));
            let board = hall.board(|(_, board)| !board.holds.is_empty());
            assert!(board.holds[0].why.es.contains(&format!("ha tecleado {ball} y la otra {other}")));
            assert_eq!((board.public.announced.len(), board.public.scene), (place - 1, Scene::Hold));
            let seen = json!({"exit": "misread", "ordinal": place, "ball": ball});
            hall.leave(game, board.holds[0].hold, &seen);
        } else {
            hall.must(mesa, "key-ball", &key(game, place, ball));
        }
        assert_eq!(hall.balls(game, place).last(), Some(&ball));
        if !line && !winners(&hall, Play::Line).is_empty() {
            line = true;
            hall.sing(game, Play::Line, &winners(&hall, Play::Line));
        }
    }
    hall.sing(game, Play::Bingo, &winners(&hall, Play::Bingo));
    hall.pay(game);
    let says = [
        "M: sacada a mano y tecleada por dos personas (art. 36.2)",
        "V: vista en la cámara por dos personas",
        "Continuación manual (art. 36.2). Lo acuerdan ",
        "Las bolas restantes las teclean Nuria Campos Rey y Rafael Ortega Díaz",
        "Se lee en voz alta el apartado 36.2",
        "Avería de la máquina: atasco",
    ];
    acta_says(&hall, &says, &["T: transcrita"]);
    let evidence = hall.finish();
    assert_eq!(evidence.of("ball_keyed").count(), 12, "once for each ball, by whoever is first");
    assert_eq!(evidence.of("ball_announced").count(), 15);
    assert_eq!(evidence.of("prize_paid").count(), evidence.of("claim_accepted").count());
}

#[test]
fn a_game_finished_on_paper_is_typed_in_by_two_and_the_acta_says_so() {
    let mut hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    let numbers = numbers_of(1);
    hall.start(game);
    hall.balls(game, 3);
    hall.at_rest();
    // Everything is dark: the machine forgets, the server too.
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
    hall.must(&hall.staff.cajero, "ask-transcription", &sheet);
    // It goes dark once more: the first copy is in the record.
    hall.kill();
    hall.begin();
    let before = hall.board(|(_, board)| board.sheet_by.is_some()).public.clone();
    let mut other = sheet.clone();
    other["lines"][6]["ball"] = numbers[9].into();
    let error =
        hall.staff.mesa.post("confirm-transcription", &other, Uuid::new_v4()).expect_err("it differs");
    let ClientError::Refused(problem) = &error else { panic!("{error}") };
    assert_eq!((problem.code.as_str(), problem.status, problem.line), ("hoja-distinta", 409, Some(7)));
    assert!(problem.detail.contains("línea 7"), "{}", problem.detail);
    assert_eq!(hall.public(), before, "nothing of it is true yet");
    assert_eq!(hall.refused(&hall.staff.cajero, "confirm-transcription", &sheet), "otra-persona");
    hall.must(&hall.staff.mesa, "confirm-transcription", &sheet);
    assert_eq!(hall.public().announced, numbers);
    let bingo = hall.board(|_| true).public.prizes[1].clone();
    assert_eq!((bingo.play, bingo.state), (Play::Bingo, PrizeState::Due));
    let code = &hall.tickets.get("A17", 1).code;
    let pay = |prize: u32| json!({"game": game, "prize": prize, "code": code});
    assert_eq!(hall.refused(&hall.staff.cajero, "pay-prize", &pay(1)), "premio-no-pendiente");
    hall.must(&hall.staff.cajero, "pay-prize", &pay(bingo.prize));
    let says = [
        "T: transcrita del papel por dos personas",
        "terminada en papel; transcriben la hoja Carmen Peña Gil y Rafael Ortega Díaz",
        "La partida siguió en papel; se transcribe la hoja",
    ];
    acta_says(&hall, &says, &["M: sacada a mano"]);
    hall.finish();
}

#[test]
fn a_game_that_cannot_begin_is_read_36_1_made_void_and_refunded() {
    let mut hall = Hall::open(&Setup { wait_min: 0, machine: false, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    let (mesa, sala) = (&hall.staff.mesa, &hall.staff.sala);
    let why = json!({"game": game, "cause": "No hay sonido"});
    hall.must(mesa, "suspend-game", &why);
    assert_eq!(hall.public().scene, Scene::Suspended);
    assert_eq!(hall.refused(mesa, "start-draw", &json!({"game": game})), "suspendida");
    assert_eq!(hall.refused(mesa, "lift-suspension", &json!({"game": game})), "plazo-terminado");
    assert_eq!(hall.refused(mesa, "ask-void", &why), "falta-lectura");
    let after = json!({"game": game, "paragraph": "36.2"});
    assert_eq!(hall.refused(&hall.staff.locutor, "read-paragraph", &after), "fase-inadecuada");
    hall.must(&hall.staff.locutor, "read-paragraph", &json!({"game": game, "paragraph": "36.1"}));
    hall.must(mesa, "ask-void", &why);
    let other = json!({"game": game, "cause": "otra cosa"});
    assert_eq!(hall.refused(sala, "confirm-void", &other), "ya-no-es-asi");
    hall.must(sala, "confirm-void", &why);
    let refund = json!({"game": game, "series": "A17", "first": 2, "last": 5});
    let out = |hall: &Hall| -> Vec<(u32, u32)> {
        let board = hall.board(|_| true);
        board.to_refund.iter().flat_map(|void| &void.out).map(|run| (run.first, run.last)).collect()
    };
    assert_eq!(out(&hall), [(1, 6)]);
    hall.must(&hall.staff.cajero, "refund-cards", &refund);
    assert_eq!(out(&hall), [(1, 1), (6, 6)]);
    assert_eq!(hall.refused(&hall.staff.cajero, "refund-cards", &refund), "ya-devuelto");
    let says = [
        "suspensión provisional (art. 36.1): No hay sonido. No se levantó",
        "Leído en voz alta el párrafo aplicable del artículo 36",
        "Cartones no presentados: A 17, n.º 1; A 17, n.º 6",
    ];
    acta_says(&hall, &says, &[]);
    // A card comes back with no session open, the other one on the next day.
    let one = |card: u32| json!({"game": game, "series": "A17", "first": card, "last": card});
    hall.must(&hall.staff.cajero, "refund-cards", &one(6));
    assert_eq!(out(&hall), [(1, 1)]);
    hall.next_session();
    hall.must(&hall.staff.cajero, "refund-cards", &one(1));
    assert_eq!(out(&hall), []);
    hall.close_session();
    until("the acta", || hall.lines_of("acta_issued").get(1).cloned());
    let pdf = hall.staff.sala.get_bytes("/api/sessions/2/acta.pdf").expect("the acta is open to this person");
    if let Some(text) = words_of(&pdf, &hall.dir()) {
        for card in [6, 1] {
            let says =
                format!("Devueltos los cartones A17 del {card} al {card} de la partida 1, de otra sesión");
            assert!(text.contains(&says), "no «{says}» in «{text}»");
        }
    }
    let evidence = hall.finish();
    assert_eq!(evidence.of("cards_refunded").map(|row| row.number("amount_cents")).sum::<u64>(), 6 * 200);
}

#[test]
fn the_authority_ends_the_session_and_it_closes_with_89_balls() {
    let hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 4);
    let (mesa, sala) = (&hall.staff.mesa, &hall.staff.sala);
    hall.must(mesa, "call-authority", &json!({"cause": "Falta la bola 60"}));
    assert_eq!(
        hall.public().notice.map(|notice| (notice.kind, notice.what.es)),
        Some((StandstillKind::Authority, "Partida detenida en espera de la autoridad.".to_string()))
    );
    let (ends, close) = (json!({"agent": "PN 12345", "goes_on": false}), json!({"balls_counted": 89}));
    assert_eq!(hall.refused(mesa, "record-authority", &ends), "sin-facultad");
    assert_eq!(hall.refused(mesa, "close-session", &close), "partida-en-curso");
    hall.must(sala, "record-authority", &ends);
    assert_eq!(hall.refused(sala, "record-authority", &ends), "autoridad-no-avisada");
    assert_eq!(hall.public().scene, Scene::Void);
    let all = json!({"game": game, "series": "A17", "first": 1, "last": 6});
    hall.must(&hall.staff.cajero, "refund-cards", &all);
    let sale = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    assert_eq!(hall.refused(mesa, "open-sale", &sale), "sesion-terminada");
    hall.sign_count("J1", 89);
    hall.must(mesa, "close-session", &close);
    until("the acta", || hall.lines_of("acta_issued").pop());
    if let Some(text) = acta(&hall, sala) {
        for what in [
            "Aviso a la autoridad (art. 34.4, partida 1): Falta la bola 60",
            "El agente PN 12345 decide que la sesión termine",
            "Agente de la autoridad",
            "N.º de agente PN 12345",
            "se cuentan 89 bolas",
            "El juego no tiene 90 bolas (art. 34.4)",
        ] {
            assert!(text.contains(what), "no «{what}» in «{text}»");
        }
        let (_, closing) = text.split_once("Diligencia de cierre").expect("it closed");
        assert!(!closing.contains("Numeración completa"), "{closing}");
    }
    hall.finish();
}
