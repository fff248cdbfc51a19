//! Whole evenings with machines at their worst: what the balls did, the record and the acta on paper say the
//! same, ball by ball (reliability.md C-6, E 22-36; issue 6).
//!
//! The people here have eyes: they look into the rack before they say what a ball is, and that is all they
//! know of it. They know nothing of the faults that were ordered.

use hall_wire::board::HoldKind;
use std::collections::BTreeSet;

use hall_wire::board::{Hold, MesaBoard, Play};
use hall_wire::message::MachineNow;
use serde_json::{Value, json};
use xtask::staff::code;
use xtask::tickets::Ticket;

use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, until};

/// A hall, and what can be seen through the glass of its machine.
struct Evening {
    hall: Hall,
    /// The machine takes no orders: people press its buttons.
    buttons: bool,
    /// Why games were held.
    held: BTreeSet<HoldKind>,
    /// The balls of each game, as they lay in the rack.
    racks: Vec<Vec<u8>>,
}

/// What can be seen in the machine.
struct Seen {
    rack: Vec<u8>,
    /// Nothing is between drum and rack.
    at_rest: bool,
    /// It waits for somebody to free a ball.
    stuck: bool,
    /// The last ball was not read, and its reader has no word for that.
    silent: bool,
    picked: usize,
}

impl Evening {
    fn of(hall: Hall, buttons: bool) -> Evening {
        Evening { hall, buttons, held: BTreeSet::new(), racks: Vec::new() }
    }

    fn look(&self) -> Seen {
        let file = &self.hall.machine.as_ref().expect("a machine").truth;
        let text = std::fs::read_to_string(file).expect("the truth");
        // The last line may be half written.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let all: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let draw = all.last().map(|happened| happened["draw"].clone());
        let now: Vec<&Value> =
            all.iter().filter(|happened| Some(&happened["draw"]) == draw.as_ref()).collect();
        let count = |what: &str| now.iter().filter(|happened| happened["what"] == what).count();
        let gone = now.iter().filter(|happened| happened["what"] == "gone");
        let rack = gone.map(|happened| happened["ball"].as_u64().expect("a ball") as u8).collect();
        let last = |kinds: &[&str]| {
            let of = |happened: &&Value| kinds.iter().any(|kind| happened["what"] == **kind);
            now.iter().rev().copied().find(of).map_or("", |happened| happened["what"].as_str().unwrap_or(""))
        };
        Seen {
            rack,
            at_rest: count("pick") == count("gone") + count("return"),
            stuck: matches!(last(&["jam", "multiple", "clear"]), "jam" | "multiple"),
            silent: self.buttons && last(&["read", "noread"]) == "noread",
            picked: count("pick") + count("jam") + count("multiple"),
        }
    }

    fn tell(&mut self, order: &str) {
        self.hall.machine.as_mut().expect("a machine").tell(order).expect("it lives");
    }

    /// Balls of the game so far, announced or not.
    fn listed(&self) -> (Vec<u8>, usize) {
        let board = self.hall.board(|_| true);
        let announced = board.public.announced.len();
        let pending = board.pending.iter().map(|pending| pending.ball);
        (board.public.announced.iter().copied().chain(pending).collect(), announced)
    }

    /// Lets one ball out by the buttons, and waits until it lies still.
    fn one_by_buttons(&mut self) {
        let before = self.look().picked;
        self.tell("press run");
        until("a ball", || (self.look().picked > before).then_some(()));
        self.tell("press hold");
        until("a ball at rest", || {
            let seen = self.look();
            (seen.at_rest || seen.stuck).then_some(())
        });
    }

    /// Brings the balls back, where that is done by a button.
    fn load_by_button(&mut self) {
        if self.buttons && !self.look().rack.is_empty() {
            self.tell("press load");
            until("an empty rack", || self.look().rack.is_empty().then_some(()));
            self.tell("press hold");
        }
    }

