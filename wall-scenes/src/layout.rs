//! A scene as plain data: boxes, balls, signs and texts with their places.
//!
//! A scene is laid out without a window (style.md P16), so that tests can measure each text against its room, and one
//! layout is painted, labelled and compared. Lengths are in `u`: 1/90 of the screen's height, or of its width if
//! upright.

#![expect(missing_docs, reason = "a place, a colour or a shape is said by its name")]

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use hall_look::font::Face;
use hall_look::text::Lang;

pub use crate::theme::{Theme, Token};
use crate::words::Words;

/// Text sizes of the wall, in `u`.
pub mod size {
    /// The last ball on a wide screen.
    pub const LAST_BALL: f32 = 43.3;
    /// Time left of a suspension.
    pub const COUNTDOWN: f32 = 20.0;
    /// Prizes when they are announced.
    pub const PRIZES: f32 = 17.5;
    /// Price of a card, and refund per card.
    pub const PRICE: f32 = 16.8;
    /// The band that names a state.
    pub const BAND: f32 = 12.2;
    /// The figures of a card being checked.
    pub const CARD: f32 = 11.3;
    /// The question.
    pub const QUESTION: f32 = 11.2;
    /// A verdict.
    pub const VERDICT: f32 = 10.5;
    /// Prizes and count during the draw.
    pub const AMOUNT: f32 = 9.3;
    /// The title of a scene.
    pub const TITLE: f32 = 8.2;
    /// Reason of a hold.
    pub const REASON: f32 = 7.4;
    /// The balls before the last.
    pub const PREVIOUS: f32 = 6.8;
    /// Sentences.
    pub const SENTENCE: f32 = 6.4;
    /// Labels and second lines.
    pub const LABEL: f32 = 4.8;
    /// Smallest size allowed: 0.044 of the height.
    pub const SMALLEST: f32 = 3.96;
}

/// How far a text may shrink before it is broken at a space.
pub const SHRINK: f32 = 0.7;

/// Height of a flag strip, in `u`.
pub const STRIP: f32 = 5.4;

/// Width of the frame of a stale screen, in `u`.
pub const FRAME: f32 = 1.2;

/// Aspect ratio of a monitor.
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
    /// The shape that fits a window best.
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

    /// Width and height in `u`.
    pub const fn size(self) -> Vec2 {
        match self {
            Shape::Wide => vec2(160.0, 90.0),
            Shape::Classic => vec2(120.0, 90.0),
            Shape::Tall => vec2(90.0, 160.0),
        }
    }

    /// Points per `u` of the largest scene that fits.
    fn scale_in(self, room: Rect) -> f32 {
        scale_in(self.size(), room)
    }
}

fn scale_in(size: Vec2, room: Rect) -> f32 {
    (room.width() / size.x).min(room.height() / size.y)
}

/// A sign: states differ by shape, not by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Correct, done.
    Tick,
    /// No.
    Cross,
    /// Held.
    Pause,
    /// No signal.
    Lost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Left,
    Centre,
    Right,
}

/// The label of a text, for assistive technology.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    /// The text itself.
    Itself,
    /// Other words, such as «Last ball: 76».
    Words(String),
    /// None: another label says it.
    Nothing,
}

/// A text on its way to the window.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The area it must stay in.
    pub room: Rect,
    /// `\n` breaks the line.
    pub words: String,
    pub style: Style,
}

/// How a text is set.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Style {
    pub face: Face,
    /// In `u`, before shrinking.
    pub size: f32,
    pub token: Token,
    pub side: Side,
    /// Lines it may have; one more if it does not fit otherwise.
    pub lines: usize,
    /// How far it may shrink, as a fraction of its size.
    pub least: f32,
    /// Texts of a family shrink together.
    pub family: Option<u8>,
    pub says: Says,
}

impl Style {
    /// For numbers, amounts, and what players act on.
    pub const fn bold(size: f32, token: Token) -> Style {
        Style::new(Face::WallBold, size, token)
    }

    /// For labels and sentences.
    pub const fn medium(size: f32, token: Token) -> Style {
        Style::new(Face::WallMedium, size, token)
    }

    const fn new(face: Face, size: f32, token: Token) -> Style {
        let (side, says) = (Side::Left, Says::Itself);
        Style { face, size, token, side, lines: 1, least: SHRINK, family: None, says }
    }

