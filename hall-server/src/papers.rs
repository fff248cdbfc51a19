//! Papers: what the record says must exist as PDF, and making it so by running `card-printer`.
//!
//! The printer is another program (style.md P21): it gets JSON, writes the file safely and
//! says what it wrote. Doing it twice does no harm: the same input gives the same pages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hall_core::card::code::CardCode;
use hall_core::event::{Event, Folios, GameNo, PrizeNo, SessionNo};
use hall_core::hall::{BallSetItem, Hall, Origin};
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::people::{PersonId, Sealed};
use hall_core::record::Line;
use hall_core::rules::Rules;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::vault::Vault;
use hall_wire::paper::{SeriesSheet, SheetCard};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::access::Identity;
use crate::ball_statistics::Verdicts;
use crate::clock::Clock;
use crate::config::{Paper, SealSettings};
use crate::journal::{Head, JournalError, RecordReader, Sighting};
use crate::replayed::{Replayed, Told};
use crate::secrets;
use crate::snapshot;

pub mod acta;
mod cards;
mod certificate_sheet;
mod copy_sheet;
pub mod game_sheet;
pub mod inspection;
mod notice_sheet;
mod receipt_sheet;
pub mod printer;
mod record_lines;
pub mod scribe;
mod served;
mod signatures;

pub use cards::Preview;
use cards::UnderWay;
use printer::{Done, Run};
use scribe::{People, Scribe};
pub use signatures::PageKept;

/// Why a paper could not be made.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    #[error("La sala no tiene la serie {0}. Compruebe letra y número.")]
    NoSeries(SeriesId),
    #[error("«{0}» no es el nombre de una plantilla: lleva letras sin tilde, cifras y guiones.")]
    NoTemplate(String),
    #[error("No consta la sesión {}. Compruebe el número.", .0.0)]
    NoSession(SessionNo),
    #[error("La partida {} no está en extracción. La hoja se hace sólo de la partida presente.", .0.0)]
    NotInDraw(GameNo),
    #[error("La sala no tiene la matriz {0}. Compruebe el número.")]
    NoMatrix(MatrixNo),
    #[error("La sala no tiene el juego de bolas {0}. Compruebe su nombre.")]
    NoBallSet(SetId),
    #[error("Los cartones de la matriz {0} ya no están: no se puede certificar.")]
    NoCards(MatrixNo),
    #[error(
        "El acta {0} no es la que se emitió, o falta. Devuelva el PDF a su sitio desde la carpeta «actas» de las copias; el registro sigue intacto."
    )]
    NotAsIssued(String),
    #[error("No consta ese papel, o es de hace más de 60 sesiones.")]
    NoPaper,
    #[error("No consta la copia {copy} del acta de la sesión {}. Sáquela antes.", session.0)]
    NoCopy { session: SessionNo, copy: u32 },
    #[error("Ese premio no consta o no está pagado.")]
    NotPaid,
    #[error("La clave de la matriz de la serie {0} ya no está: sus cartones no se pueden imprimir.")]
    NoKey(SeriesId),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("No se puede leer lo que se ha impreso: {0}")]
    File(#[source] std::io::Error),
    #[error("No se puede ejecutar {}: compruebe la instalación.", program.display())]
    NoPrinter {
        program: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("La impresión {0} no consta o no tiene páginas.")]
    NoPages(u32),
    #[error(
        "El fichero {0} falta o no es el que se imprimió. Imprima otra vez esos cartones: saldrán como COPIA."
    )]
    PagesLost(String),
    #[error("La impresión se ha cancelado.")]
    Stopped,
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
    /// For an acta that is split by face value, the pages of each part.
    pub part_pages: Vec<u32>,
    /// Its SHA-256.
    pub sha256: [u8; 32],
    /// For an acta and a game's sheet, the last line it covers.
    pub covers_seq: u64,
    /// For an acta, the folios of books that it stands on.
    pub folios: Vec<Folios>,
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

/// The hall as the record on disk has it.
struct Record {
    reader: RecordReader,
    hall: Hall,
    head: Head,
    /// When the last line was written, UTC milliseconds.
    at: i64,
    told: Told,
}

/// What the record says of a session.
struct Story {
    /// Up to the session's close, or as it is now, so that the same record gives the same pages whatever came later.
    record: Record,
    /// The lines since the close of the session before; none when there was no such session.
    lines: Vec<(Line, Event)>,
    /// What the first of them follows.
    before: Head,
    /// The sets of balls as they were when the session opened.
    sets_before: BTreeMap<SetId, BallSetItem>,
}

