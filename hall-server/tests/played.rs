//! Whole games through the real desk and its record on disk, against pencil and paper.
//!
//! `hall-core/tests/played.rs` plays thousands of games against the laws; these few show that what the server writes is
//! what those games came to. Nothing here knows who has won but `pencil.rs`, which crosses out numbers; the desk is asked
//! as people ask it, and what counts is read in the record by another connection.

#[path = "storm/dice.rs"]
#[allow(dead_code, reason = "storms throw them more often")]
mod dice;
#[path = "played/drivers.rs"]
mod drivers;
#[path = "played/look_up.rs"]
mod look_up;
#[path = "played/mirrored.rs"]
mod mirrored;
#[path = "../../hall-core/tests/support/opening.rs"]
mod opening;
#[path = "../../hall-core/tests/played/pencil.rs"]
mod pencil;
#[path = "storm/server.rs"]
#[allow(dead_code, reason = "storms let servers die")]
mod server;
#[path = "storm/template.rs"]
#[allow(dead_code, reason = "storms have more in their hall than this game needs")]
mod template;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};

use hall_core::ball::Ball;
use hall_core::card::code::{CardCode, CardKey};
use hall_core::event::{ClaimNo, Event, GameNo, Ordinal, Play, Segment, StopNo, Verdict};
use hall_core::machine::{BootId, Mode, Report, Stored};
use hall_core::people::PersonId;
use hall_core::request::{Presented, Request};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_server::desk::{Answer, Ask, Input};
use hall_server::journal::check;
use hall_server::mirror::Mirrors;

use dice::Dice;
use opening::{nothing_amiss, opening_of};
use pencil::{Won, cross_out};
use server::{Clocks, Server};
use template::{
    CAJERO, EIGHT, LOCUTOR, MESA, PRICE, SALA, SERIES, SIZE, Template, VENDEDOR, new_folder, series, set,
};

/// The games of a series: the first and the last card sold, and how many more come back unsold.
const GAMES: [(u32, u32, u32); 3] = [(1, 6, 6), (7, 24, 6), (25, SIZE, 0)];

/// What one game is played with.
#[derive(Clone, Copy)]
struct Sale {
    game: GameNo,
    series: SeriesId,
    first: u32,
    last: u32,
    returned: u32,
}

#[test]
fn the_record_of_games_at_the_real_desk_is_what_pencil_and_paper_say() {
    let (template, folder, clocks) = (Template::new(), new_folder(), Clocks::default());
    clocks.wall.store(EIGHT, Ordering::Relaxed);
    let server = Server::start(template.copy_to(&folder.path().join("1")), &clocks);
    let mut evening = Evening { server, clocks, template, frame: 0, out: 0, asked: 0, mirrored: None };
    evening.open();
    let mut dice = Dice::new(19);
    let mut shared = 0;
    let sales = (1..=SERIES).flat_map(|number| GAMES.map(|game| (series(number), game)));
    for (game, (series, (first, last, returned))) in (1..).map(GameNo).zip(sales) {
        let sale = Sale { game, series, first, last, returned };
        let mut order: Vec<u8> = (1..=90).collect();
        dice.shuffle(&mut order);
        let grids = evening.grids();
        let sold = grids[first as usize - 1..last as usize].iter().copied();
        let by_pencil = cross_out(first, sold, &order);
        let before = evening.server.view().seq;
        evening.play(sale, &order, &by_pencil);
        let lines: Vec<Event> = evening.server.lines_after(before).into_iter().map(|line| line.1).collect();
        let written = written(&lines);
        assert_eq!(written.won, by_pencil, "game {}", game.0);
        assert_eq!(written.said, order[..written.said.len()], "game {}", game.0);
        // For each play a card too early, one with a forged code, and one that nobody has paid for.
        let unsold = if returned > 0 { "returned" } else { "not sold" };
        assert_eq!(written.refused, [("incomplete", 2), (unsold, 2), ("forged", 2)].into());
        // Whoever looks a card up is told the game it was sold in, however long ago.
        assert_eq!(evening.sold_in(sale.card(last)), Some(game.0));
        assert_eq!(evening.sold_in(CardRef { series: self::series(1), number: CardNo(1) }), Some(1));
        shared += written.won.iter().filter(|won| won.cards.len() > 1).count();
    }
    assert!(shared > 0, "no play of these games was shared");
    let report = check(evening.server.folder(), None).unwrap();
    assert!(report.is_sound(), "{report}");
}

