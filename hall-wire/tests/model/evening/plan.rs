//! The dice, and what an evening will be like.

use crate::paper::SIZE;
use crate::support::Dice;

impl Dice {
    /// 0 to below `n`.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n.max(1))).unwrap()
    }

    pub(super) fn from(&mut self, first: u32, last: u32) -> u32 {
        first + self.below(last - first + 1)
    }

    pub(super) fn small(&mut self, first: u8, last: u8) -> u8 {
        u8::try_from(self.from(first.into(), last.into())).unwrap()
    }

    pub(super) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

/// What this evening will be like.
pub struct Plan {
    pub games: u32,
    pub sessions: u32,
    pub longest_block: u32,
    /// Cards that go in a first game that is void, to move the pointer.
    pub burn: u32,
    pub sings: u32,
    pub silent_line: bool,
    /// Lines are sung only when somebody has a bingo, and that one only after the question.
    pub late_line: bool,
    pub silent_bingo: bool,
    pub trouble: u32,
    /// The hall has to close half an hour after it opened.
    pub early: bool,
    /// Before the first ball things fail.
    pub fails: bool,
    /// A machine that fails is given up.
    pub by_hand: bool,
    /// What is interrupted is finished on paper.
    pub on_paper: bool,
    /// People come and go, the clock is set, the agent is called.
    pub busy: bool,
}

impl Plan {
    pub(super) fn new(dice: &mut Dice) -> Plan {
        let big = dice.percent(25);
        let mut plan = Plan {
            games: dice.from(1, 4),
            sessions: if dice.percent(25) { 2 } else { 1 },
            longest_block: if big { 150 } else { dice.from(3, 40) },
            burn: if dice.percent(40) { dice.from(330, SIZE - 2) } else { 0 },
            sings: dice.from(20, 90),
            silent_line: dice.percent(12),
            late_line: dice.percent(10),
            silent_bingo: dice.percent(6),
            trouble: dice.pick(&[0, 1, 1, 3]),
            early: dice.percent(10),
            fails: dice.percent(25),
            by_hand: dice.percent(30),
            on_paper: dice.percent(30),
            busy: dice.percent(40),
        };
        if plan.by_hand || plan.on_paper {
            plan.trouble = plan.trouble.max(1);
        }
        plan
    }
}
