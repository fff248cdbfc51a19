//! What the web layer asks of the papers and of the record on disk, away from the desk.

use hall_core::event::{GameNo, SessionNo};
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::series::SeriesId;
use hall_core::vault::Vault;
use hall_wire::matrix_file::Format;
use hall_wire::message::{BallSetStatistics, CardsFound, HallLists, Intervals, TemplateRow};

use super::{PaperError, Papers, Preview, Printed};
use crate::ball_statistics;
use crate::ball_weights::Weights;
use crate::intervals;
use crate::journal::{JournalError, RecordReader};
use crate::look_up::{self, NotFound, Wanted};

/// What the server makes outside the desk. Its functions may block; they are called on
/// threads for that, at most two at a time.
pub trait House: Send + Sync + 'static {
    /// Returns the cards of a series, one line each, under the header `number,n1,…,n15,code`:
    /// the numbers of the top row from left to right, then the middle, then the bottom one,
    /// without the empty cells.
    fn cards_csv(&self, series: SeriesId) -> Result<String, HouseError>;

    /// Returns the cards of a matrix as a file: CSV, or JSON for anything else.
    fn matrix_file(&self, matrix: MatrixNo, format: Format) -> Result<Vec<u8>, HouseError>;

    /// Returns the certificate of a matrix as a PDF.
    fn certificate_pdf(&self, matrix: MatrixNo) -> Result<Vec<u8>, HouseError>;

    /// Returns the notice of the cards on sale as a PDF: what is fixed of them and how anybody checks it.
    fn notice_pdf(&self) -> Result<Vec<u8>, HouseError>;

    /// Returns the acta of a session as a PDF.
    fn acta_pdf(&self, session: SessionNo) -> Result<Vec<u8>, HouseError>;

    /// Returns the sheet of the present game as a PDF, made now: to finish it by hand.
    fn game_sheet_pdf(&self, game: GameNo) -> Result<Vec<u8>, HouseError>;

    /// Returns the cards that are what is wanted, or why there are none.
    fn look_up(&self, vault: &Vault, wanted: &Wanted) -> Result<CardsFound, NotFound>;

    /// Returns what the hall has and has done, without the time.
    fn lists(&self) -> Result<HallLists, HouseError>;

    /// Returns how long balls took in a session, the last one unless another is asked for.
    fn intervals(&self, session: Option<SessionNo>) -> Result<Intervals, HouseError>;

    /// Returns the templates for cards, those that cannot be used too.
    fn templates(&self) -> Result<Vec<TemplateRow>, HouseError>;

    /// Returns the statistics of a set of balls, from games that are over.
    fn ball_set_statistics(&self, set: SetId) -> Result<BallSetStatistics, HouseError>;

    /// Returns what the balls of a set weighed, each time.
    fn ball_weights(&self, set: SetId) -> Result<Weights, HouseError>;

    /// Returns a PNG of a sheet of cards that is not printed yet.
    fn preview_png(&self, vault: &Vault, wanted: &Preview) -> Result<Vec<u8>, HouseError>;

    /// Returns the pages of a printing as they were made.
    fn printing_pdf(&self, printing: u32) -> Result<Vec<u8>, HouseError>;
}

/// Why the house did not make it.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// The hall has no such series, session, printing or set of balls, or no such game in its draw.
    #[error("no existe")]
    Unknown,
    /// There were pages, and they are gone; the text says what to do.
    #[error("{0}")]
    Lost(String),
    /// It failed; the text goes to the log and to nobody else.
    #[error("{0}")]
    Failed(String),
}

impl House for Papers {
    fn cards_csv(&self, series: SeriesId) -> Result<String, HouseError> {
        Ok(Papers::cards_csv(self, series)?)
    }

    fn matrix_file(&self, matrix: MatrixNo, format: Format) -> Result<Vec<u8>, HouseError> {
        Ok(Papers::matrix_file(self, matrix, format)?)
    }

    fn certificate_pdf(&self, matrix: MatrixNo) -> Result<Vec<u8>, HouseError> {
        self.pdf_of(self.print_certificate(matrix)?)
    }

    fn notice_pdf(&self) -> Result<Vec<u8>, HouseError> {
        self.pdf_of(self.print_notice()?)
    }

    fn acta_pdf(&self, session: SessionNo) -> Result<Vec<u8>, HouseError> {
        match self.issued(session)? {
            Some(bytes) => Ok(bytes),
            None => self.pdf_of(self.print_acta(session)?),
        }
    }

    fn game_sheet_pdf(&self, game: GameNo) -> Result<Vec<u8>, HouseError> {
        self.pdf_of(self.print_game_sheet(game)?)
    }

    fn look_up(&self, vault: &Vault, wanted: &Wanted) -> Result<CardsFound, NotFound> {
        look_up::look_up(vault, &RecordReader::open(&self.dir)?, wanted)
    }

    fn lists(&self) -> Result<HallLists, HouseError> {
        let reader = RecordReader::open(&self.dir)?;
        let mut lists = reader.lists()?;
        for row in &mut lists.ball_sets {
            if let Some(set) = SetId::parse(&row.set) {
                row.verdict = self.verdicts.of(&reader, set)?;
            }
        }
        Ok(self.with_progress(lists))
    }

    fn intervals(&self, session: Option<SessionNo>) -> Result<Intervals, HouseError> {
        match RecordReader::open(&self.dir)?.intervals(session)? {
            Some((session, read)) => Ok(intervals::intervals(session, &read)),
            // A hall that has not opened yet.
            None if session.is_none() => Ok(Intervals::default()),
            None => Err(HouseError::Unknown),
        }
    }

    fn templates(&self) -> Result<Vec<TemplateRow>, HouseError> {
        Ok(Papers::templates(self)?)
    }

    fn ball_set_statistics(&self, set: SetId) -> Result<BallSetStatistics, HouseError> {
        ball_statistics::statistics(&RecordReader::open(&self.dir)?, set)?.ok_or(HouseError::Unknown)
    }

    fn ball_weights(&self, set: SetId) -> Result<Weights, HouseError> {
        RecordReader::open(&self.dir)?.weights_of(set)?.ok_or(HouseError::Unknown)
    }

    fn preview_png(&self, vault: &Vault, wanted: &Preview) -> Result<Vec<u8>, HouseError> {
        Ok(self.preview(vault, wanted)?)
    }

    fn printing_pdf(&self, printing: u32) -> Result<Vec<u8>, HouseError> {
        Ok(self.pages_of(printing)?)
    }
}

impl Papers {
    fn pdf_of(&self, printed: Printed) -> Result<Vec<u8>, HouseError> {
        std::fs::read(self.path(&printed.file)).map_err(|error| HouseError::Failed(error.to_string()))
    }
}

impl From<JournalError> for HouseError {
    fn from(error: JournalError) -> HouseError {
        HouseError::Failed(error.to_string())
    }
}

impl From<PaperError> for HouseError {
    fn from(error: PaperError) -> HouseError {
        match error {
            PaperError::NoSeries(_)
            | PaperError::NoMatrix(_)
            | PaperError::NoSession(_)
            | PaperError::NotInDraw(_)
            | PaperError::NoPages(_) => HouseError::Unknown,
            PaperError::PagesLost(_) => HouseError::Lost(error.to_string()),
            PaperError::NoKey(_)
            | PaperError::NoCards(_)
            | PaperError::NoTemplate(_)
            | PaperError::NotAsIssued(_)
            | PaperError::Stopped
            | PaperError::Journal(_)
            | PaperError::NoPrinter { .. }
            | PaperError::Printer(_) => HouseError::Failed(error.to_string()),
        }
    }
}
