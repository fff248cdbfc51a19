//! A wall: the board, the camera and the adverts, for all monitors of this machine.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::{Duration, Instant};

use egui::{Context, TextureHandle, ViewportId};
use hall_wire::board::PublicBoard;
use hall_wire::link::{Behind, DeskClock, Link, Refusals, Seen};
use hall_wire::message::SILENCE_MAX;
use hall_wire::problem::{self, Problem, ProblemKind};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use wall_scenes::captions::{self, Captions};
use wall_scenes::layout::Shape;
use wall_scenes::memory::Memory;
use wall_scenes::recorded::Recorded;
use wall_scenes::scene::{Contact, Memo, Notice, Refused, Scenes, Screen, Slot, Trial, View};
use wall_scenes::theme::Theme;

use crate::adverts::{Adverts, Slide};
use crate::lock;
use crate::settings::Settings;
use crate::shown::{Teller, monotonic_ns};
use crate::video::{SourceState, Video};

/// Where boards come from.
pub enum Source {
    /// Boards of a server, kept current.
    Server(Arc<Link<PublicBoard>>),
    /// A recorded board.
    File(Box<Recorded>),
    /// None: the monitors are tried.
    Trial(Instant),
}

/// State shared by the monitors of this machine.
pub struct Wall {
    pub(crate) settings: Settings,
    pub(crate) teller: Teller,
    pub(crate) adverts: Adverts,
    source: Source,
    video: OnceLock<Video>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    memory: Memory,
    captions: Captions,
    /// Last state the monitors were repainted for, and when.
    noticed: Option<(Noticed, i64)>,
    /// Why the server refused this wall, as the log was told.
    refusals: Refusals,
    /// The camera's picture, and the one that still stands where a ball's light is not painted yet, with their numbers.
    camera: [Option<(u64, TextureHandle)>; 2],
    /// Last state of the camera the monitors were repainted for.
    slot: Option<Slot>,
    advert: Option<(u64, TextureHandle)>,
}

/// What monitors are repainted for: seq, connected, wholes, behind.
type Noticed = (u64, bool, u64, Option<Behind>);

/// What a monitor sees at a moment.
pub struct Look {
    /// What it shows.
    pub view: View,
    /// Sequence number of the board.
    pub seq: u64,
    /// When this process received the board, monotonic clock.
    pub noticed_ns: i64,
    /// Time until the silence is too long.
    pub silent_in: Option<Duration>,
}

impl Wall {
    /// Opens a wall. Board changes repaint every monitor, camera pictures only their own windows.
    pub fn open(settings: Settings, source: Source, teller: Teller, ctx: &Context) -> Arc<Wall> {
        let adverts = match &settings.adverts {
            Some(folder) => {
                let (ctx, monitors) = (ctx.clone(), settings.monitors);
                let link = if let Source::Server(link) = &source { Some(Arc::clone(link)) } else { None };
                let hour = move || link.as_ref().and_then(|link| hour(link.board().clock?));
                Adverts::open(folder, hour, move || repaint(&ctx, monitors))
            }
            None => Adverts::none(),
        };
        let wall = Arc::new(Wall {
            settings,
            teller,
            adverts,
            source,
            video: OnceLock::new(),
            state: Mutex::default(),
        });
        if let Some(source) = &wall.settings.video {
            let (weak, ctx) = (Arc::downgrade(&wall), ctx.clone());
            let video = Video::open(source, move || filmed(&weak, &ctx));
            assert!(wall.video.set(video).is_ok(), "it is opened once");
        }
        if let Source::Server(link) = &wall.source {
            let (wall, ctx) = (Arc::downgrade(&wall), ctx.clone());
            link.on_change(move || notice(&wall, &ctx));
        }
        wall
    }

    /// The current state, for a monitor of this shape.
    pub fn look(&self, index: usize, shape: Shape) -> Look {
        let camera = self.slot();
        let mut look = match &self.source {
            Source::Server(link) => self.look_at(&link.board(), camera, shape),
            Source::File(recorded) => {
                let mut view = recorded.view(shape);
                if camera != Slot::Off {
                    view.camera = camera;
                }
                Look { view, seq: 0, noticed_ns: 0, silent_in: None }
            }
            Source::Trial(begun) => {
                Look { view: self.tried(*begun, camera, shape), seq: 0, noticed_ns: 0, silent_in: None }
            }
        };
        look.view.screen = self.screen(index);
        if look.view.screen.scenes == Scenes::Numbers {
            look.view.camera = Slot::Off;
        }
        look
    }

