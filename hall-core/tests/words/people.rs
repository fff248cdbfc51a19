//! The words of the scripts about the staff.

use hall_core::people::{Actor, PersonId, Role};
use hall_core::request::Request;
use hall_core::time::Date;

use super::Script;
use super::read::person;
use crate::support::{SALA, sealed};

/// Who asks for what, where the line is about the staff: `alta cajero,auxiliar 2028-05-31`, `cambia vendedor cajero`; a PIN is
/// another each time.
pub fn request(script: &Script, words: &[&str]) -> Option<(PersonId, Request)> {
    let roles = |word: &str| word.split(',').map(|role| Role::from_name(role).expect("a role")).collect();
    let day = |index: usize| words.get(index).map(|day| Date::parse(day).expect("a day"));
    let at = 400 + script.bench.record.len() as u64;
    let (identity, pin) = (sealed(at), sealed(at + 1));
    let request = match words[0] {
        "alta" => Request::AddPerson { roles: roles(words[1]), identity, pin, card_until: day(2) },
        "cambia" => {
            let (person, roles) = (person(words[1]), roles(words[2]));
            Request::ChangePerson { person, roles, identity, card_until: day(3) }
        }
        "pin-nuevo" => Request::ResetPin { person: person(words[1]), pin },
        "mi-pin" => Request::ChangePin { pin },
        "baja" => Request::DismissPerson { person: person(words[1]), reason: words[2..].join(" ") },
        "readmite" => Request::TakeBackPerson { person: person(words[1]), pin },
        _ => return None,
    };
    Some((SALA, request))
}

impl Script {
    /// A jefe de sala who lost the PIN gets one at the server's own computer: tells it, or why not.
    pub(super) fn pin_at_server(&mut self, words: &[&str]) -> String {
        let pin = sealed(400 + self.bench.record.len() as u64);
        match self.bench.hall.reset_pin_at_server(person(words[1]), pin) {
            Ok(events) => {
                let told: Vec<String> = events.iter().filter_map(super::words).collect();
                self.bench.commit(Actor::System, "servidor", events);
                told.join("\n  ")
            }
            Err(refusal) => format!("NO {}: {refusal}", refusal.code()),
        }
    }
}
