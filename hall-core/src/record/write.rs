//! Writes JSON in the record's one form: no spaces, fields in the order given, whole numbers, the shortest escapes.

use alloc::string::String;
use core::fmt::{Display, Write};

use super::value::Value;

/// A JSON text in the making.
pub(super) struct Writer {
    text: String,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer { text: String::with_capacity(128) }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Writes an object: what is written within is its fields.
    pub(super) fn object(&mut self, fields: impl FnOnce(&mut Writer)) {
        self.text.push('{');
        fields(self);
        self.text.push('}');
    }

    /// Writes a list.
    pub(super) fn list(&mut self, items: &[impl Value]) {
        self.items(items, |w, item| item.put(w));
    }

    /// Writes a list of what these things come to.
    pub(super) fn items<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut put: impl FnMut(&mut Writer, T),
    ) {
        self.text.push('[');
        for item in items {
            self.next();
            put(self, item);
        }
        self.text.push(']');
    }

    /// Goes on to the next member of an object or list. A bracket at the end of the text opened it, since texts end
    /// in a quote: then it is the first.
    fn next(&mut self) {
        if !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
    }

    /// Writes a field.
    pub(super) fn field(&mut self, name: &str, value: &impl Value) {
        self.name(name);
        value.put(self);
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
            write!(self.text, "{byte:02x}").expect("a String takes all text");
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
