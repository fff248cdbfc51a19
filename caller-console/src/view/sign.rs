//! F4 F5 · Papers are signed: what one signs to be read, its hash, and a pad for a finger, a pen or the mouse (37.3, 37.4; ADR 52).

use egui::{Color32, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use hall_core::event::{SignedPaper, SignerRole};
use hall_core::people::Role;
use hall_core::words::fingerprint;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::command::{self, Command, SignPaper, Strokes, field::hash};
use hall_wire::message::{PaperToSign, SignatureHow};

use super::View;
use super::own_key::{self, Mine, wait_words};
use super::part::{
    RADIUS, bold, choice, columns, cut_bottom, cut_top, field, headed, in_colour, keypad, label, panel, text,
};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, PIN_MIN, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::own_key::{KeyAct, Pin};
use crate::place::Over;
use crate::press::{Paper, Press};
use crate::view::help::Topic;

/// A paper of the list.
const ROW: f32 = 46.0;

/// Paper, on which one signs.
const PAPER: Color32 = Color32::from_rgb(0xF6, 0xF3, 0xEA);

/// The ink of a pen.
const INK: Color32 = Color32::from_rgb(0x14, 0x1C, 0x5A);

/// The pad and the list of papers.
#[derive(Debug)]
pub struct Sign {
    /// The chosen paper: the newest is the first.
    row: usize,
    /// The chosen role, of those as which one may sign.
    role: usize,
    strokes: Vec<Vec<[u16; 2]>>,
    /// The pen is on the pad.
    down: bool,
    asked: bool,
    /// One signs with one's key, and its PIN.
    with_key: bool,
    pin: Entry,
}

impl Default for Sign {
    fn default() -> Sign {
        Sign {
            row: 0,
            role: 0,
            strokes: Vec::new(),
            down: false,
            asked: false,
            with_key: false,
            pin: Entry::new(Takes::Pin),
        }
    }
}

/// The key that opens it, where actas are listed.
pub fn key(known: &Known, key: Key) -> KeyButton {
    KeyButton::new(key, known.t("sign-open"), Press::Open(Over::Sign))
}

/// Whether the server shows this person who signed what.
pub fn may_look(known: &Known) -> bool {
    const MAY: [Role; 4] = [Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::Inspector];
    known.me.as_ref().is_some_and(|me| me.roles.iter().any(|role| MAY.contains(role)))
}

impl Sign {
    /// Takes what is known: a list may be shorter than before.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        let papers = papers(known).len();
        self.row = self.row.min(papers.saturating_sub(1));
        let roles = self.paper(known).map_or(0, |paper| paper.may.len());
        if self.role >= roles {
            self.role = 0;
        }
        self.with_key &= self.signs_with_key(known);
        self
    }

    fn paper<'k>(&self, known: &'k Known) -> Option<&'k PaperToSign> {
        papers(known).get(self.row)
    }

    fn role(&self, known: &Known) -> Option<SignerRole> {
        self.paper(known)?.may.get(self.role).copied()
    }

    fn choose(&mut self, row: usize) {
        if self.row != row {
            (self.row, self.role) = (row, 0);
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.strokes.clear();
        self.down = false;
        self.pin.clear();
    }

    /// Whether the chosen role signs with a key, and there is a good one on this console.
    fn signs_with_key(&self, known: &Known) -> bool {
        let own = matches!(self.role(known), Some(SignerRole::JefeDeSala | SignerRole::JefeDeMesa));
        own && matches!(Mine::of(known), Mine::Enrolled(_))
    }

    /// F5: what was drawn goes, or one's key signs. Without a good one here it leads to where one is made.
    fn again_or_key(&self, known: &Known) -> KeyButton {
        let button = |id, press| KeyButton::new(Key::F5, known.t(id), press);
        let other = |sub| button("sign-with-key", Press::Open(Over::OwnKey)).sub(known.t(sub));
        match (self.role(known), Mine::of(known)) {
            _ if !self.strokes.is_empty() => button("sign-again", Press::Typed),
            (Some(SignerRole::Claimant | SignerRole::Agent), _) => {
                other("sign-key-claimant").off(known.t("sign-key-claimant"))
            }
            (None, _) | (_, Mine::Unseen) => other("sign-key-unseen").off(known.t("sign-key-unseen")),
            (_, Mine::Enrolled(_)) => button("sign-with-key", Press::Typed),
            (_, Mine::Pending(_)) => other("sign-key-pending"),
            (_, Mine::None | Mine::Damaged | Mine::Ended(_)) => other("sign-key-none"),
        }
    }

    fn next(&self, known: &Known) -> Next {
        let (Some(paper), Some(role)) = (self.paper(known), self.role(known)) else {
            return Next::close(known);
        };
        let (Some(named), Some(sha256)) = (SignedPaper::parse(&paper.paper), hash(&paper.sha256)) else {
            return Next::close(known);
        };
        if self.with_key {
            return self.next_with_key(known, named, sha256, role, &paper.title);
        }
        let label = known.t("sign-do");
        let Some(strokes) = Strokes::new(self.strokes.clone()) else {
            return Next::Missing { label, what: known.t("sign-missing") };
        };
        let command = Command::SignPaper(SignPaper { paper: named, sha256, role, strokes });
        let what = known.ta("sign-as", &[("role", &role_words(known, role)), ("paper", &paper.title)]);
        let done = known.ta("sign-done", &[("paper", &paper.title)]);
        Next::Do(NextAct::new(label, Press::ask(what.clone(), command).done(done)).sub(what))
    }

    fn next_with_key(
        &self,
        known: &Known,
        paper: SignedPaper,
        sha256: [u8; 32],
        role: SignerRole,
        title: &str,
    ) -> Next {
        let (label, wait) = (known.t("sign-key-do"), own_key::wait(known));
        if !wait.is_zero() {
            return Next::Wait(known.ta("own-key-waits", &[("wait", &wait_words(known, wait))]));
        }
        if self.pin.text().len() < PIN_MIN {
            return Next::Missing { label, what: known.t("own-key-missing-pin") };
        }
        let act = KeyAct::Sign { paper, sha256, role, pin: Pin::new(self.pin.text()) };
        let what = known.ta("sign-as", &[("role", &role_words(known, role)), ("paper", &title)]);
        Next::Do(NextAct::new(label, Press::OwnKey(act)).sub(what).at_once())
    }

    /// The PIN of one's key, in the pad's place.
    fn key_pad(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [mut left, right] = columns(room, [1.5, 1.0], 24.0);
        let Mine::Enrolled(key) = Mine::of(known) else { return None };
        let words = known.ta("sign-key-which", &[("key", &fingerprint(&key))]);
        ink::line(ui, cut_top(&mut left, 30.0), &words, bold(17.0));
        cut_top(&mut left, 6.0);
        field(ui, cut_top(&mut left, 94.0), &known.t("own-key-field-pin"), &self.pin, true);
        cut_top(&mut left, 10.0);
        let wait = own_key::wait(known);
        let (words, ink_of) = if wait.is_zero() {
            (known.t("sign-key-how"), colour::TEXT2)
        } else {
            (known.ta("own-key-waits-long", &[("wait", &wait_words(known, wait))]), console::ALERT)
        };
        ink::words(ui, left, &words, in_colour(text(16.0), ink_of));
        keypad(ui, right, &known.t("key-erase"))
    }

    /// The pad: what was drawn, and what the pointer draws now.
    fn pad(&mut self, ui: &mut Ui, room: Rect, known: &Known, name: &str) -> bool {
        let width = room.width().min(room.height() * 3.0);
        let pad = Rect::from_center_size(room.center(), vec2(width, width / 3.0));
        ui.painter().rect_filled(pad, RADIUS, PAPER);
        ui.painter().rect_stroke(pad, RADIUS, Stroke::new(3.0, console::NEXT), StrokeKind::Inside);
        let base = pad.bottom() - pad.height() * 0.22;
        let line = [pos2(pad.left() + 24.0, base), pos2(pad.right() - 24.0, base)];
        ui.painter().line_segment(line, Stroke::new(1.5, colour::RULE));
        let below = Rect::from_min_max(pos2(pad.left() + 24.0, base + 2.0), pad.max - vec2(24.0, 4.0));
        ink::paint(ui, below, name, in_colour(text(16.0), colour::RAISED));
        let response = ui.interact(pad, ui.scope_id().with("pad"), Sense::DRAG);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, known.t("sign-pad")));
        // A pen that is lifted and put down again between two frames begins another stroke.
        self.down &= !response.drag_started();
        let touched = self.follow(response.interact_pointer_pos(), pad);
        self.down &= !response.drag_stopped();
        for stroke in &self.strokes {
            let points: Vec<Pos2> = stroke.iter().map(|point| on_pad(pad, *point)).collect();
            let pen = Stroke::new(3.0, INK);
            match points[..] {
                [point] => ui.painter().add(Shape::circle_filled(point, 2.0, INK)),
                _ => ui.painter().add(Shape::line(points, pen)),
            };
        }
        if self.strokes.is_empty() {
            ink::paint(ui, pad, &known.t("sign-here"), in_colour(text(20.0), colour::TEXT2).centred());
        }
        touched
    }

    /// Follows the pointer while it is pressed. Returns whether something was drawn.
    fn follow(&mut self, pointer: Option<Pos2>, pad: Rect) -> bool {
        let Some(at) = pointer else {
            self.down = false;
            return false;
        };
        let points: usize = self.strokes.iter().map(Vec::len).sum();
        if points >= command::POINTS_MAX {
            return false;
        }
        let part = |of: f32, whole: u16| (of.clamp(0.0, 1.0) * f32::from(whole)).round() as u16;
        let point = [
            part((at.x - pad.left()) / pad.width(), command::WIDTH),
            part((at.y - pad.top()) / pad.height(), command::HEIGHT),
        ];
        if !self.down {
            if self.strokes.len() >= command::STROKES_MAX {
                return false;
            }
            self.down = true;
            self.strokes.push(vec![point]);
            return true;
        }
        let stroke = self.strokes.last_mut().expect("a pen that is down has begun a stroke");
        let is_new = stroke.last() != Some(&point);
        if is_new {
            stroke.push(point);
        }
        is_new
    }
}

