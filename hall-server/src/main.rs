//! `hall-server`: the desk of a bingo hall.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use hall_server::accept;
use hall_server::archive;
use hall_server::backup::{self, Order, Told};
use hall_server::config::Config;
use hall_server::epoch::{EpochError, Signature};
use hall_server::film;
use hall_server::follow::{self, follow};
use hall_server::journal::{self, Head, Pace};
use hall_server::mirror::{self, Identity, MirrorError};
use hall_server::promote::{self, PromoteError};
use hall_server::restore;
use hall_server::serve::{Overrides, seen_by, serve};
use hall_server::snapshot;
use hall_server::stamps;
use hall_server::terminal;

#[path = "main/founding.rs"]
mod founding;
#[path = "main/installing.rs"]
mod installing;
#[path = "main/keys.rs"]
mod keys;
#[path = "main/packages.rs"]
mod packages;
#[path = "main/support.rs"]
mod support;
#[path = "main/taking_away.rs"]
mod taking_away;
#[path = "main/witnessing.rs"]
mod witnessing;

/// El servidor de la sala: la mesa, el registro, la máquina de bolas y las pantallas.
#[derive(Parser)]
#[command(
    name = "hall-server",
    version,
    arg_required_else_help = true,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true,
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN",
    help_template = HELP,
    after_help = "Cada orden tiene su ayuda: hall-server init --help"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Muestra esta ayuda.
    #[arg(short, long, action = clap::ArgAction::Help, global = true, display_order = 100, help_heading = "Opciones")]
    help: Option<bool>,
    /// Muestra la versión.
    #[arg(short = 'V', long, action = clap::ArgAction::Version, help_heading = "Opciones")]
    version: Option<bool>,
}

/// The frame of every help page.
const HELP: &str = "{about}\n\nUso: {usage}\n\n{all-args}{after-help}\n";

