//! Templates: how a sheet of cards looks, as data in a TOML file.
//!
//! `templates/a4-6.toml` explains every field. Anything unknown or unprintable is refused with its line, before paper
//! is spent.

pub mod listing;
mod reading;

use std::path::Path;

use settings_file::{Fault, Faults, Table};

use crate::card_page::plan::Plan;
use crate::logo::{self, Logo};
use crate::page::Tenths;
use reading::{colour, colours_by_cents, length, paper_size, short_text};

/// The built-in templates: name and text.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("a4-6", include_str!("../templates/a4-6.toml")),
    ("a4-strip", include_str!("../templates/a4-strip.toml")),
    ("large-print", include_str!("../templates/large-print.toml")),
];

/// The faults of a template in Spanish, one per line.
pub(crate) fn in_words(Faults { name, list }: &Faults) -> String {
    let line = |Fault { line, text }: &Fault| format!("plantilla {name}, línea {line}: {text}");
    list.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How a sheet of cards looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// Name shown to people; empty if the file has none.
    pub title: String,
    /// Of the paper.
    pub(crate) width: Tenths,
    /// Of the paper.
    pub(crate) height: Tenths,
    /// Cards side by side.
    pub across: usize,
    /// Cards one below the other.
    pub down: usize,
    /// From the edge of the paper to the first card.
    pub(crate) margin: Tenths,
    /// Between cards.
    pub(crate) gap: Tenths,
    /// How far a card's ground goes beyond its cut.
    pub(crate) bleed: Tenths,
    pub(crate) cuts: Cuts,
    pub(crate) arrangement: Arrangement,
    /// Margin inside the cut.
    pub(crate) inner: Tenths,
    /// Size of the words, in per cent.
    pub(crate) letters: Tenths,
    /// Side of the 2-D code, quiet zone included.
    pub(crate) code: Tenths,
    /// Width of the stub; 0 without one.
    pub(crate) stub: Tenths,
    /// Whether cards are tinted.
    pub(crate) ground: bool,
    /// Colour of face values that `colours` lacks.
    pub(crate) colour: [u8; 3],
    /// Face values in cents and their colours.
    pub(crate) colours: Vec<(u64, [u8; 3])>,
    /// Text at the foot of a card; empty uses the input's.
    pub(crate) legal: String,
    pub(crate) logo: Option<Logo>,
    /// What is printed on the back, if anything.
    pub back: Option<Back>,
}

/// How cuts are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cuts {
    None,
    /// Dashed lines between the cards.
    Lines,
    /// Marks in the margin of the paper.
    Marks,
}

/// Where things are on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrangement {
    /// Head, grid and foot one below the other.
    Stacked,
    /// The grid, with everything else at its right.
    Side,
}

/// The back of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Back {
    pub(crate) title: String,
    /// Extract of the rules; empty uses the input's.
    pub(crate) text: String,
}

impl Template {
    /// A built-in template.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn named(name: &str) -> Result<Template, Faults> {
        let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let known = BUILT_IN.map(|(name, _)| name).join(", ");
            let reason = format!("no hay ninguna con ese nombre; hay {known}, o un fichero acabado en .toml");
            return Err(Faults::one(name, 1, reason));
        };
        Template::parse(name, text, Path::new("."))
    }

    /// Parses a template. Its logo is a file in `folder`.
    ///
    /// # Errors
    /// All faults of single fields, or if there are none what fields make impossible together.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Template, Faults> {
        let (template, lines) = settings_file::read(name, text, |root| read(root, folder))?;
        let Some((field, why)) = template.fault() else { return Ok(template) };
        let line = lines.iter().find(|(known, _)| *known == field).map_or(1, |(_, line)| *line);
        Err(Faults::one(name, line, why))
    }

    /// Width and height of a card, from cut to cut.
    pub fn card(&self) -> (Tenths, Tenths) {
        let side = |paper: Tenths, count: usize| {
            let count = count as Tenths;
            (paper - 2 * self.margin - self.gap * (count - 1)) / count
        };
        (side(self.width, self.across), side(self.height, self.down))
    }

    /// Cards on one side of a sheet of paper.
    pub fn cards_per_page(&self) -> usize {
        self.across * self.down
    }

    /// The left top corner of a place on the paper, counted row by row from 0.
    pub(crate) fn corner(&self, place: usize) -> (Tenths, Tenths) {
        let (width, height) = self.card();
        let at = |index: usize, side: Tenths| self.margin + index as Tenths * (side + self.gap);
        (at(place % self.across, width), at(place / self.across, height))
    }

    /// The colour of a face value.
    pub fn colour_of(&self, cents: u64) -> [u8; 3] {
        let found = self.colours.iter().find(|(value, _)| *value == cents);
        found.map_or(self.colour, |(_, colour)| *colour)
    }

    /// What several fields make impossible together: the field to name, and why.
    fn fault(&self) -> Option<(&'static str, String)> {
        let (width, height) = self.card();
        if width < 600 || height < 400 {
            let size = size_in_mm(width, height);
            let why = "no se puede leer: quite cartones de la hoja o márgenes";
            return Some(("down", format!("un cartón de {size} {why}")));
        }
        if self.bleed > self.margin || (2 * self.bleed > self.gap && self.cards_per_page() > 1) {
            let why = "la sangre no cabe: necesita tanto margen como sangre, y el doble entre cartones";
            return Some(("bleed", why.to_owned()));
        }
        if self.cuts == Cuts::Marks && self.margin < self.bleed + MARK {
            let least = millimetres(self.bleed + MARK);
            return Some(("cuts", format!("las marcas de corte necesitan un margen de {least} mm")));
        }
        if self.stub * 3 > width {
            return Some(("stub", "el talón no puede pasar de un tercio del cartón".to_owned()));
        }
        let Plan { cell_width, cell_height, .. } = Plan::of(self);
        if cell_width < LEAST_CELL || cell_height < LEAST_CELL {
            let (size, least) = (size_in_mm(cell_width, cell_height), millimetres(LEAST_CELL));
            let why = format!("han de medir {least} al menos: quite margen, letra o código");
            return Some(("margin", format!("las casillas quedan de {size} y {why}")));
        }
        None
    }
}

