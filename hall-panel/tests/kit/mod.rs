//! What the tests of hardware share: boards, what has to be seen of them, and hardware that remembers what it showed.
#![allow(dead_code, reason = "each test uses what it needs")]

use hall_panel::state::{Contact, Panel};
use hall_panel_tools::alpha::Sign;
use hall_panel_tools::device::Device;
use hall_wire::board::Scene;
use serde_json::Value;

/// A draw with these balls announced.
pub fn drawn(called: &[u8]) -> Panel {
    Panel {
        contact: Contact::Live,
        scene: Scene::Draw,
        called: called.to_vec(),
        game: Some(12),
        line_cents: 1_250,
        bingo_cents: 600_000,
        line_open: true,
        bingo_open: true,
        demo: false,
        says: "PARTIDA 12".to_owned(),
    }
}

/// What has to be read on the sign of `rotulo-alpha` in a draw.
pub fn one_line(called: &[u8]) -> Vec<String> {
    vec![format!("{}  {}  ({})", called[called.len() - 1], before(called), called.len())]
}

/// The same of `rotulo-alpha-con-respuesta`, whose prizes are those of [`drawn`].
pub fn two_lines(called: &[u8]) -> Vec<String> {
    vec![
        format!("{}   {}", called[called.len() - 1], before(called)),
        format!("{}/90 L 12,50 B 6.000,00", called.len()),
    ]
}

fn before(called: &[u8]) -> String {
    let rest = &called[..called.len() - 1];
    let three: Vec<String> = rest.iter().rev().take(3).map(u8::to_string).collect();
    three.join(" ")
}

/// The levels of the ninety lamps of the drivers in the program in a draw.
pub fn ninety(called: &[u8]) -> Vec<u8> {
    let level = |ball: u8| match called.iter().position(|one| *one == ball) {
        Some(at) if at + 1 == called.len() => 255,
        Some(_) => 190,
        None => 0,
    };
    (1..=90).map(level).collect()
}

/// Whether levels show these balls.
pub fn show(levels: Option<&[u8]>, called: &[u8]) -> bool {
    levels.is_some_and(|levels| levels[..90] == ninety(called))
}

/// Whether a sign can be read so.
pub fn reads(sign: &Sign, lines: &[String]) -> bool {
    sign.lines() == lines
}

/// Hardware that remembers each thing it showed.
pub struct Watched<D> {
    /// The hardware.
    pub of: D,
    /// What it showed, without repeats.
    pub showed: Vec<Value>,
}

impl<D: Device> Watched<D> {
    /// Nothing was shown yet.
    pub fn new(of: D) -> Watched<D> {
        Watched { of, showed: Vec::new() }
    }
}

impl<D: Device> Device for Watched<D> {
    fn receive(&mut self, bytes: &[u8], now_ms: u64) -> Vec<u8> {
        let answer = self.of.receive(bytes, now_ms);
        let shows = self.of.shows(now_ms);
        if self.showed.last() != Some(&shows) {
            self.showed.push(shows);
        }
        answer
    }

    fn power(&mut self, on: bool) {
        self.of.power(on);
    }

    fn shows(&self, now_ms: u64) -> Value {
        self.of.shows(now_ms)
    }
}
