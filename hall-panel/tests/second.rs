//! Right within a second of power (E66), whenever it goes and comes: the program's talk and simulated hardware on a line
//! with its real speed, in virtual time. Not a clock is read here.

mod kit;

use std::collections::VecDeque;

use hall_panel::driver::Driver;
use hall_panel::state::Panel;
use hall_panel::talk::{REFRESH_MS, RIGHT_WITHIN_MS, Talk};
use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::usb_pro::Widget;

use kit::{drawn, ninety, one_line, reads, show, two_lines};

/// How long the simulated sign thinks before it answers, in microseconds.
const THINKS_US: u64 = 15_000;

/// A line on which bytes take their time.
struct Bench<D> {
    talk: Talk,
    device: D,
    byte_us: u64,
    now_us: u64,
    /// When the line is free for the next frame.
    free_us: u64,
    /// What is on the way to the hardware, and when it arrives: a byte each, or a packet.
    there: VecDeque<(u64, Vec<u8>)>,
    /// What is on the way back.
    back: VecDeque<(u64, Vec<u8>)>,
}

impl<D: Device> Bench<D> {
    /// `byte_us`: what a byte takes; 0 for packets, which arrive whole and at once.
    fn new(driver: &str, device: D, byte_us: u64) -> Bench<D> {
        let hardware = Driver::load(driver, None).expect("it is in order").hardware("panel", "computer");
        let mut talk = Talk::new(hardware, byte_us);
        talk.opened(0);
        Bench { talk, device, byte_us, now_us: 0, free_us: 0, there: VecDeque::new(), back: VecDeque::new() }
    }

    /// A millisecond passes.
    fn tick(&mut self, panel: &Panel) {
        self.now_us += 1_000;
        let now_ms = self.now_us / 1_000;
        while self.back.front().is_some_and(|(at, _)| *at <= self.now_us) {
            let (_, bytes) = self.back.pop_front().expect("it is there");
            self.talk.receive(&bytes, now_ms);
        }
        self.talk.show(panel.clone(), now_ms);
        while let Some(frame) = self.talk.next_frame(now_ms) {
            let length = frame.len();
            self.free_us = self.free_us.max(self.now_us);
            if self.byte_us == 0 {
                self.there.push_back((self.now_us, frame));
            } else {
                for byte in frame {
                    self.free_us += self.byte_us;
                    self.there.push_back((self.free_us, vec![byte]));
                }
            }
            self.talk.sent(length, now_ms);
        }
        while self.there.front().is_some_and(|(at, _)| *at <= self.now_us) {
            let (_, bytes) = self.there.pop_front().expect("it is there");
            let answer = self.device.receive(&bytes, now_ms);
            if !answer.is_empty() {
                self.back.push_back((self.now_us + THINKS_US, answer));
            }
        }
    }

    /// So many milliseconds pass.
    fn pass(&mut self, panel: &Panel, many_ms: u64) {
        (0..many_ms).for_each(|_| self.tick(panel));
    }

    /// How many milliseconds pass until it is so.
    fn until(&mut self, panel: &Panel, so: impl Fn(&D, u64) -> bool) -> u64 {
        let since_us = self.now_us;
        while !so(&self.device, self.now_us / 1_000) {
            self.tick(panel);
            assert!(self.now_us - since_us < 20_000_000, "never");
        }
        (self.now_us - since_us) / 1_000
    }
}

/// The power goes at each moment of a refresh, for a blink and for long; meanwhile another ball is announced or none.
/// Returns the longest time from power to the right display.
fn longest<D: Device + Clone>(
    driver: &str,
    device: &D,
    byte_us: u64,
    right: impl Fn(&D, u64, &[u8]) -> bool,
) -> u64 {
    let (before, after) = ([7, 61, 33], [7, 61, 33, 90]);
    let mut longest = 0;
    for (off_at, off_ms, changes) in (0..REFRESH_MS)
        .step_by(23)
        .flat_map(|at| [1, 40, 333, 3_000].map(|off_ms| (at, off_ms)))
        .flat_map(|(at, off_ms)| [(at, off_ms, false), (at, off_ms, true)])
    {
        let mut bench = Bench::new(driver, device.clone(), byte_us);
        bench.until(&drawn(&before), |device, now_ms| right(device, now_ms, &before));
        bench.pass(&drawn(&before), 1_500 + off_at);
        let called: &[u8] = if changes { &after } else { &before };
        bench.device.power(false);
        bench.pass(&drawn(called), off_ms);
        assert!(!right(&bench.device, bench.now_us / 1_000, called), "it is off");
        bench.device.power(true);
        longest = longest.max(bench.until(&drawn(called), |device, now_ms| right(device, now_ms, called)));
        bench.pass(&drawn(called), 1);
        assert!(right(&bench.device, bench.now_us / 1_000, called), "and it stays");
    }
    println!("{driver}: {longest} ms from power to the right display at the most");
    longest
}

/// 9600 7E1: ten bits.
const SERIAL_US: u64 = 1_042;

#[test]
fn a_sign_is_right_within_a_second_of_power_whatever_it_remembers() {
    for keeps_memory in [false, true] {
        let plain = Sign::new(false, keeps_memory);
        let took =
            longest("rotulo-alpha", &plain, SERIAL_US, |sign, _, called| reads(sign, &one_line(called)));
        assert!(took <= RIGHT_WITHIN_MS, "{took} ms");
        let answering = Sign::new(true, keeps_memory);
        let took = longest("rotulo-alpha-con-respuesta", &answering, SERIAL_US, |sign, _, called| {
            reads(sign, &two_lines(called))
        });
        assert!(took <= RIGHT_WITHIN_MS, "{took} ms, answering, keeps_memory: {keeps_memory}");
    }
}

#[test]
fn lamps_are_right_within_a_second_of_power() {
    let by_network = |device: &Receiver, now_ms: u64, called: &[u8]| show(device.levels(now_ms), called);
    let took = longest("lamparas-sacn", &Receiver::new(1), 0, by_network);
    assert!(took <= RIGHT_WITHIN_MS, "{took} ms");
    // 57600 8N1.
    let took =
        longest("lamparas-dmx-usb", &Widget::new(), 174, |device, _, called| show(device.levels(), called));
    assert!(took <= RIGHT_WITHIN_MS, "{took} ms");
}

/// A receiver takes a source for lost that is silent for 2.5 s: one that has nothing new to say is heard all the same.
#[test]
fn no_receiver_loses_a_panel_on_which_nothing_happens() {
    let mut bench = Bench::new("lamparas-sacn", Receiver::new(1), 0);
    for _ in 0..60_000 {
        bench.tick(&drawn(&[7]));
        if bench.now_us > 2_000 {
            assert_eq!(bench.device.levels(bench.now_us / 1_000).map(|all| all[6]), Some(255));
        }
    }
    assert_eq!((bench.device.late, bench.device.faults.len()), (0, 0));
    assert!((60..=80).contains(&bench.device.good), "{} packets in a minute", bench.device.good);
}

/// Two packets of a change are lost on the way, and the third says it all.
#[test]
fn a_packet_that_is_lost_changes_nothing() {
    let mut bench = Bench::new("lamparas-sacn", Receiver::new(1), 0);
    bench.pass(&drawn(&[7]), 2_000);
    assert!(bench.device.obey("lose 2"));
    let took = bench.until(&drawn(&[7, 61]), |device, now_ms| show(device.levels(now_ms), &[7, 61]));
    assert!(took <= 60, "{took} ms");
    assert_eq!(ninety(&[7, 61])[6], 190, "the canary: the seven is not the last any more");
}
