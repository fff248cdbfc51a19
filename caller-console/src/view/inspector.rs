//! 23 · The inspector sees everything and changes nothing (37.5). The look at the game is asked for once, and again with
//! F5: each one is a line of the record (RD 2221/1984 art. 12).

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_core::people::Role;
use hall_look::colour;
use hall_look::{ink, words};
use hall_wire::message::GameLook;

use super::part::{bold, columns, cut_top, label, more_rows, page, panel, rows, text};
use super::sala::{material, past};
use super::{Band, View, balls, standing, tabs};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;

const TABS: [&str; 3] = ["insp-tab-game", "insp-tab-games", "insp-tab-stock"];

#[derive(Default)]
pub struct Inspector {
    tab: usize,
    row: usize,
    /// The first look was asked for.
    asked: bool,
}

impl View for Inspector {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar = match past::present(known) {
            Some(_) if self.tab == 1 => past::bar(known, self.row),
            Some(session) => {
                let open = known.public().session.is_some();
                let label = known.t(if open { "insp-acta-today" } else { "insp-acta-last" });
                let sub = known.ta("insp-acta-sub", &[("n", &session)]);
                let next = Next::Do(NextAct::new(label, past::acta(known, session)).sub(sub));
                Bar::new(Lead::May, known.t("insp-may"), next)
            }
            None => Bar::new(Lead::May, known.t("insp-may"), Next::Wait(known.t("past-none-wait"))),
        };
        let again = KeyButton::new(Key::F5, known.t("insp-again"), Press::Inspect);
        bar = bar.with(again.sub(known.t("insp-again-sub")));
        if self.tab == 2 {
            return bar.with(super::study::key(known));
        }
        if let Some(sheet) = past::sheet_paper(known) {
            let button = KeyButton::new(Key::F7, known.t("insp-sheet"), Press::Paper(sheet));
            bar = bar.with(button.sub(known.t("insp-sheet-sub")));
        }
        let session = match self.tab {
            1 => known.lists.sessions.get(self.row).map(|row| row.session),
            _ => past::present(known),
        };
        past::with_papers(known, session, bar)
    }

    fn topic(&self) -> Topic {
        match self.tab {
            0 => Topic::InspectedGame,
            1 => Topic::InspectedActas,
            _ => Topic::InspectedStock,
        }
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        if let Some(tab) = tabs::tabs(ui, &mut room, known, &TABS, self.tab) {
            (self.tab, self.row) = (tab, 0);
        }
        match self.tab {
            1 => past::body(ui, room, known, &mut self.row, None),
            2 => stock(ui, room, known, &mut self.row),
            _ => present(ui, room, known),
        }
        if !self.asked && known.inspection.is_none() && known.may_act() {
            self.asked = true;
            return Some(Press::Inspect);
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let rows = match self.tab {
            1 => known.lists.sessions.len(),
            2 => known.lists.series.len(),
            _ => 0,
        };
        if let Typed::Char(c) = typed {
            (self.tab, self.row) = (tabs::by_digit(*c, TABS.len())?, 0);
            return Some(Press::Typed);
        }
        self.row = typed.row_round(self.row, rows)?;
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }
}

/// A name, and its value at the right.
fn fact(ui: &mut Ui, room: &mut Rect, height: f32, name: &str, value: &str) {
    let row = cut_top(room, height);
    ui.painter().hline(row.x_range(), row.bottom(), Stroke::new(1.0, colour::RULE));
    let covered = ink::line(ui, row, value, bold(21.0).right());
    let rest = Rect::from_min_max(row.min, pos2(covered.left() - 12.0, row.bottom()));
    ink::line(ui, rest, name, text(17.0));
}

/// The game as the last look showed it, and its balls as they are now.
fn present(ui: &mut Ui, room: Rect, known: &Known) {
    let [top, bottom] = rows(room, [1.25, 1.0], 8.0);
    let [sale, prizes] = columns(top, [1.0, 1.0], 12.0);
    let [balls, record] = columns(bottom, [1.0, 1.0], 12.0);
    let (head, look) = looked_at(known);
    sold(ui, panel(ui, sale), known, &head, look.as_ref());
    announced(ui, panel(ui, prizes), known, look.as_ref());
    order(ui, panel(ui, balls), known);
    who(ui, panel(ui, record), known);
}

/// What the last look showed and when; without a game on sale or in play, the last game by the board.
fn looked_at(known: &Known) -> (String, Option<GameLook>) {
    let Some(seen) = &known.inspection else { return (known.t("insp-looking"), None) };
    if let (Some(game), Some(look)) = (seen.game, &seen.look) {
        let (game, time) = (game.to_string(), known.time(seen.at_utc_ms));
        return (known.ta("insp-seen", &[("game", &game), ("time", &time)]), Some(look.clone()));
    }
    let Some(game) = known.game() else { return (known.t("insp-no-game"), None) };
    let announced = (!game.formula.is_empty()).then_some(());
    let look = GameLook {
        in_session: game.in_session,
        series: game.series.clone(),
        segments: game.segments.clone(),
        segments_whole: true,
        face_value_cents: game.face_value_cents,
        cards: game.cards,
        takings_cents: game.takings_cents,
        line_cents: announced.map(|()| game.line_cents),
        bingo_cents: announced.map(|()| game.bingo_cents),
        formula: game.formula.clone(),
    };
    (known.ta("insp-last", &[("game", &game.game)]), Some(look))
}

