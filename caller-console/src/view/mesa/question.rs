//! 11, 12 · The question with its window, and the order that closes the play (G12, DECISIONS 5).

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::{ClaimNo, GameNo, RejectReason, StopNo};
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::words;
use hall_wire::board::{Claim, Play, Stop};

use super::keyed::{Keyed, paint_doubt};
use super::{check, for_mesa, sung, trouble};
use crate::bar::{Arming, Bar, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::part::{
    self, bold, camera, columns, cut_bottom, cut_top, field, gauge, keypad, label, panel, say, text,
};
use crate::view::turns::last_ball;
use crate::view::{View, machine};

#[derive(Default)]
pub(super) struct Question {
    keyed: Keyed,
    /// The claim chosen in the list.
    looked: Option<u32>,
}

impl Question {
    /// The play of a card shown now: the one asked for, or of both the chosen one.
    fn play(&self, stop: &Stop) -> Play {
        match (stop.asked_line, stop.asked_bingo) {
            (true, false) => Play::Line,
            (false, _) => Play::Bingo,
            (true, true) if self.keyed.other_play => Play::Bingo,
            (true, true) => Play::Line,
        }
    }
}

/// Whether the order after this question ends the game: a bingo was given, or no ball is left.
fn ends(known: &Known, stop: &Stop) -> bool {
    let bingo = stop.claims.iter().any(|claim| claim.play == Play::Bingo && claim.accepted == Some(true));
    bingo || known.public().announced.len() == 90
}

fn words_of(stop: &Stop) -> String {
    let words = match (stop.asked_line, stop.asked_bingo) {
        (true, true) => "¿Alguna línea más? ¿Algún bingo más?",
        (true, false) => "¿Alguna línea más?",
        (false, true) => "¿Algún bingo más?",
        (false, false) => "",
    };
    format!("«{words}»")
}

impl View for Question {
    fn bar(&self, known: &Known) -> Bar {
        let (Some(game), Some(stop)) = (known.game(), known.public().stop.as_ref()) else {
            return Bar::new(Lead::Wait, "", Next::Wait(String::new()));
        };
        let game = GameNo(game.game);
        if let (true, Some(number)) = (self.keyed.another, self.keyed.number.number()) {
            let next = self.keyed.next(known, number, self.play(stop));
            let bar = Bar::new(Lead::Now, self.keyed.prompt(known), next).with(trouble(known));
            return bar.with_all(self.keyed.back(known));
        }
        let more = check::more_card(known).chosen(self.keyed.another);
        if let Some(claim) = check::waiting(stop).first() {
            // A good card came while the question stands: it is given, and the question goes on.
            let label = known.ta("give-more-do", &[("play", &sung::play_words(known, claim.play))]);
            let no = ClaimNo(claim.claim);
            let act = NextAct::ask(label, Request::AcceptClaim { game, claim: no });
            let act = act.sub(sung::card_words(known, claim)).armed(Arming::Verdict);
            let reject = Request::RejectClaim { game, claim: no, reason: RejectReason::NotOriginal };
            return Bar::new(Lead::Now, known.t("give-prompt"), for_mesa(known, Next::Do(act)))
                .with(trouble(known))
                .with(check::not_equal(known, Press::ask(known.t("not-equal"), reject)))
                .with(more);
        }
        let no = StopNo(stop.stop);
        let ends = ends(known, stop);
        let (label, sub) = if ends { ("end-do", "end-sub") } else { ("order-do", "order-sub") };
        let label = known.t(label);
        let order = if ends {
            Press::ask(&label, Request::EndGame { game, stop: no })
        } else {
            last_ball::go_on(known, &label, stop)
        };
        let arming = stop.order_from_utc_ms.map_or(Arming::Reading(8.0), Arming::Until);
        let act = NextAct::new(label, order).sub(known.t(sub)).armed(arming);
        let prompt = known.ta("question-prompt", &[("words", &words_of(stop))]);
        Bar::new(Lead::Say, prompt, for_mesa(known, Next::Do(act)))
            .with(trouble(known))
            .with(more)
            .with_all(self.keyed.back(known))
    }

    fn topic(&self) -> Topic {
        Topic::Question
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let stop = known.public().stop.as_ref()?;
        // The accepted card stays on the screen: the jefe de mesa is asked about it.
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
        if self.keyed.another && waits.is_none() {
            return self.ask_card(ui, left, right, known, stop, shown);
        }
        let [card, time] = part::rows(left, [left.height() - 100.0, 92.0], 8.0);
        card_or_camera(ui, card, known, shown);
        window(ui, time, known, stop);
        let both = stop.asked_line && stop.asked_bingo;
        let height = if both { 132.0 } else { 110.0 };
        say(ui, cut_top(&mut right, height), &known.t("lead-say"), &words_of(stop), 36.0);
        right.min.y += 8.0;
        let shares = stop.claims.iter().any(|claim| claim.accepted == Some(true));
        if shares {
            prizes(ui, cut_bottom(&mut right, 50.0), known, stop);
            right.max.y -= 8.0;
        }
        let touched = sung::list(ui, right, known, &stop.claims, shown.map_or(0, |claim| claim.claim))?;
        self.looked = Some(touched);
        Some(Press::Typed)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let stop = known.public().stop.as_ref()?;
        if let Typed::Scan(code) = typed {
            return sung::claim_scanned(known, code, self.play(stop));
        }
        // A character beyond the last digit is swallowed, not refused.
        let taken = self.keyed.another && (self.keyed.typed(typed) || matches!(typed, Typed::Char(_)));
        taken.then_some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if self.keyed.pressed(key) {
            return;
        }
        if key == Key::More {
            self.keyed.another = true;
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
        card_or_camera(ui, card, known, shown);
        let typed = keypad(ui, panel(ui, pad), &known.t("key-erase"));
        window(ui, cut_top(&mut right, 92.0), known, stop);
        right.min.y += 8.0;
        if let Some(number) = self.keyed.doubted(known) {
            panel(ui, right);
            paint_doubt(ui, right, known, number);
            return typed;
        }
        let mut inner = part::panel_in_focus(ui, right);
        field(ui, cut_top(&mut inner, 100.0), &known.t("check-field"), &self.keyed.number, true);
        inner.min.y += 10.0;
        let mut pressed = None;
        if stop.asked_line && stop.asked_bingo {
            let row = cut_top(&mut inner, part::TOUCH);
            pressed = self.keyed.plays(ui, known, columns(row, [1.0, 1.0], 10.0));
            ink::line(ui, inner, &known.t("check-plays"), label(16.0));
        } else {
            ink::line(ui, cut_top(&mut inner, 26.0), &sung::play_words(known, self.play(stop)), bold(18.0));
        }
        typed.or(pressed)
    }
}

fn card_or_camera(ui: &mut Ui, room: Rect, known: &Known, shown: Option<&Claim>) {
    match shown {
        Some(claim) => sung::card_panel(ui, room, known, claim),
        None => camera(ui, room, known),
    }
}

/// Paints the time left by the desk's clock, in seconds and as a bar; then, that the order is awaited.
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
        gauge(ui, line, 4.0, left as f32 / whole as f32, console::NEXT, colour::RULE);
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

/// Paints the prizes given and among how many cards.
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
        let prize = format!("{} · {}", sung::play_words(known, play), words::money(cents));
        let covered = ink::line(ui, row, &prize, bold(19.0));
        let rest = Rect::from_min_max(pos2(covered.right() + 14.0, row.top()), row.max);
        ink::line(ui, rest, &known.ta("split-among", &[("n", &given(play))]), text(17.0).right());
    }
}
