//! Checkpoints, their signatures and those of witnesses, and the proofs that bind lines to them: both verifiers find what somebody
//! forged there, and say what could not be checked.

use std::fs;
use std::path::Path;

use hall_core::event::{Event, GameNo, PrizeNo};
use hall_core::request::{Notice, Presented, Request};
use hall_log::exchange::AddCheckpoint;
use hall_log::note::Standing;
use hall_log::{Checkpoint, Cosigner, Frontier, SecretKey, SignedNote};
use hall_server::export::{Mark, Part};
use hall_server::journal::{Batch, BatchEntry, Cosigned, Journal, RecordReader};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::good::export_of;
use crate::halls::{ACTA, acta_of, close, secrets};
use crate::made::{Forged, read_json};
use crate::support::{Bench, CAJERO, phases};
use crate::verifiers::{Said, Verifiers};

fn key() -> SecretKey {
    SecretKey::of_seed(&[0x5a; 32])
}

/// Somebody else's.
fn other_key() -> SecretKey {
    SecretKey::of_seed(&[0x11; 32])
}

fn witness() -> Cosigner {
    Cosigner::of("mesa-1", SecretKey::of_seed(&[0x77; 32])).unwrap()
}

/// A session without a key, as a hall had before there were any; then its key, a witness, and two sessions more.
fn bench() -> Bench {
    let mut bench = phases::ended();
    let game = GameNo(bench.hall.games);
    let card = Presented::Keyed(bench.hall.game.as_ref().unwrap().prizes[0].card);
    bench.notice(&Notice::SigningKey { key: key().public().0 });
    bench.notice(&Notice::WitnessMet {
        name: "mesa-1".into(),
        key: witness().verifier().key.0,
        is_named: false,
    });
    close(&mut bench, true);
    bench.open_session();
    bench.ask(CAJERO, Request::PayPrize { game, prize: PrizeNo(1), card }).unwrap();
    close(&mut bench, true);
    bench.now_ms += 72_000_000;
    bench.open_session();
    close(&mut bench, false);
    bench
}

/// The hall on disk, signed as it went; the witness saw every second checkpoint.
fn hall() -> TempDir {
    let (bench, folder) = (bench(), tempfile::tempdir().unwrap());
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    let (mut there, mut names, mut seen) = (std::collections::BTreeSet::new(), false, 0);
    for of_a_moment in bench.record.chunk_by(|one, next| one.at == next.at) {
        if of_a_moment.iter().any(|line| matches!(line.event, Event::SigningKeyBegun { .. })) {
            journal.sign_with(key(), None).unwrap();
            names = true;
        }
        let entries = of_a_moment.iter().map(|line| BatchEntry {
            sealed: secrets(&line.event, &mut there),
            ..BatchEntry::unasked(line.actor, &line.device, vec![line.event.clone()])
        });
        journal.append(&Batch { at_utc_ms: of_a_moment[0].at, entries: entries.collect() }).unwrap();
        if names && let Some(newest) = journal.newest_checkpoint().unwrap() {
            seen += 1;
            if seen % 2 == 0 {
                let name = newest.checkpoint.origin.clone();
                let asked = AddCheckpoint { old: 0, proof: Vec::new(), note: newest.note };
                let accepted =
                    witness().consider(&name, &[key().public()], None, &asked, 1_800_000_000).unwrap();
                let size = accepted.checkpoint.size;
                journal.saw(Cosigned {
                    epoch: newest.epoch,
                    size,
                    signature: accepted.cosignature,
                    is_outside: false,
                });
                journal.keep_cosignatures().unwrap();
            }
        }
    }
    fs::create_dir(folder.path().join("actas")).unwrap();
    for session in 1..=2 {
        fs::write(folder.path().join(acta_of(session)), ACTA).unwrap();
    }
    folder
}

