//! A field that is typed into: digits, money, a PIN or a name. It holds its own text, so that keys never go to a widget
//! that has egui's focus.

use zeroize::Zeroize;

use crate::keys::Typed;

/// Digits of the shortest PIN (DECISIONS 5).
pub const PIN_MIN: usize = *hall_wire::pin::DIGITS.start();

/// What a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Digits, at most so many.
    Digits(usize),
    /// Euros with a comma.
    Money,
    /// Digits that are not shown, at most 12.
    Pin,
    /// Capital letters and digits, as in a series or a set of balls.
    Code(usize),
    /// Anything printable, at most so many characters.
    Words(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    takes: Takes,
    text: String,
}

impl Entry {
    pub const fn new(takes: Takes) -> Entry {
        Entry { takes, text: String::new() }
    }

    #[must_use]
    pub fn with(mut self, text: &str) -> Entry {
        self.text.clear();
        for c in text.chars() {
            self.put(c);
        }
        self
    }

    pub const fn takes(&self) -> Takes {
        self.takes
    }

    /// Appends a character, if the field takes it; returns whether it does.
    pub fn put(&mut self, c: char) -> bool {
        let (c, room) = match self.takes {
            Takes::Digits(most) => (c, c.is_ascii_digit() && self.text.len() < most),
            Takes::Pin => (c, c.is_ascii_digit() && self.text.len() < 12),
            Takes::Money => {
                let c = if c == '.' { ',' } else { c };
                let (whole, cents) =
                    self.text.split_once(',').map_or((self.text.as_str(), None), |(w, c)| (w, Some(c)));
                let good = match cents {
                    None => (c.is_ascii_digit() && whole.len() < 7) || (c == ',' && !whole.is_empty()),
                    Some(cents) => c.is_ascii_digit() && cents.len() < 2,
                };
                (c, good)
            }
            Takes::Code(most) => {
                let c = c.to_ascii_uppercase();
                (c, c.is_ascii_alphanumeric() && self.text.len() < most)
            }
            Takes::Words(most) => (c, !c.is_control() && self.text.chars().count() < most),
        };
        if room {
            self.text.push(c);
        }
        room
    }

    /// Takes a character or a backspace; returns whether it was for this field.
    pub fn typed(&mut self, typed: &Typed) -> bool {
        match typed {
            Typed::Char(c) => self.put(*c),
            Typed::Erase => {
                self.erase();
                true
            }
            Typed::Press(_)
            | Typed::Released
            | Typed::Up
            | Typed::Down
            | Typed::Left
            | Typed::Right
            | Typed::Next
            | Typed::Scan(_) => false,
        }
    }

    pub fn erase(&mut self) {
        self.text.pop();
    }

    pub fn clear(&mut self) {
        // It may be a PIN.
        self.text.zeroize();
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What the screen shows: dots for a PIN.
    pub fn shown(&self) -> String {
        match self.takes {
            Takes::Pin => "●".repeat(self.text.chars().count()),
            Takes::Digits(_) | Takes::Money | Takes::Code(_) | Takes::Words(_) => self.text.clone(),
        }
    }

    pub fn number(&self) -> Option<u32> {
        self.text.parse().ok()
    }

    /// The amount in cents.
    pub fn cents(&self) -> Option<u64> {
        let (whole, cents) = self.text.split_once(',').unwrap_or((&self.text, ""));
        let whole: u64 = whole.parse().ok()?;
        let cents: u64 = match cents.len() {
            0 => 0,
            1 => cents.parse::<u64>().ok()? * 10,
            _ => cents.parse().ok()?,
        };
        Some(whole * 100 + cents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_read_as_it_is_typed() {
        let cents = |text: &str| Entry::new(Takes::Money).with(text).cents();
        assert_eq!(cents("2"), Some(200));
        assert_eq!(cents("2,5"), Some(250));
        assert_eq!(cents("2.05"), Some(205));
        assert_eq!(cents("2,055"), Some(205), "no third decimal");
        assert_eq!(cents(",5"), Some(500), "a comma needs euros before it");
        assert_eq!(cents(""), None);
    }

    #[test]
    fn a_field_takes_its_own_characters_only() {
        assert_eq!(Entry::new(Takes::Digits(2)).with("1a2b3").text(), "12");
        assert_eq!(Entry::new(Takes::Code(8)).with("j1-").text(), "J1");
        assert_eq!(Entry::new(Takes::Pin).with("4938").shown(), "●●●●");
    }
}
