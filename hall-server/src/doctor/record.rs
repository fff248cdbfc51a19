//! The settings and the record, as far as a moment's look says; `check` reads all of it.

use super::{Finding, Place};
use crate::config::{Config, ConfigError, FILE};
use crate::journal::{Reads, stands};
use crate::terminal;

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let settings = match &place.config {
        Ok(_) => Finding::good("ajustes", format!("{FILE} se puede leer")),
        Err(ConfigError::Missing { .. }) => Finding::bad(
            "ajustes",
            format!("{FILE} no está o no se puede leer"),
            "devuélvalo desde una copia, o créelo con «hall-server init»",
        ),
        Err(ConfigError::Faults(faults)) => Finding::bad(
            "ajustes",
            format!("{FILE} tiene faltas{}", lines_of(&faults.to_string())),
            format!("corríjalas: «{}» dice cada una", terminal::order("serve", &place.order.dir)),
        ),
    };
    let contradictions = place.settings().map(Config::contradictions).unwrap_or_default();
    let contradictions =
        contradictions.into_iter().map(|(what, remedy)| Finding::warning("ajustes", what, remedy));
    [settings, record(place)].into_iter().chain(contradictions).collect()
}

/// In which lines the faults are. What they say stays here: a secret may stand where it does not belong.
fn lines_of(faults: &str) -> String {
    let number = |fault: &str| fault.split(':').nth(1)?.parse::<u32>().ok();
    let lines: Vec<String> = faults.lines().filter_map(number).map(|line| line.to_string()).collect();
    if lines.is_empty() { String::new() } else { format!(", en las líneas {}", lines.join(", ")) }
}

fn record(place: &Place<'_>) -> Finding {
    const WHAT: &str = "registro";
    let known = match &place.record {
        Ok(known) => known,
        Err(error) => {
            return Finding::bad(
                WHAT,
                error.to_string(),
                "si aquí no hay ninguna sala, fúndela («bombo-sala init»); si la hay, «hall-server check» dice más",
            );
        }
    };
    let stands = match stands(&place.order.dir, &Reads::of_this_program()) {
        Ok(stands) => stands,
        Err(error) => {
            return Finding::bad(WHAT, error.to_string(), "mire el disco, y después «hall-server check»");
        }
    };
    if let Some(fault) = stands.unreadable.first() {
        return Finding::bad(
            WHAT,
            format!("este programa no lo lee entero: {fault}"),
            "instale la versión que lo escribió, u otra más nueva",
        );
    }
    let who = if place.is_served { "el servidor lo tiene abierto" } else { "el servidor está parado" };
    let session = stands
        .open
        .map_or_else(|| "sin sesión abierta".to_owned(), |session| format!("sesión {session} abierta"));
    Finding::good(WHAT, format!("línea {}, {session}; {who}", known.sighting.head.seq))
}

/// Where the record is once more.
pub(super) fn copies(place: &Place<'_>) -> Vec<Finding> {
    let Some(config) = place.settings() else { return Vec::new() };
    let is_once_more = config.mirror.is_some() || config.spare.is_some() || config.backup.is_some();
    let finding = if is_once_more {
        Finding::good("copias", "los ajustes dicen dónde está el registro otra vez")
    } else {
        Finding::warning(
            "copias",
            "el registro está sólo en este disco",
            "ponga [backup] y [mirror] en sala.toml, en otro disco, o un equipo de reserva",
        )
    };
    vec![finding]
}