impl Record {
    fn of(reader: RecordReader, replayed: Replayed) -> Record {
        let Replayed { hall, head, at_utc_ms: at, told } = replayed;
        Record { reader, hall, head, at, told }
    }

    fn clock(&self) -> Clock {
        Clock::of_zone(&self.hall.zone)
    }

    fn vault(&self) -> Result<Vault, PaperError> {
        Ok(secrets::vault(&self.hall, &self.reader)?)
    }

    fn unseal(&self, sealed: &Sealed) -> Option<Vec<u8>> {
        self.reader.unseal(sealed).ok().flatten()
    }
}

impl People for Record {
    fn name(&self, person: PersonId) -> String {
        let identity = self.hall.people.get(&person).and_then(|item| self.unseal(&item.identity));
        let name = identity.and_then(|bytes| Identity::from_bytes(&bytes)).map(|identity| identity.name);
        name.unwrap_or_else(|| person.to_string())
    }

    fn claimant(&self, sealed: Sealed) -> Option<(String, String)> {
        let value: serde_json::Value = serde_json::from_slice(&self.unseal(&sealed)?).ok()?;
        Some((value["name"].as_str()?.to_owned(), value["document"].as_str()?.to_owned()))
    }
}

impl Papers {
    /// The address at which players' phones reach this server, where it was told.
    pub fn players(&self) -> Option<&str> {
        self.paper.players.as_deref()
    }

    /// The papers of the hall in a folder.
    pub fn new(dir: &Path, paper: Paper) -> Papers {
        let beside_this_program = || {
            std::env::current_exe()
                .map_or_else(|_| PathBuf::from("card-printer"), |exe| exe.with_file_name("card-printer"))
        };
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

    /// The program that makes the pages.
    pub fn printer(&self) -> &Path {
        &self.printer
    }

    /// The hall's folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What is read of the record by those who need no hall.
    pub fn of_record<T>(
        &self,
        read: impl FnOnce(&RecordReader) -> Result<T, JournalError>,
    ) -> Result<T, PaperError> {
        Ok(read(&RecordReader::open(&self.dir)?)?)
    }

    /// What in the record contradicts what a screen saw of it, if anything does.
    pub fn contradiction(&self, saw: Sighting) -> Result<Option<JournalError>, PaperError> {
        self.of_record(|record| record.contradiction("esa pantalla", saw))
    }

    /// Reads the record into a hall, from the nearest snapshot on.
    fn read(&self) -> Result<Record, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let mut replayed = snapshot::nearest(&reader, |_| true).unwrap_or_default();
        replayed.follow(&reader)?;
        Ok(Record::of(reader, replayed))
    }

