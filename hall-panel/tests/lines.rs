//! The thread and simulated hardware on real lines: pseudo-terminals, TCP and UDP on this computer; power, cables, refusals
//! and frames cut short (E66). Every wait is for what is seen, with half a minute as its end.

mod kit;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver as Inbox, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hall_panel::driver::{Driver, Kind};
use hall_panel::serve::{Line, Told, Waker, serve, waker};
use hall_panel::state::{Contact, Panel};
use hall_panel::talk::{Happened, Talk};
use hall_panel::wire::To;
use hall_panel::words;
use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::stand::Stand;
use hall_panel_tools::usb_pro::Widget;
use nix::pty::openpty;

use kit::{drawn, one_line, reads, show, two_lines};

/// A time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Anywhere on this computer.
const HERE: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 0);

/// The program's thread, as `hall-panel` has it, with a board of our own.
struct Running {
    panel: Arc<Mutex<Panel>>,
    waker: Waker,
    told: Inbox<Told>,
    end: Option<(UnixStream, JoinHandle<()>)>,
}

impl Running {
    fn start(driver: &str, to: &str) -> Running {
        Running::of(Driver::load(driver, None).expect("it is in order"), to)
    }

    fn of(driver: Driver, to: &str) -> Running {
        let to: To = to.parse().expect("a place");
        let universe = if let Kind::Sacn { universe, .. } = driver.kind { universe } else { 1 };
        let line = Line { to, settings: driver.line, universe };
        let panel = Arc::new(Mutex::new(Panel::default()));
        let (waker, woken) = waker().expect("a socket pair");
        let (end, stop) = UnixStream::pair().expect("a socket pair");
        let (tell, told) = sync_channel(100_000);
        let theirs = Arc::clone(&panel);
        let thread = std::thread::spawn(move || {
            let mut talk = Talk::new(driver.hardware("panel", "computer"), 0);
            let look = || theirs.lock().expect("whole").clone();
            let mut tell = |told: Told| tell.try_send(told).expect("few enough");
            serve(&line, &mut talk, &woken, stop.as_fd(), &look, &mut tell);
        });
        Running { panel, waker, told, end: Some((end, thread)) }
    }

    fn show(&self, panel: Panel) {
        *self.panel.lock().expect("whole") = panel;
        self.waker.wake();
    }

