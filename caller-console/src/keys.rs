//! The keyboard: which key means what, and reading it once, before any widget.
//!
//! A key has one meaning everywhere (`docs/visual-language.md`). A held key is one press. What a scanner sends in one
//! burst is one scan, and none of its characters is a key.

use std::collections::VecDeque;

use egui::{Event, Key as Egui};
use hall_core::card::code::CardCode;

use crate::pedal::Pedal;

/// A key of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The next action of the bar.
    Intro,
    /// Minus or Escape: no, back.
    Back,
    /// Asterisk or blank: PARADA.
    Stop,
    /// Pausa, or the pedal: PARADA, whatever is open, in a text too.
    Pause,
    /// Plus: another card, another form.
    More,
    /// Slash or F9: incidencias.
    Trouble,
    /// F1: the help of this view; again, all keys.
    F1,
    /// F2: search.
    F2,
    /// F3: order and times; balls that remain.
    F3,
    /// F4: today's acta.
    F4,
    /// F5: the view's first form.
    F5,
    /// F6: the view's second form.
    F6,
    /// F7: the view's third form.
    F7,
    /// F8: the view's fourth form.
    F8,
    /// F10: cables and network.
    F10,
    /// F11: the last game.
    F11,
    /// F12: lock.
    F12,
    /// Home: print the paper of this view.
    Print,
    /// End: keep the paper of this view on a USB stick.
    Usb,
    /// Page up: the desk before.
    DeskBefore,
    /// Page down: the next desk.
    DeskAfter,
    /// Insert: the next page of the lists that do not find room.
    NextPage,
}

/// Each key: what stands on its cap, egui's keys for it that act even while a text field has the keyboard, and those
/// that do not. egui has none for the asterisk: it comes as a character.
const KEYS: [(Key, &str, &[Egui], &[Egui]); 22] = [
    (Key::Intro, "Intro", &[Egui::Enter], &[]),
    (Key::Back, "−", &[Egui::Escape], &[Egui::Minus]),
    (Key::Stop, "*", &[], &[Egui::Space]),
    (Key::Pause, "Pausa", &[Egui::Pause], &[]),
    (Key::More, "+", &[], &[Egui::Plus]),
    (Key::Trouble, "/", &[Egui::F9], &[Egui::Slash]),
    (Key::F1, "F1", &[Egui::F1], &[]),
    (Key::F2, "F2", &[Egui::F2], &[]),
    (Key::F3, "F3", &[Egui::F3], &[]),
    (Key::F4, "F4", &[Egui::F4], &[]),
    (Key::F5, "F5", &[Egui::F5], &[]),
    (Key::F6, "F6", &[Egui::F6], &[]),
    (Key::F7, "F7", &[Egui::F7], &[]),
    (Key::F8, "F8", &[Egui::F8], &[]),
    (Key::F10, "F10", &[Egui::F10], &[]),
    (Key::F11, "F11", &[Egui::F11], &[]),
    (Key::F12, "F12", &[Egui::F12], &[]),
    (Key::Print, "Inicio", &[], &[Egui::Home]),
    (Key::Usb, "Fin", &[], &[Egui::End]),
    (Key::DeskBefore, "RePág", &[Egui::PageUp], &[]),
    (Key::DeskAfter, "AvPág", &[Egui::PageDown], &[]),
    (Key::NextPage, "Ins", &[], &[Egui::Insert]),
];

impl Key {
    /// Every key.
    pub const ALL: [Key; 22] = {
        let mut all = [Key::Intro; 22];
        let mut place = 0;
        while place < all.len() {
            all[place] = KEYS[place].0;
            place += 1;
        }
        all
    };

    /// What stands on its cap.
    pub fn cap(self) -> &'static str {
        KEYS.iter().find(|(key, ..)| *key == self).expect("every key is in the table").1
    }

    /// Whether it only opens something to look at, or locks the desk.
    pub const fn looks(self) -> bool {
        matches!(self, Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F10 | Key::F12)
    }
}

/// Something typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A key, pressed once.
    Press(Key),
    /// Intro was released: ends a hold.
    Released,
    /// A digit, a comma or a letter, for a field or a numbered list.
    Char(char),
    /// Backspace.
    Erase,
    /// An arrow up.
    Up,
    /// An arrow down.
    Down,
    /// An arrow to the left.
    Left,
    /// An arrow to the right.
    Right,
    /// Tab: the next field.
    Next,
    /// The whole text that a scanner sent.
    Scan(String),
}

impl Typed {
    /// The row that an arrow chooses in a list, from this row on; `None` for other keys.
    pub fn row(&self, row: usize, rows: usize) -> Option<usize> {
        let last = rows.saturating_sub(1);
        self.step().map(|down| if down { (row + 1).min(last) } else { row.saturating_sub(1) })
    }

