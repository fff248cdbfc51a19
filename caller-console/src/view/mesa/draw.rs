//! 06 · The draw: the ball on the table, announced with one key (DECISIONS 26).

use egui::{Rect, Ui, pos2, vec2};
use hall_core::ball::Ball;
use hall_core::event::{GameNo, Ordinal};
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::{ink, words};

use super::trouble;
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::mesa::sung;
use crate::view::part::{
    self, BallState, Tag, ball, board, bold, camera, columns, cut_bottom, cut_top, frame, in_colour, label,
    order, panel, said, tag, tiles,
};
use crate::view::{View, machine};

#[derive(Default)]
pub(super) struct Draw;

impl View for Draw {
    fn bar(&self, known: &Known) -> Bar {
        let Some(game) = known.game() else { return Bar::new(Lead::Wait, "", Next::Wait(String::new())) };
        let may = known.has_role(Role::JefeDeMesa) || known.has_role(Role::VendedorLocutor);
        let pending = known.board.pending.first();
        let ball = pending.and_then(|pending| Some((pending, Ball::new(pending.ball)?)));
        let (lead, prompt, next) = match ball {
            Some((pending, ball)) if may => {
                let (game, ordinal) = (GameNo(game.game), Ordinal(pending.ordinal));
                let announce = Request::Announce { game, ordinal, ball, typed: false };
                let act = NextAct::ask(known.ta("announce-do", &[("ball", &pending.ball)]), announce);
                let prompt = known.ta("announce-prompt", &[("said", &said(pending.ball))]);
                (Lead::Say, prompt, Next::Do(act.armed(Arming::Ball)))
            }
            Some(_) => (Lead::Wait, known.t("wait-caller-prompt"), Next::Wait(known.t("wait-caller"))),
            None if known.public().announced.len() == 90 => {
                (Lead::Now, known.t("ninety-prompt"), Next::Wait(known.t("ninety-wait")))
            }
            None => {
                let machine = machine::state(known, &known.board.machine);
                let prompt = known.ta("wait-ball-prompt", &[("machine", &machine)]);
                (Lead::Wait, prompt, Next::Wait(known.t("wait-ball")))
            }
        };
        let other = KeyButton::new(Key::Back, known.t("other-ball"), Press::Open(Over::OtherBall))
            .sub(known.t("other-ball-sub"))
            .on_if(lead == Lead::Say, known.t("other-ball-off"));
        Bar::new(lead, prompt, next).with(trouble(known)).with(other)
    }

    fn topic(&self) -> Topic {
        Topic::Draw
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        figures(ui, cut_top(&mut room, 60.0), known);
        room.min.y += 8.0;
        // The outer columns change sides with the bar.
        let side = if known.left_handed { [324.0, 392.0] } else { [392.0, 324.0] };
        let middle = room.width() - side[0] - side[1] - 24.0;
        let [left, centre, right] = columns(room, [side[0], middle, side[1]], 12.0);
        let (ball, beside) = if known.left_handed { (right, left) } else { (left, right) };
        big_ball(ui, ball, known);
        numbers(ui, centre, known);
        at_the_side(ui, beside, known);
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        // A card that is scanned was sung: the claim makes the stop (DECISIONS 2).
        let Typed::Scan(code) = typed else { return None };
        sung::claim_scanned(known, code, sung::usual_play(known))
    }
}

/// What is played for, the prize and the count, as tiles.
pub(in crate::view) fn played_for(known: &Known) -> [(String, String); 3] {
    let game = known.game();
    let line = game.is_some_and(|game| game.line_open);
    let prize = game.map_or(0, |game| if line { game.line_cents } else { game.bingo_cents });
    let announced = known.public().announced.len();
    [
        (known.t("tile-play"), known.t(if line { "play-line" } else { "play-bingo" })),
        (known.t("tile-prize"), words::money(prize)),
        (known.t("tile-announced"), known.ta("of-ninety", &[("n", &announced)])),
    ]
}

/// Paints what is played for, the prize, the count, the cards and the machine.
pub(super) fn figures(ui: &mut Ui, room: Rect, known: &Known) {
    let Some(game) = known.game() else { return };
    let [play, prize, count] = played_for(known);
    let cards = (known.t("tile-cards"), words::count(u64::from(game.cards)));
    let tile = if known.board.reading.is_some() { "le-tile" } else { "tile-machine" };
    let machine = (known.t(tile), machine::state(known, &known.board.machine));
    let [.., last] = tiles(ui, room, [play, prize, count, cards, machine]);
    if machine::is_in_trouble(known) {
        // The words say it; the frame draws the eye.
        frame(ui, last, console::ALERT);
    }
}

