//! What is known outside the server, and what must therefore be in the record: every line
//! another connection saw committed, every answer, every frame the machine may forget.
#![allow(clippy::wildcard_enum_match_arm, reason = "each match looks at the few events it is about")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hall_core::event::{BallsEvent, Event, Play, StopCause};
use hall_core::game::Game;
use hall_core::hall::Hall;
use hall_core::machine::{BootId, Report, next_seq};
use hall_core::record::{Hash, Line};
use hall_core::series::CardRef;
use hall_server::desk::{Answer, View};
use hall_server::journal::{Head, check};
use hall_wire::board::{MesaBoard, PublicBoard, Scene};

use crate::console::Wanted;
use crate::evening::Counts;
use crate::machine::Machine;
use crate::proof::Book;
use crate::server::Server;

/// Device and id of a request.
type Id = (String, String);

#[derive(Default)]
pub struct Ledger {
    head: u64,
    hash: Option<Hash>,
    record: Vec<(Line, Event)>,
    /// The hall, folded from the lines as another connection reads them.
    hall: Hall,
    book: Book,
    /// For each request in the record its first and last line and the turn that wrote it.
    ids: BTreeMap<Id, (u64, u64, u64)>,
    /// Requests whose answer has left the desk.
    told: BTreeMap<Id, (u64, u64)>,
    turn: u64,
    /// Frames of the machine that are in the record.
    frames: BTreeSet<(BootId, u32)>,
    /// Of each power-up the last of them.
    lasts: BTreeMap<BootId, u32>,
    /// Where frames are missing, as lines say.
    lost: BTreeSet<(BootId, u32)>,
    sung: BTreeSet<(Play, CardRef)>,
    waiting: Losses,
    recorded: Losses,
    unheard: Losses,
}

/// What the line is known to have lost (NL7).
#[derive(Default, Clone, Copy)]
struct Losses {
    gaps: u64,
    bad: u64,
}

impl Ledger {
    pub fn new(lines: Vec<(Line, Event)>) -> Ledger {
        let mut ledger = Ledger::default();
        for (line, event) in lines {
            ledger.fold(&line, &event);
            ledger.record.push((line, event));
        }
        ledger
    }

    pub fn seq(&self) -> u64 {
        self.head
    }

    pub fn sung(&self) -> &BTreeSet<(Play, CardRef)> {
        &self.sung
    }

    /// The session was opened, closed, and its acta is on disk.
    pub fn is_closed(&self) -> bool {
        self.session_is_over() && self.hall.acta.is_some()
    }

    pub fn session_is_over(&self) -> bool {
        self.hall.session.is_none() && self.hall.closed.is_some()
    }

    /// Where the hall stands, for a failure.
    pub fn scene(&self) -> String {
        let board = MesaBoard::of(&self.hall);
        format!("{:?} {:?} {:?}", board.public.scene, board.holds, board.public.stop)
    }

    // ---- lines ----------------------------------------------------------------------------

    /// Takes in what a turn has committed.
    pub fn add(&mut self, lines: Vec<(Line, Event)>, machine: &Machine, seen: &mut Counts) {
        self.turn += 1;
        for (line, event) in lines {
            self.as_it_was(&event, machine, seen);
            seen.saw(&format!("wrote {}", line.kind));
            self.fold(&line, &event);
            self.record.push((line, event));
        }
        crate::invariants::of_hall(&self.hall);
    }

