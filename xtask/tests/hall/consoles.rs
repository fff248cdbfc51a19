//! Hands at the consoles when something goes wrong beside them: two press at the same moment, the
//! server goes away under an open form, a scanner types into another window. Nothing happens twice,
//! nothing is lost, and the screen says what is so.

use hall_wire::board::{Play, Scene};
use hall_wire::link::{Client, Servers};
use serde_json::{Value, json};
use xtask::programs::Server;
use xtask::screens::Display;
use xtask::staff::key_of;

use crate::kit::{Hall, Setup};
use crate::mesa::{Mesa, Panel};

/// Has the same key go into two consoles while the server stands still, so that both ask before
/// either has an answer.
#[track_caller]
fn both(hall: &Hall, mesas: [&Mesa<'_>; 2], words: &str) {
    let ready = |shown: &Value| {
        shown["live"] == true && shown["next"].as_str().is_some_and(|next| next.contains(words))
    };
    for mesa in mesas {
        mesa.shows(&format!("{words}, not deaf"), ready);
    }
    let server = hall.server.as_ref().expect("it runs");
    server.freeze(true).expect("it runs");
    for mesa in mesas {
        mesa.screen().press(&["Return"]).expect("keys go in");
    }
    for mesa in mesas {
        mesa.shows("that it is being recorded", |shown| !shown["sending"].is_null());
    }
    server.freeze(false).expect("it runs");
}

/// Returns which of the two was refused, and with which code: exactly one, if any.
#[track_caller]
fn refused<'m>(mesas: [&'m Mesa<'m>; 2], scene: &str) -> (usize, String) {
    let shown = mesas.map(|mesa| {
        mesa.shows(&format!("{scene}, answered"), |shown| {
            shown["scene"] == scene && shown["sending"].is_null() && shown["connected"] == true
        })
    });
    let codes: Vec<(usize, String)> = shown
        .iter()
        .enumerate()
        .filter_map(|(place, shown)| Some((place, shown["refused"].as_str()?.to_owned())))
        .collect();
    assert_eq!(codes.len(), 1, "one of two is refused: {shown:#?}");
    codes[0].clone()
}

#[test]
fn two_consoles_that_press_at_the_same_moment_act_once() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let one = Mesa::open(&hall, &display);
    let two = Mesa::open_at(&hall, &display, "mesa-2", "1300,0");
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    one.balls(5);
    one.claim(&hall);
    both(&hall, [&one, &two], "DAR ");
    hall.board(|(_, board)| board.public.scene == Scene::Question);
    let (_, code) = refused([&one, &two], "question");
    assert_eq!(code, "canto-resuelto");
    both(&hall, [&one, &two], "ORDEN DE SEGUIR");
    hall.board(|(_, board)| board.public.scene == Scene::Draw);
    let (place, code) = refused([&one, &two], "draw");
    assert_eq!(code, "ya-no-es-asi");
    // The next key of the one who was refused does what it says.
    [&one, &two][place].balls(6);
    drop((one, two));
    hall.to_the_end(game);
    let evidence = hall.finish();
    let count = |kind: &str| evidence.of(kind).count();
    let awarded = count("play_awarded");
    assert_eq!((count("claim_accepted"), count("question_asked"), awarded), (2, 2, 2), "line and bingo");
}

#[test]
fn a_server_that_restarts_under_an_open_form_finds_it_as_it_was_left() {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(3);
    // Incidencias, anular, the second cause; the number of the game is not typed yet.
    let keys = |keys: &[&str]| mesa.screen().press(keys).expect("keys go in");
    let over = |what: &'static str| {
        move |shown: &Value| shown["over"].as_str().is_some_and(|over| over.contains(what))
    };
    keys(&["KP_Divide"]);
    mesa.shows("the list", over("Trouble"));
    keys(&["9"]);
    mesa.shows("the form", over("Void"));
    keys(&["2"]);
    mesa.offers("SEGUIR");
    keys(&["Return"]);
    let half = mesa.shows("what is missing", |shown| shown["missing"] == "escriba 1");
    let lines = hall.asked_lines();

    let address = hall.url().strip_prefix("http://").expect("a plain address").to_owned();
    hall.kill();
    let lost = mesa.shows("that it is alone", |shown| shown["band"] == "SIN CONEXIÓN");
    assert_eq!((&lost["over"], &lost["acts"]), (&half["over"], &json!(false)), "nothing can be asked");
    // What is typed meanwhile is kept; Intro is dead.
    keys(&["1", "Return"]);
    let port = hall.machine.as_ref().map(|machine| machine.port.clone());
    let server = Server::start_on(&hall.dir(), port.as_deref(), &address).expect("it starts again");
    hall.resume(server);
    let back = mesa.shows("the same step, answered", |shown| {
        shown["connected"] == true && shown["next"] == "SEGUIR" && shown["missing"].is_null()
    });
    assert_eq!(back["over"], half["over"]);
    assert_eq!(hall.asked_lines(), lines, "nothing was asked by the way");

    keys(&["Return"]);
    mesa.shows("that a second person is missing", |shown| !shown["missing"].is_null());
    mesa.screen().type_words("lucia").expect("keys go in");
    mesa.shows("that she may", |shown| shown["live"] == true && shown["next"] == "SEGUIR");
    keys(&["Return"]);
    mesa.screen().type_words(&hall.pin).expect("keys go in");
    mesa.shows("an act", |shown| shown["live"] == true && shown["next"] == "ANULAR LA PARTIDA 1");
    mesa.screen().hold("Return", true).expect("the key goes down");
    hall.board(|(_, board)| board.public.scene == Scene::Void);
    mesa.screen().hold("Return", false).expect("the key comes up");
    mesa.shows("the refunds", |shown| shown["over"].is_null() && shown["scene"] == "void");
    drop(mesa);
    let evidence = hall.finish();
    let causes: Vec<&Value> = evidence.of("game_voided").map(|row| &row.body["cause"]).collect();
    assert_eq!(causes, [&json!("Avería o accidente sin solución")]);
}

