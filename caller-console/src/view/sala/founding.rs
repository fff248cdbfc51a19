//! A new hall's list: people, cards, balls, screens and a rehearsal, each with a tick once the hall has it,
//! and with what to do and which key does it until then.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::people::Role;
use hall_look::colour::{self, console};
use hall_look::{ink, sign};
use hall_wire::message::{GameState, MatrixRowKind, PrintingState};

use super::Tab;
use super::entry_form::ROLES;
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{RADIUS, bold, cut_top, label, text, touch};

/// What a hall needs before its first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    People,
    Cards,
    Balls,
    Screens,
    Rehearsal,
}

/// One row of the list.
struct Row {
    /// The id of its name.
    name: &'static str,
    /// The hall has it.
    done: bool,
    /// What there is, or what to do.
    words: String,
    /// Where it is done.
    tab: Option<Tab>,
}

/// Who has to be among the staff before a session can open and cards can be sold.
const NEEDED: [Role; 4] = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor];

impl Need {
    const ALL: [Need; 5] = [Need::People, Need::Cards, Need::Balls, Need::Screens, Need::Rehearsal];

    fn row(self, known: &Known) -> Row {
        match self {
            Need::People => people(known),
            Need::Cards => cards(known),
            Need::Balls => {
                let sets = known.lists.ball_sets.iter().filter(|set| set.withdrawn.is_none()).count();
                let id = if sets < 2 { "found-balls-do" } else { "found-balls-done" };
                let words = known.ta(id, &[("n", &sets.to_string())]);
                Row { name: "found-balls", done: sets >= 2, words, tab: Some(Tab::Balls) }
            }
            Need::Screens => {
                let screens = known.lists.screens;
                let id = if screens == 0 { "found-screens-do" } else { "found-screens-done" };
                let words = known.ta(id, &[("n", &screens.to_string())]);
                Row { name: "found-screens", done: screens > 0, words, tab: None }
            }
            Need::Rehearsal => {
                let done = is_rehearsed(known);
                let id = if done { "found-rehearsal-done" } else { "found-rehearsal-do" };
                Row { name: "found-rehearsal", done, words: known.t(id), tab: None }
            }
        }
    }
}

/// A game was ever played to its end.
fn is_rehearsed(known: &Known) -> bool {
    known.lists.games.iter().any(|game| game.state == GameState::Held)
}

fn people(known: &Known) -> Row {
    let has = |role: &Role| known.people.values().any(|member| member.roles.contains(role));
    let missing: Vec<String> = NEEDED
        .iter()
        .filter(|role| !has(role))
        .filter_map(|role| ROLES.iter().find(|(name, _)| name == role))
        .map(|(_, id)| known.t(id).to_lowercase())
        .collect();
    let words = if missing.is_empty() {
        known.ta("found-people-done", &[("n", &known.people.len().to_string())])
    } else {
        known.ta("found-people-do", &[("roles", &missing.join(", "))])
    };
    Row { name: "found-people", done: missing.is_empty(), words, tab: Some(Tab::People) }
}

/// A matrix, a series of it, and its cards on paper; cards of another maker come printed.
fn cards(known: &Known) -> Row {
    let lists = &known.lists;
    let imported = |series: &str| {
        let row = lists.series.iter().find(|row| row.series == series);
        row.and_then(|row| lists.matrices.iter().find(|matrix| matrix.matrix == row.matrix))
            .is_some_and(|matrix| matrix.kind == MatrixRowKind::Imported)
    };
    let printed = |series: &str| {
        imported(series)
            || lists.printings.iter().any(|row| row.series == series && row.state == PrintingState::Done)
    };
    let ready = lists.series.iter().filter(|row| printed(&row.series)).count();
    let (words, tab) = if lists.matrices.is_empty() {
        (known.t("found-matrix-do"), Tab::Series)
    } else if lists.series.is_empty() {
        (known.t("found-series-do"), Tab::Series)
    } else if ready == 0 {
        (known.t("found-print-do"), Tab::Printing)
    } else {
        (known.ta("found-cards-done", &[("n", &ready.to_string())]), Tab::Series)
    };
    Row { name: "found-cards", done: ready > 0, words, tab: Some(tab) }
}

/// Returns whether the hall is so new that its manager is led by the list: no game was played to its end, or
/// something without which none can be is missing. Without lists nothing is known.
pub(super) fn leads(known: &Known) -> bool {
    let first = [Need::People, Need::Cards, Need::Balls];
    known.lists.seq > 0 && (!is_rehearsed(known) || first.iter().any(|need| !need.row(known).done))
}

