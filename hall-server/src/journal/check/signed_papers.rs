//! Signatures of papers against the lines before them: what was signed is what the record says of the paper, by who may sign it,
//! and what a personal key signed is verified again (ADR 52).

use hall_core::event::{Event, Signed, key_message};
use hall_core::hall::{LineAt, Signing};
use hall_core::record::Line;
use hall_log::PublicKey;

/// Goes along the record.
#[derive(Default)]
pub(super) struct SignedPapers {
    hall: String,
    signing: Signing,
    /// The line, and what is wrong.
    pub(super) found: Vec<(u64, String)>,
}

impl SignedPapers {
    /// Takes a line in that was looked at before.
    pub(super) fn learn(&mut self, line: &Line, event: &Event) {
        if let Event::HallFounded { name, .. } = event {
            self.hall.clone_from(name);
        }
        let at = LineAt { seq: line.seq, at_utc_ms: line.at_utc_ms, device: &line.device };
        self.signing.apply(&self.hall, at, event);
    }

    /// Looks at a line, then takes it in.
    pub(super) fn look_at(&mut self, line: &Line, event: &Event) {
        let fault = self.signing.fault_of(event).or_else(|| forged(event));
        self.found.extend(fault.map(|fault| (line.seq, format!("La línea {} {fault}.", line.seq))));
        self.learn(line, event);
    }
}

fn forged(event: &Event) -> Option<String> {
    let Event::PaperSigned { paper, sha256, role, how: Signed::Key { key, signature }, .. } = event else {
        return None;
    };
    let is_good = PublicKey(*key).signed(key_message(*paper, *role, sha256).as_bytes(), signature);
    (!is_good).then(|| format!("da por firmado «{}» con una clave personal que no lo firmó", paper.name()))
}
