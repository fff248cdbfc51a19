//! `hall-camera`: streams the camera at the ball exit.

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use display_wall::camera::{run, settings::Options};
use hall_wire::link::{self, Servers};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_target(false)
        .init();
    match started(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hall-camera: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn started(mut options: Options) -> anyhow::Result<()> {
    let code = options.enrol.take();
    let settings = options.settle()?;
    let Some(code) = code else { match run(&settings)? {} };
    let relay = settings.relay.context("falta --server, la dirección de la sala")?;
    println!("{}", link::enter(&Servers::new(&relay.server), &code, "camara", &relay.identity)?);
    Ok(())
}
