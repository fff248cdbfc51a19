//! Bytes as pairs of hexadecimal digits, as people write and read them: `02 4A`.

/// Returns bytes as hexadecimal pairs.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Returns bytes written as pairs of hexadecimal digits, in either case, with or without blanks.
pub fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    digits.chunks(2).map(|pair| Some((value(pair[0])? << 4 | value(pair[1])?) as u8)).collect()
}
