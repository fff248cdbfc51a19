//! Lays out sheets of cards and their backs, as a template says.

mod empty;
mod face;
pub mod plan;

use std::ops::RangeInclusive;

use hall_core::series::spelt;
use hall_wire::paper::{SeriesSheet, SheetCard};

use crate::check::BadInput;
use crate::code::Strength;
use crate::code::same_size::SameSize;
use crate::job::{PrintJob, Stamp};
use crate::page::{Ink, OUR_PROGRAM, Page, Placed, Rule, Tenths};
use crate::template::{Cuts, MARK, Template};
use face::{CardFace, Marks};

/// Which cards are printed, and as what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Card numbers to print; the places of others stay empty.
    pub numbers: RangeInclusive<u32>,
    /// Lot number from 1, and sheets of paper per lot; `None` prints all.
    pub lot: Option<(usize, usize)>,
    /// 1 is the original; from 2 on each card says COPIA.
    pub copy: u32,
    /// A preview: each card says MUESTRA.
    pub sample: bool,
}

/// The whole series, as originals.
pub const ALL: Choice = Choice { numbers: 1..=u32::MAX, lot: None, copy: 1, sample: false };

/// The pages of a series, laid out one at a time.
pub struct Sheets<'a> {
    face: CardFace<'a>,
    numbers: RangeInclusive<u32>,
    job: PrintJob,
    /// Makes all codes as large as the longest of the series.
    codes: SameSize,
    /// The sheets of paper to print, from 0.
    papers: Vec<usize>,
}

/// Indices of the stamps in the job. Those of the empty cells follow.
const FACE: usize = 0;
const CUTS: usize = 1;
const GROUND: usize = 2;
/// If cards have one.
const BACK: usize = 3;

impl<'a> Sheets<'a> {
    /// `sheet` must have passed [`crate::check::cards`].
    ///
    /// # Errors
    /// [`BadInput::NothingChosen`].
    pub fn new(
        sheet: &'a SeriesSheet,
        template: &'a Template,
        choice: &Choice,
    ) -> Result<Sheets<'a>, BadInput> {
        let papers = chosen(sheet, template.cards_per_page(), choice);
        if papers.is_empty() {
            return Err(BadInput::NothingChosen);
        }
        let face = CardFace::new(sheet, template, BACK + usize::from(template.back.is_some()));
        let marks = Marks { draft: sheet.draft, copy: choice.copy, sample: choice.sample };
        let (width, height) = template.card();
        let of_a_card = |drawing| Stamp { width, height, drawing };
        let cuts = Stamp { width: template.width, height: template.height, drawing: cuts(template) };
        let mut stamps = vec![of_a_card(face.blank(marks)), cuts, of_a_card(face.ground())];
        stamps.extend(template.back.iter().map(|back| of_a_card(face.back(back))));
        stamps.extend(face.empty.stamps(&face.plan, face.cell_ink()));
        let job = PrintJob {
            title: format!("{} – Serie {}", sheet.hall, spelt(&sheet.series)),
            creator: OUR_PROGRAM.to_owned(),
            width: template.width,
            height: template.height,
            stamps,
            pictures: template.logo.iter().cloned().collect(),
        };
        let longest = format!("B1:{}:{}:{}", sheet.series, sheet.series_size, "F".repeat(16));
        let codes = SameSize::as_for(&longest, Strength::High).expect("the longest code has 41 characters");
        Ok(Sheets { face, numbers: choice.numbers.clone(), job, codes, papers })
    }

    /// What all pages share.
    pub fn job(&self) -> &PrintJob {
        &self.job
    }

    /// Number of pages, backs included.
    pub fn count(&self) -> usize {
        self.papers.len() * if self.face.template.back.is_some() { 2 } else { 1 }
    }

    /// The cards to print, in order.
    pub fn cards(&self) -> Vec<&SheetCard> {
        self.papers.iter().flat_map(|paper| self.cards_on(*paper)).map(|(_, card)| card).collect()
    }

    /// The chosen cards of a sheet of paper, each with its place there.
    fn cards_on(&self, paper: usize) -> impl Iterator<Item = (usize, &SheetCard)> {
        let on_each = self.face.template.cards_per_page();
        let cards = self.face.sheet.cards.iter().skip(paper * on_each).take(on_each).enumerate();
        cards.filter(|(_, card)| self.numbers.contains(&card.number))
    }

    /// Lays out a page, counted from 0; with backs, every odd page is a back.
    ///
    /// # Panics
    /// When there is no such page.
    pub fn page(&self, number: usize) -> Page {
        match self.face.template.back {
            Some(_) if number % 2 == 1 => self.back(self.papers[number / 2]),
            Some(_) => self.front(self.papers[number / 2]),
            None => self.front(self.papers[number]),
        }
    }

    fn front(&self, paper: usize) -> Page {
        let mut page = Page { stamps: vec![Placed { stamp: CUTS, x: 0, y: 0 }], ..Page::default() };
        for (place, card) in self.cards_on(paper) {
            let (x, y) = self.face.template.corner(place);
            if self.face.template.ground {
                page.grounds.push(Placed { stamp: GROUND, x, y });
            }
            page.stamps.push(Placed { stamp: FACE, x, y });
            let mut own = self.face.own(card);
            let code = self.codes.code(&card.code).expect("no code of the series is longer");
            own.codes.push(self.face.placed(code));
            page.add(&own, x, y);
        }
        page
    }

    /// Paper is turned over its long side: left on the front is right on the back.
    fn back(&self, paper: usize) -> Page {
        let (template, plan) = (self.face.template, &self.face.plan);
        let corners = self.cards_on(paper).map(|(place, _)| template.corner(place));
        let placed = |(x, y)| Placed { stamp: BACK, x: template.width - x - plan.width, y };
        Page { stamps: corners.map(placed).collect(), ..Page::default() }
    }
}

