//! Where the server listens: one of this computer's addresses.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;

use super::place::Place;
use super::settings::Change;
use super::talk::{Answered, Talk, folded, numbered};

/// The port of every hall, unless its settings say otherwise.
const PORT: u16 = 7878;

/// One at which it can listen, and what is said of it.
struct Choice {
    ip: IpAddr,
    about: String,
}

pub(super) fn now(place: &Place) -> String {
    let Some(settings) = place.settings() else { return String::new() };
    let at = settings.listen;
    if at.ip().is_loopback() { format!("{at}: sólo se entra desde este equipo") } else { at.to_string() }
}

/// This computer's addresses on networks, those of halls first.
fn addresses() -> Vec<Choice> {
    let all = getifaddrs().into_iter().flatten();
    let up = all.filter(|one| {
        one.flags.contains(InterfaceFlags::IFF_UP) && !one.flags.contains(InterfaceFlags::IFF_LOOPBACK)
    });
    let mut found: Vec<Choice> = up
        .filter_map(|one| {
            let address = one.address?;
            let v4 = address.as_sockaddr_in().map(|at| IpAddr::from(at.ip()));
            let v6 = address.as_sockaddr_in6().map(|at| IpAddr::from(at.ip()));
            let ip = v4.or(v6).filter(|ip| match ip {
                IpAddr::V4(ip) => !ip.is_link_local(),
                // One that needs its interface beside it is no address for people.
                IpAddr::V6(ip) => !ip.is_unicast_link_local(),
            })?;
            Some(Choice { ip, about: format!("tarjeta {}", one.interface_name) })
        })
        .collect();
    found.sort_by_key(|choice| match choice.ip {
        IpAddr::V4(ip) => (!ip.is_private(), choice.ip),
        IpAddr::V6(_) => (true, choice.ip),
    });
    found.dedup_by_key(|choice| choice.ip);
    found
}

pub(super) fn go(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    let Some(now) = place.settings().map(|settings| settings.listen) else { return Ok(()) };
    talk.say(
        "Los puestos y los monitores llegan al servidor por una dirección de este equipo, que ha de ser siempre la misma: fíjela aquí o en \
         el router. En este mismo equipo contesta además en 127.0.0.1.",
    )?;
    let mut choices = addresses();
    choices.push(Choice {
        ip: Ipv4Addr::LOCALHOST.into(),
        about: "sólo este equipo: ni puestos ni monitores fuera de él".into(),
    });
    for (number, Choice { ip, about }) in choices.iter().enumerate() {
        talk.lines(&folded(&format!("  {}  {ip:<16} {about}", number + 1), 5))?;
    }
    let port = if now.port() == 0 { PORT } else { now.port() };
    let same = choices.iter().position(|choice| choice.ip == now.ip() && !now.ip().is_loopback());
    let (at, default) = match same {
        Some(place) => (now, (place + 1).to_string()),
        // As the template has it: nothing was chosen yet.
        None if now.ip().is_loopback() => (SocketAddr::new(choices[0].ip, port), "1".to_owned()),
        None => (now, now.to_string()),
    };
    if same.is_none() && !now.ip().is_loopback() {
        talk.say(&format!("{}, la de los ajustes, no es ahora una dirección de este equipo.", now.ip()))?;
    }
    let most = choices.len();
    let chosen = talk.ask("Número, o dirección:puerto", &default, |typed| {
        if let Ok(at) = typed.parse::<SocketAddr>() {
            return Ok(at);
        }
        if let Ok(ip) = typed.parse::<IpAddr>() {
            return Ok(SocketAddr::new(ip, port));
        }
        numbered(typed, most).map(|place| SocketAddr::new(choices[place].ip, at.port())).map_err(|_| {
            format!("Escriba un número del 1 al {most}, o una dirección IP, como 192.168.1.10:{PORT}.")
        })
    })?;
    if chosen != now {
        place.change(&[Change::text("server", "listen", &chosen.to_string())])?;
    }
    let served = if place.is_served() { " Vale desde el próximo arranque del servidor." } else { "" };
    talk.say(&format!("✓ El servidor escucha en {chosen}.{served}"))
}
