//! Values from the edges: mostly about right, often just beside, sometimes far off.

use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{GameNo, Ordinal, PaperAnswer, PaperLine, Play, RejectReason, Segment};
use hall_core::game::Game;
use hall_core::hall::Hall;
use hall_core::people::PersonId;
use hall_core::request::Presented;
use hall_core::series::{CardNo, CardRef};

use crate::support::{Bench, Dice, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, VENDEDOR, ball, card, series};

/// A hall, dice, and what the fields of one request agree on.
pub struct Edge<'a> {
    pub hall: &'a Hall,
    pub game: Option<&'a Game>,
    pub dice: &'a mut Dice,
    pub game_no: GameNo,
    pub cards: Segment,
    pub card: CardRef,
}

impl<'a> Edge<'a> {
    pub fn of(bench: &'a Bench, dice: &'a mut Dice) -> Edge<'a> {
        let hall = &bench.hall;
        let game = hall.game.as_ref();
        let name = series(dice.pick(&["A17", "A17", "A17", "A18", "B1", "Z999999999"]));
        let name = game.filter(|_| dice.one_in(2)).map_or(name, |game| game.sale.next_card().series);
        let next = game.map_or(1, |game| game.sale.next_card().number.0);
        let first =
            dice.pick(&[1, 3, 5, 6, 10, 21, 35, next, next, next, 0, 420, 421, u32::MAX - 1, u32::MAX]);
        let to = |more: u32| first.saturating_add(more);
        let last = dice.pick(&[first, first, to(1), to(9), first.saturating_sub(1), 400, 420, 421, u32::MAX]);
        let number = dice.pick(&[10, 10, 10, 11, 35, 35, 35, 5, 300, 0, 420, 421, u32::MAX]);
        Edge {
            hall,
            game,
            game_no: GameNo(dice.number(hall.games)),
            cards: Segment { series: name, first: CardNo(first), last: CardNo(last) },
            card: CardRef { series: name, number: CardNo(number) },
            dice,
        }
    }

    pub fn seller(&mut self) -> PersonId {
        let (nobody, other, most) = (PersonId(0), PersonId(99), PersonId(u32::MAX));
        self.dice.pick(&[VENDEDOR, VENDEDOR, OTRO_VENDEDOR, MESA_QUE_VENDE, MESA, nobody, other, most])
    }

    pub fn place(&mut self) -> Ordinal {
        Ordinal(self.dice.small(self.game.map_or(0, |game| game.announced + 1)))
    }

    pub fn presented(&mut self) -> Presented {
        let key = CardKey::from_bytes([self.dice.pick(&[3, 3, 4]); 32]);
        let scanned = self.dice.one_in(3);
        if scanned {
            Presented::Scanned(CardCode::sign(&key, self.card))
        } else {
            Presented::Keyed(self.card)
        }
    }

    /// A sheet of no, one or a few lines, sensible ones and others.
    pub fn sheet(&mut self) -> Vec<PaperLine> {
        let count = self.dice.pick(&[0, 1, 1, 2, 3]);
        let card = self.card;
        let line = |at: u8| {
            let play = self.dice.pick(&[Play::Line, Play::Bingo]);
            let rejected = PaperAnswer::Rejected(RejectReason::Illegible);
            let answer = self.dice.pick(&[PaperAnswer::NotGood, PaperAnswer::Good, rejected]);
            self.dice.pick(&[
                PaperLine::Ball(ball(80 + at)),
                PaperLine::Ball(ball(1)),
                PaperLine::Sung { play, card, answer },
                PaperLine::Paid { play, card },
                PaperLine::End,
            ])
        };
        (0..count).map(line).collect()
    }
}

/// All the rest of a second series, which never fits.
pub fn whole_second_series() -> Segment {
    Segment { series: card("A18", 1).series, first: CardNo(11), last: CardNo(crate::support::SIZE) }
}

impl Dice {
    pub fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    /// About `near`, or anywhere at the edges.
    pub fn number(&mut self, near: u32) -> u32 {
        if !self.one_in(3) {
            return near;
        }
        self.pick(&[near + 1, near.saturating_sub(1), 0, 1, 2, 90, 420, 421, u32::MAX])
    }

    pub fn small(&mut self, near: u8) -> u8 {
        self.pick(&[near, near, near, near.saturating_add(1), near.saturating_sub(1), 0, 1, 90, 91, 255])
    }

    pub fn text(&mut self) -> String {
        let texts =
            ["en disputa", "x", "", "   ", "dos\nlíneas", "\u{1b}[31m", "'; drop table event;--", "ñandú €"];
        let long = ["a".repeat(500), "a".repeat(501)];
        if self.one_in(8) { self.pick(&long) } else { self.pick(&texts).to_owned() }
    }
}
