//! Drivers as data: a TOML file says how a machine talks, with test vectors of its own.
//!
//! `docs/drivers.md` is the guide for whoever writes one. [`Driver::parse`] reads a file and names the line of
//! everything wrong in it; [`Driver::try_vectors`] runs its vectors.

mod bytes;
mod parts;
mod sense;
mod vector;
mod why;
mod wires;

use std::path::Path;

use hall_core::machine::{BootId, SetId};
use settings_file::{Fault, Faults, TextError, read_text};

use crate::contacts::{Contacts, ContactsSpec};
use crate::decoder::Decoder;
use crate::keypad::{Keypad, KeypadSpec};
use crate::line::LineSettings;
use crate::numbered::{Nature, Numbered};
use crate::observation::Tag;
use crate::stx::{Stx, StxSpec};
use crate::tag::{TagReader, TagSpec};
use crate::tags::TagTable;

pub use vector::Vector;

/// The name of our own protocol, which needs no file.
pub const BLP1: &str = "blp1";
/// The tables of a driver file that are written once for each thing.
const LISTS: [&str; 4] = ["message", "vector", "input", "ball"];
/// The longest driver file, in bytes.
pub const FILE_MAX: u64 = 65_536;

/// The files that are part of the program: name, text.
pub const EMBEDDED: [(&str, &str); 6] = [
    ("contactos", include_str!("../../drivers/contactos.toml")),
    ("extractora-levante", include_str!("../../drivers/extractora-levante.toml")),
    ("id12la", include_str!("../../drivers/id12la.toml")),
    ("stx-simple", include_str!("../../drivers/stx-simple.toml")),
    ("stx-suma", include_str!("../../drivers/stx-suma.toml")),
    ("teclado", include_str!("../../drivers/teclado.toml")),
];

/// How one model of machine talks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driver {
    /// The file's name, for messages.
    pub name: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// How the port is set.
    pub line: LineSettings,
    /// The frames.
    pub kind: Kind,
    /// What is good to know before trusting it, with lines.
    pub warnings: Vec<Fault>,
    vectors: Vec<Vector>,
    silent_ms: Option<u64>,
    resend: Option<Resend>,
    resend_ms: Option<u64>,
    load_ms: Option<u64>,
    again_ms: Option<u64>,
    /// The tags that the file itself has.
    tags: TagTable,
}

/// How a machine says again what was not acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resend {
    /// How many times, 1 to 20.
    pub times: u64,
    /// How long it waits for its acknowledgement each time, in milliseconds.
    pub every_ms: u64,
}

/// The kinds of frames there are (reliability.md C-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// D0: digits and Enter, keyed by a person.
    Keypad(KeypadSpec),
    /// D2: start, fields, end, check.
    Stx(StxSpec),
    /// D3: an RFID reader.
    Tag(TagSpec),
    /// D4: contacts behind Modbus RTU.
    Contacts(ContactsSpec),
}

/// A driver that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// Neither a name nor a file.
    #[error("no hay controlador «{name}»: use {BLP1}, {known} o la ruta de un fichero .toml")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Our own protocol has no file.
    #[error("«{BLP1}» es el protocolo propio: va dentro del programa y no lleva fichero que comprobar")]
    BuiltIn,
    /// The file cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Something in it is wrong.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// A keypad is no machine.
    #[error(
        "«{0}» es un teclado: lo que se teclea no es prueba de ninguna máquina. Para seguir a mano, dos personas \
         teclean cada bola en dos puestos (36.2); el teclado sólo sirve con «ball-machine monitor»"
    )]
    NoEvidence(String),
    /// A reader of tags needs to know which balls they are in.
    #[error(
        "«{0}» lee etiquetas: falta la tabla «tags» que dice de qué bola es cada una (ball-machine enrol)"
    )]
    NoTags(String),
    /// The tags of the table are none that this reader says.
    #[error(
        "la etiqueta {tag} de la tabla tiene {has} cifras, y el lector de «{name}» dice {digits}: no es la tabla de \
         este lector"
    )]
    TagDigits {
        /// The driver.
        name: String,
        /// The first such tag.
        tag: Tag,
        /// How many digits it has.
        has: usize,
        /// How many the reader says.
        digits: usize,
    },
    /// Nobody said which set of balls is loaded.
    #[error("«{0}» no dice qué juego de bolas hay cargado: falta «set» con su nombre")]
    NoSet(String),
}

