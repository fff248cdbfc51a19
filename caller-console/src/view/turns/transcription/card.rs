//! A row with a card: one that was sung, or one that was paid.

use hall_core::event::{PaperAnswer, PaperLine, Play, RejectReason};
use hall_core::series::{CardNo, CardRef, SeriesId};

use super::rows::{Rows, card_fault, fault, has_prize};
use crate::bar::{Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::caja::block;
use crate::view::tabs::by_digit;

/// What the jefe de mesa said of a card, with the ids of its words, in full and in a row.
pub(super) const ANSWERS: [(PaperAnswer, &str, &str); 5] = [
    (PaperAnswer::Good, "sh-good", "sh-row-good"),
    (PaperAnswer::NotGood, "sh-not-good", "sh-row-not-good"),
    (PaperAnswer::Rejected(RejectReason::NotOriginal), "reject-not-original", "sh-row-rejected"),
    (PaperAnswer::Rejected(RejectReason::Manipulated), "reject-manipulated", "sh-row-rejected"),
    (PaperAnswer::Rejected(RejectReason::Illegible), "reject-illegible", "sh-row-rejected"),
];

/// A card that is being typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CardRow {
    pub(super) number: Entry,
    /// It was paid, and not sung.
    pub(super) paid: bool,
    /// The series that was chosen or scanned, where it is not the one that the number says.
    series: Option<String>,
    /// The play that was chosen, where it is not the usual one.
    play: Option<Play>,
    /// What was said of it, an index of [`ANSWERS`], once the number is typed.
    pub(super) answer: Option<Option<usize>>,
}

impl CardRow {
    /// An empty row, for a card that was paid or sung.
    pub(super) fn new(paid: bool) -> CardRow {
        CardRow { number: Entry::new(Takes::Digits(6)), paid, series: None, play: None, answer: None }
    }

    /// A row for a card that was scanned; `None` where the scan is of no card.
    pub(super) fn scanned(known: &Known, code: &str, paid: bool) -> Option<CardRow> {
        let (series, number) = block::scanned(known, code)?;
        let mut row = CardRow { series, ..CardRow::new(paid) };
        row.number = row.number.with(&number.to_string());
        Some(row)
    }

    /// The series of the card.
    pub(super) fn series(&self, known: &Known) -> Option<String> {
        let of_number = || Some(known.card_of(self.number.number().unwrap_or(0))?.0);
        self.series.clone().or_else(of_number)
    }

    fn card(&self, known: &Known) -> Result<CardRef, String> {
        let number = self.number.number().ok_or_else(|| known.t("sh-no-number"))?;
        let series = self.series(known).and_then(|series| SeriesId::parse(&series));
        let series = series.ok_or_else(|| known.t("sh-no-number"))?;
        Ok(CardRef { series, number: CardNo(number) })
    }

    /// The play: the one that was chosen. A card is paid for what it won, and the line is sung until a ball comes after it.
    pub(super) fn play(&self, known: &Known, rows: &Rows) -> Play {
        if let Some(play) = self.play {
            return play;
        }
        let before = rows.before();
        if self.paid {
            let Ok(card) = self.card(known) else { return Play::Bingo };
            let owed = |play: &Play| {
                has_prize(known, before, *play, card)
                    && !before.contains(&PaperLine::Paid { play: *play, card })
            };
            return [Play::Line, Play::Bingo].into_iter().find(owed).unwrap_or(Play::Bingo);
        }
        let is_line = |line: &PaperLine| {
            matches!(line, PaperLine::Sung { play: Play::Line, answer: PaperAnswer::Good, .. })
        };
        let after = before.iter().position(is_line).map_or(&[][..], |row| &before[row..]);
        let given = after.iter().any(|line| matches!(line, PaperLine::Ball(_)));
        let open = known.game().is_some_and(|game| game.line_open) && !given;
        if open { Play::Line } else { Play::Bingo }
    }

