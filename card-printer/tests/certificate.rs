//! What a certificate counts and how it judges: by hand-made cards, by a plain reference, and by a thousand matrices.

use card_printer::certificate::equal::{Equals, expected_rows};
use card_printer::certificate::law::Law;
use card_printer::certificate::measure::{Counts, Measures};
use card_printer::certificate::overlap::Overlap;
use card_printer::certificate::trial::{CLEAN_MAX, Trials};
use hall_core::card::{Card, CardId};
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
use hall_statistics::chance::chi_square_tail;

const CARD: [[u8; 9]; 3] =
    [[0, 15, 20, 35, 0, 0, 0, 72, 80], [0, 19, 0, 0, 44, 51, 63, 75, 0], [2, 0, 0, 0, 0, 56, 65, 77, 86]];

/// The same numbers in other cells: 2 stands above, 20 below, and three more columns are turned with them.
const SAME_NUMBERS: [[u8; 9]; 3] =
    [[2, 15, 0, 35, 0, 0, 0, 72, 80], [0, 19, 0, 0, 44, 51, 63, 75, 0], [0, 0, 20, 0, 0, 56, 65, 77, 86]];

/// Its middle row is that of the first card, and of the other ten numbers it has 2 too.
const SAME_ROW: [[u8; 9]; 3] =
    [[0, 10, 21, 30, 0, 0, 61, 71, 0], [0, 19, 0, 0, 44, 51, 63, 75, 0], [2, 0, 22, 0, 45, 0, 0, 79, 90]];

fn card(grid: &[[u8; 9]; 3]) -> CardId {
    Card::from_grid(grid).unwrap().id()
}

#[test]
fn what_is_alike_in_a_few_cards_is_found() {
    let [one, same_numbers, same_row] = [&CARD, &SAME_NUMBERS, &SAME_ROW].map(card);
    let measures = Measures::of(&[one, same_row]);
    assert_eq!(measures.equals, Equals { cards: 0, numbers: 0, rows: 1 });
    assert_eq!(measures.overlap, Some(Overlap { numbers: 6, cards: [1, 2] }));

    // Of the four cards three have fifteen numbers in common, of which two are equal; all four have the middle row, six
    // pairs; and the first and the third have two more rows in common.
    let measures = Measures::of(&[one, same_row, one, same_numbers]);
    assert_eq!(measures.equals, Equals { cards: 1, numbers: 3, rows: 8 });
    assert_eq!(measures.overlap, Some(Overlap { numbers: 15, cards: [1, 3] }));
    assert_eq!(measures.counts.size, 4);
    assert_eq!(measures.counts.threes, [0, 4, 0, 0]);
    assert_eq!(measures.counts.columns[0], [4, 0, 0], "the first column has 2 in every card");
    assert_eq!(measures.counts.columns[7], [0, 0, 4], "the eighth has three");
    assert_eq!(
        (measures.counts.numbers[19], measures.counts.numbers[56], measures.counts.numbers[90]),
        (4, 3, 1)
    );

    assert_eq!(Measures::of(&[one]).overlap, None, "one card is like no other");
}

#[test]
fn a_plain_reference_finds_the_same() {
    for (kind, number, size) in
        [(MatrixKind::Single, 3, 1), (MatrixKind::Single, 3, 40), (MatrixKind::Strip, 3, 12)]
    {
        assert_as_reference(&faces(kind, false, number, size));
    }
    for (kind, clean) in [(MatrixKind::Single, false), (MatrixKind::Strip, true)] {
        let mut faces = faces(kind, clean, 5, 900);
        assert_as_reference(&faces);
        // A bad matrix: a card three times, two others twice, and of a strip one card is missing.
        let again = [faces[17], faces[17], faces[500], faces[899]];
        faces.extend(again);
        faces.remove(8);
        assert_as_reference(&faces);
    }
}

