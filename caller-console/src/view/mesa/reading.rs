//! 06b · The draw of a machine without a line: the caller reads each ball, says it and keys its number; with the second word that
//! the profile asks for it is announced (DECISIONS 36).

use egui::{Rect, Ui};
use hall_core::ball::Ball;
use hall_core::event::Ordinal;
use hall_core::people::Role;
use hall_core::request::{Request, RequestKind};
use hall_look::{ink, words};
use hall_wire::board::{Reading, SecondWord};

use super::draw::{at_the_side, figures, numbers};
use super::{sung, trouble};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::value;
use crate::view::View;
use crate::view::help::Topic;
use crate::view::part::{
    BallState, ball, bold, columns, cut_bottom, cut_top, field, keypad, label, panel, panel_in_focus, said,
};

/// How long Intro is held for a ball that is out already, and to put one's own word right: hands in a hurry do neither.
const HELD_S: f64 = 1.0;

pub(super) struct Draw {
    number: Entry,
    /// For which place it is typed, and whether this person has keyed it already: others begin anew.
    of: (u8, bool),
}

impl Default for Draw {
    fn default() -> Draw {
        // A digit more than a ball has: what is not a ball is seen, and not cut to one.
        Draw { number: Entry::new(Takes::Digits(3)), of: (0, false) }
    }
}

/// What the person who sits here does now.
#[derive(Clone, Copy)]
enum Part {
    /// Reads the ball, says it and keys it.
    Read,
    /// Keys it too, without seeing what the caller keyed.
    ReadToo,
    /// Confirms what the caller keyed.
    Confirm(u8),
    /// Has keyed it, and waits for the second word. What was keyed may still be put right.
    Waits,
    /// It is the caller's turn.
    Looks,
}

fn part(known: &Known, reading: &Reading) -> Part {
    let (me, mesa) = (known.person(), known.has_role(Role::JefeDeMesa));
    match reading.keyed_by {
        Some(by) if Some(by) == me => Part::Waits,
        Some(_) => match reading.keyed {
            Some(keyed) if mesa => Part::Confirm(keyed),
            // The jefe de mesa was faster than the caller.
            Some(_) if known.may(RequestKind::Announce) => Part::ReadToo,
            Some(_) => Part::Looks,
            None => Part::ReadToo,
        },
        // He confirms what the caller keys, where he does not call the balls himself.
        None if mesa && word(known) == SecondWord::Mesa && !known.has_role(Role::VendedorLocutor) => {
            Part::Looks
        }
        None if known.may(RequestKind::Announce) => Part::Read,
        // Either of the two may be the faster.
        None if is_second(known) => Part::ReadToo,
        None => Part::Looks,
    }
}

/// Whose word a ball needs besides the caller's.
fn word(known: &Known) -> SecondWord {
    known.board.draws_with.as_ref().map_or(SecondWord::SecondPerson, |with| with.second_word)
}

/// Whether the user may key what the caller reads, at any desk but the mesa.
fn is_second(known: &Known) -> bool {
    word(known) == SecondWord::SecondPerson && known.may(RequestKind::KeyBall)
}

/// The key that opens the second word at the other desks.
pub(in crate::view) fn key(known: &Known) -> Option<KeyButton> {
    let reads = known.board.reading.is_some() && is_second(known);
    let button = KeyButton::new(Key::F8, known.t("le-beside"), Press::Open(Over::SecondWord));
    reads.then(|| button.sub(known.t("le-beside-sub")))
}

impl Draw {
    /// What comes next, and what stands above it.
    fn turn(&self, known: &Known) -> (Lead, String, Next) {
        let Some(reading) = known.board.reading.as_ref().filter(|reading| !reading.remaining.is_empty())
        else {
            return (Lead::Now, known.t("ninety-prompt"), Next::Wait(known.t("ninety-wait")));
        };
        let part = part(known, reading);
        match part {
            Part::Read => {
                let (lead, prompt) = says_next(known);
                (lead, prompt, self.next(known, reading, part))
            }
            Part::ReadToo => (Lead::Now, known.t("le-too-prompt"), self.next(known, reading, part)),
            Part::Confirm(keyed) => {
                let prompt = known.ta("le-confirm-prompt", &[("ball", &keyed)]);
                (Lead::Now, prompt, self.next(known, reading, part))
            }
            Part::Waits if !self.number.is_empty() => {
                (Lead::Now, known.t("le-mend-prompt"), self.next(known, reading, part))
            }
            Part::Waits => {
                let mesa = reading.keyed.is_some();
                let wait = known.t(if mesa { "le-wait-mesa" } else { "le-wait-second" });
                (Lead::Wait, known.t("le-wait-prompt"), Next::Wait(wait))
            }
            Part::Looks => (Lead::Wait, known.t("le-looks-prompt"), Next::Wait(known.t("wait-caller"))),
        }
    }

