//! Between games: prizes, refunds, the next sale, the end.

use super::*;

impl Evening<'_> {
    /// Between games: prizes, refunds, the next sale, the end.
    pub(super) fn between(&mut self) -> Option<Act> {
        let played = u32::try_from(self.paper.games.len()).unwrap();
        let want = self.plan.games + u32::from(self.plan.burn > 0);
        if self.paper.session.is_none() {
            let done = played >= want * self.plan.sessions || self.paper.sessions >= self.plan.sessions;
            return (!done).then(|| self.opening());
        }
        if let Some(no) = self.paper.table
            && self.dice.percent(if self.paper.games[&no].void_asked.is_some() { 50 } else { 8 })
        {
            let asked = self.paper.games[&no].void_asked.is_some();
            return Some(if asked { Act::ConfirmVoid { game: no } } else { Act::AskVoid { game: no } });
        }
        let due: Vec<(u32, u32, Tag)> = self.prizes("pendiente");
        if let Some(&(game, prize, card)) = due.first()
            && self.dice.percent(70)
        {
            if self.dice.percent(12) {
                return Some(Act::Withhold { game, prize });
            }
            return Some(self.somebody(Post::Cashier, Act::Pay { game, prize, card }));
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
        if let Some(act) = self.with_the_balls() {
            return Some(act);
        }
        // When the hour has struck, or the agent has spoken, somebody may still try to sell.
        let closes = self.paper.session.as_ref().and_then(|session| session.closes);
        let late = closes.is_some_and(|closes| wall_minute(self.bench.now_ms) >= closes);
        if let Some(closes) = closes
            && self.plan.early
            && !late
            && self.dice.percent(20)
        {
            // To the stroke of the hour.
            let seconds = (1..).find(|s| wall_minute(self.bench.now_ms + s * 1000) >= closes).unwrap();
            return Some(Act::Wait(u32::try_from(seconds).unwrap()));
        }
        let over = late || self.paper.agent() == Agent::Ended;
        if played >= want * self.paper.sessions || over && self.dice.percent(60) {
            let balls = if self.dice.percent(10) { 89 } else { 90 };
            if balls == 89 && self.dice.percent(50) {
                return Some(Act::CallAuthority);
            }
            return Some(Act::CloseSession { balls });
        }
        let prices = [200, 200, 137, 137, 600];
        let price = if self.plan.burn > 0 && played <= 2 { 137 } else { self.dice.pick(&prices) };
        let of_price = SERIES.iter().filter(|(_, p)| *p == price).map(|(name, _)| *name);
        let left: Vec<&str> = of_price.filter(|name| self.paper.pointer(name) <= SIZE).collect();
        let begun = left.iter().copied().find(|name| self.paper.pointer(name) > 1);
        match begun.or(left.first().copied()) {
            Some(series) => {
                let size = if self.dice.percent(3) { SIZE + 1 } else { SIZE };
                Some(Act::OpenSale { series, size, price })
            }
            None => Some(Act::OpenSale {
                series: self.dice.pick(&["A17", "B1", "C1", "C2"]),
                size: SIZE,
                price: self.dice.pick(&prices),
            }),
        }
    }

    /// Mostly who is asked first, now and then another of the same post.
    pub(super) fn somebody(&mut self, post: Post, act: Act) -> Act {
        if self.dice.percent(85) { act } else { act.by(self.dice.pick(&self.paper.at_post(post))) }
    }

    /// The opening of a session, hardly ever one that cannot be.
    pub(super) fn opening(&mut self) -> Act {
        let dice = &mut self.dice;
        let hour = match self.plan.early {
            // Half an hour or so from now.
            true => u16::try_from((wall_minute(self.bench.now_ms) + 30) % 1440).ok(),
            false => dice.pick(&[Some(240), Some(240), None]),
        };
        let mut sets = dice.pick(&[("J1", "J2"), ("J1", "J2"), ("J1", "J2"), ("J2", "J1")]);
        if dice.percent(4) {
            sets = dice.pick(&[("J1", "J1"), ("J9", "J2"), ("J2", "J9")]);
        }
        let sala = if dice.percent(4) { dice.from(1, 7) } else { 1 };
        let balls = if dice.percent(4) { 89 } else { 90 };
        let (set, reserve) = sets;
        Act::OpenSession { sala, balls, set, reserve, hour }.by(dice.pick(&[2, 2, 7]))
    }

    /// A change of the set of balls, hardly ever a good one.
    pub(super) fn change_of_set(&mut self) -> Act {
        let dice = &mut self.dice;
        let (set, reserve) =
            dice.pick(&[("J1", "J2"), ("J2", "J1"), ("J2", "J1"), ("J2", "J2"), ("J9", "J1")]);
        let balls = dice.pick(&[90, 90, 90, 89]);
        Act::ChangeSet { set, reserve, balls, sealed: dice.percent(85) }
    }

    /// The set the session wants is put into the machine; now and then the session changes it.
    fn with_the_balls(&mut self) -> Option<Act> {
        let set = self.paper.session.as_ref().unwrap().set;
        if set != self.paper.loaded && self.dice.percent(80) {
            return Some(Act::Load(set));
        }
        self.dice.percent(4).then(|| self.change_of_set())
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
