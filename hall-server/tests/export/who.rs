//! Which of the three checkers finds what somebody did: `hall-server check`, `verificador.html` and `verify_acta.py` (issue 19). The
//! table is `docs/who-finds-what.md`, and is written here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use hall_core::event::{Event, SessionNo};
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_server::export::Part;
use hall_server::journal::{Batch, BatchEntry, Head, Journal, RecordReader, check};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::good::exported_with;
use crate::halls::secrets;
use crate::made::{FIELDS, Forged};
use crate::papers::{Played, halls_key, played};
use crate::process::copy_folder;
use crate::support::{Recorded, ball, phases, value_of};
use crate::verifiers::{Said, Verifiers};

/// What somebody outside has: the foot of the second session's acta, and the last checkpoint that a screen kept.
struct Evidence {
    head: Head,
    point: (TempDir, std::path::PathBuf),
}

/// A row of the table.
struct Row {
    what: String,
    check: String,
    /// By either verifier: `Verifiers` demands that they say the same.
    verified: String,
}

impl Row {
    fn is_named(&self) -> bool {
        [&self.check, &self.verified].iter().any(|cell| !cell.starts_with('–'))
    }
}

/// A heading, or a row.
enum Entry {
    Head(&'static str),
    Row(Row),
}

struct Table {
    entries: Vec<Entry>,
    verifiers: Verifiers,
    evidence: Evidence,
}

/// The codes, as they stand in the table.
fn codes(said: &Said) -> String {
    let codes: Vec<String> = said.codes().iter().map(|code| format!("`{code}`")).collect();
    codes.join(", ")
}

impl Table {
    /// What a verifier says: alone; or else with the acta's foot, and with a screen's checkpoint.
    fn verified(&mut self, export: &Path) -> String {
        let alone = self.verifiers.both(export);
        if alone.status == 2 {
            return "refuses it".to_owned();
        }
        if alone.status == 1 {
            return codes(&alone);
        }
        let with_acta = self.verifiers.both_with(export, &self.evidence.head.to_string());
        let says_so = self.verifiers.text("left").contains("esa línea no está en la exportación");
        let with_point = self.verifiers.both_with_point(export, &self.evidence.point.1);
        let found: Vec<String> = [("the acta", with_acta), ("a screen's checkpoint", with_point)]
            .iter()
            .filter(|(_, said)| said.status == 1)
            .map(|(what, said)| format!("with {what}: {}", codes(said)))
            .collect();
        match (found.is_empty(), says_so) {
            (false, _) => found.join("; "),
            (true, true) => "– (says that the acta's line is not in it)".to_owned(),
            (true, false) => "–".to_owned(),
        }
    }

    /// The three about a hall's folder, and what is taken away of it.
    fn of_hall(&mut self, what: &str, dir: &Path) {
        let is_found = |head| check(dir, head).map_or(true, |report| !report.is_sound());
        let checked = if is_found(None) {
            "finds it"
        } else if is_found(Some(self.evidence.head)) {
            "with the acta's foot (`--head`)"
        } else {
            "–"
        };
        let to = tempfile::tempdir().unwrap();
        let verified = match exported_with(dir, Part::Between(None, None), to.path().join("x"), &[]) {
            Ok(made) => self.verified(&made.to),
            // The program does not take away what it cannot follow.
            Err(_) => "is not exported".to_owned(),
        };
        self.row(what, checked.to_owned(), verified);
    }

    /// The two about an export; the hall is as it was.
    fn of_export(&mut self, what: &str, forged: &Forged) {
        let verified = self.verified(&forged.path);
        self.row(what, "– (the hall is whole)".to_owned(), verified);
    }

    fn row(&mut self, what: &str, check: String, verified: String) {
        self.entries.push(Entry::Row(Row { what: what.to_owned(), check, verified }));
    }

