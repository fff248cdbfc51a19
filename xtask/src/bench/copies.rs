//! A mirror: what it costs, how far behind it is, and what is lost when the computer dies with its disk.
//!
//! The hall's disk is gone with the process: the folder is deleted, and what the mirror has is what there is. The process is
//! killed and not the machine, so what the mirror was given and had not synced is there too; each frame is synced before it counts.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_server::mirror::{self, Identity};
use hall_wire::link::Client;
use hall_wire::message::Health;
use serde_json::{Value, json};

use super::{Times, founded, ms, row, sell};
use crate::programs::{Founded, Server};
use crate::staff::{Staff, post};

const KILLS: u64 = 100;
const CLIENTS: u32 = 64;

/// Cards of a client: what it passes on, or has refunded one by one.
const CARDS: u32 = 300;

/// How long a rate is measured.
const TIME: Duration = Duration::from_secs(5);

/// What the clients do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Each passes its block from seller to seller.
    Sales,
    /// Each has the cards of a void game refunded: money.
    Refunds,
}

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let place = tempfile::tempdir()?;
    let hall = Hall::new(place.path())?;
    for (work, wait, name) in [
        (Work::Sales, "never", "sales, mirror not waited for"),
        (Work::Refunds, "money", "refunds, mirror waited for"),
    ] {
        let bare = hall.play(work, None, TIME)?;
        let mirrored = hall.play(work, Some(wait), TIME)?;
        let rates = [bare.rate(), mirrored.rate()];
        let figure = format!("{} of {}/s = {}", rates[1], rates[0], ratio(rates[1], rates[0]));
        row(&format!("{name}: rate, {CLIENTS} clients, with and without"), &figure, "-");
        let mut lag = mirrored.lag;
        let figure = format!("p50 {}, p99 {}", ms(lag.permille(500)), ms(lag.permille(990)));
        row(&format!("{name}: lag of the mirror"), &figure, "1 s");
        let (mut lost, mut oldest, mut acknowledged) = (Vec::new(), Times::default(), 0);
        for kill in 0..KILLS {
            let played = hall.play(work, Some(wait), Duration::from_millis(200 + kill * 37 % 400))?;
            let gone = played.acknowledged.iter().filter(|(seq, _)| *seq > played.mirror);
            acknowledged += played.acknowledged.len();
            lost.push(gone.clone().count());
            oldest.add(gone.map(|(_, at)| played.killed - *at).max().unwrap_or_default());
        }
        lost.sort_unstable();
        let most = lost[lost.len() - 1];
        let figure = format!("p50 {}, most {most} of {acknowledged}", lost[lost.len() / 2]);
        row(&format!("{name}: acknowledged and lost in {KILLS} losses"), &figure, budget(work));
        row(&format!("{name}: age of the oldest of them"), &ms(oldest.permille(1000)), "1 s");
        ensure!(work == Work::Sales || most == 0, "an answer about money was not in the mirror (NL1)");
    }
    Ok(())
}

fn budget(work: Work) -> &'static str {
    if work == Work::Refunds { "0" } else { "-" }
}

fn ratio(part: u64, whole: u64) -> String {
    format!("{:.2}", part as f64 / whole.max(1) as f64)
}

/// A hall in the middle of an evening, to be copied.
struct Hall {
    place: PathBuf,
    founded: Founded,
    staff: Staff,
    game: u32,
    key: Identity,
}

/// What came of it.
struct Played {
    /// Line and moment of each answer.
    acknowledged: Vec<(u64, Instant)>,
    began: Instant,
    killed: Instant,
    lag: Times,
    /// The last line in the mirror; 0 without one.
    mirror: u64,
}

impl Played {
    fn rate(&self) -> u64 {
        let ms = (self.killed - self.began).as_millis() as u64;
        self.acknowledged.len() as u64 * 1000 / ms.max(1)
    }
}

impl Hall {
    /// All cards of a game with their sellers, and the game void: they may still change hands in the next one.
    fn new(place: &Path) -> Result<Hall> {
        let model = place.join("modelo");
        std::fs::create_dir(&model)?;
        let founded = founded(&model, CLIENTS * CARDS)?;
        let server = Server::start(&founded.dir, None)?;
        let staff = Staff::take_on(&server, &founded)?;
        staff.stock(1, &["A17"], 200)?;
        staff.open_session()?;
        let game = sell(&staff, CLIENTS * CARDS, CLIENTS * CARDS, CARDS)?;
        server.stop()?;
        Ok(Hall { place: place.to_owned(), founded, staff, game, key: Identity::generate() })
    }

