//! Ports, who answers on them, and orders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::bail;
use ball_machine::decoder::Order;
use ball_machine::driver::{BLP1, Driver, EMBEDDED};
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine::tap::{Happened, Tap};

use crate::Line;
use crate::listen::{opened, show, totals};

/// How long each driver listens on a port, in milliseconds: a heartbeat comes each second.
const LISTEN_MS: u64 = 1_500;

/// Shows ports and drivers; with `ask`, who answers.
pub fn list(dev: &Path, ask: bool) -> anyhow::Result<()> {
    let ports = ports(dev);
    println!("Puertos:");
    if ports.is_empty() {
        println!("  ninguno. ¿Está enchufado el adaptador?");
    }
    for port in &ports {
        let target = fs::canonicalize(port).unwrap_or_else(|_| port.clone());
        let same = target == *port;
        println!(
            "  {}{}",
            port.display(),
            if same { String::new() } else { format!(" → {}", target.display()) }
        );
        match probe(port) {
            Err(error) => println!("      {error}"),
            Ok(()) if ask => answers(port)?,
            Ok(()) => println!("      libre"),
        }
    }
    println!("Controladores incluidos:");
    println!("  {BLP1:<20} BLP/1, el protocolo abierto de esta casa (docs/BLP1.md)");
    for (name, text) in EMBEDDED {
        let driver = Driver::parse(name, text)?;
        println!("  {name:<20} {} {}", driver.line, driver.about);
    }
    Ok(())
}

/// Returns the ports: links of by-id first, then devices that none of them leads to.
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
        // A machine has many names ttyS of which most lead nowhere: type 0.
        let kind = fs::read_to_string(format!("/sys/class/tty/{name}/type")).unwrap_or_default();
        ["ttyUSB", "ttyACM", "ttyAMA"].iter().any(|start| name.starts_with(start))
            || (name.starts_with("ttyS") && !matches!(kind.trim(), "" | "0"))
    };
    ports.extend(entries(dev).into_iter().filter(|path| is_port(path) && !linked.contains(path)));
    ports
}

/// Listens with each driver in turn, and says which of them understood something.
fn answers(port: &Path) -> anyhow::Result<()> {
    let mut understood = 0;
    for name in std::iter::once(BLP1).chain(EMBEDDED.iter().map(|(name, _)| *name)) {
        let (line, decoder) = crate::driver(name, None)?;
        let orders = Arc::new(Orders::new(None)?);
        let ends = orders.clone();
        let onlooker = move |_, happened: Happened<'_>| {
            if let Happened::Lost(_) = happened {
                ends.stop();
            }
        };
        let mut tap =
            Tap::new(decoder, orders.clone(), Box::new(onlooker)).with_order(Order::Query).until(LISTEN_MS);
        let settings = PortSettings { path: port.to_owned(), line };
        let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
        // A frame or two may be noise that happens to fit.
        if stats.frames > 0 && stats.frames >= stats.bad {
            understood += 1;
            println!("      {name} ({line}): {} tramas buenas, {} malas", stats.frames, stats.bad);
        }
    }
    if understood == 0 {
        println!(
            "      nadie responde. Hay máquinas que sólo hablan cuando sale una bola: use «ball-machine monitor»"
        );
    }
    Ok(())
}

/// Gives an order and shows what comes back.
pub fn send(line: &Line, order: Order, wait_ms: u64) -> anyhow::Result<()> {
    let (settings, decoder) = opened(line)?;
    let orders = Arc::new(Orders::new(None)?);
    let refused = Arc::new(AtomicBool::new(false));
    let sent = Arc::new(AtomicUsize::new(0));
    let (no_order, bytes) = (refused.clone(), sent.clone());
    let onlooker = move |ms, happened: Happened<'_>| {
        show(ms, &happened);
        match happened {
            Happened::NoOrder => no_order.store(true, Ordering::Relaxed),
            Happened::Sent(said) => drop(bytes.fetch_add(said.len(), Ordering::Relaxed)),
            Happened::Opened | Happened::Lost(_) | Happened::Came(_) | Happened::Means(_) => (),
        }
    };
    let mut tap =
        Tap::new(decoder, orders.clone(), Box::new(onlooker)).with_order(order).until(wait_ms.max(2_000));
    let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
    totals(&stats, tap.decoder_pending());
    if refused.load(Ordering::Relaxed) {
        bail!("el controlador «{}» no tiene esa orden, o la máquina no ha dicho quién es", line.driver);
    }
    Ok(())
}
