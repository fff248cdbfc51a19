//! The bytes of the record. The golden files may only grow: with a changed line in one of them,
//! last year's record cannot be read.
//!
//! `UPDATE_EXPECT=1 cargo test -p hall-core --test record` writes them.

mod examples;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hall_core::event::{Event, GameNo, HoldNo, HoldWhy};
use hall_core::people::{Actor, PersonId};
use hall_core::record::{self, DecodeError, Encoded, Hash, Line};

/// The folder of the golden files of a version.
fn golden_dir(version: u32) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/v{version}"))
}

/// All examples with their bytes. What was there before a kind's newest version has the bytes of its day, which nothing
/// writes any more: they come from the golden file of that version.
fn encoded() -> Vec<(Event, Encoded)> {
    let events = examples::all().into_iter().enumerate();
    let mut of_kind: BTreeMap<(&'static str, u32), usize> = BTreeMap::new();
    let bytes = events.map(|(place, event)| {
        let encoded = record::encode(&event);
        // The enlargements since which a kind has had its second version, and those after it. A matrix has had its second since
        // the second enlargement, most others since the third.
        let since: &[usize] = match encoded.kind {
            "matrix_made" => &[1],
            "authority_called" | "authority_decided" => &[31],
            "opening_completed" => &[7],
            "person_added" => &[25],
            "device_enrolled" => &[35],
            "series_received" => &[29],
            "draw_stopped" => &[33],
            "paragraph_read" => &[30],
            "diligencia_written" => &[14],
            "ball_set_registered" => &[2],
            "hall_founded" | "session_opened" => &[2, 20, 23, 24, 27],
            _ => &[],
        };
        let later = since.iter().filter(|newer| place >= examples::GENERATIONS[**newer].0).count();
        let version = 1 + u32::try_from(later).unwrap();
        if encoded.version == version {
            return (event, encoded);
        }
        let nth = of_kind.entry((encoded.kind, version)).or_default();
        let golden = fs::read_to_string(golden_dir(version).join(format!("{}.json", encoded.kind))).unwrap();
        let body = golden.lines().nth(*nth).unwrap().to_owned();
        *nth += 1;
        (event, Encoded { version, body, ..encoded })
    });
    bytes.collect()
}

/// The bodies of all examples by kind and version, one a line.
fn written() -> BTreeMap<(&'static str, u32), String> {
    let mut files: BTreeMap<_, String> = BTreeMap::new();
    for (_, Encoded { kind, version, body }) in encoded() {
        let file = files.entry((kind, version)).or_default();
        file.push_str(&body);
        file.push('\n');
    }
    files
}

/// All examples as a chain of lines.
fn chain() -> Vec<(Line, Hash)> {
    let actors = [Actor::Person(PersonId(7)), Actor::Machine, Actor::System];
    let mut lines: Vec<(Line, Hash)> = Vec::new();
    let mut head = Hash::GENESIS;
    for (seq, (_, encoded)) in (1..).zip(encoded()) {
        let line = Line {
            seq,
            at_utc_ms: 1_795_302_000_000 + i64::try_from(seq).unwrap(),
            kind: encoded.kind.into(),
            version: encoded.version,
            request_id: format!("petición-{seq}"),
            actor: actors[lines.len() % 3],
            device: "mesa-1".into(),
            body: encoded.body,
        };
        head = line.hash(&head);
        lines.push((line, head));
    }
    lines
}

#[test]
fn every_kind_has_an_example() {
    let files = written();
    let missing: Vec<_> = record::kinds().filter(|kind| !files.contains_key(&(*kind, 1))).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
    for version in 1..=6 {
        let on_disk = fs::read_dir(golden_dir(version)).unwrap().count();
        let wanted = files.keys().filter(|(_, of)| *of == version).count();
        assert_eq!(on_disk, wanted, "a golden file of no kind, or one is missing, in version {version}");
    }
}

#[test]
fn the_bytes_are_the_golden_ones_and_are_read_back() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for ((kind, version), text) in written() {
        let path = golden_dir(version).join(format!("{kind}.json"));
        if update {
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, golden, "{kind} is not written as in {}", path.display());
        let of_it = |(_, bytes): &(Event, Encoded)| bytes.kind == kind && bytes.version == version;
        let mut expected = encoded().into_iter().filter(of_it).map(|(event, _)| event);
        for body in golden.lines() {
            let json: Result<serde_json::Value, _> = serde_json::from_str(body);
            assert!(json.is_ok(), "{kind}: {body} is not JSON");
            assert_eq!(record::decode(kind, version, body), Ok(expected.next().unwrap()), "{body}");
        }
        assert!(expected.next().is_none());
    }
}

#[test]
fn the_chain_of_all_examples_ends_in_the_golden_hash() {
    let lines = chain();
    assert_eq!(
        examples::GENERATIONS.last().unwrap().0,
        lines.len(),
        "what is new is a generation of its own"
    );
    for (count, hash) in examples::GENERATIONS {
        assert_eq!(lines[count - 1].1.to_string(), hash, "after {count} examples");
    }
}

