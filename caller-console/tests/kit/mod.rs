//! A console without a window: shell and views as the program has them, over a board made by hand.
//! What is on the screen is asked for by its label; keys go in as a keyboard sends them; time goes on when a test says so.

// Every test program takes its own part of this.
#![allow(dead_code)]

pub mod boards;
mod explained;
mod keys;
mod seated;
pub mod overlays;

use caller_console::bar::{Bar, Next};
use caller_console::device::DeviceNews;
use caller_console::keys::{Key, KeyReader};
use caller_console::known::{Known, Note, NoteKind, Sending, own_problem};
use caller_console::own_key::KeyNews;
use caller_console::papers::PaperNews;
use caller_console::place::Over;
use caller_console::press::{Orders, Press};
use caller_console::seat::Seat;
use caller_console::shell::bar_of;
use caller_console::sound::Sound;
use caller_console::text::Texts;
use caller_console::view::help::Topic;
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use hall_core::words::Lang;
use hall_wire::command::Command;
use hall_wire::problem::Problem;
use keys::{egui_key, key_events};

/// A frame: as often as the program paints while something runs.
const FRAME_S: f64 = 0.05;

/// The window.
const SCREEN: egui::Rect = egui::Rect { min: egui::Pos2::ZERO, max: egui::pos2(1280.0, 720.0) };

/// The console.
pub struct Console {
    harness: Harness<'static, Inside>,
    at_s: f64,
    /// Keys that were pressed since the last frame, and how long ago that was.
    owed: Vec<egui::Event>,
    since_frame_s: f64,
}

/// What the program keeps in its `App`, without network and window.
struct Inside {
    seat: Seat,
    reader: KeyReader,
    /// The desk answers at once, unless a test plays it.
    answers: bool,
    pressed: Vec<Press>,
    outside: Vec<Press>,
    overflow: Vec<String>,
}

impl Inside {
    fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.reader.text_has_keys = self.seat.view().writes();
        self.reader.pedal = self.seat.known.settings.pedal();
        let typed = self.reader.take(&ctx);
        self.seat.hears_key(self.reader.last.take());
        let at_s = ctx.input(|input| input.time);
        self.outside.extend(self.seat.look(at_s));
        // The harness paints within a margin; the program has the whole window.
        let whole = egui::UiBuilder::new().max_rect(SCREEN);
        let shown = ui.scope_builder(whole, |ui| {
            ui.set_clip_rect(SCREEN);
            self.seat.show(ui, &typed, at_s)
        });
        for done in shown.inner {
            if done.outside && self.answers {
                self.seat.answered();
            }
            self.outside.extend(done.outside.then(|| done.press.clone()));
            self.pressed.push(done.press);
        }
        self.overflow.extend(hall_look::ink::take_overflow(&ctx));
    }
}

impl Console {
    /// Starts a console that knows this, at 1280 × 720.
    pub fn of(known: Known) -> Console {
        let inside = Inside {
            seat: Seat::new(known),
            reader: KeyReader::default(),
            answers: true,
            pressed: Vec::new(),
            outside: Vec::new(),
            overflow: Vec::new(),
        };
        let harness = Harness::builder()
            .with_size([1280.0, 720.0])
            .with_context_setup(hall_look::font::install)
            .with_accessibility_check(false)
            .build_ui_state(|ui, inside: &mut Inside| inside.frame(ui), inside);
        let mut console = Console { harness, at_s: 1000.0, owed: Vec::new(), since_frame_s: 0.0 };
        console.step();
        // The harness painted before there was a clock: arming begins with ours.
        let known = console.known().clone();
        console.show(known, None);
        console
    }

    /// Starts a console over which this lies.
    pub fn over(known: Known, over: Over) -> Console {
        let mut console = Console::of(known);
        console.open(over);
        console
    }

    /// Begins anew with this: quicker than another console, whose fonts have to be read.
    pub fn show(&mut self, known: Known, over: Option<Over>) {
        let inside = self.inside();
        (inside.seat, inside.reader) = (Seat::new(known), KeyReader::default());
        inside.seat.over = over;
        self.step();
        self.inside().pressed.clear();
        self.inside().outside.clear();
        self.inside().overflow.clear();
    }

    /// Lays something over the view.
    pub fn open(&mut self, over: Over) {
        self.inside().seat.over = Some(over);
        self.step();
    }

