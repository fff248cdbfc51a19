//! One game through desk and record on one thread: what is swept (DECISIONS 7).
//!
//! It says each answer as it leaves the desk. Played again after a crash, it asks for the same
//! things with the same ids and goes on where the record ends.

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::{Context, Poll, Waker};

use crate::opening::{nothing_amiss, opening_of};
use crate::template::{
    CAJERO, EIGHT, LOCUTOR, MESA, PRICE, SALA, SIZE, Template, VENDEDOR, numbers, series, set,
};
use ball_machine::orders::Orders;
use hall_core::ball::Ball;
use hall_core::event::{Ordinal, Play, PrizeNo, Segment, StopNo};
use hall_core::machine::{BootId, Mode, Report, Stored};
use hall_core::people::PersonId;
use hall_core::request::{Presented, Request};
use hall_core::series::{CardNo, CardRef};
use hall_server::clock::Source;
use hall_server::desk::{Answer, Ask, Desk, DeskError, DeskHandle, Disk, Input};
use hall_server::journal::Journal;

/// The exit status of a record that could not be kept, as the server's.
const RECORD: i32 = 75;
/// The exit status of a record that could not be opened.
const REFUSED: i32 = 74;

/// Does one of the works of this test's other process.
pub fn work(word: &str, dir: &Path) {
    // The harness leaves its line open.
    println!();
    match word {
        "make" => drop(Template::new().copy_to(dir)),
        "create" => drop(Journal::create(dir, EIGHT).unwrap()),
        "play" => play(dir),
        other => panic!("{other} is no work"),
    }
}

struct Game {
    desk: Desk,
    handle: DeskHandle,
    orders: Arc<Orders>,
    clock: Arc<AtomicI64>,
    frame: u32,
    out: u8,
}

fn play(dir: &Path) {
    println!("begin");
    let clock = Arc::new(AtomicI64::new(EIGHT));
    let refused = |error: &dyn std::error::Error| -> ! {
        println!("refused {error}");
        exit(REFUSED)
    };
    let journal = match Journal::open(dir) {
        Ok((journal, _)) => journal,
        Err(error) => refused(&error),
    };
    let time = clock.clone();
    let time: Source = Arc::new(move || time.load(Ordering::Relaxed));
    let opened = Desk::open_with(journal, Disk::Reserved, |clock| clock.with_sources(time.clone(), time));
    let (desk, handle, orders) = match opened {
        Ok(opened) => opened,
        Err(error) => refused(&error),
    };
    println!("head {}", handle.view.borrow().seq);
    let mut game = Game { desk, handle, orders, clock, frame: 0, out: 0 };
    game.sell();
    game.draw();
    game.end();
    println!("end");
}

impl Game {
    fn sell(&mut self) {
        let count = Request::SignCount { set: set("J1"), balls_counted: 90 };
        self.ask(SALA, "sign-count-open", count);
        self.ask(MESA, "open-session", opening_of(SALA, nothing_amiss(), None));
        self.report(Report::Identity { boot: BootId(7), balls: 90, set: set("J1") });
        self.ask(MESA, "open-sale", Request::OpenSale { series: series(1), size: SIZE, face_value: PRICE });
        for first in [1, 6, 11] {
            let cards = Segment { series: series(1), first: CardNo(first), last: CardNo(first + 4) };
            let request = Request::IssueBlock { game: GAME, cards, price: PRICE, seller: VENDEDOR };
            self.ask(CAJERO, &format!("issue-{first}"), request);
        }
        self.ask(CAJERO, "close-sale", Request::CloseSale { game: GAME });
        self.beat(Mode::Stop);
        self.ask(MESA, "start-draw", Request::StartDraw { game: GAME });
    }

    fn draw(&mut self) {
        let winner = numbers(1);
        for (place, number) in (1u8..).zip(winner) {
            self.frame(Stored::Present);
            self.frame(Stored::Read { number, set: set("J1"), confidence: 98 });
            self.frame(Stored::Gone);
            self.out = place;
            self.beat(Mode::Run);
            self.go_on_after_a_restart();
            let (ordinal, ball) = (Ordinal(place), Ball::new(number).unwrap());
            let request = Request::Announce { game: GAME, ordinal, ball, typed: false };
            self.ask(LOCUTOR, &format!("announce-{place}"), request);
        }
    }

