//! The two typefaces, with their licences. Their default figures are of equal width, as egui applies no OpenType
//! features.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};

/// Height of capitals and figures, as a fraction of the size.
pub mod capitals {
    /// B612.
    pub const B612: f32 = 0.75;
    /// IBM Plex Sans Condensed.
    pub const PLEX: f32 = 0.698;
}

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
            Face::Regular | Face::Bold => capitals::B612,
            Face::WallMedium | Face::WallBold => capitals::PLEX,
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
    ctx.set_fonts(definitions());
}

fn definitions() -> FontDefinitions {
    let files: [(&str, &'static [u8]); 4] = [
        ("b612", include_bytes!("../fonts/B612-Regular.otf")),
        ("b612-bold", include_bytes!("../fonts/B612-Bold.otf")),
        ("plex-medium", include_bytes!("../fonts/IBMPlexSansCondensed-Medium.ttf")),
        ("plex-bold", include_bytes!("../fonts/IBMPlexSansCondensed-Bold.ttf")),
    ];
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in files {
        fonts.font_data.insert(name.to_string(), Arc::new(FontData::from_static(bytes)));
    }
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["b612".to_string()]);
    }
    for (face, name) in
        [(Face::Bold, "b612-bold"), (Face::WallMedium, "plex-medium"), (Face::WallBold, "plex-bold")]
    {
        fonts.families.insert(face.family(), vec![name.to_string()]);
    }
    fonts
}
