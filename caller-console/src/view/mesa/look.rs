//! F1, F3, F4, F10 · Things to look at over any view: keys, order of exit, actas, cables.

use egui::{Rect, Stroke, StrokeKind, Ui, vec2};
use hall_look::colour;
use hall_look::ink;

use super::{draw, series};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::{Paper, Press};
use crate::view::View;
use crate::view::part::{self, Column, bold, camera, columns, cut_top, label, panel, table, text};

/// What is looked at.
pub(super) struct Look {
    over: Over,
    session: usize,
}

impl Default for Look {
    fn default() -> Look {
        Look { over: Over::Keys, session: 0 }
    }
}

/// The keys and what they mean, everywhere the same.
const KEYS: [(Key, &str); 17] = [
    (Key::Intro, "key-intro"),
    (Key::Back, "key-back"),
    (Key::Stop, "key-stop"),
    (Key::More, "key-more"),
    (Key::Trouble, "key-trouble"),
    (Key::F1, "key-f1"),
    (Key::F3, "key-f3"),
    (Key::F4, "key-f4"),
    (Key::F5, "key-f5"),
    (Key::F6, "key-f6"),
    (Key::F7, "key-f7"),
    (Key::F8, "key-f8"),
    (Key::F10, "key-f10"),
    (Key::F11, "key-f11"),
    (Key::F12, "key-f12"),
    (Key::DeskBefore, "key-desk-before"),
    (Key::DeskAfter, "key-desk-after"),
];

impl Look {
    /// Says what is looked at.
    pub(super) fn at(&mut self, over: Over) {
        self.over = over;
    }

    /// The acta that is chosen: the newest first.
    fn acta(&self, known: &Known) -> Option<(u32, bool)> {
        let mut sessions: Vec<_> = known.lists.sessions.iter().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.session));
        sessions.get(self.session).map(|session| (session.session, session.acta))
    }
}

impl View for Look {
    fn bar(&self, known: &Known) -> Bar {
        let close = KeyButton::new(Key::Back, known.t("close"), Press::Close);
        let next = match (self.over, self.acta(known)) {
            (Over::Acta, Some((session, true))) => {
                let number = session.to_string();
                let paper = Paper {
                    path: format!("/api/sessions/{session}/acta.pdf"),
                    file: format!("acta-{session}.pdf"),
                };
                Next::Do(NextAct::new(known.ta("acta-do", &[("session", &number)]), Press::Paper(paper)))
            }
            (Over::Acta, Some((_, false))) => {
                Next::Missing { label: known.t("acta-none-do"), what: known.t("acta-not-closed") }
            }
            (_, _) => Next::Do(NextAct::new(known.t("close"), Press::Close)),
        };
        let prompt = match self.over {
            Over::Acta => "acta-prompt",
            Over::Order => "order-prompt",
            Over::Cables => "cables-prompt",
            Over::Keys
            | Over::Trouble
            | Over::RaiseHold
            | Over::RectifyBall
            | Over::Suspend
            | Over::Withhold
            | Over::Diligencia
            | Over::RectifySale
            | Over::Material
            | Over::Void
            | Over::LastGame
            | Over::CloseSession
            | Over::OpenSale
            | Over::OtherBall => "keys-prompt",
        };
        let mut bar = Bar::new(Lead::May, known.t(prompt), next).with(close);
        if self.over == Over::Keys {
            bar = bar
                .with(KeyButton::new(Key::F5, known.t("other-language"), Press::Language))
                .with(KeyButton::new(Key::F6, known.t("hand-do"), Press::Hand))
                .with(KeyButton::new(Key::F8, known.t("log-out-do"), Press::LogOut));
        }
        bar
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        match self.over {
            Over::Acta => self.actas(ui, room, known),
            Over::Order => {
                order(ui, room, known);
                None
            }
            Over::Cables => {
                cables(ui, room, known);
                None
            }
            Over::Keys
            | Over::Trouble
            | Over::RaiseHold
            | Over::RectifyBall
            | Over::Suspend
            | Over::Withhold
            | Over::Diligencia
            | Over::RectifySale
            | Over::Material
            | Over::Void
            | Over::LastGame
            | Over::CloseSession
            | Over::OpenSale
            | Over::OtherBall => {
                keys(ui, room, known);
                None
            }
        }
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if self.over != Over::Acta {
            return None;
        }
        match typed {
            Typed::Up => self.session = self.session.saturating_sub(1),
            Typed::Down => {
                self.session = (self.session + 1).min(known.lists.sessions.len().saturating_sub(1))
            }
            Typed::Press(_)
            | Typed::Released
            | Typed::Char(_)
            | Typed::Erase
            | Typed::Next
            | Typed::Scan(_) => {
                return None;
            }
        }
        Some(Press::Typed)
    }
}

