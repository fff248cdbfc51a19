//! The head of the page: the matrix, its origin and its hashes.

use hall_core::matrix::{MatrixKind, MatrixOptions};
use hall_wire::paper::MatrixOrigin;

use super::{BODY, Certificate, LABEL, LEFT, NOTE, STRONG, TITLE, WIDTH, facts, paragraph};
use crate::acta_page::{time, words};
use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, A4_WIDTH, Align, Fill, Ink, Page, Style, Tenths, Watermark};

const FURNITURE: Style = Style::new(Face::Regular, 72, Ink::Grey);
const FURNITURE_BOLD: Style = Style::new(Face::Bold, 72, Ink::Black);
const TAG: Style = Style::new(Face::Bold, 75, Ink::White);
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
    let head = (format!("CERTIFICADO DE MATRIZ{hall}"), format!("Matriz n.º {}", sheet.matrix));
    furniture(page, &head, (sheet.demo, sheet.draft));
    let title = format!("Certificado de la matriz n.º {}", it.sheet.matrix);
    page.text(LEFT, 214, WIDTH, Align::Left, TITLE, &title);
    let y = paragraph(page, LEFT, 244, WIDTH, BODY, &what_it_is(it)) + 18;
    let y = origin(page, y, it);
    hashes(page, y + 12, it)
}

/// The line at the top of a page, left and right, and its marks DEMOSTRACIÓN and BORRADOR.
pub(crate) fn furniture(page: &mut Page, (left, right_text): &(String, String), (demo, draft): (bool, bool)) {
    let labels = [(demo, "DEMOSTRACIÓN"), (draft, "BORRADOR")];
    let labels: Vec<&str> = labels.into_iter().filter(|(on, _)| *on).map(|(_, label)| label).collect();
    let mut right = LEFT + WIDTH;
    for label in labels.iter().rev() {
        let width = font::width(TAG.face, TAG.size, label) + 30;
        right -= width;
        page.fills.push(Fill { x: right, y: 72, width, height: 42, ink: Ink::Black });
        page.text(right + 15, 103, width - 30, Align::Centre, TAG, label);
        right -= 12;
    }
    let middle = LEFT + (right - LEFT) * 2 / 3;
    page.text(LEFT, 103, middle - LEFT - 20, Align::Left, FURNITURE_BOLD, left);
    page.text(middle, 103, right - middle, Align::Right, FURNITURE, right_text);
    page.across(LEFT, 126, WIDTH, 2, Ink::Silver);
    if !labels.is_empty() {
        let size = if labels.len() > 1 {
            560
        } else if demo {
            760
        } else {
            1000
        };
        let middle = (A4_WIDTH / 2, A4_HEIGHT / 2 + 100);
        page.watermarks.push(Watermark { middle, degrees: 55, size, text: labels.join(" · ") });
    }
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
    let cards = ("Cartones", words::grouped(it.measures.counts.size), 3);
    let state = match &sheet.retired_at {
        Some(at) => ("Retirada", time::kept(at), 7),
        None => ("Estado", if sheet.record.is_some() { "En uso" } else { "–" }.to_owned(), 7),
    };
    let (first, made) = match (&sheet.origin, it.options) {
        (MatrixOrigin::Made { generator, .. }, Some(options)) => {
            let (kind, clean) = of_options(options);
            let generator = ("Generador", format!("Versión {generator}"), 3);
            (
                vec![
                    cards,
                    ("Clase", kind.to_owned(), 5),
                    ("Filas iguales", clean.to_owned(), 5),
                    generator,
                    state,
                ],
                "Hecha",
            )
        }
        (MatrixOrigin::Imported { maker, .. }, _) | (MatrixOrigin::Made { key_sha256: maker, .. }, None) => (
            vec![cards, ("Clase", "Importada".to_owned(), 5), ("Fabricante", maker.clone(), 8), state],
            "Importada",
        ),
    };
    let y = facts(page, y, STRONG, &first);
    let when = sheet.made_at.as_deref().map_or("–".to_owned(), time::kept);
    let by = sheet.made_by.clone().unwrap_or_else(|| "–".to_owned());
    facts(
        page,
        y,
        BODY,
        &[(made, when, 8), ("Por orden de", by, 5), ("Series impresas de ella", series(it), 10)],
    )
}

/// How the cards are drawn, and whether rows may repeat.
pub(crate) fn of_options(options: MatrixOptions) -> (&'static str, &'static str) {
    let kind = match options.kind {
        MatrixKind::Single => "Cartones sueltos",
        MatrixKind::Strip => "Tiras de seis",
    };
    (kind, if options.clean { "Ninguna: es limpia" } else { "Se admiten" })
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
    page.fills.push(Fill { x: LEFT - 20, y, width: WIDTH + 40, height, ink: Ink::Mist });
    let mut base = y + 42;
    for (label, digits) in &rows {
        hash_row(page, base, label, digits);
        base += row;
    }
    for (n, line) in added.iter().enumerate() {
        let label = if n == 0 { "Azar añadido" } else { "" };
        page.text(LEFT, base, HASH - LEFT - 20, Align::Left, said, label);
        page.text(HASH, base, LEFT + WIDTH - HASH, Align::Left, said, line);
        base += said.leading();
    }
    if secret {
        page.text(LEFT, base, HASH - LEFT - 20, Align::Left, Style { size: 78, ..BODY }, "Clave");
        let words = "Es secreta mientras se puedan vender cartones de la matriz; se publicará al retirarla.";
        page.text(HASH, base, LEFT + WIDTH - HASH, Align::Left, Style { size: 78, ..NOTE }, words);
    }
    let below = "Huella: SHA-256. Cambia entera con que cambie un solo número de un solo cartón, y no se puede volver atrás desde ella.";
    page.text(LEFT, y + height + 32, WIDTH, Align::Left, LABEL, below);
    y + height + 36
}

/// A hash or key with its name, on this base line.
pub(crate) fn hash_row(page: &mut Page, base: Tenths, label: &str, digits: &str) {
    page.text(LEFT, base, HASH - LEFT - 20, Align::Left, Style { size: 78, ..BODY }, label);
    page.text(HASH, base, LEFT + WIDTH - HASH, Align::Left, DIGITS, &groups(digits));
}

/// Digits in groups, as one text, so that they can be copied from the PDF in order.
fn groups(digits: &str) -> String {
    let digits: Vec<char> = digits.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    digits.chunks(GROUP).map(|group| group.iter().collect()).collect::<Vec<String>>().join(" ")
}
