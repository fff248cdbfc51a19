//! The colours of a monitor: what each is for, and what it is in a dark hall, in a bright one, and for people who see badly.
//!
//! A scene names purposes. In every theme a called number stands out from one that was not, and each text from its ground
//! (`tests/wall/colours.rs`).

use egui::Color32;
use hall_look::colour;

/// Purpose of a colour; [`hall_look::colour`] says what each is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a colour is said by its name")]
pub enum Token {
    Ground,
    Surface,
    Raised,
    Rule,
    Text,
    Text2,
    Dim,
    Faint,
    Lamp,
    Ink,
    Now,
    Ok,
    No,
    Calm,
    /// The empty part of a bar on [`Token::Calm`].
    CalmDeep,
    Paper,
    /// The ground of a QR code, which is white in every theme.
    CodeGround,
    /// The modules of a QR code.
    CodeInk,
}

impl Token {
    /// On a stale board, where bright fills are gone: the colour of a text, and the frame that replaces a fill, its width and
    /// colour.
    pub(crate) const fn aged(self) -> (Token, (f32, Token)) {
        match self {
            Token::Ground | Token::Surface => (Token::Text2, (0.25, Token::Rule)),
            Token::Raised => (Token::Text2, (0.3, Token::Rule)),
            Token::Rule => (Token::Rule, (0.25, Token::Rule)),
            Token::Text | Token::Text2 => (Token::Text2, (0.3, Token::Text2)),
            Token::Dim | Token::Faint => (Token::Faint, (0.3, Token::Text2)),
            Token::Lamp => (Token::Text2, (0.25, Token::Dim)),
            Token::Now => (Token::Text2, (0.45, Token::Text2)),
            Token::CalmDeep => (Token::Text2, (0.25, Token::Rule)),
            Token::Ink | Token::Ok | Token::No | Token::Calm | Token::Paper => {
                (Token::Text2, (0.3, Token::Text2))
            }
            Token::CodeGround | Token::CodeInk => (Token::Text2, (0.3, Token::Text2)),
        }
    }
}

/// The colours of a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// For a hall as halls are: light on dark.
    #[default]
    Dark,
    /// For a bright room or a shop window: dark on light.
    Light,
    /// Black, white and yellow.
    Contrast,
}

/// The themes by the names that settings have.
pub const THEMES: [(&str, Theme); 3] =
    [("oscuro", Theme::Dark), ("claro", Theme::Light), ("contraste", Theme::Contrast)];

/// `0xRRGGBB`.
const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

impl Theme {
    /// What this colour is.
    pub const fn colour(self, token: Token) -> Color32 {
        match (self, token) {
            (_, Token::CodeGround) => Color32::WHITE,
            (_, Token::CodeInk) => Color32::BLACK,
            (Theme::Dark, token) => dark(token),
            (Theme::Light, token) => light(token),
            (Theme::Contrast, token) => contrast(token),
        }
    }
}

const fn dark(token: Token) -> Color32 {
    match token {
        Token::Ground => colour::GROUND,
        Token::Surface => colour::SURFACE,
        Token::Raised => colour::RAISED,
        Token::Rule => colour::RULE,
        Token::Text => colour::wall::TEXT,
        Token::Text2 => colour::TEXT2,
        Token::Dim => colour::wall::DIM,
        Token::Faint => colour::wall::FAINT,
        Token::Lamp => colour::LAMP,
        Token::Ink | Token::CodeInk => colour::INK,
        Token::Now => colour::wall::NOW,
        Token::Ok => colour::OK,
        Token::No => colour::wall::NO,
        Token::Calm => colour::wall::CALM,
        Token::CalmDeep => hex(0x0D2C5E),
        Token::Paper | Token::CodeGround => colour::PAPER,
    }
}

/// What is lit in the dark is inked here, and its ink is white.
const fn light(token: Token) -> Color32 {
    match token {
        Token::Ground => hex(0xFFFFFF),
        Token::Surface => hex(0xEEF2F7),
        Token::Raised => hex(0xE2E8F0),
        Token::Rule => hex(0xA9B6C6),
        Token::Text => hex(0x0A0F17),
        Token::Text2 => hex(0x2C3849),
        Token::Dim => hex(0x57657A),
        Token::Faint => hex(0x65748A),
        Token::Lamp => hex(0x14284B),
        Token::Ink => hex(0xFFFFFF),
        Token::Now => hex(0x622500),
        Token::Ok => hex(0x0A4F38),
        Token::No => hex(0xFFC9D2),
        Token::Calm => hex(0xC9DCFF),
        Token::CalmDeep => hex(0x8FB0EA),
        Token::Paper => hex(0x0A0F17),
        Token::CodeGround => Color32::WHITE,
        Token::CodeInk => Color32::BLACK,
    }
}

const fn contrast(token: Token) -> Color32 {
    match token {
        Token::Ground | Token::Surface => hex(0x000000),
        Token::Raised => hex(0x1C1C1C),
        Token::Rule => hex(0x9C9C9C),
        Token::Text | Token::Text2 => hex(0xFFFFFF),
        Token::Dim | Token::Faint => hex(0x909090),
        Token::Lamp => hex(0xFFFFFF),
        Token::Ink => hex(0x000000),
        Token::Now => hex(0xFFE600),
        Token::Ok => hex(0x7CFFC4),
        Token::No => hex(0x8E0019),
        Token::Calm => hex(0x00308F),
        Token::CalmDeep => hex(0x00194D),
        Token::Paper | Token::CodeGround => hex(0xFFFFFF),
        Token::CodeInk => Color32::BLACK,
    }
}
