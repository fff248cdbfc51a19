//! Checks a matrix before it is certified: everything that can be recomputed is, namely the hash of the cards, that
//! of the key, and with the key the cards themselves.

use hall_core::card::CardId;
use hall_core::matrix::{MatrixKey, MatrixKind, MatrixOptions, faces_sha256, key_sha256};
use hall_wire::paper::{AnnouncedDraw, CertificateSheet, MatrixOrigin, MixedIn};
use sha2::{Digest, Sha256};

use super::measure::{Measures, STRIP};
use crate::check::BadInput;
use crate::matrix::{self, Wanted};
use crate::page::OUR_PROGRAM;

/// Version of the card generator in this program.
pub const GENERATOR: u32 = 1;

/// The options of the matrix; `None` for an imported one, for which no law is known.
pub fn options(sheet: &CertificateSheet) -> Option<MatrixOptions> {
    match sheet.origin {
        MatrixOrigin::Made { kind, clean, .. } => Some(MatrixOptions { kind, clean }),
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
        untrue("la huella de los cartones (faces_sha256) no es la de los cartones de la entrada")?;
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

fn check_origin(sheet: &CertificateSheet, faces: &[CardId]) -> Result<(), BadInput> {
    let (generator, sha256, key, mixed, announced) = match &sheet.origin {
        MatrixOrigin::Made { generator, key_sha256, key, mixed, announced, .. } => {
            (*generator, key_sha256, key, mixed, announced)
        }
        MatrixOrigin::Imported { file_sha256, .. } => return hash256("file_sha256", file_sha256).map(drop),
    };
    let sha256 = hash256("key_sha256", sha256)?;
    check_announced(announced.as_ref(), mixed.as_ref())?;
    let Some(key) = key else { return Ok(()) };
    let key = matrix::key(key)?;
    if key_sha256(&MatrixKey::from_bytes(key)) != sha256 {
        return untrue("la huella de la clave (key_sha256) no es la de la clave revelada");
    }
    if generator != GENERATOR {
        return untrue(format!(
            "salió de la versión {generator} del generador y este programa sólo tiene la {GENERATOR}"
        ));
    }
    if let Some(MixedIn { words, seed: Some(seed) }) = mixed
        && *MatrixKey::mixed(&hash256("seed", seed)?, words).bytes() != key
    {
        return untrue("la clave revelada no sale del azar añadido y de la parte del sistema (seed)");
    }
    let options = options(sheet).expect("it was made here");
    let made = Wanted { number: sheet.matrix, key, size: sheet.size, options }.matrix()?;
    match (1..).zip(made.faces().zip(faces)).find(|(_, (made, face))| made != *face) {
        Some((number, _)) => untrue(format!("con la clave revelada sale otro cartón n.º {number}")),
        None => Ok(()),
    }
}

/// Checks the system's part, once it is known, against what was announced of it.
fn check_announced(announced: Option<&AnnouncedDraw>, mixed: Option<&MixedIn>) -> Result<(), BadInput> {
    let Some(announced) = announced else { return Ok(()) };
    let sha256 = hash256("seed_sha256", &announced.seed_sha256)?;
    let Some(mixed) = mixed else {
        return untrue("dice que se anunció un sorteo y no lo que salió (mixed)");
    };
    match &mixed.seed {
        Some(seed) if <[u8; 32]>::from(Sha256::digest(hash256("seed", seed)?)) != sha256 => {
            untrue("la parte del sistema (seed) no es la que se anunció antes del sorteo (seed_sha256)")
        }
        Some(_) | None => Ok(()),
    }
}

/// Checks the options against the cards; used while the key is secret.
fn check_options(sheet: &CertificateSheet, measures: &Measures) -> Result<(), BadInput> {
    let Some(options) = options(sheet) else { return Ok(()) };
    let whole = measures.strips * STRIP as u64 == measures.counts.size;
    if options.kind == MatrixKind::Strip && !whole {
        return untrue("es de tiras y no todas tienen los noventa números");
    }
    match measures.equals.rows {
        rows if options.clean && rows > 0 => {
            untrue(format!("es limpia y tiene parejas de filas iguales: {rows}"))
        }
        _ => Ok(()),
    }
}

fn untrue(what: impl Into<String>) -> Result<(), BadInput> {
    Err(BadInput::Untrue(what.into()))
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
    let MatrixOptions { kind, clean } = wanted.options;
    Ok(CertificateSheet {
        hall: None,
        matrix: wanted.number,
        size: wanted.size,
        origin: MatrixOrigin::Made {
            kind,
            clean,
            generator: GENERATOR,
            key_sha256: hex::encode(key_sha256(&MatrixKey::from_bytes(wanted.key))),
            key: Some(hex::encode(wanted.key)),
            mixed: None,
            announced: None,
        },
        made_at: None,
        made_by: None,
        faces_sha256: hex::encode(matrix.faces_sha256()),
        retired_at: None,
        draws_required: false,
        series: Vec::new(),
        faces: matrix.faces().map(|face| face.rank().to_string()).collect(),
        record: None,
        draft: false,
        demo: false,
        printed_at: None,
        program: OUR_PROGRAM.to_owned(),
    })
}
