//! What a player can hold the hall to, of one game: that its cards were fixed before they were sold, and its balls and winners
//! line by line in a checkpoint that the hall signed and its screens saw (ADR 49, docs/player-proof.md).
//!
//! It is whole by itself: whoever has it needs neither the record nor this server to check it.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hall_core::event::{Event, GameNo, Play};
use hall_core::matrix::MatrixNo;
use hall_core::record::Line;
use hall_core::series::SeriesId;
use hall_log::key::{Purpose, Verifier};
use hall_log::note::Standing;
use hall_log::tree::{Node, leaf};
use serde::Serialize;

use crate::journal::{JournalError, RecordReader, Signed};

/// The form of the file; a changed one has another number.
pub const FORM: &str = "bombo-game-proof-1";

/// Between a game's end and the checkpoint that covers it: five minutes of a full hall. More lines are not carried along.
const LINES_AFTER_MAX: u64 = 2_000;

/// The proof of a game, as the page carries it.
#[derive(Debug, Serialize)]
pub struct GameProof {
    form: &'static str,
    /// The hall's name.
    pub hall: String,
    /// The game's number.
    pub game: u32,
    /// Who signed any of the notes, as C2SP's verifier keys: the hall's own, and its witnesses'.
    signers: Vec<String>,
    /// The roots of the whole subtrees before the first line, the largest first, in base64.
    before: Vec<String>,
    /// The number of the first line.
    first: u64,
    /// From there to the checkpoint: whole where everybody may know it, else its leaf's hash in base64.
    lines: Vec<Shown>,
    /// The checkpoint that covers them.
    checkpoint: String,
    /// What was fixed of each series before it was sold.
    fixed: Vec<Fixed>,
    #[serde(skip)]
    told: Told,
}

/// A line or its leaf.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Shown {
    Line(Box<Whole>),
    Leaf { leaf: String },
}

/// A line, field by field.
#[derive(Debug, Serialize)]
struct Whole {
    seq: u64,
    at_utc_ms: i64,
    kind: String,
    version: u32,
    request_id: String,
    actor: String,
    device: String,
    body: String,
}

/// A series: when its cards were fixed, and when the first was sold.
#[derive(Debug, Serialize)]
struct Fixed {
    series: String,
    /// The line of its matrix, and of the series itself, each with its proof in one checkpoint (C2SP tlog-proof).
    proofs: Vec<String>,
    /// That the game's checkpoint only adds to that one.
    consistency: Vec<String>,
}

/// What people read.
#[derive(Debug, Default)]
pub struct Told {
    /// Its order in the session.
    pub in_session: u32,
    /// When its sale opened, UTC milliseconds.
    pub opened_utc_ms: i64,
    /// How it ended.
    pub end: End,
    /// Lines that say so, as far as people ask for them.
    pub balls: Vec<ToldBall>,
    /// The winners.
    pub winners: Vec<ToldWinner>,
    /// What was fixed before the sale.
    pub series: Vec<ToldSeries>,
    /// The checkpoint.
    pub checkpoint: ToldCheckpoint,
}

/// How a game ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Played to its end.
    #[default]
    Played,
    /// No card was sold.
    NotHeld,
    /// Void.
    Void,
}

/// A ball, and the line in which it was announced.
#[derive(Debug)]
pub struct ToldBall {
    /// Its place.
    pub ordinal: u8,
    /// Its number, as it counts.
    pub ball: u8,
    /// The line of its announcement, or of its correction.
    pub line: u64,
}

/// A prize, and the line that awards it.
#[derive(Debug)]
pub struct ToldWinner {
    /// Whether for the bingo.
    pub bingo: bool,
    /// The card, as in `A17 n.º 12`.
    pub card: String,
    /// The prize.
    pub cents: u64,
    /// The line.
    pub line: u64,
}

/// A series, and what was fixed of it.
#[derive(Debug)]
pub struct ToldSeries {
    /// Its name.
    pub series: String,
    /// Its matrix.
    pub matrix: u32,
    /// SHA-256 of all its faces.
    pub faces_sha256: [u8; 32],
    /// The lines that fixed the matrix and the series.
    pub lines: (u64, u64),
    /// The line with which the first card of it was given out for sale in this game.
    pub sold: u64,
    /// The checkpoint before that; none where the hall had none.
    pub checkpoint: Option<ToldCheckpoint>,
}

/// A checkpoint in words.
#[derive(Debug, Default)]
pub struct ToldCheckpoint {
    /// How many lines it covers.
    pub size: u64,
    /// The root, in base64 as in the note.
    pub root: String,
    /// Who saw it, and when, seconds since 1970.
    pub seen: Vec<(String, u64)>,
}

