//! Updates: one for each section of a board, one for the next ball, and one that clears all.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BallCount, Board, ByHand, CardNumber, Cards, Duty, Figures, Game, Hold, Holding, LastGame, Machine,
    MesaBoard, Pending, Prize, Proposed, PublicBoard, Scene, SellerTally, Session, Shares, Stop, Suspension,
};

/// What changes a public board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "section", content = "value", rename_all = "snake_case")]
pub enum Update {
    /// Everything goes, the sections of the desk too. Always followed by the whole board.
    Cleared,
    /// The hall's name.
    Hall(String),
    /// What to show.
    Scene(Scene),
    /// The session.
    Session(Option<Session>),
    /// The game.
    Game(Option<Game>),
    /// The next ball was announced.
    BallAnnounced {
        /// Its place, one more than the balls announced before it.
        ordinal: u8,
        /// Its number.
        ball: u8,
    },
    /// All the announced balls, where more changed than the next ball.
    Announced(Vec<u8>),
    /// The stop.
    Stop(Option<Stop>),
    /// The prizes.
    Prizes(Vec<Prize>),
    /// The words for the public.
    Notice(Option<String>),
    /// The hall is for demonstration.
    Demo(bool),
    /// The places of balls entered by hand.
    PlacesByHand(Vec<u8>),
    /// What sharing left over.
    RestCents(u64),
    /// When only the refund is open.
    SuspendedUntilUtcMs(Option<i64>),
    /// Cards refunded.
    Refunded(u32),
    /// What had been announced before.
    Rectified(Option<Figures>),
    /// What the prizes would be by now.
    SoFar(Option<Figures>),
    /// Who won the game before.
    Last(Option<LastGame>),
    /// When the hall means to close the sale.
    SaleClosesUtcMs(Option<i64>),
    /// When the hall means to open the next sale.
    NextSaleUtcMs(Option<i64>),
}

/// What changes a section that only the desk has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "section", content = "value", rename_all = "snake_case")]
pub enum DeskSection {
    /// Balls out and not announced.
    Pending(Vec<Pending>),
    /// Warnings, in words.
    Warnings(Vec<String>),
    /// The provisional suspension.
    Suspension(Option<Suspension>),
    /// Why the authority was called.
    Authority(Option<String>),
    /// The game is drawn by hand.
    ByHand(Option<ByHand>),
    /// Who typed in the sheet.
    SheetBy(Option<u32>),
    /// The machine.
    Machine(Machine),
    /// The holds.
    Holds(Vec<Hold>),
    /// A void that waits.
    VoidAsked(Option<Proposed>),
    /// The next card to issue.
    NextCard(Option<CardNumber>),
    /// Gaps in the sale.
    Gaps(Vec<Cards>),
    /// What each seller has.
    Holdings(Vec<Holding>),
    /// What each seller was given and gave back.
    Sellers(Vec<SellerTally>),
    /// What parts of the takings the prizes are.
    Shares(Option<Shares>),
    /// When the sale was closed.
    SaleClosedUtcMs(Option<i64>),
    /// When the last prize was paid.
    LastPaidUtcMs(Option<i64>),
    /// Who is logged in.
    People(Vec<Duty>),
    /// Prizes not paid.
    Owed(Vec<Prize>),
    /// When the last ball was announced.
    LastAnnouncedUtcMs(Option<i64>),
    /// The count of balls at the reader.
    BallCount(Option<BallCount>),
}

/// What changes a mesa board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MesaUpdate {
    /// A section that the hall sees too.
    Public(Update),
    /// A section of the desk.
    Desk(DeskSection),
}

/// An update did not fit the board: something was missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ball {ordinal} came where ball {expected} was expected")]
pub struct OutOfStep {
    /// The place that came.
    pub ordinal: u8,
    /// The place that should have come.
    pub expected: usize,
}

impl Board for PublicBoard {
    type Update = Update;

    const NAME: &'static str = "publico";

