//! One evening in virtual time, on one thread, from one seed.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};

use ball_machine::link::Link;
use hall_core::event::{Event, PrintingNo};
use hall_core::record::Line;
use hall_core::request::Notice;
use hall_server::desk::{Answer, Busy, Input, View};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::console::{Console, Wanted};
use crate::dice::Dice;
use crate::eyes::Eyes;
use crate::ledger::Ledger;
use crate::machine::Machine;
use crate::moves::LOCUTOR as CALLS;
use crate::moves::caja::CAJERO as PAYS;
use crate::moves::mesa::MESA as JUDGES;
use crate::moves::sala::SALA as DIRECTS;
use crate::server::{Clocks, End, Server};
use crate::template::{CAJERO, EIGHT, LOCUTOR, MESA, SALA, Template, new_folder};

/// How far time goes at once. Nothing in the protocols is quicker.
const TICK_MS: i64 = 20;
/// The trouble is over then, and the evening goes to its end.
const CALM_MS: i64 = 200_000;
/// No evening is longer.
const LONGEST_MS: i64 = 3_600_000;

/// How often each thing was seen, in all evenings.
#[derive(Default)]
pub struct Counts(pub BTreeMap<String, u64>);

impl Counts {
    pub fn saw(&mut self, what: &str) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: &str, times: u64) {
        match self.0.get_mut(what) {
            Some(count) => *count += times,
            None => drop(self.0.insert(what.to_owned(), times)),
        }
    }
}

/// How this evening will be.
struct Plan {
    games: u32,
    sings: u32,
    looks: bool,
    /// Of 1 000 messages so many get lost; the same number are late, or come twice.
    link: u32,
    /// Crashes are so many times as frequent.
    crashes: u32,
    jumps: bool,
}

/// Something on its way between a console and the desk.
#[allow(clippy::large_enum_variant, reason = "a handful is under way")]
enum Flight {
    Ask(Wanted),
    Answer(String, Answer),
}

/// A request the desk has and has not answered.
struct Flying {
    console: usize,
    wanted: Wanted,
    answer: Pin<Box<dyn Future<Output = Result<Answer, Busy>>>>,
}

pub struct Evening<'a> {
    template: &'a Template,
    seen: &'a mut Counts,
    dice: Dice,
    plan: Plan,
    /// Milliseconds since the evening began; the desk's clock may jump, this one does not.
    now_ms: i64,
    clocks: Clocks,
    machine: Machine,
    server: Option<Server>,
    /// The folder of a server that is down, and when it comes back.
    down: Option<(PathBuf, i64)>,
    consoles: Vec<Console>,
    air: Vec<(i64, usize, Flight)>,
    flying: Vec<Flying>,
    ledger: Ledger,
    kinds: BTreeSet<String>,
    calm: bool,
    acta: u64,
    _folder: TempDir,
}

impl<'a> Evening<'a> {
    /// Plays an evening to its end and proves it.
    pub fn play(seed: u64, template: &'a Template, seen: &'a mut Counts) {
        let mut dice = Dice::new(seed);
        let plan = Plan {
            games: dice.number(1, 4),
            sings: dice.pick(&[100, 600, 950]),
            looks: dice.permille(300),
            link: dice.pick(&[0, 30, 100, 200]),
            crashes: dice.pick(&[0, 1, 1, 3]),
            jumps: dice.permille(150),
        };
        let (bad, trouble) = (dice.pick(&[0, 5, 25, 60]), dice.pick(&[0, 20, 60, 120]));
        let machine = Machine::new(&mut dice, (bad, trouble, plan.looks));
        let folder = new_folder();
        let place = template.copy_to(&folder.path().join("0"));
        let clocks = Clocks::default();
        clocks.wall.store(EIGHT, Ordering::Relaxed);
        let server = Server::start(place, &clocks);
        let ledger = Ledger::new(server.lines_after(0));
        let screen = server.view();
        let consoles = vec![
            Console::new("mesa-1", MESA, JUDGES, screen.clone()),
            Console::new("venta-1", LOCUTOR, CALLS, screen.clone()),
            Console::new("caja-1", CAJERO, PAYS, screen.clone()),
            Console::new("sala-1", SALA, DIRECTS, screen),
        ];
        let mut evening = Evening {
            template,
            seen,
            dice,
            plan,
            now_ms: 0,
            clocks,
            machine,
            server: Some(server),
            down: None,
            consoles,
            air: Vec::new(),
            flying: Vec::new(),
            ledger,
            kinds: BTreeSet::new(),
            calm: false,
            acta: 0,
            _folder: folder,
        };
        let known = evening.server.as_ref().unwrap().orders.take().committed;
        evening.machine.serve(known, 0);
        while !evening.is_over() {
            evening.tick();
            assert!(evening.now_ms < LONGEST_MS, "this evening does not end: {}", evening.ledger.scene());
        }
        evening.prove();
    }

