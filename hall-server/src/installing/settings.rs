//! Changing the settings as somebody with an editor does: a line of the file, its hash taken away if it has one, and nothing else.
//!
//! The template explains each setting above it, and a hall's technician has notes of his own there: the file is no table that is
//! written anew. Whatever was changed is read again, and must be the file of before with these values; otherwise nothing is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use settings_file::Faults;
use toml::{Table, Value};

use crate::config::{Config, ConfigError, FILE};

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Change {
    /// A setting gets a value; its part begins to count.
    Set {
        /// The part, as in `machine`.
        part: &'static str,
        /// The name.
        key: &'static str,
        /// The value.
        value: Value,
    },
    /// A part counts no more: each of its lines gets a hash.
    Rest {
        /// The part.
        part: &'static str,
    },
}

impl Change {
    /// A setting gets a text.
    pub(super) fn text(part: &'static str, key: &'static str, value: &str) -> Change {
        Change::Set { part, key, value: Value::String(value.to_owned()) }
    }
}

/// The settings stay as they were.
#[derive(Debug, thiserror::Error)]
pub(super) enum SettingsError {
    /// They cannot be read, or are wrong already.
    #[error("{0}")]
    Before(#[from] ConfigError),
    /// With these values they would be wrong.
    #[error("No se ha cambiado nada: {0}")]
    After(#[from] Faults),
    /// They are written in a way that this program does not change.
    #[error(
        "{FILE} está escrito de un modo que este programa no sabe cambiar sin tocar lo demás. No se ha cambiado nada: póngalo a mano, \
         en [{part}]."
    )]
    Other {
        /// Where.
        part: &'static str,
    },
    /// The file could not be written.
    #[error("No se puede escribir {FILE}: {0}. Sigue como estaba.")]
    Write(#[source] io::Error),
}

/// Makes changes to the settings of the hall in a folder, all or none; on the disk when this returns.
pub(super) fn change(dir: &Path, changes: &[Change]) -> Result<(), SettingsError> {
    let path = dir.join(FILE);
    let name = path.display().to_string();
    Config::read(dir)?;
    let text =
        fs::read_to_string(&path).map_err(|source| ConfigError::Missing { path: path.clone(), source })?;
    let after = changed(&name, &text, changes)?;
    if after == text { Ok(()) } else { write(&path, &after).map_err(SettingsError::Write) }
}

/// The text with the changes.
fn changed(name: &str, text: &str, changes: &[Change]) -> Result<String, SettingsError> {
    let part_of = |change: &Change| match change {
        Change::Set { part, .. } | Change::Rest { part } => *part,
    };
    let other = SettingsError::Other { part: changes.first().map_or("server", part_of) };
    let (mut lines, mut expected): (Vec<String>, Table) = match text.parse() {
        Ok(table) => (text.lines().map(str::to_owned).collect(), table),
        Err(_) => return Err(other),
    };
    for change in changes {
        match change {
            Change::Set { part, key, value } => {
                set(&mut lines, part, key, value);
                let entry = expected.entry((*part).to_owned()).or_insert_with(|| Value::Table(Table::new()));
                let Some(entry) = entry.as_table_mut() else { return Err(other) };
                entry.insert((*key).to_owned(), value.clone());
            }
            Change::Rest { part } => {
                rest(&mut lines, part);
                expected.remove(*part);
            }
        }
    }
    let after = lines.join("\n") + "\n";
    if after.parse::<Table>().ok().as_ref() != Some(&expected) {
        return Err(other);
    }
    Config::parse(name, &after)?;
    Ok(after)
}

/// The file is written beside, brought to the disk, and renamed.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("toml.nuevo");
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.set_permissions(fs::metadata(path)?.permissions())?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)?;
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    })();
    if written.is_err() {
        // Of use to nobody; whether it is there or not, the settings are those of before.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// What a line is without the hash that keeps it from counting.
fn bare(line: &str) -> (&str, bool) {
    let line = line.trim();
    line.strip_prefix('#').map_or((line, true), |rest| (rest.trim_start(), false))
}

/// Whether a line begins a part, counting or not.
fn begins_part(line: &str) -> bool {
    let (bare, _) = bare(line);
    let name = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| name.trim_matches(['[', ']']).chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

/// Where a part begins and ends, and whether it counts; one that counts comes before one that does not.
fn find_part(lines: &[String], part: &str) -> Option<(usize, usize, bool)> {
    let header = format!("[{part}]");
    let found = |counts: bool| {
        lines.iter().position(|line| {
            let (bare, is) = bare(line);
            let bare = bare.split('#').next().unwrap_or_default().trim();
            is == counts && bare == header
        })
    };
    let (at, counts) = found(true).map(|at| (at, true)).or_else(|| found(false).map(|at| (at, false)))?;
    let end = lines[at + 1..].iter().position(|line| begins_part(line)).map_or(lines.len(), |n| at + 1 + n);
    Some((at, end, counts))
}

/// Whether a line sets this key, once it counts.
fn sets(line: &str, key: &str) -> bool {
    line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// How many lines the setting has that begins here: a list may have several.
fn long(lines: &[String]) -> usize {
    let whole = |n: &usize| lines[..*n].join("\n").parse::<Table>().is_ok();
    (1..=lines.len()).find(whole).unwrap_or(1)
}

/// The comment behind a value, with what is before it.
fn comment(line: &str) -> &str {
    let found = line.match_indices('#').find(|(at, _)| line[..*at].parse::<Table>().is_ok());
    found.map_or("", |(at, _)| {
        let before = line[..at].trim_end().len();
        &line[before..]
    })
}

fn set(lines: &mut Vec<String>, part: &str, key: &str, value: &Value) {
    let setting = format!("{key} = {value}");
    let Some((at, end, counts)) = find_part(lines, part) else {
        lines.extend([String::new(), format!("[{part}]"), setting]);
        return;
    };
    if !counts {
        lines[at] = format!("[{part}]");
    }
    let inside = at + 1..end;
    if let Some(at) = inside.clone().find(|line| sets(&lines[*line], key)) {
        let length = long(&lines[at..end]);
        let kept = if length == 1 { comment(&lines[at]).to_owned() } else { String::new() };
        lines.splice(at..at + length, [setting + &kept]);
    } else if let Some(at) = inside.clone().find(|line| {
        let (bare, counts) = bare(&lines[*line]);
        !counts && sets(bare, key)
    }) {
        lines[at] = setting;
    } else {
        lines.insert(at + 1, setting);
    }
}

fn rest(lines: &mut [String], part: &str) {
    let Some((at, end, true)) = find_part(lines, part) else { return };
    for line in &mut lines[at..end] {
        if bare(line).1 && !line.trim().is_empty() {
            *line = format!("# {line}");
        }
    }
}

#[cfg(test)]
mod tests;
