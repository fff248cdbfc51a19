//! `hall-server install` where it cannot: settings that are wrong already, a disk without room, a disk that protects from nothing. How it
//! is used is in the tests of the whole house.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::kit::{Hall, words};
use crate::small_disk::SmallDisk;

/// The answers, one a line, without a terminal.
fn install(dir: &Path, answers: &[&str]) -> Output {
    install_as(&[], dir, answers)
}

fn install_as(account: &[&str], dir: &Path, answers: &[&str]) -> Output {
    let mut child = Command::new("timeout")
        .args(["120", env!("CARGO_BIN_EXE_hall-server"), "install", "--dir"])
        .arg(dir)
        .args(["--settings", "/no-hay"])
        .args(account)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may have ended without reading: then it has said why.
    stdin.write_all((answers.join("\n") + "\n").as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What was said, as if no line were folded.
fn unfolded(output: &Output) -> String {
    words(output).replace('\n', " ")
}

/// Hall, regulation and manager.
const FOUNDS: [&str; 11] = ["Bingo", "Ceuta", "", "", "", "", "", "Ana Ruiz", "", "", ""];

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn settings_that_are_wrong_are_told_and_not_written_over() {
    let hall = Hall::new();
    hall.set("[paper]", "esto no es un ajuste\n[paper]");
    let settings = hall.dir.join("sala.toml");
    let before = fs::read_to_string(&settings).unwrap();
    let there = names(&hall.dir);
    let told = install(&hall.dir, &["4", "0.0.0.0:7878", ""]);
    assert!(!told.status.success());
    let said = unfolded(&told);
    assert!(
        said.contains("sala.toml:") && said.contains("No se cambia nada mientras sala.toml no se entienda"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    assert_eq!(names(&hall.dir), there, "nothing is left beside it");
}

#[test]
fn a_disk_without_room_makes_no_hall_and_changes_no_settings() {
    let Some(small) = SmallDisk::mount(1) else { return };
    let dir = small.path().join("sala");
    let told = install(&dir, &FOUNDS);
    assert!(!told.status.success(), "{}", words(&told));
    assert!(unfolded(&told).contains("No se ha creado nada"), "{}", words(&told));
    assert_eq!(names(small.path()), [""; 0], "half a hall is none");

    let Some(disk) = SmallDisk::mount(96) else { return };
    let dir = disk.path().join("sala");
    let told = install(&dir, &FOUNDS);
    assert!(unfolded(&told).contains("creada en"), "{}", words(&told));
    let settings = dir.join("sala.toml");
    let before = fs::read_to_string(&settings).unwrap();
    let mut filler = File::create(disk.path().join("lleno")).unwrap();
    while filler.write_all(&[7; 4096]).is_ok() {}
    while filler.write_all(&[7]).is_ok() {}
    let there = names(&dir);
    let told = install(&dir, &["4", "0.0.0.0:7979", ""]);
    assert!(!told.status.success());
    let said = unfolded(&told);
    assert!(said.contains("No se puede escribir sala.toml") && said.contains("Sigue como estaba"), "{said}");
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    assert_eq!(names(&dir), there, "no draft is left");
    drop(filler);
    fs::remove_file(disk.path().join("lleno")).unwrap();
    // With room again, the same answers.
    install(&dir, &["4", "0.0.0.0:7979", ""]);
    assert_eq!(fs::read_to_string(&settings).unwrap(), before.replace("127.0.0.1:7878", "0.0.0.0:7979"));
}

#[test]
fn another_disk_gets_the_copies_and_the_key_goes_elsewhere() {
    let Some(disk) = SmallDisk::mount(8) else { return };
    let hall = Hall::new();
    let key = hall.beside("clave.txt").display().to_string();
    let folder = disk.path().join("bombo").display().to_string();
    let gone = disk.path().join("no/hay").display().to_string();
    let on_it = disk.path().join("bombo/clave.txt").display().to_string();
    let here = hall.beside("copias").display().to_string();
    let told = install(&hall.dir, &["8", &here, &gone, &folder, "0", "7", &on_it, &key, ""]);
    let said = unfolded(&told);
    for refused in [
        "está en el mismo disco que",
        "no protege de que se rompa",
        "créela o monte su disco",
        "✗ De 1 a 1000.",
        "y no en el disco de las copias",
    ] {
        assert!(said.contains(refused), "«{refused}» is not said: {said}");
    }
    let settings = fs::read_to_string(hall.dir.join("sala.toml")).unwrap();
    assert!(
        settings.contains("[backup]\n") && settings.contains(&format!("folder = \"{folder}/copias\"\n")),
        "{settings}"
    );
    assert!(
        settings.contains(&format!("folders = [\"{folder}/registro\"]\n")) && settings.contains("keep = 7\n"),
        "{settings}"
    );
    let secret = fs::read_to_string(&key).unwrap();
    let public = settings.lines().find_map(|line| line.strip_prefix("recipient = \"")).unwrap();
    assert!(
        secret.contains("AGE-SECRET-KEY-1") && secret.contains(public.trim_end_matches('"')),
        "{settings}"
    );
    assert!(!settings.contains("AGE-SECRET-KEY-1") && !said.contains("AGE-SECRET-KEY-1"));
    // And away again: the lines get their hashes back.
    install(&hall.dir, &["8", "no", ""]);
    let without = fs::read_to_string(hall.dir.join("sala.toml")).unwrap();
    assert!(without.contains("\n# [backup]\n") && without.contains("\n# [mirror]\n"), "{without}");
}

/// Root installs, and everything is the account's: the server could write nothing else.
#[test]
fn what_root_installs_is_the_account_s() {
    // A folder that another account may pass through.
    let Some(disk) = SmallDisk::mount(96) else { return };
    let dir = disk.path().join("sala");
    let nobody = Command::new("id").args(["-u", "nobody"]).output().unwrap();
    let uid: u32 = String::from_utf8(nobody.stdout).unwrap().trim().parse().unwrap();
    let told = install_as(&["--account", "nobody"], &dir, &FOUNDS);
    assert!(unfolded(&told).contains("creada en"), "{}", words(&told));
    for name in names(&dir) {
        assert_eq!(fs::metadata(dir.join(&name)).unwrap().uid(), uid, "{name}");
    }
    assert_eq!(fs::metadata(&dir).unwrap().uid(), uid);
    // Settings that are changed stay its own too.
    install_as(&["--account", "nobody"], &dir, &["4", "0.0.0.0:7979", ""]);
    let settings = dir.join("sala.toml");
    assert!(fs::read_to_string(&settings).unwrap().contains("0.0.0.0:7979"));
    assert_eq!(fs::metadata(&settings).unwrap().uid(), uid);
    let told = install_as(&["--account", "no-hay"], &dir, &[""]);
    assert!(
        !told.status.success() && words(&told).contains("no existe la cuenta no-hay"),
        "{}",
        words(&told)
    );
}
