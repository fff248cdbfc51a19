//! Reads the files of a hall, `sala.toml` and a profile, key by key, and collects every fault with its line, in the
//! words that the files of drivers have.

use std::cell::RefCell;
use std::fmt;

use ball_machine::driver::{Fault, in_spanish};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What came out of a file, and all that is wrong with it: where that is something, the former means nothing.
pub(crate) fn read<T>(text: &str, parts: impl FnOnce(Part<'_>) -> T) -> Result<T, Vec<Fault>> {
    let reader = Reader { text, faults: RefCell::default() };
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.fault(at, format!("no es TOML: {}", in_spanish(error.message())));
    }
    // Keys behind a broken line would be missed: that line comes first.
    if errors.is_empty() {
        let read = parts(Part::root(&reader, root.get_ref()));
        if reader.faults.borrow().is_empty() {
            return Ok(read);
        }
    }
    let mut faults = reader.faults.into_inner();
    faults.sort_by_key(|fault| fault.line);
    Err(faults)
}

/// Returns what is wrong with the text of a file that is none.
pub(crate) fn no_text(bytes: &[u8], good: usize) -> Vec<Fault> {
    let line = 1 + bytes[..good].iter().filter(|byte| **byte == b'\n').count();
    vec![Fault::new(line, "no es texto UTF-8: guarde el fichero con esa codificación")]
}

/// A file that is being read.
struct Reader<'a> {
    text: &'a str,
    faults: RefCell<Vec<Fault>>,
}

impl Reader<'_> {
    fn fault(&self, at: usize, text: impl Into<String>) {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        self.faults.borrow_mut().push(Fault::new(line, text));
    }
}

/// One part of the file, `[name]`, or one entry of a part, `name = { … }`; [`Part::finish`] names the keys that
/// nobody asked for.
pub(crate) struct Part<'a> {
    reader: &'a Reader<'a>,
    name: Name,
    /// Where it begins in the text.
    at: usize,
    table: Option<&'a DeTable<'a>>,
    asked: RefCell<Vec<&'static str>>,
    /// Those of them that are parts themselves.
    parts: RefCell<Vec<&'static str>>,
}

#[derive(Clone, Copy)]
enum Name {
    /// The file itself, whose keys are the parts, and what stands before the first.
    File,
    Part(&'static str),
    /// A table in one line, whose key `value` is what its name says.
    Entry(&'static str),
}

impl Name {
    /// Returns what a key is called in a message.
    fn of(self, key: &'static str) -> &'static str {
        match self {
            Name::Entry(name) if key == VALUE => name,
            Name::Entry(_) | Name::File | Name::Part(_) => key,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::File => f.write_str("el fichero"),
            Name::Part(name) => write!(f, "[{name}]"),
            Name::Entry(name) => write!(f, "«{name}»"),
        }
    }
}

/// The key of an entry that holds what its name says.
pub(crate) const VALUE: &str = "value";

impl<'a> Part<'a> {
    fn root(reader: &'a Reader<'a>, table: &'a DeTable<'a>) -> Part<'a> {
        Part::new(reader, Name::File, 0, Some(table))
    }

    fn new(reader: &'a Reader<'a>, name: Name, at: usize, table: Option<&'a DeTable<'a>>) -> Part<'a> {
        Part { reader, name, at, table, asked: RefCell::default(), parts: RefCell::default() }
    }

    fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.table?.get(key)
    }

    /// Returns a part that may be left out.
    pub(crate) fn part(&self, name: &'static str) -> Option<Part<'a>> {
        self.parts.borrow_mut().push(name);
        let value = self.value(name)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            let text = format!("«{name}» es una parte: se escribe [{name}] una sola vez, en una línea suya");
            self.reader.fault(value.span().start, text);
        }
        Some(Part::new(self.reader, Name::Part(name), value.span().start, table))
    }

