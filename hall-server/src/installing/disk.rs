//! Another disk, with the backups of each close and the record line by line.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::sys::stat::{major, minor};
use toml::Value;

use super::place::Place;
use super::settings::Change;
use super::talk::{Answered, Left, Talk, folded, is_no, numbered};
use crate::doctor::{cannot_be_written, is_hidden, on_the_same_disk, tool};
use crate::export::drive::is_removable;
use crate::mirror;

/// What is on it, below the folder that was said.
const BACKUPS: &str = "copias";
const MIRROR: &str = "registro";

/// Where the server's unit may write without being told so.
const OPEN: [&str; 3] = ["/var/lib/bombo", "/media", "/mnt"];

/// The drop-in that lets it write elsewhere.
const DROP_IN: &str = "/etc/systemd/system/bombo-server.service.d/segundo-disco.conf";

pub(super) fn now(place: &Place) -> String {
    let Some(settings) = place.settings() else { return String::new() };
    let backup = settings
        .backup
        .as_ref()
        .map(|backup| format!("{} copias de seguridad en {}", backup.keep, backup.folder.display()));
    let mirror = settings.mirror.as_ref().map(|mirror| {
        let folders: Vec<String> = mirror.folders.iter().map(|folder| folder.display().to_string()).collect();
        format!("línea a línea en {}", folders.join(" y "))
    });
    let all: Vec<String> = backup.into_iter().chain(mirror).collect();
    if all.is_empty() { "ninguno: la sala está sólo en un disco".to_owned() } else { all.join("; ") }
}

/// The mounted file systems of real disks but the hall's, as the system lists them: where, and what.
fn mounts(mountinfo: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for line in mountinfo.lines() {
        let Some((before, after)) = line.split_once(" - ") else { continue };
        let (before, after): (Vec<&str>, Vec<&str>) =
            (before.split(' ').collect(), after.split(' ').collect());
        let ([_, _, _, root, at, options, ..], [kind, source, ..]) = (before.as_slice(), after.as_slice())
        else {
            continue;
        };
        let is_of_the_system = *at == "/"
            || ["/boot", "/efi", "/snap", "/proc", "/sys", "/dev"].iter().any(|of| at.starts_with(of));
        let is_a_disk =
            source.starts_with("/dev/") && *root == "/" && !["squashfs", "iso9660"].contains(kind);
        if is_a_disk && !is_of_the_system && options.split(',').any(|option| option == "rw") {
            found.push((unescaped(at).into(), format!("{source}, {kind}")));
        }
    }
    found
}

/// A path as mountinfo writes it: spaces and the like are three digits behind a backslash.
fn unescaped(path: &str) -> String {
    let mut parts = path.split('\\');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                whole.push(char::from(code));
                whole += &part[3..];
            }
            None => {
                whole.push('\\');
                whole += part;
            }
        }
    }
    whole
}

/// Whether what is mounted there is a stick, which is taken away: the one with the packages may be in still.
fn is_a_stick(at: &Path) -> bool {
    let Ok(metadata) = fs::metadata(at) else { return false };
    is_removable(Path::new("/"), &format!("{}:{}", major(metadata.dev()), minor(metadata.dev())))
}

/// The folder itself, or the nearest above it that is there.
fn there(folder: &Path) -> &Path {
    folder.ancestors().find(|above| above.exists()).unwrap_or(folder)
}

