//! A hold and its ways out, in words for the desk and the acta. What players read is in `notice`.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Lang, machine};
use crate::event::{HoldExit, HoldWhy};

/// Why a game is held.
pub fn hold(lang: Lang, why: &HoldWhy) -> String {
    match why {
        HoldWhy::Repeated(ball) => lang.made(
            format!("La máquina ha leído otra vez la bola {ball}"),
            format!("The machine has read ball {ball} again"),
        ),
        HoldWhy::OutOfRange(number) => lang.made(
            format!("La máquina ha leído el número {number}, que no existe"),
            format!("The machine has read the number {number}, which no ball has"),
        ),
        HoldWhy::ForeignSet(set) => lang.made(
            format!("Bola o máquina con otro juego de bolas: {set}"),
            format!("Ball or machine of another set of balls: {set}"),
        ),
        HoldWhy::NoRead => lang
            .of(
                "Hay una bola que el lector no ha podido leer con certeza",
                "There is a ball that the reader could not read for certain",
            )
            .to_string(),
        HoldWhy::Fault(fault) => {
            let what = lang.of("Avería de la máquina", "Machine fault");
            format!("{what}: {}", machine::fault(lang, *fault))
        }
        HoldWhy::DoorOpen => {
            lang.of("La puerta de la máquina se ha abierto", "The machine's door was opened").to_string()
        }
        HoldWhy::LinkLost(loss) => {
            let what = lang.of("Se ha perdido el enlace con la máquina", "The line to the machine was lost");
            format!("{what}: {}", machine::loss(lang, *loss))
        }
        HoldWhy::Rebooted(boot) => lang.made(
            format!("La máquina se ha reiniciado en plena partida (arranque {boot})"),
            format!("The machine restarted in mid-game (power-up {boot})"),
        ),
        HoldWhy::FramesMissing => {
            lang.of("Se han perdido avisos de la máquina", "Messages of the machine were lost").to_string()
        }
        HoldWhy::CountDiffers { machine, game } => lang.made(
            format!("Bolas fuera: {machine} según la máquina y {game} según la partida"),
            format!("Balls out: {machine} by the machine and {game} by the game"),
        ),
        HoldWhy::CallerDiffers { ordinal, machine, caller } => lang.made(
            format!("Bola {} de la partida: la máquina leyó {machine} y el locutor {caller}", ordinal.0),
            format!("Ball {} of the game: the machine read {machine} and the caller {caller}", ordinal.0),
        ),
        HoldWhy::Called(reason) => {
            format!("{}: {reason}", lang.of("Alto pedido en la mesa", "Hold called at the desk"))
        }
        HoldWhy::KeyedDiffers { ordinal, first, second } => lang.made(
            format!("Bola {} de la partida: una persona ha tecleado {first} y la otra {second}", ordinal.0),
            format!("Ball {} of the game: one person keyed {first} and the other {second}", ordinal.0),
        ),
        HoldWhy::ReadersDiffer { ordinal, machine, second } => lang.made(
            format!(
                "Bola {} de la partida: la máquina leyó {machine} y el segundo lector {second}",
                ordinal.0
            ),
            format!(
                "Ball {} of the game: the machine read {machine} and the second reader {second}",
                ordinal.0
            ),
        ),
        HoldWhy::SecondSilent(ball) => lang.made(
            format!("El segundo lector no ha leído la bola que la máquina leyó como {ball}"),
            format!("The second reader has not read the ball that the machine read as {ball}"),
        ),
        HoldWhy::SecondLost(_) => lang
            .of(
                "Se ha perdido el enlace con el segundo lector: mire su cable y su corriente",
                "The line to the second reader was lost: look at its cable and its power",
            )
            .to_string(),
        HoldWhy::KeyedAgain { ordinal, ball } => lang.made(
            format!("Bola {} de la partida: se ha leído la {ball}, que ya había salido", ordinal.0),
            format!("Ball {} of the game: {ball} was read, which was out already", ordinal.0),
        ),
        HoldWhy::ReadWrong { ordinal, read, ball } => lang.made(
            format!("Bola {} de la partida: se anunció la {read} y se dice que es la {ball}", ordinal.0),
            format!("Ball {} of the game: {read} was announced and is said to be {ball}", ordinal.0),
        ),
        HoldWhy::LeftOut { ordinal, ball } => lang.made(
            format!("La bola {ball}, que era la {}.ª, ha quedado sin lugar: miren si está fuera", ordinal.0),
            format!(
                "Ball {ball}, which was number {}, has lost its place: see whether it is outside",
                ordinal.0
            ),
        ),
    }
}

/// A way out. Who keys the balls by hand has a name, and names are not here.
pub fn exit(lang: Lang, exit: HoldExit) -> String {
    match exit {
        HoldExit::Misread { ordinal, ball } => lang.made(
            format!("Lectura errónea: vista en la cámara, la bola {} de la partida es la {ball}", ordinal.0),
            format!("Misread: seen on the camera, ball {} of the game is number {ball}", ordinal.0),
        ),
        HoldExit::Repaired => lang.of("Avería resuelta", "Fault repaired").to_string(),
        HoldExit::ByHand { .. } => {
            lang.of("Continuación manual (art. 36.2)", "Going on by hand (art. 36.2)").to_string()
        }
        HoldExit::Authority => {
            let es = "Suspendida por la autoridad (art. 34.4)";
            lang.of(es, "Suspended by the authority (art. 34.4)").to_string()
        }
    }
}
