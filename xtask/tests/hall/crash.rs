//! Power cuts: thirty in one game, a lock that a dead server left, a second server.

use hall_wire::board::PrizeState;
use std::collections::BTreeSet;
use std::time::Duration;

use hall_wire::board::{MesaBoard, Play};
use hall_wire::link::Client;
use hall_wire::message::Accepted;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::programs::Server;
use xtask::staff::code;
use xtask::tickets::Ticket;

use crate::founding::SERIES_SIZE;
use crate::kit::{Hall, PATIENCE, PRICE, Setup};

#[test]
fn a_second_server_is_told_the_pid_of_the_first() {
    let mut hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let first = hall.server.as_ref().expect("it runs").pid();
    for _ in 0..2 {
        let refusal = Server::start(&hall.dir(), None).err().expect("one server at a time").to_string();
        assert!(refusal.contains(&format!("Ya hay un servidor (pid {first})")), "{refusal}");
    }
    // The first one did not notice, and nothing of the second is in the record.
    assert!(hall.server.as_mut().expect("it runs").is_running());
    assert_eq!(hall.lines_of("server_started").len(), 1);
    // A lock that a dead server left is no obstacle; its number is still in it.
    let lock = hall.dir().join("sala.db.lock");
    hall.kill();
    let left = std::fs::read_to_string(&lock).expect("the lock is still there");
    assert!(left.contains(&format!("pid {first} ")), "{left}");
    hall.begin();
    let second = hall.server.as_ref().expect("it runs").pid();
    let refusal = Server::start(&hall.dir(), None).err().expect("one server at a time").to_string();
    assert!(second != first && refusal.contains(&format!("(pid {second})")), "{refusal}");
    hall.finish();
}

#[test]
fn an_orderly_stop_and_a_power_cut_keep_both_boards() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 5);
    hall.at_rest();
    let winner = hall.tickets.get("A17", 1).code.clone();
    hall.must(&hall.staff.mesa, "claim", &json!({"game": game, "play": "line", "code": winner}));
    for cut in [false, true] {
        let before = hall.board(|_| true);
        let public = hall.public();
        if cut {
            hall.kill()
        } else {
            hall.stop()
        }
        hall.begin();
        let after = hall.board(|(_, board)| board.machine.linked);
        assert_eq!(hall.public(), public, "the public board is as it was");
        let still = |board: &MesaBoard| MesaBoard { machine: Default::default(), ..board.clone() };
        assert_eq!(still(&after), still(&before), "and so is the desk's");
    }
    // The canary: what is asked now does change them.
    let before = hall.public();
    hall.must(&hall.staff.mesa, "accept-claim", &json!({"game": game, "claim": 1}));
    assert_ne!(hall.public(), before);
    let stop = hall.stop_no();
    hall.must(&hall.staff.mesa, "ask-question", &json!({"game": game, "stop": stop}));
    hall.go_on(game);
    hall.to_the_end(game);
    hall.finish();
}

#[test]
fn a_machine_that_reboots_while_the_server_is_down_holds_the_game() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 4);
    hall.at_rest();
    hall.kill();
    hall.machine.as_mut().expect("a machine").tell("reboot").expect("it runs");
    hall.begin();
    let board = hall.board(|(_, board)| !board.holds.is_empty());
    let hold = board.holds.first().expect("it was waited for");
    assert!(hold.why.es.contains("se ha reiniciado"), "{}", hold.why.es);
    let order = json!({"game": game, "stop": hall.stop_no()});
    assert_eq!(hall.refused(&hall.staff.mesa, "go-on", &order), "en-alto");
    hall.leave(game, hold.hold, &json!({"exit": "repaired"}));
    hall.go_on(game);
    hall.to_the_end(game);
    let evidence = hall.finish();
    let boots: BTreeSet<&str> =
        evidence.of("machine_identified").filter_map(|row| row.body["boot"].as_str()).collect();
    assert_eq!(boots.len(), 2, "it really was another power-up");
    assert_eq!(evidence.of("hold_left").count(), 1);
}

// ---- thirty power cuts in one game -----------------------------------------------------------

/// splitmix64: the same cuts in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

