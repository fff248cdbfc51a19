//! The settings: one TOML file in the hall's folder. Every field is documented in the file that `hall-server init`
//! writes.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ball_machine::driver::BLP1;
use ball_machine::line::{BAUD_MAX, BAUD_MIN};
use hall_core::hall::Rhythm;
use hall_core::machine::SetId;
use hall_core::request::Retention;
use hall_log::key::Verifier;
use hall_wire::barcode::Pattern;
use hall_wire::paper::Leaf;
use settings_file::{Faults, Table};

use crate::film::FilmSettings;
use crate::mirror::spare::{SpareKey, SpareSettings};
use crate::mirror::{MIRRORS_MAX, MirrorSettings, Recipient, Wait};

mod barcodes;
mod contradictions;
mod film;
mod template;
mod tv;
mod witnesses;

pub use template::{template, template_of_spare};
pub use witnesses::WITNESSES_MAX;

/// The file's name in the hall's folder.
pub const FILE: &str = "sala.toml";

/// Settings that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is missing or cannot be read.
    #[error("No se puede leer {}. Compruebe la carpeta o cree la sala con «hall-server init».", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// Every fault in it, each with its line.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// The settings of one hall.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address and port; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What the server is called besides its address and the computer's own name; eight at most.
    pub names: Vec<String>,
    /// The public board is shown also to whoever comes unencrypted.
    pub plain_board: bool,
    /// Telephones and televisions see the public board with the code that the hall's screens show, and not without.
    pub board_code: bool,
    /// The ball machine; `None` until one is attached.
    pub machine: Option<ReaderSettings>,
    /// A second reader of the same balls, for profiles whose `evidence` asks for one.
    pub second_reader: Option<ReaderSettings>,
    /// How long players are told that sales and pauses last.
    pub rhythm: Rhythm,
    /// Where the record is once more; `None` if nowhere.
    pub mirror: Option<MirrorSettings>,
    /// The second computer that has the record and can become the server; `None` if there is none.
    pub spare: Option<SpareSettings>,
    /// Where the server copies the whole database at the close of each session; `None` if nowhere.
    pub backup: Option<BackupSettings>,
    /// For how long the hall keeps what is said of people outside the record.
    pub retention: Retention,
    /// How what the cameras film is kept; `None` where it is not.
    pub film: Option<FilmSettings>,
    /// The folder of what televisions show between games; `None` if they show the hall's name.
    pub notices: Option<PathBuf>,
    /// Who stamps the close of each session with the time; `None` if nobody does.
    pub time_stamp: Option<StampSettings>,
    /// Servers that sign that they saw the record; at most [`WITNESSES_MAX`].
    pub witnesses: Vec<WitnessSettings>,
    /// How the makers of bought cards write series and number in their barcodes; eight at most.
    pub barcodes: Vec<Pattern>,
    /// What actas and cards say about the hall.
    pub paper: Paper,
}

/// Backups that are kept when the settings do not say how many.
const KEEP: u32 = 14;

/// The backups that a server makes by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSettings {
    /// Where, on another disk than the hall.
    pub folder: PathBuf,
    /// How many are kept; at least 1.
    pub keep: u32,
    /// They may lie on the hall's own disk: for trying them out, they protect nothing.
    pub same_disk: bool,
}

/// The ball machine's line.
#[derive(Debug, Clone)]
pub struct ReaderSettings {
    /// The serial device, best by its `/dev/serial/by-id` name.
    pub port: PathBuf,
    /// Bits a second, 1 200 to 115 200; the driver's own when absent, 9 600 for BLP/1.
    pub baud: Option<u32>,
    /// `blp1`, the name of a driver of `ball-machine`, or the path of a driver file from the hall's folder.
    pub driver: String,
    /// The path of the loaded set's table of tags from the hall's folder, for drivers that read tags.
    pub tags: Option<PathBuf>,
    /// The loaded set, for machines that do not report it.
    pub set: Option<SetId>,
}

impl ReaderSettings {
    /// A machine that speaks BLP/1 on a port.
    pub fn blp1(port: PathBuf) -> ReaderSettings {
        ReaderSettings { port, baud: None, driver: BLP1.to_owned(), tags: None, set: None }
    }
}

/// What actas and cards say about the hall.
#[derive(Debug, Clone, Default)]
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
    /// The leaves of the bound book into which actas are pasted; `None` where they are bound as they are printed.
    pub leaf: Option<Leaf>,
    /// The line at the foot of each card.
    pub legal: String,
    /// The address at which players' phones reach this server, without a slash at its end; `None` where it was not told.
    pub players: Option<String>,
    /// The program that makes PDFs; `card-printer` beside this program when empty.
    pub printer: PathBuf,
    /// What actas are signed with; `None` where the hall has no certificate for it.
    pub seal: Option<SealSettings>,
}

