//! The winner finder: which of all sold cards have a line or the bingo, and which lack one number, after
//! each ball.
//!
//! It stays inside. Who has won sings it, and a card that nobody sings has not won (art. 35): what this
//! module finds goes to no screen, no answer of the server, no log and no metric, unless a decision about just that
//! says so (DECISIONS 5).
//!
//! Each line's count of missing numbers, 5 to 0, is three binary digits, and digits of 64 cards stand side by
//! side in one word. For each ball and line another word has a 1 for each card that has the ball there.
//! Taking 1 off all counts at once is a subtraction by hand, with a few operations for 64 cards; adding it back
//! undoes a ball that was announced wrongly.
//!
//! [`audit`] finds the same from a finished game in another way, and the tests compare the two.

use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::iter::successors;

use crate::ball::{Ball, BallSet};
use crate::card::Card;

pub mod audit;

/// The cards of a game and what each of their lines lacks.
///
/// Cards are told by their place in the order in which they were given, from 0.
///
/// ```
/// use hall_cards::ball::Ball;
/// use hall_cards::card::CardId;
/// use hall_cards::finder::{Finder, Standing};
///
/// let card = CardId::new(0).unwrap().card();
/// let mut finder = Finder::new([card]);
/// let [top, ..] = card.rows().map(|row| row.iter().collect::<Vec<Ball>>());
/// top[1..].iter().for_each(|ball| assert!(finder.draw(*ball)));
/// assert_eq!(finder.standing(Standing::LineLacksOne).collect::<Vec<_>>(), [0]);
///
/// finder.draw(top[0]);
/// assert_eq!(finder.standing(Standing::Line).collect::<Vec<_>>(), [0]);
/// finder.undo(top[0]);
/// assert_eq!(finder.standing(Standing::Line).count(), 0);
/// ```
#[derive(Clone)]
pub struct Finder {
    cards: usize,
    drawn: BallSet,
    groups: Vec<Group>,
    /// Which cards have a ball in which line: all groups for ball 1, and so on.
    held: Vec<Held>,
}

/// How a card can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It has a line, or more.
    Line,
    /// It has all three lines.
    Bingo,
    /// A line of it lacks one number.
    LineLacksOne,
    /// It lacks one number for the bingo.
    BingoLacksOne,
}

/// How many lines and cards stand how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Lines that are complete.
    pub lines: u32,
    /// Cards that are complete.
    pub bingos: u32,
    /// Lines that lack one number.
    pub lines_lacking_one: u32,
    /// Cards that lack one number.
    pub cards_lacking_one: u32,
}

/// How many words make a group: 512 cards, eight words of each kind.
const WORDS: usize = 8;
const GROUP: usize = 64 * WORDS;

/// One bit for each card of a group.
type Bits = [u64; WORDS];

/// The cards of a group that have a ball, for each line.
type Held = [Bits; 3];

/// 512 cards.
#[derive(Clone)]
#[repr(align(64))]
struct Group {
    /// For each line, how many numbers it lacks: three digits, the lowest first. Places without a card have 7
    /// and no balls, so that they never have or lack anything.
    missing: [[Bits; 3]; 3],
    /// For each [`Standing`], who stands so.
    standing: [Bits; 4],
}

impl Finder {
    /// Returns the finder for these cards, before the first ball. It has 35 bytes a card.
    pub fn new<C>(cards: C) -> Finder
    where
        C: IntoIterator<Item = Card, IntoIter: ExactSizeIterator>,
    {
        let mut cards = cards.into_iter();
        let (count, group_count) = (cards.len(), cards.len().div_ceil(GROUP));
        let mut groups = Vec::with_capacity(group_count);
        let mut held = vec![[[0; WORDS]; 3]; group_count * usize::from(Ball::COUNT)];
        for at in 0..group_count {
            let mut group = Group::WITHOUT_CARDS;
            // Filled here, where it is near, and then taken to the balls.
            let mut balls = [[[0; WORDS]; 3]; Ball::COUNT as usize];
            for (place, card) in cards.by_ref().take(GROUP).enumerate() {
                group.add_card(place);
                for (line, row) in card.grid().iter().enumerate() {
                    for number in row.iter().filter(|number| **number != 0) {
                        balls[usize::from(*number) - 1][line][place / 64] |= 1 << (place % 64);
                    }
                }
            }
            groups.push(group);
            held.iter_mut().skip(at).step_by(group_count).zip(balls).for_each(|(held, ball)| *held = ball);
        }
        Finder { cards: count, drawn: BallSet::EMPTY, groups, held }
    }

    /// Returns how many cards there are.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the balls drawn so far.
    pub fn drawn(&self) -> BallSet {
        self.drawn
    }

    /// Draws a ball. Returns whether it was new; if not, nothing changes.
    pub fn draw(&mut self, ball: Ball) -> bool {
        let new = self.drawn.insert(ball);
        if new {
            let held = held(&self.held, self.groups.len(), ball);
            self.groups.iter_mut().zip(held).for_each(|(group, held)| group.draw(held));
        }
        new
    }

