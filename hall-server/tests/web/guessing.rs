//! Who guesses PINs learns nothing, keeps nobody from working, and fills no record (ADR 84).

use hall_core::hall::LogInOver;
use hall_core::request::Notice;
use hall_server::access::token_hash;

use crate::hall::{Asker, Hall, PIN};

fn try_in(asker: &Asker, user: &str, pin: &str, device: &str) -> (u16, serde_json::Value) {
    asker.post("/api/login", &format!(r#"{{"user":"{user}","pin":"{pin}","device":"{device}"}}"#))
}

#[test]
fn somebody_who_guesses_behind_the_same_address_delays_nobody_who_has_been_in() {
    let hall = Hall::open();
    let stranger = hall.asker();
    hall.logged_in("ana");
    for number in 0..20 {
        try_in(&stranger, "ana", "864213", &format!("otro-{number}"));
        let (status, answer) = try_in(&stranger, "ana", PIN, "mesa-1");
        assert_eq!(status, 200, "{number}: {answer}");
    }
    // At her own desk a wrong one costs what it did.
    assert_eq!(try_in(&stranger, "ana", "864213", "mesa-1").0, 401);
    assert_eq!(try_in(&stranger, "ana", PIN, "mesa-1").0, 429);
}

#[test]
fn a_name_that_is_nobody_s_is_answered_and_delayed_as_any_other() {
    let hall = Hall::open();
    let stranger = hall.asker();
    let told = |user: &str| {
        let tries = (0..4).map(|number| try_in(&stranger, user, "864213", &format!("d-{number}")));
        tries
            .map(|(status, mut answer)| {
                // The rest of a second is of the moment.
                answer.as_object_mut().unwrap().remove("detail");
                (status, answer)
            })
            .collect::<Vec<_>>()
    };
    let known = told("ana");
    assert_eq!(known.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [401, 429, 429, 429]);
    for nobody in ["nadie", "9999", "ána"] {
        assert_eq!(told(nobody), known, "{nobody}");
    }
    assert_eq!(told("1003"), known, "a number is counted as it is typed, like a name");
    assert_eq!(try_in(&stranger, "01003", PIN, "d").0, 401, "and a number has one spelling");
}

#[test]
fn two_hundred_wrong_pins_are_a_line_for_each_user_and_one_for_all_who_are_nobody() {
    let hall = Hall::open();
    let stranger = hall.asker();
    for number in 0..60 {
        assert_eq!(try_in(&stranger, &format!("nadie-{number}"), "864213", "d").0, 401);
    }
    for number in 0..60 {
        try_in(&stranger, "vera", "864213", &format!("d-{number}"));
    }
    let seen = hall.seen.lock().unwrap();
    let lines = seen.notices.iter().filter(|notice| matches!(notice, Notice::LoginRefused { .. })).count();
    assert_eq!(lines, 2);
}

#[test]
fn a_log_in_that_is_over_says_why_and_what_nobody_was_given_does_not() {
    let hall = Hall::open();
    let ana = hall.logged_in("ana");
    let token = ana.token.clone().unwrap();
    hall.show(|view| {
        let mut access = (*view.access).clone();
        access.forget(hall_core::people::PersonId(1002), "mesa-1");
        access.add_over(token_hash(&token).as_bytes(), LogInOver::TooLong);
        view.access = access.into();
    });
    let (_, document) = hall.asker().get("/api/openapi.json");
    let answer = ana.get("/api/me");
    assert!(answer.1["detail"].as_str().unwrap().contains("doce horas"), "{}", answer.1);
    crate::hall::expect(&document, "get", "/api/me", answer, 401, "entrada-terminada");
    let command = ana.command("announce", r#"{"game":7,"ordinal":4,"ball":77}"#);
    crate::hall::expect(&document, "post", "/api/commands/announce", command, 401, "entrada-terminada");
    let stranger = Asker { token: Some("00".repeat(32)), ..hall.asker() };
    assert_eq!(stranger.get("/api/me").1["code"], "sin-identificar");
}

#[test]
fn a_pin_that_is_tried_first_is_refused_with_the_reason_wherever_one_is_set() {
    let hall = Hall::open();
    let sala = hall.logged_in("sala");
    let year = "1987";
    for (pin, word) in [
        ("123456", "van seguidas"),
        ("121212", "distintas"),
        ("147258", "recorre el teclado"),
        (&format!("2103{year}"), "fecha"),
        ("871002", "fecha"),
        ("710027", "su número"),
    ] {
        for (command, body) in [
            ("reset-pin", format!(r#"{{"person":1002,"pin":"{pin}"}}"#)),
            ("take-back-person", format!(r#"{{"person":1002,"pin":"{pin}"}}"#)),
            ("change-pin", format!(r#"{{"old":"{PIN}","pin":"{pin}"}}"#)),
            (
                "add-person",
                format!(
                    r#"{{"user":"u1002","name":"Una","document":"12345678Z","pin":"{pin}","roles":["cajero"]}}"#
                ),
            ),
        ] {
            let (status, problem) = sala.command(command, &body);
            if command == "change-pin" && pin == "710027" {
                continue; // Not her number, and not tried here: it would be her PIN.
            }
            assert_eq!((status, problem["field"].as_str()), (400, Some("pin")), "{command} {pin}: {problem}");
            assert!(problem["detail"].as_str().unwrap().contains(word), "{command} {pin}: {problem}");
        }
    }
    let own = r#"{"user":"luis","name":"Luis","document":"29384756B","pin":"384756","roles":["cajero"]}"#;
    assert!(sala.command("add-person", own).1["detail"].as_str().unwrap().contains("documento"));
}
