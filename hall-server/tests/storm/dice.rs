//! One pair of dice for an evening: whatever happens by chance comes from its seed.

use ball_machine_tools::drum::SplitMix64;

pub struct Dice(SplitMix64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        // Neighbouring seeds are no neighbours in what follows.
        Dice(SplitMix64(SplitMix64(seed).next_u64()))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// 0 to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1))
    }

    /// `first` to `last`, both included.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        first + i64::try_from(self.below(usize::try_from(last - first + 1).unwrap())).unwrap()
    }

    pub fn number(&mut self, first: u32, last: u32) -> u32 {
        u32::try_from(self.between(first.into(), last.into())).unwrap()
    }

    /// True so many times in a thousand.
    pub fn permille(&mut self, chance: u32) -> bool {
        self.below(1000) < chance as usize
    }

    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }
}
