//! DMX over a network: data packets of ANSI E1.31-2018 (streaming ACN).
//!
//! Section numbers are the standard's (ESTA TSP, free to read). A source says a changed state three times before it lets
//! itself be quiet, and a quiet one says it again every 800 to 1000 ms (6.6.1, 6.6.2); a receiver takes it for lost after 2.5 s
//! (appendix A).

use std::net::Ipv4Addr;

use sha2::{Digest, Sha256};

use crate::dmx::Levels;

/// Where packets go, UDP.
pub const PORT: u16 = 5568;
/// The last universe; the first is 1 (6.2.7).
pub const UNIVERSE_MAX: u16 = 63_999;
/// The highest priority (6.2.3).
pub const PRIORITY_MAX: u8 = 200;
/// The bytes of a packet with all levels.
pub const LENGTH: usize = 638;

/// How often a changed state is said before the source is quiet.
pub const SAID: u8 = 3;
/// Between two of these, in milliseconds: no faster than DMX itself, 44 times a second.
pub const SAID_EVERY_MS: u64 = 25;

/// This stream has ended: a receiver need not wait until it counts as lost (6.2.6).
const TERMINATED: u8 = 0x40;

/// One source of one universe. Each packet has the next number.
#[derive(Debug, Clone)]
pub struct Source {
    cid: [u8; 16],
    name: String,
    /// Its universe, 1 to [`UNIVERSE_MAX`].
    pub universe: u16,
    /// Among several sources the highest wins, 0 to [`PRIORITY_MAX`].
    pub priority: u8,
    sequence: u8,
}

impl Source {
    /// A source that people and receivers know as `name`; `cid` is [`cid`]'s.
    pub fn new(cid: [u8; 16], name: &str, universe: u16, priority: u8) -> Source {
        Source { cid, name: name.to_owned(), universe, priority, sequence: 0 }
    }

    /// The levels as the next packet.
    pub fn packet(&mut self, levels: &Levels) -> Vec<u8> {
        self.next(levels, 0)
    }

    /// The next packet of a stream that ends. A source says it three times (6.2.6).
    pub fn last_packet(&mut self, levels: &Levels) -> Vec<u8> {
        self.next(levels, TERMINATED)
    }

    fn next(&mut self, levels: &Levels, options: u8) -> Vec<u8> {
        let mut packet = Vec::with_capacity(LENGTH);
        // The root layer (5): preamble, what follows it, ACN's name; from octet 16 on it is counted.
        packet.extend([0x00, 0x10, 0x00, 0x00]);
        packet.extend(b"ASC-E1.17\0\0\0");
        packet.extend(counted(16));
        packet.extend([0, 0, 0, 4]);
        packet.extend(self.cid);
        // The framing layer (6).
        packet.extend(counted(38));
        packet.extend([0, 0, 0, 2]);
        packet.extend(name_field(&self.name));
        packet.push(self.priority);
        // No universe to wait for.
        packet.extend([0, 0]);
        packet.push(self.sequence);
        packet.push(options);
        packet.extend(self.universe.to_be_bytes());
        // The DMP layer (7): set property, from address 0 on, one by one: the start code and 512 levels.
        packet.extend(counted(115));
        packet.extend([0x02, 0xa1, 0x00, 0x00, 0x00, 0x01, 0x02, 0x01, 0x00]);
        packet.extend(levels);
        self.sequence = self.sequence.wrapping_add(1);
        packet
    }
}

/// Flags and length of a layer that begins at this octet and goes on to the end.
fn counted(from: u16) -> [u8; 2] {
    let length = u16::try_from(LENGTH).unwrap_or(u16::MAX) - from;
    (0x7000 | length).to_be_bytes()
}

/// A name in its field: what fits of it, at least one zero behind it.
fn name_field(name: &str) -> [u8; 64] {
    let mut field = [0; 64];
    let end = (0..=63.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    field[..end].copy_from_slice(&name.as_bytes()[..end]);
    field
}

/// The identity of a source: the same after every restart of this panel on this computer, and no other's. `computer` is
/// what the system calls it, `/etc/machine-id`. A UUID of version 8 (RFC 9562, 5.8), from their SHA-256.
pub fn cid(computer: &str, panel: &str) -> [u8; 16] {
    let digest = Sha256::digest(format!("bombo hall-panel\n{}\n{panel}", computer.trim()));
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    id[6] = 0x80 | (id[6] & 0x0f);
    id[8] = 0x80 | (id[8] & 0x3f);
    id
}

/// Where the packets of a universe go if they go to everybody (9.3.1).
pub fn group(universe: u16) -> Ipv4Addr {
    let [high, low] = universe.to_be_bytes();
    Ipv4Addr::new(239, 255, high, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_stands_at_its_octet() {
        let mut source = Source::new(cid("a", "panel"), "Panel de la sala", 258, 110);
        let mut levels = [0; 512];
        (levels[0], levels[511]) = (9, 77);
        let first = source.packet(&levels);
        assert_eq!(first.len(), 638);
        assert_eq!(first[..16], *b"\x00\x10\x00\x00ASC-E1.17\x00\x00\x00");
        assert_eq!(first[16..22], [0x72, 0x6e, 0, 0, 0, 4]);
        assert_eq!(first[22..38], cid("a", "panel"));
        assert_eq!(first[38..44], [0x72, 0x58, 0, 0, 0, 2]);
        assert_eq!(first[44..61], *b"Panel de la sala\x00");
        assert_eq!(first[108..115], [110, 0, 0, 0, 0, 1, 2]);
        assert_eq!(first[115..126], [0x72, 0x0b, 0x02, 0xa1, 0, 0, 0, 1, 2, 1, 0]);
        assert_eq!((first[126], first[637]), (9, 77));
        let second = source.last_packet(&levels);
        assert_eq!((second[111], second[112]), (1, 0x40));
        assert_eq!(first[113..], second[113..]);
    }

    #[test]
    fn numbers_go_round() {
        let mut source = Source::new([0; 16], "", 1, 100);
        let numbers: Vec<u8> = (0..300).map(|_| source.packet(&[0; 512])[111]).collect();
        assert_eq!((numbers[255], numbers[256], numbers[299]), (255, 0, 43));
    }

    #[test]
    fn an_identity_stays_and_is_nobody_elses() {
        assert_eq!(cid("a\n", "panel"), cid("a", "panel"));
        assert_ne!(cid("a", "panel"), cid("a", "panel-2"));
        assert_ne!(cid("a", "panel"), cid("b", "panel"));
        let id = cid("a", "panel");
        assert_eq!((id[6] >> 4, id[8] >> 6), (8, 2));
    }

    #[test]
    fn a_long_name_is_cut_between_letters() {
        let field = name_field(&format!("{}ñ", "a".repeat(62)));
        assert_eq!((field[61], field[62], field[63]), (b'a', 0, 0));
    }

    #[test]
    fn a_universe_has_its_group() {
        assert_eq!(group(1), Ipv4Addr::new(239, 255, 0, 1));
        assert_eq!(group(63_999), Ipv4Addr::new(239, 255, 249, 255));
    }
}
