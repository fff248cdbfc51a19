//! A language with its recordings.

use std::path::Path;
use std::time::Duration;

use crate::language::Language;
use crate::library::{Joined, Library, Sources};
use crate::phrase::{Piece, file_stem};
use crate::settings::Settings;
use crate::sound::samples_in;
use crate::synthesiser::Synthesiser;

/// Silence before the same is said in the next language.
const BETWEEN_LANGUAGES: Duration = Duration::from_millis(350);

/// A language with its recordings.
#[derive(Debug)]
pub struct Tongue {
    /// Its words.
    pub language: Language,
    /// Its recordings.
    pub library: Library,
}

/// Loads the languages of the settings with their recordings, and logs what is missing.
///
/// # Errors
/// In Spanish: a language is wrong.
pub fn load(settings: &Settings) -> anyhow::Result<Vec<Tongue>> {
    let load = |name: &String| {
        let language = Language::named(name)?;
        let code = Path::new(name).file_name().unwrap_or_default();
        let folder = settings.clips.join(code);
        let synthesiser = Synthesiser::new(&language.synthesiser, &settings.state.join("sintetizador"));
        let library = Library::load(&language, Some(&folder), &synthesiser, |done, of| {
            if done % 50 == 0 {
                tracing::info!("{}: {done} de {of} grabaciones", language.name);
            }
        });
        log(&language, &library.sources);
        Ok(Tongue { language, library })
    };
    settings.languages.iter().map(load).collect()
}

fn log(language: &Language, sources: &Sources) {
    let Sources { recorded, synthesised, missing, faults, synthesiser } = sources;
    tracing::info!("{}: {recorded} grabaciones, {synthesised} del sintetizador", language.name);
    for (file, fault) in faults {
        tracing::warn!("{}: {fault}; la dice el sintetizador", file.display());
    }
    if let Some(why) = synthesiser {
        tracing::warn!("el sintetizador no sirve: {why}");
    }
    for words in missing {
        tracing::warn!("falta «{words}»: grábela como {}.wav", file_stem(words));
    }
}

/// What is said in all languages, the first one first. Words that another language than the first lacks leave only that
/// language out.
///
/// # Errors
/// The words that the first language lacks.
pub fn joined(tongues: &[Tongue], say: impl Fn(&Language) -> Vec<Piece>) -> Result<Joined, String> {
    let mut all = Joined::default();
    for (at, tongue) in tongues.iter().enumerate() {
        match tongue.library.join(&say(&tongue.language)) {
            Ok(one) => {
                if at > 0 {
                    all.samples.resize(all.samples.len() + samples_in(BETWEEN_LANGUAGES), 0.0);
                }
                let from = all.samples.len();
                all.samples.extend(one.samples);
                all.ends.extend(one.ends.into_iter().map(|end| from + end));
            }
            Err(words) if at == 0 => return Err(words),
            Err(_) => {}
        }
    }
    Ok(all)
}
