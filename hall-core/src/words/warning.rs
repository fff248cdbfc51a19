//! What the desk should know and nobody has to answer (DECISIONS 24).

use alloc::format;
use alloc::string::{String, ToString};

use super::{Lang, camera, staff_missing};
use crate::event::{CameraPost, Sight};
use crate::machine::{BallReader, SetId};
use crate::rules::StaffCount;

/// A warning on the desk's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// A camera of the hall does not show its post.
    Camera {
        /// The camera.
        camera: CameraPost,
        /// What it shows.
        sight: Sight,
    },
    /// So many balls are out and not announced, two at least: the machine is told to hold.
    BallsWait(usize),
    /// The second reader has no link, and nothing is drawn without it.
    SecondReaderLost,
    /// The machine has read this number and the second reader has not yet.
    SecondReaderAwaited(u8),
    /// The session's set of balls nears the most games it may serve, or has served them (34.5).
    SetWorn {
        /// The set.
        set: SetId,
        /// The games it has served.
        games: u32,
        /// Those it may still serve.
        left: u32,
    },
    /// The books of actas have few folios left, or none.
    FoliosFew {
        /// How many.
        left: u32,
    },
    /// The staff in the hall is less than the least that the law wants (art. 25).
    StaffMissing(StaffCount),
    /// A reader cannot play with its table of tags.
    TagTable(TableFault),
    /// A claim of this session lacks value, for want of the claimant's signature, document or both (37.4).
    ClaimLacksValue {
        /// Its number in the hall.
        diligencia: u32,
        /// The signature is there.
        signed: bool,
        /// The document is there.
        document: bool,
    },
}

/// Why a reader's table of tags does not fit a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableFault {
    /// Whose table it is.
    pub reader: BallReader,
    /// The set that is played with.
    pub set: SetId,
    /// The set whose table it is.
    pub loaded_set: SetId,
    /// SHA-256 of the table.
    pub loaded: [u8; 32],
    /// SHA-256 of the set's table in the record.
    pub enrolled: Option<[u8; 32]>,
}

/// How many bytes of a hash stand in a sentence: enough to tell two tables apart.
const HASH_SHOWN: usize = 4;

