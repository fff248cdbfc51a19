//! Lines that flood a desk which does not come to take anything (reliability.md E 35): they wait, and people's half of the
//! inbox is people's.

use std::future::{Future as _, poll_fn};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::task::Poll;
use std::thread::JoinHandle;

use hall_core::event::{GameNo, StopNo};
use hall_core::machine::{LinkLoss, Report};
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_server::desk::{Answer, Ask, Desk, DeskHandle, Disk, INBOX_MAX, LINE_MAX};
use hall_server::journal::Journal;
use process::new_hall;

#[path = "support/process.rs"]
mod process;

/// Reports of each flooding line.
const FLOOD: usize = 2_000;

fn desk(dir: &Path) -> (Desk, DeskHandle) {
    new_hall(dir, "Bingo de la riada");
    let (journal, _) = Journal::open(dir).unwrap();
    let (desk, handle, _) = Desk::open(journal, Disk::Reserved).unwrap();
    (desk, handle)
}

/// A line that floods, and how many of its reports are in.
fn flood(desk: &DeskHandle) -> (JoinHandle<()>, Receiver<usize>) {
    let line = desk.line();
    let (tell, told) = sync_channel(FLOOD);
    let thread = std::thread::spawn(move || {
        for report in 1..=FLOOD {
            line.tell(Report::LinkLost(LinkLoss::Silent)).unwrap();
            tell.send(report).unwrap();
        }
    });
    (thread, told)
}

fn ask(number: usize) -> Ask {
    Ask {
        request_id: number.to_string(),
        device: "mesa-1".to_owned(),
        by: PersonId(1),
        body_sha256: [0; 32],
        request: Request::GoOn { game: GameNo(1), stop: StopNo(1) },
        sealed: vec![],
    }
}

#[tokio::test]
async fn two_lines_that_flood_leave_half_of_the_inbox_to_people() {
    let dir = tempfile::tempdir().unwrap();
    let (mut desk, handle) = desk(dir.path());
    let lines = [flood(&handle), flood(&handle)];
    for (_, told) in &lines {
        while told.recv().unwrap() < LINE_MAX {}
    }
    // Nobody has taken anything yet, and the lines have all that they can have.
    let mut asked: Vec<_> = (0..INBOX_MAX / 2).map(|number| Box::pin(handle.ask(ask(number)))).collect();
    poll_fn(|context| {
        for (number, ask) in asked.iter_mut().enumerate() {
            assert!(ask.as_mut().poll(context).is_pending(), "request {number} had no place");
        }
        Poll::Ready(())
    })
    .await;
    loop {
        let finished = lines.iter().all(|(thread, _)| thread.is_finished());
        if !desk.turn().unwrap() && finished {
            break;
        }
    }
    for answer in asked {
        assert!(matches!(answer.await, Ok(Answer::Refused(_))), "decided, not turned away");
    }
    let reports = handle.view.borrow().facts.reports;
    assert_eq!(reports as usize, 2 * FLOOD, "and nothing of the flood is lost");
}
