//! Whether a set of balls draws as a fair one, from the games that are over. For the jefe de sala and the
//! inspector; nothing of the running game is shown (DECISIONS 5).

use std::fmt::Display;

use egui::{Color32, Rect, Shape, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::message::{BallLean, BallSetStatistics, BallStatistics, GameState, SetState};

use super::View;
use super::part::{bold, columns, cut_bottom, cut_top, in_colour, label, panel, text};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::{Paper, Press};
use crate::view::help::Topic;

/// The rows of a list at the foot.
const LISTED: usize = 5;

/// The games after which a ball a fifth less likely is found in half of all sets: `docs/ball-statistics.md`.
const HALF_FOUND: u64 = 600;

/// The statistics of one set.
#[derive(Debug, Default)]
pub struct Study {
    /// The set chosen with the arrows; otherwise the one in the machine.
    chosen: Option<String>,
    /// The set last asked for, and the last finished game at that time.
    asked: Option<(String, Option<u32>)>,
}

impl Study {
    /// The set on the screen.
    fn set(&self, known: &Known) -> Option<String> {
        let has = |set: &&String| known.lists.ball_sets.iter().any(|row| row.set == **set);
        let loaded = known.board.machine.set.as_ref();
        let first = || known.lists.ball_sets.first().map(|row| row.set.clone());
        self.chosen.as_ref().filter(has).or(loaded.filter(has)).cloned().or_else(first)
    }

    /// What is known of that set.
    fn statistics<'k>(&self, known: &'k Known) -> Option<&'k BallSetStatistics> {
        let set = self.set(known)?;
        known.statistics.as_deref().filter(|of| of.set == set)
    }
}

/// The key that opens it, where the sets of balls are listed.
pub fn key(known: &Known) -> KeyButton {
    let open = Press::Open(Over::Look(Look::Study));
    KeyButton::new(Key::More, known.t("sala-statistics"), open).sub(known.t("sala-statistics-sub"))
}

/// The last finished game.
fn last_over(known: &Known) -> Option<u32> {
    let over = |state: GameState| matches!(state, GameState::Held | GameState::Void);
    known.lists.games.iter().filter(|game| over(game.state)).map(|game| game.game).max()
}

impl View for Study {
    fn bar(&self, known: &Known) -> Bar {
        let next = Next::close(known);
        let bar = Bar::new(Lead::May, known.t("study-prompt"), next);
        let set = self.set(known).unwrap_or_default();
        let title = known.ta("paper-statistics", &[("set", &set)]);
        let paper =
            Paper::new(format!("/api/ball-sets/{set}/statistics.csv"), format!("juego-{set}.csv"), title);
        let there = self.statistics(known).is_some();
        let file = KeyButton::new(Key::F5, known.t("study-file"), Press::Paper(paper.clone()));
        let papers = if there { vec![paper] } else { Vec::new() };
        bar.with(KeyButton::close(known))
            .with(file.sub(known.t("study-file-sub")).on_if(there, known.t("study-wait")))
            .with_all(super::paper::keys(known, &papers))
    }

