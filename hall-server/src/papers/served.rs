//! What the web layer serves of the papers and of the record on disk. All of it may block.

use hall_core::event::{GameNo, PrizeNo, SessionNo};
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::series::SeriesId;
use hall_core::vault::Vault;
use hall_wire::matrix_file::{self, Format};
use hall_wire::message::{BallSetStatistics, CardsFound, HallLists, Intervals};

use super::{PaperError, Papers, Printed};
use crate::ball_statistics;
use crate::ball_weights::Weights;
use crate::intervals;
use crate::journal::RecordReader;
use crate::look_up::{self, NotFound, Wanted};

/// Where a hall lays the text of article 36, in its folder, and the most bytes of it.
const ARTICLE_36: &str = "articulo-36.txt";
const ARTICLE_36_BYTES: u64 = 64 * 1024;

impl Papers {
    /// The cards of a series, one line each, under the header `number,n1,…,n15,code`: the numbers of the top row from
    /// left to right, then the middle, then the bottom one, without the empty cells.
    pub fn cards_csv(&self, series: SeriesId) -> Result<String, PaperError> {
        let sheet = self.series_sheet(series)?;
        let mut csv = Vec::new();
        matrix_file::write_sheet_csv(&mut csv, &sheet.cards).expect("memory can be written");
        Ok(String::from_utf8(csv).expect("a CSV is text"))
    }

    /// The cards of a matrix as a file: CSV, or JSON for anything else.
    pub fn matrix_file(&self, matrix: MatrixNo, format: Format) -> Result<Vec<u8>, PaperError> {
        let vault = self.read()?.vault()?;
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

    /// The certificate of a matrix, made anew.
    pub fn certificate_pdf(&self, matrix: MatrixNo) -> Result<Vec<u8>, PaperError> {
        self.pdf_of(&self.print_certificate(matrix)?)
    }

    /// The receipt of a prize that was paid.
    pub fn receipt_pdf(&self, game: GameNo, prize: PrizeNo) -> Result<Vec<u8>, PaperError> {
        self.pdf_of(&self.print_receipt(game, prize)?)
    }

    /// The notice of the cards on sale, made anew.
    pub fn notice_pdf(&self) -> Result<Vec<u8>, PaperError> {
        self.pdf_of(&self.print_notice()?)
    }

    /// The acta of a session: as it was issued, or made anew while it is not.
    pub fn acta_pdf(&self, session: SessionNo) -> Result<Vec<u8>, PaperError> {
        match self.issued(session)? {
            Some(bytes) => Ok(bytes),
            None => self.pdf_of(&self.print_acta(session)?),
        }
    }

    /// A copy of an acta, made anew: the acta's bytes, and a mark behind them.
    pub fn acta_copy_pdf(&self, session: SessionNo, copy: u32) -> Result<Vec<u8>, PaperError> {
        self.pdf_of(&self.print_acta_copy(session, copy)?)
    }

    /// The sheet of the game in its draw, made anew.
    pub fn game_sheet_pdf(&self, game: GameNo) -> Result<Vec<u8>, PaperError> {
        self.pdf_of(&self.print_game_sheet(game)?)
    }

    /// Looks cards up in the vault and the tables for people.
    pub fn look_up(&self, vault: &Vault, wanted: &Wanted) -> Result<CardsFound, NotFound> {
        look_up::look_up(vault, &RecordReader::open(&self.dir)?, wanted)
    }

    /// The hall's lists, without the time and the number of screens.
    pub fn lists(&self) -> Result<HallLists, PaperError> {
        let reader = RecordReader::open(&self.dir)?;
        let mut lists = reader.lists()?;
        for row in &mut lists.ball_sets {
            if let Some(set) = SetId::parse(&row.set) {
                row.verdict = self.verdicts.of(&reader, set)?;
            }
        }
        Ok(self.with_progress(lists))
    }

    /// Article 36 in a file of the hall's folder, which a jefe de sala may give the hall; none where there is no such file, or
    /// where it is no text of an article.
    pub fn article_36_file(&self) -> Option<String> {
        let path = self.path(ARTICLE_36);
        let fits = std::fs::metadata(&path).is_ok_and(|about| about.len() <= ARTICLE_36_BYTES);
        let text = if fits { std::fs::read_to_string(path).ok()? } else { return None };
        let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n");
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    }

    /// The times between balls in a session, the last one by default.
    pub fn intervals(&self, session: Option<SessionNo>) -> Result<Intervals, PaperError> {
        match (RecordReader::open(&self.dir)?.intervals(session)?, session) {
            (Some((session, read)), _) => Ok(intervals::intervals(session, &read)),
            (None, Some(session)) => Err(PaperError::NoSession(session)),
            // The hall has not opened yet.
            (None, None) => Ok(Intervals::default()),
        }
    }

    /// The statistics of a set of balls, from games that are over.
    pub fn ball_set_statistics(&self, set: SetId) -> Result<BallSetStatistics, PaperError> {
        let statistics = ball_statistics::statistics(&RecordReader::open(&self.dir)?, set)?;
        statistics.ok_or(PaperError::NoBallSet(set))
    }

    /// Every weighing of a set of balls.
    pub fn ball_weights(&self, set: SetId) -> Result<Weights, PaperError> {
        RecordReader::open(&self.dir)?.weights_of(set)?.ok_or(PaperError::NoBallSet(set))
    }

    pub(super) fn pdf_of(&self, printed: &Printed) -> Result<Vec<u8>, PaperError> {
        std::fs::read(self.path(&printed.file)).map_err(PaperError::File)
    }
}
