//! What a person does about a hall that does not start: where it is once more, by its settings, and the command.

use std::fs;
use std::path::Path;

use crate::config::Config;
use crate::desk::DeskError;
use crate::journal::JournalError;

/// Whether what is wrong is right in a copy.
pub fn is_in_a_copy(error: &DeskError) -> bool {
    let DeskError::Journal(error) = error else { return false };
    matches!(
        error,
        JournalError::ForeignTrigger { .. }
            | JournalError::SecretMissing { .. }
            | JournalError::SealedDiffers(_)
            | JournalError::Damaged { .. }
            | JournalError::NotADatabase(_)
            | JournalError::Gap(_)
            | JournalError::Broken(_)
            | JournalError::Malformed { .. }
            | JournalError::Shorter(_)
            | JournalError::Rewritten(_)
    )
}

/// The copies of a hall and how one is restored, in Spanish; `None` where its settings name none.
pub fn copies_of(dir: &Path, config: &Config) -> Option<String> {
    let (mut places, mut from) = (Vec::new(), String::new());
    let mut add = |folder: &Path, what: String| {
        places.push(format!("{what} en {}", folder.display()));
        from.push_str(&format!("--from {} ", folder.display()));
    };
    if let Some(backup) = &config.backup {
        let newest =
            newest_in(&backup.folder).map_or_else(String::new, |name| format!(" (la última, {name})"));
        add(&backup.folder, format!("las copias de seguridad{newest}"));
    }
    for folder in config.mirror.iter().flat_map(|mirror| &mirror.folders) {
        add(folder, "la copia línea a línea".to_owned());
    }
    let spare = config.spare.as_ref().map(|spare| {
        format!("\nO ponga en marcha la reserva, en {}: en aquel equipo, «hall-server promote».", spare.at)
    });
    if places.is_empty() && spare.is_none() {
        return None;
    }
    let identity = if config.mirror.is_some() { "--identity FICHERO_DE_LA_CLAVE " } else { "" };
    let restore = (!places.is_empty()).then(|| {
        format!(
            "Según sala.toml hay {}. Se restaura en otra carpeta, y ésta se guarda: hall-server restore {from}{identity}--dir {}-restaurada",
            places.join(" y "),
            dir.display(),
        )
    });
    let said = restore.unwrap_or_default() + &spare.unwrap_or_default();
    Some(said.trim_start().to_owned())
}

/// The copy with the latest day and hour in its name.
fn newest_in(folder: &Path) -> Option<String> {
    let names =
        fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(|name| name.starts_with("sala-") && (name.ends_with(".db") || name.ends_with(".db.age")))
        .max()
}
