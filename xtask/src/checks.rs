//! All tests of the house, two executables at a time: most of them wait more than they work, and one after the other
//! they leave half of the machine idle.
//!
//! `cargo test` says which executables there are; each runs as it would by cargo, in its crate's folder, and what
//! it prints is shown only where a test of it fails. The documentation's own tests come last.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// How many executables run at a time: each has as many threads as there are processors, and none keeps them busy.
const AT_ONCE: usize = 2;

/// Those that take longest, first: the end does not wait for one that began late.
const LONG: [&str; 8] = [WHOLE_HALLS, "journal", "storm", "ball_set", "played", "tools", "keyboard", "turns"];

/// The tests of whole halls, and how many halls are open at a time: each waits for its programs, its machine and its people.
const WHOLE_HALLS: &str = "hall";
const HALLS: usize = 4;

/// A line of cargo's JSON.
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// One executable of tests.
#[derive(Debug, PartialEq, Eq)]
struct Tests {
    /// Crate and target, as in `hall-core · evenings`.
    name: String,
    target: String,
    folder: PathBuf,
    executable: PathBuf,
}

/// What was counted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Tests that passed.
    pub passed: u32,
    /// Tests that failed, and executables that ended without a verdict.
    pub failed: u32,
    /// Tests that did not run.
    pub skipped: u32,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Builds and runs all tests, and returns whether all passed. The last line it prints is the count.
///
/// # Errors
/// When something does not compile.
pub fn run() -> Result<bool> {
    let waiting = Mutex::new(VecDeque::from(built()?));
    let count = Mutex::new(Count::default());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some(tests) = next else { return };
                    let told = tests.run();
                    count.lock().unwrap_or_else(PoisonError::into_inner).add(told);
                }
            });
        }
    });
    let mut count = *count.lock().unwrap_or_else(PoisonError::into_inner);
    let mut examples = Command::new(cargo());
    examples.args(["test", "--workspace", "--locked", "--no-fail-fast", "--doc"]);
    count.add(judged("ejemplos de la documentación", &mut examples));
    let Count { passed, failed, skipped } = count;
    let verdict = if failed == 0 {
        "Todo ha pasado: formato, avisos, documentación y pruebas"
    } else {
        "Alguna prueba no ha pasado"
    };
    println!("\n{verdict}\nbombo: {passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0)
}

fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Returns the executables, long ones first.
fn built() -> Result<Vec<Tests>> {
    let mut cargo = Command::new(cargo());
    cargo.args(["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"]);
    let output = cargo.stderr(Stdio::inherit()).output().context("cargo does not start")?;
    ensure!(output.status.success(), "las pruebas no compilan");
    let mut found = listed(&String::from_utf8(output.stdout).context("cargo writes UTF-8")?)?;
    found.sort_by_key(|tests| LONG.iter().position(|name| *name == tests.target).unwrap_or(LONG.len()));
    Ok(found)
}

/// Returns the executables that cargo's JSON names, in its order.
fn listed(lines: &str) -> Result<Vec<Tests>> {
    let mut found = Vec::new();
    for line in lines.lines().filter(|line| line.starts_with('{')) {
        let message: Message = serde_json::from_str(line).context("a line of cargo's JSON")?;
        let (Some(manifest), Some(target), Some(executable)) =
            (message.manifest_path, message.target, message.executable)
        else {
            continue;
        };
        if message.reason != "compiler-artifact" || !message.profile.is_some_and(|profile| profile.test) {
            continue;
        }
        let folder = manifest.parent().context("a manifest is in a folder")?.to_owned();
        let of = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        found.push(Tests {
            name: format!("{of} · {}", target.name),
            target: target.name,
            folder,
            executable,
        });
    }
    Ok(found)
}

impl Tests {
    fn run(&self) -> Count {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        if self.target == WHOLE_HALLS {
            command.env("RUST_TEST_THREADS", HALLS.to_string());
        }
        judged(&self.name, &mut command)
    }
}

