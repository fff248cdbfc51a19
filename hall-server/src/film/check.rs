//! What was filmed against what the record says of it: a picture or a film that is missing or was changed.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use hall_core::event::{Event, GameNo, Ordinal, StopNo};

use super::store::name;
use super::{FilmSettings, Store, folder_of};
use crate::file_hash::sha256_of;
use crate::journal::{Finding, JournalError, RecordReader, database_in};

const KINDS: [&str; 7] = [
    "ball_extracted",
    "ball_pictured",
    "draw_stopped",
    "sound_kept",
    "film_kept",
    "film_deleted",
    "epoch_begun",
];

/// Findings that are told one by one.
const TOLD_MAX: usize = 20;

/// A file of a game, by the line that has its hash.
struct Due {
    seq: u64,
    game: GameNo,
    what: String,
    file: std::path::PathBuf,
    sha256: [u8; 32],
}

/// What is missing or was changed, of all that the record does not say is deleted. A picture whose hash never came into the
/// record, because of a power cut, is nothing to be found.
///
/// # Errors
/// When the record cannot be read.
pub fn check(dir: &Path, settings: &FilmSettings) -> Result<Vec<Finding>, JournalError> {
    let store = Store::new(&folder_of(dir, &settings.folder));
    let mut balls: HashMap<(GameNo, Ordinal), u64> = HashMap::new();
    let mut stops: HashMap<(GameNo, StopNo), u64> = HashMap::new();
    let (mut due, mut deleted, mut epoch) = (Vec::new(), GameNo(0), 0);
    RecordReader::open(&database_in(dir))?.each_of(&KINDS, |line, event| {
        if let Event::BallExtracted { game, ordinal, .. } = event {
            balls.insert((*game, *ordinal), line.seq);
        } else if let Event::BallPictured { game, ordinal, sha256 } = event {
            let of = balls.get(&(*game, *ordinal)).copied().unwrap_or_default();
            let what = format!("La foto de la {}.ª bola de la partida {}", ordinal.0, game.0);
            let file = store.still(*game, *ordinal, of);
            due.push(Due { seq: line.seq, game: *game, what, file, sha256: *sha256 });
        } else if let Event::DrawStopped { game, stop, .. } = event {
            stops.insert((*game, *stop), line.seq);
        } else if let Event::SoundKept { game, stop, sha256, .. } = event {
            let of = stops.get(&(*game, *stop)).copied().unwrap_or_default();
            let what = format!("El sonido de la parada {} de la partida {}", stop.0, game.0);
            let file = store.sound(*game, *stop, of);
            due.push(Due { seq: line.seq, game: *game, what, file, sha256: *sha256 });
        } else if let Event::FilmKept { game, camera, sha256, .. } = event {
            let what = format!("La película de la cámara «{}» en la partida {}", name(*camera), game.0);
            let file = store.film(*game, *camera);
            due.push(Due { seq: line.seq, game: *game, what, file, sha256: *sha256 });
        } else if let Event::FilmDeleted { last, .. } = event {
            deleted = *last;
        } else if let Event::EpochBegun { .. } = event {
            epoch = due.len();
        }
    })?;
    let mut found: Vec<Finding> = due
        .into_iter()
        .enumerate()
        .filter(|(_, due)| due.game > deleted)
        .filter_map(|(at, Due { seq, what, file, sha256, .. })| {
            let why = match sha256_of(&file) {
                Ok((_, hash)) if hash == sha256 => return None,
                Ok(_) => "no es lo que consta en el registro: se ha cambiado",
                // The hall goes on from a copy, or on another computer: film before that is where it was.
                Err(error) if at < epoch && error.kind() == io::ErrorKind::NotFound => return None,
                Err(error) if error.kind() == io::ErrorKind::NotFound => "falta",
                Err(_) => "no se puede leer",
            };
            let words = format!("{what} {why} ({}).", file.display());
            Some(Finding { seq: Some(seq), table: Some("files".to_owned()), words })
        })
        .collect();
    if found.len() > TOLD_MAX {
        let more = found.len() - TOLD_MAX;
        found.truncate(TOLD_MAX);
        let words = format!("Y otras {more} fotos o películas que faltan o se han cambiado.");
        found.push(Finding { seq: None, table: Some("files".to_owned()), words });
    }
    Ok(found)
}