fn points(export: &Path) -> Vec<u64> {
    let Ok(folder) = fs::read_dir(export.join("puntos")) else { return Vec::new() };
    let size = |name: String| name.strip_suffix(".txt").unwrap().parse().unwrap();
    let mut sizes: Vec<u64> =
        folder.map(|entry| size(entry.unwrap().file_name().into_string().unwrap())).collect();
    sizes.sort_unstable();
    sizes
}

#[test]
fn every_part_of_a_signed_record_is_in_order_and_says_how_far_it_is_signed() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let record = RecordReader::open(hall.path()).unwrap();
    let last = record.head().unwrap().seq;
    let all = record.checkpoints(1, last).unwrap();
    let newest = all.last().unwrap().checkpoint.size;
    assert!(all.len() >= 4 && all.iter().any(|one| one.note.signatures().len() > 1), "{all:?}");

    // Everything: one checkpoint of each session, the last.
    let (_folder, export) = export_of(hall.path(), Part::Between(None, None), &[]);
    assert_eq!(verifiers.both(&export).status, 0);
    let sizes = points(&export);
    assert!(sizes.len() <= 4 && sizes.contains(&newest), "{sizes:?}");
    let checked = verifiers.text("checked");
    assert!(checked.contains(&format!("{} firmas de la sala", sizes.len())), "{checked}");

    for session in 1..=3 {
        let (_folder, export) = export_of(hall.path(), Part::one(session), &[]);
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "session {session}: {said:?}");
        let (checked, left) = (verifiers.text("checked"), verifiers.text("left"));
        assert!(!checked.contains(" 0 de testigos"), "session {session}: {checked}");
        assert!(!left.contains("no las cubre"), "session {session}: {left}");
        assert!(!left.contains(" citada"), "session {session}: {left}");
    }
    // From any line to any other: within, up to before the first checkpoint, behind the last.
    let first = all[0].checkpoint.size;
    for (from, to) in
        [(1, 1), (1, first - 1), (first, first), (first + 1, first + 2), (2, last), (newest + 1, last)]
    {
        if from > to {
            continue;
        }
        let part = Part::Between(Some(Mark::Line(from)), Some(Mark::Line(to)));
        let (_folder, export) = export_of(hall.path(), part, &[]);
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "lines {from} to {to}: {said:?}");
        assert!(!points(&export).is_empty(), "lines {from} to {to}");
        let left = verifiers.text("left");
        assert_eq!(left.contains("no las cubre"), to > newest, "lines {from} to {to}: {left}");
    }
}

