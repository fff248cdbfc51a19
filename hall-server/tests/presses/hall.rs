//! Desk and record on one thread, with clocks that go when a test says so.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::{Context, Poll, Waker};

use hall_core::ball::Ball;
use hall_core::event::{Event, GameNo, Ordinal, Pressed, Segment, StopNo};
use hall_core::machine::{BootId, Mode, Report, Stored};
use hall_core::people::PersonId;
use hall_core::record;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::series::CardNo;
use hall_server::clock::Source;
use hall_server::desk::{Answer, Ask, Desk, DeskHandle, Disk, Input};
use hall_server::journal::Journal;
use hall_wire::command::{Command, command};
use hall_wire::link::DeskHour;
use serde_json::json;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::opening::{nothing_amiss, opening_of};
use crate::template::{
    CAJERO, EIGHT, LOCUTOR, MESA, PRICE, SALA, SIZE, Template, VENDEDOR, new_folder, series, set,
};

/// A millisecond, in microseconds.
pub const MS: i64 = 1_000;

const BOOT: BootId = BootId(7);

/// What a stop was recorded as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    pub announced: u8,
    pub counting: u8,
    pub pressed: Option<Pressed>,
}

/// The hall.
pub struct Hall {
    /// Before its folder: a journal whose files are gone saves them beside it.
    desk: Desk,
    folder: TempDir,
    handle: DeskHandle,
    /// Microseconds since eight.
    clock: Arc<AtomicI64>,
    frame: u32,
    out: u8,
    asked: u32,
}

fn desk(folder: &TempDir, clock: &Arc<AtomicI64>) -> (Desk, DeskHandle) {
    let (journal, _) = Journal::open(&folder.path().join("sala")).unwrap();
    let ours = clock.clone();
    let time: Source = Arc::new(move || EIGHT + ours.load(Ordering::Relaxed) / MS);
    let opened = Desk::open_with(journal, Disk::Reserved, |clock| clock.with_sources(time.clone(), time));
    let (desk, handle, _) = opened.unwrap();
    (desk, handle)
}

impl Hall {
    /// A session with its first game in the draw.
    pub fn open() -> Hall {
        let (folder, clock) = (new_folder(), Arc::new(AtomicI64::new(60_000 * MS)));
        Template::new().copy_to(&folder.path().join("sala"));
        let (desk, handle) = desk(&folder, &clock);
        let mut hall = Hall { folder, desk, handle, clock, frame: 0, out: 0, asked: 0 };
        hall.must(SALA, Request::SignCount { set: set("J1"), balls_counted: 90 });
        hall.must(MESA, opening_of(SALA, nothing_amiss(), None));
        hall.report(Report::Identity { boot: BOOT, balls: 90, set: set("J1") });
        hall.begins();
        hall
    }

    fn begins(&mut self) {
        let name =
            series(1 + (self.handle.view.borrow().public.game.as_ref().map_or(0, |game| game.game)) / 14);
        self.must(MESA, Request::OpenSale { series: name, size: SIZE, face_value: PRICE });
        let (game, next) = (self.game(), self.next_card());
        let cards = Segment { series: name, first: CardNo(next), last: CardNo(next + 1) };
        self.must(CAJERO, Request::IssueBlock { game, cards, price: PRICE, seller: VENDEDOR });
        self.must(CAJERO, Request::CloseSale { game });
        self.beat(Mode::Stop);
        self.must(MESA, Request::StartDraw { game });
    }

    fn next_card(&self) -> u32 {
        let games = self.game().0 - 1;
        1 + games % 14 * 2
    }

    /// The present game is void, and the next one is in its draw.
    pub fn next_game(&mut self) {
        let (game, cause) = (self.game(), "Ensayo de la prueba".to_owned());
        self.must(MESA, Request::AskVoid { game, cause: cause.clone() });
        self.must(SALA, Request::ConfirmVoid { game, cause });
        self.out = 0;
        self.beat(Mode::Load);
        self.begins();
    }

    /// The server ends without a word and starts again on what is on its disk.
    pub fn killed(self) -> Hall {
        let Hall { folder, desk: dead, handle, clock, frame, out, asked } = self;
        drop((dead, handle));
        let (desk, handle) = desk(&folder, &clock);
        let mut hall = Hall { folder, desk, handle, clock, frame, out, asked };
        hall.report(Report::Identity { boot: BOOT, balls: 90, set: set("J1") });
        hall.beat(Mode::Hold);
        hall
    }

    pub fn now_us(&self) -> i64 {
        self.clock.load(Ordering::Relaxed)
    }

    /// The world's clock goes to a moment, or is there already.
    pub fn goes_to(&self, us: i64) {
        self.clock.fetch_max(us, Ordering::Relaxed);
    }

    /// What the desk answers who asks for its clock.
    pub fn clock_says(&self) -> i64 {
        self.handle.view.borrow().clock_says().at_utc_ms
    }

    pub fn game(&self) -> GameNo {
        GameNo(self.handle.view.borrow().public.game.as_ref().map_or(0, |game| game.game))
    }

    fn announced(&self) -> u8 {
        self.handle.view.borrow().public.announced.len().try_into().unwrap()
    }

    /// Stops of the present game so far, by the record.
    pub fn stops(&self) -> u32 {
        let game = self.game();
        let (mut stops, (journal, _)) = (0, self.record());
        journal
            .replay(|_, event| {
                stops += u32::from(matches!(event, Event::DrawStopped { game: of, .. } if *of == game));
            })
            .unwrap();
        stops
    }

