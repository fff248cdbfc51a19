//! The names: those of this computer lead to it, and those of others lead somewhere.

use std::collections::BTreeSet;
use std::net::{IpAddr, ToSocketAddrs};
use std::time::Duration;

use super::clocks::host_of;
use super::tool::within;
use super::{Finding, Place};
use crate::encrypted::addresses;

const WHAT: &str = "nombres";

/// A resolver that answers nothing takes longer than anybody waits.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let Some(config) = place.settings() else { return Vec::new() };
    let here: BTreeSet<IpAddr> = addresses().into_iter().collect();
    let mut findings: Vec<Finding> = config.names.iter().map(|name| own(name, &here)).collect();
    let urls = config.witnesses.iter().map(|witness| witness.url.as_str());
    let urls = urls
        .chain(config.time_stamp.iter().map(|stamps| stamps.url.as_str()))
        .chain(config.paper.players.as_deref());
    let others: BTreeSet<String> = urls.map(host_of).collect();
    findings.extend(others.iter().map(|host| other(host)));
    if findings.is_empty() {
        findings.push(Finding::good(WHAT, "no hace falta resolver ninguno: los ajustes llevan direcciones"));
    }
    findings
}

/// The addresses of a host with its port; none where nobody knows it, or nobody answers.
fn resolve(host: String) -> Option<Vec<IpAddr>> {
    let found = within(PATIENCE, move || {
        host.to_socket_addrs().map(|all| all.map(|at| at.ip()).collect::<Vec<_>>()).ok()
    });
    found.flatten().filter(|all| !all.is_empty())
}

fn own(name: &str, here: &BTreeSet<IpAddr>) -> Finding {
    match resolve(format!("{name}:0")) {
        None => Finding::warning(
            WHAT,
            format!("nadie sabe aquí qué dirección es «{name}»"),
            "dé de alta el nombre en el router o el servidor de nombres de la sala, o quítelo de «names»",
        ),
        Some(all) if all.iter().all(|ip| here.contains(ip)) => {
            Finding::good(WHAT, format!("«{name}» es este equipo"))
        }
        Some(all) => Finding::bad(
            WHAT,
            format!("«{name}» lleva a {}, que no es este equipo", list(&all)),
            "corrija el nombre en el router o el servidor de nombres: los navegadores irían a otro sitio",
        ),
    }
}

fn other(host: &str) -> Finding {
    match resolve(host.to_owned()) {
        Some(all) => Finding::good(WHAT, format!("{host} es {}", list(&all))),
        None => Finding::warning(
            WHAT,
            format!("nadie sabe qué dirección es {host}"),
            "mire si este equipo tiene servidor de nombres (resolvectl, /etc/resolv.conf) y salida a Internet para eso",
        ),
    }
}

fn list(all: &[IpAddr]) -> String {
    let all: BTreeSet<String> = all.iter().map(IpAddr::to_string).collect();
    all.into_iter().collect::<Vec<_>>().join(", ")
}