impl GameProof {
    /// The proof of a game; none while it is not over, where there is no such game, or while no checkpoint covers its end.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn of(record: &RecordReader, hall: &str, game: GameNo) -> Result<Option<GameProof>, JournalError> {
        let Some(own) = record.lines_of_game(game)? else { return Ok(None) };
        let (first, last) = (own[0].0.seq, own[own.len() - 1].0.seq);
        let Some(signed) = record.checkpoint_covering(last)? else { return Ok(None) };
        let size = signed.checkpoint.size;
        if size - last > LINES_AFTER_MAX {
            return Ok(None);
        }
        let rest = record.lines(last + 1, size)?;
        let people = Signers::of(record)?;
        let mut told = Told::of(&own);
        told.checkpoint = people.told(&signed);
        let mut fixed = Vec::new();
        let first_sales = first_sales(game, &own);
        for (&series, &sold) in &first_sales {
            let of_series = fixed_before(record, series, sold, size, &people)?;
            fixed.extend(of_series.0);
            told.series.extend(of_series.1);
        }
        let lines = own.iter().map(|(line, event)| {
            let is_sale = first_sales.values().any(|sold| *sold == line.seq);
            let is_own = event.game() == Some(game);
            if is_own && (is_public(event) || is_sale) { Shown::whole(line) } else { Shown::leaf(line) }
        });
        let lines = lines.chain(rest.iter().map(|(line, _)| Shown::leaf(line))).collect();
        let before = record.frontier(first - 1)?;
        Ok(Some(GameProof {
            form: FORM,
            hall: hall.to_owned(),
            game: game.0,
            signers: people.verifiers(&signed.checkpoint.origin),
            before: before.peaks().iter().map(base64).collect(),
            first,
            lines,
            checkpoint: signed.note.to_string(),
            fixed,
            told,
        }))
    }

    /// The hall's key, as C2SP writes it.
    pub fn signer(&self) -> &str {
        &self.signers[0]
    }

    /// What people read of it.
    pub fn told(&self) -> &Told {
        &self.told
    }
}

/// One line for whoever wants it, with its proof in the first checkpoint that covers it (C2SP tlog-proof, the line's bytes as its
/// `extra`); none where not everybody may know it, or none covers it.
///
/// # Errors
/// When the record cannot be read.
pub fn line(record: &RecordReader, seq: u64) -> Result<Option<String>, JournalError> {
    let lines = record.lines(seq, seq)?;
    let Some((line, _)) = lines.first().filter(|(_, event)| is_public(event)) else { return Ok(None) };
    let Some(signed) = record.checkpoint_covering(seq)? else { return Ok(None) };
    record.line_proof(line, &signed).map(Some)
}

/// What was said aloud in the hall, or hangs on its wall.
fn is_public(event: &Event) -> bool {
    matches!(
        event,
        Event::KeyDrawAnnounced { .. }
            | Event::KeyDrawGivenUp { .. }
            | Event::KeyDrawsRequired { .. }
            | Event::MatrixMade { .. }
            | Event::MatrixImported { .. }
            | Event::MatrixRetired { .. }
            | Event::SeriesReceived { .. }
            | Event::SaleOpened { .. }
            | Event::SaleClosed { .. }
            | Event::SaleRectified { .. }
            | Event::GameNotHeld { .. }
            | Event::DrawStarted { .. }
            | Event::DrawStartedByCaller { .. }
            | Event::BallAnnounced { .. }
            | Event::AnnouncementRectified { .. }
            | Event::ReadingRectified { .. }
            | Event::BallCorrected { .. }
            | Event::ClaimMade { .. }
            | Event::ClaimAccepted { .. }
            | Event::ClaimRejected { .. }
            | Event::QuestionAsked { .. }
            | Event::PlayAwarded { .. }
            | Event::PlayUnsung { .. }
            | Event::GameEnded { .. }
            | Event::GameVoided { .. }
    )
}

impl Shown {
    fn whole(line: &Line) -> Shown {
        Shown::Line(Box::new(Whole {
            seq: line.seq,
            at_utc_ms: line.at_utc_ms,
            kind: line.kind.clone(),
            version: line.version,
            request_id: line.request_id.clone(),
            actor: line.actor.to_string(),
            device: line.device.clone(),
            body: line.body.clone(),
        }))
    }

    fn leaf(line: &Line) -> Shown {
        Shown::Leaf { leaf: base64(&leaf(&line.bytes())) }
    }
}

/// The series of a game, each with the line in which its first cards were given out for sale.
fn first_sales(game: GameNo, own: &[(Line, Event)]) -> BTreeMap<SeriesId, u64> {
    let mut first = BTreeMap::new();
    for (line, event) in own.iter().filter(|(_, event)| event.game() == Some(game)) {
        if let Event::BlockIssued { cards, .. } = event {
            first.entry(cards.series).or_insert(line.seq);
        }
    }
    first
}

