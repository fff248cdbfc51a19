//! The foot: the code and the reference to the record.

use hall_wire::paper::CertificateSheet;

use super::{LEFT, WIDTH};
use crate::acta_page::{time, words};
use crate::code::Code;
use crate::font::Face;
use crate::page::{A4_HEIGHT, Align, Ink, Page, PlacedCode, Style, Tenths};

const FURNITURE: Style = Style::new(Face::Regular, 72, Ink::Grey);
const FURNITURE_BOLD: Style = Style::new(Face::Bold, 72, Ink::Black);
const CODE: Tenths = 230;

pub(super) fn lay_out(page: &mut Page, sheet: &CertificateSheet, says: &str, code: Code) {
    let top = A4_HEIGHT - 315;
    page.across(LEFT, top, WIDTH, 2, Ink::Silver);
    let quiet = CODE * 4 / Tenths::from(code.modules() + 8);
    page.codes.push(PlacedCode { x: LEFT - quiet, y: top + 12, side: CODE, code });
    let (x, room) = (LEFT + CODE + 10, WIDTH - CODE - 10);
    let record = match &sheet.record {
        Some(record) => {
            [format!("Registro n.º {}", words::grouped(record.seq)), format!("Huella {}", record.head_hash)]
        }
        None => [
            "Sin registro de una sala".to_owned(),
            "Hecho sólo con la clave: las huellas se comparan con las que publicó la sala".to_owned(),
        ],
    };
    let printed = match &sheet.printed_at {
        Some(at) => format!("Impreso {} con {}", time::spoken(at), sheet.program),
        None => format!("Hecho con {}", sheet.program),
    };
    let [seq, hash] = record;
    let lines = [
        (FURNITURE_BOLD, seq),
        (FURNITURE, hash),
        (FURNITURE, format!("El código dice {says}")),
        (FURNITURE, printed),
    ];
    for (n, (style, text)) in (0..).zip(lines) {
        page.text(x, top + 58 + n * 44, room, Align::Left, style, &text);
    }
}
