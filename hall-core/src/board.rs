//! What boards may show. The boards themselves are in `hall-wire`.
//!
//! *Público*: never a ball before it is announced, never a winner nobody sang, never a person. *Mesa*: adds
//! pending balls, the machine and the people (DECISIONS 5). The winner finder reaches neither.

use alloc::vec::Vec;

use crate::event::{CameraPost, Ordinal, Play, Segment, Sight, Verdict};
use crate::game::{Claim, Game, Phase, Prize, Stop};
pub use crate::words::{Standstill, StandstillKind};
use crate::words::{Sung, TableFault, Warning};

use crate::hall::{Authority, Count, Counted, Hall};
use crate::machine::{LoadedTable, SetId};
use crate::refusal::Refusal;
use crate::rules::{Division, Picture};

/// What a monitor of the hall should show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scene {
    /// No session.
    #[default]
    Closed,
    /// A session between games.
    Idle,
    /// Cards are on sale.
    Sale,
    /// Totals and prizes, before the first ball.
    Totals,
    /// Balls are coming out.
    Draw,
    /// A stop: cards are checked.
    Check,
    /// «¿Alguna línea más? ¿Algún bingo más?»
    Question,
    /// The game ended: winners.
    Winners,
    /// ALTO.
    Hold,
    /// Suspended: provisionally, or until the authority decides.
    Suspended,
    /// The game is void: refunds.
    Void,
    /// No card was sold.
    NotHeld,
}

/// The count of balls at the reader that the desk follows (34.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatestCount<'a> {
    /// Balls are being passed.
    Running(&'a Count),
    /// It has ended; its result was neither used nor set aside.
    Ended(SetId, &'a Counted),
}

// What players may see.
impl Hall {
    /// The game that monitors show: the present or last one of the open session.
    pub fn shown_game(&self) -> Option<&Game> {
        let session = self.session.as_ref()?;
        self.game.as_ref().filter(|game| game.session == session.no)
    }

    /// What a monitor shows.
    pub fn scene(&self) -> Scene {
        let Some(game) = self.shown_game() else {
            return if self.session.is_some() { Scene::Idle } else { Scene::Closed };
        };
        let waits = self.waits_for_authority() || game.suspension().is_some();
        match &game.phase {
            _ if game.is_running() && waits => Scene::Suspended,
            Phase::Drawing(_) | Phase::Stopped(..) if !game.holds().is_empty() => Scene::Hold,
            Phase::Selling(_) => Scene::Sale,
            Phase::Announced { .. } => Scene::Totals,
            Phase::Drawing(_) => Scene::Draw,
            Phase::Stopped(_, Stop { question: Some(_), .. }) => Scene::Question,
            Phase::Stopped(..) => Scene::Check,
            Phase::Ended => Scene::Winners,
            Phase::NotHeld => Scene::NotHeld,
            Phase::Voided => Scene::Void,
        }
    }

    /// Why no balls come. Its public sentence names no ball that was not announced, and no person.
    pub fn standstill(&self) -> Option<Standstill<'_>> {
        let game = self.shown_game()?;
        if game.phase == Phase::Voided {
            Some(Standstill::Void)
        } else if !game.is_running() {
            None
        } else if self.waits_for_authority() {
            Some(Standstill::Authority)
        } else if game.suspension().is_some() {
            Some(Standstill::Suspended { minutes: self.suspension_minutes() })
        } else {
            game.holds().first().map(|hold| Standstill::Hold(&hold.why))
        }
    }

    /// During the sale: the money if it closed now.
    pub fn so_far(&self) -> Option<Division> {
        let game = self.shown_game().filter(|game| game.selling().is_some())?;
        let session = self.session.as_ref()?;
        Some(session.rules.divide(game.sale.face_value.times(game.sale.count())))
    }

    /// The previous game of this session, if it was held; until the first ball of the next.
    pub fn held_before(&self) -> Option<&Game> {
        let game = self
            .shown_game()
            .filter(|game| matches!(game.phase, Phase::Selling(_) | Phase::Announced { .. }))?;
        let held = |past: &&Game| past.session == game.session && past.phase == Phase::Ended;
        self.past.values().rev().find(held)
    }

    /// When the time of a suspended game ends and only the refund is left, UTC milliseconds (36.1).
    pub fn suspended_until_utc_ms(&self, game: &Game) -> Option<i64> {
        let wait_ms = i64::from(self.suspension_minutes()) * 60_000;
        game.suspension().map(|suspension| suspension.since_utc_ms + wait_ms)
    }

    /// When the hall means to close this sale, UTC milliseconds.
    pub fn sale_closes_utc_ms(&self) -> Option<i64> {
        let game = self.shown_game().filter(|game| game.selling().is_some())?;
        after(game.opened_at_utc_ms, self.rhythm.sale_minutes)
    }

    /// When the hall means to open the next sale, where there is to be one (G19), UTC milliseconds.
    pub fn next_sale_utc_ms(&self) -> Option<i64> {
        let game = self.shown_game().filter(|game| !game.is_running())?;
        let session = self.session.as_ref()?;
        if session.last_game.is_some_and(|last| game.in_session >= last) {
            return None;
        }
        after(game.ended_at_utc_ms, self.rhythm.pause_minutes)
    }
}

