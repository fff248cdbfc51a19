//! 11, 12 · The question with its window, and the order that closes the play (G12, DECISIONS 5).

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::words;
use hall_wire::board::{Play, Stop};
use serde_json::json;

use super::{check, for_mesa, sung, trouble};
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{self, bold, camera, columns, cut_top, field, label, panel, say, text};
use crate::view::{View, machine};

/// The question.
pub(super) struct Question {
    number: Entry,
    another: bool,
    bingo: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question { number: Entry::new(Takes::Digits(6)), another: false, bingo: false }
    }
}

impl Question {
    /// What a card that is shown now sings: what was asked for; with both asked, what was chosen.
    fn play(&self, stop: &Stop) -> Play {
        match (stop.asked_line, stop.asked_bingo) {
            (true, false) => Play::Line,
            (false, _) => Play::Bingo,
            (true, true) if self.bingo => Play::Bingo,
            (true, true) => Play::Line,
        }
    }
}

/// Returns whether the order after this question ends the game: a bingo was given, or no ball is left.
fn ends(known: &Known, stop: &Stop) -> bool {
    let bingo = stop.claims.iter().any(|claim| claim.play == Play::Bingo && claim.accepted == Some(true));
    bingo || known.public().announced.len() == 90
}

fn words_of(stop: &Stop) -> String {
    let mut words = String::from("«");
    if stop.asked_line {
        words.push_str("¿Alguna línea más?");
    }
    if stop.asked_line && stop.asked_bingo {
        words.push(' ');
    }
    if stop.asked_bingo {
        words.push_str("¿Algún bingo más?");
    }
    words.push('»');
    words
}

