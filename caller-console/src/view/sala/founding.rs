//! What a new hall lacks: people, cards, balls, screens and a rehearsal, each ticked once the hall has it, and until then
//! with what to do and by which key. The whole list, with what is set at the server, is a page of its own.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::people::Role;
use hall_look::colour::{self, console};
use hall_look::{ink, sign};
use hall_wire::message::{GameState, MatrixRowKind, PrintingState};

use super::Tab;
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::entry_form::{FormKind, ROLES};
use crate::view::part::{RADIUS, bold, cut_top, label, text, touch};

pub(super) mod page;

/// What a hall needs before its first game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    People,
    Cards,
    Balls,
    Screens,
    Rehearsal,
}

struct NeedRow {
    /// The id of its name.
    name: &'static str,
    done: bool,
    /// What there is, or what to do.
    words: String,
    spot: Spot,
}

/// Where something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spot {
    /// In a tab, with this form.
    Tab(Tab, Option<FormKind>),
    /// On a page over the view.
    Over(Over),
    /// Elsewhere: the words say where.
    Elsewhere,
}

impl NeedRow {
    fn tab(&self) -> Option<Tab> {
        match self.spot {
            Spot::Tab(tab, _) => Some(tab),
            Spot::Over(_) | Spot::Elsewhere => None,
        }
    }
}

/// The roles without which no session opens and no card is sold.
const NEEDED: [Role; 4] = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor];

impl Need {
    const ALL: [Need; 5] = [Need::People, Need::Cards, Need::Balls, Need::Screens, Need::Rehearsal];

    fn row(self, known: &Known) -> NeedRow {
        match self {
            Need::People => people(known),
            Need::Cards => cards(known),
            Need::Balls => {
                let sets = known.lists.ball_sets.iter().filter(|set| set.withdrawn.is_none()).count();
                let id = if sets < 2 { "found-balls-do" } else { "found-balls-done" };
                let words = known.ta(id, &[("n", &sets)]);
                NeedRow {
                    name: "found-balls",
                    done: sets >= 2,
                    words,
                    spot: Spot::Tab(Tab::Balls, Some(FormKind::BallSet)),
                }
            }
            Need::Screens => {
                let screens = known.lists.screens;
                let id = if screens == 0 { "found-screens-do" } else { "found-screens-done" };
                let words = known.ta(id, &[("n", &screens)]);
                NeedRow { name: "found-screens", done: screens > 0, words, spot: Spot::Elsewhere }
            }
            Need::Rehearsal => {
                let done = is_rehearsed(known);
                let words = known.t(if done { "found-rehearsal-done" } else { "found-rehearsal-do" });
                NeedRow { name: "found-rehearsal", done, words, spot: Spot::Elsewhere }
            }
        }
    }
}

fn rows(known: &Known) -> [NeedRow; 5] {
    Need::ALL.map(|need| need.row(known))
}

/// Whether a game was ever played to its end.
fn is_rehearsed(known: &Known) -> bool {
    known.lists.games.iter().any(|game| game.state == GameState::Held)
}

fn people(known: &Known) -> NeedRow {
    let has = |role: &Role| known.people.values().any(|member| member.roles.contains(role));
    let missing: Vec<String> = NEEDED
        .iter()
        .filter(|role| !has(role))
        .filter_map(|role| ROLES.iter().find(|(name, _)| name == role))
        .map(|(_, id)| known.t(id).to_lowercase())
        .collect();
    let words = if missing.is_empty() {
        known.ta("found-people-done", &[("n", &known.people.len())])
    } else {
        known.ta("found-people-do", &[("roles", &missing.join(", "))])
    };
    let spot = Spot::Tab(Tab::People, Some(FormKind::Person));
    NeedRow { name: "found-people", done: missing.is_empty(), words, spot }
}

