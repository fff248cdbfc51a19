//! Money: whole cents, exact percentages, and shares that lose nothing.
//!
//! No Spanish text fixes a rounding rule (regulation.md 4.4), so the hall signs one; what
//! rounding leaves over goes to the account `resto` and is never dropped.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::num::NonZeroU32;

/// An amount of money, in whole cents of a euro. Never negative.
///
/// ```
/// use hall_core::money::Cents;
///
/// assert_eq!(Cents(59_118).to_string(), "591,18 €");
/// assert_eq!(Cents(100_200).to_string(), "1.002,00 €");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Cents(pub u64);

impl Cents {
    /// No money.
    pub const ZERO: Cents = Cents(0);

    /// The sum.
    ///
    /// # Panics
    /// When the sum does not fit 64 bits: a bug, not an amount.
    #[must_use]
    pub fn plus(self, other: Cents) -> Cents {
        Cents(self.0.checked_add(other.0).expect("amounts of a hall fit 64 bits"))
    }

    /// The difference.
    ///
    /// # Panics
    /// When `other` is the larger.
    #[must_use]
    pub fn minus(self, other: Cents) -> Cents {
        Cents(self.0.checked_sub(other.0).expect("no account goes below zero"))
    }

    /// The price of `count` cards at this face value.
    #[must_use]
    pub fn times(self, count: u32) -> Cents {
        Cents(self.0.checked_mul(u64::from(count)).expect("amounts of a hall fit 64 bits"))
    }

    /// Shares the amount equally. Where the remainder goes is for the rules to say.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use hall_core::money::{Cents, Share};
    ///
    /// let share = Cents(24_66).share(NonZeroU32::new(4).unwrap());
    /// assert_eq!(share, Share { each: Cents(6_16), remainder: Cents(2) });
    /// ```
    pub fn share(self, winners: NonZeroU32) -> Share {
        let n = u64::from(winners.get());
        Share { each: Cents(self.0 / n), remainder: Cents(self.0 % n) }
    }
}

impl core::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Cents>>(amounts: I) -> Cents {
        amounts.fold(Cents::ZERO, Cents::plus)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{:02} €", grouped(self.0 / 100), self.0 % 100)
    }
}

/// A number as it is written in Spanish, with a point after each three digits.
///
/// ```
/// use hall_core::money::grouped;
///
/// assert_eq!([0, 999, 1000, 10_482, 1_234_567].map(grouped), ["0", "999", "1.000", "10.482", "1.234.567"]);
/// ```
pub fn grouped(number: u64) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{}.{:03}", grouped(number / 1000), number % 1000)
    }
}

/// What each winner gets, and what is left over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The amount of one share.
    pub each: Cents,
    /// What could not be divided: fewer cents than there are winners.
    pub remainder: Cents,
}

/// A percentage with two decimals, exact: 5 750 is 57,5 %. At most 10 000.
///
/// ```
/// use hall_core::money::Percent;
///
/// assert_eq!(Percent::from_hundredths(5750).unwrap().to_string(), "57,50 %");
/// assert!(Percent::from_hundredths(10_001).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(u32);

impl Percent {
    /// The percentage with this many hundredths of a per cent, or `None` above 100 %.
    pub const fn from_hundredths(hundredths: u32) -> Option<Percent> {
        if hundredths <= 10_000 { Some(Percent(hundredths)) } else { None }
    }

    /// The hundredths of a per cent: 0 to 10 000.
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// This part of an amount, rounded.
    pub fn of(self, amount: Cents, rounding: Rounding) -> Cents {
        let exact = u128::from(amount.0) * u128::from(self.0);
        let unit = u128::from(rounding.unit().0) * 10_000;
        let units = match rounding {
            Rounding::Down { .. } => exact / unit,
            Rounding::HalfUp { .. } => (exact + unit / 2) / unit,
        };
        let cents = units * u128::from(rounding.unit().0);
        Cents(u64::try_from(cents).expect("a part is no more than the whole, rounded"))
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{:02} %", self.0 / 100, self.0 % 100)
    }
}

/// How a prize is made a whole number of units. A value of the hall (regulation.md 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Down to a multiple of the unit.
    Down {
        /// The smallest step of a prize; never zero.
        unit: Cents,
    },
    /// To the nearest multiple of the unit, halves up.
    HalfUp {
        /// The smallest step of a prize; never zero.
        unit: Cents,
    },
}

impl Rounding {
    /// The smallest step of a prize, at least one cent.
    pub fn unit(self) -> Cents {
        let (Rounding::Down { unit } | Rounding::HalfUp { unit }) = self;
        unit.max(Cents(1))
    }
}
