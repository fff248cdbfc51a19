//! The scenes: what a monitor shows of a public board, as pure functions of plain data.
//!
//! The board is shown as it stands; nothing about winners is computed here. A wall started a second ago lays out the
//! same scene as one running since the opening.

use std::sync::Arc;

use hall_look::text::Lang;
use hall_wire::board::{PrizeState, PublicBoard, Scene};
use hall_wire::link::Behind;
use serde::{Deserialize, Serialize};

use crate::layout::{Canvas, Layout, Shape, Theme};
use crate::words::Words;

mod camera;
mod check;
mod draw;
mod follow;
mod grid;
mod hold;
mod idle;
mod lost;
mod parts;
mod sale;
mod spoken;
mod tell;
mod totals;
mod trial;
mod void;
mod winners;

pub use check::replay_step_ms;
pub use trial::Trial;

/// State of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// No board received yet.
    Waiting,
    /// The board is current.
    #[default]
    Live,
    /// Silence since the last board.
    Lost,
}

/// Why a server will not have a wall, as far as whoever comes to mend it needs it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It was put out of the hall.
    Revoked,
    /// It is of another hall.
    Foreign,
    /// Its certificate has expired, or the server's clock is wrong.
    Expired,
    /// Its log says what.
    Other,
}

/// Content of the camera's slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// No camera on this wall.
    #[default]
    Off,
    /// No picture just now.
    Lost,
    /// The picture.
    Live,
}

/// How long things have been on this wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memo {
    /// This scene, in milliseconds.
    pub scene_ms: u64,
    /// The last claim, in milliseconds.
    pub claim_ms: u64,
    /// The last ball, in milliseconds; `None` if it was already on the board when that came whole.
    pub ball_ms: Option<u64>,
}

impl Memo {
    /// Everything has been shown for long.
    pub const SETTLED: Memo = Memo { scene_ms: 3_600_000, claim_ms: 3_600_000, ball_ms: None };
}

/// Everything a scene is made of.
#[derive(Debug, Clone)]
pub struct View {
    /// Shown as it stands.
    pub board: Arc<PublicBoard>,
    /// Whether the board is current.
    pub contact: Contact,
    /// The desk's clock, UTC milliseconds.
    pub now_utc_ms: Option<i64>,
    /// Offset of local time, in minutes.
    pub utc_offset_minutes: i32,
    /// Time of the last message, by the desk's clock.
    pub heard_utc_ms: Option<i64>,
    /// What its slot shows.
    pub camera: Slot,
    /// Of the monitor.
    pub shape: Shape,
    /// How long things have been shown.
    pub memo: Memo,
    /// The server's record has not what this wall saw.
    pub behind: Option<Behind>,
    /// Why the server will not have this wall.
    pub refused: Option<Refused>,
    /// The address at which players' phones reach the server, where it is known.
    pub players: Option<Arc<str>>,
    /// The digits by which they are let in at the moment, where the server asks for them.
    pub board_code: Option<Arc<str>>,
    /// The monitor is tried, and shows no board.
    pub trial: Option<Trial>,
    /// How this monitor shows it.
    pub screen: Screen,
}

/// Which scenes a monitor shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scenes {
    /// All, with the camera's picture in its slot.
    #[default]
    All,
    /// All, without the camera: larger numbers for the far end of a hall.
    Numbers,
    /// The camera's picture as large as it fits while balls are drawn, with the last number; else all.
    Camera,
}

/// The sets of scenes by the names that settings have.
pub const SCENES: [(&str, Scenes); 3] =
    [("todas", Scenes::All), ("numeros", Scenes::Numbers), ("camara", Scenes::Camera)];

/// How a monitor shows what all monitors show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Screen {
    /// Which scenes.
    pub scenes: Scenes,
    /// Its colours.
    pub theme: Theme,
    /// Of the words of its scenes; the captions have languages of their own.
    pub language: Lang,
    /// A line for each language: what is being said, empty in silence.
    pub captions: Vec<String>,
    /// Milliseconds until other words are due.
    pub captions_change_ms: Option<u64>,
    /// What the hall tells between games.
    pub notice: Option<Notice>,
}

/// A notice of the hall, in the place of the adverts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// One or two sentences.
    pub text: Arc<str>,
    /// It has a picture, which stands above.
    pub pictured: bool,
}

/// How long a new ball is ringed, in milliseconds.
pub const RING_MS: u64 = 600;

/// How long a page of winners or series is shown, in milliseconds.
pub const PAGE_MS: u64 = 4_000;

