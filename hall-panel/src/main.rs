//! `hall-panel`: the panel of lamps and the LED signs of the hall.

use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use clap::{Parser, Subcommand};
use hall_panel::driver::{Driver, EMBEDDED, Kind};
use hall_panel::news::{News, Sentence};
use hall_panel::serve::{Told, serve, waker};
use hall_panel::settings::{Options, Settings};
use hall_panel::state::Panel;
use hall_panel::talk::Happened;
use hall_panel::walk::steps;
use hall_wire::board::PublicBoard;
use hall_wire::link::{self, ClientError, Link, Refusals, Servers, Shown, Witness};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;
use tracing_subscriber::EnvFilter;

const TEMPLATE: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}";

const AFTER_HELP: &str = "
Sin orden, sigue a la sala hasta que se lo para con SIGTERM o Ctrl-C, y entonces lo apaga todo. Lo que falle
(cable, corriente, red, servidor) lo dice y lo vuelve a intentar. La guía: docs/panel-hardware.md.
";

/// El panel de lámparas y los rótulos de la sala: lo que ven los monitores, en aparatos. Dice todo cada vez, de modo
/// que un aparato que se enciende está bien antes de un segundo.
#[derive(Debug, Parser)]
#[command(
    name = "hall-panel",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true,
    help_template = TEMPLATE,
    override_usage = "hall-panel [ORDEN] --driver CONTROLADOR [--to DÓNDE] [OPCIONES]",
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN",
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(subcommand)]
    order: Option<Order>,
    #[command(flatten)]
    options: Options,
    /// Da de alta este panel en la sala, con el código de ocho cifras del jefe de sala (Sala, Puestos), y termina
    #[arg(long, value_name = "CÓDIGO", help_heading = "Opciones")]
    enrol: Option<String>,
    /// Muestra esta ayuda
    #[arg(long, short, global = true, action = clap::ArgAction::HelpShort, help_heading = "Opciones")]
    help: Option<bool>,
    /// Muestra la versión
    #[arg(long, short = 'V', action = clap::ArgAction::Version, help_heading = "Opciones")]
    version: Option<bool>,
}

#[derive(Debug, Subcommand)]
enum Order {
    /// Enciende los noventa uno a uno, y todos, y dice qué hay que mirar
    #[command(help_template = TEMPLATE, override_usage = "hall-panel walk --driver CONTROLADOR [--to DÓNDE] [--step-ms MS]")]
    Walk {
        /// Milisegundos de cada paso, de 100 a 60000; si falta, 1000
        #[arg(
            long,
            value_name = "MS",
            default_value = "1000",
            hide_default_value = true,
            value_parser = clap::value_parser!(u64).range(100..=60_000),
            help_heading = "Opciones"
        )]
        step_ms: u64,
    },
    /// Los controladores que hay: los incluidos y los de la carpeta de la sala
    #[command(help_template = TEMPLATE, override_usage = "hall-panel drivers [--drivers CARPETA]")]
    Drivers,
    /// Comprueba el fichero de un controlador, y dice cada falta con su línea
    #[command(help_template = TEMPLATE, override_usage = "hall-panel check FICHERO")]
    Check {
        /// Fichero, o nombre de un controlador
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: String,
    },
}

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_target(false)
        .init();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hall-panel: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    if let Some(code) = &cli.enrol {
        let settings = cli.options.settle()?;
        settings.check()?;
        return say(&link::enter(&Servers::new(&settings.server), code, "panel", &settings.identity)?);
    }
    match cli.order {
        None => follow(&cli.options.settle()?),
        Some(Order::Walk { step_ms }) => walk(&cli.options.settle()?, Duration::from_millis(step_ms)),
        Some(Order::Drivers) => list(cli.options.folder()?.as_deref()),
        Some(Order::Check { file }) => {
            let driver = Driver::load(&file, cli.options.folder()?.as_deref())?;
            say(&format!("{}: en orden\n{}", driver.name, described(&driver)))
        }
    }
}

