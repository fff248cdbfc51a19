//! Each fault by an example, with its whole sentence.

use expect_test::{Expect, expect};
use hall_wire::matrix_file::{Format, Limits, Rejected, read};

const HEAD: &str = "number,n1,n2,n3,n4,n5,n6,n7,n8,n9,n10,n11,n12,n13,n14,n15";

/// A good face.
const FACE: &str = "15,20,35,72,80,19,44,51,63,75,2,56,65,77,86";

/// Another one, with the 3 instead of the 2.
const OTHER: &str = "15,20,35,72,80,19,44,51,63,75,3,56,65,77,86";

const THIRD: &str = "15,20,35,72,80,19,44,51,63,75,4,56,65,77,86";

const ROWS: &str = "[[0,15,20,35,0,0,0,72,80],[0,19,0,0,44,51,63,75,0],[2,0,0,0,0,56,65,77,86]]";

fn check(bytes: impl AsRef<[u8]>, expected: Expect) {
    let said = match read(bytes.as_ref(), Format::Auto, Limits::default()) {
        Ok(foreign) => format!("cartones: {}", foreign.cards.len()),
        Err(Rejected::Faults(faults)) => faults.to_string(),
        Err(Rejected::Read(error)) => panic!("{error}"),
    };
    expected.assert_eq(&said);
}

/// Cards as CSV, with our head.
fn csv(cards: &[&str]) -> String {
    [&[HEAD], cards].concat().join("\n")
}

fn card(number: &str, from: &str, to: &str) -> String {
    assert!(FACE.contains(from), "{from}");
    csv(&[&format!("{number},{}", FACE.replacen(from, to, 1))])
}

fn cell(from: &str, to: &str) -> String {
    assert!(ROWS.contains(from), "{from}");
    format!("[\n{{\"number\":1,\"rows\":{}}}\n]", ROWS.replacen(from, to, 1))
}

fn one(fields: &str) -> String {
    format!("{{\"cards\":[\n{{{fields}}}]}}")
}

#[test]
fn a_good_file() {
    // as ours
    check(csv(&[&format!("1,{FACE}"), &format!("2,{OTHER}")]), expect!["cartones: 2"]);
    // JSON
    check(cell("15", "15"), expect!["cartones: 1"]);
    // an object
    check(format!("{{\"size\":1,\"cards\":[{{\"number\":1,\"rows\":{ROWS}}}]}}"), expect!["cartones: 1"]);
}

