//! The technician's program: driver files, ports, what is heard on a line, tags of balls.

mod ask;
mod balls;
mod enrol;
mod listen;
mod replay;
mod say;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::{Decoder, Order};
use ball_machine::driver::{BLP1, Driver, DriverKind, EMBEDDED};
use ball_machine::hex::hex;
use ball_machine::host;
use ball_machine::line::{BAUD_MAX, BAUD_MIN, LineSettings};
use ball_machine::tags::TagTable;
use clap::{Args, Parser, Subcommand};
use hall_core::machine::SetId;

const TEMPLATE: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}";

/// Herramientas del técnico para extractores de bolas: controladores, puertos, grabaciones y etiquetas.
#[derive(Debug, Parser)]
#[command(
    name = "ball-machine",
    disable_help_flag = true,
    disable_help_subcommand = true,
    help_template = TEMPLATE,
    override_usage = "ball-machine ORDEN",
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN"
)]
struct Options {
    #[command(subcommand)]
    command: Command,
    /// Muestra esta ayuda
    #[arg(long, short, global = true, action = clap::ArgAction::Help, help_heading = "Opciones")]
    help: Option<bool>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Comprueba un controlador (.toml) y sus vectores, o la tabla de etiquetas de un juego
    #[command(help_template = TEMPLATE, override_usage = "ball-machine check FICHERO")]
    Check {
        /// Fichero, o nombre de un controlador incluido
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: String,
    },
    /// Puertos serie de este equipo, sin abrirlos, y controladores incluidos
    #[command(help_template = TEMPLATE, override_usage = "ball-machine list [--ask [--driver FICHERO]]")]
    List {
        /// Abre cada puerto y prueba qué controlador entiende lo que responde: unos 10 s por puerto. Al abrirlo, un
        /// Arduino arranca de nuevo
        #[arg(long, help_heading = "Opciones")]
        ask: bool,
        /// Con --ask, prueba también este controlador; se puede repetir
        #[arg(long, value_name = "FICHERO", requires = "ask", help_heading = "Opciones")]
        driver: Vec<String>,
        /// Carpeta de los dispositivos
        #[arg(long, value_name = "CARPETA", default_value = "/dev", hide = true)]
        dev: PathBuf,
    },
    /// Lo que llega por la línea y lo que significa, hasta Ctrl-C
    #[command(help_template = TEMPLATE, override_usage = "ball-machine monitor --port PUERTO [OPCIONES]")]
    Monitor {
        #[command(flatten)]
        line: LineArgs,
    },
    /// Como monitor, y además lo graba con sus tiempos
    #[command(help_template = TEMPLATE, override_usage = "ball-machine record FICHERO --port PUERTO [OPCIONES]")]
    Record {
        /// Fichero de la grabación; no ha de existir
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        #[command(flatten)]
        line: LineArgs,
    },
    /// Descifra una grabación, o la dice por un pseudoterminal
    #[command(help_template = TEMPLATE, override_usage = "ball-machine replay FICHERO [OPCIONES]")]
    Replay(replay::ReplayArgs),
    /// Da una orden a la máquina y escucha lo que responde
    #[command(help_template = TEMPLATE, override_usage = "ball-machine send ORDEN --port PUERTO [OPCIONES]")]
    Send {
        /// query, stop, run, hold, load, release o self-test
        #[arg(value_name = "ORDEN", value_parser = order, help_heading = "Argumentos")]
        order: Order,
        #[command(flatten)]
        line: LineArgs,
        /// Milisegundos que se escucha después, de 100 a 600000; si falta, 3000
        #[arg(long, value_name = "MS", default_value = "3000", hide_default_value = true, value_parser = wait, help_heading = "Opciones")]
        wait_ms: u64,
    },
    /// Hace la tabla de etiquetas de un juego: se pasa cada bola y se teclea su número
    #[command(help_template = TEMPLATE, override_usage = "ball-machine enrol FICHERO --set JUEGO --port PUERTO [OPCIONES]")]
    Enrol(enrol::EnrolArgs),
}

/// Which line, and who understands it.
#[derive(Debug, Args)]
struct LineArgs {
    /// Puerto serie; mejor su nombre de /dev/serial/by-id
    #[arg(long, value_name = "PUERTO", help_heading = "Opciones")]
    port: PathBuf,
    /// Controlador: blp1, el nombre de uno incluido o la ruta de un .toml
    #[arg(long, value_name = "NOMBRE", default_value = BLP1, hide_default_value = true, help_heading = "Opciones")]
    driver: String,
    /// Tabla de etiquetas del juego, para un lector de etiquetas
    #[arg(long, value_name = "FICHERO", help_heading = "Opciones")]
    tags: Option<PathBuf>,
    /// Otra velocidad que la del controlador, de 1200 a 115200
    #[arg(long, value_name = "BAUDIOS", value_parser = baud, help_heading = "Opciones")]
    baud: Option<u32>,
}

