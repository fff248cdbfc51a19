//! PINs, tokens, and what is not shown.

use super::*;

fn ana() -> Member {
    Member {
        person: PersonId(3),
        identity: Identity { user: "ana".into(), name: "Ana Ruiz".into(), document: None },
        roles: vec![Role::JefeDeMesa],
        own_roles: vec![Role::JefeDeMesa],
        card_until: None,
        pin: Sealed { id: 1, hash: [1; 32] },
        pin_hash: Some(hash_pin("493817")),
        first_pin: false,
        only_inspects: false,
        left: false,
        sat_at: BTreeSet::new(),
    }
}

#[test]
fn a_pin_is_hashed_with_argon2id_and_its_own_salt() {
    let (one, two) = (hash_pin("493817"), hash_pin("493817"));
    assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
    assert_ne!(one, two);
    assert!(verify_pin(Some(&one), "493817") && verify_pin(Some(&two), "493817"));
    assert!(!verify_pin(Some(&one), "493818") && !verify_pin(Some("rubbish"), "493817"));
    assert!(!verify_pin(None, "000001"), "nobody has no PIN");
}

#[test]
fn a_pin_that_the_machine_chooses_is_one_that_is_taken() {
    for _ in 0..200 {
        let pin = new_pin();
        assert_eq!((pin.len(), fault(&pin, &Whose { year: 2026, ..Whose::default() })), (8, None), "{pin}");
    }
}

#[test]
fn a_token_lets_its_person_in_until_it_is_forgotten() {
    let token = new_token();
    let mut access = Access::default();
    access.add_member(ana());
    let here = OpenLogIn { person: PersonId(3), device: "mesa-1".into(), since_utc_ms: 0 };
    assert!(access.add_log_in(token_hash(&token).as_bytes(), here.clone()));
    assert!(!access.add_log_in(b"rubbish", here));
    let caller = access.caller(&token).unwrap();
    assert_eq!((caller.person, caller.device.as_str()), (PersonId(3), "mesa-1"));
    assert!(access.caller(&token.to_uppercase()).is_none() && access.caller("").is_none());
    access.forget(PersonId(3), "mesa-2");
    assert!(access.caller(&token).is_some());
    access.forget(PersonId(3), "mesa-1");
    assert!(access.caller(&token).is_none() && access.over(&token).is_none());
    access.add_over(token_hash(&token).as_bytes(), LogInOver::LoggedOut);
    assert_eq!((access.over(&token), access.over("")), (Some(LogInOver::LoggedOut), None));
    assert!(access.caller(&token).is_none(), "it is over");
}

#[test]
fn nothing_secret_is_shown_by_debug() {
    let mut access = Access::default();
    access.add_member(ana());
    assert_eq!(format!("{access:?}"), "Access(1 members, 0 tokens)");
}
