//! A camera of the hall: captured and encoded once, served to the walls by RTSP, and posted as small pictures
//! to the server, which relays them to consoles and televisions (DECISIONS 6). The server is told what the pictures show, too.
//!
//! It knows nothing of games. Failures are told, logged and retried.

use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;

pub mod settings;
pub mod eye;
pub mod picture;
pub mod post;
pub mod teller;
pub mod rtsp;
pub mod pipeline;

use crate::watch::{Closing, SourceState, keep_open};
use pipeline::Outlets;
use settings::Settings;
use teller::Teller;

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
    let relay = settings.relay.as_ref();
    let post = relay.map(|relay| Arc::new(post::Post::pictures(relay, settings.post)));
    let teller = Arc::new(Teller::new(settings.post, relay.map(post::Post::reports)));
    let outlets = Outlets { film: rtsp.inlet(), post, teller: Arc::clone(&teller) };
    let never = Closing::default();
    loop {
        let open = || pipeline::open(settings, encoder, &outlets);
        let tell = |state: &SourceState| {
            state.log("imagen", &settings.source);
            teller.source_is(state);
        };
        keep_open(open, tell, &never);
    }
}
