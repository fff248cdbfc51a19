//! Examples of machines, and of balls that the caller reads.

use hall_core::event::*;
use hall_core::people::PersonId;
use hall_core::rules::{Rules, SecondWord};

use super::voice::{founded, law, opened, own};
use super::{ball, set};

/// What a draw without a line to a machine brought; from here on the opening lines are written in version 5.
pub fn machines(plain: &Rules) -> Vec<Event> {
    let (game, session) = (GameNo(1), SessionNo(1));
    let (caller, other) = (PersonId(4), PersonId(2));
    let with = |second_word| Rules { second_word, ..plain.clone() };
    let read = |place, second: &[Evidence]| Event::BallExtracted {
        game,
        ordinal: Ordinal(place),
        ball: ball(place + 40),
        evidence: [Evidence::Read { by: caller }].into_iter().chain(second.iter().copied()).collect(),
    };
    let again = HoldWhy::KeyedAgain { ordinal: Ordinal(4), ball: ball(41) };
    let wrong = HoldWhy::ReadWrong { ordinal: Ordinal(3), read: ball(43), ball: ball(34) };
    vec![
        founded(with(own(SecondWord::SecondPerson))),
        opened(with(law(SecondWord::Mesa))),
        opened(with(own(SecondWord::Caller))),
        Event::MachineRegistered {
            machine: MachineNo(1),
            extractor: Extractor::Pneumatic,
            homologation: "H-1234".into(),
            maker: Some("Máquinas del Sur, S. L.".into()),
            reference: Some("0042".into()),
        },
        Event::MachineRegistered {
            machine: MachineNo(2),
            extractor: Extractor::Drum,
            homologation: "H-77".into(),
            maker: None,
            reference: None,
        },
        Event::MachineTaken { session, machine: Some(MachineNo(1)), read: HowRead::Connected, reason: None },
        Event::MachineTaken {
            session,
            machine: None,
            read: HowRead::ByCaller,
            reason: Some("la máquina no sopla".into()),
        },
        Event::DrawStartedByCaller { game, set: set("J2") },
        read(1, &[]),
        read(2, &[Evidence::Keyed { by: other }]),
        read(3, &[Evidence::Confirmed { by: other }]),
        Event::HoldRaised { game, hold: HoldNo(31), why: again },
        Event::HoldRaised { game, hold: HoldNo(32), why: wrong },
        Event::ReadingRectified { game, ordinal: Ordinal(3), from: ball(43), to: ball(34) },
    ]
}
