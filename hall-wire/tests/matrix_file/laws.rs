//! What holds for every file: what is written is read, what was changed is found on its line, and nothing is
//! read that the plain reader does not read too.

use std::collections::BTreeSet;

use hall_core::card::{CardError, CardId};
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo};
use hall_wire::matrix_file::{
    Fault, FaultKind, Foreign, Format, Limits, Rejected, read, write_csv, write_json,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::plain::{self, CsvStyle, Grid, JsonStyle, Numbered};

/// Returns the cards as grids, or the faults.
fn taken(bytes: &[u8], format: Format) -> Result<Foreign, Vec<Fault>> {
    match read(bytes, format, Limits::default()) {
        Ok(foreign) => Ok(foreign),
        Err(Rejected::Faults(faults)) => {
            assert!(faults.count() > 0);
            Err(faults.listed().to_vec())
        }
        Err(Rejected::Read(error)) => panic!("{error}"),
    }
}

fn grids(foreign: &Foreign) -> Vec<Grid> {
    foreign.cards.iter().map(|face| face.card().grid()).collect()
}

fn lines(faults: &[Fault]) -> BTreeSet<u64> {
    faults.iter().map(|fault| fault.line).collect()
}

/// The lines of faults; none if the file is good, and then its cards are these.
fn told(bytes: &[u8], cards: &[Numbered]) -> BTreeSet<u64> {
    match taken(bytes, Format::Auto) {
        Ok(foreign) => {
            assert_eq!(grids(&foreign), cards.iter().map(|(_, grid)| *grid).collect::<Vec<_>>());
            BTreeSet::new()
        }
        Err(faults) => lines(&faults),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn what_is_written_is_read(faces in plain::faces(1..40), matrix in prop::option::of(1..=u32::MAX)) {
        let matrix = matrix.and_then(MatrixNo::new);
        let (mut csv, mut json) = (Vec::new(), Vec::new());
        write_csv(&mut csv, faces.iter().copied()).unwrap();
        write_json(&mut json, matrix, faces.len() as u32, faces.iter().copied()).unwrap();
        prop_assert_eq!(&csv, &CsvStyle::OURS.file(&CsvStyle::OURS.lines(&plain::grids(&faces))));
        prop_assert_eq!(taken(&csv, Format::Auto), Ok(Foreign { cards: faces.clone(), matrix: None }));
        prop_assert_eq!(taken(&csv, Format::Csv), Ok(Foreign { cards: faces.clone(), matrix: None }));
        prop_assert_eq!(taken(&json, Format::Auto), Ok(Foreign { cards: faces.clone(), matrix }));
        prop_assert_eq!(taken(&json, Format::Json), Ok(Foreign { cards: faces.clone(), matrix }));
        let all: Vec<Grid> = plain::grids(&faces).into_iter().map(|(_, grid)| grid).collect();
        prop_assert_eq!(plain::json(&json), Some(all));
        prop_assert!(taken(&csv, Format::Json).is_err() && taken(&json, Format::Csv).is_err());
    }

    #[test]
    fn harmless_differences_do_no_harm(
        faces in plain::faces(1..20), csv in CsvStyle::any(), json in JsonStyle::any(),
    ) {
        let cards = plain::grids(&faces);
        let bytes = csv.file(&csv.lines(&cards));
        prop_assert_eq!(taken(&bytes, Format::Auto).map(|foreign| foreign.cards), Ok(faces.clone()));
        prop_assert!(plain::csv(&bytes).is_some(), "the plain reader reads it too");
        let (bytes, _) = json.file(&cards);
        prop_assert_eq!(taken(&bytes, Format::Auto).map(|foreign| foreign.cards), Ok(faces));
    }

    /// One number of a face becomes another, or two change places.
    #[test]
    fn a_changed_number_is_another_card_or_a_fault_on_its_line(
        faces in plain::faces(1..8), style in CsvStyle::any(), card in any::<prop::sample::Index>(),
        place in 0..15_usize, other in 0..15_usize, number in 0..=99_u64, swap in any::<bool>(),
    ) {
        let cards = plain::grids(&faces);
        let at = card.index(cards.len());
        let mut rows: Vec<Vec<u64>> = cards.iter().map(|(_, grid)| {
            grid.as_flattened().iter().filter(|cell| **cell > 0).map(|cell| u64::from(*cell)).collect()
        }).collect();
        if swap { rows[at].swap(place, other) } else { rows[at][place] = number }
        let first = if style.head { 2 } else { 1 };
        let read: Vec<_> = (first..).zip(rows.iter().map(|row| plain::face(row))).collect();
        let mut lines = style.lines(&cards);
        let line = at + usize::from(style.head);
        let fields: Vec<&str> = lines[line].split(style.separator).collect();
        let mut fields: Vec<String> = fields.into_iter().map(str::to_owned).collect();
        if swap {
            fields.swap(place + 1, other + 1);
        } else {
            fields[place + 1] = number.to_string();
        }
        lines[line] = fields.join(&style.separator.to_string());
        let changed: Vec<Numbered> = cards.iter().zip(&read)
            .map(|((number, grid), (_, now))| (*number, now.unwrap_or(*grid))).collect();
        prop_assert_eq!(told(&style.file(&lines), &changed), plain::bad_faces(&read));
    }

    #[test]
    fn a_changed_cell_is_another_card_or_a_fault_on_its_line(
        faces in plain::faces(1..8), style in JsonStyle::any(), card in any::<prop::sample::Index>(),
        place in 0..27_usize, other in 0..27_usize, number in 0..=99_u8, swap in any::<bool>(),
    ) {
        let mut cards = plain::grids(&faces);
        let at = card.index(cards.len());
        let cells = cards[at].1.as_flattened_mut();
        if swap { cells.swap(place, other) } else { cells[place] = number }
        let (bytes, lines) = style.file(&cards);
        let read: Vec<_> = lines.iter().zip(&cards)
            .map(|(line, (_, grid))| (*line, plain::is_card(grid).then_some(*grid))).collect();
        prop_assert_eq!(told(&bytes, &cards), plain::bad_faces(&read));
    }

    /// A line taken out, put in again somewhere behind, its face given to another, or changed with another.
    #[test]
    fn lines_that_are_missing_twice_or_elsewhere_are_found_where_they_are(
        faces in plain::faces(2..12), style in CsvStyle::any(),
        one in any::<prop::sample::Index>(), two in any::<prop::sample::Index>(), what in 0..4,
    ) {
        let cards = plain::grids(&faces);
        let first = if style.head { 2 } else { 1 };
        let (one, two) = (one.index(cards.len()), two.index(cards.len()));
        let (low, high) = (one.min(two), one.max(two));
        let (mut now, mut expected) = (cards.clone(), BTreeSet::new());
        match what {
            0 => {
                now.remove(low);
                expected.extend((low < now.len()).then_some(low));
            }
            1 => {
                now.insert(high + 1, cards[low]);
                expected.insert(high + 1);
            }
            2 => {
                now[high].1 = cards[low].1;
                expected.extend((low < high).then_some(high));
            }
            _ => {
                now.swap(low, high);
                expected.extend((low < high).then_some([low, high]).into_iter().flatten());
            }
        }
        let expected: BTreeSet<u64> = expected.into_iter().map(|place| place as u64 + first).collect();
        prop_assert_eq!(told(&style.file(&style.lines(&now)), &now), expected.clone());
        let (bytes, lines) = JsonStyle { blank: "\n", ..JsonStyle::BARE }.file(&now);
        let of_json = |line: u64| lines[(line - first) as usize];
        prop_assert_eq!(told(&bytes, &now), expected.into_iter().map(of_json).collect::<BTreeSet<_>>());
    }

    /// One card has another number: that line is at fault, and the one that has the number rightly.
    #[test]
    fn a_wrong_card_number_is_told_once(
        faces in plain::faces(1..12), card in any::<prop::sample::Index>(),
        number in prop_oneof![0..16_u64, any::<u64>()],
    ) {
        let mut cards = plain::grids(&faces);
        let at = card.index(cards.len());
        cards[at].0 = number;
        let mut seen = BTreeSet::new();
        let wrong = |(place, (number, _)): &(u64, Numbered)| !seen.insert(*number) || *number != *place;
        let all = (1..).zip(cards.iter().copied());
        let expected: BTreeSet<u64> = all.filter(wrong).map(|(place, _)| place + 1).collect();
        prop_assert_eq!(told(&CsvStyle::OURS.file(&CsvStyle::OURS.lines(&cards)), &cards), expected);
    }

    #[test]
    fn any_bytes_are_read_as_the_plain_reader_reads_them(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        same_as_plain(&bytes)?;
    }

    /// A good file, with some bytes of it changed, taken out, put in.
    #[test]
    fn nearly_good_bytes_are_read_as_the_plain_reader_reads_them(
        faces in plain::faces(1..5), csv in CsvStyle::any(), json in JsonStyle::any(), which in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3, byte()), 0..4),
    ) {
        let cards = plain::grids(&faces);
        let mut bytes = if which { csv.file(&csv.lines(&cards)) } else { json.file(&cards).0 };
        for (at, what, byte) in edits {
            let at = at.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        same_as_plain(&bytes)?;
    }
}

fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(b"0123456789,;\t\r\n \"[]{}:e.-".to_vec())]
}

