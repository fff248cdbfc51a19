//! Other copies of the record: which answers wait for one.

use std::sync::Arc;

use hall_core::event::Event;

use super::Desk;
use crate::mirror::{Mirrors, Place, Wait};

/// The mirrors as the desk knows them.
#[derive(Default)]
pub(super) struct Copies {
    mirrors: Option<Arc<Mirrors>>,
    /// Places whose copy had not the last answer that waited for it: said once.
    alone: Vec<Place>,
}

impl Desk {
    /// The mirrors that are told of each commit. Call it before [`Desk::run`].
    pub fn tells(&mut self, mirrors: Arc<Mirrors>) {
        // From the first board on, so that nobody reads for a moment that there is no spare.
        self.copies_shown = mirrors.board();
        self.view.mesa.copies.clone_from(&self.copies_shown);
        self.shown_to.send_replace(Arc::new(self.view.clone()));
        self.copies.mirrors = Some(mirrors);
    }
}

impl Copies {
    pub(super) fn committed(&self, seq: u64) {
        if let Some(mirrors) = &self.mirrors {
            mirrors.committed(seq);
        }
    }

    /// Waits until the other copies have what is answered: `last` is the last line of a batch, `money` its last about money. It
    /// is bounded: a stick that was pulled out stops no game, and that is said aloud.
    pub(super) fn wait(&mut self, last: Option<u64>, money: Option<u64>) {
        let Some(mirrors) = &self.mirrors else { return };
        for (place, wait) in mirrors.waits() {
            let waited_for = match wait {
                Wait::Never => None,
                Wait::Money => money,
                Wait::All => last,
            };
            let Some(seq) = waited_for else { continue };
            let (has, alone) = (mirrors.wait_for(place, seq), self.alone.contains(&place));
            if has != alone {
                continue;
            }
            let copy = match place {
                Place::Disk => "ninguna copia",
                Place::Spare => "la reserva no",
            };
            if has {
                self.alone.retain(|other| *other != place);
                tracing::info!(seq, ?place, "another copy has what is answered again");
                eprintln!("Se vuelve a contestar cuando otra copia lo tiene (línea {seq}).");
            } else {
                self.alone.push(place);
                tracing::error!(
                    seq,
                    ?place,
                    "no other copy has what is answered: the game goes on without one"
                );
                eprintln!(
                    "ATENCIÓN: {copy} tiene la línea {seq}, ya contestada. El juego sigue sin esperarla: si este equipo se \
                     rompe ahora, se pierde. Mire el disco de la copia o el equipo de reserva."
                );
            }
        }
    }
}

/// Claims, verdicts and payments.
pub(super) fn is_money(event: &Event) -> bool {
    matches!(
        event,
        Event::ClaimMade { .. }
            | Event::ClaimAccepted { .. }
            | Event::ClaimRejected { .. }
            | Event::PlayAwarded { .. }
            | Event::PrizePaid { .. }
            | Event::PrizeWithheld { .. }
            | Event::PrizeReleased { .. }
            | Event::CardsRefunded { .. }
    )
}
