//! The keyboard: which key means what, and reading it once, before any widget.
//!
//! A key has one meaning everywhere (`docs/visual-language.md`). A held key is one press. A
//! scanner's burst is one scan, whatever it holds, and none of its characters is a key.

use std::collections::VecDeque;

use egui::{Event, Key as Egui};

/// A key of the console, as it is drawn on its button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The next action of the bar.
    Intro,
    /// No, back.
    Back,
    /// PARADA.
    Stop,
    /// Another card; another form.
    More,
    /// Incidencias; F9 is the same.
    Trouble,
    /// F1: the keys of this view.
    F1,
    /// F2: look at a card.
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

impl Key {
    /// Returns what stands on its cap.
    pub const fn cap(self) -> &'static str {
        match self {
            Key::Intro => "Intro",
            Key::Back => "−",
            Key::Stop => "*",
            Key::More => "+",
            Key::Trouble => "/",
            Key::F1 => "F1",
            Key::F2 => "F2",
            Key::F3 => "F3",
            Key::F4 => "F4",
            Key::F5 => "F5",
            Key::F6 => "F6",
            Key::F7 => "F7",
            Key::F8 => "F8",
            Key::F10 => "F10",
            Key::F11 => "F11",
            Key::F12 => "F12",
            Key::Print => "Inicio",
            Key::Usb => "Fin",
            Key::DeskBefore => "RePág",
            Key::DeskAfter => "AvPág",
            Key::NextPage => "Ins",
        }
    }
}

/// What was typed, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A key, pressed once.
    Press(Key),
    /// Intro was let go: ends a hold.
    Released,
    /// A digit, a comma or a letter, for a field or a numbered list.
    Char(char),
    /// Backspace.
    Erase,
    /// An arrow up.
    Up,
    /// An arrow down.
    Down,
    /// Tab: the next field.
    Next,
    /// What a scanner sent, whole.
    Scan(String),
}

impl Typed {
    /// Returns the row that an arrow chooses in a list, from this row on; none for what is no arrow.
    pub fn row(&self, row: usize, rows: usize) -> Option<usize> {
        let last = rows.saturating_sub(1);
        self.step().map(|down| if down { (row + 1).min(last) } else { row.saturating_sub(1) })
    }

    /// Returns the row that an arrow chooses in a list that goes round.
    pub fn row_round(&self, row: usize, rows: usize) -> Option<usize> {
        let rows = rows.max(1);
        self.step().map(|down| if down { row + 1 } else { row + rows - 1 } % rows)
    }

    /// Returns whether an arrow goes down.
    fn step(&self) -> Option<bool> {
        match self {
            Typed::Up => Some(false),
            Typed::Down => Some(true),
            Typed::Press(_)
            | Typed::Released
            | Typed::Char(_)
            | Typed::Erase
            | Typed::Next
            | Typed::Scan(_) => None,
        }
    }
}

/// What begins a scanner's burst: the 2-D code of a card begins so (DECISIONS 4).
const SCAN_START: &str = "B1:";

/// The longest scan: a code has at most 43 characters; what is longer is noise.
const SCAN_MAX: usize = 64;

/// How long a scanner may pause within a burst, in seconds: it needs some hundredths, and a console that
/// is slow for a moment must not cut a card in two. A whole code ends with its key, not with this.
const SCAN_PAUSE_S: f64 = 0.35;

/// How far apart the characters of a held key come at most, in seconds.
const HELD_S: f64 = 0.3;

/// Reads the keyboard; it has to remember keys that are down and a burst that is not over.
#[derive(Debug, Default)]
pub struct Reader {
    scan: Option<Scan>,
    down: Vec<Egui>,
    /// When `*` was last heard: egui has no key for it, so a held one comes as many.
    star_s: Option<f64>,
    /// What came behind an Intro, or behind words that were being written: for the next frame.
    later: Vec<Event>,
    /// A text field of egui's has the keyboard: characters are its own.
    pub text_has_keys: bool,
}

#[derive(Debug)]
struct Scan {
    text: String,
    last_s: f64,
}