fn sold(ui: &mut Ui, mut room: Rect, known: &Known, head: &str, look: Option<&GameLook>) {
    let Some(look) = look else {
        ink::words(ui, room, head, text(19.0));
        return;
    };
    ink::line(ui, cut_top(&mut room, 26.0), head, label(17.0));
    // Value, count and amount always find room; the runs of cards are paged in the rest.
    let height = if room.height() < 190.0 { 34.0 } else { 42.0 };
    let fit = (((room.height() - 2.0 * height) / height).floor().max(1.0)) as usize;
    let fit = if look.segments_whole { fit } else { fit.saturating_sub(1).max(1) };
    let all = look.segments.len();
    let page = page(ui, "inspected", all, fit, fit.saturating_sub(1), None);
    for run in &look.segments[page.clone()] {
        let series = super::mesa::series(&run.series);
        let words =
            known.ta("insp-segment", &[("series", &series), ("first", &run.first), ("last", &run.last)]);
        let cards = super::caja::block::cards_words(known, run.last + 1 - run.first);
        fact(ui, &mut room, height, &words, &cards);
    }
    if page.len() < all {
        ink::line(ui, cut_top(&mut room, height), &more_rows(known, all - page.len()), label(16.0));
    }
    if !look.segments_whole {
        let line = cut_top(&mut room, height);
        ink::line(ui, line, &known.t("insp-more-segments"), label(16.0));
    }
    fact(ui, &mut room, height, &known.t("insp-value"), &words::money(look.face_value_cents));
    let sum = format!("{} · {}", words::count(u64::from(look.cards)), words::money(look.takings_cents));
    fact(ui, &mut room, height, &known.t("insp-sold"), &sum);
}

fn announced(ui: &mut Ui, mut room: Rect, known: &Known, look: Option<&GameLook>) {
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("insp-prizes"), label(17.0));
    let height = if room.height() < 190.0 { 34.0 } else { 42.0 };
    let money = |cents: Option<u64>| cents.map_or_else(|| known.t("insp-not-yet"), words::money);
    fact(ui, &mut room, height, &known.t("pay-line"), &money(look.and_then(|look| look.line_cents)));
    fact(ui, &mut room, height, &known.t("pay-bingo"), &money(look.and_then(|look| look.bingo_cents)));
    let formula = look.map_or("", |look| look.formula.as_str());
    cut_top(&mut room, 8.0);
    ink::words(ui, room, formula, label(16.0));
}

/// The announced balls in order, ten to a row.
fn order(ui: &mut Ui, mut room: Rect, known: &Known) {
    let balls = &known.public().announced;
    let head = known.ta("insp-balls", &[("n", &balls.len())]);
    ink::line(ui, cut_top(&mut room, 24.0), &head, label(17.0));
    // The latest rows that find room; F3 shows all.
    let fit = ((room.height() / 50.0).floor().max(1.0)) as usize;
    let lines: Vec<&[u8]> = balls.chunks(10).collect();
    let first = lines.len().saturating_sub(fit);
    for (line, chunk) in lines.iter().enumerate().skip(first) {
        let row = cut_top(&mut room, 50.0);
        for (cell, (place, ball)) in columns(row, [1.0; 10], 6.0).into_iter().zip(chunk.iter().enumerate()) {
            let cell = Rect::from_min_size(cell.min, vec2(cell.width(), 46.0));
            ui.painter().rect_filled(cell, 3.0, colour::RAISED);
            let (top, bottom) = cell.shrink2(vec2(2.0, 4.0)).split_top_bottom_at_fraction(0.62);
            let ordinal = (line * 10 + place + 1).to_string();
            ink::name(ui, cell, &known.ta("insp-ball", &[("n", &ordinal), ("ball", &ball)]));
            ink::paint(ui, top, &ball.to_string(), bold(21.0).centred());
            ink::paint(ui, bottom, &ordinal, label(14.0).centred());
        }
    }
}

/// Session, rules, who is in charge, the record.
fn who(ui: &mut Ui, mut room: Rect, known: &Known) {
    ink::line(ui, cut_top(&mut room, 24.0), &known.t("insp-record"), label(17.0));
    let mut lines = Vec::new();
    match &known.public().session {
        Some(session) => {
            let opened = known.lists.sessions.iter().find(|row| row.session == session.session);
            let opened = opened.map_or_else(|| "—".to_string(), |row| known.time(row.opened_at_utc_ms));
            lines.push(known.ta("insp-session", &[("n", &session.session), ("time", &opened)]));
            lines.push(session.rules.clone());
        }
        None => lines.push(known.t("no-session")),
    }
    let with = |role: Role| {
        let person = known.board.people.iter().find(|duty| duty.roles.contains(&role));
        person.map_or_else(|| "—".to_string(), |duty| known.short_name(duty.person))
    };
    let (mesa, sala) = (with(Role::JefeDeMesa), with(Role::JefeDeSala));
    lines.push(known.ta("insp-in-charge", &[("mesa", &mesa), ("sala", &sala)]));
    lines.push(known.ta("insp-line", &[("n", &words::count(known.seq))]));
    let by_hand = known.public().by_hand.len().to_string();
    lines.push(known.ta("insp-by-hand", &[("n", &by_hand)]));
    let height = (room.height() / lines.len() as f32).min(32.0);
    for words in lines {
        ink::line(ui, cut_top(&mut room, height), &words, text(16.0));
    }
}

fn stock(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let [left, right] = columns(room, [1.0, 1.0], 12.0);
    let mut unused = usize::MAX;
    material::stock(ui, panel(ui, left), known, row);
    balls::list::sets(ui, panel(ui, right), known, &mut unused);
}
