//! 19, 20 · The sale at the cashier's: blocks out, cards back, cards to another seller, gaps, the close.
//!
//! The numbering comes from the board: the cashier says to whom and how many.

use egui::{Rect, Ui};
use hall_look::words;
use hall_wire::board::Cards;

use super::block;
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::form::Form;
use crate::view::{Band, View, standing};

mod close;
mod offer;
mod paint;
mod plan;

use close::Settled;
use offer::Offers;

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
    /// `−` where nothing is written: the sale closes, for ever.
    Close,
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
            What::Close => &[Takes::Digits(5)],
        })
    }
}

/// The sale at the cashier's.
pub(super) struct Sale {
    what: What,
    form: Form,
    /// Something in the form was typed, not filled in from the board.
    written: bool,
    /// The series of a card that was scanned.
    series: Option<String>,
    /// Which of the gaps.
    gap: usize,
    /// A form was opened, or done with: fill in what the board knows.
    fresh: bool,
    /// The gaps as they were when the view was shown last.
    gaps: Vec<Cards>,
    /// The game for which something was typed.
    game: Option<u32>,
    /// What was handed out for the game before, and is offered again.
    offers: Offers,
    /// Who has settled, as far as this desk knows.
    settled: Settled,
    to_prizes: bool,
}

impl Default for Sale {
    fn default() -> Sale {
        let what = What::Issue;
        Sale {
            what,
            form: what.form(),
            written: false,
            series: None,
            gap: 0,
            fresh: true,
            gaps: Vec::new(),
            game: None,
            offers: Offers::default(),
            settled: Settled::default(),
            to_prizes: false,
        }
    }
}

