//! The frame around every view: strip, steps, band, body and bar, always in the same places.

use egui::{Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_core::event::GameNo;
use hall_core::people::Role;
use hall_core::request::{Request, RequestKind};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::barcode::Unread;
use hall_wire::board::Scene;

use crate::arm::{Arm, Since};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::device::DeviceAct;
use crate::keys::{Key, Typed};
use crate::known::{Desk, Known};
use crate::place::{Look, Over, keys_by_hand};
use crate::press::Press;
use crate::typing::{BOUNCE_S, EARLY_MAX_S, Sight, WAITS_MAX_S, Waiting};
use crate::value;
use crate::view::help::Topic;
use crate::view::{Band, BandKind, View, part};

mod band;
mod bar;
mod behind;
mod strip;

/// What the shell remembers from one frame to the next.
#[derive(Debug, Default)]
pub struct Shell {
    pub(crate) arm: Arm,
    /// Counts of changes, as the last frame showed them.
    seen: Sight,
    /// A list is cut: it has pages to turn.
    pages: bool,
    /// A page is to be turned.
    turns: bool,
    /// When Intro last acted, if no other key came since.
    intro_s: Option<f64>,
    /// When `−` asked whether what was written may be discarded.
    back_asked_s: Option<f64>,
    /// The last frame's window was too small: a window's first frame may have any size.
    small: bool,
    painted: Option<Painted>,
}

/// What a frame showed around the body.
#[derive(Debug)]
pub struct Painted {
    /// The band, if any.
    pub band: Option<Band>,
    /// The bar.
    pub bar: Bar,
    /// Intro would have acted.
    pub live: bool,
}

/// The places on a screen, in points.
struct Places {
    strip: Rect,
    /// The steps of the game, and the desks.
    steps: Rect,
    band: Option<Rect>,
    /// Within its margins.
    body: Rect,
    bar: Rect,
}

/// Height of the bar: the sentence beside the small keys, and the buttons.
const BAR_HEIGHT: f32 = 128.0;

impl Places {
    /// The places on a screen; a band pushes the body down.
    fn of(screen: Rect, banded: bool) -> Places {
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

/// What a key does.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyHeard {
    /// It stays in the queue.
    Waits,
    /// Nothing: a release, a hold that begins, or a stop that is already so.
    Nothing,
    /// This.
    Press(Press),
    /// Nothing, and the screen says why in these words.
    Aloud(String),
    /// It acts only when pressed again: the id of the question.
    Asks(&'static str),
    /// The same so soon that nobody had read the question: what is typed behind it counts on an answer that it was not.
    Bounced(&'static str),
}

impl Shell {
    /// The bar of a view, before each key and each frame.
    pub fn look(&mut self, known: &Known, view: &dyn View, at_s: f64, since: Since) -> Bar {
        let bar = bar_of(known, view);
        self.arm.look(known, &bar, at_s, since);
        bar
    }

    /// Counts of changes, as the last frame showed them.
    pub const fn sight(&self) -> Sight {
        self.seen
    }

    /// Paints a view with everything around it, and returns what was touched. `at_s` is the frame's time.
    pub fn show(&mut self, ui: &mut Ui, known: &Known, view: &mut dyn View, at_s: f64) -> Vec<Press> {
        let screen = ui.max_rect();
        ui.painter().rect_filled(screen, 0.0, colour::GROUND);
        if std::mem::take(&mut self.turns) {
            part::turn(ui.ctx());
        }
        let band = band::of(known, view);
        let behind = band.as_ref().filter(|band| band.kind == BandKind::Behind);
        let places = Places::of(screen, band.is_some() && behind.is_none());
        strip::strip(ui, places.strip, known);
        let mut pressed = Vec::new();
        pressed.extend(strip::steps(ui, places.steps, known));
        if let (Some(band), Some(room)) = (&band, places.band) {
            band::paint(ui, room, known, band);
        }
        let bar = bar_of(known, view);
        self.arm.wake(ui.ctx(), &bar);
        if let Some(band) = behind {
            let room = Rect::from_min_max(
                pos2(screen.left(), places.steps.bottom()),
                pos2(screen.right(), places.bar.top()),
            );
            behind::paint(ui, room, known, band);
        } else {
            if known.link.ever && !known.link.connected {
                ui.set_opacity(0.45);
            }
            pressed.extend(view.body(ui, places.body, known));
            ui.set_opacity(1.0);
        }
        let small = small_keys(ui.ctx(), known, view, &bar);
        self.pages = small.iter().any(|key| key.key == Key::NextPage);
        pressed.extend(bar::paint(ui, places.bar, known, &bar, &small, &self.arm, at_s).map(Press::Key));
        let small = screen.width() < 1279.0 || screen.height() < 719.0;
        if small && self.small {
            plate(ui, pos2(screen.center().x, places.body.top() + 22.0), &known.t("window-too-small"));
        }
        self.small = small;
        if !known.focused {
            ui.painter().rect_stroke(screen, 0.0, Stroke::new(6.0, console::ALERT), StrokeKind::Inside);
            plate(ui, pos2(screen.center().x, screen.top() + 30.0), &known.t("no-focus"));
        }
        self.seen = self.arm.sight;
        self.painted = Some(Painted { band, bar, live: self.arm.live });
        pressed
    }

    /// What the last frame showed.
    pub const fn painted(&self) -> Option<&Painted> {
        self.painted.as_ref()
    }

    /// Judges a key by what the person saw: the bar's keys here, everything else in the view. Keys wait while a
    /// request is open or a stop is about to be sent (`stop_next`).
    pub fn hear(
        &mut self,
        key: &Waiting,
        known: &Known,
        view: &mut dyn View,
        bar: &Bar,
        stop_next: bool,
        at_s: f64,
    ) -> KeyHeard {
        if key.typed == Typed::Released {
            return self.released(known, bar);
        }
        if known.link.behind.is_some() {
            return aloud(known, "key-behind");
        }
        if key.typed == Typed::Press(Key::Pause) {
            let press = stop_press(known).filter(|_| view.seated());
            // Where the pedal is tried out it says itself what came.
            return match press {
                None if view.topic() == Topic::Pedal => KeyHeard::Nothing,
                None | Some(_) => stopped(known, press),
            };
        }
        if key.typed == Typed::Press(Key::Stop) {
            let here = bar.press_of(Key::Stop).cloned();
            if here.is_none() && stop_press(known).is_some() {
                return aloud(known, "key-stop-pause");
            }
            return stopped(known, here);
        }
        let asked_back = self.back_asked_s.take();
        if key.typed != Typed::Press(Key::Intro) {
            self.intro_s = None;
        }
        if known.sending.is_some() || stop_next {
            let bounced = key.typed == Typed::Press(Key::Intro) && key.bare;
            return match () {
                () if bounced => aloud(known, "key-recording"),
                () if !known.link.connected && looks(&key.typed) => {
                    self.pressed(key, known, view, bar, asked_back)
                }
                () if at_s - key.at_s > WAITS_MAX_S => aloud(known, "key-waited"),
                () => {
                    self.back_asked_s = asked_back;
                    KeyHeard::Waits
                }
            };
        }
        match &key.typed {
            Typed::Press(Key::Intro) => self.intro(key, known, bar, view, at_s),
            Typed::Press(_) => self.pressed(key, known, view, bar, asked_back),
            // A scan where no card is expected is refused aloud (C-09).
            Typed::Scan(code) => {
                let press = view.typed(&key.typed, known).unwrap_or(Press::Refuse("lectura-fuera-de-lugar"));
                // A code of a known form says what is wrong with it.
                match known.scan(code) {
                    Err(unread) if press == Press::Refuse("lectura-ilegible") && unread != Unread::NoForm => {
                        KeyHeard::Aloud(known.ta("key-unread", &[("why", &known.unread(&unread))]))
                    }
                    Ok(_) | Err(_) => KeyHeard::Press(press),
                }
            }
            Typed::Char(_)
            | Typed::Erase
            | Typed::Up
            | Typed::Down
            | Typed::Left
            | Typed::Right
            | Typed::Next
            | Typed::Released => view
                .typed(&key.typed, known)
                .map_or_else(|| aloud(known, "key-means-nothing"), KeyHeard::Press),
        }
    }

    /// Intro was released.
    fn released(&mut self, known: &Known, bar: &Bar) -> KeyHeard {
        let hold_s = match &bar.next {
            Next::Do(act) => act.hold_s,
            Next::Wait(_) | Next::Missing { .. } => 0.0,
        };
        if self.arm.release() && hold_s > 0.0 {
            return KeyHeard::Aloud(known.ta("key-hold", &[("secs", &format!("{hold_s:.0}"))]));
        }
        KeyHeard::Nothing
    }

    /// Intro does what the person saw it would do, or nothing.
    fn intro(&mut self, key: &Waiting, known: &Known, bar: &Bar, view: &mut dyn View, at_s: f64) -> KeyHeard {
        let act = match &bar.next {
            Next::Do(act) => act,
            Next::Wait(what) => return KeyHeard::Aloud(known.ta("key-wait", &[("what", &what)])),
            Next::Missing { what, .. } => {
                return KeyHeard::Aloud(known.ta("key-missing", &[("what", &what)]));
            }
        };
        if matches!(act.press, Press::Ask(_) | Press::LogIn { .. } | Press::Device(_)) {
            // To be let in is what a server asks first that refuses this console its board.
            let is_entering =
                matches!(act.press, Press::Device(DeviceAct::Enrol(_))) && known.link.refused.is_some();
            if !known.link.connected && !is_entering {
                return aloud(known, "key-no-link");
            }
            if key.bare && !self.arm.live && self.intro_s.is_some_and(|before| key.at_s - before < BOUNCE_S) {
                return aloud(known, "key-bounced");
            }
        }
        let now = self.arm.sight;
        let changed =
            if key.bare { now.at_all != key.sight.at_all } else { now.by_others != key.sight.by_others };
        if changed {
            return aloud(known, "key-changed");
        }
        if !self.arm.live {
            let left_s = self.arm.left_s(known, act.arming, at_s);
            if left_s <= EARLY_MAX_S {
                return KeyHeard::Waits;
            }
            return KeyHeard::Aloud(
                known.ta("key-not-yet", &[("secs", &format!("{:.0}", left_s.ceil().max(1.0)))]),
            );
        }
        if act.hold_s > 0.0 {
            self.arm.hold(at_s);
            return KeyHeard::Nothing;
        }
        self.arm.acted(at_s);
        self.intro_s = Some(at_s);
        if act.press == Press::Typed {
            view.pressed(Key::Intro);
        }
        KeyHeard::Press(act.press.clone())
    }

    /// A key of the bar, or one that means the same everywhere.
    fn pressed(
        &mut self,
        key: &Waiting,
        known: &Known,
        view: &mut dyn View,
        bar: &Bar,
        asked_back: Option<f64>,
    ) -> KeyHeard {
        let Typed::Press(pressed) = key.typed else { return KeyHeard::Nothing };
        if pressed == Key::NextPage && self.pages {
            self.turns = true;
            return KeyHeard::Press(Press::Typed);
        }
        let Some(button) = bar.button(pressed) else {
            return common(pressed, known).map_or_else(|| aloud(known, "key-means-nothing"), KeyHeard::Press);
        };
        let Some(press) = &button.press else {
            return KeyHeard::Aloud(known.ta("key-off", &[("what", &button.sub)]));
        };
        if matches!(press, Press::Ask(_)) && !known.link.connected {
            return aloud(known, "key-no-link");
        }
        if pressed == Key::Back && view.would_throw_away(known) {
            let again = asked_back.is_some_and(|asked| (BOUNCE_S..4.0).contains(&(key.at_s - asked)));
            if !again {
                self.back_asked_s = Some(asked_back.unwrap_or(key.at_s));
                let bounced = asked_back.is_some_and(|asked| key.at_s - asked < BOUNCE_S);
                return if bounced {
                    KeyHeard::Bounced("key-throws-away")
                } else {
                    KeyHeard::Asks("key-throws-away")
                };
            }
        }
        if *press == Press::Typed {
            view.pressed(pressed);
        }
        KeyHeard::Press(press.clone())
    }
}

fn aloud(known: &Known, id: &str) -> KeyHeard {
    KeyHeard::Aloud(known.t(id))
}

/// PARADA acts during an open request too: it is sent as soon as that is answered. In a stop it does nothing.
fn stopped(known: &Known, press: Option<Press>) -> KeyHeard {
    match press {
        Some(press) if known.link.connected => KeyHeard::Press(press),
        Some(_) => aloud(known, "key-no-link"),
        None if known.public().stop.is_some() => KeyHeard::Nothing,
        None => aloud(known, "key-no-ball"),
    }
}

/// A key that is a sign of the text being typed, as that sign.
pub(crate) fn in_text(typed: Typed, view: &dyn View, bar: &Bar) -> Typed {
    let Typed::Press(key) = typed else { return typed };
    view.sign(key).filter(|_| bar.button(key).is_none()).map_or(Typed::Press(key), Typed::Char)
}

/// Keys that only look, or leave: they act without a connection too.
fn looks(typed: &Typed) -> bool {
    matches!(typed, Typed::Press(key) if key.looks() || *key == Key::Back)
}

/// The bar of a view as the shell shows it: with PARADA wherever balls may come, under any overlay, and waiting
/// while there is no connection.
pub fn bar_of(known: &Known, view: &dyn View) -> Bar {
    let bar = view.bar(known);
    if known.link.behind.is_some() {
        return Bar::new(Lead::Wait, known.t("behind-prompt"), Next::Wait(known.t("behind-wait")));
    }
    let stop = stop(known).filter(|_| view.seated());
    // In a text an asterisk is an asterisk.
    let stop = stop.map(|stop| if view.writes() { KeyButton { key: Key::Pause, ..stop } } else { stop });
    let bar = Bar { stop, ..bar };
    if known.link.connected || known.me.is_none() { bar } else { silent(known, bar) }
}

/// PARADA, by the draw on the screen (DECISIONS 28) and the hour of this frame's keys: for everybody whom the powers give it.
pub(crate) fn stop_press(known: &Known) -> Option<Press> {
    let scene = known.scene();
    let balls_come = scene == Scene::Draw || (scene == Scene::Hold && known.public().stop.is_none());
    let may = known.may(RequestKind::Stop) || keys_by_hand(known);
    let game = known.game().filter(|_| balls_come && may)?;
    let stop = Request::Stop {
        game: GameNo(game.game),
        announced: value::announced(known),
        pressed_at_utc_ms: known.hour.map(|hour| hour.at_utc_ms),
        pressed_within_ms: known.hour.map(|hour| hour.within_ms),
    };
    Some(Press::ask(known.t("stop"), stop))
}

/// The button of PARADA, where an asterisk and a blank stop too: at the mesa, and for those who key the balls by hand.
pub(crate) fn stop(known: &Known) -> Option<KeyButton> {
    let press = stop_press(known).filter(|_| known.desk == Desk::Mesa || keys_by_hand(known))?;
    Some(KeyButton::new(Key::Stop, known.t("stop"), press).sub(known.t("stop-sub")))
}

/// The bar without a connection: it waits, and its buttons that only look stay.
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

/// Who may search: who has a desk, and the inspection.
const SEARCHES: [Role; 5] =
    [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::VendedorLocutor, Role::Inspector];

/// The keys that mean the same in every view: the words of their small buttons, and what they do.
const COMMON: [(Key, &str, Press); 6] = [
    (Key::F1, "small-help", Press::Help),
    (Key::F2, "small-search", Press::Open(Over::Look(Look::Search))),
    (Key::F3, "small-order", Press::Open(Over::Look(Look::Order))),
    (Key::F4, "small-acta", Press::Open(Over::Look(Look::Acta))),
    (Key::F10, "small-cables", Press::Open(Over::Look(Look::Cables))),
    (Key::F12, "small-lock", Press::Lock),
];

/// The small buttons over the bar, for a finger too: each key that acts here and has no button in the bar; and the
/// one that turns the pages, where a list is cut.
fn small_keys(ctx: &egui::Context, known: &Known, view: &dyn View, bar: &Bar) -> Vec<KeyButton> {
    let cut = part::take_cut(ctx);
    if known.link.behind.is_some() {
        return Vec::new();
    }
    // At the log-in there is the help, and nothing to look at.
    let nobody = known.me.is_none() || !view.seated();
    let hidden = |key: Key| nobody && key != Key::F1 || bar.buttons.iter().any(|button| button.key == key);
    let name = |key: Key, id: &str| known.t(if key == Key::F1 { view.f1() } else { id });
    let all = COMMON.iter().filter(|(key, ..)| !hidden(*key));
    let pause = stop_press(known).filter(|_| bar.stop.is_none() && view.seated() && known.link.connected);
    let pause = pause.map(|press| KeyButton::new(Key::Pause, known.t("stop"), press));
    let mut small: Vec<KeyButton> = pause.into_iter().collect();
    let common: Vec<KeyButton> = all
        .filter_map(|(key, id, _)| Some(KeyButton::new(*key, name(*key, id), common(*key, known)?)))
        .collect();
    small.extend(common);
    if cut {
        small.push(KeyButton::new(Key::NextPage, known.t("small-next-page"), Press::Typed));
    }
    small
}

/// What a key does in every view.
fn common(key: Key, known: &Known) -> Option<Press> {
    if key == Key::F1 {
        return Some(Press::Help);
    }
    let desks = Desk::of(&known.me.as_ref()?.roles);
    let place = desks.iter().position(|desk| *desk == known.desk)?;
    if key == Key::DeskBefore {
        return desks.get(place.checked_sub(1)?).map(|desk| Press::Sit(*desk));
    }
    if key == Key::DeskAfter {
        return desks.get(place + 1).map(|desk| Press::Sit(*desk));
    }
    if key == Key::Back {
        return known.refused.is_some().then_some(Press::Understood);
    }
    if key == Key::F2 && !SEARCHES.iter().any(|role| known.has_role(*role)) {
        return None;
    }
    COMMON.into_iter().find(|(common, ..)| *common == key).map(|(_, _, press)| press)
}

/// The width of words on one line.
fn width(ui: &Ui, words: &str, set: ink::Set) -> f32 {
    let galley = ui.painter().layout_no_wrap(words.to_string(), set.face.at(set.size), set.colour);
    galley.size().x
}

/// Something about the window itself, over whatever it shows.
fn plate(ui: &mut Ui, centre: Pos2, words: &str) {
    let set = part::in_colour(part::bold(18.0), console::ALERT_INK).centred();
    let room = Rect::from_center_size(centre, vec2(width(ui, words, set) + 40.0, 44.0));
    ui.painter().rect_filled(room, 6.0, console::ALERT);
    ink::line(ui, room, words, set);
}
