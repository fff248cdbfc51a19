//! 14 · Incidencias: a list of nine. Opening it only keeps balls from being announced; choosing
//! opens what explains first what will happen.

use egui::{Rect, Stroke, StrokeKind, Ui, vec2};
use hall_core::request::RequestKind;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::{PrizeState, Scene};

use super::common::{alert, may};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::{Key, Typed};
use crate::known::{Known, is_due};
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::part::{RADIUS, bold, columns, cut_top, in_colour, label, rows, touch};
use crate::view::{Band, View};

/// The list.
#[derive(Debug, Default)]
pub struct Trouble;

/// One of the nine.
struct Item {
    over: Over,
    id: &'static str,
    /// Who may, in a word or two.
    who: &'static str,
    /// Why not now.
    off: Option<&'static str>,
}

/// Returns whether balls are being drawn, or a stop or an ALTO is in them.
fn in_draw(known: &Known) -> bool {
    match known.scene() {
        Scene::Draw | Scene::Check | Scene::Question | Scene::Hold => true,
        Scene::Suspended => !known.public().announced.is_empty(),
        Scene::Closed
        | Scene::Idle
        | Scene::Sale
        | Scene::Totals
        | Scene::Winners
        | Scene::Void
        | Scene::NotHeld => false,
    }
}

/// Returns whether a game is on sale or in play.
fn running(known: &Known) -> bool {
    in_draw(known) || matches!(known.scene(), Scene::Sale | Scene::Totals | Scene::Suspended)
}

fn items(known: &Known) -> [Item; 9] {
    let board = &known.board;
    let prizes = || board.public.prizes.iter().chain(&board.owed);
    let owed = prizes().any(|prize| is_due(prize) || prize.state == PrizeState::Withheld);
    let ended = matches!(known.scene(), Scene::Winners | Scene::Idle | Scene::NotHeld | Scene::Sale);
    let unless = |good: bool, why: &'static str| (!good).then_some(why);
    let session = board.public.session.is_some();
    let line_open = known.game().is_some_and(|game| game.line_open);
    let counted = in_draw(known) || known.scene() == Scene::Totals;
    let item =
        |over: Over, power: RequestKind, id: &'static str, who: &'static str, off: Option<&'static str>| {
            let second = over == Over::Turn(Turn::Void) && may(known, RequestKind::ConfirmVoid);
            let mine = may(known, power) || second;
            Item { over, id, who, off: off.or(unless(mine, "tr-not-yours")) }
        };
    let owed_now = unless(ended || owed, "tr-no-prize").or(unless(owed, "tr-no-prize"));
    let voidable = known.scene() == Scene::Winners || running(known);
    let paid = known.public().prizes.iter().any(|prize| prize.state == PrizeState::Paid);
    let waits = known.scene() == Scene::Draw && !board.pending.is_empty();
    let announced = !board.public.announced.is_empty();
    [
        item(
            Over::OtherBall,
            RequestKind::Announce,
            "tr-other",
            "tr-who-caller",
            unless(waits, "tr-no-ball"),
        ),
        item(
            Over::Turn(Turn::RaiseHold),
            RequestKind::RaiseHold,
            "tr-hold",
            "tr-who-any",
            unless(in_draw(known), "tr-no-draw"),
        ),
        item(
            Over::Turn(Turn::RectifyBall),
            RequestKind::RectifyAnnouncement,
            "tr-said",
            "tr-who-mesa",
            unless(in_draw(known), "tr-no-draw").or(unless(announced, "tr-none-said")),
        ),
        item(
            Over::Turn(Turn::Suspend),
            RequestKind::SuspendGame,
            "tr-fault",
            "tr-who-mesa",
            unless(running(known), "tr-no-game"),
        ),
        item(Over::Turn(Turn::Withhold), RequestKind::WithholdPrize, "tr-prize", "tr-who-mesa", owed_now),
        item(
            Over::Turn(Turn::Diligencia),
            RequestKind::WriteDiligencia,
            "tr-claim",
            "tr-who-mesa",
            unless(session, "tr-no-session"),
        ),
        item(
            Over::Turn(Turn::RectifySale),
            RequestKind::RectifySale,
            "tr-count",
            "tr-who-mesa",
            unless(counted, "tr-no-count").or(unless(line_open, "tr-line-given")),
        ),
        item(
            Over::Turn(Turn::Material),
            RequestKind::CallAuthority,
            "tr-material",
            "tr-who-mesa",
            unless(session, "tr-no-session"),
        ),
        item(
            Over::Turn(Turn::Void),
            RequestKind::AskVoid,
            "tr-void",
            "tr-who-two",
            unless(voidable, "tr-no-game").or(unless(!paid, "tr-paid")),
        ),
    ]
}

