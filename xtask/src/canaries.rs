//! Tests that cannot fail prove nothing: each canary of `canaries.toml` breaks the code of a copy of the house,
//! and its tests must notice (reliability.md E, «each with a canary»).
//!
//! The copy and what is compiled of it are in `target/canaries`; the house itself is never touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// The canaries that ship with the house.
pub const TABLE: &str = include_str!("../canaries.toml");

/// All canaries.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    canary: Vec<Canary>,
}

/// One way of breaking the code, and the tests that must notice.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Canary {
    /// What it is asked for by.
    pub name: String,
    /// The rows of reliability.md E that it guards.
    pub rows: Vec<u32>,
    /// What breaks, in words.
    pub breaks: String,
    /// The source, from the root.
    pub file: String,
    /// What stands there exactly once.
    pub find: String,
    /// What is put in its place.
    pub replace: String,
    /// The tests that must fail.
    pub red: Vec<Red>,
}

/// Tests of one executable that must fail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Red {
    /// After `cargo test`.
    pub test: Vec<String>,
    /// Their names, without their modules.
    pub names: Vec<String>,
}

/// Returns the canaries of a table.
///
/// # Errors
/// When the text is no such table.
pub fn table(text: &str) -> Result<Vec<Canary>> {
    Ok(toml::from_str::<Table>(text)?.canary)
}

impl Canary {
    /// Returns the source with the break in it.
    ///
    /// # Errors
    /// When what is to be broken does not stand there exactly once.
    pub fn break_in(&self, source: &str) -> Result<String> {
        let times = source.matches(&self.find).count();
        ensure!(times == 1, "{}: «{}» está {times} veces en {}", self.name, self.find.trim(), self.file);
        Ok(source.replacen(&self.find, &self.replace, 1))
    }
}

/// Breaks a copy of the house in each way, or in one, and demands that its tests notice.
///
/// # Errors
/// When a break does not compile, has lost its place, or is not noticed by one of its tests.
pub fn run(only: Option<&str>) -> Result<()> {
    let all = table(TABLE)?;
    let chosen: Vec<&Canary> =
        all.iter().filter(|canary| only.is_none_or(|only| only == canary.name)).collect();
    let names: Vec<&str> = all.iter().map(|canary| canary.name.as_str()).collect();
    ensure!(!chosen.is_empty(), "no hay ningún canario con ese nombre; hay {}", names.join(", "));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is in the house")?;
    let copy = Copy::of(root)?;
    let mut silent = Vec::new();
    for (at, canary) in (1..).zip(&chosen) {
        println!("\n▶ {at} de {}: {} (E {}): {}", chosen.len(), canary.name, rows(canary), canary.breaks);
        match copy.notices(canary) {
            Ok(noticed) => println!("  lo notan {noticed} de {noticed}"),
            Err(error) => {
                println!("  {error:#}");
                silent.push(canary.name.as_str());
            }
        }
    }
    if silent.is_empty() {
        println!("\ncanarios: cantan los {}", chosen.len());
        return Ok(());
    }
    bail!("de {} canarios no cantan {}: {}", chosen.len(), silent.len(), silent.join(", "))
}

fn rows(canary: &Canary) -> String {
    canary.rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A copy of the house, to be broken.
struct Copy {
    house: PathBuf,
    target: PathBuf,
}

impl Copy {
    fn of(root: &Path) -> Result<Copy> {
        let folder = root.join("target/canaries");
        let copy = Copy { house: folder.join("house"), target: folder.join("target") };
        println!("Copiando las fuentes a {}", copy.house.display());
        mirror(root, &copy.house)?;
        Ok(copy)
    }

    /// Returns how many tests notice: all of the canary's.
    fn notices(&self, canary: &Canary) -> Result<usize> {
        let file = self.house.join(&canary.file);
        let sound = fs::read_to_string(&file).with_context(|| format!("no se puede leer {}", canary.file))?;
        fs::write(&file, canary.break_in(&sound)?)?;
        let judged = canary.red.iter().map(|red| self.all_red(red)).sum();
        fs::write(&file, sound)?;
        judged
    }

    /// Runs tests of one executable, all of which must fail.
    fn all_red(&self, red: &Red) -> Result<usize> {
        if red.test.iter().any(|word| word.contains("xtask")) {
            // Whole halls run the programs.
            let built = self.cargo(&["build", "--workspace", "--bins", "--locked"]).status()?;
            ensure!(built.success(), "así no compila: no es un canario");
        }
        let mut cargo = self.cargo(&["test", "--locked", "--no-fail-fast"]);
        // An executable has its name alone; asked of the whole house, it is built as in `./bombo test`, with what is built of
        // others.
        let named = red.test.iter().any(|word| word.starts_with("--test="));
        let whose = |word: &String| {
            if named && word.starts_with("-p=") { "--workspace".to_owned() } else { word.clone() }
        };
        let output = cargo
            .args(red.test.iter().map(whose))
            .arg("--")
            .args(&red.names)
            .stderr(Stdio::inherit())
            .output()?;
        let told = String::from_utf8_lossy(&output.stdout);
        let verdicts = |name: &str| -> Vec<bool> {
            let tests = told.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
            let whole = |test: &str| test.rsplit("::").next().is_some_and(|last| last.trim() == name);
            tests.filter(|(test, _)| whole(test)).map(|(_, verdict)| verdict == "FAILED").collect()
        };
        for name in &red.names {
            match verdicts(name).as_slice() {
                [] => bail!("{name} no ha llegado a decir nada: ¿compila?"),
                all if all.iter().all(|failed| *failed) => (),
                _ => bail!("{name} no lo nota"),
            }
        }
        Ok(red.names.len())
    }

    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.args(words).current_dir(&self.house).env("CARGO_TARGET_DIR", &self.target);
        // A test that fails says enough with its first lines.
        cargo.env("RUST_BACKTRACE", "0");
        cargo
    }
}

/// Makes one folder like another, and touches only files that differ: what is compiled of the rest stays good.
fn mirror(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut kept = Vec::new();
    for entry in fs::read_dir(from)? {
        let (path, name) = {
            let entry = entry?;
            (entry.path(), entry.file_name())
        };
        let made =
            name.to_str().is_some_and(|name| [".git", "target", "demo", "sala-de-prueba"].contains(&name));
        if made || path.is_symlink() {
            continue;
        }
        let there = to.join(&name);
        kept.push(name);
        if path.is_dir() {
            mirror(&path, &there)?;
        } else {
            let bytes = fs::read(&path)?;
            if fs::read(&there).ok().as_ref() != Some(&bytes) {
                fs::write(&there, bytes)?;
            }
        }
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if !kept.contains(&entry.file_name()) {
            let gone = entry.path();
            if gone.is_dir() { fs::remove_dir_all(gone)? } else { fs::remove_file(gone)? }
        }
    }
    Ok(())
}
