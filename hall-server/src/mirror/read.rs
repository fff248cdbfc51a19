//! A mirror read back with its key, portion by portion: what a restored hall is made of.

use std::io;
use std::path::{Path, PathBuf};

use hall_core::record::Hash;

use super::folder::{one_hall, segments};
use super::frame::Kind;
use super::segment::{Next, Segment, SegmentName, tag};
use super::{Identity, MirrorError};
use crate::journal::{Head, Portion, PortionError};

/// The portions of a mirror in order, up to its end or to the first frame that is not whole, which is the last item.
pub struct Reading {
    folder: PathBuf,
    identity: Identity,
    names: std::vec::IntoIter<SegmentName>,
    open: Option<Segment>,
    hall: Hash,
    head: Head,
    over: bool,
}

/// A mirror cannot be read any farther.
#[derive(Debug, thiserror::Error)]
#[error(
    "La copia está entera hasta la línea {} ({}). Después, en {} (byte {at}): {why}", head.seq, head.hash, path.display()
)]
pub struct ReadError {
    /// The segment.
    pub path: PathBuf,
    /// Where in it the frame begins, in bytes.
    pub at: u64,
    /// Up to where the mirror is whole.
    pub head: Head,
    /// What is wrong.
    #[source]
    pub why: Why,
}

/// Why a frame cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Why {
    /// The last frame of the last segment was never finished: a power cut, a stick pulled out. What is before it is all that
    /// the mirror ever had.
    #[error("lo último no acabó de escribirse (un apagón, un lápiz sacado). Lo anterior está completo.")]
    Torn,
    /// The frame is not what was written.
    #[error("los datos están cambiados o cortados.")]
    Changed,
    /// It does not follow from what is before it.
    #[error("falta una parte: lo que sigue empieza en la línea {}.", .0.seq + 1)]
    Gap(Head),
    /// It is another hall's.
    #[error("es de otra sala ({}).", tag(*.0))]
    OtherHall(Hash),
    /// The key does not open it.
    #[error("esta clave no la abre. Use la que se hizo con «hall-server mirror-key» para esta copia.")]
    WrongKey,
    /// What it holds is not a portion, or not the one that stands outside.
    #[error("{0}")]
    Portion(#[from] PortionError),
    /// The system failed.
    #[error("no se puede leer: {0}.")]
    File(#[from] io::Error),
}

/// Reads a mirror from its beginning.
///
/// # Errors
/// When there is no mirror in the folder, there are two halls', or its first frame cannot be read.
pub fn read(folder: &Path, identity: &Identity) -> Result<Reading, MirrorError> {
    let names = segments(folder).map_err(MirrorError::file(folder))?;
    one_hall(folder, &names)?;
    let first = names.first().ok_or_else(|| MirrorError::Empty(folder.to_owned()))?;
    let path = folder.join(first.file());
    let failed = MirrorError::file(&path);
    let hall = match Segment::open(&path).and_then(|mut segment| segment.next()).map_err(&failed)? {
        Next::Frame(frame) => frame.hall(),
        Next::End | Next::NotWhole { .. } => None,
    };
    let hall = hall.ok_or_else(|| failed(io::Error::other("su principio está cambiado o cortado")))?;
    Ok(Reading {
        folder: folder.to_owned(),
        identity: identity.clone(),
        names: names.into_iter(),
        open: None,
        hall,
        head: Head::EMPTY,
        over: false,
    })
}

impl Reading {
    /// The hash of the hall's line 1.
    pub fn hall(&self) -> Hash {
        self.hall
    }

    /// The head of the record after the last portion that was read.
    pub fn head(&self) -> Head {
        self.head
    }

    fn step(&mut self) -> Result<Option<Portion>, (PathBuf, u64, Why)> {
        loop {
            if self.open.is_none() {
                let Some(name) = self.names.next() else { return Ok(None) };
                let path = self.folder.join(name.file());
                let opened = Segment::open(&path).map_err(|error| (path, 0, error.into()))?;
                self.open = Some(opened);
            }
            let Some(segment) = &mut self.open else { return Ok(None) };
            let path = segment.path.clone();
            let wrong = |at, why| (path.clone(), at, why);
            let next = match segment.next() {
                Ok(next) => next,
                Err(error) => return Err(wrong(0, error.into())),
            };
            let frame = match next {
                Next::Frame(frame) => frame,
                Next::End => {
                    self.open = None;
                    continue;
                }
                Next::NotWhole { at } => {
                    // Torn is only what nothing comes after.
                    let last = self.names.len() == 0 && !segment.skip().unwrap_or(false);
                    return Err(wrong(at, if last { Why::Torn } else { Why::Changed }));
                }
            };
            if let Some(other) = frame.hall().filter(|hall| *hall != self.hall) {
                return Err(wrong(frame.at, Why::OtherHall(other)));
            }
            if frame.head.before != self.head {
                return Err(wrong(frame.at, Why::Gap(frame.head.before)));
            }
            if frame.head.kind == Kind::Begin {
                continue;
            }
            let Some(bytes) = self.identity.decrypt(&frame.body) else {
                return Err(wrong(frame.at, Why::WrongKey));
            };
            let portion = Portion::from_bytes(&bytes).map_err(|error| wrong(frame.at, error.into()))?;
            if (portion.before(), portion.after()) != (frame.head.before, frame.head.after) {
                return Err(wrong(frame.at, Why::Changed));
            }
            self.head = portion.after();
            return Ok(Some(portion));
        }
    }
}

impl Iterator for Reading {
    type Item = Result<Portion, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        match self.step() {
            Ok(Some(portion)) => Some(Ok(portion)),
            Ok(None) => {
                self.over = true;
                None
            }
            Err((path, at, why)) => {
                self.over = true;
                Some(Err(ReadError { path, at, head: self.head, why }))
            }
        }
    }
}
