//! Parts shared by scenes: the camera's slot, prizes, the ninety numbers, bands and bars.

use egui::{Rect, pos2, vec2};
use hall_look::font::Face;
use hall_wire::board::{Game, Play, PublicBoard};

use super::grid::Balls;
use super::{PAGE_MS, Slot, View, tell};
use crate::layout::{Canvas, Element, Sign, Style, Token, area, size};
use crate::words::Words;

/// The camera's slot: its picture, a notice that there is none just now, or the hall's name on a wall without camera.
pub fn camera(canvas: &mut Canvas, view: &View, slot: Rect) {
    match view.camera {
        Slot::Live => {
            canvas.items.push(Element::Camera { area: slot });
            uncalled(canvas, view, slot);
        }
        Slot::Lost => {
            canvas.items.push(Element::Panel {
                area: slot,
                radius: 0.8,
                fill: None,
                frame: Some((0.25, Token::Faint)),
            });
            let words = canvas.words.t("no-picture");
            canvas.text(slot.shrink(2.0), words, Style::medium(size::LABEL, Token::Text2).centre());
        }
        Slot::Off => {
            canvas.panel(slot, 0.8, Token::Surface);
            let name = Style::medium(size::LABEL, Token::Text2).centre().lines(2);
            canvas.text(slot.shrink(2.0), view.board.hall.clone(), name);
        }
    }
}

/// Marks the picture while it shows a ball that was not announced: players see it before it counts, and would sing too early.
fn uncalled(canvas: &mut Canvas, view: &View, slot: Rect) {
    let Some(place) = view.board.uncalled.filter(|_| !canvas.old && !view.board.picture_held) else { return };
    let bar = slot.with_min_y(slot.bottom() - (slot.height() * 0.22).clamp(5.0, 8.0));
    canvas.panel(bar, 0.0, Token::Ink);
    // The place as an ordinal, where it fits: a bare figure would be read as the ball's number.
    let words = if bar.width() < 46.0 { "uncalled-short" } else { "uncalled" };
    let [words, says] = [words, "uncalled-says"].map(|id| canvas.words.ta(id, &[("place", &place)]));
    canvas.text(
        bar.shrink2(vec2(1.6, 0.6)),
        words,
        Style::bold(5.0, Token::Now).least(0.5).centre().says(says),
    );
}

/// The title of a scene, and a text at its right; below it when upright.
pub fn title(canvas: &mut Canvas, area: Rect, title: &str, right: &str) {
    if right.is_empty() {
        canvas.text(area, title, Style::bold(size::TITLE, Token::Text).least(0.5));
        return;
    }
    let set = Style::medium(5.4, Token::Text2);
    let ((first, rest), set) = if area.height() > 10.0 {
        (cut(area, area.height() * 0.58), set)
    } else {
        (split(area, area.width() * 0.56), set.right())
    };
    canvas.text(first, title, Style::bold(size::TITLE, Token::Text));
    canvas.text(rest, right, set);
}

/// The band of a state: a sign, its name, and a text at its right.
pub fn band(canvas: &mut Canvas, area: Rect, sign: Option<Sign>, name: &str, right: &str, fill: Token) {
    let ink = if matches!(fill, Token::Ok) { Token::Ink } else { Token::Text };
    let mut inner = canvas.tile(area, 2.0, fill, (3.6, 2.0));
    if let Some(sign) = sign {
        let side = 8.4;
        let middle = pos2(inner.left() + side / 2.0, inner.center().y);
        canvas.sign(sign, Rect::from_center_size(middle, vec2(side, side)), ink);
        inner.min.x += side + 4.2;
    }
    let amount = right.contains('€');
    // Upright there is room for a second text only if it is an amount.
    let upright = area.width() < 90.0;
    let part = match (right.is_empty() || (upright && !amount), amount) {
        (true, _) => 1.0,
        (false, true) => 0.36,
        (false, false) => 0.80,
    };
    let (left, rest) = split(inner, inner.width() * part);
    let lines = if upright && !amount { 2 } else { 1 };
    canvas.text(left, name, Style::bold(size::BAND, ink).lines(lines).least(0.5));
    if part < 1.0 {
        let set = if amount {
            Style::bold(if upright { 9.6 } else { size::BAND }, ink).least(0.5)
        } else {
            Style::medium(5.2, ink)
        };
        canvas.text(rest, right, set.right());
    }
}