/// A time-stamp authority (RFC 3161).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StampSettings {
    /// Its address, with `http://`: what it answers is signed.
    pub url: String,
    /// The certificates that certify it, in PEM.
    pub authority: PathBuf,
}

/// Somebody else's server that witnesses the record (C2SP tlog-witness).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WitnessSettings {
    /// What people call it.
    pub name: String,
    /// Where it takes checkpoints, with `http://` and no slash at its end: what it answers is signed.
    pub url: String,
    /// What it signs with, and its name there.
    pub key: Verifier,
}

/// The hall's certificate. Its key is read by the printer and by nobody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealSettings {
    /// A PKCS#12, or the certificates in PEM.
    pub certificate: PathBuf,
    /// The key in PEM, where the certificates are.
    pub key: Option<PathBuf>,
    /// A file with the password of the PKCS#12.
    pub password: Option<PathBuf>,
}

impl Config {
    /// Reads the settings of the hall in a folder.
    pub fn read(dir: &Path) -> Result<Config, ConfigError> {
        let path = dir.join(FILE);
        let bytes =
            std::fs::read(&path).map_err(|source| ConfigError::Missing { path: path.clone(), source })?;
        let name = path.display().to_string();
        let text = settings_file::from_utf8(&name, bytes)?;
        Ok(Config::parse(&name, &text)?)
    }

    /// Parses the text of the file; its name is for the messages. Reports every key that is missing, unknown or wrong, each
    /// with its line.
    pub fn parse(name: &str, text: &str) -> Result<Config, Faults> {
        settings_file::read_parts_with_lists(name, text, &["barcode", "witness"], |root| {
            let seal = root.part("seal").map(seal);
            let Server { listen, names, plain_board, board_code } =
                server(root.needed_part("server", "dónde escucha el servidor"));
            let config = Config {
                listen,
                names,
                plain_board,
                board_code,
                machine: root.part("machine").map(machine),
                second_reader: root.part("second_reader").map(machine),
                rhythm: root.part("rhythm").map(rhythm).unwrap_or_default(),
                mirror: root.part("mirror").and_then(mirror),
                spare: root.part("spare").and_then(spare),
                backup: root.part("backup").map(backup),
                retention: root.part("retention").map(retention).unwrap_or_default(),
                film: root.part("film").map(film::film),
                notices: root.part("tv").and_then(tv::notices),
                time_stamp: root.part("time_stamp").map(time_stamp),
                witnesses: witnesses::witnesses(root.tables("witness")),
                barcodes: barcodes::barcodes(root.tables("barcode")),
                paper: Paper {
                    seal,
                    ..paper(root.needed_part("paper", "lo que actas y cartones dicen de la sala"))
                },
            };
            root.finish();
            config
        })
    }
}

/// Most names of a server.
const NAMES_MAX: usize = 8;

/// The part `[server]`.
struct Server {
    listen: SocketAddr,
    names: Vec<String>,
    plain_board: bool,
    board_code: bool,
}

fn server(part: Table<'_>) -> Server {
    let what = "una dirección IP con su puerto, entre comillas, como \"127.0.0.1:7878\"";
    part.needed_as("listen", what);
    let listen = part.text_as("listen", what, |text| text.parse().ok());
    let mut names = Vec::new();
    for (at, name) in part.texts("names") {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        if name.is_empty() || !name.chars().all(plain) {
            part.fault_at(
                at,
                "«names»: los nombres del servidor, sin puerto ni «http://», como [\"bingo.local\"]",
            );
        } else if names.len() == NAMES_MAX {
            part.fault_at(at, format!("«names»: a lo sumo {NAMES_MAX}; quite los demás"));
        } else {
            names.push(name);
        }
    }
    let plain_board = part.flag("plain_board").unwrap_or(false);
    let board_code = part.flag("board_code").unwrap_or(false);
    part.finish();
    let listen = listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
    Server { listen, names, plain_board, board_code }
}

