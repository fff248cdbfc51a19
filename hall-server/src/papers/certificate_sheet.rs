//! The certificate of a matrix: what the record has of it, for the printer to count and compare.

use hall_core::event::Event;
use hall_core::hall::{DEMO, Hall, Origin};
use hall_core::matrix::{MatrixIndex, MatrixNo};
use hall_core::people::{Actor, PersonId};
use hall_core::record::Line;
use hall_wire::paper::{CertificateSeries, CertificateSheet, MatrixOrigin, MixedIn};

use super::is_draft;
use super::scribe::Scribe;
use crate::journal::Head;

/// What the record says of a matrix besides the hall as it is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lines {
    /// When it was made or taken in, UTC milliseconds.
    pub(super) made_at: i64,
    /// Who ordered it; none if the server made it by itself.
    pub(super) made_by: Option<PersonId>,
    /// When it was retired.
    pub(super) retired_at: Option<i64>,
}

impl Lines {
    /// Takes in a line of the record.
    pub(super) fn note(&mut self, matrix: MatrixNo, line: &Line, event: &Event) {
        if let Event::MatrixMade { matrix: no, .. } | Event::MatrixImported { matrix: no, .. } = event
            && *no == matrix
        {
            self.made_at = line.at_utc_ms;
            self.made_by = match line.actor {
                Actor::Person(person) => Some(person),
                Actor::Machine | Actor::System => None,
            };
        }
        if let Event::MatrixRetired { matrix: no, .. } = event
            && *no == matrix
        {
            self.retired_at = Some(line.at_utc_ms);
        }
    }
}

/// What is revealed of a matrix once it is retired.
#[derive(Default)]
pub(super) struct Revealed {
    pub(super) key: Option<Vec<u8>>,
    /// The system's part of a key that people added to.
    pub(super) seed: Option<Vec<u8>>,
}

/// The sheet of a matrix of the hall, whose cards are these.
///
/// # Panics
/// When the hall has no such matrix.
pub(super) fn sheet(
    hall: &Hall,
    (matrix, cards): (MatrixNo, &MatrixIndex),
    lines: Lines,
    revealed: &Revealed,
    head: Head,
    scribe: Scribe<'_>,
) -> CertificateSheet {
    let item = &hall.matrices[&matrix];
    let series = hall.stock.iter().filter(|(_, of)| of.matrix == matrix).map(|(series, of)| {
        CertificateSeries { series: series.to_string(), face_value_cents: of.face_value.0 }
    });
    CertificateSheet {
        hall: Some(hall.name.trim_end_matches(DEMO).to_owned()),
        matrix: matrix.get(),
        size: item.size,
        origin: origin(&item.origin, revealed),
        made_at: Some(scribe.at(lines.made_at)),
        made_by: lines.made_by.map(|person| scribe.name(person)),
        faces_sha256: hex::encode(item.faces_sha256),
        retired_at: lines.retired_at.map(|at| scribe.at(at)),
        series: series.collect(),
        faces: cards.faces().iter().map(|face| face.rank().to_string()).collect(),
        record: Some(head.into()),
        draft: is_draft(hall),
        demo: hall.name.ends_with(DEMO),
        printed_at: None,
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}

/// Where the cards of a matrix come from.
pub(super) fn origin(of: &Origin, revealed: &Revealed) -> MatrixOrigin {
    match of {
        Origin::Key { options, key_sha256, mixed, .. } => MatrixOrigin::Made {
            kind: options.kind,
            clean: options.clean,
            generator: 1,
            key_sha256: hex::encode(key_sha256),
            key: revealed.key.as_ref().map(hex::encode),
            mixed: mixed.as_ref().map(|mixed| MixedIn {
                words: mixed.words.clone(),
                seed: revealed.seed.as_ref().map(hex::encode),
            }),
        },
        Origin::File { maker, file_sha256, .. } => {
            MatrixOrigin::Imported { file_sha256: hex::encode(file_sha256), maker: maker.clone() }
        }
    }
}
