//! Files that were harmed or put beside the wrong ones: what opens is the whole record, and what does not says why (NL1, E12,
//! E13). Cuts, flipped bits, copies made in wrong ways.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hall_server::journal::{Head, Journal, JournalError, RecordReader, check, look};

use crate::kit::{Evening, batch, beside, copy_of};

/// What an opening came to. There is no third: a record that ends earlier than its witness says is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The whole record.
    Whole,
    /// Refused, with words.
    Refused,
}

/// A hall of which a crash has left the last batches in the `-wal`.
struct Left {
    _folder: tempfile::TempDir,
    path: PathBuf,
    /// The head after each batch; the last one is the record's.
    heads: Vec<Head>,
    /// Its files, as the crash left them.
    files: BTreeMap<&'static str, Vec<u8>>,
}

/// The files of a record, after the name of its database.
const BESIDE: [&str; 5] = ["", "-wal", "-shm", ".lock", WITNESS];

/// The file that knows how far the record went.
const WITNESS: &str = ".testigo";

impl Left {
    /// With this many batches of one line in the `-wal`, from this device.
    fn by_a_crash(batches: u32, device: &str) -> Left {
        let evening = Evening::new();
        let (mut journal, _) = Journal::open(&evening.path).unwrap();
        let mut heads = vec![evening.head];
        for number in 0..batches {
            heads.push(late(&mut journal, device, number));
        }
        Left::of(&evening, heads)
    }

    fn of(evening: &Evening, heads: Vec<Head>) -> Left {
        let folder = copy_of(evening.folder.path());
        let path = folder.path().join("sala.db");
        let files = BESIDE.map(|name| (name, fs::read(beside(&path, name)).unwrap()));
        Left { _folder: folder, path, heads, files: files.into() }
    }

    /// Puts the files there as the crash left them, with one of them as given, or gone.
    fn with(&self, name: &str, bytes: Option<&[u8]>) {
        for (other, whole) in &self.files {
            fs::write(beside(&self.path, other), whole).unwrap();
        }
        match bytes {
            Some(bytes) => fs::write(beside(&self.path, name), bytes).unwrap(),
            None => fs::remove_file(beside(&self.path, name)).unwrap(),
        }
    }

    /// Opens it as a server does: the whole record, or words.
    fn opened(&self, what: &str) -> Outcome {
        let journal = match Journal::open(&self.path) {
            Ok((journal, _)) => journal,
            Err(error) => {
                let words = error.to_string();
                // Where the pages of two moments meet, a line of the record is missing or another.
                let names = words.contains("sala.db") || words.contains("del registro");
                assert!(names && words.ends_with('.'), "{what}: {words}");
                return Outcome::Refused;
            }
        };
        let Ok(found) = journal.replay(|_, _| ()) else { return Outcome::Refused };
        assert_eq!(Some(&found), self.heads.last(), "{what}: another record, or one that ends earlier");
        Outcome::Whole
    }

    /// Opens it with each of these in the place of a file; returns how often it came to what.
    fn swept(&self, name: &str, harmed: impl IntoIterator<Item = Vec<u8>>) -> BTreeMap<Outcome, usize> {
        let mut came_to = BTreeMap::new();
        for (number, bytes) in harmed.into_iter().enumerate() {
            self.with(name, Some(&bytes));
            *came_to.entry(self.opened(&format!("{name}, harm {number}"))).or_default() += 1;
        }
        println!("sala.db{name}: {came_to:?}");
        came_to
    }
}

/// Writes a batch of one line.
fn late(journal: &mut Journal, device: &str, number: u32) -> Head {
    let refused = hall_core::event::Event::LoginRefused { tries: 1 };
    let mut batch = batch(&format!("late-{number}"), &[refused]);
    batch.entries[0].device = device.into();
    journal.append(&batch).unwrap().head
}

