//! Lists ports and who answers on them; gives orders.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::bail;
use ball_machine::decoder::Order;
use ball_machine::driver::{BLP1, Driver, EMBEDDED};
use ball_machine::hex::hex;
use ball_machine::observation::Observation;
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine_tools::tap::{LineEvent, Tap};
use hall_core::machine::LinkLoss;
use nix::unistd::{AccessFlags, access};

use crate::listen::{at_signal, lock, lost, opened, show, stop_at_signal, totals};
use crate::{LineArgs, Understands, say};

/// How long each driver listens on a port, in milliseconds: a heartbeat comes each second.
const LISTEN_MS: u64 = 1_500;
/// The most bytes shown of what no driver understands.
const SHOWN: usize = 12;
/// The columns of a driver's name.
const NAME: usize = 20;

/// What Ctrl-C ends.
#[derive(Default)]
struct Listening {
    over: bool,
    orders: Option<Arc<Orders>>,
}

/// Lists ports and drivers; with `ask`, which driver understands each port, those of the files `own` too.
pub fn list(dev: &Path, ask: bool, own: &[String]) -> anyhow::Result<()> {
    for name in own {
        Driver::load(name)?;
    }
    let listening = Arc::new(Mutex::new(Listening::default()));
    if ask {
        let listening = listening.clone();
        at_signal(move || {
            let mut listening = lock(&listening);
            listening.over = true;
            listening.orders.iter().for_each(|orders| orders.stop());
        })?;
    }
    let ports = ports(dev);
    say::line("Puertos:");
    if ports.is_empty() {
        say::line("  ninguno. ¿Está enchufado el adaptador?");
    }
    for port in &ports {
        let target = fs::canonicalize(port).unwrap_or_else(|_| port.clone());
        say::line(format_args!("  {}", port.display()));
        if target != *port {
            say::line(format_args!("      → {}", target.display()));
        }
        match may_open(port)
            .map(|()| if ask { probe(port).map_err(|error| error.to_string()) } else { Ok(()) })
        {
            Err(error) | Ok(Err(error)) => say::folded(&format!("      {error}"), 6),
            Ok(Ok(())) if ask => answers(port, own, &listening)?,
            Ok(Ok(())) => say::line("      se puede abrir"),
        }
        if say::is_gone() || lock(&listening).over {
            say::interrupted();
            return Ok(());
        }
    }
    say::line("Controladores incluidos:");
    let about = "BLP/1, el protocolo abierto de esta casa (docs/BLP1.md)";
    say::folded(&format!("  {BLP1:<NAME$} {about}"), NAME + 3);
    for (name, text) in EMBEDDED {
        let driver = Driver::parse(name, text)?;
        say::folded(&format!("  {name:<NAME$} {} {}", driver.line, driver.about), NAME + 3);
    }
    Ok(())
}

/// Whether the port could be opened, without opening it, which would restart an Arduino.
fn may_open(port: &Path) -> Result<(), String> {
    let is_device = fs::metadata(port).map(|meta| meta.file_type().is_char_device());
    match is_device {
        Err(_) => Err("el enlace no lleva a ningún sitio: ¿está enchufado el adaptador?".to_owned()),
        Ok(false) => Err(format!("{} no es un puerto serie", port.display())),
        Ok(true) => access(port, AccessFlags::R_OK | AccessFlags::W_OK)
            .map_err(|_| "sin permiso para abrirlo: añada el usuario al grupo «dialout»".to_owned()),
    }
}

/// The links of by-id first, then the devices that none of them leads to.
fn ports(dev: &Path) -> Vec<PathBuf> {
    let entries = |dir: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        all.sort();
        all
    };
    let mut ports = entries(&dev.join("serial/by-id"));
    let linked: Vec<PathBuf> = ports.iter().filter_map(|port| fs::canonicalize(port).ok()).collect();
    let is_port = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Most of the many ttyS lead nowhere: type 0.
        let kind = fs::read_to_string(format!("/sys/class/tty/{name}/type")).unwrap_or_default();
        ["ttyUSB", "ttyACM", "ttyAMA"].iter().any(|start| name.starts_with(start))
            || (name.starts_with("ttyS") && !matches!(kind.trim(), "" | "0"))
    };
    ports.extend(entries(dev).into_iter().filter(|path| is_port(path) && !linked.contains(path)));
    ports
}

