//! A game on paper: its cards, its balls, what was sung, what is held against it.

use super::{BTreeMap, BTreeSet, Line, SIZE, Sung, Tag, Way};

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
    Keyed { place: u8, first: u8, second: u8 },
}

impl Trouble {
    /// Somebody has to look at a ball; it is not just the machine that fails.
    pub fn doubts_a_ball(&self) -> bool {
        match self {
            Trouble::NoRead | Trouble::Repeated(_) | Trouble::Caller { .. } | Trouble::Keyed { .. } => true,
            Trouble::Jam | Trouble::Count { .. } | Trouble::Cable | Trouble::Called => false,
        }
    }
}

/// What one of the two keyed, where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    pub ball: u8,
    pub by: u32,
    pub at: &'static str,
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
    /// The set of balls the first of them was of.
    pub set: Option<&'static str>,
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
    /// By whom.
    pub void_asked: Option<u32>,
    /// Since when it is suspended, on the wrist-watch.
    pub suspended: Option<i64>,
    /// 36.1 was read in this suspension; 36.2 was read.
    pub read: (bool, bool),
    /// Caller and second person.
    pub by_hand: Option<(u32, u32)>,
    pub keyed: Option<Keyed>,
    /// The sheet one person typed in, and who.
    pub sheet: Option<(Vec<Line>, u32)>,
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
        let last = self.hands.range((series, start)..=(series, SIZE)).next_back();
        (series, last.map_or(start, |((_, n), _)| n + 1))
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

    /// A ball of the game is on the table.
    pub fn takes(&mut self, ball: u8, set: &'static str) {
        self.set.get_or_insert(set);
        self.out.push(ball);
        self.keyed = None;
        // What was proposed for this place was proposed before it was taken.
        for hold in &mut self.holds {
            let taken = |way: &Way| matches!(way, Way::Misread { place, .. } if usize::from(*place) == self.out.len());
            hold.proposed = hold.proposed.filter(|(way, _)| !taken(way));
        }
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
        // Whatever one had keyed, the balls are looked at anew.
        self.keyed = None;
    }
}
