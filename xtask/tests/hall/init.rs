//! `hall-server init`, as it is typed in a terminal and in a script: the values that the regulation leaves to the hall.

use std::path::Path;

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::kit::{record_of, said, tool};
use crate::terminal::Terminal;

const HALL: [&str; 7] = ["init", "--name", "Sala", "--manager", "Ana Gil", "--user", "ana"];

/// Somebody at the terminal of `init`.
fn founding(dir: &Path, options: &[&str]) -> Terminal {
    Terminal::of(&[&HALL[..], options].concat(), dir)
}

/// The rules in the first line of a record, as JSON, and the hash that stands beside them.
fn founded(dir: &Path) -> (serde_json::Value, String) {
    let lines = record_of(dir);
    let first = lines.iter().find(|row| row.line.kind == "hall_founded").expect("a hall was founded");
    (first.body["rules"].clone(), first.body["profile_sha256"].as_str().expect("a hash").to_owned())
}

fn hash_of_profile(dir: &Path) -> String {
    hex::encode(Sha256::digest(std::fs::read(dir.join("perfil.toml")).expect("it is in the hall's folder")))
}

#[test]
fn in_a_terminal_every_value_of_the_hall_is_asked_for_and_signed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("sala");
    let mut terminal = founding(&dir, &[]);
    terminal.says("Redondeo de premios: a la baja, a 0,01 €");
    terminal.says("Número, o Intro:");
    terminal.types("99\n");
    terminal.says("Escriba un número del 1 al");
    terminal.types("\n");
    terminal.says("Lo que sobra del redondeo: para la sala");
    terminal.types("2\n");
    terminal.says("Línea no cantada");
    terminal.types("\n");
    terminal.says("Bingo no cantado");
    terminal.types("\n");
    terminal.says("Precios del cartón: cualquiera");
    terminal.types("dos\n");
    terminal.says("Eso no es un valor de «face_values»");
    terminal.types("2 3,50\n");
    terminal.says("Cartones de una serie: 420");
    terminal.types("\n");
    terminal.says("Segundos de la pregunta: 5");
    terminal.types("8\n");
    // The rest as it is; then all of them once more.
    terminal.types(&"\n".repeat(8));
    terminal.says("Plantilla mínima");
    terminal.says("Lo que sobra del redondeo: se acumula");
    terminal.says("Precios del cartón: 2, 3,50");
    terminal.says("Ana Gil los firma al crear la sala");
    assert!(!dir.exists(), "nothing is made before they are signed");
    terminal.types("2\n");
    terminal.says("1  para la sala");
    terminal.types("1\n");
    terminal.says("Lo que sobra del redondeo: para la sala");
    terminal.says("Intro los firma");
    terminal.types("\n");
    terminal.says("PIN: ");
    assert!(terminal.ends());
    let (rules, hash) = founded(&dir);
    assert_eq!(hash, hash_of_profile(&dir), "the record names the text in the folder");
    let value = |name: &str| &rules[name]["value"];
    assert_eq!((value("question_min_secs"), value("resto_to")), (&json!(8), &json!("house")));
    assert_eq!(value("face_values_cents"), &json!([200, 350]), "{rules}");
}

#[test]
fn questions_that_nobody_answers_make_no_hall() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("sala");
    let mut terminal = founding(&dir, &[]);
    terminal.says("Número, o Intro:");
    terminal.types("\x04");
    terminal.says("No se ha creado nada");
    assert!(!terminal.ends() && !dir.exists());
    let mut canary = founding(&dir, &["--as-shipped"]);
    canary.says("PIN: ");
    assert!(canary.ends() && dir.join("sala.db").exists());
}

#[test]
fn a_script_says_its_values_and_all_of_the_hall_s_are_printed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("sala");
    let init = |values: &[&str]| {
        let values = values.iter().flat_map(|value| ["--value", value]);
        tool(&HALL.into_iter().chain(values).collect::<Vec<_>>(), &dir)
    };
    for (value, fault) in [
        ("line_pct=20", "lo fija la ley (art. 35.2)"),
        ("precio=3", "ningún valor"),
        ("series_size", "no tiene la forma NOMBRE=VALOR"),
        ("question_min_secs=pronto", "no es un valor de «question_min_secs»"),
    ] {
        let output = init(&[value]);
        assert!(!output.status.success() && said(&output).contains(fault), "{value}: {}", said(&output));
        assert!(!dir.exists(), "{value}: nothing was made");
    }
    let output = init(&["unsung_line_to=house", "rounding=half_up, unit = 0.05", "second_word = mesa"]);
    let words = said(&output);
    assert!(output.status.success(), "{words}");
    for line in [
        "Redondeo de premios: al más próximo, a 0,05 €",
        "Reparto: por cartón premiado",
        "Línea no cantada: para la sala",
        "Bingo no cantado: se acumula",
        "La bola leída la confirma: el jefe de mesa",
        "Plantilla mínima: no se cuenta",
        "Precios del cartón: cualquiera",
    ] {
        assert!(words.contains(line), "{line}: {words}");
    }
    assert!(
        !words.contains("Premio de línea") && !words.contains('⟨'),
        "the law's are not the hall's: {words}"
    );
    assert_eq!(founded(&dir).1, hash_of_profile(&dir));
    // Nothing was changed: the text is the one that was given, to the byte.
    let other = folder.path().join("otra");
    assert!(tool(&HALL, &other).status.success());
    let shipped = hex::encode(Sha256::digest(hall_server::profile::ESTATAL_2002));
    assert_eq!((founded(&other).1, hash_of_profile(&other)), (shipped.clone(), shipped));
}
