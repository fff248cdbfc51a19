//! F2 · One search for everything, over any view: a card as it always was at this key, scanned, by series and number, or by some of its
//! numbers when the rest is torn off; and a game, a ball, a person, a set of balls, an amount, an hour, words of the acta. It is no
//! claim, and it shows nothing of the draw that was not announced: not even which numbers of a card are called.

use egui::{Rect, Ui, vec2};
use hall_core::people::Role;
use hall_core::series::SeriesId;
use hall_look::ink;
use hall_wire::barcode;
use hall_wire::message::{SearchFound, SearchHit};

use super::View;
use super::part::{self, label, panel, panel_in_focus, text};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;

mod detail;
mod row;

/// The longest thing typed, in characters: a series and fifteen numbers, a sentence of some words.
const TYPED_MAX: usize = 60;

/// From so many characters on the text stands in two smaller lines.
const LONG: usize = 18;

/// The fewest numbers that find a torn card.
const NUMBERS_MIN: usize = 6;

/// What is looked for, and what was found.
pub struct Search {
    typed: Entry,
    /// What was scanned, until something is typed.
    scanned: Option<String>,
    /// Which of the hits.
    row: usize,
    /// How many searches there had been when this text was written: an older answer is not its own.
    before: Option<u64>,
}

impl Default for Search {
    fn default() -> Search {
        Search { typed: Entry::new(Takes::Words(TYPED_MAX)), scanned: None, row: 0, before: None }
    }
}

impl Search {
    /// Another text, written now.
    fn anew(&mut self, known: &Known) {
        *self = Search { before: Some(known.search.times), ..Search::default() };
    }

    /// What to look for: what was scanned or typed; or what is missing.
    fn sought(&self, known: &Known) -> Result<String, String> {
        let Some(code) = &self.scanned else { return self.of_typed(known) };
        let scan = known.scan(code).map_err(|unread| known.unread(&unread))?;
        if scan.code.is_some() {
            return Ok(barcode::aim(code).1.to_owned());
        }
        let card = scan.number.0;
        let series = scan.series.map(|series| series.to_string());
        let of = series.map(|series| (series, card)).or_else(|| known.card_of(card));
        of.map(|(series, card)| format!("{series} {card}")).ok_or_else(|| known.t("look-missing-series"))
    }

    fn of_typed(&self, known: &Known) -> Result<String, String> {
        let text = self.typed.text().trim();
        if text.is_empty() {
            return Err(known.t("find-missing"));
        }
        let lists = &known.lists;
        let series = text.to_ascii_uppercase();
        let is_set = lists.ball_sets.iter().any(|row| row.set == series);
        if SeriesId::parse(&series).is_some()
            && !is_set
            && lists.series.iter().any(|row| row.series == series)
        {
            return Err(known.t("look-missing-number"));
        }
        let parts: Vec<&str> = text.split([' ', ',', '.']).filter(|part| !part.is_empty()).collect();
        let torn =
            parts.iter().all(|part| part.len() < 3 && part.parse().is_ok_and(|n: u8| (1..=90).contains(&n)));
        if torn && (3..NUMBERS_MIN).contains(&parts.len()) {
            let left = (NUMBERS_MIN - parts.len()).to_string();
            return Err(known.ta("look-too-few", &[("n", &left)]));
        }
        Ok(text.to_owned())
    }

    /// The answer to what stands there, if it has come.
    fn found<'k>(&self, known: &'k Known) -> Option<&'k SearchFound> {
        self.is_asked(known).then_some(known.search.found.as_deref()).flatten()
    }

    /// Whether what stands there was looked for last.
    fn is_asked(&self, known: &Known) -> bool {
        let search = &known.search;
        self.before.is_some_and(|before| search.times > before)
            && self.sought(known).is_ok_and(|sought| sought == search.text)
    }

    fn hit<'k>(&self, known: &'k Known) -> Option<&'k SearchHit> {
        self.found(known)?.hits.get(self.row)
    }

    fn write(&mut self, c: char, known: &Known) -> bool {
        if self.is_asked(known) || self.scanned.is_some() {
            // Typing again starts another search.
            self.anew(known);
        }
        let blank = self.typed.text().is_empty() || self.typed.text().ends_with(' ');
        (self.row, self.before) = (0, Some(known.search.times));
        !(c == ' ' && blank) && self.typed.put(c)
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

    /// What Intro does once there is an answer: it goes to the game that the hit is of, or closes.
    fn opens(&self, known: &Known) -> Next {
        let told = self.hit(known).and_then(|hit| match hit {
            SearchHit::Told(told) => told.place.game,
            SearchHit::BallSet(set) => set.games.first().and_then(|place| place.game),
            SearchHit::Card(_) | SearchHit::Game(_) | SearchHit::Person(_) => None,
        });
        let Some(game) = told else { return Next::close(known) };
        let press = Press::Find(row::game_text(game));
        Next::Do(NextAct::new(known.ta("find-open", &[("game", &game)]), press))
    }
}

/// Those whose searches are part of the work; of others they are recorded.
fn works_here(known: &Known) -> bool {
    let here = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor];
    here.into_iter().any(|role| known.has_role(role))
}

