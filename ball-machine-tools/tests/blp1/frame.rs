//! Frames and orders of BLP/1 against the vectors of `docs/BLP1.md`.

use ball_machine::blp1::frame::{Blp1Line, Frame, HostFrame, LineError, crc16};
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Fault, Mode, SEQ_MAX, SetId, Stored};

fn boot() -> BootId {
    BootId(0x5F3A_91C2)
}

fn set() -> SetId {
    SetId::parse("A").unwrap()
}

/// Every device vector of BLP1.md with its meaning.
pub fn frames() -> Vec<(&'static str, Frame)> {
    let stored = |seq, what| Frame::Stored { seq, what };
    let beat = |seq, mode, out| Frame::Beat { seq, mode, out };
    let read = |number, confidence| Stored::Read { number, set: set(), confidence };
    vec![
        ("$I,5F3A91C2,BLP1,90,A*FF61", Frame::Identity { boot: boot(), balls: 90, set: set() }),
        ("$H,000000,STOP,00*A6BA", beat(0, Mode::Stop, 0)),
        ("$H,000023,RUN,18*0B00", beat(23, Mode::Run, 18)),
        ("$P,000016*6CD8", stored(16, Stored::Present)),
        ("$B,000017,07,A,098*112E", stored(17, read(7, 98))),
        ("$G,000018*77BA", stored(18, Stored::Gone)),
        ("$P,000019*9D37", stored(19, Stored::Present)),
        ("$N,000020*FAE8", stored(20, Stored::NoRead)),
        ("$F,000021,JAM*4A0B", stored(21, Stored::FaultRaised(Fault::Jam))),
        ("$C,000022,JAM*AA78", stored(22, Stored::FaultCleared(Fault::Jam))),
        ("$D,000023,OPEN*0BBD", stored(23, Stored::DoorOpened)),
        ("$L,000024*35CA", stored(24, Stored::Loaded)),
        ("$B,999999,90,A,100*89EE", stored(999_999, read(90, 100))),
        ("$B,000001,01,A,100*175D", stored(1, read(1, 100))),
        ("$B,000024,00,A,000*FACF", stored(24, read(0, 0))),
        ("$B,000025,91,A,097*BE9D", stored(25, read(91, 97))),
    ]
}

fn orders() -> Vec<(&'static str, HostFrame)> {
    let want = |mode| HostFrame::Want { boot: boot(), mode };
    vec![
        ("!Q,00000000,000000*A9B5", HostFrame::Query { boot: BootId(0), seq: 0 }),
        ("!Q,5F3A91C2,000017*F016", HostFrame::Query { boot: boot(), seq: 17 }),
        ("!A,5F3A91C2,000017*EE17", HostFrame::Ack { boot: boot(), seq: 17 }),
        ("!M,5F3A91C2,STOP*F44C", want(Mode::Stop)),
        ("!M,5F3A91C2,RUN*840D", want(Mode::Run)),
        ("!M,5F3A91C2,HOLD*4580", want(Mode::Hold)),
        ("!M,5F3A91C2,LOAD*F92D", want(Mode::Load)),
    ]
}

fn sealed(start: char, body: &str) -> Vec<u8> {
    format!("{start}{body}*{:04X}\r\n", crc16(body.as_bytes())).into_bytes()
}

#[test]
fn the_vectors_mean_what_the_page_says_both_ways() {
    for (text, frame) in frames() {
        assert_eq!(Frame::parse(format!("{text}\r\n").as_bytes()), Ok(frame), "{text}");
        assert_eq!(frame.encode(), format!("{text}\r\n"));
    }
    for (text, order) in orders() {
        assert_eq!(HostFrame::parse(format!("{text}\r\n").as_bytes()), Ok(order), "{text}");
        assert_eq!(order.encode(), format!("{text}\r\n"));
    }
}

#[test]
fn a_right_sum_does_not_save_a_wrong_form() {
    let bad = [
        "",
        ",",
        "B,000026,7,A,098",
        "B,000026,007,A,098",
        "B,000026,07,A,101",
        "B,000026,07,A,98",
        "B,000026,07,a,098",
        "B,000026,07,,098",
        "B,000026,07,ABCDEFGHI,098",
        "B,000026,07,A,098,",
        "B,000026,07,A",
        "B,000000,07,A,098",
        "B,+00026,07,A,098",
        "b,000026,07,A,098",
        "P,16",
        "P,0000016",
        "P,000016,",
        "P, 00016",
        "H,000023,run,18",
        "H,000023,RUN,8",
        "H,000023,GO,18",
        "I,5f3a91c2,BLP1,90,A",
        "I,5F3A91C2,BLP2,90,A",
        "I,+F3A91C2,BLP1,90,A",
        "F,000021,FIRE",
        "F,000021",
        "D,000023,OPENED",
        "X,000023",
        "P,000016\u{7f}",
        "ñ,000016",
    ];
    for body in bad {
        assert_eq!(Frame::parse(&sealed('$', body)), Err(LineError::BadForm), "{body}");
    }
    for body in ["Q,5F3A91C2,17", "A,5F3A91C2", "M,5F3A91C2,FAULT", "M,5F3A91C2,run", "Z,1"] {
        assert_eq!(HostFrame::parse(&sealed('!', body)), Err(LineError::BadForm), "{body}");
    }
    assert_eq!(Frame::parse(b"$B,000026,7,A,098*862B\r\n"), Err(LineError::BadForm));
}

#[test]
fn a_line_that_is_not_whole_has_no_sum() {
    for line in [
        "$\r\n",
        "$*\r\n",
        "$P,000016\r\n",
        "$P,000016*6CD8\n",
        "$P,000016*6CD8",
        "$P,000016*6cd8\r\n",
        "$P,000016*6CD9\r\n",
        "$P,000016*6CD8 \r\n",
        "$P,000017*6CD8\r\n",
    ] {
        assert_eq!(Frame::parse(line.as_bytes()), Err(LineError::BadSum), "{line:?}");
    }
    assert_eq!(Frame::parse(b""), Err(LineError::Noise));
    assert_eq!(Frame::parse(b"!Q,00000000,000000*A9B5\r\n"), Err(LineError::Noise));
    let long = format!("P,000016,{}", "A".repeat(60));
    assert_eq!(Frame::parse(&sealed('$', &long)), Err(LineError::TooLong));
}

#[test]
fn the_longest_frames_fit_a_line() {
    let set = SetId::parse("ABCDEFGH").unwrap();
    let read = Stored::Read { number: 99, set, confidence: 100 };
    let longest = [
        Frame::Identity { boot: BootId(u32::MAX), balls: 99, set },
        Frame::Stored { seq: SEQ_MAX, what: read },
    ];
    for frame in longest {
        let line = frame.encode();
        assert!(line.len() <= 37, "{line}");
        assert_eq!(Frame::parse(line.as_bytes()), Ok(frame));
    }
}
