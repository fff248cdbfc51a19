//! The button or pedal of a post: a keyboard of one key, which sends F13 unless it is set up to send something else (ADR 74).
//!
//! Only what no field takes for a character, and no view for a key, can be its key.

use std::fmt;

use egui::{Key, Modifiers};

/// Keys that no keyboard of a desk has, or that nobody types with.
const FREE: [Key; 14] = [
    Key::F13,
    Key::F14,
    Key::F15,
    Key::F16,
    Key::F17,
    Key::F18,
    Key::F19,
    Key::F20,
    Key::F21,
    Key::F22,
    Key::F23,
    Key::F24,
    Key::ScrollLock,
    Key::PrintScreen,
];

/// With Ctrl these copy, cut and insert.
const TAKEN: [Key; 3] = [Key::C, Key::X, Key::V];

/// What a pedal sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pedal {
    key: Key,
    ctrl: bool,
    alt: bool,
    shift: bool,
}

impl Default for Pedal {
    fn default() -> Pedal {
        Pedal { key: Key::F13, ctrl: false, alt: false, shift: false }
    }
}

impl Pedal {
    /// What was pressed, whether a pedal may send it or not.
    pub const fn of(key: Key, modifiers: Modifiers) -> Pedal {
        Pedal { key, ctrl: modifiers.ctrl, alt: modifiers.alt, shift: modifiers.shift }
    }

    /// Reads what [`Pedal`] writes: `F13`, `Ctrl+Alt+P`.
    pub fn parse(text: &str) -> Option<Pedal> {
        let mut parts: Vec<&str> = text.split('+').collect();
        let key = Key::from_name(parts.pop()?)?;
        let mut pedal = Pedal { key, ctrl: false, alt: false, shift: false };
        for part in parts {
            match part {
                "Ctrl" => pedal.ctrl = true,
                "Alt" => pedal.alt = true,
                "Shift" => pedal.shift = true,
                _ => return None,
            }
        }
        Some(pedal).filter(|pedal| pedal.fits())
    }

    /// Whether a pedal may send it: nothing is written by it, and no view has another use for it.
    pub fn fits(self) -> bool {
        if self.ctrl { !TAKEN.contains(&self.key) } else { FREE.contains(&self.key) }
    }
}

impl fmt::Display for Pedal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if held {
                f.write_str(name)?;
            }
        }
        f.write_str(self.key.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_write_or_is_a_key_of_a_view_is_no_pedal_s() {
        for good in ["F13", "F24", "ScrollLock", "Ctrl+Alt+P", "Ctrl+Shift+F5"] {
            assert_eq!(Pedal::parse(good).map(|pedal| pedal.to_string()).as_deref(), Some(good));
        }
        for bad in ["P", "Space", "Enter", "F5", "Alt+P", "Shift+F13+", "Ctrl+C", "", "+", "Pedal"] {
            assert_eq!(Pedal::parse(bad), None, "{bad}");
        }
    }
}
