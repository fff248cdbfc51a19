//! A hall to break: founded, staffed and stocked, with helpers that do what its people do.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hall_wire::board::{Hold, MesaBoard, Mode, Play, PublicBoard};
use hall_wire::link::{Client, ClientError, Link};
use hall_wire::message::{Accepted, RecordLine};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;
use xtask::network;
use xtask::programs::{Machine, Server};
use xtask::staff::{Staff, code};
use xtask::tickets::{Ticket, Tickets};

use crate::attached::{driver_in, machine_in, second_reader_in};
use crate::founding::{SERIES_SIZE, found_with, profile, profile_of};
use crate::last_words::LastWords;
use crate::proof::{Evidence, Row, faults_of};
pub use crate::tools::{PATIENCE, record_of, said, tool, until};
use crate::wall::{Shown, Wall};

/// What a card costs.
pub const PRICE: u64 = 200;

/// How a hall is set up.
pub struct Setup<'a> {
    /// Between two balls.
    pub interval_ms: u32,
    /// For each draw, the card of matrix 1 whose numbers come first, row by row.
    pub first_out: &'a [u32],
    /// Faults of the machine, as in `jam@4`.
    pub faults: &'a [&'a str],
    /// Whether the ball after a faulty one is seconds away, as in a hall: what the fault says is heard before it,
    /// and the order to hold. Not where the game is to go on as if nothing had been.
    pub waits_in_doubt: bool,
    /// Whether there is a machine.
    pub machine: bool,
    /// Whether the hall is in a network of the test's own, which other computers reach it by ([`network`]).
    pub network: bool,
    /// The minutes of article 36.1: the law's are not waited for out here.
    pub wait_min: u32,
    /// How many cards a series has. Sales of the kit are of [`SERIES_SIZE`].
    pub series_size: u32,
    /// Whether the rules ask for a second reader, on a line called `lector` in the hall's folder.
    pub two_readers: bool,
    /// Words of the profile that are others: the name of each and its value.
    pub words: &'a [(&'a str, &'a str)],
    /// The machine's evening, as a scenario file of the simulator.
    pub scenario: Option<&'a str>,
    /// How the machine talks: the text of a driver's file. `None`: BLP/1.
    pub driver: Option<&'a str>,
    /// The tags of the set, where the driver reads them: the text of a table.
    pub tags: Option<&'a str>,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Setup {
            interval_ms: 24,
            waits_in_doubt: true,
            first_out: &[1, 7, 13],
            faults: &[],
            machine: true,
            network: false,
            wait_min: 15,
            series_size: SERIES_SIZE,
            two_readers: false,
            words: &[],
            scenario: None,
            driver: None,
            tags: None,
        }
    }
}

/// A running hall.
pub struct Hall {
    /// Before the folder, which goes with its fields.
    _last_words: LastWords,
    folder: TempDir,
    /// The server; `None` between two of them.
    pub server: Option<Server>,
    /// Where the next one listens.
    listen: String,
    /// The extractor.
    pub machine: Option<Machine>,
    /// Its people.
    pub staff: Staff,
    /// The PIN of the jefe de sala, «lucia».
    pub pin: String,
    /// The desk's board.
    pub desk: Link<MesaBoard>,
    /// All printed cards.
    pub tickets: Tickets,
    walls: Vec<Wall>,
    shown: Vec<Shown>,
    heard: Arc<Mutex<Vec<RecordLine>>>,
}

impl Hall {
    /// Returns a hall with its session open.
    pub fn open(setup: &Setup<'_>) -> Hall {
        let hall = Hall::closed(setup);
        let opened = hall.staff.open_session().expect("the session opens");
        hall.keep(&opened);
        hall
    }

