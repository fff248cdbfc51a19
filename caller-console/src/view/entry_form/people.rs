//! What the forms about people ask of the desk.

use hall_core::people::{PersonId, Role};
use hall_core::request::Request;
use hall_core::time::Date;
use hall_wire::command::field::Secret;
use hall_wire::command::{AddPerson, ChangePerson, Command, ResetPin, TakeBackPerson};

use super::EntryForm;
use super::book::day;
use super::kind::{FormKind, ROLES};
use crate::bar::NextAct;
use crate::entry::PIN_MIN;
use crate::known::{Known, short_name};
use crate::view::caja::block::on_button;
use crate::view::own_key::pins::weak;

impl EntryForm {
    pub(super) fn add_person(&self, known: &Known) -> Result<NextAct, String> {
        let user = self.needed(0, "sala-missing-user", known)?;
        if !user.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            return Err(known.t("sala-user-letters"));
        }
        if known.people.values().any(|member| member.user == user) {
            return Err(known.t("sala-user-taken"));
        }
        let name = self.needed(1, "sala-missing-name", known)?;
        let pin = self.new_pin((2, 3), known)?;
        let (document, card_until) = self.papers((4, 5), known)?;
        let roles = self.roles(known)?;
        let label = known.ta("sala-person-do", &[("name", &on_button(&short_name(name)))]);
        let (user, name) = (user.into(), name.into());
        let person = AddPerson { user, name, document, card_until, pin, roles };
        Ok(NextAct::ask(label, Command::AddPerson(person)).sub(known.t("people-first-pin-sub")))
    }

    pub(super) fn change_person(&self, known: &Known) -> Result<NextAct, String> {
        let name = self.needed(0, "sala-missing-name", known)?;
        let (document, card_until) = self.papers((1, 2), known)?;
        let roles = self.roles(known)?;
        if !self.has_content() {
            return Err(known.t("people-nothing-changed"));
        }
        let label = known.ta("people-change-do", &[("name", &on_button(&short_name(name)))]);
        let name = name.into();
        let person = ChangePerson { person: self.whom(), name, document, card_until, roles };
        Ok(NextAct::ask(label, Command::ChangePerson(person)))
    }

    /// A PIN for who has lost it, or comes back.
    pub(super) fn first_pin(&self, known: &Known) -> Result<NextAct, String> {
        let (pin, person) = (self.new_pin((0, 1), known)?, self.whom());
        let name = on_button(&known.short_name(self.person));
        let (id, command) = if self.kind == FormKind::TakeBack {
            ("people-back-do", Command::TakeBackPerson(TakeBackPerson { person, pin }))
        } else {
            ("people-reset-do", Command::ResetPin(ResetPin { person, pin }))
        };
        Ok(NextAct::ask(known.ta(id, &[("name", &name)]), command).sub(known.t("people-first-pin-sub")))
    }

    pub(super) fn dismiss(&self, known: &Known) -> Result<NextAct, String> {
        let reason = self.needed(0, "sala-missing-reason", known)?.into();
        let name = on_button(&known.short_name(self.person));
        let label = known.ta("people-dismiss-do", &[("name", &name)]);
        let dismiss = Request::DismissPerson { person: self.whom(), reason };
        Ok(NextAct::ask(label, dismiss).sub(known.t("people-dismiss-sub")))
    }

    fn whom(&self) -> PersonId {
        PersonId(self.person)
    }

    /// A PIN that is not among the first that anybody tries, typed twice.
    fn new_pin(&self, (first, again): (usize, usize), known: &Known) -> Result<Secret, String> {
        let pin = self.text(first);
        if pin.len() < PIN_MIN {
            return Err(known.t("sala-missing-pin"));
        }
        let member = known.people.get(&self.person).filter(|_| self.kind != FormKind::Person);
        let whose = member.map(|member| (self.person, member.user.as_str()));
        if let Some(what) = weak(known, pin, whose) {
            return Err(what);
        }
        if pin != self.text(again) {
            return Err(known.t("sala-pins-differ"));
        }
        Ok(Secret(pin.into()))
    }

    /// The document and the last day of the card, where they were typed.
    fn papers(
        &self,
        (document, until): (usize, usize),
        known: &Known,
    ) -> Result<(Option<Secret>, Option<Date>), String> {
        let typed = |field| Some(self.text(field)).filter(|text| !text.is_empty());
        let until = typed(until).map(|text| day(text).ok_or_else(|| known.t("people-bad-card")));
        Ok((typed(document).map(|text| Secret(text.into())), until.transpose()?))
    }

    fn roles(&self, known: &Known) -> Result<Vec<Role>, String> {
        let chosen = ROLES.iter().zip(self.chosen).filter(|(_, chosen)| *chosen);
        let roles: Vec<Role> = chosen.map(|((role, _), _)| *role).collect();
        if roles.is_empty() { Err(known.t("sala-missing-role")) } else { Ok(roles) }
    }
}