/// Cuts an area at `width` from its left, with a gap.
pub fn split(area: Rect, width: f32) -> (Rect, Rect) {
    let (left, right) = area.split_left_right_at_x(area.left() + width);
    (left, right.with_min_x((right.left() + 1.0).min(area.right())))
}

/// Cuts an area at `height` from its top.
pub fn cut(area: Rect, height: f32) -> (Rect, Rect) {
    area.split_top_bottom_at_y(area.top() + height)
}

/// The area without so much at its top.
pub fn below(area: Rect, height: f32) -> Rect {
    area.with_min_y(area.top() + height)
}

/// A sentence, by its id, in the middle of a panel that has nothing else to show.
pub fn nothing(canvas: &mut Canvas, room: Rect, id: &str) {
    canvas.text(
        room.shrink(3.0),
        canvas.words.t(id),
        Style::medium(size::SENTENCE, Token::Text2).centre().lines(2),
    );
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// Being played for.
    Now,
    /// Played for after the other.
    Next,
    /// Awarded, or not claimed.
    Done,
}

/// The two prizes of the draw. `asked` are the plays of a question, shown with their cards so far.
pub fn prizes(
    canvas: &mut Canvas,
    view: &View,
    game: &Game,
    line: Rect,
    bingo: Rect,
    asked: Option<(bool, bool)>,
) {
    let (line_asked, bingo_asked) = asked.unwrap_or_default();
    // In a question amber marks what is asked for.
    let line_stands = if !game.line_open {
        Stands::Done
    } else if asked.is_some() && !line_asked {
        Stands::Next
    } else {
        Stands::Now
    };
    let bingo_stands = if bingo_asked || (!game.line_open && game.bingo_open) {
        Stands::Now
    } else if game.line_open {
        Stands::Next
    } else {
        Stands::Done
    };
    for (area, play, cents, stands, asked) in [
        (line, Play::Line, game.line_cents, line_stands, line_asked),
        (bingo, Play::Bingo, game.bingo_cents, bingo_stands, bingo_asked),
    ] {
        let won = view.board.prizes.iter().any(|prize| prize.play == play);
        let note = if asked { good_cards(canvas.words, &view.board, play) } else { String::new() };
        prize(canvas, area, play, cents, stands, won, &note);
    }
}

/// Cards accepted in this stop, in capitals.
fn good_cards(words: &Words, board: &PublicBoard, play: Play) -> String {
    let claims = board.stop.iter().flat_map(|stop| &stop.claims);
    let good = claims.filter(|claim| claim.play == play && claim.accepted == Some(true)).count();
    match good {
        0 => String::new(),
        1 => words.t("prize-good-one"),
        more => words.ta("prize-good-many", &[("n", &more)]),
    }
}

fn prize(canvas: &mut Canvas, area: Rect, play: Play, cents: u64, stands: Stands, won: bool, note: &str) {
    let (fill, label, figure) = match stands {
        Stands::Now => (Token::Now, Token::Ink, Token::Ink),
        Stands::Next => (Token::Raised, Token::Text2, Token::Text),
        Stands::Done => (Token::Surface, Token::Dim, Token::Dim),
    };
    let inner = canvas.tile(area, 1.2, fill, (1.4, 1.2));
    let (top, low) = cut(inner, 3.8);
    let low = below(low, 0.5);
    let wide = match (note.is_empty(), top.width() < 30.0) {
        (true, _) => 12.8,
        (false, true) => 11.0,
        (false, false) => 11.8,
    };
    let (name, right) = split(top, wide);
    let words = canvas.words;
    let right_words = match (note, stands) {
        ("", Stands::Now) => words.t("prize-now"),
        ("", Stands::Next | Stands::Done) => String::new(),
        (note, _) => note.to_owned(),
    };
    let says = match stands {
        Stands::Now => "prize-now-says",
        Stands::Next => "prize-says",
        Stands::Done if won => "prize-won-says",
        Stands::Done => "prize-closed-says",
    };
    let (play, amount) = (tell::play(words, play), words.money(cents));
    let says = words.ta(says, &[("prize", &play), ("money", &amount)]);
    canvas.text(name, play, Style::bold(size::LABEL, label).silent());
    let set = if note.is_empty() { Style::bold(size::LABEL, label) } else { Style::medium(4.2, label) };
    canvas.text(right, right_words, set.right());
    if stands == Stands::Done && won {
        canvas.sign(
            Sign::Tick,
            Rect::from_center_size(pos2(top.right() - 2.0, top.center().y), vec2(4.0, 4.0)),
            label,
        );
    }
    canvas.text(low, amount, Style::bold(size::AMOUNT, figure).least(0.58).together(1).says(says));
}

