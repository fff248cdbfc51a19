//! The words of the scripts about machines, balls that the caller reads, and the agent who is called when something is wrong with them.

use hall_core::event::{Extractor, GameNo, HowRead, MachineNo, Ordinal};
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_core::rules::{Announcing, CallerError, Rules, SecondWord};

use crate::support::{MESA, SALA, VENDEDOR, ball, set};

/// How a ball is announced, what an error in it does, and whose word a ball needs that the caller reads.
pub fn rule(text: &str, rules: &mut Rules) {
    if text.contains("regla: el número se teclea") {
        rules.announcing.value = Announcing::Typed;
    }
    if text.contains("regla: el error se corrige") {
        rules.caller_error.value = CallerError::Correct;
    }
    if text.contains("regla: la bola leída la confirma la mesa") {
        rules.second_word.value = SecondWord::Mesa;
    }
    if text.contains("regla: el locutor lee solo") {
        rules.second_word.value = SecondWord::Caller;
    }
}

/// `teclea 41`, and `teclea-bien 70` in the place of what the same person keyed; another place than the next stands behind.
pub fn key(game: GameNo, words: &[&str], next: usize) -> (PersonId, Request) {
    let place = words.get(2).map_or(next, |word| word.parse().unwrap());
    let (ordinal, again) = (Ordinal(u8::try_from(place).unwrap()), words[0] == "teclea-bien");
    (VENDEDOR, Request::KeyBall { game, ordinal, ball: ball(words[1].parse().unwrap()), again })
}

/// Who asks for what, where the line is about a machine: `máquina bombo H-77`, `cambia-máquina 2 lee-el-locutor No sopla`,
/// `juego-de-bombo B1`, `rectifica-lectura 12 34`.
pub fn request(game: GameNo, words: &[&str]) -> Option<(PersonId, Request)> {
    Some(match words[0] {
        "máquina" => {
            let extractor = if words[1] == "bombo" { Extractor::Drum } else { Extractor::Pneumatic };
            let homologation = words[2..].join(" ");
            (SALA, Request::RegisterMachine { extractor, homologation, maker: None, reference: None })
        }
        "cambia-máquina" => {
            let machine = words[1].parse().ok().map(MachineNo);
            let read = if words[2] == "lee-el-locutor" { HowRead::ByCaller } else { HowRead::Connected };
            (SALA, Request::ChangeMachine { machine, read, reason: words[3..].join(" ") })
        }
        "juego-de-bombo" => {
            let (set, homologation) = (set(words[1]), "H-9/2024".into());
            let extractor = Extractor::Drum;
            (SALA, Request::RegisterBallSet { set, extractor, homologation, maker: None, reference: None })
        }
        "rectifica-lectura" => {
            let (ordinal, to) = (words[1].parse().unwrap(), words[2].parse().unwrap());
            (VENDEDOR, Request::RectifyReading { game, ordinal: Ordinal(ordinal), ball: ball(to) })
        }
        // `avisa-autoridad bolas 89 falta la 7`: for that count, and nothing else.
        "avisa-autoridad" if words.get(1) == Some(&"bolas") => {
            let balls = Some(words[2].parse().unwrap());
            (MESA, Request::CallAuthority { cause: words[3..].join(" "), balls })
        }
        "avisa-autoridad" => (MESA, Request::CallAuthority { cause: words[1..].join(" "), balls: None }),
        "agente" => {
            (SALA, Request::RecordAuthority { agent: words[1].into(), goes_on: words[2] == "continúa" })
        }
        _ => return None,
    })
}