/// Shows the hall's board until SIGTERM or SIGINT.
fn follow(settings: &Settings) -> anyhow::Result<()> {
    settings.check()?;
    // Before any other thread, which would else get them.
    let stop = ends()?;
    let servers = link::servers_as(&settings.server, &settings.identity).map_err(anyhow::Error::msg)?;
    let witness = Witness::open(&settings.witness, &settings.name, |trouble| tracing::error!("{trouble}"));
    let link = Link::<PublicBoard>::watch(&servers, &settings.name, None, witness);
    let (waker, woken) = waker()?;
    link.on_change(move || waker.wake());
    let refusals = RefCell::new(Refusals::default());
    let missed = |game: u32, ordinal: u8, error: &ClientError| {
        tracing::warn!(game, ordinal, %error, "no se ha podido decir que la bola se ve");
    };
    let shown = settings.report.then(|| Shown::open(&servers, &settings.name, missed)).transpose()?;
    say(&format!("hall-panel: {} por {}", settings.driver.name, settings.to))?;
    let mut news = News::default();
    let mut tell = |told: Told| {
        if let (Some(shown), Told::Pass(Happened::Taken(Some((game, lit))))) = (&shown, &told) {
            shown.lit(*game, *lit);
        }
        log(&mut news, &told);
    };
    let look = || {
        let seen = link.board();
        if let Some(why) = refusals.borrow_mut().news(&seen) {
            tracing::warn!("el servidor no admite este panel: {why} Se sigue intentando");
        }
        Panel::of(&seen)
    };
    serve(&settings.line(), &mut settings.talk(), &woken, stop.as_fd(), &look, &mut tell);
    Ok(())
}

/// Shows the ninety one by one, and says what has to be seen.
fn walk(settings: &Settings, step: Duration) -> anyhow::Result<()> {
    let stop = ends()?;
    let panel = Arc::new(Mutex::new(Panel::dark()));
    let (waker, woken) = waker()?;
    let theirs = Arc::clone(&panel);
    std::thread::spawn(move || {
        for one in steps() {
            // Nobody reads any more: the walk goes on for who looks.
            let _ = say(&one.look);
            *theirs.lock().unwrap_or_else(PoisonError::into_inner) = one.panel;
            waker.wake();
            std::thread::sleep(step);
        }
        // The end of the walk is the end of the program, as if somebody had ended it.
        let _ = kill(Pid::this(), Signal::SIGTERM);
    });
    let mut news = News::default();
    let look = || panel.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut tell = |told: Told| log(&mut news, &told);
    serve(&settings.line(), &mut settings.talk(), &woken, stop.as_fd(), &look, &mut tell);
    Ok(())
}

/// What can be read once the program should end.
fn ends() -> anyhow::Result<SignalFd> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGINT);
    signals.thread_block()?;
    Ok(SignalFd::new(&signals)?)
}

/// Logs what is news.
fn log(news: &mut News, told: &Told) {
    match news.of(told) {
        Some(Sentence::Good(words)) => tracing::info!("{words}"),
        Some(Sentence::Bad(words)) => tracing::warn!("{words}"),
        None => (),
    }
}

fn list(folder: Option<&Path>) -> anyhow::Result<()> {
    for (name, _) in EMBEDDED {
        say(&format!("{name}\n{}", described(&Driver::load(name, None)?)))?;
    }
    let Some(folder) = folder else { return Ok(()) };
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("no se puede leer la carpeta {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match Driver::load(&path.display().to_string(), None) {
            Ok(driver) => say(&format!("{name} ({})\n{}", path.display(), described(&driver)))?,
            Err(error) => say(&format!("{name}: no vale\n{error}"))?,
        }
    }
    Ok(())
}

/// A driver in a few lines.
fn described(driver: &Driver) -> String {
    let of = match &driver.kind {
        Kind::Alpha(sign) => {
            let lines = sign.face.lines_max();
            let answer = sign.answer_ms.map_or("no responde".to_owned(), |ms| format!("responde en {ms} ms"));
            format!("alpha; {lines} líneas; {}; {answer}", driver.line)
        }
        Kind::Sacn { universe, priority, lamps } => {
            format!("sacn; universo {universe}, prioridad {priority}; el 1 en el canal {}", lamps.channels[0])
        }
        Kind::UsbPro(lamps) => format!("dmx-usb-pro; el 1 en el canal {}", lamps.channels[0]),
    };
    format!("  {}\n  {of}", driver.about)
}

fn say(line: &str) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{line}")?;
    stdout.flush()?;
    Ok(())
}
