//! Settings of a wall: the command line over a file over defaults.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use hall_core::words::Lang;
use hall_notices::schedule;
use hall_prompts::language::Language;
use hall_wire::link::Witness;
use settings_file::{Faults, Table, TextError};
use wall_scenes::scene::{SCENES, Scenes};
use wall_scenes::theme::{THEMES, Theme};
use wall_scenes::words::LANGUAGES;

/// A wall's settings, complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The server, as in `http://192.168.1.10:7878`, and its spare after a comma.
    pub server: String,
    /// The panel's name: letters without accent, digits, `-`, `_` and `.`.
    pub name: String,
    /// How many monitors.
    pub monitors: usize,
    /// The first of them, as the system counts them.
    pub monitor: usize,
    /// Over the whole monitor.
    pub fullscreen: bool,
    /// How each of them shows what all show.
    pub screens: Vec<Screen>,
    /// The camera; none, no picture.
    pub video: Option<String>,
    /// The camera's picture has a window of its own over its slot (ADR 16).
    pub video_window: bool,
    /// The size of a window, in points.
    pub size: [f32; 2],
    /// Where the first window is.
    pub position: Option<[f32; 2]>,
    /// The folder of the adverts.
    pub adverts: Option<PathBuf>,
    /// Where it keeps what it saw of the record.
    pub witness: PathBuf,
}

/// How a monitor shows what all monitors show.
#[derive(Debug, Clone, PartialEq)]
pub struct Screen {
    /// What the monitor crops, as a part of each side.
    pub inset: f32,
    /// Which scenes.
    pub scenes: Scenes,
    /// Its colours.
    pub theme: Theme,
    /// Of the words of its scenes.
    pub language: Lang,
    /// The languages of its captions; none, no captions.
    pub captions: Vec<Language>,
}

/// What may be said of all monitors, or of one, `[[screen]]`.
#[derive(Debug, Clone, Default, Args)]
struct Own {
    /// Lo que recorta el televisor por cada lado, en tanto por ciento, de 0 a 6.
    #[arg(long, value_name = "PCT")]
    inset: Option<f32>,
    /// Los colores: oscuro, claro o contraste. Por omisión, oscuro.
    #[arg(long, value_name = "TEMA", value_parser = one_of(&THEMES))]
    theme: Option<Theme>,
    /// El idioma de lo que pone la pantalla: es o en. Por omisión, es. Los subtítulos llevan los suyos.
    #[arg(long, value_name = "IDIOMA", value_parser = one_of(&LANGUAGES))]
    language: Option<Lang>,
    /// Qué se ve: todas las escenas, con la cámara en su sitio; numeros, sin cámara y más grandes; o camara, que durante la
    /// extracción ocupa el monitor. Por omisión, todas.
    #[arg(long, value_name = "ESCENAS", value_parser = one_of(&SCENES))]
    scenes: Option<Scenes>,
    /// Debajo, escrito, lo que se dice en la sala, en estos idiomas separados por comas: es, en o una carpeta con su
    /// voz.toml. Por omisión, nada.
    #[arg(long, value_name = "IDIOMA", value_delimiter = ',')]
    captions: Option<Vec<String>>,
}

