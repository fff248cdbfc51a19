//! A founded hall and its server as a process.
#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use hall_server::found::{Founding, found};
use hall_server::profile;

/// Founds a hall in a folder; returns the PIN of its manager, «ana».
pub fn new_hall(folder: &Path, name: &str) -> String {
    let (rules, _) = profile::parse("estatal-2002.toml", profile::ESTATAL_2002).unwrap();
    let founding = Founding {
        name,
        company: "",
        town: "Ceuta",
        zone: "Europe/Madrid",
        manager: "Ana Ruiz",
        user: "ana",
        rules,
        profile: profile::ESTATAL_2002,
        pin: None,
        demo_seed: None,
    };
    found(folder, &founding).unwrap()
}

/// Starts a server, and waits until it says where it listens.
pub fn serve(dir: &Path, listen: &str, stderr: Stdio) -> (Child, String) {
    serve_with(dir, listen, stderr, Path::new("/"))
}

/// The same; sticks are looked for under `media`.
pub fn serve_with(dir: &Path, listen: &str, stderr: Stdio, media: &Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_hall-server"))
        .args(["serve", "--listen", listen, "--dir"])
        .arg(dir)
        .arg("--media")
        .arg(media)
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let at = line.find("http://").expect("it says where it listens");
    (server, line[at..].trim().to_owned())
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}
