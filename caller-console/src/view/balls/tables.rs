//! The tables of tags loaded by the readers, compared with what two people agreed on.

use hall_wire::message::BallSetRow;

use crate::known::Known;

/// The tables of a set in the readers.
pub(in crate::view) enum Loaded<'a> {
    /// No reader has one.
    None,
    /// All have this one: its SHA-256, in hex.
    One(&'a str),
    /// Two readers have different ones.
    Differ,
}

pub(in crate::view) fn loaded<'a>(known: &'a Known, set: &str) -> Loaded<'a> {
    let mut hashes =
        known.board.machine.tables.iter().filter(|table| table.set == set).map(|table| &table.sha256);
    match hashes.next() {
        None => Loaded::None,
        Some(first) if hashes.all(|hash| hash == first) => Loaded::One(first),
        Some(_) => Loaded::Differ,
    }
}

/// What the form of a table says of the loaded one.
pub(in crate::view) fn form_words(known: &Known, set: &str, typed: &str) -> String {
    match loaded(known, set) {
        Loaded::None => known.t("set-enrol-help"),
        Loaded::One(hash) if typed.is_empty() || typed.eq_ignore_ascii_case(hash) => {
            known.ta("set-enrol-loaded", &[("hash", &start(hash))])
        }
        Loaded::One(hash) => known.ta("set-enrol-not-loaded", &[("hash", &start(hash))]),
        Loaded::Differ => known.t("set-enrol-differ"),
    }
}

/// How the loaded table compares with that of the record; `None` where no reader reads tags.
pub(super) fn compared(known: &Known, set: &BallSetRow) -> Option<String> {
    let agreed = set.enrolment_asked.as_ref().map(|(hash, _)| hash).or(set.table_sha256.as_ref());
    Some(match loaded(known, &set.set) {
        Loaded::None => return None,
        Loaded::Differ => known.t("set-loaded-differ"),
        Loaded::One(hash) if agreed.is_some_and(|agreed| agreed == hash) => known.t("set-loaded-same"),
        Loaded::One(hash) => known.ta("set-loaded-other", &[("hash", &start(hash))]),
    })
}

/// The first digits of a hash, to compare with a paper.
pub(super) fn start(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
