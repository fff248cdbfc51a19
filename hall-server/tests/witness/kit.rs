//! A hall and a witness, each a process of its own, on loopback.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hall_log::SignedNote;
use hall_log::key::Verifier;
use hall_log::note::Standing;
use hall_server::found::{Founding, found};
use hall_server::journal::{RecordReader, Signed};
use hall_server::profile;
use hall_wire::link::Client;
use hall_wire::message::{Health, WitnessHealth, WitnessTrouble};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;

use crate::process;

/// How long anything may take: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until something is so, looking again and again.
#[track_caller]
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "never came: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a command of `hall-server`; returns whether it went well, and what it said.
pub fn tool(words: &[&str], dir: &Path) -> (bool, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_hall-server")).args(words).arg("--dir").arg(dir).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// A witness's server.
pub struct Watch {
    pub dir: PathBuf,
    pub url: String,
    pub key: Verifier,
    child: Option<Child>,
}

impl Watch {
    /// A new one, on a free port.
    pub fn new(dir: &Path) -> Watch {
        let (child, url, key) = Watch::run(dir, "127.0.0.1:0");
        Watch { dir: dir.to_owned(), url, key, child: Some(child) }
    }

    fn run(dir: &Path, listen: &str) -> (Child, String, Verifier) {
        fs::create_dir_all(dir).unwrap();
        let log = fs::File::options().create(true).append(true).open(dir.join("testigo.log")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall-server"))
            .args(["witness", "--listen", listen, "--dir"])
            .arg(dir)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = |begins: &str| {
            let found = lines
                .by_ref()
                .map(Result::unwrap)
                .find_map(|line| Some(line.split_once(begins)?.1.to_owned()));
            found.unwrap_or_else(|| panic!("{}", fs::read_to_string(dir.join("testigo.log")).unwrap()))
        };
        let url = format!("http://{}", next("http://").split(',').next().unwrap());
        let key = next("key = \"");
        (child, url, Verifier::parse(key.trim_end_matches('"')).unwrap())
    }

    /// As a power cut does it.
    pub fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Again, at the same address.
    pub fn start(&mut self) {
        let (child, url, key) = Watch::run(&self.dir, self.url.strip_prefix("http://").unwrap());
        assert_eq!((url, key), (self.url.clone(), self.key.clone()), "a witness stays who it is");
        self.child = Some(child);
    }

    /// Sends bytes to it, and returns status, type and text of the answer.
    pub fn post(&self, body: &[u8]) -> (u16, String, String) {
        self.send(&format!("POST /add-checkpoint HTTP/1.1\r\nContent-Length: {}\r\n", body.len()), body)
    }

    /// A request of any kind.
    pub fn send(&self, head: &str, body: &[u8]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(format!("{head}Host: testigo\r\nConnection: close\r\n\r\n").as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let media = head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default();
        (status, media.to_owned(), text.to_owned())
    }

    /// What it has written of what it saw: names and texts.
    pub fn kept(&self) -> Vec<(String, String)> {
        files(&self.dir.join("registros"))
    }

    /// What it kept as a contradiction.
    pub fn contradictions(&self) -> Vec<(String, String)> {
        files(&self.dir.join("contradicciones"))
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.dir.join("testigo.log")).unwrap()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.kill();
        }
    }
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let Ok(folder) = fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<_> = folder
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap()))
        .collect();
    all.sort();
    all
}

/// A hall's server.
pub struct Hall {
    folder: tempfile::TempDir,
    /// Where it is served from.
    pub dir: PathBuf,
    pub url: String,
    pub client: Client,
    server: Option<Child>,
    series: u32,
}

