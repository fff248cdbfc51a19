//! The names of copies: `sala-2026-11-25-0412-1234567.db`, with `.age` behind it where it is encrypted.

/// A copy's name. They are ordered as they were made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// `2026-11-25-0412`, by the hall's clock.
    when: String,
    /// The last line of the record in it.
    pub seq: u64,
    /// It is an age file.
    pub encrypted: bool,
}

impl Name {
    pub(super) fn new(when: &str, seq: u64, encrypted: bool) -> Name {
        Name { when: when.to_owned(), seq, encrypted }
    }

    /// The name of a copy's file; `None` for any other file.
    pub fn parse(file: &str) -> Option<Name> {
        let (stem, encrypted) = match file.strip_suffix(".db.age") {
            Some(stem) => (stem, true),
            None => (file.strip_suffix(".db")?, false),
        };
        let (when, seq) = stem.strip_prefix("sala-")?.rsplit_once('-')?;
        let shape = when.chars().map(|char| if char.is_ascii_digit() { '0' } else { char });
        let good = shape.eq("0000-00-00-0000".chars());
        let name = Name { when: when.to_owned(), seq: seq.parse().ok()?, encrypted };
        (good && name.file() == file).then_some(name)
    }

    /// `sala-2026-11-25-0412-1234567`.
    pub fn stem(&self) -> String {
        format!("sala-{}-{}", self.when, self.seq)
    }

    /// The copy's file.
    pub fn file(&self) -> String {
        format!("{}.db{}", self.stem(), if self.encrypted { ".age" } else { "" })
    }

    /// The text beside it.
    pub fn note(&self) -> String {
        format!("{}.txt", self.stem())
    }

    /// The folder beside it with what else a hall needs.
    pub fn others(&self) -> String {
        format!("{}.otros", self.stem())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_are_ordered_as_they_were_made() {
        let plain = Name::new("2026-11-25-0412", 1_234_567, false);
        assert_eq!(plain.file(), "sala-2026-11-25-0412-1234567.db");
        for name in [plain.clone(), Name::new("2026-11-25-0412", 7, true)] {
            assert_eq!(Name::parse(&name.file()), Some(name));
        }
        assert!(Name::new("2026-11-24-2359", 2_000_000, false) < plain);
        for other in [
            "sala.db",
            "sala-2026-11-25-0412-07.db",
            "sala-2026-11-25-412-7.db",
            "sala-2026-11-25-0412-7.txt",
            "sala-é026-11-25-0412-7.db",
        ] {
            assert_eq!(Name::parse(other), None, "{other}");
        }
    }
}
