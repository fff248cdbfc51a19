//! 22 · The jefe de sala: what waits for a decision, games and actas, people, series, balls.

use egui::{Rect, Ui};

use super::balls::Balls;
use super::part::panel_in_focus;
use super::{Band, View, standing, tabs};
use crate::bar::{Bar, KeyButton};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::{Paper, Press};

mod entry_form;
mod founding;
mod matrices;
pub(super) mod material;
mod matrix_form;
pub(super) mod past;
mod printing;
mod staff;
mod today;

use entry_form::{EntryForm, Kind};
use printing::Printing;

/// The jefe de sala's views.
#[derive(Default)]
pub struct Views {
    sala: Sala,
}

impl Views {
    /// Returns the view.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.sala.look(known);
        &mut self.sala
    }
}

const TABS: [&str; 6] = [
    "sala-tab-today",
    "sala-tab-games",
    "sala-tab-people",
    "sala-tab-series",
    "sala-tab-balls",
    "sala-tab-printing",
];

/// A tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    #[default]
    Today,
    Games,
    People,
    Series,
    Balls,
    Printing,
}

impl Tab {
    const ALL: [Tab; 6] = [Tab::Today, Tab::Games, Tab::People, Tab::Series, Tab::Balls, Tab::Printing];

    fn number(self) -> usize {
        Tab::ALL.iter().position(|tab| *tab == self).expect("every tab is in the list")
    }

    /// Returns the forms of a tab, each with its key and its name.
    const fn forms(self) -> &'static [(Key, Kind, &'static str)] {
        match self {
            Tab::Today | Tab::Games | Tab::Printing => &[],
            Tab::People => &[(Key::F5, Kind::Person, "sala-new-person")],
            Tab::Series => {
                const SERIES: [(Key, Kind, &str); 3] = [
                    (Key::F5, Kind::Series, "sala-new-series"),
                    (Key::F6, Kind::Matrix, "sala-new-matrix"),
                    (Key::F7, Kind::Retire, "sala-retire"),
                ];
                &SERIES
            }
            Tab::Balls => &[(Key::F5, Kind::BallSet, "sala-new-set")],
        }
    }
}

#[derive(Default)]
struct Sala {
    tab: Tab,
    row: usize,
    /// The matrix of the chosen row.
    matrix: Option<u32>,
    form: Option<EntryForm>,
    printing: Printing,
    balls: Balls,
    /// Where the list of a new hall goes on.
    leads: Option<Tab>,
}

impl Sala {
    /// Looks at what is known before the view is shown: a list may have grown shorter.
    fn look(&mut self, known: &Known) {
        let rows = self.rows(known);
        self.row = self.row.min(rows.saturating_sub(1));
        self.printing.look(known, self.row);
        self.balls.look(known, self.row);
        self.leads = founding::next_tab(known);
        self.matrix = match self.tab {
            Tab::Series => matrices::of_row(known, self.row).map(|matrix| matrix.matrix),
            Tab::Today | Tab::Games | Tab::People | Tab::Balls | Tab::Printing => None,
        };
    }

    /// How many rows the arrows go through.
    fn rows(&self, known: &Known) -> usize {
        match self.tab {
            Tab::Today => match today::decisions(known).len() {
                0 => past::games_of(known, past::present(known)).len(),
                waiting => waiting,
            },
            Tab::Games => known.lists.sessions.len(),
            Tab::People => known.people.len(),
            Tab::Series => known.lists.series.len() + known.lists.matrices.len(),
            Tab::Balls => known.lists.ball_sets.len(),
            Tab::Printing => known.lists.printings.len(),
        }
    }

    /// Returns a bar with the keys for the acta of a session, and the sheet of the game in the draw.
    fn with_acta(&self, known: &Known, session: Option<u32>, bar: Bar) -> Bar {
        let acta = session.map(|session| past::acta_paper(known, session));
        let papers: Vec<Paper> = acta.into_iter().chain(past::sheet_paper(known)).collect();
        super::paper::keys(known, &papers).into_iter().fold(bar, Bar::with)
    }

    fn go(&mut self, tab: usize) {
        self.tab = Tab::ALL[tab];
        self.row = 0;
        self.form = None;
        self.printing.forget();
        self.balls.forget();
    }
}

