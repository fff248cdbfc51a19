//! F4 F5 F5 · The user's own key: made on this console under a PIN, enrolled, given another PIN, retired (ADR 57).

use egui::{Color32, Rect, Ui};
use hall_core::event::hex;
use hall_core::hall::KEYS_MAX;
use hall_core::request::{Request, RequestKind};
use hall_core::words::fingerprint;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::command::field;
use hall_wire::message::PersonKeyRow;

use super::View;
use super::copies::moment;
use super::form::Form;
use super::part::{bold, choice, columns, cut_top, headed, in_colour, keypad, label, panel, text};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::own_key::{KeyAct, Pin, is_weak};
use crate::place::Over;
use crate::press::Press;
use crate::view::help::Topic;

mod mine;
pub(in crate::view) mod pins;

pub(crate) use mine::{Mine, enrolling, wait, wait_words};

use pins::{short_of, twice};

/// A key of the list.
const ROW: f32 = 46.0;

/// Why a key is retired: the words of the screen, and those of the record.
const REASONS: [(&str, &str); 4] = [
    ("own-key-why-unused", "ya no se usa"),
    ("own-key-why-lost", "se perdió el aparato en que estaba"),
    ("own-key-why-seen", "alguien puede conocer su PIN"),
    ("own-key-why-damaged", "su fichero está dañado"),
];

/// The key that opens it, where papers are signed and nothing is drawn.
pub(crate) fn key(known: &Known) -> Option<KeyButton> {
    let may = known.may(RequestKind::EnrolKey);
    may.then(|| KeyButton::new(Key::F5, known.t("own-key-open"), Press::Open(Over::OwnKey)))
}

/// What is being done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Doing {
    /// What comes next by itself.
    #[default]
    Next,
    /// Another PIN.
    ChangePin,
    /// The chosen key is retired.
    Retire,
    /// The file is taken away from this console.
    Forget,
}

/// The page.
#[derive(Debug)]
pub struct OwnKey {
    /// The chosen key of the list.
    row: usize,
    doing: Doing,
    /// A new PIN, twice.
    new: Form,
    /// The PIN until now, and a new one twice.
    change: Form,
    /// The chosen reason.
    why: usize,
    asked: bool,
}

impl Default for OwnKey {
    fn default() -> OwnKey {
        OwnKey {
            row: 0,
            doing: Doing::Next,
            new: Form::new(&[Takes::Pin; 2]),
            change: Form::new(&[Takes::Pin; 3]),
            why: 0,
            asked: false,
        }
    }
}

