//! Which sound is due, from the difference between two moments.
//!
//! A sound never carries information alone: the screen says the same. Sounds can be switched off, and a missing
//! device is ignored. [`heard`] decides, [`tone`] synthesises, [`player`] plays.

use crate::known::{Desk, Known};
use crate::place::keys_by_hand;
use crate::press::Orders;
use hall_core::request::RequestKind;

pub mod player;
pub mod tone;

/// A sound of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A key or request was refused; the screen says why.
    Refused,
    /// A request was recorded. Not for balls, which come every few seconds.
    Recorded,
    /// Another desk stopped the draw for a claim, or entered a card.
    Sang,
    /// A ball waits to be announced.
    BallWaiting,
    /// The connection to the server was lost.
    LineLost,
}

impl Sound {
    /// Every sound.
    pub const ALL: [Sound; 5] =
        [Sound::Refused, Sound::Recorded, Sound::Sang, Sound::BallWaiting, Sound::LineLost];
}

/// Requests of this desk that are still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    /// One stops the draw or enters a card: the resulting stop is this desk's own.
    sings: bool,
    /// One announces a ball.
    ball: bool,
}

/// The state relevant to sounds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Moment {
    person: Option<u32>,
    desk: Option<Desk>,
    /// This desk announces the balls.
    calls: bool,
    connected: bool,
    /// A board was received over this connection.
    ever: bool,
    refusals: u32,
    asked: Option<Asked>,
    /// 0 without a stop, else 1 plus its cards.
    sung: usize,
    pending: usize,
}

/// The most important sound due between two moments.
pub fn heard(before: &Moment, now: &Moment) -> Option<Sound> {
    if now.person.is_none() || before.person != now.person {
        // Logging in replays nothing.
        return None;
    }
    if now.refusals > before.refusals {
        return Some(Sound::Refused);
    }
    if before.connected && !now.connected {
        return Some(Sound::LineLost);
    }
    let own = before.asked.or(now.asked).is_some_and(|asked| asked.sings);
    let looks_only = now.desk == Some(Desk::Inspeccion);
    if before.ever && now.sung > before.sung && !own && !looks_only {
        return Some(Sound::Sang);
    }
    if before.ever && now.calls && now.pending > before.pending {
        return Some(Sound::BallWaiting);
    }
    let done = before.asked.is_some_and(|asked| !asked.ball) && now.asked.is_none();
    (done && now.connected).then_some(Sound::Recorded)
}

/// Collects the sounds that are due.
#[derive(Debug, Default)]
pub struct Ear {
    before: Moment,
    refusals: u32,
    asked: Option<Asked>,
    due: Vec<Sound>,
}

impl Ear {
    /// Notes a request of this desk, whose effects are no news.
    pub fn asks(&mut self, orders: &Orders) {
        let sings = orders.has(&[RequestKind::Stop, RequestKind::Claim]);
        self.asked = Some(Asked { sings, ball: orders.has(&[RequestKind::Announce]) });
    }

    /// A refusal by the server or by the console.
    pub fn refuses(&mut self) {
        self.refusals += 1;
    }

    /// Call once per frame.
    pub fn hear(&mut self, known: &Known) {
        self.asked = self.asked.filter(|_| known.sending.is_some());
        let public = known.public();
        let now = Moment {
            person: known.me.as_ref().map(|me| me.person),
            desk: Some(known.desk),
            calls: known.desk == Desk::Mesa || keys_by_hand(known),
            connected: known.link.connected,
            ever: known.link.ever,
            refusals: self.refusals,
            asked: self.asked,
            sung: public.stop.as_ref().map_or(0, |stop| 1 + stop.claims.len()),
            pending: known.board.pending.len(),
        };
        self.due.extend(heard(&self.before, &now));
        self.before = now;
    }

    /// Takes the sounds that are due.
    pub fn take(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.due)
    }
}

#[cfg(test)]
#[path = "sound_tests.rs"]
mod tests;
