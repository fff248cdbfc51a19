//! The staff: who joins, changes, leaves and comes back, and the PINs (24.6, ADR 68).
//!
//! A PIN that somebody else chose is known to two: it opens nothing but its own change.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::event::{DeviceNo, Event};
use crate::game::decide::{Decision, one, stale};
use crate::hall::decide::text;
use crate::hall::{Hall, LogInOver};
use crate::people::{PersonId, Role, Sealed};
use crate::refusal::Refusal;
use crate::time::Date;

/// A person who is, or was, on the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// What the person may do.
    pub roles: Vec<Role>,
    /// User and name, sealed.
    pub identity: Sealed,
    /// The PIN's hash, sealed.
    pub pin: Sealed,
    /// The last day of the professional card, where the hall notes one.
    pub card_until: Option<Date>,
    /// Somebody else chose the PIN.
    pub first_pin: bool,
    /// Dismissed: the person has no roles and does not log in.
    pub left: bool,
    /// The hall's devices at which the person has logged in: a wrong PIN elsewhere delays nobody there.
    pub sat_at: BTreeSet<DeviceNo>,
}

impl Person {
    /// Whether the PIN opens nothing but its own change. Who is an inspector and nothing else looks and changes nothing, and is
    /// not kept waiting (37.5).
    pub fn must_change_pin(&self) -> bool {
        self.first_pin && !self.only_inspects()
    }

    /// Whether the person looks, and changes nothing.
    pub fn only_inspects(&self) -> bool {
        self.roles.iter().all(|role| *role == Role::Inspector)
    }
}

impl Hall {
    /// A person on the staff.
    ///
    /// # Errors
    /// [`Refusal::UnknownPerson`], also for who was dismissed.
    pub(crate) fn on_staff(&self, person: PersonId) -> Result<&Person, Refusal> {
        let found = self.people.get(&person).filter(|found| !found.left);
        found.ok_or(Refusal::UnknownPerson(person))
    }

    pub(super) fn decide_add_person(
        &self,
        roles: Vec<Role>,
        (identity, pin): (Sealed, Sealed),
        card_until: Option<Date>,
    ) -> Decision {
        ensure!(!roles.is_empty(), Refusal::NoRoles);
        let person = self.next_person();
        one(Event::PersonAdded { person, roles, identity, pin, card_until, first_pin: true })
    }

    pub(super) fn decide_change_person(
        &self,
        person: PersonId,
        roles: Vec<Role>,
        identity: Sealed,
        card_until: Option<Date>,
    ) -> Decision {
        self.on_staff(person)?;
        ensure!(!roles.is_empty(), Refusal::NoRoles);
        self.may_lose_roles(person, &roles)?;
        let lacks = self.staff_with_roles(person, &roles);
        let changed = Event::PersonChanged { person, roles, identity, card_until };
        Ok([changed].into_iter().chain(lacks).collect())
    }

    /// While a PIN is checked it may be replaced, by somebody who fears that others know it, and its device revoked.
    pub(super) fn decide_log_in(
        &self,
        (person, device): (PersonId, &str),
        token: Sealed,
        checked: Option<Sealed>,
        device_key_sha256: Option<[u8; 32]>,
    ) -> Decision {
        ensure!(self.may_sit(person, device, device_key_sha256), Refusal::DeviceNotEnrolled);
        let is_of_now = checked.is_none_or(|pin| pin == self.people[&person].pin);
        ensure!(is_of_now, stale("su PIN es otro desde hace un momento"));
        Ok([Event::LoggedIn { person, token }].into_iter().chain(self.shift_of_log_in(person)).collect())
    }

    pub(super) fn decide_change_pin(&self, by: PersonId, pin: Sealed) -> Decision {
        one(Event::PinChanged { person: by, pin })
    }

    pub(super) fn decide_reset_pin(&self, by: PersonId, person: PersonId, pin: Sealed) -> Decision {
        self.on_staff(person)?;
        ensure!(by != person, Refusal::OwnPin);
        one(Event::PinReset { person, pin, at_server: false })
    }

