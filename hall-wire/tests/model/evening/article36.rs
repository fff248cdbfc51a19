//! Failures before the first ball, and games that go on by hand.

use super::*;

impl Evening<'_> {
    /// Before the first ball something fails; it is put right in time, or it is not.
    pub(super) fn article36(&mut self, no: u32, game: &Game) -> Option<Act> {
        let watch = self.paper.watch(self.bench.now_ms);
        let Some(left) = self.paper.wait_left(watch) else {
            let chance = match game.phase {
                Phase::Selling => 4,
                Phase::Announced => 15,
                _ => 25,
            };
            let fails = self.plan.fails && game.out.is_empty() && self.dice.percent(chance);
            return fails.then_some(Act::Suspend { game: no });
        };
        if !game.out.is_empty() && self.dice.percent(60) {
            return Some(Act::Lift { game: no });
        }
        let ball = self.fresh_ball(game).filter(|_| game.in_draw()).map(Act::Ball);
        let chance = self.dice.below(100);
        if left > 0 {
            return match chance {
                0..=34 => Some(Act::Wait(self.dice.from(60, 600))),
                35..=46 => Some(Act::Lift { game: no }),
                47..=52 => Some(Act::AskVoid { game: no }),
                53..=57 => Some(Act::Read { game: no, paragraph: self.dice.small(1, 2) }),
                58..=63 => Some(Act::Clock(self.dice.pick(&[-3600, 3600, 600, -600]))),
                64..=66 => Some(Act::Restart),
                67..=69 => ball,
                70..=73 => Some(Act::CallAuthority),
                _ => None,
            };
        }
        match chance {
            0..=39 if !game.read.0 => Some(Act::Read { game: no, paragraph: 1 }),
            0..=59 if game.void_asked.is_none() => Some(Act::AskVoid { game: no }),
            0..=79 => Some(Act::ConfirmVoid { game: no }),
            80..=84 => Some(Act::Lift { game: no }),
            85..=87 => ball,
            88 | 89 => Some(Act::Clock(-3600)),
            _ => None,
        }
    }

    /// The next of what has to be done before a game can go on by hand; now and then too early.
    pub(super) fn hand_over(&mut self, no: u32, game: &Game, hold: &Hold) -> Act {
        let dice = &mut self.dice;
        let (caller, second) = (self.paper.holder(Post::Seller), self.paper.holder(Post::Mesa));
        for (at, who) in [("mesa-1", caller), ("caja-2", second)] {
            if !self.paper.desks.contains(&(at, who)) && dice.percent(90) {
                return Act::LogIn.at(who, at);
            }
        }
        if !game.read.1 && dice.percent(75) {
            return Act::Read { game: no, paragraph: 2 };
        }
        let pair =
            if dice.percent(90) { (caller, second) } else { dice.pick(&[(4, 4), (6, 2), (3, 2), (2, 4)]) };
        let (caller, second) = pair;
        Act::AskExit { game: no, hold: hold.no, way: Way::ByHand { caller, second } }
    }

    /// One of the two keys the ball in the hand, or what he takes it for.
    pub(super) fn key(&mut self, no: u32, game: &Game) -> Act {
        let (caller, second) = game.by_hand.expect("it goes by hand");
        let Some(fresh) = self.fresh_ball(game) else {
            return Act::Stop { game: no, said: u8::try_from(game.said).unwrap() };
        };
        let dice = &mut self.dice;
        let place = u8::try_from(game.out.len()).unwrap() + 1 + u8::from(dice.percent(1));
        let (mut ball, mut first) = (fresh, dice.percent(70));
        if let Some(keyed) = &game.keyed {
            first = (keyed.by != caller) ^ dice.percent(4);
            if dice.percent(96) {
                ball = keyed.ball;
            }
        }
        if dice.percent(1) {
            ball = dice.pick(&game.out);
        }
        let who = if first { caller } else { second };
        let mut at = if first { "mesa-1" } else { "caja-2" };
        if dice.percent(2) {
            at = dice.pick(&["mesa-1", "caja-2"]);
        } else if let Some(keyed) = &game.keyed
            && keyed.by != who
        {
            at = if keyed.at == "mesa-1" { "caja-2" } else { "mesa-1" };
        }
        let act = Act::KeyBall { game: no, place, ball };
        if dice.percent(1) { act.by(dice.from(1, 7)) } else { act.at(who, at) }
    }
}
