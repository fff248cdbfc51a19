//! The rules of the file, its catalog, its fonts and its attachments. Clauses are those of ISO 19005-2 and -3.

use std::thread;

use super::file::File;
use super::object::{Dict, Object};
use super::{Fault, Rule, content, tags};

/// What a file may do when it is opened or clicked at (6.5.1).
const ACTIONS: [&str; 4] = ["GoTo", "GoToR", "GoToE", "URI"];

/// 6.1.2: a version, and a comment that shows that the file is not text.
pub(super) fn header(bytes: &[u8], faults: &mut Vec<Fault>) {
    let version =
        bytes.starts_with(b"%PDF-1.") && matches!(bytes.get(7..9), Some([b'0'..=b'7', b'\n' | b'\r']));
    let comment =
        bytes.get(8..).and_then(|rest| rest.iter().position(|byte| *byte == b'%').map(|at| &rest[at..]));
    let binary =
        comment.is_some_and(|comment| comment.len() > 5 && comment[1..5].iter().all(|byte| *byte > 127));
    if !version || !binary {
        faults.push(fault(Rule::Header, "no empieza por %PDF-1.n y cuatro octetos que no son texto"));
    }
}

/// All rules; a signature covers the first `original` bytes.
pub(super) fn all(file: &File<'_>, original: usize, faults: &mut Vec<Fault>) {
    trailer(file, faults);
    // A long acta has as much to unpack in its objects as there is to read on its pages.
    thread::scope(|threads| {
        let of_objects = threads.spawn(|| objects(file));
        let mut of_paper = Vec::new();
        paper(file, original, &mut of_paper);
        faults.extend(of_objects.join().expect("objects are looked at"));
        faults.extend(of_paper);
    });
}

/// From the catalog down to the pages and their tags.
fn paper(file: &File<'_>, original: usize, faults: &mut Vec<Fault>) {
    let Some(catalog) = file.catalog() else {
        faults.push(fault(Rule::Trailer, "no hay catálogo"));
        return;
    };
    let part = metadata(file, catalog, faults);
    let components = output_intent(file, catalog, faults);
    catalog_keys(file, catalog, faults);
    attachments(file, catalog, part, faults);
    signatures(file, original, faults);
    let Some(pages) = file.pages().filter(|pages| !pages.is_empty()) else {
        faults.push(fault(Rule::Content, "no hay árbol de páginas"));
        return;
    };
    let mut shown = Vec::new();
    for (number, page) in pages {
        annotations(file, number, page, faults);
        let on_page = content::page(file, number, page, components, faults);
        shown.push((number, page, on_page));
    }
    tags::check(file, catalog, &shown, faults);
}

pub(super) fn fault(rule: Rule, what: impl Into<String>) -> Fault {
    Fault { rule, what: what.into() }
}

/// 6.1.3: an id, the newest of each table, and nothing encrypted.
fn trailer(file: &File<'_>, faults: &mut Vec<Fault>) {
    for trailer in &file.trailers {
        let id = file.array(trailer, "ID").unwrap_or(&[]);
        let whole = id.iter().all(|part| part.text().is_some_and(|text| !text.is_empty()));
        if id.len() != 2 || !whole {
            faults.push(fault(Rule::Trailer, "falta el identificador (ID)"));
        }
        if trailer.has("Encrypt") {
            faults.push(fault(Rule::Encryption, "el fichero está cifrado"));
        }
    }
}

