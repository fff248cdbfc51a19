//! A sign that speaks the Alpha sign communications protocol, by the maker's document (9708-8061 F): files, memory that is
//! laid out, sums, answers.
//!
//! It takes nothing on trust: five NULs before SOH, its own type and address or those for any, a sum where there is an
//! ETX, only files that were laid out and have room. A frame that is cut short ends where the next one begins.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::device::Device;

const SOH: u8 = 1;
const STX: u8 = 2;
const ETX: u8 = 3;
const EOT: u8 = 4;
const ACK: u8 = 6;
const NAK: u8 = 0x15;

/// Longer than any frame that is meant for a sign of a few lines.
const FRAME_MAX: usize = 1_024;
const PRIORITY_MAX: usize = 125;

/// Bits of the status that goes with an answer.
const STATUS: u8 = 0x40;
const ILLEGAL: u8 = 0x20;
const BAD_SUM: u8 = 0x10;

/// A file of its memory.
#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    /// `A` for TEXT, `B` for STRING.
    kind: u8,
    room: usize,
    bytes: Vec<u8>,
}

/// A sign.
#[derive(Debug, Clone)]
pub struct Sign {
    kind: u8,
    address: [u8; 2],
    /// It has a battery: memory survives its power.
    keeps_memory: bool,
    /// It is of Alpha 2.0: it can be told to answer.
    can_answer: bool,
    on: bool,
    answers: bool,
    files: BTreeMap<u8, File>,
    priority: Vec<u8>,
    nuls: usize,
    /// The frame that is coming in, from SOH on.
    frame: Option<Vec<u8>>,
    refuse: u32,
    /// Frames that were taken since it was made.
    pub good: u64,
    /// Frames that were not.
    pub bad: u64,
    /// Frames that were cut short.
    pub cut: u64,
    /// Good frames since it has power.
    pub good_since_power: u64,
}

impl Sign {
    /// A sign of type `f` at address `01`, with power.
    pub fn new(can_answer: bool, keeps_memory: bool) -> Sign {
        Sign {
            kind: b'f',
            address: *b"01",
            keeps_memory,
            can_answer,
            on: true,
            answers: false,
            files: BTreeMap::new(),
            priority: Vec::new(),
            nuls: 0,
            frame: None,
            refuse: 0,
            good: 0,
            bad: 0,
            cut: 0,
            good_since_power: 0,
        }
    }

    /// The lines that can be read on it; none without power.
    pub fn lines(&self) -> Vec<String> {
        if !self.on {
            return Vec::new();
        }
        let text = |bytes: &[u8]| {
            // ESC, position and mode; then the text.
            let text = match bytes {
                [0x1b, _, _, text @ ..] => text,
                text => text,
            };
            self.resolved(text)
        };
        let shown = if self.priority.is_empty() {
            let texts = self.files.values().filter(|file| file.kind == b'A' && !file.bytes.is_empty());
            texts.map(|file| text(&file.bytes)).next().unwrap_or_default()
        } else {
            text(&self.priority)
        };
        if shown.is_empty() { Vec::new() } else { shown.split('\r').map(str::to_owned).collect() }
    }

    /// A text with the STRING files it calls.
    fn resolved(&self, text: &[u8]) -> String {
        let mut out = String::new();
        let mut bytes = text.iter();
        while let Some(byte) = bytes.next() {
            if *byte == 0x10 {
                let called = bytes.next().and_then(|label| self.files.get(label));
                out.push_str(
                    &called
                        .map_or_else(String::new, |file| String::from_utf8_lossy(&file.bytes).into_owned()),
                );
            } else {
                out.push(char::from(*byte));
            }
        }
        out
    }

    /// The next frames are refused, whatever they are.
    pub fn refuse(&mut self, frames: u32) {
        self.refuse = frames;
    }

    /// It answers to frames.
    pub fn is_answering(&self) -> bool {
        self.answers
    }

    /// Forgets all its files and how it was told to answer, as when somebody resets it.
    pub fn forget(&mut self) {
        self.files.clear();
        self.priority.clear();
        self.answers = false;
    }

