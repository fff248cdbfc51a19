//! A book-keeper who knows nothing of the hall's own sums: cards and money, from the lines
//! alone (NL5).

use std::collections::{BTreeMap, BTreeSet};

use hall_core::event::{Event, Found, GameNo, Play, PrizeNo, Segment};
use hall_core::hall::Hall;
use hall_core::people::PersonId;
use hall_core::rules::Division;
use hall_core::series::CardRef;

use crate::evening::Counts;
use crate::eyes::cards_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    With(PersonId),
    Back,
    Burned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prize {
    Due(u64),
    Withheld(u64),
    Paid(u64),
}

#[derive(Default)]
struct Page {
    face_value: u64,
    cards: BTreeMap<CardRef, Place>,
    division: Option<Division>,
    /// Awarded and left over, for each play that is over.
    shared: BTreeMap<Play, u64>,
    kept: u64,
    prizes: BTreeMap<PrizeNo, Prize>,
    ended: bool,
    void: bool,
    refunded: BTreeSet<CardRef>,
}

#[derive(Default)]
pub struct Book {
    games: BTreeMap<GameNo, Page>,
    /// The game of each card that was sold; no card is sold twice.
    sold: BTreeMap<CardRef, GameNo>,
}

impl Page {
    fn sold(&self) -> BTreeSet<CardRef> {
        let with = |place: &Place| matches!(place, Place::With(_));
        self.cards.iter().filter(|(_, place)| with(place)).map(|(card, _)| *card).collect()
    }

    fn take(&mut self, cards: &Segment, from: PersonId, to: Place) {
        for card in cards_of(cards) {
            let before = self.cards.insert(card, to);
            assert_eq!(before, Some(Place::With(from)), "{card} was elsewhere (NL5)");
        }
    }

    fn divide(&mut self, sold: u32, segments: &[Segment], division: &Division) {
        let counted: BTreeSet<CardRef> = segments.iter().flat_map(cards_of).collect();
        assert_eq!(counted, self.sold(), "the row has other cards than the sellers (NL5)");
        assert_eq!(counted.len(), sold as usize);
        assert_eq!(division.takings.0, u64::from(sold) * self.face_value, "takings (NL5)");
        let parts = division.line.0 + division.bingo.0 + division.house.0 + division.resto.0;
        assert_eq!(parts, division.takings.0, "the parts are not the whole (NL5)");
        self.division = Some(*division);
    }

    fn amount(&self, play: Play) -> u64 {
        let division = self.division.as_ref().expect("a draw has a row");
        if play == Play::Line { division.line.0 } else { division.bingo.0 }
    }
}

impl Book {
    /// Enters one line.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others move neither cards nor money")]
    pub fn enter(&mut self, event: &Event) {
        match event {
            Event::SaleOpened { game, face_value, .. } => {
                let page = Page { face_value: face_value.0, ..Page::default() };
                assert!(self.games.insert(*game, page).is_none(), "a number is used twice");
            }
            Event::BlockIssued { game, cards, seller } => {
                for card in cards_of(cards) {
                    assert!(!self.sold.contains_key(&card), "{card} was sold before (NL5)");
                    let before = self.page(*game).cards.insert(card, Place::With(*seller));
                    assert!(matches!(before, None | Some(Place::Back)), "{card} is out twice (NL5)");
                }
            }
            Event::CardsReturned { game, cards, seller } => {
                self.page(*game).take(cards, *seller, Place::Back);
            }
            Event::CardsTransferred { game, cards, from, to } => {
                self.page(*game).take(cards, *from, Place::With(*to));
            }
            Event::GapBurned { game, cards, .. } => {
                for card in cards_of(cards) {
                    let before = self.page(*game).cards.insert(card, Place::Burned);
                    assert_eq!(before, Some(Place::Back), "{card} was burned and not back (NL5)");
                }
            }
            Event::SaleClosed { game, segments, sold, division, .. } => {
                self.page(*game).divide(*sold, segments, division);
                self.sell(*game, segments);
            }
            Event::SaleRectified { game, cards, found, seller, segments, sold, division, .. } => {
                let page = self.page(*game);
                match found {
                    Found::Unsold => page.take(cards, *seller, Place::Back),
                    Found::Sold => {
                        let with = cards_of(cards).map(|card| (card, Place::With(*seller)));
                        page.cards.extend(with);
                    }
                }
                page.divide(*sold, segments, division);
                self.sell(*game, segments);
            }
            Event::GameNotHeld { game } => assert!(self.page(*game).sold().is_empty()),
            Event::PlayAwarded { game, play, winners, remainder } => {
                let page = self.games.get_mut(game).expect("a game has a page");
                let sum = winners.iter().map(|share| share.amount.0).sum::<u64>() + remainder.0;
                assert_eq!(sum, page.amount(*play), "a prize is not shared whole (NL5)");
                assert!(page.shared.insert(*play, sum - remainder.0).is_none(), "given twice (NL5)");
                page.kept += remainder.0;
                for share in winners {
                    assert!(page.sold().contains(&share.card), "a prize for a card that was not sold");
                    let before = page.prizes.insert(share.prize, Prize::Due(share.amount.0));
                    assert!(before.is_none());
                }
            }
            Event::PlayUnsung { game, play, amount } => {
                let page = self.page(*game);
                assert_eq!(amount.0, page.amount(*play));
                assert!(page.shared.insert(*play, 0).is_none(), "given and not sung (NL5)");
                page.kept += amount.0;
            }
            Event::GameEnded { game } => self.page(*game).ended = true,
            Event::PrizePaid { game, prize, amount } => {
                self.turn(*game, *prize, Prize::Due(amount.0), Prize::Paid(amount.0));
            }
            Event::PrizeWithheld { game, prize, .. } => {
                let amount = self.due(*game, *prize);
                self.turn(*game, *prize, Prize::Due(amount), Prize::Withheld(amount));
            }
            Event::PrizeReleased { game, prize, .. } => {
                let amount = self.due(*game, *prize);
                self.turn(*game, *prize, Prize::Withheld(amount), Prize::Due(amount));
            }
            Event::GameVoided { game, cards, amount, segments, .. } => {
                let page = self.page(*game);
                let paid = |prize: &Prize| matches!(prize, Prize::Paid(_));
                assert!(!page.prizes.values().any(paid), "void after a payment (NL5)");
                let listed: BTreeSet<CardRef> = segments.iter().flat_map(cards_of).collect();
                assert_eq!(listed, page.sold());
                assert_eq!(amount.0, u64::from(*cards) * page.face_value);
                page.void = true;
                self.sell(*game, segments);
            }
            Event::CardsRefunded { game, cards, amount } => {
                let page = self.page(*game);
                assert!(page.void && amount.0 == u64::from(cards.count()) * page.face_value);
                for card in cards_of(cards) {
                    assert!(page.sold().contains(&card) && page.refunded.insert(card), "{card} twice (NL5)");
                }
            }
            Event::SessionClosed { prizes_pending, amount_pending, .. } => {
                let games = self.games.values().filter(|page| !page.void);
                let owed: Vec<u64> = games.flat_map(|page| page.prizes.values()).filter_map(owed).collect();
                assert_eq!(owed.len(), *prizes_pending as usize, "prizes still to pay (NL5)");
                assert_eq!(owed.iter().sum::<u64>(), amount_pending.0);
            }
            _ => (),
        }
    }