impl View for Question {
    fn bar(&self, known: &Known) -> Bar {
        let (Some(game), Some(stop)) = (known.game(), known.board.public.stop.as_ref()) else {
            return Bar::new(Lead::Wait, "", Next::Wait(String::new()));
        };
        let more = KeyButton::new(Key::More, known.t("more-card"), Press::Typed)
            .sub(known.t("more-card-sub"))
            .chosen(self.another);
        let good = check::waiting(stop);
        if let (true, Some(number)) = (self.another, self.number.number()) {
            let label = known.ta("check-do", &[("card", &number.to_string())]);
            let next = match sung::claim_typed(known, number, self.play(stop)) {
                Some(press) => {
                    Next::Do(NextAct::new(label, press).sub(sung::play_words(known, self.play(stop))))
                }
                None => Next::Missing { label, what: String::new() },
            };
            return Bar::new(Lead::Now, known.t("check-prompt"), next)
                .with(trouble(known))
                .with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        }
        if let Some(claim) = good.first() {
            // A good card came while the question stands: it is given, and the question goes on.
            let label = known.ta("give-more-do", &[("play", &sung::play_words(known, claim.play))]);
            let body = json!({"game": game.game, "claim": claim.claim});
            let act = NextAct::new(label.clone(), Press::ask(label, "accept-claim", body))
                .sub(known.ta(
                    "verdict-card",
                    &[("card", &claim.card.card.to_string()), ("series", &super::series(&claim.card.series))],
                ))
                .armed(Arming::Verdict);
            let no = Press::ask(
                known.t("not-equal"),
                "reject-claim",
                json!({"game": game.game, "claim": claim.claim, "reason": "not_original"}),
            );
            return Bar::new(Lead::Now, known.t("give-prompt"), for_mesa(known, Next::Do(act)))
                .with(trouble(known))
                .with(
                    KeyButton::new(Key::Back, known.t("not-equal"), no)
                        .sub(known.t("not-equal-sub"))
                        .on_if(known.has_role("jefe_de_mesa"), known.t("only-mesa")),
                )
                .with(more);
        }
        let body = json!({"game": game.game, "stop": stop.stop});
        let (label, command, sub) = if ends(known, stop) {
            ("end-do", "end-game", "end-sub")
        } else {
            ("order-do", "go-on", "order-sub")
        };
        let label = known.t(label);
        let arming = stop.order_from_utc_ms.map_or(Arming::Reading(8.0), Arming::Until);
        let act =
            NextAct::new(label.clone(), Press::ask(label, command, body)).sub(known.t(sub)).armed(arming);
        let mut bar = Bar::new(
            Lead::Say,
            known.ta("question-prompt", &[("words", &words_of(stop))]),
            for_mesa(known, Next::Do(act)),
        )
        .with(trouble(known))
        .with(more);
        if self.another {
            bar = bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        }
        bar
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let stop = known.board.public.stop.as_ref()?;
        let [left, mut right] = columns(room, [760.0, 476.0], 12.0);
        machine::foot(ui, &mut right, known);
        let waits = check::waiting(stop);
        if let Some(claim) = waits.first().filter(|_| !self.another) {
            let mut left = left;
            let band = cut_top(&mut left, 84.0);
            sung::verdict(ui, Rect::from_min_max(band.min, pos2(room.right(), band.bottom())), known, claim);
            left.min.y += 12.0;
            sung::card_panel(ui, left, known, claim);
            let list = Rect::from_min_max(pos2(right.left(), left.top()), right.max);
            sung::list(ui, list, known, &stop.claims, claim.claim);
            return None;
        }
        let [top, bottom] = part::rows(left, [0.5, 0.5], 12.0);
        say(ui, top, &known.t("lead-say"), &words_of(stop), 52.0);
        window(ui, bottom, known, stop);
        let [first, second] = part::rows(right, [0.5, 0.5], 12.0);
        sung::list(ui, first, known, &stop.claims, 0);
        if !self.another {
            prizes(ui, second, known, stop);
            return None;
        }
        let mut inner = part::panel_in_focus(ui, second);
        field(ui, cut_top(&mut inner, 112.0), &known.t("check-field"), &self.number, true);
        inner.min.y += 10.0;
        ink::line(ui, cut_top(&mut inner, 26.0), &sung::play_words(known, self.play(stop)), bold(18.0));
        if stop.asked_line && stop.asked_bingo {
            ink::line(ui, cut_top(&mut inner, 26.0), &known.t("check-plays"), label(16.0));
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let stop = known.board.public.stop.as_ref()?;
        match typed {
            Typed::Scan(code) => return sung::claim_scanned(known, code, self.play(stop)),
            Typed::Char(c) if self.another => {
                self.number.put(*c);
            }
            Typed::Erase if self.another => self.number.erase(),
            Typed::Up | Typed::Down if self.another => self.bingo = !self.bingo,
            Typed::Char(_)
            | Typed::Erase
            | Typed::Up
            | Typed::Down
            | Typed::Press(_)
            | Typed::Released
            | Typed::Next => return None,
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::More {
            self.another = true;
        }
        if key == Key::Back {
            *self = Question::default();
        }
    }

    fn granted(&mut self) {
        *self = Question::default();
    }
}

/// Paints the window: seconds from the desk's clock and a bar; at its end, that it waits for the order.
fn window(ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) {
    let mut inner = panel(ui, room);
    let (Some(asked), Some(until)) = (stop.asked_at_utc_ms, stop.order_from_utc_ms) else { return };
    let left = (until - known.now_utc_ms).max(0);
    let whole = (until - asked).max(1);
    ink::line(ui, cut_top(&mut inner, 28.0), &known.t("window-head"), label(17.0));
    if left > 0 {
        let secs = (left + 999) / 1000;
        ink::line(ui, cut_top(&mut inner, 100.0), &format!("{secs} s"), bold(72.0));
        let line = cut_top(&mut inner, 26.0);
        ui.painter().rect_filled(line, 4.0, colour::RULE);
        let part = left as f32 / whole as f32;
        let filled = Rect::from_min_size(line.min, vec2(line.width() * part.clamp(0.0, 1.0), line.height()));
        ui.painter().rect_filled(filled, 4.0, console::NEXT);
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    } else {
        ink::line(ui, cut_top(&mut inner, 60.0), &known.t("window-over"), bold(30.0));
        ui.painter().hline(inner.x_range(), inner.top() + 6.0, Stroke::new(1.0, colour::RULE));
    }
    inner.min.y += 14.0;
    ink::words(
        ui,
        inner,
        &known.t(if ends(known, stop) { "window-end" } else { "window-go-on" }),
        text(18.0),
    );
}

/// Paints the prize that is being given and among how many cards.
fn prizes(ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) {
    let mut inner = panel(ui, room);
    let Some(game) = known.game() else { return };
    ink::line(ui, cut_top(&mut inner, 28.0), &known.t("split-head"), label(17.0));
    for (play, cents) in [(Play::Line, game.line_cents), (Play::Bingo, game.bingo_cents)] {
        let winners =
            stop.claims.iter().filter(|claim| claim.play == play && claim.accepted == Some(true)).count();
        if winners == 0 {
            continue;
        }
        let mut row = cut_top(&mut inner, 36.0);
        ink::line(ui, row, &sung::play_words(known, play), bold(20.0));
        row.min.x += 160.0;
        ink::line(ui, row, &words::money(cents), bold(24.0).right());
        let among = known.ta("split-among", &[("n", &winners.to_string())]);
        ink::line(ui, cut_top(&mut inner, 28.0), &among, text(17.0));
    }
    if inner.height() > 90.0 {
        camera(ui, inner.shrink2(vec2(0.0, 6.0)), known);
    }
}
