//! A hall kept with pencil and paper: numbers are crossed out on the cards' grids and counted,
//! every card has a line in a map, money is a flat list of sums.
//!
//! It is written without looking at how the core does any of it. An answer is `Ok`, or every
//! reason there is against it, by code; the core gives the one it comes upon first.
#![allow(clippy::wildcard_enum_match_arm, reason = "each area writes down its own acts")]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

mod act;
mod article36;
mod claims;
mod draw;
mod game;
mod holds;
mod machine;
mod money;
mod posts;
mod sale;
mod session;
mod sheet;

pub use act::*;
pub use game::*;
pub use session::*;

/// A card: its series and its number.
pub type Tag = (&'static str, u32);
pub type Reasons = Vec<&'static str>;

pub const SIZE: u32 = 420;
/// Series in stock, with their prices in cents. All are printed from one matrix.
pub const SERIES: [(&str, u64); 6] =
    [("A17", 200), ("A18", 200), ("B1", 600), ("C1", 137), ("C2", 137), ("C3", 137)];
/// The sets of balls on the hall's list.
pub const SETS: [&str; 2] = ["J1", "J2"];
const QUESTION_MS: i64 = 5_000;

/// The whole hall on paper.
#[derive(Clone)]
pub struct Paper {
    pub grids: Rc<BTreeMap<u32, [[u8; 9]; 3]>>,
    pub session: Option<Session>,
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
    /// The set of balls in the machine.
    pub loaded: &'static str,
    /// The server was told to stop and has not started again.
    pub down: bool,
    /// Who has which post today.
    pub posts: BTreeSet<(u32, Post)>,
    /// Who has logged in where.
    pub desks: BTreeSet<(&'static str, u32)>,
    /// Who of them was there when the last session was closed.
    pub there_at_close: BTreeSet<(&'static str, u32)>,
    /// By how much the clock was set, in all. Waits are taken on a wrist-watch, which nobody sets.
    pub clock_set: i64,
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
            grids: Rc::new(grids),
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
            loaded: "J1",
            down: false,
            posts: Paper::staff(),
            desks: BTreeSet::new(),
            there_at_close: BTreeSet::new(),
            clock_set: 0,
            owed_at_close: None,
        }
    }

    pub fn game(&self) -> Option<&Game> {
        self.table.map(|no| &self.games[&no])
    }

    /// One past the last card of a series that was ever sold.
    pub fn pointer(&self, series: &'static str) -> u32 {
        self.used.range((series, 1)..=(series, SIZE)).next_back().map_or(1, |((_, last), _)| last + 1)
    }

    pub fn price_of(series: &str) -> Option<u64> {
        SERIES.iter().find(|(name, _)| *name == series).map(|(_, price)| *price)
    }

    /// Games of a ball set: those with a ball of it out.
    pub fn set_games(&self, set: &str) -> usize {
        self.games.values().filter(|game| game.set == Some(set)).count()
    }

    /// What is wrong with asking about this game, if it is not the one on the table.
    fn not_on_table(&self, game: u32) -> Option<Reasons> {
        (self.table != Some(game)).then(|| vec!["partida-desconocida", STALE])
    }

    /// What the wrist-watch says.
    pub fn watch(&self, now: i64) -> i64 {
        now - self.clock_set
    }

    /// Answers and, if granted, writes it down.
    pub fn act(&mut self, now: i64, asked: &Asked) -> Result<(), Reasons> {
        let reasons = self.against(now, asked);
        if reasons.is_empty() {
            self.write(now, asked);
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

    fn against(&self, now: i64, asked: &Asked) -> Reasons {
        // Powers come before anything else.
        if !self.may(asked.who, &asked.act) {
            return vec!["sin-facultad"];
        }
        let watch = self.watch(now);
        match asked.act.area() {
            Area::Session => self.against_session(asked),
            Area::Posts => self.against_posts(asked),
            Area::Sale => self.against_sale(now, &asked.act),
            Area::Draw => self.against_draw(watch, &asked.act),
            Area::Claims => self.against_claims(asked),
            Area::Money => self.against_money(watch, asked),
            Area::Holds => self.against_holds(asked),
            Area::Article36 => self.against_article36(watch, asked),
            Area::Sheet => self.against_sheet(asked),
            // What happens happens.
            Area::Machine => Reasons::new(),
        }
    }

    fn write(&mut self, now: i64, asked: &Asked) {
        let watch = self.watch(now);
        match asked.act.area() {
            Area::Session => self.write_session(now, asked),
            Area::Posts => self.write_posts(asked),
            Area::Sale => self.write_sale(&asked.act),
            Area::Draw => self.write_draw(watch, &asked.act),
            Area::Claims => self.write_claims(&asked.act),
            Area::Money => self.write_money(asked),
            Area::Holds => self.write_holds(asked),
            Area::Article36 => self.write_article36(watch, asked),
            Area::Sheet => self.write_sheet(asked),
            Area::Machine => self.write_machine(&asked.act),
        }
    }

    fn table_game(&mut self) -> &mut Game {
        let no = self.table.expect("a game is on the table");
        self.games.get_mut(&no).unwrap()
    }
}
