//! A form: fields that are typed one after the other. Intro goes to the next one; the last
//! Intro acts. What is typed never goes to a widget that happens to have egui's focus.

use egui::{Event, ImeEvent, Key, Rect, Ui};

use super::part;
use crate::entry::{Entry, Takes};
use crate::keys::Typed;

pub mod listed;

/// The fields, and which one has the keyboard.
#[derive(Debug, Clone)]
pub struct Form {
    fields: Vec<Entry>,
    at: usize,
}

impl Form {
    /// An empty form whose fields take these.
    pub fn new(takes: &[Takes]) -> Form {
        Form { fields: takes.iter().copied().map(Entry::new).collect(), at: 0 }
    }

    /// The field that has the keyboard.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Whether the last field has the keyboard.
    pub fn is_at_last(&self) -> bool {
        self.at + 1 == self.fields.len()
    }

    /// Gives the keyboard to a field.
    pub fn go(&mut self, field: usize) {
        self.at = field.min(self.fields.len().saturating_sub(1));
    }

    /// Gives the keyboard to the next field; after the last one, to the first.
    pub fn next(&mut self) {
        self.at = if self.is_at_last() { 0 } else { self.at + 1 };
    }

    /// A field.
    pub fn field(&self, field: usize) -> &Entry {
        &self.fields[field]
    }

    /// What was typed into a field, without blanks around it.
    pub fn text(&self, field: usize) -> &str {
        self.fields[field].text().trim()
    }

    /// What was typed into each field.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(Entry::text)
    }

    /// The number in a field.
    pub fn number(&self, field: usize) -> Option<u32> {
        self.fields[field].number()
    }

    /// Writes into a field.
    pub fn put(&mut self, field: usize, text: &str) {
        self.fields[field] = self.fields[field].clone().with(text);
    }

    /// Empties a field.
    pub fn clear(&mut self, field: usize) {
        self.fields[field].clear();
    }

    /// Empties every PIN.
    pub fn forget_pins(&mut self) {
        self.fields.iter_mut().filter(|field| field.takes() == Takes::Pin).for_each(Entry::clear);
    }

    /// Whether nothing was typed into any field.
    pub fn is_empty(&self) -> bool {
        self.fields.iter().all(Entry::is_empty)
    }

    /// Whether the field with the keyboard takes words: letters, blanks and signs that are keys elsewhere.
    pub fn writes(&self) -> bool {
        matches!(self.fields[self.at].takes(), Takes::Words(_))
    }

    /// Takes what was typed; returns whether it was for a field that had room for it.
    pub fn typed(&mut self, typed: &Typed) -> bool {
        match typed {
            Typed::Char(_) | Typed::Erase => return self.fields[self.at].typed(typed),
            Typed::Next | Typed::Down => self.next(),
            Typed::Up => self.at = self.at.checked_sub(1).unwrap_or(self.fields.len() - 1),
            Typed::Left | Typed::Right => return false,
            Typed::Press(_) | Typed::Released | Typed::Scan(_) => return false,
        }
        true
    }

    /// Takes this frame's characters from the input, where the field takes words: then no
    /// character is a key. Returns whether something changed.
    pub fn write(&mut self, ui: &Ui) -> bool {
        if !self.writes() {
            return false;
        }
        let events = ui.input(|input| input.events.clone());
        let mut changed = false;
        for event in events {
            let mut typed = Vec::new();
            if let Event::Text(text) | Event::Ime(ImeEvent::Commit(text)) = &event {
                typed.extend(text.chars().map(Typed::Char));
            } else if let Event::Paste(text) = &event {
                // A line break becomes a blank.
                let plain = |c: char| if c.is_control() { ' ' } else { c };
                typed.extend(text.chars().map(plain).map(Typed::Char));
            } else if let Event::Key { key, pressed: true, repeat, .. } = event {
                // Backspace may repeat; going to another field may not.
                if key == Key::Backspace {
                    typed.push(Typed::Erase);
                } else if !repeat && (key == Key::Tab || key == Key::ArrowDown) {
                    typed.push(Typed::Next);
                } else if !repeat && key == Key::ArrowUp {
                    typed.push(Typed::Up);
                }
            }
            for typed in typed {
                changed |= self.typed(&typed);
            }
        }
        changed
    }

    /// Paints a field with its label. A touch gives it the keyboard.
    pub fn paint(&mut self, ui: &mut Ui, room: Rect, field: usize, name: &str) {
        if part::field(ui, room, name, &self.fields[field], self.at == field) {
            self.at = field;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_filled_one_after_the_other() {
        let mut form = Form::new(&[Takes::Digits(2), Takes::Digits(3)]);
        assert!(form.typed(&Typed::Char('5')));
        assert!(!form.typed(&Typed::Char('x')), "not this field's");
        assert!(form.typed(&Typed::Next));
        assert!(form.is_at_last());
        form.typed(&Typed::Char('7'));
        assert_eq!((form.number(0), form.number(1)), (Some(5), Some(7)));
        form.typed(&Typed::Up);
        form.typed(&Typed::Erase);
        assert_eq!(form.number(0), None);
        assert!(!form.typed(&Typed::Scan("B1:A17".to_string())), "a scan is for the view");
    }
}