impl Sale {
    /// Returns whether the cashier asked to go to the prizes, once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.to_prizes)
    }

    /// Nobody looks at the sale any more: no form begins with a number of an earlier visit.
    pub(super) fn leave(&mut self) {
        self.open(What::Issue);
    }

    /// Looks at the board while nothing is on sale: what was handed out for the last game is offered for the next.
    pub(super) fn remember(&mut self, known: &Known) {
        self.offers.look(known);
    }

    /// Looks at the board before the view is shown: another game begins with an empty form, and
    /// a gap is filled into the form that is about one.
    pub(super) fn look(&mut self, known: &Known) {
        let game = known.game().map(|game| game.game);
        if self.game != game {
            *self = Sale { game, offers: self.offers.of_next_game(), ..Sale::default() };
        }
        self.offers.look(known);
        self.settled.look(known);
        self.settling(known);
        let gaps = &known.board.gaps;
        if self.gaps != *gaps && matches!(self.what, What::Move | What::Burn) && !self.written {
            // A gap is done with: the next one, or cards to sellers. Never the close of the sale.
            self.open(if gaps.is_empty() { What::Issue } else { self.what });
        }
        self.gaps.clone_from(gaps);
        self.gap = self.gap.min(gaps.len().saturating_sub(1));
        if let (true, What::Move, Some(gap)) = (self.fresh, self.what, gaps.get(self.gap)) {
            self.form.put(0, &gap.first.to_string());
            self.form.put(1, &gap.last.to_string());
            self.form.go(2);
            self.series = Some(gap.series.clone());
        }
        self.fresh = false;
        if self.what == What::Burn && gaps.is_empty() {
            self.open(What::Issue);
        }
    }

    /// Notes who brings cards back, so that the desk's yes settles it.
    fn settling(&mut self, known: &Known) {
        if self.what == What::Return
            && let Ok((seller, cards)) = plan::coming_back(self, known)
        {
            let has =
                block::sellers(known).iter().find(|one| one.person == seller).map_or(0, block::Seller::count);
            self.settled.brings(seller, has.saturating_sub(block::count(&cards)));
        }
    }

    fn open(&mut self, what: What) {
        self.what = what;
        self.form = what.form();
        self.series = None;
        (self.fresh, self.written) = (true, false);
        self.settled.forget();
    }

    /// What Intro does.
    fn next(&self, known: &Known) -> Next {
        let what = self.what;
        let verb = known.t(match what {
            What::Issue => "caja-issue-verb",
            What::Return => "caja-return-verb",
            What::Move => "caja-move-verb",
            What::Burn => "caja-burn-verb",
            What::Close => return close::next(self, known),
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

    fn prompt(&self, known: &Known) -> (Lead, String) {
        let id = match self.what {
            What::Issue if self.form.is_empty() && self.offers.next(known).is_some() => {
                "caja-issue-as-before"
            }
            What::Issue if self.form.at() == 0 => "caja-issue-who",
            What::Issue => "caja-issue-count",
            What::Return => "caja-return-how",
            What::Move => "caja-move-how",
            What::Burn => "caja-burn-how",
            What::Close if known.board.gaps.is_empty() => "caja-close-how",
            What::Close => "caja-gaps-how",
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
            let button = KeyButton::new(key, known.t(id), Press::Typed).chosen(self.what == what);
            let button = match what {
                What::Issue => button.on_if(!suspended, known.t("caja-off-suspended")),
                What::Return | What::Move => button,
                // Burning is a way out of a gap: it stands beside the other one.
                What::Burn => {
                    let beside = matches!(self.what, What::Move | What::Burn | What::Close);
                    if known.board.gaps.is_empty() || !beside {
                        continue;
                    }
                    button
                }
                What::Close => continue,
            };
            bar = bar.with(button);
        }
        let due = super::prizes(known).iter().filter(|prize| super::is_payable(known, prize)).count();
        if due > 0 && matches!(self.what, What::Issue | What::Close) {
            let label = known.ta("caja-prizes-due", &[("n", &due.to_string())]);
            bar = bar.with(KeyButton::new(Key::More, label, Press::Typed));
        }
        let back = match self.what {
            // F5 to F7 lead away from it.
            What::Close if self.form.is_empty() => return bar,
            _ if self.written && !self.form.is_empty() => "caja-clear",
            What::Issue | What::Return | What::Move | What::Burn | What::Close => "caja-to-close",
        };
        bar.with(KeyButton::new(Key::Back, known.t(back), Press::Typed))
    }

    fn look(&mut self, known: &Known) {
        Sale::look(self, known);
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.written && !self.form.is_empty()
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        paint::body(self, ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match (typed, self.what) {
            (Typed::Scan(code), what) => return self.scan(code, what),
            // Up and down choose among gaps, where there are several.
            (Typed::Up | Typed::Down, What::Move | What::Burn) if known.board.gaps.len() > 1 => {
                let all = known.board.gaps.len();
                let step = if *typed == Typed::Up { all - 1 } else { 1 };
                self.gap = (self.gap + step) % all;
                (self.fresh, self.written) = (true, false);
            }
            // Down leaves out a seller who was offered what he had in the game before.
            (Typed::Down, What::Issue) if self.form.is_empty() && self.offers.next(known).is_some() => {
                self.offers.leave_out(known);
            }
            (_, _) => {
                // A number that is typed over belongs to no scan.
                if matches!(typed, Typed::Char(_) | Typed::Erase) && self.form.at() == 0 {
                    self.series = None;
                }
                if !self.form.typed(typed) {
                    return None;
                }
                self.written = true;
            }
        }
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        standing::band(known)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::Intro {
            if self.what == What::Close {
                self.settled.turn(self.form.number(0));
                self.open(What::Close);
            } else {
                self.form.next();
            }
        } else if key == Key::Back {
            let written = self.written && !self.form.is_empty();
            self.open(match self.what {
                // What was written is cleared, and the form stays.
                what if written => what,
                What::Close => What::Issue,
                What::Issue | What::Return | What::Move | What::Burn => What::Close,
            });
        } else if key == Key::More {
            self.to_prizes = true;
        } else if let Some((_, what, _)) = What::ALL.iter().find(|(own, _, _)| *own == key) {
            self.open(*what);
        }
    }

    fn refused(&mut self) {
        if self.what == What::Burn {
            self.form.clear(1);
        }
    }

    fn granted(&mut self) {
        self.settled.granted();
        // Every form goes on as it was; where a gap is done with, the board says so.
        self.open(self.what);
    }
}

impl Sale {
    /// A scan is the first card that comes back, or the first that changes hands.
    fn scan(&mut self, code: &str, what: What) -> Option<Press> {
        let Some((series, card)) = block::scanned(code) else {
            return Some(Press::Refuse("lectura-ilegible"));
        };
        match what {
            What::Return | What::Move => {}
            // Cards that lie on the counter while nothing was typed came back.
            What::Issue | What::Close if self.form.is_empty() => self.open(What::Return),
            What::Issue | What::Close | What::Burn => return Some(Press::Refuse("lectura-fuera-de-lugar")),
        }
        self.form.put(0, &card.to_string());
        self.form.clear(1);
        self.form.go(if self.what == What::Move { 2 } else { 0 });
        self.series = Some(series);
        (self.fresh, self.written) = (false, true);
        Some(Press::Typed)
    }

    /// A count with its point for thousands.
    fn count(cards: u32) -> String {
        words::count(u64::from(cards))
    }
}
