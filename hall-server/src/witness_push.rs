//! Witnesses outside the hall: each newest checkpoint goes to the servers that the settings name, and they sign that they saw it
//! (C2SP tlog-witness, ADR 56).
//!
//! Beside the desk, which waits for none of them. What they sign is kept as what screens sign. One that saw more of the record than
//! there is, or other lines, has found a server that went back: that is told aloud, and stops nothing.

mod asking;
mod standing;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hall_wire::message::WitnessTrouble;
use tokio::time::{sleep, timeout};

use crate::config::WitnessSettings;
use crate::desk::DeskHandle;

pub use standing::Witnesses;

/// The shortest time between two tries: a hall at its busiest signs some checkpoints a second.
const AGAIN_MIN: Duration = Duration::from_secs(1);

/// How long to wait after a first failure, and at most. A newer checkpoint is a reason to ask again before.
const AGAIN: Duration = Duration::from_secs(30);
const AGAIN_MAX: Duration = Duration::from_secs(30 * 60);

/// Why a witness did not sign, and what to do, in Spanish.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no responde: {0}. Compruebe la red y la dirección; se vuelve a intentar solo")]
    NoAnswer(String),
    #[error(
        "no conoce esta sala, o «url» no es la suya. Quien lo lleva ha de añadirla con «hall-server witness add» y esta clave: {0}"
    )]
    HallUnknown(String),
    #[error(
        "no conoce la clave con la que se firma ahora el registro. Quien lo lleva ha de añadirla con «hall-server witness add»: {0}"
    )]
    KeyUnknown(String),
    #[error(
        "lo que contesta no va firmado con «key»: ponga en sala.toml la clave que escribe él al arrancar"
    )]
    BadSignature,
    #[error("no contesta como un testigo: {0}. Compruebe «url»")]
    NotUnderstood(String),
    #[error("no se le puede enviar nada: {0}")]
    RecordUnreadable(String),
    #[error("vio el registro hasta la línea {saw}, y éste acaba en la {ends}: este servidor ha vuelto atrás")]
    Behind { saw: u64, ends: u64 },
    #[error("vio otras líneas hasta la {saw} de las que ahora tiene el registro: se ha escrito de nuevo")]
    Rewritten { saw: u64 },
    #[error("vio una época posterior de la sala: siguió en otro servidor")]
    OlderEpoch,
}

impl Fault {
    /// As `/healthz` says it.
    pub fn trouble(&self) -> WitnessTrouble {
        match self {
            Fault::NoAnswer(_) => WitnessTrouble::NoAnswer,
            Fault::HallUnknown(_) => WitnessTrouble::HallUnknown,
            Fault::KeyUnknown(_) => WitnessTrouble::KeyUnknown,
            Fault::BadSignature => WitnessTrouble::BadSignature,
            Fault::NotUnderstood(_) => WitnessTrouble::NotUnderstood,
            Fault::RecordUnreadable(_) => WitnessTrouble::RecordUnreadable,
            Fault::Behind { .. } => WitnessTrouble::Behind,
            Fault::Rewritten { .. } => WitnessTrouble::Rewritten,
            Fault::OlderEpoch => WitnessTrouble::OlderEpoch,
        }
    }
}

/// Has a witness sign the newest checkpoint, again and again. `number` is its place in the settings. Ends with the desk.
pub async fn serve(
    desk: DeskHandle,
    dir: PathBuf,
    settings: WitnessSettings,
    witnesses: Arc<Witnesses>,
    number: usize,
) {
    let mut view = desk.view.clone();
    let (mut saw, mut again) = (0, AGAIN);
    loop {
        let signed = view.borrow_and_update().facts.signed;
        let newer = match asking::signed(&dir, &settings, saw).await {
            Ok(None) => view.wait_for(|view| view.facts.signed > signed).await.map(drop),
            Ok(Some(cosigned)) => {
                (saw, again) = (cosigned.size, AGAIN);
                witnesses.signed(number, saw);
                desk.cosigned(cosigned, settings.key.key.0);
                view.wait_for(|view| view.facts.signed > saw).await.map(drop)
            }
            Err(fault) => {
                witnesses.failed(number, &fault);
                sleep(AGAIN_MIN).await;
                let newer = timeout(again, view.wait_for(|view| view.facts.signed > signed)).await;
                again = (again * 2).min(AGAIN_MAX);
                newer.map_or(Ok(()), |newer| newer.map(drop))
            }
        };
        if newer.is_err() {
            return;
        }
    }
}
