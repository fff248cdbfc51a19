//! What a technician asks: `hall-server doctor`, `report` and `replay`, as they are typed and what they say.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use hall_server::{doctor, replay, report};

use super::{Folder, Progress};

#[derive(clap::Args)]
pub(super) struct Doctor {
    #[command(flatten)]
    folder: Folder,
    /// Dónde escucha el servidor, si no es donde dice sala.toml.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    server: Option<SocketAddr>,
    /// Una cámara que no esté en los ajustes de este equipo: rtsp://… o un dispositivo como /dev/video0. Se repite para decir varias.
    #[arg(long, value_name = "CÁMARA")]
    camera: Vec<String>,
    /// Lo mismo, para un programa.
    #[arg(long)]
    json: bool,
    /// Otra carpeta con los ajustes de los demás programas.
    #[arg(long, value_name = "CARPETA", default_value = doctor::SETTINGS, hide = true)]
    settings: PathBuf,
}

/// Ends with 1 where something is bad.
pub(super) fn run_doctor(args: Doctor) -> anyhow::Result<ExitCode> {
    let Doctor { folder: Folder { dir }, server, camera, json, settings } = args;
    let order = doctor::Order { dir, server, cameras: camera, settings };
    let findings = doctor::examine(&order, &mut Progress::default().shown());
    if json {
        println!("{}", doctor::json(&findings));
    } else {
        findings.iter().for_each(|finding| println!("{finding}"));
    }
    Ok(if doctor::is_bad(&findings) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

#[derive(clap::Args)]
pub(super) struct Report {
    #[command(flatten)]
    folder: Folder,
    /// Una carpeta, un fichero .zip, o «usb»: el lápiz que esté conectado. Sin ella, la carpeta en que se está.
    #[arg(long, value_name = "CARPETA|FICHERO.zip|usb", default_value = ".", hide_default_value = true)]
    out: PathBuf,
    /// De cuántas sesiones van las líneas, contando desde la última.
    #[arg(long, value_name = "NÚMERO", default_value_t = report::SESSIONS, value_parser = clap::value_parser!(u32).range(1..))]
    sessions: u32,
    /// Un fichero en que el servidor escribe lo que dice, donde no hay systemd. Se repite para decir varios.
    #[arg(long, value_name = "FICHERO")]
    log: Vec<PathBuf>,
    /// Dónde escucha el servidor, si no es donde dice sala.toml.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    server: Option<SocketAddr>,
    /// Otra carpeta con los ajustes de los demás programas.
    #[arg(long, value_name = "CARPETA", default_value = doctor::SETTINGS, hide = true)]
    settings: PathBuf,
}

pub(super) fn run_report(args: Report) -> anyhow::Result<ExitCode> {
    let Report { folder: Folder { dir }, out, sessions, log, server, settings } = args;
    // The hall is played meanwhile. Where the system does not allow it, it is done all the same.
    rustix::process::nice(19).ok();
    let order = report::Order { dir, to: out, sessions, server, logs: log, settings };
    let made = report::report(&order, &mut Progress::default().shown())?;
    for warning in &made.warnings {
        eprintln!("Aviso: {warning}");
    }
    println!(
        "Informe hecho: {} ({} ficheros, {} KiB)",
        made.to.display(),
        made.files,
        made.bytes.div_ceil(1024)
    );
    if let Some((first, last)) = made.lines {
        println!(
            "Lleva las líneas {first} a {} del registro: con él se vuelve a cualquiera de esos momentos (LEEME.txt dice cómo).",
            last.seq
        );
    }
    println!(
        "Lleva también ajustes sin secretos, versiones, comprobaciones de este equipo, contadores y diarios."
    );
    println!(
        "No lleva nombres, documentos, PIN, claves, contraseñas, actas ni películas. Lo que alguien tecleó en notas y motivos, sí."
    );
    Ok(ExitCode::SUCCESS)
}

#[derive(clap::Args)]
pub(super) struct Replay {
    /// La carpeta en que se descomprimió un informe, o un registro.jsonl que empiece en la línea 1.
    #[arg(long, value_name = "CARPETA|FICHERO")]
    from: PathBuf,
    /// Hasta qué línea. Sin ella, hasta la última.
    #[arg(long, value_name = "LÍNEA")]
    to: Option<u64>,
    /// El tablero de la mesa, en vez del que ve todo el mundo.
    #[arg(long)]
    desk: bool,
}

pub(super) fn run_replay(args: &Replay) -> anyhow::Result<ExitCode> {
    let replayed = replay::replay(&args.from, args.to)?;
    println!("{}", replay::board(&replayed, args.desk));
    Ok(ExitCode::SUCCESS)
}
