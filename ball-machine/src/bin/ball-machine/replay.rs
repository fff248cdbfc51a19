//! What was recorded, again: through a decoder, or over a pseudo-terminal.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use ball_machine::recording::Recording;
use ball_machine::tap::Happened;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

use crate::listen::show;

/// The decoder's clock moves so between two pieces, in milliseconds.
const STEP_MS: u64 = 10;
/// Silence behind the last piece, so that presences end.
const END_MS: u64 = 5_000;
/// What a host may take between opening the port and throwing away what had come before.
const SETTLE: Duration = Duration::from_millis(500);

/// Plays a recording; `pty`: over a pseudo-terminal, and whether without its pauses.
pub fn replay(
    file: &Path,
    driver: Option<&str>,
    tags: Option<&Path>,
    pty: Option<bool>,
) -> anyhow::Result<()> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("no se puede leer {}", file.display()))?;
    let recording = Recording::parse(&file.display().to_string(), &text)?;
    match pty {
        Some(fast) => over_pty(&recording, fast),
        None => decode(&recording, driver.unwrap_or(&recording.head.driver), tags),
    }
}

fn decode(recording: &Recording, driver: &str, tags: Option<&Path>) -> anyhow::Result<()> {
    let (_, mut decoder) = crate::driver(driver, tags)?;
    let mut now_ms = recording.came.first().map_or(0, |(ms, _)| *ms);
    for (ms, bytes) in &recording.came {
        while now_ms + STEP_MS < *ms {
            now_ms += STEP_MS;
            decoder.tick(now_ms, &mut |seen| show(now_ms, &Happened::Means(seen)));
            // Nobody hears what is asked; contacts are decoded by their questions all the same.
            decoder.take_output();
        }
        now_ms = *ms;
        if bytes.is_empty() {
            decoder.cut(&mut |seen| show(now_ms, &Happened::Means(seen)));
            continue;
        }
        show(now_ms, &Happened::Came(bytes));
        decoder.push(bytes, now_ms, &mut |seen| show(now_ms, &Happened::Means(seen)));
    }
    let end_ms = now_ms + END_MS;
    while now_ms < end_ms {
        now_ms += STEP_MS;
        decoder.tick(now_ms, &mut |seen| show(now_ms, &Happened::Means(seen)));
    }
    let stats = decoder.stats();
    println!(
        "Bytes: {}; tramas buenas: {}; repetidas: {}; malas: {} ({} bytes).",
        stats.bytes, stats.frames, stats.repeats, stats.bad, stats.discarded
    );
    Ok(())
}

fn over_pty(recording: &Recording, fast: bool) -> anyhow::Result<()> {
    let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
    let mut termios = tcgetattr(&pty.slave)?;
    cfmakeraw(&mut termios);
    tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
    let name = std::fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd()))?;
    println!("{}", serde_json::json!({ "pty": name }));
    drop(pty.slave);
    let mut master = File::from(pty.master);
    // Hung up until somebody opens the other end.
    loop {
        let mut fds = [PollFd::new(master.as_fd(), PollFlags::empty())];
        poll(&mut fds, PollTimeout::ZERO)?;
        if !fds[0].revents().is_some_and(|flags| flags.contains(PollFlags::POLLHUP)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(SETTLE);
    let mut before_ms = recording.came.first().map_or(0, |(ms, _)| *ms);
    for (ms, bytes) in &recording.came {
        if !fast {
            std::thread::sleep(Duration::from_millis(ms - before_ms));
        }
        before_ms = *ms;
        master.write_all(bytes).context("quien escuchaba ha cerrado el pseudoterminal")?;
    }
    // What is not read yet would go with the terminal.
    std::thread::sleep(SETTLE);
    Ok(())
}