impl OwnKey {
    /// Takes what is known: a list may be shorter than before, and what was being done may be done.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        self.row = self.row.min(keys(known).len().saturating_sub(1));
        let mine = Mine::of(known);
        let stays = match self.doing {
            Doing::Next => true,
            Doing::ChangePin => matches!(mine, Mine::Enrolled(_) | Mine::Pending(_) | Mine::Unseen),
            Doing::Retire => known.signatures.is_none() || self.chosen(known).is_some(),
            Doing::Forget => matches!(mine, Mine::Pending(_) | Mine::Ended(_) | Mine::Damaged | Mine::Unseen),
        };
        if !stays {
            self.begin(Doing::Next);
        }
        self
    }

    /// Begins something else: what was typed for the last is forgotten.
    fn begin(&mut self, doing: Doing) {
        (self.doing, self.why) = (doing, 0);
        for form in [&mut self.new, &mut self.change] {
            form.forget_pins();
            form.go(0);
        }
    }

    /// The chosen key of the list, if it can be retired.
    fn chosen<'k>(&self, known: &'k Known) -> Option<&'k PersonKeyRow> {
        keys(known).get(self.row).filter(|row| row.ended_at_utc_ms.is_none())
    }

    /// The form on the screen, if there is one.
    fn form(&mut self, known: &Known) -> Option<&mut Form> {
        match self.doing {
            Doing::Next if makes(known) => Some(&mut self.new),
            Doing::ChangePin => Some(&mut self.change),
            Doing::Next | Doing::Retire | Doing::Forget => None,
        }
    }

    fn next(&self, known: &Known) -> Next {
        match self.doing {
            Doing::Next => self.next_by_itself(known),
            Doing::ChangePin => {
                let label = known.t("own-key-change-do");
                let wait = wait(known);
                if !wait.is_zero() {
                    return Next::Wait(known.ta("own-key-waits", &[("wait", &wait_words(known, wait))]));
                }
                if let Some(next) = short_of(known, &self.change, 0, &label) {
                    return next;
                }
                let old = || Pin::new(self.change.text(0));
                let act = |new: &str| KeyAct::ChangePin { old: old(), new: Pin::new(new) };
                twice(known, &self.change, 1, label, |new| Press::OwnKey(act(new)))
            }
            Doing::Retire => {
                let (Some(row), Some((_, reason))) = (self.chosen(known), REASONS.get(self.why)) else {
                    return back_to_papers(known);
                };
                let Some(key) = field::hash(&row.key) else { return back_to_papers(known) };
                let what = match row.person {
                    Some(person) => {
                        let of = known.short_name(person);
                        known.ta("own-key-retire-of", &[("key", &fingerprint(&key)), ("name", &of)])
                    }
                    None => known.ta("own-key-retire-what", &[("key", &fingerprint(&key))]),
                };
                let request = Request::EndKey { key, reason: (*reason).to_string() };
                let press = Press::ask(what.clone(), request).done(known.t("own-key-retired"));
                Next::Do(NextAct::new(known.t("own-key-retire-do"), press).sub(what).held(1.0))
            }
            Doing::Forget => {
                let press = Press::OwnKey(KeyAct::Forget);
                Next::Do(NextAct::new(known.t("own-key-forget-do"), press).held(1.0))
            }
        }
    }

    fn next_by_itself(&self, known: &Known) -> Next {
        match Mine::of(known) {
            Mine::Unseen => Next::Wait(known.t("own-key-looking")),
            Mine::Pending(_) => match enrolling(known) {
                Some(press) => Next::Do(NextAct::new(known.t("own-key-enrol-do"), press)),
                None => back_to_papers(known),
            },
            Mine::Enrolled(_) => back_to_papers(known),
            Mine::None | Mine::Damaged | Mine::Ended(_) if !makes(known) => back_to_papers(known),
            mine @ (Mine::None | Mine::Damaged | Mine::Ended(_)) => {
                let instead_of = if let Mine::Ended(key) = mine { Some(key) } else { None };
                let make = |pin: &str| Press::OwnKey(KeyAct::Make { pin: Pin::new(pin), instead_of });
                twice(known, &self.new, 0, known.t("own-key-make-do"), make)
            }
        }
    }

    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> bool {
        let mut touched = false;
        let here = match Mine::of(known) {
            Mine::Pending(key) | Mine::Enrolled(key) | Mine::Ended(key) => Some(hex(&key)),
            Mine::Unseen | Mine::None | Mine::Damaged => None,
        };
        if keys(known).is_empty() {
            let id = if known.signatures.is_some() { "own-key-none-listed" } else { "sign-wait" };
            ink::words(ui, room, &known.t(id), text(18.0));
            return false;
        }
        let fit = ((room.height() / (ROW + 28.0)) as usize).max(1);
        let first = (self.row + 1).saturating_sub(fit);
        for (at, row) in keys(known).iter().enumerate().skip(first).take(fit) {
            let name = field::hash(&row.key).map_or_else(|| row.key.clone(), |key| fingerprint(&key));
            if choice(ui, cut_top(&mut room, ROW), None, &name, at == self.row, true) {
                self.row = at;
                touched = true;
            }
            let place = match row.person {
                Some(person) => {
                    let of = known.short_name(person);
                    known.ta("own-key-of", &[("name", &of), ("device", &row.device)])
                }
                None if here.as_ref() == Some(&row.key) => known.t("own-key-here"),
                None => known.ta("own-key-there", &[("device", &row.device)]),
            };
            let (id, at, ink_of) = match row.ended_at_utc_ms {
                Some(at) => ("own-key-row-ended", at, colour::TEXT2),
                None => ("own-key-row", row.enrolled_at_utc_ms, colour::OK),
            };
            let words = known.ta(id, &[("at", &moment(known, at)), ("place", &place)]);
            let mut below = cut_top(&mut room, 28.0);
            below.min.x += 14.0;
            ink::line(ui, below, &words, in_colour(text(15.0), ink_of));
        }
        touched
    }

    /// What there is on this console, and what that means.
    fn state(&self, known: &Known) -> (String, String, Color32) {
        let of = |key: &[u8; 32]| fingerprint(key);
        let (head, words, ink_of) = match Mine::of(known) {
            Mine::Unseen => (known.t("own-key-looking"), String::new(), colour::TEXT2),
            Mine::None => (known.t("own-key-none"), known.t("own-key-none-do"), console::TEXT),
            Mine::Damaged => (known.t("own-key-damaged"), known.t("own-key-damaged-do"), console::ALERT),
            Mine::Pending(key) => (
                known.ta("own-key-pending", &[("key", &of(&key))]),
                known.t("own-key-pending-do"),
                console::ALERT,
            ),
            Mine::Enrolled(key) => {
                (known.ta("own-key-whole", &[("key", &of(&key))]), known.t("own-key-whole-do"), colour::OK)
            }
            Mine::Ended(key) => (
                known.ta("own-key-ended", &[("key", &of(&key))]),
                known.t("own-key-ended-do"),
                console::ALERT,
            ),
        };
        let full = !makes(known) && matches!(Mine::of(known), Mine::None | Mine::Damaged | Mine::Ended(_));
        (head, if full { known.t("own-key-full") } else { words }, ink_of)
    }

    /// The PIN fields of a form, and a keypad for a finger.
    fn pins(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let changes = self.doing == Doing::ChangePin;
        let [left, right] = columns(room, [1.5, 1.0], 24.0);
        let names: &[&str] = if changes {
            &["own-key-field-old", "own-key-field-new", "own-key-field-again"]
        } else {
            &["own-key-field-pin", "own-key-field-again"]
        };
        let form = self.form(known)?;
        let before = form.at();
        let mut rest = left;
        let height = (left.height() / 3.0 - 10.0).min(84.0);
        for (at, name) in names.iter().enumerate() {
            form.paint(ui, cut_top(&mut rest, height), at, &known.t(name));
            cut_top(&mut rest, 10.0);
        }
        let weak = form.text(names.len() - 2);
        let words = if is_weak(weak) {
            Some(("own-key-weak-long", console::ALERT))
        } else if !changes {
            Some(("own-key-pin-how", colour::TEXT2))
        } else {
            None
        };
        if let Some((id, ink_of)) = words {
            ink::words(ui, rest, &known.t(id), in_colour(text(16.0), ink_of));
        }
        let moved = (form.at() != before).then_some(Press::Typed);
        keypad(ui, right, &known.t("key-erase")).or(moved)
    }

    fn reasons(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> bool {
        let mut touched = false;
        ink::line(ui, cut_top(&mut room, 32.0), &known.t("own-key-why"), bold(19.0));
        for (at, (id, _)) in REASONS.iter().enumerate() {
            let number = u8::try_from(at + 1).ok();
            if choice(ui, cut_top(&mut room, ROW), number, &known.t(id), at == self.why, true) {
                self.why = at;
                touched = true;
            }
            cut_top(&mut room, 6.0);
        }
        cut_top(&mut room, 6.0);
        ink::words(ui, room, &known.t("own-key-retire-means"), label(17.0));
        touched
    }
}

