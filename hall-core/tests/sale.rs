//! The sale against a map from card to holder: blocks, returns, reventa, second series,
//! gaps, and where the next game begins (3.5; DECISIONS 12, 14, 16).

use std::collections::{BTreeMap, BTreeSet};

use hall_core::event::{GameNo, Segment};
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::sale::{Held, Sale, formula};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::stock::Stock;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// How many stories of several games are played. The seed is fixed.
const STORIES: u32 = 1_500;
/// Cards of a series: few, so that ends, gaps and second series come all the time.
const SIZE: u32 = 14;
const PRICE: Cents = Cents(200);
const NAMES: [&str; 4] = ["A1", "A2", "A3", "A4"];
const SELLERS: u32 = 3;

fn series(name: &str) -> SeriesId {
    SeriesId::parse(name).unwrap()
}

fn card(series: SeriesId, number: u32) -> CardRef {
    CardRef { series, number: CardNo(number) }
}

fn segment(series: SeriesId, first: u32, last: u32) -> Segment {
    Segment { series, first: CardNo(first), last: CardNo(last) }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Issues from where the model thinks it is due, shifted a little.
    Issue {
        shift: i32,
        length: u32,
        other_series: Option<usize>,
        seller: u32,
    },
    /// Issues any range of any series.
    IssueAnywhere {
        series: usize,
        first: u32,
        length: u32,
        seller: u32,
    },
    Return {
        series: usize,
        first: u32,
        length: u32,
        seller: u32,
    },
    /// Returns the last cards of a seller.
    ReturnEnd {
        length: u32,
    },
    /// Returns a card that a seller has.
    ReturnOne {
        which: u32,
    },
    /// Issues a gap again, or part of it.
    Resell {
        length: u32,
        seller: u32,
    },
    Transfer {
        series: usize,
        first: u32,
        length: u32,
        from: u32,
        to: u32,
    },
    /// Closes or voids the game, and the next begins.
    NextGame {
        fill: bool,
    },
}

fn any_step() -> impl Strategy<Value = Step> {
    let names = 0..NAMES.len();
    let seller = 1..=SELLERS;
    let from_zero = 0..=SIZE + 2;
    prop_oneof![
        6 => (prop_oneof![8 => Just(0i32), 1 => -2..=2i32], 1u32..=6, prop::option::weighted(0.1, names.clone()), seller.clone())
            .prop_map(|(shift, length, other_series, seller)| Step::Issue { shift, length, other_series, seller }),
        2 => (names.clone(), from_zero.clone(), 0u32..=5, seller.clone())
            .prop_map(|(series, first, length, seller)| Step::IssueAnywhere { series, first, length, seller }),
        4 => (names.clone(), from_zero.clone(), 0u32..=3, seller.clone())
            .prop_map(|(series, first, length, seller)| Step::Return { series, first, length, seller }),
        2 => (1u32..=4).prop_map(|length| Step::ReturnEnd { length }),
        3 => (0..=2 * SIZE).prop_map(|which| Step::ReturnOne { which }),
        2 => (1u32..=4, seller.clone()).prop_map(|(length, seller)| Step::Resell { length, seller }),
        2 => (names, from_zero, 0u32..=4, seller.clone(), seller)
            .prop_map(|(series, first, length, from, to)| Step::Transfer { series, first, length, from, to }),
        1 => any::<bool>().prop_map(|fill| Step::NextGame { fill }),
    ]
}

/// One card after another, in a map.
#[derive(Debug, Default)]
struct Paper {
    /// Cards out in this game: with a seller, or given back (`None`).
    out: BTreeMap<(SeriesId, u32), Option<PersonId>>,
    /// Every card that ever came back in this game.
    back: BTreeSet<(SeriesId, u32)>,
    /// Cards of earlier games, never to be sold again.
    used: BTreeMap<(SeriesId, u32), GameNo>,
    /// Series of this game and the first card in each.
    starts: Vec<(SeriesId, u32)>,
}

impl Paper {
    fn next_in_stock(&self, series: SeriesId) -> u32 {
        (1..=SIZE).rev().find(|n| self.used.contains_key(&(series, *n))).map_or(1, |n| n + 1)
    }

    fn next_in_game(&self) -> (SeriesId, u32) {
        let (series, start) = *self.starts.last().unwrap();
        let last = (start..=SIZE).rev().find(|n| self.out.contains_key(&(series, *n)));
        (series, last.map_or(start, |n| n + 1))
    }

