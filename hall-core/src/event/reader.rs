//! What happens at the hall's second reader, and what waits for it (reliability.md C-5, rule 2).

use super::GameNo;
use crate::ball::Ball;
use crate::machine::{BootId, LinkLoss, Stored};

/// An event of the second reader. Only a hall whose rules ask for one has such events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReaderEvent {
    /// The machine has read a ball that could be one of the game; it is none before the second reader has read
    /// the same number.
    Candidate {
        /// The game.
        game: GameNo,
        /// The ball, as the machine read it.
        ball: Ball,
        /// The machine's power-up.
        boot: BootId,
        /// The machine's frame.
        seq: u32,
        /// 0 to 100 %.
        confidence: u8,
    },
    /// The second reader has said who it is, or another power-up of it has.
    Identified {
        /// Its power-up.
        boot: BootId,
    },
    /// Its line was lost.
    LinkLost {
        /// Why.
        why: LinkLoss,
    },
    /// It saw something; a reading that made a candidate a ball of the game is in the ball's evidence instead.
    Saw {
        /// Its power-up.
        boot: BootId,
        /// Its frame.
        seq: u32,
        /// What.
        what: Stored,
    },
}
