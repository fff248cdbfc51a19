//! E 64: a camera whose plug is loose all night. Alone in its program: it counts the memory that a wall's video takes.
#![cfg(feature = "video")]

mod kit;

use display_wall::video::SourceState;
use kit::{Camera, Watched};
use nix::sys::signal::Signal;

/// Memory of this process, which decodes as a wall does, in KiB.
fn memory_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is there");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// `BOMBO_RESTARTS` has how often (100 in `./bombo torture camara`).
#[test]
fn a_camera_that_comes_and_goes_again_and_again_comes_back_and_costs_no_memory() {
    let times = std::env::var("BOMBO_RESTARTS").map_or(6_u32, |times| times.parse().expect("a number"));
    let mut camera = Camera::start(&["--listen", "127.0.0.1:0"]);
    let listen = format!("127.0.0.1:{}", camera.port());
    let wall = Watched::open(&camera.url);
    let (mut before, mut serial) = (0, 0);
    for time in 1..=times {
        let now = wall.moves().serial;
        assert!(now > serial, "time {time}");
        serial = now;
        // What GStreamer keeps once is there by then.
        if time == times.div_ceil(3) {
            before = memory_kib();
        }
        camera.signal(Signal::SIGKILL);
        wall.wait("retrying", |state| matches!(state, SourceState::Retrying { .. }));
        assert!(wall.video.latest().is_none(), "an old picture never looks fresh");
        drop(camera);
        camera = Camera::start(&["--listen", &listen]);
    }
    wall.moves();
    let after = memory_kib();
    println!("{times} times: {before} KiB after a third, {after} KiB after all");
    assert!(after < before + before / 10 + 4_096, "it grew from {before} to {after} KiB");
}
