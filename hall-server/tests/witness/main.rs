//! Witnesses outside the hall (ADR 56): a hall and a witness's server as two processes that know each other's address and key, and
//! nothing else.

mod bad;
mod kit;
mod strangers;
#[path = "../support/process.rs"]
mod process;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hall_core::event::{EpochCause, Event};
use hall_core::people::{Actor, PersonId};
use hall_server::export::{Decimals, Order, Part, export};
use hall_server::journal::{Batch, BatchEntry, Journal, RecordReader};
use hall_wire::message::WitnessTrouble;
use kit::{Hall, Watch, tool, until};

/// A hall that is witnessed, and the witness.
fn watched() -> (Hall, Watch, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::new(&folder.path().join("testigo"));
    let mut hall = Hall::open();
    let (good, said) = tool(&["witness", "add", &hall.record_key()], &watch.dir);
    assert!(good && said.contains("sala nueva"), "{said}");
    hall.stop();
    hall.names("regulador", &watch.url, &watch.key);
    hall.start();
    let seq = hall.signs();
    hall.is_witnessed(seq);
    (hall, watch, folder)
}

fn told(hall: &Hall, code: &str) -> bool {
    hall.health().troubles.iter().any(|trouble| trouble == code)
}

#[test]
fn a_witness_outside_signs_the_record_and_its_signature_goes_wherever_the_screens_go() {
    let (mut hall, watch, folder) = watched();
    let seq = hall.signs();
    hall.is_witnessed(seq);
    // On its disk, with its own signature, and readable by it alone.
    let [(name, note)] = &watch.kept()[..] else { panic!("{:?}", watch.kept()) };
    assert!(name.starts_with("bombo-") && name.ends_with(".epoca-1.nota"), "{name}");
    assert!(note.contains(&format!("\n— {} ", watch.key.name)), "{note}");
    let mode = fs::metadata(watch.dir.join("testigo.clave")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // It learns nothing of who else is there.
    assert_eq!(note.matches("\n— ").count(), 2, "{note}");

    let signed = until("that it is in the record", || {
        Some(hall.cosigned(&watch.key)).filter(|signed| signed.iter().any(|size| *size >= seq))
    });
    let met = RecordReader::open(&hall.dir).unwrap().witness_keys().unwrap();
    assert!(met.iter().any(|(_, key)| *key == watch.key), "{met:?}");
    let (metrics, number) = (hall.client.get_bytes("/metrics").unwrap(), hall.witness().seq);
    let metrics = String::from_utf8(metrics).unwrap();
    for line in [
        &format!("bombo_witness_1_seq {number}"),
        "bombo_witness_1_in_trouble 0",
        "bombo_trouble_testigo_atrasado 0",
    ] {
        assert!(metrics.contains(line), "{line}: {metrics}");
    }
    assert!(!told(&hall, "testigo-atrasado") && !told(&hall, "testigo-contradice"));

    // An export takes it along, and the check looks at it.
    let to = folder.path().join("exportada");
    let order = Order {
        dir: hall.dir.clone(),
        part: Part::Between(None, None),
        to: to.clone(),
        decimals: Decimals::Point,
        with: Vec::new(),
        by: None,
    };
    let made = export(&order, &mut |_, _| ()).unwrap();
    let points = fs::read_dir(made.to.join("puntos")).unwrap();
    let points: String = points.map(|point| fs::read_to_string(point.unwrap().path()).unwrap()).collect();
    assert!(points.contains(&format!("— {} ", watch.key.name)), "{points}, of {signed:?}");
    assert!(fs::read_to_string(made.to.join("claves.json")).unwrap().contains(&watch.key.name));
    hall.stop();
    let (good, said) = tool(&["check"], &hall.dir);
    assert!(good, "{said}");
    let (good, said) = tool(&["witness", "list"], &watch.dir);
    assert!(
        good && said.contains(&format!("{}", watch.key)) && said.contains("época 1: hasta la línea"),
        "{said}"
    );
}

#[test]
fn a_hall_goes_on_without_its_witness_says_so_and_is_signed_when_it_is_back() {
    let (mut hall, mut watch, _folder) = watched();
    let last = hall.witness().seq;
    watch.kill();
    // Tries are a second apart at least, and each newer checkpoint is a reason for one.
    until("that the witness is late", || {
        hall.signs();
        told(&hall, "testigo-atrasado").then_some(())
    });
    let behind = hall.witness();
    assert_eq!((behind.trouble, behind.seq), (Some(WitnessTrouble::NoAnswer), last));
    assert!(behind.lines_behind >= 2, "{behind:?}");
    assert_eq!(hall.health().status, "degradada");
    assert!(!told(&hall, "testigo-contradice"));
    assert_eq!(hall.log().matches("no responde").count(), 1, "it is said once: {}", hall.log());
    watch.start();
    until("that it signs again", || {
        hall.signs();
        hall.witness().trouble.is_none().then_some(())
    });
    let seq = hall.signs();
    hall.is_witnessed(seq);
    assert!(!told(&hall, "testigo-atrasado") && hall.witness().lines_behind == 0);
    // Only the newest was sent: nobody has to see what lies between.
    assert!(watch.kept()[0].1.contains(&format!("\n{seq}\n")), "{:?}", watch.kept());
}

/// E 59: the whole folder is an older one, its own witness too. (Canary: `witness-outside-not-heeded`.)
#[test]
fn a_hall_restored_from_an_older_copy_is_refused_by_the_witness_and_says_so() {
    let (mut hall, watch, _folder) = watched();
    hall.stop();
    let (newest, old) = (hall.dir.clone(), hall.copy("vieja"));
    hall.start();
    for _ in 0..4 {
        let seq = hall.signs();
        hall.is_witnessed(seq);
    }
    let saw = hall.witness().seq;
    hall.stop();

    hall.dir = old;
    hall.start();
    hall.is_not_witnessed(WitnessTrouble::Behind);
    until("the mesa's notice", || told(&hall, "testigo-contradice").then_some(()));
    let words = format!("vio el registro hasta la línea {saw}, y éste acaba en la");
    assert!(hall.log().contains(&words), "{}", hall.log());
    assert!(hall.log().lines().any(|line| line.contains("ERROR") && line.contains(&words)), "{}", hall.log());
    assert!(watch.log().contains("puede que su servidor haya vuelto atrás"), "{}", watch.log());
    // It stops nothing; and who plays on beyond what was seen has forked, which is found out too.
    until("that it is longer", || (hall.signs() > saw + 1).then_some(()));
    hall.is_not_witnessed(WitnessTrouble::Rewritten);
    assert!(told(&hall, "testigo-contradice"));
    let found = watch.contradictions();
    assert!(!found.is_empty());
    let origin = hall.newest().signatures()[0].name.clone();
    for (_, text) in &found {
        assert_eq!(
            text.matches(&format!("\n— {origin} ")).count(),
            2,
            "both notes, signed by the hall: {text}"
        );
    }
    let (_, said) = tool(&["witness", "list"], &watch.dir);
    assert!(said.contains("CONTRADICCIÓN"), "{said}");
    hall.stop();

    // The good folder is signed as before.
    hall.dir = newest;
    hall.start();
    hall.is_witnessed(saw + 1);
    until("that the notice goes", || (!told(&hall, "testigo-contradice")).then_some(()));
}

/// E 60: a hall that goes on elsewhere in a new epoch, and the old server that is started all the same.
#[test]
fn a_server_of_an_epoch_that_ended_is_refused() {
    let (mut hall, watch, _folder) = watched();
    hall.stop();
    let (first, second) = (hall.dir.clone(), hall.copy("otra"));
    let (mut journal, _) = Journal::open(&second).unwrap();
    hall_server::record_key::ensure(&second, &mut journal).unwrap();
    let people = vec![PersonId(1), PersonId(2)];
    let begun = Event::EpochBegun { epoch: 2, cause: EpochCause::Promoted, lost_to: None, people };
    let entries = vec![BatchEntry::unasked(Actor::System, "servidor", vec![begun])];
    journal.append(&Batch { at_utc_ms: hall_server::clock::utc_ms(), entries }).unwrap();
    drop(journal);
    hall.dir = second;
    hall.start();
    until("that the new epoch is signed", || (watch.kept().len() == 2).then_some(()));
    assert_eq!(hall.witness().trouble, None);
    hall.stop();
    hall.dir = first;
    hall.start();
    hall.is_not_witnessed(WitnessTrouble::OlderEpoch);
    until("the mesa's notice", || told(&hall, "testigo-contradice").then_some(()));
}

/// What a witness has signed is on its disk. (Canary: `witness-server-forgets`.)
#[test]
fn a_witness_that_is_killed_has_forgotten_nothing() {
    let (mut hall, mut watch, _folder) = watched();
    for _ in 0..5 {
        let seq = hall.signs();
        hall.is_witnessed(seq);
        watch.kill();
        assert!(watch.kept()[0].1.contains(&format!("\n{}\n", hall.witness().seq)), "{:?}", watch.kept());
        watch.start();
        let asked = hall_log::exchange::AddCheckpoint { old: 0, proof: Vec::new(), note: hall.newest() };
        let (status, media, size) = watch.post(asked.to_string().as_bytes());
        assert_eq!((status, media.as_str()), (409, "text/x.tlog.size"));
        assert_eq!(size.trim_end(), hall.witness().seq.to_string());
    }
    // What the power left half written is no file of its own.
    watch.kill();
    let (name, note) = watch.kept()[0].clone();
    let file = watch.dir.join("registros").join(&name);
    fs::write(file.with_added_extension("parte"), &note[..40]).unwrap();
    watch.start();
    let seq = hall.signs();
    until("a signature", || {
        let now = hall.witness();
        (now.seq >= seq && now.trouble.is_none()).then_some(()).or_else(|| {
            hall.signs();
            None
        })
    });
    // One that is damaged is believed in nothing, and the witness does not begin anew in silence.
    watch.kill();
    fs::write(&file, note.replacen("epoca-1\n", "epoca-1\n1", 1)).unwrap();
    let (good, said) = tool(&["witness", "--listen", "127.0.0.1:0"], &watch.dir);
    assert!(!good && said.contains(&name) && said.contains("está dañado"), "{said}");
}

#[test]
fn a_witness_stays_who_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let dir = |name: &str| folder.path().join(name);
    let refused = |more: &[&str], dir: &Path, words: &str| {
        let words_of = [&["witness", "--listen", "127.0.0.1:0"], more].concat();
        let (good, said) = tool(&words_of, dir);
        assert!(!good && said.contains(words), "{said}");
    };
    refused(&["--name", "con espacio"], &dir("a"), "no puede ser el nombre de un testigo");
    let mut watch = Watch::new(&dir("b"));
    refused(&[], &dir("b"), "Otro testigo está en marcha");
    watch.kill();
    refused(&["--name", "otro"], &dir("b"), "ya firma como");
    // Its key is gone, or is another's: it does not become somebody else in silence.
    let key = fs::read(dir("b").join("testigo.clave")).unwrap();
    fs::remove_file(dir("b").join("testigo.clave")).unwrap();
    refused(&[], &dir("b"), "no es una clave");
    fs::write(dir("b").join("testigo.clave"), "00".repeat(32)).unwrap();
    refused(&[], &dir("b"), "no es la mitad pública");
    fs::write(dir("b").join("testigo.clave"), key).unwrap();
    fs::write(dir("b").join("salas.txt"), "# nada\nbombo\n").unwrap();
    refused(&[], &dir("b"), "salas.txt:2:");
    fs::remove_file(dir("b").join("salas.txt")).unwrap();
    watch.start();
}
