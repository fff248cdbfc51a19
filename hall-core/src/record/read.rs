//! Reads what [`super::write`] wrote, and nothing else. The next byte is always one of few, so there is no tree of
//! values, and five million lines are read in one start.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::DecodeError;
use super::line::{hex_digit, unhex};
use super::value::Value;

/// What a reader found wrong, and where.
#[derive(Debug)]
pub(super) struct Wrong {
    /// As in "check.set".
    pub(super) field: String,
    pub(super) problem: String,
}

impl Wrong {
    pub(super) fn in_event(self, kind: &str) -> DecodeError {
        DecodeError::Field { kind: kind.into(), field: self.field, problem: self.problem }
    }
}

/// Reads the body of an event of this kind: an object with these fields.
pub(super) fn body<T>(
    kind: &str,
    text: &str,
    fields: impl FnOnce(&mut BodyReader<'_>) -> Result<T, Wrong>,
) -> Result<T, DecodeError> {
    let mut r = BodyReader::new(text);
    let value = r.object(fields).map_err(|wrong| wrong.in_event(kind))?;
    ensure!(r.rest().is_empty(), r.wrong("something follows the object").in_event(kind));
    Ok(value)
}

/// Reads a text that is one value.
pub(super) fn whole<T: Value>(kind: &str, text: &str) -> Result<T, DecodeError> {
    let mut r = BodyReader::new(text);
    let value = T::take(&mut r).map_err(|wrong| wrong.in_event(kind))?;
    ensure!(r.rest().is_empty(), r.wrong("something follows the value").in_event(kind));
    Ok(value)
}

/// A place in a JSON text.
pub(super) struct BodyReader<'a> {
    text: &'a str,
    at: usize,
    /// The fields that are open, outermost first.
    path: Vec<&'a str>,
}

impl<'a> BodyReader<'a> {
    pub(super) fn new(text: &'a str) -> BodyReader<'a> {
        BodyReader { text, at: 0, path: Vec::new() }
    }

    /// The value at hand is wrong.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> Wrong {
        Wrong { field: self.path.join("."), problem: problem.into() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes over these bytes if they come next.
    fn skip(&mut self, bytes: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(bytes.as_bytes());
        if found {
            self.at += bytes.len();
        }
        found
    }

    fn open(&mut self, bracket: &str) -> Result<(), Wrong> {
        ensure!(self.skip(bracket), self.wrong(format!("{bracket} expected, found {:.20}", self.rest())));
        Ok(())
    }

    /// Goes over the comma before every member but the first.
    fn next(&mut self) -> bool {
        let first = self.text[..self.at].ends_with(['{', '[']);
        first || self.skip(",")
    }

    /// Reads an object: these fields and no others.
    pub(super) fn object<T>(
        &mut self,
        fields: impl FnOnce(&mut Self) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        self.open("{")?;
        let value = fields(self)?;
        self.close()?;
        Ok(value)
    }

    /// Reads the next field, which must have this name.
    pub(super) fn field<T: Value>(&mut self, name: &'static str) -> Result<T, Wrong> {
        self.field_by(name, T::take)
    }

    /// Reads the next field, which must have this name, in a way of its own.
    pub(super) fn field_by<T>(
        &mut self,
        name: &'static str,
        take: impl FnOnce(&mut Self) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        self.path.push(name);
        ensure!(!self.rest().starts_with('}') && self.next(), self.wrong("missing"));
        let named = self.skip("\"") && self.skip(name) && self.skip("\":");
        ensure!(named, self.wrong(format!("missing; found {:.40}", self.rest())));
        let value = take(self)?;
        self.path.pop();
        Ok(value)
    }

    /// Ends an object: no field may be left.
    fn close(&mut self) -> Result<(), Wrong> {
        if self.skip("}") {
            return Ok(());
        }
        let rest = self.rest().trim_start_matches([',', '"']);
        self.path.push(rest.split('"').next().unwrap_or_default());
        Err(self.wrong("unknown"))
    }

    /// Reads a list.
    pub(super) fn list<T>(
        &mut self,
        mut take: impl FnMut(&mut Self) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Wrong> {
        self.open("[")?;
        let mut items = Vec::new();
        while !self.skip("]") {
            ensure!(items.is_empty() || self.skip(","), self.wrong("a list goes on with a comma"));
            items.push(take(self)?);
        }
        Ok(items)
    }

    /// Goes over `null` if it comes next.
    pub(super) fn null(&mut self) -> bool {
        self.skip("null")
    }

    /// Reads `true` or `false`.
    pub(super) fn boolean(&mut self) -> Result<bool, Wrong> {
        let yes = self.skip("true");
        ensure!(yes || self.skip("false"), self.wrong("true or false expected"));
        Ok(yes)
    }

    /// Reads a whole number without sign or leading zeros.
    pub(super) fn number(&mut self) -> Result<u64, Wrong> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &rest[..length];
        let follows = rest.as_bytes().get(length);
        if digits.len() > 1 && digits.starts_with('0') || !matches!(follows, Some(b',' | b'}' | b']')) {
            return Err(self.wrong("a whole number expected"));
        }
        let number = digits.parse().map_err(|_| self.wrong("a whole number expected"))?;
        self.at += length;
        Ok(number)
    }

    /// Reads a text without escapes.
    pub(super) fn plain(&mut self) -> Result<&'a str, Wrong> {
        ensure!(self.skip("\""), self.wrong("a text expected"));
        let rest = self.rest();
        let length = rest.bytes().position(|b| b == b'"' || b == b'\\' || b < 0x20);
        match length {
            Some(length) if rest.as_bytes()[length] == b'"' => {
                self.at += length + 1;
                Ok(&rest[..length])
            }
            _ => Err(self.wrong("a text without escapes expected")),
        }
    }

    /// Reads lower-case hexadecimal digits.
    pub(super) fn hex(&mut self) -> Result<Vec<u8>, Wrong> {
        unhex(self.plain()?).ok_or_else(|| self.wrong("hexadecimal digits expected"))
    }

    /// Reads any text.
    pub(super) fn text(&mut self) -> Result<String, Wrong> {
        ensure!(self.skip("\""), self.wrong("a text expected"));
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.bytes().position(|b| b == b'"' || b == b'\\' || b < 0x20);
            let Some(plain) = plain else {
                return Err(self.wrong("the text has no end"));
            };
            text.push_str(&rest[..plain]);
            self.at += plain;
            if self.skip("\"") {
                return Ok(text);
            }
            text.push(self.escape()?);
        }
    }

    /// Reads one of the escapes that [`super::write::Writer::text`] writes.
    fn escape(&mut self) -> Result<char, Wrong> {
        let short = [("\\\"", '"'), ("\\\\", '\\'), ("\\n", '\n'), ("\\r", '\r'), ("\\t", '\t')];
        for (escape, c) in short {
            if self.skip(escape) {
                return Ok(c);
            }
        }
        let code = match self.rest().as_bytes() {
            [b'\\', b'u', b'0', b'0', high, low, ..] => {
                hex_digit(*high).and_then(|high| Some(high << 4 | hex_digit(*low)?))
            }
            _ => None,
        };
        match code {
            Some(code) if code < 0x20 && !matches!(code, b'\n' | b'\r' | b'\t') => {
                self.at += 6;
                Ok(char::from(code))
            }
            _ => Err(self.wrong("a text with another escape than the record writes")),
        }
    }
}
