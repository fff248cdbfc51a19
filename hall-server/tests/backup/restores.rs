//! Halls made again of their copies.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use hall_core::event::{EpochCause, Event};
use hall_server::journal::{Head, RecordReader, check};
use serde_json::json;

use crate::disk::SmallDisk;
use crate::kit::{
    BERTA_PIN, Place, Server, ana_pin, copies, copy_folder, new_hall, restore, run, signatures, utf8, words,
};

/// The lines up to one are those of the record, the one after it begins the epoch, and all of it is sound.
fn goes_on_from(dir: &Path, head: Head, lost_to: Option<u64>) {
    let record = RecordReader::open(dir).unwrap();
    assert!(record.has(head).unwrap(), "the restored record has line {}", head.seq);
    let (_, event) = record.lines(head.seq + 1, head.seq + 1).unwrap().remove(0);
    let Event::EpochBegun { cause, lost_to: lost, .. } = event else { panic!("{event:?}") };
    assert_eq!((cause, lost), (EpochCause::Restored, lost_to));
    let report = check(dir, Some(head)).unwrap();
    assert!(report.is_sound(), "{report}");
}

#[test]
fn yesterdays_copy_says_what_is_missing_and_sells_nothing_until_two_people_gave_the_numbers() {
    let place = Place::new();
    let to = place.folder("copias");
    place.enters(&["J1"]);
    assert!(place.backup(&to).status.success());
    let yesterday = place.head();
    place.enters(&["J2"]);
    let mut old = Server::start(&place.dir);
    old.log_in("ana", ana_pin());
    let token = old.token.clone();
    old.stop();
    let new = place.root.path().join("nueva");
    let made = restore(&[&to], &new, None);
    let said = words(&made);
    assert!(made.status.success(), "{said}");
    for part in [
        "LO QUE HAY",
        "«Bingo de la Copia»",
        &format!("hasta la línea {}", yesterday.seq),
        "sólo está en el papel",
        "DESPUÉS",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains(BERTA_PIN) && said.lines().count() < 40, "{said}");
    goes_on_from(&new, yesterday, None);
    assert_eq!(fs::read(new.join("sala.toml")).unwrap(), fs::read(place.dir.join("sala.toml")).unwrap());
    assert_eq!(
        fs::read(new.join("camara.clave")).unwrap(),
        fs::read(place.dir.join("camara.clave")).unwrap()
    );

    // Tokens from before are worth nothing.
    let mut server = Server::start(&new);
    server.token = token;
    assert_eq!(server.post("/api/commands/register-ball-set", &json!({})).0, 401);
    server.log_in("ana", ana_pin());
    // The paper knows of 57 games; two people say so.
    let numbers = json!({"game": 57, "session": 3, "diligencia": 4, "sold": []});
    server.ask("ask-numbering", &numbers);
    let (status, answer) = server.post("/api/commands/confirm-numbering", &numbers);
    assert_ne!(status, 200, "one person alone: {answer}");
    server.log_in("berta", BERTA_PIN);
    server.ask("confirm-numbering", &numbers);
    server.stop();
    let mut last = None;
    RecordReader::open(&new)
        .unwrap()
        .replay(|_, event| {
            if let Event::NumberingSet { numbering, .. } = event {
                last = Some(numbering.game)
            }
        })
        .unwrap();
    assert_eq!(last, Some(57), "the next game is number 58");
}

#[test]
fn a_mirror_and_an_older_copy_give_everything() {
    let place = Place::new();
    let (key, mirror) = place.with_mirror();
    let to = place.folder("copias");
    place.enters(&["J1"]);
    assert!(place.backup(&to).status.success());
    place.enters(&["J2", "J3"]);
    let head = place.head();
    let new = place.root.path().join("nueva");
    let made = restore(&[&to, &mirror], &new, Some(&key));
    assert!(made.status.success(), "{}", words(&made));
    assert!(words(&made).contains("lo que sigue"), "{}", words(&made));
    goes_on_from(&new, head, None);
    // A mirror alone does too, from line 1.
    let alone = place.root.path().join("sola");
    let made = restore(&[&mirror], &alone, Some(&key));
    assert!(made.status.success() && words(&made).contains("desde la línea 1"), "{}", words(&made));
    goes_on_from(&alone, head, None);

    // The hall goes on there; the folder of before is refused by the mirror, which has seen a later epoch.
    Server::start(&new).stop();
    let old = run(&["serve", "--dir", utf8(&place.dir), "--listen", "127.0.0.1:0"], "");
    assert!(!old.status.success() && words(&old).contains("época"), "{}", words(&old));
}

