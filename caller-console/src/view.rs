//! Views: functions of what is known that return what was pressed. They decide nothing, and show nothing as done before
//! the desk says so (style.md P14).

use egui::{Rect, Ui};

use crate::bar::Bar;
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use help::Topic;

pub mod part;

/// A state band over the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Its colours and sign.
    pub kind: BandKind,
    /// The word: ALTO.
    pub word: String,
    /// One fact.
    pub fact: String,
    /// One consequence.
    pub then: String,
}

/// The kinds of [`Band`].
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
    /// The server goes back behind what this console saw: it takes the whole body.
    Behind,
}

/// A view.
pub trait View {
    /// The bar: what to do next, and the keys.
    fn bar(&self, known: &Known) -> Bar;

    /// What F1 explains over it.
    fn topic(&self) -> Topic;

    /// Paints the body into its room, and returns what was touched.
    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press>;

    /// Takes what was typed and is no key of the bar.
    fn typed(&mut self, _typed: &Typed, _known: &Known) -> Option<Press> {
        None
    }

    /// The view's own band, if any.
    fn band(&self, _known: &Known) -> Option<Band> {
        None
    }

    /// Takes what is known, before its bar is asked for and before each key.
    fn look(&mut self, _known: &Known) {}

    /// Whether `−` would discard what was written: it is then asked first.
    fn would_throw_away(&self, _known: &Known) -> bool {
        false
    }

    /// Whether somebody is logged in: at the log-in nobody is.
    fn seated(&self) -> bool {
        true
    }

    /// The id of the name of F1: what it opens here.
    fn f1(&self) -> &'static str {
        "small-help"
    }

    /// Whether characters are words of a text field, and no keys.
    fn writes(&self) -> bool {
        false
    }

    /// The character that a key stands for in what is typed, where the bar has no button for it.
    fn sign(&self, _key: crate::keys::Key) -> Option<char> {
        None
    }

    /// A key of the bar was pressed whose press is [`Press::Typed`].
    fn pressed(&mut self, _key: crate::keys::Key) {}

    /// The request was refused: what was typed stays, a PIN does not.
    fn refused(&mut self) {}

    /// The request was granted: what was typed for it is forgotten.
    fn granted(&mut self) {}
}

pub(crate) mod balls;
pub(crate) mod caja;
pub mod cameras;
pub mod copies;
pub mod film;
pub mod hall;
pub mod help;
pub mod voice;
pub mod recorder;
mod entry_form;
pub(crate) mod export;
mod form;
pub(crate) mod inspector;
mod list;
pub(crate) mod login;
mod machine;
pub(crate) mod mesa;
pub(crate) mod own_key;
pub(crate) mod own_pin;
pub(crate) mod paper;
mod pedal;
pub(crate) mod sala;
mod search;
pub(crate) mod sign;
mod standing;
mod study;
mod tabs;
pub(crate) mod take_in;
pub(crate) mod turns;
