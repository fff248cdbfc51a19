//! Files whose tables are each right and make no sense together, and what is said of misspelt ones.

use expect_test::expect;

use super::tests::{check, embedded};
use super::*;

fn warnings(name: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let text = changes.iter().fold(embedded(name).to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{name} has no {old:?}");
        text.replacen(old, new, 1)
    });
    let driver = Driver::parse("f.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    driver.warnings.iter().map(|warning| format!("{}: {}", warning.line, warning.text)).collect()
}

#[test]
fn a_machine_that_would_be_given_up_while_it_rests_is_refused() {
    check(
        "stx-suma",
        &[("every_ms = 1000", "every_ms = 3000")],
        expect![
            "f.toml:27: «silent_ms» (3000) ha de ser mayor que «every_ms» (3000): la línea se daría por perdida antes de preguntar"
        ],
    );
    check(
        "stx-suma",
        &[("silent_ms = 3000\n", ""), ("every_ms = 1000", "every_ms = 4000")],
        expect![
            "f.toml:27: «silent_ms» (3000) ha de ser mayor que «every_ms» (4000): la línea se daría por perdida antes de preguntar"
        ],
    );
    check(
        "extractora-levante",
        &[("means = \"alive\"", "means = \"blower\"")],
        expect![
            "f.toml:27: sin «poll» y sin un mensaje «alive» o «mode-…» la línea se daría por perdida en cada descanso: sobra [alive], o falta uno de ellos"
        ],
    );
}

