//! Between games: prizes, refunds, the next sale, the end.

use super::*;

impl Evening<'_> {
    /// Between games: prizes, refunds, the next sale, the end.
    pub(super) fn between(&mut self) -> Option<Act> {
        let played = u32::try_from(self.paper.games.len()).unwrap();
        let want = self.plan.games + u32::from(self.plan.burn > 0);
        if self.paper.session.is_none() {
            let done = played >= want * self.plan.sessions || self.paper.sessions >= self.plan.sessions;
            return (!done).then(|| Act::OpenSession { by: self.dice.pick(&[2, 2, 7]) });
        }
        if let Some(no) = self.paper.table
            && self.dice.percent(if self.paper.games[&no].void_asked { 50 } else { 8 })
        {
            let asked = self.paper.games[&no].void_asked;
            return Some(if asked { Act::ConfirmVoid { game: no } } else { Act::AskVoid { game: no } });
        }
        let due: Vec<(u32, u32, Tag)> = self.prizes("pendiente");
        if let Some(&(game, prize, card)) = due.first()
            && self.dice.percent(70)
        {
            if self.dice.percent(12) {
                return Some(Act::Withhold { game, prize });
            }
            let by = if self.dice.percent(10) { 7 } else { 3 };
            return Some(Act::Pay { game, prize, card, by });
        }
        let refund =
            self.paper.games.iter().filter(|(_, game)| game.phase == Phase::Voided).find_map(|(no, game)| {
                let card = game.with_sellers().find(|card| !game.refunded.contains(card))?;
                Some((*no, card))
            });
        if let Some((game, (series, first))) = refund
            && self.dice.percent(60)
        {
            let left = |n: &u32| {
                let void = &self.paper.games[&game];
                void.hands.get(&(series, *n)).is_some_and(Option::is_some)
                    && !void.refunded.contains(&(series, *n))
            };
            let most = (first..=SIZE).take_while(left).last().unwrap();
            let last = if self.dice.percent(80) { most } else { self.dice.from(first, most) };
            return Some(Act::Refund { game, series, first, last });
        }
        if played >= want * self.paper.sessions {
            return Some(Act::CloseSession { balls: if self.dice.percent(10) { 89 } else { 90 } });
        }
        let prices = [200, 200, 137, 137, 600];
        let price = if self.plan.burn > 0 && played <= 2 { 137 } else { self.dice.pick(&prices) };
        let of_price = SERIES.iter().filter(|(_, p)| *p == price).map(|(name, _)| *name);
        let left: Vec<&str> = of_price.filter(|name| self.paper.pointer(name) <= SIZE).collect();
        let begun = left.iter().copied().find(|name| self.paper.pointer(name) > 1);
        match begun.or(left.first().copied()) {
            Some(series) => Some(Act::OpenSale { series, price }),
            None => Some(Act::OpenSale {
                series: self.dice.pick(&["A17", "B1", "C1", "C2"]),
                price: self.dice.pick(&prices),
            }),
        }
    }

    pub(super) fn prizes(&self, state: &str) -> Vec<(u32, u32, Tag)> {
        let games = self.paper.games.iter().filter(|(_, game)| game.phase == Phase::Ended);
        games
            .flat_map(|(no, game)| {
                (1u32..)
                    .zip(&game.prizes)
                    .filter(|(_, p)| p.state == state)
                    .map(|(prize, p)| (*no, prize, p.card))
            })
            .collect()
    }
}
