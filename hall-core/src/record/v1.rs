//! Version 1 of every event. Frozen: lines are added for new kinds and never changed; a kind
//! whose fields change gets a version 2 in a file of its own.
//!
//! To the left of each colon or arrow is the name in Rust, which may change; to its right,
//! in quotes, the name on disk, which may not. How the values themselves are written is in
//! [`value`].

use alloc::string::String;

use super::DecodeError;
use super::read::{BodyReader, Wrong};
use super::write::Writer;
use crate::event::Event;
use crate::matrix::MatrixOptions;
use value::Value;

pub(super) mod value;

macro_rules! events {
    (
        $($variant:ident => $kind:literal { $($field:ident: $name:literal),* })*
        @superseded
        $($old:ident => $old_kind:literal { $($old_field:ident: $old_name:literal),* }
            with { $($later:ident: $then:expr),* })*
    ) => {
        /// The name of every kind of event on disk.
        pub const KINDS: &[&str] = &[$($kind,)* $($old_kind),*];

        /// Returns the kind and the body, or `None` if a newer version writes such events.
        pub(super) fn encode(event: &Event) -> Option<(&'static str, String)> {
            let mut w = Writer::new();
            w.open('{');
            let kind = match event {
                Event::Balls(_) | Event::Reader(_) => return None,
                $(Event::$variant { $($field),* } => {
                    $(w.name($name); $field.put(&mut w);)*
                    $kind
                })*
                $(Event::$old { .. } => return None,)*
            };
            w.close('}');
            Some((kind, w.finish()))
        }

        /// Reads a body of this kind.
        pub(super) fn decode(kind: &str, body: &str) -> Result<Event, DecodeError> {
            let mut r = BodyReader::new(body);
            let event = match kind {
                $($kind => (|| {
                    r.open("{")?;
                    let event = Event::$variant { $($field: r.field($name, Value::take)?),* };
                    r.close()?;
                    r.end()?;
                    Ok(event)
                })(),)*
                $($old_kind => (|| {
                    r.open("{")?;
                    let event = Event::$old {
                        $($old_field: r.field($old_name, Value::take)?,)* $($later: $then),*
                    };
                    r.close()?;
                    r.end()?;
                    Ok(event)
                })(),)*
                _ => return Err(DecodeError::UnknownKind { kind: kind.into() }),
            };
            event.map_err(|wrong: Wrong| wrong.in_event(kind))
        }
    };
}

