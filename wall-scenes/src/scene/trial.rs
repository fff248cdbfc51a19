//! What a technician hangs a monitor by: a test picture, and a walk through the ninety numbers. No server, and no game.

use std::fmt::Display;
use std::sync::Arc;

use egui::{Rect, pos2, vec2};
use hall_wire::board::{PublicBoard, Scene};

use super::{Contact, Memo, View, drawn, parts, spoken};
use crate::layout::{Canvas, Element, Layout, Shape, Style, Token, size};
use crate::words::Words;

/// How long the picture stands, in milliseconds.
const PICTURE_MS: u64 = 15_000;

/// How long each number of the walk stands, in milliseconds.
const STEP_MS: u64 = 600;

/// How long all ninety stand, in milliseconds.
const ALL_MS: u64 = 5_000;

/// A monitor that is tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The panel's name.
    pub name: Arc<str>,
    /// Which of its monitors, from 0, and of how many.
    pub monitor: (usize, usize),
    /// The window, in pixels.
    pub pixels: (u32, u32),
    /// What is left free at each side, in per cent.
    pub margin: f32,
    /// Since when, in milliseconds.
    pub ms: u64,
}

/// What a trial shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    Picture,
    /// The numbers from 1 up to this one.
    Numbers(u8),
}

impl Trial {
    /// What is shown, and how long it has been and still is, in milliseconds.
    fn shows(&self) -> (Shows, u64, u64) {
        let walk = 90 * STEP_MS;
        match self.ms % (PICTURE_MS + walk + ALL_MS) {
            at if at < PICTURE_MS => (Shows::Picture, at, PICTURE_MS - at),
            at if at < PICTURE_MS + walk => {
                let at = at - PICTURE_MS;
                let number = u8::try_from(at / STEP_MS).expect("ninety") + 1;
                (Shows::Numbers(number), at % STEP_MS, STEP_MS - at % STEP_MS)
            }
            at => {
                let at = at - PICTURE_MS - walk;
                (Shows::Numbers(90), at + STEP_MS, ALL_MS - at)
            }
        }
    }
}

/// The picture, or the walk, as the wall shows a draw.
pub fn lay_out(view: &View, trial: &Trial) -> Layout {
    let mut canvas = Canvas::new(view.shape, false, view.screen.language);
    let (shows, since, _) = trial.shows();
    match shows {
        Shows::Picture => picture(&mut canvas, trial),
        Shows::Numbers(last) => {
            let board =
                PublicBoard { scene: Scene::Draw, announced: (1..=last).collect(), ..PublicBoard::default() };
            let memo = Memo { ball_ms: Some(since), ..Memo::SETTLED };
            let view = View { board: Arc::new(board), contact: Contact::Live, memo, ..view.clone() };
            drawn(&mut canvas, &view);
        }
    }
    let foot = spoken::captions(&mut canvas, &view.screen.captions);
    Layout {
        shape: view.shape,
        items: canvas.items,
        // Over every picture of it: it must not be taken for a game.
        strip: vec![canvas.words.t("trial-flag")],
        framed: shows == Shows::Picture,
        theme: view.screen.theme,
        language: view.screen.language,
        foot,
    }
}

/// Milliseconds until something else is shown.
pub fn changes_in_ms(trial: &Trial) -> u64 {
    let (shows, since, left) = trial.shows();
    let ring = super::RING_MS.saturating_sub(since);
    if shows != Shows::Picture && ring > 0 { ring.min(left) } else { left }
}

