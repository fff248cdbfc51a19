//! F3, F5 and F10, F8 · What the hall sees: the scene of its monitors as they paint it, with the camera's picture, over any view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Painter, Rect, Ui, UiBuilder, vec2};
use wall_scenes::ink;
use wall_scenes::layout::{Place, Shape};
use wall_scenes::memory::Memory;
use wall_scenes::scene::{self, Contact, Screen, Slot, View as Scene};

use super::View;
use super::part;
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::{Camera, Known};
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::help::Topic;

/// A monitor like those of the hall.
#[derive(Debug)]
pub struct Monitor {
    shape: Shape,
    memory: Memory,
}

impl Default for Monitor {
    fn default() -> Monitor {
        Monitor { shape: Shape::Wide, memory: Memory::default() }
    }
}

impl Monitor {
    /// Paints the monitor as large as it fits into a room.
    pub fn paint(&mut self, ui: &mut Ui, room: Rect, known: &Known) {
        let size = self.shape.size();
        let scale = (room.width() / size.x).min(room.height() / size.y);
        let glass = Rect::from_center_size(room.center(), size * scale);
        let seen = self.look(known);
        if let Some(ms) = scene::changes_in_ms(&seen) {
            ui.ctx().request_repaint_after(Duration::from_millis(ms));
        }
        let layout = scene::lay_out(&seen);
        let place = Place::new(&layout, glass, 0.0);
        ui.scope_builder(UiBuilder::new().max_rect(glass), |ui| {
            ui.set_clip_rect(glass.intersect(ui.clip_rect()));
            let camera = |painter: &Painter, slot: Rect| part::picture(painter, slot, known);
            // The adverts are on the computers of the monitors.
            ink::ground(ui, layout.theme);
            ink::paint(ui, &layout, &place, camera, |_, _| false);
            // The mesa sees the camera as it is.
            let held = seen.board.picture_held && seen.board.uncalled.is_some();
            if let Some(slot) = layout.camera().filter(|_| held && seen.camera == Slot::Live) {
                part::held_back(ui, place.area(slot), known);
            }
        });
    }

    fn look(&mut self, known: &Known) -> Scene {
        let now = Instant::now();
        self.memory.see(known.public(), 1, now);
        let contact = match (known.link.connected, known.link.ever) {
            (true, _) => Contact::Live,
            (false, true) => Contact::Lost,
            (false, false) => Contact::Waiting,
        };
        let silent = known.link.silent_for.map_or(0, |silent| i64::try_from(silent.as_millis()).unwrap_or(0));
        let clock = Some(known.now_utc_ms).filter(|now| *now > 0);
        Scene {
            board: Arc::new(known.public().clone()),
            contact,
            now_utc_ms: clock,
            utc_offset_minutes: known.utc_offset_minutes,
            heard_utc_ms: clock.map(|now| now - silent),
            camera: match known.camera {
                Camera::None => Slot::Off,
                Camera::Lost => Slot::Lost,
                Camera::Live(..) => Slot::Live,
            },
            shape: self.shape,
            memo: self.memory.memo(now),
            behind: None,
            refused: None,
            players: known.link.players.clone(),
            board_code: known.link.board_code.clone(),
            trial: None,
            screen: Screen::default(),
        }
    }
}

/// The page.
#[derive(Debug, Default)]
pub struct Page {
    monitor: Monitor,
}

/// The key that opens it, which is not the same where it stands.
pub fn key(known: &Known, key: Key) -> KeyButton {
    let open = Press::Open(Over::Look(Look::Hall));
    KeyButton::new(key, known.t("hall-open"), open).sub(known.t("hall-open-sub"))
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let other = match self.monitor.shape {
            Shape::Wide => "hall-classic",
            Shape::Classic => "hall-tall",
            Shape::Tall => "hall-wide",
        };
        Bar::new(Lead::May, known.t("hall-prompt"), Next::close(known))
            .with(KeyButton::new(Key::F5, known.t(other), Press::Typed))
            .with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::Hall
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F5 {
            self.monitor.shape = match self.monitor.shape {
                Shape::Wide => Shape::Classic,
                Shape::Classic => Shape::Tall,
                Shape::Tall => Shape::Wide,
            };
        }
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let room = room.shrink2(vec2(0.0, 2.0));
        self.monitor.paint(ui, room, known);
        None
    }
}