// What the desk sees besides.
impl Hall {
    /// Warnings for the desk; none of them asks for an answer (DECISIONS 24).
    pub fn warnings(&self) -> Vec<Warning> {
        // The ball exit first: in a draw somebody has to decide about it (36).
        let mut all: Vec<Warning> = self.camera_warnings(true).collect();
        all.extend(self.game.as_ref().and_then(waiting));
        all.extend(self.reader_warning());
        all.extend(self.set_warning());
        all.extend(self.book_warning());
        all.extend(
            Some(self.staff_missing()).filter(|missing| !missing.is_none()).map(Warning::StaffMissing),
        );
        all.extend(self.claim_warnings());
        all.extend(self.loaded_tables().filter_map(|(_, fault)| fault.map(Warning::TagTable)));
        all.extend(self.camera_warnings(false));
        all
    }

    /// Whether screens hold back the picture of a ball that is not announced.
    pub fn holds_picture(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.rules.picture.value == Picture::Held)
    }

    /// The place of the next ball while it is at the exit, or out, or keyed by the caller alone, and nobody has announced it: until
    /// then it does not count (G8).
    pub fn uncalled(&self) -> Option<Ordinal> {
        let game = self.shown_game().filter(|game| game.is_in_draw())?;
        let out = game.pending().next().map(|(place, _)| place);
        let by_machine = game.is_read_by_machine();
        let waits = game.is_read_by_caller() && game.keyed().is_some();
        let at_the_exit = || (waits || by_machine && self.machine.present).then(|| game.next_ordinal());
        out.or_else(at_the_exit).filter(|place| place.0 <= 90)
    }

    fn camera_warnings(&self, exit: bool) -> impl Iterator<Item = Warning> {
        let shown = self.cameras.shown.iter().map(|(camera, (sight, _))| (*camera, *sight));
        let of = shown.filter(move |(camera, _)| (*camera == CameraPost::Exit) == exit);
        let wrong = of.filter(|(_, sight)| *sight != Sight::Sees);
        wrong.map(|(camera, sight)| Warning::Camera { camera, sight })
    }

    /// Why the authority was called, until it has decided (34.4).
    pub fn authority_cause(&self) -> Option<&str> {
        match self.session.as_ref().map(|session| &session.authority) {
            Some(Authority::Called { cause, .. }) => Some(cause),
            Some(Authority::NotCalled | Authority::GoesOn | Authority::Ended) | None => None,
        }
    }

    fn waits_for_authority(&self) -> bool {
        self.authority_is_silent() == Err(Refusal::AuthorityCalled)
    }

    /// The tables that the readers were started with, each with what is wrong with it for the session's set, or for
    /// its own while no session is open.
    pub fn loaded_tables(&self) -> impl Iterator<Item = (&LoadedTable, Option<TableFault>)> {
        let played = self.session.as_ref().map(|session| session.check.set);
        self.tables.values().map(move |table| (table, self.table_fault(played.unwrap_or(table.set), table)))
    }

    /// The count under way, or the last one whose result was neither used nor set aside.
    pub fn latest_count(&self) -> Option<LatestCount<'_>> {
        let done = self.ball_sets.iter().filter_map(|(set, item)| Some((*set, item.counted.as_ref()?)));
        let done = done.max_by_key(|(_, done)| done.count).map(|(set, done)| LatestCount::Ended(set, done));
        self.count.as_ref().map(LatestCount::Running).or(done)
    }
}

impl Game {
    /// A claim with what its sentences need of the game.
    pub fn sung<'a>(&self, claim: &'a Claim) -> Sung<'a> {
        let completed_with = if let Verdict::Good { completed_at, .. } = &claim.verdict {
            usize::from(completed_at.0).checked_sub(1).and_then(|at| self.announced().get(at)).copied()
        } else {
            None
        };
        Sung {
            play: claim.play,
            verdict: &claim.verdict,
            accepted: claim.accepted,
            completed_with,
            asked: self.stop().and_then(|stop| stop.question).map(|asked| (asked.line, asked.bingo)),
            line_won: self.standing_prizes().iter().any(|prize| prize.play == Play::Line),
        }
    }

    /// The places of announced balls whose number people entered, ascending (36.2).
    pub fn announced_by_hand(&self) -> impl Iterator<Item = Ordinal> + '_ {
        self.by_people.iter().copied().filter(|place| place.0 <= self.announced)
    }

    /// The places of announced balls that the caller read, ascending (DECISIONS 36).
    pub fn announced_by_caller(&self) -> impl Iterator<Item = Ordinal> + '_ {
        self.by_caller.iter().copied().filter(|place| place.0 <= self.announced)
    }

    /// The prizes; a void game has none.
    pub fn standing_prizes(&self) -> &[Prize] {
        if self.phase == Phase::Voided { &[] } else { &self.prizes }
    }

    /// The cards with sellers; after the close, the cards sold.
    pub fn cards(&self) -> u32 {
        if self.segments.is_empty() {
            self.sale.count()
        } else {
            self.segments.iter().map(Segment::count).sum()
        }
    }
}

/// The moment so many minutes later; none for 0 minutes.
fn after(from_utc_ms: Option<i64>, minutes: u32) -> Option<i64> {
    from_utc_ms.filter(|_| minutes > 0).map(|from| from + i64::from(minutes) * 60_000)
}

/// With two balls waiting, the machine is ordered to hold.
fn waiting(game: &Game) -> Option<Warning> {
    let waiting = game.pending().count();
    (game.is_in_draw() && waiting >= 2).then_some(Warning::BallsWait(waiting))
}
