//! One segment read frame by frame, and what is behind a frame that is not whole.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hall_core::record::Hash;

use super::frame::{FrameHead, HEAD_LEN, Kind, MAGIC, TAIL_LEN, sha256};
use crate::journal::Head;

/// The name of a segment: the hall, by the first bytes of its line 1's hash, and the first line in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SegmentName {
    pub(super) first_seq: u64,
    pub(super) hall: String,
}

const SUFFIX: &str = ".espejo";

impl SegmentName {
    pub(super) fn new(hall: Hash, first_seq: u64) -> SegmentName {
        SegmentName { first_seq, hall: tag(hall) }
    }

    pub(super) fn parse(name: &str) -> Option<SegmentName> {
        let (hall, first) = name.strip_prefix("sala-")?.strip_suffix(SUFFIX)?.split_once('-')?;
        let read = SegmentName { first_seq: first.parse().ok()?, hall: hall.to_owned() };
        (read.file() == name && read.first_seq > 0).then_some(read)
    }

    pub(super) fn file(&self) -> String {
        format!("sala-{}-{:012}{SUFFIX}", self.hall, self.first_seq)
    }
}

/// How a hall is called in the names of its segments.
pub(super) fn tag(hall: Hash) -> String {
    hall.to_string()[..8].to_owned()
}

/// A whole frame.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) head: FrameHead,
    pub(super) body: Vec<u8>,
    /// Where it begins in the file.
    pub(super) at: u64,
}

impl Frame {
    /// The hall that a segment is of, if this frame begins one.
    pub(super) fn hall(&self) -> Option<Hash> {
        let hash = (self.head.kind == Kind::Begin).then_some(&self.body[..])?;
        hash.try_into().ok().map(Hash)
    }
}

/// The frames of a segment, one by one, each checked.
pub(super) struct Segment {
    pub(super) path: PathBuf,
    file: BufReader<File>,
    at: u64,
    len: u64,
}

/// What comes next in a segment.
pub(super) enum Next {
    Frame(Frame),
    /// The file ends here, with the last frame.
    End,
    /// The bytes from here on are not a whole frame.
    NotWhole {
        at: u64,
    },
}

impl Segment {
    pub(super) fn open(path: &Path) -> io::Result<Segment> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Segment { path: path.to_owned(), file: BufReader::with_capacity(1 << 16, file), at: 0, len })
    }

    /// Takes no more memory than the file has bytes, whatever its frames say.
    pub(super) fn next(&mut self) -> io::Result<Next> {
        let at = self.at;
        if at == self.len {
            return Ok(Next::End);
        }
        let mut head = [0; HEAD_LEN];
        if self.len - at < HEAD_LEN as u64 {
            return Ok(Next::NotWhole { at });
        }
        self.file.read_exact(&mut head)?;
        let parsed = FrameHead::parse(&head).filter(|parsed| parsed.frame_len() <= self.len - at);
        let Some(parsed) = parsed else { return Ok(Next::NotWhole { at }) };
        let mut body = vec![0; parsed.body_len];
        let mut sha = [0; TAIL_LEN];
        self.file.read_exact(&mut body)?;
        self.file.read_exact(&mut sha)?;
        // Only the first frame begins a segment.
        if sha256(&[&head, &body]) != sha || (at == 0) != (parsed.kind == Kind::Begin) {
            return Ok(Next::NotWhole { at });
        }
        self.at += parsed.frame_len();
        Ok(Next::Frame(Frame { head: parsed, body, at }))
    }

    /// After [`Next::NotWhole`]: goes to the next whole frame, if there is one.
    pub(super) fn skip(&mut self) -> io::Result<bool> {
        let from = self.at + 1;
        let mut rest = Vec::new();
        self.file.seek(SeekFrom::Start(from))?;
        self.file.read_to_end(&mut rest)?;
        let places = (0..rest.len()).filter(|place| rest[*place..].starts_with(MAGIC));
        let found = places.map(|place| from + place as u64).find(|at| self.is_whole_at(&rest, *at, from));
        let Some(at) = found else { return Ok(false) };
        self.file.seek(SeekFrom::Start(at))?;
        self.at = at;
        Ok(true)
    }

    fn is_whole_at(&self, rest: &[u8], at: u64, from: u64) -> bool {
        let bytes = &rest[(at - from) as usize..];
        let Some(head) = bytes.first_chunk::<HEAD_LEN>() else { return false };
        let Some(parsed) = FrameHead::parse(head) else { return false };
        let end = HEAD_LEN + parsed.body_len;
        let Some(sha) = bytes.get(end..end + TAIL_LEN) else { return false };
        parsed.kind == Kind::Portion && sha256(&[&bytes[..end]]) == sha
    }
}

/// What a look at a whole segment found.
pub(super) struct Scan {
    /// Its hall; `None` if not even its first frame is whole.
    pub(super) hall: Option<Hash>,
    /// The head after its last whole frame, wherever that is; `None` if there is none.
    pub(super) head: Option<Head>,
    /// The epoch then; 1 if there is none.
    pub(super) epoch: u32,
    /// Where its unbroken beginning ends.
    pub(super) whole_to: u64,
    /// What follows there, if anything does.
    pub(super) tail: Tail,
}

/// How a segment ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// With its last frame.
    Whole,
    /// With a frame that was never finished: a power cut, a stick pulled out.
    Torn,
    /// There are whole frames behind one that is not: something has changed the file.
    Damaged,
}

/// Reads a segment through. The frames must follow one another.
pub(super) fn scan(path: &Path) -> io::Result<Scan> {
    let mut segment = Segment::open(path)?;
    let mut scan = Scan { hall: None, head: None, epoch: 1, whole_to: 0, tail: Tail::Whole };
    loop {
        match segment.next() {
            Ok(Next::Frame(frame)) => {
                let head = frame.head;
                let follows = scan.head.is_none_or(|head| head == frame.head.before);
                if scan.tail == Tail::Whole && follows {
                    scan.whole_to = frame.at + head.frame_len();
                } else {
                    scan.tail = Tail::Damaged;
                }
                scan.hall = scan.hall.or(frame.hall());
                let farther = scan.head.is_none_or(|known| known.seq <= head.after.seq);
                if farther {
                    (scan.head, scan.epoch) = (Some(head.after), head.epoch);
                }
            }
            Ok(Next::End) => return Ok(scan),
            Ok(Next::NotWhole { .. }) => {
                if !segment.skip()? {
                    scan.tail = if scan.tail == Tail::Whole { Tail::Torn } else { scan.tail };
                    return Ok(scan);
                }
                scan.tail = Tail::Damaged;
            }
            // The file became shorter meanwhile.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                scan.tail = Tail::Torn;
                return Ok(scan);
            }
            Err(error) => return Err(error),
        }
    }
}
