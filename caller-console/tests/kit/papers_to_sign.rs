//! Papers to be signed, as the server lists them.

use hall_core::event::{DiligenciaKind, SignerRole};
use hall_wire::message::{PaperToSign, PersonKeyRow, SignatureHow, SignatureRow, Signatures};

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
    Signatures { keys: vec![], papers: vec![acta, claim] }
}

/// The key on this console.
#[allow(dead_code, reason = "not every test signs")]
pub const KEY: [u8; 32] = [0x53; 32];

/// The same, to somebody with a key on this console, one elsewhere and one that has ended.
#[allow(dead_code, reason = "not every test signs")]
pub fn papers_to_sign_with_keys() -> Signatures {
    let of = |byte: u8, device: &str, days: i64, ended: bool| PersonKeyRow {
        key: format!("{byte:02x}").repeat(32),
        person: None,
        enrolled_at_utc_ms: NOW - days * 86_400_000,
        device: device.to_string(),
        ended_at_utc_ms: ended.then_some(NOW - 3_600_000),
    };
    let keys =
        vec![of(KEY[0], "mesa-1", 3, false), of(0x9a, "caja-1", 40, false), of(0xc4, "mesa-1", 90, true)];
    Signatures { keys, ..papers_to_sign() }
}
