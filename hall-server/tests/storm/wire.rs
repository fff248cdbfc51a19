//! A serial line as halls have them: bytes are lost, turned, cut in pieces and late.

use std::collections::VecDeque;

use crate::dice::Dice;

/// One direction of the line. Bytes keep their order.
#[derive(Default)]
pub struct Wire {
    on_their_way: VecDeque<(i64, Vec<u8>)>,
    /// Bytes that were lost, and bytes that came other than they were sent.
    pub lost: u64,
    pub turned: u64,
}

/// The longest a piece is on its way.
const LATE_MS: i64 = 90;

impl Wire {
    /// Takes bytes to send. Of 10 000 of them `bad` meet with something.
    pub fn send(&mut self, bytes: &[u8], now_ms: i64, bad: u32, dice: &mut Dice) {
        let mut piece = Vec::new();
        let mut due_ms = self.on_their_way.back().map_or(now_ms, |(due, _)| *due.max(&now_ms));
        for byte in bytes {
            let luck = if bad == 0 { 10_000 } else { u32::try_from(dice.below(10_000)).unwrap() };
            if luck < bad / 2 {
                self.lost += 1;
            } else if luck < bad {
                self.turned += 1;
                piece.push(byte ^ 1 << dice.below(8));
            } else {
                piece.push(*byte);
            }
            if bad > 0 && dice.permille(40) {
                due_ms += dice.between(0, LATE_MS);
                self.on_their_way.push_back((due_ms, std::mem::take(&mut piece)));
            }
        }
        self.on_their_way.push_back((due_ms, piece));
    }

    /// Returns what has come.
    pub fn receive(&mut self, now_ms: i64) -> Vec<u8> {
        let mut come = Vec::new();
        while self.on_their_way.front().is_some_and(|(due, _)| *due <= now_ms) {
            come.extend(self.on_their_way.pop_front().unwrap().1);
        }
        come
    }

    /// Nobody is at the other end: what is on its way is gone.
    pub fn cut(&mut self) {
        self.on_their_way.clear();
    }
}
