//! What TLS costs, and what strangers on the network cost a hall that uses it (ADR 83): in a network of its own, everything on the
//! same two cores.

use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_trust::Identity;
use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, Link, Seen, Servers, join};
use hall_wire::message::DeviceCode;
use rustls::ClientConnection;
use rustls::pki_types::ServerName;
use serde_json::json;
use uuid::Uuid;

use super::{Times, founded, ms, row, sell};
use crate::network;
use crate::programs::{Machine, Server};
use crate::staff::{Staff, post};
use crate::strangers::{Idle, Strangers};

/// Screens of the hall.
const SCREENS: usize = 50;

/// Balls of one game.
const BALLS: u8 = 80;

/// How long handshakes are made, by how many devices at a time.
const HANDSHAKES_FOR: Duration = Duration::from_secs(5);
const HANDSHAKES_BY: usize = 4;

/// Connections that say nothing (reliability.md E 55), and of how many computers: no more of each than it may have.
const IDLE: usize = 10_000;
const IDLE_FROM: u16 = 400;

/// What announce may take, 99 times of 100: and with [`IDLE`] connections besides (E 55).
const ANSWER_MAX: Duration = Duration::from_millis(20);
const ANSWER_AMONG_IDLE_MAX: Duration = Duration::from_millis(200);

/// How long a screen or a ball is waited for: from before the strangers are all there.
const PATIENCE: Duration = Duration::from_secs(120);

/// How the hall's devices come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Clear,
    Encrypted,
    /// The same, with all strangers at the port.
    AmongStrangers,
    /// The same, with [`IDLE`] connections of [`IDLE_FROM`] computers that say nothing, and a hundred new ones a second.
    AmongIdle,
}

/// Measures it.
///
/// # Errors
/// What could not be measured, that there is no network of one's own, or that announce took longer than it may.
pub fn run() -> Result<()> {
    // The other benches stay where they are.
    let measured = std::thread::spawn(|| {
        network::enter()?;
        [Way::Clear, Way::Encrypted, Way::AmongStrangers, Way::AmongIdle].into_iter().try_for_each(game)
    });
    measured.join().expect("it does not panic")
}

/// Draws a game of a new hall before its screens.
fn game(way: Way) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let machine = Machine::start(dir.path(), &["--interval-ms", "240", "--seed", "5"])?;
    let server = Server::start_on(&founded.dir, Some(&machine.port), &format!("{}:0", network::ADDRESS))?;
    let at = server.at;
    let mut staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, 420, 200, 50)?;
    post(&staff.cajero, "close-sale", &json!({"game": game}))?;

    let desk = staff.desk(&server);
    let (told, tells) = sync_channel(4096);
    let mut entered = Times::default();
    let mut screens = Vec::new();
    for number in 0..SCREENS {
        let servers = match way {
            Way::Clear => Servers::new(&server.url),
            Way::Encrypted | Way::AmongStrangers | Way::AmongIdle => {
                let begun = Instant::now();
                let (servers, identity) = enrolled(&staff, at, dir.path(), number)?;
                entered.add(begun.elapsed());
                if number == 0 {
                    staff.locutor =
                        Client::new(&servers).with_token(staff.locutor.token().map(str::to_owned));
                    if way == Way::Encrypted {
                        handshakes(at, &identity)?;
                    }
                }
                servers
            }
        };
        screens.push(screen(&servers, number, &told));
    }
    let words = match way {
        Way::Clear => "unencrypted, at the same computer",
        Way::Encrypted => "TLS, each with its certificate",
        Way::AmongStrangers => {
            "the same, with 700 half-open, 300 screens that read nothing, 3 that ping, 2 that guess"
        }
        Way::AmongIdle => {
            "the same, with 10,000 connections that say nothing and 100 new ones a second (E 55)"
        }
    };
    println!("{SCREENS} screens, {words}");
    if way == Way::Encrypted {
        row("  a device let in with a code, the typing left out", &figures(&mut entered), "-");
    }
    let strangers = (way == Way::AmongStrangers).then(|| Strangers::begin(at));
    if strangers.is_some() {
        // They are all there.
        std::thread::sleep(Duration::from_secs(3));
    }
    let from = (1..=IDLE_FROM).map(network::another).collect();
    let idle = (way == Way::AmongIdle).then(|| Idle::begin(at, IDLE, from, &[b""]));
    while idle.as_ref().is_some_and(|idle| idle.opened() < IDLE as u64) {
        std::thread::sleep(Duration::from_millis(100));
    }
    while post(&staff.mesa, "start-draw", &json!({"game": game})).is_err() {
        std::thread::sleep(Duration::from_millis(100));
    }
    let (mut answers, mut lasts) = (Times::default(), Times::default());
    for place in 1..=BALLS {
        let waits = |board: &MesaBoard| {
            board.pending.first().filter(|ball| ball.ordinal == place).map(|ball| ball.ball)
        };
        let seen = desk.wait(|seen| waits(&seen.board).is_some(), PATIENCE).context("a ball comes")?;
        let ball = waits(&seen.board).context("it was waited for")?;
        let pressed = Instant::now();
        post(&staff.locutor, "announce", &json!({"game": game, "ordinal": place, "ball": ball}))?;
        answers.add(pressed.elapsed());
        lasts.add(last(&tells, place)?.saturating_duration_since(pressed));
    }
    let most = if way == Way::AmongIdle { ANSWER_AMONG_IDLE_MAX } else { ANSWER_MAX };
    let budget = format!("p99 {} ms", most.as_millis());
    row("  announce → on disk → answer to the caller", &figures(&mut answers), &budget);
    row(&format!("  announce → the last of {SCREENS} screens"), &figures(&mut lasts), "-");
    if let Some(strangers) = &strangers {
        let did = strangers.did();
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        println!(
            "  strangers: {} half-open, {} screens asked for of which {} got a place, {} pings, {} PINs",
            of(&did.half_open),
            of(&did.screens),
            of(&did.seated),
            of(&did.pings),
            of(&did.guesses)
        );
    }
    if let Some(idle) = &idle {
        println!("  strangers: {} connections were opened", idle.opened());
    }
    ensure!(answers.permille(990) <= most, "announce took longer than its budget of {budget}: {words}");
    for screen in screens {
        ensure!(screen.join().unwrap_or(false), "a screen of the hall was put out");
    }
    Ok(())
}

