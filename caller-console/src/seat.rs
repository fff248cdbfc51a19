//! The console without network and window: what is on the screen, and what a press does to it.
//!
//! What has to be asked of the desk is returned, and the desk's answer is told back; nothing is
//! shown as done before the board shows it (style.md P14).

use hall_core::request::RequestKind;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use egui::Ui;
use hall_wire::message::Me;
use hall_wire::problem::Problem;

use crate::arm::Since;
use crate::keys::Typed;
use crate::known::{Desk, Known, Note, NoteKind, Refused, Sending};
use crate::papers::Taking;
use crate::place::{Look, Over};
use crate::press::{Orders, Paper, Press, Sought};
use crate::shell::{self, Heard, Shell};
use crate::shown::Shown;
use crate::sound::{Ear, Sound};
use crate::text::Texts;
use crate::typing::Typing;
use crate::view::View;
use crate::views::Views;

mod papers;

/// How long the board may take to show what the desk granted, in seconds.
const SHOW_MAX_S: f64 = 3.0;

/// For so many seconds a refusal stands there at least, whatever is pressed next.
const NOTE_MIN_S: f64 = 1.0;

/// What only the program can do.
#[derive(Debug, Clone, PartialEq)]
pub enum Outside {
    /// Ask the desk.
    Ask(Orders),
    /// Come in.
    LogIn {
        /// User name or number.
        user: String,
        /// The PIN.
        pin: String,
    },
    /// The desk was locked.
    Locked,
    /// Leave for good.
    LogOut,
    /// Fetch a paper, keep it in the desk's folder and show it.
    Paper(Paper),
    /// Take a paper out, and tell of it under this number.
    Take(u64, Taking),
    /// What the desk remembers has changed.
    Settings,
    /// Look a card up.
    Find(Sought),
    /// Ask for the statistics of a set of balls.
    Study(String),
    /// Fetch the picture of a sheet of cards from this address.
    Preview(String),
    /// Look at the game as an inspector does.
    Inspect,
}

/// What lies over the view, and at which desk.
type Place = (Option<Over>, Desk);

/// Something that was pressed, and what the program has to do for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// What was pressed.
    pub press: Press,
    /// What only the program can do.
    pub outside: Option<Outside>,
}

/// Returns whether a key writes, rubs out, chooses or goes to another field.
fn edits(typed: &Typed) -> bool {
    matches!(typed, Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next)
}

/// A request under way.
#[derive(Debug, Clone)]
struct Under {
    /// Where it was asked for.
    place: Place,
    /// What is told once it is recorded.
    done: Option<String>,
    since_s: f64,
    /// The line of the record that the board must show, once the desk has granted it.
    granted: Option<u64>,
}

/// The console.
pub struct Seat {
    /// Everything the views may know.
    pub known: Known,
    /// What lies over the view.
    pub over: Option<Over>,
    /// The desk is locked.
    pub locked: bool,
    views: Views,
    shell: Shell,
    typing: Typing,
    /// How often something was said for a moment.
    notes: u64,
    /// The time of the last frame.
    at_s: f64,
    /// A view that is not on the screen was granted what it asked for.
    granted_at: Option<Place>,
    under: Option<Under>,
    /// PARADA was pressed while something was being recorded: it is asked for next, as the board is then.
    stop_next: bool,
    /// What is heard at the desk.
    pub ear: Ear,
    /// How many times papers were taken out.
    outs: u64,
}

impl Seat {
    /// Returns the console with this on its screen.
    pub fn new(known: Known) -> Seat {
        Seat {
            known,
            over: None,
            locked: false,
            views: Views::default(),
            shell: Shell::default(),
            typing: Typing::default(),
            notes: 0,
            at_s: 0.0,
            granted_at: None,
            under: None,
            stop_next: false,
            ear: Ear::default(),
            outs: 0,
        }
    }

    /// Returns the view that stands on the screen.
    pub fn view(&mut self) -> &mut dyn View {
        self.views.present(&self.known, self.over, self.locked)
    }

