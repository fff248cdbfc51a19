//! Signs and lamps in a whole hall (E66): `hall-panel` as processes, simulated hardware in its own protocols on a
//! pseudo-terminal, TCP and UDP. The board is on all of it after each ball, and the record says who showed it.

use std::net::Ipv4Addr;
use std::process::{Child, Command};

use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::stand::Stand;
use hall_panel_tools::usb_pro::Widget;
use xtask::programs::{Server, program};

use crate::kit::{Hall, Setup, until};

/// Anywhere on this computer.
pub const HERE: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 0);

/// A running `hall-panel`; killed when dropped.
pub struct Showing(Child);

impl Showing {
    fn start<D: Device>(hall: &Hall, name: &str, driver: &str, stand: &Stand<D>) -> Showing {
        Showing::start_at(hall, &hall.url(), name, &["--driver", driver, "--to", &stand.to()])
    }

    /// Starts it at an address of the hall's server with these options; what it says goes to its log ([`log_of`]).
    pub fn start_at(hall: &Hall, server: &str, name: &str, options: &[&str]) -> Showing {
        let log = std::fs::File::create(hall.dir().join(format!("{name}.log"))).expect("the hall's folder");
        let out = log.try_clone().expect("a file");
        let child = Command::new(program("hall-panel"))
            .args(["--server", server, "--name", name, "--witness"])
            .arg(hall.dir().join(format!("{name}.testigo")))
            .args(options)
            .stdout(out)
            .stderr(log)
            .spawn()
            .expect("hall-panel is built with `cargo build --workspace`");
        Showing(child)
    }
}

/// What the one of this name has said since it was started last.
pub fn log_of(hall: &Hall, name: &str) -> String {
    std::fs::read_to_string(hall.dir().join(format!("{name}.log"))).unwrap_or_default()
}

impl Drop for Showing {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether the lamps of the ninety are those of these balls, the last one brightest.
pub fn lit(levels: Option<&[u8]>, called: &[u8]) -> bool {
    let level = |ball: u8| match called.last() {
        Some(last) if *last == ball => 255,
        Some(_) if called.contains(&ball) => 190,
        Some(_) | None => 0,
    };
    levels.is_some_and(|levels| (1..=90).all(|ball| levels[usize::from(ball) - 1] == level(ball)))
}

/// What the sign says on its first line; the halls of these tests are demonstrations, and it says so first.
fn first(sign: &Sign) -> Option<String> {
    sign.lines().first()?.strip_prefix("DEMO ").map(str::to_owned)
}

/// Whether the sign says this sentence.
pub fn begins<'a>(words: &'a str) -> impl Fn(&Sign, u64) -> Option<()> + 'a {
    move |sign, _| first(sign)?.starts_with(words).then_some(())
}

/// Whether the sign has the last of these balls and how many they are.
fn says(sign: &Sign, called: &[u8]) -> bool {
    let (last, many) = (called.last().map_or(0, |ball| *ball), called.len());
    let second = sign.lines().pop().unwrap_or_default();
    first(sign).is_some_and(|line| line.starts_with(&format!("{last}  ")))
        && second.starts_with(&format!("{many}/90 L "))
}

/// The places of the balls that the record says were shown, with the panel that was first.
fn shown(hall: &Hall) -> Vec<(u64, String)> {
    let of = |row: &crate::proof::Row| {
        let panel = row.body["panel"].as_str().expect("a panel").to_owned();
        (row.body["ordinal"].as_u64().expect("a place"), panel)
    };
    hall.lines_of("ball_shown").iter().map(of).collect()
}