impl View for Search {
    fn bar(&self, known: &Known) -> Bar {
        let verb = known.t("find-verb");
        let next = match self.sought(known) {
            Ok(_) if self.found(known).is_some() => self.opens(known),
            Ok(_) if self.is_asked(known) && !known.search.failed => Next::Wait(known.t("find-wait")),
            Ok(sought) => Next::Do(NextAct::new(verb, Press::Find(sought)).at_once()),
            Err(what) => Next::Missing { label: verb, what },
        };
        let prompt = known.t(if works_here(known) { "find-prompt" } else { "find-prompt-inspected" });
        Bar::new(Lead::May, prompt, next).with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::Search
    }

    fn look(&mut self, known: &Known) {
        let before = *self.before.get_or_insert(known.search.times);
        // A hit was followed to its game.
        if known.search.times > before && self.sought(known).as_ref() != Ok(&known.search.text) {
            self.anew(known);
            self.before = Some(before);
            self.typed = Entry::new(Takes::Words(TYPED_MAX)).with(&known.search.text);
        }
        self.row = self.row.min(self.found(known).map_or(0, |found| found.hits.len().saturating_sub(1)));
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let (left, right) = room.split_left_right_at_x(room.left() + 570.0);
        let mut inner = panel_in_focus(ui, left);
        let field = part::cut_top(&mut inner, 84.0);
        let name = known.t("find-field");
        if self.typed.text().chars().count() > LONG {
            part::words_field(ui, field, &name, &self.typed, true);
        } else {
            part::field(ui, field, &name, &self.typed, true);
        }
        part::cut_top(&mut inner, 10.0);
        if let Some((code, words)) = self.understood(known) {
            ink::line(ui, part::cut_top(&mut inner, 24.0), &code, label(16.0));
            ink::words(ui, part::cut_top(&mut inner, 46.0), &words, text(17.0));
        }
        let found = self.found(known);
        match found {
            None => help(ui, inner, known),
            Some(found) if found.hits.is_empty() => {
                inner.min.y = ink::words(ui, inner, &known.t("find-nothing"), text(19.0)).bottom() + 12.0;
                help(ui, inner, known);
            }
            Some(found) => self.list(ui, inner, known, found),
        }
        let inner = panel(ui, Rect::from_min_max(right.min + vec2(12.0, 0.0), right.max));
        if let Some(hit) = found.and_then(|found| found.hits.get(self.row)) {
            detail::paint(ui, inner, known, hit);
        }
        None
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match typed {
            Typed::Char(c) => {
                if !self.write(*c, known) {
                    return (*c == ' ').then_some(Press::Typed);
                }
            }
            Typed::Next => {
                self.write(' ', known);
            }
            Typed::Erase => {
                self.scanned = None;
                self.before = Some(known.search.times);
                self.typed.erase();
            }
            Typed::Scan(code) => {
                self.anew(known);
                self.scanned = Some(code.clone());
                // What it is understood as is shown; one that is of no card is refused besides.
                return Some(self.sought(known).map_or(Press::Refuse("lectura-ilegible"), Press::Find));
            }
            Typed::Up | Typed::Down => {
                self.row = typed.row(self.row, self.found(known).map_or(0, |found| found.hits.len()))?;
            }
            Typed::Left | Typed::Right | Typed::Press(_) | Typed::Released => return None,
        }
        Some(Press::Typed)
    }

    /// A date has a slash; and where no ball can come a blank stops nothing.
    fn sign(&self, key: Key) -> Option<char> {
        match key {
            Key::Stop => Some(' '),
            Key::Trouble => Some('/'),
            Key::Intro | Key::Back | Key::Pause | Key::More | Key::Print | Key::Usb => None,
            Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F5 | Key::F6 | Key::F7 | Key::F8 => None,
            Key::F10 | Key::F11 | Key::F12 | Key::DeskBefore | Key::DeskAfter | Key::NextPage => None,
        }
    }
}

/// What can be looked for, kind by kind.
fn help(ui: &mut Ui, mut room: Rect, known: &Known) {
    for id in [
        "find-help-card",
        "find-help-torn",
        "find-help-game",
        "find-help-person",
        "find-help-amount",
        "find-help-words",
    ] {
        room.min.y = ink::words(ui, room, &known.t(id), label(17.0)).bottom() + 6.0;
    }
}

impl Search {
    /// The hits, kind by kind: the kind stands before the first of each.
    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, found: &SearchFound) {
        let mut kind = None;
        let rows: Vec<Vec<String>> = found
            .hits
            .iter()
            .map(|hit| {
                let sought = hit.sought();
                let first = kind.replace(sought) != Some(sought);
                let name = if first { known.t(row::kind(sought)) } else { String::new() };
                vec![name, part::fitting(&row::words(known, hit), 44)]
            })
            .collect();
        if !found.more.is_empty() {
            let kinds: Vec<String> =
                found.more.iter().map(|kind| known.t(row::kind(*kind)).to_lowercase()).collect();
            let line = part::cut_top(&mut room, 26.0);
            ink::line(ui, line, &known.ta("find-more", &[("kinds", &kinds.join(", "))]), label(16.0));
        }
        let head = [part::Column::left("find-col-kind", 1.0), part::Column::left("find-col-what", 3.9)];
        if let Some(pressed) = part::table(ui, room, known, &head, &rows, Some(self.row)) {
            self.row = pressed;
        }
    }
}
