//! What was filmed in a game, for those who look at it again.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hall_core::event::{CameraPost, GameNo, Ordinal, StopNo};
use hall_wire::message::{FilmOfGame, FilmReel, KeptSound, PICTURE_AT};
use hall_wire::problem;
use tokio::task::spawn_blocking;

use super::Web;
use super::answer::{Trouble, bad_value, bytes, json, zip};
use super::route::{CAMERAS_BY_NAME, Is, Param, Params, WHOLE_MAX};
use crate::access::Caller;
use crate::dispute::{self, DisputeError};
use crate::film::{CAMERAS, Film, Frame, Store};

const GAME: Param = Param::required("game", "El número de la partida").number();

pub(super) const OF_GAME: &[Param] =
    &[Param::optional("game", "El número de la partida; si falta, la última filmada").number()];

pub(super) const OF_BALL: &[Param] =
    &[GAME, Param::required("ordinal", "En qué lugar salió la bola, de 1 a 90").is(Is::Number(1, 90))];

pub(super) const OF_STOP: &[Param] =
    &[GAME, Param::required("stop", "La parada, desde 1 en cada partida").number()];

pub(super) const OF_MOMENT: &[Param] = &[
    GAME,
    Param::required("camera", "Cuál: exit, la salida de bolas; desk, la mesa; hall, la sala")
        .is(CAMERAS_BY_NAME),
    Param::required(
        "at",
        "El momento, en milisegundos UTC: se da la última imagen hasta entonces, o la primera",
    )
    .is(Is::Number(0, WHOLE_MAX)),
    Param::optional("step", "De esa imagen, cuántas adelante o atrás, de -100 a 100")
        .is(Is::Number(-STEPS_MAX, STEPS_MAX)),
];

