//! The servers that witness the hall's record, in its settings.

use hall_log::key::{Purpose, Verifier};
use settings_file::Table;

use super::WitnessSettings;

/// Witnesses that a hall has at most: its operator's, its regulator's, and room.
pub const WITNESSES_MAX: usize = 4;

/// The longest name.
const NAME_MAX: usize = 40;

const NAME: &str = "cómo se le llama en los avisos, de 1 a 40 letras entre comillas, como \"regulador\"";
const URL: &str = "su dirección, con http:// y entre comillas, como \"http://testigo.ejemplo.es:7979\"";
const KEY: &str = "su clave, la línea entera que escribe «hall-server witness», entre comillas";

/// Only whole ones: where there is a fault nothing is used.
pub(super) fn witnesses(parts: Vec<Table<'_>>) -> Vec<WitnessSettings> {
    let mut all: Vec<WitnessSettings> = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        if number == WITNESSES_MAX {
            part.fault(format!("a lo sumo {WITNESSES_MAX} partes [[witness]]: quite las demás"));
        }
        let (name_at, key_at) = (part.place("name"), part.place("key"));
        ["name", "url", "key"]
            .into_iter()
            .zip([NAME, URL, KEY])
            .for_each(|(key, is)| part.needed_as(key, is));
        let name = part.text_as("name", NAME, |text| {
            let fits = (1..=NAME_MAX).contains(&text.chars().count()) && !text.contains(char::is_control);
            (fits && text.trim() == text).then(|| text.to_owned())
        });
        let url = part.text_as("url", URL, url);
        let key = part.text_as("key", KEY, Verifier::parse);
        let key = key.filter(|key| {
            if key.purpose == Purpose::Note {
                let text = "«key»: ésa es la clave de un registro; ponga la del testigo, la que escribe «hall-server witness»";
                part.fault_at(key_at, text);
            }
            key.purpose == Purpose::Cosignature
        });
        if all.iter().any(|has| Some(&has.name) == name.as_ref()) {
            part.fault_at(name_at, "«name»: otro testigo se llama igual");
        }
        // The record tells witnesses apart by the name in the key.
        if all.iter().any(|has| key.as_ref().is_some_and(|key| has.key.name == key.name)) {
            part.fault_at(key_at, "«key»: otro testigo firma con ese mismo nombre");
        }
        part.finish();
        if let (Some(name), Some(url), Some(key)) = (name, url, key) {
            all.push(WitnessSettings { name, url, key });
        }
    }
    all
}

/// Without a slash at its end. A host, and nothing that belongs behind a path.
fn url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("http://")?.trim_end_matches('/');
    let fits = !rest.is_empty() && !rest.starts_with(['/', ':']) && !rest.contains(['?', '#', '@', '\\']);
    let plain = rest.chars().all(|c| c.is_ascii_graphic());
    (fits && plain).then(|| format!("http://{rest}"))
}
