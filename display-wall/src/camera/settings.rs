//! Settings of `hall-camera`: command line over file over defaults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use clap::Parser;
use hall_core::event::CameraPost;
use hall_wire::link;
use settings_file::{TextError, read_text};

use crate::origin::Origin;

/// Template of the help page.
const HELP: &str = "{about}\n\nUso: hall-camera [OPCIONES]\n\nOpciones:\n{options}{after-help}\n";

const AFTER_HELP: &str = "\
Fuentes (FUENTE):
  test                 una imagen de prueba que se mueve; test:black y las demás de videotestsrc
  v4l2:/dev/video0     una cámara conectada a este equipo
  rtsp://…             una cámara de red, o lo que otro hall-camera sirve

Al estar lista escribe una línea con su dirección, «hall-camera: rtsp://…». Funciona hasta que se
la para: lo que falle (cámara desenchufada, red, servidor) lo dice y lo vuelve a intentar.
El fichero de ajustes es TOML con los mismos nombres: source = \"v4l2:/dev/video0\", fps = 25.";

/// Una cámara de la sala: la filma una vez y la sirve a los monitores, manda fotos al servidor para la
/// consola y los televisores, y le dice si la imagen falta, está negra, parada o tapada.
#[derive(Debug, Default, Parser)]
#[command(
    name = "hall-camera",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    help_template = HELP,
    after_help = AFTER_HELP
)]
pub struct Options {
    /// Qué se filma; si falta, test
    #[arg(long, value_name = "FUENTE")]
    source: Option<Origin>,
    /// A qué mira: salida (la de bolas), mesa o sala; si falta, salida
    #[arg(long, value_name = "SITIO")]
    post: Option<Post>,
    /// Codificador: auto, openh264enc, x264enc o vp8enc; si falta, auto. El que no haya se sustituye
    /// por el siguiente
    #[arg(long, value_name = "CUÁL")]
    encoder: Option<Choice>,
    /// Dónde se sirve; el puerto 0 es uno libre; si falta, 127.0.0.1:8554
    #[arg(long, value_name = "IP:PUERTO")]
    listen: Option<SocketAddr>,
    /// El nombre de la imagen en la dirección; si falta, /sala
    #[arg(long, value_name = "RUTA")]
    path: Option<String>,
    /// Servidor de la sala, como http://127.0.0.1:7878, y tras una coma el de reserva; si falta, no se mandan fotos
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// La clave de la cámara: el fichero camara.clave de la carpeta de la sala
    #[arg(long, value_name = "FICHERO")]
    key_file: Option<PathBuf>,
    /// Da de alta esta cámara en la sala, con el código de ocho cifras del jefe de sala, y termina
    #[arg(long, value_name = "CÓDIGO")]
    pub enrol: Option<String>,
    /// Dónde guarda su alta, para un servidor con https://; si falta, ~/.local/state/bombo
    #[arg(long, value_name = "FICHERO")]
    identity: Option<PathBuf>,
    /// Tamaño de la imagen; si falta, 1280x720
    #[arg(long, value_name = "ANCHOxALTO")]
    size: Option<Size>,
    /// Fotogramas por segundo, de 1 a 60; si falta, 25
    #[arg(long, value_name = "N")]
    fps: Option<u32>,
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

/// What it looks at, as people call it.
#[derive(Debug, Clone, Copy)]
struct Post(CameraPost);

/// The preferred encoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first available.
    Auto,
    /// This one if available.
    This(Encoder),
}

/// In order of preference: H.264, which every wall decodes cheaply, with a BSD encoder before the GPL one; VP8 last,
/// without H.264's patents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoder {
    /// H.264 by OpenH264, BSD.
    OpenH264,
    /// H.264 by x264, GPL.
    X264,
    /// VP8 by libvpx, BSD.
    Vp8,
}

/// In order of preference.
pub const ENCODERS: [Encoder; 3] = [Encoder::OpenH264, Encoder::X264, Encoder::Vp8];

/// In pixels, both even.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Horizontal.
    pub width: u32,
    /// Vertical.
    pub height: u32,
}

/// Where pictures are posted.
#[derive(Debug, Clone)]
pub struct Relay {
    /// Where: addresses, with commas between.
    pub server: String,
    /// Contains the camera's key; none where the camera has a certificate.
    pub key_file: Option<PathBuf>,
    /// Where it keeps which device of the hall it is.
    pub identity: PathBuf,
}

/// Complete settings of `hall-camera`.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What is captured.
    pub source: Origin,
    /// What it looks at.
    pub post: CameraPost,
    /// Preference.
    pub encoder: Choice,
    /// Address of the RTSP server.
    pub listen: SocketAddr,
    /// Path of the RTSP address; begins with `/`.
    pub path: String,
    /// `None` posts no pictures.
    pub relay: Option<Relay>,
    /// Of the film.
    pub size: Size,
    /// Frames per second at most.
    pub fps: u32,
}

