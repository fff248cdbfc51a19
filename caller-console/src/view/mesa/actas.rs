//! F4 · The sessions and their games, and the paper of an acta.

use egui::{Rect, Ui};
use hall_look::ink;
use hall_wire::message::SessionRow;

use super::look::close;
use super::series;
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::keys::Typed;
use crate::known::Known;
use crate::press::{Paper, Press};
use crate::view::part::{Column, columns, cut_top, label, panel, table};
use crate::view::sala::past;
use crate::view::sala::past::state_id;
use crate::view::{View, paper};

/// The actas of the hall.
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
        let next = match sessions(known).get(self.row) {
            Some(session) if session.acta => {
                let label = known.ta("acta-do", &[("session", &session.session)]);
                Next::Do(NextAct::new(label, Press::Paper(past::acta_paper(known, session.session))))
            }
            Some(_) => Next::Missing { label: known.t("acta-none-do"), what: known.t("acta-not-closed") },
            None => Next::Do(NextAct::new(known.t("close"), Press::Close)),
        };
        let acta = sessions(known).get(self.row).map(|row| past::acta_paper(known, row.session));
        let papers: Vec<Paper> = acta.into_iter().chain(past::sheet_paper(known)).collect();
        let bar = Bar::new(Lead::May, known.t("acta-prompt"), next).with(close(known));
        paper::keys(known, &papers).into_iter().fold(bar, Bar::with)
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        let mut inner = panel(ui, left);
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t("acta-sessions"), label(17.0));
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
        let mut inner = panel(ui, right);
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t("acta-games"), label(17.0));
        let chosen = sessions.get(self.row).map(|session| session.session);
        let head = [
            Column::left("col-game", 0.7),
            Column::left("col-series", 0.9),
            Column::right("col-count", 0.8),
            Column::right("col-state", 1.5),
        ];
        let rows: Vec<Vec<String>> = known
            .lists
            .games
            .iter()
            .filter(|game| Some(game.session) == chosen)
            .map(|game| {
                vec![
                    game.game.to_string(),
                    series(&game.series),
                    game.cards.to_string(),
                    known.t(state_id(game.state)),
                ]
            })
            .collect();
        table(ui, inner, known, &head, &rows, None);
        touched.map(|row| {
            self.row = row;
            Press::Typed
        })
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match typed {
            Typed::Up => self.row = self.row.saturating_sub(1),
            Typed::Down => self.row = (self.row + 1).min(known.lists.sessions.len().saturating_sub(1)),
            Typed::Press(_)
            | Typed::Released
            | Typed::Char(_)
            | Typed::Erase
            | Typed::Next
            | Typed::Scan(_) => return None,
        }
        Some(Press::Typed)
    }
}
