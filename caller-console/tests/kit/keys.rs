//! Keys as a keyboard sends them.

use caller_console::keys::Key;
use caller_console::press::Press;

use super::Console;

impl Console {
    /// Presses a key with others held beside it.
    pub fn raw_with(&mut self, key: egui::Key, modifiers: egui::Modifiers) -> Vec<Press> {
        self.reads();
        let event = |pressed| egui::Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        let mut pressed = self.send(vec![event(true)]);
        pressed.extend(self.send(vec![event(false)]));
        pressed
    }
}

pub(super) fn egui_key(key: egui::Key, pressed: bool, repeat: bool) -> egui::Event {
    egui::Event::Key { key, physical_key: None, pressed, repeat, modifiers: egui::Modifiers::NONE }
}

/// What a keyboard sends for a key of ours: many come as a key and as a character.
pub(super) fn key_events(key: Key, pressed: bool, repeat: bool) -> Vec<egui::Event> {
    use egui::Key as Egui;
    let (key, text) = match key {
        Key::Intro => (Egui::Enter, ""),
        Key::Back => (Egui::Minus, "-"),
        // egui has no key for the asterisk of the keypad: it comes as a character only.
        Key::Stop => {
            return if pressed { vec![egui::Event::Text("*".to_string())] } else { Vec::new() };
        }
        Key::Pause => (Egui::Pause, ""),
        Key::More => (Egui::Plus, "+"),
        Key::Trouble => (Egui::Slash, "/"),
        Key::F1 => (Egui::F1, ""),
        Key::F2 => (Egui::F2, ""),
        Key::F3 => (Egui::F3, ""),
        Key::F4 => (Egui::F4, ""),
        Key::F5 => (Egui::F5, ""),
        Key::F6 => (Egui::F6, ""),
        Key::F7 => (Egui::F7, ""),
        Key::F8 => (Egui::F8, ""),
        Key::F10 => (Egui::F10, ""),
        Key::F11 => (Egui::F11, ""),
        Key::F12 => (Egui::F12, ""),
        Key::Print => (Egui::Home, ""),
        Key::Usb => (Egui::End, ""),
        Key::DeskBefore => (Egui::PageUp, ""),
        Key::DeskAfter => (Egui::PageDown, ""),
        Key::NextPage => (Egui::Insert, ""),
    };
    let mut events = vec![egui_key(key, pressed, repeat)];
    if pressed && !text.is_empty() {
        events.push(egui::Event::Text(text.to_string()));
    }
    events
}

impl Console {
    /// Begins a line in a field that has lines: the shift key and Enter.
    pub fn new_line(&mut self) {
        self.reads();
        for pressed in [true, false] {
            let mut key = egui_key(egui::Key::Enter, pressed, false);
            if let egui::Event::Key { modifiers, .. } = &mut key {
                *modifiers = egui::Modifiers::SHIFT;
            }
            self.send(vec![key]);
        }
    }
}

impl Console {
    /// Types what a state has, by the caps of keys; other words as they are.
    pub fn type_caps(&mut self, caps: &[&str]) {
        for cap in caps {
            match (Key::ALL.into_iter().find(|key| key.cap() == *cap), *cap) {
                (Some(key), _) => drop(self.press_armed(key)),
                (None, "↓") => drop(self.raw(egui::Key::ArrowDown)),
                (None, "↑") => drop(self.raw(egui::Key::ArrowUp)),
                (None, words) => drop(self.type_in(words)),
            }
        }
    }

    /// A scanner sends a code, and this as its last key.
    pub fn scanner(&mut self, code: &str, last: Option<egui::Key>) -> Vec<Press> {
        let mut pressed = self.send(scanned(code, last));
        // What is behind the words of a field comes a frame later.
        pressed.extend(self.send(Vec::new()));
        pressed
    }
}

/// A code as a scanner sends it, being a keyboard: each character as a key and as a text, all at once, and its last key.
pub(super) fn scanned(code: &str, last: Option<egui::Key>) -> Vec<egui::Event> {
    let mut events = Vec::new();
    for c in code.chars() {
        let key = egui::Key::from_name(&c.to_ascii_uppercase().to_string());
        events.extend(key.map(|key| egui_key(key, true, false)));
        events.push(egui::Event::Text(c.to_string()));
        events.extend(key.map(|key| egui_key(key, false, false)));
    }
    events.extend(last.into_iter().flat_map(|key| [true, false].map(|down| egui_key(key, down, false))));
    events
}
