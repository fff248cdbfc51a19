//! 08, 09, 10 · PARADA: a card by scan or by keys, the verdict, and what follows from it.

use egui::{Rect, Ui};
use hall_core::event::{ClaimNo, RejectReason, StopNo};
use hall_core::request::Request;
use hall_look::{ink, words};
use hall_wire::board::{Cards, Claim, Play, Stop, VerdictKind};

use super::keyed::{Keyed, paint_doubt};
use super::{for_mesa, only_mesa, series, sung, trouble};
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::help::Topic;
use crate::view::part::{
    self, bold, camera, choice, columns, cut_top, field, keypad, label, panel, panel_in_focus, say, text,
};
use crate::view::turns::last_ball;
use crate::view::{View, film, machine};

/// Why a good card is rejected, in the order of the list (33.7, 33.8).
const REASONS: [(RejectReason, &str); 3] = [
    (RejectReason::NotOriginal, "reject-not-original"),
    (RejectReason::Manipulated, "reject-manipulated"),
    (RejectReason::Illegible, "reject-illegible"),
];

#[derive(Default)]
pub(super) struct Check {
    keyed: Keyed,
    /// A good card is being rejected: the reason chosen, an index of [`REASONS`].
    rejecting: Option<usize>,
    /// The claim chosen in the list.
    looked: Option<u32>,
    /// The stop that the fields belong to.
    stop: Option<u32>,
}

/// Whether a good claim waits for the jefe de mesa.
fn waits(claim: &Claim) -> bool {
    claim.verdict == VerdictKind::Good && claim.accepted.is_none()
}

/// The claim that matters now: the first good one that waits, otherwise the last.
fn at_issue(stop: &Stop, looked: Option<u32>) -> Option<&Claim> {
    let looked = stop.claims.iter().find(|claim| Some(claim.claim) == looked);
    looked.or_else(|| stop.claims.iter().find(|claim| waits(claim))).or_else(|| stop.claims.last())
}

pub(super) fn waiting(stop: &Stop) -> Vec<&Claim> {
    stop.claims.iter().filter(|claim| waits(claim)).collect()
}

pub(super) fn more_card(known: &Known) -> KeyButton {
    KeyButton::new(Key::More, known.t("more-card"), Press::Typed).sub(known.t("more-card-sub"))
}

/// The key that rejects a good card.
pub(super) fn not_equal(known: &Known, press: Press) -> KeyButton {
    only_mesa(known, KeyButton::new(Key::Back, known.t("not-equal"), press).sub(known.t("not-equal-sub")))
}

impl Check {
    fn play(&self, known: &Known) -> Play {
        if self.keyed.other_play { Play::Bingo } else { sung::usual_play(known) }
    }

    fn stop(known: &Known) -> Option<&Stop> {
        known.public().stop.as_ref()
    }

    fn typing(&self, stop: &Stop) -> bool {
        stop.claims.is_empty() || self.keyed.another
    }

    fn bar_for_card(&self, known: &Known, stop: &Stop) -> Bar {
        let (game, no) = (value::game(known), StopNo(stop.stop));
        let next = match self.keyed.number.number() {
            Some(number) => self.keyed.next(known, number, self.play(known)),
            None if stop.claims.is_empty() && all_out(known) => {
                // Ninety balls and no bingo: the question, then the closing order (DECISIONS 10).
                let ask = NextAct::ask(known.t("ask-do"), Request::AskQuestion { game, stop: no });
                Next::Do(ask.sub(known.t("ninety-sub")).armed(Arming::Verdict))
            }
            None => Next::Missing { label: known.t("check-card"), what: known.t("check-missing") },
        };
        let back = self.keyed.back(known).or_else(|| {
            if all_out(known) {
                return None;
            }
            let go_on = last_ball::go_on(known, &known.t("go-on-do"), stop);
            let nobody = KeyButton::new(Key::Back, known.t("nobody-sang"), go_on);
            Some(only_mesa(known, nobody.sub(known.t("go-on-sub"))))
        });
        Bar::new(Lead::Now, self.keyed.prompt(known), next)
            .with(trouble(known))
            .with(film::key(known))
            .with_all(back)
    }

    fn bar_for_verdict(&self, known: &Known, stop: &Stop, claim: &Claim) -> Bar {
        let (game, no) = (value::game(known), StopNo(stop.stop));
        let question = Request::AskQuestion { game, stop: no };
        let good = waiting(stop);
        let given = stop.claims.iter().any(|claim| claim.accepted == Some(true));
        let (lead, prompt, act) = if let Some(first) = good.first() {
            let accepts = good.iter().map(|claim| Request::AcceptClaim { game, claim: ClaimNo(claim.claim) });
            let asks = accepts.chain([question]);
            let words = give_words(known, &good);
            let prize = words::money(prize_of(known, first.play));
            let act = NextAct::new(words.clone(), Press::asks(words, asks)).armed(Arming::Verdict);
            (Lead::Now, "give-prompt", act.sub(known.ta("give-sub", &[("prize", &prize)])))
        } else if given || all_out(known) {
            (Lead::Say, "ask-prompt", NextAct::ask(known.t("ask-do"), question))
        } else {
            let label = known.t("go-on-do");
            let act = NextAct::new(&label, last_ball::go_on(known, &label, stop));
            (Lead::Say, "wrong-prompt", act.sub(known.t("go-on-wrong-sub")).armed(Arming::Verdict))
        };
        Bar::new(lead, known.t(prompt), for_mesa(known, Next::Do(act)))
            .with(trouble(known))
            .with(film::key(known))
            .with_all(waits(claim).then(|| not_equal(known, Press::Typed)))
            .with(more_card(known))
    }