    /// Does what was typed, paints what stands on the screen, and returns what was pressed. `at_s` is the frame's time.
    pub fn show(&mut self, ui: &mut Ui, typed: &[Typed], at_s: f64) -> Vec<Done> {
        self.at_s = at_s;
        self.forget_note(at_s);
        if self.granted_at.is_some_and(|place| place == self.place()) {
            self.granted_at = None;
            self.view().granted();
        }
        if self.typing.take(typed, at_s, self.shell.sight()) {
            self.say(NoteKind::Refused, "key-after-refusal", at_s);
        }
        let mut done = self.type_on(at_s);
        let view = self.views.present(&self.known, self.over, self.locked);
        for press in self.shell.show(ui, &self.known, view, at_s) {
            if let Press::Key(typed) = &press {
                self.typing.take(std::slice::from_ref(typed), at_s, self.shell.sight());
            } else {
                done.push(self.does(press, at_s));
            }
        }
        done.extend(self.type_on(at_s));
        done
    }

    /// Returns whether keys wait for their turn.
    pub fn types_ahead(&self) -> bool {
        !self.typing.is_empty()
    }

    /// Does the keys that can be done now, one after the other: each is judged by what the one before it made.
    fn type_on(&mut self, at_s: f64) -> Vec<Done> {
        let mut done = Vec::new();
        let mut since = Since::Nothing;
        loop {
            if let Some(left_out) = self.typing.stop_first()
                && left_out
            {
                self.say(NoteKind::Refused, "key-stop-first", at_s);
            }
            let view = self.views.present(&self.known, self.over, self.locked);
            view.look(&self.known);
            let bar = self.shell.look(&self.known, view, at_s, since);
            if let Some(press) = self.shell.held_out(&bar, at_s) {
                done.push(self.does(press, at_s));
                since = Since::Key;
                continue;
            }
            let Some(key) = self.typing.first().cloned() else { return done };
            let heard = self.shell.hear(&key, &self.known, view, &bar, self.stop_next, at_s);
            if heard != Heard::Waits {
                self.typing.pop();
            }
            since = if matches!(heard, Heard::Press(Press::Typed)) && edits(&key.typed) {
                Since::Edit
            } else {
                Since::Key
            };
            match heard {
                Heard::Waits => return done,
                Heard::Nothing => {}
                Heard::Press(press) => {
                    if since == Since::Key {
                        self.note_is_read(at_s);
                        self.typing.goes_on();
                    }
                    done.push(self.does(press, at_s));
                }
                Heard::Aloud(id, args) => {
                    self.typing.refuse(at_s);
                    let args: Vec<(&str, &dyn Display)> =
                        args.iter().map(|(name, arg)| (*name, arg as &dyn Display)).collect();
                    self.note(NoteKind::Refused, self.known.ta(id, &args), at_s);
                }
                Heard::Asks(id) => self.say(NoteKind::Asks, id, at_s),
            }
        }
    }

    fn does(&mut self, press: Press, at_s: f64) -> Done {
        let outside = self.act(press.clone(), at_s);
        Done { press, outside }
    }

    /// A key did nothing: that is said, and nothing typed behind it is done.
    fn say(&mut self, kind: NoteKind, id: &str, at_s: f64) {
        self.note(kind, self.known.t(id), at_s);
    }

    fn note(&mut self, kind: NoteKind, words: String, at_s: f64) {
        let said = |note: &Note| note.words == words && at_s - note.since_s < NOTE_MIN_S;
        if kind == NoteKind::Refused && !self.known.note.as_ref().is_some_and(said) {
            self.ear.refuses();
        }
        self.notes += 1;
        self.known.note = Some(Note { kind, words, since_s: at_s, number: self.notes });
    }

    /// Something else was done: a question is answered by that, and a refusal has been seen.
    fn note_is_read(&mut self, at_s: f64) {
        let read = |note: &Note| match note.kind {
            NoteKind::Asks => true,
            NoteKind::Refused => at_s - note.since_s > NOTE_MIN_S,
            NoteKind::Recorded => false,
        };
        if self.known.note.as_ref().is_some_and(read) {
            self.known.note = None;
        }
    }

