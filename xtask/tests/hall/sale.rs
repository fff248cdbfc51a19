//! The sale under faults: requests sent again, connections that are cut, a disk that fails.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use hall_wire::link::{Client, ClientError};
use hall_wire::message::Accepted;
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::staff::code;

use crate::disk::Disk;
use crate::founding::SERIES_SIZE;
use crate::kit::{Hall, PATIENCE, PRICE, Setup};

fn without_machine() -> Hall {
    Hall::open(&Setup { machine: false, ..Setup::default() })
}

/// Returns the client as it is when a person tries once and looks.
fn once(url: &str, who: &Client) -> Client {
    Client::new(url).with_token(who.token().map(str::to_owned)).with_patience(Duration::ZERO)
}

// ---- the same request again (E48) ------------------------------------------------------------

#[test]
fn a_request_sent_a_hundred_times_acts_once_and_gets_one_answer() {
    let hall = without_machine();
    let game = hall.open_sale("A17");
    let block = hall.block(game, ("A17", 1, 6));
    let (id, start) = (Uuid::new_v4(), Arc::new(Barrier::new(10)));
    let askers: Vec<_> = (0..10)
        .map(|_| {
            let (client, block, start) = (hall.staff.cajero.clone(), block.clone(), Arc::clone(&start));
            std::thread::spawn(move || {
                start.wait();
                (0..10)
                    .map(|_| client.post("issue-block", &block, id).expect("granted"))
                    .collect::<Vec<Accepted>>()
            })
        })
        .collect();
    let answers: Vec<Accepted> =
        askers.into_iter().flat_map(|asker| asker.join().expect("it asks")).collect();
    assert_eq!(answers.len(), 100);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "one answer for all");
    answers.iter().for_each(|answer| hall.keep(answer));
    assert_eq!(hall.lines_of("block_issued").len(), 1);

    // The canary: the same words under another id are another request.
    assert_eq!(hall.refused(&hall.staff.cajero, "issue-block", &block), "sin-correlacion");
    let next = hall.block(game, ("A17", 7, 8));
    let (first, second) = (Uuid::new_v4(), Uuid::new_v4());
    hall.keep(&hall.staff.cajero.post("issue-block", &next, first).expect("granted"));
    let other = hall.block(game, ("A17", 9, 10));
    hall.keep(&hall.staff.cajero.post("issue-block", &other, second).expect("granted"));
    assert_eq!(hall.lines_of("block_issued").len(), 3);
    hall.finish();
}

#[test]
fn the_same_id_with_another_body_is_refused_also_after_a_restart() {
    let mut hall = without_machine();
    let game = hall.open_sale("A17");
    let id = Uuid::new_v4();
    let block = hall.block(game, ("A17", 1, 6));
    let first = hall.staff.cajero.post("issue-block", &block, id).expect("granted");
    hall.keep(&first);
    for _ in 0..2 {
        let other = hall.block(game, ("A17", 7, 12));
        let error = hall.staff.cajero.post("issue-block", &other, id).expect_err("another body");
        let ClientError::Refused(problem) = &error else { panic!("{error}") };
        assert_eq!((problem.code.as_str(), problem.status), ("id-reutilizado", 422));
        // On another device the id is another one: there it is only too late for these cards.
        let elsewhere = hall.staff.mesa.post("issue-block", &block, id).expect_err("not the mesa's");
        assert_eq!(code(&elsewhere), "sin-facultad");
        hall.kill();
        hall.begin();
        assert_eq!(hall.staff.cajero.post("issue-block", &block, id).expect("the answer it had"), first);
    }
    assert_eq!(hall.lines_of("block_issued").len(), 1);
    hall.finish();
}

// ---- connections that are cut (E50) ----------------------------------------------------------

/// Where the connection is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// The server gets the head and half of the body.
    InTheRequest,
    /// The server gets all of it and answers; nothing of the answer comes through.
    BeforeTheReply,
    /// Half of the answer comes through.
    InTheReply,
}

/// A way to the server for one connection, which is cut. Returns its address; the thread ends
/// with whether the server answered.
fn cable(server: &str, cut: Cut) -> (String, std::thread::JoinHandle<bool>) {
    let server = server.strip_prefix("http://").expect("an address").to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("it is bound"));
    let thread = std::thread::spawn(move || {
        let (mut client, _) = listener.accept().expect("the client comes");
        let mut there = TcpStream::connect(server).expect("the server listens");
        there.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        client.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        let request = message(&mut client);
        if cut == Cut::InTheRequest {
            there.write_all(&request[..request.len() - 20]).expect("the server reads");
            there.shutdown(Shutdown::Both).expect("it was open");
            return false;
        }
        there.write_all(&request).expect("the server reads");
        let reply = message(&mut there);
        if cut == Cut::InTheReply {
            client.write_all(&reply[..reply.len() / 2]).expect("the client reads");
        }
        reply.starts_with(b"HTTP/1.1 200")
    });
    (url, thread)
}

