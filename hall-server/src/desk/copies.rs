//! Other copies of the record: which answers wait for one.

use std::sync::Arc;

use hall_core::event::Event;

use super::Desk;
use crate::mirror::{Mirrors, Wait};

/// The mirrors as the desk knows them.
#[derive(Default)]
pub(super) struct Copies {
    mirrors: Option<Arc<Mirrors>>,
    /// The last answer about money was given without a mirror having it: said once.
    alone: bool,
}

impl Desk {
    /// The mirrors that are told of each commit. Call it before [`Desk::run`].
    pub fn tells(&mut self, mirrors: Arc<Mirrors>) {
        self.copies.mirrors = Some(mirrors);
    }
}

impl Copies {
    pub(super) fn committed(&self, seq: u64) {
        if let Some(mirrors) = &self.mirrors {
            mirrors.committed(seq);
        }
    }

    /// Waits until a mirror has the last line about money of a batch, where the settings want that. It is bounded: a stick
    /// that was pulled out stops no game, and that is said aloud.
    pub(super) fn wait(&mut self, money: Option<u64>) {
        let waits = |mirrors: &&Arc<Mirrors>| mirrors.wait() == Wait::Money;
        let (Some(mirrors), Some(seq)) = (self.mirrors.as_ref().filter(waits), money) else { return };
        let alone = !mirrors.wait_for(seq);
        if alone && !self.alone {
            tracing::error!(seq, "no mirror has what is answered about money: the game goes on without one");
            eprintln!(
                "ATENCIÓN: ninguna copia tiene la línea {seq}, de dinero. El juego sigue sin esperar a la copia: si este \
                 equipo se rompe ahora, se pierde. Mire el disco de la copia."
            );
        } else if self.alone && !alone {
            tracing::info!(seq, "a mirror has what is answered about money again");
            eprintln!("Cantos, veredictos y pagos vuelven a esperar a la copia (línea {seq}).");
        }
        self.alone = alone;
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
