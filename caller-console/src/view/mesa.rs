//! The plain run of a game at the mesa: sale, totals, balls, claims, question, prizes.

use serde_json::json;

use super::View;
use crate::bar::{KeyButton, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::views::Mesa;

mod check;
mod draw;
mod look;
mod open_sale;
mod other_ball;
mod payments;
mod question;
mod sale;
mod sung;
mod totals;

/// The views of the mesa.
#[derive(Default)]
pub struct Views {
    open_sale: open_sale::OpenSale,
    sale: sale::Sale,
    totals: totals::Totals,
    draw: draw::Draw,
    check: check::Check,
    question: question::Question,
    payments: payments::Payments,
    other_ball: other_ball::OtherBall,
    next_sale: open_sale::OpenSale,
    look: look::Look,
}

impl Views {
    /// Returns the view of a place. Those of the turns a game can take are not here.
    pub fn at(&mut self, place: Mesa) -> &mut dyn View {
        match place {
            Mesa::Opening | Mesa::OpenSale | Mesa::Voided => &mut self.open_sale,
            Mesa::Sale => &mut self.sale,
            Mesa::Totals | Mesa::Suspended => &mut self.totals,
            Mesa::Draw | Mesa::ByHand | Mesa::Hold => &mut self.draw,
            Mesa::Check => &mut self.check,
            Mesa::Question => &mut self.question,
            Mesa::Payments => &mut self.payments,
        }
    }

    /// Returns what lies over.
    pub fn over(&mut self, over: Over) -> &mut dyn View {
        match over {
            Over::OtherBall => &mut self.other_ball,
            Over::OpenSale => {
                self.next_sale.lies_over();
                &mut self.next_sale
            }
            Over::Trouble
            | Over::RaiseHold
            | Over::RectifyBall
            | Over::Suspend
            | Over::Withhold
            | Over::Diligencia
            | Over::RectifySale
            | Over::Material
            | Over::Void
            | Over::Keys
            | Over::Order
            | Over::Acta
            | Over::Cables
            | Over::LastGame
            | Over::CloseSession => {
                self.look.at(over);
                &mut self.look
            }
        }
    }
}

/// The button that opens the incidencias: always the first one.
pub(crate) fn trouble(known: &Known) -> KeyButton {
    KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble)).sub(known.t("trouble-sub"))
}

/// PARADA, as the person sees the draw (DECISIONS 28).
pub(crate) fn stop(known: &Known) -> Option<KeyButton> {
    let game = known.game()?;
    let body = json!({"game": game.game, "announced": known.public().announced.len()});
    let press = Press::ask(known.t("stop"), "stop", body);
    Some(KeyButton::new(Key::Stop, known.t("stop"), press).sub(known.t("stop-sub")))
}

/// What a next action becomes for who may not do it: we wait for who may.
fn for_mesa(known: &Known, next: Next) -> Next {
    if known.has_role("jefe_de_mesa") { next } else { Next::Wait(known.t("wait-mesa")) }
}

/// Returns the card that a number means: the series of this game it was sold from, or the announced one.
fn card_of(known: &Known, number: u32) -> Option<(String, u32)> {
    let game = known.game()?;
    let sold = game.segments.iter().find(|cards| (cards.first..=cards.last).contains(&number));
    Some((sold.map_or_else(|| game.series.clone(), |cards| cards.series.clone()), number))
}

/// Returns a series as it is said and printed: `A 17`.
pub(crate) fn series(name: &str) -> String {
    let (letter, number) = name.split_at(name.len().min(1));
    format!("{letter} {number}")
}