    /// How a monitor shows it, with the captions as they are now.
    fn screen(&self, index: usize) -> Screen {
        let settings = &self.settings.screens[index];
        let languages = &settings.captions;
        let mut screen = Screen {
            scenes: settings.scenes,
            theme: settings.theme,
            language: settings.language,
            notice: self.notice(),
            ..Screen::default()
        };
        if languages.is_empty() {
            return screen;
        }
        screen.captions = match &self.source {
            // Which language stands where.
            Source::Trial(_) => languages.iter().map(|language| language.name.clone()).collect(),
            Source::File(_) => vec![String::new(); languages.len()],
            Source::Server(_) => {
                let now = Instant::now();
                let (caption, until) = self.lock().captions.now(now);
                let left = until.map(|until| until.saturating_duration_since(now).as_millis());
                screen.captions_change_ms = left.map(|ms| u64::try_from(ms).unwrap_or(u64::MAX) + 1);
                let said = caption.as_deref().map_or(&[][..], Vec::as_slice);
                languages.iter().map(|one| captions::written(said, one, settings.language)).collect()
            }
        };
        screen
    }

    /// The notice that is shown now.
    fn notice(&self) -> Option<Notice> {
        let slide = self.adverts.seen();
        slide.text.map(|text| Notice { text, pictured: slide.picture.is_some() })
    }

    /// The colours of a monitor.
    pub fn theme(&self, index: usize) -> Theme {
        self.settings.screens[index].theme
    }

    /// A trial; the monitor adds what is its own.
    fn tried(&self, begun: Instant, camera: Slot, shape: Shape) -> View {
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(0);
        let trial = Trial {
            name: self.settings.name.as_str().into(),
            monitor: (0, self.settings.monitors),
            pixels: (0, 0),
            margin: 0.0,
            ms,
        };
        View {
            board: Arc::default(),
            contact: Contact::Waiting,
            now_utc_ms: None,
            utc_offset_minutes: 0,
            heard_utc_ms: None,
            camera,
            shape,
            memo: Memo::SETTLED,
            behind: None,
            refused: None,
            players: None,
            board_code: None,
            trial: Some(trial),
            screen: Screen::default(),
        }
    }

    fn slot(&self) -> Slot {
        match self.video.get().and_then(Video::state) {
            None => Slot::Off,
            Some(SourceState::Live) => Slot::Live,
            Some(SourceState::Starting | SourceState::Retrying { .. }) => Slot::Lost,
        }
    }

    fn look_at(&self, seen: &Seen<PublicBoard>, camera: Slot, shape: Shape) -> Look {
        let now = Instant::now();
        let mut state = self.lock();
        let contact = match (seen.wholes, seen.connected) {
            (0, _) => Contact::Waiting,
            (_, true) => Contact::Live,
            (_, false) => Contact::Lost,
        };
        if seen.wholes > 0 {
            state.memory.see(&seen.board, seen.wholes, now);
            state.captions.see(&seen.board, seen.wholes, now);
        }
        let now_utc_ms = seen.clock.map(|clock| clock.now_utc_ms());
        let heard_ms = seen.heard_ago.map(|ago| i64::try_from(ago.as_millis()).unwrap_or(i64::MAX));
        let view = View {
            board: Arc::clone(&seen.board),
            contact,
            now_utc_ms,
            utc_offset_minutes: seen.clock.map_or(0, |clock| clock.utc_offset_minutes),
            heard_utc_ms: now_utc_ms.zip(heard_ms).map(|(now, ago)| now - ago),
            camera,
            shape,
            memo: state.memory.memo(now),
            behind: seen.behind,
            refused: state.refusals.last().map(why),
            players: seen.players.clone(),
            board_code: seen.board_code.clone(),
            trial: None,
            screen: Screen::default(),
        };
        Look {
            view,
            seq: seen.seq,
            noticed_ns: state.noticed.map_or_else(monotonic_ns, |(_, at)| at),
            silent_in: seen.heard_ago.filter(|_| seen.connected).map(|ago| SILENCE_MAX.saturating_sub(ago)),
        }
    }

    /// The camera's picture to show on a monitor that has painted the boards up to `painted`, and its number.
    pub fn camera_texture(&self, ctx: &Context, painted: u64) -> Option<(u64, TextureHandle)> {
        let (frame, stands) = self.video.get()?.for_monitor(painted)?;
        let mut state = self.lock();
        let camera = &mut state.camera[usize::from(stands)];
        if camera.as_ref().is_none_or(|(serial, _)| *serial != frame.serial) {
            // Frames are opaque: premultiplying would change nothing.
            let picture = egui::ColorImage::from_rgba_premultiplied(frame.size, &frame.rgba);
            match camera {
                Some((serial, texture)) => {
                    texture.set(picture, egui::TextureOptions::LINEAR);
                    *serial = frame.serial;
                }
                None => {
                    let texture = ctx.load_texture("camera", picture, egui::TextureOptions::LINEAR);
                    *camera = Some((frame.serial, texture));
                }
            }
        }
        camera.clone()
    }

