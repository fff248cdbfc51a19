//! Certificates that are over, of another hall, copied, or of a hall that has a new key; codes that are not good (ADR 83, reliability.md
//! E 54). Each is refused in the words of whoever stands before the device, nothing of it is recorded or shown, and what the words say
//! mends it. The devices are at another address of a network of the test's own.

use std::fs;

use hall_panel_tools::alpha::Sign;
use hall_panel_tools::stand::Stand;
use hall_trust::{Authority, FILE, Identity, NewKey};
use hall_wire::board::PublicBoard;
use hall_wire::link::{Client, Link, Servers, come_as};
use serde_json::Value;

use crate::hardware::{HERE, Showing, begins, log_of};
use crate::kit::{Hall, Setup, until};
use crate::let_in::{asks, code_for, enrolled, file, folder, let_in, refusal, revoke};

const DAY: i64 = 24 * 60 * 60;

fn hall() -> Hall {
    Hall::open(&Setup { machine: false, network: true, ..Setup::default() })
}

/// What the hall's clock says, in seconds of Unix time.
fn now(hall: &Hall) -> i64 {
    hall.board(|_| true);
    hall.desk.board().clock.expect("it has a board").now_utc_ms() / 1_000
}

/// The hall's authority.
fn authority(hall: &Hall) -> Authority {
    Authority::of_folder(&hall.dir(), now(hall)).expect("it has one")
}

/// Has the certificate of an enrolled device be one that was signed so many days from now, and lasts as all do.
fn sign_again(hall: &Hall, name: &str, days: i64) {
    let file = file(hall, name);
    let identity = Identity::read(&file).expect("a good file").expect("there is one");
    let key = identity.public_key().expect("a key");
    let signed = authority(hall).device_certificate(&key, name, &identity.post, now(hall) + days * DAY);
    identity.renewed(signed.to_vec()).expect("its own key").keep(&file).expect("the folder can be written");
}

/// The device of this name, as its program begins.
fn comes(hall: &Hall, name: &str) -> Servers {
    let servers = Servers::new(&hall.encrypted());
    come_as(&servers, &file(hall, name)).expect("a good file").expect("there is one");
    servers
}

/// A sign of the hall, let in by its own program; and what it is started with.
fn sign(hall: &Hall) -> (Stand<Sign>, Vec<String>) {
    let stand = Stand::on_tcp(Sign::new(true, false), HERE.into()).expect("a port");
    let mut options =
        vec!["--driver".to_owned(), "rotulo-alpha-con-respuesta".to_owned(), "--to".to_owned(), stand.to()];
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    let identity = let_in(hall, "rotulo-1", ("hall-panel", &words));
    options.extend(["--identity".to_owned(), identity]);
    (stand, options)
}

fn show(hall: &Hall, options: &[String]) -> Showing {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    Showing::start_at(hall, &hall.encrypted(), "rotulo-1", &options)
}

/// Waits until the sign's program has said this.
fn says(hall: &Hall, words: &str) {
    until(words, || log_of(hall, "rotulo-1").contains(words).then_some(()));
}

/// The sign is taken out of the list, let in with a new code, and shows the hall again.
fn comes_again(hall: &Hall, stand: &Stand<Sign>, options: &[String]) {
    revoke(hall, "rotulo-1");
    let words: Vec<&str> = options[..4].iter().map(String::as_str).collect();
    let_in(hall, "rotulo-1", ("hall-panel", &words));
    let showing = show(hall, options);
    stand.until("the hall", begins("BINGO")).unwrap();
    drop(showing);
}

/// The lines of the record that devices led to.
fn of_devices(hall: &Hall) -> usize {
    hall.record().iter().filter(|row| row.line.kind.starts_with("device_")).count()
}

