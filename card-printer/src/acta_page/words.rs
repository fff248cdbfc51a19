//! How amounts, counts, cards and results are written.

use hall_core::money::Cents;
pub(crate) use hall_core::money::grouped;
use hall_core::series::spelt;
use hall_wire::paper::{ActaPart, CardName, ClaimResult, GameResult, Play, Segment};

/// `1.002,00 €`.
pub(crate) fn money(cents: u64) -> String {
    Cents(cents).to_string()
}

/// `A 17 n.º 305`.
pub(crate) fn card(card: &CardName) -> String {
    format!("{} n.º {}", spelt(&card.series), card.number)
}

/// `A 17, del 301 al 420 (120)`.
pub(super) fn segment(segment: &Segment) -> String {
    let Segment { series, first, last } = segment;
    let series = spelt(series);
    if first == last {
        format!("{series}, n.º {first}")
    } else {
        format!("{series}, del {first} al {last} ({})", grouped(u64::from(last - first) + 1))
    }
}

/// Ranges of cards joined by semicolons, or a dash.
pub(crate) fn segments(list: &[Segment]) -> String {
    if list.is_empty() { "–".to_owned() } else { list.iter().map(segment).collect::<Vec<_>>().join("; ") }
}

pub(super) fn or_dash(text: &Option<String>) -> String {
    text.clone().unwrap_or_else(|| "–".to_owned())
}

/// A text without its final full stop, to go into another sentence.
pub(crate) fn unstopped(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

pub(crate) fn play(play: Play) -> &'static str {
    match play {
        Play::Line => "Línea",
        Play::Bingo => "Bingo",
    }
}

pub(super) fn result(result: GameResult) -> &'static str {
    match result {
        GameResult::InProgress => "En curso",
        GameResult::Closed => "Cerrada",
        GameResult::Void => "Anulada",
        GameResult::NotHeld => "No celebrada",
    }
}

pub(super) fn claim(result: ClaimResult) -> &'static str {
    match result {
        ClaimResult::Good => "Correcta",
        ClaimResult::Wrong => "Errónea",
        ClaimResult::Rejected => "Rechazada",
        ClaimResult::Repeated => "Repetida",
    }
}

/// The prices of the cards of a part: `2,00 €` or `1,00 € y 6,00 €`.
pub(super) fn prices(part: &ActaPart) -> String {
    let all: Vec<String> = part.face_values_cents.iter().map(|cents| money(*cents)).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} y {last}", before.join(", ")),
        None => "–".to_owned(),
    }
}