/// Compares all with all, number by number.
fn assert_as_reference(faces: &[CardId]) {
    let measures = Measures::of(faces);
    let numbers: Vec<Vec<u8>> = faces.iter().map(|face| face.card().numbers().collect()).collect();
    let rows: Vec<[Vec<u8>; 3]> = faces
        .iter()
        .map(|face| face.card().grid().map(|row| row.into_iter().filter(|n| *n > 0).collect()))
        .collect();
    let (mut equals, mut best) = (Equals::default(), None);
    for one in 0..faces.len() {
        for other in one + 1..faces.len() {
            let common = numbers[one].iter().filter(|n| numbers[other].contains(n)).count() as u32;
            equals.numbers += u64::from(common == 15);
            equals.cards += u64::from(rows[one] == rows[other]);
            equals.rows += rows[one].iter().filter(|row| rows[other].contains(row)).count() as u64;
            if best.is_none_or(|best: Overlap| common > best.numbers) {
                best = Some(Overlap { numbers: common, cards: [one as u32 + 1, other as u32 + 1] });
            }
        }
    }
    assert_eq!((measures.equals, measures.overlap), (equals, best), "{} cards", faces.len());
    let all: Vec<u8> = (1..=90).collect();
    let whole = |six: &&[Vec<u8>]| {
        let mut of_six = six.concat();
        of_six.sort_unstable();
        of_six == all
    };
    let strips = if faces.len() < 6 { 0 } else { numbers.chunks_exact(6).filter(whole).count() as u64 };
    assert_eq!(measures.strips, strips);
    for number in 1..=90_u8 {
        let have = numbers.iter().filter(|numbers| numbers.contains(&number)).count() as u64;
        assert_eq!(measures.counts.numbers[usize::from(number)], have);
    }
}

/// A p that is right is spread evenly. A thousand matrices of each kind, in ten bins.
#[test]
fn the_p_of_a_thousand_random_matrices_is_spread_evenly() {
    for (kind, size) in [(MatrixKind::Single, 1_500), (MatrixKind::Strip, 2_520)] {
        let mut spread = [[0_u32; 10]; 4];
        for number in 1..=1_000 {
            let counts = Counts::of(faces(kind, false, number, size).into_iter());
            let trials = Trials::of(&counts, MatrixOptions { kind, clean: false });
            assert_eq!(trials.threes.unwrap().degrees, 3);
            let as_if_alone = chi_square_tail(pearson(&counts, kind), 17);
            let all = [trials.threes, trials.columns, trials.numbers].map(|trial| trial.map(|trial| trial.p));
            for (bins, p) in spread.iter_mut().zip(all.into_iter().chain([Some(as_if_alone)])) {
                bins[p.map_or(0, |p| (p * 10.0) as usize).min(9)] += 1;
            }
        }
        let evenness = spread.map(|bins| {
            chi_square_tail(bins.iter().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum(), 9)
        });
        println!("{kind:?}: {spread:?} {evenness:?}");
        let [threes, columns, numbers, as_if_alone] = evenness;
        assert!(threes > 0.001 && columns > 0.001, "{kind:?}: {spread:?}");
        match kind {
            MatrixKind::Single => assert!(numbers > 0.001, "{spread:?}"),
            MatrixKind::Strip => {
                assert_eq!(spread[2][0], 1_000, "strips have each number once: there is no trial")
            }
        }
        // The canary: Pearson's chi-square of the columns, which takes them and the cards of a strip as independent.
        assert!(as_if_alone < 0.000_1, "{kind:?}: {spread:?}");
    }
}

/// Pearson's chi-square over one, two and three numbers in each column.
fn pearson(counts: &Counts, kind: MatrixKind) -> f64 {
    let law = Law::of(kind);
    let cell = |column: usize, numbers: usize| {
        let expected = law.column_share(column, numbers) * counts.size as f64;
        (counts.columns[column][numbers - 1] as f64 - expected).powi(2) / expected
    };
    (0..9).map(|column| (1..=3).map(|numbers| cell(column, numbers)).sum::<f64>()).sum()
}

