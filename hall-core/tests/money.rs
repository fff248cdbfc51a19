//! Money: the worked examples of regulation.md 4.5, and that no cent is made or lost
//! (NL5, reliability.md E44).

mod support;

use std::num::NonZeroU32;

use hall_core::money::{Cents, Percent, Rounding, Share};
use hall_core::rules::{Division, Rules};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// How many cases each property is tried on. The seed is fixed.
const CASES: u32 = 4_000;

fn runner() -> TestRunner {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn holds<S: Strategy>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>)
where
    S::Value: std::fmt::Debug,
{
    match runner().run(strategy, test) {
        Ok(()) => (),
        Err(TestError::Fail(why, smallest)) => panic!("{why}\nwith {smallest:?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

const DOWN: Rounding = Rounding::Down { unit: Cents(1) };
const HALF_UP: Rounding = Rounding::HalfUp { unit: Cents(1) };

fn euros(whole: u64, cents: u64) -> Cents {
    Cents(whole * 100 + cents)
}

/// Rules with these parts, in hundredths of a per cent.
fn rules(line: u32, bingo: u32, rounding: Rounding) -> Rules {
    let mut rules = support::rules();
    rules.line.value = Percent::from_hundredths(line).unwrap();
    rules.bingo.value = Percent::from_hundredths(bingo).unwrap();
    rules.rounding.value = rounding;
    rules
}

fn winners(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap()
}

#[test]
fn example_1_of_1978_in_pesetas() {
    let takings = Cents(200).times(420);
    let division = rules(1500, 6000, DOWN).divide(takings);
    assert_eq!(takings, Cents(84_000));
    // The hall's 10 % and the Treasury's 15 % are one part here: what is no prize.
    let expected = Division {
        takings,
        line: Cents(12_600),
        bingo: Cents(50_400),
        house: Cents(21_000),
        resto: Cents(0),
    };
    assert_eq!(division, expected);
}

#[test]
fn example_2_estatal_1980_in_pesetas() {
    let takings = Cents(84_000);
    let division = rules(1000, 6000, DOWN).divide(takings);
    let expected =
        Division { takings, line: Cents(8_400), bingo: Cents(50_400), house: Cents(25_200), resto: Cents(0) };
    assert_eq!(division, expected);
}

#[test]
fn example_3_estatal_2002() {
    let takings = Cents(200).times(501);
    let division = rules(900, 5900, DOWN).divide(takings);
    let expected = Division {
        takings: Cents(100_200),
        line: euros(90, 18),
        bingo: euros(591, 18),
        house: euros(320, 64),
        resto: Cents(0),
    };
    assert_eq!(division, expected);
    assert_eq!(division.line.plus(division.bingo), euros(681, 36));
}

#[test]
fn example_4_estatal_2004() {
    let takings = Cents(200).times(137);
    let division = rules(900, 5750, DOWN).divide(takings);
    let expected = Division {
        takings: euros(274, 0),
        line: euros(24, 66),
        bingo: euros(157, 55),
        house: euros(91, 79),
        resto: Cents(0),
    };
    assert_eq!(division, expected);
}

#[test]
fn example_5_murcia_needs_rounding() {
    let takings = Cents(150).times(137);
    assert_eq!(takings, euros(205, 50));
    // 7,13 % is 14,65215 and 50,17 % is 103,09935; the other 42,70 % is 87,7485.
    let half_up = rules(713, 5017, HALF_UP).divide(takings);
    assert_eq!(
        half_up,
        Division {
            takings,
            line: euros(14, 65),
            bingo: euros(103, 10),
            house: euros(87, 74),
            resto: Cents(1)
        }
    );
    let down = rules(713, 5017, DOWN).divide(takings);
    assert_eq!(
        down,
        Division {
            takings,
            line: euros(14, 65),
            bingo: euros(103, 9),
            house: euros(87, 74),
            resto: Cents(2)
        }
    );
    // The accumulated bag, which these rules do not have yet: 12,70 %.
    let bag = Percent::from_hundredths(1270).unwrap();
    assert_eq!((bag.of(takings, HALF_UP), bag.of(takings, DOWN)), (euros(26, 10), euros(26, 9)));
}

#[test]
fn halves_go_up_and_only_halves() {
    let part = |hundredths, cents| Percent::from_hundredths(hundredths).unwrap().of(Cents(cents), HALF_UP);
    // 7,13 % of 5,00 is 35,65 cents; of 50,00 exactly 356,5 cents.
    assert_eq!(part(713, 500), Cents(36));
    assert_eq!(part(713, 5_000), euros(3, 57));
    assert_eq!(part(5000, 1), Cents(1), "half a cent goes up");
    assert_eq!(part(4999, 1), Cents(0));
    let to_the_euro = Rounding::HalfUp { unit: Cents(100) };
    let half = Percent::from_hundredths(5000).unwrap();
    assert_eq!(half.of(euros(2, 99), to_the_euro), euros(1, 0), "1,495 is nearer to 1");
    assert_eq!(half.of(euros(3, 0), to_the_euro), euros(2, 0), "1,50 goes up");
}

#[test]
fn example_8_a_split_leaves_a_remainder() {
    assert_eq!(euros(24, 66).share(winners(4)), Share { each: euros(6, 16), remainder: Cents(2) });
}

fn any_rounding() -> impl Strategy<Value = Rounding> {
    let unit = prop_oneof![4 => 0u64..=5, 3 => Just(100u64), 2 => 1u64..=10_000, 1 => Just(1_000_000_000_000), 1 => Just(u64::MAX)];
    (any::<bool>(), unit).prop_map(|(down, unit)| {
        let unit = Cents(unit);
        if down { Rounding::Down { unit } } else { Rounding::HalfUp { unit } }
    })
}

/// Two parts that are at most the whole: a profile with more is refused when it is read.
fn any_parts() -> impl Strategy<Value = (u32, u32)> {
    (0u32..=10_000).prop_flat_map(|line| (Just(line), 0..=10_000 - line))
}

fn any_takings() -> impl Strategy<Value = u64> {
    prop_oneof![1 => Just(0u64), 1 => Just(1_000_000_000_000), 4 => 0u64..100_000, 4 => 0u64..=1_000_000_000_000]
}

#[test]
fn a_division_loses_nothing() {
    holds(&(any_takings(), any_parts(), any_rounding()), |(takings, (line, bingo), rounding)| {
        let rules = rules(line, bingo, rounding);
        let division = rules.divide(Cents(takings));
        let sum = [division.line, division.bingo, division.house, division.resto]
            .iter()
            .map(|part| u128::from(part.0))
            .sum::<u128>();
        prop_assert_eq!(sum, u128::from(takings));
        prop_assert_eq!(division.takings, Cents(takings));
        Ok(())
    });
}

#[test]
fn a_prize_is_within_one_unit_of_its_exact_part() {
    holds(&(any_takings(), any_parts(), any_rounding()), |(takings, (line, bingo), rounding)| {
        let division = rules(line, bingo, rounding).divide(Cents(takings));
        let unit = u128::from(rounding.unit().0);
        for (prize, hundredths) in [(division.line, line), (division.bingo, bingo)] {
            // All in hundredths of a hundredth of a cent, so that nothing is rounded here.
            let exact = u128::from(takings) * u128::from(hundredths);
            let given = u128::from(prize.0) * 10_000;
            match rounding {
                Rounding::Down { .. } => {
                    prop_assert!(
                        given <= exact && exact - given < unit * 10_000,
                        "down, and by less than a unit"
                    );
                }
                Rounding::HalfUp { .. } => {
                    let too_much = given.saturating_sub(exact);
                    prop_assert!(too_much * 2 <= unit * 10_000, "never up by more than half a unit");
                    // Less only when there was no more to give.
                    let all_given = division.line.plus(division.bingo).0 == takings;
                    prop_assert!(all_given || exact.saturating_sub(given) * 2 < unit * 10_000);
                }
            }
        }
        Ok(())
    });
}

#[test]
fn what_rounding_leaves_goes_to_resto_and_is_small() {
    holds(&(any_takings(), any_parts()), |(takings, (line, bingo))| {
        let division = rules(line, bingo, DOWN).divide(Cents(takings));
        prop_assert!(division.resto.0 <= 2, "three parts, each rounded down by less than a cent");
        Ok(())
    });
}

#[test]
fn a_share_loses_nothing() {
    let amount = prop_oneof![1 => Just(0u64), 1 => Just(u64::MAX), 4 => any::<u64>(), 4 => 0u64..1000];
    holds(&(amount, 1u32..=50), |(amount, count)| {
        let Share { each, remainder } = Cents(amount).share(winners(count));
        prop_assert_eq!(u128::from(each.0) * u128::from(count) + u128::from(remainder.0), u128::from(amount));
        prop_assert!(remainder.0 < u64::from(count), "nobody could have had a cent more");
        Ok(())
    });
}

#[test]
fn no_sale_is_no_money() {
    for rounding in [DOWN, HALF_UP, Rounding::HalfUp { unit: Cents(u64::MAX) }] {
        assert_eq!(rules(900, 5900, rounding).divide(Cents::ZERO), Division::default());
    }
    assert_eq!(Cents::ZERO.share(winners(50)), Share { each: Cents::ZERO, remainder: Cents::ZERO });
}

/// E44, without the funds that no rule has yet: the whole of what 64 bits hold can be divided.
#[test]
fn the_largest_amounts_do_not_overflow() {
    for (line, bingo) in [(900, 5900), (0, 10_000), (10_000, 0), (5000, 5000), (0, 0)] {
        let division = rules(line, bingo, HALF_UP).divide(Cents(u64::MAX));
        assert_eq!(
            division.line.plus(division.bingo).plus(division.house).plus(division.resto),
            Cents(u64::MAX)
        );
    }
    let one = winners(1);
    assert_eq!(Cents(u64::MAX).share(one), Share { each: Cents(u64::MAX), remainder: Cents::ZERO });
    assert_eq!(
        Cents(u64::MAX).share(winners(u32::MAX)).remainder,
        Cents::ZERO,
        "2^64 − 1 = (2^32 − 1)(2^32 + 1)"
    );
}
