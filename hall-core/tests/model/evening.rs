//! A random evening: somebody who plays, and the comparison of the hall with the paper.
#![allow(clippy::wildcard_enum_match_arm, reason = "each match looks at the few events it counts")]

use std::collections::{BTreeMap, BTreeSet};

use hall_core::ball::Ball;
use hall_core::board::{PrizeView, Scene};
use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{
    ClaimNo, Event, GameNo, HoldExit, HoldNo, HoldWhy, Ordinal, Play, PrizeNo, RejectReason, Segment, StopNo,
    Verdict,
};
use hall_core::machine::{Fault, LinkLoss, Report, Stored};
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Presented, Request};
use hall_core::series::CardNo;

use crate::paper::{Act, Claim, Game, How, Paper, Phase, SERIES, SIZE, Say, Sung, Tag, Trouble, Way};
use crate::support::{Bench, CAJERO, Dice, MESA, SALA, VENDEDOR, ball, card, series};

impl Dice {
    /// 0 to below `n`.
    fn below(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n.max(1))).unwrap()
    }

    fn from(&mut self, first: u32, last: u32) -> u32 {
        first + self.below(last - first + 1)
    }

    fn small(&mut self, first: u8, last: u8) -> u8 {
        u8::try_from(self.from(first.into(), last.into())).unwrap()
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

/// What this evening will be like.
struct Plan {
    games: u32,
    sessions: u32,
    longest_block: u32,
    /// Cards that go in a first game that is void, to move the pointer.
    burn: u32,
    sings: u32,
    silent_line: bool,
    /// Lines are sung only when somebody has a bingo, and that one only after the question.
    late_line: bool,
    silent_bingo: bool,
    trouble: u32,
}

const KEY: CardKey = CardKey::from_bytes([3; 32]);
const FOREIGN_KEY: CardKey = CardKey::from_bytes([4; 32]);

pub struct Evening<'a> {
    seed: u64,
    bench: Bench,
    paper: Paper,
    dice: Dice,
    plan: Plan,
    rows: BTreeMap<u32, [u128; 3]>,
    seen: &'a mut BTreeMap<String, u32>,
    acts: Vec<Act>,
}

/// No evening is longer.
const ACTS_MAX: usize = 6_000;