#[test]
fn the_file_as_a_whole() {
    // nothing
    check("", expect!["Línea 1: el fichero no tiene ningún cartón. Pida el fichero entero."]);
    // blanks only
    check(" \n\n", expect!["Línea 1: el fichero no tiene ningún cartón. Pida el fichero entero."]);
    // a head only
    check(HEAD, expect!["Línea 1: el fichero no tiene ningún cartón. Pida el fichero entero."]);
    // an empty list
    check("[]", expect!["Línea 1: el fichero no tiene ningún cartón. Pida el fichero entero."]);
    // an object with an empty list
    check(
        "{\"size\":0,\"cards\":[]}",
        expect!["Línea 1: el fichero no tiene ningún cartón. Pida el fichero entero."],
    );
    // Latin-1 in a code
    check(
        [format!("{HEAD},code\n1,{FACE},").as_bytes(), b"\xF1\n"].concat(),
        expect!["Línea 2: hay letras que no son UTF-8. Guarde el fichero como texto UTF-8."],
    );
    // Latin-1 in the head
    check(
        [&b"n\xFAmero,n1\n"[..], format!("1,{FACE}").as_bytes()].concat(),
        expect!["Línea 1: hay letras que no son UTF-8. Guarde el fichero como texto UTF-8."],
    );
    // UTF-16
    check(
        b"\xFF\xFEn\0u\0\n\0x\0\n\0",
        expect!["Línea 1: hay letras que no son UTF-8. Guarde el fichero como texto UTF-8."],
    );
    // Latin-1 in JSON
    check(
        b"[\n{\"n\xFAmero\":1}]",
        expect!["Línea 2: hay letras que no son UTF-8. Guarde el fichero como texto UTF-8."],
    );
    // a line without an end
    check(
        format!("{HEAD}\n1,{FACE}\n2,{}", "1".repeat(2_000)),
        expect!["Línea 3: pasa de 1000 bytes sin que acabe un cartón. No se ha seguido leyendo."],
    );
    // a card without an end in JSON
    check(
        format!("[\n{{\"number\":\"{}\"}}]", "1".repeat(20_000)),
        expect!["Línea 2: pasa de 16000 bytes sin que acabe un cartón. No se ha seguido leyendo."],
    );
    // blank lines between
    check(
        csv(&[&format!("1,{FACE}"), "", "  ", &format!("2,{OTHER}"), "", " "]),
        expect!["Línea 3: está en blanco, y en blanco sólo puede estar el final. Quítela."],
    );
    // blank lines in front
    check(
        format!("\n{HEAD}\n1,{FACE}"),
        expect!["Línea 1: está en blanco, y en blanco sólo puede estar el final. Quítela."],
    );
    // another head
    check(
        format!("numero,n1,n2\n1,{FACE}"),
        expect![[
            r#"Línea 1: la cabecera ha de ser «number,n1,n2,…,n15», y detrás, si acaso, «code». También puede no haberla."#
        ]],
    );
    // a head in other words
    check(
        format!("{}\n1,{FACE}", HEAD.replace("n15", "n16")),
        expect![[
            r#"Línea 1: la cabecera ha de ser «number,n1,n2,…,n15», y detrás, si acaso, «code». También puede no haberla."#
        ]],
    );
    // another name for the code
    check(
        format!("{HEAD},codigo\n1,{FACE},x"),
        expect![[
            r#"Línea 1: la cabecera ha de ser «number,n1,n2,…,n15», y detrás, si acaso, «code». También puede no haberla."#
        ]],
    );
    // two separators
    check(
        format!("{HEAD}\n1;{FACE}"),
        expect![[r#"
        Línea 2: el número del cartón es «1;15», y los números de cartón van del 1 al 1000000.
        Línea 2: el cartón tiene 15 campos y han de ser 16: su número y los quince del cartón."#]],
    );
}

#[test]
fn json_that_is_broken_or_of_another_shape() {
    // cut off
    check(
        "{\"cards\":[\n{\"number\":1",
        expect!["Línea 2: el JSON está mal escrito o cortado en la columna 11. No se ha seguido leyendo."],
    );
    // not closed
    check(
        cell("]]", "]"),
        expect!["Línea 2: el JSON está mal escrito o cortado en la columna 94. No se ha seguido leyendo."],
    );
    // a sign too many
    check(
        format!("{}\n]", cell("15", "15")),
        expect!["Línea 4: el JSON está mal escrito o cortado en la columna 1. No se ha seguido leyendo."],
    );
    // deeper than anything
    check(
        "[".repeat(200),
        expect!["Línea 1: el JSON está mal escrito o cortado en la columna 200. No se ha seguido leyendo."],
    );
    // no cards
    check("{\"size\":2}", expect!["Línea 1: falta el campo «cards»."]);
    // cards that are none
    check("{\"cards\":{\"number\":1}}", expect!["Línea 1: «cards» ha de ser una lista de cartones."]);
    // things that are no cards
    check(
        "[1\n,\n\"x\"\n,null,\n[[1]]]",
        expect![[r#"
        Línea 1: cada cartón ha de ser un objeto con «number» y «rows».
        Línea 3: cada cartón ha de ser un objeto con «number» y «rows».
        Línea 4: cada cartón ha de ser un objeto con «number» y «rows».
        Línea 5: cada cartón ha de ser un objeto con «number» y «rows»."#]],
    );
    // an unknown field
    check(
        format!("{{\"x\":[{{}}],\"cards\":[{{\"number\":1,\"rows\":{ROWS},\n\"code\":\"B1\"}}]}}"),
        expect![[r#"
            Línea 1: sobra el campo «x». Quítelo.
            Línea 1: sobra el campo «code». Quítelo."#]],
    );
    // fields twice
    check(
        format!(
            "{{\"size\":1,\n\"size\":1,\"cards\":[{{\"number\":1,\"rows\":{ROWS},\"number\":1}}],\n\"cards\":[]}}"
        ),
        expect![[r#"
            Línea 2: el campo «size» está dos veces. Deje uno.
            Línea 2: el campo «number» está dos veces. Deje uno.
            Línea 3: el campo «cards» está dos veces. Deje uno."#]],
    );
    // no number
    check(one(&format!("\"rows\":{ROWS}")), expect!["Línea 2: falta el campo «number»."]);
    // no rows
    check(one("\"number\":1"), expect!["Línea 2: falta el campo «rows»."]);
    // neither
    check(
        one(""),
        expect![[r#"
        Línea 2: falta el campo «number».
        Línea 2: falta el campo «rows»."#]],
    );
    // rows that are none
    check(one("\"number\":1,\"rows\":7"), expect!["Línea 2: «rows» ha de ser una lista de 3 filas."]);
    // a row that is none
    check(
        one("\"number\":1,\"rows\":[[],{},null]"),
        expect![[r#"
        Línea 2: el cartón 1 tiene 0 casillas en la fila 1, y han de ser 9, con 0 en las vacías.
        Línea 2: cada fila ha de ser una lista de 9 casillas.
        Línea 2: cada fila ha de ser una lista de 9 casillas."#]],
    );
    // two rows
    check(
        cell("[0,15,20,35,0,0,0,72,80],", ""),
        expect!["Línea 2: el cartón 1 tiene 2 filas, y han de ser 3."],
    );
    // four rows
    check(
        cell("]]", "],[0,0,0,0,0,0,0,0,0]]"),
        expect!["Línea 2: el cartón 1 tiene 4 filas, y han de ser 3."],
    );
    // a cell too many, a cell too few
    check(
        cell("80],[0,", "80,0],["),
        expect![[r#"
        Línea 2: el cartón 1 tiene 10 casillas en la fila 1, y han de ser 9, con 0 en las vacías.
        Línea 2: el cartón 1 tiene 8 casillas en la fila 2, y han de ser 9, con 0 en las vacías."#]],
    );
    // another size
    check(
        format!("{{\n\"size\":2,\"cards\":[{{\"number\":1,\"rows\":{ROWS}}}]}}"),
        expect!["Línea 2: «size» dice «2» y en el fichero hay 1 cartón. Compruebe que está entero."],
    );
    // no size
    check(
        format!("{{\n\"size\":\"uno\",\"cards\":[{{\"number\":1,\"rows\":{ROWS}}}]}}"),
        expect![[r#"Línea 2: «size» dice «"uno"» y en el fichero hay 1 cartón. Compruebe que está entero."#]],
    );
    // no matrix
    check(
        format!("{{\"matrix\":0,\"cards\":[{{\"number\":1,\"rows\":{ROWS}}}]}}"),
        expect!["Línea 1: el número de la matriz es «0», y los números de matriz van del 1 al 4294967295."],
    );
    // no matrix either
    check(
        format!("{{\"matrix\":\"A7\",\"cards\":[{{\"number\":1,\"rows\":{ROWS}}}]}}"),
        expect![[
            r#"Línea 1: el número de la matriz es «"A7"», y los números de matriz van del 1 al 4294967295."#
        ]],
    );
}

#[test]
fn fields_and_numbers() {
    // too few
    check(
        card("1", ",86", ""),
        expect!["Línea 2: el cartón 1 tiene 15 campos y han de ser 16: su número y los quince del cartón."],
    );
    // one
    check(
        csv(&["1"]),
        expect!["Línea 2: el cartón 1 tiene 1 campo y han de ser 16: su número y los quince del cartón."],
    );
    // too many
    check(
        card("1", ",86", ",86,87"),
        expect!["Línea 2: el cartón 1 tiene 17 campos y han de ser 16: su número y los quince del cartón."],
    );
    // a code that is missing
    check(
        format!("{HEAD},code\n1,{FACE}"),
        expect![[
            r#"Línea 2: el cartón 1 tiene 16 campos y han de ser 17: su número, el código y los quince del cartón."#
        ]],
    );
    // words
    check(
        card("1", "35", "treinta y cinco y algo más"),
        expect!["Línea 2: el cartón 1 lleva «treinta y cinco y al…» en la fila 1, y ahí va un número."],
    );
    // nothing
    check(
        card("1", ",35", ","),
        expect!["Línea 2: el cartón 1 lleva un campo vacío en la fila 1, y ahí va un número."],
    );
    // below zero
    check(
        card("1", "35", "-35"),
        expect!["Línea 2: el cartón 1 lleva «-35» en la fila 1, y ahí va un número."],
    );
    // a part
    check(
        card("1", "35", "35.0"),
        expect!["Línea 2: el cartón 1 lleva «35.0» en la fila 1, y ahí va un número."],
    );
    // a bell
    check(
        card("1", "35", "3\u{7}5"),
        expect!["Línea 2: el cartón 1 lleva «3�5» en la fila 1, y ahí va un número."],
    );
    // too large
    check(
        card("1", "44", "91"),
        expect!["Línea 2: el cartón 1 lleva el 91 en la fila 2, y los números van del 1 al 90."],
    );
    // zero
    check(
        card("1", "44", "0"),
        expect!["Línea 2: el cartón 1 lleva el 0 en la fila 2, y los números van del 1 al 90."],
    );
    // much too large
    check(
        card("1", "44", "99999999999999999999"),
        expect![[
            r#"Línea 2: el cartón 1 lleva el 99999999999999999999 en la fila 2, y los números van del 1 al 90."#
        ]],
    );
    // in JSON, a word
    check(
        cell("35", "\"35\""),
        expect![[r#"Línea 2: el cartón 1 lleva «"35"» en la fila 1, y ahí va un número."#]],
    );
    // a part
    check(cell("35", "35.5"), expect!["Línea 2: el cartón 1 lleva «35.5» en la fila 1, y ahí va un número."]);
    // below zero
    check(cell("35", "-35"), expect!["Línea 2: el cartón 1 lleva «-35» en la fila 1, y ahí va un número."]);
    // null
    check(cell("35", "null"), expect!["Línea 2: el cartón 1 lleva «null» en la fila 1, y ahí va un número."]);
    // a list
    check(cell("35", "[35]"), expect!["Línea 2: el cartón 1 lleva «[…]» en la fila 1, y ahí va un número."]);
    // too large
    check(
        cell("44", "91"),
        expect!["Línea 2: el cartón 1 lleva el 91 en la fila 2, y los números van del 1 al 90."],
    );
    // much too large
    check(
        cell("44", "9999999999"),
        expect!["Línea 2: el cartón 1 lleva el 9999999999 en la fila 2, y los números van del 1 al 90."],
    );
    // two at once
    check(
        cell("44", "91").replace("63", "true"),
        expect![[r#"
        Línea 2: el cartón 1 lleva el 91 en la fila 2, y los números van del 1 al 90.
        Línea 2: el cartón 1 lleva «true» en la fila 2, y ahí va un número."#]],
    );
}

#[test]
fn faces() {
    // the same number twice in a row
    check(card("1", "15,20", "20,20"), expect!["Línea 2: el cartón 1 lleva dos veces el 20."]);
    // in two rows
    check(
        card("1", "44", "65"),
        expect![[r#"
        Línea 2: el cartón 1 lleva dos veces el 65.
        Línea 2: el cartón 1 lleva en la fila 2 el 51 detrás del 65. Cada fila va de menor a mayor."#]],
    );
    // a row that does not ascend
    check(
        card("1", "15,20", "20,15"),
        expect![[
            r#"Línea 2: el cartón 1 lleva en la fila 1 el 15 detrás del 20. Cada fila va de menor a mayor."#
        ]],
    );
    // two of a column in a row
    check(
        card("1", "20,35", "30,35"),
        expect!["Línea 2: el cartón 1 lleva en la fila 1 el 30 y el 35, que son de la misma columna."],
    );
    // a column that does not ascend
    check(
        card("1", "72", "78"),
        expect![[
            r#"Línea 2: el cartón 1 lleva en la columna 8 el 75 debajo de otro mayor. Cada columna va de menor a mayor."#
        ]],
    );
    // an empty column
    check(
        card("1", ",2,", ",22,"),
        expect!["Línea 2: el cartón 1 no lleva ningún número en la columna 1, y han de ser de uno a tres."],
    );
    // a wrong column
    check(
        cell("[0,15", "[15,0"),
        expect!["Línea 2: el cartón 1 lleva el 15 en la columna 1, y el 15 va en la 2."],
    );
    // a wrong column, elsewhere
    check(
        cell("20", "23").replace("[2,0", "[23,0"),
        expect!["Línea 2: el cartón 1 lleva el 23 en la columna 1, y el 23 va en la 3."],
    );
    // a number twice in a column
    check(cell("19", "15"), expect!["Línea 2: el cartón 1 lleva dos veces el 15."]);
    // six in a row
    check(
        cell("[2,0", "[2,29"),
        expect![[r#"
        Línea 2: el cartón 1 lleva el 29 en la columna 2, y el 29 va en la 3.
        Línea 2: el cartón 1 lleva 6 números en la fila 3, y han de ser 5."#]],
    );
    // four in a row
    check(cell("56", "0"), expect!["Línea 2: el cartón 1 lleva 4 números en la fila 3, y han de ser 5."]);
    // a column upside down
    check(
        cell("15", "19").replace("[0,19,0", "[0,15,0"),
        expect![[
            r#"Línea 2: el cartón 1 lleva en la columna 2 el 15 debajo de otro mayor. Cada columna va de menor a mayor."#
        ]],
    );
    // an empty column
    check(
        cell("[2,0", "[0,0"),
        expect![[r#"
        Línea 2: el cartón 1 no lleva ningún número en la columna 1, y han de ser de uno a tres.
        Línea 2: el cartón 1 lleva 4 números en la fila 3, y han de ser 5."#]],
    );
}

#[test]
fn numbering_and_equal_cards() {
    // not from 1
    check(
        csv(&[&format!("301,{FACE}"), &format!("302,{OTHER}")]),
        expect!["Línea 2: la numeración ha de empezar por el 1, y empieza por el 301."],
    );
    // one is missing
    check(
        csv(&[&format!("1,{FACE}"), &format!("3,{OTHER}")]),
        expect!["Línea 3: el cartón 3 viene detrás del 1, y falta el 2."],
    );
    // several are missing
    check(
        csv(&[&format!("1,{FACE}"), &format!("7,{OTHER}")]),
        expect!["Línea 3: el cartón 7 viene detrás del 1, y faltan del 2 al 6."],
    );
    // out of order
    check(
        csv(&[&format!("2,{FACE}"), &format!("1,{OTHER}"), &format!("3,{THIRD}")]),
        expect![[r#"
        Línea 2: la numeración ha de empezar por el 1, y empieza por el 2.
        Línea 3: el cartón 1 está fuera de su sitio: aquí va el 3."#]],
    );
    // twice
    check(
        csv(&[&format!("1,{FACE}"), &format!("1,{OTHER}"), &format!("2,{THIRD}")]),
        expect!["Línea 3: el cartón 1 ya está en la línea 2. Cada número ha de estar una vez."],
    );
    // equal cards
    check(
        csv(&[&format!("1,{FACE}"), &format!("2,{OTHER}"), &format!("3,{FACE}")]),
        expect!["Línea 4: el cartón 3 es igual al de la línea 2. No puede haber dos cartones iguales."],
    );
    // the same line twice
    check(
        csv(&[&format!("1,{FACE}"), &format!("1,{FACE}")]),
        expect![[r#"
        Línea 3: el cartón 1 ya está en la línea 2. Cada número ha de estar una vez.
        Línea 3: el cartón 1 es igual al de la línea 2. No puede haber dos cartones iguales."#]],
    );
    // no number
    check(
        csv(&[&format!("A1,{FACE}"), &format!("2,{OTHER}"), &format!(",{THIRD}")]),
        expect![[r#"
            Línea 2: el número del cartón es «A1», y los números de cartón van del 1 al 1000000.
            Línea 4: falta el número del cartón."#]],
    );
    // numbers that cannot be
    check(
        csv(&[&format!("0,{FACE}"), &format!("1000001,{OTHER}"), &format!("99999999999999999999,{THIRD}")]),
        expect![[r#"
            Línea 2: el número del cartón es «0», y los números de cartón van del 1 al 1000000.
            Línea 3: el número del cartón es «1000001», y los números de cartón van del 1 al 1000000.
            Línea 4: el número del cartón es «99999999999999999999», y los números de cartón van del 1 al 1000000."#]],
    );
    // in JSON, on their lines
    check(
        format!("[\n{{\"number\":2,\"rows\":{ROWS}}},\n\n{{\"rows\":{ROWS},\n\"number\":2}}]"),
        expect![[r#"
            Línea 2: la numeración ha de empezar por el 1, y empieza por el 2.
            Línea 4: el cartón 2 ya está en la línea 2. Cada número ha de estar una vez.
            Línea 4: el cartón 2 es igual al de la línea 2. No puede haber dos cartones iguales."#]],
    );
    // a number that is none
    check(
        one(&format!("\"number\":\"1\",\"rows\":{ROWS}")),
        expect![[r#"Línea 2: el número del cartón es «"1"», y los números de cartón van del 1 al 1000000."#]],
    );
}
