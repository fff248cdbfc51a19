//! Who sits at the console: what the next person finds, and what stays for the same one.

use hall_wire::message::Me;
use hall_wire::pin::PinFault;
use hall_wire::problem::Problem;

use super::Seat;
use crate::known::{Desk, NoteKind, own_problem};
use crate::own_key::weak_id;
use crate::place::Over;

impl Seat {
    /// Somebody logged in, or a stored log-in was resumed. Another person finds empty views.
    pub fn comes_in(&mut self, me: Me, resumed: bool) {
        self.answered();
        self.known.refused = None;
        self.views.close_help();
        if self.known.me.as_ref().is_none_or(|before| before.person != me.person) {
            self.views.clear();
            self.forget_looked_up();
            self.over = None;
            self.covered.clear();
            self.known.desk = Desk::of(&me.roles).first().copied().unwrap_or(Desk::Mesa);
        }
        self.locked = resumed;
        self.known.device.clone_from(&me.device);
        self.known.me = Some(me);
        // Keys after the PIN were typed without seeing the view.
        if !self.typing.is_empty() && self.typing.refuse(self.at_s) {
            self.say(NoteKind::Refused, "key-after-refusal", self.at_s);
        }
    }

    /// Locks the desk; the log-in stays.
    pub fn lock(&mut self) {
        (self.locked, self.over) = (true, None);
        self.covered.clear();
        self.views.close_help();
        self.typing.clear();
        self.views.leave();
    }

    /// The log-in has ended, by its hour or by somebody else: the person is asked for the PIN, and finds what was written.
    pub fn log_in_is_over(&mut self, why: Problem) {
        self.answered();
        self.lock();
        self.tell(why);
    }

    /// The PIN that was typed would not be taken today: the page where it is changed is open, and can be left.
    pub fn advises_own_pin(&mut self, fault: PinFault) {
        self.over = Some(Over::OwnPin);
        self.tell(own_problem("pin-facil", &self.known.t(&weak_id(fault))));
    }

    /// The user logged out.
    pub fn goes_out(&mut self) {
        self.answered();
        (self.known.me, self.over, self.locked, self.stop_next) = (None, None, false, None);
        (self.known.refused, self.known.note) = (None, None);
        self.covered.clear();
        self.forget_looked_up();
        self.typing.clear();
        self.views.clear();
    }
}
