//! The head of the page: the matrix, its origin and its hashes.

use hall_core::matrix::MatrixKind;
use hall_wire::paper::{AnnouncedDraw, MatrixOrigin, MixedIn};

use super::{BODY, Certificate, Fact, LABEL, LEFT, NOTE, STRONG, TITLE, WIDTH, facts, paragraph, shade};
use crate::acta_page::{time, words};
use crate::font::{self, Face};
use crate::head::Head;
use crate::page::{Align, Ink, Page, Style, Tenths};

/// The name of a hash or key.
const NAME: Style = Style { size: 78, ..BODY };
const DIGITS: Style = Style::new(Face::Regular, 92, Ink::Black);

/// Characters of a draw's name.
const NAMED: usize = 80;

/// So many characters of what people added are set smaller.
const MUCH: usize = 240;

/// Digits per group of a hash or key.
const GROUP: usize = 8;

/// Left edge of hashes and keys.
const HASH: Tenths = LEFT + 400;
/// Their line height.
pub(crate) const HASH_ROW: Tenths = 46;

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, it: &Certificate<'_>) -> Tenths {
    let sheet = it.sheet;
    let hall = sheet.hall.as_ref().map_or(String::new(), |hall| format!(" · {hall}"));
    let (left, right) = (format!("CERTIFICADO DE MATRIZ{hall}"), format!("Matriz n.º {}", sheet.matrix));
    head(page, &left, &right, (sheet.demo, sheet.draft));
    let title = format!("Certificado de la matriz n.º {}", it.sheet.matrix);
    page.text(LEFT, 214, WIDTH, Align::Left, TITLE, &title);
    let y = paragraph(page, LEFT, 244, WIDTH, BODY, &what_it_is(it)) + 18;
    let y = origin(page, y, it);
    hashes(page, y + 12, it)
}

/// The line at the top of a page, left and right, and its marks DEMOSTRACIÓN and BORRADOR.
pub(crate) fn head(page: &mut Page, left: &str, right: &str, (demo, draft): (bool, bool)) {
    const HEAD: Head = Head { x: LEFT, width: WIDTH, base: 103, rule: 126, split: (2, 3) };
    let (labels, size): (&[&str], u16) = match (demo, draft) {
        (true, true) => (&["DEMOSTRACIÓN", "BORRADOR"], 560),
        (true, false) => (&["DEMOSTRACIÓN"], 760),
        (false, true) => (&["BORRADOR"], 1000),
        (false, false) => (&[], 0),
    };
    HEAD.draw(page, left, right, labels, size);
}

/// Two sentences for readers who have never heard of a matrix.
fn what_it_is(it: &Certificate<'_>) -> String {
    let cards = words::grouped(it.measures.counts.size);
    match it.options {
        Some(_) => format!(
            "Una matriz es la lista de los cartones de una serie, y ésta, de {cards}, sale entera de una clave de 32 cifras y de nada más: \
             con la clave, cualquiera la rehace. Este papel dice qué cartones son, los compara con lo que da el puro azar y explica cómo \
             comprobarlo todo sin fiarse de la sala.{}",
            if it.sheet.draws_required {
                " En esta sala toda matriz sale de un sorteo anunciado antes."
            } else {
                ""
            }
        ),
        None => format!(
            "Una matriz es la lista de los cartones de una serie; ésta, de {cards}, no se hizo en la sala, sino que se leyó de un fichero de \
             otro fabricante. Este papel dice qué cartones son y cuánto se parecen entre sí; cómo se sortearon sólo puede decirlo quien los hizo."
        ),
    }
}

fn origin(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let sheet = it.sheet;
    let mut first = vec![("Cartones", words::grouped(it.measures.counts.size), 3)];
    let made = match &sheet.origin {
        MatrixOrigin::Made { kind, clean, generator, .. } => {
            first.extend(kind_facts(*kind, *clean));
            first.push(("Generador", format!("Versión {generator}"), 3));
            "Hecha"
        }
        MatrixOrigin::Imported { maker, .. } => {
            first.extend([("Clase", "Importada".to_owned(), 5), ("Fabricante", maker.clone(), 8)]);
            "Importada"
        }
    };
    first.push(match &sheet.retired_at {
        Some(at) => ("Retirada", time::kept(at), 7),
        None => ("Estado", if sheet.record.is_some() { "En uso" } else { "–" }.to_owned(), 7),
    });
    let y = facts(page, y, STRONG, &first);
    let when = sheet.made_at.as_deref().map_or("–".to_owned(), time::kept);
    let by = sheet.made_by.clone().unwrap_or_else(|| "–".to_owned());
    let second = [(made, when, 8), ("Por orden de", by, 5), ("Series impresas de ella", series(it), 10)];
    facts(page, y, BODY, &second)
}

/// How the cards are drawn, and whether rows may repeat.
pub(crate) fn kind_facts(kind: MatrixKind, clean: bool) -> [Fact; 2] {
    let kind = match kind {
        MatrixKind::Single => "Cartones sueltos",
        MatrixKind::Strip => "Tiras de seis",
    };
    let equal_rows = if clean { "Ninguna: es limpia" } else { "Se admiten" };
    [("Clase", kind.to_owned(), 5), ("Filas iguales", equal_rows.to_owned(), 5)]
}

