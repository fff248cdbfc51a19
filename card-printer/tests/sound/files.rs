//! Files to look at, and files that were changed.

use card_printer::{acta_page, archive};
use hall_wire::paper::{ActaSheet, RecordHead, RecordLines};
use krilla::SerializeSettings;
use krilla::color::luma;
use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::geom::{PathBuilder, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::paint::Fill;
use krilla::tagging::{ContentTag, Tag, TagGroup, TagTree};

/// How a file is changed.
#[derive(Debug)]
pub enum Change {
    /// Bytes in their place, for others of the same length.
    Bytes(&'static str, &'static str),
    /// An object, by an update at the file's end.
    Added(&'static str, &'static str),
}

/// The PDF of a sample, with lines of a record attached or without.
pub fn acta(name: &str, attached: bool) -> Vec<u8> {
    let text = std::fs::read(format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut acta: ActaSheet = serde_json::from_slice(&text).unwrap();
    let before = RecordHead { seq: 0, head_hash: "0".repeat(64) };
    let lines = "{\"seq\":1,\"kind\":\"hall_founded\"}\n".repeat(50);
    acta.record_lines = attached.then_some(RecordLines { before, lines });
    archive::written(&acta_page::lay_out(&acta).unwrap(), &acta_page::about(&acta).unwrap()).unwrap()
}

/// A page with a box on it, as krilla writes it for a part and a level.
pub fn bare(archival: Archival) -> Vec<u8> {
    let configuration = ConfigurationBuilder::new().with_archival_validator(archival).finish().unwrap();
    let mut pdf = krilla::Document::new_with(SerializeSettings { configuration, ..Default::default() });
    let mut tree = TagTree::new();
    {
        let mut page = pdf.start_page();
        let mut surface = page.surface();
        let mut path = PathBuilder::new();
        path.push_rect(Rect::from_xywh(10.0, 10.0, 50.0, 50.0).unwrap());
        let opacity = if archival == Archival::A1_B { 1.0 } else { 0.5 };
        let opacity = NormalizedF32::new(opacity).unwrap();
        surface.set_fill(Some(Fill { paint: luma::Color::black().into(), opacity, ..Fill::default() }));
        let mut group = TagGroup::new(Tag::P);
        group.push(surface.start_tagged(ContentTag::Other));
        surface.draw_path(&path.finish().unwrap());
        surface.end_tagged();
        surface.finish();
        page.finish();
        tree.push(group);
    }
    pdf.set_tag_tree(tree);
    let metadata = Metadata::new().title("Prueba".to_owned()).language("es-ES".to_owned());
    pdf.set_metadata(metadata.creation_date(DateTime::new(2026).month(11).day(25)));
    pdf.finish().unwrap()
}

pub fn changed(file: &[u8], change: &Change) -> Vec<u8> {
    match change {
        Change::Bytes(from, to) => {
            // What is encrypted takes a longer name than what it stands instead of.
            let (from, to) = (from.as_bytes(), to.as_bytes());
            let at = last(file, from).unwrap_or_else(|| panic!("{change:?} is not in the file"));
            [&file[..at], to, &file[at + from.len()..]].concat()
        }
        Change::Added(from, to) => updated(file, from, to),
    }
}

/// The file with an update at its end, in which the one object that has a text has another instead.
pub fn updated(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let from = if from.is_empty() { "/Type/Catalog" } else { from };
    let to = if to.is_empty() { from } else { to };
    let at = first(file, from.as_bytes()).unwrap_or_else(|| panic!("{from} is not in the file"));
    let begin = last(&file[..at], b" 0 obj").unwrap();
    let begin = last(&file[..begin], b"\n").unwrap() + 1;
    let end = begin + first(&file[begin..], b"endobj").unwrap() + 6;
    let object = [&file[begin..at], to.as_bytes(), &file[at + from.len()..end], b"\n"].concat();
    appended(file, &object)
}

/// The file with an object at its end, and the table of it.
fn appended(file: &[u8], object: &[u8]) -> Vec<u8> {
    let number: usize = text(object).split(' ').next().unwrap().parse().unwrap();
    let trailer = last(file, b"trailer\n<<").unwrap() + 10;
    let trailer = text(&file[trailer..]).split(">>\n").next().unwrap().to_owned();
    let start = text(&file[last(file, b"startxref\n").unwrap() + 10..]).lines().next().unwrap().to_owned();
    let mut bytes = file.to_vec();
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    let offset = bytes.len();
    bytes.extend(object);
    let table = bytes.len();
    let end = format!(
        "xref\n{number} 1\n{offset:010} 00000 n \ntrailer\n<<{trailer}/Prev {start}>>\nstartxref\n{table}\n%%EOF"
    );
    bytes.extend(end.bytes());
    bytes
}

/// The file with operators at the end of its first page.
pub fn with_operators(file: &[u8], operators: &str) -> Vec<u8> {
    let page = first(file, b"/Type/Page/").unwrap();
    let at = page + first(&file[page..], b"/Contents ").unwrap() + 10;
    let number: usize = text(&file[at..]).split(' ').next().unwrap().parse().unwrap();
    let head = format!("\n{number} 0 obj\n");
    let begin = first(file, head.as_bytes()).unwrap() + head.len();
    let data = begin + first(&file[begin..], b"stream\n").unwrap() + 7;
    let end = data + first(&file[data..], b"\nendstream").unwrap();
    let mut content = miniz_oxide::inflate::decompress_to_vec_zlib(&file[data..end]).unwrap();
    content.extend(format!("\n{operators}\n").bytes());
    let length = content.len();
    let mut object = format!("{number} 0 obj\n<</Length {length}>>\nstream\n").into_bytes();
    object.extend(content);
    object.extend(b"\nendstream\nendobj\n");
    appended(file, &object)
}

fn first(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn last(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).rposition(|window| window == part)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]).into_owned()
}
