//! Makes a COPIA of an acta that was issued: its bytes, each one, and behind them an update that marks every page.
//!
//! So whoever has the copy has the acta too: the first bytes, whose hash is in the record and whose signature holds. The mark
//! is of outlines, since the fonts within an acta have only the letters that it needs.

use std::fmt::Write as _;

use hall_wire::paper::CopySheet;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};
use tiny_skia::{PathBuilder, PathSegment, Transform};

use crate::acta_page::time;
use crate::check::BadInput;
use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, A4_WIDTH, Ink, Tenths};
use crate::picture::letters::letters;
use crate::sound::{self, PlacedPage, Span};
use crate::update;

/// What stands across each page.
const WORD: &str = "COPIA";

/// Its size in tenths of a point, and its angle.
const ACROSS: (u16, f32) = (1700, -52.0);

/// The width of its outlines, and their colour: what is below stays legible.
const STROKE: Tenths = 4;
const PALE_GARNET: [u8; 3] = [196, 150, 160];

/// The lines at the head of each page: their base lines, and their left and right ends.
const LINES: [Tenths; 2] = [58, 84];
const LEFT: Tenths = 200;
const WIDTH: Tenths = A4_WIDTH - LEFT - 160;

/// The copy of an acta, and its pages.
///
/// # Errors
/// [`BadInput`] for a file that is not the acta of the sheet, or that is none of ours.
pub fn copied(acta: Vec<u8>, sheet: &CopySheet) -> Result<(Vec<u8>, usize), BadInput> {
    if hex::encode(Sha256::digest(&acta)) != sheet.acta_sha256 {
        return Err(BadInput::OtherActa);
    }
    let sound = sound::faults(&acta).is_empty();
    let span = sound::spans(&acta).filter(|_| sound).ok_or(BadInput::NotAnActa)?;
    let original = acta.len();
    let bytes = marked(acta, &span, &mark(sheet)).ok_or(BadInput::NotAnActa)?;
    match sound::faults_of_copy(&bytes, original).is_empty() {
        true => Ok((bytes, span.pages.len())),
        false => Err(BadInput::NotAnActa),
    }
}

/// The file with the mark on each of its pages. `None` where a page is not written as ours are.
fn marked(mut pdf: Vec<u8>, span: &Span, mark: &str) -> Option<Vec<u8>> {
    let (saved, drawn) = (span.size, span.size + 1);
    let mut objects = vec![stream(saved, "q"), stream(drawn, mark)];
    for PlacedPage { page, content } in &span.pages {
        let text = std::str::from_utf8(&pdf[page.place.clone()]).ok()?;
        let (own, all) =
            (format!("/Contents {content} 0 R"), format!("/Contents[{saved} 0 R {content} 0 R {drawn} 0 R]"));
        if text.matches(&own).count() != 1 {
            return None;
        }
        objects.push((page.number, text.replace(&own, &all).into_bytes()));
    }
    update::append(&mut pdf, span, &objects);
    Some(pdf)
}

fn stream(number: u32, content: &str) -> (u32, Vec<u8>) {
    const BEST: u8 = 9;
    let packed = compress_to_vec_zlib(content.as_bytes(), BEST);
    let mut object =
        format!("{number} 0 obj\n<</Length {}/Filter/FlateDecode>>\nstream\n", packed.len()).into_bytes();
    object.extend(packed);
    object.extend(b"\nendstream\nendobj");
    (number, object)
}

/// What is drawn behind the content of each page, whose states it ends first. Lengths are those of pages, from the upper left.
fn mark(sheet: &CopySheet) -> String {
    let CopySheet { session, copy, reason, made_at, made_by, acta_sha256, .. } = sheet;
    let scale = 72.0 / 254.0;
    let mut out = format!(
        "Q\n/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\nq\n{scale:.5} 0 0 {:.5} 0 {:.3} cm\n",
        -scale,
        A4_HEIGHT as f32 * scale,
    );
    let parts = |ink: [u8; 3]| {
        let [red, green, blue] = ink.map(|part| f32::from(part) / 255.0);
        format!("{red:.3} {green:.3} {blue:.3}")
    };
    let _ = writeln!(out, "{} rg {} RG {STROKE} w 1 j", parts(Ink::Garnet.rgb()), parts(PALE_GARNET));
    let (size, degrees) = ACROSS;
    let half = font::width(Face::Bold, size, WORD) as f32 / 2.0;
    // Capitals are some seven tenths of the size high.
    let up = f32::from(size) * 254.0 / 720.0 * 0.35;
    let middle = Transform::from_translate(A4_WIDTH as f32 / 2.0, A4_HEIGHT as f32 / 2.0);
    let turned = middle.pre_rotate(degrees).pre_translate(-half, up);
    outlines(&mut out, letters(Face::Bold, size, WORD), turned);
    out.push_str("S\n");
    let head = format!(
        "COPIA n.º {copy} del acta de la sesión n.º {session} · {} · La sacó la persona n.º {made_by}",
        time::kept(made_at)
    );
    let about = format!("Acta de huella {acta_sha256} · {reason}");
    for (base, face, size, words) in [(LINES[0], Face::Bold, 82, head), (LINES[1], Face::Regular, 66, about)]
    {
        let (size, words) = font::fitted(face, size, &words, WIDTH);
        outlines(&mut out, letters(face, size, &words), Transform::from_translate(LEFT as f32, base as f32));
        out.push_str("f\n");
    }
    out.push_str("Q\nEMC");
    out
}

/// Writes outlines as operators of a PDF, which knows only curves of the third degree.
fn outlines(out: &mut String, letters: PathBuilder, to: Transform) {
    let Some(path) = letters.finish().and_then(|path| path.transform(to)) else { return };
    let mut at = tiny_skia::Point::zero();
    for segment in path.segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => writeln!(out, "{:.1} {:.1} m", to.x, to.y),
            PathSegment::LineTo(to) => writeln!(out, "{:.1} {:.1} l", to.x, to.y),
            PathSegment::QuadTo(by, to) => {
                let third = |one: f32, control: f32| one + (control - one) * 2.0 / 3.0;
                let (x1, y1) = (third(at.x, by.x), third(at.y, by.y));
                let (x2, y2) = (third(to.x, by.x), third(to.y, by.y));
                writeln!(out, "{x1:.1} {y1:.1} {x2:.1} {y2:.1} {:.1} {:.1} c", to.x, to.y)
            }
            PathSegment::CubicTo(one, two, to) => {
                let [one, two, to] = [one, two, to].map(|point| format!("{:.1} {:.1}", point.x, point.y));
                writeln!(out, "{one} {two} {to} c")
            }
            PathSegment::Close => writeln!(out, "h"),
        };
        if let PathSegment::MoveTo(to)
        | PathSegment::LineTo(to)
        | PathSegment::QuadTo(_, to)
        | PathSegment::CubicTo(_, _, to) = segment
        {
            at = to;
        }
    }
}
