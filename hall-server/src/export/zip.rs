//! Writes a `.zip`: each file packed, no comments, no times, so that the same export gives the same bytes. What needs more than
//! 4 GiB is refused; a folder has no such limit.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::deflate::stream::deflate;
use miniz_oxide::{MZFlush, MZStatus};

/// The first hour that the format knows.
const NO_TIME: [u8; 4] = [0, 0, 0x21, 0];
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATED: u16 = 8;
const VERSION: u16 = 20;

/// A `.zip` in the making.
pub(crate) struct ZipWriter<W: Write + Seek> {
    to: BufWriter<W>,
    at: u64,
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    at: u64,
    crc: u32,
    packed: u64,
    bytes: u64,
}

/// A file within a `.zip` that is being packed.
pub(crate) struct Packed<'a, W: Write + Seek> {
    zip: &'a mut ZipWriter<W>,
    packer: Box<CompressorOxide>,
    buffer: Vec<u8>,
    entry: Entry,
}

impl<W: Write + Seek> ZipWriter<W> {
    pub(crate) fn new(to: W) -> ZipWriter<W> {
        ZipWriter { to: BufWriter::with_capacity(1 << 18, to), at: 0, entries: Vec::new() }
    }

    /// Begins a file.
    pub(crate) fn file(&mut self, name: &str) -> io::Result<Packed<'_, W>> {
        let entry = Entry { name: name.to_owned(), at: self.at, crc: u32::MAX, packed: 0, bytes: 0 };
        let head = entry.head()?;
        self.put(&head)?;
        // A window of 15 bits without the head of zlib, at the level that all know.
        let flags = create_comp_flags_from_zip_params(6, -15, 0);
        let packer = Box::new(CompressorOxide::new(flags));
        Ok(Packed { zip: self, packer, buffer: vec![0; 1 << 16], entry })
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Writes the list of the files.
    pub(crate) fn end(mut self) -> io::Result<W> {
        let at = self.at;
        let mut list = Vec::new();
        for entry in &self.entries {
            list.extend(b"PK\x01\x02");
            list.extend(VERSION.to_le_bytes());
            list.extend(entry.middle()?);
            // No comment, first disk, no attributes.
            list.extend([0; 10]);
            list.extend(small(entry.at)?.to_le_bytes());
            list.extend(entry.name.as_bytes());
        }
        self.put(&list)?;
        let count = u16::try_from(self.entries.len()).map_err(|_| too_large())?.to_le_bytes();
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend(count);
        end.extend(count);
        end.extend(small(self.at - at)?.to_le_bytes());
        end.extend(small(at)?.to_le_bytes());
        end.extend([0; 2]);
        self.put(&end)?;
        self.to.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Entry {
    /// What stands before the file.
    fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = b"PK\x03\x04".to_vec();
        head.extend(self.middle()?);
        head.extend(self.name.as_bytes());
        Ok(head)
    }

    /// What head and list have in common.
    fn middle(&self) -> io::Result<Vec<u8>> {
        let mut middle = Vec::new();
        for number in [VERSION, FLAGS, DEFLATED] {
            middle.extend(number.to_le_bytes());
        }
        middle.extend(NO_TIME);
        for number in [!self.crc, small(self.packed)?, small(self.bytes)?] {
            middle.extend(number.to_le_bytes());
        }
        middle.extend(u16::try_from(self.name.len()).map_err(|_| too_large())?.to_le_bytes());
        middle.extend([0; 2]);
        Ok(middle)
    }
}

impl<W: Write + Seek> Packed<'_, W> {
    /// Packs what is left and writes down how long it is.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.pack(&[], MZFlush::Finish)?;
        let head = self.entry.head()?;
        self.zip.to.seek(SeekFrom::Start(self.entry.at))?;
        self.zip.to.write_all(&head)?;
        self.zip.to.seek(SeekFrom::Start(self.zip.at))?;
        self.zip.entries.push(self.entry);
        Ok(())
    }

    fn pack(&mut self, mut bytes: &[u8], flush: MZFlush) -> io::Result<()> {
        loop {
            let packed = deflate(&mut self.packer, bytes, &mut self.buffer, flush);
            bytes = &bytes[packed.bytes_consumed..];
            self.zip.to.write_all(&self.buffer[..packed.bytes_written])?;
            self.zip.at += packed.bytes_written as u64;
            self.entry.packed += packed.bytes_written as u64;
            match packed.status {
                Ok(MZStatus::StreamEnd) => return Ok(()),
                Ok(_) if flush == MZFlush::None && bytes.is_empty() => return Ok(()),
                Ok(_) => {}
                Err(_) if flush == MZFlush::None && bytes.is_empty() => return Ok(()),
                Err(error) => return Err(io::Error::other(format!("{error:?}"))),
            }
        }
    }
}

impl<W: Write + Seek> Write for Packed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pack(bytes, MZFlush::None)?;
        self.entry.bytes += bytes.len() as u64;
        self.entry.crc = bytes
            .iter()
            .fold(self.entry.crc, |crc, byte| crc >> 8 ^ CRC[usize::from(crc.to_le_bytes()[0] ^ byte)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The remainders of CRC-32 for each byte.
const CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// A length as the format has it.
fn small(length: u64) -> io::Result<u32> {
    u32::try_from(length).ok().filter(|length| *length < u32::MAX).ok_or_else(too_large)
}

fn too_large() -> io::Error {
    io::Error::other("un .zip no pasa de 4 GB: exporte a una carpeta")
}
