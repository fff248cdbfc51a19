//! A server whose files are deleted, renamed or replaced under it (NL1): it ends with status 75 and says what to do, and
//! nothing that it acknowledged is missing from the file that its words name.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hall_core::event::Event;
use hall_server::journal::{Journal, JournalError, RecordReader, check};
use hall_server::serve::EXIT_RECORD;
use process::{copy_folder, new_hall, serve};
use serde_json::Value;

#[path = "../support/process.rs"]
mod process;

/// How long anything may take: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// A founded hall, to be copied, and the PIN of its manager.
fn template() -> &'static (tempfile::TempDir, String) {
    static TEMPLATE: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let pin = new_hall(folder.path(), "Sala Mudanza");
        (folder, pin)
    })
}

/// A hall in a folder of its own, its server, and somebody who asks all the time.
struct Hall {
    outside: tempfile::TempDir,
    dir: PathBuf,
    server: Child,
    url: String,
    token: String,
    acknowledged: Arc<AtomicU32>,
    asker: Option<std::thread::JoinHandle<BTreeSet<String>>>,
}

fn post(url: &str, token: Option<&str>, path: &str, body: &str) -> Option<Value> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .build()
        .into();
    let mut request = agent
        .post(format!("{url}{path}"))
        .header("content-type", "application/json")
        .header("request-id", uuid::Uuid::new_v4().to_string());
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let mut answer = request.send(body).ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    // The desk has ended, and the process is about to.
    if answer.status() == 503 {
        return None;
    }
    assert!(answer.status().is_success(), "{path}: {text}");
    serde_json::from_str(&text).ok()
}