impl View for Trouble {
    fn bar(&self, known: &Known) -> Bar {
        let next = Next::Missing { label: known.t("tr-choose"), what: known.t("tr-choose-sub") };
        let back = KeyButton::new(Key::Back, known.t("back"), Press::Close).sub(known.t("fo-leave-sub"));
        let session = known.public().session.as_ref();
        let last = KeyButton::new(Key::F11, known.t("last-game"), Press::Open(Over::Turn(Turn::LastGame)));
        let last = match session {
            Some(session) if session.last_game => last.off(known.t("last-game-said")),
            Some(_) => last.on_if(may(known, RequestKind::AnnounceLastGame), known.t("tr-not-yours")),
            None => last.off(known.t("tr-no-session")),
        };
        Bar::new(Lead::Now, known.t("tr-prompt"), next).with(back).with(last)
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let mut pressed = None;
        let items = items(known);
        for (row, line) in rows(room, [1.0; 3], 10.0).into_iter().enumerate() {
            for (column, spot) in columns(line, [1.0; 3], 12.0).into_iter().enumerate() {
                let number = row * 3 + column;
                if tile(ui, spot, known, number + 1, &items[number]) {
                    pressed = Some(Press::Open(items[number].over));
                }
            }
        }
        pressed
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let Typed::Char(c) = typed else { return None };
        let number = c.to_digit(10).filter(|number| *number > 0)? as usize;
        let items = items(known);
        let item = items.get(number - 1)?;
        item.off.is_none().then_some(Press::Open(item.over))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        alert(known.t("tr-word"), known.t("tr-fact"), known.t("tr-fact-then"))
    }
}

fn tile(ui: &mut Ui, room: Rect, known: &Known, number: usize, item: &Item) -> bool {
    let on = item.off.is_none();
    let name = known.t(item.id);
    let response = touch(ui, room, &name, on);
    let (fill, frame) = if on { (colour::RAISED, colour::RULE) } else { (colour::SURFACE, colour::RAISED) };
    ui.painter().rect_filled(room, RADIUS, fill);
    ui.painter().rect_stroke(room, RADIUS, Stroke::new(2.0, frame), StrokeKind::Inside);
    let inkc = if on { console::TEXT } else { console::OFF };
    let mut inner = room.shrink2(vec2(16.0, 10.0));
    let top = cut_top(&mut inner, 38.0);
    let cap = Rect::from_min_size(top.min + vec2(0.0, 2.0), vec2(34.0, 34.0));
    ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
    ink::paint(ui, cap, &number.to_string(), in_colour(bold(17.0), inkc).centred());
    let words = Rect::from_min_max(egui::pos2(cap.right() + 12.0, top.top()), top.max);
    ink::paint(ui, words, &name, in_colour(bold(21.0), inkc));
    inner.min.y += 2.0;
    let sub = item.off.map_or_else(|| known.t(&format!("{}-sub", item.id)), |why| known.t(why));
    let set = if on { label(17.0) } else { in_colour(label(17.0), console::OFF) };
    ink::line(ui, cut_top(&mut inner, 28.0), &sub, set);
    inner.min.y += 8.0;
    let who = known.t(item.who);
    let left = inner.height().min(30.0);
    let chip = cut_top(&mut inner, left);
    let two = item.over == Over::Turn(Turn::Void) && on;
    let (fill, inkw) = if two { (console::ALERT, console::ALERT_INK) } else { (colour::SURFACE, inkc) };
    let width =
        ui.painter().layout_no_wrap(who.clone(), hall_look::font::Face::Bold.at(16.0), inkw).size().x + 20.0;
    let chip = Rect::from_min_size(chip.min, vec2(width, chip.height().min(28.0)));
    ui.painter().rect_filled(chip, 4.0, fill);
    ink::paint(ui, chip, &who, in_colour(bold(16.0), inkw).centred());
    response.clicked()
}
