//! The machine of balls in words.

use super::Lang;
use crate::machine::{Fault, LinkLoss};

/// Returns a fault in words.
pub const fn fault(lang: Lang, fault: Fault) -> &'static str {
    match fault {
        Fault::Jam => lang.of("atasco", "jam"),
        Fault::Multiple => lang.of("varias bolas en el lector", "several balls at the reader"),
        Fault::Returned => lang.of("bola devuelta al bombo", "ball returned to the drum"),
        Fault::Blower => lang.of("avería del soplador", "blower fault"),
        Fault::Sensor => lang.of("avería de un sensor", "sensor fault"),
        Fault::Power => lang.of("fallo de alimentación", "power failure"),
    }
}

/// Returns how a line was lost.
pub(super) const fn loss(lang: Lang, loss: LinkLoss) -> &'static str {
    match loss {
        LinkLoss::HungUp => lang.of("cable desconectado", "cable unplugged"),
        LinkLoss::Silent => lang.of("no responde", "it does not answer"),
        LinkLoss::PortError => lang.of("error del puerto", "port error"),
    }
}
