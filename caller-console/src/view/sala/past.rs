//! Sessions with their actas, and the games of each.

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::board::Scene;
use hall_wire::message::{GameRow, GameState, SessionRow};

use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::Known;
use crate::press::{Paper, Press};
use crate::view::part::{Column, Tag, cut_top, label, panel, split, table_tagged, text};

/// Returns the session that is open, or else the latest one.
pub(in crate::view) fn present(known: &Known) -> Option<u32> {
    let open = known.public().session.as_ref().map(|session| session.session);
    open.or_else(|| known.lists.sessions.first().map(|row| row.session))
}

/// Returns the games of a session, the latest first.
pub(in crate::view) fn games_of(known: &Known, session: Option<u32>) -> Vec<&GameRow> {
    known.lists.games.iter().filter(|game| Some(game.session) == session).collect()
}

/// Returns the press that fetches the acta of a session. While it is open, it is the one so far.
pub(in crate::view) fn acta(known: &Known, session: u32) -> Press {
    Press::Paper(acta_paper(known, session))
}

/// Returns the acta of a session as a paper.
pub(in crate::view) fn acta_paper(known: &Known, session: u32) -> Paper {
    let number = session.to_string();
    let open = known.public().session.as_ref().is_some_and(|of| of.session == session);
    let title = known.ta(if open { "paper-acta-so-far" } else { "paper-acta" }, &[("n", &number)]);
    Paper::new(format!("/api/sessions/{number}/acta.pdf"), format!("acta-{number}.pdf"), title)
}

/// Returns the sheet of the game in the draw, which ends it by hand.
pub(in crate::view) fn sheet_paper(known: &Known) -> Option<Paper> {
    let in_draw = match known.scene() {
        Scene::Draw | Scene::Check | Scene::Question | Scene::Hold | Scene::Suspended => true,
        Scene::Closed
        | Scene::Idle
        | Scene::Sale
        | Scene::Totals
        | Scene::Winners
        | Scene::Void
        | Scene::NotHeld => false,
    };
    let game = known.game().filter(|_| in_draw)?.game.to_string();
    let title = known.ta("paper-sheet", &[("game", &game)]);
    Some(Paper::new(format!("/api/partidas/{game}/hoja"), format!("hoja-{game}.pdf"), title))
}

/// Returns a date as `21-11-2026`.
pub(in crate::view) fn date(iso: &str) -> String {
    let mut parts: Vec<&str> = iso.split('-').collect();
    parts.reverse();
    parts.join("-")
}

/// Returns the bar: the acta of the chosen session.
pub(in crate::view) fn bar(known: &Known, row: usize) -> Bar {
    let Some(session) = known.lists.sessions.get(row) else {
        return Bar::new(Lead::Wait, known.t("past-none"), Next::Wait(known.t("past-none-wait")));
    };
    let label = known.ta("past-acta", &[("n", &session.session.to_string())]);
    let sub = known.ta(
        if session.closed_at_utc_ms.is_some() { "past-acta-closed" } else { "past-acta-open" },
        &[("date", &date(&session.date))],
    );
    Bar::new(
        Lead::May,
        known.t("past-choose"),
        Next::Do(NextAct::new(label, acta(known, session.session)).sub(sub)),
    )
}

/// Paints the sessions at the left and the games of the chosen one at the right.
pub(in crate::view) fn body(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let (right, left) = split(room);
    // The games are wider than the sessions: the two sides change places.
    let left = left.translate(egui::vec2(room.left() - left.left(), 0.0));
    let right = right.translate(egui::vec2(room.right() - right.right(), 0.0));
    sessions(ui, panel(ui, left), known, row);
    let session = known.lists.sessions.get(*row).map(|row| row.session);
    let mut inner = panel(ui, right);
    let head = match session {
        Some(number) => known.ta("past-games-of", &[("n", &number.to_string())]),
        None => known.t("past-none"),
    };
    ink::line(ui, cut_top(&mut inner, 26.0), &head, label(17.0));
    games(ui, inner, known, &games_of(known, session), None);
}

fn sessions(ui: &mut Ui, mut room: Rect, known: &Known, row: &mut usize) {
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("past-sessions"), label(17.0));
    let head = [
        Column::left("sala-col-no", 50.0),
        Column::left("past-col-date", 130.0),
        Column::right("past-col-opened", 84.0),
        Column::right("past-col-closed", 84.0),
        Column::right("past-col-acta", 130.0),
    ];
    let line = |session: &SessionRow| {
        let closed = session.closed_at_utc_ms.map_or_else(|| "—".to_string(), |at| minutes(known, at));
        let acta = match (session.acta, session.closed_at_utc_ms) {
            (true, _) => "past-written",
            (false, None) => "past-open",
            (false, Some(_)) => "past-pending",
        };
        let opened = minutes(known, session.opened_at_utc_ms);
        vec![session.session.to_string(), date(&session.date), opened, closed, known.t(acta)]
    };
    let rows: Vec<Vec<String>> = known.lists.sessions.iter().map(line).collect();
    let kind = |session: &SessionRow| match (session.acta, session.closed_at_utc_ms) {
        (true, _) => Some(Tag::Ok),
        (false, None) => Some(Tag::Plain),
        (false, Some(_)) => Some(Tag::Alert),
    };
    let tags: Vec<Option<Tag>> = known.lists.sessions.iter().map(kind).collect();
    if let Some(pressed) = table_tagged(ui, room, known, &head, &rows, &tags, Some(*row)) {
        *row = pressed;
    }
}

/// Returns a local time as `23:41`.
fn minutes(known: &Known, at_utc_ms: i64) -> String {
    known.time(at_utc_ms).chars().take(5).collect()
}

/// Paints games; returns the row that was pressed.
pub(in crate::view) fn games(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    games: &[&GameRow],
    chosen: Option<usize>,
) -> Option<usize> {
    if games.is_empty() {
        ink::words(ui, room, &known.t("past-no-games"), text(18.0));
        return None;
    }
    let head = [
        Column::left("sala-col-no", 54.0),
        Column::right("past-col-cards", 72.0),
        Column::right("past-col-takings", 124.0),
        Column::right("past-col-line", 108.0),
        Column::right("past-col-bingo", 116.0),
        Column::right("past-col-balls", 60.0),
        Column::right("past-col-state", 140.0),
    ];
    let money = |cents: u64| if cents == 0 { "—".to_string() } else { words::money(cents) };
    let rows: Vec<Vec<String>> = games
        .iter()
        .map(|game| {
            vec![
                game.game.to_string(),
                words::count(u64::from(game.cards)),
                money(game.takings_cents),
                money(game.line_cents),
                money(game.bingo_cents),
                game.balls.to_string(),
                known.t(state(game.state).0),
            ]
        })
        .collect();
    let tags: Vec<Option<Tag>> = games.iter().map(|game| Some(state(game.state).1)).collect();
    table_tagged(ui, room, known, &head, &rows, &tags, chosen)
}

/// Returns the words for the state of a game, and its tag.
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

/// Returns the id of the state of a game within a line.
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
