//! A hall kept with pencil and paper: numbers are crossed out on the cards' grids and counted,
//! every card has a line in a map, money is a flat list of sums.
//!
//! It is written without looking at how the core does any of it. An answer is `Ok`, or every
//! reason there is against it, by code; the core gives the one it comes upon first.
#![allow(clippy::wildcard_enum_match_arm, reason = "each area writes down its own acts")]

use std::collections::{BTreeMap, BTreeSet};

mod act;
mod claims;
mod draw;
mod game;
mod holds;
mod machine;
mod money;
mod sale;
mod session;

pub use act::*;
pub use game::*;

/// A card: its series and its number.
pub type Tag = (&'static str, u32);
pub type Reasons = Vec<&'static str>;

pub const SIZE: u32 = 420;
/// Series in stock, with their prices in cents. All are printed from one matrix.
pub const SERIES: [(&str, u64); 6] =
    [("A17", 200), ("A18", 200), ("B1", 600), ("C1", 137), ("C2", 137), ("C3", 137)];
pub const SELLERS: [u32; 3] = [4, 5, 7];
const QUESTION_MS: i64 = 5_000;

/// The whole hall on paper.
pub struct Paper {
    pub grids: BTreeMap<u32, [[u8; 9]; 3]>,
    pub session: Option<u32>,
    pub sessions: u32,
    pub games: BTreeMap<u32, Game>,
    /// The game on the table.
    pub table: Option<u32>,
    /// Cards that were sold once, and in which game.
    pub used: BTreeMap<Tag, u32>,
    pub holds: u32,
    pub paid_in: Vec<(u32, u64)>,
    pub paid_out: Vec<(u32, &'static str, u64)>,
    pub heard: bool,
    pub beat: bool,
    pub jam: bool,
    pub machine_out: u8,
    /// What the last session's close said is owed.
    pub owed_at_close: Option<(u32, u64)>,
}

fn check(reasons: &mut Reasons, bad: bool, code: &'static str) {
    if bad {
        reasons.push(code);
    }
}

const PHASE: &str = "fase-inadecuada";
const STALE: &str = "ya-no-es-asi";

impl Paper {
    pub fn new(grids: BTreeMap<u32, [[u8; 9]; 3]>) -> Paper {
        Paper {
            grids,
            session: None,
            sessions: 0,
            games: BTreeMap::new(),
            table: None,
            used: BTreeMap::new(),
            holds: 0,
            paid_in: vec![],
            paid_out: vec![],
            heard: true,
            beat: true,
            jam: false,
            machine_out: 0,
            owed_at_close: None,
        }
    }

    pub fn game(&self) -> Option<&Game> {
        self.table.map(|no| &self.games[&no])
    }

    /// One past the last card of a series that was ever sold.
    pub fn pointer(&self, series: &'static str) -> u32 {
        (1..=SIZE).rev().find(|n| self.used.contains_key(&(series, *n))).map_or(1, |n| n + 1)
    }

    pub fn price_of(series: &str) -> Option<u64> {
        SERIES.iter().find(|(name, _)| *name == series).map(|(_, price)| *price)
    }

    /// Games of the ball set: those with a ball out.
    pub fn set_games(&self) -> usize {
        self.games.values().filter(|game| !game.out.is_empty()).count()
    }

    /// What is wrong with asking about this game, if it is not the one on the table.
    fn not_on_table(&self, game: u32) -> Option<Reasons> {
        (self.table != Some(game)).then(|| vec!["partida-desconocida", STALE])
    }

    /// Answers and, if granted, writes it down.
    pub fn act(&mut self, now: i64, act: &Act) -> Result<(), Reasons> {
        let reasons = self.against(now, act);
        if reasons.is_empty() {
            self.write(now, act);
            // At the desk's word the machine brings the balls back before a draw.
            if self.beat && self.game().is_some_and(|g| matches!(g.phase, Phase::Selling | Phase::Announced))
            {
                self.machine_out = 0;
            }
            Ok(())
        } else {
            Err(reasons)
        }
    }

    fn against(&self, now: i64, act: &Act) -> Reasons {
        match act.area() {
            Area::Session => self.against_session(act),
            Area::Sale => self.against_sale(act),
            Area::Draw => self.against_draw(now, act),
            Area::Claims => self.against_claims(act),
            Area::Money => self.against_money(act),
            Area::Holds => self.against_holds(act),
            // What happens happens.
            Area::Machine => Reasons::new(),
        }
    }

    fn write(&mut self, now: i64, act: &Act) {
        match act.area() {
            Area::Session => self.write_session(act),
            Area::Sale => self.write_sale(act),
            Area::Draw => self.write_draw(now, act),
            Area::Claims => self.write_claims(act),
            Area::Money => self.write_money(act),
            Area::Holds => self.write_holds(act),
            Area::Machine => self.write_machine(act),
        }
    }

    fn table_game(&mut self) -> &mut Game {
        let no = self.table.expect("a game is on the table");
        self.games.get_mut(&no).unwrap()
    }
}
