use super::*;
use hall_wire::board::Play;

/// What is said, with a mark for each pause: `,` to 150 ms, `:` to 250 ms, `.` above.
fn heard(language: &str, sentences: &[Sentence]) -> String {
    let language = Language::built_in(language).expect("it comes with the program");
    let mut text = String::new();
    for piece in language.say(sentences) {
        match piece {
            Piece::Words(words) => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&words);
            }
            Piece::Pause(time) if time.as_millis() <= 150 => text.push(','),
            Piece::Pause(time) if time.as_millis() <= 250 => text.push(':'),
            Piece::Pause(_) => text.push('.'),
        }
    }
    text
}

#[test]
fn a_ball_is_its_number_and_then_its_digits() {
    assert_eq!(heard("es", &[Sentence::Ball(76)]), "setenta y seis: siete, seis");
    assert_eq!(heard("es", &[Sentence::Ball(80)]), "ochenta: ocho, cero");
    assert_eq!(heard("es", &[Sentence::Ball(7)]), "siete");
    assert_eq!(heard("en", &[Sentence::Ball(76)]), "seventy-six: seven, six");
    let corrected = "Rectificación del número anterior. El número es el setenta y seis: siete, seis";
    assert_eq!(heard("es", &[Sentence::Corrected(76)]), corrected);
}

#[test]
fn the_close_of_a_sale_is_the_formula_of_the_catalogo() {
    let from =
        |series: &str, first, last, more| Sentence::SoldFrom { series: series.into(), first, last, more };
    let formula = [
        Sentence::Sold(1_121),
        from("A17", 1, 1_100, false),
        from("B2", 1, 21, true),
        Sentence::Prizes { line_cents: 15_133, bingo_cents: 99_201 },
    ];
    assert_eq!(
        heard("es", &formula),
        "Cartones vendidos, mil ciento veintiuno de la serie a diecisiete, del número uno, al mil cien \
         y de la serie be dos, del número uno, al veintiuno Premio de línea, \
         ciento cincuenta y un euros con treinta y tres céntimos. Premio de bingo, \
         novecientos noventa y dos euros con un céntimo"
    );
}

#[test]
fn amounts_are_those_that_screens_write() {
    for cents in [0, 1, 2, 99, 100, 101, 2_101, 9_018, 100_000_000, 100_000_001, 245_733_021] {
        let said = heard("es", &[Sentence::Paid { play: Play::Bingo, cards: 1, cents }]);
        let written = match cents {
            // Nobody says the euros that are none.
            1 => "un céntimo".to_owned(),
            2 => "dos céntimos".to_owned(),
            99 => "noventa y nueve céntimos".to_owned(),
            _ => hall_look::words::spanish_money(cents),
        };
        assert_eq!(said, format!("Bingo, {written}"));
    }
    let shared = Sentence::Paid { play: Play::Line, cards: 21, cents: 100 };
    assert_eq!(heard("es", &[shared]), "Línea, veintiún cartones, un euro cada uno");
}

#[test]
fn whatever_is_said_has_its_recordings_in_the_list() {
    for (code, _) in BUILT_IN {
        let language = Language::built_in(code).expect("it comes with the program");
        let stems: Vec<String> = language.recordings().iter().map(|words| phrase::file_stem(words)).collect();
        let sentences = [
            Sentence::Ball(90),
            Sentence::SaleOpens { series: "Z123456".into(), price_cents: 150 },
            Sentence::Sold(99_999),
            Sentence::Prizes { line_cents: 123_456_789, bingo_cents: 500_000_000 },
            Sentence::Paid { play: Play::Bingo, cards: 31, cents: 1 },
            Sentence::Closes,
        ];
        for piece in language.say(&sentences) {
            let Piece::Words(words) = piece else { continue };
            assert!(stems.contains(&phrase::file_stem(&words)), "{code}: «{words}»");
        }
        assert!(stems.len() < 260, "a person can record {} of them in an evening", stems.len());
    }
}

#[test]
fn every_fault_of_a_language_is_named_with_its_line() {
    let (_, good) = BUILT_IN[0];
    let bad = good
        .replace("30 = \"treinta[ y >]\"", "30 = \"treinta[ y >\"")
        .replace("ball = \"{ball}: {digits}\"", "ball = \"{ball}: {dígitos}\"")
        .replace("ends = \"La partida queda cerrada.\"\n", "")
        .replace("H = \"hache\"", "H = \" \"");
    let faults = Language::parse("voz.toml", &bad).expect_err("it has faults").to_string();
    for part in [
        "el 30: los corchetes no casan",
        "«ball»: no se conoce {dígitos} en esta frase; lo que cambia: ball, digits",
        "falta «ends»",
        "«H»",
    ] {
        assert!(faults.contains(part), "{part} is not in\n{faults}");
    }
    assert!(faults.lines().all(|line| line.starts_with("voz.toml:")), "{faults}");
}

#[test]
fn a_caption_is_what_is_heard_with_its_figures() {
    let written = |code: &str, sentence: Sentence| {
        let language = Language::built_in(code).expect("it comes with the program");
        language.written(&sentence, |cents| format!("{},{:02} €", cents / 100, cents % 100))
    };
    assert_eq!(written("es", Sentence::Ball(76)), "Setenta y seis: siete, seis");
    assert_eq!(written("en", Sentence::Ball(76)), "Seventy-six: seven, six");
    assert_eq!(written("es", Sentence::Ball(7)), "Siete");
    assert_eq!(written("es", Sentence::More(Play::Line)), "¿Alguna línea más?");
    let opens = Sentence::SaleOpens { series: "A17".into(), price_cents: 200 };
    assert_eq!(written("es", opens), "Se ponen a la venta cartones de la serie A 17, al precio de 2,00 €.");
    let prizes = Sentence::Prizes { line_cents: 15_133, bingo_cents: 99_201 };
    assert_eq!(written("es", prizes), "Premio de línea, 151,33 €. Premio de bingo, 992,01 €.");
    let from = Sentence::SoldFrom { series: "A17".into(), first: 1_301, last: 1_420, more: false };
    assert_eq!(written("es", from), "De la serie A 17, del número 1301, al 1420");
    let paid = Sentence::Paid { play: Play::Bingo, cards: 2, cents: 49_600 };
    assert_eq!(written("es", paid), "Bingo, 2 cartones, 496,00 € cada uno.");
}