/// Balls in order, the newest at the end, optionally marked as the last. Empty places stay free.
pub fn balls(canvas: &mut Canvas, at: &Balls, announced: &[u8], with_last: bool) {
    let Balls { room, many, in_row } = *at;
    let shown = &announced[announced.len().saturating_sub(many)..];
    let rows = many.div_ceil(in_row);
    let (wide, high) = (room.width() / cells(in_row), room.height() / cells(rows));
    let diameter = (wide - 0.5).min(high - 0.5);
    // Two figures as large as fit the ball.
    let figure = 0.74 * diameter;
    // The outer balls are flush with what is above and below.
    let step = (room.width() - diameter) / cells((in_row - 1).max(1));
    let first = many - shown.len();
    for (place, ball) in (first..).zip(shown) {
        let centre = pos2(
            room.left() + diameter / 2.0 + step * cells(place % in_row),
            room.top() + high * (cells(place / in_row) + 0.5),
        );
        let last = with_last && place + 1 == many;
        canvas.ball(centre, diameter / 2.0, if last { Token::Now } else { Token::Lamp });
        let room = Rect::from_center_size(centre, vec2(diameter * 0.86, diameter));
        canvas.figure(room, *ball, figure, Token::Ink);
    }
    if !shown.is_empty() {
        let says = if with_last { "balls-last-says" } else { "balls-before-says" };
        canvas.aloud(room, canvas.words.ta(says, &[("balls", &tell::numbers(shown))]));
    }
}

/// Game and count: «41 balls». The count alone where the room is low.
pub fn count(canvas: &mut Canvas, view: &View, area: Rect) {
    let many = view.board.announced.len();
    let wide = view.shape == crate::layout::Shape::Wide;
    let label = if wide { String::new() } else { tell::game(canvas.words, &view.board) };
    let [word, says] = ["balls", "balls-says"].map(|id| canvas.words.ta(id, &[("n", &many)]));
    let (first, second) = cut(area, area.height() * if wide { 0.0 } else { 0.36 });
    let first = first.with_max_x(first.right() + 1.8);
    canvas.text(first, label, Style::medium(size::LABEL, Token::Text2));
    let digits: f32 = if many >= 10 { 2.0 } else { 1.0 };
    let wide = digits * 0.545 * size::AMOUNT + 0.2;
    let figure = Rect::from_min_size(second.min, vec2(wide, second.height()));
    canvas.text(figure, many.to_string(), Style::bold(size::AMOUNT, Token::Text).says(says));
    let rest = Rect::from_min_max(
        pos2(figure.right() + 0.4, figure.center().y + 0.1),
        pos2(second.right(), figure.center().y + 3.4),
    );
    canvas.text(rest, word, Style::medium(size::SMALLEST, Token::Text2).silent());
}

/// The ninety numbers: called ones lit, the last ringed, those entered by hand with a cut corner.
pub fn ninety(canvas: &mut Canvas, view: &View, room: Rect) {
    let announced = &view.board.announced;
    let last = announced.last();
    let gap = 0.4;
    let wide = (room.width() - 9.0 * gap) / 10.0;
    let high = (room.height() - 8.0 * gap) / 9.0;
    // Two figures as wide as the cell, with some space above and below.
    let figure = (0.92 * high / Face::WallBold.capitals()).min(wide / 1.08);
    // The last one is painted last: its ring covers its neighbours' edges.
    for number in (1u8..=90).filter(|number| Some(number) != last).chain(last.copied()) {
        let (row, column) = (f32::from((number - 1) / 10), f32::from((number - 1) % 10));
        let cell = area(room.left() + column * (wide + gap), room.top() + row * (high + gap), wide, high);
        let place = announced.iter().position(|ball| *ball == number);
        let by_hand =
            place.is_some_and(|place| view.board.by_hand.iter().any(|hand| usize::from(*hand) == place + 1));
        if Some(&number) == last {
            ringed(canvas, cell, number, figure);
        } else if place.is_some() {
            canvas.panel(cell, 0.7, Token::Lamp);
            canvas.figure(cell, number, figure, Token::Ink);
        } else {
            if !canvas.old {
                canvas.panel(cell, 0.7, Token::Surface);
            }
            canvas.text(cell, number.to_string(), Style::medium(figure, Token::Dim).centre().silent());
        }
        if by_hand {
            canvas.items.push(Element::Corner { area: cell, side: 2.1, token: Token::Calm });
        }
    }
    let mut sorted = announced.clone();
    sorted.sort_unstable();
    canvas.aloud(
        room,
        match sorted.as_slice() {
            [] => canvas.words.t("called-none-says"),
            some => canvas.words.ta("called-says", &[("balls", &tell::numbers(some))]),
        },
    );
}

