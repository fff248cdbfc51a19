//! Why bytes are no frame, in the technician's words.

use crate::hex::hex;

pub(super) fn check(said: &[u8], awaited: &[u8]) -> String {
    format!("la comprobación es {} y tendría que ser {}", hex(said), hex(awaited))
}

pub(super) fn end(said: &[u8], awaited: &[u8]) -> String {
    format!("el final es {} y tendría que ser {}", hex(said), hex(awaited))
}

pub(super) fn unfinished(has: usize, needs: usize) -> String {
    format!("la trama no termina: llegan {has} bytes y son {needs}")
}
