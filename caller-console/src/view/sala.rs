//! 22 · The jefe de sala: decisions, games and actas, people, series, balls, printings, devices.

use egui::{Rect, Ui};
use hall_wire::message::DeviceRow;

use super::balls::Balls;
use super::entry_form::{EntryForm, FormKind};
use super::part::{panel, panel_in_focus};
use super::{Band, View, standing, tabs};
use crate::bar::{Bar, KeyButton};
use crate::keys::{Key, Typed};
use crate::known::{Known, Member};
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::help::Topic;

mod devices;
mod founding;
mod matrices;
pub(super) mod material;
pub(super) mod past;
mod printing;
pub(super) mod staff;
mod today;

use founding::page::{self, List};
use printing::Printing;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    #[default]
    Today,
    Games,
    People,
    Series,
    Balls,
    Printing,
    Devices,
}

/// How the next matrix is made.
#[derive(Clone, Copy, Default)]
enum Draws {
    /// As the jefe de sala likes.
    #[default]
    Free,
    /// From a draw that is announced before.
    Required,
    /// From the draw that was announced.
    Awaited,
}

/// The tabs in the order of their digits, with their names.
const ALL: [Tab; 7] =
    [Tab::Today, Tab::Games, Tab::People, Tab::Series, Tab::Balls, Tab::Printing, Tab::Devices];
const TABS: [&str; 7] = [
    "sala-tab-today",
    "sala-tab-games",
    "sala-tab-people",
    "sala-tab-series",
    "sala-tab-balls",
    "sala-tab-printing",
    "sala-tab-devices",
];

impl Tab {
    /// The forms of a tab, each with its key and its name; beside an open one, those that go with it.
    const fn forms(
        self,
        draws: Draws,
        devices: Devices,
        at: Option<FormKind>,
    ) -> &'static [(Key, FormKind, &'static str)] {
        match self {
            Tab::Today | Tab::Printing => &[],
            Tab::Devices => match devices {
                Devices::None => &[
                    (Key::F5, FormKind::ThisDevice, "devices-this"),
                    (Key::F6, FormKind::NewDevice, "devices-new"),
                ],
                Devices::NoDesk => &[
                    (Key::F5, FormKind::ThisDevice, "devices-this"),
                    (Key::F6, FormKind::NewDevice, "devices-new"),
                    (Key::F8, FormKind::RevokeDevice, "devices-revoke"),
                ],
                Devices::Desks => &[
                    (Key::F5, FormKind::NewDevice, "devices-new"),
                    (Key::F8, FormKind::RevokeDevice, "devices-revoke"),
                ],
            },
            Tab::Games if matches!(at, Some(FormKind::Book | FormKind::CloseBook)) => {
                &[(Key::F5, FormKind::Book, "book-open"), (Key::F6, FormKind::CloseBook, "book-close")]
            }
            Tab::Games => {
                &[(Key::F5, FormKind::Book, "book-open"), (Key::F7, FormKind::CopyActa, "copy-acta")]
            }
            // Who is not to leave may only be at a desk too long.
            Tab::People if matches!(at, Some(FormKind::Dismiss)) => {
                &[(Key::F8, FormKind::Dismiss, "people-dismiss")]
            }
            Tab::People => &[
                (Key::F5, FormKind::Person, "sala-new-person"),
                (Key::F6, FormKind::ChangePerson, "people-change"),
                (Key::F7, FormKind::ResetPin, "people-reset"),
                (Key::F8, FormKind::Dismiss, "people-dismiss"),
            ],
            Tab::Series => match (draws, at) {
                (Draws::Free, Some(FormKind::Matrix | FormKind::AnnounceDraw | FormKind::RequireDraws)) => &[
                    (Key::F6, FormKind::Matrix, "sala-new-matrix"),
                    (Key::F7, FormKind::AnnounceDraw, "draw-announce"),
                    (Key::F8, FormKind::RequireDraws, "draw-require"),
                ],
                (Draws::Required, Some(FormKind::AnnounceDraw | FormKind::RequireDraws)) => &[
                    (Key::F6, FormKind::AnnounceDraw, "draw-announce"),
                    (Key::F8, FormKind::RequireDraws, "draw-free"),
                ],
                (Draws::Free, _) => &[
                    (Key::F5, FormKind::Series, "sala-new-series"),
                    (Key::F6, FormKind::Matrix, "sala-new-matrix"),
                    (Key::F7, FormKind::Retire, "sala-retire"),
                ],
                (Draws::Required, _) => &[
                    (Key::F5, FormKind::Series, "sala-new-series"),
                    (Key::F6, FormKind::AnnounceDraw, "draw-announce"),
                    (Key::F7, FormKind::Retire, "sala-retire"),
                ],
                (Draws::Awaited, _) => &[
                    (Key::F5, FormKind::Series, "sala-new-series"),
                    (Key::F6, FormKind::TakeDraw, "draw-take"),
                    (Key::F7, FormKind::Retire, "sala-retire"),
                ],
            },
            Tab::Balls if matches!(at, Some(FormKind::BallSet | FormKind::Machine)) => {
                &[(Key::F5, FormKind::BallSet, "sala-a-set"), (Key::F7, FormKind::Machine, "sala-a-machine")]
            }
            Tab::Balls => &[(Key::F5, FormKind::BallSet, "sala-new-set")],
        }
    }
}

