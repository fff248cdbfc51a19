//! The lane at a pace of milliseconds, over real sockets.

use std::net::TcpStream;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use hall_wire::message::Message;
use tungstenite::{Message as Frame, WebSocket};

use super::*;
use crate::clock::Clock;
use crate::desk::Facts;

const SOON: Duration = Duration::from_secs(20);

const QUICK: Pace = Pace {
    behind: Duration::from_millis(1),
    between: Duration::from_millis(1),
    beat: Duration::from_millis(20),
    send_most: Duration::from_millis(500),
    ask: Duration::from_secs(3_600),
};

/// A lane on a port, and the hall that it shows.
struct Lane {
    followers: Arc<Followers>,
    view: watch::Sender<Arc<View>>,
    address: String,
    _runtime: tokio::runtime::Runtime,
}

impl Lane {
    fn open(pace: Pace) -> Lane {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (view, seen) = watch::channel(Arc::new(view()));
        let followers = Followers::start(seen, false, pace);
        let router = Router::new().route("/", get(open)).with_state(Arc::clone(&followers));
        let address = runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap().to_string();
            tokio::spawn(crate::web::serve(listener, None, router, std::future::pending()));
            address
        });
        Lane { followers, view, address, _runtime: runtime }
    }

    fn show(&self, change: impl FnOnce(&mut View)) {
        let mut view = View::clone(&self.view.borrow());
        view.seq += 1;
        change(&mut view);
        self.view.send_replace(Arc::new(view));
    }

    fn phone(&self) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        tungstenite::client(format!("ws://{}/", self.address), stream).unwrap().0
    }

    /// Waits until the lane has dropped so many.
    fn dropped(&self, count: u64) {
        let until = std::time::Instant::now() + SOON;
        while self.followers.cut() < count {
            assert!(std::time::Instant::now() < until, "nobody was dropped");
            std::thread::yield_now();
        }
    }
}

async fn open(State(followers): State<Arc<Followers>>, upgrade: WebSocketUpgrade) -> Response {
    let seat = followers.seat(std::net::Ipv4Addr::LOCALHOST.into()).unwrap();
    upgrade.on_upgrade(async move |socket| followers.take(socket, (seat, None)))
}

fn view() -> View {
    View {
        seq: 100,
        at_utc_ms: 1_795_302_000_000,
        clock: Clock::of_zone("Europe/Madrid"),
        public: PublicBoard::default(),
        mesa: hall_wire::board::MesaBoard::default(),
        access: Arc::default(),
        vault: Arc::default(),
        next_matrix: 0,
        key_draws: Arc::default(),
        regulation: Arc::default(),
        facts: Facts::default(),
    }
}

type Heard = Message<hall_wire::board::Update>;

fn next(phone: &mut WebSocket<TcpStream>) -> Heard {
    loop {
        if let Frame::Text(text) = phone.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Reads until a board changed, and returns the line it shows.
fn changed(phone: &mut WebSocket<TcpStream>) -> u64 {
    loop {
        if let Message::Changed { seq, .. } = next(phone) {
            return seq;
        }
    }
}

#[test]
fn a_phone_that_does_not_read_is_dropped_and_the_others_go_on() {
    let lane = Lane::open(QUICK);
    let (_slow, mut quick) = (lane.phone(), lane.phone());
    let until = std::time::Instant::now() + SOON;
    let mut round = 0;
    while lane.followers.cut() == 0 {
        assert!(std::time::Instant::now() < until, "the slow phone was never dropped");
        round += 1;
        lane.show(|view| view.public.hall = format!("{round} {}", "x".repeat(100_000)));
        changed(&mut quick);
    }
    lane.show(|view| view.public.announced.push(76));
    let seq = lane.view.borrow().seq;
    while changed(&mut quick) < seq {}
    assert_eq!((lane.followers.cut(), lane.followers.open()), (1, 1));
}

/// A phone whose browser sleeps keeps its connection, and takes in what the system has room for.
#[test]
fn a_phone_that_never_answers_gives_its_place_back() {
    let lane = Lane::open(Pace { ask: Duration::from_millis(40), ..QUICK });
    let silent = lane.phone();
    let mut awake = lane.phone();
    // It reads, and so answers, until the other is gone.
    let until = std::time::Instant::now() + SOON;
    while lane.followers.cut() == 0 {
        assert!(std::time::Instant::now() < until, "the silent phone has its place for ever");
        next(&mut awake);
    }
    lane.dropped(1);
    assert_eq!(lane.followers.open(), 1, "the one that answers is still there");
    drop(silent);
}

#[test]
fn a_phone_that_only_makes_noise_is_put_out_and_the_others_go_on() {
    let lane = Lane::open(QUICK);
    let (mut noisy, mut quiet) = (lane.phone(), lane.phone());
    // The server may be gone before all is sent.
    let _ = (0..200).try_for_each(|_| noisy.send(Frame::Ping("x".into())));
    let until = std::time::Instant::now() + SOON;
    while lane.followers.open() > 1 {
        assert!(std::time::Instant::now() < until, "it is served still");
        next(&mut quiet);
    }
    lane.show(|view| view.public.announced.push(76));
    assert_eq!(changed(&mut quiet), lane.view.borrow().seq);
    assert_eq!(lane.followers.cut(), 0, "it was not slow");
}

#[test]
fn one_address_has_a_quarter_of_the_phones_places() {
    let lane = Lane::open(QUICK);
    let at = |last: u8| IpAddr::from([192, 0, 2, last]);
    let all: Vec<Place> = (0..PHONES_MAX).filter_map(|_| lane.followers.seat(at(7))).collect();
    assert_eq!(all.len(), PHONES_MAX / 4);
    assert!(lane.followers.seat(at(8)).is_some());
}