/// Each how many bytes or bits a long file is harmed. A `-wal` is believed frame by frame, so every cut in a frame and every
/// bit of a page come to the same; `./bombo torture` takes twenty times as many.
fn step(usual: usize) -> usize {
    if std::env::var_os("BOMBO_SWEEP_STEP").is_some() { usual.div_ceil(20) } else { usual }
}

/// Every beginning of a file; every one around what `-wal` and frames begin with, a part of the others.
fn cuts(whole: &[u8], usual: usize) -> impl Iterator<Item = Vec<u8>> {
    let step = step(usual);
    let frame = |length: usize| length.saturating_sub(32) % 4120;
    let near = move |length: &usize| *length < 64 || frame(*length) < 3 || frame(*length) > 4117;
    let chosen = (0..whole.len()).filter(move |length| length % step == 0 || near(length));
    chosen.map(|length| whole[..length].to_vec())
}

/// One bit after the other; all of the first bytes, a part of the others.
fn flips(whole: &[u8], all_of: usize, usual: usize) -> impl Iterator<Item = Vec<u8>> {
    let step = step(usual);
    let chosen = (0..whole.len() * 8).filter(move |bit| *bit < all_of * 8 || bit % step == 0);
    chosen.map(|bit| {
        let mut bytes = whole.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes
    })
}

#[test]
fn a_wal_that_was_cut_anywhere_is_refused() {
    let left = Left::by_a_crash(4, "mesa-1");
    let came_to = left.swept("-wal", cuts(&left.files["-wal"], 701));
    assert!(came_to[&Outcome::Refused] > 140, "{came_to:?}");
    assert_eq!(came_to.get(&Outcome::Whole), None, "the last byte is of the last commit");
    assert_eq!(
        left.swept("-wal", [left.files["-wal"].clone()]),
        [(Outcome::Whole, 1)].into(),
        "as it was left"
    );
}

#[test]
fn a_wal_with_any_flipped_bit_gives_the_whole_record_or_none() {
    let left = Left::by_a_crash(4, "mesa-1");
    let came_to = left.swept("-wal", flips(&left.files["-wal"], 56, 9_001));
    assert!(came_to[&Outcome::Refused] > 450, "{came_to:?}");
}

/// The `-shm` is made again from the `-wal` by whoever is first; what lies there says nothing.
#[test]
fn a_harmed_shm_harms_nothing() {
    let left = Left::by_a_crash(4, "mesa-1");
    let shm = &left.files["-shm"];
    assert!(shm.len() >= 32_768);
    let harmed = cuts(shm, 3_001).chain(flips(shm, 16, 30_011));
    let came_to = left.swept("-shm", harmed);
    assert_eq!(came_to.get(&Outcome::Refused), None, "{came_to:?}");
    left.with("-shm", None);
    assert_eq!(left.opened("without -shm"), Outcome::Whole);
}

/// The witness stands twice in its file: one harm leaves one of them. With both gone nobody knows, and that is said.
#[test]
fn a_harmed_witness_alone_gives_the_whole_record_or_words() {
    let left = Left::by_a_crash(4, "mesa-1");
    let witness = &left.files[WITNESS];
    let came_to = left.swept(WITNESS, flips(witness, witness.len(), 211).step_by(211));
    assert_eq!(came_to.get(&Outcome::Refused), None, "one bit leaves the other entry: {came_to:?}");
    let came_to =
        left.swept(WITNESS, (0..witness.len()).step_by(64).map(|length| witness[..length].to_vec()));
    assert!(came_to[&Outcome::Whole] > 10 && came_to[&Outcome::Refused] > 1, "{came_to:?}");
    for (what, bytes) in [("zeroed", vec![0; witness.len()]), ("of another kind", b"7:aa".to_vec())] {
        left.with(WITNESS, Some(&bytes));
        assert_eq!(left.opened(what), Outcome::Refused);
    }
    left.with(WITNESS, None);
    assert_eq!(left.opened("gone"), Outcome::Refused);
}

