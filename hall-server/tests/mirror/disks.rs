//! Disks that go away, come back, fill up and stall, while the desk goes on.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use hall_core::event::{EpochCause, Event};
use hall_core::people::{Actor, PersonId};
use hall_server::journal::{Batch, BatchEntry, Journal};
use hall_server::mirror::{self, Identity, Mirrors, Place};
use hall_wire::board::CopyTrouble;
use nix::sys::stat::Mode;

use crate::kit::{Hall, new_hall, request, segments, settings, until};
use crate::strace;

#[test]
fn a_folder_that_vanishes_and_comes_back_stops_nothing_and_catches_up() {
    let mut hall = Hall::new();
    let place = tempfile::tempdir().unwrap();
    let (folder, away) = (place.path().join("copia"), place.path().join("fuera"));
    let mirrors = hall.mirrors(&[&folder]);
    until(|| mirrors.now()[0].trouble == Some(CopyTrouble::Missing));
    fs::create_dir(&folder).unwrap();
    until(|| mirrors.now()[0].head == hall.head());
    for round in 0..3 {
        // Renamed under its feet: the file that is open would take every byte.
        fs::rename(&folder, &away).unwrap();
        for _ in 0..5 {
            hall.append(2);
            mirrors.committed(hall.head().seq);
        }
        until(|| mirrors.now()[0].trouble == Some(CopyTrouble::Missing));
        let status = mirrors.now().remove(0);
        assert!(status.lines_behind == 10 && status.head.seq + 10 == hall.head().seq, "{status:?}");
        assert!(!mirrors.wait_for(Place::Disk, hall.head().seq), "nothing to wait for");
        fs::rename(&away, &folder).unwrap();
        until(|| mirrors.now()[0].head == hall.head());
        assert_eq!((mirrors.now()[0].trouble, mirrors.now()[0].troubles), (None, round + 2));
        assert!(mirrors.board()[0] == mirror_in_order(&folder));
    }
    // Without a line to write it is seen too.
    fs::rename(&folder, &away).unwrap();
    until(|| mirrors.board()[0].trouble == Some(CopyTrouble::Missing));
    fs::rename(&away, &folder).unwrap();
    until(|| mirrors.now()[0].trouble.is_none());
    hall.end(mirrors);
    assert_eq!(hall.checked(&folder).head, hall.head());
}

fn mirror_in_order(folder: &Path) -> hall_wire::board::RecordCopy {
    hall_wire::board::RecordCopy {
        folder: folder.display().to_string(),
        spare: false,
        behind: false,
        lines: 0,
        trouble: None,
    }
}

#[test]
fn a_segment_that_is_deleted_or_cut_under_the_server_is_written_again() {
    let mut hall = Hall::new();
    let folder = tempfile::tempdir().unwrap();
    let mirrors = hall.mirrors(&[folder.path()]);
    until(|| mirrors.now()[0].head == hall.head());
    let path = segments(folder.path()).remove(0);
    let meddle: [&dyn Fn(); 3] = [
        &|| fs::remove_file(&path).unwrap(),
        &|| fs::File::options().write(true).open(&path).unwrap().set_len(300).unwrap(),
        &|| fs::write(&path, b"otra cosa").unwrap(),
    ];
    for (number, meddle) in (1..).zip(meddle) {
        meddle();
        hall.append(1);
        mirrors.committed(hall.head().seq);
        until(|| mirrors.now()[0].head == hall.head() && mirrors.now()[0].troubles == number);
        assert_eq!(hall.checked(folder.path()).head, hall.head());
    }
}

/// A file system in memory, of so many KiB; `None` where this process may not mount one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(kib: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap().keep();
        let disk = SmallDisk(folder);
        if disk.again(&format!("size={kib}k")) {
            return Some(disk);
        }
        eprintln!("NOTICE: not root, no small disk to fill: the test was skipped");
        None
    }

    fn again(&self, options: &str) -> bool {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&self.0).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success())
    }

    /// A stick that is pulled out: what was open stays open, and nobody finds it again.
    fn pull(&self) {
        assert!(Command::new("umount").arg("-l").arg(&self.0).status().unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").args(["-l"]).arg(&self.0).stderr(Stdio::null()).status().ok();
        fs::remove_dir_all(&self.0).ok();
    }
}

/// E 9: full, then with room again.
#[test]
fn a_full_mirror_stops_nothing_and_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount(64) else { return };
    let mut hall = Hall::new();
    let mirrors = hall.mirrors(&[&disk.0]);
    until(|| mirrors.now()[0].head == hall.head());
    for _ in 0..200 {
        hall.append(4);
        mirrors.committed(hall.head().seq);
    }
    until(|| mirrors.now()[0].trouble == Some(CopyTrouble::Full));
    // What is there is whole.
    assert!(hall.check(&disk.0, true).is_sound());
    until(|| mirrors.now()[0].lines_behind > 0 && mirrors.board()[0].behind);
    assert!(disk.again("remount,size=4096k"));
    until(|| mirrors.now()[0].head == hall.head());
    hall.end(mirrors);
    assert_eq!(hall.checked(&disk.0).head, hall.head());
}

