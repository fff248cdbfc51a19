//! A mirror and a spare: what each costs, how far behind it is, and what is lost when the computer dies with its disk; and how
//! long a promotion takes.
//!
//! The hall's disk is gone with the process: the folder is deleted, and what the mirror has is what there is. The process is
//! killed and not the machine, so what the mirror was given and had not synced is there too; each frame is synced before it counts.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_server::journal;
use hall_server::mirror::{self, Identity};
use hall_wire::link::Client;
use hall_wire::message::Health;
use serde_json::{Value, json};

use super::{Times, founded, ms, row, sell};
use crate::programs::{Founded, Server, program};
use crate::staff::{Staff, key_of, post};

const KILLS: u64 = 100;
const CLIENTS: u32 = 64;
const PROMOTIONS: u32 = 10;

/// Where no server listens: the spare is told by the one that calls it.
const NOBODY: &str = "127.0.0.1:9";

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
        (Work::Sales, Second::Mirror("never"), "sales, mirror not waited for"),
        (Work::Refunds, Second::Mirror("money"), "refunds, mirror waited for"),
        (Work::Sales, Second::Spare("never"), "sales, spare not waited for"),
        (Work::Sales, Second::Spare("all"), "sales, spare waited for"),
    ] {
        let bare = hall.play(work, Second::None, TIME)?;
        let mirrored = hall.play(work, wait, TIME)?;
        let rates = [bare.rate(), mirrored.rate()];
        let figure = format!("{} of {}/s = {}", rates[1], rates[0], ratio(rates[1], rates[0]));
        row(&format!("{name}: rate, {CLIENTS} clients, with and without"), &figure, "-");
        let mut lag = mirrored.lag;
        let figure = format!("p50 {}, p99 {}", ms(lag.permille(500)), ms(lag.permille(990)));
        row(&format!("{name}: lag of the copy"), &figure, "1 s");
        let (mut lost, mut oldest, mut acknowledged) = (Vec::new(), Times::default(), 0);
        for kill in 0..KILLS {
            let played = hall.play(work, wait, Duration::from_millis(200 + kill * 37 % 400))?;
            let gone = played.acknowledged.iter().filter(|(seq, _)| *seq > played.copied);
            acknowledged += played.acknowledged.len();
            lost.push(gone.clone().count());
            oldest.add(gone.map(|(_, at)| played.killed - *at).max().unwrap_or_default());
        }
        lost.sort_unstable();
        let most = lost[lost.len() - 1];
        let figure = format!("p50 {}, most {most} of {acknowledged}", lost[lost.len() / 2]);
        row(&format!("{name}: acknowledged and lost in {KILLS} losses"), &figure, budget(wait));
        row(&format!("{name}: age of the oldest of them"), &ms(oldest.permille(1000)), "1 s");
        ensure!(!wait.is_waited_for() || most == 0, "an answer that waited for the copy was not in it (NL1)");
    }
    let mut promotions = Times::default();
    for _ in 0..PROMOTIONS {
        promotions.add(hall.promote()?);
    }
    let figure = format!("p50 {}, most {}", ms(promotions.permille(500)), ms(promotions.permille(1000)));
    row(
        "promotion: SIGKILL of the old server → first answer of the new, without the typing",
        &figure,
        "10 s",
    );
    Ok(())
}

fn budget(second: Second) -> &'static str {
    if second.is_waited_for() { "0" } else { "-" }
}

