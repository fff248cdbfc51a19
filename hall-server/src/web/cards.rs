//! Looking a card up.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use hall_core::ball::{Ball, BallSet};
use hall_core::card::code::CardCode;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::problem::{self, Problem};

use super::Web;
use super::answer::{Trouble, json};
use super::route::Param;
use crate::look_up::{NotFound, Wanted};
use crate::papers::House;

/// Of a torn card so many numbers are needed, or far too many cards have them; and no card has more than 15.
const NUMBERS: std::ops::RangeInclusive<usize> = 6..=15;

/// What can be asked for.
pub(super) const PARAMS: &[Param] = &[
    Param { name: "series", about: "La serie, como A17; con numbers, solo en esa", required: false },
    Param { name: "card", about: "El número del cartón en su serie", required: false },
    Param { name: "code", about: "El código del cartón, como lo lee el lector", required: false },
    Param {
        name: "numbers",
        about: "De seis a quince números del cartón, separados por comas",
        required: false,
    },
];

/// The parameters, as they came.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    series: Option<String>,
    card: Option<String>,
    code: Option<String>,
    numbers: Option<String>,
}

/// Finds the cards that are what was asked for. Not behind the long works of the house, nor through
/// the desk: somebody stands before a screen and waits.
pub(super) async fn look_up(
    State(web): State<Web>,
    query: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Trouble> {
    let Query(query) = query.map_err(|_| incomplete())?;
    let wanted = wanted(&query)?;
    let vault = web.view().vault.clone();
    let looked = move |house: &dyn House| Ok(house.look_up(&vault, &wanted));
    let found = web.do_on(&web.shared.looks, problem::BROKEN, looked).await?;
    match found {
        Ok(cards) => Ok(json(&cards)),
        Err(NotFound::Series(_)) => Err(problem::UNKNOWN_SERIES.problem().about("series").into()),
        Err(NotFound::Number(series, size)) => {
            let detail = format!("La serie {series} tiene {size} cartones. Compruebe el número.");
            Err(problem::BAD_VALUE.saying(detail).about("card").into())
        }
        Err(NotFound::Journal(error)) => {
            tracing::error!(%error, "a card could not be looked up");
            Err(problem::BROKEN.into())
        }
    }
}

fn incomplete() -> Problem {
    let detail = "Pida un cartón por series y card, por code o por numbers, y solo de una de estas maneras.";
    problem::BAD_VALUE.saying(detail)
}

/// Returns what is wanted, if it can be told.
fn wanted(query: &Asked) -> Result<Wanted, Trouble> {
    match query {
        Asked { series: Some(series), card: Some(card), code: None, numbers: None } => {
            let number = card.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
                problem::BAD_VALUE.saying("El número del cartón va de 1 al tamaño de su serie.").about("card")
            })?;
            Ok(Wanted::Card(CardRef { series: parsed(series)?, number: CardNo(number) }))
        }
        Asked { series: None, card: None, code: Some(code), numbers: None } => {
            let bad = || {
                let detail = "Eso no es el código de un cartón. Léalo otra vez, o escriba serie y número.";
                problem::BAD_VALUE.saying(detail).about("code")
            };
            CardCode::parse(code).map(Wanted::Code).ok_or_else(|| bad().into())
        }
        Asked { series, card: None, code: None, numbers: Some(numbers) } => {
            Ok(Wanted::Holding(balls(numbers)?, series.as_deref().map(parsed).transpose()?))
        }
        Asked { .. } => Err(incomplete().into()),
    }
}

fn parsed(series: &str) -> Result<SeriesId, Trouble> {
    SeriesId::parse(series).ok_or_else(|| problem::UNKNOWN_SERIES.problem().about("series").into())
}

fn balls(text: &str) -> Result<BallSet, Trouble> {
    let bad = |detail: String| -> Trouble { problem::BAD_VALUE.saying(detail).about("numbers").into() };
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