fn same_as_plain(bytes: &[u8]) -> Result<(), TestCaseError> {
    let csv = taken(bytes, Format::Csv).ok().map(|foreign| grids(&foreign));
    prop_assert_eq!(csv, plain::csv(bytes));
    if let Ok(foreign) = taken(bytes, Format::Json) {
        prop_assert_eq!(Some(grids(&foreign)), plain::json(bytes));
    }
    if let Ok(foreign) = taken(bytes, Format::Auto) {
        let either = plain::csv(bytes).or_else(|| plain::json(bytes));
        prop_assert_eq!(Some(grids(&foreign)), either);
    }
    Ok(())
}

#[test]
fn equal_lines_are_counted_and_are_no_fault() {
    // The same top row: the columns of its numbers lend the others to the rows below.
    let card = |bottom: [u64; 5]| {
        let numbers = [[15, 20, 35, 72, 80], [19, 44, 51, 63, 75], bottom].concat();
        plain::face(&numbers).expect("a card")
    };
    let cards = [(1, card([2, 56, 65, 77, 86])), (2, card([3, 56, 65, 77, 86]))];
    let foreign = taken(&CsvStyle::OURS.file(&CsvStyle::OURS.lines(&cards)), Format::Auto).unwrap();
    assert_eq!((foreign.cards.len(), foreign.equal_lines()), (2, 2));
    let alone = Foreign { cards: vec![foreign.cards[0]], matrix: None };
    assert_eq!(alone.equal_lines(), 0);
}