    /// The cards of a series for printing.
    fn series_sheet(&self, series: SeriesId) -> Result<SeriesSheet, PaperError> {
        let record = self.read()?;
        let hall = &record.hall;
        let item = hall.stock.get(series).ok_or(PaperError::NoSeries(series))?;
        let vault = record.vault()?;
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
            draft: is_draft(hall),
            cards: cards.collect(),
        })
    }

    /// Prints the acta of a session as it is on disk now; marked *en curso* while it is open.
    pub fn print_acta(&self, session: SessionNo) -> Result<Printed, PaperError> {
        let Story { record, lines, before, sets_before } = self.story(session)?;
        if lines.is_empty() {
            return Err(PaperError::NoSession(session));
        }
        let entries: Vec<acta::Entry<'_>> =
            lines.iter().map(|(line, event)| (line.at_utc_ms, line.actor, event)).collect();
        let story =
            acta::Story { lines: &entries, hall: &record.hall, sets_before: &sets_before, head: record.head };
        let mut sheet = acta::sheet(&story, &self.paper, Scribe { clock: &record.clock(), people: &record });
        // One that is still open is made anew for each look at it.
        sheet.record_lines = (!sheet.in_progress).then(|| record_lines::lines(before, &lines));
        if sheet.in_progress {
            return self.print_sheet(
                &["acta"],
                &sheet,
                format!("actas/acta-{}-en-curso.pdf", session.0),
                &record,
            );
        }
        // What is free now: a book may have been opened since the session's close (ADR 51).
        let hall = self.read()?.hall;
        sheet.book = acta::book_with_folios(&hall, &self.paper, None);
        let (values, parts): (Vec<_>, Vec<_>) = acta::parts(&hall, &self.paper, &sheet).into_iter().unzip();
        sheet.parts = parts;
        let seal = self.paper.seal.as_ref().map(|seal| sealing("--seal", seal, &record.clock()));
        let mut order = vec!["acta"];
        order.extend(seal.iter().flatten().map(String::as_str));
        let printed = self.print_sheet(&order, &sheet, format!("actas/acta-{}.pdf", session.0), &record)?;
        // An acta that is not split stands in the book of all.
        let pages = match values.is_empty() {
            true => vec![(None, printed.pages)],
            false => values.into_iter().zip(printed.part_pages.iter().copied()).collect(),
        };
        Ok(Printed { folios: hall.folios_for(&pages), ..printed })
    }

    /// Makes a copy of the acta of a session, the same bytes whenever it is made.
    fn print_acta_copy(&self, session: SessionNo, copy: u32) -> Result<Printed, PaperError> {
        let record = self.read()?;
        let asked = record.reader.acta_copy(session, copy)?.ok_or(PaperError::NoCopy { session, copy })?;
        let (file, sha256) = record.told.acta(session).ok_or(PaperError::NoCopy { session, copy })?;
        self.as_printed(file, *sha256).ok_or_else(|| PaperError::NotAsIssued(file.clone()))?;
        let scribe = Scribe { clock: &record.clock(), people: &record };
        let sheet = copy_sheet::sheet((session, copy), asked, *sha256, scribe);
        let acta = self.path(file).display().to_string();
        let out = format!("copias/acta-{}-copia-{copy}.pdf", session.0);
        self.print_sheet(&["copy", "--acta", &acta], &sheet, out, &record)
    }

    /// Whose certificate actas are signed with, and until when it is good; `None` where they are not signed.
    ///
    /// # Errors
    /// Why it signs nothing now, in the printer's words.
    pub fn check_seal(&self, clock: &Clock) -> Option<Result<String, PaperError>> {
        let order = sealing("--in", self.paper.seal.as_ref()?, clock);
        let order: Vec<&str> = ["seal"].into_iter().chain(order.iter().map(String::as_str)).collect();
        let said = Run::default().output(&self.printer, &order, &[]);
        Some(said.map(|said| String::from_utf8_lossy(&said).trim().to_owned()))
    }

    /// Prints the sheet of the present game, as it is on disk now: one page to finish it by hand.
    fn print_game_sheet(&self, no: GameNo) -> Result<Printed, PaperError> {
        let record = self.read()?;
        let hall = &record.hall;
        let present = hall.game.as_ref().filter(|game| game.no == no && game.is_in_draw());
        let (Some(game), Some(session)) = (present, &hall.session) else {
            return Err(PaperError::NotInDraw(no));
        };
        let scribe = Scribe { clock: &record.clock(), people: &record };
        let sheet = game_sheet::sheet(game, session, &hall.name, (record.head, record.at), scribe);
        self.print_sheet(&["sheet"], &sheet, format!("hojas/partida-{}.pdf", no.0), &record)
    }

    /// Prints the certificate of a matrix, as the record is on disk now.
    fn print_certificate(&self, matrix: MatrixNo) -> Result<Printed, PaperError> {
        let record = self.read()?;
        let item = record.hall.matrices.get(&matrix).ok_or(PaperError::NoMatrix(matrix))?;
        let revealed = match &item.origin {
            Origin::Key { key, mixed, .. } if item.retired => certificate_sheet::Revealed {
                key: record.reader.unseal(key)?,
                seed: mixed.as_ref().map(|mixed| record.reader.unseal(&mixed.seed)).transpose()?.flatten(),
            },
            Origin::Key { .. } | Origin::File { .. } => certificate_sheet::Revealed::default(),
        };
        let vault = record.vault()?;
        let cards = vault.matrix(matrix).ok_or(PaperError::NoCards(matrix))?;
        let scribe = Scribe { clock: &record.clock(), people: &record };
        let (of, told) = ((matrix, cards), record.told.matrix(matrix));
        let sheet = certificate_sheet::sheet(&record.hall, of, told, &revealed, record.head, scribe);
        self.print_sheet(&["certificate"], &sheet, format!("certificados/matriz-{matrix}.pdf"), &record)
    }

    /// Prints the receipt of a prize that was paid.
    fn print_receipt(&self, game: GameNo, prize: PrizeNo) -> Result<Printed, PaperError> {
        let record = self.read()?;
        let paid = record.reader.paid_prize(game, prize)?.ok_or(PaperError::NotPaid)?;
        let scribe = Scribe { clock: &record.clock(), people: &record };
        let draft = record.is_draft_of(record.reader.session_of(game.0)?)?;
        let sheet = receipt_sheet::sheet(&record.hall, &self.paper, (paid, draft), record.head, scribe);
        self.print_sheet(&["receipt"], &sheet, format!("justificantes/{}-{}.pdf", game.0, prize.0), &record)
    }

    /// Prints the notice of the cards on sale, as the record is on disk now.
    fn print_notice(&self) -> Result<Printed, PaperError> {
        let record = self.read()?;
        let sheet = notice_sheet::sheet(&record.hall, &record.told, &record.clock(), record.head);
        self.print_sheet(&["notice"], &sheet, "avisos/cartones-en-venta.pdf".to_owned(), &record)
    }

    /// The acta that was issued for a session, as it was: it is never printed again.
    fn issued(&self, session: SessionNo) -> Result<Option<Vec<u8>>, PaperError> {
        let record = self.read()?;
        let Some((file, sha256)) = record.told.acta(session) else { return Ok(None) };
        self.as_printed(file, *sha256).map(Some).ok_or_else(|| PaperError::NotAsIssued(file.clone()))
    }

    /// The bytes of a file; `None` when it is gone or another.
    fn as_printed(&self, file: &str, sha256: [u8; 32]) -> Option<Vec<u8>> {
        let bytes = std::fs::read(self.path(file)).unwrap_or_default();
        (<[u8; 32]>::from(Sha256::digest(&bytes)) == sha256).then_some(bytes)
    }

    fn story(&self, session: SessionNo) -> Result<Story, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        // One of before the session's opening.
        let mut replayed =
            snapshot::nearest(&reader, |found| found.hall.sessions < session.0).unwrap_or_default();
        let (mut span, mut sets_before) = (acta::Span::of(session, &replayed.hall), BTreeMap::new());
        reader.replay_after(replayed.head, |head, line, event| {
            if span.take(line.seq, event) {
                replayed.apply(head, line, event);
            }
            if matches!(event, Event::SessionOpened { session: no, .. } if *no == session) {
                sets_before.clone_from(&replayed.hall.ball_sets);
            }
        })?;
        let (lines, before) = match span.first() {
            Some(first) => (reader.lines(first, replayed.head.seq)?, reader.head_at(first - 1)?),
            None => (Vec::new(), None),
        };
        let before = before.unwrap_or(Head::EMPTY);
        Ok(Story { record: Record::of(reader, replayed), lines, before, sets_before })
    }

    /// The path of a file in the hall's folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    fn print_sheet(
        &self,
        order: &[&str],
        sheet: &impl Serialize,
        file: String,
        covers: &Record,
    ) -> Result<Printed, PaperError> {
        let json = serde_json::to_vec(sheet).expect("a sheet is JSON");
        self.print(&Run::default(), order, &json, file, covers.head.seq)
    }

    fn print(
        &self,
        run: &Run,
        what: &[&str],
        json: &[u8],
        file: String,
        covers_seq: u64,
    ) -> Result<Printed, PaperError> {
        let out = self.path(&file);
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder).map_err(|error| PaperError::Printer(error.to_string()))?;
        }
        let path = out.display().to_string();
        let options = [what, &["--in", "-", "--out", &path]].concat();
        let written = run.output(&self.printer, &options, json)?;
        let done: Done =
            serde_json::from_slice(&written).map_err(|error| PaperError::Printer(error.to_string()))?;
        let (sha256, pages, part_pages) = (done.sha256()?, done.pages, done.parts);
        Ok(Printed { sha256, pages, part_pages, file, covers_seq, folios: Vec::new() })
    }
}

