//! Reports what is in an imported file of cards, in Spanish.

use std::io::{self, Write};

use hall_wire::matrix_file::Foreign;

/// Summarizes a file without faults.
///
/// # Errors
/// When writing fails.
pub fn report(to: &mut dyn Write, foreign: &Foreign) -> io::Result<()> {
    if let Some(matrix) = foreign.matrix {
        writeln!(to, "Matriz: {matrix}")?;
    }
    writeln!(to, "Cartones: {}, numerados desde el 1, sin errores", foreign.cards.len())?;
    match foreign.equal_lines() {
        0 => writeln!(to, "Filas repetidas: ninguna")?,
        rows => writeln!(to, "Filas repetidas: {rows}, iguales a la de un cartón anterior")?,
    }
    writeln!(to, "SHA-256 de los cartones: {}", hex::encode(foreign.faces_sha256()))
}
