//! Illegal requests in every phase over HTTP (E38, light): each is refused with its code, and
//! neither the record nor a board moves. The core's own tests do the same with random ones.

use hall_wire::board::Play;
use hall_wire::command::commands;
use hall_wire::link::Client;
use serde_json::{Value, json};
use xtask::staff::code;

use crate::founding::SERIES_SIZE;
use crate::kit::{Hall, PRICE, Setup};

/// The requests that belong to a game, with who may make them.
const OF_A_GAME: [(&str, &str); 19] = [
    ("issue-block", "cajero"),
    ("return-cards", "cajero"),
    ("transfer-cards", "cajero"),
    ("close-sale", "mesa"),
    ("start-draw", "mesa"),
    ("announce", "locutor"),
    ("stop", "locutor"),
    ("claim", "mesa"),
    ("accept-claim", "mesa"),
    ("reject-claim", "mesa"),
    ("ask-question", "mesa"),
    ("go-on", "mesa"),
    ("end-game", "mesa"),
    ("pay-prize", "cajero"),
    ("withhold-prize", "mesa"),
    ("confirm-void", "sala"),
    ("refund-cards", "cajero"),
    ("raise-hold", "mesa"),
    ("confirm-hold-exit", "mesa"),
];

fn person<'a>(hall: &'a Hall, role: &str) -> &'a Client {
    match role {
        "sala" => &hall.staff.sala,
        "mesa" => &hall.staff.mesa,
        "cajero" => &hall.staff.cajero,
        _ => &hall.staff.locutor,
    }
}

/// The documented example of a command, about this game where it is about one.
fn example(command: &str, game: u32) -> Value {
    let spec = hall_wire::command::command(command).expect("a command");
    let mut body: Value =
        serde_json::from_str(spec.kind.example().expect("it has an address")).expect("an example is JSON");
    if body.get("game").is_some() {
        body["game"] = game.into();
    }
    body
}

/// Asks for everything that may not be in this phase.
///
/// `legal`: requests of a game that may be. `more`: role, request, body and the code it gets.
fn illegal(hall: &Hall, phase: &str, game: u32, legal: &[&str], more: &[(&str, &str, Value, &str)]) {
    let (lines, board, refusals) = (hall.asked_lines(), hall.public(), refusals(hall));
    let mut asked = 0;
    let mut refused = |role: &str, command: &str, body: &Value| {
        asked += 1;
        match hall.ask(person(hall, role), command, body) {
            Ok(answer) => panic!("{phase}: {role} was granted {command} {body}: {answer:?}"),
            Err(error) => code(&error).to_owned(),
        }
    };
    // Not by these people, whatever the phase.
    let names = [
        ("sala", "jefe_de_sala"),
        ("mesa", "jefe_de_mesa"),
        ("cajero", "cajero"),
        ("locutor", "vendedor_locutor"),
    ];
    for kind in commands().map(|spec| spec.kind) {
        let may = |name: &str| kind.roles().iter().any(|role| role.name() == name);
        for (role, _) in names.iter().filter(|(_, name)| !may(name)) {
            let name = kind.name();
            assert_eq!(refused(role, name, &example(name, game)), "sin-facultad", "{phase} {name}");
        }
    }
    // Not about a game that is not, and not about this one now.
    for (command, role) in OF_A_GAME {
        let code = refused(role, command, &example(command, 99));
        assert_eq!(code, "partida-desconocida", "{phase}: {command} 99");
        if !legal.contains(&command) {
            refused(role, command, &example(command, game));
        }
    }
    for (role, command, body, code) in more {
        assert_eq!(refused(role, command, body), *code, "{phase}: {command} {body}");
    }
    // A stranger, and somebody whose token is not ours.
    for token in [None, Some("00".repeat(32))] {
        asked += 1;
        let stranger = Client::new(&hall.url()).with_token(token);
        let error = hall.ask(&stranger, "open-sale", &example("open-sale", game)).expect_err("refused");
        assert_eq!(code(&error), "sin-identificar");
    }
    assert_eq!(hall.asked_lines(), lines, "{phase}: the record is as it was");
    assert_eq!(hall.public(), board, "{phase}: and so is the board");
    // The canary: they came to the desk and were refused there, all but the strangers'.
    let counted = self::refusals(hall) - refusals;
    assert!(counted > 40 && counted <= asked, "{phase}: {counted} of {asked}");
}

