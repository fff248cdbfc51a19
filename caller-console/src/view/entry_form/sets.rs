//! What the forms about a set of balls ask of the desk.

use hall_core::event::{CountNo, Inspection};
use hall_core::machine::SetId;
use hall_core::request::Request;
use hall_wire::command::field::hash as sha256;

use super::{EntryForm, FormKind};
use crate::bar::NextAct;
use crate::known::Known;
use crate::press::{Part, Press, Second};
use crate::view::balls::tables::{Loaded, loaded};

impl EntryForm {
    /// The second person, where one was typed in: both halves are then asked for at once.
    fn second(&self, user: usize, known: &Known) -> Result<Option<Second>, String> {
        let (user, pin) = (self.text(user), self.text(user + 1));
        match (user.is_empty(), pin.is_empty()) {
            (true, true) => Ok(None),
            (false, false) => {
                let (user, pin) = (user.to_owned(), pin.to_owned());
                Ok(Some(Second { user, pin, part: Part::Last }))
            }
            (false, true) | (true, false) => Err(known.t("set-missing-second")),
        }
    }

    pub(super) fn about_set(&self, known: &Known) -> Result<NextAct, String> {
        let set = SetId::parse(&self.set).ok_or_else(|| known.t("sala-missing-set"))?;
        match self.kind {
            FormKind::Inspect => self.inspect(set, known),
            FormKind::Enrol => self.enrol(set, known),
            FormKind::Weigh => {
                let (Some(low_mg), Some(high_mg)) = (self.number(0), self.number(1)) else {
                    return Err(known.t("set-missing-limits"));
                };
                let weights_mg =
                    weights(self.text(2)).map_err(|n| known.ta("set-missing-weights", &[("n", &n)]))?;
                Ok(self.one(
                    known,
                    "set-weigh-do",
                    Request::WeighBallSet { set, weights_mg, low_mg, high_mg },
                ))
            }
            FormKind::Withdraw => {
                let reason = self.needed(0, "sala-missing-reason", known)?.into();
                let reserve_set = SetId::parse(self.text(1));
                let act =
                    self.one(known, "set-withdraw-do", Request::WithdrawBallSet { set, reason, reserve_set });
                Ok(act.sub(known.t("sala-retire-sub")).held(2.0))
            }
            FormKind::Cancel => {
                let reason = self.needed(0, "sala-missing-reason", known)?.into();
                let count = CountNo(self.count);
                Ok(self.one(known, "set-cancel-do", Request::CancelBallCount { count, reason }))
            }
            FormKind::Count
            | FormKind::NewDevice
            | FormKind::ThisDevice
            | FormKind::RevokeDevice
            | FormKind::Person
            | FormKind::ChangePerson
            | FormKind::ResetPin
            | FormKind::Dismiss
            | FormKind::TakeBack
            | FormKind::Series
            | FormKind::Matrix
            | FormKind::Retire
            | FormKind::BallSet
            | FormKind::Machine
            | FormKind::Book
            | FormKind::CloseBook
            | FormKind::CopyActa
            | FormKind::AnnounceDraw
            | FormKind::TakeDraw
            | FormKind::RequireDraws => Ok(self.one(known, "set-count-do", Request::BeginBallCount { set })),
        }
    }

    fn inspect(&self, set: SetId, known: &Known) -> Result<NextAct, String> {
        let seals = self.needed(0, "set-missing-seals", known)?;
        let note = self.text(1);
        let [passed, failed, broken, ..] = self.chosen;
        if !passed && !failed {
            return Err(known.t("set-missing-found"));
        }
        if failed && note.is_empty() {
            return Err(known.t("set-missing-note"));
        }
        let note = (!note.is_empty()).then(|| note.into());
        // The old seals were whole unless somebody says otherwise.
        let found = Inspection { seals: seals.into(), seals_whole: !broken, passed, note };
        let halves = [
            Request::AskBallInspection { set, found: found.clone() },
            Request::ConfirmBallInspection { set, found },
        ];
        self.two_halves(known, "set-inspect-do", halves, 2)
    }

    fn enrol(&self, set: SetId, known: &Known) -> Result<NextAct, String> {
        let hash = match (self.text(0), loaded(known, &self.set)) {
            ("", Loaded::One(hash)) => hash,
            (_, Loaded::None | Loaded::One(_) | Loaded::Differ) => {
                self.needed(0, "set-missing-hash", known)?
            }
        };
        let table_sha256 = sha256(hash).ok_or_else(|| known.t("set-bad-hash"))?;
        let halves = [
            Request::AskBallEnrolment { set, balls: 90, table_sha256 },
            Request::ConfirmBallEnrolment { set, table_sha256 },
        ];
        self.two_halves(known, "set-enrol-do", halves, 1)
    }

    fn one(&self, known: &Known, id: &str, request: Request) -> NextAct {
        let label = known.ta(id, &[("set", &self.set)]);
        NextAct::ask(label, request)
    }

    /// Both halves where a second person is in field `user` and the next, otherwise the first half.
    fn two_halves(
        &self,
        known: &Known,
        id: &str,
        halves: [Request; 2],
        user: usize,
    ) -> Result<NextAct, String> {
        let label = known.ta(id, &[("set", &self.set)]);
        Ok(match self.second(user, known)? {
            Some(second) => {
                let press = Press::asks(&label, halves).by_second(second);
                NextAct::new(&label, press).sub(known.t("set-two-here"))
            }
            None => {
                let [ask, _] = halves;
                NextAct::ask(label, ask).sub(known.t("set-two-later"))
            }
        })
    }
}

/// Reads ninety weights: in the order of the balls, or each behind its ball's number, as in a CSV.
///
/// # Errors
/// How many weights there are instead.
fn weights(typed: &str) -> Result<Vec<u32>, usize> {
    let apart = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ':');
    // The words of a CSV's head line are skipped.
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
