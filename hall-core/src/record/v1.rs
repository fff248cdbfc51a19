//! Version 1 of the kinds whose newest version is another. Frozen, and only read.

use super::DecodeError;
use super::read::{BodyReader, Wrong, body};
use super::v2::{NOBODY_COUNTED, hall_founded, session_opened};
use crate::event::{DevicePost, Event};
use crate::matrix::MatrixOptions;
use crate::people::Sealed;
use crate::rules::{Basis, EvidencePolicy, Light, Picture, Rules, SecondWord, Sourced, WithoutCamera};

/// Reads a body of this kind, as version 1 wrote it; nothing where that is still the newest.
pub(super) fn decode(kind: &str, text: &str) -> Option<Result<Event, DecodeError>> {
    let take: fn(&mut BodyReader<'_>) -> Result<Event, Wrong> = match kind {
        "matrix_made" => |r| {
            Ok(Event::MatrixMade {
                matrix: r.field("matrix")?,
                size: r.field("size")?,
                generator: r.field("generator")?,
                key: r.field("key")?,
                key_sha256: r.field("key_sha256")?,
                faces_sha256: r.field("faces_sha256")?,
                options: MatrixOptions::PLAIN,
                mixed: None,
            })
        },
        "series_received" => |r| {
            Ok(Event::SeriesReceived {
                series: r.field("series")?,
                matrix: r.field("matrix")?,
                face_value: r.field("face_value_cents")?,
                cards: None,
            })
        },
        "person_added" => |r| {
            Ok(Event::PersonAdded {
                person: r.field("person")?,
                roles: r.field("roles")?,
                identity: r.field("identity")?,
                pin: r.field("pin")?,
                card_until: None,
                first_pin: false,
            })
        },
        "ball_set_registered" => |r| {
            Ok(Event::BallSetRegistered {
                set: r.field("set")?,
                extractor: r.field("extractor")?,
                homologation: r.field("homologation")?,
                maker: None,
                reference: None,
            })
        },
        "diligencia_written" => |r| {
            let diligencia = r.field("diligencia")?;
            let about = r.field("about")?;
            let game = r.field("game")?;
            let text = r.field("text")?;
            let claimant: Option<Sealed> = r.field("claimant")?;
            let (document, signed) = (claimant.is_some(), r.field("signed")?);
            Ok(Event::DiligenciaWritten { diligencia, about, game, text, claimant, document, signed })
        },
        "draw_stopped" => |r| {
            let (game, stop, announced) = (r.field("game")?, r.field("stop")?, r.field("announced")?);
            let cause = r.field("cause")?;
            Ok(Event::DrawStopped { game, stop, announced, counting: announced, cause, pressed: None })
        },
        "opening_completed" => |r| {
            Ok(Event::OpeningCompleted {
                session: r.field("session")?,
                reserve_machine: r.field("reserve_machine")?,
                closes: r.field("closes")?,
                closes_at_utc_ms: None,
            })
        },
        "paragraph_read" => |r| {
            let (game, paragraph) = (r.field("game")?, r.field("paragraph")?);
            Ok(Event::ParagraphRead { game, paragraph, text_sha256: None, whole: false })
        },
        "authority_called" => |r| {
            Ok(Event::AuthorityCalled {
                session: r.field("session")?,
                game: r.field("game")?,
                cause: r.field("cause")?,
                about: None,
            })
        },
        "authority_decided" => |r| {
            Ok(Event::AuthorityDecided {
                session: r.field("session")?,
                game: r.field("game")?,
                agent: r.field("agent")?,
                goes_on: r.field("goes_on")?,
                about: None,
            })
        },
        "device_enrolled" => |r| {
            let (device, name, post) = (r.field("device")?, r.field("name")?, DevicePost::Desk);
            Ok(Event::DeviceEnrolled { device, name, post, key_sha256: r.field("key_sha256")? })
        },
        "hall_founded" => |r| hall_founded(r, rules),
        "session_opened" => |r| session_opened(r, rules),
        _ => return None,
    };
    Some(body(kind, text, take))
}

/// Rules without the two values that came with version 2: the warning followed from the limit, and every hall asked
/// for the caller's word.
fn rules(r: &mut BodyReader<'_>) -> Result<Rules, Wrong> {
    fn of_the_hall<T>(value: T) -> Sourced<T> {
        Sourced { value, basis: Basis::Hall }
    }
    r.object(|r| {
        let mut rules = Rules {
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
            ball_set_warning_games: of_the_hall(0),
            pre_extraction_wait_min: r.field("pre_extraction_wait_min")?,
            caller_error: r.field("caller_error")?,
            split_unit: r.field("split_unit")?,
            announcing: r.field("announcing")?,
            evidence: of_the_hall(EvidencePolicy::Caller),
            light: of_the_hall(Light::AtOnce),
            without_camera: of_the_hall(WithoutCamera::Free),
            picture: of_the_hall(Picture::Marked),
            second_word: of_the_hall(SecondWord::SecondPerson),
            least_staff: NOBODY_COUNTED,
            valid_from: None,
        };
        rules.ball_set_warning_games.value = Rules::warning_before(rules.ball_set_max_games.value);
        Ok(rules)
    })
}
