//! The record on disk: what it keeps, what it refuses, and what `check` finds.

mod disk;
mod kit;
mod opening;
mod tamper;

use std::fs;

use hall_core::event::Event;
use hall_server::journal::{Batch, Head, Journal, Reader, check, rebuild, seal};
use kit::{Evening, by_hand, digest_of};

#[test]
fn what_was_appended_is_found_after_opening() {
    let evening = Evening::new();
    let (journal, opened) = Journal::open(&evening.path).unwrap();
    assert_eq!(opened.head, evening.head);
    assert!(!opened.after_crash && opened.reserve && opened.upgraded_from.is_none());
    let mut events = Vec::new();
    let head = journal.replay(|line, event| {
        assert_eq!(line.seq, events.len() as u64 + 1);
        events.push(event.clone());
    });
    assert_eq!(head.unwrap(), evening.head);
    assert_eq!(events, evening.events);
    let report = check(&evening.path, None).unwrap();
    assert!(report.is_sound(), "{report}");
    assert_eq!(report.head, evening.head);
}

#[test]
fn a_request_is_remembered_with_its_lines_and_its_body() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let answer = journal.answer_of("mesa-1", "r-3").unwrap().unwrap();
    assert_eq!(answer.body_sha256, [3; 32]);
    let lines = journal.lines(answer.first_seq, answer.last_seq).unwrap();
    assert_eq!(lines.len(), kit::EVENTS_OF_A_REQUEST);
    assert!(lines.iter().all(|(line, _)| line.request_id == "r-3" && line.device == "mesa-1"));
    assert_eq!(journal.answer_of("mesa-2", "r-3").unwrap(), None, "ids are the device's own");

    // A batch of several entries: each has its span, one without events has none.
    let mut batch = kit::batch("r-a", &[Event::GameEnded { game: hall_core::event::GameNo(1) }]);
    let mut empty = batch.entries[0].clone();
    empty.request_id = "r-b".into();
    empty.events.clear();
    batch.entries.push(empty);
    let seq = evening.head.seq + 1;
    let appended = journal.append(&batch).unwrap();
    assert_eq!(appended.spans, [Some((seq, seq)), None]);
    assert_eq!(journal.answer_of("mesa-1", "r-b").unwrap(), None);
}

#[test]
fn a_reader_sees_what_is_committed_while_the_journal_writes() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let reader = Reader::open(&evening.path).unwrap();
    assert_eq!(reader.head().unwrap(), evening.head);
    let appended = journal.append(&kit::batch("r-x", &evening.events[..1])).unwrap();
    assert_eq!(reader.head().unwrap(), appended.head);
    assert_eq!(reader.lines(1, 3).unwrap().len(), 3);
    journal.checkpoint().unwrap();
    assert_eq!(fs::metadata(kit::beside(&evening.path, "-wal")).unwrap().len(), 0);
    assert_eq!(reader.replay(|_, _| ()).unwrap(), appended.head);
    let report = check(&evening.path, None).unwrap();
    assert!(report.is_sound(), "beside the server: {report}");
}

#[test]
fn a_sealed_value_can_be_deleted_and_the_chain_stays_whole() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let mut row = seal(b"Ana");
    row.delete_after = Some(5_000);
    let key = row.sealed;
    assert!(key.id < 1 << 53);
    let mut batch = kit::batch("r-key", &[Event::CardKeyMade { key }]);
    batch.entries[0].sealed.push(row);
    let head = journal.append(&batch).unwrap().head;
    assert_eq!(journal.unseal(&key).unwrap().as_deref(), Some(&b"Ana"[..]));
    assert_eq!(journal.delete_expired(4_999).unwrap(), 0);
    assert!(check(&evening.path, None).unwrap().is_sound());
    assert_eq!(journal.delete_expired(5_000).unwrap(), 1);
    assert_eq!(journal.unseal(&key).unwrap(), None);
    let report = check(&evening.path, Some((head.seq, head.hash))).unwrap();
    assert!(report.is_sound(), "{report}");
}

#[test]
fn a_sealed_value_that_was_changed_is_found() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let row = seal(b"Ana");
    let key = row.sealed;
    let mut batch = kit::batch("r-key", &[Event::CardKeyMade { key }]);
    batch.entries[0].sealed.push(row);
    journal.append(&batch).unwrap();
    drop(journal);
    by_hand(&evening.path, "update sealed set value = 'Eva' where value = cast('Ana' as blob)", 0);
    by_hand(
        &evening.path,
        "update sealed set value = cast('Eva' as blob) where value = cast('Ana' as blob)",
        1,
    );
    let report = check(&evening.path, None).unwrap();
    assert_eq!(report.findings.len(), 1, "{report}");
    assert_eq!(report.findings[0].table.as_deref(), Some("sealed"));
    let (journal, _) = Journal::open(&evening.path).unwrap();
    let error = journal.unseal(&key).unwrap_err().to_string();
    assert!(error.contains(&key.id.to_string()), "{error}");
}

