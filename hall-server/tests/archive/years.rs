//! Halls of some sessions, archived between them.

use std::fs;
use std::path::Path;
use std::process::Command;

use hall_core::event::{Event, SessionNo};
use hall_core::machine::SetId;
use hall_core::people::Actor;
use hall_core::record::Line;
use hall_core::request::Request;
use hall_server::archive::{self, ArchiveError};
use hall_server::ball_statistics::statistics;
use hall_server::config::Paper;
use hall_server::journal::{
    Archive, Batch, BatchEntry, Head, Journal, JournalError, RecordReader, check, check_by, check_copy,
    database_in, rebuild,
};
use hall_server::papers::Papers;
use hall_server::replayed::Replayed;
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::kit::{ACTA, close, on_disk};
use crate::support::{Bench, CAJERO, MESA, Recorded, SALA, VENDEDOR, phases};

/// A bench whose first session is over, with its acta.
fn first_year() -> Bench {
    let mut bench = phases::ended_and_paid();
    close(&mut bench, true);
    bench
}

/// Plays another session, up to its close or into a draw.
pub fn another(bench: &mut Bench, first: u32, to_its_close: bool) {
    bench.now_ms += 72_000_000;
    bench.open_session();
    phases::sale(bench, "A17", &[(first, first + 19, VENDEDOR)]);
    let game = phases::game_of(bench);
    bench.ask(CAJERO, Request::CloseSale { game }).unwrap();
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    for number in [7, 8, 9] {
        phases::draw_and_say(bench, number);
    }
    if to_its_close {
        let cause = "Se rompe el bombo".to_owned();
        bench.ask(MESA, Request::AskVoid { game, cause: cause.clone() }).unwrap();
        bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
        close(bench, false);
    }
}

/// Appends what a bench has recorded since so many of its lines.
pub fn append(dir: &Path, bench: &Bench, since: usize) {
    let (mut journal, _) = Journal::open(dir).unwrap();
    for of_a_moment in bench.record[since..].chunk_by(|one, next| one.at == next.at) {
        let entry = |line: &Recorded| BatchEntry::unasked(line.actor, &line.device, vec![line.event.clone()]);
        let entries = of_a_moment.iter().map(entry).collect();
        journal.append(&Batch { at_utc_ms: of_a_moment[0].at, entries }).unwrap();
    }
}

pub fn archived(dir: &Path) -> Archive {
    archive::run(dir, &mut |_, _| ()).unwrap()
}

/// An archive is a database like any other: with the one before it beside it, and the hall's actas.
fn is_sound_alone(archive: &Path) {
    let report = check(archive, None).unwrap();
    assert!(report.is_sound(), "{report}");
    assert_eq!(RecordReader::open(archive).unwrap().replay(|_, _| ()).unwrap(), report.head);
}

/// Every line, with its event.
fn lines(dir: &Path) -> Vec<(Line, Event)> {
    let mut lines = Vec::new();
    RecordReader::open(dir).unwrap().replay(|line, event| lines.push((line.clone(), event.clone()))).unwrap();
    lines
}

fn head(dir: &Path) -> Head {
    RecordReader::open(dir).unwrap().head().unwrap()
}

/// By the whole check, and by those of each night, which do not read the archives' lines.
fn is_sound(path: &Path) {
    let reader = RecordReader::open(path).unwrap();
    for report in [check(path, None), check_by(&reader), check_copy(&database_in(path), None)] {
        let report = report.unwrap();
        assert!(report.is_sound() && report.head == head(path), "{report}");
    }
}

/// The same lines in one file.
fn in_one_file(dir: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let reader = RecordReader::open(dir).unwrap();
    loop {
        let portion = reader.portion(journal.head().seq, 100).unwrap();
        if portion.is_empty() {
            break;
        }
        journal.take_in(&portion).unwrap();
    }
    fs::create_dir(folder.path().join("actas")).unwrap();
    fs::write(folder.path().join(crate::kit::acta_of(1)), ACTA).unwrap();
    folder
}

/// All that people read of a hall.
fn told(dir: &Path, sessions: u32) -> Vec<String> {
    let printer = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshot/printer.sh");
    let papers = Papers::new(dir, Paper { printer, ..Paper::default() });
    let text = |paper: Result<Vec<u8>, _>| match paper {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let error: hall_server::papers::PaperError = error;
            error.to_string()
        }
    };
    let mut told: Vec<String> =
        (1..=sessions).map(|session| text(papers.acta_pdf(SessionNo(session)))).collect();
    assert!(papers.acta_pdf(SessionNo(1)).is_ok());
    told.push(text(papers.notice_pdf()));
    let reader = RecordReader::open(dir).unwrap();
    for set in ["J1", "J2"] {
        told.push(format!("{:?}", statistics(&reader, SetId::parse(set).unwrap()).unwrap()));
    }
    told
}

