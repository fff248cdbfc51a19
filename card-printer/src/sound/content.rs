//! What stands on a page: operators, colours, and which of it is tagged.

use std::collections::BTreeSet;

use super::file::File;
use super::object::{Dict, Object, Reader};
use super::rules::fault;
use super::{Fault, Rule};

/// Graphics states within each other (ISO 19005-2, 6.1.13).
const DEEPEST: usize = 28;

/// All operators of ISO 32000-1, but those that only old files have; in the order of their bytes.
const OPERATORS: [&[u8]; 69] = [
    b"\"", b"'", b"B", b"B*", b"BDC", b"BMC", b"BT", b"BX", b"CS", b"DP", b"Do", b"EMC", b"ET", b"EX", b"G",
    b"J", b"K", b"M", b"MP", b"Q", b"RG", b"S", b"SC", b"SCN", b"T*", b"TD", b"TJ", b"TL", b"Tc", b"Td",
    b"Tf", b"Tj", b"Tm", b"Tr", b"Ts", b"Tw", b"Tz", b"W", b"W*", b"b", b"b*", b"c", b"cm", b"cs", b"d",
    b"d0", b"d1", b"f", b"f*", b"g", b"gs", b"h", b"i", b"j", b"k", b"l", b"m", b"n", b"q", b"re", b"rg",
    b"ri", b"s", b"sc", b"scn", b"sh", b"v", b"w", b"y",
];

/// Reads the content of a page; returns its marked pieces by number.
pub(super) fn page(
    file: &File<'_>,
    number: u32,
    page: &Dict<'_>,
    components: Option<i64>,
    faults: &mut Vec<Fault>,
) -> BTreeSet<i64> {
    let mut pieces = BTreeSet::new();
    let mut bad = |rule, what: &str| faults.push(fault(rule, format!("página {number}: {what}")));
    if file.dict(page, "Resources").is_none() || !page.has("MediaBox") {
        bad(Rule::Content, "le faltan recursos o tamaño");
    }
    let parts = match file.get(page, "Contents") {
        Some(Object::Array(parts)) => parts.iter().map(|part| file.resolved(part)).collect(),
        Some(part) => vec![part],
        None => Vec::new(),
    };
    let mut bytes = Vec::new();
    for part in parts {
        let Some(part) = file.content(part) else { return pieces };
        bytes.extend_from_slice(&part);
        bytes.push(b'\n');
    }
    let mut reader = Reader::new(&bytes, 0);
    let (mut operands, mut saved, mut marks) = (Vec::new(), 0_usize, 0_usize);
    let mut untagged = false;
    loop {
        reader.blanks();
        let Some(next) = reader.peek() else { break };
        if !next.is_ascii_alphabetic() && !matches!(next, b'\'' | b'"') {
            let Some(operand) = reader.object() else {
                bad(Rule::Content, "un operando que no se entiende");
                return pieces;
            };
            operands.push(operand);
            continue;
        }
        let word = reader.token();
        match word {
            b"true" | b"false" | b"null" => {
                operands.push(Object::Null);
                continue;
            }
            b"q" => saved += 1,
            b"Q" if saved == 0 => bad(Rule::Content, "un Q de más"),
            b"Q" => saved -= 1,
            b"BMC" | b"BDC" => {
                marks += 1;
                let piece = operands.last().and_then(Object::dict).and_then(|dict| dict.int("MCID"));
                if piece.is_some_and(|piece| !pieces.insert(piece)) {
                    bad(Rule::Tags, "dos trozos con el mismo número");
                }
            }
            b"EMC" if marks == 0 => bad(Rule::Tags, "un trozo que acaba sin empezar"),
            b"EMC" => marks -= 1,
            b"Tj" | b"TJ" | b"'" | b"\"" if marks == 0 => untagged = true,
            b"Do" => bad(Rule::Content, "un dibujo de otro objeto"),
            b"rg" | b"RG" if components != Some(3) => bad(Rule::Colours, "rojo, verde y azul sin su perfil"),
            b"k" | b"K" if components != Some(4) => bad(Rule::Colours, "tintas de imprenta sin su perfil"),
            b"g" | b"G" if components.is_none() => bad(Rule::Colours, "grises sin perfil"),
            known if OPERATORS.binary_search(&known).is_ok() => (),
            other => {
                let other = String::from_utf8_lossy(other);
                bad(Rule::Content, &format!("la orden «{other}», que no existe"));
            }
        }
        if saved > DEEPEST {
            bad(Rule::Content, "estados dentro de estados, demasiados");
            return pieces;
        }
        operands.clear();
    }
    if saved != 0 || marks != 0 {
        bad(Rule::Content, "acaba a medias");
    }
    if untagged {
        bad(Rule::Tags, "texto que no es de ninguna parte");
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::OPERATORS;

    #[test]
    fn operators_stand_in_the_order_in_which_they_are_looked_for() {
        assert!(OPERATORS.is_sorted());
    }
}