    fn diff(old: &PublicBoard, new: &PublicBoard) -> Vec<Update> {
        let mut updates = Vec::new();
        let mut put = |changed: bool, update: fn(&PublicBoard) -> Update| {
            if changed {
                updates.push(update(new));
            }
        };
        put(old.hall != new.hall, |b| Update::Hall(b.hall.clone()));
        put(old.scene != new.scene, |b| Update::Scene(b.scene));
        put(old.session != new.session, |b| Update::Session(b.session.clone()));
        put(old.game != new.game, |b| Update::Game(b.game.clone()));
        put(old.stop != new.stop, |b| Update::Stop(b.stop.clone()));
        put(old.prizes != new.prizes, |b| Update::Prizes(b.prizes.clone()));
        put(old.notice != new.notice, |b| Update::Notice(b.notice.clone()));
        put(old.demo != new.demo, |b| Update::Demo(b.demo));
        put(old.by_hand != new.by_hand, |b| Update::PlacesByHand(b.by_hand.clone()));
        put(old.rest_cents != new.rest_cents, |b| Update::RestCents(b.rest_cents));
        put(old.suspended_until_utc_ms != new.suspended_until_utc_ms, |b| {
            Update::SuspendedUntilUtcMs(b.suspended_until_utc_ms)
        });
        put(old.refunded != new.refunded, |b| Update::Refunded(b.refunded));
        put(old.rectified != new.rectified, |b| Update::Rectified(b.rectified.clone()));
        put(old.so_far != new.so_far, |b| Update::SoFar(b.so_far.clone()));
        put(old.last != new.last, |b| Update::Last(b.last.clone()));
        put(old.sale_closes_utc_ms != new.sale_closes_utc_ms, |b| {
            Update::SaleClosesUtcMs(b.sale_closes_utc_ms)
        });
        put(old.next_sale_utc_ms != new.next_sale_utc_ms, |b| Update::NextSaleUtcMs(b.next_sale_utc_ms));
        updates.extend(balls(&old.announced, &new.announced));
        updates
    }

    fn replicate(&self) -> Vec<Update> {
        let mut updates = vec![Update::Cleared];
        updates.extend(PublicBoard::diff(&PublicBoard::default(), self));
        updates
    }

    fn apply(&mut self, update: &Update) -> Result<(), OutOfStep> {
        match update {
            Update::Cleared => *self = PublicBoard::default(),
            Update::Hall(hall) => self.hall.clone_from(hall),
            Update::Scene(scene) => self.scene = *scene,
            Update::Session(session) => self.session.clone_from(session),
            Update::Game(game) => self.game.clone_from(game),
            Update::BallAnnounced { ordinal, ball } => {
                let expected = self.announced.len() + 1;
                if usize::from(*ordinal) != expected {
                    return Err(OutOfStep { ordinal: *ordinal, expected });
                }
                self.announced.push(*ball);
            }
            Update::Announced(balls) => self.announced.clone_from(balls),
            Update::Stop(stop) => self.stop.clone_from(stop),
            Update::Prizes(prizes) => self.prizes.clone_from(prizes),
            Update::Notice(notice) => self.notice.clone_from(notice),
            Update::Demo(demo) => self.demo = *demo,
            Update::PlacesByHand(places) => self.by_hand.clone_from(places),
            Update::RestCents(cents) => self.rest_cents = *cents,
            Update::SuspendedUntilUtcMs(until) => self.suspended_until_utc_ms = *until,
            Update::Refunded(cards) => self.refunded = *cards,
            Update::Rectified(before) => self.rectified.clone_from(before),
            Update::SoFar(figures) => self.so_far.clone_from(figures),
            Update::Last(game) => self.last.clone_from(game),
            Update::SaleClosesUtcMs(at) => self.sale_closes_utc_ms = *at,
            Update::NextSaleUtcMs(at) => self.next_sale_utc_ms = *at,
        }
        Ok(())
    }
}

/// Returns the next balls one by one where that is all that changed, otherwise all of them.
fn balls(old: &[u8], new: &[u8]) -> Vec<Update> {
    let next = new.strip_prefix(old).filter(|_| new.len() <= usize::from(u8::MAX));
    let Some(next) = next else { return vec![Update::Announced(new.to_vec())] };
    let places = old.len() + 1..;
    let announced = |(place, ball): (usize, &u8)| {
        let ordinal = u8::try_from(place).expect("no more places than the balls, which were counted");
        Update::BallAnnounced { ordinal, ball: *ball }
    };
    places.zip(next).map(announced).collect()
}

impl Board for MesaBoard {
    type Update = MesaUpdate;

    const NAME: &'static str = "mesa";