    fn take(&mut self, byte: u8) -> Vec<u8> {
        if byte == 0 {
            self.nuls += 1;
            if self.nuls == 5 && self.frame.take().is_some() {
                self.cut += 1;
            }
            return Vec::new();
        }
        let begins = byte == SOH && self.nuls >= 5;
        self.nuls = 0;
        if begins {
            self.frame = Some(Vec::new());
            return Vec::new();
        }
        let Some(frame) = &mut self.frame else { return Vec::new() };
        if byte != EOT {
            if frame.len() < FRAME_MAX {
                frame.push(byte);
            }
            return Vec::new();
        }
        let frame = std::mem::take(frame);
        self.frame = None;
        self.whole(&frame)
    }

    /// A frame between SOH and EOT.
    fn whole(&mut self, frame: &[u8]) -> Vec<u8> {
        let [kind, high, low, rest @ ..] = frame else {
            self.bad += 1;
            return Vec::new();
        };
        let for_any = *kind == b'Z' || *kind == self.kind;
        if !for_any || !(self.address == [*high, *low] || [*high, *low] == *b"00") {
            return Vec::new();
        }
        let status = if self.refuse > 0 {
            self.refuse -= 1;
            ILLEGAL
        } else {
            self.commands(rest)
        };
        if status == 0 {
            self.good += 1;
            self.good_since_power += 1;
        } else {
            self.bad += 1;
        }
        match (self.answers, status) {
            (false, _) => Vec::new(),
            (true, 0) => vec![ACK, STATUS],
            (true, status) => vec![NAK, STATUS | status],
        }
    }

    /// STX and a command, with ETX and a sum or without, as often as it comes. Returns what was wrong.
    fn commands(&mut self, mut rest: &[u8]) -> u8 {
        if rest.first() != Some(&STX) {
            return ILLEGAL;
        }
        while let [STX, after @ ..] = rest {
            let Some(end) = after.iter().position(|byte| *byte == ETX) else {
                return self.command(after);
            };
            let (command, behind) = after.split_at(end);
            let [_, sum @ ..] = behind else { return ILLEGAL };
            let Some((sum, next)) = sum.split_at_checked(4) else { return BAD_SUM };
            let summed: u32 = rest[..end + 2].iter().map(|byte| u32::from(*byte)).sum();
            if sum != format!("{:04X}", summed & 0xffff).as_bytes() {
                return BAD_SUM;
            }
            let wrong = self.command(command);
            if wrong != 0 {
                return wrong;
            }
            rest = next;
        }
        if rest.is_empty() { 0 } else { ILLEGAL }
    }

    fn command(&mut self, command: &[u8]) -> u8 {
        let done = match command {
            [b'A', b'0', text @ ..] if text.len() <= PRIORITY_MAX + 3 => {
                self.priority = text.to_vec();
                true
            }
            [b'A', label, text @ ..] => self.write(b'A', *label, text),
            [b'G', label, text @ ..] => self.write(b'B', *label, text),
            [b'E', b's', b'1'] if self.can_answer => {
                self.answers = true;
                true
            }
            [b'E', b's', b'0'] if self.can_answer => {
                self.answers = false;
                true
            }
            [b'E', b'$', table @ ..] => self.lay_out(table),
            _ => false,
        };
        if done { 0 } else { ILLEGAL }
    }

    fn write(&mut self, kind: u8, label: u8, text: &[u8]) -> bool {
        match self.files.get_mut(&label) {
            Some(file) if file.kind == kind && text.len() <= file.room => {
                file.bytes = text.to_vec();
                true
            }
            Some(_) | None => false,
        }
    }