/// Steps from a picture to another, at most.
const STEPS_MAX: i64 = 100;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    game: Option<u32>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfBall {
    game: u32,
    ordinal: u8,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfStop {
    game: u32,
    stop: u32,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfMoment {
    game: u32,
    camera: CameraPost,
    at: i64,
    #[serde(default)]
    step: i64,
}

/// What is kept of a game.
pub(super) async fn of_game(State(web): State<Web>, query: Params<OfGame>) -> Result<Response, Trouble> {
    let Query(OfGame { game }) =
        query.map_err(|_| bad_value("game", "El parámetro game debe ser el número de una partida."))?;
    let film = film(&web)?;
    let found = blocking(move || of(film.store(), game)).await?;
    let Kept { of: mut kept, pictured } = found.ok_or(problem::NO_FILM)?;
    let game = GameNo(kept.game);
    let balls = web.made(&web.shared.looks, move |papers| papers.of_record(|record| record.balls_of(game)));
    kept.balls = balls.await?;
    for ball in &mut kept.balls {
        ball.pictured = pictured.contains(&Ordinal(ball.ordinal));
    }
    Ok(json(&kept))
}

/// The picture that was kept with a ball.
pub(super) async fn still(State(web): State<Web>, query: Params<OfBall>) -> Result<Response, Trouble> {
    let Query(OfBall { game, ordinal }) = query
        .map_err(|_| bad_value("ordinal", "Ponga en game una partida y en ordinal un lugar, de 1 a 90."))?;
    let (film, game, ordinal) = (film(&web)?, GameNo(game), Ordinal(ordinal));
    let jpeg = blocking(move || {
        let store = film.store();
        let Some((_, seq)) = store.pictured(game)?.into_iter().find(|(of, _)| *of == ordinal) else {
            return Ok(None);
        };
        std::fs::read(store.still(game, ordinal, seq)).map(Some)
    });
    let jpeg = jpeg.await?.ok_or(problem::NO_FILM)?;
    Ok(picture(jpeg, None))
}

/// What the microphones heard round a stop.
pub(super) async fn sound(State(web): State<Web>, query: Params<OfStop>) -> Result<Response, Trouble> {
    let Query(OfStop { game, stop }) =
        query.map_err(|_| bad_value("stop", "Ponga en game una partida y en stop una parada."))?;
    let (film, game, stop) = (film(&web)?, GameNo(game), StopNo(stop));
    let wav = blocking(move || {
        let store = film.store();
        let Some((_, seq)) = store.heard(game)?.into_iter().find(|(of, _)| *of == stop) else {
            return Ok(None);
        };
        std::fs::read(store.sound(game, stop, seq)).map(Some)
    });
    Ok(bytes("audio/wav", wav.await?.ok_or(problem::NO_FILM)?))
}

/// What a dispute about a ball needs, to take away.
pub(super) async fn dispute(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    query: Params<OfBall>,
) -> Result<Response, Trouble> {
    let Query(OfBall { game, ordinal }) = query
        .map_err(|_| bad_value("ordinal", "Ponga en game una partida y en ordinal un lugar, de 1 a 90."))?;
    let (film, clock) = (film(&web)?, web.view().clock.clone());
    let of = (GameNo(game), Ordinal(ordinal));
    let made = web.made(&web.shared.works, move |papers| {
        papers.of_record(|record| match dispute::dispute(film.store(), record, &clock, of) {
            Ok(made) => Ok(made),
            Err(DisputeError::Journal(error)) => Err(error),
            Err(DisputeError::Film(error)) => {
                tracing::warn!(%error, "film cannot be read");
                Ok(None)
            }
        })
    });
    let made = made.await?.ok_or(problem::NO_FILM)?;
    tracing::info!(person = caller.person.0, game, ordinal, "what was filmed of a ball is taken away");
    Ok(zip(&format!("bola-{ordinal}-partida-{game}.zip"), made))
}

/// The picture of a moment of a film.
pub(super) async fn moment(State(web): State<Web>, query: Params<OfMoment>) -> Result<Response, Trouble> {
    let what = "Ponga en game una partida, en camera exit, desk o hall, y en at y step números.";
    let Query(OfMoment { game, camera, at, step }) = query.map_err(|_| bad_value("at", what))?;
    if step.abs() > STEPS_MAX {
        return Err(bad_value("step", "De -100 a 100."));
    }
    let (film, game) = (film(&web)?, GameNo(game));
    let found = blocking(move || {
        let store = film.store();
        let frames = store.frames(game, camera)?;
        let Some(frame) = at_moment(&frames, at, step) else { return Ok(None) };
        store.picture(game, camera, frame).map(|jpeg| Some((frame, jpeg)))
    });
    let (frame, jpeg) = found.await?.ok_or(problem::NO_FILM)?;
    Ok(picture(jpeg, Some(frame.at_utc_ms)))
}

/// The last frame until a moment, or the first of all; and so many steps from it, as far as there are frames.
fn at_moment(frames: &[Frame], at_utc_ms: i64, step: i64) -> Option<Frame> {
    let last = i64::try_from(frames.len()).ok()? - 1;
    let until = frames.partition_point(|frame| frame.at_utc_ms <= at_utc_ms);
    let place = (i64::try_from(until).ok()? - 1).max(0).saturating_add(step).clamp(0, last.max(0));
    frames.get(usize::try_from(place).ok()?).copied()
}

/// What is kept of a game.
struct Kept {
    /// Without its balls.
    of: FilmOfGame,
    /// The places of those whose picture is kept.
    pictured: Vec<Ordinal>,
}

/// What is kept of a game; none where nothing is.
fn of(store: &Store, game: Option<u32>) -> std::io::Result<Option<Kept>> {
    let games = store.games()?;
    let Some(game) = game.map(GameNo).or(games.last().copied()).filter(|game| games.contains(game)) else {
        return Ok(None);
    };
    let mut reels = Vec::new();
    for (camera, _) in CAMERAS {
        let frames = store.frames(game, camera)?;
        if let (Some(first), Some(last)) = (frames.first(), frames.last()) {
            reels.push(FilmReel {
                camera,
                pictures: u32::try_from(frames.len()).unwrap_or(u32::MAX),
                first_utc_ms: first.at_utc_ms,
                last_utc_ms: last.at_utc_ms,
            });
        }
    }
    let games = games.into_iter().map(|game| game.0).collect();
    let pictured = store.pictured(game)?.into_iter().map(|(ordinal, _)| ordinal).collect();
    let heard = store.heard(game)?.into_iter();
    let sounds = heard.map(|(stop, seq)| KeptSound { stop: stop.0, seq }).collect();
    let of = FilmOfGame { game: game.0, games, balls: Vec::new(), reels, sounds };
    Ok(Some(Kept { of, pictured }))
}

fn film(web: &Web) -> Result<Arc<Film>, Trouble> {
    Ok(web.shared.film.clone().ok_or(problem::NO_FILM)?)
}

/// Reads the disk where nothing else waits for it; a folder that cannot be read has nothing.
async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, Trouble> {
    spawn_blocking(read).await.map_err(|_| problem::BROKEN)?.map_err(|error| {
        tracing::warn!(%error, "film cannot be read");
        problem::NO_FILM.into()
    })
}

fn picture(jpeg: Vec<u8>, at_utc_ms: Option<i64>) -> Response {
    let jpeg_type = HeaderValue::from_static("image/jpeg");
    let mut response = ([(header::CONTENT_TYPE, jpeg_type)], jpeg).into_response();
    if let Some(at) = at_utc_ms {
        response.headers_mut().insert(HeaderName::from_static(PICTURE_AT), HeaderValue::from(at));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_the_last_picture_until_then_and_steps_stay_in_the_film() {
        let frames =
            [10, 20, 20, 40].map(|at_utc_ms| Frame { at_utc_ms, begin: 0, length: at_utc_ms as u32 });
        let at = |at, step| at_moment(&frames, at, step).map(|frame| frame.at_utc_ms);
        assert_eq!([at(0, 0), at(10, 0), at(39, 0), at(99, 0)], [10, 10, 20, 40].map(Some));
        assert_eq!([at(39, 1), at(39, -2), at(39, -9), at(39, 9)], [40, 10, 10, 40].map(Some));
        assert_eq!(at_moment(&[], 10, 0), None);
        assert_eq!(at(i64::MIN, i64::MAX), Some(40));
    }
}
