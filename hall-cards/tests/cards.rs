//! Cards, their codes and matrices, against `vectors/vectors.json` (made by an independent
//! implementation in Python) and against themselves.

use std::collections::HashSet;

use hall_cards::ball::{Ball, BallSet};
use hall_cards::card::code::{CardCode, CardKey, TEXT_MAX};
use hall_cards::card::{CARD_COUNT, Card, CardError, CardId};
use hall_cards::matrix::{Matrix, MatrixKey, MatrixNo, SIZE_MAX, key_sha256};
use hall_cards::series::{CardNo, CardRef, SeriesId};
use serde::Deserialize;

type Grid = [[u8; 9]; 3];

#[test]
fn the_cards_of_the_vectors_have_their_ranks() {
    let vectors = vectors();
    assert_eq!(vectors.count, CARD_COUNT.to_string());
    assert_eq!(vectors.cards.len(), 115);
    for case in vectors.cards {
        let card = Card::from_grid(&case.grid).unwrap();
        assert_eq!(card.id().rank().to_string(), case.rank);
        assert_eq!(card.id().card().grid(), case.grid, "rank {}", case.rank);
    }
}

#[test]
fn the_invalid_cards_of_the_vectors_are_refused_for_their_reasons() {
    let invalid = vectors().invalid_cards;
    assert_eq!(invalid.len(), 16);
    for case in invalid {
        let reason = match serde_json::from_value::<Grid>(case.grid.clone()) {
            // Another shape does not deserialize.
            Err(_) => "grid is not 3 x 9",
            Ok(grid) => match Card::from_grid(&grid).unwrap_err() {
                CardError::NoSuchBall { .. } => "number out of 1..90",
                CardError::WrongColumn { .. } => "number in wrong column",
                CardError::Repeated { .. } => "duplicate number",
                CardError::NotAscending { .. } => "column not ascending",
                CardError::EmptyColumn { .. } => "empty column",
                CardError::RowNotFive { .. } => "row does not hold exactly 5",
            },
        };
        assert_eq!(reason, case.reason, "{}", case.grid);
    }
}

#[test]
fn an_invalid_card_is_refused_for_the_first_rule_it_breaks() {
    let good = GOOD_CARD;
    assert!(Card::from_grid(&good).is_ok());
    let refused = |changes: &[(usize, usize, u8)]| {
        let mut grid = good;
        for (row, column, number) in changes {
            grid[row - 1][column - 1] = *number;
        }
        Card::from_grid(&grid).unwrap_err().to_string()
    };
    // One change for each rule.
    assert_eq!(refused(&[(3, 9, 91)]), "column 9: 91 is not one of 1 to 90");
    assert_eq!(refused(&[(3, 9, 79)]), "column 9: 79 does not belong there");
    assert_eq!(refused(&[(1, 1, 10)]), "column 1: 10 does not belong there");
    assert_eq!(refused(&[(2, 1, 1)]), "column 1: 1 comes twice");
    assert_eq!(refused(&[(1, 1, 3)]), "column 1: 2 stands below a larger number");
    assert_eq!(refused(&[(1, 2, 0)]), "column 2 is empty");
    assert_eq!(refused(&[(2, 1, 0)]), "row 2 has 4 numbers instead of five");
    assert_eq!(refused(&[(1, 9, 80)]), "row 1 has 6 numbers instead of five");
    // Two changes: the order of the rules.
    assert_eq!(refused(&[(1, 1, 20), (2, 1, 95)]), "column 1: 95 is not one of 1 to 90");
    assert_eq!(refused(&[(1, 1, 20), (2, 1, 20)]), "column 1: 20 does not belong there");
    assert_eq!(refused(&[(1, 1, 3), (3, 1, 3)]), "column 1: 3 comes twice");
    assert_eq!(refused(&[(1, 1, 3), (3, 9, 91)]), "column 1: 2 stands below a larger number");
    assert_eq!(refused(&[(2, 1, 0), (1, 2, 0)]), "column 2 is empty");
}

/// Changes each cell of 100 cards to every value and asks a second judge too.
#[test]
fn a_changed_cell_is_refused_unless_the_rules_still_hold() {
    let mut random = Random(5);
    let mut accepted = 0;
    for _ in 0..100 {
        let good = CardId::new(random.below(CARD_COUNT)).unwrap().card().grid();
        for cell in 0..27 {
            for number in 0..=u8::MAX {
                let mut grid = good;
                grid[cell / 9][cell % 9] = number;
                let ok = Card::from_grid(&grid).is_ok();
                assert_eq!(ok, follows_the_rules(&grid), "{grid:?}");
                accepted += u32::from(ok && grid != good);
            }
        }
    }
    assert!(accepted > 0);
}

