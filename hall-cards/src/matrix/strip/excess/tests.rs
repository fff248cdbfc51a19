//! The alias tables against the exact weights.

use super::*;

const CHOOSING: usize = 207;

/// Slots are of one size, so their parts for an option add up to 128 times its weight.
#[test]
fn every_option_has_its_exact_share() {
    let counted = Ways::new();
    assert_eq!(counted.ways.len(), 211, "cards.md 4.1");
    assert_eq!(counted.ways[0], 744_851_983_059_029_405_280, "cards.md 4.1");
    for state in 0..CHOOSING {
        let (alias, ways) = (counted.alias(state), counted.ways[state]);
        let mut shares = [0; 128];
        for slot in 0..128 {
            assert!(alias.own[slot] <= ways);
            shares[slot] += alias.own[slot];
            shares[alias.other[slot]] += ways - alias.own[slot];
        }
        for (option, share) in shares.into_iter().enumerate() {
            assert_eq!(share, 128 * counted.weight(state, option), "state {state}, option {option}");
        }
        assert_eq!(shares.iter().sum::<u128>(), 128 * ways);
    }
}

/// A word below or above a threshold decides alone; one equal to it asks for more words and is decided by the fraction.
#[test]
fn a_word_on_a_threshold_is_decided_by_the_fraction() {
    let (tables, counted) = (Tables::get(), Ways::new());
    let mut decided = 0;
    for state in 0..CHOOSING {
        let (alias, ways) = (counted.alias(state), counted.ways[state]);
        for slot in 0..128 {
            let own = alias.own[slot];
            let (threshold, cut) = ((own << PART_BITS) / ways, (own << PART_BITS) % ways);
            let word = |part: u128| u64::try_from((slot as u128) << PART_BITS | part).unwrap();
            let sure = |part| choose(tables, state, word(part), |_| panic!("no doubt here"));
            if own == ways {
                assert_eq!((sure(0), alias.other[slot]), (slot, slot));
                continue;
            }
            assert_eq!(sure((1 << PART_BITS) - 1), alias.other[slot]);
            if threshold > 0 {
                assert_eq!((sure(0), sure(threshold - 1)), (slot, slot));
            }
            // Computing all ways again is slow: not for every slot.
            if cut > 0 && slot % 64 == state % 64 {
                let with = |number| {
                    choose(tables, state, word(threshold), |end| {
                        assert_eq!(end, ways);
                        number
                    })
                };
                assert_eq!((with(cut - 1), with(cut)), (slot, alias.other[slot]));
                decided += 1;
            }
        }
    }
    assert!(decided > 30, "{decided}");
}

#[test]
fn excesses_are_accepted_in_their_exact_share() {
    assert!(is_within(&ACCEPTED[0][0], u64::MAX, |_| panic!("all are accepted")));
    for one in 0..=6_u32 {
        for more in 0..=6 - one {
            let share = &ACCEPTED[one as usize][more as usize];
            let accepted = 284_u128.pow(one) * 512_u128.pow(more);
            assert_eq!(share.of, 285_u128.pow(one) * 513_u128.pow(more));
            assert_eq!((share.whole * share.of + share.cut) >> 64, accepted);
            if one + more > 0 {
                let at = u64::try_from(share.whole).unwrap();
                assert!(is_within(share, at - 1, |_| panic!("no doubt here")));
                assert!(!is_within(share, at + 1, |_| panic!("no doubt here")));
                assert!(is_within(share, at, |_| share.cut - 1) && !is_within(share, at, |_| share.cut));
            }
        }
    }
}