/// Says a warning.
pub fn warning(lang: Lang, warning: &Warning) -> String {
    match (lang, *warning) {
        (_, Warning::Camera { camera, sight }) => camera::trouble_of(lang, camera, sight),
        (Lang::Es, Warning::BallsWait(count)) => {
            format!("Hay {count} bolas sin anunciar: se anuncian en su orden y la máquina espera")
        }
        (Lang::En, Warning::BallsWait(count)) => {
            format!("{count} balls are not announced: announce them in their order; the machine waits")
        }
        (_, Warning::SecondReaderLost) => {
            let es = "El segundo lector no tiene enlace: sin él no se extrae";
            lang.of(es, "The second reader has no link: nothing is drawn without it").to_string()
        }
        (Lang::Es, Warning::SecondReaderAwaited(ball)) => {
            format!("La máquina ha leído {ball}: falta que lo lea el segundo lector")
        }
        (Lang::En, Warning::SecondReaderAwaited(ball)) => {
            format!("The machine has read {ball}: the second reader has not read it yet")
        }
        (Lang::Es, Warning::SetWorn { set, games, left: 0 }) => {
            format!(
                "El juego de bolas {set} ha servido {games} partidas, su máximo: cámbielo antes de la venta"
            )
        }
        (Lang::En, Warning::SetWorn { set, games, left: 0 }) => {
            format!("Ball set {set} has served {games} games, its maximum: change it before the sale")
        }
        (Lang::Es, Warning::SetWorn { set, left: 1, .. }) => {
            format!("Al juego de bolas {set} le queda 1 partida: prepare el cambio")
        }
        (Lang::En, Warning::SetWorn { set, left: 1, .. }) => {
            format!("Ball set {set} has 1 game left: prepare the change")
        }
        (Lang::Es, Warning::SetWorn { set, games, left }) => {
            format!("El juego de bolas {set} lleva {games} partidas y le quedan {left}: prepare el cambio")
        }
        (Lang::En, Warning::SetWorn { set, games, left }) => {
            format!("Ball set {set} has served {games} games and has {left} left: prepare the change")
        }
        (_, Warning::FoliosFew { left: 0 }) => {
            let es = "No quedan folios en el libro de actas: abra el siguiente, o la próxima acta saldrá sin folio";
            let en =
                "The book of actas has no folio left: open the next one, or the next acta will have no folio";
            lang.of(es, en).to_string()
        }
        (Lang::Es, Warning::FoliosFew { left: 1 }) => {
            "Queda 1 folio en el libro de actas: tenga diligenciado y abra el siguiente".to_string()
        }
        (Lang::En, Warning::FoliosFew { left: 1 }) => {
            "The book of actas has 1 folio left: have the next one stamped and open it".to_string()
        }
        (Lang::Es, Warning::FoliosFew { left }) => {
            format!("Quedan {left} folios en el libro de actas: tenga diligenciado y abra el siguiente")
        }
        (Lang::En, Warning::FoliosFew { left }) => {
            format!("The book of actas has {left} folios left: have the next one stamped and open it")
        }
        (_, Warning::StaffMissing(missing)) => {
            let missing = staff_missing(lang, missing);
            let es = format!("De la plantilla mínima {missing} (art. 25): anote quién está, en Sala");
            lang.made(es, format!("Of the least staff, {missing} (art. 25): note who is here, in Hall"))
        }
        (_, Warning::TagTable(fault)) => table_fault(lang, &fault),
        (Lang::Es, Warning::ClaimLacksValue { diligencia, signed: false, document: true }) => {
            format!(
                "La reclamación {diligencia} carece de valor sin la firma de quien reclama (37.4): recójala en Firmas"
            )
        }
        (Lang::En, Warning::ClaimLacksValue { diligencia, signed: false, document: true }) => {
            format!(
                "Claim {diligencia} lacks value without the claimant's signature (37.4): take it in Signatures"
            )
        }
        (Lang::Es, Warning::ClaimLacksValue { diligencia, signed, .. }) => {
            let what = if signed { "el documento" } else { "la firma y el documento" };
            format!("La reclamación {diligencia} carece de valor sin {what} de quien reclama (37.4)")
        }
        (Lang::En, Warning::ClaimLacksValue { diligencia, signed, .. }) => {
            let what = if signed { "document" } else { "signature and document" };
            format!("Claim {diligencia} lacks value without the claimant's {what} (37.4)")
        }
    }
}

/// Says what is wrong with a reader's table, and what to do.
pub fn table_fault(lang: Lang, fault: &TableFault) -> String {
    let TableFault { reader, set, loaded_set, loaded, enrolled } = *fault;
    let (has, section) = match reader {
        BallReader::Machine => (lang.of("La máquina", "The machine"), "[machine]"),
        BallReader::Second => (lang.of("El segundo lector", "The second reader"), "[second_reader]"),
    };
    let start =
        |hash: [u8; 32]| hash[..HASH_SHOWN].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let loaded = start(loaded);
    match (lang, enrolled.map(start)) {
        (Lang::Es, _) if loaded_set != set => format!(
            "{has} tiene la tabla de etiquetas del juego {loaded_set} y no la del {set}. Póngala en «tags» de {section}, en \
             sala.toml, y reinicie el servidor"
        ),
        (Lang::En, _) if loaded_set != set => format!(
            "{has} has the table of tags of set {loaded_set} and not that of {set}. Put it into «tags» of {section} in \
             sala.toml and restart the server"
        ),
        (Lang::Es, None) => {
            let reader = match reader {
                BallReader::Machine => "la máquina",
                BallReader::Second => "el segundo lector",
            };
            format!(
                "Nadie ha dado de alta la tabla de etiquetas del juego {set} que tiene {reader} ({loaded}…). Denla de alta dos \
                 personas en Bolas"
            )
        }
        (Lang::En, None) => format!(
            "{has} has a table of tags of set {set} that nobody has enrolled ({loaded}…). Two people enrol it in Balls"
        ),
        (Lang::Es, Some(enrolled)) => format!(
            "{has} tiene del juego {set} la tabla de etiquetas {loaded}… y la registrada es {enrolled}…. Cargue ésta y \
             reinicie, o den de alta aquélla dos personas"
        ),
        (Lang::En, Some(enrolled)) => format!(
            "{has} has the table of tags {loaded}… of set {set}, and the one on record is {enrolled}…. Load that one and \
             restart, or two people enrol the other"
        ),
    }
}
