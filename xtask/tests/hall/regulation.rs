//! Another value of the hall, and another profile: proposed, agreed to, in force from the next session, through HTTP; a cut between
//! the two words, and what the acta says of it (DECISIONS 39, ADR 73).

use hall_wire::message::HallLists;
use serde_json::{Value, json};

use crate::bad_nights::acta;
use crate::kit::{Hall, Setup};

/// A value of the rules that the next session has.
pub fn value_of(hall: &Hall, name: &str) -> String {
    let lists: HallLists = hall.staff.sala.get("/api/hall").expect("the lists");
    lists.rules.values.into_iter().find(|row| row.name == name).expect("a value of the rules").value
}

/// What is proposed and agreed to, with the reason of who proposes it.
pub fn both(of: &Value, reason: &str) -> (Value, Value) {
    let mut asked = of.clone();
    asked["reason"] = reason.into();
    (asked, of.clone())
}

#[test]
fn two_people_change_a_value_of_the_hall_between_two_sessions_and_the_acta_has_it() {
    let mut hall = Hall::closed(&Setup::default());
    let (ask, agree) =
        both(&json!({"name": "question_min_secs", "value": "3"}), "Se oye bien en toda la sala");
    hall.must(&hall.staff.sala, "ask-rules", &ask);
    assert_eq!(hall.refused(&hall.staff.sala, "adopt-rules", &agree), "otra-persona");
    let other = json!({"name": "question_min_secs", "value": "4"});
    assert_eq!(hall.refused(&hall.staff.mesa, "adopt-rules", &other), "reglamento-distinto");
    // The power fails between the two words: the first stands.
    hall.kill();
    hall.begin();
    assert_eq!(value_of(&hall, "question_min_secs"), "0", "one person changes nothing");
    hall.must(&hall.staff.mesa, "adopt-rules", &agree);
    assert_eq!(value_of(&hall, "question_min_secs"), "3");
    // The law's values are not the hall's, and a value is one value.
    for (name, value) in
        [("line_pct", "\"20\""), ("question_min_secs", "3, law = \"art. 1\""), ("precio", "3")]
    {
        let (ask, _) = both(&json!({"name": name, "value": value}), "porque sí");
        assert_eq!(hall.refused(&hall.staff.sala, "ask-rules", &ask), "valor-no-valido", "{name}");
    }
    let nothing = json!({"reason": "porque sí"});
    assert_eq!(hall.refused(&hall.staff.sala, "ask-rules", &nothing), "valor-no-valido");
    // A whole profile, in force from a day to come: the session opens under the one before it.
    let profile = include_str!("../../../profiles/estatal-2002.toml").replace("2002-10-01", "2099-01-01");
    let (ask, agree) = both(&json!({"profile": profile}), "El que viene");
    hall.must(&hall.staff.sala, "ask-rules", &ask);
    hall.must(&hall.staff.mesa, "adopt-rules", &agree);
    // What is changed next is changed in the one that the next session has.
    let lists: HallLists = hall.staff.sala.get("/api/hall").expect("the lists");
    assert_eq!(
        (lists.rules.valid_from.as_deref(), lists.rules.waits_until.as_deref()),
        (Some("2002-10-01"), Some("2099-01-01"))
    );
    hall.keep(&hall.staff.open_session().expect("the session opens"));
    let opened = &hall.lines_of("session_opened")[0].body["rules"];
    assert_eq!(
        (&opened["question_min_secs"]["value"], &opened["valid_from"]),
        (&json!(3), &json!("2002-10-01"))
    );
    let (ask, _) = both(&json!({"name": "question_min_secs", "value": "8"}), "de repente");
    assert_eq!(hall.refused(&hall.staff.sala, "ask-rules", &ask), "reglamento-en-sesion");
    hall.close_session();
    let said = acta(&hall, &hall.staff.sala);
    if let Some(text) = said {
        for what in
            ["Diligencia de reglamento", "Se oye bien en toda la sala", "Se adopta el reglamento de huella"]
        {
            assert!(text.contains(what), "no «{what}» in «{text}»");
        }
    }
    let evidence = hall.finish();
    assert_eq!(evidence.of("rules_adopted").count(), 2);
}
