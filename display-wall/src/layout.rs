//! A scene as plain data: boxes, balls, signs and texts, each in its room.
//!
//! Layout first, ink last (style.md P16): a scene is laid out without a window, so that every
//! text can be measured against its room, and the same layout is painted, read aloud and
//! compared. Lengths are in `u`: a 90th of the screen's height, of its width where it hangs
//! upright.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use hall_look::colour;
use hall_look::font::Face;

/// The sizes of the wall's texts, in `u`: the type scale.
pub mod size {
    /// The last ball on a wide screen.
    pub const LAST_BALL: f32 = 43.3;
    /// The time left of the suspension.
    pub const COUNTDOWN: f32 = 20.0;
    /// Prizes when they are announced.
    pub const PRIZES: f32 = 17.5;
    /// The price of a card, and what is given back for one.
    pub const PRICE: f32 = 16.8;
    /// The band that names a state.
    pub const BAND: f32 = 12.2;
    /// The figures of a card under check.
    pub const CARD: f32 = 11.3;
    /// The question.
    pub const QUESTION: f32 = 11.2;
    /// A verdict.
    pub const VERDICT: f32 = 10.5;
    /// Prizes and count during the draw.
    pub const AMOUNT: f32 = 9.3;
    /// The title of a scene.
    pub const TITLE: f32 = 8.2;
    /// Why a game is held.
    pub const REASON: f32 = 7.4;
    /// The balls before the last.
    pub const PREVIOUS: f32 = 6.8;
    /// Sentences.
    pub const SENTENCE: f32 = 6.4;
    /// Labels and second lines.
    pub const LABEL: f32 = 4.8;
    /// The smallest that is allowed: 0.044 of the height.
    pub const SMALLEST: f32 = 3.96;
}

/// How far a text may shrink to fit its room, before it is broken at a space.
pub const SHRINK: f32 = 0.7;

/// The height of a flag strip, in `u`.
pub const STRIP: f32 = 5.4;

/// The frame round a screen that has no connection, in `u`.
pub const FRAME: f32 = 1.2;

/// What a colour is for. The values are [`hall_look::colour`]'s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// Behind everything.
    Ground,
    /// A quiet panel; a number not called.
    Surface,
    /// A panel with content.
    Raised,
    /// Thin frames, the empty part of a bar.
    Rule,
    /// Main text.
    Text,
    /// Labels, second lines.
    Text2,
    /// Numbers not called, a prize already awarded.
    Dim,
    /// Numbers not called where the state is old.
    Faint,
    /// A number that counts.
    Lamp,
    /// Text on everything bright.
    Ink,
    /// The last ball; what is played for; the one figure of the scene.
    Now,
    /// Correct, won; with a tick.
    Ok,
    /// Refused, missing, void; with a cross.
    No,
    /// Question, hold; with two bars.
    Calm,
    /// The empty part of a bar on [`Token::Calm`].
    CalmDeep,
    /// No connection, demonstration, draft.
    Paper,
}

impl Token {
    /// Returns the colour.
    pub const fn colour(self) -> Color32 {
        match self {
            Token::Ground => colour::GROUND,
            Token::Surface => colour::SURFACE,
            Token::Raised => colour::RAISED,
            Token::Rule => colour::RULE,
            Token::Text => colour::wall::TEXT,
            Token::Text2 => colour::TEXT2,
            Token::Dim => colour::wall::DIM,
            Token::Faint => colour::wall::FAINT,
            Token::Lamp => colour::LAMP,
            Token::Ink => colour::INK,
            Token::Now => colour::wall::NOW,
            Token::Ok => colour::OK,
            Token::No => colour::wall::NO,
            Token::Calm => colour::wall::CALM,
            Token::CalmDeep => Color32::from_rgb(0x0D, 0x2C, 0x5E),
            Token::Paper => colour::PAPER,
        }
    }
}

/// The shape of a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// 16:9.
    Wide,
    /// 4:3.
    Classic,
    /// Upright, 9:16.
    Tall,
}

