//! The file: whole, of this program and of this record, or not used.

use std::fs;
use std::path::Path;

use hall_server::journal::{RecordReader, database_in};
use hall_server::replayed::Replayed;
use hall_server::snapshot::{self, Program, Unused};

use crate::kit::{at, closes, on_disk, three_sessions, write};
use crate::support::Bench;

fn read(dir: &Path) -> Result<Replayed, Unused> {
    let reader = RecordReader::open(dir).unwrap();
    snapshot::read(&snapshot::path_in(dir), &reader, &Program::this().unwrap())
}

fn nearest(dir: &Path) -> Option<Replayed> {
    snapshot::nearest(&RecordReader::open(dir).unwrap(), |_| true)
}

#[test]
fn what_was_written_is_read_back_and_the_one_before_is_kept() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let dir = folder.path();
    assert!(matches!(read(dir), Err(Unused::Missing)) && nearest(dir).is_none());
    let [first, second] = closes(&bench)[..] else { panic!("two sessions are over") };
    let halls = [at(dir, first), at(dir, second)];
    halls.iter().for_each(|hall| write(dir, hall));
    assert_eq!(read(dir).unwrap(), halls[1]);
    assert_eq!(nearest(dir).as_ref(), Some(&halls[1]));
    let reader = RecordReader::open(dir).unwrap();
    let before = |seq: u64| snapshot::nearest(&reader, |found| found.head.seq < seq);
    assert_eq!(before(second).as_ref(), Some(&halls[0]));
    assert_eq!(before(first), None);
    snapshot::forget(&database_in(dir));
    assert_eq!(nearest(dir), None);
    let left: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("estado")), "{left:?}");
}

/// Every prefix, every byte with a bit flipped: the one before is used, or none.
#[test]
fn a_snapshot_that_is_cut_or_flipped_is_not_used() {
    let bench = Bench::new();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let last = bench.record.len() as u64;
    write(dir, &at(dir, last - 1));
    write(dir, &at(dir, last));
    let path = snapshot::path_in(dir);
    let good = fs::read(&path).unwrap();
    for length in 0..good.len() {
        fs::write(&path, &good[..length]).unwrap();
        assert!(matches!(read(dir), Err(Unused::Damaged)), "cut after {length} bytes");
    }
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&path, &bad).unwrap();
        assert!(matches!(read(dir), Err(Unused::Damaged)), "byte {place} flipped");
    }
    fs::write(&path, [&good[..], b"\n"].concat()).unwrap();
    assert!(matches!(read(dir), Err(Unused::Damaged)), "something follows");
    assert_eq!(nearest(dir).unwrap().head.seq, last - 1, "the one before is as good");
    fs::write(&path, good).unwrap();
    assert_eq!(nearest(dir).unwrap().head.seq, last);
}

#[test]
fn a_snapshot_of_another_program_is_not_used() {
    let folder = on_disk(&Bench::new());
    let dir = folder.path();
    let hall = at(dir, 5);
    let other: Program = serde_json::from_str(&format!("\"{}\"", "ab".repeat(32))).unwrap();
    snapshot::write(&database_in(dir), &hall, other).unwrap();
    assert!(matches!(read(dir), Err(Unused::OfAnotherProgram)));
    assert_eq!(nearest(dir), None);
}

/// Of another hall, of a record that was cut, of one that was written again from some line on.
#[test]
fn a_snapshot_of_another_record_is_not_used() {
    let (one, mut other) = (Bench::new(), Bench::new());
    other.record[1].at += 1;
    let (folder, foreign) = (on_disk(&one), on_disk(&other));
    let last = one.record.len() as u64;
    for seq in [2, last] {
        write(folder.path(), &at(foreign.path(), seq));
        assert!(
            matches!(read(folder.path()), Err(Unused::OfAnotherRecord(head)) if head.seq == seq),
            "line {seq}"
        );
    }
    // The line before is the same in both.
    write(folder.path(), &at(foreign.path(), 1));
    assert_eq!(read(folder.path()).unwrap(), at(folder.path(), 1));

    let mut cut = Bench::new();
    cut.record.truncate(one.record.len() - 1);
    let cut = on_disk(&cut);
    write(cut.path(), &at(folder.path(), last));
    assert!(matches!(read(cut.path()), Err(Unused::OfAnotherRecord(_))), "of a longer record");
}

/// A snapshot that cannot be written leaves what was there.
#[test]
fn a_snapshot_that_cannot_be_written_leaves_the_last_one() {
    let folder = on_disk(&Bench::new());
    let dir = folder.path();
    write(dir, &at(dir, 5));
    let draft = dir.join("sala.db.estado-nuevo");
    fs::create_dir(&draft).unwrap();
    let program = Program::this().unwrap();
    assert!(snapshot::write(&database_in(dir), &at(dir, 6), program).is_err());
    assert_eq!(nearest(dir).unwrap().head.seq, 5);
    fs::remove_dir(&draft).unwrap();
    // What a power cut leaves of one that was being written.
    fs::write(&draft, "Bombo").unwrap();
    write(dir, &at(dir, 6));
    assert_eq!(nearest(dir).unwrap().head.seq, 6);
    assert!(!draft.exists());
}
