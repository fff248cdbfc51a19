//! Examples of what people take away.

use hall_core::event::{Event, SessionNo};

/// Exports, and one that was not made.
pub fn exports() -> Vec<Event> {
    let asked = |export, names| Event::ExportAsked {
        export,
        first: SessionNo(11),
        last: SessionNo(12),
        names,
        documents: false,
        signatures: names,
    };
    vec![
        asked(3, false),
        asked(4, true),
        Event::ExportMade {
            export: 3,
            place: "/media/sala/LLAVE/bombo-exportacion-3".into(),
            first: 4_211,
            last: 9_830,
            manifest_sha256: [0x77; 32],
        },
        Event::ExportFailed { export: 4, words: "No hay ningún lápiz USB conectado".into() },
    ]
}
