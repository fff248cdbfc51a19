//! The shell round every view: strip, steps, band, body and bar, whose places never move.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_core::event::GameNo;
use hall_core::people::Role;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::Scene;

use crate::arm::{Arm, Since};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::{Key, Typed};
use crate::known::{Desk, Known};
use crate::place::{Look, Over, keys_by_hand};
use crate::press::Press;
use crate::typing::{BOUNCE_S, EARLY_MAX_S, Sight, WAITS_MAX_S, Waiting};
use crate::value;
use crate::view::{Band, BandKind, View};

mod band;
mod bar;
mod strip;

/// What the shell remembers from one frame to the next: how long Intro is deaf or held.
#[derive(Debug, Default)]
pub struct Shell {
    arm: Arm,
    /// What stood on the screen in the last frame.
    seen: Sight,
    /// A list did not find room, and its page is to be turned.
    pages: bool,
    turns: bool,
    /// When Intro did something last, while no other key came.
    intro_s: Option<f64>,
    /// When `−` asked whether what was written may go.
    back_asked_s: Option<f64>,
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

/// What became of a key.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// It waits for its turn.
    Waits,
    /// It was no key's beginning, or what it asks for is so already.
    Nothing,
    /// It does this.
    Press(Press),
    /// It does nothing: why, as an id of the texts with its arguments.
    Aloud(&'static str, Vec<(&'static str, String)>),
    /// It does what it says only when it is pressed once more.
    Asks(&'static str),
}

impl Shell {
    /// Looks at the bar of a view before a key is judged, or a frame painted.
    pub fn look(&mut self, known: &Known, view: &dyn View, at_s: f64, since: Since) -> Bar {
        let bar = bar_of(known, view);
        self.arm.look(known, &bar, at_s, since);
        bar
    }

    /// Returns what a hold that is over asks for.
    pub fn held_out(&mut self, bar: &Bar, at_s: f64) -> Option<Press> {
        self.arm.held_out(bar, at_s)
    }

    /// Returns what stood on the screen in the last frame, counted by its changes.
    pub const fn sight(&self) -> Sight {
        self.seen
    }

    /// Paints a view in its shell, and returns what was touched. `at_s` is the frame's time.
    pub fn show(&mut self, ui: &mut Ui, known: &Known, view: &mut dyn View, at_s: f64) -> Vec<Press> {
        let screen = ui.max_rect();
        ui.painter().rect_filled(screen, 0.0, colour::GROUND);
        if screen.width() < 1279.0 || screen.height() < 719.0 {
            let words = known.t("window-too-small");
            ink::line(ui, screen.shrink(16.0), &words, crate::view::part::text(18.0).centred());
        }
        if std::mem::take(&mut self.turns) {
            crate::view::part::turn(ui.ctx());
        }
        let band = band::of(known, view);
        let places = Places::of(screen, band.is_some());
        strip::strip(ui, places.strip, known);
        let mut pressed = Vec::new();
        pressed.extend(strip::steps(ui, places.steps, known));
        if let (Some(band), Some(room)) = (&band, places.band) {
            band::paint(ui, room, known, band);
        }
        let bar = bar_of(known, view);
        self.arm.wake(ui.ctx(), &bar);
        if known.link.ever && !known.link.connected {
            ui.set_opacity(0.45);
        }
        pressed.extend(view.body(ui, places.body, known));
        ui.set_opacity(1.0);
        let small = small_keys(ui.ctx(), known, view, &bar);
        self.pages = small.iter().any(|key| key.key == Key::NextPage);
        pressed.extend(bar::paint(ui, places.bar, known, &bar, &small, &self.arm, at_s).map(Press::Key));
        if !known.focused {
            unfocused(ui, screen, known);
        }
        self.seen = self.arm.sight();
        self.painted = Some(Painted { band, bar, live: self.arm.is_live() });
        pressed
    }

    /// Returns what the last frame showed.
    pub const fn painted(&self) -> Option<&Painted> {
        self.painted.as_ref()
    }

    /// Judges a key by what its person saw: the bar's keys here, everything else in the view. While a stop is
    /// about to be asked for (`stop_next`), or something is recorded, keys wait.
    pub fn hear(
        &mut self,
        key: &Waiting,
        known: &Known,
        view: &mut dyn View,
        bar: &Bar,
        stop_next: bool,
        at_s: f64,
    ) -> Heard {
        if let Typed::Released = key.typed {
            return self.released(bar);
        }
        if key.typed == Typed::Press(Key::Stop) {
            return stopped(known, bar);
        }
        let asked_back = self.back_asked_s.take();
        if key.typed != Typed::Press(Key::Intro) {
            self.intro_s = None;
        }
        if known.sending.is_some() || stop_next {
            let bounced = key.typed == Typed::Press(Key::Intro) && key.bare;
            return match () {
                () if bounced => aloud("key-recording"),
                () if !known.link.connected && looks(&key.typed) => {
                    self.pressed(key, known, view, bar, asked_back)
                }
                () if at_s - key.at_s > WAITS_MAX_S => aloud("key-waited"),
                () => {
                    self.back_asked_s = asked_back;
                    Heard::Waits
                }
            };
        }
        match &key.typed {
            Typed::Press(Key::Intro) => self.intro(key, known, bar, view, at_s),
            Typed::Press(_) => self.pressed(key, known, view, bar, asked_back),
            // A scan where no card is expected changes nothing, and says so (C-09).
            Typed::Scan(_) => {
                let press = view.typed(&key.typed, known);
                Heard::Press(press.unwrap_or(Press::Refuse("lectura-fuera-de-lugar")))
            }
            Typed::Char(_) | Typed::Erase | Typed::Up | Typed::Down | Typed::Next | Typed::Released => {
                view.typed(&key.typed, known).map_or_else(|| aloud("key-means-nothing"), Heard::Press)
            }
        }
    }

