//! The tables of a file, read key by key.
//!
//! Each read says what its key should hold. A wrong value is a fault and reads as if it were absent. Methods that end in
//! `_as` take the words for what a key is. A result counts only without faults: [`read`] checks that.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::syntax::{brackets, in_spanish, two_brackets};
use crate::value::{Whole, in_words, whole, within};
use crate::{Fault, Faults};

/// Reads a file whose tables are its parts, each at most once; `name` is for messages.
///
/// # Errors
/// All that is wrong, each with its line.
pub fn read<T>(name: &str, text: &str, parts: impl FnOnce(Table<'_>) -> T) -> Result<T, Faults> {
    File::new(text).read(name, Name::File, &[], parts)
}

/// As [`read`], of a file of parts in which the tables `lists` may be repeated, `[[list]]`.
///
/// # Errors
/// All that is wrong, each with its line.
pub fn read_parts_with_lists<T>(
    name: &str,
    text: &str,
    lists: &[&str],
    parts: impl FnOnce(Table<'_>) -> T,
) -> Result<T, Faults> {
    File::new(text).read(name, Name::File, lists, parts)
}

/// As [`read`], of a file in which the tables `lists` may be repeated, `[[list]]`, and whose tables have no names in messages.
///
/// # Errors
/// All that is wrong, each with its line.
pub fn read_with_lists<T>(
    name: &str,
    text: &str,
    lists: &[&str],
    parts: impl FnOnce(Table<'_>) -> T,
) -> Result<T, Faults> {
    File::new(text).read(name, Name::Here, lists, parts)
}

/// The paths of all keys that `parts` asks for: those that a schema for editors must have.
pub fn keys_asked<T>(text: &str, parts: impl FnOnce(Table<'_>) -> T) -> BTreeSet<String> {
    let file = File::new(text);
    let (root, _) = DeTable::parse_recoverable(text);
    parts(Table::new(&file, Name::Here, String::new(), 0, Some(root.get_ref())));
    file.paths.into_inner()
}

struct File<'t> {
    text: &'t str,
    faults: RefCell<Vec<Fault>>,
    /// The keys that were asked for, by their path.
    paths: RefCell<BTreeSet<String>>,
}

impl<'t> File<'t> {
    fn new(text: &'t str) -> File<'t> {
        File { text, faults: RefCell::default(), paths: RefCell::default() }
    }

    fn read<T>(
        self,
        name: &str,
        root_name: Name<'static>,
        lists: &[&str],
        parts: impl FnOnce(Table<'_>) -> T,
    ) -> Result<T, Faults> {
        let (root, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let at = error.span().map_or(0, |span| span.start);
            let line = self.text.lines().nth(self.line(at) - 1).unwrap_or_default();
            let list = brackets(lists, line, error.message());
            let why = list.map_or_else(|| in_spanish(error.message()).to_owned(), two_brackets);
            self.fault(at, format!("no es TOML: {why}"));
            // With the right brackets the rest of the file may be right.
            if list.is_some() {
                break;
            }
        }
        // Keys behind a broken line would seem to be missing.
        if errors.is_empty() {
            let read = parts(Table::new(&self, root_name, String::new(), 0, Some(root.get_ref())));
            if self.faults.borrow().is_empty() {
                return Ok(read);
            }
        }
        Err(Faults::new(name, self.faults.into_inner()))
    }

    fn line(&self, at: usize) -> usize {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    fn fault(&self, at: usize, text: impl Into<String>) {
        self.faults.borrow_mut().push(Fault::new(self.line(at), text));
    }
}

/// One table of the file; [`Table::finish`] reports the keys that nobody asked for.
pub struct Table<'a> {
    file: &'a File<'a>,
    name: Name<'a>,
    /// The keys that lead to it, each followed by a point.
    path: String,
    at: usize,
    table: Option<&'a DeTable<'a>>,
    asked: RefCell<Vec<&'a str>>,
    /// Those of them that are parts themselves, or lists of tables, as they are written.
    parts: RefCell<Vec<(&'a str, String)>>,
}

/// What a table is called in messages.
#[derive(Clone, Copy)]
enum Name<'a> {
    /// Nothing, its line is enough; the same for all tables within it.
    Here,
    /// The file itself, with its parts and the keys before the first.
    File,
    Part(&'a str),
    /// One of a list of tables.
    Item(&'a str),
    /// A table in one line; its key [`VALUE`] is called by its name.
    Entry(&'a str),
}

impl<'a> Name<'a> {
    /// What a key is called in a message.
    fn of(self, key: &'a str) -> &'a str {
        match self {
            Name::Entry(name) if key == VALUE => name,
            Name::Entry(_) | Name::File | Name::Item(_) | Name::Part(_) | Name::Here => key,
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::File | Name::Here => f.write_str("el fichero"),
            Name::Part(name) => write!(f, "[{name}]"),
            Name::Item(name) => write!(f, "[[{name}]]"),
            Name::Entry(name) => write!(f, "«{name}»"),
        }
    }
}

/// The key of an entry's value.
pub const VALUE: &str = "value";

type Value<'a> = Spanned<DeValue<'a>>;

impl<'a> Table<'a> {
    fn new(
        file: &'a File<'a>,
        name: Name<'a>,
        path: String,
        at: usize,
        table: Option<&'a DeTable<'a>>,
    ) -> Table<'a> {
        Table { file, name, path, at, table, asked: RefCell::default(), parts: RefCell::default() }
    }

    fn within(&self, name: Name<'a>, key: &str, at: usize, table: Option<&'a DeTable<'a>>) -> Table<'a> {
        Table::new(self.file, name, format!("{}{key}.", self.path), at, table)
    }

    fn part_name(&self, key: &'a str) -> Name<'a> {
        match self.name {
            Name::Here => Name::Here,
            Name::File | Name::Part(_) | Name::Item(_) | Name::Entry(_) => Name::Part(key),
        }
    }

    fn value(&self, key: &'a str) -> Option<&'a Value<'a>> {
        self.asked.borrow_mut().push(key);
        self.file.paths.borrow_mut().insert(format!("{}{key}", self.path));
        self.table?.get(key)
    }

    /// Where the table begins, in bytes from the beginning of the file.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The line of a place in the file, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.file.line(at)
    }

    /// The place of a key's value, or of the table if there is none.
    pub fn place(&self, key: &str) -> usize {
        self.place_of(key).unwrap_or(self.at)
    }

    /// The place of a key's value.
    pub fn place_of(&self, key: &str) -> Option<usize> {
        Some(self.table?.get(key)?.span().start)
    }

    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(key))
    }

    /// The length of a list; `None` if there is no list.
    pub fn length(&self, key: &str) -> Option<usize> {
        Some(self.table?.get(key)?.get_ref().as_array()?.len())
    }

    /// The keys that nobody has asked for yet, each with its place.
    pub fn rest(&self) -> Vec<(&'a str, usize)> {
        let Some(table) = self.table else { return Vec::new() };
        let asked = self.asked.borrow();
        let rest = table.keys().filter(|key| !asked.contains(&key.get_ref().as_ref()));
        rest.map(|key| (key.get_ref().as_ref(), key.span().start)).collect()
    }

    /// A fault of this table as a whole.
    pub fn fault(&self, text: impl Into<String>) {
        self.file.fault(self.at, text);
    }

    /// A fault at a place.
    pub fn fault_at(&self, at: usize, text: impl Into<String>) {
        self.file.fault(at, text);
    }

    /// A fault for each of these keys that is missing.
    pub fn needed(&self, keys: &[&str]) {
        for key in keys.iter().filter(|key| self.table.is_some() && !self.has(key)) {
            self.fault(format!("falta «{key}»"));
        }
    }

    /// As [`Table::needed`], of one key; `what` is what it holds.
    pub fn needed_as(&self, key: &str, what: &str) {
        // A missing part has one fault, not one for each key.
        if self.table.is_some() && !self.has(key) {
            self.fault(match self.name {
                Name::File | Name::Here => format!("falta «{key}», antes de la primera parte; es {what}"),
                Name::Part(_) | Name::Item(_) | Name::Entry(_) => {
                    format!("en {} falta «{key}»; es {what}", self.name)
                }
            });
        }
    }

    /// What `good` makes of a key; `what` is what it holds.
    pub fn read<T>(
        &self,
        key: &'a str,
        what: &str,
        good: impl FnOnce(&'a DeValue<'a>) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(key)?;
        let read = good(value.get_ref());
        if read.is_none() {
            let (name, said) = (self.name.of(key), in_words(value.get_ref()));
            self.file.fault(value.span().start, format!("«{name}» es {what}; aquí hay {said}"));
        }
        read
    }

    /// A text.
    pub fn text(&self, key: &'a str) -> Option<String> {
        self.text_as(key, "un texto, entre comillas", |text| Some(text.to_owned()))
    }

    /// What `good` makes of a text; `what` is what it holds.
    pub fn text_as<T>(&self, key: &'a str, what: &str, good: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        self.read(key, what, |value| value.as_str().and_then(good))
    }

    /// What the command line reads from the same text; the error says in Spanish what is wrong.
    pub fn parsed<T: FromStr<Err = String>>(&self, key: &'a str) -> Option<T> {
        let text = self.text(key)?;
        text.parse().map_err(|why: String| self.fault_at(self.place(key), why)).ok()
    }

    /// A whole number within limits.
    pub fn number<N: Whole>(&self, key: &'a str, range: RangeInclusive<N>) -> Option<N> {
        let what = format!("un número de {} a {}", range.start(), range.end());
        self.read(key, &what, |value| within(value, &range))
    }

    /// As [`Table::number`]; `what` is what it counts.
    pub fn number_as<N: Whole>(&self, key: &'a str, what: &str, range: RangeInclusive<N>) -> Option<N> {
        let what = format!("{what}: un número de {} a {}, sin comillas", range.start(), range.end());
        self.read(key, &what, |value| within(value, &range))
    }

    /// A whole number of any size; anything else is no fault.
    pub fn any_number(&self, key: &'a str) -> Option<u64> {
        whole(self.value(key)?.get_ref())
    }

    /// A number with or without decimals within limits.
    pub fn decimal(&self, key: &'a str, range: RangeInclusive<f64>) -> Option<f64> {
        let what = format!("un número de {:?} a {:?}", range.start(), range.end());
        self.read(key, &what, |value| {
            let number = match value.as_float() {
                Some(number) => number.as_str().parse().ok()?,
                None => f64::from(u32::try_from(whole(value)?).ok()?),
            };
            range.contains(&number).then_some(number)
        })
    }

    /// True or false.
    pub fn flag(&self, key: &'a str) -> Option<bool> {
        self.read(key, "true o false", DeValue::as_bool)
    }

    /// What one of the known words stands for.
    pub fn choice<T: Copy>(&self, key: &'a str, known: &[(&str, T)]) -> Option<T> {
        let place = self.place(key);
        let word = self.text(key)?;
        let found = known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            self.file.fault(place, format!("«{key}»: no se conoce «{word}»; hay {}", names.join(", ")));
        }
        found
    }

    /// A text, or a list of texts, each with its place.
    pub fn texts(&self, key: &'a str) -> Vec<(usize, String)> {
        let place = self.place(key);
        let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
        let all = self.read(key, "un texto o una lista de textos", |value| match value.as_array() {
            Some(items) => {
                items.iter().map(|item| Some((item.span().start, text(item.get_ref())?))).collect()
            }
            None => Some(vec![(place, text(value)?)]),
        });
        all.unwrap_or_default()
    }

    /// A list of whole numbers, each with its place.
    pub fn numbers<N: Whole>(&self, key: &'a str, range: RangeInclusive<N>) -> Vec<(usize, N)> {
        let what = format!("una lista de números de {} a {}", range.start(), range.end());
        let one = |item: &Value<'_>| Some((item.span().start, within(item.get_ref(), &range)?));
        self.read(key, &what, |value| value.as_array()?.iter().map(one).collect()).unwrap_or_default()
    }

    /// A part, `[key]`.
    pub fn table(&self, key: &'a str) -> Option<Table<'a>> {
        self.parts.borrow_mut().push((key, format!("[{key}]")));
        let value = self.value(key)?;
        let (at, table) = (value.span().start, value.get_ref().as_table());
        if table.is_none() {
            let text = format!("«{key}» es una parte: se escribe [{key}] una sola vez, en una línea suya");
            self.file.fault(at, text);
        }
        table.map(|table| self.within(self.part_name(key), key, at, Some(table)))
    }

    /// As [`Table::table`]; empty if the key is something else, which is one fault.
    pub fn part(&self, key: &'a str) -> Option<Table<'a>> {
        let part = self.table(key);
        part.or_else(|| self.has(key).then(|| self.empty(key)))
    }

    /// As [`Table::part`]; empty if it is absent.
    pub fn part_or_empty(&self, key: &'a str) -> Table<'a> {
        self.part(key).unwrap_or_else(|| self.empty(key))
    }

    /// As [`Table::part_or_empty`]; an absent part is a fault. `what` is what it holds.
    pub fn needed_part(&self, key: &'a str, what: &str) -> Table<'a> {
        if !self.has(key) {
            self.file.fault(self.file.text.trim_end().len(), format!("falta la parte [{key}]: {what}"));
        }
        self.part_or_empty(key)
    }

    fn empty(&self, key: &'a str) -> Table<'a> {
        self.within(self.part_name(key), key, self.file.text.len(), None)
    }

    /// An entry, a table in one line, written as `how` says; empty if it is something else.
    pub fn entry(&self, key: &'a str, how: &str) -> Option<Table<'a>> {
        let value = self.value(key)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            let said = in_words(value.get_ref());
            self.file.fault(value.span().start, format!("«{key}» se escribe {how}; aquí hay {said}"));
        }
        let name = if matches!(self.name, Name::Here) { Name::Here } else { Name::Entry(key) };
        Some(self.within(name, key, value.span().start, table))
    }

    /// A list of tables, `[[key]]`; empty if there is none.
    pub fn tables(&self, key: &'a str) -> Vec<Table<'a>> {
        self.parts.borrow_mut().push((key, format!("[[{key}]]")));
        let Some(value) = self.value(key) else { return Vec::new() };
        let one = |item: &'a Value<'a>| {
            let table = item.get_ref().as_table()?;
            let name = if matches!(self.name, Name::Here) { Name::Here } else { Name::Item(key) };
            Some(self.within(name, key, item.span().start, Some(table)))
        };
        let all = value.get_ref().as_array().and_then(|items| items.iter().map(one).collect());
        all.unwrap_or_else(|| {
            self.file.fault(value.span().start, two_brackets(key));
            Vec::new()
        })
    }

    /// As [`Table::finish`], of a table that was not read to its end: `known` are the keys it may have.
    pub fn finish_knowing(self, known: &[&'static str]) {
        self.asked.borrow_mut().extend(known);
        self.finish();
    }

    /// Reports the keys that nobody asked for.
    pub fn finish(self) {
        let (table, rest) = (self.table, self.rest());
        let (mut known, parts) = (self.asked.into_inner(), self.parts.into_inner());
        let parts: BTreeMap<&str, String> = parts.into_iter().collect();
        known.sort_unstable();
        known.dedup();
        let outside: Vec<&str> = known.iter().copied().filter(|key| !parts.contains_key(key)).collect();
        let parts: Vec<String> = parts.into_values().collect();
        let parts = parts.join(", ");
        for (key, at) in rest {
            let is_part =
                table.and_then(|table| table.get(key)).is_some_and(|value| value.get_ref().is_table());
            let text = match self.name {
                Name::Here => format!("no se conoce «{key}»; aquí puede haber {}", known.join(", ")),
                Name::Part(_) | Name::Item(_) | Name::Entry(_) => {
                    format!("no se conoce «{key}» en {}; ahí puede haber {}", self.name, known.join(", "))
                }
                Name::File if is_part => {
                    format!("no se conoce la parte [{key}]; puede haber {parts}")
                }
                Name::File if outside.is_empty() => {
                    format!("no se conoce «{key}» fuera de las partes, que son {parts}")
                }
                Name::File => {
                    let list = outside.join(", ");
                    format!("no se conoce «{key}» antes de la primera parte; ahí puede haber {list}")
                }
            };
            self.file.fault(at, text);
        }
    }
}
