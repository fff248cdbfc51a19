//! Cards on paper: the templates there are, how a sheet will look, and the pages of a printing.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::message::TemplateRow;
use hall_wire::problem;

use super::answer::{Trouble, bytes, json};
use super::read::name_file;
use super::route::Param;
use super::{Web, command};
use crate::desk::{Answer, Ask};
use crate::papers::{House, Preview};

/// The templates for cards.
pub(super) async fn templates(State(web): State<Web>) -> Result<Response, Trouble> {
    let rows = web.do_on(&web.shared.looks, problem::BROKEN, |house| house.templates()).await?;
    Ok(json(&rows))
}

/// The pages of a printing.
pub(super) async fn file(State(web): State<Web>, Path(printing): Path<String>) -> Result<Response, Trouble> {
    let number: u32 = printing.parse().map_err(|_| problem::NO_PAGES)?;
    let pdf = web.work(problem::NO_PAGES, move |house| house.printing_pdf(number)).await?;
    let mut response = bytes("application/pdf", pdf);
    name_file(&mut response, &format!("cartones-{number}.pdf"));
    Ok(response)
}

/// What can be asked of a preview.
pub(super) const PREVIEW: &[Param] = &[
    Param { name: "template", about: "La plantilla", required: true },
    Param { name: "first", about: "El primer cartón; si no se dice, el 1", required: false },
    Param {
        name: "last", about: "El último cartón; si no se dice, el último de la serie", required: false
    },
    Param { name: "back", about: "true para ver el dorso", required: false },
];

/// The parameters, as they came.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    template: String,
    first: Option<u32>,
    last: Option<u32>,
    #[serde(default)]
    back: bool,
}

/// A sheet of cards as it would be printed, to be looked at.
pub(super) async fn preview(
    State(web): State<Web>,
    Path(series): Path<String>,
    query: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Trouble> {
    let Query(Asked { template, first, last, back }) = query.map_err(|_| {
        let detail = "Diga la plantilla en template y, si quiere, first, last y back (true o false).";
        problem::BAD_VALUE.saying(detail)
    })?;
    let row = match web.template(&template).await? {
        Ok(row) => row,
        Err(detail) => return Err(problem::BAD_VALUE.saying(detail).about("template").into()),
    };
    let lists = web.do_on(&web.shared.looks, problem::BROKEN, |house| house.lists()).await?;
    let series = lists.series.into_iter().find(|row| row.series == series);
    let series = series.ok_or(problem::UNKNOWN_SERIES)?;
    let (first, last) = (first.unwrap_or(1), last.unwrap_or(series.size));
    if first == 0 || first > last || last > series.size {
        let detail = format!("La serie {} va del cartón 1 al {}. Corríjalo.", series.series, series.size);
        return Err(problem::BAD_VALUE.saying(detail).about("first").into());
    }
    if back && !row.back {
        let detail = "Esa plantilla no tiene dorso.";
        return Err(problem::BAD_VALUE.saying(detail).about("back").into());
    }
    let view = web.view();
    let (vault, hall) = (view.vault.clone(), view.public.hall.clone());
    let wanted = Preview { series, first, last, template, on_each: row.cards.max(1), back, hall };
    let made = move |house: &dyn House| house.preview_png(&vault, &wanted);
    let png = web.do_on(&web.shared.looks, problem::UNKNOWN_SERIES, made).await?;
    Ok(bytes("image/png", png))
}

impl Web {
    /// Returns the template of this name, or what to say of it if it cannot be used.
    async fn template(&self, name: &str) -> Result<Result<TemplateRow, String>, Trouble> {
        let mut rows = self.do_on(&self.shared.looks, problem::BROKEN, |house| house.templates()).await?;
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

    /// Asks the desk for cards on paper, if there is such a template: paper that cannot be made is not ordered.
    pub(super) async fn print(&self, ask: Ask) -> Result<Response, Trouble> {
        let Request::PrintCards { template, .. } = &ask.request else { return self.ask(ask).await };
        let detail = match self.template(template).await? {
            Ok(_) => return self.ask(ask).await,
            Err(detail) => detail,
        };
        // Perhaps this is the same command again, and the template was there then. Without a name it
        // cannot be decided anew; if the record has its id, the answer is what it was then.
        let again = Ask { request: nameless(ask.request), ..ask };
        match self.shared.desk.ask(again).await? {
            Answer::Refused(Refusal::BadText(_)) => {
                Err(problem::BAD_VALUE.saying(detail).about("template").into())
            }
            answer @ (Answer::Done(_) | Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
        }
    }
}

fn nameless(mut request: Request) -> Request {
    if let Request::PrintCards { template, .. } = &mut request {
        template.clear();
    }
    request
}
