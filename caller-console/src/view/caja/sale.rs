//! 19, 20 · The sale at the cashier's: blocks out, cards back, cards to another seller, gaps, the close.
//!
//! The numbering comes from the board: the cashier says to whom and how many.

use egui::{Rect, Ui};
use hall_look::words;
use serde_json::json;

use super::block;
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::form::Form;
use crate::view::{Band, View, standing};

mod paint;
mod plan;

/// The forms of the sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// F5: cards go to a seller.
    Issue,
    /// F6: cards come back.
    Return,
    /// F7: cards of a gap, or of one seller, go to another.
    Move,
    /// F8: a gap is burned by two people.
    Burn,
}

impl What {
    const ALL: [(Key, What, &str); 4] = [
        (Key::F5, What::Issue, "caja-issue"),
        (Key::F6, What::Return, "caja-return"),
        (Key::F7, What::Move, "caja-move"),
        (Key::F8, What::Burn, "caja-burn"),
    ];

    fn form(self) -> Form {
        const CARD: Takes = Takes::Digits(7);
        Form::new(match self {
            What::Issue => &[Takes::Digits(5), Takes::Digits(5)],
            What::Return => &[CARD, CARD],
            What::Move => &[CARD, CARD, Takes::Digits(5)],
            What::Burn => &[Takes::Digits(5), Takes::Pin],
        })
    }
}

/// The sale at the cashier's.
pub(super) struct Sale {
    what: Option<What>,
    form: Form,
    /// The series of a card that was scanned.
    series: Option<String>,
    /// Which of the gaps.
    gap: usize,
    /// A form was opened, or done with: fill in what the board knows.
    fresh: bool,
    /// The game for which something was typed.
    game: Option<u32>,
    to_prizes: bool,
}

impl Default for Sale {
    fn default() -> Sale {
        let what = What::Issue;
        Sale {
            what: Some(what),
            form: what.form(),
            series: None,
            gap: 0,
            fresh: true,
            game: None,
            to_prizes: false,
        }
    }
}

impl Sale {
    /// Returns whether the cashier asked to go to the prizes, once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.to_prizes)
    }

    /// Looks at the board before the view is shown: another game begins with an empty form, and
    /// a gap is filled into the form that is about one.
    pub(super) fn look(&mut self, known: &Known) {
        let game = known.game().map(|game| game.game);
        if self.game != game {
            *self = Sale { game, ..Sale::default() };
        }
        let gaps = &known.board.gaps;
        self.gap = self.gap.min(gaps.len().saturating_sub(1));
        if let (true, Some(What::Move), Some(gap)) = (self.fresh, self.what, gaps.get(self.gap)) {
            self.form.put(0, &gap.first.to_string());
            self.form.put(1, &gap.last.to_string());
            self.form.go(2);
            self.series = Some(gap.series.clone());
        }
        self.fresh = false;
        if self.what == Some(What::Burn) && gaps.is_empty() {
            self.open(None);
        }
    }

    fn open(&mut self, what: Option<What>) {
        self.what = what;
        self.form = what.unwrap_or(What::Issue).form();
        self.series = None;
        self.fresh = true;
    }

    /// What Intro does.
    fn next(&self, known: &Known) -> Next {
        let Some(what) = self.what else { return self.close(known) };
        let verb = known.t(match what {
            What::Issue => "caja-issue-verb",
            What::Return => "caja-return-verb",
            What::Move => "caja-move-verb",
            What::Burn => "caja-burn-verb",
        });
        match plan::of(self, what, known) {
            Ok(Some(act)) => Next::Do(act),
            // There is a field left: Intro goes to it.
            Ok(None) => {
                Next::Do(NextAct::new(known.t("form-next"), Press::Typed).armed(Arming::Reading(0.01)))
            }
            Err(missing) => Next::Missing { label: verb, what: missing },
        }
    }

    fn close(&self, known: &Known) -> Next {
        let Some(game) = known.game() else { return Next::Wait(String::new()) };
        let number = game.game.to_string();
        let label = known.ta("caja-close", &[("game", &number)]);
        if !known.board.gaps.is_empty() {
            let gaps = block::list(&known.board.gaps, 1);
            return Next::Missing { label, what: known.ta("caja-close-gaps", &[("cards", &gaps)]) };
        }
        if known.board.suspension.is_some() {
            return Next::Missing { label, what: known.t("caja-close-suspended") };
        }
        let press = Press::ask(&label, "close-sale", json!({ "game": game.game }));
        if game.cards == 0 {
            // Nothing sold: the game's number is used up (DECISIONS 11).
            let act = NextAct::new(known.ta("caja-close-empty", &[("game", &number)]), press);
            return Next::Do(act.sub(known.t("caja-close-empty-sub")).held(1.0));
        }
        let sold = block::cards_words(known, game.cards);
        let sub = format!("{sold} · {}", block::amount(known, game.cards));
        Next::Do(NextAct::new(label, press).sub(sub).armed(Arming::Reading(1.5)))
    }

    fn prompt(&self, known: &Known) -> (Lead, String) {
        let id = match self.what {
            Some(What::Issue) if self.form.at() == 0 => "caja-issue-who",
            Some(What::Issue) => "caja-issue-count",
            Some(What::Return) => "caja-return-how",
            Some(What::Move) => "caja-move-how",
            Some(What::Burn) => "caja-burn-how",
            None if known.board.gaps.is_empty() => "caja-close-how",
            None => "caja-gaps-how",
        };
        (Lead::Now, known.t(id))
    }
}