    /// Returns a hall with staff and stock, and no session.
    pub fn closed(setup: &Setup<'_>) -> Hall {
        let folder = tempfile::Builder::new().prefix("bombo-").tempdir().expect("a temporary folder");
        let dir = folder.path().join("sala");
        let law = "pre_extraction_wait_min = { value = 15";
        assert!(profile().contains(law), "the default profile has this value");
        let wait = format!("pre_extraction_wait_min = {{ value = {}", setup.wait_min);
        let mut text = profile_of(setup.series_size).replace(law, &wait);
        let second = [("evidence", "second_reader")];
        for (name, value) in setup.words.iter().chain(second.iter().filter(|_| setup.two_readers)) {
            // A word in quotes, or a bare number.
            let (quoted, bare) = (format!("{name} = {{ value = \""), format!("{name} = "));
            let opens = if text.contains(&quoted) { quoted } else { bare };
            let from = text.find(&opens).expect("the profile has this word") + opens.len();
            let to = from + text[from..].find(['"', ',', ' ']).expect("it ends");
            text.replace_range(from..to, value);
        }
        let founded = found_with(&dir, &text);
        if setup.two_readers {
            second_reader_in(&dir);
        }
        if let Some(driver) = setup.driver {
            driver_in(&dir, driver, setup.tags);
        }
        let machine = setup.machine.then(|| machine_in(&dir, setup));
        let port = machine.as_ref().map(|machine| machine.port.clone());
        if setup.network {
            network::enter().expect("a network of its own");
        }
        let here = if setup.network { format!("{}:0", network::ADDRESS) } else { "127.0.0.1:0".to_owned() };
        let server = Server::start_on(&dir, port.as_deref(), &here).expect("the server starts");
        let listen = if setup.network { server.at.to_string() } else { here };
        let staff = Staff::take_on(&server, &founded).expect("everybody is taken on");
        staff.stock(1, &["A17", "A18"], PRICE).expect("the stock is taken in");
        let mut tickets = Tickets::default();
        for series in ["A17", "A18"] {
            let csv = staff.sala.get_bytes(&format!("/api/series/{series}/cards.csv")).expect("the cards");
            tickets.read(series, &String::from_utf8(csv).expect("text")).expect("cards");
        }
        let (desk, wall) = (staff.desk(&server), Wall::open(&server.url, &dir));
        Hall {
            _last_words: LastWords(dir),
            folder,
            server: Some(server),
            listen,
            machine,
            staff,
            pin: founded.pin,
            desk,
            tickets,
            walls: vec![wall],
            shown: Vec::new(),
            heard: Arc::default(),
        }
    }

    /// Returns the hall's folder.
    pub fn dir(&self) -> PathBuf {
        self.folder.path().join("sala")
    }

    /// Returns the server's address.
    pub fn url(&self) -> String {
        self.server.as_ref().expect("the server runs").url.clone()
    }

    /// Returns the server's address as other computers have it: encrypted.
    pub fn encrypted(&self) -> String {
        format!("https://{}", self.server.as_ref().expect("the server runs").at)
    }

    // ---- asking ------------------------------------------------------------------------------

    /// Keeps a success answer: the record must have every line of it.
    pub fn keep(&self, answer: &Accepted) {
        self.heard.lock().expect("nobody panics with it").extend(answer.events.iter().cloned());
    }

    /// Asks once or more, with one id, and keeps a success answer.
    pub fn ask(&self, who: &Client, command: &str, body: &Value) -> Result<Accepted, ClientError> {
        let answer = who.post(command, body, Uuid::new_v4())?;
        self.keep(&answer);
        Ok(answer)
    }

    /// Asks for what must be granted, and waits until the desk's board shows it.
    #[track_caller]
    pub fn must(&self, who: &Client, command: &str, body: &Value) -> Accepted {
        match self.ask(who, command, body) {
            Ok(answer) => {
                self.board(|board| board.0 >= answer.seq);
                answer
            }
            Err(error) => panic!("{command} {body}: {error:?}"),
        }
    }

