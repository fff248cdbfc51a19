//! The file format: objects one after another, and at the end where each of them begins.

use std::fmt;
use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec_zlib;

/// How hard streams are packed, of 10. More takes twice the time for one per cent.
const LEVEL: u8 = 6;

/// The number of an object. Displayed as a reference to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(usize);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} 0 R", self.0)
    }
}

/// A PDF that is being written. Nothing of it is kept but the place of each object.
pub(super) struct PdfFile<W> {
    out: W,
    at: u64,
    /// Where object 1, 2, 3 … begins; 0 while it is promised only.
    places: Vec<u64>,
}

impl<W: Write> PdfFile<W> {
    /// Begins a file.
    pub(super) fn new(out: W) -> io::Result<PdfFile<W>> {
        let mut file = PdfFile { out, at: 0, places: Vec::new() };
        // The comment of bytes above 127 tells programs that copy files that this is no text.
        file.put(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")?;
        Ok(file)
    }

    /// Returns an id that others may refer to before its object is written.
    pub(super) fn reserve(&mut self) -> Id {
        self.places.push(0);
        Id(self.places.len())
    }

    /// Writes an object that was promised.
    pub(super) fn fill(&mut self, id: Id, body: &str) -> io::Result<()> {
        self.places[id.0 - 1] = self.at;
        self.put(format!("{} 0 obj\n{body}\nendobj\n", id.0).as_bytes())
    }

    /// Writes an object.
    pub(super) fn object(&mut self, body: &str) -> io::Result<Id> {
        let id = self.reserve();
        self.fill(id, body)?;
        Ok(id)
    }

    /// Writes a stream of bytes that [`packed`] has packed.
    pub(super) fn packed_stream(&mut self, dict: &str, bytes: &[u8]) -> io::Result<Id> {
        let id = self.reserve();
        self.places[id.0 - 1] = self.at;
        let length = bytes.len();
        self.put(
            format!("{} 0 obj\n<<{dict}/Length {length}/Filter/FlateDecode>>\nstream\n", id.0).as_bytes(),
        )?;
        self.put(bytes)?;
        self.put(b"\nendstream\nendobj\n")?;
        Ok(id)
    }

    /// Writes the list of places and ends the file.
    pub(super) fn finish(mut self, catalog: Id, info: Id) -> io::Result<()> {
        let (start, size) = (self.at, self.places.len() + 1);
        let mut end = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for place in std::mem::take(&mut self.places) {
            debug_assert!(place > 0, "every promised object was written");
            end += &format!("{place:010} 00000 n \n");
        }
        end += &format!("trailer\n<</Size {size}/Root {catalog}/Info {info}>>\nstartxref\n{start}\n%%EOF\n");
        self.put(end.as_bytes())?;
        self.out.flush()
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Returns bytes as a stream keeps them.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(bytes, LEVEL)
}

/// Returns a text of any language as a PDF string.
pub(super) fn text(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{units}>")
}
