//! The notice of the cards on sale: what the record has fixed of each matrix that a card can still be sold of.

use hall_core::hall::{DEMO, Hall};
use hall_core::matrix::MatrixNo;
use hall_wire::paper::{NoticeMatrix, NoticeSeries, NoticeSheet};

use super::certificate_sheet::{Revealed, announced, origin};
use super::is_draft;
use crate::clock::Clock;
use crate::journal::Head;
use crate::replayed::Told;

/// Returns the sheet of the hall as it is.
pub(super) fn sheet(hall: &Hall, told: &Told, clock: &Clock, head: Head) -> NoticeSheet {
    let of = |matrix: MatrixNo| {
        let sold = hall.stock.iter().filter(|(_, item)| item.matrix == matrix);
        let left = sold.filter(|(_, item)| !item.retired && item.next <= item.size);
        let series = left.map(|(series, item)| NoticeSeries {
            series: series.to_string(),
            size: item.size,
            face_value_cents: item.face_value.0,
        });
        series.collect::<Vec<_>>()
    };
    let in_use = hall.matrices.iter().filter(|(_, item)| !item.retired);
    let matrices = in_use.map(|(matrix, item)| NoticeMatrix {
        matrix: matrix.get(),
        size: item.size,
        origin: origin(&item.origin, &Revealed::default(), announced(hall, *matrix, clock)),
        made_at: clock.print(told.matrix(*matrix).made_at),
        faces_sha256: hex::encode(item.faces_sha256),
        series: of(*matrix),
    });
    NoticeSheet {
        hall: hall.name.trim_end_matches(DEMO).to_owned(),
        matrices: matrices.filter(|matrix| !matrix.series.is_empty()).collect(),
        record: head.into(),
        draft: is_draft(hall),
        demo: hall.name.ends_with(DEMO),
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}
