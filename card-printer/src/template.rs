//! Templates: how a sheet of cards looks, as data in a TOML file.
//!
//! `templates/a4-6.toml` explains every field. Whatever is unknown or cannot be printed is refused
//! with its line: a hall must not find out at the guillotine.

pub mod listing;
mod reading;

use std::path::{Path, PathBuf};

use crate::logo::{self, Picture};
use crate::page::Tenths;
use reading::Table;

/// The templates that the program has within it, by name.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("a4-6", include_str!("../templates/a4-6.toml")),
    ("a4-strip", include_str!("../templates/a4-strip.toml")),
    ("large-print", include_str!("../templates/large-print.toml")),
];

/// Why a template is refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("plantilla {name}, línea {line}: {reason}")]
pub struct TemplateError {
    /// The file, or the name of a built-in one.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, in Spanish.
    pub reason: String,
}

/// How a sheet of cards looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// What people call it; empty if its file does not say.
    pub title: String,
    /// The width of the paper.
    pub width: Tenths,
    /// The height of the paper.
    pub height: Tenths,
    /// Cards side by side.
    pub across: usize,
    /// Cards one below the other.
    pub down: usize,
    /// From the edge of the paper to the first card.
    pub margin: Tenths,
    /// From card to card.
    pub gap: Tenths,
    /// How far a card's ground goes beyond its cut.
    pub bleed: Tenths,
    /// Where to cut.
    pub cuts: Cuts,
    /// Where things are on a card.
    pub arrangement: Arrangement,
    /// Nothing is printed nearer than this to a cut.
    pub inner: Tenths,
    /// The size of the words, in per cent.
    pub letters: Tenths,
    /// The side of the 2-D code, quiet zone included.
    pub code: Tenths,
    /// The width of the stub; 0 is none.
    pub stub: Tenths,
    /// Whether the paper of a card is tinted.
    pub ground: bool,
    /// The colour of a face value that is not in the table.
    pub colour: [u8; 3],
    /// Face values in cents and their colours.
    pub colours: Vec<(u64, [u8; 3])>,
    /// The text at the foot of a card; empty is the input's.
    pub legal: String,
    /// The hall's logo.
    pub logo: Option<Picture>,
    /// What is on the back, if it is printed.
    pub back: Option<Back>,
}

/// How it is shown where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    /// Not at all.
    None,
    /// Dashed lines from card to card.
    Lines,
    /// Marks in the margin of the paper.
    Marks,
}

/// Where things are on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Head, grid and foot one below the other.
    Stacked,
    /// The grid, and everything else on its right.
    Side,
}

/// The back of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Back {
    /// Its title.
    pub title: String,
    /// The extract of the rules; empty is the input's text.
    pub text: String,
}

impl Template {
    /// Returns a template of the program's own.
    ///
    /// # Errors
    /// When there is none of this name; the tests see to it that they are good.
    pub fn named(name: &str) -> Result<Template, TemplateError> {
        let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let known = BUILT_IN.map(|(name, _)| name).join(", ");
            let reason = format!("no hay ninguna con ese nombre; hay {known}, o un fichero acabado en .toml");
            return Err(TemplateError { name: name.to_owned(), line: 1, reason });
        };
        Template::parse(name, text, Path::new("."))
    }

    /// Reads a template. Its logo is a file beside it, in `folder`.
    ///
    /// # Errors
    /// The first line that cannot be used, and why.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Template, TemplateError> {
        let refused = |(line, reason)| TemplateError { name: name.to_owned(), line, reason };
        let template = read(text, folder).map_err(refused)?;
        let line = |field: &str| reading::line_of(text, field);
        template.check().map_err(|(field, reason)| refused((line(field), reason)))?;
        Ok(template)
    }

    /// Returns the width and the height of a card, from cut to cut.
    pub fn card(&self) -> (Tenths, Tenths) {
        let side = |paper: Tenths, count: usize| {
            let count = count as Tenths;
            (paper - 2 * self.margin - self.gap * (count - 1)) / count
        };
        (side(self.width, self.across), side(self.height, self.down))
    }

    /// Returns the colour of a face value.
    pub fn colour_of(&self, cents: u64) -> [u8; 3] {
        let found = self.colours.iter().find(|(value, _)| *value == cents);
        found.map_or(self.colour, |(_, colour)| *colour)
    }

    /// What fields can only be together.
    fn check(&self) -> Result<(), (&'static str, String)> {
        let (width, height) = self.card();
        let refuse = |field, reason: String| Err((field, reason));
        if width < 600 || height < 400 {
            let (width, height) = (millimetres(width), millimetres(height));
            return refuse(
                "down",
                format!(
                    "un cartón de {width} × {height} mm no se puede leer: quite cartones de la hoja o márgenes"
                ),
            );
        }
        if self.bleed > self.margin || (2 * self.bleed > self.gap && self.across * self.down > 1) {
            return refuse(
                "bleed",
                "la sangre no cabe: necesita tanto margen como sangre, y el doble entre cartones".into(),
            );
        }
        if self.cuts == Cuts::Marks && self.margin < self.bleed + MARK {
            let least = millimetres(self.bleed + MARK);
            return refuse("cuts", format!("las marcas de corte necesitan un margen de {least} mm"));
        }
        if self.stub * 3 > width {
            return refuse("stub", "el talón no puede pasar de un tercio del cartón".into());
        }
        let plan = crate::card_page::plan::Plan::of(self);
        if plan.cell_width < LEAST_CELL || plan.cell_height < LEAST_CELL {
            let (width, height) = (millimetres(plan.cell_width), millimetres(plan.cell_height));
            let least = millimetres(LEAST_CELL);
            return refuse(
                "margin",
                format!(
                    "las casillas quedan de {width} × {height} mm y han de medir {least} al menos: quite margen, letra o código"
                ),
            );
        }
        Ok(())
    }
}

