//! The camera's picture for the wall: a status and the newest frame.
//!
//! The numbers on the wall come from the record; the picture is decoration (style.md P15) and can hold up no board:
//! an unused frame is replaced by the next. GStreamer is named only in files called `pipeline.rs` and in the camera's
//! `rtsp.rs`, behind the feature `video`; without it [`Video::open`] stays without a state.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hall_wire::hold::Hold;

use crate::lock;
pub use crate::watch::{SourceState, Trouble};

#[cfg(feature = "video")]
mod pipeline;

/// A decoded frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// RGBA, opaque, row by row from the top.
    pub rgba: Vec<u8>,
    /// Increases with each frame.
    pub serial: u64,
}

/// The camera at the ball exit; stops when dropped.
pub struct Video {
    shared: Arc<Shared>,
    #[cfg(feature = "video")]
    _decoder: pipeline::Decoder,
}

#[derive(Default)]
struct State {
    source: Option<SourceState>,
    newest: Option<Arc<Frame>>,
    /// Where the hall's rules hold back what is not announced.
    hold: Option<Hold<Arc<Frame>>>,
    /// What stands on a monitor that has not painted the light yet.
    stood: Option<Stood>,
}

/// A picture that was let go.
struct Stood {
    /// The board that let it go.
    seq: u64,
    /// A monitor that paints nothing, as one that is unplugged, is not waited for.
    until: Instant,
    frame: Arc<Frame>,
}

/// How long a picture waits for its ball's light on the same monitor.
const LIGHT_MAX: Duration = Duration::from_millis(250);

/// Written by the decoder, read by [`Video`].
struct Shared {
    state: Mutex<State>,
    on_frame: Box<dyn Fn() + Send + Sync>,
}

impl Video {
    /// Opens a source such as `rtsp://127.0.0.1:8554/bolas` or `test`, and reopens it when it breaks. `on_frame`
    /// runs on the decoder's thread after each frame and change of state; it must not block.
    pub fn open(source: &str, on_frame: impl Fn() + Send + Sync + 'static) -> Video {
        let shared = Shared::new(on_frame);
        #[cfg(not(feature = "video"))]
        {
            tracing::warn!(source, "este programa se compiló sin vídeo: la imagen queda apagada");
            Video { shared }
        }
        #[cfg(feature = "video")]
        {
            shared.set(SourceState::Starting);
            let decoder = pipeline::Decoder::open(source, Arc::clone(&shared));
            Video { shared, _decoder: decoder }
        }
    }

    /// The state of the source; none in a program built without video.
    pub fn state(&self) -> Option<SourceState> {
        self.shared.lock().source.clone()
    }

    /// The frame to show on a monitor that has painted the boards up to `painted`, if the source is live: the newest, or the one that
    /// may be seen there now. And whether it only stands there till the monitor's light.
    pub fn for_monitor(&self, painted: u64) -> Option<(Arc<Frame>, bool)> {
        self.shared.lock().for_monitor(Instant::now(), painted)
    }

    /// The frame that may be seen now, if the source is live.
    pub fn latest(&self) -> Option<Arc<Frame>> {
        Some(self.for_monitor(u64::MAX)?.0)
    }

    /// Tells what the board `seq` says: whether the hall holds pictures back, and the place of the ball that is out and not announced.
    pub fn hold(&self, seq: u64, holds: bool, uncalled: Option<u8>) {
        self.shared.lock().hold(Instant::now(), seq, holds, uncalled);
    }
}

/// What [`Video`] does, with the time passed in.
impl State {
    fn for_monitor(&self, now: Instant, painted: u64) -> Option<(Arc<Frame>, bool)> {
        let stood = self.stood.as_ref().filter(|stood| painted < stood.seq && now < stood.until);
        if let Some(stood) = stood {
            return Some((Arc::clone(&stood.frame), true));
        }
        let frame = match &self.hold {
            Some(hold) => hold.shown(now).cloned(),
            None => self.newest.clone(),
        };
        Some((frame?, false))
    }

    fn hold(&mut self, now: Instant, seq: u64, holds: bool, uncalled: Option<u8>) {
        if !holds {
            (self.hold, self.stood) = (None, None);
            return;
        }
        let hold = self.hold.get_or_insert_with(|| Hold::new(now));
        let frame = hold.shown(now).cloned();
        if hold.hold(now, uncalled) {
            self.stood = frame.map(|frame| Stood { seq, until: now + LIGHT_MAX, frame });
        }
    }

    #[cfg_attr(not(feature = "video"), allow(dead_code, reason = "only a decoder has pictures"))]
    fn put(&mut self, now: Instant, frame: Frame) {
        let frame = Arc::new(frame);
        self.hold.iter_mut().for_each(|hold| hold.push(now, Arc::clone(&frame)));
        (self.source, self.newest) = (Some(SourceState::Live), Some(frame));
    }
}

#[cfg_attr(not(feature = "video"), allow(dead_code, reason = "only a decoder has news"))]
impl Shared {
    fn new(on_frame: impl Fn() + Send + Sync + 'static) -> Arc<Shared> {
        Arc::new(Shared { state: Mutex::default(), on_frame: Box::new(on_frame) })
    }

    /// Sets the state. Any but `Live` drops the frame: an old picture must not look current.
    fn set(&self, state: SourceState) {
        let mut now = self.lock();
        if state != SourceState::Live {
            now.newest = None;
            now.stood = None;
            now.hold.iter_mut().for_each(Hold::clear);
        }
        now.source = Some(state);
        drop(now);
        (self.on_frame)();
    }

    /// Replaces the frame.
    fn put(&self, frame: Frame) {
        self.lock().put(Instant::now(), frame);
        (self.on_frame)();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(serial: u64) -> Frame {
        Frame { size: [1, 1], rgba: vec![0, 0, 0, 255], serial }
    }

    #[test]
    fn each_monitor_keeps_the_picture_before_a_ball_until_it_has_painted_its_light() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut state = State::default();
        state.hold(at(0), 7, true, None);
        // Ten pictures a second; the ball is seen at 1.5 s and announced, by board 9, at 2.5 s.
        for tenth in 0..25 {
            state.put(at(tenth * 100), frame(tenth));
            if tenth == 15 {
                state.hold(at(1_500), 8, true, Some(3));
            }
        }
        let before = state.for_monitor(at(2_500), 8).expect("a picture");
        state.hold(at(2_500), 9, true, None);
        let on = |monitor: u64, millis| {
            let (frame, stands) = state.for_monitor(at(millis), monitor).expect("a picture");
            (frame.serial, stands)
        };
        assert_eq!(on(8, 2_510), (before.0.serial, true), "it has not painted the light yet");
        let lit = on(9, 2_510);
        assert!(lit.0 >= 15 && !lit.1, "the ball with its light: {lit:?}");
        assert_eq!(on(8, 2_749), (before.0.serial, true));
        assert!(!on(8, 2_750).1, "a monitor that paints nothing is not waited for");
    }

    #[test]
    fn a_lost_source_has_no_old_picture() {
        let shared = Shared::new(|| {});
        shared.put(frame(1));
        shared.put(frame(2));
        assert_eq!(shared.lock().newest.as_ref().expect("the newest").serial, 2);
        assert_eq!(shared.lock().source, Some(SourceState::Live));
        shared.set(SourceState::Retrying { because: Trouble::Frozen, attempt: 1 });
        assert!(shared.lock().newest.is_none());
    }
}