    /// What Intro does with the typed number.
    fn next(&self, known: &Known, reading: &Reading, part: Part) -> Next {
        let again = matches!(part, Part::Waits);
        let ask = |label: String, ball: Ball| {
            let (game, ordinal) = (value::game(known), Ordinal(reading.next));
            NextAct::ask(label, Request::KeyBall { game, ordinal, ball, again })
        };
        let with = |id: &str, ball: Ball| known.ta(id, &[("ball", &ball)]);
        if let (Part::Confirm(keyed), true) = (part, self.number.is_empty()) {
            let Some(ball) = Ball::new(keyed) else { return Next::Wait(String::new()) };
            return Next::Do(ask(with("le-confirm-do", ball), ball).sub(known.t("le-confirm-sub")));
        }
        let label = known.t("le-verb");
        let Some(number) = self.number.number() else {
            return Next::Missing { label, what: known.t("le-missing") };
        };
        let Some(ball) = value::ball(number).filter(|_| self.number.text().len() < 3) else {
            return Next::Missing { label, what: known.t("ma-range") };
        };
        if !reading.remaining.contains(&ball.number()) {
            let act = ask(with("le-again-do", ball), ball).sub(known.t("le-again-sub"));
            return Next::Do(act.held(HELD_S));
        }
        let act = match part {
            Part::Confirm(keyed) if keyed != ball.number() => {
                ask(with("le-differs-do", ball), ball).sub(known.ta("le-differs-sub", &[("ball", &keyed)]))
            }
            Part::Confirm(_) => ask(with("le-confirm-do", ball), ball).sub(known.t("le-confirm-sub")),
            // The next ball, keyed before this one counts, must not take its place.
            Part::Waits => ask(with("le-mend-do", ball), ball).sub(known.t("le-mend-do-sub")).held(HELD_S),
            Part::Read if word(known) == SecondWord::Caller => {
                ask(with("announce-do", ball), ball).sub(said(ball.number()))
            }
            Part::Read | Part::ReadToo | Part::Looks => {
                ask(with("le-read-do", ball), ball).sub(known.t("le-read-sub"))
            }
        };
        Next::Do(if again { act } else { act.at_once() })
    }
}

impl View for Draw {
    fn bar(&self, known: &Known) -> Bar {
        let announced = known.public().announced.len();
        let (lead, prompt, next) = self.turn(known);
        let mend = KeyButton::new(Key::Back, known.t("le-mend"), Press::Open(Over::Turn(Turn::RectifyBall)))
            .sub(known.t("le-mend-sub"))
            .on_if(announced > 0, known.t("le-mend-off"));
        Bar::new(lead, prompt, next).with(trouble(known)).with(mend)
    }

    fn topic(&self) -> Topic {
        Topic::Reading
    }

    fn look(&mut self, known: &Known) {
        let Some(reading) = &known.board.reading else { return };
        let of = (reading.next, reading.keyed_by.is_some() && reading.keyed_by == known.person());
        if self.of != of {
            self.of = of;
            self.number.clear();
        }
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let reading = known.board.reading.as_ref()?;
        figures(ui, cut_top(&mut room, 60.0), known);
        room.min.y += 8.0;
        // The outer columns change sides with the bar.
        let side = if known.left_handed { [324.0, 392.0] } else { [392.0, 324.0] };
        let middle = room.width() - side[0] - side[1] - 24.0;
        let [left, centre, right] = columns(room, [side[0], middle, side[1]], 12.0);
        let (entry, beside) = if known.left_handed { (right, left) } else { (left, right) };
        numbers(ui, centre, known);
        at_the_side(ui, beside, known);
        self.entry(ui, entry, known, reading)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        // A card that is scanned was sung: the claim makes the stop (DECISIONS 2).
        if let Typed::Scan(code) = typed {
            return sung::claim_scanned(known, code, sung::usual_play(known));
        }
        let reading = known.board.reading.as_ref()?;
        if matches!(part(known, reading), Part::Looks) {
            return None;
        }
        // A character beyond the last digit is swallowed, not refused.
        (self.number.typed(typed) || matches!(typed, Typed::Char(_))).then_some(Press::Typed)
    }