#[test]
fn a_record_in_three_files_reads_as_one() {
    let mut bench = first_year();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let before = (lines(dir), head(dir), told(dir, 1));

    let first = archived(dir);
    assert_eq!((first.first, first.last), (1, before.1));
    let after = lines(dir);
    assert_eq!(after[..before.0.len()], before.0[..]);
    let [(line, Event::RecordArchived { last, head: cited, file, sha256, .. })] = &after[before.0.len()..]
    else {
        panic!("one line names the archive: {:?}", &after[before.0.len()..]);
    };
    assert_eq!((*last, *cited, *sha256), (before.1.seq, before.1.hash.0, first.sha256));
    assert_eq!((line.actor, first.file.file_name().unwrap().to_str().unwrap()), (Actor::System, &**file));
    assert_eq!(told(dir, 1)[0], before.2[0], "the acta that was issued");
    is_sound(dir);

    // Another year, another archive, and a third year in whose midst everything is read.
    let since = bench.record.len();
    another(&mut bench, 41, true);
    append(dir, &bench, since);
    is_sound(dir);
    let second = archived(dir);
    is_sound_alone(&second.file);
    assert_eq!(second.first, first.last.seq + 1, "its first line is the one that names the first archive");
    let since = bench.record.len();
    another(&mut bench, 61, false);
    append(dir, &bench, since);
    is_sound(dir);

    let one = in_one_file(dir);
    assert_eq!(lines(dir), lines(one.path()));
    let replayed = |dir: &Path| {
        let mut replayed = Replayed::default();
        replayed.follow(&RecordReader::open(dir).unwrap()).unwrap();
        replayed
    };
    assert_eq!(replayed(dir), replayed(one.path()));
    for (in_three, in_one) in told(dir, 3).iter().zip(told(one.path(), 3)) {
        assert_eq!(*in_three, in_one);
    }
    assert!(told(dir, 3)[4].contains("games: 2,"), "the statistics are of all games that are over");

    // A program of others reads it too (E 62).
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verify_record.py");
    let theirs = Command::new("python3").arg(script).arg(database_in(dir)).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&theirs.stdout), format!("sound: {}\n", head(dir)));

    // And the tables are made again as they are.
    rebuild(dir).unwrap();
    is_sound(dir);
    let own = Connection::open(database_in(dir)).unwrap();
    let games: Vec<u32> = own
        .prepare("select distinct game from game_ball")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(games, [3], "balls of archived games are in the archives alone");
}

