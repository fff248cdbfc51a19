//! A rehearsal: the server has its spare make the hall of its own record, and compares the two. The hall does not move.
//!
//! The server says at which line, and not what it expects: a spare cannot say that hash after a look at the question alone.

use std::time::Duration;

use hall_core::hall::Hall;
use hall_core::record::write_hall;
use hall_wire::sighting::Head;
use sha2::{Digest, Sha256};

use super::remote::{agent, ask, broken, header, url};
use super::{About, CODE, SpareKey, SpareSettings};
use crate::mirror::trouble::Trouble;

/// The path of the question.
pub(crate) const REHEARSAL_PATH: &str = "/api/spare/rehearsal";

/// The longest a rehearsal may take: some times what the check of a year's record takes on an old disk.
const REHEARSAL_MAX: Duration = Duration::from_secs(1_800);

/// The longest words of a spare that are taken into the record, in characters.
const WORDS_MAX: usize = 300;

/// What a spare made of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rehearsed {
    /// The program with which it did.
    pub version: String,
    /// SHA-256 of the hall.
    pub hall_sha256: [u8; 32],
    /// How long it needed, in milliseconds.
    pub millis: u64,
}

impl Rehearsed {
    pub(crate) fn parse(text: &str) -> Option<Rehearsed> {
        let mut parts = text.split(' ');
        let (Some(version), Some(hash), Some(millis), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let mut hall_sha256 = [0; 32];
        hex::decode_to_slice(hash, &mut hall_sha256).ok()?;
        Some(Rehearsed { version: version.to_owned(), hall_sha256, millis: millis.parse().ok()? })
    }
}

impl std::fmt::Display for Rehearsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.version, hex::encode(self.hall_sha256), self.millis)
    }
}

/// The hash of a hall, as far as it comes from the record.
pub(crate) fn hall_sha256(hall: &Hall) -> [u8; 32] {
    Sha256::digest(write_hall(hall)).into()
}

/// Has the spare rehearse, and waits for its answer. The code of the question is over a nonce too, so that an old answer is none.
///
/// # Errors
/// Why the spare could not take the hall over, as what it does: «no contesta».
pub(crate) fn rehearse(settings: &SpareSettings, at: Head) -> Result<Rehearsed, String> {
    let silent = |error: &ureq::Error| broken(error).to_string();
    // One that is not there is known in seconds, and not when the long wait is over.
    ask(&agent(), settings.at, &settings.key).map_err(|trouble| trouble.to_string())?;
    let question = format!("{} {at}", uuid::Uuid::new_v4().simple());
    let code = settings.key.code(About::Rehearsal, &[question.as_bytes()]);
    let asked = hall_wire::link::agent(REHEARSAL_MAX)
        .post(url(settings.at, REHEARSAL_PATH))
        .header(CODE, &code)
        .send(&question);
    let mut answer = asked.map_err(|error| silent(&error))?;
    let (theirs, status) = (header(&answer), answer.status().as_u16());
    let text = answer.body_mut().read_to_string().map_err(|error| silent(&error))?;
    if status == 404 {
        return Err(
            "tiene un programa que no sabe ensayar. Ponga en los dos equipos la misma versión".to_owned()
        );
    }
    if !settings.key.is_code(theirs.as_deref(), About::Rehearsed, &[code.as_bytes(), text.as_bytes()]) {
        return Err(Trouble::NotTheSpare.to_string());
    }
    match Rehearsed::parse(&text).filter(|_| status == 200) {
        Some(rehearsed) => Ok(rehearsed),
        None => Err(text.chars().filter(|c| !c.is_control()).take(WORDS_MAX).collect()),
    }
}

/// The line that is asked about, if this is a question with the key's code; otherwise `None`.
pub(crate) fn asked(key: &SpareKey, code: Option<&str>, question: &str) -> Option<Head> {
    if !key.is_code(code, About::Rehearsal, &[question.as_bytes()]) {
        return None;
    }
    Head::parse(question.split_once(' ')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_read_as_it_was_written() {
        let made = Rehearsed { version: "0.1.0".into(), hall_sha256: [0xab; 32], millis: 2_340 };
        assert_eq!(Rehearsed::parse(&made.to_string()), Some(made));
        for wrong in ["", "0.1.0", "0.1.0 ab 7", "0.1.0 ab 7 8", "no tiene la línea"] {
            assert_eq!(Rehearsed::parse(wrong), None, "{wrong}");
        }
    }
}