/// Encrypted copies without their key, with another hall's, with a file that is no key: told by name, and nothing is made.
#[test]
fn encrypted_copies_need_their_own_key_and_without_it_nothing_is_made() {
    let place = Place::new();
    let plain = place.folder("en-claro");
    assert!(place.backup(&plain).status.success());
    let yesterday = place.head();
    let (key, mirror) = place.with_mirror();
    let to = place.folder("copias");
    place.enters(&["J1"]);
    assert!(place.backup(&to).status.success());
    place.enters(&["J2"]);
    let head = place.head();
    let file = |name: &str| place.root.path().join(name);
    let (other, none, missing) = (file("otra.txt"), file("carta.txt"), file("no-hay.txt"));
    hall_server::mirror::make_key(&other).unwrap();
    fs::write(&none, "Querida Ana: la clave la tiene el notario.\n").unwrap();
    let new = file("nueva");
    for from in [&mirror, &to] {
        for (key, part) in [
            (None, "está cifrada: diga la clave con --identity"),
            (Some(&other), "esta clave no la abre"),
            (Some(&none), "no tiene una clave"),
            (Some(&missing), "No se puede leer"),
        ] {
            let made = restore(&[from], &new, key.map(|key| &**key));
            let said = words(&made);
            assert!(!made.status.success() && said.contains(part), "{part}: {said}");
            assert!(!new.exists(), "{part}");
        }
    }
    // With an older copy in clear there is a hall, and the two read what it has not before they sign.
    let older = file("anterior");
    let made = restore(&[&plain, &mirror], &older, None);
    let said = words(&made);
    assert!(made.status.success() && said.contains("diga la clave con --identity"), "{said}");
    assert!(said.contains(&format!("a la {}: se sabe que existieron", head.seq)), "{said}");
    goes_on_from(&older, yesterday, Some(head.seq));
    // The key as it stands on paper.
    let text = fs::read_to_string(&key).unwrap();
    let paper = file("papel.txt");
    fs::write(&paper, text.lines().last().unwrap().trim_start_matches("# ").to_lowercase()).unwrap();
    let made = restore(&[&to, &mirror], &new, Some(&paper));
    assert!(made.status.success(), "{}", words(&made));
    goes_on_from(&new, head, None);
}

#[test]
fn a_mirror_with_a_bad_frame_gives_what_is_before_it_and_says_which_lines_are_missing() {
    let place = Place::new();
    let (key, mirror) = place.with_mirror();
    place.enters(&["J1", "J2", "J3"]);
    let head = place.head();
    let segment = fs::read_dir(&mirror).unwrap().map(|entry| entry.unwrap().path()).max().unwrap();
    let mut bytes = fs::read(&segment).unwrap();
    // In the middle, with whole frames behind it.
    let at = bytes.len() * 2 / 3;
    bytes[at] ^= 1;
    fs::write(&segment, bytes).unwrap();
    let new = place.root.path().join("nueva");
    let made = restore(&[&mirror], &new, Some(&key));
    let said = words(&made);
    assert!(made.status.success(), "{said}");
    assert!(said.contains(&format!("a la {}: se sabe que existieron", head.seq)), "{said}");
    let record = RecordReader::open(&new).unwrap();
    // Behind it the epoch and its key.
    let restored = record.head().unwrap().seq - 2;
    assert!(restored > 0 && restored < head.seq);
    let restored = record.head_at(restored).unwrap().unwrap();
    drop(record);
    goes_on_from(&new, restored, Some(head.seq));
}

/// A copy cut or with a flipped bit anywhere is passed over by name, and the one before it is taken.
#[test]
fn a_copy_that_is_cut_or_changed_anywhere_is_passed_over_for_the_one_before() {
    let place = Place::new();
    let to = place.folder("copias");
    place.enters(&["J1"]);
    assert!(place.backup(&to).status.success());
    let good = place.head();
    place.enters(&["J2"]);
    assert!(place.backup(&to).status.success());
    let newest =
        copies(&to).into_iter().max_by_key(|file| fs::metadata(file).unwrap().modified().unwrap()).unwrap();
    let whole = fs::read(&newest).unwrap();
    for sample in 0..6 {
        let at = whole.len() * sample / 6 + 30;
        let mut bytes = whole.clone();
        if sample % 2 == 0 {
            bytes[at] ^= 1;
        } else {
            bytes.truncate(at);
        }
        fs::write(&newest, bytes).unwrap();
        let new = place.root.path().join(format!("nueva-{sample}"));
        let made = restore(&[&to], &new, None);
        let said = words(&made);
        assert!(
            made.status.success() && said.contains(newest.file_name().unwrap().to_str().unwrap()),
            "{said}"
        );
        goes_on_from(&new, good, Some(whole_seq(&newest)));
    }
    // With nothing else, nothing.
    let new = place.root.path().join("nada");
    let made = restore(&[&newest], &new, None);
    assert!(!made.status.success() && words(&made).contains("No hay de qué restaurar"), "{}", words(&made));
    assert!(!new.exists());
}

