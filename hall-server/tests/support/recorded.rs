//! The writes of a process as strace has seen them, and what a power cut may have left of them.
//!
//! A disk keeps what was synced. Of what was written since, each sector of 512 bytes is there as it was after any of the
//! writes to it, or as before them, whatever became of the others; the length of a file likewise. Names that were made,
//! changed or deleted in a folder are there in their order up to any of them. So much freedom no file system takes; what
//! survives it survives a real one.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use crate::dice::Dice;
use crate::strace;

/// The system calls that change a file or a folder, or make it last, and those that say which file it is.
const CALLS: [&str; 15] = [
    "openat",
    "close",
    "lseek",
    "write",
    "pwrite64",
    "ftruncate",
    "fallocate",
    "fsync",
    "fdatasync",
    "unlink",
    "unlinkat",
    "rename",
    "renameat",
    "renameat2",
    "fcntl",
];

const SECTOR: usize = 512;

/// One thing that the process did, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A file with this number got a name.
    Make {
        name: String,
        file: usize,
    },
    Rename {
        from: String,
        to: String,
    },
    Unlink {
        name: String,
    },
    Write {
        file: usize,
        at: usize,
        bytes: Vec<u8>,
    },
    Length {
        file: usize,
        length: usize,
    },
    /// All that was done to the file in the first so many steps is on the disk: those before the sync began.
    Sync {
        file: usize,
        first: usize,
    },
    /// All names of the folder are, likewise.
    SyncNames {
        first: usize,
    },
    /// A line on standard output.
    Said(String),
}

/// A run of a process over a folder.
pub struct Recorded {
    /// The files before, the n-th with number n.
    before: Vec<(String, Vec<u8>)>,
    pub steps: Vec<Step>,
}

impl Recorded {
    /// Runs a program under strace and records what it does in a folder, which holds no folders. `leaving_out` says which
    /// files are of no interest.
    pub fn run(
        folder: &Path,
        program: impl AsRef<std::ffi::OsStr>,
        set_up: impl FnOnce(&mut std::process::Command),
        leaving_out: fn(&str) -> bool,
    ) -> Recorded {
        let mut before = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let (path, name) =
                (entry.as_ref().unwrap().path(), entry.unwrap().file_name().into_string().unwrap());
            if !leaving_out(&name) {
                before.push((name, fs::read(path).unwrap()));
            }
        }
        let logs = tempfile::tempdir().unwrap();
        let log = logs.path().join("log");
        let mut traced = strace::trace(&CALLS, &log);
        traced.args(["-xx", "-s", "1000000"]).arg(program);
        set_up(&mut traced);
        let output = traced.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut reading = Reading {
            prefix: format!("{}/", folder.display()),
            leaving_out,
            names: before.iter().enumerate().map(|(number, (name, _))| (name.clone(), number)).collect(),
            lengths: before.iter().map(|(_, bytes)| bytes.len()).collect(),
            open: HashMap::new(),
            said: Vec::new(),
            steps: Vec::new(),
        };
        // A call that others overtake stands in two lines. What it does is done at the second; what a sync has seen is of
        // the first.
        let mut begun: HashMap<&str, (&str, usize)> = HashMap::new();
        let text = fs::read_to_string(&log).unwrap();
        for line in text.lines() {
            let (thread, rest) = line.split_once(' ').unwrap();
            let now = reading.steps.len();
            if let Some(first) = rest.strip_suffix("<unfinished ...>") {
                begun.insert(thread, (first, now));
                continue;
            }
            let resumed =
                rest.trim_start().strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>"));
            let (call, began) = match (resumed, begun.remove(thread)) {
                (Some((_, end)), Some((first, began))) => (Call::of(&format!("{first}{end}")), began),
                _ => (Call::of(rest), now),
            };
            if let Some(call) = call {
                reading.take(&call, began);
            }
        }
        Recorded { before, steps: reading.steps }
    }

    /// The disk before the first step.
    pub fn disk(&self) -> Disk {
        let files = self.before.iter().map(|(_, bytes)| Lasting { synced: bytes.clone(), since: vec![] });
        let names = self.before.iter().enumerate().map(|(number, (name, _))| (name.clone(), number));
        Disk { files: files.collect(), names: names.collect(), names_since: Vec::new(), taken: 0 }
    }
}

/// A line of strace.
struct Call {
    name: String,
    /// The quoted arguments.
    texts: Vec<Vec<u8>>,
    /// All arguments; quoted ones are empty.
    args: Vec<String>,
    returned: i64,
}

