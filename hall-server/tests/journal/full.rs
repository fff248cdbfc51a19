//! A full disk says that it is full, whoever meets it: a start, a look, a whole check (E9).

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use hall_core::event::{DiligenciaKind, Event};
use hall_server::journal::{Journal, JournalError, RecordReader, check, database_in, look, release_reserve};

use crate::disk::SmallDisk;
use crate::kit::{Evening, batch, beside, copy_of};

/// Writes until nothing more fits.
fn fill(disk: &SmallDisk) {
    let mut file = File::create(disk.path().join("películas")).unwrap();
    for piece in [&[0; 65_536][..], &[0; 1]] {
        while file.write_all(piece).is_ok() {}
    }
}

fn says_full(error: &JournalError) -> bool {
    matches!(error, JournalError::Full { .. }) && error.to_string().contains("está lleno")
}

#[test]
fn a_full_disk_can_be_looked_at_and_a_start_on_it_says_that_it_is_full() {
    let Some(disk) = SmallDisk::mount(40) else { return };
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let crashed_at = journal.append(&batch("late", &evening.events[..1])).unwrap().head;
    let crashed = copy_of(evening.folder.path());
    drop(journal);
    fs::remove_file(beside(&crashed.path().join("sala.db"), "-shm")).unwrap();
    let folders = [("caída", crashed.path()), ("cerrada", evening.folder.path())].map(|(name, from)| {
        let to = disk.path().join(name);
        assert!(Command::new("cp").arg("-a").arg(from).arg(&to).status().unwrap().success());
        to
    });
    fill(&disk);
    for folder in &folders {
        let (journal, what) = (Journal::open(folder), folder.display());
        let error = journal.map(|_| ()).unwrap_err();
        assert!(says_full(&error), "{what}: {error:?}");
        assert_eq!(look(folder, RecordReader::head).unwrap(), crashed_at, "{what}");
        assert!(check(folder, Some(crashed_at)).unwrap().is_sound(), "{what}");
    }
    // The reserve is there for this.
    for folder in &folders {
        assert!(release_reserve(folder).unwrap());
        assert_eq!(Journal::open(folder).unwrap().1.head, crashed_at);
    }
}

/// The server itself: it takes its reserve, plays the game to its end and says that no sale will open; without one it says
/// what is wrong and ends.
#[test]
fn a_server_starts_on_a_full_disk_with_its_reserve_and_says_so_without() {
    let Some(disk) = SmallDisk::mount(40) else { return };
    let folder = disk.path().join("sala");
    let server = |order: &str| {
        let mut server = Command::new(env!("CARGO_BIN_EXE_hall-server"));
        server.arg(order).arg("--dir").arg(&folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        server
    };
    let founded =
        server("init").args(["--name", "Sala", "--manager", "Ana Gil", "--user", "ana"]).output().unwrap();
    assert!(founded.status.success(), "{founded:?}");
    fill(&disk);
    let mut running = server("serve").args(["--listen", "127.0.0.1:0"]).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(running.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("escucha en"), "{said}");
    let pid = nix::unistd::Pid::from_raw(running.id().try_into().unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    let mut said = String::new();
    running.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(running.wait().unwrap().success() && said.contains("No podrá abrirse ninguna venta"), "{said}");
    fs::remove_file(folder.join("sala.db.reserva")).ok();
    fill(&disk);
    let output = server("serve").args(["--listen", "127.0.0.1:0"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("está lleno") && said.contains("sala.db"), "{said}");
}

/// The whole check makes the tables again, in a temporary file; the hall's own disk may have room.
#[test]
fn a_check_without_room_for_temporary_files_names_their_folder() {
    let Some(disk) = SmallDisk::mount(1) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let long = |diligencia: u32| Event::DiligenciaWritten {
        diligencia,
        about: DiligenciaKind::Incidencia,
        game: None,
        text: "x".repeat(2000),
        claimant: None,
        document: false,
        signed: false,
    };
    // More than SQLite keeps in memory, 2 MB.
    for number in 0..30 {
        let events: Vec<_> = (0..100).map(|of| long(number * 100 + of + 1)).collect();
        journal.append(&batch(&format!("r-{number}"), &events)).unwrap();
    }
    drop(journal);
    fill(&disk);
    let checked = |temporary: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_hall-server"))
            .args(["check", "--dir"])
            .arg(folder.path())
            .env("SQLITE_TMPDIR", temporary)
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (sound, said) = checked(disk.path());
    let named = format!("El disco de {} está lleno", disk.path().display());
    assert!(!sound && said.contains(&named), "{said}");
    let elsewhere = tempfile::tempdir().unwrap();
    assert!(checked(elsewhere.path()).0);
    assert!(!beside(&database_in(folder.path()), "-wal").exists());
}
