//! E58: whoever changes, deletes, inserts or swaps rows or bytes of the record is found, and
//! the first bad line is named.

use std::fs;
use std::path::Path;
use std::process::Command;

use hall_core::record::{Hash, Line};
use hall_server::journal::{Head, Journal, JournalError, RecordReader, check, rebuild};
use rusqlite::Connection;

use crate::kit::{Evening, beside, by_hand};

/// Checks that both the check and a replay name this line.
fn first_bad(path: &Path, seq: u64, what: &str) {
    let report = check(path, None).unwrap();
    assert!(!report.is_sound(), "{what} was not found");
    assert_eq!(report.first_bad_seq(), Some(seq), "{what}: {report}");
    assert!(report.to_string().contains(&seq.to_string()));
    let error = RecordReader::open(path).unwrap().replay(|_, _| ()).unwrap_err();
    assert_eq!(error.seq(), Some(seq), "{what}: {error}");
}

#[test]
fn any_column_of_any_row_that_was_changed_is_found() {
    let evening = Evening::new();
    let whole = fs::read(&evening.path).unwrap();
    let last = evening.head.seq;
    for seq in [1, 2, 17, last / 2, last - 1, last] {
        for change in [
            "at_utc_ms = at_utc_ms + 1",
            "kind = 'game_ended'",
            "kind = kind || ' '",
            "version = version + 1",
            "version = 4294967297",
            "request_id = request_id || 'x'",
            "actor = 'p99'",
            "actor = 'nadie'",
            "actor = 'p01'",
            "device = ''",
            "body = replace(body, '}', ' }')",
            "body = cast(x'7bff7d' as text)",
            "body = ''",
            "hash = zeroblob(32)",
            "hash = (select hash from event e where e.seq = 3)",
            // The end of one field moved to the beginning of the next.
            "request_id = request_id || 'p', actor = substr(actor, 1)",
            "device = device || substr(body, 1, 1), body = substr(body, 2)",
        ] {
            fs::write(&evening.path, &whole).unwrap();
            by_hand(&evening.path, &format!("update event set {change} where seq = {seq}"), 1);
            first_bad(&evening.path, seq, change);
        }
    }
}

/// E 62: a verifier in another language, which shares nothing with ours but the page that says what the chain is, has the same
/// verdict and names the same line.
#[test]
fn an_independent_verifier_in_another_language_has_the_same_verdicts() {
    let evening = Evening::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verify_record.py");
    let theirs = |head: Option<&str>| {
        let mut python = Command::new("python3");
        python.arg(&script).arg(&evening.path).args(head.into_iter().flat_map(|head| ["--head", head]));
        let output = python.output().expect("python3 is missing: ./bombo test installs it");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_ne!(output.status.code(), Some(2), "{said} {}", String::from_utf8_lossy(&output.stderr));
        (output.status.success(), said)
    };
    let (whole, last) = (fs::read(&evening.path).unwrap(), evening.head.seq);
    assert_eq!(theirs(None), (true, format!("sound: {}\n", evening.head)));
    assert!(theirs(Some(&evening.head.to_string())).0, "the head of the acta");
    let hash = evening.head.hash;
    for (seq, words) in [(last + 1, "before the head's line"), (last - 1, "another hash than the head")] {
        let (sound, said) = theirs(Some(&format!("{seq}:{hash}")));
        assert!(!sound && said.contains(words), "{said}");
        assert!(!check(&evening.path, Some(Head { seq, hash })).unwrap().is_sound());
    }
    for seq in [1, 17, last] {
        for change in [
            "at_utc_ms = at_utc_ms + 1",
            "kind = kind || ' '",
            "version = 4294967297",
            "request_id = request_id || 'x'",
            "actor = 'p99'",
            "body = replace(body, '}', ' }')",
            "body = cast(x'7bff7d' as text)",
            "hash = zeroblob(32)",
            "device = device || substr(body, 1, 1), body = substr(body, 2)",
            "seq = 1000000",
        ] {
            fs::write(&evening.path, &whole).unwrap();
            by_hand(&evening.path, &format!("update event set {change} where seq = {seq}"), 1);
            let ours = check(&evening.path, None).unwrap();
            let (sound, said) = theirs(None);
            assert_eq!(sound, ours.is_sound(), "{change}: {ours} {said}");
            // A last line with another number leaves a gap before it.
            let named = format!("line {}", ours.first_bad_seq().unwrap());
            assert!(said.contains(&named), "{change}: {said} {ours}");
        }
    }
}

