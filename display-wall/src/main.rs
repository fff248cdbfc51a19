//! `display-wall`: the monitors of the hall.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Parser;
use display_wall::monitor::{Monitors, builder};
use display_wall::settings::Options;
use display_wall::shown::Teller;
use display_wall::wall::{Source, Wall};
use eframe::{App, Frame, NativeOptions};
use egui::{Ui, ViewportCommand};
use hall_wire::board::PublicBoard;
use hall_wire::link::{self, Link, Servers, Witness};
use wall_scenes::recorded::Recorded;
use winit::platform::x11::EventLoopBuilderExtX11;

/// Los monitores de la sala: el panel de la partida en cada uno, con la cámara de las bolas al lado.
///
/// Se cierra con Ctrl+Q o con SIGTERM; ninguna otra tecla hace nada.
#[derive(Parser)]
#[command(
    name = "display-wall",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    help_template = "{about}\n\nUso: {usage}\n\n{all-args}{after-help}\n",
    next_help_heading = "Opciones",
    after_help = "El fichero de --settings lleva las mismas opciones, como en: monitors = 2. Lo que diga la orden manda."
)]
struct Cli {
    #[command(flatten)]
    options: Options,
    /// Un fichero TOML con estas opciones.
    #[arg(long, value_name = "FICHERO")]
    settings: Option<PathBuf>,
    /// Apunta en un fichero cuándo se ha visto cada tablero, una línea de JSON por tablero.
    #[arg(long, value_name = "FICHERO")]
    log_shown: Option<PathBuf>,
    /// Apunta en un fichero cuándo se ha pintado cada imagen de la cámara.
    #[arg(long, value_name = "FICHERO", hide = true)]
    log_pictures: Option<PathBuf>,
    /// Enseña una imagen de prueba y pasa los noventa números, sin servidor: para colgar y ajustar los monitores.
    #[arg(long)]
    trial: bool,
    /// Da de alta este panel en la sala, con el código de ocho cifras del jefe de sala (Sala, Puestos), y termina.
    #[arg(long, value_name = "CÓDIGO")]
    enrol: Option<String>,
    /// Dónde guarda su alta. Por omisión, ~/.local/state/bombo, con el nombre del panel.
    #[arg(long, value_name = "FICHERO")]
    identity: Option<PathBuf>,
    /// Muestra un tablero grabado, sin servidor.
    #[arg(long, value_name = "FICHERO", hide = true)]
    board: Option<PathBuf>,
    /// Guarda lo que se ve y termina.
    #[arg(long, value_name = "FICHERO.png", hide = true)]
    screenshot: Option<PathBuf>,
    /// Muestra esta ayuda.
    #[arg(short, long, action = clap::ArgAction::HelpShort)]
    help: Option<bool>,
    /// Muestra la versión.
    #[arg(short = 'V', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
}

/// Steps of priority by which the wall comes before other programs: as nice(2) counts, fewer is sooner.
const PRIORITY: i32 = -10;

fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("display-wall: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    // A number that is announced is lit before anything else on this computer is done. Every thread
    // that starts after this has it too; where it is not allowed the wall does without.
    if let Err(error) = rustix::process::nice(PRIORITY) {
        tracing::debug!(%error, "the wall has the priority of all else");
    }
    let file = cli.settings.as_deref().map(Options::read).transpose()?.unwrap_or_default();
    let settings = cli.options.settle(file)?;
    let board = cli.board.map(recorded).transpose()?;
    if board.is_none() {
        settings.check()?;
    }
    if board.is_none() && !cli.trial {
        settings.check_server()?;
    }
    let identity = cli.identity.unwrap_or_else(|| link::identity_file(&settings.name));
    if let Some(code) = cli.enrol {
        println!("{}", link::enter(&Servers::new(&settings.server), &code, "panel", &identity)?);
        return Ok(());
    }
    let servers = link::servers_as(&settings.server, &identity).map_err(anyhow::Error::msg)?;
    let source = match board {
        Some(board) => Source::File(Box::new(board)),
        None if cli.trial => Source::Trial(Instant::now()),
        None => {
            let witness =
                Witness::open(&settings.witness, &settings.name, |trouble| tracing::error!("{trouble}"));
            Source::Server(Arc::new(Link::<PublicBoard>::watch(&servers, &settings.name, None, witness)))
        }
    };
    let server = matches!(source, Source::Server(_)).then_some(&servers);
    let teller = Teller::new(server, &settings.name, cli.log_shown.as_deref())?
        .with_pictures(cli.log_pictures.as_deref())?;
    let options = NativeOptions {
        viewport: builder(&settings, 0),
        // Only solid colours on whole pixels are painted: nothing to dither.
        dithering: false,
        // On a desktop of Wayland too, where no window says where it stands: the camera's would not be in its place.
        event_loop_builder: Some(Box::new(|event_loop| {
            event_loop.with_x11();
        })),
        ..NativeOptions::default()
    };
    let app = move |creation: &eframe::CreationContext| {
        hall_look::font::install(&creation.egui_ctx);
        let wall = Wall::open(settings, source, teller, &creation.egui_ctx);
        let monitors = Monitors::new(wall);
        let app: Box<dyn App> = match cli.screenshot {
            Some(file) => {
                monitors.may_close();
                Box::new(Screenshot { monitors, file, passes: 0 })
            }
            None => Box::new(monitors),
        };
        Ok(app)
    };
    eframe::run_native("display-wall", options, Box::new(app))
        .map_err(|error| anyhow!("no se puede abrir la ventana: {error}. ¿Hay pantalla (DISPLAY)?"))
}

fn recorded(path: PathBuf) -> anyhow::Result<Recorded> {
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("no se puede leer {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} no es un tablero", path.display()))
}

/// Paints a few frames, saves a picture and exits.
struct Screenshot {
    monitors: Monitors,
    file: PathBuf,
    passes: u32,
}

/// Frames until fonts and pictures are loaded.
const PASSES: u32 = 8;

impl App for Screenshot {
    fn ui(&mut self, ui: &mut Ui, frame: &mut Frame) {
        self.monitors.ui(ui, frame);
        self.passes += 1;
        if self.passes == PASSES {
            let (file, ctx) = (self.file.clone(), ui.ctx().clone());
            ui.ctx().request_screenshot(move |picture| {
                if let Err(error) = save(&file, &picture) {
                    tracing::error!("{}: {error:#}", file.display());
                }
                ctx.send_viewport_cmd(ViewportCommand::Close);
            });
        }
        ui.ctx().request_repaint_after(Duration::from_millis(50));
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        self.monitors.clear_color(visuals)
    }
}

fn save(file: &PathBuf, picture: &egui::ColorImage) -> anyhow::Result<()> {
    let [wide, high] = picture.size;
    let out = std::io::BufWriter::new(std::fs::File::create(file)?);
    let mut encoder = png::Encoder::new(out, u32::try_from(wide)?, u32::try_from(high)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let rgb: Vec<u8> = picture.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b()]).collect();
    encoder.write_header()?.write_image_data(&rgb)?;
    Ok(())
}