fn papers(known: &Known) -> &[PaperToSign] {
    known.signatures.as_deref().map_or(&[], |all| &all.papers)
}

fn on_pad(pad: Rect, [x, y]: [u16; 2]) -> Pos2 {
    let part = |of: u16, whole: u16| f32::from(of) / f32::from(whole);
    pad.min + vec2(part(x, command::WIDTH) * pad.width(), part(y, command::HEIGHT) * pad.height())
}

fn role_words(known: &Known, role: SignerRole) -> String {
    known.t(match role {
        SignerRole::JefeDeSala => "sign-role-sala",
        SignerRole::JefeDeMesa => "sign-role-mesa",
        SignerRole::Claimant => "sign-role-claimant",
        SignerRole::Agent => "sign-role-agent",
    })
}

/// What lacks to a paper, and its colour.
fn state(known: &Known, paper: &PaperToSign) -> (String, Color32) {
    let missing: Vec<String> = paper.missing.iter().map(|role| role_words(known, *role)).collect();
    match (missing.is_empty(), paper.lacks_value) {
        (true, false) => (known.t("sign-whole"), colour::OK),
        (true, true) => (known.t("sign-lacks-document"), console::ALERT),
        (false, lacks) => {
            let id = if lacks { "sign-lacks" } else { "sign-wants" };
            (known.ta(id, &[("who", &missing.join(", "))]), console::ALERT)
        }
    }
}

