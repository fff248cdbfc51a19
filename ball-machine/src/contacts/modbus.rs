//! Questions and answers of Modbus RTU.

use super::Coil;
use crate::observation::Why;
use crate::scan::{Shape, Verdict};

/// Modbus' CRC-16: polynomial A001 reflected, start FFFF; sent low byte first.
///
/// ```
/// assert_eq!(ball_machine::contacts::crc16(&[1, 2, 0, 0, 0, 8]).to_le_bytes(), [0x79, 0xCC]);
/// ```
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| crc >> 8 ^ CRC_TABLE[usize::from(crc as u8 ^ byte)])
}

const CRC_TABLE: [u16; 256] = crc_table();

const fn crc_table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u16, 0);
        while bit < 8 {
            crc = if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xA001 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Inputs,
    /// The input register of the ball's number.
    Number(u16),
    Coil(Coil),
}

impl Question {
    pub(super) fn function(self) -> u8 {
        match self {
            Question::Inputs => 0x02,
            Question::Number(_) => 0x04,
            Question::Coil(_) => 0x05,
        }
    }
}

/// The awaited answer, as a shape of frames.
#[derive(Debug, Clone, Copy)]
pub(super) struct Awaited {
    pub(super) unit: u8,
    pub(super) inputs: u16,
    pub(super) question: Option<Question>,
}

impl Shape for Awaited {
    fn begins(&self, byte: u8) -> bool {
        byte == self.unit
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        let Some(question) = self.question else { return Verdict::Not(Why::Unasked) };
        let [_, said, rest @ ..] = bytes else { return Verdict::More(2) };
        let data_len = match question {
            Question::Inputs => self.inputs.div_ceil(8) as u8,
            Question::Number(_) | Question::Coil(_) => 2,
        };
        let length = match (said ^ question.function(), question, rest) {
            (0x80, ..) => 5,
            (0, Question::Coil(_), _) => 8,
            (0, _, []) => return Verdict::More(3),
            (0, _, [count, ..]) if *count == data_len => 5 + usize::from(data_len),
            _ => return Verdict::Not(Why::Unasked),
        };
        if bytes.len() < length {
            return Verdict::More(length);
        }
        let (body, crc) = bytes.split_at(length - 2);
        if crc16(body).to_le_bytes() == crc { Verdict::Whole } else { Verdict::Not(Why::BadCheck) }
    }

    fn shortest(&self) -> usize {
        usize::MAX / 2
    }
}
