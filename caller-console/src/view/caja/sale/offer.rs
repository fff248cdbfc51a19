//! What each seller was handed for the game before, offered again: one Intro for each (the form stays empty, and a
//! digit takes its place).

use std::collections::{BTreeMap, BTreeSet};

use hall_wire::board::Cards;

use super::super::block;
use crate::known::Known;

/// What was handed out, and what is offered.
#[derive(Debug, Default)]
pub(super) struct Offers {
    /// The cards that each seller was given in this game, as many as were seen.
    had: BTreeMap<u32, u32>,
    /// What each had in the game before.
    before: BTreeMap<u32, u32>,
    left_out: BTreeSet<u32>,
}

/// Cards for a seller, as in the game before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    /// The seller.
    pub seller: u32,
    /// The cards, which come next now.
    pub runs: Vec<Cards>,
}

impl Offers {
    /// Another game begins: what was handed out for this one is offered for that.
    pub(super) fn of_next_game(&mut self) -> Offers {
        Offers { before: std::mem::take(&mut self.had), ..Offers::default() }
    }

    /// Looks at the board: who was given how many. The tally stands there until the next sale opens, so that a desk
    /// that was started again knows it too.
    pub(super) fn look(&mut self, known: &Known) {
        let given = known.board.sellers.iter().map(|tally| (tally.seller, tally.issued));
        let held = block::sellers(known).into_iter().map(|seller| (seller.person, seller.count()));
        for (seller, cards) in given.chain(held).filter(|(_, cards)| *cards > 0) {
            let had = self.had.entry(seller).or_default();
            *had = cards.max(*had);
        }
    }

    /// Returns what is offered next: the first seller, by number, who had cards in the game before and has none yet.
    pub(super) fn next(&self, known: &Known) -> Option<Offer> {
        let (seller, cards) = self.waiting(known).next()?;
        Some(Offer { seller, runs: block::next(known, cards).ok()? })
    }

    /// Returns how many sellers are still offered something.
    pub(super) fn left(&self, known: &Known) -> usize {
        self.waiting(known).count()
    }

    fn waiting<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = (u32, u32)> + 'a {
        self.before
            .iter()
            .map(|(seller, cards)| (*seller, *cards))
            .filter(|(seller, _)| !self.had.contains_key(seller) && !self.left_out.contains(seller))
            .filter(|(seller, _)| block::sells(known, *seller))
    }

    /// The seller who is offered cards now gets none unasked.
    pub(super) fn leave_out(&mut self, known: &Known) {
        let seller = self.waiting(known).next().map(|(seller, _)| seller);
        self.left_out.extend(seller);
    }
}
