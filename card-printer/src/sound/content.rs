//! What stands on a page: operators, colours, and which of it is tagged.

use std::collections::BTreeSet;

use super::file::File;
use super::object::{Dict, Object, Reader};
use super::rules::fault;
use super::{Fault, Rule};

/// Graphics states within each other (ISO 19005-2, 6.1.13).
const DEEPEST: usize = 28;

/// All operators of ISO 32000-1, but those that only old files have.
const OPERATORS: &str = " b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f f* G g gs h i j J K k l m M \
                         MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \" ";

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
        let word = String::from_utf8_lossy(reader.token());
        match &*word {
            "true" | "false" | "null" => operands.push(Object::Null),
            "q" => saved += 1,
            "Q" if saved == 0 => bad(Rule::Content, "un Q de más"),
            "Q" => saved -= 1,
            "BMC" | "BDC" => {
                marks += 1;
                let piece = operands.last().and_then(Object::dict).and_then(|dict| dict.int("MCID"));
                if piece.is_some_and(|piece| !pieces.insert(piece)) {
                    bad(Rule::Tags, "dos trozos con el mismo número");
                }
            }
            "EMC" if marks == 0 => bad(Rule::Tags, "un trozo que acaba sin empezar"),
            "EMC" => marks -= 1,
            "Tj" | "TJ" | "'" | "\"" if marks == 0 => untagged = true,
            "Do" => bad(Rule::Content, "un dibujo de otro objeto"),
            "rg" | "RG" if components != Some(3) => bad(Rule::Colours, "rojo, verde y azul sin su perfil"),
            "k" | "K" if components != Some(4) => bad(Rule::Colours, "tintas de imprenta sin su perfil"),
            "g" | "G" if components.is_none() => bad(Rule::Colours, "grises sin perfil"),
            known if OPERATORS.contains(&format!(" {known} ")) => (),
            other => bad(Rule::Content, &format!("la orden «{other}», que no existe")),
        }
        if saved > DEEPEST {
            bad(Rule::Content, "estados dentro de estados, demasiados");
            return pieces;
        }
        if !matches!(&*word, "true" | "false" | "null") {
            operands.clear();
        }
    }
    if saved != 0 || marks != 0 {
        bad(Rule::Content, "acaba a medias");
    }
    if untagged {
        bad(Rule::Tags, "texto que no es de ninguna parte");
    }
    pieces
}