#[derive(Subcommand)]
enum Command {
    /// Crea una sala nueva: carpeta, base de datos, claves y jefe de sala. Escribe su PIN una sola vez.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Init(founding::Init),
    /// Instala la sala con preguntas, de un equipo vacío al servidor en marcha: sala, reglamento, jefe de sala, red, extractor, cámaras,
    /// sonido, segundo disco e impresora. Se puede empezar otra vez, y cambia sólo lo que se diga. Las respuestas pueden venir por la
    /// entrada, una por línea.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Install(installing::Install),
    /// Pone la sala en marcha. Termina con SIGTERM o Ctrl-C, sin perder nada.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Serve(Serve),
    /// Comprueba el registro entero: SQLite, esquema, cadena, tablas, peticiones, valores reservados, actas y cartones impresos.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Check(Check),
    /// Rehace las tablas a partir del registro. El registro no se toca.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Rebuild(Folder),
    /// Pasa las líneas del registro, con la sala cerrada, a un archivo de la carpeta «archivo», y sigue en una base de datos nueva. Una
    /// vez al año: las copias y las comprobaciones vuelven a ser cortas. No se pierde ni se borra nada.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Archive(Folder),
    /// Antes de cambiar de versión, con la sala en marcha: la versión nueva lee el registro entero y deja preparado su arranque, que
    /// será entonces de un segundo.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Prepare(Folder),
    /// Dice si hay una sesión abierta. Lo preguntan los paquetes antes de cambiar de versión; con una abierta, termina con 10.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Session(packages::Session),
    /// Lo que este programa lee de un registro, para el paquete de su versión.
    #[command(hide = true)]
    Reads,
    /// Acepta, entre dos personas, que falta lo último que se escribió en el registro, y empieza una época nueva. Sólo
    /// cuando «serve» dice que el registro es más corto de lo que era y no hay otra copia.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    AcceptLoss(Folder),
    /// Exporta una sesión o un tramo del registro, para llevárselo: líneas, tablas, actas, puntos de control y los dos
    /// verificadores, que no necesitan ni este programa ni red. Con el servidor en marcha o parado.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Export(taking_away::Export),
    /// Lo que el servidor manda hacer cuando alguien pide una exportación en un puesto.
    #[command(hide = true)]
    ExportOrder,
    /// Escribe el último número y la huella del registro, como en el acta: NÚMERO:HUELLA.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Head(Folder),
    /// Hace otra clave para firmar el registro, con el servidor parado: al cambiarla de tiempo en tiempo, o si la que había se ha
    /// perdido. Consta en el registro, y la firma también la de antes, si está.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    NewKey(Folder),
    /// Da un PIN nuevo a un jefe de sala que ha perdido el suyo, en el propio equipo del servidor y con él parado. Consta en el registro
    /// y en la próxima acta; a los demás se lo da un jefe de sala en su puesto.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    ResetPin(keys::ResetPin),
    /// Da de baja todos los puestos, en el propio equipo del servidor y con él parado, cuando no queda ninguno en el que entre un jefe
    /// de sala. Consta en el registro y en la próxima acta.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    ReleaseDevices(Folder),
    /// Da el código de alta de un puesto en el propio equipo del servidor, que ha de estar en marcha: para el primero de la sala, si es
    /// otro equipo. Pide usuario y PIN de un jefe de sala; los demás códigos se dan en su consola.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    DeviceCode(keys::DeviceCode),
    /// Escribe la clave con la que se firma el registro, para dársela a un testigo de fuera.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    RecordKey(Folder),
    /// Crea la clave de las copias: la mitad secreta en un fichero, la pública en la pantalla, para sala.toml.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    MirrorKey(keys::MirrorKey),
    /// Hace una copia de seguridad de la sala, comprobada, en otra carpeta; con el servidor en marcha o parado.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Backup(Backup),
    /// Restaura una sala en una carpeta nueva, a partir de sus copias. Enseña lo que hay y lo que falta, y lo firman dos personas.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Restore(Restore),
    /// Crea la clave de la reserva, para los dos equipos: el servidor de la sala y el de reserva.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    SpareKey(keys::SpareKey),
    /// Este equipo es la reserva: recibe el registro del servidor de la sala, línea a línea, y no sirve nada más.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Follow(Follow),
    /// Hace de la reserva el servidor de la sala, entre dos personas, cuando el otro se ha roto. Se niega mientras conteste.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Promote(Folder),
    /// Examina este equipo y lo que cuelga de él: puertos, relojes, certificados, nombres, impresoras, cámaras, cables, discos y
    /// copias. De cada cosa, una línea: bien, aviso o mal, y qué se hace. Termina con 1 si algo está mal. No cambia nada.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Doctor(support::Doctor),
    /// Hace un fichero para el técnico que está lejos: ajustes sin secretos, versiones, últimas líneas, diarios, contadores y estado
    /// de este equipo. Sin nombres, PIN ni claves. Con el servidor en marcha o parado.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Report(support::Report),
    /// Enseña la sala como estaba en una línea, a partir de un informe: no necesita la sala ni su registro.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Replay(support::Replay),
    /// Testigo de los registros de otras salas, en un equipo del operador o del regulador: firma lo que sólo añade a lo que vio.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Witness(witnessing::Witness),
}

#[derive(clap::Args)]
struct Folder {
    /// La carpeta de la sala.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
}