    /// Plays on a copy for so long, with a mirror or without, and kills it.
    fn play(&self, work: Work, wait: Option<&str>, time: Duration) -> Result<Played> {
        let (hall, copy) = (self.place.join("sala"), self.place.join("copia"));
        for folder in [&hall, &copy] {
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
            std::fs::create_dir(folder)?;
        }
        for entry in std::fs::read_dir(&self.founded.dir)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                std::fs::copy(entry.path(), hall.join(entry.file_name()))?;
            }
        }
        if let Some(wait) = wait {
            let settings = hall.join("sala.toml");
            let text = std::fs::read_to_string(&settings)?;
            let mirror = format!(
                "\n[mirror]\nfolders = \"{}\"\nrecipient = \"{}\"\nwait = \"{wait}\"\nsame_disk = true\n",
                copy.display(),
                self.key.recipient()
            );
            std::fs::write(settings, text + &mirror)?;
        }
        let server = Server::start(&hall, None)?;
        let staff = self.staff.moved_to(&server);
        if work == Work::Refunds {
            let void = json!({"game": self.game, "cause": "medida"});
            post(&staff.mesa, "ask-void", &void)?;
            post(&staff.sala, "confirm-void", &void)?;
        }
        // With the whole record in the mirror, as on any evening but the first.
        let watcher = Client::new(&server.url);
        while wait.is_some() && watcher.get::<Health>("/healthz")?.copies[0].lines_behind > 0 {}
        let over = AtomicBool::new(false);
        let mut lag = Times::default();
        let began = Instant::now();
        let (acknowledged, killed) = std::thread::scope(|scope| -> Result<_> {
            let workers: Vec<_> = (0..CLIENTS)
                .map(|worker| {
                    let (url, staff, over) = (server.url.clone(), &staff, &over);
                    scope.spawn(move || self.work(work, worker, &url, staff, over))
                })
                .collect();
            while began.elapsed() < time {
                if wait.is_some() {
                    let health: Health = watcher.get("/healthz")?;
                    lag.add(Duration::from_millis(health.copies[0].ms_behind));
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let killed = Instant::now();
            server.kill()?;
            over.store(true, Ordering::Relaxed);
            let mut all = Vec::new();
            for worker in workers {
                all.extend(worker.join().ok().context("a client thread ends")?);
            }
            Ok((all, killed))
        })?;
        std::fs::remove_dir_all(&hall)?;
        let mirror = if wait.is_some() { mirror::look(&copy)?.head.seq } else { 0 };
        Ok(Played { acknowledged, began, killed, lag, mirror })
    }

    /// What one client is answered until the server is gone or its cards are.
    fn work(
        &self,
        work: Work,
        worker: u32,
        url: &str,
        staff: &Staff,
        over: &AtomicBool,
    ) -> Vec<(u64, Instant)> {
        let (first, last) = (worker * CARDS + 1, (worker + 1) * CARDS);
        let (mut from, mut to) = (staff.sellers[0], staff.sellers[1]);
        let mut answers = Vec::new();
        // A killed server is not waited for.
        let till = Client::new(url).with_token(staff.cajero.token().map(str::to_owned));
        let till = till.with_patience(Duration::from_millis(500));
        for number in first.. {
            let (command, body): (_, Value) = match work {
                Work::Sales => (
                    "transfer-cards",
                    json!({"game": self.game, "series": "A17", "first": first, "last": last, "from": from, "to": to}),
                ),
                Work::Refunds if number <= last => (
                    "refund-cards",
                    json!({"game": self.game, "series": "A17", "first": number, "last": number}),
                ),
                Work::Refunds => break,
            };
            match post(&till, command, &body) {
                Ok(done) => answers.push((done.seq, Instant::now())),
                Err(_) if over.load(Ordering::Relaxed) => break,
                // Killed a moment ago, or the desk's inbox was full.
                Err(_) => continue,
            }
            std::mem::swap(&mut from, &mut to);
        }
        answers
    }
}
