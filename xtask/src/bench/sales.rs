//! Durable sales a second, from one client and from sixty-four at once; beside them what the disk gives in the same run.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use super::{Times, bare, cpu_ticks, founded, ms, row, sell};
use crate::programs::Server;
use crate::staff::{Staff, post};

const CLIENTS: u32 = 64;
const CARDS: u32 = 20_000;
const TIME: Duration = Duration::from_secs(5);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), CARDS)?;
    let server = Server::start(&founded.dir, None)?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let game = sell(&staff, CARDS, CLIENTS * 10, 10)?;

    // One client: card after card, as the pointer has it.
    let (mut times, began) = (Times::default(), Instant::now());
    let mut card = CLIENTS * 10;
    while began.elapsed() < TIME {
        card += 1;
        let sent = Instant::now();
        let block = json!({"game": game, "series": "A17", "first": card, "last": card,
            "price_cents": 200, "seller": staff.sellers[0]});
        post(&staff.cajero, "issue-block", &block)?;
        times.add(sent.elapsed());
    }
    let rate = times.count() as u64 / began.elapsed().as_secs().max(1);
    let figure = format!("{rate}/s, p99 {}", ms(times.permille(990)));
    row("durable sales, one client (issue of one card)", &figure, "-");

    // Sixty-four: each passes its own block from seller to seller, so that none waits for the
    // order of another; each is an event, a row and a commit of its own or shared.
    let done = AtomicU32::new(0);
    let counted =
        || -> Result<[u64; 2]> { Ok([metric(&staff, "commits_total")?, metric(&staff, "events_total")?]) };
    let (before, own) = (counted()?, std::process::id());
    let ticks = [cpu_ticks(server.pid())?, cpu_ticks(own)?];
    let began = Instant::now();
    let mut all = Times::default();
    std::thread::scope(|scope| -> Result<()> {
        let workers: Vec<_> = (0..CLIENTS)
            .map(|worker| {
                let (staff, done) = (&staff, &done);
                scope.spawn(move || -> Result<Vec<Duration>> {
                    let (first, last) = (worker * 10 + 1, worker * 10 + 10);
                    let (mut from, mut to) = (staff.sellers[0], staff.sellers[1]);
                    let mut times = Vec::new();
                    while began.elapsed() < TIME {
                        let body = json!({"game": game, "series": "A17", "first": first, "last": last, "from": from, "to": to});
                        let sent = Instant::now();
                        post(&staff.cajero, "transfer-cards", &body)?;
                        times.push(sent.elapsed());
                        done.fetch_add(1, Ordering::Relaxed);
                        std::mem::swap(&mut from, &mut to);
                    }
                    Ok(times)
                })
            })
            .collect();
        for worker in workers {
            let times = worker.join().ok().context("a client thread ends")??;
            times.into_iter().for_each(|time| all.add(time));
        }
        Ok(())
    })?;
    let rate = u64::from(done.load(Ordering::Relaxed)) * 1000 / u64::try_from(began.elapsed().as_millis())?;
    let [server_ticks, clients_ticks] = [cpu_ticks(server.pid())? - ticks[0], cpu_ticks(own)? - ticks[1]];
    let share = |ticks: u64| ticks * 1000 / u64::try_from(began.elapsed().as_millis()).unwrap_or(1).max(1);
    let after = counted()?;
    let in_a_group = ((after[1] - before[1]) as f64 / (after[0] - before[0]).max(1) as f64).round().max(1.0);
    let figure = format!("{rate}/s, p99 {}", ms(all.permille(990)));
    row(&format!("durable sales, {CLIENTS} clients at once (reventa of a block)"), &figure, "2,000/s");
    let figure = format!("{} % and {} % of a core", share(server_ticks), share(clients_ticks));
    row("  processor of the server and of the clients", &figure, "-");
    server.stop()?;
    let in_a_group = in_a_group as usize;
    let of = |own: u64| format!("{own}/s, the hall's are {} % of it", rate * 100 / own.max(1));
    row(
        &format!("  bare rows into SQLite, {in_a_group} in a transaction"),
        &of(bare::rows(dir.path(), in_a_group)?),
        "-",
    );
    let journal = bare::journal(dir.path(), in_a_group)?;
    row(&format!("  the journal without a desk, {in_a_group} in a transaction"), &of(journal), "-");
    row("  hashes of lines, one core", &format!("{}/s", bare::hashes()?), "-");
    Ok(())
}

/// A counter of the server.
fn metric(staff: &Staff, name: &str) -> Result<u64> {
    let text = String::from_utf8(staff.sala.get_bytes("/metrics")?)?;
    let name = format!("bombo_{name} ");
    let value = text.lines().find_map(|line| line.strip_prefix(&name)).context("the server counts it")?;
    Ok(value.parse()?)
}
