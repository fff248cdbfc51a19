//! The moviola: any ball of any game again, its picture and what the cameras filmed five seconds before and after it (Cat. IV).
//!
//! The page keeps what it wishes to see; pictures come one at a time, and the next is asked for when the last has come.

use egui::{Color32, Rect, Stroke, Ui, pos2, vec2};
use hall_core::event::CameraPost;
use hall_core::people::Role;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::message::{FilmOfGame, FilmReel, FilmedBall};

use super::View;
use super::part::{
    RADIUS, Tag, bold, columns, cut_bottom, cut_top, frame, in_colour, label, panel, tag, text, touch,
};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::film::{Film, Shot, Wish};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::{Paper, Press};
use crate::shell;
use crate::view::help::Topic;

/// What is shown of a film before a ball and after it, milliseconds.
const AROUND_MS: i64 = 5_000;

/// Steps that wait for their picture, at most.
const STEPS_MAX: i8 = 100;

/// The height of a ball's row.
const ROW: f32 = 46.0;

/// Who may look: `hall_server`'s routes of film ask for one of these.
const FOR: [Role; 3] = [Role::JefeDeMesa, Role::JefeDeSala, Role::Inspector];

/// The page.
#[derive(Debug, Default)]
pub struct Page {
    /// The game somebody chose; else the present one, or the last that was filmed.
    game: Option<u32>,
    /// The ball somebody chose, by its place; else the last.
    ordinal: Option<u8>,
    camera: Option<CameraPost>,
    /// What is shown of its film; none while the ball's own picture is.
    moment: Option<Moment>,
    /// The first digit of a number.
    digit: Option<u8>,
    /// What was asked for last.
    wished: Option<Wish>,
    /// How many balls of the present game were announced, and how many waited, when its list was asked for.
    out: [usize; 2],
    /// The stop whose sound was asked for last, and whether it is to be asked for now.
    hears: Option<(u32, bool)>,
    /// Keys of the bar that were pressed.
    keys: Vec<Key>,
}

/// A place in the film of a ball.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// So many pictures from an hour, UTC milliseconds.
    At(i64, i8),
    /// It runs: from this time of the window on, in seconds.
    Runs(f64),
}

/// The key that opens it.
pub fn key(known: &Known) -> KeyButton {
    short_key(known, known.t("film-open-sub"))
}

/// The same, for a bar that is full: without its small line.
pub fn narrow_key(known: &Known) -> KeyButton {
    short_key(known, String::new())
}

fn short_key(known: &Known, sub: String) -> KeyButton {
    let open = Press::Open(Over::Look(Look::Film));
    let may = FOR.iter().any(|role| known.has_role(*role));
    KeyButton::new(Key::F8, known.t("film-open"), open).sub(sub).on_if(may, known.t("only-mesa"))
}

impl Page {
    fn film(known: &Known) -> Option<&Film> {
        known.film.as_ref()
    }

    fn of(known: &Known) -> Option<&FilmOfGame> {
        Page::film(known)?.of.as_deref()
    }

    /// The game to look at.
    fn wanted(&self, known: &Known) -> Option<u32> {
        let present = known.game().filter(|_| Page::out(known) != [0, 0]).map(|game| game.game);
        self.game.or(present)
    }

    fn out(known: &Known) -> [usize; 2] {
        [known.public().announced.len(), known.board.pending.len()]
    }

