//! The winner finder: which of the cards sold have a line or the bingo, and which lack one number, after each ball.
//!
//! Its results are internal. A card that is not sung has not won (art. 35), so they go to no screen, no answer of the
//! server, no log and no metric, unless a decision says so (DECISIONS 5).
//!
//! It is bit-sliced: the count of missing numbers of each line, 5 to 0, is three bits, and each word has one of these bits
//! of 64 cards. For each ball and line another word has a 1 for each card with the ball there. A ball subtracts that word
//! from the counts, with a few operations for 64 cards; adding it back undoes a ball announced wrongly.
//!
//! [`audit`] computes the same for a finished game in another way; the tests compare the two.

use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::iter::successors;

use crate::ball::{Ball, BallSet};
use crate::card::Card;

pub mod audit;

/// The cards of a game, numbered from 0 in the order given, and what each of their lines lacks.
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
    /// All groups of ball 1, then of ball 2 …
    held: Vec<Held>,
}

/// What a card has or lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// At least one line is complete.
    Line,
    /// All three are.
    Bingo,
    /// At least one line lacks one number.
    LineLacksOne,
    /// The card lacks one number.
    BingoLacksOne,
}

/// Numbers of lines and cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Complete lines.
    pub lines: u32,
    /// Complete cards.
    pub bingos: u32,
    /// Lines that lack one number.
    pub lines_lacking_one: u32,
    /// Cards that lack one number.
    pub cards_lacking_one: u32,
}

/// Words per group of 512 cards.
const WORDS: usize = 8;
const GROUP: usize = 64 * WORDS;

/// One bit per card of a group.
type Bits = [u64; WORDS];

/// The cards of a group that have a ball, per line.
type Held = [Bits; 3];

#[derive(Clone)]
#[repr(align(64))]
struct Group {
    /// The numbers each line lacks, as three bits, the lowest first. Unused places have 7 and no balls, and so never
    /// count.
    missing: [[Bits; 3]; 3],
    /// The cards of each [`Standing`].
    standing: [Bits; 4],
}

impl Finder {
    /// Before the first ball. Takes 35 bytes per card.
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
            // Filled here, within the cache, and then copied to the balls.
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

    /// Number of cards.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The balls drawn so far.
    pub fn drawn(&self) -> BallSet {
        self.drawn
    }

    /// Draws a ball. False, without effect, if it was drawn already.
    pub fn draw(&mut self, ball: Ball) -> bool {
        let new = self.drawn.insert(ball);
        if new {
            let held = held(&self.held, self.groups.len(), ball);
            self.groups.iter_mut().zip(held).for_each(|(group, held)| group.draw(held));
        }
        new
    }

    /// Takes a ball back. False, without effect, if it was not drawn.
    pub fn undo(&mut self, ball: Ball) -> bool {
        let had = self.drawn.contains(ball);
        if had {
            self.drawn = self.drawn.without([ball].into_iter().collect());
            let held = held(&self.held, self.groups.len(), ball);
            self.groups.iter_mut().zip(held).for_each(|(group, held)| group.undo(held));
        }
        had
    }

    /// The cards of a standing, ascending.
    pub fn standing(&self, standing: Standing) -> impl Iterator<Item = usize> {
        in_groups(self.groups.iter().map(move |group| group.standing[standing as usize]))
    }

    /// The number of cards of a standing.
    pub fn count(&self, standing: Standing) -> u32 {
        self.groups.iter().map(|group| ones(&group.standing[standing as usize])).sum()
    }

    /// Counts lines and cards.
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

    /// Adds a card: each of its lines lacks five, in binary 101.
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

    /// The cards of a word whose line lacks none, and those whose line lacks one.
    fn lacking(&self, line: usize, word: usize) -> (u64, u64) {
        lacking(self.missing[line].each_ref().map(|digit| digit[word]))
    }
}

/// Which of 64 counts are 0, and which are 1.
fn lacking([ones, twos, fours]: [u64; 3]) -> (u64, u64) {
    let more = twos | fours;
    (!(ones | more), ones & !more)
}

/// The cards that have a ball, group by group.
fn held(held: &[Held], groups: usize, ball: Ball) -> &[Held] {
    let first = groups * usize::from(ball.number() - 1);
    &held[first..first + groups]
}

/// The positions of the ones in the bits of all groups.
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
