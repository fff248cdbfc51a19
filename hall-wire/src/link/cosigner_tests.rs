use std::sync::{Arc, Mutex as Lock};

use hall_log::proof::{self, Subtrees};
use hall_log::tree::{Frontier, Node, Place, join, leaf};

use super::*;

/// A folder of its own under the system's, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("cosigner-{}", uuid::Uuid::new_v4()));
        fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }

    fn screen(&self) -> (Cosigning, Arc<Lock<Vec<String>>>) {
        let said = Arc::<Lock<Vec<String>>>::default();
        let theirs = Arc::clone(&said);
        let tell = move |words: &str| theirs.lock().expect("whole").push(words.to_owned());
        (Cosigning::open(&self.0.join("mesa-1.testigo"), "mesa 1", tell).expect("a key"), said)
    }

    fn evidence(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        names.filter(|name| name.contains("contradiccion")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A hall's log: the bytes of its lines.
#[derive(Clone)]
struct Log {
    epoch: u32,
    lines: Vec<Vec<u8>>,
}

impl Subtrees for Log {
    type Error = std::convert::Infallible;

    fn subtree(&self, Place { height, index }: Place) -> Result<Node, Self::Error> {
        let Some(below) = height.checked_sub(1) else {
            return Ok(leaf(&self.lines[usize::try_from(index).expect("small")]));
        };
        let child = |side| self.subtree(Place { height: below, index: index * 2 + side });
        Ok(join(&child(0)?, &child(1)?))
    }
}

fn key(number: u8) -> SecretKey {
    SecretKey::of_seed(&[number; 32])
}

impl Log {
    fn of(lines: u8) -> Log {
        Log { epoch: 1, lines: (0..lines).map(|line| vec![line]).collect() }
    }

    fn note(&self, key: &SecretKey) -> SignedNote {
        let mut frontier = Frontier::EMPTY;
        self.lines.iter().for_each(|line| frontier.push(leaf(line), |_, _| ()));
        let origin = format!("bombo-0123456789abcdef/epoca-{}", self.epoch);
        Checkpoint { origin, size: frontier.size(), root: frontier.root() }.sign(key)
    }

    fn from(&self, old: u64, key: &SecretKey) -> AddCheckpoint {
        let size = self.lines.len() as u64;
        let proof =
            if old <= size { proof::consistency(self, old, size).expect("all there") } else { Vec::new() };
        AddCheckpoint { old, proof, note: self.note(key) }
    }
}

fn no_next(_: PublicKey) -> Option<String> {
    None
}

fn signed(looked: &Looked) -> bool {
    matches!(looked, Looked::New(Some(_)))
}

#[test]
fn a_screen_signs_what_goes_on_and_knows_it_after_a_restart() {
    let folder = Folder::new();
    let (screen, said) = folder.screen();
    assert_eq!(screen.last(), None);
    let first = screen.look(&Log::of(5).from(0, &key(1)), Some(key(1).public()), no_next);
    let Looked::New(Some(cosignature)) = first else { panic!("{first:?}") };
    assert!(cosignature.verifier.starts_with("mesa1+"), "{}", cosignature.verifier);
    assert_eq!((cosignature.size, cosignature.origin.as_str()), (5, "bombo-0123456789abcdef/epoca-1"));
    drop(screen);
    let (screen, _) = folder.screen();
    assert_eq!(screen.last(), Some(("bombo-0123456789abcdef/epoca-1".to_owned(), 5)));
    assert_eq!(screen.look(&Log::of(5).from(5, &key(1)), None, no_next), Looked::Known);
    let origin = "bombo-0123456789abcdef/epoca-1".to_owned();
    assert_eq!(screen.look(&Log::of(9).from(0, &key(1)), None, no_next), Looked::From(origin, 5));
    let Looked::New(Some(again)) = screen.look(&Log::of(9).from(5, &key(1)), None, no_next) else { panic!() };
    assert_eq!(again.verifier, cosignature.verifier, "the screen's key is kept");
    assert!(said.lock().expect("whole").is_empty());
}

/// E 59, E 60: a server that went back, and one whose lines part from what was seen; both notes are kept. (Canary:
/// `screen-of-any-root`.)
#[test]
fn a_server_that_went_back_or_forked_is_refused_and_the_evidence_is_kept() {
    let folder = Folder::new();
    let (screen, said) = folder.screen();
    assert!(signed(&screen.look(&Log::of(9).from(0, &key(1)), Some(key(1).public()), no_next)));
    let verdict = |log: &Log| {
        let looked = screen.look(&log.from(9, &key(1)), Some(key(1).public()), no_next);
        let Looked::Refused(behind) = looked else { panic!("{looked:?}") };
        (behind.verdict, behind.saw.head.seq, behind.ends.head.seq)
    };
    assert_eq!(verdict(&Log::of(4)), (Verdict::Behind, 9, 4));
    let mut forked = Log::of(12);
    forked.lines[3] = b"another".to_vec();
    assert_eq!(verdict(&forked), (Verdict::Rewritten, 9, 12));
    assert_eq!(folder.evidence().len(), 2);
    assert_eq!(said.lock().expect("whole").len(), 2);
    for name in folder.evidence() {
        let text = fs::read_to_string(folder.0.join(name)).expect("a text");
        assert_eq!(text.matches("— bombo-0123456789abcdef/epoca-1 ").count(), 2, "{text}");
    }
    // The good one is followed as before.
    assert!(signed(&screen.look(&Log::of(12).from(9, &key(1)), None, no_next)));
}

#[test]
fn an_earlier_epoch_is_refused_and_a_later_one_begins_anew() {
    let folder = Folder::new();
    let (screen, _) = folder.screen();
    assert!(signed(&screen.look(&Log::of(9).from(0, &key(1)), Some(key(1).public()), no_next)));
    let later = Log { epoch: 2, lines: Log::of(6).lines };
    assert!(signed(&screen.look(&later.from(0, &key(2)), Some(key(2).public()), no_next)));
    let earlier = screen.look(&Log::of(30).from(0, &key(1)), Some(key(1).public()), no_next);
    let Looked::Refused(behind) = earlier else { panic!("{earlier:?}") };
    assert_eq!((behind.verdict, behind.saw.epoch, behind.ends.epoch), (Verdict::OlderEpoch, 2, 1));
}

/// The line of `hall_core::record::Line` that begins a key.
fn key_line(seq: u64, key: &SecretKey) -> Vec<u8> {
    let body = format!("{{\"key\":\"{}\",\"before\":null}}", key.public());
    hall_core::record::Line {
        seq,
        at_utc_ms: 0,
        kind: "signing_key_begun".into(),
        version: 1,
        request_id: String::new(),
        actor: hall_core::people::Actor::System,
        device: "servidor".into(),
        body,
    }
    .bytes()
}

/// A key is changed by a line that the key before signed; whoever says another without that gets no signature.
#[test]
fn a_new_key_is_believed_by_the_old_one() {
    let folder = Folder::new();
    let (screen, said) = folder.screen();
    let mut log = Log::of(9);
    assert!(signed(&screen.look(&log.from(0, &key(1)), Some(key(1).public()), no_next)));
    log.lines.push(key_line(10, &key(2)));
    let at_change = LineProof {
        index: 9,
        path: proof::inclusion(&log, 9, 10).expect("all there"),
        note: log.note(&key(1)),
    };
    let next =
        |after: PublicKey| (after == key(1).public()).then(|| at_change.with_extra(&key_line(10, &key(2))));
    log.lines.push(b"more".to_vec());
    let asked = log.from(9, &key(2));
    assert_eq!(screen.look(&asked, Some(key(2).public()), no_next), Looked::New(None));
    assert!(signed(&screen.look(&asked, Some(key(3).public()), next)));
    log.lines.push(b"and more".to_vec());
    assert!(signed(&screen.look(&log.from(11, &key(2)), None, no_next)), "the new key is kept");
    assert_eq!(said.lock().expect("whole").len(), 1);
}
