//! Templates: how a sheet of cards looks, as data in a TOML file.
//!
//! `templates/a4-6.toml` explains every field. Anything unknown or unprintable is refused with its line, before paper
//! is spent.

pub mod listing;
mod reading;

use std::path::{Path, PathBuf};

use crate::logo::{self, Picture};
use crate::page::Tenths;
use reading::Table;

/// The built-in templates: name and text.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("a4-6", include_str!("../templates/a4-6.toml")),
    ("a4-strip", include_str!("../templates/a4-strip.toml")),
    ("large-print", include_str!("../templates/large-print.toml")),
];

/// Why a template is refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("plantilla {name}, línea {line}: {reason}")]
pub struct TemplateError {
    /// The file, or the name of a built-in template.
    pub name: String,
    /// From 1.
    pub line: usize,
    /// In Spanish.
    pub reason: String,
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
    pub(crate) logo: Option<Picture>,
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
    /// Returns a built-in template.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn named(name: &str) -> Result<Template, TemplateError> {
        let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let known = BUILT_IN.map(|(name, _)| name).join(", ");
            let reason = format!("no hay ninguna con ese nombre; hay {known}, o un fichero acabado en .toml");
            return Err(TemplateError { name: name.to_owned(), line: 1, reason });
        };
        Template::parse(name, text, Path::new("."))
    }

    /// Parses a template. Its logo is a file in `folder`.
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

    /// Width and height of a card, from cut to cut.
    pub fn card(&self) -> (Tenths, Tenths) {
        let side = |paper: Tenths, count: usize| {
            let count = count as Tenths;
            (paper - 2 * self.margin - self.gap * (count - 1)) / count
        };
        (side(self.width, self.across), side(self.height, self.down))
    }

    /// The colour of a face value.
    pub fn colour_of(&self, cents: u64) -> [u8; 3] {
        let found = self.colours.iter().find(|(value, _)| *value == cents);
        found.map_or(self.colour, |(_, colour)| *colour)
    }

    /// Checks what depends on several fields.
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

/// Space for a cut mark in the margin, with the gap before it.
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

/// `7,5`.
pub(crate) fn millimetres(length: Tenths) -> String {
    if length % 10 == 0 {
        (length / 10).to_string()
    } else {
        format!("{},{}", length / 10, (length % 10).abs())
    }
}