/// What the documentation of `Line::bytes` says, done by hand.
#[test]
fn the_bytes_of_a_line_are_as_documented() {
    let line = Line {
        seq: 258,
        at_utc_ms: -2,
        kind: "game_ended".into(),
        version: 1,
        request_id: "é".into(),
        actor: Actor::Person(PersonId(12)),
        device: String::new(),
        body: "{\"game\":7}".into(),
    };
    let mut bytes = vec![0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2];
    bytes.extend([0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255, 254]);
    bytes.extend(b"\0\0\0\x0agame_ended\0\0\0\x04\0\0\0\x01\0\0\0\x02\xc3\xa9");
    bytes.extend(b"\0\0\0\x03p12\0\0\0\0\0\0\0\x0a{\"game\":7}");
    assert_eq!(line.bytes(), bytes);
    assert_eq!(
        line.hash(&Hash::GENESIS).to_string(),
        "f2d44c463a236592e653e433f2e9ceff96c0e04a148690ff5932e4fa4160a6c8"
    );
}

#[test]
fn fields_that_are_missing_unknown_moved_or_twice_are_named() {
    let field = |kind: &str, body: &str| match record::decode(kind, 1, body) {
        Err(DecodeError::Field { kind: named, field, .. }) => {
            assert_eq!(named, kind);
            field
        }
        other => panic!("{body} gave {other:?}"),
    };
    assert_eq!(field("game_ended", "{}"), "game");
    assert_eq!(field("game_ended", ""), "");
    assert_eq!(field("game_ended", r#"{"game":7"#), "game");
    assert_eq!(field("game_ended", r#"{"game":7,"why":1}"#), "why");
    assert_eq!(field("game_ended", r#"{"game":7,"game":7}"#), "game");
    assert_eq!(field("game_ended", r#"{"game":7}x"#), "");
    assert_eq!(field("game_ended", r#"{"game":07}"#), "game");
    assert_eq!(field("game_ended", r#"{"game":7.0}"#), "game");
    assert_eq!(field("game_ended", r#"{"game":-7}"#), "game");
    assert_eq!(field("game_ended", r#"{"game":4294967296}"#), "game");
    assert_eq!(field("game_ended", r#"{"game": 7}"#), "game");
    assert_eq!(field("draw_resumed", r#"{"stop":1,"game":7}"#), "game");
    assert_eq!(field("ball_corrected", r#"{"game":1,"ordinal":1,"from":91,"to":1}"#), "from");
    let cards = r#"{"game":1,"cards":{"series":"A1","first":1},"seller":1}"#;
    assert_eq!(field("block_issued", cards), "cards.last");
    let hold = r#"{"game":1,"hold":1,"why":{"is":"tired"}}"#;
    assert_eq!(field("hold_raised", hold), "why");
    let escape = r#"{"game":1,"hold":1,"why":{"is":"called","words":"\u0041"}}"#;
    assert_eq!(field("hold_raised", escape), "why.words");
    assert_eq!(
        record::decode("game_begun", 1, "{}"),
        Err(DecodeError::UnknownKind { kind: "game_begun".into() })
    );
    assert_eq!(
        record::decode("game_ended", 2, "{}"),
        Err(DecodeError::UnknownVersion { kind: "game_ended".into(), version: 2 })
    );
    assert_eq!(
        record::decode("matrix_made", 3, "{}"),
        Err(DecodeError::UnknownVersion { kind: "matrix_made".into(), version: 3 })
    );
}

/// No byte of a golden body can be changed to another printable one, or left out, and give
/// the same event; nor does any such change make the reader panic.
#[test]
fn an_event_has_one_text_only() {
    for ((kind, version), text) in written() {
        for body in text.lines() {
            let event = record::decode(kind, version, body).unwrap();
            for at in 0..body.len() {
                for byte in *b"0a\"{}[],:\\ -" {
                    let mut other = body.as_bytes().to_vec();
                    other[at] = byte;
                    unlike((kind, version), body, &event, other);
                }
                let mut shorter = body.as_bytes().to_vec();
                shorter.remove(at);
                unlike((kind, version), body, &event, shorter);
            }
        }
    }
}

fn unlike((kind, version): (&str, u32), body: &str, event: &Event, other: Vec<u8>) {
    let Ok(other) = String::from_utf8(other) else {
        return;
    };
    if other == body {
        return;
    }
    if let Ok(read) = record::decode(kind, version, &other) {
        assert_ne!(&read, event, "{kind}: {other}");
        let again = record::encode(&read);
        if again.version == version {
            assert_eq!(again.body, other);
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_words_come_back(words: String, game: u32) {
        let why = HoldWhy::Called(words);
        let event = Event::HoldRaised { game: GameNo(game), hold: HoldNo(1), why };
        let encoded = record::encode(&event);
        assert!(serde_json::from_str::<serde_json::Value>(&encoded.body).is_ok());
        assert_eq!(record::decode(encoded.kind, encoded.version, &encoded.body), Ok(event));
    }
}
