//! A start from a snapshot goes on as one that read everything.

use std::path::Path;

use hall_server::desk::{Begun, Desk, Disk};
use hall_server::journal::Journal;
use hall_wire::board::{MesaBoard, PublicBoard};

use crate::kit::{at, change_the_name, crashed, on_disk, three_sessions, with_a_name_at, write};
use crate::support::{Bench, phases};

/// What people see after a start, and what it began with.
fn boards(dir: &Path) -> (PublicBoard, MesaBoard, Begun) {
    let (journal, _) = Journal::open(dir).unwrap();
    let (mut desk, handle, _) = Desk::open(journal, Disk::Reserved).unwrap();
    let view = handle.view.borrow();
    (view.public.clone(), view.mesa.clone(), desk.begun())
}

fn goes_on(bench: &Bench, seq: u64) {
    let (whole, from_there) = (on_disk(bench), on_disk(bench));
    let hall = at(from_there.path(), seq);
    write(from_there.path(), &hall);
    let (public, mesa, begun) = boards(whole.path());
    assert!(begun.from.is_none(), "there was none");
    let (public_from, mesa_from, begun) = boards(from_there.path());
    assert_eq!(begun.from, Some(hall), "it was not used");
    assert_eq!((public_from, mesa_from), (public, mesa), "from line {seq}");
}

#[test]
fn a_start_from_a_snapshot_shows_what_a_whole_one_shows() {
    let bench = three_sessions();
    let last = bench.record.len() as u64;
    for seq in (1..=last).step_by(11).chain([last]) {
        goes_on(&bench, seq);
    }
    for (_, bench) in phases::phases() {
        goes_on(&bench, bench.record.len() as u64);
    }
}

/// A broken line behind the snapshot keeps the hall from opening, as ever.
#[test]
fn a_broken_line_behind_the_snapshot_refuses_the_start() {
    let mut bench = three_sessions();
    let folder = with_a_name_at(&mut bench, 50);
    let dir = folder.path();
    write(dir, &at(dir, 40));
    change_the_name(dir);
    let (journal, _) = Journal::open(dir).unwrap();
    let refused = Desk::open(journal, Disk::Reserved).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("La línea 50 del registro no es la que se escribió"), "{refused}");
}

/// As long as nobody has looked at the pages after a crash, the database is not closed in good order.
#[test]
fn pages_that_nobody_looked_at_are_looked_at_by_the_next_start() {
    let folder = on_disk(&three_sessions());
    let crashed = crashed(folder.path());
    for _ in 0..2 {
        let (journal, opened) = Journal::open_to_serve(crashed.path(), &[]).unwrap();
        assert!(opened.after_crash && journal.pages().may_be_damaged());
    }
    drop(Journal::open(crashed.path()).unwrap());
    let (journal, opened) = Journal::open_to_serve(crashed.path(), &[]).unwrap();
    assert!(!opened.after_crash && !journal.pages().may_be_damaged());
}