    fn bar_for_reject(&self, known: &Known, claim: &Claim, reason: usize) -> Bar {
        let (reason, id) = REASONS[reason.min(REASONS.len() - 1)];
        let reject = Request::RejectClaim { game: value::game(known), claim: ClaimNo(claim.claim), reason };
        let label = known.ta("reject-do", &[("card", &claim.card.card)]);
        let act = NextAct::ask(label, reject).sub(known.t(id));
        Bar::new(Lead::Now, known.t("reject-prompt"), for_mesa(known, Next::Do(act)))
            .with(trouble(known))
            .with(KeyButton::back(known))
    }
}

/// Whether all ninety balls are announced: then nothing goes on but claims, the question and the closing order (DECISIONS 10).
fn all_out(known: &Known) -> bool {
    known.public().announced.len() == 90
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

    fn topic(&self) -> Topic {
        Topic::Check
    }

    fn look(&mut self, known: &Known) {
        let stop = Self::stop(known).map(|stop| stop.stop);
        if self.stop != stop {
            // Nothing typed in an earlier stop is kept.
            *self = Check { stop, ..Check::default() };
        }
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        let typing = Self::stop(known).is_some_and(|stop| self.typing(stop));
        typing && !self.keyed.number.is_empty() && self.keyed.doubted(known).is_none()
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
            self.rejecting = Some(typed.row(reason, REASONS.len())?);
            return Some(Press::Typed);
        }
        if let Typed::Scan(code) = typed {
            return sung::claim_scanned(known, code, self.play(known));
        }
        (self.typing(stop) && self.keyed.typed(typed)).then_some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if self.keyed.pressed(key) {
            return;
        }
        if key == Key::More {
            self.keyed.another = true;
        } else if key == Key::Back && self.rejecting.is_some() {
            self.rejecting = None;
        } else if key == Key::Back && self.keyed.another {
            self.keyed.another = false;
        } else if key == Key::Back {
            self.rejecting = Some(0);
        }
    }

    fn granted(&mut self) {
        *self = Check { stop: self.stop, ..Check::default() };
    }
}

/// What is said to the hall after a verdict.
fn to_say(known: &Known, stop: &Stop, claim: &Claim) -> String {
    let good = |claim: &&Claim| waits(claim) || claim.accepted == Some(true);
    let of = |play: Play| stop.claims.iter().filter(good).any(|claim| claim.play == play);
    let line_open = known.game().is_some_and(|game| game.line_open);
    let words = match (of(Play::Line), of(Play::Bingo)) {
        (false, false) if claim.missing.is_empty() => "«No vale. Sigue la extracción.»",
        (false, false) => {
            let play = if claim.play == Play::Line { "línea" } else { "bingo" };
            return format!("«No es {play}: {}. Sigue la extracción.»", missing_said(&claim.missing));
        }
        (true, false) => "«Línea correcta. ¿Alguna línea más?»",
        (false, true) if line_open => "«Bingo correcto. ¿Alguna línea más? ¿Algún bingo más?»",
        (false, true) => "«Bingo correcto. ¿Algún bingo más?»",
        (true, true) => "«Línea y bingo correctos. ¿Alguna línea más? ¿Algún bingo más?»",
    };
    words.to_string()
}

/// What a card lacks, as it is said to the hall: in Spanish whatever the console speaks.
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
        let after = known.board.stop_call.as_ref().is_some_and(|call| !call.counts);
        let counting = known.public().announced.len() - usize::from(after);
        let head = known.ta("check-head", &[("n", &counting)]);
        ink::line(ui, cut_top(&mut inner, 36.0), &head, bold(22.0));
        ink::words(ui, cut_top(&mut inner, 56.0), &known.t("check-how"), text(18.0));
        field(ui, cut_top(&mut inner, 126.0), &known.t("check-field"), &self.keyed.number, true);
        inner.min.y += 12.0;
        let mut pressed = None;
        if let Some(number) = self.keyed.doubted(known) {
            paint_doubt(ui, inner, known, number);
        } else {
            ink::line(ui, cut_top(&mut inner, 28.0), &self.sold_words(known), bold(18.0));
            if sung::usual_play(known) == Play::Line {
                ink::line(ui, cut_top(&mut inner, 28.0), &known.t("check-plays"), label(16.0));
                let line = cut_top(&mut inner, part::TOUCH);
                inner.min.y += 6.0;
                pressed = self.keyed.plays(ui, known, [line, cut_top(&mut inner, part::TOUCH)]);
            }
        }
        let touched = keypad(ui, panel(ui, middle), &known.t("key-erase"));
        let [top, bottom] = part::rows(right, [0.5, 0.5], 12.0);
        camera(ui, top, known);
        if stop.claims.is_empty() {
            part::order(ui, bottom, &known.t("order-head"), &known.public().announced);
        } else {
            sung::list(ui, bottom, known, &stop.claims, 0);
        }
        touched.or(pressed)
    }

    /// Whether the card that was typed is among those sold, in words.
    fn sold_words(&self, known: &Known) -> String {
        let found = self.keyed.number.number().and_then(|number| known.card_of(number));
        let (Some((of, card)), Some(game)) = (found, known.game()) else { return String::new() };
        let has = |cards: &Cards| cards.series == of && (cards.first..=cards.last).contains(&card);
        let id = if game.segments.iter().any(has) { "check-sold" } else { "check-not-sold" };
        known.ta(id, &[("series", &series(&of)), ("card", &card)])
    }
}