/// A number ringed as the last ball: white ring, dark gap, filled middle.
pub fn ringed(canvas: &mut Canvas, cell: Rect, number: u8, figure: f32) {
    if canvas.old {
        canvas.frame(cell.expand(0.2), 0.8, 0.6, Token::Text2);
    } else {
        canvas.panel(cell.expand(0.6), 1.0, Token::Text);
        canvas.panel(cell.expand(0.2), 0.8, Token::Ground);
        canvas.panel(cell.shrink(0.05), 0.7, Token::Now);
    }
    canvas.figure(cell, number, figure, Token::Ink);
}

/// All balls in order of exit, in cells as large as fit.
pub fn order_of_exit(canvas: &mut Canvas, announced: &[u8], label: Option<Rect>, room: Rect) {
    if let Some(label) = label {
        let words = canvas.words.ta("order", &[("n", &announced.len())]);
        canvas.text(label, words, Style::medium(size::LABEL, Token::Text2));
    }
    let gap = if announced.len() > 45 { 0.35 } else { 0.6 };
    let fits = |columns: usize| {
        let rows = announced.len().div_ceil(columns);
        let (columns, rows) = (cells(columns), cells(rows.max(1)));
        let wide = (room.width() - (columns - 1.0) * gap) / columns;
        let high = ((room.height() - (rows - 1.0) * gap) / rows).min(8.2);
        let figure = (0.94 * high).min(0.98 * wide / 1.08);
        (figure, high, wide.min(high * 1.6))
    };
    let best = (1usize..=30).max_by(|a, b| fits(*a).0.total_cmp(&fits(*b).0)).expect("there are columns");
    let (figure, high, wide) = fits(best);
    for (place, ball) in announced.iter().enumerate() {
        let (row, column) = (cells(place / best), cells(place % best));
        let cell = area(room.left() + column * (wide + gap), room.top() + row * (high + gap), wide, high);
        let last = place + 1 == announced.len();
        canvas.panel(cell, 0.7, if last { Token::Now } else { Token::Lamp });
        canvas.figure(cell, *ball, figure, Token::Ink);
    }
    canvas.aloud(room, canvas.words.ta("order-says", &[("balls", &tell::numbers(announced))]));
}

fn cells(many: usize) -> f32 {
    f32::from(u16::try_from(many).expect("at most ninety balls"))
}

/// A bar that runs down; `part` is what is left.
pub fn bar(canvas: &mut Canvas, area: Rect, part: f32, empty: Token) {
    let radius = area.height() / 2.0;
    canvas.panel(area, radius, empty);
    let wide = area.width() * part.clamp(0.0, 1.0);
    if wide >= area.height() {
        canvas.panel(Rect::from_min_size(area.min, vec2(wide, area.height())), radius, Token::Text);
    }
}

/// The current page, and «1 of 3» if there are several.
pub fn page<'a, T>(words: &Words, all: &'a [T], each: usize, view: &View) -> (&'a [T], Option<String>) {
    let pages = all.len().div_ceil(each).max(1);
    let turn = usize::try_from(view.memo.scene_ms / PAGE_MS).unwrap_or(0);
    let page = if view.contact == super::Contact::Live { turn % pages } else { 0 };
    let from = page * each;
    let shown = all.get(from..(from + each).min(all.len())).unwrap_or_default();
    (shown, (pages > 1).then(|| words.ta("page-of", &[("page", &(page + 1)), ("pages", &pages)])))
}