/// What is done to the second session's export, and the codes that tell.
type Forgery = (&'static str, fn(&Forged), &'static [&'static str]);

/// Reads a note, changes it, and writes it.
fn change_note(forged: &Forged, which: usize, change: impl Fn(SignedNote) -> String) {
    let size = points(&forged.path)[which];
    let path = forged.path.join(format!("puntos/{size}.txt"));
    let note = SignedNote::parse(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::write(path, change(note)).unwrap();
}

fn change_json(forged: &Forged, file: &str, change: impl Fn(&mut Value)) {
    let path = forged.path.join(file);
    let mut value = read_json(&path);
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}

/// Signs the note again with another key, as who has the hall's program but not its key.
fn by_another(note: &SignedNote) -> String {
    Checkpoint::parse(note.text()).unwrap().sign(&other_key()).to_string()
}

fn without_points(forged: &Forged) {
    fs::remove_dir_all(forged.path.join("puntos")).unwrap();
    change_json(forged, "manifiesto.json", |manifest| {
        let files = manifest["ficheros"].as_array_mut().unwrap();
        files.retain(|file| !file["nombre"].as_str().unwrap().starts_with("puntos/"));
    });
}

/// A signature with one bit that is another: of the hall, or of the witness.
fn flipped(note: &SignedNote, of_hall: bool) -> String {
    let text = note.to_string();
    let origin = note.text().split('\n').next().unwrap();
    let line = |line: &&str| line.starts_with("— ") && line.starts_with(&format!("— {origin} ")) == of_hall;
    let found = text.split('\n').find(line).unwrap_or_else(|| panic!("no such signature in {text}"));
    let mut signature = hall_log::note::NoteSignature::parse(found).unwrap();
    signature.bytes[40] ^= 1;
    text.replace(found, &signature.to_string())
}

const FORGERIES: &[Forgery] = &[
    ("no checkpoints at all", without_points, &["firma"]),
    (
        "another root",
        |f| {
            change_note(f, 0, |note| {
                let checkpoint = Checkpoint::parse(note.text()).unwrap();
                Checkpoint { root: [7; 32], ..checkpoint }.sign(&key()).to_string()
            })
        },
        &["arbol"],
    ),
    ("signed by somebody else", |f| change_note(f, 0, |note| by_another(&note)), &["firma"]),
    ("a bit of the hall's signature", |f| change_note(f, 0, |note| flipped(&note, true)), &["firma"]),
    (
        "a bit of the witness's",
        |f| {
            let seen = points(&f.path).iter().position(|size| {
                let text = fs::read_to_string(f.path.join(format!("puntos/{size}.txt"))).unwrap();
                text.contains("— mesa-1 ")
            });
            change_note(f, seen.unwrap(), |note| flipped(&note, false));
        },
        &["testigo"],
    ),
    (
        "of another hall",
        |f| {
            change_note(f, 0, |note| {
                let checkpoint = Checkpoint::parse(note.text()).unwrap();
                let origin = "bombo-0123456789abcdef/epoca-1".to_owned();
                Checkpoint { origin, ..checkpoint }.sign(&key()).to_string()
            })
        },
        &["firma"],
    ),
    (
        "of another epoch",
        |f| {
            change_note(f, 0, |note| {
                let checkpoint = Checkpoint::parse(note.text()).unwrap();
                let origin = checkpoint.origin.replace("epoca-1", "epoca-2");
                Checkpoint { origin, ..checkpoint }.sign(&key()).to_string()
            })
        },
        &["firma"],
    ),
    (
        "a key that the record does not name",
        |f| {
            change_json(f, "claves.json", |keys| {
                keys["sala"][0]["clave"] = other_key().public().to_string().into();
            })
        },
        &["firma"],
    ),
    (
        "a witness that the record does not name",
        |f| {
            change_json(f, "claves.json", |keys| {
                let line = keys["testigos"][0]["linea"].clone();
                let key = other_key().public().to_string();
                keys["testigos"]
                    .as_array_mut()
                    .unwrap()
                    .push(json!({"nombre": "mesa-9", "clave": key, "linea": line}));
            })
        },
        &["firma"],
    ),
    ("no key", |f| change_json(f, "claves.json", |keys| keys["sala"] = json!([])), &["firma"]),
    (
        "a subtree before the lines",
        |f| {
            change_json(f, "frontera.json", |edge| {
                edge["subarboles"][0] = "00".repeat(32).into();
            })
        },
        &["arbol"],
    ),
    (
        "a subtree too many",
        |f| {
            change_json(f, "frontera.json", |edge| {
                edge["subarboles"].as_array_mut().unwrap().push("00".repeat(32).into());
            })
        },
        &["formato"],
    ),
    (
        "a path of an earlier line",
        |f| {
            let path = f.path.join("antecedentes.jsonl");
            let text = fs::read_to_string(&path).unwrap();
            let at = text.find("\"camino\":[\"").unwrap() + 11;
            let other = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
            fs::write(path, format!("{}{other}{}", &text[..at], &text[at + 1..])).unwrap();
        },
        &["arbol"],
    ),
    (
        "an earlier line that never was",
        |f| {
            let path = f.path.join("antecedentes.jsonl");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replacen("\"actor\":\"p", "\"actor\":\"p7", 1)).unwrap();
        },
        &["arbol"],
    ),
    (
        "no path",
        |f| {
            let path = f.path.join("antecedentes.jsonl");
            let text = fs::read_to_string(&path).unwrap();
            let (from, to) = (text.find("\"camino\":[").unwrap() + 9, text.find("]}").unwrap() + 1);
            fs::write(path, format!("{}null{}", &text[..from], &text[to..])).unwrap();
        },
        &["arbol"],
    ),
    (
        "a checkpoint of lines that are not here",
        |f| {
            let size = points(&f.path)[0];
            let path = f.path.join(format!("puntos/{size}.txt"));
            let note = SignedNote::parse(&fs::read_to_string(&path).unwrap()).unwrap();
            let checkpoint = Checkpoint::parse(note.text()).unwrap();
            let text = Checkpoint { size: 9_000, ..checkpoint }.sign(&key()).to_string();
            fs::write(f.path.join("puntos/9000.txt"), text).unwrap();
            change_json(f, "manifiesto.json", |manifest| {
                let more = json!({"nombre": "puntos/9000.txt", "bytes": 0, "sha256": ""});
                manifest["ficheros"].as_array_mut().unwrap().push(more);
            });
        },
        &["arbol"],
    ),
];

#[test]
fn what_is_forged_of_checkpoints_keys_and_proofs_is_told() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let (_folder, export) = export_of(hall.path(), Part::one(2), &[]);
    assert_eq!(verifiers.both(&export).status, 0);
    for (name, forge, codes) in FORGERIES {
        let forged = Forged::of(&export);
        forge(&forged);
        forged.sum();
        let said = verifiers.both(&forged.path);
        assert_eq!(said.status, 1, "{name}: {said:?}");
        for code in *codes {
            assert!(said.codes().contains(code), "{name}: {said:?}");
        }
        assert!(!said.codes().contains(&"fichero"), "{name}: {said:?}");
    }
}

/// A whole hall that somebody wrote again with all its hashes, and signed with its own key: what a witness kept tells, and nothing
/// else can; one whose key he has not, everything tells.
#[test]
fn a_record_that_was_written_again_is_told_by_a_witness() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let (_folder, export) = export_of(hall.path(), Part::Between(None, None), &[]);
    let seen = RecordReader::open(hall.path()).unwrap().newest_checkpoint().unwrap().unwrap();
    let with = |verifiers: &mut Verifiers, export: &Path, note: &str| -> Said {
        let file = tempfile::tempdir().unwrap();
        let path = file.path().join("punto.txt");
        fs::write(&path, note).unwrap();
        verifiers.both_with_point(export, &path)
    };
    assert_eq!(with(&mut verifiers, &export, &seen.note.to_string()).status, 0);

    let mut forged = Forged::of(&export);
    forged.lines[12]["device"] = "mesa-2".into();
    forged.rehash();
    forged.save();
    assert_eq!(verifiers.both(&forged.path).codes(), ["arbol"], "he has not the key");
    // With the key he signs every checkpoint again.
    let mut tree = Frontier::EMPTY;
    let mut roots = vec![tree.root()];
    for leaf in forged.leaves() {
        tree.push(leaf, |_, _| ());
        roots.push(tree.root());
    }
    for (which, size) in points(&forged.path).into_iter().enumerate() {
        change_note(&forged, which, |note| {
            let checkpoint = Checkpoint::parse(note.text()).unwrap();
            Checkpoint { root: roots[usize::try_from(size).unwrap()], ..checkpoint }.sign(&key()).to_string()
        });
    }
    forged.sum();
    assert_eq!(verifiers.both(&forged.path).status, 0, "he is the hall");
    let said = with(&mut verifiers, &forged.path, &seen.note.to_string());
    let place = format!("línea {}", seen.checkpoint.size);
    assert_eq!(said.findings, [("testigo".to_owned(), place)].into(), "but a witness saw");
    // What anybody can write proves nothing.
    let strange = by_another(&seen.note);
    assert_eq!(with(&mut verifiers, &forged.path, &strange).status, 0);
    assert!(verifiers.text("left").contains("no lleva la firma de la sala"));
    assert_eq!(with(&mut verifiers, &forged.path, "esto no es una nota").status, 2);
    assert_eq!(seen.note.standing(&seen.checkpoint.signer(key().public())), Standing::Good(None));
}
