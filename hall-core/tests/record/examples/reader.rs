//! Examples of what happens at the second reader.

use hall_core::event::*;
use hall_core::machine::{BootId, LinkLoss, Stored};

use super::{ball, set};

/// What a hall with a second reader brought.
pub fn second_reader() -> Vec<Event> {
    let (boot, game) = (BootId(0x7A3B), GameNo(1));
    let saw = |seq, what| ReaderEvent::Saw { boot, seq, what };
    let own = [
        ReaderEvent::Identified { boot },
        ReaderEvent::LinkLost { why: LinkLoss::Silent },
        ReaderEvent::Candidate { game, ball: ball(61), boot: BootId(0x2a), seq: 7, confidence: 98 },
        saw(1, Stored::Present),
        saw(2, Stored::Read { number: 99, set: set("J2"), confidence: 0 }),
        saw(3, Stored::NoRead),
        saw(4, Stored::Gone),
    ];
    let mut events: Vec<Event> = own.into_iter().map(Event::Reader).collect();
    let machine = Evidence::Machine { boot: BootId(0x2a), seq: 7, confidence: 98 };
    let second = Evidence::SecondReader { boot, seq: 5, confidence: 91 };
    events.push(Event::BallExtracted {
        game,
        ordinal: Ordinal(2),
        ball: ball(61),
        evidence: vec![machine, second],
    });
    let whys = [
        HoldWhy::ReadersDiffer { ordinal: Ordinal(3), machine: ball(16), second: 91 },
        HoldWhy::SecondSilent(ball(16)),
        HoldWhy::SecondLost(LinkLoss::HungUp),
    ];
    let held = (20..).zip(whys).map(|(hold, why)| Event::HoldRaised { game, hold: HoldNo(hold), why });
    events.extend(held);
    events
}

/// What a correction brings where no machine counts.
pub fn left_out() -> Vec<Event> {
    let why = HoldWhy::LeftOut { ordinal: Ordinal(3), ball: ball(84) };
    vec![Event::HoldRaised { game: GameNo(1), hold: HoldNo(23), why }]
}
