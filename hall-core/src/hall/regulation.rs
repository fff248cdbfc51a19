//! The regulation in force, those that were adopted and wait for a session or for their first day, and one that a second person
//! still has to agree to (DECISIONS 39, ADR 73).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::Event;
use crate::game::decide::{Decision, another, one};
use crate::hall::decide::text;
use crate::hall::{Hall, LawText};
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::time::{Date, Moment};

/// Rules, and the SHA-256 of the profile they were read from.
pub type Profile = (Rules, [u8; 32]);

/// The hall's regulations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Regulation {
    /// Those of the last session, or of the founding; none before it.
    pub in_force: Option<Profile>,
    /// Those adopted since, in the order of their adoption.
    pub to_come: Vec<Profile>,
    /// Those that somebody asked for and nobody agreed to yet.
    pub asked: Option<RulesAsked>,
    /// Who answers for each, by the SHA-256 of its profile: the first of the staff for the one of the founding, two people for one
    /// that was adopted.
    pub signed: BTreeMap<[u8; 32], Vec<PersonId>>,
    /// Article 36 as the hall gave it, whole; none where it did not.
    pub article_36: Option<LawText>,
}

/// Rules that a jefe de sala asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesAsked {
    /// Who.
    pub by: PersonId,
    /// The rules.
    pub rules: Rules,
    /// SHA-256 of the profile they were read from.
    pub profile_sha256: [u8; 32],
}

impl Regulation {
    /// Those that a session of this day is played under: the last that were adopted, of those whose first day has come.
    pub fn on(&self, date: Date) -> Option<&Profile> {
        let begun = |(rules, _): &&Profile| rules.valid_from.is_none_or(|from| from <= date);
        self.to_come.iter().rev().find(begun).or(self.in_force.as_ref())
    }

    /// The first day of one that was adopted and waits for it, on this day.
    pub fn waits_until(&self, date: Date) -> Option<Date> {
        self.to_come.iter().filter_map(|(rules, _)| rules.valid_from.filter(|from| *from > date)).min()
    }

    /// A session of this day is played under these: what was adopted before them is never in force again, but for what still
    /// waits for its day.
    pub(super) fn opened(&mut self, rules: &Rules, profile_sha256: [u8; 32], date: Date) {
        self.to_come.retain(|(rules, _)| rules.valid_from.is_some_and(|from| from > date));
        self.in_force = Some((rules.clone(), profile_sha256));
    }

    /// The first person of the staff is whoever founded the hall, and signed its rules.
    pub(super) fn founded_by(&mut self, person: PersonId) {
        if let (true, Some((_, sha256))) = (self.signed.is_empty(), &self.in_force) {
            self.signed.insert(*sha256, Vec::from([person]));
        }
    }

    /// A second person agreed.
    pub(super) fn adopted(&mut self, by: PersonId) {
        let asked = self.asked.take().expect("what is adopted was asked for");
        self.signed.insert(asked.profile_sha256, Vec::from([asked.by, by]));
        self.to_come.push((asked.rules, asked.profile_sha256));
    }
}

impl Hall {
    /// Whether screens and pages say BORRADOR: by the open session's rules, else by those of a session on the day of the last line.
    pub fn is_draft(&self) -> bool {
        let last = Moment { utc_ms: self.last_utc_ms.unwrap_or_default(), ..Moment::default() };
        let next = || self.regulation.on(last.date()).map(|(rules, _)| rules);
        let rules = self.session.as_ref().map(|session| &session.rules);
        rules.or_else(next).is_some_and(Rules::is_draft)
    }

    /// The rules of a session that opens on this day.
    pub(super) fn rules_on(&self, date: Date) -> &Profile {
        self.regulation.on(date).expect("a hall with people was founded")
    }

    pub(super) fn decide_ask_rules(
        &self,
        (rules, profile): (Rules, String),
        profile_sha256: [u8; 32],
        (reason, date): (&str, Date),
    ) -> Decision {
        ensure!(self.session.is_none(), Refusal::RulesInSession);
        ensure!(self.rules_on(date).1 != profile_sha256, Refusal::RulesInForce);
        let reason = text("motivo", reason)?;
        one(Event::RulesAsked { rules, profile, profile_sha256, reason })
    }

    pub(super) fn decide_adopt_rules(&self, by: PersonId, profile_sha256: [u8; 32]) -> Decision {
        ensure!(self.session.is_none(), Refusal::RulesInSession);
        let asked = self.regulation.asked.as_ref().ok_or(Refusal::RulesNotAsked)?;
        another(asked.by, by)?;
        ensure!(asked.profile_sha256 == profile_sha256, Refusal::RulesDiffer);
        one(Event::RulesAdopted { profile_sha256, asked_by: asked.by })
    }
}
