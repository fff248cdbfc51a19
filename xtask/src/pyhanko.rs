//! The tests of signed actas once more, with pyHanko's verdict beside OpenSSL's.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The version whose verdicts the tests were written with.
const PYHANKO: &str = "pyHanko==0.38.0";

/// Installs pyHanko, once, and runs the tests.
///
/// # Errors
/// When it cannot be installed, or a test fails.
pub fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the workspace")?;
    let folder = root.join("target/pyhanko");
    let python = folder.join("bin/python");
    if !python.exists() {
        done(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    done(Command::new(&python).args(["-m", "pip", "install", "--quiet", PYHANKO]))?;
    let mut tests = Command::new("cargo");
    tests.args(["test", "-p", "card-printer", "--test", "seal"]).current_dir(root);
    done(tests.env("BOMBO_PYHANKO", python))
}

fn done(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
