//! The halls that a witness knows: a text file with a key a line, which people may edit.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use hall_log::PublicKey;
use hall_log::key::{Purpose, Verifier};
use hall_wire::log_name::LogName;

use super::{WitnessError, failed, write_whole};
use crate::record_key::short;

/// The file.
pub const FILE: &str = "salas.txt";

const HEAD: &str = "\
# Las salas que conoce este testigo: en cada línea, la clave que firma un registro, como la escribe «hall-server record-key» en
# la sala, y detrás lo que se quiera. Una sala puede tener varias: cambia de clave cuando se restaura. Quitar una línea es no
# creer más a esa clave. Se lee de nuevo con cada petición: no hace falta parar el testigo.
";

/// The keys of each hall, by what the names of its logs begin with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known(BTreeMap<String, Vec<PublicKey>>);

impl Known {
    /// Those of a folder; none where it has no list.
    ///
    /// # Errors
    /// When the file cannot be read, or has a line that is none.
    pub fn read(dir: &Path) -> Result<Known, WitnessError> {
        let text = text(dir)?;
        Known::parse(&text).map_err(|faults| {
            let name = dir.join(FILE).display().to_string();
            WitnessError::Halls(
                faults.into_iter().map(|(line, why)| format!("{name}:{line}: {why}")).collect(),
            )
        })
    }

    /// Or all that is wrong with it, by line.
    fn parse(text: &str) -> Result<Known, Vec<(usize, String)>> {
        let (mut known, mut faults) = (Known::default(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let key = line.split_whitespace().next().unwrap_or_default();
            if key.is_empty() || key.starts_with('#') {
                continue;
            }
            match hall_key(key) {
                Ok((hall, key)) => {
                    known.insert(hall, key);
                }
                Err(why) => faults.push((number, why)),
            }
        }
        if faults.is_empty() { Ok(known) } else { Err(faults) }
    }

    /// Returns whether it is new.
    fn insert(&mut self, hall: String, key: PublicKey) -> bool {
        let keys = self.0.entry(hall).or_default();
        let is_new = !keys.contains(&key);
        if is_new {
            keys.push(key);
        }
        is_new
    }

    /// The keys of a hall; none of one that is not known.
    pub fn keys(&self, hall: &str) -> &[PublicKey] {
        self.0.get(hall).map(Vec::as_slice).unwrap_or_default()
    }

    /// Every hall with its keys.
    pub fn all(&self) -> impl Iterator<Item = (&str, &[PublicKey])> {
        self.0.iter().map(|(hall, keys)| (hall.as_str(), keys.as_slice()))
    }

    /// How many halls.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The hall and the key in a verifier key of a log.
fn hall_key(text: &str) -> Result<(String, PublicKey), String> {
    let shown = |why: &str| Err(format!("«{text}» {why}"));
    let Some(Verifier { name, purpose, key }) = Verifier::parse(text) else {
        return shown("no es una clave entera: cópiela de «hall-server record-key», con sus dos signos «+»");
    };
    if purpose != Purpose::Note {
        return shown(
            "es la clave de un testigo, no la de un registro: la escribe «hall-server record-key» en la sala",
        );
    }
    let Some(log) = LogName::parse(&name) else {
        return shown("no es la clave del registro de una sala: su nombre es bombo-, 16 cifras y /epoca-N");
    };
    Ok((log.hall().to_owned(), key))
}

fn text(dir: &Path) -> Result<String, WitnessError> {
    let path = dir.join(FILE);
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(failed(&path)),
    }
}

/// `hall-server witness add`: has a witness know the halls of these keys. All of them, or none where one is wrong. Returns what was done
/// of each, in Spanish.
///
/// # Errors
/// When one is no key of a hall, or the file cannot be read or written.
pub fn add(dir: &Path, keys: &[String]) -> Result<Vec<String>, WitnessError> {
    let mut known = Known::read(dir)?;
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for text in keys {
        hall_key(text).map_or_else(|why| faults.push(why), |(hall, key)| read.push((text, hall, key)));
    }
    if !faults.is_empty() {
        return Err(WitnessError::Halls(faults));
    }
    let mut list = text(dir)?;
    if list.is_empty() {
        list.push_str(HEAD);
    } else if !list.ends_with('\n') {
        list.push('\n');
    }
    let mut done = Vec::new();
    for (text, hall, key) in read {
        let has_others = !known.keys(&hall).is_empty();
        let is_new = known.insert(hall.clone(), key);
        if is_new {
            list.push_str(&format!("{text}\n"));
        }
        let what = match (is_new, has_others) {
            (false, _) => "ya la conocía",
            (true, false) => "sala nueva",
            (true, true) => "otra clave de una sala que ya conocía",
        };
        done.push(format!("{hall}: {what}; huella de la clave, {}", short(&key)));
    }
    let path = dir.join(FILE);
    fs::create_dir_all(dir).and_then(|()| write_whole(&path, list.as_bytes())).map_err(failed(&path))?;
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "bombo-0123456789abcdef/epoca-1";

    fn key_of(name: &str, purpose: Purpose, key: u8) -> String {
        let key = hall_log::SecretKey::of_seed(&[key; 32]).public();
        Verifier { name: name.to_owned(), purpose, key }.to_string()
    }

    #[test]
    fn what_is_wrong_in_the_list_is_said_with_its_line() {
        let good = key_of(ONE, Purpose::Note, 1);
        let text = format!(
            "# una\n\n{good} Bingo El Ancla\n{}\n{}\n{}x\n",
            key_of(ONE, Purpose::Cosignature, 1),
            key_of("otra/epoca-1", Purpose::Note, 1),
            good
        );
        let faults = Known::parse(&text).unwrap_err();
        let lines: Vec<usize> = faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [4, 5, 6]);
        for (words, (_, said)) in
            ["es la clave de un testigo", "16 cifras", "no es una clave entera"].iter().zip(faults)
        {
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn a_hall_is_added_once_and_nothing_where_one_is_wrong() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) =
            (key_of(ONE, Purpose::Note, 1), key_of("bombo-0123456789abcdef/epoca-2", Purpose::Note, 2));
        let done = add(dir.path(), &[first.clone(), second.clone(), first.clone()]).unwrap();
        let ends: Vec<bool> = ["sala nueva", "otra clave", "ya la conocía"]
            .iter()
            .zip(&done)
            .map(|(words, said)| said.contains(words))
            .collect();
        assert_eq!(ends, [true; 3], "{done:?}");
        assert_eq!(Known::read(dir.path()).unwrap().keys("bombo-0123456789abcdef").len(), 2);
        // Somebody edited it and left the last line without an end.
        let path = dir.path().join(FILE);
        fs::write(&path, format!("{first} a mano")).unwrap();
        assert!(add(dir.path(), &[second.clone(), "nada".to_owned()]).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first} a mano"));
        add(dir.path(), std::slice::from_ref(&second)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first} a mano\n{second}\n"));
    }
}