    fn forget_note(&mut self, at_s: f64) {
        let over = |note: &Note| at_s - note.since_s > note.kind.lasts_s();
        if self.known.note.as_ref().is_some_and(over) {
            self.known.note = None;
        }
    }

    /// Returns whether the machine's page stands on the screen.
    pub fn looks_at_machine(&self) -> bool {
        self.over == Some(Over::Look(Look::Machine)) && !self.locked && self.known.me.is_some()
    }

    /// Returns what the last frame showed.
    pub fn shown(&self) -> Option<Shown> {
        self.shell.painted().map(|painted| Shown::of(&self.known, self.over, self.locked, painted))
    }

    /// Does what a press does here, and returns what the program has to do.
    fn act(&mut self, press: Press, at_s: f64) -> Option<Outside> {
        match press {
            Press::Ask(orders) => return self.ask(orders, at_s).map(Outside::Ask),
            Press::LogIn { user, pin } => {
                self.known.refused = None;
                self.sends(self.known.t("login-checking"), None, at_s);
                return Some(Outside::LogIn { user, pin });
            }
            Press::Lock => {
                self.lock();
                return Some(Outside::Locked);
            }
            Press::LogOut => return Some(Outside::LogOut),
            Press::Paper(paper) => return Some(Outside::Paper(paper)),
            Press::Out(way, papers) => self.offers(way, papers),
            Press::Take(taking) => return Some(self.takes(taking)),
            Press::Sounds => {
                self.known.settings.quiet = !self.known.settings.quiet;
                return Some(Outside::Settings);
            }
            Press::Find(sought) => {
                self.known.refused = None;
                return Some(Outside::Find(sought));
            }
            Press::Study(set) => return Some(Outside::Study(set)),
            Press::Preview(path) => return Some(Outside::Preview(path)),
            Press::Inspect => return Some(Outside::Inspect),
            Press::Open(over) => (self.over, self.known.refused) = (Some(over), None),
            Press::Close => {
                let back = self.known.out.as_ref().filter(|_| self.over == Some(Over::Paper));
                (self.over, self.known.refused) = (back.and_then(|out| out.back), None);
            }
            Press::Sit(desk) => {
                (self.known.desk, self.over, self.known.refused) = (desk, None, None);
                self.views.leave();
            }
            Press::Understood => self.known.refused = None,
            Press::Language => {
                self.known.texts = Arc::new(Texts::new(self.known.texts.language().other()));
            }
            Press::Hand => self.known.left_handed = !self.known.left_handed,
            Press::Typed | Press::Key(_) => {}
            Press::Refuse(code) => self.tell(crate::net::own_problem(code, "")),
        }
        None
    }

    fn ask(&mut self, orders: Orders, at_s: f64) -> Option<Orders> {
        let stops = orders.asks.first().is_some_and(|ask| ask.kind() == RequestKind::Stop);
        if stops && self.over.is_some() {
            // Somebody sang: what is checked must be seen. What was written stays, a PIN does not.
            self.view().refused();
            self.views.set_aside();
            self.over = None;
        }
        if self.known.sending.is_some() {
            // One thing at a time: what the desk has not answered is not asked over.
            self.stop_next |= stops;
            return None;
        }
        self.known.me.as_ref()?;
        self.known.refused = None;
        self.sends(orders.what.clone(), orders.done.clone(), at_s);
        self.ear.asks(&orders);
        Some(orders)
    }

    fn sends(&mut self, what: String, done: Option<String>, at_s: f64) {
        self.known.sending = Some(Sending { what, since: Duration::ZERO });
        self.under = Some(Under { place: self.place(), done, since_s: at_s, granted: None });
    }

