//! The disks: whether they can be written, how long they take until something is really on them, and how much room there is.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::asked::PATIENCE;
use super::tool::said;
use super::{Finding, Place};
use crate::disk;
use crate::film;
use crate::journal::{database_in, room_at};

const WHAT: &str = "disco";

/// How often a file is written and synchronised: each costs what a line of the record costs.
const TIMES: usize = 50;

/// What a commit writes, roughly.
const BYTES: usize = 4096;

/// Budgets of the slowest of them: a ball waits for its line, and a half-second is told at the mesa.
const WELL: Duration = Duration::from_millis(50);
const SLOW: Duration = Duration::from_millis(500);

/// Measuring ends here even on a disk that is worse than any.
const LONGEST: Duration = Duration::from_secs(10);

const MIB: u64 = 1024 * 1024;

/// Less than this is little, as the mesa has it; and less than that should be looked at.
const LITTLE: u64 = 256 * MIB;
const SOON: u64 = 4 * 1024 * MIB;

/// What is measured with, and taken away again.
const FILE: &str = ".bombo-mide-el-disco";

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let dir = &place.order.dir;
    let mut findings = of_folder("la sala", dir, None);
    findings.extend(permissions(dir));
    let Some(config) = place.settings() else { return findings };
    let mirrors = config
        .mirror
        .iter()
        .flat_map(|mirror| mirror.folders.iter().map(|folder| (folder.clone(), mirror.same_disk)));
    let others = mirrors.map(|(folder, same)| ("la copia línea a línea", folder, same));
    let backup = config
        .backup
        .iter()
        .map(|backup| ("las copias de seguridad", backup.folder.clone(), backup.same_disk));
    for (whose, folder, may_be_the_same) in others.chain(backup) {
        findings.extend(of_folder(whose, &folder, Some(dir.as_path()).filter(|_| !may_be_the_same)));
    }
    // Film on the hall's own disk is allowed.
    let film = config.film.iter().map(|settings| film::folder_of(dir, &settings.folder));
    for folder in film.filter(|folder| folder.is_dir()) {
        findings.extend(of_folder("la película", &folder, None));
    }
    findings
}

/// How a folder's disk is; where it must be another one than the hall's, whether it is.
fn of_folder(whose: &str, folder: &Path, other_than: Option<&Path>) -> Vec<Finding> {
    let here = folder.display();
    let mut findings = Vec::new();
    match measured(folder) {
        Err(error) => {
            let remedy = cannot_be_written(error.kind());
            return vec![Finding::bad(
                WHAT,
                format!("en {here}, de {whose}, no se puede escribir: {error}"),
                remedy,
            )];
        }
        Ok(Synced { half, most }) => {
            findings.push(judged(&format!("{here}, de {whose}"), half, most));
        }
    }
    findings.extend(other_than.and_then(|hall| on_the_same_disk(whose, folder, hall)));
    findings.extend(room(whose, folder));
    findings.extend(kept_out(whose, folder));
    findings
}

/// How a disk is that took this long half of the times, and this long at most in 99 of 100.
fn judged(which: &str, half: Duration, most: Duration) -> Finding {
    let (half, slowest) = (ms(half), ms(most));
    let says =
        format!("{which}: la mitad de las veces llega al disco en {half}, y 99 de cada 100 en {slowest}");
    if most <= WELL {
        Finding::good(WHAT, says)
    } else if most <= SLOW {
        Finding::warning(
            WHAT,
            says,
            "para la sala use un disco SSD de este equipo; ni un lápiz ni una carpeta de red",
        )
    } else {
        Finding::bad(
            WHAT,
            says,
            "cada bola esperaría al disco: cámbielo; mire antes si da fallos (smartctl -a)",
        )
    }
}

/// Whether a folder that must be on another disk than the hall is on the same one.
pub(crate) fn on_the_same_disk(whose: &str, folder: &Path, hall: &Path) -> Option<Finding> {
    disk::holds_both(hall, folder).then(|| {
        Finding::bad(
            WHAT,
            format!("{}, de {whose}, está en el mismo disco que {}", folder.display(), hall.display()),
            "no protege de que se rompa: póngala en otro disco, y mire que esté montado",
        )
    })
}

/// What the server's unit may write besides its own place, as `bombo-server.service` has it.
const PLACE: &str = "/var/lib/bombo";

/// Whether a folder is one of people's own, which the server's unit does not see whatever it may write (`ProtectHome`).
pub(crate) fn is_hidden(folder: &Path) -> bool {
    ["/home", "/root", "/run/user"].iter().any(|of| folder.starts_with(of))
}

