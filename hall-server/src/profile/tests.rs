//! The profile that ships, and everything somebody can spoil in one.

use expect_test::expect_file;

use super::*;

const FILE: &str = "perfil.toml";

#[test]
fn the_default_profile_is_no_draft() {
    let (rules, _) = parse(FILE, ESTATAL_2002).unwrap();
    assert_eq!(rules.line.value.hundredths(), 900);
    assert_eq!(rules.bingo.value.hundredths(), 5900);
    assert_eq!(rules.unknown(), Vec::<&str>::new());
}

#[test]
fn a_value_without_a_basis_makes_a_draft() {
    let text = ESTATAL_2002.replace("{ value = 5, hall = true }", "{ value = 5 }");
    let (rules, _) = parse(FILE, &text).unwrap();
    assert_eq!(rules.unknown(), ["question_min_secs"]);
    assert!(rules.is_draft());
}

/// A hall's profile of before the question is read as it was.
#[test]
fn a_profile_without_a_warning_warns_fifty_games_before_the_limit() {
    let without = |text: &str| -> String {
        text.lines().filter(|line| !line.starts_with("set_warning_games")).collect::<Vec<_>>().join("\n")
    };
    let (rules, _) = parse(FILE, &without(ESTATAL_2002)).unwrap();
    assert_eq!(rules.ball_set_warning_games, Sourced { value: 950, basis: Basis::Hall });
    let (rules, _) = parse(FILE, &without(&ESTATAL_2002.replace("value = 1000", "value = 40"))).unwrap();
    assert_eq!(rules.ball_set_warning_games.value, 0);
}

#[test]
fn the_least_staff_and_the_first_day_are_read_and_an_older_profile_counts_nobody() {
    let (rules, _) = parse(FILE, ESTATAL_2002).unwrap();
    assert_eq!(rules.valid_from, Date::parse("2002-10-01"));
    assert!(rules.least_staff.value.is_none());
    let third = ESTATAL_2002
        .replace(
            "admision = 0, auxiliares = 0, vendedores = 0",
            "admision = 1, auxiliares = 1, vendedores = 2",
        )
        .replace("jefes_de_sala = 0 }, hall = true", "jefes_de_sala = 1 }, law = \"art. 25\"");
    let (rules, _) = parse(FILE, &third).unwrap();
    let least =
        StaffCount { admision: 1, auxiliares: 1, vendedores: 2, jefes_de_sala: 1, ..StaffCount::default() };
    assert_eq!(rules.least_staff, Sourced { value: least, basis: Basis::Law("art. 25".into()) });
    let without: Vec<&str> = ESTATAL_2002
        .lines()
        .filter(|line| !line.starts_with("[staff]") && !line.starts_with("least ="))
        .collect();
    let (rules, _) = parse(FILE, &without.join("\n")).unwrap();
    assert_eq!(rules.least_staff, Sourced { value: StaffCount::default(), basis: Basis::Hall });
}

/// What somebody did to the profile: the text that was there, and what stands in its place.
const SPOILT: [(&str, &str, &str); 36] = [
    ("a decimal too many", "value = \"9\",", "value = \"9,123\","),
    ("a number for a text", "value = \"9\",", "value = 9,"),
    ("a percentage in words", "value = \"9\",", "value = \"nueve\","),
    ("more than all", "value = \"59\",", "value = \"95\","),
    ("no such rounding", "value = \"down\"", "value = \"sideways\""),
    ("a rounding to nothing", "unit = \"0.01\"", "unit = \"0\""),
    ("a rounding without its unit", ", unit = \"0.01\"", ""),
    ("no such word", "value = \"annul\"", "value = \"forgive\""),
    ("nowhere to go", "value = \"house\"", "value = \"sala\""),
    ("no such sharing", "value = \"card\"", "value = \"person\""),
    ("no such evidence", "value = \"caller\"", "value = \"camera\""),
    ("a series of no cards", "value = 420", "value = 0"),
    ("a series below nothing", "value = 420", "value = -1"),
    ("a face value of nothing", "value = []", "value = [\"2,00\", \"0\"]"),
    ("a face value without quotes", "value = []", "value = [2]"),
    ("another currency", "\"EUR\"", "\"PTA\""),
    ("a part that nobody knows", "[balls]", "[pelotas]"),
    ("a key that nobody knows", "set_max_games", "set_games"),
    ("neither a limit nor a warning", "set_max_games = { value = 1000, law = \"Catálogo 10.II\" }\n", ""),
    ("a key of a value that nobody knows", "law = \"art. 36.1\"", "ley = \"art. 36.1\""),
    ("an article without quotes", "law = \"art. 36.1\"", "law = 36.1"),
    ("a flag in quotes", "{ value = 5, hall = true }", "{ value = 5, hall = \"sí\" }"),
    ("a value without its source", "{ value = 5, hall = true }", "5"),
    ("no value", "{ value = 5, hall = true }", "{ hall = true }"),
    ("a warning behind the limit", "value = 950", "value = 1001"),
    ("no identity", "id = \"estatal-2002\"\n", ""),
    ("no date", "valid_from = \"2002-10-01\"\n", ""),
    ("no day", "valid_from = \"2002-10-01\"", "valid_from = \"octubre de 2002\""),
    ("a post without its number", "vendedores = 0, ", ""),
    ("a post that nobody knows", "auxiliares = 0", "porteros = 0"),
    ("a hundred at the door", "admision = 0", "admision = 100"),
    ("a key outside that nobody knows", "currency =", "moneda = 1\ncurrency ="),
    ("a part that does not end", "[prizes]", "[prizes"),
    ("a text without quotes", "\"EUR\"", "EUR"),
    ("a key twice", "set_max_games =", "set_warning_games = 1\nset_max_games ="),
    ("several at once", "value = \"9\",  law", "value = \"9\",  ley"),
];

/// Each says where, which value, and what is expected, in Spanish.
#[test]
fn what_is_wrong_is_said_with_its_line_and_what_is_expected() {
    assert!(parse(FILE, ESTATAL_2002).is_ok(), "the canary");
    let mut said = String::new();
    for (what, good, bad) in SPOILT {
        assert!(ESTATAL_2002.contains(good), "{what}");
        let mut text = ESTATAL_2002.replacen(good, bad, 1);
        if what == "neither a limit nor a warning" {
            text = text.replace("set_warning_games = { value = 950, hall = true }\n", "");
        }
        if what == "several at once" {
            text = text.replace("\"annul\"", "\"forgive\"").replace("[claims]", "[claim]");
        }
        let faults = parse(FILE, &text).expect_err(what);
        said.push_str(&format!("# {what}\n{faults}\n"));
    }
    expect_file!["faults.txt"].assert_eq(&said);
}

/// Of an empty file its parts and its first keys are missing, and nothing else is said of them.
#[test]
fn an_empty_profile_lacks_what_it_has_to_have() {
    let faults = parse(FILE, "").unwrap_err();
    assert_eq!(faults.list.len(), 5 + 6, "{faults}");
}