/// What the lines of a game say.
#[derive(Default)]
struct Written {
    said: Vec<u8>,
    won: [Won; 2],
    /// How many claims were refused, and why.
    refused: BTreeMap<&'static str, u32>,
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the other lines are not about winning")]
fn written(lines: &[Event]) -> Written {
    let (mut written, mut claims) = (Written::default(), BTreeMap::new());
    for event in lines {
        match event {
            Event::BallAnnounced { ball, .. } => written.said.push(ball.number()),
            Event::ClaimMade { claim, verdict, .. } => {
                let said = written.said.len();
                claims.insert(*claim, said as u8);
                let reason = match verdict {
                    Verdict::Good { completed_at, .. } => {
                        assert_eq!(usize::from(completed_at.0), said);
                        continue;
                    }
                    Verdict::Incomplete { missing } if missing.len() == 1 => "incomplete",
                    Verdict::Returned => "returned",
                    Verdict::NotSold { sold_in: Some(_) } => "not sold",
                    Verdict::Forged => "forged",
                    other => panic!("after {said} balls: {other:?}"),
                };
                *written.refused.entry(reason).or_default() += 1;
            }
            Event::PlayAwarded { play, winners, .. } => {
                let ordinals: Vec<u8> = winners.iter().map(|winner| claims[&winner.claim]).collect();
                let mut cards: Vec<u32> = winners.iter().map(|winner| winner.card.number.0).collect();
                cards.sort_unstable();
                assert!(ordinals.iter().all(|ordinal| *ordinal == ordinals[0]), "{ordinals:?}");
                written.won[*play as usize] = Won { ordinal: ordinals[0], cards };
            }
            _ => (),
        }
    }
    written
}

struct Evening {
    server: Server,
    clocks: Clocks,
    template: Template,
    frame: u32,
    out: u8,
    asked: u32,
    /// The mirrors of this hall, and how many answers have waited for one.
    mirrored: Option<(Arc<Mirrors>, u32)>,
}

impl Sale {
    fn card(&self, number: u32) -> CardRef {
        CardRef { series: self.series, number: CardNo(number) }
    }
}

impl Evening {
    fn open(&mut self) {
        self.open_hall();
        self.report(Report::Identity { boot: BootId(7), balls: 90, set: set("J1") });
        self.beat();
    }

    fn open_hall(&mut self) {
        self.ask(SALA, Request::SignCount { set: set("J1"), balls_counted: 90 });
        self.ask(MESA, opening_of(SALA, nothing_amiss(), None));
    }

    /// The cards of the matrix, as numbers in rows.
    fn grids(&self) -> Vec<[[u8; 9]; 3]> {
        let row = |bits: u128| {
            let mut numbers = (1..=90).filter(|number| bits >> number & 1 == 1);
            core::array::from_fn(|_| numbers.next().unwrap_or(0))
        };
        self.template.rows.iter().map(|rows| rows.map(row)).collect()
    }

    /// Plays a game: who wins by pencil presents the card.
    fn play(&mut self, sale: Sale, order: &[u8], by_pencil: &[Won; 2]) {
        let game = sale.game;
        self.sell(sale);
        for (place, number) in (1u8..).zip(order) {
            self.frame(Stored::Present);
            self.frame(Stored::Read { number: *number, set: set("J1"), confidence: 98 });
            self.frame(Stored::Gone);
            self.out = place;
            self.beat();
            let won = [Play::Line, Play::Bingo].into_iter().zip(by_pencil);
            let Some((play, won)) = won.into_iter().find(|(_, won)| won.ordinal == place) else {
                self.announce(game, place, *number);
                continue;
            };
            // The ball that is missing is in sight and not said.
            self.claim(game, play, Presented::Keyed(sale.card(won.cards[0])));
            let stop = self.stop();
            self.ask(MESA, Request::GoOn { game, stop });
            self.announce(game, place, *number);
            let forged = CardCode::sign(&CardKey::from_bytes([4; 32]), sale.card(won.cards[0]));
            self.claim(game, play, Presented::Scanned(forged));
            // A card that came back; in the last game of a series, one of its first.
            let unsold = sale.card(if sale.returned > 0 { sale.last + 1 } else { 1 });
            self.claim(game, play, Presented::Keyed(unsold));
            let stop = self.stop();
            for number in &won.cards {
                let code = CardCode::sign(&self.template.key, sale.card(*number));
                let claim = self.claim(game, play, Presented::Scanned(code));
                self.ask(MESA, Request::AcceptClaim { game, claim });
            }
            self.ask(MESA, Request::AskQuestion { game, stop });
            self.pass(6_000);
            if play == Play::Bingo {
                self.ask(MESA, Request::EndGame { game, stop });
                return;
            }
            self.ask(MESA, Request::GoOn { game, stop });
        }
        panic!("no bingo in ninety balls");
    }