    fn fold(&mut self, line: &Line, event: &Event) {
        assert_eq!(line.seq, self.head + 1, "a line is missing (NL4)");
        self.head = line.seq;
        self.hash = Some(line.hash(&self.hash.unwrap_or(Hash::GENESIS)));
        if !line.request_id.is_empty() {
            let id = (line.device.clone(), line.request_id.clone());
            let turn = self.turn;
            let span = self.ids.entry(id).or_insert((line.seq, line.seq - 1, turn));
            assert!(span.1 + 1 == line.seq && span.2 == turn, "a request acted twice (NL2): {line:?}");
            span.1 = line.seq;
        }
        if let Some((boot, seq)) = frame_of(event) {
            assert!(self.frames.insert((boot, seq)), "a frame is in the record twice (NL2): {line:?}");
            let last = self.lasts.insert(boot, seq).unwrap_or(0);
            let told = self.lost.contains(&(boot, next_seq(last)));
            assert!(seq == next_seq(last) || told, "frames are missing and no line says so (NL7): {line:?}");
        }
        match event {
            Event::FramesMissing { boot, expected, .. } => {
                self.lost.insert((*boot, *expected));
                self.recorded.gaps += 1;
                self.waiting.gaps = self.waiting.gaps.checked_sub(1).expect("a gap that nobody reported");
            }
            Event::BadFrames { count, .. } => {
                self.recorded.bad += u64::from(*count);
                self.waiting.bad -= u64::from(*count);
            }
            Event::ClaimMade { play, card, .. } => drop(self.sung.insert((*play, *card))),
            Event::SaleOpened { .. } => self.sung.clear(),
            _ => (),
        }
        self.book.enter(event);
        self.hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
    }

    /// NL6: what is written of the balls is what they did.
    fn as_it_was(&self, event: &Event, machine: &Machine, seen: &mut Counts) {
        match event {
            Event::DrawStarted { .. } => {
                assert!(machine.truth().is_empty(), "a draw began with balls on the table");
            }
            Event::BallAnnounced { ordinal, ball, .. } => {
                let place = usize::from(ordinal.0) - 1;
                let written = self.hall.game.as_ref().and_then(|game| game.extracted.get(place));
                assert_eq!(written, Some(ball), "announced without evidence on disk (NL6)");
                let game = self.hall.game.as_ref().expect("a ball is of a game");
                if game.by_hand().is_some() {
                    seen.saw("a ball drawn by hand was announced");
                } else if !machine.came_out(place, *ball) {
                    // Possible while no heartbeat has told the count: a hold or a void must follow,
                    // or the end of the game finds it.
                    assert!(!machine.is_slow(), "{ball} as ball {}: {:?}", ordinal.0, machine.truth());
                    seen.saw("a ball was announced before its count was compared");
                }
            }
            Event::GameEnded { .. } => {
                let game = self.hall.game.as_ref().expect("a game ends");
                if game.by_hand().is_some() {
                    seen.saw("a game was finished by hand");
                } else if game.holds().is_empty() {
                    let (rack, written) = (machine.rack(), &game.extracted);
                    assert!(machine.came_in_order(written), "nothing held it: {written:?}, {rack:?}");
                    // What came out while no server listened is in the machine's store, and will
                    // be set aside: the winner's card was full without it.
                    let untold = machine.untold();
                    assert!(rack.len() <= written.len() + untold, "nothing held it: {written:?}, {rack:?}");
                    seen.saw(if rack.len() == written.len() {
                        "a game ended with its balls as on the table"
                    } else {
                        "a game ended with balls in the machine's store"
                    });
                } else {
                    seen.saw("a game ended on hold, with the reason");
                }
            }
            Event::HoldRaised { why, .. } => {
                let name: String =
                    format!("{why:?}").chars().take_while(char::is_ascii_alphanumeric).collect();
                seen.saw(&format!("hold: {name}"));
            }
            Event::HoldLeft { exit, .. } => {
                let name: String =
                    format!("{exit:?}").chars().take_while(char::is_ascii_alphanumeric).collect();
                seen.saw(&format!("hold left: {name}"));
            }
            Event::DrawStopped { cause: StopCause::Restart, .. } => seen.saw("stopped by a restart"),
            _ => (),
        }
    }

    // ---- what goes out --------------------------------------------------------------------

    /// A board goes out: it shows what is committed, and nothing else (E67).
    pub fn shown(&self, view: &View) {
        assert_eq!(view.seq, self.head, "a board of another moment");
        assert_eq!(view.public, PublicBoard::of(&self.hall), "the public board shows what is not committed");
        assert_eq!(still(&view.mesa), still(&MesaBoard::of(&self.hall)));
        assert_eq!(view.facts.head_hash, self.hash.expect("a hall has lines").to_string());
    }

