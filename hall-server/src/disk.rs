//! Which disks a folder is on. Two partitions of one disk are two devices, and break together.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::sys::stat::{major, minor};

/// Where Linux tells what a device is made of.
const DEVICES: &str = "/sys/dev/block";

/// Whether one disk that breaks takes from both folders. `false` where one of them cannot be looked at. On what has no disk of its own
/// (a network's folder, memory, btrfs) only the file systems are compared.
pub(crate) fn holds_both(one: &Path, other: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).ok().map(|found| found.dev());
    let (Some(one), Some(other)) = (device(one), device(other)) else { return false };
    !disks(Path::new(DEVICES), one).is_disjoint(&disks(Path::new(DEVICES), other))
}

/// The disks below a device: a partition is on its disk; what is put together of others (LVM, RAID, encryption) on all of theirs.
fn disks(devices: &Path, device: u64) -> BTreeSet<String> {
    let number = format!("{}:{}", major(device), minor(device));
    let mut found = BTreeSet::new();
    match devices.join(&number).canonicalize() {
        Ok(place) => below(&place, &mut found),
        Err(_) => drop(found.insert(number)),
    }
    found
}

fn below(place: &Path, found: &mut BTreeSet<String>) {
    let made_of = fs::read_dir(place.join("slaves")).into_iter().flatten().flatten();
    let made_of: Vec<_> = made_of.filter_map(|part| part.path().canonicalize().ok()).collect();
    for part in &made_of {
        below(part, found);
    }
    if made_of.is_empty() {
        let disk = place.parent().filter(|_| place.join("partition").exists()).unwrap_or(place);
        found.insert(disk.display().to_string());
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use nix::sys::stat::makedev;

    use super::*;

    /// A computer with two disks: `sda` of two partitions, the second one encrypted with a volume in it; `sdb` whole; and a mirror of
    /// `sdb` and `sdc`.
    fn computer() -> tempfile::TempDir {
        let computer = tempfile::tempdir().unwrap();
        let at = |path: &str| computer.path().join(path);
        for place in [
            "block/sda/sda1",
            "block/sda/sda2",
            "block/sdb",
            "block/sdc",
            "block/dm-0/slaves",
            "block/dm-1/slaves",
            "block/md0/slaves",
            "dev",
        ] {
            fs::create_dir_all(at(place)).unwrap();
        }
        for (part, number) in [("sda1", "1"), ("sda2", "2")] {
            fs::write(at(&format!("block/sda/{part}/partition")), number).unwrap();
        }
        let of = [("dm-0", "sda/sda2"), ("dm-1", "dm-0"), ("md0", "sdb"), ("md0", "sdc")];
        for (made, part) in of {
            let name = part.rsplit('/').next().unwrap();
            symlink(at(&format!("block/{part}")), at(&format!("block/{made}/slaves/{name}"))).unwrap();
        }
        let numbers =
            [("8:1", "sda/sda1"), ("8:2", "sda/sda2"), ("8:16", "sdb"), ("254:1", "dm-1"), ("9:0", "md0")];
        for (number, place) in numbers {
            symlink(at(&format!("block/{place}")), at(&format!("dev/{number}"))).unwrap();
        }
        computer
    }

    #[test]
    fn two_partitions_of_a_disk_break_together_and_so_does_what_is_made_of_them() {
        let computer = computer();
        let of = |major, minor| disks(&computer.path().join("dev"), makedev(major, minor));
        let together =
            |one: (u64, u64), other: (u64, u64)| !of(one.0, one.1).is_disjoint(&of(other.0, other.1));
        assert!(together((8, 1), (8, 2)), "two partitions");
        assert!(together((8, 1), (254, 1)), "a volume that is encrypted on the second");
        assert!(together((8, 16), (9, 0)), "a disk and a mirror with it");
        assert!(!together((8, 1), (8, 16)) && !together((254, 1), (9, 0)), "disks that are two");
        assert!(!together((0, 40), (0, 41)) && together((0, 40), (0, 40)), "what has no disk");
    }
}
