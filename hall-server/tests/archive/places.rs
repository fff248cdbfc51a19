//! Copies, mirrors and restores of a hall whose record is in several files.

use std::fs;
use std::path::{Path, PathBuf};

use hall_server::journal::{ARCHIVES, RecordReader, check, database_in};
use rusqlite::{Connection, OpenFlags};
use serde_json::json;

use crate::place::{Place, Server, ana_pin, restore, run, utf8, words};
use crate::process::copy_folder;

/// A hall of two sessions, archived after the first.
fn two_years() -> (Place, PathBuf) {
    let place = Place::new();
    place.enters(&["J1", "J2"]);
    session(&place.dir);
    let archive = archive(&place.dir);
    session(&place.dir);
    (place, archive)
}

fn session(dir: &Path) {
    let mut server = Server::start(dir);
    server.count_is_signed();
    server.ask(
        "open-session",
        &json!({"sala": 1, "balls_counted": 90, "set": "J1", "reserve_set": "J2", "seals_whole": true,
            "installations_work": true, "public_witness": false, "reserve_machine": true, "closing_hour": null}),
    );
    server.count_is_signed();
    server.ask("close-session", &json!({"balls_counted": 90, "public_witness": false}));
    server.stop();
}

/// Archives with the program; returns the file.
fn archive(dir: &Path) -> PathBuf {
    let done = run(&["archive", "--dir", utf8(dir)], "");
    assert!(done.status.success(), "{}", words(&done));
    let files: Vec<_> =
        fs::read_dir(dir.join(ARCHIVES)).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(words(&done).contains(utf8(&files[0])), "{}", words(&done));
    files[0].clone()
}

/// A hall that was restored is sound, serves, and has every line.
fn is_whole(dir: &Path, of: &Place) {
    let report = check(dir, None).unwrap();
    // Files are not in a mirror: the PDFs of its actas are missed by their name.
    let other: Vec<_> =
        report.findings.iter().filter(|finding| finding.table.as_deref() != Some("files")).collect();
    assert!(other.is_empty(), "{report}");
    let (restored, head) = (RecordReader::open(dir).unwrap(), of.head());
    assert!(restored.has(head).unwrap(), "its last line is there");
    assert_eq!(restored.replay(|_, _| ()).unwrap().seq, head.seq + 2, "the new epoch, and its key");
    drop(restored);
    let mut server = Server::start(dir);
    server.log_in("ana", ana_pin());
    server.stop();
}

