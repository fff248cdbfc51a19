//! Where an export goes: a folder, a file, the only stick; and disks that fill up or are pulled out. It is whole or it is not
//! one, and the hall's folder never changes.

#[path = "../support/strace.rs"]
mod strace;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use hall_server::export::{ExportError, drive};
use sha2::{Digest, Sha256};

use crate::halls::on_disk;
use crate::process;
use crate::small_disk;
use crate::support::phases;
use crate::verifiers::Verifiers;

/// A new hall, whose manager is Ana Ruiz.
pub fn new_hall(dir: &Path) {
    process::new_hall(dir, "Bingo de prueba");
}

fn export(command: &mut Command, dir: &Path, to: &Path) -> Output {
    command.args(["export", "--from", "1", "--dir"]).arg(dir).arg("--out").arg(to).output().unwrap()
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hall-server"))
}

/// Every file of a folder with its hash.
fn hashes(dir: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let name = entry.path().display().to_string();
        if entry.path().is_dir() {
            found.extend(hashes(&entry.path()));
        } else {
            found.push((name, hex::encode(Sha256::digest(fs::read(entry.path()).unwrap()))));
        }
    }
    found.sort();
    found
}

#[test]
fn the_program_exports_into_a_folder_and_into_a_zip() {
    let (hall, to) = (on_disk(&phases::ended_and_paid()), tempfile::tempdir().unwrap());
    let (before, mut verifiers) = (hashes(hall.path()), Verifiers::new());
    let done = export(&mut program(), hall.path(), &to.path().join("todo.zip"));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(said.contains("Sin datos personales"), "{said}");
    assert_eq!(verifiers.both(&to.path().join("todo.zip")).status, 0);
    // Into a folder that is there it gets a name of its own.
    assert!(export(&mut program(), hall.path(), to.path()).status.success());
    let made = fs::read_dir(to.path()).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir());
    assert_eq!(verifiers.both(&made.unwrap()).status, 0);
    // Nothing is written over.
    let again = export(&mut program(), hall.path(), &to.path().join("todo.zip"));
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("Ya existe"));
    assert_eq!(hashes(hall.path()), before, "the hall's folder is as it was");
}

#[test]
fn a_disk_that_fills_or_is_pulled_at_any_write_leaves_no_export() {
    if !strace::is_here() {
        return;
    }
    let hall = on_disk(&phases::ended_and_paid());
    let before = hashes(hall.path());
    let mut verifiers = Verifiers::new();
    let faults = [
        ("write", "error=ENOSPC"),
        ("write", "signal=KILL"),
        ("fsync", "error=EIO"),
        ("fsync", "signal=KILL"),
        ("rename", "error=EIO"),
        ("rename", "signal=KILL"),
        ("mkdir", "error=ENODEV"),
    ];
    for (call, fault) in faults {
        for (number, ending) in (1..).flat_map(|number| [(number, "todo"), (number, "todo.zip")]) {
            let folder = tempfile::tempdir().unwrap();
            let to = folder.path().join(ending);
            let mut run = strace::meddle(call, &format!("{fault}:when={number}"));
            let done = export(run.arg(env!("CARGO_BIN_EXE_hall-server")), hall.path(), &to);
            if done.status.success() {
                assert_eq!(verifiers.python(&to, "", None).status, 0, "{call} {fault} {number}");
                if ending == "todo" || call == "mkdir" {
                    break;
                }
                continue;
            }
            // Killed after the name was given it may be there, and then it is whole.
            if to.exists() {
                assert_eq!(verifiers.python(&to, "", None).status, 0, "{call} {fault} {number}");
            }
            for left in fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
                if left != to {
                    assert_eq!(
                        verifiers.python(&left, "", None).status,
                        2,
                        "{call} {fault} {number}: {left:?}"
                    );
                }
            }
            // What a broken-off one has left is in nobody's way.
            if number == 3 && !to.exists() {
                assert!(export(&mut program(), hall.path(), &to).status.success());
                assert_eq!(verifiers.python(&to, "", None).status, 0);
            }
        }
    }
    assert_eq!(hashes(hall.path()), before, "the hall's folder is as it was");
}

#[test]
fn a_disk_that_is_full_is_told() {
    let Some(disk) = small_disk::SmallDisk::mount(1) else { return };
    fs::write(disk.path().join("otro"), vec![0; 1000 << 10]).unwrap();
    let hall = on_disk(&phases::ended_and_paid());
    for name in ["todo", "todo.zip"] {
        let done = export(&mut program(), hall.path(), &disk.path().join(name));
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && said.contains("está lleno"), "{said}");
        assert!(!disk.path().join(name).exists());
        fs::remove_dir_all(disk.path().join("todo.incompleto")).ok();
        fs::remove_file(disk.path().join("todo.zip.incompleto")).ok();
    }
}

#[test]
fn the_only_stick_is_found_and_of_several_none_is_chosen() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("proc/self")).unwrap();
    let table = |lines: &str| fs::write(root.path().join("proc/self/mountinfo"), lines).unwrap();
    let disk = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n";
    let stick = "90 22 8:17 / /media/sala/LLAVE\\040AZUL rw,nosuid - vfat /dev/sdb1 rw\n";
    let other = "91 22 8:33 / /run/media/sala/ROJA rw - vfat /dev/sdc1 rw\n";
    table(disk);
    assert!(matches!(drive::only(root.path()), Err(ExportError::NoDrive)));
    table(&format!("{disk}{stick}"));
    assert_eq!(drive::only(root.path()).unwrap(), root.path().join("media/sala/LLAVE AZUL"));
    table(&format!("{disk}{stick}{other}"));
    let Err(ExportError::SeveralDrives(names)) = drive::only(root.path()) else { panic!("one was chosen") };
    assert!(names.contains("LLAVE AZUL") && names.contains("ROJA"), "{names}");
    // A technician has mounted it too: it is the one stick there is.
    table(&format!("{disk}{stick}92 22 8:17 / /mnt rw - vfat /dev/sdb1 rw\n"));
    assert_eq!(drive::only(root.path()).unwrap(), root.path().join("media/sala/LLAVE AZUL"));
    table(&format!("{disk}{}", stick.replace("rw,nosuid", "ro,nosuid")));
    assert!(matches!(drive::only(root.path()), Err(ExportError::LockedDrive(_))));
}
