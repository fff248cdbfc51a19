//! Imports a matrix made by others: read as it arrives, checked card by card, stored only if faultless.

use std::io::{self, BufReader, Read};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::matrix::MatrixNo;
use hall_core::request::Request;
use hall_wire::matrix_file::{self, Foreign, Format, Limits, Rejected};
use hall_wire::problem;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::Trouble;
use super::route::Params;
use super::{Web, body, command};
use crate::access::Caller;
use crate::desk::Ask;
use crate::journal::seal;

/// Largest file: a million cards in JSON.
const FILE_MAX: usize = 128 << 20;

/// Longest time for a file.
const TIME_MAX: Duration = Duration::from_secs(120);

/// Pieces of the file that may wait for the reader.
const PIECES: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    maker: String,
}

/// Takes a file of cards in: CSV or JSON, whatever its media type.
pub(super) async fn take(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    wish: Params<Wish>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let ready = command::request_id(&headers).and_then(|id| match wish {
        Ok(Query(Wish { maker })) => Ok((id, maker)),
        Err(_) => {
            let detail = "Falta quién hizo los cartones: ponga ?maker= con el nombre del fabricante.";
            Err(problem::MISSING_FIELD.saying(detail).about("maker").into())
        }
    });
    let (request_id, maker) = match ready {
        Ok(ready) => ready,
        Err(trouble) => {
            body::discard(body).await;
            return Err(trouble);
        }
    };
    let turn = web.shared.works.acquire().await.map_err(|_| problem::BROKEN)?;
    let (pieces, received) = mpsc::channel(PIECES);
    let reading = spawn_blocking(move || read(received));
    let arrived = timeout(TIME_MAX, pass_on(body, pieces)).await;
    let read = reading.await.map_err(|_| problem::BROKEN)?;
    drop(turn);
    arrived.map_err(|_| problem::TOO_SLOW)??;
    let (foreign, file_sha256) = read?;
    had_by_nobody(&web, &foreign).await?;

    let matrix = web.next_matrix()?;
    let ranks: Vec<u8> = foreign.cards.iter().flat_map(|face| face.rank().to_be_bytes()).collect();
    let row = seal(&ranks);
    let request = Request::ImportMatrix {
        size: foreign.cards.len() as u32,
        maker: maker.clone(),
        file_sha256,
        faces: row.sealed,
        faces_sha256: foreign.faces_sha256(),
        matrix,
    };
    let body = Sha256::new().chain_update(maker).chain_update([0]).chain_update(file_sha256);
    let ask = Ask {
        request_id,
        device: caller.device,
        by: caller.person,
        body_sha256: body.finalize().into(),
        request,
        sealed: vec![row],
    };
    web.ask(ask).await
}

/// How many cards that the hall has are told.
const TOLD_MAX: usize = 100;

/// No matrix in use has one of these cards: two alike in one game would win together.
async fn had_by_nobody(web: &Web, foreign: &Foreign) -> Result<(), Trouble> {
    let lists = web.made(&web.shared.looks, |papers| papers.lists()).await?;
    // Exactly the same cards are the desk's to refuse: the request may be one that comes again.
    let same = hex::encode(foreign.faces_sha256());
    let in_use =
        lists.matrices.iter().filter(|row| row.retired_at_utc_ms.is_none() && row.faces_sha256 != same);
    let in_use: Vec<MatrixNo> = in_use.filter_map(|row| MatrixNo::new(row.matrix)).collect();
    let vault = web.view().vault.clone();
    let (mut told, mut more) = (Vec::new(), 0);
    for (face, number) in foreign.cards.iter().zip(1..) {
        let had = in_use.iter().find_map(|no| Some((*no, vault.matrix(*no)?.number_of(*face)?)));
        match had {
            Some((matrix, card)) if told.len() < TOLD_MAX => told
                .push(format!("Cartón {number}: es el {card} de la matriz {matrix}, que la sala ya tiene.")),
            Some(_) => more += 1,
            None => (),
        }
    }
    if told.is_empty() {
        return Ok(());
    }
    if more > 0 {
        told.push(format!("Y {more} más."));
    }
    Err(problem::BAD_MATRIX.saying(told.join("\n")).into())
}

/// Passes the file on, piece by piece, until the reader has enough.
async fn pass_on(mut body: Body, pieces: mpsc::Sender<Bytes>) -> Result<(), Trouble> {
    let mut size = 0;
    while let Some(data) = body::next(&mut body).await {
        let data = data?;
        size += data.len();
        if size > FILE_MAX {
            return Err(problem::TOO_LARGE.into());
        }
        if pieces.send(data).await.is_err() {
            drop(pieces);
            body::discard(body).await;
            return Ok(());
        }
    }
    Ok(())
}

/// Reads the file as it comes in. The hash covers all of it, also what follows the cards.
fn read(received: mpsc::Receiver<Bytes>) -> Result<(Foreign, [u8; 32]), Trouble> {
    let mut arriving = Arriving { received, piece: Bytes::new(), hash: Sha256::new() };
    let foreign = matrix_file::read(BufReader::new(&mut arriving), Format::Auto, Limits::default());
    let foreign = foreign.map_err(|rejected| match rejected {
        Rejected::Faults(faults) => Trouble::from(problem::BAD_MATRIX.saying(faults.to_string())),
        Rejected::Read(_) => problem::TOO_SLOW.into(),
    })?;
    io::copy(&mut arriving, &mut io::sink()).map_err(|_| problem::TOO_SLOW)?;
    Ok((foreign, arriving.hash.finalize().into()))
}

/// A file arriving piece by piece.
struct Arriving {
    received: mpsc::Receiver<Bytes>,
    piece: Bytes,
    hash: Sha256,
}

impl Read for Arriving {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.received.blocking_recv() {
                Some(piece) => {
                    self.hash.update(&piece);
                    self.piece = piece;
                }
                None => return Ok(0),
            }
        }
        let taken = self.piece.split_to(self.piece.len().min(buffer.len()));
        buffer[..taken.len()].copy_from_slice(&taken);
        Ok(taken.len())
    }
}