impl Reader {
    #[expect(clippy::wildcard_enum_match_arm, reason = "egui's events, not ours: the rest is its own")]
    /// Takes this frame's keys out of the input, so that no widget sees them, and returns what they mean.
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
                        // What was written before it goes into its field first.
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
                        if text_has_keys && !is_command(*key) {
                            wrote |= *pressed;
                            kept.push(event);
                        } else if plain {
                            let before = typed.len();
                            self.key(*key, *pressed, held, ours, &mut typed, now);
                            // Where the keyboard is behind it, only the next frame knows.
                            if typed[before..].contains(&Typed::Press(Key::Intro)) {
                                break;
                            }
                        }
                    }
                    Event::Text(text) if !text_has_keys => {
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

    /// Returns whether more was typed than one frame may take: then look again at once.
    pub fn has_more(&self) -> bool {
        !self.later.is_empty()
    }

    /// Returns whether a burst is not over: then look again soon.
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
                if scan.text.starts_with(SCAN_START) {
                    typed.push(Typed::Scan(scan.text));
                    return;
                }
                // A letter typed fast, as in a series, and its Intro.
                typed.extend(scan.text.chars().map(Typed::Char));
            } else {
                self.end_of_burst(now, typed);
            }
        }
        match (pressed, held) {
            (true, false) => typed.extend(ours),
            // Rubbing out may repeat: it is an edit, never an act.
            (true, true) if key == Egui::Backspace => typed.push(Typed::Erase),
            (true, true) => {}
            (false, _) if key == Egui::Enter => typed.push(Typed::Released),
            (false, _) => {}
        }
    }

    fn char(&mut self, c: char, typed: &mut Vec<Typed>, now: f64) {
        if let Some(scan) = &mut self.scan {
            if scan.text.len() < SCAN_MAX {
                scan.text.push(c);
            }
            scan.last_s = now;
            return;
        }
        if SCAN_START.starts_with(c) {
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
            // These come as keys too, and there a held one can be told.
            '+' | '-' | '−' | '/' | ' ' => {}
            other => typed.push(Typed::Char(other)),
        }
    }

    /// A burst that has fallen silent is over. What a person types one by one was no burst.
    fn end_of_burst(&mut self, now: f64, typed: &mut Vec<Typed>) {
        let Some(scan) = self.scan.take_if(|scan| now - scan.last_s > SCAN_PAUSE_S) else { return };
        if scan.text.starts_with(SCAN_START) {
            typed.push(Typed::Scan(scan.text));
        } else {
            typed.extend(scan.text.chars().map(Typed::Char));
        }
    }
}

/// Keys that act even while a text field has the keyboard.
fn is_command(key: Egui) -> bool {
    matches!(
        key,
        Egui::Escape
            | Egui::F1
            | Egui::F2
            | Egui::F3
            | Egui::F4
            | Egui::F5
            | Egui::F6
            | Egui::F7
            | Egui::F8
            | Egui::F9
            | Egui::F10
            | Egui::F11
            | Egui::F12
            | Egui::PageUp
            | Egui::PageDown
            | Egui::Enter
    )
}

#[expect(clippy::wildcard_enum_match_arm, reason = "egui's keys, not ours: the rest means nothing here")]
fn meaning(key: Egui) -> Option<Typed> {
    let press = match key {
        Egui::Enter => Key::Intro,
        Egui::Minus | Egui::Escape => Key::Back,
        Egui::Space => Key::Stop,
        Egui::Plus => Key::More,
        Egui::Slash | Egui::F9 => Key::Trouble,
        Egui::F1 => Key::F1,
        Egui::F2 => Key::F2,
        Egui::F3 => Key::F3,
        Egui::F4 => Key::F4,
        Egui::F5 => Key::F5,
        Egui::F6 => Key::F6,
        Egui::F7 => Key::F7,
        Egui::F8 => Key::F8,
        Egui::F10 => Key::F10,
        Egui::F11 => Key::F11,
        Egui::F12 => Key::F12,
        Egui::Home => Key::Print,
        Egui::End => Key::Usb,
        Egui::PageUp => Key::DeskBefore,
        Egui::PageDown => Key::DeskAfter,
        Egui::Insert => Key::NextPage,
        Egui::Backspace => return Some(Typed::Erase),
        Egui::ArrowUp => return Some(Typed::Up),
        Egui::ArrowDown => return Some(Typed::Down),
        Egui::Tab => return Some(Typed::Next),
        _ => return None,
    };
    Some(Typed::Press(press))
}
