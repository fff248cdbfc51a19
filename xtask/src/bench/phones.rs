//! What players' phones cost the draw: the same balls announced with nobody following and with four hundred phones.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_wire::board::MesaBoard;
use hall_wire::message::PROTOCOL;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::json;

use super::{Times, cpu_ticks, founded, memory_kib, ms, row, sell};
use crate::programs::{Machine, Server};
use crate::staff::{Staff, post};

/// Phones that follow.
const PHONES: usize = 400;

/// Screens of the hall beside them, in both cases.
const SCREENS: usize = 8;

/// What may wait to be counted: all that a game tells, so that nobody who reads waits for who counts.
const WAITING_MAX: usize = PHONES * 128;

/// Balls of one game, and games of each kind, taken in turns.
const BALLS: u8 = 80;
const TURNS: usize = 3;

/// What one kind of game cost.
#[derive(Default)]
struct Cost {
    answers: Times,
    screens: Times,
    phones: Times,
    ticks: u64,
    ms: u128,
    kib: u64,
}

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let (mut alone, mut followed) = (Cost::default(), Cost::default());
    for _ in 0..TURNS {
        game(0, &mut alone)?;
        game(PHONES, &mut followed)?;
    }
    for (name, cost) in
        [("nobody follows".to_owned(), &mut alone), (format!("{PHONES} phones follow"), &mut followed)]
    {
        let figures = |times: &mut Times| {
            let mut part = |permille| ms(times.permille(permille));
            let (median, most) = (part(500), part(990));
            format!("p50 {median}, p99 {most}")
        };
        row(&format!("{name}: announce → on disk → answer"), &figures(&mut cost.answers), "as without");
        row(
            &format!("  announce → the last of {SCREENS} screens"),
            &figures(&mut cost.screens),
            "as without",
        );
        if cost.phones.count() > 0 {
            row("  announce → each phone", &figures(&mut cost.phones), "-");
        }
        let share = u128::from(cost.ticks) * 10 * 1_000 / cost.ms;
        let figure = format!("{}.{} % of a core, {} MiB", share / 10, share % 10, cost.kib / 1024);
        row("  server: processor, memory", &figure, "-");
    }
    Ok(())
}

/// Draws a game of a new hall before so many phones.
fn game(phones: usize, cost: &mut Cost) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let machine = Machine::start(dir.path(), &["--interval-ms", "240", "--seed", "5"])?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, 420, 200, 50)?;
    post(&staff.cajero, "close-sale", &json!({"game": game}))?;
    let host = server.url.strip_prefix("http://").context("an address")?;
    let walls =
        (0..SCREENS).map(|_| follow(host, &format!("/api/ws?protocol={PROTOCOL}"))).collect::<Result<_>>()?;
    let walls = Crowd::watch(walls, false);
    let crowd = (0..phones).map(|_| follow(host, &format!("/tv/seguir/tablero?protocol={PROTOCOL}")));
    let crowd = Crowd::watch(crowd.collect::<Result<_>>()?, true);
    let desk = staff.desk(&server);
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
    let (ticks, begun) = (cpu_ticks(server.pid())?, Instant::now());
    for place in 1..=BALLS {
        let waits = |board: &MesaBoard| {
            board.pending.first().filter(|ball| ball.ordinal == place).map(|ball| ball.ball)
        };
        let seen = desk
            .wait(|seen| waits(&seen.board).is_some(), Duration::from_secs(30))
            .context("a ball comes")?;
        let ball = waits(&seen.board).context("it was waited for")?;
        let pressed = Instant::now();
        post(&staff.locutor, "announce", &json!({"game": game, "ordinal": place, "ball": ball}))?;
        cost.answers.add(pressed.elapsed());
        let last = walls.all_have(place)?.into_iter().max().context("a screen")?;
        cost.screens.add(last.saturating_duration_since(pressed));
        for at in crowd.all_have(place)? {
            cost.phones.add(at.saturating_duration_since(pressed));
        }
    }
    cost.ticks += cpu_ticks(server.pid())? - ticks;
    cost.ms += begun.elapsed().as_millis();
    cost.kib = cost.kib.max(memory_kib(server.pid())?.0);
    Ok(())
}

