//! The keys, PINs and codes that are made, and the devices that are released, at the server's own computer, as they are typed and what they say.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hall_server::config::Config;
use hall_server::device_code::device_code;
use hall_server::{at_server, mirror, record_key, terminal};

use super::Folder;

#[derive(clap::Args)]
pub(super) struct ResetPin {
    #[command(flatten)]
    pub(super) folder: Folder,
    /// El usuario de quien lo ha perdido.
    #[arg(long, value_name = "USUARIO")]
    pub(super) user: String,
}

#[derive(clap::Args)]
pub(super) struct DeviceCode {
    #[command(flatten)]
    folder: Folder,
    /// Cómo se llamará el puesto en el registro y en las actas: letras, cifras, puntos y guiones.
    #[arg(long, value_name = "NOMBRE")]
    name: String,
    /// Dónde escucha el servidor en este equipo. Sin ella, en el puerto de sala.toml.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO")]
    at: Option<SocketAddr>,
}

#[derive(clap::Args)]
pub(super) struct MirrorKey {
    /// El fichero de la clave, nuevo; mejor en un lápiz USB. Nunca en la carpeta de la sala ni en la de una copia.
    #[arg(long, value_name = "FICHERO")]
    pub(super) to: PathBuf,
}

#[derive(clap::Args)]
pub(super) struct SpareKey {
    /// El fichero de la clave, nuevo, fuera de la carpeta de la sala. Cópielo con un lápiz al otro equipo.
    #[arg(long, value_name = "FICHERO")]
    pub(super) to: PathBuf,
}

pub(super) fn run_new_key(dir: &Path) -> anyhow::Result<ExitCode> {
    let (key, seq) = record_key::run(dir)?;
    println!("El registro se firma desde la línea {seq} con la clave de huella {}.", record_key::short(&key));
    println!(
        "Está en {}: no va en ninguna copia. Apunte la huella: es la que compara quien comprueba el registro.",
        dir.join(record_key::FILE).display()
    );
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_reset_pin(dir: &Path, user: &str) -> anyhow::Result<ExitCode> {
    let given = at_server::reset_pin(dir, user)?;
    println!("PIN nuevo de {} (usuario {user}): {}", given.name, given.pin);
    println!("Apúntelo ahora: no se vuelve a mostrar. Al entrar con él, el sistema le pide que ponga otro.");
    println!("Consta en la línea {} del registro, y saldrá en la próxima acta.", given.seq);
    println!("Para poner la sala en marcha: {}", terminal::start(dir));
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_release_devices(dir: &Path) -> anyhow::Result<ExitCode> {
    let (devices, seq) = at_server::release_devices(dir)?;
    println!(
        "Puestos dados de baja: {devices}. Desde ahora se entra con usuario y PIN, sin alta: en este equipo, y en un navegador."
    );
    println!("Consta hasta la línea {seq} del registro, y saldrá en la próxima acta.");
    println!("Para poner la sala en marcha: {}", terminal::start(dir));
    println!(
        "Después dé de alta el primer puesto: {} --name NOMBRE da su código.",
        terminal::order("device-code", dir)
    );
    println!("Los demás, en él: Sala, pestaña Puestos.");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_device_code(args: &DeviceCode) -> anyhow::Result<ExitCode> {
    let at = match args.at {
        Some(at) => at,
        None => SocketAddr::from((Ipv4Addr::LOCALHOST, Config::read(&args.folder.dir)?.listen.port())),
    };
    let given = device_code(at, &args.name)?;
    let (first, second) = given.code.split_at_checked(4).unwrap_or((&given.code, ""));
    println!("Código para {}: {first} {second}", given.name);
    println!("Vale una vez, hasta las {}.", given.until);
    println!("En una consola: F6 en la pantalla de entrada, las ocho cifras e Intro.");
    println!(
        "En unos monitores, una cámara, la voz o unas lámparas, como root: bombo-alta-pared {0}, o bombo-alta-camara, -voz o -panel.",
        given.code
    );
    println!("Sin los paquetes: arranque su programa una vez con --enrol {}.", given.code);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_mirror_key(to: &Path) -> anyhow::Result<ExitCode> {
    let recipient = mirror::make_key(to)?;
    println!("Clave creada en {}. Con ella se leen las copias; sin ella, nadie puede.", to.display());
    println!();
    println!("En sala.toml, con la carpeta de la copia:");
    println!("  [mirror]");
    println!("  folders = [\"/media/copia\"]");
    println!("  recipient = \"{recipient}\"");
    println!();
    println!(
        "Guarde el fichero fuera de este equipo y de la copia: un lápiz en la caja fuerte, y otro en otro sitio."
    );
    println!(
        "En papel: imprima o copie a mano su última línea (AGE-SECRET-KEY-1 y 58 letras y cifras en grupos de"
    );
    println!(
        "cuatro). Tecleada en un fichero de texto vuelve a ser la clave; mayúsculas y espacios no importan."
    );
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_spare_key(to: &Path) -> anyhow::Result<ExitCode> {
    mirror::make_key(to)?;
    println!(
        "Clave de la reserva creada en {}. Quien la tiene puede leer lo que va de un equipo al otro.",
        to.display()
    );
    println!("Cópiela, con un lápiz y no por la red, al equipo de reserva. En el sala.toml de éste:");
    println!("  [spare]");
    println!("  at = \"192.168.1.11:7878\"    (la dirección del equipo de reserva)");
    println!("  key = \"{}\"", to.display());
    println!(
        "Con los paquetes, que sea de la cuenta del servidor (chown bombo:bombo {}); lo del equipo de reserva, en la guía, página 0.",
        to.display()
    );
    println!("Sin los paquetes, en el equipo de reserva:");
    println!(
        "  hall-server follow --of 192.168.1.10:7878 --dir CARPETA --key FICHERO --listen 192.168.1.11:7878"
    );
    Ok(ExitCode::SUCCESS)
}
