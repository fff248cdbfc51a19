//! Forged codes and faces, a million of each: none is accepted. Guessed check keys are accepted as often as designed.

use hall_cards::card::check_key::CheckKey;
use hall_cards::card::code::{CardCode, CardKey};
use hall_cards::card::{CARD_COUNT, Card, CardId};
use hall_cards::matrix::{Matrix, MatrixIndex, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX};
use hall_cards::series::{CardNo, CardRef, SeriesId};

use chance::{Random, assert_even, seed, size};

mod chance;

/// The cards that codes are forged for.
const SIZE: u32 = 9_000;

const MILLION: u64 = 1_000_000;

/// With 2⁶⁴ possible checks a correct guess is a bug, not luck.
#[test]
fn a_million_random_codes_of_cards_that_exist_are_all_forged() {
    let key = key();
    let mut random = Random(4 + seed());
    for _ in 0..size(MILLION) {
        let text = format!("B1:{}:{:016X}", any_card(&mut random), random.next());
        let code = CardCode::parse(&text).unwrap();
        assert!(!code.is_genuine(&key), "{text}");
    }
    // The canary: the same words with the right digits.
    for number in [1, 2, 301, SIZE - 1, SIZE] {
        let text = CardCode::sign(&key, card(number)).to_string();
        assert!(CardCode::parse(&text).unwrap().is_genuine(&key), "{text}");
    }
}

#[test]
fn a_code_with_one_other_digit_is_forged_wherever_it_is() {
    let key = key();
    for number in [1, 301, SIZE] {
        let right = CardCode::sign(&key, card(number)).to_string();
        let (head, digits) = right.split_at(right.len() - 16);
        let mut tried = 0;
        for at in 0..16 {
            for other in "0123456789ABCDEF".chars().filter(|c| !digits[at..].starts_with(*c)) {
                let text = format!("{head}{}{other}{}", &digits[..at], &digits[at + 1..]);
                assert!(!CardCode::parse(&text).unwrap().is_genuine(&key), "{text}");
                tried += 1;
            }
        }
        assert_eq!(tried, 16 * 15);
    }
}

/// The last two digits need no secret, so a forger who knows the method has to guess four: one key in ten thousand is
/// right. Six random digits are right once in a million and fit once in a hundred. The key guards against typing errors
/// and is only a small hurdle to forgers, unlike the code.
#[test]
fn made_up_keys_are_right_as_often_as_they_promise_and_no_more() {
    let mut random = Random(5 + seed());
    let tries = size(MILLION);
    let keys: Vec<CheckKey> =
        (1..=SIZE).map(|number| CheckKey::of(&CardCode::sign(&key(), card(number)))).collect();
    let (mut guessed, mut fitting, mut blind) = (0, 0, 0);
    for _ in 0..tries {
        let number = random.below(u64::from(SIZE)) as u32 + 1;
        let (right, six) = (keys[number as usize - 1], random.below(1_000_000));
        let (secret, check) = (six / 100, six % 100);
        let known = right.to_string();
        let guess = CheckKey::parse(&format!("{secret:04}{}", &known[4..])).unwrap();
        assert!(guess.fits(card(number)), "the check digits are those of the card");
        guessed += u64::from(guess == right);
        let typed = CheckKey::parse(&format!("{secret:04}-{check:02}")).unwrap();
        fitting += u64::from(typed.fits(card(number)));
        blind += u64::from(typed == right);
    }
    println!("of {tries}: {guessed} guessed, {fitting} fitting, {blind} typed blindly");
    within_its_errors("guessed", guessed, tries as f64 / 10_000.0);
    within_its_errors("fitting", fitting, tries as f64 / 100.0);
    within_its_errors("typed blindly", blind, tries as f64 / 1_000_000.0);
}

/// If some keys were likelier than others, trying those first would succeed more often.
#[test]
fn all_keys_are_as_likely() {
    let cards = size(100_000);
    let mut seen = [0; 10_000];
    for number in 1..=cards {
        let key = CheckKey::of(&CardCode::sign(&key(), card(number as u32))).to_string();
        seen[key[..4].parse::<usize>().unwrap()] += 1;
    }
    assert_even("secret digits of keys", &seen);
}

#[test]
fn a_million_random_cards_are_in_no_matrix() {
    for options in [MatrixOptions::PLAIN, STRIPS] {
        let matrix = matrix(options, SIZE);
        let index = MatrixIndex::new(&matrix);
        let mut random = Random(6 + seed());
        for _ in 0..size(MILLION) {
            let made_up = CardId::new(random.below(CARD_COUNT)).unwrap();
            assert_eq!(index.number_of(made_up), None, "{options:?}: place {}", made_up.rank());
        }
        // Without an index a strip is searched for among all.
        let tries = if options.kind == MatrixKind::Single { size(MILLION) } else { 200 };
        for _ in 0..tries {
            let made_up = CardId::new(random.below(CARD_COUNT)).unwrap();
            assert_eq!(matrix.number_of(made_up), None, "{options:?}: place {}", made_up.rank());
        }
        // The canary: cards of the matrix are found.
        for (number, face) in (1..).map(CardNo).zip(matrix.faces()) {
            assert_eq!(index.number_of(face), Some(number), "{options:?}");
        }
    }
    let largest = matrix(MatrixOptions::PLAIN, SIZE_MAX);
    let mut random = Random(3 + seed());
    for _ in 0..20_000 {
        assert_eq!(largest.number_of(CardId::new(random.below(CARD_COUNT)).unwrap()), None);
    }
}

/// Harder than random: a card of the matrix with one number changed.
#[test]
fn a_card_with_one_number_changed_is_in_no_matrix() {
    for options in [MatrixOptions::PLAIN, STRIPS] {
        let matrix = matrix(options, 600);
        let index = MatrixIndex::new(&matrix);
        let mut changed = 0;
        for face in matrix.faces() {
            let grid = face.card().grid();
            for (row, column) in (0..3).flat_map(|row| (0..9).map(move |column| (row, column))) {
                for other in (1..=90).filter(|other| grid[row][column] != 0 && *other != grid[row][column]) {
                    let mut grid = grid;
                    grid[row][column] = other;
                    // Most break the rules of a card.
                    if let Ok(card) = Card::from_grid(&grid) {
                        assert_eq!(index.number_of(card.id()), None, "{options:?}");
                        changed += 1;
                    }
                }
            }
        }
        assert!(changed > 10_000, "{changed} were cards");
    }
}

/// Fails if a count is off by more than six standard deviations plus six: by chance less than once in a hundred million,
/// even if one is expected.
fn within_its_errors(what: &str, count: u64, expected: f64) {
    let off = (count as f64 - expected).abs();
    assert!(off < 6.0 * expected.sqrt() + 6.0, "{what}: {count}, expected {expected}");
}

const STRIPS: MatrixOptions = MatrixOptions { kind: MatrixKind::Strip, clean: false };

fn any_card(random: &mut Random) -> String {
    let card = card(random.below(u64::from(SIZE)) as u32 + 1);
    format!("{}:{}", card.series, card.number)
}

fn card(number: u32) -> CardRef {
    CardRef { series: SeriesId::new('A', 17).unwrap(), number: CardNo(number) }
}

fn key() -> CardKey {
    CardKey::from_bytes(core::array::from_fn(|i| i as u8))
}

fn matrix(options: MatrixOptions, size: u32) -> Matrix {
    Matrix::with(MatrixNo::new(7).unwrap(), size, options, &MatrixKey::from_bytes([7; 16])).unwrap()
}
