//! Cards on paper: printing what was ordered, its pages, and the templates there are.

use std::sync::{Arc, Mutex, PoisonError};

use hall_core::event::{PrintingNo, Segment};
use hall_core::hall::PrintOrder;
use hall_core::matrix::MatrixNo;
use hall_core::series::{CardNo, SeriesId};
use hall_core::vault::Vault;
use hall_wire::message::{HallLists, PrintingRow, PrintingState, SeriesRow, TemplateRow};
use hall_wire::paper::{SeriesSheet, SheetCard};

use super::printer::{Run, sweep};
use super::{PaperError, Papers, Printed};
use crate::journal::RecordReader;

/// The printing that is under way.
pub(super) type UnderWay = Arc<Mutex<Option<(PrintingNo, Arc<Run>)>>>;

/// The folder of the hall's own templates.
const TEMPLATES: &str = "plantillas";

/// Cards that are looked at before they are printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Their series.
    pub series: SeriesRow,
    /// The first of them, from 1; the series has it.
    pub first: u32,
    /// The last of them.
    pub last: u32,
    /// The template.
    pub template: String,
    /// How many cards of it are on a sheet of paper, at least 1.
    pub on_each: u32,
    /// The back of the sheet.
    pub back: bool,
    /// The hall's name.
    pub hall: String,
}

impl Papers {
    /// Prints what was ordered; `run` can end it. After an error there are no pages, and nothing of them is left.
    pub fn print_cards(
        &self,
        printing: PrintingNo,
        order: &PrintOrder,
        run: &Arc<Run>,
    ) -> Result<Printed, PaperError> {
        let Segment { series, first, last } = order.cards;
        let sheet = self.series_sheet(series)?;
        let whole = (first, last) == (CardNo(1), CardNo(sheet.series_size));
        let range = if whole { String::new() } else { format!("-{first}-{last}") };
        let copy = if order.copy > 1 { format!("-copia-{}", order.copy) } else { String::new() };
        let file = format!("cartones/{series}{range}{copy}.pdf");
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        let template = self.template(&order.template)?;
        let (first, last, copy) = (first.to_string(), last.to_string(), order.copy.to_string());
        let mut options =
            vec!["cards", "--progress", "--template", &template, "--first", &first, "--last", &last];
        if order.copy > 1 {
            options.extend(["--copy", &copy]);
        }
        let out = self.path(&file);
        sweep(&out);
        self.is_under_way(Some((printing, Arc::clone(run))));
        let printed = self.print(run, &options, &json, file, 0);
        self.is_under_way(None);
        if printed.is_err() {
            sweep(&out);
        }
        if matches!(printed, Err(PaperError::Stopped)) {
            // It may have been whole a moment before it was stopped. No other printing has this name:
            // what is printed again is a copy, and says so in its name.
            let _ = std::fs::remove_file(&out);
        }
        printed
    }

    /// A PNG of the first sheet of paper that these cards would be printed on. Its cards say MUESTRA and have no
    /// genuine code.
    pub fn preview(&self, vault: &Vault, wanted: &Preview) -> Result<Vec<u8>, PaperError> {
        let Preview { series: row, first, last, on_each, .. } = wanted;
        let series = SeriesId::parse(&row.series).expect("a series of the list has a name");
        let matrix = MatrixNo::new(row.matrix).and_then(|matrix| vault.matrix(matrix));
        let matrix = matrix.ok_or(PaperError::NoKey(series))?;
        // The whole sheet of paper, so that each card is in its own place on it.
        let begin = (first - 1) / on_each * on_each + 1;
        let end = row.size.min(begin.saturating_add(on_each - 1));
        let card = |number| {
            let face = matrix.face(CardNo(number)).ok_or(PaperError::NoSeries(series))?;
            Ok(SheetCard { number, rows: face.card().grid(), code: String::new() })
        };
        let mut sheet = SeriesSheet {
            hall: wanted.hall.clone(),
            series: row.series.clone(),
            face_value_cents: row.face_value_cents,
            series_size: row.size,
            matrix: row.matrix,
            legal: self.paper.legal.clone(),
            draft: false,
            cards: (begin..=end).map(card).collect::<Result<_, PaperError>>()?,
        };
        sheet.without_codes();
        let json = serde_json::to_vec(&sheet).expect("a sheet is JSON");
        let template = self.template(&wanted.template)?;
        let (first, last) = (first.to_string(), last.to_string());
        let mut options = vec!["preview", "--in", "-", "--out", "-", "--template", &template];
        options.extend(["--first", &first, "--last", &last]);
        if wanted.back {
            options.push("--back");
        }
        Run::default().output(&self.printer, &options, &json)
    }

    fn is_under_way(&self, now: Option<(PrintingNo, Arc<Run>)>) {
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Adds to the lists how far the printing is that is under way.
    pub(super) fn with_progress(&self, mut lists: HallLists) -> HallLists {
        let under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((printing, run)) = under_way
            && let Some(row) = lists.printings.iter_mut().find(|row| row.printing == printing.0)
            && row.state == PrintingState::Ordered
        {
            row.progress = run.progress();
        }
        lists
    }

    /// What the printer calls a template: one of the hall's own, in its folder, or one that comes with the printer.
    fn template(&self, name: &str) -> Result<String, PaperError> {
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return Err(PaperError::NoTemplate(name.to_owned()));
        }
        let own = self.path(TEMPLATES).join(format!("{name}.toml"));
        Ok(if own.exists() { own.display().to_string() } else { name.to_owned() })
    }

    /// The templates there are, those that cannot be used too.
    pub fn templates(&self) -> Result<Vec<TemplateRow>, PaperError> {
        let dir = self.path(TEMPLATES).display().to_string();
        let rows = Run::default().output(&self.printer, &["templates", "--dir", &dir], &[])?;
        serde_json::from_slice(&rows).map_err(|error| PaperError::Printer(error.to_string()))
    }

    /// The pages of a printing, as they were made: they are never made again under its number.
    pub fn pages_of(&self, printing: u32) -> Result<Vec<u8>, PaperError> {
        let found = RecordReader::open(&self.dir)?.printing(printing)?;
        let Some((PrintingRow { file: Some(file), .. }, Some(sha256))) = found else {
            return Err(PaperError::NoPages(printing));
        };
        self.as_printed(&file, sha256).ok_or(PaperError::PagesLost(file))
    }
}