#[test]
fn every_layout_is_a_card_and_comes_back() {
    let mut random = Random(735_210);
    let mut layouts = 0;
    for class in vectors().superclasses {
        let [base, fillings]: [u64; 2] = [class.base, class.w].map(|n| n.parse().unwrap());
        for layout in 0..class.arrangements * class.layouts {
            layouts += 1;
            check_rank(base + layout * fillings + random.below(fillings));
        }
        check_rank(base);
        check_rank(base + class.arrangements * class.layouts * fillings - 1);
    }
    assert_eq!(layouts, 735_210);
}

#[test]
fn random_cards_come_back() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        check_rank(random.below(CARD_COUNT));
    }
    check_rank(CARD_COUNT - 1);
    assert!(CardId::new(CARD_COUNT).is_none() && CardId::new(u64::MAX).is_none());
}

/// Random grids that follow the rules, found without the order, have a rank in it. Three hundred of them: one try in some
/// thousands succeeds.
#[test]
fn cards_thrown_together_have_a_rank() {
    let mut random = Random(2);
    let mut found = 0;
    while found < 300 {
        let mut grid = [[0; 9]; 3];
        for cell in grid.as_flattened_mut() {
            *cell = u8::from(random.below(2) == 0);
        }
        for column in 0..9 {
            let (first, size) = [(1, 9), (10 * column as u8, 10), (80, 11)]
                [usize::from(column > 0) + usize::from(column == 8)];
            let numbers: Vec<u8> = (first..first + size).filter(|_| random.below(4) == 0).collect();
            let mut numbers = numbers.into_iter();
            for row in &mut grid {
                row[column] *= numbers.next().unwrap_or(0);
            }
        }
        if let Ok(card) = Card::from_grid(&grid) {
            assert_eq!(card.id().card().grid(), grid);
            found += 1;
        }
    }
}

#[test]
fn a_card_tells_its_rows_and_balls() {
    let card = Card::from_grid(&GOOD_CARD).unwrap();
    let set = |numbers: &[u8]| numbers.iter().map(|n| Ball::new(*n).unwrap()).collect();
    let rows: [BallSet; 3] =
        [set(&[1, 10, 30, 50, 60]), set(&[2, 20, 31, 40, 70]), set(&[21, 41, 51, 71, 90])];
    assert_eq!(card.rows(), rows);
    assert_eq!(card.balls(), rows.into_iter().flat_map(BallSet::iter).collect());
    assert_eq!(card.balls().len(), 15);
}

#[test]
fn a_matrix_has_the_cards_of_the_vectors() {
    let series = vectors().series;
    let key = MatrixKey::from_bytes(core::array::from_fn(|i| i as u8));
    assert_eq!(series.key_hex, hex(key.bytes()));
    let matrix = Matrix::new(MatrixNo::new(series.series).unwrap(), 12, &key).unwrap();
    assert_eq!(series.first_cards.len(), 12);
    for case in series.first_cards {
        let number = CardNo(case.k + 1);
        let face = matrix.face(number).unwrap();
        assert_eq!((face.rank().to_string(), face.card().grid()), (case.rank, case.grid));
        assert_eq!(matrix.number_of(face), Some(number));
    }
    // Of the same ranks, with Python's hashlib.
    assert_eq!(
        hex(&matrix.faces_sha256()),
        "a4070c8e4b5d8ac65c4c054e9090fcce9d073955fcc964d9b7fe57c1a571c959"
    );
    assert_eq!(hex(&key_sha256(&key)), "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991");
}

/// The expected values are of a separate implementation in Python.
#[test]
fn the_last_matrix_has_its_golden_cards() {
    let key = MatrixKey::from_bytes(*b"\x2b\x7e\x15\x16\x28\xae\xd2\xa6\xab\xf7\x15\x88\x09\xcf\x4f\x3c");
    let number = MatrixNo::new(u32::MAX).unwrap();
    assert_eq!(
        hex(&Matrix::new(number, 1_000, &key).unwrap().faces_sha256()),
        "bd3119960faba5c2382cb923d4c6013dbfdf8a0a4f34537590e42dad43d85778"
    );
    let largest = Matrix::new(number, SIZE_MAX, &key).unwrap();
    assert_eq!(largest.face(CardNo(SIZE_MAX)).unwrap().rank(), 3_447_003_362_715_461_485);
}

