//! A server on an older copy of its folder (E 59, DECISIONS 40): consoles and walls saw more, and do not follow it. Real
//! servers on one port, and the screens' own end of the link.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;

use hall_core::event::{EpochCause, Event};
use hall_core::people::{Actor, PersonId};
use hall_log::note::Standing;
use hall_server::journal::{Batch, BatchEntry, Journal, RecordReader, check};
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::link::{Client, ClientError, Link, Seen, Witness};
use hall_wire::message::Health;
use hall_wire::sighting::Verdict;
use process::{copy_folder, new_hall, serve};

#[path = "support/process.rs"]
mod process;

/// How long anything may take: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// A hall's server, always on the same port, and its screens with what they keep.
struct Hall {
    folder: tempfile::TempDir,
    server: Option<Child>,
    url: String,
    client: Client,
    console: Link<MesaBoard>,
    wall: Link<PublicBoard>,
    copies: u32,
}

impl Hall {
    fn open() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("sala");
        fs::create_dir(&dir).unwrap();
        let pin = new_hall(&dir, "Sala Vuelta");
        let (server, url) = serve(&dir, "127.0.0.1:0", Stdio::null());
        let witness =
            |name: &str| Witness::open(&folder.path().join(name), name, |trouble| panic!("{trouble}"));
        let (of_console, of_wall) = (witness("puesto.testigo"), witness("pared.testigo"));
        let mut client = Client::new(&url).with_witness(Some(Arc::clone(&of_console)));
        client.login("ana", &pin, "mesa-1").unwrap();
        let console = Link::watch(&url, "mesa-1", client.token().map(str::to_owned), of_console);
        let wall = Link::watch(&url, "pared-1", None, of_wall);
        Hall { folder, server: Some(server), url, client, console, wall, copies: 0 }
    }

    fn dir(&self) -> PathBuf {
        self.folder.path().join("sala")
    }

    /// Has a line written, and waits until both screens have seen it.
    fn goes_on(&self, set: &str) -> u64 {
        let body = serde_json::json!({"set": set, "extractor": "pneumatic", "homologation": "H-1"});
        let done = self.client.post("register-ball-set", &body, uuid::Uuid::new_v4()).unwrap();
        sees(&self.console, |seen| seen.connected && seen.seq >= done.seq);
        sees(&self.wall, |seen| seen.connected && seen.seq >= done.seq);
        done.seq
    }

    fn stop(&mut self) {
        let mut server = self.server.take().unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
    }

    fn start(&mut self, dir: &Path) {
        let listen = self.url.strip_prefix("http://").unwrap();
        self.server = Some(serve(dir, listen, Stdio::null()).0);
    }

    /// The folder as it is now, elsewhere; the server is stopped for it.
    fn backup(&mut self) -> PathBuf {
        self.stop();
        self.copies += 1;
        let copy = self.folder.path().join(format!("copia-{}", self.copies));
        copy_folder(&self.dir(), &copy);
        let dir = self.dir();
        self.start(&dir);
        copy
    }

    fn is_refused(&self, verdict: Verdict, saw: u64) {
        let refused = |behind: Option<hall_wire::link::Behind>| {
            behind.is_some_and(|behind| behind.verdict == verdict && behind.saw.head.seq == saw)
        };
        let console = sees(&self.console, |seen| refused(seen.behind));
        let wall = sees(&self.wall, |seen| refused(seen.behind));
        assert!(!console.connected && !wall.connected);
        assert!(console.seq >= saw || wall.board.hall == "Sala Otra", "the last board stays");
    }

    fn is_followed(&self) {
        sees(&self.console, |seen| seen.connected && seen.behind.is_none());
        sees(&self.wall, |seen| seen.connected && seen.behind.is_none());
    }

    fn health(&self) -> Health {
        self.client.get("/healthz").unwrap()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

#[track_caller]
fn sees<B: Board>(link: &Link<B>, good: impl FnMut(&Seen<B>) -> bool) -> Seen<B> {
    let Some(seen) = link.wait(good, PATIENCE) else {
        panic!("{:?} {:?}", link.board().seq, link.board().behind)
    };
    seen
}

/// ADR 42: what a screen signed stands below the checkpoint, and its key in the record. (Canary: `screens-do-not-sign`.)
#[test]
fn screens_sign_that_they_saw_the_record() {
    let hall = Hall::open();
    hall.goes_on("A");
    let record = || RecordReader::open(&hall.dir()).unwrap();
    let names = ["puesto.testigo", "pared.testigo"];
    sees(&hall.wall, |_| {
        let met = record().witness_keys().unwrap();
        let signed = record().checkpoints(0, u64::MAX >> 1).unwrap();
        signed.iter().any(|signed| {
            let is_by = |name: &&str| {
                let key = met.iter().find(|(_, key)| key.name == **name);
                key.is_some_and(|(_, key)| matches!(signed.note.standing(key), Standing::Good(Some(_))))
            };
            names.iter().all(is_by)
        })
    });
    let report = check(&hall.dir(), None).unwrap();
    assert!(report.is_sound(), "{report}");
}

/// E 59, NL1: back to each earlier copy, whatever else is in order there.
#[test]
fn a_server_on_any_earlier_copy_is_refused_by_console_and_wall_until_the_lines_are_back() {
    let mut hall = Hall::open();
    let mut copies = Vec::new();
    let mut last = 0;
    for set in ["J1", "J2", "J3"] {
        copies.push(hall.backup());
        hall.is_followed();
        last = hall.goes_on(set);
    }
    hall.stop();
    for copy in &copies {
        hall.start(copy);
        hall.is_refused(Verdict::Behind, last);
        let body = serde_json::json!({"set": "J9", "extractor": "pneumatic", "homologation": "H-1"});
        match hall.client.post("register-ball-set", &body, uuid::Uuid::new_v4()) {
            Err(ClientError::Refused(problem)) => assert_eq!(problem.code, "servidor-por-detras"),
            other => panic!("a command of that desk was taken: {other:?}"),
        }
        let health = hall.health();
        assert!(health.seq < last, "nothing was written");
        let named: Vec<_> = health.refused_by.iter().map(|desk| (&*desk.device, desk.saw.head.seq)).collect();
        assert_eq!(named, [("mesa-1", last)], "the technician reads who refuses it");
        hall.stop();
    }
    let dir = hall.dir();
    hall.start(&dir);
    hall.is_followed();
    assert!(hall.health().refused_by.is_empty());
    assert!(hall.goes_on("J4") > last);
}

/// E 60: a record that went on in two ways. Each half is in order in itself; whoever saw one follows the other never, however
/// far it goes.
#[test]
fn of_a_record_that_went_on_in_two_ways_screens_follow_the_one_they_saw() {
    let mut hall = Hall::open();
    hall.goes_on("J1");
    let twin = hall.backup();
    hall.is_followed();
    let last = hall.goes_on("J2");
    hall.stop();
    let (mut journal, _) = Journal::open(&twin).unwrap();
    let others = vec![Event::LoginRefused { tries: 3 }; 8];
    let entries = vec![BatchEntry::unasked(Actor::System, "servidor", others)];
    let end = journal.append(&Batch { at_utc_ms: 1_795_302_000_000, entries }).unwrap().head;
    assert!(end.seq > last, "the other half goes farther");
    drop(journal);
    hall.start(&twin);
    hall.is_refused(Verdict::Rewritten, last);
    let named: Vec<_> = hall.health().refused_by.iter().map(|desk| desk.saw.head.seq).collect();
    assert_eq!(named, [last], "what was seen is named");
    hall.stop();
    let dir = hall.dir();
    hall.start(&dir);
    hall.is_followed();
}

/// DECISIONS 40: two people accepted the loss, up to what was seen and not beyond.
#[test]
fn a_new_epoch_is_followed_if_it_accepts_what_the_screen_saw() {
    let mut hall = Hall::open();
    hall.goes_on("J1");
    let copy = hall.backup();
    hall.is_followed();
    let last = hall.goes_on("J2");
    hall.stop();
    for (lost_to, followed) in [(last - 1, false), (last, true)] {
        let fresh = hall.folder.path().join(format!("nueva-{lost_to}"));
        copy_folder(&copy, &fresh);
        let (mut journal, _) = Journal::open(&fresh).unwrap();
        let ana = PersonId(1);
        let (cause, people) = (EpochCause::LossAccepted, vec![ana, ana]);
        let begun = Event::EpochBegun { epoch: 2, cause, lost_to: Some(lost_to), people };
        let entries = vec![BatchEntry::unasked(Actor::System, "servidor", vec![begun])];
        journal.append(&Batch { at_utc_ms: 1_795_302_000_000, entries }).unwrap();
        drop(journal);
        hall.start(&fresh);
        if followed {
            // Tokens end with an epoch: the console is told to log in, and refuses nothing.
            sees(&hall.wall, |seen| seen.connected && seen.behind.is_none());
            sees(&hall.console, |seen| seen.behind.is_none() && seen.refused.is_some());
        } else {
            hall.is_refused(Verdict::Behind, last);
        }
        hall.stop();
    }
}

/// A screen that is lent to another hall, or a new hall in the same place, is no rollback.
#[test]
fn another_hall_is_followed_without_alarm_and_the_first_is_not_forgotten() {
    let mut hall = Hall::open();
    let copy = hall.backup();
    hall.is_followed();
    let last = hall.goes_on("J1");
    hall.stop();
    let other = hall.folder.path().join("otra");
    fs::create_dir(&other).unwrap();
    new_hall(&other, "Sala Otra");
    assert!(RecordReader::open(&other.join("sala.db")).unwrap().head().unwrap().seq < last);
    hall.start(&other);
    sees(&hall.wall, |seen| seen.connected && seen.board.hall == "Sala Otra");
    hall.stop();
    hall.start(&copy);
    hall.is_refused(Verdict::Behind, last);
}