    /// Plays a game to its bingo.
    fn play(&mut self) {
        let first = 6 * u32::try_from(self.racks.len()).expect("few games") + 1;
        let game = self.hall.sell(&[("A17", first, first + 5)]);
        self.load_by_button();
        self.hall.start(game);
        let sold: Vec<Ticket> = self.hall.sold().into_iter().cloned().collect();
        loop {
            if self.buttons {
                self.next_by_buttons(game);
            }
            let ready = |board: &MesaBoard| !board.holds.is_empty() || !board.pending.is_empty();
            let board = self.hall.board(|(_, board)| ready(board));
            if let Some(hold) = board.holds.first() {
                self.out_of(game, hold);
                continue;
            }
            let place = board.public.announced.len();
            let pending = &board.pending[0];
            // What is announced lies in the rack, whatever was read.
            let ball = until("the ball in the rack", || self.look().rack.get(place).copied());
            let body = json!({"game": game, "ordinal": pending.ordinal, "ball": ball, "typed": ball != pending.ball});
            match self.hall.ask(&self.hall.staff.locutor, "announce", &body) {
                Ok(answer) => drop(self.hall.board(|board| board.0 >= answer.seq)),
                Err(error) => assert_eq!(code(&error), "en-alto"),
            }
            let called = self.hall.called();
            let sold: Vec<&Ticket> = sold.iter().collect();
            if called.len() == place || !self.hall.board(|_| true).holds.is_empty() {
                continue;
            }
            match self.hall.sung(game, &sold, &called) {
                Some(Play::Line) => self.go_on(game),
                Some(Play::Bingo) => {
                    let seen = until("a machine at rest", || Some(self.look()).filter(|seen| seen.at_rest));
                    return self.racks.push(seen.rack);
                }
                None => (),
            }
        }
    }

    /// Goes on after a line, when whatever happened meanwhile has been looked at.
    fn go_on(&mut self, game: u32) {
        let (order, stop) = self.hall.order_to_go_on(game);
        until("an order to go on", || {
            if let Some(hold) = self.hall.board(|_| true).holds.first() {
                self.out_of(game, hold);
            }
            match self.hall.ask(&self.hall.staff.mesa, order, &stop) {
                Ok(answer) => Some(self.hall.board(|board| board.0 >= answer.seq)),
                Err(error) if ["maquina-no-preparada", "en-alto"].contains(&code(&error)) => None,
                Err(error) => panic!("{error}"),
            }
        });
    }

    /// Where people press the buttons they let one ball out at a time, and see whether it was read.
    fn next_by_buttons(&mut self, game: u32) {
        let board = self.hall.board(|_| true);
        if !board.holds.is_empty() || !board.pending.is_empty() {
            return;
        }
        self.one_by_buttons();
        if self.look().silent {
            let reason = "Ha salido una bola que la máquina no ha leído";
            let raise = json!({"game": game, "reason": reason});
            self.hall.must(&self.hall.staff.mesa, "raise-hold", &raise);
        }
    }

    /// Two people look at the rack, and leave a HOLD. Where a ball comes meanwhile, what was proposed for its
    /// place falls, and they look again.
    fn out_of(&mut self, game: u32, hold: &Hold) {
        self.held.insert(hold.kind);
        until("a way out of the hold", || {
            if self.look().stuck {
                self.tell("clear");
            }
            let seen = Some(self.look()).filter(|seen| seen.at_rest && !seen.stuck)?;
            let exit = self.exit(hold, &seen);
            let mut body = json!({"game": game, "hold": hold.hold});
            body.as_object_mut().expect("an object").extend(exit.as_object().expect("an object").clone());
            let staff = &self.hall.staff;
            for (who, command) in [(&staff.mesa, "ask-hold-exit"), (&staff.sala, "confirm-hold-exit")] {
                match self.hall.ask(who, command, &body) {
                    Ok(answer) => drop(self.hall.board(|board| board.0 >= answer.seq)),
                    Err(error) if code(&error) == "salida-inadecuada" => return None,
                    Err(error) => panic!("{body}: {error}"),
                }
            }
            Some(())
        });
    }

    /// The way out that fits what lies in the rack.
    fn exit(&self, hold: &Hold, seen: &Seen) -> Value {
        let (listed, announced) = self.listed();
        let same = seen.rack.iter().zip(&listed).take_while(|(a, b)| a == b).count();
        let missing = seen.rack.get(same).copied().filter(|_| same >= announced);
        let next = same == listed.len();
        match (hold.kind, missing) {
            (HoldKind::Fault | HoldKind::DoorOpen | HoldKind::LinkLost, _) | (_, None) => {
                json!({"exit": "repaired"})
            }
            (HoldKind::Rebooted | HoldKind::Called, Some(_)) if !next => json!({"exit": "repaired"}),
            (_, Some(ball)) => json!({"exit": "misread", "ordinal": same + 1, "ball": ball}),
        }
    }

