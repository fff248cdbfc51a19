//! The receipt of a prize that was paid.

use hall_core::hall::{DEMO, Hall};
use hall_wire::paper::{CardName, ReceiptSheet};

use super::scribe::Scribe;
use crate::config::Paper;
use crate::journal::{Head, PaidPrize};

/// Returns the sheet of a prize, as the record has it, and whether the rules it was won under were a draft.
pub(super) fn sheet(
    hall: &Hall,
    paper: &Paper,
    (prize, draft): (PaidPrize, bool),
    head: Head,
    scribe: Scribe<'_>,
) -> ReceiptSheet {
    let place = [paper.address.as_str(), paper.town.as_str()];
    let place: Vec<&str> = place.into_iter().filter(|text| !text.is_empty()).collect();
    ReceiptSheet {
        hall: hall.name.trim_end_matches(DEMO).to_owned(),
        company: paper.company.clone(),
        place: place.join(", "),
        game: prize.game,
        play: prize.play,
        card: CardName { series: prize.series, number: prize.card },
        amount_cents: prize.amount_cents,
        paid_at: scribe.at(prize.since_utc_ms),
        paid_by: prize.by,
        proof: paper.players.as_ref().map(|address| format!("{address}/tv/pruebas/{}", prize.game)),
        record: head.into(),
        draft,
        demo: hall.name.ends_with(DEMO),
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}
