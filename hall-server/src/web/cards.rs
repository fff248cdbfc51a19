//! Looking a card up.

use axum::extract::{Query, State};
use axum::response::Response;
use hall_core::ball::{Ball, BallSet};
use hall_core::card::code::CardCode;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bad_value, json};
use super::route::{Param, Params};
use crate::look_up::{NotFound, Wanted};
use crate::papers::PaperError;

/// Numbers of a torn card: fewer are on far too many cards, and no card has more than 15.
const NUMBERS: std::ops::RangeInclusive<usize> = 6..=15;

pub(super) const PARAMS: &[Param] = &[
    Param::optional("series", "La serie, como A17; con numbers, solo en esa"),
    Param::optional("card", "El número del cartón en su serie").number(),
    Param::optional("code", "El código del cartón, como lo lee el lector"),
    Param::optional("numbers", "De seis a quince números del cartón, separados por comas"),
];

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    series: Option<String>,
    card: Option<String>,
    code: Option<String>,
    numbers: Option<String>,
}

/// Finds the cards asked for. Neither behind the long works nor through the desk: somebody waits before a screen.
pub(super) async fn look_up(State(web): State<Web>, query: Params<Asked>) -> Result<Response, Trouble> {
    let Query(query) = query.map_err(|_| incomplete())?;
    let wanted = wanted(&query)?;
    let vault = web.view().vault.clone();
    match web.made(&web.shared.looks, move |papers| Ok(papers.look_up(&vault, &wanted))).await? {
        Ok(cards) => Ok(json(&cards)),
        Err(error) => Err(not_found(error)),
    }
}

/// Why there is no answer about a card.
pub(super) fn not_found(error: NotFound) -> Trouble {
    match error {
        NotFound::Series(_) => unknown_series(),
        NotFound::Number(series, size) => {
            bad_value("card", format!("La serie {series} tiene {size} cartones. Compruebe el número."))
        }
        NotFound::Journal(error) => PaperError::from(error).into(),
    }
}

fn incomplete() -> Trouble {
    let detail = "Pida un cartón por series y card, por code o por numbers, y solo de una de estas maneras.";
    problem::BAD_VALUE.saying(detail).into()
}

fn unknown_series() -> Trouble {
    problem::UNKNOWN_SERIES.problem().about("series").into()
}

fn wanted(query: &Asked) -> Result<Wanted, Trouble> {
    match query {
        Asked { series: Some(series), card: Some(card), code: None, numbers: None } => {
            let number =
                card.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
                    bad_value("card", "El número del cartón va de 1 al tamaño de su serie.")
                })?;
            Ok(Wanted::Card(CardRef { series: parsed(series)?, number: CardNo(number) }))
        }
        Asked { series: None, card: None, code: Some(code), numbers: None } => {
            let detail = "Eso no es el código de un cartón. Léalo otra vez, o escriba serie y número.";
            CardCode::parse(code).map(Wanted::Code).ok_or_else(|| bad_value("code", detail))
        }
        Asked { series, card: None, code: None, numbers: Some(numbers) } => {
            Ok(Wanted::Holding(balls(numbers)?, series.as_deref().map(parsed).transpose()?))
        }
        Asked { .. } => Err(incomplete()),
    }
}

fn parsed(series: &str) -> Result<SeriesId, Trouble> {
    SeriesId::parse(series).ok_or_else(unknown_series)
}

fn balls(text: &str) -> Result<BallSet, Trouble> {
    let bad = |detail: String| bad_value("numbers", detail);
    let mut balls = BallSet::default();
    for part in text.split(',').map(str::trim) {
        let ball = part.parse().ok().and_then(Ball::new);
        let ball = ball.ok_or_else(|| bad(format!("«{part}» no es un número del 1 al 90. Corríjalo.")))?;
        if !balls.insert(ball) {
            return Err(bad(format!("El {part} está dos veces. Escriba cada número una vez.")));
        }
    }
    let count = balls.len() as usize;
    if NUMBERS.contains(&count) {
        return Ok(balls);
    }
    let many = if count < *NUMBERS.start() { "Hacen falta al menos seis" } else { "Un cartón tiene quince" };
    Err(bad(format!("{many} números y hay {count}. Escriba de seis a quince, los que se lean.")))
}
