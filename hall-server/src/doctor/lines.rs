//! The serial lines of the ball machine and of the second reader.

use std::net::SocketAddr;
use std::path::Path;

use ball_machine::port::{PortError, lasting_name, probe};

use super::asked::get;
use super::camera::value_of;
use super::{Finding, Place};
use crate::config::ReaderSettings;

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let Some(config) = place.settings() else { return Vec::new() };
    let lines = [
        ("extractor", "machine", &config.machine),
        ("segundo lector", "second_reader", &config.second_reader),
    ];
    let mut findings = Vec::new();
    for (what, key, line) in lines {
        let Some(ReaderSettings { port, .. }) = line else { continue };
        findings.push(match place.asks() {
            Some(at) => served(what, key, port, at),
            None => stopped(what, port),
        });
        if let Some(name) = lasting_name(port, Path::new("/dev")) {
            findings.push(Finding::warning(
                what,
                format!("{} puede llamarse de otro modo si se enchufa en otro sitio", port.display()),
                format!("ponga en sala.toml: port = \"{}\"", name.display()),
            ));
        }
    }
    if findings.is_empty() {
        findings
            .push(Finding::good("extractor", "no hay ninguno en los ajustes: las bolas las lee el locutor"));
    }
    findings
}

/// The server has the port, and says how it is.
fn served(what: &'static str, key: &str, port: &Path, at: SocketAddr) -> Finding {
    let metrics = get(at, "/metrics").map(|answer| answer.body).unwrap_or_default();
    let count = |name: &str| value_of(&metrics, &format!("bombo_{key}_{name}"));
    match count("port_open") {
        Some(0) => match probe(port) {
            Ok(()) => Finding::warning(
                what,
                format!("{} está ahí y el servidor no lo tiene abierto todavía", port.display()),
                "espere unos segundos y repita",
            ),
            Err(error) => bad(what, &error),
        },
        Some(_) => {
            let (frames, wrong) =
                (count("frames_total").unwrap_or(0), count("bad_frames_total").unwrap_or(0));
            let says = format!(
                "{} abierto: {frames} tramas buenas y {wrong} malas desde que arrancó",
                port.display()
            );
            if wrong > frames / 100 + 10 {
                Finding::warning(what, says, "mire cable, velocidad («baud») y toma de tierra")
            } else if frames == 0 {
                Finding::warning(
                    what,
                    says,
                    "mire si la máquina está encendida y si «driver» y «baud» son los suyos",
                )
            } else {
                Finding::good(what, says)
            }
        }
        None => Finding::warning(
            what,
            "el servidor no tiene esta línea en marcha",
            "los ajustes han cambiado después de arrancar: arránquelo otra vez con la sesión cerrada",
        ),
    }
}

fn stopped(what: &'static str, port: &Path) -> Finding {
    match probe(port) {
        Ok(()) => Finding::good(what, format!("{} está ahí y libre", port.display())),
        Err(error) => bad(what, &error),
    }
}

fn bad(what: &'static str, error: &PortError) -> Finding {
    let remedy = match error {
        PortError::Missing(_) => "enchúfelo, y mire qué nombre tiene («ls /dev/serial/by-id»)",
        PortError::Denied(_) => "usermod -aG dialout bombo, y arranque otra vez",
        PortError::Busy(_) => "mire cuál es («fuser -v» con el puerto) y ciérrelo",
        PortError::NotSerial(_) => "corrija «port» en sala.toml",
        PortError::Closed(_) | PortError::Io { .. } => {
            "desenchúfelo y vuélvalo a enchufar; si sigue, pruebe otro cable u otro puerto"
        }
    };
    Finding::bad(what, error.to_string(), remedy)
}
