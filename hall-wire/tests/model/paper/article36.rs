//! Article 36: a failure before the first ball suspends the game, fifteen minutes at most; after
//! it the game goes on by hand. Either paragraph is read aloud before it is applied.

use super::*;

pub(super) const FIFTEEN_MINUTES: i64 = 15 * 60 * 1000;

impl Paper {
    /// How long the game on the table has still to wait; none if it is not suspended.
    pub fn wait_left(&self, watch: i64) -> Option<i64> {
        let since = self.game()?.suspended?;
        Some((FIFTEEN_MINUTES - (watch - since)).max(0))
    }

    /// A suspended game moves no more than one for which the agent is awaited.
    pub(super) fn against_going_on(&self, no: &mut Reasons, game: &Game) {
        check(no, game.suspended.is_some(), "suspendida");
        self.against_moving(no);
    }

    pub(super) fn against_article36(&self, watch: i64, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        let (Act::Suspend { game } | Act::Lift { game } | Act::Read { game, .. } | Act::KeyBall { game, .. }) =
            asked.act
        else {
            unreachable!("{asked:?}")
        };
        if let Some(wrong) = self.not_on_table(game) {
            return wrong;
        }
        let draw = &self.games[&game];
        match asked.act {
            Act::Suspend { .. } => {
                check(&mut no, !draw.is_running(), PHASE);
                check(&mut no, !draw.out.is_empty(), "extraccion-comenzada");
                self.against_going_on(&mut no, draw);
            }
            Act::Lift { .. } => {
                check(&mut no, draw.suspended.is_none(), "sin-suspension");
                let over = self.wait_left(watch) == Some(0) && draw.out.is_empty();
                check(&mut no, over, "plazo-terminado");
            }
            Act::Read { paragraph: 1, .. } => check(&mut no, draw.suspended.is_none(), "sin-suspension"),
            Act::Read { .. } => {
                check(&mut no, !draw.in_draw(), PHASE);
                check(&mut no, draw.out.is_empty(), "extraccion-sin-comenzar");
            }
            Act::KeyBall { place, ball, .. } => {
                let Some((caller, second)) = draw.by_hand else { return vec!["sin-continuacion-manual"] };
                check(&mut no, asked.who != caller && asked.who != second, "no-es-de-los-dos");
                check(&mut no, draw.phase != Phase::Drawing, PHASE);
                self.against_going_on(&mut no, draw);
                check(&mut no, !draw.holds.is_empty(), "en-alto");
                // One ball after another: what came out is said before the next is drawn.
                check(&mut no, draw.said < draw.out.len(), STALE);
                check(&mut no, usize::from(place) != draw.out.len() + 1, STALE);
                check(&mut no, draw.out.contains(&ball), "bola-ya-extraida");
                let other = draw.keyed.as_ref().filter(|keyed| keyed.by != asked.who);
                check(&mut no, other.is_some_and(|keyed| keyed.at == asked.at), "otro-puesto");
            }
            _ => unreachable!("{asked:?}"),
        }
        no
    }

    pub(super) fn write_article36(&mut self, watch: i64, asked: &Asked) {
        match asked.act {
            Act::Suspend { .. } => {
                if self.table_game().phase == Phase::Drawing {
                    self.stop(false);
                }
                let draw = self.table_game();
                draw.suspended = Some(watch);
                draw.read.0 = false;
            }
            Act::Lift { .. } => self.table_game().suspended = None,
            Act::Read { paragraph: 1, .. } => self.table_game().read.0 = true,
            Act::Read { .. } => self.table_game().read.1 = true,
            Act::KeyBall { place, ball, .. } => {
                let mut holds = self.holds;
                let set = self.session.as_ref().unwrap().set;
                let draw = self.table_game();
                match draw.keyed.clone().filter(|keyed| keyed.by != asked.who) {
                    None => draw.keyed = Some(Keyed { ball, by: asked.who, at: asked.at }),
                    Some(first) if first.ball == ball => draw.takes(ball, set),
                    Some(first) => {
                        draw.hold(&mut holds, Trouble::Keyed { place, first: first.ball, second: ball });
                    }
                }
                self.holds = holds;
            }
            _ => unreachable!("{asked:?}"),
        }
    }
}
