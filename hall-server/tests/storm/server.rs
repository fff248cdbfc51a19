//! A server on one thread: the real desk over a real record, and the ways in which it dies.
//!
//! A process that is killed leaves its files as they are. Here the files are copied at that
//! moment, and the copy is what the next server opens; the old desk is dropped and with it
//! whatever it had not told anybody.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use ball_machine::orders::Orders;
use hall_core::event::Event;
use hall_core::record::Line;
use hall_server::clock::Source;
use hall_server::desk::{Desk, DeskHandle, Disk, View};
use hall_server::journal::{Journal, Opened, RecordReader};
use hall_server::mirror::Mirrors;

/// How a server ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// In good order.
    Stopped,
    /// Killed with inputs waiting and none decided.
    BeforeTheCommit,
    /// Killed while the frames of a commit were being written: the last bytes are not there.
    InTheCommit {
        /// How many bytes of the `-wal` are.
        wal: u64,
    },
    /// Killed after a commit, with nobody told.
    AfterTheCommit,
}

/// What the desk has for clocks: one that jumps and one that does not.
#[derive(Default)]
pub struct Clocks {
    pub wall: Arc<AtomicI64>,
    pub steady: Arc<AtomicI64>,
}

/// The witness of the record.
const WITNESS: &str = "sala.db.testigo";

pub struct Server {
    folder: PathBuf,
    desk: Desk,
    pub handle: DeskHandle,
    pub orders: Arc<Orders>,
    reader: RecordReader,
    pub opened: Opened,
    /// The witness at the last mark: it is written behind a commit, never within.
    witness: Vec<u8>,
}

impl Server {
    /// Opens the record in a folder and starts.
    pub fn start(folder: PathBuf, clocks: &Clocks) -> Server {
        let (journal, opened) = Journal::open(&folder).unwrap();
        let source = |clock: &Arc<AtomicI64>| -> Source {
            let clock = clock.clone();
            Arc::new(move || clock.load(Ordering::Relaxed))
        };
        let (desk, handle, orders) = Desk::open_with(journal, Disk::Reserved, |clock| {
            clock.with_sources(source(&clocks.wall), source(&clocks.steady))
        })
        .unwrap();
        let reader = RecordReader::open(&folder).unwrap();
        Server { folder, desk, handle, orders, reader, opened, witness: Vec::new() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a server says to its desk when a driver's file is set.
    #[allow(dead_code, reason = "storms have a machine that counts")]
    pub fn hears_a_machine_without_count(&mut self) {
        self.desk.hears_a_machine_without_count();
    }

    /// Gives the desk mirrors to tell of its commits.
    #[allow(dead_code, reason = "storms have no mirror")]
    pub fn tells(&mut self, mirrors: Arc<Mirrors>) {
        self.desk.tells(mirrors);
    }

    /// Lets the desk take what waits.
    pub fn turn(&mut self) -> bool {
        self.desk.turn().unwrap()
    }

    pub fn view(&self) -> Arc<View> {
        self.handle.view.borrow().clone()
    }

    /// Returns the lines after `seq` that are committed, as another connection sees them.
    pub fn lines_after(&self, seq: u64) -> Vec<(Line, Event)> {
        let head = self.reader.head().unwrap();
        if head.seq == seq { Vec::new() } else { self.reader.lines(seq + 1, head.seq).unwrap() }
    }

    /// Keeps what stands beside the record before a commit; returns how many bytes the `-wal` has.
    pub fn mark(&mut self) -> u64 {
        self.witness = fs::read(self.folder.join(WITNESS)).unwrap();
        self.wal()
    }

    /// How many bytes the `-wal` has.
    pub fn wal(&self) -> u64 {
        fs::metadata(self.folder.join("sala.db-wal")).map_or(0, |file| file.len())
    }

    /// Ends, and returns the folder that the next server finds.
    pub fn end(self, end: End) -> PathBuf {
        let Server { folder, desk, reader, witness, .. } = self;
        if end == End::Stopped {
            drop((desk, reader));
            return folder;
        }
        let number: u32 = folder.file_name().unwrap().to_str().unwrap().parse().unwrap();
        let left = folder.with_file_name((number + 1).to_string());
        fs::create_dir(&left).unwrap();
        for entry in fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name();
            // SQLite makes its index of the -wal anew after a crash.
            if name != "sala.db-shm" {
                fs::copy(folder.join(&name), left.join(&name)).unwrap();
            }
        }
        if let End::InTheCommit { wal } = end {
            let file = fs::File::options().write(true).open(left.join("sala.db-wal")).unwrap();
            file.set_len(wal).unwrap();
            fs::write(left.join(WITNESS), witness).unwrap();
        }
        drop((desk, reader));
        fs::remove_dir_all(&folder).unwrap();
        left
    }
}
