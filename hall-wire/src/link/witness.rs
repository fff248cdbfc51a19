//! A screen's witness of the record: what it saw last of each hall, in a small file of its own (DECISIONS 40).
//!
//! A thread writes the file, whole and a few times a second at most: no board waits for a disk. Each line carries its own
//! sum, so that what is damaged is no witness rather than a false one. A file that cannot be read or written stops nothing.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use hall_core::record::Hash;
use sha2::{Digest, Sha256};

use super::cosigner::Cosigning;
use super::shared::Shared;
use crate::sighting::{Seen, Sighting};

/// The shortest time between two writes.
const WRITE_EVERY: Duration = Duration::from_millis(250);

/// Halls that are kept: a screen that is lent serves a few.
const HALLS_MAX: usize = 8;

/// More is never written.
const FILE_MAX_BYTES: u64 = 4 * 1024;

/// What a screen saw, kept on disk. Dropping it writes down the last.
pub struct Witness {
    shared: Arc<Shared<Memory>>,
    thread: Option<JoinHandle<()>>,
    pub(super) cosigning: Option<Cosigning>,
}

/// Of each hall the last that was seen; the hall seen last is the last.
#[derive(Debug, Default, Clone)]
struct Memory {
    halls: Vec<Seen>,
    unwritten: bool,
}

impl Witness {
    /// Reads a screen's file, and keeps it. `tell` hears, in Spanish, what is wrong with it: once at the start if it
    /// cannot be read, and once whenever writing begins to fail.
    /// It signs as `name`, with a key of its own that is made beside the file.
    pub fn open(
        file: &Path,
        name: &str,
        tell: impl Fn(&str) + Clone + Send + Sync + 'static,
    ) -> Arc<Witness> {
        let cosigning = Cosigning::open(file, name, tell.clone());
        let halls = read(file).unwrap_or_else(|why| {
            tell(&format!(
                "{} {why}: este puesto no sabe hasta qué línea vio el registro y empieza de nuevo.",
                file.display()
            ));
            Vec::new()
        });
        let shared = Arc::<Shared<Memory>>::default();
        shared.lock().halls = halls;
        let (theirs, file) = (Arc::clone(&shared), file.to_path_buf());
        let thread = std::thread::Builder::new()
            .name("witness".to_string())
            .spawn(move || keep(&theirs, &file, &tell))
            .expect("a thread can be started");
        Arc::new(Witness { shared, thread: Some(thread), cosigning })
    }

    /// The file of a screen of this name, where its settings name none: `bombo/NAME.testigo` in the user's folder of
    /// states (XDG_STATE_HOME, or `.local/state` at home).
    pub fn usual_file(name: &str) -> PathBuf {
        let home = || std::env::var_os("HOME").map_or_else(std::env::temp_dir, PathBuf::from);
        let base =
            std::env::var_os("XDG_STATE_HOME").map_or_else(|| home().join(".local/state"), PathBuf::from);
        base.join("bombo").join(format!("{name}.testigo"))
    }

    /// What was seen of a hall.
    pub fn of(&self, hall: Hash) -> Option<Seen> {
        self.shared.lock().halls.iter().find(|seen| seen.hall == hall).copied()
    }

    /// What was seen last, of any hall.
    pub fn last(&self) -> Option<Seen> {
        self.shared.lock().halls.last().copied()
    }

    /// Takes note of what a server says that it has. What was seen before stays where it is later.
    pub(super) fn note(&self, hall: Hash, end: Sighting) {
        let mut memory = self.shared.lock();
        let at = memory.halls.iter().position(|seen| seen.hall == hall);
        let before = at.map(|at| memory.halls.remove(at));
        let is_last = at == Some(memory.halls.len());
        let newest = before.filter(|seen| !seen.end.is_before(&end)).unwrap_or(Seen { hall, end });
        memory.halls.push(newest);
        let excess = memory.halls.len().saturating_sub(HALLS_MAX);
        memory.halls.drain(..excess);
        if !is_last || before != Some(newest) {
            memory.unwritten = true;
            self.shared.wake();
        }
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.shared.closing.close();
        self.shared.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The thread: writes what is new, and rests.
fn keep(shared: &Shared<Memory>, file: &Path, tell: &dyn Fn(&str)) {
    let mut failing = false;
    let mut ends = false;
    while !ends {
        ends = shared.closing.pause(WRITE_EVERY);
        let new = {
            let mut memory = shared.lock();
            std::mem::take(&mut memory.unwritten).then(|| memory.halls.clone())
        };
        let Some(halls) = new else { continue };
        match write(file, &halls) {
            Ok(()) => failing = false,
            Err(error) => {
                if !failing {
                    tell(&format!(
                        "No se puede escribir {}: {error}. Si este puesto se reinicia, no sabrá hasta qué línea vio el registro.",
                        file.display()
                    ));
                }
                failing = true;
                shared.lock().unwritten = true;
            }
        }
    }
}

/// Reads the lines that are whole. Fails, with what is wrong, where there is something and nothing of it can be believed.
fn read(file: &Path) -> Result<Vec<Seen>, String> {
    let mut bytes = Vec::new();
    match File::open(file).and_then(|file| file.take(FILE_MAX_BYTES).read_to_end(&mut bytes)) {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("no se puede leer ({error})")),
    }
    let halls: Vec<Seen> = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(parsed).collect();
    if halls.is_empty() { Err("está dañado".to_string()) } else { Ok(halls) }
}

/// `HALL EPOCH:SEQ:HASH SUM` and the end of the line.
fn written(seen: &Seen) -> String {
    let text = seen.to_string();
    let sum = Hash(Sha256::digest(&text).into());
    format!("{text} {sum}\n")
}

/// Written again and compared, so that nothing but what is written here is believed.
fn parsed(line: &[u8]) -> Option<Seen> {
    let line = std::str::from_utf8(line).ok()?;
    let (text, _) = line.rsplit_once(' ')?;
    Seen::parse(text).filter(|seen| written(seen) == line)
}

/// Writes the file whole or not at all.
fn write(file: &Path, halls: &[Seen]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut draft = file.as_os_str().to_owned();
    draft.push(".nuevo");
    let draft = PathBuf::from(draft);
    let mut to = File::create(&draft)?;
    to.write_all(halls.iter().map(written).collect::<String>().as_bytes())?;
    to.sync_data()?;
    fs::rename(&draft, file)
}

#[cfg(test)]
#[path = "witness_tests.rs"]
mod tests;
