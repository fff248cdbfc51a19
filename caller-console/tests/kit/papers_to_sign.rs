//! Papers to be signed, as the server lists them.

use hall_core::event::{DiligenciaKind, SignerRole};
use hall_wire::message::{PaperToSign, SignatureHow, SignatureRow, Signatures};

use super::NOW;

/// An acta that the jefe de sala has signed, and a claim that nobody has.
#[allow(dead_code, reason = "not every test signs")]
pub fn papers_to_sign() -> Signatures {
    let acta = PaperToSign {
        paper: "acta-11".to_string(),
        title: "Acta de la sesión 11".to_string(),
        session: 11,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_string(),
        text: "Bingo El Ancla\nActa de la sesión 11 del 20 de noviembre de 2026\nAbierta a las 18:02, cerrada a las 02:41\n\
               41 partidas, 18.204 cartones vendidos\nRecaudado 36.408,00 €; premios 24.757,44 €\nFichero actas/acta-11.pdf\n"
            .to_string(),
        about: None,
        claimant: None,
        signed: vec![SignatureRow {
            signature: 31,
            role: SignerRole::JefeDeSala,
            person: Some(1),
            how: SignatureHow::Drawn,
            at_utc_ms: NOW - 60_000,
            device: "sala-1".to_string(),
        }],
        missing: vec![SignerRole::JefeDeMesa],
        may: vec![SignerRole::JefeDeMesa],
        lacks_value: false,
    };
    let claim = PaperToSign {
        paper: "diligencia-3".to_string(),
        title: "Diligencia 3: reclamación".to_string(),
        session: 11,
        sha256: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a".to_string(),
        text: "Bingo El Ancla\nDiligencia 3: reclamación\nSesión 11, partida 412\nNo se oyó la bola 42\n\
               Línea 9120 del registro, 2026-11-20 21:04:10 UTC\n"
            .to_string(),
        about: Some(DiligenciaKind::Reclamacion),
        claimant: Some("Eva Gil".to_string()),
        signed: vec![],
        missing: vec![SignerRole::JefeDeSala, SignerRole::Claimant],
        may: vec![SignerRole::JefeDeSala, SignerRole::Claimant],
        lacks_value: true,
    };
    Signatures { papers: vec![acta, claim] }
}
