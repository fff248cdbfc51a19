//! Settings of `hall-voice`: command line over file over defaults.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Parser;
use hall_prompts::recording;
use hall_wire::link;
use settings_file::{TextError, read_text};

use crate::device::Wiring;
use crate::output::Device;

/// Template of the help page.
const HELP: &str = "{about}\n\nUso: hall-voice [OPCIONES]\n\nOpciones:\n{options}{after-help}\n";

const AFTER_HELP: &str = "\
Aparatos (APARATO):
  auto                 el que use el equipo
  pulse:NOMBRE         uno de PulseAudio o PipeWire; los dice «pactl list short sinks»
  alsa:NOMBRE          uno de ALSA; los dice «aplay -L»

Idiomas (IDIOMA): es, en, o una carpeta con su voz.toml; el que falte se escribe copiando uno de
los que vienen (hall-voice --show-language es). Si son varios, se dice en uno y después en otro.

Las grabaciones son ficheros que se llaman como lo que dicen, sin tildes: setenta-y-seis.wav,
alguna-linea-mas.wav (wav, flac, ogg, opus o mp3). Se buscan en --clips/IDIOMA, donde también
las deja quien las graba en el puesto (F10, F7 y +). La que falte la dice el sintetizador, espeak-ng.
«hall-voice --list» dice cuáles hay y cuáles faltan.

Funciona hasta que se la para: lo que falle (altavoz, red, servidor) lo dice y lo vuelve a intentar.
El fichero de ajustes es TOML con los mismos nombres: output = \"alsa:hw:1\", languages = [\"es\"].";

/// La voz de la sala: canta cada bola anunciada, los totales y los premios, la pregunta y los avisos.
#[derive(Debug, Default, Parser)]
#[command(
    name = "hall-voice",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    help_template = HELP,
    after_help = AFTER_HELP
)]
pub struct Options {
    /// Servidor de la sala, como http://127.0.0.1:7878, y tras una coma el de reserva; si falta, éste
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// La clave de la voz: el fichero voz.clave de la carpeta de la sala
    #[arg(long, value_name = "FICHERO")]
    key_file: Option<PathBuf>,
    /// Da de alta esta voz en la sala, con el código de ocho cifras del jefe de sala, y termina
    #[arg(long, value_name = "CÓDIGO")]
    pub enrol: Option<String>,
    /// Dónde guarda su alta, para un servidor con https://; si falta, ~/.local/state/bombo
    #[arg(long, value_name = "FICHERO")]
    identity: Option<PathBuf>,
    /// Por dónde suena; si falta, auto
    #[arg(long, value_name = "APARATO")]
    output: Option<Device>,
    /// En qué idioma, o en cuáles, separados por comas; si falta, es
    #[arg(long, value_name = "IDIOMA", value_delimiter = ',')]
    languages: Vec<String>,
    /// La carpeta de las grabaciones, con una por idioma; si falta, grabaciones en la de --state
    #[arg(long, value_name = "CARPETA")]
    clips: Option<PathBuf>,
    /// Por dónde entra la música de la sala, para bajarla mientras se habla
    #[arg(long, value_name = "APARATO")]
    music: Option<Device>,
    /// A cuánto queda la música mientras se habla, de 0 a 100; si falta, 15
    #[arg(long, value_name = "N")]
    music_percent: Option<u8>,
    /// Los micrófonos de la sala, para que el servidor guarde lo que se oyó en cada parada ([film] sound, en
    /// sala.toml); si falta, no se oye nada
    #[arg(long, value_name = "APARATO")]
    microphone: Option<Device>,
    /// Dónde guarda lo que dice el sintetizador y su volumen; si falta, la carpeta de datos del usuario
    #[arg(long, value_name = "CARPETA")]
    state: Option<PathBuf>,
    /// Dice qué grabaciones hay, cuáles dice el sintetizador y cuáles faltan, y termina
    #[arg(long)]
    pub list: bool,
    /// Escribe el fichero de un idioma que viene con el programa, para copiarlo, y termina
    #[arg(long, value_name = "IDIOMA")]
    pub show_language: Option<String>,
    /// Fichero de ajustes; lo que se diga aquí vale más
    #[arg(long, value_name = "FICHERO.toml")]
    settings: Option<PathBuf>,
    /// Muestra esta ayuda
    #[arg(long, short, action = clap::ArgAction::Help)]
    help: Option<bool>,
    /// Muestra la versión
    #[arg(long, short = 'V', action = clap::ArgAction::Version)]
    version: Option<bool>,
}

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 65_536;

/// Complete settings of `hall-voice`.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it reports: addresses, with commas between.
    pub server: String,
    /// Where it keeps which device of the hall it is.
    pub identity: PathBuf,
    /// Contains the voice's key; unread where the voice has a certificate.
    pub key_file: PathBuf,
    /// Codes of languages or their folders; at least one.
    pub languages: Vec<String>,
    /// Recordings, a folder for each language.
    pub clips: PathBuf,
    /// Devices.
    pub wiring: Wiring,
    /// The hall's microphones, if they are listened to.
    pub microphone: Option<Device>,
    /// What is kept from one start to the next.
    pub state: PathBuf,
}

impl Options {
    /// Merges the options with their settings file and the defaults.
    ///
    /// # Errors
    /// In Spanish: an unreadable file, or a number out of its range.
    pub fn settle(self) -> anyhow::Result<Settings> {
        let file = self.settings.as_deref().map(read).transpose()?.unwrap_or_default();
        let music_percent = self.music_percent.or(file.music_percent).unwrap_or(15);
        if music_percent > 100 {
            bail!("{music_percent} no puede ser el volumen de la música: de 0 a 100");
        }
        let state = self.state.or(file.state).unwrap_or_else(recording::state_folder);
        let server = self.server.or(file.server).unwrap_or_else(|| "http://127.0.0.1:7878".to_owned());
        let identity = self.identity.or(file.identity).unwrap_or_else(|| link::identity_file("hall-voice"));
        let languages = [self.languages, file.languages].into_iter().find(|list| !list.is_empty());
        Ok(Settings {
            server,
            identity,
            key_file: self.key_file.or(file.key_file).unwrap_or_else(|| PathBuf::from("voz.clave")),
            languages: languages.unwrap_or_else(|| vec!["es".to_owned()]),
            clips: self.clips.or(file.clips).unwrap_or_else(|| recording::in_state(&state)),
            wiring: Wiring {
                output: self.output.or(file.output).unwrap_or(Device::Auto),
                music: self.music.or(file.music),
                music_percent,
            },
            microphone: self.microphone.or(file.microphone),
            state,
        })
    }
}

fn read(path: &Path) -> Result<Options, TextError> {
    let text = read_text(path, FILE_MAX)?;
    Ok(settings_file::read(&path.display().to_string(), &text, |file| {
        let options = Options {
            server: file.text("server"),
            key_file: file.text("key-file").map(PathBuf::from),
            enrol: None,
            identity: file.text("identity").map(PathBuf::from),
            output: file.parsed("output"),
            languages: file.texts("languages").into_iter().map(|(_, text)| text).collect(),
            clips: file.text("clips").map(PathBuf::from),
            music: file.parsed("music"),
            music_percent: file.number("music-percent", 0..=100),
            microphone: file.parsed("microphone"),
            state: file.text("state").map(PathBuf::from),
            list: false,
            show_language: None,
            settings: None,
            help: None,
            version: None,
        };
        file.finish();
        options
    })?)
}
