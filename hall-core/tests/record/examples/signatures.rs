//! Examples of signatures, and of a claim without a document.

use hall_core::event::{DiligenciaKind, Event, SessionNo, Signed, SignedPaper, SignerRole};
use hall_core::people::{PersonId, Sealed};

/// A paper signed in each way by everybody who signs, and a key from its first day to its last.
pub fn signatures() -> Vec<Event> {
    let signed = |signature, paper, role, person, how| Event::PaperSigned {
        signature,
        paper,
        sha256: [0x51; 32],
        role,
        person,
        how,
    };
    let claim = SignedPaper::Diligencia(3);
    let acta = SignedPaper::Acta(SessionNo(1));
    let strokes = Sealed { id: 4_711, hash: [0x52; 32] };
    let file = "actas/firma-0f5e.pdf".to_owned();
    vec![
        Event::DiligenciaWritten {
            diligencia: 3,
            about: DiligenciaKind::Reclamacion,
            game: None,
            text: "No quiere dar su documento".into(),
            claimant: Some(Sealed { id: 98, hash: [8; 32] }),
            document: false,
            signed: false,
        },
        Event::PersonKeyEnrolled { person: PersonId(2), key: [0x53; 32] },
        signed(1, claim, SignerRole::Claimant, None, Signed::Drawn { strokes }),
        signed(2, claim, SignerRole::JefeDeSala, Some(PersonId(1)), Signed::Drawn { strokes }),
        signed(3, acta, SignerRole::Agent, None, Signed::Page { file, page_sha256: [0x54; 32] }),
        signed(
            4,
            acta,
            SignerRole::JefeDeMesa,
            Some(PersonId(2)),
            Signed::Key { key: [0x53; 32], signature: [0x55; 64] },
        ),
        Event::PersonKeyEnded {
            person: PersonId(2),
            key: [0x53; 32],
            reason: "Se perdió el teléfono".into(),
        },
    ]
}
