//! A machine that numbers and keeps nothing, through its driver file, at the real desk: whatever
//! may have been an unseen ball holds the game, and its balls are counted all the same.

use ball_machine::driver::Driver;
use ball_machine::link::Link;
use ball_machine::numbered::Numbered;
use hall_core::event::HoldExit;
use hall_core::event::HoldKind;
use hall_core::machine::LinkLoss;

use super::*;

const GAME: GameNo = GameNo(1);

struct Draw {
    evening: Evening,
    link: Numbered,
    now_ms: u64,
    next_boot: u32,
}

/// Returns the line's end that a server makes at its start.
fn numbered(server: &Server, first_boot: u32) -> Numbered {
    let standing = server.orders.take();
    let known = standing.committed.map(|(boot, _)| boot);
    let mut next = first_boot;
    let boots = move || {
        next += 1;
        BootId(next)
    };
    Driver::load("stx-simple").unwrap().link(None, Some(set("J1")), known, standing.out, boots).unwrap()
}

impl Draw {
    fn begin() -> (Draw, tempfile::TempDir) {
        let (template, folder, clocks) = (Template::new(), new_folder(), Clocks::default());
        clocks.wall.store(EIGHT, Ordering::Relaxed);
        let mut server = Server::start(template.copy_to(&folder.path().join("1")), &clocks);
        server.hears_a_machine_without_count();
        let mut link = numbered(&server, 100);
        link.opened(0);
        let evening = Evening { server, clocks, template, frame: 0, out: 0, asked: 0, mirrored: None };
        let mut draw = Draw { evening, link, now_ms: 0, next_boot: 200 };
        draw.evening.open_hall();
        draw.run(1_000);
        let (first, last, returned) = GAMES[0];
        draw.evening.sell_only(Sale { game: GAME, series: series(1), first, last, returned });
        draw.run(1_000);
        draw.evening.ask(MESA, Request::StartDraw { game: GAME });
        (draw, folder)
    }

    /// Lets the line's thread and the desk work for so long.
    fn run(&mut self, ms: u64) {
        let end_ms = self.now_ms + ms;
        while self.now_ms < end_ms {
            self.now_ms += 50;
            let mut reports = Vec::new();
            self.link.tick(self.now_ms, &mut reports);
            self.deliver(reports);
            let standing = self.evening.server.orders.take();
            if let Some(mode) = standing.mode {
                self.link.want(mode);
            }
            if let Some((boot, seq)) = standing.committed {
                self.link.committed(boot, seq);
            }
            if let Some(counted) = standing.counted {
                self.link.counted(counted);
            }
            if let Some(boot) = standing.accepted_gap {
                self.link.accept_gap(boot);
            }
        }
    }

    fn deliver(&mut self, reports: Vec<Report>) {
        for report in reports {
            self.evening.report(report);
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let mut reports = Vec::new();
        self.link.receive(bytes, self.now_ms, &mut reports);
        self.deliver(reports);
        self.run(200);
    }

    fn ball(&mut self, number: u8) {
        self.hear(&frame(number));
    }

    fn holds(&self) -> Vec<HoldKind> {
        self.evening.server.view().mesa.holds.iter().map(|hold| hold.kind).collect()
    }

    fn pending(&self) -> usize {
        self.evening.server.view().mesa.pending.len()
    }

    fn leave_hold(&mut self) {
        self.leave_hold_by(HoldExit::Repaired);
    }

    /// The caller reads another number on the ball than the machine did.
    fn sees(&mut self, place: u8, number: u8) {
        let (ordinal, ball) = (Ordinal(place), Ball::new(number).expect("a ball"));
        self.evening.ask(LOCUTOR, Request::Announce { game: GAME, ordinal, ball, typed: true });
    }

    /// Two people say that a ball came out that nobody read.
    fn put_in(&mut self, place: u8, number: u8) {
        let ball = Ball::new(number).expect("a ball");
        self.leave_hold_by(HoldExit::Misread { ordinal: Ordinal(place), ball });
        self.run(200);
    }

    fn leave_hold_by(&mut self, exit: HoldExit) {
        let hold = self.evening.server.view().mesa.holds[0].hold;
        let hold = hall_core::event::HoldNo(hold);
        self.evening.ask(MESA, Request::AskHoldExit { game: GAME, hold, exit });
        self.evening.ask(SALA, Request::ConfirmHoldExit { game: GAME, hold, exit });
    }

    fn pull_the_cable(&mut self) {
        let mut reports = Vec::new();
        self.link.lost(LinkLoss::HungUp, self.now_ms, &mut reports);
        self.deliver(reports);
        self.link.opened(self.now_ms);
        self.run(200);
    }
}

fn frame(number: u8) -> Vec<u8> {
    let digits = format!("{number:02}");
    let check = digits.bytes().fold(b'D' ^ 3, |sum, byte| sum ^ byte);
    [b"\x02D", digits.as_bytes(), &[3, check]].concat()
}

#[test]
fn a_cable_pulled_in_a_draw_holds_the_game_and_the_count_goes_on() {
    let (mut draw, _folder) = Draw::begin();
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
    for (place, number) in [(1, 7), (2, 90), (3, 16)] {
        draw.ball(number);
        assert_eq!(draw.link.take_output(), b"\x06", "answered once it is on disk");
        draw.evening.announce(GAME, place, number);
    }
    draw.pull_the_cable();
    assert_eq!(draw.holds(), [HoldKind::LinkLost, HoldKind::Rebooted]);
    draw.leave_hold();
    draw.leave_hold();
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "three balls out, as the game says");
    draw.ball(33);
    draw.evening.announce(GAME, 4, 33);
}

