//! A form with a numbered list behind its last field: while the list has the keyboard, digits choose.

use egui::{Rect, Ui};

use super::Form;
use crate::entry::Takes;
use crate::keys::Typed;
use crate::view::part;
use crate::view::tabs::by_digit;

/// Fields, and a list of options behind them.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The fields.
    pub form: Form,
    options: usize,
    at_list: bool,
}

/// What something typed did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Nothing: it is not for the form.
    Nothing,
    /// It went into a field, or to another.
    Moved,
    /// It chooses this option.
    Chose(usize),
}

impl Listed {
    /// Empty fields that take these, and so many options.
    pub fn new(takes: &[Takes], options: usize) -> Listed {
        Listed { form: Form::new(takes), options, at_list: false }
    }

    /// Whether digits choose from the list.
    pub const fn at_list(&self) -> bool {
        self.at_list
    }

    /// Gives the keyboard to the list.
    pub const fn go_to_list(&mut self) {
        self.at_list = true;
    }

    /// Whether nothing comes behind what has the keyboard: Intro acts.
    pub fn is_at_end(&self) -> bool {
        if self.options > 0 { self.at_list } else { self.form.is_at_last() }
    }

    /// Whether characters go into a field for words instead of being keys.
    pub fn writes(&self) -> bool {
        !self.at_list && self.form.writes()
    }

    /// Takes words from the input; returns whether something changed.
    pub fn write(&mut self, ui: &Ui) -> bool {
        self.writes() && self.form.write(ui)
    }

    /// Goes to the next field, from the last one to the list, and from there to the first field.
    pub fn next(&mut self) {
        if self.at_list {
            self.at_list = false;
            self.form.go(0);
        } else if self.options > 0 && self.form.is_at_last() {
            self.at_list = true;
        } else {
            self.form.next();
        }
    }

    /// Takes what was typed; while the list has the keyboard, no field does.
    pub fn typed(&mut self, typed: &Typed) -> Heard {
        match typed {
            Typed::Char(c) if self.at_list => {
                return by_digit(*c, self.options).map_or(Heard::Moved, Heard::Chose);
            }
            Typed::Next | Typed::Down => self.next(),
            Typed::Up if self.at_list => self.at_list = false,
            Typed::Char(_) | Typed::Erase | Typed::Up => {
                if self.at_list || !self.form.typed(typed) {
                    return Heard::Nothing;
                }
            }
            Typed::Left | Typed::Right => return Heard::Nothing,
            Typed::Press(_) | Typed::Released | Typed::Scan(_) => return Heard::Nothing,
        }
        Heard::Moved
    }

    /// Paints a field with its label, on several lines if it is `long`. A touch gives it the keyboard.
    pub fn paint(&mut self, ui: &mut Ui, room: Rect, field: usize, name: &str, long: bool) {
        let focus = !self.at_list && self.form.at() == field;
        let paint = if long { part::words_field } else { part::field };
        if paint(ui, room, name, self.form.field(field), focus) {
            self.at_list = false;
            self.form.go(field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_the_fields_until_the_list_has_the_keyboard() {
        let mut listed = Listed::new(&[Takes::Digits(2)], 2);
        assert_eq!(listed.typed(&Typed::Char('2')), Heard::Moved);
        assert_eq!(listed.form.number(0), Some(2));
        assert!(!listed.is_at_end());
        listed.next();
        assert!(listed.is_at_end());
        assert_eq!(listed.typed(&Typed::Char('2')), Heard::Chose(1));
        assert_eq!(listed.typed(&Typed::Char('3')), Heard::Moved, "no such option: nothing, and no field's");
        assert_eq!(listed.typed(&Typed::Erase), Heard::Nothing);
        assert_eq!(listed.form.number(0), Some(2));
        assert_eq!(listed.typed(&Typed::Up), Heard::Moved);
        assert!(!listed.at_list());
    }

    #[test]
    fn without_options_the_last_field_is_the_end() {
        let mut listed = Listed::new(&[Takes::Digits(2), Takes::Digits(2)], 0);
        listed.next();
        assert!(listed.is_at_end() && !listed.at_list());
        listed.next();
        assert_eq!(listed.form.at(), 0);
    }
}