/// The room that a cut mark takes in the margin, and what is left free before it.
pub const MARK: Tenths = 60;

/// Smaller cells cannot be marked with a pen.
const LEAST_CELL: Tenths = 60;

fn read(text: &str, folder: &Path) -> Result<Template, (usize, String)> {
    let mut file = Table::parse(text)?;
    let (title, back) = (file.text("title", 60)?, file.flag("back", false)?);
    let mut paper = file.table("paper")?;
    let (width, height) = paper.size("size")?;
    let (across, down) = (paper.count("across", 2, 1, 6)?, paper.count("down", 3, 1, 12)?);
    let (margin, gap) = (paper.length("margin", 0, 0, 500)?, paper.length("gap", 0, 0, 500)?);
    let bleed = paper.length("bleed", 0, 0, 100)?;
    let cuts =
        paper.choice("cuts", &[("lines", Cuts::Lines), ("marks", Cuts::Marks), ("none", Cuts::None)])?;
    paper.end()?;
    let mut card = file.table("card")?;
    let kinds = [("stacked", Arrangement::Stacked), ("side", Arrangement::Side)];
    let arrangement = card.choice("arrangement", &kinds)?;
    let (inner, code) = (card.length("margin", 75, 30, 500)?, card.length("code", 230, 180, 600)?);
    let letters = card.count("letters", 100, 60, 300)? as Tenths;
    let stub_line = card.line("stub");
    let (stub, ground) = (card.length("stub", 0, 0, 1000)?, card.flag("ground", false)?);
    if stub > 0 && stub < 200 {
        return Err((stub_line, "el talón ha de tener 20 mm al menos, o 0".to_owned()));
    }
    card.end()?;
    let mut table = file.table("colours")?;
    let colour = table.colour("default")?.unwrap_or([0x7A, 0x16, 0x2B]);
    let colours = table.colours_by_cents()?;
    let mut texts = file.table("texts")?;
    let (legal, logo_line, logo) = (texts.text("legal", 2000)?, texts.line("logo"), texts.text("logo", 200)?);
    let (heading, rules) = (texts.text("back_title", 80)?, texts.text("back_text", 6000)?);
    texts.end()?;
    file.end()?;
    let logo = if logo.is_empty() {
        None
    } else {
        let path: PathBuf = folder.join(&logo);
        Some(logo::read(&path).map_err(|why| (logo_line, format!("el logotipo «{logo}» no vale: {why}")))?)
    };
    let back = back.then_some(Back { title: heading, text: rules });
    Ok(Template {
        title,
        width,
        height,
        across,
        down,
        margin,
        gap,
        bleed,
        cuts,
        arrangement,
        inner,
        letters,
        code,
        stub,
        ground,
        colour,
        colours,
        legal,
        logo,
        back,
    })
}

/// A length as people write it: `7,5`.
pub(crate) fn millimetres(length: Tenths) -> String {
    if length % 10 == 0 {
        (length / 10).to_string()
    } else {
        format!("{},{}", length / 10, (length % 10).abs())
    }
}
