//! The foot: the code and the reference to the record.

use hall_wire::paper::CertificateSheet;

use super::{LEFT, WIDTH};
use crate::acta_page::{time, words};
use crate::code::{Code, QUIET};
use crate::head::{SMALL, SMALL_BOLD};
use crate::page::{A4_HEIGHT, Align, Ink, Page, PlacedCode, Tenths};

const CODE: Tenths = 230;

pub(super) fn lay_out(page: &mut Page, sheet: &CertificateSheet, says: &str, code: Code) {
    let top = A4_HEIGHT - 315;
    page.across(LEFT, top, WIDTH, 2, Ink::Silver);
    let quiet = CODE * Tenths::from(QUIET) / Tenths::from(code.modules() + 2 * QUIET);
    page.codes.push(PlacedCode { x: LEFT - quiet, y: top + 12, side: CODE, code });
    let (x, room) = (LEFT + CODE + 10, WIDTH - CODE - 10);
    let [seq, hash] = match &sheet.record {
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
    let lines =
        [(SMALL_BOLD, seq), (SMALL, hash), (SMALL, format!("El código dice {says}")), (SMALL, printed)];
    for (n, (style, text)) in (0..).zip(lines) {
        page.text(x, top + 58 + n * 44, room, Align::Left, style, &text);
    }
}
