//! What an evening came by that no answer and no event tells by itself.

use super::*;

/// How things stood before an act.
pub struct Before {
    agent: Agent,
    suspended: bool,
    stops: u32,
    running: bool,
    by_hand: bool,
    holds: usize,
}

impl Before {
    pub fn of(paper: &Paper) -> Before {
        let game = paper.game();
        Before {
            agent: paper.agent(),
            suspended: game.is_some_and(|game| game.suspended.is_some()),
            stops: game.map_or(0, |game| game.stop),
            running: game.is_some_and(Game::is_running),
            by_hand: game.is_some_and(|game| game.by_hand.is_some()),
            holds: game.map_or(0, |game| game.holds.len()),
        }
    }
}

impl Evening<'_> {
    /// After an act that was granted.
    pub(super) fn see(&mut self, before: &Before, act: &Act) {
        let after = Before::of(&self.paper);
        let ended = self.paper.game().is_some_and(|game| game.phase == Phase::Ended);
        let ball = self.paper.game().is_some_and(|game| !game.out.is_empty());
        let what = match act {
            Act::Suspend { .. } => "suspended",
            Act::Lift { .. } if ball => "lifted for a ball that came out",
            Act::Lift { .. } => "lifted in time",
            Act::ConfirmVoid { .. } if before.suspended => "refund after the time",
            Act::Clock(_) if before.suspended => "clock set while suspended",
            Act::Restart if before.suspended => "restart while suspended",
            Act::End { .. } if before.by_hand => "by hand to the end",
            Act::ConfirmExit { way: Way::ByHand { .. }, .. } => "given up for the hand",
            Act::KeyBall { .. } if after.holds > before.holds => "keyed differently",
            Act::ConfirmExit { way: Way::Authority, .. } => "hold left to the authority",
            Act::RecordAuthority { goes_on: true } if before.running => "authority goes on",
            Act::RecordAuthority { goes_on: true } => "authority goes on, between games",
            Act::RecordAuthority { .. } if before.running => "authority ended the session",
            Act::RecordAuthority { .. } => "authority ended the session between games",
            Act::CloseSession { balls: 89 } => "closed with 89 balls, the agent having decided",
            Act::Substitute { .. } => "substitution",
            Act::ChangeSet { .. } => "set changed",
            Act::ConfirmSheet { .. } if ended => "transcribed to the end",
            Act::ConfirmSheet { .. } if before.by_hand => "transcribed in a game by hand",
            Act::ConfirmSheet { .. } => "transcribed in part",
            Act::Stopping { .. } if after.stops > before.stops => "stopped in order",
            _ => return,
        };
        self.saw(what);
        if before.agent == Agent::Called {
            self.saw(&format!("{what}, the agent being called"));
        }
    }
}
