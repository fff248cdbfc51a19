//! Bytes in a driver file, written as pairs of hexadecimal digits.

use std::ops::RangeInclusive;

use settings_file::Table;

use crate::hex::hex_bytes;

/// Reads bytes that a line can carry.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    /// The line has seven data bits: nothing above 7F.
    pub(super) seven_bits: bool,
}

impl Bytes {
    /// A key's bytes.
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

    /// A fault at the first of these bytes that the line cannot carry.
    pub(super) fn fit(self, table: &Table<'_>, at: usize, bytes: &[u8]) {
        let high = bytes.iter().find(|byte| self.seven_bits && **byte >= 0x80);
        if let Some(high) = high {
            table.fault_at(at, format!("{high:02X} no cabe en una línea de 7 bits: como mucho, 7F"));
        }
    }
}
