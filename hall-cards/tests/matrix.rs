//! Matrices with options, and looking cards up in them: against vectors, an implementation in Python, and exhaustive
//! search.

use std::collections::HashSet;

use hall_cards::ball::{Ball, BallSet};
use hall_cards::card::CardId;
use hall_cards::card::code::{CardCode, CardKey};
use hall_cards::matrix::{
    CLEAN_STRIPS_SIZE_MAX, Matrix, MatrixIndex, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX,
};
use hall_cards::series::{CardNo, CardRef, SeriesId};
use proptest::prelude::*;
use serde::Deserialize;

use chance::Random;

mod chance;

const PLAIN: MatrixOptions = MatrixOptions::PLAIN;
const CLEAN: MatrixOptions = MatrixOptions { kind: MatrixKind::Single, clean: true };
const STRIPS: MatrixOptions = MatrixOptions { kind: MatrixKind::Strip, clean: false };
const CLEAN_STRIPS: MatrixOptions = MatrixOptions { kind: MatrixKind::Strip, clean: true };
const ALL: [MatrixOptions; 4] = [PLAIN, CLEAN, STRIPS, CLEAN_STRIPS];

#[test]
fn the_lines_of_the_vectors_have_their_ranks() {
    let lines = vectors().lines;
    assert_eq!(lines.len(), 115);
    for case in lines {
        let card = CardId::new(case.rank.parse().unwrap()).unwrap().card();
        assert_eq!(card.lines().map(|line| line.rank()), case.line_ids, "card {}", case.rank);
    }
}

/// The list of the vectors is of another implementation; the cards between are those of the plain matrix.
#[test]
fn a_clean_matrix_skips_what_the_vectors_skip() {
    let case = vectors().clean;
    assert_eq!(case.cards, 20_000);
    let key = MatrixKey::from_bytes(core::array::from_fn(|i| i as u8));
    let number = MatrixNo::new(case.series).unwrap();
    let clean = Matrix::with(number, case.cards, CLEAN, &key).unwrap();
    let walked = case.cards + case.skipped_indices.len() as u32;
    let plain = Matrix::new(number, walked, &key).unwrap();

    let taken: HashSet<CardId> = clean.faces().collect();
    let skipped: Vec<u32> =
        (0..).zip(plain.faces()).filter(|(_, face)| !taken.contains(face)).map(|(i, _)| i).collect();
    assert_eq!(skipped, case.skipped_indices);
    assert!(plain.faces().filter(|face| taken.contains(face)).eq(clean.faces()), "in the same order");
    for index in skipped {
        let face = plain.face(CardNo(index + 1)).unwrap();
        assert_eq!(clean.number_of(face), None, "index {index} was skipped");
    }
    let beyond = Matrix::new(number, walked + 1, &key).unwrap().face(CardNo(walked + 1)).unwrap();
    assert_eq!(clean.number_of(beyond), None);
}

/// SHA-256 over the ranks of 18,000 cards, of an implementation in Python written from cards.md alone.
#[test]
fn matrices_of_strips_are_those_of_another_implementation() {
    for (options, sha256) in [
        (STRIPS, "3f12b736cc30d1205601c46747363c9d4aab11ec280c4cbfebf3be5fd27f432f"),
        (CLEAN_STRIPS, "341d83d084303edc4af5d6b91e3a41765b40d9d614281558d24434884ad8376f"),
    ] {
        let key = MatrixKey::from_bytes(core::array::from_fn(|i| i as u8));
        let matrix = Matrix::with(MatrixNo::new(1).unwrap(), 18_000, options, &key).unwrap();
        assert_eq!(hex(&matrix.faces_sha256()), sha256, "{options:?}");
    }
}

