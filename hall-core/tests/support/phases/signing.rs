//! Halls with papers to be signed.

use hall_core::event::DiligenciaKind;
use hall_core::request::{Notice, Request};

use super::{at_the_bar, hall};
use crate::support::{Bench, SALA, sealed};

/// The personal key of the jefe de sala in [`with_a_key`].
pub const KEY: [u8; 32] = [9; 32];

/// Between games, with a claim that nobody has signed.
pub fn claim_to_sign() -> Bench {
    claimed_in(at_the_bar())
}

/// The session is closed and its acta issued, and the jefe de sala has a key.
pub fn with_a_key() -> Bench {
    let mut bench = hall();
    bench.open_session();
    let mut bench = claimed_in(bench);
    bench.ask(SALA, Request::EnrolKey { key: KEY }).unwrap();
    bench.close_session();
    let (session, covers_seq) = bench.hall.acta_due().unwrap();
    let file = "actas/acta-1.pdf".to_owned();
    bench.notice(&Notice::ActaIssued { session, file, sha256: [6; 32], covers_seq, folios: vec![] });
    bench
}

fn claimed_in(mut bench: Bench) -> Bench {
    let claim = Request::WriteDiligencia {
        about: DiligenciaKind::Reclamacion,
        game: None,
        text: "No se oyó la bola 42".into(),
        claimant: Some(sealed(77)),
        document: true,
        signed: false,
    };
    bench.ask(SALA, claim).unwrap();
    bench
}
