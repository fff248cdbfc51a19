//! Shows and records what is heard on a line.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use ball_machine::hex::hex;
use ball_machine::link::LinkStats;
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine_tools::recording::{Entry, Head};
use ball_machine_tools::tap::{LineEvent, Tap};
use hall_core::machine::LinkLoss;
use nix::sys::signal::{SigSet, Signal};

use crate::balls::Balls;
use crate::{LineArgs, Understands, say};

/// Bytes of a line on the screen.
const BYTES_A_LINE: usize = 14;
/// Where the bytes stand on it.
const BYTES_AT: usize = 15;
/// Where their meaning stands.
const MEANING_AT: usize = 17;

/// How the port is set and who understands the line, as the options say.
pub fn opened(args: &LineArgs) -> anyhow::Result<(PortSettings, Understands)> {
    let understands = crate::driver(&args.driver, args.tags.as_deref())?;
    let mut line = understands.line;
    line.baud = args.baud.unwrap_or(line.baud);
    // A wrong name fails now; later the port may come and go.
    probe(&args.port)?;
    Ok((PortSettings { path: args.port.clone(), line }, understands))
}

/// Shows a line until Ctrl-C, and records it in a file, if there is one.
pub fn monitor(args: &LineArgs, file: Option<&Path>) -> anyhow::Result<()> {
    let (settings, Understands { decoder, silent_ms, .. }) = opened(args)?;
    let mut recording = match file {
        None => None,
        Some(path) => {
            let mut file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .with_context(|| format!("no se puede crear {}", path.display()))?;
            let head = Head { form: 1, driver: args.driver.clone(), line: settings.line.to_string() };
            writeln!(file, "{}", serde_json::to_string(&head)?)?;
            Some(file)
        }
    };
    say::line(args.port.display());
    say::line(format_args!("{}, controlador {}. Ctrl-C termina.", settings.line, args.driver));
    let orders = Arc::new(Orders::new(None)?);
    let interrupted = stop_at_signal(&orders)?;
    let failed = Arc::new(Mutex::new(None));
    let balls = Arc::new(Mutex::new(Balls::default()));
    let (ends, told, counted) = (orders.clone(), failed.clone(), balls.clone());
    let onlooker = move |ms, event: LineEvent<'_>| {
        show(ms, &event);
        if let LineEvent::Means(seen) = &event {
            let sum = lock(&counted).see(seen);
            sum.into_iter().for_each(|sum| say::folded(&sum, 0));
        }
        match recording.as_mut() {
            // A recording goes on when nobody reads the output.
            None if say::is_gone() => ends.stop(),
            None => (),
            Some(file) => {
                if let Err(error) = write(file, ms, &event) {
                    *lock(&told) = Some(error);
                    ends.stop();
                }
            }
        }
    };
    let mut tap = Tap::new(decoder, orders.clone(), Box::new(onlooker)).with_silence(silent_ms);
    let stats = serve(&settings, &mut tap, &orders, &mut |_| true);
    if interrupted.load(Ordering::Relaxed) {
        say::interrupted();
    }
    let balls = lock(&balls).told();
    balls.into_iter().for_each(|balls| say::folded(&balls, 0));
    totals(&stats, tap.decoder_pending());
    let error = lock(&failed).take();
    match error {
        Some(error) => Err(error).context("no se puede escribir la grabación"),
        None => Ok(()),
    }
}

/// Locks what an onlooker shares; plain values stay good when a thread panics.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a thread that serves a port at Ctrl-C or SIGTERM; returns whether that happened.
pub fn stop_at_signal(orders: &Arc<Orders>) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let (orders, told) = (orders.clone(), interrupted.clone());
    at_signal(move || {
        told.store(true, Ordering::Relaxed);
        orders.stop();
    })?;
    Ok(interrupted)
}

/// Does something at Ctrl-C or SIGTERM. Call it before any other thread is started.
pub fn at_signal(act: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGINT);
    signals.add(Signal::SIGTERM);
    // Blocked in all threads, taken by one.
    signals.thread_block()?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        if signals.wait().is_ok() {
            act();
        }
    })?;
    Ok(())
}

/// Shows an event.
pub fn show(ms: u64, event: &LineEvent<'_>) {
    let at = format!("{:>9}.{:03}", ms / 1_000, ms % 1_000);
    let told = |text: &str| say::folded(&format!("{at}  {text}"), BYTES_AT);
    match event {
        LineEvent::Opened => told("puerto abierto"),
        LineEvent::Lost(why) => told(lost(*why)),
        LineEvent::Came(bytes) => show_bytes(&at, '←', bytes),
        LineEvent::Sent(bytes) => show_bytes(&at, '→', bytes),
        LineEvent::Means(seen) => {
            say::folded(&format!("{:MEANING_AT$}{seen}: {}", "", seen.meaning()), MEANING_AT);
        }
        LineEvent::Silent(silent_ms) => {
            let (s, tenths) = (silent_ms / 1_000, silent_ms % 1_000 / 100);
            let long = if tenths == 0 { s.to_string() } else { format!("{s},{tenths}") };
            told(&format!("la máquina calla: en {long} s no ha llegado nada que se entienda"));
        }
        LineEvent::Ordered => (),
        LineEvent::NoOrder => told("la máquina no tiene esa orden, o no ha dicho quién es"),
    }
}

/// The loss of a line in words.
pub fn lost(why: LinkLoss) -> &'static str {
    match why {
        LinkLoss::HungUp => "cable o adaptador fuera: se espera a que vuelva",
        LinkLoss::Silent => "la máquina calla",
        LinkLoss::PortError => "el puerto da error: se sigue intentando",
    }
}

fn show_bytes(at: &str, arrow: char, bytes: &[u8]) {
    for (index, bytes) in bytes.chunks(BYTES_A_LINE).enumerate() {
        let (at, arrow) = if index == 0 { (at, arrow) } else { ("", ' ') };
        say::line(format_args!("{at:>13}  {arrow} {}  {}", hex(bytes), printable(bytes)));
    }
}

/// Bytes as text; dots for those without a sign.
fn printable(bytes: &[u8]) -> String {
    let sign = |byte: &u8| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '·' };
    format!("«{}»", bytes.iter().map(sign).collect::<String>())
}

fn write(file: &mut impl Write, ms: u64, event: &LineEvent<'_>) -> std::io::Result<()> {
    let entry = match event {
        LineEvent::Opened => Entry { ms, port: Some("open".to_owned()), ..Entry::default() },
        LineEvent::Lost(_) => Entry { ms, port: Some("lost".to_owned()), ..Entry::default() },
        LineEvent::Came(bytes) => Entry { ms, came: Some(hex(bytes)), ..Entry::default() },
        LineEvent::Sent(bytes) => Entry { ms, sent: Some(hex(bytes)), ..Entry::default() },
        LineEvent::Means(_) | LineEvent::Silent(_) | LineEvent::Ordered | LineEvent::NoOrder => return Ok(()),
    };
    // In one piece: a whole line or none.
    file.write_all(format!("{}\n", serde_json::to_string(&entry)?).as_bytes())
}

/// Shows the counts.
pub fn totals(stats: &LinkStats, pending: usize) {
    let LinkStats { bytes, frames, frame_bytes, duplicates, bad, discarded, .. } = stats;
    say::folded(
        &format!(
            "Bytes: {bytes}; tramas buenas: {frames} ({frame_bytes} bytes); repetidas: {duplicates}; malas: {bad} \
             ({discarded} bytes); sin terminar: {pending} bytes."
        ),
        0,
    );
}
