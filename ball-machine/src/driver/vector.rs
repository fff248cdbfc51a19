//! The test vectors inside a driver file: bytes, and what they must give.

use settings_file::Fault;

use super::why::why;
use crate::decoder::Decoder;
use crate::driver::{Driver, Kind};
use crate::hex::hex;
use crate::observation::Observation;

/// One vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Its line in the file.
    pub line: usize,
    /// What comes over the line, piece by piece. For contacts each piece answers a question.
    pub pieces: Vec<Vec<u8>>,
    /// What it must give: the text forms of observations, separated by commas.
    pub gives: String,
    /// What must be sent: the first question of contacts, or all answers of other machines.
    pub sends: Option<Vec<u8>>,
    /// Silence behind the bytes, in milliseconds.
    pub wait_ms: u64,
}

/// The clock of vectors moves so, in milliseconds.
const STEP_MS: u64 = 10;

impl Vector {
    /// Returns what is wrong with it, if anything.
    pub(super) fn fault(&self, driver: &Driver) -> Option<Fault> {
        let mut decoder = driver.decoder(None);
        let (mut seen, sent) = self.run(driver, decoder.as_mut());
        let gave = listed(&seen, matches!(driver.kind, Kind::Contacts(_)));
        let wanted: Vec<&str> =
            self.gives.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if wanted.join(", ") != gave {
            let mut text = format!("el vector da «{gave}», y dice «{}»", wanted.join(", "));
            if !wanted.contains(&"bad") {
                // What still waited for its end is thrown away now, and says why.
                decoder.cut(&mut |more| seen.push(more));
                text.extend(first_bad(&seen, driver).map(|why| format!(": {why}")));
            }
            return Some(Fault::new(self.line, text));
        }
        let sends = self.sends.as_ref().filter(|sends| **sends != sent)?;
        let text = format!("se envía «{}», y el vector dice «{}»", hex(&sent), hex(sends));
        Some(Fault::new(self.line, text))
    }

    /// Runs the vector through a decoder; returns what it gave and sent.
    pub fn run(&self, driver: &Driver, decoder: &mut dyn Decoder) -> (Vec<Observation>, Vec<u8>) {
        let (mut gave, mut now_ms) = (Vec::new(), 0);
        let mut sent = Vec::new();
        let mut out = |seen| gave.push(seen);
        for piece in &self.pieces {
            if let Kind::Contacts(spec) = &driver.kind {
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
        if !matches!(driver.kind, Kind::Contacts(_)) {
            sent = decoder.take_output();
        }
        (gave, sent)
    }
}

/// Returns why the first bytes that are no frame are none.
fn first_bad(seen: &[Observation], driver: &Driver) -> Option<String> {
    let bad = seen.iter().find_map(|seen| if let Observation::Bad(bad) = seen { Some(bad) } else { None })?;
    Some(why(&driver.kind, bad).unwrap_or_else(|| bad.why.to_string()))
}

/// Returns the text forms. The answers of contacts, which come all the time, are left out.
fn listed(seen: &[Observation], answers_too: bool) -> String {
    let words: Vec<String> = seen
        .iter()
        .filter(|seen| !(answers_too && **seen == Observation::Alive))
        .map(ToString::to_string)
        .collect();
    words.join(", ")
}
