//! Looking at a line, and writing down what is heard.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::Context;
use ball_machine::decoder::Decoder;
use ball_machine::line::LineSettings;
use ball_machine::link::LinkStats;
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine::recording::{Entry, Head, hex};
use ball_machine::tap::{Happened, Tap};
use hall_core::machine::LinkLoss;
use nix::sys::signal::{SigSet, Signal};

use crate::Line;

/// Returns the port's settings and a decoder for what the options say.
pub fn opened(line: &Line) -> anyhow::Result<(PortSettings, Box<dyn Decoder>)> {
    let (mut settings, decoder) = crate::driver(&line.driver, line.tags.as_deref())?;
    if let Some(baud) = line.baud {
        settings = LineSettings { baud, ..settings };
    }
    // Whoever typed a wrong name learns it now; later a port may come and go.
    probe(&line.port)?;
    Ok((PortSettings { path: line.port.clone(), line: settings }, decoder))
}

/// Looks at a line until Ctrl-C; with a file, everything is written there as well.
pub fn monitor(line: &Line, file: Option<&Path>) -> anyhow::Result<()> {
    let (settings, decoder) = opened(line)?;
    let mut recording = match file {
        None => None,
        Some(path) => {
            let mut file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .with_context(|| format!("no se puede crear {}", path.display()))?;
            let head = Head { form: 1, driver: line.driver.clone(), line: settings.line.to_string() };
            writeln!(file, "{}", serde_json::to_string(&head)?)?;
            Some(file)
        }
    };
    println!("{}, {}, controlador {}. Ctrl-C termina.", line.port.display(), settings.line, line.driver);
    let orders = Arc::new(Orders::new(None)?);
    stop_at_signal(&orders)?;
    let failed = Arc::new(Mutex::new(None));
    let (ends, told) = (orders.clone(), failed.clone());
    let onlooker = move |ms, happened: Happened<'_>| {
        show(ms, &happened);
        let written = recording.as_mut().map_or(Ok(()), |file| write(file, ms, &happened));
        if let Err(error) = written {
            *told.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
            ends.stop();
        }
    };
    let mut tap = Tap::new(decoder, orders.clone(), Box::new(onlooker));
    let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
    totals(&stats, tap.decoder_pending());
    let error = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    match error {
        Some(error) => Err(error).context("no se puede escribir la grabación"),
        None => Ok(()),
    }
}

/// Ctrl-C and SIGTERM end a thread that serves a port.
pub fn stop_at_signal(orders: &Arc<Orders>) -> anyhow::Result<()> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGINT);
    signals.add(Signal::SIGTERM);
    // Blocked in all threads, taken by one.
    signals.thread_block()?;
    let orders = orders.clone();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        if signals.wait().is_ok() {
            orders.stop();
        }
    })?;
    Ok(())
}

/// Shows one thing that happened.
pub fn show(ms: u64, happened: &Happened<'_>) {
    let at = format!("{:>9}.{:03}", ms / 1_000, ms % 1_000);
    match happened {
        Happened::Opened => println!("{at}  puerto abierto"),
        Happened::Lost(why) => println!("{at}  {}", lost(*why)),
        Happened::Came(bytes) => println!("{at}  ← {}  {}", hex(bytes), printable(bytes)),
        Happened::Sent(bytes) => println!("{at}  → {}  {}", hex(bytes), printable(bytes)),
        Happened::Means(seen) => println!("{:>13}    {seen}: {}", "", seen.meaning()),
        Happened::NoOrder => println!("{at}  la máquina no tiene esa orden, o no ha dicho quién es"),
    }
}

fn lost(why: LinkLoss) -> &'static str {
    match why {
        LinkLoss::HungUp => "cable o adaptador fuera: se espera a que vuelva",
        LinkLoss::Silent => "la máquina calla",
        LinkLoss::PortError => "el puerto da error: se sigue intentando",
    }
}

/// Returns bytes as text; those that have no sign are dots.
fn printable(bytes: &[u8]) -> String {
    let sign = |byte: &u8| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '·' };
    format!("«{}»", bytes.iter().map(sign).collect::<String>())
}

fn write(file: &mut impl Write, ms: u64, happened: &Happened<'_>) -> std::io::Result<()> {
    let entry = match happened {
        Happened::Opened => Entry { ms, port: Some("open".to_owned()), ..Entry::default() },
        Happened::Lost(_) => Entry { ms, port: Some("lost".to_owned()), ..Entry::default() },
        Happened::Came(bytes) => Entry { ms, came: Some(hex(bytes)), ..Entry::default() },
        Happened::Sent(bytes) => Entry { ms, sent: Some(hex(bytes)), ..Entry::default() },
        Happened::Means(_) | Happened::NoOrder => return Ok(()),
    };
    writeln!(file, "{}", serde_json::to_string(&entry)?)
}

/// Shows what came in all.
pub fn totals(stats: &LinkStats, pending: usize) {
    println!(
        "Bytes: {}; tramas buenas: {} ({} bytes); repetidas: {}; malas: {} ({} bytes); sin terminar: {pending} bytes.",
        stats.bytes, stats.frames, stats.frame_bytes, stats.duplicates, stats.bad, stats.discarded
    );
}
