//! What a decoder saw, in words that all drivers share; [`crate::numbered`] numbers it.
//!
//! Each has a short text form (its `Display`), used in the vectors of driver files and by `ball-machine replay`, and a
//! Spanish sentence for the technician ([`Observation::meaning`]).

use std::fmt;

use hall_core::machine::{Fault, Mode, SetId, Stored};
use thiserror::Error;

use crate::hex::hex_digit;
use crate::words::{FAULTS, MODES, Words, words};

/// The most bytes kept of bad ones.
pub const BAD_SHOWN_MAX: usize = 32;

/// Something that the bytes of a machine say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// A heartbeat, or an answer with nothing new in it.
    Alive,
    /// The machine reports its mode.
    Mode(Mode),
    /// A ball is at the reader.
    Present,
    /// A ball was read.
    Read(Reading),
    /// The same about the same ball again, or a frame sent again: counted and dropped.
    Repeat,
    /// A ball is there and its number cannot be read.
    NoRead,
    /// A ball is there with a tag that is in no table.
    UnknownTag(Tag),
    /// The ball left the reader.
    Gone,
    /// A fault began.
    FaultRaised(Fault),
    /// A fault ended.
    FaultCleared(Fault),
    /// The door was opened.
    DoorOpened,
    /// The door was closed.
    DoorClosed,
    /// Every ball is back in the drum.
    Loaded,
    /// A person keyed a number: never evidence from a machine.
    Typed(u8),
    /// Contacts were not seen for this many milliseconds: a ball may have passed.
    Blind(u32),
    /// Bytes that are no frame.
    Bad(Bad),
}

/// A ball's number as a machine gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// 0 to 99: it may be no ball at all.
    pub number: u8,
    /// The set the ball belongs to, where the machine or a table says it.
    pub set: Option<SetId>,
    /// 0 to 100 %.
    pub confidence: u8,
}

/// The identity of an RFID tag: up to sixteen hexadecimal digits, as the reader says them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    value: u64,
    digits: u8,
}

impl Tag {
    /// `None` unless it is 1 to 16 of 0-9 and A-F.
    ///
    /// ```
    /// use ball_machine::observation::Tag;
    ///
    /// assert_eq!(Tag::parse(b"0C000621A5").unwrap().to_string(), "0C000621A5");
    /// assert!(Tag::parse(b"").is_none() && Tag::parse(b"0c").is_none());
    /// ```
    pub fn parse(text: &[u8]) -> Option<Tag> {
        if text.is_empty() || text.len() > 16 {
            return None;
        }
        let mut value = 0;
        for byte in text {
            value = value << 4 | u64::from(hex_digit(*byte)?);
        }
        Some(Tag { value, digits: text.len() as u8 })
    }

    pub(crate) fn digits(self) -> usize {
        usize::from(self.digits)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$X}", self.value, width = usize::from(self.digits))
    }
}

/// Why bytes are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Why {
    /// No frame begins like this.
    #[error("bytes fuera de trama")]
    Noise,
    /// The frame began and its end did not come, or not in time.
    #[error("trama cortada")]
    Cut,
    /// The end bytes are not where they belong.
    #[error("final de trama que no es")]
    BadEnd,
    /// Wrong check.
    #[error("comprobación que no cuadra")]
    BadCheck,
    /// A whole frame without an entry in the driver file.
    #[error("mensaje que el controlador no conoce")]
    Unknown,
    /// The answer of another unit, or to another question.
    #[error("respuesta que no se ha pedido")]
    Unasked,
}

/// Bytes that are no frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bad {
    /// Of the first of them.
    pub why: Why,
    /// How many there are, at least 1.
    pub len: u32,
    /// They may have been a ball's frame.
    pub doubt: bool,
    first: [u8; BAD_SHOWN_MAX],
}

impl Bad {
    pub(crate) fn new(why: Why, bytes: &[u8], doubt: bool) -> Bad {
        let mut first = [0; BAD_SHOWN_MAX];
        let shown = bytes.len().min(BAD_SHOWN_MAX);
        first[..shown].copy_from_slice(&bytes[..shown]);
        Bad { why, len: bytes.len() as u32, doubt, first }
    }

    pub(crate) fn without_doubt(self) -> Bad {
        Bad { doubt: false, ..self }
    }

    /// The first [`BAD_SHOWN_MAX`] bytes.
    pub fn first(&self) -> &[u8] {
        &self.first[..BAD_SHOWN_MAX.min(self.len as usize)]
    }
}

