//! The sale of one game: blocks to sellers, returns, resale, and the second series.
//!
//! A card is sold when a block issued to a seller was not returned by the close (DECISIONS 12).
//! Cards go out in order and without gaps (3.5.1); a second series may follow the first up to
//! the number before the first card of the game, so that no two equal cards are in it (3.5.3).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::event::{Found, Segment};
use crate::money::Cents;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::series::{CardNo, CardRef, SeriesId};
use crate::stock::Stock;

/// Where issued cards are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// With a seller: sold, if they are there when the sale closes.
    By(PersonId),
    /// Back at the cashier's, unsold.
    Returned,
    /// Not found: two people burned them, and they are never sold (DECISIONS 13).
    Burned,
}

/// Consecutive cards in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holding {
    pub(crate) last: u32,
    pub(crate) held: Held,
}

/// One series within a game. Its holdings tile the cards from `first` to before `next`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesSale {
    /// The series.
    pub series: SeriesId,
    /// The first card of the game in it.
    pub first: u32,
    /// The next card that has not been issued.
    pub next: u32,
    /// The last card that may be issued in this game.
    pub limit: u32,
    pub(crate) holdings: BTreeMap<u32, Holding>,
}

/// The cards a seller was given and gave back. Cards that go to another seller count as given back by the one and given
/// to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Cards given, those that went out again too.
    pub issued: u32,
    /// Cards given back, or passed on.
    pub returned: u32,
}

/// The sale of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// The price of a card.
    pub face_value: Cents,
    /// The first series, and the second when there is one.
    pub parts: Vec<SeriesSale>,
    /// One past the highest card of each series that was ever with a seller; those from `next` on came back.
    pub(crate) reached: BTreeMap<SeriesId, u32>,
    /// What each seller was given and gave back, by number.
    pub(crate) tallies: BTreeMap<PersonId, Tally>,
}

impl SeriesSale {
    fn new(series: SeriesId, first: u32, limit: u32) -> SeriesSale {
        SeriesSale { series, first, next: first, limit, holdings: BTreeMap::new() }
    }

    /// Makes a holding begin at `at`, if `at` is inside one.
    fn split(&mut self, at: u32) {
        let Some((&first, holding)) = self.holdings.range_mut(..at).next_back() else { return };
        if at > first && at <= holding.last {
            let tail = *holding;
            holding.last = at - 1;
            self.holdings.insert(at, tail);
        }
    }

    fn give(&mut self, first: u32, last: u32, held: Held) {
        self.split(first);
        self.split(last + 1);
        for (_, holding) in self.holdings.range_mut(first..=last) {
            holding.held = held;
        }
        if first == self.next {
            self.holdings.insert(first, Holding { last, held });
            self.next = last + 1;
        }
    }

    /// Returned cards at the end of the series are as if never issued.
    fn take_back_the_end(&mut self) {
        while let Some((&first, holding)) = self.holdings.last_key_value() {
            if holding.held != Held::Returned {
                break;
            }
            self.holdings.remove(&first);
            self.next = first;
        }
    }

    /// Whether every card of the range is with this holder.
    fn is_with(&self, first: u32, last: u32, held: Held) -> bool {
        let mut at = first;
        while at <= last {
            let Some((_, holding)) = self.holdings.range(..=at).next_back() else { return false };
            if holding.last < at || holding.held != held {
                return false;
            }
            at = holding.last + 1;
        }
        true
    }

    /// How many cards of the range each seller has.
    fn with_sellers(&self, first: u32, last: u32) -> impl Iterator<Item = (PersonId, u32)> + '_ {
        let before = self.holdings.range(..first).next_back();
        before.into_iter().chain(self.holdings.range(first..=last)).filter_map(move |(&from, holding)| {
            let Held::By(seller) = holding.held else { return None };
            let (from, to) = (from.max(first), holding.last.min(last));
            (from <= to).then(|| (seller, to - from + 1))
        })
    }

    /// The holdings in order: who has which cards.
    fn holdings(&self) -> impl Iterator<Item = (Held, Segment)> + '_ {
        let series = self.series;
        self.holdings.iter().map(move |(&first, holding)| {
            (holding.held, Segment { series, first: CardNo(first), last: CardNo(holding.last) })
        })
    }

    /// The runs of cards that are in such a place.
    fn runs(&self, there: fn(Held) -> bool) -> Vec<Segment> {
        let mut runs: Vec<Segment> = Vec::new();
        for (_, cards) in self.holdings().filter(|(held, _)| there(*held)) {
            match runs.last_mut() {
                Some(run) if run.last.0 + 1 == cards.first.0 => run.last = cards.last,
                _ => runs.push(cards),
            }
        }
        runs
    }
}