/// Secrets have a day on which they are deleted; an archive is for ever.
#[test]
fn an_archive_has_no_secret() {
    let (place, archive) = two_years();
    let sealed = |file: &Path| -> i64 {
        let any = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        any.query_row("select count(*) from sealed", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(sealed(&archive), 0);
    let hall = database_in(&place.dir);
    assert!(sealed(&hall) > 4, "the hall goes on with its own");
    let any = Connection::open(&hall).unwrap();
    let salts: Vec<Vec<u8>> = any
        .prepare("select salt from sealed")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let bytes = fs::read(&archive).unwrap();
    assert!(
        !salts.iter().any(|salt| bytes.windows(32).any(|window| window == salt)),
        "not in a free page either"
    );
}

#[test]
fn copies_take_the_archive_once_and_a_restore_brings_it() {
    for encrypted in [false, true] {
        let (place, archive) = two_years();
        let key = encrypted.then(|| place.with_mirror().0);
        let to = place.folder("copias");
        for _ in 0..2 {
            let made = place.backup(&to);
            assert!(made.status.success(), "{}", words(&made));
        }
        let kept: Vec<_> =
            fs::read_dir(to.join(ARCHIVES)).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [kept] = &kept
            .iter()
            .filter(|file| file.extension().is_none_or(|extension| extension != "sha256"))
            .collect::<Vec<_>>()[..]
        else {
            panic!("{kept:?}")
        };
        let same = fs::read(kept).unwrap() == fs::read(&archive).unwrap();
        assert_eq!(same, !encrypted, "encrypted as the copies are");
        let new = place.root.path().join("nueva");
        let made = restore(&[&to], &new, key.as_deref());
        assert!(made.status.success(), "{}", words(&made));
        assert!(new.join(ARCHIVES).join(archive.file_name().unwrap()).is_file());
        is_whole(&new, &place);

        // Without it the copies are told to be of no use, and by what name it goes.
        fs::rename(kept, place.root.path().join("lejos")).unwrap();
        let none = restore(&[&to], &place.root.path().join("otra"), key.as_deref());
        let said = words(&none);
        assert!(!none.status.success(), "{said}");
        assert!(said.contains(archive.file_name().unwrap().to_str().unwrap()), "{said}");
        // The folder of the hall has it, though its own database is no good.
        let broken = place.root.path().join("rota");
        copy_folder(&place.dir, &broken);
        fs::write(broken.join("sala.db"), b"nada").unwrap();
        let new = place.root.path().join("tercera");
        let made = restore(&[&to, &broken], &new, key.as_deref());
        assert!(made.status.success(), "{}", words(&made));
        assert!(check(&new, None).unwrap().is_sound());
        // The next copy puts it back, and one that has changed on the stick too.
        assert!(place.backup(&to).status.success() && kept.is_file());
        let good = fs::read(kept).unwrap();
        let mut bytes = good.clone();
        bytes[good.len() / 2] ^= 1;
        fs::remove_file(kept).unwrap();
        fs::write(kept, &bytes).unwrap();
        let made = place.backup(&to);
        assert!(made.status.success(), "{}", words(&made));
        assert_ne!(fs::read(kept).unwrap(), bytes);
        let fourth = place.root.path().join("cuarta");
        assert!(restore(&[&to], &fourth, key.as_deref()).status.success());

        // One that is bad in the hall itself is not kept.
        let mut bytes = fs::read(&archive).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::remove_file(&archive).unwrap();
        fs::write(&archive, bytes).unwrap();
        let empty = place.folder("vacías");
        let made = place.backup(&empty);
        assert!(!made.status.success(), "{}", words(&made));
        assert!(words(&made).contains("no es el archivo que cita el registro"), "{}", words(&made));
        assert_eq!(fs::read_dir(empty.join(ARCHIVES)).unwrap().count(), 0);
    }
}

#[test]
fn a_mirror_goes_on_over_the_archive_and_gives_the_hall_in_one_file() {
    let place = Place::new();
    let (key, mirror) = place.with_mirror();
    place.enters(&["J1", "J2"]);
    session(&place.dir);
    archive(&place.dir);
    session(&place.dir);
    let compared =
        run(&["check", "--dir", utf8(&place.dir), "--mirror", utf8(&mirror), "--identity", utf8(&key)], "");
    assert!(compared.status.success(), "{}", words(&compared));
    let new = place.root.path().join("nueva");
    let made = restore(&[&mirror], &new, Some(&key));
    assert!(made.status.success(), "{}", words(&made));
    assert!(!new.join(ARCHIVES).exists(), "its record is in one file");
    is_whole(&new, &place);
}

#[test]
fn a_mirror_that_begins_after_the_archive_takes_every_line() {
    let (place, _) = two_years();
    let (key, mirror) = place.with_mirror();
    session(&place.dir);
    let new = place.root.path().join("nueva");
    let made = restore(&[&mirror], &new, Some(&key));
    assert!(made.status.success(), "{}", words(&made));
    is_whole(&new, &place);
}

/// What the program of the next version does before it takes over.
#[test]
fn a_start_is_prepared_beside_the_hall_that_serves() {
    let (place, _) = two_years();
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    server.enter("J3");
    let head = place.head();
    let prepared = run(&["prepare", "--dir", utf8(&place.dir)], "");
    assert!(prepared.status.success(), "{}", words(&prepared));
    let program = hall_server::snapshot::Program::of(Path::new(env!("CARGO_BIN_EXE_hall-server"))).unwrap();
    let record = RecordReader::open(&place.dir).unwrap();
    let path = hall_server::snapshot::prepared_in(&place.dir);
    let snapshot = hall_server::snapshot::read(&path, &record, &program).unwrap();
    // The hall that serves may have written a line of its own meanwhile.
    assert!(snapshot.head.seq >= head.seq && record.has(snapshot.head).unwrap(), "{}", words(&prepared));
    let told = format!("hasta la línea {}", snapshot.head.seq);
    assert!(words(&prepared).contains(&told), "{}", words(&prepared));
    drop(record);
    server.enter("J4");
    server.stop();
    Server::start(&place.dir).stop();
}