    /// The desk did what it was asked, in this line of the record.
    pub fn granted(&mut self, seq: u64) {
        let here = self.place();
        let (asked_at, done) = self.under.as_mut().map_or((here, None), |under| {
            under.granted = Some(seq);
            (under.place, under.done.take())
        });
        // A refusal is not wiped off by good news before it was read: those stand in the list too.
        let refused = |note: &Note| note.kind == NoteKind::Refused && self.at_s - note.since_s < NOTE_MIN_S;
        let unread = self.known.note.as_ref().is_some_and(refused);
        if let Some(words) = done.filter(|_| !unread) {
            self.note(NoteKind::Recorded, words, self.at_s);
        }
        if asked_at != here {
            // Something was laid over it meanwhile: it is told when it is on the screen again.
            self.granted_at = Some(asked_at);
            return;
        }
        self.view().granted();
        if self.over.is_some_and(Over::closes_when_granted) {
            self.over = None;
        }
    }

    /// The desk said no: what was typed behind the request was typed for a yes.
    pub fn refused(&mut self, problem: Problem) {
        self.answered();
        self.tell(problem);
        self.view().refused();
        if self.typing.refuse(self.at_s) {
            self.say(NoteKind::Refused, "key-after-refusal", self.at_s);
        }
    }

    /// Which view stands on the screen, as far as what lies over it and the desk tell.
    fn place(&self) -> Place {
        (self.over, self.known.desk)
    }

    /// Says something of the console's own; what is under way goes on.
    pub fn tell(&mut self, problem: Problem) {
        // What became of a paper is news, and no refusal.
        if !problem.code.starts_with("papel") {
            self.ear.refuses();
        }
        self.known.refused = Some(Refused { problem, seq: self.known.seq });
    }

    /// Returns the sounds that are due since this was asked last, the desk's wish for silence apart.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.ear.take()
    }

    /// Nothing is under way any more.
    pub fn answered(&mut self) {
        (self.known.sending, self.under) = (None, None);
    }

    /// Looks at the time, once a frame: for how long something is under way, whether the board has
    /// caught up with it, and whether a stop still has to be asked for.
    pub fn look(&mut self, at_s: f64) -> Option<Outside> {
        if let (Some(under), Some(sending)) = (&self.under, &mut self.known.sending) {
            let since_s = (at_s - under.since_s).max(0.0);
            sending.since = Duration::from_secs_f64(since_s);
            if under.granted.is_some_and(|seq| self.known.seq >= seq || since_s > SHOW_MAX_S) {
                self.answered();
            }
        }
        self.ear.hear(&self.known);
        if !self.stop_next || self.known.sending.is_some() {
            return None;
        }
        self.stop_next = false;
        // Somebody else may have stopped it meanwhile.
        self.act(shell::stop(&self.known)?.press?, at_s)
    }

    /// Somebody sits down, after a log-in or after a start: somebody else finds a clean desk.
    pub fn comes_in(&mut self, me: Me, resumed: bool) {
        self.answered();
        self.known.refused = None;
        if self.known.me.as_ref().is_none_or(|before| before.person != me.person) {
            self.views.clear();
            (self.known.inspection, self.known.found, self.known.sheet) = (None, None, None);
            self.known.statistics = None;
            self.over = None;
            self.known.desk = Desk::of(&me.roles).first().copied().unwrap_or(Desk::Mesa);
        }
        self.locked = resumed;
        self.known.me = Some(me);
        // What was typed behind a PIN was typed without seeing what comes.
        if !self.typing.is_empty() && self.typing.refuse(self.at_s) {
            self.say(NoteKind::Refused, "key-after-refusal", self.at_s);
        }
    }

    /// The desk is locked: the log-in stays.
    pub fn lock(&mut self) {
        (self.locked, self.over) = (true, None);
        self.typing.clear();
        self.views.leave();
    }

    /// Whoever sat here has gone.
    pub fn goes_out(&mut self) {
        self.answered();
        (self.known.me, self.over, self.locked, self.stop_next) = (None, None, false, false);
        (self.known.refused, self.known.inspection, self.known.found) = (None, None, None);
        self.known.statistics = None;
        (self.known.sheet, self.known.note) = (None, None);
        self.typing.clear();
        self.views.clear();
    }
}
