//! ALTO and the ways out of it.

use super::*;

impl Paper {
    pub(super) fn against_holds(&self, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        match asked.act {
            Act::RaiseHold { game } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                check(&mut no, !self.games[&game].in_draw(), PHASE);
            }
            Act::AskExit { game, hold, way, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                match draw.holds.iter().find(|h| h.no == hold) {
                    None => no.push("sin-alto"),
                    Some(found) => self.against_way(&mut no, draw, found, way),
                }
            }
            Act::ConfirmExit { game, hold, way } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                let Some(found) = draw.holds.iter().find(|h| h.no == hold) else { return vec!["sin-alto"] };
                match found.proposed {
                    None => no.push("salida-inadecuada"),
                    Some((proposed, who)) => {
                        check(&mut no, proposed != way, STALE);
                        check(&mut no, who == asked.who, "otra-persona");
                    }
                }
                self.against_way(&mut no, draw, found, way);
                // With the last hold gone the draw goes on: the machine must have said its count.
                let goes_on = draw.holds.len() == 1 && draw.by_hand.is_none();
                let unsaid = goes_on && matches!(way, Way::Misread { .. }) && !self.beat;
                check(&mut no, unsaid, "salida-inadecuada");
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_holds(&mut self, asked: &Asked) {
        match asked.act {
            Act::RaiseHold { .. } => {
                let mut holds = self.holds;
                self.table_game().hold(&mut holds, Trouble::Called);
                self.holds = holds;
            }
            Act::AskExit { hold, way, .. } => {
                let found = self.table_game().holds.iter_mut().find(|h| h.no == hold).unwrap();
                found.proposed = Some((way, asked.who));
            }
            Act::ConfirmExit { hold, way, .. } => {
                let set = self.session.as_ref().unwrap().set;
                let draw = self.table_game();
                draw.holds.retain(|h| h.no != hold);
                draw.read.1 &= !draw.holds.is_empty();
                if way == Way::Authority {
                    self.call_agent();
                    return;
                }
                if let Way::ByHand { caller, second } = way {
                    // Whatever was only the machine's is over with it.
                    draw.holds.retain(|h| h.why.doubts_a_ball());
                    draw.read.1 &= !draw.holds.is_empty();
                    draw.by_hand = Some((caller, second));
                }
                if let Way::Misread { place, ball } = way {
                    let index = usize::from(place) - 1;
                    draw.out.truncate(draw.out.len().max(index));
                    if index == draw.out.len() { draw.takes(ball, set) } else { draw.out[index] = ball }
                }
                // The last hold gone, the counts are compared at once.
                if self.beat {
                    self.beats();
                }
            }
            ref other => unreachable!("{other:?}"),
        }
    }

    /// By hand goes a game of which a ball has come out and none is in doubt, 36.2 having been
    /// read, with two people at two devices (36.2).
    fn against_hand(&self, no: &mut Reasons, draw: &Game, hold: &Hold, caller: u32, second: u32) {
        check(no, draw.by_hand.is_some() || hold.why.doubts_a_ball(), "salida-inadecuada");
        check(no, draw.out.is_empty(), "extraccion-sin-comenzar");
        check(no, !draw.read.1, "falta-lectura");
        check(no, caller == second, "otra-persona");
        let key = Act::KeyBall { game: 0, place: 0, ball: 0 };
        let say = Act::Announce { game: 0, place: 0, ball: 0, typed: false };
        let able = self.may(caller, &key) && self.may(second, &key) && self.may(caller, &say);
        check(no, !able || !self.are_apart(caller, second), "salida-inadecuada");
    }

    fn against_way(&self, no: &mut Reasons, draw: &Game, hold: &Hold, way: Way) {
        match way {
            Way::ByHand { caller, second } => return self.against_hand(no, draw, hold, caller, second),
            Way::Authority => return self.against_moving(no),
            Way::Misread { .. } | Way::Repaired => (),
        }
        let counts = self.beat && usize::from(self.machine_out) == draw.out.len();
        let fits = match (way, hold.why) {
            (Way::Repaired, Trouble::Called) => true,
            (Way::Repaired, Trouble::Caller { .. } | Trouble::Keyed { .. }) => false,
            (Way::Repaired, Trouble::Jam) => !self.jam && self.beat,
            (Way::Repaired, Trouble::Cable) => self.heard && self.beat,
            (Way::Repaired, _) => counts,
            (
                Way::Misread { place, .. },
                Trouble::Caller { place: disputed, .. } | Trouble::Keyed { place: disputed, .. },
            ) => place == disputed,
            (Way::Misread { .. }, Trouble::Jam | Trouble::Cable) => false,
            (Way::Misread { place, .. }, Trouble::Called) => {
                draw.by_hand.is_none() && usize::from(place) == draw.out.len() + 1
            }
            (Way::Misread { place, .. }, _) => {
                usize::from(place) > draw.said && usize::from(place) <= draw.out.len() + 1
            }
            (Way::ByHand { .. } | Way::Authority, _) => unreachable!("they were looked at"),
        };
        check(no, !fits, "salida-inadecuada");
        if let Way::Misread { place, ball } = way {
            let elsewhere =
                draw.out.iter().enumerate().any(|(i, b)| *b == ball && i + 1 != usize::from(place));
            check(no, elsewhere, "bola-ya-extraida");
        }
    }
}
