//! The certificate of a matrix: what the record has of it, for the printer to count and compare.

use hall_core::hall::{DEMO, Hall, Origin};
use hall_core::matrix::{MatrixIndex, MatrixNo};
use hall_wire::paper::{AnnouncedDraw, CertificateSeries, CertificateSheet, MatrixOrigin, MixedIn};

use super::is_draft;
use super::scribe::Scribe;
use crate::clock::Clock;
use crate::journal::Head;
use crate::replayed::MatrixTold;

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
    told: MatrixTold,
    revealed: &Revealed,
    head: Head,
    scribe: Scribe<'_>,
) -> CertificateSheet {
    let item = &hall.matrices[&matrix];
    let series = hall.stock.iter().filter(|(_, of)| of.matrix == matrix).map(|(series, of)| {
        CertificateSeries { series: series.to_string(), face_value_cents: of.face_value.0 }
    });
    let announced = announced(hall, matrix, scribe.clock);
    CertificateSheet {
        hall: Some(hall.name.trim_end_matches(DEMO).to_owned()),
        matrix: matrix.get(),
        size: item.size,
        origin: origin(&item.origin, revealed, announced),
        made_at: Some(scribe.at(told.made_at)),
        made_by: told.made_by().map(|person| scribe.name(person)),
        faces_sha256: hex::encode(item.faces_sha256),
        retired_at: told.retired_at.map(|at| scribe.at(at)),
        draws_required: hall.key_draws.required,
        series: series.collect(),
        faces: cards.faces().iter().map(|face| face.rank().to_string()).collect(),
        record: Some(head.into()),
        draft: is_draft(hall),
        demo: hall.name.ends_with(DEMO),
        printed_at: None,
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}

/// The public draw that a matrix came from; `None` where it came from none.
pub(super) fn announced(hall: &Hall, matrix: MatrixNo, clock: &Clock) -> Option<AnnouncedDraw> {
    let draw = hall.key_draws.taken.get(&matrix)?;
    Some(AnnouncedDraw {
        draw: draw.draw.clone(),
        date: draw.date.to_string(),
        announced_at: clock.print(draw.at_utc_ms),
        line: draw.seq,
        seed_sha256: hex::encode(draw.seed_sha256),
        given_up: draw.given_up,
    })
}

/// Where the cards of a matrix come from.
pub(super) fn origin(of: &Origin, revealed: &Revealed, announced: Option<AnnouncedDraw>) -> MatrixOrigin {
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
            announced,
        },
        Origin::File { maker, file_sha256, .. } => {
            MatrixOrigin::Imported { file_sha256: hex::encode(file_sha256), maker: maker.clone() }
        }
    }
}