/// A hall whose power fails while its people work.
struct Storm {
    hall: Hall,
    dice: Dice,
    /// Cuts so far, and those that came before the answer.
    cuts: u32,
    unanswered: u32,
}

impl Storm {
    /// Asks for what must be granted, sooner or later, by the same id. `cut`: the power fails before the request
    /// is heard, while it is looked at, or as soon as it is answered.
    fn ask(&mut self, who: fn(&Hall) -> &Client, command: &str, body: &Value, cut: bool) -> Option<Accepted> {
        let id = Uuid::new_v4();
        let client = Client::new(&self.hall.url()).with_token(who(&self.hall).token().map(str::to_owned));
        let client = client.with_patience(Duration::ZERO);
        if !cut {
            return self.granted(command, client.post(command, body, id));
        }
        let pid = self.hall.server.as_ref().expect("it runs").pid();
        let pid = Pid::from_raw(i32::try_from(pid).expect("a pid"));
        let fails = || kill(pid, Signal::SIGKILL).expect("it runs still");
        let (moment, after) = (self.dice.below(3), Duration::from_micros(self.dice.below(9_000)));
        let first = std::thread::scope(|scope| {
            match moment {
                0 => fails(),
                1 => drop(scope.spawn(|| {
                    std::thread::sleep(after);
                    fails();
                })),
                _ => (),
            }
            let first = client.post(command, body, id);
            if moment > 1 {
                fails();
            }
            first
        });
        self.cuts += 1;
        self.unanswered += u32::from(first.is_err());
        let server = self.hall.server.as_mut().expect("it ran");
        server.wait(PATIENCE).expect("it was killed");
        self.hall.kill_again();
        self.hall.begin();
        // What was answered before the cut is answered the same after it.
        let again = who(&self.hall).post(command, body, id);
        if let (Ok(first), Ok(again)) = (&first, &again) {
            assert_eq!(first, again);
        }
        if let Ok(first) = &first {
            assert!(again.is_ok(), "{command} was answered and is not known: {first:?}, {again:?}");
        }
        self.granted(command, again)
    }

    /// Returns the answer, or nothing where a cut stopped the draw meanwhile.
    fn granted(
        &self,
        command: &str,
        answer: Result<Accepted, hall_wire::link::ClientError>,
    ) -> Option<Accepted> {
        match answer {
            Ok(answer) => {
                self.hall.keep(&answer);
                self.hall.board(|board| board.0 >= answer.seq);
                Some(answer)
            }
            Err(error) if command == "announce" && code(&error) == "fase-inadecuada" => None,
            Err(error) => panic!("{command}: {error}"),
        }
    }

    /// Whether the power fails at the next step: about one in `of`.
    fn fails(&mut self, of: u64) -> bool {
        self.dice.below(of) == 0
    }

    /// Announces the next ball; a draw that a cut has stopped is ordered to go on first.
    fn ball(&mut self, game: u32, cut: bool) {
        let hall = &self.hall;
        // What the stop is for shows on the boards: after a restart it has no claims.
        let board = hall.board(|(_, board)| board.public.stop.is_some() || !board.pending.is_empty());
        if board.public.stop.is_some() {
            return hall.go_on(game);
        }
        let next = &board.pending[0];
        let ball = json!({"game": game, "ordinal": next.ordinal, "ball": next.ball});
        let before = board.public.announced.clone();
        let announced = self.ask(|hall| &hall.staff.locutor, "announce", &ball, cut).is_some();
        let after = self.hall.board(|_| true).public.announced.clone();
        assert!(after.starts_with(&before), "{before:?} became {after:?}");
        assert_eq!(after.len(), before.len() + usize::from(announced));
    }

    /// Cards that win are sung, each step with the power failing.
    fn sing(&mut self, game: u32, play: Play, winners: &[Ticket]) {
        let mesa: fn(&Hall) -> &Client = |hall| &hall.staff.mesa;
        let word = if play == Play::Line { "line" } else { "bingo" };
        for ticket in winners {
            let claim = json!({"game": game, "play": word, "code": ticket.code});
            let claimed = self.ask(mesa, "claim", &claim, true).expect("granted");
            let claim = &claimed.events.last().expect("a claim").body;
            assert_eq!(claim["verdict"]["is"], "good", "{claim}");
            let accept = json!({"game": game, "claim": claim["claim"]});
            self.ask(mesa, "accept-claim", &accept, true);
        }
        let stop = json!({"game": game, "stop": self.hall.stop_no()});
        self.ask(mesa, "ask-question", &stop, true);
        if play == Play::Line {
            self.hall.go_on(game);
        } else {
            self.ask(mesa, "end-game", &stop, true);
        }
    }
}

