//! Recorded boards, fonts without a window, and a wall with labels to query.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use egui::{Context, Pos2, RawInput, Rect, Vec2, vec2};
use egui_kittest::Harness;
use hall_core::record::Hash;
use hall_look::text::Lang;
use hall_prompts::language::Language;
use hall_prompts::sentence::Sentence;
use hall_wire::board::{Play, PublicBoard, Scene};
use hall_wire::link::Behind;
use hall_wire::sighting::{Head, Sighting, Verdict};
use wall_scenes::captions;
use wall_scenes::ink::{self, Fitted};
use wall_scenes::layout::{Layout, Place, Shape};
use wall_scenes::recorded::Recorded;
use wall_scenes::scene::{Contact, Memo, Notice, Refused, Scenes, Screen, Slot, Trial, View, lay_out};

/// The monitors used for measuring.
pub const WINDOWS: [Vec2; 5] = [
    vec2(1920.0, 1080.0),
    vec2(1280.0, 720.0),
    vec2(1440.0, 1080.0),
    vec2(1024.0, 768.0),
    vec2(1080.0, 1920.0),
];

/// By name.
pub fn boards() -> &'static [(String, Recorded)] {
    static BOARDS: OnceLock<Vec<(String, Recorded)>> = OnceLock::new();
    BOARDS.get_or_init(read)
}

fn read() -> Vec<(String, Recorded)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/boards");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("it can be listed").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() > 50, "every scene has its boards");
    names.into_iter().map(|name| (name.clone(), board(&name))).collect()
}

pub fn board(name: &str) -> Recorded {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/boards").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn layout(name: &str, shape: Shape) -> Layout {
    lay_out(&board(name).view(shape))
}

/// Fonts without a window.
pub fn fonts() -> Context {
    let ctx = Context::default();
    hall_look::font::install(&ctx);
    // Fonts are loaded in the first pass.
    ctx.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
    ctx
}

/// A layout fitted to a window.
pub fn fitted(ctx: &Context, layout: &Layout, window: Vec2, inset: f32) -> (Place, Vec<Fitted>) {
    let place = Place::new(layout, Rect::from_min_size(Pos2::ZERO, window), inset);
    let fitted = ink::fit(ctx, layout, &place);
    (place, fitted)
}

/// One board fitted to one monitor.
pub struct Hung {
    /// Such as `draw 1920x1080`.
    pub name: String,
    pub layout: Layout,
    pub place: Place,
    pub window: Vec2,
    pub texts: Vec<Fitted>,
}

/// Every board on every monitor, in Spanish.
pub fn hung() -> &'static [Hung] {
    static HUNG: OnceLock<Vec<Hung>> = OnceLock::new();
    HUNG.get_or_init(|| hang_all(Lang::Es))
}

/// The same, in each language.
pub fn hung_in_each_language() -> impl Iterator<Item = &'static Hung> {
    static ENGLISH: OnceLock<Vec<Hung>> = OnceLock::new();
    hung().iter().chain(ENGLISH.get_or_init(|| hang_all(Lang::En)))
}

fn hang_all(language: Lang) -> Vec<Hung> {
    let ctx = fonts();
    let mut all = Vec::new();
    for window in WINDOWS {
        for (name, view) in views(Shape::of(window), language) {
            let layout = lay_out(&view);
            let (place, texts) = fitted(&ctx, &layout, window, 0.0);
            let name = format!("{name} {}x{}", window.x, window.y);
            let name = if language == Lang::Es { name } else { format!("{name} {language:?}") };
            all.push(Hung { name, layout, place, window, texts });
        }
    }
    all
}

/// What a monitor may have to show, by name.
pub fn views(shape: Shape, language: Lang) -> Vec<(String, View)> {
    let mut all: Vec<(String, View)> = Vec::new();
    for (name, recorded) in boards() {
        all.push((name.clone(), in_language(recorded.view(shape), language)));
    }
    for (name, recorded) in boards() {
        let view = in_language(recorded.view(shape), language);
        all.push((format!("{name}-spoken"), spoken(&view)));
        if recorded.board.scene == Scene::Idle {
            all.push((format!("{name}-told"), told(&view, false)));
            all.push((format!("{name}-told-pictured"), told(&view, true)));
        }
        if recorded.board.scene == Scene::Draw {
            let balls = u8::try_from(view.board.announced.len()).expect("ninety at most");
            let waits = changed(&view, |board| board.uncalled = Some(balls + 1));
            all.push((format!("{name}-waits"), View { camera: Slot::Live, ..waits }));
            all.push((format!("{name}-by-caller"), changed(&view, |board| board.by_caller = vec![balls])));
            all.push((format!("{name}-filmed"), filmed(&view)));
            all.push((format!("{name}-filmed-spoken"), spoken(&filmed(&view))));
        }
    }
    for ms in [0, 20_000, 69_100] {
        all.push((format!("trial-{ms}"), in_language(tried(ms, shape), language)));
    }
    all
}

/// The view of a monitor in this language.
pub fn in_language(view: View, language: Lang) -> View {
    View { screen: Screen { language, ..view.screen }, ..view }
}