impl Sale {
    /// Opens the sale at this card of a series with `size` cards.
    pub fn new(series: SeriesId, first: CardNo, size: u32, face_value: Cents) -> Sale {
        let parts = Vec::from([SeriesSale::new(series, first.0, size)]);
        Sale { face_value, parts, reached: BTreeMap::new(), tallies: BTreeMap::new() }
    }

    /// Checks a block to be issued.
    ///
    /// # Errors
    /// [`Refusal::OutOfOrder`], [`Refusal::SecondSeriesLimit`], [`Refusal::BadRange`], and what
    /// the stock says of a second series.
    pub fn may_issue(&self, cards: &Segment, stock: &Stock) -> Result<(), Refusal> {
        let (first, last) = range(cards)?;
        let Some(part) = self.part(cards.series) else {
            return self.may_begin_second(cards, stock);
        };
        if last < part.next {
            // Cards that were returned and go out again.
            ensure!(part.is_with(first, last, Held::Returned), self.out_of_order());
            return Ok(());
        }
        ensure!(first == part.next && self.parts.last() == Some(part), self.out_of_order());
        if last > part.limit && self.parts.len() > 1 {
            let left = (part.next <= part.limit).then(|| card(part.series, part.limit));
            return Err(Refusal::SecondSeriesLimit { last: left });
        }
        ensure!(last <= part.limit, Refusal::BadRange);
        Ok(())
    }

    /// The second series: same matrix, size and price, from 1, when the first is used up
    /// (3.5.3, DECISIONS 14).
    fn may_begin_second(&self, cards: &Segment, stock: &Stock) -> Result<(), Refusal> {
        let item = stock.get(cards.series).ok_or(Refusal::UnknownSeries(cards.series))?;
        let [first_part] = self.parts.as_slice() else { return Err(self.out_of_order()) };
        let first_item = stock.get(first_part.series).expect("a series on sale is in stock");
        ensure!(first_part.next > first_part.limit, self.out_of_order());
        ensure!(item.face_value == self.face_value, Refusal::NotFaceValue { face_value: self.face_value });
        let limit = first_part.first - 1;
        ensure!(
            item.matrix == first_item.matrix && item.size == first_item.size && limit > 0,
            Refusal::SecondSeriesLimit { last: None }
        );
        ensure!(
            item.next == 1 && cards.first.0 == 1,
            Refusal::OutOfOrder { next: card(cards.series, item.next.min(item.size)) }
        );
        ensure!(cards.last.0 <= limit, Refusal::SecondSeriesLimit { last: Some(card(cards.series, limit)) });
        Ok(())
    }

    /// Checks cards to be taken from a seller.
    ///
    /// # Errors
    /// [`Refusal::BadRange`], [`Refusal::CardsOfAnother`].
    pub fn may_take(&self, cards: &Segment, seller: PersonId) -> Result<(), Refusal> {
        ensure!(self.are_all(cards, Held::By(seller))?, Refusal::CardsOfAnother(seller));
        Ok(())
    }

    /// Puts cards into a seller's hands: new ones, returned ones, or another seller's.
    pub fn give(&mut self, cards: &Segment, seller: PersonId) {
        if self.part(cards.series).is_none() {
            let limit = self.parts[0].first - 1;
            self.parts.push(SeriesSale::new(cards.series, 1, limit));
        }
        self.hand(cards, Held::By(seller));
    }

    /// Puts cards into other hands, and counts them.
    fn hand(&mut self, cards: &Segment, held: Held) {
        let (first, last) = (cards.first.0, cards.last.0);
        let part = self.parts.iter_mut().find(|part| part.series == cards.series);
        let part = part.expect("the series is in this sale");
        for (seller, cards) in part.with_sellers(first, last) {
            self.tallies.entry(seller).or_default().returned += cards;
        }
        if let Held::By(seller) = held {
            self.tallies.entry(seller).or_default().issued += last - first + 1;
        }
        part.give(first, last, held);
        let reached = self.reached.entry(cards.series).or_default();
        *reached = part.next.max(*reached);
    }

    /// Takes cards back unsold.
    pub fn take_back(&mut self, cards: &Segment) {
        self.hand(cards, Held::Returned);
        let last = self.parts.last_mut().expect("a sale has a series");
        last.take_back_the_end();
        if last.holdings.is_empty() && self.parts.len() > 1 {
            self.parts.pop();
            self.parts[0].take_back_the_end();
        }
    }

    /// Checks a gap to be burned: returned cards with sold ones behind them.
    pub(crate) fn may_burn(&self, cards: &Segment) -> Result<(), Refusal> {
        ensure!(self.are_all(cards, Held::Returned)?, Refusal::NoGap);
        Ok(())
    }

    pub(crate) fn burn(&mut self, cards: &Segment) {
        self.hand(cards, Held::Burned);
    }

