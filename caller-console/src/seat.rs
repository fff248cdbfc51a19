//! The console without network and window: what is on the screen, and what a press does to it.
//!
//! A request is returned to the program, which reports the answer; nothing is shown as done before the board shows it
//! (style.md P14).

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;
use hall_core::request::RequestKind;
use hall_wire::problem::Problem;

use crate::arm::Since;
use crate::cards_file;
use crate::device::{DeviceAct, DeviceNews, Enrolled};
use crate::keys::{Key, Typed};
use crate::known::{Desk, Known, Note, NoteKind, Searched, Sending, is_paper_news, own_problem};
use crate::place::{Look, Over, Turn};
use crate::press::{Orders, Press};
use crate::shell::{self, KeyHeard, Shell};
use crate::shown::ScreenLine;
use crate::sound::Ear;
use crate::text::Texts;
use crate::typing::{Typing, Waiting};
use crate::view::View;
use crate::view::help::Topic;
use crate::views::Views;
use stop::StopNext;

mod log_in;
mod own_key;
mod papers;
mod stop;

/// How long the board may take to show what was granted, in seconds.
const SHOW_MAX_S: f64 = 3.0;

/// How long a refusal is shown at least, whatever is pressed next, in seconds.
const NOTE_MIN_S: f64 = 1.0;

/// The overlay and the desk: which view is on the screen.
type Place = (Option<Over>, Desk);

/// Something that was pressed.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// What was pressed.
    pub press: Press,
    /// The program has its part to do: ask the server, move a paper, keep the settings.
    pub outside: bool,
}

/// Whether a key edits: writes, erases, or goes to another field.
fn edits(typed: &Typed) -> bool {
    matches!(typed, Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next)
}

/// An open request.
#[derive(Debug, Clone)]
struct Under {
    /// Where it was sent from.
    place: Place,
    /// Shown once it is recorded.
    done: Option<String>,
    since_s: f64,
    /// It is the user's own next PIN.
    own_pin: bool,
    /// PARADA, and whatever is on the screen stays as it is.
    stops: bool,
    stays: bool,
    /// It announces a ball.
    announces: bool,
    /// The line of the record that the board must reach, once granted.
    granted: Option<u64>,
}

/// The console.
pub struct Seat {
    /// Everything the views may show.
    pub known: Known,
    /// The overlay.
    pub over: Option<Over>,
    /// What lies under something that is only looked at, and is there again when that closes; the lowest first.
    covered: Vec<Over>,
    /// The desk is locked.
    pub locked: bool,
    views: Views,
    shell: Shell,
    typing: Typing,
    /// Notes so far.
    notes: u64,
    /// The time of the last frame.
    at_s: f64,
    /// Where a request was granted that is not on the screen now: told when it is again.
    granted_at: Option<Place>,
    under: Option<Under>,
    /// PARADA was pressed during an open request: sent next.
    stop_next: Option<StopNext>,
    /// Finds the sounds that are due.
    pub ear: Ear,
    /// Dialogs for papers so far.
    outs: u64,
    /// Until when no PIN of the user's key is taken.
    key_waits_until_s: f64,
}

impl Seat {
    /// A console with this on its screen.
    pub fn new(known: Known) -> Seat {
        Seat {
            known,
            over: None,
            covered: Vec::new(),
            locked: false,
            views: Views::default(),
            shell: Shell::default(),
            typing: Typing::default(),
            notes: 0,
            at_s: 0.0,
            granted_at: None,
            under: None,
            stop_next: None,
            ear: Ear::default(),
            outs: 0,
            key_waits_until_s: 0.0,
        }
    }

    /// The view on the screen.
    pub fn view(&mut self) -> &mut dyn View {
        self.views.present(&self.known, self.over, self.locked)
    }

    /// What lies below the help, or is the view on the screen.
    fn below(&mut self) -> &mut dyn View {
        self.views.below(&self.known, self.over, self.locked)
    }

