//! Sheets of games that were finished on paper: true ones, made from how the game might have gone
//! on, and some with a line that cannot be.

use super::*;

impl Evening<'_> {
    /// One person types in what was played on paper, or another does after him.
    pub(super) fn sheet(&mut self, no: u32, game: &Game) -> Option<Act> {
        let restarted = game.phase == Phase::Stopped && game.by_restart;
        let interrupted = restarted || !game.holds.is_empty() || game.by_hand.is_some();
        let chance = match (interrupted, game.sheet.is_some()) {
            (false, _) => 1,
            (true, true) if self.plan.on_paper => 60,
            (true, false) if self.plan.on_paper && game.by_hand.is_none() => 20,
            (true, false) if self.plan.on_paper => 3,
            (true, true) => 10,
            (true, false) => 2,
        };
        if !self.dice.percent(chance) || !interrupted && self.dice.percent(80) {
            return None;
        }
        let who = self.dice.pick(&[1, 2, 3]);
        if let Some((lines, by)) = &game.sheet
            && self.dice.percent(85)
        {
            let mut lines = lines.clone();
            if self.dice.percent(8) {
                self.spoil(&mut lines);
            }
            let who = if who == *by && self.dice.percent(85) { 1 + by % 3 } else { who };
            return Some(Act::ConfirmSheet { game: no, lines }.by(who));
        }
        let mut lines = self.write_sheet();
        if self.dice.percent(25) {
            self.spoil(&mut lines);
        }
        Some(Act::AskSheet { game: no, lines }.by(who))
    }

    /// How the game may have gone on, played on a copy; to its end, or some lines of it.
    fn write_sheet(&mut self) -> Vec<Line> {
        let mut copy = self.paper.clone();
        copy.begin_sheet();
        let most = if self.dice.percent(50) { 200 } else { self.dice.from(1, 30) as usize };
        let mut lines = vec![];
        while lines.len() < most {
            let game = copy.game().unwrap().clone();
            let line = match self.next_line(&game) {
                Some(line) => line,
                None => break,
            };
            lines.push(line);
            if copy.line(line).is_err() {
                break;
            }
        }
        lines
    }

    fn next_line(&mut self, game: &Game) -> Option<Line> {
        if game.phase == Phase::Ended {
            let due = game.prizes.iter().find(|prize| prize.state == "pendiente");
            return due
                .filter(|_| self.dice.percent(60))
                .map(|prize| Line::Paid { sung: prize.sung, card: prize.card });
        }
        for sung in [Sung::Bingo, Sung::Line] {
            let winners = self.winners(game, sung);
            if !winners.is_empty() && self.dice.percent(70) {
                let answer = if self.dice.percent(95) { Answer::Good } else { Answer::Rejected };
                return Some(Line::Sung { sung, card: self.dice.pick(&winners), answer });
            }
        }
        if game.bingo_given() || game.said == 90 {
            return Some(Line::End);
        }
        if self.dice.percent(1) {
            let card = (game.starts[0].0, self.dice.from(1, SIZE));
            return Some(Line::Sung { sung: Sung::Bingo, card, answer: Answer::NotGood });
        }
        let waits = game.out.get(game.said).copied();
        waits.or_else(|| self.fresh_ball(game)).map(Line::Ball)
    }

    /// Something is copied wrong.
    fn spoil(&mut self, lines: &mut Vec<Line>) {
        let dice = &mut self.dice;
        let at = dice.below(u32::try_from(lines.len()).unwrap()) as usize;
        let card = ("A17", dice.from(1, SIZE));
        match dice.below(9) {
            0 => lines.clear(),
            1 => lines.insert(at, Line::Ball(dice.small(1, 90))),
            2 => lines.push(Line::End),
            3 => lines.push(Line::Paid { sung: Sung::Line, card }),
            4 => lines.insert(at, Line::Sung { sung: Sung::Line, card, answer: Answer::Good }),
            5 | 6 => {
                for line in lines.iter_mut() {
                    if let Line::Sung { answer, .. } = line {
                        *answer = dice.pick(&[Answer::Good, Answer::NotGood, Answer::NotGood]);
                    }
                }
            }
            _ => match lines.get_mut(at) {
                Some(Line::Ball(ball)) => *ball = dice.small(1, 90),
                Some(Line::Sung { answer, .. }) => {
                    *answer = dice.pick(&[Answer::Good, Answer::NotGood, Answer::Rejected]);
                }
                Some(Line::Paid { sung, .. }) => *sung = Sung::Line,
                Some(Line::End) | None => lines.push(Line::Ball(dice.small(1, 90))),
            },
        }
    }
}