/// Listens with each driver in turn, and shows which of them understood something.
fn answers(port: &Path, own: &[String], listening: &Mutex<Listening>) -> anyhow::Result<()> {
    let (mut understood, mut heard) = (false, false);
    let names = std::iter::once(BLP1).chain(EMBEDDED.iter().map(|(name, _)| *name));
    for name in names.chain(own.iter().map(String::as_str)) {
        let Understands { line, decoder, .. } = crate::driver(name, None)?;
        let orders = Arc::new(Orders::new(None)?);
        {
            let mut listening = lock(listening);
            if listening.over || say::is_gone() {
                return Ok(());
            }
            listening.orders = Some(orders.clone());
        }
        // Shown before it is tried: each takes a second and a half.
        say::part(format_args!("      {name} ({line}): "));
        let (first, gone) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (ends, came, lost) = (orders.clone(), first.clone(), gone.clone());
        let onlooker = move |_, event: LineEvent<'_>| {
            if let LineEvent::Lost(_) = event {
                lost.store(true, Ordering::Relaxed);
                ends.stop();
            } else if let LineEvent::Came(bytes) = event {
                let mut came = lock(&came);
                let room = SHOWN - came.len();
                came.extend(bytes.iter().take(room));
            }
        };
        let mut tap =
            Tap::new(decoder, orders.clone(), Box::new(onlooker)).with_order(Order::Query).until(LISTEN_MS);
        let settings = PortSettings { path: port.to_owned(), line };
        let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
        if gone.load(Ordering::Relaxed) {
            say::line("se ha soltado el cable");
            return Ok(());
        }
        heard |= stats.bytes > 0;
        // A frame or two may be noise that happens to fit.
        if stats.frames > 0 && stats.frames >= stats.bad {
            understood = true;
            say::line(format_args!("{} tramas buenas, {} malas", stats.frames, stats.bad));
        } else if stats.bytes > 0 {
            say::line(format_args!("{} bytes que no entiende:", stats.bytes));
            let first = lock(&first);
            let more = if stats.bytes > first.len() as u64 { " …" } else { "" };
            say::line(format_args!("          {}{more}", hex(&first)));
        } else {
            say::line("nada");
        }
    }
    let advice = match (understood, heard) {
        (true, _) => return Ok(()),
        (false, true) => {
            "llegan bytes que ningún controlador entiende: pruebe el suyo con «--driver FICHERO», u otra velocidad con \
             «ball-machine monitor --baud»"
        }
        (false, false) => {
            "nadie responde. Hay máquinas que sólo hablan cuando sale una bola: use «ball-machine monitor»"
        }
    };
    say::folded(&format!("      {advice}"), 6);
    Ok(())
}

/// The outcome of an order.
#[derive(Default)]
struct Outcome {
    lost: Option<LinkLoss>,
    refused: bool,
    ordered: bool,
    answered: bool,
}

/// Gives an order and shows what comes back.
pub fn send(args: &LineArgs, order: Order, wait_ms: u64) -> anyhow::Result<()> {
    let (settings, Understands { decoder, answers, .. }) = opened(args)?;
    let orders = Arc::new(Orders::new(None)?);
    let interrupted = stop_at_signal(&orders)?;
    let outcome = Arc::new(Mutex::new(Outcome::default()));
    let (told, ends) = (outcome.clone(), orders.clone());
    let onlooker = move |ms, event: LineEvent<'_>| {
        show(ms, &event);
        let mut outcome = lock(&told);
        match event {
            LineEvent::Lost(why) => outcome.lost = Some(why),
            LineEvent::NoOrder => outcome.refused = true,
            LineEvent::Ordered => outcome.ordered = true,
            LineEvent::Means(seen) => {
                outcome.answered |= outcome.ordered && !matches!(seen, Observation::Bad(_))
            }
            LineEvent::Opened | LineEvent::Came(_) | LineEvent::Sent(_) | LineEvent::Silent(_) => (),
        }
        if outcome.lost.is_some() || outcome.refused {
            ends.stop();
        }
    };
    let mut tap =
        Tap::new(decoder, orders.clone(), Box::new(onlooker)).with_order(order).answered_within(wait_ms);
    let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
    let interrupted = interrupted.load(Ordering::Relaxed);
    if interrupted {
        say::interrupted();
    }
    totals(&stats, tap.decoder_pending());
    let Outcome { lost: gone, refused, ordered, answered } = std::mem::take(&mut *lock(&outcome));
    if let Some(why) = gone {
        let what = lost(why).split(':').next().unwrap_or_default();
        bail!("{what}: no se sabe si la orden ha llegado");
    }
    if refused {
        bail!("el controlador «{}» no tiene esa orden, o la máquina no ha dicho quién es", args.driver);
    }
    match (answered, answers) {
        (true, _) => Ok(()),
        (false, _) if !ordered => bail!("se ha interrumpido antes de dar la orden"),
        (false, true) if !interrupted && stats.frames == 0 && stats.bytes > 0 => {
            bail!("la máquina ha respondido algo que el controlador «{}» no entiende", args.driver)
        }
        (false, true) => bail!("la máquina no ha respondido"),
        (false, false) => {
            say::line("Se ha enviado; este controlador no sabe si la máquina contesta.");
            Ok(())
        }
    }
}