    /// A copy of the record, since the desk has the record itself.
    fn record(&self) -> (Journal, TempDir) {
        let copy = new_folder();
        for file in std::fs::read_dir(self.folder.path().join("sala")).unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
            }
        }
        (Journal::open(copy.path()).unwrap().0, copy)
    }

    /// The next ball comes out; returns its place. A game that has few left is ended before.
    pub fn ball_out(&mut self) -> u8 {
        if self.announced() >= 85 {
            self.next_game();
        }
        self.out += 1;
        for what in
            [Stored::Present, Stored::Read { number: self.out, set: set("J1"), confidence: 98 }, Stored::Gone]
        {
            self.frame += 1;
            self.handle.tell(Input::Reported(Report::Stored { boot: BOOT, seq: self.frame, what })).unwrap();
        }
        self.beat(Mode::Run);
        self.out
    }

    /// The caller announces it; returns the hour of its line.
    pub fn announce(&mut self) -> Result<i64, Refusal> {
        let ball = Ball::new(self.out).unwrap();
        let request = Request::Announce { game: self.game(), ordinal: Ordinal(self.out), ball, typed: false };
        self.ask(LOCUTOR, "mesa-1", request).map(|lines| lines[0].0)
    }

    pub fn go_on(&mut self) {
        let stop = self.handle.view.borrow().public.stop.as_ref().map_or(0, |stop| stop.stop);
        self.beat(Mode::Hold);
        self.must(MESA, Request::GoOn { game: self.game(), stop: StopNo(stop) });
    }

    /// PARADA in the present game.
    pub fn stop(&mut self, device: &str, seen: u8, hour: Option<DeskHour>) -> Result<Stopped, Refusal> {
        self.stop_of(self.game(), device, seen, hour)
    }

    /// PARADA in this game, as its body travels.
    pub fn stop_of(
        &mut self,
        game: GameNo,
        device: &str,
        seen: u8,
        hour: Option<DeskHour>,
    ) -> Result<Stopped, Refusal> {
        self.asked += 1;
        let id = format!("stop-{}", self.asked);
        self.sent(&id, game, device, seen, hour)
    }

    /// PARADA with this id.
    pub fn stop_as(
        &mut self,
        id: &str,
        device: &str,
        seen: u8,
        hour: Option<DeskHour>,
    ) -> Result<Stopped, Refusal> {
        self.sent(id, self.game(), device, seen, hour)
    }

    fn sent(
        &mut self,
        id: &str,
        game: GameNo,
        device: &str,
        seen: u8,
        hour: Option<DeskHour>,
    ) -> Result<Stopped, Refusal> {
        let mut body = json!({ "game": game.0, "announced": seen });
        if let Some(hour) = hour {
            body["pressed_at_utc_ms"] = hour.at_utc_ms.into();
            body["pressed_within_ms"] = hour.within_ms.into();
        }
        let text = body.to_string();
        let Ok(Command::Ask(request)) = (command("stop").unwrap().parse)(text.as_bytes()) else {
            panic!("{text} is a stop")
        };
        let lines = self.ask_as(id, CAJERO, device, &text, request)?;
        let event = &lines[0].1;
        if let Event::DrawStopped { announced, counting, pressed, .. } = event {
            return Ok(Stopped { announced: *announced, counting: *counting, pressed: *pressed });
        }
        let Event::StopCalledEarlier { counting, pressed, .. } = event else {
            panic!("{event:?} is no stop")
        };
        Ok(Stopped { announced: self.announced(), counting: *counting, pressed: Some(*pressed) })
    }

    fn beat(&mut self, mode: Mode) {
        self.report(Report::Beat { boot: BOOT, seq: self.frame, mode, out: self.out });
    }

    fn report(&mut self, report: Report) {
        self.handle.tell(Input::Reported(report)).unwrap();
        self.desk.turn().unwrap();
    }

    fn must(&mut self, by: PersonId, request: Request) {
        let what = format!("{request:?}");
        self.ask(by, "mesa-1", request).unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
    }

    fn ask(&mut self, by: PersonId, device: &str, request: Request) -> Result<Vec<(i64, Event)>, Refusal> {
        self.asked += 1;
        let id = format!("request-{}", self.asked);
        self.ask_as(&id, by, device, &id, request)
    }

    fn ask_as(
        &mut self,
        id: &str,
        by: PersonId,
        device: &str,
        body: &str,
        request: Request,
    ) -> Result<Vec<(i64, Event)>, Refusal> {
        let handle = self.handle.clone();
        let ask = Ask {
            request_id: id.into(),
            device: device.into(),
            by,
            body_sha256: Sha256::digest(body).into(),
            request,
            sealed: vec![],
        };
        let mut answer = pin!(handle.ask(ask));
        let mut look = || answer.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(look().is_pending(), "it waits for the desk");
        self.desk.turn().unwrap();
        match look() {
            Poll::Ready(Ok(Answer::Done(lines))) => {
                let read = |line: &record::Line| {
                    record::decode(&line.kind, line.version, &line.body).expect("as it was written")
                };
                Ok(lines.iter().map(|line| (line.at_utc_ms, read(line))).collect())
            }
            Poll::Ready(Ok(Answer::Refused(refusal))) => Err(refusal),
            Poll::Ready(Ok(Answer::IdReused)) => panic!("{id} was used"),
            Poll::Ready(Err(_)) | Poll::Pending => panic!("{id} has no answer"),
        }
    }
}
