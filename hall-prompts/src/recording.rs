//! Where recordings are: a folder, in it one for each language, in it a file for each prompt.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Samples a second of what is recorded and played.
pub const RATE_HZ: u32 = 48_000;

/// The longest recording: no word and no phrase is longer.
pub const LONGEST: Duration = Duration::from_secs(20);

/// The kinds of files that are looked for, in order.
pub const KINDS: [&str; 5] = ["wav", "flac", "ogg", "opus", "mp3"];

/// The file of a prompt, by the name of [`crate::phrase::file_stem`].
pub fn find(folder: &Path, stem: &str) -> Option<PathBuf> {
    KINDS.iter().map(|kind| folder.join(format!("{stem}.{kind}"))).find(|file| file.exists())
}

/// Where the voice keeps what is its own, unless it is told otherwise.
pub fn state_folder() -> PathBuf {
    let of = |name, under: &str| std::env::var_os(name).map(|dir| PathBuf::from(dir).join(under));
    of("XDG_STATE_HOME", "hall-voice")
        .or_else(|| of("HOME", ".local/state/hall-voice"))
        .unwrap_or_else(|| PathBuf::from("hall-voice"))
}

/// The recordings in a folder of the voice: there it looks, and there the console records.
pub fn in_state(state: &Path) -> PathBuf {
    state.join("grabaciones")
}

/// How many samples this takes.
pub fn samples_in(time: Duration) -> usize {
    usize::try_from(time.as_micros() * u128::from(RATE_HZ) / 1_000_000).unwrap_or(usize::MAX)
}

/// How long so many samples take.
pub fn duration(samples: usize) -> Duration {
    Duration::from_micros(samples as u64 * 1_000_000 / u64::from(RATE_HZ))
}
