//! The server at rest, with fifty screens looking on.

use std::time::Duration;

use anyhow::Result;
use hall_wire::board::PublicBoard;
use hall_wire::link::Link;

use super::{cpu_ticks, founded, memory_kib, row};
use crate::programs::{Machine, Server};
use crate::staff::Staff;

const CLIENTS: usize = 50;
const REST: Duration = Duration::from_secs(20);

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let founded = founded(dir.path(), 420)?;
    let machine = Machine::start(dir.path(), &[])?;
    let server = Server::start(&founded.dir, Some(&machine.port))?;
    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17"], 200)?;
    staff.open_session()?;
    let links: Vec<Link<PublicBoard>> =
        (0..CLIENTS).map(|number| Link::open(&server.url, &format!("pared-{number}"), None)).collect();
    for link in &links {
        link.wait(|seen| seen.connected, Duration::from_secs(30));
    }
    let before = cpu_ticks(server.pid())?;
    std::thread::sleep(REST);
    let ticks = cpu_ticks(server.pid())? - before;
    let (now, peak) = memory_kib(server.pid())?;
    // A tick is 10 ms: ticks in 20 s, in hundredths of a per cent of a core.
    let share = ticks * 10 * 10_000 / u64::try_from(REST.as_millis())?;
    row(
        &format!("server at rest, {CLIENTS} screens and the machine: processor"),
        &format!("{}.{:02} %", share / 100, share % 100),
        "1 % of a core",
    );
    row(
        "  memory, and at most (log-ins hash PINs in 19 MiB each)",
        &format!("{} MiB, {} MiB", now / 1024, peak / 1024),
        "64 MiB",
    );
    Ok(())
}