    /// Asks for what must be refused and returns the code, which is one that the interface tells of.
    #[track_caller]
    pub fn refused(&self, who: &Client, command: &str, body: &Value) -> String {
        match self.ask(who, command, body) {
            Ok(answer) => panic!("{command} {body} was granted: {answer:?}"),
            Err(error) => crate::strangers::told_of(command, code(&error)),
        }
    }

    /// Waits until the desk's board, with the line it shows, is so.
    #[track_caller]
    pub fn board(&self, mut good: impl FnMut((u64, &MesaBoard)) -> bool) -> Arc<MesaBoard> {
        let seen = self.desk.wait(|seen| seen.connected && good((seen.seq, &seen.board)), PATIENCE);
        seen.unwrap_or_else(|| panic!("the desk's board never came to this: {:#?}", self.desk.board())).board
    }

    /// Waits until two balls or more wait to be announced, and for that the machine waits too: it has said
    /// so and counts no ball that the game has not. Nothing changes by itself then.
    #[track_caller]
    pub fn at_rest(&self) -> Arc<MesaBoard> {
        self.board(|(_, board)| {
            let (machine, out) = (&board.machine, board.public.announced.len() + board.pending.len());
            let waits = [machine.wanted, machine.mode] == [Some(Mode::Hold); 2];
            board.pending.len() >= 2 && waits && usize::from(machine.out) == out
        })
    }

    /// Returns the desk's board with all that was done, by whomever: a screen may be ahead of it.
    pub fn now(&self) -> Arc<MesaBoard> {
        let (seq, _) = self.public_seen();
        self.board(|seen| seen.0 >= seq)
    }

    /// Returns the ball that is announced next.
    pub fn next_ball(&self) -> u8 {
        self.now();
        self.board(|(_, board)| !board.pending.is_empty()).pending[0].ball
    }

    /// Returns the board that anybody may read.
    pub fn public(&self) -> PublicBoard {
        self.public_seen().1
    }

    fn public_seen(&self) -> (u64, PublicBoard) {
        let answer: Value = self.staff.sala.get("/api/board").expect("the board can be read");
        let board = serde_json::from_value(answer["board"].clone()).expect("it is a board");
        (answer["seq"].as_u64().expect("the line that it shows"), board)
    }

    /// Returns the record.
    pub fn record(&self) -> Vec<Row> {
        record_of(&self.dir())
    }

    /// Returns the lines of a kind.
    pub fn lines_of(&self, kind: &str) -> Vec<Row> {
        self.record().into_iter().filter(|row| row.line.kind == kind).collect()
    }

    /// Returns how many lines of the record people led to: the machine writes when it likes.
    pub fn asked_lines(&self) -> usize {
        self.record().iter().filter(|row| !row.line.request_id.is_empty()).count()
    }

    // ---- a game ------------------------------------------------------------------------------

    /// Opens a sale, hands out blocks and closes it. Returns the game.
    pub fn sell(&self, blocks: &[(&str, u32, u32)]) -> u32 {
        let game = self.open_sale(blocks[0].0);
        for block in blocks {
            self.must(&self.staff.cajero, "issue-block", &self.block(game, *block));
        }
        self.must(&self.staff.cajero, "close-sale", &json!({"game": game}));
        game
    }

    /// Opens a sale.
    pub fn open_sale(&self, series: &str) -> u32 {
        let sale = json!({"series": series, "series_size": SERIES_SIZE, "face_value_cents": PRICE});
        let opened = self.must(&self.staff.mesa, "open-sale", &sale);
        u32::try_from(opened.events[0].body["game"].as_u64().expect("a number")).expect("small")
    }

    /// Returns the body of an `issue-block`.
    pub fn block(&self, game: u32, (series, first, last): (&str, u32, u32)) -> Value {
        json!({"game": game, "series": series, "first": first, "last": last,
            "price_cents": PRICE, "seller": self.staff.sellers[1]})
    }

