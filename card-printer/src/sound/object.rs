//! The objects of a PDF (ISO 32000-1, 7.2 and 7.3), read strictly: what is odd is a fault, never mended.

use std::borrow::Cow;
use std::ops::Range;

/// Arrays and dictionaries within each other.
const DEEPEST: usize = 40;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Object<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Name(Cow<'a, [u8]>),
    Text(Cow<'a, [u8]>),
    Array(Vec<Object<'a>>),
    Dict(Dict<'a>),
    /// A dictionary, and where its bytes are.
    Stream(Dict<'a>, Range<usize>),
    Ref(u32),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Dict<'a>(Vec<(Cow<'a, [u8]>, Object<'a>)>);

impl<'a> Dict<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&Object<'a>> {
        self.0.iter().find(|(name, _)| **name == *key.as_bytes()).map(|(_, value)| value)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether a key has this name.
    pub(super) fn is(&self, key: &str, name: &str) -> bool {
        self.name(key) == Some(name.as_bytes())
    }

    pub(super) fn name(&self, key: &str) -> Option<&[u8]> {
        self.get(key).and_then(Object::name)
    }

    pub(super) fn int(&self, key: &str) -> Option<i64> {
        self.get(key).and_then(Object::int)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Object<'a>> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<'a> Object<'a> {
    pub(super) fn name(&self) -> Option<&[u8]> {
        if let Object::Name(name) = self { Some(name) } else { None }
    }

    pub(super) fn int(&self) -> Option<i64> {
        if let Object::Int(number) = self { Some(*number) } else { None }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Object::Real(number) = self { Some(*number) } else { self.int().map(|number| number as f64) }
    }

    pub(super) fn text(&self) -> Option<&[u8]> {
        if let Object::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn array(&self) -> Option<&[Object<'a>]> {
        if let Object::Array(list) = self { Some(list) } else { None }
    }

    /// A dictionary, also that of a stream.
    pub(super) fn dict(&self) -> Option<&Dict<'a>> {
        if let Object::Dict(dict) | Object::Stream(dict, _) = self { Some(dict) } else { None }
    }

    pub(super) fn reference(&self) -> Option<u32> {
        if let Object::Ref(number) = self { Some(*number) } else { None }
    }
}

/// Reads objects from bytes. `None` from any of its functions: they are not there as they should be.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Past white space and comments.
    pub(super) fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => {
                    while self.peek().is_some_and(|byte| !matches!(byte, b'\r' | b'\n')) {
                        self.at += 1;
                    }
                }
                _ if is_blank(byte) => self.at += 1,
                _ => break,
            }
        }
    }

    /// Past a word that must be next.
    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        self.blanks();
        self.bytes.get(self.at..)?.starts_with(word.as_bytes()).then(|| self.at += word.len())
    }

    /// Regular characters up to the next blank or delimiter.
    pub(super) fn token(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let length = rest.iter().position(|byte| is_blank(*byte) || is_delimiter(*byte));
        let token = &rest[..length.unwrap_or(rest.len())];
        self.at += token.len();
        token
    }

    pub(super) fn unsigned(&mut self) -> Option<u64> {
        self.blanks();
        let token = self.token();
        let digits = !token.is_empty() && token.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(token).ok().filter(|_| digits)?.parse().ok()
    }

    pub(super) fn object(&mut self) -> Option<Object<'a>> {
        self.object_within(DEEPEST)
    }

    fn object_within(&mut self, depth: usize) -> Option<Object<'a>> {
        let depth = depth.checked_sub(1)?;
        self.blanks();
        match self.peek()? {
            b'/' => self.name().map(Object::Name),
            b'(' => self.literal().map(Object::Text),
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                loop {
                    self.blanks();
                    if self.peek()? == b']' {
                        self.at += 1;
                        return Some(Object::Array(list));
                    }
                    list.push(self.object_within(depth)?);
                }
            }
            b'<' if self.bytes.get(self.at + 1) == Some(&b'<') => self.dict(depth).map(Object::Dict),
            b'<' => self.hex().map(Object::Text),
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.number_or_reference(),
            _ => match self.token() {
                b"true" => Some(Object::Bool(true)),
                b"false" => Some(Object::Bool(false)),
                b"null" => Some(Object::Null),
                _ => None,
            },
        }
    }

    fn dict(&mut self, depth: usize) -> Option<Dict<'a>> {
        self.word("<<")?;
        let mut entries: Vec<(Cow<'a, [u8]>, Object<'a>)> = Vec::new();
        loop {
            self.blanks();
            if self.peek()? == b'>' {
                self.word(">>")?;
                return Some(Dict(entries));
            }
            let key = self.name()?;
            if entries.iter().any(|(name, _)| *name == key) {
                return None;
            }
            entries.push((key, self.object_within(depth)?));
        }
    }

    fn number_or_reference(&mut self) -> Option<Object<'a>> {
        let token = std::str::from_utf8(self.token()).ok()?;
        let Ok(number) = token.parse::<i64>() else {
            let plain = token.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'));
            return token.parse().ok().filter(|_| plain).map(Object::Real);
        };
        let mut ahead = self.clone();
        if token.bytes().all(|byte| byte.is_ascii_digit())
            && ahead.peek() == Some(b' ')
            && ahead.unsigned() == Some(0)
            && ahead.word("R").is_some()
            && ahead.peek().is_none_or(|byte| is_blank(byte) || is_delimiter(byte))
        {
            self.at = ahead.at;
            return u32::try_from(number).ok().map(Object::Ref);
        }
        Some(Object::Int(number))
    }

    fn name(&mut self) -> Option<Cow<'a, [u8]>> {
        self.word("/")?;
        let token = self.token();
        if !token.contains(&b'#') {
            return Some(Cow::Borrowed(token));
        }
        let (mut name, mut rest) = (Vec::new(), token);
        while let Some((&first, after)) = rest.split_first() {
            rest = after;
            if first != b'#' {
                name.push(first);
                continue;
            }
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            name.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        }
        Some(Cow::Owned(name))
    }

    fn hex(&mut self) -> Option<Cow<'a, [u8]>> {
        let length = self.bytes[self.at..].iter().position(|byte| *byte == b'>')?;
        let digits = &self.bytes[self.at + 1..self.at + length];
        self.at += length + 1;
        let digits: Vec<u8> = digits.iter().copied().filter(|byte| !is_blank(*byte)).collect();
        // An odd number of digits is not for the archive (ISO 19005-2, 6.1.6).
        hex::decode(digits).ok().map(Cow::Owned)
    }

    fn literal(&mut self) -> Option<Cow<'a, [u8]>> {
        self.word("(")?;
        let (mut text, mut open) = (Vec::new(), 1);
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                b'\\' => {
                    text.extend(self.escaped()?);
                    continue;
                }
                _ => (),
            }
            if open == 0 {
                return Some(Cow::Owned(text));
            }
            text.push(byte);
        }
    }

    /// What a backslash and what follows it stand for; nothing, for one at the end of a line.
    fn escaped(&mut self) -> Option<Option<u8>> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'b' => Some(8),
            b'f' => Some(12),
            b'\n' => None,
            b'\r' => {
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
                None
            }
            b'0'..=b'7' => {
                let mut value = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(next @ b'0'..=b'7') = self.peek() else { break };
                    value = value * 8 + u32::from(next - b'0');
                    self.at += 1;
                }
                Some(value as u8)
            }
            other => Some(other),
        })
    }
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ')
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}
