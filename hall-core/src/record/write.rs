//! Writes JSON in the only form the record knows: no spaces, fields in the order they are
//! given, whole numbers, and the shortest escapes.

use alloc::string::String;
use core::fmt::{Display, Write};

/// A JSON text in the making.
pub(super) struct Writer {
    text: String,
}

impl Writer {
    /// Returns an empty text.
    pub(super) fn new() -> Writer {
        Writer { text: String::with_capacity(128) }
    }

    /// Returns the text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Begins an object or a list: `{` or `[`.
    pub(super) fn open(&mut self, bracket: char) {
        self.text.push(bracket);
    }

    /// Ends it: `}` or `]`.
    pub(super) fn close(&mut self, bracket: char) {
        self.text.push(bracket);
    }

    /// Goes on to the next member of an object or list. A bracket at the end of the text was
    /// written by [`Writer::open`], since texts end in a quote: then it is the first.
    pub(super) fn next(&mut self) {
        if !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
    }

    /// Writes the name of the next field.
    pub(super) fn name(&mut self, name: &str) {
        self.next();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    /// Writes a number, `true`, `false` or `null`.
    pub(super) fn bare(&mut self, value: impl Display) {
        write!(self.text, "{value}").expect("a String takes all text");
    }

    /// Writes a text that needs no escapes.
    pub(super) fn plain(&mut self, value: impl Display) {
        write!(self.text, "\"{value}\"").expect("a String takes all text");
    }

    /// Writes bytes as lower-case hexadecimal digits.
    pub(super) fn hex(&mut self, bytes: &[u8]) {
        self.text.push('"');
        for byte in bytes {
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16);
                self.text.push(digit.expect("four bits are one digit"));
            }
        }
        self.text.push('"');
    }

    /// Writes any text.
    pub(super) fn text(&mut self, value: &str) {
        self.text.push('"');
        for c in value.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '\0'..='\x1f' => {
                    write!(self.text, "\\u{:04x}", u32::from(c)).expect("a String takes all text");
                }
                _ => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}
