//! What the hall's voice reports, and what the desk wants of it.

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_wire::command::read;
use hall_wire::message::{SOUND_PIECE_MAX, VOICE_TOLD_MAX, VoiceReport, VoiceWish};
use hall_wire::problem::{self, Problem};

use super::answer::{Trouble, bad_value, json};
use super::route::{Is, Param, Params, WHOLE_MAX};
use super::{Web, body};

/// The longest text in a report, in characters.
const TEXT_MAX: usize = 300;

/// The voice reports; the answer is what the desk wants of it.
pub(super) async fn take(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let report: VoiceReport = read(&text).map_err(Problem::from)?;
    check(&report)?;
    let (wishes, failed) = web.shared.voice.take(report);
    for notice in failed {
        web.shared.desk.notice(notice);
    }
    Ok(json(&wishes))
}

/// Somebody at the desk wants something of the voice.
pub(super) async fn wish(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let VoiceWish { speaks, volume, trial } = read(&text).map_err(Problem::from)?;
    if volume.is_some_and(|volume| volume > 100) {
        return Err(bad_value("volume", "El volumen va de 0 a 100."));
    }
    let wishes = web.shared.voice.wish(speaks, volume, trial);
    // The mesa sees it at once; a desk that is busy is told within a moment anyway.
    let game = web.view().public.game.as_ref().map(|game| game.game);
    web.shared.desk.voice(web.shared.voice.now(game));
    Ok(json(&wishes))
}

/// What a screen will show is short and plain.
fn check(report: &VoiceReport) -> Result<(), Trouble> {
    let plain = |text: &str| text.chars().count() <= TEXT_MAX && !text.chars().any(char::is_control);
    let texts = [("language", &report.language), ("output", &report.output)];
    let mut texts = texts.into_iter().chain(report.trouble.iter().map(|text| ("trouble", text)));
    let wrong = texts.find(|(_, text)| !plain(text)).map(|(field, _)| field);
    let named = |texts: &[String]| texts.len() <= VOICE_TOLD_MAX && texts.iter().all(|text| plain(text));
    let field = match wrong {
        Some(field) => field,
        None if !named(&report.missing) => "missing",
        None if !named(&report.bad) => "bad",
        None if report.told.len() > VOICE_TOLD_MAX => "told",
        None if report.volume > 100 => "volume",
        None => return Ok(()),
    };
    Err(bad_value(field, format!("Como mucho {TEXT_MAX} letras, {VOICE_TOLD_MAX} cosas y volumen 100.")))
}

pub(super) const PIECE: &[Param] =
    &[Param::required("piece", "El número del trozo, que crece de uno en uno mientras no falte ninguno")
        .is(Is::Number(0, WHOLE_MAX))];

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece {
    piece: u64,
}

/// The hall's microphones heard this: samples of 16 bits, the lower byte first.
pub(super) async fn sound(
    State(web): State<Web>,
    piece: Params<Piece>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let (is_sound, sound) = body::read_as("audio/l16", SOUND_PIECE_MAX, &headers, body).await?;
    let sound = sound.ok_or_else(|| problem::TOO_LARGE.saying("A lo sumo un segundo de sonido."))?;
    if !is_sound {
        return Err(problem::WRONG_TYPE
            .saying("El sonido debe enviarse con Content-Type: audio/l16.")
            .into());
    }
    let Query(Piece { piece }) = piece.map_err(|_| bad_value("piece", "El trozo lleva un número."))?;
    let at_utc_ms = web.view().clock.now().utc_ms;
    match &web.shared.film {
        Some(film) if film.sound(at_utc_ms, piece, sound.into()) => Ok(json(&serde_json::json!({}))),
        Some(_) | None => Err(problem::NO_FILM.into()),
    }
}
