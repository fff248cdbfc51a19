//! The shell round every view: strip, steps, band, body and bar, whose places never move.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::Scene;
use serde_json::json;

use crate::arm::Arm;
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::{Key, Typed};
use crate::known::{Desk, Known};
use crate::place::{Look, Over, keys_by_hand};
use crate::press::Press;
use crate::view::{Band, BandKind, View};

mod band;
mod bar;
mod strip;

/// What the shell remembers from one frame to the next: how long Intro is deaf or held.
#[derive(Debug, Default)]
pub struct Shell {
    arm: Arm,
    painted: Option<Painted>,
}

/// What a frame showed round the body.
#[derive(Debug)]
pub struct Painted {
    /// The band, where there was one.
    pub band: Option<Band>,
    /// The bar.
    pub bar: Bar,
    /// Intro would have acted.
    pub live: bool,
}

/// The places on a screen, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Places {
    /// The strip at the top.
    pub strip: Rect,
    /// The steps, or the tabs.
    pub steps: Rect,
    /// The band, where there is one.
    pub band: Option<Rect>,
    /// The body, within its margins.
    pub body: Rect,
    /// The bar at the foot.
    pub bar: Rect,
}

/// How high the bar is: the sentence beside the small keys, and the buttons.
const BAR_HEIGHT: f32 = 128.0;

impl Places {
    /// Returns the places of a screen this large; a band pushes the body.
    pub fn of(screen: Rect, banded: bool) -> Places {
        let at = |top: f32, height: f32| {
            Rect::from_min_size(pos2(screen.left(), screen.top() + top), vec2(screen.width(), height))
        };
        let bar_top = screen.height() - BAR_HEIGHT;
        let body_top = if banded { 158.0 } else { 96.0 };
        Places {
            strip: at(0.0, 48.0),
            steps: at(48.0, 40.0),
            band: banded.then(|| at(88.0, 58.0)),
            body: at(body_top, bar_top - 8.0 - body_top).shrink2(vec2(16.0, 0.0)),
            bar: at(bar_top, BAR_HEIGHT),
        }
    }
}

impl Shell {
    /// Paints a view in its shell, hands it what was typed, and returns what was pressed. `at_s` is
    /// the frame's time.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        known: &Known,
        view: &mut dyn View,
        typed: &[Typed],
        at_s: f64,
    ) -> Vec<Press> {
        let screen = ui.max_rect();
        ui.painter().rect_filled(screen, 0.0, colour::GROUND);
        if screen.width() < 1279.0 || screen.height() < 719.0 {
            let words = known.t("window-too-small");
            ink::line(ui, screen.shrink(16.0), &words, crate::view::part::text(18.0).centred());
        }
        let band = band::of(known, view);
        let places = Places::of(screen, band.is_some());
        strip::strip(ui, places.strip, known);
        let mut pressed = Vec::new();
        pressed.extend(strip::steps(ui, places.steps, known));
        if let (Some(band), Some(room)) = (&band, places.band) {
            band::paint(ui, room, known, band);
        }
        if typed.contains(&Typed::Press(Key::NextPage)) {
            crate::view::part::turn(ui.ctx());
        }
        let now = bar_of(known, view);
        let live = self.arm.look(known, &now, at_s, ui.ctx());
        for key in typed {
            let press = self.typed(key, known, view, &now, live, at_s);
            if let (Typed::Press(key), Some(Press::Typed)) = (key, &press) {
                view.pressed(*key);
            }
            pressed.extend(press);
        }
        if known.link.ever && !known.link.connected {
            ui.set_opacity(0.45);
        }
        pressed.extend(view.body(ui, places.body, known));
        ui.set_opacity(1.0);
        if let Some(press) = self.arm.held_out(&now, at_s) {
            pressed.push(press);
        }
        let small = small_keys(ui.ctx(), known, view, &now);
        if let Some((key, press)) = bar::paint(ui, places.bar, known, &now, &small, &mut self.arm, at_s) {
            if key == Key::NextPage {
                crate::view::part::turn(ui.ctx());
            } else if press == Press::Typed {
                view.pressed(key);
            }
            pressed.push(press);
        }
        if !known.focused {
            unfocused(ui, screen, known);
        }
        self.painted = Some(Painted { band, bar: now, live });
        pressed
    }

    /// Returns what the last frame showed.
    pub const fn painted(&self) -> Option<&Painted> {
        self.painted.as_ref()
    }

    /// What a key does: the bar's keys here, everything else in the view.
    fn typed(
        &mut self,
        typed: &Typed,
        known: &Known,
        view: &mut dyn View,
        bar: &Bar,
        live: bool,
        at_s: f64,
    ) -> Option<Press> {
        match typed {
            Typed::Press(Key::Intro) => self.arm.press(bar, live, at_s),
            Typed::Released => {
                self.arm.release();
                None
            }
            // Alive while something is being recorded too: the program stops as soon as that is answered.
            Typed::Press(Key::Stop) => bar.press_of(Key::Stop).filter(|_| known.link.connected).cloned(),
            Typed::Press(key) => {
                let acts = known.may_act();
                match bar.press_of(*key) {
                    // What asks the desk for something waits for the desk; the rest is the console's own.
                    Some(Press::Ask(_)) if !acts => None,
                    Some(press) => Some(press.clone()),
                    None => common(*key, known),
                }
            }
            // A scan where no card is expected changes nothing, and says so (C-09).
            Typed::Scan(_) => view.typed(typed, known).or(Some(Press::Refuse("lectura-fuera-de-lugar"))),
            Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next => view.typed(typed, known),
        }
    }
}