/// Which devices the hall has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Devices {
    #[default]
    None,
    /// Panels, cameras or the voice: people log in anywhere else.
    NoDesk,
    Desks,
}

/// The jefe de sala's view.
#[derive(Default)]
pub struct Sala {
    tab: Tab,
    row: usize,
    /// The matrix of the chosen row.
    matrix: Option<u32>,
    /// The person of the chosen row.
    person: Option<(u32, Member)>,
    /// The session of the chosen row, once its acta is there.
    session: Option<u32>,
    /// The device of the chosen row.
    device: Option<(u32, String)>,
    devices: Devices,
    draws: Draws,
    form: Option<EntryForm>,
    printing: Printing,
    balls: Balls,
    /// Where the next thing of a new hall is done.
    leads: Option<Tab>,
    /// The whole list of a new hall.
    list: List,
    /// Where its chosen line is done.
    list_leads: Option<(Tab, Option<FormKind>)>,
}

impl Sala {
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.look(known);
        self
    }

    /// Takes what is known before the view is shown: a list may be shorter than before.
    fn look(&mut self, known: &Known) {
        let rows = self.rows(known);
        self.row = self.row.min(rows.saturating_sub(1));
        self.printing.look(known, self.row);
        self.balls.look(known, self.row);
        self.leads = founding::next_tab(known);
        self.list.look(known, !today::decisions(known).is_empty());
        self.list_leads = self.list.leads(known);
        let matrix = matrices::of_row(known, self.row).filter(|_| self.tab == Tab::Series);
        self.matrix = matrix.map(|matrix| matrix.matrix);
        let person = staff::chosen(known, self.row).filter(|_| self.tab == Tab::People);
        self.person = person.map(|(number, member)| (number, member.clone()));
        let session = known.lists.sessions.get(self.row).filter(|_| self.tab == Tab::Games);
        self.session = session.filter(|session| session.acta).map(|session| session.session);
        let devices = &known.lists.devices;
        self.devices = match devices.iter().any(DeviceRow::is_desk) {
            true => Devices::Desks,
            false if devices.is_empty() => Devices::None,
            false => Devices::NoDesk,
        };
        let device = known.lists.devices.get(self.row).filter(|_| self.tab == Tab::Devices);
        self.device = device.map(|row| (row.device, row.name.clone()));
        self.draws = match (&known.lists.key_draw, known.lists.key_draws_required) {
            (Some(_), _) => Draws::Awaited,
            (None, true) => Draws::Required,
            (None, false) => Draws::Free,
        };
    }

    /// The open form, of this view or of the sets of balls.
    fn open_form(&mut self) -> Option<&mut EntryForm> {
        self.form.as_mut().or(self.balls.form.as_mut())
    }

    /// The forms that can be opened now.
    fn forms(&self) -> &'static [(Key, FormKind, &'static str)] {
        self.tab.forms(self.draws, self.devices, self.form.as_ref().map(EntryForm::kind))
    }

    /// A key for a form about the chosen person: which of the two it opens, and whether it can.
    fn of_person(&self, button: KeyButton, kind: FormKind, known: &Known) -> KeyButton {
        let Some((number, member)) = &self.person else { return button };
        let of_staff = matches!(kind, FormKind::ChangePerson | FormKind::ResetPin);
        if member.left && of_staff {
            button.on_if(false, known.t("people-has-left"))
        } else if member.left && kind == FormKind::Dismiss {
            KeyButton { label: known.t("people-back"), ..button }
        } else if kind == FormKind::ResetPin {
            button.on_if(known.person() != Some(*number), known.t("people-own-pin"))
        } else {
            button
        }
    }

    /// The rows that the arrows go through.
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
            Tab::Devices => known.lists.devices.len(),
        }
    }

    /// Whether the whole list of a new hall is on the screen.
    const fn lists_needs(&self) -> bool {
        self.list.open && matches!(self.tab, Tab::Today)
    }

    fn go(&mut self, tab: Tab) {
        self.list.open = false;
        self.tab = tab;
        self.row = 0;
        self.form = None;
        self.printing.forget();
        self.balls.forget();
    }
}

