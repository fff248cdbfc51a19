//! How updates are made and applied, as far as `board!` does not say it: the next ball, clearing, the desk's two halves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Board, DeskSection, MesaBoard, PublicBoard, Update};

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
        let mut updates = PublicBoard::changed(old, new);
        if old.announced != new.announced {
            updates.retain(|update| !matches!(update, Update::Announced(_)));
            updates.extend(balls(&old.announced, &new.announced));
        }
        updates
    }

    fn replicate(&self) -> Vec<Update> {
        let mut updates = vec![Update::Cleared];
        updates.extend(PublicBoard::diff(&PublicBoard::default(), self));
        updates
    }

    fn apply(&mut self, update: &Update) -> Result<(), OutOfStep> {
        self.put(update)
    }
}

impl PublicBoard {
    /// Applies an update that is no section.
    pub(super) fn step(&mut self, update: &Update) -> Result<(), OutOfStep> {
        if let Update::BallAnnounced { ordinal, ball } = update {
            let expected = self.announced.len() + 1;
            if usize::from(*ordinal) != expected {
                return Err(OutOfStep { ordinal: *ordinal, expected });
            }
            self.announced.push(*ball);
        } else {
            *self = PublicBoard::default();
        }
        Ok(())
    }
}

/// The next balls one by one where that is all that changed, otherwise all of them.
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
        let public = PublicBoard::diff(&old.public, &new.public).into_iter().map(MesaUpdate::Public);
        public.chain(MesaBoard::changed(old, new).into_iter().map(MesaUpdate::Desk)).collect()
    }

    fn replicate(&self) -> Vec<MesaUpdate> {
        let mut updates = vec![MesaUpdate::Public(Update::Cleared)];
        updates.extend(MesaBoard::diff(&MesaBoard::default(), self));
        updates
    }

    fn apply(&mut self, update: &MesaUpdate) -> Result<(), OutOfStep> {
        match update {
            MesaUpdate::Public(Update::Cleared) => *self = MesaBoard::default(),
            MesaUpdate::Public(update) => self.public.put(update)?,
            MesaUpdate::Desk(section) => self.put(section)?,
        }
        Ok(())
    }
}
