//! What is taken away of a hall, and the two programs that anybody checks it with (docs/export.md): they say the same of
//! good exports and of bad ones.

mod accounts;
mod asked;
#[path = "../../../hall-core/tests/asking/mod.rs"]
mod asking;
mod bad;
#[path = "../../../xtask/tests/hall/browser.rs"]
#[allow(dead_code, reason = "televisions need more of it")]
mod browser;
mod evil;
mod good;
#[path = "../snapshot/kit.rs"]
#[allow(dead_code, reason = "the tests of snapshots use the rest")]
mod halls;
mod kit;
mod made;
mod measured;
mod nights;
mod papers;
#[path = "../backup/kit.rs"]
#[allow(dead_code, reason = "the tests of backups use the rest")]
mod place;
mod places;
#[path = "../support/process.rs"]
mod process;
mod profiles;
mod said;
mod signed;
#[path = "../support/small_disk.rs"]
mod small_disk;
#[path = "../../../hall-core/tests/support/mod.rs"]
mod support;
mod vectors;
mod verifiers;
mod who;
#[path = "../../../hall-core/tests/words/mod.rs"]
#[allow(dead_code, reason = "the evenings' own test reads their words")]
mod words;
