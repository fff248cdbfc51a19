//! What can be wrong with a mirror, in words and as the mesa is told.

use std::io;
use std::path::PathBuf;

use hall_core::record::Hash;
use hall_wire::board::CopyTrouble;

use super::segment::tag;
use super::spare::Superseded;
use crate::journal::{Head, JournalError};

/// Why nothing is written to a mirror just now. It is tried again, whatever it is.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The folder is not there.
    #[error("no está: falta la carpeta. Conecte el disco o el lápiz")]
    Missing,
    /// The folder is on the hall's own disk.
    #[error("está en el mismo disco que la sala y no protege de nada. ¿Falta por conectar el disco?")]
    SameDisk,
    /// It is another hall's.
    #[error("es la copia de otra sala ({0}). No se toca: elija otra carpeta")]
    OtherHall(String),
    /// It goes farther than the record.
    #[error(
        "llega a la línea {} ({}) y el registro es más corto: al registro le faltan líneas. No se toca: párese y \
         restaure", .0.seq, .0.hash
    )]
    Ahead(Head),
    /// It has another line than the record at the same place.
    #[error(
        "tiene otra línea {} que el registro ({}): uno de los dos se ha reescrito. No se toca", .0.seq, .0.hash
    )]
    Rewritten(Head),
    /// Its disk is full.
    #[error("su disco está lleno. Deje espacio o cambie el disco")]
    Full,
    /// It may not be written.
    #[error("no se puede escribir en la carpeta: {0}. Compruebe permisos y montaje")]
    Unwritable(#[source] io::Error),
    /// Its disk fails.
    #[error("su disco falla: {0}. Compruebe el cable o cambie el disco")]
    Failing(#[source] io::Error),
    /// A file of it is not as it was left.
    #[error("alguien ha cambiado sus ficheros mientras se escribían")]
    Changed,
    /// The spare does not answer.
    #[error(
        "no contesta ({0}). Compruebe el cable de red y que en su equipo esté en marcha «hall-server follow»"
    )]
    Silent(String),
    /// Somebody answers who has not the spare's key.
    #[error("la contesta quien no tiene su clave. Compruebe «at» y «key» de [spare] en los dos equipos")]
    NotTheSpare,
    /// The spare was promoted.
    #[error(transparent)]
    Superseded(Superseded),
    /// The record could not be read for it.
    #[error("no se ha podido leer el registro: {0}")]
    Record(#[from] JournalError),
}

impl Trouble {
    /// As the mesa is told.
    pub fn kind(&self) -> CopyTrouble {
        match self {
            Trouble::Missing | Trouble::Silent(_) => CopyTrouble::Missing,
            Trouble::SameDisk => CopyTrouble::SameDisk,
            Trouble::OtherHall(_) => CopyTrouble::OtherHall,
            Trouble::Ahead(_) => CopyTrouble::Ahead,
            Trouble::Rewritten(_) => CopyTrouble::Rewritten,
            Trouble::Full => CopyTrouble::Full,
            Trouble::Unwritable(_)
            | Trouble::Failing(_)
            | Trouble::Changed
            | Trouble::NotTheSpare
            | Trouble::Superseded(_)
            | Trouble::Record(_) => CopyTrouble::Failing,
        }
    }

    pub(super) fn other_hall(hall: Hash) -> Trouble {
        Trouble::OtherHall(tag(hall))
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        use nix::libc::{
            EACCES, EDQUOT, ENODEV, ENOENT, ENOSPC, ENOTCONN, ENOTDIR, ENXIO, EPERM, EROFS, ESTALE,
        };
        match error.raw_os_error() {
            Some(ENOSPC | EDQUOT) => Trouble::Full,
            Some(ENOENT | ENOTDIR | ENODEV | ENXIO | ESTALE | ENOTCONN) => Trouble::Missing,
            Some(EACCES | EPERM | EROFS) => Trouble::Unwritable(error),
            _ => Trouble::Failing(error),
        }
    }
}

/// A mirror cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// There is no mirror in the folder.
    #[error("En {} no hay ninguna copia: faltan los ficheros «.espejo».", .0.display())]
    Empty(PathBuf),
    /// Files of two halls in one folder.
    #[error(
        "En {} hay copias de dos salas ({a} y {b}). Ponga cada una en su carpeta.", folder.display()
    )]
    TwoHalls {
        /// The folder.
        folder: PathBuf,
        /// How one hall is called in its files' names.
        a: String,
        /// How the other is.
        b: String,
    },
    /// The system failed.
    #[error("No se puede leer {}: {source}.", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The record could not be read.
    #[error(transparent)]
    Record(#[from] JournalError),
}

impl MirrorError {
    pub(super) fn file(path: impl Into<PathBuf>) -> impl Fn(io::Error) -> MirrorError {
        let path = path.into();
        move |source| MirrorError::File { path: path.clone(), source }
    }
}