/// Space for a cut mark in the margin, with the gap before it.
pub const MARK: Tenths = 60;

/// Smaller cells cannot be marked with a pen.
const LEAST_CELL: Tenths = 60;

/// Reads the fields, with defaults for missing ones, and the lines of those that [`Template::fault`] names.
fn read(root: Table<'_>, folder: &Path) -> (Template, Vec<(&'static str, usize)>) {
    let (paper, card) = (root.part_or_empty("paper"), root.part_or_empty("card"));
    let (colours, texts) = (root.part_or_empty("colours"), root.part_or_empty("texts"));
    let back = root.flag("back").unwrap_or(false);
    let cuts = [("lines", Cuts::Lines), ("marks", Cuts::Marks), ("none", Cuts::None)];
    let kinds = [("stacked", Arrangement::Stacked), ("side", Arrangement::Side)];
    let (width, height) = paper_size(&paper);
    let logo = short_text(&texts, "logo", 200);
    let logo = (!logo.is_empty()).then(|| {
        let why = |why| texts.fault_at(texts.place("logo"), format!("el logotipo «{logo}» no vale: {why}"));
        logo::read(&folder.join(&logo)).map_err(why).ok()
    });
    let (heading, rules) = (short_text(&texts, "back_title", 80), short_text(&texts, "back_text", 6000));
    let template = Template {
        title: short_text(&root, "title", 60),
        width,
        height,
        across: paper.number("across", 1..=6).unwrap_or(2),
        down: paper.number("down", 1..=12).unwrap_or(3),
        margin: length(&paper, "margin", 0..=500).unwrap_or(0),
        gap: length(&paper, "gap", 0..=500).unwrap_or(0),
        bleed: length(&paper, "bleed", 0..=100).unwrap_or(0),
        cuts: paper.choice("cuts", &cuts).unwrap_or(Cuts::Lines),
        arrangement: card.choice("arrangement", &kinds).unwrap_or(Arrangement::Stacked),
        inner: length(&card, "margin", 30..=500).unwrap_or(75),
        letters: card.number("letters", 60..=300).unwrap_or(100) as Tenths,
        code: length(&card, "code", 180..=600).unwrap_or(230),
        stub: length(&card, "stub", 0..=1000).unwrap_or(0),
        ground: card.flag("ground").unwrap_or(false),
        colour: colour(&colours, "default").unwrap_or([0x7A, 0x16, 0x2B]),
        colours: colours_by_cents(&colours),
        legal: short_text(&texts, "legal", 2000),
        logo: logo.flatten(),
        back: back.then_some(Back { title: heading, text: rules }),
    };
    if (1..200).contains(&template.stub) {
        card.fault_at(card.place("stub"), "el talón ha de tener 20 mm al menos, o 0");
    }
    let line = |table: &Table<'_>, key| (key, table.line(table.place(key)));
    let mut lines: Vec<_> = ["down", "bleed", "cuts", "margin"].map(|key| line(&paper, key)).into();
    lines.push(line(&card, "stub"));
    for table in [paper, card, colours, texts, root] {
        table.finish();
    }
    (template, lines)
}

/// `105 × 99 mm`.
fn size_in_mm(width: Tenths, height: Tenths) -> String {
    format!("{} × {} mm", millimetres(width), millimetres(height))
}

/// `7,5`.
fn millimetres(length: Tenths) -> String {
    if length % 10 == 0 {
        (length / 10).to_string()
    } else {
        format!("{},{}", length / 10, (length % 10).abs())
    }
}
