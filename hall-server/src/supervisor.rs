//! What the service manager is told, by the protocol of `sd_notify(3)`: the server serves, the desk answers, the server ends.
//!
//! That it is alive is the desk's word: whoever waits for the answer is on the same threads as everybody's requests, and the answer comes
//! behind a commit. A desk that hangs says nothing, and the manager starts the server again.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;
use std::time::Duration;

use crate::desk::{Busy, DeskHandle};

/// How many times the desk is asked within the time that the manager waits.
const TIMES: u32 = 4;

/// The service manager; nobody, where the server was started by hand.
#[derive(Debug, Default)]
pub struct Supervisor {
    told: Option<UnixDatagram>,
    /// How long it waits for a word before it starts the server again.
    patience: Option<Duration>,
}

impl Supervisor {
    /// The one that the environment names: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    pub fn of_environment() -> Supervisor {
        let told = std::env::var_os("NOTIFY_SOCKET").and_then(|path| {
            let socket = socket_to(path.as_bytes());
            socket
                .inspect_err(|error| tracing::warn!(%error, "the service manager cannot be told anything"))
                .ok()
        });
        let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
        let ours = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let patience = number("WATCHDOG_USEC").filter(|_| ours).map(Duration::from_micros);
        Supervisor { told, patience }
    }

    /// Whoever connects to this address is served from now on; it is told so, and then as often as it wants that the desk answers.
    pub fn serves(self, address: &dyn std::fmt::Display, desk: DeskHandle) -> Supervised {
        self.say(&format!("READY=1\nSTATUS=escucha en http://{address}"));
        let supervisor = Arc::new(self);
        let keeping = supervisor.clone();
        Supervised { alive: tokio::spawn(async move { keeping.keep(desk).await }), supervisor }
    }

    /// Says that the server is alive each time the desk has answered, as often as the manager wants to hear it. Returns at once where it
    /// does not.
    async fn keep(&self, desk: DeskHandle) {
        let Some(patience) = self.patience else { return };
        let mut every = tokio::time::interval(patience / TIMES);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            match desk.answers().await {
                Ok(()) => self.say("WATCHDOG=1"),
                // Its inbox is full: there will be an answer before the patience is at its end, or there is none to be had.
                Err(Busy::Full) => (),
                Err(Busy::Gone) => return,
            }
        }
    }

    fn say(&self, words: &str) {
        if let Some(socket) = &self.told
            && let Err(error) = socket.send(words.as_bytes())
        {
            tracing::warn!(%error, "the service manager was not told");
        }
    }
}

/// A server that is looked after.
pub struct Supervised {
    supervisor: Arc<Supervisor>,
    alive: tokio::task::JoinHandle<()>,
}

impl Supervised {
    /// The server ends in order, and nobody asks the desk any more.
    pub fn end(self) {
        self.alive.abort();
        self.supervisor.say("STOPPING=1\nSTATUS=cerrando");
    }
}

/// A path, or behind an `@` a name that is in no folder.
fn socket_to(path: &[u8]) -> io::Result<UnixDatagram> {
    let address = match path.strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(path))?,
    };
    let socket = UnixDatagram::unbound()?;
    socket.connect_addr(&address)?;
    Ok(socket)
}
