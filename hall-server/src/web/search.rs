//! One search for everybody: a card, a game, a person, a set of balls, what the acta says, an amount, an hour (ADR 72).

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Response;
use hall_core::people::Role;
use hall_core::request::Request;
use hall_wire::message::{SearchFound, SearchHit};
use hall_wire::problem;

use super::answer::{Trouble, bad_value, json};
use super::route::{Param, Params};
use super::{Web, cards, command};
use crate::access::Caller;
use crate::desk::{Answer, Ask};
use crate::look_up::NotFound;
use crate::search::{Search, Sees, TEXT_MAX};

pub(super) const PARAMS: &[Param] = &[Param::required(
    "text",
    "Lo que se busca: A17 301, 5, 5 28/11, ana, p3, J1, palabras del acta, 98,50, 21:05, o el código de un cartón",
)];

/// Those who have a desk in the hall, where a search is part of the work.
const WORK_HERE: [Role; 4] = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    text: String,
}

/// Searches beside the desk.
pub(super) async fn search(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    query: Params<Asked>,
) -> Result<Response, Trouble> {
    let Query(Asked { text }) = query.map_err(|_| bad_value("text", "Diga en text lo que se busca."))?;
    Ok(json(&web.find(caller, text).await?))
}

impl Web {
    /// What there is of a text. Of somebody who only inspects it is a line before it is an answer; of what was typed the line has the
    /// kind alone, for it may name a person.
    pub(super) async fn find(&self, caller: Caller, text: String) -> Result<SearchFound, Trouble> {
        if text.trim().is_empty() {
            return Err(bad_value("text", "Escriba lo que busca."));
        }
        if text.chars().count() > TEXT_MAX {
            return Err(bad_value("text", format!("Son más de {TEXT_MAX} caracteres. Escriba menos.")));
        }
        let (view, sees) = (self.view(), Sees::of(&caller.roles));
        let barcodes = self.shared.barcodes.get().cloned().unwrap_or_default();
        let found = self
            .made(&self.shared.looks, move |papers| {
                let search = Search {
                    text: &text,
                    sees,
                    vault: &view.vault,
                    access: &view.access,
                    clock: &view.clock,
                    barcodes: &barcodes,
                    game: view.public.game.as_ref(),
                };
                papers.of_record(|record| Ok(search.run(record)))
            })
            .await?;
        let sought = match &found {
            Ok(found) => found.hits.first().map(SearchHit::sought).or(found.sought.first().copied()),
            Err(NotFound::Series(_) | NotFound::Number(..)) => Some(hall_core::event::Sought::Card),
            Err(NotFound::Journal(_)) => None,
        };
        if let Some(sought) = sought.filter(|_| !caller.has_any(&WORK_HERE)) {
            let ask = Ask::once(caller.person, caller.device, Request::Search { sought }, Vec::new());
            let answer = self.shared.desk.ask(ask).await?;
            if !matches!(answer, Answer::Done(_)) {
                return Err(command::reply(answer).err().unwrap_or_else(|| problem::BROKEN.into()));
            }
        }
        found.map_err(cards::not_found)
    }
}
