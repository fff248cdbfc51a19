//! `hall-server doctor`: what a technician would look at on this computer and round it, each thing with what to do about it (ADR 87).
//!
//! It runs with the server running or stopped, and as the server's own account, whose permissions are in question. It asks, and changes
//! nothing: what it writes to measure a disk it takes away again.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use serde::Serialize;

use crate::clock::Clock;
use crate::config::{Config, ConfigError};
use crate::journal::{self, JournalError, Known};

mod asked;
mod camera;
mod certificates;
mod clocks;
mod disks;
mod lines;
mod names;
mod port;
mod printer;
mod record;
pub(crate) mod tool;

pub(crate) use asked::get;
pub(crate) use disks::{cannot_be_written, is_hidden, on_the_same_disk};

/// Where technicians keep the settings of the other programs of a computer.
pub const SETTINGS: &str = "/etc/bombo";

/// What is examined.
#[derive(Debug, Clone)]
pub struct Order {
    /// The hall's folder.
    pub dir: PathBuf,
    /// Where the server listens, if not where its settings say.
    pub server: Option<SocketAddr>,
    /// Cameras besides those of the settings: `rtsp://…`, or a device.
    pub cameras: Vec<String>,
    /// Instead of [`SETTINGS`].
    pub settings: PathBuf,
}

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// As it should be.
    #[serde(rename = "bien")]
    Good,
    /// The hall plays with it; somebody should look at it.
    #[serde(rename = "aviso")]
    Warning,
    /// The hall does not play, or loses what it must not.
    #[serde(rename = "mal")]
    Bad,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Good => "bien",
            Verdict::Warning => "aviso",
            Verdict::Bad => "MAL",
        })
    }
}

/// One thing that was looked at, in Spanish.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What, in a word or two.
    #[serde(rename = "que")]
    pub what: &'static str,
    /// How it is.
    #[serde(rename = "resultado")]
    pub verdict: Verdict,
    /// How it is, in words.
    #[serde(rename = "dice")]
    pub says: String,
    /// What to do; none where it is well.
    #[serde(rename = "hacer")]
    pub remedy: Option<String>,
}

impl Finding {
    fn good(what: &'static str, says: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Good, says: says.into(), remedy: None }
    }

    fn warning(what: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Warning, says: says.into(), remedy: Some(remedy.into()) }
    }

    fn bad(what: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Bad, says: says.into(), remedy: Some(remedy.into()) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<6} {:<14} {}", self.verdict, self.what, self.says)?;
        self.remedy.iter().try_for_each(|remedy| write!(f, " → {remedy}"))
    }
}

/// Whether anything is bad.
pub fn is_bad(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.verdict == Verdict::Bad)
}

/// The findings as a program reads them.
///
/// # Panics
/// Never: texts are JSON.
pub fn json(findings: &[Finding]) -> String {
    #[derive(Serialize)]
    struct All<'a> {
        resultado: Verdict,
        comprobaciones: &'a [Finding],
    }
    let worst = |verdict| findings.iter().any(|finding| finding.verdict == verdict);
    let resultado = match (worst(Verdict::Bad), worst(Verdict::Warning)) {
        (true, _) => Verdict::Bad,
        (false, true) => Verdict::Warning,
        (false, false) => Verdict::Good,
    };
    serde_json::to_string_pretty(&All { resultado, comprobaciones: findings }).expect("texts are JSON")
}

/// What the checks are about.
struct Place<'a> {
    order: &'a Order,
    config: Result<Config, ConfigError>,
    record: Result<Known, JournalError>,
    /// A server has the record open.
    is_served: bool,
    /// How the hall prints hours.
    clock: Clock,
}

impl<'a> Place<'a> {
    fn of(order: &'a Order) -> Place<'a> {
        let record = journal::look(&order.dir, journal::RecordReader::known);
        let clock = Clock::of_zone(record.as_ref().map_or("", |known| &known.zone));
        let is_served = journal::is_served(&order.dir).unwrap_or(false);
        Place { order, config: Config::read(&order.dir), record, is_served, clock }
    }

    fn settings(&self) -> Option<&Config> {
        self.config.as_ref().ok()
    }

    /// Where the server listens, or would.
    fn listens(&self) -> Option<SocketAddr> {
        self.order.server.or_else(|| Some(self.settings()?.listen))
    }

    /// Where it is asked from here; none where nobody serves, or at a port that nobody knows.
    fn asks(&self) -> Option<SocketAddr> {
        self.listens().filter(|at| self.is_served && at.port() != 0).map(from_here)
    }
}

/// An address at which one listens, as one that can be asked from this computer.
pub(crate) fn from_here(at: SocketAddr) -> SocketAddr {
    let here =
        |ip: IpAddr| if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    let ip = Some(at.ip()).filter(|ip| !ip.is_unspecified()).unwrap_or_else(|| here(at.ip()));
    SocketAddr::new(ip, at.port())
}

/// A part of the examination.
type Check = fn(&Place<'_>) -> Vec<Finding>;

/// Every part, with what is being done, in the order in which they are told.
const CHECKS: [(&str, Check); 10] = [
    ("Mirando el registro", record::check),
    ("Mirando los puertos de red", port::check),
    ("Mirando los relojes", clocks::check),
    ("Mirando los certificados", certificates::check),
    ("Resolviendo nombres", names::check),
    ("Mirando las impresoras", printer::check),
    ("Mirando las cámaras", camera::check),
    ("Mirando las líneas serie", lines::check),
    ("Midiendo los discos", disks::check),
    ("Mirando las copias", record::copies),
];

/// Examines. `each` is told what is done and how much of it, from 0 to 100.
pub fn examine(order: &Order, each: &mut dyn FnMut(&str, u64)) -> Vec<Finding> {
    let place = Place::of(order);
    let mut findings = Vec::new();
    for (number, (doing, check)) in CHECKS.into_iter().enumerate() {
        each(doing, (number * 100 / CHECKS.len()) as u64);
        findings.extend(check(&place));
    }
    findings
}
