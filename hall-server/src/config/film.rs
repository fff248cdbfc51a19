//! What the settings say of film.

use std::path::PathBuf;

use settings_file::Table;

use crate::film::FilmSettings;

/// Where film is kept where the settings do not say.
const FOLDER: &str = "pelicula";

/// For how many days, and at most: a month is what the law gives to pictures with people in them (LO 3/2018, art. 22.3), and
/// the ball exit has none.
const DAYS: (u32, u32) = (30, 3_650);

/// GiB that are left free, and at most.
const LEAVES: (u32, u32) = (2, 10_000);

const GIB: u64 = 1024 * 1024 * 1024;

pub(super) fn film(part: Table<'_>) -> FilmSettings {
    let folder = "la carpeta de las películas, entre comillas, como \"/media/pelicula\"";
    let some = |text: &str| Some(PathBuf::from(text)).filter(|path| !path.as_os_str().is_empty());
    let settings = FilmSettings {
        folder: part.text_as("folder", folder, some).unwrap_or_else(|| FOLDER.into()),
        days: part.number_as("days", "cuántos días se guardan", 1..=DAYS.1).unwrap_or(DAYS.0),
        leaves: GIB
            * u64::from(
                part.number_as("leave_gib", "los GiB del disco que se dejan libres", 0..=LEAVES.1)
                    .unwrap_or(LEAVES.0),
            ),
        sound: part.flag("sound").unwrap_or(false),
    };
    part.finish();
    settings
}
