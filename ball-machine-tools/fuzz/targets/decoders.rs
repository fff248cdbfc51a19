//! Any bytes, in any pieces, at any time, through the decoder of any embedded driver, that of BLP/1, and BLP/1's host.
#![no_main]

use ball_machine::blp1::frame::LINE_MAX;
use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::Decoder;
use ball_machine::driver::{Driver, EMBEDDED};
use ball_machine::host::{Host, OUTPUT_MAX};
use ball_machine::link::Link;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [which, data @ ..] = data else { return };
    let which = usize::from(*which) % (EMBEDDED.len() + 2);
    match EMBEDDED.get(which) {
        Some((_, text)) => {
            decode(Driver::parse("embedded", text).expect("it is good").decoder(None).as_mut(), data)
        }
        None if which == EMBEDDED.len() => decode(&mut Watch::default(), data),
        None => host(data),
    }
});

/// Gives out pieces with their times: a byte says how long the next one is, and another how late it comes.
fn pieces(data: &[u8], mut hear: impl FnMut(&[u8], u64)) {
    let (mut now_ms, mut rest) = (0, data);
    while let [len, wait_ms, tail @ ..] = rest {
        let (piece, tail) = tail.split_at(usize::from(*len).min(tail.len()));
        now_ms += u64::from(*wait_ms) * 4;
        hear(piece, now_ms);
        rest = tail;
    }
}

fn decode(decoder: &mut dyn Decoder, data: &[u8]) {
    pieces(data, |piece, now_ms| {
        decoder.tick(now_ms, &mut |_| ());
        decoder.push(piece, now_ms, &mut |_| ());
        let stats = decoder.stats();
        assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded + decoder.pending() as u64, "NL7");
        assert!(decoder.pending() <= 128);
        decoder.take_output();
    });
}

fn host(data: &[u8]) {
    let (mut host, mut out) = (Host::new(None), Vec::new());
    host.opened(0);
    pieces(data, |piece, now_ms| {
        host.tick(now_ms, &mut out);
        host.receive(piece, now_ms, &mut out);
        let stats = host.stats();
        let pending = stats.bytes - stats.frame_bytes - stats.discarded;
        assert!(pending < LINE_MAX as u64, "NL7: {pending} bytes wait");
        assert!(host.take_output().len() <= OUTPUT_MAX);
        out.clear();
    });
}