    /// A jefe de sala has lost the PIN, and sits at the server's own computer: the event of a new one.
    ///
    /// # Errors
    /// The person is not on the staff, or somebody else of the staff can give the PIN.
    pub fn reset_pin_at_server(&self, person: PersonId, pin: Sealed) -> Decision {
        let found = self.on_staff(person)?;
        ensure!(found.roles.contains(&Role::JefeDeSala), Refusal::NotAManager(person));
        one(Event::PinReset { person, pin, at_server: true })
    }

    pub(super) fn decide_dismiss(&self, person: PersonId, reason: &str) -> Decision {
        self.on_staff(person)?;
        self.may_lose_roles(person, &[])?;
        let dismissed = Event::PersonDismissed { person, reason: text("motivo", reason)? };
        Ok(self.shift_of_who_goes(person).into_iter().chain([dismissed]).collect())
    }

    pub(super) fn decide_take_back(&self, person: PersonId, pin: Sealed) -> Decision {
        let found = self.people.get(&person).ok_or(Refusal::UnknownPerson(person))?;
        ensure!(found.left, Refusal::IsOnStaff(person));
        one(Event::PersonTakenBack { person, pin })
    }

    /// Whether a person may go on with no more than these roles: the hall keeps a jefe de sala, the session its posts, and
    /// cards that are out their seller.
    fn may_lose_roles(&self, person: PersonId, left_with: &[Role]) -> Result<(), Refusal> {
        let manages = |found: &Person| !found.left && found.roles.contains(&Role::JefeDeSala);
        let others = self.people.iter().filter(|(other, _)| **other != person);
        let lost: Vec<Role> =
            self.roles_of(person).into_iter().filter(|role| !left_with.contains(role)).collect();
        let manager_before = manages(&self.people[&person]) && !left_with.contains(&Role::JefeDeSala);
        ensure!(!manager_before || others.map(|(_, other)| other).any(manages), Refusal::LastManager);
        self.leaves_no_post(person, &lost)
    }

    /// Whether a person answers for none of these roles: a post of the session is taken by another first, and cards that are out
    /// go back.
    pub(super) fn leaves_no_post(&self, person: PersonId, lost: &[Role]) -> Result<(), Refusal> {
        let Some(session) = &self.session else { return Ok(()) };
        let holds = |post: &Role| {
            let stands_in = session.substitutions.iter().rev().find(|change| change.post == *post);
            (*post == Role::JefeDeSala && session.sala == person)
                || (*post == Role::JefeDeMesa && session.mesa == person)
                || stands_in.is_some_and(|change| change.stand_in == person)
        };
        if let Some(post) = lost.iter().find(|post| holds(post)) {
            return Err(Refusal::HoldsPost { person, post: *post });
        }
        let running = self.running().filter(|game| game.selling().is_some());
        let has_cards = running.is_some_and(|game| game.sale.holdings().any(|(seller, _)| seller == person));
        ensure!(!has_cards || !lost.contains(&Role::VendedorLocutor), Refusal::HoldsCards(person));
        Ok(())
    }

    /// A person leaves the staff.
    pub(super) fn leaves(&mut self, person: PersonId) {
        let found = self.people.get_mut(&person).expect("who leaves was on the staff");
        found.left = true;
        self.passing.pins.insert(found.pin.id);
        self.shifts.remove(&person);
        self.end_log_ins(LogInOver::Dismissed, person, None);
    }

    /// A person has another PIN.
    pub(super) fn has_pin(&mut self, person: PersonId, pin: Sealed, first_pin: bool) {
        let found = self.people.get_mut(&person).expect("a PIN is somebody's");
        // That of who left is among them since then.
        if !found.left {
            self.passing.pins.insert(found.pin.id);
        }
        (found.pin, found.first_pin) = (pin, first_pin);
    }
}