impl fmt::Debug for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bad({:?}, {} bytes, doubt: {}, {:02X?})", self.why, self.len, self.doubt, self.first())
    }
}

impl Observation {
    /// What `means` in a driver file stands for: the text form of an observation without a number or a tag, a hyphen
    /// for the blank, as in `gone`, `mode-run`, `jam`, `jam-over`.
    pub(crate) fn of_word(word: &str) -> Option<Observation> {
        let plain = [
            Observation::NoRead,
            Observation::Present,
            Observation::Gone,
            Observation::Alive,
            Observation::Loaded,
            Observation::DoorOpened,
            Observation::DoorClosed,
        ];
        let modes = MODES.iter().map(|mode| Observation::Mode(mode.of));
        let faults = FAULTS
            .iter()
            .flat_map(|fault| [Observation::FaultRaised(fault.of), Observation::FaultCleared(fault.of)]);
        let mut all = plain.into_iter().chain(modes).chain(faults);
        all.find(|seen| seen.to_string().replace(' ', "-") == word)
    }

    /// What it means, in the words of the hall's technician.
    pub fn meaning(&self) -> String {
        self.in_words().1
    }

    /// The text form, and the meaning.
    fn in_words(&self) -> (String, String) {
        let plain = |word: &str, meaning: &str| (word.to_owned(), meaning.to_owned());
        match self {
            Observation::Alive => plain("alive", "la máquina responde"),
            Observation::Present => plain("present", "hay una bola en el lector"),
            Observation::Repeat => plain("repeat", "lo mismo otra vez: se cuenta y no se pasa"),
            Observation::NoRead => plain("no-read", "la bola no se puede leer: ALTO"),
            Observation::Gone => plain("gone", "la bola ha salido del lector"),
            Observation::DoorOpened => plain("door-open", "puerta abierta: ALTO"),
            Observation::DoorClosed => plain("door-closed", "puerta cerrada"),
            Observation::Loaded => plain("loaded", "todas las bolas en el bombo"),
            Observation::Mode(mode) => {
                let Words { file, spanish, .. } = words(&MODES, *mode);
                (format!("mode {file}"), format!("modo: {spanish}"))
            }
            Observation::Read(Reading { number, set, confidence }) => {
                let (code, name) =
                    set.map_or_else(Default::default, |set| (format!(" {set}"), format!(", juego {set}")));
                let known = if (1..=90).contains(number) { "" } else { " (ninguna bola lo lleva: ALTO)" };
                (
                    format!("read {number:02}{code}"),
                    format!("bola {number}{known}{name}, confianza {confidence} %"),
                )
            }
            Observation::UnknownTag(tag) => {
                (format!("tag {tag}"), format!("etiqueta {tag}, que no está en la tabla del juego: ALTO"))
            }
            Observation::FaultRaised(fault) => {
                let Words { file, spanish, .. } = words(&FAULTS, *fault);
                (file.to_string(), format!("avería: {spanish}: ALTO"))
            }
            Observation::FaultCleared(fault) => {
                let Words { file, spanish, .. } = words(&FAULTS, *fault);
                (format!("{file}-over"), format!("fin de avería: {spanish}"))
            }
            Observation::Typed(number) => {
                (format!("typed {number:02}"), format!("tecleado {number}: no es prueba de la máquina"))
            }
            Observation::Blind(ms) => {
                ("blind".to_owned(), format!("{ms} ms sin ver los contactos: pudo pasar una bola: ALTO"))
            }
            Observation::Bad(bad) => {
                let doubt = if bad.doubt { "; pudo ser una bola: ALTO si no se repite" } else { "" };
                ("bad".to_owned(), format!("{} bytes tirados: {}{doubt}", bad.len, bad.why))
            }
        }
    }
}

impl fmt::Display for Observation {
    /// The text form: `present`, `read 07`, `read 07 B`, `tag 0C000621A5`, `jam`, `jam-over` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words().0)
    }
}

impl From<Stored> for Observation {
    fn from(what: Stored) -> Observation {
        match what {
            Stored::Present => Observation::Present,
            Stored::Read { number, set, confidence } => {
                Observation::Read(Reading { number, set: Some(set), confidence })
            }
            Stored::NoRead => Observation::NoRead,
            Stored::Gone => Observation::Gone,
            Stored::FaultRaised(fault) => Observation::FaultRaised(fault),
            Stored::FaultCleared(fault) => Observation::FaultCleared(fault),
            Stored::DoorOpened => Observation::DoorOpened,
            Stored::DoorClosed => Observation::DoorClosed,
            Stored::Loaded => Observation::Loaded,
        }
    }
}
