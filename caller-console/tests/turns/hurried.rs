//! Hands in a hurry at a form that two people fill in (DECISIONS 37).

use caller_console::known::Known;
use caller_console::press::Press;
use serde_json::Value;

use super::kit::{Console, asked, asked_one};

/// How far apart hurried people press, in seconds.
pub const PACES_S: [f64; 3] = [0.03, 0.08, 0.15];

/// Types these keys so far apart, with a desk that has not answered yet; returns what was asked for.
pub fn asked_by(known: Known, keys: &str, apart_s: f64) -> (Console, Vec<(&'static str, Value)>) {
    let mut console = Console::of(known);
    console.slow_desk();
    let mut pressed: Vec<Press> = Vec::new();
    for key in keys.chars() {
        console.hurry(key, apart_s, &mut |console| pressed.extend(console.outside()));
    }
    console.hurry_on(1.0, &mut |console| pressed.extend(console.outside()));
    let once = if asked(&pressed).is_empty() { Vec::new() } else { asked_one(&pressed) };
    (console, once)
}
