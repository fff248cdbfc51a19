//! The account that the hall belongs to: root installs, and what is the hall's is made and tried as that account.
//!
//! A file that root made in the hall's folder could not be written by the server; a port or a disk that root can use, the server perhaps
//! cannot. So the program is the account from its beginning, and root again for what only root may do.

use std::ffi::CString;
use std::io;
use std::os::unix::fs::chown;
use std::path::Path;

use nix::unistd::{Uid, User, geteuid, initgroups, setegid, seteuid};

/// Whose the hall is.
pub(super) struct Account(Option<User>);

impl Account {
    /// Becomes the account with this name, if root asks for it; without a name, or without root, whoever runs the program stays.
    ///
    /// # Errors
    /// There is no such account.
    pub(super) fn enter(name: Option<&str>) -> io::Result<Account> {
        let Some(name) = name.filter(|_| geteuid().is_root()) else { return Ok(Account(None)) };
        let user = User::from_name(name)?
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("no existe la cuenta {name}")))?;
        initgroups(&CString::new(name)?, user.gid)?;
        setegid(user.gid)?;
        seteuid(user.uid)?;
        Ok(Account(Some(user)))
    }

    /// Whether root has given way to the account: then it can come back.
    pub(super) fn is_entered(&self) -> bool {
        self.0.is_some()
    }

    /// Does something as root, where root began this; otherwise as whoever did.
    ///
    /// # Errors
    /// Those of the act.
    pub(super) fn as_root<T>(&self, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let Some(user) = &self.0 else { return act() };
        seteuid(Uid::from_raw(0))?;
        let done = act();
        seteuid(user.uid)?;
        done
    }

    /// Makes a folder that is the account's alone; one that is there already stays as it is.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn make_folder(&self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::DirBuilderExt;
        if path.is_dir() {
            return Ok(());
        }
        self.as_root(|| {
            std::fs::DirBuilder::new().mode(0o700).create(path)?;
            match &self.0 {
                Some(user) => chown(path, Some(user.uid.as_raw()), Some(user.gid.as_raw())),
                None => Ok(()),
            }
        })
    }
}
