//! Where the game is played, what it said, and what must then be on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hall_server::journal::{Journal, check};
use tempfile::TempDir;

use crate::template::Template;
use crate::{OTHERS, WRITES, strace};

/// What happened in many runs.
#[derive(Debug, Default)]
pub struct Swept {
    pub runs: usize,
    pub killed: usize,
    pub ended: usize,
    /// The record could not be kept; of these, with the last batch in doubt.
    pub errors: usize,
    pub doubts: usize,
    /// The record could not be opened.
    pub refused: usize,
    /// There was a batch more than anybody had been told of.
    pub one_more: usize,
    /// The game was taken up again and came to its end.
    pub resumed: usize,
}

impl Swept {
    pub fn show(&self, what: &str) {
        println!("sweep: {} games {what}: {self:?}, 0 violations", self.runs);
    }
}

pub struct Stage {
    /// A hall before its game.
    hall: TempDir,
    /// The record's head after each turn of a game nobody meddles with.
    heads: Vec<u64>,
    /// Every system call of such a game.
    calls: Vec<(String, String)>,
    every: Option<usize>,
}

/// What a whole game has of each kind.
const WHOLE: [(&str, usize); 6] = [
    ("session_opened", 1),
    ("block_issued", 3),
    ("ball_extracted", 15),
    ("ball_announced", 15),
    ("prize_paid", 2),
    ("session_closed", 1),
];

/// This program, whose other process plays.
fn own() -> PathBuf {
    std::env::current_exe().unwrap()
}

/// Makes a command that runs this program do a work of its other process.
fn this(work: &str, folder: &Path, mut command: Command) -> Command {
    command
        .args(["--exact", "other_process", "--ignored", "--nocapture", "--test-threads=1"])
        .env("BOMBO_TEST_WORK", work)
        .env("BOMBO_TEST_FOLDER", folder)
        .env_remove("RUST_BACKTRACE");
    command
}

/// What it said, as far as its lines are whole.
fn said(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout);
    said[..said.rfind('\n').map_or(0, |end| end + 1)].to_owned()
}

fn new_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("bombo-sweep-").tempdir_in(base).unwrap()
}

impl Stage {
    /// Sets the stage; `None` where nobody may trace.
    pub fn set() -> Option<Stage> {
        if !strace::is_here() {
            return None;
        }
        let hall = new_folder();
        Template::new().copy_to(&hall.path().join("sala"));
        let every = match std::env::var("BOMBO_SWEEP").as_deref() {
            Ok("all") => Some(1),
            Ok(number) => Some(number.parse().expect("BOMBO_SWEEP is all or a number")),
            Err(_) => None,
        };
        let mut stage = Stage { hall, heads: Vec::new(), calls: Vec::new(), every };
        let folder = stage.folder();
        let said = said(&this("play", folder.path(), Command::new(own())).output().unwrap());
        assert!(said.contains("\nend\n"), "{said}");
        stage.heads = numbers(&said, "head").chain(numbers(&said, "at")).collect();
        stage.heads.insert(0, stage.heads[0] - 1);
        stage.heads.dedup();
        stage.calls = stage.trace("play");
        Some(stage)
    }

    /// A hall to play in.
    pub fn folder(&self) -> TempDir {
        let folder = new_folder();
        for name in ["sala.db", "sala.db.testigo"] {
            fs::copy(self.hall.path().join("sala").join(name), folder.path().join(name)).unwrap();
        }
        // What is put aside for a full disk: its size is of no matter here.
        fs::write(folder.path().join("sala.db.reserva"), "x").unwrap();
        folder
    }

    fn trace(&self, work: &str) -> Vec<(String, String)> {
        let folder = if work == "create" { new_folder() } else { self.folder() };
        let all: Vec<&str> = WRITES.into_iter().chain(OTHERS).chain(["rename", "fallocate"]).collect();
        let log = self.hall.path().join("log");
        let mut strace = strace::trace(&all, &log);
        strace.arg(own());
        let output = this(work, folder.path(), strace).output().unwrap();
        assert!(output.status.success(), "the game ends where nobody meddles");
        strace::calls(&log)
    }

