//! The tables of `excess.rs`, computed on first use from the sums of the columns.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The sum of each column's excesses.
const SUMS: [usize; 9] = [3, 4, 4, 4, 4, 4, 4, 4, 5];

/// States before one of the first eight columns, where options are drawn. They come first.
const CHOOSING: usize = 207;
const SLOTS: usize = 128;
/// The options for a sum of 5, the most there are.
const OPTIONS_MAX: usize = 126;

/// Bits of a word for the position in a slot; the seven above are the slot.
pub(super) const PART_BITS: u32 = 57;

/// Alias table and steps of each state. Filled before the first use; two threads that do so at once write the same
/// values.
pub(super) struct Tables {
    ready: AtomicBool,
    slots: [[AtomicU64; SLOTS]; CHOOSING],
    steps: [[AtomicU32; SLOTS]; CHOOSING],
}

static TABLES: Tables = Tables {
    ready: AtomicBool::new(false),
    slots: [const { [const { AtomicU64::new(0) }; SLOTS] }; CHOOSING],
    steps: [const { [const { AtomicU32::new(0) }; SLOTS] }; CHOOSING],
};

impl Tables {
    /// The first call computes them, in a few milliseconds.
    pub(super) fn get() -> &'static Tables {
        if !TABLES.ready.load(Ordering::Acquire) {
            TABLES.fill();
            TABLES.ready.store(true, Ordering::Release);
        }
        &TABLES
    }

    /// The threshold of a slot, in units of 2⁻⁵⁷, and the option beyond it.
    pub(super) fn slot(&self, state: usize, slot: usize) -> (u64, usize) {
        let packed = self.slots[state][slot].load(Ordering::Relaxed);
        (packed >> 7, (packed & 127) as usize)
    }

    pub(super) fn step(&self, state: usize, option: usize) -> Step {
        Step(self.steps[state][option].load(Ordering::Relaxed))
    }

    #[cold]
    fn fill(&self) {
        let all = Ways::new();
        for state in 0..CHOOSING {
            let (alias, ways) = (all.alias(state), all.ways[state]);
            for (slot, packed) in self.slots[state].iter().enumerate() {
                // A full slot has itself as the other option, so one unit less changes nothing.
                let threshold = ((alias.own[slot] << PART_BITS) / ways).min((1 << PART_BITS) - 1) as u64;
                packed.store(threshold << 7 | alias.other[slot] as u64, Ordering::Relaxed);
            }
            for (packed, step) in self.steps[state].iter().zip(all.steps[state]) {
                packed.store(step.map_or(0, |step| step.0), Ordering::Relaxed);
            }
        }
    }
}

/// The effect of an option on a state: the next state from bit 18, below it the new position of each of the six, three
/// bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    /// The next state.
    pub(super) fn next(self) -> usize {
        (self.0 >> 18) as usize
    }

    /// The new position of the card at a position.
    pub(super) fn to(self, position: u32) -> u32 {
        self.0 >> (3 * position) & 7
    }
}

/// The divisions of a sum among six positions with at most 2 each, lexicographic.
pub(super) struct Options {
    parts: [u16; OPTIONS_MAX],
    count: usize,
}

impl Options {
    pub(super) fn of(column: usize) -> &'static Options {
        &OPTIONS[SUMS[column] - 3]
    }

    /// What each position gets: two bits each, the first lowest.
    pub(super) fn parts(&self, option: usize) -> u16 {
        self.parts[option]
    }
}

/// For the sums 3, 4 and 5.
static OPTIONS: [Options; 3] = [options(3), options(4), options(5)];

const fn options(sum: usize) -> Options {
    let mut options = Options { parts: [0; OPTIONS_MAX], count: 0 };
    let mut word = 0;
    while word < 729 {
        let (mut rest, mut parts, mut total, mut position) = (word, 0, 0, 0);
        while position < 6 {
            parts = parts << 2 | (rest % 3) as u16;
            total += rest % 3;
            rest /= 3;
            position += 1;
        }
        if total == sum {
            options.parts[options.count] = parts;
            options.count += 1;
        }
        word += 1;
    }
    options
}

/// All states, in the order in which they are first reached.
pub(super) struct Ways {
    columns: Vec<usize>,
    pub(super) ways: Vec<u128>,
    /// Per option; `None` if a card could not have a sum of six in the end.
    pub(super) steps: Vec<[Option<Step>; OPTIONS_MAX]>,
}

