//! A log of what this console showed, a line of JSON for each change: what a person had on the screen when pressing a key.
//! A full disk stops the log, never the desk.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use hall_wire::board::Scene;
use serde::Serialize;

use crate::bar::{Bar, Next};
use crate::known::{Camera, Known};
use crate::place::Over;
use crate::shell::Painted;
use crate::view::Band;
use crate::view::help::Topic;

/// What stood on the screen: a line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScreenLine {
    /// The last line of the record that the board on the screen shows.
    seq: u64,
    /// Staff and lists have come.
    listed: bool,
    /// The user; `None` at the log-in and the lock.
    user: Option<String>,
    desk: String,
    scene: Scene,
    game: Option<u32>,
    /// How many balls are announced.
    announced: usize,
    /// The last of them.
    ball: Option<u8>,
    /// The overlay.
    over: Option<String>,
    /// The word of the band.
    band: Option<String>,
    /// The open request.
    sending: Option<String>,
    /// The code of the refusal.
    refused: Option<String>,
    /// The note over the bar.
    told: Option<String>,
    /// The label of the next action.
    next: String,
    /// Intro acts.
    acts: bool,
    /// It was armed.
    live: bool,
    /// What was missing for it.
    missing: Option<String>,
    /// The camera's picture: none, live or lost.
    camera: &'static str,
    /// A board came over this connection, and it was alive.
    connected: bool,
    /// The window had the keyboard.
    focused: bool,
}

impl ScreenLine {
    /// The line for a frame.
    pub fn of(known: &Known, over: Option<Over>, locked: bool, painted: &Painted) -> ScreenLine {
        let Painted { band, bar, live } = painted;
        let public = known.public();
        let (next, acts, missing) = next_of(bar);
        ScreenLine {
            seq: known.seq,
            listed: known.lists.seq > 0 && !known.people.is_empty(),
            user: known.me.as_ref().filter(|_| !locked).map(|me| me.user.clone()),
            desk: format!("{:?}", known.desk),
            scene: public.scene,
            game: public.game.as_ref().map(|game| game.game),
            announced: public.announced.len(),
            ball: public.announced.last().copied(),
            over: over.map(|over| format!("{over:?}")),
            band: band.as_ref().map(head),
            sending: known.sending.as_ref().map(|sending| sending.what.clone()),
            refused: known.refused.as_ref().map(|problem| problem.code.clone()),
            told: known.note.as_ref().map(|note| note.words.clone()),
            next,
            acts,
            live: *live,
            missing,
            camera: match known.camera {
                Camera::None => "none",
                Camera::Live(..) => "live",
                Camera::Lost => "lost",
            },
            connected: known.link.connected,
            focused: known.focused,
        }
    }
}

impl ScreenLine {
    /// The line where the help of this lies over what else is open.
    #[must_use]
    pub fn under(self, help: Option<Topic>) -> ScreenLine {
        let over = help.map(|topic| format!("Help({topic:?})"));
        ScreenLine { over: over.or(self.over), ..self }
    }
}

/// Label of the next action, whether Intro does it, and what is missing.
fn next_of(bar: &Bar) -> (String, bool, Option<String>) {
    match &bar.next {
        Next::Do(act) => (act.label.clone(), true, None),
        Next::Wait(label) => (label.clone(), false, None),
        Next::Missing { label, what } => (label.clone(), false, Some(what.clone())),
    }
}

/// A band's word; a refusal has only its fact.
fn head(band: &Band) -> String {
    if band.word.is_empty() { band.fact.clone() } else { band.word.clone() }
}

/// The log, if there is one.
#[derive(Debug, Default)]
pub struct Log {
    file: Option<File>,
    /// Painted in the last frame, and not on the window yet.
    painted: Option<ScreenLine>,
    last: Option<ScreenLine>,
}

impl Log {
    /// Appends to this file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn in_file(file: &Path) -> io::Result<Log> {
        let file = File::options().create(true).append(true).open(file)?;
        Ok(Log { file: Some(file), ..Log::default() })
    }

    /// Whether anything is logged.
    pub const fn is_on(&self) -> bool {
        self.file.is_some()
    }

    /// A frame begins: the last one is on the window, its buffers were swapped.
    pub fn swapped(&mut self) {
        let (Some(shown), Some(file)) = (self.painted.take(), &mut self.file) else { return };
        let line = serde_json::to_string(&shown).expect("words and numbers become JSON");
        if writeln!(file, "{line}").is_err() {
            self.file = None;
        }
        self.last = Some(shown);
    }

    /// Takes what this frame paints. Returns whether it differs from the last line: another frame must then follow.
    pub fn painted(&mut self, shown: ScreenLine) -> bool {
        let news = self.last.as_ref() != Some(&shown);
        self.painted = news.then_some(shown);
        news
    }
}

#[cfg(test)]
#[path = "shown_tests.rs"]
mod tests;
