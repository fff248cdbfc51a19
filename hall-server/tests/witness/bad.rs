//! What anybody may send to a witness: each gets a clear answer, and nothing that was seen is lost.

use hall_log::exchange::{AddCheckpoint, BODY_MAX};
use hall_log::proof::{Subtrees, consistency};
use hall_log::tree::{Place, join, leaf};
use hall_log::{Checkpoint, Frontier, Node, SecretKey};

use crate::kit::{Watch, tool};

const HALL: &str = "bombo-0123456789abcdef";

/// A hall's log, by its lines.
#[derive(Clone)]
struct Log {
    epoch: u32,
    lines: Vec<Vec<u8>>,
    key: SecretKey,
}

impl Subtrees for Log {
    type Error = std::convert::Infallible;

    fn subtree(&self, Place { height, index }: Place) -> Result<Node, Self::Error> {
        let Some(below) = height.checked_sub(1) else {
            return Ok(leaf(&self.lines[usize::try_from(index).unwrap()]));
        };
        let child = |side| self.subtree(Place { height: below, index: index * 2 + side });
        Ok(join(&child(0)?, &child(1)?))
    }
}

impl Log {
    fn of(lines: u8) -> Log {
        Log {
            epoch: 1,
            lines: (0..lines).map(|line| vec![line]).collect(),
            key: SecretKey::of_seed(&[1; 32]),
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        let mut frontier = Frontier::EMPTY;
        self.lines.iter().for_each(|line| frontier.push(leaf(line), |_, _| ()));
        let origin = format!("{HALL}/epoca-{}", self.epoch);
        Checkpoint { origin, size: frontier.size(), root: frontier.root() }
    }

    fn asks(&self, old: u64) -> AddCheckpoint {
        let size = self.lines.len() as u64;
        let proof = if old <= size { consistency(self, old, size).unwrap() } else { Vec::new() };
        AddCheckpoint { old, proof, note: self.checkpoint().sign(&self.key) }
    }

    fn forked(lines: u8) -> Log {
        let mut log = Log::of(lines);
        log.lines[3] = b"another".to_vec();
        log
    }
}

fn watch() -> (Watch, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::new(&folder.path().join("testigo"));
    (watch, folder)
}

fn knows(watch: &Watch, log: &Log) {
    let key = log.checkpoint().signer(log.key.public()).to_string();
    let (good, said) = tool(&["witness", "add", &key], &watch.dir);
    assert!(good, "{said}");
}

fn status(watch: &Watch, asked: &AddCheckpoint) -> u16 {
    watch.post(asked.to_string().as_bytes()).0
}

/// (Canaries: `witness-signs-a-fork`, `witness-of-an-ended-epoch`.)
#[test]
fn whatever_is_sent_to_a_witness_is_answered_and_nothing_seen_is_lost() {
    let (watch, _folder) = watch();
    let (seen, later) = (Log::of(9), Log::of(20));
    assert_eq!(status(&watch, &seen.asks(0)), 404, "of a hall that nobody added");
    knows(&watch, &seen);
    let (code, media, line) = watch.post(seen.asks(0).to_string().as_bytes());
    assert_eq!((code, media.as_str()), (200, "text/plain; charset=utf-8"));
    assert!(line.starts_with(&format!("— {} ", watch.key.name)) && line.ends_with('\n'), "{line}");
    let kept = watch.kept();

    let another_key = Log { key: SecretKey::of_seed(&[2; 32]), ..later.clone() };
    let another_hall = later.asks(9).to_string().replace(HALL, "bombo-fedcba9876543210");
    let good = later.asks(9).to_string();
    let long_note = good.replace("\n\n—", &format!("\n{}\n\n—", "x".repeat(BODY_MAX)));
    let many = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n".repeat(64);
    let bad: Vec<(&str, Vec<u8>, u16)> = vec![
        ("nothing", Vec::new(), 400),
        ("words", b"buenas noches".to_vec(), 400),
        ("not even text", vec![0xff; 40], 400),
        ("a note alone", later.asks(9).note.to_string().into_bytes(), 400),
        ("no signature", good.split("\n—").next().unwrap().to_owned().into_bytes(), 400),
        ("a text that is no checkpoint", good.replace("\n20\n", "\nveinte\n").into_bytes(), 400),
        ("a size with a zero before it", good.replacen("old 9", "old 09", 1).into_bytes(), 400),
        ("half of it", good.as_bytes()[..good.len() / 2].to_vec(), 400),
        (
            "a proof of more hashes than there are",
            good.replacen("old 9\n", &format!("old 9\n{many}"), 1).into_bytes(),
            400,
        ),
        ("too long", long_note.into_bytes(), 413),
        ("much too long", vec![b'a'; 3 << 20], 413),
        ("another hall's", another_hall.into_bytes(), 404),
        ("another log's name", good.replace("/epoca-1", "/epoca-01").into_bytes(), 404),
        ("another key's", another_key.asks(9).to_string().into_bytes(), 403),
        ("a text that was changed under its signature", good.replace("\n20\n", "\n21\n").into_bytes(), 403),
        ("from where it will be", later.asks(9).to_string().replacen("old 9", "old 30", 1).into_bytes(), 400),
        ("from elsewhere", later.asks(5).to_string().into_bytes(), 409),
        ("from nowhere", later.asks(0).to_string().into_bytes(), 409),
        ("fewer lines", Log::of(4).asks(0).to_string().into_bytes(), 409),
        ("no proof", AddCheckpoint { proof: Vec::new(), ..later.asks(9) }.to_string().into_bytes(), 422),
        (
            "another's proof",
            AddCheckpoint { proof: Log::forked(20).asks(9).proof, ..later.asks(9) }.to_string().into_bytes(),
            422,
        ),
        ("a fork", Log::forked(20).asks(9).to_string().into_bytes(), 422),
        ("a fork of the same size", Log::forked(9).asks(9).to_string().into_bytes(), 409),
    ];
    for (what, body, expected) in &bad {
        let (status, media, text) = watch.post(body);
        assert_eq!(status, *expected, "{what}: {text}");
        if *expected == 409 {
            assert_eq!((media.as_str(), text.as_str()), ("text/x.tlog.size", "9\n"), "{what}");
        } else {
            assert!(
                text.len() > 20 && text.ends_with('\n') && media.starts_with("text/plain"),
                "{what}: {text}"
            );
        }
        assert_eq!(watch.kept(), kept, "{what}");
    }
    for (head, expected) in [
        ("GET / HTTP/1.1\r\n", 200),
        ("GET /add-checkpoint HTTP/1.1\r\n", 405),
        ("GET /otra HTTP/1.1\r\n", 404),
    ] {
        assert_eq!(watch.send(head, b"").0, expected, "{head}");
    }
    assert_eq!(watch.send("GET / HTTP/1.1\r\n", b"").2, format!("{}\n", watch.key), "who it is");

    // Both notes of each contradiction, once: the two of the proof, the fork and the fork of the same size.
    let found = watch.contradictions();
    assert_eq!(found.len(), 3, "{found:?}");
    let origin = seen.checkpoint().origin;
    assert!(found.iter().all(|(_, text)| text.matches(&format!("\n— {origin} ")).count() == 2), "{found:?}");
    assert_eq!(found.iter().filter(|(_, text)| text.contains("no pueden ser verdad las dos")).count(), 1);
    assert_eq!(status(&watch, &Log::forked(20).asks(9)), 422);
    assert_eq!(watch.contradictions(), found);

    // The good one is signed as before; and again, which changes nothing.
    assert_eq!(status(&watch, &later.asks(9)), 200);
    assert_eq!(status(&watch, &later.asks(20)), 200);
    assert_eq!(status(&watch, &later.asks(9)), 409);
    // Of a later epoch the first is taken from nothing, and the one before has ended.
    let second = Log { epoch: 2, ..Log::of(6) };
    assert_eq!(status(&watch, &second.asks(6)), 409);
    assert_eq!(status(&watch, &second.asks(0)), 200);
    assert_eq!(status(&watch, &Log::of(30).asks(20)), 410);
    assert_eq!(watch.kept().len(), 2);
    // A list that somebody spoilt changes nothing.
    std::fs::write(watch.dir.join("salas.txt"), "bombo\n").unwrap();
    assert_eq!(status(&watch, &Log { epoch: 2, ..Log::of(7) }.asks(6)), 200);
    assert!(watch.log().contains("salas.txt:1:"), "{}", watch.log());
}

/// Whoever has a note of a hall and makes up proofs fills no disk.
#[test]
fn a_witness_keeps_no_more_contradictions_than_people_read() {
    let (watch, _folder) = watch();
    knows(&watch, &Log::of(2));
    assert_eq!(status(&watch, &Log::of(2).asks(0)), 200);
    for lines in 3..130 {
        assert_eq!(status(&watch, &AddCheckpoint { proof: Vec::new(), ..Log::of(lines).asks(2) }), 422);
    }
    assert_eq!(watch.contradictions().len(), 100);
    assert_eq!(status(&watch, &Log::of(130).asks(2)), 200);
}

/// Two that ask at once never have two answers from the same checkpoint.
#[test]
fn of_two_halves_that_are_sent_at_once_one_is_signed() {
    let (watch, _folder) = watch();
    knows(&watch, &Log::of(9));
    assert_eq!(status(&watch, &Log::of(9).asks(0)), 200);
    let bodies: Vec<String> = (0..16u8)
        .map(|half| {
            let mut log = Log::of(12);
            log.lines[11] = vec![half];
            log.asks(9).to_string()
        })
        .collect();
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = bodies.iter().map(|body| scope.spawn(|| watch.post(body.as_bytes()).0)).collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 15, "{answers:?}");
}
