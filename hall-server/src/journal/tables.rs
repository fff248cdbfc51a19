//! What each event does to the tables for people: one match, one statement or two an arm.
//!
//! A table never refuses an event: where one finds no row to change, it changes none. What
//! the columns mean is in `schema.sql`.

use hall_core::event::{Event, Found, GameNo, HoldExit, HoldNo, Play, PrintingStop, ReaderEvent};
use hall_core::matrix::MatrixKind;
use hall_core::people::{PersonId, Role};
use hall_core::record::{self, Line};
use rusqlite::{Connection, Params};

use super::int;

mod balls;
mod cards;
mod diligencia;

/// Writes into the tables what an event changes. The line is the event's own.
pub(super) fn fold(conn: &Connection, line: &Line, event: &Event) -> rusqlite::Result<()> {
    diligencia::fold(conn, line, event)?;
    let at = line.at_utc_ms;
    let by = || line.actor.to_string();
    match event {
        Event::HallFounded { name, zone, profile_sha256, .. } => run(
            conn,
            "insert or replace into hall values (1, ?, ?, ?, ?, json_extract(?, '$.rules'))",
            (name, zone, at, profile_sha256, &line.body),
        ),
        Event::PersonAdded { person, roles, identity, pin } => {
            let roles: Vec<_> = roles.iter().map(|role| Role::name(*role)).collect();
            run(
                conn,
                "insert or replace into person values (?, ?, ?, ?, ?)",
                (person.0, roles.join(" "), at, int(identity.id), int(pin.id)),
            )
        }
        Event::MatrixMade { matrix, size, options, generator, mixed, key, key_sha256, faces_sha256 } => {
            let kind = match options.kind {
                MatrixKind::Single => "single",
                MatrixKind::Strip => "strip",
            };
            let (words, seed) = mixed.as_ref().map(|m| (m.words.as_str(), int(m.seed.id))).unzip();
            run(
                conn,
                "insert or replace into matrix (matrix, size, kind, clean, generator, mixed, seed_sealed,
                   key_sealed, key_sha256, faces_sha256, made_at_utc_ms, made_by)
                 values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    matrix.get(),
                    size,
                    kind,
                    options.clean,
                    generator,
                    words,
                    seed,
                    int(key.id),
                    key_sha256,
                    faces_sha256,
                    at,
                    by(),
                ),
            )
        }
        Event::MatrixImported { matrix, size, maker, file_sha256, faces, faces_sha256 } => run(
            conn,
            "insert or replace into matrix (matrix, size, kind, clean, maker, file_sha256, faces_sealed,
               faces_sha256, made_at_utc_ms, made_by)
             values (?, ?, 'imported', 0, ?, ?, ?, ?, ?, ?)",
            (matrix.get(), size, maker, file_sha256, int(faces.id), faces_sha256, at, by()),
        ),
        Event::MatrixRetired { matrix, reason } => run(
            conn,
            "update matrix set retired_at_utc_ms = ?, retired_by = ?, reason = ? where matrix = ?",
            (at, by(), reason, matrix.get()),
        ),
        Event::SeriesReceived { series, matrix, face_value } => run(
            conn,
            "insert or replace into series values
             (?1, ?2, (select size from matrix where matrix = ?2), ?3, 1, ?4, null, null)",
            (series.to_string(), matrix.get(), int(face_value.0), at),
        ),
        Event::SeriesPrinted { series, pages, sha256 } => run(
            conn,
            "update series set pages = ?, pdf_sha256 = ? where series = ?",
            (pages, sha256, series.to_string()),
        ),
        Event::PrintingOrdered { printing, cards, template, copy } => run(
            conn,
            "insert or replace into printing (printing, series, first, last, template, copy, state,
               ordered_at_utc_ms, ordered_by)
             values (?, ?, ?, ?, ?, ?, 'ordered', ?, ?)",
            (printing.0, cards.series.to_string(), cards.first.0, cards.last.0, template, copy, at, by()),
        ),
        Event::PrintingDone { printing, file, pages, sha256 } => {
            run(
                conn,
                "update printing set state = 'done', ended_at_utc_ms = ?, file = ?, pages = ?, pdf_sha256 = ?
                 where printing = ?",
                (at, file, pages, sha256, printing.0),
            )?;
            run(
                conn,
                "update series set pages = ?, pdf_sha256 = ?
                 where series = (select series from printing where printing = ?)",
                (pages, sha256, printing.0),
            )
        }
        Event::PrintingStopped { printing, why } => {
            let (state, words) = match why {
                PrintingStop::Cancelled(_) => ("cancelled", None),
                PrintingStop::Failed(words) => ("failed", Some(words)),
            };
            run(
                conn,
                "update printing set state = ?, ended_at_utc_ms = ?, words = ? where printing = ?",
                (state, at, words, printing.0),
            )
        }
        Event::BallSetRegistered { set, homologation, maker, reference, .. } => run(
            conn,
            "insert or replace into ball_set (ball_set, extractor, homologation, games, registered_at_utc_ms,
               maker, reference)
             values (?, ? ->> '$.extractor', ?, 0, ?, ?, ?)",
            (set.as_str(), &line.body, homologation, at, maker.as_deref(), reference.as_deref()),
        ),
        Event::Balls(event) => balls::fold(conn, line, event),

        Event::SessionOpened { session, date, mesa, sala, check, rules, profile_sha256 } => run(
            conn,
            "insert or replace into session (session, date, mesa, sala, opened_at_utc_ms,
                   balls_counted_at_opening, ball_set, reserve_set, seals_whole,
                   installations_work, public_witness, rules_id, profile_sha256)
                 values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                session.0,
                date.to_string(),
                mesa.0,
                sala.0,
                at,
                check.balls_counted,
                check.set.as_str(),
                check.reserve_set.as_str(),
                check.seals_whole,
                check.installations_work,
                check.public_witness,
                &rules.id,
                profile_sha256,
            ),
        ),
        Event::OpeningCompleted { session, reserve_machine, closes } => run(
            conn,
            "update session set reserve_machine = ?, closes_local = ? where session = ?",
            (reserve_machine, closes.map(|closes| closes.to_string()), session.0),
        ),
        Event::SubstitutionMade { session, post, person, stand_in, .. } => {
            let sql = match post {
                Role::JefeDeMesa => "update session set mesa = ? where session = ? and mesa = ?",
                Role::JefeDeSala => "update session set sala = ? where session = ? and sala = ?",
                Role::Cajero | Role::VendedorLocutor | Role::Auxiliar | Role::Admision | Role::Inspector => {
                    return Ok(());
                }
            };
            run(conn, sql, (stand_in.0, session.0, person.0))
        }
        Event::BallSetChanged { session, to, reserve_set, .. } => run(
            conn,
            "update session set ball_set = ?, reserve_set = ? where session = ?",
            (to.as_str(), reserve_set.as_str(), session.0),
        ),
        Event::SessionClosed { session, balls_counted, public_witness, prizes_pending, amount_pending } => {
            run(
                conn,
                "update session set closed_at_utc_ms = ?, closed_by = ?, balls_counted_at_close = ?,
               public_witness_at_close = ?, prizes_pending = ?, amount_pending_cents = ? where session = ?",
                (at, by(), balls_counted, public_witness, prizes_pending, int(amount_pending.0), session.0),
            )
        }
        Event::ActaIssued { session, file, sha256, covers_seq } => {
            run(
                conn,
                "insert or replace into acta values (?, ?, ?, ?, ?, ?)",
                (int(line.seq), session.0, file, sha256, int(*covers_seq), at),
            )?;
            run(
                conn,
                "update prize set state = 'unclaimed', since_utc_ms = ?, by = ? where state = 'due'",
                (at, by()),
            )
        }

        Event::SaleOpened { game, in_session, series, first, face_value } => run(
            conn,
            "insert or replace into game (game, in_session, session, series, first_card,
               face_value_cents, state, remainder_cents, unsung_line_cents, unsung_bingo_cents,
               opened_at_utc_ms)
             values (?, ?, (select max(session) from session), ?, ?, ?, 'on_sale', 0, 0, 0, ?)",
            (game.0, in_session, series.to_string(), first.0, int(face_value.0), at),
        ),
        Event::BlockIssued { game, cards, seller } => {
            cards::put(conn, *game, *cards, Some(*seller), "issued", at)
        }
        Event::CardsReturned { game, cards, seller } => {
            cards::put(conn, *game, *cards, Some(*seller), "returned", at)
        }
        Event::CardsTransferred { game, cards, to, .. } => {
            cards::put(conn, *game, *cards, Some(*to), "issued", at)
        }
        Event::SaleClosed { game, segments, sold, division, formula } => {
            run(
                conn,
                "update game set state = 'closed', sold = ?, takings_cents = ?, line_cents = ?,
                   bingo_cents = ?, house_cents = ?, resto_cents = ?, formula = ?,
                   closed_at_utc_ms = ? where game = ?",
                (
                    sold,
                    int(division.takings.0),
                    int(division.line.0),
                    int(division.bingo.0),
                    int(division.house.0),
                    int(division.resto.0),
                    formula,
                    at,
                    game.0,
                ),
            )?;
            cards::sell(conn, *game, segments, at)?;
            cash(conn, line, game.0, "sale", int(division.takings.0))
        }
        Event::GapBurned { game, cards, .. } => {
            cards::put(conn, *game, *cards, None, "burned", at)?;
            cards::pass(conn, *cards)
        }
        Event::SaleRectified { game, cards, found, seller, sold, division, formula, .. } => {
            // The till is put right by the difference, so that sale and corrections together
            // are the takings.
            run(
                conn,
                "insert or replace into cash_movement
                 select ?, game, 'correction', ? - coalesce(takings_cents, 0), ?, ? from game where game = ?",
                (int(line.seq), int(division.takings.0), at, by(), game.0),
            )?;
            run(
                conn,
                "update game set sold = ?, takings_cents = ?, line_cents = ?, bingo_cents = ?,
                   house_cents = ?, resto_cents = ?, formula = ? where game = ?",
                (
                    sold,
                    int(division.takings.0),
                    int(division.line.0),
                    int(division.bingo.0),
                    int(division.house.0),
                    int(division.resto.0),
                    formula,
                    game.0,
                ),
            )?;
            match found {
                Found::Unsold => cards::put(conn, *game, *cards, Some(*seller), "returned", at),
                Found::Sold => {
                    cards::put(conn, *game, *cards, Some(*seller), "sold", at)?;
                    cards::pass(conn, *cards)
                }
            }
        }
        Event::GameNotHeld { game } => {
            run(conn, "update game set state = 'not_held', ended_at_utc_ms = ? where game = ?", (at, game.0))
        }

        Event::DrawStarted { game, set, boot } => run(
            conn,
            "update game set state = 'drawing', ball_set = ?, boot = ?, started_at_utc_ms = ?
             where game = ?",
            (set.as_str(), boot.to_string(), at, game.0),
        ),
        Event::BallExtracted { game, ordinal, ball, .. } => {
            count_game_of_set(conn, game.0)?;
            run(
                conn,
                "insert or replace into game_ball
                   (game, ordinal, ball, extracted_at_utc_ms, evidence)
                 values (?, ?, ?, ?, json_extract(?, '$.evidence'))",
                (game.0, ordinal.0, ball.number(), at, &line.body),
            )
        }
        Event::BallAnnounced { game, ordinal, .. } => run(
            conn,
            "update game_ball set announced_at_utc_ms = ?, announced_by = ?,
               announced_evidence = json_extract(?, '$.evidence') where game = ? and ordinal = ?",
            (at, by(), &line.body, game.0, ordinal.0),
        ),
        Event::BallShown { game, ordinal, panel } => run(
            conn,
            "update game_ball set shown_at_utc_ms = ?, panel = ? where game = ? and ordinal = ?",
            (at, panel, game.0, ordinal.0),
        ),
        Event::BallCorrected { game, ordinal, from, to } => {
            count_game_of_set(conn, game.0)?;
            run(
                conn,
                "insert into game_ball (game, ordinal, ball, extracted_at_utc_ms, evidence,
                   corrected_at_utc_ms, corrected_from)
                 values (?1, ?2, ?3, ?4, '[]', ?4, ?5)
                 on conflict do update set ball = ?3, corrected_at_utc_ms = ?4, corrected_from = ?5",
                (game.0, ordinal.0, to.number(), at, from.map(|ball| ball.number())),
            )
        }

        Event::DrawStopped { game, stop, announced, .. } => {
            game_state(conn, game.0, "stopped")?;
            run(
                conn,
                "insert or replace into stop (game, stop, stopped_at_utc_ms, announced, cause)
                 values (?, ?, ?, ?, ? ->> '$.cause')",
                (game.0, stop.0, at, announced, &line.body),
            )
        }
        Event::QuestionAsked { game, stop, line: asked_line, bingo } => run(
            conn,
            "update stop set asked_at_utc_ms = ?, asked_line = ?, asked_bingo = ?
             where game = ? and stop = ?",
            (at, asked_line, bingo, game.0, stop.0),
        ),
        Event::DrawResumed { game, stop } => {
            game_state(conn, game.0, "drawing")?;
            run(
                conn,
                "update stop set resumed_at_utc_ms = ? where game = ? and stop = ?",
                (at, game.0, stop.0),
            )
        }

        Event::ClaimMade { game, stop, claim, play, card, face, .. } => run(
            conn,
            "insert or replace into claim (game, claim, stop, play, series, card, face,
               claimed_at_utc_ms, verdict, judgement)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?9 ->> '$.verdict.is', json_extract(?9, '$.verdict'))",
            (
                game.0,
                claim.0,
                stop.0,
                play_word(*play),
                card.series.to_string(),
                card.number.0,
                face.map(|face| face.rank().to_string()),
                at,
                &line.body,
            ),
        ),
        Event::ClaimAccepted { game, claim } => run(
            conn,
            "update claim set decision = 'accepted', decided_at_utc_ms = ?, decided_by = ?
             where game = ? and claim = ?",
            (at, by(), game.0, claim.0),
        ),
        Event::ClaimRejected { game, claim, .. } => run(
            conn,
            "update claim set decision = 'rejected', decided_at_utc_ms = ?, decided_by = ?,
               reason = ? ->> '$.reason' where game = ? and claim = ?",
            (at, by(), &line.body, game.0, claim.0),
        ),
        Event::PlayAwarded { game, play, winners, remainder } => {
            for share in winners {
                run(
                    conn,
                    "insert or replace into prize (game, prize, play, claim, series, card,
                       amount_cents, awarded_at_utc_ms, state, since_utc_ms, by)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'awarded', ?8, ?9)",
                    (
                        game.0,
                        share.prize.0,
                        play_word(*play),
                        share.claim.0,
                        share.card.series.to_string(),
                        share.card.number.0,
                        int(share.amount.0),
                        at,
                        by(),
                    ),
                )?;
            }
            run(
                conn,
                "update game set remainder_cents = remainder_cents + ? where game = ?",
                (int(remainder.0), game.0),
            )
        }
        Event::PlayUnsung { game, play, amount } => {
            let sql = match play {
                Play::Line => "update game set unsung_line_cents = ? where game = ?",
                Play::Bingo => "update game set unsung_bingo_cents = ? where game = ?",
            };
            run(conn, sql, (int(amount.0), game.0))
        }
        Event::GameEnded { game } => {
            run(conn, "update game set state = 'ended', ended_at_utc_ms = ? where game = ?", (at, game.0))?;
            run(
                conn,
                "update prize set state = 'due', since_utc_ms = ?, by = ?
                 where game = ? and state = 'awarded'",
                (at, by(), game.0),
            )
        }

        Event::PrizePaid { game, prize, amount } => {
            prize_state(conn, line, game.0, prize.0, ("paid", None))?;
            cash(conn, line, game.0, "prize", -int(amount.0))
        }
        Event::PrizeReleased { game, prize, .. } => prize_state(conn, line, game.0, prize.0, ("due", None)),
        Event::PrizeWithheld { game, prize, reason } => {
            prize_state(conn, line, game.0, prize.0, ("withheld", Some(reason)))
        }
        Event::GameVoided { game, asked_by, cause, segments, amount, .. } => {
            let on_sale = "select state = 'on_sale' from game where game = ?";
            if conn.prepare_cached(on_sale)?.query_row([game.0], |row| row.get(0))? {
                // The sale had not closed: its cards are used and its money is in the till.
                cards::sell(conn, *game, segments, at)?;
                cash(conn, line, game.0, "sale", int(amount.0))?;
            }
            run(
                conn,
                "update game set state = 'void', voided_at_utc_ms = ?, void_asked_by = ?,
                   voided_by = ?, void_cause = ?, suspended_at_utc_ms = null where game = ?",
                (at, asked_by.to_string(), by(), cause, game.0),
            )?;
            run(
                conn,
                "update prize set state = 'void', since_utc_ms = ?, by = ?
                 where game = ? and state <> 'paid'",
                (at, by(), game.0),
            )
        }
        Event::CardsRefunded { game, cards, amount } => {
            cards::put(conn, *game, *cards, None, "refunded", at)?;
            cash(conn, line, game.0, "refund", -int(amount.0))
        }

        Event::HoldRaised { game, hold, .. } => run(
            conn,
            "insert or replace into hold (hold, game, raised_at_utc_ms, raised_by, why, detail)
             values (?, ?, ?, ?, ?5 ->> '$.why.is', json_extract(?5, '$.why'))",
            (hold.0, game.0, at, by(), &line.body),
        ),
        Event::HoldExitAsked { hold, .. } => run(
            conn,
            "update hold set exit = json_extract(?, '$.exit'), exit_asked_by = ? where hold = ?",
            (&line.body, by(), hold.0),
        ),
        Event::HoldLeft { game, exit, asked_by, .. } => {
            if let HoldExit::ByHand { caller, second } = exit {
                run(
                    conn,
                    "update game set by_hand_caller = ?, by_hand_second = ? where game = ?",
                    (caller.0, second.0, game.0),
                )?;
            }
            leave_holds(conn, line, event, (*game, *asked_by))
        }

        Event::GameSuspended { game, .. } => {
            run(conn, "update game set suspended_at_utc_ms = ? where game = ?", (at, game.0))
        }
        Event::SuspensionLifted { game } => {
            run(conn, "update game set suspended_at_utc_ms = null where game = ?", [game.0])
        }
        Event::Transcribed { game, asked_by, .. } => {
            run(
                conn,
                "update game set transcribed_at_utc_ms = ?, transcribed_by = ? where game = ?",
                (at, format!("{asked_by} {}", by()), game.0),
            )?;
            leave_holds(conn, line, event, (*game, *asked_by))
        }

        Event::BallSetAside { boot, seq, .. }
        | Event::ReadingNotCounted { boot, seq, .. }
        | Event::MachineSaw { boot, seq, .. } => machine(conn, line, Some(boot.to_string()), Some(*seq)),
        Event::Reader(event) => {
            let (boot, frame) = match event {
                ReaderEvent::Candidate { boot, seq, .. } | ReaderEvent::Saw { boot, seq, .. } => {
                    (Some(boot), Some(*seq))
                }
                ReaderEvent::Identified { boot } => (Some(boot), None),
                ReaderEvent::LinkLost { .. } => (None, None),
            };
            machine(conn, line, boot.map(ToString::to_string), frame)
        }
        Event::FramesMissing { boot, expected, .. } => {
            machine(conn, line, Some(boot.to_string()), Some(*expected))
        }
        Event::MachineIdentified { boot, .. } => machine(conn, line, Some(boot.to_string()), None),
        Event::LinkLost { .. } | Event::MachineMode { .. } | Event::BadFrames { .. } => {
            machine(conn, line, None, None)
        }

        // These are in the record only, or in `diligencia`.
        Event::ServerStarted { .. }
        | Event::ServerStopped { .. }
        | Event::ClockStepped { .. }
        | Event::AuthorityCalled { .. }
        | Event::AuthorityDecided { .. }
        | Event::ParagraphRead { .. }
        | Event::BallKeyed { .. }
        | Event::TranscriptionAsked { .. }
        | Event::CardKeyMade { .. }
        | Event::LoggedIn { .. }
        | Event::LoggedOut { .. }
        | Event::LoginRefused { .. }
        | Event::LastGameAnnounced { .. }
        | Event::DiligenciaWritten { .. }
        | Event::InspectionMade { .. }
        | Event::GapBurnAsked { .. }
        | Event::AnnouncementRectified { .. }
        | Event::VoidAsked { .. } => Ok(()),
    }
}

