//! What a hall's folder has beside the database and cannot be made again.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

use hall_wire::message::CAMERA_KEY_FILE;

use super::{BackupError, Name};
use crate::config::{Config, FILE};
use crate::journal::JournalError;
use crate::mirror::{Identity, Recipient};

/// The actas, in the hall's folder and in that of the copies.
pub const ACTAS: &str = "actas";

/// The largest of these files: a driver or a table of tags has kilobytes, an acta some megabytes at most.
const BYTES_MAX: u64 = 256 << 20;

/// Copies the small files beside a copy, and the actas that are not there yet. Returns what people should know.
pub(super) fn keep(
    dir: &Path,
    to: &Path,
    name: &Name,
    config: &Config,
    recipient: Option<&Recipient>,
) -> Result<Vec<String>, BackupError> {
    let mut warnings = Vec::new();
    let beside = to.join(name.others());
    make_folder(&beside)?;
    let mut files: BTreeSet<PathBuf> = [FILE, CAMERA_KEY_FILE, hall_trust::FILE].map(PathBuf::from).into();
    files.extend(named(dir, config));
    for file in files {
        if !is_inside(&file) {
            warnings.push(format!("{} está fuera de la carpeta de la sala y no se copia.", file.display()));
            continue;
        }
        let from = dir.join(&file);
        if !from.is_file() {
            continue;
        }
        let into = named_for(beside.join(&file), recipient);
        make_folder(into.parent().unwrap_or(&beside))?;
        copy(&from, &into, recipient)?;
    }
    sync(&beside)?;
    let (from, into) = (dir.join(ACTAS), to.join(ACTAS));
    if !from.is_dir() {
        return Ok(warnings);
    }
    make_folder(&into)?;
    for entry in fs::read_dir(&from).map_err(JournalError::file("leer", &from))? {
        let entry = entry.map_err(JournalError::file("leer", &from))?;
        let there = named_for(into.join(entry.file_name()), recipient);
        if entry.path().is_file() && !there.exists() {
            copy(&entry.path(), &there, recipient)?;
        }
    }
    sync(&into)?;
    Ok(warnings)
}

/// The drivers and tables of tags that the settings name.
fn named(dir: &Path, config: &Config) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in config.machine.iter().chain(&config.second_reader) {
        files.extend(line.tags.clone());
        // A driver's name is no file; a path is.
        files.extend(Some(PathBuf::from(&line.driver)).filter(|driver| dir.join(driver).is_file()));
    }
    files
}

/// Whether a path stays in the folder it begins in.
fn is_inside(file: &Path) -> bool {
    file.components().all(|part| matches!(part, Component::Normal(_)))
}

/// The name of a file where it is encrypted, if it is.
pub(super) fn named_for(path: PathBuf, recipient: Option<&Recipient>) -> PathBuf {
    if recipient.is_some() { with_age(path) } else { path }
}

/// The name of an encrypted file.
pub(crate) fn with_age(path: PathBuf) -> PathBuf {
    let mut name = path.into_os_string();
    name.push(".age");
    name.into()
}

pub(super) fn make_folder(path: &Path) -> Result<(), JournalError> {
    let made = fs::DirBuilder::new().mode(0o700).recursive(true).create(path);
    made.map_err(JournalError::file("crear", path))
}

fn sync(folder: &Path) -> Result<(), JournalError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(JournalError::file("escribir", folder))
}

/// Whole under its name, or not there.
fn copy(from: &Path, to: &Path, recipient: Option<&Recipient>) -> Result<(), JournalError> {
    let reading = JournalError::file("leer", from);
    let mut bytes = Vec::new();
    File::open(from).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes)).map_err(&reading)?;
    put(to, &bytes, recipient).map_err(JournalError::file("escribir", to))
}

fn put(to: &Path, bytes: &[u8], recipient: Option<&Recipient>) -> io::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    let draft = folder.join(format!("{}{}", super::rotate::DRAFT, std::process::id()));
    let written = File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft).and_then(
        |mut file| {
            match recipient {
                Some(recipient) => {
                    let mut into = recipient.encrypting(&file)?;
                    into.write_all(bytes)?;
                    into.finish()?;
                }
                None => file.write_all(bytes)?,
            }
            file.sync_all()?;
            fs::rename(&draft, to)
        },
    );
    written.inspect_err(|_| drop(fs::remove_file(&draft)))
}

/// Brings back into a new folder what lies beside a copy, and the actas. Returns what was brought and, with why, what was not.
pub(crate) fn restore_others(
    copies: &Path,
    name: &Name,
    identity: Option<&Identity>,
    dir: &Path,
) -> (Vec<PathBuf>, Vec<String>) {
    let (mut brought, mut not) = (Vec::new(), Vec::new());
    let beside = copies.join(name.others());
    bring(&beside, &beside, Path::new(""), identity, dir, &mut brought, &mut not);
    let actas = copies.join(ACTAS);
    bring(&actas, &actas, Path::new(ACTAS), identity, dir, &mut brought, &mut not);
    (brought, not)
}

/// As [`restore_others`], from a hall's folder as it is: what its settings name, and the actas.
pub(crate) fn bring_from_hall(from: &Path, dir: &Path) -> (Vec<PathBuf>, Vec<String>) {
    let (mut brought, mut not) = (Vec::new(), Vec::new());
    let mut files: BTreeSet<PathBuf> = [FILE, CAMERA_KEY_FILE].map(PathBuf::from).into();
    if let Ok(config) = Config::read(from) {
        files.extend(named(from, &config));
    }
    for file in files.into_iter().filter(|file| is_inside(file) && from.join(file).is_file()) {
        let into = dir.join(&file);
        let copied =
            make_folder(into.parent().unwrap_or(dir)).and_then(|()| copy(&from.join(&file), &into, None));
        match copied {
            Ok(()) => brought.push(file),
            Err(error) => not.push(error.to_string()),
        }
    }
    let actas = from.join(ACTAS);
    bring(&actas, &actas, Path::new(ACTAS), None, dir, &mut brought, &mut not);
    (brought, not)
}

fn bring(
    root: &Path,
    from: &Path,
    under: &Path,
    identity: Option<&Identity>,
    dir: &Path,
    brought: &mut Vec<PathBuf>,
    not: &mut Vec<String>,
) {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            bring(root, &path, under, identity, dir, brought, not);
            continue;
        }
        if entry.file_name().to_string_lossy().starts_with(super::rotate::DRAFT) {
            continue;
        }
        let inside = path.strip_prefix(root).unwrap_or(&path);
        let encrypted = inside.extension().is_some_and(|extension| extension == "age");
        let plain = if encrypted { inside.with_extension("") } else { inside.to_owned() };
        let into = dir.join(under).join(&plain);
        let brought_it = fs::read(&path).and_then(|bytes| {
            let bytes = if encrypted { decrypted(&bytes, identity)? } else { bytes };
            fs::DirBuilder::new().mode(0o700).recursive(true).create(into.parent().unwrap_or(dir))?;
            put(&into, &bytes, None)
        });
        match brought_it {
            Ok(()) => brought.push(under.join(plain)),
            Err(error) => not.push(format!("{}: {error}", under.join(plain).display())),
        }
    }
}

fn decrypted(bytes: &[u8], identity: Option<&Identity>) -> io::Result<Vec<u8>> {
    let reader = identity.and_then(|identity| identity.decrypting(bytes));
    let mut reader = reader.ok_or_else(|| io::Error::other("la clave no lo abre"))?;
    let mut plain = Vec::new();
    reader.read_to_end(&mut plain)?;
    Ok(plain)
}