impl Call {
    /// Nothing for a call that failed and for what is not one.
    fn of(line: &str) -> Option<Call> {
        let (name, rest) = line.trim_start().split_once('(')?;
        let (args, returned) = rest.rsplit_once(" = ")?;
        let returned: i64 =
            returned.split_whitespace().next()?.parse().ok().filter(|returned| *returned >= 0)?;
        let pieces: Vec<&str> = args.trim_end().strip_suffix(')')?.split('"').collect();
        let texts = pieces.iter().skip(1).step_by(2).map(|hex| {
            let bytes = hex.split("\\x").skip(1);
            bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
        });
        let plain: String = pieces.iter().step_by(2).copied().collect();
        let args = plain.split(',').map(|arg| arg.trim().to_owned()).collect();
        Some(Call { name: name.to_owned(), texts: texts.collect(), args, returned })
    }

    fn number(&self, arg: usize) -> usize {
        self.args[arg].parse().unwrap_or_else(|_| panic!("{}: {:?}", self.name, self.args))
    }
}

#[derive(Debug, Clone, Copy)]
enum Target {
    File { number: usize, at: usize },
    Folder,
}

/// What the process sees while it runs.
struct Reading {
    prefix: String,
    leaving_out: fn(&str) -> bool,
    names: HashMap<String, usize>,
    lengths: Vec<usize>,
    open: HashMap<usize, Target>,
    said: Vec<u8>,
    steps: Vec<Step>,
}

impl Reading {
    /// The name in the folder, if it is one.
    fn name(&self, text: &[u8]) -> Option<String> {
        let name = str::from_utf8(text).ok()?.strip_prefix(&self.prefix)?;
        (!name.is_empty() && !(self.leaving_out)(name)).then(|| name.to_owned())
    }

