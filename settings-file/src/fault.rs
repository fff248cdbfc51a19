//! What is wrong in a file, and where.

use std::fmt;

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
    /// Returns faults of a file, sorted by line.
    pub fn new(name: &str, mut list: Vec<Fault>) -> Faults {
        list.sort_by_key(|fault| fault.line);
        Faults { name: name.to_owned(), list }
    }

    /// Returns the only fault of a file.
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
