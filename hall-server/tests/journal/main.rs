//! The record on disk: what it keeps, what it refuses, and what `check` finds.

mod copies;
#[path = "../storm/dice.rs"]
#[allow(dead_code, reason = "storms throw them more often")]
mod dice;
mod disk;
mod full;
mod game_lines;
mod harm;
mod history;
mod key_draws;
mod kit;
mod looks;
mod noticed;
mod opening;
mod power;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/recorded.rs"]
mod recorded;
mod portions;
mod signed;
mod stall;
#[path = "../support/strace.rs"]
mod strace;
mod tamper;
mod upgrade;
mod verdicts;

use std::fs;

use hall_core::event::{DeletionWhy, Event};
use hall_server::journal::{Batch, Head, Journal, RecordReader, check, rebuild, seal};
use kit::{Evening, by_hand, digest_of, rows};

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

    // A batch of several entries: each has its lines, one without events has none.
    let mut batch = kit::batch("r-a", &[Event::GameEnded { game: hall_core::event::GameNo(1) }]);
    let mut empty = batch.entries[0].clone();
    empty.request_id = "r-b".into();
    empty.events.clear();
    batch.entries.push(empty);
    let seq = evening.head.seq + 1;
    let appended = journal.append(&batch).unwrap();
    let lines: Vec<Vec<u64>> =
        appended.lines.iter().map(|of| of.iter().map(|line| line.seq).collect()).collect();
    assert_eq!(lines, [vec![seq], vec![]]);
    assert_eq!(journal.answer_of("mesa-1", "r-b").unwrap(), None);
}

#[test]
fn a_reader_sees_what_is_committed_while_the_journal_writes() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let reader = RecordReader::open(&evening.path).unwrap();
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