    fn is_over(&self) -> bool {
        let quiet = self.air.is_empty() && self.consoles.iter().all(|console| !console.is_waiting());
        self.server.is_some() && quiet && self.ledger.is_closed()
    }

    fn tick(&mut self) {
        self.now_ms += TICK_MS;
        self.clocks.steady.fetch_add(TICK_MS, Ordering::Relaxed);
        let mut time = self.clocks.wall.load(Ordering::Relaxed) + TICK_MS;
        if self.plan.jumps && !self.calm && self.dice.below(5_000) == 0 {
            time += self.dice.pick(&[-3_600_000, -1_000, 1_000, 3_600_000]);
            self.seen.saw("the clock jumped");
        }
        self.clocks.wall.store(time, Ordering::Relaxed);
        if !self.calm && (self.now_ms > CALM_MS || self.ledger.session_is_over()) {
            self.calm = true;
            self.machine.calm();
            self.plan.link = 0;
        }
        self.begin_again();
        for report in self.machine.tick(self.now_ms, &mut self.dice, self.seen) {
            let server = self.server.as_ref().expect("reports come to a server");
            self.ledger.reported(&report);
            server.handle.tell(Input::Reported(report)).expect("the desk takes reports");
        }
        self.land();
        self.chance();
        self.serve();
        self.people();
    }

    /// A server that is down comes back, sometimes only to fall again.
    fn begin_again(&mut self) {
        let Some((folder, _)) = self.down.take_if(|(_, at)| *at <= self.now_ms) else { return };
        let server = Server::start(folder, &self.clocks);
        self.ledger.reopened(&server, &self.machine, self.seen);
        if !self.calm && self.dice.permille(60) {
            self.seen.saw("crash: right after a start");
            self.seen.saw("crash after the commit of server_started");
            return self.fall(server, End::AfterTheCommit);
        }
        if self.dice.permille(100) {
            self.ledger.check(server.folder());
            self.seen.saw("checked whole between two servers");
        }
        self.machine.serve(server.orders.take().committed, self.now_ms);
        self.server = Some(server);
    }

    /// The last word of a server that stops in good order.
    fn last_word(&mut self, server: &mut Server) {
        let power_failing = self.dice.permille(500);
        server.handle.notice(Notice::Stopping { power_failing });
        while server.turn() {}
        self.ledger.add(server.lines_after(self.ledger.seq()), &self.machine, self.seen);
    }

    fn fall(&mut self, mut server: Server, end: End) {
        if end == End::Stopped {
            self.last_word(&mut server);
        }
        self.seen.saw(match end {
            End::Stopped => "stopped in good order",
            End::BeforeTheCommit => "crash: before the commit",
            End::InTheCommit { .. } => "crash: in the commit",
            End::AfterTheCommit => "crash: after the commit",
        });
        self.flying.clear();
        // The next server looks itself what is due.
        self.acta = 0;
        self.ledger.unheard();
        self.machine.leave(self.now_ms);
        self.down = Some((server.end(end), self.now_ms + self.dice.between(100, 4_500)));
    }