events! {
    ServerStarted => "server_started" { version: "version" }
    CardKeyMade => "card_key_made" { key: "key" }
    PersonAdded => "person_added" { person: "person", roles: "roles", identity: "identity", pin: "pin" }
    LoggedIn => "logged_in" { person: "person", token: "token" }
    LoggedOut => "logged_out" { person: "person" }
    LoginRefused => "login_refused" { tries: "tries" }
    SeriesReceived => "series_received" { series: "series", matrix: "matrix", face_value: "face_value_cents" }
    SeriesPrinted => "series_printed" { series: "series", pages: "pages", sha256: "sha256" }

    SessionClosed => "session_closed" {
        session: "session", balls_counted: "balls_counted", public_witness: "public_witness",
        prizes_pending: "prizes_pending", amount_pending: "amount_pending_cents"
    }
    LastGameAnnounced => "last_game_announced" { session: "session" }
    DiligenciaWritten => "diligencia_written" {
        diligencia: "diligencia", about: "about", game: "game", text: "text", claimant: "claimant",
        signed: "signed"
    }
    InspectionMade => "inspection_made" { game: "game" }
    GapBurnAsked => "gap_burn_asked" { game: "game", cards: "cards" }
    GapBurned => "gap_burned" { game: "game", cards: "cards", asked_by: "asked_by" }
    PrizeReleased => "prize_released" { game: "game", prize: "prize", reason: "reason" }
    SaleRectified => "sale_rectified" {
        game: "game", cards: "cards", found: "found", seller: "seller", sold_before: "sold_before",
        segments: "segments", sold: "sold", division: "division", formula: "formula"
    }
    AnnouncementRectified => "announcement_rectified" {
        game: "game", ordinal: "ordinal", ball: "ball", said: "said"
    }
    ActaIssued => "acta_issued" { session: "session", file: "file", sha256: "sha256", covers_seq: "covers_seq" }

    OpeningCompleted => "opening_completed" {
        session: "session", reserve_machine: "reserve_machine", closes: "closes"
    }
    SubstitutionMade => "substitution_made" {
        session: "session", post: "post", person: "person", stand_in: "stand_in", reason: "reason"
    }
    BallSetChanged => "ball_set_changed" {
        session: "session", from: "from", to: "to", reserve_set: "reserve_set",
        balls_counted: "balls_counted", reason: "reason"
    }
    AuthorityCalled => "authority_called" { session: "session", game: "game", cause: "cause" }
    AuthorityDecided => "authority_decided" { session: "session", game: "game", agent: "agent", goes_on: "goes_on" }
    ServerStopped => "server_stopped" { power_failing: "power_failing" }
    ClockStepped => "clock_stepped" { back: "back", by_ms: "by_ms" }

    GameSuspended => "game_suspended" { game: "game", cause: "cause" }
    SuspensionLifted => "suspension_lifted" { game: "game" }
    ParagraphRead => "paragraph_read" { game: "game", paragraph: "paragraph" }
    BallKeyed => "ball_keyed" { game: "game", ordinal: "ordinal", ball: "ball" }
    TranscriptionAsked => "transcription_asked" { game: "game", lines: "lines" }
    Transcribed => "transcribed" { game: "game", asked_by: "asked_by", lines: "lines" }

    SaleOpened => "sale_opened" {
        game: "game", in_session: "in_session", series: "series", first: "first",
        face_value: "face_value_cents"
    }
    BlockIssued => "block_issued" { game: "game", cards: "cards", seller: "seller" }
    CardsReturned => "cards_returned" { game: "game", cards: "cards", seller: "seller" }
    CardsTransferred => "cards_transferred" { game: "game", cards: "cards", from: "from", to: "to" }
    SaleClosed => "sale_closed" {
        game: "game", segments: "segments", sold: "sold", division: "division", formula: "formula"
    }
    GameNotHeld => "game_not_held" { game: "game" }

    DrawStarted => "draw_started" { game: "game", set: "set", boot: "boot" }
    BallExtracted => "ball_extracted" { game: "game", ordinal: "ordinal", ball: "ball", evidence: "evidence" }
    BallSetAside => "ball_set_aside" { number: "number", why: "why", boot: "boot", seq: "frame" }
    ReadingNotCounted => "reading_not_counted" {
        number: "number", set: "set", confidence: "confidence", boot: "boot", seq: "frame"
    }
    BallAnnounced => "ball_announced" { game: "game", ordinal: "ordinal", ball: "ball", evidence: "evidence" }
    BallShown => "ball_shown" { game: "game", ordinal: "ordinal", panel: "panel" }
    DrawStopped => "draw_stopped" { game: "game", stop: "stop", announced: "announced", cause: "cause" }
    ClaimMade => "claim_made" {
        game: "game", stop: "stop", claim: "claim", play: "play", card: "card", face: "face",
        verdict: "verdict"
    }
    ClaimAccepted => "claim_accepted" { game: "game", claim: "claim" }
    ClaimRejected => "claim_rejected" { game: "game", claim: "claim", reason: "reason" }
    QuestionAsked => "question_asked" { game: "game", stop: "stop", line: "line", bingo: "bingo" }
    DrawResumed => "draw_resumed" { game: "game", stop: "stop" }
    PlayAwarded => "play_awarded" {
        game: "game", play: "play", winners: "winners", remainder: "remainder_cents"
    }
    PlayUnsung => "play_unsung" { game: "game", play: "play", amount: "amount_cents" }
    GameEnded => "game_ended" { game: "game" }

    PrizePaid => "prize_paid" { game: "game", prize: "prize", amount: "amount_cents" }
    PrizeWithheld => "prize_withheld" { game: "game", prize: "prize", reason: "reason" }
    VoidAsked => "void_asked" { game: "game", cause: "cause" }
    GameVoided => "game_voided" {
        game: "game", asked_by: "asked_by", cause: "cause", segments: "segments", cards: "cards", amount: "amount_cents"
    }
    CardsRefunded => "cards_refunded" { game: "game", cards: "cards", amount: "amount_cents" }

    HoldRaised => "hold_raised" { game: "game", hold: "hold", why: "why" }
    HoldExitAsked => "hold_exit_asked" { game: "game", hold: "hold", exit: "exit" }
    HoldLeft => "hold_left" { game: "game", hold: "hold", exit: "exit", asked_by: "asked_by" }
    BallCorrected => "ball_corrected" { game: "game", ordinal: "ordinal", from: "from", to: "to" }

    MachineIdentified => "machine_identified" { boot: "boot", balls: "balls", set: "set" }
    LinkLost => "link_lost" { why: "why" }
    MachineMode => "machine_mode" { mode: "mode", out: "out" }
    MachineSaw => "machine_saw" { boot: "boot", seq: "frame", what: "what" }
    FramesMissing => "frames_missing" { boot: "boot", expected: "expected", got: "got" }
    BadFrames => "bad_frames" { count: "count", bytes: "bytes", first: "first" }

    MatrixImported => "matrix_imported" {
        matrix: "matrix", size: "size", maker: "maker", file_sha256: "file_sha256", faces: "faces",
        faces_sha256: "faces_sha256"
    }
    MatrixRetired => "matrix_retired" { matrix: "matrix", reason: "reason" }
    PrintingOrdered => "printing_ordered" { printing: "printing", cards: "cards", template: "template", copy: "copy" }
    PrintingDone => "printing_done" { printing: "printing", file: "file", pages: "pages", sha256: "sha256" }
    PrintingStopped => "printing_stopped" { printing: "printing", why: "why" }

    // What is written in a newer version since; what they did not say then is to the right.
    @superseded
    MatrixMade => "matrix_made" {
        matrix: "matrix", size: "size", generator: "generator", key: "key",
        key_sha256: "key_sha256", faces_sha256: "faces_sha256"
    } with { options: MatrixOptions::PLAIN, mixed: None }
    BallSetRegistered => "ball_set_registered" {
        set: "set", extractor: "extractor", homologation: "homologation"
    } with { maker: None, reference: None }
    // Their rules are those of version 1, which have no warning (`value`).
    HallFounded => "hall_founded" {
        name: "name", zone: "zone", profile_sha256: "profile_sha256", rules: "rules"
    } with {}
    SessionOpened => "session_opened" {
        session: "session", date: "date", mesa: "mesa", sala: "sala", check: "check",
        rules: "rules", profile_sha256: "profile_sha256"
    } with {}
}
