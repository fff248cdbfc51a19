//! 08, 09, 10 · PARADA: a card by scan or by keys, the verdict, and what follows from it.

use egui::{Rect, Ui};
use hall_core::event::{ClaimNo, RejectReason, StopNo};
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::{ink, words};
use hall_wire::board::{Claim, Play, Stop, VerdictKind};

use super::doubt::{self, Doubt};
use super::{for_mesa, series, sung, trouble};
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::part::{
    self, bold, camera, choice, columns, cut_top, field, keypad, label, panel, panel_in_focus, say, text,
};
use crate::view::{View, machine};

/// Why a good card is rejected, in the order of the list (33.7, 33.8).
const REASONS: [(RejectReason, &str); 3] = [
    (RejectReason::NotOriginal, "reject-not-original"),
    (RejectReason::Manipulated, "reject-manipulated"),
    (RejectReason::Illegible, "reject-illegible"),
];

/// The stop.
pub(super) struct Check {
    number: Entry,
    /// The number that was typed is asked about.
    doubt: Doubt,
    /// The other play than the usual one is sung.
    other_play: bool,
    /// A card more, after the first.
    another: bool,
    /// The card is not the same: the reason, as a place in [`REASONS`].
    rejecting: Option<usize>,
    /// The claim that is looked at, where it is not the first that waits.
    looked: Option<u32>,
    /// The stop that all this is about.
    stop: Option<u32>,
}

impl Default for Check {
    fn default() -> Check {
        Check {
            number: Entry::new(Takes::Digits(6)),
            doubt: Doubt::default(),
            other_play: false,
            another: false,
            rejecting: None,
            looked: None,
            stop: None,
        }
    }
}

/// Returns the claim that matters now: the first good one that waits, otherwise the last.
pub(super) fn at_issue(stop: &Stop, looked: Option<u32>) -> Option<&Claim> {
    let looked = stop.claims.iter().find(|claim| Some(claim.claim) == looked);
    let waits =
        || stop.claims.iter().find(|claim| claim.verdict == VerdictKind::Good && claim.accepted.is_none());
    looked.or_else(waits).or_else(|| stop.claims.last())
}

/// Returns the good claims that wait for the jefe de mesa.
pub(super) fn waiting(stop: &Stop) -> Vec<&Claim> {
    stop.claims
        .iter()
        .filter(|claim| claim.verdict == VerdictKind::Good && claim.accepted.is_none())
        .collect()
}

impl Check {
    fn play(&self, known: &Known) -> Play {
        match (sung::usual_play(known), self.other_play) {
            (Play::Line, false) => Play::Line,
            (Play::Line, true) | (Play::Bingo, _) => Play::Bingo,
        }
    }

    fn stop(known: &Known) -> Option<&Stop> {
        known.board.public.stop.as_ref()
    }

    fn typing(&self, stop: &Stop) -> bool {
        stop.claims.is_empty() || self.another
    }

    /// The bar while a card is awaited.
    fn bar_for_card(&self, known: &Known, stop: &Stop) -> Bar {
        let label = known.t("check-card");
        let next = match self.number.number() {
            Some(number) => self.doubt.next(known, number, self.play(known)),
            None if stop.claims.is_empty() && known.public().announced.len() == 90 => {
                // Ninety balls and no bingo: the question, then the closing order (DECISIONS 10).
                let ask = Request::AskQuestion { game: value::game(known), stop: StopNo(stop.stop) };
                let press = Press::ask(known.t("ask-do"), ask);
                Next::Do(
                    NextAct::new(known.t("ask-do"), press).sub(known.t("ninety-sub")).armed(Arming::Verdict),
                )
            }
            None => Next::Missing { label, what: known.t("check-missing") },
        };
        let doubts = self.doubt.is_about(known, self.number.number());
        let prompt = known.t(if doubts { "doubt-prompt" } else { "check-prompt" });
        let mut bar = Bar::new(Lead::Now, prompt, next).with(trouble(known));
        if doubts {
            bar = bar.with(doubt::retype(known));
        } else if self.another {
            bar = bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        } else {
            let go_on = Request::GoOn { game: value::game(known), stop: StopNo(stop.stop) };
            let nobody =
                KeyButton::new(Key::Back, known.t("nobody-sang"), Press::ask(known.t("go-on-do"), go_on))
                    .sub(known.t("go-on-sub"))
                    .on_if(known.has_role(Role::JefeDeMesa), known.t("only-mesa"));
            bar = bar.with(nobody);
        }
        bar
    }

