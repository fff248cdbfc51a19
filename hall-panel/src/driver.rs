//! Drivers as data: a TOML file says what hardware there is and what it shows. `docs/panel-hardware.md` is the guide.
//!
//! [`Driver::parse`] reports every fault with its line. What goes over the line is the program's: a file has names,
//! channels, levels and texts, no bytes.

mod parts;

use std::path::Path;

use serial_line::line::LineSettings;
use settings_file::{Faults, TextError, read_text};

use crate::alpha::Sign;
use crate::dmx::Lamps;
use crate::sacn::{Source, cid};
use crate::talk::Hardware;

/// The longest driver file, in bytes.
const FILE_MAX: u64 = 65_536;

/// The files in the program: name, text.
pub const EMBEDDED: [(&str, &str); 4] = [
    ("lamparas-dmx-usb", include_str!("../drivers/lamparas-dmx-usb.toml")),
    ("lamparas-sacn", include_str!("../drivers/lamparas-sacn.toml")),
    ("rotulo-alpha", include_str!("../drivers/rotulo-alpha.toml")),
    ("rotulo-alpha-con-respuesta", include_str!("../drivers/rotulo-alpha-con-respuesta.toml")),
];

/// One model of hardware.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driver {
    /// The file's name, for messages.
    pub name: String,
    /// The hardware, in a sentence.
    pub about: String,
    /// How a serial line to it is set.
    pub line: LineSettings,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of hardware.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `alpha`: a LED sign.
    Alpha(Sign),
    /// `sacn`: lamps on a network.
    Sacn {
        /// Which universe, 1 to 63999.
        universe: u16,
        /// Among several sources the highest wins, 0 to 200.
        priority: u8,
        /// How they are wired.
        lamps: Lamps,
    },
    /// `dmx-usb-pro`: lamps behind a USB adaptor.
    UsbPro(Lamps),
}

/// Why a driver cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// No such name, neither in the program nor in the hall's folder.
    #[error("no hay ningún controlador «{name}»; hay {known}, o la ruta de un fichero .toml")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The file cannot be read, or has faults.
    #[error(transparent)]
    File(#[from] TextError),
}

impl Driver {
    /// The driver of this name: a path to a file, a file of the hall's folder of drivers, or one in the program.
    ///
    /// # Errors
    /// [`DriverError`]; each fault of the file with its line.
    pub fn load(name: &str, folder: Option<&Path>) -> Result<Driver, DriverError> {
        let of_folder = folder.map(|folder| folder.join(format!("{name}.toml"))).filter(|path| path.exists());
        let a_path = name.ends_with(".toml") || name.contains('/');
        if let Some(path) = of_folder.or_else(|| a_path.then(|| Path::new(name).to_owned())) {
            let text = read_text(&path, FILE_MAX)?;
            return Ok(Driver::parse(&path.display().to_string(), &text).map_err(TextError::from)?);
        }
        match EMBEDDED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Ok(Driver::parse(&format!("{name}.toml"), text).map_err(TextError::from)?),
            None => {
                let known: Vec<&str> = EMBEDDED.iter().map(|(name, _)| *name).collect();
                Err(DriverError::Unknown { name: name.to_owned(), known: known.join(", ") })
            }
        }
    }

    /// Reads the text of a file whose name is only for messages.
    ///
    /// # Errors
    /// All faults, each with its line.
    pub fn parse(name: &str, text: &str) -> Result<Driver, Faults> {
        let driver =
            settings_file::read_parts_with_lists(name, text, &["signal"], |root| parts::driver(name, root))?;
        // Without a kind there was a fault.
        driver.ok_or_else(|| Faults::one(name, 1, "falta «kind»"))
    }

    /// The hardware, as the panel `panel` of this computer talks to it. `computer` tells computers apart, as
    /// `/etc/machine-id` does.
    pub fn hardware(&self, panel: &str, computer: &str) -> Hardware {
        match &self.kind {
            Kind::Alpha(sign) => Hardware::Alpha(sign.clone()),
            Kind::UsbPro(lamps) => Hardware::UsbPro(lamps.clone()),
            Kind::Sacn { universe, priority, lamps } => {
                let source =
                    Source::new(cid(computer, panel), &format!("Bombo {panel}"), *universe, *priority);
                Hardware::Sacn(Box::new(source), lamps.clone())
            }
        }
    }
}

impl Kind {
    /// Its name in the files.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Alpha(_) => "alpha",
            Kind::Sacn { .. } => "sacn",
            Kind::UsbPro(_) => "dmx-usb-pro",
        }
    }
}

#[cfg(test)]
mod tests;