#[test]
fn an_archive_is_read_alone_by_every_tool() {
    let bench = first_year();
    let folder = on_disk(&bench);
    let before = head(folder.path());
    let archive = archived(folder.path());
    // On a medium of its own, that cannot be written.
    let alone = tempfile::tempdir().unwrap();
    let file = alone.path().join(archive.file.file_name().unwrap());
    fs::copy(&archive.file, &file).unwrap();
    let report = check_copy(&file, None).unwrap();
    assert!(report.is_sound() && report.head == before, "{report}");
    assert_eq!(RecordReader::open(&file).unwrap().head().unwrap(), before);
    assert_eq!(fs::read_dir(alone.path()).unwrap().count(), 1, "nothing was made beside it");
    let any = Connection::open_with_flags(&file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let count = |table: &str| {
        any.query_row(&format!("select count(*) from {table}"), [], |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(count("event"), i64::try_from(before.seq).unwrap());
    assert!(count("game_ball") > 0);
    // It is no hall to go on in.
    let refused = Journal::open(&file).unwrap_err();
    assert!(matches!(refused, JournalError::WitnessMissing(_)), "{refused}");
}

#[test]
fn an_archive_that_is_gone_changed_or_another_is_told_by_name() {
    let mut bench = first_year();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let archive = archived(dir);
    let name = archive.file.file_name().unwrap().to_str().unwrap().to_owned();
    let good = fs::read(&archive.file).unwrap();
    let put = |bytes: &[u8]| {
        fs::remove_file(&archive.file).ok();
        fs::write(&archive.file, bytes).unwrap();
    };

    fs::remove_file(&archive.file).unwrap();
    let refused = Journal::open(dir).unwrap_err();
    assert!(matches!(refused, JournalError::ArchiveMissing { .. }), "{refused}");
    assert!(refused.to_string().contains(&name), "{refused}");
    assert!(check(dir, None).unwrap_err().to_string().contains(&name));

    // The archive of a hall that was played otherwise.
    let since = bench.record.len();
    another(&mut bench, 41, true);
    let other = on_disk(&bench);
    append(other.path(), &bench, since);
    let other = archived(other.path());
    put(&fs::read(other.file).unwrap());
    let refused = Journal::open(dir).unwrap_err();
    assert!(matches!(refused, JournalError::ArchiveDiffers(_)), "{refused}");
    assert!(refused.to_string().contains(&name), "{refused}");

    // One bit anywhere: the check finds it.
    for sample in 0..20 {
        let mut bytes = good.clone();
        let at = bytes.len() * sample / 20 + 41;
        bytes[at] ^= 1;
        put(&bytes);
        match check(dir, None) {
            Ok(report) => {
                let told = report.findings.iter().any(|finding| finding.words.contains(&name));
                assert!(told, "the bit in byte {at}: {report}");
            }
            Err(error) => assert!(error.to_string().contains(&name), "the bit in byte {at}: {error}"),
        }
    }
    for length in [0, 100, good.len() / 2, good.len() - 1] {
        put(&good[..length]);
        assert!(!check(dir, None).is_ok_and(|report| report.is_sound()), "cut at {length}");
    }
    put(&good);
    is_sound(dir);
}

/// Whoever can write the files can write a hash too, but not one that was printed.
#[test]
fn a_line_changed_in_an_archive_is_found_by_the_chain_whatever_hash_is_written_for_the_file() {
    let folder = on_disk(&first_year());
    let dir = folder.path();
    let archive = archived(dir);
    let (mut line, _) = lines(dir).pop().unwrap();
    let by_hand = |file: &Path, sql: &str, bytes: &[u8]| {
        let conn = Connection::open(file).unwrap();
        conn.execute_batch("drop trigger if exists event_is_never_updated").unwrap();
        assert_eq!(conn.execute(sql, [bytes]).unwrap(), 1);
    };
    let schema = Connection::open(&archive.file).unwrap();
    let trigger: String = schema
        .query_row("select sql from sqlite_schema where name = 'event_is_never_updated'", [], |row| {
            row.get(0)
        })
        .unwrap();
    drop(schema);
    by_hand(&archive.file, "update event set device = cast(? as text) where seq = 9", b"otra-mesa");
    Connection::open(&archive.file).unwrap().execute_batch(&trigger).unwrap();
    let sha256 = hex::encode(Sha256::digest(fs::read(&archive.file).unwrap()));
    line.body = line.body.replace(&hex::encode(archive.sha256), &sha256);
    let database = database_in(dir);
    by_hand(&database, "update event set body = cast(? as text)", line.body.as_bytes());
    by_hand(&database, "update event set hash = ?", &line.hash(&archive.last.hash).0);
    Connection::open(&database).unwrap().execute_batch(&trigger).unwrap();
    fs::remove_file(dir.join("sala.db.testigo")).unwrap();
    let report = check(dir, None).unwrap();
    assert_eq!(report.first_bad_seq(), Some(9), "{report}");
    let error = RecordReader::open(dir).unwrap().replay(|_, _| ()).unwrap_err();
    assert_eq!(error.seq(), Some(9));
}

#[test]
fn with_a_session_open_or_nothing_new_there_is_no_archive() {
    let mut bench = first_year();
    let folder = on_disk(&bench);
    let dir = folder.path();
    archived(dir);
    let before = head(dir);
    let nothing = archive::run(dir, &mut |_, _| ()).unwrap_err();
    assert!(matches!(nothing, ArchiveError::Nothing), "{nothing}");
    let since = bench.record.len();
    another(&mut bench, 41, false);
    append(dir, &bench, since);
    let open = archive::run(dir, &mut |_, _| ()).unwrap_err();
    assert!(matches!(open, ArchiveError::SessionOpen(2)), "{open}");
    assert_eq!(fs::read_dir(dir.join("archivo")).unwrap().count(), 1);
    assert_eq!(head(dir).seq, before.seq + (bench.record.len() - since) as u64);
}
