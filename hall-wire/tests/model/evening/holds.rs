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
            let act = Act::ConfirmExit { game: no, hold: hold.no, way };
            let able: Vec<u32> = (1..=7)
                .filter(|who| self.paper.may(*who, &act) && (*who != by || self.dice.percent(5)))
                .collect();
            return Some(act.by(self.dice.pick(&able)));
        }
        if self.plan.by_hand && !hold.why.doubts_a_ball() && self.dice.percent(60) || self.dice.percent(5) {
            return Some(self.hand_over(no, game, &hold));
        }
        if self.dice.percent(4) {
            return Some(Act::AskExit { game: no, hold: hold.no, way: Way::Authority });
        }
        let unseen = self.fresh_ball(game);
        let missing_one = usize::from(self.paper.machine_out) == game.out.len() + 1;
        let way = match hold.why {
            Trouble::Caller { place, machine: one, caller: other }
            | Trouble::Keyed { place, first: one, second: other } => {
                Way::Misread { place, ball: self.dice.pick(&[one, other]) }
            }
            Trouble::NoRead | Trouble::Repeated(_) | Trouble::Count { .. } | Trouble::Called
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
        let act = Act::AskExit { game: no, hold: hold.no, way };
        let able: Vec<u32> = (1..=7).filter(|who| self.paper.may(*who, &act)).collect();
        Some(act.by(self.dice.pick(&able)))
    }
}
