use super::*;

fn a17(number: u32) -> CardRef {
    CardRef { series: SeriesId::parse("A17").unwrap(), number: CardNo(number) }
}

fn card(number: u32) -> Reading {
    Reading::Cards(Wanted::Card(a17(number)))
}

fn amount(cents: u64) -> Reading {
    Reading::Amount(Cents(cents))
}

fn torn_of(numbers: &[u8], series: Option<SeriesId>) -> Reading {
    Reading::Cards(Wanted::Holding(numbers.iter().filter_map(|n| Ball::new(*n)).collect(), series))
}

/// In a hall with A 17 and B 3; in a game of A 17, or in none.
fn read(text: &str, in_game: bool) -> Vec<Reading> {
    let series = ["A17", "B3"].map(|name| SeriesId::parse(name).unwrap());
    let card_of = |n| in_game.then(|| a17(n));
    Hall { series: &series, barcodes: &[], card_of: &card_of }.readings(text)
}

#[test]
fn what_people_type_is_understood() {
    let day = |year| Some(Day { day: 28, month: 11, year });
    let at = |hour, minute, day| Reading::Minute { hour, minute, day };
    let code = CardCode::parse("B1:A17:301:0123456789ABCDEF").unwrap();
    let one = [
        ("A17 301", card(301)),
        ("a17,301", card(301)),
        (" A17-301 ", card(301)),
        ("17 301", card(301)),
        ("17,301", card(301)),
        ("cartón A17 301", card(301)),
        ("B1:A17:301:0123456789ABCDEF", Reading::Cards(Wanted::Code(code))),
        ("]Q1B1:A17:301:0123456789ABCDEF", Reading::Cards(Wanted::Code(code))),
        ("4,17.33,48,52,88", torn_of(&[4, 17, 33, 48, 52, 88], None)),
        ("a17,4,17,33,48,52,88", torn_of(&[4, 17, 33, 48, 52, 88], SeriesId::parse("A17"))),
        ("partida 5", Reading::Games(Some(5), None)),
        ("Partida 5, 28/11", Reading::Games(Some(5), day(None))),
        ("5 28/11", Reading::Games(Some(5), day(None))),
        ("5,28/11/26", Reading::Games(Some(5), day(Some(2026)))),
        ("28/11/2026", Reading::Games(None, day(Some(2026)))),
        ("bola 45", Reading::Ball(Ball::new(45).unwrap())),
        ("juego j1", Reading::BallSet("J1".to_owned())),
        ("98,50", amount(9_850)),
        ("98.50", amount(9_850)),
        ("98,5", amount(9_850)),
        ("98 €", amount(9_800)),
        ("1.002,00 €", amount(100_200)),
        ("importe 98", amount(9_800)),
        ("21:05", at(21, 5, None)),
        ("9:07:30", at(9, 7, None)),
        ("21:05 28/11", at(21, 5, day(None))),
    ];
    for (text, reading) in one {
        assert_eq!(read(text, false), [reading], "{text}");
    }
}

#[test]
fn a_number_alone_is_of_many_things_and_of_a_card_first_where_there_is_a_game() {
    let rest = [
        Reading::Games(Some(45), None),
        Reading::Ball(Ball::new(45).unwrap()),
        amount(4_500),
        Reading::BallSet("45".to_owned()),
    ];
    assert_eq!(read("45", false), rest);
    assert_eq!(read("45", true), [&[card(45)], &rest[..]].concat());
    // Euros with their cents, or series and number: the series that is played with is one.
    assert_eq!(read("17,30", false), [amount(1_730), card(30)]);
    assert_eq!(read("17,30", true), [card(30), amount(1_730)]);
    assert_eq!(read("301", true).len(), 4, "301 is no ball");
}

#[test]
fn names_and_words_are_letters_without_case_and_accents() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let people = |text| Reading::People(words(text));
    let told = |text| Reading::Words(words(text));
    assert_eq!(read("Ana Ruíz", false), [people("ana ruiz"), told("ana ruiz")]);
    assert_eq!(read("AVERÍA,extractor", false), [people("averia extractor"), told("averia extractor")]);
    assert_eq!(
        read("p3", false),
        [Reading::Person(PersonId(3)), Reading::BallSet("P3".to_owned()), people("p3"), told("p3")]
    );
    assert_eq!(read("j1", false), [Reading::BallSet("J1".to_owned()), people("j1"), told("j1")]);
    assert_eq!(fold("PEÑA Lucía"), "pena lucia");
}

#[test]
fn what_is_not_so_is_words_or_nothing() {
    for nothing in ["", "  ", "a", "]E0123", "4,17,33,48", "99999999999"] {
        assert_eq!(read(nothing, true), [], "{nothing}");
    }
    for words in ["45/13", "25:00", "' or 1=1 --", "%%", "__", "\u{202e}ana", &"á".repeat(TEXT_MAX)] {
        let readings = read(words, false);
        assert!(matches!(readings.last(), Some(Reading::Words(_))), "{words}: {readings:?}");
        assert!(
            readings.iter().all(|reading| matches!(
                reading,
                Reading::People(_) | Reading::Words(_) | Reading::BallSet(_)
            ))
        );
    }
}
