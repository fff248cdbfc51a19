//! What two people would do about a hold.

use super::*;

impl Evening<'_> {
    /// What two people would do about a hold.
    pub(super) fn leave_a_hold(&mut self, no: u32, game: &Game) -> Option<Act> {
        let holds = &game.holds;
        if holds.is_empty() || self.dice.percent(10) {
            return None;
        }
        let hold = self.dice.pick(holds);
        if let Some((way, by)) = hold.proposed
            && self.dice.percent(80)
        {
            let other = self.dice.pick(&[1, 2, 3]);
            let by = if other == by && self.dice.percent(80) { 1 + by % 3 } else { other };
            return Some(Act::ConfirmExit { game: no, hold: hold.no, way, by });
        }
        let unseen = self.fresh_ball(game);
        let missing_one = usize::from(self.paper.machine_out) == game.out.len() + 1;
        let way = match hold.why {
            Trouble::Caller { place, machine, caller } => {
                Way::Misread { place, ball: self.dice.pick(&[machine, caller]) }
            }
            Trouble::NoRead | Trouble::Repeated(_) | Trouble::Count { .. }
                if missing_one && unseen.is_some() && self.dice.percent(70) =>
            {
                Way::Misread { place: u8::try_from(game.out.len()).unwrap() + 1, ball: unseen.unwrap() }
            }
            Trouble::NoRead if game.said < game.out.len() && self.dice.percent(10) => {
                Way::Misread { place: u8::try_from(game.said).unwrap() + 1, ball: self.dice.small(1, 90) }
            }
            _ if usize::from(self.paper.machine_out) != game.out.len() => return Some(Act::TakeBack),
            Trouble::Jam
            | Trouble::NoRead
            | Trouble::Repeated(_)
            | Trouble::Count { .. }
            | Trouble::Cable
            | Trouble::Called => Way::Repaired,
        };
        Some(Act::AskExit { game: no, hold: hold.no, way, by: self.dice.pick(&[1, 2, 3]) })
    }
}
