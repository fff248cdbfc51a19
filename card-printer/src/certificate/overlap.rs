//! The two cards of a matrix with most numbers in common.
//!
//! Comparing all pairs would take hours for a large matrix. But two cards with at least 3 k − 2 common numbers share
//! at least k of them in one third (three columns) of the card. So cards are grouped by every choice of k of their
//! numbers in a third and only compared within a group, starting with k = 5, where groups are small, until the best
//! pair found is at least as large as any that could have been missed.

/// Two cards with many numbers in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// How many they share.
    pub numbers: u32,
    /// The first such pair, numbered from 1.
    pub cards: [u32; 2],
}

/// Columns 1 to 3, 4 to 6 and 7 to 9.
const THIRDS: [u128; 3] = [(1 << 30) - 2, (1 << 60) - (1 << 30), (1 << 91) - (1 << 60)];

/// The largest k.
const MOST: u32 = 5;

/// The first pair with the most numbers in common, or `None` for fewer than two cards. `sets` has the numbers of each
/// card, bit n for number n.
pub(super) fn largest(sets: &[u128]) -> Option<Overlap> {
    if let Some(cards) = first_equal(sets) {
        return Some(Overlap { numbers: sets[cards[0] as usize - 1].count_ones(), cards });
    }
    let mut best = Overlap { numbers: 0, cards: [1, 2] };
    for together in (1..=MOST).rev() {
        for third in THIRDS {
            for same in by_choice(sets, third, together).chunk_by(|a, b| a.0 == b.0) {
                compare(sets, same, &mut best);
            }
        }
        if best.numbers + 2 >= 3 * together {
            break;
        }
    }
    (sets.len() > 1).then_some(best)
}

/// The first two cards with the same numbers. Found first, as a large group of them would be compared pairwise.
fn first_equal(sets: &[u128]) -> Option<[u32; 2]> {
    let mut sorted: Vec<(u128, u32)> = sets.iter().copied().zip(1..).collect();
    sorted.sort_unstable();
    let equal = sorted.windows(2).filter(|two| two[0].0 == two[1].0);
    equal.map(|two| [two[0].1, two[1].1]).min()
}

/// Every choice of `together` numbers of a card in a third, with the card's index; sorted.
fn by_choice(sets: &[u128], third: u128, together: u32) -> Vec<(u64, u32)> {
    let mut all = Vec::new();
    for (place, set) in (0..).zip(sets) {
        choices(set & third, together, 0, &mut |choice| all.push((choice, place)));
    }
    all.sort_unstable();
    all
}

/// Calls `give` with every choice of `count` members of a set, seven bits each.
fn choices(set: u128, count: u32, chosen: u64, give: &mut impl FnMut(u64)) {
    if count == 0 {
        give(chosen);
        return;
    }
    let mut rest = set;
    while rest.count_ones() >= count {
        let member = rest.trailing_zeros();
        rest &= rest - 1;
        choices(rest, count - 1, chosen << 7 | u64::from(member), give);
    }
}

/// Compares all pairs in a group.
fn compare(sets: &[u128], same: &[(u64, u32)], best: &mut Overlap) {
    for (n, (_, one)) in same.iter().enumerate() {
        for (_, other) in &same[n + 1..] {
            let numbers = (sets[*one as usize] & sets[*other as usize]).count_ones();
            let cards = [one + 1, other + 1];
            if numbers > best.numbers || (numbers == best.numbers && cards < best.cards) {
                *best = Overlap { numbers, cards };
            }
        }
    }
}
