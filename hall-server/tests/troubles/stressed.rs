//! A disk that stalls for five seconds under a running server (E 11), and one that fills up and gets room again (E 9).

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use hall_server::journal::{RecordReader, check};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::disk::SmallDisk;
use crate::kit::{Place, Server, ana_pin, copy_folder, until};
use crate::{Mesa, health, is_listed, strace};

/// strace, until it is dropped: whoever waits for a traced process that was killed waits for its tracer.
struct Tracer(Child);

impl Drop for Tracer {
    fn drop(&mut self) {
        // Told to end it lets go of a process that goes on.
        kill(Pid::from_raw(i32::try_from(self.0.id()).unwrap()), Signal::SIGINT).ok();
        self.0.wait().ok();
    }
}

/// Lets the next sync of a file take five seconds more, of whatever thread.
fn stall_once(pid: u32, file: &Path) -> Tracer {
    let mut tracer = Command::new("strace")
        .args([
            "-f",
            "-e",
            "trace=fsync,fdatasync",
            "-e",
            "inject=fsync,fdatasync:delay_enter=5000000:when=1",
        ])
        .arg("-P")
        .arg(file)
        .args(["-p", &pid.to_string()])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(tracer.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("attached"), "{said}");
    Tracer(tracer)
}

/// Whether the mesa's key is in the record: a line that the server writes by itself when a screen first cosigns.
fn has_met_the_mesa(dir: &Path) -> bool {
    let mut has = false;
    let record = RecordReader::open(dir).unwrap();
    record.replay(|_, event| has |= matches!(event, hall_core::event::Event::WitnessMet { .. })).unwrap();
    has
}

#[test]
fn a_disk_that_stalls_for_five_seconds_is_told_while_it_does_and_what_waits_acts_once() {
    if !strace::is_here() {
        return;
    }
    let place = Place::new();
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    let mesa = Mesa::of(&place, &server);
    server.enter("J1");
    until(|| has_met_the_mesa(&place.dir));
    let before = health(&server).seq;
    assert!(!is_listed(&server, "disco-lento"));
    let wal = place.dir.join("sala.db-wal");
    let tracer = stall_once(server.child.id(), &wal);
    std::thread::scope(|scope| {
        let asked: Vec<_> = ["J2", "J3", "J4"]
            .map(|set| {
                scope.spawn({
                    let server = &server;
                    move || server.enter(set)
                })
            })
            .into();
        // The desk can tell nobody anything; who asks is told, and nothing is acknowledged or shown.
        until(|| {
            let health = health(&server);
            assert_eq!(health.seq, before, "it stalls, and nobody was told");
            health.troubles.iter().any(|code| code == "disco-lento")
        });
        assert!(is_listed(&server, "disco-lento"));
        for asked in asked {
            asked.join().unwrap();
        }
    });
    let words = mesa.is_told(&server, "disco-lento");
    assert!(words.contains("El disco tarda (5,") || words.contains("El disco tarda (6,"), "{words}");
    drop(tracer);
    server.stop();
    let mut registered = 0;
    RecordReader::open(&place.dir)
        .unwrap()
        .replay(|_, event| {
            registered += usize::from(matches!(event, hall_core::event::Event::BallSetRegistered { .. }));
        })
        .unwrap();
    assert_eq!(registered, 4, "each acted once");
}

/// Writes until nothing more fits.
fn fill(path: &Path) {
    let mut file = File::create(path).unwrap();
    for piece in [&[0; 65_536][..], &[0; 1]] {
        while file.write_all(piece).is_ok() {}
    }
}

#[test]
fn a_disk_that_fills_up_under_the_server_is_told_until_there_is_room_and_nothing_is_lost() {
    let Some(disk) = SmallDisk::mount(96) else { return };
    let mut place = Place::new();
    let dir = disk.path().join("sala");
    copy_folder(&place.dir, &dir);
    place.dir = dir;
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    let mesa = Mesa::of(&place, &server);
    // 96 MiB are little from the first.
    mesa.is_told(&server, "disco-casi-lleno");
    assert!(!is_listed(&server, "disco-lleno"));
    let film = disk.path().join("película");
    fill(&film);
    let mut entered = 0;
    while !is_listed(&server, "disco-lleno") {
        entered += 1;
        server.enter(&format!("J{entered}"));
        assert!(entered < 2000, "the disk never was full");
    }
    let words = mesa.is_told(&server, "disco-lleno");
    assert!(words.contains("está lleno") && words.contains("no se abre otra venta"), "{words}");
    assert!(server.get("/metrics").contains("bombo_disk_full 1"));
    // What is being done is finished in the room that was kept for it.
    for _ in 0..20 {
        entered += 1;
        server.enter(&format!("J{entered}"));
    }
    fs::remove_file(&film).unwrap();
    // So small a disk has no room for film either.
    let small = ["disco-casi-lleno", "no-se-filma"];
    mesa.reads(|seen| seen.board.troubles.iter().all(|trouble| small.contains(&trouble.code.as_str())));
    until(|| !is_listed(&server, "disco-lleno"));
    assert!(server.get("/metrics").contains("bombo_disk_full 0"));
    server.stop();
    let report = check(&place.dir, None).unwrap();
    assert!(report.is_sound(), "{report}");
    let mut registered = 0;
    RecordReader::open(&place.dir)
        .unwrap()
        .replay(|_, event| {
            registered += usize::from(matches!(event, hall_core::event::Event::BallSetRegistered { .. }));
        })
        .unwrap();
    assert_eq!(registered, entered);
}
