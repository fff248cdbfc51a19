//! Puts other people's programs into a temporary folder, each in the version that is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};

/// What Python gets, exactly these.
const FROM_PYPI: [&str; 4] = ["housie==0.2.1", "banko==0.1.4", "reportlab==5.1.0", "segno==1.6.6"];

/// The project that uses the crate.
const CARGO_TOML: &str = "[package]\nname = \"peer\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
    [dependencies]\nlibtombala = { version = \"=3.2.2\", features = [\"card_generator\"] }\n[workspace]\n";

/// Returns a Python that has the libraries.
///
/// # Errors
/// When there is no Python, no venv or no registry.
pub fn python(dir: &Path) -> Result<PathBuf> {
    let venv = dir.join("python");
    ended(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    let python = venv.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    ended(Command::new(&python).args(pip).args(FROM_PYPI))?;
    Ok(python)
}

/// Returns what runs a script, if there is a Python for it.
///
/// # Errors
/// Why there is none, or that the script cannot be written.
pub fn script(python: &Result<PathBuf>, dir: &Path, text: &str) -> Result<Command> {
    let python = python.as_ref().map_err(|why| anyhow!("{why:#}"))?;
    // Each is kept until all have run.
    let path = dir.join(format!("{}.py", fs::read_dir(dir)?.count()));
    fs::write(&path, text)?;
    let mut command = Command::new(python);
    command.arg(path);
    Ok(command)
}

/// Returns what generates cards with `tambola`.
///
/// # Errors
/// When there is no Node.js, no npm or no registry.
pub fn tambola(dir: &Path) -> Result<Command> {
    let dir = dir.join("node");
    fs::create_dir(&dir)?;
    let npm = [
        "install",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--logs-max=0",
        "tambola@3.0.3",
    ];
    ended(Command::new("npm").arg("--prefix").arg(&dir).args(npm))?;
    let path = dir.join("cards.js");
    fs::write(&path, include_str!("../../../peers/tambola_cards.js"))?;
    let mut command = Command::new("node");
    command.arg(path);
    Ok(command)
}

/// Returns what generates cards with `libtombala`, built as fast as Bombo.
///
/// # Errors
/// When there is no cargo or no registry.
pub fn libtombala(dir: &Path) -> Result<Command> {
    let dir = dir.join("rust");
    fs::create_dir_all(dir.join("src"))?;
    fs::write(dir.join("Cargo.toml"), CARGO_TOML)?;
    fs::write(dir.join("src/main.rs"), include_str!("../../../peers/libtombala_cards.rs"))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--quiet", "--manifest-path"]).arg(dir.join("Cargo.toml"));
    // Where Bombo is, so that it is built with the same compiler.
    ended(cargo.arg("--target-dir").arg(dir.join("target")).current_dir(env!("CARGO_MANIFEST_DIR")))?;
    Ok(Command::new(dir.join("target/release/peer")))
}

/// Runs a program to its end and returns what it printed.
///
/// # Errors
/// When it is not there, or with the first line that says error.
pub fn ended(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let run = command.output().with_context(|| format!("{name} cannot be started"))?;
    if !run.status.success() {
        let complaint = String::from_utf8_lossy(&run.stderr);
        let error = complaint.lines().find(|line| line.to_lowercase().contains("error"));
        bail!("{name} ended with {}: {}", run.status, error.unwrap_or(complaint.trim()));
    }
    Ok(String::from_utf8(run.stdout)?)
}
