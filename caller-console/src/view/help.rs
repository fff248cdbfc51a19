//! F1 · The help of the view below: what it is for, which keys it has, and what the law says of it; F1 again, all keys.
//!
//! It lies over view and overlay alike and changes neither: what was typed there is there when it closes.

use egui::{Rect, Ui};

use super::{View, own_pin};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::shell;

mod page;
mod paint;
mod topic;

pub use page::{KeyLine, LawLine, Page};
pub use topic::Topic;

/// The help.
#[derive(Debug, Default)]
pub struct Help {
    open: bool,
    /// The page of all keys is shown.
    all: bool,
    about: About,
}

/// The view that was on the screen when F1 was pressed.
#[derive(Debug, Default)]
struct About {
    topic: Topic,
    /// The keys of its bar.
    keys: Vec<Key>,
    /// Somebody is logged in.
    seated: bool,
    /// What lies open can make room for the page of one's own PIN.
    makes_room: bool,
    /// What the hall stood still for.
    stands: Standing,
}

/// The last hold, and the stop.
type Standing = (Option<u32>, Option<u32>);

fn standing(known: &Known) -> Standing {
    let stop = known.public().stop.as_ref().map(|stop| stop.stop);
    (known.board.holds.last().map(|hold| hold.hold), stop)
}

impl Help {
    /// Opens the help of a view, or of the overlay over it.
    pub fn open(known: &Known, view: &dyn View, over: Option<Over>) -> Help {
        let bar = shell::bar_of(known, view);
        let stops = view.seated() && shell::stop_press(known).is_some();
        let keys = bar.buttons.iter().chain(&bar.stop).map(|button| button.key);
        let keys = keys.chain(stops.then_some(Key::Pause)).collect();
        let about = About {
            topic: view.topic(),
            keys,
            seated: view.seated(),
            makes_room: makes_room(over),
            stands: standing(known),
        };
        Help { open: true, all: false, about }
    }

    /// Whether it is on the screen.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Whether the hall has stopped since, for a claim or in an ALTO.
    pub fn is_outdated(&self, known: &Known) -> bool {
        let (hold, stop) = standing(known);
        let (hold_then, stop_then) = self.about.stands;
        (hold.is_some() && hold != hold_then) || (stop.is_some() && stop != stop_then)
    }

    /// Shows the page of all keys, or the help again.
    pub fn turn(&mut self) {
        self.all = !self.all;
    }

    fn page(&self, known: &Known) -> Page {
        let page = Page::read(&known.t(self.about.topic.id())).with(&self.about.keys);
        if self.about.keys.contains(&Key::Pause) { page.also(Key::Pause, known.t("key-pause")) } else { page }
    }
}

/// Whether an overlay may be left without losing what was written in it.
fn makes_room(over: Option<Over>) -> bool {
    match over {
        None | Some(Over::Trouble) => true,
        Some(Over::Look(look)) => look != Look::Recorder,
        Some(Over::Turn(_) | Over::OtherBall | Over::SecondWord | Over::OpenSale | Over::Paper) => false,
        Some(Over::Sign | Over::OwnKey | Over::OwnPin | Over::Export | Over::Balls | Over::TakeIn) => false,
    }
}

impl View for Help {
    fn bar(&self, known: &Known) -> Bar {
        let sounds = if known.settings.quiet { "sounds-on-do" } else { "sounds-off-do" };
        let language = KeyButton::new(Key::F5, known.t("other-language"), Press::Language);
        let seated = self.about.seated;
        // Beside PARADA there is no room for all; the language can wait until the draw is over.
        let calm = !seated || shell::stop(known).is_none();
        let prompt = known.t(if self.all { "keys-prompt" } else { "f1-prompt" });
        let bar = Bar::new(Lead::May, prompt, Next::close(known))
            .with(KeyButton::close(known))
            .with_all(calm.then_some(language))
            .with(KeyButton::new(Key::F6, known.t("hand-do"), Press::Hand))
            .with(KeyButton::new(Key::F7, known.t(sounds), Press::Sounds));
        if !seated {
            return bar;
        }
        // Its page would take the place of a form, and of what was written there.
        let pin = calm && self.about.makes_room && !own_pin::is_first(known);
        bar.with_all(pin.then(|| own_pin::key(known))).with(KeyButton::new(
            Key::F8,
            known.t("log-out-do"),
            Press::LogOut,
        ))
    }

    fn topic(&self) -> Topic {
        self.about.topic
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        if self.all {
            paint::all_keys(ui, room, known);
        } else {
            paint::page(ui, room, known, &self.page(known));
        }
        None
    }

    fn f1(&self) -> &'static str {
        if self.all { "small-help" } else { "small-keys" }
    }

    fn seated(&self) -> bool {
        self.about.seated
    }
}