/// A stick that is pulled out leaves an empty folder on the hall's own disk: that is no mirror.
#[test]
fn the_folder_that_a_pulled_stick_leaves_is_not_taken_for_the_mirror() {
    let Some(disk) = SmallDisk::mount(4096) else { return };
    let mut hall = Hall::new();
    let own = fs::metadata(hall.folder()).unwrap().dev();
    let mut settings = settings(&hall.key, &[&disk.0]);
    settings.same_disk = false;
    let mirrors = Mirrors::start(&settings, hall.folder(), hall.head()).unwrap();
    until(|| mirrors.now()[0].head == hall.head());
    disk.pull();
    if fs::metadata(&disk.0).unwrap().dev() != own {
        eprintln!("NOTICE: the folders for temporary files are on two disks: the test was skipped");
        return;
    }
    hall.append(3);
    mirrors.committed(hall.head().seq);
    until(|| mirrors.now()[0].trouble == Some(CopyTrouble::SameDisk));
    assert_eq!(fs::read_dir(&disk.0).unwrap().count(), 0, "nothing is written there");
    // Another stick: it is begun from line 1.
    assert!(disk.again("size=4096k"));
    until(|| mirrors.now()[0].head == hall.head());
    hall.end(mirrors);
    assert_eq!(hall.checked(&disk.0).head, hall.head());
}

/// Of two mirrors the one that works is waited for.
#[test]
fn of_two_mirrors_one_may_be_dead() {
    let mut hall = Hall::new();
    let good = tempfile::tempdir().unwrap();
    let missing = good.path().join("no-hay");
    let mirrors = hall.mirrors(&[&missing, good.path()]);
    until(|| mirrors.now()[1].head == hall.head());
    for _ in 0..20 {
        hall.append(1);
        mirrors.committed(hall.head().seq);
        assert!(mirrors.wait_for(Place::Disk, hall.head().seq));
        assert_eq!(mirror::look(good.path()).unwrap().head, hall.head(), "it is on its disk");
    }
    assert_eq!(mirrors.now()[0].trouble, Some(CopyTrouble::Missing));
}

/// Of another hall, farther than the record, of another record: told by name, and not a byte is touched.
#[test]
fn a_mirror_that_is_not_this_records_is_left_as_it_is() {
    let mut hall = Hall::new();
    let copy = hall.copy();
    let mut other = Hall::new();
    other.append(1);
    let (theirs, ahead) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    other.mirrored(&[theirs.path()]);
    // The record as it was before the last line.
    hall.append(2);
    hall.mirrored(&[ahead.path()]);
    let (mut rolled_back, _) = Journal::open(copy.path()).unwrap();
    let start = |folder: &Path, record: &Journal| {
        Mirrors::start(&settings(&hall.key, &[folder]), record.path().parent().unwrap(), record.head())
            .unwrap()
    };
    let left_alone = |folder: &Path, record: &Journal, trouble: CopyTrouble| {
        let before = fs::read(segments(folder).remove(0)).unwrap();
        let mirrors = start(folder, record);
        until(|| mirrors.now()[0].trouble == Some(trouble));
        mirrors.committed(record.head().seq);
        mirrors.end(Duration::from_secs(60));
        assert_eq!(fs::read(segments(folder).remove(0)).unwrap(), before);
        assert_eq!(segments(folder).len(), 1);
    };
    left_alone(theirs.path(), &rolled_back, CopyTrouble::OtherHall);
    left_alone(ahead.path(), &rolled_back, CopyTrouble::Ahead);
    // It goes on in another way, as far and farther.
    rolled_back.append(&request(99, 1)).unwrap();
    rolled_back.append(&request(100, 4)).unwrap();
    left_alone(ahead.path(), &rolled_back, CopyTrouble::Rewritten);
}

