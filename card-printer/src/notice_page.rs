//! Lays out the notice of the cards on sale: their hashes, and how a player checks them.

use hall_core::series::spelt;
use hall_wire::paper::{MatrixOrigin, NoticeMatrix, NoticeSeries, NoticeSheet};

use crate::acta_page::{time, words};
use crate::certificate::sheet::hash256;
use crate::certificate_page::{
    BODY, GAP, HASH_ROW, LABEL, LEFT, NOTE, STRONG, TITLE, WIDTH, facts, hash_row, head, kind_facts, said,
    shade,
};
use crate::check::BadInput;
use crate::game_page::{paragraph, section};
use crate::page::{A4_HEIGHT, Align, Document, Ink, Page, Style, Tenths};

/// Draws a part of the page from a height. Returns where it ends.
type Block<'a> = Box<dyn Fn(&mut Page, Tenths) -> Tenths + 'a>;

/// The notice hangs on a wall.
const LARGE: Style = Style { size: 104, ..BODY };

/// Where the foot begins.
const FOOT: Tenths = A4_HEIGHT - 200;

/// Series named per matrix.
const SERIES_NAMED: usize = 24;

const WHAT_IT_IS: &str = "Antes de vender el primer cartón de estas series, la sala dejó fijados los números de todos ellos. Lo prueba su \
    huella: 64 letras y cifras que cambian enteras con que cambie un solo número de un solo cartón. Haga una foto de este aviso: \
    nadie puede cambiar después los cartones sin que se note.";

const NOTHING: &str = "La sala no tiene ahora cartones en venta.";

const STEPS: [&str; 4] = [
    "Compare estas huellas con las del acta de la sesión y con las de la página /tv/pruebas del servidor de la sala, que \
     se ve en cualquier navegador de su red. Tienen que ser las mismas.",
    "Cuando la sala retira una matriz, publica su clave en esa misma página. La huella de la clave (SHA-256) tiene que ser \
     la de este aviso.",
    "Con la clave, el número de la matriz, su tamaño y su clase, cualquiera rehace todos los cartones en su ordenador: con \
     «card-printer matrix», o sin fiarse de él con «docs/rebuild_matrix.py», que cabe en unas páginas. El método está en \
     «docs/cards.md» de la documentación de Bombo.",
    "La huella de los cartones rehechos tiene que ser la de este aviso; y su cartón, el que compró.",
];

