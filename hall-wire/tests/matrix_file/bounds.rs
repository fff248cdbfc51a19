//! Large files, and files without end.

use std::io::{self, BufRead, BufReader, Read};

use hall_core::matrix::{Matrix, MatrixKey, MatrixNo};
use hall_wire::matrix_file::{FaultKind, Faults, Format, Limits, Rejected, read, write_csv, write_json};

#[test]
fn a_hundred_thousand_cards_are_read_in_both_formats() {
    let number = MatrixNo::new(4_294_967_295).unwrap();
    let made = Matrix::new(number, 100_000, &MatrixKey::from_bytes([3; 16])).unwrap();
    let (mut csv, mut json) = (Vec::new(), Vec::new());
    write_csv(&mut csv, made.faces()).unwrap();
    write_json(&mut json, Some(number), made.size(), made.faces()).unwrap();
    let cards: Vec<_> = made.faces().collect();
    for (bytes, matrix) in [(csv, None), (json, Some(number))] {
        let foreign = read(&bytes[..], Format::Auto, Limits::default()).unwrap();
        assert!(foreign.cards == cards, "every card is the one that was written");
        assert_eq!(foreign.matrix, matrix);
        assert_eq!(foreign.faces_sha256(), made.faces_sha256());
    }
}

/// A head, then the same again and again for ever; it counts what it gave.
struct Endless {
    head: &'static str,
    again: &'static str,
    given: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let head = self.head.bytes().chain(self.again.bytes().cycle());
        let at = if self.given < self.head.len() {
            self.given
        } else {
            self.head.len() + (self.given - self.head.len()) % self.again.len()
        };
        let count = into.iter_mut().zip(head.skip(at)).map(|(to, byte)| *to = byte).count();
        self.given += count;
        Ok(count)
    }
}

fn endless(head: &'static str, again: &'static str) -> (Faults, usize) {
    let mut from = BufReader::with_capacity(64, Endless { head, again, given: 0 });
    let limits = Limits { cards: 500, faults: 10 };
    let Err(Rejected::Faults(faults)) = read(&mut from, Format::Auto, limits) else {
        panic!("{head}{again}… has no end")
    };
    assert!(faults.listed().len() <= limits.faults);
    (faults, from.get_ref().given)
}

#[test]
fn what_does_not_end_is_left_where_no_card_can_be_that_long() {
    let lines = 1_000 + 200;
    for again in ["1", "1,", " ", "ñ", "\r", "\0"] {
        let (faults, given) = endless("number", again);
        assert_eq!(faults.listed().last().unwrap().kind, FaultKind::TooLong { max: 1_000 }, "{again:?}");
        assert!(given < lines, "{again:?}: {given}");
    }
    let json = 16_000 + 200;
    for (head, again) in [
        ("[", " "),
        ("[{\"number\":\"", "a"),
        ("[{\"number\":", "1"),
        ("[{\"", "ñ"),
        ("[{\"number\":1,\"rows\":[", "[0,0],"),
        ("[{\"number\":1,\"rows\":[[", "0,"),
        ("[{", "\"number\":1,"),
        ("{\"x\":[", "{},"),
        ("{", "\"x\":1,"),
        ("{\"cards\":[]}", "\n"),
    ] {
        let (faults, given) = endless(head, again);
        let too_long = FaultKind::TooLong { max: 16_000 };
        let last = faults.listed().last().unwrap();
        assert!(last.kind == too_long || faults.count() > 10, "{head}{again}: {last}");
        assert!(given < json, "{head}{again}: {given}");
    }
    // Deeper than any parser follows.
    let (faults, given) = endless("", "[");
    assert!(given < json && faults.count() > 0);
}

#[test]
fn blank_lines_without_end_are_left() {
    for again in ["\n", "  \r\n"] {
        let (faults, _) = endless("number\n", again);
        let last = faults.listed().last().unwrap();
        assert_eq!(last.kind, FaultKind::TooManyBlanks { max: 1_000 });
        assert_eq!(
            last.to_string(),
            format!(
                "Línea {}: hay más de 1000 líneas en blanco seguidas. Quítelas. No se ha seguido leyendo.",
                last.line
            )
        );
        let (faults, _) = endless("", again);
        assert_eq!(faults.listed().last().unwrap().kind, FaultKind::TooManyBlanks { max: 1_000 });
    }
}

#[test]
fn faulty_cards_without_end_stop_at_the_most_there_may_be() {
    for (head, again) in [("", "1,2,3\n"), ("[{}", ",{}"), ("{\"cards\":[0", ",0"), ("[[]", ",[]")] {
        let (faults, given) = endless(head, again);
        assert_eq!(faults.listed().len(), 10, "the others are counted");
        assert!(faults.count() > 500 && given < 10_000, "{head}{again}: {} {given}", faults.count());
        assert!(faults.to_string().ends_with(" errores más."), "{faults}");
    }
}

#[test]
fn one_card_too_many_is_one_fault() {
    let made = Matrix::new(MatrixNo::new(1).unwrap(), 11, &MatrixKey::from_bytes([3; 16])).unwrap();
    let mut csv = Vec::new();
    write_csv(&mut csv, made.faces()).unwrap();
    assert!(read(&csv[..], Format::Auto, Limits { cards: 11, faults: 1 }).is_ok());
    let Err(Rejected::Faults(faults)) = read(&csv[..], Format::Auto, Limits { cards: 10, faults: 100 })
    else {
        panic!("eleven are more than ten")
    };
    let all: Vec<String> = faults.listed().iter().map(ToString::to_string).collect();
    assert_eq!(
        all,
        ["Línea 12: hay más de 10 cartones. Divídalos en varias matrices. No se ha seguido leyendo."]
    );
}

/// A disk that fails in the middle.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("a BufRead is filled")
    }
}

impl BufRead for Failing<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.0.is_empty() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(self.0) }
    }

    fn consume(&mut self, count: usize) {
        self.0 = &self.0[count..];
    }
}

#[test]
fn a_disk_that_fails_is_no_fault_of_the_file() {
    for begun in ["", " ", "1,", "[", "[{\"number\":1", "{}"] {
        let failed = read(Failing(begun.as_bytes()), Format::Auto, Limits::default());
        let Err(Rejected::Read(error)) = failed else { panic!("{begun}: {failed:?}") };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{begun}");
    }
}
