//! A receiver of ANSI E1.31-2018 with a universe of lamps: what a standard node does with packets that are good, late,
//! doubled or another source's, and with silence.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::device::Device;

/// A source that says nothing for so long is lost, in milliseconds (appendix A).
pub const LOSS_MS: u64 = 2_500;

/// A source as this receiver knows it.
#[derive(Debug, Clone)]
struct Source {
    sequence: u8,
    heard_ms: u64,
    priority: u8,
    levels: Vec<u8>,
}

/// A receiver of one universe.
#[derive(Debug, Clone)]
pub struct Receiver {
    universe: u16,
    on: bool,
    sources: BTreeMap<[u8; 16], Source>,
    /// What the sources that were ever heard call themselves.
    pub names: BTreeSet<String>,
    /// Packets of its universe that were taken.
    pub good: u64,
    /// Packets that are none of this standard, with why; the first hundred.
    pub faults: Vec<String>,
    /// Packets out of order, which are thrown away.
    pub late: u64,
    /// Streams whose source said that they end.
    pub ended: u64,
    /// The next packets are lost on the way.
    lose: u32,
}

impl Receiver {
    /// A receiver with power.
    pub fn new(universe: u16) -> Receiver {
        let (sources, names, faults) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        Receiver { universe, on: true, sources, names, good: 0, faults, late: 0, ended: 0, lose: 0 }
    }

    /// The levels of the lamps: those of the source of the highest priority that is heard; none without one.
    pub fn levels(&self, now_ms: u64) -> Option<&[u8]> {
        let heard = |source: &&Source| now_ms.saturating_sub(source.heard_ms) < LOSS_MS;
        let best = self.sources.values().filter(heard).max_by_key(|source| source.priority)?;
        self.on.then_some(&best.levels)
    }

    fn packet(&mut self, packet: &[u8], now_ms: u64) -> Result<(), String> {
        let at = |from: usize, bytes: &[u8]| packet.get(from..from + bytes.len()) == Some(bytes);
        let word =
            |from: usize| packet.get(from..from + 2).map_or(0, |two| u16::from_be_bytes([two[0], two[1]]));
        let counted = |from: usize| usize::from(word(from)) == 0x7000 + packet.len() - from;
        if packet.len() < 126 || packet.len() > 638 {
            return Err(format!("{} octets", packet.len()));
        }
        for (wrong, name) in [
            (!at(0, b"\x00\x10\x00\x00ASC-E1.17\0\0\0"), "preamble"),
            (!counted(16) || !at(18, &[0, 0, 0, 4]), "root layer"),
            (!counted(38) || !at(40, &[0, 0, 0, 2]), "framing layer"),
            (packet[107] != 0, "source name without end"),
            (packet[108] > 200, "priority"),
            (!counted(115) || !at(117, &[0x02, 0xa1, 0, 0, 0, 1]), "DMP layer"),
            (usize::from(word(123)) != packet.len() - 125, "property count"),
        ] {
            if wrong {
                return Err(name.to_owned());
            }
        }
        if word(113) != self.universe || packet[125] != 0 {
            // Another universe, or no levels.
            return Ok(());
        }
        let cid: [u8; 16] = packet[22..38].try_into().map_err(|_| "CID".to_owned())?;
        let (sequence, options) = (packet[111], packet[112]);
        let heard = |source: &&Source| now_ms.saturating_sub(source.heard_ms) < LOSS_MS;
        if let Some(before) = self.sources.get(&cid).filter(heard) {
            // 6.7.2: one that comes late, or twice.
            let ahead = sequence.wrapping_sub(before.sequence).cast_signed();
            if ahead <= 0 && ahead > -20 {
                self.late += 1;
                return Ok(());
            }
        }
        if options & 0x40 != 0 {
            if self.sources.remove(&cid).is_some() {
                self.ended += 1;
            }
            return Ok(());
        }
        let name: Vec<u8> = packet[44..108].iter().copied().take_while(|byte| *byte != 0).collect();
        let mut levels = packet[126..].to_vec();
        levels.resize(512, 0);
        self.good += 1;
        self.names.insert(String::from_utf8_lossy(&name).into_owned());
        self.sources.insert(cid, Source { sequence, heard_ms: now_ms, priority: packet[108], levels });
        Ok(())
    }
}

impl Device for Receiver {
    fn receive(&mut self, bytes: &[u8], now_ms: u64) -> Vec<u8> {
        if !self.on {
            return Vec::new();
        }
        if self.lose > 0 {
            self.lose -= 1;
            return Vec::new();
        }
        if let Err(why) = self.packet(bytes, now_ms)
            && self.faults.len() < 100
        {
            self.faults.push(why);
        }
        Vec::new()
    }

    fn power(&mut self, on: bool) {
        self.on = on;
        self.sources.clear();
    }

    fn shows(&self, now_ms: u64) -> Value {
        self.levels(now_ms).map_or(Value::Null, lit)
    }

    fn obey(&mut self, order: &str) -> bool {
        let many = order.strip_prefix("lose ").and_then(|many| many.parse().ok());
        self.lose = many.unwrap_or(self.lose);
        many.is_some()
    }
}

/// The channels that are not dark, from 1, with their levels.
pub(crate) fn lit(levels: &[u8]) -> Value {
    let lit: serde_json::Map<String, Value> = (1..)
        .zip(levels)
        .filter(|(_, level)| **level > 0)
        .map(|(channel, level): (u32, &u8)| (channel.to_string(), json!(level)))
        .collect();
    json!({"lit": lit})
}
