//! Papers other than cards and actas to PDF, through printpdf. Cards by the thousand are written by [`crate::pdf`], actas by
//! [`crate::archive`].
//!
//! Ids are fixed and the date stays at 1970, so that the same pages give the same bytes. Coordinates are whole tenths
//! of a millimetre under one scaling per page: shorter, and nothing is rounded.

use printpdf::{
    Color, CurTransMat, FontId, Mm, Op, PaintMode, ParsedFont, PdfDocument, PdfFont, PdfFontHandle, PdfPage,
    PdfSaveOptions, Pt, Rect, Rgb, TextItem, TextMatrix,
};

use crate::code::QUIET;
use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, Document, Ink, PALE, Page, PlacedCode, Rule, Tenths, Watermark};

/// Points in a tenth of a millimetre.
const SCALE: f32 = 72.0 / 254.0;

/// The document as the bytes of a PDF.
pub fn written(document: &Document) -> Vec<u8> {
    let mut pdf = PdfDocument::new(&document.title);
    pdf.metadata.info.creator.clone_from(&document.creator);
    pdf.metadata.info.producer = "printpdf".to_owned();
    for face in Face::ALL {
        let font = ParsedFont::from_bytes(face.bytes(), 0, &mut Vec::new())
            .expect("the fonts in the program are good");
        let font = ParsedFont { font_name: Some(font_name(face).to_owned()), ..font };
        pdf.resources.fonts.map.insert(font_id(face), PdfFont::new(font));
    }
    pdf.pages = document.pages.iter().map(|page| PdfPage::new(Mm(210.0), Mm(297.0), ops(page))).collect();
    let mut warnings = Vec::new();
    let bytes = pdf.save(&PdfSaveOptions::default(), &mut warnings);
    debug_assert!(warnings.is_empty(), "{warnings:?}");
    bytes
}

fn ops(page: &Page) -> Vec<Op> {
    let mut ops =
        vec![Op::SetTransformationMatrix { matrix: CurTransMat::Raw([SCALE, 0.0, 0.0, SCALE, 0.0, 0.0]) }];
    let mut ink = None;
    for fill in &page.fills {
        set_fill(&mut ops, &mut ink, fill.ink);
        ops.push(filled(fill.x, flipped(fill.y + fill.height), fill.width, fill.height));
    }
    watermarks(&mut ops, &page.watermarks);
    for rule in &page.rules {
        draw_rule(&mut ops, rule);
    }
    for placed in &page.codes {
        code(&mut ops, placed);
    }
    texts(&mut ops, page);
    ops
}

fn draw_rule(ops: &mut Vec<Op>, rule: &Rule) {
    let point = |(x, y): (Tenths, Tenths)| printpdf::LinePoint {
        p: printpdf::Point { x: Pt(x as f32), y: Pt(flipped(y) as f32) },
        bezier: false,
    };
    ops.push(Op::SetOutlineColor { col: colour(rule.ink.rgb()) });
    ops.push(Op::SetOutlineThickness { pt: Pt(rule.thickness as f32) });
    ops.push(Op::DrawLine {
        line: printpdf::Line { points: vec![point(rule.from), point(rule.to)], is_closed: false },
    });
}

fn watermarks(ops: &mut Vec<Op>, watermarks: &[Watermark]) {
    if watermarks.is_empty() {
        return;
    }
    ops.push(Op::SetFillColor { col: colour(PALE) });
    ops.push(Op::StartTextSection);
    for Watermark { middle, degrees, size, text } in watermarks {
        let (sin, cos) = f32::from(*degrees).to_radians().sin_cos();
        let half = font::width(Face::Bold, *size, text) as f32 / 2.0;
        let (x, y) = (middle.0 as f32 - half * cos, flipped(middle.1) as f32 - half * sin);
        let matrix = TextMatrix::Raw([cos, sin, -sin, cos, x, y]);
        ops.push(Op::SetFont { font: PdfFontHandle::External(font_id(Face::Bold)), size: points(*size) });
        ops.push(Op::SetTextMatrix { matrix });
        ops.push(Op::ShowText { items: vec![TextItem::Text(text.clone())] });
    }
    ops.push(Op::EndTextSection);
    ops.push(Op::SetFillColor { col: colour(Ink::Black.rgb()) });
}

fn code(ops: &mut Vec<Op>, placed: &PlacedCode) {
    let modules = placed.code.modules() + 2 * QUIET;
    let module = placed.side as f32 / f32::from(modules);
    let bottom = flipped(placed.y + placed.side);
    ops.push(Op::SetFillColor { col: colour(Ink::White.rgb()) });
    ops.push(filled(placed.x, bottom, placed.side, placed.side));
    ops.push(Op::SetFillColor { col: colour([0; 3]) });
    ops.push(Op::SaveGraphicsState);
    let matrix = CurTransMat::Raw([module, 0.0, 0.0, module, placed.x as f32, bottom as f32]);
    ops.push(Op::SetTransformationMatrix { matrix });
    for run in placed.code.runs() {
        let y = modules - QUIET - 1 - run.y;
        ops.push(filled(Tenths::from(run.x + QUIET), Tenths::from(y), Tenths::from(run.length), 1));
    }
    ops.push(Op::RestoreGraphicsState);
}

fn texts(ops: &mut Vec<Op>, page: &Page) {
    let (mut ink, mut font) = (None, None);
    ops.push(Op::StartTextSection);
    for text in &page.texts {
        set_fill(ops, &mut ink, text.ink);
        if font.replace((text.face, text.size)) != Some((text.face, text.size)) {
            let font = PdfFontHandle::External(font_id(text.face));
            ops.push(Op::SetFont { font, size: points(text.size) });
        }
        let matrix = TextMatrix::Translate(Pt(text.x as f32), Pt(flipped(text.y) as f32));
        ops.push(Op::SetTextMatrix { matrix });
        ops.push(Op::ShowText { items: vec![TextItem::Text(text.text.clone())] });
    }
    ops.push(Op::EndTextSection);
}

fn set_fill(ops: &mut Vec<Op>, current: &mut Option<Ink>, ink: Ink) {
    if current.replace(ink) != Some(ink) {
        ops.push(Op::SetFillColor { col: colour(ink.rgb()) });
    }
}

fn filled(x: Tenths, y: Tenths, width: Tenths, height: Tenths) -> Op {
    let mut rectangle = Rect::from_xywh(Pt(x as f32), Pt(y as f32), Pt(width as f32), Pt(height as f32));
    rectangle.mode = Some(PaintMode::Fill);
    Op::DrawRectangle { rectangle }
}

/// PDF counts from the bottom of the page.
fn flipped(y: Tenths) -> Tenths {
    A4_HEIGHT - y
}

/// A size in tenths of a point, in page units.
fn points(size: u16) -> Pt {
    Pt(f32::from(size) / 10.0 / SCALE)
}

fn colour(rgb: [u8; 3]) -> Color {
    let [r, g, b] = rgb.map(|c| f32::from(c) / 255.0);
    Color::Rgb(Rgb::new(r, g, b, None))
}

fn font_id(face: Face) -> FontId {
    FontId(font_name(face).to_owned())
}

fn font_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "OpenSans-Regular",
        Face::Bold => "OpenSans-Bold",
        Face::Condensed => "OpenSans-CondBold",
    }
}
