//! What has little to do with the game on the table: people come and go, the clock is set, the
//! server is stopped, the agent of the authority is called and decides.

use super::*;

impl Evening<'_> {
    pub(super) fn errand(&mut self) -> Option<Act> {
        if self.paper.down {
            return Some(Act::Restart);
        }
        if self.paper.agent() == Agent::Called && self.dice.percent(40) {
            return Some(Act::RecordAuthority { goes_on: self.dice.percent(60) });
        }
        if self.plan.early && self.dice.percent(1) {
            return Some(Act::Wait(self.dice.from(300, 1800)));
        }
        if self.paper.session.is_none() || !self.plan.busy || !self.dice.percent(2) {
            return None;
        }
        Some(match self.dice.below(12) {
            0..=3 => self.substitution(),
            4 => Act::Clock(self.dice.pick(&[-7200, -60, 30, 3600])),
            5 => Act::CallAuthority,
            6 => Act::Stopping { power: self.dice.percent(50) },
            7 => self.change_of_set(),
            8 => Act::LogOut.at(self.dice.from(1, 7), self.dice.pick(&["mesa-1", "caja-2"])),
            9 => Act::LogIn.at(self.dice.from(1, 7), self.dice.pick(&["mesa-1", "caja-2"])),
            10 => Act::RecordAuthority { goes_on: true },
            _ => Act::Wait(self.dice.from(1, 600)),
        })
    }

    /// Somebody takes a post; some may not.
    fn substitution(&mut self) -> Act {
        let dice = &mut self.dice;
        let post =
            dice.pick(&[Post::Sala, Post::Mesa, Post::Mesa, Post::Cashier, Post::Seller, Post::Seller]);
        let mut person = dice.pick(&self.paper.at_post(post));
        let fits = match post {
            Post::Seller => [3, 4, 5, 7],
            _ => [1, 2, 3, 7],
        };
        let mut stand_in = dice.pick(&fits);
        if dice.percent(5) {
            person = dice.from(1, 7);
        }
        if dice.percent(5) {
            stand_in = dice.pick(&[5, 6, 99, 99]);
        }
        Act::Substitute { post, person, stand_in }
    }
}
