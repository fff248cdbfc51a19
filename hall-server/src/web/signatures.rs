//! Papers and their signatures: what can be signed, what was drawn, keys that are verified, and pages that were signed on paper
//! and scanned (art. 37.3, 37.4; ADR 52).

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::event::{SignedPaper, SignerRole, key_message, key_proof_message};
use hall_core::people::PersonId;
use hall_core::request::{Request, RequestKind};
use hall_log::PublicKey;
use hall_wire::command::{EnrolKey, SignPaper, SignWithKey, field};
use hall_wire::problem;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::answer::{Trouble, bad_value, json, pdf};
use super::command::{reply, request_id};
use super::route::{Param, Params};
use super::{Web, body};
use crate::access::Caller;
use crate::desk::{Answer, Ask};
use crate::journal::{SealedRow, seal};
use crate::papers::PageKept;

/// Largest scanned page.
const PAGE_MAX: usize = 8 << 20;

/// The papers of the last sessions, with who has signed them and what the caller may sign.
pub(super) async fn list(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let may = caller.has_any(RequestKind::SignPaper.roles()).then_some(caller.person);
    let papers = web.made(&web.shared.looks, move |papers| papers.signatures(may)).await?;
    Ok(json(&papers))
}

/// The sheet of the signatures of a paper, made anew.
pub(super) async fn sheet(State(web): State<Web>, Path(paper): Path<String>) -> Result<Response, Trouble> {
    let named = SignedPaper::parse(&paper).ok_or(problem::UNKNOWN_PAPER)?;
    let made = web.made(&web.shared.works, move |papers| papers.signatures_pdf(named)).await?;
    Ok(pdf(&format!("firmas-{paper}.pdf"), made))
}

pub(super) const PAGE: &[Param] = &[
    Param::required("paper", "El papel, como acta-12 o diligencia-3"),
    Param::required("sha256", "La huella del papel que se firmó"),
    Param::required("roles", "Quién firma la página, con comas: jefe_de_sala, jefe_de_mesa, claimant, agent"),
];

/// What can go wrong with a scanned page.
pub(super) const PAGE_PROBLEMS: &[problem::ProblemKind] = &[
    problem::MISSING_FIELD,
    problem::BAD_VALUE,
    problem::NOT_A_PAGE,
    problem::NOT_AS_ISSUED,
    problem::TOO_SLOW,
    problem::TOO_LARGE,
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    paper: String,
    sha256: String,
    roles: String,
}

/// Takes the scan of a signed page in: a PDF, PNG or JPEG by its first bytes, whatever its media type.
pub(super) async fn page(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    page: Params<Page>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let ready = request_id(&headers).and_then(|id| Ok((id, read(page)?)));
    let (request_id, (paper, sha256, roles)) = match ready {
        Ok(ready) => ready,
        Err(trouble) => {
            body::discard(body).await;
            return Err(trouble);
        }
    };
    let (_, bytes) = body::read_as("", PAGE_MAX, &headers, body).await?;
    let bytes = bytes.ok_or(problem::TOO_LARGE)?;
    let ending = ending(&bytes).ok_or(problem::NOT_A_PAGE)?;
    web.paper_is_as_issued(paper).await?;
    let page_sha256: [u8; 32] = Sha256::digest(&bytes).into();
    let file = format!("actas/firma-{request_id}.{ending}");
    let body = Sha256::new().chain_update(paper.name()).chain_update(sha256).chain_update(page_sha256);
    let body = roles.iter().fold(body, |body, role| body.chain_update(role.name()));
    let name = file.clone();
    let kept = web.made(&web.shared.works, move |papers| papers.keep_page(&name, &bytes)).await?;
    let request = Request::AddSignedPage { paper, sha256, roles, file: file.clone(), page_sha256 };
    let body_sha256 = body.finalize().into();
    let (device, by) = (caller.device, caller.person);
    let ask = Ask { request_id, device, by, body_sha256, request, sealed: Vec::new() };
    let answer = web.shared.desk.ask(ask).await?;
    // Of a desk that did not answer, nobody knows whether the record names the file: then it stays.
    if kept == PageKept::New && !matches!(answer, Answer::Done(_)) {
        web.made(&web.shared.works, move |papers| papers.drop_page(&file)).await?;
    }
    reply(answer)
}

fn read(page: Params<Page>) -> Result<(SignedPaper, [u8; 32], Vec<SignerRole>), Trouble> {
    let Query(Page { paper, sha256, roles }) = page.map_err(|_| {
        let detail = "Diga el papel en paper, su huella en sha256 y quién firma la página en roles.";
        problem::MISSING_FIELD.saying(detail)
    })?;
    let paper = SignedPaper::parse(&paper);
    let paper =
        paper.ok_or_else(|| bad_value("paper", "Se esperaba un papel, como acta-12 o diligencia-3."))?;
    let sha256 = field::hash(&sha256);
    let sha256 = sha256.ok_or_else(|| bad_value("sha256", "Se esperaban las 64 cifras de una huella."))?;
    let roles: Option<Vec<SignerRole>> = roles.split(',').map(SignerRole::from_name).collect();
    let wanted = "Se esperaban jefe_de_sala, jefe_de_mesa, claimant o agent, con comas.";
    Ok((paper, sha256, roles.ok_or_else(|| bad_value("roles", wanted))?))
}

/// The ending of a file that begins so; none for what is no scanned page.
fn ending(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 3] =
        [(b"%PDF-", "pdf"), (b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg")];
    KINDS.into_iter().find(|(first, _)| bytes.starts_with(first)).map(|(_, ending)| ending)
}

/// What was drawn, sealed: the record says only that it was.
pub(super) fn drawn(signed: SignPaper) -> (Request, Vec<SealedRow>) {
    let SignPaper { paper, sha256, role, strokes } = signed;
    let row = seal(&strokes.to_bytes());
    (Request::SignPaper { paper, sha256, role, strokes: row.sealed }, vec![row])
}

/// A signature with a personal key, verified.
pub(super) fn with_key(signed: SignWithKey) -> Result<Request, Trouble> {
    let SignWithKey { paper, sha256, role, key, signature } = signed;
    let message = key_message(paper, role, &sha256);
    if !PublicKey(key).signed(message.as_bytes(), &signature) {
        return Err(bad_value(
            "signature",
            "La firma no es de esa clave, o no es de ese papel. Firme otra vez.",
        ));
    }
    Ok(Request::SignWithKey { paper, sha256, role, key, signature })
}

/// A key of which its owner has the secret half.
pub(super) fn new_key(hall: &str, person: PersonId, wanted: EnrolKey) -> Result<Request, Trouble> {
    let EnrolKey { key, proof } = wanted;
    if !PublicKey(key).signed(key_proof_message(hall, person, &key).as_bytes(), &proof) {
        return Err(bad_value(
            "proof",
            "La prueba no es de esa clave, de esta sala y de esa persona. Haga otra clave.",
        ));
    }
    Ok(Request::EnrolKey { key })
}

impl Web {
    /// Nobody signs an acta whose file is not the one that was issued (DECISIONS 45).
    pub(super) async fn paper_is_as_issued(&self, paper: SignedPaper) -> Result<(), Trouble> {
        let SignedPaper::Acta(session) = paper else { return Ok(()) };
        let is_so = self.made(&self.shared.looks, move |papers| papers.is_as_issued(session)).await?;
        if is_so { Ok(()) } else { Err(problem::NOT_AS_ISSUED.into()) }
    }
}
