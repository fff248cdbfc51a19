//! Checks a matrix before it is certified: everything that can be recomputed is, namely the hash of the cards, that
//! of the key, and with the key the cards themselves.

use hall_core::card::CardId;
use hall_core::matrix::{MatrixKey, MatrixKind, MatrixOptions, faces_sha256, key_sha256};
use hall_wire::paper::{CertificateKind, CertificateSheet, MatrixOrigin, MixedIn};

use super::measure::{Measures, STRIP};
use crate::check::BadInput;
use crate::matrix::{self, Wanted};
use crate::page::OUR_PROGRAM;

/// Version of the card generator in this program.
pub const GENERATOR: u32 = 1;

/// The options of the matrix; `None` for an imported one, for which no law is known.
pub fn options(sheet: &CertificateSheet) -> Option<MatrixOptions> {
    options_of(&sheet.origin)
}

/// See [`options`].
pub(crate) fn options_of(origin: &MatrixOrigin) -> Option<MatrixOptions> {
    match *origin {
        MatrixOrigin::Made { kind, clean, .. } => {
            let kind = match kind {
                CertificateKind::Single => MatrixKind::Single,
                CertificateKind::Strip => MatrixKind::Strip,
            };
            Some(MatrixOptions { kind, clean })
        }
        MatrixOrigin::Imported { .. } => None,
    }
}

/// Checks everything the sheet claims about the matrix, and measures its cards.
///
/// # Errors
/// [`BadInput::Untrue`] if a well-formed claim is false; other variants for malformed input.
pub fn measured(sheet: &CertificateSheet) -> Result<Measures, BadInput> {
    if sheet.matrix == 0 {
        return Err(BadInput::MatrixNumber);
    }
    let faces = faces(sheet)?;
    if hash256("faces_sha256", &sheet.faces_sha256)? != faces_sha256(faces.iter().copied()) {
        return Err(untrue(
            "la huella de los cartones (faces_sha256) no es la de los cartones de la entrada",
        ));
    }
    check_origin(sheet, &faces)?;
    let measures = Measures::of(&faces);
    check_options(sheet, &measures)?;
    Ok(measures)
}

fn faces(sheet: &CertificateSheet) -> Result<Vec<CardId>, BadInput> {
    if sheet.faces.is_empty() {
        return Err(BadInput::NoCards);
    }
    if sheet.faces.len() != sheet.size as usize {
        return Err(BadInput::Faces { size: sheet.size, faces: sheet.faces.len() });
    }
    let face = |(number, rank): (usize, &String)| {
        let digits = rank.bytes().all(|byte| byte.is_ascii_digit());
        let id = rank.parse().ok().filter(|_| digits).and_then(CardId::new);
        id.ok_or_else(|| BadInput::Rank { number, rank: rank.chars().take(30).collect() })
    };
    (1..).zip(&sheet.faces).map(face).collect()
}

/// Checks that a revealed key follows from the public contributions and the system's part.
fn check_mixed(sheet: &CertificateSheet, key: &[u8; 16]) -> Result<(), BadInput> {
    let MatrixOrigin::Made { mixed: Some(MixedIn { words, seed: Some(seed) }), .. } = &sheet.origin else {
        return Ok(());
    };
    let seed = hash256("seed", seed)?;
    if MatrixKey::mixed(&seed, words).bytes() == key {
        Ok(())
    } else {
        Err(untrue("la clave revelada no sale del azar añadido y de la parte del sistema (seed)"))
    }
}

fn check_origin(sheet: &CertificateSheet, faces: &[CardId]) -> Result<(), BadInput> {
    let (generator, sha256, key) = match &sheet.origin {
        MatrixOrigin::Made { generator, key_sha256, key, .. } => (generator, key_sha256, key),
        MatrixOrigin::Imported { file_sha256, .. } => return hash256("file_sha256", file_sha256).map(|_| ()),
    };
    let sha256 = hash256("key_sha256", sha256)?;
    let Some(key) = key else { return Ok(()) };
    let key = matrix::key(key)?;
    if key_sha256(&MatrixKey::from_bytes(key)) != sha256 {
        return Err(untrue("la huella de la clave (key_sha256) no es la de la clave revelada"));
    }
    if *generator != GENERATOR {
        return Err(BadInput::Untrue(format!(
            "salió de la versión {generator} del generador y este programa sólo tiene la {GENERATOR}"
        )));
    }
    check_mixed(sheet, &key)?;
    let options = options(sheet).expect("it was made here");
    let made = Wanted { number: sheet.matrix, key, size: sheet.size, options }.matrix()?;
    match (1..).zip(made.faces().zip(faces)).find(|(_, (made, face))| made != *face) {
        Some((number, _)) => {
            Err(BadInput::Untrue(format!("con la clave revelada sale otro cartón n.º {number}")))
        }
        None => Ok(()),
    }
}

/// Checks the options against the cards; used while the key is secret.
fn check_options(sheet: &CertificateSheet, measures: &Measures) -> Result<(), BadInput> {
    let Some(options) = options(sheet) else { return Ok(()) };
    let whole = measures.strips * STRIP as u64 == measures.counts.size;
    if options.kind == MatrixKind::Strip && !whole {
        return Err(untrue("es de tiras y no todas tienen los noventa números"));
    }
    match measures.equals.rows {
        rows if options.clean && rows > 0 => {
            Err(BadInput::Untrue(format!("es limpia y tiene parejas de filas iguales: {rows}")))
        }
        _ => Ok(()),
    }
}

fn untrue(what: &str) -> BadInput {
    BadInput::Untrue(what.to_owned())
}

/// Parses a SHA-256 in hexadecimal.
///
/// # Errors
/// [`BadInput::Hash`], naming `what` it is of.
pub(crate) fn hash256(what: &'static str, text: &str) -> Result<[u8; 32], BadInput> {
    let mut hash = [0; 32];
    hex::decode_to_slice(text, &mut hash).map_err(|_| BadInput::Hash(what))?;
    Ok(hash)
}

/// The sheet of a matrix rebuilt from its key; hall, series and record are unknown.
///
/// # Errors
/// [`BadInput::MatrixNumber`] and [`BadInput::MatrixSize`].
pub fn of_key(wanted: &Wanted) -> Result<CertificateSheet, BadInput> {
    let matrix = wanted.matrix()?;
    let kind = match wanted.options.kind {
        MatrixKind::Single => CertificateKind::Single,
        MatrixKind::Strip => CertificateKind::Strip,
    };
    Ok(CertificateSheet {
        hall: None,
        matrix: wanted.number,
        size: wanted.size,
        origin: MatrixOrigin::Made {
            kind,
            clean: wanted.options.clean,
            generator: GENERATOR,
            key_sha256: hex::encode(key_sha256(&MatrixKey::from_bytes(wanted.key))),
            key: Some(hex::encode(wanted.key)),
            mixed: None,
        },
        made_at: None,
        made_by: None,
        faces_sha256: hex::encode(matrix.faces_sha256()),
        retired_at: None,
        series: Vec::new(),
        faces: matrix.faces().map(|face| face.rank().to_string()).collect(),
        record: None,
        draft: false,
        demo: false,
        printed_at: None,
        program: OUR_PROGRAM.to_owned(),
    })
}
