//! What a form about a set asks of the desk, or what it still lacks.

use super::super::tables::{Loaded, loaded};
use hall_core::event::{CountNo, Inspection};
use hall_core::machine::SetId;
use hall_core::request::Request;
use hall_wire::command::field::hash as sha256;

use super::{Act, SetForm};
use crate::bar::NextAct;
use crate::known::Known;
use crate::press::{Press, Second};

impl SetForm {
    fn needed(&self, field: usize, id: &str, known: &Known) -> Result<&str, String> {
        let text = self.text(field);
        if text.is_empty() { Err(known.t(id)) } else { Ok(text) }
    }

    /// Returns the second person, where one was typed in: the other half is then done here and now.
    fn second(&self, user: usize, known: &Known) -> Result<Option<Second>, String> {
        let (user, pin) = (self.text(user), self.text(user + 1));
        match (user.is_empty(), pin.is_empty()) {
            (true, true) => Ok(None),
            (false, false) => Ok(Some(Second { user: user.to_owned(), pin: pin.to_owned() })),
            (false, true) | (true, false) => Err(known.t("set-missing-second")),
        }
    }

    /// Returns what the form asks for, or what is missing.
    pub(super) fn asked(&self, known: &Known) -> Result<NextAct, String> {
        let set = self.set.as_str();
        let id = SetId::parse(set).ok_or_else(|| known.t("sala-missing-set"))?;
        match self.act {
            Act::Inspect => {
                let seals = self.needed(0, "set-missing-seals", known)?;
                let note = self.text(1);
                if !self.chosen[0] && !self.chosen[1] {
                    return Err(known.t("set-missing-found"));
                }
                if self.chosen[1] && note.is_empty() {
                    return Err(known.t("set-missing-note"));
                }
                let found = Inspection {
                    seals: seals.into(),
                    seals_whole: !self.chosen[2],
                    passed: self.chosen[0],
                    note: (!note.is_empty()).then(|| note.into()),
                };
                let halves = [
                    Request::AskBallInspection { set: id, found: found.clone() },
                    Request::ConfirmBallInspection { set: id, found },
                ];
                self.two_halves(known, "set-inspect-do", halves, self.second(2, known)?)
            }
            Act::Enrol => {
                let hash = match (self.text(0), loaded(known, set)) {
                    ("", Loaded::One(hash)) => hash.to_owned(),
                    (_, Loaded::None | Loaded::One(_) | Loaded::Differ) => {
                        self.needed(0, "set-missing-hash", known)?.to_owned()
                    }
                };
                let table_sha256 = sha256(&hash).ok_or_else(|| known.t("set-bad-hash"))?;
                let halves = [
                    Request::AskBallEnrolment { set: id, balls: 90, table_sha256 },
                    Request::ConfirmBallEnrolment { set: id, table_sha256 },
                ];
                self.two_halves(known, "set-enrol-do", halves, self.second(1, known)?)
            }
            Act::Weigh => {
                let (Some(low), Some(high)) = (self.number(0), self.number(1)) else {
                    return Err(known.t("set-missing-limits"));
                };
                let weights_mg = weights(self.text(2))
                    .map_err(|n| known.ta("set-missing-weights", &[("n", &n.to_string())]))?;
                let label = known.ta("set-weigh-do", &[("set", &set)]);
                let weigh = Request::WeighBallSet { set: id, weights_mg, low_mg: low, high_mg: high };
                Ok(NextAct::new(&label, Press::ask(&label, weigh)))
            }
            Act::Withdraw => {
                let reason = self.needed(0, "sala-missing-reason", known)?;
                let reserve_set = SetId::parse(self.text(1));
                let withdraw = Request::WithdrawBallSet { set: id, reason: reason.into(), reserve_set };
                let label = known.ta("set-withdraw-do", &[("set", &set)]);
                let press = Press::ask(&label, withdraw);
                Ok(NextAct::new(label, press).sub(known.t("sala-retire-sub")).held(2.0))
            }
            Act::Count => {
                let label = known.ta("set-count-do", &[("set", &set)]);
                Ok(NextAct::new(&label, Press::ask(&label, Request::BeginBallCount { set: id })))
            }
            Act::Cancel => {
                let reason = self.needed(0, "sala-missing-reason", known)?;
                let label = known.t("set-cancel-do");
                let cancel = Request::CancelBallCount { count: CountNo(self.count), reason: reason.into() };
                Ok(NextAct::new(&label, Press::ask(&label, cancel)))
            }
        }
    }

    /// Both halves where the other person is here, otherwise the first one.
    fn two_halves(
        &self,
        known: &Known,
        id: &str,
        halves: [Request; 2],
        second: Option<Second>,
    ) -> Result<NextAct, String> {
        let label = known.ta(id, &[("set", &self.set)]);
        Ok(match second {
            Some(second) => {
                let press = Press::asks(&label, halves).by_second(second);
                NextAct::new(&label, press).sub(known.t("set-two-here"))
            }
            None => {
                let [ask, _] = halves;
                NextAct::new(&label, Press::ask(&label, ask)).sub(known.t("set-two-later"))
            }
        })
    }
}

/// Reads ninety weights: alone in the order of the balls, or each behind its ball's number, as a CSV has them.
///
/// # Errors
/// How many weights there are instead.
fn weights(typed: &str) -> Result<Vec<u32>, usize> {
    let apart = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ':');
    // A head line of a CSV is no weight.
    let numbers: Vec<u32> = typed.split(apart).filter_map(|word| word.parse().ok()).collect();
    match numbers.len() {
        90 => Ok(numbers),
        180 => {
            let mut weights = vec![None; 90];
            for pair in numbers.chunks_exact(2) {
                let place = usize::try_from(pair[0]).unwrap_or(0).checked_sub(1);
                if let Some(weight) = place.and_then(|place| weights.get_mut(place)) {
                    *weight = Some(pair[1]);
                }
            }
            let known = weights.iter().flatten().count();
            weights.into_iter().collect::<Option<Vec<u32>>>().ok_or(known)
        }
        count => Err(count),
    }
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn weights_are_read_alone_or_with_their_balls() {
        let alone: Vec<String> = (1..=90).map(|ball| (2_400 + ball).to_string()).collect();
        let read = weights(&alone.join(" ")).unwrap();
        assert_eq!((read.len(), read[0], read[89]), (90, 2_401, 2_490));
        let csv: Vec<String> = (1..=90).rev().map(|ball| format!("{ball};{}", 2_400 + ball)).collect();
        assert_eq!(weights(&format!("bola;mg {}", csv.join(" "))).unwrap(), read);
        assert_eq!(weights("2400 2401"), Err(2));
        let twice: Vec<String> = (1..=90).map(|ball| format!("{};2400", ball.min(89))).collect();
        assert_eq!(weights(&twice.join("\n")), Err(89), "ball 90 has no weight");
    }
}
