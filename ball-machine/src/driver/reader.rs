//! Reads tables of a driver file key by key, and collects every fault with its line.

use std::cell::{Cell, RefCell};
#[cfg(test)]
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::syntax::{brackets, in_spanish, two_brackets};

/// Something wrong in a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do, in Spanish.
    pub text: String,
}

impl Fault {
    /// Returns a fault of a line.
    pub fn new(line: usize, text: impl Into<String>) -> Fault {
        Fault { line, text: text.into() }
    }
}

/// All that is wrong in a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The file's name.
    pub name: String,
    /// At least one, by line.
    pub list: Vec<Fault>,
}

impl Faults {
    pub(crate) fn new(name: &str, mut list: Vec<Fault>) -> Faults {
        list.sort_by_key(|fault| fault.line);
        Faults { name: name.to_owned(), list }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Fault { line, text }) in self.list.iter().enumerate() {
            let end = if index + 1 < self.list.len() { "\n" } else { "" };
            write!(f, "{}:{line}: {text}{end}", self.name)?;
        }
        Ok(())
    }
}

/// A file that is being read.
pub(super) struct Reader<'a> {
    text: &'a str,
    faults: RefCell<Vec<Fault>>,
    /// A byte of the line has seven bits: none above 7F can be sent.
    seven_bits: Cell<bool>,
    /// The keys that were asked for, by their path: those that the schema for editors has.
    #[cfg(test)]
    pub(super) paths: RefCell<BTreeSet<String>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            faults: RefCell::default(),
            seven_bits: Cell::new(false),
            #[cfg(test)]
            paths: RefCell::default(),
        }
    }

    /// From here on bytes above 7F are faults.
    pub(super) fn has_seven_bits(&self) {
        self.seven_bits.set(true);
    }

    /// Says which of these bytes no line of seven bits can carry, if it is one.
    pub(super) fn fit_the_line(&self, at: usize, bytes: &[u8]) {
        let high = bytes.iter().find(|byte| **byte >= 0x80);
        if let Some(high) = high.filter(|_| self.seven_bits.get()) {
            self.fault(at, format!("{high:02X} no cabe en una línea de 7 bits: como mucho, 7F"));
        }
    }

    /// Says what the parser of TOML does not understand.
    pub(super) fn no_toml(&self, errors: impl Iterator<Item = (usize, String)>) {
        for (at, message) in errors {
            let line = self.text.lines().nth(self.line(at) - 1).unwrap_or_default();
            let list = brackets(line, &message);
            let why = list.map_or_else(|| in_spanish(&message).to_owned(), two_brackets);
            self.fault(at, format!("no es TOML: {why}"));
            // Whatever stands behind it is another thing with the right brackets.
            if list.is_some() {
                return;
            }
        }
    }

    pub(super) fn line(&self, at: usize) -> usize {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    pub(super) fn fault(&self, at: usize, text: impl Into<String>) {
        self.faults.borrow_mut().push(Fault::new(self.line(at), text));
    }

    pub(super) fn into_faults(self) -> Vec<Fault> {
        self.faults.into_inner()
    }
}

/// One table, read key by key; [`Node::finish`] names those nobody asked for.
pub(super) struct Node<'a> {
    pub(super) reader: &'a Reader<'a>,
    /// Where it begins in the text.
    pub(super) at: usize,
    table: &'a DeTable<'a>,
    asked: RefCell<Vec<&'static str>>,
    #[cfg(test)]
    path: String,
}

