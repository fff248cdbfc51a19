//! Cards in JSON, read as it comes: an object around a list of cards, or the bare list.

use std::io::{self, BufRead};

use hall_core::matrix::MatrixNo;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess};
use serde_json::error::Category;

use super::FaultKind;
use super::csv::shown;
use super::intake::{Found, Intake};
use any::{Any, Part, Scalar};
use bytes::{Counted, Place, Utf8};

mod any;
mod bytes;

/// Reads the cards of a file into the intake.
pub(super) fn read(from: impl BufRead, intake: &mut Intake) -> io::Result<()> {
    let place = Place::new();
    let counted = Counted { from, place: &place, utf8: Utf8::default() };
    let mut parser = serde_json::Deserializer::from_reader(counted);
    let whole = Any(File { place: &place, intake }).deserialize(&mut parser);
    let Err(error) = whole.and_then(|()| parser.end()) else { return Ok(()) };
    match (error.classify(), place.stopped()) {
        // Only the intake ends a file whose JSON is right.
        (Category::Data, _) => debug_assert!(intake.is_stopped(), "{error}"),
        (Category::Io, Some(kind)) => intake.stop(place.line(), kind),
        (Category::Io, None) => return Err(error.into()),
        (Category::Syntax | Category::Eof, _) => {
            intake.stop(error.line() as u64, FaultKind::NotJson { column: error.column() });
        }
    }
    Ok(())
}

/// The whole file.
struct File<'a> {
    place: &'a Place,
    intake: &'a mut Intake,
}

impl Part for File<'_> {
    type Made = ();

    fn scalar(self, _: Scalar) {
        let must = "un objeto con la lista «cards», o la lista";
        self.intake.fault(self.place.line(), None, FaultKind::Shape { part: "el fichero", must });
    }

    fn list<'de, A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        Cards { place: self.place, intake: self.intake }.list(list)
    }

    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let File { place, intake } = self;
        let (first, mut seen) = (place.line(), Names::default());
        let mut size = None;
        while let Some(name) = object.next_key::<String>()? {
            let line = place.line();
            match seen.take(&name, ["matrix", "size", "cards"]) {
                Ok("matrix") => match object.next_value_seed(Any(Number))? {
                    Ok(number) => match u32::try_from(number).ok().and_then(MatrixNo::new) {
                        Some(number) => intake.matrix(number),
                        None => intake.fault(line, None, FaultKind::MatrixNumber(number.to_string())),
                    },
                    Err(text) => intake.fault(line, None, FaultKind::MatrixNumber(text)),
                },
                Ok("size") => size = Some((line, object.next_value_seed(Any(Number))?)),
                Ok(_) => object.next_value_seed(Any(Cards { place, intake: &mut *intake }))?,
                Err(fault) => {
                    intake.fault(line, None, fault);
                    object.next_value_seed(Any(Number))?.ok();
                }
            }
        }
        if let Some(name) = seen.missing(["cards"]) {
            intake.fault(first, None, FaultKind::NoField(name));
        } else if let Some((line, said)) = size
            && said != Ok(u64::from(intake.seen()))
        {
            let said = said.map_or_else(|text| text, |number| number.to_string());
            intake.fault(line, None, FaultKind::Size { said, counted: intake.seen() });
        }
        Ok(())
    }
}

/// The list of cards.
struct Cards<'a> {
    place: &'a Place,
    intake: &'a mut Intake,
}

impl Part for Cards<'_> {
    type Made = ();

    fn scalar(self, _: Scalar) {
        let must = "una lista de cartones";
        self.intake.fault(self.place.line(), None, FaultKind::Shape { part: "«cards»", must });
    }

    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(found) = list.next_element_seed(Any(OneCard { place: self.place }))? {
            self.intake.card(found);
            if self.intake.is_stopped() {
                return Err(A::Error::custom("stopped"));
            }
            self.place.card_ended();
        }
        Ok(())
    }
}

/// One card.
struct OneCard<'a> {
    place: &'a Place,
}

