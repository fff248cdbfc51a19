//! What a hall tells between games: the pictures of a folder, and what its schedule, `avisos.toml`, tells by the day and the
//! hour. Monitors and televisions show the same, from the same folder.

use std::path::{Path, PathBuf};

use jiff::civil::DateTime;

pub mod schedule;

use schedule::Notice;

/// For how long an advert is shown, in seconds.
pub const EACH_SECONDS: u64 = 12;

/// What is shown at once: a picture, words, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slide {
    /// A picture of the folder; it may be missing or broken.
    pub picture: Option<PathBuf>,
    /// What a notice tells: at most 160 characters in a line.
    pub text: Option<String>,
    /// How long, in seconds; none, as long as an advert.
    pub seconds: Option<u64>,
}

/// A folder, as it was last read without faults.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    notices: Vec<Notice>,
    /// The schedule could not be read the last time.
    faulty: bool,
}

impl Folder {
    /// Reads nothing yet.
    pub fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned(), notices: Vec::new(), faulty: false }
    }

    /// What may be shown now, in turn: the notices that are due, then the adverts. Without the hall's hour no notice is due.
    ///
    /// The folder is read again each time: somebody may have changed it. A schedule with faults changes nothing, and is told in
    /// the log once.
    pub fn slides(&mut self, hour: Option<DateTime>) -> Vec<Slide> {
        match schedule::read(&self.path) {
            Ok(notices) => (self.notices, self.faulty) = (notices, false),
            Err(error) => {
                if !std::mem::replace(&mut self.faulty, true) {
                    tracing::error!("los avisos siguen como estaban: {error}");
                }
            }
        }
        let due = self.notices.iter().filter(|notice| hour.is_some_and(|hour| notice.is_due(hour)));
        let due = due.map(|notice| Slide {
            picture: notice.image.as_ref().map(|image| self.path.join(image)),
            text: notice.text.clone(),
            seconds: notice.seconds,
        });
        // A picture that a notice shows by the hour is no advert.
        let scheduled = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| self.notices.iter().any(|notice| notice.image.as_deref() == Some(name)))
        };
        let adverts = pictures(&self.path).into_iter().filter(|path| !scheduled(path));
        due.chain(adverts.map(|path| Slide { picture: Some(path), text: None, seconds: None })).collect()
    }
}

/// The pictures of a folder, PNG and JPEG by their names, in the order of these.
pub fn pictures(folder: &Path) -> Vec<PathBuf> {
    let known = |path: &PathBuf| {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default().to_lowercase();
        ["png", "jpg", "jpeg"].contains(&kind.as_str())
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path())
        .filter(known)
        .collect();
    files.sort();
    files
}