    /// The bar once there is a verdict.
    fn bar_for_verdict(&self, known: &Known, stop: &Stop, claim: &Claim) -> Bar {
        let (game, no) = (value::game(known), StopNo(stop.stop));
        let question = Request::AskQuestion { game, stop: no };
        let good = waiting(stop);
        let given = stop.claims.iter().any(|claim| claim.accepted == Some(true));
        let more =
            KeyButton::new(Key::More, known.t("more-card"), Press::Typed).sub(known.t("more-card-sub"));
        let (lead, prompt, next) = if !good.is_empty() {
            let accepts = good.iter().map(|claim| Request::AcceptClaim { game, claim: ClaimNo(claim.claim) });
            let asks = accepts.chain([question]);
            let words = give_words(known, &good);
            let prize = prize_of(known, good[0].play);
            let sub = known.ta("give-sub", &[("prize", &words::money(prize))]);
            let act = NextAct::new(words.clone(), Press::asks(words, asks)).sub(sub).armed(Arming::Verdict);
            (Lead::Now, known.t("give-prompt"), Next::Do(act))
        } else if given {
            let act = NextAct::new(known.t("ask-do"), Press::ask(known.t("ask-do"), question));
            (Lead::Say, known.t("ask-prompt"), Next::Do(act))
        } else {
            let act = NextAct::new(
                known.t("go-on-do"),
                Press::ask(known.t("go-on-do"), Request::GoOn { game, stop: no }),
            )
            .sub(known.t("go-on-wrong-sub"))
            .armed(Arming::Verdict);
            (Lead::Say, known.t("wrong-prompt"), Next::Do(act))
        };
        let mut bar = Bar::new(lead, prompt, for_mesa(known, next)).with(trouble(known));
        if claim.verdict == VerdictKind::Good && claim.accepted.is_none() {
            let no = KeyButton::new(Key::Back, known.t("not-equal"), Press::Typed)
                .sub(known.t("not-equal-sub"))
                .on_if(known.has_role(Role::JefeDeMesa), known.t("only-mesa"));
            bar = bar.with(no);
        }
        bar.with(more)
    }

    /// The bar while a good card is rejected.
    fn bar_for_reject(&self, known: &Known, claim: &Claim, reason: usize) -> Bar {
        let (reason, id) = REASONS[reason.min(REASONS.len() - 1)];
        let reject = Request::RejectClaim { game: value::game(known), claim: ClaimNo(claim.claim), reason };
        let label = known.ta("reject-do", &[("card", &claim.card.card)]);
        let act = NextAct::new(label.clone(), Press::ask(label, reject)).sub(known.t(id));
        Bar::new(Lead::Now, known.t("reject-prompt"), for_mesa(known, Next::Do(act)))
            .with(trouble(known))
            .with(KeyButton::new(Key::Back, known.t("back"), Press::Typed))
    }
}

fn prize_of(known: &Known, play: Play) -> u64 {
    known.game().map_or(0, |game| match play {
        Play::Line => game.line_cents,
        Play::Bingo => game.bingo_cents,
    })
}

/// «DAR LÍNEA Y PREGUNTAR», or how many of them.
fn give_words(known: &Known, good: &[&Claim]) -> String {
    let play = sung::play_words(known, good[0].play);
    if good.len() == 1 {
        return known.ta("give-do", &[("play", &play)]);
    }
    known.ta("give-many-do", &[("n", &good.len())])
}

impl View for Check {
    fn bar(&self, known: &Known) -> Bar {
        let Some(stop) = Self::stop(known) else {
            return Bar::new(Lead::Wait, "", Next::Wait(String::new()));
        };
        match (at_issue(stop, self.looked), self.rejecting) {
            (Some(claim), Some(reason)) if claim.accepted.is_none() => {
                self.bar_for_reject(known, claim, reason)
            }
            (Some(claim), _) if !self.typing(stop) => self.bar_for_verdict(known, stop, claim),
            (_, _) => self.bar_for_card(known, stop),
        }
    }