/// What was fixed of a series before the line `sold`, for a checkpoint of `size`.
fn fixed_before(
    record: &RecordReader,
    series: SeriesId,
    sold: u64,
    size: u64,
    people: &Signers,
) -> Result<(Option<Fixed>, Option<ToldSeries>), JournalError> {
    let Some(received) = record.line_of_series(series)? else { return Ok((None, None)) };
    let Some((_, Event::SeriesReceived { matrix, .. })) = record.lines(received, received)?.pop() else {
        return Ok((None, None));
    };
    let Some((made, faces_sha256)) = matrix_line(record, matrix)? else { return Ok((None, None)) };
    let older = record.newest_within(received.max(made), sold - 1)?;
    let told = ToldSeries {
        series: series.to_string(),
        matrix: matrix.get(),
        faces_sha256,
        lines: (made, received),
        sold,
        checkpoint: older.as_ref().map(|older| people.told(older)),
    };
    let Some(older) = older else { return Ok((None, Some(told))) };
    let mut proofs = Vec::new();
    for seq in [made, received] {
        let lines = record.lines(seq, seq)?;
        let (line, _) = lines.first().expect("it was found");
        proofs.push(record.line_proof(line, &older)?);
    }
    let consistency = record.consistency(older.checkpoint.size, size)?.iter().map(base64).collect();
    Ok((Some(Fixed { series: series.to_string(), proofs, consistency }), Some(told)))
}

fn matrix_line(record: &RecordReader, matrix: MatrixNo) -> Result<Option<(u64, [u8; 32])>, JournalError> {
    let Some(made) = record.line_of_matrix(matrix)? else { return Ok(None) };
    Ok(match record.lines(made, made)?.pop() {
        Some((_, Event::MatrixMade { faces_sha256, .. } | Event::MatrixImported { faces_sha256, .. })) => {
            Some((made, faces_sha256))
        }
        _ => None,
    })
}

fn base64(node: &Node) -> String {
    STANDARD.encode(node)
}

/// Whose signatures the notes may carry.
struct Signers {
    keys: Vec<hall_log::PublicKey>,
    witnesses: Vec<Verifier>,
}

impl Signers {
    fn of(record: &RecordReader) -> Result<Signers, JournalError> {
        let keys = record.signing_keys()?.into_iter().map(|(_, key)| key).collect();
        let witnesses = record.witness_keys()?.into_iter().map(|(_, witness)| witness).collect();
        Ok(Signers { keys, witnesses })
    }

    /// All of them, as C2SP writes them.
    fn verifiers(&self, origin: &str) -> Vec<String> {
        // The newest first: it is the one that people can ask for.
        let own =
            self.keys.iter().rev().map(|key| {
                Verifier { name: origin.to_owned(), purpose: Purpose::Note, key: *key }.to_string()
            });
        own.chain(self.witnesses.iter().map(Verifier::to_string)).collect()
    }

    fn told(&self, signed: &Signed) -> ToldCheckpoint {
        let seen = self.witnesses.iter().filter_map(|witness| match signed.note.standing(witness) {
            Standing::Good(Some(time)) => Some((witness.name.clone(), time)),
            Standing::Good(None) | Standing::Bad | Standing::Absent => None,
        });
        ToldCheckpoint {
            size: signed.checkpoint.size,
            root: base64(&signed.checkpoint.root),
            seen: seen.collect(),
        }
    }
}

impl Told {
    fn of(own: &[(Line, Event)]) -> Told {
        let mut told = Told::default();
        let mut balls = BTreeMap::<u8, ToldBall>::new();
        let game = own[0].1.game();
        for (line, event) in own.iter().filter(|(_, event)| event.game() == game) {
            let at = line.seq;
            if let Event::SaleOpened { in_session, .. } = event {
                (told.in_session, told.opened_utc_ms) = (*in_session, line.at_utc_ms);
            } else if let Event::BallAnnounced { ordinal, ball, .. }
            | Event::AnnouncementRectified { ordinal, ball, .. } = event
            {
                let (ordinal, ball) = (ordinal.0, ball.number());
                balls.insert(ordinal, ToldBall { ordinal, ball, line: at });
            } else if let Event::BallCorrected { ordinal, to, .. }
            | Event::ReadingRectified { ordinal, to, .. } = event
            {
                // One that was not announced yet has its line when it is.
                if let Some(announced) = balls.get_mut(&ordinal.0) {
                    (announced.ball, announced.line) = (to.number(), at);
                }
            } else if let Event::PlayAwarded { play, winners, .. } = event {
                told.winners.extend(winners.iter().map(|winner| ToldWinner {
                    bingo: *play == Play::Bingo,
                    card: winner.card.to_string(),
                    cents: winner.amount.0,
                    line: at,
                }));
            } else if let Event::GameNotHeld { .. } = event {
                told.end = End::NotHeld;
            } else if let Event::GameVoided { .. } = event {
                told.end = End::Void;
            }
        }
        told.balls = balls.into_values().collect();
        told
    }
}
