//! The tables of `excess.rs`, computed at the first use from nothing but the sums of the columns.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The excess of each column, over all cards: its numbers less one for each card.
pub(super) const SUMS: [usize; 9] = [3, 4, 4, 4, 4, 4, 4, 4, 5];

/// In how many states, before one of the first eight columns, there is something to choose.
const CHOOSING: usize = 207;
const SLOTS: usize = 128;
/// The most options there are, for a sum of 5.
const OPTIONS_MAX: usize = 126;

/// How many bits of a word say where in a slot it falls; the seven above say in which.
pub(super) const PART_BITS: u32 = 57;

/// What the choices of excesses need, for each state that has one.
///
/// Written once, before anybody reads it; should two threads come first together, both write the same.
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
    /// Returns the tables, computing them if nobody did so far: a few milliseconds.
    pub(super) fn get() -> &'static Tables {
        if !TABLES.ready.load(Ordering::Acquire) {
            TABLES.fill();
            TABLES.ready.store(true, Ordering::Release);
        }
        &TABLES
    }

    /// Returns the threshold of a slot, in units of 2⁻⁵⁷, and the option beyond it.
    pub(super) fn slot(&self, state: usize, slot: usize) -> (u64, usize) {
        let packed = self.slots[state][slot].load(Ordering::Relaxed);
        (packed >> 7, (packed & 127) as usize)
    }

    /// Returns what an option does to a state.
    pub(super) fn step(&self, state: usize, option: usize) -> Step {
        Step(self.steps[state][option].load(Ordering::Relaxed))
    }

    #[cold]
    fn fill(&self) {
        let counted = Counted::new();
        for state in 0..CHOOSING {
            let (alias, ways) = (counted.alias(state), counted.ways[state]);
            for (slot, packed) in self.slots[state].iter().enumerate() {
                // A slot that is all its own has itself as the other option: one unit less changes nothing.
                let threshold = ((alias.own[slot] << PART_BITS) / ways).min((1 << PART_BITS) - 1) as u64;
                packed.store(threshold << 7 | alias.other[slot] as u64, Ordering::Relaxed);
            }
            for (packed, step) in self.steps[state].iter().zip(counted.steps[state]) {
                packed.store(step.map_or(0, |step| step.0), Ordering::Relaxed);
            }
        }
    }
}

/// What an option does to a state: the state after it from bit 18, and below it to which position each of
/// the six goes, three bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    /// Returns the state after it.
    pub(super) fn next(self) -> usize {
        (self.0 >> 18) as usize
    }

    /// Returns the position that the card at a position then has.
    pub(super) fn to(self, position: u32) -> u32 {
        self.0 >> (3 * position) & 7
    }
}

/// The ways to divide a sum among six positions with at most 2 each, in lexicographic order.
pub(super) struct Options {
    parts: [u16; OPTIONS_MAX],
    count: usize,
}

impl Options {
    /// Returns the options of a column.
    pub(super) fn of(column: usize) -> &'static Options {
        &OPTIONS[SUMS[column] - 3]
    }

    /// Returns what each position gets: two bits each, the first one lowest.
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

/// All states, in the order in which they are first reached, and in how many ways each is completed.
pub(super) struct Counted {
    columns: Vec<usize>,
    pub(super) ways: Vec<u128>,
    /// For each option, `None` if some card could not have six in the end.
    pub(super) steps: Vec<[Option<Step>; OPTIONS_MAX]>,
}

impl Counted {
    /// Finds the states column by column, and counts from the last one backwards.
    pub(super) fn new() -> Counted {
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
                    // Nobody has more than six, and all can still have six.
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
        let mut counted = Counted { columns, ways: alloc::vec![1; steps.len()], steps };
        for state in (0..counted.ways.len() - 1).rev() {
            counted.ways[state] = (0..OPTIONS_MAX).map(|option| counted.weight(state, option)).sum();
        }
        counted
    }

    /// Returns in how many ways an option of a state is completed, each of its ones counting twice.
    pub(super) fn weight(&self, state: usize, option: usize) -> u128 {
        let step = self.steps[state].get(option).copied().flatten();
        step.map_or(0, |step| {
            let ones = Options::of(self.columns[state]).parts(option) & 0x555;
            self.ways[step.next()] << ones.count_ones()
        })
    }

    /// Divides 128 slots, each as wide as the ways of the state, among its options. An option that has less
    /// than a slot is filled up from one that has more.
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

/// The slots of a state before anything is rounded.
pub(super) struct Alias {
    /// How much of each is for the option of its number.
    pub(super) own: [u128; SLOTS],
    /// The option that has the rest.
    pub(super) other: [usize; SLOTS],
}

/// Adds an option to sums. Returns the new ones, ascending, and for each position the new one, three bits
/// each; of equal sums the earlier stays the earlier.
fn divided(sums: [u8; 6], parts: u16) -> ([u8; 6], u32) {
    let mut new: [(u8, u32); 6] =
        core::array::from_fn(|at| (sums[at] + (parts >> (2 * at) & 3) as u8, at as u32));
    new.sort_unstable();
    let order = (0..).zip(new).map(|(to, (_, from))| to << (3 * from)).sum();
    (new.map(|(sum, _)| sum), order)
}

/// A share of all words of 64 bits.
pub(super) struct Share {
    /// The words below this one are in it.
    pub(super) whole: u128,
    /// This word itself is in it with probability `cut` / `of`.
    pub(super) cut: u128,
    /// See `cut`.
    pub(super) of: u128,
}

/// With which probability excesses are kept: `[cards with one column of three][cards with more]`.
pub(super) static KEPT: [[Share; 7]; 7] = {
    let mut table = [const { [const { Share { whole: 0, cut: 0, of: 1 } }; 7] }; 7];
    let mut one = 0;
    while one <= 6 {
        let mut more = 0;
        while one + more <= 6 {
            let kept = (284_u128.pow(one) * 512_u128.pow(more)) << 64;
            let of = 285_u128.pow(one) * 513_u128.pow(more);
            table[one as usize][more as usize] = Share { whole: kept / of, cut: kept % of, of };
            more += 1;
        }
        one += 1;
    }
    table
};
