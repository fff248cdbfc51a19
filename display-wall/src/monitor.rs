//! The windows: one per monitor, and one for the camera's picture over its slot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use eframe::{App, Frame};
use egui::{
    Color32, Context, CursorIcon, Key, Modifiers, Painter, Pos2, Rect, Ui, ViewportBuilder, ViewportCommand,
    ViewportId, WindowLevel, pos2,
};
use wall_scenes::layout::{Layout, Place, Shape, Theme, Token};
use wall_scenes::sight::Sight;
use wall_scenes::{ink, scene};

use crate::lock;
use crate::settings::Settings;
use crate::shown::{LATE_MS, Painted, monotonic_ns};
use crate::wall::{Look, Wall, camera_viewport, viewport};

/// The program's windows.
pub struct Monitors {
    shared: Arc<Shared>,
}

struct Shared {
    wall: Arc<Wall>,
    /// One per monitor.
    windows: Vec<Mutex<Window>>,
    /// Ctrl+Q was pressed; other requests to close, as by a stray key, are ignored.
    quitting: AtomicBool,
    late: Mutex<u64>,
}

#[derive(Default)]
struct Window {
    /// Painted in the last pass, reported in the next, when its buffers have been swapped.
    painted: Option<Painted>,
    told: Option<Sight>,
    /// Sequence number of the board that was reported last: its picture goes with it.
    told_seq: u64,
    /// Game and number of balls lit at the last report.
    lit: Option<(u32, u8)>,
    /// The camera's window.
    slot: Option<Slot>,
    /// The number of the camera's picture on it.
    pictured: Option<u64>,
}

/// The window with the camera's picture.
#[derive(Debug, Clone, PartialEq)]
struct Slot {
    /// Its place on the desktop.
    area: Rect,
    /// What stands on the picture.
    over: Layout,
    /// Where in the window.
    place: Place,
}

impl Monitors {
    /// One window per monitor of the wall.
    pub fn new(wall: Arc<Wall>) -> Monitors {
        let windows = (0..wall.settings.monitors).map(|_| Mutex::default()).collect();
        let (quitting, late) = (AtomicBool::new(false), Mutex::new(0));
        Monitors { shared: Arc::new(Shared { wall, windows, quitting, late }) }
    }

    /// Lets any request close the windows, for runs without a keyboard.
    pub fn may_close(&self) {
        self.shared.quitting.store(true, Ordering::Relaxed);
    }
}

impl App for Monitors {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut Frame) {
        let ctx = ui.ctx().clone();
        let settings = &self.shared.wall.settings;
        for index in 1..settings.monitors {
            let shared = Arc::clone(&self.shared);
            ctx.show_viewport_deferred(viewport(index), builder(settings, index), move |ui, _| {
                shared.monitor(ui, index);
            });
        }
        self.shared.monitor(ui, 0);
        for index in 0..settings.monitors {
            let slot = self.shared.window(index).slot.as_ref().map(|slot| slot.area);
            if let Some(slot) = slot.filter(|_| settings.video_window) {
                let shared = Arc::clone(&self.shared);
                ctx.show_viewport_deferred(camera_viewport(index), camera_builder(slot), move |ui, _| {
                    shared.camera(ui, index);
                });
            }
        }
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        cleared(&self.shared.wall).colour(Token::Ground).to_normalized_gamma_f32()
    }
}

/// The theme in whose ground every window is cleared: that of the first monitor, and mostly of all.
fn cleared(wall: &Wall) -> Theme {
    wall.theme(0)
}

/// The window of a monitor.
pub fn builder(settings: &Settings, index: usize) -> ViewportBuilder {
    let name = &settings.name;
    let title = match settings.monitors {
        1 => format!("Bombo · {name}"),
        _ => format!("Bombo · {name} · {}", index + 1),
    };
    let builder = ViewportBuilder::default().with_title(title).with_app_id("display-wall");
    if settings.fullscreen {
        // A missing monitor falls back to another one: a duplicate picture is noticed, a window without monitor is
        // not.
        return builder.with_decorations(false).with_fullscreen(true).with_monitor(settings.monitor + index);
    }
    let builder = builder.with_inner_size(settings.size);
    match settings.position {
        Some([x, y]) => {
            // Side by side, as monitors hang.
            let place = f32::from(u8::try_from(index).expect("a few monitors"));
            builder.with_decorations(false).with_position([x + place * settings.size[0], y])
        }
        None => builder,
    }
}

/// The camera's window: undecorated, not managed, without keyboard input.
fn camera_builder(slot: Rect) -> ViewportBuilder {
    ViewportBuilder::default()
        .with_title("cámara")
        .with_decorations(false)
        .with_resizable(false)
        .with_override_redirect(true)
        .with_active(false)
        .with_mouse_passthrough(true)
        .with_window_level(WindowLevel::AlwaysOnTop)
        .with_position(slot.min)
        .with_inner_size(slot.size())
}