    /// Orders the extraction to begin once the machine is ready.
    pub fn start(&self, game: u32) {
        until("a machine that is ready", || {
            match self.ask(&self.staff.mesa, "start-draw", &json!({"game": game})) {
                Ok(_) => Some(()),
                Err(error) if code(&error) == "maquina-no-preparada" => None,
                Err(error) => panic!("{error}"),
            }
        });
    }

    /// Announces the next ball. Returns all that were announced.
    pub fn ball(&self, game: u32) -> Vec<u8> {
        let board = self.board(|(_, board)| !board.pending.is_empty() && board.holds.is_empty());
        let next = &board.pending[0];
        let ball = json!({"game": game, "ordinal": next.ordinal, "ball": next.ball});
        self.must(&self.staff.locutor, "announce", &ball);
        self.board(|_| true).public.announced.clone()
    }

    /// Announces balls until so many were.
    pub fn balls(&self, game: u32, count: usize) -> Vec<u8> {
        let mut called = self.called();
        while called.len() < count {
            called = self.ball(game);
        }
        called
    }

    /// Returns the announced balls.
    pub fn called(&self) -> Vec<u8> {
        self.now().public.announced.clone()
    }

    /// Returns the cards sold in the present game.
    pub fn sold(&self) -> Vec<&Ticket> {
        let board = self.board(|_| true);
        let game = board.public.game.as_ref().expect("a game");
        let ranges = game.segments.iter();
        ranges.flat_map(|cards| self.tickets.range(&cards.series, cards.first, cards.last)).collect()
    }

    /// Plays on until the bingo is given, the game closed and every prize paid.
    pub fn to_the_end(&self, game: u32) {
        let sold = self.sold();
        loop {
            match self.sung(game, &sold, &self.ball(game)) {
                Some(Play::Line) => self.go_on(game),
                Some(Play::Bingo) => return,
                None => (),
            }
        }
    }

    /// Sings what the balls called so far have won, and returns it. After a bingo every prize is paid; after a
    /// line the game waits to go on.
    pub fn sung(&self, game: u32, sold: &[&Ticket], called: &[u8]) -> Option<Play> {
        let open = self.board(|_| true).public.game.as_ref().is_some_and(|game| game.line_open);
        let line: Vec<&Ticket> = sold.iter().copied().filter(|t| open && t.has_line(called)).collect();
        let bingo: Vec<&Ticket> = sold.iter().copied().filter(|t| t.has_bingo(called)).collect();
        if !line.is_empty() {
            self.call_out(game, Play::Line, &line);
            return Some(Play::Line);
        }
        if !bingo.is_empty() {
            self.call_out(game, Play::Bingo, &bingo);
            self.pay(game);
            return Some(Play::Bingo);
        }
        None
    }

    /// Cards that win are sung, accepted, asked for, and the order given.
    pub fn sing(&self, game: u32, play: Play, winners: &[&Ticket]) {
        self.call_out(game, play, winners);
        // The machine may have just come back: it first says how many balls are out.
        if play == Play::Line {
            self.go_on(game);
        }
    }

    /// The same, up to the order to go on after a line.
    fn call_out(&self, game: u32, play: Play, winners: &[&Ticket]) {
        let mesa = &self.staff.mesa;
        let word = if play == Play::Line { "line" } else { "bingo" };
        for ticket in winners {
            let claim = json!({"game": game, "play": word, "code": ticket.code});
            let claimed = self.must(mesa, "claim", &claim);
            let claim = &claimed.events.last().expect("a claim is an event").body;
            assert_eq!(claim["verdict"]["is"], "good", "{claim}");
            self.must(mesa, "accept-claim", &json!({"game": game, "claim": claim["claim"]}));
        }
        let stop = self.stop_no();
        self.must(mesa, "ask-question", &json!({"game": game, "stop": stop}));
        if play == Play::Bingo {
            self.must(mesa, "end-game", &json!({"game": game, "stop": stop}));
        }
    }