/// The tables as they were written beside the events, and as they are made from them.
#[test]
fn the_rebuilt_tables_are_the_folded_ones() {
    let evening = Evening::new();
    let before = digest_of(&evening.path);
    assert_eq!(rebuild(&evening.path).unwrap(), evening.head);
    assert_eq!(digest_of(&evening.path), before);
    assert!(check(&evening.path, None).unwrap().is_sound());
}

#[test]
fn a_table_that_was_changed_is_named_and_rebuilt() {
    for (table, sql) in [
        ("game", "update game set takings_cents = takings_cents + 1 where game = 1"),
        ("prize", "delete from prize where prize = 2"),
        ("person", "insert into person values (99, 'inspector', 0, 0, 0)"),
        ("session", "update session set date = '2026-11-22'"),
        ("cash_movement", "update cash_movement set amount_cents = null where 0 or seq < 0"),
    ] {
        let evening = Evening::new();
        let before = digest_of(&evening.path);
        let changes = usize::from(table != "cash_movement");
        by_hand(&evening.path, sql, changes);
        let report = check(&evening.path, None).unwrap();
        let tables: Vec<_> = report.findings.iter().filter_map(|f| f.table.as_deref()).collect();
        assert_eq!(tables, vec![table; changes], "{report}");
        rebuild(&evening.path).unwrap();
        assert_eq!(digest_of(&evening.path), before);
        assert!(check(&evening.path, None).unwrap().is_sound());
    }
}

#[test]
fn a_schema_that_is_not_ours_is_found() {
    for (name, sql) in [
        ("event_is_never_updated", "drop trigger event_is_never_updated"),
        ("extra", "create table extra (a)"),
        ("game", "alter table game add column tip_cents integer"),
        ("acta", "drop table acta"),
    ] {
        let evening = Evening::new();
        by_hand(&evening.path, sql, 0);
        let report = check(&evening.path, None).unwrap();
        assert!(report.findings.iter().any(|f| f.table.as_deref() == Some(name)), "{sql}: {report}");
    }
}

#[test]
fn an_acta_file_that_is_missing_or_changed_is_found() {
    let evening = Evening::new();
    let file = evening.folder.path().join(kit::ACTA);
    let acta = fs::read(&file).unwrap();
    fs::write(&file, b"otra cosa").unwrap();
    let report = check(&evening.path, None).unwrap();
    assert!(report.to_string().contains("no es la que se emitió"), "{report}");
    fs::remove_file(&file).unwrap();
    let report = check(&evening.path, None).unwrap();
    assert!(report.to_string().contains("no se puede leer"), "{report}");
    fs::write(&file, acta).unwrap();
    assert!(check(&evening.path, None).unwrap().is_sound());
}

/// What a clerk would read in the tables after the blocks of a game went to and fro.
#[test]
fn cards_are_in_one_row_each_and_split_as_they_move() {
    use hall_core::event::{GameNo, Segment};
    use hall_core::people::PersonId;
    use hall_core::series::{CardNo, SeriesId};

    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let game = GameNo(1);
    let cards = |first, last| Segment {
        series: SeriesId::parse("A17").unwrap(),
        first: CardNo(first),
        last: CardNo(last),
    };
    let (ana, eva) = (PersonId(4), PersonId(5));
    let events = [
        Event::BlockIssued { game, cards: cards(1, 100), seller: ana },
        Event::CardsTransferred { game, cards: cards(41, 60), from: ana, to: eva },
        Event::CardsReturned { game, cards: cards(91, 100), seller: ana },
        Event::BlockIssued { game, cards: cards(91, 95), seller: eva },
        Event::CardsRefunded { game, cards: cards(50, 70), amount: hall_core::money::Cents(0) },
    ];
    journal.append(&Batch { at_utc_ms: 1, ..kit::batch("r", &events) }).unwrap();
    drop(journal);
    let rows = kit::rows(
        &hall_server::journal::database_in(folder.path()),
        "select first || '-' || last || ' ' || seller || ' ' || state from card_sale order by first",
    );
    assert_eq!(
        rows,
        [
            "1-40 4 issued",
            "41-49 5 issued",
            "50-60 5 refunded",
            "61-70 4 refunded",
            "71-90 4 issued",
            "91-95 5 issued",
            "96-100 4 returned",
        ]
    );
    assert_ne!(rebuild(folder.path()).unwrap(), Head::EMPTY);
}