    fn page(&mut self, game: GameNo) -> &mut Page {
        self.games.get_mut(&game).expect("a game has a page")
    }

    fn due(&mut self, game: GameNo, prize: PrizeNo) -> u64 {
        match self.page(game).prizes.get(&prize) {
            Some(Prize::Due(amount) | Prize::Withheld(amount)) => *amount,
            other => panic!("prize {prize:?} of {game:?} is {other:?}"),
        }
    }

    fn turn(&mut self, game: GameNo, prize: PrizeNo, from: Prize, to: Prize) {
        let before = self.page(game).prizes.insert(prize, to);
        assert_eq!(before, Some(from), "prize {prize:?} of {game:?} (NL5)");
    }

    fn sell(&mut self, game: GameNo, segments: &[Segment]) {
        for card in segments.iter().flat_map(cards_of) {
            let before = self.sold.insert(card, game);
            assert!(before.is_none_or(|other| other == game), "{card} is sold in two games (NL5)");
        }
    }

    /// The end: money in = money out + what is owed + what the house keeps, game by game; and
    /// every card is in one place.
    pub fn close(&self, hall: &Hall, seen: &mut Counts) {
        for (no, page) in &self.games {
            if page.void {
                seen.saw("games void");
                seen.add("cards refunded", page.refunded.len() as u64);
            }
            let Some(division) = page.division.as_ref().filter(|_| page.ended && !page.void) else {
                continue;
            };
            let prizes: u64 = page.prizes.values().map(|prize| paid(prize) + owed(prize).unwrap_or(0)).sum();
            let house = division.house.0 + division.resto.0 + page.kept;
            assert_eq!(prizes + house, division.takings.0, "{no:?} does not add up (NL5)");
            assert_eq!(page.shared.values().sum::<u64>(), prizes);
            seen.saw("games that add up");
            let done = page.prizes.values().filter(|prize| paid(prize) > 0).count();
            seen.add("prizes paid", done as u64);
            let more = page.prizes.len() > 2;
            seen.add("games with several winners", u64::from(more));
        }
        for (series, item) in hall.stock.iter() {
            let sold = self.sold.keys().filter(|card| card.series == series).count();
            assert!(sold < item.next as usize, "{series}: more sold than went out (NL5)");
            assert!(item.next <= item.size + 1);
        }
    }
}

fn owed(prize: &Prize) -> Option<u64> {
    match prize {
        Prize::Due(amount) | Prize::Withheld(amount) => Some(*amount),
        Prize::Paid(_) => None,
    }
}

fn paid(prize: &Prize) -> u64 {
    if let Prize::Paid(amount) = prize { *amount } else { 0 }
}
