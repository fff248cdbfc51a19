//! The camera at the ball exit: filmed and encoded once, served to the walls by RTSP, and as
//! small pictures to the server, which relays them to console and televisions (DECISIONS 6).
//!
//! It decides nothing and knows no game. Whatever fails is said on the log and tried again.

use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;

pub mod settings;
pub mod picture;
pub mod post;
pub mod rtsp;
pub mod pipeline;

use crate::watch::{Closing, State, keep_open};
use pipeline::{Film, Outlets};
use settings::Settings;

/// Films until the process is ended.
///
/// # Errors
/// In Spanish, what no trying again can mend: no encoder at all, or an address that is taken.
pub fn run(settings: &Settings) -> anyhow::Result<Infallible> {
    pipeline::ready()?;
    let encoder = pipeline::choose(settings.encoder)?;
    let rtsp = rtsp::Rtsp::serve(settings.listen, &settings.path, encoder)?;
    let mut stdout = std::io::stdout();
    writeln!(stdout, "hall-camera: {}", rtsp.url())?;
    stdout.flush()?;
    let post = settings.relay.as_ref().map(|relay| Arc::new(post::Post::open(relay)));
    let outlets = Outlets { film: rtsp.inlet(), post };
    let never = Closing::default();
    loop {
        keep_open(|| Film::open(settings, encoder, &outlets), |state| tell(settings, state), &never);
    }
}

fn tell(settings: &Settings, state: &State) {
    let source = &settings.source;
    match state {
        State::Starting => tracing::info!("se abre {source}"),
        State::Live => tracing::info!("hay imagen de {source}"),
        // The first failures, then now and then: a camera unplugged for a night fills no log.
        State::Retrying { because, attempt } if *attempt <= 3 || attempt % 100 == 0 => {
            tracing::warn!("sin imagen de {source}: {because}; intento {attempt}, se sigue intentando");
        }
        State::Retrying { .. } => {}
    }
}
