//! What the hall's voice reports, and what the desk wants of it.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_wire::command::read;
use hall_wire::message::{VOICE_TOLD_MAX, VoiceReport, VoiceWish};
use hall_wire::problem::Problem;

use super::answer::{Trouble, bad_value, json};
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
