//! The text of a profile, read by the hall's own program and, each in its own way, by both verifiers.

use std::fs;
use std::process::Command;

use hall_core::event::Event;
use hall_core::record::encode;
use hall_core::rules::Rules;
use hall_server::export::{Part, REBUILD_PY, VERIFIER_PY};
use hall_server::profile::{self, ESTATAL_2002};
use serde_json::Value;

use crate::good::export_of;
use crate::made::{Forged, change};
use crate::support::profile::profile_text;
use crate::support::rules;
use crate::verifiers::Verifiers;

/// Rules as the record has them.
fn written(rules: Rules) -> Value {
    let event =
        Event::RulesAsked { rules, profile: String::new(), profile_sha256: [0; 32], reason: String::new() };
    serde_json::from_str::<Value>(&encode(&event).body).unwrap()["rules"].take()
}

/// Texts that a hall may have, in every way that TOML lets one write them, and texts that are none.
fn texts() -> Vec<String> {
    let estatal = || ESTATAL_2002.to_owned();
    let instead = |from: &str, to: &str| {
        assert!(ESTATAL_2002.contains(from), "{from}");
        ESTATAL_2002.replacen(from, to, 1)
    };
    let (rules_of, sha256) = profile::parse("perfil", ESTATAL_2002).unwrap();
    let (_, one_value, _) = profile::changed(&(rules_of, sha256), "question_min_secs", "8").unwrap();
    let line = "line_pct  = { value = \"9\",  law = \"art. 35.2\" }";
    let size = "series_size = { value = 420, hall = true }";
    vec![
        estatal(),
        one_value,
        profile_text(&rules()),
        estatal().replace('\n', "\r\n"),
        instead(line, "line_pct.value = '9,5' # con coma\nline_pct.law = \"art. \\\"35\\\" \\u00f1\""),
        instead(line, "\"line_pct\" = {value=\"9.05\",law=\"\"\"\n35\\\n   .2\"\"\"}"),
        instead(size, "series_size = { value = 0x1A4 }"),
        instead(size, "series_size = { value = 4_20, hall = false }"),
        instead("value = [], hall", "value = [\n  \"2\", # dos\n  \"3,50\",\n], hall"),
        instead("\"down\", unit = \"0.01\"", "\"half_up\", unit = \"0.10\""),
        instead("value = \"second_person\"", "value = \"mesa\""),
        instead(size, "series_size = { value = 420.0, hall = true }"),
        instead(size, "series_size = { value = 420, hall = true"),
        instead(size, "series_size = { value = 420, hall = true }\nseries_size = { value = 421 }"),
        instead(line, "line_pct = { value = \"nueve\", law = \"art. 35.2\" }"),
        instead(line, ""),
        instead("id = \"estatal-2002\"", "id = \"estatal"),
        instead("value = \"second_person\"", "value = \"nobody\""),
        "[".repeat(5_000),
        "x = ".to_owned() + &"[".repeat(50_000),
        String::new(),
        "pregunta = 8".to_owned(),
    ]
}

const IN_THE_PAGE: &str = "TEXTS.map(text => {
    try { return completed(profileRules(text)); } catch (error) { if (!(error instanceof Bad)) throw error; return null; }
})";

const IN_PYTHON: &str = "import json, sys, verify_acta
def read(text):
    try:
        return verify_acta.completed(verify_acta.profile_rules(text))
    except verify_acta.Bad:
        return None
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
";

#[test]
fn three_readers_of_a_profile_read_the_same() {
    let expected: Vec<Value> = texts()
        .iter()
        .map(|text| profile::parse("perfil", text).map_or(Value::Null, |(rules, _)| written(rules)))
        .collect();
    assert_eq!(expected.iter().filter(|rules| !rules.is_null()).count(), 11, "{expected:?}");
    let given = Value::from(texts());
    let mut verifiers = Verifiers::new();
    let program = verifiers.eval("at('worker').textContent");
    let asked = IN_THE_PAGE.replace("TEXTS", &given.to_string());
    let in_page = verifiers.eval(&format!("(() => {{ {}; return {asked}; }})()", program.as_str().unwrap()));
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("verify_acta.py", VERIFIER_PY), ("rebuild_matrix.py", REBUILD_PY)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let input = folder.path().join("texts.json");
    fs::write(&input, given.to_string()).unwrap();
    let output = Command::new("python3")
        .args(["-c", IN_PYTHON])
        .current_dir(folder.path())
        .stdin(fs::File::open(input).unwrap())
        .output()
        .expect("python3 runs");
    let in_python: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    for (place, (text, rules)) in texts().iter().zip(&expected).enumerate() {
        let text: String = text.chars().take(2_000).collect();
        assert_eq!(&in_page[place], rules, "the page, text {place}: {text}");
        assert_eq!(&in_python[place], rules, "Python, text {place}: {text}");
    }
}

/// What is done, and the words of what is found.
type Forgery = (fn(&mut Forged), &'static str);

/// The record has the hash of the text that the hall was founded with; where its folder still has it, it goes along.
#[test]
fn the_text_of_the_founding_goes_along_and_says_its_values() {
    let (hall, mut verifiers) = (tempfile::tempdir().unwrap(), Verifiers::new());
    let dir = hall.path().join("sala");
    crate::places::new_hall(&dir);
    let (_folder, export) = export_of(&dir, Part::Between(None, None), &[]);
    let text = fs::read_to_string(export.join(profile::FILE)).unwrap();
    assert_eq!(text, ESTATAL_2002);
    assert_eq!(verifiers.both(&export).status, 0);
    let checked = verifiers.text("checked");
    assert!(checked.contains("Los valores con que se fundó la sala, que son los del texto"), "{checked}");
    let forgeries: [Forgery; 2] = [
        (
            |f| {
                change(
                    f,
                    "hall_founded",
                    "\"line_pct_hundredths\":{\"value\":900",
                    "\"line_pct_hundredths\":{\"value\":800",
                )
            },
            "otros valores que los de este texto: line_pct_hundredths",
        ),
        (
            |f| {
                let text = ESTATAL_2002.replacen("value = \"9\"", "value = \"8\"", 1);
                fs::write(f.path.join(profile::FILE), text).unwrap();
            },
            "no es el reglamento con que se fundó la sala",
        ),
    ];
    for (forge, words) in forgeries {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.findings.contains(&("reglamento".into(), profile::FILE.into())), "{said:?}");
        let found = verifiers.text("findings");
        assert!(found.contains(words), "{found}");
    }
    // Another text in the folder is not that of the founding.
    fs::write(dir.join(profile::FILE), profile_text(&rules())).unwrap();
    let (_folder, export) = export_of(&dir, Part::Between(None, None), &[]);
    assert!(!export.join(profile::FILE).exists());
    assert_eq!(verifiers.both(&export).status, 0);
    let left = verifiers.text("left");
    assert!(left.contains("El texto del reglamento con que se fundó la sala, que no va"), "{left}");
}
