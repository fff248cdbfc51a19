//! Today: what the jefe de sala has to decide, and the session's figures and games.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::event::HoldNo;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::{ink, sign, words};
use hall_wire::board::PrizeState;
use hall_wire::message::{GameRow, GameState, SetState};

use super::{Tab, founding, past, staff};
use crate::bar::{Bar, Lead, Next, NextAct};
use crate::known::{CARD_DAYS_FEW, Known};
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::value;
use crate::view::copies;
use crate::view::mesa::series;
use crate::view::part::{
    self, RADIUS, bold, columns, cut_top, fitting, in_colour, label, panel, text, tile, touch,
};
use crate::view::turns::first_by;

/// Decisions on a page.
const DECISIONS: usize = 3;

/// Something that waits for the jefe de sala.
pub(super) struct Decision {
    title: String,
    about: String,
    /// What Intro does.
    act: NextAct,
}

/// What waits, the most urgent first.
pub(super) fn decisions(known: &Known) -> Vec<Decision> {
    let board = &known.board;
    let me = known.person();
    let game = value::game(known);
    let mut all = Vec::new();
    if let Some(due) = &board.numbering_due {
        let second = due.asked_by.map(|by| known.short_name(by));
        all.push(Decision {
            title: known.ta("today-numbering", &[("epoch", &board.epoch)]),
            about: match second {
                None => known.t("nu-band-first"),
                Some(name) => known.ta("nu-band-second", &[("name", &name)]),
            },
            act: NextAct::new(known.t("today-numbering-do"), Press::Open(Over::Turn(Turn::Numbering))),
        });
    }
    if let Some(asked) = board.void_asked.as_ref().filter(|asked| Some(asked.by) != me) {
        let label = known.ta("today-void-do", &[("game", &game.0)]);
        let press = Press::ask(&label, Request::ConfirmVoid { game, cause: asked.cause.clone() });
        let name = known.short_name(asked.by);
        all.push(Decision {
            title: known.ta("today-void", &[("game", &game.0), ("name", &name)]),
            about: asked.cause.clone(),
            act: NextAct::new(label, press).sub(known.t("today-void-sub")).held(2.0),
        });
    }
    if let Some(by) = first_by(known) {
        all.push(Decision {
            title: known.ta("today-sheet", &[("game", &game.0), ("name", &known.short_name(by))]),
            about: known.t("today-sheet-about"),
            act: NextAct::new(known.t("today-sheet-do"), Press::Open(Over::Turn(Turn::Transcription))),
        });
    }
    let unseen = board.exit_unseen.and_then(|unseen| Some((unseen.sight, unseen.asked_by?)));
    if let Some((sight, by)) = unseen.filter(|(_, by)| Some(*by) != me) {
        let sight = hall_core::words::sight(known.lang(), sight);
        all.push(Decision {
            title: known.ta("today-no-camera", &[("game", &game.0), ("name", &known.short_name(by))]),
            about: known.ta("wc-band", &[("sight", &sight)]),
            act: NextAct::ask(known.t("today-no-camera-do"), Request::ConfirmWithoutCamera { game })
                .sub(known.t("today-no-camera-sub")),
        });
    }
    for hold in &board.holds {
        let Some(proposed) = hold.proposed.as_ref().filter(|proposed| Some(proposed.by) != me) else {
            continue;
        };
        let agree = Request::ConfirmHoldExit { game, hold: HoldNo(hold.hold), exit: proposed.exit };
        let label = known.t("today-hold-do");
        all.push(Decision {
            title: known.ta("today-hold", &[("name", &known.short_name(proposed.by))]),
            about: format!("{} · {}", known.said(&hold.why), known.said(&proposed.words)),
            act: NextAct::ask(label, agree).sub(known.said(&proposed.words)),
        });
    }
    if let Some(cause) = &board.authority {
        all.push(Decision {
            title: known.t("today-authority"),
            about: cause.clone(),
            act: NextAct::new(known.t("today-authority-do"), Press::Open(Over::Turn(Turn::Material))),
        });
    }
    let prizes = board.owed.iter().chain(&known.public().prizes);
    for prize in prizes.filter(|prize| prize.state == PrizeState::Withheld) {
        let amount = words::money(prize.amount_cents);
        all.push(Decision {
            title: known.ta("today-withheld", &[("game", &prize.game), ("amount", &amount)]),
            about: format!("{} · {}", series(&prize.card.series), prize.card.card),
            act: NextAct::new(known.t("today-withheld-do"), Press::Open(Over::Turn(Turn::Withhold))),
        });
    }
    if copies::rehearsal_is_due(known) && copies::may_rehearse(known) {
        all.push(Decision {
            title: known.t("today-rehearsal"),
            about: known.t("today-rehearsal-about"),
            act: NextAct::ask(known.t("today-rehearsal-do"), Request::RehearseSpare),
        });
    }
    all
}

