//! Looks at a file that says it is PDF/A-2 or PDF/A-3 (ISO 19005-2 and -3), for what a viewer of the year 2060 needs.
//!
//! It is ours and knows what our papers use: classic tables of objects, one page tree, tags. What it does not know it
//! does not let pass. It is no validator: «written as PDF/A-3b, not validated by veraPDF» is all that it allows to say.

#![expect(clippy::wildcard_enum_match_arm, reason = "the kinds of objects of a PDF are what they are")]

mod content;
mod file;
mod object;
mod rules;
mod tags;

use file::File;

/// What a file breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", .rule.words())]
pub struct Fault {
    /// The rule.
    pub rule: Rule,
    /// Where and how, in Spanish.
    pub what: String,
}

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of each say it")]
pub enum Rule {
    Header,
    CrossReference,
    Trailer,
    Encryption,
    Streams,
    Names,
    Metadata,
    OutputIntent,
    Colours,
    Fonts,
    Actions,
    Transparency,
    Pictures,
    Annotations,
    Forms,
    Language,
    Tags,
    Content,
    Attachments,
    Signature,
}

impl Rule {
    /// Its name, in Spanish.
    pub const fn words(self) -> &'static str {
        match self {
            Rule::Header => "cabecera",
            Rule::CrossReference => "tabla de objetos",
            Rule::Trailer => "cierre del fichero",
            Rule::Encryption => "cifrado",
            Rule::Streams => "flujos",
            Rule::Names => "nombres y textos",
            Rule::Metadata => "metadatos",
            Rule::OutputIntent => "perfil de color",
            Rule::Colours => "colores",
            Rule::Fonts => "tipos de letra",
            Rule::Actions => "acciones",
            Rule::Transparency => "transparencia",
            Rule::Pictures => "imágenes",
            Rule::Annotations => "anotaciones",
            Rule::Forms => "formularios",
            Rule::Language => "idioma",
            Rule::Tags => "etiquetas",
            Rule::Content => "contenido de las páginas",
            Rule::Attachments => "ficheros adjuntos",
            Rule::Signature => "firma",
        }
    }
}

/// An object, and the bytes from its number to its end.
pub(crate) struct Placed {
    pub(crate) number: u32,
    pub(crate) place: std::ops::Range<usize>,
}

/// A page, and its content.
pub(crate) struct PlacedPage {
    pub(crate) page: Placed,
    pub(crate) content: u32,
}

/// What an update of a file needs of it.
pub(crate) struct Span {
    pub(crate) catalog: Placed,
    /// At least one.
    pub(crate) pages: Vec<PlacedPage>,
    /// It is signed, or has fields or annotations of others.
    pub(crate) has_fields: bool,
    /// The first number that is free.
    pub(crate) size: u32,
    pub(crate) root: u32,
    pub(crate) info: Option<u32>,
    /// The first half of the id.
    pub(crate) id: Vec<u8>,
    /// Where the last table is.
    pub(crate) previous: usize,
}

/// What an update needs; `None` for a file that is not sound.
pub(crate) fn spans(bytes: &[u8]) -> Option<Span> {
    let file = File::read(bytes).ok()?;
    let trailer = file.trailers.first()?;
    let root = trailer.get("Root")?.reference()?;
    let placed = |number| Some(Placed { number, place: file.place(number)? });
    let pages = file.pages().filter(|pages| !pages.is_empty())?;
    let has_fields = file.catalog()?.has("AcroForm") || pages.iter().any(|(_, page)| page.has("Annots"));
    let page = |(number, dict): &(u32, &object::Dict<'_>)| {
        Some(PlacedPage { page: placed(*number)?, content: dict.get("Contents")?.reference()? })
    };
    Some(Span {
        catalog: placed(root)?,
        pages: pages.iter().map(page).collect::<Option<_>>()?,
        has_fields,
        size: u32::try_from(trailer.int("Size")?).ok()?,
        root,
        info: trailer.get("Info").and_then(object::Object::reference),
        id: file.array(trailer, "ID")?.first()?.text()?.to_vec(),
        previous: file.last_table,
    })
}

/// Says all that is wrong with a file; nothing, if it is sound.
pub fn faults(bytes: &[u8]) -> Vec<Fault> {
    faults_of_copy(bytes, bytes.len())
}

/// The same of a copy that begins with so many bytes of its original: a signature covers those.
pub fn faults_of_copy(bytes: &[u8], original: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    rules::header(bytes, &mut faults);
    match File::read(bytes) {
        Ok(file) => rules::all(&file, original, &mut faults),
        Err(fault) => faults.push(fault),
    }
    faults
}
