//! F2 · A card to look at, over any view: scanned, by series and number, or by some of its numbers when
//! the rest is torn off. No claim, and nothing of the draw: not even which of its numbers are called.

use egui::{Rect, Ui, vec2};
use hall_look::{ink, words};
use hall_wire::barcode;
use hall_wire::message::{CardFound, CardState};

use super::View;
use super::part::{self, Cell, Tag, bold, cut_top, label, panel, panel_in_focus, tag, text};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::Typed;
use crate::known::Known;
use crate::press::{Press, Sought};
use crate::view::help::Topic;

/// The longest thing typed: a series and fifteen numbers.
const TYPED_MAX: usize = 60;

/// The fewest numbers that find a torn card.
const NUMBERS_MIN: usize = 6;

/// The card that is looked at.
pub struct Card {
    typed: Entry,
    /// What was scanned, until something is typed.
    scanned: Option<String>,
    /// Which of the cards that were found.
    row: usize,
}

impl Default for Card {
    fn default() -> Card {
        Card { typed: Entry::new(Takes::Words(TYPED_MAX)), scanned: None, row: 0 }
    }
}

impl Card {
    /// What to look up, from what was typed, or what is missing.
    fn sought(&self, known: &Known) -> Result<Sought, String> {
        let parts: Vec<&str> = self.typed.text().split([' ', ',']).filter(|part| !part.is_empty()).collect();
        let (series, numbers) = match parts.split_first() {
            None => return Err(known.t("look-missing")),
            Some((first, rest)) if first.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                (Some(*first), rest)
            }
            Some(_) => (None, &parts[..]),
        };
        let parsed: Option<Vec<u32>> = numbers.iter().map(|number| number.parse().ok()).collect();
        let Some(parsed) = parsed.filter(|_| series.is_none_or(is_series)) else {
            return Err(known.t("look-not-so"));
        };
        match (series, &parsed[..]) {
            (Some(_), []) => Err(known.t("look-missing-number")),
            (Some(series), [card]) => Ok(Sought::Card { series: series.to_string(), card: *card }),
            (None, [card]) => {
                let (series, card) = known.card_of(*card).ok_or_else(|| known.t("look-missing-series"))?;
                Ok(Sought::Card { series, card })
            }
            (_, some) if some.len() < NUMBERS_MIN => {
                Err(known.ta("look-too-few", &[("n", &(NUMBERS_MIN - some.len()).to_string())]))
            }
            (series, some) => {
                Ok(Sought::Holding { series: series.map(str::to_string), numbers: some.to_vec() })
            }
        }
    }

    /// What to look up: the scanned card, or what was typed.
    fn now(&self, known: &Known) -> Result<Sought, String> {
        let Some(code) = &self.scanned else { return self.sought(known) };
        let scan = known.scan(code).map_err(|unread| known.unread(&unread))?;
        if scan.code.is_some() {
            return Ok(Sought::Code(barcode::aim(code).1.to_owned()));
        }
        let card = scan.number.0;
        let series = scan.series.map(|series| series.to_string());
        let of = series.map(|series| (series, card)).or_else(|| known.card_of(card));
        of.map(|(series, card)| Sought::Card { series, card }).ok_or_else(|| known.t("look-missing-series"))
    }

    /// What was scanned and what it is understood as, in words.
    fn understood(&self, known: &Known) -> Option<(String, String)> {
        let code = self.scanned.as_deref()?;
        let words = match known.scan(code) {
            Err(unread) => known.unread(&unread),
            Ok(scan) => {
                let series = scan.series.map_or_else(|| known.t("scan-any-series"), |series| series.spelt());
                let maker = scan.pattern.unwrap_or_else(|| known.t("scan-own"));
                known.ta("scan-is", &[("maker", &maker), ("series", &series), ("card", &scan.number)])
            }
        };
        Some((known.ta("scan-read", &[("code", &code)]), words))
    }

    /// The cards found for it.
    fn found<'k>(&self, known: &'k Known) -> Option<&'k [CardFound]> {
        let (sought, found) = known.found.as_deref()?;
        self.now(known).is_ok_and(|now| now == *sought).then_some(&found.cards[..])
    }

    fn type_char(&mut self, c: char, known: &Known) {
        if self.found(known).is_some() || self.scanned.is_some() {
            // Typing again starts another search.
            *self = Card::default();
        }
        let blank = self.typed.text().is_empty() || self.typed.text().ends_with(' ');
        match c {
            ',' | '.' | ' ' if !blank => {
                self.typed.put(' ');
            }
            c if c.is_ascii_alphanumeric() => {
                self.typed.put(c.to_ascii_uppercase());
            }
            _ => {}
        }
        self.row = 0;
    }
}

fn is_series(text: &str) -> bool {
    hall_core::series::SeriesId::parse(text).is_some()
}

