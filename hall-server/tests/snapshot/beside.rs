//! What is done beside the hall: the whole record is read and compared, snapshots are written, everything is checked.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use hall_core::event::{Event, SessionNo};
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_server::beside::{Beside, Fault};
use hall_server::desk::{Answer, Ask, Desk, DeskHandle, Disk};
use hall_server::journal::{Journal, JournalError, RecordReader, database_in};
use hall_server::serve::EXIT_RECORD;
use hall_server::snapshot::{self, Program};
use tokio::runtime::Runtime;

use crate::kit::{
    at, change_the_name, close, closes, copy, crashed, on_disk, three_sessions, with_a_name_at, write,
};
use crate::support::{MESA, SALA, phases, set};

/// A hall that is served without a port.
struct Served {
    handle: DeskHandle,
    beside: Beside,
    faults: mpsc::Receiver<Fault>,
    desk: thread::JoinHandle<()>,
    runtime: Runtime,
}

impl Served {
    fn start(dir: &Path) -> Served {
        Served::try_start(dir).unwrap()
    }

    fn try_start(dir: &Path) -> Option<Served> {
        let (journal, _) = Journal::open_to_serve(dir, &[]).ok()?;
        let (mut desk, handle, _) = Desk::open(journal, Disk::Reserved).ok()?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        // One fault ends it.
        let (tell, faults) = mpsc::sync_channel(1);
        let ends = move |fault| tell.send(fault).unwrap();
        let beside = Beside::start(dir, &handle, desk.begun(), runtime.handle().clone(), ends).unwrap();
        let desk = thread::spawn(move || desk.run().unwrap());
        Some(Served { handle, beside, faults, desk, runtime })
    }

    /// Waits until the record was read to the end, and a snapshot was written of this line.
    fn wait_for_snapshot(&self, seq: u64) {
        let mut done = self.beside.done();
        self.runtime.block_on(done.wait_for(|done| done.snapshot == seq)).unwrap();
    }

    /// Waits until the whole check was made behind the acta of this session.
    fn wait_for_check(&self, acta: Option<SessionNo>) {
        let mut done = self.beside.done();
        self.runtime.block_on(done.wait_for(|done| done.checked == acta)).unwrap();
    }

    /// The session is closed with the ninety balls that the jefe de sala counts.
    fn close_session(&self) {
        self.ask(SALA, Request::SignCount { set: set("J1"), balls_counted: 90 });
        self.ask(MESA, Request::CloseSession { balls_counted: 90, public_witness: false });
    }

    fn ask(&self, by: PersonId, request: Request) {
        let ask = Ask {
            request_id: format!("{request:?}"),
            device: "mesa-1".into(),
            by,
            body_sha256: [0; 32],
            request,
            sealed: vec![],
        };
        let answer = self.runtime.block_on(self.handle.ask(ask));
        assert!(matches!(answer, Ok(Answer::Done(_))), "{answer:?}");
    }

    /// What ends the hall before its record was read to the end.
    fn fault(&self) -> Fault {
        let (mut done, last) = (self.beside.done(), self.handle.view.borrow().seq);
        let read = self.runtime.block_on(done.wait_for(|done| done.read >= last)).is_ok();
        assert!(!read, "all was read, and nothing was wrong");
        self.faults.recv().unwrap()
    }

    fn stop(self) {
        self.beside.stop();
        drop(self.handle);
        self.desk.join().unwrap();
    }
}

#[test]
fn after_a_whole_start_there_is_a_snapshot_of_the_last_close() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let last = *closes(&bench).last().unwrap();
    let served = Served::start(folder.path());
    served.wait_for_snapshot(last);
    served.stop();
    let reader = RecordReader::open(folder.path()).unwrap();
    assert_eq!(snapshot::nearest(&reader, |_| true), Some(at(folder.path(), last)));
}

