//! The power goes at any write (E5): what was acknowledged is on the disk, whatever of the rest is. The same on a disk that
//! does not heed the sync of a commit must lose (E6), or these tests would prove nothing.

use std::collections::BTreeMap;

use hall_server::journal::{Head, Journal, RecordReader, look};

use crate::dice::Dice;
use crate::recorded::{Recorded, Step};
use crate::strace;

/// What the images came to.
#[derive(Debug, Default)]
struct Came {
    images: usize,
    /// With a batch that had not been acknowledged yet.
    one_more: usize,
    /// Without a batch that had been.
    lost: usize,
    /// Refused, with the words.
    refused: BTreeMap<String, usize>,
}

/// The batches of `disk::writer` with their checkpoint, from opening to closing, and the head after each.
fn recorded() -> Option<(Recorded, BTreeMap<u64, Head>)> {
    if !strace::is_here() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    drop(Journal::create(folder.path(), 0).unwrap());
    let of_no_interest = |name: &str| name.ends_with("-shm") || name.ends_with(".reserva");
    let writer = std::env::current_exe().unwrap();
    let recorded = Recorded::run(
        folder.path(),
        writer,
        |traced| {
            traced
                .args(["--exact", "disk::writer", "--ignored", "--nocapture", "--test-threads=1"])
                .env("BOMBO_TEST_DATABASE", folder.path());
        },
        of_no_interest,
    );
    let (mut heads, mut head) = (BTreeMap::from([(0, Head::EMPTY)]), Head::EMPTY);
    let read = look(folder.path(), |reader: &RecordReader| {
        reader.replay(|line, _| {
            head = Head { seq: line.seq, hash: line.hash(&head.hash) };
            heads.insert(line.seq, head);
        })
    });
    assert_eq!(read.unwrap().seq, 12);
    Some((recorded, heads))
}

/// Cuts the power after each step, `times` times, and opens what is left.
fn cut(recorded: &Recorded, heads: &BTreeMap<u64, Head>, times: usize, heeds: fn(&str) -> bool) -> Came {
    let (mut came, mut disk, mut acknowledged) = (Came::default(), recorded.disk(), 0);
    let mut dice = Dice::new(5);
    for (number, step) in recorded.steps.iter().enumerate() {
        disk.take(step, heeds);
        if let Step::Said(line) = step {
            acknowledged = line.strip_prefix("ack ").map_or(acknowledged, |seq| seq.parse().unwrap());
        }
        let times = if disk.is_at_rest() { 1 } else { times };
        for _ in 0..times {
            let folder = tempfile::tempdir().unwrap();
            disk.power_cut(&mut dice, folder.path());
            came.images += 1;
            let (journal, opened) = match Journal::open(folder.path()) {
                Ok(opened) => opened,
                Err(error) => {
                    let words = error.to_string().replace(&folder.path().display().to_string(), "");
                    *came.refused.entry(words).or_default() += 1;
                    continue;
                }
            };
            let found = match journal.replay(|_, _| ()) {
                Ok(found) => found,
                Err(error) => {
                    *came.refused.entry(error.to_string()).or_default() += 1;
                    continue;
                }
            };
            assert_eq!(
                (found, Some(&found)),
                (opened.head, heads.get(&found.seq)),
                "step {number}: another record"
            );
            came.one_more += usize::from(found.seq > acknowledged);
            came.lost += usize::from(found.seq < acknowledged);
        }
    }
    println!("{} steps: {came:?}", recorded.steps.len());
    came
}

/// How many images for each step: `./bombo torture` makes more.
fn times() -> usize {
    if std::env::var_os("BOMBO_SWEEP_STEP").is_some() { 20 } else { 2 }
}

#[test]
fn a_power_cut_at_any_write_loses_nothing_that_was_acknowledged() {
    let Some((recorded, heads)) = recorded() else { return };
    assert!(recorded.steps.len() > 150, "{} steps", recorded.steps.len());
    let came = cut(&recorded, &heads, times(), |_| true);
    assert_eq!((came.lost, &came.refused), (0, &BTreeMap::new()), "{came:?}");
    assert!(came.images > 300 && came.one_more > 0, "the cuts came at no good moment: {came:?}");
}

/// E6: the images bite. A disk that says of the `-wal` that it is synced, and has not done it. Most or all of these losses the
/// witness sees, which is synced on a thread of its own: then the opening is refused.
#[test]
fn a_disk_that_does_not_heed_syncs_is_seen_to_lose() {
    let Some((recorded, heads)) = recorded() else { return };
    let came = cut(&recorded, &heads, times(), |name| !name.ends_with("-wal"));
    assert!(came.lost + came.refused.values().sum::<usize>() > 50, "{came:?}");
}
