//! How a sheet looks that is typed in: the next row at the left, what the record has and the rows so far at the right.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::event::{PaperLine, Play};
use hall_look::colour::{self, console};
use hall_look::{ink, sign};

use super::card::{ANSWERS, CardRow};
use super::rows::{Place, balls, fault};
use super::{Transcription, in_the_way};
use crate::keys::Typed;
use crate::known::Known;
use crate::press::Press;
use crate::view::mesa::series;
use crate::view::part::{
    CHOSEN, RADIUS, TOUCH, bold, choice, columns, cut_bottom, cut_top, field, in_colour, keypad, label, page,
    panel, panel_in_focus, text, touch,
};
use crate::view::turns::form::paint_facts;

/// Rows stand side by side in so many columns.
const COLUMNS: usize = 4;

/// How high a row is, with the gap under it.
const ROW: f32 = TOUCH + 4.0;

impl Transcription {
    /// Paints it all.
    pub(super) fn paint(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [400.0, 836.0], 12.0);
        let types = in_the_way(known).is_none() && !self.review;
        let inner = if types { panel_in_focus(ui, left) } else { panel(ui, left) };
        let mut pressed = match (&self.card, types) {
            (_, false) => {
                self.totals(ui, inner, known);
                None
            }
            (Some(card), true) => self.card(ui, inner, known, card),
            (None, true) => self.ball(ui, inner, known),
        };
        let mut inner = panel(ui, right);
        record(ui, &mut inner, known);
        if let Some(row) = self.sheet(ui, inner, known) {
            self.rows.go(row);
            self.ball.clear();
            self.card = None;
            pressed = Some(Press::Typed);
        }
        pressed
    }

    /// The next ball, with the keys for a finger.
    fn ball(&self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let [typed, beside] = columns(cut_top(&mut room, 106.0), [1.0, 1.0], 14.0);
        let ordinal = self.rows.ordinal(known, self.rows.at());
        field(ui, typed, &known.ta("ma-ball", &[("n", &ordinal.min(90))]), &self.ball, true);
        ink::words(ui, beside, &self.where_to(known), label(17.0));
        room.min.y += 8.0;
        let wrong = self.ball_line(known).err().filter(|_| !self.ball.is_empty());
        self.why(ui, cut_top(&mut room, 62.0), known, wrong);
        room.min.y += 6.0;
        keypad(ui, room, &known.t("key-erase"))
    }

    /// The card of the next row: its number, and what was said of it.
    fn card(&self, ui: &mut Ui, mut room: Rect, known: &Known, card: &CardRow) -> Option<Press> {
        let head = known.t(if card.paid { "sh-head-paid" } else { "sh-head-sung" });
        ink::line(ui, cut_top(&mut room, 28.0), &format!("{head} · {}", self.where_to(known)), label(17.0));
        let [typed, mut beside] = columns(cut_top(&mut room, 100.0), [1.0, 1.0], 14.0);
        field(ui, typed, &known.t("pay-card"), &card.number, card.answer.is_none());
        beside.min.y += 30.0;
        let play = known.t(play_id(card.play(known, &self.rows)));
        let series = card.series(known).map(|name| series(&name)).unwrap_or_default();
        let lines = [
            (30.0, play, bold(22.0)),
            (22.0, known.ta("sh-series", &[("series", &series)]), text(17.0)),
            (18.0, known.t("sh-arrows"), label(14.0)),
        ];
        for (height, words, set) in lines {
            ink::line(ui, cut_top(&mut beside, height), &words, set);
        }
        room.min.y += 6.0;
        let lacks = card.line(known, &self.rows).err();
        let Some(chosen) = card.answer else {
            let wrong = lacks.filter(|_| !card.number.is_empty() && (card.paid || !card.is_good(known)));
            self.why(ui, cut_top(&mut room, 48.0), known, wrong);
            return keypad(ui, room, &known.t("key-erase"));
        };
        let mut pressed = None;
        for (number, (_, id, _)) in ANSWERS.iter().enumerate() {
            let row = cut_top(&mut room, TOUCH);
            room.min.y += 3.0;
            let digit = u8::try_from(number + 1).expect("five answers");
            if choice(ui, row, Some(digit), &known.t(id), chosen == Some(number), true) {
                pressed = Some(Press::Key(Typed::Char(char::from(b'0' + digit))));
            }
        }
        self.why(ui, room, known, lacks.filter(|_| chosen.is_some()));
        pressed
    }

    /// What is on the sheet, before it goes to the desk.
    fn totals(&self, ui: &mut Ui, mut room: Rect, known: &Known) {
        ink::line(ui, cut_top(&mut room, 34.0), &known.t("sh-review-head"), bold(22.0));
        let lines = &self.rows.lines;
        let count = |is: fn(&PaperLine) -> bool| lines.iter().filter(|line| is(line)).count().to_string();
        let sung = count(|line| matches!(line, PaperLine::Sung { .. }));
        let paid = count(|line| matches!(line, PaperLine::Paid { .. }));
        let end = known.t(if self.rows.is_ended() { "sh-ends" } else { "sh-ends-not" });
        let facts = [
            (known.t("sh-fact-rows"), lines.len().to_string()),
            (known.t("sh-fact-balls"), balls(lines).count().to_string()),
            (known.t("sh-fact-sung"), sung),
            (known.t("sh-fact-end"), end),
            (known.t("sh-fact-paid"), paid),
        ];
        paint_facts(ui, cut_top(&mut room, 200.0), &facts, 38.0);
        room.min.y += 8.0;
        ink::words(ui, room, &known.t("sh-review-how"), label(17.0));
    }

    /// Where the row goes, in words.
    fn where_to(&self, known: &Known) -> String {
        let row = self.rows.at() + 1;
        match self.rows.place {
            Place::End => known.ta("sh-row-new", &[("row", &row)]),
            Place::At(_) => known.ta("sh-row-at", &[("row", &row)]),
            Place::Before(_) => known.ta("sh-row-before", &[("row", &row)]),
        }
    }

    /// Why what is typed cannot be, or what the desk said of this row.
    fn why(&self, ui: &mut Ui, room: Rect, known: &Known, wrong: Option<String>) {
        let here = self.rows.chosen();
        let stands = || fault(known, &self.rows.lines, here?);
        let said = self.why.as_ref().filter(|(row, _)| *row == self.rows.at()).map(|(_, why)| why.clone());
        let Some(words) = wrong.or(said).or_else(stands) else { return };
        let mark = Rect::from_min_size(room.min + vec2(0.0, 3.0), vec2(18.0, 18.0));
        sign::cross(ui.painter(), mark, console::REFUSE);
        let spot = Rect::from_min_max(pos2(mark.right() + 10.0, room.top()), room.max);
        ink::words(ui, spot, &words, in_colour(bold(17.0), console::REFUSE));
    }

    /// The rows so far, and where the next one goes: around it while it is typed, page by page once the sheet is looked through.
    /// Returns the row that was touched.
    fn sheet(&self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<usize> {
        let lines = &self.rows.lines;
        let all = lines.len() + 1;
        let foot = cut_bottom(&mut room, 20.0);
        let fit = (room.height() / ROW).floor().max(1.0) as usize * COLUMNS;
        let shown = if self.review {
            page(ui, "sheet", all, fit, fit, None)
        } else {
            around(self.rows.at(), all, fit)
        };
        if shown.len() < all {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("first", &(shown.start + 1)), ("last", &shown.end.min(lines.len())), ("all", &lines.len())];
            ink::line(ui, foot, &known.ta("sh-window", &args), label(15.0));
        }
        let first = shown.start;
        let mut touched = None;
        for row in shown {
            let at = row - first;
            let line = Rect::from_min_size(
                room.min + vec2(0.0, ROW * (at / COLUMNS) as f32),
                vec2(room.width(), TOUCH),
            );
            let spot = columns(line, [1.0; COLUMNS], 6.0)[at % COLUMNS];
            if row == lines.len() {
                let here = self.rows.place == Place::End && !self.review;
                let rim = if here { console::NEXT } else { colour::RAISED };
                sign::dashed_rect(ui.painter(), spot.shrink(1.0), Stroke::new(2.0, rim), 6.0);
                ink::paint(ui, spot.shrink2(vec2(8.0, 0.0)), &(row + 1).to_string(), label(15.0));
                continue;
            }
            if self.row(ui, spot, known, row) {
                touched = Some(row);
            }
        }
        touched
    }

    /// One row. Returns whether it was touched.
    fn row(&self, ui: &mut Ui, spot: Rect, known: &Known, row: usize) -> bool {
        let words = self.words(known, row);
        let name = format!("{} · {words}", row + 1);
        let response = touch(ui, spot, &name, !self.review);
        let chosen = self.rows.chosen() == Some(row);
        let wrong = fault(known, &self.rows.lines, row).is_some()
            || self.why.as_ref().is_some_and(|(of, _)| *of == row);
        ui.painter().rect_filled(spot, RADIUS, if chosen { CHOSEN } else { colour::RAISED });
        let rim = match (chosen, wrong) {
            (true, _) => Stroke::new(3.0, console::NEXT),
            (false, true) => Stroke::new(3.0, console::REFUSE),
            (false, false) => Stroke::new(1.0, colour::RULE),
        };
        ui.painter().rect_stroke(spot, RADIUS, rim, StrokeKind::Inside);
        if matches!(self.rows.place, Place::Before(_)) && chosen {
            ui.painter().vline(spot.left() - 3.0, spot.y_range(), Stroke::new(4.0, console::NEXT));
        }
        let mut inner = spot.shrink2(vec2(8.0, 0.0));
        let number = Rect::from_min_size(inner.min, vec2(26.0, inner.height()));
        if wrong {
            let mark = Rect::from_center_size(number.center(), vec2(16.0, 16.0));
            sign::cross(ui.painter(), mark, console::REFUSE);
        } else {
            ink::paint(ui, number, &(row + 1).to_string(), label(15.0));
        }
        inner.min.x += 32.0;
        ink::paint(ui, inner, &words, bold(17.0));
        response.clicked()
    }

    /// A row in words: «44.ª · 21», «línea 1506 · sí».
    fn words(&self, known: &Known, row: usize) -> String {
        match self.rows.lines[row] {
            PaperLine::Ball(ball) => {
                let place = self.rows.ordinal(known, row);
                known.ta("sh-row-ball", &[("n", &place), ("ball", &ball)])
            }
            PaperLine::Sung { play, card, answer } => {
                let said = ANSWERS.iter().find(|(of, ..)| *of == answer).map_or("", |(_, _, id)| *id);
                format!("{} · {}", known.ta(play_row(play), &[("card", &name(known, card))]), known.t(said))
            }
            PaperLine::Paid { play, card } => {
                format!(
                    "{} · {}",
                    known.ta(play_row(play), &[("card", &name(known, card))]),
                    known.t("sh-row-paid")
                )
            }
            PaperLine::End => known.t("sh-row-end"),
        }
    }
}

