//! A screen that knows the hall's server and its spare, against servers that die, hang and go back.

#[path = "spare/servers.rs"]
mod servers;

use std::net::TcpListener;
use std::time::Duration;

use hall_wire::board::PublicBoard;
use hall_wire::link::{Client, ClientError, Link, Servers, Witness};
use hall_wire::problem::Problem;
use servers::{Kind, Server, end};

/// What a hall may wait until its screens have found the spare.
const FOUND: Duration = Duration::from_secs(10);

fn both(first: &str, second: &Server) -> Servers {
    Servers::new(&format!("{first}, {}", second.url))
}

/// The link follows the server of this name, and the screen's commands go to it.
fn follows(link: &Link<PublicBoard>, servers: &Servers, server: &Server) {
    let name = server.url.clone();
    let seen = link.wait(|seen| seen.connected && seen.board.hall == name, FOUND);
    let seen = seen.unwrap_or_else(|| panic!("it follows {name}: {:?}", link.board()));
    assert!(seen.refused.is_none() && seen.behind.is_none(), "{seen:?}");
    assert_eq!(servers.in_use(), Some(&*name));
    let id = uuid::Uuid::new_v4();
    let before = server.ids().len();
    Client::new(servers).post("announce", &serde_json::json!({}), id).expect("it takes commands");
    assert_eq!(server.ids()[before..], [id.to_string()]);
}

#[test]
fn a_first_address_that_refuses_is_passed_over() {
    let second = Server::start(Kind::Good(end(1, 5)));
    let servers = both("http://127.0.0.1:9", &second);
    follows(&Link::open(&servers, "p", None), &servers, &second);
}

/// A listener whose queue is full takes no further connection: the packets get no answer.
#[test]
fn a_first_address_that_drops_packets_is_passed_over() {
    let deaf = servers::Deaf::start();
    let second = Server::start(Kind::Good(end(1, 5)));
    let servers = both(&deaf.url, &second);
    follows(&Link::open(&servers, "p", None), &servers, &second);
}

#[test]
fn a_first_address_that_accepts_and_says_nothing_is_passed_over() {
    let mute = TcpListener::bind("127.0.0.1:0").expect("a port");
    let second = Server::start(Kind::Good(end(1, 5)));
    let servers = both(&format!("http://{}", mute.local_addr().expect("bound")), &second);
    follows(&Link::open(&servers, "p", None), &servers, &second);
}

#[test]
fn a_spare_is_no_server_until_it_is_promoted() {
    let (first, second) = (Server::start(Kind::Good(end(1, 5))), Server::start(Kind::Spare));
    let servers = both(&first.url, &second);
    let link = Link::open(&servers, "p", None);
    follows(&link, &servers, &first);
    first.becomes(Kind::Spare);
    let asked = second.asked();
    assert!(link.wait(|_| second.asked() > asked + 2, FOUND).is_some(), "round and round");
    assert!(link.board().refused.is_none(), "a spare refuses nobody: {:?}", link.board().refused);
    second.becomes(Kind::Good(end(2, 6)));
    follows(&link, &servers, &second);
    assert!(second.ids().len() == 1 && first.ids().len() == 1);
}

/// E 59.
#[test]
fn a_first_server_of_an_older_epoch_is_passed_over_and_gets_no_command() {
    let (first, second) = (Server::start(Kind::Good(end(1, 5))), Server::start(Kind::Good(end(2, 6))));
    let file = std::env::temp_dir().join(format!("spare-{}.testigo", uuid::Uuid::new_v4()));
    let witness = Witness::open(&file, "mesa-1", |trouble| panic!("{trouble}"));
    let link = Link::<PublicBoard>::watch(&second.url, "p", None, witness.clone());
    assert!(link.wait(|seen| seen.connected, FOUND).is_some());
    drop(link);
    first.becomes(Kind::Older(end(1, 5)));
    let servers = both(&first.url, &second);
    follows(&Link::watch(&servers, "p", None, witness.clone()), &servers, &second);
    assert!(first.ids().is_empty(), "{:?}", first.ids());
    // Alone, it is said why it is not followed.
    second.becomes(Kind::Spare);
    let link = Link::<PublicBoard>::watch(&servers, "p", None, witness);
    assert!(link.wait(|seen| seen.behind.is_some(), FOUND).is_some_and(|seen| seen.wholes == 0));
    drop(link);
    let _ = std::fs::remove_file(file);
}

#[test]
fn before_a_server_is_followed_no_command_goes_to_any_of_several() {
    let (first, second) = (Server::start(Kind::Good(end(1, 5))), Server::start(Kind::Good(end(1, 5))));
    let client = Client::new(both(&first.url, &second)).with_patience(Duration::ZERO);
    let error =
        client.post("announce", &serde_json::json!({}), uuid::Uuid::new_v4()).expect_err("none is followed");
    assert!(matches!(error, ClientError::NoAnswer { .. }), "{error}");
    assert!(first.ids().is_empty() && second.ids().is_empty());
}

#[test]
fn one_address_is_in_use_from_the_start() {
    let only = Server::start(Kind::Good(end(1, 5)));
    let servers = Servers::new(&format!("{}/", only.url));
    assert_eq!(servers.in_use(), Some(&*only.url));
    follows(&Link::open(&servers, "p", None), &servers, &only);
    only.becomes(Kind::Spare);
    let link = Link::<PublicBoard>::open(&servers, "p", None);
    let seen = link.wait(|seen| seen.refused.is_some(), FOUND).expect("what it says is shown");
    assert!(seen.refused.is_some_and(|problem: Problem| problem.status == 503));
}
