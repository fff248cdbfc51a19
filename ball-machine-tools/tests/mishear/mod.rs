//! A line whose ends are set to different speeds.

/// Pairs of speeds, the machine's and ours, that people set by mistake.
pub const WRONG: [(u32, u32); 7] = [
    (9_600, 4_800),
    (4_800, 9_600),
    (9_600, 19_200),
    (19_200, 9_600),
    (9_600, 115_200),
    (115_200, 9_600),
    (9_600, 14_400),
];

/// What a receiver at `to` bits a second makes of bytes sent at `from`: 8N1 on both ends, a line that
/// rests between frames, framing errors as the system gives them: as bytes of zero.
pub fn misheard(bytes: &[u8], from: u32, to: u32, rest_bits: usize) -> Vec<u8> {
    let mut line = vec![true; rest_bits];
    for byte in bytes {
        line.push(false);
        line.extend((0..8).map(|bit| byte >> bit & 1 == 1));
        line.push(true);
    }
    line.extend(std::iter::repeat_n(true, rest_bits));
    let (from, to) = (f64::from(from), f64::from(to));
    let level = |bit: f64| line.get((bit * from / to) as usize).copied();
    let (mut heard, mut at) = (Vec::new(), 0.0);
    while let Some(now) = level(at) {
        if now {
            at += 0.25;
            continue;
        }
        let bits: Option<Vec<bool>> = (0..10).map(|bit| level(at + 0.5 + f64::from(bit))).collect();
        let Some(bits) = bits else { break };
        let byte = (0..8).map(|bit| u8::from(bits[bit + 1]) << bit).sum();
        heard.push(if bits[9] { byte } else { 0 });
        at += 9.75;
    }
    heard
}
