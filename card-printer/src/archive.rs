//! Papers to be kept for years, as PDF/A-3b through krilla, which refuses to write a bad one.
//!
//! Tagged, in Spanish, with what belongs to the paper attached. The date is the paper's, and ids are made of its content:
//! the same pages give the same bytes. No validator of PDF/A that can be had here is worth asking, so [`crate::sound`]
//! looks at every file before it is handed over.

mod elements;

use std::num::NonZeroU16;

use hall_wire::paper::Leaf;
use krilla::color::rgb;
use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, SerializeSettings};

use crate::code::QUIET;
use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, A4_WIDTH, Document, Ink, PALE, Page, PlacedCode, Tag, Tenths, Text, Watermark};
use elements::Elements;

/// The language of every paper.
pub const LANGUAGE: &str = "es-ES";

/// Left end of the words beside a cut.
const CUT_WORDS_LEFT: Tenths = 200;

/// Points in a tenth of a millimetre.
const SCALE: f32 = 72.0 / 254.0;

/// What a paper says of itself, beside its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Who draws it up.
    pub author: String,
    /// When it was drawn up.
    pub at: Moment,
    /// Told apart by their names.
    pub attachments: Vec<Attachment>,
    /// The leaves of a bound book into which the pages are pasted: each is drawn smaller, at the upper left of its paper, with the
    /// lines along which it is cut out.
    pub leaf: Option<Leaf>,
}

/// A time with its offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Moment {
    pub year: u16,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    /// Minutes east of Greenwich.
    pub offset: i16,
}

impl Moment {
    /// Seconds since 1970-01-01 UTC.
    pub(crate) fn utc_seconds(self) -> i64 {
        // Days since 1970 by counting years that begin in March, so that the leap day is the last one.
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let days = 365 * year + leaps + (153 * month + 2) / 5 + i64::from(self.day) - 1 - 719_468;
        let minutes =
            days * 1440 + i64::from(self.hour) * 60 + i64::from(self.minute) - i64::from(self.offset);
        minutes * 60 + i64::from(self.second)
    }

    /// As a PDF writes it: `D:20261125213000+01'00`.
    pub(crate) fn pdf(self) -> String {
        let Moment { year, month, day, hour, minute, second, offset } = self;
        let (sign, east) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
        let (hours, minutes) = (east / 60, east % 60);
        format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}{sign}{hours:02}'{minutes:02}")
    }
}

/// A file within the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, in ASCII.
    pub name: String,
    /// What it is, as `text/plain`.
    pub mime: &'static str,
    /// What it is, in Spanish.
    pub description: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why krilla did not write a paper: a fault of ours, since no input should lead to it.
#[derive(Debug, thiserror::Error)]
#[error("no se puede escribir como PDF/A: {0}")]
pub struct NotWritten(String);

/// The document as the bytes of a PDF/A-3b.
pub fn written(document: &Document, about: &About) -> Result<Vec<u8>, NotWritten> {
    let configuration = ConfigurationBuilder::new().with_archival_validator(Archival::A3_B).finish();
    let configuration = configuration.expect("there is no other standard to agree with");
    let mut pdf = krilla::Document::new_with(SerializeSettings { configuration, ..Default::default() });
    let fonts = Face::ALL
        .map(|face| Font::new(Data::from(face.bytes()), 0).expect("the fonts in the program are good"));
    let mut elements = Elements::default();
    for page in &document.pages {
        draw(&mut pdf, page, about.leaf, &fonts, &mut elements);
    }
    pdf.set_outline(outline(document, about.leaf.map_or(1.0, scale_of)));
    pdf.set_tag_tree(elements.tree());
    for Attachment { name, mime, description, bytes } in &about.attachments {
        let file = EmbeddedFile {
            path: name.clone(),
            mime_type: MimeType::new(mime),
            description: Some(description.clone()),
            association_kind: AssociationKind::Source,
            data: bytes.clone().into(),
            modification_date: Some(date(about.at)),
            compress: Some(true),
            location: None,
        };
        pdf.embed_file(file).ok_or_else(|| NotWritten(format!("«{name}» está dos veces")))?;
    }
    let metadata = Metadata::new()
        .title(document.title.clone())
        .authors(vec![about.author.clone()])
        .creator(document.creator.clone())
        .producer("krilla".to_owned())
        .language(LANGUAGE.to_owned())
        .creation_date(date(about.at));
    pdf.set_metadata(metadata);
    pdf.finish().map_err(|error| NotWritten(format!("{error:?}")))
}

