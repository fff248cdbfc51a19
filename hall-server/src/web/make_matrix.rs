//! Keys of matrices: drawn by the system, with what people add, or of a public draw that was announced before (ADR 55).

use hall_core::event::Mixed;
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo, MatrixOptions, key_sha256};
use hall_core::people::Sealed;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::command::{AnnounceKeyDraw, MakeMatrix, TakeKeyDraw};
use hall_wire::problem::{self, Problem};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use super::Web;
use super::answer::{Trouble, bad_value};
use super::command::{Sealing, is_line};
use crate::journal::seal;

/// Longest text mixed into a key.
const MIXED_MAX: usize = 200;

/// Longest result of a draw: a certificate has the draw, too.
const OUTCOME_MAX: usize = 80;

/// The system's part of a key.
type Seed = [u8; 32];

fn seed() -> Seed {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("the system gives random bytes");
    seed
}

/// What people add to a key, or what came out of a draw, as it goes into the key.
fn words(field: &'static str, most: usize, detail: &'static str, typed: &str) -> Result<String, Trouble> {
    if is_line(typed, most) { Ok(typed.trim().to_owned()) } else { Err(bad_value(field, detail)) }
}

/// Draws the system's part for an announced draw: what is published of it is its SHA-256.
pub(super) fn announced(wanted: AnnounceKeyDraw) -> Result<Sealing, Trouble> {
    let AnnounceKeyDraw { size, kind, clean, draw, date } = wanted;
    let detail = "El sorteo está sin poner o pasa de 200 signos. Diga cuál es, de modo que cualquiera encuentre lo que salga.";
    let draw = words("draw", MIXED_MAX, detail, &draw)?;
    let (seed, options) = (seed(), MatrixOptions { kind, clean });
    let row = seal(&seed);
    let seed_sha256 = Sha256::digest(seed).into();
    let request = Request::AnnounceKeyDraw { size, options, draw, date, seed: row.sealed, seed_sha256 };
    Ok((request, vec![row]))
}

impl Web {
    /// The number of the next matrix.
    pub(super) fn next_matrix(&self) -> Result<MatrixNo, Trouble> {
        let number = MatrixNo::new(self.view().next_matrix);
        number.ok_or_else(|| Problem::from(&Refusal::UnknownMatrix).into())
    }

    /// Draws a key, mixes in what was typed, and hashes the faces.
    pub(super) async fn matrix(&self, wanted: MakeMatrix) -> Result<Sealing, Trouble> {
        let (size, options) = (wanted.size, MatrixOptions { kind: wanted.kind, clean: wanted.clean });
        let detail = "El azar añadido está vacío o pasa de 200 signos. Corríjalo o déjelo sin poner.";
        let typed = wanted.mixed.map(|typed| words("mixed", MIXED_MAX, detail, &typed)).transpose()?;
        let (matrix, seed) = (self.next_matrix()?, seed());
        let (key, mixed) = match typed {
            Some(words) => (MatrixKey::mixed(&seed, &words), Some((words, seal(&seed)))),
            None => (MatrixKey::from_bytes(seed[..16].try_into().expect("half of 32 bytes")), None),
        };
        let faces_sha256 = self.faces_sha256(matrix, size, options, &key).await?;
        let mut rows = vec![seal(key.bytes())];
        let mixed = mixed.map(|(words, row)| {
            let mixed = Mixed { words, seed: row.sealed };
            rows.push(row);
            mixed
        });
        let (sealed, key_sha256) = (rows[0].sealed, key_sha256(&key));
        let request =
            Request::MakeMatrix { size, options, mixed, key: sealed, key_sha256, faces_sha256, matrix };
        Ok((request, rows))
    }

    /// Makes the key of an announced draw from the system's part, as it was announced, and what came out. Where no draw is
    /// awaited for that matrix, the request is one that the desk refuses unless it has its answer already.
    pub(super) async fn taken_draw(&self, taken: TakeKeyDraw) -> Result<Sealing, Trouble> {
        let TakeKeyDraw { matrix, outcome } = taken;
        let detail = "Lo que salió está sin poner o pasa de 80 signos. Escríbalo tal como se publicó.";
        let words = words("outcome", OUTCOME_MAX, detail, &outcome)?;
        let draws = std::sync::Arc::clone(&self.view().key_draws);
        let Some(draw) = draws.awaited.as_ref().filter(|draw| draw.matrix == matrix) else {
            let nothing = Sealed { id: 0, hash: [0; 32] };
            let outcome = Mixed { words, seed: nothing };
            let (key_sha256, faces_sha256) = ([0; 32], [0; 32]);
            let request = Request::TakeKeyDraw { matrix, outcome, key: nothing, key_sha256, faces_sha256 };
            return Ok((request, Vec::new()));
        };
        let sealed = draw.seed;
        let announced =
            self.made(&self.shared.looks, move |papers| papers.of_record(|of| of.unseal(&sealed)));
        let announced = announced.await?.and_then(|bytes| Seed::try_from(bytes).ok());
        // The same bytes under another number: each line that cites a value has one of its own.
        let seed = announced.filter(|seed| <[u8; 32]>::from(Sha256::digest(seed)) == draw.seed_sha256);
        let seed = seed.ok_or_else(|| {
            let detail = "Falta el azar del sistema que se anunció para esta matriz. Deje sin efecto el sorteo y anuncie otro.";
            bad_value("matrix", detail)
        })?;
        let key = MatrixKey::mixed(&seed, &words);
        let faces_sha256 = self.faces_sha256(matrix, draw.size, draw.options, &key).await?;
        let rows = vec![seal(key.bytes()), seal(&seed)];
        let outcome = Mixed { words, seed: rows[1].sealed };
        let (sealed, key_sha256) = (rows[0].sealed, key_sha256(&key));
        let request = Request::TakeKeyDraw { matrix, outcome, key: sealed, key_sha256, faces_sha256 };
        Ok((request, rows))
    }

    /// SHA-256 of all cards of a key, which takes a while.
    async fn faces_sha256(
        &self,
        number: MatrixNo,
        size: u32,
        options: MatrixOptions,
        key: &MatrixKey,
    ) -> Result<[u8; 32], Trouble> {
        let turn = self.shared.works.acquire().await.map_err(|_| problem::BROKEN)?;
        let key = key.clone();
        let made = spawn_blocking(move || Some(Matrix::with(number, size, options, &key)?.faces_sha256()));
        let made = made.await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        made.ok_or_else(|| Problem::from(&Refusal::BadMatrixSize(size)).into())
    }
}
