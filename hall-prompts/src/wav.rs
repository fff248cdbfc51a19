//! Recordings as WAV files: written as the voice plays them, and read as far as the console has to know them. Other kinds of
//! files, and other ways to write samples, are the voice's to read.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::recording::{LONGEST, RATE_HZ};

/// The longest file that can hold a recording: two channels at 192 kHz.
const FILE_MAX: u64 = 4 * 192_000 * LONGEST.as_secs() + 65_536;

/// Sound of a file, mixed to one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// Samples a second.
    pub rate_hz: u32,
    /// The samples.
    pub samples: Vec<i16>,
}

impl Sound {
    /// How long it is, in seconds.
    pub fn seconds(&self) -> f32 {
        self.samples.len() as f32 / self.rate_hz.max(1) as f32
    }
}

/// Why a file is not read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It is no WAV file, or a broken one.
    NoSound,
    /// It is longer than [`LONGEST`].
    Long,
    /// Its samples are not of 16 bits: whether it is good the voice will say.
    Other,
}

/// A file of one channel at [`RATE_HZ`], 16 bits a sample.
///
/// # Panics
/// On more than twelve hours.
pub fn file(samples: &[i16]) -> Vec<u8> {
    let bytes = u32::try_from(samples.len() * 2).expect("a recording is shorter than 12 hours");
    let mut file = Vec::with_capacity(samples.len() * 2 + 44);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(bytes + 36).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    // PCM, one channel.
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&RATE_HZ.to_le_bytes());
    file.extend_from_slice(&(RATE_HZ * 2).to_le_bytes());
    file.extend_from_slice(&2_u16.to_le_bytes());
    file.extend_from_slice(&16_u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    samples.iter().for_each(|sample| file.extend_from_slice(&sample.to_le_bytes()));
    file
}

/// Writes a recording whole, or not at all: under another name first, which is then changed. What was there before stays
/// until then.
///
/// # Errors
/// The disk's.
pub fn keep(folder: &Path, stem: &str, samples: &[i16]) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (new, file_name) = (folder.join(format!(".{stem}.nueva")), folder.join(format!("{stem}.wav")));
    let written = File::create(&new)
        .and_then(|mut to| to.write_all(&file(samples)).and_then(|()| to.sync_all()))
        .and_then(|()| std::fs::rename(&new, &file_name));
    if written.is_err() {
        // It holds room on a disk that may be full.
        let _ = std::fs::remove_file(&new);
    }
    written
}

/// Reads a recording.
///
/// # Errors
/// It is none, or one that is not read here.
pub fn read(path: &Path) -> Result<Sound, Unread> {
    let sound = read_to(path, FILE_MAX)?;
    let most = LONGEST.as_secs() * u64::from(sound.rate_hz);
    if sound.samples.len() as u64 > most { Err(Unread::Long) } else { Ok(sound) }
}

/// Reads a file of any length: what was heard in an evening.
///
/// # Errors
/// It is no sound, or one that is not read here.
pub fn read_all(path: &Path) -> Result<Sound, Unread> {
    read_to(path, u64::MAX - 1)
}

fn read_to(path: &Path, file_max: u64) -> Result<Sound, Unread> {
    // A pipe would be waited for.
    if !path.is_file() {
        return Err(Unread::NoSound);
    }
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(file_max + 1).read_to_end(&mut bytes));
    opened.map_err(|_| Unread::NoSound)?;
    let too_big = bytes.len() as u64 > file_max;
    let (format, data) = chunks(&bytes).ok_or(Unread::NoSound)?;
    if too_big {
        return Err(Unread::Long);
    }
    if format.kind != 1 || format.bits != 16 {
        return Err(Unread::Other);
    }
    if !(1..=2).contains(&format.channels) || !(8_000..=192_000).contains(&format.rate_hz) {
        return Err(Unread::Other);
    }
    let sample = |two: &[u8]| i32::from(i16::from_le_bytes([two[0], two[1]]));
    let frames = data.chunks_exact(2 * usize::from(format.channels));
    let mixed = frames.map(|frame| {
        let sum: i32 = frame.chunks_exact(2).map(sample).sum();
        i16::try_from(sum / i32::from(format.channels)).expect("a mean of samples is one")
    });
    Ok(Sound { rate_hz: format.rate_hz, samples: mixed.collect() })
}

struct Format {
    kind: u16,
    channels: u16,
    rate_hz: u32,
    bits: u16,
}

/// The format and the samples of a file, however much of these there is.
fn chunks(bytes: &[u8]) -> Option<(Format, &[u8])> {
    let rest = bytes.strip_prefix(b"RIFF")?.get(4..)?;
    let mut rest = rest.strip_prefix(b"WAVE")?;
    let mut format = None;
    loop {
        let (head, after) = rest.split_at_checked(8)?;
        let length = usize::try_from(u32::from_le_bytes(head[4..].try_into().ok()?)).ok()?;
        let body = after.get(..length).unwrap_or(after);
        if head.starts_with(b"fmt ") {
            let two = |at: usize| Some(u16::from_le_bytes(body.get(at..at + 2)?.try_into().ok()?));
            let rate_hz = u32::from_le_bytes(body.get(4..8)?.try_into().ok()?);
            format = Some(Format { kind: two(0)?, channels: two(2)?, rate_hz, bits: two(14)? });
        } else if head.starts_with(b"data") {
            return Some((format?, body));
        }
        // A chunk of odd length is followed by a byte of nothing.
        rest = after.get(length + length % 2..)?;
    }
}

#[cfg(test)]
#[path = "wav_tests.rs"]
mod tests;