    /// What lies over the view.
    pub fn lies_over(&self) -> Option<Over> {
        self.harness.state().seat.over
    }

    /// What it knows.
    pub fn known(&self) -> &Known {
        &self.harness.state().seat.known
    }

    /// Changes what it knows, and shows it.
    pub fn learn(&mut self, change: impl FnOnce(&mut Known)) {
        change(&mut self.inside().seat.known);
        self.step();
    }

    /// Speaks the other language from now on.
    pub fn in_english(mut self) -> Console {
        self.speak(Lang::En);
        self
    }

    /// Speaks this language from now on.
    pub fn speak(&mut self, language: Lang) {
        self.learn(|known| known.texts = std::sync::Arc::new(Texts::new(language)));
    }

    /// From now on the desk answers when the test says so.
    pub fn slow_desk(&mut self) {
        self.inside().answers = false;
    }

    /// What the program was told to do since it was last asked.
    pub fn outside(&mut self) -> Vec<Press> {
        std::mem::take(&mut self.inside().outside)
    }

    /// The desk grants what was asked for, and the board shows it.
    pub fn grant(&mut self) {
        let seat = &mut self.inside().seat;
        seat.granted(seat.known.seq);
        seat.answered();
        self.step();
    }

    /// The desk refuses it, with this code and these words.
    pub fn refuse(&mut self, code: &str, title: &str, detail: &str) {
        self.refuse_now(code, title, detail);
        // It is read before anything else is typed.
        self.wait(0.65);
    }

    /// Presses `−` and, when asked, `−` again: what was written may go.
    pub fn give_up(&mut self) -> Vec<Press> {
        assert_eq!(self.press(Key::Back), [], "it asks first");
        self.wait(0.6);
        self.press(Key::Back)
    }

    /// The carrier tells of a paper.
    pub fn told(&mut self, news: PaperNews) -> bool {
        let changed = self.inside().seat.hears(news);
        self.step();
        changed
    }

    /// A code for a device came, or this one is the hall's.
    pub fn told_of_device(&mut self, news: &DeviceNews) {
        self.inside().seat.hears_of_device(news);
        self.step();
    }

    /// The thread with the keys reports. Returns what is asked of the desk then.
    pub fn told_of_key(&mut self, news: KeyNews) -> Option<Press> {
        let asks = self.inside().seat.hears_of_key(news);
        if self.inside().answers {
            self.inside().seat.answered();
        }
        self.step();
        asks
    }

    /// The sounds that were due since this was asked last.
    pub fn sounds(&mut self) -> Vec<Sound> {
        self.inside().seat.ear.take()
    }

    /// Something was asked for and is not answered.
    pub fn sending(&mut self, what: &str, since_ms: u64) {
        let since = std::time::Duration::from_millis(since_ms);
        self.learn(|known| known.sending = Some(Sending { what: what.to_string(), since }));
    }

    /// Nothing has been heard for so long.
    pub fn lost(&mut self, secs: u64) {
        self.learn(|known| {
            known.link.connected = false;
            known.link.silent_for = Some(std::time::Duration::from_secs(secs));
        });
    }

    fn inside(&mut self) -> &mut Inside {
        self.harness.state_mut()
    }

    /// Paints one frame.
    pub fn step(&mut self) {
        self.at_s += FRAME_S;
        self.harness.input_mut().time = Some(self.at_s);
        self.harness.step();
    }

    /// Lets time go on: console and desk alike.
    pub fn wait(&mut self, secs: f64) {
        let end = self.at_s + secs;
        while self.at_s < end {
            self.inside().seat.known.now_utc_ms += (FRAME_S * 1000.0) as i64;
            self.step();
        }
    }

    /// The same; returns what the keys that were pressed before come to meanwhile.
    pub fn wait_for_keys(&mut self, secs: f64) -> Vec<Press> {
        self.inside().pressed.clear();
        self.wait(secs);
        std::mem::take(&mut self.inside().pressed)
    }

    fn send(&mut self, events: Vec<egui::Event>) -> Vec<Press> {
        self.inside().pressed.clear();
        self.harness.input_mut().events.extend(events);
        self.step();
        std::mem::take(&mut self.inside().pressed)
    }

