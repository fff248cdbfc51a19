//! DMX through a USB adaptor that speaks the protocol of Enttec's DMX USB Pro, as many others do.
//!
//! A message is 7E, its label, the length of its data (low byte first), the data, E7. Label 6 hands over a universe, start
//! code first; the adaptor says it on the line by itself from then on (Enttec, *DMX USB Pro Widget API*, version 1.44).

use crate::dmx::Levels;

const START: u8 = 0x7e;
const END: u8 = 0xe7;
/// «Output only send DMX packet».
const SEND: u8 = 6;

/// The bytes of a message with all levels.
pub const LENGTH: usize = 5 + 513;

/// The levels as a message. A level that would look like the beginning of one is one less: an adaptor that is switched on
/// in mid-message finds the next.
pub fn message(levels: &Levels) -> Vec<u8> {
    let mut message = Vec::with_capacity(LENGTH);
    let [low, high] = 513_u16.to_le_bytes();
    message.extend([START, SEND, low, high, 0]);
    message.extend(levels.map(|level| if level == START { START - 1 } else { level }));
    message.push(END);
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_universe_is_one_message() {
        let mut levels = [0; 512];
        (levels[0], levels[511]) = (255, 7);
        let message = message(&levels);
        assert_eq!(message.len(), LENGTH);
        assert_eq!(message[..6], [0x7e, 6, 0x01, 0x02, 0, 255]);
        assert_eq!(message[516..], [7, 0xe7]);
        let same = super::message(&[START; 512]);
        assert!(same[1..].iter().all(|byte| *byte != START) && same[5] == START - 1);
    }
}
