//! The bodies about the hall's cards: matrices, series and what is printed of them.

use hall_core::event::PrintingNo;
use hall_core::request::Request;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::CommandError;
use crate::command::field::{CardField, MatrixField, PriceField, SeriesField};
use crate::command::kind::CardKind;

bodies! {
    /// Takes a series into stock.
    ReceiveSeries {
        /// Its name.
        series: SeriesField,
        /// The matrix it is printed from.
        matrix: MatrixField,
        /// Its price.
        face_value_cents: PriceField,
    }
    /// Makes a matrix of cards; the server draws its key.
    MakeMatrix {
        /// How many cards.
        size: u32,
        /// Single cards or strips of six.
        #[serde(default)]
        kind: CardKind,
        /// No two cards have an equal row.
        #[serde(default)]
        clean: bool,
        /// Dice or a public beacon, to be mixed into the key: words that everybody may know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mixed: Option<String>,
    }
    /// Takes a matrix out of use for ever.
    RetireMatrix {
        /// The matrix.
        matrix: MatrixField,
        /// Why.
        reason: String,
    }
    /// Has cards of a series printed.
    PrintCards {
        /// The series.
        series: SeriesField,
        /// The first card; where nothing is said, number 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<CardField>,
        /// The last card; where nothing is said, the series' last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<CardField>,
        /// The template, by its name; where nothing is said, `a4-6`.
        #[serde(default = "first_template")]
        template: String,
    }
    /// Stops a printing.
    CancelPrinting {
        /// The printing.
        printing: u32,
    }
}

/// The template of those who name none.
fn first_template() -> String {
    "a4-6".to_owned()
}

into_request! {
    ReceiveSeries(b) => Request::ReceiveSeries {
        series: b.series.0, matrix: b.matrix.0, face_value: b.face_value_cents.0,
    };
    RetireMatrix(b) => Request::RetireMatrix { matrix: b.matrix.0, reason: b.reason };
    PrintCards(b) => Request::PrintCards {
        series: b.series.0,
        first: b.first.map(|card| card.0),
        last: b.last.map(|card| card.0),
        template: b.template,
    };
    CancelPrinting(b) => Request::CancelPrinting { printing: PrintingNo(b.printing) };
}
