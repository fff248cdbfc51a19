//! Cards that were sung: asking for a verdict, and the card under check with its marks.

use egui::{Rect, Ui, pos2, vec2};
use hall_core::event::GameNo;
use hall_core::request::{Presented, Request};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_look::sign;
use hall_wire::board::{Claim, Play, VerdictKind};

use super::series;
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::part::{
    self, Cell, Tag, bold, card, cut_bottom, cut_top, headed, in_colour, label, legend, tag, text,
};

/// The play that is sung unless another is chosen: the line while it is open.
pub(super) fn usual_play(known: &Known) -> Play {
    if known.game().is_some_and(|game| game.line_open) { Play::Line } else { Play::Bingo }
}

/// The claim for a scanned card.
pub(super) fn claim_scanned(known: &Known, code: &str, play: Play) -> Option<Press> {
    let Ok(scan) = known.scan(code) else {
        return known.game().map(|_| Press::Refuse("lectura-ilegible"));
    };
    let number = scan.number.0;
    match scan.presented() {
        Some(card) => claim(known, number, play, card),
        None => claim_typed(known, number, play),
    }
}

/// The claim for a typed card number.
pub(super) fn claim_typed(known: &Known, number: u32, play: Play) -> Option<Press> {
    let (series, card) = known.card_of(number)?;
    claim(known, number, play, value::keyed(&series, card)?)
}

fn claim(known: &Known, number: u32, play: Play, card: Presented) -> Option<Press> {
    let game = GameNo(known.game()?.game);
    Some(Press::ask(known.ta("check-do", &[("card", &number)]), Request::Claim { game, play, card }))
}

fn marks(claim: &Claim, announced: &[u8]) -> [[Cell; 9]; 3] {
    let mut marks = [[Cell::Blank; 9]; 3];
    let Some(grid) = &claim.grid else { return marks };
    for (row, (line, numbers)) in marks.iter_mut().zip(grid).enumerate() {
        let won =
            claim.verdict == VerdictKind::Good && (claim.play == Play::Bingo || claim.rows >> row & 1 == 1);
        for (mark, number) in line.iter_mut().zip(numbers) {
            if *number == 0 {
                continue;
            }
            let place = announced.iter().position(|ball| ball == number);
            *mark = match place.map(|place| u8::try_from(place + 1).unwrap_or(90)) {
                Some(place) if won => Cell::Winning(place),
                Some(place) => Cell::Called(place),
                None if claim.missing.contains(number) => Cell::Missing,
                None => Cell::NotOut,
            };
        }
    }
    marks
}

pub(super) fn play_words(known: &Known, play: Play) -> String {
    known.t(match play {
        Play::Line => "play-line",
        Play::Bingo => "play-bingo",
    })
}

/// What is missing in words: «falta el 3».
fn missing(known: &Known, claim: &Claim) -> String {
    let numbers: Vec<String> = claim.missing.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [one] => known.ta("missing-one", &[("n", one)]),
        [first @ .., last] if numbers.len() <= 5 => {
            known.ta("missing-some", &[("first", &first.join(", ")), ("last", last)])
        }
        many => known.ta("missing-many", &[("n", &many.len())]),
    }
}

pub(super) fn card_words(known: &Known, claim: &Claim) -> String {
    known.ta("verdict-card", &[("card", &claim.card.card), ("series", &series(&claim.card.series))])
}

/// Paints the verdict band: word, card, row, the ball that completed it.
pub(super) fn verdict(ui: &mut Ui, room: Rect, known: &Known, claim: &Claim) {
    let good = claim.verdict == VerdictKind::Good && claim.accepted != Some(false);
    let (fill, inkc) =
        if good { (colour::OK, console::OK_INK) } else { (console::REFUSE, console::REFUSE_INK) };
    ui.painter().rect_filled(room, part::RADIUS, fill);
    let mark = Rect::from_center_size(pos2(room.left() + 46.0, room.center().y), vec2(44.0, 44.0));
    if good {
        sign::tick(ui.painter(), mark, inkc);
    } else {
        sign::cross(ui.painter(), mark.shrink(4.0), inkc);
    }
    let words =
        Rect::from_min_max(pos2(room.left() + 90.0, room.top()), pos2(room.right() - 400.0, room.bottom()));
    ink::line(ui, words, known.said(&claim.desk_head), in_colour(bold(34.0), inkc));
    let right = Rect::from_min_max(pos2(room.right() - 390.0, room.top() + 8.0), room.max - vec2(20.0, 8.0));
    let (top, bottom) = right.split_top_bottom_at_fraction(0.55);
    ink::line(ui, top, &card_words(known, claim), in_colour(text(23.0), inkc).right());
    ink::line(ui, bottom, &detail(known, claim), in_colour(text(17.0), inkc).right());
}

