//! Backups, restores and the spare with the real program: beside a hall that is asked all the time, on disks that fill up, of copies that are
//! cut, changed, old, of another hall, or forked (NL1, E14, E61, DECISIONS 40, 41).

#[path = "../support/small_disk.rs"]
mod disk;
mod boards;
mod kit;
#[path = "../support/process.rs"]
mod process;
mod orders;
mod rehearsals;
mod restores;
mod spare;
#[path = "../support/strace.rs"]
mod strace;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hall_server::backup::{Name, Note};
use hall_server::journal::{RecordReader, check_copy};
use hall_server::mirror::Identity;

use disk::SmallDisk;
use kit::{Place, Server, ana_pin, copies, run, until, utf8, words};

/// E14: each copy is sound, of one moment, and a beginning of what the hall went on to write.
#[test]
fn a_copy_beside_a_hall_that_is_asked_all_the_time_is_sound_and_a_prefix_of_its_record() {
    let place = Place::new();
    let to = place.folder("copias");
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    let over = Arc::new(AtomicBool::new(false));
    let (server, asked) = std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let mut asked = 0;
            while !over.load(Ordering::SeqCst) {
                asked += 1;
                server.enter(&format!("J{asked}"));
            }
            asked
        });
        for _ in 0..4 {
            let made = place.backup(&to);
            assert!(made.status.success(), "{}", words(&made));
        }
        over.store(true, Ordering::SeqCst);
        let asked = asking.join().unwrap();
        (&server, asked)
    });
    assert!(asked > 5, "the hall was asked meanwhile: {asked}");
    let record = RecordReader::open(&place.dir).unwrap();
    let found = copies(&to);
    assert!(!found.is_empty());
    for file in &found {
        let report = check_copy(file, None).unwrap();
        assert!(report.is_sound(), "{report}");
        assert!(record.has(report.head).unwrap(), "it is not of this record: {}", file.display());
        let name = Name::parse(file.file_name().unwrap().to_str().unwrap()).unwrap();
        let note = Note::read(&to, &name).expect("the text beside it");
        assert_eq!((note.known.sighting.head, name.seq), (report.head, report.head.seq));
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(
        to.join(Name::parse(found[0].file_name().unwrap().to_str().unwrap()).unwrap().others())
            .join("sala.toml")
            .is_file()
    );
    drop(record);
    assert!(server.get("/healthz").contains("\"bien\""));
}

#[test]
fn with_the_mirrors_key_nothing_of_a_copy_can_be_read_without_it() {
    let place = Place::new();
    let (key, _) = place.with_mirror();
    let to = place.folder("copias");
    let made = place.backup(&to);
    assert!(made.status.success() && !words(&made).contains("no está cifrada"), "{}", words(&made));
    let file = copies(&to).remove(0);
    let bytes = fs::read(&file).unwrap();
    for secret in ["SQLite format 3", "hall_founded", "Bingo de la Copia"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
    let mut plain = Vec::new();
    let mut reader = Identity::read(&key).unwrap().decrypting(&bytes[..]).unwrap();
    std::io::Read::read_to_end(&mut reader, &mut plain).unwrap();
    assert!(plain.starts_with(b"SQLite format 3"));
    let left = fs::read_dir(&place.dir).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with('.')).collect();
    assert!(left.is_empty(), "nothing in clear is left: {left:?}");
}

/// The oldest go; what is foreign, or no longer what its text says, neither goes nor counts.
#[test]
fn old_copies_of_this_hall_go_and_nothing_else_does() {
    let (place, other) = (Place::new(), Place::new());
    let to = place.folder("copias");
    // Another hall's copy, and a photograph.
    fs::remove_dir_all(&other.dir).unwrap();
    kit::new_hall(&other.dir, "Otra sala");
    assert!(other.backup(&to).status.success());
    let theirs = copies(&to);
    fs::write(to.join("sala-2020-01-01-0000-7.db"), b"no es una copia").unwrap();
    for set in ["J1", "J2", "J3", "J4"] {
        place.enters(&[set]);
        let made = run(&["backup", "--dir", utf8(&place.dir), "--to", utf8(&to), "--keep", "2"], "");
        assert!(made.status.success(), "{}", words(&made));
    }
    let hall = RecordReader::open(&place.dir).unwrap().known().unwrap().hall;
    let ours = |file: &&std::path::PathBuf| {
        let name = Name::parse(file.file_name().unwrap().to_str().unwrap()).unwrap();
        Note::read(&to, &name).is_some_and(|note| note.known.hall == hall)
    };
    let left = copies(&to);
    assert_eq!(left.iter().filter(ours).count(), 2, "{left:?}");
    assert!(left.contains(&theirs[0]) && left.len() == 4, "{left:?}");
    let newest = left.iter().filter(ours).map(|file| check_copy(file, None).unwrap().head.seq).max();
    assert_eq!(newest, Some(place.head().seq));
}

/// E61: told, nothing half done is left, and the hall goes on.
#[test]
fn a_full_stick_keeps_what_it_had_and_the_hall_goes_on() {
    let Some(disk) = SmallDisk::mount(1) else { return };
    let place = Place::new();
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    fs::write(disk.path().join("lleno"), vec![7; 900 << 10]).unwrap();
    let made = place.backup(disk.path());
    assert!(!made.status.success() && words(&made).contains("está lleno"), "{}", words(&made));
    let left: Vec<_> = fs::read_dir(disk.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["lleno"]);
    server.enter("J1");
    // With room again, it is made.
    fs::remove_file(disk.path().join("lleno")).unwrap();
    let made = place.backup(disk.path());
    assert!(made.status.success() || words(&made).contains("está lleno"), "{}", words(&made));
}

#[test]
fn a_folder_that_is_not_there_or_on_the_halls_disk_is_told() {
    let place = Place::new();
    let missing = place.root.path().join("no-hay");
    let made = place.backup(&missing);
    assert!(!made.status.success() && words(&made).contains("Conecte el disco"), "{}", words(&made));
    assert!(!missing.exists(), "it is not made: a stick may be missing");
    let to = place.folder("copias");
    let made = run(&["backup", "--dir", utf8(&place.dir), "--to", utf8(&to), "--other-disk"], "");
    assert!(!made.status.success() && words(&made).contains("mismo disco"), "{}", words(&made));
    assert!(copies(&to).is_empty());
}

/// Its folder is missing, and nothing is wrong yet: no session was closed.
#[test]
fn no_copy_is_due_before_a_session_was_closed() {
    let place = Place::new();
    place.set(&format!("[backup]\nfolder = \"{}\"", place.root.path().join("no-hay").display()));
    let server = Server::start(&place.dir);
    until(|| server.get("/metrics").contains("bombo_backup_in_trouble 0"));
}
