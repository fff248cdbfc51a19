//! F1, F3, F10 · Things to look at over any view: keys, order of exit, cables.

use egui::{Rect, Stroke, StrokeKind, Ui, vec2};
use hall_look::colour;
use hall_look::ink;

use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;
use crate::shell;
use crate::view::part::{self, bold, camera, columns, cut_top, label, panel, text};
use crate::view::{View, balls, cameras, film, hall, machine, own_pin, voice};

/// F1.
#[derive(Debug, Default)]
pub(super) struct Keys;

/// The order of exit, and the balls that remain.
#[derive(Debug, Default)]
pub(super) struct Order;

/// Cables and network.
#[derive(Debug, Default)]
pub(super) struct Cables {
    monitor: hall::Monitor,
}

/// The keys and what they mean, everywhere the same.
const KEYS: [(Key, &str); 21] = [
    (Key::Intro, "key-intro"),
    (Key::Back, "key-back"),
    (Key::Stop, "key-stop"),
    (Key::More, "key-more"),
    (Key::Trouble, "key-trouble"),
    (Key::F1, "key-f1"),
    (Key::F2, "key-f2"),
    (Key::F3, "key-f3"),
    (Key::F4, "key-f4"),
    (Key::F5, "key-f5"),
    (Key::F6, "key-f6"),
    (Key::F7, "key-f7"),
    (Key::F8, "key-f8"),
    (Key::F10, "key-f10"),
    (Key::F11, "key-f11"),
    (Key::F12, "key-f12"),
    (Key::Print, "key-print"),
    (Key::Usb, "key-usb"),
    (Key::DeskBefore, "key-desk-before"),
    (Key::DeskAfter, "key-desk-after"),
    (Key::NextPage, "key-next-page"),
];

/// The bar of what is only looked at.
fn looked_at(known: &Known, prompt: &str) -> Bar {
    Bar::new(Lead::May, known.t(prompt), Next::close(known)).with(KeyButton::close(known))
}

impl View for Keys {
    fn bar(&self, known: &Known) -> Bar {
        let sounds = if known.settings.quiet { "sounds-on-do" } else { "sounds-off-do" };
        let language = KeyButton::new(Key::F5, known.t("other-language"), Press::Language);
        // Beside PARADA there is no room for all; the language can wait until the draw is over.
        let calm = shell::stop(known).is_none();
        looked_at(known, "keys-prompt")
            .with_all(calm.then_some(language))
            .with(KeyButton::new(Key::F6, known.t("hand-do"), Press::Hand))
            .with(KeyButton::new(Key::F7, known.t(sounds), Press::Sounds))
            .with_all(calm.then(|| own_pin::key(known)))
            .with(KeyButton::new(Key::F8, known.t("log-out-do"), Press::LogOut))
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
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
        None
    }
}

impl View for Order {
    fn bar(&self, known: &Known) -> Bar {
        looked_at(known, "order-prompt").with(hall::key(known, Key::F5)).with(film::key(known))
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
        let keys = [machine::key(known), balls::key(known), voice, hall];
        let keys = keys.into_iter().flatten().map(|key| if narrow { key.sub("") } else { key });
        looked_at(known, "cables-prompt").with_all(keys)
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
