//! Portions: a hall made only of what travelled is the hall, and nothing else is taken for a portion (NL1).

use std::path::{Path, PathBuf};

use hall_core::event::{DeletionWhy, Event, GameNo};
use hall_core::people::{Actor, PersonId, Sealed};
use hall_server::journal::{
    Batch, BatchEntry, Journal, JournalError, Portion, PortionError, RecordReader, SealedRow, TakeInError,
    check, database_in, seal,
};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use crate::kit::{EVENTS_OF_A_REQUEST, Evening, batch, by_hand, digest_of, put_files, rows};

/// Every portion of a record, each as it comes out of its bytes.
fn portions(path: &Path, lines_max: usize) -> Vec<Portion> {
    let reader = RecordReader::open(path).unwrap();
    let mut all: Vec<Portion> = Vec::new();
    loop {
        let after = all.last().map_or(0, Portion::last_seq);
        let portion = reader.portion(after, lines_max).unwrap();
        if portion.is_empty() {
            assert_eq!((portion.first_seq(), portion.last_seq()), (0, 0));
            return all;
        }
        let bytes = portion.to_bytes();
        let read = Portion::from_bytes(&bytes).unwrap();
        assert_eq!(read, portion);
        assert_eq!(read.to_bytes(), bytes);
        all.push(read);
    }
}

/// A hall of these portions.
fn made_of(portions: &[Portion]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    for portion in portions {
        assert_eq!(journal.take_in(portion).unwrap(), portion.after());
    }
    let path = database_in(folder.path());
    (folder, path)
}

fn beside_the_record(path: &Path) -> Vec<String> {
    let mut all = rows(
        path,
        "select id || ' ' || hex(salt) || ' ' || hex(value) || ' ' || quote(delete_after_utc_ms) from sealed order by id",
    );
    all.extend(rows(
        path,
        "select device || ' ' || request_id || ' ' || hex(body_sha256) || ' ' || first_seq || ' ' || last_seq
         from request order by first_seq",
    ));
    all
}

#[test]
fn a_hall_made_only_of_portions_is_the_hall() {
    let evening = Evening::new();
    for lines_max in [1, 3, 7, 1_000_000] {
        let portions = portions(&evening.path, lines_max);
        assert_eq!(portions.len() == 1, lines_max > 1_000);
        let (folder, path) = made_of(&portions);
        put_files(folder.path());
        let report = check(&path, Some(evening.head)).unwrap();
        assert!(report.is_sound() && report.head == evening.head, "{report}");
        assert_eq!(digest_of(&path), digest_of(&evening.path));
        let beside = beside_the_record(&path);
        assert!(beside.len() > 20);
        assert_eq!(beside, beside_the_record(&evening.path));
    }
}

#[test]
fn a_portion_never_ends_within_a_request_or_a_report() {
    let evening = Evening::new();
    for (lines_max, whole) in [(1, EVENTS_OF_A_REQUEST), (EVENTS_OF_A_REQUEST + 1, 2 * EVENTS_OF_A_REQUEST)] {
        for portion in portions(&evening.path, lines_max) {
            let last = portion.last_seq() == evening.head.seq;
            assert!(last || portion.lines().len() == whole, "{lines_max}: {}", portion.lines().len());
        }
    }
    // What the machine reports has no request: its lines of one commit stay together.
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    for at_utc_ms in [9_000, 9_001] {
        let events = vec![Event::LoginRefused { tries: 1 }; 3];
        let entries = vec![BatchEntry::unasked(Actor::Machine, "maquina", events)];
        journal.append(&Batch { at_utc_ms, entries }).unwrap();
    }
    let lines: Vec<_> =
        [0, 3].map(|past| journal.portion(evening.head.seq + past, 1).unwrap().lines().len()).into();
    assert_eq!(lines, [3, 3]);
}

