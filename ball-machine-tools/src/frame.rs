//! Encodes frames of BLP/1, which the crate `ball-machine` only reads.

use ball_machine::blp1::frame::{Frame, crc16, fault_word, mode_word};
use hall_core::machine::Stored;

/// Writes a device's frames as lines of BLP/1.
pub trait Encode {
    /// The line, CR LF included. A number above its width is the caller's mistake and gives a line that
    /// [`ball_machine::blp1::frame::Blp1Line::parse`] refuses.
    fn encode(&self) -> String;
}

impl Encode for Frame {
    fn encode(&self) -> String {
        let body = match self {
            Frame::Identity { boot, balls, set } => format!("I,{boot},BLP1,{balls:02},{set}"),
            Frame::Beat { seq, mode, out } => format!("H,{seq:06},{},{out:02}", mode_word(*mode)),
            Frame::Stored { seq, what } => match what {
                Stored::Present => format!("P,{seq:06}"),
                Stored::Read { number, set, confidence } => {
                    format!("B,{seq:06},{number:02},{set},{confidence:03}")
                }
                Stored::NoRead => format!("N,{seq:06}"),
                Stored::Gone => format!("G,{seq:06}"),
                Stored::FaultRaised(fault) => format!("F,{seq:06},{}", fault_word(*fault)),
                Stored::FaultCleared(fault) => format!("C,{seq:06},{}", fault_word(*fault)),
                Stored::DoorOpened => format!("D,{seq:06},OPEN"),
                Stored::DoorClosed => format!("D,{seq:06},CLOSED"),
                Stored::Loaded => format!("L,{seq:06}"),
            },
        };
        format!("${body}*{:04X}\r\n", crc16(body.as_bytes()))
    }
}
