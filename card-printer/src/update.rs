//! Updates at the end of a file (ISO 32000-1, 7.5.6): what was written stays as it was, and newer objects stand behind it.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::sound::Span;

/// Puts objects behind the file, each with its number, and a table of them. New ones have the numbers from [`Span::size`] on,
/// without a gap.
pub(crate) fn append(pdf: &mut Vec<u8>, span: &Span, objects: &[(u32, Vec<u8>)]) {
    if !pdf.ends_with(b"\n") {
        pdf.push(b'\n');
    }
    let mut places = Vec::new();
    for (number, object) in objects {
        places.push((*number, pdf.len()));
        pdf.extend_from_slice(object);
        pdf.push(b'\n');
    }
    let table = pdf.len();
    places.sort_unstable();
    let mut end = String::from("xref\n");
    for (number, place) in &places {
        let _ = write!(end, "{number} 1\n{place:010} 00000 n \n");
    }
    let changed = hex::encode(&Sha256::digest(&pdf[..])[..16]);
    let size = places.last().map_or(span.size, |(last, _)| span.size.max(last + 1));
    let info = span.info.map_or_else(String::new, |info| format!("/Info {info} 0 R"));
    let _ = write!(
        end,
        "trailer\n<</Size {size}/Root {} 0 R{info}/ID[<{}><{changed}>]/Prev {}>>\nstartxref\n{table}\n%%EOF",
        span.root,
        hex::encode(&span.id),
        span.previous,
    );
    pdf.extend_from_slice(end.as_bytes());
}