/// What the command line or the file says.
#[derive(Debug, Default, Args)]
pub struct Options {
    /// La dirección del servidor, como en <http://192.168.1.10:7878>; si la sala tiene uno de reserva, la de éste
    /// detrás, con una coma.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// El nombre de este panel; con él consta qué panel mostró cada bola. Por omisión, panel-1.
    #[arg(long, value_name = "NOMBRE")]
    name: Option<String>,
    /// Cuántos monitores lleva este ordenador.
    #[arg(long, value_name = "N")]
    monitors: Option<usize>,
    /// El primero de ellos, contado desde 0.
    #[arg(long, value_name = "N")]
    monitor: Option<usize>,
    /// A pantalla completa, sin bordes.
    #[arg(long)]
    fullscreen: bool,
    #[command(flatten)]
    own: Own,
    /// La cámara de las bolas, como en <rtsp://192.168.1.11:8554/bolas>.
    #[arg(long, value_name = "FUENTE", conflicts_with = "no_video")]
    video: Option<String>,
    /// Sin cámara.
    #[arg(long)]
    no_video: bool,
    /// El tamaño de la ventana, como en 1920x1080.
    #[arg(long, value_name = "ANCHOxALTO", value_parser = pair::<'x'>)]
    size: Option<[f32; 2]>,
    /// El sitio de la primera ventana, como en 0,0; las demás van a su derecha.
    #[arg(long, value_name = "X,Y", value_parser = pair::<','>)]
    position: Option<[f32; 2]>,
    /// La carpeta de los anuncios, en PNG o JPEG, y de los avisos, avisos.toml; se ven sólo entre partidas.
    #[arg(long, value_name = "CARPETA")]
    adverts: Option<PathBuf>,
    /// Dónde apunta este panel la última línea del registro que ha visto. Por omisión, ~/.local/state/bombo.
    #[arg(long, value_name = "FICHERO")]
    witness: Option<PathBuf>,
    /// Pinta la cámara en la ventana del tablero, y no en otra encima.
    #[arg(long, hide = true)]
    video_in_board: bool,
    /// What each monitor has of its own, in order.
    #[arg(skip)]
    screens: Vec<Own>,
}

/// Reads the name of one of these.
fn one_of<T: Copy + Send + Sync + 'static>(
    known: &'static [(&'static str, T)],
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let one = known.iter().find(|(name, _)| *name == text);
        one.map(|(_, one)| *one).ok_or_else(|| format!("puede ser {}", names.join(", ")))
    }
}

fn pair<const BETWEEN: char>(text: &str) -> Result<[f32; 2], String> {
    let numbers: Vec<f32> = text
        .split(BETWEEN)
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| "dos números".to_owned())?;
    <[f32; 2]>::try_from(numbers).map_err(|_| format!("dos números con {BETWEEN} en medio"))
}

/// The most a monitor may crop of each side.
const INSET_MAX: f32 = 6.0;

/// The most monitors of one machine.
const MONITORS_MAX: usize = 16;

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 65_536;

impl Options {
    /// Reads a settings file.
    ///
    /// # Errors
    /// An unreadable file, or all that is wrong in it.
    pub fn read(path: &Path) -> Result<Options, TextError> {
        let text = settings_file::read_text(path, FILE_MAX)?;
        Ok(Options::parse(&path.display().to_string(), &text)?)
    }

    /// As [`Options::read`], of a file's text; `name` is for messages.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn parse(name: &str, text: &str) -> Result<Options, Faults> {
        settings_file::read_parts_with_lists(name, text, &["screen"], |file| {
            let options = Options {
                own: own(&file),
                screens: file.tables("screen").into_iter().map(screen).collect(),
                server: file.text("server"),
                name: file.text("name"),
                monitors: file.number("monitors", 1..=MONITORS_MAX),
                monitor: file.number("monitor", 0..=MONITORS_MAX),
                fullscreen: file.flag("fullscreen").unwrap_or(false),
                video: file.text("video"),
                adverts: file.text("adverts").map(PathBuf::from),
                witness: file.text("witness").map(PathBuf::from),
                ..Options::default()
            };
            file.finish();
            options
        })
    }

    /// These over a file's over the defaults.
    ///
    /// # Errors
    /// In Spanish: a margin that no monitor crops, more screens than monitors, or a language that there is not.
    pub fn settle(self, file: Options) -> anyhow::Result<Settings> {
        let monitors = self.monitors.or(file.monitors).unwrap_or(1);
        if file.screens.len() > monitors {
            bail!("hay {} [[screen]] y los monitores son {monitors}", file.screens.len());
        }
        let mut own = file.screens;
        own.resize_with(monitors.clamp(1, MONITORS_MAX), Own::default);
        // What the command line says holds for all.
        let screen = |own: &Own| self.own.over(own).over(&file.own).settle();
        let screens = own.iter().map(screen).collect::<anyhow::Result<_>>()?;
        let name = self.name.or(file.name).unwrap_or_else(|| "panel-1".to_owned());
        Ok(Settings {
            server: self.server.or(file.server).unwrap_or_default(),
            witness: self.witness.or(file.witness).unwrap_or_else(|| Witness::usual_file(&name)),
            name,
            monitors,
            screens,
            monitor: self.monitor.or(file.monitor).unwrap_or(0),
            fullscreen: self.fullscreen || file.fullscreen,
            video: self.video.or(file.video).filter(|_| !self.no_video),
            video_window: !self.video_in_board,
            size: self.size.unwrap_or([1280.0, 720.0]),
            position: self.position,
            adverts: self.adverts.or(file.adverts),
        })
    }
}

