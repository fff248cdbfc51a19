//! A hall kept with pencil and paper: numbers are crossed out on the cards' grids and counted,
//! every card has a line in a map, money is a flat list of sums.
//!
//! It is written without looking at how the core does any of it. An answer is `Ok`, or every
//! reason there is against it, by code; the core gives the one it comes upon first.

use std::collections::{BTreeMap, BTreeSet};

/// A card: its series and its number.
pub type Tag = (&'static str, u32);
pub type Reasons = Vec<&'static str>;

pub const SIZE: u32 = 420;
/// Series in stock, with their prices in cents. All are printed from one matrix.
pub const SERIES: [(&str, u64); 6] =
    [("A17", 200), ("A18", 200), ("B1", 600), ("C1", 137), ("C2", 137), ("C3", 137)];
pub const SELLERS: [u32; 3] = [4, 5, 7];
const QUESTION_MS: i64 = 5_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sung {
    Line,
    Bingo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Keyed,
    Scanned,
    /// Scanned, with a code of another hall.
    Forged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Misread { place: u8, ball: u8 },
    Repaired,
}

/// What people ask for and what machines do, in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    OpenSession {
        by: u32,
    },
    CloseSession {
        balls: u8,
    },
    OpenSale {
        series: &'static str,
        price: u64,
    },
    Issue {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        seller: u32,
        price: u64,
    },
    Return {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        seller: u32,
    },
    Transfer {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        from: u32,
        to: u32,
    },
    CloseSale {
        game: u32,
        by: u32,
    },
    StartDraw {
        game: u32,
    },
    Announce {
        game: u32,
        place: u8,
        ball: u8,
        typed: bool,
    },
    Stop {
        game: u32,
        said: u8,
        by: u32,
    },
    Claim {
        game: u32,
        sung: Sung,
        card: Tag,
        how: How,
    },
    Accept {
        game: u32,
        claim: u32,
        by: u32,
    },
    Reject {
        game: u32,
        claim: u32,
        by: u32,
    },
    Ask {
        game: u32,
        stop: u32,
    },
    GoOn {
        game: u32,
        stop: u32,
    },
    End {
        game: u32,
        stop: u32,
    },
    Pay {
        game: u32,
        prize: u32,
        card: Tag,
        by: u32,
    },
    Withhold {
        game: u32,
        prize: u32,
    },
    AskVoid {
        game: u32,
    },
    ConfirmVoid {
        game: u32,
    },
    Refund {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
    },
    RaiseHold {
        game: u32,
    },
    AskExit {
        game: u32,
        hold: u32,
        way: Way,
        by: u32,
    },
    ConfirmExit {
        game: u32,
        hold: u32,
        way: Way,
        by: u32,
    },
    /// From here on: the world.
    Ball(u8),
    Unreadable,
    Jam,
    Unjam,
    Cable,
    Identity,
    Beat,
    /// The balls in the rack that are none of the game's go back.
    TakeBack,
    Restart,
    Shown {
        game: u32,
        place: u8,
    },
    Wait(u32),
}

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

    fn hold(&mut self, no: &mut u32, why: Trouble) {
        *no += 1;
        self.holds.push(Hold { no: *no, why, proposed: None });
    }
}

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

    /// Prizes of closed games that nobody has been paid: how many and how much.
    pub fn owed(&self) -> (u32, u64) {
        let games = self.games.values().filter(|game| game.phase != Phase::Voided);
        let open = games.flat_map(|game| &game.prizes).filter(|prize| prize.state != "pagado");
        open.fold((0, 0), |(count, sum), prize| (count + 1, sum + prize.cents))
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
        let mut no = Reasons::new();
        match *act {
            Act::OpenSession { by } => {
                check(&mut no, self.session.is_some(), "sesion-abierta");
                check(&mut no, by == 1, "otra-persona");
            }
            Act::CloseSession { balls } => {
                check(&mut no, self.session.is_none(), "sin-sesion");
                check(&mut no, self.game().is_some_and(Game::is_running), "partida-en-curso");
                check(&mut no, balls != 90, "comprobacion-incompleta");
            }
            Act::OpenSale { series, price } => self.against_sale(&mut no, series, price),
            Act::Issue { game, series, first, last, seller, price } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let sale = &self.games[&game];
                check(&mut no, sale.phase != Phase::Selling, PHASE);
                check(&mut no, price != sale.price, "precio-distinto");
                check(&mut no, !SELLERS.contains(&seller), "no-es-vendedor");
                if !self.may_go_out(sale, series, first, last) {
                    no.extend([
                        "numeracion-no-valida",
                        "sin-correlacion",
                        "limite-segunda-serie",
                        "serie-desconocida",
                        "precio-distinto",
                    ]);
                }
            }
            Act::Return { game, series, first, last, seller } => {
                self.against_taking(&mut no, game, (series, first, last), seller)
            }
            Act::Transfer { game, series, first, last, from, to } => {
                check(&mut no, !SELLERS.contains(&to), "no-es-vendedor");
                self.against_taking(&mut no, game, (series, first, last), from);
            }
            Act::CloseSale { game, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let sale = &self.games[&game];
                check(&mut no, sale.phase != Phase::Selling, PHASE);
                check(&mut no, !sale.gaps().is_empty(), "faltan-cartones");
            }
            Act::StartDraw { game } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let phase = self.games[&game].phase;
                check(&mut no, phase == Phase::Selling, "sin-acta");
                check(&mut no, phase != Phase::Selling && phase != Phase::Announced, PHASE);
                let ready = self.heard && self.beat && !self.jam && self.machine_out == 0;
                check(&mut no, !ready, "maquina-no-preparada");
            }
            Act::Announce { game, place, ball, typed } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                if draw.phase != Phase::Drawing {
                    return vec![PHASE, STALE];
                }
                check(&mut no, !draw.holds.is_empty(), "en-alto");
                match draw.out.get(draw.said) {
                    None => no.extend(["sin-bola", STALE]),
                    Some(next) => {
                        check(&mut no, usize::from(place) != draw.said + 1, STALE);
                        check(&mut no, *next != ball && !typed, STALE);
                    }
                }
            }
            Act::Stop { game, said, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                check(&mut no, draw.phase != Phase::Drawing, PHASE);
                check(&mut no, usize::from(said) != draw.said, STALE);
            }
            Act::Claim { game, .. } | Act::RaiseHold { game } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                check(&mut no, !self.games[&game].in_draw(), PHASE);
            }
            Act::Accept { game, claim, by } | Act::Reject { game, claim, by } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                check(&mut no, draw.phase != Phase::Stopped, PHASE);
                match draw.claims.iter().find(|c| c.no == claim) {
                    None => no.push("canto-desconocido"),
                    Some(found) => {
                        check(&mut no, !matches!(found.say, Say::Good { .. }), "canto-no-valido");
                        check(&mut no, found.accepted.is_some(), "canto-resuelto");
                        check(&mut no, found.stop != draw.stop, STALE);
                        check(&mut no, draw.hands.get(&found.card) == Some(&Some(by)), "vendido-por-usted");
                    }
                }
            }
            Act::Ask { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                let asked_in_vain = draw.asked.is_some_and(|(_, bingo)| bingo || !draw.bingo_given());
                check(&mut no, asked_in_vain, "ya-preguntado");
                check(
                    &mut no,
                    !draw.bingo_given() && !draw.line_given() && draw.said < 90,
                    "nada-que-preguntar",
                );
            }
            Act::GoOn { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                check(&mut no, !draw.holds.is_empty(), "en-alto");
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                check(&mut no, draw.bingo_given(), "bingo-dado");
                if draw.line_given() {
                    against_order(&mut no, draw, now, false);
                }
                let counts = !draw.by_restart || usize::from(self.machine_out) == draw.out.len();
                let agrees = self.heard && self.beat && counts;
                check(&mut no, !agrees, "maquina-no-preparada");
            }
            Act::End { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                let doubt = |h: &Hold| matches!(h.why, Trouble::Caller { .. } | Trouble::Called);
                check(&mut no, draw.holds.iter().any(doubt), "en-alto");
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                check(&mut no, !draw.bingo_given() && draw.said < 90, "sin-bingo");
                against_order(&mut no, draw, now, true);
            }
            Act::Pay { game, prize, card, by } => {
                let Some(found) = self.prize(game, prize, &mut no) else { return no };
                check(&mut no, found.card != card, "no-es-el-premiado");
                check(
                    &mut no,
                    self.games[&game].hands.get(&found.card) == Some(&Some(by)),
                    "vendido-por-usted",
                );
            }
            Act::Withhold { game, prize } => {
                self.prize(game, prize, &mut no);
            }
            Act::AskVoid { game } | Act::ConfirmVoid { game } => {
                let Some(draw) = self.games.get(&game) else { return vec!["partida-desconocida"] };
                check(&mut no, matches!(draw.phase, Phase::NotHeld | Phase::Voided), PHASE);
                check(&mut no, draw.prizes.iter().any(|p| p.state == "pagado"), "premios-pagados");
                check(
                    &mut no,
                    !draw.void_asked && matches!(act, Act::ConfirmVoid { .. }),
                    "anulacion-no-pedida",
                );
                let forgotten = !no.is_empty() && Some(draw.session) != self.session;
                check(&mut no, forgotten, "partida-desconocida");
            }
            Act::Refund { game, series, first, last } => {
                let Some(void) = self.games.get(&game) else { return vec!["partida-desconocida"] };
                // What the hall owes nothing on is forgotten with its session.
                check(&mut no, void.phase != Phase::Voided, PHASE);
                check(&mut no, first == 0 || last < first, "numeracion-no-valida");
                let has = |n: u32| void.hands.get(&(series, n)).is_some_and(Option::is_some);
                check(&mut no, !(first..=last).all(has), "sin-devolucion");
                check(&mut no, (first..=last).any(|n| void.refunded.contains(&(series, n))), "ya-devuelto");
                let forgotten = !no.is_empty() && Some(void.session) != self.session;
                check(&mut no, forgotten, "partida-desconocida");
            }
            Act::AskExit { game, hold, way, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                match draw.holds.iter().find(|h| h.no == hold) {
                    None => no.push("sin-alto"),
                    Some(found) => self.against_way(&mut no, draw, found, way),
                }
            }
            Act::ConfirmExit { game, hold, way, by } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                let Some(found) = draw.holds.iter().find(|h| h.no == hold) else { return vec!["sin-alto"] };
                match found.proposed {
                    None => no.push("salida-inadecuada"),
                    Some((proposed, who)) => {
                        check(&mut no, proposed != way, STALE);
                        check(&mut no, who == by, "otra-persona");
                    }
                }
                self.against_way(&mut no, draw, found, way);
            }
            Act::Ball(_)
            | Act::Unreadable
            | Act::Jam
            | Act::Unjam
            | Act::Cable
            | Act::Identity
            | Act::Beat => (),
            Act::TakeBack | Act::Restart | Act::Shown { .. } | Act::Wait(_) => (),
        }
        no
    }

    fn against_sale(&self, no: &mut Reasons, series: &'static str, price: u64) {
        check(no, self.session.is_none(), "sin-sesion");
        check(no, self.game().is_some_and(Game::is_running), "partida-en-curso");
        let Some(face_value) = Paper::price_of(series) else { return no.push("serie-desconocida") };
        check(no, price != face_value, "precio-distinto");
        check(no, self.pointer(series) > SIZE, "serie-agotada");
        let begun = |name: &str| {
            SERIES
                .iter()
                .find(|(n, _)| *n == name)
                .is_some_and(|(n, _)| (2..=SIZE).contains(&self.pointer(n)))
        };
        let other = SERIES.iter().any(|(name, price)| *name != series && *price == face_value && begun(name));
        check(no, !begun(series) && other, "serie-sin-correlacion");
    }

    /// Whether cards can be given to a seller: all of them lie at the cashier's, or they are
    /// the next of the pile and no number comes twice.
    fn may_go_out(&self, sale: &Game, series: &'static str, first: u32, last: u32) -> bool {
        if first == 0 || last < first || last > SIZE || Paper::price_of(series).is_none() {
            return false;
        }
        if (first..=last).all(|n| sale.hands.get(&(series, n)) == Some(&None)) {
            return true;
        }
        let twice = |n: u32| sale.hands.keys().any(|(_, number)| *number == n);
        if (first..=last).any(twice) {
            return false;
        }
        let (on_sale, next) = sale.next_card();
        let (_, start) = sale.starts[0];
        if series == on_sale {
            return first == next && (sale.starts.len() == 1 || last < start);
        }
        let second_may_begin = sale.starts.len() == 1 && next > SIZE;
        let same = Paper::price_of(series) == Some(sale.price) && self.pointer(series) == 1;
        second_may_begin && same && first == 1 && last < start
    }

    fn against_taking(&self, no: &mut Reasons, game: u32, cards: (&'static str, u32, u32), seller: u32) {
        if let Some(wrong) = self.not_on_table(game) {
            no.extend(wrong);
            return;
        }
        let sale = &self.games[&game];
        let (series, first, last) = cards;
        check(no, sale.phase != Phase::Selling, PHASE);
        check(no, first == 0 || last < first, "numeracion-no-valida");
        check(
            no,
            !(first..=last).all(|n| sale.hands.get(&(series, n)) == Some(&Some(seller))),
            "cartones-de-otro",
        );
    }

    fn stopped(&self, game: u32, stop: u32, no: &mut Reasons) -> Option<&Game> {
        if let Some(wrong) = self.not_on_table(game) {
            no.extend(wrong);
            return None;
        }
        let draw = &self.games[&game];
        if draw.phase == Phase::Stopped && draw.stop == stop {
            return Some(draw);
        }
        no.push(STALE);
        None
    }

    fn prize(&self, game: u32, prize: u32, no: &mut Reasons) -> Option<&Prize> {
        let Some(ended) = self.games.get(&game) else {
            no.push("partida-desconocida");
            return None;
        };
        check(no, ended.phase != Phase::Ended, PHASE);
        let found = (prize as usize).checked_sub(1).and_then(|index| ended.prizes.get(index));
        check(no, found.is_none(), "premio-desconocido");
        check(
            no,
            found.is_some_and(|p| !["pendiente", "no reclamado"].contains(&p.state)),
            "premio-no-pendiente",
        );
        let forgotten = !no.is_empty() && Some(ended.session) != self.session;
        check(no, forgotten, "partida-desconocida");
        found
    }

    fn against_way(&self, no: &mut Reasons, draw: &Game, hold: &Hold, way: Way) {
        let counts = self.beat && usize::from(self.machine_out) == draw.out.len();
        let fits = match (way, hold.why) {
            (Way::Repaired, Trouble::Called) => true,
            (Way::Repaired, Trouble::Caller { .. }) => false,
            (Way::Repaired, Trouble::Jam) => !self.jam && self.beat,
            (Way::Repaired, Trouble::Cable) => self.heard && self.beat,
            (Way::Repaired, _) => counts,
            (Way::Misread { place, .. }, Trouble::Caller { place: disputed, .. }) => place == disputed,
            (Way::Misread { .. }, Trouble::Jam | Trouble::Cable | Trouble::Called) => false,
            (Way::Misread { place, .. }, _) => {
                usize::from(place) > draw.said && usize::from(place) <= draw.out.len() + 1
            }
        };
        check(no, !fits, "salida-inadecuada");
        if let Way::Misread { place, ball } = way {
            let elsewhere =
                draw.out.iter().enumerate().any(|(i, b)| *b == ball && i + 1 != usize::from(place));
            check(no, elsewhere, "bola-ya-extraida");
        }
    }

    fn write(&mut self, now: i64, act: &Act) {
        match *act {
            Act::OpenSession { .. } => {
                self.sessions += 1;
                self.session = Some(self.sessions);
            }
            Act::CloseSession { .. } => {
                self.owed_at_close = Some(self.owed());
                self.session = None;
                self.table = None;
                let due =
                    self.games.values_mut().filter(|g| g.phase == Phase::Ended).flat_map(|g| &mut g.prizes);
                due.filter(|p| p.state == "pendiente").for_each(|p| p.state = "no reclamado");
            }
            Act::OpenSale { series, price } => self.open_sale(series, price),
            Act::Issue { game, series, first, last, seller, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                if !sale.starts.iter().any(|(name, _)| *name == series) {
                    sale.starts.push((series, 1));
                }
                sale.hands.extend((first..=last).map(|n| ((series, n), Some(seller))));
            }
            Act::Return { game, series, first, last, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                sale.back.extend((first..=last).map(|n| (series, n)));
                sale.hands.extend((first..=last).map(|n| ((series, n), None)));
                put_back_on_the_pile(sale);
            }
            Act::Transfer { game, series, first, last, to, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                sale.hands.extend((first..=last).map(|n| ((series, n), Some(to))));
            }
            Act::CloseSale { game, .. } => self.close_sale(game),
            Act::StartDraw { .. } => {
                self.table_game().phase = Phase::Drawing;
                self.table_game().void_asked = false;
            }
            Act::Announce { place, ball, .. } => {
                let mut holds = self.holds;
                let draw = self.table_game();
                let machine = draw.out[draw.said];
                if machine == ball {
                    draw.said += 1;
                } else {
                    draw.hold(&mut holds, Trouble::Caller { place, machine, caller: ball });
                }
                self.holds = holds;
            }
            Act::Stop { .. } => self.stop(false),
            Act::Claim { sung, card, how, .. } => {
                if self.table_game().phase == Phase::Drawing {
                    self.stop(false);
                }
                let say = self.judge(sung, card, how);
                let draw = self.table_game();
                let no = u32::try_from(draw.claims.len()).unwrap() + 1;
                draw.claims.push(Claim { no, stop: draw.stop, sung, card, say, accepted: None });
            }
            Act::Accept { claim, .. } => self.table_game().claims[claim as usize - 1].accepted = Some(true),
            Act::Reject { claim, .. } => self.table_game().claims[claim as usize - 1].accepted = Some(false),
            Act::Ask { .. } => {
                let draw = self.table_game();
                draw.asked = Some((now, draw.bingo_given() || draw.said == 90));
            }
            Act::GoOn { game, .. } => {
                if self.table_game().line_given() {
                    self.share(game, Sung::Line);
                }
                self.table_game().phase = Phase::Drawing;
                self.table_game().void_asked = false;
            }
            Act::End { game, .. } => {
                for sung in [Sung::Line, Sung::Bingo] {
                    if !self.games[&game].over.contains(&sung) {
                        self.share(game, sung);
                    }
                }
                let draw = self.table_game();
                draw.phase = Phase::Ended;
                draw.void_asked = false;
                draw.holds.clear();
            }
            Act::Pay { game, prize, .. } => {
                self.games.get_mut(&game).unwrap().prizes[prize as usize - 1].state = "pagado"
            }
            Act::Withhold { game, prize } => {
                self.games.get_mut(&game).unwrap().prizes[prize as usize - 1].state = "retenido"
            }
            Act::AskVoid { game } => self.games.get_mut(&game).unwrap().void_asked = true,
            Act::ConfirmVoid { game } => self.void(game),
            Act::Refund { game, series, first, last } => {
                let void = self.games.get_mut(&game).unwrap();
                let price = void.price;
                for n in first..=last {
                    void.refunded.insert((series, n));
                    self.paid_out.push((game, "devuelto", price));
                }
            }
            Act::RaiseHold { .. } => self.trouble(Trouble::Called),
            Act::AskExit { hold, way, by, .. } => {
                self.table_game().holds.iter_mut().find(|h| h.no == hold).unwrap().proposed = Some((way, by));
            }
            Act::ConfirmExit { hold, way, .. } => {
                let draw = self.table_game();
                draw.holds.retain(|h| h.no != hold);
                if let Way::Misread { place, ball } = way {
                    let index = usize::from(place) - 1;
                    draw.out.truncate(draw.out.len().max(index));
                    if index == draw.out.len() { draw.out.push(ball) } else { draw.out[index] = ball }
                }
                // The last hold gone, the counts are compared at once.
                if self.beat {
                    self.beats();
                }
            }
            Act::Ball(number) => {
                self.machine_out += 1;
                if self.game().is_some_and(Game::in_draw) {
                    if self.table_game().out.contains(&number) {
                        self.trouble(Trouble::Repeated(number));
                    } else {
                        self.table_game().out.push(number);
                    }
                }
                self.beats();
            }
            Act::Unreadable => {
                self.machine_out += 1;
                self.trouble(Trouble::NoRead);
                self.beats();
            }
            Act::Jam => {
                self.jam = true;
                self.trouble(Trouble::Jam);
                self.beats();
            }
            Act::Unjam => {
                self.jam = false;
                self.beats();
            }
            Act::Cable => {
                if self.heard {
                    self.trouble(Trouble::Cable);
                }
                (self.heard, self.beat) = (false, false);
            }
            Act::Identity => self.heard = true,
            Act::Beat => self.beats(),
            Act::TakeBack => {
                self.machine_out = self.game().map_or(0, |game| u8::try_from(game.out.len()).unwrap());
                self.beats();
            }
            Act::Restart => {
                (self.heard, self.beat) = (false, false);
                if self.game().is_some_and(|game| game.phase == Phase::Drawing) {
                    self.stop(true);
                }
            }
            Act::Shown { game, place } => {
                if self.table == Some(game) && place > 0 && usize::from(place) <= self.table_game().said {
                    let draw = self.table_game();
                    draw.shown.insert(place);
                }
            }
            Act::Wait(_) => (),
        }
    }

    fn table_game(&mut self) -> &mut Game {
        let no = self.table.expect("a game is on the table");
        self.games.get_mut(&no).unwrap()
    }

    /// Something is wrong with the machine: in a draw the game is held, once for each thing.
    fn trouble(&mut self, why: Trouble) {
        let mut holds = self.holds;
        if let Some(game) = self.table.and_then(|no| self.games.get_mut(&no))
            && game.in_draw()
            && (why == Trouble::Called || !game.holds.iter().any(|h| h.why == why))
        {
            game.hold(&mut holds, why);
        }
        self.holds = holds;
    }

    /// The machine says how many balls it has out; if all is quiet that must be mine.
    fn beats(&mut self) {
        self.beat = true;
        let machine = self.machine_out;
        let differs =
            self.game().filter(|g| g.in_draw() && g.holds.is_empty() && g.out.len() != usize::from(machine));
        if let Some(draw) = differs {
            let game = u8::try_from(draw.out.len()).unwrap();
            self.trouble(Trouble::Count { machine, game });
        }
    }

    fn stop(&mut self, by_restart: bool) {
        let draw = self.table_game();
        draw.stop += 1;
        draw.by_restart = by_restart;
        draw.asked = None;
        draw.phase = Phase::Stopped;
    }

    fn open_sale(&mut self, series: &'static str, price: u64) {
        let no = u32::try_from(self.games.len()).unwrap() + 1;
        let game = Game {
            session: self.session.unwrap(),
            phase: Phase::Selling,
            price,
            starts: vec![(series, self.pointer(series))],
            hands: BTreeMap::new(),
            back: BTreeSet::new(),
            line_cents: 0,
            bingo_cents: 0,
            takings: 0,
            out: vec![],
            said: 0,
            shown: BTreeSet::new(),
            stop: 0,
            by_restart: false,
            asked: None,
            claims: vec![],
            over: BTreeSet::new(),
            prizes: vec![],
            holds: vec![],
            void_asked: false,
            refunded: BTreeSet::new(),
        };
        self.games.insert(no, game);
        self.table = Some(no);
    }

    fn close_sale(&mut self, no: u32) {
        let game = self.games.get_mut(&no).unwrap();
        let sold: Vec<Tag> = game.with_sellers().collect();
        if sold.is_empty() {
            game.phase = Phase::NotHeld;
            return;
        }
        game.phase = Phase::Announced;
        // 9 % and 59 % of what each card brought, down to the cent; 32 % the hall's.
        game.takings = game.price * sold.len() as u64;
        game.line_cents = game.takings * 9 / 100;
        game.bingo_cents = game.takings * 59 / 100;
        let house = game.takings * 32 / 100;
        let resto = game.takings - game.line_cents - game.bingo_cents - house;
        self.paid_in.push((no, game.takings));
        self.paid_out.push((no, "sala", house));
        self.paid_out.push((no, "resto", resto));
        for card in sold {
            self.used.insert(card, no);
        }
    }

    /// Equal parts for the cards that were accepted in this stop; all of it unsung if none was.
    fn share(&mut self, no: u32, sung: Sung) {
        let game = self.games.get_mut(&no).unwrap();
        game.over.insert(sung);
        let cents = if sung == Sung::Line { game.line_cents } else { game.bingo_cents };
        let won: Vec<Tag> = game
            .claims
            .iter()
            .filter(|c| c.stop == game.stop && c.sung == sung && c.accepted == Some(true))
            .map(|c| c.card)
            .collect();
        if won.is_empty() {
            self.paid_out.push((no, "sin cantar", cents));
            return;
        }
        let each = cents / won.len() as u64;
        let mut left = cents;
        for card in won {
            left -= each;
            game.prizes.push(Prize { sung, card, cents: each, state: "pendiente" });
            self.paid_out.push((no, "premio", each));
        }
        self.paid_out.push((no, "resto", left));
    }

    fn void(&mut self, no: u32) {
        let game = self.games.get_mut(&no).unwrap();
        let sold: Vec<Tag> = game.with_sellers().collect();
        if game.phase == Phase::Selling {
            self.paid_in.push((no, game.price * sold.len() as u64));
        }
        game.phase = Phase::Voided;
        game.holds.clear();
        self.paid_out.retain(|(game, _, _)| *game != no);
        for card in sold {
            self.used.insert(card, no);
        }
    }

    /// Crosses out the announced numbers on the card and counts.
    pub fn crossed(&self, number: u32, said: &[u8], sung: Sung) -> Say {
        let grid = self.grids[&number];
        let left_in = |row: usize, said: &[u8]| -> Vec<u8> {
            grid[row].iter().copied().filter(|n| *n != 0 && !said.contains(n)).collect()
        };
        let complete =
            |said: &[u8]| -> u8 { (0..3).filter(|r| left_in(*r, said).is_empty()).map(|r| 1 << r).sum() };
        let enough = |rows: u8| if sung == Sung::Line { rows != 0 } else { rows == 0b111 };
        if enough(complete(said)) {
            let at = (0..=said.len()).find(|k| enough(complete(&said[..*k]))).unwrap();
            return Say::Good { rows: complete(said), at: u8::try_from(at).unwrap() };
        }
        let mut missing = match sung {
            Sung::Bingo => (0..3).flat_map(|r| left_in(r, said)).collect(),
            Sung::Line => {
                let mut best = left_in(0, said);
                for row in 1..3 {
                    if left_in(row, said).len() < best.len() {
                        best = left_in(row, said);
                    }
                }
                best
            }
        };
        missing.sort_unstable();
        Say::Missing(missing)
    }

    fn judge(&self, sung: Sung, card: Tag, how: How) -> Say {
        let game = self.game().unwrap();
        let (series, number) = card;
        if Paper::price_of(series).is_none() {
            return Say::UnknownSeries;
        }
        if !(1..=SIZE).contains(&number) {
            return Say::NoCard;
        }
        if how == How::Forged {
            return Say::Forged;
        }
        match game.hands.get(&card) {
            None if game.back.contains(&card) => return Say::Returned,
            None => return Say::NotSold(self.used.get(&card).copied()),
            Some(None) => return Say::Returned,
            Some(Some(_)) => (),
        }
        if game.over.contains(&sung) {
            return Say::Closed;
        }
        let mut before = game.claims.iter().filter(|c| c.card == card && c.sung == sung);
        if let Some(first) =
            before.find(|c| c.stop == game.stop && c.say != Say::Forged || matches!(c.say, Say::Good { .. }))
        {
            return Say::Repeated(if let Say::Repeated(of) = first.say { of } else { first.no });
        }
        self.crossed(number, &game.out[..game.said], sung)
    }
}

/// The order to go on or to end: the question was asked, for this play, long enough ago.
fn against_order(no: &mut Reasons, draw: &Game, now: i64, ends: bool) {
    match draw.asked {
        None => no.push("falta-pregunta"),
        Some((at, bingo)) => {
            check(no, ends && !bingo, "falta-pregunta");
            check(no, now - at < QUESTION_MS, "plazo-prudencial");
        }
    }
}

/// Cards given back from the end of what went out can be issued as if they never had.
fn put_back_on_the_pile(sale: &mut Game) {
    loop {
        let (series, next) = sale.next_card();
        let start = sale.starts[sale.starts.len() - 1].1;
        if next > start && sale.hands[&(series, next - 1)].is_none() {
            sale.hands.remove(&(series, next - 1));
        } else if next == start && sale.starts.len() > 1 {
            sale.starts.pop();
        } else {
            return;
        }
    }
}