/// The small line of a verdict: the row and the ball that completed it, or what is missing.
fn detail(known: &Known, claim: &Claim) -> String {
    if claim.verdict == VerdictKind::Good {
        let place = claim.completed_at.unwrap_or(0);
        let ball = known.public().announced.get(usize::from(place).saturating_sub(1));
        let ball = ball.map_or_else(String::new, ToString::to_string);
        let row = (0..3).find(|row| claim.rows >> row & 1 == 1).map(|row| row + 1);
        return match (claim.play, row) {
            (Play::Line, Some(row)) => {
                known.ta("verdict-row", &[("place", &place), ("ball", &ball), ("row", &row)])
            }
            (Play::Line, None) | (Play::Bingo, _) => {
                known.ta("verdict-at", &[("place", &place), ("ball", &ball)])
            }
        };
    }
    if claim.missing.is_empty() { known.said(&claim.words).to_owned() } else { missing(known, claim) }
}

/// Paints the matrix card with its marks and what they mean.
pub(super) fn card_panel(ui: &mut Ui, room: Rect, known: &Known, claim: &Claim) {
    let inner = headed(ui, room, 26.0, &known.t("card-head"), label(16.0));
    let foot = Rect::from_min_max(pos2(inner.left() + 30.0, inner.bottom() - 34.0), inner.max);
    let place = Rect::from_min_max(inner.min + vec2(0.0, 8.0), pos2(inner.right(), foot.top() - 10.0));
    let Some(grid) = &claim.grid else {
        ink::words(ui, place.shrink(30.0), known.said(&claim.words), bold(24.0));
        return;
    };
    card(ui, place, known, grid, &marks(claim, &known.public().announced));
    let mut entries =
        vec![(console::CALLED, known.t("legend-called")), (colour::SURFACE, known.t("legend-not-out"))];
    if claim.verdict == VerdictKind::Good {
        entries.insert(0, (colour::OK, known.t("legend-won")));
    } else if !claim.missing.is_empty() {
        entries.insert(0, (console::REFUSE, known.t("legend-missing")));
    }
    legend(ui, foot, &entries);
}

/// Paints the list of what was sung in this stop, in the order of reading. Returns the claim that was touched.
pub(super) fn list(ui: &mut Ui, room: Rect, known: &Known, claims: &[Claim], shown: u32) -> Option<u32> {
    let mut inner = headed(ui, room, 28.0, &known.t("sung-head"), label(16.0));
    let fit = ((inner.height() / part::TOUCH).floor().max(1.0)) as usize;
    // The line that counts the others is not touched: it may be lower than a row.
    let paged = (((inner.height() - 22.0) / part::TOUCH).floor().max(1.0)) as usize;
    let chosen = claims.iter().position(|claim| claim.claim == shown);
    let page = part::page(ui, "sung", claims.len(), fit, paged, chosen);
    if page.len() < claims.len() {
        let more = part::more_rows(known, claims.len() - page.len());
        ink::line(ui, cut_bottom(&mut inner, 22.0), &more, label(15.0));
    }
    let mut touched = None;
    for (number, claim) in claims.iter().enumerate().take(page.end).skip(page.start) {
        let row = cut_top(&mut inner, part::TOUCH);
        let name = format!("{} · {} · {}", number + 1, series(&claim.card.series), claim.card.card);
        if part::touch(ui, row, &name, true).clicked() {
            touched = Some(claim.claim);
        }
        if claim.claim == shown && claims.len() > 1 {
            ui.painter().rect_filled(row, 3.0, colour::RAISED);
        }
        ink::paint(ui, row.shrink2(vec2(6.0, 0.0)), &name, bold(17.0));
        let play = play_words(known, claim.play);
        let (words, kind) = match (claim.accepted, claim.verdict) {
            (Some(true), _) => (known.ta("tag-given", &[("play", &play)]), Tag::Ok),
            (Some(false), _) => (known.t("tag-not-equal"), Tag::Refuse),
            (None, VerdictKind::Good) => (play, Tag::Dashed),
            (None, VerdictKind::Repeated) => (known.t("tag-repeated"), Tag::Plain),
            (None, _) => (known.t("tag-no"), Tag::Refuse),
        };
        tag(ui, row.shrink2(vec2(6.0, 0.0)), &words, kind);
    }
    touched
}