    /// Takes a call that began after so many steps.
    fn take(&mut self, call: &Call, began: usize) {
        let returned = usize::try_from(call.returned).unwrap();
        let target = call
            .args
            .first()
            .and_then(|fd| fd.parse().ok())
            .and_then(|fd: usize| self.open.get(&fd).copied());
        match (call.name.as_str(), target) {
            ("openat", _) => self.open(call, returned),
            ("fcntl", Some(target)) if call.args[1].starts_with("F_DUPFD") => {
                self.open.insert(returned, target);
            }
            ("close", _) => {
                self.open.remove(&call.number(0));
            }
            ("lseek", Some(Target::File { number, .. })) => {
                self.open.insert(call.number(0), Target::File { number, at: returned });
            }
            ("write", Some(Target::File { number, at })) => {
                self.write(number, at, &call.texts[0][..returned]);
                self.open.insert(call.number(0), Target::File { number, at: at + returned });
            }
            ("write", None) if call.args[0] == "1" => self.say(&call.texts[0]),
            ("pwrite64", Some(Target::File { number, .. })) => {
                self.write(number, call.number(3), &call.texts[0][..returned]);
            }
            ("ftruncate", Some(Target::File { number, .. })) => self.length(number, call.number(1)),
            ("fallocate", Some(Target::File { number, .. })) => {
                let length = (call.number(2) + call.number(3)).max(self.lengths[number]);
                self.length(number, length);
            }
            ("fsync" | "fdatasync", Some(Target::File { number, .. })) => {
                self.steps.push(Step::Sync { file: number, first: began })
            }
            ("fsync" | "fdatasync", Some(Target::Folder)) => {
                self.steps.push(Step::SyncNames { first: began })
            }
            ("unlink" | "unlinkat", _) => {
                if let Some(name) = self.name(&call.texts[0]) {
                    self.names.remove(&name);
                    self.steps.push(Step::Unlink { name });
                }
            }
            ("rename" | "renameat" | "renameat2", _) => {
                if let (Some(from), Some(to)) = (self.name(&call.texts[0]), self.name(&call.texts[1])) {
                    let file = self.names.remove(&from).unwrap();
                    self.names.insert(to.clone(), file);
                    self.steps.push(Step::Rename { from, to });
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, call: &Call, fd: usize) {
        self.open.remove(&fd);
        if call.texts[0] == self.prefix.trim_end_matches('/').as_bytes() {
            self.open.insert(fd, Target::Folder);
            return;
        }
        let Some(name) = self.name(&call.texts[0]) else { return };
        let number = *self.names.entry(name.clone()).or_insert_with(|| {
            self.lengths.push(0);
            self.steps.push(Step::Make { name, file: self.lengths.len() - 1 });
            self.lengths.len() - 1
        });
        self.open.insert(fd, Target::File { number, at: 0 });
        if call.args[2].contains("O_TRUNC") && self.lengths[number] > 0 {
            self.length(number, 0);
        }
    }

    fn write(&mut self, file: usize, at: usize, bytes: &[u8]) {
        self.lengths[file] = self.lengths[file].max(at + bytes.len());
        self.steps.push(Step::Write { file, at, bytes: bytes.to_vec() });
    }

    fn length(&mut self, file: usize, length: usize) {
        self.lengths[file] = length;
        self.steps.push(Step::Length { file, length });
    }

    fn say(&mut self, bytes: &[u8]) {
        self.said.extend(bytes);
        while let Some(end) = self.said.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.said.drain(..=end).collect();
            self.steps.push(Step::Said(String::from_utf8_lossy(&line).trim().to_owned()));
        }
    }
}

/// A disk on which some of the steps were done.
pub struct Disk {
    files: Vec<Lasting>,
    /// The names that last.
    names: BTreeMap<String, usize>,
    names_since: Vec<(usize, Step)>,
    /// How many steps were done.
    taken: usize,
}

/// A file: what lasts, and what was done since.
struct Lasting {
    synced: Vec<u8>,
    since: Vec<(usize, Step)>,
}

impl Disk {
    /// Does one more step. `heeds` says whether a sync of the file with this name means anything to the disk.
    pub fn take(&mut self, step: &Step, heeds: fn(&str) -> bool) {
        let step = (self.taken, step.clone());
        self.taken += 1;
        match step.1 {
            Step::Make { file, .. } => {
                assert_eq!(file, self.files.len());
                self.files.push(Lasting { synced: Vec::new(), since: Vec::new() });
                self.names_since.push(step);
            }
            Step::Rename { .. } | Step::Unlink { .. } => self.names_since.push(step),
            Step::Write { file, .. } | Step::Length { file, .. } => self.files[file].since.push(step),
            Step::Sync { file, first } => {
                let named = self.names_after(self.names_since.len());
                if named.iter().any(|(name, number)| *number == file && heeds(name)) {
                    let lasting = &mut self.files[file];
                    let done = lasting.since.partition_point(|(number, _)| *number < first);
                    let later = lasting.since.split_off(done);
                    lasting.synced = lasting.image(|_| usize::MAX);
                    lasting.since = later;
                }
            }
            Step::SyncNames { first } => {
                let done = self.names_since.partition_point(|(number, _)| *number < first);
                self.names = self.names_after(done);
                self.names_since.drain(..done);
            }
            Step::Said(_) => {}
        }
    }

    fn names_after(&self, steps: usize) -> BTreeMap<String, usize> {
        let mut names = self.names.clone();
        for (_, step) in &self.names_since[..steps] {
            match step {
                Step::Make { name, file } => {
                    names.insert(name.clone(), *file);
                }
                Step::Rename { from, to } => {
                    if let Some(file) = names.remove(from) {
                        names.insert(to.clone(), file);
                    }
                }
                Step::Unlink { name } => {
                    names.remove(name);
                }
                Step::Write { .. }
                | Step::Length { .. }
                | Step::Sync { .. }
                | Step::SyncNames { .. }
                | Step::Said(_) => {
                    unreachable!("no name")
                }
            }
        }
        names
    }

    /// Whether a power cut leaves something to chance.
    pub fn is_at_rest(&self) -> bool {
        self.names_since.is_empty() && self.files.iter().all(|file| file.since.is_empty())
    }

    /// Writes into an empty folder what a power cut at this moment may have left.
    pub fn power_cut(&self, dice: &mut Dice, folder: &Path) {
        // All, nothing, or each sector by chance; the middle is where faults are rarer and stranger.
        let mood = dice.below(6);
        let names = match mood {
            0 => 0,
            1 => self.names_since.len(),
            _ => dice.below(self.names_since.len() + 1),
        };
        for (name, file) in self.names_after(names) {
            let lasting = &self.files[file];
            let mut limits = HashMap::new();
            let image = lasting.image(|place| match mood {
                0 => 0,
                1 => usize::MAX,
                _ => *limits.entry(place).or_insert_with(|| dice.below(lasting.since.len() + 1)),
            });
            fs::write(folder.join(name), image).unwrap();
        }
    }
}

/// What is there or not by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Sector(usize),
    Length,
}

impl Lasting {
    /// The file if each place has only so many of the steps since the sync.
    fn image(&self, mut limit: impl FnMut(Place) -> usize) -> Vec<u8> {
        let mut image = self.synced.clone();
        for (number, (_, step)) in self.since.iter().enumerate() {
            match step {
                Step::Length { length, .. } => {
                    if number < limit(Place::Length) {
                        image.resize(*length, 0);
                    }
                }
                Step::Write { at, bytes, .. } => {
                    let mut done = 0;
                    while done < bytes.len() {
                        let from = at + done;
                        let piece = (SECTOR - from % SECTOR).min(bytes.len() - done);
                        if number < limit(Place::Sector(from / SECTOR)) {
                            image.resize(image.len().max(from + piece), 0);
                            image[from..from + piece].copy_from_slice(&bytes[done..done + piece]);
                        }
                        done += piece;
                    }
                }
                Step::Make { .. }
                | Step::Rename { .. }
                | Step::Unlink { .. }
                | Step::Sync { .. }
                | Step::SyncNames { .. }
                | Step::Said(_) => {
                    unreachable!("no change of a file")
                }
            }
        }
        image
    }
}
