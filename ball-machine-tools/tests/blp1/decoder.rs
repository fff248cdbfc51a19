//! Frames found in a stream of bytes, and every byte of it accounted for.

use ball_machine::blp1::decoder::{BadFrame, LineDecoder};
use ball_machine::blp1::frame::{Blp1Line as _, Frame, HostFrame, LINE_MAX, crc16};
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Mode, SetId, Stored};
use proptest::prelude::*;

fn vectors() -> Vec<String> {
    let page = "$I,5F3A91C2,BLP1,90,A*FF61 $H,000000,STOP,00*A6BA $H,000023,RUN,18*0B00 \
        $P,000016*6CD8 $B,000017,07,A,098*112E $G,000018*77BA $P,000019*9D37 $N,000020*FAE8 \
        $F,000021,JAM*4A0B $C,000022,JAM*AA78 $D,000023,OPEN*0BBD $L,000024*35CA \
        $B,999999,90,A,100*89EE $B,000001,01,A,100*175D";
    page.split(' ').filter(|f| !f.is_empty()).map(|f| format!("{f}\r\n")).collect()
}

type Seen = Vec<Result<Frame, BadFrame>>;

/// Pushes pieces, checks that every byte is accounted for (NL7), returns what came out.
fn decode<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Seen {
    let mut decoder = LineDecoder::<Frame>::default();
    let (mut seen, mut bytes) = (Seen::new(), 0);
    for piece in pieces {
        bytes += piece.len();
        decoder.push(piece, &mut |frame| seen.push(frame));
        assert!(decoder.pending() < LINE_MAX);
    }
    let counted: usize = seen
        .iter()
        .map(|f| match f {
            Ok(frame) => frame.encode().len(),
            Err(bad) => bad.bytes().len(),
        })
        .sum();
    assert_eq!(counted + decoder.pending(), bytes, "a byte was lost or counted twice");
    seen
}

fn good(seen: &Seen) -> Vec<Frame> {
    seen.iter().filter_map(|f| f.as_ref().ok().copied()).collect()
}

#[test]
fn every_single_bit_flip_is_refused_and_the_next_frame_is_found() {
    let next = Frame::Stored { seq: 555_555, what: Stored::Gone };
    for vector in vectors() {
        for bit in 0..vector.len() * 8 {
            let mut bytes = vector.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes.extend(next.encode().bytes());
            let seen = decode([bytes.as_slice()]);
            assert_eq!(good(&seen), [next], "bit {bit} of {vector:?} was accepted");
            assert!(seen.len() >= 2, "bit {bit} of {vector:?} went unnoticed");
        }
    }
}

/// The canary of the test above: without a sum, flips are accepted with another meaning.
#[test]
#[should_panic(expected = "was accepted")]
fn canary_without_a_sum_flips_are_accepted() {
    for vector in vectors() {
        let original = Frame::parse(vector.as_bytes()).unwrap();
        for bit in 0..(vector.len() - 7) * 8 {
            let mut bytes = vector.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let body = bytes[1..vector.len() - 7].to_vec();
            let resealed = [&b"$"[..], &body, format!("*{:04X}\r\n", crc16(&body)).as_bytes()].concat();
            for frame in good(&decode([resealed.as_slice()])) {
                assert_eq!(frame, original, "bit {bit} was accepted");
            }
        }
    }
}

#[test]
fn a_line_without_end_is_thrown_away_in_lines() {
    let noise = vec![0u8; 1000];
    let next = Frame::Stored { seq: 1, what: Stored::Present };
    let line = next.encode();
    let seen = decode([noise.as_slice(), line.as_bytes()]);
    assert_eq!(good(&seen), [next]);
    assert_eq!(seen.len(), 1000usize.div_ceil(LINE_MAX) + 1);
}

#[test]
fn orders_are_found_too() {
    let mut decoder = LineDecoder::<HostFrame>::default();
    let mut seen = 0;
    decoder.push(b"$P,000016*6CD8\r\n!Q,00000000,000000*A9B5\r\n", &mut |o| {
        seen += usize::from(o.is_ok());
    });
    assert_eq!(seen, 1);
    assert!(decoder.cut().is_none());
    decoder.push(b"!Q,0", &mut |_| ());
    assert_eq!(decoder.cut().unwrap().bytes(), b"!Q,0");
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let set = "[A-Z0-9]{1,8}".prop_map(|s| SetId::parse(&s).unwrap());
    let mode = prop::sample::select(vec![Mode::Stop, Mode::Run, Mode::Hold, Mode::Load, Mode::Fault]);
    prop_oneof![
        (any::<u32>(), 0u8..100, set.clone()).prop_map(|(boot, balls, set)| Frame::Identity {
            boot: BootId(boot),
            balls,
            set
        }),
        (0u32..=999_999, mode, 0u8..100).prop_map(|(seq, mode, out)| Frame::Beat { seq, mode, out }),
        (1u32..=999_999, 0u8..100, set, 0u8..=100).prop_map(|(seq, number, set, confidence)| {
            Frame::Stored { seq, what: Stored::Read { number, set, confidence } }
        }),
        (1u32..=999_999).prop_map(|seq| Frame::Stored { seq, what: Stored::NoRead }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_said_is_heard(frames in prop::collection::vec(any_frame(), 0..20)) {
        let stream: String = frames.iter().map(Frame::encode).collect();
        prop_assert_eq!(good(&decode([stream.as_bytes()])), frames);
    }

    #[test]
    fn pieces_of_any_size_say_the_same(
        frames in prop::collection::vec(any_frame(), 0..10),
        noise in prop::collection::vec(any::<u8>(), 0..200),
        size in 1usize..70,
    ) {
        let mut stream: Vec<u8> = frames.iter().flat_map(|f| f.encode().into_bytes()).collect();
        stream.splice(stream.len() / 2..stream.len() / 2, noise);
        prop_assert_eq!(decode(stream.chunks(size)), decode([stream.as_slice()]));
    }

    #[test]
    fn random_bytes_do_no_harm(noise in prop::collection::vec(any::<u8>(), 0..3000)) {
        decode(noise.chunks(97));
    }

    /// The bytes that matter, so that the branches are met more often than by chance.
    #[test]
    fn likely_noise_does_no_harm(
        noise in prop::collection::vec(prop::sample::select(b"$!*,\r\n0179ABPIH".to_vec()), 0..3000),
    ) {
        decode(noise.chunks(13));
    }
}

/// Test 21 of reliability.md at a size for every run: 4 MB of noise, then one frame.
#[test]
fn four_megabytes_of_noise_and_then_a_frame() {
    let mut state = 1u64;
    let mut decoder = LineDecoder::<Frame>::default();
    let (mut good, mut counted) = (0, 0);
    let mut chunk = [0u8; 4096];
    for _ in 0..1024 {
        for byte in &mut chunk {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
        decoder.push(&chunk, &mut |f| match f {
            Ok(_) => good += 1,
            Err(bad) => counted += bad.bytes().len(),
        });
    }
    assert_eq!(good, 0);
    assert_eq!(counted + decoder.pending(), 4096 * 1024);
    decoder.push(b"$P,000016*6CD8\r\n", &mut |f| good += usize::from(f.is_ok()));
    assert_eq!(good, 1);
    assert!(size_of::<LineDecoder<Frame>>() <= 128, "the decoder's memory does not grow");
}
