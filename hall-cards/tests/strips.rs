//! Strips of six: against vectors, an implementation in Python and the rules. Their laws are in
//! `strip_laws.rs`.

use std::collections::HashSet;

use hall_cards::ball::BallSet;
use hall_cards::card::Card;
use hall_cards::matrix::strip::{Strip, Strips};
use hall_cards::matrix::{MatrixKey, MatrixNo};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use chance::size;

mod chance;

type Grid = [[u8; 9]; 3];

#[test]
fn the_strips_of_the_vectors_are_made() {
    let vectors = vectors();
    assert_eq!(vectors.strips.len(), 5);
    for case in vectors.strips {
        let key = MatrixKey::from_bytes(bytes(&case.key_hex).try_into().unwrap());
        let strips = Strips::new(MatrixNo::new(case.series).unwrap(), &key);
        let strip = strips.strip(case.index.parse().unwrap());
        assert_eq!(strip.cards().map(Card::grid), case.cards, "index {}", case.index);
    }
}

#[test]
fn the_invalid_strips_of_the_vectors_are_refused_for_their_reasons() {
    let invalid = vectors().invalid_strips;
    assert_eq!(invalid.len(), 3);
    for case in invalid {
        // Another count of cards does not fit the type.
        let reason = match <[Grid; 6]>::try_from(case.cards) {
            Err(_) => "not six cards",
            Ok(grids) => {
                Strip::new(grids.map(|grid| Card::from_grid(&grid).unwrap())).unwrap_err();
                "number twice"
            }
        };
        assert_eq!(reason, case.reason);
    }
}

/// The expected values are of an implementation in Python, written from cards.md 4.2 alone: SHA-256 over
/// the cells of all cards, row by row.
#[test]
fn strips_are_those_of_another_implementation() {
    let strips = strips(u128::from_be_bytes(core::array::from_fn(|i| i as u8)));
    let mut hash = Sha256::new();
    for index in 0..5_000 {
        for card in strips.strip(index).cards() {
            hash.update(card.grid().as_flattened());
        }
        if index == 999 {
            assert_eq!(
                hex(&hash.clone().finalize()),
                "277212820cafabe940083a8e6bb7c9d85f153a8ca0f18766046ccc7e77100b95"
            );
        }
    }
    assert_eq!(hex(&hash.finalize()), "0371c47a1859fc38ed06b85e6385052bf790f94deed60bd3f27ab4e21bfda063");
}

#[test]
fn a_strip_has_every_number_once_on_six_valid_cards() {
    let strips = strips(6);
    let far = [u64::from(u32::MAX), u64::MAX - 20];
    for index in (0..size(20_000)).chain(far.into_iter().flat_map(|from| from..from + 20)) {
        let strip = strips.strip(index);
        for card in strip.cards() {
            assert_eq!(Card::from_grid(&card.grid()), Ok(*card));
        }
        assert_eq!(Strip::new(*strip.cards()), Ok(strip));
        let all: BallSet = strip.cards().iter().flat_map(|card| card.balls().iter()).collect();
        assert_eq!(all.len(), 90);
        assert_eq!(strips.strip(index), strip, "the same again");
    }
}

#[test]
fn other_indices_numbers_and_keys_give_other_strips() {
    let mut seen = HashSet::new();
    for key in [0, 1, 1 << 64, 1 << 127] {
        for number in [1, 2, u32::MAX] {
            let strips =
                Strips::new(MatrixNo::new(number).unwrap(), &MatrixKey::from_bytes(u128::to_be_bytes(key)));
            for index in (0..100).chain([1 << 16, 1 << 32, 1 << 48, u64::MAX]) {
                let cards = strips.strip(index).cards().map(|card| card.id());
                assert!(seen.insert(cards), "key {key}, matrix {number}, strip {index}");
            }
        }
    }
}

#[derive(Deserialize)]
struct Vectors {
    strips: Vec<StripCase>,
    invalid_strips: Vec<InvalidCase>,
}

#[derive(Deserialize)]
struct StripCase {
    key_hex: String,
    series: u32,
    index: String,
    cards: [Grid; 6],
}

#[derive(Deserialize)]
struct InvalidCase {
    cards: Vec<Grid>,
    reason: String,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/strips.json")).unwrap()
}

fn strips(key: u128) -> Strips {
    Strips::new(MatrixNo::new(1).unwrap(), &MatrixKey::from_bytes(key.to_be_bytes()))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
