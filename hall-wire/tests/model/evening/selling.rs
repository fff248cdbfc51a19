//! Cards go out, come back and change hands.

use super::*;

impl Evening<'_> {
    pub(super) fn sell(&mut self, no: u32, game: &Game) -> Act {
        if let Some(act) = self.article36(no, game) {
            return act;
        }
        let count = u32::try_from(game.hands.len()).unwrap();
        let sellers = self.paper.at_post(Post::Seller);
        let burning = self.plan.burn > 0 && no == 1;
        let (mut series, next) = game.next_card();
        if burning {
            if count == 0 {
                let last = next + self.plan.burn - 1;
                let (first, seller) = (next, sellers[0]);
                return Act::Issue { game: no, series, first, last, seller, price: game.price };
            }
            return match (game.void_asked, self.dice.percent(50)) {
                (None, true) => Act::AskVoid { game: no },
                (Some(_), true) => Act::ConfirmVoid { game: no },
                (_, false) => self.take_or_move(no, game),
            };
        }
        if game.void_asked.is_some() && self.dice.percent(30) {
            return Act::ConfirmVoid { game: no };
        }
        let (patience, longest) = (self.dice.from(0, 6), self.plan.longest_block);
        if count > 0 && self.dice.percent(12 + patience) || self.dice.percent(2) {
            return match game.gaps().first() {
                Some(&(series, first)) if self.dice.percent(90) => {
                    let last = (first..=SIZE)
                        .take_while(|n| game.hands.get(&(series, *n)) == Some(&None))
                        .last()
                        .unwrap();
                    Act::Issue {
                        game: no,
                        series,
                        first,
                        last,
                        seller: self.dice.pick(&sellers),
                        price: game.price,
                    }
                }
                _ => self.close_sale(no),
            };
        }
        match self.dice.below(100) {
            0..=54 => {
                let second = game.starts.len() > 1;
                let mut limit = if second { game.starts[0].1 - 1 } else { SIZE };
                let mut first = next;
                if first > SIZE && !second {
                    // The first series is used up: the next one of this price.
                    let fresh = SERIES.iter().find(|(name, price)| {
                        *price == game.price && *name != series && self.paper.pointer(name) == 1
                    });
                    let Some((name, _)) = fresh else { return self.close_sale(no) };
                    (series, first, limit) = (*name, 1, game.starts[0].1 - 1);
                }
                let length = self.dice.from(1, longest);
                let last = if self.dice.percent(93) {
                    (first + length - 1).min(limit.max(first))
                } else {
                    first + length - 1
                };
                Act::Issue {
                    game: no,
                    series,
                    first,
                    last,
                    seller: if self.dice.percent(30) { sellers[0] } else { self.dice.pick(&sellers) },
                    price: game.price,
                }
            }
            55..=94 if count > 0 => self.take_or_move(no, game),
            95 | 96 => Act::AskVoid { game: no },
            _ => self.close_sale(no),
        }
    }

    /// By the cashier or by the jefe de mesa.
    fn close_sale(&mut self, no: u32) -> Act {
        let act = Act::CloseSale { game: no };
        if self.dice.percent(50) { act } else { act.by(self.paper.holder(Post::Mesa)) }
    }

    /// Cards of one seller go back or to another.
    pub(super) fn take_or_move(&mut self, no: u32, game: &Game) -> Act {
        let held: Vec<Tag> = game.with_sellers().collect();
        if held.is_empty() {
            return self.close_sale(no);
        }
        let (series, first) =
            if self.dice.percent(50) { held[held.len() - 1] } else { self.dice.pick(&held) };
        let seller = game.hands[&(series, first)].unwrap();
        let most = (first..=SIZE)
            .take_while(|n| game.hands.get(&(series, *n)) == Some(&Some(seller)))
            .last()
            .unwrap();
        let last = first + self.dice.below((most - first + 1).min(12));
        if self.dice.percent(60) {
            Act::Return { game: no, series, first, last, seller }
        } else {
            Act::Transfer { game: no, series, first, last, from: seller, to: self.dice.pick(&[3, 4, 5, 7]) }
        }
    }
}