    /// The same in a list that goes round.
    pub fn row_round(&self, row: usize, rows: usize) -> Option<usize> {
        let rows = rows.max(1);
        self.step().map(|down| if down { row + 1 } else { row + rows - 1 } % rows)
    }

    /// Whether an arrow goes down.
    fn step(&self) -> Option<bool> {
        match self {
            Typed::Up => Some(false),
            Typed::Down => Some(true),
            Typed::Press(_) | Typed::Released | Typed::Char(_) => None,
            Typed::Left | Typed::Right | Typed::Erase | Typed::Next | Typed::Scan(_) => None,
        }
    }
}

/// How the 2-D code of a card begins, and so a scanner's burst (DECISIONS 4).
const SCAN_START: &str = "B1:";

/// How a scanner begins that says what it reads: its AIM identifier (ISO/IEC 15424), as in `]E0`. Nobody types it.
const AIM: char = ']';

/// The longest scan, in bytes: a code has at most 64 characters and what the scanner says before it; the rest is noise.
const SCAN_MAX: usize = 68;

/// The longest pause within a burst, in seconds. A scanner needs some hundredths; a console that is slow for a
/// moment must not cut a code in two. A whole code ends with its key, not with a pause.
const SCAN_PAUSE_S: f64 = 0.35;

/// How long the rest of a code is waited for, in seconds: half a code is of no card, and nobody types one by hand. A maker's code
/// ends with the scanner's Intro or Tab.
const SCAN_REST_S: f64 = 2.0;

/// The longest time between two characters of a held key, in seconds.
const HELD_S: f64 = 0.3;

/// Reads the keyboard, and remembers the keys that are down and an unfinished burst.
#[derive(Debug, Default)]
pub struct KeyReader {
    scan: Option<Scan>,
    down: Vec<Egui>,
    /// When `*` last came, in seconds: egui has no key for it, so a held one comes as many characters.
    star_s: Option<f64>,
    /// Events after an Intro, or after words in a text field: for the next frame.
    later: Vec<Event>,
    /// A text field has the keyboard, and gets the characters.
    pub text_has_keys: bool,
    /// What the post's pedal sends.
    pub pedal: Pedal,
    /// The last key that went down and that no view has a use for: a pedal's, or one that is written.
    pub last: Option<Pedal>,
}

#[derive(Debug)]
struct Scan {
    text: String,
    last_s: f64,
}

impl Scan {
    /// Whether a scanner sent it, and no person.
    fn is_code(&self) -> bool {
        self.text.starts_with(SCAN_START) || self.text.starts_with(AIM)
    }
}

impl KeyReader {
    #[expect(clippy::wildcard_enum_match_arm, reason = "egui's events, not ours: the rest is its own")]
    /// Takes this frame's keys out of egui's input, so that no widget sees them.
    pub fn take(&mut self, ctx: &egui::Context) -> Vec<Typed> {
        let text_has_keys = self.text_has_keys;
        ctx.input_mut(|input| {
            let now = input.time;
            let mut typed = Vec::new();
            let mut kept = Vec::new();
            let mut wrote = false;
            let mut events: VecDeque<Event> =
                self.later.drain(..).chain(std::mem::take(&mut input.events)).collect();
            while let Some(event) = events.pop_front() {
                match &event {
                    Event::Key { key, pressed, repeat, modifiers, .. } => {
                        let came = Pedal::of(*key, *modifiers);
                        if *pressed && (came.fits() || meaning(*key).is_none()) {
                            self.last = Some(came);
                        }
                        // Whatever is written, and before all of it.
                        if *pressed && (*key == Egui::Pause || came == self.pedal) {
                            if !*repeat && !self.down.contains(key) {
                                self.down.push(*key);
                                typed.push(Typed::Press(Key::Pause));
                            }
                            continue;
                        }
                        // Words written before it go into their field first.
                        if wrote && *pressed && is_command(*key) {
                            events.push_front(event);
                            break;
                        }
                        let held = *repeat || (*pressed && self.down.contains(key));
                        if *pressed && !self.down.contains(key) {
                            self.down.push(*key);
                        } else if !*pressed {
                            self.down.retain(|down| down != key);
                        }
                        let ours = meaning(*key);
                        let plain = !modifiers.ctrl && !modifiers.alt && !modifiers.command;
                        // With the shift key it begins a line in a field that has lines.
                        let new_line = *key == Egui::Enter && modifiers.shift;
                        if text_has_keys && (new_line || !is_command(*key)) && self.scan.is_none() {
                            wrote |= *pressed;
                            kept.push(event);
                        } else if plain {
                            let before = typed.len();
                            self.key(*key, *pressed, held, ours, &mut typed, now);
                            // Which field gets the keys behind it is known in the next frame.
                            if typed[before..].contains(&Typed::Press(Key::Intro)) {
                                break;
                            }
                        }
                    }
                    // In a field for words too: what a scanner says of itself begins no word.
                    Event::Text(text) if !text_has_keys || self.scan.is_some() || text.starts_with(AIM) => {
                        for c in text.chars() {
                            self.char(c, &mut typed, now);
                        }
                    }
                    Event::WindowFocused(false) => {
                        self.down.clear();
                        kept.push(event);
                    }
                    Event::Text(_) | Event::Ime(_) | Event::Paste(_) => {
                        wrote = true;
                        kept.push(event);
                    }
                    _ => kept.push(event),
                }
            }
            for event in events {
                if matches!(event, Event::Key { .. } | Event::Text(_) | Event::Ime(_) | Event::Paste(_)) {
                    self.later.push(event);
                } else {
                    kept.push(event);
                }
            }
            input.events = kept;
            self.end_of_burst(now, &mut typed);
            typed
        })
    }