impl View for Card {
    fn bar(&self, known: &Known) -> Bar {
        let verb = known.t("look-verb");
        let next = match self.now(known) {
            Ok(_) if self.found(known).is_some() => Next::close(known),
            Ok(sought) => Next::Do(NextAct::new(verb, Press::Find(sought)).at_once()),
            Err(what) => Next::Missing { label: verb, what },
        };
        Bar::new(Lead::May, known.t("look-prompt"), next).with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::Card
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let (left, right) = room.split_left_right_at_x(room.left() + 400.0);
        let mut inner = panel_in_focus(ui, left);
        part::field(ui, cut_top(&mut inner, 84.0), &known.t("look-field"), &self.typed, true);
        cut_top(&mut inner, 12.0);
        if let Some((code, words)) = self.understood(known) {
            ink::line(ui, cut_top(&mut inner, 24.0), &code, label(16.0));
            ink::words(ui, cut_top(&mut inner, 66.0), &words, text(17.0));
        }
        let cards = self.found(known);
        match cards {
            None => {
                ink::words(ui, inner, &known.t("look-help"), label(17.0));
            }
            Some([]) => {
                ink::words(ui, inner, &known.t("look-none"), text(19.0));
            }
            Some(cards) => {
                let more = known.found.as_deref().map_or(0, |(_, found)| found.more);
                self.row = self.row.min(cards.len() - 1);
                self.list(ui, inner, known, cards, more);
            }
        }
        let inner = panel(ui, Rect::from_min_max(right.min + vec2(12.0, 0.0), right.max));
        if let Some(card) = cards.and_then(|cards| cards.get(self.row)) {
            paint(ui, inner, known, card);
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match typed {
            Typed::Char(c) => self.type_char(*c, known),
            Typed::Next => self.type_char(' ', known),
            Typed::Erase => {
                self.scanned = None;
                self.typed.erase();
            }
            Typed::Scan(code) => {
                *self = Card { scanned: Some(code.clone()), ..Card::default() };
                // What it is understood as is shown; one that is of no card is refused besides.
                return Some(self.now(known).map_or(Press::Refuse("lectura-ilegible"), Press::Find));
            }
            Typed::Up | Typed::Down => {
                self.row = typed.row(self.row, self.found(known).map_or(0, <[CardFound]>::len))?;
            }
            Typed::Left | Typed::Right | Typed::Press(_) | Typed::Released => return None,
        }
        Some(Press::Typed)
    }
}

impl Card {
    /// The cards that were found, where there are more than one.
    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, cards: &[CardFound], more: u32) {
        if cards.len() == 1 {
            ink::words(ui, room, &known.t("look-help"), label(17.0));
            return;
        }
        let rows: Vec<Vec<String>> =
            cards.iter().map(|card| vec![words::series(&card.series), card.card.to_string()]).collect();
        let head = [part::Column::left("sala-col-series", 1.0), part::Column::right("look-number", 1.0)];
        if more > 0 {
            let line = cut_top(&mut room, 28.0);
            ink::line(ui, line, &known.ta("look-more", &[("n", &more)]), label(16.0));
        }
        if let Some(pressed) = part::table(ui, room, known, &head, &rows, Some(self.row)) {
            self.row = pressed;
        }
    }
}

/// Paints a card and what is known of it.
fn paint(ui: &mut Ui, mut room: Rect, known: &Known, card: &CardFound) {
    let head = cut_top(&mut room, 40.0);
    let title = known.ta("look-card", &[("series", &words::series(&card.series)), ("card", &card.card)]);
    ink::line(ui, head, &title, bold(28.0));
    match card.genuine {
        Some(true) => tag(ui, head, &known.t("look-genuine"), Tag::Ok),
        Some(false) => tag(ui, head, &known.t("look-forged"), Tag::Refuse),
        None => head,
    };
    cut_top(&mut room, 8.0);
    let grid = cut_top(&mut room, 260.0);
    let marks = card.grid.map(|row| row.map(|number| if number == 0 { Cell::Blank } else { Cell::NotOut }));
    part::card(ui, grid, known, &card.grid, &marks);
    cut_top(&mut room, 10.0);
    let key = card.check_key.clone().unwrap_or_else(|| "—".to_string());
    let mut lines = vec![
        known.ta("look-key", &[("key", &key)]),
        known.ta("look-matrix", &[("n", &card.matrix)]),
        whereabouts(known, card),
    ];
    if card.retired {
        lines.push(known.t("look-retired"));
    }
    if card.genuine == Some(false) {
        lines.push(known.t("look-forged-do"));
    }
    for line in lines {
        let row = cut_top(&mut room, 30.0);
        ink::line(ui, row, &line, text(19.0));
    }
}

/// Where a card is or was, in words.
fn whereabouts(known: &Known, card: &CardFound) -> String {
    let Some(is) = &card.whereabouts else { return known.t("look-unsold") };
    let id = match is.state {
        CardState::Issued => "look-issued",
        CardState::Sold => "look-sold",
        CardState::Returned => "look-returned",
        CardState::Burned => "look-burned",
        CardState::Refunded => "look-refunded",
    };
    let game = words::count(u64::from(is.game));
    known.ta(id, &[("game", &game), ("name", &known.short_name(is.seller))])
}