    /// Shrinks further than others, for a long amount or name that must stay on one line.
    pub fn least(self, least: f32) -> Style {
        Style { least, ..self }
    }

    pub fn size(self, size: f32) -> Style {
        Style { size, ..self }
    }

    pub fn centre(self) -> Style {
        Style { side: Side::Centre, ..self }
    }

    pub fn right(self) -> Style {
        Style { side: Side::Right, ..self }
    }

    /// On at most so many lines.
    pub fn lines(self, lines: usize) -> Style {
        Style { lines, ..self }
    }

    /// Shrinks together with others of the family.
    pub fn together(self, family: u8) -> Style {
        Style { family: Some(family), ..self }
    }

    /// Labelled with other words.
    pub fn says(self, words: impl Into<String>) -> Style {
        Style { says: Says::Words(words.into()), ..self }
    }

    /// Without a label.
    pub fn silent(self) -> Style {
        Style { says: Says::Nothing, ..self }
    }
}

/// An element of a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Element {
    /// A box with round corners.
    Panel {
        area: Rect,
        radius: f32,
        fill: Option<Token>,
        /// Width and colour, inside the area.
        frame: Option<(f32, Token)>,
    },
    Ball {
        centre: Pos2,
        radius: f32,
        fill: Option<Token>,
        /// Width and colour, inside the circle.
        frame: Option<(f32, Token)>,
    },
    /// A cut corner at the top right of `area`.
    Corner {
        area: Rect,
        /// Length of the cut.
        side: f32,
        token: Token,
    },
    Sign {
        sign: Sign,
        area: Rect,
        token: Token,
    },
    Text(Text),
    /// A label without visible text, such as «Numbers called: 3, 12».
    Aloud {
        area: Rect,
        words: String,
    },
    /// A QR code without its blank margin, square, on paper.
    Code {
        area: Rect,
        /// Modules per side.
        modules: u16,
        runs: Vec<Run>,
    },
    /// The camera's picture.
    Camera {
        area: Rect,
    },
    /// An advert, or the hall's name.
    Advert {
        area: Rect,
    },
}

impl Element {
    /// The room it takes, in `u`.
    fn room(&self) -> Rect {
        match self {
            Element::Ball { centre, radius, .. } => {
                Rect::from_center_size(*centre, vec2(radius * 2.0, radius * 2.0))
            }
            Element::Text(text) => text.room,
            Element::Panel { area, .. } | Element::Corner { area, .. } | Element::Sign { area, .. } => *area,
            Element::Aloud { area, .. } | Element::Code { area, .. } => *area,
            Element::Camera { area } | Element::Advert { area } => *area,
        }
    }
}

/// Adjacent dark modules in a row of a QR code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// First column, from 0.
    pub x: u16,
    /// Row, from the top.
    pub y: u16,
    pub length: u16,
}

/// A complete scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    pub shape: Shape,
    /// Painted in this order.
    pub items: Vec<Element>,
    /// Lines of the flag strip.
    pub strip: Vec<String>,
    /// A white frame surrounds the screen: the board is stale, or a technician looks for the edges.
    pub framed: bool,
    /// Its colours.
    pub theme: Theme,
    /// Of its labels.
    pub language: Lang,
    /// Height of what stands below the scene, in `u`: the captions.
    pub foot: f32,
}

impl Layout {
    /// The texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| if let Element::Text(text) = item { Some(text) } else { None })
    }

    /// Area of the camera's picture, in `u`.
    pub fn camera(&self) -> Option<Rect> {
        self.items
            .iter()
            .find_map(|item| if let Element::Camera { area } = item { Some(*area) } else { None })
    }

    /// What is painted on the camera's picture, for the window that has the picture and covers all that is below.
    pub fn on_camera(&self) -> Layout {
        let over = self.items.iter().skip_while(|item| !matches!(item, Element::Camera { .. })).skip(1);
        let picture = self.camera().unwrap_or(Rect::NOTHING);
        let items = over.filter(|item| picture.contains_rect(item.room())).cloned().collect();
        Layout { items, strip: Vec::new(), framed: false, foot: 0.0, ..*self }
    }
}

/// Mapping of a layout to a window: `points = at + u × scale`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Points per `u`.
    pub scale: f32,
    /// Origin of the scene.
    pub at: Pos2,
    /// The window without the inset.
    pub visible: Rect,
}

