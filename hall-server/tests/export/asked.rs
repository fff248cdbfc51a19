//! Sessions that somebody at a console takes away on the stick in the server: who asked is a line before a byte leaves, what came of
//! it is another, and the hall goes on meanwhile (DECISIONS 44, ADR 53).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use hall_core::event::Event;
use hall_core::people::PersonId;
use hall_server::journal::RecordReader;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::made::read_json;
use crate::place::{BERTA_PIN, Place, Server, ana_pin, until};
use crate::process::serve_with;
use crate::small_disk::SmallDisk;
use crate::verifiers::Verifiers;

/// A hall with a session that is over, and one that is open; and a computer in which sticks are plugged in.
struct Office {
    place: Place,
    media: PathBuf,
}

impl Office {
    fn new() -> Office {
        let place = Place::new();
        place.enters(&["J1", "J2"]);
        let media = place.folder("equipo");
        fs::create_dir_all(media.join("proc/self")).unwrap();
        fs::create_dir_all(media.join("media/sala/LLAVE")).unwrap();
        let office = Office { place, media };
        office.sticks(&["LLAVE"]);
        let mut server = office.server();
        server.count_is_signed();
        let open = json!({"sala": 1, "balls_counted": 90, "set": "J1", "reserve_set": "J2", "seals_whole": true,
            "installations_work": true, "public_witness": false, "reserve_machine": true, "closing_hour": null});
        server.ask("open-session", &open);
        server.count_is_signed();
        server.ask("close-session", &json!({"balls_counted": 90, "public_witness": false}));
        server.count_is_signed();
        server.ask("open-session", &open);
        server.stop();
        office
    }

    fn server(&self) -> Server {
        let (child, url) = serve_with(&self.place.dir, "127.0.0.1:0", Stdio::null(), &self.media);
        Server { child, url, token: String::new() }
    }

    fn anas(&self) -> Server {
        let mut server = self.server();
        server.log_in("ana", ana_pin());
        server
    }

    fn table(&self) -> PathBuf {
        self.media.join("proc/self/mountinfo")
    }

    /// These are plugged in.
    fn sticks(&self, names: &[&str]) {
        fs::write(self.table(), mounted(names)).unwrap();
    }

    fn stick(&self) -> PathBuf {
        self.media.join("media/sala/LLAVE")
    }

    /// What came of the export that was asked for in this line.
    fn end_of(&self, server: &Server, asked: u64) -> Event {
        until(|| exports(server)["under_way"].is_null());
        let record = RecordReader::open(&self.place.dir).unwrap();
        let lines = record.lines(asked + 1, u64::from(u32::MAX)).unwrap();
        let ends = |event: &Event| matches!(event, Event::ExportMade { .. } | Event::ExportFailed { .. });
        lines.into_iter().map(|(_, event)| event).find(ends).expect("it has ended")
    }
}

fn mounted(names: &[&str]) -> String {
    let line = |(device, name): (u32, &&str)| {
        format!("90 22 8:{device} / /media/sala/{name} rw,nosuid - vfat /dev/sdb1 rw\n")
    };
    (17..).zip(names).map(line).collect()
}

fn get(server: &Server, path: &str) -> Value {
    let asked = ureq::get(format!("{}{path}", server.url));
    let mut answer = asked.header("authorization", format!("Bearer {}", server.token)).call().unwrap();
    answer.body_mut().read_json().unwrap()
}

fn exports(server: &Server) -> Value {
    get(server, "/api/board/mesa")["board"]["exports"].clone()
}

fn of(first: u32, last: u32, names: bool) -> Value {
    json!({"first": first, "last": last, "names": names, "documents": false, "signatures": false})
}

fn asks(server: &Server, what: &Value) -> u64 {
    server.ask("make-export", what)["seq"].as_u64().unwrap()
}

fn why(event: &Event) -> &str {
    let Event::ExportFailed { words, .. } = event else { panic!("it was made: {event:?}") };
    words
}