    /// Checks a recount after the close: cards found unsold with this seller, or found sold.
    pub(crate) fn may_rectify(&self, cards: &Segment, found: Found, seller: PersonId) -> Result<(), Refusal> {
        if found == Found::Unsold {
            return self.may_take(cards, seller);
        }
        let (first, last) = range(cards)?;
        let part = self.part(cards.series).ok_or(self.out_of_order())?;
        let behind = first == part.next && last <= part.limit && self.parts.last() == Some(part);
        ensure!(behind || part.is_with(first, last, Held::Returned), self.out_of_order());
        Ok(())
    }

    /// Applies a recount. The pointer does not go back.
    pub(crate) fn rectify(&mut self, cards: &Segment, found: Found, seller: PersonId) {
        let held = match found {
            Found::Unsold => Held::Returned,
            Found::Sold => Held::By(seller),
        };
        self.hand(cards, held);
    }

    fn part(&self, series: SeriesId) -> Option<&SeriesSale> {
        self.parts.iter().find(|part| part.series == series)
    }

    /// Whether every card of a block that could exist is in this place.
    fn are_all(&self, cards: &Segment, held: Held) -> Result<bool, Refusal> {
        let (first, last) = range(cards)?;
        Ok(self.part(cards.series).is_some_and(|part| part.is_with(first, last, held)))
    }

    fn out_of_order(&self) -> Refusal {
        Refusal::OutOfOrder { next: self.next_card() }
    }

    /// The next card to issue; the last of the series when all are out.
    pub fn next_card(&self) -> CardRef {
        let part = self.parts.last().expect("a sale has a series");
        card(part.series, part.next.min(part.limit))
    }

    /// The cards that sellers have: the sold ones when the sale closes.
    pub fn sold(&self) -> Vec<Segment> {
        self.parts.iter().flat_map(|part| part.runs(|held| matches!(held, Held::By(_)))).collect()
    }

    /// The returned cards with sold ones behind them: gaps (3.5.1).
    pub fn gaps(&self) -> Vec<Segment> {
        self.parts.iter().flat_map(|part| part.runs(|held| held == Held::Returned)).collect()
    }

    /// How many cards sellers have.
    pub fn count(&self) -> u32 {
        self.holdings().map(|(_, cards)| cards.count()).sum()
    }

    /// Returns where the card is, or `None` when it was not issued in this game.
    pub fn holder(&self, card: CardRef) -> Option<Held> {
        let (number, part) = (card.number.0, self.part(card.series));
        let next = part.map_or(1, |part| part.next);
        if (next..*self.reached.get(&card.series)?).contains(&number) {
            return Some(Held::Returned);
        }
        let (_, holding) = part?.holdings.range(..=number).next_back()?;
        (holding.last >= number).then_some(holding.held)
    }

    /// What each seller was given and gave back, by number.
    pub fn tallies(&self) -> impl Iterator<Item = (PersonId, Tally)> + '_ {
        self.tallies.iter().map(|(seller, tally)| (*seller, *tally))
    }

    /// Every holding of a seller, in order.
    pub fn holdings(&self) -> impl Iterator<Item = (PersonId, Segment)> + '_ {
        self.parts.iter().flat_map(SeriesSale::holdings).filter_map(|(held, cards)| match held {
            Held::By(seller) => Some((seller, cards)),
            Held::Returned | Held::Burned => None,
        })
    }
}

/// The formula of M13 for these sold cards.
///
/// ```
/// use hall_core::event::Segment;
/// use hall_core::sale::formula;
/// use hall_core::series::{CardNo, SeriesId};
///
/// let segment = |series, first, last| Segment {
///     series: SeriesId::parse(series).unwrap(),
///     first: CardNo(first),
///     last: CardNo(last),
/// };
/// assert_eq!(
///     formula(&[segment("A17", 301, 420), segment("A18", 1, 130)]),
///     "Cartones vendidos 250, de la serie A 17 del número 301 al 420 y de la serie A 18 del número 1 al 130"
/// );
/// ```
pub fn formula(sold: &[Segment]) -> String {
    let count: u32 = sold.iter().map(Segment::count).sum();
    let mut words = String::new();
    let mut write = |args: core::fmt::Arguments<'_>| words.write_fmt(args).expect("a String takes any text");
    write(format_args!("Cartones vendidos {count},"));
    for (index, part) in sold.iter().enumerate() {
        let and = if index == 0 { "" } else { " y" };
        let (letter, number) = (part.series.letter(), part.series.number());
        write(format_args!("{and} de la serie {letter} {number} del número {} al {}", part.first, part.last));
    }
    words
}

/// The first and the last number of a block that could exist.
pub(crate) fn range(cards: &Segment) -> Result<(u32, u32), Refusal> {
    let (first, last) = (cards.first.0, cards.last.0);
    ensure!(1 <= first && first <= last, Refusal::BadRange);
    Ok((first, last))
}

fn card(series: SeriesId, number: u32) -> CardRef {
    CardRef { series, number: CardNo(number) }
}
