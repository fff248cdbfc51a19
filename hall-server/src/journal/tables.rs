//! What each event does to the tables for people: one match, a row or two an arm.
//!
//! What an event means for a hold, a prize or a diligencia is a rule of the core, as in the acta (ADR 29). A table never
//! refuses an event: without a row to change, it changes none. What the columns mean is in `schema.sql`.

use hall_core::event::{Event, Found, GameNo, HoldExit, HoldNo, Play, PrintingStop, ReaderEvent};
use hall_core::game::PrizeState;
use hall_core::people::{PersonId, Role};
use hall_core::record::{self, Line};
use hall_core::rules::Division;
use hall_wire::message::{CardState, MatrixRowKind, PrintingState};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::int;

mod accounts;
mod balls;
mod cards;
mod diligencia;
mod row;

use row::{Cell, NULL, Tables, cells, put, set};

/// Writes into the tables what an event changes. The line is the event's own.
pub(super) fn fold(conn: &Connection, line: &Line, event: &Event) -> rusqlite::Result<()> {
    let t = &Tables { conn, line };
    diligencia::write(t, event)?;
    let (seq, at, by) = (line.seq, line.at_utc_ms, line.actor);
    match event {
        Event::HallFounded { name, zone, profile_sha256, .. } => put! { t, hall {
            id: 1_u8, name, zone, founded_at_utc_ms: at, profile_sha256, rules: t.json("$.rules")?,
        } },
        Event::SigningKeyBegun { key, before } => put! { t, record_key { seq, key, before } },
        Event::WitnessMet { name, key } => put! { t, record_witness { seq, name, key } },
        Event::PersonAdded { person, roles, identity, pin, card_until, first_pin } => put! { t, person {
            id: person, roles: role_names(roles), added_at_utc_ms: at, identity_sealed: identity, pin_sealed: pin,
            card_until, first_pin,
        } },
        Event::PersonChanged { person, roles, identity, card_until } => {
            set! { t, person[id: person] { roles: role_names(roles), identity_sealed: identity, card_until } }
        }
        Event::PinChanged { person, pin } => {
            set! { t, person[id: person] { pin_sealed: pin, first_pin: false } }
        }
        Event::PinReset { person, pin, .. } => {
            set! { t, person[id: person] { pin_sealed: pin, first_pin: true } }
        }
        Event::PersonDismissed { person, reason } => {
            set! { t, person[id: person] { left_at_utc_ms: at, left_reason: reason } }
        }
        Event::PersonTakenBack { person, pin } => set! { t, person[id: person] {
            pin_sealed: pin, first_pin: true, left_at_utc_ms: NULL, left_reason: NULL,
        } },
        Event::MatrixMade { matrix, size, options, generator, mixed, key, key_sha256, faces_sha256 } => {
            let (words, seed) = mixed.as_ref().map(|mixed| (&mixed.words, mixed.seed)).unzip();
            put! { t, matrix {
                matrix, size, kind: options.kind, clean: options.clean, generator, mixed: words,
                seed_sealed: seed, key_sealed: key, key_sha256, faces_sha256, made_at_utc_ms: at, made_by: by,
            } }
        }
        Event::MatrixImported { matrix, size, maker, file_sha256, faces, faces_sha256 } => put! { t, matrix {
            matrix, size, kind: MatrixRowKind::Imported, clean: false, maker, file_sha256, faces_sealed: faces, faces_sha256,
            made_at_utc_ms: at, made_by: by,
        } },
        Event::MatrixRetired { matrix, reason } => {
            set! { t, matrix[matrix] { retired_at_utc_ms: at, retired_by: by, reason } }
        }
        Event::SeriesReceived { series, matrix, face_value, cards } => put! { t, series {
            series, matrix,
            size: t.one("select coalesce(?, size) from matrix where matrix = ?", (cards, matrix.get()))?,
            face_value_cents: face_value, next_card: 1_u8, received_at_utc_ms: at,
        } },
        Event::SeriesPrinted { series, pages, sha256 } => {
            set! { t, series[series] { pages, pdf_sha256: sha256 } }
        }
        Event::PrintingOrdered { printing, cards, template, copy } => put! { t, printing {
            printing, series: cards.series, first: cards.first, last: cards.last, template, copy,
            state: PrintingState::Ordered, ordered_at_utc_ms: at, ordered_by: by,
        } },
        Event::PrintingDone { printing, file, pages, sha256 } => {
            let series = t.one("select series from printing where printing = ?", [printing.0])?;
            set! { t, series[series] { pages, pdf_sha256: sha256 } }?;
            set! { t, printing[printing] { state: PrintingState::Done, ended_at_utc_ms: at, file, pages, pdf_sha256: sha256 } }
        }
        Event::PrintingStopped { printing, why } => {
            let (state, words) = match why {
                PrintingStop::Cancelled(_) => (PrintingState::Cancelled, None),
                PrintingStop::Failed(words) => (PrintingState::Failed, Some(words)),
            };
            set! { t, printing[printing] { state, ended_at_utc_ms: at, words } }
        }
        Event::BallSetRegistered { set, extractor, homologation, maker, reference } => put! { t, ball_set {
            ball_set: set, extractor, homologation, games: 0_u8, registered_at_utc_ms: at, maker, reference,
        } },
        Event::Balls(event) => balls::fold(t, event),

        Event::SessionOpened { session, date, mesa, sala, check, rules, profile_sha256 } => {
            put! { t, session {
                session, date, mesa, sala, opened_at_utc_ms: at, balls_counted_at_opening: check.balls_counted,
                ball_set: check.set, reserve_set: check.reserve_set, seals_whole: check.seals_whole,
                installations_work: check.installations_work, public_witness: check.public_witness,
                rules_id: rules.id, profile_sha256, unsung_line_to: t.json("$.rules.unsung_line_to.value")?,
                unsung_bingo_to: t.json("$.rules.unsung_bingo_to.value")?,
            } }
        }
        Event::OpeningCompleted { session, reserve_machine, closes, closes_at_utc_ms: _ } => {
            let closes_local = closes.map(|closes| closes.to_string());
            set! { t, session[session] { reserve_machine, closes_local } }
        }
        Event::SubstitutionMade { session, post, person, stand_in, .. } => match post {
            Role::JefeDeMesa => set! { t, session[session, mesa: person] { mesa: stand_in } },
            Role::JefeDeSala => set! { t, session[session, sala: person] { sala: stand_in } },
            Role::Cajero | Role::VendedorLocutor | Role::Auxiliar | Role::Admision | Role::Inspector => {
                Ok(())
            }
        },
        Event::BallSetChanged { session, to, reserve_set, .. } => {
            set! { t, session[session] { ball_set: to, reserve_set } }
        }
        Event::SessionClosed { session, balls_counted, public_witness, prizes_pending, amount_pending } => {
            set! { t, prize[state: PrizeState::Due] {
                state: PrizeState::Due.at_close(), since_utc_ms: at, by,
            } }?;
            set! { t, session[session] {
                closed_at_utc_ms: at, closed_by: by, balls_counted_at_close: balls_counted,
                public_witness_at_close: public_witness, prizes_pending, amount_pending_cents: amount_pending,
            } }
        }
        Event::ActaIssued { session, file, sha256, covers_seq } => {
            put! { t, acta { seq, session, file, sha256, covers_seq, issued_at_utc_ms: at } }
        }
        Event::ActaCopied { session, copy, reason } => {
            put! { t, acta_copy { session, copy, reason, made_at_utc_ms: at, by } }
        }
        Event::BookOpened { book, authority, date, first, last } => put! { t, book {
            seq, book, authority, date, first, last, opened_at_utc_ms: at, opened_by: by,
        } },
        Event::BookKeptFor { book, face_value } => {
            let opened = t.one("select max(seq) from book where book = ?", [book])?;
            set! { t, book[seq: opened] { face_value_cents: face_value } }
        }
        Event::FoliosTaken { session, book, first, last } => {
            put! { t, acta_folio { book, first, last, session } }
        }
        Event::BookClosed { book, left, reason } => {
            let opened = t.one("select max(seq) from book where book = ?", [book])?;
            set! { t, book[seq: opened] {
                closed_at_utc_ms: at, closed_by: by, left_empty: left, reason,
            } }
        }

        Event::SaleOpened { game, in_session, series, first, face_value } => put! { t, game {
            game, in_session, session: t.session()?, series, first_card: first, face_value_cents: face_value,
            state: "on_sale", remainder_cents: 0_u8, unsung_line_cents: 0_u8, unsung_bingo_cents: 0_u8,
            opened_at_utc_ms: at,
        } },
        Event::BlockIssued { game, cards, seller } => {
            cards::put(t, *game, *cards, Some(*seller), CardState::Issued)
        }
        Event::CardsReturned { game, cards, seller } => {
            cards::put(t, *game, *cards, Some(*seller), CardState::Returned)
        }
        Event::CardsTransferred { game, cards, to, .. } => {
            cards::put(t, *game, *cards, Some(*to), CardState::Issued)
        }
        Event::SaleClosed { game, segments, sold, division, formula } => {
            set! { t, game[game] { state: "closed", closed_at_utc_ms: at } }?;
            row_of_acta(t, *game, (*sold, division, formula))?;
            cards::sell(t, *game, segments)?;
            t.cash(*game, "sale", int(division.takings.0))
        }
        Event::GapBurned { game, cards, .. } => {
            cards::put(t, *game, *cards, None, CardState::Burned)?;
            cards::pass(t, *cards)
        }
        Event::SaleRectified { game, cards, found, seller, sold, division, formula, .. } => {
            // The till is put right by the difference, so that sale and corrections together are the takings.
            t.run(
                "insert or replace into cash_movement
                 select ?, game, 'correction', ? - coalesce(takings_cents, 0), ?, ? from game where game = ?",
                (int(seq), int(division.takings.0), at, by.to_string(), game.0),
            )?;
            row_of_acta(t, *game, (*sold, division, formula))?;
            match found {
                Found::Unsold => cards::put(t, *game, *cards, Some(*seller), CardState::Returned),
                Found::Sold => {
                    cards::put(t, *game, *cards, Some(*seller), CardState::Sold)?;
                    cards::pass(t, *cards)
                }
            }
        }
        Event::GameNotHeld { game } => set! { t, game[game] { state: "not_held", ended_at_utc_ms: at } },

        Event::DrawStarted { game, set, boot } => {
            set! { t, game[game] { state: "drawing", ball_set: set, boot, started_at_utc_ms: at } }
        }
        Event::DrawStartedByCaller { game, set } => {
            set! { t, game[game] { state: "drawing", ball_set: set, started_at_utc_ms: at } }
        }
        Event::BallExtracted { game, ordinal, ball, .. } => {
            count_game_of_set(t, *game)?;
            put! { t, game_ball { game, ordinal, ball, extracted_at_utc_ms: at, evidence: t.json("$.evidence")? } }
        }
        Event::BallAnnounced { game, ordinal, .. } => set! { t, game_ball[game, ordinal] {
            announced_at_utc_ms: at, announced_by: by, announced_evidence: t.json("$.evidence")?,
        } },
        Event::BallShown { game, ordinal, panel } => {
            set! { t, game_ball[game, ordinal] { shown_at_utc_ms: at, panel } }
        }
        Event::BallCorrected { game, ordinal, from, to } => {
            count_game_of_set(t, *game)?;
            t.run(
                "insert or ignore into game_ball (game, ordinal, ball, extracted_at_utc_ms, evidence)
                 values (?, ?, ?, ?, '[]')",
                (game.0, ordinal.0, to.number(), at),
            )?;
            set! { t, game_ball[game, ordinal] { ball: to, corrected_at_utc_ms: at, corrected_from: from } }
        }

        Event::ReadingRectified { game, ordinal, from, to } => {
            set! { t, game_ball[game, ordinal] { ball: to, corrected_at_utc_ms: at, corrected_from: from } }
        }

        Event::DrawStopped { game, stop, announced, .. } => {
            set! { t, game[game] { state: "stopped" } }?;
            put! { t, stop { game, stop, stopped_at_utc_ms: at, announced, cause: t.json("$.cause")? } }
        }
        // The press stands in its line.
        Event::StopCalledEarlier { .. } => Ok(()),
        Event::QuestionAsked { game, stop, line, bingo } => {
            set! { t, stop[game, stop] { asked_at_utc_ms: at, asked_line: line, asked_bingo: bingo } }
        }
        Event::DrawResumed { game, stop } => {
            set! { t, game[game] { state: "drawing" } }?;
            set! { t, stop[game, stop] { resumed_at_utc_ms: at } }
        }

        Event::ClaimMade { game, stop, claim, play, card, face, .. } => put! { t, claim {
            game, claim, stop, play, series: card.series, card: card.number,
            face: face.map(|face| face.rank().to_string()), claimed_at_utc_ms: at,
            verdict: t.json("$.verdict.is")?, judgement: t.json("$.verdict")?,
        } },
        Event::ClaimAccepted { game, claim } => {
            set! { t, claim[game, claim] { decision: "accepted", decided_at_utc_ms: at, decided_by: by } }
        }
        Event::ClaimRejected { game, claim, reason } => {
            set! { t, claim[game, claim] { decision: "rejected", decided_at_utc_ms: at, decided_by: by, reason } }
        }
        Event::PlayAwarded { game, play, winners, remainder } => {
            for share in winners {
                put! { t, prize {
                    game, prize: share.prize, play, claim: share.claim, series: share.card.series,
                    card: share.card.number, amount_cents: share.amount, awarded_at_utc_ms: at,
                    state: "awarded", since_utc_ms: at, by,
                } }?;
            }
            let sql = "update game set remainder_cents = remainder_cents + ? where game = ?";
            t.run(sql, (int(remainder.0), game.0))
        }
        Event::PlayUnsung { game, play, amount } => {
            match play {
                Play::Line => set! { t, game[game] { unsung_line_cents: amount } },
                Play::Bingo => set! { t, game[game] { unsung_bingo_cents: amount } },
            }?;
            accounts::carry(t, *game, *play, *amount)
        }
        Event::GameEnded { game } => {
            set! { t, game[game] { state: "ended", ended_at_utc_ms: at } }?;
            set! { t, prize[game, state: "awarded"] { state: PrizeState::Due, since_utc_ms: at, by } }
        }

        Event::PrizePaid { game, prize, amount } => {
            set! { t, prize[game, prize] { state: PrizeState::Paid, since_utc_ms: at, by, reason: NULL } }?;
            t.cash(*game, "prize", -int(amount.0))
        }
        Event::PrizeReleased { game, prize, .. } => {
            set! { t, prize[game, prize] { state: PrizeState::Due, since_utc_ms: at, by, reason: NULL } }
        }
        Event::PrizeWithheld { game, prize, reason } => {
            set! { t, prize[game, prize] { state: PrizeState::Withheld, since_utc_ms: at, by, reason } }
        }
        Event::GameVoided { game, asked_by, cause, segments, amount, .. } => {
            if t.one("select state from game where game = ?", [game.0])? == Value::from("on_sale".to_owned())
            {
                // The sale had not closed: its cards are used and its money is in the till.
                cards::sell(t, *game, segments)?;
                t.cash(*game, "sale", int(amount.0))?;
            }
            set! { t, game[game] {
                state: "void", voided_at_utc_ms: at, void_asked_by: asked_by.to_string(), voided_by: by,
                void_cause: cause, suspended_at_utc_ms: NULL,
            } }?;
            t.run(
                "update prize set state = 'void', since_utc_ms = ?, by = ? where game = ? and state <> 'paid'",
                (at, by.to_string(), game.0),
            )?;
            accounts::carry_back(t, *game)
        }
        Event::CardsRefunded { game, cards, amount } => {
            cards::put(t, *game, *cards, None, CardState::Refunded)?;
            t.cash(*game, "refund", -int(amount.0))
        }

        Event::HoldRaised { game, hold, .. } => put! { t, hold {
            hold, game, raised_at_utc_ms: at, raised_by: by, why: t.json("$.why.is")?, detail: t.json("$.why")?,
        } },
        Event::HoldExitAsked { hold, .. } => {
            set! { t, hold[hold] { exit: t.json("$.exit")?, exit_asked_by: by } }
        }
        Event::HoldLeft { game, exit, asked_by, .. } => {
            if let HoldExit::ByHand { caller, second } = exit {
                set! { t, game[game] { by_hand_caller: caller, by_hand_second: second } }?;
            }
            leave_holds(t, event, *game, *asked_by)
        }

        Event::GameSuspended { game, .. } => set! { t, game[game] { suspended_at_utc_ms: at } },
        Event::SuspensionLifted { game } => set! { t, game[game] { suspended_at_utc_ms: NULL } },
        Event::Transcribed { game, asked_by, .. } => {
            let both = format!("{asked_by} {by}");
            set! { t, game[game] { transcribed_at_utc_ms: at, transcribed_by: both } }?;
            leave_holds(t, event, *game, *asked_by)
        }

        Event::BallSetAside { boot, seq, .. }
        | Event::ReadingNotCounted { boot, seq, .. }
        | Event::MachineSaw { boot, seq, .. }
        | Event::FramesMissing { boot, expected: seq, .. }
        | Event::Reader(ReaderEvent::Candidate { boot, seq, .. } | ReaderEvent::Saw { boot, seq, .. }) => {
            t.machine(Some(*boot), Some(*seq))
        }
        Event::MachineIdentified { boot, .. } | Event::Reader(ReaderEvent::Identified { boot }) => {
            t.machine(Some(*boot), None)
        }
        Event::LinkLost { .. }
        | Event::MachineMode { .. }
        | Event::BadFrames { .. }
        | Event::Reader(ReaderEvent::LinkLost { .. }) => t.machine(None, None),

        Event::EpochBegun { epoch, lost_to, people, .. } => {
            let people = people.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            put! { t, epoch {
                epoch, seq: t.line.seq, begun_at_utc_ms: t.line.at_utc_ms, cause: t.json("$.cause")?,
                lost_to_seq: lost_to, people,
            } }
        }
        Event::NumberingSet { numbering, .. } => {
            for last in &numbering.sold {
                t.run(
                    "update series set next_card = max(next_card, ?2) where series = ?1",
                    (last.series.to_string(), last.card.0 + 1),
                )?;
            }
            Ok(())
        }

        // These are in the record only, or in `diligencia`.
        Event::ServerStarted { .. }
        | Event::ServerStopped { .. }
        | Event::ClockStepped { .. }
        | Event::ClockConfirmAsked { .. }
        | Event::ClockConfirmed { .. }
        | Event::AuthorityCalled { .. }
        | Event::AuthorityDecided { .. }
        | Event::MachineRegistered { .. }
        | Event::MachineTaken { .. }
        | Event::ParagraphRead { .. }
        | Event::BallKeyed { .. }
        | Event::LastBallConfirmed { .. }
        | Event::TranscriptionAsked { .. }
        | Event::CardKeyMade { .. }
        | Event::LoggedIn { .. }
        | Event::LoggedOut { .. }
        | Event::LogInEnded { .. }
        | Event::DeviceEnrolled { .. }
        | Event::DeviceRevoked { .. }
        | Event::RulesAsked { .. }
        | Event::RulesAdopted { .. }
        | Event::ShiftBegun { .. }
        | Event::ShiftEnded { .. }
        | Event::StaffCounted { .. }
        | Event::StaffLacks { .. }
        | Event::OpeningSigned { .. }
        | Event::Article36Given { .. }
        | Event::LoginRefused { .. }
        | Event::RefusalNoted { .. }
        | Event::LastGameAnnounced { .. }
        | Event::DiligenciaWritten { .. }
        | Event::NoteWritten { .. }
        | Event::PaperSigned { .. }
        | Event::PersonKeyEnrolled { .. }
        | Event::PersonKeyEnded { .. }
        | Event::TimeStamped { .. }
        | Event::KeyDrawAnnounced { .. }
        | Event::KeyDrawGivenUp { .. }
        | Event::KeyDrawsRequired { .. }
        | Event::ExportAsked { .. }
        | Event::ExportMade { .. }
        | Event::ExportFailed { .. }
        | Event::RehearsalAsked { .. }
        | Event::RehearsalPassed { .. }
        | Event::RehearsalFailed { .. }
        | Event::NumberingAsked { .. }
        | Event::RecordArchived { .. }
        | Event::DeletionSet { .. }
        | Event::ValuesDeleted { .. }
        | Event::RequestsDigested { .. }
        | Event::InspectionMade { .. }
        | Event::InspectionCodeGiven { .. }
        | Event::SearchMade { .. }
        | Event::GapBurnAsked { .. }
        | Event::AnnouncementRectified { .. }
        | Event::VoiceFailed { .. }
        | Event::CameraChanged { .. }
        | Event::BallPictured { .. }
        | Event::FilmKept { .. }
        | Event::SoundKept { .. }
        | Event::FilmDeleted { .. }
        | Event::CameraWaiverAsked { .. }
        | Event::CameraWaived { .. }
        | Event::VoidAsked { .. } => Ok(()),
    }
}

