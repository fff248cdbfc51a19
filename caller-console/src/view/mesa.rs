//! The plain run of a game at the mesa: sale, totals, balls, claims, question, prizes.

use hall_core::people::Role;

use super::View;
use crate::bar::{KeyButton, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over, Run, Turn};
use crate::press::Press;

mod actas;
mod check;
pub(super) mod draw;
mod keyed;
mod look;
mod open_sale;
mod other_ball;
mod payments;
mod question;
pub(super) mod reading;
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
    reading: reading::Draw,
    beside: reading::Beside,
    check: check::Check,
    question: question::Question,
    payments: payments::Payments,
    other_ball: other_ball::OtherBall,
    next_sale: open_sale::OpenSale,
    search: super::search::Search,
    order: look::Order,
    actas: actas::Actas,
    cables: look::Cables,
    hall: super::hall::Page,
    machine: super::machine::Page,
    voice: super::voice::Page,
    recorder: super::recorder::Page,
    study: super::study::Study,
    pedal: super::pedal::Page,
    film: super::film::Page,
}

impl Views {
    /// The view of a place.
    pub fn at(&mut self, place: Run) -> &mut dyn View {
        match place {
            Run::OpenSale => &mut self.open_sale,
            Run::Sale => &mut self.sale,
            Run::Totals => &mut self.totals,
            Run::Draw => &mut self.draw,
            Run::Reading => &mut self.reading,
            Run::Check => &mut self.check,
            Run::Question => &mut self.question,
            Run::Payments => &mut self.payments,
        }
    }

    /// Tells what lies over the view: a form that is opened begins empty.
    pub fn lies_over(&mut self, over: Option<Over>) {
        if over == Some(Over::Look(Look::Search)) {
            self.search = super::search::Search::default();
        } else if over == Some(Over::Look(Look::Recorder)) {
            self.recorder = super::recorder::Page::default();
        } else if over == Some(Over::Look(Look::Film)) {
            self.film = super::film::Page::default();
        } else if over == Some(Over::SecondWord) {
            self.beside = reading::Beside::default();
        } else if over == Some(Over::OtherBall) {
            self.other_ball = other_ball::OtherBall::default();
        }
    }

    /// The second word, at another desk than the mesa.
    pub fn second_word(&mut self) -> &mut dyn View {
        &mut self.beside
    }

    /// The balls that the caller reads are out of sight: digits that were begun are of a ball that may be another by then.
    pub fn reads_no_ball(&mut self) {
        self.reading = reading::Draw::default();
    }

    /// The view of something to look at.
    pub fn look(&mut self, look: Look) -> &mut dyn View {
        match look {
            Look::Search => &mut self.search,
            Look::Order => &mut self.order,
            Look::Acta => &mut self.actas,
            Look::Cables => &mut self.cables,
            Look::Hall => &mut self.hall,
            Look::Machine => &mut self.machine,
            Look::Voice => &mut self.voice,
            Look::Recorder => &mut self.recorder,
            Look::Study => &mut self.study,
            Look::Pedal => &mut self.pedal,
            Look::Film => &mut self.film,
        }
    }

    /// The entry of a ball that is not the one the machine read.
    pub fn other_ball(&mut self) -> &mut dyn View {
        &mut self.other_ball
    }

    /// The next sale, over the payments of the last game.
    pub fn next_sale(&mut self) -> &mut dyn View {
        self.next_sale.lies_over();
        &mut self.next_sale
    }
}

/// The button that opens the incidencias: always the first one.
pub(crate) fn trouble(known: &Known) -> KeyButton {
    KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble)).sub(known.t("trouble-sub"))
}

/// Whether the last game of the session was announced.
pub(crate) fn last_was_announced(known: &Known) -> bool {
    known.public().session.as_ref().is_some_and(|session| session.last_game)
}

/// The key that announces the last game.
pub(crate) fn last_game(known: &Known) -> KeyButton {
    KeyButton::new(Key::F11, known.t("last-game"), Press::Open(Over::Turn(Turn::LastGame)))
        .on_if(!last_was_announced(known), known.t("last-game-said"))
}

/// The key that closes the session.
pub(crate) fn close_session(known: &Known) -> KeyButton {
    KeyButton::new(Key::F7, known.t("close-session"), Press::Open(Over::Turn(Turn::CloseSession)))
}

/// What Intro does once the last game is over.
pub(crate) fn close_session_act(known: &Known) -> NextAct {
    NextAct::new(known.t("close-session-do"), Press::Open(Over::Turn(Turn::CloseSession)))
}

/// A key for the jefe de mesa only.
fn only_mesa(known: &Known, button: KeyButton) -> KeyButton {
    button.on_if(known.has_role(Role::JefeDeMesa), known.t("only-mesa"))
}

/// The next action, or waiting for the jefe de mesa where the user is not one.
fn for_mesa(known: &Known, next: Next) -> Next {
    if known.has_role(Role::JefeDeMesa) { next } else { Next::Wait(known.t("wait-mesa")) }
}

pub(crate) use hall_look::words::series;