/// The bar: the chosen decision, else the next thing of a new hall, else the acta of the session.
pub(super) fn bar(known: &Known, row: usize) -> Bar {
    let waiting = decisions(known);
    let count = waiting.len().to_string();
    if let Some(decision) = waiting.into_iter().nth(row) {
        let prompt = known.ta("today-waiting", &[("n", &count)]);
        return Bar::new(Lead::Now, prompt, Next::Do(decision.act));
    }
    if founding::leads(known) && known.public().session.is_none() {
        return founding::bar(known);
    }
    let Some(session) = past::present(known) else {
        let wait = Next::Wait(known.t("today-no-session-wait"));
        return Bar::new(Lead::Wait, known.t("today-no-session"), wait);
    };
    let open = known.public().session.is_some();
    let act = NextAct::new(known.ta("past-acta", &[("n", &session)]), past::acta(known, session))
        .sub(known.t(if open { "today-acta-so-far" } else { "today-acta-last" }));
    Bar::new(Lead::May, known.t("today-may"), Next::Do(act))
}

/// Paints the tab; returns where the row of a new hall's list leads that was pressed.
pub(super) fn body(ui: &mut Ui, mut room: Rect, known: &Known, row: &mut usize) -> Option<Tab> {
    let session = past::present(known);
    let games = past::games_of(known, session);
    let new = founding::leads(known);
    if !new || known.public().session.is_some() {
        let figures = cut_top(&mut room, 60.0);
        cut_top(&mut room, 8.0);
        tiles(ui, figures, known, &games);
    }
    let middle = room.left() + 776.0;
    let left = Rect::from_min_max(room.min, pos2(middle, room.bottom()));
    let right = Rect::from_min_max(pos2(middle + 12.0, room.top()), room.max);
    let waiting = decisions(known);
    let mut pressed = None;
    if new {
        pressed = founding::paint(ui, panel(ui, left), known);
    } else {
        let lines = material_lines(known);
        let height = 58.0 + 26.0 * lines.len().clamp(1, 4).div_ceil(2) as f32;
        let below = Rect::from_min_max(pos2(left.left(), left.bottom() - height), left.max);
        let above = Rect::from_min_max(left.min, pos2(left.right(), below.top() - 8.0));
        let mut inner = panel(ui, above);
        ink::line(ui, cut_top(&mut inner, 24.0), &known.t("today-games"), label(17.0));
        let chosen = waiting.is_empty().then_some(*row);
        if let Some(pressed) = past::games(ui, inner, known, &games, chosen)
            && waiting.is_empty()
        {
            *row = pressed;
        }
        material(ui, panel(ui, below), known, lines);
    }
    let height = if waiting.is_empty() { 86.0 } else { 46.0 + 64.0 * waiting.len().min(DECISIONS) as f32 };
    let top = Rect::from_min_size(right.min, vec2(right.width(), height.min(right.height())));
    decide(ui, panel(ui, top), known, &waiting, row);
    let below = Rect::from_min_max(pos2(right.left(), top.bottom() + 8.0), right.max);
    if below.height() >= 80.0 {
        staff::on_duty(ui, panel(ui, below), known);
    }
    pressed
}

fn tiles(ui: &mut Ui, room: Rect, known: &Known, games: &[&GameRow]) {
    let counted = || games.iter().filter(|game| game.state != GameState::Void);
    let cards: u64 = counted().map(|game| u64::from(game.cards)).sum();
    let takings: u64 = counted().map(|game| game.takings_cents).sum();
    let prizes: u64 = counted().map(|game| game.line_cents + game.bingo_cents).sum();
    let until = known.public().session.as_ref().and_then(|session| session.closing_hour.clone());
    let values = [
        ("today-tile-games", words::count(games.len() as u64)),
        ("today-tile-cards", words::count(cards)),
        ("today-tile-takings", words::money(takings)),
        ("today-tile-prizes", words::money(prizes)),
        ("today-tile-until", until.unwrap_or_else(|| "—".to_string())),
    ];
    for (cell, (id, value)) in columns(room, [1.0; 5], 8.0).into_iter().zip(values) {
        tile(ui, cell, &known.t(id), &value);
    }
}

