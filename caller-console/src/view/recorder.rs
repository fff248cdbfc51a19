//! F10, F7, + · The voice's prompts, recorded one after the other: Intro records, stops, keeps and goes on.

use egui::{Color32, Rect, Ui, pos2, vec2};
use hall_core::people::Role;
use hall_look::colour::{self, console};
use hall_look::{ink, sign};
use hall_prompts::take::Verdict;
use hall_wire::board::Scene;

use super::View;
use super::part::{
    CHOSEN, RADIUS, bold, columns, cut_bottom, cut_top, frame, headed, in_colour, label, panel, text, touch,
};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::recorder::{Act, Booth, Doing, Prompt, PromptState, Trouble};
use crate::view::help::Topic;

mod meter;

/// A row of the list.
const ROW: f32 = 44.0;

/// The page.
#[derive(Debug, Default)]
pub struct Page {
    /// The chosen prompt.
    row: usize,
    /// The folder was looked into.
    asked: bool,
    /// The next missing prompt is wanted.
    goes_on: bool,
    /// Takes kept when it last looked.
    kept: u32,
    /// The language whose list it last saw.
    language: String,
}

/// The key that opens it, on the voice's page: for those who may have the voice speak, and not while balls are drawn.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = Press::Open(Over::Look(Look::Recorder));
    let may =
        [Role::JefeDeSala, Role::JefeDeMesa, Role::VendedorLocutor].iter().any(|role| known.has_role(*role));
    let at_rest = match known.scene() {
        Scene::Closed | Scene::Idle | Scene::NotHeld | Scene::Sale | Scene::Winners => true,
        Scene::Totals | Scene::Draw | Scene::Check | Scene::Question => false,
        Scene::Hold | Scene::Suspended | Scene::Void => false,
    };
    let button = KeyButton::new(Key::More, known.t("rec-open"), open).sub(known.t("rec-open-sub"));
    (may && at_rest).then_some(button)
}

impl Page {
    fn chosen<'b>(&self, booth: &'b Booth) -> Option<&'b Prompt> {
        booth.prompts.get(self.row)
    }

    fn next(&self, known: &Known, booth: &Booth) -> Next {
        let act = |id: &str, act| Next::Do(NextAct::new(known.t(id), Press::Record(act)).at_once());
        match &booth.doing {
            Doing::Records(..) => act("rec-stop", Act::Stop),
            Doing::Took(_, took, _) if took.verdict == Verdict::Good => act("rec-keep", Act::Keep),
            // A full disk, once there is room: what was said well enough is not said again.
            Doing::Took(_, took, _) if is_of_disk(booth) && took.verdict.may_stay() => {
                act("rec-keep", Act::Keep)
            }
            Doing::Took(stem, ..) => act("rec-again-do", Act::Record(stem.clone())),
            Doing::Nothing | Doing::Plays => match self.chosen(booth) {
                Some(prompt) => {
                    let id = if prompt.state.plays() { "rec-record-again" } else { "rec-record" };
                    act(id, Act::Record(prompt.stem.clone()))
                }
                None => Next::close(known),
            },
        }
    }
}

fn is_of_disk(booth: &Booth) -> bool {
    matches!(booth.trouble, Some(Trouble::DiskFull | Trouble::Disk(_)))
}

fn back(known: &Known) -> KeyButton {
    KeyButton::new(Key::Back, known.t("back"), Press::Open(Over::Look(Look::Voice)))
}

impl View for Page {
    fn look(&mut self, known: &Known) {
        let Some(booth) = known.recorder.as_deref() else { return };
        if booth.language != self.language {
            self.language.clone_from(&booth.language);
            self.row = booth.next_missing(0).unwrap_or(0);
        } else if booth.kept > self.kept {
            self.row = booth.next_missing(self.row).unwrap_or(self.row);
        } else if self.goes_on {
            self.row = booth.next_missing(self.row + 1).unwrap_or(self.row);
        }
        (self.kept, self.goes_on) = (booth.kept, false);
    }

