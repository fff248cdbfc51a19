//! Writes down what this console showed, a line of JSON for each change, for whoever must find out
//! afterwards what stood before the person who pressed. A full disk stops the log, never the desk.

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

/// What stood on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The last line of the record that the board on the screen shows.
    seq: u64,
    /// Names and lists have come too: what is shown of them is not empty for want of an answer.
    listed: bool,
    /// Who sits here; none while the log-in or the lock stands on the screen.
    user: Option<String>,
    /// At which desk.
    desk: String,
    /// What the board says is going on.
    scene: Scene,
    /// The game.
    game: Option<u32>,
    /// How many balls are announced.
    announced: usize,
    /// The last of them.
    ball: Option<u8>,
    /// What lay over the view.
    over: Option<String>,
    /// The word of the band, where there was one.
    band: Option<String>,
    /// What was asked for and not answered yet.
    sending: Option<String>,
    /// The code of the refusal that stood there.
    refused: Option<String>,
    /// What the console said for a moment, over the bar.
    told: Option<String>,
    /// The label of the next action.
    next: String,
    /// Intro does it.
    acts: bool,
    /// Intro was not deaf.
    live: bool,
    /// What was still missing for it.
    missing: Option<String>,
    /// The camera's picture: none, live or lost.
    camera: &'static str,
    /// A board came over this connection, and it was alive.
    connected: bool,
    /// The window had the keyboard.
    focused: bool,
}

impl Shown {
    /// Returns what stands on the screen, of what is known and what the shell painted.
    pub fn of(known: &Known, over: Option<Over>, locked: bool, painted: &Painted) -> Shown {
        let Painted { band, bar, live } = painted;
        let public = known.public();
        let (next, acts, missing) = next_of(bar);
        Shown {
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
            refused: known.refused.as_ref().map(|refused| refused.problem.code.clone()),
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

/// The label of the next action, whether Intro does it, and what is missing for it.
fn next_of(bar: &Bar) -> (String, bool, Option<String>) {
    match &bar.next {
        Next::Do(act) => (act.label.clone(), true, None),
        Next::Wait(label) => (label.clone(), false, None),
        Next::Missing { label, what } => (label.clone(), false, Some(what.clone())),
    }
}

/// A band's word; a refusal has none, and its fact stands there.
fn head(band: &Band) -> String {
    if band.word.is_empty() { band.fact.clone() } else { band.word.clone() }
}

/// Where it is written down, if anywhere.
#[derive(Debug, Default)]
pub struct Log {
    file: Option<File>,
    /// Painted in the frame before, and not known to be on the window yet.
    painted: Option<Shown>,
    last: Option<Shown>,
}

impl Log {
    /// Writes at the end of this file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn in_file(file: &Path) -> io::Result<Log> {
        let file = File::options().create(true).append(true).open(file)?;
        Ok(Log { file: Some(file), ..Log::default() })
    }

    /// Returns whether anything is written down at all.
    pub const fn is_on(&self) -> bool {
        self.file.is_some()
    }

    /// A frame begins: the one before is on the window, its buffers were swapped.
    pub fn swapped(&mut self) {
        let (Some(shown), Some(file)) = (self.painted.take(), &mut self.file) else { return };
        let line = serde_json::to_string(&shown).expect("words and numbers become JSON");
        if writeln!(file, "{line}").is_err() {
            self.file = None;
        }
        self.last = Some(shown);
    }

    /// Remembers what this frame paints. Returns whether that is another thing than before: then a
    /// frame must follow, for it to be written down.
    pub fn painted(&mut self, shown: Shown) -> bool {
        let news = self.last.as_ref() != Some(&shown);
        self.painted = news.then_some(shown);
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(announced: usize) -> Shown {
        Shown {
            seq: 40,
            listed: true,
            user: Some("rafael".to_string()),
            desk: "Mesa".to_string(),
            scene: Scene::Draw,
            game: Some(7),
            announced,
            ball: None,
            over: None,
            band: None,
            refused: None,
            told: None,
            next: "ANUNCIAR EL 80".to_string(),
            acts: true,
            live: true,
            sending: None,
            missing: None,
            camera: "none",
            connected: true,
            focused: true,
        }
    }

    #[test]
    fn each_thing_that_was_shown_is_a_line_once_its_frame_is_on_the_window() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("visto.jsonl");
        let mut log = Log::in_file(&file).expect("it can be written");
        let lines = || std::fs::read_to_string(&file).expect("it is there").lines().count();
        assert!(log.painted(shown(1)));
        assert_eq!(lines(), 0, "painted is not seen yet");
        log.swapped();
        assert!(!log.painted(shown(1)), "the same again");
        log.swapped();
        assert_eq!(lines(), 1);
        assert!(log.painted(shown(2)));
        log.swapped();
        let text = std::fs::read_to_string(&file).expect("it is there");
        assert!(text.lines().nth(1).is_some_and(|line| line.contains("\"announced\":2")), "{text}");
        assert!(Log::in_file(folder.path()).is_err(), "a folder is no file");
        assert!(!Log::default().is_on());
    }
}
