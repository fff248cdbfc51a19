//! `hall-voice`: the voice of the hall.

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use hall_voice::language::BUILT_IN;
use hall_voice::phrase::file_stem;
use hall_voice::settings::{Options, Settings};
use hall_voice::{pipeline, tongue, voice};
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
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hall-voice: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut options: Options) -> anyhow::Result<()> {
    if let Some(code) = &options.show_language {
        let known = BUILT_IN.iter().find(|(known, _)| known == code);
        let (_, text) = known.with_context(|| format!("no viene con el programa el idioma «{code}»"))?;
        print!("{text}");
        return Ok(());
    }
    let (list, code) = (options.list, options.enrol.take());
    let settings = options.settle()?;
    if let Some(code) = code {
        println!("{}", link::enter(&Servers::new(&settings.server), &code, "voz", &settings.identity)?);
        return Ok(());
    }
    if list {
        return tell_recordings(&settings);
    }
    match voice::run(&settings)? {}
}

/// Tells which recordings there are, and which are missing.
fn tell_recordings(settings: &Settings) -> anyhow::Result<()> {
    pipeline::ready().map_err(anyhow::Error::msg)?;
    for tongue in tongue::load(settings)? {
        let sources = &tongue.library.sources;
        println!("{}", tongue.language.name);
        println!("  grabadas por una persona: {}", sources.recorded);
        println!("  del sintetizador:         {}", sources.synthesised);
        println!("  faltan:                   {}", sources.missing.len());
        for words in &sources.missing {
            println!("    {}.wav  «{words}»", file_stem(words));
        }
        for (file, fault) in &sources.faults {
            println!("  no vale {}: {fault}", file.display());
        }
    }
    Ok(())
}
