//! The witness's key, and under which name it signs.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use hall_log::key::{Purpose, Verifier, is_name};
use hall_log::{Cosigner, SecretKey};

use super::{WitnessError, failed, sync_folder_of, write_whole};
use crate::key_file;

/// The key, which only this user may read.
const KEY: &str = "testigo.clave";

/// Its public half with the name, as the halls' settings have it.
const PUBLIC: &str = "testigo.pub";

/// The longest name.
const NAME_MAX: usize = 60;

/// The witness of a folder; made where there is none. `asked` is the name that was said at this start.
pub(super) fn of_folder(dir: &Path, asked: Option<&str>) -> Result<Cosigner, WitnessError> {
    let (path, public) = (dir.join(KEY), dir.join(PUBLIC));
    if let Some(name) = asked.filter(|name| !is_name(name) || name.chars().count() > NAME_MAX) {
        return Err(WitnessError::BadName(name.to_owned()));
    }
    let has = public_half(&public, &path)?;
    if let (Some(has), Some(asked)) = (&has, asked)
        && has.name != asked
    {
        return Err(WitnessError::Named { has: has.name.clone(), asked: asked.to_owned() });
    }
    let key = SecretKey::of_seed(&seed(&path, has.is_some())?);
    if let Some(has) = has {
        let cosigner = Cosigner::of(&has.name, key).expect("what was read is a name");
        let is_its = cosigner.verifier() == has;
        return if is_its { Ok(cosigner) } else { Err(WitnessError::AnotherKey { public, key: path }) };
    }
    // By itself no two witnesses are called the same.
    let name = asked.map_or_else(|| format!("testigo-{}", &key.public().to_string()[..8]), str::to_owned);
    let cosigner = Cosigner::of(&name, key).expect("it was seen to be a name");
    write_whole(&public, format!("{}\n", cosigner.verifier()).as_bytes()).map_err(failed(&public))?;
    Ok(cosigner)
}

/// The public half of a witness's key that is there.
fn public_half(public: &Path, key: &Path) -> Result<Option<Verifier>, WitnessError> {
    let text = match fs::read_to_string(public) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(failed(public))?,
    };
    let verifier = Verifier::parse(text.trim_end()).filter(|half| half.purpose == Purpose::Cosignature);
    let another = || WitnessError::AnotherKey { public: public.to_owned(), key: key.to_owned() };
    verifier.ok_or_else(another).map(Some)
}

/// The witness of a folder, as others know it; none where there is none.
///
/// # Errors
/// When it cannot be read.
pub fn known_as(dir: &Path) -> Result<Option<Verifier>, WitnessError> {
    public_half(&dir.join(PUBLIC), &dir.join(KEY))
}

/// Reads the key, or makes it. One whose public half is there was handed out, and is not made again.
fn seed(path: &Path, is_known: bool) -> Result<[u8; key_file::BYTES], WitnessError> {
    let bad = || WitnessError::BadKey(path.to_owned());
    match key_file::read(path) {
        Ok(Some(seed)) => Ok(seed),
        Ok(None) if is_known => Err(bad()),
        Ok(None) => {
            // It has its name only once it is whole.
            let draft = path.with_added_extension("parte");
            let made = || {
                if draft.exists() {
                    fs::remove_file(&draft)?;
                }
                let seed = key_file::make(&draft)?;
                fs::rename(&draft, path)?;
                sync_folder_of(path).map(|()| seed)
            };
            made().map_err(failed(path))
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(bad()),
        Err(error) => Err(failed(path)(error)),
    }
}
