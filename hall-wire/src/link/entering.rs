//! How a program of the hall's network begins: it is let in with a code, or comes as the device that it is.

use std::path::{Path, PathBuf};

use super::{JoinError, Servers, come_as, join};

/// Where the program of this name keeps what device it is, unless it is told: `.local/state/bombo` in the home of whoever runs it, or
/// the state folder that a supervisor gives.
pub fn identity_file(name: &str) -> PathBuf {
    let folder = |variable| std::env::var_os(variable).map(PathBuf::from);
    let state = folder("STATE_DIRECTORY")
        .or_else(|| folder("XDG_STATE_HOME").map(|state| state.join("bombo")))
        .or_else(|| folder("HOME").map(|home| home.join(".local/state/bombo")));
    state.unwrap_or_default().join(format!("{name}.alta"))
}

/// Lets this device in with a code, at a post as in `panel`, and says so in Spanish.
///
/// # Errors
/// [`JoinError`].
pub fn enter(servers: &Servers, code: &str, post: &str, file: &Path) -> Result<String, JoinError> {
    let identity = join(servers, code, post, file)?;
    Ok(format!(
        "Alta hecha: «{}». La clave de la sala es {}; su alta se guarda en {}.",
        identity.name,
        identity.hall,
        file.display()
    ))
}

/// Servers that are asked as the device of this file, where an address of theirs is encrypted.
///
/// # Errors
/// In Spanish, when the file is there and cannot be used.
pub fn servers_as(text: &str, file: &Path) -> Result<Servers, String> {
    let servers = Servers::new(text);
    if servers.all().iter().any(|base| base.starts_with("https://")) {
        come_as(&servers, file).map_err(|error| {
            format!("{}: {error}. Dele de alta otra vez con un código: «bombo-alta-…», como root; sin los paquetes, su programa con --enrol.", file.display())
        })?;
    }
    Ok(servers)
}
