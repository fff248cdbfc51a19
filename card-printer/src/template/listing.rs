//! Lists the templates: the built-in ones, and those in the hall's folder.

use std::fs;
use std::io;
use std::path::Path;

use hall_wire::message::TemplateRow;
use settings_file::Faults;

use super::{BUILT_IN, Template, in_words, size_in_mm};

/// The built-in templates, then those of a folder by name. A file replaces a built-in template of the same name; an
/// unusable one is listed with its fault.
///
/// # Errors
/// When the folder exists and cannot be read.
pub fn all(folder: Option<&Path>) -> io::Result<Vec<TemplateRow>> {
    let own = folder.map_or(Ok(Vec::new()), in_folder)?;
    let is_own = |name: &str| own.iter().any(|row| row.template == name);
    let ours = BUILT_IN.iter().filter(|(name, _)| !is_own(name));
    let mut rows: Vec<TemplateRow> =
        ours.map(|(name, text)| row(name, false, Template::parse(name, text, Path::new(".")))).collect();
    rows.extend(own);
    Ok(rows)
}

fn in_folder(folder: &Path) -> io::Result<Vec<TemplateRow>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut rows = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
        let Some(name) = name.filter(|_| path.extension().is_some_and(|end| end == "toml")) else { continue };
        rows.push(match fs::read_to_string(&path) {
            Ok(text) => row(name, true, Template::parse(name, &text, folder)),
            Err(error) => row(name, true, Err(Faults::one(name, 1, format!("no se puede leer: {error}")))),
        });
    }
    rows.sort_by(|a, b| a.template.cmp(&b.template));
    Ok(rows)
}

/// Whether print orders can name it.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn row(name: &str, own: bool, template: Result<Template, Faults>) -> TemplateRow {
    let mut row =
        TemplateRow { template: name.to_owned(), title: name.to_owned(), own, ..TemplateRow::default() };
    match template {
        Ok(template) => {
            if !template.title.is_empty() {
                row.title.clone_from(&template.title);
            }
            row.paper = size_in_mm(template.width, template.height);
            row.cards = u32::try_from(template.cards_per_page()).expect("at most 72");
            row.back = template.back.is_some();
        }
        // A row has room for one; printing with the template reports all.
        Err(faults) => row.fault = in_words(&faults).lines().next().map(str::to_owned),
    }
    row
}