fn date(at: Moment) -> DateTime {
    let minutes = at.offset.unsigned_abs() % 60;
    DateTime::new(at.year)
        .month(at.month)
        .day(at.day)
        .hour(at.hour)
        .minute(at.minute)
        .second(at.second)
        .utc_offset_hour((at.offset / 60) as i8)
        .utc_offset_minute(minutes as u8)
}

/// The headings of the first two levels, to go to.
fn outline(document: &Document, scale: f32) -> Outline {
    let mut outline = Outline::new();
    let mut last = None;
    for (number, page) in document.pages.iter().enumerate() {
        for text in &page.texts {
            let Tag::Heading { level: 1..=2, block } = text.tag else { continue };
            // What stands at its right is the same heading.
            if last.replace(block) != Some(block) {
                let above = Point::from_xy(0.0, points(text.y - 60) * scale);
                outline.push_child(OutlineNode::new(text.text.clone(), XyzDestination::new(number, above)));
            }
        }
    }
    outline
}

/// Each list of the page over those before it, as [`Page`] has it.
fn draw(
    pdf: &mut krilla::Document,
    page: &Page,
    leaf: Option<Leaf>,
    fonts: &[Font; 3],
    elements: &mut Elements,
) {
    let settings = PageSettings::from_wh(points(A4_WIDTH), points(A4_HEIGHT)).expect("A4 is a size");
    let mut sheet = pdf.start_page_with(settings);
    let mut surface = sheet.surface();
    if let Some(leaf) = leaf {
        cuts(&mut surface, leaf, fonts);
        let scale = scale_of(leaf);
        surface.push_transform(&Transform::from_scale(scale, scale));
    }
    let layout = ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout));
    surface.start_tagged(layout);
    for it in &page.fills {
        surface.set_fill(Some(fill(it.ink.rgb())));
        surface.draw_path(&boxes([(it.x, it.y, it.width, it.height)].into_iter()));
    }
    surface.end_tagged();
    if !page.watermarks.is_empty() {
        surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Watermark)));
        page.watermarks.iter().for_each(|it| watermark(&mut surface, it, fonts));
        surface.end_tagged();
    }
    surface.start_tagged(layout);
    for rule in &page.rules {
        let mut path = PathBuilder::new();
        path.move_to(points(rule.from.0), points(rule.from.1));
        path.line_to(points(rule.to.0), points(rule.to.1));
        let (paint, width) = (colour(rule.ink.rgb()).into(), points(rule.thickness));
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke { paint, width, ..Stroke::default() }));
        surface.draw_path(&path.finish().expect("a rule has two ends"));
    }
    surface.set_stroke(None);
    page.codes.iter().for_each(|it| code(&mut surface, it));
    surface.end_tagged();
    for run in page.texts.chunk_by(|one, next| one.tag == next.tag) {
        texts(&mut surface, run, fonts, elements);
    }
    if leaf.is_some() {
        surface.pop();
    }
    surface.finish();
    sheet.finish();
}

/// How much smaller a page is on a leaf.
fn scale_of(leaf: Leaf) -> f32 {
    let part = |of: u32, whole: u32| of as f32 / whole as f32;
    part(leaf.width_mm, Leaf::A4.width_mm).min(part(leaf.height_mm, Leaf::A4.height_mm))
}

/// The lines along which a leaf is cut out, and words behind them where there is room.
fn cuts(surface: &mut Surface<'_>, leaf: Leaf, fonts: &[Font; 3]) {
    const DASH: f32 = 6.0;
    const WORDS: &str =
        "Córtese por las líneas y péguese en el libro de actas, en el folio que se dice al pie.";
    const ROOM_FOR_WORDS: Tenths = 100;
    let tenths = |mm: u32| Tenths::try_from(mm * 10).unwrap_or(Tenths::MAX);
    let (width, height) = (tenths(leaf.width_mm), tenths(leaf.height_mm));
    surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
    let mut path = PathBuilder::new();
    if width < A4_WIDTH {
        path.move_to(points(width), 0.0);
        path.line_to(points(width), points(A4_HEIGHT));
    }
    if height < A4_HEIGHT {
        path.move_to(0.0, points(height));
        path.line_to(points(A4_WIDTH), points(height));
    }
    if let Some(path) = path.finish() {
        let paint = colour(Ink::Grey.rgb()).into();
        let dash = Some(StrokeDash { array: vec![DASH, DASH], offset: 0.0 });
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke { paint, width: 0.5, dash, ..Stroke::default() }));
        surface.draw_path(&path);
        surface.set_stroke(None);
    }
    if height + ROOM_FOR_WORDS <= A4_HEIGHT {
        surface.set_fill(Some(fill(Ink::Grey.rgb())));
        let at = Point::from_xy(points(CUT_WORDS_LEFT), points(height + 60));
        line(surface, fonts, at, Face::Regular, 75, WORDS);
    }
    surface.end_tagged();
}