    fn look(&mut self, known: &Known) {
        let stop = Self::stop(known).map(|stop| stop.stop);
        if self.stop != stop {
            // Nothing that was typed in an earlier stop stands in this one.
            *self = Check { stop, ..Check::default() };
        }
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        let typing = Self::stop(known).is_some_and(|stop| self.typing(stop));
        typing && !self.number.is_empty() && !self.doubt.is_about(known, self.number.number())
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let stop = Self::stop(known)?;
        let Some(claim) = at_issue(stop, self.looked).filter(|_| !self.typing(stop)) else {
            return self.card_awaited(ui, room, known, stop);
        };
        let band = cut_top(&mut room, 84.0);
        sung::verdict(ui, band, known, claim);
        room.min.y += 12.0;
        let [left, mut right] = columns(room, [760.0, 476.0], 12.0);
        machine::foot(ui, &mut right, known);
        sung::card_panel(ui, left, known, claim);
        let [top, bottom] = part::rows(right, [0.46, 0.54], 12.0);
        if let Some(reason) = self.rejecting {
            let mut inner = panel_in_focus(ui, top);
            ink::line(ui, cut_top(&mut inner, 24.0), &known.t("reject-head"), label(16.0));
            let mut pressed = None;
            for (number, (_, id)) in REASONS.iter().enumerate() {
                let row = cut_top(&mut inner, part::TOUCH);
                if choice(ui, row, None, &known.t(id), number == reason, true) {
                    self.rejecting = Some(number);
                    pressed = Some(Press::Typed);
                }
            }
            sung::list(ui, bottom, known, &stop.claims, claim.claim);
            return pressed;
        }
        say(ui, top, &known.t("lead-say"), &part::filled_in(&to_say(known, stop, claim)), 32.0);
        let touched = sung::list(ui, bottom, known, &stop.claims, claim.claim)?;
        self.looked = Some(touched);
        Some(Press::Typed)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let stop = Self::stop(known)?;
        if let Some(reason) = self.rejecting {
            self.rejecting = Some(match typed {
                Typed::Up => reason.saturating_sub(1),
                Typed::Down => (reason + 1).min(REASONS.len() - 1),
                Typed::Press(_)
                | Typed::Released
                | Typed::Char(_)
                | Typed::Erase
                | Typed::Next
                | Typed::Scan(_) => return None,
            });
            return Some(Press::Typed);
        }
        if let Typed::Scan(code) = typed {
            return sung::claim_scanned(known, code, self.play(known));
        }
        if !self.typing(stop) {
            return None;
        }
        match typed {
            Typed::Char(c) => {
                if !self.number.put(*c) {
                    return None;
                }
                self.doubt = Doubt::default();
            }
            Typed::Erase => {
                self.doubt = Doubt::default();
                self.number.erase();
            }
            Typed::Up | Typed::Down => self.other_play = !self.other_play,
            Typed::Press(_) | Typed::Released | Typed::Next | Typed::Scan(_) => return None,
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        match key {
            Key::Intro => self.doubt.ask(self.number.number()),
            Key::Back if self.doubt != Doubt::default() => {
                self.doubt = Doubt::default();
                self.number.clear();
            }
            Key::More => self.another = true,
            Key::Back if self.rejecting.is_some() => self.rejecting = None,
            Key::Back if self.another => self.another = false,
            Key::Back => self.rejecting = Some(0),
            Key::Stop
            | Key::Trouble
            | Key::F1
            | Key::F2
            | Key::F3
            | Key::F4
            | Key::F5
            | Key::F6
            | Key::F7
            | Key::F8
            | Key::F10
            | Key::F11
            | Key::F12
            | Key::Print
            | Key::Usb
            | Key::DeskBefore
            | Key::DeskAfter
            | Key::NextPage => {}
        }
    }

    fn granted(&mut self) {
        *self = Check { stop: self.stop, ..Check::default() };
    }
}

/// Returns what is said to the hall after a verdict.
fn to_say(known: &Known, stop: &Stop, claim: &Claim) -> String {
    let good = waiting(stop);
    let given = stop.claims.iter().filter(|claim| claim.accepted == Some(true));
    let of = |play: Play| good.iter().copied().chain(given.clone()).any(|claim| claim.play == play);
    let (line, bingo) = (of(Play::Line), of(Play::Bingo));
    let line_open = known.game().is_some_and(|game| game.line_open);
    match (line, bingo) {
        (false, false) if claim.missing.is_empty() => "«No vale. Sigue la extracción.»".to_string(),
        (false, false) => {
            let play = if claim.play == Play::Line { "línea" } else { "bingo" };
            format!("«No es {play}: {}. Sigue la extracción.»", missing_said(&claim.missing))
        }
        (true, false) => "«Línea correcta. ¿Alguna línea más?»".to_string(),
        (false, true) if line_open => "«Bingo correcto. ¿Alguna línea más? ¿Algún bingo más?»".to_string(),
        (false, true) => "«Bingo correcto. ¿Algún bingo más?»".to_string(),
        (true, true) => "«Línea y bingo correctos. ¿Alguna línea más? ¿Algún bingo más?»".to_string(),
    }
}

/// Returns what a card lacks, as it is said to the hall: in Spanish whatever the console speaks.
fn missing_said(missing: &[u8]) -> String {
    let the: Vec<String> = missing.iter().map(|number| format!("el {number}")).collect();
    match the.as_slice() {
        [one] => format!("falta {one}"),
        [first @ .., last] if the.len() <= 5 => format!("faltan {} y {last}", first.join(", ")),
        many => format!("faltan {} números", many.len()),
    }
}

impl Check {
    /// 08: nothing was sung yet, or one card more is awaited.
    fn card_awaited(&mut self, ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) -> Option<Press> {
        let [left, middle, mut right] = columns(room, [1.15, 0.85, 1.0], 12.0);
        machine::foot(ui, &mut right, known);
        let mut inner = panel_in_focus(ui, left);
        let head = known.ta("check-head", &[("n", &known.public().announced.len().to_string())]);
        ink::line(ui, cut_top(&mut inner, 36.0), &head, bold(22.0));
        ink::words(ui, cut_top(&mut inner, 56.0), &known.t("check-how"), text(18.0));
        field(ui, cut_top(&mut inner, 126.0), &known.t("check-field"), &self.number, true);
        inner.min.y += 12.0;
        if let Some(number) = self.number.number().filter(|number| self.doubt.is_about(known, Some(*number)))
        {
            doubt::paint(ui, inner, known, number);
            let typed = keypad(ui, panel(ui, middle), &known.t("key-erase"));
            self.beside(ui, right, known, stop);
            return typed;
        }
        let found = self.number.number().and_then(|number| known.card_of(number));
        let words = match (&found, known.game()) {
            (Some((of, card)), Some(game)) => {
                let sold = game
                    .segments
                    .iter()
                    .any(|cards| cards.series == *of && (cards.first..=cards.last).contains(card));
                let id = if sold { "check-sold" } else { "check-not-sold" };
                known.ta(id, &[("series", &series(of)), ("card", &card)])
            }
            (None, _) | (_, None) => String::new(),
        };
        ink::line(ui, cut_top(&mut inner, 28.0), &words, bold(18.0));
        let mut pressed = None;
        if sung::usual_play(known) == Play::Line {
            ink::line(ui, cut_top(&mut inner, 28.0), &known.t("check-plays"), label(16.0));
            for (other, id) in [(false, "play-line"), (true, "play-bingo")] {
                let row = cut_top(&mut inner, part::TOUCH);
                if choice(ui, row, None, &known.t(id), self.other_play == other, true) {
                    self.other_play = other;
                    pressed = Some(Press::Typed);
                }
                inner.min.y += 6.0;
            }
        }
        let keys = panel(ui, middle);
        let touched = keypad(ui, keys, &known.t("key-erase"));
        self.beside(ui, right, known, stop);
        touched.or(pressed)
    }

    /// The camera, and what came out or what was sung.
    fn beside(&self, ui: &mut Ui, room: Rect, known: &Known, stop: &Stop) {
        let [top, bottom] = part::rows(room, [0.5, 0.5], 12.0);
        camera(ui, top, known);
        if stop.claims.is_empty() {
            part::order(ui, bottom, &known.t("order-head"), &known.public().announced);
        } else {
            sung::list(ui, bottom, known, &stop.claims, 0);
        }
    }
}
