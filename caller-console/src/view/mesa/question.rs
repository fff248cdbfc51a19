//! 11, 12 · The question with its window, and the order that closes the play (G12, DECISIONS 5).

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::{ClaimNo, GameNo, RejectReason, StopNo};
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::words;
use hall_wire::board::{Claim, Play, Stop};

use super::doubt::{self, Doubt};
use super::{check, for_mesa, sung, trouble};
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{self, bold, camera, columns, cut_top, field, keypad, label, panel, say, text};
use crate::view::{View, machine};

/// The question.
pub(super) struct Question {
    number: Entry,
    /// The number that was typed is asked about.
    doubt: Doubt,
    another: bool,
    bingo: bool,
    /// The claim that is looked at, where it is not the one at issue.
    looked: Option<u32>,
}

impl Default for Question {
    fn default() -> Question {
        let number = Entry::new(Takes::Digits(6));
        Question { number, doubt: Doubt::default(), another: false, bingo: false, looked: None }
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
            let next = self.doubt.next(known, number, self.play(stop));
            let doubts = self.doubt.is_about(known, Some(number));
            let prompt = known.t(if doubts { "doubt-prompt" } else { "check-prompt" });
            let back = KeyButton::new(Key::Back, known.t("back"), Press::Typed);
            return Bar::new(Lead::Now, prompt, next).with(trouble(known)).with(if doubts {
                doubt::retype(known)
            } else {
                back
            });
        }
        if let Some(claim) = good.first() {
            // A good card came while the question stands: it is given, and the question goes on.
            let label = known.ta("give-more-do", &[("play", &sung::play_words(known, claim.play))]);
            let (game, no) = (GameNo(game.game), ClaimNo(claim.claim));
            let act =
                NextAct::new(label.clone(), Press::ask(label, Request::AcceptClaim { game, claim: no }))
                    .sub(known.ta(
                        "verdict-card",
                        &[("card", &claim.card.card), ("series", &super::series(&claim.card.series))],
                    ))
                    .armed(Arming::Verdict);
            let reject = Request::RejectClaim { game, claim: no, reason: RejectReason::NotOriginal };
            let no = Press::ask(known.t("not-equal"), reject);
            return Bar::new(Lead::Now, known.t("give-prompt"), for_mesa(known, Next::Do(act)))
                .with(trouble(known))
                .with(
                    KeyButton::new(Key::Back, known.t("not-equal"), no)
                        .sub(known.t("not-equal-sub"))
                        .on_if(known.has_role(Role::JefeDeMesa), known.t("only-mesa")),
                )
                .with(more);
        }
        let (no, game) = (StopNo(stop.stop), GameNo(game.game));
        let (label, order, sub) = if ends(known, stop) {
            ("end-do", Request::EndGame { game, stop: no }, "end-sub")
        } else {
            ("order-do", Request::GoOn { game, stop: no }, "order-sub")
        };
        let label = known.t(label);
        let arming = stop.order_from_utc_ms.map_or(Arming::Reading(8.0), Arming::Until);
        let act = NextAct::new(label.clone(), Press::ask(label, order)).sub(known.t(sub)).armed(arming);
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
        let mut room = room;
        // What was checked stays: who gave it is asked about it now.
        let given = || stop.claims.iter().rev().find(|claim| claim.accepted == Some(true));
        let looked = stop.claims.iter().find(|claim| Some(claim.claim) == self.looked);
        let waits = check::waiting(stop).first().copied();
        let shown = waits.or(looked).or_else(given).or_else(|| stop.claims.last());
        if let Some(claim) = shown {
            sung::verdict(ui, cut_top(&mut room, 76.0), known, claim);
            room.min.y += 10.0;
        }
        let [left, mut right] = columns(room, [760.0, 476.0], 12.0);
        machine::foot(ui, &mut right, known);
        if self.another && waits.is_none() {
            return self.ask_card(ui, left, right, known, stop, shown);
        }
        let [card, time] = part::rows(left, [left.height() - 100.0, 92.0], 8.0);
        if let Some(claim) = shown {
            sung::card_panel(ui, card, known, claim);
        } else {
            camera(ui, card, known);
        }
        window(ui, time, known, stop);
        let both = stop.asked_line && stop.asked_bingo;
        let height = if both { 132.0 } else { 110.0 };
        say(ui, cut_top(&mut right, height), &known.t("lead-say"), &words_of(stop), 36.0);
        right.min.y += 8.0;
        let shares = stop.claims.iter().any(|claim| claim.accepted == Some(true));
        let list = Rect::from_min_max(right.min, right.max - vec2(0.0, if shares { 58.0 } else { 0.0 }));
        if shares {
            let below = Rect::from_min_max(pos2(right.left(), list.bottom() + 8.0), right.max);
            prizes(ui, below, known, stop);
        }
        let touched = sung::list(ui, list, known, &stop.claims, shown.map_or(0, |claim| claim.claim))?;
        self.looked = Some(touched);
        Some(Press::Typed)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let stop = known.board.public.stop.as_ref()?;
        match typed {
            Typed::Scan(code) => return sung::claim_scanned(known, code, self.play(stop)),
            Typed::Char(c) if self.another => {
                self.doubt = Doubt::default();
                self.number.put(*c);
            }
            Typed::Erase if self.another => {
                self.doubt = Doubt::default();
                self.number.erase();
            }
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
        } else if key == Key::Intro {
            self.doubt.ask(self.number.number());
        } else if key == Key::Back && self.doubt != Doubt::default() {
            self.doubt = Doubt::default();
            self.number.clear();
        } else if key == Key::Back {
            *self = Question::default();
        }
    }

    fn granted(&mut self) {
        *self = Question::default();
    }
}

