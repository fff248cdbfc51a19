//! Printers: papers and cards are PDF, and each desk prints at its own queues. The server has no setting for one.

use std::time::Duration;

use super::place::Place;
use super::talk::{Answered, Talk};
use crate::doctor::tool::said;

/// How long CUPS has to answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// The queues of this computer; none where it has no CUPS.
fn queues() -> Option<Vec<String>> {
    let listed = said("lpstat", &["-e"], PATIENCE)?;
    Some(listed.text.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

pub(super) fn now(place: &Place) -> String {
    if !place.is_founded() {
        return String::new();
    }
    match queues() {
        Some(queues) if !queues.is_empty() => format!("colas de este equipo: {}", queues.join(", ")),
        Some(_) => "este equipo no tiene ninguna cola de CUPS".to_owned(),
        None => "este equipo no tiene CUPS".to_owned(),
    }
}

pub(super) fn go(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    talk.say(
        "No hay nada que ajustar en el servidor. Los papeles se imprimen en cada puesto, con Inicio, en la impresora de ese equipo \
         («apt-get install cups» y su alta en CUPS), o van a un lápiz con Fin. Los cartones se hacen en PDF, en:",
    )?;
    talk.lines(&format!("  {}", place.dir().join("cartones").display()))?;
    talk.say("Se imprimen en A4, seis por hoja y a tamaño real, o los lleva un lápiz a la imprenta: la guía, página 2.")
}