/// A value that was deleted by law does not travel, and the record is whole without it.
#[test]
fn a_deleted_value_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let (row, kept) = (seal(b"Ana"), seal(b"1234"));
    let event = Event::PersonAdded {
        person: PersonId(1),
        roles: vec![],
        identity: row.sealed,
        pin: kept.sealed,
        card_until: None,
        first_pin: false,
    };
    let id = row.sealed.id;
    let mut batch = batch("r-1", &[event]);
    batch.entries[0].sealed = vec![row.clone(), kept.clone()];
    journal.append(&batch).unwrap();
    assert_eq!(journal.portion(0, 9).unwrap().lines()[0].sealed, [row, kept.clone()]);
    let before = journal.portion(0, 9).unwrap();
    let day = Event::DeletionSet { value: id, days: 1, after_utc_ms: 1_000 };
    let deleted = Event::ValuesDeleted { values: vec![id], why: DeletionWhy::DateReached };
    let entry = BatchEntry::unasked(Actor::System, "servidor", vec![day, deleted]);
    journal.append(&Batch { at_utc_ms: 2_500, entries: vec![entry] }).unwrap();
    let portion = Portion::from_bytes(&journal.portion(0, 9).unwrap().to_bytes()).unwrap();
    assert_eq!(portion.lines()[0].sealed, [kept]);
    let (_folder, path) = made_of(&[portion]);
    let report = check(&path, None).unwrap();
    assert!(report.is_sound(), "{report}");
    // A spare that has the value already deletes it when it takes the line in.
    let (_folder, path) = made_of(std::slice::from_ref(&before));
    assert_eq!(rows(&path, "select id || '' from sealed").len(), 2);
    let (mut spare, _) = Journal::open(&path).unwrap();
    spare.take_in(&journal.portion(before.last_seq(), 9).unwrap()).unwrap();
    drop(spare);
    assert_eq!(rows(&path, "select id || '' from sealed").len(), 1);
    let report = check(&path, None).unwrap();
    assert!(report.is_sound(), "{report}");
}

#[test]
fn what_does_not_follow_from_the_head_is_refused_and_changes_nothing() {
    let evening = Evening::new();
    let parts = portions(&evening.path, 7);
    // Behind values that are sealed: up to there two halls may be alike.
    let half = parts.len() / 2;
    let (_folder, path) = made_of(&parts[..half]);
    let (mut journal, opened) = Journal::open(&path).unwrap();
    let other = Evening::new();
    for wrong in [&parts[0], &parts[half - 1], &parts[half + 1], &portions(&other.path, 7)[half]] {
        let error = journal.take_in(wrong).unwrap_err();
        assert!(matches!(error, TakeInError::NotNext { .. }), "{error:?}");
        assert!(error.to_string().contains(&opened.head.hash.to_string()), "{error}");
    }
    assert_eq!(journal.replay(|_, _| ()).unwrap(), opened.head);
    journal.take_in(&parts[half]).unwrap();
    assert_eq!(journal.head(), parts[half].after());
    // Nothing follows from nothing.
    let empty = journal.portion(parts[half].last_seq(), 5).unwrap();
    assert_eq!(journal.take_in(&Portion::from_bytes(&empty.to_bytes()).unwrap()).unwrap(), journal.head());
}

#[test]
fn a_damaged_record_is_named_and_not_passed_on() {
    let evening = Evening::new();
    let path = &evening.path;
    let portion = |after| RecordReader::open(path).unwrap().portion(after, 4);
    let end = evening.head.seq;
    assert!(matches!(portion(end + 1), Err(JournalError::Gap(seq)) if seq == end + 1));
    by_hand(path, "update request set last_seq = 99999 where first_seq = 9", 1);
    assert!(matches!(portion(8), Err(JournalError::Malformed { seq: 9, .. })));
    by_hand(path, "update sealed set value = cast('x' as blob)", 24);
    let sealed = rows(path, "select seq || '' from event where kind = 'logged_in' order by seq limit 1");
    let seq: u64 = sealed[0].parse().unwrap();
    assert!(matches!(portion(seq - 1), Err(JournalError::SealedDiffers(_))));
    by_hand(path, "update event set body = '{\"game\":99}' where seq = 6", 1);
    assert!(matches!(portion(4), Err(JournalError::Broken(6) | JournalError::Unreadable { seq: 6, .. })));
    by_hand(path, "delete from event where seq = 2", 1);
    assert!(matches!(portion(0), Err(JournalError::Gap(2))));
}

