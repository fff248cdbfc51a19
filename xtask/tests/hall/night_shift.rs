//! What else a night can bring, through HTTP: who stands in for whom, other balls, the inspector, the
//! closing hour; and what the acta says of them.

use hall_wire::board::Play;
use hall_wire::link::Client;
use serde_json::{Value, json};
use xtask::programs::Machine;
use xtask::staff::code;

use crate::bad_nights::{acta, acta_says};
use crate::founding::{SERIES_SIZE, numbers_of};
use crate::kit::{Hall, PRICE, Setup, until};
use crate::restart_held::person;

/// Returns the code with which a door is closed; nothing when it opens.
fn door(who: &Client, path: &str) -> Option<String> {
    who.get_bytes(path).err().map(|error| code(&error).to_owned())
}

#[test]
fn who_stands_in_has_the_powers_and_the_doors_and_who_left_has_neither() {
    let mut hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let [sala, mesa, cajero, locutor] =
        [&hall.staff.sala, &hall.staff.mesa, &hall.staff.cajero, &hall.staff.locutor].map(|who| who.clone());
    let [mesa_no, cajero_no, locutor_no] = [&mesa, &cajero, &locutor].map(person);
    let change = |post: &str, person: u32, stand_in: u32| json!({"post": post, "person": person, "stand_in": stand_in, "reason": "indisposición"});
    let sale = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    // The caller takes the till: its doors are the cajero's no longer.
    let cards = "/api/series/A17/cards.csv";
    assert_eq!(door(&locutor, cards).as_deref(), Some("sin-facultad"));
    hall.must(&sala, "substitute", &change("cajero", cajero_no, locutor_no));
    assert_eq!((door(&locutor, cards), door(&locutor, "/api/people")), (None, None));
    assert_eq!(door(&cajero, cards).as_deref(), Some("sin-facultad"));
    assert_eq!(door(&cajero, "/api/sessions/1/acta.pdf").as_deref(), Some("sin-facultad"));
    let me: Value = locutor.get("/api/me").expect("a good token");
    assert_eq!(me["roles"], json!(["vendedor_locutor", "cajero"]));
    // Also after a cut, and until the post is given back.
    hall.kill();
    hall.begin();
    let again =
        |hall: &Hall, who: &Client| Client::new(&hall.url()).with_token(who.token().map(str::to_owned));
    let [sala, mesa, cajero, locutor] = [sala, mesa, cajero, locutor].map(|who| again(&hall, &who));
    assert_eq!((door(&locutor, cards), door(&cajero, cards).as_deref()), (None, Some("sin-facultad")));
    hall.must(&sala, "substitute", &change("cajero", locutor_no, cajero_no));
    assert_eq!((door(&locutor, cards).as_deref(), door(&cajero, cards)), (Some("sin-facultad"), None));

    // The cajero sells for a seller who is away, and then takes the jefe de mesa's chair.
    hall.must(&sala, "substitute", &change("vendedor_locutor", hall.staff.sellers[1], cajero_no));
    let game = hall.open_sale("A17");
    let mut block = hall.block(game, ("A17", 1, 6));
    assert_eq!(hall.refused(&cajero, "issue-block", &block), "no-es-vendedor");
    block["seller"] = cajero_no.into();
    hall.must(&cajero, "issue-block", &block);
    hall.must(&mesa, "close-sale", &json!({"game": game}));
    assert_eq!(hall.refused(&cajero, "open-sale", &sale), "sin-facultad");
    hall.must(&mesa, "substitute", &change("jefe_de_mesa", mesa_no, cajero_no));
    assert_eq!(hall.refused(&mesa, "start-draw", &json!({"game": game})), "sin-facultad");
    until("a machine that is ready", || hall.ask(&cajero, "start-draw", &json!({"game": game})).ok());
    hall.balls(game, 5);
    // E46: a card that was sold by whoever looks at it.
    let ticket = hall.tickets.get("A17", 1).code.clone();
    hall.must(&locutor, "claim", &json!({"game": game, "play": "line", "code": ticket}));
    let settle = json!({"game": game, "claim": 1});
    assert_eq!(hall.refused(&cajero, "accept-claim", &settle), "vendido-por-usted");
    let reject = json!({"game": game, "claim": 1, "reason": "manipulated"});
    assert_eq!(hall.refused(&cajero, "reject-claim", &reject), "vendido-por-usted");
    assert_eq!(hall.refused(&mesa, "accept-claim", &settle), "sin-facultad");
    hall.must(&sala, "substitute", &change("jefe_de_mesa", cajero_no, mesa_no));
    hall.must(&mesa, "accept-claim", &settle);
    hall.must(&mesa, "ask-question", &json!({"game": game, "stop": hall.stop_no()}));
    hall.go_on(game);
    hall.balls(game, 15);
    hall.sing(game, Play::Bingo, &[hall.tickets.get("A17", 1)]);
    let pay = |prize: u32| json!({"game": game, "prize": prize, "code": ticket});
    assert_eq!(hall.refused(&cajero, "pay-prize", &pay(1)), "vendido-por-usted");
    hall.must(&sala, "substitute", &change("cajero", cajero_no, locutor_no));
    hall.must(&locutor, "pay-prize", &pay(1));
    hall.must(&locutor, "pay-prize", &pay(2));
    let says = [
        "Nuria Campos Rey ocupa el puesto de Carmen Peña Gil como cajero: indisposición",
        "Carmen Peña Gil ocupa el puesto de Rafael Ortega Díaz como jefe de mesa: indisposición",
        "Rafael Ortega Díaz ocupa el puesto de Carmen Peña Gil como jefe de mesa: indisposición",
    ];
    acta_says(&hall, &says, &[]);
    // With the session its substitutions end: the cajero has the till again.
    assert_eq!((door(&locutor, cards).as_deref(), door(&cajero, cards)), (Some("sin-facultad"), None));
    hall.finish();
}