/// Opens a socket by hand: hundreds are read by one thread.
///
/// # Errors
/// When the server lets nobody in.
pub(super) fn follow(host: &str, path: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )?;
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        ensure!(
            stream.read(&mut byte)? == 1,
            "the server lets nobody in: {}",
            String::from_utf8_lossy(&head)
        );
        head.push(byte[0]);
    }
    ensure!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream.set_nonblocking(true)?;
    Ok(stream)
}

/// Sockets that a thread reads, telling when each has which ball.
pub(super) struct Crowd {
    size: usize,
    told: Receiver<(usize, u8, Instant)>,
}

impl Crowd {
    /// Phones are on computers of their own in a hall: here their thread gives way to all others.
    pub(super) fn watch(streams: Vec<TcpStream>, gives_way: bool) -> Crowd {
        let (tell, told) = sync_channel(WAITING_MAX);
        let size = streams.len();
        std::thread::spawn(move || {
            if gives_way {
                let own = nix::unistd::gettid().to_string();
                let _ = Command::new("renice").args(["-n", "19", "-p", &own]).output();
            }
            read(streams, &tell)
        });
        Crowd { size, told }
    }

    /// When each of them had the ball, in their order.
    ///
    /// # Errors
    /// When one does not get it.
    pub(super) fn all_have(&self, place: u8) -> Result<Vec<Instant>> {
        let mut times = BTreeMap::new();
        while times.len() < self.size {
            match self.told.recv_timeout(Duration::from_secs(30)) {
                Ok((who, of, at)) if of == place => {
                    times.insert(who, at);
                }
                Ok(_) => (),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    anyhow::bail!("{} of {} have the {place}th ball", times.len(), self.size)
                }
            }
        }
        Ok(times.into_values().collect())
    }
}

/// Reads all of them until one ends. Frames of a server are plain text with a head of a few bytes.
fn read(mut streams: Vec<TcpStream>, tell: &SyncSender<(usize, u8, Instant)>) -> Result<()> {
    let mut pieces = vec![Vec::<u8>::new(); streams.len()];
    let mut buffer = vec![0; 65_536];
    loop {
        let ready: Vec<usize> = {
            let mut waiting: Vec<PollFd<'_>> =
                streams.iter().map(|stream| PollFd::new(stream.as_fd(), PollFlags::POLLIN)).collect();
            poll(&mut waiting, PollTimeout::NONE)?;
            let is_ready = |(at, fd): (usize, &PollFd<'_>)| fd.any().unwrap_or(true).then_some(at);
            waiting.iter().enumerate().filter_map(is_ready).collect()
        };
        for at in ready {
            let length = streams[at].read(&mut buffer)?;
            let now = Instant::now();
            ensure!(length > 0, "a socket ended");
            pieces[at].extend_from_slice(&buffer[..length]);
            for place in announced(&mut pieces[at]) {
                tell.send((at, place, now))?;
            }
        }
    }
}

/// The places of the balls in these bytes; what may be the beginning of another stays.
fn announced(bytes: &mut Vec<u8>) -> Vec<u8> {
    const MARK: &[u8] = br#""ball_announced","value":{"ordinal":"#;
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(found) = bytes[from..].windows(MARK.len()).position(|part| part == MARK) {
        let digits = &bytes[from + found + MARK.len()..];
        let Some(end) = digits.iter().position(|byte| !byte.is_ascii_digit()) else { break };
        let place =
            digits[..end].iter().fold(0u8, |place, digit| place.wrapping_mul(10).wrapping_add(digit - b'0'));
        places.push(place);
        from += found + MARK.len() + end;
    }
    let keep = bytes.len().saturating_sub(MARK.len() + 3).max(from);
    bytes.drain(..keep);
    places
}
