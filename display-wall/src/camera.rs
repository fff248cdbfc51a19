//! The camera at the ball exit: captured and encoded once, served to the walls by RTSP, and posted as small pictures
//! to the server, which relays them to consoles and televisions (DECISIONS 6).
//!
//! It knows nothing of games. Failures are logged and retried.

use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;

pub mod settings;
pub mod picture;
pub mod post;
pub mod rtsp;
pub mod pipeline;

use crate::watch::{Closing, keep_open};
use pipeline::Outlets;
use settings::Settings;

/// Streams until the process ends.
///
/// # Errors
/// In Spanish, faults that retrying cannot fix: no encoder, or an address in use.
pub fn run(settings: &Settings) -> anyhow::Result<Infallible> {
    crate::pipeline::ready().map_err(anyhow::Error::msg)?;
    let encoder = pipeline::choose(settings.encoder)?;
    let rtsp = rtsp::Rtsp::serve(settings.listen, &settings.path, encoder)?;
    let mut stdout = std::io::stdout();
    writeln!(stdout, "hall-camera: {}", rtsp.url())?;
    stdout.flush()?;
    let post = settings.relay.as_ref().map(|relay| Arc::new(post::Post::open(relay)));
    let outlets = Outlets { film: rtsp.inlet(), post };
    let never = Closing::default();
    loop {
        let open = || pipeline::open(settings, encoder, &outlets);
        keep_open(open, |state| state.log("imagen", &settings.source), &never);
    }
}
