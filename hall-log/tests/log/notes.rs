//! Signed notes and checkpoints against those that others signed, and what is no note.

use hall_log::key::{Purpose, Verifier};
use hall_log::note::{NoteSignature, SIGNATURES_MAX, Standing};
use hall_log::{Checkpoint, PublicKey, SecretKey, SignedNote};

/// The keys of the Go project's own tests of signed notes.
const PETER: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PETERS_SEED: &str = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const TEXT: &str =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETERS_LINE: &str = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";

/// A checkpoint of the Go checksum database, and its key.
const GO_SUM: &str = "go.sum database tree
35225469
vt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=

— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=
";
const GO_SUM_KEY: &str = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

/// The example key of C2SP's page on signed notes.
const EXAMPLE_KEY: &str = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

fn peters() -> SecretKey {
    use base64::Engine;
    let seed = base64::engine::general_purpose::STANDARD.decode(PETERS_SEED).unwrap();
    SecretKey::of_seed(seed[1..].try_into().unwrap())
}

#[test]
fn notes_of_others_are_read_and_the_same_are_written() {
    let peter = Verifier::parse(PETER).unwrap();
    assert_eq!(peter.key, peters().public());
    let signed = SignedNote::sign(TEXT.into(), "PeterNeumann", &peters());
    assert_eq!(signed.to_string(), format!("{TEXT}\n{PETERS_LINE}\n"));
    assert_eq!(signed.standing(&peter), Standing::Good(None));

    let note = SignedNote::parse(GO_SUM).unwrap();
    assert_eq!(note.to_string(), GO_SUM);
    assert_eq!(note.standing(&Verifier::parse(GO_SUM_KEY).unwrap()), Standing::Good(None));
    assert_eq!(note.standing(&peter), Standing::Absent);
    let checkpoint = Checkpoint::parse(note.text()).unwrap();
    assert_eq!((checkpoint.origin.as_str(), checkpoint.size), ("go.sum database tree", 35_225_469));
    assert_eq!(checkpoint.text(), note.text());
    for key in [PETER, GO_SUM_KEY, EXAMPLE_KEY] {
        assert_eq!(Verifier::parse(key).unwrap().to_string(), key);
    }
}

#[test]
fn another_text_another_key_and_another_signature_are_told() {
    let peter = Verifier::parse(PETER).unwrap();
    let changed = format!("{}\n{PETERS_LINE}\n", TEXT.replace("answer", "anwser"));
    assert_eq!(SignedNote::parse(&changed).unwrap().standing(&peter), Standing::Bad);
    let other = Verifier { key: PublicKey([8; 32]), ..peter.clone() };
    assert_eq!(
        SignedNote::parse(&format!("{TEXT}\n{PETERS_LINE}\n")).unwrap().standing(&other),
        Standing::Absent
    );
    // One good signature beside a bad one of the same key is a forged note.
    let bad = PETERS_LINE.replace("x08go/ZJ", "x08go/ZK");
    let both = format!("{TEXT}\n{PETERS_LINE}\n{bad}\n");
    assert_eq!(SignedNote::parse(&both).unwrap().standing(&peter), Standing::Bad);
    // A key's cosignature is not its signature.
    let as_witness = Verifier { purpose: Purpose::Cosignature, ..peter };
    assert_ne!(as_witness.id(), Verifier::parse(PETER).unwrap().id());
}

#[test]
fn a_signature_is_added_once_and_the_text_may_have_empty_lines() {
    let mut note = SignedNote::sign("a\n\n\nb\n".into(), "x", &peters());
    let more = NoteSignature { name: "y".into(), id: [1; 4], bytes: vec![1] };
    note.add(more.clone());
    note.add(more);
    assert_eq!(note.signatures().len(), 2);
    assert_eq!(SignedNote::parse(&note.to_string()), Some(note));
}

#[test]
fn what_is_no_note_is_not_read() {
    let line = PETERS_LINE;
    for bad in [
        "".into(),
        "\n\n".into(),
        TEXT.into(),
        format!("{TEXT}\n"),
        format!("{TEXT}{line}\n"),
        format!("{TEXT}\n{line}"),
        format!("{TEXT}\n\n{line}\n\n"),
        format!("a\tb\n\n{line}\n"),
        format!("a\rb\n\n{line}\n"),
        format!("a\0b\n\n{line}\n"),
        format!("{TEXT}\n- PeterNeumann x08go/ZJ\n"),
        format!("{TEXT}\n— Peter Neumann x08go/ZJ\n"),
        format!("{TEXT}\n— Peter+Neumann x08go/ZJ\n"),
        format!("{TEXT}\n— PeterNeumann x08go/Z\n"),
        format!("{TEXT}\n— PeterNeumann x08gow==\n"),
        format!("{TEXT}\n—  x08go/ZJ\n"),
        format!("{TEXT}\n{}", format!("{line}\n").repeat(SIGNATURES_MAX + 1)),
        format!("{}\n\n{line}\n", "x".repeat(hall_log::note::BYTES_MAX)),
    ] {
        assert_eq!(SignedNote::parse(&bad), None, "{bad:?}");
    }
    for bad in
        ["", "a+b", "a+00000000+AA==", &PETER.replace("c74f", "c74e"), &PETER.replace("+ARpc", "+ZRpc")]
    {
        assert_eq!(Verifier::parse(bad), None, "{bad}");
    }
}

#[test]
fn what_is_no_checkpoint_is_not_read() {
    let root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    for bad in [
        format!("\n1\n{root}\n"),
        format!("o\n01\n{root}\n"),
        format!("o\n+1\n{root}\n"),
        format!("o\n-1\n{root}\n"),
        format!("o\n9223372036854775808\n{root}\n"),
        format!("o\n1\n{root}"),
        format!("o\n1\n{root}\n\n"),
        "o\n1\nAAAA\n".into(),
        "o\n1\n".into(),
    ] {
        assert_eq!(Checkpoint::parse(&bad), None, "{bad:?}");
    }
    assert_eq!(Checkpoint::parse(&format!("o\n1\n{root}\nmore\n")).unwrap().size, 1);
}