impl View for Sign {
    fn bar(&self, known: &Known) -> Bar {
        let may = self.role(known).is_some();
        let (lead, prompt) = match (may, self.with_key) {
            (true, true) => (Lead::Now, "sign-prompt-key"),
            (true, false) => (Lead::Now, "sign-prompt"),
            (false, _) => (Lead::May, "sign-prompt-look"),
        };
        let leave = if self.with_key { KeyButton::back(known) } else { KeyButton::close(known) };
        let mut bar = Bar::new(lead, known.t(prompt), self.next(known)).with(leave);
        let Some(paper) = self.paper(known) else { return bar.with_all(own_key::key(known)) };
        if may && !self.with_key {
            bar = bar.with(self.again_or_key(known));
        } else {
            bar = bar.with_all(own_key::key(known));
        }
        if paper.may.len() > 1 {
            bar = bar.with(KeyButton::new(Key::F6, known.t("sign-other-role"), Press::Typed));
        }
        let mut out = Vec::new();
        if paper.about.is_none() {
            let acta = super::sala::past::acta_paper(known, paper.session);
            bar = bar.with(KeyButton::new(Key::F7, known.t("sign-see-acta"), Press::Paper(acta)));
        }
        if !paper.signed.is_empty() {
            let name = &paper.paper;
            let title = known.ta("sign-sheet", &[("paper", &paper.title)]);
            let (path, file) = (format!("/api/signatures/{name}/sheet.pdf"), format!("firmas-{name}.pdf"));
            out.push(Paper::new(path, file, title));
        }
        bar.with_all(super::paper::keys(known, &out))
    }