impl Evening<'_> {
    /// Plays an evening to its end and checks it all along.
    pub fn play(seed: u64, seen: &mut BTreeMap<String, u32>) {
        let mut bench = Bench::new();
        bench.vault.set_card_key(KEY.clone());
        for (name, price) in SERIES.iter().filter(|(name, _)| name.starts_with('C')) {
            let received = Request::ReceiveSeries {
                series: series(name),
                matrix: MatrixNo::new(1).unwrap(),
                face_value: Cents(*price),
            };
            bench.ask(SALA, received).unwrap();
        }
        let grids: BTreeMap<u32, [[u8; 9]; 3]> = (1..=SIZE).map(|n| (n, bench.face(n).grid())).collect();
        let bits = |row: [u8; 9]| row.into_iter().filter(|n| *n != 0).fold(0u128, |bits, n| bits | 1 << n);
        let rows = grids.iter().map(|(n, grid)| (*n, grid.map(bits))).collect();
        let mut dice = Dice(seed);
        let big = dice.percent(25);
        let plan = Plan {
            games: dice.from(1, 4),
            sessions: if dice.percent(25) { 2 } else { 1 },
            longest_block: if big { 150 } else { dice.from(3, 40) },
            burn: if dice.percent(40) { dice.from(330, SIZE - 2) } else { 0 },
            sings: dice.from(20, 90),
            silent_line: dice.percent(12),
            late_line: dice.percent(10),
            silent_bingo: dice.percent(6),
            trouble: dice.pick(&[0, 1, 1, 3]),
        };
        let paper = Paper::new(grids);
        let mut evening = Evening { seed, bench, paper, dice, plan, rows, seen, acts: vec![] };
        while let Some(act) = evening.choose() {
            evening.step(act);
            assert!(evening.acts.len() < ACTS_MAX, "{}: this evening does not end", evening.at());
        }
        evening.reckon();
    }

    fn at(&self) -> String {
        let last = self.acts.len().saturating_sub(12);
        format!("seed {}, act {}: {:#?}", self.seed, self.acts.len(), &self.acts[last..])
    }

    fn saw(&mut self, what: &str) {
        *self.seen.entry(what.to_owned()).or_default() += 1;
    }

    fn step(&mut self, act: Act) {
        self.acts.push(act.clone());
        let name: String = format!("{act:?}").chars().take_while(|c| c.is_alphanumeric()).collect();
        let asked_again =
            matches!(act, Act::Ask { .. }) && self.paper.game().is_some_and(|game| game.asked.is_some());
        let unheard = self.paper.heard
            && !self.paper.beat
            && matches!(act, Act::GoOn { .. })
            && self.paper.game().is_some_and(|game| !game.by_restart && game.holds.is_empty());
        let expected = self.paper.act(self.bench.now_ms + 10, &act);
        let answer = self.perform(&act);
        match (&expected, &answer) {
            (Ok(()), Ok(_)) if asked_again => self.saw("asked again, for the bingo"),
            (Ok(()), Ok(_)) => self.saw(&format!("{name} granted")),
            (Err(reasons), Err(refusal)) => {
                assert!(
                    reasons.contains(&refusal.code()),
                    "{refusal:?} is none of {reasons:?}\n{}",
                    self.at()
                );
                self.saw(&format!("{name} refused"));
                self.saw(refusal.code());
                if unheard && *reasons == ["maquina-no-preparada"] {
                    self.saw("no heartbeat since the restart");
                }
            }
            _ => panic!("the paper says {expected:?}, the hall {answer:?}\n{}", self.at()),
        }
        if let Ok(events) = &answer {
            self.compare_events(events);
        }
        self.compare();
    }

    // ---- the player -----------------------------------------------------------------------

    fn choose(&mut self) -> Option<Act> {
        let Some(table) = self.paper.table else { return self.between() };
        if self.dice.percent(4) {
            return Some(self.anything(table));
        }
        if self.dice.percent(1) && self.dice.percent(40) {
            return Some(self.dice.pick(&[Act::Restart, Act::Cable, Act::Identity, Act::Beat]));
        }
        let game = self.paper.game().unwrap().clone();
        match game.phase {
            Phase::Selling => Some(self.sell(table, &game)),
            Phase::Announced => Some(self.before_draw(table, &game)),
            Phase::Drawing => Some(self.draw(table, &game)),
            Phase::Stopped => Some(self.check(table, &game)),
            Phase::Ended | Phase::NotHeld | Phase::Voided => self.between(),
        }
    }

    /// Between games: prizes, refunds, the next sale, the end.
    fn between(&mut self) -> Option<Act> {
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

    fn prizes(&self, state: &str) -> Vec<(u32, u32, Tag)> {
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

    fn sell(&mut self, no: u32, game: &Game) -> Act {
        let count = u32::try_from(game.hands.len()).unwrap();
        let burning = self.plan.burn > 0 && no == 1;
        let (mut series, next) = game.next_card();
        if burning {
            if count == 0 {
                let last = next + self.plan.burn - 1;
                return Act::Issue { game: no, series, first: next, last, seller: 4, price: game.price };
            }
            return match (game.void_asked, self.dice.percent(50)) {
                (false, true) => Act::AskVoid { game: no },
                (true, true) => Act::ConfirmVoid { game: no },
                (_, false) => self.take_or_move(no, game),
            };
        }
        if game.void_asked && self.dice.percent(30) {
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
                        seller: self.dice.pick(&[4, 5, 7]),
                        price: game.price,
                    }
                }
                _ => Act::CloseSale { game: no, by: self.dice.pick(&[2, 3]) },
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
                    let Some((name, _)) = fresh else { return Act::CloseSale { game: no, by: 3 } };
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
                    seller: self.dice.pick(&[4, 4, 5, 7]),
                    price: game.price,
                }
            }
            55..=94 if count > 0 => self.take_or_move(no, game),
            95 | 96 => Act::AskVoid { game: no },
            _ => Act::CloseSale { game: no, by: 3 },
        }
    }

    /// Cards of one seller go back or to another.
    fn take_or_move(&mut self, no: u32, game: &Game) -> Act {
        let held: Vec<Tag> = game.with_sellers().collect();
        if held.is_empty() {
            return Act::CloseSale { game: no, by: 2 };
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
            Act::Transfer { game: no, series, first, last, from: seller, to: self.dice.pick(&[4, 5, 7]) }
        }
    }

    fn mend_the_line(&mut self) -> Option<Act> {
        if self.paper.jam && self.dice.percent(50) {
            return Some(Act::Unjam);
        }
        if !self.paper.heard && self.dice.percent(50) {
            return Some(Act::Identity);
        }
        (!self.paper.beat && self.dice.percent(50)).then_some(Act::Beat)
    }

    fn before_draw(&mut self, no: u32, game: &Game) -> Act {
        if let Some(act) = self.mend_the_line() {
            return act;
        }
        if game.void_asked && self.dice.percent(40) {
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
    fn winners(&self, game: &Game, sung: Sung) -> Vec<Tag> {
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
    fn sing(&mut self, no: u32, game: &Game, chance: u32) -> Option<Act> {
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

    fn fresh_ball(&mut self, game: &Game) -> Option<u8> {
        let left: Vec<u8> = (1..=90).filter(|n| !game.out.contains(n)).collect();
        (!left.is_empty()).then(|| self.dice.pick(&left))
    }

    fn world(&mut self, no: u32, game: &Game) -> Option<Act> {
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
            Act::Cable,
            Act::AskVoid { game: no },
        ];
        Some(self.dice.pick(&acts))
    }

    fn draw(&mut self, no: u32, game: &Game) -> Act {
        if let Some(act) =
            self.mend_the_line().or_else(|| self.leave_a_hold(no, game)).or_else(|| self.world(no, game))
        {
            return act;
        }
        if game.void_asked && self.dice.percent(10) {
            return Act::ConfirmVoid { game: no };
        }
        if let Some(act) = self.sing(no, game, self.plan.sings / 2) {
            return act;
        }
        let said = u8::try_from(game.said).unwrap();
        if self.dice.percent(2) || game.said == 90 {
            return Act::Stop { game: no, said, by: self.dice.pick(&[1, 2, 3, 4]) };
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

    fn check(&mut self, no: u32, game: &Game) -> Act {
        if let Some(act) = self.mend_the_line().or_else(|| self.leave_a_hold(no, game)) {
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
            let by = if self.dice.percent(15) { 7 } else { 2 };
            return if self.dice.percent(90) {
                Act::Accept { game: no, claim, by }
            } else {
                Act::Reject { game: no, claim, by }
            };
        }
        if game.void_asked && self.dice.percent(10) {
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

    /// What two people would do about a hold.
    fn leave_a_hold(&mut self, no: u32, game: &Game) -> Option<Act> {
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

    /// Something out of turn, with numbers that may be right.
    fn anything(&mut self, table: u32) -> Act {
        let dice = &mut self.dice;
        let no = dice.pick(&[table, table, table, table.saturating_sub(1), table + 1]);
        let game = self.paper.game().unwrap();
        let (series, next) = game.next_card();
        let series = dice.pick(&[series, series, game.starts[0].0, "A18"]);
        let first = dice.pick(&[0, 1, next, next + 1, next.saturating_sub(1), SIZE, SIZE + 1]);
        let last = first + dice.below(3) - u32::from(first > 0 && dice.percent(10));
        let seller = dice.pick(&[4, 5, 7]);
        let said = u8::try_from(game.said).unwrap();
        let stop = dice.pick(&[game.stop, game.stop, game.stop + 1, game.stop.saturating_sub(1)]);
        let claim = dice.from(0, u32::try_from(game.claims.len()).unwrap() + 1);
        let prize = dice.from(0, 3);
        let hold = self.paper.holds.saturating_sub(dice.below(2));
        let claimed = game.claims.last().map_or((series, first), |c| c.card);
        let any_ball = dice.small(1, 90);
        let way = dice.pick(&[Way::Repaired, Way::Misread { place: said + 1, ball: any_ball }]);
        let by = dice.pick(&[1, 2, 3]);
        let price = dice.pick(&[game.price, game.price, 199, 600]);
        let mesa = dice.pick(&[2, 7]);
        match dice.below(26) {
            0 => Act::OpenSession { by: mesa },
            1 => Act::CloseSession { balls: 89 },
            2 => Act::OpenSale { series, price },
            3 | 4 => Act::Issue { game: no, series, first, last, seller, price },
            5 => Act::Return { game: no, series, first, last, seller },
            6 => Act::Transfer { game: no, series, first, last, from: seller, to: dice.pick(&[2, 4, 5]) },
            7 if game.phase != Phase::Selling => Act::CloseSale { game: no, by: 3 },
            8 => Act::StartDraw { game: no },
            9 | 10 => {
                Act::Announce { game: no, place: said + dice.small(0, 2), ball: any_ball, typed: false }
            }
            11 => Act::Stop { game: no, said: said + dice.pick(&[0, 1]), by },
            12 => Act::Claim { game: no, sung: Sung::Line, card: claimed, how: How::Keyed },
            13 => Act::Accept { game: no, claim, by: mesa },
            14 => Act::Reject { game: no, claim, by: mesa },
            15 => Act::Ask { game: no, stop },
            16 => Act::GoOn { game: no, stop },
            17 => Act::End { game: no, stop },
            18 => Act::Pay { game: no, prize, card: claimed, by: dice.pick(&[3, 7]) },
            19 => Act::Withhold { game: no, prize },
            20 if !game.void_asked => Act::ConfirmVoid { game: no },
            21 => Act::Refund { game: no, series, first, last },
            22 => Act::AskExit { game: no, hold, way, by },
            23 => Act::ConfirmExit { game: no, hold, way, by },
            24 => Act::Shown { game: no, place: said + dice.pick(&[0, 1]) },
            _ => Act::Wait(dice.from(0, 3)),
        }
    }

    // ---- the hall -------------------------------------------------------------------------

    fn perform(&mut self, act: &Act) -> Result<Vec<Event>, Refusal> {
        let cards = |name: &str, first: u32, last: u32| Segment {
            series: series(name),
            first: CardNo(first),
            last: CardNo(last),
        };
        let presented = |(name, number): Tag, how: How| match how {
            How::Keyed => Presented::Keyed(card(name, number)),
            How::Scanned => Presented::Scanned(CardCode::sign(&KEY, card(name, number))),
            How::Forged => Presented::Scanned(CardCode::sign(&FOREIGN_KEY, card(name, number))),
        };
        let exit = |way: Way| match way {
            Way::Misread { place, ball: number } => {
                HoldExit::Misread { ordinal: Ordinal(place), ball: ball(number) }
            }
            Way::Repaired => HoldExit::Repaired,
        };
        let (by, request) = match *act {
            Act::OpenSession { by } => (PersonId(by), Bench::opening_of(SALA, Bench::opening())),
            Act::CloseSession { balls } => {
                (MESA, Request::CloseSession { balls_counted: balls, public_witness: false })
            }
            Act::OpenSale { series: name, price } => (MESA, Bench::sale_of(name, Cents(price))),
            Act::Issue { game, series, first, last, seller, price } => {
                let (cards, seller) = (cards(series, first, last), PersonId(seller));
                (CAJERO, Request::IssueBlock { game: GameNo(game), cards, price: Cents(price), seller })
            }
            Act::Return { game, series, first, last, seller } => (
                CAJERO,
                Request::ReturnCards {
                    game: GameNo(game),
                    cards: cards(series, first, last),
                    seller: PersonId(seller),
                },
            ),
            Act::Transfer { game, series, first, last, from, to } => {
                let (from, to) = (PersonId(from), PersonId(to));
                (
                    CAJERO,
                    Request::TransferCards {
                        game: GameNo(game),
                        cards: cards(series, first, last),
                        from,
                        to,
                    },
                )
            }
            Act::CloseSale { game, by } => (PersonId(by), Request::CloseSale { game: GameNo(game) }),
            Act::StartDraw { game } => (MESA, Request::StartDraw { game: GameNo(game) }),
            Act::Announce { game, place, ball: number, typed } => (
                VENDEDOR,
                Request::Announce { game: GameNo(game), ordinal: Ordinal(place), ball: ball(number), typed },
            ),
            Act::Stop { game, said, by } => {
                (PersonId(by), Request::Stop { game: GameNo(game), announced: said })
            }
            Act::Claim { game, sung, card, how } => {
                let card = if card.1 > 0 || how == How::Keyed {
                    presented(card, how)
                } else {
                    presented(card, How::Keyed)
                };
                (MESA, Request::Claim { game: GameNo(game), play: play(sung), card })
            }
            Act::Accept { game, claim, by } => {
                (PersonId(by), Request::AcceptClaim { game: GameNo(game), claim: ClaimNo(claim) })
            }
            Act::Reject { game, claim, by } => {
                let reason = RejectReason::Illegible;
                (PersonId(by), Request::RejectClaim { game: GameNo(game), claim: ClaimNo(claim), reason })
            }
            Act::Ask { game, stop } => {
                (MESA, Request::AskQuestion { game: GameNo(game), stop: StopNo(stop) })
            }
            Act::GoOn { game, stop } => (MESA, Request::GoOn { game: GameNo(game), stop: StopNo(stop) }),
            Act::End { game, stop } => (MESA, Request::EndGame { game: GameNo(game), stop: StopNo(stop) }),
            Act::Pay { game, prize, card, by } => {
                let card = presented(card, How::Keyed);
                (PersonId(by), Request::PayPrize { game: GameNo(game), prize: PrizeNo(prize), card })
            }
            Act::Withhold { game, prize } => (
                MESA,
                Request::WithholdPrize {
                    game: GameNo(game),
                    prize: PrizeNo(prize),
                    reason: "en disputa".into(),
                },
            ),
            Act::AskVoid { game } => (MESA, Request::AskVoid { game: GameNo(game), cause: "avería".into() }),
            Act::ConfirmVoid { game } => {
                let asked = self.bench.hall.game_no(GameNo(game)).and_then(|game| game.void_asked.clone());
                let cause = asked.map_or_else(String::new, |(_, cause)| cause);
                (SALA, Request::ConfirmVoid { game: GameNo(game), cause })
            }
            Act::Refund { game, series, first, last } => {
                (CAJERO, Request::RefundCards { game: GameNo(game), cards: cards(series, first, last) })
            }
            Act::RaiseHold { game } => {
                (CAJERO, Request::RaiseHold { game: GameNo(game), reason: "no se ve el panel".into() })
            }
            Act::AskExit { game, hold, way, by } => (
                PersonId(by),
                Request::AskHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) },
            ),
            Act::ConfirmExit { game, hold, way, by } => (
                PersonId(by),
                Request::ConfirmHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) },
            ),
            Act::Ball(_)
            | Act::Unreadable
            | Act::Jam
            | Act::Unjam
            | Act::Cable
            | Act::Identity
            | Act::Beat
            | Act::TakeBack
            | Act::Restart
            | Act::Shown { .. }
            | Act::Wait(_) => return Ok(self.happen(act)),
        };
        let before = self.bench.hall.clone();
        let lines = self.bench.record.len();
        let answer = self.bench.ask(by, request);
        if answer.is_err() {
            assert!(
                self.bench.hall == before && self.bench.record.len() == lines,
                "a refusal changes nothing\n{}",
                self.at()
            );
        }
        answer
    }

    fn happen(&mut self, act: &Act) -> Vec<Event> {
        let bench = &mut self.bench;
        let mut events = vec![];
        match *act {
            Act::Ball(number) => events.extend(bench.out(number)),
            Act::Unreadable => {
                bench.out += 1;
                for what in [Stored::Present, Stored::NoRead, Stored::Gone] {
                    events.extend(bench.frame(what));
                }
                events.extend(bench.beat());
            }
            Act::Jam => {
                events.extend(bench.frame(Stored::FaultRaised(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Unjam => {
                events.extend(bench.frame(Stored::FaultCleared(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Cable => events.extend(bench.report(&Report::LinkLost(LinkLoss::HungUp))),
            Act::Identity => events.extend(bench.identity()),
            Act::Beat => events.extend(bench.beat()),
            Act::TakeBack => {
                bench.out =
                    bench.hall.game.as_ref().map_or(0, |game| u8::try_from(game.extracted.len()).unwrap());
                events.extend(bench.beat());
            }
            Act::Restart => {
                bench.hall.beat = None;
                events.extend(bench.notice(&Notice::Started { version: "0.1.0".into() }));
            }
            Act::Shown { game, place } => {
                events.extend(bench.notice(&Notice::Shown {
                    game: GameNo(game),
                    ordinal: Ordinal(place),
                    panel: "pared-1".into(),
                }));
            }
            Act::Wait(seconds) => bench.now_ms += i64::from(seconds) * 1000,
            _ => unreachable!("{act:?} is asked for by a person"),
        }
        events
    }

    // ---- the comparison -------------------------------------------------------------------

    fn compare_events(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::SessionClosed { prizes_pending, amount_pending, .. } => {
                    assert_eq!(
                        Some((*prizes_pending, amount_pending.0)),
                        self.paper.owed_at_close,
                        "{}",
                        self.at()
                    );
                }
                Event::PlayAwarded { winners, .. } if winners.len() > 1 => self.saw("several winners"),
                Event::PlayUnsung { play, .. } => self.saw(&format!("{play:?} unsung")),
                Event::GameVoided { game, cards, amount, .. } => {
                    // Perhaps not the one on the table.
                    let game = &self.paper.games[&game.0];
                    assert_eq!(u64::from(*cards) * game.price, amount.0, "{}", self.at());
                    let at = match (
                        game.takings,
                        game.said,
                        game.over.contains(&Sung::Line),
                        game.over.contains(&Sung::Bingo),
                    ) {
                        (0, ..) => "void in the sale",
                        (_, 0, ..) => "void before a ball",
                        (_, _, false, false) => "void in the draw",
                        (_, _, true, false) => "void after the line",
                        (_, _, _, true) => "void after the end",
                    };
                    self.saw(at);
                }
                Event::ClaimMade {
                    play: Play::Bingo, verdict: Verdict::Good { completed_at, .. }, ..
                } => {
                    let game = self.paper.game().unwrap();
                    let (late, first) =
                        (usize::from(completed_at.0) < game.said, !game.over.contains(&Sung::Line));
                    for (so, what) in [(late, "late bingo"), (first, "bingo before any line")] {
                        if so {
                            self.saw(what);
                        }
                    }
                }
                Event::ClaimMade {
                    play: Play::Line, verdict: Verdict::Good { completed_at, .. }, ..
                } => {
                    let late = usize::from(completed_at.0) < self.paper.game().unwrap().said;
                    self.saw(if late { "late line" } else { "line" });
                }
                Event::ClaimMade { verdict, .. } => self.saw(hall_core::hall::views::verdict_code(verdict)),
                Event::HoldLeft { exit, .. } => {
                    self.saw(if *exit == HoldExit::Repaired { "hold repaired" } else { "hold misread" })
                }
                Event::GameNotHeld { .. } => self.saw("not held"),
                Event::BlockIssued { .. } if self.paper.game().unwrap().starts.len() > 1 => {
                    self.saw("second series")
                }
                _ => (),
            }
        }
    }

    fn compare(&self) {
        let hall = &self.bench.hall;
        let paper = &self.paper;
        let board = hall.public_board();
        let mesa = hall.mesa_board();
        let at = || self.at();
        assert_eq!(hall.session.as_ref().map(|s| s.no.0), paper.session, "{}", at());
        assert_eq!(board.game.as_ref().map(|g| g.game.0), paper.table, "{}", at());
        for (name, _) in SERIES {
            assert_eq!(
                hall.stock.get(series(name)).unwrap().next,
                paper.pointer_of(name),
                "pointer of {name}: {}",
                at()
            );
        }
        let owed: Vec<_> = mesa.owed.iter().map(prize_words).collect();
        let earlier =
            paper.games.iter().filter(|(no, game)| Some(**no) != paper.table && game.phase == Phase::Ended);
        let expected: Vec<_> = earlier
            .flat_map(|(no, game)| {
                game.prizes
                    .iter()
                    .filter(|p| p.state != "pagado")
                    .map(|p| (*no, p.sung, text(p.card), p.cents, p.state))
            })
            .collect();
        assert_eq!(owed, expected, "owed: {}", at());
        let set_games = hall.ball_sets.values().map(|set| set.games).max().unwrap();
        assert_eq!(set_games as usize, paper.set_games(), "games of the ball set: {}", at());
        let Some(game) = paper.game() else { return };
        let view = board.game.as_ref().unwrap();
        let core = hall.game.as_ref().unwrap();
        assert_eq!(numbers(&board.announced), game.out[..game.said], "{}", at());
        if game.in_draw() {
            let pending: Vec<(u8, u8)> = mesa.pending.iter().map(|p| (p.ordinal, p.ball.number())).collect();
            let expected: Vec<(u8, u8)> = (1..).zip(game.out.iter().copied()).skip(game.said).collect();
            assert_eq!(pending, expected, "{}", at());
        }
        let scene = match game.phase {
            Phase::Drawing | Phase::Stopped if !game.holds.is_empty() => Scene::Hold,
            Phase::Selling => Scene::Sale,
            Phase::Announced => Scene::Totals,
            Phase::Drawing => Scene::Draw,
            Phase::Stopped if game.asked.is_some() => Scene::Question,
            Phase::Stopped => Scene::Check,
            Phase::Ended => Scene::Winners,
            Phase::NotHeld => Scene::NotHeld,
            Phase::Voided => Scene::Void,
        };
        assert_eq!(board.scene, scene, "{}", at());
        assert_eq!(view.cards as usize, game.with_sellers().count(), "{}", at());
        let money = (view.takings.0, view.line.0, view.bingo.0);
        assert_eq!(money, (game.takings, game.line_cents, game.bingo_cents), "{}", at());
        let open = |sung: Sung| !game.over.contains(&sung);
        assert_eq!((view.line_open, view.bingo_open), (open(Sung::Line), open(Sung::Bingo)), "{}", at());
        let claims: Vec<Claim> = core.claims.iter().map(on_paper).collect();
        assert_eq!(claims, game.claims, "{}", at());
        let no = paper.table.unwrap();
        if game.phase == Phase::Voided {
            assert!(board.prizes.is_empty(), "a void game has no prizes: {}", at());
        } else {
            let prizes: Vec<_> = board.prizes.iter().map(prize_words).collect();
            let expected: Vec<_> =
                game.prizes.iter().map(|p| (no, p.sung, text(p.card), p.cents, p.state)).collect();
            assert_eq!(prizes, expected, "{}", at());
        }
        let holds: Vec<(u32, Trouble)> = core.holds.iter().map(|h| (h.no.0, trouble(&h.why))).collect();
        let expected: Vec<(u32, Trouble)> = game.holds.iter().map(|h| (h.no, h.why)).collect();
        assert_eq!(holds, expected, "{}", at());
        let shown: Vec<u8> = core.shown.iter().map(|place| place.0).collect();
        assert_eq!(core.stops, game.stop, "{}", at());
        assert_eq!(shown, game.shown.iter().copied().collect::<Vec<_>>(), "{}", at());
        assert_eq!(core.refunded_count() as usize, game.refunded.len(), "{}", at());
        if game.phase == Phase::Selling {
            let gaps: Vec<String> = mesa.gaps.iter().flat_map(each_card).collect();
            assert_eq!(
                gaps.iter().collect::<BTreeSet<_>>(),
                game.gaps().into_iter().map(text).collect::<BTreeSet<_>>().iter().collect(),
                "{}",
                at()
            );
            let (name, next) = game.next_card();
            let end = if game.starts.len() > 1 { game.starts[0].1 - 1 } else { SIZE };
            assert_eq!(mesa.next_card.unwrap(), card(name, next.min(end)), "{}", at());
        }
        self.nothing_leaks(game);
    }

    /// The hall sees no ball before it is announced, and no person.
    fn nothing_leaks(&self, game: &Game) {
        let board = self.bench.hall.public_board();
        if self.acts.len().is_multiple_of(8) {
            let text = format!("{board:?}");
            assert!(!text.contains("PersonId") && !text.contains("person"), "{}", self.at());
        }
        if game.said == game.out.len() || !game.in_draw() {
            return;
        }
        // Whatever the pending balls are, the public board is the same.
        let mut other = self.bench.hall.clone();
        let core = other.game.as_mut().unwrap();
        let mut left = Ball::all().filter(|b| !game.out.contains(&b.number()));
        for pending in core.extracted.iter_mut().skip(game.said) {
            if let Some(unseen) = left.next() {
                *pending = unseen;
            }
        }
        assert_eq!(other.public_board(), board, "a pending ball shows: {}", self.at());
        let mut bare = board;
        for claim in bare.stop.iter_mut().flat_map(|stop| &mut stop.claims) {
            // What a sung card lacks is printed on it.
            claim.missing.clear();
        }
        let text = format!("{bare:?}");
        for pending in &game.out[game.said..] {
            assert!(!text.contains(&format!("Ball({pending})")), "{pending} shows: {}", self.at());
        }
    }

    /// The end of the evening: everything adds up.
    fn reckon(mut self) {
        assert_eq!(self.bench.replayed(), self.bench.hall, "replay gives the same hall: seed {}", self.seed);
        // Balls: announced after they came out, none twice.
        let mut out: BTreeMap<(u32, u8), u8> = BTreeMap::new();
        let (mut sold, mut prizes, mut kept, mut refunds) = (0u64, 0u64, 0u64, 0u64);
        let mut taken: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for line in &self.bench.record {
            match &line.event {
                Event::BallExtracted { game, ordinal, ball, .. } => {
                    out.insert((game.0, ordinal.0), ball.number());
                }
                Event::BallCorrected { game, ordinal, to, .. } => {
                    out.insert((game.0, ordinal.0), to.number());
                }
                Event::BallAnnounced { game, ordinal, ball, .. } => {
                    assert_eq!(
                        out.get(&(game.0, ordinal.0)),
                        Some(&ball.number()),
                        "announced before it came out: seed {}",
                        self.seed
                    );
                }
                Event::SaleClosed { game, division, .. } => {
                    sold += division.takings.0;
                    kept += division.house.0 + division.resto.0;
                    taken.insert(game.0, (division.takings.0, division.house.0 + division.resto.0));
                }
                Event::PlayAwarded { game, winners, remainder, .. } => {
                    let amount: u64 = winners.iter().map(|share| share.amount.0).sum();
                    prizes += amount;
                    kept += remainder.0;
                    taken.get_mut(&game.0).unwrap().1 += amount + remainder.0;
                }
                Event::PlayUnsung { game, amount, .. } => {
                    kept += amount.0;
                    taken.get_mut(&game.0).unwrap().1 += amount.0;
                }
                Event::GameVoided { game, amount, .. } => {
                    // Everything the game gave out comes back; only refunds count.
                    let (_, given) = taken.remove(&game.0).unwrap_or_default();
                    let shared: u64 = self.paper.games[&game.0].prizes.iter().map(|p| p.cents).sum();
                    prizes -= shared;
                    kept -= given - shared;
                    if self.paper.games[&game.0].takings == 0 {
                        sold += amount.0;
                    }
                }
                Event::CardsRefunded { amount, .. } => refunds += amount.0,
                _ => (),
            }
        }
        let paid = |account: &str| -> u64 {
            self.paper
                .paid_out
                .iter()
                .filter(|(_, name, _)| *name == account)
                .map(|(_, _, cents)| cents)
                .sum()
        };
        let expected = [paid("premio"), paid("sala") + paid("resto") + paid("sin cantar"), paid("devuelto")];
        assert_eq!([prizes, kept, refunds], expected, "seed {}", self.seed);
        assert_eq!(
            sold,
            self.paper.paid_in.iter().map(|(_, cents)| cents).sum::<u64>(),
            "seed {}",
            self.seed
        );
        // Money in = prizes + hall + resto + unsung + refunds, those still to come among them.
        let voids = || self.paper.games.values().filter(|game| game.phase == Phase::Voided);
        let to_refund: u64 =
            voids().map(|g| (g.with_sellers().count() - g.refunded.len()) as u64 * g.price).sum();
        assert_eq!(sold, prizes + kept + refunds + to_refund, "seed {}", self.seed);
        // Cards received = sold + void + given back and never sold + still on the pile.
        for (name, _) in SERIES {
            let pointer = self.paper.pointer(name);
            let item = self.bench.hall.stock.get(series(name)).unwrap();
            let mut counts = [0u32; 4];
            for number in 1..=SIZE {
                let game = self.paper.used.get(&(name, number));
                assert_eq!(
                    self.bench.hall.stock.game_of(card(name, number)).map(|g| g.0),
                    game.copied(),
                    "{name} {number}: seed {}",
                    self.seed
                );
                let kind = match game.map(|no| self.paper.games[no].phase) {
                    Some(Phase::Voided) => 1,
                    Some(_) => 0,
                    None if number < pointer => 2,
                    None => 3,
                };
                counts[kind] += 1;
            }
            assert_eq!(counts.iter().sum::<u32>(), item.size);
            assert_eq!(counts[3], item.size + 1 - item.next, "{name}: seed {}", self.seed);
        }
        self.saw("evenings");
    }
}

impl Paper {
    fn pointer_of(&self, name: &'static str) -> u32 {
        self.pointer(name)
    }
}

fn play(sung: Sung) -> Play {
    match sung {
        Sung::Line => Play::Line,
        Sung::Bingo => Play::Bingo,
    }
}

fn sung(play: Play) -> Sung {
    match play {
        Play::Line => Sung::Line,
        Play::Bingo => Sung::Bingo,
    }
}

fn text((name, number): Tag) -> String {
    card(name, number).to_string()
}

fn each_card(cards: &Segment) -> Vec<String> {
    let series = cards.series;
    (cards.first.0..=cards.last.0).map(|n| format!("{series} n.º {n}")).collect()
}

fn numbers(balls: &[Ball]) -> Vec<u8> {
    balls.iter().map(|b| b.number()).collect()
}

fn prize_words(prize: &PrizeView) -> (u32, Sung, String, u64, &'static str) {
    (prize.game.0, sung(prize.play), prize.card.to_string(), prize.amount.0, prize.state)
}

fn trouble(why: &HoldWhy) -> Trouble {
    match why {
        HoldWhy::Repeated(ball) => Trouble::Repeated(ball.number()),
        HoldWhy::NoRead => Trouble::NoRead,
        HoldWhy::Fault(Fault::Jam) => Trouble::Jam,
        HoldWhy::LinkLost(LinkLoss::HungUp) => Trouble::Cable,
        HoldWhy::CountDiffers { machine, game } => Trouble::Count { machine: *machine, game: *game },
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            Trouble::Caller { place: ordinal.0, machine: machine.number(), caller: caller.number() }
        }
        HoldWhy::Called(_) => Trouble::Called,
        other => panic!("nothing in an evening holds a game for {other:?}"),
    }
}

fn on_paper(claim: &hall_core::game::Claim) -> Claim {
    let name = claim.card.series.to_string();
    let name = SERIES.iter().map(|(name, _)| *name).chain(["Z9"]).find(|known| *known == name).unwrap();
    let say = match &claim.verdict {
        Verdict::Good { rows, completed_at } => Say::Good { rows: *rows, at: completed_at.0 },
        Verdict::UnknownSeries => Say::UnknownSeries,
        Verdict::NoSuchCard => Say::NoCard,
        Verdict::Forged => Say::Forged,
        Verdict::NotSold { sold_in } => Say::NotSold(sold_in.map(|game| game.0)),
        Verdict::Returned => Say::Returned,
        Verdict::PlayClosed => Say::Closed,
        Verdict::Repeated { of } => Say::Repeated(of.0),
        Verdict::Incomplete { missing } => Say::Missing(numbers(missing)),
    };
    let (no, stop) = (claim.no.0, claim.stop.0);
    Claim {
        no,
        stop,
        sung: sung(claim.play),
        card: (name, claim.card.number.0),
        say,
        accepted: claim.accepted,
    }
}
