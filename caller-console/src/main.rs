//! The console, as a program.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use caller_console::app::{App, Options};
use caller_console::shown::Log;
use caller_console::state::StateFile;
use clap::Parser;
use hall_core::words::Lang;
use hall_prompts::recording;
use hall_wire::link::Servers;
use winit::platform::x11::EventLoopBuilderExtX11;

/// El puesto de la mesa, la caja, la sala y la inspección.
#[derive(Parser)]
#[command(version, disable_help_flag = true)]
struct Args {
    /// Dirección del servidor; si la sala tiene uno de reserva, la de éste detrás, con una coma.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7878")]
    server: String,
    /// Nombre de este puesto: letras sin tilde, cifras, - _ .
    #[arg(long, value_name = "NOMBRE", default_value = "mesa-1")]
    device: String,
    /// Bloquear el puesto tras estos minutos sin tocar nada; 0, nunca.
    #[arg(long, value_name = "MINUTOS", default_value_t = 15)]
    lock_after: u64,
    /// Idioma: es o en. La tecla F5 de la entrada lo cambia.
    #[arg(long, value_name = "IDIOMA", default_value = "es")]
    language: String,
    /// La barra a la izquierda, para zurdos.
    #[arg(long)]
    left_handed: bool,
    /// Sin sonidos. Con ellos, F7 en la página de las teclas (F1) los quita y los pone.
    #[arg(long)]
    no_sounds: bool,
    /// Tamaño de la ventana, como 1280x720.
    #[arg(long, value_name = "AxB", default_value = "1280x720")]
    size: String,
    /// Lugar de la ventana, como 0,0.
    #[arg(long, value_name = "X,Y")]
    position: Option<String>,
    /// A pantalla completa.
    #[arg(long)]
    fullscreen: bool,
    /// Dónde guarda el puesto su entrada, para no pedir otra vez el PIN si se reinicia.
    #[arg(long, value_name = "ARCHIVO")]
    state: Option<PathBuf>,
    /// Carpeta de los papeles que se piden en este puesto: actas y hojas. Por omisión, ~/Bombo.
    #[arg(long, value_name = "CARPETA")]
    papers: Option<PathBuf>,
    /// Carpeta donde se graba la voz de la sala, con una por idioma. Por omisión, donde las busca hall-voice en este equipo.
    #[arg(long, value_name = "CARPETA")]
    clips: Option<PathBuf>,
    /// Micrófono para grabarla, de los que dice «arecord -L».
    #[arg(long, value_name = "NOMBRE", default_value = "default")]
    microphone: String,
    /// Apunta en un archivo lo que ha mostrado este puesto, una línea de JSON por cambio.
    #[arg(long, value_name = "ARCHIVO")]
    log_shown: Option<PathBuf>,
    /// Muestra esta ayuda.
    #[arg(long, short = 'h', action = clap::ArgAction::Help)]
    help: Option<bool>,
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("caller-console: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<()> {
    let lang = match args.language.as_str() {
        "es" => Lang::Es,
        "en" => Lang::En,
        other => anyhow::bail!("no hay textos en «{other}»: use es o en"),
    };
    let size = pair(&args.size, 'x').context("--size se escribe como 1280x720")?;
    let mut viewport = egui::ViewportBuilder::default()
        .with_title(format!("Bombo · {}", args.device))
        .with_app_id("bombo-console")
        .with_inner_size(size)
        .with_fullscreen(args.fullscreen);
    if let Some(position) = &args.position {
        viewport = viewport.with_position(pair(position, ',').context("--position se escribe como 0,0")?);
    }
    let lock_after =
        if args.lock_after == 0 { Duration::MAX } else { Duration::from_secs(args.lock_after * 60) };
    let options = Options {
        server: Servers::new(&args.server),
        state: StateFile(args.state.unwrap_or_else(|| state_file(&args.device))),
        papers: args.papers.unwrap_or_else(|| home().join("Bombo")),
        clips: args.clips.unwrap_or_else(|| recording::in_state(&recording::state_folder())),
        microphone: args.microphone,
        device: args.device,
        lock_after,
        lang,
        left_handed: args.left_handed,
        quiet: args.no_sounds,
    };
    let log = match &args.log_shown {
        Some(file) => {
            Log::in_file(file).with_context(|| format!("no se puede escribir en {}", file.display()))?
        }
        None => Log::default(),
    };
    let native = eframe::NativeOptions {
        viewport,
        persist_window: false,
        // On a desktop of Wayland too: its Xwayland answers, and the desk is one window like any other there.
        event_loop_builder: Some(Box::new(|event_loop| {
            event_loop.with_x11();
        })),
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        "bombo-console",
        native,
        Box::new(move |cc| Ok(Box::new(App::new(options, &cc.egui_ctx).logging(log)))),
    )
    .map_err(|error| anyhow::anyhow!("no se puede abrir la ventana: {error}. ¿Hay pantalla (DISPLAY)?"))
}

/// Where a console of this name keeps its log-in.
fn state_file(device: &str) -> PathBuf {
    let base = std::env::var_os("XDG_STATE_HOME").map_or_else(|| home().join(".local/state"), PathBuf::from);
    base.join("bombo").join(format!("puesto-{device}.json"))
}

fn home() -> PathBuf {
    std::env::var_os("HOME").map_or_else(std::env::temp_dir, PathBuf::from)
}

fn pair(text: &str, between: char) -> Option<[f32; 2]> {
    let (a, b) = text.split_once(between)?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}
