//! Commands: read, completed with what only the server can make, then asked of the desk.

use axum::Extension;
use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::people::PersonId;
use hall_core::record::Line;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::words::is_hidden;
use hall_wire::command::texts::{DOCUMENT_MAX, PERSON_NAME_MAX};
use hall_wire::command::{Command, CommandSpec, ResetPin, TakeBackPerson, WriteDiligencia};
use hall_wire::message::{Accepted, RecordLine};
use hall_wire::problem::{self, Problem};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::answer::{self, Trouble, bad_value};
use super::body;
use super::people::no_roles;
use super::{Web, make_matrix, signatures};
use crate::access::{Caller, Claimant};
use crate::desk::{Answer, Ask};
use crate::journal::{SealedRow, seal};

/// Reads a command of this row of the table and asks the desk.
pub(super) async fn post(
    spec: CommandSpec,
    web: Web,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let request_id = request_id(&headers)?;
    let command = (spec.parse)(&text).map_err(Problem::from)?;
    let body_sha256 = fingerprint(&command, &text);
    // What the server looks at before the desk is asked (papers, PINs and documents of others, a key that takes a second to
    // make) is for those alone who may ask for it. Of the rest the desk says so, and some of it leaves a line.
    let is_the_desks = matches!(command, Command::Ask(_) | Command::AdoptRules(_)) || spec.kind.is_for_all();
    if !is_the_desks && !caller.has_any(spec.kind.roles()) {
        tracing::info!(
            request = spec.kind.name(),
            person = caller.person.0,
            device = caller.device,
            "a request was refused"
        );
        return Err(problem::NOT_YOUR_POWER.into());
    }
    let ask = |(request, sealed)| Ask {
        request_id,
        device: caller.device.clone(),
        by: caller.person,
        body_sha256,
        request,
        sealed,
    };
    match command {
        Command::Ask(request @ Request::PrintCards { .. }) => web.print(ask((request, Vec::new()))).await,
        Command::Ask(request) => web.ask(ask((request, Vec::new()))).await,
        Command::AddPerson(person) => {
            web.check_person(&person)?;
            if web.access().user(&person.user).is_none() {
                return web.ask(ask(web.person(person).await?)).await;
            }
            // Perhaps sent again: then the record has its answer. Without roles the desk cannot grant it anew.
            match web.shared.desk.ask(ask((no_roles(), Vec::new()))).await? {
                Answer::Refused(Refusal::NoRoles) => Err(problem::USER_EXISTS.problem().about("user").into()),
                answer @ (Answer::Done(_) | Answer::Refused(_) | Answer::IdReused) => reply(answer),
            }
        }
        Command::ChangePerson(wanted) => web.ask(ask(web.changed_person(wanted)?)).await,
        Command::ResetPin(wanted) => web.ask(ask(web.reset_pin(wanted).await?)).await,
        Command::ChangePin(wanted) => web.ask(ask(web.changed_pin(&caller, wanted).await?)).await,
        Command::TakeBackPerson(wanted) => web.ask(ask(web.taken_back(wanted).await?)).await,
        Command::MakeMatrix(wanted) => web.ask(ask(web.matrix(wanted).await?)).await,
        Command::AnnounceKeyDraw(wanted) => web.ask(ask(make_matrix::announced(wanted)?)).await,
        Command::TakeKeyDraw(taken) => web.ask(ask(web.taken_draw(taken).await?)).await,
        Command::WriteDiligencia(written) => web.ask(ask(diligencia(written)?)).await,
        Command::AskRules(wanted) => web.ask(ask(web.asked_rules(wanted)?)).await,
        Command::AdoptRules(wanted) => web.ask(ask(web.adopted_rules(wanted)?)).await,
        Command::SignPaper(signed) => {
            web.paper_is_as_issued(signed.paper).await?;
            web.ask(ask(signatures::drawn(signed))).await
        }
        Command::SignWithKey(signed) => {
            web.paper_is_as_issued(signed.paper).await?;
            web.ask(ask((signatures::with_key(signed)?, Vec::new()))).await
        }
        Command::EnrolKey(wanted) => {
            let hall = web.view().public.hall.clone();
            web.ask(ask((signatures::new_key(&hall, caller.person, wanted)?, Vec::new()))).await
        }
    }
}

/// A request, and the sealed values its events refer to.
pub(super) type Sealing = (Request, Vec<SealedRow>);

impl Ask {
    /// A request whose id is the server's own, so that it is never taken for one sent before.
    pub(super) fn once(by: PersonId, device: String, request: Request, sealed: Vec<SealedRow>) -> Ask {
        let request_id = uuid::Uuid::new_v4().to_string();
        let body_sha256 = Sha256::digest(request.kind().name()).into();
        Ask { request_id, device, by, body_sha256, request, sealed }
    }
}

