//! The palette, and the contrast of two colours.
//!
//! No state is told by colour alone: each has words and a shape too.

use egui::Color32;

/// `0xRRGGBB`.
const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Background.
pub const GROUND: Color32 = hex(0x0A0F17);
/// Quiet panels; a number not called.
pub const SURFACE: Color32 = hex(0x131C29);
/// Panels with content.
pub const RAISED: Color32 = hex(0x1E2A3B);
/// Thin frames; the empty part of a bar.
pub const RULE: Color32 = hex(0x3A4A61);
/// A called number: a lit cell, a ball.
pub const LAMP: Color32 = hex(0xF5ECD7);
/// Text on bright colours.
pub const INK: Color32 = hex(0x0A0F17);
/// Correct, won, paid; always with a tick.
pub const OK: Color32 = hex(0x7CE8C4);
/// Labels and second lines.
pub const TEXT2: Color32 = hex(0xC3CEDD);
/// No connection, demonstration or draft, on the wall.
pub const PAPER: Color32 = hex(0xFFFFFF);

/// Colours of the wall only.
pub mod wall {
    use super::{Color32, hex};

    /// Main text.
    pub const TEXT: Color32 = hex(0xFFFFFF);
    /// Numbers not called; a prize already awarded.
    pub const DIM: Color32 = hex(0x8796AC);
    /// Numbers not called, when the board is stale.
    pub const FAINT: Color32 = hex(0x6D7E96);
    /// The last ball; the prize being played for; the scene's main figure.
    pub const NOW: Color32 = hex(0xFFB81C);
    /// Refused, missing, void; always with a cross.
    pub const NO: Color32 = hex(0xA5122F);
    /// Question or hold; always with two bars.
    pub const CALM: Color32 = hex(0x174A9E);
}

/// Colours of the console only.
pub mod console {
    use super::{Color32, hex};

    /// Main text.
    pub const TEXT: Color32 = hex(0xF4F6F8);
    /// Numbers not out; later steps.
    pub const DIM: Color32 = hex(0xA3B0C2);
    /// Disabled controls only.
    pub const OFF: Color32 = hex(0x8F9DAA);
    /// Ground of words to be read aloud to the hall.
    pub const SAY: Color32 = hex(0xF7F1E1);
    /// Ground of the values in them.
    pub const SAY_BLANK: Color32 = hex(0xE4DBBB);
    /// The next action, the focus, a ball not yet announced.
    pub const NEXT: Color32 = hex(0x6CC4FF);
    /// Text on [`NEXT`].
    pub const NEXT_INK: Color32 = hex(0x04121D);
    /// Text on [`super::OK`].
    pub const OK_INK: Color32 = hex(0x03150F);
    /// No, refused, a gap; always with a cross.
    pub const REFUSE: Color32 = hex(0xFF9A5C);
    /// Text on [`REFUSE`].
    pub const REFUSE_INK: Color32 = hex(0x1D0A00);
    /// Alto, suspended, by hand, draft, void; always with an octagon.
    pub const ALERT: Color32 = hex(0xFFD23F);
    /// Text on [`ALERT`].
    pub const ALERT_INK: Color32 = hex(0x161100);
    /// A server that goes back behind what was seen; always over the whole width, with an octagon.
    pub const BEHIND: Color32 = hex(0x9E0B1A);
    /// Text on [`BEHIND`].
    pub const BEHIND_INK: Color32 = hex(0xFFFFFF);
    /// No connection.
    pub const LOST: Color32 = hex(0xFFFFFF);
    /// Text on [`LOST`].
    pub const LOST_INK: Color32 = hex(0x000000);
    /// A called number outside the winning row of a card being checked.
    pub const CALLED: Color32 = hex(0x44525F);
    /// An empty cell of a card.
    pub const BLANK: Color32 = hex(0x0D141E);
}

/// WCAG 2 contrast of two opaque colours, 1 to 21; AAA text needs 7.
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Color32) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_console_are_aaa_on_what_they_stand_on() {
        let pairs = [
            (console::TEXT, SURFACE),
            (TEXT2, SURFACE),
            (console::DIM, SURFACE),
            (INK, LAMP),
            (INK, console::SAY),
            (INK, console::SAY_BLANK),
            (console::NEXT_INK, console::NEXT),
            (console::OK_INK, OK),
            (console::REFUSE_INK, console::REFUSE),
            (console::ALERT_INK, console::ALERT),
            (console::LOST_INK, console::LOST),
            (console::BEHIND_INK, console::BEHIND),
            (console::TEXT, console::CALLED),
            (console::TEXT, RAISED),
            (TEXT2, RAISED),
        ];
        for (text, ground) in pairs {
            assert!(contrast(text, ground) >= 7.0, "{text:?} on {ground:?}: {}", contrast(text, ground));
        }
        assert!(contrast(console::OFF, SURFACE) >= 4.5, "what is off can still be read");
    }

    #[test]
    fn contrast_is_that_of_black_on_white() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
    }
}
