//! Views: functions of what is known that return what was pressed. They decide nothing, and
//! show nothing as done before the desk says so (style.md P14).

use egui::{Rect, Ui};

use crate::bar::Bar;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;

pub mod part;

/// A state band over the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// What kind it is.
    pub kind: BandKind,
    /// The word: ALTO.
    pub word: String,
    /// One fact.
    pub fact: String,
    /// One consequence.
    pub then: String,
}

/// The kinds of bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BandKind {
    /// Alto, suspended, by hand: an octagon.
    Alert,
    /// A refusal: a cross.
    Refused,
    /// No connection.
    Lost,
    /// Back again.
    Back,
}

/// A view.
pub trait View {
    /// Returns the bar: what to do next, and the keys.
    fn bar(&self, known: &Known) -> Bar;

    /// Paints the body into its room, and returns what was pressed with a finger.
    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press>;

    /// Takes what was typed and is no key of the bar.
    fn typed(&mut self, _typed: &Typed, _known: &Known) -> Option<Press> {
        None
    }

    /// Returns the view's own band, where its state is one.
    fn band(&self, _known: &Known) -> Option<Band> {
        None
    }

    /// Looks at what is known, before its bar is asked for and before each key.
    fn look(&mut self, _known: &Known) {}

    /// Returns whether `−` would throw away what was written: then it is asked first.
    fn would_throw_away(&self, _known: &Known) -> bool {
        false
    }

    /// Returns whether somebody sits before it: at the log-in nobody does.
    fn seated(&self) -> bool {
        true
    }

    /// Returns whether a text field of egui's has the keyboard.
    fn writes(&self) -> bool {
        false
    }

    /// A key of the bar was pressed whose press is [`Press::Typed`]: it moves within the view.
    fn pressed(&mut self, _key: crate::keys::Key) {}

    /// The request was refused: what was typed stays, a PIN does not.
    fn refused(&mut self) {}

    /// The request was granted: forget what was typed for it.
    fn granted(&mut self) {}
}

pub mod balls;
pub mod caja;
pub mod card;
pub mod form;
pub mod inspector;
pub mod login;
pub mod machine;
pub mod mesa;
pub mod paper;
pub mod sala;
pub mod standing;
pub mod study;
pub mod tabs;
pub mod turns;
