//! An evening at the desk: the cards of one matrix are sold game after game, balls come out and are said, cards
//! are presented. What a game came to is then read in the record, and nowhere else.

use std::collections::BTreeMap;

use hall_cards::finder::{Finder, Standing};
use hall_core::card::code::{CardCode, CardKey};
use hall_core::card::{Card, CardId};
use hall_core::event::{ClaimNo, Event, GameNo, Ordinal, Play, Segment, Verdict};
use hall_core::game::PlayState;
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::request::{Presented, Request};
use hall_core::series::{CardNo, CardRef, SeriesId};

use crate::pencil::{Won, cross_out};
use crate::support::{
    Bench, CAJERO, MESA, OTRO_VENDEDOR, Recorded, VENDEDOR, ball, hall_value, rules, series,
};

const PRICE: Cents = Cents(200);
/// How many cards go out with each game and come back unsold: a whole strip.
const RETURNED: u32 = 6;

/// What the record says of a game.
#[derive(Default)]
pub struct Played {
    /// The numbers that were said, in order.
    pub said: Vec<u8>,
    /// Line and bingo: after how many balls, and which cards.
    pub won: [Won; 2],
    /// The faces of the cards that had the line, and with which row, from the top.
    pub lines: Vec<([[u8; 9]; 3], usize)>,
    /// What it says that pencil and paper do not.
    pub faults: Vec<String>,
}

/// The desk and the cards of an evening.
pub struct Evening {
    bench: Bench,
    key: CardKey,
    faces: Vec<Card>,
    /// How many cards are sold for each game.
    cards: u32,
    games: u32,
}

impl Evening {
    /// Opens an evening of so many games, of so many cards each, from a matrix of its own.
    pub fn open(kind: MatrixKind, cards: u32, games: u32, key: u128) -> Evening {
        let mut rules = rules();
        rules.series_size = hall_value(cards * games + RETURNED);
        let key = MatrixKey::from_bytes(key.to_be_bytes());
        let options = MatrixOptions { kind, clean: false };
        let number = MatrixNo::new(1).unwrap();
        let matrix = Matrix::with(number, rules.series_size.value, options, &key).unwrap();
        let faces = matrix.faces().map(CardId::card).collect();
        let mut bench = Bench::with_cards(rules, matrix, &key);
        bench.vault.set_card_key(CardKey::from_bytes([5; 32]));
        bench.open_session();
        Evening { bench, key: CardKey::from_bytes([5; 32]), faces, cards, games: 0 }
    }

    /// Plays the next game with the balls in this order, to the first bingo that the desk finds good.
    pub fn play(&mut self, order: &[u8]) -> Played {
        let (begun, first) = (self.bench.record.len(), self.games * self.cards);
        let sold = first as usize..(first + self.cards) as usize;
        let by_pencil = cross_out(first + 1, self.faces[sold.clone()].iter().map(|card| card.grid()), order);
        let mut finder = Finder::new(self.faces[sold].iter().copied());
        self.sell();
        for (place, number) in (1u8..).zip(order) {
            // Mostly the ball is in sight before the card is presented; in one game of three it is not yet out.
            let in_sight = !self.games.is_multiple_of(3);
            if in_sight {
                self.bench.out(*number);
            }
            let early = [Play::Line, Play::Bingo].into_iter().zip(&by_pencil);
            let early = early.filter(|(_, won)| won.ordinal == place).map(|(play, won)| (play, won.cards[0]));
            if self.present(&early.collect::<Vec<_>>()) {
                break;
            }
            if !in_sight {
                self.bench.out(*number);
            }
            self.announce(place, *number);
            finder.draw(ball(*number));
            if self.present(&self.who_sings(&finder)) {
                break;
            }
        }
        assert!(self.bench.hall.running().is_none(), "the desk finds no bingo good in ninety balls");
        self.games += 1;
        read(&self.bench.record[begun..], order, &by_pencil)
    }

    /// Cards go out to two sellers, and the last ones come back.
    fn sell(&mut self) {
        let (size, first) = (self.faces.len() as u32, self.games * self.cards + 1);
        self.ask(Request::OpenSale { series: self.series(), size, face_value: PRICE });
        let (game, last) = (self.game(), first + self.cards - 1);
        let middle = first + self.cards / 2;
        let blocks = [(first, middle, VENDEDOR), (middle + 1, last + RETURNED, OTRO_VENDEDOR)];
        for (first, last, seller) in blocks {
            let cards = self.segment(first, last);
            self.ask(Request::IssueBlock { game, cards, price: PRICE, seller });
        }
        let cards = self.segment(last + 1, last + RETURNED);
        self.ask(Request::ReturnCards { game, cards, seller: OTRO_VENDEDOR });
        self.ask(Request::CloseSale { game });
        self.ask(Request::StartDraw { game });
    }

    fn announce(&mut self, place: u8, number: u8) {
        let request = Request::Announce {
            game: self.game(),
            ordinal: Ordinal(place),
            ball: ball(number),
            typed: false,
        };
        self.bench.ask(VENDEDOR, request).unwrap();
    }

