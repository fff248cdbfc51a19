//! Devices that are let into a hall of the kit with a code: as a client of the test's own, and by their programs with `--enrol`.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use hall_wire::link::{Client, ClientError, Servers, join};
use hall_wire::message::{DeviceCode, HallLists};
use serde_json::json;
use uuid::Uuid;
use xtask::programs::program;
use xtask::staff::post;

use crate::kit::{Hall, said};

/// A code for a device with this name, from the jefe de sala.
#[track_caller]
pub fn code_for(hall: &Hall, name: &str) -> String {
    let asked = json!({"name": name});
    let given: DeviceCode =
        hall.staff.sala.send("/api/devices/code", &asked, Uuid::new_v4()).expect("a code");
    given.code
}

/// Where the devices of these tests keep what they are: they share a folder, as at one computer.
pub fn folder(hall: &Hall) -> PathBuf {
    hall.dir().join("aparatos")
}

/// Where the device of this name keeps what it is.
pub fn file(hall: &Hall, name: &str) -> PathBuf {
    folder(hall).join(format!("{name}.alta"))
}

/// A device that was let in at this post.
#[track_caller]
pub fn enrolled(hall: &Hall, name: &str, at: &str) -> Servers {
    let servers = Servers::new(&hall.encrypted());
    let identity = join(&servers, &code_for(hall, name), at, &file(hall, name)).expect("the code is good");
    assert_eq!((identity.name.as_str(), identity.post.as_str()), (name, at));
    servers
}

/// Has a program ask to be let in with a code; whether it was, and what it said.
pub fn asks(hall: &Hall, name: &str, (runs, options): (&str, &[&str]), code: &str) -> (bool, String) {
    let output = Command::new(program(runs))
        .args(["--server", &hall.encrypted(), "--enrol", code, "--identity"])
        .arg(file(hall, name))
        .args(options)
        .output()
        .expect("it is built");
    (output.status.success(), said(&output))
}

/// Lets a program in with a code; returns the file of what it is then.
#[track_caller]
pub fn let_in(hall: &Hall, name: &str, runs: (&str, &[&str])) -> String {
    let (well, words) = asks(hall, name, runs, &code_for(hall, name));
    assert!(well && words.contains(&format!("Alta hecha: «{name}»")), "{words}");
    file(hall, name).to_str().expect("a plain path").to_owned()
}

/// How soon whoever is put out is cut off, its screens too (DECISIONS 46): the one time of a clock that these tests hold anybody to.
pub const CUT_OFF_MAX: Duration = Duration::from_secs(2);

/// The jefe de sala takes a device out of the hall.
#[track_caller]
pub fn revoke(hall: &Hall, name: &str) {
    let lists: HallLists = hall.staff.sala.get("/api/hall").expect("the lists");
    let device = lists.devices.iter().find(|row| row.name == name).expect("enrolled").device;
    post(&hall.staff.sala, "revoke-device", &json!({"device": device})).expect("revoked");
}

/// The code and the words of a refusal.
#[track_caller]
pub fn problem(error: ClientError) -> String {
    let ClientError::Refused(problem) = error else { panic!("{error}") };
    format!("{}: {}", problem.code, problem.detail)
}

/// What the server says to whoever asks for the public board.
#[track_caller]
pub fn refusal(servers: &Servers) -> String {
    problem(Client::new(servers).get::<serde_json::Value>("/api/board").expect_err("it is refused"))
}