    /// Returns a part that has to be there.
    pub(crate) fn needed_part(&self, name: &'static str, what: &str) -> Part<'a> {
        self.part(name).unwrap_or_else(|| {
            self.reader.fault(self.reader.text.trim_end().len(), format!("falta la parte [{name}]: {what}"));
            Part::new(self.reader, Name::Part(name), self.reader.text.len(), None)
        })
    }

    /// Returns an entry, a table in one line, if it is there.
    pub(crate) fn entry(&self, name: &'static str, example: &str) -> Option<Part<'a>> {
        let value = self.value(name)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            let text = format!(
                "«{name}» se escribe con su fuente, como {example}; aquí hay {}",
                in_words(value.get_ref())
            );
            self.reader.fault(value.span().start, text);
        }
        Some(Part::new(self.reader, Name::Entry(name), value.span().start, table))
    }

    /// Returns whether a key is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(key))
    }

    /// Says what is wrong with this part as a whole.
    pub(crate) fn fault(&self, text: impl Into<String>) {
        self.reader.fault(self.at, text);
    }

    /// Returns what `read` makes of a key's text, if it is there; `what` is what it holds.
    pub(crate) fn text<T>(
        &self,
        key: &'static str,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        self.read(key, what, |value| value.as_str().and_then(read))
    }

    /// Returns a whole number within limits, if it is there.
    pub(crate) fn number(&self, key: &'static str, what: &str, least: u32, most: u32) -> Option<u32> {
        let what = format!("{what}: un número de {least} a {most}, sin comillas");
        self.read(key, &what, |value| {
            let number = value.as_integer()?;
            let number = u32::from_str_radix(number.as_str(), number.radix()).ok()?;
            (least..=most).contains(&number).then_some(number)
        })
    }

    /// Says that a key is missing where it is; `what` is what it holds.
    pub(crate) fn needed(&self, key: &'static str, what: &str) {
        // Of a part that is missing, nothing else is said.
        let Some(table) = self.table else { return };
        if !table.contains_key(key) {
            let text = match self.name {
                Name::File => format!("falta «{key}», antes de la primera parte; es {what}"),
                Name::Part(_) | Name::Entry(_) => format!("en {} falta «{key}»; es {what}", self.name),
            };
            self.reader.fault(self.at, text);
        }
    }

    /// Returns what `read` makes of a key, if it is there; `what` is what it holds.
    pub(crate) fn read<T>(
        &self,
        key: &'static str,
        what: &str,
        read: impl FnOnce(&DeValue<'_>) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(key)?;
        let good = read(value.get_ref());
        if good.is_none() {
            let name = self.name.of(key);
            let text = format!("«{name}» es {what}; aquí hay {}", in_words(value.get_ref()));
            self.reader.fault(value.span().start, text);
        }
        good
    }

    /// Names the keys that nobody asked for.
    pub(crate) fn finish(self) {
        let Some(table) = self.table else { return };
        let (mut known, mut parts) = (self.asked.into_inner(), self.parts.into_inner());
        known.sort_unstable();
        parts.sort_unstable();
        let outside: Vec<&str> = known.iter().copied().filter(|key| !parts.contains(key)).collect();
        for (key, value) in table.iter().filter(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let text = match (self.name, value.get_ref()) {
                (Name::Part(_) | Name::Entry(_), _) => {
                    format!("no se conoce «{name}» en {}; ahí puede haber {}", self.name, known.join(", "))
                }
                (Name::File, DeValue::Table(_)) => {
                    format!("no se conoce la parte [{name}]; puede haber [{}]", parts.join("], ["))
                }
                (Name::File, _) if outside.is_empty() => {
                    format!("no se conoce «{name}» fuera de las partes, que son [{}]", parts.join("], ["))
                }
                (Name::File, _) => {
                    format!(
                        "no se conoce «{name}» antes de la primera parte; ahí puede haber {}",
                        outside.join(", ")
                    )
                }
            };
            self.reader.fault(key.span().start, text);
        }
    }
}

/// Returns what a value is, in words.
fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) if text.is_empty() => "un texto vacío".to_owned(),
        DeValue::String(text) => format!("«{text}»"),
        DeValue::Integer(number) => format!("el número {number}"),
        DeValue::Float(number) => format!("el número {number}"),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "una fecha u hora".to_owned(),
        DeValue::Array(list) if list.is_empty() => "una lista vacía".to_owned(),
        DeValue::Array(list) => {
            let items: Vec<String> = list.iter().map(|item| in_words(item.get_ref())).collect();
            format!("una lista con {}", items.join(", "))
        }
        DeValue::Table(_) => "una tabla".to_owned(),
    }
}
