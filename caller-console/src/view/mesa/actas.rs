//! F4 · The sessions and their games, and the paper of an acta.

use egui::{Rect, Ui};
use hall_wire::message::SessionRow;

use super::series;
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::{Paper, Press};
use crate::view::export;
use crate::view::help::Topic;
use crate::view::part::{Column, columns, headed, label, table};
use crate::view::sala::past;
use crate::view::sign::{self, may_look};
use crate::view::{View, paper};

#[derive(Debug, Default)]
pub(super) struct Actas {
    /// Which row is chosen: the newest session is the first.
    row: usize,
}

/// The sessions, the newest first.
fn sessions(known: &Known) -> Vec<&SessionRow> {
    let mut sessions: Vec<_> = known.lists.sessions.iter().collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.session));
    sessions
}

impl View for Actas {
    fn bar(&self, known: &Known) -> Bar {
        let session = sessions(known).get(self.row).copied();
        let acta = session.map(|row| past::acta_paper(known, row.session));
        let next = match session {
            Some(session) if session.acta => {
                let label = known.ta("acta-do", &[("session", &session.session)]);
                Next::Do(NextAct::new(label, past::acta(known, session.session)))
            }
            Some(_) => Next::Missing { label: known.t("acta-none-do"), what: known.t("acta-not-closed") },
            None => Next::close(known),
        };
        let papers: Vec<Paper> = acta.into_iter().chain(past::sheet_paper(known)).collect();
        let bar = Bar::new(Lead::May, known.t("acta-prompt"), next).with(KeyButton::close(known));
        let bar = if may_look(known) { bar.with(sign::key(known, Key::F5)) } else { bar };
        bar.with_all(paper::keys(known, &papers)).with_all(export::key(known))
    }

    fn topic(&self) -> Topic {
        Topic::Acta
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        let inner = headed(ui, left, 30.0, &known.t("acta-sessions"), label(17.0));
        let sessions = sessions(known);
        let head = [
            Column::left("col-session", 0.8),
            Column::left("col-date", 1.2),
            Column::right("col-state", 1.2),
        ];
        let rows: Vec<Vec<String>> = sessions
            .iter()
            .map(|session| {
                let state =
                    if session.closed_at_utc_ms.is_some() { "session-closed" } else { "session-open" };
                vec![session.session.to_string(), session.date.clone(), known.t(state)]
            })
            .collect();
        let touched = table(ui, inner, known, &head, &rows, Some(self.row));
        let inner = headed(ui, right, 30.0, &known.t("acta-games"), label(17.0));
        let chosen = sessions.get(self.row).map(|session| session.session);
        let head = [
            Column::left("col-game", 0.7),
            Column::left("col-series", 0.9),
            Column::right("col-count", 0.8),
            Column::right("col-state", 1.5),
        ];
        let rows: Vec<Vec<String>> = past::games_of(known, chosen)
            .iter()
            .map(|game| {
                let state = known.t(past::state_id(game.state));
                vec![game.game.to_string(), series(&game.series), game.cards.to_string(), state]
            })
            .collect();
        table(ui, inner, known, &head, &rows, None);
        touched.map(|row| {
            self.row = row;
            Press::Typed
        })
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        self.row = typed.row(self.row, known.lists.sessions.len())?;
        Some(Press::Typed)
    }
}
