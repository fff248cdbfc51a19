//! How fast the decoders are, how much memory they take, and what an unplugged line costs.
//!
//! `cargo bench -p ball-machine-tools`. Budgets: 50 MB/s each on one core, 64 KiB, 1 % of a core.

use std::fs;
use std::hint::black_box;
use std::os::fd::AsRawFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ball_machine::blp1::frame::Frame;
use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::Decoder;
use ball_machine::driver::{BLP1, Driver, DriverKind, EMBEDDED};
use ball_machine::host::Host;
use ball_machine::link::Link;
use ball_machine_tools::drum::SplitMix64;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Report, SetId, Stored, next_seq};
use nix::pty::openpty;

/// Bytes of one stream, and how often it is decoded; the best counts.
const STREAM: usize = 16 << 20;
const TIMES: usize = 7;
/// How long the unplugged line is looked at.
const UNPLUGGED: Duration = Duration::from_secs(20);

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let size = if std::env::args().any(|argument| argument == "--bench") { STREAM } else { 1 << 16 };
    println!("{:<22}{:>14}{:>14}{:>10}", "driver", "frames MB/s", "noise MB/s", "bytes");
    let blp1: Vec<Vec<u8>> = ["$P,000016*6CD8\r\n", "$B,000017,07,A,098*112E\r\n", "$G,000018*77BA\r\n"]
        .iter()
        .map(|line| line.as_bytes().to_vec())
        .collect();
    row(BLP1, size_of::<Watch>(), size, &blp1, &|| Box::new(Watch::default()));
    host(size);
    for (name, _) in EMBEDDED {
        let driver = Driver::load(name).expect("an embedded driver is good");
        let memory = size_of_val(&*driver.decoder(None));
        if let DriverKind::Contacts(_) = driver.kind {
            contacts(name, &driver, memory, size);
        } else {
            let frames: Vec<Vec<u8>> = driver.vectors.iter().flat_map(|v| v.pieces.clone()).collect();
            row(name, memory, size, &frames, &|| driver.decoder(None));
        }
    }
    if size == STREAM {
        unplugged();
    }
}

fn row(name: &str, memory: usize, size: usize, frames: &[Vec<u8>], make: &dyn Fn() -> Box<dyn Decoder>) {
    let stream: Vec<u8> = frames.iter().flatten().copied().cycle().take(size).collect();
    println!("{name:<22}{:>14.0}{:>14.0}{memory:>10}", best(&stream, make), best(&noise(size), make));
}

/// The whole end of a BLP/1 line, as the server has it: order and gaps are watched, each ball is reported, taken to
/// be on disk and acknowledged.
fn host(size: usize) {
    let boot = BootId(1);
    let set = SetId::parse("A").expect("a set");
    let identity = Frame::Identity { boot, balls: 90, set }.encode();
    let (mut stream, mut seq) = (Vec::new(), 0);
    while stream.len() < size {
        let number = u8::try_from(seq / 3 % 90).expect("below 90") + 1;
        for what in [Stored::Present, Stored::Read { number, set, confidence: 98 }, Stored::Gone] {
            seq = next_seq(seq);
            stream.extend_from_slice(Frame::Stored { seq, what }.encode().as_bytes());
        }
    }
    let time = |bytes: &[u8]| {
        let (mut host, mut out, mut reported) = (Host::new(None), Vec::new(), 0);
        host.opened(0);
        host.receive(identity.as_bytes(), 0, &mut out);
        let start = Instant::now();
        for (piece, now_ms) in bytes.chunks(1_024).zip(0..) {
            host.receive(piece, now_ms, &mut out);
            reported += out.len();
            if let Some(Report::Stored { seq, .. }) = out.drain(..).next_back() {
                host.committed(boot, seq);
            }
            host.tick(now_ms, &mut out);
            black_box(host.take_output());
        }
        black_box(reported);
        bytes.len() as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    let best = |bytes: &[u8]| (0..TIMES).map(|_| time(bytes)).fold(0.0, f64::max);
    let name = format!("{BLP1}, the server's");
    println!("{name:<22}{:>14.0}{:>14.0}{:>10}", best(&stream), best(&noise(size)), size_of::<Host>());
}

fn noise(size: usize) -> Vec<u8> {
    let mut dice = SplitMix64(1);
    (0..size).map(|_| dice.below(256) as u8).collect()
}

/// Decodes in pieces as a port gives them; returns megabytes a second.
fn best(stream: &[u8], make: &dyn Fn() -> Box<dyn Decoder>) -> f64 {
    let rates = (0..TIMES).map(|_| {
        let (mut decoder, mut seen) = (make(), 0u64);
        let start = Instant::now();
        for (at, piece) in stream.chunks(1_024).enumerate() {
            // Time goes on, so that what is said again counts as another ball now and then.
            decoder.push(piece, at as u64, &mut |_| seen += 1);
            decoder.take_output();
        }
        let secs = start.elapsed().as_secs_f64();
        black_box(seen);
        stream.len() as f64 / secs / 1e6
    });
    rates.fold(0.0, f64::max)
}

/// A module answers what it is asked: question and answer are one turn.
fn contacts(name: &str, driver: &Driver, memory: usize, size: usize) {
    let answers: Vec<Vec<u8>> =
        driver.vectors.iter().flat_map(|v| v.pieces.clone()).filter(|piece| piece.len() == 6).collect();
    let DriverKind::Contacts(spec) = &driver.kind else { return };
    let rates = (0..TIMES).map(|_| {
        let (mut decoder, mut bytes, mut now_ms) = (driver.decoder(None), 0, 0);
        let start = Instant::now();
        for answer in answers.iter().cycle() {
            decoder.tick(now_ms, &mut |_| ());
            black_box(decoder.take_output());
            decoder.push(answer, now_ms, &mut |_| ());
            bytes += answer.len();
            now_ms += spec.poll_ms;
            if bytes >= size / 4 {
                break;
            }
        }
        bytes as f64 / start.elapsed().as_secs_f64() / 1e6
    });
    let frames = rates.fold(0.0, f64::max);
    println!("{name:<22}{frames:>14.0}{:>14.0}{memory:>10}", best(&noise(size), &|| driver.decoder(None)));
}

/// A real process whose cable was pulled: its processor time.
fn unplugged() {
    let pty = openpty(None, None).expect("a pseudo-terminal");
    let path = fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd())).expect("a name");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ball-machine"))
        .args(["monitor", "--driver", "stx-suma", "--port"])
        .arg(&path)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_secs(1));
    drop(pty);
    std::thread::sleep(Duration::from_secs(1));
    let before = cpu_ns(child.id());
    std::thread::sleep(UNPLUGGED);
    let used = cpu_ns(child.id()) - before;
    let percent = used as f64 / UNPLUGGED.as_nanos() as f64 * 100.0;
    println!(
        "unplugged, {} s: {:.1} ms of processor, {percent:.3} % of a core",
        UNPLUGGED.as_secs(),
        used as f64 / 1e6
    );
    let _ = child.kill();
    let _ = child.wait();
}

/// Returns the processor time of all threads of a process, in nanoseconds.
fn cpu_ns(pid: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("the process lives");
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok())
        .filter_map(|text| text.split(' ').next()?.parse::<u64>().ok())
        .sum()
}
