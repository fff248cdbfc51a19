//! A game that was finished on paper and typed in by two people: every line of the sheet goes
//! through the rules of a live game; only nobody waits, and no machine is asked.

use super::*;

impl Paper {
    /// The first line that cannot be, from 1, and what is wrong with it.
    pub fn bad_line(&self, lines: &[Line]) -> Option<(u32, Reasons)> {
        let mut copy = self.clone();
        copy.begin_sheet();
        (1..).zip(lines).find_map(|(no, line)| copy.line(*line).err().map(|why| (no, why)))
    }

    pub(super) fn against_sheet(&self, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        let (Act::AskSheet { game, lines } | Act::ConfirmSheet { game, lines }) = &asked.act else {
            unreachable!("{asked:?}")
        };
        if let Some(wrong) = self.not_on_table(*game) {
            return wrong;
        }
        let draw = &self.games[game];
        if matches!(asked.act, Act::ConfirmSheet { .. }) {
            let Some((first, by)) = &draw.sheet else { return vec!["transcripcion-no-pedida"] };
            check(&mut no, *by == asked.who, "otra-persona");
            check(&mut no, first != lines, "hoja-distinta");
        }
        check(&mut no, !draw.in_draw(), PHASE);
        // The power went, somebody called ALTO, or the machine was given up.
        let restarted = draw.phase == Phase::Stopped && draw.by_restart;
        let interrupted = restarted || !draw.holds.is_empty() || draw.by_hand.is_some();
        check(&mut no, !interrupted, "sin-interrupcion");
        self.against_going_on(&mut no, draw);
        check(&mut no, draw.holds.iter().any(|hold| hold.why.doubts_a_ball()), "en-alto");
        check(&mut no, lines.is_empty() || lines.len() > 1000, "hoja-no-concuerda");
        if no.is_empty() && self.bad_line(lines).is_some() {
            no.push("hoja-no-valida");
        }
        no
    }

    pub(super) fn write_sheet(&mut self, asked: &Asked) {
        match &asked.act {
            Act::AskSheet { lines, .. } => self.table_game().sheet = Some((lines.clone(), asked.who)),
            Act::ConfirmSheet { lines, .. } => {
                self.begin_sheet();
                for line in lines {
                    self.line(*line).expect("the sheet was looked at");
                }
                // The rest waits for a person, as after a restart.
                if self.table_game().phase == Phase::Drawing {
                    self.stop(true);
                }
            }
            _ => unreachable!("{asked:?}"),
        }
    }

    /// From here on the sheet tells.
    pub fn begin_sheet(&mut self) {
        let draw = self.table_game();
        draw.holds.clear();
        draw.sheet = None;
        draw.keyed = None;
    }

    pub fn line(&mut self, line: Line) -> Result<(), Reasons> {
        let none_before = |no: Reasons| if no.is_empty() { Ok(()) } else { Err(no) };
        match line {
            Line::Ball(ball) => {
                none_before(self.goes_on())?;
                let set = self.session.as_ref().unwrap().set;
                let draw = self.table_game();
                match draw.out.get(draw.said) {
                    Some(waits) if *waits != ball => return Err(vec!["hoja-no-concuerda"]),
                    Some(_) => (),
                    None if draw.out.contains(&ball) => return Err(vec!["bola-ya-extraida"]),
                    None => draw.takes(ball, set),
                }
                draw.said += 1;
            }
            Line::Sung { sung, card, answer } => {
                if !self.table_game().in_draw() {
                    return Err(vec![PHASE]);
                }
                if self.table_game().phase == Phase::Drawing {
                    self.stop(false);
                }
                let say = self.judge(sung, card, How::Keyed);
                let good = matches!(say, Say::Good { .. });
                let accepted = match answer {
                    Answer::Good if good => Some(true),
                    Answer::Rejected if good => Some(false),
                    Answer::NotGood if !good => None,
                    Answer::NotGood => return Err(vec!["hoja-no-concuerda"]),
                    Answer::Good | Answer::Rejected => return Err(vec!["canto-no-valido"]),
                };
                let draw = self.table_game();
                let no = u32::try_from(draw.claims.len()).unwrap() + 1;
                draw.claims.push(Claim { no, stop: draw.stop, sung, card, say, accepted });
            }
            Line::End => {
                let draw = self.table_game();
                if draw.phase == Phase::Drawing && draw.said == 90 {
                    self.stop(false);
                }
                let draw = self.table_game();
                if draw.phase != Phase::Stopped {
                    return Err(vec![PHASE]);
                }
                let mut no = Reasons::new();
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                check(&mut no, !draw.bingo_given() && draw.said < 90, "sin-bingo");
                none_before(no)?;
                self.end();
            }
            Line::Paid { sung, card } => {
                let draw = self.table_game();
                if draw.phase != Phase::Ended {
                    return Err(vec![PHASE]);
                }
                let due = |p: &&mut Prize| p.sung == sung && p.card == card && p.state == "pendiente";
                let Some(prize) = draw.prizes.iter_mut().find(due) else {
                    return Err(vec!["premio-desconocido"]);
                };
                prize.state = "pagado";
            }
        }
        Ok(())
    }

    /// The next ball of the sheet is an order to go on, with the question before it where a line
    /// was good.
    fn goes_on(&mut self) -> Reasons {
        let mut no = Reasons::new();
        let draw = self.table_game();
        if draw.phase == Phase::Drawing {
            return no;
        }
        if draw.phase != Phase::Stopped {
            return vec![PHASE];
        }
        check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
        check(&mut no, draw.bingo_given(), "bingo-dado");
        if no.is_empty() {
            self.go_on();
        }
        no
    }
}