/// The witness of another hall, of an earlier moment and of a later one.
#[test]
fn a_witness_of_something_else_is_believed_where_it_is_right_and_no_further() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let mut heads = vec![evening.head];
    let mut moments = Vec::new();
    for number in 0..3 {
        heads.push(late(&mut journal, "mesa-1", number));
        moments.push(Left::of(&evening, heads.clone()));
    }
    let [earlier, now, later] = &moments[..] else { unreachable!() };
    now.with(WITNESS, Some(&earlier.files[WITNESS]));
    assert_eq!(now.opened("of an earlier moment"), Outcome::Whole, "a copy that was made late is no loss");
    now.with(WITNESS, Some(&later.files[WITNESS]));
    assert_eq!(now.opened("of a later moment"), Outcome::Refused);
    let others = Left::by_a_crash(1, "mesa-9");
    now.with(WITNESS, Some(&others.files[WITNESS]));
    assert_eq!(now.opened("of another hall"), Outcome::Refused);
}

/// Whether a lock is one that a server writes, as its reader in the morning sees it.
fn says(lock: &[u8]) -> Option<&'static str> {
    let text = str::from_utf8(lock).ok()?.strip_suffix('\n')?;
    let (pid, word) = text.strip_prefix("pid ")?.trim_end_matches(' ').split_once(' ')?;
    let number = !pid.is_empty() && pid.len() <= 10 && pid.bytes().all(|byte| byte.is_ascii_digit());
    let known = ["abierta", "cerrando", "cerrada"].into_iter().find(|known| *known == word);
    known.filter(|_| text.len() == 40 && number && !pid.starts_with('0'))
}

/// Anything but exactly what a server writes is *not closed in order*: the `-wal` may not be missing.
#[test]
fn a_garbled_lock_is_not_closed_in_order() {
    let (closed, left) = (Evening::new(), Left::by_a_crash(4, "mesa-1"));
    let (lock, words) = (beside(&closed.path, ".lock"), ["abierta", "cerrando", "cerrada"]);
    let written = fs::read_to_string(&lock).unwrap();
    assert_eq!(says(written.as_bytes()), Some("cerrada"), "{written:?}");
    let mut met = BTreeMap::new();
    for word in words {
        let whole = format!("{:<40}\n", format!("pid 2671 {word}")).into_bytes();
        let too_long = [&whole[..], b"pid 2671 cerrada\n"].concat();
        let doubled = [&whole[..], &whole[..]].concat();
        let others = [too_long, doubled, vec![0; 41], vec![b' '; 41], vec![0xff; 41], vec![b'x'; 100_000]];
        let harmed = (0..=whole.len()).map(|length| whole[..length].to_vec()).chain(flips(&whole, 41, 1));
        for bytes in harmed.chain(others) {
            fs::write(&lock, &bytes).unwrap();
            let (said, what) = (says(&bytes), String::from_utf8_lossy(&bytes).into_owned());
            *met.entry(said).or_insert(0) += 1;
            let opened = Journal::open(&closed.path).map(|(_, opened)| opened);
            let head = look(&closed.path, RecordReader::head);
            if let Some("cerrando" | "cerrada") = said {
                // The look comes after the server has closed it again.
                let opened = opened.unwrap_or_else(|error| panic!("{what:?}: {error}"));
                assert_eq!(
                    (opened.head, opened.after_crash),
                    (closed.head, said == Some("cerrando")),
                    "{what:?}"
                );
                assert_eq!(head.unwrap(), closed.head);
            } else {
                assert!(matches!(opened, Err(JournalError::WalMissing { .. })), "{what:?}: {opened:?}");
                assert!(matches!(head, Err(JournalError::WalMissing { .. })), "{what:?}: {head:?}");
                assert_eq!(fs::read(&lock).unwrap(), bytes, "refused, it is as it was");
            }
        }
    }
    assert!(met[&None] > 900 && met[&Some("cerrada")] > 5, "{met:?}");
    // With its -wal there is nothing to miss.
    for bytes in [&b""[..], b"pid 2671 cerr", b"pid 2671 abierta"] {
        left.with(".lock", Some(bytes));
        let (journal, opened) = Journal::open(&left.path).unwrap();
        assert!(opened.after_crash);
        assert_eq!(journal.replay(|_, _| ()).unwrap(), *left.heads.last().unwrap());
    }
    // A copy without its lock, and a start that was cut before it had written one.
    fs::remove_file(&lock).unwrap();
    assert!(!Journal::open(&closed.path).unwrap().1.after_crash);
}