/// A folder that this account can write and the server's unit cannot: the server runs with less than its account may.
fn kept_out(whose: &str, folder: &Path) -> Option<Finding> {
    let unit =
        said("systemctl", &["show", "bombo-server", "-p", "LoadState", "-p", "ReadWritePaths"], PATIENCE)?
            .text;
    let of = |key: &str| unit.lines().find_map(|line| line.strip_prefix(key));
    let paths = of("ReadWritePaths=").filter(|_| of("LoadState=") == Some("loaded"))?;
    let mut open = paths.split_whitespace().map(|path| path.trim_start_matches(['-', '+'])).chain([PLACE]);
    let folder = folder.canonicalize().ok()?;
    if is_hidden(&folder) {
        return Some(Finding::bad(
            WHAT,
            format!(
                "{}, de {whose}: la unidad bombo-server no ve las carpetas de las personas",
                folder.display()
            ),
            "póngala fuera de /home y de /root, con su disco montado en otra carpeta, como /srv/copias",
        ));
    }
    (!open.any(|path| folder.starts_with(path))).then(|| {
        Finding::bad(
            WHAT,
            format!("{}, de {whose}: la unidad bombo-server no deja escribir ahí", folder.display()),
            "ponga la carpeta en ReadWritePaths, como en examples/segundo-disco.conf, y «systemctl daemon-reload»",
        )
    })
}

/// What to do where nothing can be written.
pub(crate) fn cannot_be_written(why: io::ErrorKind) -> &'static str {
    use io::ErrorKind::{
        NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    if matches!(why, NotFound | NotADirectory) {
        "créela o monte su disco, y que sea de la cuenta del servidor (chown bombo:bombo)"
    } else if why == PermissionDenied {
        "que sea de la cuenta del servidor (chown bombo:bombo)"
    } else if why == ReadOnlyFilesystem {
        "está montado para leer: mire si el disco da fallos (dmesg), y móntelo otra vez"
    } else if matches!(why, StorageFull | QuotaExceeded) {
        "está lleno: haga sitio"
    } else {
        "mire el disco (dmesg)"
    }
}

fn room(whose: &str, folder: &Path) -> Option<Finding> {
    let (free, all) = room_at(folder).ok()?;
    let says = format!("{}, de {whose}: {} MiB libres de {}", folder.display(), free / MIB, all / MIB);
    Some(if free < LITTLE {
        Finding::bad(
            "sitio",
            says,
            "haga sitio antes de abrir la sesión: con menos de 256 MiB la mesa lo dice, y con el disco lleno no se vende",
        )
    } else if free < SOON {
        Finding::warning("sitio", says, "haga sitio esta semana")
    } else {
        Finding::good("sitio", says)
    })
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0).replace('.', ",")
}

/// How long it took until what was written was on the disk.
struct Synced {
    half: Duration,
    most: Duration,
}

fn measured(folder: &Path) -> io::Result<Synced> {
    let file = Measuring::begin(folder)?;
    let (begun, mut took) = (Instant::now(), Vec::with_capacity(TIMES));
    while took.len() < TIMES && begun.elapsed() < LONGEST {
        let one = Instant::now();
        (&file.0).write_all(&[b'x'; BYTES])?;
        file.0.sync_all()?;
        took.push(one.elapsed());
    }
    took.sort_unstable();
    let at = |part: usize| took[(took.len() * part / 100).min(took.len() - 1)];
    Ok(Synced { half: at(50), most: at(99) })
}

/// The file to measure with, which goes in the end however it ends.
struct Measuring(File, PathBuf);

impl Measuring {
    fn begin(folder: &Path) -> io::Result<Measuring> {
        let path = folder.join(format!("{FILE}-{}", std::process::id()));
        let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
        Ok(Measuring(file, path))
    }
}

impl Drop for Measuring {
    fn drop(&mut self) {
        // It holds nothing; its name says what it was.
        let _ = fs::remove_file(&self.1);
    }
}

/// The record is the server's account's alone.
fn permissions(dir: &Path) -> Option<Finding> {
    const WHAT: &str = "permisos";
    let path = database_in(dir);
    let found = fs::metadata(&path).ok()?;
    let ours = rustix::process::geteuid();
    let shown = path.display();
    Some(if found.mode() & 0o077 != 0 {
        Finding::bad(
            WHAT,
            format!("{shown} lo pueden leer otras cuentas (modo {:o})", found.mode() & 0o777),
            format!("chmod 600 {shown}"),
        )
    } else if !ours.is_root() && found.uid() != ours.as_raw() {
        Finding::bad(
            WHAT,
            format!("{shown} no es de esta cuenta"),
            "ejecútelo con «bombo-sala doctor», que lo hace con la cuenta de la sala",
        )
    } else {
        Finding::good(WHAT, format!("{shown} sólo lo lee su cuenta"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_judged_by_the_slowest_of_a_hundred_writes() {
        let told = |most: u64| {
            judged("/srv/sala", Duration::from_micros(240), Duration::from_micros(most)).to_string()
        };
        let says = "la mitad de las veces llega al disco en 0,2 ms, y 99 de cada 100 en 50,0 ms";
        assert!(told(50_000).contains(says), "{}", told(50_000));
        for (most, is) in
            [(0, "bien"), (50_000, "bien"), (50_001, "aviso"), (500_000, "aviso"), (500_001, "MAL")]
        {
            assert!(told(most).contains(is), "{most}: {}", told(most));
            let others = ["bien", "aviso", "MAL"].into_iter().filter(|other| *other != is);
            assert!(others.into_iter().all(|other| !told(most).contains(other)), "{most}: {}", told(most));
        }
        assert!(told(50_001).contains("SSD") && told(500_001).contains("smartctl"));
    }
}