/// What holds of every object, wherever it is used.
fn objects(file: &File<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (number, object) in file.objects() {
        let mut waiting = vec![object];
        while let Some(object) = waiting.pop() {
            match object {
                Object::Ref(of) if file.object(*of).is_none() => {
                    faults.push(fault(
                        Rule::CrossReference,
                        format!("el objeto {number} nombra el {of}, que no está"),
                    ));
                }
                // 6.1.8, 6.1.13: what every reader can hold.
                Object::Name(name) if name.len() > 127 || std::str::from_utf8(name).is_err() => {
                    faults.push(fault(
                        Rule::Names,
                        format!("objeto {number}: un nombre demasiado largo o sin UTF-8"),
                    ));
                }
                Object::Text(text) if text.len() > 32_767 => {
                    faults.push(fault(Rule::Names, format!("objeto {number}: un texto demasiado largo")));
                }
                Object::Array(list) => waiting.extend(list),
                Object::Dict(dict) | Object::Stream(dict, _) => {
                    waiting.extend(dict.values());
                    dictionary(file, number, dict, &mut faults);
                }
                _ => (),
            }
        }
        if let Object::Stream(dict, _) = object {
            stream(file, number, object, dict, &mut faults);
        }
    }
    faults
}

/// 6.1.7: nothing outside the file, and no LZW.
fn stream(file: &File<'_>, number: u32, object: &Object<'_>, dict: &Dict<'_>, faults: &mut Vec<Fault>) {
    if ["F", "FFilter", "FDecodeParms"].into_iter().any(|key| dict.has(key)) {
        faults.push(fault(Rule::Streams, format!("el flujo {number} está en otro fichero")));
    }
    // JPEG is for its reader; all else must unpack.
    if !dict.is("Filter", "DCTDecode") && file.content(object).is_none() {
        faults.push(fault(Rule::Streams, format!("el flujo {number} no se puede desempaquetar")));
    }
}

fn dictionary(file: &File<'_>, number: u32, dict: &Dict<'_>, faults: &mut Vec<Fault>) {
    let at = |what: &str| format!("objeto {number}: {what}");
    let kind = dict.name("Type").unwrap_or_default();
    let subtype = dict.name("Subtype").unwrap_or_default();
    // 6.5: no program, no sound, nothing that leaves the file by itself.
    let action = ["A", "OpenAction", "Next"].into_iter().filter_map(|key| file.dict(dict, key));
    let own = (kind == b"Action").then_some(dict);
    for action in action.chain(own) {
        let Some(what) = action.name("S") else { continue };
        if !ACTIONS.iter().any(|allowed| allowed.as_bytes() == what) {
            faults.push(fault(Rule::Actions, at(&format!("hace «{}»", String::from_utf8_lossy(what)))));
        }
    }
    if dict.has("AA") || dict.has("JS") || dict.has("JavaScript") {
        faults.push(fault(Rule::Actions, at("hace algo por sí solo")));
    }
    match kind {
        b"Font" => font(file, number, dict, faults),
        b"ExtGState" => graphics(number, dict, faults),
        b"Filespec" => filespec(file, number, dict, faults),
        _ => (),
    }
    match subtype {
        // 6.2.8, 6.2.9.
        b"Image"
            if dict.has("Alternates")
                || dict.has("OPI")
                || dict.get("Interpolate") == Some(&Object::Bool(true)) =>
        {
            faults.push(fault(Rule::Pictures, at("una imagen con otra, o que se suaviza")));
        }
        b"Form" if ["OPI", "PS", "Subtype2", "Ref"].into_iter().any(|key| dict.has(key)) => {
            faults.push(fault(Rule::Pictures, at("un dibujo que toma otro de fuera")));
        }
        b"PS" => faults.push(fault(Rule::Pictures, at("un dibujo en PostScript"))),
        _ => (),
    }
}

