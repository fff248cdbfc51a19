//! Papers: what the record says must exist as PDF, and making it so by running `card-printer`.
//!
//! The printer is another program (style.md P21): it gets JSON, writes the file safely and
//! says what it wrote. Doing it twice does no harm: the same input gives the same pages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hall_core::acta::{Acta, ActaFold};
use hall_core::card::code::CardCode;
use hall_core::event::{Event, GameNo, SessionNo};
use hall_core::hall::{BallSetItem, Hall, Origin};
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::people::{PersonId, Sealed};
use hall_core::record::Hash;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::matrix_file::{self, Format};
use hall_wire::paper::{SeriesSheet, SheetCard};
use sha2::{Digest, Sha256};

use crate::access::Identity;
use crate::ball_statistics::Verdicts;
use crate::clock::Clock;
use crate::config::Paper;
use crate::journal::{Head, JournalError, RecordReader};
use crate::secrets;

pub mod acta_sheet;
mod cards;
mod certificate_sheet;
pub mod game_sheet;
mod notice_sheet;
pub mod printer;
mod served;

pub use cards::Preview;
use cards::UnderWay;
use printer::{Done, Run};

/// A paper could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The hall has no such series.
    #[error("La sala no tiene la serie {0}. Compruebe letra y número.")]
    NoSeries(SeriesId),
    /// A template has no such name.
    #[error("«{0}» no es el nombre de una plantilla: lleva letras sin tilde, cifras y guiones.")]
    NoTemplate(String),
    /// There was no such session.
    #[error("No consta la sesión {}. Compruebe el número.", .0.0)]
    NoSession(SessionNo),
    /// No such game, or its balls are not coming out.
    #[error("La partida {} no está en extracción. La hoja se hace sólo de la partida presente.", .0.0)]
    NotInDraw(GameNo),
    /// No such matrix.
    #[error("La sala no tiene la matriz {0}. Compruebe el número.")]
    NoMatrix(MatrixNo),
    /// No such set of balls.
    #[error("La sala no tiene el juego de bolas {0}. Compruebe su nombre.")]
    NoBallSet(SetId),
    /// Its key or its faces were deleted.
    #[error("Los cartones de la matriz {0} ya no están: no se puede certificar.")]
    NoCards(MatrixNo),
    /// The file of an issued acta is gone or another.
    #[error(
        "El acta {0} no es la que se emitió, o falta. Restaure la última copia; el registro sigue intacto."
    )]
    NotAsIssued(String),
    /// The key of its matrix was deleted.
    #[error("La clave de la matriz de la serie {0} ya no está: sus cartones no se pueden imprimir.")]
    NoKey(SeriesId),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file just printed cannot be read.
    #[error("No se puede leer lo que se ha impreso: {0}")]
    File(#[source] std::io::Error),
    /// The printer could not be run.
    #[error("No se puede ejecutar {}: compruebe la instalación.", program.display())]
    NoPrinter {
        /// The program.
        program: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// There is no such printing, or it has no pages.
    #[error("La impresión {0} no consta o no tiene páginas.")]
    NoPages(u32),
    /// The pages of a printing are gone, or others.
    #[error(
        "El fichero {0} falta o no es el que se imprimió. Imprima otra vez esos cartones: saldrán como COPIA."
    )]
    PagesLost(String),
    /// The printer was ended from outside.
    #[error("La impresión se ha cancelado.")]
    Stopped,
    /// The printer failed.
    #[error("card-printer no ha podido escribir el PDF: {0}")]
    Printer(String),
}

/// A PDF on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The file, within the hall's folder.
    pub file: String,
    /// Its pages.
    pub pages: u32,
    /// Its SHA-256.
    pub sha256: [u8; 32],
    /// For an acta and a game's sheet, the last line it covers.
    pub covers_seq: u64,
}

/// The hall's papers. It reads the record through a connection of its own.
#[derive(Debug, Clone)]
pub struct Papers {
    dir: PathBuf,
    paper: Paper,
    printer: PathBuf,
    under_way: UnderWay,
    verdicts: Arc<Verdicts>,
}

/// What the record says of a session.
struct Story {
    reader: RecordReader,
    /// As it was at the session's close, or is now.
    hall: Hall,
    acta: Option<Acta>,
    /// Where the acta ends in the record.
    covers: Head,
    /// The file and its SHA-256, once the acta was issued.
    issued: Option<(String, [u8; 32])>,
    /// The sets of balls as they were when the session opened.
    sets_before: BTreeMap<SetId, BallSetItem>,
}

impl Papers {
    /// Returns the papers of the hall in a folder.
    pub fn new(dir: &Path, paper: Paper) -> Papers {
        let printer =
            if paper.printer.as_os_str().is_empty() { beside_this_program() } else { paper.printer.clone() };
        Papers {
            dir: dir.to_owned(),
            paper,
            printer,
            under_way: UnderWay::default(),
            verdicts: Arc::default(),
        }
    }