impl Driver {
    /// Returns the driver of a name in [`EMBEDDED`] or of a file's path, its vectors passed.
    ///
    /// # Errors
    /// Where there is none, or anything in it is wrong.
    pub fn load(name: &str) -> Result<Driver, DriverError> {
        let driver = match EMBEDDED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Driver::parse(&format!("{name}.toml"), text)?,
            None if name == BLP1 => return Err(DriverError::BuiltIn),
            None => Driver::parse(name, &read(name)?)?,
        };
        driver.try_vectors()?;
        Ok(driver)
    }

    /// Reads the text of a file whose name is only for messages. Its vectors are not run.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn parse(name: &str, text: &str) -> Result<Driver, Faults> {
        if text.len() as u64 > FILE_MAX {
            return Err(Faults::one(name, 1, format!("el fichero pasa de {FILE_MAX} bytes")));
        }
        let driver = settings_file::read_with_lists(name, text, &LISTS, |root| parts::driver(name, root))?;
        driver.ok_or_else(|| Faults::one(name, 1, "falta «kind»"))
    }

    /// Runs the file's own vectors.
    ///
    /// # Errors
    /// Those that do not give what they say, each with its line.
    pub fn try_vectors(&self) -> Result<(), Faults> {
        let faults: Vec<Fault> = self.vectors.iter().filter_map(|vector| vector.fault(self)).collect();
        if faults.is_empty() { Ok(()) } else { Err(Faults::new(&self.name, faults)) }
    }

    /// Returns how the machine says again what was not acknowledged, if it does.
    pub fn resend(&self) -> Option<Resend> {
        self.resend
    }

    /// Returns whether a reader of tags says a tag again and again while its ball is in the field.
    pub fn repeats(&self) -> bool {
        matches!(self.kind, Kind::Tag(_)) && self.resend_ms.is_some()
    }

    /// Returns how long a silence is a lost line, in milliseconds; `None`: the machine speaks only of
    /// balls.
    pub fn silent_ms(&self) -> Option<u64> {
        self.silent_ms
    }

    /// Returns the file's own vectors.
    pub fn vectors(&self) -> &[Vector] {
        &self.vectors
    }

    /// Tells whether this reader can say the tags of a table; what reads no tags takes any.
    ///
    /// # Errors
    /// [`DriverError::TagDigits`] with the first tag of another length.
    pub fn fits(&self, tags: &TagTable) -> Result<(), DriverError> {
        let Kind::Tag(spec) = &self.kind else { return Ok(()) };
        match tags.tags().find(|tag| digits(tag) != spec.digits) {
            None => Ok(()),
            Some(tag) => Err(DriverError::TagDigits {
                name: self.name.clone(),
                tag,
                has: digits(&tag),
                digits: spec.digits,
            }),
        }
    }

    /// Returns a decoder. `tags`: the table of the set loaded, where the driver reads tags; else the
    /// file's own are used.
    pub fn decoder(&self, tags: Option<&TagTable>) -> Box<dyn Decoder> {
        match &self.kind {
            Kind::Keypad(spec) => Box::new(Keypad::new(spec.clone())),
            Kind::Stx(spec) => Box::new(Stx::new(spec.clone())),
            Kind::Contacts(spec) => Box::new(Contacts::new(spec.clone())),
            Kind::Tag(spec) => Box::new(TagReader::new(spec.clone(), tags.unwrap_or(&self.tags).clone())),
        }
    }

    /// Returns the host's end of a line to such a machine, closed. `set`: the set loaded, where no
    /// table says it. For the rest see [`Numbered::new`].
    ///
    /// # Errors
    /// A keypad has no such end; a reader of tags needs a table of its own tags; a set must be known.
    pub fn link(
        &self,
        tags: Option<&TagTable>,
        set: Option<SetId>,
        known: Option<BootId>,
        out: u8,
        boots: impl FnMut() -> BootId + Send + 'static,
    ) -> Result<Numbered, DriverError> {
        match &self.kind {
            Kind::Keypad(_) => return Err(DriverError::NoEvidence(self.name.clone())),
            Kind::Tag(_) if tags.is_none() => return Err(DriverError::NoTags(self.name.clone())),
            Kind::Tag(_) | Kind::Stx(_) | Kind::Contacts(_) => (),
        }
        tags.map_or(Ok(()), |tags| self.fits(tags))?;
        let set = tags.and_then(TagTable::set).or(set);
        let set = set.ok_or_else(|| DriverError::NoSet(self.name.clone()))?;
        let Driver { silent_ms, resend_ms, load_ms, again_ms, .. } = *self;
        let nature = Nature { set, silent_ms, resend_ms, load_ms, again_ms };
        Ok(Numbered::new(self.decoder(tags), nature, known, out, boots))
    }
}

/// Returns how many digits a tag has.
fn digits(tag: &Tag) -> usize {
    tag.to_string().len()
}

fn read(path: &str) -> Result<String, DriverError> {
    let a_path = path.ends_with(".toml") || path.contains('/');
    if !a_path && !Path::new(path).exists() {
        let known: Vec<&str> = EMBEDDED.iter().map(|(name, _)| *name).collect();
        return Err(DriverError::Unknown { name: path.to_owned(), known: known.join(", ") });
    }
    Ok(read_text(Path::new(path), FILE_MAX)?)
}

#[cfg(test)]
mod schema_tests;
#[cfg(test)]
mod sense_tests;
#[cfg(test)]
mod tests;