    fn topic(&self) -> Topic {
        Topic::Study
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let Some(set) = self.set(known) else {
            ink::words(ui, panel(ui, room), &known.t("sala-no-sets"), text(19.0));
            return None;
        };
        let verdict = cut_top(&mut room, 118.0);
        cut_top(&mut room, 8.0);
        let foot = cut_bottom(&mut room, 178.0);
        cut_bottom(&mut room, 8.0);
        match self.statistics(known) {
            Some(of) => {
                judged(ui, panel(ui, verdict), known, of);
                bars(ui, panel(ui, room), known, of);
                lists(ui, foot, known, of);
            }
            None => {
                ink::words(ui, panel(ui, verdict), &known.t("study-wait"), text(19.0));
            }
        }
        // Asked again when another game is over.
        let wanted = (set, last_over(known));
        if self.asked.as_ref() != Some(&wanted) && known.may_act() {
            let press = Press::Study(wanted.0.clone());
            self.asked = Some(wanted);
            return Some(press);
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if matches!(typed, Typed::Scan(_)) {
            return Some(Press::Refuse("lectura-fuera-de-lugar"));
        }
        let sets = &known.lists.ball_sets;
        let at = self.set(known).and_then(|set| sets.iter().position(|row| row.set == set));
        let row = typed.row_round(at.unwrap_or(0), sets.len())?;
        self.chosen = sets.get(row).map(|row| row.set.clone());
        Some(Press::Typed)
    }
}

/// A number with so many places, with a comma.
fn decimal(value: f64, places: usize) -> String {
    format!("{value:.places$}").replace('.', ",").replace('-', "−")
}

/// A probability; anything below a thousandth is `< 0,001`.
fn probability(p: f64) -> String {
    if p < 0.001 { "< 0,001".to_string() } else { decimal(p, 3) }
}

/// What to think of the set, in words.
fn judged(ui: &mut Ui, mut room: Rect, known: &Known, of: &BallSetStatistics) {
    let games = words::count(u64::from(of.games));
    let ball = of.verdict.ball.and_then(|ball| of.balls.iter().find(|row| row.ball == ball));
    let less = of.verdict.lean != Some(BallLean::More);
    let (id, colour) = match of.verdict.state {
        SetState::Watch if less => ("study-watch-less", console::ALERT),
        SetState::Watch => ("study-watch-more", console::ALERT),
        SetState::Withdraw if less => ("study-withdraw-less", console::REFUSE),
        SetState::Withdraw => ("study-withdraw-more", console::REFUSE),
        SetState::Normal => ("study-normal", colour::OK),
        SetState::Few => ("study-few", console::TEXT),
    };
    let args: [(&str, &dyn Display); 6] = [
        ("set", &of.set),
        ("games", &games),
        ("ball", &ball.map_or_else(String::new, |row| row.ball.to_string())),
        ("drawn", &ball.map_or_else(String::new, |row| words::count(u64::from(row.drawn)))),
        ("expected", &words::count(of.expected.round() as u64)),
        ("half", &words::count(HALF_FOUND)),
    ];
    let head = cut_top(&mut room, 32.0);
    ink::line(ui, head, &known.ta(id, &args), in_colour(bold(22.0), colour));
    cut_top(&mut room, 4.0);
    let then = cut_top(&mut room, 26.0);
    ink::line(ui, then, &known.ta(&format!("{id}-do"), &args), text(17.0));
    let mut facts = vec![match of.last_game {
        Some(game) => known.ta("study-until", &[("game", &words::count(u64::from(game)))]),
        None => known.t("study-no-games"),
    }];
    if let Some(since) = of.verdict.since_game {
        facts.push(known.ta("study-since", &[("game", &words::count(u64::from(since)))]));
    }
    if let Some(trial) = &of.chi_square {
        facts.push(known.ta("study-chi", &[("x", &decimal(trial.value, 1)), ("p", &probability(trial.p))]));
    }
    if !of.left_out.is_empty() {
        let games: Vec<String> = of.left_out.iter().take(LISTED).map(u32::to_string).collect();
        facts.push(known.ta("study-left-out", &[("games", &games.join(", "))]));
    }
    ink::line(ui, room, &facts.join(" · "), label(15.0));
}

/// The ninety balls: how far each is above or below what is expected, and the band of chance.
fn bars(ui: &mut Ui, mut room: Rect, known: &Known, of: &BallSetStatistics) {
    let head = cut_top(&mut room, 24.0);
    let args: [(&str, &dyn Display); 3] = [
        ("expected", &decimal(of.expected, 1)),
        ("least", &decimal(of.least, 0)),
        ("most", &decimal(of.most, 0)),
    ];
    ink::line(ui, head, &known.ta("study-bars", &args), label(15.0));
    let foot = 18.0;
    let plot = Rect::from_min_max(room.min + vec2(52.0, 6.0), room.max - vec2(0.0, foot + 4.0));
    // The scale covers the band and every ball.
    let far = |row: &BallStatistics| (f64::from(row.drawn) - of.expected).abs();
    let reach =
        of.balls.iter().map(far).fold((of.most - of.expected).max(of.expected - of.least), f64::max).max(1.0);
    let height = |above: f64| plot.center().y - (above / (reach * 1.06)) as f32 * plot.height() / 2.0;
    let painter = ui.painter();
    let band = |count: f64| {
        let y = height(count - of.expected);
        let line = [pos2(plot.left(), y), pos2(plot.right(), y)];
        painter.extend(Shape::dashed_line(&line, Stroke::new(1.5, console::DIM), 6.0, 5.0));
    };
    band(of.least);
    band(of.most);
    painter.hline(plot.x_range(), height(0.0), Stroke::new(1.5, console::TEXT));
    let step = plot.width() / 90.0;
    for row in &of.balls {
        let x = plot.left() + step * (f32::from(row.ball) - 0.5);
        let (zero, end) = (height(0.0), height(f64::from(row.drawn) - of.expected));
        let named = of.verdict.ball == Some(row.ball);
        let outside = f64::from(row.drawn) < of.least || f64::from(row.drawn) > of.most;
        let fill = bar_colour(of, named, outside);
        let bar = Rect::from_two_pos(pos2(x - step * 0.36, zero), pos2(x + step * 0.36, end));
        painter.rect_filled(bar, 1.0, fill);
    }
    for count in [of.most, of.expected, of.least] {
        let y = height(count - of.expected);
        let cell = Rect::from_min_max(pos2(room.left(), y - 10.0), pos2(plot.left() - 8.0, y + 10.0));
        ink::paint(ui, cell, &decimal(count, 0), label(14.0).right());
    }
    for ball in (1..=90).filter(|ball| ball % 10 == 0 || *ball == 1) {
        let x = plot.left() + step * (ball as f32 - 0.5);
        let cell = Rect::from_center_size(pos2(x, room.bottom() - foot / 2.0), vec2(40.0, foot));
        ink::paint(ui, cell, &ball.to_string(), label(14.0).centred());
    }
    named(ui, plot, step, of, height);
    let spoken = known.ta("study-spoken", &args);
    ink::name(ui, plot, &spoken);
}

/// The number of the ball that stands out, over or under its bar.
fn named(ui: &Ui, plot: Rect, step: f32, of: &BallSetStatistics, height: impl Fn(f64) -> f32) {
    let Some(row) = of.balls.iter().find(|row| of.verdict.ball == Some(row.ball)) else { return };
    let above = f64::from(row.drawn) - of.expected;
    // On the free side of the middle line.
    let y = height(0.0) + if above < 0.0 { -12.0 } else { 12.0 };
    let x = plot.left() + step * (f32::from(row.ball) - 0.5);
    let cell = Rect::from_center_size(pos2(x, y), vec2(44.0, 20.0));
    ui.painter().rect_filled(cell.shrink2(vec2(8.0, 0.0)), 3.0, colour::SURFACE);
    ink::paint(ui, cell, &row.ball.to_string(), bold(17.0).centred());
}

fn bar_colour(of: &BallSetStatistics, named: bool, outside: bool) -> Color32 {
    match (named, outside) {
        (true, _) if of.verdict.state == SetState::Withdraw => console::REFUSE,
        (true, _) => console::ALERT,
        (false, true) => console::TEXT,
        (false, false) => console::CALLED,
    }
}

/// The balls never drawn, longest away, and most likely wrong.
fn lists(ui: &mut Ui, room: Rect, known: &Known, of: &BallSetStatistics) {
    let [left, middle, right] = columns(room, [1.0, 1.0, 1.25], 8.0);
    never(ui, panel(ui, left), known, of);
    let mut away: Vec<&BallStatistics> = of.balls.iter().filter(|row| row.since.is_some()).collect();
    away.sort_by_key(|row| std::cmp::Reverse(row.since));
    let line = |row: &&BallStatistics| {
        let (since, longest) = (row.since.unwrap_or(0).to_string(), row.longest_gap.to_string());
        vec![row.ball.to_string(), since, longest]
    };
    let rows: Vec<Vec<String>> = away.iter().take(LISTED).map(line).collect();
    let heads = ["study-col-ball", "study-col-since", "study-col-longest"];
    list(ui, panel(ui, middle), known, "study-away", heads, &rows);
    let mut odd: Vec<&BallStatistics> = of.balls.iter().collect();
    odd.sort_by(|a, b| b.evidence.total_cmp(&a.evidence));
    let line = |row: &&BallStatistics| {
        let place = |place: Option<f64>| place.map_or_else(|| "—".to_string(), |place| decimal(place, 1));
        let places = format!("{} ({})", place(row.mean_place), place(row.fair_place));
        vec![row.ball.to_string(), format!("{} · {}", row.drawn, decimal(row.z, 1)), places]
    };
    let rows: Vec<Vec<String>> = odd.iter().take(LISTED).map(line).collect();
    let heads = ["study-col-ball", "study-col-drawn", "study-col-place"];
    list(ui, panel(ui, right), known, "study-odd", heads, &rows);
}

fn never(ui: &mut Ui, mut room: Rect, known: &Known, of: &BallSetStatistics) {
    ink::line(ui, cut_top(&mut room, 24.0), &known.t("study-never"), label(15.0));
    cut_top(&mut room, 4.0);
    let balls: Vec<String> =
        of.balls.iter().filter(|row| row.drawn == 0).map(|row| row.ball.to_string()).collect();
    if of.games == 0 || balls.is_empty() {
        let id = if of.games == 0 { "study-no-games" } else { "study-never-none" };
        ink::words(ui, room, &known.t(id), text(17.0));
        return;
    }
    let shown = if balls.len() > 12 { format!("{}…", balls[..12].join(", ")) } else { balls.join(", ") };
    ink::words(ui, cut_top(&mut room, 52.0), &shown, bold(19.0));
    let any = probability((of.never * 90.0).min(1.0));
    let games = words::count(u64::from(of.games));
    ink::words(ui, room, &known.ta("study-never-p", &[("games", &games), ("p", &any)]), label(15.0));
}

/// A small table: a head, and rows of a ball and two figures.
fn list(ui: &mut Ui, mut room: Rect, known: &Known, head: &str, columns_of: [&str; 3], rows: &[Vec<String>]) {
    let heads = columns_of.map(|id| known.t(id));
    let head_row = cut_top(&mut room, 24.0);
    let parts = [0.9, 1.2, 1.4];
    let [first, second, third] = columns(head_row, parts, 8.0);
    ink::line(ui, first, &known.t(head), label(15.0));
    ink::line(ui, second, &heads[1], label(15.0).right());
    ink::line(ui, third, &heads[2], label(15.0).right());
    for row in rows {
        let line = cut_top(&mut room, 24.0);
        ui.painter().hline(line.x_range(), line.top(), Stroke::new(1.0, colour::RULE));
        let spoken = format!("{} {}: {} {}, {} {}", heads[0], row[0], row[1], heads[1], row[2], heads[2]);
        ink::name(ui, line, &spoken);
        let [first, second, third] = columns(line, parts, 8.0);
        ink::paint(ui, first, &row[0], bold(17.0));
        ink::paint(ui, second, &row[1], text(16.0).right());
        ink::paint(ui, third, &row[2], text(16.0).right());
    }
}
