//! The parameters of a query, as the document tells of them.

/// A parameter of the query, with its description in Spanish.
#[derive(Clone, Copy)]
pub(in super::super) struct Param {
    pub(in super::super) name: &'static str,
    pub(in super::super) about: &'static str,
    pub(in super::super) required: bool,
    pub(in super::super) is: Is,
}

/// The largest whole number that every program which reads JSON can hold.
pub(in super::super) const WHOLE_MAX: i64 = (1 << 53) - 1;

/// What the text of a parameter is.
#[derive(Clone, Copy)]
pub(in super::super) enum Is {
    /// Any text.
    Text,
    /// A whole number, of these at most.
    Number(i64, i64),
    /// `true` or `false`.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Param {
    pub(in super::super) const fn required(name: &'static str, about: &'static str) -> Param {
        Param { name, about, required: true, is: Is::Text }
    }

    pub(in super::super) const fn optional(name: &'static str, about: &'static str) -> Param {
        Param { name, about, required: false, is: Is::Text }
    }

    pub(in super::super) const fn is(self, is: Is) -> Param {
        Param { is, ..self }
    }

    /// The number of something, from 1.
    pub(in super::super) const fn number(self) -> Param {
        self.is(Is::Number(1, u32::MAX as i64))
    }
}

/// The hall's cameras, as parameters name them.
pub(in super::super) const CAMERAS_BY_NAME: Is = Is::OneOf(&["exit", "desk", "hall"]);
