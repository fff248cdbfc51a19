//! A personal key on a console's own window: made, enrolled, an acta signed with it, and everybody who checks says so (issue 19,
//! point 2; ADR 57).

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hall_wire::message::Signatures;
use serde_json::{Value, json};
use xtask::screens::Display;

use crate::export::{checked, page_of, python};
use crate::kit::{Hall, Setup, said, tool};
use crate::mesa::Mesa;

const PIN: &str = "904416";

/// Types what a person types, at the pace of a person.
fn keys(mesa: &Mesa<'_>, keys: &str) {
    mesa.screen().hurry(keys, 90).expect("keys go in");
}

fn press(mesa: &Mesa<'_>, key: &str) {
    mesa.screen().press(&[key]).expect("keys go in");
}

fn lies_over(mesa: &Mesa<'_>, over: &str) {
    mesa.shows(over, |shown| shown["over"] == over && shown["sending"].is_null());
}

/// Goes to the signatures from the desk.
fn to_signatures(mesa: &Mesa<'_>) {
    press(mesa, "F4");
    lies_over(mesa, "Look(Acta)");
    press(mesa, "F5");
    lies_over(mesa, "Sign");
}

/// Chooses to sign with the key, once it is known that there is one.
fn with_key(mesa: &Mesa<'_>) {
    mesa.shows("the papers", |shown| shown["next"] == "FIRMAR");
    press(mesa, "F5");
    mesa.shows("that the key signs", |shown| shown["next"] != "FIRMAR");
}

/// Waits for a refusal, and takes the time to read it: what is typed at once is left out.
fn refused(mesa: &Mesa<'_>, code: &str) {
    mesa.shows(code, |shown| shown["refused"] == code && shown["sending"].is_null());
    mesa.screen().order(&["sleep", "0.9"]).expect("xdotool waits");
}

/// Asks for another PIN, with a wrong one as the present one.
fn change_pin(mesa: &Mesa<'_>) {
    mesa.shows("nothing to sign", |shown| shown["next"] == "Cerrar");
    press(mesa, "F5");
    mesa.offers("VOLVER A LAS FIRMAS");
    press(mesa, "F5");
    mesa.offers("CAMBIAR EL PIN");
    for pin in ["904417", "551903", "551903"] {
        keys(mesa, pin);
        mesa.shows("a PIN", |shown| shown["acts"] == true && shown["live"] == true);
        press(mesa, "Return");
    }
}

/// What somebody changes of a line without making its hash again.
fn change(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).expect("the record goes along");
    assert!(text.contains(from), "it is in {}", file.display());
    std::fs::write(file, text.replace(from, to)).expect("it can be written");
}

#[test]
fn an_acta_is_signed_with_a_key_that_the_console_made_and_everybody_finds_it_good() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    hall.close_session();
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mut mesa = Mesa::open(&hall, &display);
    to_signatures(&mesa);
    mesa.shows("the papers", |shown| shown["next"] == "FIRMAR");
    press(&mesa, "F5");
    mesa.offers("HACER LA LLAVE");
    keys(&mesa, PIN);
    press(&mesa, "Return");
    keys(&mesa, PIN);
    mesa.shows("both PINs", |shown| shown["acts"] == true && shown["live"] == true);
    press(&mesa, "Return");
    mesa.offers("VOLVER A LAS FIRMAS");
    let enrolled = hall.lines_of("person_key_enrolled");
    assert_eq!(enrolled.len(), 1, "one key");
    let key = enrolled[0].body["key"].as_str().expect("it is enrolled").to_owned();
    let folder = hall.dir().join("puesto-mesa-1.llaves");
    let files: Vec<_> =
        std::fs::read_dir(&folder).expect("it is beside the state").map(Result::unwrap).collect();
    for file in &files {
        assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600, "{file:?}");
    }
    assert_eq!(files.len(), 2, "the key and its count");

    press(&mesa, "Return");
    lies_over(&mesa, "Sign");
    with_key(&mesa);
    keys(&mesa, "904417⏎");
    refused(&mesa, "llave-pin");
    mesa.shows("an empty field", |shown| !shown["missing"].is_null());
    keys(&mesa, PIN);
    mesa.shows("the PIN", |shown| shown["acts"] == true && shown["live"] == true);
    press(&mesa, "Return");
    mesa.shows("that it is signed", |shown| shown["told"] == "Firmado con su llave");
    let signed = hall.lines_of("paper_signed");
    let issued = hall.lines_of("acta_issued")[0].body["sha256"].clone();
    assert_eq!(signed.len(), 1, "once");
    let body = &signed[0].body;
    let (paper, role) = (json!({ "is": "acta", "session": 1 }), json!("jefe_de_mesa"));
    assert_eq!((&body["paper"], &body["sha256"], &body["role"]), (&paper, &issued, &role));
    assert_eq!(body["how"]["key"], Value::from(key.clone()));
    let signature = body["how"]["signature"].as_str().expect("it is signed").to_owned();

    // Three wrong PINs, and the console is killed: it waits all the same.
    for refusal in ["llave-pin", "llave-pin", "llave-espera"] {
        change_pin(&mesa);
        refused(&mesa, refusal);
        press(&mesa, "minus");
        lies_over(&mesa, "OwnKey");
        press(&mesa, "minus");
        lies_over(&mesa, "Sign");
    }
    mesa.crash();
    mesa.shows("the desk", |shown| !shown["user"].is_null() && shown["listed"] == true);
    to_signatures(&mesa);
    mesa.shows("nothing to sign", |shown| shown["next"] == "Cerrar");
    press(&mesa, "F5");
    mesa.offers("VOLVER A LAS FIRMAS");
    press(&mesa, "F5");
    mesa.offers("Espere ");
    drop(mesa);

    // What was signed before the key ends stays good.
    hall.must(&hall.staff.mesa, "end-key", &json!({ "key": key, "reason": "ya no se usa" }));
    let keys = hall.staff.mesa.get::<Signatures>("/api/signatures").expect("the papers").keys;
    let [row] = &keys[..] else { panic!("{keys:?}") };
    assert_eq!((&row.key, row.device.as_str(), row.ended_at_utc_ms.is_some()), (&key, "mesa-1", true));

    let checked_here = tool(&["check"], &hall.dir());
    assert!(checked_here.status.success(), "{}", said(&checked_here));
    let away = tempfile::tempdir().expect("a temporary folder");
    let export = away.path().join("bombo-sesion-1");
    let made = tool(&["export", "--from", "1", "--out", &export.display().to_string()], &hall.dir());
    assert!(made.status.success(), "{}", said(&made));
    hall.stop();
    let (status, words) = python(&export, None);
    assert!(status == 0 && words.contains("TODO EN ORDEN"), "{words}");
    let mut browser = page_of(&export);
    let (state, text) = checked(&mut browser, &export);
    assert_eq!(state, "good", "{text}");

    // Another signature in its place: nobody takes it.
    let other = format!("{}{}", if signature.starts_with('0') { '1' } else { '0' }, &signature[1..]);
    change(&export.join("registro.jsonl"), &signature, &other);
    let (status, words) = python(&export, None);
    assert_ne!(status, 0, "{words}");
    let (state, text) = checked(&mut browser, &export);
    assert_ne!(state, "good", "{text}");
    hall.finish();
}