impl Shared {
    fn window(&self, index: usize) -> MutexGuard<'_, Window> {
        lock(&self.windows[index])
    }

    /// One pass over one monitor.
    fn monitor(&self, ui: &mut Ui, index: usize) {
        let ctx = ui.ctx().clone();
        self.tell(index);
        self.keys(&ctx);
        ctx.set_cursor_icon(CursorIcon::None);
        let room = ui.max_rect();
        let mut look = self.wall.look(index, Shape::of(room.size()));
        if let Some(trial) = &mut look.view.trial {
            let pixels = room.size() * ctx.pixels_per_point();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a window's size")]
            let whole = (pixels.x.round() as u32, pixels.y.round() as u32);
            (trial.monitor.0, trial.pixels) = (index, whole);
            trial.margin = self.wall.settings.screens[index].inset * 100.0;
        }
        let layout = scene::lay_out(&look.view);
        let place = Place::new(&layout, room, self.wall.settings.screens[index].inset);
        let in_window = self.wall.settings.video_window;
        let camera = |painter: &Painter, area: Rect| {
            if !in_window {
                self.paint_camera(painter, area, index);
            }
        };
        let advert = |painter: &Painter, area: Rect| {
            let texture = self.wall.advert_texture(painter.ctx());
            picture(painter, area, texture.as_ref());
            texture.is_some()
        };
        if layout.theme != cleared(&self.wall) {
            ink::ground(ui, layout.theme);
        }
        ink::paint(ui, &layout, &place, camera, advert);
        self.slot(&ctx, index, &layout, &place);
        self.wake(&ctx, &look);
        self.painted(&ctx, index, &look);
    }

    /// Ctrl+Q ends the program; no other key does anything.
    fn keys(&self, ctx: &Context) {
        if ctx.input_mut(|input| input.consume_key(Modifiers::CTRL, Key::Q)) {
            self.quitting.store(true, Ordering::Relaxed);
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
        }
        let closing = ctx.input(|input| input.viewport().close_requested());
        if closing && self.wall.settings.fullscreen && !self.quitting.load(Ordering::Relaxed) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
    }

    /// Paints the camera's picture in its own window, and what stands on it.
    fn camera(&self, ui: &mut Ui, index: usize) {
        self.tell(index);
        ui.ctx().set_cursor_icon(CursorIcon::None);
        let painter = ui.painter();
        painter.rect_filled(ui.max_rect(), 0.0, self.wall.theme(index).colour(Token::Surface));
        self.paint_camera(painter, ui.max_rect(), index);
        let slot = self.window(index).slot.clone();
        if let Some(slot) = slot {
            ink::paint_over(ui, &slot.over, &slot.place);
        }
    }

    fn paint_camera(&self, painter: &Painter, area: Rect, index: usize) {
        let seq = self.window(index).told_seq;
        let Some((number, texture)) = self.wall.camera_texture(painter.ctx(), seq) else { return };
        picture(painter, area, Some(&texture));
        if self.window(index).pictured.replace(number) != Some(number) {
            self.wall.teller.pictured(index, number);
        }
    }

    /// Stores the place and the marks of the camera's window, which the root viewport opens and moves.
    fn slot(&self, ctx: &Context, index: usize, layout: &Layout, place: &Place) {
        let at = ctx.input(|input| input.viewport().inner_rect).map(|window| window.min);
        let slot = layout.camera().zip(at).map(|(area, at)| {
            let area = place.area(area).translate(at.to_vec2());
            // Whole points, so that no edge is blurred.
            let area = Rect::from_min_max(area.min.round(), area.max.round());
            let place = Place { at: place.at + at.to_vec2() - area.min.to_vec2(), ..*place };
            Slot { area, over: layout.on_camera(), place }
        });
        let mut window = self.window(index);
        if window.slot != slot {
            window.slot = slot;
            drop(window);
            for viewport in [ViewportId::ROOT, camera_viewport(index)] {
                ctx.request_repaint_after_for(Duration::from_millis(1), viewport);
            }
        }
    }

    /// Schedules the next pass: when the scene changes by itself, or when silence becomes too long.
    fn wake(&self, ctx: &Context, look: &Look) {
        let moves = scene::changes_in_ms(&look.view).map(Duration::from_millis);
        let silent = look.silent_in.map(|silent| silent + Duration::from_millis(20));
        if let Some(soon) = moves.into_iter().chain(silent).min() {
            ctx.request_repaint_after(soon);
        }
    }

    /// Stores what this pass paints and requests another pass: when that begins, this one's buffers have been
    /// swapped. The camera's window is painted in a fraction of the time.
    fn painted(&self, ctx: &Context, index: usize, look: &Look) {
        let sight = Sight::of(&look.view);
        let mut window = self.window(index);
        if window.told == Some(sight) {
            return;
        }
        window.painted = Some(Painted {
            monitor: index,
            seq: look.seq,
            sight,
            noticed_ns: look.noticed_ns,
            painted_ns: 0,
            desk_utc_ms: look.view.now_utc_ms,
            frames_late: 0,
        });
        let in_window = self.wall.settings.video_window && window.slot.is_some();
        let next = if in_window { camera_viewport(index) } else { ctx.viewport_id() };
        ctx.request_repaint_after_for(Duration::from_micros(100), next);
    }

    fn tell(&self, index: usize) {
        let mut window = self.window(index);
        let Some(mut painted) = window.painted.take() else { return };
        (window.told, window.told_seq) = (Some(painted.sight), painted.seq);
        let lit = painted.sight.lit();
        // The first board waited for its window, so that frame is not late. Silence and the camera are noticed by
        // the clock, not by a board.
        let another = window.lit.is_some() && lit.is_some() && window.lit != lit;
        window.lit = lit.or(window.lit);
        drop(window);
        painted.painted_ns = monotonic_ns();
        let mut late = lock(&self.late);
        if another && painted.painted_ns - painted.noticed_ns > LATE_MS * 1_000_000 {
            *late += 1;
        }
        painted.frames_late = *late;
        drop(late);
        self.wall.teller.tell(&painted);
    }
}

/// Paints a picture whole, centred in its slot.
fn picture(painter: &Painter, area: Rect, texture: Option<&egui::TextureHandle>) {
    let Some(texture) = texture else { return };
    let size = texture.size_vec2();
    let scale = (area.width() / size.x).min(area.height() / size.y);
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture.id(), Rect::from_center_size(area.center(), size * scale), whole, Color32::WHITE);
}