#[test]
fn no_two_cards_of_a_clean_matrix_have_an_equal_line() {
    for (options, has_equal) in [(PLAIN, true), (CLEAN, false), (STRIPS, true), (CLEAN_STRIPS, false)] {
        let mut lines = HashSet::new();
        let cards: Vec<_> = matrix(options, 19_998).faces().map(CardId::card).collect();
        cards.iter().for_each(|card| lines.extend(card.lines()));
        assert_eq!(lines.len() < 3 * 19_998, has_equal, "{options:?}");
        // The same from the numbers alone.
        let rows: HashSet<BallSet> = cards.iter().flat_map(|card| card.rows()).collect();
        assert_eq!(rows.len(), lines.len());
    }
}

#[test]
fn every_face_has_its_number_in_every_kind() {
    for options in ALL {
        let matrix = matrix(options, 1_200);
        let faces: Vec<CardId> = matrix.faces().collect();
        assert_eq!((faces.len(), matrix.size(), matrix.options()), (1_200, 1_200, options));
        for (number, face) in (1..).map(CardNo).zip(&faces) {
            assert_eq!(matrix.face(number), Some(*face), "{options:?}, card {number}");
            assert_eq!(matrix.number_of(*face), Some(number), "{options:?}, card {number}");
        }
        assert_eq!((matrix.face(CardNo(0)), matrix.face(CardNo(1_201))), (None, None));
        assert_eq!(faces.iter().collect::<HashSet<_>>().len(), 1_200);
    }
}

#[test]
fn the_size_moves_no_card() {
    for options in ALL {
        let large: Vec<CardId> = matrix(options, 12_000).faces().collect();
        for size in [6, 66, 384, 6_000] {
            assert!(matrix(options, size).faces().eq(large[..size as usize].iter().copied()), "{options:?}");
        }
        let small = matrix(options, 6_000);
        assert_eq!(small.number_of(large[6_000]), None);
        assert_eq!(small.number_of(large[5_999]), Some(CardNo(6_000)));
    }
}

#[test]
fn a_matrix_has_a_size_its_kind_allows() {
    let allowed = |options, size| {
        Matrix::with(MatrixNo::new(1).unwrap(), size, options, &MatrixKey::from_bytes([7; 16])).is_some()
    };
    for options in ALL {
        assert!(!allowed(options, 0) && !allowed(options, SIZE_MAX + 1) && allowed(options, 6));
    }
    assert!(allowed(PLAIN, 7) && allowed(CLEAN, 7) && allowed(PLAIN, SIZE_MAX));
    assert!(!allowed(STRIPS, 7) && !allowed(CLEAN_STRIPS, 7) && !allowed(STRIPS, SIZE_MAX));
    assert!(allowed(STRIPS, SIZE_MAX / 6 * 6) && !allowed(CLEAN_STRIPS, CLEAN_STRIPS_SIZE_MAX + 6));
}

#[test]
fn the_cards_of_a_strip_stand_together() {
    for options in [STRIPS, CLEAN_STRIPS] {
        let faces: Vec<CardId> = matrix(options, 1_200).faces().collect();
        for strip in faces.chunks(6) {
            let all: BallSet = strip.iter().flat_map(|face| face.card().balls().iter()).collect();
            assert_eq!(all.len(), 90);
        }
    }
}

#[test]
fn matrices_of_neighbouring_keys_and_numbers_share_no_card() {
    for options in ALL {
        let mut faces = HashSet::new();
        let mut matrices = 0;
        for (number, key) in
            [(7, 0), (8, 0), (6, 0)].into_iter().chain((0..128).step_by(21).map(|bit| (7, 1 << bit)))
        {
            let key = MatrixKey::from_bytes(u128::to_be_bytes(key));
            let matrix = Matrix::with(MatrixNo::new(number).unwrap(), 996, options, &key).unwrap();
            faces.extend(matrix.faces());
            matrices += 1;
        }
        assert_eq!(faces.len(), matrices * 996, "{options:?}");
    }
}

#[test]
fn an_index_finds_every_card_by_number_and_by_face() {
    for options in ALL {
        let matrix = matrix(options, 3_000);
        let index = MatrixIndex::new(&matrix);
        for (number, face) in (1..).map(CardNo).zip(matrix.faces()) {
            assert_eq!((index.face(number), index.number_of(face)), (Some(face), Some(number)));
        }
        assert_eq!((index.face(CardNo(0)), index.face(CardNo(3_001))), (None, None));
    }
}

