//! What players read while no balls come: on monitors, at `/tv` and on the board.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Lang, capital};
use crate::event::HoldWhy;
use crate::machine::Fault;

/// Why no balls come, for the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandstillKind {
    /// The game is void.
    Void,
    /// The authority was called and has not decided (34.4).
    Authority,
    /// A provisional suspension (36.1).
    Suspended,
    /// A hold.
    Hold,
}

/// Why no balls come, with what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standstill<'a> {
    /// The game is void.
    Void,
    /// The authority was called and has not decided (34.4).
    Authority,
    /// A provisional suspension, of so many minutes at most (36.1).
    Suspended {
        /// How long before only the refund is open.
        minutes: u32,
    },
    /// The first hold that stands.
    Hold(&'a HoldWhy),
}

impl Standstill<'_> {
    /// Returns which it is.
    pub const fn kind(&self) -> StandstillKind {
        match self {
            Standstill::Void => StandstillKind::Void,
            Standstill::Authority => StandstillKind::Authority,
            Standstill::Suspended { .. } => StandstillKind::Suspended,
            Standstill::Hold(_) => StandstillKind::Hold,
        }
    }
}

/// The sentences of a notice, in the order in which screens have them, each with its full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeText {
    /// What happened.
    pub what: String,
    /// What is being done; of a void game, what to do with the cards.
    pub doing: String,
    /// What players have of it.
    pub keep: String,
    /// A suspension: the time it may take at most.
    pub limit: Option<String>,
    /// A suspension: that this time is over.
    pub over: Option<String>,
}

/// Returns a notice in words: no number, since the ball may not be announced, and nothing that somebody wrote
/// (DECISIONS 5).
pub fn notice(lang: Lang, of: &Standstill<'_>, any_announced: bool) -> NoticeText {
    let keep = if any_announced {
        lang.of(
            "Los números cantados valen. Guarde sus cartones.",
            "The numbers called stand. Keep your cards.",
        )
    } else {
        lang.of("Guarde sus cartones.", "Keep your cards.")
    };
    let told = |what: &str, doing: &str, keep: &str| NoticeText {
        what: what.to_string(),
        doing: doing.to_string(),
        keep: keep.to_string(),
        limit: None,
        over: None,
    };
    match of {
        Standstill::Void => told(
            lang.of(
                "Se devuelve el importe contra entrega del cartón.",
                "The price is given back against the card.",
            ),
            lang.of("Entregue sus cartones en la mesa.", "Hand your cards in at the desk."),
            lang.of("Cobre al entregarlos.", "You are paid as you hand them in."),
        ),
        Standstill::Authority => told(
            lang.of(
                "Partida detenida en espera de la autoridad.",
                "The game has stopped and waits for the authority.",
            ),
            lang.of("Espere: decide la autoridad.", "Please wait: the authority decides."),
            keep,
        ),
        Standstill::Suspended { minutes } => NoticeText {
            limit: Some(match lang {
                Lang::Es => format!("{} como máximo.", capital(&minutes_es(*minutes))),
                Lang::En => format!("{minutes} minutes at most."),
            }),
            over: Some(match lang {
                Lang::Es => format!("Ha terminado el plazo de {}. Espere a la mesa.", minutes_es(*minutes)),
                Lang::En => format!("The {minutes} minutes are over. Please wait for the desk."),
            }),
            ..told(
                lang.of("Partida suspendida provisionalmente.", "The game is provisionally suspended."),
                lang.of("Se intenta resolver la avería.", "The fault is being seen to."),
                keep,
            )
        },
        Standstill::Hold(why) => told(
            &format!("{}.", held(lang, why)),
            lang.of("La mesa lo está revisando.", "The desk is looking into it."),
            keep,
        ),
    }
}

fn held(lang: Lang, why: &HoldWhy) -> &'static str {
    match why {
        HoldWhy::Repeated(_) => {
            lang.of("La máquina ha leído dos veces la misma bola", "The machine has read the same ball twice")
        }
        HoldWhy::OutOfRange(_) => lang.of(
            "La máquina ha leído un número que no existe",
            "The machine has read a number that no ball has",
        ),
        HoldWhy::ForeignSet(_) => {
            lang.of("Se comprueba el juego de bolas", "The set of balls is being checked")
        }
        HoldWhy::NoRead => {
            lang.of("Ha salido una bola que no se lee bien", "A ball came out that does not read well")
        }
        HoldWhy::Fault(Fault::Jam) => {
            lang.of("Hay un atasco en la máquina de bolas", "The ball machine is jammed")
        }
        HoldWhy::Fault(Fault::Multiple | Fault::Returned | Fault::Blower | Fault::Sensor | Fault::Power) => {
            lang.of("La máquina de bolas tiene una avería", "The ball machine has a fault")
        }
        HoldWhy::DoorOpen => {
            lang.of("Se ha abierto la puerta de la máquina", "The machine's door was opened")
        }
        HoldWhy::LinkLost(_) => {
            lang.of("La máquina de bolas no responde", "The ball machine does not answer")
        }
        HoldWhy::Rebooted(_) => lang.of("La máquina de bolas se ha reiniciado", "The ball machine restarted"),
        HoldWhy::FramesMissing => {
            lang.of("Se comprueban las bolas que han salido", "The balls that came out are being checked")
        }
        HoldWhy::CountDiffers { .. } => {
            lang.of("Se cuentan las bolas que han salido", "The balls that came out are being counted")
        }
        HoldWhy::CallerDiffers { .. }
        | HoldWhy::KeyedDiffers { .. }
        | HoldWhy::KeyedAgain { .. }
        | HoldWhy::ReadWrong { .. }
        | HoldWhy::ReadersDiffer { .. }
        | HoldWhy::SecondSilent(_) => {
            lang.of("Se comprueba el número de una bola", "The number of a ball is being checked")
        }
        HoldWhy::Called(_) => lang.of("La mesa ha detenido la extracción", "The desk has stopped the draw"),
        HoldWhy::SecondLost(_) => lang.of("Un lector de bolas no responde", "A ball reader does not answer"),
        HoldWhy::LeftOut { .. } => lang.of(
            "Se comprueba si ha quedado una bola fuera",
            "Whether a ball was left outside is being checked",
        ),
    }
}

/// Fifteen, the law's number, is said in letters.
fn minutes_es(minutes: u32) -> String {
    match minutes {
        1 => "un minuto".to_string(),
        15 => "quince minutos".to_string(),
        other => format!("{other} minutos"),
    }
}