/// `cp` of the database alone while the server runs: what is in the `-wal` is not in the copy.
#[test]
fn a_live_copy_without_its_wal_is_refused_while_the_lock_is_with_it() {
    let left = Left::by_a_crash(4, "mesa-1");
    left.with("-wal", None);
    assert!(matches!(Journal::open(&left.path), Err(JournalError::WalMissing { .. })));
    assert!(!beside(&left.path, "-wal").exists(), "nothing was made in its place");
}

/// Files of two moments: a `-wal` from before and from after the database beside it.
#[test]
fn a_wal_of_another_moment_gives_the_whole_record_or_none() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let mut heads = vec![evening.head];
    let mut moments = Vec::new();
    for number in 0..24 {
        heads.push(late(&mut journal, "mesa-1", number));
        if number % 6 == 5 {
            moments.push(Left::of(&evening, heads.clone()));
            journal.checkpoint().unwrap();
            moments.push(Left::of(&evening, heads.clone()));
        }
    }
    let last = Left::of(&evening, heads);
    let mut came_to = BTreeMap::new();
    for (database, of) in moments.iter().enumerate() {
        for (wal, other) in moments.iter().enumerate() {
            last.with("", Some(&of.files[""]));
            fs::write(beside(&last.path, "-wal"), &other.files["-wal"]).unwrap();
            let outcome = last.opened(&format!("a database of {database} with a -wal of {wal}"));
            *came_to.entry(outcome).or_insert(0) += 1;
        }
    }
    println!("{came_to:?}");
    assert!(came_to[&Outcome::Refused] > 20 && came_to[&Outcome::Whole] > 0, "{came_to:?}");
}

/// The folder of yesterday, whole, witness and all: nothing in it can tell that there was more. The paper does, and so do
/// mirror, console and wall.
#[test]
fn yesterdays_folder_opens_and_the_paper_of_today_tells() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let before = late(&mut journal, "mesa-1", 1);
    let yesterday = copy_of(evening.folder.path());
    let today = late(&mut journal, "mesa-1", 2);
    let report = check(yesterday.path(), Some(today)).unwrap();
    assert_eq!(report.first_bad_seq(), Some(today.seq), "{report}");
    assert_eq!(Journal::open(yesterday.path()).unwrap().1.head, before);
}

/// A folder that was copied and opened while the first is open: two halls, each with its own lock. Nothing in the copy can
/// tell; the head on the paper of the other does.
#[test]
fn a_copied_folder_is_another_hall_and_the_paper_of_the_first_tells() {
    let evening = Evening::new();
    let (mut first, _) = Journal::open(&evening.path).unwrap();
    let copy = copy_of(evening.folder.path());
    let (mut second, opened) = Journal::open(copy.path()).unwrap();
    assert!(opened.after_crash, "it was not closed");
    let (ours, theirs) = (late(&mut first, "mesa-1", 1), late(&mut second, "mesa-2", 1));
    assert_eq!(ours.seq, theirs.seq);
    for (path, head, other) in [(evening.folder.path(), ours, theirs), (copy.path(), theirs, ours)] {
        assert!(check(path, Some(head)).unwrap().is_sound());
        let report = check(path, Some(other)).unwrap();
        assert_eq!(report.first_bad_seq(), Some(other.seq), "{report}");
    }
}