fn run(conn: &Connection, sql: &str, params: impl Params) -> rusqlite::Result<()> {
    conn.prepare_cached(sql)?.execute(params)?;
    Ok(())
}

fn game_state(conn: &Connection, game: u32, state: &str) -> rusqlite::Result<()> {
    run(conn, "update game set state = ? where game = ?", (state, game))
}

fn cash(conn: &Connection, line: &Line, game: u32, kind: &str, cents: i64) -> rusqlite::Result<()> {
    run(
        conn,
        "insert or replace into cash_movement values (?, ?, ?, ?, ?, ?)",
        (int(line.seq), game, kind, cents, line.at_utc_ms, line.actor.to_string()),
    )
}

fn prize_state(
    conn: &Connection,
    line: &Line,
    game: u32,
    prize: u32,
    (state, reason): (&str, Option<&str>),
) -> rusqlite::Result<()> {
    run(
        conn,
        "update prize set state = ?, since_utc_ms = ?, by = ?, reason = ?
         where game = ? and prize = ?",
        (state, line.at_utc_ms, line.actor.to_string(), reason, game, prize),
    )
}

fn machine(conn: &Connection, line: &Line, boot: Option<String>, frame: Option<u32>) -> rusqlite::Result<()> {
    run(
        conn,
        "insert or replace into machine_event values (?, ?, ?, ?, ?, ?)",
        (int(line.seq), line.at_utc_ms, &line.kind, boot, frame, &line.body),
    )
}