    fn bar(&self, known: &Known) -> Bar {
        let Some(booth) = known.recorder.as_deref().filter(|booth| !booth.prompts.is_empty()) else {
            return Bar::new(Lead::Wait, known.t("rec-looking"), Next::close(known)).with(back(known));
        };
        let record = |key, id: &str, act| KeyButton::new(key, known.t(id), Press::Record(act));
        let next = self.next(known, booth);
        match &booth.doing {
            Doing::Records(..) => Bar::new(Lead::Now, known.t("rec-prompt-records"), next).with(record(
                Key::Back,
                "rec-drop",
                Act::Drop,
            )),
            Doing::Took(stem, took, _) => {
                let good = took.verdict == Verdict::Good;
                let prompt = known.t(if good { "rec-prompt-took" } else { "rec-prompt-again" });
                let mut bar = Bar::new(if good { Lead::May } else { Lead::Now }, prompt, next)
                    .with(record(Key::F5, "rec-again", Act::Record(stem.clone())))
                    .with(record(Key::F6, "rec-listen", Act::Listen(stem.clone())));
                if took.verdict.may_stay() && !good {
                    bar = bar.with(record(Key::F7, "rec-keep-anyway", Act::Keep));
                }
                bar.with(record(Key::Back, "rec-drop", Act::Drop))
            }
            Doing::Nothing | Doing::Plays => {
                let stem = self.chosen(booth).map(|prompt| prompt.stem.clone()).unwrap_or_default();
                let heard = self.chosen(booth).is_some_and(|prompt| prompt.state != PromptState::Missing);
                let missing = booth.next_missing(self.row + 1);
                Bar::new(Lead::May, known.t("rec-prompt"), next)
                    .with(
                        record(Key::F6, "rec-listen", Act::Listen(stem))
                            .on_if(heard, known.t("rec-listen-off")),
                    )
                    .with(
                        KeyButton::new(Key::F7, known.t("rec-next"), Press::Typed)
                            .on_if(missing.is_some(), known.t("rec-none-missing")),
                    )
                    .with_all(booth.more_languages.then(|| record(Key::F8, "rec-language", Act::Language)))
                    .with(back(known))
            }
        }
    }

    fn topic(&self) -> Topic {
        Topic::Recorder
    }

    fn pressed(&mut self, key: Key) {
        self.goes_on |= key == Key::F7;
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let booth = known.recorder.as_deref()?;
        // What is recorded is what stands in large letters.
        if !matches!(booth.doing, Doing::Nothing | Doing::Plays) {
            return None;
        }
        self.row = typed.row(self.row, booth.prompts.len())?;
        Some(Press::Typed)
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, right] = columns(room, [1.0, 1.9], 12.0);
        let booth = known.recorder.as_deref().filter(|booth| !booth.prompts.is_empty());
        let mut pressed = None;
        if let Some(booth) = booth {
            let (missing, all) = (booth.missing(), booth.prompts.len());
            let args: [(&str, &dyn std::fmt::Display); 3] =
                [("language", &booth.language), ("missing", &missing), ("all", &all)];
            let head =
                if missing == 0 { known.ta("rec-all", &args[..1]) } else { known.ta("rec-head", &args) };
            let inner = headed(ui, left, 34.0, &head, bold(18.0));
            if self.list(ui, inner, known, booth) {
                pressed = Some(Press::Typed);
            }
            self.booth(ui, right, known, booth);
        } else {
            ink::words(ui, panel(ui, left), &known.t("rec-looking"), text(18.0));
            panel(ui, right);
        }
        if !std::mem::replace(&mut self.asked, true) {
            return Some(Press::Record(Act::Open));
        }
        pressed
    }
}

impl Page {
    /// Paints the prompts about the chosen one; returns whether another was touched.
    fn list(&mut self, ui: &mut Ui, mut room: Rect, known: &Known, booth: &Booth) -> bool {
        let free = matches!(booth.doing, Doing::Nothing | Doing::Plays);
        let fit = ((room.height() / ROW).floor() as usize).max(1);
        let last = booth.prompts.len().saturating_sub(fit);
        let first = self.row.saturating_sub(fit / 2).min(last);
        let mut touched = false;
        for (at, prompt) in booth.prompts.iter().enumerate().skip(first).take(fit) {
            let spot = cut_top(&mut room, ROW);
            let (words, ink_of) = state(known, prompt.state);
            let name = format!("{}, {words}", prompt.words);
            if touch(ui, spot, &name, free).clicked() {
                (self.row, touched) = (at, true);
            }
            let chosen = at == self.row;
            if chosen {
                ui.painter().rect_filled(spot.shrink2(vec2(0.0, 1.0)), RADIUS, CHOSEN);
            }
            let inner = spot.shrink2(vec2(8.0, 2.0));
            let mark = Rect::from_center_size(pos2(inner.left() + 10.0, inner.center().y), vec2(18.0, 16.0));
            if prompt.state.plays() {
                sign::tick(ui.painter(), mark, ink_of);
            } else if prompt.state != PromptState::Missing {
                sign::cross(ui.painter(), mark, ink_of);
            }
            let [said, told] = columns(inner.with_min_x(inner.left() + 30.0), [1.7, 1.0], 6.0);
            let short: String = shortened(&prompt.words);
            ink::line(ui, said, &short, if chosen { bold(17.0) } else { text(17.0) });
            let words = if prompt.state.plays() || prompt.state == PromptState::Missing {
                words
            } else {
                known.t("rec-bad")
            };
            ink::line(ui, told, &words, in_colour(label(15.0), ink_of));
        }
        touched
    }

