//! The words of the scripts about a sheet kept on paper.

use hall_core::event::{PaperAnswer, PaperLine, Play, RejectReason};

use super::Script;
use crate::support::{ball, card};

impl Script {
    /// The top row of a card, its line sung and given, the rest of it, its bingo, the end, and
    /// the line paid.
    pub(super) fn sheet_of(&self, number: u32) -> Vec<PaperLine> {
        let face = self.bench.face(number);
        let out = &self.bench.hall.game.as_ref().unwrap().extracted;
        let new = |ball: &hall_core::ball::Ball| !out.contains(ball);
        let row: Vec<_> = face.rows()[0].iter().filter(new).collect();
        let rest = face.balls().iter().filter(|ball| new(ball) && !row.contains(ball));
        let card = card("A17", number);
        let sung = |play| PaperLine::Sung { play, card, answer: PaperAnswer::Good };
        let mut lines: Vec<_> = row.iter().map(|ball| PaperLine::Ball(*ball)).collect();
        lines.push(sung(Play::Line));
        lines.extend(rest.map(PaperLine::Ball));
        lines.extend([sung(Play::Bingo), PaperLine::End, PaperLine::Paid { play: Play::Bingo, card }]);
        lines
    }
}

/// A sheet: `16 61 línea:A17:3:bien 40 bingo:A17:5:mal fin pagado:línea:A17:3`.
pub(super) fn sheet(words: &[&str]) -> Vec<PaperLine> {
    let play = |word: &str| if word == "línea" { Play::Line } else { Play::Bingo };
    let line = |word: &&str| match word.split(':').collect::<Vec<_>>()[..] {
        ["fin"] => PaperLine::End,
        ["pagado", what, name, number] => {
            PaperLine::Paid { play: play(what), card: card(name, number.parse().unwrap()) }
        }
        [what, name, number, answer] => PaperLine::Sung {
            play: play(what),
            card: card(name, number.parse().unwrap()),
            answer: match answer {
                "bien" => PaperAnswer::Good,
                "mal" => PaperAnswer::NotGood,
                "copia" => PaperAnswer::Rejected(RejectReason::NotOriginal),
                other => panic!("nobody answers {other}"),
            },
        },
        [number] => PaperLine::Ball(ball(number.parse().unwrap())),
        _ => panic!("no line of a sheet is {word}"),
    };
    words.iter().map(line).collect()
}