#[test]
fn every_number_of_a_matrix_is_found_again_and_no_card_comes_twice() {
    let matrix = matrix(7, 20_000, 0);
    let mut faces = HashSet::new();
    for n in 1..=20_000 {
        let face = matrix.face(CardNo(n)).unwrap();
        assert_eq!(matrix.number_of(face), Some(CardNo(n)));
        assert!(faces.insert(face), "card {n} is an earlier card");
    }
}

#[test]
fn a_matrix_ends_at_its_size() {
    assert!(MatrixNo::new(0).is_none());
    let (number, key) = (MatrixNo::new(7).unwrap(), MatrixKey::from_bytes([0; 16]));
    assert!(Matrix::new(number, 0, &key).is_none());
    assert!(Matrix::new(number, SIZE_MAX + 1, &key).is_none());

    let (small, large) = (matrix(7, 420, 0), matrix(7, 421, 0));
    assert_eq!((small.number(), small.size()), (number, 420));
    assert_eq!(small.face(CardNo(420)), large.face(CardNo(420)), "the size moves no card");
    assert_eq!(small.face(CardNo(0)), None);
    assert_eq!(small.face(CardNo(421)), None);
    assert_eq!(small.face(CardNo(u32::MAX)), None);
    let beyond = large.face(CardNo(421)).unwrap();
    assert_eq!((small.number_of(beyond), large.number_of(beyond)), (None, Some(CardNo(421))));
}

#[test]
fn other_keys_and_numbers_give_other_cards() {
    let neighbours = [matrix(7, 1_000, 0), matrix(8, 1_000, 0), matrix(6, 1_000, 0)];
    let other_keys = (0..128).step_by(16).map(|bit| matrix(7, 1_000, 1 << bit));
    let mut faces = HashSet::new();
    let mut matrices = 0;
    for matrix in neighbours.into_iter().chain(other_keys) {
        matrices += 1;
        faces.extend((1..=1_000).map(|n| matrix.face(CardNo(n)).unwrap()));
    }
    assert_eq!(faces.len(), matrices * 1_000);
}

/// Computed with Python's hmac. These codes are on paper: a change here is a mistake.
#[test]
fn printed_codes_stay_as_they_are() {
    let key = card_key();
    for code in [
        "B1:A17:301:ACDB0317A6AB7587",
        "B1:A1:1:4A7E3A1AFC142826",
        "B1:Z999999999:4294967295:A6D8EBDEA70D6CAB",
    ] {
        let scanned = CardCode::parse(code).unwrap();
        assert_eq!(CardCode::sign(&key, scanned.card()), scanned);
        assert_eq!(scanned.to_string(), code);
        assert!(scanned.is_genuine(&key));
    }
    assert_eq!(CardCode::parse("B1:A17:301:ACDB0317A6AB7587").unwrap().card(), card(17, 301));
}

#[test]
fn a_code_has_one_spelling() {
    for text in [
        "",
        "B1",
        ":::",
        "B1:A17:301",
        "B1:A17:301:",
        "B1:A17:301:ACDB0317A6AB758",
        "B1:A17:301:ACDB0317A6AB75870",
        "B1:A17:301:ACDB0317A6AB7587:",
        "B1:A17:301:ACDB0317A6AB7587\n",
        " B1:A17:301:ACDB0317A6AB7587",
        "B1:A17:301:acdb0317a6ab7587",
        "B1:A17:301:+CDB0317A6AB7587",
        "b1:A17:301:ACDB0317A6AB7587",
        "B2:A17:301:ACDB0317A6AB7587",
        "B1:a17:301:ACDB0317A6AB7587",
        "B1:A017:301:ACDB0317A6AB7587",
        "B1:A 17:301:ACDB0317A6AB7587",
        "B1:A17:0301:ACDB0317A6AB7587",
        "B1:A17:+301:ACDB0317A6AB7587",
        "B1:A17:0:ACDB0317A6AB7587",
        "B1:A17::ACDB0317A6AB7587",
        "B1:A17:4294967296:ACDB0317A6AB7587",
        "B1:A17:٣:ACDB0317A6AB7587",
        "B1:A17:301:ACDB0317A6AB758\u{ff17}",
    ] {
        assert_eq!(CardCode::parse(text), None, "{text:?}");
    }
    assert_eq!(CardCode::parse(&"B1:".repeat(1_000_000)), None);
    assert!("B1:Z999999999:4294967295:A6D8EBDEA70D6CAB".len() <= TEXT_MAX);
}