impl View for Sale {
    fn bar(&self, known: &Known) -> Bar {
        let (lead, prompt) = self.prompt(known);
        let mut bar = Bar::new(lead, prompt, self.next(known));
        let suspended = known.board.suspension.is_some();
        for (key, what, id) in What::ALL {
            let button = KeyButton::new(key, known.t(id), Press::Typed).chosen(self.what == Some(what));
            let button = match what {
                What::Issue => button.on_if(!suspended, known.t("caja-off-suspended")),
                What::Return | What::Move => button,
                // Burning is a way out of a gap: it stands beside the other one.
                What::Burn => {
                    let beside = matches!(self.what, None | Some(What::Move | What::Burn));
                    if known.board.gaps.is_empty() || !beside {
                        continue;
                    }
                    button
                }
            };
            bar = bar.with(button);
        }
        let due = super::prizes(known).iter().filter(|prize| super::is_payable(known, prize)).count();
        if due > 0 && matches!(self.what, None | Some(What::Issue)) {
            let label = known.ta("caja-prizes-due", &[("n", &due.to_string())]);
            bar = bar.with(KeyButton::new(Key::More, label, Press::Typed));
        }
        if self.what.is_some() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        }
        bar
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        paint::body(self, ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match (typed, self.what) {
            (Typed::Scan(code), what) => return self.scan(code, what),
            // Up and down choose among gaps, where there are several.
            (Typed::Up | Typed::Down, Some(What::Move | What::Burn)) if known.board.gaps.len() > 1 => {
                let all = known.board.gaps.len();
                let step = if *typed == Typed::Up { all - 1 } else { 1 };
                self.gap = (self.gap + step) % all;
                self.fresh = true;
            }
            (_, Some(_)) => {
                // A number that is typed over belongs to no scan.
                if matches!(typed, Typed::Char(_) | Typed::Erase) && self.form.at() == 0 {
                    self.series = None;
                }
                if !self.form.typed(typed) {
                    return None;
                }
            }
            (_, None) => return None,
        }
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::Intro {
            self.form.next();
        } else if key == Key::Back {
            self.open(None);
        } else if key == Key::More {
            self.to_prizes = true;
        } else if let Some((_, what, _)) = What::ALL.iter().find(|(own, _, _)| *own == key) {
            self.open(Some(*what));
        }
    }

    fn refused(&mut self) {
        if self.what == Some(What::Burn) {
            self.form.clear(1);
        }
    }

    fn granted(&mut self) {
        // Handing out and taking back go on; the rest was about one thing that is done.
        let again = self.what.filter(|what| matches!(what, What::Issue | What::Return));
        self.open(again);
    }
}

impl Sale {
    /// A scan is the first card that comes back, or the first that changes hands.
    fn scan(&mut self, code: &str, what: Option<What>) -> Option<Press> {
        let Some((series, card)) = block::scanned(code) else {
            return Some(Press::Refuse("lectura-ilegible"));
        };
        match what {
            Some(What::Return | What::Move) => {}
            // Cards that lie on the counter while nothing was typed came back.
            None => self.open(Some(What::Return)),
            Some(What::Issue) if self.form.is_empty() => self.open(Some(What::Return)),
            Some(What::Issue | What::Burn) => return Some(Press::Refuse("lectura-fuera-de-lugar")),
        }
        self.form.put(0, &card.to_string());
        self.form.clear(1);
        self.form.go(if self.what == Some(What::Move) { 2 } else { 0 });
        self.series = Some(series);
        self.fresh = false;
        Some(Press::Typed)
    }

    /// The total of what sellers have, and what it costs.
    fn total(known: &Known) -> (u32, String) {
        let cards = known.game().map_or(0, |game| game.cards);
        (cards, block::amount(known, cards))
    }

    /// A count with its point for thousands.
    fn count(cards: u32) -> String {
        words::count(u64::from(cards))
    }
}