    /// Waits until it tells something that fits; returns all that it told meanwhile.
    fn tells(&self, what: &str, fits: impl Fn(&Told) -> bool) -> Vec<Told> {
        let (end, mut seen) = (Instant::now() + PATIENCE, Vec::new());
        loop {
            match self.told.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(told) => seen.push(told),
                Err(error) => panic!(
                    "waiting for {what}: {error}; it told {} times, last {:?}",
                    seen.len(),
                    seen.last()
                ),
            }
            if fits(&seen[seen.len() - 1]) {
                return seen;
            }
        }
    }

    /// Ends it in order.
    fn stop(&mut self) {
        if let Some((end, thread)) = self.end.take() {
            drop(end);
            thread.join().expect("it ends");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

fn taken(balls: u8) -> impl Fn(&Told) -> bool {
    move |told| *told == Told::Pass(Happened::Taken(Some((12, balls))))
}

/// A sign whose answers go nowhere.
struct Mute(Sign);

impl Device for Mute {
    fn receive(&mut self, bytes: &[u8], now_ms: u64) -> Vec<u8> {
        self.0.receive(bytes, now_ms).clear();
        Vec::new()
    }

    fn power(&mut self, on: bool) {
        self.0.power(on);
    }

    fn shows(&self, now_ms: u64) -> serde_json::Value {
        self.0.shows(now_ms)
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn link(&self) -> PathBuf {
        self.0.path().join("panel")
    }
}

/// All balls of a game, one after the other; `right` says whether hardware shows the balls so far.
fn a_game<D: Device>(driver: &str, stand: &Stand<D>, right: impl Fn(&D, u64, &[u8]) -> bool) {
    let running = Running::start(driver, &stand.to());
    let mut called = Vec::new();
    for ball in (1..=90_u16).map(|n| u8::try_from(n * 37 % 91).expect("a ball")) {
        called.push(ball);
        running.show(drawn(&called));
        let so = |device: &D, now_ms: u64| right(device, now_ms, &called).then_some(());
        stand.until(&format!("ball {}", called.len()), so).expect("it shows the board");
        running.tells("that it was taken", taken(u8::try_from(called.len()).expect("few")));
    }
}

#[test]
fn after_each_ball_of_a_game_all_hardware_shows_the_board() {
    let folder = Folder::new();
    let serial = Stand::on_pty(Sign::new(true, true), &folder.link()).expect("a pty");
    a_game("rotulo-alpha-con-respuesta", &serial, |sign, _, called| reads(sign, &two_lines(called)));
    assert_eq!(serial.look(|sign, _| (sign.bad, sign.cut)), (0, 0));
    let network = Stand::on_tcp(Sign::new(false, true), HERE.into()).expect("a port");
    a_game("rotulo-alpha", &network, |sign, _, called| reads(sign, &one_line(called)));
    let folder = Folder::new();
    let widget = Stand::on_pty(Widget::new(), &folder.link()).expect("a pty");
    a_game("lamparas-dmx-usb", &widget, |widget, _, called| show(widget.levels(), called));
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");
    a_game("lamparas-sacn", &lamps, |lamps, now_ms, called| show(lamps.levels(now_ms), called));
    lamps.look(|lamps, _| {
        assert_eq!((lamps.faults.as_slice(), lamps.late), (&[][..], 0));
        assert!(lamps.names.iter().eq(["Bombo panel"]), "{:?}", lamps.names);
    });
}

/// Over the group of the universe, on the loopback interface. The port is the protocol's: tests that run at the same time
/// have universes of their own.
#[test]
fn lamps_of_a_universe_hear_its_group() {
    let universe = u16::try_from(std::process::id() % 63_999 + 1).expect("a universe");
    let text = format!(
        "kind = 'sacn'\nabout = 'x'\n[universe]\nnumber = {universe}\n[lamps]\nfirst = 1\nlit = 190\nlast = 255\n"
    );
    let driver = Driver::parse("x.toml", &text).expect("it is in order");
    let [high, low] = universe.to_be_bytes();
    let group = Ipv4Addr::new(239, 255, high, low);
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 5_568));
    let lamps = Stand::on_udp(Receiver::new(universe), at, Some(group)).expect("multicast on loopback");
    let running = Running::of(driver, &lamps.to());
    running.show(drawn(&[7, 61]));
    lamps
        .until("the group's packets", |lamps, now_ms| show(lamps.levels(now_ms), &[7, 61]).then_some(()))
        .unwrap();
}

#[test]
fn hardware_that_lost_its_power_is_right_again_though_nothing_changes() {
    let folder = Folder::new();
    let mut sign = Stand::on_pty(Sign::new(true, false), &folder.link()).expect("a pty");
    let running = Running::start("rotulo-alpha-con-respuesta", &sign.to());
    running.show(drawn(&[7, 61]));
    running.tells("the first time", taken(2));
    sign.power_off();
    running.tells("that it is silent", |told| *told == Told::Pass(Happened::Silent));
    sign.power_on().expect("power");
    sign.until("the board again", |sign, _| reads(sign, &two_lines(&[7, 61])).then_some(())).unwrap();
    // Answered from the first frame to the last.
    running.tells("that it was taken", taken(2));

    let folder = Folder::new();
    let mut widget = Stand::on_pty(Widget::new(), &folder.link()).expect("a pty");
    let lamps = Running::start("lamparas-dmx-usb", &widget.to());
    lamps.show(drawn(&[7, 61]));
    widget.until("the board", |widget, _| show(widget.levels(), &[7, 61]).then_some(())).unwrap();
    widget.power_off();
    assert!(widget.look(|widget, _| widget.levels().is_none()), "the canary: it is dark");
    widget.power_on().expect("power");
    let first = widget.until("its first message", |widget, _| {
        (widget.good_since_power > 0).then(|| show(widget.levels(), &[7, 61]))
    });
    assert!(first.unwrap(), "the first message since it has power is the whole board");
}

#[test]
fn a_refusal_brings_all_of_it_again_and_nothing_is_taken_before() {
    let sign = Stand::on_tcp(Sign::new(true, true), HERE.into()).expect("a port");
    let running = Running::start("rotulo-alpha-con-respuesta", &sign.to());
    running.show(drawn(&[7]));
    running.tells("the first ball", taken(1));
    sign.look(|sign, _| {
        sign.forget();
        // It answers, and knows none of its files any more.
        assert!(sign.receive(b"\0\0\0\0\0\x01Z00\x02Es1\x04", 0).starts_with(b"\x06"));
    });
    let told = running.tells("a refusal", |told| *told == Told::Pass(Happened::Refused));
    drop(told);
    running.show(drawn(&[7, 61]));
    sign.until("both balls", |sign, _| reads(sign, &two_lines(&[7, 61])).then_some(())).unwrap();
    let told = running.tells("both balls", taken(2));
    assert!(!told.iter().any(taken(1)), "the seven alone was never whole again: {told:?}");
    sign.look(|sign, _| sign.refuse(3));
    for _ in 0..3 {
        running.tells("a refusal", |told| *told == Told::Pass(Happened::Refused));
    }
    running.tells("the end of refusals", taken(2));
}

#[test]
fn a_cable_that_was_pulled_out_and_put_back_shows_the_board_of_then() {
    let folder = Folder::new();
    let mut sign = Stand::on_pty(Sign::new(false, true), &folder.link()).expect("a pty");
    let running = Running::start("rotulo-alpha", &sign.to());
    running.show(drawn(&[7]));
    sign.until("the seven", |sign, _| reads(sign, &one_line(&[7])).then_some(())).unwrap();
    sign.pull();
    let told = running.tells("the loss", |told| matches!(told, Told::Lost(_)));
    let Some(Told::Lost(why)) = told.last() else { unreachable!() };
    assert!(why.contains("el otro extremo ha colgado"), "{why}");
    running.show(drawn(&[7, 61]));
    let told =
        running.tells("a try", |told| matches!(told, Told::Lost(why) if why.contains("no existe el puerto")));
    assert!(!told.iter().any(taken(2)), "nobody has taken it: {told:?}");
    sign.plug().expect("the cable");
    sign.until("both balls", |sign, _| reads(sign, &one_line(&[7, 61])).then_some(())).unwrap();
    running.tells("both balls", taken(2));
}

/// The other end of the network goes with its power, and comes back at the same address.
#[test]
fn a_sign_that_went_and_came_back_on_the_network_shows_the_board_of_then() {
    let mut sign = Stand::on_tcp(Sign::new(true, false), HERE.into()).expect("a port");
    let running = Running::start("rotulo-alpha-con-respuesta", &sign.to());
    running.show(drawn(&[7]));
    running.tells("the seven", taken(1));
    sign.power_off();
    running.tells("the loss", |told| matches!(told, Told::Lost(_)));
    running.show(drawn(&[7, 61]));
    running.tells(
        "a try",
        |told| matches!(told, Told::Lost(why) if why.contains("no se llega a tcp:127.0.0.1")),
    );
    sign.power_on().expect("its port is free");
    sign.until("both balls", |sign, _| reads(sign, &two_lines(&[7, 61])).then_some(())).unwrap();
    running.tells("both balls", taken(2));
}

/// A frame is cut in the middle, and the connection with it. What comes over the next one begins with a frame.
#[test]
fn a_frame_cut_short_is_not_gone_on_with() {
    let listener = TcpListener::bind(SocketAddr::from(HERE)).expect("a port");
    let to = format!("tcp:{}", listener.local_addr().expect("it is bound"));
    let running = Running::start("rotulo-alpha", &to);
    running.show(drawn(&[7, 61]));
    let (mut first, _) = listener.accept().expect("it connects");
    let mut some = [0; 12];
    first.read_exact(&mut some).expect("the beginning of a frame");
    drop(first);
    let (mut second, _) = listener.accept().expect("it connects again");
    second.set_read_timeout(Some(PATIENCE)).expect("a socket has time-outs");
    let mut sign = Sign::new(false, true);
    sign.receive(&some, 0);
    let mut begins = [0; 6];
    second.read_exact(&mut begins).expect("the beginning of a frame");
    assert_eq!(begins, *b"\0\0\0\0\0\x01", "a new frame");
    sign.receive(&begins, 0);
    let mut byte = [0];
    while sign.good == 0 {
        second.read_exact(&mut byte).expect("the rest of it");
        sign.receive(&byte, 0);
    }
    assert!(reads(&sign, &one_line(&[7, 61])));
    assert_eq!((sign.bad, sign.cut), (0, 1));
}

/// Half of a frame that another program left on the line spoils at most that frame.
#[test]
fn half_a_frame_of_somebody_else_is_got_over() {
    let folder = Folder::new();
    let sign = Stand::on_pty(Sign::new(false, true), &folder.link()).expect("a pty");
    sign.look(|sign, now_ms| sign.receive(b"\0\0\0\0\0\x01Z00\x02A0\x1b b99", now_ms));
    let running = Running::start("rotulo-alpha", &sign.to());
    running.show(drawn(&[7]));
    sign.until("the seven", |sign, _| reads(sign, &one_line(&[7])).then_some(())).unwrap();
    assert_eq!(sign.look(|sign, _| sign.cut), 1);
}

#[test]
fn a_port_that_another_program_has_is_said_and_had_once_it_is_free() {
    let folder = Folder::new();
    let sign = Stand::on_pty(Sign::new(false, true), &folder.link()).expect("a pty");
    let first = Running::start("rotulo-alpha", &sign.to());
    first.tells("that it is open", |told| *told == Told::Open);
    let second = Running::start("rotulo-alpha", &sign.to());
    second.show(drawn(&[7]));
    second.tells(
        "that it is not its own",
        |told| matches!(told, Told::Lost(why) if why.contains("está ocupado")),
    );
    drop(first);
    sign.until("the seven", |sign, _| reads(sign, &one_line(&[7])).then_some(())).unwrap();
}

/// As on a monitor: the hall is lost, and no old ball looks like a new one.
#[test]
fn a_panel_that_lost_the_hall_never_marks_an_old_ball() {
    let folder = Folder::new();
    let sign = Stand::on_pty(Sign::new(false, true), &folder.link()).expect("a pty");
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");
    let lost = Panel { contact: Contact::Lost, says: words::NO_CONTACT.to_owned(), ..drawn(&[7, 61]) };
    let (of_sign, of_lamps) =
        (Running::start("rotulo-alpha", &sign.to()), Running::start("lamparas-sacn", &lamps.to()));
    for running in [&of_sign, &of_lamps] {
        running.show(drawn(&[7, 61]));
        running.tells("both", taken(2));
        running.show(lost.clone());
        running.tells("nothing to report", |told| *told == Told::Pass(Happened::Taken(None)));
    }
    let says = |sign: &Sign, _| (sign.lines() == ["SIN CONEXION - ATIENDA A LA VOZ"]).then_some(());
    sign.until("the words", says).unwrap();
    let dim = |lamps: &Receiver, now_ms: u64| {
        let levels = lamps.levels(now_ms)?;
        (levels[6] == 60 && levels[60] == 60 && levels[93] == 190).then(|| levels[..90].iter().max().copied())
    };
    assert_eq!(lamps.until("dim lamps", dim).unwrap(), Some(60));
}

#[test]
fn the_end_in_order_leaves_everything_dark() {
    let folder = Folder::new();
    let widget = Stand::on_pty(Widget::new(), &folder.link()).expect("a pty");
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");
    let mut both =
        [Running::start("lamparas-dmx-usb", &widget.to()), Running::start("lamparas-sacn", &lamps.to())];
    for running in &both {
        running.show(drawn(&[7]));
        running.tells("the seven", taken(1));
    }
    widget.until("the seven", |widget, _| show(widget.levels(), &[7]).then_some(())).unwrap();
    both.iter_mut().for_each(Running::stop);
    let dark = |widget: &Widget, _| widget.levels()?.iter().all(|level| *level == 0).then_some(());
    widget.until("darkness", dark).unwrap();
    lamps.until("the end of the stream", |lamps, _| (lamps.ended == 1).then_some(())).unwrap();
    assert!(lamps.look(|lamps, now_ms| lamps.levels(now_ms).is_none()), "at once, not after 2.5 s");
}

/// The wire of its answers is broken, and the others are not: no old ball stands there for that, and nothing is reported.
#[test]
fn a_sign_whose_answers_are_lost_shows_the_board_and_counts_for_nothing() {
    let folder = Folder::new();
    let sign = Stand::on_pty(Mute(Sign::new(true, false)), &folder.link()).expect("a pty");
    let running = Running::start("rotulo-alpha-con-respuesta", &sign.to());
    let mut called = Vec::new();
    for ball in [7, 61, 33] {
        called.push(ball);
        running.show(drawn(&called));
        sign.until("the ball", |sign, _| reads(&sign.0, &two_lines(&called)).then_some(())).unwrap();
        let told = running.tells("silence", |told| *told == Told::Pass(Happened::Silent));
        assert!(!told.iter().any(|told| matches!(told, Told::Pass(Happened::Taken(_)))), "{told:?}");
    }
}

/// What a mute peer says that is no answer does not count as one.
#[test]
fn a_peer_that_answers_nothing_has_taken_nothing() {
    let listener = TcpListener::bind(SocketAddr::from(HERE)).expect("a port");
    let to = format!("tcp:{}", listener.local_addr().expect("it is bound"));
    let running = Running::start("rotulo-alpha-con-respuesta", &to);
    running.show(drawn(&[7]));
    let (mut mute, _) = listener.accept().expect("it connects");
    running.tells("silence", |told| *told == Told::Pass(Happened::Silent));
    mute.write_all(b"nothing that is an answer @@@").expect("it listens");
    for _ in 0..3 {
        let told = running.tells("silence", |told| *told == Told::Pass(Happened::Silent));
        assert!(!told.iter().any(|told| matches!(told, Told::Pass(Happened::Taken(_)))), "{told:?}");
    }
}

/// The line is full and nobody reads: it is given up, said, and opened again.
#[test]
fn a_line_that_takes_nothing_is_opened_again() {
    let pty = openpty(None, None).expect("a pty");
    let name = std::fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd())).expect("its name");
    let running = Running::start("lamparas-dmx-usb", &name.display().to_string());
    running.tells("that it is open", |told| *told == Told::Open);
    let full = |told: &Told| matches!(told, Told::Lost(why) if why.contains("no acepta nada"));
    for ball in 1..=40 {
        running.show(drawn(&[ball]));
        // One by one, or only the last would be sent.
        let told = running.told.recv_timeout(PATIENCE).expect("it goes on");
        if full(&told) {
            return;
        }
    }
    running.tells("that the line is full", full);
}
