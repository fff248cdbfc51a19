//! 19, 20 · The sale at the cashier's: blocks out, cards back, cards to another seller, gaps, the close.
//!
//! The board numbers the cards: the cashier says to whom and how many.

use egui::{Rect, Ui};
use hall_wire::board::Cards;

use super::{CajaView, block};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::entry::Takes;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::form::Form;
use crate::view::help::Topic;
use crate::view::{Band, View, standing};

mod close;
mod offer;
mod paint;
mod plan;

use close::Settled;
use offer::Offers;

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
    /// `−` in an empty form: the sale is closed for good.
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

pub(super) struct Sale {
    what: What,
    form: Form,
    /// Something was typed, not filled in from the board.
    written: bool,
    /// The series of a scanned card.
    series: Option<String>,
    gap: usize,
    /// A form was just opened: what the board knows is filled in.
    fresh: bool,
    /// The gaps at the last look.
    gaps: Vec<Cards>,
    /// The game for which something was typed.
    game: Option<u32>,
    /// Blocks of the game before, offered again.
    offers: Offers,
    /// The sellers who have settled, as far as this desk knows.
    settled: Settled,
    turns: bool,
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
            turns: false,
        }
    }
}

impl Sale {
    /// Whether the cashier asked to go on to prizes or refunds; asked once.
    pub(super) fn take_turn(&mut self) -> bool {
        std::mem::take(&mut self.turns)
    }

    /// The sale leaves the screen: its form is empty afterwards.
    pub(super) fn leave(&mut self) {
        self.open(What::Issue);
    }

    /// While nothing is on sale: the blocks of the last game are offered for the next.
    pub(super) fn remember(&mut self, known: &Known) {
        self.offers.look(known);
    }

    /// Notes who is returning cards: once granted, that seller has settled.
    fn settling(&mut self, known: &Known) {
        if self.what == What::Return
            && let Ok((seller, cards)) = plan::coming_back(self, known)
        {
            let keeps = block::held_by(known, seller).saturating_sub(block::count(&cards));
            self.settled.brings(seller, keeps);
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
            Ok(None) => Next::field(known),
            Err(missing) => Next::Missing { label: verb, what: missing },
        }
    }

    fn prompt(&self, known: &Known) -> String {
        known.t(match self.what {
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
        })
    }
}

impl View for Sale {
    fn bar(&self, known: &Known) -> Bar {
        let mut bar = Bar::new(Lead::Now, self.prompt(known), self.next(known));
        // Burning is a way out of a gap, beside moving its cards.
        let burns =
            !known.board.gaps.is_empty() && matches!(self.what, What::Move | What::Burn | What::Close);
        for (key, what, id) in What::ALL.into_iter().filter(|(_, what, _)| burns || *what != What::Burn) {
            let on = what != What::Issue || known.board.suspension.is_none();
            let button = KeyButton::new(key, known.t(id), Press::Typed).chosen(self.what == what);
            bar = bar.with(button.on_if(on, known.t("caja-off-suspended")));
        }
        if matches!(self.what, What::Issue | What::Close) {
            bar = bar.with_all(super::turn(known, CajaView::Sale));
        }
        let back = match self.what {
            // F5 to F7 lead away from it.
            What::Close if self.form.is_empty() => return bar,
            _ if self.written && !self.form.is_empty() => "caja-clear",
            What::Issue | What::Return | What::Move | What::Burn | What::Close => "caja-to-close",
        };
        bar.with(KeyButton::new(Key::Back, known.t(back), Press::Typed))
    }

    fn topic(&self) -> Topic {
        Topic::Selling
    }

    /// Takes the board before the view is shown: another game begins with an empty form, and a gap is filled into the
    /// form that is about one.
    fn look(&mut self, known: &Known) {
        let game = known.game().map(|game| game.game);
        if self.game != game {
            *self = Sale { game, offers: self.offers.of_next_game(), ..Sale::default() };
        }
        self.offers.look(known);
        self.settled.look(known);
        self.settling(known);
        let gaps = &known.board.gaps;
        if self.gaps != *gaps && matches!(self.what, What::Move | What::Burn) && !self.written {
            // A gap is gone: the next one, or blocks to sellers. Never the close of the sale.
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

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.written && !self.form.is_empty()
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        paint::body(self, ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        match (typed, self.what) {
            (Typed::Scan(code), _) => return self.scan(known, code),
            // Up and down choose among gaps, where there are several.
            (Typed::Up | Typed::Down, What::Move | What::Burn) if known.board.gaps.len() > 1 => {
                self.gap = typed.row_round(self.gap, known.board.gaps.len())?;
                (self.fresh, self.written) = (true, false);
            }
            // Down leaves out the seller who is offered a block.
            (Typed::Down, What::Issue) if self.form.is_empty() && self.offers.next(known).is_some() => {
                self.offers.leave_out(known);
            }
            (_, _) => {
                // A number typed over is not the scanned one.
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
            self.turns = true;
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
        // The same form goes on; when a gap is gone, the board says so.
        self.open(self.what);
    }
}

impl Sale {
    /// A scan is the first card returned, or the first that changes hands.
    fn scan(&mut self, known: &Known, code: &str) -> Option<Press> {
        let Some((series, card)) = block::scanned(known, code) else {
            return Some(Press::Refuse("lectura-ilegible"));
        };
        match self.what {
            What::Return | What::Move => {}
            // A card scanned while nothing was typed is returned.
            What::Issue | What::Close if self.form.is_empty() => self.open(What::Return),
            What::Issue | What::Close | What::Burn => return Some(Press::Refuse("lectura-fuera-de-lugar")),
        }
        self.form.put(0, &card.to_string());
        self.form.clear(1);
        self.form.go(if self.what == What::Move { 2 } else { 0 });
        self.series = series;
        (self.fresh, self.written) = (false, true);
        Some(Press::Typed)
    }
}
