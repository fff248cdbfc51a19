//! The technician's program: files of drivers, ports, what is heard on a line, tags of balls.

mod ask;
mod balls;
mod enrol;
mod listen;
mod replay;
mod say;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::{Decoder, Order};
use ball_machine::driver::{BLP1, Driver, EMBEDDED, Kind};
use ball_machine::hex::hex;
use ball_machine::host;
use ball_machine::line::{BAUD_MAX, BAUD_MIN, LineSettings};
use ball_machine::stx::{Means, Message};
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
        line: Line,
    },
    /// Como monitor, y además lo graba con sus tiempos
    #[command(help_template = TEMPLATE, override_usage = "ball-machine record FICHERO --port PUERTO [OPCIONES]")]
    Record {
        /// Fichero de la grabación; no ha de existir
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        #[command(flatten)]
        line: Line,
    },
    /// Descifra una grabación, o la dice por un pseudoterminal
    #[command(help_template = TEMPLATE, override_usage = "ball-machine replay FICHERO [OPCIONES]")]
    Replay {
        /// Grabación hecha con record
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        /// Otro controlador que el de la grabación
        #[arg(long, value_name = "NOMBRE", conflicts_with = "pty", help_heading = "Opciones")]
        driver: Option<String>,
        /// Tabla de etiquetas del juego
        #[arg(long, value_name = "FICHERO", conflicts_with = "pty", help_heading = "Opciones")]
        tags: Option<PathBuf>,
        /// Sólo lo que significa, sin bytes, horas ni latidos
        #[arg(long, conflicts_with = "pty", help_heading = "Opciones")]
        meanings: bool,
        /// La dice por un pseudoterminal, a su ritmo, en cuanto alguien lo abre
        #[arg(long, help_heading = "Opciones")]
        pty: bool,
        /// Con --pty, sin esperas
        #[arg(long, requires = "pty", help_heading = "Opciones")]
        fast: bool,
    },
    /// Da una orden a la máquina y escucha lo que responde
    #[command(help_template = TEMPLATE, override_usage = "ball-machine send ORDEN --port PUERTO [OPCIONES]")]
    Send {
        /// query, stop, run, hold, load, release o self-test
        #[arg(value_name = "ORDEN", value_parser = order, help_heading = "Argumentos")]
        order: Order,
        #[command(flatten)]
        line: Line,
        /// Milisegundos que se escucha después, de 100 a 600000; si falta, 3000
        #[arg(
            long,
            value_name = "MS",
            default_value_t = 3000,
            hide_default_value = true,
            value_parser = wait,
            help_heading = "Opciones"
        )]
        wait_ms: u64,
    },
    /// Hace la tabla de etiquetas de un juego: se pasa cada bola y se teclea su número
    #[command(help_template = TEMPLATE, override_usage = "ball-machine enrol FICHERO --set JUEGO --port PUERTO [OPCIONES]")]
    Enrol {
        /// Tabla que se escribe; si ya existe, se sigue donde quedó
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        /// Nombre del juego: de 1 a 8 letras A-Z y cifras
        #[arg(long, value_name = "JUEGO", value_parser = set_id, help_heading = "Opciones")]
        set: SetId,
        /// Puerto serie del lector; mejor su nombre de /dev/serial/by-id
        #[arg(long, value_name = "PUERTO", help_heading = "Opciones")]
        port: PathBuf,
        /// Controlador del lector; si falta, id12la
        #[arg(
            long,
            value_name = "NOMBRE",
            default_value = "id12la",
            hide_default_value = true,
            help_heading = "Opciones"
        )]
        driver: String,
        /// Otra velocidad que la del controlador
        #[arg(long, value_name = "BAUDIOS", value_parser = baud, help_heading = "Opciones")]
        baud: Option<u32>,
    },
}

/// Which line, and who understands it.
#[derive(Debug, Args)]
struct Line {
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
    // Of both, what was asked for is worth more words than the screen it was to stand on.
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
        Command::Replay { file, pty: true, fast, .. } => replay::over_pty(&file, fast),
        Command::Replay { file, driver, tags, meanings, .. } => {
            let through = replay::Through { driver: driver.as_deref(), tags: tags.as_deref(), meanings };
            replay::decode(&file, &through)
        }
        Command::Send { order, line, wait_ms } => ask::send(&line, order, wait_ms),
        Command::Enrol { file, set, port, driver, baud } => {
            enrol::enrol(&file, set, &enrol::Reader { port: &port, driver: &driver, baud })
        }
    }
}

/// Who understands a line.
struct Understands {
    line: LineSettings,
    decoder: Box<dyn Decoder>,
    /// How long a silence is none of the machine's; `None`: it speaks only of balls.
    silent_ms: Option<u64>,
    /// It says more than balls, so that one who was spoken to can be expected to answer.
    answers: bool,
}

/// Returns how the port is set, and a decoder.
fn driver(name: &str, tags: Option<&std::path::Path>) -> anyhow::Result<Understands> {
    if name == BLP1 {
        if tags.is_some() {
            bail!("«{BLP1}» no lee etiquetas: sobra --tags");
        }
        let (line, decoder) = (LineSettings::default(), Box::new(Watch::default()));
        return Ok(Understands { line, decoder, silent_ms: Some(host::SILENT_MS), answers: true });
    }
    let driver = Driver::load(name)?;
    if tags.is_some() && !matches!(driver.kind, Kind::Tag(_)) {
        bail!("«{name}» no lee etiquetas: sobra --tags");
    }
    let tags = tags.map(TagTable::load).transpose()?;
    if let Some(tags) = &tags {
        driver.fits(tags)?;
    }
    let decoder = driver.decoder(tags.as_ref());
    let lives = |message: &Message| matches!(message.means, Means::Alive | Means::Mode(_));
    let answers = match &driver.kind {
        Kind::Stx(spec) => spec.poll.is_some() || spec.messages.iter().any(lives),
        Kind::Contacts(_) => true,
        Kind::Keypad(_) | Kind::Tag(_) => false,
    };
    let silent_ms = driver.silent_ms();
    Ok(Understands { line: driver.line, decoder, silent_ms, answers: answers || silent_ms.is_some() })
}

fn check(file: &str) -> anyhow::Result<()> {
    let known = EMBEDDED.iter().any(|(name, _)| *name == file);
    if !known && !file.ends_with(".toml") && std::path::Path::new(file).exists() {
        let table = TagTable::load(std::path::Path::new(file))?;
        say::line(format_args!("{file}: correcto: tabla de etiquetas de {} bolas", table.len()));
        if let Some(set) = table.set() {
            say::line(format_args!("  juego:   {set}"));
        }
        say::line(format_args!("  SHA-256: {}", hex(&table.sha256()).replace(' ', "").to_lowercase()));
        return Ok(());
    }
    let driver = Driver::load(file)?;
    let kind = match driver.kind {
        Kind::Keypad(_) => "teclado (D0)",
        Kind::Stx(_) => "tramas con comienzo y final (D2)",
        Kind::Tag(_) => "lector de etiquetas (D3)",
        Kind::Contacts(_) => "contactos por Modbus RTU (D4)",
    };
    say::line(format_args!("{}: correcto: {kind}, {}", driver.name, driver.line));
    say::folded(&format!("  {}", driver.about), 2);
    say::line(format_args!("  vectores que dan lo que dicen: {}", driver.vectors().len()));
    for warning in &driver.warnings {
        say::folded(&format!("  aviso, línea {}: {}", warning.line, warning.text), 4);
    }
    Ok(())
}
