//! Running `card-printer`: JSON in, how far it is while it works, what it wrote; and ending it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hall_wire::message::PrintProgress;
use serde::Deserialize;

use super::PaperError;
use crate::child::Stoppable;

/// One run of the printer, shared by who waits for it and who may end it.
#[derive(Debug, Default)]
pub struct Run {
    child: Stoppable,
    progress: Mutex<Option<PrintProgress>>,
}

/// What `card-printer` prints when it is done.
#[derive(Deserialize)]
pub(super) struct Done {
    pub(super) pages: u32,
    /// Of an acta in parts, the pages of each.
    #[serde(default)]
    pub(super) parts: Vec<u32>,
    sha256: String,
}

impl Done {
    /// Returns the hash of the file.
    pub(super) fn sha256(&self) -> Result<[u8; 32], PaperError> {
        let mut sha256 = [0; 32];
        hex::decode_to_slice(&self.sha256, &mut sha256)
            .map_err(|error| PaperError::Printer(error.to_string()))?;
        Ok(sha256)
    }
}

impl Run {
    /// Ends the printer at once, or keeps it from beginning.
    pub fn stop(&self) {
        self.child.stop();
    }

    /// Returns how far the pages are, once the printer has said it.
    pub fn progress(&self) -> Option<PrintProgress> {
        *lock(&self.progress)
    }

    /// Runs the printer to its end and returns what it wrote on its standard output.
    pub(super) fn output(
        &self,
        program: &Path,
        options: &[&str],
        json: &[u8],
    ) -> Result<Vec<u8>, PaperError> {
        let no_printer = |source| PaperError::NoPrinter { program: program.to_owned(), source };
        let mut command = Command::new(program);
        command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let ends = |child: &mut Child| (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let begun = self.child.begin(&mut command, ends).map_err(no_printer)?;
        let (Some(mut stdin), Some(mut stdout), Some(stderr)) = begun.ok_or(PaperError::Stopped)? else {
            unreachable!("they are piped")
        };
        // `stop` ends the printer, and then its ends are closed.
        let mut written = Vec::new();
        let words = std::thread::scope(|scope| {
            let words = scope.spawn(|| self.listen(stderr));
            // A printer that ends early tells why on its standard error.
            let _ = stdin.write_all(json);
            drop(stdin);
            let read = stdout.read_to_end(&mut written);
            let words = words.join().expect("reading lines does not panic");
            read.and(words)
        });
        let status = self.child.ended().map_err(no_printer)?.ok_or(PaperError::Stopped)?;
        let words = words.map_err(no_printer)?;
        if status.success() { Ok(written) } else { Err(PaperError::Printer(words.trim().to_owned())) }
    }

    /// Hears how far the printer is; returns what else it says.
    fn listen(&self, stderr: ChildStderr) -> io::Result<String> {
        let mut words = String::new();
        for line in BufReader::new(stderr).split(b'\n') {
            let line = line?;
            match serde_json::from_slice(&line) {
                Ok(progress) => *lock(&self.progress) = Some(progress),
                Err(_) => words += &format!("{}\n", String::from_utf8_lossy(&line)),
            }
        }
        Ok(words)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in there is whole between any two statements.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what printers that were killed have left of a file: they write beside it first. Call it only
/// while no printer of this file runs.
pub(super) fn sweep(out: &Path) {
    let (Some(folder), Some(name)) = (out.parent(), out.file_name()) else { return };
    let begins = format!(".{}.", name.to_string_lossy());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&begins) && name.ends_with(".tmp") {
            // Another start tries again; pages that are not whole are never taken for pages.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
