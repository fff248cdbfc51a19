//! A spare that follows, is promoted by two, and the server it replaces (DECISIONS 41, ADR 40), each a process of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use hall_core::event::{EpochCause, Event};
use hall_server::journal::{Head, RecordReader, check};
use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, Link, Servers, Witness};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::kit::{BERTA_PIN, PATIENCE, Place, Server, ana_pin, run, signatures, until, utf8, words};
use crate::process::serve;

/// A hall, its server's address, and the place of its spare.
pub struct Two {
    pub place: Place,
    /// Where the server listens.
    pub at: String,
    /// Where the spare does.
    pub spare_at: String,
    key: PathBuf,
    pub dir: PathBuf,
}

/// An address that was free a moment ago.
fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

impl Two {
    pub fn new(wait: &str) -> Two {
        let place = Place::new();
        let key = place.root.path().join("reserva.clave");
        assert!(run(&["spare-key", "--to", utf8(&key)], "").status.success());
        let (at, spare_at) = (free_address(), free_address());
        place.set(&format!("[spare]\nat = \"{spare_at}\"\nkey = \"{}\"\nwait = \"{wait}\"", key.display()));
        let dir = place.root.path().join("reserva");
        Two { place, at, spare_at, key, dir }
    }

    /// Starts the hall's server, which says who it is.
    pub fn server(&self) -> Server {
        let (child, url) = serve(&self.place.dir, &self.at, Stdio::null());
        let mut server = Server { child, url, token: String::new() };
        server.log_in("ana", ana_pin());
        server
    }

    fn follow_args(&self) -> [&str; 9] {
        let (dir, key) = (utf8(&self.dir), utf8(&self.key));
        ["follow", "--of", &self.at, "--dir", dir, "--key", key, "--listen", &self.spare_at]
    }