    fn heading(&mut self, what: &'static str) {
        self.entries.push(Entry::Head(what));
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        let mut unnamed = String::new();
        let mut under = "";
        for entry in &self.entries {
            match entry {
                Entry::Head(what) => {
                    under = what;
                    writeln!(text, "| **{what}** | | | |").unwrap();
                }
                Entry::Row(row) => {
                    let Row { what, check, verified } = row;
                    writeln!(text, "| {what} | {check} | {verified} | {verified} |").unwrap();
                    if !row.is_named() {
                        writeln!(unnamed, "- {under}: {what}.").unwrap();
                    }
                }
            }
        }
        format!("{text}\n{TAIL}\n{unnamed}")
    }
}

const HEAD: &str = "# Who finds what

Three programs judge a record: `hall-server check`, over the hall's folder; `verificador.html` and `verify_acta.py`, over what was taken away of it ([export.md](export.md)). The test `each_of_three_checkers_is_asked`
does each of these to a hall of two sessions, takes it away, asks all three, and writes this page (`UPDATE_EXPECT=1 cargo test -p hall-server --test export who`). What SQLite or an editor does to the tables beside the record, to the
hall's files and its settings, and what the start refuses, is in [tampering.md](tampering.md).

A verifier is asked alone first; where it finds nothing, with what is printed at the foot of the last acta, and with the checkpoint that a screen kept. The codes are those of [export.md](export.md#what-the-verifiers-check).
Whoever writes a record *again* here has the hall's program, its key, and makes every table, hash and checkpoint anew, the witness beside the record too. He has not the key of the authority that stamps.

| what is done | `check` | `verificador.html` | `verify_acta.py` |
|---|---|---|---|
";

const TAIL: &str = "## What none of them names

With the acta's foot and a screen's checkpoint too, nobody notices these. A line is covered by the first checkpoint behind it, five minutes later at most, and by the next acta; what is not yet covered rests on mirrors, the spare and
the screens, which hold the lines themselves. And no program knows whether what was typed is true.
";

/// The record written once more from these lines, by who has program and key; files stay as they are.
fn again(hall: &Played, change: impl FnOnce(&mut Vec<Recorded>)) -> TempDir {
    let mut record = hall.bench.record.clone();
    change(&mut record);
    let folder = tempfile::tempdir().unwrap();
    for name in ["actas", "sellos"] {
        copy_folder(&hall.folder.path().join(name), &folder.path().join(name));
    }
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let mut there = std::collections::BTreeSet::new();
    for of_a_moment in record.chunk_by(|one, next| one.at == next.at) {
        if of_a_moment.iter().any(|line| matches!(line.event, Event::SigningKeyBegun { .. })) {
            journal.sign_with(halls_key(), None).unwrap();
        }
        let entries = of_a_moment.iter().map(|line| {
            let mut rows = secrets(&line.event, &mut there);
            if let Event::PaperSigned { how: hall_core::event::Signed::Drawn { strokes }, .. } = &line.event {
                rows.extend(hall.drawn.iter().filter(|row| row.sealed == *strokes).cloned());
            } else if let Event::DiligenciaWritten { claimant: Some(claimant), .. } = &line.event {
                let (salt, value) = value_of(claimant.id);
                rows.push(hall_server::journal::SealedRow {
                    sealed: *claimant,
                    salt,
                    value,
                    delete_after: None,
                });
            }
            BatchEntry {
                sealed: rows,
                ..BatchEntry::unasked(line.actor, &line.device, vec![line.event.clone()])
            }
        });
        let entries = entries.collect();
        journal.append(&Batch { at_utc_ms: of_a_moment[0].at, entries }).unwrap();
    }
    folder
}

fn event(record: &mut [Recorded], is_it: impl Fn(&Event) -> bool) -> &mut Recorded {
    record.iter_mut().find(|line| is_it(&line.event)).expect("the evening has one")
}

fn drop_one(record: &mut Vec<Recorded>, is_it: impl Fn(&Event) -> bool) {
    let place = record.iter().position(|line| is_it(&line.event)).expect("the evening has one");
    record.remove(place);
}

fn an_hour(record: &mut [Recorded]) {
    event(record, |e| matches!(e, Event::SaleClosed { .. })).at += 1;
}

type Rewriting = (&'static str, fn(&mut Vec<Recorded>));

/// What he writes instead.
const AGAIN: &[Rewriting] = &[
    ("the hour of a line", |r| an_hour(r)),
    ("who did it", |r| {
        event(r, |e| matches!(e, Event::SaleClosed { .. })).actor =
            hall_core::people::Actor::Person(PersonId(1));
    }),
    ("at which device", |r| event(r, |e| matches!(e, Event::SaleClosed { .. })).device = "mesa-9".into()),
    ("the name of the hall", |r| {
        let Event::HallFounded { name, .. } = &mut event(r, |e| matches!(e, Event::HallFounded { .. })).event
        else {
            unreachable!()
        };
        "Otra sala".clone_into(name);
    }),
    ("another ball was extracted", |r| {
        let line = event(r, |e| matches!(e, Event::BallExtracted { .. }));
        let Event::BallExtracted { ball: of, .. } = &mut line.event else { unreachable!() };
        *of = ball(89);
    }),
    ("another ball was announced", |r| {
        let line = event(r, |e| matches!(e, Event::BallAnnounced { .. }));
        let Event::BallAnnounced { ball: of, .. } = &mut line.event else { unreachable!() };
        *of = ball(89);
    }),
    ("fewer cards were sold", |r| {
        let line = event(r, |e| matches!(e, Event::SaleClosed { .. }));
        let Event::SaleClosed { sold, .. } = &mut line.event else { unreachable!() };
        *sold -= 1;
    }),
    ("less was taken", |r| {
        let line = event(r, |e| matches!(e, Event::SaleClosed { .. }));
        let Event::SaleClosed { division, .. } = &mut line.event else { unreachable!() };
        division.takings = Cents(division.takings.0 - 200);
    }),
    ("more was paid", |r| {
        let line = event(r, |e| matches!(e, Event::PrizePaid { .. }));
        let Event::PrizePaid { amount, .. } = &mut line.event else { unreachable!() };
        *amount = Cents(amount.0 + 100);
    }),
    ("a prize was not paid", |r| drop_one(r, |e| matches!(e, Event::PrizePaid { .. }))),
    ("a claim was not accepted", |r| drop_one(r, |e| matches!(e, Event::ClaimAccepted { .. }))),
    ("a diligencia has other words", |r| {
        let line = event(r, |e| matches!(e, Event::DiligenciaWritten { .. }));
        let Event::DiligenciaWritten { text, .. } = &mut line.event else { unreachable!() };
        "no pasó nada".clone_into(text);
    }),
    ("a claim of a player was never written", |r| {
        drop_one(r, |e| matches!(e, Event::DiligenciaWritten { diligencia: 2, .. }));
    }),
    ("a signature is somebody else's", |r| {
        let line = event(r, |e| matches!(e, Event::PaperSigned { person: Some(_), .. }));
        let Event::PaperSigned { person, .. } = &mut line.event else { unreachable!() };
        *person = Some(PersonId(5));
    }),
    ("another acta was issued", |r| {
        let line = event(r, |e| matches!(e, Event::ActaIssued { .. }));
        let Event::ActaIssued { sha256, .. } = &mut line.event else { unreachable!() };
        *sha256 = [7; 32];
    }),
    ("folios were left out", |r| {
        let line = event(r, |e| matches!(e, Event::FoliosTaken { .. }));
        let Event::FoliosTaken { first, .. } = &mut line.event else { unreachable!() };
        *first += 1;
    }),
    ("two lines are swapped", |r| {
        let place = r.iter().position(|line| matches!(line.event, Event::BallAnnounced { .. })).unwrap();
        let (one, next) = (r[place].event.clone(), r[place + 1].event.clone());
        (r[place].event, r[place + 1].event) = (next, one);
    }),
    ("a line is there twice", |r| {
        let place = r.iter().position(|line| matches!(line.event, Event::BallAnnounced { .. })).unwrap();
        r.insert(place + 1, r[place].clone());
    }),
    ("a line behind the last checkpoint and the last acta", |r| {
        r.last_mut().unwrap().device = "caja-9".into()
    }),
];

/// The same record in a hall that has no authority to ask; every line keeps its number.
fn unstamped(record: &mut [Recorded]) {
    for line in record.iter_mut().filter(|line| matches!(line.event, Event::TimeStamped { .. })) {
        line.event = Event::LoginRefused { tries: 1 };
    }
}

/// What is done with SQLite in the table of the record, and nothing made again.
const EDITED: &[(&str, &str)] = &[
    ("the number of a line", "update event set seq = 900 where seq = 60"),
    ("its hour", "update event set at_utc_ms = at_utc_ms + 1 where seq = 60"),
    ("its kind", "update event set kind = 'game_not_held' where seq = 60"),
    ("its version", "update event set version = version + 1 where seq = 60"),
    ("the request", "update event set request_id = 'otra' where seq = 60"),
    ("who did it", "update event set actor = 'p9' where seq = 60"),
    ("the device", "update event set device = 'mesa-9' where seq = 60"),
    ("what it says", "update event set body = replace(body, ':', ':1') where seq = 60"),
    ("its hash", "update event set hash = zeroblob(32) where seq = 60"),
    ("a line, deleted", "delete from event where seq = 60"),
    (
        "a line, inserted at the end",
        "insert into event select (select max(seq) + 1 from event), at_utc_ms, kind, version, request_id, actor, device, body, hash
           from event where seq = 60",
    ),
    (
        "two lines, swapped",
        "update event set seq = 900 where seq = 60; update event set seq = 60 where seq = 61; update event set seq = 61 where seq = 900",
    ),
    ("the end, cut off", "delete from event where seq > 100"),
];

fn edited(hall: &Played, sql: &str) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(hall.folder.path(), copy.path());
    let conn = Connection::open(copy.path().join("sala.db")).unwrap();
    let ours: Vec<String> = {
        let mut select = conn.prepare("select sql from sqlite_schema where type = 'trigger'").unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    conn.execute_batch("drop trigger event_is_never_updated; drop trigger event_is_never_deleted").unwrap();
    conn.execute_batch(sql).unwrap();
    let dropped = ours.iter().filter(|sql| sql.contains("event_is_never"));
    conn.execute_batch(&dropped.map(|sql| format!("{sql};")).collect::<String>()).unwrap();
    conn.close().unwrap();
    copy
}

/// What somebody does to an export that was handed over.
fn exports(table: &mut Table, hall: &Played) {
    let to = tempfile::tempdir().unwrap();
    let made = crate::good::exported(hall.folder.path(), Part::Between(None, None), to.path().join("x")).to;
    table.heading("An export that was handed over, with an editor (the manifest made again)");
    for name in FIELDS {
        let mut forged = Forged::of(&made);
        let value = &mut forged.lines[59][name];
        *value = match (name, &*value) {
            ("hash", _) => "0".repeat(64).into(),
            (_, serde_json::Value::Number(number)) => (number.as_i64().unwrap() + 1).into(),
            ("actor", _) => "p77".into(),
            ("body", value) => value.as_str().unwrap().replacen(':', ":9", 1).into(),
            (_, value) => format!("{}x", value.as_str().unwrap()).into(),
        };
        forged.save();
        table.of_export(&format!("`{name}` of a line"), &forged);
    }
    type OfLines = (&'static str, fn(&mut Forged));
    let of_lines: [OfLines; 4] = [
        ("a line, deleted", |f| drop(f.lines.remove(59))),
        ("a line, inserted", |f| f.lines.insert(59, f.lines[20].clone())),
        ("two lines, swapped", |f| f.lines.swap(59, 60)),
        ("the end, cut off", |f| f.lines.truncate(100)),
    ];
    for (what, forge) in of_lines {
        let mut forged = Forged::of(&made);
        forge(&mut forged);
        forged.save();
        table.of_export(what, &forged);
    }
    let manifest = crate::made::read_json(&made.join("manifiesto.json"));
    let names = manifest["ficheros"].as_array().unwrap().iter().map(|file| file["nombre"].as_str().unwrap());
    let (mut missed, mut found) = (Vec::new(), 0);
    for name in names {
        let forged = Forged::of(&made);
        let mut bytes = fs::read(forged.path.join(name)).unwrap();
        bytes.push(b'\n');
        fs::write(forged.path.join(name), bytes).unwrap();
        forged.sum();
        if table.verifiers.both(&forged.path).status == 0 { missed.push(name.to_owned()) } else { found += 1 }
    }
    assert!(found > 5, "{found}");
    let tables = |name: &String| name.starts_with("tablas/") || !name.contains('/');
    assert!(missed.iter().all(tables), "{missed:?}");
    table.row(
        "any other file: lines, checkpoints, keys, actas, stamps",
        "– (the hall is whole)".to_owned(),
        "each of them".to_owned(),
    );
    table.row(
        "a table in `tablas/` but that of the accounts, `LEEME.txt`, the schema, or a verifier itself, with the manifest made again",
        "– (the hall is whole)".to_owned(),
        "–".to_owned(),
    );
}

#[test]
fn each_of_three_checkers_is_asked() {
    let mut hall = played(phases::ended_and_paid());
    let stamped = again(&hall, |_| ());
    let stamped_again = again(&hall, |record| an_hour(record));
    let stamp_left_out = again(&hall, |record| {
        unstamped(record);
        an_hour(record);
    });
    unstamped(&mut hall.bench.record);
    hall.folder = again(&hall, |_| ());
    let record = RecordReader::open(hall.folder.path()).unwrap();
    let newest = record.newest_checkpoint().unwrap().unwrap();
    let closes = |line: &&Recorded| matches!(line.event, Event::SessionClosed { session: SessionNo(2), .. });
    let closed = hall.bench.record.iter().find(closes).unwrap().seq;
    let head = record.head_at(closed).unwrap().unwrap();
    let kept = tempfile::tempdir().unwrap();
    let path = kept.path().join("punto.txt");
    fs::write(&path, newest.note.to_string()).unwrap();
    let evidence = Evidence { head, point: (kept, path) };
    let mut table = Table { entries: Vec::new(), verifiers: Verifiers::new(), evidence };

    for whole in [hall.folder.path(), stamped.path()] {
        let report = check(whole, None).unwrap();
        assert!(report.is_sound(), "{report}");
    }
    table.of_hall("as it was written", hall.folder.path());
    let whole = table.entries.pop();
    assert!(!whole.is_some_and(|entry| matches!(entry, Entry::Row(row) if row.is_named())));
    table.heading("The table of the record, with SQLite (nothing made again)");
    for (what, sql) in EDITED {
        table.of_hall(what, edited(&hall, sql).path());
    }
    table.heading("A record that was written again, every hash and checkpoint with the hall's own key");
    for (what, change) in AGAIN {
        table.of_hall(what, again(&hall, change).path());
    }
    table.heading("The same where another house stamps each session's close");
    table.of_hall("the hour of a line", stamped_again.path());
    table.of_hall("the hour of a line, and the stamps' own lines are others", stamp_left_out.path());
    table.heading("A record that was rolled back to an earlier backup, its witness too");
    let ends: Vec<usize> = (1..hall.bench.record.len())
        .filter(|place| hall.bench.record[*place].at != hall.bench.record[place - 1].at)
        .collect();
    let before_the_acta: Vec<usize> =
        ends.into_iter().filter(|end| *end < usize::try_from(closed).unwrap()).collect();
    for end in before_the_acta.iter().step_by(9) {
        let back = again(&hall, |record| record.truncate(*end));
        let found = check(back.path(), Some(table.evidence.head)).unwrap();
        assert!(!found.is_sound(), "rolled back to {end}");
    }
    let back = again(&hall, |record| record.truncate(before_the_acta[before_the_acta.len() / 2]));
    table.of_hall("to any line before the last acta", back.path());
    let back = again(&hall, |record| drop(record.pop()));
    table.of_hall("to a line behind the last acta and the last checkpoint", back.path());
    table.heading("A record that was forked: of two screens each was shown another");
    let fork = again(&hall, |record| an_hour(record));
    table.of_hall("either of them, with the checkpoint of the other screen", fork.path());
    let other = RecordReader::open(fork.path()).unwrap().newest_checkpoint().unwrap().unwrap();
    fs::write(&table.evidence.point.1, other.note.to_string()).unwrap();
    let to = tempfile::tempdir().unwrap();
    let made = crate::good::exported(hall.folder.path(), Part::Between(None, None), to.path().join("x")).to;
    let said = table.verifiers.both_with_point(&made, &table.evidence.point.1.clone());
    assert_eq!(said.codes(), ["testigo"], "the true one contradicts what the other screen kept");
    fs::write(&table.evidence.point.1, newest.note.to_string()).unwrap();
    exports(&mut table, &hall);
    let unnamed = table.entries.iter().filter(|entry| matches!(entry, Entry::Row(row) if !row.is_named()));
    assert_eq!(unnamed.count(), 3, "what nobody names is known: {}", table.text());
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/who-finds-what.md");
    expect_file![kept].assert_eq(&table.text());
}