/// The sheets of paper of the chosen lot with a chosen card on them.
fn chosen(sheet: &SeriesSheet, on_each: usize, choice: &Choice) -> Vec<usize> {
    let papers = sheet.cards.chunks(on_each).enumerate();
    let in_lot = |paper: usize| choice.lot.is_none_or(|(lot, size)| paper / size + 1 == lot);
    papers
        .filter(|(paper, cards)| {
            in_lot(*paper) && cards.iter().any(|card| choice.numbers.contains(&card.number))
        })
        .map(|(paper, _)| paper)
        .collect()
}

/// The lines or marks to cut along.
fn cuts(template: &Template) -> Page {
    let (card_width, card_height) = template.card();
    let cuts = |count: usize, side: Tenths| -> Vec<Tenths> {
        let starts = (0..count as Tenths).map(|n| template.margin + n * (side + template.gap));
        let mut cuts: Vec<Tenths> = starts.flat_map(|start| [start, start + side]).collect();
        cuts.dedup();
        cuts
    };
    let (width, height) = (template.width, template.height);
    let (xs, ys) = (cuts(template.across, card_width), cuts(template.down, card_height));
    let mut page = Page::default();
    match template.cuts {
        Cuts::None => {}
        Cuts::Lines => {
            let mut cut =
                |from, to| page.rules.push(Rule { from, to, thickness: 1, ink: Ink::Silver, dashed: true });
            // The edge of the paper needs no cut.
            xs.iter().filter(|x| (10..width - 10).contains(*x)).for_each(|&x| cut((x, 0), (x, height)));
            ys.iter().filter(|y| (10..height - 10).contains(*y)).for_each(|&y| cut((0, y), (width, y)));
        }
        Cuts::Marks => {
            let length = MARK - 20;
            let end = template.margin - template.bleed - 20;
            for x in xs {
                page.down(x, end - length, length, 2, Ink::Black);
                page.down(x, height - end, length, 2, Ink::Black);
            }
            for y in ys {
                page.across(end - length, y, length, 2, Ink::Black);
                page.across(width - end, y, length, 2, Ink::Black);
            }
        }
    }
    page
}
