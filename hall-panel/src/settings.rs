//! Settings of `hall-panel`: the command line over a file over defaults.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use hall_wire::link::{Witness, identity_file};
use settings_file::{Faults, TextError, read_text};

use crate::driver::{Driver, Kind};
use crate::serve::Line;
use crate::talk::Talk;
use crate::wire::To;

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 65_536;

/// What tells computers apart; made when the system was installed.
const COMPUTER: &str = "/etc/machine-id";

/// What the command line or the file says.
#[derive(Debug, Default, Args)]
pub struct Options {
    /// La dirección del servidor, como en <https://192.168.1.10:7878>; si la sala tiene uno de reserva, la de éste
    /// detrás, con una coma.
    #[arg(long, value_name = "URL", global = true, help_heading = "Opciones")]
    server: Option<String>,
    /// El nombre de este panel; con él consta qué panel mostró cada bola. Por omisión, lamparas-1.
    #[arg(long, value_name = "NOMBRE", global = true, help_heading = "Opciones")]
    name: Option<String>,
    /// Qué panel es: el nombre de un controlador (hall-panel drivers) o la ruta de su fichero.
    #[arg(long, value_name = "CONTROLADOR", global = true, help_heading = "Opciones")]
    driver: Option<String>,
    /// Una carpeta con controladores de la sala; van antes que los incluidos.
    #[arg(long, value_name = "CARPETA", global = true, help_heading = "Opciones")]
    drivers: Option<PathBuf>,
    /// Dónde está: /dev/serial/by-id/…, tcp:IP:PUERTO, udp:IP, multicast, o multicast:IP con la de este ordenador.
    #[arg(long, value_name = "DÓNDE", global = true, help_heading = "Opciones")]
    to: Option<String>,
    /// Dónde guarda su alta. Por omisión, ~/.local/state/bombo, con el nombre del panel.
    #[arg(long, value_name = "FICHERO", global = true, help_heading = "Opciones")]
    identity: Option<PathBuf>,
    /// No dice al servidor qué bolas se ven: donde nadie puede saber si el panel está encendido.
    #[arg(long, global = true, help_heading = "Opciones")]
    no_report: bool,
    /// Dónde apunta este panel la última línea del registro que ha visto. Por omisión, ~/.local/state/bombo.
    #[arg(long, value_name = "FICHERO", global = true, help_heading = "Opciones")]
    witness: Option<PathBuf>,
    /// Un fichero TOML con estas opciones, como en: driver = "lamparas-sacn". Lo que diga la orden manda.
    #[arg(long, value_name = "FICHERO", global = true, help_heading = "Opciones")]
    settings: Option<PathBuf>,
}

/// The settings, complete but for what only following the hall needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The server, as in `https://192.168.1.10:7878`, and its spare after a comma; empty where none was named.
    pub server: String,
    /// The panel's name: letters without accent, digits, `-`, `_` and `.`.
    pub name: String,
    /// Where it keeps which device of the hall it is.
    pub identity: PathBuf,
    /// What it is.
    pub driver: Driver,
    /// Where it is.
    pub to: To,
    /// Whether the desk is told which balls are shown.
    pub report: bool,
    /// Where it keeps what it saw of the record.
    pub witness: PathBuf,
}

impl Options {
    /// Merges these with their settings file and the defaults.
    ///
    /// # Errors
    /// In Spanish: an unreadable file, all faults of a file, a driver that does not fit the place.
    pub fn settle(self) -> anyhow::Result<Settings> {
        let file = self.settings.as_deref().map(Options::read).transpose()?.unwrap_or_default();
        let name = self.name.or(file.name).unwrap_or_else(|| "lamparas-1".to_owned());
        let driver =
            self.driver.or(file.driver).context("falta --driver; «hall-panel drivers» dice cuáles hay")?;
        let driver = Driver::load(&driver, self.drivers.or(file.drivers).as_deref())?;
        let to = match (self.to.or(file.to), &driver.kind) {
            (Some(to), _) => to.parse::<To>().map_err(anyhow::Error::msg)?,
            (None, Kind::Sacn { .. }) => To::Multicast(None),
            (None, Kind::Alpha(_) | Kind::UsbPro(_)) => bail!("falta --to, como en --to /dev/ttyUSB0"),
        };
        let fits = match driver.kind {
            Kind::Alpha(_) => matches!(to, To::Serial(_) | To::Tcp(_)),
            Kind::UsbPro(_) => matches!(to, To::Serial(_)),
            Kind::Sacn { .. } => matches!(to, To::Udp(_) | To::Multicast(_)),
        };
        if !fits {
            let by = match driver.kind {
                Kind::Alpha(_) => "por un puerto serie o por tcp:IP:PUERTO",
                Kind::UsbPro(_) => "por un puerto serie",
                Kind::Sacn { .. } => "por multicast o por udp:IP",
            };
            bail!("un panel «{}» se conecta {by}, y no por {to}", driver.kind.name());
        }
        Ok(Settings {
            server: self.server.or(file.server).unwrap_or_default(),
            witness: self.witness.or(file.witness).unwrap_or_else(|| Witness::usual_file(&name)),
            identity: self.identity.or(file.identity).unwrap_or_else(|| identity_file(&name)),
            name,
            driver,
            to,
            report: !(self.no_report || file.no_report),
        })
    }

