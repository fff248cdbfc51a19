//! Halls on disk, from the record of a bench.

use std::collections::BTreeSet;
use std::path::Path;

use hall_core::event::Event;
use hall_core::request::{Notice, Request};
use hall_server::journal::{Batch, BatchEntry, Head, Journal, RecordReader, SealedRow, database_in};
use hall_server::replayed::Replayed;
use hall_server::snapshot::{self, Program};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::support::phases;
use crate::support::{Bench, MESA, Recorded, value_of};

pub const ACTA: &[u8] = b"%PDF-1.7 acta";

/// A folder with the record of a bench, closed in good order.
pub fn on_disk(bench: &Bench) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let mut there = BTreeSet::new();
    for of_a_moment in bench.record.chunk_by(|one, next| one.at == next.at) {
        let entry = |line: &Recorded| BatchEntry {
            sealed: secrets(&line.event, &mut there),
            ..BatchEntry::unasked(line.actor, &line.device, vec![line.event.clone()])
        };
        let entries = of_a_moment.iter().map(entry).collect();
        journal.append(&Batch { at_utc_ms: of_a_moment[0].at, entries }).unwrap();
    }
    std::fs::create_dir(folder.path().join("actas")).unwrap();
    std::fs::write(folder.path().join(acta_of(1)), ACTA).unwrap();
    folder
}

/// The values that an event of a bench cites, each once.
pub fn secrets(event: &Event, there: &mut BTreeSet<u64>) -> Vec<SealedRow> {
    let cited = if let Event::CardKeyMade { key } = event {
        vec![*key]
    } else if let Event::MatrixMade { key, .. } = event {
        vec![*key]
    } else if let Event::PersonAdded { identity, pin, .. } = event {
        vec![*identity, *pin]
    } else if let Event::LoggedIn { token, .. } = event {
        vec![*token]
    } else {
        vec![]
    };
    let new = cited.into_iter().filter(|sealed| there.insert(sealed.id));
    new.map(|sealed| {
        let (salt, value) = value_of(sealed.id);
        SealedRow { sealed, salt, value, delete_after: None }
    })
    .collect()
}

pub fn acta_of(session: u32) -> String {
    format!("actas/acta-{session}.pdf")
}

/// Closes the session; its acta is issued, if there is one.
pub fn close(bench: &mut Bench, with_acta: bool) {
    bench.close_session();
    let (session, covers_seq) = bench.hall.closed.unwrap();
    if with_acta {
        let (file, sha256) = (acta_of(session.0), Sha256::digest(ACTA).into());
        bench.notice(&Notice::ActaIssued { session, file, sha256, covers_seq, folios: Vec::new() });
    }
}

/// Two sessions are over, the first with its acta; in a third the draw runs.
pub fn three_sessions() -> Bench {
    let mut bench = phases::ended_and_paid();
    close(&mut bench, true);
    bench.open_session();
    close(&mut bench, false);
    bench.now_ms += 72_000_000;
    bench.open_session();
    phases::sale(&mut bench, "A17", &[(41, 60, crate::support::VENDEDOR)]);
    let game = phases::game_of(&bench);
    bench.ask(crate::support::CAJERO, Request::CloseSale { game }).unwrap();
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    for number in [7, 8, 9] {
        phases::draw_and_say(&mut bench, number);
    }
    bench
}

/// The lines at which sessions were closed.
pub fn closes(bench: &Bench) -> Vec<u64> {
    let closed = |line: &&Recorded| matches!(line.event, Event::SessionClosed { .. });
    bench.record.iter().filter(closed).map(|line| line.seq).collect()
}

/// The hall of a folder as it was at a line.
pub fn at(dir: &Path, seq: u64) -> Replayed {
    let (reader, mut replayed) = (RecordReader::open(dir).unwrap(), Replayed::default());
    let lines = u32::try_from(seq).unwrap();
    reader.replay_some(Head::EMPTY, lines, |head, line, event| replayed.apply(head, line, event)).unwrap();
    assert_eq!(replayed.head.seq, seq);
    replayed
}

/// Writes a snapshot for this very program.
pub fn write(dir: &Path, hall: &Replayed) {
    snapshot::write(&database_in(dir), hall, Program::this().unwrap()).unwrap();
}

/// The folder as a crash leaves it, in the middle of its server's life.
pub fn crashed(dir: &Path) -> TempDir {
    let (journal, _) = Journal::open(dir).unwrap();
    let crashed = copy(dir);
    drop(journal);
    crashed
}

/// A copy of the files of a folder.
pub fn copy(dir: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    folder
}

/// A device that is in one line only, so that the line can be found in the file.
const NAME: &[u8] = b"pupitre-quebrado-1";

/// The record of a bench on disk, with that device in a line.
pub fn with_a_name_at(bench: &mut Bench, seq: u64) -> TempDir {
    bench.record[usize::try_from(seq).unwrap() - 1].device = String::from_utf8(NAME.to_vec()).unwrap();
    on_disk(bench)
}

/// Changes the device in the file itself, as a disk or a forger does.
pub fn change_the_name(dir: &Path) {
    let path = database_in(dir);
    let mut bytes = std::fs::read(&path).unwrap();
    let mut found = 0;
    while let Some(place) = bytes.windows(NAME.len()).position(|window| window == NAME) {
        bytes[place + NAME.len() - 1] = b'2';
        found += 1;
    }
    assert!(found >= 1, "the name is in the file");
    std::fs::write(path, bytes).unwrap();
}