    /// Whether events are left for the next frame.
    pub fn has_more(&self) -> bool {
        !self.later.is_empty()
    }

    /// Whether a burst is unfinished.
    pub fn is_scanning(&self) -> bool {
        self.scan.is_some()
    }

    fn key(
        &mut self,
        key: Egui,
        pressed: bool,
        held: bool,
        ours: Option<Typed>,
        typed: &mut Vec<Typed>,
        now: f64,
    ) {
        if self.scan.is_some() && pressed {
            if matches!(key, Egui::Enter | Egui::Tab) {
                let scan = self.scan.take().expect("looked at above");
                if scan.is_code() {
                    typed.push(Typed::Scan(scan.text));
                    return;
                }
                // A letter typed by a person, as in a series, and its Intro.
                typed.extend(scan.text.chars().map(Typed::Char));
            } else {
                self.end_of_burst(now, typed);
                // A sign of a code is no key; a blank stops the draw, in a burst too.
                let is_code = self.scan.as_ref().is_some_and(Scan::is_code);
                if is_code && matches!(key, Egui::Minus | Egui::Plus | Egui::Slash) {
                    return;
                }
            }
        }
        match (pressed, held) {
            (true, false) => typed.extend(ours),
            // Backspace may repeat: it is an edit, never an act.
            (true, true) if key == Egui::Backspace => typed.push(Typed::Erase),
            (true, true) => {}
            (false, _) if key == Egui::Enter => typed.push(Typed::Released),
            (false, _) => {}
        }
    }

    fn char(&mut self, c: char, typed: &mut Vec<Typed>, now: f64) {
        // A stop is heard in a burst too: no code has its sign.
        if let Some(scan) = self.scan.as_mut().filter(|_| c != '*') {
            if scan.text.len() < SCAN_MAX {
                scan.text.push(c);
            }
            scan.last_s = now;
            return;
        }
        if SCAN_START.starts_with(c) || c == AIM {
            self.scan = Some(Scan { text: c.to_string(), last_s: now });
            return;
        }
        match c {
            '*' => {
                let held = self.star_s.replace(now).is_some_and(|before| now - before < HELD_S);
                if !held {
                    typed.push(Typed::Press(Key::Stop));
                }
            }
            // These come as keys too, where a held one is recognised.
            '+' | '-' | '−' | '/' | ' ' => {}
            other => typed.push(Typed::Char(other)),
        }
    }

    /// Ends a burst after a pause: a scan, or characters that a person typed.
    fn end_of_burst(&mut self, now: f64, typed: &mut Vec<Typed>) {
        let ended = |scan: &mut Scan| {
            let half = scan.is_code() && CardCode::parse(&scan.text).is_none();
            now - scan.last_s > if half { SCAN_REST_S } else { SCAN_PAUSE_S }
        };
        let Some(scan) = self.scan.take_if(ended) else { return };
        if scan.is_code() {
            typed.push(Typed::Scan(scan.text));
        } else {
            typed.extend(scan.text.chars().map(Typed::Char));
        }
    }
}

/// Whether a key acts even while a text field has the keyboard.
fn is_command(key: Egui) -> bool {
    KEYS.iter().any(|(_, _, commands, _)| commands.contains(&key))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "egui's keys, not ours: the rest means nothing here")]
fn meaning(key: Egui) -> Option<Typed> {
    match key {
        Egui::Backspace => Some(Typed::Erase),
        Egui::ArrowUp => Some(Typed::Up),
        Egui::ArrowDown => Some(Typed::Down),
        Egui::ArrowLeft => Some(Typed::Left),
        Egui::ArrowRight => Some(Typed::Right),
        Egui::Tab => Some(Typed::Next),
        _ => {
            let mut all = KEYS.iter();
            let means = all.find(|(_, _, commands, others)| commands.contains(&key) || others.contains(&key));
            means.map(|(key, ..)| Typed::Press(*key))
        }
    }
}
