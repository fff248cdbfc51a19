//! Which view stands on the screen: chosen from what is known, never from what was pressed last.

use hall_wire::board::Scene;

use crate::known::{Desk, Known};
use crate::place::Over;
use crate::view::{self, View};

/// The place of the mesa, as the board has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mesa {
    /// No session: the opening check-list.
    Opening,
    /// A session, and no game: the next sale.
    OpenSale,
    /// Cards are on sale.
    Sale,
    /// Totals and prizes.
    Totals,
    /// Balls.
    Draw,
    /// Balls, by hand.
    ByHand,
    /// A stop: cards are checked.
    Check,
    /// The question.
    Question,
    /// The game has ended: prizes.
    Payments,
    /// ALTO.
    Hold,
    /// Suspended.
    Suspended,
    /// Void: refunds.
    Voided,
}

/// Returns the place of the mesa.
pub fn mesa(known: &Known) -> Mesa {
    let board = &known.board;
    match known.scene() {
        Scene::Closed => Mesa::Opening,
        Scene::Idle | Scene::NotHeld => Mesa::OpenSale,
        Scene::Sale => Mesa::Sale,
        Scene::Totals => Mesa::Totals,
        Scene::Draw if board.by_hand.is_some() => Mesa::ByHand,
        Scene::Draw => Mesa::Draw,
        Scene::Check => Mesa::Check,
        Scene::Question => Mesa::Question,
        Scene::Winners if known.public().prizes.iter().any(|prize| prize.state == "pendiente") => {
            Mesa::Payments
        }
        Scene::Winners => Mesa::OpenSale,
        Scene::Hold => Mesa::Hold,
        Scene::Suspended => Mesa::Suspended,
        Scene::Void => Mesa::Voided,
    }
}

/// Returns whether who sits here is one of the two who key the balls of a draw by hand.
fn keys_by_hand(known: &Known) -> bool {
    let me = known.me.as_ref().map(|me| me.person);
    let by_hand = known.board.by_hand.as_ref().filter(|_| known.scene() == Scene::Draw);
    by_hand.is_some_and(|by_hand| me == Some(by_hand.caller) || me == Some(by_hand.second))
}

/// All views, with what was typed into them.
#[derive(Default)]
pub struct Views {
    login: view::login::Login,
    mesa: view::mesa::Views,
    turns: view::turns::Views,
    caja: view::caja::Views,
    sala: view::sala::Views,
    inspector: view::inspector::Inspector,
}

impl Views {
    /// Returns the view for what is known: the log-in where nobody sits here or the desk is locked,
    /// otherwise what lies over, otherwise that of the desk.
    pub fn present(&mut self, known: &Known, over: Option<Over>, locked: bool) -> &mut dyn View {
        if known.me.is_none() || locked {
            self.login.locked_for(known.me.as_ref().filter(|_| locked).map(|me| me.user.as_str()));
            return &mut self.login;
        }
        self.turns.lies_over(over);
        if let Some(over) = over {
            return match over {
                Over::OpenSale | Over::OtherBall | Over::Keys | Over::Order | Over::Acta | Over::Cables => {
                    self.mesa.over(over)
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
                | Over::LastGame
                | Over::CloseSession => self.turns.over(over),
            };
        }
        // Who keys the balls by hand keys them wherever he sits (DECISIONS 22).
        if mesa(known) == Mesa::ByHand && keys_by_hand(known) {
            return self.turns.at(Mesa::ByHand, known);
        }
        match known.desk {
            Desk::Mesa => match mesa(known) {
                place @ (Mesa::Opening | Mesa::ByHand | Mesa::Hold | Mesa::Suspended | Mesa::Voided) => {
                    self.turns.at(place, known)
                }
                place @ (Mesa::OpenSale
                | Mesa::Sale
                | Mesa::Totals
                | Mesa::Draw
                | Mesa::Check
                | Mesa::Question
                | Mesa::Payments) => self.mesa.at(place),
            },
            Desk::Caja => self.caja.at(known),
            Desk::Sala => self.sala.at(known),
            Desk::Inspeccion => &mut self.inspector,
        }
    }

    /// Forgets everything that was typed: somebody else sits here now.
    pub fn clear(&mut self) {
        *self = Views::default();
    }
}
