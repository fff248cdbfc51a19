//! The two typefaces, with their licences. Their default figures are of equal width, as egui applies no OpenType
//! features.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};

/// The faces in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    /// B612 Regular, designed for cockpit displays: the console's text.
    Regular,
    /// B612 Bold: the console's figures and buttons.
    Bold,
    /// IBM Plex Sans Condensed Medium: labels and sentences on the wall.
    WallMedium,
    /// IBM Plex Sans Condensed Bold: figures and amounts on the wall.
    WallBold,
}

impl Face {
    /// The font at a size in points.
    pub fn at(self, size: f32) -> FontId {
        FontId::new(size, self.family())
    }

    /// Height of its capitals and figures, as a fraction of the size.
    pub const fn capitals(self) -> f32 {
        match self {
            Face::Regular | Face::Bold => 0.75,
            Face::WallMedium | Face::WallBold => 0.698,
        }
    }

    fn family(self) -> FontFamily {
        match self {
            Face::Regular => FontFamily::Proportional,
            Face::Bold => FontFamily::Name(Arc::from("b612-bold")),
            Face::WallMedium => FontFamily::Name(Arc::from("plex-medium")),
            Face::WallBold => FontFamily::Name(Arc::from("plex-bold")),
        }
    }
}

/// Installs the fonts. Call it once per context, before the first frame.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::empty();
    let mut add = |family: FontFamily, name: &str, bytes: &'static [u8]| {
        fonts.font_data.insert(name.to_string(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(family, vec![name.to_string()]);
    };
    let regular = include_bytes!("../fonts/B612-Regular.otf");
    add(Face::Regular.family(), "b612", regular);
    add(FontFamily::Monospace, "b612", regular);
    add(Face::Bold.family(), "b612-bold", include_bytes!("../fonts/B612-Bold.otf"));
    let medium = include_bytes!("../fonts/IBMPlexSansCondensed-Medium.ttf");
    add(Face::WallMedium.family(), "plex-medium", medium);
    add(Face::WallBold.family(), "plex-bold", include_bytes!("../fonts/IBMPlexSansCondensed-Bold.ttf"));
    ctx.set_fonts(fonts);
}
