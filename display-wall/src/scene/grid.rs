//! Where things are on each shape of monitor: board and camera never move within a game.

use egui::Rect;

use crate::layout::{Shape, area};

/// The areas of a scene with a title: a title, two panels, the camera and a panel beside it.
/// Upright, the panels stand one below the other and the camera at the bottom.
pub struct Grid {
    /// The title.
    pub title: Rect,
    /// The band of a state, in place of the title.
    pub band: Rect,
    /// The camera.
    pub camera: Rect,
    /// The panel on the left.
    pub left: Rect,
    /// The panel on the right.
    pub right: Rect,
    /// Both and what is between them.
    pub both: Rect,
    /// The panel beside the camera.
    pub low: Rect,
    /// Beside the camera of an upright monitor.
    pub corner: Option<Rect>,
}

impl Grid {
    /// The grid of a scene with a title.
    pub fn titled(shape: Shape) -> Grid {
        match shape {
            Shape::Wide => Grid::lying(160.0, 4.0, 52.0, 97.0, 14.0, 41.0),
            Shape::Classic => Grid::lying(120.0, 3.0, 40.0, 71.0, 14.0, 41.0),
            Shape::Tall => Grid::upright(19.4),
        }
    }

    /// The grid of a scene with a band.
    pub fn banded(shape: Shape) -> Grid {
        match shape {
            Shape::Wide => Grid::lying(160.0, 4.0, 52.0, 97.0, 21.4, 34.0),
            Shape::Classic => Grid::lying(120.0, 3.0, 40.0, 71.0, 21.4, 34.0),
            Shape::Tall => Grid::upright(23.0),
        }
    }

    fn lying(width: f32, margin: f32, left: f32, right: f32, top: f32, high: f32) -> Grid {
        let second = width - margin - right;
        let all = width - 2.0 * margin;
        Grid {
            title: area(margin, 3.0, all, 8.0),
            band: area(margin, 3.0, all, 16.0),
            camera: area(margin, 57.75, left, 29.25),
            left: area(margin, top, left, high),
            right: area(second, top, right, high),
            both: area(margin, top, all, high),
            low: area(second, 57.75, right, 29.25),
            corner: None,
        }
    }

    fn upright(top: f32) -> Grid {
        let each = (129.5 - top - 2.0 * 2.4) / 3.0;
        let row = |place: f32, many: f32| {
            area(4.0, top + place * (each + 2.4), 82.0, each * many + 2.4 * (many - 1.0))
        };
        Grid {
            title: area(4.0, 4.0, 82.0, 13.0),
            band: area(4.0, 4.0, 82.0, 16.0),
            camera: area(4.0, 132.0, 42.7, 24.0),
            left: row(0.0, 1.0),
            right: row(1.0, 1.0),
            both: row(0.0, 2.0),
            low: row(2.0, 1.0),
            corner: Some(area(50.0, 132.0, 36.0, 24.0)),
        }
    }
}

/// The areas of the draw.
pub struct Table {
    /// The tile of the last ball.
    pub last: Rect,
    /// The size of its figure.
    pub figure: f32,
    /// The balls before.
    pub previous: Rect,
    /// How many of them, and how many in a row.
    pub balls: (usize, usize),
    /// The camera.
    pub camera: Rect,
    /// Game and count.
    pub count: Rect,
    /// The line's prize.
    pub line: Rect,
    /// The bingo's prize.
    pub bingo: Rect,
    /// The ninety numbers.
    pub board: Rect,
    /// Where «SIN CONEXIÓN» goes.
    pub head: Rect,
    /// The question, over the last ball and those before.
    pub question: Rect,
}

impl Table {
    /// The draw on a shape.
    pub fn of(shape: Shape) -> Table {
        match shape {
            Shape::Wide => Table {
                last: area(4.0, 3.0, 52.0, 40.0),
                figure: crate::layout::size::LAST_BALL,
                previous: area(4.0, 45.2, 52.0, 10.2),
                balls: (5, 5),
                camera: area(4.0, 57.75, 52.0, 29.25),
                count: area(59.0, 3.0, 20.0, 16.0),
                line: area(81.0, 3.0, 33.0, 16.0),
                bingo: area(116.0, 3.0, 40.0, 16.0),
                board: area(59.0, 21.4, 97.0, 65.6),
                head: area(59.0, 3.0, 97.0, 16.0),
                question: area(4.0, 3.0, 52.0, 52.4),
            },
            Shape::Classic => Table {
                last: area(3.0, 3.0, 40.0, 33.0),
                figure: 33.6,
                previous: area(3.0, 37.6, 40.0, 12.6),
                balls: (3, 3),
                camera: area(3.0, 64.5, 40.0, 22.5),
                count: area(3.0, 51.2, 40.0, 12.0),
                line: area(46.0, 3.0, 31.8, 16.0),
                bingo: area(79.7, 3.0, 37.3, 16.0),
                board: area(46.0, 21.4, 71.0, 65.6),
                head: area(46.0, 3.0, 71.0, 16.0),
                question: area(3.0, 3.0, 40.0, 47.2),
            },
            Shape::Tall => Table {
                last: area(4.0, 4.0, 52.0, 40.0),
                figure: crate::layout::size::LAST_BALL,
                previous: area(58.0, 4.0, 28.0, 40.0),
                balls: (6, 2),
                camera: area(4.0, 132.0, 42.7, 24.0),
                count: area(50.0, 132.0, 36.0, 24.0),
                line: area(4.0, 46.0, 36.8, 16.0),
                bingo: area(42.8, 46.0, 43.2, 16.0),
                board: area(4.0, 64.0, 82.0, 66.0),
                head: area(4.0, 46.0, 82.0, 16.0),
                question: area(4.0, 4.0, 82.0, 40.0),
            },
        }
    }
}

/// The areas between games.
pub struct Lobby {
    /// The advert.
    pub advert: Rect,
    /// The clock.
    pub clock: Rect,
    /// The hall's name.
    pub name: Rect,
    /// The last game.
    pub last: Rect,
    /// The next game.
    pub next: Rect,
    /// The camera.
    pub camera: Rect,
}

impl Lobby {
    /// Between games on a shape.
    pub fn of(shape: Shape) -> Lobby {
        match shape {
            Shape::Wide => Lobby {
                advert: area(4.0, 3.0, 118.0, 64.0),
                clock: area(124.0, 3.0, 32.0, 13.0),
                name: area(124.0, 16.6, 32.0, 12.4),
                last: area(124.0, 30.0, 32.0, 37.0),
                next: area(4.0, 69.0, 118.0, 18.0),
                camera: area(124.0, 69.0, 32.0, 18.0),
            },
            Shape::Classic => Lobby {
                advert: area(3.0, 3.0, 80.0, 62.0),
                clock: area(85.0, 3.0, 32.0, 13.0),
                name: area(85.0, 16.6, 32.0, 12.4),
                last: area(85.0, 30.0, 32.0, 35.0),
                next: area(3.0, 67.4, 80.0, 19.6),
                camera: area(85.0, 67.4, 32.0, 19.6),
            },
            Shape::Tall => Lobby {
                clock: area(4.0, 4.0, 40.0, 16.0),
                name: area(46.0, 4.0, 40.0, 16.0),
                advert: area(4.0, 22.4, 82.0, 64.0),
                next: area(4.0, 88.8, 82.0, 18.0),
                last: area(4.0, 109.2, 82.0, 20.4),
                camera: area(4.0, 132.0, 42.7, 24.0),
            },
        }
    }
}