    /// The numbers of the calls to meddle with: a share of those between the game's first word
    /// and its last.
    pub fn points(&self, call: &str, share: usize) -> Vec<usize> {
        let count = |word: &str| {
            let said = self.calls.iter().position(|(_, line)| line.contains(word)).unwrap();
            self.calls[..=said].iter().filter(|(name, _)| name == call).count()
        };
        (count("\"begin") + 1..=count("\"end")).step_by(self.every.unwrap_or(share)).collect()
    }

    /// How many of all points to pass over where each is played many times.
    pub fn sparse(&self, all: usize) -> usize {
        if self.every == Some(1) { all } else { 1 }
    }

    /// The same for another work than the game.
    pub fn points_of(&self, work: &str, call: &str, share: usize) -> Vec<usize> {
        let all = self.trace(work).iter().filter(|(name, _)| name == call).count();
        (1..=all).step_by(self.every.unwrap_or(share)).collect()
    }

    /// Plays in a folder with this done to this call; returns what the game said.
    pub fn run(&self, folder: &TempDir, call: &str, fault: &str) -> Output {
        let mut strace = strace::meddle(call, fault);
        strace.arg(own());
        this("play", folder.path(), strace).output().unwrap()
    }

    /// Plays, and looks at what is left; every fifth game is taken up again.
    pub fn play(&self, swept: &mut Swept, call: &str, fault: &str) {
        let folder = self.folder();
        let output = self.run(&folder, call, fault);
        self.verify(swept, &folder, &output, &format!("{call}:{fault}"));
        // On a full disk no sale opens, and there is nothing to take up.
        if swept.runs.is_multiple_of(5) && !said(&output).contains("\nno open-sale") {
            self.resume(swept, &folder, &format!("{call}:{fault}"));
        }
    }

    /// What was said of a new game is on disk, and at most one batch more.
    pub fn verify(&self, swept: &mut Swept, folder: &TempDir, output: &Output, what: &str) {
        let (told, head) = self.kept(swept, folder, output, what);
        let next = self.heads.iter().copied().find(|seq| *seq > told.max(self.heads[0])).unwrap_or(told);
        assert!(head <= next, "{what}: told {told}, on disk {head}: more than a batch");
        swept.one_more += usize::from(told > 0 && head > told);
    }

    /// What was said is on disk. Returns the last line that was told, and the last there is.
    pub fn kept(&self, swept: &mut Swept, folder: &TempDir, output: &Output, what: &str) -> (u64, u64) {
        let said = &said(output);
        swept.runs += 1;
        swept.ended += usize::from(said.contains("\nend\n"));
        swept.errors += usize::from(said.contains("\nerror "));
        swept.doubts += usize::from(said.contains("\nerror doubt"));
        swept.refused += usize::from(said.contains("\nrefused "));
        // strace dies of the signal it gave.
        swept.killed += usize::from(output.status.code().is_none());
        assert!(!said.contains("leak"), "{what}: told and not written\n{said}");
        let answered = acks(said);
        let told =
            numbers(said, "at").chain(numbers(said, "head")).chain(answered.values().map(|span| span.1));
        let told = told.max().unwrap_or(0);
        let (journal, opened) =
            Journal::open(folder.path()).unwrap_or_else(|e| panic!("{what}: {e}\n{said}"));
        let head = opened.head;
        assert_eq!(journal.replay(|_, _| ()).unwrap(), head, "{what}");
        assert!(head.seq >= told, "{what}: line {told} was told, the record ends at {}\n{said}", head.seq);
        for (id, (first, last)) in answered {
            let answer = journal.answer_of("mesa-1", &id).unwrap();
            let span = answer.map(|answer| (answer.first_seq, answer.last_seq));
            assert_eq!(span, Some((first, last)), "{what}: {id} was answered");
        }
        drop(journal);
        let report = check(folder.path(), None).unwrap();
        assert!(report.is_sound(), "{what}: {report}");
        (told, head.seq)
    }