/// A set has served a game from its first ball on, read or corrected (DECISIONS 31).
fn count_game_of_set(conn: &Connection, game: u32) -> rusqlite::Result<()> {
    run(
        conn,
        "update ball_set set games = games + 1
         where ball_set = (select ball_set from game where game = ?1)
           and not exists (select 1 from game_ball where game = ?1)",
        [game],
    )
}

/// Ends the open holds of a game that an event ends.
fn leave_holds(
    conn: &Connection,
    line: &Line,
    event: &Event,
    (game, asked_by): (GameNo, PersonId),
) -> rusqlite::Result<()> {
    let mut open =
        conn.prepare_cached("select hold, detail from hold where game = ? and left_at_utc_ms is null")?;
    let rows = open.query_map([game.0], |row| Ok((HoldNo(row.get(0)?), row.get::<_, String>(1)?)))?;
    for row in rows.collect::<Result<Vec<_>, _>>()? {
        let (hold, why) = row;
        if record::hold_why(&why).is_ok_and(|why| why.ends_with(hold, event)) {
            run(
                conn,
                "update hold set exit = json_extract(?, '$.exit'), exit_asked_by = ?, left_at_utc_ms = ?,
                   left_by = ? where hold = ?",
                (&line.body, asked_by.to_string(), line.at_utc_ms, line.actor.to_string(), hold.0),
            )?;
        }
    }
    Ok(())
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Line => "line",
        Play::Bingo => "bingo",
    }
}