#[test]
fn cards_of_another_law_are_not_believed() {
    let p = |kind, as_if| {
        let counts = Counts::of(faces(kind, false, 1, 6_000).into_iter());
        let trials = Trials::of(&counts, MatrixOptions { kind: as_if, clean: false });
        [trials.threes, trials.columns].map(|trial| trial.unwrap().p)
    };
    for (kind, other) in [(MatrixKind::Single, MatrixKind::Strip), (MatrixKind::Strip, MatrixKind::Single)] {
        assert!(p(kind, kind).iter().all(|p| *p > 0.001));
        assert!(p(kind, other).iter().all(|p| *p < 1e-9), "{:?}", p(kind, other));
    }
    // Single cards, of which every third was put aside if it had a 7.
    let mut few_sevens = faces(MatrixKind::Single, false, 1, 9_000);
    let (mut place, mut left_out) = (0, 0);
    few_sevens.retain(|face| {
        place += 1;
        let out = place % 3 == 0 && face.card().numbers().any(|number| number == 7);
        left_out += u32::from(out);
        !out
    });
    let trials = Trials::of(&Counts::of(few_sevens.into_iter()), MatrixOptions::PLAIN);
    assert!(left_out > 400 && trials.numbers.unwrap().p < 1e-9, "{left_out}: {trials:?}");
}

#[test]
fn there_is_no_trial_without_a_law_or_with_too_few_cards() {
    let few = |kind, size| {
        let counts = Counts::of(faces(kind, false, 1, size).into_iter());
        Trials::of(&counts, MatrixOptions { kind, clean: false })
    };
    assert_eq!(few(MatrixKind::Single, 20), Trials::default());
    let some = few(MatrixKind::Single, 42);
    assert_eq!(
        (some.threes.unwrap().degrees, some.columns),
        (2, None),
        "cards with three are counted with those with two"
    );
    assert_eq!(few(MatrixKind::Single, 1_410).threes.unwrap().degrees, 2);
    assert_eq!(few(MatrixKind::Single, 1_420).threes.unwrap().degrees, 3);

    let mut counts = Counts::of(faces(MatrixKind::Single, true, 1, 6_000).into_iter());
    let clean = MatrixOptions { kind: MatrixKind::Single, clean: true };
    assert!(Trials::of(&counts, clean).numbers.is_some());
    counts.size = CLEAN_MAX + 1;
    assert_eq!(Trials::of(&counts, clean), Trials::default(), "a clean one so large has another law");
}

/// How many equal rows are expected, against matrices: 60 of 6,000 cards have about a thousand.
#[test]
fn equal_rows_come_up_as_often_as_expected() {
    for kind in [MatrixKind::Single, MatrixKind::Strip] {
        let (mut rows, mut expected) = (0, 0.0);
        for number in 1..=60 {
            let mut lines: Vec<u32> = faces(kind, false, number, 6_000)
                .into_iter()
                .flat_map(|face| face.card().lines().map(|line| line.rank()))
                .collect();
            lines.sort_unstable();
            rows += lines.chunk_by(|a, b| a == b).map(|run| run.len() * (run.len() - 1) / 2).sum::<usize>();
            expected += expected_rows(kind, 6_000);
        }
        let z = (rows as f64 - expected) / expected.sqrt();
        println!("{kind:?}: {rows} of {expected:.0}, {z:.2}");
        assert!(z.abs() < 3.5, "{kind:?}: {rows} of {expected}");
    }
}

fn faces(kind: MatrixKind, clean: bool, number: u32, size: u32) -> Vec<CardId> {
    let key = MatrixKey::from_bytes([11; 16]);
    let options = MatrixOptions { kind, clean };
    Matrix::with(MatrixNo::new(number).unwrap(), size, options, &key).unwrap().faces().collect()
}