fn series(it: &Certificate<'_>) -> String {
    let one = |series: &hall_wire::paper::CertificateSeries| {
        format!("{} ({})", hall_core::series::spelt(&series.series), words::money(series.face_value_cents))
    };
    const SHOWN: usize = 4;
    let all = &it.sheet.series;
    let list = all.iter().take(SHOWN).map(one).collect::<Vec<_>>().join(", ");
    match all.len() {
        0 => "–".to_owned(),
        n if n > SHOWN => format!("{list} y {} más", n - SHOWN),
        _ => list,
    }
}

fn hashes(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let mut rows = vec![("Huella de los cartones", it.sheet.faces_sha256.as_str())];
    let (mut secret, mut added) = (false, Vec::new());
    match &it.sheet.origin {
        MatrixOrigin::Made { key_sha256, key, mixed, announced, .. } => {
            rows.push(("Huella de la clave", key_sha256));
            rows.extend(key.as_deref().map(|key| ("Clave, ya revelada", key)));
            let seed = mixed.as_ref().and_then(|mixed| mixed.seed.as_deref());
            rows.extend(seed.map(|seed| ("Parte del sistema", seed)));
            // Once the part is told, this program has compared it.
            let hash = announced.as_ref().filter(|_| seed.is_none());
            rows.extend(hash.map(|draw| ("Huella del sistema", draw.seed_sha256.as_str())));
            added = said(mixed.as_ref(), announced.as_ref());
            secret = key.is_none();
        }
        MatrixOrigin::Imported { file_sha256, .. } => rows.push(("Huella del fichero leído", file_sha256)),
    }
    // A draw may have a long name, and a contribution 200 characters.
    let much = added.iter().map(|(_, words)| words.chars().count()).sum::<usize>() > MUCH;
    let style = Style { size: if much { 62 } else { 70 }, ..BODY };
    let wrapped = |words: &str| font::wrapped(style.face, style.size, words, LEFT + WIDTH - HASH);
    let added: Vec<(&str, Vec<String>)> =
        added.iter().map(|(label, words)| (*label, wrapped(words))).collect();
    let added: Vec<(&str, &str)> = added
        .iter()
        .flat_map(|(label, lines)| {
            let labels = std::iter::once(*label).chain(std::iter::repeat(""));
            labels.zip(lines.iter().map(String::as_str))
        })
        .collect();
    let lines = (rows.len() + usize::from(secret)) as Tenths;
    let row = match (lines, much) {
        (..=3, _) => HASH_ROW,
        (_, false) => HASH_ROW - 10,
        (_, true) => HASH_ROW - 15,
    };
    let height = lines * row + added.len() as Tenths * style.leading() + 20;
    shade(page, y, height);
    let mut base = y + 42;
    for (label, digits) in &rows {
        hash_row(page, base, label, digits);
        base += row;
    }
    for (label, line) in added {
        labelled(page, base, (style, label), (style, line));
        base += style.leading();
    }
    if secret {
        let words = "Es secreta mientras se puedan vender cartones de la matriz; se publicará al retirarla.";
        labelled(page, base, (NAME, "Clave"), (Style { size: 78, ..NOTE }, words));
    }
    let below = "Huella: SHA-256. Cambia entera con que cambie un solo número de un solo cartón, y no se puede volver atrás desde ella.";
    page.text(LEFT, y + height + 32, WIDTH, Align::Left, LABEL, below);
    y + height + 36
}

/// What people added to the key: what they typed, or the draw that was announced and what came out.
pub(crate) fn said(
    mixed: Option<&MixedIn>,
    announced: Option<&AnnouncedDraw>,
) -> Vec<(&'static str, String)> {
    let out = mixed.map(|mixed| format!("«{}»", mixed.words));
    let Some(draw) = announced else {
        return out.map(|words| ("Azar añadido", words)).into_iter().collect();
    };
    let before = match draw.given_up {
        0 => String::new(),
        1 => " Antes quedó sin efecto otro.".to_owned(),
        more => format!(" Antes quedaron sin efecto {more}."),
    };
    // The record has the rest.
    let name = match draw.draw.char_indices().nth(NAMED) {
        Some((at, _)) => format!("{}…", &draw.draw[..at]),
        None => draw.draw.clone(),
    };
    let told = format!(
        "«{name}», del {}; anunciado {} (línea {}).{before}",
        time::written(&draw.date),
        time::kept(&draw.announced_at),
        draw.line
    );
    let mut said = vec![("Sorteo anunciado", told)];
    said.extend(out.map(|words| ("Lo que salió", words)));
    said
}

/// A hash or key with its name, on this base line.
pub(crate) fn hash_row(page: &mut Page, base: Tenths, label: &str, digits: &str) {
    labelled(page, base, (NAME, label), (DIGITS, &groups(digits)));
}

/// A label, and a text in the column of hashes.
fn labelled(page: &mut Page, base: Tenths, label: (Style, &str), text: (Style, &str)) {
    page.text(LEFT, base, HASH - LEFT - 20, Align::Left, label.0, label.1);
    page.text(HASH, base, LEFT + WIDTH - HASH, Align::Left, text.0, text.1);
}

/// Digits in groups, as one text, so that they can be copied from the PDF in order.
fn groups(digits: &str) -> String {
    let digits: Vec<char> = digits.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    digits.chunks(GROUP).map(|group| group.iter().collect()).collect::<Vec<String>>().join(" ")
}
