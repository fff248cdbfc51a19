//! The areas of each shape of monitor: board and camera never move within a game.

use egui::Rect;

use crate::layout::{Shape, area};

/// Areas of a scene with a title: two panels, the camera, and a panel beside it. Upright, the panels are stacked and
/// the camera is at the bottom.
pub struct Grid {
    pub title: Rect,
    /// In place of the title.
    pub band: Rect,
    pub camera: Rect,
    pub left: Rect,
    pub right: Rect,
    /// `left`, `right` and the gap between them.
    pub both: Rect,
    /// The panel beside the camera.
    pub low: Rect,
    /// Beside the camera, when upright.
    pub corner: Option<Rect>,
}

impl Grid {
    /// For a scene with a title.
    pub fn titled(shape: Shape) -> Grid {
        match shape {
            Shape::Wide => Grid::lying(160.0, 4.0, 48.0, 101.5, 14.0, 60.0),
            Shape::Classic => Grid::lying(120.0, 3.0, 40.0, 71.0, 14.0, 57.75),
            Shape::Tall => Grid::upright(19.4),
        }
    }

    /// For a scene with a band.
    pub fn banded(shape: Shape) -> Grid {
        match shape {
            Shape::Wide => Grid::lying(160.0, 4.0, 48.0, 101.5, 21.4, 60.0),
            Shape::Classic => Grid::lying(120.0, 3.0, 40.0, 71.0, 21.4, 57.75),
            Shape::Tall => Grid::upright(23.0),
        }
    }

    fn lying(width: f32, margin: f32, left: f32, right: f32, top: f32, low: f32) -> Grid {
        let second = width - margin - right;
        let all = width - 2.0 * margin;
        let (high, last) = (low - 2.4 - top, 87.0 - low);
        Grid {
            title: area(margin, 3.0, all, 8.0),
            band: area(margin, 3.0, all, 16.0),
            camera: area(margin, low, left, last),
            left: area(margin, top, left, high),
            right: area(second, top, right, high),
            both: area(margin, top, all, high),
            low: area(second, low, right, last),
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

/// Area of the balls before the last.
#[derive(Clone, Copy)]
pub struct Balls {
    pub room: Rect,
    /// How many at most.
    pub many: usize,
    pub in_row: usize,
}

impl Balls {
    const fn of(room: Rect, many: usize, in_row: usize) -> Balls {
        Balls { room, many, in_row }
    }
}

/// Areas of the draw.
pub struct Table {
    /// The tile of the last ball.
    pub last: Rect,
    /// Size of its figure.
    pub figure: f32,
    /// The balls before it.
    pub previous: Balls,
    /// Earlier ones, in the camera's place if there is none.
    pub older: Option<Balls>,
    pub camera: Rect,
    /// The last balls, in the camera's place, while a question covers the tile.
    pub instead: Balls,
    /// Game and count.
    pub count: Rect,
    /// Series, cards sold, price.
    pub sold: Rect,
    /// Prize of the line.
    pub line: Rect,
    /// Prize of the bingo.
    pub bingo: Rect,
    /// The ninety numbers.
    pub board: Rect,
    /// Where «no connection» goes.
    pub head: Rect,
    /// Over the last ball and those before.
    pub question: Rect,
}

impl Table {
    /// The draw, with or without a camera. In landscape the ninety numbers take the height the prizes leave; on
    /// 16:9 their figures are 0.07 of the height.
    pub fn of(shape: Shape, filmed: bool) -> Table {
        match shape {
            Shape::Wide => Table::wide(filmed),
            Shape::Classic => Table {
                last: area(3.0, 3.0, 34.0, 30.0),
                figure: 31.0,
                previous: if filmed {
                    Balls::of(area(3.0, 34.4, 34.0, 20.6), 12, 4)
                } else {
                    Balls::of(area(3.0, 34.6, 34.0, 40.6), 12, 3)
                },
                older: None,
                camera: area(3.0, 56.4, 34.0, 19.1),
                instead: Balls::of(area(3.0, 58.0, 34.0, 16.0), 10, 5),
                count: area(3.0, 76.8, 34.0, 10.2),
                sold: area(39.0, 2.8, 78.0, 4.2),
                line: area(39.0, 8.0, 35.4, 12.6),
                bingo: area(75.6, 8.0, 41.4, 12.6),
                board: area(39.0, 21.8, 78.0, 65.2),
                head: area(39.0, 3.0, 78.0, 17.6),
                question: area(3.0, 3.0, 34.0, 52.0),
            },
            Shape::Tall => Table {
                last: area(4.0, 4.0, 52.0, 40.0),
                figure: crate::layout::size::LAST_BALL,
                previous: Balls::of(area(58.0, 4.0, 28.0, 40.0), 12, 3),
                older: if filmed { None } else { Some(Balls::of(area(4.0, 132.0, 42.7, 24.0), 15, 5)) },
                camera: area(4.0, 132.0, 42.7, 24.0),
                instead: Balls::of(area(4.0, 132.0, 42.7, 24.0), 15, 5),
                count: area(50.0, 131.4, 36.0, 11.0),
                sold: area(50.0, 143.0, 36.0, 13.4),
                line: area(4.0, 46.0, 36.8, 14.0),
                bingo: area(42.8, 46.0, 43.2, 14.0),
                board: area(3.0, 62.0, 84.0, 67.6),
                head: area(4.0, 45.4, 82.0, 15.4),
                question: area(4.0, 4.0, 82.0, 40.0),
            },
        }
    }
}

impl Table {
    /// The draw on 16:9. Figures of adjacent cells must not run together, so without a camera the ninety numbers
    /// take its width.
    fn wide(filmed: bool) -> Table {
        const RIGHT: f32 = 158.0;
        let (x, w, board) = if filmed { (4.0, 48.0, 53.2) } else { (2.0, 46.6, 50.0) };
        let all = RIGHT - board;
        let line = board + 21.5;
        let bingo = line + (all - 21.5) * 0.45;
        Table {
            last: area(x, 3.0, w, 36.0),
            figure: if filmed { crate::layout::size::LAST_BALL } else { 43.0 },
            previous: if filmed {
                Balls::of(area(x, 40.4, w, 18.2), 10, 5)
            } else {
                Balls::of(area(x, 40.6, w, 46.4), 16, 4)
            },
            older: None,
            camera: area(x, 60.0, w, 27.0),
            instead: Balls::of(area(x, 64.4, w, 18.2), 10, 5),
            count: area(board, 8.0, 20.5, 12.6),
            sold: area(board, 2.8, all, 4.2),
            line: area(line, 8.0, bingo - line - 1.4, 12.6),
            bingo: area(bingo, 8.0, RIGHT - bingo, 12.6),
            board: area(board, 21.8, all, 65.2),
            head: area(board, 3.0, all, 17.6),
            question: area(x, 3.0, w, 55.4),
        }
    }
}

/// Areas between games.
pub struct Lobby {
    pub advert: Rect,
    pub clock: Rect,
    /// The hall's name.
    pub name: Rect,
    /// The last game.
    pub last: Rect,
    /// The next game.
    pub next: Rect,
    pub camera: Rect,
}

impl Lobby {
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