#[test]
fn rows_that_were_deleted_inserted_or_swapped_are_found() {
    let evening = Evening::new();
    let whole = fs::read(&evening.path).unwrap();
    let last = evening.head.seq;
    for seq in [1, 2, 30, last - 1] {
        fs::write(&evening.path, &whole).unwrap();
        by_hand(&evening.path, &format!("delete from event where seq = {seq}"), 1);
        first_bad(&evening.path, seq, "deleted");
        let error = RecordReader::open(&evening.path).unwrap().replay(|_, _| ()).unwrap_err();
        assert!(matches!(error, JournalError::Gap { .. }), "{error:?}");

        // The rows after it moved down, so that the numbers are dense again.
        let conn = Connection::open(&evening.path).unwrap();
        conn.execute_batch("drop trigger event_is_never_updated").unwrap();
        for moved in seq + 1..=last {
            conn.execute("update event set seq = seq - 1 where seq = ?", [i64::try_from(moved).unwrap()])
                .unwrap();
        }
        drop(conn);
        first_bad(&evening.path, seq, "deleted and closed up");

        fs::write(&evening.path, &whole).unwrap();
        let (other, free) = (seq + 1, 1_000_000);
        for (from, to) in [(seq, free), (other, seq), (free, other)] {
            by_hand(&evening.path, &format!("update event set seq = {to} where seq = {from}"), 1);
        }
        first_bad(&evening.path, seq, "swapped");
    }
    fs::write(&evening.path, &whole).unwrap();
    by_hand(
        &evening.path,
        &format!(
            "insert into event select {}, at_utc_ms, kind, version, request_id, actor, device, body, hash from event where seq = {last}",
            last + 1
        ),
        1,
    );
    first_bad(&evening.path, last + 1, "inserted at the end");
}

/// The end cut off leaves a whole chain: the paper knows.
#[test]
fn the_head_on_the_acta_finds_a_record_that_was_cut_or_rewritten() {
    let evening = Evening::new();
    let head = evening.head;
    let whole = fs::read(&evening.path).unwrap();
    assert!(check(&evening.path, Some(head)).unwrap().is_sound());

    let cut = head.seq - 2;
    by_hand(&evening.path, &format!("delete from event where seq > {cut}"), 2);
    let report = check(&evening.path, Some(head)).unwrap();
    assert_eq!(report.first_bad_seq(), Some(cut + 1), "{report}");
    assert!(!check(&evening.path, None).unwrap().is_sound(), "tables and requests remember the end");

    // One line changed and every hash after it made again, tables rebuilt: all agrees.
    fs::write(&evening.path, &whole).unwrap();
    by_hand(&evening.path, "update event set at_utc_ms = at_utc_ms + 1 where seq = 20", 1);
    rechain(&evening.path);
    let refused = rebuild(&evening.path).unwrap_err();
    assert!(matches!(refused, JournalError::Rewritten(_)), "the witness knows: {refused}");
    let report = check(&evening.path, None).unwrap();
    assert!(report.to_string().contains("no es la que vio"), "{report}");
    // The witness forged too.
    fs::remove_file(beside(&evening.path, ".testigo")).unwrap();
    by_hand(&evening.path, "delete from meta where key = 'witness'", 1);
    rebuild(&evening.path).unwrap();
    let report = check(&evening.path, None).unwrap();
    assert!(report.is_sound(), "whoever can do all that leaves no trace in the file: {report}");
    let report = check(&evening.path, Some(head)).unwrap();
    assert_eq!(report.first_bad_seq(), Some(head.seq), "{report}");
}

pub fn rechain(path: &Path) {
    let conn = Connection::open(path).unwrap();
    let mut select = conn
        .prepare(
            "select seq, at_utc_ms, kind, version, request_id, actor, device, body from event order by seq",
        )
        .unwrap();
    let lines: Vec<Line> = select
        .query_map([], |row| {
            Ok(Line {
                seq: u64::try_from(row.get::<_, i64>(0)?).unwrap(),
                at_utc_ms: row.get(1)?,
                kind: row.get(2)?,
                version: row.get(3)?,
                request_id: row.get(4)?,
                actor: hall_core::people::Actor::parse(&row.get::<_, String>(5)?).unwrap(),
                device: row.get(6)?,
                body: row.get(7)?,
            })
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut hash = Hash::GENESIS;
    for line in lines {
        hash = line.hash(&hash);
        let hex = hash.to_string();
        by_hand(path, &format!("update event set hash = x'{hex}' where seq = {}", line.seq), 1);
    }
}

/// Any byte of the file: refused on opening, found by the check, or of no consequence, but
/// never another record.
#[test]
fn a_changed_byte_anywhere_in_the_file_never_gives_another_record() {
    let evening = Evening::new();
    let whole = fs::read(&evening.path).unwrap();
    let (mut refused, mut found, mut harmless) = (0, 0, 0);
    for at in (0..whole.len()).step_by(1 + whole.len() / 150) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x11;
        fs::write(&evening.path, &bytes).unwrap();
        for left in ["-wal", ".lock"] {
            fs::remove_file(beside(&evening.path, left)).ok();
        }
        match Journal::open(&evening.path) {
            Err(_) => refused += 1,
            Ok((journal, _)) => {
                let mut events = Vec::new();
                match journal.replay(|_, event| events.push(event.clone())) {
                    Err(_) => found += 1,
                    Ok(head) => {
                        assert_eq!((head, &events), (evening.head, &evening.events), "byte {at}");
                        harmless += usize::from(check(&evening.path, None).is_ok_and(|r| r.is_sound()));
                    }
                }
            }
        }
    }
    eprintln!("refused {refused}, found by the chain {found}, harmless {harmless}");
    assert!(found > 10 && refused > 2, "the bytes were not those of the record");
}

#[test]
fn mistakes_are_stopped_by_the_triggers() {
    let evening = Evening::new();
    let conn = Connection::open(&evening.path).unwrap();
    for sql in ["update event set device = 'x'", "delete from event"] {
        let error = conn.execute(sql, []).unwrap_err().to_string();
        assert!(error.contains("append-only"), "{error}");
    }
}
