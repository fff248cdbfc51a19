//! Lays out sheets of cards and their backs, as a template says.

mod empty;
mod face;
pub mod plan;

use std::ops::RangeInclusive;

use hall_core::card::check_key::CheckKey;
use hall_core::card::code::CardCode;
use hall_wire::paper::{SeriesSheet, SheetCard};

use crate::check::BadInput;
use crate::code::Strength;
use crate::code::same_size::SameSize;
use crate::font::Face;
use crate::frame::{Frame, Stamp};
use crate::page::{Align, Ink, Page, Placed, Rule, Style, Tenths};
use crate::template::{Back, Cuts, MARK, Template};
use empty::EmptyCells;
use face::{Inks, Marks};
use plan::{Area, Plan};

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
    sheet: &'a SeriesSheet,
    template: &'a Template,
    numbers: RangeInclusive<u32>,
    plan: Plan,
    empty: EmptyCells,
    frame: Frame,
    /// Makes all codes as large as the longest of the series.
    codes: SameSize,
    /// The sheets of paper to print, from 0.
    papers: Vec<usize>,
}

/// Indices of the stamps in the frame.
const FACE: usize = 0;
const CUTS: usize = 1;
const GROUND: usize = 2;
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
        let papers = chosen(sheet, template.across * template.down, choice);
        if papers.is_empty() {
            return Err(BadInput::NothingChosen);
        }
        let (plan, inks) = (Plan::of(template), Inks::of(template, sheet.face_value_cents));
        let marks = Marks { draft: sheet.draft, copy: choice.copy, sample: choice.sample };
        let mut face = Page::default();
        face::blank(&mut face, &plan, inks, sheet, template, marks);
        let mut stamps = vec![
            Stamp { width: plan.width, height: plan.height, drawing: face },
            Stamp { width: template.width, height: template.height, drawing: cuts(template) },
        ];
        // Without a tint the ground stays empty, so that the indices hold.
        let ground = face::ground(&plan, inks, template.bleed).unwrap_or_default();
        stamps.push(Stamp { width: plan.width, height: plan.height, drawing: ground });
        if let Some(back) = &template.back {
            stamps.push(Stamp {
                width: plan.width,
                height: plan.height,
                drawing: back_of(&plan, back, sheet, inks),
            });
        }
        let empty = EmptyCells::of(&sheet.cards, stamps.len());
        stamps.extend(empty.stamps(&plan, inks.cell));
        let frame = Frame {
            title: format!("{} – Serie {}", sheet.hall, hall_core::series::spelt(&sheet.series)),
            creator: concat!("card-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
            width: template.width,
            height: template.height,
            stamps,
            pictures: template.logo.iter().cloned().collect(),
        };
        let longest = format!("B1:{}:{}:{}", sheet.series, sheet.series_size, "F".repeat(16));
        let codes = SameSize::as_for(&longest, Strength::High).expect("the longest code has 41 characters");
        Ok(Sheets { sheet, template, numbers: choice.numbers.clone(), plan, empty, frame, codes, papers })
    }

    /// What all pages share.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Number of pages, backs included.
    pub fn count(&self) -> usize {
        self.papers.len() * if self.template.back.is_some() { 2 } else { 1 }
    }

    /// The cards to print, in order.
    pub fn cards(&self) -> Vec<&SheetCard> {
        let on_each = self.template.across * self.template.down;
        let cards =
            self.papers.iter().flat_map(|paper| self.sheet.cards.iter().skip(paper * on_each).take(on_each));
        cards.filter(|card| self.numbers.contains(&card.number)).collect()
    }

    /// Lays out a page, counted from 0; with backs, every odd page is a back.
    ///
    /// # Panics
    /// When there is no such page.
    pub fn page(&self, number: usize) -> Page {
        match self.template.back {
            Some(_) => self.side_of(self.papers[number / 2], number % 2 == 1),
            None => self.side_of(self.papers[number], false),
        }
    }

    fn side_of(&self, paper: usize, back: bool) -> Page {
        let (across, down) = (self.template.across, self.template.down);
        let (gap, margin) = (self.template.gap, self.template.margin);
        let mut page = Page::default();
        if !back {
            page.stamps.push(Placed { stamp: CUTS, x: 0, y: 0 });
        }
        let cards = self.sheet.cards.iter().enumerate().skip(paper * across * down).take(across * down);
        for (at, card) in cards.filter(|(_, card)| self.numbers.contains(&card.number)) {
            let place = at % (across * down);
            let x = margin + (place % across) as Tenths * (self.plan.width + gap);
            let y = margin + (place / across) as Tenths * (self.plan.height + gap);
            if back {
                // Paper is turned over its long side: left on the front is right on the back.
                let x = self.template.width - x - self.plan.width;
                page.stamps.push(Placed { stamp: BACK, x, y });
                continue;
            }
            if self.template.ground {
                page.grounds.push(Placed { stamp: GROUND, x, y });
            }
            page.stamps.push(Placed { stamp: FACE, x, y });
            let key = CheckKey::of(&CardCode::parse(&card.code).expect("the check let it through"));
            let mut own = Page::default();
            face::own(&mut own, &self.plan, &self.empty, self.sheet, card, key);
            let code = self.codes.code(&card.code).expect("no code of the series is longer");
            own.codes.push(face::placed(code, &self.plan, self.template.ground));
            page.add(&own, x, y);
        }
        page
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

/// The back: title and extract of the rules.
fn back_of(plan: &Plan, back: &Back, sheet: &SeriesSheet, inks: Inks) -> Page {
    let mut page = Page::default();
    let (x, room) = (plan.inner, plan.width - plan.stub - 2 * plan.inner);
    let k = |length: Tenths| length * plan.letters / 100;
    let title = if back.title.is_empty() { "Extracto del reglamento" } else { &back.title };
    let style = Style::new(Face::Bold, k(90) as u16, inks.strong);
    let first = plan.inner + k(30);
    page.text(x, first, room, Align::Left, style, title);
    page.across(x, first + k(18), room, 3, inks.strong);
    let text = if back.text.is_empty() { &sheet.legal } else { &back.text };
    let top = first + k(24);
    let area = Area { x, y: top, width: room, height: plan.height - plan.inner - top };
    face::filled_with(&mut page, text, area, Style::new(Face::Regular, k(120) as u16, Ink::Black));
    page
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
            let (top, left) = (template.margin - template.bleed - 20, template.margin - template.bleed - 20);
            for x in xs {
                page.down(x, top - length, length, 2, Ink::Black);
                page.down(x, height - top, length, 2, Ink::Black);
            }
            for y in ys {
                page.across(left - length, y, length, 2, Ink::Black);
                page.across(width - left, y, length, 2, Ink::Black);
            }
        }
    }
    page
}
