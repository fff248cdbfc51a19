//! Mirrors on real disks: whole, torn, flipped, pulled, full, stalled, of another hall, ahead of the record (NL1).

mod disks;
mod kills;
mod kit;
mod process;
#[path = "../support/process.rs"]
mod served;
#[path = "../support/strace.rs"]
mod strace;
mod whole;

use std::fs;

use hall_server::journal::{Journal, check};
use hall_server::mirror::{self, Identity};
use kit::{Hall, same_tables};

/// A mirror of an evening, read back with its key, makes the hall again.
#[test]
fn a_hall_made_only_of_its_mirror_is_the_hall() {
    let mut hall = Hall::new();
    let mirror = tempfile::tempdir().unwrap();
    let mirrors = hall.mirrors(&[mirror.path()]);
    for _ in 0..40 {
        hall.append(3);
        mirrors.committed(hall.head().seq);
    }
    kit::until(|| mirrors.now()[0].lines_behind == 0);
    let status = mirrors.now().remove(0);
    assert_eq!((status.head, status.ms_behind, status.trouble), (hall.head(), 0, None));
    hall.end(mirrors);

    let looked = mirror::look(mirror.path()).unwrap();
    assert_eq!((looked.head, looked.hall), (hall.head(), Some(hall.line_1())));
    assert!(!looked.torn && !looked.damaged && looked.segments == 1);
    let made = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(made.path(), 0).unwrap();
    let mut reading = mirror::read(mirror.path(), &hall.key).unwrap();
    assert_eq!(reading.hall(), hall.line_1());
    for portion in &mut reading {
        journal.take_in(&portion.unwrap()).unwrap();
    }
    assert_eq!(reading.head(), hall.head());
    drop(journal);
    let report = check(made.path(), Some(hall.head())).unwrap();
    assert!(report.is_sound(), "{report}");
    same_tables(made.path(), hall.folder());
    // Nothing of what it holds can be read without the key.
    let bytes = fs::read(kit::segments(mirror.path()).remove(0)).unwrap();
    for secret in ["login_refused", "mesa-1", "hall_founded"] {
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{secret}");
    }
    let error = mirror::read(mirror.path(), &Identity::generate()).unwrap().next().unwrap().unwrap_err();
    assert!(error.to_string().contains("esta clave no la abre"), "{error}");
}

/// A mirror that comes late, one that comes back older, and one that was emptied go the same way: from where they are.
#[test]
fn a_mirror_that_was_away_catches_up_from_where_it_is() {
    let mut hall = Hall::new();
    let mirror = tempfile::tempdir().unwrap();
    for _ in 0..700 {
        hall.append(3);
    }
    let mirrors = hall.mirrors(&[mirror.path()]);
    kit::until(|| mirrors.now()[0].lines_behind == 0);
    hall.end(mirrors);
    let frames = hall.checked(mirror.path()).frames;
    assert!((2..20).contains(&frames), "many lines to a frame: {frames}");
    // Back with what it had an hour ago.
    let old = fs::read(kit::segments(mirror.path()).remove(0)).unwrap();
    for _ in 0..20 {
        hall.append(1);
    }
    hall.mirrored(&[mirror.path()]);
    fs::write(kit::segments(mirror.path()).remove(0), old).unwrap();
    hall.mirrored(&[mirror.path()]);
    assert_eq!(hall.checked(mirror.path()).head, hall.head());
    fs::remove_file(kit::segments(mirror.path()).remove(0)).unwrap();
    hall.mirrored(&[mirror.path()]);
    assert_eq!(hall.checked(mirror.path()).head, hall.head());
}
