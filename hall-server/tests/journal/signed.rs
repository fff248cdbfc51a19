//! Checkpoints and proofs on disk (ADR 42): against the definition, after every kind of harm, and over archives.

use hall_core::record::Line;
use hall_log::cosigner::Refused;
use hall_log::exchange::AddCheckpoint;
use hall_log::key::{Purpose, Verifier};
use hall_log::proof::{is_consistent, is_included};
use hall_log::tree::leaf;
use hall_log::{Checkpoint, Frontier, Node, SecretKey};
use hall_server::journal::{Cosigned, Journal, JournalError, RecordReader, check, origin, rebuild};

use super::kit::{Evening, batch, by_hand, key, rows, witness};

/// The lines' leaves, and the root after each number of them.
fn roots(record: &RecordReader) -> (Vec<Node>, Vec<Node>) {
    let (mut frontier, mut leaves) = (Frontier::EMPTY, Vec::new());
    let mut roots = vec![frontier.root()];
    record
        .replay(|line: &Line, _| {
            leaves.push(leaf(&line.bytes()));
            frontier.push(leaves[leaves.len() - 1], |_, _| ());
            roots.push(frontier.root());
        })
        .unwrap();
    (leaves, roots)
}

fn at(sizes: impl IntoIterator<Item = u64>) -> Vec<usize> {
    sizes.into_iter().map(|size| usize::try_from(size).unwrap()).collect()
}

#[test]
fn any_line_is_shown_in_any_checkpoint_and_each_goes_on_from_each() {
    let mut evening = Evening::new();
    evening.signs(4);
    let record = RecordReader::open(&evening.path).unwrap();
    let (leaves, roots) = roots(&record);
    let lines = leaves.len() as u64;
    assert!(lines > 256);
    let signed = record.checkpoints(0, u64::MAX >> 1).unwrap();
    // Not the witness: nobody acts upon it.
    assert_eq!(
        signed.iter().map(|one| one.checkpoint.size).collect::<Vec<_>>(),
        [vec![lines - 5], (lines - 3..=lines).collect()].concat()
    );
    for one in &signed {
        let size = one.checkpoint.size;
        assert_eq!(one.checkpoint.root, roots[at([size])[0]]);
        assert_eq!(Checkpoint::signed_in(&one.note, key().public()), Some(one.checkpoint.clone()));
        assert_eq!(one.checkpoint.origin, origin(record.head_at(1).unwrap().unwrap().hash, one.epoch));
    }
    for size in (1..=lines).rev().step_by(7).chain([256, 255, 257]) {
        let root = &roots[at([size])[0]];
        assert_eq!(record.frontier(size).unwrap().root(), *root);
        for seq in (1..=size).step_by(5).chain([size]) {
            let proof = record.inclusion(seq, size).unwrap();
            assert!(is_included(&leaves[at([seq - 1])[0]], seq - 1, size, root, &proof), "{seq} in {size}");
        }
        for old in (0..=size).step_by(11).chain([size]) {
            let proof = record.consistency(old, size).unwrap();
            assert!(is_consistent((old, &roots[at([old])[0]]), (size, root), &proof), "{old} to {size}");
        }
    }
    assert_eq!(record.checkpoint_covering(lines - 4).unwrap().unwrap().checkpoint.size, lines - 3);
    assert_eq!(record.newest_checkpoint().unwrap().as_ref(), signed.last());
    let report = check(&evening.path, None).unwrap();
    assert!(report.is_sound(), "{report}");
}

/// T9, E 58: a cut, and a record written again with all its hashes, its tables, its requests and its witness. (Canaries:
/// `start-beside-the-signed`, `check-beside-the-signed`.)
#[test]
fn a_record_that_is_not_the_signed_one_is_refused_and_found() {
    for harm in ["cut", "rewritten"] {
        let mut evening = Evening::new();
        evening.signs(3);
        let last = evening.head.seq;
        if harm == "cut" {
            by_hand(&evening.path, &format!("delete from event where seq > {}", last - 2), 2);
            by_hand(&evening.path, &format!("delete from request where last_seq > {}", last - 2), 2);
        } else {
            by_hand(&evening.path, "update event set device = 'mesa-2' where seq = 200", 1);
            by_hand(
                &evening.path,
                "update request set device = 'mesa-2' where first_seq <= 200 and last_seq >= 200",
                1,
            );
            by_hand(&evening.path, "update event set device = 'mesa-2' where seq between 197 and 199", 3);
            super::tamper::rechain(&evening.path);
        }
        std::fs::remove_file(super::kit::beside(&evening.path, ".testigo")).unwrap();
        by_hand(&evening.path, "delete from meta where key = 'witness'", 1);
        if harm == "rewritten" {
            // The tables and the tree too: the start looks at rows of the tree, and not at every line.
            rebuild(&evening.path).unwrap();
        }
        let refused = Journal::open(&evening.path).unwrap_err();
        let expected = match harm {
            "cut" => {
                matches!(refused, JournalError::SignedLonger { signed, ends } if signed == last && ends == last - 2)
            }
            _ => matches!(refused, JournalError::NotAsSigned(size) if size == last),
        };
        assert!(expected, "{refused}");
        let report = check(&evening.path, None).unwrap();
        let named = if harm == "cut" { last - 1 } else { last - 4 };
        let first = report.findings.iter().find(|finding| finding.words.contains("firmó")).unwrap();
        assert_eq!(first.seq, Some(named), "{report}");
    }
}