fn left_on(stick: &Path) -> Vec<String> {
    let names = fs::read_dir(stick).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn a_session_is_taken_away_at_a_console_and_the_record_says_by_whom() {
    let office = Office::new();
    let (server, mut verifiers) = (office.anas(), Verifiers::new());
    let asked = asks(&server, &of(1, 1, false));
    let Event::ExportMade { export: 1, place, first, last, manifest_sha256 } = office.end_of(&server, asked)
    else {
        panic!("{}", exports(&server))
    };
    let made = office.stick().join("bombo-exportacion-1-sesion-1");
    assert_eq!(place, made.display().to_string());
    assert_eq!(exports(&server)["place"], place.as_str());
    let said = verifiers.both(&made);
    assert_eq!(said.status, 0, "{said:?}");
    let bytes = fs::read(made.join("manifiesto.json")).unwrap();
    assert_eq!(manifest_sha256[..], Sha256::digest(&bytes)[..], "the line has the manifest's hash");
    let manifest = read_json(&made.join("manifiesto.json"));
    let by = json!({"por": "p1", "papeles": ["jefe_de_sala"], "linea": asked});
    assert_eq!(manifest["pedido"], by);
    assert_eq!(manifest["lineas"]["primera"], first);
    assert_eq!(manifest["lineas"]["ultima"], last);
    assert_eq!(manifest["opciones"]["sesion"], 1);
    assert!(!made.join("tablas/personas.csv").exists());
    // Both sessions, of which one is open, with names; it has a name of its own.
    let asked = asks(&server, &of(1, 2, true));
    let end = office.end_of(&server, asked);
    assert!(matches!(end, Event::ExportMade { export: 2, .. }), "{end:?}");
    let made = office.stick().join("bombo-exportacion-2-sesiones-1-2");
    assert!(fs::read_to_string(made.join("tablas/personas.csv")).unwrap().contains("Berta Sanz"));
    assert_eq!(verifiers.both(&made).status, 0);
    let text = fs::read_to_string(made.join("registro.jsonl")).unwrap();
    assert!(text.contains("export_asked"), "the open session has the line of its own export");
    // Who may not.
    let mut server = server;
    server.log_in("berta", BERTA_PIN);
    let (_, answer) = server.post("/api/commands/make-export", &of(1, 1, false));
    assert_eq!(answer["code"], "sin-facultad");
    server.log_in("ana", ana_pin());
    let (_, answer) = server.post("/api/commands/make-export", &of(1, 3, false));
    assert_eq!(answer["code"], "sesiones-inexistentes");
    server.stop();
    let record = RecordReader::open(&office.place.dir).unwrap();
    let asked = record.lines(1, u64::from(u32::MAX)).unwrap().into_iter();
    let asked: Vec<_> = asked.filter(|(_, event)| matches!(event, Event::ExportAsked { .. })).collect();
    assert_eq!(asked.len(), 2);
    assert!(asked.iter().all(|(line, _)| line.actor == hall_core::people::Actor::Person(PersonId(1))));
}

#[test]
fn what_is_wrong_with_the_stick_is_said() {
    let office = Office::new();
    let server = office.anas();
    let fails = || {
        let asked = asks(&server, &of(1, 1, false));
        let end = office.end_of(&server, asked);
        let board = exports(&server);
        assert!(board["place"].is_null() && board["failed"] == why(&end), "{board}");
        why(&end).to_owned()
    };
    office.sticks(&[]);
    let said = fails();
    assert!(said.contains("No hay ningún lápiz USB conectado en el servidor"), "{said}");
    office.sticks(&["LLAVE", "OTRA"]);
    let said = fails();
    assert!(said.contains("Hay varios lápices") && said.contains("OTRA"), "{said}");
    // Pulled out: it was there when it was looked for, and is not any more.
    fs::remove_file(office.table()).unwrap();
    assert!(Command::new("mkfifo").arg(office.table()).status().unwrap().success());
    fs::remove_dir(office.stick()).unwrap();
    let (table, over) = (&office.table(), &AtomicBool::new(false));
    let said = std::thread::scope(|scope| {
        scope.spawn(move || {
            // Each waits for a reader; the first is told of the stick, and no other.
            fs::write(table, mounted(&["LLAVE"])).unwrap();
            while !over.load(Ordering::SeqCst) {
                fs::write(table, "").unwrap();
            }
        });
        let said = fails();
        over.store(true, Ordering::SeqCst);
        // Opened both ways it waits for nobody, and the last one that writes finds it.
        drop(fs::OpenOptions::new().read(true).write(true).open(table).unwrap());
        said
    });
    assert!(said.contains("Se ha quitado el lápiz"), "{said}");
    server.stop();
}

#[test]
fn a_stick_that_is_full_is_said_and_what_was_begun_leaves_it() {
    let Some(disk) = SmallDisk::mount(1) else { return };
    let office = Office::new();
    fs::remove_dir(office.stick()).unwrap();
    std::os::unix::fs::symlink(disk.path(), office.stick()).unwrap();
    fs::write(disk.path().join("otro"), vec![0; 1000 << 10]).unwrap();
    let server = office.anas();
    let asked = asks(&server, &of(1, 1, false));
    let end = office.end_of(&server, asked);
    assert!(why(&end).contains("El lápiz está lleno"), "{end:?}");
    assert_eq!(left_on(disk.path()), ["otro"]);
    fs::remove_file(disk.path().join("otro")).unwrap();
    let asked = asks(&server, &of(1, 1, false));
    let end = office.end_of(&server, asked);
    assert!(matches!(end, Event::ExportMade { export: 2, .. }), "{end:?}");
    server.stop();
}

/// The hall is played while an export is made, there is one at a time, and a stop does not wait for it: after the start it is made.
#[test]
fn an_export_that_a_stop_interrupts_is_made_after_the_start() {
    let office = Office::new();
    // Nobody writes into it: whoever looks for a stick waits.
    fs::remove_file(office.table()).unwrap();
    assert!(Command::new("mkfifo").arg(office.table()).status().unwrap().success());
    let server = office.anas();
    let asked = asks(&server, &of(1, 1, false));
    assert_eq!(exports(&server)["under_way"], json!([1, 1]));
    let (status, answer) = server.post("/api/commands/make-export", &of(1, 1, false));
    assert_eq!((status, answer["code"].as_str()), (409, Some("exportacion-en-curso")), "{answer}");
    server.enter("J9");
    server.stop();
    fs::remove_file(office.table()).unwrap();
    office.sticks(&["LLAVE"]);
    let server = office.anas();
    let end = office.end_of(&server, asked);
    assert!(matches!(end, Event::ExportMade { export: 1, .. }), "{end:?}");
    server.stop();
}

/// A server that is killed says nothing to what it began; two of them would write over each other.
#[test]
fn an_export_ends_with_the_server_that_began_it_and_is_made_by_the_next() {
    let office = Office::new();
    fs::remove_file(office.table()).unwrap();
    assert!(Command::new("mkfifo").arg(office.table()).status().unwrap().success());
    let mut server = office.anas();
    let asked = asks(&server, &of(1, 1, false));
    let mut its = None;
    until(|| {
        its = begun_by(server.child.id());
        its.is_some()
    });
    // It waits for the table, and says nothing that would fail.
    until(|| get(&server, "/api/hall")["exporting"].is_object());
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    until(|| !is_alive(its.unwrap()));
    fs::remove_file(office.table()).unwrap();
    office.sticks(&["LLAVE"]);
    let server = office.anas();
    let end = office.end_of(&server, asked);
    assert!(matches!(end, Event::ExportMade { export: 1, .. }), "{end:?}");
    server.stop();
}

/// The power goes after an export has its name and before the record knows: it is there, and is not called failed.
#[test]
fn an_export_of_which_the_record_does_not_know_yet_is_found_on_the_stick() {
    let office = Office::new();
    let server = office.anas();
    let asked = asks(&server, &of(1, 1, false));
    let end = office.end_of(&server, asked);
    let Event::ExportMade { place, first, last, manifest_sha256, .. } = end else { panic!("{end:?}") };
    server.stop();
    let mut job = json!({"dir": office.place.dir, "media": office.media, "export": 1, "first": 1, "last": 1, "names": false,
        "documents": false, "signatures": false, "person": 1, "roles": ["jefe_de_sala"], "line": asked});
    let made = json!({"place": place, "first": first, "last": last, "manifest_sha256": hex::encode(manifest_sha256)});
    assert_eq!(carried_out(&job)["made"], made);
    // Of another order, or another hall, it is not taken for this one, and not written over.
    job["line"] = (asked + 1).into();
    assert_eq!(carried_out(&job)["made"]["place"], format!("{place}-2"));
    let other = Office::new();
    job["line"] = asked.into();
    job["dir"] = json!(other.place.dir);
    assert_eq!(carried_out(&job)["made"]["place"], format!("{place}-3"));
    let found: Value =
        serde_json::from_slice(&fs::read(Path::new(&place).join("manifiesto.json")).unwrap()).unwrap();
    assert_eq!(found["pedido"]["linea"], asked);
}

/// What the other process says in the end of what it is told.
fn carried_out(job: &Value) -> Value {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hall-server"));
    program.arg("export-order").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().unwrap();
    serde_json::to_writer(child.stdin.take().unwrap(), job).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    serde_json::from_str(said.lines().last().unwrap()).unwrap()
}

/// The process that makes an export for this server.
fn begun_by(server: u32) -> Option<u32> {
    let mut all =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    all.find(|process: &u32| {
        let orders = fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        stat(*process).is_some_and(|(_, parent)| parent == server) && orders.contains("export-order")
    })
}

fn is_alive(process: u32) -> bool {
    stat(process).is_some_and(|(state, _)| state != "Z")
}

/// A process's state and its parent (proc(5)).
fn stat(process: u32) -> Option<(String, u32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = text.rsplit_once(") ")?.1.split(' ');
    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
}
