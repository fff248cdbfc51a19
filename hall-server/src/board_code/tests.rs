//! Codes and passes by the hour; the web's tests have them over the port.

use super::*;

#[test]
fn a_pass_that_was_changed_is_none() {
    let ours = BoardCode::of(b"a secret");
    let pass = Pass { until_utc_ms: 1_795_302_000_000, closed: Some(7) };
    let text = ours.written(&pass);
    let (until, made) = text.split_once('-').expect("both");
    assert_eq!((until, made.len()), ("1795302000000", 64));
    // Of another hall, another end, another session.
    assert_ne!(text, BoardCode::of(b"another").written(&pass));
    for other in [
        Pass { until_utc_ms: pass.until_utc_ms + 1, ..pass },
        Pass { closed: Some(8), ..pass },
        Pass { closed: None, ..pass },
    ] {
        assert_ne!(ours.written(&other).split_once('-').expect("both").1, made);
    }
}

#[test]
fn a_code_is_six_digits_of_its_five_minutes() {
    let code = BoardCode::of(b"a secret");
    let all: Vec<String> = (0..200).map(|at| code.code(at)).collect();
    assert!(all.iter().all(|one| one.len() == DIGITS && one.bytes().all(|b| b.is_ascii_digit())));
    let several: std::collections::BTreeSet<_> = all.iter().collect();
    assert!(several.len() > 190, "{}", several.len());
    assert_ne!(all[0], BoardCode::of(b"another").code(0));
}
