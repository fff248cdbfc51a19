//! Sessions with their actas, and the games of each.

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::board::Scene;
use hall_wire::message::{GameRow, GameState, SessionRow};

use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::{Known, date};
use crate::press::{Paper, Press};
use crate::view::entry_form::EntryForm;
use crate::view::list::Table;
use crate::view::paper;
use crate::view::part::{Column, Tag, cut_top, label, panel, panel_in_focus, split};

/// The open session, or else the latest one.
pub(in crate::view) fn present(known: &Known) -> Option<u32> {
    let open = known.public().session.as_ref().map(|session| session.session);
    open.or_else(|| known.lists.sessions.first().map(|row| row.session))
}

/// The games of a session, the latest first.
pub(in crate::view) fn games_of(known: &Known, session: Option<u32>) -> Vec<&GameRow> {
    known.lists.games.iter().filter(|game| Some(game.session) == session).collect()
}

/// Opens the acta of a session: of an open one, the acta so far.
pub(in crate::view) fn acta(known: &Known, session: u32) -> Press {
    Press::Paper(acta_paper(known, session))
}

pub(in crate::view) fn acta_paper(known: &Known, session: u32) -> Paper {
    let open = known.public().session.as_ref().is_some_and(|of| of.session == session);
    let title = known.ta(if open { "paper-acta-so-far" } else { "paper-acta" }, &[("n", &session)]);
    Paper::new(format!("/api/sessions/{session}/acta.pdf"), format!("acta-{session}.pdf"), title)
}

/// The last copy of a session's acta that somebody asked for.
fn copy_paper(known: &Known, session: u32) -> Option<Paper> {
    let row = known.lists.sessions.iter().find(|row| row.session == session && row.copies > 0)?;
    let copy = row.copies;
    let title = known.ta("paper-acta-copy", &[("n", &session), ("copy", &copy)]);
    let path = format!("/api/sessions/{session}/copies/{copy}/acta.pdf");
    Some(Paper::new(path, format!("acta-{session}-copia-{copy}.pdf"), title))
}

/// The sheet of the game in the draw, for ending it by hand (36.2).
pub(in crate::view) fn sheet_paper(known: &Known) -> Option<Paper> {
    let in_draw = matches!(
        known.scene(),
        Scene::Draw | Scene::Check | Scene::Question | Scene::Hold | Scene::Suspended
    );
    let game = known.game().filter(|_| in_draw)?.game;
    let title = known.ta("paper-sheet", &[("game", &game)]);
    Some(Paper::new(format!("/api/partidas/{game}/hoja"), format!("hoja-{game}.pdf"), title))
}

/// The bar with the acta of the chosen session.
pub(in crate::view) fn bar(known: &Known, row: usize) -> Bar {
    let Some(session) = known.lists.sessions.get(row) else {
        return Bar::new(Lead::Wait, known.t("past-none"), Next::Wait(known.t("past-none-wait")));
    };
    let label = known.ta("past-acta", &[("n", &session.session)]);
    let id = if session.closed_at_utc_ms.is_some() { "past-acta-closed" } else { "past-acta-open" };
    let act = NextAct::new(label, acta(known, session.session))
        .sub(known.ta(id, &[("date", &date(&session.date))]));
    Bar::new(Lead::May, known.t("past-choose"), Next::Do(act))
}

/// Adds the keys that print or keep a session's acta, the last copy of it, and the sheet of the game in the draw.
pub(in crate::view) fn with_papers(known: &Known, session: Option<u32>, bar: Bar) -> Bar {
    let copy = session.and_then(|session| copy_paper(known, session));
    let acta = session.map(|session| acta_paper(known, session));
    let papers: Vec<Paper> = copy.into_iter().chain(acta).chain(sheet_paper(known)).collect();
    bar.with_all(paper::keys(known, &papers))
}

