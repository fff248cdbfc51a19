//! The head of the page: the matrix, its origin and its hashes.

use hall_core::matrix::MatrixKind;
use hall_wire::paper::MatrixOrigin;

use super::{BODY, Certificate, Fact, LABEL, LEFT, NOTE, STRONG, TITLE, WIDTH, facts, paragraph, shade};
use crate::acta_page::{time, words};
use crate::font::{self, Face};
use crate::head::Head;
use crate::page::{Align, Ink, Page, Style, Tenths};

/// The name of a hash or key.
const NAME: Style = Style { size: 78, ..BODY };
const DIGITS: Style = Style::new(Face::Regular, 92, Ink::Black);

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
             comprobarlo todo sin fiarse de la sala."
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
    let (mut secret, mut added) = (false, None);
    match &it.sheet.origin {
        MatrixOrigin::Made { key_sha256, key, mixed, .. } => {
            rows.push(("Huella de la clave", key_sha256));
            rows.extend(key.as_deref().map(|key| ("Clave, ya revelada", key)));
            let seed = mixed.as_ref().and_then(|mixed| mixed.seed.as_deref());
            rows.extend(seed.map(|seed| ("Parte del sistema", seed)));
            added = mixed.as_ref().map(|mixed| format!("«{}»", mixed.words));
            secret = key.is_none();
        }
        MatrixOrigin::Imported { file_sha256, .. } => rows.push(("Huella del fichero leído", file_sha256)),
    }
    // A contribution may be 200 characters long.
    let said = Style { size: 70, ..BODY };
    let added = added.map(|words| font::wrapped(said.face, said.size, &words, LEFT + WIDTH - HASH));
    let added = added.unwrap_or_default();
    let lines = (rows.len() + usize::from(secret)) as Tenths;
    let row = if rows.len() > 3 { HASH_ROW - 10 } else { HASH_ROW };
    let height = lines * row + added.len() as Tenths * said.leading() + 20;
    shade(page, y, height);
    let mut base = y + 42;
    for (label, digits) in &rows {
        hash_row(page, base, label, digits);
        base += row;
    }
    for (n, line) in added.iter().enumerate() {
        labelled(page, base, (said, if n == 0 { "Azar añadido" } else { "" }), (said, line));
        base += said.leading();
    }
    if secret {
        let words = "Es secreta mientras se puedan vender cartones de la matriz; se publicará al retirarla.";
        labelled(page, base, (NAME, "Clave"), (Style { size: 78, ..NOTE }, words));
    }
    let below = "Huella: SHA-256. Cambia entera con que cambie un solo número de un solo cartón, y no se puede volver atrás desde ella.";
    page.text(LEFT, y + height + 32, WIDTH, Align::Left, LABEL, below);
    y + height + 36
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
