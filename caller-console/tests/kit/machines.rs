//! What the server says of a ball machine, made by hand.

use caller_console::known::MachineSeen;
use hall_wire::message::{Intervals, LongInterval, MachineLine, MachineNow, Spread};

use super::NOW;

/// A machine that has drawn all evening over a line that is not quite clean.
pub fn machine_seen() -> MachineSeen {
    let line = MachineLine {
        driver: "blp1".to_string(),
        port: "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0".to_string(),
        speed: "9600 8N1".to_string(),
        open: true,
        opened: 2,
        heard_ms: Some(400),
        silent_ms: Some(3_000),
        bytes: 148_230,
        frames: 9_811,
        bad: 3,
        discarded: 92,
        gaps: 0,
        duplicates: 5,
        held_ms: 0,
        complaint: None,
    };
    let now = MachineNow {
        at_utc_ms: NOW,
        power_up: Some("5F3A91C2".to_string()),
        line: Some(line),
        ..MachineNow::default()
    };
    let bins = |filled: &[(usize, u32)]| {
        let mut bins = vec![0; 42];
        filled.iter().for_each(|(bin, count)| bins[*bin] = *count);
        bins
    };
    let longest = Some(LongInterval { ms: 11_400, game: 7, ordinal: 31 });
    let of_game = Spread {
        intervals: 54,
        apart: 2,
        bins: bins(&[(9, 6), (10, 31), (11, 12), (12, 3), (33, 1), (41, 1)]),
        median_ms: Some(2_060),
        longest,
        slow: 2,
    };
    let of_session = Spread {
        intervals: 402,
        apart: 13,
        bins: bins(&[(8, 4), (9, 61), (10, 240), (11, 80), (12, 14), (33, 2), (41, 1)]),
        median_ms: Some(2_040),
        longest,
        slow: 3,
    };
    let intervals = Intervals { session: Some(1), game: Some(7), width_ms: 200, of_game, of_session };
    MachineSeen { now, intervals }
}

/// The same hall with a second reader, which reads without a heartbeat and has not read for two minutes.
pub fn machine_with_second() -> MachineSeen {
    let mut seen = machine_seen();
    seen.now.second = Some(MachineLine {
        driver: "extractora-levante".to_string(),
        port: "/dev/serial/by-id/usb-Prolific_Technology_Inc._USB-Serial_Controller_D-if00-port0".to_string(),
        speed: "19200 7E1".to_string(),
        open: true,
        opened: 1,
        heard_ms: Some(121_000),
        bytes: 1_284_530,
        frames: 402,
        ..MachineLine::default()
    });
    seen
}
