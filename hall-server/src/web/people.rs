//! What the server completes of commands about people: PINs are hashed, names and documents sealed.

use std::time::Instant;

use hall_core::people::{PersonId, Sealed};
use hall_core::request::{Request, RequestKind};
use hall_wire::command::field::Secret;
use hall_wire::command::texts::{DOCUMENT_MAX, PERSON_NAME_MAX};
use hall_wire::command::{AddPerson, ChangePerson, ChangePin, ResetPin, TakeBackPerson};
use hall_wire::pin::{Whose, fault};
use hall_wire::problem::{self, ProblemKind};
use tokio::task::spawn_blocking;

use super::Web;
use super::answer::{Trouble, bad_value};
use super::body::check_name;
use super::command::{Sealing, check_line};
use super::login::wait;
use crate::access::{Caller, Identity, Place, hash_pin};
use crate::journal::{SealedRow, seal};

impl Web {
    pub(super) async fn person(&self, person: AddPerson) -> Result<Sealing, Trouble> {
        let pin = self.hashed(person.pin).await?;
        let document = document(person.document);
        let identity = seal(&Identity { user: person.user, name: name(&person.name), document }.to_bytes());
        let request = Request::AddPerson {
            roles: person.roles,
            identity: identity.sealed,
            pin: pin.sealed,
            card_until: person.card_until,
        };
        Ok((request, vec![identity, pin]))
    }

    /// The user name stays. Of a number that is nobody's the desk says so.
    pub(super) fn changed_person(&self, wanted: ChangePerson) -> Result<Sealing, Trouble> {
        check_line("name", "El nombre de la persona", &wanted.name, PERSON_NAME_MAX)?;
        check_document(wanted.document.as_ref())?;
        let access = self.access();
        let user =
            access.person(wanted.person).map(|member| member.identity.user.clone()).unwrap_or_default();
        let document = document(wanted.document);
        let identity = seal(&Identity { user, name: name(&wanted.name), document }.to_bytes());
        let request = Request::ChangePerson {
            person: wanted.person,
            roles: wanted.roles,
            identity: identity.sealed,
            card_until: wanted.card_until,
        };
        Ok((request, vec![identity]))
    }

    pub(super) async fn reset_pin(&self, wanted: ResetPin) -> Result<Sealing, Trouble> {
        self.check_pin_of(wanted.person, &wanted.pin)?;
        let pin = self.hashed(wanted.pin).await?;
        Ok((Request::ResetPin { person: wanted.person, pin: pin.sealed }, vec![pin]))
    }

    pub(super) async fn taken_back(&self, wanted: TakeBackPerson) -> Result<Sealing, Trouble> {
        self.check_pin_of(wanted.person, &wanted.pin)?;
        let pin = self.hashed(wanted.pin).await?;
        Ok((Request::TakeBackPerson { person: wanted.person, pin: pin.sealed }, vec![pin]))
    }

    /// The PIN till now is asked for again: a desk that somebody left open gives no way to another's PIN. Wrong ones are
    /// counted and told as at the log-in.
    pub(super) async fn changed_pin(&self, caller: &Caller, wanted: ChangePin) -> Result<Sealing, Trouble> {
        self.check_pin_of(caller.person, &wanted.pin)?;
        if wanted.old == wanted.pin {
            return Err(bad_value("pin", "Es el PIN que ya tiene. Ponga otro."));
        }
        let member = self.access().person(caller.person).cloned().ok_or(problem::NOT_IDENTIFIED)?;
        let attempts = &self.shared.attempts;
        let user = member.identity.user.clone();
        let place = Place::LogIn(caller.device.clone());
        attempts.begin(&user, &place, true, Instant::now()).map_err(wait)?;
        // Who sends it again, with the answer lost, has the next PIN already.
        let known = self.is_pin(member.pin_hash.clone(), wanted.old.0.clone(), true).await?
            || self.is_pin(member.pin_hash, wanted.pin.0.clone(), true).await?;
        if !known {
            attempts.bad(&user, &place, true, Instant::now());
            self.was_wrong(Some(caller.person));
            return Err(problem::WRONG_PIN.problem().about("old").into());
        }
        attempts.good(&user, caller.person, &place, true, Instant::now());
        let pin = self.hashed(wanted.pin).await?;
        Ok((Request::ChangePin { pin: pin.sealed }, vec![pin]))
    }

    pub(super) fn check_person(&self, person: &AddPerson) -> Result<(), Trouble> {
        check_name("user", "de usuario", &person.user)?;
        check_line("name", "El nombre de la persona", &person.name, PERSON_NAME_MAX)?;
        check_document(person.document.as_ref())?;
        let document = person.document.as_ref().map_or("", |document| document.0.as_str());
        check_pin(&person.pin, &Whose { person: None, user: &person.user, document, year: self.year() })
    }

    /// Of a number that is nobody's the desk says so.
    fn check_pin_of(&self, person: PersonId, pin: &Secret) -> Result<(), Trouble> {
        let (access, year) = (self.access(), self.year());
        let whose = access.person(person).map(|member| member.identity.whose(Some(person), year));
        check_pin(pin, &whose.unwrap_or(Whose { year, ..Whose::default() }))
    }

    async fn hashed(&self, pin: Secret) -> Result<SealedRow, Trouble> {
        let turn = self.shared.hashes.acquire().await.map_err(|_| problem::BROKEN)?;
        let hash = spawn_blocking(move || hash_pin(&pin.0)).await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        Ok(seal(hash.as_bytes()))
    }
}

fn check_document(document: Option<&Secret>) -> Result<(), Trouble> {
    let what = "El documento de la persona";
    document.map_or(Ok(()), |document| check_line("document", what, &document.0, DOCUMENT_MAX))
}

fn check_pin(pin: &Secret, whose: &Whose<'_>) -> Result<(), Trouble> {
    fault(&pin.0, whose).map_or(Ok(()), |fault| Err(bad_value("pin", fault.words())))
}

fn name(typed: &str) -> String {
    typed.trim().to_owned()
}

fn document(typed: Option<Secret>) -> Option<String> {
    typed.map(|document| document.0.trim().to_owned())
}

/// What else a command about people may be answered with.
pub(super) fn problems_of(kind: RequestKind) -> &'static [ProblemKind] {
    if kind == RequestKind::AddPerson {
        &[problem::USER_EXISTS]
    } else if kind == RequestKind::ChangePin {
        &[problem::WRONG_PIN, problem::WAIT]
    } else {
        &[]
    }
}

/// Adds nobody: the desk answers only if it was asked before.
pub(super) fn no_roles() -> Request {
    let nothing = Sealed { id: 0, hash: [0; 32] };
    Request::AddPerson { roles: Vec::new(), identity: nothing, pin: nothing, card_until: None }
}
