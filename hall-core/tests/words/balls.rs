//! The words of the scripts about sets of balls.

use std::fmt::Write;

use hall_core::board::LatestCount;
use hall_core::event::{CountNo, Inspection};
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_core::rules::Rules;

use super::Script;
use crate::support::{MESA, SALA, set};

/// A hall whose sets last two games.
pub fn rule(text: &str, rules: &mut Rules) {
    if text.contains("regla: un juego de bolas sirve 2 partidas") {
        rules.ball_set_max_games.value = 2;
        rules.ball_set_warning_games.value = 1;
    }
}

/// Who asks for what, where the line is about a set of balls.
pub fn request(words: &[&str]) -> Option<(PersonId, Request)> {
    let number = |index: usize| -> u8 { words[index].parse().unwrap() };
    Some(match words[0] {
        "propone-tabla" | "confirma-tabla" => {
            let (set, table_sha256) = (set(words[1]), [number(2); 32]);
            if words[0] == "propone-tabla" {
                let balls = words.get(3).map_or(90, |_| number(3));
                (MESA, Request::AskBallEnrolment { set, balls, table_sha256 })
            } else {
                (SALA, Request::ConfirmBallEnrolment { set, table_sha256 })
            }
        }
        "inspecciona" | "confirma-inspección" => {
            let note = words.get(3).map(|_| words[3..].join(" "));
            let (set, seals) = (set(words[1]), "P-0231 y P-0232".to_owned());
            let found = Inspection { seals, seals_whole: true, passed: words[2] == "apto", note };
            if words[0] == "inspecciona" {
                (MESA, Request::AskBallInspection { set, found })
            } else {
                (SALA, Request::ConfirmBallInspection { set, found })
            }
        }
        // All balls weigh 2 500 mg but those named, which weigh 2 300.
        "pesa" => {
            let light: Vec<u32> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
            let weights_mg = (1..=90).map(|ball| if light.contains(&ball) { 2300 } else { 2500 });
            let weights_mg = weights_mg.collect();
            let weigh = Request::WeighBallSet { set: set(words[1]), weights_mg, low_mg: 2400, high_mg: 2600 };
            (SALA, weigh)
        }
        "retira-juego" => {
            let reserve = words[2].strip_prefix("reserva=");
            let reason = words[if reserve.is_some() { 3 } else { 2 }..].join(" ");
            let reserve_set = reserve.map(set);
            (SALA, Request::WithdrawBallSet { set: set(words[1]), reason, reserve_set })
        }
        "cuenta" => (MESA, Request::BeginBallCount { set: set(words[1]) }),
        "fin-cuenta" => (MESA, Request::EndBallCount { count: CountNo(number(1).into()) }),
        "anula-cuenta" => {
            let (count, reason) = (CountNo(number(1).into()), words[2..].join(" "));
            (MESA, Request::CancelBallCount { count, reason })
        }
        "registra" => {
            let (homologation, maker) = ("H-9/2024".into(), Some("Bolas de prueba".into()));
            let (set, reference) = (set(words[1]), Some("F-2024/118".into()));
            let extractor = hall_core::event::Extractor::Pneumatic;
            (SALA, Request::RegisterBallSet { set, extractor, homologation, maker, reference })
        }
        _ => return None,
    })
}

impl Script {
    /// What the desk's board warns of.
    pub(super) fn warnings(&mut self) {
        writeln!(self.out, "  {:?}", self.bench.warnings()).unwrap();
    }

    /// The games that a set has served (M9).
    pub(super) fn games_of_set(&mut self, words: &[&str]) {
        let games = self.bench.hall.ball_sets[&set(words[1])].games;
        writeln!(self.out, "  el juego {} lleva {games}", words[1]).unwrap();
    }

    /// Passes balls through the reader and tells what is not just a ball.
    pub(super) fn pass(&mut self, words: &[&str]) {
        let mut but: Vec<u8> = Vec::new();
        for word in words {
            if let Some(left_out) = word.strip_prefix("menos=") {
                but = left_out.split(',').map(|number| number.parse().unwrap()).collect();
                continue;
            }
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let (first, last): (u8, u8) = (first.parse().unwrap(), last.parse().unwrap());
            for number in (first..=last).filter(|number| !but.contains(number)) {
                let events = self.bench.out(number);
                self.tell(&events);
            }
        }
        if let Some(count) = self.bench.hall.latest_count() {
            let passed = 90
                - match count {
                    LatestCount::Running(count) => count.missing().len(),
                    LatestCount::Ended(_, count) => count.missing.len(),
                };
            writeln!(self.out, "  {passed} números contados; la máquina: {:?}", self.bench.hall.wanted())
                .unwrap();
        }
    }
}
