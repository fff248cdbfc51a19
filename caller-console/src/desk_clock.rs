//! The desk's clock, as this console's own steady clock tells it: asked for every two seconds by a thread of its own (ADR 74).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_wire::link::{Client, Closing, DeskHour, DeskTime, EXCHANGE_EVERY, Servers};
use hall_wire::message::ClockReading;

/// A frame that ended less than this ago may have kept the window from hearing a key; longer ago, nothing did.
const WAKES: Duration = Duration::from_millis(20);

/// What a window that does nothing takes to hear a key.
const HEARS: Duration = Duration::from_millis(4);

/// What is known of the desk's clock. Dropping it ends the thread, after its last question.
pub struct DeskClock {
    time: Arc<Mutex<DeskTime>>,
    closing: Arc<Closing>,
    /// When the last frame began.
    frame: Instant,
}

impl DeskClock {
    /// Begins to ask.
    pub fn start(servers: &Servers) -> DeskClock {
        let (time, closing) = (Arc::<Mutex<DeskTime>>::default(), Arc::<Closing>::default());
        let (theirs, ends) = (Arc::clone(&time), Arc::clone(&closing));
        let client = Client::new(servers).with_patience(Duration::ZERO);
        let run = move || {
            loop {
                let sent = Instant::now();
                if let Ok(reading) = client.get::<ClockReading>("/api/clock") {
                    let heard = Instant::now();
                    let mut time = theirs.lock().unwrap_or_else(PoisonError::into_inner);
                    time.exchanged(sent, reading.at_utc_ms, heard);
                }
                if ends.pause(EXCHANGE_EVERY) {
                    return;
                }
            }
        };
        std::thread::Builder::new()
            .name("desk-clock".to_string())
            .spawn(run)
            .expect("a thread can be started");
        DeskClock { time, closing, frame: Instant::now() }
    }

    /// A frame begins now: the hour of the keys that it reads. While the frame before was painted, which took `painted_s`, none
    /// could be heard.
    pub fn frame(&mut self, painted_s: f32) -> Option<DeskHour> {
        let now = Instant::now();
        let before = std::mem::replace(&mut self.frame, now);
        let idle_since = before + Duration::try_from_secs_f32(painted_s).unwrap_or_default() + WAKES;
        let earliest = if now < idle_since { before } else { now - HEARS };
        self.time.lock().unwrap_or_else(PoisonError::into_inner).hour(earliest, now)
    }
}

impl Drop for DeskClock {
    fn drop(&mut self) {
        self.closing.close();
    }
}