impl Shape {
    /// Returns the shape that fits a window best.
    pub fn of(window: Vec2) -> Shape {
        let aspect = window.x / window.y.max(1.0);
        if aspect >= 1.5 {
            Shape::Wide
        } else if aspect >= 1.0 {
            Shape::Classic
        } else {
            Shape::Tall
        }
    }

    /// Returns width and height, in `u`.
    pub const fn size(self) -> Vec2 {
        match self {
            Shape::Wide => vec2(160.0, 90.0),
            Shape::Classic => vec2(120.0, 90.0),
            Shape::Tall => vec2(90.0, 160.0),
        }
    }
}

/// A sign: its shape says what its colour says too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Correct, done.
    Tick,
    /// No.
    Cross,
    /// Held: two bars.
    Pause,
    /// No signal.
    Lost,
}

/// Where a text stands in its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// At the left.
    Left,
    /// In the middle.
    Centre,
    /// At the right.
    Right,
}

/// What is read aloud for a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    /// Itself.
    Itself,
    /// Other words, as in «Última bola: 76».
    Words(String),
    /// Nothing: something else says it.
    Nothing,
}

/// A text and how it is set.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Where it must stay.
    pub room: Rect,
    /// The text; `\n` breaks a line.
    pub words: String,
    /// The face.
    pub face: Face,
    /// The size, before it shrinks.
    pub size: f32,
    /// The colour.
    pub token: Token,
    /// Where it stands.
    pub side: Side,
    /// It begins at the top of its room, not in its middle.
    pub top: bool,
    /// How many lines it may have; one more, where it does not fit otherwise.
    pub lines: usize,
    /// How far it may shrink, as a part of its size.
    pub least: f32,
    /// Texts of one family shrink together.
    pub family: Option<u8>,
    /// What is read aloud.
    pub says: Says,
}

/// One thing on the screen.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A box with round corners.
    Panel {
        /// Where.
        area: Rect,
        /// How round.
        radius: f32,
        /// Filled with.
        fill: Option<Token>,
        /// Framed inside, with what width and colour.
        frame: Option<(f32, Token)>,
    },
    /// A ball.
    Ball {
        /// Its middle.
        centre: Pos2,
        /// Its radius.
        radius: f32,
        /// Filled with.
        fill: Option<Token>,
        /// Framed inside, with what width and colour.
        frame: Option<(f32, Token)>,
    },
    /// A cut corner, at the top right of `area`.
    Corner {
        /// What is cut.
        area: Rect,
        /// How much of it.
        side: f32,
        /// The colour.
        token: Token,
    },
    /// A sign.
    Sign {
        /// Which.
        sign: Sign,
        /// Where.
        area: Rect,
        /// The colour.
        token: Token,
    },
    /// A text.
    Text(Text),
    /// What is read aloud without being written, as «Números cantados: 3, 12».
    Aloud {
        /// Where it belongs.
        area: Rect,
        /// The words.
        words: String,
    },
    /// The camera's picture.
    Camera {
        /// Where.
        area: Rect,
    },
    /// A picture of the adverts' folder, or the hall's name.
    Advert {
        /// Where.
        area: Rect,
    },
}

/// A scene, laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// For what shape.
    pub shape: Shape,
    /// What is on it, the lowest first.
    pub items: Vec<Item>,
    /// What the flag strip says, a line each.
    pub strip: Vec<String>,
    /// A white frame surrounds the screen: the state is old.
    pub framed: bool,
}

impl Layout {
    /// Returns the texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text),
            Item::Panel { .. }
            | Item::Ball { .. }
            | Item::Corner { .. }
            | Item::Sign { .. }
            | Item::Aloud { .. }
            | Item::Camera { .. }
            | Item::Advert { .. } => None,
        })
    }

    /// Returns where the camera's picture is wanted, in `u`.
    pub fn camera(&self) -> Option<Rect> {
        self.items.iter().find_map(|item| match item {
            Item::Camera { area } => Some(*area),
            Item::Panel { .. }
            | Item::Ball { .. }
            | Item::Corner { .. }
            | Item::Sign { .. }
            | Item::Text(_)
            | Item::Aloud { .. }
            | Item::Advert { .. } => None,
        })
    }
}