/// Writes the game's row as the sale's close or a public rectification gives it.
fn row_of_acta(
    t: &Tables<'_>,
    game: GameNo,
    (sold, money, formula): (u32, &Division, &str),
) -> rusqlite::Result<()> {
    set! { t, game[game] {
        sold, takings_cents: money.takings, line_cents: money.line, bingo_cents: money.bingo,
        house_cents: money.house, resto_cents: money.resto, formula,
    } }
}

/// A set has served a game from its first ball on, read or corrected (DECISIONS 31).
fn count_game_of_set(t: &Tables<'_>, game: GameNo) -> rusqlite::Result<()> {
    t.run(
        "update ball_set set games = games + 1
         where ball_set = (select ball_set from game where game = ?1)
           and not exists (select 1 from game_ball where game = ?1)",
        [game.0],
    )
}

/// Ends the open holds of a game that an event ends.
fn leave_holds(t: &Tables<'_>, event: &Event, game: GameNo, asked_by: PersonId) -> rusqlite::Result<()> {
    let (at, by) = (t.line.at_utc_ms, t.line.actor);
    let mut open =
        t.conn.prepare_cached("select hold, detail from hold where game = ? and left_at_utc_ms is null")?;
    let rows = open.query_map([game.0], |row| Ok((HoldNo(row.get(0)?), row.get::<_, String>(1)?)))?;
    for row in rows.collect::<Result<Vec<_>, _>>()? {
        let (hold, why) = row;
        if record::hold_why(&why).is_ok_and(|why| why.ends_with(hold, event)) {
            set! { t, hold[hold] {
                exit: t.json("$.exit")?, exit_asked_by: asked_by.to_string(), left_at_utc_ms: at, left_by: by,
            } }?;
        }
    }
    Ok(())
}

/// The roles of a person, in one cell.
fn role_names(roles: &[Role]) -> String {
    roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(" ")
}
