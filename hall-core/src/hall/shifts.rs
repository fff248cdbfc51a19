//! Who is in the hall, and whether the staff is the least that the law wants (art. 22, 25, 26.2.b; ADR 70).
//!
//! Shifts are noted before a session and in it, and end with it. Where the rules name no least staff, nobody has to note any.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::event::{Event, SessionNo};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;
use crate::rules::{Rules, StaffCount};

impl Hall {
    /// Who is in the hall, with those who answer for a post of the session, ascending.
    pub fn in_hall(&self) -> Vec<PersonId> {
        self.in_hall_with(self.session.iter().flat_map(|session| [session.mesa, session.sala]))
    }

    fn in_hall_with(&self, chiefs: impl IntoIterator<Item = PersonId>) -> Vec<PersonId> {
        let people: BTreeSet<PersonId> = self.shifts.keys().copied().chain(chiefs).collect();
        people.into_iter().collect()
    }

    /// Whom the staff lacks while a session is open.
    pub fn staff_missing(&self) -> StaffCount {
        self.missing_without(None)
    }

    fn missing_without(&self, gone: Option<PersonId>) -> StaffCount {
        let Some(session) = &self.session else { return StaffCount::default() };
        let people: Vec<PersonId> = self.in_hall().into_iter().filter(|one| Some(*one) != gone).collect();
        self.missing(session.rules.least_staff.value, &people, (session.mesa, session.sala))
    }

    /// What of a least staff these people leave open. Each fills one post, but for the jefe de mesa who is a cashier too: he may
    /// be both for a time (26.2.b).
    fn missing(&self, least: StaffCount, people: &[PersonId], chiefs: (PersonId, PersonId)) -> StaffCount {
        self.missing_where(least, people, chiefs, |person| self.roles_of(person))
    }

    /// The same, of people with these roles.
    fn missing_where(
        &self,
        mut least: StaffCount,
        people: &[PersonId],
        (mesa, sala): (PersonId, PersonId),
        roles_of: impl Fn(PersonId) -> Vec<Role>,
    ) -> StaffCount {
        let fill = |least: &mut StaffCount, post: Role| {
            if let Some(count) = least.of_mut(post) {
                *count = count.saturating_sub(1);
            }
        };
        fill(&mut least, Role::JefeDeMesa);
        fill(&mut least, Role::JefeDeSala);
        if roles_of(mesa).contains(&Role::Cajero) {
            fill(&mut least, Role::Cajero);
        }
        let posts = least.posts().into_iter().flat_map(|(post, count)| (0..count).map(move |_| post));
        let others = people.iter().filter(|person| ![mesa, sala].contains(person));
        let roles: Vec<Vec<Role>> = others.map(|person| roles_of(*person)).collect();
        let mut missing = StaffCount::default();
        let mut seated: Vec<Option<Role>> = roles.iter().map(|_| None).collect();
        for post in posts {
            let mut asked: Vec<bool> = roles.iter().map(|_| false).collect();
            if !seat(post, &roles, &mut seated, &mut asked)
                && let Some(count) = missing.of_mut(post)
            {
                *count += 1;
            }
        }
        missing
    }

    /// Whom the staff lacks once somebody in the hall has these roles; nothing where that is as before.
    pub(super) fn staff_with_roles(&self, person: PersonId, roles: &[Role]) -> Option<Event> {
        let session = self.session.as_ref()?;
        let people = self.in_hall();
        let least = session.rules.least_staff.value;
        let roles_of =
            |one| if one == person { self.with_posts(one, roles.to_vec()) } else { self.roles_of(one) };
        let missing = self.missing_where(least, &people, (session.mesa, session.sala), roles_of);
        let changes = people.contains(&person) && missing != self.staff_missing();
        changes.then_some(Event::StaffLacks { session: session.no, person, missing })
    }

    pub(super) fn decide_begin_shift(&self, person: PersonId) -> Decision {
        let found = self.on_staff(person)?;
        ensure!(!found.only_inspects(), Refusal::NotOnStaff(person));
        ensure!(!self.shifts.contains_key(&person), Refusal::IsInHall(person));
        one(Event::ShiftBegun { person })
    }

    pub(super) fn decide_end_shift(&self, person: PersonId) -> Decision {
        self.on_staff(person)?;
        ensure!(self.in_hall().contains(&person), Refusal::NotInHall(person));
        self.leaves_no_post(person, &Role::ALL)?;
        one(Event::ShiftEnded { person, missing: self.missing_without(Some(person)) })
    }

    /// The end of the shift of somebody who is dismissed.
    pub(super) fn shift_of_who_goes(&self, person: PersonId) -> Option<Event> {
        let is_in = self.shifts.contains_key(&person);
        is_in.then(|| Event::ShiftEnded { person, missing: self.missing_without(Some(person)) })
    }

    /// Who logs in while a session is open is in the hall, where the hall counts its staff.
    pub(super) fn shift_of_log_in(&self, person: PersonId) -> Option<Event> {
        let counts = self.session.as_ref().is_some_and(|session| !session.rules.least_staff.value.is_none());
        let begins = counts && !self.shifts.contains_key(&person) && !self.people[&person].only_inspects();
        begins.then_some(Event::ShiftBegun { person })
    }

    /// The staff at an opening: those who were noted, those who are logged in, and the chiefs. Nothing where the hall counts nobody
    /// and noted nobody.
    pub(super) fn staff_at_opening(
        &self,
        session: SessionNo,
        rules: &Rules,
        (mesa, sala): (PersonId, PersonId),
    ) -> Option<Event> {
        let least = rules.least_staff.value;
        if self.shifts.is_empty() && least.is_none() {
            return None;
        }
        let of_staff = |person: &PersonId| self.on_staff(*person).is_ok_and(|found| !found.only_inspects());
        let seated = self.log_ins.keys().map(|(_, person)| *person).filter(of_staff);
        let people = self.in_hall_with(seated.chain([mesa, sala]));
        let missing = self.missing(least, &people, (mesa, sala));
        Some(Event::StaffCounted { session, people, missing })
    }
}

/// Seats somebody who has the role in a post, if need be by moving those who sit already. `asked` are those who were asked to move.
fn seat(post: Role, roles: &[Vec<Role>], seated: &mut [Option<Role>], asked: &mut [bool]) -> bool {
    for person in 0..roles.len() {
        if asked[person] || !roles[person].contains(&post) {
            continue;
        }
        asked[person] = true;
        let has = seated[person];
        if has.is_none_or(|other| seat(other, roles, seated, asked)) {
            seated[person] = Some(post);
            return true;
        }
    }
    false
}
