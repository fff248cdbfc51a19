//! Papers that go along: the actas as they were issued, the stamps of another house on what the hall signed, and, only where it was
//! asked for, what people drew and signed.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use hall_core::event::{Event, Signed};
use hall_core::people::Sealed;
use hall_wire::command::Strokes;
use sha2::{Digest, Sha256};

use super::out::{Out, put};
use super::{ExportError, Field, Order};
use crate::backup::ACTAS;
use crate::journal::RecordReader;
use crate::stamps;

/// Where drawn signatures and scanned pages are.
const SIGNATURES: &str = "firmas";

/// What the lines of the range cite.
#[derive(Debug, Default)]
pub(super) struct Cited {
    /// Games whose sale opened before the range.
    pub(super) games: BTreeSet<u32>,
    /// Files of stamps, with their hash and their note's.
    stamps: Vec<(String, [u8; 32], [u8; 32])>,
    /// Pages that were signed on paper.
    pages: BTreeSet<(String, [u8; 32])>,
    /// Drawn signatures, by their number.
    drawn: Vec<(u32, Sealed)>,
}

impl Cited {
    pub(super) fn take(&mut self, event: &Event) {
        if let Event::TimeStamped { file, sha256, note_sha256, .. } = event {
            self.stamps.push((file.clone(), *sha256, *note_sha256));
        } else if let Event::PaperSigned { signature, how, .. } = event {
            match how {
                Signed::Drawn { strokes } => self.drawn.push((*signature, *strokes)),
                Signed::Page { file, page_sha256 } => drop(self.pages.insert((file.clone(), *page_sha256))),
                Signed::Key { .. } => {}
            }
        }
    }
}

/// Takes the actas, the stamps and what was signed by hand. What is not as the record says is left out, and that is said.
pub(super) fn write(
    out: &mut Out,
    reader: &RecordReader,
    actas: Vec<(String, [u8; 32])>,
    cited: &Cited,
    order: &Order,
) -> Result<Vec<String>, ExportError> {
    let mut warnings = Vec::new();
    let dir = order.dir.as_path();
    for (file, sha256) in actas {
        if !taken(out, dir, &file, ACTAS, sha256)? {
            warnings.push(format!(
                "El acta {file} falta o no es la que se emitió: no va en la exportación. Hay otra igual en la carpeta «actas» de las copias."
            ));
        }
    }
    for (file, sha256, note_sha256) in &cited.stamps {
        let note = Path::new(file).with_extension("nota").to_string_lossy().into_owned();
        let is_whole = taken(out, dir, &note, stamps::FOLDER, *note_sha256)?
            && taken(out, dir, file, stamps::FOLDER, *sha256)?;
        if !is_whole {
            warnings.push(format!(
                "El sello de tiempo {file} o su nota falta o no es el que se recibió: no va en la exportación. Ejecute «hall-server check»."
            ));
        }
    }
    if order.with.contains(&Field::Signatures) {
        for (file, sha256) in &cited.pages {
            if !taken(out, dir, file, SIGNATURES, *sha256)? {
                warnings.push(format!(
                    "La página firmada {file} falta o no es la que se escaneó: no va en la exportación. Hay otra igual en la carpeta «actas» de las copias."
                ));
            }
        }
        for (signature, sealed) in &cited.drawn {
            let drawn = reader.unseal(sealed).ok().flatten().and_then(|bytes| Strokes::from_bytes(&bytes));
            match drawn {
                Some(drawn) => out.text(&format!("{SIGNATURES}/firma-{signature}.svg"), &picture(&drawn))?,
                None => warnings
                    .push(format!("El dibujo de la firma {signature} se ha borrado o no se puede leer.")),
            }
        }
    }
    Ok(warnings)
}

/// Takes a file of the hall along into a folder if it is the one of which the record speaks.
fn taken(out: &mut Out, dir: &Path, file: &str, into: &str, sha256: [u8; 32]) -> Result<bool, ExportError> {
    let path = dir.join(file);
    let Some(name) = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Ok(false);
    };
    // Read once: what was compared is what is written.
    let Some(bytes) = std::fs::read(&path).ok().filter(|bytes| Sha256::digest(bytes)[..] == sha256) else {
        return Ok(false);
    };
    let name = format!("{into}/{name}");
    if out.files.iter().all(|listed| listed.name != name) {
        out.file(&name, |to| put(to, &bytes))?;
    }
    Ok(true)
}

/// A drawing that every browser shows.
fn picture(drawn: &Strokes) -> String {
    let mut lines = String::new();
    for stroke in drawn.strokes() {
        let points: Vec<String> = stroke.iter().map(|[x, y]| format!("{x},{y}")).collect();
        writeln!(lines, "<polyline points=\"{}\"/>", points.join(" ")).expect("a String takes all text");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-40 -40 3080 1080\" width=\"600\" height=\"210\">\n\
         <rect x=\"-40\" y=\"-40\" width=\"3080\" height=\"1080\" fill=\"#fff\"/>\n\
         <g fill=\"none\" stroke=\"#14181f\" stroke-width=\"18\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{lines}</g>\n</svg>\n"
    )
}
