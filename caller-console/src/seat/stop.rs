//! PARADA during an open request, and the key of the pedal.

use hall_wire::link::DeskHour;

use super::Seat;
use crate::known::NoteKind;
use crate::pedal::Pedal;
use crate::press::Press;
use crate::shell;

/// A press of PARADA that waits for the answer to an open request.
#[derive(Debug, Clone, Copy)]
pub(super) struct StopNext {
    /// The game and the announced balls on the screen when it was pressed.
    saw: (u32, usize),
    /// When it was pressed. Behind the person's own announcement it counts from when it comes in: that ball was said before.
    hour: Option<DeskHour>,
}

impl Seat {
    /// A key that no view has a use for went down: the page of the pedal shows it.
    pub fn hears_key(&mut self, key: Option<Pedal>) {
        self.known.last_key = key.or(self.known.last_key);
    }

    /// Who stopped hears the answer in words, whatever covers the band.
    pub(super) fn tells_of_stop(&mut self, at_s: f64) {
        let call = self.known.board.stop_call.as_ref();
        if let Some(words) = call.map(|call| self.known.said(&call.words).to_owned()) {
            self.note(NoteKind::Recorded, words, at_s);
        }
    }

    /// PARADA waits for the answer to the open request, unless that is a stop itself: one stop is enough.
    pub(super) fn stops_next(&mut self) {
        let under = self.under.as_ref();
        if under.is_some_and(|under| under.stops) || self.stop_next.is_some() {
            return;
        }
        let announces = under.is_some_and(|under| under.announces);
        let hour = self.known.hour.filter(|_| !announces);
        self.stop_next = Some(StopNext { saw: self.sees(), hour });
    }

    /// The stop that waited, once nothing is open; by what the person saw, or not at all.
    pub(super) fn stop_is_due(&mut self, at_s: f64) -> Option<Press> {
        let next = self.stop_next.take_if(|_| self.known.sending.is_none())?;
        let hour = std::mem::replace(&mut self.known.hour, next.hour);
        let stop = shell::stop_press(&self.known);
        self.known.hour = hour;
        // Somebody else may have stopped it meanwhile.
        let stop = stop?;
        let ((game, balls), (saw, saw_balls)) = (self.sees(), next.saw);
        if game != saw || balls > saw_balls + 1 {
            // It is judged by what the person saw (DECISIONS 37).
            self.say(NoteKind::Refused, "key-changed", at_s);
            return None;
        }
        self.act(&stop, at_s).then_some(stop)
    }

    /// The game on the screen, and how many of its balls are announced.
    fn sees(&self) -> (u32, usize) {
        let public = self.known.public();
        (public.game.as_ref().map_or(0, |game| game.game), public.announced.len())
    }
}
