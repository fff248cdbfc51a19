//! The PDF file: streams one after another, all other objects in object streams, and a cross-reference stream at the
//! end (ISO 32000-1, 7.5.7 and 7.5.8).

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::mem;

use super::packing::packed;

/// Objects in an object stream; below 256, as one byte counts them.
const GATHERED: usize = 200;

/// An object's number; displays as a reference to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(usize);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} 0 R", self.0)
    }
}

/// Where an object is in the file.
#[derive(Clone, Copy)]
enum Place {
    /// Reserved, not written yet.
    Promised,
    /// At this byte offset.
    At(u64),
    /// In this object stream, at this index.
    In(Id, u8),
}

/// A PDF being written. Only the offsets, and the objects not yet gathered into a stream, stay in memory.
pub(super) struct PdfFile<W> {
    out: W,
    at: u64,
    /// Of object 1, 2, 3 …
    places: Vec<Place>,
    /// Objects for the next object stream.
    waiting: Vec<(Id, String)>,
}

impl<W: Write> PdfFile<W> {
    pub(super) fn new(out: W) -> io::Result<PdfFile<W>> {
        let mut file = PdfFile { out, at: 0, places: Vec::new(), waiting: Vec::new() };
        // A comment of bytes above 127 marks the file as binary.
        file.put(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")?;
        Ok(file)
    }

    /// Reserves an id, so that others can refer to it before it is written.
    pub(super) fn reserve(&mut self) -> Id {
        self.places.push(Place::Promised);
        Id(self.places.len())
    }

    /// Writes a reserved object.
    pub(super) fn fill(&mut self, id: Id, body: String) -> io::Result<()> {
        self.waiting.push((id, body));
        if self.waiting.len() == GATHERED { self.gather() } else { Ok(()) }
    }

    pub(super) fn object(&mut self, body: String) -> io::Result<Id> {
        let id = self.reserve();
        self.fill(id, body)?;
        Ok(id)
    }

    /// Writes a stream already compressed by [`packed`].
    pub(super) fn packed_stream(&mut self, dict: &str, bytes: &[u8]) -> io::Result<Id> {
        let id = self.reserve();
        self.fill_stream(id, dict, bytes)?;
        Ok(id)
    }

    /// Writes the cross-reference stream and the trailer.
    pub(super) fn finish(mut self, catalog: Id, info: Id) -> io::Result<()> {
        self.gather()?;
        let (start, id) = (self.at, self.reserve());
        self.places[id.0 - 1] = Place::At(start);
        let (size, list) = (self.places.len() + 1, list(&self.places));
        let dict = format!("/Type/XRef/Size {size}/W[1 4 1]/Root {catalog}/Info {info}");
        self.fill_stream(id, &dict, &packed(&[&list?]))?;
        self.put(format!("startxref\n{start}\n%%EOF\n").as_bytes())?;
        self.out.flush()
    }

    /// Writes the waiting objects as one object stream: number and offset of each, then all of them.
    fn gather(&mut self) -> io::Result<()> {
        let waiting = mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let stream = self.reserve();
        let (mut head, mut bodies) = (String::new(), String::new());
        for (at, (id, body)) in (0..).zip(&waiting) {
            write!(head, "{} {} ", id.0, bodies.len()).expect("a String takes all");
            bodies += body;
            bodies.push('\n');
            self.places[id.0 - 1] = Place::In(stream, at);
        }
        let dict = format!("/Type/ObjStm/N {}/First {}", waiting.len(), head.len());
        self.fill_stream(stream, &dict, &packed(&[head.as_bytes(), bodies.as_bytes()]))
    }

    fn fill_stream(&mut self, id: Id, dict: &str, bytes: &[u8]) -> io::Result<()> {
        self.places[id.0 - 1] = Place::At(self.at);
        let length = bytes.len();
        self.put(
            format!("{} 0 obj\n<<{dict}/Length {length}/Filter/FlateDecode>>stream\n", id.0).as_bytes(),
        )?;
        self.put(bytes)?;
        self.put(b"\nendstream\nendobj\n")
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Cross-reference entries of six bytes: type and two fields. Object 0 is free.
fn list(places: &[Place]) -> io::Result<Vec<u8>> {
    let mut list = vec![0; 6];
    for place in places {
        let (kind, at, within) = match *place {
            Place::At(at) => (1, at, 0),
            Place::In(stream, within) => (2, stream.0 as u64, within),
            Place::Promised => unreachable!("every promised object was written"),
        };
        let at = u32::try_from(at).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        list.push(kind);
        list.extend(at.to_be_bytes());
        list.push(within);
    }
    Ok(list)
}

/// A text as a UTF-16 PDF string.
pub(super) fn text(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{units}>")
}
