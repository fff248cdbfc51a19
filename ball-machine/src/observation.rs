//! What a decoder saw: the words that every driver shares, before anybody numbers them.
//!
//! Each has a short text form ([`Observation`]'s `Display`), that of the vectors in driver files and
//! of `ball-machine replay`, and a Spanish sentence for the technician ([`Observation::meaning`]).

use std::fmt;

use hall_core::machine::{Fault, Mode, SetId};
use thiserror::Error;

/// The most bytes of bad ones that are kept to be shown.
pub const BAD_SHOWN_MAX: usize = 32;

/// Something that the bytes of a machine say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// It lives: a heartbeat, or an answer with nothing new in it.
    Alive,
    /// It says what it does.
    Mode(Mode),
    /// A ball is at the reader.
    Present,
    /// A ball was read.
    Read(Reading),
    /// What was said of this ball already, within one presence or sent again: dropped and counted.
    Repeat,
    /// A ball is there and has no number that can be read.
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
    /// A person keyed a number: no machine's evidence, whatever port it came over.
    Typed(u8),
    /// Contacts were not seen for so many milliseconds: a ball may have passed meanwhile.
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
    /// Returns the tag, or `None` unless it is 1 to 16 of 0-9 and A-F.
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
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$X}", self.value, width = usize::from(self.digits))
    }
}

/// Returns the value of an upper-case hexadecimal digit. Lower case is refused: what is accepted
/// means one thing and is written in one way.
pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Why bytes are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Why {
    /// They begin as no frame does.
    #[error("bytes fuera de trama")]
    Noise,
    /// The frame began and its end did not come, or not in time.
    #[error("trama cortada")]
    Cut,
    /// Its end is not where it must be.
    #[error("final de trama que no es")]
    BadEnd,
    /// The check does not fit.
    #[error("comprobación que no cuadra")]
    BadCheck,
    /// A whole frame that no entry of the driver's file explains.
    #[error("mensaje que el controlador no conoce")]
    Unknown,
    /// Another unit, or another question's answer.
    #[error("respuesta que no se ha pedido")]
    Unasked,
}

/// Bytes that are no frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bad {
    /// What is wrong with the first of them.
    pub why: Why,
    /// How many there are, at least 1.
    pub len: u32,
    /// A ball's frame may have been among them.
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

    /// Returns the first of the bytes, at most [`BAD_SHOWN_MAX`].
    pub fn first(&self) -> &[u8] {
        &self.first[..BAD_SHOWN_MAX.min(self.len as usize)]
    }
}

impl fmt::Debug for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bad({:?}, {} bytes, doubt: {}, {:02X?})", self.why, self.len, self.doubt, self.first())
    }
}

/// The words of faults: those of driver files, and the technician's.
pub(crate) const FAULTS: [(Fault, &str, &str); 6] = [
    (Fault::Jam, "jam", "bola atascada"),
    (Fault::Multiple, "multiple", "más de una bola en el lector"),
    (Fault::Returned, "returned", "la bola ha vuelto al bombo"),
    (Fault::Blower, "blower", "turbina o motor"),
    (Fault::Sensor, "sensor", "sensor"),
    (Fault::Power, "power", "alimentación de la máquina"),
];

/// The words of modes: those of driver files, and the technician's.
pub(crate) const MODES: [(Mode, &str, &str); 5] = [
    (Mode::Stop, "stop", "parada"),
    (Mode::Run, "run", "extrayendo"),
    (Mode::Hold, "hold", "en pausa"),
    (Mode::Load, "load", "cargando bolas"),
    (Mode::Fault, "fault", "en avería"),
];

fn fault_words(fault: Fault) -> (&'static str, &'static str) {
    FAULTS.iter().find(|(f, ..)| *f == fault).map_or(("", ""), |(_, code, words)| (code, words))
}

fn mode_words(mode: Mode) -> (&'static str, &'static str) {
    MODES.iter().find(|(m, ..)| *m == mode).map_or(("", ""), |(_, code, words)| (code, words))
}

impl fmt::Display for Observation {
    /// The text form: `present`, `read 07`, `read 07 B`, `tag 0C000621A5`, `jam`, `jam-over` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observation::Alive => f.write_str("alive"),
            Observation::Mode(mode) => write!(f, "mode {}", mode_words(*mode).0),
            Observation::Present => f.write_str("present"),
            Observation::Read(Reading { number, set: None, .. }) => write!(f, "read {number:02}"),
            Observation::Read(Reading { number, set: Some(set), .. }) => write!(f, "read {number:02} {set}"),
            Observation::Repeat => f.write_str("repeat"),
            Observation::NoRead => f.write_str("no-read"),
            Observation::UnknownTag(tag) => write!(f, "tag {tag}"),
            Observation::Gone => f.write_str("gone"),
            Observation::FaultRaised(fault) => f.write_str(fault_words(*fault).0),
            Observation::FaultCleared(fault) => write!(f, "{}-over", fault_words(*fault).0),
            Observation::DoorOpened => f.write_str("door-open"),
            Observation::DoorClosed => f.write_str("door-closed"),
            Observation::Loaded => f.write_str("loaded"),
            Observation::Typed(number) => write!(f, "typed {number:02}"),
            Observation::Blind(_) => f.write_str("blind"),
            Observation::Bad(_) => f.write_str("bad"),
        }
    }
}

impl Observation {
    /// Returns what it means, in the words of the hall's technician.
    pub fn meaning(&self) -> String {
        match self {
            Observation::Alive => "la máquina responde".to_owned(),
            Observation::Mode(mode) => format!("modo: {}", mode_words(*mode).1),
            Observation::Present => "hay una bola en el lector".to_owned(),
            Observation::Read(Reading { number, set, confidence }) => {
                let set = set.map_or(String::new(), |set| format!(", juego {set}"));
                let known = if (1..=90).contains(number) { "" } else { " (ninguna bola lo lleva: ALTO)" };
                format!("bola {number}{known}{set}, confianza {confidence} %")
            }
            Observation::Repeat => "lo mismo otra vez: se cuenta y no se pasa".to_owned(),
            Observation::NoRead => "la bola no se puede leer: ALTO".to_owned(),
            Observation::UnknownTag(tag) => {
                format!("etiqueta {tag}, que no está en la tabla del juego: ALTO")
            }
            Observation::Gone => "la bola ha salido del lector".to_owned(),
            Observation::FaultRaised(fault) => format!("avería: {}: ALTO", fault_words(*fault).1),
            Observation::FaultCleared(fault) => format!("fin de avería: {}", fault_words(*fault).1),
            Observation::DoorOpened => "puerta abierta: ALTO".to_owned(),
            Observation::DoorClosed => "puerta cerrada".to_owned(),
            Observation::Loaded => "todas las bolas en el bombo".to_owned(),
            Observation::Typed(number) => format!("tecleado {number}: no es prueba de la máquina"),
            Observation::Blind(ms) => format!("{ms} ms sin ver los contactos: pudo pasar una bola: ALTO"),
            Observation::Bad(bad) => {
                let doubt = if bad.doubt { "; pudo ser una bola: ALTO si no se repite" } else { "" };
                format!("{} bytes tirados: {}{doubt}", bad.len, bad.why)
            }
        }
    }
}
