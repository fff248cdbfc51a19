//! A draw: balls come out and are said, people sing, cards are looked at.

use super::*;

impl Evening<'_> {
    pub(super) fn mend_the_line(&mut self) -> Option<Act> {
        if self.paper.game().is_some_and(|game| game.by_hand.is_some()) && self.dice.percent(95) {
            return None;
        }
        if self.paper.jam && self.dice.percent(50) {
            return Some(Act::Unjam);
        }
        if !self.paper.heard && self.dice.percent(50) {
            return Some(Act::Identity);
        }
        (!self.paper.beat && self.dice.percent(50)).then_some(Act::Beat)
    }

    pub(super) fn before_draw(&mut self, no: u32, game: &Game) -> Act {
        if let Some(act) = self.article36(no, game).or_else(|| self.mend_the_line()) {
            return act;
        }
        let set = self.paper.session.as_ref().unwrap().set;
        if set != self.paper.loaded && self.dice.percent(60) {
            return Act::Load(set);
        }
        if game.void_asked.is_some() && self.dice.percent(40) {
            return Act::ConfirmVoid { game: no };
        }
        match self.dice.below(100) {
            0..=5 => Act::AskVoid { game: no },
            6..=8 => Act::Ball(1),
            9 => Act::Jam,
            _ => Act::StartDraw { game: no },
        }
    }

    /// Sold cards that are complete for a play that is open, and not yet sung as such.
    pub(super) fn winners(&self, game: &Game, sung: Sung) -> Vec<Tag> {
        if game.over.contains(&sung) || game.said < 5 {
            return vec![];
        }
        let said = game.out[..game.said].iter().fold(0u128, |bits, n| bits | 1 << n);
        let complete = |card: &Tag| {
            let mut rows = self.rows[&card.1].iter();
            let done = |row: &u128| row & !said == 0;
            if sung == Sung::Line { rows.any(done) } else { rows.all(done) }
        };
        let was_sung: BTreeSet<Tag> = game.claims.iter().filter(|c| c.sung == sung).map(|c| c.card).collect();
        game.with_sellers().filter(complete).filter(|card| !was_sung.contains(card)).collect()
    }

    /// A line or a bingo that somebody has; or that somebody only thinks to have.
    pub(super) fn sing(&mut self, no: u32, game: &Game, chance: u32) -> Option<Act> {
        for (sung, silent) in [(Sung::Bingo, self.plan.silent_bingo), (Sung::Line, self.plan.silent_line)] {
            let waits = self.plan.late_line
                && match sung {
                    Sung::Bingo => game.asked.is_none() && !game.over.contains(&Sung::Line),
                    Sung::Line => self.winners(game, Sung::Bingo).is_empty(),
                };
            let chance = if silent || waits { 0 } else { chance };
            if !self.dice.percent(chance) {
                continue;
            }
            let winners = self.winners(game, sung);
            if !winners.is_empty() {
                let how = self.dice.pick(&[
                    How::Keyed,
                    How::Keyed,
                    How::Scanned,
                    How::Scanned,
                    How::Scanned,
                    How::Forged,
                ]);
                return Some(Act::Claim { game: no, sung, card: self.dice.pick(&winners), how });
            }
        }
        if !self.dice.percent(3) {
            return None;
        }
        let sung = self.dice.pick(&[Sung::Line, Sung::Bingo]);
        let (series, _) = game.starts[0];
        let mut cards: Vec<Tag> = vec![
            (series, self.dice.from(0, SIZE + 1)),
            (self.dice.pick(&["Z9", "A17", "C1"]), self.dice.from(1, SIZE)),
        ];
        cards.extend(game.hands.keys().nth(self.dice.below(400) as usize % game.hands.len()).copied());
        cards.extend(game.claims.iter().map(|c| c.card).next_back());
        Some(Act::Claim {
            game: no,
            sung,
            card: self.dice.pick(&cards),
            how: self.dice.pick(&[How::Keyed, How::Scanned, How::Forged]),
        })
    }

    pub(super) fn fresh_ball(&mut self, game: &Game) -> Option<u8> {
        let left: Vec<u8> = (1..=90).filter(|n| !game.out.contains(n)).collect();
        (!left.is_empty()).then(|| self.dice.pick(&left))
    }

    pub(super) fn world(&mut self, no: u32, game: &Game) -> Option<Act> {
        if !self.dice.percent(self.plan.trouble) || !self.dice.percent(60) {
            return None;
        }
        let again = if game.out.is_empty() { 1 } else { self.dice.pick(&game.out) };
        let acts = [
            Act::Jam,
            Act::Unreadable,
            Act::Ball(again),
            Act::RaiseHold { game: no },
            Act::Restart,
            Act::Stopping { power: true },
            Act::Cable,
            Act::AskVoid { game: no },
        ];
        Some(self.dice.pick(&acts))
    }

    pub(super) fn draw(&mut self, no: u32, game: &Game) -> Act {
        let due = self.article36(no, game).or_else(|| self.sheet(no, game));
        let due = due.or_else(|| self.mend_the_line()).or_else(|| self.leave_a_hold(no, game));
        if let Some(act) = due.or_else(|| self.world(no, game)) {
            return act;
        }
        if game.void_asked.is_some() && self.dice.percent(10) {
            return Act::ConfirmVoid { game: no };
        }
        if let Some(act) = self.sing(no, game, self.plan.sings / 2) {
            return act;
        }
        let said = u8::try_from(game.said).unwrap();
        if self.dice.percent(2) || game.said == 90 {
            return Act::Stop { game: no, said }.by(self.dice.pick(&[1, 2, 3, 4]));
        }
        if !game.shown.contains(&said) && said > 0 && self.dice.percent(10) {
            return Act::Shown { game: no, place: said };
        }
        match game.out.get(game.said) {
            Some(&ball) if self.dice.percent(88) => {
                let typed = self.dice.percent(30);
                let ball =
                    if self.dice.percent(1) && self.plan.trouble > 0 { self.dice.small(1, 90) } else { ball };
                Act::Announce { game: no, place: said + 1, ball, typed }
            }
            _ if game.by_hand.is_some() => self.key(no, game),
            _ => match self.fresh_ball(game) {
                Some(ball) => Act::Ball(ball),
                None => Act::Announce {
                    game: no,
                    place: said + 1,
                    ball: game.out[game.said.min(89)],
                    typed: false,
                },
            },
        }
    }

    pub(super) fn check(&mut self, no: u32, game: &Game) -> Act {
        let due = self.article36(no, game).or_else(|| self.sheet(no, game));
        let due = due.or_else(|| self.mend_the_line());
        if let Some(act) = due.or_else(|| self.leave_a_hold(no, game)) {
            return act;
        }
        if self.plan.trouble > 0 && self.dice.percent(1) {
            return Act::Restart;
        }
        let trouble = if self.dice.percent(20) { self.world(no, game) } else { None };
        if let Some(act) = trouble.or_else(|| self.sing(no, game, self.plan.sings)) {
            return act;
        }
        if let Some(claim) = game.waiting()
            && self.dice.percent(80)
        {
            let good = self.dice.percent(90);
            let act = if good { Act::Accept { game: no, claim } } else { Act::Reject { game: no, claim } };
            return self.somebody(Post::Mesa, act);
        }
        if game.void_asked.is_some() && self.dice.percent(10) {
            return Act::ConfirmVoid { game: no };
        }
        let stop = game.stop;
        if game.bingo_given() && game.asked.is_some_and(|(_, bingo)| !bingo) && self.dice.percent(70) {
            // Bingos were not asked for: the order to end must wait for that, however long ago the lines.
            return self.dice.pick(&[Act::Wait(6), Act::End { game: no, stop }]);
        }
        let to_ask = game.bingo_given() || game.line_given() || game.said == 90;
        let asked = game.asked.is_some_and(|(_, bingo)| bingo || !game.bingo_given());
        match self.dice.below(100) {
            0..=3 => self.fresh_ball(game).map_or(Act::Beat, Act::Ball),
            4..=6 => Act::Ask { game: no, stop },
            7 => Act::GoOn { game: no, stop },
            8 => Act::End { game: no, stop },
            9..=69 if to_ask && !asked => Act::Ask { game: no, stop },
            9..=49 if to_ask => Act::Wait(self.dice.from(1, 6)),
            _ if game.bingo_given() || game.said == 90 && self.dice.percent(90) => {
                Act::End { game: no, stop }
            }
            _ => Act::GoOn { game: no, stop },
        }
    }
}
