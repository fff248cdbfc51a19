//! The windows: one for each monitor, and one for the camera's picture over its slot.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use eframe::{App, Frame};
use egui::{
    Color32, Context, CursorIcon, Key, Modifiers, Painter, Pos2, Rect, Ui, ViewportBuilder, ViewportCommand,
    ViewportId, WindowLevel, pos2,
};

use crate::ink;
use crate::layout::{Layout, Place, Shape};
use crate::scene::{self, View};
use crate::settings::Settings;
use crate::shown::{LATE_MS, Painted, Sight, monotonic_ns};
use crate::wall::{Wall, camera_viewport, viewport};

/// The program's windows.
pub struct Monitors {
    shared: Arc<Shared>,
}

/// What the windows share.
struct Shared {
    wall: Arc<Wall>,
    /// One for each monitor.
    windows: Vec<Mutex<Window>>,
    /// Somebody asked to end with Ctrl+Q; a window that is closed by a stray key is not closed.
    quitting: AtomicBool,
    late: Mutex<u64>,
}

/// One monitor.
#[derive(Default)]
struct Window {
    /// What was painted in the pass before and is told in the next, when its buffers were swapped.
    painted: Option<Painted>,
    told: Option<Sight>,
    /// The game and how many of its balls were lit last.
    lit: Option<(u32, u8)>,
    /// Where the camera's picture is on the desktop.
    slot: Option<Rect>,
}

impl Monitors {
    /// Returns the windows of a wall.
    pub fn new(wall: Arc<Wall>) -> Monitors {
        let windows = (0..wall.settings.monitors).map(|_| Mutex::default()).collect();
        let (quitting, late) = (AtomicBool::new(false), Mutex::new(0));
        Monitors { shared: Arc::new(Shared { wall, windows, quitting, late }) }
    }

    /// Lets whatever closes the windows close them: a person at the keyboard is not awaited.
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
            let slot = self.shared.window(index).slot;
            if let Some(slot) = slot.filter(|_| settings.video_window) {
                let shared = Arc::clone(&self.shared);
                ctx.show_viewport_deferred(camera_viewport(index), camera_builder(slot), move |ui, _| {
                    shared.camera(ui);
                });
            }
        }
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        crate::layout::Token::Ground.colour().to_normalized_gamma_f32()
    }
}

/// Returns how the window of a monitor is made.
pub fn builder(settings: &Settings, index: usize) -> ViewportBuilder {
    let name = &settings.name;
    let title = match settings.monitors {
        1 => format!("Bombo · {name}"),
        _ => format!("Bombo · {name} · {}", index + 1),
    };
    let builder = ViewportBuilder::default().with_title(title).with_app_id("display-wall");
    if settings.fullscreen {
        // Where that monitor is not there, over another one: a picture too many is seen, a window of no
        // use is not.
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

/// Returns how the window over the camera's slot is made: no window manager moves it, nothing
/// types into it.
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
    fn window(&self, index: usize) -> std::sync::MutexGuard<'_, Window> {
        self.windows[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One pass over one monitor.
    fn monitor(&self, ui: &mut Ui, index: usize) {
        let ctx = ui.ctx().clone();
        self.tell(index);
        self.keys(&ctx);
        ctx.set_cursor_icon(CursorIcon::None);
        let look = self.wall.look();
        let room = ui.max_rect();
        let view = look.view(Shape::of(room.size()));
        let layout = scene::lay_out(&view);
        let place = Place::new(&layout, room, self.wall.settings.inset);
        let in_window = self.wall.settings.video_window;
        let camera = |painter: &Painter, area: Rect| {
            if !in_window {
                picture(painter, area, self.wall.camera_texture(painter.ctx()).as_ref());
            }
        };
        let advert = |painter: &Painter, area: Rect| {
            let texture = self.wall.advert_texture(painter.ctx());
            picture(painter, area, texture.as_ref());
            texture.is_some()
        };
        ink::paint(ui, &layout, &place, camera, advert);
        self.slot(&ctx, index, &layout, &place);
        self.wake(&ctx, &view, look.silent_in);
        self.painted(&ctx, index, &view, look.seq, look.noticed_ns);
    }

    /// Ctrl+Q ends the program. No other key does anything: a panel is no place for a stray one.
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

    /// Paints the camera's picture, in its own window.
    fn camera(&self, ui: &Ui) {
        ui.ctx().set_cursor_icon(CursorIcon::None);
        let painter = ui.painter();
        painter.rect_filled(ui.max_rect(), 0.0, crate::layout::Token::Surface.colour());
        picture(painter, ui.max_rect(), self.wall.camera_texture(ui.ctx()).as_ref());
    }

    /// Keeps where the camera's window belongs. The root opens and moves it.
    fn slot(&self, ctx: &Context, index: usize, layout: &Layout, place: &Place) {
        let at = ctx.input(|input| input.viewport().inner_rect).map(|window| window.min);
        let slot = layout.camera().zip(at).map(|(area, at)| {
            let area = place.area(area).translate(at.to_vec2());
            // Whole points, so that no edge is blurred.
            Rect::from_min_max(area.min.round(), area.max.round())
        });
        let mut window = self.window(index);
        if window.slot != slot {
            window.slot = slot;
            drop(window);
            ctx.request_repaint_after_for(Duration::from_millis(1), ViewportId::ROOT);
        }
    }

    /// Asks for the next pass: where the scene moves by itself, and where silence becomes too long.
    fn wake(&self, ctx: &Context, view: &View, silent_in: Option<Duration>) {
        let moves = scene::changes_in_ms(view).map(Duration::from_millis);
        let silent = silent_in.map(|silent| silent + Duration::from_millis(20));
        if let Some(soon) = moves.into_iter().chain(silent).min() {
            ctx.request_repaint_after(soon);
        }
    }

    /// Remembers what this pass paints, and has another one follow: when that begins, the
    /// buffers of this one were swapped.
    fn painted(&self, ctx: &Context, index: usize, view: &View, seq: u64, noticed_ns: i64) {
        let sight = Sight::of(view);
        let mut window = self.window(index);
        if window.told == Some(sight) {
            return;
        }
        window.painted = Some(Painted {
            monitor: index,
            seq,
            sight,
            noticed_ns,
            painted_ns: 0,
            desk_utc_ms: view.now_utc_ms,
            frames_late: 0,
        });
        ctx.request_repaint_after(Duration::from_micros(100));
    }

    fn tell(&self, index: usize) {
        let mut window = self.window(index);
        let Some(mut painted) = window.painted.take() else { return };
        window.told = Some(painted.sight);
        let lit = painted.sight.lit();
        // The first board waited for its window: that is the start, and no frame was late. Silence and
        // the camera are noticed by the clock, not by a board.
        let another = window.lit.is_some() && lit.is_some() && window.lit != lit;
        window.lit = lit.or(window.lit);
        drop(window);
        painted.painted_ns = monotonic_ns();
        let mut late = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        if another && painted.painted_ns - painted.noticed_ns > LATE_MS * 1_000_000 {
            *late += 1;
        }
        painted.frames_late = *late;
        drop(late);
        self.wall.teller.tell(&painted);
    }
}

/// Paints a picture whole in its slot, in the middle of it.
fn picture(painter: &Painter, area: Rect, texture: Option<&egui::TextureHandle>) {
    let Some(texture) = texture else { return };
    let size = texture.size_vec2();
    let scale = (area.width() / size.x).min(area.height() / size.y);
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture.id(), Rect::from_center_size(area.center(), size * scale), whole, Color32::WHITE);
}
