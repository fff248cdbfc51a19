//! Everything the voice can say, in memory: recordings of the hall's folder, and the synthesiser for the rest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hall_prompts::{recording, wav};

use crate::decode::{Fault, decode};
use crate::language::Language;
use crate::phrase::{Piece, file_stem};
use crate::sound::{Clip, RATE_HZ, samples_in};
use crate::synthesiser::Synthesiser;

/// The longest sentence about a file, in characters.
const TOLD_MAX: usize = 200;

/// The recordings of a language, by [`file_stem`].
#[derive(Debug, Clone, Default)]
pub struct Library {
    clips: BTreeMap<String, Clip>,
    /// Where they come from.
    pub sources: Sources,
}

/// Where the recordings come from, and what is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Recorded by a person.
    pub recorded: usize,
    /// Said by the synthesiser.
    pub synthesised: usize,
    /// Words that cannot be said at all.
    pub missing: Vec<String>,
    /// Files that cannot be used, with the reason; the synthesiser says their words.
    pub faults: Vec<(PathBuf, Fault)>,
    /// Why the synthesiser does not work.
    pub synthesiser: Option<String>,
}

impl Sources {
    /// The files that cannot be used, each with its folder's name and the reason, as people are told.
    pub fn bad(&self) -> impl Iterator<Item = String> {
        let told = |(file, fault): &(PathBuf, Fault)| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            // What a decoder says may be long, and a file may be called anything.
            let words = format!("{folder}/{name}: {fault}");
            words.chars().filter(|c| !c.is_control()).take(TOLD_MAX).collect()
        };
        self.faults.iter().map(told)
    }
}

impl Library {
    /// Loads the recordings of a language: those of the folder, where there is one, the rest from the synthesiser.
    /// `tell` is called with how many are done, of how many.
    pub fn load(
        language: &Language,
        folder: Option<&Path>,
        synthesiser: &Synthesiser,
        mut tell: impl FnMut(usize, usize),
    ) -> Library {
        let mut library = Library::default();
        let all = language.recordings();
        for (at, words) in all.iter().enumerate() {
            tell(at, all.len());
            let stem = file_stem(words);
            let recorded = folder.and_then(|folder| library.recorded(folder, &stem));
            let clip = match recorded {
                Some(clip) => {
                    library.sources.recorded += 1;
                    Some(clip)
                }
                None => library.synthesised(synthesiser, words),
            };
            match clip {
                Some(clip) => drop(library.clips.insert(stem, clip)),
                None => library.sources.missing.push(words.clone()),
            }
        }
        tell(all.len(), all.len());
        library
    }

    fn recorded(&mut self, folder: &Path, stem: &str) -> Option<Clip> {
        let file = recording::find(folder, stem)?;
        // A pipe would be waited for.
        let is_file = file.is_file();
        let clip = if is_file { read(&file) } else { Err(Fault::Unreadable("no es un fichero".to_owned())) };
        match clip {
            Ok(clip) => Some(clip),
            Err(fault) => {
                self.sources.faults.push((file, fault));
                None
            }
        }
    }

    fn synthesised(&mut self, synthesiser: &Synthesiser, words: &str) -> Option<Clip> {
        let made = synthesiser.say(words).and_then(|file| {
            read(&file).map_err(|fault| {
                // A file that was cut short by a full disk is made again at the next start.
                let _ = std::fs::remove_file(&file);
                fault.to_string()
            })
        });
        match made {
            Ok(clip) => {
                self.sources.synthesised += 1;
                Some(clip)
            }
            Err(why) => {
                self.sources.synthesiser.get_or_insert(why);
                None
            }
        }
    }

    /// The clip of these words.
    pub fn clip(&self, words: &str) -> Option<&Clip> {
        self.clips.get(&file_stem(words))
    }

    /// Joins pieces into what is played. What cannot be said is an error: half a sentence misleads.
    ///
    /// # Errors
    /// The first words that are missing.
    pub fn join(&self, pieces: &[Piece]) -> Result<Joined, String> {
        let mut joined = Joined::default();
        for piece in pieces {
            match piece {
                Piece::Words(words) => {
                    let clip = self.clip(words).ok_or_else(|| words.clone())?;
                    joined.samples.extend_from_slice(&clip.0);
                    joined.ends.push(joined.samples.len());
                }
                Piece::Pause(time) => {
                    joined.samples.resize(joined.samples.len() + samples_in(*time), 0.0);
                }
            }
        }
        Ok(joined)
    }
}

/// What the console recorded and what the synthesiser said has the voice's own rate: such a file is read some twenty times faster
/// than one of any other kind.
fn read(file: &Path) -> Result<Clip, Fault> {
    let samples = match wav::read(file) {
        Ok(sound) if sound.rate_hz == RATE_HZ => {
            sound.samples.iter().map(|sample| f32::from(*sample) / 32_768.0).collect()
        }
        Ok(_) | Err(_) => decode(file)?,
    };
    Clip::of(&samples).map_err(|_| Fault::Silent)
}

/// Joined recordings: one channel at [`crate::sound::RATE_HZ`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Joined {
    /// The samples.
    pub samples: Vec<f32>,
    /// Where each recording ends: there it may be cut.
    pub ends: Vec<usize>,
}