/// A new epoch: the lines that two people accepted as lost stay in the old files, and the mirror begins anew. What nobody
/// accepted keeps it as it is (DECISIONS 40, 41).
#[test]
fn after_an_accepted_loss_the_mirror_begins_anew_and_the_lost_lines_stay() {
    let mut hall = Hall::new();
    let (kept, mirror) = (hall.copy(), tempfile::tempdir().unwrap());
    let at = hall.head().seq;
    hall.append(4);
    hall.mirrored(&[mirror.path()]);
    let old = fs::read(segments(mirror.path()).remove(0)).unwrap();
    let begun = |lost_to| {
        let (cause, people) = (EpochCause::LossAccepted, vec![PersonId(1), PersonId(2)]);
        let event = Event::EpochBegun { epoch: 2, cause, lost_to: Some(lost_to), people };
        BatchEntry::unasked(Actor::System, "servidor", vec![event])
    };
    for (lost_to, accepted) in [(at + 3, false), (at + 4, true)] {
        let copy = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(kept.path()).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
        }
        let (mut journal, _) = Journal::open(copy.path()).unwrap();
        journal.append(&Batch { at_utc_ms: 5_000_000, entries: vec![begun(lost_to)] }).unwrap();
        journal.append(&request(50, 2)).unwrap();
        let seen = mirror::sightings(&[mirror.path().to_owned()], Some(hall.line_1()));
        assert_eq!(seen[0].1.epoch, 1);
        assert_eq!(journal.contradiction("la copia", seen[0].1).unwrap().is_none(), accepted);
        let mirrors =
            Mirrors::start(&settings(&hall.key, &[mirror.path()]), copy.path(), journal.head()).unwrap();
        if !accepted {
            until(|| mirrors.now()[0].trouble == Some(CopyTrouble::Ahead));
            assert_eq!(fs::read(segments(mirror.path()).remove(0)).unwrap(), old);
            continue;
        }
        until(|| mirrors.now()[0].head == journal.head());
        mirrors.end(Duration::from_secs(60));
        let report = mirror::check(mirror.path(), &journal, Some(&hall.key)).unwrap();
        assert!(report.is_sound() && report.head == journal.head(), "{report}");
        assert_eq!(mirror::look(mirror.path()).unwrap().sighting(), journal.sighting());
        // The lost lines are still there, under another name.
        let mut aside = fs::read_dir(mirror.path()).unwrap().map(|entry| entry.unwrap().path());
        let aside = aside.find(|path| path.to_string_lossy().ends_with(".espejo.epoca-1-1")).unwrap();
        assert_eq!(fs::read(aside).unwrap(), old);
    }
}

/// The other process of the next test: writes and waits, with a mirror whose disk does not answer.
#[test]
#[ignore = "run by a_stalled_mirror_costs_one_wait_and_no_sale"]
fn writer() {
    let Some(folder) = std::env::var_os("BOMBO_TEST_HALL").map(PathBuf::from) else { return };
    let (mut journal, _) = Journal::open(&folder).unwrap();
    let key = Identity::read(&folder.join("clave")).unwrap();
    let mirrors = Mirrors::start(&settings(&key, &[&folder.join("copia")]), &folder, journal.head()).unwrap();
    until(|| mirrors.now()[0].head == journal.head());
    println!("\nthere");
    for number in 1..=60 {
        let seq = journal.append(&request(number, 1)).unwrap().head.seq;
        mirrors.committed(seq);
        println!("ack {}", if mirrors.wait_for(Place::Disk, seq) { "mirrored" } else { "alone" });
    }
    println!("behind {}", mirrors.now()[0].lines_behind);
    std::process::exit(0);
}

/// A disk that hangs in a sync: the desk waits once, bounded, and then goes on without it.
#[test]
fn a_stalled_mirror_costs_one_wait_and_no_sale() {
    if !strace::is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    new_hall(folder.path(), "Bingo del Atasco");
    let key = folder.path().with_extension("clave");
    mirror::make_key(&key).unwrap();
    fs::rename(&key, folder.path().join("clave")).unwrap();
    let copia = folder.path().join("copia");
    fs::create_dir(&copia).unwrap();
    // The first segment is there before strace looks for its name.
    let prepare = || {
        let (journal, _) = Journal::open(folder.path()).unwrap();
        let key = Identity::read(&folder.path().join("clave")).unwrap();
        let mirrors = Mirrors::start(&settings(&key, &[&copia]), folder.path(), journal.head()).unwrap();
        until(|| mirrors.now()[0].head == journal.head());
        mirrors.end(Duration::from_secs(60));
    };
    prepare();
    let segment = segments(&copia).remove(0);
    // Twenty seconds for each sync of the mirror's file, and of no other: ten times what the desk ever waits.
    let output = strace::meddle("fdatasync", "delay_enter=20000000")
        .args(["-P", segment.to_str().unwrap()])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "disks::writer", "--ignored", "--nocapture", "--test-threads=1"])
        .env("BOMBO_TEST_HALL", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let acks: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("ack ")).collect();
    assert_eq!(acks, vec!["alone"; 60], "{said}");
    assert!(said.contains("behind 60"), "{said}");
}

/// A mount that hangs at the first look at it: a pipe that nobody writes to, in the place of a segment.
#[test]
fn a_mirror_that_hangs_while_it_is_opened_holds_up_nobody() {
    let mut hall = Hall::new();
    let folder = tempfile::tempdir().unwrap();
    let tag = &hall.line_1().to_string()[..8];
    let pipe = folder.path().join(format!("sala-{tag}-000000000001.espejo"));
    nix::unistd::mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let mirrors = hall.mirrors(&[folder.path()]);
    for _ in 0..50 {
        hall.append(1);
        mirrors.committed(hall.head().seq);
        assert!(!mirrors.wait_for(Place::Disk, hall.head().seq));
    }
    // Nor the end.
    mirrors.end(Duration::ZERO);
    assert_eq!(mirrors.now()[0].head.seq, 0);
    // Let it go.
    drop(fs::File::options().write(true).open(&pipe).unwrap());
}