    fn refused(&mut self) {
        self.number.clear();
    }

    fn granted(&mut self) {
        self.number.clear();
    }
}

/// The second word at the desk of the caja or of the sala: the same entry, and the way back.
#[derive(Default)]
pub(super) struct Beside(Draw);

impl View for Beside {
    fn bar(&self, known: &Known) -> Bar {
        let bar = if known.board.reading.is_some() {
            let (lead, prompt, next) = self.0.turn(known);
            Bar::new(lead, prompt, next)
        } else {
            Bar::new(Lead::Wait, known.t("le-beside-stopped"), Next::Wait(known.t("le-beside-wait")))
        };
        bar.with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::SecondWord
    }

    fn look(&mut self, known: &Known) {
        if known.board.reading.is_none() {
            // A digit does not outlive a stop: it is of a ball that may be another by then.
            self.0 = Draw::default();
        }
        self.0.look(known);
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        self.0.body(ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let of_a_card = matches!(typed, Typed::Scan(_)) && !known.may(RequestKind::Claim);
        if of_a_card { None } else { self.0.typed(typed, known) }
    }

    fn refused(&mut self) {
        self.0.refused();
    }

    fn granted(&mut self) {
        self.0.granted();
    }
}

/// What the caller says and does next. Where it takes two, a number is said once it counts: nobody sings with one that does not.
fn says_next(known: &Known) -> (Lead, String) {
    match known.public().announced.last() {
        _ if word(known) == SecondWord::Caller => (Lead::Say, known.t("le-prompt")),
        None => (Lead::Now, known.t("le-key-first")),
        Some(last) => (Lead::Say, known.ta("le-say-then-key", &[("said", &said(*last))])),
    }
}

/// How high the row with the typed number and the last ball is.
const ENTRY: f32 = 116.0;

impl Draw {
    /// The number that is typed, the last ball that was announced, and the keys for a finger.
    fn entry(&self, ui: &mut Ui, room: Rect, known: &Known, reading: &Reading) -> Option<Press> {
        let part = part(known, reading);
        let types = !matches!(part, Part::Looks) && !reading.remaining.is_empty();
        let mut inner = if types { panel_in_focus(ui, room) } else { panel(ui, room) };
        let last = known.public().announced.last().copied();
        if !types {
            let foot = cut_bottom(&mut inner, 28.0);
            let word = cut_bottom(&mut inner, 34.0);
            ball(ui, inner, last, BallState::Announced);
            spelt(ui, word, last);
            before(ui, foot, known);
            return None;
        }
        let [typed, beside] = columns(cut_top(&mut inner, ENTRY), [1.0, 1.0], 14.0);
        field(ui, typed, &known.ta("ma-ball", &[("n", &reading.next)]), &self.number, true);
        // What the caller read stands where the last ball stands, as one that is not announced.
        let (shown, state) = match part {
            Part::Confirm(keyed) => (Some(keyed), BallState::Pending),
            Part::Read | Part::ReadToo | Part::Waits | Part::Looks => (last, BallState::Announced),
        };
        ball(ui, beside, shown, state);
        let words = cut_top(&mut inner, 34.0);
        let [left, right] = columns(words, [1.0, 1.0], 14.0);
        ink::line(ui, left, &self.says(known, part), bold(17.0).centred());
        spelt(ui, right, shown);
        before(ui, cut_top(&mut inner, 24.0), known);
        inner.min.y += 6.0;
        keypad(ui, inner, &known.t("key-erase"))
    }

    /// What stands under the typed number: its words, or what is awaited.
    fn says(&self, known: &Known, part: Part) -> String {
        match (self.number.number().and_then(value::ball), part) {
            (Some(ball), _) => words::spanish(u64::from(ball.number())),
            (None, Part::Waits) => known.t("le-keyed"),
            (None, Part::Confirm(_)) => known.t("le-if-other"),
            (None, Part::Read | Part::ReadToo | Part::Looks) => String::new(),
        }
    }
}

/// The last ball in words.
fn spelt(ui: &mut Ui, room: Rect, last: Option<u8>) {
    if let Some(last) = last {
        ink::line(ui, room, &words::spanish(u64::from(last)), bold(17.0).centred());
    }
}

/// The ball before the last one.
fn before(ui: &mut Ui, room: Rect, known: &Known) {
    if let Some(before) = known.public().announced.iter().rev().nth(1) {
        ink::line(ui, room, &known.ta("ball-before", &[("ball", before)]), label(16.0).centred());
    }
}
