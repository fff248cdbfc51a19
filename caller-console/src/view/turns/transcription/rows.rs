//! The rows of a sheet as they are typed in, and what is wrong with one as far as the console knows. The desk judges the rest.

use hall_core::ball::Ball;
use hall_core::event::{PaperAnswer, PaperLine, Play};
use hall_core::series::CardRef;
use hall_wire::board::{Cards, PrizeState, VerdictKind};

use crate::known::Known;
use crate::view::mesa::series;

/// Where the next row goes; the places are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Place {
    /// Behind the last one.
    #[default]
    End,
    /// It replaces this one.
    At(usize),
    /// Before this one.
    Before(usize),
}

/// The rows, and where the next one goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) lines: Vec<PaperLine>,
    pub(super) place: Place,
}

impl Rows {
    /// The place of the row that is typed in now.
    pub(super) fn at(&self) -> usize {
        match self.place {
            Place::End => self.lines.len(),
            Place::At(row) | Place::Before(row) => row,
        }
    }

    /// The row that was chosen.
    pub(super) const fn chosen(&self) -> Option<usize> {
        match self.place {
            Place::End => None,
            Place::At(row) | Place::Before(row) => Some(row),
        }
    }

    /// The rows before the one that is typed in now.
    pub(super) fn before(&self) -> &[PaperLine] {
        &self.lines[..self.at().min(self.lines.len())]
    }

    /// The sheet with this row where the next one goes.
    pub(super) fn with(&self, line: PaperLine) -> Vec<PaperLine> {
        let mut lines = self.lines.clone();
        match self.place {
            Place::End => lines.push(line),
            Place::At(row) => lines[row] = line,
            Place::Before(row) => lines.insert(row, line),
        }
        lines
    }

    /// Puts a row where the next one goes; the one behind it goes to the end.
    pub(super) fn put(&mut self, line: PaperLine) {
        self.lines = self.with(line);
        self.place = Place::End;
    }

    /// Takes the chosen row away, or the last one.
    pub(super) fn take(&mut self) {
        match self.chosen() {
            Some(row) => drop(self.lines.remove(row)),
            None => drop(self.lines.pop()),
        }
        self.place = Place::End;
    }

    /// Goes to a row; behind the last one is the end.
    pub(super) fn go(&mut self, row: usize) {
        self.place = if row < self.lines.len() { Place::At(row) } else { Place::End };
    }

    /// Whether the closing order is on the sheet.
    pub(super) fn is_ended(&self) -> bool {
        self.lines.contains(&PaperLine::End)
    }

    /// The first row that cannot be.
    pub(super) fn wrong(&self, known: &Known) -> Option<usize> {
        (0..self.lines.len()).find(|row| fault(known, &self.lines, *row).is_some())
    }

    /// The place in the game, from 1, of the ball in this row, or of the next one.
    pub(super) fn ordinal(&self, known: &Known, row: usize) -> usize {
        known.public().announced.len() + balls(&self.lines[..row.min(self.lines.len())]).count() + 1
    }
}

/// The balls among rows.
pub(super) fn balls(lines: &[PaperLine]) -> impl Iterator<Item = Ball> {
    lines.iter().filter_map(|line| match line {
        PaperLine::Ball(ball) => Some(*ball),
        PaperLine::Sung { .. } | PaperLine::Paid { .. } | PaperLine::End => None,
    })
}

/// Why a row of a sheet cannot be, in words.
pub(super) fn fault(known: &Known, sheet: &[PaperLine], row: usize) -> Option<String> {
    let before = &sheet[..row];
    let ended = before.contains(&PaperLine::End);
    match sheet[row] {
        PaperLine::Ball(_) | PaperLine::Sung { .. } if ended => Some(known.t("sh-after-end")),
        PaperLine::Ball(ball) => ball_fault(known, sheet, row, ball),
        PaperLine::Sung { card, answer, .. } => {
            let good = answer == PaperAnswer::Good;
            card_fault(known, card).or_else(|| good.then(|| unsold(known, card)).flatten())
        }
        PaperLine::End if ended => Some(known.t("sh-two-ends")),
        PaperLine::End => (!may_end(known, before)).then(|| known.t("sh-no-bingo")),
        PaperLine::Paid { .. } if !ended => Some(known.t("sh-before-end")),
        PaperLine::Paid { play, card } => paid_fault(known, before, play, card),
    }
}