    /// An answer goes out (NL1, NL2).
    pub fn told(&mut self, wanted: &Wanted, answer: &Answer, seen: &mut Counts) {
        let id = (wanted.device.to_owned(), wanted.id.clone());
        let written = self.ids.get(&id).map(|(first, last, _)| (*first, *last));
        let another_body = wanted.body_sha256 == [0; 32];
        let lines = match answer {
            Answer::Done(lines) => lines,
            Answer::Refused(refusal) => {
                assert!(written.is_none() && !another_body, "{id:?} was granted, and now: {refusal}");
                return;
            }
            Answer::IdReused => {
                assert!(another_body && written.is_some(), "{id:?} was used for nothing else");
                return;
            }
        };
        assert!(!another_body, "{id:?} was granted for another body");
        let span = (lines.first().map_or(0, |line| line.seq), lines.last().map_or(0, |line| line.seq));
        assert_eq!(Some(span), written, "the answer to {id:?} is not what is written");
        for told in lines {
            let (line, _) = &self.record[usize::try_from(told.seq).unwrap() - 1];
            assert_eq!((&line.device, &line.request_id), (&id.0, &id.1));
            assert_eq!(
                (told.at_utc_ms, &told.kind, told.version, &told.body),
                (line.at_utc_ms, &line.kind, line.version, &line.body)
            );
        }
        if let Some(before) = self.told.insert(id, span) {
            assert_eq!(before, span, "another answer than the first (NL2)");
            seen.saw("the same answer again");
        }
    }

    /// The machine is told to forget: only what is written.
    pub fn acknowledged(&self, boot: BootId, seq: u32) {
        assert!(self.frames.contains(&(boot, seq)), "frame {seq} is acknowledged and not written");
    }

    // ---- what comes in --------------------------------------------------------------------

    pub fn reported(&mut self, report: &Report) {
        match report {
            Report::Gap { .. } => self.waiting.gaps += 1,
            Report::BadFrames { count, .. } => self.waiting.bad += u64::from(*count),
            _ => (),
        }
    }

    /// A server died: what it had not written it never heard.
    pub fn unheard(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.unheard.gaps += waiting.gaps;
        self.unheard.bad += waiting.bad;
    }

    // ---- after a start --------------------------------------------------------------------

    /// A server has opened what another left: nothing is missing, nothing is new but its start,
    /// what was held is held (NL8), and the boards are as they were (NL9).
    pub fn reopened(&mut self, server: &Server, machine: &Machine, seen: &mut Counts) {
        let (public, mesa) = (PublicBoard::of(&self.hall), still(&MesaBoard::of(&self.hall)));
        let drawing = self.hall.running().is_some_and(Game::is_drawing);
        let lines = server.lines_after(self.head);
        let kinds: Vec<&str> = lines.iter().map(|(line, _)| line.kind.as_str()).collect();
        // A clock that was set back while no server looked is found at the start.
        let stepped = kinds.first() == Some(&"clock_stepped");
        let wanted: &[&str] = if drawing { &["server_started", "draw_stopped"] } else { &["server_started"] };
        assert_eq!(&kinds[usize::from(stepped)..], wanted, "what a start writes after line {}", self.head);
        assert_eq!(server.opened.head.hash, self.hash.expect("a hall has lines"), "the record is another");
        self.add(lines, machine, seen);
        let view = server.view();
        self.shown(&view);
        let after = still(&view.mesa);
        assert_eq!((&after.holds, &after.pending), (&mesa.holds, &mesa.pending), "NL8");
        if drawing {
            let stopped = view.public.stop.as_ref().expect("the draw stands still");
            assert!(stopped.claims.is_empty());
            let alike = |board: PublicBoard| PublicBoard { stop: None, scene: Scene::Draw, ..board };
            assert_eq!(alike(view.public.clone()), alike(public), "NL9");
            if !mesa.holds.is_empty() {
                assert_eq!(view.public.scene, Scene::Hold, "what is held stays held (NL8)");
                seen.saw("held across a restart");
            }
        } else {
            let mut timeless = |board: &MesaBoard| {
                let mut board = board.clone();
                if stepped {
                    // What is being waited for moves with the clock, so that it stays as long.
                    board.suspension = None;
                    board.last_announced_utc_ms = None;
                    board.last_paid_utc_ms = None;
                    board.public.suspended_until_utc_ms = None;
                    if let Some(stop) = &mut board.public.stop {
                        (stop.asked_at_utc_ms, stop.order_from_utc_ms) = (None, None);
                    }
                    seen.saw("the clock was set back while no server looked");
                }
                board
            };
            assert_eq!(timeless(&after), timeless(&mesa), "NL9");
            assert_eq!(view.public, after.public);
        }
        seen.saw("boards as before after a start");
    }

