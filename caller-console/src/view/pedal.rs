//! F10, + · The button or pedal of this post: what it sends, tried out and set up (ADR 74).

use egui::{Rect, Ui, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, sign};

use super::View;
use super::part::{bold, cut_top, in_colour, label, panel, text};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::pedal::Pedal;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::help::Topic;

#[derive(Debug, Default)]
pub struct Page;

/// What came last.
enum Came {
    /// Nothing that a pedal could have sent.
    Nothing,
    /// What this post's pedal sends.
    Ours(Pedal),
    /// What it could send, once it is chosen.
    Other(Pedal),
    /// What no pedal may send.
    Unfit(Pedal),
}

fn came(known: &Known) -> Came {
    let ours = known.settings.pedal();
    match known.last_key {
        Some(last) if last == ours => Came::Ours(last),
        Some(last) if last.fits() => Came::Other(last),
        Some(last) => Came::Unfit(last),
        None => Came::Nothing,
    }
}

/// The key that opens the page, for those whose press stops the draw.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = Press::Open(Over::Look(Look::Pedal));
    let may = known.may(hall_core::request::RequestKind::Stop);
    may.then(|| KeyButton::new(Key::More, known.t("pedal-open"), open))
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let next = match came(known) {
            Came::Other(other) => {
                let label = known.ta("pedal-take", &[("key", &other)]);
                Next::Do(NextAct::new(label, Press::Pedal(other)))
            }
            Came::Nothing | Came::Ours(_) | Came::Unfit(_) => Next::close(known),
        };
        Bar::new(Lead::May, known.t("pedal-prompt"), next).with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::Pedal
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let room =
            Rect::from_center_size(room.center(), vec2(room.width().min(960.0), room.height().min(400.0)));
        let mut inner = panel(ui, room);
        ink::line(ui, cut_top(&mut inner, 48.0), &known.t("pedal-title"), bold(30.0));
        ink::words(ui, cut_top(&mut inner, 92.0), &known.t("pedal-how"), label(18.0));
        let mut row = cut_top(&mut inner, 90.0);
        let (fill, inkc, words) = match came(known) {
            Came::Nothing => (colour::RAISED, console::TEXT, known.t("pedal-press")),
            Came::Ours(ours) => (colour::OK, console::OK_INK, known.ta("pedal-ours", &[("key", &ours)])),
            Came::Other(other) => {
                (colour::RAISED, console::TEXT, known.ta("pedal-other", &[("key", &other)]))
            }
            Came::Unfit(other) => {
                (console::REFUSE, console::REFUSE_INK, known.ta("pedal-unfit", &[("key", &other)]))
            }
        };
        ui.painter().rect_filled(row, 6.0, fill);
        row = row.shrink2(vec2(20.0, 20.0));
        let mark = Rect::from_min_size(row.min + vec2(0.0, row.height() / 2.0 - 12.0), vec2(24.0, 24.0));
        match came(known) {
            Came::Ours(_) => sign::tick(ui.painter(), mark, inkc),
            Came::Unfit(_) => sign::cross(ui.painter(), mark, inkc),
            Came::Nothing | Came::Other(_) => sign::octagon(ui.painter(), mark, inkc),
        }
        row.min.x += 44.0;
        ink::words(ui, row, &words, in_colour(bold(20.0), inkc));
        inner.min.y += 14.0;
        let now = known.ta("pedal-now", &[("key", &known.settings.pedal())]);
        ink::words(ui, inner, &now, text(18.0));
        None
    }
}