impl<'a> Node<'a> {
    pub(super) fn new(reader: &'a Reader<'a>, table: &'a Spanned<DeTable<'a>>) -> Node<'a> {
        Node {
            reader,
            at: table.span().start,
            table: table.get_ref(),
            asked: RefCell::default(),
            #[cfg(test)]
            path: String::new(),
        }
    }

    pub(super) fn fault(&self, text: impl Into<String>) {
        self.reader.fault(self.at, text);
    }

    /// Returns where a key's value stands, or the table if it is not there.
    pub(super) fn place(&self, key: &str) -> usize {
        self.table.get(key).map_or(self.at, |value| value.span().start)
    }

    /// Returns where a key's value stands, if it is there.
    pub(super) fn place_of(&self, key: &str) -> Option<usize> {
        self.table.get(key).map(|value| value.span().start)
    }

    /// Returns how many there are in a list; none: it is no list, or not there.
    pub(super) fn length(&self, key: &str) -> Option<usize> {
        Some(self.table.get(key)?.get_ref().as_array()?.len())
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        #[cfg(test)]
        self.reader.paths.borrow_mut().insert(format!("{}{key}", self.path));
        self.table.get(key)
    }

    pub(super) fn needed(&self, key: &'static str) {
        if !self.has(key) {
            self.fault(format!("falta «{key}»"));
        }
    }

    pub(super) fn text(&self, key: &'static str) -> Option<String> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.reader.fault(value.span().start, format!("«{key}» es un texto, entre comillas"));
        }
        text.map(str::to_owned)
    }

    pub(super) fn number(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<u64> {
        let value = self.value(key)?;
        let said = value.get_ref().as_integer();
        let number = said.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(number);
        }
        let (least, most) = (range.start(), range.end());
        self.reader.fault(value.span().start, format!("«{key}» es un número de {least} a {most}"));
        None
    }

    /// Returns a whole number of any size, and says nothing where there is none.
    pub(super) fn any_number(&self, key: &'static str) -> Option<u64> {
        let said = self.value(key)?.get_ref().as_integer()?;
        u64::from_str_radix(said.as_str(), said.radix()).ok()
    }

    pub(super) fn size(&self, key: &'static str, range: RangeInclusive<u64>) -> Option<usize> {
        self.number(key, range).and_then(|number| usize::try_from(number).ok())
    }

    pub(super) fn flag(&self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.reader.fault(value.span().start, format!("«{key}» es true o false"));
        }
        flag
    }

    /// Returns bytes written as pairs of hexadecimal digits.
    pub(super) fn bytes(&self, key: &'static str, range: RangeInclusive<usize>) -> Option<Vec<u8>> {
        let place = self.place(key);
        let text = self.text(key)?;
        match hex_bytes(&text) {
            None => {
                self.reader
                    .fault(place, format!("«{key}»: «{text}» no son bytes; se escriben así: \"02 4A\""));
                None
            }
            Some(bytes) if !range.contains(&bytes.len()) => {
                let (least, most) = (range.start(), range.end());
                self.reader.fault(
                    place,
                    format!("«{key}» son de {least} a {most} bytes, y aquí hay {}", bytes.len()),
                );
                None
            }
            Some(bytes) => {
                self.reader.fit_the_line(place, &bytes);
                Some(bytes)
            }
        }
    }

    pub(super) fn choice<T: Copy>(&self, key: &'static str, known: &[(&str, T)]) -> Option<T> {
        let place = self.place(key);
        let word = self.text(key)?;
        let found = known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            self.reader.fault(place, format!("«{key}»: no se conoce «{word}»; hay {}", names.join(", ")));
        }
        found
    }

    pub(super) fn table(&self, key: &'static str) -> Option<Node<'a>> {
        self.table_written(key, &format!("[{key}], en una línea suya"))
    }

    /// As [`Node::table`]; `how` is how it is written.
    pub(super) fn table_written(&self, key: &'static str, how: &str) -> Option<Node<'a>> {
        let value = self.value(key)?;
        let node = self.node(key, value);
        if node.is_none() {
            let text = match value.get_ref().as_array() {
                Some(_) => format!("«{key}» sólo puede estar una vez: se escribe {how}"),
                None => format!("«{key}» es una tabla: se escribe {how}"),
            };
            self.reader.fault(value.span().start, text);
        }
        node
    }

    /// Returns a list of tables, `[[key]]`; none where there is none.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Node<'a>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let items = value.get_ref().as_array().map(|items| items.iter().collect::<Vec<_>>());
        let nodes: Option<Vec<Node<'a>>> =
            items.and_then(|items| items.into_iter().map(|item| self.node(key, item)).collect());
        nodes.unwrap_or_else(|| {
            self.reader.fault(value.span().start, two_brackets(key));
            Vec::new()
        })
    }

    /// Returns a text, or a list of texts, each with its place.
    pub(super) fn texts(&self, key: &'static str) -> Vec<(usize, String)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let one = |value: &Spanned<DeValue<'_>>| {
            value.get_ref().as_str().map(|text| (value.span().start, text.to_owned()))
        };
        let all = match value.get_ref().as_array() {
            Some(items) => items.iter().map(one).collect(),
            None => one(value).map(|text| vec![text]),
        };
        all.unwrap_or_else(|| {
            self.reader.fault(value.span().start, format!("«{key}» es un texto o una lista de textos"));
            Vec::new()
        })
    }

    /// Returns a list of whole numbers.
    pub(super) fn numbers(&self, key: &'static str, range: RangeInclusive<u64>) -> Vec<u64> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let one = |value: &Spanned<DeValue<'_>>| {
            let number = value.get_ref().as_integer()?;
            u64::from_str_radix(number.as_str(), number.radix()).ok().filter(|n| range.contains(n))
        };
        let all = value.get_ref().as_array().and_then(|items| items.iter().map(one).collect());
        all.unwrap_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.reader
                .fault(value.span().start, format!("«{key}» es una lista de números de {least} a {most}"));
            Vec::new()
        })
    }

    /// Names the keys that nobody asked for, of a table whose reading ended before its end: `known` are those
    /// that it may have.
    pub(super) fn finish_knowing(self, known: &[&'static str]) {
        self.asked.borrow_mut().extend(known);
        self.finish();
    }

    /// Names the keys that nobody asked for.
    pub(super) fn finish(self) {
        let asked = self.asked.borrow();
        for key in self.table.keys() {
            if !asked.iter().any(|known| *known == key.get_ref().as_ref()) {
                let mut known: Vec<&str> = asked.clone();
                known.sort_unstable();
                known.dedup();
                let text = format!("no se conoce «{}»; aquí puede haber {}", key.get_ref(), known.join(", "));
                self.reader.fault(key.span().start, text);
            }
        }
    }

    #[cfg_attr(not(test), expect(unused_variables))]
    fn node(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> Option<Node<'a>> {
        let table = value.get_ref().as_table()?;
        Some(Node {
            reader: self.reader,
            at: value.span().start,
            table,
            asked: RefCell::default(),
            #[cfg(test)]
            path: format!("{}{key}.", self.path),
        })
    }
}

/// Returns bytes written as pairs of hexadecimal digits, in either case, with or without blanks.
pub(crate) fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    digits.chunks(2).map(|pair| Some((value(pair[0])? << 4 | value(pair[1])?) as u8)).collect()
}
