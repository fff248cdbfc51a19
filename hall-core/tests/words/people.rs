//! The words of the scripts about the staff and the devices at which they log in.

use hall_core::event::{DeviceNo, DevicePost, Event};
use hall_core::hall::LawText;
use hall_core::people::{Actor, PersonId, Role};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::rules::{Rules, StaffCount};
use hall_core::time::Date;

use super::Script;
use super::read::person;
use crate::support::profile::profile_text;
use crate::support::{MESA, SALA, law, rules, sealed};

/// SHA-256 of the key that a device of the scripts keeps: its name, so that each has another.
fn key_of(device: &str) -> [u8; 32] {
    let mut key = [0; 32];
    key[..device.len()].copy_from_slice(device.as_bytes());
    key
}

/// The least staff, which stands behind these words: «regla: plantilla mínima 1 1 2 1 1 1», in the order of article 25.
pub fn rule(text: &str, rules: &mut Rules) {
    let Some((_, least)) = text.split_once("regla: plantilla mínima ") else { return };
    let mut counts = least.split_whitespace().map_while(|word| word.parse().ok());
    let mut next = || counts.next().expect("six numbers");
    rules.least_staff = law(
        StaffCount {
            admision: next(),
            auxiliares: next(),
            vendedores: next(),
            cajeros: next(),
            jefes_de_mesa: next(),
            jefes_de_sala: next(),
        },
        "25",
    );
}

/// Who asks for what, where the line is about a device: `puesto caja-2`, `cajero@caja-2: se-identifica`, `baja-puesto 2`.
pub fn at_device(device: &str, words: &[&str]) -> Option<(PersonId, Request)> {
    let request = match words[0] {
        "puesto" => Request::EnrolDevice {
            name: words[1].into(),
            post: DevicePost::Desk,
            key_sha256: key_of(words[1]),
        },
        "se-identifica" | "se-identifica-sin-clave" => Request::LogIn {
            token: sealed(960),
            pin: None,
            device_key_sha256: (words[0] == "se-identifica").then(|| key_of(device)),
        },
        "baja-puesto" => Request::RevokeDevice { device: DeviceNo(words[1].parse().expect("a number")) },
        _ => return None,
    };
    Some((SALA, request))
}

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
        "turno" => Request::BeginShift { person: person(words[1]) },
        "fin-de-turno" => Request::EndShift { person: person(words[1]) },
        "propone-pregunta" | "confirma-pregunta" => return Some(rules_with_question(words)),
        "artículo-36" => Request::GiveArticle36 { text: words[1..].join(" ") },
        "termina" => Request::EndLogIn { person: person(words[1]), device: words[2].into() },
        "readmite" => Request::TakeBackPerson { person: person(words[1]), pin },
        _ => return None,
    };
    Some((SALA, request))
}

/// Another value of the rules: `propone-pregunta 8 porque …`, `confirma-pregunta 8`.
fn rules_with_question(words: &[&str]) -> (PersonId, Request) {
    let seconds: u8 = words[1].parse().expect("a number");
    let mut rules = rules();
    rules.question_min_secs.value = seconds.into();
    let profile = profile_text(&rules);
    let profile_sha256 = LawText::sha256_of(&profile);
    if words[0] == "confirma-pregunta" {
        return (MESA, Request::AdoptRules { profile_sha256 });
    }
    let reason = words[2..].join(" ");
    (SALA, Request::AskRules { rules: Box::new(rules), profile, profile_sha256, reason })
}

impl Script {
    /// All devices are released at the server's own computer: tells it, or why not.
    pub(super) fn devices_at_server(&mut self) -> String {
        let released = self.bench.hall.release_devices_at_server();
        self.at_server(released)
    }

    /// A jefe de sala who lost the PIN gets one at the server's own computer: tells it, or why not.
    pub(super) fn pin_at_server(&mut self, words: &[&str]) -> String {
        let pin = sealed(400 + self.bench.record.len() as u64);
        let reset = self.bench.hall.reset_pin_at_server(person(words[1]), pin);
        self.at_server(reset)
    }

    fn at_server(&mut self, decided: Result<Vec<Event>, Refusal>) -> String {
        match decided {
            Ok(events) => {
                let told: Vec<String> = events.iter().filter_map(super::words).collect();
                self.bench.commit(Actor::System, "servidor", events);
                told.join("\n  ")
            }
            Err(refusal) => format!("NO {}: {refusal}", refusal.code()),
        }
    }
}
