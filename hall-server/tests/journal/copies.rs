//! Copies of the record, and a `-wal` that is not what was written (E12 to E14).

use std::fs;
use std::path::Path;

use hall_core::event::Event;
use hall_server::journal::{Head, Journal, check};

use crate::kit::{Evening, batch, beside};

/// What a crash leaves: the files of an evening with some batches in the `-wal` only.
struct Crashed {
    evening: Evening,
    /// The head after each batch, the first before any.
    heads: Vec<Head>,
    database: Vec<u8>,
    wal: Vec<u8>,
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
    drop(journal);
    Crashed { evening, heads, database, wal }
}

impl Crashed {
    /// Puts these files there as a crash leaves them, and opens: the record up to some batch, or
    /// nothing. Whoever has the head on paper finds out.
    fn open_with(&self, database: &[u8], wal: &[u8], what: &str) -> Option<Head> {
        let path = &self.evening.path;
        fs::write(path, database).unwrap();
        fs::write(beside(path, "-wal"), wal).unwrap();
        fs::write(beside(path, ".lock"), "pid 1 abierta").unwrap();
        fs::remove_file(beside(path, "-shm")).ok();
        let (journal, _) = Journal::open(path).ok()?;
        let mut events = 0;
        let found = journal.replay(|_, _: &Event| events += 1).ok()?;
        drop(journal);
        assert!(self.heads.contains(&found), "{what}: another record: {found}");
        let last = *self.heads.last().unwrap();
        let report = check(path, Some(last));
        let sound = report.is_ok_and(|report| report.is_sound());
        assert_eq!(sound, found == last, "{what}: the head on paper");
        Some(found)
    }
}

/// E12: one bit in every page of the `-wal`: what is read is what was written, up to there.
#[test]
fn a_changed_bit_in_any_page_of_the_wal_never_gives_another_record() {
    let crashed = crashed("mesa-1");
    let last = *crashed.heads.last().unwrap();
    assert_eq!(crashed.open_with(&crashed.database, &crashed.wal, "as it was"), Some(last));
    let (mut shorter, mut refused) = (0, 0);
    // A header of 32 bytes, then frames: 24 bytes and a page.
    let pages = (crashed.wal.len() - 32) / 4120;
    assert!(pages > 30);
    for page in 0..pages {
        for at in [32 + page * 4120 + 9, 32 + page * 4120 + 24 + (page * 131) % 4096] {
            let mut wal = crashed.wal.clone();
            wal[at] ^= 1 << (page % 8);
            match crashed.open_with(&crashed.database, &wal, &format!("byte {at}")) {
                Some(found) if found == last => (),
                Some(_) => shorter += 1,
                None => refused += 1,
            }
        }
    }
    println!("{pages} pages: {shorter} shorter, {refused} refused");
    assert!(shorter > 20, "a page that does not add up ends what is read");
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
    let before = ours.open_with(&ours.database, b"", "a wal of nothing");
    assert_eq!(before, Some(ours.heads[0]), "the file itself is whole, and the paper knows");
    let foreign = ours.open_with(&ours.database, &theirs.wal, "a foreign wal");
    println!("with a foreign wal: {foreign:?}");
    for length in (0..ours.wal.len()).step_by(ours.wal.len() / 40) {
        ours.open_with(&ours.database, &ours.wal[..length], &format!("cut at {length}"));
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
            fs::create_dir(copy.join("actas")).unwrap();
            fs::copy(evening.folder.path().join(crate::kit::ACTA), copy.join(crate::kit::ACTA)).unwrap();
            let last = *heads.last().unwrap();
            let report = check(&copy, Some(last)).unwrap();
            assert!(report.is_sound() && report.head == last, "{report}");
            let (restored, opened) = Journal::open(&copy).unwrap();
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