#[test]
fn a_certificate_that_is_over_is_told_with_both_dates_and_a_new_code_mends_it() {
    let hall = hall();
    let (stand, options) = sign(&hall);
    sign_again(&hall, "rotulo-1", -500);
    let (kept, lines) = (fs::read(file(&hall, "rotulo-1")).expect("it is kept"), of_devices(&hall));
    let told = refusal(&comes(&hall, "rotulo-1"));
    assert!(told.starts_with("certificado-caducado: El certificado de «rotulo-1» caducó el "), "{told}");
    assert!(told.contains("según el reloj del servidor es el "), "the clock may be what is wrong: {told}");
    let showing = show(&hall, &options);
    says(&hall, "el servidor no admite este panel: El certificado de «rotulo-1» caducó el ");
    stand.look(|sign, _| assert!(!sign.lines().concat().contains("BINGO"), "{:?}", sign.lines()));
    // It is not renewed either: whoever has an old file is not let in by it.
    assert_eq!(fs::read(file(&hall, "rotulo-1")).expect("it is kept"), kept);
    assert_eq!(of_devices(&hall), lines);
    drop(showing);
    // As the words say: out of the list, and in again.
    comes_again(&hall, &stand, &options);
    hall.finish();
}

/// A clock that is a year behind at the device, or a server's that was a year ahead when it signed: nobody is kept out, and the dates are
/// right again with the next certificate.
#[test]
fn a_certificate_that_begins_in_a_year_is_believed_and_renewed() {
    let hall = hall();
    enrolled(&hall, "panel-1", "panel");
    sign_again(&hall, "panel-1", 365);
    let ahead = fs::read(file(&hall, "panel-1")).expect("it is kept");
    let servers = comes(&hall, "panel-1");
    Client::new(&servers).get::<Value>("/api/board").expect("the board");
    until("a certificate of today", || (fs::read(file(&hall, "panel-1")).ok()? != ahead).then_some(()));
    // And of the oldest that is good, the last day is.
    sign_again(&hall, "panel-1", -399);
    Client::new(comes(&hall, "panel-1")).get::<Value>("/api/board").expect("the last day");
    hall.finish();
}

#[test]
fn a_hall_with_a_new_key_is_told_with_both_keys_and_its_file_or_a_new_code_mends_it() {
    let mut hall = hall();
    let (stand, options) = sign(&hall);
    let showing = show(&hall, &options);
    stand.until("the hall", begins("BINGO")).unwrap();
    let (ours, kept) = (authority(&hall).key(), fs::read(hall.dir().join(FILE)).expect("its file"));

    hall.kill();
    fs::remove_file(hall.dir().join(FILE)).expect("it is there");
    hall.begin();
    let theirs = authority(&hall).key();
    assert_ne!(theirs, ours);
    says(&hall, &format!("no es el servidor de esta sala: su clave es {theirs} y la de la sala {ours}"));
    stand.until("that the hall is lost", begins("SIN CONEXION")).unwrap();
    assert_eq!(of_devices(&hall), 1, "it let in, and no more");

    // The server's clock, name and address are what they were: only its file comes back.
    hall.kill();
    fs::write(hall.dir().join(FILE), kept).expect("a folder of ours");
    hall.begin();
    stand.until("the hall again", begins("BINGO")).unwrap();

    // Lost for good: the device is let in by the new one.
    hall.kill();
    fs::remove_file(hall.dir().join(FILE)).expect("it is there");
    hall.begin();
    stand.until("that the hall is lost", begins("SIN CONEXION")).unwrap();
    drop(showing);
    comes_again(&hall, &stand, &options);
    hall.finish();
}

/// A second hall's devices on the same network, and one that somebody has told the wrong key: the server believes its own authority
/// alone.
#[test]
fn a_certificate_of_another_hall_opens_nothing_here_whatever_it_is_told() {
    let hall = hall();
    let (ours, theirs) = (authority(&hall), Authority::make(now(&hall)));
    let at = file(&hall, "panel-9");
    let key = NewKey::beside(&at).expect("a folder of ours");
    let of_them = |days: i64| {
        let signed = theirs.device_certificate(&key.public(), "panel-9", "panel", now(&hall) + days * DAY);
        key.signed(ours.key(), "panel-9".into(), "panel".into(), signed.to_vec()).expect("its own key")
    };
    let lines = hall.record().len();
    for days in [0, -500, 365] {
        let servers = Servers::new(&hall.encrypted());
        servers.speak_as(&of_them(days));
        let told = refusal(&servers);
        assert!(
            told.starts_with("certificado-ajeno: El certificado de este puesto no es de esta sala."),
            "{told}"
        );
        let screen: Link<PublicBoard> = Link::open(&servers, "panel-9", None);
        until("a screen that is refused", || {
            screen.board().refused.map(|why| assert_eq!(why.code, "certificado-ajeno"))
        });
        assert_eq!(screen.board().wholes, 0, "it has seen nothing");
        let signs = Client::new(&servers).login("rafael", "271828", "panel-9").map(drop);
        assert!(signs.is_err(), "nor does anybody log in there");
    }
    assert_eq!(hall.record().len(), lines);
    // «Dele de alta aquí con un código.»
    let identity = of_them(0);
    identity.keep(&at).expect("a folder of ours");
    let here = enrolled(&hall, "panel-9", "panel");
    Client::new(&here).get::<Value>("/api/board").expect("a device of this hall");
    hall.finish();
}