pub(super) fn go(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    let dir = place.dir().to_owned();
    let Some((backup, mirror)) = place.settings().map(|now| (now.backup.clone(), now.mirror.clone())) else {
        return Ok(());
    };
    talk.say("Si se rompe el disco de la sala, lo que hay en otro es lo que queda de ella.")?;
    let mut mounts = mounts(&fs::read_to_string("/proc/self/mountinfo").unwrap_or_default());
    let unseen = |folder: &Path| place.account.is_entered() && is_hidden(folder);
    mounts.retain(|(at, _)| !unseen(at) && on_the_same_disk("las copias", at, &dir).is_none());
    if mounts.is_empty() {
        talk.say("Este equipo no tiene ahora montado ningún otro disco. Móntelo (en /etc/fstab, para que siga tras un arranque) y ponga su ruta.")?;
    }
    for (number, (at, what)) in mounts.iter().enumerate() {
        talk.lines(&folded(&format!("  {}  {} ({what})", number + 1, at.display()), 5))?;
    }
    let before = backup.as_ref().and_then(|backup| backup.folder.parent().map(|at| at.display().to_string()));
    let stays = mounts.iter().position(|(at, _)| !is_a_stick(at));
    let default =
        before.unwrap_or_else(|| stays.map_or_else(|| "no".to_owned(), |number| (number + 1).to_string()));
    let chosen = talk.ask("Número, la ruta entera de una carpeta, o «no»", &default, |typed| {
        if is_no(typed) {
            return Ok(None);
        }
        let folder = if typed.starts_with('/') {
            PathBuf::from(typed.trim_end_matches('/'))
        } else {
            let number = numbered(typed, mounts.len());
            number
                .map(|number| mounts[number].0.join("bombo"))
                .map_err(|_| "Un número de los de arriba, una ruta que empiece por /, o «no».".to_owned())?
        };
        if unseen(&folder) {
            return Err("El servidor no ve las carpetas de las personas (/home, /root). Monte el disco en otra, como /srv/copias.".to_owned());
        }
        if let Some(finding) = on_the_same_disk("las copias", there(&folder), &dir) {
            return Err(format!("{} → {}.", finding.says, finding.remedy.unwrap_or_default()));
        }
        [folder.clone(), folder.join(BACKUPS)].iter().try_for_each(|made| make(place, made))?;
        Ok(Some(folder))
    })?;
    let Some(folder) = chosen else {
        let parts = [backup.map(|_| "backup"), mirror.map(|_| "mirror")].into_iter().flatten();
        let changes: Vec<Change> = parts.map(|part| Change::Rest { part }).collect();
        if !changes.is_empty() {
            place.change(&changes)?;
        }
        return talk.say("✓ Sin segundo disco: la sala está sólo en uno.");
    };
    let keep = backup.as_ref().map_or(14, |backup| backup.keep);
    let keep =
        talk.ask("Cuántas copias de seguridad se guardan, una por sesión", &keep.to_string(), |typed| {
            typed
                .parse::<i64>()
                .ok()
                .filter(|n| (1..=1_000).contains(n))
                .ok_or_else(|| "De 1 a 1000.".to_owned())
        })?;
    let recipient = key(talk, place, &folder, mirror.is_some())?;
    let mut changes = vec![
        Change::text("backup", "folder", &folder.join(BACKUPS).display().to_string()),
        Change::Set { part: "backup", key: "keep", value: Value::Integer(keep) },
    ];
    if recipient.is_some() || mirror.is_some() {
        make(place, &folder.join(MIRROR)).map_err(Left::Failed)?;
        let folders = Value::Array(vec![folder.join(MIRROR).display().to_string().into()]);
        changes.push(Change::Set { part: "mirror", key: "folders", value: folders });
        changes.extend(recipient.map(|recipient| Change::text("mirror", "recipient", &recipient)));
    }
    place.change(&changes)?;
    opened(talk, place, &folder)?;
    talk.say(&format!("✓ Las copias, en {}.", folder.display()))
}

/// The key of the record line by line; none where it is not wanted, or there is one already. It is made when it is answered: whoever has it
/// reads the copies, and it is shown to nobody.
fn key(talk: &mut Talk, place: &Place, folder: &Path, is_there: bool) -> Answered<Option<String>> {
    if is_there {
        return Ok(None);
    }
    talk.say(
        "El registro puede ir además a ese disco línea a línea, cifrado. La clave para leerlo se guarda en un fichero nuevo que no se queda \
         en este equipo: en un lápiz USB.",
    )?;
    talk.ask("Fichero para la clave, como /media/lapiz/clave.txt, o «no»", "no", |typed| {
        if is_no(typed) {
            return Ok(None);
        }
        let file = Path::new(typed);
        if !file.is_absolute() || file.starts_with(folder) {
            return Err("La ruta entera de un fichero nuevo, y no en el disco de las copias.".to_owned());
        }
        let made = place.account.as_root(|| mirror::make_key(file).map_err(io::Error::other));
        made.map(|recipient| Some(recipient.to_string())).map_err(|error| error.to_string())
    })
}

/// Makes a folder, and tries it as the server will, which is no root.
fn make(place: &Place, folder: &Path) -> Result<(), String> {
    let made = place.account.make_folder(folder).and_then(|()| {
        let tried = folder.join(format!(".bombo-prueba-{}", std::process::id()));
        fs::write(&tried, b"").and_then(|()| fs::remove_file(&tried))
    });
    made.map_err(|error| {
        let remedy = cannot_be_written(error.kind());
        format!("En {} no se puede escribir: {error}. Qué se hace: {remedy}.", folder.display())
    })
}

/// Lets the server's unit write there, where it would not.
fn opened(talk: &mut Talk, place: &Place, folder: &Path) -> Answered<()> {
    if OPEN.iter().any(|open| folder.starts_with(open)) || !place.account.is_entered() {
        return Ok(());
    }
    let text = format!(
        "# Lo escribió bombo-instalar: el disco de las copias, en el que el servidor puede escribir.\n[Service]\nReadWritePaths=-{}\n",
        folder.display()
    );
    let path = Path::new(DROP_IN);
    let written = place.account.as_root(|| {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
        // Where no systemd runs there is nobody to tell.
        let _ = tool::said("systemctl", &["daemon-reload"], Duration::from_secs(30));
        Ok(())
    });
    written.map_err(|error| Left::Failed(format!("No se puede escribir {DROP_IN}: {error}.")))?;
    talk.say(&format!("✓ {DROP_IN} deja al servidor escribir ahí."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_disks_of_a_computer_are_found_in_what_the_system_lists() {
        let listed = "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n\
                      30 22 8:17 / /srv/disco\\040dos rw,relatime shared:9 - ext4 /dev/sdb1 rw\n\
                      31 22 8:33 / /media/lapiz ro,nosuid - vfat /dev/sdc1 ro\n\
                      32 22 8:2 / /boot/efi rw - vfat /dev/sda2 rw\n\
                      33 22 0:40 / /run rw - tmpfs tmpfs rw\n\
                      34 22 8:17 /parte /srv/otra rw - ext4 /dev/sdb1 rw\n";
        assert_eq!(mounts(listed), [(PathBuf::from("/srv/disco dos"), "/dev/sdb1, ext4".to_owned())]);
    }
}