#[test]
fn a_press_that_the_server_dies_over_is_answered_when_it_is_back() {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(3);
    let waits = hall.next_ball();
    let words = format!("ANUNCIAR EL {waits}");
    mesa.shows(&words, |shown| shown["live"] == true && shown["next"] == words.as_str());
    hall.server.as_ref().expect("it runs").freeze(true).expect("it runs");
    mesa.screen().press(&["Return"]).expect("keys go in");
    mesa.shows("that it is being recorded", |shown| !shown["sending"].is_null());
    let address = hall.url().strip_prefix("http://").expect("a plain address").to_owned();
    hall.kill();
    let port = hall.machine.as_ref().map(|machine| machine.port.clone());
    let server = Server::start_on(&hall.dir(), port.as_deref(), &address).expect("it starts again");
    hall.resume(server);
    // After a restart the game stands still (DECISIONS 25): the ball is not announced behind anybody.
    mesa.shows("the answer", |shown| shown["connected"] == true && shown["sending"].is_null());
    mesa.screen().press(&["KP_Subtract"]).expect("keys go in");
    mesa.shows("the last ball", |shown| !shown["over"].is_null());
    let last = format!("{:02}", hall.called()[2]);
    mesa.screen().press(&[&last[..1], &last[1..]]).expect("keys go in");
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(5);
    assert_eq!(hall.called()[3], waits);
    drop(mesa);
    hall.to_the_end(game);
    let evidence = hall.finish();
    let fourth = evidence.of("ball_announced").filter(|row| row.body["ordinal"] == 4);
    assert_eq!(fourth.count(), 1);
}

#[test]
fn a_scanner_that_types_into_the_wrong_place_changes_nothing() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 12)]);
    let mut wall = Panel::start(&hall, &display, "pared.jsonl", &[]);
    wall.shows("the totals", |shown| shown["scene"] == "totals");
    let code = hall.sold()[0].code.clone();
    let lines = hall.asked_lines();
    // No card is expected before the draw: it is said, and nothing is asked.
    mesa.offers("LEÍDO");
    mesa.screen().scan(&code).expect("keys go in");
    mesa.shows("a refusal of its own", |shown| shown["refused"] == "lectura-fuera-de-lugar");
    // The wall has the keyboard: the console says so, and hears nothing.
    wall.screen().scan(&code).expect("keys go in");
    wall.screen().press(&["Return", "Escape", "q"]).expect("keys go in");
    mesa.shows("that it has no keyboard", |shown| shown["focused"] == false);
    assert!(wall.is_running());
    assert_eq!(hall.asked_lines(), lines, "the record knows nothing of it");
    // With the keyboard back, and after a stop, it is a claim.
    hall.start(game);
    mesa.balls(5);
    mesa.claim(&hall);
    mesa.press("Return", |board| board.public.scene == Scene::Question);
    wall.shows("the question", |shown| shown["scene"] == "question");
    drop((mesa, wall));
    hall.go_on(game);
    hall.to_the_end(game);
    hall.finish();
}

/// A prize nobody had claimed when its session closed is still paid against its card (35.6, DECISIONS 19).
#[test]
fn a_prize_left_unclaimed_at_the_close_is_paid_at_the_till_of_the_next_session() {
    let hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    let winner = loop {
        let called = hall.ball(game);
        if let Some(ticket) = hall.sold().into_iter().find(|ticket| ticket.has_bingo(&called)) {
            break ticket;
        }
    };
    hall.sing(game, Play::Bingo, &[winner]);
    hall.close_session();
    hall.keep(&hall.staff.open_session().expect("the next session opens"));
    let owed = hall.board(|(_, board)| board.public.scene == Scene::Idle).owed.clone();
    assert_eq!(owed.len(), 1, "{owed:?}");

    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let caja = Mesa::open_as(&hall, &display, "cajero", "caja-1", "0,0");
    caja.shows("that a card is missing", |shown| shown["missing"] == "falta pasar el cartón");
    caja.screen().scan(&winner.code).expect("keys go in");
    caja.offers("PAGAR");
    caja.press("Return", |board| board.owed.is_empty());
    drop(caja);
    let evidence = hall.finish();
    let paid: Vec<&Value> = evidence.of("prize_paid").map(|row| &row.body["amount_cents"]).collect();
    assert_eq!(paid, [&json!(owed[0].amount_cents)]);
}

/// A spare that was promoted knows nobody, and a log-in may be taken over in the same name: the desk asks for another one.
#[test]
fn a_desk_whose_log_in_is_of_no_value_any_more_asks_for_another() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    let (user, pin) = key_of("jefe_de_mesa");
    mesa.shows("who is logged in", |shown| shown["user"] == user && shown["connected"] == true);
    // One log-in for each person and device: this one ends the window's, whose token is answered with 401.
    let servers = Servers::from(&hall.url());
    Client::new(&servers).login(user, pin, "mesa-1").expect("the same person, elsewhere");
    // It says so, and asks the same person for the PIN.
    let ended = |shown: &Value| shown["refused"] == "entrada-terminada" && shown["connected"] == true;
    mesa.shows("that the log-in has ended", ended);
    let screen = mesa.screen();
    screen.type_words(pin).expect("keys go in");
    screen.press(&["Return"]).expect("keys go in");
    mesa.shows("who is logged in again", |shown| shown["user"] == user && shown["connected"] == true);
}
