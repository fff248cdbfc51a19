//! Drivers as data: a TOML file describes how a machine talks, with test vectors of its own.
//!
//! `docs/drivers.md` is the guide to writing one. [`Driver::parse`] reads a file and reports every fault with its line;
//! [`Driver::try_vectors`] runs its vectors.

mod parts;
mod draft;
mod stx;
mod tag;
mod contacts;
mod bytes;
mod sense;
mod vector;
mod why;

use std::path::Path;

use hall_core::machine::{BootId, SetId};
use settings_file::{Fault, Faults, TextError, read_text};

use crate::contacts::{Contacts, ContactsSpec};
use crate::decoder::Decoder;
use crate::framed::Framed;
use crate::keypad::KeypadSpec;
use crate::line::LineSettings;
use crate::numbered::{Numbered, Timing};
use crate::observation::Tag;
use crate::stx::{StxFrames, StxSpec};
use crate::tag::{TagFrames, TagSpec};
use crate::tags::TagTable;

pub use vector::Vector;

/// The name of our own protocol, which has no file.
pub const BLP1: &str = "blp1";
/// The tables of a driver file that may be repeated.
const LISTS: [&str; 4] = ["message", "vector", "input", "ball"];
/// The longest driver file, in bytes.
pub const FILE_MAX: u64 = 65_536;

/// The files in the program: name, text.
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
    /// The machine, in a sentence.
    pub about: String,
    /// How the port is set.
    pub line: LineSettings,
    /// The frames.
    pub kind: DriverKind,
    /// What to know before trusting it, with lines.
    pub warnings: Vec<Fault>,
    /// The vectors of the file.
    pub vectors: Vec<Vector>,
    /// How the machine repeats what was not acknowledged, if it does.
    pub resend: Option<Resend>,
    /// Its times.
    pub timing: Timing,
    /// The tags in the file itself.
    tags: TagTable,
}

/// How a machine repeats what was not acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resend {
    /// How many times, 1 to 20.
    pub times: u64,
    /// How long it waits for the acknowledgement each time, in milliseconds.
    pub every_ms: u64,
}

/// The kinds of frames (reliability.md C-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DriverKind {
    /// D0: digits and Enter, keyed by a person.
    Keypad(KeypadSpec),
    /// D2: start, fields, end, check.
    Stx(StxSpec),
    /// D3: an RFID reader.
    Tag(TagSpec),
    /// D4: contacts behind Modbus RTU.
    Contacts(ContactsSpec),
}

/// Why a driver cannot be used.
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
    /// BLP/1 has no file.
    #[error("«{BLP1}» es el protocolo propio: va dentro del programa y no lleva fichero que comprobar")]
    BuiltIn,
    /// The file cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The file has faults.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// A keypad is no machine.
    #[error(
        "«{0}» es un teclado: lo que se teclea no es prueba de ninguna máquina. Para seguir a mano, dos personas \
         teclean cada bola en dos puestos (36.2); el teclado sólo sirve con «ball-machine monitor»"
    )]
    NoEvidence(String),
    /// A reader of tags needs a table.
    #[error(
        "«{0}» lee etiquetas: falta la tabla «tags» que dice de qué bola es cada una (ball-machine enrol)"
    )]
    NoTags(String),
    /// The table's tags have another length than this reader's.
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
    /// The set loaded is unknown.
    #[error("«{0}» no dice qué juego de bolas hay cargado: falta «set» con su nombre")]
    NoSet(String),
}

impl Driver {
    /// The driver of a name in [`EMBEDDED`] or of a file's path, its vectors passed.
    ///
    /// # Errors
    /// When there is none, or it has faults.
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
    /// All faults, each with its line.
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
    /// Those that give something else, each with its line.
    pub fn try_vectors(&self) -> Result<(), Faults> {
        let faults: Vec<Fault> = self.vectors.iter().filter_map(|vector| vector.fault(self)).collect();
        if faults.is_empty() { Ok(()) } else { Err(Faults::new(&self.name, faults)) }
    }

    /// A reader of tags repeats a tag while its ball is in the field.
    pub fn repeats(&self) -> bool {
        matches!(self.kind, DriverKind::Tag(_)) && self.timing.resend_ms.is_some()
    }

    /// Checks that this reader can say the tags of a table; drivers that read no tags accept any.
    ///
    /// # Errors
    /// [`DriverError::TagDigits`] with the first tag of another length.
    pub fn fits(&self, tags: &TagTable) -> Result<(), DriverError> {
        let DriverKind::Tag(spec) = &self.kind else { return Ok(()) };
        let digits = spec.digits;
        match tags.tags().find(|tag| tag.digits() != digits) {
            None => Ok(()),
            Some(tag) => {
                Err(DriverError::TagDigits { name: self.name.clone(), tag, has: tag.digits(), digits })
            }
        }
    }

    /// A decoder. `tags`: the table of the set loaded, for a reader of tags; by default the file's own.
    pub fn decoder(&self, tags: Option<&TagTable>) -> Box<dyn Decoder> {
        match &self.kind {
            DriverKind::Keypad(spec) => Box::new(Framed::new(spec.clone())),
            DriverKind::Stx(spec) => Box::new(Framed::new(StxFrames::new(spec.clone()))),
            DriverKind::Contacts(spec) => Box::new(Contacts::new(spec.clone())),
            DriverKind::Tag(spec) => {
                let table = tags.unwrap_or(&self.tags).clone();
                Box::new(Framed::new(TagFrames { spec: spec.clone(), table }))
            }
        }
    }

    /// The host's end of a closed line to such a machine. `set`: the set loaded, where no table says it. For the rest see
    /// [`Numbered::new`].
    ///
    /// # Errors
    /// For a keypad; without a fitting table for a reader of tags; without a set.
    pub fn link(
        &self,
        tags: Option<&TagTable>,
        set: Option<SetId>,
        known: Option<BootId>,
        out: u8,
        boots: impl FnMut() -> BootId + Send + 'static,
    ) -> Result<Numbered, DriverError> {
        match &self.kind {
            DriverKind::Keypad(_) => return Err(DriverError::NoEvidence(self.name.clone())),
            DriverKind::Tag(_) if tags.is_none() => return Err(DriverError::NoTags(self.name.clone())),
            DriverKind::Tag(_) | DriverKind::Stx(_) | DriverKind::Contacts(_) => (),
        }
        tags.map_or(Ok(()), |tags| self.fits(tags))?;
        let set = tags.and_then(TagTable::set).or(set);
        let set = set.ok_or_else(|| DriverError::NoSet(self.name.clone()))?;
        Ok(Numbered::new(self.decoder(tags), set, self.timing, known, out, boots))
    }
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
