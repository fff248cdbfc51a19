//! The RTSP server: one address, any number of screens, one encode for all.
//!
//! Encoded pictures go into media shared by the screens. A source that is reopened continues the same media: screens
//! stay connected and see a gap, not an end.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context;
use gstreamer as gst;
use gstreamer::glib;
use gstreamer::prelude::*;
use gstreamer_app as gst_app;
use gstreamer_rtsp_server as gst_rtsp_server;
use gstreamer_rtsp_server::prelude::*;
use gstreamer_video as gst_video;

use super::settings::Encoder;
use crate::lock;

/// Pictures queued for a slow screen before the oldest are dropped.
const WAITING_MAX: u64 = 50;

/// Screens at a time. A hall has tens.
const SCREENS_MAX: u32 = 64;

/// Screens connecting at a time: each needs a thread for a moment.
const CONNECTING_MAX: i32 = 8;

/// Interval of removing timed-out sessions.
const SWEEP: Duration = Duration::from_secs(2);

/// Stops when dropped.
pub struct Rtsp {
    shared: Arc<Shared>,
    address: SocketAddr,
    path: String,
    main: glib::MainLoop,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    /// Inputs of the shared media: one while there are screens.
    outlets: Mutex<Vec<gst_app::AppSrc>>,
    /// End of the current encoder pipeline.
    film: Mutex<Option<glib::WeakRef<gst::Element>>>,
}

/// Where encoded pictures go in.
#[derive(Clone)]
pub struct Inlet(Arc<Shared>);

impl Rtsp {
    /// Serves `path` on `listen`; port 0 picks a free one.
    ///
    /// # Errors
    /// When the address cannot be bound.
    pub fn serve(listen: SocketAddr, path: &str, encoder: Encoder) -> anyhow::Result<Rtsp> {
        let shared = Arc::<Shared>::default();
        let context = glib::MainContext::new();
        let server = gst_rtsp_server::RTSPServer::new();
        server.set_address(&listen.ip().to_string());
        server.set_service(&listen.port().to_string());
        if let Some(threads) = server.thread_pool() {
            threads.set_max_threads(CONNECTING_MAX);
        }
        if let Some(sessions) = server.session_pool() {
            sessions.set_max_sessions(SCREENS_MAX);
        }
        let mounts = server.mount_points().context("an RTSP server has mount points")?;
        mounts.add_factory(path, factory(encoder, &shared));
        let theirs = Arc::clone(&shared);
        server.connect_client_connected(move |_, client| {
            // A new screen needs a key frame to start at once.
            let theirs = Arc::clone(&theirs);
            client.connect_play_request(move |_, _| theirs.ask_for_whole_picture());
        });
        let source =
            server.attach(Some(&context)).with_context(|| format!("no se puede servir en {listen}"))?;
        let port = u16::try_from(server.bound_port()).context("no se sabe en qué puerto se sirve")?;
        let main = glib::MainLoop::new(Some(&context), false);
        let runs = main.clone();
        let thread = std::thread::Builder::new().name("rtsp".to_owned()).spawn(move || {
            let sweep = glib::timeout_source_new(SWEEP, None, glib::Priority::DEFAULT, move || {
                if let Some(sessions) = server.session_pool() {
                    sessions.cleanup();
                }
                glib::ControlFlow::Continue
            });
            sweep.attach(Some(&context));
            // The default context of this thread, where server and clients run.
            let _ = context.with_thread_default(|| runs.run());
            sweep.destroy();
            if let Some(listening) = context.find_source_by_id(&source) {
                listening.destroy();
            }
        })?;
        let address = SocketAddr::new(listen.ip(), port);
        Ok(Rtsp { shared, address, path: path.to_owned(), main, thread: Some(thread) })
    }

    /// The address for screens, such as `rtsp://127.0.0.1:8554/sala`.
    pub fn url(&self) -> String {
        format!("rtsp://{}{}", self.address, self.path)
    }

    /// The input of the served film.
    pub fn inlet(&self) -> Inlet {
        Inlet(Arc::clone(&self.shared))
    }
}

impl Drop for Rtsp {
    fn drop(&mut self) {
        self.main.quit();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Inlet {
    /// A capture starts; `end` is the element after its encoder.
    pub(super) fn begin(&self, end: &gst::Element) {
        *lock(&self.0.film) = Some(end.downgrade());
    }

    /// Sends one encoded picture to all screens.
    pub(super) fn push(&self, sample: &gst::Sample) {
        let (Some(buffer), Some(caps)) = (sample.buffer(), sample.caps()) else { return };
        let outlets = lock(&self.0.outlets);
        for outlet in outlets.iter() {
            let mut copy = buffer.copy();
            {
                // Stamped by the output's own clock, unrelated to the capture's.
                let copy = copy.get_mut().expect("a fresh copy has one owner");
                copy.set_pts(gst::ClockTime::NONE);
                copy.set_dts(gst::ClockTime::NONE);
            }
            if outlet.caps().as_deref() != Some(caps) {
                outlet.set_caps(Some(&caps.to_owned()));
            }
            // Media shutting down refuse it; their own signal removes them.
            let _ = outlet.push_buffer(copy);
        }
    }
}

impl Shared {
    fn ask_for_whole_picture(&self) {
        let film = lock(&self.film).as_ref().and_then(glib::WeakRef::upgrade);
        if let Some(film) = film {
            // An encoder that ignores this sends a key frame within a second anyway.
            film.send_event(gst_video::UpstreamForceKeyUnitEvent::builder().all_headers(true).build());
        }
    }
}

fn factory(encoder: Encoder, shared: &Arc<Shared>) -> gst_rtsp_server::RTSPMediaFactory {
    let payloader = match encoder {
        Encoder::OpenH264 | Encoder::X264 => {
            "h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 aggregate-mode=zero-latency"
        }
        Encoder::Vp8 => "rtpvp8pay name=pay0 pt=96",
    };
    let factory = gst_rtsp_server::RTSPMediaFactory::new();
    factory.set_launch(&format!(
        "( appsrc name=film is-live=true format=time do-timestamp=true block=false \
         max-buffers={WAITING_MAX} max-bytes=0 max-time=0 leaky-type=downstream ! {payloader} )"
    ));
    factory.set_shared(true);
    factory.set_latency(0);
    factory.set_suspend_mode(gst_rtsp_server::RTSPSuspendMode::None);
    let shared = Arc::clone(shared);
    factory.connect_media_configure(move |_, media| {
        let outlet = media.element().downcast::<gst::Bin>().ok().and_then(|bin| bin.by_name("film"));
        let Some(outlet) = outlet.and_then(|outlet| outlet.downcast::<gst_app::AppSrc>().ok()) else {
            return;
        };
        lock(&shared.outlets).push(outlet.clone());
        let theirs = Arc::clone(&shared);
        media.connect_unprepared(move |_| lock(&theirs.outlets).retain(|other| *other != outlet));
        shared.ask_for_whole_picture();
    });
    factory
}
