//! Commands: read, complete with what only the server can make, ask the desk.

use axum::Extension;
use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::event::Mixed;
use hall_core::matrix::{Matrix, MatrixKey, MatrixNo, MatrixOptions, key_sha256};
use hall_core::people::Actor;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::command::{AddPerson, Command, CommandSpec, MakeMatrix, WriteDiligencia};
use hall_wire::message::{Accepted, Line};
use hall_wire::problem::{self, Problem};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use super::answer::{Trouble, json};
use super::{Web, body};
use crate::access::{Caller, Claimant, Identity, hash_pin, is_name, is_pin};
use crate::desk::{Answer, Ask, Recorded};
use crate::journal::{SealedRow, seal};

/// The longest name of a person.
const PERSON_NAME_MAX: usize = 120;

/// The longest number of an identity document.
const DOCUMENT_MAX: usize = 40;

/// The longest text that is mixed into a key.
const MIXED_MAX: usize = 200;

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
    let ask = |request, sealed| Ask {
        request_id: request_id.clone(),
        device: caller.device.clone(),
        by: Actor::Person(caller.person),
        body_sha256,
        request,
        sealed,
    };
    match command {
        Command::Ask(request @ Request::PrintCards { .. }) => web.print(ask(request, Vec::new())).await,
        Command::Ask(request) => web.ask(ask(request, Vec::new())).await,
        Command::AddPerson(person) => {
            check_person(&person)?;
            if web.access().user(&person.user).is_some() {
                // Perhaps this is the same command again. Without roles it cannot be decided
                // anew; if the record has its id, the answer is what it was then.
                let again = ask(no_roles(), Vec::new());
                let answer = web.shared.desk.ask(again).await?;
                if matches!(answer, Answer::Refused(Refusal::NoRoles)) {
                    return Err(problem::USER_EXISTS.problem().about("user").into());
                }
                return reply(answer);
            }
            let (request, sealed) = web.person(person).await?;
            web.ask(ask(request, sealed)).await
        }
        Command::MakeMatrix(wanted) => {
            let (request, sealed) = web.matrix(wanted).await?;
            web.ask(ask(request, sealed)).await
        }
        Command::WriteDiligencia(written) => {
            let (request, sealed) = diligencia(written)?;
            web.ask(ask(request, sealed)).await
        }
    }
}

impl Web {
    /// Asks the desk and translates its answer.
    pub(super) async fn ask(&self, ask: Ask) -> Result<Response, Trouble> {
        reply(self.shared.desk.ask(ask).await?)
    }

    /// Hashes the PIN and seals what may not be in the record.
    async fn person(&self, person: AddPerson) -> Result<(Request, Vec<SealedRow>), Trouble> {
        let turn = self.shared.hashes.acquire().await.map_err(|_| problem::BROKEN)?;
        let pin = spawn_blocking(move || hash_pin(&person.pin.0)).await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        let identity = seal(&Identity { user: person.user, name: person.name }.to_bytes());
        let pin = seal(pin.as_bytes());
        let request = Request::AddPerson { roles: person.roles, identity: identity.sealed, pin: pin.sealed };
        Ok((request, vec![identity, pin]))
    }

    /// Draws a key, mixes in what was typed, and hashes the faces.
    async fn matrix(&self, wanted: MakeMatrix) -> Result<(Request, Vec<SealedRow>), Trouble> {
        let (size, options) = (wanted.size, MatrixOptions { kind: wanted.kind, clean: wanted.clean });
        let words = wanted.mixed.map(|words| words.trim().to_owned());
        if words.as_ref().is_some_and(|words| !is_line(words, MIXED_MAX)) {
            let detail = "El azar añadido está vacío o pasa de 200 signos. Corríjalo o déjelo sin poner.";
            return Err(problem::BAD_VALUE.saying(detail).about("mixed").into());
        }
        let number =
            MatrixNo::new(self.view().next_matrix).ok_or_else(|| Problem::from(&Refusal::UnknownMatrix))?;
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("the system gives random bytes");
        let (key, mixed) = match words {
            Some(words) => (MatrixKey::mixed(&seed, &words), Some((words, seal(&seed)))),
            None => (MatrixKey::from_bytes(seed[..16].try_into().expect("half of 32 bytes")), None),
        };
        let turn = self.shared.works.acquire().await.map_err(|_| problem::BROKEN)?;
        let made = spawn_blocking({
            let key = key.clone();
            move || Some(Matrix::with(number, size, options, &key)?.faces_sha256())
        });
        let made = made.await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        let faces_sha256 = made.ok_or_else(|| Problem::from(&Refusal::BadMatrixSize(size)))?;
        let mut rows = vec![seal(key.bytes())];
        let mixed = mixed.map(|(words, row)| {
            let mixed = Mixed { words, seed: row.sealed };
            rows.push(row);
            mixed
        });
        let request = Request::MakeMatrix {
            size,
            options,
            mixed,
            key: rows[0].sealed,
            key_sha256: key_sha256(&key),
            faces_sha256,
            matrix: number,
        };
        Ok((request, rows))
    }
}

