//! The two halves of a mirror's key: the public one in `sala.toml`, the secret one anywhere but on this computer.
//!
//! Both are those of age (age-encryption.org/v1), so that `age` and `rage` read a mirror's bodies too.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use age::secrecy::ExposeSecret;
use age::stream::StreamWriter;
use age::x25519;

use super::folder;
use crate::journal::database_in;

/// Whom a mirror is encrypted for: a public key of age, `age1…`.
#[derive(Clone)]
pub struct Recipient(x25519::Recipient);

impl Recipient {
    /// Reads a public key as [`Recipient`]'s `Display` writes it.
    pub fn parse(text: &str) -> Option<Recipient> {
        x25519::Recipient::from_str(text).ok().map(Recipient)
    }

    /// These bytes as an age file for this recipient.
    ///
    /// # Errors
    /// None that is known: nothing is read or written but memory.
    pub(super) fn encrypt(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        age::encrypt(&self.0, bytes).map_err(io::Error::other)
    }

    /// What is written here comes out as an age file for this recipient, once [`Encrypting::finish`] has ended it.
    ///
    /// # Errors
    /// Those of writing.
    pub fn encrypting<W: Write>(&self, into: W) -> io::Result<Encrypting<W>> {
        let recipient: &dyn age::Recipient = &self.0;
        let encryptor =
            age::Encryptor::with_recipients(std::iter::once(recipient)).map_err(io::Error::other)?;
        encryptor.wrap_output(into).map(Encrypting)
    }
}

/// An age file that is being written.
pub struct Encrypting<W: Write>(StreamWriter<W>);

impl<W: Write> Encrypting<W> {
    /// Writes its end. Without it the file is not whole, and reading it fails.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Encrypting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({self})")
    }
}

/// Who can read a mirror: a secret key of age.
#[derive(Clone)]
pub struct Identity(x25519::Identity);

impl Identity {
    /// A new one.
    ///
    /// # Panics
    /// When the system has no random bytes.
    pub fn generate() -> Identity {
        Identity(x25519::Identity::generate())
    }

    /// Reads a file as [`make_key`] and `age-keygen` make it, or with the key typed in again from paper.
    pub fn read(path: &Path) -> Result<Identity, KeyError> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|source| KeyError::File { doing: "leer", path: path.to_owned(), source })?;
        Identity::parse(&text).ok_or_else(|| KeyError::NotAKey(path.to_owned()))
    }

    /// Reads the text of such a file. Comments, spaces and small letters do not count.
    pub fn parse(text: &str) -> Option<Identity> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let key: String = lines.flat_map(str::chars).filter(|char| !char.is_whitespace()).collect();
        x25519::Identity::from_str(&key.to_uppercase()).ok().map(Identity)
    }

    /// The other half.
    pub fn recipient(&self) -> Recipient {
        Recipient(self.0.to_public())
    }

    /// 32 bytes that only who has the key can work out, others for each label.
    pub(super) fn derived(&self, label: &str) -> [u8; 32] {
        super::frame::sha256(&[label.as_bytes(), &[0], self.0.to_string().expose_secret().as_bytes()])
    }

    /// What an age file holds, as it is read; `None` if it is for another key or is no age file. Where the file is cut or
    /// changed the reading fails.
    pub fn decrypting<R: Read>(&self, from: R) -> Option<impl Read + use<R>> {
        let identity: &dyn age::Identity = &self.0;
        age::Decryptor::new(from).ok()?.decrypt(std::iter::once(identity)).ok()
    }

    /// What an age file holds; `None` if it is for another key or is no age file.
    pub(super) fn decrypt(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        age::decrypt(&self.0, bytes).ok()
    }
}

/// A key could not be made or read.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file is there already.
    #[error("Ya existe {}: no se escribe encima de una clave. Elija otro fichero.", .0.display())]
    Exists(PathBuf),
    /// It was to be kept beside what it opens.
    #[error(
        "{} es la carpeta de una sala o de una copia. La clave se guarda en otro sitio: con ella al lado, cifrar no \
         sirve de nada.", .0.display()
    )]
    Beside(PathBuf),
    /// The file has no key.
    #[error("{} no tiene una clave: falta una línea que empiece por AGE-SECRET-KEY-1.", .0.display())]
    NotAKey(PathBuf),
    /// The system failed.
    #[error("No se puede {doing} {}: {source}.", path.display())]
    File {
        /// What, as in "escribir".
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}

/// Makes a key into a new file that only its owner may read, and returns its public half.
///
/// # Errors
/// When the file is there, would lie in a hall's or a mirror's folder, or cannot be written.
pub fn make_key(path: &Path) -> Result<Recipient, KeyError> {
    let failed = |source: io::Error| {
        if source.kind() == io::ErrorKind::AlreadyExists {
            return KeyError::Exists(path.to_owned());
        }
        KeyError::File { doing: "escribir", path: path.to_owned(), source }
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder above counts too: it is copied with what is in it.
    let whole = folder.canonicalize().map_err(failed)?;
    for above in whole.ancestors() {
        let a_mirror = folder::segments(above).is_ok_and(|segments| !segments.is_empty());
        if database_in(above).is_file() || a_mirror {
            return Err(KeyError::Beside(above.to_owned()));
        }
    }
    let identity = Identity::generate();
    let recipient = identity.recipient();
    let text = key_file(&identity);
    let mut file =
        fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(recipient)
}

fn key_file(identity: &Identity) -> String {
    let key = identity.0.to_string();
    let (prefix, rest) = key.expose_secret().split_at("AGE-SECRET-KEY-1".len());
    let mut text = format!(
        "# Clave de las copias de la sala (age). Quien la tiene puede leerlas; sin ella, nadie.\n\
         # La otra mitad, para recipient en sala.toml: {}\n\
         {prefix}{rest}\n\
         # En papel, la misma en grupos de cuatro; al teclearla, los espacios no cuentan:\n# {prefix}",
        identity.recipient()
    );
    for group in rest.as_bytes().chunks(4) {
        text.push(' ');
        text.push_str(&String::from_utf8_lossy(group));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_typed_in_from_paper_is_the_key() {
        let identity = Identity::generate();
        let file = key_file(&identity);
        let paper = file.lines().last().unwrap().trim_start_matches("# ").to_lowercase();
        for text in [&file[..], &paper, &format!("\n  {}\n", paper.replace(' ', "\n"))] {
            let read = Identity::parse(text).unwrap();
            assert_eq!(read.recipient().to_string(), identity.recipient().to_string());
        }
        let body = identity.recipient().encrypt(b"Ana").unwrap();
        assert_eq!(Identity::parse(&paper).unwrap().decrypt(&body).as_deref(), Some(&b"Ana"[..]));
        assert_eq!(Identity::generate().decrypt(&body), None);
        assert!(Identity::parse("AGE-SECRET-KEY-1").is_none() && Identity::parse("").is_none());
    }
}
