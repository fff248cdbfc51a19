//! The camera's picture for the wall: a status and the newest frame.
//!
//! The numbers on the wall come from the record; the picture is decoration (style.md P15) and can hold up no board:
//! an unused frame is replaced by the next. GStreamer is named only in files called `pipeline.rs` and in the camera's
//! `rtsp.rs`, behind the feature `video`; without it [`Video::open`] stays without a state.

use std::sync::{Arc, Mutex, MutexGuard};

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

/// Written by the decoder, read by [`Video`].
struct Shared {
    state: Mutex<(Option<SourceState>, Option<Arc<Frame>>)>,
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
        self.shared.lock().0.clone()
    }

    /// The newest frame, if the source is live.
    pub fn latest(&self) -> Option<Arc<Frame>> {
        self.shared.lock().1.clone()
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
            now.1 = None;
        }
        now.0 = Some(state);
        drop(now);
        (self.on_frame)();
    }

    /// Replaces the frame.
    fn put(&self, frame: Frame) {
        *self.lock() = (Some(SourceState::Live), Some(Arc::new(frame)));
        (self.on_frame)();
    }

    fn lock(&self) -> MutexGuard<'_, (Option<SourceState>, Option<Arc<Frame>>)> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_source_has_no_old_picture() {
        let shared = Shared::new(|| {});
        let frame = |serial| Frame { size: [1, 1], rgba: vec![0, 0, 0, 255], serial };
        shared.put(frame(1));
        shared.put(frame(2));
        assert_eq!(shared.lock().1.as_ref().expect("the newest").serial, 2);
        assert_eq!(shared.lock().0, Some(SourceState::Live));
        shared.set(SourceState::Retrying { because: Trouble::Frozen, attempt: 1 });
        assert!(shared.lock().1.is_none());
    }
}