#[test]
fn the_hash_is_the_one_of_the_record() {
    let made = Matrix::new(MatrixNo::new(7).unwrap(), 60, &MatrixKey::from_bytes([7; 16])).unwrap();
    let foreign = Foreign { cards: made.faces().collect(), matrix: None };
    assert_eq!(foreign.faces_sha256(), made.faces_sha256());
    let turned =
        Foreign { cards: foreign.cards.iter().rev().copied().collect::<Vec<CardId>>(), matrix: None };
    assert_ne!(turned.faces_sha256(), made.faces_sha256(), "the order counts");
}

#[test]
fn a_card_is_told_every_column_and_every_row_that_is_wrong() {
    let grid =
        [[9, 10, 20, 30, 40, 50, 0, 0, 0], [1, 10, 0, 0, 0, 0, 0, 0, 0], [0, 0, 30, 0, 0, 0, 0, 70, 90]];
    let faults = taken(&JsonStyle::BARE.file(&[(1, grid)]).0, Format::Auto).unwrap_err();
    let told: Vec<FaultKind> = faults.into_iter().map(|fault| fault.kind).collect();
    let expected = [
        CardError::NotAscending { column: 1, number: 1 },
        CardError::Repeated { column: 2, number: 10 },
        CardError::WrongColumn { column: 3, number: 30 },
        CardError::EmptyColumn { column: 7 },
        CardError::RowNotFive { row: 1, count: 6 },
        CardError::RowNotFive { row: 2, count: 2 },
        CardError::RowNotFive { row: 3, count: 3 },
    ];
    assert_eq!(told, expected.map(FaultKind::Face));
}
