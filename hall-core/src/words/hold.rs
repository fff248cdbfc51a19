//! A hold and its ways out, in words for the desk and the acta. What players read is in `notice`.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Lang, machine};
use crate::event::{HoldExit, HoldWhy};

/// Returns why a game is held.
pub fn hold(lang: Lang, why: &HoldWhy) -> String {
    match lang {
        Lang::Es => in_spanish(why),
        Lang::En => in_english(why),
    }
}

fn in_spanish(why: &HoldWhy) -> String {
    const OF: &str = "de la partida";
    match why {
        HoldWhy::Repeated(ball) => format!("La máquina ha leído otra vez la bola {ball}"),
        HoldWhy::OutOfRange(number) => format!("La máquina ha leído el número {number}, que no existe"),
        HoldWhy::ForeignSet(set) => format!("Bola o máquina con otro juego de bolas: {set}"),
        HoldWhy::NoRead => "Hay una bola que el lector no ha podido leer con certeza".to_string(),
        HoldWhy::Fault(fault) => format!("Avería de la máquina: {}", machine::fault(Lang::Es, *fault)),
        HoldWhy::DoorOpen => "La puerta de la máquina se ha abierto".to_string(),
        HoldWhy::LinkLost(loss) => {
            format!("Se ha perdido el enlace con la máquina: {}", machine::loss(Lang::Es, *loss))
        }
        HoldWhy::Rebooted(boot) => format!("La máquina se ha reiniciado en plena partida (arranque {boot})"),
        HoldWhy::FramesMissing => "Se han perdido avisos de la máquina".to_string(),
        HoldWhy::CountDiffers { machine, game } => {
            format!("Bolas fuera: {machine} según la máquina y {game} según la partida")
        }
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            format!("Bola {} {OF}: la máquina leyó {machine} y el locutor {caller}", ordinal.0)
        }
        HoldWhy::Called(reason) => format!("Alto pedido en la mesa: {reason}"),
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            format!("Bola {} {OF}: una persona ha tecleado {first} y la otra {second}", ordinal.0)
        }
        HoldWhy::ReadersDiffer { ordinal, machine, second } => {
            format!("Bola {} {OF}: la máquina leyó {machine} y el segundo lector {second}", ordinal.0)
        }
        HoldWhy::SecondSilent(ball) => {
            format!("El segundo lector no ha leído la bola que la máquina leyó como {ball}")
        }
        HoldWhy::SecondLost(_) => {
            "Se ha perdido el enlace con el segundo lector: mire su cable y su corriente".to_string()
        }
        HoldWhy::LeftOut { ordinal, ball } => {
            format!("La bola {ball}, que era la {}.ª, ha quedado sin lugar: miren si está fuera", ordinal.0)
        }
    }
}

fn in_english(why: &HoldWhy) -> String {
    match why {
        HoldWhy::Repeated(ball) => format!("The machine has read ball {ball} again"),
        HoldWhy::OutOfRange(number) => format!("The machine has read the number {number}, which no ball has"),
        HoldWhy::ForeignSet(set) => format!("Ball or machine of another set of balls: {set}"),
        HoldWhy::NoRead => "There is a ball that the reader could not read for certain".to_string(),
        HoldWhy::Fault(fault) => format!("Machine fault: {}", machine::fault(Lang::En, *fault)),
        HoldWhy::DoorOpen => "The machine's door was opened".to_string(),
        HoldWhy::LinkLost(loss) => {
            format!("The line to the machine was lost: {}", machine::loss(Lang::En, *loss))
        }
        HoldWhy::Rebooted(boot) => format!("The machine restarted in mid-game (power-up {boot})"),
        HoldWhy::FramesMissing => "Messages of the machine were lost".to_string(),
        HoldWhy::CountDiffers { machine, game } => {
            format!("Balls out: {machine} by the machine and {game} by the game")
        }
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            format!("Ball {} of the game: the machine read {machine} and the caller {caller}", ordinal.0)
        }
        HoldWhy::Called(reason) => format!("Hold called at the desk: {reason}"),
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            format!("Ball {} of the game: one person keyed {first} and the other {second}", ordinal.0)
        }
        HoldWhy::ReadersDiffer { ordinal, machine, second } => {
            format!(
                "Ball {} of the game: the machine read {machine} and the second reader {second}",
                ordinal.0
            )
        }
        HoldWhy::SecondSilent(ball) => {
            format!("The second reader has not read the ball that the machine read as {ball}")
        }
        HoldWhy::SecondLost(_) => {
            "The line to the second reader was lost: look at its cable and its power".to_string()
        }
        HoldWhy::LeftOut { ordinal, ball } => {
            format!(
                "Ball {ball}, which was number {}, has lost its place: see whether it is outside",
                ordinal.0
            )
        }
    }
}

/// Returns a way out in words. Who keys the balls by hand has a name, and names are not here.
pub fn exit(lang: Lang, exit: HoldExit) -> String {
    match (lang, exit) {
        (Lang::Es, HoldExit::Misread { ordinal, ball }) => {
            format!("Lectura errónea: vista en la cámara, la bola {} de la partida es la {ball}", ordinal.0)
        }
        (Lang::En, HoldExit::Misread { ordinal, ball }) => {
            format!("Misread: seen on the camera, ball {} of the game is number {ball}", ordinal.0)
        }
        (_, HoldExit::Repaired) => lang.of("Avería resuelta", "Fault repaired").to_string(),
        (_, HoldExit::ByHand { .. }) => {
            lang.of("Continuación manual (art. 36.2)", "Going on by hand (art. 36.2)").to_string()
        }
        (_, HoldExit::Authority) => {
            let es = "Suspendida por la autoridad (art. 34.4)";
            lang.of(es, "Suspended by the authority (art. 34.4)").to_string()
        }
    }
}
