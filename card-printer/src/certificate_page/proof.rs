//! How to make the matrix again, or why that is not possible yet.

use hall_core::matrix::MatrixOptions;
use hall_wire::paper::MatrixOrigin;

use super::{BODY, Certificate, LEFT, WIDTH, paragraph, section, shade};
use crate::font::{self, Face};
use crate::page::{Align, Ink, Page, Style, Tenths};

const COMMAND: Style = Style::new(Face::Regular, 78, Ink::Black);

/// Returns where the page goes on.
pub(super) fn lay_out(page: &mut Page, y: Tenths, it: &Certificate<'_>) -> Tenths {
    let y = section(page, LEFT, y, WIDTH, "Cómo se comprueba");
    let (MatrixOrigin::Made { key, .. }, Some(options)) = (&it.sheet.origin, it.options) else {
        let words = "Quien tenga el fichero lo pasa por cualquier programa de SHA-256 y compara la huella con la de arriba. La de los cartones es el \
                     SHA-256 de sus lugares en la lista de todos los cartones, ocho bytes por cartón, en su orden.";
        return paragraph(page, LEFT, y + 4, WIDTH, BODY, words);
    };
    let words = match key {
        Some(_) => {
            "La clave está revelada: cualquiera rehace la matriz y este certificado en su ordenador. Las dos huellas tienen que ser las de arriba, \
                    que constan en el registro desde que se hizo:"
        }
        None => {
            "Cuando se retire la matriz se publicará la clave, y cualquiera podrá rehacer la matriz y este certificado en su ordenador, con ella en \
                 lugar de CLAVE. Las dos huellas tendrán que ser las de arriba, que constan en el registro desde que se hizo:"
        }
    };
    let y = paragraph(page, LEFT, y + 4, WIDTH, BODY, words) + 12;
    let y = command(page, y, &it.command(options, key.as_deref()));
    let words = "Añadiendo --certificate certificado.pdf sale también este papel. Quien no se fíe del programa tiene otro, independiente, que cabe en unas páginas \
                 y rehace la matriz con las mismas opciones: docs/rebuild_matrix.py, en Python.";
    paragraph(page, LEFT, y + 10, WIDTH, BODY, words)
}

/// A command on a grey ground. Returns where the page goes on.
fn command(page: &mut Page, y: Tenths, command: &str) -> Tenths {
    let lines = font::wrapped(COMMAND.face, COMMAND.size, command, WIDTH);
    let height = lines.len() as Tenths * COMMAND.leading() + 22;
    shade(page, y, height);
    for (n, line) in (1..).zip(lines) {
        page.text(LEFT, y + n * COMMAND.leading(), WIDTH, Align::Left, COMMAND, &line);
    }
    y + height
}

impl Certificate<'_> {
    /// The command that makes the matrix again.
    fn command(&self, options: MatrixOptions, key: Option<&str>) -> String {
        let digits = |key: &str| key.to_lowercase().split_whitespace().collect();
        let key: String = key.map_or("CLAVE".to_owned(), digits);
        let kind = options.kind.name();
        let clean = if options.clean { " --clean" } else { "" };
        let (number, size) = (self.sheet.matrix, self.sheet.size);
        format!(
            "card-printer matrix --key {key} --number {number} --kind {kind} --size {size}{clean} --csv matriz.csv"
        )
    }
}
