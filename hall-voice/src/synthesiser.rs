//! The synthesiser that says what nobody recorded: `espeak-ng`, as a program of its own.
//!
//! Why this one: Debian 12 has no Spanish voice for festival in its main archive, and espeak-ng needs 25 ms for a word,
//! so that a hall without recordings has its whole voice some seconds after the first start.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hall_prompts::wav;
use sha2::{Digest, Sha256};

use crate::decode::decode;
use crate::sound::RATE_HZ;

/// The program.
pub const PROGRAM: &str = "espeak-ng";

/// Words a minute: slower than the program's 175, for a loud hall.
const SPEED: &str = "140";

/// A synthesiser and where it keeps what it said.
#[derive(Debug, Clone)]
pub struct Synthesiser {
    voice: String,
    cache: PathBuf,
}

impl Synthesiser {
    /// With this voice of the program, as in `es` or `en-gb`.
    pub fn new(voice: &str, cache: &Path) -> Synthesiser {
        Synthesiser { voice: voice.to_owned(), cache: cache.to_owned() }
    }

    /// The file in which these words are said, at the voice's own rate: it is made once, and a voice that comes back after a
    /// fault reads it at once.
    ///
    /// # Errors
    /// In Spanish: the program is missing or fails, or the file cannot be kept.
    pub fn say(&self, words: &str) -> Result<PathBuf, String> {
        let name = Sha256::digest(format!("{PROGRAM} {SPEED} {} {RATE_HZ} {words}", self.voice));
        let file = self.cache.join(format!("{}.wav", hex::encode(&name[..16])));
        if file.exists() {
            return Ok(file);
        }
        let in_words = |error: std::io::Error| format!("{}: {error}", self.cache.display());
        std::fs::create_dir_all(&self.cache).map_err(in_words)?;
        // Under a name of its own until it is whole: the program may be killed, and somebody else may want the same words.
        let partial = tempfile::Builder::new().suffix(".parte").tempfile_in(&self.cache).map_err(in_words)?;
        let run = Command::new(PROGRAM)
            .args(["-v", &self.voice, "-s", SPEED, "-w"])
            .arg(partial.path())
            .arg("--")
            .arg(words)
            .stdin(Stdio::null())
            .output();
        let done = run.map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            if missing { format!("no está instalado {PROGRAM}") } else { format!("{PROGRAM}: {error}") }
        })?;
        let made = partial.as_file().metadata().is_ok_and(|of| of.len() > 0);
        if !done.status.success() || !made {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(format!(
                "{PROGRAM} no dice «{words}»: {}",
                said.lines().next().unwrap_or("sin razón")
            ));
        }
        let sound =
            decode(partial.path()).map_err(|fault| format!("{PROGRAM} no dice «{words}»: {fault}"))?;
        let samples: Vec<i16> = sound.iter().map(|sample| (sample * 32_767.0).round() as i16).collect();
        std::fs::write(partial.path(), wav::file(&samples)).map_err(in_words)?;
        partial.persist(&file).map_err(|error| in_words(error.error))?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_who_want_the_same_words_at_once_all_get_them_and_leave_nothing_else() {
        crate::pipeline::ready().expect("GStreamer");
        let cache = tempfile::tempdir().expect("a folder");
        let synthesiser = Synthesiser::new("es", cache.path());
        let files: Vec<PathBuf> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| synthesiser.say("doscientos"))).collect();
            asking.into_iter().map(|asked| asked.join().expect("no panic").expect("it is said")).collect()
        });
        assert!(files.iter().all(|file| *file == files[0]), "{files:?}");
        let kept = std::fs::read_dir(cache.path()).expect("the folder").count();
        assert_eq!(kept, 1);
    }
}