/// Paints what waits, three rows to a page.
fn decide(ui: &mut Ui, mut room: Rect, known: &Known, waiting: &[Decision], row: &mut usize) {
    let mut head = cut_top(&mut room, 22.0);
    let covered = ink::line(ui, head, &known.t("today-decide"), label(17.0));
    if waiting.is_empty() {
        let line = cut_top(&mut room, 40.0);
        let mark = Rect::from_center_size(pos2(line.left() + 10.0, line.center().y), vec2(18.0, 18.0));
        sign::tick(ui.painter(), mark, colour::OK);
        let rest = Rect::from_min_max(pos2(mark.right() + 12.0, line.top()), line.max);
        ink::line(ui, rest, &known.t("today-nothing"), text(17.0));
        return;
    }
    let shown = part::page(ui, "decisions", waiting.len(), DECISIONS, DECISIONS, Some(*row));
    if shown.len() < waiting.len() {
        head.min.x = covered.right() + 16.0;
        ink::line(ui, head, &part::more_rows(known, waiting.len() - shown.len()), label(15.0).right());
    }
    for number in shown {
        let decision = &waiting[number];
        let spot = cut_top(&mut room, 60.0);
        cut_top(&mut room, 4.0);
        let here = number == *row;
        if touch(ui, spot, &decision.title, true).clicked() {
            *row = number;
        }
        ui.painter().rect_filled(spot, RADIUS, colour::RAISED);
        let stroke = if here { Stroke::new(3.0, console::ALERT) } else { Stroke::new(2.0, colour::RULE) };
        ui.painter().rect_stroke(spot, RADIUS, stroke, StrokeKind::Inside);
        let inner = spot.shrink2(vec2(12.0, 5.0));
        if here {
            let mark = Rect::from_center_size(pos2(inner.left() + 6.0, inner.center().y), vec2(10.0, 13.0));
            sign::arrow(ui.painter(), mark, console::ALERT);
        }
        let words = Rect::from_min_max(inner.min + vec2(24.0, 0.0), inner.max);
        let (top, bottom) = words.split_top_bottom_at_fraction(0.52);
        ink::paint(ui, top, &decision.title, bold(17.0));
        let line = Rect::from_min_size(bottom.min, vec2(bottom.width(), 22.0));
        ink::words(ui, line, &fitting(&decision.about, 62), label(15.0));
    }
}

/// The balls in the machine, and the series on sale.
fn material_lines(known: &Known) -> Vec<(String, ink::Set)> {
    let set = known.board.machine.set.as_deref();
    let games = known.lists.ball_sets.iter().find(|row| Some(row.set.as_str()) == set).map(|row| row.games);
    let balls = match (set, games) {
        (Some(set), Some(games)) => {
            let shown = words::count(u64::from(games));
            known.ta("today-balls", &[("set", &set), ("n", &games), ("games", &shown)])
        }
        (Some(set), None) => known.ta("today-balls-unknown", &[("set", &set)]),
        (None, _) => known.t("today-no-balls"),
    };
    let flagged = known.lists.ball_sets.iter().filter(|row| row.withdrawn.is_none()).filter_map(|row| {
        let id = if row.verdict? == SetState::Withdraw { "today-set-withdraw" } else { "today-set-watch" };
        Some((known.ta(id, &[("set", &row.set)]), in_colour(bold(16.0), console::ALERT)))
    });
    let mut lines: Vec<_> = flagged.collect();
    lines.extend(card_lines(known));
    let machine = known.t(if known.board.machine.linked { "today-machine-up" } else { "today-machine-down" });
    lines.extend([balls, machine].map(|words| (words, text(16.0))));
    let on_sale = known.game().map(|game| game.series.as_str());
    let row = known.lists.series.iter().find(|row| Some(row.series.as_str()) == on_sale);
    if let Some(row) = row.or(known.lists.series.iter().find(|row| row.next_card.is_some())) {
        let spelled = series(&row.series);
        let words = match row.next_card {
            Some(next) => known.ta("today-series", &[("series", &spelled), ("next", &next)]),
            None => known.ta("today-series-used-up", &[("series", &spelled)]),
        };
        lines.push((words, text(16.0)));
    }
    lines
}

/// The professional cards that have expired, or will within the month.
fn card_lines(known: &Known) -> impl Iterator<Item = (String, ink::Set)> {
    let staff = known.people.iter().filter(|(_, member)| !member.left);
    let few = staff.filter_map(|(number, member)| {
        let days = member.card_days(known).filter(|days| *days <= CARD_DAYS_FEW)?;
        let id = if days < 0 { "today-card-over" } else { "today-card" };
        Some(known.ta(id, &[("name", &known.short_name(*number)), ("days", &days)]))
    });
    few.map(|words| (words, in_colour(bold(16.0), console::ALERT)))
}

/// Paints the lines, two beside each other, four to a page.
fn material(ui: &mut Ui, mut room: Rect, known: &Known, lines: Vec<(String, ink::Set)>) {
    let mut head = cut_top(&mut room, 26.0);
    let covered = ink::line(ui, head, &known.t("today-material"), label(17.0));
    let page = part::page(ui, "material", lines.len(), 4, 4, None);
    if page.len() < lines.len() {
        head.min.x = covered.right() + 16.0;
        ink::line(ui, head, &part::more_rows(known, lines.len() - page.len()), label(15.0));
    }
    for pair in lines[page].chunks(2) {
        let row = cut_top(&mut room, 26.0);
        for (cell, (words, look)) in columns(row, [1.0, 1.0], 16.0).into_iter().zip(pair) {
            ink::line(ui, cell, words, *look);
        }
    }
}