#[test]
fn every_ball_is_on_all_hardware_and_the_record_says_who_showed_it() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let sign = Stand::on_tcp(Sign::new(true, false), HERE.into()).expect("a port");
    let widget = Stand::on_pty(Widget::new(), &hall.dir().join("dmx")).expect("a pty");
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");
    let of_sign = Showing::start(&hall, "rotulo-1", "rotulo-alpha-con-respuesta", &sign);
    let mut of_widget = Showing::start(&hall, "lamparas-1", "lamparas-dmx-usb", &widget);
    let of_lamps = Showing::start(&hall, "lamparas-2", "lamparas-sacn", &lamps);
    let game = hall.sell(&[("A17", 1, 12)]);
    sign.until("the prizes", begins("PARTIDA 1 - LINEA")).unwrap();
    hall.start(game);
    for many in 1..=14 {
        let called = hall.balls(game, many);
        sign.until("the ball on the sign", |sign, _| says(sign, &called).then_some(())).unwrap();
        widget
            .until("the ball behind the adaptor", |widget, _| lit(widget.levels(), &called).then_some(()))
            .unwrap();
        lamps
            .until("the ball on the network", |lamps, now_ms| {
                lit(lamps.levels(now_ms), &called).then_some(())
            })
            .unwrap();
        if many == 7 {
            // The program is killed, and another one shows the same.
            drop(of_widget);
            of_widget = Showing::start(&hall, "lamparas-1", "lamparas-dmx-usb", &widget);
        }
        assert_eq!(called, hall.called(), "the board is the desk's");
    }
    // The last one is written with whatever comes next.
    hall.balls(game, 15);
    let told = until("fourteen balls in the record", || Some(shown(&hall)).filter(|told| told.len() >= 14));
    let places: Vec<u64> = told.iter().map(|(place, _)| *place).collect();
    assert_eq!(places[..14], (1..=14).collect::<Vec<u64>>());
    let known = ["rotulo-1", "lamparas-1", "lamparas-2"];
    assert!(told.iter().all(|(_, panel)| known.contains(&panel.as_str())), "{told:?}");
    lamps.look(|lamps, _| assert_eq!((lamps.faults.as_slice(), lamps.late), (&[][..], 0)));
    drop((of_sign, of_widget, of_lamps));
    hall.to_the_end(game);
    hall.finish();
}

/// A sign that answers is evidence: without power nothing of it is in the record, and once it is back all is.
#[test]
fn a_sign_without_power_has_shown_nothing_and_is_right_when_it_is_back() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let mut sign = Stand::on_pty(Sign::new(true, false), &hall.dir().join("rotulo")).expect("a pty");
    let showing = Showing::start(&hall, "rotulo-1", "rotulo-alpha-con-respuesta", &sign);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    let called = hall.balls(game, 2);
    sign.until("two balls", |sign, _| says(sign, &called).then_some(())).unwrap();
    hall.balls(game, 3);
    until("two balls in the record", || (shown(&hall).len() >= 2).then_some(()));
    sign.power_off();
    let before = shown(&hall).len();
    hall.balls(game, 6);
    assert!(shown(&hall).len() <= before + 1, "the third may have been on its way: {:?}", shown(&hall));
    sign.power_on().expect("power");
    let called = hall.called();
    sign.until("six balls", |sign, _| says(sign, &called).then_some(())).unwrap();
    until("six balls in the record", || {
        // It is written with whatever comes next; the sign may have said it after this ball.
        hall.ball(game);
        (shown(&hall).len() >= 6).then_some(())
    });
    let known = shown(&hall).iter().all(|(_, panel)| panel == "rotulo-1");
    assert!(known, "{:?}", shown(&hall));
    drop(showing);
    hall.to_the_end(game);
    hall.finish();
}

/// The server is killed in a draw: no old ball stands there as if it were new. It comes back, and so does the board.
#[test]
fn hardware_says_that_the_hall_is_lost_and_comes_back_to_the_board() {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let sign = Stand::on_tcp(Sign::new(true, true), HERE.into()).expect("a port");
    let lamps = Stand::on_udp(Receiver::new(1), HERE.into(), None).expect("a port");
    let of_sign = Showing::start(&hall, "rotulo-1", "rotulo-alpha-con-respuesta", &sign);
    let of_lamps = Showing::start(&hall, "lamparas-1", "lamparas-sacn", &lamps);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    let called = hall.balls(game, 4);
    sign.until("four balls", |sign, _| says(sign, &called).then_some(())).unwrap();
    lamps.until("four balls", |lamps, now_ms| lit(lamps.levels(now_ms), &called).then_some(())).unwrap();
    let address = hall.url().strip_prefix("http://").expect("a plain address").to_owned();
    hall.kill();
    sign.until("that the hall is lost", begins("SIN CONEXION")).unwrap();
    let dim = |lamps: &Receiver, now_ms: u64| {
        let levels = lamps.levels(now_ms)?;
        called.iter().all(|ball| levels[usize::from(*ball) - 1] == 60).then_some(())
    };
    lamps.until("dim lamps", dim).unwrap();
    let port = hall.machine.as_ref().map(|machine| machine.port.clone());
    let server = Server::start_on(&hall.dir(), port.as_deref(), &address).expect("the server starts again");
    hall.resume(server);
    sign.until("the stop after a restart", begins("UN MOMENTO")).unwrap();
    hall.go_on(game);
    let called = hall.balls(game, 6);
    sign.until("six balls", |sign, _| says(sign, &called).then_some(())).unwrap();
    lamps.until("six balls", |lamps, now_ms| lit(lamps.levels(now_ms), &called).then_some(())).unwrap();
    drop((of_sign, of_lamps));
    hall.to_the_end(game);
    hall.finish();
}
