//! Every body that the server reads, mangled in every way that a line, a disk or a stranger may think of (E 53): it is
//! refused with a sentence or is another good body, nothing breaks, and the others go on.

#[path = "../storm/dice.rs"]
#[allow(dead_code, reason = "storms throw them more often")]
mod dice;

use dice::Dice;
use serde_json::Value;

use crate::hall::{Asker, Hall, VOICE_KEY};

/// How many bodies each address gets; `./bombo torture` gives more.
fn tries() -> usize {
    std::env::var("BOMBO_TRIES").map_or(60, |tries| tries.parse().unwrap())
}

/// What JSON has in it that no field expects.
const PIECES: [&str; 16] = [
    "null",
    "-1",
    "1e999",
    "18446744073709551616",
    "0.5",
    "[]",
    "{}",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "true",
    "[[[[",
    "{\"a\":",
    "\\",
    "\u{202e}",
    "NaN",
];

/// A good body made worse.
fn mangled(good: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = good.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(..at)),
            2 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            3 => bytes.splice(at..at, [dice.below(256) as u8]).for_each(drop),
            // A value of another kind in the place of one.
            4 => {
                let from =
                    at + bytes[at..].iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
                let to = from + bytes[from..].iter().position(|byte| b",}".contains(byte)).unwrap_or(0);
                let piece = PIECES[dice.below(PIECES.len())];
                bytes.splice(from..to, piece.bytes()).for_each(drop);
            }
            5 => {
                let piece = PIECES[dice.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes()).for_each(drop);
            }
            // A field twice, and a text that never ends.
            6 => bytes = [&bytes[..at], good.as_bytes(), &bytes[at..]].concat(),
            _ => bytes.splice(at..at, std::iter::repeat_n(b'9', dice.below(70_000))).for_each(drop),
        }
    }
    bytes
}

/// Every address that takes a body of JSON, with a good one.
fn addresses(document: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for operation in operations.as_object().unwrap().values() {
            let example = &operation["requestBody"]["content"]["application/json"]["example"];
            if example.is_object() {
                found.push((path.clone(), example.to_string()));
            }
        }
    }
    found
}

#[test]
fn no_mangled_body_of_any_command_breaks_anything() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let addresses = addresses(&document);
    let commands = hall_wire::command::commands().count();
    assert!(
        addresses.len() > commands,
        "{} addresses for {commands} commands and the log-in",
        addresses.len()
    );
    let other = hall.logged_in("carla");
    let seed = std::env::var("BOMBO_SEED").map_or(53, |seed| seed.parse().unwrap());
    let mut dice = Dice::new(seed);
    let mut refused = 0;
    for (path, good) in &addresses {
        // A log-in that happens to be good is one; wrong PINs would have to wait.
        let login = path == "/api/login";
        let by = match path.as_str() {
            "/api/login" => hall.asker(),
            "/api/voice" => Asker { device: Some(("Voice", VOICE_KEY.to_string())), ..hall.asker() },
            // Nobody comes in as her afterwards: after wrong PINs she would have to wait.
            "/api/commands/change-pin" => hall.logged_in("ana"),
            _ => hall.logged_in("sala"),
        };
        for number in 0..if login { 4 } else { tries() } {
            let body = mangled(good, &mut dice);
            let asker = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..by.clone() };
            let (status, answer) = asker.post_bytes(path, &body);
            let told = || {
                format!(
                    "BOMBO_SEED={seed} {path} {number}: {status} {answer} {}",
                    String::from_utf8_lossy(&body)
                )
            };
            // What can be read goes to the desk, which may do anything with it; nothing is broken by it.
            assert!(![404, 405, 500].contains(&status), "{}", told());
            refused += usize::from((400..500).contains(&status));
        }
        assert_eq!(other.get("/api/me").0, 200, "{path}: the others are not served");
    }
    assert!(refused > addresses.len() * tries() / 2, "hardly anything was bad: {refused}");
    assert_eq!(hall.asker().get("/healthz").1["status"], "bien");
}