/// The printer's options for a certificate, which it may use now. Only paths: keys and passwords are on no command line.
fn sealing(certificate: &str, seal: &SealSettings, clock: &Clock) -> Vec<String> {
    let path = |path: &Path| path.display().to_string();
    let mut options = vec![certificate.to_owned(), path(&seal.certificate)];
    options.extend(seal.key.iter().flat_map(|key| ["--seal-key".to_owned(), path(key)]));
    options.extend(seal.password.iter().flat_map(|file| ["--seal-password".to_owned(), path(file)]));
    options.extend(["--at".to_owned(), clock.print(clock.now().utc_ms)]);
    options
}

impl Record {
    /// Whether a paper of this session says BORRADOR: by the rules in its first line; where that is not here, by those of now.
    fn is_draft_of(&self, session: Option<u32>) -> Result<bool, PaperError> {
        let spans = self.reader.sessions()?;
        let found = spans.iter().find(|span| Some(span.session) == session);
        let opening = found.map(|span| self.reader.lines(span.opened, span.opened)).transpose()?;
        let rules = opening.iter().flatten().find_map(|(_, event)| {
            if let Event::SessionOpened { rules, .. } = event { Some(rules) } else { None }
        });
        Ok(rules.map_or_else(|| is_draft(&self.hall), Rules::is_draft))
    }
}

fn is_draft(hall: &Hall) -> bool {
    hall.is_draft()
}
