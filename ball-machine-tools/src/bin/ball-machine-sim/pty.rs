//! The simulator's pseudo-terminal, and the link to it.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use anyhow::bail;
use ball_machine_tools::pty;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};

/// The pseudo-terminal, with its link.
pub struct Pty {
    pub master: File,
    // Kept open: otherwise the master reads EIO whenever no host is there.
    _slave: OwnedFd,
    _link: Option<Link>,
}

impl Pty {
    /// Opens one and prints its name.
    pub fn open(link: Option<&Path>) -> anyhow::Result<Pty> {
        let (pty, name) = pty::open()?;
        fcntl(&pty.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        let link = link.map(|path| Link::new(path, &name)).transpose()?;
        let mut stdout = std::io::stdout();
        writeln!(stdout, "{}", serde_json::json!({ "pty": name }))?;
        stdout.flush()?;
        Ok(Pty { master: pty.master.into(), _slave: pty.slave, _link: link })
    }
}

/// A symbolic link, removed at the end of the program if it is still ours.
struct Link {
    path: PathBuf,
    target: PathBuf,
}

impl Link {
    fn new(path: &Path, target: &Path) -> anyhow::Result<Link> {
        free_for_a_link(path)?;
        // Renamed into place: a host never finds the path missing.
        let mut fresh = path.as_os_str().to_owned();
        fresh.push(format!(".{}", std::process::id()));
        std::os::unix::fs::symlink(target, &fresh)
            .and_then(|()| fs::rename(&fresh, path))
            .map_err(|error| cannot("crear el enlace", path, &error))?;
        Ok(Link { path: path.to_owned(), target: target.to_owned() })
    }
}

/// Checks that a link can take this name: it replaces nothing but another link.
pub fn free_for_a_link(path: &Path) -> anyhow::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if !there.file_type().is_symlink() => {
            bail!("{} ya existe y no es un enlace simbólico: no se toca; diga otro nombre", path.display())
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Why something cannot be made at a path, in Spanish.
pub fn cannot(what: &str, path: &Path, error: &std::io::Error) -> anyhow::Error {
    let why = match error.raw_os_error().map(Errno::from_raw) {
        Some(Errno::ENOENT) => "no existe la carpeta".to_owned(),
        Some(Errno::EACCES) => "no hay permiso".to_owned(),
        Some(Errno::ENOTDIR) => "lo que tendría que ser su carpeta no lo es".to_owned(),
        Some(Errno::EEXIST) => "ya existe, y no se sobrescribe: bórrelo o diga otro nombre".to_owned(),
        Some(Errno::EADDRINUSE) => "ya existe; bórrelo si es de otra vez".to_owned(),
        code => format!("el sistema da el error {}", code.map_or(0, |code| code as i32)),
    };
    anyhow::anyhow!("no se puede {what} {}: {why}", path.display())
}

impl Drop for Link {
    fn drop(&mut self) {
        if fs::read_link(&self.path).is_ok_and(|target| target == self.target) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
