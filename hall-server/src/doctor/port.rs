//! The port of the server: it answers there, or could.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use hall_wire::message::Health;

use super::asked::get;
use super::{Finding, Place, from_here};

const WHAT: &str = "puerto";

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let Some(at) = place.listens() else { return Vec::new() };
    let mut findings = vec![if place.is_served { served(at) } else { free(at) }];
    if at.ip().is_loopback() {
        findings.push(Finding::warning(
            "red",
            format!("sólo se entra desde este equipo: «listen» es {at}"),
            "para los puestos y los monitores, ponga en «listen» de sala.toml la dirección de este equipo en la red de la sala",
        ));
    }
    findings
}

fn served(at: SocketAddr) -> Finding {
    if at.port() == 0 {
        return Finding::warning(
            WHAT,
            "el servidor escucha en un puerto que tomó él mismo",
            "diga cuál con --server, como 127.0.0.1:7878",
        );
    }
    let here = from_here(at);
    let answer = match get(here, "/healthz") {
        Ok(answer) => answer,
        Err(error) => {
            return Finding::bad(
                WHAT,
                format!("el servidor tiene el registro abierto y no contesta en {here}: {error}"),
                "mire qué dice (journalctl -u bombo-server) y si «listen» cambió después de arrancar; «systemctl restart bombo-server» con la partida parada",
            );
        }
    };
    match serde_json::from_str::<Health>(&answer.body) {
        Ok(health) if health.server_version != env!("CARGO_PKG_VERSION") => Finding::warning(
            WHAT,
            format!(
                "contesta en {here} con la versión {}, y este programa es la {}",
                health.server_version,
                env!("CARGO_PKG_VERSION")
            ),
            "el servidor sigue con el programa de antes: arránquelo otra vez con la sesión cerrada",
        ),
        Ok(health) if health.troubles.is_empty() => {
            Finding::good(WHAT, format!("contesta en {here}, línea {}, y dice que está bien", health.seq))
        }
        Ok(health) => Finding::warning(
            WHAT,
            format!("contesta en {here} y dice que está {}: {}", health.status, health.troubles.join(", ")),
            "lo que significa cada una y qué se hace está en la guía y en la mesa",
        ),
        Err(_) => Finding::bad(
            WHAT,
            format!("en {here} contesta otro programa"),
            "mire cuál (ss -ltnp), ciérrelo, o ponga otro puerto en «listen»",
        ),
    }
}

fn free(at: SocketAddr) -> Finding {
    match TcpListener::bind(at) {
        Ok(_) => Finding::good(WHAT, format!("el servidor está parado y {at} está libre")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Finding::bad(
            WHAT,
            format!("otro programa tiene {at}"),
            "mire cuál (ss -ltnp) y ciérrelo, o ponga otro puerto en «listen» de sala.toml",
        ),
        Err(error) if error.kind() == ErrorKind::AddrNotAvailable => Finding::bad(
            WHAT,
            format!("{} no es una dirección de este equipo", at.ip()),
            "mire cuál tiene (ip address), fíjela en el equipo o en el router, y póngala en «listen» de sala.toml",
        ),
        Err(error) => Finding::bad(
            WHAT,
            format!("no se puede escuchar en {at}: {error}"),
            "por debajo del 1024 un puerto pide permisos: use el 7878",
        ),
    }
}