/// The keys of the user that the record knows; behind them, those of others that the jefe de sala may retire.
fn keys(known: &Known) -> &[PersonKeyRow] {
    known.signatures.as_deref().map_or(&[], |all| &all.keys)
}

/// Whether another key may be made here now.
fn makes(known: &Known) -> bool {
    let own = |row: &&PersonKeyRow| row.person.is_none() && row.ended_at_utc_ms.is_none();
    let present = keys(known).iter().filter(own).count();
    matches!(Mine::of(known), Mine::None | Mine::Damaged | Mine::Ended(_)) && present < KEYS_MAX
}

fn back_to_papers(known: &Known) -> Next {
    Next::Do(NextAct::new(known.t("own-key-back-do"), Press::Open(Over::Sign)))
}

impl View for OwnKey {
    fn bar(&self, known: &Known) -> Bar {
        if self.doing != Doing::Next {
            let id = match self.doing {
                Doing::Next | Doing::ChangePin => "own-key-prompt-change",
                Doing::Retire => "own-key-prompt-retire",
                Doing::Forget => "own-key-prompt-forget",
            };
            return Bar::new(Lead::Now, known.t(id), self.next(known)).with(KeyButton::back(known));
        }
        let mine = Mine::of(known);
        let (lead, prompt) = match &mine {
            Mine::Unseen => (Lead::Wait, "own-key-looking"),
            Mine::Pending(_) => (Lead::Now, "own-key-prompt-enrol"),
            Mine::None | Mine::Damaged | Mine::Ended(_) if makes(known) => (Lead::Now, "own-key-prompt-make"),
            Mine::Enrolled(_) | Mine::None | Mine::Damaged | Mine::Ended(_) => (Lead::May, "own-key-prompt"),
        };
        let back = KeyButton::new(Key::Back, known.t("back"), Press::Open(Over::Sign));
        let mut bar = Bar::new(lead, known.t(prompt), self.next(known)).with(back);
        let button = |key, id: &str| KeyButton::new(key, known.t(id), Press::Typed);
        if matches!(mine, Mine::Enrolled(_)) {
            bar = bar.with(button(Key::F5, "own-key-change"));
        }
        if !keys(known).is_empty() {
            let retire = button(Key::F6, "own-key-retire");
            bar = bar.with(retire.on_if(self.chosen(known).is_some(), known.t("own-key-retire-off")));
        }
        if matches!(mine, Mine::Pending(_) | Mine::Ended(_) | Mine::Damaged) {
            bar = bar.with(button(Key::F7, "own-key-forget"));
        }
        bar
    }

