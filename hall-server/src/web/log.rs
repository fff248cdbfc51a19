//! Checkpoints of the record for those who witness it, and what they sign (ADR 42).
//!
//! A screen has no port to call, so it fetches what a witness's server would be sent (C2SP tlog-witness, `add-checkpoint`) and
//! posts what that would answer.

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hall_log::PublicKey;
use hall_log::exchange::AddCheckpoint;
use hall_log::key::{Purpose, Verifier};
use hall_log::note::{NoteSignature, Standing};
use hall_wire::command::read;
use hall_wire::message::Cosignature;
use hall_wire::problem::{self, Problem};

use super::Web;
use super::answer::{Trouble, json};
use super::body;
use super::route::{Is, Param, Params, WHOLE_MAX};
use crate::journal::{Cosigned, RecordReader, Signed};

/// A body of [`hall_wire::message::Cosignature`] that the route reads.
pub(super) const COSIGNATURE: &str = r#"{"verifier":"mesa-1+8dcc1d22+BDBqG8LH7RW3X5aZ","origin":"bombo-0123456789abcdef/epoca-1","size":120,"line":"— mesa-1 AAAA"}"#;

pub(super) const PARAMS: &[Param] = &[
    Param::optional("origin", "El nombre del registro del que se vio un punto de control"),
    Param::optional("old", "Las líneas que cubría; 0 si no se vio ninguno").is(Is::Number(0, WHOLE_MAX)),
];

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    origin: Option<String>,
    old: Option<u64>,
}

pub(super) const AFTER: &[Param] = &[Param::required("after", "La clave que se conoce, en hexadecimal")];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    after: String,
}

/// [`hall_wire::link::KEY_HEADER`], as HTTP headers are compared.
const KEY_HEADER_NAME: &str = "record-key";

/// The newest checkpoint, with the proof that it goes on from the one that was seen.
pub(super) async fn checkpoint(State(web): State<Web>, query: Params<Asked>) -> Result<Response, Trouble> {
    let unreadable = || problem::BAD_VALUE.saying("Ponga en old un número de líneas, o nada.").about("old");
    let Query(Asked { origin, old }) = query.map_err(|_| unreadable())?;
    if old.is_some_and(|old| old > WHOLE_MAX.unsigned_abs()) {
        return Err(unreadable().into());
    }
    let made = move |record: &RecordReader| {
        let key = record.signing_key()?;
        let Some(newest) = record.newest_checkpoint()? else { return Ok(None) };
        let size = newest.checkpoint.size;
        // Of another epoch nothing goes on; of more lines than there are neither, and the witness sees it by the size.
        let old = old.filter(|_| origin.as_ref() == Some(&newest.checkpoint.origin)).unwrap_or(0);
        let proof = if old <= size { record.consistency(old, size)? } else { Vec::new() };
        let signer = key.map(|key| newest.checkpoint.signer(key).to_string());
        Ok(Some((AddCheckpoint { old, proof, note: newest.note }, signer)))
    };
    let made = web.made(&web.shared.looks, move |papers| papers.of_record(made)).await?;
    let (asked, signer) = made.ok_or(problem::NO_CHECKPOINT)?;
    let mut answer = text(asked.to_string());
    if let Some(signer) = signer.and_then(|signer| HeaderValue::try_from(signer).ok()) {
        answer.headers_mut().insert(HeaderName::from_static(KEY_HEADER_NAME), signer);
    }
    Ok(answer)
}

/// The line that names the key after one, with its proof in a checkpoint that both signed (C2SP tlog-proof, the line's bytes as
/// its `extra`).
pub(super) async fn next_key(State(web): State<Web>, query: Params<After>) -> Result<Response, Trouble> {
    let unreadable = || problem::BAD_VALUE.saying("Ponga en after la clave, en hexadecimal.").about("after");
    let Query(After { after }) = query.map_err(|_| unreadable())?;
    let after = PublicKey::parse(&after).ok_or_else(unreadable)?;
    let made = move |record: &RecordReader| {
        let Some(seq) = record.key_after(after)? else { return Ok(None) };
        let Some(signed) = record.checkpoint_covering(seq)? else { return Ok(None) };
        let lines = record.lines(seq, seq)?;
        lines.first().map(|(line, _)| record.line_proof(line, &signed)).transpose()
    };
    let made = web.made(&web.shared.looks, move |papers| papers.of_record(made)).await?;
    Ok(text(made.ok_or(problem::NO_CHECKPOINT)?))
}

fn text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// A witness signed a checkpoint.
pub(super) async fn cosignature(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let Cosignature { verifier, origin, size, line } = read(&text).map_err(Problem::from)?;
    let by = Verifier::parse(&verifier).filter(|by| by.purpose == Purpose::Cosignature);
    let signature = NoteSignature::parse(&line);
    let (Some(by), Some(signature)) = (by, signature) else {
        let detail = "Ponga en verifier la clave del testigo y en line su firma, como en C2SP.";
        return Err(problem::BAD_VALUE.saying(detail).about("line").into());
    };
    if web.shared.witnesses.get().is_some_and(|witnesses| witnesses.is_taken_name(&by)) {
        let detail = "Con ese nombre firma un testigo de fuera de la sala, y con otra clave. Dé otro nombre al puesto.";
        return Err(problem::BAD_VALUE.saying(detail).about("verifier").into());
    }
    let found = web
        .made(&web.shared.looks, move |papers| {
            papers.of_record(|record| {
                Ok(record.checkpoints(size, size)?.into_iter().find(|has| has.checkpoint.origin == origin))
            })
        })
        .await?;
    let Signed { epoch, mut note, .. } = found.ok_or(problem::NO_CHECKPOINT)?;
    note.add(signature.clone());
    if !matches!(note.standing(&by), Standing::Good(Some(_))) {
        let detail = "Esa firma no es de esa clave sobre ese punto de control.";
        return Err(problem::BAD_VALUE.saying(detail).about("line").into());
    }
    web.shared.desk.cosigned(Cosigned { epoch, size, signature, is_outside: false }, by.key.0);
    Ok(json(&serde_json::json!({})))
}
