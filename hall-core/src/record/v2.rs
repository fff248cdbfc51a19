//! Version 2 of the kinds whose newest version is the sixth. Frozen, and only read.

use super::DecodeError;
use super::read::{BodyReader, Wrong, body};
use crate::event::Event;
use crate::rules::{Basis, Light, Picture, Rules, SecondWord, Sourced, StaffCount, WithoutCamera};

/// Reads a body of this kind, as version 2 wrote it; nothing where that is still the newest.
pub(super) fn decode(kind: &str, text: &str) -> Option<Result<Event, DecodeError>> {
    let take: fn(&mut BodyReader<'_>) -> Result<Event, Wrong> = match kind {
        "hall_founded" => |r| hall_founded(r, rules),
        "session_opened" => |r| session_opened(r, rules),
        _ => return None,
    };
    Some(body(kind, text, take))
}

/// The least staff of rules that say nothing of it.
pub(super) const NOBODY_COUNTED: Sourced<StaffCount> = Sourced {
    value: StaffCount {
        admision: 0,
        auxiliares: 0,
        vendedores: 0,
        cajeros: 0,
        jefes_de_mesa: 0,
        jefes_de_sala: 0,
    },
    basis: Basis::Hall,
};

/// Reads the rules of one version.
pub(super) type TakeRules = fn(&mut BodyReader<'_>) -> Result<Rules, Wrong>;

/// A founding line, whose fields were the same in versions 1 to 5, but for those of its rules.
pub(super) fn hall_founded(r: &mut BodyReader<'_>, rules: TakeRules) -> Result<Event, Wrong> {
    Ok(Event::HallFounded {
        name: r.field("name")?,
        zone: r.field("zone")?,
        profile_sha256: r.field("profile_sha256")?,
        rules: r.field_by("rules", rules)?,
    })
}

/// The same of a session's first line.
pub(super) fn session_opened(r: &mut BodyReader<'_>, rules: TakeRules) -> Result<Event, Wrong> {
    Ok(Event::SessionOpened {
        session: r.field("session")?,
        date: r.field("date")?,
        mesa: r.field("mesa")?,
        sala: r.field("sala")?,
        check: r.field("check")?,
        rules: r.field_by("rules", rules)?,
        profile_sha256: r.field("profile_sha256")?,
    })
}

/// Rules from before panels waited for a voice and the draw for a camera.
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
            light: Sourced { value: Light::AtOnce, basis: Basis::Hall },
            without_camera: Sourced { value: WithoutCamera::Free, basis: Basis::Hall },
            picture: Sourced { value: Picture::Marked, basis: Basis::Hall },
            second_word: Sourced { value: SecondWord::SecondPerson, basis: Basis::Hall },
            least_staff: NOBODY_COUNTED,
            valid_from: None,
        })
    })
}