    fn ball<'k>(&self, known: &'k Known) -> Option<&'k FilmedBall> {
        let balls = &Page::of(known)?.balls;
        self.ordinal.and_then(|at| balls.iter().find(|ball| ball.ordinal == at)).or(balls.last())
    }

    fn reel<'k>(&self, known: &'k Known) -> Option<&'k FilmReel> {
        let reels = &Page::of(known)?.reels;
        self.camera.and_then(|camera| reels.iter().find(|reel| reel.camera == camera)).or(reels.first())
    }

    /// The picture on the screen, if it is of the ball that is chosen.
    fn shot<'k>(&self, known: &'k Known) -> Option<&'k Shot> {
        Page::film(known)?
            .shot
            .as_ref()
            .filter(|shot| self.wished == Some(shot.wish) || self.moment.is_some())
    }

    fn is_answered(&self, known: &Known) -> bool {
        self.wished.is_none() || Page::film(known).and_then(|film| film.answered) == self.wished
    }

    /// What to ask for now; `now_s` is the window's time.
    fn wish(&mut self, known: &Known, now_s: f64) -> Option<Wish> {
        let (wanted, out) = (self.wanted(known), Page::out(known));
        let Some(of) = Page::of(known).filter(|of| wanted.is_none_or(|wanted| wanted == of.game)) else {
            self.out = out;
            return Some(Wish::Game(wanted));
        };
        // Another ball is out, or one was announced: by then its picture is there.
        if self.out != out && known.game().is_some_and(|game| game.game == of.game) {
            self.out = out;
            return Some(Wish::Game(Some(of.game)));
        }
        if let Some((stop, true)) = self.hears {
            self.hears = Some((stop, false));
            return Some(Wish::Sound { game: of.game, stop });
        }
        let (game, ball) = (of.game, self.ball(known)?);
        let camera = self.reel(known).map(|reel| reel.camera);
        if let Some(Moment::Runs(since_s)) = self.moment {
            let ran = ((now_s - since_s) * 1_000.0) as i64;
            if ran >= 2 * AROUND_MS {
                self.moment = Some(Moment::At(ball.at_utc_ms + AROUND_MS, 0));
            } else {
                let at_utc_ms = ball.at_utc_ms - AROUND_MS + ran;
                return Some(Wish::Moment { game, camera: camera?, at_utc_ms, step: 0 });
            }
        }
        match self.moment {
            Some(Moment::At(at_utc_ms, step)) => {
                Some(Wish::Moment { game, camera: camera?, at_utc_ms, step })
            }
            Some(Moment::Runs(_)) => None,
            None if ball.pictured => Some(Wish::Ball { game, ordinal: ball.ordinal }),
            None => Some(Wish::Moment { game, camera: camera?, at_utc_ms: ball.at_utc_ms, step: 0 }),
        }
    }

    fn step(&mut self, known: &Known, by: i8) {
        let Some(ball) = self.ball(known) else { return };
        let shown = self.shot(known).and_then(|shot| shot.at_utc_ms);
        self.moment = Some(match self.moment {
            // Faster than pictures come: steps add up.
            Some(Moment::At(at, step)) if !self.is_answered(known) => {
                Moment::At(at, step.saturating_add(by).clamp(-STEPS_MAX, STEPS_MAX))
            }
            Some(_) | None => Moment::At(shown.unwrap_or(ball.at_utc_ms), by),
        });
    }

    /// What a dispute about the ball needs, for a stick.
    fn papers(&self, known: &Known) -> Vec<Paper> {
        let (Some(of), Some(ball)) = (Page::of(known), self.ball(known)) else { return Vec::new() };
        let (game, ordinal, number) = (of.game, ball.ordinal, ball.ball);
        let path = format!("/api/film/dispute.zip?game={game}&ordinal={ordinal}");
        let title = known.ta("paper-dispute", &[("ball", &number), ("game", &game)]);
        vec![Paper::new(path, format!("partida-{game}-bola-{number}.zip"), title)]
    }

    fn choose(&mut self, ordinal: u8) {
        (self.ordinal, self.moment, self.digit) = (Some(ordinal), None, None);
    }

    fn does(&mut self, key: Key, known: &Known) {
        self.digit = None;
        let at_ball = self.ball(known).map(|ball| ball.at_utc_ms);
        if key == Key::Intro && self.is_running() {
            let shown = self.shot(known).and_then(|shot| shot.at_utc_ms);
            self.moment = shown.or(at_ball).map(|at| Moment::At(at, 0));
        } else if key == Key::Intro {
            // The body knows the window's time.
            self.moment = Some(Moment::Runs(f64::INFINITY));
        } else if key == Key::F5 {
            self.moment = None;
        } else if key == Key::F6 {
            self.hears = self.next_heard(known).map(|stop| (stop, true));
        } else if key == Key::F8 {
            self.other_camera(known);
        } else if key == Key::More {
            self.game_before(known);
        }
    }

    /// The stop whose sound comes next: from the last one back, and again.
    fn next_heard(&self, known: &Known) -> Option<u32> {
        let sounds = &Page::of(known)?.sounds;
        let before = self.hears.and_then(|(heard, _)| sounds.iter().rev().find(|sound| sound.stop < heard));
        before.or(sounds.last()).map(|sound| sound.stop)
    }

    fn other_camera(&mut self, known: &Known) {
        let Some(of) = Page::of(known).filter(|of| !of.reels.is_empty()) else { return };
        let now = self.reel(known).map(|reel| reel.camera);
        let at = of.reels.iter().position(|reel| Some(reel.camera) == now).unwrap_or(0);
        self.camera = Some(of.reels[(at + 1) % of.reels.len()].camera);
        if self.moment.is_none() {
            self.moment = self.ball(known).map(|ball| Moment::At(ball.at_utc_ms, 0));
        }
    }

    /// From the first game on again to the last.
    fn game_before(&mut self, known: &Known) {
        let Some(of) = Page::of(known).filter(|of| !of.games.is_empty()) else { return };
        let at = of.games.iter().position(|game| *game == of.game).unwrap_or(0);
        let before = of.games[(at + of.games.len() - 1) % of.games.len()];
        *self = Page { game: Some(before), ..Page::default() };
    }

    fn is_running(&self) -> bool {
        matches!(self.moment, Some(Moment::Runs(_)))
    }
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let filmed = self.ball(known).is_some() && self.reel(known).is_some();
        let next = if self.is_running() {
            Next::Do(NextAct::new(known.t("film-stop"), Press::Typed).at_once())
        } else if filmed {
            let act = NextAct::new(known.t("film-run"), Press::Typed).at_once();
            Next::Do(act.sub(known.t("film-run-sub")))
        } else {
            Next::close(known)
        };
        let key = |key, id: &str| KeyButton::new(key, known.t(id), Press::Typed);
        let mut bar = Bar::new(Lead::May, known.t("film-prompt"), next).with(KeyButton::close(known));
        let still = self.ball(known).is_some_and(|ball| ball.pictured);
        let photo = key(Key::F5, "film-still").chosen(self.moment.is_none());
        bar = bar.with_all(still.then_some(photo));
        let heard = self.next_heard(known).map(|stop| {
            let label = known.ta("film-hear", &[("stop", &stop)]);
            KeyButton::new(Key::F6, label, Press::Typed)
        });
        bar = bar.with_all(heard).with_all(super::paper::keys(known, &self.papers(known)));
        // Beside PARADA there is no room for these.
        if shell::stop(known).is_some() {
            return bar;
        }
        let of = Page::of(known);
        if of.is_some_and(|of| of.reels.len() > 1) {
            bar = bar.with(key(Key::F8, "film-camera"));
        }
        if of.is_some_and(|of| of.games.len() > 1) {
            bar = bar.with(key(Key::More, "film-game"));
        }
        bar
    }

    fn topic(&self) -> Topic {
        Topic::Film
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [2.1, 1.0], 12.0);
        if let Some(arrow) = self.picture(ui, left, known) {
            return Some(Press::Key(arrow));
        }
        let chosen = self.balls(ui, right, known);
        if let Some(ordinal) = chosen {
            self.choose(ordinal);
            return Some(Press::Typed);
        }
        let now_s = ui.input(|input| input.time);
        if let Some(Moment::Runs(since_s)) = &mut self.moment {
            if since_s.is_infinite() {
                *since_s = now_s;
            }
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(40));
        }
        if !self.is_answered(known) || !known.link.connected {
            return None;
        }
        let wish = self.wish(known, now_s);
        if wish.is_none() || wish == self.wished {
            return None;
        }
        self.wished = wish;
        wish.map(Press::Film)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if matches!(typed, Typed::Scan(_)) {
            return Some(Press::Refuse("lectura-fuera-de-lugar"));
        }
        if let Typed::Char(digit) = typed {
            let digit = u8::try_from(digit.to_digit(10)?).ok()?;
            let Some(tens) = self.digit.take() else {
                self.digit = Some(digit);
                return Some(Press::Typed);
            };
            let number = 10 * tens + digit;
            let found = Page::of(known)?.balls.iter().find(|ball| ball.ball == number);
            let Some(found) = found else { return Some(Press::Refuse("bola-sin-salir")) };
            self.choose(found.ordinal);
            return Some(Press::Typed);
        }
        if matches!(typed, Typed::Left | Typed::Right) {
            self.step(known, if *typed == Typed::Left { -1 } else { 1 });
            return Some(Press::Typed);
        }
        let balls = &Page::of(known)?.balls;
        let at = self.ball(known).and_then(|now| balls.iter().position(|ball| ball == now))?;
        let row = typed.row(at, balls.len())?;
        self.choose(balls.get(row)?.ordinal);
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        self.keys.push(key);
    }

    fn look(&mut self, known: &Known) {
        for key in std::mem::take(&mut self.keys) {
            self.does(key, known);
        }
    }
}

