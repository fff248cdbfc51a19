//! F3, F10 · Things to look at over any view: order of exit, cables.

use egui::{Rect, Ui};
use hall_look::ink;

use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;
use crate::shell;
use crate::view::help::Topic;
use crate::view::part::{self, bold, camera, columns, cut_top, label, panel, text};
use crate::view::{View, balls, cameras, film, hall, machine, pedal, voice};

/// The order of exit, and the balls that remain.
#[derive(Debug, Default)]
pub(super) struct Order;

/// Cables and network.
#[derive(Debug, Default)]
pub(super) struct Cables {
    monitor: hall::Monitor,
}

/// The bar of what is only looked at.
fn looked_at(known: &Known, prompt: &str) -> Bar {
    Bar::new(Lead::May, known.t(prompt), Next::close(known)).with(KeyButton::close(known))
}

impl View for Order {
    fn bar(&self, known: &Known) -> Bar {
        looked_at(known, "order-prompt").with(hall::key(known, Key::F5)).with(film::key(known))
    }

    fn topic(&self) -> Topic {
        Topic::Order
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.0], 12.0);
        part::order(ui, left, &known.t("order-head"), &known.public().announced);
        let out = |number: &u8| {
            !known.public().announced.contains(number)
                && !known.board.pending.iter().any(|ball| ball.ball == *number)
        };
        let remain: Vec<u8> = (1..=90).filter(out).collect();
        let head = known.ta("order-remain", &[("n", &remain.len())]);
        part::order(ui, right, &head, &remain);
        None
    }
}

impl View for Cables {
    fn bar(&self, known: &Known) -> Bar {
        // Beside PARADA there is no room for second lines, nor for a fifth key; the order of exit leads to the wall as well.
        let (stop, voice) = (shell::stop(known).is_some(), voice::key(known));
        let narrow = stop || voice.is_some();
        let hall = (!stop || voice.is_none()).then(|| hall::key(known, Key::F8));
        let pedal = pedal::key(known).filter(|_| !stop);
        let keys = [machine::key(known), balls::key(known), voice, hall, pedal];
        let keys = keys.into_iter().flatten().map(|key| if narrow { key.sub("") } else { key });
        looked_at(known, "cables-prompt").with_all(keys)
    }

    fn topic(&self) -> Topic {
        Topic::Cables
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.3, 1.0], 12.0);
        let mut inner = panel(ui, left);
        let of = &known.board.machine;
        let silent = known.link.silent_for.map_or(0, |silent| silent.as_secs());
        let desk = if known.link.connected {
            known.t("link-up")
        } else {
            known.ta("band-lost-since", &[("secs", &silent)])
        };
        let lines = [
            (known.t("cables-desk"), desk),
            (known.t("cables-device"), known.device.clone()),
            (known.t("cables-line"), known.seq.to_string()),
            (known.t("cables-machine"), machine::state(known, of)),
            (known.t("cables-set"), of.set.clone().unwrap_or_else(|| "—".to_string())),
            (known.t("cables-out"), of.out.to_string()),
            (known.t("cables-faults"), machine::troubles(known, of)),
            (known.t("cables-cameras"), cameras::words(known)),
        ];
        for (name, value) in lines {
            let mut row = cut_top(&mut inner, 44.0);
            ink::line(ui, row, &name, label(18.0));
            row.min.x += 260.0;
            ink::line(ui, row, &value, bold(19.0));
        }
        ink::words(ui, inner, &known.t("cables-do"), text(17.0));
        let [above, mut below] = part::rows(right, [1.0, 1.0], 12.0);
        camera(ui, above, known);
        ink::line(ui, cut_top(&mut below, 26.0), &known.t("hall-head"), label(15.0).centred());
        self.monitor.paint(ui, below, known);
        None
    }
}