fn machine(part: Table<'_>) -> ReaderSettings {
    let port = "el dispositivo serie, entre comillas, como \"/dev/serial/by-id/usb-...\"";
    let driver = "cómo habla la máquina, entre comillas: \"blp1\", un controlador de «ball-machine list» o la \
                  ruta de un fichero";
    let tags = "la ruta de una tabla de etiquetas, entre comillas, como \"juego-a.csv\"";
    let set = "un juego de bolas, entre comillas: de 1 a 8 letras A-Z y cifras";
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    part.needed_as("port", port);
    let machine = ReaderSettings {
        port: part.text_as("port", port, some).unwrap_or_default().into(),
        baud: part.number_as("baud", "la velocidad de la línea", BAUD_MIN..=BAUD_MAX),
        driver: part.text_as("driver", driver, some).unwrap_or_else(|| BLP1.to_owned()),
        tags: part.text_as("tags", tags, some).map(PathBuf::from),
        set: part.text_as("set", set, SetId::parse),
    };
    part.finish();
    machine
}

/// Longest sale or pause, in minutes.
const MINUTES_MAX: u32 = 240;

fn rhythm(part: Table<'_>) -> Rhythm {
    let minutes = |key, what| part.number_as(key, what, 0..=MINUTES_MAX).unwrap_or(0);
    let rhythm = Rhythm {
        sale_minutes: minutes("sale_minutes", "los minutos que suele durar una venta"),
        pause_minutes: minutes("pause_minutes", "los minutos entre una partida y la venta siguiente"),
    };
    part.finish();
    rhythm
}

/// `None` only where there is a fault.
fn mirror(part: Table<'_>) -> Option<MirrorSettings> {
    let folders = "una carpeta, o una lista de dos, entre comillas, como [\"/media/copia\"]";
    let recipient = "la clave pública de «hall-server mirror-key», entre comillas: age1…";
    part.needed_as("folders", folders);
    part.needed_as("recipient", recipient);
    let found = part.texts("folders");
    for (at, folder) in &found {
        if !Path::new(folder).is_absolute() {
            part.fault_at(*at, "«folders»: escriba la ruta entera, desde la barra, como \"/media/copia\"");
        }
    }
    let mut names: Vec<&str> = found.iter().map(|(_, folder)| folder.trim_end_matches('/')).collect();
    names.sort_unstable();
    names.dedup();
    if part.has("folders") && (found.is_empty() || found.len() > MIRRORS_MAX || names.len() < found.len()) {
        part.fault_at(part.place("folders"), "«folders»: una carpeta, o dos distintas");
    }
    // What is refused is shown, and a secret key must not be.
    let recipient = part.text_as("recipient", recipient, |text| {
        let secret = text.to_ascii_uppercase().contains("AGE-SECRET-KEY");
        if secret { Some(None) } else { Recipient::parse(text).map(Some) }
    });
    if recipient.as_ref().is_some_and(Option::is_none) {
        part.fault_at(
            part.place("recipient"),
            "«recipient»: ésa es la clave secreta. Bórrela de este fichero, haga otra con «hall-server mirror-key» y \
             escriba aquí la pública, age1…",
        );
    }
    let wait = part.choice("wait", &[("never", Wait::Never), ("money", Wait::Money)]);
    let same_disk = part.flag("same_disk");
    part.finish();
    Some(MirrorSettings {
        folders: found.into_iter().map(|(_, folder)| folder.into()).collect(),
        recipient: recipient??,
        wait: wait.unwrap_or_default(),
        same_disk: same_disk.unwrap_or(false),
    })
}

/// `None` only where there is a fault.
fn spare(part: Table<'_>) -> Option<SpareSettings> {
    let at = "la dirección IP y el puerto del equipo de reserva, entre comillas, como \"192.168.1.11:7878\"";
    let key = "el fichero de la clave de «hall-server spare-key», entre comillas, como \"/etc/bombo/reserva.clave\"";
    part.needed_as("at", at);
    part.needed_as("key", key);
    let at = part.text_as("at", at, |text| text.parse().ok());
    let file = part.text_as("key", key, |text| Some(PathBuf::from(text)).filter(|path| path.is_absolute()));
    let key = file.and_then(|file| {
        SpareKey::read(&file).map_err(|error| part.fault_at(part.place("key"), error.to_string())).ok()
    });
    let wait = part.choice("wait", &[("never", Wait::Never), ("money", Wait::Money), ("all", Wait::All)]);
    part.finish();
    Some(SpareSettings { at: at?, key: key?, wait: wait.unwrap_or_default() })
}

/// Most copies that are kept.
const KEEP_MAX: u32 = 1_000;

