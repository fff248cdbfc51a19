//! E 64: cameras that a hall may hang: of other codecs, very large, very slow, and without a picture.
#![cfg(feature = "video")]

mod kit;

use std::thread::JoinHandle;

use display_wall::video::SourceState;
use gstreamer::glib;
use gstreamer_rtsp_server as gst_rtsp_server;
use gstreamer_rtsp_server::prelude::*;
use kit::{Camera, Watched};

/// A camera of another maker.
struct Foreign {
    url: String,
    main: glib::MainLoop,
    thread: Option<JoinHandle<()>>,
}

impl Foreign {
    /// Serves what a line of GStreamer makes.
    fn serve(line: &str) -> Foreign {
        gstreamer::init().expect("GStreamer is installed");
        let context = glib::MainContext::new();
        let server = gst_rtsp_server::RTSPServer::new();
        server.set_address("127.0.0.1");
        server.set_service("0");
        let factory = gst_rtsp_server::RTSPMediaFactory::new();
        factory.set_launch(&format!("( {line} name=pay0 )"));
        factory.set_shared(true);
        server.mount_points().expect("it has them").add_factory("/otra", factory);
        let _source = server.attach(Some(&context)).expect("a free port");
        let url = format!("rtsp://127.0.0.1:{}/otra", server.bound_port());
        let main = glib::MainLoop::new(Some(&context), false);
        let runs = main.clone();
        let thread = std::thread::spawn(move || {
            let _ = context.with_thread_default(|| runs.run());
            drop(server);
        });
        Foreign { url, main, thread: Some(thread) }
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        self.main.quit();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Ten small pictures a second, with a ball that moves.
const BALL: &str =
    "videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width=320,height=240,framerate=10/1";

#[test]
fn a_camera_of_another_codec_is_shown_and_filmed() {
    let codecs = [
        (
            "H.265",
            "x265enc speed-preset=ultrafast tune=zerolatency key-int-max=10 ! rtph265pay config-interval=-1",
        ),
        ("MJPEG", "jpegenc ! rtpjpegpay"),
        ("VP8", "vp8enc deadline=1 keyframe-max-dist=10 ! rtpvp8pay"),
    ];
    for (name, line) in codecs {
        let foreign = Foreign::serve(&format!("{BALL} ! {line}"));
        let frame = Watched::open(&foreign.url).moves();
        assert_eq!(frame.size, [320, 240], "{name}");
        // The hall's own program takes it too, and gives it on as its own.
        let camera = Camera::start(&["--listen", "127.0.0.1:0", "--source", &foreign.url]);
        camera.says("hay imagen de rtsp://");
        Watched::open(&camera.url).moves();
    }
}

/// Four times the points of a wall's largest slot in each direction, and one picture a second.
#[test]
fn a_camera_of_4k_with_one_picture_a_second_is_shown_small_and_is_not_taken_for_a_frozen_one() {
    let line = "videotestsrc is-live=true pattern=ball ! video/x-raw,format=I420,width=3840,height=2160,framerate=1/1 \
                ! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=1 ! rtph264pay config-interval=-1";
    let foreign = Foreign::serve(line);
    let wall = Watched::open(&foreign.url);
    let first = wall.live();
    assert_eq!(first.size, [1280, 720], "as large as a slot can be, in its own shape");
    wall.wait("five seconds of it", |state| {
        assert_eq!(*state, SourceState::Live);
        wall.video.latest().is_some_and(|frame| frame.serial >= first.serial + 5)
    });
    let camera = Camera::start(&["--listen", "127.0.0.1:0", "--source", &foreign.url]);
    camera.says("hay imagen de rtsp://");
    assert_eq!(Watched::open(&camera.url).live().size, [640, 360]);
}

#[test]
fn a_source_that_has_sound_and_no_picture_says_so_and_is_tried_again() {
    let foreign = Foreign::serve("audiotestsrc is-live=true ! alawenc ! rtppcmapay");
    let wall = Watched::open(&foreign.url);
    wall.wait("a second attempt", |state| matches!(state, SourceState::Retrying { attempt: 2.., .. }));
    assert!(wall.video.latest().is_none());
}
