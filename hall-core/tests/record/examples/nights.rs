//! Who signs an opening, article 36 as the hall gave it and its readings, and a staff that lacks somebody since a role was taken.

use hall_core::event::{Event, GameNo, Paragraph, SessionNo};
use hall_core::people::PersonId;
use hall_core::rules::StaffCount;

/// A paragraph that was read aloud in the first game.
pub fn read(paragraph: Paragraph, text_sha256: Option<[u8; 32]>, whole: bool) -> Event {
    Event::ParagraphRead { game: GameNo(1), paragraph, text_sha256, whole }
}

pub fn nights() -> Vec<Event> {
    let (session, mesa) = (SessionNo(1), PersonId(2));
    let nobody = StaffCount {
        admision: 0,
        auxiliares: 0,
        vendedores: 0,
        cajeros: 0,
        jefes_de_mesa: 0,
        jefes_de_sala: 0,
    };
    let signed = |rules_by: &[u32], staff_complete, rules_shown| Event::OpeningSigned {
        session,
        by: mesa,
        rules_by: rules_by.iter().copied().map(PersonId).collect(),
        staff_complete,
        rules_shown,
    };
    vec![
        signed(&[1], Some(true), Some(true)),
        signed(&[1, 2], Some(false), None),
        signed(&[], None, Some(false)),
        Event::StaffLacks { session, person: PersonId(4), missing: StaffCount { cajeros: 1, ..nobody } },
        Event::StaffLacks { session, person: PersonId(4), missing: nobody },
        Event::Article36Given { text: "Artículo 36.\n1. «…»\n2. …".into(), sha256: [0x36; 32] },
        read(Paragraph::BeforeExtraction, Some([0x36; 32]), true),
        read(Paragraph::AfterExtraction, Some([0x37; 32]), false),
        read(Paragraph::AfterExtraction, None, false),
    ]
}