    /// Intro was let go.
    fn released(&mut self, bar: &Bar) -> Heard {
        let hold_s = match &bar.next {
            Next::Do(act) => act.hold_s,
            Next::Wait(_) | Next::Missing { .. } => 0.0,
        };
        if self.arm.release() && hold_s > 0.0 {
            return Heard::Aloud("key-hold", vec![("secs", format!("{hold_s:.0}"))]);
        }
        Heard::Nothing
    }

    /// What Intro does: what the person saw it would do, or nothing.
    fn intro(&mut self, key: &Waiting, known: &Known, bar: &Bar, view: &mut dyn View, at_s: f64) -> Heard {
        let act = match &bar.next {
            Next::Do(act) => act,
            Next::Wait(what) => return Heard::Aloud("key-wait", vec![("what", what.clone())]),
            Next::Missing { what, .. } => return Heard::Aloud("key-missing", vec![("what", what.clone())]),
        };
        if matches!(act.press, Press::Ask(_) | Press::LogIn { .. }) {
            if !known.link.connected {
                return aloud("key-no-link");
            }
            if key.bare
                && !self.arm.is_live()
                && self.intro_s.is_some_and(|before| key.at_s - before < BOUNCE_S)
            {
                return aloud("key-bounced");
            }
        }
        let now = self.arm.sight();
        let changed =
            if key.bare { now.at_all != key.sight.at_all } else { now.by_others != key.sight.by_others };
        if changed {
            return aloud("key-changed");
        }
        if !self.arm.is_live() {
            let left_s = self.arm.left_s(known, act.arming, at_s);
            if left_s <= EARLY_MAX_S {
                return Heard::Waits;
            }
            return Heard::Aloud("key-not-yet", vec![("secs", format!("{:.0}", left_s.ceil().max(1.0)))]);
        }
        if act.hold_s > 0.0 {
            self.arm.hold(at_s);
            return Heard::Nothing;
        }
        self.arm.acted(at_s);
        self.intro_s = Some(at_s);
        if act.press == Press::Typed {
            view.pressed(Key::Intro);
        }
        Heard::Press(act.press.clone())
    }

    /// What a key of the bar does, or one that is the same everywhere.
    fn pressed(
        &mut self,
        key: &Waiting,
        known: &Known,
        view: &mut dyn View,
        bar: &Bar,
        asked_back: Option<f64>,
    ) -> Heard {
        let Typed::Press(pressed) = key.typed else { return Heard::Nothing };
        if pressed == Key::NextPage && self.pages {
            self.turns = true;
            return Heard::Press(Press::Typed);
        }
        let Some(button) = bar.button(pressed) else {
            return common(pressed, known).map_or_else(|| aloud("key-means-nothing"), Heard::Press);
        };
        let Some(press) = &button.press else {
            return Heard::Aloud("key-off", vec![("what", button.sub.clone())]);
        };
        if matches!(press, Press::Ask(_)) && !known.link.connected {
            return aloud("key-no-link");
        }
        if pressed == Key::Back && view.would_throw_away(known) {
            let again = asked_back.is_some_and(|asked| (BOUNCE_S..4.0).contains(&(key.at_s - asked)));
            if !again {
                self.back_asked_s = Some(asked_back.unwrap_or(key.at_s));
                return Heard::Asks("key-throws-away");
            }
        }
        if *press == Press::Typed {
            view.pressed(pressed);
        }
        Heard::Press(press.clone())
    }
}

fn aloud(id: &'static str) -> Heard {
    Heard::Aloud(id, Vec::new())
}

/// PARADA: alive while something is being recorded too, the program stops as soon as that is answered. Where the
/// draw has stopped already, it is as it should be.
fn stopped(known: &Known, bar: &Bar) -> Heard {
    match bar.press_of(Key::Stop) {
        Some(press) if known.link.connected => Heard::Press(press.clone()),
        Some(_) => aloud("key-no-link"),
        None if known.public().stop.is_some() => Heard::Nothing,
        None => aloud("key-no-ball"),
    }
}

/// Keys that only look, or leave: alive while nobody can be asked.
fn looks(typed: &Typed) -> bool {
    matches!(typed, Typed::Press(Key::F1 | Key::F2 | Key::F3 | Key::F4 | Key::F10 | Key::F12 | Key::Back))
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
    let stop = Request::Stop { game: GameNo(game.game), announced: value::announced(known) };
    let press = Press::ask(known.t("stop"), stop);
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
const LOOKS_AT_CARDS: [Role; 3] = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero];

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
        Key::F2 if LOOKS_AT_CARDS.iter().any(|role| known.has_role(*role)) => {
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
        | Key::Print
        | Key::Usb
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
