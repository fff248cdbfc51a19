//! What is sung: numbers are crossed out on the card's grid and counted.

use super::*;

impl Paper {
    pub(super) fn against_claims(&self, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        match asked.act {
            Act::Claim { game, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                check(&mut no, !self.games[&game].in_draw(), PHASE);
            }
            Act::Accept { game, claim } | Act::Reject { game, claim } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                check(&mut no, draw.phase != Phase::Stopped, PHASE);
                match draw.claims.iter().find(|c| c.no == claim) {
                    None => no.push("canto-desconocido"),
                    Some(found) => {
                        check(&mut no, !matches!(found.say, Say::Good { .. }), "canto-no-valido");
                        check(&mut no, found.accepted.is_some(), "canto-resuelto");
                        check(&mut no, found.stop != draw.stop, STALE);
                        check(
                            &mut no,
                            draw.hands.get(&found.card) == Some(&Some(asked.who)),
                            "vendido-por-usted",
                        );
                    }
                }
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_claims(&mut self, act: &Act) {
        match *act {
            Act::Claim { sung, card, how, .. } => {
                if self.table_game().phase == Phase::Drawing {
                    self.stop(false);
                }
                let say = self.judge(sung, card, how);
                let draw = self.table_game();
                let no = u32::try_from(draw.claims.len()).unwrap() + 1;
                draw.claims.push(Claim { no, stop: draw.stop, sung, card, say, accepted: None });
            }
            Act::Accept { claim, .. } => self.table_game().claims[claim as usize - 1].accepted = Some(true),
            Act::Reject { claim, .. } => self.table_game().claims[claim as usize - 1].accepted = Some(false),
            ref other => unreachable!("{other:?}"),
        }
    }

    /// Crosses out the announced numbers on the card and counts.
    pub fn crossed(&self, number: u32, said: &[u8], sung: Sung) -> Say {
        let grid = self.grids[&number];
        let left_in = |row: usize, said: &[u8]| -> Vec<u8> {
            grid[row].iter().copied().filter(|n| *n != 0 && !said.contains(n)).collect()
        };
        let complete =
            |said: &[u8]| -> u8 { (0..3).filter(|r| left_in(*r, said).is_empty()).map(|r| 1 << r).sum() };
        let enough = |rows: u8| if sung == Sung::Line { rows != 0 } else { rows == 0b111 };
        if enough(complete(said)) {
            let at = (0..=said.len()).find(|k| enough(complete(&said[..*k]))).unwrap();
            return Say::Good { rows: complete(said), at: u8::try_from(at).unwrap() };
        }
        let mut missing = match sung {
            Sung::Bingo => (0..3).flat_map(|r| left_in(r, said)).collect(),
            Sung::Line => {
                let mut best = left_in(0, said);
                for row in 1..3 {
                    if left_in(row, said).len() < best.len() {
                        best = left_in(row, said);
                    }
                }
                best
            }
        };
        missing.sort_unstable();
        Say::Missing(missing)
    }

    pub(super) fn judge(&self, sung: Sung, card: Tag, how: How) -> Say {
        let game = self.game().unwrap();
        let (series, number) = card;
        if Paper::price_of(series).is_none() {
            return Say::UnknownSeries;
        }
        if !(1..=SIZE).contains(&number) {
            return Say::NoCard;
        }
        if how == How::Forged {
            return Say::Forged;
        }
        match game.hands.get(&card) {
            None if game.back.contains(&card) => return Say::Returned,
            None => return Say::NotSold(self.used.get(&card).copied()),
            Some(None) => return Say::Returned,
            Some(Some(_)) => (),
        }
        if game.over.contains(&sung) {
            return Say::Closed;
        }
        let mut before = game.claims.iter().filter(|c| c.card == card && c.sung == sung);
        if let Some(first) =
            // What was not sold then is sold now, or it would not have come this far.
            before.find(|c| {
                let counts = !matches!(c.say, Say::Forged | Say::NotSold(_) | Say::Returned);
                c.stop == game.stop && counts || matches!(c.say, Say::Good { .. })
            })
        {
            return Say::Repeated(if let Say::Repeated(of) = first.say { of } else { first.no });
        }
        self.crossed(number, &game.out[..game.said], sung)
    }
}