impl View for Sala {
    fn bar(&self, known: &Known) -> Bar {
        if self.lists_needs() {
            return self.list.bar(known);
        }
        // Beside the second word there is no room for papers and the last game.
        let second = super::mesa::reading::key(known).filter(|_| self.tab == Tab::Today);
        let mut bar = match &self.form {
            Some(form) => form.bar(known),
            None => match self.tab {
                Tab::Today if second.is_some() => today::bar(known, self.row).with_all(second.clone()),
                Tab::Today => past::with_papers(known, past::present(known), today::bar(known, self.row)),
                Tab::Games => {
                    let session = known.lists.sessions.get(self.row).map(|row| row.session);
                    past::with_papers(known, session, past::bar(known, self.row))
                }
                Tab::Printing => self.printing.bar(known, self.row),
                Tab::Balls => self.balls.bar(known, self.row),
                Tab::People => {
                    let person = self.person.as_ref().map(|(number, member)| (*number, member));
                    let own = person.and_then(|person| staff::bar(known, person, self.leads.is_none()));
                    own.unwrap_or_else(|| founding::elsewhere(known, self.tab))
                }
                Tab::Series | Tab::Devices => match self.matrix {
                    Some(matrix) => matrices::bar(known, matrix),
                    None => founding::elsewhere(known, self.tab),
                },
            },
        };
        let counting = self.tab == Tab::Balls && self.form.is_none() && Balls::is_counting(known);
        for (key, kind, id) in self.forms().iter().filter(|_| !counting) {
            let chosen = self.form.as_ref().is_some_and(|form| form.kind() == *kind);
            let button = KeyButton::new(*key, known.t(id), Press::Typed).chosen(chosen);
            bar = bar.with(self.of_person(button, *kind, known));
        }
        if self.form.as_ref().is_some_and(|form| form.kind() == FormKind::Dismiss) {
            let person = self.person.as_ref().map(|(number, _)| *number);
            bar = bar.with_all(person.map(|person| staff::end_key(known, person)));
        }
        if self.tab == Tab::Balls && self.form.is_none() {
            bar = bar.with_all(self.balls.buttons(known));
        }
        // A series is of cards that the hall makes, or of cards that it bought.
        if self.form.as_ref().is_some_and(|form| form.kind() == FormKind::Series) {
            bar = bar.with_all(super::take_in::key(known));
        }
        if self.form.is_some() || self.printing.is_busy() || self.balls.is_busy() {
            return bar.with(KeyButton::back(known));
        }
        if self.tab == Tab::Balls && !Balls::has_count(known) {
            bar = bar.with(super::study::key(known));
        }
        if matches!(self.tab, Tab::Games | Tab::People | Tab::Series | Tab::Printing) {
            // Their forms and papers need the room; incidents and the last game are a tab away.
            return bar;
        }
        let trouble = KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble));
        bar = bar.with(trouble.sub(known.t("trouble-sub")));
        if self.tab != Tab::Today || second.is_some() {
            // Its forms need the room, and so does the second word.
            return bar;
        }
        let Some(session) = known.public().session.as_ref() else {
            let rules = KeyButton::new(Key::F6, known.t("rules-open"), Press::Open(Over::Turn(Turn::Rules)));
            // Once there is an acta, its papers need the room, and the hall's first days are over.
            let list = past::present(known).is_none().then(|| page::key(known));
            return bar.with_all(list).with(rules.sub(known.t("rules-open-sub")));
        };
        let last =
            KeyButton::new(Key::F11, known.t("sala-last-game"), Press::Open(Over::Turn(Turn::LastGame)));
        let why = known.t("sala-last-announced");
        bar.with(last.sub(known.t("sala-last-game-sub")).on_if(!session.last_game, why))
    }

    fn topic(&self) -> Topic {
        match self.tab {
            Tab::Today if self.list.open => Topic::Founding,
            Tab::Today => Topic::Today,
            Tab::Games => Topic::Games,
            Tab::People => Topic::People,
            Tab::Series => Topic::Series,
            Tab::Balls => Topic::SetsOfBalls,
            Tab::Printing => Topic::Printing,
            Tab::Devices => Topic::Devices,
        }
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        if self.open_form().is_some_and(|form| form.write(ui)) {
            ui.ctx().request_repaint();
        }
        if let Some(tab) = tabs::tabs(ui, &mut room, known, &TABS, self.tab as usize) {
            self.go(ALL[tab]);
            return Some(Press::Typed);
        }
        if self.lists_needs() {
            let row = page::paint(ui, panel(ui, room), known, self.list.row())?;
            self.list.choose(row);
            return Some(Press::Typed);
        }
        match self.tab {
            Tab::Today => {
                if let Some(tab) = today::body(ui, room, known, &mut self.row) {
                    self.go(tab);
                    return Some(Press::Typed);
                }
            }
            Tab::Games => past::body(ui, room, known, &mut self.row, self.form.as_mut()),
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
            Tab::Devices => devices::body(ui, room, known, &mut self.row, self.form.as_mut()),
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        self.list.goes_on();
        if let Some(form) = &mut self.form {
            return form.typed(typed).then_some(Press::Typed);
        }
        let own = match self.tab {
            Tab::Printing => self.printing.typed(typed),
            Tab::Balls => self.balls.typed(typed),
            Tab::Today | Tab::Games | Tab::People | Tab::Series | Tab::Devices => false,
        };
        if own {
            return Some(Press::Typed);
        }
        if let Typed::Char(c) = typed {
            self.go(ALL[tabs::by_digit(*c, TABS.len())?]);
            return Some(Press::Typed);
        }
        if self.lists_needs() {
            self.list.choose(typed.row_round(self.list.row(), page::COUNT)?);
            return Some(Press::Typed);
        }
        let rows = self.rows(known);
        self.row = typed.row_round(self.row, rows)?;
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        let form = self.form.as_ref().or(self.balls.form.as_ref());
        form.is_some_and(EntryForm::has_content) || self.printing.has_content()
    }

    fn writes(&self) -> bool {
        self.form.as_ref().or(self.balls.form.as_ref()).is_some_and(EntryForm::writes)
    }

    fn pressed(&mut self, key: Key) {
        self.list.goes_on();
        if self.lists_needs() {
            if key == Key::Back {
                self.list.open = false;
            } else if let Some((tab, form)) = self.list_leads.filter(|_| key == Key::Intro) {
                self.go(tab);
                self.form = form.map(EntryForm::new);
            }
            return;
        }
        if self.tab == Tab::Today && key == Key::F5 {
            return self.list.ask();
        }
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
                (None, Some(tab)) => self.go(tab),
                (None, None) => {}
            }
        } else if let Some((_, kind, _)) = self.forms().iter().find(|(own, _, _)| *own == key) {
            if self.form.as_ref().is_some_and(|form| form.kind() == *kind) {
                // The form stays, with what was typed.
                return;
            }
            if let (Tab::People, Some(about)) = (self.tab, &self.person) {
                let (number, member) = about;
                let kind = if *kind == FormKind::Dismiss && member.left { FormKind::TakeBack } else { *kind };
                self.form = Some(if kind == FormKind::Person {
                    EntryForm::new(kind)
                } else {
                    EntryForm::about_person(kind, *number, member)
                });
                return;
            }
            if let (FormKind::RevokeDevice, Some((number, name))) = (*kind, &self.device) {
                self.form = Some(EntryForm::about(*kind, name, *number));
                return;
            }
            let chosen = match self.tab {
                Tab::Series if *kind == FormKind::Retire => self.matrix,
                Tab::Games if *kind == FormKind::CopyActa => self.session,
                Tab::Today | Tab::Games | Tab::People | Tab::Series | Tab::Balls => None,
                Tab::Printing | Tab::Devices => None,
            };
            self.form = Some(EntryForm::with_number(*kind, chosen));
        }
    }

    fn refused(&mut self) {
        self.open_form().into_iter().for_each(EntryForm::forget_pins);
    }

    fn granted(&mut self) {
        self.form = None;
        self.printing.forget();
        self.balls.forget();
    }
}
