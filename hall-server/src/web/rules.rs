//! Another regulation, or another value of the hall: the profile is read here, and the desk decides (DECISIONS 39, ADR 73).

use hall_core::hall::Regulation;
use hall_core::request::Request;
use hall_core::rules::Rules;
use hall_core::time::Date;
use hall_wire::command::{AdoptRules, AskRules};
use hall_wire::message::RulesNow;

use super::Web;
use super::answer::{Trouble, bad_value};
use super::command::Sealing;
use crate::profile;

/// Longest profile, in bytes: some ten of the one that ships.
const PROFILE_MAX: usize = 64 * 1024;

/// The rules that are wanted, the text of their profile, and its SHA-256.
type Wanted = (Rules, String, [u8; 32]);

/// The regulation for the screens: that of a session which opens on this day, in which the next value is changed.
pub(super) fn standing(regulation: &Regulation, today: Date) -> RulesNow {
    let Some((rules, sha256)) = regulation.on(today) else { return RulesNow::default() };
    let played = regulation.in_force.as_ref().is_some_and(|(_, of_last)| of_last == sha256);
    RulesNow {
        title: rules.title.clone(),
        valid_from: rules.valid_from.map(|from| from.to_string()),
        sha256: hex::encode(sha256),
        values: profile::values(rules),
        to_come: !played,
        waits_until: regulation.waits_until(today).map(|from| from.to_string()),
        asked_by: regulation.asked.as_ref().map(|asked| asked.by.0),
        article_36: regulation.article_36.as_ref().map(|given| given.text.clone()),
        article_36_file: None,
    }
}

impl Web {
    pub(super) fn asked_rules(&self, wanted: AskRules) -> Result<Sealing, Trouble> {
        let AskRules { profile, name, value, reason } = wanted;
        let (rules, profile, profile_sha256) = self.wanted_rules(profile, name, value)?;
        Ok((Request::AskRules { rules: Box::new(rules), profile, profile_sha256, reason }, Vec::new()))
    }

    pub(super) fn adopted_rules(&self, wanted: AdoptRules) -> Result<Sealing, Trouble> {
        let AdoptRules { profile, name, value } = wanted;
        let (_, _, profile_sha256) = self.wanted_rules(profile, name, value)?;
        Ok((Request::AdoptRules { profile_sha256 }, Vec::new()))
    }

    /// A whole profile, or the present one with one value changed.
    fn wanted_rules(
        &self,
        profile: Option<String>,
        name: Option<String>,
        value: Option<String>,
    ) -> Result<Wanted, Trouble> {
        match (profile, name, value) {
            (Some(text), None, None) => {
                if text.len() > PROFILE_MAX {
                    return Err(bad_value("profile", "El perfil pasa de 64 KiB: no es el de una sala."));
                }
                let (rules, sha256) = profile::parse("perfil", &text)
                    .map_err(|faults| bad_value("profile", faults.to_string()))?;
                Ok((rules, text, sha256))
            }
            (None, Some(name), Some(value)) => {
                let view = self.view();
                let today = view.regulation.on(view.clock.now().date());
                let today = today.ok_or_else(|| bad_value("name", "La sala no está fundada."))?;
                profile::changed(today, &name, &value).map_err(|error| bad_value("value", error.to_string()))
            }
            _ => Err(bad_value(
                "profile",
                "Diga el perfil entero, o el nombre de un valor y lo que ha de ser.",
            )),
        }
    }
}