/// A frame that came broken may have been a ball: two people decide, and what waited behind it passes.
#[test]
fn a_broken_frame_that_does_not_come_again_holds_the_game() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(7);
    draw.evening.announce(GAME, 1, 7);
    let mut spoiled = frame(16);
    spoiled[3] ^= 1;
    draw.hear(&spoiled);
    draw.run(3_000);
    assert_eq!(draw.holds(), [HoldKind::FramesMissing]);
    draw.ball(90);
    assert_eq!(draw.pending(), 0, "nothing passes the gap");
    draw.leave_hold();
    draw.run(1_000);
    assert_eq!(draw.pending(), 1);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
}

/// A server that starts again in a draw does not forget how many balls are out.
#[test]
fn the_count_of_a_game_outlives_the_server() {
    let (mut draw, _folder) = Draw::begin();
    for (place, number) in [(1, 7), (2, 90)] {
        draw.ball(number);
        draw.evening.announce(GAME, place, number);
    }
    let Draw { evening, now_ms, next_boot, .. } = draw;
    let Evening { server, clocks, template, frame, out, asked, mirrored } = evening;
    let mut server = Server::start(server.end(server::End::Stopped), &clocks);
    server.hears_a_machine_without_count();
    let mut link = numbered(&server, next_boot);
    link.opened(now_ms);
    let evening = Evening { server, clocks, template, frame, out, asked, mirrored };
    let mut draw = Draw { evening, link, now_ms, next_boot };
    draw.run(1_000);
    assert_eq!(draw.holds(), [HoldKind::Rebooted]);
    draw.leave_hold();
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "two balls out, as the game says");
}

/// A ball came out while the cable was out: people put it in, and the count has it.
#[test]
fn a_ball_that_nobody_heard_is_put_in_by_two_people_and_counts() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(7);
    draw.evening.announce(GAME, 1, 7);
    draw.pull_the_cable();
    assert_eq!(draw.holds(), [HoldKind::LinkLost, HoldKind::Rebooted]);
    draw.leave_hold();
    draw.put_in(2, 33);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "nobody is asked about the count");
    draw.evening.announce(GAME, 2, 33);
    draw.ball(90);
    draw.evening.announce(GAME, 3, 90);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "three balls out, as the game says");
}

/// A ball that only people saw, without any other sign of it.
#[test]
fn a_ball_without_a_word_of_the_machine_is_put_in_after_an_alto_by_hand() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(7);
    draw.evening.announce(GAME, 1, 7);
    let reason = "Ha salido una bola que no se ha leído".to_owned();
    draw.evening.ask(MESA, Request::RaiseHold { game: GAME, reason });
    draw.put_in(2, 41);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
    draw.evening.announce(GAME, 2, 41);
    draw.ball(90);
    draw.evening.announce(GAME, 3, 90);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
}

/// A ball came out unheard and the next one was read: whose place people correct is the next of the game.
#[test]
fn the_ball_that_a_correction_took_the_place_of_is_asked_about() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(7);
    draw.evening.announce(GAME, 1, 7);
    draw.ball(90);
    draw.sees(2, 33);
    assert_eq!(draw.holds(), [HoldKind::CallerDiffers]);
    draw.put_in(2, 33);
    assert_eq!(draw.holds(), [HoldKind::LeftOut]);
    draw.put_in(3, 90);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "three balls out, for the line too");
    draw.evening.announce(GAME, 2, 33);
    draw.evening.announce(GAME, 3, 90);
    draw.ball(41);
    draw.evening.announce(GAME, 4, 41);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
}

/// A number that was read wrongly, and whose ball is still in the drum.
#[test]
fn a_ball_that_was_read_wrongly_is_not_outside() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(61);
    draw.sees(1, 16);
    draw.put_in(1, 16);
    assert_eq!(draw.holds(), [HoldKind::LeftOut]);
    draw.leave_hold();
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
    draw.evening.announce(GAME, 1, 16);
    // Said at once it would be the same frame said again.
    draw.run(5_000);
    draw.ball(61);
    draw.evening.announce(GAME, 2, 61);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
}

/// What waits behind a lost frame comes after the ball that the frame told.
#[test]
fn a_ball_put_in_for_a_lost_frame_stands_before_those_that_waited() {
    let (mut draw, _folder) = Draw::begin();
    draw.ball(7);
    draw.evening.announce(GAME, 1, 7);
    let mut spoiled = frame(16);
    spoiled[3] ^= 1;
    draw.hear(&spoiled);
    draw.run(3_000);
    draw.ball(90);
    draw.put_in(2, 16);
    draw.run(1_000);
    draw.evening.announce(GAME, 2, 16);
    draw.evening.announce(GAME, 3, 90);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "three balls out");
}

/// A ball that fell back and came again is read twice, and lies in the rack once: two people look and count.
#[test]
fn where_no_machine_counts_two_people_do() {
    let (mut draw, _folder) = Draw::begin();
    for (place, number) in [(1, 7), (2, 90)] {
        draw.ball(number);
        draw.evening.announce(GAME, place, number);
    }
    draw.run(5_000);
    draw.ball(7);
    assert_eq!(draw.holds(), [HoldKind::Repeated]);
    draw.leave_hold();
    draw.run(200);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new());
    draw.ball(33);
    draw.evening.announce(GAME, 3, 33);
    assert_eq!(draw.holds(), Vec::<HoldKind>::new(), "three balls out");
}