    fn may_issue(&self, cards: &Segment) -> bool {
        if cards.first.0 == 0 || cards.last < cards.first {
            return false;
        }
        let numbers: Vec<u32> = (cards.first.0..=cards.last.0).collect();
        if numbers.iter().all(|n| self.out.get(&(cards.series, *n)) == Some(&None)) {
            return true;
        }
        let (first_series, first_card) = self.starts[0];
        let (series, next) = self.next_in_game();
        let second = self.starts.len() == 2;
        // No number twice in a game: the faces of two series are the same.
        let fresh = |n: &u32| !self.out.keys().any(|(_, out)| out == n);
        if cards.series == series {
            let end = if second { first_card - 1 } else { SIZE };
            return cards.first.0 == next && numbers.iter().all(|n| *n <= end && fresh(n));
        }
        let used_up = next > SIZE;
        let untouched = cards.series != first_series && self.next_in_stock(cards.series) == 1;
        !second
            && used_up
            && untouched
            && cards.first.0 == 1
            && numbers.iter().all(|n| *n < first_card && fresh(n))
    }

    fn has_all(&self, cards: &Segment, seller: PersonId) -> bool {
        let in_hand = |n: u32| self.out.get(&(cards.series, n)) == Some(&Some(seller));
        cards.first.0 > 0 && cards.first <= cards.last && (cards.first.0..=cards.last.0).all(in_hand)
    }

    fn give(&mut self, cards: &Segment, to: Option<PersonId>) {
        if !self.starts.iter().any(|(series, _)| *series == cards.series) {
            self.starts.push((cards.series, 1));
        }
        for n in cards.first.0..=cards.last.0 {
            if to.is_none() {
                self.back.insert((cards.series, n));
            }
            self.out.insert((cards.series, n), to);
        }
    }

    /// What was given back at the end lies on the pile again.
    fn tidy(&mut self) {
        loop {
            let (series, next) = self.next_in_game();
            if next > self.starts.last().unwrap().1 && self.out[&(series, next - 1)].is_none() {
                self.out.remove(&(series, next - 1));
            } else if self.starts.len() == 2 && next == 1 {
                self.starts.pop();
            } else {
                return;
            }
        }
    }

    fn sold(&self) -> BTreeSet<(SeriesId, u32)> {
        self.out.iter().filter(|(_, holder)| holder.is_some()).map(|(card, _)| *card).collect()
    }

    fn gaps(&self) -> BTreeSet<(SeriesId, u32)> {
        self.out.iter().filter(|(_, holder)| holder.is_none()).map(|(card, _)| *card).collect()
    }
}

/// What a story came by, so that the property is known to have seen it.
#[derive(Debug, Default)]
struct Seen {
    second_series: u32,
    gaps: u32,
    reissued: u32,
    limit: u32,
    games: u32,
    refused: u32,
}

struct Story {
    stock: Stock,
    sale: Sale,
    paper: Paper,
    game: u32,
}

impl Story {
    fn new() -> Story {
        let mut stock = Stock::default();
        for name in NAMES {
            stock.receive(series(name), MatrixNo::new(1).unwrap(), SIZE, PRICE);
        }
        let sale = Sale::new(series("A1"), CardNo(1), SIZE, PRICE);
        let paper = Paper { starts: vec![(series("A1"), 1)], ..Paper::default() };
        Story { stock, sale, paper, game: 1 }
    }

    /// Takes a step; returns `false` when every series is used up.
    fn step(&mut self, step: Step, seen: &mut Seen) -> bool {
        match step {
            Step::Issue { shift, length, other_series, seller } => {
                let (mut on_sale, mut next) = self.paper.next_in_game();
                if next > SIZE && self.paper.starts.len() == 1 {
                    let untouched =
                        |name: &&&str| self.paper.next_in_stock(series(name)) == 1 && series(name) != on_sale;
                    if let Some(name) = NAMES.iter().find(untouched) {
                        (on_sale, next) = (series(name), 1);
                    }
                }
                let on_sale = other_series.map_or(on_sale, |index| series(NAMES[index]));
                let first = next.saturating_add_signed(shift);
                self.issue(&segment(on_sale, first, first + length - 1), PersonId(seller), seen);
            }
            Step::IssueAnywhere { series: index, first, length, seller } => {
                let last = (first + length).saturating_sub(1);
                self.issue(&segment(series(NAMES[index]), first, last), PersonId(seller), seen);
            }
            Step::Return { series: index, first, length, seller } => {
                let cards = segment(series(NAMES[index]), first, (first + length).saturating_sub(1));
                self.give_back(&cards, PersonId(seller), seen);
            }
            Step::ReturnEnd { length } => {
                let (on_sale, next) = self.paper.next_in_game();
                let last = next - 1;
                let Some(Some(seller)) = self.paper.out.get(&(on_sale, last)).copied() else { return true };
                self.give_back(
                    &segment(on_sale, (last + 1).saturating_sub(length).max(1), last),
                    seller,
                    seen,
                );
            }
            Step::ReturnOne { which } => {
                let mut held = self.paper.out.iter().filter_map(|(card, holder)| Some((*card, (*holder)?)));
                let Some(((id, number), seller)) = held.nth(which as usize % self.paper.sold().len().max(1))
                else {
                    return true;
                };
                self.give_back(&segment(id, number, number), seller, seen);
            }
            Step::Resell { length, seller } => {
                let Some(&(id, first)) = self.paper.gaps().first() else { return true };
                self.issue(&segment(id, first, first + length - 1), PersonId(seller), seen);
            }
            Step::Transfer { series: index, first, length, from, to } => {
                let cards = segment(series(NAMES[index]), first, (first + length).saturating_sub(1));
                let answer = self.sale.may_take(&cards, PersonId(from));
                assert_eq!(
                    answer.is_ok(),
                    self.paper.has_all(&cards, PersonId(from)),
                    "transfer {cards:?}: {answer:?}"
                );
                if answer.is_ok() {
                    self.sale.give(&cards, PersonId(to));
                    self.paper.give(&cards, Some(PersonId(to)));
                }
            }
            Step::NextGame { fill } => return self.next_game(fill, seen),
        }
        self.compare();
        true
    }