    fn topic(&self) -> Topic {
        Topic::Sign
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        if known.signatures.is_some() {
            self.asked = false;
        } else if !self.asked && known.may_act() {
            self.asked = true;
            return Some(Press::Signatures);
        }
        let [left, right] = columns(room, [1.0, 1.7], 12.0);
        let mut list = headed(ui, left, 30.0, &known.t("sign-papers"), label(17.0));
        if papers(known).is_empty() {
            let id = if known.signatures.is_some() { "sign-none" } else { "sign-wait" };
            ink::words(ui, list, &known.t(id), text(19.0));
            panel(ui, right);
            return None;
        }
        let mut pressed = None;
        let mut touched = false;
        let fit = (list.height() / (ROW + 28.0)) as usize;
        let first = (self.row + 1).saturating_sub(fit.max(1));
        for (row, paper) in papers(known).iter().enumerate().skip(first).take(fit.max(1)) {
            if choice(ui, cut_top(&mut list, ROW), None, &paper.title, row == self.row, true) {
                self.choose(row);
                touched = true;
            }
            let (words, colour) = state(known, paper);
            let mut below = cut_top(&mut list, 28.0);
            below.min.x += 14.0;
            ink::line(ui, below, &words, in_colour(text(15.0), colour));
        }
        let paper = self.paper(known)?;
        let mut inner = panel(ui, right);
        ink::line(ui, cut_top(&mut inner, 34.0), &paper.title, bold(24.0));
        if let Some(claimant) = &paper.claimant {
            ink::line(
                ui,
                cut_top(&mut inner, 26.0),
                &known.ta("sign-claimant", &[("name", claimant)]),
                text(17.0),
            );
        }
        let role = self.role(known);
        if role.is_some() {
            let height = (inner.height() * 0.52).min(inner.width() / 3.0);
            let pad = cut_bottom(&mut inner, height);
            cut_bottom(&mut inner, 10.0);
            let name = role.map_or_else(String::new, |role| role_words(known, role));
            if self.with_key {
                pressed = self.key_pad(ui, pad, known);
            } else {
                touched |= self.pad(ui, pad, known, &name);
            }
        }
        for signed in &paper.signed {
            ink::line(
                ui,
                cut_bottom(&mut inner, 24.0),
                &signature_words(known, signed),
                in_colour(text(16.0), colour::OK),
            );
        }
        let (one, two) = paper.sha256.split_at_checked(32).unwrap_or((&paper.sha256, ""));
        ink::line(ui, cut_bottom(&mut inner, 22.0), two, label(15.0));
        ink::line(ui, cut_bottom(&mut inner, 22.0), &known.ta("sign-hash", &[("hash", &one)]), label(15.0));
        ink::words(ui, inner, paper.text.trim_end(), text(17.0));
        pressed.or(touched.then_some(Press::Typed))
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if self.with_key && self.pin.typed(typed) {
            return Some(Press::Typed);
        }
        let row = typed.row(self.row, papers(known).len())?;
        self.choose(row);
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F5 {
            self.with_key = self.strokes.is_empty();
            self.clear();
        } else if key == Key::F6 {
            self.role = self.role.wrapping_add(1);
            self.clear();
        } else if key == Key::Back {
            self.with_key = false;
            self.clear();
        }
    }

    fn would_throw_away(&self, _: &Known) -> bool {
        !self.strokes.is_empty()
    }

    fn refused(&mut self) {
        self.pin.clear();
    }

    fn granted(&mut self) {
        self.clear();
    }
}

/// Who signed, how and when.
fn signature_words(known: &Known, signed: &hall_wire::message::SignatureRow) -> String {
    let name = signed.person.and_then(|person| known.people.get(&person)).map(|member| member.name.clone());
    let role = role_words(known, signed.role);
    let who = name.map_or(role.clone(), |name| format!("{role}, {name}"));
    let how = known.t(match signed.how {
        SignatureHow::Drawn => "sign-how-drawn",
        SignatureHow::Page => "sign-how-page",
        SignatureHow::Key => "sign-how-key",
    });
    known.ta("sign-signed", &[("who", &who), ("how", &how), ("at", &known.minutes(signed.at_utc_ms))])
}
