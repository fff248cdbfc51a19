//! A hall with two people who may sign, its server, and the program's other commands.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hall_server::journal::{Head, RecordReader};
use serde_json::{Value, json};

use crate::process::serve;
pub use crate::process::{copy_folder, new_hall};

/// Longest wait for anything. Nothing is measured by it.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub const BERTA_PIN: &str = "493817";

/// Waits until it is so.
pub fn until(mut so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !so() {
        assert!(Instant::now() < end, "it never came to be so");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A founded hall with Ana, jefa de sala, and Berta, jefa de mesa; and Ana's PIN.
fn template() -> &'static (tempfile::TempDir, String) {
    static TEMPLATE: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let pin = new_hall(folder.path(), "Bingo de la Copia");
        let mut server = Server::start(folder.path());
        server.log_in("ana", &pin);
        let berta =
            json!({"roles": ["jefe_de_mesa"], "user": "berta", "name": "Berta Sanz", "pin": "246800"});
        server.ask("add-person", &berta);
        server.log_in("berta", "246800");
        server.ask("change-pin", &json!({"old": "246800", "pin": BERTA_PIN}));
        server.stop();
        (folder, pin)
    })
}

pub fn ana_pin() -> &'static str {
    &template().1
}

/// Founds a hall; returns its manager's PIN.
/// A place with a hall and room for copies.
pub struct Place {
    pub root: tempfile::TempDir,
    pub dir: PathBuf,
}

impl Place {
    pub fn new() -> Place {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("sala");
        copy_folder(template().0.path(), &dir);
        Place { root, dir }
    }

    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.root.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Adds a part to the settings.
    pub fn set(&self, part: &str) {
        let path = self.dir.join("sala.toml");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{text}\n{part}\n")).unwrap();
    }

    /// A key for the copies, and mirrors encrypted for it in a folder.
    pub fn with_mirror(&self) -> (PathBuf, PathBuf) {
        let (key, mirror) = (self.root.path().join("clave.txt"), self.folder("espejo"));
        let recipient = hall_server::mirror::make_key(&key).unwrap();
        self.set(&format!(
            "[mirror]\nfolders = [\"{}\"]\nrecipient = \"{recipient}\"\nsame_disk = true",
            mirror.display()
        ));
        (key, mirror)
    }

    pub fn head(&self) -> Head {
        RecordReader::open(&self.dir).unwrap().head().unwrap()
    }

    pub fn backup(&self, to: &Path) -> Output {
        run(&["backup", "--dir", utf8(&self.dir), "--to", utf8(to)], "")
    }

    /// Plays a little with the server: enters sets of balls.
    pub fn enters(&self, sets: &[&str]) {
        let mut server = Server::start(&self.dir);
        server.log_in("ana", ana_pin());
        for set in sets {
            server.enter(set);
        }
        server.stop();
    }
}

pub fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the program with this typed into it.
pub fn run(args: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hall-server"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses before it asks reads nothing.
    child.stdin.take().unwrap().write_all(typed.as_bytes()).ok();
    child.wait_with_output().unwrap()
}

pub fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What the two type.
pub fn signatures() -> String {
    format!("ana\n{}\nberta\n{BERTA_PIN}\n", ana_pin())
}

/// Restores, signed by the two.
pub fn restore(from: &[&Path], dir: &Path, key: Option<&Path>) -> Output {
    let mut args = vec!["restore", "--dir", utf8(dir)];
    from.iter().for_each(|from| args.extend(["--from", utf8(from)]));
    args.extend(key.into_iter().flat_map(|key| ["--identity", utf8(key)]));
    run(&args, &signatures())
}

/// The copies in a folder, oldest first.
pub fn copies(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| {
        hall_server::backup::Name::parse(path.file_name().unwrap().to_str().unwrap()).is_some()
    });
    found.sort();
    found
}

pub struct Server {
    pub child: Child,
    pub url: String,
    pub token: String,
}

impl Server {
    pub fn start(dir: &Path) -> Server {
        let (child, url) = serve(dir, "127.0.0.1:0", Stdio::null());
        Server { child, url, token: String::new() }
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .build()
            .into();
        let mut answer = agent
            .post(format!("{}{path}", self.url))
            .header("content-type", "application/json")
            .header("request-id", uuid::Uuid::new_v4().to_string())
            .header("authorization", format!("Bearer {}", self.token))
            .send(body.to_string())
            .unwrap();
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
    }

    pub fn log_in(&mut self, user: &str, pin: &str) {
        let (status, answer) =
            self.post("/api/login", &json!({"user": user, "pin": pin, "device": "despacho"}));
        assert_eq!(status, 200, "{answer}");
        self.token = answer["token"].as_str().unwrap().to_owned();
    }

    /// Ana signs for the balls of J1, and Berta sits down again.
    #[allow(dead_code, reason = "sessions are opened where they are exported and archived")]
    pub fn count_is_signed(&mut self) {
        self.log_in("ana", ana_pin());
        self.ask("sign-count", &json!({"set": "J1", "balls_counted": 90}));
        self.log_in("berta", BERTA_PIN);
    }

    pub fn ask(&self, command: &str, body: &Value) -> Value {
        let (status, answer) = self.post(&format!("/api/commands/{command}"), body);
        assert_eq!(status, 200, "{command}: {answer}");
        answer
    }

    pub fn enter(&self, set: &str) {
        self.ask("register-ball-set", &json!({"set": set, "extractor": "pneumatic", "homologation": "H-1"}));
    }

    pub fn get(&self, path: &str) -> String {
        ureq::get(format!("{}{path}", self.url)).call().unwrap().body_mut().read_to_string().unwrap()
    }

    /// In good order, its mirrors up to date.
    pub fn stop(mut self) {
        let pid = nix::unistd::Pid::from_raw(i32::try_from(self.child.id()).unwrap());
        nix::sys::signal::kill(pid, nix::sys::signal::SIGTERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