    fn sell(&mut self, sale: Sale) {
        self.sell_only(sale);
        if self.out > 0 {
            self.out = 0;
            self.frame(Stored::Loaded);
        }
        self.beat();
        self.ask(MESA, Request::StartDraw { game: sale.game });
    }

    fn sell_only(&mut self, sale: Sale) {
        let Sale { game, series, first, last, returned } = sale;
        let cards = |first, last| Segment { series, first: CardNo(first), last: CardNo(last) };
        self.ask(MESA, Request::OpenSale { series, size: SIZE, face_value: PRICE });
        let issued = cards(first, last + returned);
        self.ask(CAJERO, Request::IssueBlock { game, cards: issued, price: PRICE, seller: VENDEDOR });
        if returned > 0 {
            let back = cards(last + 1, last + returned);
            self.ask(CAJERO, Request::ReturnCards { game, cards: back, seller: VENDEDOR });
        }
        self.ask(CAJERO, Request::CloseSale { game });
    }

    fn announce(&mut self, game: GameNo, place: u8, number: u8) {
        let (ordinal, ball) = (Ordinal(place), Ball::new(number).unwrap());
        self.ask(LOCUTOR, Request::Announce { game, ordinal, ball, typed: false });
    }

    fn claim(&mut self, game: GameNo, play: Play, card: Presented) -> ClaimNo {
        self.ask(LOCUTOR, Request::Claim { game, play, card });
        let view = self.server.view();
        let claim = view.public.stop.as_ref().unwrap().claims.last().unwrap().claim;
        ClaimNo(claim)
    }

    fn stop(&self) -> StopNo {
        StopNo(self.server.view().public.stop.as_ref().unwrap().stop)
    }

    fn frame(&mut self, what: Stored) {
        self.frame += 1;
        self.report(Report::Stored { boot: BootId(7), seq: self.frame, what });
    }

    /// The machine does as it is told, and says so.
    fn beat(&mut self) {
        let (boot, seq, out) = (BootId(7), self.frame, self.out);
        self.report(Report::Beat { boot, seq, mode: Mode::Stop, out });
    }

    fn report(&mut self, report: Report) {
        self.pass(100);
        self.server.handle.tell(Input::Reported(report)).unwrap();
        self.server.turn();
    }

    fn pass(&mut self, ms: i64) {
        self.clocks.wall.fetch_add(ms, Ordering::Relaxed);
        self.clocks.steady.fetch_add(ms, Ordering::Relaxed);
    }

    /// Asks the desk; it must be granted.
    #[track_caller]
    fn ask(&mut self, by: PersonId, request: Request) {
        self.pass(100);
        self.asked += 1;
        let (handle, name) = (self.server.handle.clone(), request.kind().name());
        let ask = Ask {
            request_id: format!("r-{}", self.asked),
            device: "mesa-1".into(),
            by,
            body_sha256: [1; 32],
            request,
            sealed: vec![],
        };
        let mut answer = pin!(handle.ask(ask));
        let mut context = Context::from_waker(Waker::noop());
        // The first look puts it into the desk's inbox.
        assert!(answer.as_mut().poll(&mut context).is_pending());
        self.server.turn();
        match answer.as_mut().poll(&mut context) {
            Poll::Ready(Ok(Answer::Done(lines))) => {
                let of_money = ["claim_made", "claim_accepted", "play_awarded"];
                let money = lines.iter().rev().find(|line| of_money.contains(&line.kind.as_str()));
                if let (Some((mirrors, waited)), Some(line)) = (&mut self.mirrored, money) {
                    let head = mirrors.now()[0].head;
                    assert!(head.seq >= line.seq, "{name} is answered and the mirror ends at {head:?}");
                    *waited += 1;
                }
            }
            Poll::Ready(Ok(answer)) => panic!("{name}: {answer:?}"),
            Poll::Ready(Err(_)) | Poll::Pending => panic!("{name} has no answer"),
        }
    }
}
