//! The whole list of a hall's first days, in the place of the first tab: it opens by itself for the manager of a hall that never held a
//! session, and by F5. Each line says what there is or what is missing; Intro goes where it is done (ADR 89).

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, sign};
use hall_wire::board::{CameraPost, Sight, VoiceState};
use hall_wire::message::DeviceRow;

use super::{Need, NeedRow, Spot};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over, Turn};
use crate::press::Press;
use crate::view::cameras;
use crate::view::entry_form::FormKind;
use crate::view::paper::printer_words;
use crate::view::part::{RADIUS, bold, columns, cut_top, fitting, label, text, touch};
use crate::view::sala::Tab;

/// The height of a line where there is room, that of its words on three rows, and the gap below a line.
const LINE: f32 = 76.0;
const WORDS: f32 = 58.0;
const GAP: f32 = 6.0;

/// Longest words of a line, in characters.
const LONGEST: usize = 100;

/// The list, while it is on the screen.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::view::sala) struct List {
    /// It is on the screen.
    pub open: bool,
    /// The chosen line.
    row: usize,
    /// It was offered to this person, or there was something else to do first.
    offered: bool,
    /// Somebody wants it.
    asked: bool,
}

impl List {
    /// Opens by itself, once, for the manager of a hall that never held a session; not over what somebody has begun to do, and not before
    /// something that waits for a decision.
    pub(in crate::view::sala) fn look(&mut self, known: &Known, waits: bool) {
        if self.asked {
            self.begin(known);
        }
        if self.offered || known.lists.seq == 0 {
            return;
        }
        if known.is_new() && !waits {
            self.begin(known);
        }
        self.offered = true;
    }

    /// Something was pressed: whoever works already is not led.
    pub(in crate::view::sala) fn goes_on(&mut self) {
        self.offered = true;
    }

    /// Somebody asks for it.
    pub(in crate::view::sala) fn ask(&mut self) {
        self.asked = true;
    }

    /// Opens at the first thing that is missing.
    fn begin(&mut self, known: &Known) {
        let row = rows(known).iter().position(|row| !row.done).unwrap_or(0);
        *self = List { open: true, row, offered: true, asked: false };
    }

    /// Another line.
    pub(in crate::view::sala) fn choose(&mut self, row: usize) {
        self.row = row;
    }

    /// The chosen line.
    pub(in crate::view::sala) const fn row(&self) -> usize {
        self.row
    }

    /// The tab of the chosen line, with its form.
    pub(in crate::view::sala) fn leads(&self, known: &Known) -> Option<(Tab, Option<FormKind>)> {
        match rows(known)[self.row].spot {
            Spot::Tab(tab, form) => Some((tab, form)),
            Spot::Over(_) | Spot::Elsewhere => None,
        }
    }

    /// What Intro does with the chosen line.
    pub(in crate::view::sala) fn bar(&self, known: &Known) -> Bar {
        let rows = rows(known);
        let done = rows.iter().filter(|row| row.done).count().to_string();
        let prompt = known.ta("list-prompt", &[("done", &done), ("all", &rows.len())]);
        let row = &rows[self.row];
        let name = known.t(row.name);
        let act = |press| Next::Do(NextAct::new(known.ta("list-go", &[("name", &name)]), press));
        let next = match row.spot {
            Spot::Tab(..) => act(Press::Typed),
            Spot::Over(over) => act(Press::Open(over)),
            Spot::Elsewhere if row.done => Next::Wait(known.ta("list-done", &[("name", &name)])),
            Spot::Elsewhere => Next::Wait(known.ta("found-wait", &[("name", &name)])),
        };
        let rules = KeyButton::new(Key::F6, known.t("rules-open"), Press::Open(Over::Turn(Turn::Rules)));
        let trouble = KeyButton::new(Key::Trouble, known.t("trouble"), Press::Open(Over::Trouble));
        Bar::new(Lead::Now, prompt, next)
            .with(KeyButton::back(known))
            .with(rules.sub(known.t("rules-open-sub")))
            .with(trouble.sub(known.t("trouble-sub")))
    }
}

