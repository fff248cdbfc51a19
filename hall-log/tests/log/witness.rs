//! What a witness signs and refuses: a log of others as litewitness' own tests have it, and ours.

use hall_log::cosigner::{Accepted, Refused};
use hall_log::exchange::AddCheckpoint;
use hall_log::key::Purpose;
use hall_log::note::Standing;
use hall_log::proof::{Subtrees, consistency, inclusion};
use hall_log::tree::{Place, join, leaf};
use hall_log::{Checkpoint, Cosigner, Frontier, LineProof, Node, PublicKey, SecretKey};

const SIGSUM: &str = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562";
const SIGSUM_KEY: &str = "ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f";

/// Requests to a witness: of one leaf, then three, then five.
const FROM_0: &str = "old 0

sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562
1
KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

— sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562 UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=
";
const FROM_1_TO_3: &str = "old 1
KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562
3
RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=

— sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562 UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=
";
const FROM_1_TO_5: &str = "old 1
KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=
KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562
5
QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=

— sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562 UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=
";

fn witness() -> Cosigner {
    Cosigner::of("mesa-1", SecretKey::of_seed(&[3; 32])).unwrap()
}

#[test]
fn a_log_of_others_is_followed() {
    let keys = [PublicKey::parse(SIGSUM_KEY).unwrap()];
    let read = |body: &str| {
        let asked = AddCheckpoint::parse(body).unwrap();
        assert_eq!(asked.to_string(), body);
        asked
    };
    let first = witness().consider(SIGSUM, &keys, None, &read(FROM_0), 7).unwrap().checkpoint;
    let third = witness().consider(SIGSUM, &keys, Some(&first), &read(FROM_1_TO_3), 8).unwrap().checkpoint;
    let fifth = witness().consider(SIGSUM, &keys, Some(&first), &read(FROM_1_TO_5), 9).unwrap().checkpoint;
    assert_eq!((third.size, fifth.size), (3, 5));
    let again = witness().consider(SIGSUM, &keys, Some(&third), &read(FROM_1_TO_5), 9);
    assert_eq!(again, Err(Refused::SawAnother { seen: 3 }));
    let back = witness().consider(SIGSUM, &keys, Some(&fifth), &read(FROM_1_TO_3), 9);
    assert_eq!(back, Err(Refused::WentBack { seen: 5, size: 3 }));
    let forged = FROM_1_TO_3.replace("VbtIcd", "VbtIce");
    let forged = witness().consider(SIGSUM, &keys, Some(&first), &read(&forged), 9);
    assert_eq!(forged, Err(Refused::NotSigned { size: 3 }));
}

/// A log of ours, with all its leaves.
struct Log(Vec<Node>);

impl Subtrees for Log {
    type Error = std::convert::Infallible;

    fn subtree(&self, Place { height, index }: Place) -> Result<Node, Self::Error> {
        let Some(below) = height.checked_sub(1) else { return Ok(self.0[usize::try_from(index).unwrap()]) };
        let child = |side| self.subtree(Place { height: below, index: index * 2 + side });
        Ok(join(&child(0)?, &child(1)?))
    }
}

fn key() -> SecretKey {
    SecretKey::of_seed(&[5; 32])
}

impl Log {
    fn of(lines: impl IntoIterator<Item = u32>) -> Log {
        Log(lines.into_iter().map(|line| leaf(&line.to_be_bytes())).collect())
    }

    fn at(&self, size: u64) -> Checkpoint {
        let mut frontier = Frontier::EMPTY;
        self.0[..usize::try_from(size).unwrap()].iter().for_each(|leaf| frontier.push(*leaf, |_, _| ()));
        Checkpoint { origin: "sala/epoca-1".into(), size, root: frontier.root() }
    }

    fn asks(&self, old: u64, size: u64) -> AddCheckpoint {
        let proof = consistency(self, old, size).unwrap();
        AddCheckpoint { old, proof, note: self.at(size).sign(&key()) }
    }
}

fn consider(seen: Option<&Checkpoint>, asked: &AddCheckpoint) -> Result<Accepted, Refused> {
    witness().consider(
        "sala/epoca-1",
        &[SecretKey::of_seed(&[6; 32]).public(), key().public()],
        seen,
        asked,
        1_800_000_000,
    )
}

