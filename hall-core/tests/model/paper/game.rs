//! A game on paper: its cards, its balls, what was sung, what is held against it.

use super::{BTreeMap, BTreeSet, SIZE, Sung, Tag, Way};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Selling,
    Announced,
    Drawing,
    Stopped,
    Ended,
    NotHeld,
    Voided,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Say {
    Good { rows: u8, at: u8 },
    UnknownSeries,
    NoCard,
    Forged,
    NotSold(Option<u32>),
    Returned,
    Closed,
    Repeated(u32),
    Missing(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub no: u32,
    pub stop: u32,
    pub sung: Sung,
    pub card: Tag,
    pub say: Say,
    pub accepted: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    pub sung: Sung,
    pub card: Tag,
    pub cents: u64,
    pub state: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    Jam,
    NoRead,
    Repeated(u8),
    Count { machine: u8, game: u8 },
    Caller { place: u8, machine: u8, caller: u8 },
    Cable,
    Called,
}

#[derive(Debug, Clone)]
pub struct Hold {
    pub no: u32,
    pub why: Trouble,
    pub proposed: Option<(Way, u32)>,
}

#[derive(Debug, Clone)]
pub struct Game {
    pub session: u32,
    pub phase: Phase,
    pub price: u64,
    /// Series on sale and the first card of the game in each.
    pub starts: Vec<(&'static str, u32)>,
    /// Every card that left the cashier: with whom, or given back.
    pub hands: BTreeMap<Tag, Option<u32>>,
    /// Every card that ever came back.
    pub back: BTreeSet<Tag>,
    pub line_cents: u64,
    pub bingo_cents: u64,
    pub takings: u64,
    pub out: Vec<u8>,
    pub said: usize,
    pub shown: BTreeSet<u8>,
    pub stop: u32,
    /// The server's restart made this stop.
    pub by_restart: bool,
    /// When it was asked, and whether for bingos too.
    pub asked: Option<(i64, bool)>,
    pub claims: Vec<Claim>,
    /// Plays that are over.
    pub over: BTreeSet<Sung>,
    pub prizes: Vec<Prize>,
    pub holds: Vec<Hold>,
    pub void_asked: bool,
    pub refunded: BTreeSet<Tag>,
}

impl Game {
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Selling | Phase::Announced | Phase::Drawing | Phase::Stopped)
    }

    pub fn in_draw(&self) -> bool {
        matches!(self.phase, Phase::Drawing | Phase::Stopped)
    }

    /// Series and number of the next card from the pile.
    pub fn next_card(&self) -> Tag {
        let (series, start) = self.starts[self.starts.len() - 1];
        let last = (start..=SIZE).rev().find(|n| self.hands.contains_key(&(series, *n)));
        (series, last.map_or(start, |n| n + 1))
    }

    pub fn with_sellers(&self) -> impl Iterator<Item = Tag> + '_ {
        self.hands.iter().filter(|(_, who)| who.is_some()).map(|(card, _)| *card)
    }

    pub fn gaps(&self) -> Vec<Tag> {
        self.hands.iter().filter(|(_, who)| who.is_none()).map(|(card, _)| *card).collect()
    }

    fn good_of_stop(&self, sung: Sung) -> usize {
        self.claims
            .iter()
            .filter(|c| c.stop == self.stop && c.sung == sung && c.accepted == Some(true))
            .count()
    }

    pub fn waiting(&self) -> Option<u32> {
        let waits =
            |c: &&Claim| c.stop == self.stop && matches!(c.say, Say::Good { .. }) && c.accepted.is_none();
        self.claims.iter().find(waits).map(|c| c.no)
    }

    pub fn bingo_given(&self) -> bool {
        self.phase == Phase::Stopped && self.good_of_stop(Sung::Bingo) > 0
    }

    pub fn line_given(&self) -> bool {
        self.phase == Phase::Stopped && self.good_of_stop(Sung::Line) > 0
    }

    pub(super) fn hold(&mut self, no: &mut u32, why: Trouble) {
        *no += 1;
        self.holds.push(Hold { no: *no, why, proposed: None });
    }
}
