//! The scenes: what a monitor shows of a public board, as pure functions of plain data.
//!
//! Whatever the board says is shown as it stands; nothing is computed about who has won.
//! A wall that was started a second ago lays out the same scene as one that hangs since the
//! opening.

use hall_wire::board::{PrizeState, PublicBoard, Scene};
use serde::Serialize;

use crate::layout::{Layout, Shape, Sheet};

mod check;
mod draw;
mod grid;
mod hold;
mod idle;
mod lost;
mod parts;
mod sale;
mod tell;
mod totals;
mod void;
mod winners;

pub use check::replay_step_ms;
pub use tell::{series, verdict};

/// How a wall and its server are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// No board came yet.
    Waiting,
    /// The board is the present one.
    Live,
    /// The board is the last that came; silence since.
    Lost,
}

/// What the camera's slot shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// There is no camera on this wall.
    Off,
    /// There is no picture just now.
    Lost,
    /// The picture.
    Live,
}

/// What a wall knows besides the board: how long things have been on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memo {
    /// How long this scene has been on, in milliseconds.
    pub scene_ms: u64,
    /// How long the last card that was sung has been on, in milliseconds.
    pub claim_ms: u64,
    /// How long the last ball has been on, in milliseconds; none where it was there already
    /// when the board came whole.
    pub ball_ms: Option<u64>,
}

impl Memo {
    /// The memory of a wall on which everything has been on for long.
    pub const SETTLED: Memo = Memo { scene_ms: 3_600_000, claim_ms: 3_600_000, ball_ms: None };
}

/// Everything a scene is made of.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// The board.
    pub board: &'a PublicBoard,
    /// How wall and server are.
    pub contact: Contact,
    /// The desk's clock, UTC milliseconds.
    pub now_utc_ms: Option<i64>,
    /// What the hall's local time is ahead of UTC, in minutes.
    pub utc_offset_minutes: i32,
    /// When the last message came, by the desk's clock.
    pub heard_utc_ms: Option<i64>,
    /// The camera.
    pub camera: Slot,
    /// The shape of the monitor.
    pub shape: Shape,
    /// What was before.
    pub memo: Memo,
}

/// How long the ring round a new ball stands, in milliseconds.
pub const RING_MS: u64 = 600;

/// How long a page of winners or of series stands, in milliseconds.
pub const PAGE_MS: u64 = 4_000;

/// Lays out what a monitor shows.
pub fn lay_out(view: &View) -> Layout {
    let old = view.contact == Contact::Lost;
    let mut sheet = Sheet::new(view.shape, old);
    if view.contact == Contact::Waiting {
        lost::waiting(&mut sheet);
    } else {
        let head = scene(&mut sheet, view);
        if old {
            lost::notice(&mut sheet, head, view);
        }
    }
    Layout {
        shape: view.shape,
        items: sheet.items,
        strip: flags(view),
        framed: view.contact != Contact::Live,
    }
}

/// Lays out the scene and returns its head: where «SIN CONEXIÓN» goes, and where nothing was
/// put on an old sheet.
fn scene(sheet: &mut Sheet, view: &View) -> egui::Rect {
    match on(view) {
        Scene::Closed => idle::closed(sheet, view),
        Scene::Idle => idle::idle(sheet, view),
        Scene::Sale => sale::sale(sheet, view),
        Scene::Totals => totals::totals(sheet, view),
        Scene::Draw => draw::draw(sheet, view),
        Scene::Check => check::check(sheet, view),
        Scene::Question => draw::question(sheet, view),
        // Once every prize was handed over the game is told beside the adverts.
        Scene::Winners if everything_is_paid(view.board) => idle::idle(sheet, view),
        Scene::Winners => winners::winners(sheet, view),
        Scene::Hold => hold::hold(sheet, view),
        Scene::Suspended => hold::suspended(sheet, view),
        Scene::Void => void::void(sheet, view),
        Scene::NotHeld => void::not_held(sheet, view),
    }
}

/// Returns the scene that is on: the board's, but that a card that has just won stands for a moment before
/// the question.
pub fn on(view: &View) -> Scene {
    if check::happy(view).is_some() { Scene::Check } else { view.board.scene }
}

fn everything_is_paid(board: &PublicBoard) -> bool {
    !board.prizes.is_empty() && board.prizes.iter().all(|prize| prize.state != PrizeState::Due)
}

/// Returns what the flag strip says, on every scene while it is so.
fn flags(view: &View) -> Vec<String> {
    let mut flags = Vec::new();
    if view.board.demo {
        flags.push("DEMOSTRACIÓN: NO ES UN JUEGO REAL".to_owned());
    }
    if view.board.session.as_ref().is_some_and(|session| session.draft) {
        flags.push("BORRADOR: REGLAMENTO SIN VERIFICAR".to_owned());
    }
    if let ([demo, draft], Shape::Wide) = (flags.as_slice(), view.shape) {
        return vec![format!("{demo} · {draft}")];
    }
    flags
}

/// Returns after how many milliseconds the scene changes although the board does not; none
/// where it stands as it is.
pub fn changes_in_ms(view: &View) -> Option<u64> {
    let mut soon = Vec::new();
    let until =
        |at: Option<i64>| Some(u64::try_from(at? - view.now_utc_ms?).unwrap_or(0)).filter(|ms| *ms > 0);
    if let Some(ms) = view.memo.ball_ms.filter(|ms| *ms < RING_MS) {
        soon.push(RING_MS - ms);
    }
    if view.contact == Contact::Live {
        soon.extend(check::happy(view).map(|(_, left)| left));
        match view.board.scene {
            // A bar moves ten times a second, figures once.
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