/// E 60. (Canary: `witness-of-any-root`.)
#[test]
fn what_goes_on_is_signed_and_what_went_back_or_forked_is_not() {
    let log = Log::of(0..50);
    let mut seen = None;
    for size in [1, 1, 7, 8, 9, 32, 33, 50, 50] {
        let asked = log.asks(seen.as_ref().map_or(0, |seen: &Checkpoint| seen.size), size);
        let accepted = consider(seen.as_ref(), &asked).unwrap();
        let mut note = asked.note;
        note.add(accepted.cosignature);
        assert_eq!(note.standing(&witness().verifier()), Standing::Good(Some(1_800_000_000)));
        let changed =
            hall_log::SignedNote::parse(&note.to_string().replace("sala/epoca-1\n50", "sala/epoca-1\n51"));
        let standing = changed.unwrap().standing(&witness().verifier());
        assert_eq!(standing == Standing::Bad, size == 50);
        seen = Some(accepted.checkpoint);
    }
    let at_33 = log.at(33);
    for (seen, size) in (1..50).flat_map(|seen| (seen..=50).map(move |size| (seen, size))) {
        // Another line 1: everything after it is another log.
        let mut lines: Vec<u32> = (0..50).collect();
        lines[0] = 1000;
        let forked = consider(Some(&log.at(seen)), &Log::of(lines).asks(seen, size));
        assert_eq!(forked, Err(Refused::Forked { seen, size }));
    }
    for size in 0..33 {
        assert_eq!(consider(Some(&at_33), &log.asks(0, size)), Err(Refused::WentBack { seen: 33, size }));
    }
    assert_eq!(consider(Some(&at_33), &log.asks(32, 50)), Err(Refused::SawAnother { seen: 33 }));
    assert_eq!(consider(None, &log.asks(32, 50)), Err(Refused::SawAnother { seen: 0 }));
    let elsewhere = witness().consider("sala/epoca-2", &[key().public()], None, &log.asks(0, 50), 1);
    assert_eq!(elsewhere, Err(Refused::NotACheckpoint { origin: "sala/epoca-2".into() }));
    let unknown = witness().consider("sala/epoca-1", &[], None, &log.asks(0, 50), 1);
    assert_eq!(unknown, Err(Refused::NotSigned { size: 50 }));
}

#[test]
fn what_is_no_request_is_not_read() {
    let good = Log::of(0..9).asks(3, 9).to_string();
    assert!(AddCheckpoint::parse(&good).is_some());
    for bad in [
        "".to_owned(),
        good.replacen("old 3", "old 03", 1),
        good.replacen("old 3", "old -3", 1),
        good.replacen("old 3", "new 3", 1),
        good.replacen("old 3\n", "old 3\nAAAA\n", 1),
        good.replacen(
            "old 3\n",
            &format!("old 3\n{}", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n".repeat(64)),
            1,
        ),
        good.replacen("\n\n", "\n", 1),
    ] {
        assert_eq!(AddCheckpoint::parse(&bad), None, "{bad}");
    }
}

#[test]
fn a_lines_proof_is_a_file_that_stands_alone() {
    let log = Log::of(0..100);
    let (index, note) = (41, log.at(77).sign(&key()));
    let proof = LineProof { index, path: inclusion(&log, index, 77).unwrap(), note };
    let text = proof.to_string();
    assert!(text.starts_with("c2sp.org/tlog-proof@v1\nindex 41\n"));
    assert_eq!(LineProof::parse(&text), Some(proof.clone()));
    assert_eq!(LineProof::parse(&text.replacen("index", "extra AAAA\nindex", 1)), Some(proof.clone()));
    assert_eq!(
        LineProof::parse_with_extra(&proof.with_extra(b"line")),
        Some((proof.clone(), b"line".to_vec()))
    );
    let leaf_of = |line: u32| leaf(&line.to_be_bytes());
    assert_eq!(proof.shows(&leaf_of(41), key().public()), Some(log.at(77)));
    assert_eq!(proof.shows(&leaf_of(40), key().public()), None);
    assert_eq!(proof.shows(&leaf_of(41), PublicKey([1; 32])), None);
    for bad in ["", "index 41", &text.replacen("v1", "v2", 1), &text.replacen("index 41", "index 041", 1)] {
        assert_eq!(LineProof::parse(bad), None);
    }
    assert_eq!(witness().verifier().purpose, Purpose::Cosignature);
}