fn figures(times: &mut Times) -> String {
    format!("p50 {}, p99 {}", ms(times.permille(500)), ms(times.permille(990)))
}

/// A panel that is let in over the network.
fn enrolled(staff: &Staff, at: SocketAddr, dir: &Path, number: usize) -> Result<(Servers, Identity)> {
    let asked = json!({"name": format!("medida-{number}")});
    let given: DeviceCode = staff.sala.send("/api/devices/code", &asked, Uuid::new_v4())?;
    let servers = Servers::new(&format!("https://{at}"));
    let file = dir.join(format!("medida-{number}.alta"));
    let identity = join(&servers, &given.code, "panel", &file)?;
    Ok((servers, identity))
}

/// A screen that tells when it has each ball; it stays as long as its thread.
fn screen(servers: &Servers, number: usize, told: &SyncSender<(u8, Instant)>) -> JoinHandle<bool> {
    let link = Link::<PublicBoard>::open(servers, &format!("medida-{number}"), None);
    let told = told.clone();
    std::thread::spawn(move || {
        for place in 1..=BALLS {
            let has = |seen: &Seen<PublicBoard>| seen.board.announced.len() >= usize::from(place);
            if link.wait(has, PATIENCE).is_none() || told.send((place, Instant::now())).is_err() {
                return false;
            }
        }
        // It has had its board whole once: it was never put out.
        let seen = link.board();
        seen.connected && seen.wholes == 1
    })
}

/// When the last screen had this ball.
fn last(tells: &Receiver<(u8, Instant)>, place: u8) -> Result<Instant> {
    let mut last = None;
    for _ in 0..SCREENS {
        let (of, at) = tells.recv_timeout(PATIENCE).context("every screen shows every ball")?;
        ensure!(of == place, "a screen shows the {of}th ball before another had the {place}th");
        last = last.max(Some(at));
    }
    last.context("there are screens")
}

/// Devices that connect anew, as after a start: whole handshakes, both ends known.
fn handshakes(at: SocketAddr, identity: &Identity) -> Result<()> {
    let begun = Instant::now();
    let one = || -> Result<u64> {
        let mut made = 0;
        while begun.elapsed() < HANDSHAKES_FOR {
            let mut tcp = TcpStream::connect(at)?;
            let mut connection =
                ClientConnection::new(hall_trust::to_hall(identity), ServerName::try_from("sala.invalid")?)?;
            while connection.is_handshaking() {
                connection.complete_io(&mut tcp)?;
            }
            made += 1;
        }
        Ok(made)
    };
    let made: u64 = std::thread::scope(|scope| {
        let all: Vec<_> = (0..HANDSHAKES_BY).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().expect("it does not panic")).sum::<Result<u64>>()
    })?;
    let figure = format!("{}/s", u128::from(made) * 1_000 / begun.elapsed().as_millis());
    row("whole handshakes, a certificate at both ends", &figure, "-");
    Ok(())
}
