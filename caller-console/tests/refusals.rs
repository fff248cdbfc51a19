//! Refusals: every code of the server and of the console has its words, and they find room.

mod kit;

use std::path::Path;

use caller_console::known::own_problem;
use caller_console::text::Texts;
use hall_core::refusal::Refusal;
use hall_core::words::Lang;
use hall_wire::problem::KINDS;
use kit::{Console, boards};

/// What the console refuses by itself.
const OWN: [&str; 33] = [
    "pin-facil",
    "bola-sin-salir",
    "papel",
    "papel-impreso",
    "papel-en-usb",
    "papel-en-camino",
    "sin-papel",
    "no-llega-papel",
    "sin-impresora",
    "sin-cups",
    "impresora-parada",
    "impresora-fallo",
    "impresora-muda",
    "impresora-perdida",
    "impresora-espera",
    "impresora-cancelado",
    "sin-usb",
    "usb-fuera",
    "usb-lleno",
    "usb-solo-lectura",
    "usb-distinto",
    "usb-fallo",
    "sin-respuesta",
    "lectura-fuera-de-lugar",
    "lectura-ilegible",
    "llave-pin",
    "llave-espera",
    "llave-estropeada",
    "llave-otra",
    "llave-disco",
    "fichero-no-se-lee",
    "fichero-demasiado-grande",
    "puesto-no-guardado",
];

fn every_code() -> Vec<&'static str> {
    Refusal::CODES.iter().copied().chain(KINDS.iter().map(|kind| kind.code)).chain(OWN).collect()
}

#[test]
fn every_code_says_in_english_what_cannot_be_and_what_to_do() {
    let texts = Texts::new(Lang::En);
    for code in every_code() {
        assert!(texts.has(&format!("refusal-{code}")), "{code}: what cannot be");
        assert!(texts.has(&format!("refusal-{code}-do")), "{code}: what to do");
    }
}

#[test]
fn what_the_console_refuses_by_itself_has_spanish_words() {
    let texts = Texts::new(Lang::Es);
    for code in OWN {
        assert!(texts.has(&format!("refusal-{code}")), "{code}");
        assert!(texts.has(&format!("refusal-{code}-do")), "{code}");
    }
}

#[test]
fn no_refusal_is_about_a_code_that_nobody_sends() {
    for language in ["es", "en"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(language);
        for file in std::fs::read_dir(folder).expect("the folder is there") {
            let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
            for id in text.lines().filter_map(|line| Some(line.split_once(" =")?.0)) {
                let Some(code) = id.strip_prefix("refusal-") else { continue };
                let code = code.strip_suffix("-do").unwrap_or(code);
                assert!(every_code().contains(&code), "{id}");
            }
        }
    }
}

#[test]
fn every_refusal_finds_room_in_its_band_in_both_languages() {
    // As long as the longest sentence of the desk, without the gaps it counts up.
    let long = "La partida está suspendida provisionalmente: levante la suspensión o, pasado el plazo, \
                devuelva los cartones de la partida (art. 36.1).";
    for english in [false, true] {
        let known = boards::known(boards::sale());
        let mut console = Console::of(boards::seated(known, 5));
        if english {
            console = console.in_english();
        }
        for code in every_code() {
            console.refuse(code, "No procede", long);
            console.lawful();
        }
    }
}

#[test]
fn a_wrong_pin_says_how_long_to_wait() {
    let mut problem = own_problem("espere", "Espere.");
    problem.retry_after_secs = Some(4);
    let (_, then) = Texts::new(Lang::En).refusal(&problem);
    assert_eq!(then, "Wait 4 seconds and type it again.");
    problem.retry_after_secs = Some(1);
    let (_, then) = Texts::new(Lang::Es).refusal(&problem);
    assert_eq!(then, "Espere 1 segundo y tecléelo otra vez.");
}

#[test]
fn a_paper_that_was_saved_is_no_refusal() {
    let mut console = Console::of(boards::known(boards::idle()));
    console.refuse("papel", "papel", "acta-4.pdf");
    console.must_say("EL PAPEL ESTÁ EN");
    console.must_say("acta-4.pdf");
    console.lawful();
}