    /// The game is taken up again with the same requests: each has one effect.
    pub fn resume(&self, swept: &mut Swept, folder: &TempDir, what: &str) {
        let said = said(&this("play", folder.path(), Command::new(own())).output().unwrap());
        assert!(said.contains("\nend\n"), "{what}: taken up again:\n{said}");
        let (journal, _) = Journal::open(folder.path()).unwrap();
        let mut counts = BTreeMap::<String, usize>::new();
        journal.replay(|line, _| *counts.entry(line.kind.clone()).or_default() += 1).unwrap();
        for (kind, count) in WHOLE {
            assert_eq!(counts.get(kind), Some(&count), "{what}: {kind}");
        }
        drop(journal);
        let report = check(folder.path(), None).unwrap();
        assert!(report.is_sound(), "{what}: {report}");
        swept.resumed += 1;
    }

    /// Makes a database with this done to this call. Returns whether it is there.
    pub fn create(&self, call: &str, fault: &str) -> bool {
        let folder = new_folder();
        let mut strace = strace::meddle(call, fault);
        strace.arg(own());
        this("create", folder.path(), strace).output().unwrap();
        let there = folder.path().join("sala.db").exists();
        if there {
            drop(Journal::open(folder.path()).unwrap_or_else(|error| panic!("{call}:{fault}: {error}")));
            let report = check(folder.path(), None).unwrap();
            assert!(report.is_sound(), "{call}:{fault}: {report}");
        } else {
            drop(Journal::create(folder.path(), 0).unwrap_or_else(|error| panic!("{call}:{fault}: {error}")));
        }
        there
    }

    /// Plays under a limit of the shell.
    pub fn limit(&self, swept: &mut Swept, limit: &str) {
        let folder = self.folder();
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]).arg(own()).stderr(Stdio::null());
        let output = this("play", folder.path(), shell).output().unwrap();
        self.verify(swept, &folder, &output, limit);
        self.resume(swept, &folder, limit);
    }

    /// A folder that is not there stays so.
    pub fn nowhere(&self) {
        let folder = new_folder();
        let missing = folder.path().join("sala");
        let said = said(&this("play", &missing, Command::new(own())).output().unwrap());
        assert!(said.contains("refused No existe la base de datos"), "{said}");
        assert!(!missing.exists(), "a hall was made by opening it");
    }

    /// A disk that takes nothing any more: refused, by name, and nothing is touched.
    pub fn read_only(&self) {
        let folder = self.folder();
        let mount = |words: &[&str]| {
            let status = Command::new("mount").args(words).arg(folder.path()).stderr(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        let bytes = fs::read(folder.path().join("sala.db")).unwrap();
        if !mount(&["-t", "tmpfs", "-o", "size=8m", "tmpfs"]) {
            return eprintln!("NOTICE: not root, no disk to make read-only: that part was skipped");
        }
        fs::write(folder.path().join("sala.db"), &bytes).unwrap();
        let locked = mount(&["-o", "remount,ro"]);
        let said = said(&this("play", folder.path(), Command::new(own())).output().unwrap());
        let after = fs::read(folder.path().join("sala.db")).unwrap();
        Command::new("umount").arg(folder.path()).status().unwrap();
        assert!(locked && said.contains("está protegido contra escritura"), "{said}");
        assert_eq!(after, bytes, "it was touched");
    }
}

/// The numbers behind a word at the beginning of lines.
fn numbers<'a>(said: &'a str, word: &'a str) -> impl Iterator<Item = u64> + 'a {
    said.lines().filter_map(move |line| line.strip_prefix(word)?.trim().parse().ok())
}

/// The requests that were answered, with their lines.
fn acks(said: &str) -> BTreeMap<String, (u64, u64)> {
    let ack = |line: &str| {
        let (id, span) = line.strip_prefix("ack ")?.split_once(' ')?;
        let (first, last) = span.split_once('-')?;
        Some((id.to_owned(), (first.parse().ok()?, last.parse().ok()?)))
    };
    said.lines().filter_map(ack).collect()
}