    /// Whoever has a play that is open sings it, and once a game somebody with a card that came back.
    fn who_sings(&self, finder: &Finder) -> Vec<(Play, u32)> {
        let game = self.bench.hall.game.as_ref().unwrap();
        let first = self.games * self.cards + 1;
        let mut sung = Vec::new();
        for (play, state, standing) in
            [(Play::Line, game.line, Standing::Line), (Play::Bingo, game.bingo, Standing::Bingo)]
        {
            if state == PlayState::Open {
                sung.extend(finder.standing(standing).map(|at| (play, first + at as u32)));
            }
        }
        if sung.iter().any(|(play, _)| *play == Play::Bingo) {
            sung.push((Play::Bingo, first + self.cards));
        }
        sung
    }

    /// Cards are sung: the draw stops, the desk judges each, and what it finds good is accepted. Returns whether
    /// the game is over.
    fn present(&mut self, sung: &[(Play, u32)]) -> bool {
        if sung.is_empty() {
            return false;
        }
        let game = self.game();
        // Every other time PARADA comes before the card.
        if self.games.is_multiple_of(2) {
            let announced = self.bench.hall.game.as_ref().unwrap().announced;
            self.ask(Request::stop(game, announced));
        }
        for (play, number) in sung {
            let card = CardRef { series: self.series(), number: CardNo(*number) };
            let keyed = self.games % 4 < 2;
            let code = CardCode::sign(&self.key, card);
            let card = if keyed { Presented::Keyed(card) } else { Presented::Scanned(code) };
            self.ask(Request::Claim { game, play: *play, card });
        }
        let at_the_desk = self.bench.hall.game.as_ref().unwrap();
        let stop = at_the_desk.stop().expect("a claim stops the draw").no;
        let good: Vec<(ClaimNo, Play)> = at_the_desk
            .claims_of(stop)
            .filter(|claim| claim.is_pending())
            .map(|claim| (claim.no, claim.play))
            .collect();
        for (claim, _) in &good {
            self.ask(Request::AcceptClaim { game, claim: *claim });
        }
        if !good.is_empty() {
            self.ask(Request::AskQuestion { game, stop });
            self.bench.now_ms += 5_000;
        }
        let over = good.iter().any(|(_, play)| *play == Play::Bingo);
        self.ask(if over { Request::EndGame { game, stop } } else { Request::GoOn { game, stop } });
        over
    }

    /// Somebody who may asks, and it is granted.
    #[track_caller]
    fn ask(&mut self, request: Request) {
        let issues = matches!(request, Request::IssueBlock { .. } | Request::ReturnCards { .. });
        self.bench.ask(if issues { CAJERO } else { MESA }, request).unwrap();
    }

    fn game(&self) -> GameNo {
        GameNo(self.bench.hall.games)
    }

    fn series(&self) -> SeriesId {
        series("A17")
    }

    fn segment(&self, first: u32, last: u32) -> Segment {
        Segment { series: self.series(), first: CardNo(first), last: CardNo(last) }
    }
}

/// Reads the lines of a game: who won what and when, and what should not be there.
#[allow(clippy::wildcard_enum_match_arm, reason = "the other lines are not about winning")]
fn read(lines: &[Recorded], order: &[u8], by_pencil: &[Won; 2]) -> Played {
    let mut played = Played::default();
    let mut claims = BTreeMap::new();
    let (mut early, mut returned) = (0, 0);
    for line in lines {
        match &line.event {
            Event::BallAnnounced { ball, .. } => played.said.push(ball.number()),
            Event::ClaimMade { claim, play, card, face, verdict, .. } => {
                let said = played.said.len();
                claims.insert(*claim, said as u8);
                if let (Play::Line, Some(face), Verdict::Good { rows, .. }) = (play, face, verdict) {
                    played.lines.push((face.card().grid(), rows.trailing_zeros() as usize));
                }
                match verdict {
                    Verdict::Good { completed_at, .. } if usize::from(completed_at.0) == said => (),
                    // Two rows may lack one number each; the other row's may be the one that is told.
                    Verdict::Incomplete { missing } if *play == Play::Line && missing.len() == 1 => {
                        early += 1
                    }
                    Verdict::Incomplete { missing }
                        if order.get(said).is_some_and(|next| **missing == [ball(*next)]) =>
                    {
                        early += 1
                    }
                    Verdict::Returned => returned += 1,
                    other => {
                        played.faults.push(format!("{play:?}, {said} balls, card {}: {other:?}", card.number))
                    }
                }
            }
            Event::PlayAwarded { play, winners, .. } => {
                let mut cards: Vec<u32> = winners.iter().map(|winner| winner.card.number.0).collect();
                cards.sort_unstable();
                let ordinal = winners.iter().map(|winner| claims[&winner.claim]).min().unwrap();
                played.won[*play as usize] = Won { ordinal, cards };
            }
            _ => (),
        }
    }
    if (early, returned) != (2, 1) {
        played.faults.push(format!("{early} cards lacked the next ball and {returned} had come back"));
    }
    if played.won != *by_pencil {
        played.faults.push(format!("{:?} in the record, {by_pencil:?} by pencil", played.won));
    }
    if played.said != order[..played.said.len()] {
        played.faults.push("the balls were said in another order".into());
    }
    played
}
