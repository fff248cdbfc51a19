//! What the settings say of televisions.

use std::path::PathBuf;

use settings_file::Table;

/// The folder of what they show between games; `None` only where there is a fault.
pub(super) fn notices(part: Table<'_>) -> Option<PathBuf> {
    let what = "la carpeta de los anuncios y los avisos, con su ruta entera y entre comillas, como \"/srv/anuncios\"";
    part.needed_as("notices", what);
    let whole = |text: &str| Some(PathBuf::from(text)).filter(|path| path.is_absolute());
    let folder = part.text_as("notices", what, whole);
    part.finish();
    folder
}