/// A view of a board that is a little other.
pub fn changed(view: &View, change: impl FnOnce(&mut PublicBoard)) -> View {
    let mut board = (*view.board).clone();
    change(&mut board);
    View { board: Arc::new(board), ..view.clone() }
}

/// What no recorded board has, and a hall may come to show over any of them.
pub fn rarer(view: &View) -> Vec<View> {
    let balls = u8::try_from(view.board.announced.len()).expect("ninety at most");
    let mut all = vec![
        changed(view, |board| board.by_caller = vec![balls]),
        View { camera: Slot::Live, ..changed(view, |board| board.uncalled = Some(balls + 1)) },
        View { memo: Memo { scene_ms: 4_100, ..view.memo }, contact: Contact::Live, ..view.clone() },
        changed(view, |board| {
            let last = board.game.as_ref().map_or(1, |game| game.in_session);
            board.session.iter_mut().for_each(|session| session.last_in_session = Some(last));
        }),
        changed(view, |board| {
            board.demo = true;
            board.session.iter_mut().for_each(|session| session.draft = true);
        }),
        changed(view, |board| board.announced.truncate(1)),
        View { camera: Slot::Off, ..changed(view, |board| board.game = None) },
        changed(view, |board| {
            board.announced.clear();
            board.prizes.clear();
        }),
    ];
    for (verdict, epoch) in [(Verdict::Behind, 1), (Verdict::Rewritten, 1), (Verdict::OlderEpoch, 2)] {
        let end = |seq, epoch| Sighting { epoch, head: Head { seq, hash: Hash([7; 32]) } };
        let behind = Some(Behind { verdict, saw: end(5_000, epoch), ends: end(4_890, 1) });
        all.push(View { behind, ..view.clone() });
    }
    for why in [Refused::Revoked, Refused::Foreign, Refused::Expired, Refused::Other] {
        all.push(View { refused: Some(why), ..view.clone() });
    }
    all
}

/// A monitor with captions in two languages, both of the longest.
pub fn spoken(view: &View) -> View {
    let of = |code| longest(&Language::built_in(code).expect("ours"), view.screen.language);
    let captions = ["es", "en"].map(of).into();
    View { screen: Screen { captions, ..view.screen.clone() }, ..view.clone() }
}

/// The longest caption of a language.
fn longest(language: &Language, scenes: Lang) -> String {
    let (series, first, last) = ("Z4000000000".to_owned(), 99_000, 99_999);
    let from = |more| Sentence::SoldFrom { series: series.clone(), first, last, more };
    let all = [
        vec![Sentence::Sold(99_999), from(false)],
        vec![from(true)],
        vec![Sentence::Prizes { line_cents: 1_259_118, bingo_cents: 99_999_999 }],
        vec![Sentence::Paid { play: Play::Bingo, cards: 999, cents: 99_999_999 }],
        vec![Sentence::Corrected(88)],
        vec![Sentence::Void],
        vec![Sentence::SaleOpens { series: series.clone(), price_cents: 1_200 }],
    ];
    let written = all.iter().map(|caption| captions::written(caption, language, scenes));
    written.max_by_key(|text| text.chars().count()).expect("some")
}

/// A monitor with the longest notice.
fn told(view: &View, pictured: bool) -> View {
    let text = "El próximo sábado, a las 23:30, partida extraordinaria con un bingo garantizado de 3.000 euros; \
                los cartones se venden desde las 22:45 en la caja, con el carné.";
    assert!((155..=160).contains(&text.chars().count()), "{}", text.chars().count());
    let notice = Some(Notice { text: text.into(), pictured });
    View { screen: Screen { notice, ..view.screen.clone() }, ..view.clone() }
}

/// A monitor that is there for the camera.
pub fn filmed(view: &View) -> View {
    let screen = Screen { scenes: Scenes::Camera, ..view.screen.clone() };
    View { screen, camera: Slot::Live, ..view.clone() }
}

/// A wall that is tried since so many milliseconds.
pub fn tried(ms: u64, shape: Shape) -> View {
    let (name, monitor, pixels) = ("panel-recepcion-2".into(), (1, 3), (3_840, 2_160));
    let trial = Some(Trial { name, monitor, pixels, margin: 2.5, ms });
    View { trial, contact: Contact::Waiting, ..board("draw").view(shape) }
}

/// Area of a text's ink, with accents and descenders.
pub fn ink_of(fitted: &Fitted) -> Rect {
    fitted
        .lines
        .iter()
        .fold(Rect::NOTHING, |all, (at, galley)| all.union(galley.mesh_bounds.translate(at.to_vec2())))
}

/// A wall showing a view, to be queried by labels.
pub fn wall(view: View, window: Vec2) -> Harness<'static> {
    let mut installed = false;
    let mut harness = Harness::builder().with_size(window).build_ui(move |ui| {
        if !installed {
            hall_look::font::install(ui.ctx());
            installed = true;
            return;
        }
        let layout = lay_out(&view);
        let place = Place::new(&layout, ui.max_rect(), 0.0);
        ink::ground(ui, layout.theme);
        ink::paint(ui, &layout, &place, |_, _| {}, |_, _| false);
    });
    harness.run_steps(3);
    harness
}