/// Whole lines of rows with this one among them, as late as can be: what was typed before it is seen too.
fn around(row: usize, all: usize, fit: usize) -> std::ops::Range<usize> {
    let start = (row + 1).saturating_sub(fit).next_multiple_of(COLUMNS);
    start..(start + fit).min(all)
}

/// A card by its number; one of another series than the announced one with it.
fn name(known: &Known, card: hall_core::series::CardRef) -> String {
    let name = card.series.to_string();
    let number = card.number.0;
    let usual = known.card_of(number).is_some_and(|(of, _)| of == name);
    if usual { number.to_string() } else { format!("{} {number}", series(&name)) }
}

const fn play_id(play: Play) -> &'static str {
    match play {
        Play::Line => "play-line",
        Play::Bingo => "play-bingo",
    }
}

const fn play_row(play: Play) -> &'static str {
    match play {
        Play::Line => "sh-row-line",
        Play::Bingo => "sh-row-bingo",
    }
}

/// What is out in the record: none of it is typed in again.
fn record(ui: &mut Ui, room: &mut Rect, known: &Known) {
    let announced = &known.public().announced;
    let head = known.ta("sh-record", &[("n", &announced.len())]);
    let line = cut_top(room, 24.0);
    let covered = ink::line(ui, line, &head, label(16.0));
    if let Some(pending) = known.board.pending.first() {
        let args: [(&str, &dyn std::fmt::Display); 2] = [("n", &pending.ordinal), ("ball", &pending.ball)];
        let rest = Rect::from_min_max(pos2(covered.right() + 20.0, line.top()), line.max);
        ink::line(ui, rest, &known.ta("sh-record-pending", &args), bold(16.0));
    }
    let all: Vec<String> = announced.iter().map(ToString::to_string).collect();
    let height = if announced.len() > 62 {
        62.0
    } else if announced.len() > 31 {
        42.0
    } else {
        22.0
    };
    let covered = ink::words(ui, cut_top(room, height), &all.join("  "), text(16.0));
    ui.painter().hline(
        room.x_range(),
        covered.bottom().max(room.top()) + 3.0,
        Stroke::new(1.0, colour::RULE),
    );
    room.min.y += 10.0;
}