    /// Lets a refusal be read: who is slow types nothing behind it.
    fn reads(&mut self) {
        let refused = |note: &Note| note.kind == NoteKind::Refused && self.at_s - note.since_s < 0.6;
        if self.known().note.as_ref().is_some_and(refused) {
            self.wait(0.6);
        }
    }

    /// Presses a key of a hurried person (a sign for each, below), and lets so many seconds go by. Keys of one frame
    /// come together, as in the window; after each frame the desk has its turn.
    pub fn hurry(&mut self, key: char, apart_s: f64, desk: &mut dyn FnMut(&mut Console)) {
        let tapped = |key: Key| [key_events(key, true, false), key_events(key, false, false)].concat();
        let events = match key {
            '⏎' => tapped(Key::Intro),
            '−' => tapped(Key::Back),
            '+' => tapped(Key::More),
            '*' => tapped(Key::Stop),
            '⎋' => [true, false].map(|down| egui_key(egui::Key::Escape, down, false)).to_vec(),
            '⑥' => tapped(Key::F6),
            '⑦' => tapped(Key::F7),
            other => vec![egui::Event::Text(other.to_string())],
        };
        self.owed.extend(events);
        self.hurry_on(apart_s, desk);
    }

    /// The time of the window, in seconds.
    pub fn at_s(&self) -> f64 {
        self.at_s
    }

    /// Lets so many seconds go by; after each frame the desk has its turn.
    pub fn hurry_on(&mut self, secs: f64, desk: &mut dyn FnMut(&mut Console)) {
        self.since_frame_s += secs;
        while self.since_frame_s >= FRAME_S {
            self.since_frame_s -= FRAME_S;
            self.frame();
            desk(self);
        }
    }

    /// The desk grants what was asked for, and this is its board now.
    pub fn granted_with(&mut self, board: std::sync::Arc<hall_wire::board::MesaBoard>) {
        let seat = &mut self.inside().seat;
        seat.known.seq += 1;
        seat.known.board = board;
        seat.granted(seat.known.seq);
    }

    /// The desk says no; nobody reads it yet.
    pub fn refuse_now(&mut self, code: &str, title: &str, detail: &str) {
        self.inside().seat.refused(problem(code, title, detail));
    }

    /// Paints a frame with the keys that have come since the last one.
    pub fn frame(&mut self) {
        let events = std::mem::take(&mut self.owed);
        self.harness.input_mut().events.extend(events);
        self.step();
    }

    /// Presses a key and lets it go; returns what that was.
    pub fn press(&mut self, key: Key) -> Vec<Press> {
        self.reads();
        let mut pressed = self.send(key_events(key, true, false));
        pressed.extend(self.send(key_events(key, false, false)));
        pressed
    }

    /// What was pressed since the last key: one that came early acts later.
    pub fn pressed_since(&mut self) -> Vec<Press> {
        std::mem::take(&mut self.inside().pressed)
    }

    /// Presses a key in the very frame in which the board changes.
    pub fn press_as(&mut self, key: Key, change: impl FnOnce(&mut Known)) -> Vec<Press> {
        change(&mut self.inside().seat.known);
        self.press(key)
    }

    /// Waits until every arming is over, then presses a key.
    pub fn press_armed(&mut self, key: Key) -> Vec<Press> {
        self.wait(6.0);
        self.press(key)
    }

    /// Holds a key down for so long, with the repeats a keyboard sends; it stays down.
    pub fn hold(&mut self, key: Key, secs: f64) -> Vec<Press> {
        let mut pressed = self.send(key_events(key, true, false));
        let end = self.at_s + secs;
        while self.at_s < end {
            pressed.extend(self.send(key_events(key, true, true)));
        }
        pressed
    }

    /// Lets a key go.
    pub fn release(&mut self, key: Key) -> Vec<Press> {
        self.send(key_events(key, false, false))
    }

    /// Types characters, one by one, as a person does.
    pub fn type_in(&mut self, text: &str) -> Vec<Press> {
        self.reads();
        let mut pressed = Vec::new();
        for c in text.chars() {
            pressed.extend(self.send(vec![egui::Event::Text(c.to_string())]));
            // A person is slower than a scanner.
            for _ in 0..4 {
                pressed.extend(self.send(Vec::new()));
            }
        }
        pressed
    }