/// The rows of the tree are for speed: with wrong ones the hall starts and signs what is so, and the check tells.
#[test]
fn wrong_rows_of_the_tree_make_no_wrong_checkpoint() {
    for harm in ["update subtree set hash = zeroblob(32)", "delete from subtree"] {
        let mut evening = Evening::new();
        evening.signs(2);
        by_hand(&evening.path, harm, 1);
        let report = check(&evening.path, None).unwrap();
        assert!(report.findings.iter().any(|found| found.table.as_deref() == Some("subtree")), "{report}");
        evening.signs(2);
        rebuild(&evening.path).unwrap();
        let report = check(&evening.path, None).unwrap();
        assert!(report.is_sound(), "after {harm}: {report}");
    }
}

/// Every column of both tables changed, and rows of others put in.
#[test]
fn changed_checkpoints_and_cosignatures_are_found() {
    for (harm, table) in [
        ("update checkpoint set note = replace(note, 'epoca-4', 'epoca-1')", "checkpoint"),
        ("update checkpoint set note = replace(note, '/epoca', '/apoca')", "checkpoint"),
        (
            "update checkpoint set note = substr(note, 1, length(note) - 6) || 'AAAA=' || char(10)",
            "checkpoint",
        ),
        ("update checkpoint set note = 'x'", "checkpoint"),
        ("update checkpoint set size = size - 1", "checkpoint"),
        ("update cosignature set line = 'x'", "cosignature"),
        ("update cosignature set name = 'mesa-2'", "cosignature"),
        ("update cosignature set line = replace(line, 'mesa-1', 'mesa-2'), name = 'mesa-2'", "cosignature"),
    ] {
        let mut evening = Evening::new();
        evening.signs(1);
        by_hand(&evening.path, "delete from checkpoint where size < (select max(size) from checkpoint)", 1);
        evening.is_cosigned();
        assert!(check(&evening.path, None).unwrap().is_sound());
        by_hand(&evening.path, harm, 1);
        let report = check(&evening.path, None).unwrap();
        assert!(
            report.findings.iter().any(|found| found.table.as_deref() == Some(table)),
            "{harm}: {report}"
        );
    }
}

/// Of a checkpoint four cosignatures are kept, of one that is not there none, and one that waits goes with the next lines.
#[test]
fn cosignatures_have_their_room() {
    let mut evening = Evening::new();
    evening.signs(1);
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let newest = journal.newest_checkpoint().unwrap().unwrap();
    let (epoch, size) = (newest.epoch, newest.checkpoint.size);
    for screen in 0..6 {
        let name = format!("pared-{screen}");
        let text = newest.note.text();
        let signature =
            hall_log::note::NoteSignature::cosign(text, 9, &name, &SecretKey::of_seed(&[screen; 32]));
        journal.saw(Cosigned { epoch, size, signature: signature.clone(), is_outside: false });
        journal.saw(Cosigned { epoch, size: size + 1, signature, is_outside: false });
    }
    assert!(journal.has_cosignatures());
    journal.append(&batch("more", &evening.events[..1])).unwrap();
    assert!(!journal.has_cosignatures());
    drop(journal);
    let kept = rows(&evening.path, "select size || ' ' || name from cosignature order by name");
    assert_eq!(kept, ["0", "1", "2", "3"].map(|screen| format!("{size} pared-{screen}")));
}

/// E 60: two records of one hall, whose lines part. Each is sound, signed with the hall's key; the witness of one refuses the other.
#[test]
fn the_witness_of_one_record_refuses_the_other() {
    let mut evening = Evening::new();
    evening.signs(2);
    let newest = |evening: &Evening, from: u64| {
        let record = RecordReader::open(&evening.path).unwrap();
        let newest = record.newest_checkpoint().unwrap().unwrap();
        let proof = record.consistency(from, newest.checkpoint.size).unwrap();
        (newest.checkpoint, AddCheckpoint { old: from, proof, note: newest.note })
    };
    let consider = |seen: Option<&Checkpoint>, (now, asked): (Checkpoint, AddCheckpoint)| {
        witness().consider(&now.origin, &[key().public()], seen, &asked, 7)
    };
    let other = super::kit::copy_of(evening.folder.path());
    evening.signs(1);
    let other =
        Evening { path: other.path().join("sala.db"), folder: other, events: Vec::new(), head: evening.head };
    let (mut journal, _) = Journal::open(&other.path).unwrap();
    journal.sign_with(key(), None).unwrap();
    for more in 0..9 {
        journal
            .append(&batch(
                &format!("o-{more}"),
                &[hall_core::event::Event::ServerStarted { version: "x".into() }],
            ))
            .unwrap();
    }
    drop(journal);
    assert!(check(&other.path, None).unwrap().is_sound());
    let seen = consider(None, newest(&evening, 0)).unwrap().checkpoint;
    let refused = consider(Some(&seen), newest(&other, seen.size)).unwrap_err();
    assert!(matches!(refused, Refused::Forked { seen: size, .. } if size == seen.size), "{refused}");
}

/// A key's name is its log's and its epoch's: what signs is told apart.
#[test]
fn a_verifier_of_a_hall_is_of_its_epoch() {
    let evening = Evening::new();
    let record = RecordReader::open(&evening.path).unwrap();
    let hall = record.head_at(1).unwrap().unwrap().hash;
    let of = |epoch| Verifier { name: origin(hall, epoch), purpose: Purpose::Note, key: key().public() };
    assert_ne!(of(1).id(), of(2).id());
    assert_eq!(Verifier::parse(&of(1).to_string()), Some(of(1)));
}
