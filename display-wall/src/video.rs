//! The camera's picture for the wall: a status and the newest frame.
//!
//! The numbers on the wall come from the record; the picture is decoration (style.md P15) and can hold up no board:
//! an unused frame is replaced by the next. GStreamer is named only in files called `pipeline.rs` and in the camera's
//! `rtsp.rs`, behind the feature `video`; without it [`Video::open`] stays [`Status::Off`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

#[cfg(feature = "video")]
mod pipeline;

/// Status of the video (style.md P15).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Status {
    /// No source is set, or the program was built without video.
    #[default]
    Off,
    /// The source is being opened for the first time.
    Connecting,
    /// Frames arrive.
    Live {
        /// Time of the first frame.
        since: Instant,
    },
    /// The source was lost or never answered; it is retried automatically.
    Retrying {
        /// For the log, in Spanish.
        because: String,
        /// Failures since the last frame.
        attempt: u32,
    },
}

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
    _pipeline: Option<pipeline::Pipeline>,
}

/// Written by the pipeline, read by [`Video`].
struct Shared {
    state: Mutex<(Status, Option<Arc<Frame>>)>,
    on_frame: Box<dyn Fn() + Send + Sync>,
}

impl Video {
    /// Opens a source such as `rtsp://127.0.0.1:8554/bolas` or `test`, and reopens it when it breaks. `on_frame`
    /// runs on the pipeline's thread after each frame and status change; it must not block.
    pub fn open(source: &str, on_frame: impl Fn() + Send + Sync + 'static) -> Video {
        let shared = Arc::new(Shared { state: Mutex::default(), on_frame: Box::new(on_frame) });
        #[cfg(not(feature = "video"))]
        {
            tracing::warn!(source, "este programa se compiló sin vídeo: la imagen queda apagada");
            Video { shared }
        }
        #[cfg(feature = "video")]
        {
            let pipeline = Some(pipeline::Pipeline::open(source, Arc::clone(&shared)));
            Video { shared, _pipeline: pipeline }
        }
    }

    /// A wall without a camera.
    pub fn off() -> Video {
        let shared = Arc::new(Shared { state: Mutex::default(), on_frame: Box::new(|| {}) });
        #[cfg(not(feature = "video"))]
        return Video { shared };
        #[cfg(feature = "video")]
        Video { shared, _pipeline: None }
    }

    /// The current status.
    pub fn status(&self) -> Status {
        self.shared.lock().0.clone()
    }

    /// The newest frame, if the source is live.
    pub fn latest(&self) -> Option<Arc<Frame>> {
        self.shared.lock().1.clone()
    }
}

impl Shared {
    /// Sets the status. Any but `Live` drops the frame: an old picture must not look current.
    #[cfg_attr(not(feature = "video"), allow(dead_code, reason = "only a pipeline has news"))]
    fn set(&self, status: Status) {
        let mut state = self.lock();
        if !matches!(status, Status::Live { .. }) {
            state.1 = None;
        }
        state.0 = status;
        drop(state);
        (self.on_frame)();
    }

    /// Replaces the frame.
    #[cfg_attr(not(feature = "video"), allow(dead_code, reason = "only a pipeline has news"))]
    fn put(&self, frame: Frame) {
        let mut state = self.lock();
        if !matches!(state.0, Status::Live { .. }) {
            state.0 = Status::Live { since: Instant::now() };
        }
        state.1 = Some(Arc::new(frame));
        drop(state);
        (self.on_frame)();
    }

    fn lock(&self) -> MutexGuard<'_, (Status, Option<Arc<Frame>>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_source_has_no_old_picture() {
        let video = Video::off();
        let frame = |serial| Frame { size: [1, 1], rgba: vec![0, 0, 0, 255], serial };
        video.shared.put(frame(1));
        video.shared.put(frame(2));
        assert_eq!(video.latest().expect("the newest").serial, 2);
        assert!(matches!(video.status(), Status::Live { .. }));
        video.shared.set(Status::Retrying { because: "sin red".to_owned(), attempt: 1 });
        assert!(video.latest().is_none());
    }
}