#[derive(clap::Args)]
struct Serve {
    #[command(flatten)]
    folder: Folder,
    /// Otra dirección que la de sala.toml. El puerto 0 toma uno libre y lo escribe.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    listen: Option<SocketAddr>,
    /// Otro puerto serie que el de sala.toml.
    #[arg(long, value_name = "DISPOSITIVO")]
    machine: Option<PathBuf>,
    /// Otra raíz en que buscar los lápices.
    #[arg(long, value_name = "CARPETA", hide = true)]
    media: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Check {
    #[command(flatten)]
    folder: Folder,
    /// Lo que dice un acta al pie de sus folios: comprueba que el registro sigue siendo aquél.
    #[arg(long, value_name = "NÚMERO:HUELLA")]
    head: Option<String>,
    /// Comprueba en su lugar la copia de esta carpeta y la compara con el registro.
    #[arg(long, value_name = "CARPETA", conflicts_with = "head")]
    mirror: Option<PathBuf>,
    /// La clave de la copia: con ella se lee y compara entera; sin ella, tramos y huellas.
    #[arg(long, value_name = "FICHERO", requires = "mirror")]
    identity: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Follow {
    /// Dónde escucha el servidor de la sala, como 192.168.1.10:7878.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    of: SocketAddr,
    /// La carpeta de la reserva: nueva, o la de otras veces. No se escribe sobre ninguna sala.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
    /// El fichero de la clave, de «hall-server spare-key»; el mismo en los dos equipos.
    #[arg(long, value_name = "FICHERO")]
    key: PathBuf,
    /// Dónde escucha la reserva; el «at» de [spare] en el otro equipo. Sin ella, la dirección de su sala.toml.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    listen: Option<SocketAddr>,
}

#[derive(clap::Args)]
struct Backup {
    #[command(flatten)]
    folder: Folder,
    /// La carpeta de las copias, en otro disco; tiene que existir.
    #[arg(long, value_name = "CARPETA")]
    to: PathBuf,
    /// Cuántas copias de esta sala se guardan: las más viejas se borran cuando hay otra nueva. Sin ella, todas.
    #[arg(long, value_name = "NÚMERO", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    /// Dónde se prepara la copia cifrada antes de cifrarla; nunca un lápiz. Sin ella, la carpeta de la sala.
    #[arg(long, value_name = "CARPETA")]
    tmp: Option<PathBuf>,
    /// No la hace en el mismo disco que la sala.
    #[arg(long)]
    other_disk: bool,
    /// The server has asked for it: slowly, and told in JSON.
    #[arg(long, hide = true)]
    for_the_server: bool,
}

#[derive(clap::Args)]
struct Restore {
    /// Una copia de seguridad, una carpeta de ellas, la carpeta de una copia línea a línea o una carpeta de sala. Se repite para
    /// decir varias: mejor todas las que haya.
    #[arg(long, value_name = "RUTA", required = true)]
    from: Vec<PathBuf>,
    /// La carpeta nueva. No se escribe sobre ninguna sala.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
    /// La clave de las copias, si están cifradas.
    #[arg(long, value_name = "FICHERO")]
    identity: Option<PathBuf>,
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    // Among questions there is no place for what a server says of itself.
    let usual = if matches!(command, Command::Install(_)) { "off" } else { "info" };
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(usual)),
        )
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    let outcome = match command {
        Command::Init(init) => founding::run_init(&init),
        Command::Install(args) => installing::run_install(args),
        Command::Serve(args) => run_serve(args),
        Command::Check(args) => run_check(&args),
        Command::Rebuild(Folder { dir }) => run_rebuild(&dir),
        Command::Archive(Folder { dir }) => run_archive(&dir),
        Command::Prepare(Folder { dir }) => run_prepare(&dir),
        Command::Session(args) => packages::run_session(&args),
        Command::Reads => packages::run_reads(),
        Command::AcceptLoss(Folder { dir }) => run_accept_loss(&dir),
        Command::Export(args) => taking_away::run(args),
        Command::ExportOrder => taking_away::run_order(),
        Command::Head(Folder { dir }) => run_head(&dir),
        Command::NewKey(Folder { dir }) => keys::run_new_key(&dir),
        Command::ResetPin(keys::ResetPin { folder, user }) => keys::run_reset_pin(&folder.dir, &user),
        Command::ReleaseDevices(Folder { dir }) => keys::run_release_devices(&dir),
        Command::DeviceCode(args) => keys::run_device_code(&args),
        Command::MirrorKey(keys::MirrorKey { to }) => keys::run_mirror_key(&to),
        Command::Backup(args) => run_backup(args),
        Command::Restore(args) => run_restore(args),
        Command::SpareKey(keys::SpareKey { to }) => keys::run_spare_key(&to),
        Command::Follow(args) => run_follow(args),
        Command::Promote(Folder { dir }) => run_promote(&dir),
        Command::Doctor(args) => support::run_doctor(args),
        Command::Report(args) => support::run_report(args),
        Command::Replay(args) => support::run_replay(&args),
        Command::RecordKey(folder) => witnessing::run_record_key(folder),
        Command::Witness(args) => witnessing::run(args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

fn run_serve(Serve { folder: Folder { dir }, listen, machine, media }: Serve) -> anyhow::Result<ExitCode> {
    let config = Config::read(&dir)?;
    serve(&dir, config, Overrides { listen, machine, media })?;
    Ok(ExitCode::SUCCESS)
}

fn run_check(args: &Check) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.mirror {
        return run_check_mirror(args, folder);
    }
    let parsed = |text: &String| {
        Head::parse(text)
            .with_context(|| format!("«{text}» no tiene la forma NÚMERO:HUELLA del pie de un acta."))
    };
    let mut report = journal::check(&args.folder.dir, args.head.as_ref().map(parsed).transpose()?)?;
    // Whom the hall trusts to stamp, and where it keeps film, is in its settings and not in the record.
    if let Ok(Config { time_stamp, film, .. }) = Config::read(&args.folder.dir) {
        let stamps = time_stamp.map(|settings| stamps::check(&args.folder.dir, &settings)).transpose()?;
        let film = film.map(|settings| film::check(&args.folder.dir, &settings)).transpose()?;
        report.findings.extend(stamps.into_iter().chain(film).flatten());
    }
    println!("{report}");
    Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_check_mirror(args: &Check, folder: &Path) -> anyhow::Result<ExitCode> {
    let identity = args.identity.as_deref().map(Identity::read).transpose()?;
    let report =
        journal::look(&args.folder.dir, |record| match mirror::check(folder, record, identity.as_ref()) {
            Err(MirrorError::Record(error)) => Err(error),
            other => Ok(other),
        })??;
    println!("{report}");
    Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_backup(args: Backup) -> anyhow::Result<ExitCode> {
    let Backup { folder: Folder { dir }, to, keep, tmp, other_disk, for_the_server } = args;
    // The hall is played while the copy is made. Where the system does not allow it, it is made all the same.
    rustix::process::nice(19).ok();
    let pace = if for_the_server { Pace::Gentle } else { Pace::Fast };
    let order = Order { dir, to, tmp, keep, pace, other_disk };
    if for_the_server {
        let made = backup::make(&order, |_, _| ());
        println!("{}", serde_json::to_string(&Told::of(&made))?);
        return Ok(if made.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let copied = backup::make(&order, Progress::default().shown())?;
    for warning in &copied.warnings {
        eprintln!("Aviso: {warning}");
    }
    for old in &copied.deleted {
        println!("Borrada la copia más vieja: {old}");
    }
    println!("Copia hecha: {}", copied.file.display());
    println!("Registro: {}", copied.note.known.sighting.head);
    println!(
        "Todo está en orden. Lo mismo dice, al lado, {}",
        copied.file.with_extension("").with_extension("txt").display()
    );
    Ok(ExitCode::SUCCESS)
}

/// How often the two may try to sign.
const SIGNATURES: u32 = 3;

fn run_restore(Restore { from, dir, identity }: Restore) -> anyhow::Result<ExitCode> {
    let order = restore::Order { from, dir: dir.clone(), identity };
    let mut prepared = restore::prepare(&order, &mut Progress::default().shown())?;
    println!("{}", prepared.screen());
    println!(
        "Lo firman dos personas que sean jefe de sala o jefe de mesa, con su usuario y su PIN. Sin ellas no se restaura nada."
    );
    let begun =
        signed_by_two(|signed| prepared.sign(signed), |error| matches!(error, EpochError::NotKnown(_)))?;
    if let Some(warning) = prepared.put_in_place()? {
        eprintln!("Aviso: {warning}");
    }
    println!(
        "Sala restaurada en {}. Empieza la época {}, en la línea {}.",
        dir.display(),
        begun.epoch,
        begun.head.seq
    );
    println!("Para ponerla en marcha: {}", terminal::start(&dir));
    Ok(ExitCode::SUCCESS)
}

fn run_follow(Follow { of, dir, key, listen }: Follow) -> anyhow::Result<ExitCode> {
    follow(&follow::Order { of, dir, key, listen })?;
    Ok(ExitCode::SUCCESS)
}

fn run_promote(dir: &Path) -> anyhow::Result<ExitCode> {
    let mut spare = promote::prepare(dir)?;
    println!("{}", spare.screen());
    if !dir.join(hall_trust::FILE).exists() {
        println!(
            "AVISO: en la carpeta no está {}, del servidor: los puestos dados de alta por la red no creerán a este equipo. Cópielo \
             antes, de allí o de una copia de seguridad; sin él habrá que darlos de alta otra vez.",
            hall_trust::FILE
        );
    }
    println!("Lo firman dos personas que sean jefe de sala o jefe de mesa, con su usuario y su PIN.");
    let begun = signed_by_two(
        |signed| spare.sign(signed),
        |error| matches!(error, PromoteError::Epoch(EpochError::NotKnown(_))),
    )?;
    println!(
        "Ésta es la sala desde ahora. Empieza la época {}, en la línea {}.",
        begun.epoch, begun.head.seq
    );
    println!("Para ponerla en marcha: {}", terminal::start(dir));
    Ok(ExitCode::SUCCESS)
}

/// Asks two people to sign; who mistypes may try again.
fn signed_by_two<T, E: std::error::Error + Send + Sync + 'static>(
    mut sign: impl FnMut(&[Signature; 2]) -> Result<T, E>,
    mistyped: impl Fn(&E) -> bool,
) -> anyhow::Result<T> {
    let mut tries = 1;
    loop {
        match sign(&terminal::two_signatures()?) {
            Ok(signed) => return Ok(signed),
            Err(error) if mistyped(&error) && tries < SIGNATURES => {
                tries += 1;
                println!("{error}");
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// What is being done, shown at each tenth of it.
#[derive(Default)]
struct Progress {
    doing: String,
    tenths: u64,
}

impl Progress {
    fn shown(mut self) -> impl FnMut(&str, u64) {
        move |doing, percent| {
            if doing != self.doing || percent / 10 > self.tenths {
                (self.doing, self.tenths) = (doing.to_owned(), percent / 10);
                eprintln!("{doing}: {percent} %");
            }
        }
    }
}

fn run_rebuild(dir: &Path) -> anyhow::Result<ExitCode> {
    let head = journal::rebuild(dir)?;
    println!("Tablas rehechas a partir del registro, hasta {head}");
    Ok(ExitCode::SUCCESS)
}

fn run_archive(dir: &Path) -> anyhow::Result<ExitCode> {
    let archive = archive::run(dir, &mut Progress::default().shown())?;
    println!("Archivadas las líneas {} a {} en {}", archive.first, archive.last.seq, archive.file.display());
    println!("Huella de la última: {}", archive.last);
    println!("La línea {} del registro lo cita y sigue en una base de datos nueva.", archive.last.seq + 1);
    println!(
        "No mueva ni borre el archivo: sin él la sala no arranca. La próxima copia de seguridad lo lleva también."
    );
    Ok(ExitCode::SUCCESS)
}

fn run_prepare(dir: &Path) -> anyhow::Result<ExitCode> {
    // The hall is played meanwhile. Where the system does not allow it, it is done all the same.
    rustix::process::nice(19).ok();
    let head = snapshot::prepare(dir, &mut Progress::default().shown())?;
    println!("Preparado hasta la línea {}. Pare ahora la versión de antes y arranque ésta.", head.seq);
    Ok(ExitCode::SUCCESS)
}

fn run_accept_loss(dir: &Path) -> anyhow::Result<ExitCode> {
    // A mirror may be the only one that knows of the lines.
    let mirrors = Config::read(dir)?.mirror;
    let seen = mirrors.map(|mirrors| seen_by(dir, &mirrors)).unwrap_or_default();
    let begun = accept::run(dir, &seen)?;
    println!("Empieza la época {} del registro, en la línea {}.", begun.epoch, begun.head.seq);
    println!("Para ponerla en marcha: {}", terminal::start(dir));
    Ok(ExitCode::SUCCESS)
}

fn run_head(dir: &Path) -> anyhow::Result<ExitCode> {
    let (head, doubts) = journal::look(dir, journal::RecordReader::witnessed_head)?;
    println!("{head}");
    for doubt in &doubts {
        eprintln!("{doubt}");
    }
    Ok(if doubts.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
