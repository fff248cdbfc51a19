//! The tags of one set of balls, and the ball of each.
//!
//! A file has `set,NAME` and then 90 lines `tag,number`; lines that begin with `#` are comments. The SHA-256 of its
//! canonical text (sorted by ball, without comments) goes into the record and the acta.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use hall_core::ball::Ball;
use hall_core::machine::SetId;
use settings_file::{Fault, Faults, TextError, read_text};
use sha2::{Digest, Sha256};

use crate::observation::Tag;

/// The longest file, in bytes: 90 lines, and plenty of room for comments.
pub const FILE_MAX: u64 = 65_536;

/// The tags of one set of balls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TagTable {
    set: Option<SetId>,
    balls: BTreeMap<Tag, u8>,
}

impl TagTable {
    /// A table without tags.
    pub fn new(set: SetId) -> TagTable {
        TagTable { set: Some(set), balls: BTreeMap::new() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, and as [`TagTable::parse`].
    pub fn load(path: &Path) -> Result<TagTable, TextError> {
        let text = read_text(path, FILE_MAX)?;
        Ok(TagTable::parse(&path.display().to_string(), &text)?)
    }

    /// Reads the text of a file; `name` is for messages.
    ///
    /// # Errors
    /// All faults: no tag, no ball, a tag in two balls, a ball with two tags, missing balls, no set.
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

    /// As [`TagTable::parse`], of an unfinished table: balls may be missing.
    ///
    /// # Errors
    /// As [`TagTable::parse`].
    pub fn parse_begun(name: &str, text: &str) -> Result<TagTable, Faults> {
        let mut faults = Vec::new();
        let mut table = TagTable::default();
        let mut lines: BTreeMap<Tag, usize> = BTreeMap::new();
        // Some editors put a byte order mark first.
        for (line, at) in text.trim_start_matches('\u{FEFF}').lines().map(str::trim).zip(1..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(text) = table.take(line, at, &mut lines) {
                faults.push(Fault::new(at, text));
            }
        }
        if table.set.is_none() {
            faults.push(Fault::new(1, "falta «set,JUEGO»: el nombre del juego de bolas"));
        }
        if faults.is_empty() { Ok(table) } else { Err(Faults::new(name, faults)) }
    }

    /// Takes one line of a file; `lines` has the line of each tag so far.
    fn take(&mut self, line: &str, at: usize, lines: &mut BTreeMap<Tag, usize>) -> Result<(), String> {
        let (left, right) = line
            .split_once(',')
            .map(|(left, right)| (left.trim(), right.trim()))
            .ok_or_else(|| format!("«{line}»: se espera «etiqueta,número» o «set,JUEGO»"))?;
        if left == "set" {
            let set = SetId::parse(right);
            let set = set.ok_or_else(|| format!("«{right}» no es un juego: de 1 a 8 letras A-Z y cifras"))?;
            return match self.set {
                Some(before) => Err(format!("el juego ya está dicho: {before}")),
                None => {
                    self.set = Some(set);
                    Ok(())
                }
            };
        }
        let tag = Tag::parse(left.as_bytes()).ok_or_else(|| {
            format!("«{left}» no es una etiqueta: de 1 a 16 cifras hexadecimales en mayúsculas")
        })?;
        let ball = right.parse().ok().and_then(Ball::new);
        let ball = ball.ok_or_else(|| format!("«{right}» no es una bola: un número de 1 a 90"))?;
        self.add(tag, ball.number()).map_err(|why| {
            let before = match why {
                Repeat::Tag(_) => lines.get(&tag),
                Repeat::Ball(other) => lines.get(&other),
            };
            format!("{why}; véase la línea {}", before.copied().unwrap_or_default())
        })?;
        lines.insert(tag, at);
        Ok(())
    }

    /// Adds the tag of a ball, 1 to 90.
    ///
    /// # Errors
    /// [`Repeat`] when the tag is in a ball already, or the ball has one; then nothing changes.
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

    /// The ball of a tag.
    pub fn ball(&self, tag: Tag) -> Option<u8> {
        self.balls.get(&tag).copied()
    }

    /// The tag of a ball.
    pub fn tag(&self, number: u8) -> Option<Tag> {
        self.balls.iter().find(|(_, ball)| **ball == number).map(|(tag, _)| *tag)
    }

    /// All tags, by value.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.balls.keys().copied()
    }

    /// The set; the default table has none.
    pub fn set(&self) -> Option<SetId> {
        self.set
    }

    /// How many balls have a tag.
    pub fn len(&self) -> usize {
        self.balls.len()
    }

    /// Whether no ball has a tag.
    pub fn is_empty(&self) -> bool {
        self.balls.is_empty()
    }

    /// The balls without a tag, ascending.
    pub fn missing(&self) -> Vec<u8> {
        Ball::all().map(Ball::number).filter(|n| !self.balls.values().any(|ball| ball == n)).collect()
    }

    /// The text that is hashed: `set,NAME`, then `tag,number` by ball, LF line ends.
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

    /// SHA-256 of [`TagTable::canonical`].
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
