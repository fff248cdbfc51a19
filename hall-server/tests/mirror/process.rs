//! The real program: what it says of keys, and when it does not start.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use hall_server::journal::Journal;
use hall_server::mirror::Identity;
use nix::sys::stat::Mode;

use crate::kit::{Hall, request};
use crate::served::serve;

/// Runs the program to its end; one that serves all the same is ended after a minute.
fn hall_server(args: &[&str]) -> Output {
    Command::new("timeout").args(["60", env!("CARGO_BIN_EXE_hall-server")]).args(args).output().unwrap()
}

fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_key_is_made_once_for_its_owner_alone_and_never_beside_what_it_opens() {
    let place = tempfile::tempdir().unwrap();
    let key = place.path().join("clave.txt");
    let made = hall_server(&["mirror-key", "--to", utf8(&key)]);
    assert!(made.status.success(), "{}", words(&made));
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    let recipient = Identity::read(&key).unwrap().recipient().to_string();
    let said = words(&made);
    assert!(said.contains(&format!("recipient = \"{recipient}\"")), "{said}");
    let text = fs::read_to_string(&key).unwrap();
    let secret = text.lines().find(|line| line.starts_with("AGE-SECRET-KEY-1")).unwrap();
    assert!(!said.contains(secret), "the secret half stays in the file");
    let again = hall_server(&["mirror-key", "--to", utf8(&key)]);
    assert!(!again.status.success() && words(&again).contains("no se escribe encima"), "{}", words(&again));
    assert_eq!(fs::read_to_string(&key).unwrap(), text);

    let hall = Hall::new();
    let mirror = tempfile::tempdir().unwrap();
    hall.mirrored(&[mirror.path()]);
    fs::create_dir(hall.folder().join("claves")).unwrap();
    for wrong in
        [hall.folder().join("clave"), hall.folder().join("claves/clave"), mirror.path().join("clave")]
    {
        let refused = hall_server(&["mirror-key", "--to", utf8(&wrong)]);
        assert!(!refused.status.success() && !wrong.exists(), "{}", wrong.display());
        assert!(words(&refused).contains("se guarda en otro sitio"), "{}", words(&refused));
    }
}

#[test]
fn check_says_whether_a_mirror_is_in_order_with_and_without_its_key() {
    let mut hall = Hall::new();
    let (mirror, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    hall.append(2);
    hall.mirrored(&[mirror.path()]);
    let key = place.path().join("clave");
    // The key of this test was never in a file.
    let other = hall_server(&["mirror-key", "--to", utf8(&key)]);
    assert!(other.status.success());
    let dir = utf8(hall.folder());
    let good = hall_server(&["check", "--dir", dir, "--mirror", utf8(mirror.path())]);
    assert!(good.status.success() && words(&good).contains("La copia está en orden"), "{}", words(&good));
    let args = ["check", "--dir", dir, "--mirror", utf8(mirror.path()), "--identity", utf8(&key)];
    let wrong = hall_server(&args);
    assert!(!wrong.status.success() && words(&wrong).contains("la clave no lo abre"), "{}", words(&wrong));
    let empty = hall_server(&["check", "--dir", dir, "--mirror", utf8(place.path())]);
    assert!(!empty.status.success() && words(&empty).contains("no hay ninguna copia"), "{}", words(&empty));
}

/// Writes the part of the settings about mirrors.
fn mirror_in(hall: &Path, key: &Identity, folder: &Path) {
    let path = hall.join("sala.toml");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str(&format!(
        "\n[mirror]\nfolders = [\"{}\"]\nrecipient = \"{}\"\nwait = \"money\"\nsame_disk = true\n",
        folder.display(),
        key.recipient()
    ));
    fs::write(path, text).unwrap();
}

/// DECISIONS 40: the record is shorter than the mirror says, or another; both numbers, and no start.
#[test]
fn a_record_that_is_shorter_or_other_than_its_mirror_does_not_start() {
    let mut hall = Hall::new();
    let mirror = tempfile::tempdir().unwrap();
    let copy = hall.copy();
    hall.append(3);
    hall.mirrored(&[mirror.path()]);
    mirror_in(copy.path(), &hall.key, mirror.path());
    let serve = ["serve", "--dir", utf8(copy.path()), "--listen", "127.0.0.1:0"];
    let refused = hall_server(&serve);
    let said = words(&refused);
    // Not one that serves until it is ended from outside, and says all of it in its log.
    assert_eq!(refused.status.code(), Some(1), "{said}");
    let seqs = [hall.head().seq.to_string(), (hall.head().seq - 3).to_string()];
    assert!(seqs.iter().all(|seq| said.contains(seq)) && said.contains(utf8(mirror.path())), "{said}");
    let (mut journal, _) = Journal::open(copy.path()).unwrap();
    journal.append(&request(77, 5)).unwrap();
    drop(journal);
    let refused = hall_server(&serve);
    assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
    assert!(words(&refused).contains(utf8(mirror.path())), "{}", words(&refused));
}

/// A mount that hangs keeps no hall closed: the server starts, says that the copy is behind, and ends when it is told to.
#[test]
fn a_mirror_that_hangs_keeps_no_hall_closed_and_no_server_alive() {
    let hall = Hall::new();
    let mirror = tempfile::tempdir().unwrap();
    let tag = &hall.line_1().to_string()[..8];
    let pipe = mirror.path().join(format!("sala-{tag}-000000000001.espejo"));
    nix::unistd::mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let copy = hall.copy();
    mirror_in(copy.path(), &hall.key, mirror.path());
    let (mut child, address) = serve(copy.path(), "127.0.0.1:0", Stdio::null());
    crate::kit::until(|| {
        let health: serde_json::Value =
            ureq::get(format!("{address}/healthz")).call().unwrap().body_mut().read_json().unwrap();
        let copy = &health["copies"][0];
        copy["seq"] == 0
            && copy["lines_behind"].as_u64() > Some(0)
            && copy["ms_behind"].as_u64() > Some(1_000)
    });
    let child_id = nix::unistd::Pid::from_raw(child.id().try_into().unwrap());
    nix::sys::signal::kill(child_id, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert!(child.wait().unwrap().success());
}

/// Another hall's mirror, and one that is not there: the server starts, says so, and `/healthz` tells.
#[test]
fn another_halls_mirror_and_none_at_all_are_told_and_the_server_starts() {
    let (hall, other) = (Hall::new(), Hall::new());
    let mirror = tempfile::tempdir().unwrap();
    other.mirrored(&[mirror.path()]);
    let missing = mirror.path().join("no-hay");
    for (folder, trouble) in [(mirror.path(), "other_hall"), (&missing, "missing")] {
        let copy = hall.copy();
        mirror_in(copy.path(), &hall.key, folder);
        let (mut child, address) = serve(copy.path(), "127.0.0.1:0", Stdio::null());
        crate::kit::until(|| {
            let health: serde_json::Value =
                ureq::get(format!("{address}/healthz")).call().unwrap().body_mut().read_json().unwrap();
            health["copies"][0]["trouble"] == trouble
        });
        let metrics =
            ureq::get(format!("{address}/metrics")).call().unwrap().body_mut().read_to_string().unwrap();
        assert!(metrics.contains("bombo_copy_1_in_trouble 1"), "{metrics}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
