//! The tags of one set of balls: which ball each is in.
//!
//! A file has 90 lines `tag,number`, and before them `set,NAME`; lines that begin with `#` are for people. Its
//! canonical text (sorted by ball, nothing else in it) has one SHA-256, the same on every machine:
//! it goes into the record and the acta.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use hall_core::ball::Ball;
use hall_core::machine::SetId;
use settings_file::{Fault, Faults, TextError, read_text};
use sha2::{Digest, Sha256};

use crate::observation::Tag;

/// The longest table that is read, in bytes: 90 lines, and plenty of room for what people write beside them.
pub const FILE_MAX: u64 = 65_536;

/// The tags of one set of balls, or none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TagTable {
    set: Option<SetId>,
    balls: BTreeMap<Tag, u8>,
}

impl TagTable {
    /// Returns a table without tags yet.
    pub fn new(set: SetId) -> TagTable {
        TagTable { set: Some(set), balls: BTreeMap::new() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is no such file, and as [`TagTable::parse`].
    pub fn load(path: &Path) -> Result<TagTable, TextError> {
        let text = read_text(path, FILE_MAX)?;
        Ok(TagTable::parse(&path.display().to_string(), &text)?)
    }

    /// Reads the file of a table that is being made: balls may be missing.
    ///
    /// # Errors
    /// As [`TagTable::load`], but for the balls that are missing.
    pub fn load_begun(path: &Path) -> Result<TagTable, TextError> {
        let text = read_text(path, FILE_MAX)?;
        Ok(TagTable::parse_begun(&path.display().to_string(), &text)?)
    }

    /// Reads the text of a file whose name is only for messages.
    ///
    /// # Errors
    /// Every line that is wrong: no tag, no ball, a tag in two balls, a ball with two tags, a ball
    /// that is missing, no set.
    pub fn parse(name: &str, text: &str) -> Result<TagTable, Faults> {
        let table = TagTable::parse_begun(name, text)?;
        let missing = table.missing();
        if missing.is_empty() {
            return Ok(table);
        }
        let list: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let last = text.lines().count().max(1);
        let text = format!("faltan bolas sin etiqueta: {}", list.join(", "));
        Err(Faults::one(name, last, text))
    }

    /// Reads a table that somebody has begun: balls may be missing.
    ///
    /// # Errors
    /// As [`TagTable::parse`].
    pub fn parse_begun(name: &str, text: &str) -> Result<TagTable, Faults> {
        let mut faults = Vec::new();
        let mut table = TagTable::default();
        let mut lines: BTreeMap<Tag, usize> = BTreeMap::new();
        // Some editors put a byte order mark first.
        for (index, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
            let at = index + 1;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((left, right)) = line.split_once(',') else {
                faults.push(Fault::new(at, format!("«{line}»: se espera «etiqueta,número» o «set,JUEGO»")));
                continue;
            };
            let (left, right) = (left.trim(), right.trim());
            if left == "set" {
                match (SetId::parse(right), table.set) {
                    (None, _) => faults.push(Fault::new(
                        at,
                        format!("«{right}» no es un juego: de 1 a 8 letras A-Z y cifras"),
                    )),
                    (_, Some(before)) => {
                        faults.push(Fault::new(at, format!("el juego ya está dicho: {before}")));
                    }
                    (set, None) => table.set = set,
                }
                continue;
            }
            let number = right.parse::<u8>().ok().and_then(Ball::new).map(Ball::number);
            match (Tag::parse(left.as_bytes()), number) {
                (None, _) => faults.push(Fault::new(
                    at,
                    format!("«{left}» no es una etiqueta: de 1 a 16 cifras hexadecimales en mayúsculas"),
                )),
                (_, None) => {
                    faults.push(Fault::new(at, format!("«{right}» no es una bola: un número de 1 a 90")));
                }
                (Some(tag), Some(number)) => match table.add(tag, number) {
                    Ok(()) => drop(lines.insert(tag, at)),
                    Err(why) => {
                        let before = match why {
                            Repeat::Tag(_) => lines.get(&tag),
                            Repeat::Ball(other) => lines.get(&other),
                        };
                        let before = before.copied().unwrap_or_default();
                        faults.push(Fault::new(at, format!("{why}; véase la línea {before}")));
                    }
                },
            }
        }
        if table.set.is_none() {
            faults.push(Fault::new(1, "falta «set,JUEGO»: el nombre del juego de bolas".to_owned()));
        }
        if faults.is_empty() { Ok(table) } else { Err(Faults::new(name, faults)) }
    }

    /// Adds the tag of a ball, 1 to 90.
    ///
    /// # Errors
    /// [`Repeat`] when the tag is in a ball already or the ball has one; nothing is changed.
    pub fn add(&mut self, tag: Tag, number: u8) -> Result<(), Repeat> {
        if let Some(ball) = self.balls.get(&tag) {
            return Err(Repeat::Tag(*ball));
        }
        if let Some((other, _)) = self.balls.iter().find(|(_, ball)| **ball == number) {
            return Err(Repeat::Ball(*other));
        }
        self.balls.insert(tag, number);
        Ok(())
    }

    /// Returns the ball of a tag.
    pub fn ball(&self, tag: Tag) -> Option<u8> {
        self.balls.get(&tag).copied()
    }

    /// Returns the tag of a ball.
    pub fn tag(&self, number: u8) -> Option<Tag> {
        self.balls.iter().find(|(_, ball)| **ball == number).map(|(tag, _)| *tag)
    }

    /// Returns all tags, by their value.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.balls.keys().copied()
    }

    /// Returns the set's name; an empty table has none.
    pub fn set(&self) -> Option<SetId> {
        self.set
    }

    /// Returns how many balls have a tag.
    pub fn len(&self) -> usize {
        self.balls.len()
    }

    /// Returns whether no ball has one.
    pub fn is_empty(&self) -> bool {
        self.balls.is_empty()
    }

    /// Returns the balls without a tag, ascending.
    pub fn missing(&self) -> Vec<u8> {
        Ball::all().map(Ball::number).filter(|n| !self.balls.values().any(|ball| ball == n)).collect()
    }

    /// Returns the text that its SHA-256 is of: `set,NAME`, then `tag,number` by ball, LF line ends.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        if let Some(set) = self.set {
            writeln!(text, "set,{set}").expect("a String takes everything");
        }
        let mut balls: Vec<(u8, Tag)> = self.balls.iter().map(|(tag, ball)| (*ball, *tag)).collect();
        balls.sort_unstable();
        for (ball, tag) in balls {
            writeln!(text, "{tag},{ball}").expect("a String takes everything");
        }
        text
    }

    /// Returns the SHA-256 of [`TagTable::canonical`].
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.canonical().as_bytes()).into()
    }
}

/// Why a tag cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Repeat {
    /// The tag is in this ball.
    #[error("esa etiqueta ya es de la bola {0}: dos bolas para una etiqueta")]
    Tag(u8),
    /// The ball has this tag.
    #[error("esa bola ya tiene la etiqueta {0}: dos etiquetas para una bola")]
    Ball(Tag),
}