    fn topic(&self) -> Topic {
        Topic::OwnKey
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let unseen = known.signatures.is_none() || known.own_key.is_none();
        if !unseen {
            self.asked = false;
        } else if !self.asked && known.may_act() {
            self.asked = true;
            return Some(Press::Signatures);
        }
        let [left, right] = columns(room, [1.0, 1.7], 12.0);
        let list = headed(ui, left, 30.0, &known.t("own-key-list"), label(17.0));
        let mut touched = self.list(ui, list, known);
        let mut inner = panel(ui, right);
        let (head, words, ink_of) = self.state(known);
        ink::line(ui, cut_top(&mut inner, 36.0), &head, in_colour(bold(24.0), ink_of));
        let lines = cut_top(&mut inner, 78.0);
        ink::words(ui, lines, &words, text(17.0));
        cut_top(&mut inner, 8.0);
        let mut pressed = None;
        if self.doing == Doing::Retire {
            touched |= self.reasons(ui, inner, known);
        } else if self.doing == Doing::Forget {
            ink::words(ui, inner, &known.t("own-key-forget-means"), text(19.0));
        } else if self.form(known).is_some() {
            pressed = self.pins(ui, inner, known);
        }
        pressed.or(touched.then_some(Press::Typed))
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if let Some(form) = self.form(known) {
            return form.typed(typed).then_some(Press::Typed);
        }
        if let (Typed::Char(c), Doing::Retire) = (typed, self.doing) {
            self.why = super::tabs::by_digit(*c, REASONS.len())?;
            return Some(Press::Typed);
        }
        self.row = typed.row(self.row, keys(known).len()).filter(|_| self.doing == Doing::Next)?;
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        const BEGINS: [(Key, Doing); 4] = [
            (Key::F5, Doing::ChangePin),
            (Key::F6, Doing::Retire),
            (Key::F7, Doing::Forget),
            (Key::Back, Doing::Next),
        ];
        if let Some((_, doing)) = BEGINS.iter().find(|(begins, _)| *begins == key) {
            self.begin(*doing);
        } else if self.doing == Doing::ChangePin {
            self.change.next();
        } else {
            self.new.next();
        }
    }

    fn refused(&mut self) {
        for form in [&mut self.new, &mut self.change] {
            form.forget_pins();
            form.go(0);
        }
    }

    fn granted(&mut self) {
        self.begin(Doing::Next);
    }
}