    /// Takes a ball back, as if it had never been drawn. Returns whether it had been.
    pub fn undo(&mut self, ball: Ball) -> bool {
        let had = self.drawn.contains(ball);
        if had {
            self.drawn = self.drawn.without([ball].into_iter().collect());
            let held = held(&self.held, self.groups.len(), ball);
            self.groups.iter_mut().zip(held).for_each(|(group, held)| group.undo(held));
        }
        had
    }

    /// Returns the cards that stand so, ascending.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = usize> {
        in_groups(self.groups.iter().map(move |group| group.standing[standing as usize]))
    }

    /// Returns how many cards stand so.
    pub fn count(&self, standing: Standing) -> u32 {
        self.groups.iter().map(|group| ones(&group.standing[standing as usize])).sum()
    }

    /// Returns the cards that have a complete line with this ball: after it was drawn, those whose
    /// line it completed.
    pub fn lines_with(&self, ball: Ball) -> impl Iterator<Item = usize> {
        let held = held(&self.held, self.groups.len(), ball);
        in_groups(self.groups.iter().zip(held).map(|(group, held)| {
            array::from_fn(|word| {
                (0..3).fold(0, |all, line| all | group.lacking(line, word).0 & held[line][word])
            })
        }))
    }

    /// Returns the complete cards that have this ball: after it was drawn, those that it completed.
    pub fn bingos_with(&self, ball: Ball) -> impl Iterator<Item = usize> {
        let held = held(&self.held, self.groups.len(), ball);
        in_groups(self.groups.iter().zip(held).map(|(group, held)| {
            let bingo = &group.standing[Standing::Bingo as usize];
            array::from_fn(|word| bingo[word] & (held[0][word] | held[1][word] | held[2][word]))
        }))
    }

    /// Returns how many lines and cards stand how.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally {
            bingos: self.count(Standing::Bingo),
            cards_lacking_one: self.count(Standing::BingoLacksOne),
            ..Tally::default()
        };
        for group in &self.groups {
            for (line, word) in (0..3).flat_map(|line| (0..WORDS).map(move |word| (line, word))) {
                let (none, one) = group.lacking(line, word);
                tally.lines += none.count_ones();
                tally.lines_lacking_one += one.count_ones();
            }
        }
        tally
    }
}

impl Group {
    const WITHOUT_CARDS: Group = Group { missing: [[[u64::MAX; WORDS]; 3]; 3], standing: [[0; WORDS]; 4] };

    /// Puts a card at a place: each of its lines lacks five, 101 in binary digits.
    fn add_card(&mut self, place: usize) {
        for [_, twos, _] in &mut self.missing {
            twos[place / 64] &= !(1 << (place % 64));
        }
    }

    /// Every line that has the ball lacks one less.
    fn draw(&mut self, held: &Held) {
        self.change(held, |[ones, twos, fours], held| {
            let borrow = held & !ones;
            [ones ^ held, twos ^ borrow, fours ^ borrow & !twos]
        });
    }

    /// Every line that has the ball lacks one more.
    fn undo(&mut self, held: &Held) {
        self.change(held, |[ones, twos, fours], held| {
            let carry = held & ones;
            [ones ^ held, twos ^ carry, fours ^ carry & twos]
        });
    }

    fn change(&mut self, held: &Held, digits: impl Fn([u64; 3], u64) -> [u64; 3]) {
        for word in 0..WORDS {
            let [top, middle, bottom] = array::from_fn(|line| {
                let missing = &mut self.missing[line];
                let new = digits([missing[0][word], missing[1][word], missing[2][word]], held[line][word]);
                missing.iter_mut().zip(new).for_each(|(digit, new)| digit[word] = new);
                lacking(new)
            });
            let two_complete = [top.0 & middle.0, top.0 & bottom.0, middle.0 & bottom.0];
            let standing = &mut self.standing;
            standing[Standing::Line as usize][word] = top.0 | middle.0 | bottom.0;
            standing[Standing::Bingo as usize][word] = two_complete[0] & bottom.0;
            standing[Standing::LineLacksOne as usize][word] = top.1 | middle.1 | bottom.1;
            standing[Standing::BingoLacksOne as usize][word] =
                two_complete[0] & bottom.1 | two_complete[1] & middle.1 | two_complete[2] & top.1;
        }
    }

    /// Returns where a line lacks nothing, and where it lacks one.
    fn lacking(&self, line: usize, word: usize) -> (u64, u64) {
        lacking(self.missing[line].each_ref().map(|digit| digit[word]))
    }
}

/// Returns which of 64 counts are none, and which are one.
fn lacking([ones, twos, fours]: [u64; 3]) -> (u64, u64) {
    let more = twos | fours;
    (!(ones | more), ones & !more)
}

/// Returns which cards have a ball, group by group.
fn held(held: &[Held], groups: usize, ball: Ball) -> &[Held] {
    let first = groups * usize::from(ball.number() - 1);
    &held[first..first + groups]
}

/// Returns the places of the ones in the bits of all groups.
fn in_groups(groups: impl Iterator<Item = Bits>) -> impl Iterator<Item = usize> {
    groups.flatten().enumerate().flat_map(|(at, word)| {
        let rest = |word: u64| (word != 0).then_some(word);
        successors(rest(word), move |word| rest(word & (word - 1)))
            .map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

fn ones(bits: &Bits) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}
