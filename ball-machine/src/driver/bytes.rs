//! Bytes in a driver's file, written as pairs of hexadecimal digits.

use std::ops::RangeInclusive;

use settings_file::Table;

use crate::hex::hex_bytes;
use crate::line::LineSettings;

/// Reads bytes that a line can carry.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    /// A byte of the line has seven bits: none above 7F can be sent.
    pub(super) seven_bits: bool,
}

impl Bytes {
    pub(super) fn of(line: LineSettings) -> Bytes {
        Bytes { seven_bits: line.data_bits == 7 }
    }

    /// Returns a key's bytes, if it is there.
    pub(super) fn read(
        self,
        table: &Table<'_>,
        key: &'static str,
        range: RangeInclusive<usize>,
    ) -> Option<Vec<u8>> {
        let place = table.place(key);
        let text = table.text(key)?;
        let Some(bytes) = hex_bytes(&text) else {
            table.fault_at(place, format!("«{key}»: «{text}» no son bytes; se escriben así: \"02 4A\""));
            return None;
        };
        if !range.contains(&bytes.len()) {
            let (least, most, has) = (range.start(), range.end(), bytes.len());
            table.fault_at(place, format!("«{key}» son de {least} a {most} bytes, y aquí hay {has}"));
            return None;
        }
        self.fit(table, place, &bytes);
        Some(bytes)
    }

    /// Says which of these bytes the line cannot carry.
    pub(super) fn fit(self, table: &Table<'_>, at: usize, bytes: &[u8]) {
        let high = bytes.iter().find(|byte| self.seven_bits && **byte >= 0x80);
        if let Some(high) = high {
            table.fault_at(at, format!("{high:02X} no cabe en una línea de 7 bits: como mucho, 7F"));
        }
    }
}
