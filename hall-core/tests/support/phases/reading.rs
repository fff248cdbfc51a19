//! A draw whose balls the caller reads (DECISIONS 36).

use hall_core::event::{Extractor, HowRead, MachineNo, Ordinal, Play};
use hall_core::request::{Presented, Request};
use hall_core::rules::SecondWord;

use super::{Bench, MESA, SALA, VENDEDOR, announced_in, at_the_bar, ball, card, game_of, hall_under};
use crate::support::rules;

fn drawing_read(second_word: SecondWord) -> Bench {
    let mut rules = rules();
    rules.second_word.value = second_word;
    let mut bench = hall_under(rules);
    bench.open_session();
    let (read, reason) = (HowRead::ByCaller, "no sopla".to_owned());
    bench.ask(SALA, Request::ChangeMachine { machine: None, read, reason }).unwrap();
    let mut bench = announced_in(bench);
    let game = game_of(&bench);
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    bench
}

fn key(bench: &mut Bench, ordinal: u8, number: u8) {
    let (game, ordinal) = (game_of(bench), Ordinal(ordinal));
    bench.ask(VENDEDOR, Request::KeyBall { game, ordinal, ball: ball(number), again: false }).unwrap();
}

/// The caller alone; so many balls are out.
fn read_by_the_caller(balls: u8) -> Bench {
    let mut bench = drawing_read(SecondWord::Caller);
    for number in 1..=balls {
        key(&mut bench, number, number);
    }
    bench
}

/// Between games, with a drum for which the hall has no balls.
fn a_drum_without_balls() -> Bench {
    let mut bench = at_the_bar();
    let (homologation, reason) = ("H-77".to_owned(), "no sopla".to_owned());
    let drum =
        Request::RegisterMachine { extractor: Extractor::Drum, homologation, maker: None, reference: None };
    bench.ask(SALA, drum).unwrap();
    let (machine, read) = (Some(MachineNo(1)), HowRead::ByCaller);
    bench.ask(SALA, Request::ChangeMachine { machine, read, reason }).unwrap();
    bench
}

/// Its phases.
pub fn reading() -> Vec<(&'static str, Bench)> {
    let mut confirmed = drawing_read(SecondWord::Mesa);
    key(&mut confirmed, 1, 88);
    let mut again = read_by_the_caller(3);
    key(&mut again, 4, 2);
    let mut sung = read_by_the_caller(3);
    let (game, presented) = (game_of(&sung), Presented::Keyed(card("A17", 3)));
    sung.ask(MESA, Request::Claim { game, play: Play::Line, card: presented }).unwrap();
    vec![
        ("between games, a drum without balls", a_drum_without_balls()),
        ("drawing, the caller reads and the mesa confirms", drawing_read(SecondWord::Mesa)),
        ("drawing, read and not confirmed", confirmed),
        ("drawing, read by the caller alone", read_by_the_caller(3)),
        ("drawing, ninety balls read", read_by_the_caller(90)),
        ("drawing, a ball read again", again),
        ("stopped, a card sung on balls that were read", sung),
    ]
}