/// 6.2.5, 6.2.10: no transfer functions, only blend modes that all viewers know.
fn graphics(number: u32, dict: &Dict<'_>, faults: &mut Vec<Fault>) {
    const MODES: [&str; 17] = [
        "Normal",
        "Compatible",
        "Multiply",
        "Screen",
        "Overlay",
        "Darken",
        "Lighten",
        "ColorDodge",
        "ColorBurn",
        "HardLight",
        "SoftLight",
        "Difference",
        "Exclusion",
        "Hue",
        "Saturation",
        "Color",
        "Luminosity",
    ];
    let odd = dict.has("TR") || dict.has("HTP") || (dict.has("TR2") && !dict.is("TR2", "Default"));
    let mode = dict.get("BM").is_none_or(|mode| {
        mode.name().is_some_and(|mode| MODES.iter().any(|known| known.as_bytes() == mode))
    });
    if odd || !mode {
        let what = format!(
            "objeto {number}: una función de transferencia o un modo de fusión que no es de los comunes"
        );
        faults.push(fault(Rule::Transparency, what));
    }
}

/// 6.2.11: in the file, and with the letters that its glyphs stand for.
fn font(file: &File<'_>, number: u32, dict: &Dict<'_>, faults: &mut Vec<Fault>) {
    let mut bad = |what: &str| faults.push(fault(Rule::Fonts, format!("objeto {number}: {what}")));
    let subtype = dict.name("Subtype").unwrap_or_default();
    let descendant = subtype.starts_with(b"CIDFont");
    if subtype != b"Type3" && subtype != b"Type0" {
        let descriptor = file.dict(dict, "FontDescriptor");
        let program = descriptor.is_some_and(|descriptor| {
            ["FontFile", "FontFile2", "FontFile3"]
                .into_iter()
                .any(|key| matches!(file.get(descriptor, key), Some(Object::Stream(..))))
        });
        if !program {
            bad("no lleva el tipo dentro");
        }
    }
    if !descendant {
        let letters = file.get(dict, "ToUnicode").and_then(|map| file.content(map));
        if letters.is_none_or(|map| !map.windows(9).any(|word| word == b"begincmap")) {
            bad("no dice qué letras son (ToUnicode)");
        }
    }
    if subtype == b"Type0" {
        let below = file.array(dict, "DescendantFonts").and_then(|list| list.first());
        let below = below.and_then(|font| file.resolved(font).dict());
        if below.is_none() || !(dict.is("Encoding", "Identity-H") || dict.is("Encoding", "Identity-V")) {
            bad("no dice cómo se leen sus signos");
        }
    }
    if subtype == b"CIDFontType2" && !dict.has("CIDToGIDMap") {
        bad("falta CIDToGIDMap");
    }
}

/// 6.6: an XMP that says what the file is. Returns the part, if it says one.
fn metadata(file: &File<'_>, catalog: &Dict<'_>, faults: &mut Vec<Fault>) -> Option<u8> {
    let mut bad = |what: &str| faults.push(fault(Rule::Metadata, what));
    let stream = file.get(catalog, "Metadata");
    let typed = stream
        .and_then(Object::dict)
        .is_some_and(|dict| dict.is("Type", "Metadata") && dict.is("Subtype", "XML"));
    let xmp = stream.and_then(|stream| file.content(stream)).filter(|_| typed);
    let Some(xmp) = xmp.as_deref().and_then(|xmp| std::str::from_utf8(xmp).ok()) else {
        bad("falta el XMP");
        return None;
    };
    let head = xmp.split("?>").next().unwrap_or_default();
    if !head.starts_with("<?xpacket begin=") || head.contains("bytes=") || head.contains("encoding=") {
        bad("el XMP no empieza como ha de empezar");
    }
    let part = value(xmp, "pdfaid:part").and_then(|part| part.parse().ok());
    if !matches!(part, Some(2 | 3)) {
        bad("no dice que es PDF/A-2 o PDF/A-3");
    }
    if !matches!(value(xmp, "pdfaid:conformance"), Some("A" | "B" | "U")) {
        bad("no dice de qué nivel es");
    }
    if !xmp.contains("<dc:title>") {
        bad("no tiene título");
    }
    if value(xmp, "xmp:CreateDate").is_none() {
        bad("no tiene fecha");
    }
    part
}

