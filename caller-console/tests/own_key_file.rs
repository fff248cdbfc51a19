//! The file of a personal key: who may read it, what damage and a wrong PIN do, and that a restart shortens no wait (ADR 57).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use caller_console::own_key::{Cost, KeyAct, KeyDone, KeyHere, KeyNews, KeyTrouble, Owner, Pin, Since, done};
use hall_core::event::{SessionNo, SignedPaper, SignerRole, key_message, key_proof_message};
use hall_core::people::PersonId;
use hall_log::PublicKey;

/// Cheap to try: these tests are about the file.
const COST: Cost = Cost { memory_kib: 64, passes: 1 };

const PIN: &str = "493817";
const WRONG: &str = "620435";

/// A console's folder, on a computer that was switched on a minute ago.
struct Console {
    folder: tempfile::TempDir,
    owner: Owner,
    boot: &'static str,
    on_ms: u64,
}

impl Console {
    fn new() -> Console {
        let owner = Owner { hall: "Bingo El Ancla".to_string(), person: 2 };
        Console { folder: tempfile::tempdir().expect("a folder"), owner, boot: "first", on_ms: 60_000 }
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().join("puesto.llaves")
    }

    fn does(&self, act: KeyAct) -> KeyNews {
        let now = || Since { boot: self.boot.to_string(), ms: self.on_ms };
        done(&self.folder(), &self.owner, act, COST, now)
    }

    fn make(&self) -> [u8; 32] {
        let made = self.does(KeyAct::Make { pin: Pin::new(PIN), instead_of: None });
        assert_eq!(made.done, KeyDone::Made);
        let KeyHere::Whole { key, .. } = made.here else { panic!("{made:?}") };
        key
    }

    fn sign(&self, pin: &str) -> KeyNews {
        let (paper, role) = (SignedPaper::Acta(SessionNo(11)), SignerRole::JefeDeMesa);
        self.does(KeyAct::Sign { paper, sha256: [7; 32], role, pin: Pin::new(pin) })
    }

    fn signs(&self) -> bool {
        matches!(self.sign(PIN).done, KeyDone::Signed { .. })
    }

    /// Types a wrong PIN; returns how long to wait then, in seconds.
    fn wrong(&self) -> u64 {
        let news = self.sign(WRONG);
        assert_eq!(news.done, KeyDone::Failed(KeyTrouble::WrongPin));
        self.waits(&news)
    }

    fn waits(&self, news: &KeyNews) -> u64 {
        let KeyHere::Whole { wait, .. } = news.here else { panic!("{news:?}") };
        wait.as_secs()
    }