/// Which camera, in words.
fn camera_words(known: &Known, camera: CameraPost) -> String {
    known.t(match camera {
        CameraPost::Exit => "film-exit",
        CameraPost::Desk => "film-desk",
        CameraPost::Hall => "film-hall",
    })
}

impl Page {
    /// The picture, what it is of, and where in the film it stands.
    fn picture(&self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Typed> {
        let head = cut_top(&mut room, 44.0);
        cut_top(&mut room, 6.0);
        let foot = cut_bottom(&mut room, 58.0);
        cut_bottom(&mut room, 6.0);
        let ball = self.ball(known);
        if let Some(ball) = ball {
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("ball", &ball.ball), ("place", &ball.ordinal), ("at", &known.time(ball.at_utc_ms))];
            ink::line(ui, head, &known.ta("film-ball", &args), bold(26.0));
        }
        let what = Page::of(known).map(|of| {
            let camera = match (self.moment, ball) {
                (None, Some(ball)) if ball.pictured => known.t("film-still-head"),
                _ => self.reel(known).map_or_else(String::new, |reel| camera_words(known, reel.camera)),
            };
            known.ta("film-of", &[("game", &of.game), ("what", &camera)])
        });
        ink::line(ui, head, &what.unwrap_or_default(), label(17.0).right());
        ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
        match self.shot(known) {
            Some(shot) => {
                let width = room.width().min(room.height() * shot.aspect);
                let fitted = Rect::from_center_size(room.center(), vec2(width, width / shot.aspect));
                let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(shot.texture, fitted, uv, Color32::WHITE);
                ink::name(ui, fitted, &known.t("film-picture"));
            }
            None => {
                frame(ui, room, colour::RULE);
                let trouble = Page::film(known).and_then(|film| film.trouble.as_ref());
                let words = match trouble {
                    Some(problem) => problem.detail.clone(),
                    None if self.is_answered(known) && Page::of(known).is_some() => known.t("film-none"),
                    None => known.t("film-wait"),
                };
                ink::words(ui, room.shrink(28.0), &words, text(19.0));
            }
        }
        self.line(ui, foot, known)
    }