/// DECISIONS 2: a hall that is switched off behind its acta is checked after the next start, and not under an open session.
#[test]
fn what_the_stop_broke_off_of_the_whole_check_is_made_after_the_next_start() {
    let mut bench = phases::ended_and_paid();
    close(&mut bench, true);
    let folder = on_disk(&bench);
    let served = Served::start(folder.path());
    let acta = served.handle.view.borrow().facts.acta;
    assert!(acta.is_some(), "the session has its acta");
    served.wait_for_check(acta);
    served.stop();

    bench.open_session();
    let folder = on_disk(&bench);
    let served = Served::start(folder.path());
    served.wait_for_snapshot(closes(&bench)[0]);
    assert_eq!(served.beside.done().borrow().checked, None, "a session is open");
    served.close_session();
    served.wait_for_check(acta);
    served.stop();
}

#[test]
fn at_a_sessions_close_a_snapshot_is_written() {
    let mut bench = phases::after_the_session();
    bench.open_session();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let first = closes(&bench)[0];
    let served = Served::start(dir);
    served.wait_for_snapshot(first);
    served.close_session();
    let closed = served.handle.view.borrow().facts.closed.unwrap();
    assert!(closed > first);
    served.wait_for_snapshot(closed);
    served.stop();
    // Closed in good order, with nothing left to be brought home.
    assert!(!dir.join("sala.db-wal").exists());
    let reader = RecordReader::open(dir).unwrap();
    assert_eq!(snapshot::nearest(&reader, |_| true), Some(at(dir, closed)));
    let before = snapshot::nearest(&reader, |found| found.head.seq < closed);
    assert_eq!(before, Some(at(dir, first)), "the acta of the session begins with it");
}

/// The snapshot is whole and of this line, but not what the record gives: it misses something, or somebody wrote it.
#[test]
fn a_snapshot_that_is_not_what_the_record_gives_ends_the_hall_and_is_deleted() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let dir = folder.path();
    let seq = closes(&bench)[1];
    let mut forged = at(dir, seq);
    forged.hall.diligencias += 1;
    write(dir, &forged);
    let served = Served::start(dir);
    let fault = served.fault();
    assert!(matches!(fault, Fault::Snapshot(at) if at == seq), "{fault:?}");
    assert!(!snapshot::path_in(dir).exists());
    served.stop();
}

#[test]
fn what_only_papers_say_is_compared_too() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let [first, second] = closes(&bench)[..] else { panic!("two sessions are over") };
    let mut forged = at(folder.path(), second);
    forged.told = at(folder.path(), first).told;
    write(folder.path(), &forged);
    let served = Served::start(folder.path());
    assert!(matches!(served.fault(), Fault::Snapshot(_)));
    served.stop();
}

#[test]
fn a_record_that_is_broken_before_the_snapshot_ends_the_hall_and_deletes_it() {
    let mut bench = three_sessions();
    let folder = with_a_name_at(&mut bench, 20);
    let dir = folder.path();
    write(dir, &at(dir, closes(&bench)[1]));
    change_the_name(dir);
    let served = Served::start(dir);
    let fault = served.fault();
    assert!(fault.to_string().contains("La línea 20 del registro no es la que se escribió"), "{fault}");
    assert!(!snapshot::path_in(dir).exists());
    served.stop();
}

const SETTINGS: &str = "[server]\nlisten = \"127.0.0.1:0\"\n[paper]\ncompany = \"\"\naddress = \"\"\ntown = \"\"\nbook = \"\"\n\
    authority = \"\"\nlegal = \"\"\n";

/// NL1: after a crash a start from a snapshot does not wait for SQLite's look at every page; that is taken beside the hall.
#[test]
fn a_damaged_page_is_found_beside_the_hall_and_the_next_start_refuses() {
    const PAGE: usize = 4096;
    let bench = three_sessions();
    let folder = on_disk(&bench);
    write(folder.path(), &at(folder.path(), closes(&bench)[1]));
    let crashed = crashed(folder.path());
    let pages = fs::metadata(database_in(crashed.path())).unwrap().len() as usize / PAGE;
    let mut found = 0;
    for page in 1..pages {
        let folder = copy(crashed.path());
        let dir = folder.path();
        let mut bytes = fs::read(database_in(dir)).unwrap();
        bytes[page * PAGE] ^= 0x40;
        fs::write(database_in(dir), bytes).unwrap();
        // What the start itself has to read keeps it from starting, as ever.
        let Some(served) = Served::try_start(dir) else { continue };
        let mut done = served.beside.done();
        let read = served.runtime.block_on(done.wait_for(|done| done.read > 0));
        assert!(read.is_err(), "page {page} is damaged and the hall goes on");
        drop(read);
        let fault = served.fault();
        assert!(matches!(fault, Fault::Record(JournalError::Damaged { .. })), "{fault:?}");
        assert!(!snapshot::path_in(dir).exists());
        served.stop();
        let refused = Journal::open(dir).map(|_| ()).unwrap_err();
        assert!(matches!(refused, JournalError::Damaged { .. }), "{refused:?}");
        found += 1;
    }
    assert!(found > 0, "no page could be damaged without the start's noticing");
}

