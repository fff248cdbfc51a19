//! Stamps of an authority that `openssl ts` is, and everything that is not one.

mod authority;

use std::fs;

use authority::Authority;
use time_stamp::{Authorities, BadStamp, Query, hash_in, verify};

const HASH: [u8; 32] = [7; 32];
const P256: [&str; 3] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];

fn trusted(authority: &Authority) -> Authorities {
    Authorities::from_pem(&fs::read(authority.ca()).unwrap()).unwrap()
}

#[test]
fn stamps_of_every_usual_kind_of_key_are_good() {
    let p384 = ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"];
    let kinds: [(&[&str], &str); 4] =
        [(&["rsa:2048"], "sha256"), (&["rsa:3072"], "sha512"), (&P256, "sha256"), (&p384, "sha384")];
    for (key, digest) in kinds {
        let authority = Authority::new(key, digest);
        let query = Query::new(HASH, [0xff; 8]);
        let answer = authority.answers(query.bytes());
        let stamp =
            query.accept(&answer, &trusted(&authority)).unwrap_or_else(|bad| panic!("{key:?}: {bad}"));
        let seconds = stamp.at_utc_ms / 1_000 % 86_400;
        let hour = format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
        let words = authority.words_of(&answer);
        assert!(words.contains("Time stamp:") && words.contains(&hour), "{stamp:?} {words}");
        assert!(stamp.authority.contains("CN=TSA de prueba"), "{stamp:?}");
        assert_eq!(verify(&answer, HASH, &trusted(&authority)), Ok(stamp));
        assert_eq!(hash_in(&answer), Ok(HASH));
    }
}

#[test]
fn a_stamp_of_something_else_or_by_somebody_else_is_none() {
    let authority = Authority::new(&P256, "sha256");
    let trusted_ones = trusted(&authority);
    let query = Query::new(HASH, [1; 8]);
    let answer = authority.answers(query.bytes());
    assert!(query.accept(&answer, &trusted_ones).is_ok());
    assert_eq!(verify(&answer, [8; 32], &trusted_ones), Err(BadStamp::OtherContent));
    let again = Query::new(HASH, [2; 8]);
    assert_eq!(again.accept(&answer, &trusted_ones), Err(BadStamp::OtherQuestion), "an old answer");
    let other = Authority::new(&P256, "sha256");
    assert!(matches!(query.accept(&answer, &trusted(&other)), Err(BadStamp::NotTrusted { .. })));
    let of_both = [fs::read(other.ca()).unwrap(), fs::read(authority.ca()).unwrap()].concat();
    assert!(query.accept(&answer, &Authorities::from_pem(&of_both).unwrap()).is_ok());
    assert!(matches!(Authorities::from_pem(b"ca.pem"), Err(BadStamp::NoAuthority)));
}

#[test]
fn a_certificate_that_is_not_for_stamps_does_not_stamp() {
    let authority = Authority::new(&P256, "sha256");
    // The same key under the same name and number, for servers: of the same length. Before the stamp, whose hour it must be
    // valid at.
    let for_servers = authority.certified_again("critical,serverAuth");
    let own = authority.certified_again("critical,timeStamping");
    let answer = authority.answers(Query::new(HASH, [1; 8]).bytes());
    assert_eq!(own.len(), for_servers.len());
    let at = answer.windows(own.len()).position(|bytes| bytes == own).expect("it comes with it");
    let shown = [&answer[..at], &for_servers, &answer[at + own.len()..]].concat();
    let refused = verify(&shown, HASH, &trusted(&authority));
    assert!(
        matches!(&refused, Err(BadStamp::NotTrusted { why, .. }) if why == "no es para sellar"),
        "{refused:?}"
    );
}

#[test]
fn a_refusal_is_told_in_the_authoritys_words() {
    let authority = Authority::new(&P256, "sha256");
    let mut query = Query::new(HASH, [1; 8]).bytes().to_vec();
    // A hash that it does not take: SHA-224.
    let at = query.windows(9).position(|oid| oid == [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]).unwrap();
    query[at + 8] = 4;
    let answer = authority.answers(&query);
    let refused = verify(&answer, HASH, &trusted(&authority));
    assert!(matches!(&refused, Err(BadStamp::Refused(words)) if !words.is_empty()), "{refused:?}");
}

/// Every byte of an answer, changed: what is still good says the same.
#[test]
fn a_changed_answer_is_refused_or_says_the_same() {
    let authority = Authority::new(&P256, "sha256");
    let trusted = trusted(&authority);
    let answer = authority.answers(Query::new(HASH, [1; 8]).bytes());
    let stamp = verify(&answer, HASH, &trusted).unwrap();
    let mut refused = 0;
    for at in 0..answer.len() {
        let mut changed = answer.clone();
        changed[at] ^= 0x10;
        match verify(&changed, HASH, &trusted) {
            // The authority's own certificate comes with it and says nothing that is not known.
            Ok(other) => assert_eq!(other, stamp, "byte {at}"),
            Err(_) => refused += 1,
        }
        assert!(verify(&answer[..at], HASH, &trusted).is_err(), "cut at {at}");
    }
    assert!(refused > 700, "{refused} of {}", answer.len());
    assert!(verify(&[0x30; 40_000], HASH, &trusted).is_err());
}
