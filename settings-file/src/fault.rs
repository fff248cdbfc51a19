//! The faults of a file.

use std::fmt;

/// One fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// From 1.
    pub line: usize,
    /// What is wrong and what to do, in Spanish.
    pub text: String,
}

impl Fault {
    /// A fault of a line.
    pub fn new(line: usize, text: impl Into<String>) -> Fault {
        Fault { line, text: text.into() }
    }
}

/// All faults of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The file's name.
    pub name: String,
    /// At least one, by line.
    pub list: Vec<Fault>,
}

impl Faults {
    /// Sorts them by line.
    pub fn new(name: &str, mut list: Vec<Fault>) -> Faults {
        list.sort_by_key(|fault| fault.line);
        Faults { name: name.to_owned(), list }
    }

    /// The only fault of a file.
    pub fn one(name: &str, line: usize, text: impl Into<String>) -> Faults {
        Faults { name: name.to_owned(), list: vec![Fault::new(line, text)] }
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