    /// Types one character, and waits until it is no scan's.
    pub fn press_char(&mut self, c: char) -> Vec<Press> {
        self.type_in(&c.to_string())
    }

    /// Presses a key that egui names: Tab, an arrow, Backspace.
    pub fn raw(&mut self, key: egui::Key) -> Vec<Press> {
        self.reads();
        let mut pressed = self.send(vec![egui_key(key, true, false)]);
        pressed.extend(self.send(vec![egui_key(key, false, false)]));
        pressed
    }

    /// Scans a card, as the scanner types it: all at once, and Tab at the end.
    pub fn scan(&mut self, code: &str) -> Vec<Press> {
        let mut events: Vec<egui::Event> = code.chars().map(|c| egui::Event::Text(c.to_string())).collect();
        events.push(egui_key(egui::Key::Tab, true, false));
        events.push(egui_key(egui::Key::Tab, false, false));
        self.send(events)
    }

    /// Presses a button with a finger, by its label.
    pub fn touch(&mut self, label: &str) -> Vec<Press> {
        let found = self.nodes().into_iter().find(|node| node.button && node.label == label);
        let spot = found.unwrap_or_else(|| panic!("no button «{label}»: {:#?}", self.labels())).room.center();
        let button = |pressed| egui::Event::PointerButton {
            pos: spot,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let mut pressed = self.send(vec![egui::Event::PointerMoved(spot)]);
        pressed.extend(self.send(vec![button(true)]));
        pressed.extend(self.send(vec![button(false)]));
        pressed.extend(self.send(vec![egui::Event::PointerGone]));
        pressed
    }

    /// Draws a stroke on something with this label, through these parts of its width and height.
    pub fn draw(&mut self, label: &str, through: &[(f32, f32)]) -> Vec<Press> {
        let found = self.nodes().into_iter().find(|node| node.label == label);
        let room = found.unwrap_or_else(|| panic!("no «{label}»: {:#?}", self.labels())).room;
        let spots: Vec<egui::Pos2> =
            through.iter().map(|(x, y)| room.min + egui::vec2(x * room.width(), y * room.height())).collect();
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let mut pressed = self.send(vec![egui::Event::PointerMoved(spots[0]), button(spots[0], true)]);
        for spot in &spots[1..] {
            pressed.extend(self.send(vec![egui::Event::PointerMoved(*spot)]));
        }
        let last = spots[spots.len() - 1];
        pressed.extend(self.send(vec![button(last, false)]));
        pressed.extend(self.send(vec![egui::Event::PointerGone]));
        pressed
    }

    /// Everything on the screen that has a name.
    pub fn nodes(&self) -> Vec<Seen> {
        use egui::accesskit::Role;
        let seen = |node: egui_kittest::Node<'_>| {
            let kit = node.accesskit_node();
            // The rows of a text in a field, which says all of it.
            let is_row = kit.role() == Role::TextRun;
            let label = kit.label().or_else(|| kit.value()).filter(|_| !is_row)?;
            Some(Seen {
                label,
                value: kit.value().unwrap_or_default(),
                button: kit.role() == Role::Button,
                field: matches!(kit.role(), Role::TextInput | Role::MultilineTextInput),
                enabled: !kit.is_disabled(),
                room: node.rect(),
            })
        };
        self.harness.root().children_recursive().filter_map(seen).collect()
    }

    /// Every label on the screen.
    pub fn labels(&self) -> Vec<String> {
        self.nodes().into_iter().map(|node| node.label).collect()
    }

    /// Whether these words stand somewhere on the screen.
    pub fn says(&self, words: &str) -> bool {
        self.nodes().iter().any(|node| node.label.contains(words) || node.value.contains(words))
    }

    /// What the console says for a moment, or nothing.
    pub fn note(&self) -> String {
        self.known().note.as_ref().map_or(String::new(), |note| note.words.clone())
    }

    /// Fails where these words stand nowhere.
    pub fn must_say(&self, words: &str) {
        assert!(self.says(words), "«{words}» is not on the screen: {:#?}", self.labels());
    }

    /// Whether a button with this label is there and acts.
    pub fn is_on(&self, label: &str) -> bool {
        self.nodes().iter().any(|node| node.button && node.label == label && node.enabled)
    }

