//! Devices that nobody let in, on the hall's network, all at once: they put out no device of the hall, and get nothing (ADR 82, ADR 83;
//! DECISIONS 47). In a network of the test's own, where they have the same address as the hall's devices.

use std::io::Read as _;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, Link, Seen, Servers, come_as, join};
use hall_wire::message::{DeviceCode, Me};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::bench::{founded, sell};
use xtask::network;
use xtask::programs::Server;
use xtask::staff::Staff;
use xtask::strangers::{HALF_A_HANDSHAKE, Idle, Strangers, ask, come};

use crate::kit::{Hall, PATIENCE, Setup, said, tool, until};
use crate::let_in::enrolled;

/// A panel of the hall.
fn panel(staff: &Staff, at: SocketAddr, file: &Path) -> Servers {
    let asked = json!({"name": "panel-1"});
    let given: DeviceCode = staff.sala.send("/api/devices/code", &asked, Uuid::new_v4()).expect("a code");
    let servers = Servers::new(&format!("https://{at}"));
    join(&servers, &given.code, "panel", file).expect("the code is good");
    servers
}

#[test]
fn strangers_of_every_kind_put_out_nobody_and_get_nothing() {
    network::enter().expect("a network of its own");
    let dir = tempfile::tempdir().expect("a folder");
    let founded = founded(dir.path(), 420).expect("it is founded");
    let server = Server::start_on(&founded.dir, None, &format!("{}:0", network::ADDRESS)).expect("it starts");
    let at = server.at;
    let staff = Staff::take_on(&server, &founded).expect("they come");
    staff.stock(1, &["A17"], 200).expect("there are cards");
    staff.open_session().expect("the session opens");
    let file = dir.path().join("panel-1.alta");
    let servers = panel(&staff, at, &file);
    let as_device = |client: &Client| Client::new(&servers).with_token(client.token().map(str::to_owned));
    let screen: Link<PublicBoard> = Link::open(&servers, "panel-1", None);
    let mesa: Link<MesaBoard> = Link::open(&servers, "mesa", staff.mesa.token().map(str::to_owned));
    until("their boards", || (screen.board().connected && mesa.board().connected).then_some(()));

    let strangers = Strangers::begin(at);
    let did = strangers.did();
    let least = [(&did.half_open, 1_400), (&did.screens, 300), (&did.pings, 1_000), (&did.guesses, 10)];
    let many = |(count, least): &(&AtomicU64, u64)| count.load(Ordering::Relaxed) >= *least;
    until("all strangers", || least.iter().all(many).then_some(()));

    // Who has shown what he is: new connections, commands, and screens that stay.
    for _ in 0..20 {
        let again = Servers::new(&format!("https://{at}"));
        come_as(&again, &file).expect("a good file").expect("there is one");
        Client::new(&again).get::<Value>("/api/board").expect("a device of the hall comes in");
    }
    sell(&staff, 420, 60, 6).expect("at the server's own computer");
    as_device(&staff.mesa).get::<Me>("/api/me").expect("and over the network");
    assert_eq!((screen.board().wholes, mesa.board().wholes), (1, 1), "no screen of the hall was put out");
    assert!(screen.board().connected && mesa.board().connected);

    // Whoever has not gets nothing said or done.
    let mut nobody = come(at).expect("a connection");
    let shown = ask(&mut nobody, "POST /api/panel/shown", r#"{"game":1,"ordinal":1}"#).expect("an answer");
    assert!(shown.starts_with("HTTP/1.1 403"), "{shown}");
    let mut nobody = come(at).expect("a connection");
    let sold = ask(&mut nobody, "POST /api/commands/close-sale", r#"{"game":1}"#).expect("an answer");
    assert!(sold.starts_with("HTTP/1.1 401"), "{sold}");
    for request in ["GET /api/board", "POST /api/login"] {
        let mut clear = TcpStream::connect(at).expect("the port is open");
        let refused = ask(&mut clear, request, "{}").expect("an answer");
        assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
        let mut words = [0; 16];
        clear.read_exact(&mut words).expect("and why");
    }
    drop(strangers);
    drop((screen, mesa));
    server.stop().expect("in order");
    let checked = tool(&["check"], &founded.dir);
    assert!(checked.status.success(), "{}", said(&checked));
}

/// A hall on its network in the draw of a game, with a panel at the strangers' own computer and a caller there who asks once and does
/// not ask again.
struct Playing {
    hall: Hall,
    servers: Servers,
    panel: Link<PublicBoard>,
    game: u32,
}

impl Playing {
    fn begin() -> Playing {
        let hall = Hall::open(&Setup { network: true, interval_ms: 60, ..Setup::default() });
        let servers = enrolled(&hall, "panel-1", "panel");
        let panel: Link<PublicBoard> = Link::open(&servers, "panel-1", None);
        until("its board", || panel.board().connected.then_some(()));
        let game = hall.sell(&[("A17", 1, 12)]);
        hall.start(game);
        Playing { hall, servers, panel, game }
    }

    fn at(&self) -> SocketAddr {
        self.hall.server.as_ref().expect("it runs").at
    }

    /// The next ball is announced over a connection of its own, and the panel shows it.
    fn ball(&self) {
        let board = self.hall.board(|(_, board)| !board.pending.is_empty() && board.holds.is_empty());
        let next = &board.pending[0];
        let ball = json!({"game": self.game, "ordinal": next.ordinal, "ball": next.ball});
        let token = self.hall.staff.locutor.token().map(str::to_owned);
        let caller = Client::new(&self.servers).with_token(token).with_patience(Duration::ZERO);
        self.hall
            .keep(&caller.post("announce", &ball, Uuid::new_v4()).expect("a device of the hall is answered"));
        let shown =
            |seen: &Seen<PublicBoard>| seen.connected && seen.board.announced.last() == Some(&next.ball);
        assert!(self.panel.wait(shown, PATIENCE).is_some(), "and its panel shows the ball");
        // Until the desk's board here has it too, the same ball waits on it.
        self.hall.board(|(_, board)| board.public.announced.last() == Some(&next.ball));
    }

    fn over(self) {
        assert_eq!(self.panel.board().wholes, 1, "it was never put out");
        drop(self.panel);
        self.hall.to_the_end(self.game);
        self.hall.finish();
    }
}

/// What is no TLS, or begins as TLS does and goes no further.
const GARBAGE: &[&[u8]] = &[
    &HALF_A_HANDSHAKE,
    b"\x16\x03\x01\x00\x02\xff\xff",
    &HALF_A_HANDSHAKE,
    &[0x16; 4_096],
    &HALF_A_HANDSHAKE,
    b"\x16\x03\x04\x40\x01",
    &HALF_A_HANDSHAKE,
    b"\x80\x2e\x01\x00\x02",
];

#[test]
fn half_handshakes_and_garbage_from_the_callers_own_address_refuse_nobody_of_the_hall() {
    let playing = Playing::begin();
    let IpAddr::V4(here) = network::ADDRESS else { panic!("an address of IPv4") };
    let noise = Idle::begin(playing.at(), 500, vec![here], GARBAGE);
    until("all of them", || (noise.opened() >= 500).then_some(()));
    for _ in 0..4 {
        playing.ball();
    }
    until("a thousand of them", || (noise.opened() >= 1_000).then_some(()));
    playing.ball();
    drop(noise);
    playing.over();
}

/// reliability.md E 55, as far as a test goes: more connections that say nothing than there are places at the door, of a hundred
/// computers, and a hundred new ones a second; all are there before the first is hung up on for its silence. `xtask bench network` has
/// the ten thousand, and the time.
#[test]
fn more_idle_connections_than_places_and_new_ones_all_the_time_refuse_nobody() {
    let playing = Playing::begin();
    let idle = Idle::begin(playing.at(), 1_200, (1..=100).map(network::another).collect(), &[b""]);
    until("all of them", || (idle.opened() >= 1_200).then_some(()));
    for _ in 0..5 {
        playing.ball();
        // Somebody new, whom nobody has let in, is answered too.
        let mut player = come(playing.at()).expect("there is a place");
        let answer = ask(&mut player, "GET /healthz", "").expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    until("new ones meanwhile", || (idle.opened() >= 1_300).then_some(()));
    playing.ball();
    drop(idle);
    playing.over();
}

/// The whole head of a request whose body never comes.
const NO_BODY: &[u8] = b"POST /api/login HTTP/1.1\r\nHost: 192.0.2.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";

/// More of them than there are places, of a hundred computers, and of the caller's own more than one may have: whoever asks and does
/// not finish is not being answered.
#[test]
fn requests_that_do_not_end_from_everywhere_and_from_the_callers_own_address_refuse_nobody() {
    let playing = Playing::begin();
    let IpAddr::V4(here) = network::ADDRESS else { panic!("an address of IPv4") };
    let slow = Idle::begin(playing.at(), 2_500, (1..=100).map(network::another).collect(), &[NO_BODY]);
    let near = Idle::begin(playing.at(), 100, vec![here], &[NO_BODY]);
    until("all of them", || (slow.opened() >= 2_500 && near.opened() >= 100).then_some(()));
    for _ in 0..5 {
        playing.ball();
        let mut player = come(playing.at()).expect("there is a place");
        let answer = ask(&mut player, "GET /healthz", "").expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    until("new ones meanwhile", || (slow.opened() >= 2_600 && near.opened() >= 200).then_some(()));
    playing.ball();
    drop((slow, near));
    playing.over();
}