    /// A draw that a crash has stopped goes on; its stops have numbers of their own.
    fn go_on_after_a_restart(&mut self) {
        let view = self.handle.view.borrow().clone();
        if let Some(stop) = view.public.stop.as_ref().filter(|stop| stop.claims.is_empty()) {
            let stop = StopNo(stop.stop);
            let last = view.public.announced.last().map(|last| Ball::new(*last).unwrap());
            let order = match last {
                Some(last) => Request::GoOnAfterRestart { game: GAME, stop, last },
                None => Request::GoOn { game: GAME, stop },
            };
            self.ask(MESA, &format!("go-on-{}", stop.0), order);
        }
    }

    fn end(&mut self) {
        let card = CardRef { series: series(1), number: CardNo(1) };
        for (name, play) in [("line", Play::Line), ("bingo", Play::Bingo)] {
            let request = Request::Claim { game: GAME, play, card: Presented::Keyed(card) };
            self.ask(LOCUTOR, &format!("claim-{name}"), request);
        }
        for claim in [1, 2].map(hall_core::event::ClaimNo) {
            let request = Request::AcceptClaim { game: GAME, claim };
            self.ask(MESA, &format!("accept-{}", claim.0), request);
        }
        let stop = self.handle.view.borrow().public.stop.as_ref().map_or(StopNo(1), |stop| StopNo(stop.stop));
        self.ask(MESA, "ask-question", Request::AskQuestion { game: GAME, stop });
        self.clock.fetch_add(6_000, Ordering::Relaxed);
        self.ask(MESA, "end-game", Request::EndGame { game: GAME, stop });
        for prize in [1, 2].map(PrizeNo) {
            let request = Request::PayPrize { game: GAME, prize, card: Presented::Keyed(card) };
            self.ask(CAJERO, &format!("pay-{}", prize.0), request);
        }
        let count = Request::SignCount { set: set("J1"), balls_counted: 90 };
        self.ask(SALA, "sign-count-close", count);
        let request = Request::CloseSession { balls_counted: 90, public_witness: true };
        self.ask(MESA, "close-session", request);
    }

    fn frame(&mut self, what: Stored) {
        self.frame += 1;
        self.report(Report::Stored { boot: BootId(7), seq: self.frame, what });
    }

    fn beat(&mut self, mode: Mode) {
        self.report(Report::Beat { boot: BootId(7), seq: self.frame, mode, out: self.out });
    }

    fn report(&mut self, report: Report) {
        self.handle.tell(Input::Reported(report)).unwrap();
        self.turn(&mut |_| None);
    }

    fn ask(&mut self, by: PersonId, id: &str, request: Request) {
        let handle = self.handle.clone();
        let ask = Ask {
            request_id: id.into(),
            device: "mesa-1".into(),
            by,
            body_sha256: [1; 32],
            request,
            sealed: vec![],
        };
        let mut answer = pin!(handle.ask(ask));
        let mut look = |_: ()| match answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(answer)) => Some(answer),
            Poll::Ready(Err(_)) | Poll::Pending => None,
        };
        // The first look puts it into the desk's inbox.
        assert!(look(()).is_none());
        self.turn(&mut look);
        match look(()) {
            Some(Answer::Done(lines)) => {
                println!("ack {id} {}-{}", lines[0].seq, lines[lines.len() - 1].seq);
            }
            // A resumed game has gone further than these.
            Some(answer) => println!("no {id} {answer:?}"),
            None => panic!("{id} has no answer"),
        }
    }

    /// A turn of the desk. One that cannot be written must leave everything as it was.
    fn turn(&mut self, look: &mut dyn FnMut(()) -> Option<Answer>) {
        self.clock.fetch_add(100, Ordering::Relaxed);
        let (before, told) = (self.handle.view.borrow().clone(), self.orders.take());
        match self.desk.turn() {
            Ok(_) => println!("at {}", self.handle.view.borrow().seq),
            Err(error) => {
                let after = self.handle.view.borrow().clone();
                let board =
                    before.seq == after.seq && before.public == after.public && before.mesa == after.mesa;
                let standing = self.orders.take();
                let orders = told.mode == standing.mode && told.committed == standing.committed;
                if look(()).is_some() || !board || !orders {
                    println!("leak: board {board}, orders {orders}");
                }
                let kind = match error {
                    DeskError::Append(hall_server::journal::AppendError::InDoubt { .. }) => "doubt",
                    DeskError::Append(_) => "failed",
                    DeskError::Journal(_) | DeskError::Orders(_) | DeskError::Moved(_) => "journal",
                };
                println!("error {kind}");
                exit(RECORD);
            }
        }
    }
}

const GAME: hall_core::event::GameNo = hall_core::event::GameNo(1);
