//! What goes wrong around a running server, as people and their tools are told it: on the mesa's board, in `/healthz` and in
//! `/metrics`, while it lasts and no longer. Real servers, disks that are slow and full, a stick that is pulled out.

#[path = "../support/small_disk.rs"]
mod disk;
#[path = "../backup/kit.rs"]
#[allow(dead_code, reason = "backups use the rest")]
mod kit;
#[path = "../support/process.rs"]
mod process;
mod pulled;
mod refused;
#[path = "../support/strace.rs"]
mod strace;
mod stressed;

use hall_wire::board::{MesaBoard, RecordCopy};
use hall_wire::link::{Link, Seen, Servers, Witness};
use hall_wire::message::Health;

use kit::{PATIENCE, Place, Server, until};

/// The mesa of a running server, and those who watch it.
struct Mesa {
    board: Link<MesaBoard>,
}

impl Mesa {
    fn of(place: &Place, server: &Server) -> Mesa {
        let witness =
            Witness::open(&place.root.path().join("mesa.testigo"), "mesa", |trouble| panic!("{trouble}"));
        let servers = Servers::from(&*server.url);
        let board = Link::watch(&servers, "mesa-1", Some(server.token.clone()), witness);
        Mesa { board }
    }

    /// Waits until the mesa reads this.
    #[track_caller]
    fn reads(&self, so: impl FnMut(&Seen<MesaBoard>) -> bool) -> Seen<MesaBoard> {
        let Some(seen) = self.board.wait(so, PATIENCE) else {
            let seen = self.board.board();
            panic!("{:?} {:?}", seen.board.troubles, seen.board.copies)
        };
        seen
    }

    /// Waits until the mesa is told of this, and returns in which words; `/healthz` and `/metrics` tell of it then too.
    #[track_caller]
    fn is_told(&self, server: &Server, code: &str) -> String {
        let seen = self.reads(|seen| seen.board.troubles.iter().any(|trouble| trouble.code == code));
        until(|| is_listed(server, code));
        let told = seen.board.troubles.iter().find(|trouble| trouble.code == code);
        told.expect("it was there").words.es.clone()
    }

    /// How the one copy of the record stands, once it is so.
    #[track_caller]
    fn copy(&self, mut so: impl FnMut(&RecordCopy) -> bool) -> RecordCopy {
        self.reads(|seen| seen.board.copies.first().is_some_and(&mut so)).board.copies[0].clone()
    }
}

fn health(server: &Server) -> Health {
    serde_json::from_str(&server.get("/healthz")).expect("it is JSON")
}

/// `/healthz` names it and is not well; `/metrics` counts it.
fn is_listed(server: &Server, code: &str) -> bool {
    let health = health(server);
    let named = health.troubles.iter().any(|named| named == code);
    let counted = server.get("/metrics");
    let line = format!("bombo_trouble_{} ", code.replace('-', "_"));
    let value = counted.lines().find_map(|found| found.strip_prefix(&line)).expect("it has a line always");
    named && health.status == "degradada" && value == "1"
}