/// A ball that is out in the record, that waits and is another, or that is on the sheet twice.
fn ball_fault(known: &Known, sheet: &[PaperLine], row: usize, ball: Ball) -> Option<String> {
    let out = known.public().announced.iter().position(|out| *out == ball.number());
    if let Some(place) = out {
        return Some(known.ta("sh-out", &[("ball", &ball), ("n", &(place + 1))]));
    }
    let here = PaperLine::Ball(ball);
    if let Some(twin) = sheet.iter().enumerate().find(|(other, line)| *other != row && **line == here) {
        return Some(known.ta("sh-twice", &[("ball", &ball), ("row", &(twin.0 + 1))]));
    }
    let pending = known.board.pending.get(balls(&sheet[..row]).count())?;
    let args: [(&str, &dyn std::fmt::Display); 2] = [("n", &pending.ordinal), ("ball", &pending.ball)];
    (pending.ball != ball.number()).then(|| known.ta("sh-pending", &args))
}

/// A card that no series of the hall has, as far as the series are known.
pub(super) fn card_fault(known: &Known, card: CardRef) -> Option<String> {
    if known.lists.series.is_empty() {
        return None;
    }
    let name = card.series.to_string();
    let spelt = series(&name);
    let Some(row) = known.lists.series.iter().find(|row| row.series == name) else {
        return Some(known.ta("sh-no-series", &[("series", &spelt)]));
    };
    let args: [(&str, &dyn std::fmt::Display); 2] = [("series", &spelt), ("last", &row.size)];
    (!(1..=row.size).contains(&card.number.0)).then(|| known.ta("sh-no-card", &args))
}

/// A good card was sold in the game.
fn unsold(known: &Known, card: CardRef) -> Option<String> {
    let sold = &known.game()?.segments;
    let name = card.series.to_string();
    let has = |cards: &Cards| cards.series == name && (cards.first..=cards.last).contains(&card.number.0);
    let unsold = !sold.is_empty() && !sold.iter().any(has);
    unsold.then(|| known.ta("sh-unsold", &[("card", &card.number.0)]))
}

/// The closing order comes behind a good bingo, or behind the ninetieth ball.
fn may_end(known: &Known, before: &[PaperLine]) -> bool {
    let is_bingo = |line: &PaperLine| {
        matches!(line, PaperLine::Sung { play: Play::Bingo, answer: PaperAnswer::Good, .. })
    };
    let sung = known.public().stop.iter().flat_map(|stop| &stop.claims);
    let mut given = sung.filter(|claim| claim.play == Play::Bingo && claim.verdict == VerdictKind::Good);
    let out = known.public().announced.len() + balls(before).count();
    before.iter().any(is_bingo) || given.any(|claim| claim.accepted != Some(false)) || out >= 90
}

/// A payment against a card that won nothing, or that was paid before.
fn paid_fault(known: &Known, before: &[PaperLine], play: Play, card: CardRef) -> Option<String> {
    let number = card.number.0;
    if before.contains(&PaperLine::Paid { play, card }) {
        return Some(known.ta("sh-paid-twice", &[("card", &number)]));
    }
    (!has_prize(known, before, play, card)).then(|| known.ta("sh-no-prize", &[("card", &number)]))
}

/// Whether a card has this prize, on the sheet or in the record.
pub(super) fn has_prize(known: &Known, before: &[PaperLine], play: Play, card: CardRef) -> bool {
    let public = known.public();
    let is =
        |of: &hall_wire::board::CardNumber| of.series == card.series.to_string() && of.card == card.number.0;
    let due = |state: PrizeState| matches!(state, PrizeState::Due | PrizeState::Unclaimed);
    let mut claims = public.stop.iter().flat_map(|stop| &stop.claims);
    before.contains(&PaperLine::Sung { play, card, answer: PaperAnswer::Good })
        || public.prizes.iter().any(|prize| prize.play == play && is(&prize.card) && due(prize.state))
        || claims.any(|claim| {
            claim.play == play
                && is(&claim.card)
                && claim.verdict == VerdictKind::Good
                && claim.accepted != Some(false)
        })
}
