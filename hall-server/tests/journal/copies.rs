//! Copies of the record, and a `-wal` that is not what was written (E12 to E14).

use std::fs;
use std::path::Path;

use hall_server::journal::{Head, Journal, JournalError, check};

use crate::kit::{Evening, batch, beside};

/// What a crash leaves: the files of an evening with some batches in the `-wal` only.
struct Crashed {
    evening: Evening,
    /// The head after each batch, the first before any.
    heads: Vec<Head>,
    database: Vec<u8>,
    wal: Vec<u8>,
    /// As the last commit left it.
    witness: Vec<u8>,
}

fn crashed(device: &str) -> Crashed {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let mut heads = vec![journal.head()];
    for number in 0..12 {
        let mut batch = batch(&format!("late-{number}"), &evening.events[..3]);
        batch.entries[0].device = device.into();
        heads.push(journal.append(&batch).unwrap().head);
    }
    let wal = fs::read(beside(&evening.path, "-wal")).unwrap();
    let database = fs::read(&evening.path).unwrap();
    let witness = fs::read(beside(&evening.path, ".testigo")).unwrap();
    drop(journal);
    Crashed { evening, heads, database, wal, witness }
}

impl Crashed {
    /// Puts these files there as a crash leaves them, and opens: the whole record, or a refusal that touches no file.
    fn open_with(&self, database: &[u8], wal: &[u8], what: &str) -> Result<Head, JournalError> {
        let path = &self.evening.path;
        fs::write(path, database).unwrap();
        fs::write(beside(path, "-wal"), wal).unwrap();
        // An opening before this one has written its own.
        fs::write(beside(path, ".testigo"), &self.witness).unwrap();
        fs::write(beside(path, ".lock"), "pid 1 abierta").unwrap();
        fs::remove_file(beside(path, "-shm")).ok();
        let last = *self.heads.last().unwrap();
        let opened = Journal::open(path).and_then(|(journal, _)| journal.replay(|_, _| ()));
        match &opened {
            Ok(found) => {
                assert_eq!(*found, last, "{what}: a shorter record");
                fs::remove_file(beside(path, "-wal")).ok();
            }
            Err(error) => {
                if let JournalError::Shorter(found) = error {
                    let (saw, ours) = (found.saw, found.ours);
                    assert_eq!(saw.head, last, "{what}");
                    assert!(self.heads.contains(&ours.head), "{what}: another record: {ours}");
                    let words = error.to_string();
                    let numbers = [saw.head.seq, ours.head.seq].map(|seq| words.contains(&seq.to_string()));
                    assert_eq!(numbers, [true; 2], "both numbers: {words}");
                    let report = check(path, Some(last));
                    assert!(!report.is_ok_and(|report| report.is_sound()), "{what}: the head on paper");
                }
                assert_eq!(fs::read(path).unwrap(), database, "{what}: the database was touched");
                assert_eq!(fs::read(beside(path, "-wal")).unwrap(), wal, "{what}: the -wal was touched");
            }
        }
        opened
    }
}

/// E12: one bit in every page of the `-wal`: the whole record or none of it (NL1, DECISIONS 40).
#[test]
fn a_changed_bit_in_any_page_of_the_wal_never_gives_another_record() {
    let crashed = crashed("mesa-1");
    let last = *crashed.heads.last().unwrap();
    assert_eq!(crashed.open_with(&crashed.database, &crashed.wal, "as it was").unwrap(), last);
    let (mut shorter, mut refused) = (0, 0);
    // A header of 32 bytes, then frames: 24 bytes and a page.
    let pages = (crashed.wal.len() - 32) / 4120;
    assert!(pages > 30);
    for page in 0..pages {
        for at in [32 + page * 4120 + 9, 32 + page * 4120 + 24 + (page * 131) % 4096] {
            let mut wal = crashed.wal.clone();
            wal[at] ^= 1 << (page % 8);
            match crashed.open_with(&crashed.database, &wal, &format!("byte {at}")) {
                Err(JournalError::Shorter(_)) => shorter += 1,
                Err(_) => refused += 1,
                Ok(_) => (),
            }
        }
    }
    println!("{pages} pages: {shorter} shorter, {refused} refused otherwise");
    assert!(shorter > 20, "a page that does not add up ends what is read, and the witness knows");
    // What was refused is still there, and opens with the right file.
    assert_eq!(crashed.open_with(&crashed.database, &crashed.wal, "put back").unwrap(), last);
}