impl Hall {
    /// A hall with a matrix, whose server has run once.
    pub fn open() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("sala");
        fs::create_dir(&dir).unwrap();
        let (rules, _) = profile::parse("estatal-2002.toml", profile::ESTATAL_2002).unwrap();
        let founding = Founding {
            name: "Sala Vista",
            company: "",
            town: "Ceuta",
            zone: "Europe/Madrid",
            manager: "Ana Ruiz",
            user: "ana",
            rules,
            profile: profile::ESTATAL_2002,
            pin: None,
            demo_seed: Some(7),
        };
        let pin = found(&dir, &founding).unwrap();
        let (server, url) = process::serve(&dir, "127.0.0.1:0", log(&dir));
        let mut client = Client::new(&url);
        client.login("ana", &pin, "mesa-1").unwrap();
        Hall { folder, dir, url, client, server: Some(server), series: 0 }
    }

    pub fn stop(&mut self) {
        let mut server = self.server.take().unwrap();
        kill(Pid::from_raw(i32::try_from(server.id()).unwrap()), Signal::SIGTERM).unwrap();
        assert!(server.wait().unwrap().success());
    }

    pub fn start(&mut self) {
        let listen = self.url.strip_prefix("http://").unwrap();
        self.server = Some(process::serve(&self.dir, listen, log(&self.dir)).0);
    }

    /// Has it ask this witness, under its name in the settings, from the next start on.
    pub fn names(&self, witness: &str, url: &str, key: &Verifier) {
        let path = self.dir.join("sala.toml");
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("[[witness]]\nname = ").next().unwrap();
        let part = format!("[[witness]]\nname = \"{witness}\"\nurl = \"{url}\"\nkey = \"{key}\"\n");
        fs::write(path, format!("{text}{part}")).unwrap();
    }

    /// The key that `record-key` writes for a witness.
    pub fn record_key(&self) -> String {
        let (good, said) = tool(&["record-key"], &self.dir);
        assert!(good, "{said}");
        said.lines().next().unwrap().to_owned()
    }

    /// Does something that is worth a checkpoint; returns the line.
    pub fn signs(&mut self) -> u64 {
        self.series += 1;
        let body = json!({"series": format!("A{}", self.series), "matrix": 1, "face_value_cents": 200});
        self.client.post("receive-series", &body, uuid::Uuid::new_v4()).unwrap().seq
    }

    pub fn health(&self) -> Health {
        self.client.get("/healthz").unwrap()
    }

    pub fn witness(&self) -> WitnessHealth {
        self.health().witnesses.first().expect("one is named").clone()
    }

    /// Waits until the witness has signed so many lines.
    #[track_caller]
    pub fn is_witnessed(&self, seq: u64) {
        until("a signature of the witness", || {
            Some(self.witness()).filter(|now| now.seq >= seq && now.trouble.is_none())
        });
    }

    /// Waits until the witness does not sign for this reason.
    #[track_caller]
    pub fn is_not_witnessed(&self, why: WitnessTrouble) {
        until("that the witness does not sign", || Some(()).filter(|()| self.witness().trouble == Some(why)));
    }

    /// The checkpoints that the record has with a good cosignature of this key.
    pub fn cosigned(&self, by: &Verifier) -> Vec<u64> {
        let record = RecordReader::open(&self.dir).unwrap();
        let all = record.checkpoints(1, u64::MAX >> 1).unwrap();
        let is_good = |signed: &Signed| matches!(signed.note.standing(by), Standing::Good(Some(_)));
        all.into_iter().filter(is_good).map(|signed| signed.checkpoint.size).collect()
    }

    /// The folder as it is, elsewhere; its server is not running.
    pub fn copy(&self, name: &str) -> PathBuf {
        let to = self.folder.path().join(name);
        process::copy_folder(&self.dir, &to);
        to
    }

    /// The newest checkpoint as the hall signed it.
    pub fn newest(&self) -> SignedNote {
        let record = RecordReader::open(&self.dir).unwrap();
        let newest = record.newest_checkpoint().unwrap().unwrap();
        let note = record.note_as_signed(newest.epoch, newest.checkpoint.size).unwrap().unwrap();
        SignedNote::parse(&note).unwrap()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.dir.join("servidor.log")).unwrap()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

fn log(dir: &Path) -> Stdio {
    fs::File::options().create(true).append(true).open(dir.join("servidor.log")).unwrap().into()
}