/// The key that opens it.
pub(in crate::view::sala) fn key(known: &Known) -> KeyButton {
    KeyButton::new(Key::F5, known.t("list-open"), Press::Typed).sub(known.t("list-open-sub"))
}

/// How many lines it has.
pub(in crate::view::sala) const COUNT: usize = 12;

fn rows(known: &Known) -> [NeedRow; COUNT] {
    [
        regulation(known),
        Need::People.row(known),
        Need::Cards.row(known),
        Need::Balls.row(known),
        desks(known),
        extractor(known),
        camera(known),
        voice(known),
        second_disk(known),
        printer(known),
        Need::Screens.row(known),
        Need::Rehearsal.row(known),
    ]
}

fn regulation(known: &Known) -> NeedRow {
    let rules = &known.lists.rules;
    let unknown = rules.values.iter().filter(|row| row.article.is_none() && !row.of_hall).count();
    let words =
        if unknown == 0 { rules.title.clone() } else { known.ta("list-rules-do", &[("n", &unknown)]) };
    let done = unknown == 0 && !rules.title.is_empty();
    NeedRow { name: "list-rules", done, words, spot: Spot::Over(Over::Turn(Turn::Rules)) }
}

fn desks(known: &Known) -> NeedRow {
    let desks = known.lists.devices.iter().filter(|row| row.is_desk()).count();
    let (words, form) = if desks == 0 {
        (known.t("list-desks-do"), FormKind::ThisDevice)
    } else {
        (known.ta("list-desks-done", &[("n", &desks)]), FormKind::NewDevice)
    };
    NeedRow { name: "list-desks", done: desks > 0, words, spot: Spot::Tab(Tab::Devices, Some(form)) }
}

fn extractor(known: &Known) -> NeedRow {
    let registered = known.board.machines.len();
    let (id, spot) = match (known.lists.wired, known.board.machine.linked) {
        (true, true) => ("list-machine-heard", Spot::Over(Over::Look(Look::Machine))),
        (true, false) => ("list-machine-silent", Spot::Over(Over::Look(Look::Machine))),
        (false, _) if registered > 0 => ("list-machine-read", Spot::Tab(Tab::Balls, None)),
        (false, _) => ("list-machine-do", Spot::Tab(Tab::Balls, Some(FormKind::Machine))),
    };
    let done = matches!(id, "list-machine-heard" | "list-machine-read");
    NeedRow { name: "list-machine", done, words: known.ta(id, &[("n", &registered)]), spot }
}

fn camera(known: &Known) -> NeedRow {
    let exit = known.board.cameras.iter().find(|now| now.camera == CameraPost::Exit);
    let (done, words, spot) = match exit.map(|now| now.sight) {
        None => (false, known.t("list-camera-do"), of_device(known)),
        Some(Sight::Sees) => (true, known.t("list-camera-done"), Spot::Over(Over::Look(Look::Cables))),
        Some(Sight::Lost | Sight::Black | Sight::Frozen | Sight::Covered) => {
            (false, fitting(&cameras::words(known), LONGEST), Spot::Over(Over::Look(Look::Cables)))
        }
    };
    NeedRow { name: "list-camera", done, words, spot }
}

fn voice(known: &Known) -> NeedRow {
    let page = Spot::Over(Over::Look(Look::Voice));
    let (done, id, spot) = match known.board.voice.state {
        VoiceState::None => (false, "list-voice-do", of_device(known)),
        VoiceState::Speaks => (true, "list-voice-done", page),
        VoiceState::Off => (true, "list-voice-off", page),
        VoiceState::NoSound | VoiceState::Gone => (false, "list-voice-lost", page),
    };
    NeedRow { name: "list-voice", done, words: known.t(id), spot }
}