impl View for Sala {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar = match &self.form {
            Some(form) => form.bar(known),
            None => match self.tab {
                Tab::Today => self.with_acta(known, past::present(known), today::bar(known, self.row)),
                Tab::Games => {
                    let session = known.lists.sessions.get(self.row).map(|row| row.session);
                    self.with_acta(known, session, past::bar(known, self.row))
                }
                Tab::Printing => self.printing.bar(known, self.row),
                Tab::Balls => self.balls.bar(known, self.row),
                Tab::Series if self.matrix.is_some() => matrices::bar(known, self.matrix),
                Tab::People | Tab::Series => founding::elsewhere(known, self.tab),
            },
        };
        let counting = self.tab == Tab::Balls && self.form.is_none() && Balls::is_counting(known);
        for (key, kind, id) in self.tab.forms().iter().filter(|_| !counting) {
            let chosen = self.form.as_ref().is_some_and(|form| form.kind() == *kind);
            bar = bar.with(KeyButton::new(*key, known.t(id), Press::Typed).chosen(chosen));
        }
        if self.tab == Tab::Balls && self.form.is_none() {
            bar = self.balls.buttons(known).into_iter().fold(bar, Bar::with);
        }
        if self.form.is_some() || self.printing.is_busy() || self.balls.is_busy() {
            return bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        }
        if self.tab == Tab::Balls && !Balls::has_count(known) {
            bar = bar.with(super::study::key(known));
        }
        if matches!(self.tab, Tab::Series | Tab::Printing) {
            // Their forms and papers need the room; incidents and the last game are a tab away.
            return bar;
        }
        let trouble = KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble));
        bar = bar.with(trouble.sub(known.t("trouble-sub")));
        if self.tab == Tab::Balls {
            // Its forms need the room.
            return bar;
        }
        let session = known.public().session.as_ref();
        let last =
            KeyButton::new(Key::F11, known.t("sala-last-game"), Press::Open(Over::Turn(Turn::LastGame)));
        let open = session.is_some_and(|session| !session.last_game);
        let why = if session.is_none() { "no-session" } else { "sala-last-announced" };
        bar.with(last.sub(known.t("sala-last-game-sub")).on_if(open, known.t(why)))
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let wrote = match &mut self.form {
            Some(form) => form.write(ui),
            None => self.balls.write(ui),
        };
        if wrote {
            ui.ctx().request_repaint();
        }
        if let Some(tab) = tabs::tabs(ui, &mut room, known, &TABS, self.tab.number()) {
            self.go(tab);
            return Some(Press::Typed);
        }
        match self.tab {
            Tab::Today => {
                if let Some(tab) = today::body(ui, room, known, &mut self.row) {
                    self.go(tab.number());
                    return Some(Press::Typed);
                }
            }
            Tab::Games => past::body(ui, room, known, &mut self.row),
            Tab::People => staff::body(ui, room, known, &mut self.row, self.form.as_mut()),
            Tab::Series => material::series(ui, room, known, &mut self.row, self.form.as_mut()),
            Tab::Balls => match &mut self.form {
                Some(form) => {
                    let right = Balls::sets(ui, room, known, &mut self.row);
                    form.paint(ui, panel_in_focus(ui, right), known);
                }
                None => self.balls.body(ui, room, known, &mut self.row),
            },
            Tab::Printing => return self.printing.body(ui, room, known, &mut self.row),
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if let Some(form) = &mut self.form {
            return form.typed(typed).then_some(Press::Typed);
        }
        let own = match self.tab {
            Tab::Printing => self.printing.typed(typed),
            Tab::Balls => self.balls.typed(typed),
            Tab::Today | Tab::Games | Tab::People | Tab::Series => false,
        };
        if own {
            return Some(Press::Typed);
        }
        let rows = self.rows(known).max(1);
        match typed {
            Typed::Char(c) => self.go(tabs::by_digit(*c, TABS.len())?),
            Typed::Up => self.row = (self.row + rows - 1) % rows,
            Typed::Down => self.row = (self.row + 1) % rows,
            Typed::Scan(_) => return Some(Press::Refuse("lectura-fuera-de-lugar")),
            Typed::Press(_) | Typed::Released | Typed::Erase | Typed::Next => return None,
        }
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.form.as_ref().is_some_and(EntryForm::has_content)
            || self.printing.has_content()
            || self.balls.has_content()
    }

    fn writes(&self) -> bool {
        self.form.as_ref().map_or_else(|| self.balls.writes(), EntryForm::writes)
    }

    fn pressed(&mut self, key: Key) {
        if self.tab == Tab::Printing {
            return self.printing.pressed(key);
        }
        if self.tab == Tab::Balls && self.form.is_none() && key != Key::F5 {
            return self.balls.pressed(key);
        }
        self.balls.forget();
        if key == Key::Back {
            self.form = None;
        } else if key == Key::Intro {
            match (&mut self.form, self.leads) {
                (Some(form), _) => form.next(),
                (None, Some(tab)) => self.go(tab.number()),
                (None, None) => {}
            }
        } else if let Some((_, kind, _)) = self.tab.forms().iter().find(|(own, _, _)| *own == key) {
            if self.form.as_ref().is_some_and(|form| form.kind() == *kind) {
                // Once more, it is the same form, with what was typed.
                return;
            }
            self.form = Some(match kind {
                Kind::Retire => EntryForm::retire(self.matrix),
                Kind::Person | Kind::Series | Kind::Matrix | Kind::BallSet => EntryForm::new(*kind),
            });
        }
    }

    fn refused(&mut self) {
        if let Some(form) = &mut self.form {
            form.forget_pin();
        }
        self.balls.forget_pin();
    }

    fn granted(&mut self) {
        self.form = None;
        self.printing.forget();
        self.balls.forget();
    }
}