/// The text of a property of an XMP, as an element or as an attribute.
fn value<'a>(xmp: &'a str, name: &str) -> Option<&'a str> {
    let element = || {
        let (_, rest) = xmp.split_once(&format!("<{name}>"))?;
        rest.split_once("</").map(|(text, _)| text)
    };
    let attribute = || {
        let (_, rest) = xmp.split_once(&format!("{name}=\""))?;
        rest.split_once('"').map(|(text, _)| text)
    };
    element().or_else(attribute)
}

/// 6.2.3: the colours are those of one profile in the file. Returns how many components it has.
fn output_intent(file: &File<'_>, catalog: &Dict<'_>, faults: &mut Vec<Fault>) -> Option<i64> {
    let intents = file.array(catalog, "OutputIntents").unwrap_or(&[]);
    let mut profiles = intents
        .iter()
        .filter_map(|intent| file.resolved(intent).dict())
        .filter(|intent| intent.is("S", "GTS_PDFA1"))
        .filter_map(|intent| file.get(intent, "DestOutputProfile"));
    let profile = profiles.next().filter(|_| profiles.next().is_none());
    let components = profile.and_then(Object::dict).and_then(|dict| dict.int("N"));
    let icc = profile.and_then(|profile| file.content(profile));
    let good =
        matches!(components, Some(1 | 3 | 4)) && icc.is_some_and(|icc| icc.get(36..40) == Some(b"acsp"));
    if !good {
        faults.push(fault(Rule::OutputIntent, "falta el perfil de color del fichero, o no es uno"));
    }
    components.filter(|_| good)
}

/// 6.10, 6.11, 6.4: what a catalog may not have; 6.7.4: the language.
fn catalog_keys(file: &File<'_>, catalog: &Dict<'_>, faults: &mut Vec<Fault>) {
    for key in ["Requirements", "NeedsRendering", "OCProperties", "Collection"] {
        if catalog.has(key) {
            faults.push(fault(Rule::Forms, format!("el catálogo tiene «{key}»")));
        }
    }
    if let Some(form) = file.dict(catalog, "AcroForm")
        && (form.has("XFA") || form.get("NeedAppearances") == Some(&Object::Bool(true)))
    {
        faults.push(fault(Rule::Forms, "un formulario que se dibuja solo"));
    }
    let language = file.get(catalog, "Lang").and_then(Object::text).unwrap_or_default();
    if !language.starts_with(b"es") {
        faults.push(fault(Rule::Language, "no dice que está en español (Lang)"));
    }
}

/// 6.8 of part 3: each file says what it is to the paper. Part 2 takes other PDF/A only: then none is expected.
fn attachments(file: &File<'_>, catalog: &Dict<'_>, part: Option<u8>, faults: &mut Vec<Fault>) {
    let names = file.dict(catalog, "Names");
    let tree = names.and_then(|names| file.dict(names, "EmbeddedFiles"));
    let listed = tree.and_then(|tree| file.array(tree, "Names")).unwrap_or(&[]);
    let associated = file.array(catalog, "AF").unwrap_or(&[]);
    let embedded = file.objects().filter(|(_, object)| {
        object.dict().is_some_and(|dict| dict.is("Type", "Filespec") && dict.has("EF"))
    });
    for (number, _) in embedded {
        let mut bad = |what: &str| faults.push(fault(Rule::Attachments, format!("objeto {number}: {what}")));
        if part == Some(2) {
            bad("un adjunto en un PDF/A-2");
        }
        if !associated.contains(&Object::Ref(number)) {
            bad("un adjunto que no es de nada (AF)");
        }
        if !listed.contains(&Object::Ref(number)) {
            bad("un adjunto que no está en la lista");
        }
    }
}