    /// Lays the memory out: all that was in it is gone.
    fn lay_out(&mut self, table: &[u8]) -> bool {
        let mut files = BTreeMap::new();
        for entry in table.chunks(11) {
            let [label, kind @ (b'A' | b'B'), b'U' | b'L', size @ ..] = entry else { return false };
            let room = size.get(..4).and_then(|size| std::str::from_utf8(size).ok());
            let Some(room) = room.and_then(|size| usize::from_str_radix(size, 16).ok()) else { return false };
            let whole = entry.len() == 11 && (0x20..0x7f).contains(label) && !b"?012345".contains(label);
            if !whole || (*kind == b'B' && room > PRIORITY_MAX) {
                return false;
            }
            files.insert(*label, File { kind: *kind, room, bytes: Vec::new() });
        }
        self.files = files;
        true
    }
}

impl Device for Sign {
    fn receive(&mut self, bytes: &[u8], _now_ms: u64) -> Vec<u8> {
        if !self.on {
            return Vec::new();
        }
        bytes.iter().flat_map(|byte| self.take(*byte)).collect()
    }

    fn power(&mut self, on: bool) {
        self.on = on;
        (self.nuls, self.frame, self.good_since_power) = (0, None, 0);
        if !on && !self.keeps_memory {
            self.forget();
        }
    }

    fn shows(&self, _now_ms: u64) -> Value {
        if self.on { json!({"lines": self.lines(), "good": self.good, "bad": self.bad}) } else { Value::Null }
    }

    fn obey(&mut self, order: &str) -> bool {
        let many = order.strip_prefix("nak ").and_then(|many| many.parse().ok());
        match (order, many) {
            (_, Some(many)) => self.refuse(many),
            ("nak", None) => self.refuse(1),
            ("forget", None) => self.forget(),
            (_, None) => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as the maker's examples have it: no sum, any sign.
    fn plain(command: &[u8]) -> Vec<u8> {
        [&b"\0\0\0\0\0\x01Z00\x02"[..], command, b"\x04"].concat()
    }

    #[test]
    fn a_text_without_a_sum_is_shown() {
        let mut sign = Sign::new(false, true);
        assert!(sign.receive(&plain(b"A0\x1b bHOLA\rSALA"), 0).is_empty());
        assert_eq!(sign.lines(), ["HOLA", "SALA"]);
    }

    #[test]
    fn a_bad_sum_a_file_that_is_not_there_and_a_frame_cut_short_change_nothing() {
        let mut sign = Sign::new(true, true);
        assert_eq!(sign.receive(&plain(b"Es1"), 0), [ACK, STATUS]);
        assert_eq!(sign.receive(&plain(b"A0\x1b bHOLA\x030000"), 0), [NAK, STATUS | BAD_SUM]);
        assert_eq!(sign.receive(&plain(b"GaHOLA"), 0), [NAK, STATUS | ILLEGAL]);
        let whole = plain(b"A0\x1b bADIOS");
        assert!(sign.receive(&whole[..14], 0).is_empty());
        assert_eq!(sign.receive(&whole, 0), [ACK, STATUS]);
        assert_eq!((sign.lines(), sign.cut), (vec!["ADIOS".to_owned()], 1));
    }

    #[test]
    fn strings_are_called_and_gone_with_the_memory() {
        let mut sign = Sign::new(true, false);
        for command in [&b"E$AAL0040FF00aBL003C0000"[..], b"AA\x1b b\x10a", b"Ga61"] {
            sign.receive(&plain(command), 0);
        }
        assert_eq!(sign.lines(), ["61"]);
        sign.power(false);
        assert!(sign.receive(&plain(b"Ga62"), 0).is_empty() && sign.lines().is_empty());
        sign.power(true);
        sign.receive(&plain(b"Ga62"), 0);
        assert_eq!((sign.lines(), sign.bad), (Vec::new(), 1), "nobody laid its memory out again");
    }

    #[test]
    fn another_signs_frame_is_not_for_it() {
        let mut sign = Sign::new(false, true);
        sign.receive(b"\0\0\0\0\0\x01Z02\x02A0HOLA\x04", 0);
        sign.receive(b"\0\0\0\x01Z00\x02A0HOLA\x04", 0);
        assert!(sign.lines().is_empty(), "another address; too few NULs");
    }
}