/// Texts of one element. A blank stands between any two: a reader must not join their words.
fn texts(surface: &mut Surface<'_>, run: &[Text], fonts: &[Font; 3], elements: &mut Elements) {
    let Some(last) = run.iter().rposition(|text| !text.text.is_empty()) else {
        return elements.add(run[0].tag, &run[0].text, None);
    };
    let tag = run[0].tag;
    let content = match tag {
        Tag::Artifact => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)),
        Tag::Heading { .. } | Tag::Paragraph { .. } | Tag::Cell(_) => ContentTag::Span(SpanTag::empty()),
    };
    let id = surface.start_tagged(content);
    for (n, text) in run.iter().enumerate().filter(|(_, text)| !text.text.is_empty()) {
        surface.set_fill(Some(fill(text.ink.rgb())));
        let words = if n < last { format!("{} ", text.text) } else { text.text.clone() };
        let at = Point::from_xy(points(text.x), points(text.y));
        line(surface, fonts, at, text.face, text.size, &words);
    }
    surface.end_tagged();
    if tag != Tag::Artifact {
        elements.add(tag, &run[0].text, Some(id));
    }
}

fn line(surface: &mut Surface<'_>, fonts: &[Font; 3], at: Point, face: Face, size: u16, text: &str) {
    let glyphs: Vec<KrillaGlyph> = text
        .char_indices()
        .filter_map(|(place, c)| {
            let glyph = face.glyph(c)?;
            let (id, advance) = (GlyphId::new(glyph.id.into()), f32::from(glyph.advance) / 2048.0);
            let range = place..place + c.len_utf8();
            Some(KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, range, None))
        })
        .collect();
    let font = fonts[face as usize].clone();
    surface.draw_glyphs(at, &glyphs, font, text, f32::from(size) / 10.0, false);
}

fn watermark(surface: &mut Surface<'_>, it: &Watermark, fonts: &[Font; 3]) {
    let half = font::width(Face::Bold, it.size, &it.text) / 2;
    let turn = Transform::from_rotate_at(-f32::from(it.degrees), points(it.middle.0), points(it.middle.1));
    surface.push_transform(&turn);
    surface.set_fill(Some(fill(PALE)));
    let at = Point::from_xy(points(it.middle.0 - half), points(it.middle.1));
    line(surface, fonts, at, Face::Bold, it.size, &it.text);
    surface.pop();
}

fn code(surface: &mut Surface<'_>, placed: &PlacedCode) {
    surface.set_fill(Some(fill(Ink::White.rgb())));
    surface.draw_path(&boxes([(placed.x, placed.y, placed.side, placed.side)].into_iter()));
    let module = points(placed.side) / f32::from(placed.code.modules() + 2 * QUIET);
    let (left, top) = (points(placed.x), points(placed.y));
    let turn = Transform::from_row(module, 0.0, 0.0, module, left, top);
    surface.push_transform(&turn);
    surface.set_fill(Some(fill(Ink::Black.rgb())));
    let mut path = PathBuilder::new();
    for run in placed.code.runs() {
        let [x, y, length] = [run.x + QUIET, run.y + QUIET, run.length].map(f32::from);
        path.push_rect(Rect::from_xywh(x, y, length, 1.0).expect("a run has a length"));
    }
    surface.draw_path(&path.finish().expect("a code has dark modules"));
    surface.pop();
}

fn boxes(places: impl Iterator<Item = (Tenths, Tenths, Tenths, Tenths)>) -> Path {
    let mut path = PathBuilder::new();
    for (x, y, width, height) in places {
        let [x, y, width, height] = [x, y, width, height].map(points);
        path.push_rect(Rect::from_xywh(x, y, width, height).expect("a rectangle has a size"));
    }
    path.finish().expect("there is a rectangle")
}

fn fill(rgb: [u8; 3]) -> Fill {
    Fill { paint: colour(rgb).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

fn colour([red, green, blue]: [u8; 3]) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn points(tenths: Tenths) -> f32 {
    tenths as f32 * SCALE
}

fn level(level: u16) -> NonZeroU16 {
    NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN)
}