    /// The row as it stands, or what it still lacks.
    pub(super) fn line(&self, known: &Known, rows: &Rows) -> Result<PaperLine, String> {
        let card = self.card(known)?;
        let play = self.play(known, rows);
        if let Some(why) = card_fault(known, card) {
            return Err(why);
        }
        let line = if self.paid {
            PaperLine::Paid { play, card }
        } else {
            let answer = self.answer.flatten().ok_or_else(|| known.t("sh-no-answer"))?;
            PaperLine::Sung { play, card, answer: ANSWERS[answer].0 }
        };
        fault(known, &rows.with(line), rows.at()).map_or(Ok(line), Err)
    }

    /// Whether it is a card of the hall.
    pub(super) fn is_good(&self, known: &Known) -> bool {
        self.card(known).is_ok_and(|card| card_fault(known, card).is_none())
    }

    /// Whether Intro goes from the number to what was said of the card.
    fn goes_on(&self, known: &Known) -> bool {
        !self.paid && self.answer.is_none() && self.is_good(known)
    }

    /// What Intro does.
    pub(super) fn next(&self, known: &Known, rows: &Rows) -> Next {
        let label = known.t(if self.paid { "sh-add-paid" } else { "sh-add-sung" });
        if self.goes_on(known) {
            return Next::field(known);
        }
        match self.line(known, rows) {
            Ok(_) => Next::Do(NextAct::new(label, Press::Typed).at_once()),
            Err(what) => Next::Missing { label, what },
        }
    }

    /// Intro: the row once it is whole; before that it goes to what was said of the card.
    pub(super) fn intro(&mut self, known: &Known, rows: &Rows) -> Option<PaperLine> {
        if self.goes_on(known) {
            self.answer = Some(None);
            return None;
        }
        self.line(known, rows).ok()
    }

    /// `−`: back to the number. Returns whether it was there already.
    pub(super) fn back(&mut self) -> bool {
        self.answer.take().is_none()
    }

    /// Takes what was typed; returns whether it was for the row.
    pub(super) fn typed(&mut self, typed: &Typed, known: &Known, rows: &Rows) -> bool {
        match (typed, &mut self.answer) {
            (Typed::Char(c), Some(answer)) => {
                if let Some(chosen) = by_digit(*c, ANSWERS.len()) {
                    *answer = Some(chosen);
                }
            }
            (Typed::Up | Typed::Down, Some(answer)) => {
                *answer =
                    typed.row(answer.unwrap_or(0), ANSWERS.len()).filter(|_| answer.is_some()).or(Some(0));
            }
            // A character beyond the last digit is swallowed, not refused.
            (Typed::Char(_) | Typed::Erase, None) => drop(self.number.typed(typed)),
            (Typed::Up | Typed::Down, None) => {
                let line = self.play(known, rows) == Play::Line;
                self.play = Some(if line { Play::Bingo } else { Play::Line });
            }
            (Typed::Left | Typed::Right, None) => self.next_series(known, *typed == Typed::Right),
            (Typed::Erase | Typed::Left | Typed::Right | Typed::Next | Typed::Scan(_), _)
            | (Typed::Press(_) | Typed::Released, _) => return false,
        }
        true
    }

    /// Chooses another of the hall's series.
    fn next_series(&mut self, known: &Known, on: bool) {
        let all: Vec<&str> = known.lists.series.iter().map(|row| row.series.as_str()).collect();
        let now = self.series(known);
        let at = all.iter().position(|series| Some(*series) == now.as_deref()).unwrap_or(0);
        let step = if on { 1 } else { all.len().saturating_sub(1) };
        self.series = all.get((at + step) % all.len().max(1)).map(ToString::to_string);
    }

    /// Whether a key of the bar is one of its own.
    pub(super) const fn has(key: Key) -> bool {
        matches!(key, Key::Intro | Key::Back)
    }
}
