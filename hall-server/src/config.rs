//! The settings: one TOML file in the hall's folder, parsed once, every field documented in
//! the file that `hall-server init` writes.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The file's name in the hall's folder.
pub const FILE: &str = "sala.toml";

/// Settings that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is not there or cannot be read.
    #[error("No se puede leer {}. Compruebe la carpeta o cree la sala con «hall-server init».", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// Something in it is not as documented.
    #[error("En {}: {source}", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// Where and what.
        #[source]
        source: Box<toml::de::Error>,
    },
}

/// The settings of one hall.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where the server listens.
    pub server: Server,
    /// The ball machine; none where the hall has not attached one yet.
    pub machine: Option<Machine>,
    /// A second reader of the same balls, for profiles whose `evidence` asks for one.
    pub second_reader: Option<Machine>,
    /// What actas and cards say of the hall.
    pub paper: Paper,
}

/// Where the server listens.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Address and port. Loopback unless told otherwise; port 0 takes a free one.
    pub listen: SocketAddr,
}

/// The ball machine's line.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The serial device, best by its `/dev/serial/by-id` name.
    pub port: PathBuf,
    /// Bits a second, 1 200 to 115 200; the driver's own when absent, 9 600 for BLP/1.
    pub baud: Option<u32>,
    /// How the machine talks: `blp1`, the name of a driver of `ball-machine`, or the path of a driver
    /// file, from the hall's folder.
    #[serde(default = "blp1")]
    pub driver: String,
    /// The table of tags of the set loaded, from the hall's folder, for drivers that read tags.
    pub tags: Option<PathBuf>,
    /// The name of the set loaded, for drivers whose machine does not say it.
    pub set: Option<String>,
}

fn blp1() -> String {
    ball_machine::driver::BLP1.to_owned()
}

impl Machine {
    /// Returns a machine that speaks BLP/1 on a port.
    pub fn blp1(port: PathBuf) -> Machine {
        Machine { port, baud: None, driver: blp1(), tags: None, set: None }
    }
}

/// What actas and cards say of the hall.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The company that holds the authorisation.
    pub company: String,
    /// Street and number.
    pub address: String,
    /// Town.
    pub town: String,
    /// The book of actas.
    pub book: String,
    /// Who stamped it, and when.
    pub authority: String,
    /// The line at the foot of each card.
    pub legal: String,
    /// The program that makes PDFs; `card-printer` beside this program when empty.
    #[serde(default)]
    pub printer: PathBuf,
}

impl Config {
    /// Reads the settings of the hall in a folder.
    ///
    /// # Errors
    /// [`ConfigError`], naming file, line and field.
    pub fn read(dir: &Path) -> Result<Config, ConfigError> {
        let path = dir.join(FILE);
        let text = std::fs::read_to_string(&path)
            .map_err(|source| ConfigError::Missing { path: path.clone(), source })?;
        Config::parse(&text).map_err(|source| ConfigError::Shape { path, source: Box::new(source) })
    }

    /// Parses the text of the file.
    ///
    /// # Errors
    /// Where a field is missing, unknown or not of its type.
    pub fn parse(text: &str) -> Result<Config, toml::de::Error> {
        toml::from_str(text)
    }
}

/// Returns the file that `init` writes.
pub fn template(company: &str, town: &str) -> String {
    format!(
        r#"# Ajustes de la sala. El servidor los lee al arrancar.

[server]
# Dirección y puerto. Con 127.0.0.1 sólo se entra desde este equipo; para las consolas y
# monitores de la sala, la dirección de este equipo en la red cableada de la sala.
listen = "127.0.0.1:7878"

# La máquina de bolas. Quite las almohadillas cuando esté conectada.
# [machine]
# port: el dispositivo serie; mejor su nombre de /dev/serial/by-id, que no cambia al reconectar.
# port = "/dev/serial/by-id/usb-..."
# driver: cómo habla la máquina: "blp1", un controlador de los que enseña «ball-machine list», o la
# ruta de un fichero .toml (docs/drivers.md). Si falta, "blp1".
# driver = "blp1"
# baud: velocidad de la línea, de 1200 a 115200; si falta, la del controlador (9600 con blp1).
# baud = 9600
# tags: la tabla de etiquetas del juego de bolas, de «ball-machine enrol», si el lector es de etiquetas. Sólo se juega con
# la que han dado de alta dos personas en Bolas.
# tags = "juego-a.csv"
# set: el juego de bolas cargado, si la máquina no lo dice y no hay tabla de etiquetas.
# set = "A"

# Un segundo lector de las mismas bolas, en una línea aparte, si el perfil lo pide (evidence = "second_reader").
# Sus campos son los de [machine].
# [second_reader]
# port = "/dev/serial/by-id/usb-..."

[paper]
# Lo que actas y cartones dicen de la sala.
company = {company}
address = ""
town = {town}
# El libro de actas y quién lo diligenció.
book = "1"
authority = ""
# La línea al pie de cada cartón.
legal = "Válido para una sola partida. Márquese de forma indeleble. Premio contra entrega del cartón íntegro."
# El programa que hace los PDF; vacío: card-printer, junto a este programa.
printer = ""
"#,
        company = quoted(company),
        town = quoted(town),
    )
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_init_writes_can_be_read() {
        let config = Config::parse(&template("Juegos \"El Ancla\", S.L.", "Ceuta")).unwrap();
        assert_eq!(config.paper.company, "Juegos \"El Ancla\", S.L.");
        assert!(config.server.listen.ip().is_loopback());
        assert!(config.machine.is_none());
    }

    /// Every line of the template that is a setting behind a mark is one that is read.
    #[test]
    fn the_machine_that_init_shows_can_be_read() {
        let shown = template("a", "b").replace("# [machine]", "[machine]");
        let shown = shown.replace("# [second_reader]", "[second_reader]");
        let setting = |line: &str| {
            ["port", "driver", "baud", "tags", "set"]
                .iter()
                .any(|key| line.starts_with(&format!("# {key} =")))
        };
        let text: String = shown
            .lines()
            .map(|line| if setting(line) { format!("{}\n", &line[2..]) } else { format!("{line}\n") })
            .collect();
        let config = Config::parse(&text).unwrap();
        assert_eq!(config.second_reader.map(|reader| reader.driver), Some(blp1()));
        let machine = config.machine.unwrap();
        assert_eq!((machine.driver.as_str(), machine.baud), ("blp1", Some(9_600)));
        assert_eq!((machine.set.as_deref(), machine.tags), (Some("A"), Some("juego-a.csv".into())));
    }

    #[test]
    fn an_unknown_field_is_named() {
        let text = template("a", "b").replace("book =", "libro =");
        assert!(Config::parse(&text).unwrap_err().to_string().contains("libro"));
    }
}