/// Returns the tab where the next thing is done.
pub(super) fn next_tab(known: &Known) -> Option<Tab> {
    let next = Need::ALL.iter().map(|need| need.row(known)).find(|row| !row.done);
    next.filter(|_| leads(known)).and_then(|row| row.tab)
}

/// Returns the bar of the first tab: what comes next, and the key that leads there.
pub(super) fn bar(known: &Known) -> Bar {
    let rows: Vec<Row> = Need::ALL.iter().map(|need| need.row(known)).collect();
    let done = rows.iter().filter(|row| row.done).count().to_string();
    let prompt = known.ta("found-prompt", &[("done", &done), ("all", &rows.len().to_string())]);
    let Some(next) = rows.into_iter().find(|row| !row.done) else {
        return Bar::new(Lead::May, prompt, Next::Wait(known.t("found-all")));
    };
    let name = known.t(next.name);
    match next.tab {
        Some(_) => Bar::new(Lead::Now, prompt, Next::Do(go(known, &name, &next.words))),
        None => Bar::new(Lead::Now, next.words, Next::Wait(known.ta("found-wait", &[("name", &name)]))),
    }
}

/// Returns what Intro does: it goes where the next thing is done.
fn go(known: &Known, name: &str, words: &str) -> NextAct {
    let sub = words.split_once(" · ").map_or(words, |(first, _)| first);
    NextAct::new(known.ta("found-go", &[("name", &name)]), Press::Typed).sub(sub)
}

/// Returns the bar of a tab where nothing has to be done: what is done in it, or where the list goes on.
pub(super) fn elsewhere(known: &Known, here: Tab) -> Bar {
    let next = Need::ALL.iter().map(|need| need.row(known)).find(|row| !row.done);
    match next.filter(|_| leads(known)) {
        Some(row) if row.tab == Some(here) => Bar::new(
            Lead::Now,
            row.words,
            Next::Wait(known.ta("found-wait", &[("name", &known.t(row.name))])),
        ),
        Some(row) if row.tab.is_some() => {
            let act = go(known, &known.t(row.name), &row.words);
            Bar::new(Lead::May, known.t("sala-may-look"), Next::Do(act))
        }
        Some(_) | None => {
            let id = if here == Tab::People { "sala-people-wait" } else { "sala-series-wait" };
            Bar::new(Lead::May, known.t("sala-may-look"), Next::Wait(known.t(id)))
        }
    }
}

/// Paints the list; returns the tab whose row was pressed.
pub(super) fn paint(ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Tab> {
    ink::line(ui, cut_top(&mut room, 30.0), &known.t("found-head"), bold(20.0));
    let height = ((room.height() - 8.0 * 4.0) / 5.0).min(64.0);
    let mut pressed = None;
    let rows: Vec<Row> = Need::ALL.iter().map(|need| need.row(known)).collect();
    let next = rows.iter().position(|row| !row.done);
    for (number, row) in rows.iter().enumerate() {
        let spot = cut_top(&mut room, height);
        room.min.y += 8.0;
        let name = known.t(row.name);
        if let Some(tab) = row.tab
            && touch(ui, spot, &name, true).clicked()
        {
            pressed = Some(tab);
        }
        let here = next == Some(number);
        ui.painter().rect_filled(spot, RADIUS, if row.done { colour::SURFACE } else { colour::RAISED });
        let stroke = if here { Stroke::new(3.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
        ui.painter().rect_stroke(spot, RADIUS, stroke, StrokeKind::Inside);
        let mark = Rect::from_center_size(pos2(spot.left() + 30.0, spot.center().y), vec2(24.0, 24.0));
        if row.done {
            sign::tick(ui.painter(), mark, colour::OK);
        } else if here {
            sign::arrow(ui.painter(), mark.shrink(4.0), console::NEXT);
        } else {
            ui.painter().rect_stroke(mark, 4.0, Stroke::new(2.0, console::DIM), StrokeKind::Inside);
        }
        let inner = Rect::from_min_max(pos2(mark.right() + 16.0, spot.top()), spot.max - vec2(12.0, 0.0));
        let (top, bottom) = inner.shrink2(vec2(0.0, 6.0)).split_top_bottom_at_fraction(0.48);
        ink::line(ui, top, &name, bold(18.0));
        let set = if row.done { label(16.0) } else { text(16.0) };
        ink::line(ui, bottom, &row.words, set);
    }
    pressed
}