#[test]
fn a_machine_that_says_no_ball_is_refused() {
    check(
        "extractora-levante",
        &[("means = \"read\"\nnumber = { at = 2, digits = 2 }", "means = \"present\"")],
        expect![[r#"f.toml:1: ningún [[message]] dice una bola: falta uno con means = "read" o "no-read""#]],
    );
}

#[test]
fn orders_that_are_something_else_are_refused() {
    check(
        "stx-suma",
        &[("run = \"02 52 35 32 03\"", "run = \"02\"")],
        expect![
            "f.toml:46: «run» es 02, lo mismo que el comienzo de las tramas: la máquina no sabría cuál es"
        ],
    );
    check(
        "stx-suma",
        &[("hold = \"02 48 34 38 03\"", "hold = \"06\"")],
        expect![
            "f.toml:47: «hold» es 06, lo mismo que «good» de [acknowledge]: la máquina no sabría cuál es"
        ],
    );
}

#[test]
fn bytes_that_a_line_of_seven_bits_cannot_carry_are_refused() {
    check(
        "stx-suma",
        &[("good = \"06\"", "good = \"86\"")],
        expect!["f.toml:33: 86 no cabe en una línea de 7 bits: como mucho, 7F"],
    );
    check(
        "stx-suma",
        &[("code = \"4F\"", "code = \"CF\"")],
        expect!["f.toml:96: CF no cabe en una línea de 7 bits: como mucho, 7F"],
    );
    check(
        "stx-suma",
        &[("check_form = \"hex\"\n", "")],
        expect![[
            r#"f.toml:18: a 7 bits la suma no cabe en un byte: falta check_form = "hex", o son 8 bits"#
        ]],
    );
    check(
        "contactos",
        &[("data_bits = 8", "data_bits = 7")],
        expect!["f.toml:13: Modbus RTU va a 8 bits: «data_bits» no puede ser 7"],
    );
}

#[test]
fn a_vector_without_bytes_is_refused() {
    check(
        "stx-simple",
        &[("bytes = \"02 44 30 37 03 40\"", "bytes = \"\"")],
        expect!["f.toml:67: un vector sin bytes no prueba nada"],
    );
    check(
        "stx-simple",
        &[("bytes = \"02 44 30 37 03 40\"", "bytes = []")],
        expect!["f.toml:67: un vector sin bytes no prueba nada"],
    );
}

#[test]
fn a_tag_that_this_reader_cannot_say_is_refused() {
    check(
        "id12la",
        &[("\"0C000621A6\"", "\"0C0006\"")],
        expect!["f.toml:49: la etiqueta tiene 6 cifras, y el lector dice 10 («digits»)"],
    );
    let driver = Driver::load("id12la").expect("it is embedded");
    let lines: String = (1..=90).map(|ball| format!("0C00{:04X},{ball}\n", 0x2000 + ball)).collect();
    let tags = TagTable::parse("etiquetas", &format!("set,A\n{lines}")).expect("ninety tags");
    let error = driver.link(Some(&tags), None, None, 0, || BootId(1)).err().expect("they are too short");
    expect!["la etiqueta 0C002001 de la tabla tiene 8 cifras, y el lector de «id12la.toml» dice 10: no es la tabla de este lector"].assert_eq(&error.to_string());
    let set = SetId::parse("A").expect("a letter");
    let said = crate::simulator::speaker(&driver, Some(&tags), set).expect_err("they are too short");
    assert_eq!(said, error.to_string());
}

#[test]
fn a_failed_vector_says_why_its_bytes_are_no_frame() {
    let vector = "bytes = \"02 44 30 37 03 40\"";
    check(
        "stx-simple",
        &[(vector, "bytes = \"02 44 30 37 03 42\"")],
        expect![
            "f.toml:66: el vector da «», y dice «present, read 07, gone»: la comprobación es 42 y tendría que ser 40"
        ],
    );
    check(
        "stx-simple",
        &[(vector, "bytes = \"02 44 30 37 04 40\"")],
        expect![
            "f.toml:66: el vector da «», y dice «present, read 07, gone»: el final es 04 y tendría que ser 03"
        ],
    );
    check(
        "stx-simple",
        &[(vector, "bytes = \"02 51 30 37 03 40\"")],
        expect![
            "f.toml:66: el vector da «», y dice «present, read 07, gone»: ningún [[message]] tiene el código 51 30 37"
        ],
    );
    check(
        "stx-simple",
        &[(vector, "wait_ms = 200\nbytes = \"02 44 30 37\"")],
        expect![
            "f.toml:66: el vector da «bad», y dice «present, read 07, gone»: la trama no termina: llegan 4 bytes y son 6"
        ],
    );
    check(
        "extractora-levante",
        &[("3A 4B 34 42 0D", "3A 4B 34 43 0D")],
        expect![
            "f.toml:73: el vector da «», y dice «alive»: la comprobación es 34 43 y tendría que ser 34 42"
        ],
    );
    let tag = "bytes = \"02 30 43 30 30 30 36 32 31 41 35 38 45 0D 0A 03\"";
    check(
        "id12la",
        &[(tag, "bytes = \"02 30 43 30 30 30 36 32 31 41 35 38 46 0D 0A 03\"")],
        expect![
            "f.toml:52: el vector da «bad», y dice «present, read 07 A, gone»: la comprobación es 38 46 y tendría que ser 38 45"
        ],
    );
    check(
        "id12la",
        &[(tag, "bytes = \"02 30 43 30 30 30 36 32 31 61 35 38 45 0D 0A 03\"")],
        expect![
            "f.toml:52: el vector da «bad», y dice «present, read 07 A, gone»: la etiqueta no son cifras hexadecimales en mayúsculas"
        ],
    );
    check(
        "contactos",
        &[("\"01 02 01 00 A1 88\",\n]", "\"01 02 01 00 A1 89\",\n]")],
        expect![
            "f.toml:62: el vector da «present, mode stop, read 07», y dice «present, mode stop, read 07, gone»: la comprobación es A1 89 y tendría que ser A1 88"
        ],
    );
}

#[test]
fn a_misspelt_table_is_named_where_it_stands() {
    check(
        "stx-simple",
        &[("[frame]", "[marco]")],
        expect![[r#"
            f.toml:1: falta «frame»
            f.toml:20: no se conoce «marco»; aquí puede haber about, acknowledge, alive, confidence, format, frame, kind, line, load, message, orders, presence, resend, vector"#]],
    );
    check(
        "id12la",
        &[("[presence]", "[presencia]")],
        expect![[r#"
        f.toml:1: falta «presence»
        f.toml:36: no se conoce «presencia»; aquí puede haber about, ball, confidence, format, frame, kind, line, load, presence, repeats, set, vector"#]],
    );
    check(
        "contactos",
        &[("[modbus]", "[modbús]")],
        expect!["f.toml:19: no es TOML: una clave son letras sin tilde, cifras y «_»"],
    );
    check(
        "contactos",
        &[("[modbus]", "[modbuss]")],
        expect![[r#"
        f.toml:1: falta «modbus»
        f.toml:19: no se conoce «modbuss»; aquí puede haber about, confidence, format, input, kind, line, load, modbus, number, orders, vector"#]],
    );
    check(
        "stx-simple",
        &[("number = { at = 2, digits = 2 }", "numero = { at = 2, digits = 2 }")],
        expect![[r#"
            f.toml:41: falta «number»
            f.toml:44: no se conoce «numero»; aquí puede haber code, confidence, length, means, number, set"#]],
    );
}

#[test]
fn what_is_written_otherwise_is_told_how() {
    check(
        "stx-simple",
        &[("number = { at = 2, digits = 2 }", "number = 3")],
        expect!["f.toml:44: «number» se escribe number = { at = 3, digits = 2 }; aquí hay el número 3"],
    );
    check(
        "stx-suma",
        &[("set = { at = 4, chars = 1 }", "set = \"A\"")],
        expect!["f.toml:62: «set» se escribe set = { at = 3, chars = 2 }; aquí hay «A»"],
    );
    check(
        "stx-simple",
        &[("[load]\n", "[[load]]\n")],
        expect!["f.toml:28: «load» es una parte: se escribe [load] una sola vez, en una línea suya"],
    );
    check(
        "stx-simple",
        &[("[[message]]\ncode = \"44\"", "[message]\ncode = \"44\"")],
        expect![
            "f.toml:46: no es TOML: «message» va siempre con dos corchetes, [[message]]: puede haber varios"
        ],
    );
    check(
        "contactos",
        &[("coding = \"binary\"", "coding = \"gray\"")],
        expect!["f.toml:48: «coding»: no se conoce «gray»; hay binary, bcd"],
    );
    check(
        "contactos",
        &[("register = 0 ", "register = 0\nlines = [5] ")],
        expect!["f.toml:46: [number] tiene «register» o «lines»: uno de los dos"],
    );
    let one = "kind = \"stx\"\nabout = \"a\"\n[line]\nbaud = 9600\n[frame]\nstart = \"02\"\ncheck = \"xor\"\n[load]\n\
               takes_ms = 1\n[message]\nlength = 6\n";
    expect![[r#"
        f.toml:1: falta un [[vector]]: bytes del manual o de la máquina, y lo que significan
        f.toml:10: «message» va siempre con dos corchetes, [[message]]: puede haber varios"#]]
    .assert_eq(&Driver::parse("f.toml", one).expect_err("one pair of brackets").to_string());
}

#[test]
fn another_format_is_refused_and_none_is_the_first() {
    for other in ["2", "\"1\"", "0", "1.0"] {
        let faults =
            Driver::parse("f.toml", &embedded("teclado").replace("format = 1", &format!("format = {other}")));
        let faults = faults.expect_err("another format");
        assert_eq!(faults.to_string(), "f.toml:8: este programa conoce el formato 1", "{other}");
    }
    check("stx-simple", &[("format = 1\n", "")], expect!["good"]);
}

#[test]
fn what_no_vector_has_is_a_warning() {
    assert_eq!(warnings("extractora-levante", &[]).len(), 1, "the guide's file has a vector for each");
    let said =
        warnings("extractora-levante", &[("bytes = \"3A 43 34 33 0D\"", "bytes = \"3A 4B 34 42 0D\"")]);
    expect![[r#"
        23: comprobación débil: deja pasar algunas tramas con dos bits cambiados, y nunca es la única prueba de una bola
        46: ningún [[vector]] tiene este mensaje"#]].assert_eq(&said.join("\n"));
}

#[test]
fn a_time_out_shorter_than_two_bytes_is_a_warning() {
    let said = warnings("id12la", &[("timeout_ms = 100", "timeout_ms = 2")]);
    expect![[r#"
        1: la etiqueta se puede copiar y su comprobación es débil: nunca es la única prueba de una bola
        33: dos bytes a 9600 baudios ya son 3 ms, y con «timeout_ms» de 2 las tramas se cortan"#]]
    .assert_eq(&said.join("\n"));
    assert_eq!(warnings("id12la", &[("timeout_ms = 100", "timeout_ms = 3")]).len(), 1);
}
