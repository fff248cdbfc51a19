//! What somebody asks with who looks at the screen.

use hall_core::ball::Ball;
use hall_core::event::{
    ClaimNo, GameNo, HoldExit, HoldNo, Ordinal, PaperLine, PrizeNo, Segment, SignedPaper, SignerRole, StopNo,
};
use hall_core::game::{Game, PrizeState};
use hall_core::hall::Hall;
use hall_core::people::PersonId;
use hall_core::series::{CardNo, CardRef};

use crate::support::{VENDEDOR, ball, card, series};

/// What stands on the screen of a hall, and the words that are typed.
pub struct Screen<'a> {
    pub hall: &'a Hall,
    pub game: Option<&'a Game>,
    pub text: &'a str,
}

impl<'a> Screen<'a> {
    pub fn of(hall: &'a Hall, text: &'a str) -> Screen<'a> {
        Screen { hall, game: hall.game.as_ref(), text }
    }

    pub fn game_no(&self) -> GameNo {
        GameNo(self.hall.games.max(1))
    }

    pub fn stop(&self) -> StopNo {
        StopNo(self.game.map_or(1, |game| game.stops))
    }

    pub fn claim(&self) -> ClaimNo {
        let claim = self.game.and_then(|game| game.claims.iter().find(|claim| claim.is_pending()));
        claim.map_or(ClaimNo(1), |claim| claim.no)
    }

    /// The first prize in this state, and its card.
    pub fn prize(&self, state: PrizeState) -> (PrizeNo, CardRef) {
        let found = self.game.and_then(|game| game.prizes.iter().find(|prize| prize.state == state));
        found.map_or((PrizeNo(1), card("A17", 1)), |prize| (prize.no, prize.card))
    }

    /// The last hold, and the way out that somebody proposed.
    pub fn hold(&self) -> (HoldNo, HoldExit) {
        let hold = self.game.and_then(|game| game.holds().last());
        let proposed = hold.and_then(|hold| hold.proposed).map_or(HoldExit::Authority, |(exit, _)| exit);
        (hold.map_or(HoldNo(1), |hold| hold.no), proposed)
    }

    /// The place and the number of the ball that waits, or of one that may come next.
    pub fn waiting(&self) -> (Ordinal, Ball) {
        let out = self.game.map_or(0, |game| game.extracted.len());
        let next = (Ordinal(u8::try_from(out).unwrap() + 1), self.still_in());
        self.game.and_then(|game| game.pending().next()).unwrap_or(next)
    }

    /// A ball that is not out.
    pub fn still_in(&self) -> Ball {
        let is_in = |one: &Ball| self.game.is_none_or(|game| !game.extracted.contains(one));
        (1..=90).map(ball).find(is_in).unwrap()
    }

    /// The sheet of a game on paper, as the first person typed it.
    pub fn sheet(&self) -> Option<Vec<PaperLine>> {
        self.game.and_then(|game| game.draw()?.sheet.clone()).map(|(lines, _)| lines)
    }

    /// The last seller who has cards, and the last of them.
    pub fn held(&self) -> (PersonId, Segment) {
        let first = one(card("A17", 1));
        let held = self.game.and_then(|game| game.sale.holdings().last());
        let (seller, cards) = held.unwrap_or((VENDEDOR, first));
        (seller, Segment { first: cards.last, ..cards })
    }

    /// The next card to be sold.
    pub fn next_card(&self) -> Segment {
        one(self.game.map_or(card("A17", 1), |game| game.sale.next_card()))
    }

    /// Cards that are missing, or the last ones that a seller has.
    pub fn gap(&self) -> Segment {
        let gap = self.game.and_then(|game| game.sale.gaps().first().copied());
        gap.unwrap_or(self.held().1)
    }

    /// A card that was sold and not refunded.
    pub fn refundable(&self) -> Segment {
        let sold = self.game.and_then(|game| {
            let runs = game.segments.iter();
            let mut cards = runs.flat_map(|run| {
                (run.first.0..=run.last.0)
                    .map(|number| CardRef { series: run.series, number: CardNo(number) })
            });
            cards.find(|card| !game.is_refunded(*card))
        });
        sold.map_or_else(|| self.next_card(), one)
    }

    /// The last paper that lacks a signature: its hash, and who is to sign it.
    pub fn to_sign(&self) -> Option<(SignedPaper, [u8; 32], SignerRole)> {
        let papers = self.hall.signing.papers.iter().rev();
        papers.filter_map(|(name, paper)| Some((*name, paper.sha256, paper.missing().last()?))).next()
    }

    /// The cause of the void that somebody asked for.
    pub fn void_asked(&self) -> Option<String> {
        let (_, cause) = self.game.and_then(|game| game.void_asked())?;
        Some(cause.to_string())
    }
}

fn one(card: CardRef) -> Segment {
    Segment { series: card.series, first: card.number, last: card.number }
}

/// The series that is received anew.
pub const NEW_SERIES: &str = "Z1";

/// Cards of the series that the sale is not of.
pub fn unsold() -> CardRef {
    CardRef { series: series("A17"), number: CardNo(300) }
}
