//! Cards on paper: the templates there are, and the pages of a printing.

use axum::extract::{Path, State};
use axum::response::Response;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::problem;

use super::answer::{Trouble, bytes, json};
use super::read::name_file;
use super::{Web, command};
use crate::desk::{Answer, Ask};

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

impl Web {
    /// Asks the desk for cards on paper, if there is such a template: paper that cannot be made is not ordered.
    pub(super) async fn print(&self, ask: Ask) -> Result<Response, Trouble> {
        let Request::PrintCards { template, .. } = &ask.request else { return self.ask(ask).await };
        let rows = self.do_on(&self.shared.looks, problem::BROKEN, |house| house.templates()).await?;
        let detail = match rows.iter().find(|row| row.template == *template) {
            Some(row) if row.fault.is_none() => return self.ask(ask).await,
            Some(row) => format!(
                "Con esta plantilla no se puede imprimir: {}. Corríjala o elija otra.",
                row.fault.as_deref().unwrap_or_default()
            ),
            None => {
                let good = rows.iter().filter(|row| row.fault.is_none());
                let names: Vec<&str> = good.map(|row| row.template.as_str()).collect();
                format!("No hay ninguna plantilla «{template}». Elija una de estas: {}.", names.join(", "))
            }
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