    /// Processes what was typed, paints the screen, and returns what was pressed. `at_s` is the frame's time.
    pub fn show(&mut self, ui: &mut Ui, typed: &[Typed], at_s: f64) -> Vec<Done> {
        self.at_s = at_s;
        self.known.note.take_if(|note| at_s - note.since_s > note.kind.lasts_s());
        if self.granted_at.is_some_and(|place| place == self.place()) {
            self.granted_at = None;
            self.below().granted();
            self.over.take_if(|over| over.closes_when_granted());
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

    /// Whether keys are waiting.
    pub fn types_ahead(&self) -> bool {
        !self.typing.is_empty()
    }

    /// Processes the keys that can be now, each by what the one before it changed.
    fn type_on(&mut self, at_s: f64) -> Vec<Done> {
        let mut done = Vec::new();
        let mut since = Since::Nothing;
        loop {
            let view = self.views.present(&self.known, self.over, self.locked);
            // Where it stops nothing it is a blank of what is typed.
            let blank = view.sign(Key::Stop).is_some() && shell::stop(&self.known).is_none();
            if self.typing.stop_first(blank) {
                self.say(NoteKind::Refused, "key-stop-first", at_s);
            }
            let view = self.views.present(&self.known, self.over, self.locked);
            view.look(&self.known);
            let bar = self.shell.look(&self.known, view, at_s, since);
            if let Some(press) = self.shell.arm.held_out(&bar, at_s) {
                done.push(self.does(press, at_s));
                since = Since::Key;
                continue;
            }
            let Some(key) = self.typing.first().cloned() else { return done };
            let key = Waiting { typed: shell::in_text(key.typed, view, &bar), ..key };
            let heard = self.shell.hear(&key, &self.known, view, &bar, self.stop_next.is_some(), at_s);
            if heard != KeyHeard::Waits {
                self.typing.pop();
            }
            since = if matches!(heard, KeyHeard::Press(Press::Typed)) && edits(&key.typed) {
                Since::Edit
            } else {
                Since::Key
            };
            match heard {
                KeyHeard::Waits => return done,
                KeyHeard::Nothing => {}
                KeyHeard::Press(press) => {
                    if since == Since::Key {
                        self.note_is_read(at_s);
                        self.typing.goes_on();
                    }
                    done.push(self.does(press, at_s));
                }
                KeyHeard::Aloud(words) => {
                    self.typing.refuse(at_s);
                    self.note(NoteKind::Refused, words, at_s);
                }
                KeyHeard::Asks(id) => self.say(NoteKind::Asks, id, at_s),
                KeyHeard::Bounced(id) => {
                    self.typing.leave_out(at_s);
                    self.say(NoteKind::Asks, id, at_s);
                }
            }
        }
    }

    fn does(&mut self, press: Press, at_s: f64) -> Done {
        let outside = self.act(&press, at_s);
        Done { press, outside }
    }

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

    /// Something else was done: that answers a question, and a refusal has been seen.
    fn note_is_read(&mut self, at_s: f64) {
        self.known.note.take_if(|note| match note.kind {
            NoteKind::Asks => true,
            NoteKind::Refused => at_s - note.since_s > NOTE_MIN_S,
            NoteKind::Recorded => false,
        });
    }

    /// What the help on the screen is about, if it is there.
    pub fn helps(&self) -> Option<Topic> {
        self.views.helps()
    }

    /// Whether the machine's page is on the screen.
    pub fn looks_at_machine(&self) -> bool {
        self.over == Some(Over::Look(Look::Machine)) && !self.locked && self.known.me.is_some()
    }

    /// Whether what was filmed is on the screen.
    pub fn looks_at_film(&self) -> bool {
        self.over == Some(Over::Look(Look::Film)) && !self.locked && self.known.me.is_some()
    }

    /// What is looked for on sticks and in the desk's folder: another maker's cards, or a regulation.
    pub fn looks_for(&self) -> Option<cards_file::Act> {
        let open = |over| self.over == Some(over) || self.covered.contains(&over);
        let here = !self.locked && self.known.me.is_some();
        match (open(Over::TakeIn), open(Over::Turn(Turn::Rules))) {
            _ if !here => None,
            (true, _) => Some(cards_file::Act::Look),
            (false, rules) => rules.then_some(cards_file::Act::LookForProfiles),
        }
    }

    /// News of that.
    pub fn hears_of_files(&mut self, news: cards_file::News) {
        if let cards_file::News::Stage(cards_file::Stage::Failed(_) | cards_file::Stage::Faulty { .. }) =
            &news
        {
            self.ear.refuses();
        }
        self.known.intake.hears(news);
    }

    /// Whether the voice is being recorded.
    pub fn looks_at_recorder(&self) -> bool {
        self.over == Some(Over::Look(Look::Recorder)) && !self.locked && self.known.me.is_some()
    }

    /// What the last frame showed.
    pub fn shown(&self) -> Option<ScreenLine> {
        let of = |painted| ScreenLine::of(&self.known, self.over, self.locked, painted);
        self.shell.painted().map(of).map(|line| line.under(self.helps()))
    }

    /// What is looked at lies over a form, which keeps what was written in it. From one thing to look at to the next, the first is left;
    /// a search leaves nothing.
    fn covers(&mut self, over: Over) {
        match (self.over, over) {
            (Some(below), Over::Look(look)) if below != over => {
                if look == Look::Search || !matches!(below, Over::Look(_)) {
                    self.covered.push(below);
                }
            }
            (_, Over::Look(_)) => {}
            (
                _,
                Over::Trouble
                | Over::Turn(_)
                | Over::OtherBall
                | Over::SecondWord
                | Over::OpenSale
                | Over::Paper
                | Over::Sign
                | Over::OwnKey
                | Over::OwnPin
                | Over::Export
                | Over::Balls
                | Over::TakeIn,
            ) => self.covered.clear(),
        }
    }

    /// Does what a press does here, and returns whether the program has its part to do.
    fn act(&mut self, press: &Press, at_s: f64) -> bool {
        match press {
            Press::Ask(orders) => return self.ask(orders, at_s),
            Press::OwnKey(act) => return self.opens_key(act, at_s),
            Press::LogIn { .. } => {
                self.known.refused = None;
                self.sends(self.known.t("login-checking"), None, at_s);
            }
            Press::Device(act) => {
                self.known.refused = None;
                let what = match act {
                    DeviceAct::Code(_) | DeviceAct::InspectorCode(_) => "devices-asking-code",
                    DeviceAct::Here(_) | DeviceAct::Enrol(_) => "devices-asking",
                };
                self.sends(self.known.t(what), None, at_s);
            }
            Press::Lock => self.lock(),
            Press::Out(way, papers) => self.offers(*way, papers.clone()),
            Press::Take(taking) => self.takes(taking),
            Press::Sounds => self.known.settings.quiet = !self.known.settings.quiet,
            Press::Pedal(pedal) => self.known.settings.pedal = Some(pedal.to_string()),
            Press::Find(text) => {
                self.known.refused = None;
                self.known.search.begins(text);
            }
            Press::Understood => self.known.refused = None,
            Press::Help => self.views.help(&self.known, self.over, self.locked),
            Press::Open(over) => {
                self.views.close_help();
                self.covers(*over);
                (self.over, self.known.refused, self.known.last_key) = (Some(*over), None, None);
                self.known.signatures.take_if(|_| *over == Over::Sign);
            }
            // What was refused below is still to be read there.
            Press::Close if self.views.close_help() => {}
            Press::Close if matches!(self.over, Some(Over::Look(_))) => {
                (self.over, self.known.refused) = (self.covered.pop(), None);
            }
            Press::Close => {
                let back = self.known.out.as_ref().filter(|_| self.over == Some(Over::Paper));
                (self.over, self.known.refused) = (back.and_then(|out| out.back), None);
            }
            Press::Sit(desk) => {
                self.views.close_help();
                (self.known.desk, self.over, self.known.refused) = (*desk, None, None);
                self.covered.clear();
                self.views.leave();
            }
            Press::Language => self.known.texts = Arc::new(Texts::new(self.known.texts.other_lang())),
            Press::Hand => self.known.left_handed = !self.known.left_handed,
            Press::Refuse(code) => self.tell(own_problem(code, "")),
            Press::LogOut | Press::Paper(_) | Press::Study(_) | Press::Preview(_) | Press::Inspect => {}
            Press::Cards(act) => self.known.intake.begins(act),
            Press::Signatures | Press::Voice(_) | Press::Film(_) | Press::Record(_) => {}
            Press::Typed | Press::Key(_) => {}
        }
        press.is_for_program()
    }

    /// Returns whether the request is sent.
    fn ask(&mut self, orders: &Orders, at_s: f64) -> bool {
        let stops = orders.asks.first().is_some_and(|ask| ask.kind() == RequestKind::Stop);
        // Who checks no cards goes on with what he is at.
        let stays = stops && shell::stop(&self.known).is_none();
        if stops && !stays {
            self.views.close_help();
        }
        if stops && !stays && self.over.is_some() {
            // Somebody sang: the check must be seen. What was written stays, a PIN does not.
            self.below().refused();
            self.views.set_aside();
            self.over = None;
            self.covered.clear();
        }
        if self.known.sending.is_some() {
            // One request at a time, and one stop.
            if stops {
                self.stops_next();
            }
            return false;
        }
        if self.known.me.is_none() {
            return false;
        }
        self.known.refused = None;
        self.sends(orders.what.clone(), orders.done.clone(), at_s);
        if let Some(under) = &mut self.under {
            under.own_pin = orders.has(&[RequestKind::ChangePin]);
            under.announces = orders.has(&[RequestKind::Announce, RequestKind::KeyBall]);
            (under.stops, under.stays) = (stops, stays);
        }
        self.ear.asks(orders);
        true
    }

    fn sends(&mut self, what: String, done: Option<String>, at_s: f64) {
        self.known.sending = Some(Sending { what, since: Duration::ZERO });
        self.under = Some(Under {
            place: self.place(),
            done,
            since_s: at_s,
            own_pin: false,
            stops: false,
            stays: false,
            announces: false,
            granted: None,
        });
    }

    /// The request was granted, in this line of the record.
    pub fn granted(&mut self, seq: u64) {
        let here = self.place();
        let (asked_at, done) = self.under.as_mut().map_or((here, None), |under| {
            under.granted = Some(seq);
            (under.place, under.done.take())
        });
        if self.under.as_ref().is_some_and(|under| under.own_pin) {
            self.has_own_pin();
        }
        // Good news does not replace a refusal before it was read.
        let refused = |note: &Note| note.kind == NoteKind::Refused && self.at_s - note.since_s < NOTE_MIN_S;
        let unread = self.known.note.as_ref().is_some_and(refused);
        if let Some(words) = done.filter(|_| !unread) {
            self.note(NoteKind::Recorded, words, self.at_s);
        }
        if self.under.as_ref().is_some_and(|under| under.stays) {
            return;
        }
        if asked_at != here {
            // Another view covers it: it is told when it is on the screen again.
            self.granted_at = Some(asked_at);
            return;
        }
        self.below().granted();
        if self.over.is_some_and(Over::closes_when_granted) {
            self.over = None;
        }
    }

    /// A code for a device or an inspector came, or this device is the hall's.
    pub fn hears_of_device(&mut self, news: &DeviceNews) {
        self.answered();
        match news {
            DeviceNews::Code(code) => self.known.device_code = Some(Arc::new(code.clone())),
            DeviceNews::InspectorCode(code) => self.known.inspector_code = Some(Arc::new(code.clone())),
            DeviceNews::Enrolled(Enrolled { name, .. }) => {
                self.known.enrolled = true;
                self.known.device.clone_from(name);
                let words = self.known.ta("devices-done", &[("name", name)]);
                self.note(NoteKind::Recorded, words, self.at_s);
            }
        }
        self.below().granted();
    }

    /// The user has a PIN of his own: the desk is there, without what was opened behind the form.
    fn has_own_pin(&mut self) {
        self.views.forget_pin();
        if let Some(me) = self.known.me.as_mut().filter(|me| me.first_pin) {
            me.first_pin = false;
            self.over = None;
        }
    }

    /// The request was refused: keys typed after it assumed a yes.
    pub fn refused(&mut self, problem: Problem) {
        let stays = self.under.as_ref().is_some_and(|under| under.stays);
        self.answered();
        // Whatever it was, the hall does not know this device now.
        self.known.enrolled &= problem.code != "puesto-sin-alta";
        self.tell(problem);
        if stays {
            return;
        }
        self.below().refused();
        if self.typing.refuse(self.at_s) {
            self.say(NoteKind::Refused, "key-after-refusal", self.at_s);
        }
    }

    fn place(&self) -> Place {
        (self.over, self.known.desk)
    }

    /// Shows a problem; an open request goes on.
    pub fn tell(&mut self, problem: Problem) {
        // News of a paper is no refusal.
        if !is_paper_news(&problem) {
            self.ear.refuses();
        }
        self.known.refused = Some(problem);
    }

    /// The request is answered.
    pub fn answered(&mut self) {
        (self.known.sending, self.under) = (None, None);
    }

    /// Call once a frame: updates the time of the open request, ends it once the board has caught up, and returns a
    /// stop that is still to be sent.
    pub fn look(&mut self, at_s: f64) -> Option<Press> {
        self.key_waits(at_s);
        if let (Some(under), Some(sending)) = (&self.under, &mut self.known.sending) {
            let since_s = (at_s - under.since_s).max(0.0);
            sending.since = Duration::from_secs_f64(since_s);
            if under.granted.is_some_and(|seq| self.known.seq >= seq || since_s > SHOW_MAX_S) {
                let stays = under.stays;
                self.answered();
                if stays {
                    self.tells_of_stop(at_s);
                }
            }
        }
        self.ear.hear(&self.known);
        self.views.help_gives_way(&self.known);
        self.stop_is_due(at_s)
    }

    /// What one person looked up is not shown to the next.
    fn forget_looked_up(&mut self) {
        (self.known.inspection, self.known.device_code, self.known.inspector_code) = (None, None, None);
        self.known.search = Searched { times: self.known.search.times, ..Searched::default() };
        (self.known.statistics, self.known.sheet, self.known.own_key) = (None, None, None);
        self.known.film = None;
    }
}