fn backup(part: Table<'_>) -> BackupSettings {
    let folder = "la carpeta de las copias, entre comillas, como \"/media/copias\"";
    part.needed_as("folder", folder);
    let found = part.text_as("folder", folder, |text| {
        Some(PathBuf::from(text)).filter(|path| !path.as_os_str().is_empty())
    });
    if found.as_ref().is_some_and(|path| !path.is_absolute()) {
        part.fault_at(
            part.place("folder"),
            "«folder»: escriba la ruta entera, desde la barra, como \"/media/copias\"",
        );
    }
    let backup = BackupSettings {
        folder: found.unwrap_or_default(),
        keep: part.number_as("keep", "cuántas copias se guardan", 1..=KEEP_MAX).unwrap_or(KEEP),
        same_disk: part.flag("same_disk").unwrap_or(false),
    };
    part.finish();
    backup
}

/// Longest time that the file may say, a hundred years.
const DAYS_MAX: u32 = 36_500;

fn retention(part: Table<'_>) -> Retention {
    let what = "cuántos días se guardan el nombre, el documento y la firma dibujada de quien reclama";
    let claimant_days = part.number_as("claimant_days", what, 1..=DAYS_MAX);
    let what = "cuántos días se guardan las firmas dibujadas de la plantilla";
    let signature_days = part.number_as("signature_days", what, 1..=DAYS_MAX);
    part.finish();
    Retention { claimant_days, signature_days }
}

fn paper(part: Table<'_>) -> Paper {
    let any = |text: &str| Some(text.to_owned());
    let text = |key: &'static str, is: &str| {
        let what = format!("{is}, entre comillas");
        part.needed_as(key, &what);
        part.text_as(key, &what, any).unwrap_or_default()
    };
    let paper = Paper {
        company: text("company", "la empresa titular"),
        address: text("address", "la calle y el número"),
        town: text("town", "la población"),
        book: text("book", "el libro de actas"),
        authority: text("authority", "quién diligenció el libro"),
        leaf: part.text_as(
            "leaf",
            "el tamaño de las hojas del libro encuadernado en que se pega el acta, en milímetros y entre comillas, como \"190x275\"; de 150x212 a 210x297",
            Leaf::parse,
        ),
        legal: text("legal", "la línea al pie de cada cartón"),
        players: part.text_as(
            "players",
            "la dirección en que los móviles de los jugadores ven este servidor, con http:// o https:// y entre comillas, como \"http://192.168.1.10:7878\"",
            address,
        ),
        printer: part
            .text_as("printer", "la ruta del programa que hace los PDF, entre comillas", any)
            .unwrap_or_default()
            .into(),
        seal: None,
    };
    part.finish();
    paper
}

/// An address on the web, without the slashes at its end.
fn address(text: &str) -> Option<String> {
    const LONGEST: usize = 120;
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?.trim_end_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '/' | '[' | ']' | '_');
    let good =
        !host.is_empty() && !host.starts_with(['/', ':']) && text.len() <= LONGEST && host.chars().all(plain);
    good.then(|| text.trim_end_matches('/').to_owned())
}

fn seal(part: Table<'_>) -> SealSettings {
    let whole = |key: &'static str, is: &str| {
        let what = format!("{is}, con su ruta entera y entre comillas, como \"/etc/bombo/sello.p12\"");
        part.text_as(key, &what, |text| Some(PathBuf::from(text)).filter(|path| path.is_absolute()))
    };
    part.needed_as(
        "certificate",
        "el fichero del certificado de la sala, con su ruta entera y entre comillas",
    );
    let seal = SealSettings {
        certificate: whole("certificate", "el fichero del certificado de la sala").unwrap_or_default(),
        key: whole("key", "el fichero de la clave en PEM"),
        password: whole("password_file", "el fichero con la contraseña"),
    };
    part.finish();
    seal
}

fn time_stamp(part: Table<'_>) -> StampSettings {
    let url =
        "la dirección de la autoridad, con http:// y entre comillas; el sello se comprueba por su firma";
    let authority = "el fichero con el certificado de quien certifica a la autoridad, en PEM, con su ruta entera y entre comillas";
    part.needed_as("url", url);
    part.needed_as("authority", authority);
    let http = |text: &str| (text.len() > 7 && text.starts_with("http://")).then(|| text.to_owned());
    let whole = |text: &str| Some(PathBuf::from(text)).filter(|path| path.is_absolute());
    let settings = StampSettings {
        url: part.text_as("url", url, http).unwrap_or_default(),
        authority: part.text_as("authority", authority, whole).unwrap_or_default(),
    };
    part.finish();
    settings
}

#[cfg(test)]
mod tests;