    fn file(&self, ending: &str) -> PathBuf {
        let files = fs::read_dir(self.folder()).expect("the folder is made");
        let mut files = files.map(|file| file.expect("a file").path());
        files.find(|file| file.extension().is_some_and(|found| found == ending)).expect("it is there")
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn a_key_is_for_its_owners_eyes_and_signs_what_it_was_asked_to() {
    let console = Console::new();
    assert_eq!(console.does(KeyAct::Look).here, KeyHere::None);
    let key = console.make();
    let modes = [console.folder(), console.file("llave"), console.file("intentos")].map(|path| mode(&path));
    assert_eq!(modes, [0o700, 0o600, 0o600]);
    let left: Vec<_> = fs::read_dir(console.folder()).unwrap().collect();
    assert_eq!(left.len(), 2, "no half of a file stays: {left:?}");
    let KeyHere::Whole { proof, wait, .. } = console.does(KeyAct::Look).here else { panic!("it is whole") };
    assert_eq!(wait, Duration::ZERO);
    let proves = key_proof_message("Bingo El Ancla", PersonId(2), &key);
    assert!(PublicKey(key).signed(proves.as_bytes(), &proof), "the proof is of this hall and person");
    let KeyDone::Signed { paper, sha256, role, key: with, signature } = console.sign(PIN).done else {
        panic!("the PIN is right")
    };
    assert_eq!(
        (paper, sha256, role, with),
        (SignedPaper::Acta(SessionNo(11)), [7; 32], SignerRole::JefeDeMesa, key)
    );
    let is_of = |sha256: [u8; 32], role| {
        PublicKey(key).signed(key_message(paper, role, &sha256).as_bytes(), &signature)
    };
    assert!(is_of([7; 32], SignerRole::JefeDeMesa));
    assert!(!is_of([8; 32], SignerRole::JefeDeMesa) && !is_of([7; 32], SignerRole::JefeDeSala));
}

#[test]
fn the_file_says_what_it_costs_to_try_a_pin_and_has_no_secret_in_the_open() {
    let console = Console::new();
    let owner = &console.owner;
    let now = || Since { boot: "first".to_string(), ms: 1 };
    let pin = Pin::new(PIN);
    done(&console.folder(), owner, KeyAct::Make { pin, instead_of: None }, Cost::USUAL, now);
    let text = fs::read_to_string(console.file("llave")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["argon2id"], serde_json::json!({ "memory_kib": 65_536, "passes": 3 }));
    assert_eq!(file["cipher"], "xchacha20poly1305");
    // 32 bytes of seed and 16 that vouch for them.
    assert_eq!(file["secret"].as_str().unwrap().len(), 2 * 48);
    assert!(!text.contains(PIN));
    assert!(console.signs());
}

#[test]
fn after_two_wrong_pins_the_wait_grows_and_a_right_one_ends_it() {
    let mut console = Console::new();
    console.make();
    let mut waits = Vec::new();
    for _ in 0..7 {
        let wait = console.wrong();
        console.on_ms += wait * 1_000;
        waits.push(wait);
    }
    assert_eq!(waits, [0, 0, 30, 60, 300, 900, 900]);
    assert!(console.signs(), "the wait is over");
    assert_eq!(console.wrong(), 0, "they are counted anew");
}

#[test]
fn no_pin_is_tried_during_the_wait_not_even_the_right_one() {
    let mut console = Console::new();
    console.make();
    for _ in 0..3 {
        console.wrong();
    }
    console.on_ms += 29_999;
    assert_eq!(console.sign(PIN).done, KeyDone::Failed(KeyTrouble::Waits));
    let change = KeyAct::ChangePin { old: Pin::new(PIN), new: Pin::new("551903") };
    assert_eq!(console.does(change).done, KeyDone::Failed(KeyTrouble::Waits));
    console.on_ms += 1;
    assert!(console.signs());
}

/// The program keeps nothing: each of these reads the count from the disk, as after a restart of the console.
#[test]
fn a_restart_of_the_computer_shortens_no_wait_and_no_clock_does() {
    let mut console = Console::new();
    console.make();
    for _ in 0..5 {
        let wait = console.wrong();
        console.on_ms += if wait < 300 { wait * 1_000 } else { 200_000 };
    }
    assert_eq!(console.waits(&console.does(KeyAct::Look)), 100);
    // Started again: nobody knows how long it was off, so what counts is the time since the start.
    (console.boot, console.on_ms) = ("second", 20_000);
    assert_eq!(console.waits(&console.does(KeyAct::Look)), 280);
    console.on_ms += 280_000;
    assert_eq!(console.wrong(), 900, "and the count goes on");
}

#[test]
fn a_pin_counts_before_it_is_tried_and_a_count_that_is_taken_away_is_the_worst() {
    let console = Console::new();
    console.make();
    // A disk that takes no count lets nobody try.
    let file = console.file("intentos");
    let count = fs::read(&file).unwrap();
    let half = file.with_added_extension("nuevo");
    fs::create_dir(&half).unwrap();
    assert!(matches!(console.sign(PIN).done, KeyDone::Failed(KeyTrouble::Disk(_))));
    fs::remove_dir(&half).unwrap();
    assert_eq!(fs::read(&file).unwrap(), count);
    for damaged in [None, Some("{\"wrong\":0}"), Some("")] {
        match damaged {
            Some(text) => fs::write(&file, text).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        assert_eq!(console.sign(PIN).done, KeyDone::Failed(KeyTrouble::Waits), "{damaged:?}");
        assert_eq!(console.waits(&console.does(KeyAct::Look)), 900, "{damaged:?}");
    }
}

#[test]
fn a_damaged_file_says_so_whatever_was_damaged_and_another_takes_its_place() {
    let console = Console::new();
    let first = console.make();
    let file = console.file("llave");
    let whole = fs::read(&file).unwrap();
    let damaged = (0..whole.len()).step_by(7).map(|at| {
        let mut text = whole.clone();
        text[at] ^= 1;
        text
    });
    for text in damaged.chain([Vec::new(), whole[..whole.len() / 2].to_vec()]) {
        fs::write(&file, &text).unwrap();
        let news = console.sign(PIN);
        let said = String::from_utf8_lossy(&text).into_owned();
        assert_eq!(
            (news.here, news.done),
            (KeyHere::Damaged, KeyDone::Failed(KeyTrouble::Damaged)),
            "{said}"
        );
    }
    let second = console.make();
    assert_ne!(first, second);
    assert!(console.signs());
}

#[test]
fn a_file_of_another_person_or_hall_is_not_used() {
    let console = Console::new();
    console.make();
    let file = console.file("llave");
    for owner in [
        Owner { person: 3, ..console.owner.clone() },
        Owner { hall: "Bingo La Perla".to_string(), ..console.owner.clone() },
    ] {
        let other = Console { owner, ..Console::new() };
        other.make();
        fs::copy(&file, other.file("llave")).unwrap();
        assert_eq!(other.sign(PIN).done, KeyDone::Failed(KeyTrouble::Damaged));
    }
}

#[test]
fn another_pin_is_the_only_one_from_then_on_and_the_key_is_the_same() {
    let console = Console::new();
    let key = console.make();
    let change = |old: &str| console.does(KeyAct::ChangePin { old: Pin::new(old), new: Pin::new("551903") });
    assert_eq!(change(WRONG).done, KeyDone::Failed(KeyTrouble::WrongPin));
    let before = fs::read(console.file("llave")).unwrap();
    let news = change(PIN);
    assert_eq!(news.done, KeyDone::PinChanged);
    assert!(matches!(news.here, KeyHere::Whole { key: same, .. } if same == key));
    assert_eq!(console.sign(PIN).done, KeyDone::Failed(KeyTrouble::WrongPin));
    assert!(matches!(console.sign("551903").done, KeyDone::Signed { .. }));
    let (before, now): (serde_json::Value, serde_json::Value) = (
        serde_json::from_slice(&before).unwrap(),
        serde_json::from_slice(&fs::read(console.file("llave")).unwrap()).unwrap(),
    );
    for fresh in ["salt", "nonce", "secret"] {
        assert_ne!(before[fresh], now[fresh], "{fresh}");
    }
}

#[test]
fn nobody_writes_over_a_key_that_is_whole_unless_it_is_the_one_they_mean() {
    let console = Console::new();
    let first = console.make();
    let make = |instead_of| console.does(KeyAct::Make { pin: Pin::new("551903"), instead_of }).done;
    assert_eq!(make(None), KeyDone::Failed(KeyTrouble::Another));
    assert_eq!(make(Some([1; 32])), KeyDone::Failed(KeyTrouble::Another));
    assert!(console.signs());
    assert_eq!(make(Some(first)), KeyDone::Made);
    assert_eq!(console.does(KeyAct::Forget).here, KeyHere::None);
    assert_eq!(fs::read_dir(console.folder()).unwrap().count(), 0);
    assert_eq!(console.sign(PIN).done, KeyDone::Failed(KeyTrouble::Another));
}
