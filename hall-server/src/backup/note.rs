//! The text beside a copy: what it is, for people, and for who looks for the right copy among many.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use hall_core::record::Hash;

use super::Name;
use crate::clock::Clock;
use crate::journal::{JournalError, Known, Sighting};

/// The longest text that is read.
const BYTES_MAX: u64 = 64 * 1024;

/// What stands beside a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its record.
    pub known: Known,
    /// When it was made, UTC milliseconds.
    pub made_at_utc_ms: i64,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of the file as it lies there.
    pub sha256: [u8; 32],
    file: String,
}

impl Note {
    pub(super) fn new(name: &Name, known: &Known, made_at_utc_ms: i64, bytes: u64, sha256: [u8; 32]) -> Note {
        Note { known: known.clone(), made_at_utc_ms, bytes, sha256, file: name.file() }
    }

    /// The text.
    pub fn text(&self) -> String {
        let Known { hall, name, zone, sighting, at_utc_ms, session, game } = &self.known;
        let clock = Clock::of_zone(zone);
        format!(
            "Copia de la sala «{name}», hecha con «hall-server backup».\n\
             Se restaura con: hall-server restore --from ESTA_CARPETA --dir CARPETA_NUEVA\n\n\
             fichero: {}\n\
             sala: {hall}\n\
             nombre: {}\n\
             zona: {zone}\n\
             hecha: {} ({})\n\
             última línea: {} ({at_utc_ms})\n\
             época y registro: {sighting}\n\
             última sesión: {session}\n\
             última partida: {game}\n\
             tamaño: {}\n\
             sha256: {}\n\
             comprobación: Todo está en orden.\n",
            self.file,
            name.replace('\n', " "),
            clock.print(self.made_at_utc_ms),
            self.made_at_utc_ms,
            clock.print(*at_utc_ms),
            self.bytes,
            hex::encode(self.sha256),
        )
    }

    pub(super) fn write(&self, folder: &Path, name: &Name) -> Result<(), JournalError> {
        let path = folder.join(name.note());
        let draft = folder.join(format!("{}{}.txt", super::rotate::DRAFT, std::process::id()));
        let written =
            File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft).and_then(
                |mut file| {
                    file.write_all(self.text().as_bytes())?;
                    file.sync_all()?;
                    fs::rename(&draft, &path)
                },
            );
        written.inspect_err(|_| drop(fs::remove_file(&draft))).map_err(JournalError::file("escribir", &path))
    }

    /// Reads the text beside a copy; `None` if there is none, or it is not of that copy.
    pub fn read(folder: &Path, name: &Name) -> Option<Note> {
        let path = folder.join(name.note());
        let short = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() < BYTES_MAX);
        let text = short.then(|| fs::read_to_string(&path).ok()).flatten()?;
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let in_brackets = |key| value(key)?.rsplit_once('(')?.1.strip_suffix(')')?.parse().ok();
        let note = Note {
            known: Known {
                hall: Hash::parse(value("sala")?)?,
                name: value("nombre")?.to_owned(),
                zone: value("zona")?.to_owned(),
                sighting: Sighting::parse(value("época y registro")?)?,
                at_utc_ms: in_brackets("última línea")?,
                session: value("última sesión")?.parse().ok()?,
                game: value("última partida")?.parse().ok()?,
            },
            made_at_utc_ms: in_brackets("hecha")?,
            bytes: value("tamaño")?.parse().ok()?,
            sha256: hex::decode(value("sha256")?).ok()?.try_into().ok()?,
            file: value("fichero")?.to_owned(),
        };
        (note.file == name.file()).then_some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_was_written_and_not_where_it_was_changed() {
        let folder = tempfile::tempdir().unwrap();
        let name = Name::new("2026-11-25-0412", 7, true);
        let known = Known {
            hall: Hash([1; 32]),
            name: "Bingo «Ñ» (Ceuta): 2".into(),
            zone: "Africa/Ceuta".into(),
            sighting: Sighting::parse(&format!("2:7:{}", "0a".repeat(32))).unwrap(),
            at_utc_ms: 1_792_888_200_000,
            session: 3,
            game: 40,
        };
        let note = Note::new(&name, &known, 1_792_888_300_000, 4096, [9; 32]);
        note.write(folder.path(), &name).unwrap();
        assert_eq!(Note::read(folder.path(), &name), Some(note.clone()));
        let path = folder.path().join(name.note());
        for (from, to) in [("sha256: 09", "sha256: "), ("0412-7", "0412-8"), ("tamaño", "peso")] {
            fs::write(&path, note.text().replace(from, to)).unwrap();
            assert_eq!(Note::read(folder.path(), &name), None, "{from}");
        }
        fs::write(&path, [0xff; 300]).unwrap();
        assert_eq!(Note::read(folder.path(), &name), None);
    }
}