/// The frozen form, version 1. A change here is a change of what mirrors of years hold: make a version 2.
#[test]
fn the_form_is_frozen() {
    let salt = [5; 32];
    let value = b"tres palabras".to_vec();
    let hash = Sha256::digest([&salt[..], &value].concat()).into();
    let key = Sealed { id: 1 << 40, hash };
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let mut asked =
        batch("r-1", &[Event::CardKeyMade { key }, Event::GameEnded { game: GameNo(7) }]).entries.remove(0);
    asked.sealed = vec![SealedRow { sealed: key, salt, value, delete_after: Some(-3) }];
    let unasked = BatchEntry::unasked(Actor::System, "servidor", vec![Event::LoginRefused { tries: 300 }]);
    journal.append(&Batch { at_utc_ms: 1_700_000_000_000, entries: vec![asked, unasked] }).unwrap();
    let portion = journal.portion(0, 100).unwrap();
    let written = hex::encode(portion.to_bytes());
    let golden = include_str!("portion-v1.hex").split_whitespace().collect::<String>();
    assert_eq!(written, golden);
    assert_eq!(Portion::from_bytes(&hex::decode(golden).unwrap()).unwrap(), portion);
}

/// Every prefix and every flipped bit of one.
#[test]
fn what_was_cut_or_changed_is_refused() {
    let evening = Evening::new();
    let bytes = portions(&evening.path, 1)[0].to_bytes();
    for length in 0..bytes.len() {
        assert!(Portion::from_bytes(&bytes[..length]).is_err(), "cut at {length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Portion::from_bytes(&bytes).is_err(), "bit {bit}");
    }
    let mut newer = bytes.clone();
    newer[4] = 2;
    assert_eq!(Portion::from_bytes(&newer), Err(PortionError::NewerVersion(2)));
}

/// A forger who can work out a SHA-256: whatever is accepted is a chain, with one writing.
#[test]
fn a_forged_one_is_refused_or_is_a_chain() {
    let evening = Evening::new();
    let bytes = portions(&evening.path, 9)[0].to_bytes();
    let forged = |written: &[u8]| {
        let mut forged = written.to_vec();
        forged.extend(Sha256::digest(written));
        forged
    };
    let written = &bytes[..bytes.len() - 32];
    assert!(Portion::from_bytes(&forged(written)).is_ok());
    let strategy = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6);
    proptest!(ProptestConfig::with_cases(4_000), |(edits in strategy, cut in prop::option::of(any::<prop::sample::Index>()))| {
        let mut written = written.to_vec();
        for (at, byte) in edits {
            let at = 5 + at.index(written.len() - 5);
            written[at] = byte;
        }
        if let Some(cut) = cut {
            written.truncate(5 + cut.index(written.len() - 5));
        }
        let forged = forged(&written);
        if let Ok(portion) = Portion::from_bytes(&forged) {
            assert_eq!(portion.to_bytes(), forged, "two writings of one portion");
            let mut before = portion.before();
            for line in portion.lines() {
                assert_eq!(line.line.hash(&before.hash), line.head.hash);
                before = line.head;
            }
            assert_eq!(before, portion.after());
        }
    });
    // Lengths that promise what is not there.
    for length in [1 << 32, u64::MAX, u64::MAX - 1] {
        let mut huge = written[..5 + 1 + 32].to_vec();
        let mut left: u64 = length;
        while left >= 0x80 {
            huge.push(left as u8 | 0x80);
            left >>= 7;
        }
        huge.push(left as u8);
        assert!(Portion::from_bytes(&forged(&huge)).is_err());
    }
    assert_eq!(Portion::from_bytes(b"BNG"), Err(PortionError::NotAPortion));
}

#[test]
fn a_value_as_large_as_a_catalogue_closes_its_portion() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    for number in 0..4 {
        let row = seal(&vec![number; 700_000]);
        let mut batch = batch(&format!("r-{number}"), &[Event::CardKeyMade { key: row.sealed }]);
        batch.entries[0].sealed = vec![row];
        journal.append(&batch).unwrap();
    }
    let found: Vec<usize> =
        portions(&database_in(folder.path()), 100).iter().map(|part| part.lines().len()).collect();
    assert_eq!(found, [2, 2]);
}
