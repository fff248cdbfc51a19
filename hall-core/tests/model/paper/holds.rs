//! ALTO and the ways out of it.

use super::*;

impl Paper {
    pub(super) fn against_holds(&self, act: &Act) -> Reasons {
        let mut no = Reasons::new();
        match *act {
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
            Act::ConfirmExit { game, hold, way, by } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                let Some(found) = draw.holds.iter().find(|h| h.no == hold) else { return vec!["sin-alto"] };
                match found.proposed {
                    None => no.push("salida-inadecuada"),
                    Some((proposed, who)) => {
                        check(&mut no, proposed != way, STALE);
                        check(&mut no, who == by, "otra-persona");
                    }
                }
                self.against_way(&mut no, draw, found, way);
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_holds(&mut self, act: &Act) {
        match *act {
            Act::RaiseHold { .. } => self.trouble(Trouble::Called),
            Act::AskExit { hold, way, by, .. } => {
                self.table_game().holds.iter_mut().find(|h| h.no == hold).unwrap().proposed = Some((way, by));
            }
            Act::ConfirmExit { hold, way, .. } => {
                let draw = self.table_game();
                draw.holds.retain(|h| h.no != hold);
                if let Way::Misread { place, ball } = way {
                    let index = usize::from(place) - 1;
                    draw.out.truncate(draw.out.len().max(index));
                    if index == draw.out.len() { draw.out.push(ball) } else { draw.out[index] = ball }
                }
                // The last hold gone, the counts are compared at once.
                if self.beat {
                    self.beats();
                }
            }
            ref other => unreachable!("{other:?}"),
        }
    }

    fn against_way(&self, no: &mut Reasons, draw: &Game, hold: &Hold, way: Way) {
        let counts = self.beat && usize::from(self.machine_out) == draw.out.len();
        let fits = match (way, hold.why) {
            (Way::Repaired, Trouble::Called) => true,
            (Way::Repaired, Trouble::Caller { .. }) => false,
            (Way::Repaired, Trouble::Jam) => !self.jam && self.beat,
            (Way::Repaired, Trouble::Cable) => self.heard && self.beat,
            (Way::Repaired, _) => counts,
            (Way::Misread { place, .. }, Trouble::Caller { place: disputed, .. }) => place == disputed,
            (Way::Misread { .. }, Trouble::Jam | Trouble::Cable | Trouble::Called) => false,
            (Way::Misread { place, .. }, _) => {
                usize::from(place) > draw.said && usize::from(place) <= draw.out.len() + 1
            }
        };
        check(no, !fits, "salida-inadecuada");
        if let Way::Misread { place, ball } = way {
            let elsewhere =
                draw.out.iter().enumerate().any(|(i, b)| *b == ball && i + 1 != usize::from(place));
            check(no, elsewhere, "bola-ya-extraida");
        }
    }
}