#[test]
fn thirty_power_cuts_in_one_game_lose_nothing_and_double_nothing() {
    let hall = Hall::open(&Setup { interval_ms: 60, first_out: &[], ..Setup::default() });
    // ./bombo torture cuts elsewhere each time.
    let seed = std::env::var("BOMBO_SEED").map_or(20_261_121, |text| text.parse().expect("a number"));
    println!("BOMBO_SEED={seed}");
    let mut storm = Storm { hall, dice: Dice(seed), cuts: 0, unanswered: 0 };
    let cajero: fn(&Hall) -> &Client = |hall| &hall.staff.cajero;
    let sale = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    storm.ask(|hall| &hall.staff.mesa, "open-sale", &sale, true);
    let game = 1;
    for block in 0..8 {
        let (first, last) = (block * 2 + 1, block * 2 + 2);
        let cut = storm.fails(2);
        let body = storm.hall.block(game, ("A17", first, last));
        storm.ask(cajero, "issue-block", &body, cut);
        let board = storm.hall.board(|_| true);
        assert_eq!(board.public.game.as_ref().expect("a game").cards, last, "sold once, whatever was cut");
    }
    storm.ask(cajero, "close-sale", &json!({"game": game}), true);
    storm.hall.start(game);

    let sold: Vec<Ticket> = storm.hall.sold().into_iter().cloned().collect();
    let mut sung = BTreeSet::new();
    loop {
        // As many in the draw as leave some for the claims at its end.
        let cut = storm.cuts < 24 && storm.fails(3);
        storm.ball(game, cut);
        let board = storm.hall.board(|_| true);
        let called = &board.public.announced;
        let open = board.public.game.as_ref().expect("a game").line_open;
        let line: Vec<Ticket> = sold.iter().filter(|t| open && t.has_line(called)).cloned().collect();
        let bingo: Vec<Ticket> = sold.iter().filter(|t| t.has_bingo(called)).cloned().collect();
        if !line.is_empty() && sung.insert("line") {
            storm.sing(game, Play::Line, &line);
        }
        if !bingo.is_empty() {
            storm.sing(game, Play::Bingo, &bingo);
            break;
        }
    }
    // The rest of the thirty fall on the payments, and after them.
    let prizes = storm.hall.board(|_| true).public.prizes.clone();
    for prize in &prizes {
        let ticket = storm.hall.tickets.get(&prize.card.series, prize.card.card);
        let body = json!({"game": game, "prize": prize.prize, "code": ticket.code});
        storm.ask(cajero, "pay-prize", &body, true);
    }
    while storm.cuts < 30 {
        storm.hall.kill();
        storm.hall.begin();
        storm.cuts += 1;
    }
    let board = storm.hall.board(|_| true);
    assert!(
        board.public.prizes.iter().all(|prize| prize.state == PrizeState::Paid),
        "{:?}",
        board.public.prizes
    );

    let (cuts, unanswered) = (storm.cuts, storm.unanswered);
    let evidence = storm.hall.finish();
    // The canaries: the cuts happened, some before the answer and some after it, some in the
    // middle of the draw, and the machine has the balls that nobody heard.
    assert_eq!(evidence.of("server_started").count(), usize::try_from(cuts).expect("few") + 1);
    assert!(unanswered > 3 && unanswered < cuts, "{unanswered} of {cuts}");
    let stopped = evidence.of("draw_stopped").filter(|row| row.body["cause"] == "restart").count();
    assert!(stopped >= 5, "{stopped} stops by restarts");
    assert_eq!(evidence.of("block_issued").count(), 8);
    assert_eq!(evidence.of("prize_paid").count(), prizes.len());
    assert_eq!(evidence.of("hold_raised").count(), 0, "nothing was in doubt");
}
