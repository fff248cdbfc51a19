//! Requests made from the list's own fields, so that a new one is asked in every test without a line here: as somebody
//! asks who looks at the screen ([`sensible`]), and with numbers from the edges ([`at_the_edge`]).
//!
//! How a value is made depends on its type, and where that is not enough on the request and the name of the field.
#![allow(dead_code, reason = "each test file uses its part")]

use hall_core::ball::Ball;
use hall_core::event::{
    ClaimNo, CountNo, DeviceNo, DevicePost, DiligenciaKind, Extractor, Found, GameNo, HoldExit, HoldNo,
    HowRead, Inspection, LastSold, MachineNo, Mixed, Numbering, OpeningCheck, Ordinal, PaperLine, Paragraph,
    Play, PrintingNo, PrizeNo, RejectReason, Segment, SessionNo, SignedPaper, SignerRole, Sought, StopNo,
};
use hall_core::hall::Hall;
use hall_core::machine::SetId;
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::request::{Presented, Request, RequestKind};
use hall_core::rules::Rules;
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::{Date, HourOfDay, LocalTime, Moment};

use crate::support::{Bench, Dice};
use edge::Edge;
use screen::Screen;

mod edge;
mod fields;
mod screen;

/// The field that is filled: of which request, and its name.
type Of = (RequestKind, &'static str);

/// A type that stands in a request.
trait Field: Sized {
    fn sensible(screen: &Screen, of: Of) -> Self;

    /// Where the field may be left out, it usually is.
    fn if_needed(_screen: &Screen, _of: Of) -> Option<Self> {
        None
    }

    fn at_the_edge(edge: &mut Edge, of: Of) -> Self;
}

impl<T: Field> Field for Option<T> {
    fn sensible(screen: &Screen, of: Of) -> Self {
        T::if_needed(screen, of)
    }

    fn at_the_edge(edge: &mut Edge, of: Of) -> Self {
        edge.dice.one_in(2).then(|| T::at_the_edge(edge, of))
    }
}

macro_rules! make {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $name:literal, $roles:expr, $source:literal, $title:literal
        $({ $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)+ })?
        $(sent $sent:tt)?
        $(example $example:literal)?
    )+) => {
        /// The request of this sort as somebody would make it who looks at the screen.
        pub fn sensible(kind: RequestKind, hall: &Hall, text: &str) -> Request {
            let screen = &Screen::of(hall, text);
            match kind {
                $(RequestKind::$variant => Request::$variant {
                    $($($field: <$type>::sensible(screen, (kind, stringify!($field))),)+)?
                },)+
            }
        }

        /// The request of this sort with numbers from the edges.
        pub fn at_the_edge(kind: RequestKind, bench: &Bench, dice: &mut Dice) -> Request {
            let edge = &mut Edge::of(bench, dice);
            match kind {
                $(RequestKind::$variant => Request::$variant {
                    $($($field: <$type>::at_the_edge(edge, (kind, stringify!($field))),)+)?
                },)+
            }
        }
    };
}

hall_core::requests!(make);
