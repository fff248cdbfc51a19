//! A random evening: somebody who plays, and the comparison of the hall with the paper.
#![allow(clippy::wildcard_enum_match_arm, reason = "each match looks at the few things it is about")]

use std::collections::{BTreeMap, BTreeSet};

use hall_core::ball::Ball;
use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{
    ClaimNo, Event, GameNo, HoldExit, HoldNo, HoldWhy, HowRead, OpeningCheck, Ordinal, PaperAnswer,
    PaperLine, Paragraph, Play, PrizeNo, RejectReason, Segment, StopNo, Verdict,
};
use hall_core::machine::{Fault, LinkLoss, Report, Stored};
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Presented, Request};
use hall_core::series::CardNo;
use hall_core::time::HourOfDay;
use hall_wire::board::{Cards, MesaBoard, Prize, PublicBoard, Scene, StandstillKind};

use crate::paper::{
    Act, Agent, Answer, Area, Asked, Claim, Game, Hold, How, Line, Paper, Phase, Post, SERIES, SETS, SIZE,
    Say, Sung, Tag, Trouble, Way, wall_minute,
};
use crate::support::{Bench, Dice, SALA, ball, card, sealed, series, set};

mod anything;
mod article36;
mod between;
mod compare;
mod compare_turns;
mod drawing;
mod errands;
mod holds;
mod perform;
mod plan;
mod reckon;
mod request;
mod seen;
mod selling;
mod sheet;
mod words;

use plan::Plan;
use seen::Before;
use words::*;

const KEY: CardKey = CardKey::from_bytes([3; 32]);
const FOREIGN_KEY: CardKey = CardKey::from_bytes([4; 32]);

pub struct Evening<'a> {
    seed: u64,
    bench: Bench,
    paper: Paper,
    dice: Dice,
    plan: Plan,
    rows: BTreeMap<u32, [u128; 3]>,
    seen: &'a mut BTreeMap<String, u32>,
    acts: Vec<Asked>,
}

/// No evening is longer.
const ACTS_MAX: usize = 6_000;

impl Evening<'_> {
    /// Plays an evening to its end and checks it all along.
    pub fn play(seed: u64, seen: &mut BTreeMap<String, u32>) {
        let mut bench = Bench::new();
        bench.vault.set_card_key(KEY.clone());
        for (name, price) in SERIES.iter().filter(|(name, _)| name.starts_with('C')) {
            let received = Request::ReceiveSeries {
                series: series(name),
                matrix: MatrixNo::new(1).unwrap(),
                face_value: Cents(*price),
                cards: None,
            };
            bench.ask(SALA, received).unwrap();
        }
        let grids: BTreeMap<u32, [[u8; 9]; 3]> = (1..=SIZE).map(|n| (n, bench.face(n).grid())).collect();
        let bits = |row: [u8; 9]| row.into_iter().filter(|n| *n != 0).fold(0u128, |bits, n| bits | 1 << n);
        let rows = grids.iter().map(|(n, grid)| (*n, grid.map(bits))).collect();
        let mut dice = Dice(seed);
        let plan = Plan::new(&mut dice);
        let paper = Paper::new(grids);
        let mut evening = Evening { seed, bench, paper, dice, plan, rows, seen, acts: vec![] };
        while let Some(act) = evening.choose() {
            evening.step(act);
            assert!(evening.acts.len() < ACTS_MAX, "{}: this evening does not end", evening.at());
        }
        evening.reckon();
    }

    fn at(&self) -> String {
        let last = self.acts.len().saturating_sub(12);
        let acts: Vec<String> = self.acts[last..]
            .iter()
            .map(|asked| format!("\n  {} at {}: {:?}", asked.who, asked.at, asked.act))
            .collect();
        format!("seed {}, act {}:{}", self.seed, self.acts.len(), acts.concat())
    }

    fn saw(&mut self, what: &str) {
        *self.seen.entry(what.to_owned()).or_default() += 1;
    }

    fn step(&mut self, act: Act) {
        let asked = self.paper.asked(&act);
        self.acts.push(asked.clone());
        let act = &asked.act;
        let name: String = format!("{act:?}").chars().take_while(|c| c.is_alphanumeric()).collect();
        let asked_again =
            matches!(act, Act::Ask { .. }) && self.paper.game().is_some_and(|game| game.asked.is_some());
        let unheard = self.paper.heard
            && !self.paper.beat
            && matches!(act, Act::GoOn { .. })
            && self.paper.game().is_some_and(|game| !game.by_restart && game.holds.is_empty());
        self.sign_for(&asked);
        let before = Before::of(&self.paper);
        let expected = self.paper.act(self.bench.now_ms + 10, &asked);
        let answer = self.perform(&asked);
        match (&expected, &answer) {
            (Ok(()), Ok(_)) if asked_again => self.saw("asked again, for the bingo"),
            (Ok(()), Ok(_)) => self.saw(&format!("{name} granted")),
            (Err(reasons), Err(refusal)) => {
                assert!(
                    reasons.contains(&refusal.code()),
                    "{refusal:?} is none of {reasons:?}\n{}",
                    self.at()
                );
                if let (
                    Act::AskSheet { lines, .. } | Act::ConfirmSheet { lines, .. },
                    Refusal::PaperLine { line, why },
                ) = (act, refusal)
                {
                    let (bad, reasons) = self.paper.bad_line(lines).unwrap();
                    assert_eq!(bad, *line, "{why:?}, {reasons:?}\n{}", self.at());
                    assert!(reasons.contains(&why.code()), "{why:?} is none of {reasons:?}\n{}", self.at());
                    self.saw("transcription refused: hoja-no-valida");
                }
                self.saw(&format!("{name} refused"));
                self.saw(refusal.code());
                if unheard && *reasons == ["maquina-no-preparada"] {
                    self.saw("no heartbeat since the restart");
                }
            }
            _ => panic!("the paper says {expected:?}, the hall {answer:?}\n{}", self.at()),
        }
        if let Ok(events) = &answer {
            self.see(&before, act);
            self.compare_events(events);
        }
        self.compare();
    }

    fn choose(&mut self) -> Option<Act> {
        if let Some(act) = self.errand() {
            return Some(act);
        }
        let Some(table) = self.paper.table else { return self.between() };
        if self.dice.percent(4) {
            return Some(self.anything(table));
        }
        if self.dice.percent(1) && self.dice.percent(40) {
            return Some(self.dice.pick(&[Act::Restart, Act::Cable, Act::Identity, Act::Beat]));
        }
        let game = self.paper.game().unwrap().clone();
        match game.phase {
            Phase::Selling => Some(self.sell(table, &game)),
            Phase::Announced => Some(self.before_draw(table, &game)),
            Phase::Drawing => Some(self.draw(table, &game)),
            Phase::Stopped => Some(self.check(table, &game)),
            Phase::Ended | Phase::NotHeld | Phase::Voided => self.between(),
        }
    }
}