/// Paints the sessions at the left and the games of the chosen one at the right, or the form.
pub(in crate::view) fn body(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    row: &mut usize,
    form: Option<&mut EntryForm>,
) {
    let (right, left) = split(room);
    // The games are wider than the sessions: the two sides change places.
    let left = left.translate(egui::vec2(room.left() - left.left(), 0.0));
    let right = right.translate(egui::vec2(room.right() - right.right(), 0.0));
    sessions(ui, panel(ui, left), known, row);
    if let Some(form) = form {
        form.paint(ui, panel_in_focus(ui, right), known);
        return;
    }
    let session = known.lists.sessions.get(*row).map(|row| row.session);
    let mut inner = panel(ui, right);
    let none = || known.t("past-none");
    let head = session.map_or_else(none, |number| known.ta("past-games-of", &[("n", &number)]));
    ink::line(ui, cut_top(&mut inner, 26.0), &head, label(17.0));
    games(ui, inner, known, &games_of(known, session), None);
}

const SESSIONS: Table<5> = Table {
    columns: [
        Column::left("sala-col-no", 50.0),
        Column::left("past-col-date", 130.0),
        Column::right("past-col-opened", 84.0),
        Column::right("past-col-closed", 84.0),
        Column::right("past-col-acta", 130.0),
    ],
    none: None,
};

fn sessions(ui: &mut Ui, mut room: Rect, known: &Known, row: &mut usize) {
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("past-sessions"), label(17.0));
    let cells = |session: &SessionRow| {
        let closed = session.closed_at_utc_ms.map_or_else(|| "—".to_string(), |at| known.minutes(at));
        let (acta, tag) = match (session.acta, session.closed_at_utc_ms) {
            (true, _) => ("past-written", Tag::Ok),
            (false, None) => ("past-open", Tag::Plain),
            (false, Some(_)) => ("past-pending", Tag::Alert),
        };
        let opened = known.minutes(session.opened_at_utc_ms);
        ([session.session.to_string(), date(&session.date), opened, closed, known.t(acta)], Some(tag))
    };
    if let Some(pressed) = SESSIONS.paint(ui, room, known, &known.lists.sessions, Some(*row), cells) {
        *row = pressed;
    }
}

const GAMES: Table<7> = Table {
    columns: [
        Column::left("sala-col-no", 54.0),
        Column::right("past-col-cards", 72.0),
        Column::right("past-col-takings", 124.0),
        Column::right("past-col-line", 108.0),
        Column::right("past-col-bingo", 116.0),
        Column::right("past-col-balls", 60.0),
        Column::right("past-col-state", 140.0),
    ],
    none: Some("past-no-games"),
};

/// Paints games; returns the row that was pressed.
pub(super) fn games(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    games: &[&GameRow],
    chosen: Option<usize>,
) -> Option<usize> {
    let money = |cents: u64| if cents == 0 { "—".to_string() } else { words::money(cents) };
    let cells = |game: &&GameRow| {
        let (state, tag) = state(game.state);
        let (takings, line, bingo) = (game.takings_cents, game.line_cents, game.bingo_cents);
        let (number, cards) = (game.game.to_string(), words::count(u64::from(game.cards)));
        let balls = game.balls.to_string();
        ([number, cards, money(takings), money(line), money(bingo), balls, known.t(state)], Some(tag))
    };
    GAMES.paint(ui, room, known, games, chosen, cells)
}

const fn state(of: GameState) -> (&'static str, Tag) {
    match of {
        GameState::OnSale => ("game-on-sale", Tag::Dashed),
        GameState::Announced => ("game-announced", Tag::Dashed),
        GameState::Playing => ("game-playing", Tag::Plain),
        GameState::NotHeld => ("game-not-held", Tag::Alert),
        GameState::Void => ("game-void", Tag::Alert),
        GameState::Held => ("game-ended", Tag::Ok),
    }
}

/// The id of a game's state within a sentence.
pub(in crate::view) const fn state_id(of: GameState) -> &'static str {
    match of {
        GameState::OnSale => "state-on-sale",
        GameState::Announced => "state-announced",
        GameState::Playing => "state-playing",
        GameState::NotHeld => "state-not-held",
        GameState::Void => "state-void",
        GameState::Held => "state-held",
    }
}