    /// Returns the open stop.
    pub fn stop_no(&self) -> u32 {
        let board = self.board(|(_, board)| board.public.stop.is_some());
        board.public.stop.as_ref().expect("a stop").stop
    }

    /// Pays every prize against its card.
    pub fn pay(&self, game: u32) {
        for prize in &self.board(|_| true).public.prizes {
            let ticket = self.tickets.get(&prize.card.series, prize.card.card);
            let body = json!({"game": game, "prize": prize.prize, "code": ticket.code});
            self.must(&self.staff.cajero, "pay-prize", &body);
        }
    }

    /// Two people make the game void, and every card is refunded.
    pub fn void(&self, game: u32) {
        self.must(&self.staff.mesa, "ask-void", &json!({"game": game, "cause": "avería"}));
        self.must(&self.staff.sala, "confirm-void", &json!({"game": game, "cause": "avería"}));
        let board = self.board(|_| true);
        for cards in &board.public.game.as_ref().expect("a game").segments {
            let body =
                json!({"game": game, "series": cards.series, "first": cards.first, "last": cards.last});
            self.must(&self.staff.cajero, "refund-cards", &body);
        }
    }

    /// Announces what comes until the game is held, and returns the HOLD. Nobody may announce
    /// any more.
    pub fn play_to_a_hold(&self, game: u32) -> Hold {
        loop {
            let board = self.board(|(_, board)| !board.holds.is_empty() || !board.pending.is_empty());
            let place = board.public.announced.len() + 1;
            let ball = board.pending.first().map_or(90, |pending| pending.ball);
            let announce = json!({"game": game, "ordinal": place, "ball": ball});
            match self.ask(&self.staff.locutor, "announce", &announce) {
                Ok(answer) => assert!(board.holds.is_empty(), "announced in a HOLD: {answer:?}"),
                Err(error) => assert_eq!(code(&error), "en-alto"),
            }
            if let Some(hold) = board.holds.first() {
                return hold.clone();
            }
            self.board(|(_, board)| !board.holds.is_empty() || board.public.announced.len() >= place);
        }
    }

    /// Two people leave a HOLD; one alone cannot. Waits until the way out fits.
    pub fn leave(&self, game: u32, hold: u32, exit: &Value) {
        let mut body = json!({"game": game, "hold": hold});
        body.as_object_mut().expect("an object").extend(exit.as_object().expect("an object").clone());
        let fits = |who: &Client, command: &str| {
            let answer = until("a way out that fits", || match self.ask(who, command, &body) {
                Ok(answer) => Some(answer),
                Err(error) if code(&error) == "salida-inadecuada" => None,
                Err(error) => panic!("{body}: {error}"),
            });
            self.board(|board| board.0 >= answer.seq);
        };
        fits(&self.staff.mesa, "ask-hold-exit");
        assert_eq!(self.refused(&self.staff.mesa, "confirm-hold-exit", &body), "otra-persona");
        // The machine has to say its count once more.
        fits(&self.staff.sala, "confirm-hold-exit");
    }

    /// The jefe de sala signs for the balls of a set.
    pub fn sign_count(&self, set: &str, balls: u8) {
        self.staff.sign_count(set, balls).expect("the jefe de sala signs");
    }

    /// Closes the session and waits for its acta.
    pub fn close_session(&self) -> PathBuf {
        self.staff.close_session().expect("the session closes");
        until("the acta of the session", || {
            let issued = self.lines_of("acta_issued");
            issued.last().map(|row| self.dir().join(row.body["file"].as_str().expect("a file")))
        })
    }

    // ---- starting and ending -----------------------------------------------------------------

    /// Ends the server in order.
    pub fn stop(&mut self) {
        self.server.take().expect("the server runs").stop().expect("it ends in order");
        self.gather();
    }

    /// Kills the server as a power cut would.
    pub fn kill(&mut self) {
        self.server.take().expect("the server runs").kill().expect("it can be killed");
        self.gather();
    }

