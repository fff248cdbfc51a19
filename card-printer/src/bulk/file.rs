//! The file format: streams one after another, everything else gathered in streams of objects, and
//! at the end where each object is (ISO 32000-1, 7.5.7 and 7.5.8).

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::mem;

use super::packing::packed;

/// How many objects are gathered in a stream: a byte counts them, and who wants one unpacks all.
const GATHERED: usize = 200;

/// The number of an object. Displayed as a reference to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(usize);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} 0 R", self.0)
    }
}

/// Where an object is.
#[derive(Clone, Copy)]
enum Place {
    /// Nowhere yet.
    Promised,
    /// So many bytes from the beginning.
    At(u64),
    /// So many objects from the beginning of this stream.
    In(Id, u8),
}

/// A PDF that is being written. Nothing of it is kept but the place of each object and what is not
/// gathered yet.
pub(super) struct PdfFile<W> {
    out: W,
    at: u64,
    /// Where object 1, 2, 3 … is.
    places: Vec<Place>,
    /// The objects that go into the next stream of objects.
    waiting: Vec<(Id, String)>,
}

impl<W: Write> PdfFile<W> {
    /// Begins a file.
    pub(super) fn new(out: W) -> io::Result<PdfFile<W>> {
        let mut file = PdfFile { out, at: 0, places: Vec::new(), waiting: Vec::new() };
        // The comment of bytes above 127 tells programs that copy files that this is no text.
        file.put(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")?;
        Ok(file)
    }

    /// Returns an id that others may refer to before its object is written.
    pub(super) fn reserve(&mut self) -> Id {
        self.places.push(Place::Promised);
        Id(self.places.len())
    }

    /// Writes an object that was promised.
    pub(super) fn fill(&mut self, id: Id, body: String) -> io::Result<()> {
        self.waiting.push((id, body));
        if self.waiting.len() == GATHERED { self.gather() } else { Ok(()) }
    }

    /// Writes an object.
    pub(super) fn object(&mut self, body: String) -> io::Result<Id> {
        let id = self.reserve();
        self.fill(id, body)?;
        Ok(id)
    }

    /// Writes a stream of bytes that [`packed`] has packed.
    pub(super) fn packed_stream(&mut self, dict: &str, bytes: &[u8]) -> io::Result<Id> {
        let id = self.reserve();
        self.fill_stream(id, dict, bytes)?;
        Ok(id)
    }

    /// Writes where everything is and ends the file.
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

    /// Writes the objects that wait, as one stream: the number and the place of each, then all of them.
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

/// The list of places, six bytes to an object: what kind of place, and two numbers. Object 0 is free.
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

/// Returns a text of any language as a PDF string.
pub(super) fn text(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{units}>")
}
