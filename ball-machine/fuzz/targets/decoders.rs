//! Any bytes, in any pieces, at any time, through the decoder of any embedded driver.
#![no_main]

use ball_machine::driver::{Driver, EMBEDDED};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [which, data @ ..] = data else { return };
    let (_, text) = EMBEDDED[usize::from(*which) % EMBEDDED.len()];
    let mut decoder = Driver::parse("embedded", text).expect("it is good").decoder(None);
    let (mut now_ms, mut rest) = (0, data);
    // A byte says how long the next piece is, and another how late it comes.
    while let [len, wait_ms, tail @ ..] = rest {
        let (piece, tail) = tail.split_at(usize::from(*len).min(tail.len()));
        now_ms += u64::from(*wait_ms) * 4;
        decoder.tick(now_ms, &mut |_| ());
        decoder.push(piece, now_ms, &mut |_| ());
        let stats = decoder.stats();
        assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded + decoder.pending() as u64, "NL7");
        assert!(decoder.pending() <= 128);
        decoder.take_output();
        rest = tail;
    }
});
