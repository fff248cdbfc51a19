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
use hall_wire::paper::Leaf;
use settings_file::{Faults, Table};

use crate::film::FilmSettings;
use crate::mirror::spare::{SpareKey, SpareSettings};
use crate::mirror::{MIRRORS_MAX, MirrorSettings, Recipient, Wait};

mod film;
mod tv;
mod witnesses;

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
        settings_file::read_parts_with_lists(name, text, &["witness"], |root| {
            let seal = root.part("seal").map(seal);
            let config = Config {
                listen: server(root.needed_part("server", "dónde escucha el servidor")),
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

fn server(part: Table<'_>) -> SocketAddr {
    let what = "una dirección IP con su puerto, entre comillas, como \"127.0.0.1:7878\"";
    part.needed_as("listen", what);
    let listen = part.text_as("listen", what, |text| text.parse().ok());
    part.finish();
    listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)))
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

/// The file that `init` writes.
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

# Lo que los paneles dicen a los jugadores sobre el tiempo: no cierra ni abre nada por sí solo. Quite las almohadillas.
# [rhythm]
# sale_minutes: cuántos minutos suele durar una venta; el panel cuenta hacia atrás hasta su cierre. Con 0, o si
# falta, no se dice.
# sale_minutes = 4
# pause_minutes: cuántos minutos suelen pasar desde el fin de una partida hasta la venta siguiente; el panel dice a
# qué hora se abre. Con 0, o si falta, no se dice.
# pause_minutes = 3

# Otra copia del registro, línea a línea mientras se juega, cifrada, en otro disco, un lápiz USB o una carpeta de red.
# Antes, la clave: «hall-server mirror-key --to FICHERO», en un lápiz que no se queda en este equipo. Quite las almohadillas.
# [mirror]
# folders: una carpeta, o dos; cada una en un disco que no sea el de la sala.
# folders = ["/media/copia"]
# recipient: la clave pública que escribe «hall-server mirror-key»; con ella se cifra, y no se puede leer.
# recipient = "age1..."
# wait: a qué espera el servidor antes de contestar. "never", sólo a su propio disco: la copia va menos de un segundo detrás.
# "money", en cantos, veredictos y pagos, también a que una copia lo tenga en su disco; como mucho 2 segundos. Si falta, "never".
# wait = "never"
# same_disk: true permite la copia en el mismo disco que la sala. Sólo para probar: no protege de nada.
# same_disk = false

# Un segundo equipo que tiene el registro línea a línea y que dos personas ponen en marcha si éste se rompe. En aquel
# equipo: «hall-server follow». La clave, la misma en los dos: «hall-server spare-key --to FICHERO». Quite las almohadillas.
# [spare]
# at: dónde escucha la reserva.
# at = "192.168.1.11:7878"
# key: el fichero de la clave, con su ruta entera; fuera de la carpeta de la sala.
# key = "/etc/bombo/reserva.clave"
# wait: a qué espera el servidor antes de contestar. "never", a nada: la reserva va menos de un segundo detrás. "money", en
# cantos, veredictos y pagos, a que la reserva lo tenga. "all", siempre: no se pierde nada que se haya contestado. Si la
# reserva no contesta en 2 segundos se sigue sin ella, y la mesa lo dice. Si falta, "never".
# wait = "never"

# La copia de seguridad de la base entera, comprobada, que el servidor hace solo al cerrar cada sesión, con el acta ya en el disco.
# Con [mirror] va cifrada con su recipient; sin él, no. Quite las almohadillas.
# [backup]
# folder: la carpeta, en un disco que no sea el de la sala; puede ser el de la otra copia. Créela antes.
# folder = "/media/copias"
# keep: cuántas se guardan, de 1 a 1000; la más vieja se borra cuando hay otra nueva y comprobada. Si falta, 14.
# keep = 14
# same_disk: true permite el mismo disco que la sala. Sólo para probar: no protege de nada.
# same_disk = false

# Cuánto se guardan los datos de personas que están fuera del registro. Ningún reglamento de juego pone plazo: lo decide la
# sala con quien lleva su protección de datos, y si no lo dice se guardan siempre. Quite las almohadillas.
# [retention]
# claimant_days: días que se guardan el nombre, el documento y la firma dibujada de quien reclama (art. 37.4). La fecha de cada
# uno queda en el registro y ya no se mueve. Llegada, se borran de la sala y de la reserva; el acta impresa no cambia.
# claimant_days = 1825
# signature_days: lo mismo, de las firmas que la plantilla dibuja en la pantalla. La línea que dice quién firmó qué no se borra.
# signature_days = 3650

# Lo que filman las cámaras en cada extracción, y la foto de la salida con cada bola: para ver otra vez una bola en la mesa, y para una
# reclamación. Sin esta parte no se guarda ninguna imagen.
[film]
# folder: la carpeta; con una ruta entera puede estar en otro disco, que es lo mejor. Si falta, "pelicula", en la de la sala.
# folder = "/media/pelicula"
# days: días que se guarda. Si las cámaras ven a personas, como mucho un mes (LO 3/2018, art. 22.3). Si falta, 30.
days = 30
# leave_gib: GiB del disco que se dejan libres: con menos no se filma, y la mesa lo dice. Si falta, 2.
# leave_gib = 2
# sound: true guarda también, en cada parada, lo que oyeron los micrófonos de la sala desde 20 segundos antes (hall-voice --microphone): quién cantó
# primero, y antes de qué bola. Se oye a personas: póngalo sólo si la sala lo tiene avisado y lo decide quien lleva su protección de datos. Si falta, false.
# sound = false

# Lo que los televisores de /tv enseñan entre partidas, en el sitio del nombre de la sala. Quite las almohadillas.
# [tv]
# notices: la carpeta de los anuncios (PNG o JPEG) y de los avisos (avisos.toml); puede ser la misma de las paredes.
# notices = "/srv/anuncios"

# El certificado de la sala, para firmar las actas (PAdES). Sin él van sin firmar, como siempre. Compruébelo con «card-printer
# seal». Los ficheros de la clave y de la contraseña, fuera de la carpeta de la sala y que sólo los lea quien ejecuta el
# servidor (chmod 600). Quite las almohadillas.
# [seal]
# certificate: un PKCS#12 (.p12 o .pfx) con certificado y clave, o un PEM con el certificado y los de quien lo expide.
# certificate = "/etc/bombo/sello.p12"
# password_file: un fichero con la contraseña del PKCS#12, y nada más.
# password_file = "/etc/bombo/sello.clave"
# key: con un PEM, el fichero de la clave si no va en él.
# key = "/etc/bombo/sello.key"

# Una autoridad de sellado de tiempo (RFC 3161), que dice a qué hora vio el registro al cierre de cada sesión. Se le envía una huella,
# nada más. Sin red se espera y se pide después; la sala no espera nunca. Quite las almohadillas.
# [time_stamp]
# url: su dirección, con http://. El sello va firmado: no hace falta más.
# url = "http://tsa.ejemplo.es/tsr"
# authority: el certificado de quien certifica a la autoridad (no el suyo), en PEM; la autoridad lo publica.
# authority = "/etc/bombo/tsa.pem"

# El servidor de otro (el operador, el regulador) que firma que vio el registro, y que descubre al que vuelve atrás o se parte en dos. Se
# le envía cuántas líneas hay y la huella de todas, nada más. La sala no lo espera nunca. Déle antes la clave que escribe
# «hall-server record-key». Puede haber hasta cuatro, cada uno con su [[witness]]. Quite las almohadillas.
# [[witness]]
# name: cómo se le llama en los avisos.
# name = "regulador"
# url: su dirección, con http://. Lo que se envía y lo que contesta va firmado: no hace falta más.
# url = "http://testigo.ejemplo.es:7979"
# key: su clave, la línea que escribe «hall-server witness» al arrancar.
# key = "testigo-1a2b3c4d+..."

[paper]
# Lo que actas y cartones dicen de la sala.
company = {company}
address = ""
town = {town}
# El libro de actas y quién lo diligenció.
book = "1"
authority = ""
# Si las actas se pegan en un libro encuadernado, lo que miden sus hojas, en milímetros: el acta sale de ese tamaño y con las líneas por donde
# se corta. Quite la almohadilla.
# leaf = "190x275"
# La línea al pie de cada cartón.
legal = "Válido para una sola partida. Márquese de forma indeleble. Premio contra entrega del cartón íntegro."
# La dirección en que los móviles de los jugadores ven este servidor. Con ella, el justificante de un premio lleva un código que abre la
# prueba de su partida, y la pared enseña entre partidas el de la página para seguir el juego en el móvil. Quite la almohadilla.
# players = "http://192.168.1.10:7878"
# El programa que hace los PDF; vacío: card-printer, junto a este programa.
printer = ""
"#,
        company = quoted(company),
        town = quoted(town),
    )
}

/// The part that names the other of two servers.
pub fn spare_of(at: SocketAddr, key: &Path) -> String {
    format!(
        "\n[spare]\n# El otro equipo. Lo escribió «hall-server follow».\nat = \"{at}\"\nkey = {}\n",
        quoted(&key.display().to_string())
    )
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests;
