use std::sync::Mutex;

use super::*;
use crate::sighting::Head;

fn seen(hall: u8, epoch: u32, seq: u64) -> Seen {
    Seen { hall: Hash([hall; 32]), end: Sighting { epoch, head: Head { seq, hash: Hash([7; 32]) } } }
}

/// A folder of its own under the system's, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("witness-{}", uuid::Uuid::new_v4()));
        fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("panel-1.testigo")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn opened(file: &Path) -> (Arc<Witness>, Arc<Mutex<Vec<String>>>) {
    let said = Arc::<Mutex<Vec<String>>>::default();
    let theirs = Arc::clone(&said);
    let witness =
        Witness::open(file, "mesa-1", move |words| theirs.lock().expect("whole").push(words.to_string()));
    (witness, said)
}

#[test]
fn what_was_seen_of_each_hall_is_there_after_a_restart() {
    let folder = Folder::new();
    let (witness, said) = opened(&folder.file());
    assert_eq!(witness.last(), None);
    for one in [seen(1, 1, 5), seen(2, 1, 9), seen(1, 1, 7), seen(1, 1, 6), seen(1, 2, 3)] {
        witness.note(one.hall, one.end);
    }
    drop(witness);
    let (witness, _) = opened(&folder.file());
    assert_eq!(
        witness.of(Hash([1; 32])),
        Some(seen(1, 2, 3)),
        "a newer epoch is later, a smaller line is not"
    );
    assert_eq!(witness.of(Hash([2; 32])), Some(seen(2, 1, 9)));
    assert_eq!(witness.last(), Some(seen(1, 2, 3)));
    assert!(said.lock().expect("whole").is_empty());
}

#[test]
fn the_oldest_of_many_halls_is_forgotten() {
    let folder = Folder::new();
    let (witness, _) = opened(&folder.file());
    (0..=HALLS_MAX).for_each(|hall| {
        let one = seen(u8::try_from(hall).expect("few"), 1, 1);
        witness.note(one.hall, one.end);
    });
    drop(witness);
    let kept = read(&folder.file()).expect("whole");
    assert_eq!((kept.len(), kept[0]), (HALLS_MAX, seen(1, 1, 1)));
}

/// Every cut and every flipped bit: no witness, said aloud, or the true one; never another.
#[test]
fn a_damaged_file_is_no_witness() {
    let folder = Folder::new();
    let good = written(&seen(1, 3, 4_890)).into_bytes();
    let cuts = (0..good.len()).map(|length| good[..length].to_vec());
    let flips = (0..good.len() * 8).map(|bit| {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        bad
    });
    for bad in cuts.chain(flips) {
        fs::write(folder.file(), &bad).expect("room");
        let why = read(&folder.file()).expect_err("damaged");
        assert_eq!(why, "está dañado", "{}", String::from_utf8_lossy(&bad));
    }
    let (witness, said) = opened(&folder.file());
    assert_eq!(witness.last(), None);
    assert!(said.lock().expect("whole")[0].contains("está dañado"), "it is said");
}

#[test]
fn one_damaged_line_costs_no_other() {
    let folder = Folder::new();
    let text = written(&seen(1, 1, 5)).replace(":5:", ":6:") + &written(&seen(2, 1, 9));
    fs::write(folder.file(), text).expect("room");
    assert_eq!(read(&folder.file()), Ok(vec![seen(2, 1, 9)]));
}

#[test]
fn a_file_that_cannot_be_written_is_said_once_and_stops_nothing() {
    let folder = Folder::new();
    let no_folder = folder.file();
    fs::write(&no_folder, written(&seen(1, 1, 5))).expect("room");
    let (witness, said) = opened(&no_folder.join("panel-1.testigo"));
    witness.note(Hash([1; 32]), seen(1, 1, 5).end);
    assert_eq!(witness.last(), Some(seen(1, 1, 5)));
    drop(witness);
    assert!(said.lock().expect("whole").iter().any(|words| words.contains("No se puede escribir")));
}