    fn issue(&mut self, cards: &Segment, seller: PersonId, seen: &mut Seen) {
        let answer = self.sale.may_issue(cards, &self.stock);
        assert_eq!(
            answer.is_ok(),
            self.paper.may_issue(cards),
            "issue {cards:?}: {answer:?}\n{:?}",
            self.paper
        );
        match answer {
            Ok(()) => {
                seen.reissued += u32::from(self.paper.out.contains_key(&(cards.series, cards.first.0)));
                let before = self.paper.starts.len();
                self.sale.give(cards, seller);
                self.paper.give(cards, Some(seller));
                seen.second_series += u32::from(self.paper.starts.len() > before);
            }
            Err(refusal) => {
                seen.refused += 1;
                seen.limit += u32::from(matches!(refusal, Refusal::SecondSeriesLimit { .. }));
            }
        }
    }

    fn give_back(&mut self, cards: &Segment, seller: PersonId, seen: &mut Seen) {
        let answer = self.sale.may_take(cards, seller);
        assert_eq!(answer.is_ok(), self.paper.has_all(cards, seller), "return {cards:?}: {answer:?}");
        if answer.is_ok() {
            self.sale.take_back(cards);
            self.paper.give(cards, None);
            self.paper.tidy();
            seen.gaps += u32::from(!self.paper.gaps().is_empty());
        }
    }

    /// The game is closed if it can be, else void: either way its cards are used (3.5.5).
    fn next_game(&mut self, fill: bool, seen: &mut Seen) -> bool {
        if fill {
            // The reventa: gaps find a buyer.
            for gap in self.sale.gaps() {
                self.issue(&gap, PersonId(1), seen);
            }
            assert!(self.sale.gaps().is_empty() && self.paper.gaps().is_empty());
        }
        let game = GameNo(self.game);
        for cards in self.sale.sold() {
            self.stock.sold(&cards, game);
        }
        for card in self.paper.sold() {
            let before = self.paper.used.insert(card, game);
            assert_eq!(before, None, "no card is sold in two games");
        }
        self.game += 1;
        seen.games += 1;
        let items: Vec<(SeriesId, u32)> = self.stock.iter().map(|(id, item)| (id, item.next)).collect();
        for (id, next) in &items {
            assert_eq!(
                *next,
                self.paper.next_in_stock(*id),
                "the pointer of {id} is one past the last card used"
            );
            for number in 0..=SIZE + 1 {
                let used = self.paper.used.get(&(*id, number)).copied();
                assert_eq!(self.stock.game_of(card(*id, number)), used, "{id} {number}");
            }
        }
        let begun = items.iter().find(|(_, next)| *next > 1 && *next <= SIZE);
        let Some((id, first)) = begun.or_else(|| items.iter().find(|(_, next)| *next == 1)) else {
            return false;
        };
        self.sale = Sale::new(*id, CardNo(*first), SIZE, PRICE);
        self.paper.out.clear();
        self.paper.back.clear();
        self.paper.starts = vec![(*id, *first)];
        self.compare();
        true
    }

