//! Devices that nobody let in, on the hall's network, all at once: they put out no device of the hall, and get nothing (ADR 82, ADR 83;
//! DECISIONS 47). In a network of the test's own, where they have the same address as the hall's devices.

use std::io::Read as _;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, Link, Servers, come_as, join};
use hall_wire::message::{DeviceCode, Me};
use serde_json::{Value, json};
use uuid::Uuid;
use xtask::bench::{founded, sell};
use xtask::network;
use xtask::programs::Server;
use xtask::staff::Staff;
use xtask::strangers::{Strangers, ask, come};

use crate::kit::{said, tool, until};

/// A hall that its network reaches, and where.
fn served(dir: &Path) -> (Server, SocketAddr) {
    let mut server = Server::start_on(dir, None, &format!("{}:0", network::ADDRESS)).expect("it starts");
    let at: SocketAddr = server.url.replace("http://", "").parse().expect("an address");
    // Its own computer is answered whatever the address.
    server.url = format!("http://127.0.0.1:{}", at.port());
    (server, at)
}

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
    let (server, at) = served(&founded.dir);
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