impl Own {
    /// These, and what they leave open from others.
    fn over(&self, others: &Own) -> Own {
        Own {
            inset: self.inset.or(others.inset),
            theme: self.theme.or(others.theme),
            language: self.language.or(others.language),
            scenes: self.scenes.or(others.scenes),
            captions: self.captions.as_ref().or(others.captions.as_ref()).cloned(),
        }
    }

    /// These over the defaults.
    fn settle(self) -> anyhow::Result<Screen> {
        let inset = self.inset.unwrap_or(0.0);
        if !(0.0..=INSET_MAX).contains(&inset) {
            bail!("el margen va de 0 a {INSET_MAX} %: {inset}");
        }
        let languages = self.captions.unwrap_or_default();
        let captions = languages.iter().map(|name| Language::named(name)).collect::<Result<_, _>>()?;
        let (scenes, theme) = (self.scenes.unwrap_or_default(), self.theme.unwrap_or_default());
        let language = self.language.unwrap_or_default();
        Ok(Screen { inset: inset / 100.0, scenes, theme, language, captions })
    }
}

/// What a file says of a monitor, or of all.
fn own(table: &Table<'_>) -> Own {
    let captions = table.texts("captions").into_iter().map(|(_, language)| language).collect();
    Own {
        inset: table.decimal("inset", 0.0..=f64::from(INSET_MAX)).map(|percent| percent as f32),
        scenes: table.choice("scenes", &SCENES),
        theme: table.choice("theme", &THEMES),
        language: table.choice("language", &LANGUAGES),
        captions: table.has("captions").then_some(captions),
    }
}

/// The part of one monitor.
fn screen(table: Table<'_>) -> Own {
    let own = own(&table);
    table.finish();
    own
}