    /// Lets go of a server that was killed already.
    pub fn kill_again(&mut self) {
        self.server = None;
        self.gather();
    }

    /// What screens showed while the server that has ended ran.
    pub fn gather(&mut self) {
        for wall in self.walls.drain(..) {
            self.shown.extend(wall.close());
        }
    }

    /// Goes on with a server that was started otherwise.
    pub fn resume(&mut self, server: Server) {
        self.staff = self.staff.moved_to(&server);
        for who in [&self.staff.sala, &self.staff.mesa, &self.staff.cajero, &self.staff.locutor] {
            let _: Value = who.get("/api/me").expect("tokens survive a restart");
        }
        self.desk = self.staff.desk(&server);
        self.walls.push(Wall::open(&server.url, &self.dir()));
        self.server = Some(server);
    }

    /// Starts a server again: ready within 10 s (NL9), and everybody's token still holds.
    pub fn begin(&mut self) {
        let begun = Instant::now();
        let port = self.machine.as_ref().map(|machine| machine.port.clone());
        let server =
            Server::start_on(&self.dir(), port.as_deref(), &self.listen).expect("the server starts again");
        assert!(begun.elapsed() < Duration::from_secs(10), "ready after {:?}", begun.elapsed());
        self.resume(server);
    }

    /// The order to go on: after a restart with the last ball, where one was announced.
    pub fn order_to_go_on(&self, game: u32) -> (&'static str, Value) {
        let board = self.public();
        let stop = board.stop.expect("the draw stands");
        match board.announced.last().filter(|_| stop.restart) {
            Some(last) => ("go-on-after-restart", json!({"game": game, "stop": stop.stop, "last": last})),
            None => ("go-on", json!({"game": game, "stop": stop.stop})),
        }
    }

    /// Stops what was restarted in a draw from standing still: one person confirms (row 25).
    pub fn go_on(&self, game: u32) {
        let (order, stop) = self.order_to_go_on(game);
        until("a machine that agrees", || match self.ask(&self.staff.mesa, order, &stop) {
            Ok(answer) => Some(self.board(|board| board.0 >= answer.seq)),
            Err(error) if code(&error) == "maquina-no-preparada" => None,
            Err(error) => panic!("{error}"),
        });
    }

    /// Ends the server in order and proves that nothing was lost.
    pub fn finish(self) -> Evidence {
        self.finish_but_keep().0
    }

    /// As [`Hall::finish`]; the folder stays as long as what is returned beside.
    pub fn finish_but_keep(mut self) -> (Evidence, TempDir) {
        if self.server.is_some() {
            self.stop();
        }
        let truth = self.machine.as_ref().map(|machine| machine.truth.clone());
        self.machine = None;
        let checked = tool(&["check"], &self.dir());
        assert!(checked.status.success(), "{}", said(&checked));
        let truth = truth.map_or_else(String::new, |file| std::fs::read_to_string(file).expect("the truth"));
        let log = std::fs::read_to_string(self.dir().join("servidor.log")).unwrap_or_default();
        let evidence = Evidence {
            lines: self.record(),
            heard: std::mem::take(&mut self.heard.lock().expect("nobody panics with it")),
            shown: std::mem::take(&mut self.shown),
            truth: truth.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect(),
            log,
        };
        let faults = faults_of(&evidence);
        // What stopped, held and went on, for whoever has to find out why.
        let turns = evidence.lines.iter().filter(|row| {
            let kind = row.line.kind.as_str();
            ["hold_", "draw_", "game_", "link_", "machine_mode"].iter().any(|start| kind.starts_with(start))
        });
        let turns: Vec<String> =
            turns.map(|row| format!("{} {} {}", row.line.seq, row.line.kind, row.line.body)).collect();
        assert!(faults.is_empty(), "{}\n{}", faults.join("\n"), turns.join("\n"));
        (evidence, self.folder)
    }
}