/// Lays out a notice: one page, unless the hall sells cards of many matrices.
///
/// # Errors
/// [`BadInput::MatrixNumber`] and [`BadInput::Hash`].
pub fn lay_out(sheet: &NoticeSheet) -> Result<Document, BadInput> {
    for matrix in &sheet.matrices {
        if matrix.matrix == 0 {
            return Err(BadInput::MatrixNumber);
        }
        hash256("faces_sha256", &matrix.faces_sha256)?;
        match &matrix.origin {
            MatrixOrigin::Made { key_sha256, .. } => hash256("key_sha256", key_sha256)?,
            MatrixOrigin::Imported { file_sha256, .. } => hash256("file_sha256", file_sha256)?,
        };
    }
    let mut pages = Vec::new();
    let (mut page, mut y) = new_page(sheet);
    if sheet.matrices.is_empty() {
        y = paragraph(&mut page, LEFT, y, WIDTH, Style { size: LARGE.size, ..STRONG }, NOTHING) + GAP;
    }
    let blocks =
        sheet.matrices.iter().map(|it| -> Block<'_> { Box::new(move |page, y| matrix(page, y, it)) });
    let steps: Block<'_> = Box::new(steps);
    for block in blocks.chain([steps]) {
        if block(&mut Page::default(), y) > FOOT {
            foot(&mut page, sheet);
            pages.push(page);
            (page, y) = new_page(sheet);
        }
        y = block(&mut page, y) + GAP;
    }
    foot(&mut page, sheet);
    pages.push(page);
    Ok(Document {
        title: format!("Huellas de los cartones en venta · {}", sheet.hall),
        creator: sheet.program.clone(),
        pages,
    })
}

/// A page with its head. Returns where it goes on.
fn new_page(sheet: &NoticeSheet) -> (Page, Tenths) {
    let mut page = Page::default();
    head(&mut page, "AVISO A LOS JUGADORES", &sheet.hall, (sheet.demo, sheet.draft));
    page.text(LEFT, 226, WIDTH, Align::Left, TITLE, "Huellas de los cartones en venta");
    let y = paragraph(&mut page, LEFT, 262, WIDTH, LARGE, WHAT_IT_IS) + GAP;
    (page, y)
}

/// A matrix, its series and its hashes. Returns where the page goes on.
fn matrix(page: &mut Page, y: Tenths, it: &NoticeMatrix) -> Tenths {
    let y = section(page, LEFT, y, WIDTH, &format!("Matriz n.º {}", it.matrix)) + 8;
    let mut all = vec![("Cartones", words::grouped(u64::from(it.size)), 3)];
    let (hash, made) = match &it.origin {
        MatrixOrigin::Made { kind, clean, key_sha256, .. } => {
            all.extend(kind_facts(*kind, *clean));
            (("Huella de la clave", key_sha256), "Fijada")
        }
        MatrixOrigin::Imported { maker, file_sha256 } => {
            all.push(("Fabricante", maker.clone(), 10));
            (("Huella del fichero leído", file_sha256), "Leída")
        }
    };
    all.push((made, time::kept(&it.made_at), 7));
    let y = facts(page, y, STRONG, &all);
    page.text(LEFT, y + 22, WIDTH, Align::Left, LABEL, "Series en venta");
    let mut y = paragraph(page, LEFT, y + 28, WIDTH, STRONG, &series(&it.series)) + 16;
    if let MatrixOrigin::Made { mixed, announced, .. } = &it.origin {
        for (label, words) in said(mixed.as_ref(), announced.as_ref()) {
            page.text(LEFT, y + 22, WIDTH, Align::Left, LABEL, label);
            y = paragraph(page, LEFT, y + 28, WIDTH, STRONG, &words) + 16;
        }
    }
    let height = 2 * HASH_ROW + 20;
    shade(page, y, height);
    hash_row(page, y + 42, "Huella de los cartones", &it.faces_sha256);
    hash_row(page, y + 42 + HASH_ROW, hash.0, hash.1);
    y + height
}

fn series(all: &[NoticeSeries]) -> String {
    let one = |it: &NoticeSeries| {
        let cards = words::grouped(u64::from(it.size));
        // No line break within a name.
        let series = spelt(&it.series).replace(' ', "\u{a0}");
        format!("{}, de {cards} cartones a {}", series, words::money(it.face_value_cents))
    };
    let named: Vec<String> = all.iter().take(SERIES_NAMED).map(one).collect();
    let more = all.len() - named.len();
    let rest = if more > 0 { format!("; y {more} más, en /tv/pruebas") } else { String::new() };
    named.join("; ") + &rest
}

fn steps(page: &mut Page, y: Tenths) -> Tenths {
    const NUMBER: Tenths = 60;
    let mut y = section(page, LEFT, y, WIDTH, "Cómo se comprueba") + 8;
    for (n, step) in (1..).zip(STEPS) {
        let bold = Style { size: LARGE.size, ..STRONG };
        page.text(LEFT, y + LARGE.leading() * 3 / 4, NUMBER, Align::Left, bold, &format!("{n}."));
        y = paragraph(page, LEFT + NUMBER, y, WIDTH - NUMBER, LARGE, step) + 14;
    }
    y
}

fn foot(page: &mut Page, sheet: &NoticeSheet) {
    page.across(LEFT, FOOT + 20, WIDTH, 2, Ink::Silver);
    let record = &sheet.record;
    let lines = [
        format!("Registro n.º {} · Huella {}", words::grouped(record.seq), record.head_hash),
        format!("Hecho con {}. Cualquiera lo pide de nuevo en /tv/pruebas.", sheet.program),
    ];
    for (n, line) in (1..).zip(lines) {
        page.text(LEFT, FOOT + 20 + 40 * n, WIDTH, Align::Left, NOTE, &line);
    }
}
