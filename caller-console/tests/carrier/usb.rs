//! Sticks: found in a mount table, written whole or not at all.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use caller_console::papers::carrier::Carrier;
use caller_console::papers::file::Step;
use caller_console::papers::{Found, PaperNews, Stage, Taking, To, Trouble, Way, usb};
use caller_console::press::Paper;

use crate::{next, server, stages};

/// A machine's root: its mount table and its devices, made by hand.
struct Machine {
    root: tempfile::TempDir,
    lines: Vec<String>,
}

impl Machine {
    fn new() -> Machine {
        let root = tempfile::tempdir().expect("a folder");
        let machine = Machine { root, lines: Vec::new() };
        std::fs::create_dir_all(machine.path("proc/self")).expect("a folder");
        machine.write();
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn write(&self) {
        std::fs::write(self.path("proc/self/mountinfo"), self.lines.join("\n")).expect("it is written");
    }

    /// Mounts a device here, as the kernel writes it down. `device` is where it hangs, if it is one.
    fn mount(&mut self, point: &str, number: &str, device: Option<(&str, bool)>, options: &str) -> PathBuf {
        if let Some((hangs, removable)) = device {
            let disk = self.path("sys/devices").join(hangs);
            let part = disk.join("part1");
            std::fs::create_dir_all(&part).expect("a folder");
            std::fs::write(disk.join("removable"), if removable { "1\n" } else { "0\n" })
                .expect("it is written");
            std::fs::create_dir_all(self.path("sys/dev/block")).expect("a folder");
            let link = self.path("sys/dev/block").join(number);
            std::os::unix::fs::symlink(&part, link).expect("a device has one number");
        }
        let folder = self.path(&point[1..]);
        std::fs::create_dir_all(&folder).expect("a folder");
        let escaped = point.replace(' ', "\\040");
        self.lines.push(format!("36 35 {number} / {escaped} {options},noatime shared:1 - vfat /dev/sdb1 rw"));
        self.write();
        folder
    }

    fn names(&self) -> Vec<String> {
        usb::sticks(self.root.path()).into_iter().map(|stick| stick.name).collect()
    }

    fn keep(&self, folder: &Path, bytes: &[u8]) -> Result<(), Trouble> {
        usb::keep(self.root.path(), folder, "acta-1.pdf", bytes, &|_| {})
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_can_be_pulled_out_is_found_and_nothing_else() {
    let mut machine = Machine::new();
    assert!(machine.names().is_empty());
    machine.mount("/", "8:1", Some(("pci0/ata1/block/sda", false)), "rw");
    machine.mount("/srv/copias", "8:33", Some(("pci0/ata2/block/sdc", false)), "rw");
    assert!(machine.names().is_empty(), "the desk's own disks");
    machine.mount("/mnt/removable", "8:17", Some(("pci0/ata3/block/sdb", true)), "rw");
    machine.mount("/srv/disco", "8:49", Some(("pci0/usb2/2-1/block/sdd", false)), "rw");
    // Where desktops mount, it is a stick whatever it hangs at; a blank in its name is one in ours.
    machine.mount("/media/sala/USB DISK", "0:99", None, "rw");
    machine.mount("/run/media/sala/LLENO", "0:98", None, "ro");
    assert_eq!(machine.names(), ["LLENO", "USB DISK", "disco", "removable"]);
    let read_only = usb::sticks(machine.root.path()).into_iter().filter(|stick| stick.read_only);
    assert_eq!(read_only.map(|stick| stick.name).collect::<Vec<_>>(), ["LLENO"]);
    assert!(usb::sticks(Path::new("/nowhere")).is_empty(), "no table, no sticks");
}

#[test]
fn a_paper_is_fetched_written_read_back_and_told_of() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/KINGSTON", "0:99", None, "rw");
    let bytes = server::paper(3_000_000);
    let client = server::of(bytes.clone());
    let carrier = Carrier::new(machine.root.path().to_owned(), || ());
    carrier.look(Way::Usb);
    let PaperNews::Found(Way::Usb, Ok(Found::Sticks(sticks))) = next(&carrier) else {
        panic!("no stick is found")
    };
    let to = To::Stick { name: sticks[0].name.clone(), folder: sticks[0].folder.clone() };
    let paper = Paper::new("/api/sessions/1/acta.pdf", "acta-1.pdf", "Acta");
    carrier.carry(client, Taking { id: 1, paper, to });
    let told = stages(&carrier);
    let len = bytes.len() as u64;
    assert!(told.contains(&Stage::Fetching { have: len, of: Some(len) }), "{told:?}");
    assert!(told.contains(&Stage::Writing { have: len, of: len }), "{told:?}");
    let (stick, file) = ("KINGSTON".to_string(), "acta-1.pdf".to_string());
    assert_eq!(told[told.len() - 2..], [Stage::Comparing, Stage::Kept { stick, file }]);
    assert_eq!(std::fs::read(folder.join("acta-1.pdf")).expect("it is there"), bytes);
    assert_eq!(files(&folder), ["acta-1.pdf"], "nothing beside it");
}

#[test]
fn a_stick_that_is_pulled_out_while_it_is_written_says_so() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/KINGSTON", "0:99", None, "rw");
    let pulled = |_: Step| {
        std::fs::write(machine.path("proc/self/mountinfo"), "").expect("it is written");
        let _ = std::fs::remove_dir_all(&folder);
    };
    let bytes = server::paper(500_000);
    let told = usb::keep(machine.root.path(), &folder, "acta-1.pdf", &bytes, &pulled);
    assert_eq!(told.expect_err("it is gone").code, "usb-fuera");
    assert!(!folder.join("acta-1.pdf").exists());
    // Before the first byte: the folder may still be there, on the desk's own disk.
    std::fs::create_dir_all(&folder).expect("a folder");
    assert_eq!(machine.keep(&folder, &bytes).expect_err("nothing is mounted").code, "usb-fuera");
    assert!(files(&folder).is_empty(), "nothing on the desk's own disk");
}

#[test]
fn a_read_only_stick_is_not_written_on() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/FOTOS", "0:99", None, "ro");
    assert_eq!(machine.keep(&folder, b"%PDF").expect_err("read only").code, "usb-solo-lectura");
    assert!(files(&folder).is_empty());
}

