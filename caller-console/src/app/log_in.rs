//! Who comes in, goes out, or finds the log-in ended.

use std::sync::Arc;
use std::time::Instant;

use egui::Context;
use hall_wire::link::Link;
use hall_wire::message::Me;
use hall_wire::problem::Problem;

use super::App;
use crate::net::Job;
use crate::state::Kept;

impl App {
    pub(super) fn come_in(&mut self, token: String, me: Me, ctx: &Context) {
        let resumed = self.seat.known.me.is_none() && self.seat.locked;
        self.seat.comes_in(me, resumed);
        let kept = Arc::clone(&self.witness);
        let link = Link::watch(&self.options.server, &self.options.device, Some(token.clone()), kept);
        let wake = ctx.clone();
        link.on_change(move || wake.request_repaint());
        (self.link, self.door) = (Some(link), None);
        self.options.state.keep(&Kept { token: token.clone(), locked: resumed });
        self.token = Some(token);
        self.lists_at = None;
        self.last_key = Instant::now();
    }

    pub(super) fn go_out(&mut self) {
        self.send(Job::LogOut);
        self.leave();
    }

    /// Nobody is logged in any more.
    pub(super) fn leave(&mut self) {
        self.token = None;
        self.options.state.forget();
        (self.link, self.lost_at, self.back_at) = (None, None, None);
        self.seat.goes_out();
    }

    /// The log-in has ended and not the person's work: with the PIN it goes on where it was.
    pub(super) fn log_in_is_over(&mut self, why: Problem) {
        self.token = None;
        self.options.state.forget();
        (self.link, self.lost_at, self.back_at) = (None, None, None);
        self.seat.log_in_is_over(why);
    }
}
