//! Chooses the view on the screen from what is known, never from what was pressed last.

use crate::known::{Desk, Known};
use crate::place::{Aside, Look, Mesa, Over, Run, keys_by_hand, mesa};
use crate::view::help::Topic;
use crate::view::{self, View};

/// All views, with what was typed into them.
#[derive(Default)]
pub struct Views {
    login: view::login::Login,
    mesa: view::mesa::Views,
    turns: view::turns::Views,
    caja: view::caja::Views,
    sala: view::sala::Sala,
    inspector: view::inspector::Inspector,
    balls: view::balls::Page,
    take_in: view::take_in::TakeIn,
    sign: view::sign::Sign,
    own_key: view::own_key::OwnKey,
    own_pin: view::own_pin::OwnPin,
    export: view::export::Export,
    help: view::help::Help,
    /// The overlay a frame ago; under what is only looked at, the one there was.
    over: Option<Over>,
    /// What is looked at.
    look: Option<Look>,
    paper: view::paper::Dialog,
}

impl Views {
    /// The view on the screen: the help where it is open, else what lies below it.
    pub fn present(&mut self, known: &Known, over: Option<Over>, locked: bool) -> &mut dyn View {
        if self.help.is_open() {
            // What lies below follows the hall meanwhile, and keeps what was written in it.
            self.below(known, over, locked);
            return &mut self.help;
        }
        self.below(known, over, locked)
    }

    /// Opens the help of what is on the screen; where it is open, turns its page.
    pub fn help(&mut self, known: &Known, over: Option<Over>, locked: bool) {
        if self.help.is_open() {
            self.help.turn();
        } else {
            self.help = view::help::Help::open(known, self.below(known, over, locked), over);
        }
    }

    /// What the help on the screen is about.
    pub fn helps(&self) -> Option<Topic> {
        self.help.is_open().then(|| self.help.topic())
    }

    /// Closes the help when the hall stops for something else than it did when it was opened: that has to be seen.
    pub fn help_gives_way(&mut self, known: &Known) {
        if self.help.is_open() && self.help.is_outdated(known) {
            self.close_help();
        }
    }

    /// Closes the help. Returns whether it was open.
    pub fn close_help(&mut self) -> bool {
        std::mem::take(&mut self.help).is_open()
    }

    /// The view for what is known: the log-in where nobody is logged in or the desk is locked, else the overlay, else
    /// that of the desk.
    pub fn below(&mut self, known: &Known, over: Option<Over>, locked: bool) -> &mut dyn View {
        if known.me.is_none() || locked {
            self.login.locked_for(known.me.as_ref().filter(|_| locked).map(|me| me.user.as_str()));
            return &mut self.login;
        }
        if view::own_pin::is_first(known) {
            return &mut self.own_pin;
        }
        self.turns.lies_over(over);
        let look = if let Some(Over::Look(look)) = over { Some(look) } else { None };
        if self.look != look {
            self.look = look;
            if look.is_some() {
                self.mesa.lies_over(over);
            }
        }
        // A form is there again, as it was left, when what lies over it is closed.
        if look.is_none() && self.over != over {
            self.over = over;
            self.take_in = view::take_in::TakeIn::default();
            self.mesa.lies_over(over);
        }
        if over.is_some() || mesa(known) != Mesa::Run(Run::Reading) {
            self.mesa.reads_no_ball();
        }
        match over {
            Some(Over::Look(look)) => return self.mesa.look(look),
            Some(Over::SecondWord) => return self.mesa.second_word(),
            Some(Over::OtherBall) => return self.mesa.other_ball(),
            Some(Over::OpenSale) => return self.mesa.next_sale(),
            Some(Over::Paper) => return self.paper.at(known),
            Some(Over::Sign) => return self.sign.at(known),
            Some(Over::OwnKey) => return self.own_key.at(known),
            Some(Over::OwnPin) => return &mut self.own_pin,
            Some(Over::Export) => return self.export.at(known),
            Some(Over::Balls) => return self.balls.at(known),
            Some(Over::TakeIn) => return self.take_in.at(known),
            Some(Over::Trouble) => return self.turns.trouble(),
            Some(Over::Turn(turn)) => return self.turns.turn(turn, known),
            None => {}
        }
        let place = mesa(known);
        if place == Mesa::Aside(Aside::ByHand) && keys_by_hand(known) {
            return self.turns.at(Aside::ByHand, known);
        }
        match known.desk {
            Desk::Mesa => match place {
                Mesa::Run(run) => self.mesa.at(run),
                Mesa::Aside(aside) => self.turns.at(aside, known),
            },
            Desk::Caja => self.caja.at(known),
            Desk::Sala => self.sala.at(known),
            Desk::Inspeccion => &mut self.inspector,
        }
    }

    /// A stop closes the overlay; what was written in its form is kept for when it is opened again.
    pub fn set_aside(&mut self) {
        self.turns.set_aside();
    }

    /// The user goes to another desk, or away: the cashier's forms are empty afterwards.
    pub fn leave(&mut self) {
        self.caja.leave();
    }

    /// The user's own PIN is changed: what was typed for it is forgotten.
    pub fn forget_pin(&mut self) {
        self.own_pin = view::own_pin::OwnPin::default();
    }

    /// Forgets everything that was typed, for another user.
    pub fn clear(&mut self) {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        *self = Views { turns, ..Views::default() };
    }
}