/// Lays out what a monitor shows.
pub fn lay_out(view: &View) -> Layout {
    if let Some(trial) = &view.trial {
        return trial::lay_out(view, trial);
    }
    let old = view.contact == Contact::Lost;
    let mut canvas = Canvas::new(view.shape, old, view.screen.language);
    if view.contact == Contact::Waiting {
        lost::waiting(&mut canvas);
    } else {
        let head = scene(&mut canvas, view);
        if old {
            lost::notice(&mut canvas, head, view);
        }
    }
    if let Some(behind) = &view.behind {
        lost::behind(&mut canvas, behind);
    } else if let Some(why) = &view.refused {
        lost::refused(&mut canvas, *why);
    }
    let foot = spoken::captions(&mut canvas, &view.screen.captions);
    Layout {
        shape: view.shape,
        items: canvas.items,
        strip: flags(view, canvas.words),
        framed: view.contact != Contact::Live,
        theme: view.screen.theme,
        language: view.screen.language,
        foot,
    }
}

/// Lays out the scene. Returns its head, which «no connection» replaces on a stale canvas.
fn scene(canvas: &mut Canvas, view: &View) -> egui::Rect {
    match on(view) {
        Scene::Closed => idle::closed(canvas, view),
        Scene::Idle => idle::idle(canvas, view),
        Scene::Sale => sale::sale(canvas, view),
        Scene::Totals => totals::totals(canvas, view),
        Scene::Draw => drawn(canvas, view),
        Scene::Check => check::check(canvas, view),
        Scene::Question => draw::question(canvas, view),
        // Once every prize is paid the game is summarised beside the adverts.
        Scene::Winners if everything_is_paid(&view.board) => idle::idle(canvas, view),
        Scene::Winners => winners::winners(canvas, view),
        Scene::Hold => hold::hold(canvas, view),
        Scene::Suspended => hold::suspended(canvas, view),
        Scene::Void => void::void(canvas, view),
        Scene::NotHeld => void::not_held(canvas, view),
    }
}

/// The draw, as this monitor shows it.
fn drawn(canvas: &mut Canvas, view: &View) -> egui::Rect {
    match view.screen.scenes {
        Scenes::Camera if view.camera != Slot::Off => camera::draw(canvas, view),
        Scenes::All | Scenes::Numbers | Scenes::Camera => draw::draw(canvas, view),
    }
}

/// The scene shown: the board's, except that a card that has just won is shown for a moment before the question.
pub fn on(view: &View) -> Scene {
    if check::happy(view).is_some() { Scene::Check } else { view.board.scene }
}

fn everything_is_paid(board: &PublicBoard) -> bool {
    !board.prizes.is_empty() && board.prizes.iter().all(|prize| prize.state != PrizeState::Due)
}

/// The lines of the flag strip, shown on every scene.
fn flags(view: &View, words: &Words) -> Vec<String> {
    let mut flags = Vec::new();
    if view.board.demo {
        flags.push(words.t("flag-demo"));
    }
    if view.board.session.as_ref().is_some_and(|session| session.draft) {
        flags.push(words.t("flag-draft"));
    }
    if let ([demo, draft], Shape::Wide) = (flags.as_slice(), view.shape) {
        return vec![format!("{demo} · {draft}")];
    }
    flags
}

/// Milliseconds until the scene changes without a new board; `None` if it does not.
pub fn changes_in_ms(view: &View) -> Option<u64> {
    if let Some(trial) = &view.trial {
        return Some(trial::changes_in_ms(trial));
    }
    let mut soon: Vec<u64> = view.screen.captions_change_ms.into_iter().collect();
    let until =
        |at: Option<i64>| Some(u64::try_from(at? - view.now_utc_ms?).unwrap_or(0)).filter(|ms| *ms > 0);
    if let Some(ms) = view.memo.ball_ms.filter(|ms| *ms < RING_MS) {
        soon.push(RING_MS - ms);
    }
    if view.contact == Contact::Live {
        soon.extend(check::happy(view).map(|(_, left)| left));
        match view.board.scene {
            // Bars move ten times per second, figures once.
            Scene::Question
                if until(view.board.stop.as_ref().and_then(|stop| stop.order_from_utc_ms)).is_some() =>
            {
                soon.push(100);
            }
            Scene::Check => soon.extend(replay_step_ms(view)),
            Scene::Suspended => {
                soon.extend(until(view.board.suspended_until_utc_ms).map(|ms| ms % 1_000 + 1));
            }
            Scene::Winners | Scene::Totals => soon.push(PAGE_MS - view.memo.scene_ms % PAGE_MS),
            Scene::Sale => {
                soon.extend(until(view.board.sale_closes_utc_ms).map(|ms| (ms - 1) % 1_000 + 1));
            }
            Scene::Closed
            | Scene::Idle
            | Scene::Draw
            | Scene::Question
            | Scene::Hold
            | Scene::Void
            | Scene::NotHeld => (),
        }
        if matches!(view.board.scene, Scene::Closed | Scene::Idle | Scene::Winners) {
            // The clock shows minutes.
            soon.extend(
                view.now_utc_ms.map(|now| 60_001 - u64::try_from(now.rem_euclid(60_000)).unwrap_or(0)),
            );
        }
    }
    soon.into_iter().min()
}