    fn diff(old: &MesaBoard, new: &MesaBoard) -> Vec<MesaUpdate> {
        let public = PublicBoard::diff(&old.public, &new.public);
        let mut updates: Vec<MesaUpdate> = public.into_iter().map(MesaUpdate::Public).collect();
        let mut put = |changed: bool, section: fn(&MesaBoard) -> DeskSection| {
            if changed {
                updates.push(MesaUpdate::Desk(section(new)));
            }
        };
        put(old.pending != new.pending, |b| DeskSection::Pending(b.pending.clone()));
        put(old.machine != new.machine, |b| DeskSection::Machine(b.machine.clone()));
        put(old.warnings != new.warnings, |b| DeskSection::Warnings(b.warnings.clone()));
        put(old.suspension != new.suspension, |b| DeskSection::Suspension(b.suspension.clone()));
        put(old.authority != new.authority, |b| DeskSection::Authority(b.authority.clone()));
        put(old.by_hand != new.by_hand, |b| DeskSection::ByHand(b.by_hand.clone()));
        put(old.sheet_by != new.sheet_by, |b| DeskSection::SheetBy(b.sheet_by));
        put(old.holds != new.holds, |b| DeskSection::Holds(b.holds.clone()));
        put(old.void_asked != new.void_asked, |b| DeskSection::VoidAsked(b.void_asked.clone()));
        put(old.next_card != new.next_card, |b| DeskSection::NextCard(b.next_card.clone()));
        put(old.gaps != new.gaps, |b| DeskSection::Gaps(b.gaps.clone()));
        put(old.holdings != new.holdings, |b| DeskSection::Holdings(b.holdings.clone()));
        put(old.sellers != new.sellers, |b| DeskSection::Sellers(b.sellers.clone()));
        put(old.shares != new.shares, |b| DeskSection::Shares(b.shares));
        put(old.sale_closed_utc_ms != new.sale_closed_utc_ms, |b| {
            DeskSection::SaleClosedUtcMs(b.sale_closed_utc_ms)
        });
        put(old.last_paid_utc_ms != new.last_paid_utc_ms, |b| DeskSection::LastPaidUtcMs(b.last_paid_utc_ms));
        put(old.people != new.people, |b| DeskSection::People(b.people.clone()));
        put(old.owed != new.owed, |b| DeskSection::Owed(b.owed.clone()));
        put(old.last_announced_utc_ms != new.last_announced_utc_ms, |b| {
            DeskSection::LastAnnouncedUtcMs(b.last_announced_utc_ms)
        });
        put(old.ball_count != new.ball_count, |b| DeskSection::BallCount(b.ball_count.clone()));
        updates
    }

    fn replicate(&self) -> Vec<MesaUpdate> {
        let mut updates = vec![MesaUpdate::Public(Update::Cleared)];
        updates.extend(MesaBoard::diff(&MesaBoard::default(), self));
        updates
    }

    fn apply(&mut self, update: &MesaUpdate) -> Result<(), OutOfStep> {
        match update {
            MesaUpdate::Public(Update::Cleared) => *self = MesaBoard::default(),
            MesaUpdate::Public(update) => self.public.apply(update)?,
            MesaUpdate::Desk(section) => self.apply_desk(section),
        }
        Ok(())
    }
}

impl MesaBoard {
    fn apply_desk(&mut self, section: &DeskSection) {
        match section {
            DeskSection::Pending(pending) => self.pending.clone_from(pending),
            DeskSection::Machine(machine) => self.machine.clone_from(machine),
            DeskSection::Warnings(warnings) => self.warnings.clone_from(warnings),
            DeskSection::Suspension(suspension) => self.suspension.clone_from(suspension),
            DeskSection::Authority(cause) => self.authority.clone_from(cause),
            DeskSection::ByHand(by_hand) => self.by_hand.clone_from(by_hand),
            DeskSection::SheetBy(by) => self.sheet_by = *by,
            DeskSection::Holds(holds) => self.holds.clone_from(holds),
            DeskSection::VoidAsked(asked) => self.void_asked.clone_from(asked),
            DeskSection::NextCard(card) => self.next_card.clone_from(card),
            DeskSection::Gaps(gaps) => self.gaps.clone_from(gaps),
            DeskSection::Holdings(holdings) => self.holdings.clone_from(holdings),
            DeskSection::Sellers(sellers) => self.sellers.clone_from(sellers),
            DeskSection::Shares(shares) => self.shares = *shares,
            DeskSection::SaleClosedUtcMs(at) => self.sale_closed_utc_ms = *at,
            DeskSection::LastPaidUtcMs(at) => self.last_paid_utc_ms = *at,
            DeskSection::People(people) => self.people.clone_from(people),
            DeskSection::Owed(owed) => self.owed.clone_from(owed),
            DeskSection::LastAnnouncedUtcMs(at) => self.last_announced_utc_ms = *at,
            DeskSection::BallCount(count) => self.ball_count.clone_from(count),
        }
    }
}
