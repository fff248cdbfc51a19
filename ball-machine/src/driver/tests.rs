//! Files that are good, and what is said of those that are not.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

pub(super) fn embedded(name: &str) -> &'static str {
    EMBEDDED.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Puts `new` in the place of `old`, which is there once or more, and reads the file.
fn spoiled(name: &str, changes: &[(&str, &str)]) -> String {
    let mut text = embedded(name).to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no {old:?}");
        text = text.replacen(old, new, 1);
    }
    match Driver::parse("f.toml", &text).and_then(|driver| driver.try_vectors()) {
        Ok(()) => "good".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

pub(super) fn check(name: &str, changes: &[(&str, &str)], expect: Expect) {
    expect.assert_eq(&spoiled(name, changes));
}

#[test]
fn every_embedded_driver_passes_its_own_vectors() {
    for (name, _) in EMBEDDED {
        let driver = Driver::load(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(driver.vectors.len() >= 4, "{name} has vectors");
    }
}

#[test]
fn a_file_that_cannot_be_right_is_told_by_its_line() {
    let number = "number = { at = 2, digits = 2 }";
    check(
        "stx-simple",
        &[(number, "number = { at = 1, digits = 2 }")],
        expect!["f.toml:44: «number» se solapa con «code»"],
    );
    check(
        "stx-simple",
        &[(number, "number = { at = 3, digits = 2 }")],
        expect!["f.toml:44: «number» ocupa 3 a 4, y entre comienzo y final hay 1 a 3"],
    );
    check(
        "stx-suma",
        &[("set = { at = 4, chars = 1 }", "set = { at = 3, chars = 2 }")],
        expect!["f.toml:62: «set» se solapa con «number»"],
    );
    check(
        "stx-simple",
        &[("length = 6 ", "length = 4 ")],
        expect![[r#"
            f.toml:44: «number» ocupa 2 a 3, y entre comienzo y final hay 1 a 1
            f.toml:46: una trama de 4 bytes no puede ser: comienzo, código, comprobación y final ya son 6
            f.toml:50: una trama de 4 bytes no puede ser: comienzo, código, comprobación y final ya son 6
            f.toml:54: una trama de 4 bytes no puede ser: comienzo, código, comprobación y final ya son 6
            f.toml:58: una trama de 4 bytes no puede ser: comienzo, código, comprobación y final ya son 6
            f.toml:62: una trama de 4 bytes no puede ser: comienzo, código, comprobación y final ya son 6"#]],
    );
    check(
        "stx-simple",
        &[("length = 6 ", "length = 65 ")],
        expect!["f.toml:24: «length» es un número de 2 a 64; aquí hay el número 65"],
    );
    check(
        "stx-simple",
        &[("\"xor-with-end\"", "\"crc\"")],
        expect!["f.toml:23: «check»: no se conoce «crc»; hay none, xor, xor-with-end, sum256"],
    );
    check(
        "stx-simple",
        &[("[frame]", "[frame]\ncolour = 3")],
        expect![
            "f.toml:21: no se conoce «colour»; aquí puede haber check, check_form, check_place, code_at, end, length, start, timeout_ms"
        ],
    );
    check("stx-simple", &[("start = \"02\"\n", "")], expect!["f.toml:20: falta «start»"]);
    check(
        "stx-simple",
        &[("start = \"02\"", "start = \"2\"")],
        expect![[r#"f.toml:21: «start»: «2» no son bytes; se escriben así: "02 4A""#]],
    );
    check(
        "stx-simple",
        &[("code = \"45 30 32\"", "code = \"45 30 31\"")],
        expect!["f.toml:50: otro [[message]] tiene el mismo código"],
    );
    check(
        "stx-simple",
        &[("means = \"jam\"", "means = \"jamm\"\nlength = 7")],
        expect![
            "f.toml:48: «means»: no se conoce «jamm»; hay read, no-read, present, gone, alive, loaded, door-open, door-closed, mode-stop, mode-run, mode-hold, mode-load, mode-fault, y jam, multiple, returned, blower, sensor o power, solos o con -over"
        ],
    );
    check(
        "stx-simple",
        &[("[load]\ntakes_ms = 8000\n", "")],
        expect![
            "f.toml:1: nada dice cuándo están las bolas en el bombo: un mensaje o contacto «loaded», o [load] con takes_ms"
        ],
    );
    check(
        "stx-simple",
        &[("baud = 9600", "baud = 300")],
        expect!["f.toml:15: «baud» es un número de 1200 a 115200; aquí hay el número 300"],
    );
    check(
        "stx-simple",
        &[("read 90", "read 09")],
        expect!["f.toml:70: el vector da «present, read 90, gone», y dice «present, read 09, gone»"],
    );
    check(
        "stx-simple",
        &[("sends = \"15\"", "sends = \"06\"")],
        expect!["f.toml:92: se envía «15», y el vector dice «06»"],
    );
    check(
        "stx-simple",
        &[("[line]", "[line")],
        expect!["f.toml:14: no es TOML: falta el corchete que cierra: una parte se escribe [nombre]"],
    );
    check(
        "stx-simple",
        &[("kind = \"stx\"", "kind = \"stz\"")],
        expect!["f.toml:11: «kind»: no se conoce «stz»; hay keypad, stx, tag, contacts"],
    );
    check(
        "id12la",
        &[("number = 16", "number = 7")],
        expect!["f.toml:49: esa bola ya tiene la etiqueta 0C000621A5: dos etiquetas para una bola"],
    );
    check(
        "id12la",
        &[("\"0C000621A6\"", "\"0C000621A5\"")],
        expect!["f.toml:49: esa etiqueta ya es de la bola 7: dos bolas para una etiqueta"],
    );
    check(
        "id12la",
        &[("digits = 10", "digits = 9")],
        expect!["f.toml:30: «digits» es par: dos cifras por byte"],
    );
    check(
        "contactos",
        &[("debounce = 3 ", "debounce = 10 ")],
        expect![
            "f.toml:26: un contacto que cierra 500 ms no se ve preguntando cada 50 ms 10 veces: hacen falta 550 ms"
        ],
    );
    check(
        "contactos",
        &[("at = 4\n", "at = 3\n")],
        expect!["f.toml:43: esa entrada, o ese significado, ya está en otro [[input]]"],
    );
    check(
        "contactos",
        &[("at = 4\n", "at = 8\n")],
        expect!["f.toml:43: «at» es un número de 0 a 7; aquí hay el número 8"],
    );
    check(
        "contactos",
        &[("register = 0 ", "lines = [5, 6, 6] ")],
        expect!["f.toml:47: «lines» son de 1 a 8 entradas distintas que no sean ya un [[input]]"],
    );
    check(
        "teclado",
        &[("enter = \"0D\"", "enter = \"30\"")],
        expect!["f.toml:11: «enter» no puede ser una cifra"],
    );
}

/// The canary of the test above: what is right has no fault.
#[test]
fn a_change_that_is_right_is_no_fault() {
    check("stx-simple", &[("baud = 9600", "baud = 1200")], expect!["good"]);
    check(
        "contactos",
        &[("register = 0 ", "lines = [5, 6, 7] "), ("read 07", "read 07")],
        expect![[r#"
        f.toml:62: el vector da «present, mode stop, bad, bad, bad, no-read, gone», y dice «present, mode stop, read 07, gone»: respuesta que no se ha pedido
        f.toml:72: el vector da «present, mode stop, bad, bad, bad, no-read, gone», y dice «present, mode stop, no-read, gone»: respuesta que no se ha pedido"#]],
    );
}

#[test]
fn several_faults_are_told_at_once_in_order() {
    check(
        "stx-simple",
        &[("baud = 9600", "baud = 1"), ("\"xor-with-end\"", "\"crc\""), ("means = \"blower\"", "means = 1")],
        expect![[r#"
            f.toml:15: «baud» es un número de 1200 a 115200; aquí hay el número 1
            f.toml:23: «check»: no se conoce «crc»; hay none, xor, xor-with-end, sum256
            f.toml:56: «means» es un texto, entre comillas; aquí hay el número 1"#]],
    );
}

#[test]
fn a_driver_that_is_not_there_is_told_with_those_that_are() {
    expect!["no hay controlador «none»: use blp1, contactos, extractora-levante, id12la, stx-simple, stx-suma, teclado o la ruta de un fichero .toml"].assert_eq(&Driver::load("none").unwrap_err().to_string());
}

#[test]
fn a_keypad_is_no_machine_and_a_reader_needs_its_tags() {
    let link = |name| Driver::load(name).unwrap().link(None, None, None, 0, || BootId(1)).err().unwrap();
    assert!(matches!(link("teclado"), DriverError::NoEvidence(_)));
    assert!(matches!(link("id12la"), DriverError::NoTags(_)));
    assert!(matches!(link("stx-simple"), DriverError::NoSet(_)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,300}") {
        let _ = Driver::parse("f", &text);
    }

    /// Good files with pieces cut out, doubled or replaced: whatever is still accepted also decodes.
    #[test]
    fn no_spoiled_file_makes_parser_or_decoder_panic(
        index in 0..EMBEDDED.len(),
        cuts in prop::collection::vec((0usize..4_000, 0usize..40, 0usize..4_000, 0usize..40), 1..5),
        numbers in prop::collection::vec((0usize..60, 0u32..300), 0..4),
        noise in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let mut text = EMBEDDED[index].1.to_owned();
        for (nth, number) in numbers {
            let Some((at, old)) = text.match_indices(|c: char| c.is_ascii_digit()).nth(nth) else { continue };
            let end = at + old.len();
            text.replace_range(at..end, &number.to_string());
        }
        for (from, len, source, source_len) in cuts {
            let clip = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let (a, b) = (clip(from), clip(from + len));
            let piece = text[clip(source)..clip(source + source_len)].to_owned();
            text.replace_range(a..b, &piece);
        }
        if let Ok(driver) = Driver::parse("f", &text) {
            let _ = driver.try_vectors();
            let mut decoder = driver.decoder(None);
            for (at, piece) in noise.chunks(7).enumerate() {
                decoder.tick(at as u64 * 40, &mut |_| ());
                decoder.push(piece, at as u64 * 40, &mut |_| ());
            }
            prop_assert_eq!(
                decoder.stats().bytes,
                decoder.stats().frame_bytes + decoder.stats().discarded + decoder.pending() as u64
            );
        }
    }
}