/// Paints the ball: the one on the table with a dashed ring, or the last announced.
fn big_ball(ui: &mut Ui, room: Rect, known: &Known) {
    let mut inner = panel(ui, room);
    let announced = &known.public().announced;
    let pending = known.board.pending.first();
    let place = pending.map_or(announced.len(), |pending| usize::from(pending.ordinal));
    let head = cut_top(&mut inner, 30.0);
    let name = known.ta("ball-place", &[("n", &place)]);
    let recording = known.sending.is_some() && pending.is_some();
    let state = match (pending, recording) {
        (Some(_), false) => BallState::Pending,
        (Some(_), true) => BallState::Recording,
        (None, _) => BallState::Announced,
    };
    let number = pending.map(|pending| pending.ball).or_else(|| announced.last().copied());
    let chip = match state {
        BallState::Pending => Some(known.t("ball-pending")),
        BallState::Recording => Some(known.t("ball-recording")),
        BallState::Announced => number.map(|_| known.t("ball-announced")),
    };
    let half = Rect::from_min_max(head.min, pos2(head.center().x - 20.0, head.bottom()));
    ink::line(ui, half, &name, bold(18.0).right());
    if let Some(chip) = chip {
        let kind = if state == BallState::Announced { Tag::Plain } else { Tag::Dashed };
        let width = ui.painter().layout_no_wrap(chip.clone(), Face::Bold.at(16.0), colour::INK).size().x;
        let spot = Rect::from_min_max(
            pos2(head.center().x - 8.0, head.top()),
            pos2((head.center().x + 14.0 + width).min(head.right()), head.bottom()),
        );
        tag(ui, spot, &chip, kind);
    }
    let foot = cut_bottom(&mut inner, 28.0);
    inner.max.y -= 4.0;
    let digits = cut_bottom(&mut inner, 30.0);
    let word = cut_bottom(&mut inner, 34.0);
    inner.max.y -= 4.0;
    ball(ui, inner, number, state);
    if let Some(number) = number {
        ink::line(ui, word, &words::spanish(u64::from(number)), bold(25.0).centred());
        if let Some(spelt) = words::spanish_digits(number) {
            ink::line(ui, digits, &spelt, in_colour(part::text(22.0), colour::TEXT2).centred());
        }
    }
    let before = if pending.is_some() { announced.last() } else { announced.iter().rev().nth(1) };
    if let Some(before) = before {
        let words = match known.board.last_announced_utc_ms.filter(|_| pending.is_some()) {
            Some(at) => known.ta("ball-before-at", &[("ball", &before), ("time", &known.time(at))]),
            None => known.ta("ball-before", &[("ball", &before)]),
        };
        ink::line(ui, foot, &words, label(17.0).centred());
    }
}

pub(super) fn numbers(ui: &mut Ui, room: Rect, known: &Known) {
    let pending: Vec<u8> = known.board.pending.iter().map(|pending| pending.ball).collect();
    board(ui, room, &known.public().announced, &pending, &known.public().by_hand);
}

/// Paints the camera, the order of exit and the warnings.
pub(super) fn at_the_side(ui: &mut Ui, room: Rect, known: &Known) {
    // A warning takes its room from the picture, never from the order of exit.
    let warned = if known.board.warnings.is_empty() { 0.0 } else { 70.0 };
    let camera_height = (room.height() * 0.41).min(178.0) - warned;
    let mut rest = room;
    let picture = cut_top(&mut rest, camera_height);
    camera(ui, picture, known);
    rest.min.y += 8.0;
    if let Some(warning) = known.board.warnings.first() {
        let spot = cut_top(&mut rest, 62.0);
        ui.painter().rect_filled(spot, part::RADIUS, console::ALERT);
        let style = in_colour(bold(16.0), console::ALERT_INK);
        ink::words(ui, spot.shrink2(vec2(12.0, 8.0)), known.said(warning), style);
        rest.min.y += 8.0;
    }
    order(ui, rest, &known.t("order-head"), &known.public().announced);
}