#[test]
fn the_balls_are_changed_between_two_games() {
    let mut hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let first = hall.sell(&[("A17", 1, 6)]);
    hall.start(first);
    hall.ball(first);
    let change = |balls: u8| {
        json!({"set": "J2", "reserve_set": "J1", "balls_counted": balls, "seals_whole": true,
            "reason": "Bola 7 golpeada"})
    };
    assert_eq!(hall.refused(&hall.staff.mesa, "change-ball-set", &change(90)), "fase-inadecuada");
    hall.void(first);
    assert_eq!(hall.refused(&hall.staff.mesa, "change-ball-set", &change(89)), "comprobacion-incompleta");
    hall.must(&hall.staff.mesa, "change-ball-set", &change(90));
    let game = hall.sell(&[("A17", 7, 12)]);
    // The old balls are still in the machine.
    let error = until("the machine's old set is seen", || {
        let error = hall.ask(&hall.staff.mesa, "start-draw", &json!({"game": game})).expect_err("not J1");
        error.to_string().contains("no es el de la sesión").then_some(error)
    });
    assert_eq!(code(&error), "maquina-no-preparada");
    hall.machine = None;
    let orders = hall.dir().join("extracciones.txt");
    let numbers = numbers_of(7).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    std::fs::write(&orders, numbers).expect("the folder can be written");
    let orders = orders.to_str().expect("a plain path").to_owned();
    let options = ["--interval-ms", "24", "--seed", "2", "--orders", &orders];
    hall.machine = Some(Machine::start_with(&hall.dir(), "J2", &options).expect("the simulator starts"));
    hall.start(game);
    hall.to_the_end(game);
    let says = [
        "El juego de bolas J1 se cambia por el J2, con 90 bolas contadas; juego de reserva J1: Bola 7 golpeada",
        "Juego Partidas antes Después Máximo Homologación Fabricante Última inspección J1 0 1 1.000 HB-2024/J1",
        "J2 0 1 1.000 HB-2024/J2",
    ];
    acta_says(&hall, &says, &[]);
    hall.finish();
}

#[test]
fn the_inspector_looks_in_mid_game_and_that_is_recorded() {
    let hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let mut inspector = Client::new(&hall.url());
    inspector.login("gonzalo", "577215", "visita").expect("an inspector comes in");
    let look = || -> Value { inspector.get("/api/inspeccion").expect("at once") };
    let so_far = |state: &str| {
        let Some(text) = acta(&hall, &inspector) else { return };
        for what in ["EN CURSO", "Sesión en curso: aún no hay diligencia de cierre", state] {
            assert!(text.contains(what), "no «{what}» in «{text}»");
        }
    };
    assert_eq!((look()["scene"].clone(), look()["game"].clone()), (json!("idle"), Value::Null));
    so_far("Partidas de la sesión hasta ahora");
    let game = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 6)));
    let on_sale = look();
    assert_eq!((&on_sale["cards"], &on_sale["takings_cents"]), (&json!(6), &json!(1200)));
    assert_eq!(on_sale["segments"], json!([{"series": "A17", "first": 1, "last": 6}]));
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    hall.start(game);
    hall.balls(game, 4);
    let lines = hall.lines_of("inspection_made").len();
    let playing = look();
    assert_eq!((&playing["game"], &playing["series"]), (&json!(game), &json!("A17")));
    assert_eq!(hall.lines_of("inspection_made").len(), lines + 1);
    so_far("n.º absoluto 1 · EN CURSO");
    hall.must(&hall.staff.mesa, "raise-hold", &json!({"game": game, "reason": "una bola en el suelo"}));
    assert_eq!(look()["scene"], "hold");
    so_far("Sin resolver");
    // He sees all and changes nothing (37.5); and what he sees, not everybody does.
    assert_eq!(hall.refused(&inspector, "stop", &json!({"game": game, "announced": 4})), "sin-facultad");
    assert_eq!(door(&hall.staff.locutor, "/api/inspeccion").as_deref(), Some("sin-facultad"));
    hall.void(game);
    acta_says(
        &hall,
        &["Se exhiben la serie, la numeración, el precio, los cartones y su importe de la partida 1"],
        &["EN CURSO"],
    );
    let evidence = hall.finish();
    let of_game = evidence.of("inspection_made").filter(|row| row.body["game"] == game).count();
    assert_eq!((evidence.of("inspection_made").count(), of_game), (5, 3));
}

#[test]
fn a_closing_hour_that_is_over_today_is_tomorrows() {
    let hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let check = |hour: &str| {
        json!({"sala": hall.staff.sala_no, "balls_counted": 90, "set": "J1", "reserve_set": "J2",
            "seals_whole": true, "installations_work": true, "public_witness": true, "reserve_machine": true,
            "closing_hour": hour})
    };
    assert_eq!(hall.refused(&hall.staff.mesa, "open-session", &check("25:00")), "valor-no-valido");
    hall.sign_count("J1", 90);
    // The date and the hour of an earlier line of the record, in the hall's own time.
    let opened = hall.must(&hall.staff.mesa, "open-session", &check("00:00"));
    let closes = opened.events[1].body["closes"].clone();
    let date = opened.events[0].body["date"].as_str().expect("a date").to_owned();
    let text = closes.to_string();
    assert!(!text.contains(&date) && text.contains("00:00"), "midnight is tomorrow's: {text}, {date}");
    // So the sale opens: the hour is not over.
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.void(game);
    acta_says(&hall, &["hora de cierre autorizada: 00:00 del"], &[]);
    hall.finish();
}
