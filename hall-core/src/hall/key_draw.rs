//! Public draws that make the key of a matrix, announced before they are held: so that nobody, the hall least of all, can make
//! matrices until one pleases (ADR 55).
//!
//! What is announced leaves nothing to choose afterwards: the matrix's number, size and cards, the draw and its day, and the
//! SHA-256 of the system's part. While a draw is awaited no other matrix is made or taken in, and whoever gives it up says so in
//! a line, which the certificate counts.

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::event::{Event, Mixed};
use crate::game::decide::{Decision, one, stale};
use crate::hall::Hall;
use crate::hall::decide::text;
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::people::Sealed;
use crate::refusal::Refusal;
use crate::time::{Date, Moment};

/// The most days from the announcement to the draw.
const DAYS_MAX: i64 = 62;

/// What the record has of draws that make keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyDraws {
    /// The draw that is awaited.
    pub awaited: Option<KeyDraw>,
    /// How many announced draws of the next matrix were given up.
    pub given_up: u32,
    /// Every matrix that this hall makes comes from an announced draw.
    pub required: bool,
    /// The draws that made matrices, by these.
    pub taken: BTreeMap<MatrixNo, KeyDraw>,
}

/// A draw that was announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDraw {
    /// The matrix that it makes.
    pub matrix: MatrixNo,
    /// How many cards it will have.
    pub size: u32,
    /// What cards they will be.
    pub options: MatrixOptions,
    /// Which draw, in words: "Sorteo de la ONCE, cinco cifras".
    pub draw: String,
    /// The day of the draw, after that of the announcement.
    pub date: Date,
    /// The system's part of the key, 32 bytes.
    pub seed: Sealed,
    /// SHA-256 of the system's part.
    pub seed_sha256: [u8; 32],
    /// The line that announced it.
    pub seq: u64,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// How many draws of this matrix had been announced and given up by then.
    pub given_up: u32,
}

impl KeyDraws {
    /// Notes what was announced.
    pub(super) fn announced(&mut self, seq: u64, at_utc_ms: i64, event: &Event) {
        let Event::KeyDrawAnnounced { matrix, size, options, draw, date, seed, seed_sha256 } = event else {
            return;
        };
        self.awaited = Some(KeyDraw {
            matrix: *matrix,
            size: *size,
            options: *options,
            draw: draw.clone(),
            date: *date,
            seed: *seed,
            seed_sha256: *seed_sha256,
            seq,
            at_utc_ms,
            given_up: self.given_up,
        });
    }

    /// Notes that nothing came of it.
    pub(super) fn was_given_up(&mut self) {
        self.awaited = None;
        self.given_up += 1;
    }

    /// Notes that there is another matrix: of the awaited draw, since nothing else is made or taken in meanwhile.
    pub(super) fn matrix_is_there(&mut self, matrix: MatrixNo) {
        self.given_up = 0;
        self.taken.extend(self.awaited.take().map(|draw| (matrix, draw)));
    }
}

impl Hall {
    pub(super) fn decide_announce_key_draw(
        &self,
        now: Moment,
        (size, options): (u32, MatrixOptions),
        (draw, date): (&str, Date),
        (seed, seed_sha256): (Sealed, [u8; 32]),
    ) -> Decision {
        ensure!(options.allow(size), Refusal::BadMatrixSize(size));
        self.no_draw_is_awaited()?;
        let matrix = MatrixNo::new(self.next_matrix()).ok_or(Refusal::UnknownMatrix)?;
        let days = date.days() - now.local().date.days();
        ensure!((1..=DAYS_MAX).contains(&days), Refusal::DrawNotAhead);
        let draw = text("sorteo", draw)?;
        one(Event::KeyDrawAnnounced { matrix, size, options, draw, date, seed, seed_sha256 })
    }

    pub(super) fn decide_give_up_key_draw(&self, matrix: MatrixNo, reason: &str) -> Decision {
        self.awaited_draw(matrix)?;
        one(Event::KeyDrawGivenUp { matrix, reason: text("motivo", reason)? })
    }

    pub(super) fn decide_require_key_draws(&self, required: bool, reason: &str) -> Decision {
        let now = if required { "ya es obligatorio anunciar el sorteo" } else { "no era obligatorio" };
        ensure!(self.key_draws.required != required, stale(now));
        one(Event::KeyDrawsRequired { required, reason: text("motivo", reason)? })
    }

    /// The matrix that an announced draw makes, on its day or later.
    pub(super) fn decide_take_key_draw(
        &self,
        now: Moment,
        matrix: MatrixNo,
        outcome: Mixed,
        (key, key_sha256, faces_sha256): (Sealed, [u8; 32], [u8; 32]),
    ) -> Decision {
        let draw = self.awaited_draw(matrix)?;
        ensure!(now.local().date >= draw.date, Refusal::DrawNotHeld(draw.date));
        text("resultado del sorteo", &outcome.words)?;
        one(Event::MatrixMade {
            matrix,
            size: draw.size,
            options: draw.options,
            generator: 1,
            mixed: Some(outcome),
            key,
            key_sha256,
            faces_sha256,
        })
    }

    fn awaited_draw(&self, matrix: MatrixNo) -> Result<&KeyDraw, Refusal> {
        let awaited = self.key_draws.awaited.as_ref().filter(|draw| draw.matrix == matrix);
        awaited.ok_or(Refusal::NoDrawAwaited)
    }

    /// No other matrix comes between an announcement and its draw: it would take the number, and be a choice.
    pub(super) fn no_draw_is_awaited(&self) -> Result<(), Refusal> {
        self.key_draws.awaited.as_ref().map_or(Ok(()), |draw| Err(Refusal::DrawAwaited(draw.matrix)))
    }
}