    /// The hall's folder of drivers, where the command line or the file names one.
    ///
    /// # Errors
    /// In Spanish: an unreadable file, or all that is wrong in it.
    pub fn folder(&self) -> Result<Option<PathBuf>, TextError> {
        let file = self.settings.as_deref().map(Options::read).transpose()?.unwrap_or_default();
        Ok(self.drivers.clone().or(file.drivers))
    }

    fn read(path: &Path) -> Result<Options, TextError> {
        let text = read_text(path, FILE_MAX)?;
        Ok(Options::parse(&path.display().to_string(), &text)?)
    }

    fn parse(name: &str, text: &str) -> Result<Options, Faults> {
        settings_file::read(name, text, |file| {
            let to = file.text("to");
            if let Some(why) = to.as_deref().and_then(|to| to.parse::<To>().err()) {
                file.fault_at(file.place("to"), why);
            }
            let options = Options {
                server: file.text("server"),
                name: file.text("name"),
                identity: file.text("identity").map(PathBuf::from),
                driver: file.text("driver"),
                drivers: file.text("drivers").map(PathBuf::from),
                to,
                no_report: !file.flag("report").unwrap_or(true),
                witness: file.text("witness").map(PathBuf::from),
                settings: None,
            };
            file.finish();
            options
        })
    }
}

impl Settings {
    /// Says what is wrong with them for following the hall.
    ///
    /// # Errors
    /// In Spanish: no server, or a name that is none.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.server.is_empty() {
            bail!("falta --server, como en --server https://192.168.1.10:7878");
        }
        let is_address = |one: &str| ["http://", "https://"].iter().any(|scheme| one.starts_with(scheme));
        if !self.server.split(',').all(|one| is_address(one.trim())) {
            bail!("falta la dirección del servidor, como en https://192.168.1.10:7878");
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.len() > 40 || !self.name.chars().all(is_name) {
            bail!("el nombre del panel lleva de 1 a 40 letras sin tilde, cifras o - _ . : «{}»", self.name);
        }
        Ok(())
    }

    /// The line to the hardware.
    pub fn line(&self) -> Line {
        let universe = match &self.driver.kind {
            Kind::Sacn { universe, .. } => *universe,
            Kind::Alpha(_) | Kind::UsbPro(_) => 1,
        };
        Line { to: self.to.clone(), settings: self.driver.line, universe }
    }

    /// The talk with the hardware, before its line is open.
    pub fn talk(&self) -> Talk {
        let computer = std::fs::read_to_string(COMPUTER).unwrap_or_default();
        let byte_us = if matches!(self.to, To::Serial(_)) { self.driver.line.byte_us() } else { 0 };
        Talk::new(self.driver.hardware(&self.name, &computer), byte_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(driver: &str, to: Option<&str>) -> Options {
        Options { driver: Some(driver.to_owned()), to: to.map(str::to_owned), ..Options::default() }
    }

    #[test]
    fn a_file_says_what_the_command_line_does_not() {
        let text =
            "server = 'http://h:1'\ndriver = 'rotulo-alpha'\nto = 'tcp:10.0.0.1:3001'\nreport = false\n";
        let file = Options::parse("panel.toml", text).expect("a good file");
        assert!(file.no_report);
        let faults = Options::parse("panel.toml", "servidor = 'x'\nto = 'ttyUSB0'").expect_err("both");
        let words = faults.to_string();
        assert!(words.starts_with("panel.toml:1: no se conoce «servidor»"), "{words}");
        assert!(words.contains("panel.toml:2: «ttyUSB0» no dice dónde está el panel"), "{words}");
    }

    #[test]
    fn a_driver_is_asked_for_where_it_can_be() {
        let settings = options("lamparas-sacn", None).settle().expect("lamps on a network need no place");
        assert_eq!((settings.to.clone(), settings.name.as_str()), (To::Multicast(None), "lamparas-1"));
        assert!(settings.check().expect_err("no server").to_string().contains("--server"));
        let why = |options: Options| options.settle().expect_err("it is refused").to_string();
        assert!(why(Options::default()).contains("falta --driver"));
        assert!(why(options("rotulo-alpha", None)).contains("falta --to"));
        assert_eq!(
            why(options("lamparas-sacn", Some("/dev/ttyUSB0"))),
            "un panel «sacn» se conecta por multicast o por udp:IP, y no por /dev/ttyUSB0"
        );
        assert!(why(options("lamparas-dmx-usb", Some("tcp:10.0.0.1:1"))).contains("por un puerto serie"));
        assert!(
            why(options("lamparas", None))
                .starts_with("no hay ningún controlador «lamparas»; hay lamparas-dmx-usb")
        );
    }
}
