//! Which sealed values and files an event cites: one list for the check, which compares them, and for a [`super::Portion`],
//! which carries the values.

use hall_core::event::{Event, Signed};
use hall_core::people::Sealed;

use super::{JournalError, RecordReader};

/// The kinds of events that cite sealed values.
pub(super) const CITING: [&str; 12] = [
    "card_key_made",
    "matrix_made",
    "key_draw_announced",
    "matrix_imported",
    "person_added",
    "person_changed",
    "pin_changed",
    "pin_reset",
    "person_taken_back",
    "logged_in",
    "diligencia_written",
    "paper_signed",
];

/// The sealed values that an event cites, none, one or two.
pub(super) fn sealed_of(event: &Event) -> impl Iterator<Item = Sealed> + use<> {
    let cited = if let Event::CardKeyMade { key } = event {
        [Some(*key), None]
    } else if let Event::MatrixMade { key, mixed, .. } = event {
        [Some(*key), mixed.as_ref().map(|mixed| mixed.seed)]
    } else if let Event::KeyDrawAnnounced { seed, .. } = event {
        [Some(*seed), None]
    } else if let Event::MatrixImported { faces, .. } = event {
        [Some(*faces), None]
    } else if let Event::PersonAdded { identity, pin, .. } = event {
        [Some(*identity), Some(*pin)]
    } else if let Event::PersonChanged { identity, .. } = event {
        [Some(*identity), None]
    } else if let Event::PinChanged { pin, .. }
    | Event::PinReset { pin, .. }
    | Event::PersonTakenBack { pin, .. } = event
    {
        [Some(*pin), None]
    } else if let Event::LoggedIn { token, .. } = event {
        [Some(*token), None]
    } else if let Event::DiligenciaWritten { claimant, .. } = event {
        [*claimant, None]
    } else if let Event::PaperSigned { how: Signed::Drawn { strokes }, .. } = event {
        [Some(*strokes), None]
    } else {
        [None, None]
    };
    cited.into_iter().flatten()
}

/// The kinds of events that name a file with its hash.
pub(super) const FILES: [&str; 4] = ["acta_issued", "paper_signed", "printing_done", "time_stamped"];

/// The file within the hall's folder that an event names, and its SHA-256.
pub(super) fn file_of(event: &Event) -> Option<(&str, [u8; 32])> {
    if let Event::ActaIssued { file, sha256, .. }
    | Event::PrintingDone { file, sha256, .. }
    | Event::TimeStamped { file, sha256, .. } = event
    {
        Some((file, *sha256))
    } else if let Event::PaperSigned { how: Signed::Page { file, page_sha256 }, .. } = event {
        Some((file, *page_sha256))
    } else {
        None
    }
}

/// What a value is that a line cites, as in "la clave de la matriz 3".
pub(super) fn what_is(reader: &RecordReader, line: u64, id: u64) -> Result<String, JournalError> {
    let found = reader.lines(line, line)?;
    let Some((line, event)) = found.first() else { return Ok("un valor".to_owned()) };
    Ok(if let Event::CardKeyMade { .. } = event {
        "la clave de los códigos de los cartones".to_owned()
    } else if let Event::MatrixMade { matrix, key, .. } = event {
        let what = if key.id == id { "la clave" } else { "el azar del sistema" };
        format!("{what} de la matriz {matrix}")
    } else if let Event::KeyDrawAnnounced { matrix, .. } = event {
        format!("el azar del sistema que se anunció para la matriz {matrix}")
    } else if let Event::MatrixImported { matrix, .. } = event {
        format!("los cartones de la matriz {matrix}")
    } else if let Event::PersonAdded { person, identity, .. } = event {
        let what = if identity.id == id { "el usuario y el nombre" } else { "el PIN" };
        format!("{what} de {person}")
    } else if let Event::PersonChanged { person, .. } = event {
        format!("el usuario y el nombre de {person}")
    } else if let Event::PinChanged { person, .. }
    | Event::PinReset { person, .. }
    | Event::PersonTakenBack { person, .. } = event
    {
        format!("el PIN de {person}")
    } else if let Event::LoggedIn { person, .. } = event {
        format!("la identificación de {person} en {}", line.device)
    } else if let Event::DiligenciaWritten { diligencia, .. } = event {
        format!("el nombre y el documento del reclamante de la diligencia {diligencia}")
    } else if let Event::PaperSigned { signature, paper, .. } = event {
        format!("el dibujo de la firma {signature}, de «{}»,", paper.name())
    } else {
        "un valor".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hall_core::record;

    use super::*;

    #[test]
    fn every_kind_that_names_a_file_is_named() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/golden/v1");
        let mut naming: Vec<&str> = Vec::new();
        for kind in record::kinds() {
            let text = std::fs::read_to_string(golden.join(format!("{kind}.json"))).unwrap_or_default();
            let names = |body| file_of(&record::decode(kind, 1, body).unwrap()).is_some();
            naming.extend(text.lines().any(names).then_some(kind));
        }
        naming.sort_unstable();
        assert_eq!(naming, FILES);
    }

    #[test]
    fn every_kind_that_cites_is_named() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/golden");
        let mut citing: Vec<&str> = Vec::new();
        for (version, kind) in (1..=2).flat_map(|version| record::kinds().map(move |kind| (version, kind))) {
            let text = std::fs::read_to_string(golden.join(format!("v{version}/{kind}.json")));
            let examples = text.unwrap_or_default();
            let cites = |body| sealed_of(&record::decode(kind, version, body).unwrap()).next().is_some();
            if examples.lines().any(cites) && !citing.contains(&kind) {
                citing.push(kind);
            }
        }
        citing.sort_unstable();
        let mut named = CITING;
        named.sort_unstable();
        assert_eq!(citing, named);
    }
}