/// Serves until the server ends by itself, which may be before it says where it listens; its status and what it said.
fn serve_to_the_end(dir: &Path) -> (Option<i32>, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_hall-server"))
        .args(["serve", "--listen", "127.0.0.1:0", "--dir"])
        .arg(dir)
        .output()
        .unwrap();
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

/// A snapshot that the server's own program might have written.
fn write_as_the_server(dir: &Path, hall: &hall_server::replayed::Replayed) {
    let program = Program::of(Path::new(env!("CARGO_BIN_EXE_hall-server"))).unwrap();
    snapshot::write(&database_in(dir), hall, program).unwrap();
}

#[test]
fn the_server_ends_with_75_and_words_and_then_starts_from_the_whole_record() {
    let bench = three_sessions();
    let folder = on_disk(&bench);
    let dir = folder.path();
    fs::write(dir.join("sala.toml"), SETTINGS).unwrap();
    let seq = closes(&bench)[1];
    let mut forged = at(dir, seq);
    forged.hall.diligencias += 1;
    write_as_the_server(dir, &forged);
    let (status, words) = serve_to_the_end(dir);
    assert_eq!(status, Some(EXIT_RECORD), "{words}");
    assert!(words.contains("que no es el que resulta del registro"), "{words}");
    assert!(!snapshot::path_in(dir).exists());

    let (journal, opened) = Journal::open(dir).unwrap();
    assert!(opened.after_crash);
    let (mut desk, handle, _) = Desk::open(journal, Disk::Reserved).unwrap();
    assert!(desk.begun().from.is_none());
    assert_eq!(handle.view.borrow().mesa.public.announced.len(), 3);
}

#[test]
fn the_server_ends_with_75_where_the_record_is_broken_and_then_refuses_to_start() {
    let mut bench = three_sessions();
    let folder = with_a_name_at(&mut bench, 20);
    let dir = folder.path();
    fs::write(dir.join("sala.toml"), SETTINGS).unwrap();
    write_as_the_server(dir, &at(dir, closes(&bench)[1]));
    change_the_name(dir);
    let (status, words) = serve_to_the_end(dir);
    assert_eq!(status, Some(EXIT_RECORD), "{words}");
    assert!(words.contains("La línea 20 del registro no es la que se escribió"), "{words}");
    let (status, words) = serve_to_the_end(dir);
    assert_eq!(status, Some(1), "{words}");
    assert!(words.contains("La línea 20 del registro no es la que se escribió"), "{words}");
}

/// The acta is recorded first; the whole check comes after it, and stops when the server is stopped.
#[test]
fn a_stop_in_the_middle_leaves_the_database_closed_in_good_order() {
    let mut bench = three_sessions();
    let card = bench.hall.games;
    bench.ask(MESA, Request::AskVoid { game: hall_core::event::GameNo(card), cause: "fin".into() }).unwrap();
    bench
        .ask(SALA, Request::ConfirmVoid { game: hall_core::event::GameNo(card), cause: "fin".into() })
        .unwrap();
    close(&mut bench, true);
    let issued = |event: &Event| matches!(event, Event::ActaIssued { .. });
    assert!(issued(&bench.record.last().unwrap().event));
    let folder = on_disk(&bench);
    Served::start(folder.path()).stop();
    assert!(!folder.path().join("sala.db-wal").exists());
    assert!(!Journal::open(folder.path()).unwrap().1.after_crash);
}