/// How a layout lies on a window: `points = at + u × scale`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Points for a `u`.
    pub scale: f32,
    /// Where the scene begins.
    pub at: Pos2,
    /// What is left of the window after the inset.
    pub visible: Rect,
}

impl Place {
    /// Places a layout on a window: inside `inset` (a part of each side), below its flag strip,
    /// whole and in the middle.
    pub fn new(layout: &Layout, window: Rect, inset: f32) -> Place {
        let visible = window.shrink2(window.size() * inset);
        let size = layout.shape.size();
        let lines = u8::try_from(layout.strip.len()).expect("a strip has two lines at most");
        let whole = (visible.width() / size.x).min(visible.height() / size.y);
        let strip = whole * STRIP * f32::from(lines);
        let room = Rect::from_min_max(visible.min + vec2(0.0, strip), visible.max);
        let scale = (room.width() / size.x).min(room.height() / size.y);
        Place { scale, at: room.center() - size * scale / 2.0, visible }
    }

    /// Returns where an area of the layout is on the window.
    pub fn area(&self, area: Rect) -> Rect {
        Rect::from_min_max(self.point(area.min), self.point(area.max))
    }

    /// Returns where a point of the layout is on the window.
    pub fn point(&self, point: Pos2) -> Pos2 {
        self.at + point.to_vec2() * self.scale
    }

    /// Returns the lines of the flag strip, on the window.
    pub fn strip(&self, layout: &Layout) -> Vec<(Rect, String)> {
        let size = layout.shape.size();
        let whole = (self.visible.width() / size.x).min(self.visible.height() / size.y);
        let line = |(place, words): (u8, &String)| {
            let top = self.visible.top() + whole * STRIP * f32::from(place);
            let min = pos2(self.visible.left(), top);
            (Rect::from_min_size(min, vec2(self.visible.width(), whole * STRIP)), words.clone())
        };
        (0..).zip(&layout.strip).map(line).collect()
    }
}

/// Returns an area, in `u`.
pub const fn area(x: f32, y: f32, w: f32, h: f32) -> Rect {
    Rect { min: pos2(x, y), max: pos2(x + w, y + h) }
}

/// A sheet that a scene is laid out on.
pub struct Sheet {
    /// What is on it.
    pub items: Vec<Item>,
    /// The shape of the monitor.
    pub shape: Shape,
    /// The state is old: every fill becomes an outline and amber disappears.
    pub old: bool,
}

impl Sheet {
    /// Returns an empty sheet.
    pub fn new(shape: Shape, old: bool) -> Sheet {
        Sheet { items: Vec::new(), shape, old }
    }

    /// Puts a filled box.
    pub fn panel(&mut self, area: Rect, radius: f32, fill: Token) {
        let (fill, frame) = self.aged(fill);
        self.items.push(Item::Panel { area, radius, fill, frame });
    }

    /// Puts a frame without a fill.
    pub fn frame(&mut self, area: Rect, radius: f32, width: f32, token: Token) {
        let token = if self.old { aged_text(token) } else { token };
        self.items.push(Item::Panel { area, radius, fill: None, frame: Some((width, token)) });
    }

    /// Puts a ball.
    pub fn ball(&mut self, centre: Pos2, radius: f32, fill: Token) {
        let (fill, frame) = self.aged(fill);
        self.items.push(Item::Ball { centre, radius, fill, frame });
    }

    /// Puts a sign.
    pub fn sign(&mut self, sign: Sign, area: Rect, token: Token) {
        let token = if self.old { aged_text(token) } else { token };
        self.items.push(Item::Sign { sign, area, token });
    }

