//! Files of regulations, as a console finds them on sticks and in the desk's folder (DECISIONS 39). The server reads them, and says
//! what is wrong with one.

use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes. The server takes no larger one.
const SIZE_MAX: u64 = 64 << 10;

/// A file that may be a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileFile {
    /// Where it is.
    pub path: PathBuf,
    /// The stick's label, or the folder's name.
    pub place: String,
    /// What it says; `None` where it is no profile, or cannot be read.
    pub profile: Option<Profile>,
}

/// What a profile says of itself, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The regulation's name.
    pub title: String,
    /// Its first day, as in `2027-01-01`.
    pub valid_from: String,
    /// All of it.
    pub text: String,
}

impl ProfileFile {
    /// Reads a file.
    pub fn read(path: &Path, place: &str) -> ProfileFile {
        let profile = text(path).and_then(Profile::of);
        ProfileFile { path: path.to_owned(), place: place.to_owned(), profile }
    }

    /// Its name, as in `ceuta-2027.toml`.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Profile {
    /// A text that has a regulation's name and first day.
    pub fn of(text: String) -> Option<Profile> {
        let table: toml::Table = text.parse().ok()?;
        let word = |key: &str| Some(table.get(key)?.as_str()?.to_owned());
        Some(Profile { title: word("title")?, valid_from: word("valid_from")?, text })
    }
}

fn text(path: &Path) -> Option<String> {
    let (mut text, file) = (String::new(), std::fs::File::open(path).ok()?);
    file.take(SIZE_MAX + 1).read_to_string(&mut text).ok()?;
    (text.len() as u64 <= SIZE_MAX).then_some(text)
}