fn refusals(hall: &Hall) -> u64 {
    let text = String::from_utf8(hall.staff.sala.get_bytes("/metrics").expect("figures")).expect("text");
    let line = text.lines().find_map(|line| line.strip_prefix("bombo_refusals_total "));
    line.and_then(|figure| figure.parse().ok()).expect("a figure")
}

#[test]
fn illegal_requests_change_nothing_in_any_phase() {
    let hall = Hall::open(&Setup::default());
    let sale = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    let session = example("open-session", 1);
    let busy = ("mesa", "open-sale", sale.clone(), "partida-en-curso");
    let open = ("mesa", "open-session", session, "sesion-abierta");
    let close = ("mesa", "close-session", json!({"balls_counted": 90}), "partida-en-curso");

    illegal(
        &hall,
        "between games",
        1,
        &[],
        &[
            open.clone(),
            ("mesa", "close-session", json!({"balls_counted": 89}), "comprobacion-incompleta"),
            (
                "mesa",
                "open-sale",
                json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE + 1}),
                "precio-distinto",
            ),
            (
                "mesa",
                "open-sale",
                json!({"series": "B1", "series_size": SERIES_SIZE, "face_value_cents": PRICE}),
                "serie-desconocida",
            ),
            (
                "sala",
                "receive-series",
                json!({"series": "A17", "matrix": 1, "face_value_cents": PRICE}),
                "serie-existente",
            ),
            (
                "sala",
                "receive-series",
                json!({"series": "C1", "matrix": 9, "face_value_cents": PRICE}),
                "matriz-desconocida",
            ),
        ],
    );

    let game = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 6)));
    let block = |first: u32, last: u32, price: u64, seller: u32| json!({"game": game, "series": "A17", "first": first, "last": last, "price_cents": price, "seller": seller});
    let seller = hall.staff.sellers[1];
    illegal(
        &hall,
        "on sale",
        game,
        &["close-sale", "issue-block", "return-cards", "transfer-cards"],
        &[
            open.clone(),
            busy.clone(),
            close.clone(),
            ("cajero", "issue-block", block(7, 8, PRICE - 1, seller), "precio-distinto"),
            ("cajero", "issue-block", block(9, 10, PRICE, seller), "sin-correlacion"),
            ("cajero", "issue-block", block(6, 8, PRICE, seller), "sin-correlacion"),
            ("cajero", "issue-block", block(8, 7, PRICE, seller), "numeracion-no-valida"),
            ("cajero", "issue-block", block(7, SERIES_SIZE + 1, PRICE, seller), "numeracion-no-valida"),
            ("cajero", "issue-block", block(7, 8, PRICE, hall.staff.sala_no), "no-es-vendedor"),
            ("cajero", "issue-block", block(7, 8, PRICE, 77), "persona-desconocida"),
            (
                "cajero",
                "return-cards",
                json!({"game": game, "series": "A17", "first": 7, "last": 7, "seller": seller}),
                "cartones-de-otro",
            ),
        ],
    );

    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    illegal(&hall, "announced", game, &["start-draw"], &[busy.clone(), close.clone()]);

    hall.start(game);
    let called = hall.balls(game, 4);
    let board = hall.at_rest();
    let next = (board.pending[0].ordinal, board.pending[0].ball);
    let announce = |ordinal: u8, ball: u8| json!({"game": game, "ordinal": ordinal, "ball": ball});
    illegal(
        &hall,
        "drawing",
        game,
        &["claim", "announce", "stop", "raise-hold"],
        &[
            busy.clone(),
            close.clone(),
            ("locutor", "announce", announce(4, called[3]), "ya-no-es-asi"),
            ("locutor", "announce", announce(next.0 + 1, next.1), "ya-no-es-asi"),
            ("locutor", "announce", announce(next.0, called[0]), "ya-no-es-asi"),
            ("locutor", "stop", json!({"game": game, "announced": 3}), "ya-no-es-asi"),
            ("mesa", "go-on", json!({"game": game, "stop": 1}), "ya-no-es-asi"),
        ],
    );

    hall.must(&hall.staff.locutor, "stop", &json!({"game": game, "announced": 4}));
    let at = |stop: u32| json!({"game": game, "stop": stop});
    illegal(
        &hall,
        "stopped",
        game,
        &["claim", "go-on", "raise-hold"],
        &[
            busy.clone(),
            ("mesa", "go-on", at(2), "ya-no-es-asi"),
            ("mesa", "ask-question", at(1), "nada-que-preguntar"),
            ("mesa", "end-game", at(1), "sin-bingo"),
            ("locutor", "announce", announce(next.0, next.1), "fase-inadecuada"),
            ("mesa", "accept-claim", json!({"game": game, "claim": 7}), "canto-desconocido"),
        ],
    );

    hall.must(&hall.staff.mesa, "raise-hold", &json!({"game": game, "reason": "una bola en el suelo"}));
    let hold = hall.board(|(_, board)| !board.holds.is_empty()).holds.first().cloned().expect("a hold");
    let exit = json!({"game": game, "hold": hold.hold, "exit": "repaired"});
    illegal(
        &hall,
        "held",
        game,
        &["claim", "raise-hold"],
        &[
            ("mesa", "go-on", at(1), "en-alto"),
            ("sala", "confirm-hold-exit", exit.clone(), "salida-inadecuada"),
            ("mesa", "ask-hold-exit", json!({"game": game, "hold": 77, "exit": "repaired"}), "sin-alto"),
        ],
    );
    hall.leave(game, hold.hold, &json!({"exit": "repaired"}));

    hall.go_on(game);
    hall.balls(game, 5);
    hall.at_rest();
    let winner = hall.tickets.get("A17", 1).code.clone();
    let claim = json!({"game": game, "play": "line", "code": winner});
    hall.must(&hall.staff.mesa, "claim", &claim);
    illegal(
        &hall,
        "a good claim waits",
        game,
        &["claim", "accept-claim", "reject-claim", "raise-hold"],
        &[
            ("mesa", "go-on", at(2), "cantos-pendientes"),
            ("mesa", "ask-question", at(2), "cantos-pendientes"),
        ],
    );
    hall.must(&hall.staff.mesa, "accept-claim", &json!({"game": game, "claim": 1}));
    hall.must(&hall.staff.mesa, "ask-question", &at(2));
    illegal(
        &hall,
        "the question",
        game,
        &["claim", "raise-hold"],
        &[
            ("mesa", "ask-question", at(2), "ya-preguntado"),
            ("mesa", "go-on", at(1), "ya-no-es-asi"),
            ("mesa", "end-game", at(2), "sin-bingo"),
            ("mesa", "accept-claim", json!({"game": game, "claim": 1}), "canto-resuelto"),
        ],
    );
    hall.go_on(game);
    hall.balls(game, 15);
    let ticket = hall.tickets.get("A17", 1).clone();
    hall.sing(game, Play::Bingo, &[&ticket]);

    let other = hall.tickets.get("A17", 2).code.clone();
    illegal(
        &hall,
        "ended",
        game,
        &["pay-prize", "withhold-prize"],
        &[
            ("cajero", "pay-prize", json!({"game": game, "prize": 1, "code": other}), "no-es-el-premiado"),
            ("cajero", "pay-prize", json!({"game": game, "prize": 9, "code": winner}), "premio-desconocido"),
        ],
    );
    hall.pay(game);
    illegal(
        &hall,
        "paid",
        game,
        &[],
        &[
            ("cajero", "pay-prize", json!({"game": game, "prize": 1, "code": winner}), "premio-no-pendiente"),
            ("mesa", "ask-void", json!({"game": game, "cause": "tarde"}), "premios-pagados"),
        ],
    );

    let void = hall.sell(&[("A17", 7, 12)]);
    hall.must(&hall.staff.mesa, "ask-void", &json!({"game": void, "cause": "avería"}));
    hall.must(&hall.staff.sala, "confirm-void", &json!({"game": void, "cause": "avería"}));
    let refund = |first: u32, last: u32| json!({"game": void, "series": "A17", "first": first, "last": last});
    hall.must(&hall.staff.cajero, "refund-cards", &refund(7, 8));
    illegal(
        &hall,
        "void",
        void,
        &[],
        &[
            ("cajero", "refund-cards", refund(8, 9), "ya-devuelto"),
            ("cajero", "refund-cards", refund(12, 13), "sin-devolucion"),
            ("mesa", "ask-void", json!({"game": game, "cause": "tarde"}), "premios-pagados"),
        ],
    );
    hall.must(&hall.staff.cajero, "refund-cards", &refund(9, 12));
    hall.close_session();
    illegal(&hall, "closed", void, &[], &[("mesa", "open-sale", sale, "sin-sesion")]);
    hall.finish();
}