/// Runs tests and returns what they say; what they print is shown where one fails.
fn judged(name: &str, command: &mut Command) -> Count {
    let begun = Instant::now();
    let output = match command.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => {
            println!("{name}: {}: {error}", Path::new(command.get_program()).display());
            return Count { failed: 1, ..Count::default() };
        }
    };
    let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut count = counted(&told[0]);
    // A process that dies of its tests has not said how many there were.
    if !output.status.success() && count.failed == 0 {
        count.failed = 1;
    }
    // One piece: another executable may end at the same moment.
    let mut words = String::new();
    if count.failed > 0 {
        words = format!("{}{}", failures(&told[0]), told[1]);
    }
    if count != Count::default() {
        let secs = begun.elapsed().as_secs_f32();
        words += &format!("{secs:6.1} s  {name}: {} bien", count.passed);
        if count.failed > 0 {
            words += &format!(", {} MAL", count.failed);
        }
        if count.skipped > 0 {
            words += &format!(", {} sin ejecutar", count.skipped);
        }
        words.push('\n');
    }
    // Whoever reads may have gone; the count is what matters.
    let _ = std::io::stdout().lock().write_all(words.as_bytes());
    count
}

/// Returns what the lines `test result:` say, all together.
fn counted(told: &str) -> Count {
    let mut count = Count::default();
    for line in told.lines().filter_map(|line| line.strip_prefix("test result:")) {
        let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
        let before = |word: &str| -> u32 {
            let at = words.iter().position(|other| *other == word);
            at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
        };
        count.add(Count { passed: before("passed"), failed: before("failed"), skipped: before("ignored") });
    }
    count
}

/// Returns the tests that failed, and what they printed.
fn failures(told: &str) -> String {
    let mut lines: Vec<&str> = told.lines().filter(|line| line.ends_with("... FAILED")).collect();
    match told.find("\nfailures:\n") {
        Some(at) => lines.extend(told[at..].lines().skip(1)),
        // It ended before it could say.
        None => lines = told.lines().collect(),
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "\nrunning 3 tests\ntest a ... ok\ntest b ... FAILED\ntest c ... ignored\n\nfailures:\n\n---- b stdout ----\nwhy\n\n\
                        failures:\n    b\n\ntest result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn verdicts_are_counted_and_failures_shown() {
        let two = format!("{TOLD}{TOLD}");
        assert_eq!(counted(TOLD), Count { passed: 1, failed: 1, skipped: 1 });
        assert_eq!(counted(&two), Count { passed: 2, failed: 2, skipped: 2 });
        let shown = failures(TOLD);
        assert!(
            shown.starts_with("test b ... FAILED\n") && shown.contains("why") && !shown.contains("test a")
        );
        assert_eq!(failures("abort\n"), "abort\n");
    }

    /// An executable that dies, or that is not there, is a failure and not silence.
    #[test]
    fn what_ends_without_a_verdict_has_failed() {
        assert_eq!(judged("dies", &mut shell("exit 101")).failed, 1);
        assert_eq!(judged("gone", &mut Command::new("/nowhere/at/all")).failed, 1);
        assert_eq!(
            judged("fine", &mut shell("echo 'test result: ok. 4 passed; 0 failed; 0 ignored'")).passed,
            4
        );
        assert_eq!(judged("empty", &mut shell("exit 0")), Count::default());
    }

    #[test]
    fn executables_are_those_of_tests() {
        let artifact = |test: bool, executable: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/h/hall-core/Cargo.toml\",\"target\":{{\"name\":\"laws\"}},\
                 \"profile\":{{\"test\":{test}}},\"executable\":{executable}}}\n"
            )
        };
        let lines = [
            artifact(true, "\"/t/laws-1\""),
            artifact(false, "\"/t/laws\""),
            artifact(true, "null"),
            "{\"reason\":\"build-finished\",\"success\":true}\n".to_owned(),
        ];
        let found = listed(&lines.concat()).expect("good lines");
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].name.as_str(), found[0].folder.as_path()),
            ("hall-core · laws", Path::new("/h/hall-core"))
        );
        assert!(listed("{broken\n").is_err());
    }
}