/// A frame that must be seen whole, a circle that must be round, the colours and the greys, and the smallest letters.
fn picture(canvas: &mut Canvas, trial: &Trial) {
    let all = Rect::from_min_size(egui::Pos2::ZERO, canvas.shape.size());
    let tall = canvas.shape == Shape::Tall;
    let (head, rest) = parts::cut(all.shrink2(vec2(7.0, 5.0)), 11.0);
    canvas.text(head, canvas.words.t("trial"), Style::bold(size::TITLE, Token::Text).centre());
    let (whose, rest) = parts::cut(rest, if canvas.shape == Shape::Wide { 7.0 } else { 12.0 });
    canvas.text(whose, told(canvas.words, trial), Style::medium(5.2, Token::Text2).centre().lines(2));
    let (rest, least) = parts::cut(rest, rest.height() - if tall { 11.0 } else { 7.0 });
    let words = canvas.words.t("trial-least");
    canvas.text(least, words, Style::medium(size::SMALLEST, Token::Text2).centre().lines(2));
    let (rest, low) = parts::cut(parts::below(rest, 1.0), rest.height() - if tall { 38.0 } else { 23.0 });
    let (colours, greys) = parts::cut(low, low.height() - 10.0);
    swatches(canvas, colours, &COLOURS, if tall { 3 } else { 5 });
    swatches(canvas, greys, &GREYS, 8);
    let (circle, words) = if tall {
        parts::cut(rest.shrink2(vec2(0.0, 1.0)), rest.height() * 0.52)
    } else {
        let rest = rest.shrink2(vec2(0.0, 2.0));
        let side = rest.height().min(rest.width() * 0.36);
        (rest.with_max_x(rest.left() + side), rest.with_min_x(rest.left() + side + 5.0))
    };
    canvas.items.push(Element::Ball {
        centre: circle.center(),
        radius: circle.width().min(circle.height()) / 2.0 - 1.0,
        fill: None,
        frame: Some((0.6, Token::Text)),
    });
    canvas.text(words, canvas.words.t("trial-look"), Style::medium(size::LABEL, Token::Text).lines(8));
}

/// «panel-1 · monitor 1 of 2 · 1,920 × 1,080 · margin 2.5%».
fn told(words: &Words, trial: &Trial) -> String {
    let (monitor, of) = trial.monitor;
    let (wide, high) = trial.pixels;
    let [wide, high] = [wide, high].map(|pixels| words.count(pixels.into()));
    let margin = words.decimal(trial.margin);
    let id = if of > 1 { "trial-panel-of" } else { "trial-panel" };
    let which = [("name", &trial.name as &dyn Display), ("monitor", &(monitor + 1)), ("of", &of)];
    let is = [("wide", &wide as &dyn Display), ("high", &high), ("margin", &margin)];
    words.ta(id, &[which, is].concat())
}

/// The colours that mean something, each with the id of what it means.
const COLOURS: [(Token, Token, &str); 5] = [
    (Token::Now, Token::Ink, "trial-last"),
    (Token::Lamp, Token::Ink, "trial-called"),
    (Token::Ok, Token::Ink, "trial-ok"),
    (Token::No, Token::Text, "trial-no"),
    (Token::Calm, Token::Text, "trial-hold"),
];

/// From the ground to white.
const GREYS: [(Token, Token, &str); 8] = [
    (Token::Ground, Token::Text2, ""),
    (Token::Surface, Token::Text2, ""),
    (Token::Raised, Token::Text2, ""),
    (Token::Rule, Token::Text, ""),
    (Token::Faint, Token::Text, ""),
    (Token::Dim, Token::Ink, ""),
    (Token::Text2, Token::Ink, ""),
    (Token::Text, Token::Ink, ""),
];

/// Boxes side by side, each of a colour.
fn swatches(canvas: &mut Canvas, room: Rect, colours: &[(Token, Token, &str)], in_row: usize) {
    let cells = |many: usize| f32::from(u8::try_from(many).expect("a few"));
    let wide = room.width() / cells(in_row);
    let high = room.height() / cells(colours.len().div_ceil(in_row));
    for (place, (fill, ink, id)) in colours.iter().enumerate() {
        let corner =
            pos2(room.left() + cells(place % in_row) * wide, room.top() + cells(place / in_row) * high);
        let cell = Rect::from_min_size(corner, vec2(wide, high));
        canvas.panel(cell, 0.0, *fill);
        if !id.is_empty() {
            let style = Style::bold(size::LABEL, *ink).centre().together(2);
            canvas.text(cell.shrink(0.8), canvas.words.t(id), style);
        }
    }
}
