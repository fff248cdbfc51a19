//! What the machine and the server do by themselves.

use super::*;

impl Paper {
    pub(super) fn write_machine(&mut self, act: &Act) {
        match *act {
            Act::Ball(number) => {
                self.machine_out += 1;
                let set = self.loaded;
                // By hand, what the machine does is no part of the game.
                if self.game().is_some_and(|game| game.in_draw() && game.by_hand.is_none()) {
                    if self.table_game().out.contains(&number) {
                        self.trouble(Trouble::Repeated(number));
                    } else {
                        self.table_game().takes(number, set);
                    }
                }
                self.beats();
            }
            Act::Unreadable => {
                self.machine_out += 1;
                self.trouble(Trouble::NoRead);
                self.beats();
            }
            Act::Jam => {
                self.jam = true;
                self.trouble(Trouble::Jam);
                self.beats();
            }
            Act::Unjam => {
                self.jam = false;
                self.beats();
            }
            Act::Cable => {
                if self.heard {
                    self.trouble(Trouble::Cable);
                }
                (self.heard, self.beat) = (false, false);
            }
            Act::Identity => self.heard = true,
            Act::Beat => self.beats(),
            Act::TakeBack => {
                self.machine_out = self.game().map_or(0, |game| u8::try_from(game.out.len()).unwrap());
                self.beats();
            }
            Act::Load(set) => {
                self.loaded = set;
                self.heard = true;
            }
            Act::Stopping { .. } => {
                self.down = true;
                if self.game().is_some_and(|game| game.phase == Phase::Drawing) {
                    self.stop(true);
                }
            }
            Act::Clock(seconds) => self.clock_set += seconds * 1000,
            Act::Restart => {
                self.down = false;
                (self.heard, self.beat) = (false, false);
                if self.game().is_some_and(|game| game.phase == Phase::Drawing) {
                    self.stop(true);
                }
            }
            Act::Shown { game, place } => {
                if self.table == Some(game) && place > 0 && usize::from(place) <= self.table_game().said {
                    let draw = self.table_game();
                    draw.shown.insert(place);
                }
            }
            Act::Wait(_) => (),
            ref other => unreachable!("{other:?}"),
        }
    }

    /// Something is wrong with the machine: in a draw the game is held, once for each thing.
    pub(super) fn trouble(&mut self, why: Trouble) {
        let mut holds = self.holds;
        if let Some(game) = self.table.and_then(|no| self.games.get_mut(&no))
            && game.in_draw()
            && game.by_hand.is_none()
            && !game.holds.iter().any(|h| h.why == why)
        {
            game.hold(&mut holds, why);
        }
        self.holds = holds;
    }

    /// The machine says how many balls it has out; if all is quiet that must be mine.
    pub(super) fn beats(&mut self) {
        self.beat = true;
        let machine = self.machine_out;
        let differs =
            self.game().filter(|g| g.in_draw() && g.holds.is_empty() && g.out.len() != usize::from(machine));
        if let Some(draw) = differs {
            let game = u8::try_from(draw.out.len()).unwrap();
            self.trouble(Trouble::Count { machine, game });
        }
    }
}
