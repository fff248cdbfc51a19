//! The test vectors of a driver file: bytes, and what they must give.

use settings_file::Fault;

use super::{Driver, DriverKind, stx, tag, why};
use crate::contacts::crc16;
use crate::decoder::Decoder;
use crate::hex::hex;
use crate::observation::{Bad, Observation, Why};

/// A test vector of a driver file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Its line in the file.
    pub line: usize,
    /// The bytes from the line, piece by piece. For contacts each piece answers a question.
    pub pieces: Vec<Vec<u8>>,
    /// What it must give: the text forms of observations, separated by commas.
    pub gives: String,
    /// What must be sent: the first question of contacts, or all answers of other machines.
    pub sends: Option<Vec<u8>>,
    /// Silence behind the bytes, in milliseconds.
    pub wait_ms: u64,
}

/// The step of the vectors' clock, in milliseconds.
const STEP_MS: u64 = 10;

impl Vector {
    /// What is wrong with it, if anything.
    pub(super) fn fault(&self, driver: &Driver) -> Option<Fault> {
        let mut decoder = driver.decoder(None);
        let (mut seen, sent) = self.run(driver, decoder.as_mut());
        let gave = listed(&seen, matches!(driver.kind, DriverKind::Contacts(_)));
        let wanted: Vec<&str> =
            self.gives.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if wanted.join(", ") != gave {
            let mut text = format!("el vector da «{gave}», y dice «{}»", wanted.join(", "));
            if !wanted.contains(&"bad") {
                // An unfinished frame says why when it is cut.
                decoder.cut(&mut |more| seen.push(more));
                text.extend(first_bad(&seen, driver).map(|why| format!(": {why}")));
            }
            return Some(Fault::new(self.line, text));
        }
        let sends = self.sends.as_ref().filter(|sends| **sends != sent)?;
        let text = format!("se envía «{}», y el vector dice «{}»", hex(&sent), hex(sends));
        Some(Fault::new(self.line, text))
    }

    /// Runs it through a decoder; returns what that gave and sent.
    pub fn run(&self, driver: &Driver, decoder: &mut dyn Decoder) -> (Vec<Observation>, Vec<u8>) {
        let (mut gave, mut now_ms) = (Vec::new(), 0);
        let mut sent = Vec::new();
        let mut out = |seen| gave.push(seen);
        for piece in &self.pieces {
            if let DriverKind::Contacts(spec) = &driver.kind {
                decoder.tick(now_ms, &mut out);
                let question = decoder.take_output();
                if sent.is_empty() {
                    sent = question;
                }
                now_ms += spec.poll_ms;
            }
            decoder.push(piece, now_ms, &mut out);
        }
        let end_ms = now_ms + self.wait_ms;
        while now_ms < end_ms {
            now_ms = (now_ms + STEP_MS).min(end_ms);
            decoder.tick(now_ms, &mut out);
        }
        if !matches!(driver.kind, DriverKind::Contacts(_)) {
            sent = decoder.take_output();
        }
        (gave, sent)
    }
}

/// Why the first bad bytes are bad.
fn first_bad(seen: &[Observation], driver: &Driver) -> Option<String> {
    let bad = seen.iter().find_map(|seen| if let Observation::Bad(bad) = seen { Some(bad) } else { None })?;
    Some(explained(&driver.kind, bad).unwrap_or_else(|| bad.why.to_string()))
}

/// The text forms. `polled`: without the answers that tell nothing new.
fn listed(seen: &[Observation], polled: bool) -> String {
    let seen = seen.iter().filter(|seen| !(polled && **seen == Observation::Alive));
    seen.map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The bytes of an answer to a question for inputs or a register, before its data.
const ANSWER_HEAD: usize = 3;

/// Why bytes are no frame, where more can be said than [`Why`].
fn explained(kind: &DriverKind, bad: &Bad) -> Option<String> {
    let bytes = bad.first();
    match (kind, bad.why) {
        (_, Why::Noise | Why::Unasked) | (DriverKind::Keypad(_), _) => None,
        (DriverKind::Stx(spec), _) => stx::message_of(spec, bytes).err(),
        (DriverKind::Tag(spec), _) => tag::why(spec, bytes),
        (DriverKind::Contacts(_), Why::BadCheck) => {
            let to = ANSWER_HEAD + usize::from(*bytes.get(2)?);
            let awaited = crc16(bytes.get(..to)?).to_le_bytes();
            Some(why::check(bytes.get(to..to + awaited.len())?, &awaited))
        }
        (DriverKind::Contacts(_), Why::Cut | Why::BadEnd | Why::Unknown) => None,
    }
}