    /// What is to be said, how it sounds, and what became of it.
    fn booth(&self, ui: &mut Ui, room: Rect, known: &Known, booth: &Booth) {
        let Some(prompt) = self.chosen(booth) else { return };
        let mut inner = panel(ui, room);
        let told = told(known, booth, prompt);
        let records = matches!(booth.doing, Doing::Records(..));
        if told.as_ref().is_some_and(|(_, colour)| *colour == console::ALERT) {
            frame(ui, room, console::ALERT);
        } else if records {
            frame(ui, room, console::NEXT);
        }
        let mut foot = cut_bottom(&mut inner, 84.0);
        let where_to = known.ta("rec-where", &[("folder", &booth.folder.display())]);
        ink::line(ui, cut_top(&mut foot, 26.0), &where_to, label(16.0));
        ink::words(ui, foot, &known.t("rec-where-help"), label(16.0));
        let file = known.ta("rec-file", &[("file", &format!("{}.wav", prompt.stem))]);
        ink::line(ui, cut_top(&mut inner, 26.0), &file, label(16.0));
        let size = match prompt.words.chars().count() {
            0..=18 => 52.0,
            19..=48 => 34.0,
            _ => 24.0,
        };
        ink::words(ui, cut_top(&mut inner, 112.0), &prompt.words, bold(size));
        meter::paint(ui, cut_top(&mut inner, 104.0), known, &booth.doing);
        let spoken = cut_bottom(&mut inner, 62.0);
        meter::shape(ui, inner.shrink2(vec2(0.0, 6.0)), &booth.doing);
        if let Some((words, colour)) = told {
            ink::words(ui, spoken, &words, in_colour(bold(19.0), colour));
        }
    }
}

/// Words that find room in a row.
fn shortened(words: &str) -> String {
    const MOST: usize = 25;
    if words.chars().count() <= MOST {
        return words.to_string();
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}

/// What there is of a prompt, in words and a colour.
fn state(known: &Known, state: PromptState) -> (String, Color32) {
    match state {
        PromptState::Missing => (known.t("rec-missing"), console::ALERT),
        PromptState::Recorded(None) => (known.t("rec-recorded"), colour::OK),
        PromptState::Recorded(Some(seconds)) => {
            (known.ta("rec-seconds", &[("seconds", &decimal(known, seconds))]), colour::OK)
        }
        PromptState::NoSound => (known.t("rec-no-sound"), console::REFUSE),
        PromptState::Silent => (known.t("rec-silent"), console::REFUSE),
        PromptState::Long => (known.t("rec-long"), console::REFUSE),
    }
}

/// What to tell of the last act, or of what is there, and in which colour.
fn told(known: &Known, booth: &Booth, prompt: &Prompt) -> Option<(String, Color32)> {
    if let Some(trouble) = &booth.trouble {
        let words = match trouble {
            Trouble::NoMicrophone(why) => known.ta("rec-no-microphone", &[("why", why)]),
            Trouble::MicrophoneLost => known.t("rec-lost"),
            Trouble::NoLoudspeaker(why) => known.ta("rec-no-loudspeaker", &[("why", why)]),
            Trouble::OtherKind => known.t("rec-other-kind"),
            Trouble::DiskFull => known.t("rec-full"),
            Trouble::Disk(why) => known.ta("rec-disk", &[("why", why)]),
        };
        return Some((words, console::ALERT));
    }
    match &booth.doing {
        Doing::Records(..) => None,
        Doing::Took(_, took, _) => {
            let seconds = decimal(known, took.length.as_secs_f32());
            let peak = format!("{:.0}", hall_prompts::take::decibels(took.loudest)).replace('-', "−");
            Some(match took.verdict {
                Verdict::Good => (known.ta("rec-good", &[("seconds", &seconds)]), colour::OK),
                Verdict::Weak => (known.ta("rec-weak", &[("peak", &peak)]), console::REFUSE),
                Verdict::Clipped => (known.t("rec-clipped"), console::REFUSE),
                Verdict::Silent => (known.t("rec-take-silent"), console::REFUSE),
                Verdict::Long => (known.t("rec-take-long"), console::REFUSE),
            })
        }
        Doing::Nothing | Doing::Plays => {
            let bad = !prompt.state.plays() && prompt.state != PromptState::Missing;
            bad.then(|| state(known, prompt.state))
        }
    }
}

/// A length with one decimal, as the console's language writes it.
fn decimal(known: &Known, seconds: f32) -> String {
    let text = format!("{seconds:.1}");
    match known.lang() {
        hall_core::words::Lang::Es => text.replace('.', ","),
        hall_core::words::Lang::En => text,
    }
}
