//! The ends of a session in the scripts: `abre`, `cierra-sesión`, and the count that the jefe de sala signs for.

use hall_core::machine::SetId;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request, RequestKind};

use super::Script;
use super::read::opening;
use crate::support::{MESA, SALA, set};

impl Script {
    /// The jefe de sala has signed for the count, unless the line is about that: `abre sin-firma bolas 89`,
    /// `cierra-sesión 91 sin-firma`, `firma-recuento J1 91`.
    pub(super) fn of_session(&mut self, words: &[&str]) -> (PersonId, Request) {
        let signs = !words.contains(&"sin-firma");
        let rest: Vec<&str> = words[1..].iter().copied().filter(|word| *word != "sin-firma").collect();
        match words[0] {
            "firma-recuento" => {
                (SALA, Request::SignCount { set: set(rest[0]), balls_counted: rest[1].parse().unwrap() })
            }
            "abre" => {
                let request = opening(&rest);
                if let Request::OpenSession { sala, check, .. } = &request
                    && signs
                {
                    self.signs_for(*sala, check.set, check.balls_counted);
                }
                (MESA, request)
            }
            _ => {
                let balls_counted = rest.first().map_or(90, |word| word.parse().unwrap());
                if let Some(session) = self.bench.hall.session.as_ref().filter(|_| signs) {
                    self.signs_for(session.sala, session.check.set, balls_counted);
                }
                (MESA, Request::CloseSession { balls_counted, public_witness: false })
            }
        }
    }

    /// As the desk does, which knows the hour.
    pub(super) fn note_refusal(&mut self, person: PersonId, request: RequestKind, refusal: &Refusal) {
        let Some(why) = refusal.noted(request) else { return };
        let now_utc_ms = self.bench.now_ms;
        let noted = self.bench.notice(&Notice::RequestRefused { person, request, why, now_utc_ms });
        self.tell(&noted);
    }

    /// As far as he may.
    fn signs_for(&mut self, sala: PersonId, set: SetId, balls_counted: u8) {
        let _ = self.bench.ask(sala, Request::SignCount { set, balls_counted });
    }
}
