//! The settings of a serial line, on which both ends must agree.

/// The slowest line, in bits a second.
pub const BAUD_MIN: u32 = 1_200;
/// The fastest, in bits a second.
pub const BAUD_MAX: u32 = 115_200;

/// Speed and shape of a byte. The default is 9600 8N1, that of BLP/1 and of most hardware.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSettings {
    /// Bits a second, [`BAUD_MIN`] to [`BAUD_MAX`].
    pub baud: u32,
    /// 7 or 8.
    pub data_bits: u8,
    /// The bit after them, if any.
    pub parity: Parity,
    /// 1 or 2.
    pub stop_bits: u8,
}

/// The parity bit of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parity {
    /// No parity bit.
    #[default]
    None,
    /// An even number of ones.
    Even,
    /// An odd number of ones.
    Odd,
}

impl Default for LineSettings {
    fn default() -> LineSettings {
        LineSettings { baud: 9_600, data_bits: 8, parity: Parity::None, stop_bits: 1 }
    }
}

impl LineSettings {
    /// Bits of a byte on the line, start and stop bits included: 9 to 12.
    pub fn bits_for_a_byte(&self) -> u32 {
        let parity = u32::from(self.parity != Parity::None);
        1 + u32::from(self.data_bits) + parity + u32::from(self.stop_bits)
    }

    /// What a byte takes on the line, in microseconds, rounded up.
    pub fn byte_us(&self) -> u64 {
        (u64::from(self.bits_for_a_byte()) * 1_000_000).div_ceil(u64::from(self.baud.max(1)))
    }
}

impl std::fmt::Display for LineSettings {
    /// As technicians write it: `9600 8N1`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parity = match self.parity {
            Parity::None => 'N',
            Parity::Even => 'E',
            Parity::Odd => 'O',
        };
        write!(f, "{} {}{parity}{}", self.baud, self.data_bits, self.stop_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_takes_its_bits() {
        let line = LineSettings { data_bits: 7, parity: Parity::Even, ..LineSettings::default() };
        assert_eq!((line.to_string().as_str(), line.byte_us()), ("9600 7E1", 1_042));
        assert_eq!(LineSettings { baud: 57_600, ..LineSettings::default() }.byte_us(), 174);
    }
}
