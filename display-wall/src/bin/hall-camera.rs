//! `hall-camera`: streams the camera at the ball exit.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use display_wall::camera::{run, settings::Options};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_target(false)
        .init();
    let never = match Options::parse().settle().and_then(|settings| run(&settings)) {
        Ok(never) => never,
        Err(error) => {
            eprintln!("hall-camera: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    match never {}
}
