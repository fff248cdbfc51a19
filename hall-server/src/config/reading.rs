//! Reads the parts of `sala.toml` key by key, and collects every fault with its line, in the words that
//! the files of drivers have.

use std::cell::RefCell;

use ball_machine::driver::{Fault, in_spanish};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What came out of a file, and all that is wrong with it: where that is something, the former means nothing.
pub(super) fn read<T>(text: &str, parts: impl FnOnce(Part<'_>) -> T) -> Result<T, Vec<Fault>> {
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
pub(super) fn no_text(bytes: &[u8], good: usize) -> Vec<Fault> {
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

/// One part of the file, `[name]`; [`Part::finish`] names the keys that nobody asked for.
pub(super) struct Part<'a> {
    reader: &'a Reader<'a>,
    /// None: the file itself, whose keys are the parts.
    name: Option<&'static str>,
    /// Where it begins in the text.
    at: usize,
    table: Option<&'a DeTable<'a>>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Part<'a> {
    fn root(reader: &'a Reader<'a>, table: &'a DeTable<'a>) -> Part<'a> {
        Part { reader, name: None, at: 0, table: Some(table), asked: RefCell::default() }
    }

    fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.table?.get(key)
    }

    /// Returns a part that may be left out.
    pub(super) fn part(&self, name: &'static str) -> Option<Part<'a>> {
        let value = self.value(name)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            let text = format!("«{name}» es una parte: se escribe [{name}] una sola vez, en una línea suya");
            self.reader.fault(value.span().start, text);
        }
        let at = value.span().start;
        Some(Part { reader: self.reader, name: Some(name), at, table, asked: RefCell::default() })
    }

    /// Returns a part that has to be there.
    pub(super) fn needed_part(&self, name: &'static str, what: &str) -> Part<'a> {
        self.part(name).unwrap_or_else(|| {
            self.reader.fault(self.reader.text.trim_end().len(), format!("falta la parte [{name}]: {what}"));
            let at = self.reader.text.len();
            Part { reader: self.reader, name: Some(name), at, table: None, asked: RefCell::default() }
        })
    }

    /// Returns what `read` makes of a key's text, if it is there; `what` is what it holds.
    pub(super) fn text<T>(
        &self,
        key: &'static str,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        self.read(key, what, |value| value.as_str().and_then(read))
    }

    /// Returns a whole number within limits, if it is there.
    pub(super) fn number(&self, key: &'static str, what: &str, least: u32, most: u32) -> Option<u32> {
        let what = format!("{what}: un número de {least} a {most}, sin comillas");
        self.read(key, &what, |value| {
            let number = value.as_integer()?;
            let number = u32::from_str_radix(number.as_str(), number.radix()).ok()?;
            (least..=most).contains(&number).then_some(number)
        })
    }

    /// Says that a key is missing where it is; `what` is what it holds.
    pub(super) fn needed(&self, key: &'static str, what: &str) {
        // Of a part that is missing, nothing else is said.
        let (Some(table), Some(name)) = (self.table, self.name) else { return };
        if !table.contains_key(key) {
            self.reader.fault(self.at, format!("en [{name}] falta «{key}»; es {what}"));
        }
    }

    fn read<T>(
        &self,
        key: &'static str,
        what: &str,
        read: impl FnOnce(&DeValue<'_>) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(key)?;
        let good = read(value.get_ref());
        if good.is_none() {
            let text = format!("«{key}» es {what}; aquí hay {}", in_words(value.get_ref()));
            self.reader.fault(value.span().start, text);
        }
        good
    }

    /// Names the keys that nobody asked for.
    pub(super) fn finish(self) {
        let mut known = self.asked.into_inner();
        known.sort_unstable();
        let Some(table) = self.table else { return };
        for (key, value) in table.iter().filter(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let text = match (self.name, value.get_ref()) {
                (Some(part), _) => {
                    format!("no se conoce «{name}» en [{part}]; ahí puede haber {}", known.join(", "))
                }
                (None, DeValue::Table(_)) => {
                    format!("no se conoce la parte [{name}]; puede haber [{}]", known.join("], ["))
                }
                (None, _) => {
                    format!("no se conoce «{name}» fuera de las partes, que son [{}]", known.join("], ["))
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
        DeValue::Array(_) => "una lista".to_owned(),
        DeValue::Table(_) => "una tabla".to_owned(),
    }
}