/// DECISIONS 2. The day is a line, the deletion is a line, and neither says what the value was.
#[test]
fn a_sealed_value_can_be_deleted_and_the_chain_stays_whole() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let (row, other) = (seal(b"Ana"), seal(b"Eva"));
    let (key, still) = (row.sealed, other.sealed);
    assert!(key.id < 1 << 53);
    let mut batch = kit::batch("r-key", &[Event::CardKeyMade { key }, Event::CardKeyMade { key: still }]);
    batch.entries[0].sealed.extend([row, other]);
    journal.append(&batch).unwrap();
    assert_eq!(journal.unseal(&key).unwrap().as_deref(), Some(&b"Ana"[..]));
    let dated = Event::DeletionSet { value: key.id, days: 3, after_utc_ms: 2_000 };
    journal.append(&kit::batch("r-day", &[dated])).unwrap();
    let report = check(&evening.path, None).unwrap();
    assert!(report.is_sound(), "{report}");
    let day = rows(
        &evening.path,
        "select delete_after_utc_ms || '' from sealed where delete_after_utc_ms is not null",
    );
    assert_eq!(day, ["2000"]);
    let deleted = Event::ValuesDeleted { values: vec![key.id], why: DeletionWhy::DateReached };
    let head = journal.append(&kit::batch("r-deleted", &[deleted])).unwrap().head;
    assert_eq!(journal.unseal(&key).unwrap(), None);
    assert_eq!(journal.unseal(&still).unwrap().as_deref(), Some(&b"Eva"[..]));
    let report = check(&evening.path, Some(head)).unwrap();
    assert!(report.is_sound(), "{report}");
    // A line that deletes what may not be deleted makes it no more lawful.
    let taken = Event::ValuesDeleted { values: vec![still.id], why: DeletionWhy::LogInEnded };
    let seq = journal.append(&kit::batch("r-taken", &[taken])).unwrap().head.seq;
    let report = check(&evening.path, None).unwrap();
    assert_eq!(report.first_bad_seq(), Some(seq), "{report}");
    assert!(report.to_string().contains("que no se podía borrar"), "{report}");
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
        ("person", "insert into person values (99, 'inspector', 0, 0, 0, null, 0, null, null)"),
        ("session", "update session set date = '2026-11-23' where session = 1"),
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
    assert!(report.to_string().contains("no es el que se emitió"), "{report}");
    fs::remove_file(&file).unwrap();
    let report = check(&evening.path, None).unwrap();
    assert!(report.to_string().contains("ya no está"), "{report}");
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
    let rows = rows(
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

/// A gap that was burned, and a count that was put right twice.
#[test]
fn a_rectified_sale_adds_up() {
    use hall_core::event::{DiligenciaKind, Found, GameNo, Segment};
    use hall_core::matrix::MatrixNo;
    use hall_core::money::Cents;
    use hall_core::people::PersonId;
    use hall_core::rules::Division;
    use hall_core::series::{CardNo, SeriesId};

    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let (game, series) = (GameNo(1), SeriesId::parse("A17").unwrap());
    let cards = |first, last| Segment { series, first: CardNo(first), last: CardNo(last) };
    let division = |sold: u64| Division {
        takings: Cents(200 * sold),
        line: Cents(18 * sold),
        bingo: Cents(118 * sold),
        house: Cents(64 * sold),
        resto: Cents(0),
    };
    let ana = PersonId(4);
    let rectified = |cards, found, segments, sold_before: u32, sold: u32| Event::SaleRectified {
        game,
        cards,
        found,
        seller: ana,
        sold_before,
        segments,
        sold,
        division: division(sold.into()),
        formula: format!("Cartones vendidos {sold}"),
    };
    let row = seal(b"{}");
    let events = [
        Event::SeriesReceived {
            series,
            matrix: MatrixNo::new(1).unwrap(),
            face_value: Cents(200),
            cards: None,
        },
        Event::SaleOpened { game, in_session: 1, series, first: CardNo(1), face_value: Cents(200) },
        Event::BlockIssued { game, cards: cards(1, 40), seller: ana },
        Event::CardsReturned { game, cards: cards(11, 15), seller: ana },
        Event::GapBurnAsked { game, cards: cards(11, 15) },
        Event::GapBurned { game, cards: cards(11, 15), asked_by: PersonId(3) },
        Event::SaleClosed {
            game,
            segments: vec![cards(1, 10), cards(16, 40)],
            sold: 35,
            division: division(35),
            formula: "Cartones vendidos 35".into(),
        },
        rectified(cards(31, 40), Found::Unsold, vec![cards(1, 10), cards(16, 30)], 35, 25),
        rectified(cards(41, 42), Found::Sold, vec![cards(1, 10), cards(16, 30), cards(41, 42)], 25, 27),
        Event::InspectionMade { game: Some(game) },
        Event::DiligenciaWritten {
            diligencia: 1,
            about: DiligenciaKind::Reclamacion,
            game: Some(game),
            text: "No se oyó la bola".into(),
            claimant: Some(row.sealed),
            document: true,
            signed: true,
        },
    ];
    let claimant = row.sealed.id;
    let mut batch = kit::batch("r", &events);
    batch.entries[0].sealed.push(row);
    journal.append(&batch).unwrap();
    drop(journal);
    let path = hall_server::journal::database_in(folder.path());
    let rows = |sql| rows(&path, sql);
    assert_eq!(
        rows("select first || '-' || last || ' ' || seller || ' ' || state from card_sale order by first"),
        ["1-10 4 sold", "11-15 4 burned", "16-30 4 sold", "31-40 4 returned", "41-42 4 sold"]
    );
    assert_eq!(
        rows("select sold || ' ' || takings_cents || ' ' || bingo_cents || ' ' || formula from game"),
        ["27 5400 3186 Cartones vendidos 27"]
    );
    assert_eq!(
        rows("select kind || ' ' || amount_cents from cash_movement order by seq"),
        ["sale 7000", "correction -2000", "correction 400"]
    );
    assert_eq!(
        rows("select (takings_cents - (select sum(amount_cents) from cash_movement)) || '' from game"),
        ["0"]
    );
    assert_eq!(
        rows(
            "select (sum(last - first + 1) - (select sold from game)) || '' from card_sale where state = 'sold'"
        ),
        ["0"]
    );
    assert_eq!(rows("select next_card || '' from series"), ["43"]);
    assert_eq!(
        rows(
            "select kind || ': ' || text || ' ' || signatories from diligencia where number is null order by seq"
        ),
        [
            "gap_burned: Cartones A17 del 11 al 15 no hallados: se inutilizan y no se venden (art. 33.3). p1 p3",
            "sale_rectified: Rectificación pública: los cartones A17 del 31 al 40 (vendedor p4) no \
             se habían vendido. Se anunciaron 35 cartones vendidos y son 25: «Cartones vendidos 25» p1",
            "sale_rectified: Rectificación pública: los cartones A17 del 41 al 42 (vendedor p4) se \
             habían vendido y no se contaron. Se anunciaron 25 cartones vendidos y son 27: «Cartones vendidos \
             27» p1",
            "inspection_made: Inspección: se exhibe el estado de la partida. p1",
        ]
    );
    assert_eq!(
        rows(
            "select about || ' ' || number || ' ' || text || ' ' || claimant_sealed || ' ' || claimant_signed
              from diligencia where number is not null"
        ),
        [format!("reclamacion 1 No se oyó la bola {claimant} 1")]
    );
    let report = check(&path, None).unwrap();
    assert!(report.is_sound(), "{report}");
}
