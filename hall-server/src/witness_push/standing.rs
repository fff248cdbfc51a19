//! How the witnesses outside the hall stand, for health, mesa and log.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hall_log::key::Verifier;
use hall_wire::message::{WitnessHealth, WitnessTrouble};

use super::Fault;
use crate::config::WitnessSettings;
use crate::desk::Contradicted;

/// Tries without a signature before it is told: one may meet a server that is started again.
const LATE: u32 = 2;

/// All that the settings name.
#[derive(Debug, Default)]
pub struct Witnesses {
    all: Vec<One>,
    contradicted: Contradicted,
}

#[derive(Debug)]
struct One {
    name: String,
    key: Verifier,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    signed: u64,
    /// Tries since it signed.
    failed: u32,
    since: Option<Instant>,
    fault: Option<Fault>,
}

impl One {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trouble(&self) -> Option<WitnessTrouble> {
        self.state().fault.as_ref().map(Fault::trouble)
    }

    fn contradicts(&self) -> bool {
        self.trouble().is_some_and(WitnessTrouble::is_a_contradiction)
    }
}

impl Witnesses {
    /// Those of the settings, none of which has been asked yet.
    pub fn of(settings: &[WitnessSettings]) -> Witnesses {
        let one = |witness: &WitnessSettings| One {
            name: witness.name.clone(),
            key: witness.key.clone(),
            state: Mutex::default(),
        };
        Witnesses { all: settings.iter().map(one).collect(), contradicted: Contradicted::default() }
    }

    /// One signed that it saw so many lines.
    pub(super) fn signed(&self, number: usize, size: u64) {
        let Some(one) = self.all.get(number) else { return };
        let before = std::mem::replace(&mut *one.state(), State { signed: size, ..State::default() });
        self.tell_the_desk();
        if before.fault.is_some() || before.signed == 0 {
            tracing::info!(witness = one.name, size, "a witness outside the hall signs the record");
        }
    }

    /// One did not sign. What is wrong is said once, and again when something else is.
    pub(super) fn failed(&self, number: usize, fault: &Fault) {
        let Some(one) = self.all.get(number) else { return };
        let mut state = one.state();
        let is_new = state.fault.replace(fault.clone()).is_none_or(|was| was.trouble() != fault.trouble());
        state.failed += 1;
        state.since.get_or_insert_with(Instant::now);
        drop(state);
        self.tell_the_desk();
        if is_new && fault.trouble().is_a_contradiction() {
            tracing::error!(
                witness = one.name,
                "un testigo de fuera no firma este registro, porque {fault}: compruebe la carpeta de la sala antes de abrir otra \
                 venta, y guarde lo que haya"
            );
        } else if is_new {
            tracing::warn!(witness = one.name, "un testigo de fuera no firma el registro: {fault}");
        } else {
            tracing::debug!(witness = one.name, %fault, "still not signed");
        }
    }

    /// Whether one saw what the record has not, for the desk.
    pub fn contradicted(&self) -> Contradicted {
        self.contradicted.clone()
    }

    fn tell_the_desk(&self) {
        self.contradicted.set(self.all.iter().any(One::contradicts));
    }

    /// Whether one has not signed for a while, for another reason.
    pub fn is_one_late(&self) -> bool {
        self.all.iter().any(|one| one.state().failed >= LATE && !one.contradicts())
    }

    /// Whether somebody else would sign under the name of one of them.
    pub fn is_taken_name(&self, by: &Verifier) -> bool {
        self.all.iter().any(|one| one.key.name == by.name && one.key != *by)
    }

    /// For `/healthz`; `signed` is what the hall signed last.
    pub fn now(&self, signed: u64) -> Vec<WitnessHealth> {
        let health = |one: &One| {
            let state = one.state();
            let ms = state.since.map_or(0, |since| since.elapsed().as_millis());
            WitnessHealth {
                name: one.name.clone(),
                seq: state.signed,
                lines_behind: signed.saturating_sub(state.signed),
                ms_behind: u64::try_from(ms).unwrap_or(u64::MAX),
                trouble: state.fault.as_ref().map(Fault::trouble),
            }
        };
        self.all.iter().map(health).collect()
    }
}