impl Hall {
    fn open() -> Hall {
        let outside = tempfile::tempdir().unwrap();
        let dir = outside.path().join("sala");
        copy_folder(template().0.path(), &dir);
        let (server, url) = serve(&dir, "127.0.0.1:0", Stdio::piped());
        let body = format!(r#"{{"user":"ana","pin":"{}","device":"despacho"}}"#, template().1);
        let token = post(&url, None, "/api/login", &body).unwrap()["token"].as_str().unwrap().to_owned();
        Hall { outside, dir, server, url, token, acknowledged: Arc::default(), asker: None }
    }

    /// Has sets of balls entered, one after the other, until no answer comes.
    fn ask_all_the_time(&mut self) {
        let (url, token, count) = (self.url.clone(), self.token.clone(), self.acknowledged.clone());
        self.asker = Some(std::thread::spawn(move || {
            let names = (1..).map(|number| format!("J{number}"));
            let entered = names.take_while(|set| {
                let body = format!(r#"{{"set":"{set}","extractor":"pneumatic","homologation":"H-1"}}"#);
                let answer = post(&url, Some(&token), "/api/commands/register-ball-set", &body);
                count.fetch_add(1, Ordering::SeqCst);
                answer.is_some()
            });
            entered.collect()
        }));
    }

    /// Waits until so many more were acknowledged.
    fn after(&self, more: u32) {
        let wanted = self.acknowledged.load(Ordering::SeqCst) + more;
        let begun = Instant::now();
        while self.acknowledged.load(Ordering::SeqCst) < wanted {
            assert!(begun.elapsed() < PATIENCE, "nothing is acknowledged");
            std::thread::yield_now();
        }
    }

    /// Waits for the end; returns what was acknowledged and what the server said.
    fn ended(&mut self) -> (BTreeSet<String>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.server.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                self.server.kill().unwrap();
                panic!("the server goes on");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut said = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(EXIT_RECORD), "{said}");
        assert!(said.contains("Han cambiado los ficheros de la sala"), "{said}");
        let acknowledged = self.asker.take().map(|asker| asker.join().unwrap()).unwrap_or_default();
        (acknowledged, said)
    }

    fn file(&self, end: &str) -> PathBuf {
        self.dir.join(format!("sala.db{end}"))
    }

    /// As the words say.
    fn put_back_what_was_saved(&self) {
        for name in ["sala.db", "sala.db-wal", "sala.db.testigo"] {
            fs::rename(self.outside.path().join("sala.salvada").join(name), self.dir.join(name)).unwrap();
        }
    }

    /// Every set that was acknowledged is in the record, and the hall can be opened.
    fn nothing_is_missing(&self, acknowledged: &BTreeSet<String>) {
        let entered = sets_in(&self.dir);
        let missing: Vec<_> = acknowledged.difference(&entered).collect();
        assert!(missing.is_empty(), "acknowledged and not in the record: {missing:?}");
        assert!(acknowledged.len() > 5, "{acknowledged:?}");
        Journal::open(&self.dir).unwrap();
        assert!(check(&self.dir, None).unwrap().is_sound());
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

fn sets_in(dir: &Path) -> BTreeSet<String> {
    let mut entered = BTreeSet::new();
    RecordReader::open(dir)
        .unwrap()
        .replay(|_, event| {
            if let Event::BallSetRegistered { set, .. } = event {
                entered.insert(set.to_string());
            }
        })
        .unwrap();
    entered
}

#[test]
fn a_deleted_file_is_saved_out_of_the_open_one() {
    for deleted in [&["", "-wal"][..], &[""], &["-wal"]] {
        let mut hall = Hall::open();
        hall.ask_all_the_time();
        hall.after(6);
        for end in deleted {
            fs::remove_file(hall.file(end)).unwrap();
        }
        let (acknowledged, said) = hall.ended();
        assert!(said.contains("está borrado") && said.contains("sala.salvada"), "{said}");
        // Nothing starts on what is left: the database is not there, or its last commits are not.
        let refused = Journal::open(&hall.dir).unwrap_err();
        assert!(matches!(refused, JournalError::Missing(_) | JournalError::WalMissing { .. }), "{refused}");
        hall.put_back_what_was_saved();
        hall.nothing_is_missing(&acknowledged);
    }
}

#[test]
fn a_deleted_folder_is_saved_beside_it() {
    let mut hall = Hall::open();
    hall.ask_all_the_time();
    hall.after(6);
    fs::remove_dir_all(&hall.dir).unwrap();
    let (acknowledged, said) = hall.ended();
    let saved = hall.outside.path().join("sala.salvada");
    assert!(said.contains(saved.to_str().unwrap()), "{said}");
    fs::create_dir_all(&hall.dir).unwrap();
    hall.put_back_what_was_saved();
    // The acta's folder and the settings are not the record's.
    hall.nothing_is_missing(&acknowledged);
}

#[test]
fn a_renamed_file_is_named_and_put_back_nothing_is_missing() {
    for end in ["", "-wal", ".lock"] {
        let mut hall = Hall::open();
        hall.ask_all_the_time();
        hall.after(6);
        let away = hall.outside.path().join("apartado");
        fs::rename(hall.file(end), &away).unwrap();
        let (acknowledged, said) = hall.ended();
        assert!(said.contains(&format!("está ahora en {}", away.display())), "{said}");
        fs::rename(&away, hall.file(end)).unwrap();
        hall.nothing_is_missing(&acknowledged);
    }
}

#[test]
fn a_renamed_folder_is_named() {
    let mut hall = Hall::open();
    hall.ask_all_the_time();
    hall.after(6);
    let away = hall.outside.path().join("sala-vieja");
    fs::rename(&hall.dir, &away).unwrap();
    let (acknowledged, said) = hall.ended();
    assert!(said.contains(away.join("sala.db").to_str().unwrap()), "{said}");
    fs::rename(&away, &hall.dir).unwrap();
    hall.nothing_is_missing(&acknowledged);
}

#[test]
fn a_copy_in_its_place_is_not_taken_for_it() {
    for end in ["", "-wal"] {
        let mut hall = Hall::open();
        hall.ask_all_the_time();
        hall.after(6);
        let (away, copy) = (hall.outside.path().join("el-de-verdad"), hall.outside.path().join("copia"));
        fs::copy(hall.file(end), &copy).unwrap();
        hall.after(3);
        fs::rename(hall.file(end), &away).unwrap();
        fs::rename(&copy, hall.file(end)).unwrap();
        let (acknowledged, said) = hall.ended();
        assert!(said.contains(&format!("está ahora en {}", away.display())), "{said}");
        assert!(said.contains("No arranque con una copia"), "{said}");
        fs::rename(&away, hall.file(end)).unwrap();
        hall.nothing_is_missing(&acknowledged);
    }
    // Renamed over it, the true one has no name left.
    let mut hall = Hall::open();
    hall.ask_all_the_time();
    hall.after(6);
    let copy = hall.outside.path().join("copia");
    fs::copy(hall.file(""), &copy).unwrap();
    hall.after(3);
    fs::rename(&copy, hall.file("")).unwrap();
    let (acknowledged, said) = hall.ended();
    assert!(said.contains("sala.salvada"), "{said}");
    hall.put_back_what_was_saved();
    hall.nothing_is_missing(&acknowledged);
}

#[test]
fn a_file_that_others_wrote_into_is_seen() {
    type Damage = fn(&Hall);
    let damages: [Damage; 3] = [
        // As `cp yesterday/sala.db .` does.
        |hall| {
            let other = tempfile::tempdir().unwrap();
            copy_folder(template().0.path(), other.path());
            let (mut journal, _) = Journal::open(other.path()).unwrap();
            journal.checkpoint().unwrap();
            drop(journal);
            let mut bytes = fs::read(other.path().join("sala.db")).unwrap();
            // One more change than the one in use.
            bytes[27] = bytes[27].wrapping_add(1);
            fs::write(hall.file(""), bytes).unwrap();
        },
        |hall| drop(fs::File::create(hall.file("-wal")).unwrap()),
        |hall| {
            let wal = fs::File::options().write(true).open(hall.file("-wal")).unwrap();
            wal.set_len(wal.metadata().unwrap().len() / 2).unwrap();
        },
    ];
    for damage in damages {
        // With nobody asking: the desk looks by itself.
        let mut hall = Hall::open();
        damage(&hall);
        let (_, said) = hall.ended();
        assert!(said.contains("otro programa ha escrito en"), "{said}");
    }
}

#[test]
fn with_nobody_asking_it_is_seen_too_and_what_is_made_again_asks_for_nothing() {
    for end in ["-shm", ".lock"] {
        let mut hall = Hall::open();
        fs::remove_file(hall.file(end)).unwrap();
        let (_, said) = hall.ended();
        assert!(said.contains("No se ha perdido nada: arranque de nuevo."), "{said}");
        let lock = fs::read_to_string(hall.file(".lock")).unwrap();
        assert!(lock.contains("abierta"), "the next start knows that this one was not closed: {lock}");
        let (_, opened) = Journal::open(&hall.dir).unwrap();
        assert!(opened.after_crash);
    }
    let mut hall = Hall::open();
    fs::rename(hall.file(""), hall.outside.path().join("sala.db")).unwrap();
    let (_, said) = hall.ended();
    assert!(said.contains("está ahora en"), "{said}");
}

/// The locks of a process on a file, by the kernel's list.
fn locks_of(pid: u32, path: &Path) -> Vec<String> {
    let (inode, pid) = (fs::metadata(path).unwrap().ino(), pid.to_string());
    let list = fs::read_to_string("/proc/locks").unwrap();
    let is_it = |line: &&str| {
        let words: Vec<_> = line.split_whitespace().collect();
        words[1] == "POSIX" && words[4] == pid && words[5].ends_with(&format!(":{inode}"))
    };
    list.lines().filter(is_it).map(str::to_owned).collect()
}

#[test]
fn a_server_that_reads_its_own_record_keeps_its_locks_on_it() {
    // Without the lock, any program with a SQLite before 3.51 that opens and closes the database takes itself for the last one,
    // and deletes the -wal under the server: `sqlite3`, a viewer of databases.
    let hall = Hall::open();
    // Whoever of the server opens it at this moment has one more for an instant.
    let is_locked = || !locks_of(hall.server.id(), &hall.file("")).is_empty();
    for path in ["/api/hall", "/api/hall", "/api/machine/intervals"] {
        assert!(is_locked(), "before {path}");
        let bearer = format!("Bearer {}", hall.token);
        let got = ureq::get(format!("{}{path}", hall.url)).header("authorization", bearer).call();
        assert_eq!(got.unwrap().status(), 200, "{path}");
    }
    assert!(is_locked());
}

#[test]
fn what_stands_in_the_place_of_a_moved_wal_is_not_deleted_at_an_orderly_end() {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(template().0.path(), folder.path());
    let (journal, _) = Journal::open(folder.path()).unwrap();
    let (wal, away) = (folder.path().join("sala.db-wal"), folder.path().join("apartado"));
    fs::rename(&wal, &away).unwrap();
    fs::write(&wal, b"another hall's last commits").unwrap();
    drop(journal);
    assert_eq!(fs::read(&wal).unwrap(), b"another hall's last commits");
}

/// What `/healthz` says: its status and what is wrong.
fn health(url: &str) -> (String, Vec<String>) {
    let mut answer = ureq::get(format!("{url}/healthz")).call().unwrap();
    let health: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
    let codes = health["troubles"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned());
    (health["status"].as_str().unwrap().to_owned(), codes.collect())
}

#[test]
fn a_reserve_that_is_missing_is_put_back_by_itself() {
    let hall = Hall::open();
    fs::remove_file(hall.file(".reserva")).unwrap();
    let begun = Instant::now();
    while !hall.file(".reserva").exists() {
        assert!(begun.elapsed() < PATIENCE, "the reserve does not come back");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (status, codes) = health(&hall.url);
    // A machine of tests may have little room.
    assert_eq!(status == "bien", codes.is_empty(), "{codes:?}");
    assert!(!codes.contains(&"sin-reserva-de-disco".to_owned()), "{codes:?}");
}
