//! Looking at a line, and writing down what is heard.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use ball_machine::decoder::{Decoder, DecoderStats};
use ball_machine::hex::hex;
use ball_machine::link::LinkStats;
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine::recording::{Entry, Head};
use ball_machine::tap::{Happened, Tap};
use hall_core::machine::LinkLoss;
use nix::sys::signal::{SigSet, Signal};

use crate::balls::Balls;
use crate::{Line, Understands, say};

/// Bytes of a line on the screen.
const BYTES_A_LINE: usize = 14;
/// Where the bytes stand on it.
const BYTES_AT: usize = 15;
/// Where their meaning stands.
const MEANING_AT: usize = 17;

/// What is needed to listen.
pub struct Opened {
    /// Which port, and how it is set.
    pub settings: PortSettings,
    /// Who understands it.
    pub decoder: Box<dyn Decoder>,
    /// How long a silence is none of the machine's; `None`: it speaks only of balls.
    pub silent_ms: Option<u64>,
    /// It can be expected to answer.
    pub answers: bool,
}

/// Returns the port's settings and a decoder for what the options say.
pub fn opened(line: &Line) -> anyhow::Result<Opened> {
    let Understands { line: mut settings, decoder, silent_ms, answers } =
        crate::driver(&line.driver, line.tags.as_deref())?;
    settings.baud = line.baud.unwrap_or(settings.baud);
    // Whoever typed a wrong name learns it now; later a port may come and go.
    probe(&line.port)?;
    Ok(Opened {
        settings: PortSettings { path: line.port.clone(), line: settings },
        decoder,
        silent_ms,
        answers,
    })
}

/// Looks at a line until Ctrl-C; with a file, everything is written there as well.
pub fn monitor(line: &Line, file: Option<&Path>) -> anyhow::Result<()> {
    let Opened { settings, decoder, silent_ms, .. } = opened(line)?;
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
    say::line(line.port.display());
    say::line(format_args!("{}, controlador {}. Ctrl-C termina.", settings.line, line.driver));
    let orders = Arc::new(Orders::new(None)?);
    let interrupted = stop_at_signal(&orders)?;
    let failed = Arc::new(Mutex::new(None));
    let balls = Arc::new(Mutex::new(Balls::default()));
    let (ends, told, counted) = (orders.clone(), failed.clone(), balls.clone());
    let onlooker = move |ms, happened: Happened<'_>| {
        show(ms, &happened);
        if let Happened::Means(seen) = &happened {
            let sum = counted.lock().unwrap_or_else(PoisonError::into_inner).see(seen);
            sum.into_iter().for_each(|sum| say::folded(&sum, 0));
        }
        match recording.as_mut() {
            // Who records goes on when nobody looks any more.
            None if say::is_gone() => ends.stop(),
            None => (),
            Some(file) => {
                if let Err(error) = write(file, ms, &happened) {
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
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
    let balls = balls.lock().unwrap_or_else(PoisonError::into_inner).told();
    balls.into_iter().for_each(|balls| say::folded(&balls, 0));
    totals(&stats, tap.decoder_pending());
    let error = failed.lock().unwrap_or_else(PoisonError::into_inner).take();
    match error {
        Some(error) => Err(error).context("no se puede escribir la grabación"),
        None => Ok(()),
    }
}

/// Ctrl-C and SIGTERM end a thread that serves a port; returns whether they did.
pub fn stop_at_signal(orders: &Arc<Orders>) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let (orders, told) = (orders.clone(), interrupted.clone());
    at_signal(move || {
        told.store(true, Ordering::Relaxed);
        orders.stop();
    })?;
    Ok(interrupted)
}

/// Does something at Ctrl-C or SIGTERM. Before any other thread is begun.
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

/// Shows one thing that happened.
pub fn show(ms: u64, happened: &Happened<'_>) {
    let at = format!("{:>9}.{:03}", ms / 1_000, ms % 1_000);
    let told = |text: &str| say::folded(&format!("{at}  {text}"), BYTES_AT);
    match happened {
        Happened::Opened => told("puerto abierto"),
        Happened::Lost(why) => told(lost(*why)),
        Happened::Came(bytes) => show_bytes(&at, '←', bytes),
        Happened::Sent(bytes) => show_bytes(&at, '→', bytes),
        Happened::Means(seen) => {
            say::folded(&format!("{:MEANING_AT$}{seen}: {}", "", seen.meaning()), MEANING_AT);
        }
        Happened::Silent(silent_ms) => {
            let (s, tenths) = (silent_ms / 1_000, silent_ms % 1_000 / 100);
            let long = if tenths == 0 { s.to_string() } else { format!("{s},{tenths}") };
            told(&format!("la máquina calla: en {long} s no ha llegado nada que se entienda"));
        }
        Happened::Ordered => (),
        Happened::NoOrder => told("la máquina no tiene esa orden, o no ha dicho quién es"),
    }
}

/// Returns what a lost line is.
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
        Happened::Means(_) | Happened::Silent(_) | Happened::Ordered | Happened::NoOrder => return Ok(()),
    };
    // In one piece: a line is there or it is not.
    file.write_all(format!("{}\n", serde_json::to_string(&entry)?).as_bytes())
}

/// Shows what came in all.
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

/// Shows what a decoder has understood in all.
pub fn decoded(stats: DecoderStats, pending: usize) {
    let DecoderStats { bytes, frames, frame_bytes, bad, discarded, repeats } = stats;
    totals(
        &LinkStats {
            bytes,
            frames,
            frame_bytes,
            bad,
            discarded,
            duplicates: repeats,
            ..LinkStats::default()
        },
        pending,
    );
}