/// Where a computer of the hall gets its code, once there is a desk: the first is the manager's own.
fn of_device(known: &Known) -> Spot {
    let any = known.lists.devices.iter().any(DeviceRow::is_desk);
    Spot::Tab(Tab::Devices, Some(if any { FormKind::NewDevice } else { FormKind::ThisDevice }))
}

fn second_disk(known: &Known) -> NeedRow {
    let mirrors = known
        .board
        .copies
        .iter()
        .filter(|copy| !copy.spare && Some(&copy.folder) != known.lists.backup.as_ref());
    let folders: Vec<&str> = known
        .lists
        .backup
        .iter()
        .map(String::as_str)
        .chain(mirrors.map(|copy| copy.folder.as_str()))
        .collect();
    let wrong = known.board.copies.iter().any(|copy| !copy.spare && copy.trouble.is_some());
    let page = Spot::Over(Over::Look(Look::Machine));
    let (done, words, spot) = match (folders.as_slice(), wrong) {
        ([], _) => (false, known.t("list-disk-do"), Spot::Elsewhere),
        (_, true) => (false, known.t("list-disk-wrong"), page),
        (all, false) => {
            (true, fitting(&known.ta("list-disk-done", &[("folder", &all.join(" · "))]), LONGEST), page)
        }
    };
    NeedRow { name: "list-disk", done, words, spot }
}

/// Where this desk prints its papers; the hall has no other printer.
fn printer(known: &Known) -> NeedRow {
    let (done, words) = match &known.printers {
        None => (false, known.t("list-printer-wait")),
        Some(Ok(all)) => {
            let names: Vec<String> = all.iter().map(|printer| printer_words(known, printer)).collect();
            (all.iter().any(|printer| printer.stopped.is_none()), names.join(" · "))
        }
        Some(Err(_)) => (false, known.t("list-printer-do")),
    };
    NeedRow { name: "list-printer", done, words: fitting(&words, LONGEST), spot: Spot::Elsewhere }
}

/// Paints the list in two columns; returns the line that was pressed.
pub(in crate::view::sala) fn paint(
    ui: &mut Ui,
    mut room: Rect,
    known: &Known,
    chosen: usize,
) -> Option<usize> {
    ink::line(ui, cut_top(&mut room, 24.0), &known.t("found-head"), bold(20.0));
    room.min.y += 10.0;
    let mut pressed = None;
    let high = COUNT.div_ceil(2);
    let height = ((room.height() + GAP) / high as f32 - GAP).min(LINE);
    let columns = columns(room, [1.0, 1.0], 12.0);
    for (number, row) in rows(known).iter().enumerate() {
        let top = room.top() + (height + GAP) * (number % high) as f32;
        let column = columns[number / high];
        let spot = Rect::from_min_size(pos2(column.left(), top), vec2(column.width(), height));
        let (name, here) = (known.t(row.name), number == chosen);
        if touch(ui, spot, &name, true).clicked() {
            pressed = Some(number);
        }
        ui.painter().rect_filled(spot, RADIUS, if row.done { colour::SURFACE } else { colour::RAISED });
        let stroke = if here { Stroke::new(3.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
        ui.painter().rect_stroke(spot, RADIUS, stroke, StrokeKind::Inside);
        let mark = Rect::from_center_size(pos2(spot.left() + 26.0, spot.center().y), vec2(20.0, 20.0));
        if row.done {
            sign::tick(ui.painter(), mark, colour::OK);
        } else {
            ui.painter().rect_stroke(mark, 4.0, Stroke::new(2.0, console::DIM), StrokeKind::Inside);
        }
        let inset = ((height - WORDS) / 2.0).max(3.0);
        let mut inner =
            Rect::from_min_max(pos2(mark.right() + 14.0, spot.top() + inset), spot.max - vec2(10.0, 2.0));
        ink::line(ui, cut_top(&mut inner, 21.0), &name, bold(17.0));
        ink::words(ui, inner, &row.words, if row.done { label(14.0) } else { text(14.0) });
    }
    pressed
}