/// A file system of this size, in memory, unmounted at the end. None where this test may not mount.
struct Small(PathBuf);

impl Small {
    fn at(folder: &Path, options: &str) -> Option<Small> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", options, "bombo-test"]).arg(folder).status();
        let mounted = mounted.is_ok_and(|status| status.success());
        if !mounted {
            println!("SKIPPED: a small file system cannot be mounted here: who runs the tests is not root");
        }
        mounted.then(|| Small(folder.to_owned()))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_stick_keeps_what_it_had_and_nothing_half_done() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/CHICO", "0:99", None, "rw");
    let Some(_small) = Small::at(&folder, "size=1m") else { return };
    machine.keep(&folder, b"%PDF the first").expect("it has room");
    assert_eq!(machine.keep(&folder, &server::paper(1_200_000)).expect_err("no room").code, "usb-lleno");
    // Somebody else fills it while it is written.
    let fills = |step: Step| {
        if step == Step::Written(131_072) {
            let _ = std::fs::write(folder.join("fotos"), vec![0; 1_000_000]);
        }
    };
    let bytes = server::paper(700_000);
    let told = usb::keep(machine.root.path(), &folder, "acta-1.pdf", &bytes, &fills);
    assert_eq!(told.expect_err("it is full").code, "usb-lleno");
    assert_eq!(files(&folder), ["acta-1.pdf", "fotos"]);
    assert_eq!(std::fs::read(folder.join("acta-1.pdf")).expect("it is there"), b"%PDF the first");
}

#[test]
fn a_stick_that_turns_read_only_while_it_is_written_says_so() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/TERCO", "0:99", None, "rw");
    let Some(_small) = Small::at(&folder, "size=4m,ro") else { return };
    // The table of the mount says rw, the file system does not: what it answers counts.
    assert_eq!(machine.keep(&folder, b"%PDF").expect_err("read only").code, "usb-solo-lectura");
}

#[test]
fn a_stick_that_gives_back_another_thing_is_not_trusted() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/MALO", "0:99", None, "rw");
    let spoils = |step: Step| {
        if step == Step::Compares {
            std::fs::write(folder.join(".acta-1.pdf.parte"), "another").expect("it is written");
        }
    };
    let told = usb::keep(machine.root.path(), &folder, "acta-1.pdf", b"%PDF", &spoils);
    assert_eq!(told.expect_err("it is another").code, "usb-distinto");
    assert!(files(&folder).is_empty());
}

/// What the killed console does: it never ends by itself.
#[test]
#[ignore = "a part of the test below, in a process of its own"]
fn writes_until_it_is_killed() {
    let root = PathBuf::from(std::env::var_os("BOMBO_TEST_ROOT").expect("the test below says where"));
    let folder = root.join("media/sala/KINGSTON");
    let halt = |step: Step| {
        if step == Step::Written(262_144) {
            std::fs::write(root.join("half"), "").expect("it is written");
            loop {
                std::thread::park();
            }
        }
    };
    let _ = usb::keep(&root, &folder, "acta-1.pdf", &server::paper(1_000_000), &halt);
}

#[test]
fn a_console_that_is_killed_leaves_no_half_file_under_its_name() {
    let mut machine = Machine::new();
    let folder = machine.mount("/media/sala/KINGSTON", "0:99", None, "rw");
    machine.keep(&folder, b"%PDF older").expect("it has room");
    let mut child = Command::new(std::env::current_exe().expect("this program has a file"))
        .args(["--exact", "usb::writes_until_it_is_killed", "--ignored"])
        .env("BOMBO_TEST_ROOT", machine.root.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("this program runs again");
    let end = Instant::now() + crate::PATIENCE;
    while !machine.path("half").exists() {
        assert!(
            Instant::now() < end && child.try_wait().is_ok_and(|ended| ended.is_none()),
            "it never wrote"
        );
        std::thread::yield_now();
    }
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    assert_eq!(std::fs::read(folder.join("acta-1.pdf")).expect("it is there"), b"%PDF older");
    assert_eq!(files(&folder), [".acta-1.pdf.parte", "acta-1.pdf"], "it was killed half-way");
    machine.keep(&folder, b"%PDF newer").expect("it has room");
    assert_eq!(files(&folder), ["acta-1.pdf"], "the next one clears it away");
}