    /// The ten seconds round the ball, and where the picture stands in them; returns a step that was touched.
    fn line(&self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Typed> {
        ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
        let ball = self.ball(known)?;
        let inner = room.shrink2(vec2(16.0, 6.0));
        let [words, back, line, on] = columns(inner, [2.2, 0.6, 5.0, 0.6], 14.0);
        let shown = self.shot(known).and_then(|shot| shot.at_utc_ms);
        let said = match (self.moment, shown) {
            (Some(_), Some(at)) => offset(known, at - ball.at_utc_ms),
            _ => known.t("film-with-ball"),
        };
        ink::line(ui, words, &said, bold(18.0));
        let middle = line.center();
        let painter = ui.painter();
        painter.hline(line.x_range(), middle.y, Stroke::new(2.0, colour::RULE));
        painter.vline(middle.x, (middle.y - 10.0)..=(middle.y + 10.0), Stroke::new(3.0, console::TEXT));
        if let (Some(_), Some(at)) = (self.moment, shown) {
            let part = ((at - ball.at_utc_ms) as f32 / AROUND_MS as f32).clamp(-1.0, 1.0);
            let spot = pos2(middle.x + part * line.width() / 2.0, middle.y);
            painter.circle_filled(spot, 8.0, console::NEXT);
        }
        let filmed = self.reel(known).is_some();
        let mut touched = None;
        for (spot, arrow, id, typed) in
            [(back, "←", "film-before", Typed::Left), (on, "→", "film-after", Typed::Right)]
        {
            let response = touch(ui, spot, &known.t(id), filmed);
            frame(ui, spot, if filmed { colour::RULE } else { colour::RAISED });
            let colour = if filmed { console::TEXT } else { console::OFF };
            ink::paint(ui, spot, arrow, in_colour(bold(20.0), colour).centred());
            touched = touched.or(response.clicked().then_some(typed));
        }
        touched
    }

    /// The balls; returns the place of one that was touched.
    fn balls(&self, ui: &mut Ui, room: Rect, known: &Known) -> Option<u8> {
        let mut inner = panel(ui, room);
        let balls = Page::of(known).map(|of| of.balls.as_slice()).unwrap_or_default();
        let head = match self.digit {
            Some(digit) => known.ta("film-typing", &[("digit", &digit)]),
            None => known.ta("film-balls", &[("n", &balls.len())]),
        };
        ink::line(ui, cut_top(&mut inner, 28.0), &head, label(16.0));
        cut_top(&mut inner, 4.0);
        let chosen = self.ball(known)?;
        let at = balls.iter().position(|ball| ball == chosen)?;
        let rows = (inner.height() / ROW).floor().max(1.0) as usize;
        let first = at.saturating_sub(rows / 2).min(balls.len().saturating_sub(rows));
        let mut touched = None;
        for ball in balls.iter().skip(first).take(rows) {
            let row = cut_top(&mut inner, ROW).shrink2(vec2(0.0, 1.0));
            touched = touched.or(ball_row(ui, row, known, ball, ball == chosen));
        }
        touched
    }
}

fn ball_row(ui: &mut Ui, row: Rect, known: &Known, ball: &FilmedBall, chosen: bool) -> Option<u8> {
    let state = if ball.announced_at_utc_ms.is_none() {
        Some(("film-uncalled", Tag::Dashed))
    } else {
        (!ball.pictured).then_some(("film-unpictured", Tag::Plain))
    };
    let hour = known.time(ball.at_utc_ms);
    let spoken = known.ta("film-row", &[("place", &ball.ordinal), ("ball", &ball.ball), ("at", &hour)]);
    let response = touch(ui, row, &spoken, true);
    if chosen {
        ui.painter().rect_filled(row, RADIUS, super::part::CHOSEN);
        frame(ui, row, console::NEXT);
    }
    let inner = row.shrink2(vec2(10.0, 1.0));
    let [place, number, at, tags] = columns(inner, [0.6, 0.7, 1.2, 1.6], 6.0);
    ink::paint(ui, place, &format!("{}.ª", ball.ordinal), in_colour(text(15.0), colour::TEXT2).right());
    ink::paint(ui, number, &ball.ball.to_string(), bold(20.0).right());
    ink::paint(ui, at, &hour, text(16.0).right());
    if let Some((id, kind)) = state {
        tag(ui, tags, &known.t(id), kind);
    }
    response.clicked().then_some(ball.ordinal)
}

/// How long before the ball or after it, with a tenth.
fn offset(known: &Known, ms: i64) -> String {
    let tenths = (ms.abs() + 50) / 100;
    let secs = format!("{},{}", tenths / 10, tenths % 10);
    let id = match ms {
        _ if tenths == 0 => "film-at-ball",
        ..0 => "film-secs-before",
        0.. => "film-secs-after",
    };
    known.ta(id, &[("secs", &secs)])
}