fn whole_seq(copy: &Path) -> u64 {
    hall_server::backup::Name::parse(copy.file_name().unwrap().to_str().unwrap()).unwrap().seq
}

#[test]
fn halls_and_forked_records_are_not_mixed() {
    let place = Place::new();
    let (key, mirror) = place.with_mirror();
    let (ours, theirs) = (place.folder("copias"), place.folder("otras"));
    place.enters(&["J1"]);
    let other = Place::new();
    fs::remove_dir_all(&other.dir).unwrap();
    new_hall(&other.dir, "Otra sala");
    assert!(other.backup(&theirs).status.success());
    let new = place.root.path().join("nueva");
    let made = restore(&[&theirs, &mirror], &new, Some(&key));
    let said = words(&made);
    assert!(
        !made.status.success() && said.contains("salas distintas") && said.contains("Otra sala"),
        "{said}"
    );
    // The same hall, which went on in two folders.
    let twin = Place::new();
    fs::remove_dir_all(&twin.dir).unwrap();
    copy_folder(&place.dir, &twin.dir);
    let text = fs::read_to_string(twin.dir.join("sala.toml")).unwrap();
    fs::write(twin.dir.join("sala.toml"), text.split("[mirror]\nfolders").next().unwrap()).unwrap();
    twin.enters(&["J8", "J9"]);
    assert!(twin.backup(&ours).status.success());
    place.enters(&["J2"]);
    let made = restore(&[&ours, &mirror], &new, Some(&key));
    let said = words(&made);
    assert!(!made.status.success() && said.contains("se separan en la línea"), "{said}");
    assert!(!new.exists());
}

#[test]
fn nothing_is_written_over_and_nobody_signs_alone() {
    let place = Place::new();
    let to = place.folder("copias");
    assert!(place.backup(&to).status.success());
    let before = place.head();
    let over = restore(&[&to], &place.dir, None);
    assert!(!over.status.success() && words(&over).contains("no se escribe encima"), "{}", words(&over));
    assert_eq!(place.head(), before);
    let new = place.root.path().join("nueva");
    let args = ["restore", "--from", utf8(&to), "--dir", utf8(&new)];
    let alone = format!("ana\n{0}\nana\n{0}\n", ana_pin());
    for typed in ["", "ana\n000000\nberta\n000000\n", &alone] {
        let refused = run(&args, typed);
        assert!(!refused.status.success(), "{}", words(&refused));
        assert!(!new.exists());
    }
    let left = fs::read_dir(place.root.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("restaurando"));
    assert_eq!(left.count(), 0, "nothing is left of it");
}

/// Killed at a rename, at a sync, at any write: the folder is not there, or it is a hall.
#[test]
fn a_restore_that_is_killed_leaves_no_hall_or_a_whole_one() {
    if !crate::strace::is_here() {
        return;
    }
    let place = Place::new();
    let to = place.folder("copias");
    assert!(place.backup(&to).status.success());
    let head = place.head();
    let mut whole = 0;
    for (calls, points) in [("rename,renameat2", 1..10), ("fsync,fdatasync", 1..28), ("pwrite64", 1..10)] {
        for point in points {
            let new = place.root.path().join(format!("nueva-{calls}-{point}"));
            let mut child = crate::strace::meddle(calls, &format!("signal=KILL:when={point}"))
                .arg(env!("CARGO_BIN_EXE_hall-server"))
                .args(["restore", "--from", utf8(&to), "--dir", utf8(&new)])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), signatures().as_bytes()).ok();
            child.wait().unwrap();
            if new.exists() {
                whole += 1;
                goes_on_from(&new, head, None);
            }
        }
    }
    assert!(whole > 0, "the last points come after the name");
    let again = restore(&[&to], &place.root.path().join("nueva"), None);
    assert!(again.status.success(), "{}", words(&again));
}

#[test]
fn a_full_disk_is_told_and_nothing_is_left_on_it() {
    let Some(disk) = SmallDisk::mount(1) else { return };
    let place = Place::new();
    let to = place.folder("copias");
    assert!(place.backup(&to).status.success());
    fs::write(disk.path().join("lleno"), vec![7; 900 << 10]).unwrap();
    let made = restore(&[&to], &disk.path().join("nueva"), None);
    assert!(!made.status.success() && words(&made).contains("está lleno"), "{}", words(&made));
    assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 1);
}
