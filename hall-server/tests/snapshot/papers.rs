//! A paper is the same, byte for byte, from whatever snapshot it begins.

use std::fs;
use std::path::Path;

use hall_core::event::{GameNo, SessionNo};
use hall_core::matrix::MatrixNo;
use hall_core::people::Actor;
use hall_core::record::{Hash, Line};
use hall_server::config::Paper;
use hall_server::journal::database_in;
use hall_server::papers::Papers;
use hall_server::snapshot;
use hall_wire::paper::ActaSheet;

use crate::kit::{ACTA, at, closes, on_disk, three_sessions, write};
use crate::support::{Bench, phases, series};
use crate::words::Script;

/// Every paper of a hall, or why there is none.
fn papers(dir: &Path, bench: &Bench) -> Vec<(String, Result<Vec<u8>, String>)> {
    let printer = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshot/printer.sh");
    let papers = Papers::new(dir, Paper { printer, ..Paper::default() });
    let mut all = Vec::new();
    for session in 1..=bench.hall.sessions + 1 {
        all.push((format!("acta {session}"), papers.acta_pdf(SessionNo(session))));
    }
    all.push(("sheet of the game".into(), papers.game_sheet_pdf(GameNo(bench.hall.games))));
    all.push(("notice".into(), papers.notice_pdf()));
    all.push(("certificate".into(), papers.certificate_pdf(MatrixNo::new(1).unwrap())));
    all.push(("cards".into(), papers.cards_csv(series("A17")).map(String::into_bytes)));
    all.into_iter().map(|(name, paper)| (name, paper.map_err(|error| error.to_string()))).collect()
}

/// The papers of a bench from snapshots at these lines are those of its whole record.
fn are_the_same(what: &str, bench: &Bench, lines: impl IntoIterator<Item = u64>) {
    let folder = on_disk(bench);
    let dir = folder.path();
    let whole = papers(dir, bench);
    for seq in lines {
        snapshot::forget(&database_in(dir));
        write(dir, &at(dir, seq));
        for (from_there, whole) in papers(dir, bench).iter().zip(&whole) {
            assert!(from_there == whole, "{what}: {} from line {seq}", whole.0);
        }
    }
}

#[test]
fn papers_from_any_line_are_those_of_the_whole_record() {
    let bench = three_sessions();
    let last = bench.record.len() as u64;
    are_the_same("three sessions", &bench, 1..=last);
    let folder = on_disk(&bench);
    let made: Vec<_> = papers(folder.path(), &bench).into_iter().filter(|(_, paper)| paper.is_ok()).collect();
    let names: Vec<_> = made.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["acta 1", "acta 2", "acta 3", "sheet of the game", "notice"]);
    assert_eq!(made[0].1.as_deref(), Ok(ACTA), "an acta that was issued is that file");
}

/// Whoever has the file of an acta counts the hashes again, from the line before the first to the one in its foot.
#[test]
fn the_lines_that_go_with_an_acta_lead_to_the_hash_of_its_foot() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let all = papers(folder.path(), &bench);
    let sheet = |session: usize| -> ActaSheet {
        serde_json::from_slice(all[session - 1].1.as_ref().expect("it is printed")).unwrap()
    };
    let acta = sheet(2);
    let attached = acta.record_lines.as_ref().expect("the second session is closed");
    let mut hash = Hash::parse(&attached.before.head_hash).unwrap();
    let mut last = attached.before.seq;
    let mut opened = Vec::new();
    for text in attached.lines.lines() {
        let read: serde_json::Value = serde_json::from_str(text).unwrap();
        let said = |field: &str| read[field].as_str().unwrap().to_owned();
        let line = Line {
            seq: read["seq"].as_u64().unwrap(),
            at_utc_ms: read["at_utc_ms"].as_i64().unwrap(),
            kind: said("kind"),
            version: read["version"].as_u64().unwrap() as u32,
            request_id: said("request_id"),
            actor: Actor::parse(&said("actor")).unwrap(),
            device: said("device"),
            body: said("body"),
        };
        hash = line.hash(&hash);
        assert_eq!((line.seq, hash.to_string()), (last + 1, said("hash")));
        last = line.seq;
        opened.extend((line.kind == "session_opened").then_some(line.seq));
    }
    assert_eq!((last, hash.to_string()), (acta.record.seq, acta.record.head_hash));
    assert_eq!(opened.len(), 1, "the lines of one session");
    assert!(sheet(3).in_progress && sheet(3).record_lines.is_none());
}

/// The snapshots that there are: of the last two closes.
#[test]
fn papers_from_the_last_closes_are_those_of_the_whole_record() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let whole = papers(dir, &bench);
    closes(&bench).into_iter().for_each(|seq| write(dir, &at(dir, seq)));
    assert!(papers(dir, &bench) == whole);
}

#[test]
fn papers_of_every_evening_and_phase_are_those_of_the_whole_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/evenings");
    let evenings = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let evenings = evenings
        .map(|path| (path.display().to_string(), Script::recorded(&fs::read_to_string(&path).unwrap())));
    let phases = phases::phases().into_iter().map(|(name, bench)| (name.to_owned(), bench));
    for (name, bench) in evenings.chain(phases) {
        let last = bench.record.len() as u64;
        are_the_same(&name, &bench, [last * 2 / 3]);
    }
}
