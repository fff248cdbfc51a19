//! An adaptor as Enttec's DMX USB Pro with a universe of lamps behind it. It says the last levels it was given on its line
//! for ever.

use serde_json::Value;

use crate::device::Device;
use crate::sacn::lit;

/// An adaptor.
#[derive(Debug, Clone)]
pub struct Widget {
    on: bool,
    /// What came of a message: from its first byte on.
    message: Vec<u8>,
    levels: Option<Vec<u8>>,
    /// Messages that were taken.
    pub good: u64,
    /// Messages without their end, or of another kind than levels.
    pub bad: u64,
    /// Good messages since it has power.
    pub good_since_power: u64,
}

impl Widget {
    /// An adaptor with power, whose lamps have no levels yet.
    pub fn new() -> Widget {
        Widget { on: true, message: Vec::new(), levels: None, good: 0, bad: 0, good_since_power: 0 }
    }

    /// The levels on its line; none before the first ones.
    pub fn levels(&self) -> Option<&[u8]> {
        self.levels.as_deref().filter(|_| self.on)
    }

    fn take(&mut self, byte: u8) {
        if self.message.is_empty() && byte != 0x7e {
            return;
        }
        self.message.push(byte);
        let [_, label, low, high, ..] = *self.message.as_slice() else { return };
        let length = usize::from(u16::from_le_bytes([low, high]));
        if length > 600 {
            self.bad += 1;
            self.message.clear();
            return;
        }
        if self.message.len() < length + 5 {
            return;
        }
        let message = std::mem::take(&mut self.message);
        let data = &message[4..length + 4];
        match (label, message.last(), data) {
            (6, Some(0xe7), [0, levels @ ..]) if (24..=512).contains(&levels.len()) => {
                self.levels = Some(levels.to_vec());
                self.good += 1;
                self.good_since_power += 1;
            }
            (_, Some(0xe7), _) => self.bad += 1,
            _ => {
                // It began in the middle of another: what is behind its first byte may hold the next one.
                self.bad += 1;
                message[1..].iter().for_each(|byte| self.take(*byte));
            }
        }
    }
}

impl Default for Widget {
    fn default() -> Widget {
        Widget::new()
    }
}

impl Device for Widget {
    fn receive(&mut self, bytes: &[u8], _now_ms: u64) -> Vec<u8> {
        if self.on {
            bytes.iter().for_each(|byte| self.take(*byte));
        }
        Vec::new()
    }

    fn power(&mut self, on: bool) {
        self.on = on;
        self.message.clear();
        (self.levels, self.good_since_power) = (None, 0);
    }

    fn shows(&self, _now_ms: u64) -> Value {
        self.levels().map_or(Value::Null, lit)
    }
}