fn keys(ui: &mut Ui, room: Rect, known: &Known) {
    let inner = panel(ui, room);
    let [left, right] = columns(inner, [1.0, 1.0], 24.0);
    let half = KEYS.len().div_ceil(2);
    for (side, keys) in [(left, &KEYS[..half]), (right, &KEYS[half..])] {
        let mut side = side;
        let height = (side.height() / half as f32).min(52.0);
        for (key, id) in keys {
            let row = cut_top(&mut side, height);
            let cap = Rect::from_min_size(row.min + vec2(0.0, (height - 36.0) / 2.0), vec2(74.0, 36.0));
            ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, colour::TEXT2), StrokeKind::Inside);
            ink::line(ui, cap.shrink(4.0), key.cap(), bold(16.0).centred());
            let words = Rect::from_min_max(row.min + vec2(90.0, 0.0), row.max);
            ink::line(ui, words, &known.t(id), text(18.0));
        }
    }
}

fn order(ui: &mut Ui, room: Rect, known: &Known) {
    let [left, right] = columns(room, [1.0, 1.0], 12.0);
    part::order(ui, left, &known.t("order-head"), &known.public().announced);
    let out = |number: &u8| {
        !known.public().announced.contains(number)
            && !known.board.pending.iter().any(|ball| ball.ball == *number)
    };
    let remain: Vec<u8> = (1..=90).filter(out).collect();
    let head = known.ta("order-remain", &[("n", &remain.len().to_string())]);
    part::order(ui, right, &head, &remain);
}

fn cables(ui: &mut Ui, room: Rect, known: &Known) {
    let [left, right] = columns(room, [1.3, 1.0], 12.0);
    let mut inner = panel(ui, left);
    let machine = &known.board.machine;
    let silent = known.link.silent_for.map_or(0, |silent| silent.as_secs()).to_string();
    let desk = if known.link.connected {
        known.t("link-up")
    } else {
        known.ta("band-lost-since", &[("secs", &silent)])
    };
    let lines = [
        (known.t("cables-desk"), desk),
        (known.t("cables-device"), known.device.clone()),
        (known.t("cables-line"), known.seq.to_string()),
        (known.t("cables-machine"), draw::machine(known)),
        (known.t("cables-set"), machine.set.clone().unwrap_or_else(|| "—".to_string())),
        (known.t("cables-out"), machine.out.to_string()),
        (
            known.t("cables-faults"),
            if machine.faults.is_empty() { "—".to_string() } else { machine.faults.join(", ") },
        ),
    ];
    for (name, value) in lines {
        let mut row = cut_top(&mut inner, 44.0);
        ink::line(ui, row, &name, label(18.0));
        row.min.x += 260.0;
        ink::line(ui, row, &value, bold(19.0));
    }
    ink::words(ui, inner, &known.t("cables-do"), text(17.0));
    camera(ui, right, known);
}

impl Look {
    fn actas(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        let mut inner = panel(ui, left);
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t("acta-sessions"), label(17.0));
        let mut sessions: Vec<_> = known.lists.sessions.iter().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.session));
        let head = [
            Column { head: &known.t("col-session"), part: 0.8, right: false },
            Column { head: &known.t("col-date"), part: 1.2, right: false },
            Column { head: &known.t("col-state"), part: 1.2, right: true },
        ];
        let rows: Vec<Vec<String>> = sessions
            .iter()
            .map(|session| {
                let state =
                    if session.closed_at_utc_ms.is_some() { "session-closed" } else { "session-open" };
                vec![session.session.to_string(), session.date.clone(), known.t(state)]
            })
            .collect();
        let more = |n: usize| known.ta("more-rows", &[("n", &n.to_string())]);
        let touched = table(ui, inner, &head, &rows, Some(self.session), more);
        let mut inner = panel(ui, right);
        ink::line(ui, cut_top(&mut inner, 30.0), &known.t("acta-games"), label(17.0));
        let chosen = sessions.get(self.session).map(|session| session.session);
        let head = [
            Column { head: &known.t("col-game"), part: 0.7, right: false },
            Column { head: &known.t("col-series"), part: 0.9, right: false },
            Column { head: &known.t("col-count"), part: 0.8, right: true },
            Column { head: &known.t("col-state"), part: 1.5, right: true },
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
                    known.t(&format!("state-{}", game.state)),
                ]
            })
            .collect();
        table(ui, inner, &head, &rows, None, more);
        touched.map(|row| {
            self.session = row;
            Press::Typed
        })
    }
}