fn order(word: &str) -> Result<Order, String> {
    Order::parse(word).ok_or_else(|| "ha de ser query, stop, run, hold, load, release o self-test".to_owned())
}

fn set_id(text: &str) -> Result<SetId, String> {
    SetId::parse(text).ok_or_else(|| "de 1 a 8 letras A-Z y cifras".to_owned())
}

fn baud(text: &str) -> Result<u32, String> {
    let baud = text.parse().ok().filter(|baud| (BAUD_MIN..=BAUD_MAX).contains(baud));
    baud.ok_or_else(|| format!("de {BAUD_MIN} a {BAUD_MAX}"))
}

fn wait(text: &str) -> Result<u64, String> {
    let wait = text.parse().ok().filter(|ms| (100..=600_000).contains(ms));
    wait.ok_or_else(|| "de 100 a 600000".to_owned())
}

fn main() -> ExitCode {
    /// What shells expect of a command line that is wrong.
    const USAGE: u8 = 2;
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) if error.use_stderr() => {
            say::error(words::of(&error));
            return ExitCode::from(USAGE);
        }
        Err(help) => {
            say::part(help);
            return ended(say::end());
        }
    };
    // A fault of the command comes before one of the output.
    ended(run(options.command).and_then(|()| say::end()))
}

fn ended(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say::error(say::causes(&error));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Check { file } => check(&file),
        Command::List { ask, driver, dev } => ask::list(&dev, ask, &driver),
        Command::Monitor { line } => listen::monitor(&line, None),
        Command::Record { file, line } => listen::monitor(&line, Some(&file)),
        Command::Replay(args) if args.pty => replay::over_pty(&args),
        Command::Replay(args) => replay::decode(&args),
        Command::Send { order, line, wait_ms } => ask::send(&line, order, wait_ms),
        Command::Enrol(args) => enrol::enrol(&args),
    }
}

/// How a line is set, and who understands it.
struct Understands {
    line: LineSettings,
    decoder: Box<dyn Decoder>,
    /// A longer silence is a fault, in milliseconds; `None`: the machine speaks only of balls.
    silent_ms: Option<u64>,
    /// It says more than balls, so that an answer can be expected.
    answers: bool,
}

fn driver(name: &str, tags: Option<&Path>) -> anyhow::Result<Understands> {
    let driver = if name == BLP1 { None } else { Some(Driver::load(name)?) };
    let reads_tags = driver.as_ref().is_some_and(|driver| matches!(driver.kind, DriverKind::Tag(_)));
    if tags.is_some() && !reads_tags {
        bail!("«{name}» no lee etiquetas: sobra --tags");
    }
    let Some(driver) = driver else {
        let (line, decoder) = (LineSettings::default(), Box::new(Watch::default()));
        return Ok(Understands { line, decoder, silent_ms: Some(host::SILENT_MS), answers: true });
    };
    let tags = tags.map(TagTable::load).transpose()?;
    tags.as_ref().map_or(Ok(()), |tags| driver.fits(tags))?;
    let silent_ms = driver.timing.silent_ms;
    let answers = match &driver.kind {
        DriverKind::Stx(spec) => {
            spec.poll.is_some() || spec.messages.iter().any(|message| message.means.is_sign_of_life())
        }
        DriverKind::Contacts(_) => true,
        DriverKind::Keypad(_) | DriverKind::Tag(_) => false,
    };
    let decoder = driver.decoder(tags.as_ref());
    Ok(Understands { line: driver.line, decoder, silent_ms, answers: answers || silent_ms.is_some() })
}

fn check(file: &str) -> anyhow::Result<()> {
    let known = EMBEDDED.iter().any(|(name, _)| *name == file);
    if !known && !file.ends_with(".toml") && Path::new(file).exists() {
        let table = TagTable::load(Path::new(file))?;
        say::line(format_args!("{file}: correcto: tabla de etiquetas de {} bolas", table.len()));
        if let Some(set) = table.set() {
            say::line(format_args!("  juego:   {set}"));
        }
        say::line(format_args!("  SHA-256: {}", digest(&table)));
        return Ok(());
    }
    let driver = Driver::load(file)?;
    let kind = match driver.kind {
        DriverKind::Keypad(_) => "teclado (D0)",
        DriverKind::Stx(_) => "tramas con comienzo y final (D2)",
        DriverKind::Tag(_) => "lector de etiquetas (D3)",
        DriverKind::Contacts(_) => "contactos por Modbus RTU (D4)",
    };
    say::line(format_args!("{}: correcto: {kind}, {}", driver.name, driver.line));
    say::folded(&format!("  {}", driver.about), 2);
    say::line(format_args!("  vectores que dan lo que dicen: {}", driver.vectors.len()));
    for warning in &driver.warnings {
        say::folded(&format!("  aviso, línea {}: {}", warning.line, warning.text), 4);
    }
    Ok(())
}

/// The SHA-256 of a table of tags.
fn digest(table: &TagTable) -> String {
    hex(&table.sha256()).replace(' ', "").to_lowercase()
}