/// Whoever copies the file is the device, as with a copied key of iron, until somebody says that it was copied.
#[test]
fn a_copied_identity_is_the_device_until_it_is_revoked_and_then_neither_is() {
    let hall = hall();
    let own = enrolled(&hall, "panel-1", "panel");
    let copy = folder(&hall).join("copia.alta");
    fs::copy(file(&hall, "panel-1"), &copy).expect("a folder of ours");
    let stolen = Servers::new(&hall.encrypted());
    come_as(&stolen, &copy).expect("a good file").expect("there is one");
    let screens = [&own, &stolen].map(|servers| Link::<PublicBoard>::open(servers, "panel-1", None));
    until("both boards", || screens.iter().all(|screen| screen.board().connected).then_some(()));
    revoke(&hall, "panel-1");
    for screen in &screens {
        let why = until("a screen that is cut off", || screen.board().refused);
        assert_eq!((why.code.as_str(), screen.board().connected), ("puesto-de-baja", false));
    }
    let lines = hall.record().len();
    for servers in [&own, &stolen] {
        assert!(refusal(servers).starts_with("puesto-de-baja: El equipo «panel-1» está dado de baja."));
    }
    // With a new code it is another device: the copy stays out.
    let again = enrolled(&hall, "panel-1", "panel");
    Client::new(&again).get::<Value>("/api/board").expect("the board");
    assert!(refusal(&stolen).starts_with("puesto-de-baja"));
    assert_eq!(hall.record().len(), lines + 1);
    drop(screens);
    hall.finish();
}

#[test]
fn a_code_that_is_wrong_used_or_over_is_told_by_the_program_and_leaves_no_line() {
    let mut hall = hall();
    let camera: (&str, &[&str]) = ("hall-camera", &[]);
    let given = code_for(&hall, "camara-1");
    let wrong =
        format!("{}{:07}", &given[..1], (given[1..].parse::<u32>().expect("digits") + 1) % 10_000_000);
    let (well, words) = asks(&hall, "camara-1", camera, &wrong);
    assert!(
        !well && words.contains("el código no es el de esta sala: tecléelo otra vez, o pida otro"),
        "{words}"
    );
    assert_eq!(of_devices(&hall), 0);
    let (well, words) = until("a try that has not to wait", || {
        Some(asks(&hall, "camara-1", camera, &given)).filter(|(_, words)| !words.contains("Demasiado pronto"))
    });
    assert!(well && words.contains("Alta hecha: «camara-1»"), "the right one is good yet: {words}");
    // Once.
    let (well, words) = asks(&hall, "camara-2", camera, &given);
    assert!(!well && words.contains("Código incorrecto"), "{words}");
    // Over: ten minutes, and the end of the server.
    let given = code_for(&hall, "camara-3");
    hall.kill();
    hall.begin();
    let (well, words) = asks(&hall, "camara-3", camera, &given);
    assert!(!well && words.contains("Código incorrecto"), "{words}");
    assert_eq!(of_devices(&hall), 1);
    // «Pida otro»: the key that was made for the first try is the one that is signed.
    let given = code_for(&hall, "camara-3");
    let (well, words) = until("a try that has not to wait", || {
        Some(asks(&hall, "camara-3", camera, &given)).filter(|(_, words)| !words.contains("Demasiado pronto"))
    });
    assert!(well && words.contains("Alta hecha: «camara-3»"), "{words}");
    hall.finish();
}