impl Options {
    /// Merges the options with their settings file and the defaults.
    ///
    /// # Errors
    /// In Spanish: an unreadable file, a path without `/`, a server without a key file.
    pub fn settle(self) -> anyhow::Result<Settings> {
        let file = self.settings.as_deref().map(read).transpose()?.unwrap_or_default();
        let path = self.path.or(file.path).unwrap_or_else(|| "/sala".to_owned());
        if !path.starts_with('/') || path.len() < 2 || path.chars().any(|c| c.is_whitespace() || c == '?') {
            bail!("la ruta «{path}» no vale: empieza por / y no tiene espacios");
        }
        let fps = self.fps.or(file.fps).unwrap_or(25);
        if !(1..=60).contains(&fps) {
            bail!("{fps} fotogramas por segundo no puede ser: de 1 a 60");
        }
        let identity = self.identity.or(file.identity).unwrap_or_else(|| link::identity_file("hall-camera"));
        let relay = match (self.server.or(file.server), self.key_file.or(file.key_file)) {
            (None, _) => None,
            (Some(server), None) if !server.contains("https://") => {
                bail!(
                    "para mandar fotos al servidor hace falta --key-file, el fichero camara.clave de la sala"
                )
            }
            (Some(server), key_file) => Some(Relay { server, key_file, identity }),
        };
        Ok(Settings {
            source: self.source.or(file.source).unwrap_or_else(|| Origin::Test("ball".to_owned())),
            post: self.post.or(file.post).map_or(CameraPost::Exit, |post| post.0),
            encoder: self.encoder.or(file.encoder).unwrap_or(Choice::Auto),
            listen: self.listen.or(file.listen).unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8554))),
            path,
            relay,
            size: self.size.or(file.size).unwrap_or(Size { width: 1280, height: 720 }),
            fps,
        })
    }
}

fn read(path: &Path) -> Result<Options, TextError> {
    let text = read_text(path, FILE_MAX)?;
    let listen = "una dirección IP con su puerto, como \"127.0.0.1:8554\"";
    Ok(settings_file::read(&path.display().to_string(), &text, |file| {
        let options = Options {
            source: file.parsed("source"),
            post: file.parsed("post"),
            encoder: file.parsed("encoder"),
            listen: file.text_as("listen", listen, |text| text.parse().ok()),
            path: file.text("path"),
            server: file.text("server"),
            key_file: file.text("key-file").map(PathBuf::from),
            enrol: None,
            identity: file.text("identity").map(PathBuf::from),
            size: file.parsed("size"),
            fps: file.number("fps", 1..=60),
            settings: None,
            help: None,
            version: None,
        };
        file.finish();
        options
    })?)
}

/// What a camera may look at, as people call it.
const POSTS: [(&str, CameraPost); 3] =
    [("salida", CameraPost::Exit), ("mesa", CameraPost::Desk), ("sala", CameraPost::Hall)];

impl FromStr for Post {
    type Err = String;

    fn from_str(text: &str) -> Result<Post, String> {
        let post = POSTS.into_iter().find(|(name, _)| *name == text).map(|(_, post)| Post(post));
        post.ok_or_else(|| format!("«{text}» no es un sitio: salida, mesa o sala"))
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        if text == "auto" {
            return Ok(Choice::Auto);
        }
        let named = ENCODERS.into_iter().find(|encoder| encoder.name() == text);
        named
            .map(Choice::This)
            .ok_or_else(|| format!("«{text}» no es un codificador: auto, openh264enc, x264enc o vp8enc"))
    }
}

impl Choice {
    /// The encoders to try: the preferred one, then the others.
    pub fn order(self) -> Vec<Encoder> {
        let first = match self {
            Choice::Auto => None,
            Choice::This(encoder) => Some(encoder),
        };
        first.into_iter().chain(ENCODERS.into_iter().filter(|other| Some(*other) != first)).collect()
    }
}

impl Encoder {
    /// Name in settings and in GStreamer.
    pub fn name(self) -> &'static str {
        match self {
            Encoder::OpenH264 => "openh264enc",
            Encoder::X264 => "x264enc",
            Encoder::Vp8 => "vp8enc",
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match sides {
            Some((width, height))
                if (160..=3840).contains(&width) && (120..=2160).contains(&height)
                    // Encoders halve the colour planes.
                    && width % 2 == 0 && height % 2 == 0 =>
            {
                Ok(Size { width, height })
            }
            _ => Err(format!("«{text}» no es un tamaño: como 1280x720, pares, de 160x120 a 3840x2160")),
        }
    }
}

impl Size {
    /// Scaled down to this width, same aspect ratio, both sides even.
    #[must_use]
    pub fn at_width(self, width: u32) -> Size {
        let width = width.min(self.width);
        Size { width, height: (self.height * width / self.width).next_multiple_of(2) }
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
