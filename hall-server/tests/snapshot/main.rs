//! Starts and papers from a snapshot of the hall (ADR 36): it costs time when it is wrong, old or missing, and never truth.

#[path = "../../../hall-core/tests/asking/mod.rs"]
mod asking;
mod beside;
mod file;
mod kit;
mod papers;
#[path = "../support/process.rs"]
mod process;
mod start;
#[path = "../../../hall-core/tests/support/mod.rs"]
mod support;
#[path = "../../../hall-core/tests/words/mod.rs"]
#[allow(dead_code, reason = "the evenings' own test reads their words")]
mod words;