#[test]
fn a_code_is_found_in_its_series_and_only_if_it_is_genuine() {
    let (key, other) = (CardKey::from_bytes([1; 32]), CardKey::from_bytes([2; 32]));
    let series = |number| SeriesId::new('A', number).unwrap();
    let code = |number| CardCode::sign(&key, CardRef { series: series(17), number: CardNo(number) });
    let index = MatrixIndex::new(&matrix(STRIPS, 420));
    for number in 1..=420 {
        assert_eq!(index.coded(&code(number), series(17), &key), Some(CardNo(number)));
    }
    assert_eq!(index.coded(&code(421), series(17), &key), None, "no such card");
    assert_eq!(index.coded(&code(1), series(18), &key), None, "another series");
    assert_eq!(index.coded(&code(1), series(17), &other), None, "not the hall's");
}

/// Six to eight numbers of a card find it, and among a hundred thousand cards mostly it alone: two cards share six given
/// numbers with probability below 10⁻⁴.
#[test]
fn a_torn_card_is_found_among_a_hundred_thousand() {
    for options in [PLAIN, STRIPS] {
        let matrix = matrix(options, 99_996);
        let index = MatrixIndex::new(&matrix);
        let mut random = Random(10);
        let mut alone = 0;
        for _ in 0..300 {
            let number = CardNo(random.below(99_996) as u32 + 1);
            let mut balls: Vec<Ball> = matrix.face(number).unwrap().card().balls().iter().collect();
            while balls.len() > 6 + random.below(3) as usize {
                balls.swap_remove(random.below(balls.len() as u64) as usize);
            }
            let found = index.holding(balls.into_iter().collect());
            assert!(found.contains(&number) && found.is_sorted());
            alone += u32::from(found.len() == 1);
        }
        assert!(alone > 100, "{alone} of 300 were alone");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// For any numbers the index finds the same cards as exhaustive search.
    #[test]
    fn looking_at_every_card_finds_the_same(
        kind in 0..4_usize,
        size in 1..60_u32,
        numbers in prop::collection::vec(1..=90_u8, 0..9),
    ) {
        let matrix = matrix(ALL[kind], 6 * size);
        let balls: BallSet = numbers.into_iter().filter_map(Ball::new).collect();
        let holds = |face: &CardId| face.card().balls().covers(balls);
        let wanted: Vec<CardNo> = (1..).zip(matrix.faces()).filter(|(_, face)| holds(face)).map(|(n, _)| CardNo(n)).collect();
        prop_assert_eq!(MatrixIndex::new(&matrix).holding(balls), wanted);
    }

    /// The same with numbers of a card.
    #[test]
    fn a_card_of_the_matrix_is_found_by_any_of_its_numbers(
        kind in 0..4_usize,
        card in 1..=360_u32,
        keep in prop::collection::vec(any::<bool>(), 15),
    ) {
        let matrix = matrix(ALL[kind], 360);
        let face = matrix.face(CardNo(card)).unwrap();
        let balls: BallSet = face.card().balls().iter().zip(keep).filter(|(_, keep)| *keep).map(|(ball, _)| ball).collect();
        let found = MatrixIndex::new(&matrix).holding(balls);
        prop_assert!(found.contains(&CardNo(card)));
        for number in found {
            prop_assert!(matrix.face(number).unwrap().card().balls().covers(balls));
        }
    }
}

#[derive(Deserialize)]
struct Vectors {
    lines: Vec<LineCase>,
    clean: CleanCase,
}

#[derive(Deserialize)]
struct LineCase {
    rank: String,
    line_ids: [u32; 3],
}

#[derive(Deserialize)]
struct CleanCase {
    series: u32,
    cards: u32,
    skipped_indices: Vec<u32>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/lines.json")).unwrap()
}

fn matrix(options: MatrixOptions, size: u32) -> Matrix {
    Matrix::with(MatrixNo::new(7).unwrap(), size, options, &MatrixKey::from_bytes([7; 16])).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