/// Returns the bar of a view as the shell shows it: with PARADA wherever balls may come, whatever
/// lies over the draw, and waiting while there is no connection.
pub fn bar_of(known: &Known, view: &dyn View) -> Bar {
    let bar = view.bar(known);
    let bar = Bar { stop: stop(known).filter(|_| view.seated()), ..bar };
    if known.link.connected || known.me.is_none() { bar } else { silent(known, bar) }
}

/// PARADA, as the person sees the draw (DECISIONS 28): at the mesa, and for who keys the balls by hand.
pub(crate) fn stop(known: &Known) -> Option<KeyButton> {
    let balls_come = match known.scene() {
        Scene::Draw => true,
        Scene::Hold => known.public().stop.is_none(),
        Scene::Closed
        | Scene::Idle
        | Scene::Sale
        | Scene::Totals
        | Scene::Check
        | Scene::Question
        | Scene::Winners
        | Scene::Void
        | Scene::Suspended
        | Scene::NotHeld => false,
    };
    let game = known.game().filter(|_| balls_come && (known.desk == Desk::Mesa || keys_by_hand(known)))?;
    let body = json!({"game": game.game, "announced": known.public().announced.len()});
    let press = Press::ask(known.t("stop"), "stop", body);
    Some(KeyButton::new(Key::Stop, known.t("stop"), press).sub(known.t("stop-sub")))
}

/// Without connection nothing can be asked: the bar waits, and its buttons that only look stay.
fn silent(known: &Known, bar: Bar) -> Bar {
    let stop = bar.stop.map(|stop| stop.off(known.t("band-lost")));
    Bar {
        lead: Lead::Wait,
        prompt: known.t("lost-prompt"),
        next: Next::Wait(known.t("lost-wait")),
        stop,
        buttons: bar.buttons,
    }
}

/// Who may look at any card of the hall.
const LOOKS_AT_CARDS: [&str; 3] = ["jefe_de_sala", "jefe_de_mesa", "cajero"];

/// The keys that mean the same in every view, with the words of their small buttons.
const SMALL: [(Key, &str); 6] = [
    (Key::F1, "small-keys"),
    (Key::F2, "small-card"),
    (Key::F3, "small-order"),
    (Key::F4, "small-acta"),
    (Key::F10, "small-cables"),
    (Key::F12, "small-lock"),
];

/// Returns the small buttons over the bar: each key that acts here and has no button in the bar, for a finger
/// too; and the one that turns the pages, where a list does not find room.
fn small_keys(ctx: &egui::Context, known: &Known, view: &dyn View, bar: &Bar) -> Vec<KeyButton> {
    let cut = crate::view::part::take_cut(ctx);
    if known.me.is_none() || !view.seated() {
        return Vec::new();
    }
    let shown = |key: Key| bar.buttons.iter().any(|button| button.key == key);
    let all = SMALL.iter().filter(|(key, _)| !shown(*key));
    let mut small: Vec<KeyButton> =
        all.filter_map(|(key, id)| Some(KeyButton::new(*key, known.t(id), common(*key, known)?))).collect();
    if cut {
        small.push(KeyButton::new(Key::NextPage, known.t("small-next-page"), Press::Typed));
    }
    small
}

/// The keys that mean the same in every view.
fn common(key: Key, known: &Known) -> Option<Press> {
    known.me.as_ref()?;
    let desks = Desk::of(&known.me.as_ref()?.roles);
    let place = desks.iter().position(|desk| *desk == known.desk)?;
    match key {
        Key::F1 => Some(Press::Open(Over::Look(Look::Keys))),
        Key::F2 if LOOKS_AT_CARDS.iter().any(|role| known.has_role(role)) => {
            Some(Press::Open(Over::Look(Look::Card)))
        }
        Key::F3 => Some(Press::Open(Over::Look(Look::Order))),
        Key::F4 => Some(Press::Open(Over::Look(Look::Acta))),
        Key::F10 => Some(Press::Open(Over::Look(Look::Cables))),
        Key::F12 => Some(Press::Lock),
        Key::DeskBefore => desks.get(place.checked_sub(1)?).map(|desk| Press::Sit(*desk)),
        Key::DeskAfter => desks.get(place + 1).map(|desk| Press::Sit(*desk)),
        Key::Back if known.refused.is_some() => Some(Press::Understood),
        Key::Intro
        | Key::Back
        | Key::F2
        | Key::Stop
        | Key::More
        | Key::Trouble
        | Key::F5
        | Key::F6
        | Key::F7
        | Key::F8
        | Key::F11
        | Key::NextPage => None,
    }
}

fn unfocused(ui: &mut Ui, screen: Rect, known: &Known) {
    let words = known.t("no-focus");
    ui.painter().rect_stroke(screen, 0.0, Stroke::new(6.0, console::ALERT), egui::StrokeKind::Inside);
    let room = Rect::from_center_size(pos2(screen.center().x, screen.top() + 30.0), vec2(420.0, 44.0));
    ui.painter().rect_filled(room, 6.0, console::ALERT);
    let set = crate::view::part::in_colour(crate::view::part::bold(18.0), console::ALERT_INK);
    ink::line(ui, room, &words, set.centred());
}
