//! What was read of a game's balls, by whom: on paper the balls on which everybody agreed are counted, and each reading that
//! differed is printed with its numbers (ADR 21).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::game::{ActaBall, ActaGame, BallSource};
use crate::event::{Evidence, HoldWhy};

impl ActaGame {
    /// Returns the readings in words; none before the first ball.
    pub fn readings(&self) -> Option<String> {
        if self.balls.is_empty() {
            return None;
        }
        let count = |of: &dyn Fn(&ActaBall) -> bool| self.balls.iter().filter(|ball| of(ball)).count();
        let from = |source: BallSource, second: bool| {
            count(&|ball| ball.corrected.is_none() && ball.source == source && ball.second == second)
        };
        let seen = count(&|ball| ball.corrected.is_some() || ball.source == BallSource::Seen);
        let read = [
            ("por la máquina y por el segundo lector con el mismo número", from(BallSource::Machine, true)),
            ("por la máquina", from(BallSource::Machine, false)),
            ("por dos personas, con el mismo número (art. 36.2)", from(BallSource::Keyed, false)),
            ("transcritas de la hoja por dos personas", from(BallSource::Paper, false)),
            ("vistas por dos personas, por haber duda", seen),
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

/// Returns the two numbers of one ball that made a hold, in words; none of what is no such hold.
#[allow(clippy::wildcard_enum_match_arm, reason = "all other holds are about no second number")]
pub(super) fn differing(why: &HoldWhy) -> Option<String> {
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
        _ => return None,
    })
}
