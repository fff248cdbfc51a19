//! Version 3 of the kinds whose newest version is the sixth. Frozen, and only read.

use super::DecodeError;
use super::read::{BodyReader, Wrong, body};
use super::v2::{NOBODY_COUNTED, hall_founded, session_opened};
use crate::event::Event;
use crate::rules::{Basis, Picture, Rules, SecondWord, Sourced};

/// Reads a body of this kind, as version 3 wrote it; nothing where that is still the newest.
pub(super) fn decode(kind: &str, text: &str) -> Option<Result<Event, DecodeError>> {
    let take: fn(&mut BodyReader<'_>) -> Result<Event, Wrong> = match kind {
        "hall_founded" => |r| hall_founded(r, rules),
        "session_opened" => |r| session_opened(r, rules),
        _ => return None,
    };
    Some(body(kind, text, take))
}

/// Rules from before a picture could be held back.
fn rules(r: &mut BodyReader<'_>) -> Result<Rules, Wrong> {
    r.object(|r| {
        Ok(Rules {
            id: r.field("id")?,
            title: r.field("title")?,
            line: r.field("line_pct_hundredths")?,
            bingo: r.field("bingo_pct_hundredths")?,
            face_values: r.field("face_values_cents")?,
            series_size: r.field("series_size")?,
            rounding: r.field("rounding")?,
            resto_to: r.field("resto_to")?,
            unsung_line_to: r.field("unsung_line_to")?,
            unsung_bingo_to: r.field("unsung_bingo_to")?,
            question_min_secs: r.field("question_min_secs")?,
            ball_set_max_games: r.field("ball_set_max_games")?,
            ball_set_warning_games: r.field("ball_set_warning_games")?,
            pre_extraction_wait_min: r.field("pre_extraction_wait_min")?,
            caller_error: r.field("caller_error")?,
            split_unit: r.field("split_unit")?,
            announcing: r.field("announcing")?,
            evidence: r.field("evidence")?,
            light: r.field("light")?,
            without_camera: r.field("without_camera")?,
            picture: Sourced { value: Picture::Marked, basis: Basis::Hall },
            second_word: Sourced { value: SecondWord::SecondPerson, basis: Basis::Hall },
            least_staff: NOBODY_COUNTED,
            valid_from: None,
        })
    })
}