    /// Closes the session, and compares rack, record and paper.
    fn close(mut self, canary: bool) -> BTreeSet<HoldKind> {
        // What lay in the chute unseen is found when the balls are counted.
        self.tell("clear");
        let acta = std::fs::read(self.hall.close_session()).expect("the acta");
        let text = words_of(&acta, &self.hall.dir());
        // The record against the truth, and all else: NL1 to NL9.
        self.hall.finish();
        if let Some(text) = text {
            let mut printed = balls_on(&text);
            if canary {
                printed[0].swap(3, 4);
            }
            assert_eq!(printed.len(), self.racks.len(), "a game each");
            for (game, (printed, rack)) in (1..).zip(printed.iter().zip(&self.racks)) {
                let same = printed.iter().zip(rack).take_while(|(a, b)| a == b).count();
                assert!(
                    printed.len() >= 15 && same == printed.len(),
                    "game {game}: ball {} on paper is not that of the rack: {printed:?} {rack:?}",
                    same + 1
                );
            }
        }
        self.held
    }
}

/// Returns the balls of each game as an acta prints them: ordinal, number, the two times.
fn balls_on(text: &str) -> Vec<Vec<u8>> {
    let game = |part: &str| {
        let words: Vec<&str> = part.split(' ').collect();
        let mut balls: Vec<u8> = Vec::new();
        for at in 0..words.len() {
            let next = (balls.len() + 1).to_string();
            let timed = words[at..].iter().skip(2).take(2).any(|word| word.contains(':'));
            let number = words.get(at + 1).and_then(|word| word.parse::<u8>().ok());
            if let (true, true, Some(number)) = (words[at] == next, timed, number) {
                balls.push(number);
            }
        }
        balls
    };
    text.split("Bolas en orden de salida (").skip(1).map(game).collect()
}

fn noche_mala(games: u32) -> Evening {
    let scenario = include_str!("../../../ball-machine-tools/scenarios/noche-mala.toml");
    let setup = Setup { scenario: Some(scenario), first_out: &[], waits_in_doubt: false, ..Setup::default() };
    let mut evening = Evening::of(Hall::open(&setup), false);
    (0..games).for_each(|_| evening.play());
    evening
}

#[test]
fn the_bad_evening_of_the_repository_is_in_the_acta_ball_by_ball() {
    let held = noche_mala(3).close(false);
    for kind in [
        HoldKind::OutOfRange,
        HoldKind::NoRead,
        HoldKind::Fault,
        HoldKind::ForeignSet,
        HoldKind::LinkLost,
        HoldKind::DoorOpen,
    ] {
        assert!(held.contains(&kind), "{kind:?} is not in {held:?}");
    }
}

/// The comparing itself: two balls exchanged on the paper are found.
#[test]
#[should_panic(expected = "game 1: ")]
fn canary_two_balls_exchanged_on_the_paper_are_found() {
    noche_mala(1).close(true);
}