/// Reads a message of HTTP: its head and as much body as that says.
fn message(stream: &mut TcpStream) -> Vec<u8> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut chunk).expect("a message comes");
        bytes.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        let whole = text.split_once("\r\n\r\n").is_some_and(|(head, body)| {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            body.len() >= length.and_then(|text| text.trim().parse::<usize>().ok()).unwrap_or_default()
        });
        if whole || count == 0 {
            return bytes;
        }
    }
}

#[test]
fn a_sale_cut_at_any_step_is_sold_once_and_the_retry_gets_the_same_answer() {
    let hall = without_machine();
    let (mesa, cajero, sellers) = (&hall.staff.mesa, &hall.staff.cajero, &hall.staff.sellers);
    let price = json!({"series": "A17", "series_size": SERIES_SIZE, "face_value_cents": PRICE});
    for (game, cut) in (1..).zip([Cut::InTheRequest, Cut::BeforeTheReply, Cut::InTheReply]) {
        let first = (game - 1) * 5 + 1;
        let returned = json!({"game": game, "series": "A17", "first": first + 5, "last": first + 5,
            "seller": sellers[1]});
        let transfer = json!({"game": game, "series": "A17", "first": first + 3, "last": first + 4,
            "from": sellers[1], "to": sellers[2]});
        let steps: [(&Client, &str, Value); 5] = [
            (mesa, "open-sale", price.clone()),
            (cajero, "issue-block", hall.block(game, ("A17", first, first + 5))),
            (cajero, "return-cards", returned),
            (cajero, "transfer-cards", transfer),
            (cajero, "close-sale", json!({"game": game})),
        ];
        for (who, command, body) in steps {
            let (id, before) = (Uuid::new_v4(), hall.asked_lines());
            let (url, cable) = cable(&hall.url(), cut);
            let lost = once(&url, who).post(command, &body, id).expect_err("the cable was cut");
            assert_eq!(code(&lost), "sin-respuesta", "{cut:?} {command}");
            let answered = cable.join().expect("the cable");
            // The canary: where the server answered the effect is there, where it had half a
            // request there is none.
            assert_eq!(answered, cut != Cut::InTheRequest);
            assert_eq!(hall.asked_lines() - before, usize::from(answered), "{cut:?} {command}");
            let retry = who.post(command, &body, id).expect("granted");
            assert_eq!(who.post(command, &body, id).expect("granted"), retry);
            hall.keep(&retry);
            assert_eq!(hall.asked_lines() - before, 1, "{cut:?} {command}");
        }
        let closed = hall.lines_of("sale_closed");
        assert_eq!(closed.last().expect("it closed").number("sold"), 5);
        hall.void(game);
    }
    hall.finish();
}

// ---- a disk that fails (E7) ------------------------------------------------------------------

#[test]
fn a_sync_that_fails_is_answered_by_nobody_and_the_request_is_resolved_by_its_id() {
    let mut hall = without_machine();
    let game = hall.open_sale("A17");
    let mut next = 1;
    for nth in 1..=4 {
        let server = hall.server.as_ref().expect("it runs");
        let Some(disk) = Disk::attach(server.pid(), &format!("error=EIO:when={nth}")) else {
            return;
        };
        let client = once(&hall.url(), &hall.staff.cajero);
        let (mut answered, mut doubtful) = (0, None);
        while doubtful.is_none() {
            assert!(answered < nth, "the {nth}. sync did not fail");
            let (id, block) = (Uuid::new_v4(), hall.block(game, ("A17", next, next + 1)));
            next += 2;
            match client.post("issue-block", &block, id) {
                Ok(answer) => {
                    hall.keep(&answer);
                    answered += 1;
                }
                Err(error) => {
                    // The connection ends, or the web layer still says that the desk has ended.
                    assert!(["sin-respuesta", "mesa-parada"].contains(&code(&error)), "{error}");
                    doubtful = Some((id, block));
                }
            }
        }
        let mut server = hall.server.take().expect("it ran");
        let status = server.wait(PATIENCE).expect("it ends by itself");
        assert_eq!(status.code(), Some(hall_server::serve::EXIT_RECORD), "{status}");
        assert!(disk.detach() >= 1, "the fault really happened");
        hall.gather();
        // Nothing but what was answered, and perhaps the one in doubt.
        let recorded = hall.lines_of("block_issued").len();
        let (id, block) = doubtful.expect("one was");
        hall.begin();
        let retry = hall.staff.cajero.post("issue-block", &block, id).expect("granted");
        assert_eq!(hall.staff.cajero.post("issue-block", &block, id).expect("granted"), retry);
        hall.keep(&retry);
        let now = hall.lines_of("block_issued");
        assert!(now.len() - recorded <= 1, "one effect");
        assert_eq!(now.last().expect("one").body, retry.events[0].body);
    }
    let cards: u64 = hall
        .lines_of("block_issued")
        .iter()
        .map(|row| {
            row.body["cards"]["last"].as_u64().unwrap() - row.body["cards"]["first"].as_u64().unwrap() + 1
        })
        .sum();
    assert_eq!(cards, u64::from(next - 1), "every block once");
    hall.finish();
}
