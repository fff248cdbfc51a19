//! What modes and faults are called: in BLP/1, in driver files, and by technicians.

use hall_core::machine::{Fault, Mode};

/// The names of a mode or a fault.
pub(crate) struct Words<T> {
    pub(crate) of: T,
    pub(crate) blp1: &'static str,
    pub(crate) file: &'static str,
    pub(crate) spanish: &'static str,
}

pub(crate) const MODES: [Words<Mode>; 5] = [
    Words { of: Mode::Stop, blp1: "STOP", file: "stop", spanish: "parada" },
    Words { of: Mode::Run, blp1: "RUN", file: "run", spanish: "extrayendo" },
    Words { of: Mode::Hold, blp1: "HOLD", file: "hold", spanish: "en pausa" },
    Words { of: Mode::Load, blp1: "LOAD", file: "load", spanish: "cargando bolas" },
    Words { of: Mode::Fault, blp1: "FAULT", file: "fault", spanish: "en avería" },
];

pub(crate) const FAULTS: [Words<Fault>; 6] = [
    Words { of: Fault::Jam, blp1: "JAM", file: "jam", spanish: "bola atascada" },
    Words { of: Fault::Multiple, blp1: "MULTI", file: "multiple", spanish: "más de una bola en el lector" },
    Words { of: Fault::Returned, blp1: "RETURN", file: "returned", spanish: "la bola ha vuelto al bombo" },
    Words { of: Fault::Blower, blp1: "BLOWER", file: "blower", spanish: "turbina o motor" },
    Words { of: Fault::Sensor, blp1: "SENSOR", file: "sensor", spanish: "sensor" },
    Words { of: Fault::Power, blp1: "POWER", file: "power", spanish: "alimentación de la máquina" },
];

/// The names of `of` in [`MODES`] or [`FAULTS`].
pub(crate) fn words<T: PartialEq>(table: &'static [Words<T>], of: T) -> &'static Words<T> {
    table.iter().find(|words| words.of == of).expect("the tables have every mode and fault")
}

/// What one of the names stands for: `named(&MODES, |words| words.blp1 == "RUN")`.
pub(crate) fn named<T: Copy>(table: &[Words<T>], is: impl Fn(&Words<T>) -> bool) -> Option<T> {
    table.iter().find(|words| is(words)).map(|words| words.of)
}