    fn compare(&self) {
        let cards_of = |runs: &[Segment]| -> Vec<(SeriesId, u32)> {
            runs.iter().flat_map(|run| (run.first.0..=run.last.0).map(|n| (run.series, n))).collect()
        };
        let (sold, gaps) = (self.sale.sold(), self.sale.gaps());
        for (runs, paper) in [(&sold, self.paper.sold()), (&gaps, self.paper.gaps())] {
            let cards = cards_of(runs);
            assert_eq!(cards.len(), paper.len(), "no card in two runs");
            assert_eq!(cards.into_iter().collect::<BTreeSet<_>>(), paper);
            for pair in runs.windows(2) {
                let touch = pair[0].series == pair[1].series && pair[0].last.0 + 1 >= pair[1].first.0;
                assert!(!touch, "runs are as long as they can be: {runs:?}");
            }
        }
        assert_eq!(self.sale.count() as usize, self.paper.sold().len());
        for name in NAMES {
            for number in 0..=SIZE + 2 {
                let holder = self.sale.holder(card(series(name), number));
                let holder = holder.map(|held| match held {
                    Held::By(seller) => Some(seller),
                    Held::Returned | Held::Burned => None,
                });
                let tag = (series(name), number);
                let back = self.paper.back.contains(&tag).then_some(None);
                assert_eq!(holder, self.paper.out.get(&tag).copied().or(back), "{name} {number}");
            }
        }
        let held: Vec<((SeriesId, u32), PersonId)> = self
            .sale
            .holdings()
            .flat_map(|(seller, run)| cards_of(&[run]).into_iter().map(move |card| (card, seller)))
            .collect();
        let paper: Vec<((SeriesId, u32), PersonId)> =
            self.paper.out.iter().filter_map(|(card, holder)| Some((*card, (*holder)?))).collect();
        assert_eq!(held.iter().collect::<BTreeSet<_>>(), paper.iter().collect::<BTreeSet<_>>());
        // What a seller was given and did not give back is what the seller has.
        let mut has: BTreeMap<PersonId, u32> = BTreeMap::new();
        for (_, seller) in &paper {
            *has.entry(*seller).or_default() += 1;
        }
        for (seller, tally) in self.sale.tallies() {
            assert_eq!(tally.issued - tally.returned, has.remove(&seller).unwrap_or(0), "{seller:?}");
        }
        assert!(has.is_empty(), "who has cards was given some: {has:?}");
        let (on_sale, next) = self.paper.next_in_game();
        let end = if self.paper.starts.len() == 2 { self.paper.starts[0].1 - 1 } else { SIZE };
        assert_eq!(self.sale.next_card(), card(on_sale, next.min(end)));
        // Holdings tile each series from its first card to the last one out.
        for (id, start) in &self.paper.starts {
            let out: Vec<u32> = self.paper.out.keys().filter(|(s, _)| s == id).map(|(_, n)| *n).collect();
            assert!(
                out.iter().copied().eq(*start..start + u32::try_from(out.len()).unwrap()),
                "{id}: {out:?}"
            );
        }
        let numbers: BTreeSet<u32> = self.paper.out.keys().map(|(_, n)| *n).collect();
        assert_eq!(numbers.len(), self.paper.out.len(), "never two equal cards in one game (3.5.3)");
    }
}

#[test]
fn the_sale_is_what_a_map_of_cards_says() {
    let seen = std::cell::RefCell::new(Seen::default());
    let config = Config { cases: STORIES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let told = runner.run(&prop::collection::vec(any_step(), 1..80), |steps| {
        let mut story = Story::new();
        for step in steps {
            if !story.step(step, &mut seen.borrow_mut()) {
                break;
            }
        }
        Ok(())
    });
    match told {
        Ok(()) => (),
        Err(TestError::Fail(why, steps)) => panic!("{why}\n{steps:#?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
    let seen = seen.into_inner();
    let least = seen
        .second_series
        .min(seen.gaps)
        .min(seen.reissued)
        .min(seen.limit)
        .min(seen.games)
        .min(seen.refused);
    assert!(least >= 300, "the stories saw too little: {seen:?}");
}

/// The worked example of 3.5.3, at its real size.
#[test]
fn the_example_of_420_cards() {
    let (first, second) = (series("A17"), series("A18"));
    let mut stock = Stock::default();
    for id in [first, second] {
        stock.receive(id, MatrixNo::new(1).unwrap(), 420, PRICE);
    }
    stock.sold(&segment(first, 1, 300), GameNo(1));
    let seller = PersonId(4);
    let mut sale = Sale::new(first, CardNo(301), 420, PRICE);
    let may = |sale: &Sale, cards: Segment| sale.may_issue(&cards, &stock);
    assert_eq!(may(&sale, segment(second, 1, 10)), Err(Refusal::OutOfOrder { next: card(first, 301) }));
    sale.give(&segment(first, 301, 420), seller);
    let limit = Refusal::SecondSeriesLimit { last: Some(card(second, 300)) };
    assert_eq!(may(&sale, segment(second, 1, 301)), Err(limit));
    assert_eq!(may(&sale, segment(second, 1, 300)), Ok(()));
    sale.give(&segment(second, 1, 130), seller);
    let sold = sale.sold();
    assert_eq!(
        formula(&sold),
        "Cartones vendidos 250, de la serie A 17 del número 301 al 420 y de la serie A 18 del número 1 al 130"
    );
    for cards in sold {
        stock.sold(&cards, GameNo(2));
    }
    assert_eq!(stock.get(second).unwrap().next, 131);
}