/// Returns the answer of the desk as HTTP has it.
pub(super) fn reply(answer: Answer) -> Result<Response, Trouble> {
    match answer {
        Answer::Done(lines) => Ok(json(&accepted(lines))),
        Answer::Refused(refusal) => Err(Problem::from(&refusal).into()),
        Answer::IdReused => Err(problem::ID_REUSED.into()),
    }
}

fn accepted(lines: Vec<Recorded>) -> Accepted {
    let seq = lines.last().map_or(0, |line| line.seq);
    let line = |line: Recorded| Line {
        seq: line.seq,
        at_utc_ms: line.at_utc_ms,
        kind: line.kind,
        version: line.version,
        body: serde_json::from_str(&line.body).unwrap_or(serde_json::Value::String(line.body)),
    };
    Accepted { seq, events: lines.into_iter().map(line).collect() }
}

/// Returns the client's id of the command: a UUID, in its one spelling.
pub(super) fn request_id(headers: &HeaderMap) -> Result<String, Trouble> {
    let text = headers.get("request-id").and_then(|value| value.to_str().ok());
    let id = text.and_then(|text| uuid::Uuid::try_parse(text).ok()).filter(|id| !id.is_nil());
    id.map(|id| id.hyphenated().to_string()).ok_or_else(|| problem::NO_REQUEST_ID.into())
}

/// Returns the hash by which a body is known again. A PIN is not part of it: with the name
/// beside it in the record, six digits would soon be guessed. Nor is a claimant, whose name
/// and document must be gone once the sealed value is deleted.
fn fingerprint(command: &Command, text: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(command.kind().name());
    hash.update([0]);
    match command {
        Command::AddPerson(person) => {
            let public = serde_json::json!([person.user, person.name, person.roles]);
            hash.update(public.to_string());
        }
        Command::WriteDiligencia(written) => {
            let claimed = written.claimant.is_some();
            let public = serde_json::json!([
                written.about,
                written.game.map(|game| game.0),
                written.text,
                claimed,
                written.signed
            ]);
            hash.update(public.to_string());
        }
        Command::Ask(_) | Command::MakeMatrix(_) => hash.update(text),
    }
    hash.finalize().into()
}

fn check_person(person: &AddPerson) -> Result<(), Trouble> {
    let bad = |field: &str, detail: &str| Err(problem::BAD_VALUE.saying(detail).about(field).into());
    if !is_name(&person.user) {
        return bad(
            "user",
            "El nombre de usuario lleva de 1 a 40 letras sin tilde, cifras o los signos - _ y . sin espacios.",
        );
    }
    if !is_line(&person.name, PERSON_NAME_MAX) {
        return bad("name", "El nombre de la persona está vacío o es demasiado largo. Corríjalo.");
    }
    if !is_pin(&person.pin.0) {
        return bad("pin", "El PIN lleva de 6 a 12 cifras y no todas iguales. Elija otro.");
    }
    Ok(())
}

/// Seals the claimant: the record says only that there is one.
fn diligencia(written: WriteDiligencia) -> Result<(Request, Vec<SealedRow>), Trouble> {
    let bad = |field: &str, detail: &str| Err(problem::BAD_VALUE.saying(detail).about(field).into());
    let mut rows = Vec::new();
    if let Some(claimant) = written.claimant {
        if !is_line(&claimant.name.0, PERSON_NAME_MAX) {
            return bad(
                "claimant.name",
                "El nombre de quien reclama está vacío o es demasiado largo. Corríjalo.",
            );
        }
        if !is_line(&claimant.document.0, DOCUMENT_MAX) {
            return bad(
                "claimant.document",
                "El documento de quien reclama está vacío o es demasiado largo. Corríjalo.",
            );
        }
        let (name, document) = (claimant.name.0.trim().to_string(), claimant.document.0.trim().to_string());
        rows.push(seal(&Claimant { name, document }.to_bytes()));
    }
    let request = Request::WriteDiligencia {
        about: written.about,
        game: written.game,
        text: written.text,
        claimant: rows.first().map(|row| row.sealed),
        signed: written.signed,
    };
    Ok((request, rows))
}

/// Returns whether a text is one line that says something, no longer than this.
fn is_line(text: &str, max: usize) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= max && !text.chars().any(char::is_control)
}

fn no_roles() -> Request {
    let nothing = hall_core::people::Sealed { id: 0, hash: [0; 32] };
    Request::AddPerson { roles: Vec::new(), identity: nothing, pin: nothing }
}