#[test]
fn no_changed_character_passes() {
    let key = card_key();
    let code: Vec<char> = "B1:A17:301:ACDB0317A6AB7587".chars().collect();
    let any = || (0..=0x17f).chain(0xff00..0xff5f).filter_map(char::from_u32);
    for at in 0..code.len() {
        for other in any().filter(|c| *c != code[at]) {
            let mut changed = code.clone();
            changed[at] = other;
            check_not_genuine(&key, &changed);
        }
        let mut shorter = code.clone();
        shorter.remove(at);
        check_not_genuine(&key, &shorter);
    }
    for at in 0..=code.len() {
        for other in any() {
            let mut longer = code.clone();
            longer.insert(at, other);
            check_not_genuine(&key, &longer);
        }
    }
}

#[test]
fn a_code_is_for_one_card_and_one_key() {
    let (key, other) = (card_key(), CardKey::from_bytes([0; 32]));
    let mut checks = HashSet::new();
    for number in 1..=2_000 {
        let code = CardCode::sign(&key, card(17, number));
        assert!(code.is_genuine(&key) && !code.is_genuine(&other));
        let text = code.to_string();
        let check = text.rsplit(':').next().unwrap().to_string();
        let moved = format!("B1:A18:{number}:{check}");
        assert!(!CardCode::parse(&moved).unwrap().is_genuine(&key), "{moved}");
        assert!(checks.insert(check), "{text} has the check of another card");
    }
}

#[test]
fn keys_are_not_shown() {
    assert_eq!(format!("{:?}", CardKey::from_bytes([0x41; 32])), "CardKey { .. }");
    assert_eq!(format!("{:?}", MatrixKey::from_bytes([0x41; 16])), "MatrixKey { .. }");
    let matrix = format!("{:?}", matrix(7, 420, 0));
    assert_eq!(matrix, "Matrix { number: MatrixNo(7), size: 420, .. }");
}

const GOOD_CARD: Grid =
    [[1, 10, 0, 30, 0, 50, 60, 0, 0], [2, 0, 20, 31, 40, 0, 0, 70, 0], [0, 0, 21, 0, 41, 51, 0, 71, 90]];

#[derive(Deserialize)]
struct Vectors {
    count: String,
    superclasses: Vec<SuperclassCase>,
    cards: Vec<CardCase>,
    invalid_cards: Vec<InvalidCase>,
    series: SeriesCase,
}

#[derive(Deserialize)]
struct SuperclassCase {
    base: String,
    w: String,
    arrangements: u64,
    layouts: u64,
}

#[derive(Deserialize)]
struct CardCase {
    rank: String,
    grid: Grid,
}

#[derive(Deserialize)]
struct InvalidCase {
    grid: serde_json::Value,
    reason: String,
}

#[derive(Deserialize)]
struct SeriesCase {
    key_hex: String,
    series: u32,
    first_cards: Vec<FirstCard>,
}

#[derive(Deserialize)]
struct FirstCard {
    k: u32,
    rank: String,
    grid: Grid,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/vectors.json")).unwrap()
}

/// The rules once more, one by one.
fn follows_the_rules(grid: &Grid) -> bool {
    let columns = [1..=9, 10..=19, 20..=29, 30..=39, 40..=49, 50..=59, 60..=69, 70..=79, 80..=90];
    let columns_good = columns.into_iter().enumerate().all(|(column, range)| {
        let mut numbers: Vec<u8> = grid.iter().map(|row| row[column]).collect();
        numbers.retain(|n| *n != 0);
        !numbers.is_empty()
            && numbers.iter().all(|n| range.contains(n))
            && numbers.windows(2).all(|pair| pair[0] < pair[1])
    });
    let row_good = |row: &[u8; 9]| row.iter().filter(|n| **n == 0).count() == 4;
    columns_good && grid.iter().all(row_good)
}

/// Checks that the card of a rank follows the rules and has that rank.
fn check_rank(rank: u64) {
    let card = CardId::new(rank).unwrap().card();
    assert_eq!(Card::from_grid(&card.grid()), Ok(card), "rank {rank}");
    assert_eq!(card.id().rank(), rank);
}

fn check_not_genuine(key: &CardKey, text: &[char]) {
    let text: String = text.iter().collect();
    if let Some(code) = CardCode::parse(&text) {
        assert_eq!(code.to_string(), text);
        assert!(!code.is_genuine(key), "{text}");
    }
}

fn matrix(number: u32, size: u32, key: u128) -> Matrix {
    let key = MatrixKey::from_bytes(key.to_be_bytes());
    Matrix::new(MatrixNo::new(number).unwrap(), size, &key).unwrap()
}

fn card(series: u32, number: u32) -> CardRef {
    CardRef { series: SeriesId::new('A', series).unwrap(), number: CardNo(number) }
}

fn card_key() -> CardKey {
    CardKey::from_bytes(core::array::from_fn(|i| i as u8))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// SplitMix64: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`, with a negligible bias to small ones.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