    /// Puts a text in its room.
    pub fn text(&mut self, room: Rect, words: impl Into<String>, set: Set) {
        let words = words.into();
        if words.is_empty() {
            return;
        }
        let token = if self.old { aged_text(set.token) } else { set.token };
        let Set { face, size, side, top, lines, least, family, says, .. } = set;
        let text = Text { room, words, face, size, token, side, top, lines, least, family, says };
        self.items.push(Item::Text(text));
    }

    /// Says words aloud that nobody reads.
    pub fn aloud(&mut self, area: Rect, words: String) {
        self.items.push(Item::Aloud { area, words });
    }

    fn aged(&self, fill: Token) -> (Option<Token>, Option<(f32, Token)>) {
        if !self.old {
            return (Some(fill), None);
        }
        let frame = match fill {
            Token::Ground | Token::Surface | Token::Rule | Token::CalmDeep => (0.25, Token::Rule),
            Token::Raised => (0.3, Token::Rule),
            Token::Lamp => (0.25, Token::Dim),
            Token::Now => (0.45, Token::Text2),
            Token::Text
            | Token::Text2
            | Token::Dim
            | Token::Faint
            | Token::Ink
            | Token::Ok
            | Token::No
            | Token::Calm
            | Token::Paper => (0.3, Token::Text2),
        };
        (None, Some(frame))
    }
}

/// What a text's or a line's colour becomes where the state is old: what stood on a bright
/// fill stands on the ground now.
const fn aged_text(token: Token) -> Token {
    match token {
        Token::Dim | Token::Faint => Token::Faint,
        Token::Rule => Token::Rule,
        Token::Ground
        | Token::Surface
        | Token::Raised
        | Token::Text
        | Token::Text2
        | Token::Lamp
        | Token::Ink
        | Token::Now
        | Token::Ok
        | Token::No
        | Token::Calm
        | Token::CalmDeep
        | Token::Paper => Token::Text2,
    }
}

/// How a text is set on a [`Sheet`].
#[derive(Debug, Clone)]
pub struct Set {
    face: Face,
    size: f32,
    token: Token,
    side: Side,
    top: bool,
    lines: usize,
    least: f32,
    family: Option<u8>,
    says: Says,
}

impl Set {
    /// Numbers, amounts, and what a player acts on.
    pub const fn bold(size: f32, token: Token) -> Set {
        Set::new(Face::WallBold, size, token)
    }

    /// Labels and sentences.
    pub const fn medium(size: f32, token: Token) -> Set {
        Set::new(Face::WallMedium, size, token)
    }

    const fn new(face: Face, size: f32, token: Token) -> Set {
        let (side, says) = (Side::Left, Says::Itself);
        Set { face, size, token, side, top: false, lines: 1, least: SHRINK, family: None, says }
    }

    /// Shrinking further than others, where a long amount or name must keep its line.
    #[must_use]
    pub fn least(self, least: f32) -> Set {
        Set { least, ..self }
    }

    /// Of another size.
    #[must_use]
    pub fn size(self, size: f32) -> Set {
        Set { size, ..self }
    }

    /// In the middle.
    #[must_use]
    pub fn centre(self) -> Set {
        Set { side: Side::Centre, ..self }
    }

    /// At the right.
    #[must_use]
    pub fn right(self) -> Set {
        Set { side: Side::Right, ..self }
    }

    /// From the top of its room.
    #[must_use]
    pub fn top(self) -> Set {
        Set { top: true, ..self }
    }

    /// On so many lines at most.
    #[must_use]
    pub fn lines(self, lines: usize) -> Set {
        Set { lines, ..self }
    }

    /// Shrinking together with others.
    #[must_use]
    pub fn together(self, family: u8) -> Set {
        Set { family: Some(family), ..self }
    }

    /// Read aloud with other words.
    #[must_use]
    pub fn says(self, words: impl Into<String>) -> Set {
        Set { says: Says::Words(words.into()), ..self }
    }

    /// Not read aloud.
    #[must_use]
    pub fn silent(self) -> Set {
        Set { says: Says::Nothing, ..self }
    }
}