    /// The bar as it stands.
    pub fn bar(&mut self) -> Bar {
        let seat = &mut self.inside().seat;
        let known = seat.known.clone();
        bar_of(&known, seat.view())
    }

    /// What F1 explains, or explains now.
    pub fn topic(&mut self) -> Topic {
        self.inside().seat.view().topic()
    }

    /// What the help on the screen is about.
    pub fn helps(&self) -> Option<Topic> {
        self.harness.state().seat.helps()
    }

    /// The label of the next action, of the waiting line, or of what is missing.
    pub fn next(&mut self) -> String {
        match self.bar().next {
            Next::Do(act) => act.label,
            Next::Wait(words) => words,
            Next::Missing { label, .. } => label,
        }
    }

    /// Whether the view takes characters into a field of egui's.
    pub fn writes(&mut self) -> bool {
        self.inside().seat.view().writes()
    }

    /// The texts that were cut since it was last asked.
    pub fn cut(&mut self) -> Vec<String> {
        let mut cut = std::mem::take(&mut self.inside().overflow);
        cut.sort();
        cut.dedup();
        cut
    }

    /// What holds on every screen: one next action or one line that says what we wait for; no key
    /// twice, and none that F1 does not explain; nothing cut; nothing to touch lower than 44 points; nothing outside the window.
    pub fn lawful(&mut self) {
        self.step();
        let bar = self.bar();
        let next = match &bar.next {
            Next::Do(act) => act.label.clone(),
            Next::Wait(words) => words.clone(),
            Next::Missing { label, what } => {
                assert!(!what.is_empty(), "«{label}»: what is missing?");
                label.clone()
            }
        };
        assert!(!next.is_empty(), "no next action and nothing to wait for: {:#?}", self.labels());
        assert!(!bar.prompt.is_empty(), "no sentence over «{next}»");
        let mut keys: Vec<Key> = bar.buttons.iter().chain(&bar.stop).map(|button| button.key).collect();
        assert!(!keys.contains(&Key::Intro), "Intro is the next action and nothing else");
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count, "a key twice in {:#?}", bar.buttons);
        // The keys of the help itself are the same everywhere.
        if self.helps().is_none() {
            let topic = self.topic();
            explained::check(topic, &self.known().t(topic.id()), &bar);
        }
        for node in self.nodes() {
            if node.button {
                assert!(node.room.height() >= 43.9, "«{}» is {} high", node.label, node.room.height());
            }
            // A text that scrolls is longer than the room, which is a field of its own and has its name.
            let scrolls = node.field && node.label == node.value;
            let inside = scrolls || SCREEN.expand(1.0).contains_rect(node.room);
            assert!(inside, "«{}» at {:?} leaves the window", node.label, node.room);
            assert!(!node.label.contains('⟨'), "{} is no text", node.label);
        }
        assert_eq!(self.cut(), Vec::<String>::new(), "cut texts over «{next}»");
    }
}

/// Something on the screen.
#[derive(Debug, Clone)]
pub struct Seen {
    pub label: String,
    pub value: String,
    pub button: bool,
    pub field: bool,
    pub enabled: bool,
    pub room: egui::Rect,
}

/// What is asked of the desk among presses.
pub fn asked(pressed: &[Press]) -> Vec<&Orders> {
    let asks = pressed.iter().filter_map(|press| if let Press::Ask(all) = press { Some(all) } else { None });
    asks.collect()
}

/// What is asked for among presses, once: the commands as they cross the wire, which reads each.
pub fn asked_one(pressed: &[Press]) -> Vec<(&'static str, serde_json::Value)> {
    let orders = asked(pressed);
    assert_eq!(orders.len(), 1, "asked once, not {orders:#?}");
    let crosses = |ask: &Command| {
        let (name, body) = (ask.kind().name(), ask.body());
        let spec = hall_wire::command::command(name).unwrap_or_else(|| panic!("no command {name}"));
        assert_eq!((spec.parse)(body.to_string().as_bytes()).as_ref(), Ok(ask), "{name} {body}");
        (name, body)
    };
    orders[0].asks.iter().map(crosses).collect()
}

/// A refusal of the desk.
pub fn problem(code: &str, title: &str, detail: &str) -> Problem {
    Problem { title: title.to_string(), status: 409, ..own_problem(code, detail) }
}