/// E12: one bit in every page of the database.
#[test]
fn a_changed_bit_in_any_page_of_the_database_never_gives_another_record() {
    let crashed = crashed("mesa-1");
    let mut refused = 0;
    for page in 0..crashed.database.len() / 4096 {
        let mut database = crashed.database.clone();
        let at = page * 4096 + (page * 131 + 7) % 4096;
        database[at] ^= 1 << (page % 8);
        let path = &crashed.evening.path;
        fs::write(path, &database).unwrap();
        fs::write(beside(path, "-wal"), &crashed.wal).unwrap();
        fs::write(beside(path, ".lock"), "pid 1 abierta").unwrap();
        fs::remove_file(beside(path, "-shm")).ok();
        let found = Journal::open(path).ok().and_then(|(journal, _)| journal.replay(|_, _| ()).ok());
        refused += usize::from(found.is_none());
        assert!(found.is_none_or(|head| crashed.heads.last() == Some(&head)), "byte {at}: another record");
    }
    assert!(refused >= 5, "{refused} were refused");
}

/// E13: a `-wal` of nothing, and that of another hall.
#[test]
fn a_wal_of_nothing_or_of_another_hall_never_gives_another_record() {
    let (ours, theirs) = (crashed("mesa-1"), crashed("mesa-9"));
    let before = ours.open_with(&ours.database, b"", "a wal of nothing").unwrap_err();
    assert!(
        matches!(&before, JournalError::Shorter(found) if found.ours.head == ours.heads[0]),
        "the file itself is whole, and ends earlier: {before}"
    );
    ours.open_with(&ours.database, &theirs.wal, "a foreign wal").unwrap_err();
    for length in (0..ours.wal.len()).step_by(ours.wal.len() / 40) {
        ours.open_with(&ours.database, &ours.wal[..length], &format!("cut at {length}")).unwrap_err();
    }
}

/// E14: `VACUUM INTO` while the server writes: each copy is a record that ends earlier.
#[test]
fn a_copy_made_while_the_server_writes_is_the_record_up_to_then() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let copies = tempfile::tempdir().unwrap();
    let mut heads = vec![journal.head()];
    for number in 0..40 {
        let appended = journal.append(&batch(&format!("late-{number}"), &evening.events[..3])).unwrap();
        heads.push(appended.head);
        if number % 8 == 3 {
            let copy = copies.path().join(number.to_string());
            fs::create_dir(&copy).unwrap();
            copy_into(&evening.path, &copy.join("sala.db"));
            crate::kit::put_files(&copy);
            let last = *heads.last().unwrap();
            let report = check(&copy, Some(last)).unwrap();
            assert!(report.is_sound() && report.head == last, "{report}");
            // A copy by hand is no hall: whoever means it as one restores it (DECISIONS 41).
            let refused = Journal::open(&copy).map(|_| ()).unwrap_err();
            assert!(matches!(refused, JournalError::WitnessMissing(_)), "{refused}");
            let (restored, opened, _) = Journal::open_despite(&copy, &[]).unwrap();
            assert_eq!((restored.replay(|_, _| ()).unwrap(), opened.head), (last, last));
        }
    }
    let mut at = std::collections::BTreeMap::new();
    let mut hash = hall_core::record::Hash::GENESIS;
    let replayed = journal.replay(|line, _| {
        hash = line.hash(&hash);
        at.insert(line.seq, hash);
    });
    assert_eq!(replayed.unwrap(), *heads.last().unwrap());
    assert!(heads.iter().all(|head| at[&head.seq] == head.hash), "every copy is a beginning of the record");
}

fn copy_into(path: &Path, copy: &Path) {
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.execute("vacuum into ?", [copy.to_str().unwrap()]).unwrap();
}
