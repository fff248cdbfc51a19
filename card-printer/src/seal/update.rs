//! The update at the end of a file that holds a signature and its field, which is on the first page and not seen.

use std::ops::Range;

use crate::archive::Moment;
use crate::sound::spans;
use crate::update;

/// A file with room for its signature.
pub(super) struct Update {
    bytes: Vec<u8>,
    /// The digits of the signature, without their brackets.
    digits: Range<usize>,
}

impl Update {
    /// All bytes but the signature and its brackets.
    pub(super) fn signed(&self) -> [&[u8]; 2] {
        [&self.bytes[..self.digits.start - 1], &self.bytes[self.digits.end + 1..]]
    }

    /// Puts the signature into its room. What it does not need stays zeros.
    pub(super) fn put(mut self, signature: &[u8]) -> Result<Vec<u8>, String> {
        let room = &mut self.bytes[self.digits];
        let needed = signature.len() * 2;
        let room = room.get_mut(..needed).ok_or("la firma no cabe en su sitio")?;
        hex::encode_to_slice(signature, room).map_err(|error| error.to_string())?;
        Ok(self.bytes)
    }
}

/// The file with the update, whose signature takes `room` bytes at most.
pub(super) fn written(mut pdf: Vec<u8>, at: Moment, whose: &str, room: usize) -> Result<Update, String> {
    let span = spans(&pdf).filter(|span| !span.has_fields);
    let span = span.ok_or("el fichero no es como los que se escriben aquí")?;
    let (catalog, page) = (&span.catalog, &span.pages[0].page);
    let (field, signature) = (span.size, span.size + 1);
    let object = |place: Range<usize>, with: &str| {
        // It begins with its number, and its dictionary with the first brackets.
        let text = String::from_utf8_lossy(&pdf[place]).into_owned();
        text.replacen("<<", &format!("<<{with}"), 1)
    };
    let new_catalog = object(catalog.place.clone(), &format!("/AcroForm<</Fields[{field} 0 R]/SigFlags 3>>"));
    let new_page = object(page.place.clone(), &format!("/Annots[{field} 0 R]"));
    let widget = format!(
        "{field} 0 obj\n<</Type/Annot/Subtype/Widget/FT/Sig/T(Sello)/F 132/Rect[0 0 0 0]/P {} 0 R/V {signature} 0 R>>\nendobj",
        page.number
    );
    let zeros = "0".repeat(room * 2);
    let sig = format!(
        "{signature} 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M({})/Name{}/Contents<{zeros}>/ByteRange[0 {HOLE} {HOLE} {HOLE}]>>\nendobj",
        at.pdf(),
        text(whose),
    );
    let objects = [(catalog.number, new_catalog), (page.number, new_page), (field, widget), (signature, sig)];
    let objects = objects.map(|(number, object)| (number, object.into_bytes()));
    update::append(&mut pdf, &span, &objects);
    let find = |part: &[u8]| pdf.windows(part.len()).rposition(|window| window == part);
    let begin = find(b"/Contents<0").ok_or("falta el sitio de la firma")? + 10;
    let digits = begin..begin + room * 2;
    let range = find(b"/ByteRange[0 ").ok_or("falta el sitio de la firma")? + 11;
    let (first, second) = (digits.start - 1, digits.end + 1);
    // Blanks fill up what shorter numbers leave.
    let said = format!("{:RANGE$}]", format!("0 {first} {second} {}", pdf.len() - second));
    pdf[range..=range + RANGE].copy_from_slice(said.as_bytes());
    Ok(Update { bytes: pdf, digits })
}

/// Stands where a number is not known yet.
const HOLE: &str = "##########";

/// A zero and three numbers, with a blank before each.
const RANGE: usize = 1 + 3 * (1 + HOLE.len());

/// A text of a PDF, in UTF-16.
fn text(words: &str) -> String {
    let digits: String = words.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{digits}>")
}