    /// The current advert.
    pub fn advert_texture(&self, ctx: &Context) -> Option<TextureHandle> {
        let Slide { number, picture, .. } = self.adverts.look();
        let picture = picture?;
        let mut state = self.lock();
        if state.advert.as_ref().is_none_or(|(shown, _)| *shown != number) {
            let texture = ctx.load_texture("advert", picture, egui::TextureOptions::LINEAR);
            state.advert = Some((number, texture));
        }
        state.advert.as_ref().map(|(_, texture)| texture.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// The hour of the hall.
fn hour(clock: DeskClock) -> Option<DateTime> {
    let local = clock.now_utc_ms() + i64::from(clock.utc_offset_minutes) * 60_000;
    Some(Timestamp::from_millisecond(local).ok()?.to_zoned(TimeZone::UTC).datetime())
}

/// Why the server will not have this wall, as its monitors say it.
fn why(problem: &Problem) -> Refused {
    let is = |kind: ProblemKind| problem.code == kind.code;
    if is(problem::DEVICE_REVOKED) {
        Refused::Revoked
    } else if is(problem::FOREIGN_CERTIFICATE) {
        Refused::Foreign
    } else if is(problem::CERTIFICATE_EXPIRED) {
        Refused::Expired
    } else {
        Refused::Other
    }
}

/// Repaints the monitors if anything they show has changed; a sign of life does not count.
fn notice(wall: &Weak<Wall>, ctx: &Context) {
    let Some(wall) = wall.upgrade() else { return };
    let Source::Server(link) = &wall.source else { return };
    let seen = link.board();
    let now = (seen.seq, seen.connected, seen.wholes, seen.behind);
    let mut state = wall.lock();
    let refused = state.refusals.news(&seen);
    if let Some(why) = &refused {
        tracing::warn!("el servidor no admite este panel: {why}");
    }
    if refused.is_none() && state.noticed.is_some_and(|(before, _)| before == now) {
        return;
    }
    if let Some(behind) = seen.behind.filter(|_| state.noticed.is_none_or(|(before, _)| before.3.is_none())) {
        let (saw, ends) = (behind.saw.head.seq, behind.ends.head.seq);
        tracing::error!(saw, ends, verdict = ?behind.verdict, "el servidor va por detrás de lo que vio este panel");
    }
    state.noticed = Some((now, monotonic_ns()));
    drop(state);
    if let Some(video) = wall.video.get() {
        video.hold(seen.seq, seen.board.picture_held, seen.board.uncalled);
    }
    repaint(ctx, wall.settings.monitors);
}

/// Repaints every monitor: egui repaints viewports independently (stack.md 2(b)).
fn repaint(ctx: &Context, monitors: usize) {
    for index in 0..monitors {
        ctx.request_repaint_after_for(SOON, viewport(index));
    }
}

/// A frame or status change of the camera.
fn filmed(wall: &Weak<Wall>, ctx: &Context) {
    let Some(wall) = wall.upgrade() else { return };
    let slot = Some(wall.slot());
    let changed = std::mem::replace(&mut wall.lock().slot, slot) != slot;
    if changed || !wall.settings.video_window {
        repaint(ctx, wall.settings.monitors);
    }
    if wall.settings.video_window {
        for index in 0..wall.settings.monitors {
            ctx.request_repaint_after_for(SOON, camera_viewport(index));
        }
    }
}

/// A repaint requested without delay is painted twice.
const SOON: Duration = Duration::from_micros(100);

/// The viewport of a monitor, from 0.
pub fn viewport(index: usize) -> ViewportId {
    if index == 0 { ViewportId::ROOT } else { ViewportId::from_hash_of(("monitor", index)) }
}

/// The camera's window on a monitor.
pub fn camera_viewport(index: usize) -> ViewportId {
    ViewportId::from_hash_of(("camera", index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Options;

    /// One computer has a monitor in each language, and each says the same in its own.
    #[test]
    fn each_monitor_speaks_its_own_language() {
        let file = "monitors = 2\n[[screen]]\n[[screen]]\nlanguage = 'en'\n";
        let file = Options::parse("panel.toml", file).expect("a good file");
        let settings = Options::default().settle(file).expect("good settings");
        let teller = Teller::new(None, "panel-1", None).expect("it writes no file");
        let wall = Wall::open(settings, Source::Trial(Instant::now()), teller, &Context::default());
        let strip = |index| wall_scenes::scene::lay_out(&wall.look(index, Shape::Wide).view).strip;
        assert_eq!(strip(0), ["PRUEBA DEL PANEL: NO ES UN JUEGO"]);
        assert_eq!(strip(1), ["PANEL TEST: THIS IS NO GAME"]);
    }

    /// stack.md 2(b), lesson 4: one viewport's news is not the next one's.
    #[test]
    fn a_change_repaints_every_monitor() {
        let ctx = Context::default();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let theirs = Arc::clone(&asked);
        ctx.set_request_repaint_callback(move |info| {
            theirs.lock().expect("nobody panics with it").push(info.viewport_id);
        });
        repaint(&ctx, 4);
        let asked = asked.lock().expect("nobody panics with it");
        assert!((0..4).all(|index| asked.contains(&viewport(index))), "{asked:?}");
    }
}
