use super::*;
use crate::language::Language;

fn words(language: &str, number: u64, form: Form) -> String {
    Language::built_in(language).expect("it comes with the program").numbers.words(number, form)
}

#[test]
fn spanish_numbers_are_those_that_screens_write() {
    for number in (0..3_000).chain((3_000..READ_MAX).step_by(999_983)) {
        assert_eq!(words("es", number, Form::Alone), hall_look::words::spanish(number), "{number}");
    }
}

#[test]
fn what_is_counted_changes_the_number_before_it() {
    assert_eq!(words("es", 1, Form::BeforeNoun), "un");
    assert_eq!(words("es", 21, Form::BeforeNoun), "veintiún");
    assert_eq!(words("es", 31, Form::BeforeNoun), "treinta y un");
    assert_eq!(words("es", 101, Form::BeforeNoun), "ciento un");
    assert_eq!(words("es", 21_021, Form::BeforeNoun), "veintiún mil veintiún");
    assert_eq!(words("es", 22, Form::BeforeNoun), "veintidós");
}

#[test]
fn english_numbers() {
    for (number, said) in [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (76, "seventy-six"),
        (100, "one hundred"),
        (591, "five hundred and ninety-one"),
        (21_000, "twenty-one thousand"),
        (1_002_003, "one million two thousand three"),
    ] {
        assert_eq!(words("en", number, Form::Alone), said);
    }
}

#[test]
fn recordings_joined_are_the_words() {
    for name in ["es", "en"] {
        let numbers = Language::built_in(name).expect("it comes with the program").numbers;
        let all = numbers.all();
        for number in (0..3_000).chain((3_000..READ_MAX).step_by(999_983)) {
            for form in [Form::Alone, Form::BeforeNoun] {
                let parts = numbers.recordings(number, form);
                let plain = |text: &str| text.replace('-', " ");
                assert_eq!(plain(&parts.join(" ")), plain(&numbers.words(number, form)), "{number}");
                assert!(parts.iter().all(|part| all.contains(part)), "{number}: {parts:?}");
            }
        }
        assert!(numbers.recordings(76, Form::Alone).len() == 1, "a ball is one recording");
    }
}

#[test]
fn a_rule_that_cannot_be_read_is_named() {
    let ten = |text: &str| {
        let mut rules: Vec<(u64, String)> = (0..10).map(|number| (number, format!("w{number}"))).collect();
        rules.push((10, text.to_owned()));
        Numerals::new(rules, Vec::new())
    };
    assert!(ten("< tens[ >]").is_ok());
    assert_eq!(ten("ten"), Err((11, "falta cómo se lee: el 10 no tiene «>»".to_owned())));
    assert_eq!(ten("ten[ >"), Err((10, "los corchetes no casan".to_owned())));
    assert_eq!(ten("[ten[ >]]"), Err((10, "los corchetes no casan".to_owned())));
    assert_eq!(ten(""), Err((10, "está vacío".to_owned())));
    let endless = vec![(0, "zero".to_owned()), (1, "<".to_owned())];
    let why = "de 0 a 9 no hay «<», «>» ni corchetes: son sólo palabras".to_owned();
    assert_eq!(Numerals::new(endless, Vec::new()), Err((1, why)));
}
