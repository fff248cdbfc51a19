//! The clocks: this computer's against the record's last line, against its time servers and against the others of the hall; and the
//! hall's zone.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use super::asked::{PATIENCE, get_in_the_clear};
use super::tool::{said, within};
use super::{Finding, Place};
use crate::clock::{Clock, http_date, utc_ms};

const WHAT: &str = "reloj";

/// How far two clocks of a hall may differ: what a press is told by is known better (ADR 74), but people compare what screens say.
const APART_MS: u64 = 5_000;

/// How long the record may have been quiet before that says something of the clock.
const QUIET_MS: i64 = 400 * 24 * 60 * 60 * 1_000;

const SET_IT: &str =
    "póngalo en hora («timedatectl set-ntp true», o «date -s»); hasta entonces no se abre ninguna venta";

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(against_the_record(place));
    findings.push(synchronised());
    findings.extend(others(place).into_iter().map(|(name, at, host)| against(&name, at, &host)));
    findings.extend(zone(place));
    findings
}

fn against_the_record(place: &Place<'_>) -> Option<Finding> {
    let known = place.record.as_ref().ok().filter(|known| known.at_utc_ms > 0)?;
    let (now, last) = (utc_ms(), known.at_utc_ms);
    let (says, wrote) = (place.clock.print(now), place.clock.print(last));
    Some(if Clock::step_since(last, place.clock.reading()).is_some() {
        Finding::bad(
            WHAT,
            format!("son las {says} y la última línea del registro es de las {wrote}: va atrasado"),
            SET_IT,
        )
    } else if now - last > QUIET_MS {
        Finding::warning(
            WHAT,
            format!("son las {says} y la última línea del registro es de las {wrote}, hace más de un año"),
            "si no ha estado cerrada tanto tiempo, el reloj va adelantado: póngalo en hora antes de abrir la sesión",
        )
    } else {
        Finding::good(WHAT, format!("son las {says}, después de la última línea del registro"))
    })
}

fn synchronised() -> Finding {
    const WHAT: &str = "hora por red";
    let install = "use systemd-timesyncd o chrony, con el router o un equipo de la sala como servidor de hora (guía, página 10)";
    let Some(told) = said("timedatectl", &["show", "-p", "NTP", "-p", "NTPSynchronized"], PATIENCE)
        .filter(|said| said.is_good)
    else {
        return match said("chronyc", &["-c", "tracking"], PATIENCE) {
            Some(said) if said.is_good && !said.text.contains("Not synchronised") => {
                Finding::good(WHAT, "chrony tiene la hora de otro equipo")
            }
            Some(_) | None => {
                Finding::warning(WHAT, "no se sabe si este equipo toma la hora de otro", install)
            }
        };
    };
    let has = |line: &str| told.text.lines().any(|is| is == line);
    if has("NTPSynchronized=yes") {
        Finding::good(WHAT, "este equipo tiene la hora de un servidor de hora")
    } else if has("NTP=yes") {
        Finding::warning(
            WHAT,
            "toma la hora de otro equipo y todavía no la tiene",
            "mire si hay red hasta su servidor de hora: «timedatectl timesync-status»",
        )
    } else {
        Finding::warning(WHAT, "este equipo no toma la hora de nadie", install)
    }
}

/// The other computers that answer with their hour: name, address, and what they are called there.
fn others(place: &Place<'_>) -> Vec<(String, SocketAddr, String)> {
    let Some(config) = place.settings() else { return Vec::new() };
    let spare = config.spare.iter().map(|spare| ("la reserva".to_owned(), spare.at.to_string()));
    let witnesses = config
        .witnesses
        .iter()
        .map(|witness| (format!("el testigo «{}»", witness.name), host_of(&witness.url)));
    let stamps =
        config.time_stamp.iter().map(|stamps| ("la autoridad de sellado".to_owned(), host_of(&stamps.url)));
    let all = spare.chain(witnesses).chain(stamps);
    all.filter_map(|(name, host)| Some((name, resolved(&host)?, host))).collect()
}

/// The host of an address with its port; where it says none, that of its kind.
pub(super) fn host_of(url: &str) -> String {
    let (kind, rest) = url.split_once("://").unwrap_or(("http", url));
    let host = rest.split('/').next().unwrap_or(rest);
    let host = host.rsplit('@').next().unwrap_or(host);
    let port = match kind {
        "https" => 443,
        "rtsp" => 554,
        _ => 80,
    };
    let says_one = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if says_one { host.to_owned() } else { format!("{host}:{port}") }
}

/// One of the addresses of a host.
pub(super) fn resolved(host: &str) -> Option<SocketAddr> {
    let host = host.to_owned();
    within(Duration::from_secs(5), move || host.to_socket_addrs().ok()?.next()).flatten()
}

fn against(name: &str, at: SocketAddr, host: &str) -> Finding {
    const WHAT: &str = "otros relojes";
    let before = utc_ms();
    let theirs =
        get_in_the_clear(at, host, "/healthz").ok().and_then(|answer| http_date(answer.header("date")?));
    let Some(theirs) = theirs else {
        return Finding::warning(
            WHAT,
            format!("{name} no dice su hora en {at}"),
            "mire si está encendido y si el cortafuegos deja pasar",
        );
    };
    let apart = theirs.abs_diff(before);
    let says = format!("{name} y este equipo se llevan {} s", apart / 1_000);
    if apart <= APART_MS {
        Finding::good(WHAT, says)
    } else {
        Finding::warning(WHAT, says, "que los dos tomen la hora del mismo servidor")
    }
}

fn zone(place: &Place<'_>) -> Option<Finding> {
    const WHAT: &str = "huso horario";
    let known = place.record.as_ref().ok().filter(|known| !known.zone.is_empty())?;
    let Some(clock) = Clock::new(&known.zone) else {
        return Some(Finding::bad(
            WHAT,
            format!("este programa no conoce «{}»", known.zone),
            "instale una versión que lo conozca: las actas llevarían la hora de Madrid",
        ));
    };
    let now = clock.now();
    let next = now.change.map_or_else(
        || "sin más cambios".to_owned(),
        |change| format!("el próximo cambio, el {}", clock.print(change.at_utc_ms)),
    );
    Some(Finding::good(WHAT, format!("{}; {next}", known.zone)))
}
