//! The simulator's program: a LED sign or lamps, on a line of this computer.

use std::io::{BufRead, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Parser, ValueEnum};
use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::stand::Stand;
use hall_panel_tools::usb_pro::Widget;
use serde_json::json;

const AFTER_HELP: &str = "\
Escribe primero una línea JSON con el sitio para «hall-panel --to», y una más cada vez que se le pide.
Órdenes por la entrada estándar: show, power off, power on, pull, plug, nak N (rótulo), forget (rótulo: olvida
sus ficheros), lose N (sacn: N paquetes se pierden). Termina cuando se cierra la entrada estándar.";

/// Un rótulo o un panel de lámparas simulados: hablan por una línea de este ordenador, y dicen qué se ve.
#[derive(Debug, Parser)]
#[command(
    name = "hall-panel-sim",
    disable_help_flag = true,
    help_template = "{about-with-newline}\nUso: hall-panel-sim --kind CUÁL [OPCIONES]\n\nOpciones:\n{options}\n{after-help}\n",
    after_help = AFTER_HELP
)]
struct Options {
    /// Qué se simula: alpha, alpha-answering, sacn o dmx-usb-pro
    #[arg(long, value_name = "CUÁL", hide_possible_values = true)]
    kind: Kind,
    /// Enlace que se crea al pseudoterminal (rótulo o adaptador)
    #[arg(long, value_name = "RUTA", conflicts_with = "listen")]
    link: Option<PathBuf>,
    /// Dónde escucha en la red: un rótulo, por TCP; un panel sacn, por UDP
    #[arg(long, value_name = "IP:PUERTO")]
    listen: Option<SocketAddr>,
    /// Universo de un panel sacn; si falta, 1
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    universe: u16,
    /// Escucha el grupo del universo, y no sólo lo que va a su dirección
    #[arg(long, requires = "listen")]
    multicast: bool,
    /// El rótulo olvida sus ficheros sin corriente
    #[arg(long)]
    forgets: bool,
    /// Muestra esta ayuda
    #[arg(long, short, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Alpha,
    AlphaAnswering,
    Sacn,
    DmxUsbPro,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hall-panel-sim: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> anyhow::Result<()> {
    match options.kind {
        Kind::Alpha => serial_or_tcp(Sign::new(false, !options.forgets), options),
        Kind::AlphaAnswering => serial_or_tcp(Sign::new(true, !options.forgets), options),
        Kind::DmxUsbPro => serial_or_tcp(Widget::new(), options),
        Kind::Sacn => {
            let Some(at) = options.listen else { bail!("falta --listen, como en --listen 127.0.0.1:5568") };
            let [high, low] = options.universe.to_be_bytes();
            let group = options.multicast.then_some(Ipv4Addr::new(239, 255, high, low));
            obey(Stand::on_udp(Receiver::new(options.universe), at, group)?)
        }
    }
}

fn serial_or_tcp(device: impl Device, options: &Options) -> anyhow::Result<()> {
    match (&options.link, options.listen) {
        (Some(link), _) => obey(Stand::on_pty(device, link)?),
        (None, Some(at)) => obey(Stand::on_tcp(device, at)?),
        (None, None) => bail!("falta --link, el enlace a su pseudoterminal, o --listen"),
    }
}

/// Does what is typed until nothing more comes.
fn obey<D: Device>(mut stand: Stand<D>) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{}", json!({"to": stand.to()}))?;
    stdout.flush()?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.trim() {
            "" => continue,
            "show" => (),
            "power off" => stand.power_off(),
            "power on" => stand.power_on()?,
            "pull" => stand.pull(),
            "plug" => stand.plug()?,
            order if stand.look(|device, _| device.obey(order)) => (),
            order => {
                eprintln!("no se conoce la orden «{order}»");
                continue;
            }
        }
        writeln!(stdout, "{}", stand.look(|device, now_ms| device.shows(now_ms)))?;
        stdout.flush()?;
    }
    Ok(())
}