    /// What is on its way arrives.
    fn land(&mut self) {
        let now_ms = self.now_ms;
        let (landed, air) = std::mem::take(&mut self.air).into_iter().partition(|(due, ..)| *due <= now_ms);
        self.air = air;
        let landed: Vec<(i64, usize, Flight)> = landed;
        for (_, console, flight) in landed {
            match (flight, &self.server) {
                (Flight::Ask(wanted), Some(server)) => {
                    let (handle, ask) = (server.handle.clone(), wanted.ask());
                    let mut answer: Flying =
                        Flying { console, wanted, answer: Box::pin(async move { handle.ask(ask).await }) };
                    // The first look puts it into the desk's inbox.
                    if look(&mut answer).is_none() {
                        self.flying.push(answer);
                    }
                }
                (Flight::Ask(_), None) => self.seen.saw("link: nobody there"),
                (Flight::Answer(id, answer), _) => {
                    let dice = &mut self.dice;
                    self.consoles[console].hear(&id, &answer, now_ms, dice, self.seen);
                }
            }
        }
    }

    /// What happens besides people and machine.
    fn chance(&mut self) {
        let Some(server) = &self.server else { return };
        if !self.calm && self.dice.below(4_000) == 0 {
            let notice = match self.dice.below(2) {
                0 => Notice::LoginRefused { tries: 1 },
                // The desk knows no such printing.
                _ => Notice::PrintingFailed { printing: PrintingNo(1), words: "sin papel".into() },
            };
            server.handle.notice(notice);
        }
        let due = server.view().facts.acta_due;
        if let Some((session, covers_seq)) = due.filter(|(_, covers)| *covers != self.acta) {
            self.acta = covers_seq;
            let file = format!("acta-{}.pdf", session.0);
            std::fs::write(server.folder().join(&file), &file).unwrap();
            let sha256 = Sha256::digest(file.as_bytes()).into();
            server.handle.notice(Notice::ActaIssued {
                session,
                file,
                sha256,
                covers_seq,
                folios: Vec::new(),
            });
        }
    }

    /// The desk has its turns; each may be its last.
    fn serve(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        if !self.flying.is_empty() && self.luck(4) {
            return self.fall(server, End::BeforeTheCommit);
        }
        let mut before = server.mark();
        while server.turn() {
            let lines = server.lines_after(self.ledger.seq());
            if !lines.is_empty()
                && let Some(end) = self.end_of(&lines, before, server.wal())
            {
                if end == End::AfterTheCommit {
                    self.ledger.add(lines, &self.machine, self.seen);
                }
                return self.fall(server, end);
            }
            self.ledger.add(lines, &self.machine, self.seen);
            self.show(&server);
            before = server.mark();
        }
        if self.luck(1) && self.dice.permille(30) {
            return self.fall(server, End::Stopped);
        }
        self.server = Some(server);
    }

    /// Whether the server falls around this commit, and how: more likely where a kind of event
    /// is new to the evening.
    fn end_of(&mut self, lines: &[(Line, Event)], before: u64, after: u64) -> Option<End> {
        let new = lines.iter().filter(|(line, _)| self.kinds.insert(line.kind.clone())).count();
        // Each kind is new once: that may still befall an evening that has calmed down.
        let new_luck = new > 0 && self.dice.permille(100 * self.plan.crashes);
        if !(self.luck(4) || new_luck) {
            return None;
        }
        // A checkpoint empties the -wal: then there are no last bytes to lose.
        let grown = after.checked_sub(before).filter(|grown| *grown > 0);
        let (end, how) = match grown.filter(|_| self.dice.permille(500)) {
            Some(grown) => {
                let wal = before + u64::try_from(self.dice.below(usize::try_from(grown).unwrap())).unwrap();
                (End::InTheCommit { wal }, "in the commit")
            }
            None => (End::AfterTheCommit, "after the commit"),
        };
        for (line, _) in lines {
            self.seen.saw(&format!("crash {how} of {}", line.kind));
        }
        Some(end)
    }

    fn luck(&mut self, permille: u32) -> bool {
        !self.calm && self.dice.permille(permille * self.plan.crashes)
    }

    /// What a turn has made true goes out: answers, orders, boards.
    fn show(&mut self, server: &Server) {
        let view = server.view();
        self.ledger.shown(&view);
        let standing = server.orders.take();
        if let Some(host) = self.machine.host() {
            if let Some(mode) = standing.mode {
                host.want(mode);
            }
            if let Some((boot, seq)) = standing.committed {
                self.ledger.acknowledged(boot, seq);
                host.committed(boot, seq);
            }
            if let Some(boot) = standing.accepted_gap {
                host.accept_gap(boot);
                self.seen.saw("a gap was accepted");
            }
        }
        for mut flying in std::mem::take(&mut self.flying) {
            match look(&mut flying) {
                None => self.flying.push(flying),
                Some(answer) => self.answered(flying, answer.expect("the desk is there")),
            }
        }
        self.panels(server, &view);
    }

