//! The draw on paper: order and announcement, stop, question, the order to go on or to end.

use super::*;

impl Paper {
    pub(super) fn against_draw(&self, watch: i64, act: &Act) -> Reasons {
        let mut no = Reasons::new();
        match *act {
            Act::StartDraw { game } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let phase = self.games[&game].phase;
                check(&mut no, phase == Phase::Selling, "sin-acta");
                check(&mut no, phase != Phase::Selling && phase != Phase::Announced, PHASE);
                self.against_going_on(&mut no, &self.games[&game]);
                let set = self.session.as_ref().is_some_and(|session| session.set == self.loaded);
                let ready = self.heard && self.beat && !self.jam && self.machine_out == 0 && set;
                check(&mut no, !ready, "maquina-no-preparada");
            }
            Act::Announce { game, place, ball, typed } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                if draw.phase != Phase::Drawing {
                    return vec![PHASE, STALE];
                }
                self.against_going_on(&mut no, draw);
                check(&mut no, !draw.holds.is_empty(), "en-alto");
                match draw.out.get(draw.said) {
                    None => no.extend(["sin-bola", STALE]),
                    Some(next) => {
                        check(&mut no, usize::from(place) != draw.said + 1, STALE);
                        check(&mut no, *next != ball && !typed, STALE);
                    }
                }
            }
            Act::Stop { game, said, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let draw = &self.games[&game];
                check(&mut no, draw.phase != Phase::Drawing, PHASE);
                check(&mut no, usize::from(said) != draw.said, STALE);
            }
            Act::Ask { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                let asked_in_vain = draw.asked.is_some_and(|(_, bingo)| bingo || !draw.bingo_given());
                check(&mut no, asked_in_vain, "ya-preguntado");
                check(
                    &mut no,
                    !draw.bingo_given() && !draw.line_given() && draw.said < 90,
                    "nada-que-preguntar",
                );
            }
            Act::GoOn { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                self.against_going_on(&mut no, draw);
                check(&mut no, !draw.holds.is_empty(), "en-alto");
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                check(&mut no, draw.bingo_given(), "bingo-dado");
                check(&mut no, draw.said == 90, "noventa-bolas");
                if draw.line_given() {
                    against_order(&mut no, draw, watch, false);
                }
                let counts = !draw.by_restart || usize::from(self.machine_out) == draw.out.len();
                let agrees = self.heard && self.beat && counts;
                // Drawn by hand, the game has nothing more to do with the machine.
                check(&mut no, !agrees && draw.by_hand.is_none(), "maquina-no-preparada");
            }
            Act::End { game, stop } => {
                let Some(draw) = self.stopped(game, stop, &mut no) else { return no };
                self.against_going_on(&mut no, draw);
                let doubt = |h: &Hold| {
                    matches!(h.why, Trouble::Caller { .. } | Trouble::Keyed { .. } | Trouble::Called)
                };
                check(&mut no, draw.holds.iter().any(doubt), "en-alto");
                check(&mut no, draw.waiting().is_some(), "cantos-pendientes");
                check(&mut no, !draw.bingo_given() && draw.said < 90, "sin-bingo");
                against_order(&mut no, draw, watch, true);
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_draw(&mut self, watch: i64, act: &Act) {
        match *act {
            Act::StartDraw { .. } => {
                self.table_game().phase = Phase::Drawing;
                self.table_game().void_asked = None;
            }
            Act::Announce { place, ball, .. } => {
                let mut holds = self.holds;
                let draw = self.table_game();
                let machine = draw.out[draw.said];
                if machine == ball {
                    draw.said += 1;
                } else {
                    draw.hold(&mut holds, Trouble::Caller { place, machine, caller: ball });
                }
                self.holds = holds;
            }
            Act::Stop { .. } => self.stop(false),
            Act::Ask { .. } => {
                let draw = self.table_game();
                draw.asked = Some((watch, draw.bingo_given() || draw.said == 90));
            }
            Act::GoOn { .. } => self.go_on(),
            Act::End { .. } => self.end(),
            ref other => unreachable!("{other:?}"),
        }
    }

    pub(super) fn stopped(&self, game: u32, stop: u32, no: &mut Reasons) -> Option<&Game> {
        if let Some(wrong) = self.not_on_table(game) {
            no.extend(wrong);
            return None;
        }
        let draw = &self.games[&game];
        if draw.phase == Phase::Stopped && draw.stop == stop {
            return Some(draw);
        }
        no.push(STALE);
        None
    }

    /// The draw goes on; a line that was given is over.
    pub(super) fn go_on(&mut self) {
        if self.table_game().line_given() {
            self.share(self.table.unwrap(), Sung::Line);
        }
        self.table_game().phase = Phase::Drawing;
        self.table_game().void_asked = None;
    }

    /// The closing order.
    pub(super) fn end(&mut self) {
        let game = self.table.unwrap();
        for sung in [Sung::Line, Sung::Bingo] {
            if !self.games[&game].over.contains(&sung) {
                self.share(game, sung);
            }
        }
        let draw = self.table_game();
        draw.phase = Phase::Ended;
        draw.void_asked = None;
        draw.holds.clear();
        draw.by_hand = None;
        draw.sheet = None;
    }

    pub(super) fn stop(&mut self, by_restart: bool) {
        let draw = self.table_game();
        draw.stop += 1;
        draw.by_restart = by_restart;
        draw.asked = None;
        draw.phase = Phase::Stopped;
    }
}

/// The order to go on or to end: the question was asked, for this play, long enough ago.
fn against_order(no: &mut Reasons, draw: &Game, watch: i64, ends: bool) {
    match draw.asked {
        None => no.push("falta-pregunta"),
        Some((at, bingo)) => {
            check(no, ends && !bingo, "falta-pregunta");
            check(no, watch - at < QUESTION_MS, "plazo-prudencial");
        }
    }
}
