//! What nobody sang, where the rules carry it: an account for the line and one for the bingo, over games and sessions (9.4, DECISIONS 7
//! and 10). What is taken out of them comes with the rules that say what for.

use crate::event::{GameNo, Play};
use crate::hall::Hall;
use crate::money::Cents;
use crate::rules::Destination;

impl Hall {
    /// A play was not sung.
    pub(super) fn carry(&mut self, game: GameNo, play: Play, amount: Cents) {
        if self.is_carried(play) {
            let account = self.carried.of_mut(play);
            *account = account.plus(amount);
            *self.game_mut(game).carried.of_mut(play) = amount;
        }
    }

    /// A game that had ended is void: all its money goes back to the players, what was carried of it too, whatever the rules of
    /// that day say.
    pub(super) fn carry_back(&mut self, game: GameNo) {
        let back = core::mem::take(&mut self.game_mut(game).carried);
        for play in [Play::Line, Play::Bingo] {
            let account = self.carried.of_mut(play);
            *account = account.minus(back.of(play));
        }
    }

    /// By the rules of the session: a game ends in its own.
    fn is_carried(&self, play: Play) -> bool {
        self.session.as_ref().is_some_and(|session| {
            let to = match play {
                Play::Line => &session.rules.unsung_line_to,
                Play::Bingo => &session.rules.unsung_bingo_to,
            };
            to.value == Destination::Carried
        })
    }
}