    /// Panels show what was announced, and one of them says so.
    fn panels(&mut self, server: &Server, view: &View) {
        let Some(game) = view.public.game.as_ref().filter(|_| self.dice.permille(100)) else { return };
        let ordinal = u8::try_from(view.public.announced.len()).unwrap();
        let (game, ordinal) = (hall_core::event::GameNo(game.game), hall_core::event::Ordinal(ordinal));
        server.handle.notice(Notice::Shown { game, ordinal, panel: "monitor-1".into() });
    }

    /// An answer leaves the desk: from here on it must stay true, whatever the link does.
    fn answered(&mut self, flying: Flying, answer: Answer) {
        let Flying { console, wanted, .. } = flying;
        self.ledger.told(&wanted, &answer, self.seen);
        let mut copies = 1;
        if self.dice.permille(self.plan.link) {
            copies = 0;
            self.seen.saw("link: an answer was lost");
        } else if self.dice.permille(self.plan.link) {
            copies = 2;
            self.seen.saw("link: an answer came twice");
        }
        for _ in 0..copies {
            let due_ms = self.late();
            self.air.push((due_ms, console, Flight::Answer(wanted.id.clone(), answer.clone())));
        }
    }

    /// When something sent now arrives: mostly soon, sometimes long after.
    fn late(&mut self) -> i64 {
        let most = if self.dice.permille(self.plan.link) { 8_000 } else { 60 };
        self.now_ms + self.dice.between(0, most)
    }

    fn people(&mut self) {
        let view = self.server.as_ref().map(Server::view);
        let truth = self.machine.truth();
        for index in 0..self.consoles.len() {
            // A screen follows the desk, if the link lets it.
            if let Some(view) = view.as_ref().filter(|_| self.plan.link == 0 || self.dice.permille(250)) {
                self.consoles[index].show(view);
            }
            let console = &mut self.consoles[index];
            let eyes = Eyes {
                dice: &mut self.dice,
                template: self.template,
                truth: &truth,
                now_ms: self.clocks.wall.load(Ordering::Relaxed),
                me: console.who,
                games: self.plan.games,
                sings: self.plan.sings,
                looks: self.plan.looks,
                sung: self.ledger.sung(),
                calm: self.calm,
            };
            let Some(wanted) = console.tick(eyes, self.now_ms, self.seen) else { continue };
            let mut copies = 1;
            if self.dice.permille(self.plan.link) {
                copies = 0;
                self.seen.saw("link: a request was lost");
            } else if self.dice.permille(self.plan.link) {
                copies = 2;
                self.seen.saw("link: a request came twice");
            }
            for _ in 0..copies {
                let due_ms = self.late();
                self.air.push((due_ms, index, Flight::Ask(wanted.clone())));
            }
        }
    }

    /// The end: the last server stops in good order, and everything is looked at.
    fn prove(mut self) {
        let mut server = self.server.take().expect("it is over when a server is up");
        self.last_word(&mut server);
        self.machine.leave(self.now_ms);
        let folder = server.end(End::Stopped);
        let (lost, turned) = self.machine.line();
        self.seen.add("line: bytes lost", lost);
        self.seen.add("line: bytes turned", turned);
        self.ledger.reckon(&folder, &self.machine, self.seen);
        if self.dice.permille(250) {
            hall_server::journal::rebuild(&folder).unwrap();
            self.ledger.check(&folder);
            self.seen.saw("tables made again");
        }
        self.seen.saw("evenings");
        self.seen.add("virtual seconds", u64::try_from(self.now_ms / 1000).unwrap());
    }
}

/// Returns the answer, if it is there.
fn look(flying: &mut Flying) -> Option<Result<Answer, Busy>> {
    match flying.answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => Some(answer),
        Poll::Pending => None,
    }
}
