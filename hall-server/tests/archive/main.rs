//! A record in several files reads as one, whatever is read from it, and no line of it is ever in none of them (ADR 41).

#[path = "../../../hall-core/tests/asking/mod.rs"]
mod asking;
mod cut;
mod drafts;
mod places;
mod years;
#[path = "../snapshot/kit.rs"]
#[allow(dead_code, reason = "the tests of snapshots use the rest")]
mod kit;
#[path = "../backup/kit.rs"]
#[allow(dead_code, reason = "the tests of backups use the rest")]
mod place;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/strace.rs"]
mod strace;
#[path = "../../../hall-core/tests/support/mod.rs"]
mod support;
#[path = "../../../hall-core/tests/words/mod.rs"]
#[allow(dead_code, reason = "the evenings' own test reads their words")]
mod words;