impl Settings {
    /// Says what is wrong with them, before a window is opened.
    pub fn check(&self) -> anyhow::Result<()> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.len() > 40 || !self.name.chars().all(is_name) {
            bail!("el nombre del panel lleva de 1 a 40 letras sin tilde, cifras o - _ . : «{}»", self.name);
        }
        if !(1..=MONITORS_MAX).contains(&self.monitors) {
            bail!("de 1 a {MONITORS_MAX} monitores: {}", self.monitors);
        }
        if let Some(folder) = &self.adverts {
            schedule::read(folder)?;
        }
        Ok(())
    }

    /// Says what is wrong with the server's address; a trial has none.
    pub fn check_server(&self) -> anyhow::Result<()> {
        if self.server.is_empty() {
            bail!("falta --server, como en --server https://192.168.1.10:7878");
        }
        let is_one = |one: &str| one.starts_with("http://") || one.starts_with("https://");
        if !self.server.split(',').all(|one| is_one(one.trim())) {
            bail!("falta la dirección del servidor, como en https://192.168.1.10:7878");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_the_command_line_does_not() {
        let text = "server = 'http://h:1'\nname = 'panel-2'\nmonitors = 3\ninset = 2.5\n";
        let file = Options::parse("panel.toml", text).expect("a good file");
        let settings = Options::default().settle(file).expect("a good margin");
        assert_eq!((settings.monitors, settings.screens[2].inset), (3, 0.025));
        settings.check().expect("complete");
        settings.check_server().expect("it has an address");
        let faults = Options::parse("panel.toml", "servidor = 'x'\ninset = 12").expect_err("both");
        assert_eq!(
            faults.to_string(),
            "panel.toml:1: no se conoce «servidor» antes de la primera parte; ahí puede haber adverts, captions, \
             fullscreen, inset, language, monitor, monitors, name, scenes, server, theme, video, witness\n\
             panel.toml:2: «inset» es un número de 0.0 a 6.0; aquí hay el número 12"
        );
        assert!(Settings { name: "panel uno".to_owned(), ..settings }.check().is_err());
    }

    /// Of a file alone.
    fn settled(text: &str) -> anyhow::Result<Settings> {
        Options::default().settle(Options::parse("panel.toml", text).map_err(anyhow::Error::msg)?)
    }

    #[test]
    fn each_monitor_has_its_own_over_what_holds_for_all() {
        let text = "monitors = 3\ntheme = 'claro'\ncaptions = 'es'\ninset = 2\n\
                    [[screen]]\nscenes = 'camara'\ncaptions = []\n\
                    [[screen]]\ntheme = 'contraste'\ncaptions = ['es', 'en']\ninset = 0\n";
        let screens = settled(text).expect("a good file").screens;
        let [es, en] = ["es", "en"].map(|code| Language::built_in(code).expect("it comes with the program"));
        let captions = vec![es.clone()];
        let language = Lang::Es;
        let all = Screen { inset: 0.02, scenes: Scenes::All, theme: Theme::Light, language, captions };
        let first = Screen { scenes: Scenes::Camera, captions: Vec::new(), ..all.clone() };
        let captions = vec![es, en];
        let second = Screen { theme: Theme::Contrast, captions, inset: 0.0, ..all.clone() };
        assert_eq!(screens, [first, second, all]);
        let cli = Own { theme: Some(Theme::Dark), ..Own::default() };
        let file = Options::parse("panel.toml", text).expect("a good file");
        let screens = Options { own: cli, ..Options::default() }.settle(file).expect("good").screens;
        assert!(screens.iter().all(|screen| screen.theme == Theme::Dark), "the command line holds for all");
        for (text, told) in [
            ("[[screen]]\n[[screen]]\n", "hay 2 [[screen]] y los monitores son 1"),
            ("captions = 'klingon'\n", "«klingon» no es un idioma"),
            ("theme = 'rosa'\n", "oscuro"),
            ("language = 'fr'\n", "panel.toml:1: «language»: no se conoce «fr»; hay es, en"),
            ("[[screen]]\nlanguage = 'fr'\n", "panel.toml:2: «language»: no se conoce «fr»; hay es, en"),
            ("[[screen]]\nscenes = 'numeros'\ncolor = 'x'\n", "«color»"),
        ] {
            let error = settled(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    /// The command line of a program that has these options alone.
    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        options: Options,
    }

    fn asked(words: &[&str]) -> Result<Options, clap::Error> {
        <Alone as clap::Parser>::try_parse_from(words).map(|alone| alone.options)
    }

    #[test]
    fn one_monitor_is_in_english_where_the_hall_says_so() {
        let text = "monitors = 3\n[[screen]]\n[[screen]]\nlanguage = 'en'\ncaptions = 'es'\n";
        let languages =
            |settings: Settings| settings.screens.iter().map(|one| one.language).collect::<Vec<_>>();
        let settings = settled(text).expect("a good file");
        assert_eq!(settings.screens[1].captions.len(), 1, "captions have languages of their own");
        assert_eq!(languages(settings), [Lang::Es, Lang::En, Lang::Es]);
        let all = settled(&format!("language = 'en'\n{text}[[screen]]\nlanguage = 'es'\n"));
        assert_eq!(languages(all.expect("a good file")), [Lang::En, Lang::En, Lang::Es]);
        let cli = asked(&["display-wall", "--language", "en"]).expect("a good order");
        let file = Options::parse("panel.toml", text).expect("a good file");
        assert_eq!(
            languages(cli.settle(file).expect("good")),
            [Lang::En; 3],
            "the command line holds for all"
        );
        let told = asked(&["display-wall", "--language", "fr"]).expect_err("there is none").to_string();
        assert!(told.contains("puede ser es, en"), "{told}");
    }
}
