//! What was read of a game's balls, by whom: on paper the balls on which everybody agreed are counted, and each reading
//! that differed is printed with its numbers (ADR 21).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Event, Evidence, HoldWhy, Ordinal};

/// How the number of a ball came into the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallSource {
    /// The machine read it.
    Machine,
    /// The caller read it on a ball of a machine without a line (DECISIONS 36).
    Read,
    /// Two people keyed it, drawing by hand (36.2).
    Keyed,
    /// It is on the sheet of a game finished on paper.
    Paper,
    /// Two people looked at it, the reading being in doubt.
    Seen,
}

impl BallSource {
    /// The source of a ball that is known by this evidence.
    pub fn of(evidence: &[Evidence]) -> BallSource {
        let has = |is: fn(&Evidence) -> bool| evidence.iter().any(is);
        if has(|item| matches!(item, Evidence::Paper)) {
            BallSource::Paper
        } else if has(|item| matches!(item, Evidence::Read { .. })) {
            BallSource::Read
        } else if has(|item| matches!(item, Evidence::Keyed { .. })) {
            BallSource::Keyed
        } else if has(|item| matches!(item, Evidence::Machine { .. })) {
            BallSource::Machine
        } else {
            BallSource::Seen
        }
    }
}

/// The readings of one game's balls.
#[derive(Debug, Default)]
pub struct Readings {
    balls: BTreeMap<Ordinal, Reading>,
    /// Two numbers of one ball, in words, each time there were two.
    differing: Vec<String>,
}

/// Who read the number of a ball besides the machine or the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Second {
    /// The second reader.
    Reader,
    /// Another person, who keyed it.
    Person,
    /// The jefe de mesa, who confirmed it.
    Mesa,
}

impl Second {
    /// Who it was by this evidence; nobody where two people drew by hand, neither of them being the first.
    fn of(evidence: &[Evidence]) -> Option<Second> {
        let read = evidence.iter().any(|item| matches!(item, Evidence::Read { .. }));
        evidence.iter().find_map(|item| match item {
            Evidence::SecondReader { .. } => Some(Second::Reader),
            Evidence::Keyed { .. } => read.then_some(Second::Person),
            Evidence::Confirmed { .. } => Some(Second::Mesa),
            Evidence::Machine { .. }
            | Evidence::Read { .. }
            | Evidence::CallerKey
            | Evidence::CallerTyped
            | Evidence::Paper => None,
        })
    }
}

#[derive(Debug)]
struct Reading {
    source: BallSource,
    /// Who read the same besides.
    second: Option<Second>,
    /// The caller's evidence, once it is announced.
    said: Option<Evidence>,
}

impl Readings {
    /// Adds an event of the game.
    pub fn apply(&mut self, event: &Event) {
        if let Event::BallExtracted { ordinal, evidence, .. } = event {
            let reading =
                Reading { source: BallSource::of(evidence), second: Second::of(evidence), said: None };
            self.balls.insert(*ordinal, reading);
        } else if let Event::BallCorrected { ordinal, .. } = event {
            let seen = Reading { source: BallSource::Seen, second: None, said: None };
            self.balls.entry(*ordinal).or_insert(seen).source = BallSource::Seen;
        } else if let Event::ReadingRectified { ordinal, from, to, .. } = event {
            let ball = self.balls.get_mut(ordinal).expect("the ball came out");
            // What two people had agreed on is put right by two; the caller's own word by himself.
            if ball.source != BallSource::Read || ball.second.is_some() {
                (ball.source, ball.second) = (BallSource::Seen, None);
            } else {
                let words = format!("bola {}.ª, el locutor el {from}, y rectificó: el {to}", ordinal.0);
                self.differing.push(words);
            }
        } else if let Event::BallAnnounced { ordinal, evidence, .. } = event {
            self.balls.get_mut(ordinal).expect("the ball came out").said = Some(*evidence);
        } else if let Event::HoldRaised { why, .. } = event {
            self.differing.extend(differing(why));
        }
    }

    /// The readings in words; none before the first ball.
    pub fn words(&self) -> Option<String> {
        if self.balls.is_empty() {
            return None;
        }
        let count = |of: &dyn Fn(&Reading) -> bool| self.balls.values().filter(|ball| of(ball)).count();
        let from = |source: BallSource| count(&|ball| ball.source == source);
        let with = |source: BallSource, second: Option<Second>| {
            count(&|ball| ball.source == source && ball.second == second)
        };
        let read = [
            (
                "por la máquina y por el segundo lector con el mismo número",
                with(BallSource::Machine, Some(Second::Reader)),
            ),
            ("por la máquina", with(BallSource::Machine, None)),
            (
                "por el locutor y por otra persona, con el mismo número",
                with(BallSource::Read, Some(Second::Person)),
            ),
            ("por el locutor, y confirmadas por la mesa", with(BallSource::Read, Some(Second::Mesa))),
            ("por el locutor", with(BallSource::Read, None)),
            ("por dos personas, con el mismo número (art. 36.2)", from(BallSource::Keyed)),
            ("transcritas de la hoja por dos personas", from(BallSource::Paper)),
            ("vistas por dos personas, por haber duda", from(BallSource::Seen)),
        ];
        let said = |evidence: Evidence| count(&|ball| ball.said == Some(evidence));
        let called = [
            ("con la bola a la vista", said(Evidence::CallerKey)),
            ("tecleando su número", said(Evidence::CallerTyped)),
        ];
        let mut words = format!("Bolas leídas {}.", listed(&read));
        if called.iter().any(|(_, balls)| *balls > 0) {
            words.push_str(&format!(" Confirmadas por el locutor al anunciarlas {}.", listed(&called)));
        }
        if self.differing.is_empty() {
            words.push_str(" Ninguna lectura distinta.");
        } else {
            words.push_str(&format!(" Lecturas distintas: {}.", self.differing.join("; ")));
        }
        Some(words)
    }
}

fn listed(parts: &[(&str, usize)]) -> String {
    let some = parts.iter().filter(|(_, balls)| *balls > 0);
    let parts: Vec<String> = some.map(|(who, balls)| format!("{who}, {balls}")).collect();
    parts.join("; ")
}

/// The two numbers of one ball that made a hold, in words.
fn differing(why: &HoldWhy) -> Option<String> {
    Some(match why {
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            format!("bola {}.ª, la máquina el {machine} y el locutor el {caller}", ordinal.0)
        }
        HoldWhy::ReadersDiffer { ordinal, machine, second } => {
            format!("bola {}.ª, la máquina el {machine} y el segundo lector el {second}", ordinal.0)
        }
        HoldWhy::SecondSilent(ball) => format!("la máquina el {ball} y el segundo lector nada"),
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            format!("bola {}.ª, una persona el {first} y la otra el {second}", ordinal.0)
        }
        HoldWhy::ReadWrong { ordinal, read, ball } => {
            format!("bola {}.ª, leída el {read}, y después se dijo el {ball}", ordinal.0)
        }
        HoldWhy::Repeated(_)
        | HoldWhy::OutOfRange(_)
        | HoldWhy::ForeignSet(_)
        | HoldWhy::NoRead
        | HoldWhy::Fault(_)
        | HoldWhy::DoorOpen
        | HoldWhy::LinkLost(_)
        | HoldWhy::Rebooted(_)
        | HoldWhy::FramesMissing
        | HoldWhy::CountDiffers { .. }
        | HoldWhy::Called(_)
        | HoldWhy::SecondLost(_)
        | HoldWhy::KeyedAgain { .. }
        | HoldWhy::LeftOut { .. } => return None,
    })
}
