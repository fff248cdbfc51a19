//! The camera at work: a test picture of 1280×720 at 25 a second, small pictures to the server
//! and a console's preview of them, one screen by RTSP.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_wire::board::{CameraPost, MesaBoard, Sight};
use hall_wire::link::{Camera, CameraState, Link};

use super::{Times, cpu_ticks, founded, memory_kib, ms, row};
use crate::programs::{Founded, PATIENCE, Server, program};
use crate::screens::Filming;
use crate::staff::Staff;

const WORK: Duration = Duration::from_secs(20);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let hall = founded.dir.clone();
    let server = Server::start(&hall, None)?;
    let filming = Filming::start(&hall, &server.url)?;
    let preview = Camera::open(&server.url);
    ensure!(preview.wait(CameraState::Live, PATIENCE), "no picture came through the server");
    let alone = share_of_a_core(filming.pid())?;
    row("hall-camera, 1280x720 at 25, pictures to the server: processor", &percent(alone), "–");

    // Another camera program is a screen that takes the film and decodes it.
    let mut screen = Command::new(program("hall-camera"))
        .args(["--listen", "127.0.0.1:0", "--size", "320x240", "--source", &filming.address])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("hall-camera is built")?;
    let log = BufReader::new(screen.stderr.take().expect("it was piped"));
    let mut lines = log.lines().map_while(Result::ok);
    let live = lines.by_ref().any(|line| line.contains("hay imagen de rtsp://"));
    ensure!(live, "the film did not come");

    let pictures = Arc::<AtomicU64>::default();
    let heard = Arc::clone(&pictures);
    preview.on_change(move || {
        heard.fetch_add(1, Ordering::Relaxed);
    });
    let with_a_screen = share_of_a_core(filming.pid())?;
    let bytes = preview.picture().map_or(0, |picture| picture.jpeg.len());
    let (now, most) = memory_kib(filming.pid())?;
    let _ = screen.kill();
    let _ = screen.wait();
    row("  … and a screen by RTSP", &percent(with_a_screen), "–");
    row("  memory, and at most", &format!("{} MiB, {} MiB", now / 1024, most / 1024), "–");
    let a_second = pictures.load(Ordering::Relaxed) * 10 / WORK.as_secs();
    row(
        "  a console's preview through the server: pictures a second, bytes",
        &format!("{}.{} of {bytes}", a_second / 10, a_second % 10),
        "8, 60,000 bytes",
    );
    drop(filming);
    losses(&server, &founded)
}

/// How soon the mesa is told that a camera is gone.
fn losses(server: &Server, founded: &Founded) -> Result<()> {
    let desk = Staff::take_on(server, founded)?.desk(server);
    let mut told = Times::default();
    // With each loss of late it takes twice as long until a camera counts as back.
    for _ in 0..5 {
        // One whose ball moves: a picture that stands still is told as frozen.
        let filming = Filming::of(&founded.dir, &server.url, &["--source", "test"])?;
        comes_to(&desk, Sight::Sees)?;
        drop(filming);
        let begun = Instant::now();
        comes_to(&desk, Sight::Lost)?;
        told.add(begun.elapsed());
    }
    let figure = format!("p50 {}, most {}", ms(told.permille(500)), ms(told.permille(1000)));
    row("hall-camera killed → the mesa is told, 5 times", &figure, "3 s");
    Ok(())
}

fn comes_to(desk: &Link<MesaBoard>, sight: Sight) -> Result<()> {
    let is = |board: &MesaBoard| {
        board.cameras.iter().any(|now| now.camera == CameraPost::Exit && now.sight == sight)
    };
    desk.wait(|seen| is(&seen.board), PATIENCE)
        .with_context(|| format!("the mesa is never told {}", sight.name()))?;
    Ok(())
}

/// Returns what a process uses for a while, in hundredths of a per cent of a core.
fn share_of_a_core(pid: u32) -> Result<u64> {
    let before = cpu_ticks(pid)?;
    std::thread::sleep(WORK);
    let ticks = cpu_ticks(pid)? - before;
    Ok(ticks * 10 * 10_000 / u64::try_from(WORK.as_millis())?)
}

fn percent(share: u64) -> String {
    format!("{}.{:02} % of a core", share / 100, share % 100)
}
