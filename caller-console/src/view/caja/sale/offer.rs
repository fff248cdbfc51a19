//! The blocks of the game before, offered again to each seller with one Intro. The form stays empty; a digit replaces
//! the offer.

use std::collections::{BTreeMap, BTreeSet};

use hall_wire::board::Cards;

use super::super::block;
use crate::known::Known;

#[derive(Debug, Default)]
pub(super) struct Offers {
    /// The most cards seen with each seller in this game.
    had: BTreeMap<u32, u32>,
    /// The same for the game before.
    before: BTreeMap<u32, u32>,
    left_out: BTreeSet<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub seller: u32,
    /// The cards that come next.
    pub runs: Vec<Cards>,
}

impl Offers {
    /// Another game begins: the blocks of this one are offered for it.
    pub(super) fn of_next_game(&mut self) -> Offers {
        Offers { before: std::mem::take(&mut self.had), ..Offers::default() }
    }

    /// Notes how many cards each seller has. The board shows the tally until the next sale opens, so a console that was
    /// restarted knows it too.
    pub(super) fn look(&mut self, known: &Known) {
        let given = known.board.sellers.iter().map(|tally| (tally.seller, tally.issued));
        let held = block::sellers(known).into_iter().map(|seller| (seller.person, seller.count()));
        for (seller, cards) in given.chain(held).filter(|(_, cards)| *cards > 0) {
            let had = self.had.entry(seller).or_default();
            *had = cards.max(*had);
        }
    }

    /// The next offer: for the first seller, by number, who had cards in the game before and has none yet.
    pub(super) fn next(&self, known: &Known) -> Option<Offer> {
        let (seller, cards) = self.waiting(known).next()?;
        Some(Offer { seller, runs: block::next(known, cards).ok()? })
    }

    /// Sellers still to be offered something.
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

    /// Leaves out the seller of the next offer.
    pub(super) fn leave_out(&mut self, known: &Known) {
        let seller = self.waiting(known).next().map(|(seller, _)| seller);
        self.left_out.extend(seller);
    }
}
