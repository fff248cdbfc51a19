//! The settings as they may leave the hall: of each key its name, and of those of a list the value too. What is new, misspelt or in the
//! wrong place is struck out because nobody has said that it may be read.

use std::fmt::Write as _;
use std::path::Path;

use toml::{Table, Value};

use crate::config::FILE;

/// The keys whose values a technician is shown: part and key. Nothing that opens, names a person or says who the company is.
const SHOWN: &[(&str, &[&str])] = &[
    ("server", &["listen", "names", "plain_board", "board_code"]),
    ("machine", &["port", "baud", "driver", "tags", "set"]),
    ("second_reader", &["port", "baud", "driver", "tags", "set"]),
    ("rhythm", &["sale_minutes", "pause_minutes"]),
    ("mirror", &["folders", "wait", "same_disk"]),
    ("spare", &["at", "wait"]),
    ("backup", &["folder", "keep", "same_disk"]),
    ("retention", &["claimant_days", "signature_days"]),
    ("film", &["folder", "days", "leave_gib", "sound"]),
    ("tv", &["notices"]),
    ("time_stamp", &["url"]),
    ("witness", &["name", "url"]),
    ("barcode", &["name", "symbol", "prefix", "letter", "series", "number", "check", "terminator"]),
    ("paper", &["leaf", "players", "printer"]),
];

const STRUCK: &str = "(tachado)";

const HEAD: &str = "\
# Los ajustes de la sala (sala.toml), para soporte. Sólo llevan su valor las claves de una lista; las demás, también las desconocidas y
# las mal escritas, llevan «(tachado)». Los comentarios no van. De las direcciones de la red se quita usuario, contraseña y lo que sigue a «?».
";

/// The text.
pub(super) fn text(dir: &Path) -> String {
    let read = std::fs::read_to_string(dir.join(FILE));
    let body = match read.map(|text| text.parse::<Table>()) {
        Ok(Ok(settings)) => shown(&settings),
        // Where it goes wrong is said, and not what stands there.
        Ok(Err(error)) => {
            let at = error.span().map_or(0, |span| span.start);
            format!(
                "# {FILE} no es un fichero TOML: la falta está en el carácter {at}. No se enseña nada de él.\n"
            )
        }
        Err(error) => format!("# {FILE} no se puede leer: {error}.\n"),
    };
    format!("{HEAD}\n{body}")
}

fn shown(settings: &Table) -> String {
    let mut text = String::new();
    for (part, value) in settings {
        let keys = SHOWN.iter().find(|(name, _)| name == part).map_or(&[] as &[&str], |(_, keys)| keys);
        let tables = value.as_array().filter(|all| all.iter().all(Value::is_table));
        if let Some(table) = value.as_table() {
            put(&mut text, &format!("[{}]", name(part)), table, keys);
        } else if let Some(tables) = tables {
            for table in tables.iter().filter_map(Value::as_table) {
                put(&mut text, &format!("[[{}]]", name(part)), table, keys);
            }
        } else {
            writeln!(text, "{} = \"{STRUCK}\"\n", name(part)).expect("text grows");
        }
    }
    text
}

fn put(text: &mut String, head: &str, table: &Table, keys: &[&str]) {
    writeln!(text, "{head}").expect("text grows");
    for (key, value) in table {
        let value =
            if keys.contains(&key.as_str()) { plain(value) } else { Value::String(STRUCK.to_owned()) };
        writeln!(text, "{} = {value}", name(key)).expect("text grows");
    }
    writeln!(text).expect("text grows");
}

/// A name that is none of ours may itself be what somebody typed into the wrong place.
fn name(key: &str) -> &str {
    let is_plain = key.len() <= 24 && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_plain { key } else { "\"(clave tachada)\"" }
}

/// A value without what an address of the web may carry besides its host and path; nothing within another table is shown.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(without_secrets(text)),
        Value::Array(all) => Value::Array(all.iter().map(plain).collect()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => value.clone(),
        Value::Table(_) => Value::String(STRUCK.to_owned()),
    }
}

fn without_secrets(text: &str) -> String {
    let Some((kind, rest)) = text.split_once("://") else { return text.to_owned() };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = host.rsplit('@').next().unwrap_or(host);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    format!("{kind}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_listed_is_shown() {
        let settings = "clave = 'oculto1'\n# oculto2\n[server]\nlisten = '127.0.0.1:7878'\npassword = 'oculto3'\n\
            [mail]\nhost = 'oculto4'\n[mail.smtp]\npassword = 'oculto5'\n[[witness]]\nname = 'r'\nurl = 'http://u:oculto6@a.es/b?t=oculto7'\nkey = 'oculto8'\n\
            [paper]\ncompany = 'oculto9'\nprinter = { a = 'oculto10' }\n[Oculto11]\n";
        let text = shown(&settings.parse().unwrap());
        assert!(!text.to_lowercase().contains("oculto"), "{text}");
        for line in
            ["listen = \"127.0.0.1:7878\"", "url = \"http://a.es/b\"", "password = \"(tachado)\"", "[mail]"]
        {
            assert!(text.contains(line), "no «{line}» in {text}");
        }
        assert!(text.parse::<Table>().is_ok(), "{text}");
    }
}
