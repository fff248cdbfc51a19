//! What the desk hears: which sound is due, from what was known before and what is known now.
//!
//! A sound adds to what the screen says and never says anything alone. It is short and quiet, is off
//! where somebody wants it so, and where there is no device nobody notices. [`heard`] decides and
//! knows no audio; [`tone`] is what each sounds like; [`player`] plays it.

use crate::known::{Desk, Known};
use crate::place::keys_by_hand;
use crate::press::Orders;
use hall_core::request::RequestKind;

pub mod player;
pub mod tone;

/// A sound at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// What was pressed or asked for is refused; why stands on the screen.
    Refused,
    /// What was asked for is recorded. A ball makes none: it comes every few seconds.
    Recorded,
    /// Somebody sang, and another desk stopped the draw or took the card.
    Sang,
    /// A ball is on the table and waits for the caller.
    BallWaiting,
    /// Nothing is heard of the server any more.
    LineLost,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 5] =
        [Sound::Refused, Sound::Recorded, Sound::Sang, Sound::BallWaiting, Sound::LineLost];
}

/// What this desk has asked for and not seen done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    /// It stops the draw or takes a card: the stop that comes is this desk's own.
    sings: bool,
    /// It announces a ball.
    ball: bool,
}

/// What matters to the ear of what is known at a moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Moment {
    person: Option<u32>,
    desk: Option<Desk>,
    /// The balls that wait are this desk's.
    calls: bool,
    connected: bool,
    /// A board has come over this connection.
    ever: bool,
    refusals: u32,
    asked: Option<Asked>,
    /// None while nothing is stopped, then the stop and each card.
    sung: usize,
    pending: usize,
}

/// Returns the sound that is due between two moments: the one that matters most.
pub fn heard(before: &Moment, now: &Moment) -> Option<Sound> {
    if now.person.is_none() || before.person != now.person {
        // Who sits down hears nothing of what was before.
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

/// Listens to what becomes known, and keeps the sounds that are due until they are taken.
#[derive(Debug, Default)]
pub struct Ear {
    before: Moment,
    refusals: u32,
    asked: Option<Asked>,
    due: Vec<Sound>,
}

impl Ear {
    /// This desk asks for something: what comes of it is no news from another desk.
    pub fn asks(&mut self, orders: &Orders) {
        let sings = orders.has(&[RequestKind::Stop, RequestKind::Claim]);
        self.asked = Some(Asked { sings, ball: orders.has(&[RequestKind::Announce]) });
    }

    /// Something is refused: by the desk, or by the console itself.
    pub fn refuses(&mut self) {
        self.refusals += 1;
    }

    /// Hears what is known now, once a frame.
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

    /// Returns the sounds that are due, and forgets them.
    pub fn take(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated() -> Moment {
        Moment {
            person: Some(2),
            desk: Some(Desk::Mesa),
            calls: true,
            connected: true,
            ever: true,
            ..Moment::default()
        }
    }

    #[test]
    fn each_change_has_its_sound_and_the_graver_one_is_heard() {
        let asked = |sings, ball| Some(Asked { sings, ball });
        let with = |change: &dyn Fn(&mut Moment)| {
            let mut moment = seated();
            change(&mut moment);
            moment
        };
        let rows: [(&str, Moment, Moment, Option<Sound>); 13] = [
            ("nothing", seated(), seated(), None),
            (
                "refused",
                with(&|m| m.asked = asked(false, false)),
                with(&|m| m.refusals = 1),
                Some(Sound::Refused),
            ),
            ("lost", seated(), with(&|m| m.connected = false), Some(Sound::LineLost)),
            ("back", with(&|m| m.connected = false), seated(), None),
            ("recorded", with(&|m| m.asked = asked(false, false)), seated(), Some(Sound::Recorded)),
            ("a ball recorded", with(&|m| m.asked = asked(false, true)), seated(), None),
            ("sung elsewhere", seated(), with(&|m| m.sung = 1), Some(Sound::Sang)),
            ("another card", with(&|m| m.sung = 2), with(&|m| m.sung = 3), Some(Sound::Sang)),
            (
                "its own stop",
                with(&|m| m.asked = asked(true, false)),
                with(&|m| m.sung = 1),
                Some(Sound::Recorded),
            ),
            (
                "sung elsewhere while a ball is recorded here",
                with(&|m| m.asked = asked(false, true)),
                with(&|m| m.sung = 1),
                Some(Sound::Sang),
            ),
            ("a ball", seated(), with(&|m| m.pending = 1), Some(Sound::BallWaiting)),
            (
                "a ball, at the cash desk",
                with(&|m| m.calls = false),
                with(&|m| (m.calls, m.pending) = (false, 1)),
                None,
            ),
            (
                "its board has never come",
                with(&|m| m.ever = false),
                with(&|m| (m.sung, m.pending) = (1, 1)),
                None,
            ),
        ];
        for (what, before, now, due) in rows {
            assert_eq!(heard(&before, &now), due, "{what}");
            let somebody_else = Moment { person: Some(3), ..now.clone() };
            assert_eq!(heard(&before, &somebody_else), None, "{what}, of who sat here before");
            assert_eq!(heard(&before, &Moment { person: None, ..now }), None, "{what}, nobody sits here");
        }
        let inspector = |sung| Moment { desk: Some(Desk::Inspeccion), calls: false, sung, ..seated() };
        assert_eq!(heard(&inspector(0), &inspector(1)), None, "who only looks");
    }
}
