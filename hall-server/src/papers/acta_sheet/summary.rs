//! What ends an acta: the rules of the day, where each value comes from, and the day's totals.

use std::collections::BTreeMap;

use hall_core::acta::Acta;
use hall_core::game::PrizeState;
use hall_core::hall::{Hall, Origin};
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::{Cents, Rounding};
use hall_core::rules::{Basis, Destination, Rules, Sourced};
use hall_core::series::SeriesId;
use hall_wire::paper;

pub(super) fn rules_in_force(rules: &Rules) -> paper::RulesInForce {
    let values = vec![
        value("Premio de línea", &rules.line, ToString::to_string),
        value("Premio de bingo", &rules.bingo, ToString::to_string),
        value("Redondeo de premios", &rules.rounding, |rounding| rounding_words(*rounding)),
        value("Destino del resto", &rules.resto_to, |to| destination_words(*to).to_owned()),
        value("Línea no cantada", &rules.unsung_line_to, |to| destination_words(*to).to_owned()),
        value("Bingo no cantado", &rules.unsung_bingo_to, |to| destination_words(*to).to_owned()),
        value("Plazo tras la pregunta", &rules.question_min_secs, |secs| format!("{secs} s como mínimo")),
        value("Partidas por juego de bolas", &rules.ball_set_max_games, |games| thousands(*games)),
    ];
    paper::RulesInForce {
        profile: rules.id.clone(),
        title: rules.title.clone(),
        line_percent: rules.line.value.to_string(),
        bingo_percent: rules.bingo.value.to_string(),
        rounding: rounding_words(rules.rounding.value),
        remainder_to: destination_words(rules.resto_to.value).to_owned(),
        values,
    }
}

/// Returns the matrices whose cards were sold in the session, by number.
pub(super) fn matrices(acta: &Acta, hall: &Hall) -> Vec<paper::ActaMatrix> {
    let segments = acta.games.iter().flat_map(|game| &game.segments);
    let mut series: Vec<SeriesId> = segments.map(|cards| cards.series).collect();
    series.sort_unstable();
    series.dedup();
    let of_series = |id: &SeriesId| hall.stock.get(*id).map(|item| (item.matrix, *id));
    let mut of_matrix: BTreeMap<MatrixNo, Vec<String>> = BTreeMap::new();
    for (matrix, id) in series.iter().filter_map(of_series) {
        of_matrix.entry(matrix).or_default().push(id.to_string());
    }
    let row = |(matrix, series): (MatrixNo, Vec<String>)| {
        let item = hall.matrices.get(&matrix)?;
        let (cards, key_sha256) = match &item.origin {
            Origin::Key { options, key_sha256, .. } => {
                (options_words(*options).to_owned(), Some(hex::encode(key_sha256)))
            }
            Origin::File { maker, .. } => (format!("cartones hechos por {maker}"), None),
        };
        let (size, faces_sha256) = (item.size, hex::encode(item.faces_sha256));
        Some(paper::ActaMatrix { matrix: matrix.get(), series, size, cards, key_sha256, faces_sha256 })
    };
    of_matrix.into_iter().filter_map(row).collect()
}

/// Returns what cards a matrix has, in words.
const fn options_words(options: MatrixOptions) -> &'static str {
    match (options.kind, options.clean) {
        (MatrixKind::Single, false) => "cartones sueltos",
        (MatrixKind::Single, true) => "cartones sueltos, sin filas iguales",
        (MatrixKind::Strip, false) => "cartones en tiras de seis",
        (MatrixKind::Strip, true) => "cartones en tiras de seis, sin filas iguales",
    }
}

fn value<T>(name: &str, sourced: &Sourced<T>, words: impl Fn(&T) -> String) -> paper::RuleValue {
    let (origin, source) = match &sourced.basis {
        Basis::Law(article) => (paper::Origin::Law, Some(article.clone())),
        Basis::Hall => (paper::Origin::Hall, None),
        Basis::Unknown => (paper::Origin::Unknown, None),
    };
    paper::RuleValue { name: name.to_owned(), value: words(&sourced.value), origin, source }
}

/// Returns a count as a Spaniard writes it: `1.000`.
fn thousands(count: u32) -> String {
    if count < 1000 { count.to_string() } else { format!("{}.{:03}", thousands(count / 1000), count % 1000) }
}

fn rounding_words(rounding: Rounding) -> String {
    let unit = rounding.unit();
    match rounding {
        Rounding::Down { .. } => format!("a la baja, múltiplos de {unit}"),
        Rounding::HalfUp { .. } => format!("al más próximo, múltiplos de {unit}"),
    }
}

/// Returns where an account goes, in words.
pub fn destination_words(destination: Destination) -> &'static str {
    match destination {
        Destination::House => "a la sala",
        Destination::Carried => "se acumula en su cuenta",
    }
}

pub(super) fn totals(
    acta: &Acta,
    games: &[paper::ActaGame],
    ball_sets: Vec<paper::BallSetGames>,
) -> paper::DayTotals {
    let played = || games.iter().filter(|game| game.result != paper::GameResult::Void);
    let count = |result: paper::GameResult| {
        u32::try_from(games.iter().filter(|game| game.result == result).count()).unwrap_or(u32::MAX)
    };
    let sum = |field: fn(&paper::ActaGame) -> u64| played().map(field).sum::<u64>();
    let prizes = |paid: bool| {
        let all = acta.games.iter().filter(|game| game.void.is_none()).flat_map(|game| &game.prizes);
        all.filter(|prize| (prize.state == PrizeState::Paid) == paid)
            .map(|prize| prize.amount)
            .sum::<Cents>()
            .0
    };
    paper::DayTotals {
        games_closed: count(paper::GameResult::Closed),
        games_void: count(paper::GameResult::Void),
        games_not_held: count(paper::GameResult::NotHeld),
        cards_sold: played().map(|game| game.sold).sum(),
        takings_cents: sum(|game| game.takings_cents),
        line_cents: sum(|game| game.line_cents),
        bingo_cents: sum(|game| game.bingo_cents),
        house_cents: sum(|game| game.house_cents),
        resto_cents: sum(|game| game.resto_cents),
        linea_no_cantada_cents: sum(|game| game.accounts.linea_no_cantada_cents),
        bingo_no_cantado_cents: sum(|game| game.accounts.bingo_no_cantado_cents),
        resto_reparto_cents: sum(|game| game.accounts.resto_reparto_cents),
        paid_cents: prizes(true),
        pending_cents: prizes(false),
        refunded_cents: games
            .iter()
            .filter_map(|game| game.refunds.as_ref())
            .map(|refunds| refunds.refunded_cents)
            .sum(),
        ball_sets,
    }
}
