//! `install`, which the package calls `bombo-instalar`.

use std::path::PathBuf;
use std::process::ExitCode;

use hall_server::doctor;
use hall_server::installing::{self, Ended};

use super::Folder;

#[derive(clap::Args)]
pub(super) struct Install {
    #[command(flatten)]
    folder: Folder,
    /// La cuenta de la sala, si lo empieza root: lo que se crea es suyo.
    #[arg(long, value_name = "CUENTA")]
    account: Option<String>,
    /// La carpeta de los reglamentos.
    #[arg(long, value_name = "CARPETA", default_value = "/usr/share/bombo/profiles")]
    profiles: PathBuf,
    /// Otra carpeta con los ajustes de los demás programas.
    #[arg(long, value_name = "CARPETA", default_value = doctor::SETTINGS, hide = true)]
    settings: PathBuf,
}

/// Ends with 1 where it was left before its end.
pub(super) fn run_install(args: Install) -> anyhow::Result<ExitCode> {
    let Install { folder: Folder { dir }, account, profiles, settings } = args;
    let order = installing::Order { dir, account, profiles, settings };
    match installing::install(&order).map_err(anyhow::Error::msg)? {
        Ended::Done => Ok(ExitCode::SUCCESS),
        Ended::Left => Ok(ExitCode::FAILURE),
    }
}