impl Ways {
    /// Finds the states column by column, then computes their ways from the last backwards.
    pub(super) fn new() -> Ways {
        let mut states = Vec::from([(0, [0; 6])]);
        let mut known = BTreeMap::new();
        let mut steps = Vec::new();
        while steps.len() < states.len() {
            let (column, sums): (usize, [u8; 6]) = states[steps.len()];
            let mut of_state = [None; OPTIONS_MAX];
            if column < 9 {
                let options = Options::of(column);
                for (step, parts) in of_state.iter_mut().zip(&options.parts[..options.count]) {
                    let (sums, order) = divided(sums, *parts);
                    // No sum is above six, and all can still reach six.
                    if sums[5] <= 6 && usize::from(sums[0]) + 2 * (8 - column) >= 6 {
                        let next = *known.entry((column + 1, sums)).or_insert_with(|| {
                            states.push((column + 1, sums));
                            states.len() - 1
                        });
                        *step = Some(Step((next as u32) << 18 | order));
                    }
                }
            }
            steps.push(of_state);
        }
        let columns = states.into_iter().map(|(column, _)| column).collect();
        let mut all = Ways { columns, ways: alloc::vec![1; steps.len()], steps };
        for state in (0..all.ways.len() - 1).rev() {
            all.ways[state] = (0..OPTIONS_MAX).map(|option| all.weight(state, option)).sum();
        }
        all
    }

    /// The weight of an option times the ways of the state it leads to.
    pub(super) fn weight(&self, state: usize, option: usize) -> u128 {
        let step = self.steps[state].get(option).copied().flatten();
        step.map_or(0, |step| {
            let ones = Options::of(self.columns[state]).parts(option) & 0x555;
            self.ways[step.next()] << ones.count_ones()
        })
    }

    /// The alias table of a state: 128 slots, each as wide as its ways. The slot of an option with less is filled up by one
    /// with more.
    pub(super) fn alias(&self, state: usize) -> Alias {
        let ways = self.ways[state];
        let mut own: [u128; SLOTS] = core::array::from_fn(|slot| 128 * self.weight(state, slot));
        let mut other = core::array::from_fn(|slot| slot);
        let (mut more, mut less): (Vec<usize>, Vec<usize>) = (0..SLOTS).partition(|slot| own[*slot] >= ways);
        while let (Some(small), Some(large)) = (less.pop(), more.last().copied()) {
            other[small] = large;
            own[large] -= ways - own[small];
            if own[large] < ways {
                less.extend(more.pop());
            }
        }
        Alias { own, other }
    }
}

/// The exact slots of a state.
pub(super) struct Alias {
    /// The part for the option of the slot's number.
    pub(super) own: [u128; SLOTS],
    /// The option of the rest.
    pub(super) other: [usize; SLOTS],
}

/// Adds an option to sums. Returns the new sums, ascending, and each position's new one, three bits each. Equal sums keep
/// their order.
fn divided(sums: [u8; 6], parts: u16) -> ([u8; 6], u32) {
    let mut new: [(u8, u32); 6] =
        core::array::from_fn(|at| (sums[at] + (parts >> (2 * at) & 3) as u8, at as u32));
    new.sort_unstable();
    let order = (0..).zip(new).map(|(to, (_, from))| to << (3 * from)).sum();
    (new.map(|(sum, _)| sum), order)
}

/// A share of all 64-bit words.
pub(super) struct Share {
    /// The words below this one are in it; this one is with probability `cut` / `of`.
    pub(super) whole: u128,
    pub(super) cut: u128,
    pub(super) of: u128,
}

/// The probability that excesses are accepted: `[cards with one column of three][cards with more]`.
pub(super) static ACCEPTED: [[Share; 7]; 7] = {
    let mut table = [const { [const { Share { whole: 0, cut: 0, of: 1 } }; 7] }; 7];
    let mut one = 0;
    while one <= 6 {
        let mut more = 0;
        while one + more <= 6 {
            let accepted = (284_u128.pow(one) * 512_u128.pow(more)) << 64;
            let of = 285_u128.pow(one) * 513_u128.pow(more);
            table[one as usize][more as usize] = Share { whole: accepted / of, cut: accepted % of, of };
            more += 1;
        }
        one += 1;
    }
    table
};