    /// The whole check: integrity, chain, tables, requests, sealed values, files (NL3).
    pub fn check(&self, folder: &Path) {
        let report =
            check(folder, Some(Head { seq: self.head, hash: self.hash.expect("a hall has lines") })).unwrap();
        assert!(report.is_sound(), "{report}");
        assert_eq!(report.head.seq, self.head);
    }

    /// The end of the evening.
    pub fn reckon(&self, folder: &Path, machine: &Machine, seen: &mut Counts) {
        self.check(folder);
        self.book.close(&self.hall, seen);
        for (id, span) in &self.told {
            let (first, last, _) = self.ids[id];
            assert_eq!((first, last), *span, "{id:?} was answered (NL1)");
        }
        seen.add("answers told and found", self.told.len() as u64);
        seen.add("lines", self.head);
        // NL7: every byte is a frame's or was counted as thrown away, every gap is a line.
        let stats = machine.stats();
        assert_eq!(stats.bytes, machine.given);
        assert_eq!(stats.bytes, stats.frame_bytes + stats.discarded, "bytes are missing (NL7)");
        assert_eq!(stats.gaps, self.recorded.gaps + self.unheard.gaps + self.waiting.gaps, "a gap (NL7)");
        assert!(self.recorded.bad <= stats.bad, "more bad frames than came (NL7)");
        assert_eq!((self.waiting.gaps, self.waiting.bad), (0, 0), "reports the desk never took in");
        seen.add("line: bytes", stats.bytes);
        seen.add("line: bytes thrown away", stats.discarded);
        seen.add("line: frames said again", stats.duplicates);
        seen.add("line: gaps", stats.gaps);
        seen.add("balls out", self.frames.len() as u64);
    }
}

impl Drop for Ledger {
    /// Of an evening that fails, its last lines.
    fn drop(&mut self) {
        if std::thread::panicking() {
            for (line, _) in self.record.iter().rev().take(40).rev() {
                let Line { seq, at_utc_ms, kind, actor, request_id, body, .. } = line;
                eprintln!("{seq:5} {at_utc_ms} {actor:8} {request_id:14} {kind} {body}");
            }
        }
    }
}

/// A board without the machine, the server's own troubles and what it thinks of its clock: these are not in the record.
fn still(board: &MesaBoard) -> MesaBoard {
    let (machine, troubles) = (hall_wire::board::Machine::default(), Vec::new());
    MesaBoard { machine, troubles, clock_doubt: None, ..board.clone() }
}

/// The machine's frame that an event came from.
fn frame_of(event: &Event) -> Option<(BootId, u32)> {
    match event {
        Event::MachineSaw { boot, seq, .. }
        | Event::BallSetAside { boot, seq, .. }
        | Event::ReadingNotCounted { boot, seq, .. }
        | Event::Balls(BallsEvent::Counted { boot, seq, .. }) => Some((*boot, *seq)),
        Event::BallExtracted { evidence, .. } => evidence.iter().find_map(|item| match item {
            hall_core::event::Evidence::Machine { boot, seq, .. } => Some((*boot, *seq)),
            _ => None,
        }),
        _ => None,
    }
}