/// A matrix, a series of it, and its printed cards; cards of another maker come printed.
fn cards(known: &Known) -> NeedRow {
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
    let (words, tab, form) = if lists.matrices.is_empty() {
        (known.t("found-matrix-do"), Tab::Series, None)
    } else if lists.series.is_empty() {
        (known.t("found-series-do"), Tab::Series, Some(FormKind::Series))
    } else if ready == 0 {
        (known.t("found-print-do"), Tab::Printing, None)
    } else {
        (known.ta("found-cards-done", &[("n", &ready)]), Tab::Series, None)
    };
    NeedRow { name: "found-cards", done: ready > 0, words, spot: Spot::Tab(tab, form) }
}

/// Whether the list leads the manager: no game was played to its end, or people, cards or balls are missing. Without
/// lists nothing is known.
pub(super) fn leads(known: &Known) -> bool {
    let first = [Need::People, Need::Cards, Need::Balls];
    known.lists.seq > 0 && (!is_rehearsed(known) || first.iter().any(|need| !need.row(known).done))
}

/// What the list leads to next.
fn next(known: &Known) -> Option<NeedRow> {
    rows(known).into_iter().find(|row| !row.done).filter(|_| leads(known))
}

pub(super) fn next_tab(known: &Known) -> Option<Tab> {
    next(known).and_then(|row| row.tab())
}

/// The bar of the first tab: Intro goes where the next thing is done.
pub(super) fn bar(known: &Known) -> Bar {
    let rows = rows(known);
    let done = rows.iter().filter(|row| row.done).count().to_string();
    let prompt = known.ta("found-prompt", &[("done", &done), ("all", &rows.len())]);
    let Some(next) = rows.into_iter().find(|row| !row.done) else {
        return Bar::new(Lead::May, prompt, Next::Wait(known.t("found-all")));
    };
    let name = known.t(next.name);
    match next.tab() {
        Some(_) => Bar::new(Lead::Now, prompt, Next::Do(go(known, &name, &next.words))),
        None => Bar::new(Lead::Now, next.words, Next::Wait(known.ta("found-wait", &[("name", &name)]))),
    }
}

fn go(known: &Known, name: &str, words: &str) -> NextAct {
    let sub = words.split_once(" · ").map_or(words, |(first, _)| first);
    NextAct::new(known.ta("found-go", &[("name", &name)]), Press::Typed).sub(sub)
}

/// The bar of a tab with nothing else to do: the next thing of the list, or what the tab is for.
pub(super) fn elsewhere(known: &Known, here: Tab) -> Bar {
    match next(known) {
        Some(row) if row.tab() == Some(here) => {
            let wait = known.ta("found-wait", &[("name", &known.t(row.name))]);
            Bar::new(Lead::Now, row.words, Next::Wait(wait))
        }
        Some(row) if row.tab().is_some() => {
            let act = go(known, &known.t(row.name), &row.words);
            Bar::new(Lead::May, known.t("sala-may-look"), Next::Do(act))
        }
        Some(_) | None => {
            let id = match here {
                Tab::People => "sala-people-wait",
                Tab::Devices => "sala-devices-wait",
                Tab::Series | Tab::Today | Tab::Games | Tab::Balls | Tab::Printing => "sala-series-wait",
            };
            Bar::new(Lead::May, known.t("sala-may-look"), Next::Wait(known.t(id)))
        }
    }
}

/// Paints the list; returns where the row leads that was pressed.
pub(super) fn paint(ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Tab> {
    ink::line(ui, cut_top(&mut room, 30.0), &known.t("found-head"), bold(20.0));
    let height = ((room.height() - 8.0 * 4.0) / 5.0).min(64.0);
    let mut pressed = None;
    let rows = rows(known);
    let next = rows.iter().position(|row| !row.done);
    for (number, row) in rows.iter().enumerate() {
        let spot = cut_top(&mut room, height);
        room.min.y += 8.0;
        let name = known.t(row.name);
        if let Some(tab) = row.tab()
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