    /// Reads the record into a hall; with it the reader, for what is sealed.
    fn hall(&self) -> Result<(Hall, RecordReader), PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let mut hall = Hall::default();
        reader.replay(|line, event| hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event))?;
        Ok((hall, reader))
    }

    /// Returns the cards of a series for printing.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn series_sheet(&self, series: SeriesId) -> Result<SeriesSheet, PaperError> {
        let (hall, reader) = self.hall()?;
        let item = hall.stock.get(series).ok_or(PaperError::NoSeries(series))?;
        let vault = secrets::vault(&hall, &reader)?;
        let matrix = vault.matrix(item.matrix).ok_or(PaperError::NoKey(series))?;
        let key = vault.card_key().ok_or(PaperError::NoKey(series))?;
        let cards = (1..=item.size).map(|number| {
            let card = CardRef { series, number: CardNo(number) };
            let face = matrix.face(card.number).expect("a matrix has a face for each of its numbers");
            SheetCard { number, rows: face.card().grid(), code: CardCode::sign(key, card).to_string() }
        });
        Ok(SeriesSheet {
            hall: hall.name.clone(),
            series: series.to_string(),
            face_value_cents: item.face_value.0,
            series_size: item.size,
            matrix: item.matrix.get(),
            legal: self.paper.legal.clone(),
            draft: hall.rules.as_ref().is_some_and(|(rules, _)| rules.is_draft()),
            cards: cards.collect(),
        })
    }

    /// Returns the cards of a series as CSV: number, the fifteen numbers (top row, middle,
    /// bottom), and the code.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn cards_csv(&self, series: SeriesId) -> Result<String, PaperError> {
        let sheet = self.series_sheet(series)?;
        let mut csv = Vec::new();
        matrix_file::write_sheet_csv(&mut csv, &sheet.cards).expect("memory can be written");
        Ok(String::from_utf8(csv).expect("a CSV is text"))
    }

    /// Prints the acta of a session as it is on disk now; marked *en curso* while it is open.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn print_acta(&self, session: SessionNo) -> Result<Printed, PaperError> {
        let story = self.story(session)?;
        let acta = story.acta.ok_or(PaperError::NoSession(session))?;
        let hall = &story.hall;
        let clock = clock_of(hall);
        let names = |person: PersonId| name_of(hall, &story.reader, person);
        let claimant = |sealed: Sealed| {
            let bytes = story.reader.unseal(&sealed).ok().flatten()?;
            let value: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
            Some((value["name"].as_str()?.to_owned(), value["document"].as_str()?.to_owned()))
        };
        let told = (&acta, hall, &story.sets_before);
        let sheet = acta_sheet::sheet(told, &self.paper, &clock, story.covers, &names, &claimant);
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        let state = if acta.closed.is_some() { "" } else { "-en-curso" };
        self.print(
            &Run::default(),
            &["acta"],
            &json,
            &format!("actas/acta-{}{state}.pdf", session.0),
            story.covers.seq,
        )
    }

    /// Prints the sheet of the present game, as it is on disk now: one page to finish it by hand.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn print_game_sheet(&self, no: GameNo) -> Result<Printed, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let (mut hall, mut at) = (Hall::default(), 0);
        let head = reader.replay(|line, event| {
            at = line.at_utc_ms;
            hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
        })?;
        let present = hall.game.as_ref().filter(|game| game.no == no && game.is_in_draw());
        let (Some(game), Some(session)) = (present, &hall.session) else {
            return Err(PaperError::NotInDraw(no));
        };
        let clock = clock_of(&hall);
        let names = |person: PersonId| name_of(&hall, &reader, person);
        let sheet = game_sheet::sheet(game, session, &hall.name, &clock, (head, at), &names);
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        self.print(&Run::default(), &["sheet"], &json, &format!("hojas/partida-{}.pdf", no.0), head.seq)
    }

    /// Prints the certificate of a matrix, as the record is on disk now.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn print_certificate(&self, matrix: MatrixNo) -> Result<Printed, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let (mut hall, mut lines) = (Hall::default(), certificate_sheet::Lines::default());
        let head = reader.replay(|line, event| {
            lines.note(matrix, line, event);
            hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
        })?;
        let item = hall.matrices.get(&matrix).ok_or(PaperError::NoMatrix(matrix))?;
        let told = match &item.origin {
            Origin::Key { key, mixed, .. } if item.retired => certificate_sheet::Told {
                key: reader.unseal(key)?,
                seed: mixed.as_ref().map(|mixed| reader.unseal(&mixed.seed)).transpose()?.flatten(),
            },
            Origin::Key { .. } | Origin::File { .. } => certificate_sheet::Told::default(),
        };
        let vault = secrets::vault(&hall, &reader)?;
        let cards = vault.matrix(matrix).ok_or(PaperError::NoCards(matrix))?;
        let clock = clock_of(&hall);
        let names = |person: PersonId| name_of(&hall, &reader, person);
        let of = (matrix, cards);
        let sheet = certificate_sheet::sheet(&hall, of, lines, &told, (&clock, head), &names);
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        self.print(
            &Run::default(),
            &["certificate"],
            &json,
            &format!("certificados/matriz-{matrix}.pdf"),
            head.seq,
        )
    }

    /// Prints the notice of the cards on sale, as the record is on disk now.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn print_notice(&self) -> Result<Printed, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let (mut hall, mut made) = (Hall::default(), notice_sheet::Made::default());
        let head = reader.replay(|line, event| {
            made.note(line, event);
            hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
        })?;
        let sheet = notice_sheet::sheet(&hall, &made, (&clock_of(&hall), head));
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        self.print(&Run::default(), &["notice"], &json, "avisos/cartones-en-venta.pdf", head.seq)
    }

    /// Returns the cards of a matrix as a file.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn matrix_file(&self, matrix: MatrixNo, format: Format) -> Result<Vec<u8>, PaperError> {
        let (hall, reader) = self.hall()?;
        let vault = secrets::vault(&hall, &reader)?;
        let cards = vault.matrix(matrix).ok_or(PaperError::NoMatrix(matrix))?;
        let (mut file, faces) = (Vec::new(), cards.faces().iter().copied());
        let written = match format {
            Format::Csv => matrix_file::write_csv(&mut file, faces),
            Format::Json | Format::Auto => {
                matrix_file::write_json(&mut file, Some(matrix), cards.size(), faces)
            }
        };
        written.expect("memory takes all that is written");
        Ok(file)
    }

    /// Returns the acta that was issued for a session, as it was: it is never printed again.
    fn issued(&self, session: SessionNo) -> Result<Option<Vec<u8>>, PaperError> {
        let Some((file, sha256)) = self.story(session)?.issued else { return Ok(None) };
        let bytes = std::fs::read(self.path(&file)).unwrap_or_default();
        let whole = <[u8; 32]>::from(Sha256::digest(&bytes)) == sha256;
        if whole { Ok(Some(bytes)) } else { Err(PaperError::NotAsIssued(file)) }
    }

    /// Reads what the record says of a session. The hall is as it was at the session's close,
    /// so that the same record gives the same pages whatever came later.
    fn story(&self, session: SessionNo) -> Result<Story, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let (mut hall, mut fold, mut issued) = (Hall::default(), ActaFold::new(session), None);
        let (mut covers, mut hash) = (Head::EMPTY, Hash::GENESIS);
        let mut sets_before = BTreeMap::new();
        reader.replay(|line, event| {
            hash = line.hash(&hash);
            let closed = fold.acta().is_some_and(|acta| acta.closed.is_some());
            if !closed {
                hall.apply(line.seq, line.at_utc_ms, line.actor, &line.device, event);
            }
            if fold.apply(line.seq, line.at_utc_ms, line.actor, event) {
                sets_before.clone_from(&hall.ball_sets);
            }
            if fold.acta().is_some_and(|acta| acta.covers_seq == line.seq) {
                covers = Head { seq: line.seq, hash };
            }
            if let Event::ActaIssued { session: no, file, sha256, .. } = event
                && *no == session
            {
                issued = Some((file.clone(), *sha256));
            }
        })?;
        Ok(Story { reader, hall, acta: fold.into_acta(), covers, issued, sets_before })
    }

    /// Returns the path of a file in the hall's folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    fn print(
        &self,
        run: &Run,
        what: &[&str],
        json: &[u8],
        file: &str,
        covers_seq: u64,
    ) -> Result<Printed, PaperError> {
        let out = self.dir.join(file);
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder).map_err(|error| PaperError::Printer(error.to_string()))?;
        }
        let path = out.display().to_string();
        let options = [what, &["--in", "-", "--out", &path]].concat();
        let written = run.output(&self.printer, &options, json)?;
        let done: Done =
            serde_json::from_slice(&written).map_err(|error| PaperError::Printer(error.to_string()))?;
        Ok(Printed { file: file.to_owned(), pages: done.pages, sha256: done.sha256()?, covers_seq })
    }
}

fn beside_this_program() -> PathBuf {
    std::env::current_exe()
        .map_or_else(|_| PathBuf::from("card-printer"), |exe| exe.with_file_name("card-printer"))
}

/// Returns the hall's clock.
fn clock_of(hall: &Hall) -> Clock {
    Clock::of_zone(&hall.zone)
}

/// Returns a person's name, or the number where the name was deleted.
fn name_of(hall: &Hall, reader: &RecordReader, person: PersonId) -> String {
    let identity = hall.people.get(&person).and_then(|item| reader.unseal(&item.identity).ok().flatten());
    let name = identity.and_then(|bytes| Identity::from_bytes(&bytes)).map(|identity| identity.name);
    name.unwrap_or_else(|| person.to_string())
}
