//! Cards on paper: the templates there are, how a sheet will look, and the pages of a printing.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::message::TemplateRow;
use hall_wire::problem;

use super::answer::{Trouble, bad_value, bytes, json, pdf};
use super::route::{Is, Param, Params};
use super::{Web, command};
use crate::desk::{Answer, Ask};
use crate::papers::Preview;

pub(super) async fn templates(State(web): State<Web>) -> Result<Response, Trouble> {
    Ok(json(&web.templates().await?))
}

/// The pages of a printing.
pub(super) async fn file(State(web): State<Web>, Path(printing): Path<String>) -> Result<Response, Trouble> {
    let number: u32 = printing.parse().map_err(|_| problem::NO_PAGES)?;
    let pages = web.made(&web.shared.works, move |papers| papers.pages_of(number)).await?;
    Ok(pdf(&format!("cartones-{number}.pdf"), pages))
}

pub(super) const PREVIEW: &[Param] = &[
    Param::required("template", "La plantilla"),
    Param::optional("first", "El primer cartón; si no se dice, el 1").number(),
    Param::optional("last", "El último cartón; si no se dice, el último de la serie").number(),
    Param::optional("back", "true para ver el dorso").is(Is::Flag),
];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    template: String,
    first: Option<u32>,
    last: Option<u32>,
    #[serde(default)]
    back: bool,
}

/// A sheet of cards as it would be printed.
pub(super) async fn preview(
    State(web): State<Web>,
    Path(series): Path<String>,
    query: Params<Asked>,
) -> Result<Response, Trouble> {
    let Query(Asked { template, first, last, back }) = query.map_err(|_| {
        let detail = "Diga la plantilla en template y, si quiere, first, last y back (true o false).";
        problem::BAD_VALUE.saying(detail)
    })?;
    let row = web.template(&template).await?.map_err(|detail| bad_value("template", detail))?;
    let lists = web.made(&web.shared.looks, |papers| papers.lists()).await?;
    let series = lists.series.into_iter().find(|row| row.series == series);
    let series = series.ok_or(problem::UNKNOWN_SERIES)?;
    let (first, last) = (first.unwrap_or(1), last.unwrap_or(series.size));
    if first == 0 || first > last || last > series.size {
        let detail = format!("La serie {} va del cartón 1 al {}. Corríjalo.", series.series, series.size);
        return Err(bad_value("first", detail));
    }
    if back && !row.back {
        return Err(bad_value("back", "Esa plantilla no tiene dorso."));
    }
    let view = web.view();
    let (vault, hall) = (view.vault.clone(), view.public.hall.clone());
    let wanted = Preview { series, first, last, template, on_each: row.cards.max(1), back, hall };
    let png = web.made(&web.shared.looks, move |papers| papers.preview(&vault, &wanted)).await?;
    Ok(bytes("image/png", png))
}

impl Web {
    async fn templates(&self) -> Result<Vec<TemplateRow>, Trouble> {
        self.made(&self.shared.looks, |papers| papers.templates()).await
    }

    /// The template of this name, or why it cannot be used, in Spanish.
    async fn template(&self, name: &str) -> Result<Result<TemplateRow, String>, Trouble> {
        let mut rows = self.templates().await?;
        let Some(at) = rows.iter().position(|row| row.template == name) else {
            let good = rows.iter().filter(|row| row.fault.is_none());
            let names: Vec<&str> = good.map(|row| row.template.as_str()).collect();
            let names = names.join(", ");
            return Ok(Err(format!("No hay ninguna plantilla «{name}». Elija una de estas: {names}.")));
        };
        let row = rows.swap_remove(at);
        Ok(match &row.fault {
            None => Ok(row),
            Some(fault) => {
                Err(format!("Con esta plantilla no se puede imprimir: {fault}. Corríjala o elija otra."))
            }
        })
    }

    /// Orders cards on paper. With a template that cannot be used, only an order that was accepted before gets its
    /// answer: without a name the desk cannot grant it anew.
    pub(super) async fn print(&self, mut ask: Ask) -> Result<Response, Trouble> {
        let Request::PrintCards { template, .. } = &mut ask.request else { return self.ask(ask).await };
        let Err(detail) = self.template(template).await? else { return self.ask(ask).await };
        template.clear();
        match self.shared.desk.ask(ask).await? {
            Answer::Refused(Refusal::BadText(_)) => Err(bad_value("template", detail)),
            answer @ (Answer::Done(_) | Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
        }
    }
}