impl Web {
    pub(super) async fn ask(&self, ask: Ask) -> Result<Response, Trouble> {
        reply(self.shared.desk.ask(ask).await?)
    }
}

/// The desk's answer as HTTP.
pub(super) fn reply(answer: Answer) -> Result<Response, Trouble> {
    match answer {
        Answer::Done(lines) => Ok(answer::json(&accepted(lines))),
        Answer::Refused(refusal) => Err(Problem::from(&refusal).into()),
        Answer::IdReused => Err(problem::ID_REUSED.into()),
    }
}

fn accepted(lines: Vec<Line>) -> Accepted {
    let seq = lines.last().map_or(0, |line| line.seq);
    let line = |line: Line| RecordLine {
        seq: line.seq,
        at_utc_ms: line.at_utc_ms,
        kind: line.kind,
        version: line.version,
        body: serde_json::from_str(&line.body).unwrap_or(serde_json::Value::String(line.body)),
    };
    Accepted { seq, events: lines.into_iter().map(line).collect() }
}

/// The client's id of the command: a UUID, lower case and hyphenated.
pub(super) fn request_id(headers: &HeaderMap) -> Result<String, Trouble> {
    let text = headers.get("request-id").and_then(|value| value.to_str().ok());
    let id = text.and_then(|text| uuid::Uuid::try_parse(text).ok()).filter(|id| !id.is_nil());
    id.map(|id| id.hyphenated().to_string()).ok_or_else(|| problem::NO_REQUEST_ID.into())
}

/// The hash by which a body sent again is recognised. Without PINs: six digits beside a known name are soon guessed. Without the
/// document of a person, which is sealed.
/// Without the claimant, whose name and document must be gone once the sealed value is deleted, and without what was drawn.
fn fingerprint(command: &Command, text: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(command.kind().name());
    hash.update([0]);
    match command {
        Command::AddPerson(person) => {
            hash.update(json!([person.user, person.name, person.roles]).to_string());
        }
        Command::ChangePerson(person) => {
            let card_until = person.card_until.map(|date| date.to_string());
            hash.update(json!([person.person.0, person.name, person.roles, card_until]).to_string());
        }
        Command::ResetPin(ResetPin { person, .. })
        | Command::TakeBackPerson(TakeBackPerson { person, .. }) => {
            hash.update(person.0.to_string());
        }
        Command::ChangePin(_) => {}
        Command::WriteDiligencia(WriteDiligencia { about, game, text, claimant, signed }) => {
            let game = game.map(|game| game.0);
            hash.update(json!([about, game, text, claimant.is_some(), signed]).to_string());
        }
        Command::SignPaper(signed) => {
            hash.update(json!([signed.paper.name(), signed.sha256, signed.role]).to_string());
        }
        Command::Ask(_)
        | Command::MakeMatrix(_)
        | Command::AnnounceKeyDraw(_)
        | Command::TakeKeyDraw(_)
        | Command::SignWithKey(_)
        | Command::AskRules(_)
        | Command::AdoptRules(_)
        | Command::EnrolKey(_) => {
            hash.update(text);
        }
    }
    hash.finalize().into()
}

/// Seals the claimant: the record says only that there is one.
fn diligencia(written: WriteDiligencia) -> Result<Sealing, Trouble> {
    let (mut rows, mut has_document) = (Vec::new(), false);
    if let Some(claimant) = written.claimant {
        let (name, document) = (claimant.name.0, claimant.document.map(|document| document.0));
        check_line("claimant.name", "El nombre de quien reclama", &name, PERSON_NAME_MAX)?;
        if let Some(document) = &document {
            check_line("claimant.document", "El documento de quien reclama", document, DOCUMENT_MAX)?;
        }
        has_document = document.is_some();
        let document = document.unwrap_or_default().trim().to_string();
        rows.push(seal(&Claimant { name: name.trim().to_string(), document }.to_bytes()));
    }
    let request = Request::WriteDiligencia {
        about: written.about,
        game: written.game,
        text: written.text,
        claimant: rows.first().map(|row| row.sealed),
        document: has_document,
        signed: written.signed,
    };
    Ok((request, rows))
}

pub(super) fn check_line(field: &str, what: &str, text: &str, max: usize) -> Result<(), Trouble> {
    let detail = || {
        format!("{what} está vacío, es demasiado largo o lleva caracteres que no se ven. Escríbalo de nuevo.")
    };
    if is_line(text, max) { Ok(()) } else { Err(bad_value(field, detail())) }
}

/// Whether a text is one line of 1 to `max` characters, spaces around it not counted, without any
/// that nobody sees.
pub(super) fn is_line(text: &str, max: usize) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= max && !text.chars().any(is_hidden)
}