impl Question {
    /// One card more: its number at the right, the keys for a finger beside the card that was given.
    fn ask_card(
        &mut self,
        ui: &mut Ui,
        left: Rect,
        mut right: Rect,
        known: &Known,
        stop: &Stop,
        shown: Option<&Claim>,
    ) -> Option<Press> {
        let [card, pad] = columns(left, [556.0, 192.0], 12.0);
        match shown {
            Some(claim) => sung::card_panel(ui, card, known, claim),
            None => camera(ui, card, known),
        }
        let typed = keypad(ui, panel(ui, pad), &known.t("key-erase"));
        window(ui, cut_top(&mut right, 92.0), known, stop);
        right.min.y += 8.0;
        let number = self.number.number().filter(|number| self.doubt.is_about(known, Some(*number)));
        if let Some(number) = number {
            panel(ui, right);
            doubt::paint(ui, right, known, number);
            return typed;
        }
        let mut inner = part::panel_in_focus(ui, right);
        field(ui, cut_top(&mut inner, 100.0), &known.t("check-field"), &self.number, true);
        inner.min.y += 10.0;
        let mut pressed = None;
        if stop.asked_line && stop.asked_bingo {
            let row = cut_top(&mut inner, part::TOUCH);
            let plays = [(false, "play-line"), (true, "play-bingo")];
            for (cell, (bingo, id)) in columns(row, [1.0, 1.0], 10.0).into_iter().zip(plays) {
                if part::choice(ui, cell, None, &known.t(id), self.bingo == bingo, true) {
                    self.bingo = bingo;
                    pressed = Some(Press::Typed);
                }
            }
            ink::line(ui, inner, &known.t("check-plays"), label(16.0));
        } else {
            ink::line(ui, cut_top(&mut inner, 26.0), &sung::play_words(known, self.play(stop)), bold(18.0));
        }
        typed.or(pressed)
    }
}

/// Paints the window: seconds from the desk's clock and a bar; at its end, that it waits for the order.
fn window(ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) {
    let inner = panel(ui, room).expand2(vec2(0.0, 6.0));
    let (Some(asked), Some(until)) = (stop.asked_at_utc_ms, stop.order_from_utc_ms) else { return };
    let left = (until - known.now_utc_ms).max(0);
    let whole = (until - asked).max(1);
    let mut rest = inner;
    if left > 0 {
        let secs = (left + 999) / 1000;
        let number = Rect::from_min_size(inner.min, vec2(110.0, inner.height()));
        ink::line(ui, number, &format!("{secs} s"), bold(46.0));
        rest.min.x = number.right() + 12.0;
        let mut line = cut_top(&mut rest, 26.0);
        let head = ink::line(ui, line, &known.t("window-head"), label(16.0));
        line = Rect::from_min_max(pos2(head.right() + 14.0, line.top() + 5.0), line.max - vec2(0.0, 5.0));
        ui.painter().rect_filled(line, 4.0, colour::RULE);
        let part = left as f32 / whole as f32;
        let filled = Rect::from_min_size(line.min, vec2(line.width() * part.clamp(0.0, 1.0), line.height()));
        ui.painter().rect_filled(filled, 4.0, console::NEXT);
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    } else {
        ink::line(ui, cut_top(&mut rest, 34.0), &known.t("window-over"), bold(24.0));
    }
    rest.min.y += 4.0;
    if rest.height() > 22.0 {
        let id = if ends(known, stop) { "window-end" } else { "window-go-on" };
        ink::words(ui, rest, &known.t(id), text(16.0));
    }
}

/// Paints the prize that is being given and among how many cards.
fn prizes(ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) {
    let mut inner = panel(ui, room).expand2(vec2(0.0, 8.0));
    let Some(game) = known.game() else { return };
    let given = |play: Play| {
        let given = |claim: &&Claim| claim.play == play && claim.accepted == Some(true);
        stop.claims.iter().filter(given).count()
    };
    let all = [(Play::Line, game.line_cents), (Play::Bingo, game.bingo_cents)];
    let all: Vec<_> = all.into_iter().filter(|(play, _)| given(*play) > 0).collect();
    let height = inner.height() / all.len().max(1) as f32;
    for (play, cents) in all {
        let row = cut_top(&mut inner, height);
        let winners = given(play).to_string();
        let prize = format!("{} · {}", sung::play_words(known, play), words::money(cents));
        let covered = ink::line(ui, row, &prize, bold(19.0));
        let rest = Rect::from_min_max(pos2(covered.right() + 14.0, row.top()), row.max);
        ink::line(ui, rest, &known.ta("split-among", &[("n", &winners)]), text(17.0).right());
    }
}
