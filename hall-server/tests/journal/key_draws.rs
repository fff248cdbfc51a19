//! Matrices against the draws that were announced for them, as `check` sees them while everything is still secret (ADR 55).

use hall_core::event::{Event, Mixed};
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::people::Actor;
use hall_core::time::Date;
use hall_server::journal::{Batch, BatchEntry, Journal, SealedRow, check, seal};
use sha2::{Digest, Sha256};

use crate::process::new_hall;

const MATRIX: MatrixNo = MatrixNo::new(1).unwrap();
const SIZE: u32 = 60;
const CARDS: MatrixOptions = MatrixOptions { kind: MatrixKind::Single, clean: true };

fn announced(seed: &SealedRow) -> Event {
    Event::KeyDrawAnnounced {
        matrix: MATRIX,
        size: SIZE,
        options: CARDS,
        draw: "ONCE, las cinco cifras".into(),
        date: Date { year: 2099, month: 1, day: 1 },
        seed: seed.sealed,
        seed_sha256: Sha256::digest(&seed.value).into(),
    }
}

fn made(size: u32, options: MatrixOptions, key: &SealedRow, seed: Option<&SealedRow>) -> Event {
    Event::MatrixMade {
        matrix: MATRIX,
        size,
        options,
        generator: 1,
        mixed: seed.map(|seed| Mixed { words: "07324".into(), seed: seed.sealed }),
        key: key.sealed,
        key_sha256: [0; 32],
        faces_sha256: [0; 32],
    }
}

/// What `check` finds in a hall with these lines.
fn found(events: Vec<Event>, sealed: Vec<SealedRow>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    new_hall(folder.path(), "Bingo El Ancla");
    let (mut journal, _) = Journal::open(folder.path()).unwrap();
    let at_utc_ms = hall_server::clock::utc_ms();
    let entry = BatchEntry { sealed, ..BatchEntry::unasked(Actor::System, "servidor", events) };
    journal.append(&Batch { at_utc_ms, entries: vec![entry] }).unwrap();
    drop(journal);
    check(folder.path(), None).unwrap().findings.into_iter().map(|finding| finding.words).collect()
}

#[test]
fn a_matrix_of_its_draw_is_in_order_and_any_other_is_told() {
    let (key, part, again, other) = (seal(&[1; 16]), seal(&[2; 32]), seal(&[2; 32]), seal(&[3; 32]));
    let values = || vec![key.clone(), part.clone(), again.clone()];
    let required = |required| Event::KeyDrawsRequired { required, reason: "prueba".into() };
    let in_order = vec![required(true), announced(&part), made(SIZE, CARDS, &key, Some(&again))];
    assert_eq!(found(in_order, values()), [""; 0]);
    let given_up = Event::KeyDrawGivenUp { matrix: MATRIX, reason: "prueba".into() };
    let free = vec![announced(&part), given_up, made(SIZE, CARDS, &key, Some(&again))];
    assert_eq!(found(free, values()), [""; 0]);

    let from_another_part = vec![announced(&part), made(SIZE, CARDS, &key, Some(&other))];
    let told = found(from_another_part, vec![key.clone(), part.clone(), other.clone()]);
    assert!(told.len() == 1 && told[0].contains("no es el que se anunció"), "{told:?}");
    for (size, cards, seed) in [
        (SIZE + 1, CARDS, Some(&again)),
        (SIZE, MatrixOptions { clean: false, ..CARDS }, Some(&again)),
        (SIZE, CARDS, None),
    ] {
        let told = found(
            vec![announced(&part), made(size, cards, &key, seed)],
            match seed {
                Some(_) => values(),
                None => vec![key.clone(), part.clone()],
            },
        );
        assert!(told.len() == 1 && told[0].contains("no es la que se anunció"), "{told:?}");
    }
    let unannounced = vec![required(true), made(SIZE, CARDS, &key, None)];
    let told = found(unannounced, vec![key.clone()]);
    assert!(told.len() == 1 && told[0].contains("que la sala había hecho obligatorio"), "{told:?}");
}
