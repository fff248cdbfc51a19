//! The key on this console, against the record.

use std::time::Duration;

use hall_core::event::hex;
use hall_core::words::fingerprint;
use hall_wire::command::{Command, EnrolKey};

use crate::known::Known;
use crate::own_key::KeyHere;
use crate::press::Press;

/// The key on this console, against the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mine {
    /// Nobody has looked yet.
    Unseen,
    /// There is none.
    None,
    /// Its file cannot be used.
    Damaged,
    /// The record does not know it yet.
    Pending([u8; 32]),
    /// One signs with it.
    Enrolled([u8; 32]),
    /// The record says that it has ended.
    Ended([u8; 32]),
}

impl Mine {
    /// What is known of it.
    pub(crate) fn of(known: &Known) -> Mine {
        let (Some(here), Some(signatures)) = (&known.own_key, &known.signatures) else { return Mine::Unseen };
        let key = match here {
            KeyHere::None => return Mine::None,
            KeyHere::Damaged => return Mine::Damaged,
            KeyHere::Whole { key, .. } => *key,
        };
        match signatures.keys.iter().find(|row| row.key == hex(&key)) {
            None => Mine::Pending(key),
            Some(row) if row.ended_at_utc_ms.is_some() => Mine::Ended(key),
            Some(_) => Mine::Enrolled(key),
        }
    }
}

/// How long no PIN of the key on this console is taken.
pub(crate) fn wait(known: &Known) -> Duration {
    match &known.own_key {
        Some(KeyHere::Whole { wait, .. }) => *wait,
        Some(KeyHere::None | KeyHere::Damaged) | None => Duration::ZERO,
    }
}

/// A wait in words: «4 min 12 s».
pub(crate) fn wait_words(known: &Known, wait: Duration) -> String {
    let secs = wait.as_millis().div_ceil(1000);
    let (minutes, rest) = (secs / 60, secs % 60);
    if minutes == 0 {
        known.ta("own-key-seconds", &[("n", &rest)])
    } else {
        known.ta("own-key-minutes", &[("m", &minutes), ("s", &rest)])
    }
}

/// What enrols the key on this console.
pub(crate) fn enrolling(known: &Known) -> Option<Press> {
    let Some(KeyHere::Whole { key, proof, .. }) = &known.own_key else { return None };
    let what = known.ta("own-key-enrol-what", &[("key", &fingerprint(key))]);
    Some(
        Press::ask(what, Command::EnrolKey(EnrolKey { key: *key, proof: *proof }))
            .done(known.t("own-key-enrolled")),
    )
}
