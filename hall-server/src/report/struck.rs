//! Names that this hall knows, and what looks like a key: struck out of whatever a program wrote.

use std::collections::BTreeSet;

use crate::access::Identity;
use crate::journal::RecordReader;

/// Parts of a name that are shorter are words of the language.
const PART_MIN: usize = 4;

/// So many hexadecimal digits on end are a key, a log-in or a hash; of a hash the beginning is enough.
const KEY_MIN: usize = 32;
const KEY_SHOWN: usize = 8;

/// What stands in a name's place.
const NAME: &str = "(nombre)";

/// What is struck out; nothing but keys where no record could be read.
#[derive(Default)]
pub(super) struct Struck {
    /// Longest first, in small letters.
    names: Vec<String>,
}

impl Struck {
    /// The names, users and documents of the staff, as the record has them sealed. They are read to be struck out, and go nowhere.
    pub(super) fn of(reader: &RecordReader) -> Struck {
        let mut names = BTreeSet::new();
        for person in reader.identities().unwrap_or_default() {
            let bytes = reader.unseal(&person.sealed).ok().flatten();
            let Some(identity) = bytes.and_then(|bytes| Identity::from_bytes(&bytes)) else { continue };
            names.extend(
                identity
                    .name
                    .split_whitespace()
                    .filter(|part| part.chars().count() >= PART_MIN)
                    .map(str::to_lowercase),
            );
            names.extend(
                [identity.name, identity.user]
                    .into_iter()
                    .chain(identity.document)
                    .map(|name| name.to_lowercase()),
            );
        }
        let mut names: Vec<String> = names.into_iter().filter(|name| !name.trim().is_empty()).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Struck { names }
    }

    /// The text without them.
    pub(super) fn clean(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut before = None;
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let begins = before.is_none_or(|before: char| !before.is_alphanumeric());
            let taken = if begins {
                self.name_at(rest).map(|length| (length, NAME.to_owned())).or_else(|| key_at(rest))
            } else {
                None
            };
            let (length, put) = taken.unwrap_or_else(|| (next.len_utf8(), next.to_string()));
            out += &put;
            before = rest[..length].chars().next_back();
            rest = &rest[length..];
        }
        out
    }

    /// How long the name is with which this text begins.
    fn name_at(&self, text: &str) -> Option<usize> {
        self.names.iter().find_map(|name| {
            let mut at = text.char_indices();
            for wanted in name.chars() {
                let (_, is) = at.next()?;
                if !is.to_lowercase().eq(std::iter::once(wanted)) {
                    return None;
                }
            }
            let end = at.next();
            end.is_none_or(|(_, next)| !next.is_alphanumeric())
                .then(|| end.map_or(text.len(), |(end, _)| end))
        })
    }
}

/// How long the key is with which this text begins, and what is left of it.
fn key_at(text: &str) -> Option<(usize, String)> {
    const SECRET: &str = "AGE-SECRET-KEY-";
    let length = |of: fn(char) -> bool| text.find(|c| !of(c)).unwrap_or(text.len());
    if text.get(..SECRET.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(SECRET)) {
        return Some((length(|c| c.is_ascii_alphanumeric() || c == '-'), "(clave)".to_owned()));
    }
    let digits = length(|c| c.is_ascii_hexdigit());
    (digits >= KEY_MIN).then(|| (digits, format!("{}…", &text[..KEY_SHOWN])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> String {
        let names = ["begoña ibáñez prat", "ibáñez", "begona", "ana"].map(str::to_owned).to_vec();
        Struck { names }.clean(text)
    }

    #[test]
    fn names_are_struck_out_where_they_are_words() {
        assert_eq!(clean("user=ana «Begoña IBÁÑEZ Prat» entró"), "user=(nombre) «(nombre)» entró");
        assert_eq!(clean("la semana de Ana, mañana"), "la semana de (nombre), mañana");
        assert_eq!(clean("Ibáñez"), "(nombre)");
    }

    #[test]
    fn keys_are_struck_out() {
        let key = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
        assert_eq!(clean(&format!("Bearer {key}.")), "Bearer 01234567….");
        assert_eq!(clean("AGE-SECRET-KEY-1QQQ fin"), "(clave) fin");
        assert_eq!(clean("línea 123456, versión 0.1.0"), "línea 123456, versión 0.1.0");
    }
}