    pub fn spare(&self) -> Spare {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall-server"))
            .args(self.follow_args())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains(&self.spare_at), "{line}");
        Spare { child, at: self.spare_at.clone() }
    }

    /// Waits until the spare has what the server has.
    pub fn follows(&self, server: &Server) -> u64 {
        let seq = || health(server)["seq"].as_u64().unwrap();
        let end = std::time::Instant::now() + PATIENCE;
        loop {
            let (wanted, has, copy) = (seq(), spare_seq(&self.spare_at), copy(server));
            if has == Some(wanted) && copy["trouble"].is_null() {
                return wanted;
            }
            assert!(std::time::Instant::now() < end, "it does not follow: {has:?} of {wanted}: {copy}");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    pub fn promote(&self) -> std::process::Output {
        run(&["promote", "--dir", utf8(&self.dir)], &signatures())
    }

    pub fn promoted(&self) -> Server {
        let (child, url) = serve(&self.dir, &self.spare_at, Stdio::null());
        Server { child, url, token: String::new() }
    }

    /// Why the hall's old server does not start.
    pub fn refusal(&self) -> String {
        let output = run(&["serve", "--dir", utf8(&self.place.dir), "--listen", &self.at], "");
        assert_eq!(output.status.code(), Some(1), "{}", words(&output));
        words(&output)
    }
}

fn health(server: &Server) -> Value {
    serde_json::from_str(&server.get("/healthz")).unwrap()
}

/// The spare, as the server sees it.
fn copy(server: &Server) -> Value {
    health(server)["copies"][0].clone()
}

fn spare_seq(at: &str) -> Option<u64> {
    let text = ureq::get(format!("http://{at}/healthz")).call().ok()?.body_mut().read_to_string().ok()?;
    serde_json::from_str::<Value>(&text).unwrap()["seq"].as_u64()
}

pub struct Spare {
    pub child: Child,
    at: String,
}

impl Spare {
    pub fn stop(mut self) {
        signal(&self.child, Signal::SIGTERM);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

pub fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

pub fn lines(dir: &Path) -> Head {
    RecordReader::open(dir).unwrap().head().unwrap()
}

#[test]
fn a_spare_follows_catches_up_and_serves_nothing() {
    let two = Two::new("money");
    let server = two.server();
    server.enter("J1");
    until(|| copy(&server)["trouble"] == "missing");
    let spare = two.spare();
    two.follows(&server);
    // Nobody's hall, and whoever asks is told so.
    let asked = ureq::Agent::from(ureq::Agent::config_builder().http_status_as_error(false).build());
    let mut answer = asked.get(format!("http://{}/api/record", spare.at)).call().unwrap();
    assert_eq!(answer.status(), 503);
    assert!(answer.body_mut().read_to_string().unwrap().contains("es-la-reserva"));
    // Without the key nothing is taken.
    let post = || asked.post(format!("http://{}/api/spare", spare.at));
    assert_eq!(post().send("BNGM").unwrap().status(), 403);
    assert_eq!(post().header("Spare-Code", "0a".repeat(32)).send("BNGM").unwrap().status(), 403);
    // Pulled out for a while: the game goes on.
    spare.stop();
    for set in ["J2", "J3", "J4"] {
        server.enter(set);
    }
    until(|| copy(&server)["trouble"] == "missing");
    let spare = two.spare();
    let seq = two.follows(&server);
    spare.stop();
    server.stop();
    let (ours, theirs) = (RecordReader::open(&two.place.dir).unwrap(), RecordReader::open(&two.dir).unwrap());
    assert_eq!(theirs.head().unwrap().seq, seq);
    assert!(ours.has(theirs.head().unwrap()).unwrap());
    let report = check(&two.dir, None).unwrap();
    assert!(report.is_sound(), "{report}");
    // As it is, it is no hall's server, and its record is not accepted as one by any other way.
    // A server that went on would fail at the port, and end.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    for args in [
        &["serve", "--listen", &listen, "--dir", utf8(&two.dir)][..],
        &["accept-loss", "--dir", utf8(&two.dir)],
    ] {
        let refused = run(args, &format!("ACEPTO\n{}", signatures()));
        assert!(!refused.status.success());
        assert!(words(&refused).contains("promote"), "{}", words(&refused));
    }
    assert_eq!(lines(&two.dir), theirs.head().unwrap());
}

#[test]
fn two_people_promote_it_only_when_the_old_server_is_gone_which_then_serves_no_more() {
    let two = Two::new("all");
    let mut server = two.server();
    let spare = two.spare();
    two.follows(&server);
    server.enter("J1");
    let seq = two.follows(&server);
    let token = server.token.clone();
    spare.stop();
    let before = lines(&two.dir);
    let refused = two.promote();
    assert!(!refused.status.success());
    assert!(words(&refused).contains("todavía contesta"), "{}", words(&refused));
    assert_eq!(lines(&two.dir), before, "nothing is written");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    // One person twice is not two.
    let alone = format!("ana\n{0}\nana\n{0}\n", ana_pin());
    let refused = run(&["promote", "--dir", utf8(&two.dir)], &alone);
    assert!(!refused.status.success() && words(&refused).contains("dos personas"), "{}", words(&refused));
    assert_eq!(lines(&two.dir), before);

    let promoted = two.promote();
    assert!(promoted.status.success(), "{}", words(&promoted));
    assert!(words(&promoted).contains("época 2"), "{}", words(&promoted));
    let record = RecordReader::open(&two.dir).unwrap();
    let (_, event) = record.lines(seq + 1, seq + 1).unwrap().remove(0);
    let Event::EpochBegun { cause, epoch, .. } = event else { panic!("{event:?}") };
    assert_eq!((cause, epoch), (EpochCause::Promoted, 2));
    drop(record);
    assert!(check(&two.dir, Some(before)).unwrap().is_sound());

    let mut new = two.promoted();
    new.token = token;
    assert_eq!(new.post("/api/commands/register-ball-set", &json!({})).0, 401, "tokens of before");
    new.log_in("ana", ana_pin());
    let numbers = json!({"game": 57, "session": 3, "diligencia": 4, "sold": []});
    new.ask("ask-numbering", &numbers);
    new.log_in("berta", BERTA_PIN);
    new.ask("confirm-numbering", &numbers);
    // The old one is back, on its own record of epoch 1.
    let said = two.refusal();
    for part in ["se ha puesto en marcha", "época 2", "época 1"]
        .map(|part| part.replace("época 1", "este equipo en la 1"))
    {
        assert!(said.contains(&part), "{part}: {said}");
    }
    // Promoted once, it is nobody's spare.
    new.stop();
    let again = two.promote();
    assert!(words(&again).contains("no es una reserva"), "{}", words(&again));
    let followed = run(&two.follow_args(), "");
    assert!(words(&followed).contains("hay una sala"), "{}", words(&followed));
}

/// Both alive: the cable was pulled, the spare promoted, and the cable put back.
#[test]
fn an_old_server_that_was_only_cut_off_ends_itself_when_it_hears_of_the_promotion() {
    let two = Two::new("never");
    let mut server = two.server();
    let spare = two.spare();
    two.follows(&server);
    spare.stop();
    // A server that answers nobody is as good as cut off.
    signal(&server.child, Signal::SIGSTOP);
    let promoted = two.promote();
    assert!(promoted.status.success(), "{}", words(&promoted));
    let new = two.promoted();
    signal(&server.child, Signal::SIGCONT);
    assert_eq!(server.child.wait().unwrap().code(), Some(hall_server::serve::EXIT_RECORD));
    assert!(two.refusal().contains("se ha puesto en marcha"));
    // The old computer as the new one's spare, in a folder of its own.
    let folder = two.place.root.path().join("al-reves");
    let mut back = Command::new(env!("CARGO_BIN_EXE_hall-server"))
        .args([
            "follow",
            "--of",
            &two.spare_at,
            "--dir",
            utf8(&folder),
            "--key",
            utf8(&two.key),
            "--listen",
            &two.at,
        ])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    until(|| spare_seq(&two.at) == health(&new)["seq"].as_u64());
    back.kill().unwrap();
    back.wait().unwrap();
    new.stop();
}

/// Screens that were told both addresses, a wall and a desk, before and after a promotion, and beside the old server come back.
#[test]
fn screens_find_the_promoted_server_and_stay_with_it() {
    let two = Two::new("all");
    let mut server = two.server();
    let spare = two.spare();
    two.follows(&server);
    let both = format!("http://{},http://{}", two.at, two.spare_at);
    let (servers, desks) = (Servers::from(&both), Servers::from(&both));
    let witness =
        |name: &str| Witness::open(&two.place.root.path().join(name), name, |trouble| panic!("{trouble}"));
    let wall = Link::<PublicBoard>::watch(&servers, "pared-1", None, witness("pared"));
    let desk = Link::<MesaBoard>::watch(&desks, "mesa-1", Some(server.token.clone()), witness("mesa"));
    wall.wait(|seen| seen.connected, PATIENCE).expect("the wall follows the server");
    desk.wait(|seen| seen.connected, PATIENCE).expect("the desk does");
    server.enter("J1");
    let seq = two.follows(&server);
    wall.wait(|seen| seen.seq == seq, PATIENCE).expect("the last line");
    spare.stop();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    wall.wait(|seen| !seen.connected, PATIENCE).expect("nobody is there");
    assert!(two.promote().status.success());
    let new = two.promoted();
    wall.wait(|seen| seen.connected && seen.seq > seq, PATIENCE)
        .expect("the wall follows the promoted server");
    assert_eq!(servers.in_use(), Some(servers.all()[1].as_str()));
    // Its token is of before: the desk is told to log in again, and its commands go where its board comes from.
    desk.wait(|seen| seen.refused.is_some(), PATIENCE).expect("the desk is told to log in again");
    drop(desk);
    let door = Link::<PublicBoard>::watch(&desks, "mesa-1", None, witness("mesa"));
    door.wait(|seen| seen.connected, PATIENCE).expect("the log-in page finds it");
    let mut client = Client::new(&desks);
    client.login("berta", BERTA_PIN, "mesa-1").unwrap();
    let numbers = json!({"game": 57, "session": 3, "diligencia": 4, "sold": []});
    client.post("ask-numbering", &numbers, uuid::Uuid::new_v4()).unwrap();
    drop((wall, door));

    // The old server is back, and knows nothing of a spare. Who saw the new epoch passes it by.
    let settings = two.place.dir.join("sala.toml");
    let text = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(&settings, text.split("[spare]\nat = \"127").next().unwrap()).unwrap();
    let (child, url) = serve(&two.place.dir, &two.at, Stdio::null());
    let old = Server { child, url, token: String::new() };
    let servers = Servers::from(&both);
    let wall = Link::<PublicBoard>::watch(&servers, "pared-1", None, witness("pared"));
    wall.wait(|seen| seen.connected && seen.behind.is_none(), PATIENCE).expect("the wall passes it by");
    assert_eq!(servers.in_use(), Some(servers.all()[1].as_str()));
    old.stop();
    new.stop();

    // An address that takes connections and says nothing costs a few seconds.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let new = two.promoted();
    let servers =
        Servers::from(format!("http://{},http://{}", silent.local_addr().unwrap(), two.spare_at).as_str());
    let wall = Link::<PublicBoard>::watch(&servers, "pared-1", None, witness("pared"));
    wall.wait(|seen| seen.connected, PATIENCE).expect("the wall goes on to the next");
    new.stop();
}

/// NL1 with `wait = "all"`: both computers lose power at the moment of an answer, and the first has lost its disk.
#[test]
fn what_was_answered_is_on_the_spares_disk() {
    let two = Two::new("all");
    for round in 0..12 {
        let mut server = two.server();
        let mut spare = two.spare();
        two.follows(&server);
        let done = server.ask(
            "register-ball-set",
            &json!({"set": format!("J{round}"), "extractor": "pneumatic", "homologation": "H-1"}),
        );
        spare.child.kill().unwrap();
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        spare.child.wait().unwrap();
        let answered = done["seq"].as_u64().unwrap();
        assert!(lines(&two.dir).seq >= answered, "line {answered} was answered and is not on the spare");
    }
}

#[test]
fn with_another_key_or_of_another_hall_nothing_is_taken() {
    let two = Two::new("money");
    let other = two.place.root.path().join("otra.clave");
    assert!(run(&["spare-key", "--to", utf8(&other)], "").status.success());
    let server = two.server();
    let stranger = Two { key: other, place: Place::new(), at: two.at.clone(), ..Two::new("never") };
    let stranger = Two { spare_at: two.spare_at.clone(), ..stranger };
    let spare = stranger.spare();
    until(|| copy(&server)["trouble"] == "failing");
    assert_eq!(spare_seq(&two.spare_at), Some(0));
    spare.stop();
    // Another hall's spare, with the right key.
    let hall = Two { spare_at: two.spare_at.clone(), key: two.key.clone(), ..Two::new("never") };
    hall.place.set("");
    let folder = hall.place.root.path().join("reserva");
    let other_hall = crate::kit::new_hall(&hall.place.folder("otra"), "Otra Sala");
    assert!(!other_hall.is_empty());
    assert!(!folder.exists());
    let spare = two.spare();
    two.follows(&server);
    spare.stop();
    server.stop();
    // The same spare, and a server of another hall.
    let otra = hall.place.root.path().join("otra");
    let text = std::fs::read_to_string(otra.join("sala.toml")).unwrap()
        + &format!("\n[spare]\nat = \"{}\"\nkey = \"{}\"\n", two.spare_at, two.key.display());
    std::fs::write(otra.join("sala.toml"), text).unwrap();
    let spare = two.spare();
    let had = spare_seq(&two.spare_at);
    let server = Server::start(&otra);
    until(|| copy(&server)["trouble"] == "other_hall");
    assert_eq!(spare_seq(&two.spare_at), had);
    spare.stop();
    server.stop();
}