impl Part for OneCard<'_> {
    type Made = Found;

    fn scalar(self, _: Scalar) -> Found {
        let kind = FaultKind::Shape { part: "cada cartón", must: "un objeto con «number» y «rows»" };
        Found { line: self.place.line(), number: None, faults: vec![kind], grid: None }
    }

    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<Found, A::Error> {
        let mut found = Found { line: self.place.line(), number: None, faults: Vec::new(), grid: None };
        let mut seen = Names::default();
        while let Some(name) = object.next_key::<String>()? {
            match seen.take(&name, ["number", "rows"]) {
                Ok("number") => found.number = Some(object.next_value_seed(Any(Number))?),
                Ok(_) => match object.next_value_seed(Any(Rows))? {
                    Ok(grid) => found.grid = Some(grid),
                    Err(faults) => found.faults.extend(faults),
                },
                Err(fault) => {
                    found.faults.push(fault);
                    object.next_value_seed(Any(Number))?.ok();
                }
            }
        }
        found.faults.extend(
            ["number", "rows"].map(|name| seen.missing([name])).into_iter().flatten().map(FaultKind::NoField),
        );
        Ok(found)
    }
}

/// A number, or the text in its place.
struct Number;

impl Part for Number {
    type Made = Result<u64, String>;

    fn scalar(self, scalar: Scalar) -> Result<u64, String> {
        scalar.number()
    }
}

/// The rows of a card.
struct Rows;

impl Part for Rows {
    type Made = Result<[[u8; 9]; 3], Vec<FaultKind>>;

    fn scalar(self, _: Scalar) -> Self::Made {
        Err(vec![FaultKind::Shape { part: "«rows»", must: "una lista de 3 filas" }])
    }

    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Made, A::Error> {
        let (mut grid, mut faults, mut count) = ([[0; 9]; 3], Vec::new(), 0);
        while let Some(cells) = list.next_element_seed(Any(Row { row: count + 1 }))? {
            match (grid.get_mut(count), cells) {
                (Some(row), Ok(cells)) => *row = cells,
                (Some(_), Err(more)) => faults.extend(more),
                (None, _) => (),
            }
            count += 1;
        }
        if count != grid.len() {
            faults.push(FaultKind::Rows { count });
        }
        Ok(if faults.is_empty() { Ok(grid) } else { Err(faults) })
    }
}

/// One row of a card.
struct Row {
    /// From 1.
    row: usize,
}

impl Part for Row {
    type Made = Result<[u8; 9], Vec<FaultKind>>;

    fn scalar(self, _: Scalar) -> Self::Made {
        Err(vec![FaultKind::Shape { part: "cada fila", must: "una lista de 9 casillas" }])
    }

    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Made, A::Error> {
        let (row, mut cells, mut faults, mut count) = (self.row, [0; 9], Vec::new(), 0);
        while let Some(cell) = list.next_element_seed(Any(Number))? {
            match (cells.get_mut(count), cell) {
                (Some(place), Ok(number @ 0..=90)) => *place = number as u8,
                (_, Ok(0..=90)) => (),
                (_, Ok(number)) => faults.push(FaultKind::NoSuchBall { row, text: number.to_string() }),
                (_, Err(text)) => faults.push(FaultKind::NotANumber { row, text }),
            }
            count += 1;
        }
        if count != cells.len() {
            faults.push(FaultKind::Cells { row, count });
        }
        Ok(if faults.is_empty() { Ok(cells) } else { Err(faults) })
    }
}

/// The names of an object's fields so far.
#[derive(Default)]
struct Names(Vec<&'static str>);

impl Names {
    /// Takes the next name and returns it, if it is a known one that was not there yet.
    fn take<const N: usize>(
        &mut self,
        name: &str,
        known: [&'static str; N],
    ) -> Result<&'static str, FaultKind> {
        let Some(name) = known.into_iter().find(|known| *known == name) else {
            return Err(FaultKind::UnknownField(shown(name)));
        };
        if self.0.contains(&name) {
            return Err(FaultKind::FieldTwice(name));
        }
        self.0.push(name);
        Ok(name)
    }

    /// The first of these that is missing.
    fn missing<const N: usize>(&self, wanted: [&'static str; N]) -> Option<&'static str> {
        wanted.into_iter().find(|name| !self.0.contains(name))
    }
}