/// A hall for two games of a machine with a driver, whose faults may come one right after the other.
fn two_games_of<'a>(driver: &'a str, tags: Option<&'a str>, faults: &'a [&'a str]) -> Setup<'a> {
    Setup {
        driver: Some(driver),
        tags,
        first_out: &[1, 7],
        faults,
        waits_in_doubt: false,
        ..Setup::default()
    }
}

/// Plays them and compares the acta with the truth; returns why the games were held.
fn two_games(hall: Hall, buttons: bool) -> BTreeSet<HoldKind> {
    let mut evening = Evening::of(hall, buttons);
    evening.play();
    evening.play();
    evening.close(false)
}

/// D2: frames with a check and answers, whose file has no field for the set.
#[test]
fn an_evening_of_stx_frames() {
    let text = include_str!("../../../ball-machine/drivers/stx-suma.toml");
    let driver = quick(
        text,
        &["set = { at = 4, chars = 1 }", "read 17 A", "every_ms = 500"],
        &["", "read 17", "every_ms = 50"],
    );
    let faults = [
        "badsum@1:2",
        "letters@1:4",
        "lost@1:6",
        "lost-for-ever@1:8",
        "noread@1:10",
        "repeat-after-gone@1:12",
        "ball91@1:14",
        "flip@2:2",
        "cut@2:4",
        "garbage@2:6",
        "misread@2:8",
        "jam@2:10",
        "door@2:12",
        "replug@2:14",
        "duplicate@2:15",
        "run-on@2:13",
    ];
    let held = two_games(Hall::open(&two_games_of(&driver, None, &faults)), false);
    for kind in [
        HoldKind::Fault,
        HoldKind::Repeated,
        HoldKind::NoRead,
        HoldKind::LeftOut,
        HoldKind::CallerDiffers,
        HoldKind::Rebooted,
        HoldKind::OutOfRange,
        HoldKind::DoorOpen,
        HoldKind::LinkLost,
    ] {
        assert!(held.contains(&kind), "{kind:?} is not in {held:?}");
    }
}

/// D4: contacts behind Modbus, asked five times as often.
#[test]
fn an_evening_of_contacts() {
    let text = include_str!("../../../ball-machine/drivers/contactos.toml");
    let driver = quick(
        text,
        &["poll_ms = 50", "pulse_ms = 500", "read_ms = 1000", "takes_ms = 8000"],
        &["poll_ms = 10", "pulse_ms = 200", "read_ms = 300", "takes_ms = 400"],
    );
    let faults = [
        "noread@1:2",
        "letters@1:5",
        "badsum@1:8",
        "repeat-after-gone@1:11",
        "ball91@1:14",
        "misread@2:3",
        "jam@2:6",
        "door@2:9",
        "replug@2:12",
    ];
    let held = two_games(Hall::open(&two_games_of(&driver, None, &faults)), false);
    for kind in [HoldKind::Fault, HoldKind::NoRead, HoldKind::LinkLost, HoldKind::Rebooted] {
        assert!(held.contains(&kind), "{kind:?} is not in {held:?}");
    }
}

/// D3: a reader of tags that takes no orders, after two people enrolled its table.
#[test]
fn an_evening_of_a_reader_of_tags_that_people_drive_by_its_buttons() {
    let text = include_str!("../../../ball-machine/drivers/id12la.toml");
    let driver =
        quick(text, &["gone_after_ms = 600", "takes_ms = 10000"], &["gone_after_ms = 150", "takes_ms = 300"]);
    let lines: String = (1..=90).map(|ball| format!("0C0006{:04X},{ball}\n", 0x2000 + ball)).collect();
    let tags = format!("set,J1\n{lines}");
    let faults = [
        "noread@1:2",
        "badsum@1:5",
        "wrongset@1:8",
        "repeat-after-gone@1:11",
        "misread@1:14",
        "replug@2:3",
        "garbage@2:6",
        "duplicate@2:9",
    ];
    let hall = Hall::closed(&two_games_of(&driver, Some(&tags), &faults));
    let now: MachineNow = hall.staff.sala.get("/api/machine").expect("the jefe de sala may look");
    let sha256 = &now.machine.tables[0].sha256;
    let ask = json!({"set": "J1", "balls": 90, "table_sha256": sha256});
    hall.must(&hall.staff.sala, "ask-ball-enrolment", &ask);
    hall.must(&hall.staff.mesa, "confirm-ball-enrolment", &json!({"set": "J1", "table_sha256": sha256}));
    hall.keep(&hall.staff.open_session().expect("the table is the one agreed on"));
    let held = two_games(hall, true);
    for kind in [HoldKind::Called, HoldKind::FramesMissing, HoldKind::NoRead, HoldKind::Repeated] {
        assert!(held.contains(&kind), "{kind:?} is not in {held:?}");
    }
    assert!(
        !held.contains(&HoldKind::CountDiffers),
        "people's word counts where the machine does not: {held:?}"
    );
}

/// Returns a driver's file with other figures.
fn quick(text: &str, before: &[&str], after: &[&str]) -> String {
    let mut text = text.to_owned();
    for (before, after) in before.iter().zip(after) {
        assert!(text.contains(before), "no {before}");
        text = text.replace(before, after);
    }
    text
}
