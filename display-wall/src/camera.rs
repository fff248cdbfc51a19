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

use hall_wire::link::{self, Servers};

use crate::watch::{Closing, SourceState, keep_open};
use pipeline::Outlets;
use settings::{Relay, Settings};
use teller::Teller;

/// Streams until the process ends.
///
/// # Errors
/// In Spanish, faults that retrying cannot fix: no encoder, an address in use, or the file of a device that is none.
pub fn run(settings: &Settings) -> anyhow::Result<Infallible> {
    crate::pipeline::ready().map_err(anyhow::Error::msg)?;
    let encoder = pipeline::choose(settings.encoder)?;
    let rtsp = rtsp::Rtsp::serve(settings.listen, &settings.path, encoder)?;
    let mut stdout = std::io::stdout();
    writeln!(stdout, "hall-camera: {}", rtsp.url())?;
    stdout.flush()?;
    let relay = settings.relay.as_ref();
    let asked = |relay: &Relay| link::servers_as(&relay.server, &relay.identity).map_err(anyhow::Error::msg);
    let servers = relay.map(asked).transpose()?;
    let key_file = relay.and_then(|relay| relay.key_file.as_deref());
    let pictures = |servers: &Servers| Arc::new(post::Post::pictures(servers, key_file, settings.post));
    let post = servers.as_ref().map(pictures);
    let reports = servers.as_ref().map(|servers| post::Post::reports(servers, key_file));
    let teller = Arc::new(Teller::new(settings.post, reports));
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