impl Place {
    /// Centres a layout in a window as large as possible, inside `inset` (a fraction of each side), below its
    /// flag strip and above its captions.
    pub fn new(layout: &Layout, window: Rect, inset: f32) -> Place {
        let visible = window.shrink2(window.size() * inset);
        let lines = u8::try_from(layout.strip.len()).expect("a strip has two lines at most");
        let strip = layout.shape.scale_in(visible) * STRIP * f32::from(lines);
        let room = visible.with_min_y(visible.top() + strip);
        let size = layout.shape.size() + vec2(0.0, layout.foot);
        let scale = scale_in(size, room);
        Place { scale, at: room.center() - size * scale / 2.0, visible }
    }

    /// From the layout to the window.
    pub fn area(&self, area: Rect) -> Rect {
        Rect::from_min_max(self.point(area.min), self.point(area.max))
    }

    /// From the layout to the window.
    pub fn point(&self, point: Pos2) -> Pos2 {
        self.at + point.to_vec2() * self.scale
    }

    /// The lines of the flag strip, on the window.
    pub fn strip(&self, layout: &Layout) -> Vec<(Rect, String)> {
        let high = layout.shape.scale_in(self.visible) * STRIP;
        let line = |(place, words): (u8, &String)| {
            let min = pos2(self.visible.left(), self.visible.top() + high * f32::from(place));
            (Rect::from_min_size(min, vec2(self.visible.width(), high)), words.clone())
        };
        (0..).zip(&layout.strip).map(line).collect()
    }
}

/// In `u`.
pub const fn area(x: f32, y: f32, w: f32, h: f32) -> Rect {
    Rect { min: pos2(x, y), max: pos2(x + w, y + h) }
}

/// Collects the elements of a scene.
pub struct Canvas {
    pub items: Vec<Element>,
    pub shape: Shape,
    /// The board is stale: fills become outlines and amber disappears.
    pub old: bool,
    /// Those of the monitor's language.
    pub words: &'static Words,
}

impl Canvas {
    pub fn new(shape: Shape, old: bool, language: Lang) -> Canvas {
        Canvas { items: Vec::new(), shape, old, words: Words::of(language) }
    }

    /// Adds a filled box.
    pub fn panel(&mut self, area: Rect, radius: f32, fill: Token) {
        let (fill, frame) = self.aged(fill);
        self.items.push(Element::Panel { area, radius, fill, frame });
    }

    /// Adds a filled box and returns the room within its margins.
    pub fn tile(&mut self, area: Rect, radius: f32, fill: Token, margins: (f32, f32)) -> Rect {
        self.panel(area, radius, fill);
        area.shrink2(margins.into())
    }

    /// Adds a frame without fill.
    pub fn frame(&mut self, area: Rect, radius: f32, width: f32, token: Token) {
        let frame = Some((width, self.aged_text(token)));
        self.items.push(Element::Panel { area, radius, fill: None, frame });
    }

    /// Adds a filled ball.
    pub fn ball(&mut self, centre: Pos2, radius: f32, fill: Token) {
        let (fill, frame) = self.aged(fill);
        self.items.push(Element::Ball { centre, radius, fill, frame });
    }

    pub fn sign(&mut self, sign: Sign, area: Rect, token: Token) {
        let token = self.aged_text(token);
        self.items.push(Element::Sign { sign, area, token });
    }

    /// Adds a text in its room.
    pub fn text(&mut self, room: Rect, words: impl Into<String>, style: Style) {
        let words = words.into();
        if !words.is_empty() {
            let token = self.aged_text(style.token);
            self.items.push(Element::Text(Text { room, words, style: Style { token, ..style } }));
        }
    }

    /// Adds a figure in the middle of its room, without a label: another element says it.
    pub fn figure(&mut self, room: Rect, number: u8, size: f32, token: Token) {
        self.text(room, number.to_string(), Style::bold(size, token).centre().silent());
    }

    /// Adds a label without visible text.
    pub fn aloud(&mut self, area: Rect, words: String) {
        self.items.push(Element::Aloud { area, words });
    }

    fn aged(&self, fill: Token) -> (Option<Token>, Option<(f32, Token)>) {
        if self.old { (None, Some(fill.aged().1)) } else { (Some(fill), None) }
    }

    fn aged_text(&self, token: Token) -> Token {
        if self.old { token.aged().0 } else { token }
    }
}
