//! 14 · Incidencias: a list of nine. Opening it only keeps balls from being announced; choosing
//! opens what explains first what will happen.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::request::RequestKind;
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink;
use hall_wire::board::{PrizeState, Scene};

use super::common::alert;
use super::transcription;
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::{Key, Typed};
use crate::known::{Known, is_due};
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::mesa::last_game;
use crate::view::part::{RADIUS, bold, columns, cut_top, frame, in_colour, label, rows, touch};
use crate::view::tabs::by_digit;
use crate::view::{Band, View};

#[derive(Debug, Default)]
pub struct Trouble;

/// One of the nine.
struct Item {
    /// The id of its name; `{id}-sub` says what it is for.
    id: &'static str,
    over: Over,
    /// Who may, in a word or two.
    who: &'static str,
    /// Why not now.
    off: Option<&'static str>,
}

/// Whether balls are being drawn, or a stop or an ALTO is in them.
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

/// Whether a game is on sale or in play.
fn running(known: &Known) -> bool {
    in_draw(known) || matches!(known.scene(), Scene::Sale | Scene::Totals | Scene::Suspended)
}

fn items(known: &Known) -> [Item; 9] {
    let public = known.public();
    let mut prizes = public.prizes.iter().chain(&known.board.owed);
    let owed = prizes.any(|prize| is_due(prize) || prize.state == PrizeState::Withheld);
    let paid = public.prizes.iter().any(|prize| prize.state == PrizeState::Paid);
    let line_open = known.game().is_some_and(|game| game.line_open);
    let waits = known.scene() == Scene::Draw && !known.board.pending.is_empty();
    let unless = |good: bool, why: &'static str| (!good).then_some(why);
    let no_session = unless(public.session.is_some(), "tr-no-session");
    let no_draw = unless(in_draw(known), "tr-no-draw");
    let none_said = no_draw.or(unless(!public.announced.is_empty(), "tr-none-said"));
    let no_count = unless(in_draw(known) || known.scene() == Scene::Totals, "tr-no-count");
    let no_count = no_count.or(unless(line_open, "tr-line-given"));
    let no_void = unless(known.scene() == Scene::Winners || running(known), "tr-no-game");
    let no_void = no_void.or(unless(!paid, "tr-paid"));
    let no_ball = unless(waits, "tr-no-ball");
    let no_game = unless(running(known), "tr-no-game");
    let no_prize = unless(owed, "tr-no-prize");
    [
        ("tr-other", Over::OtherBall, RequestKind::Announce, "tr-who-caller", no_ball),
        ("tr-hold", Over::Turn(Turn::RaiseHold), RequestKind::RaiseHold, "tr-who-any", no_draw),
        (
            "tr-said",
            Over::Turn(Turn::RectifyBall),
            RequestKind::RectifyAnnouncement,
            "tr-who-mesa",
            none_said,
        ),
        ("tr-fault", Over::Turn(Turn::Suspend), RequestKind::SuspendGame, "tr-who-mesa", no_game),
        ("tr-prize", Over::Turn(Turn::Withhold), RequestKind::WithholdPrize, "tr-who-mesa", no_prize),
        ("tr-claim", Over::Turn(Turn::Diligencia), RequestKind::WriteDiligencia, "tr-who-mesa", None),
        ("tr-count", Over::Turn(Turn::RectifySale), RequestKind::RectifySale, "tr-who-mesa", no_count),
        ("tr-material", Over::Turn(Turn::Material), RequestKind::CallAuthority, "tr-who-mesa", no_session),
        ("tr-void", Over::Turn(Turn::Void), RequestKind::AskVoid, "tr-who-two", no_void),
    ]
    .map(|(id, over, power, who, off)| {
        let confirms = power == RequestKind::AskVoid && known.may(RequestKind::ConfirmVoid);
        Item { id, over, who, off: off.or(unless(known.may(power) || confirms, "tr-not-yours")) }
    })
}

impl View for Trouble {
    fn bar(&self, known: &Known) -> Bar {
        let next = Next::Missing { label: known.t("tr-choose"), what: known.t("tr-choose-sub") };
        let back = KeyButton::new(Key::Back, known.t("back"), Press::Close).sub(known.t("fo-leave-sub"));
        let last = last_game(known);
        let last = match &known.public().session {
            None => last.off(known.t("tr-no-session")),
            Some(session) if session.last_game => last,
            Some(_) => last.on_if(known.may(RequestKind::AnnounceLastGame), known.t("tr-not-yours")),
        };
        Bar::new(Lead::Now, known.t("tr-prompt"), next).with(back).with(sheet(known)).with(last)
    }

    fn topic(&self) -> Topic {
        Topic::Trouble
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let spots = rows(room, [1.0; 3], 10.0).into_iter().flat_map(|row| columns(row, [1.0; 3], 12.0));
        let mut pressed = None;
        for ((number, item), spot) in items(known).iter().enumerate().zip(spots) {
            if tile(ui, spot, known, number + 1, item) {
                pressed = Some(Press::Open(item.over));
            }
        }
        pressed
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let Typed::Char(c) = typed else { return None };
        let items = items(known);
        let item = &items[by_digit(*c, items.len())?];
        item.off.is_none().then_some(Press::Open(item.over))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        alert(known.t("tr-word"), known.t("tr-fact"), known.t("tr-fact-then"))
    }
}

/// The key for the sheet of a game that was finished on paper.
fn sheet(known: &Known) -> KeyButton {
    let button = KeyButton::new(Key::F5, known.t("tr-sheet"), Press::Open(Over::Turn(Turn::Transcription)));
    match transcription::impossible(known) {
        _ if !known.may(RequestKind::AskTranscription) => button.off(known.t("tr-not-yours")),
        Some(why) => button.off(known.t(why)),
        None if transcription::first_by(known).is_some() => button.sub(known.t("tr-sheet-second")),
        None => button.sub(known.t("tr-sheet-sub")),
    }
}

fn tile(ui: &mut Ui, room: Rect, known: &Known, number: usize, item: &Item) -> bool {
    let on = item.off.is_none();
    let name = known.t(item.id);
    let response = touch(ui, room, &name, on);
    let (fill, rim) = if on { (colour::RAISED, colour::RULE) } else { (colour::SURFACE, colour::RAISED) };
    ui.painter().rect_filled(room, RADIUS, fill);
    frame(ui, room, rim);
    let inkc = if on { console::TEXT } else { console::OFF };
    let mut inner = room.shrink2(vec2(16.0, 10.0));
    let top = cut_top(&mut inner, 38.0);
    let cap = Rect::from_min_size(top.min + vec2(0.0, 2.0), vec2(34.0, 34.0));
    ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
    ink::paint(ui, cap, &number.to_string(), in_colour(bold(17.0), inkc).centred());
    let words = Rect::from_min_max(pos2(cap.right() + 12.0, top.top()), top.max);
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
    let width = ui.painter().layout_no_wrap(who.clone(), Face::Bold.at(16.0), inkw).size().x + 20.0;
    let chip = Rect::from_min_size(chip.min, vec2(width, chip.height().min(28.0)));
    ui.painter().rect_filled(chip, 4.0, fill);
    ink::paint(ui, chip, &who, in_colour(bold(16.0), inkw).centred());
    response.clicked()
}