fn filespec(file: &File<'_>, number: u32, dict: &Dict<'_>, faults: &mut Vec<Fault>) {
    const RELATIONS: [&str; 5] = ["Source", "Data", "Alternative", "Supplement", "Unspecified"];
    let mut bad = |what: &str| faults.push(fault(Rule::Attachments, format!("objeto {number}: {what}")));
    if !dict.has("F") || !dict.has("UF") || !dict.has("Desc") {
        bad("un adjunto sin nombre o sin descripción");
    }
    let relation = dict.name("AFRelationship").unwrap_or_default();
    if !RELATIONS.iter().any(|known| known.as_bytes() == relation) {
        bad("no dice qué es del acta (AFRelationship)");
    }
    let stream = file.dict(dict, "EF").and_then(|files| file.dict(files, "F"));
    let typed = stream.is_some_and(|stream| {
        stream.has("Subtype") && file.dict(stream, "Params").is_some_and(|params| params.has("ModDate"))
    });
    if !typed {
        bad("un adjunto sin tipo o sin fecha");
    }
}

/// 6.3: printed as it is seen, and drawn in the file.
fn annotations(file: &File<'_>, number: u32, page: &Dict<'_>, faults: &mut Vec<Fault>) {
    const KINDS: [&str; 2] = ["Link", "Widget"];
    for annotation in file.array(page, "Annots").unwrap_or(&[]) {
        let mut bad = |what: &str| faults.push(fault(Rule::Annotations, format!("página {number}: {what}")));
        let Some(annotation) = file.resolved(annotation).dict() else {
            bad("una anotación que no está");
            continue;
        };
        if !KINDS.iter().any(|kind| annotation.is("Subtype", kind)) {
            bad("una anotación de clase que no se espera");
        }
        const PRINT: i64 = 4;
        // Invisible, hidden, not viewed, viewed at times.
        const NEVER: i64 = 1 | 2 | 32 | 256;
        let flags = annotation.int("F").unwrap_or(0);
        if flags & PRINT == 0 || flags & NEVER != 0 {
            bad("una anotación que no se imprime como se ve");
        }
        let rect: Vec<f64> =
            file.array(annotation, "Rect").unwrap_or(&[]).iter().filter_map(Object::number).collect();
        let without_size = rect.len() == 4 && rect[0] == rect[2] && rect[1] == rect[3];
        if !without_size && !annotation.is("Subtype", "Link") && !annotation.has("AP") {
            bad("una anotación sin dibujo");
        }
    }
}

/// 6.4.3: a signature covers the whole file but itself; the newest one, all of it that was there.
fn signatures(file: &File<'_>, original: usize, faults: &mut Vec<Fault>) {
    let signatures: Vec<_> = file
        .objects()
        .filter_map(|(number, object)| Some((number, object.dict()?)))
        .filter(|(_, dict)| dict.is("Type", "Sig"))
        .collect();
    let mut whole = signatures.is_empty();
    for (number, dict) in signatures {
        let mut bad = |what: &str| faults.push(fault(Rule::Signature, format!("objeto {number}: {what}")));
        if !dict.is("SubFilter", "ETSI.CAdES.detached") || !dict.is("Filter", "Adobe.PPKLite") {
            bad("no es una firma PAdES");
        }
        let range: Vec<usize> = file
            .array(dict, "ByteRange")
            .unwrap_or(&[])
            .iter()
            .filter_map(|number| usize::try_from(number.int()?).ok())
            .collect();
        let [0, first, second, length] = range[..] else {
            bad("no dice qué octetos firma");
            continue;
        };
        let gap = file.bytes.get(first..second).unwrap_or_default();
        let own = gap.strip_prefix(b"<").and_then(|gap| gap.strip_suffix(b">"));
        let contents = dict.get("Contents").and_then(Object::text);
        let same = own.and_then(|own| hex::decode(own).ok()).is_some_and(|own| Some(&own[..]) == contents);
        if !same {
            bad("firma octetos que no son todos los demás");
        }
        whole |= second.checked_add(length) == Some(original);
    }
    if !whole {
        faults.push(fault(Rule::Signature, "hay octetos detrás de lo firmado"));
    }
}