/// What has the record too, with the settings' `wait`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Second {
    None,
    Mirror(&'static str),
    Spare(&'static str),
}

impl Second {
    fn is_waited_for(self) -> bool {
        match self {
            Second::None => false,
            Second::Mirror(wait) | Second::Spare(wait) => wait != "never",
        }
    }
}

/// A spare's process, killed when it is dropped.
struct Follower(Child);

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Adds a part to a hall's settings.
fn set(hall: &Path, part: &str) -> Result<()> {
    let settings = hall.join("sala.toml");
    let text = std::fs::read_to_string(&settings)?;
    Ok(std::fs::write(settings, format!("{text}\n{part}\n"))?)
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
    /// The last line in the copy; 0 without one.
    copied: u64,
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

    /// Starts a spare, and says so in the hall's settings.
    fn follower(&self, hall: &Path, copy: &Path, wait: &str) -> Result<Follower> {
        let key = self.place.join("reserva.clave");
        if !key.exists() {
            mirror::make_key(&key)?;
        }
        let mut follower = Command::new(program("hall-server"))
            .args(["follow", "--of", NOBODY, "--listen", "127.0.0.1:0", "--dir"])
            .arg(copy)
            .arg("--key")
            .arg(&key)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("hall-server is built")?;
        let mut line = String::new();
        BufReader::new(follower.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let follower = Follower(follower);
        let (_, at) = line.trim().split_once("http://").context("the spare says where it listens")?;
        set(hall, &format!("[spare]\nat = \"{at}\"\nkey = \"{}\"\nwait = \"{wait}\"", key.display()))?;
        Ok(follower)
    }

    /// Kills a server whose spare has everything, promotes the spare, and waits for its first answer.
    fn promote(&self) -> Result<Duration> {
        let (hall, copy) = self.fresh()?;
        let follower = self.follower(&hall, &copy, "all")?;
        let server = Server::start(&hall, None)?;
        let watcher = Client::new(&server.url);
        while watcher.get::<Health>("/healthz")?.copies[0].lines_behind > 0 {}
        let began = Instant::now();
        server.kill()?;
        drop(follower);
        let mut promote = Command::new(program("hall-server"))
            .args(["promote", "--dir"])
            .arg(&copy)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        let (user, pin) = key_of("jefe_de_mesa");
        let typed = format!("lucia\n{}\n{user}\n{pin}\n", self.founded.pin);
        promote.stdin.take().context("it was piped")?.write_all(typed.as_bytes())?;
        ensure!(promote.wait()?.success(), "the spare is promoted");
        let server = Server::start(&copy, None)?;
        Client::new(&server.url).get::<Value>("/api/record")?;
        let took = began.elapsed();
        server.stop()?;
        Ok(took)
    }

    /// The hall in a folder of its own, and an empty one.
    fn fresh(&self) -> Result<(PathBuf, PathBuf)> {
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
        Ok((hall, copy))
    }

    /// Plays on a copy for so long, with a second copy or without, and kills it.
    fn play(&self, work: Work, second: Second, time: Duration) -> Result<Played> {
        let (hall, copy) = self.fresh()?;
        let follower = match second {
            Second::None => None,
            Second::Mirror(wait) => {
                let (folder, recipient) = (copy.display(), self.key.recipient());
                set(
                    &hall,
                    &format!(
                        "[mirror]\nfolders = \"{folder}\"\nrecipient = \"{recipient}\"\nwait = \"{wait}\"\nsame_disk = true"
                    ),
                )?;
                None
            }
            Second::Spare(wait) => Some(self.follower(&hall, &copy, wait)?),
        };
        let server = Server::start(&hall, None)?;
        let staff = self.staff.moved_to(&server);
        if work == Work::Refunds {
            let void = json!({"game": self.game, "cause": "medida"});
            post(&staff.mesa, "ask-void", &void)?;
            post(&staff.sala, "confirm-void", &void)?;
        }
        // With the whole record in the mirror, as on any evening but the first.
        let watcher = Client::new(&server.url);
        while second != Second::None && watcher.get::<Health>("/healthz")?.copies[0].lines_behind > 0 {}
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
                if second != Second::None {
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
        drop(follower);
        let copied = match second {
            Second::None => 0,
            Second::Mirror(_) => mirror::look(&copy)?.head.seq,
            Second::Spare(_) => journal::look(&copy, journal::RecordReader::head)?.seq,
        };
        Ok(Played { acknowledged, began, killed, lag, copied })
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
