//! F10, F7 · The hall's voice, over any view: whether it speaks, how loud, by what and with what; a mark while it does not.

use egui::{Rect, Ui};
use hall_core::people::Role;
use hall_look::colour::console;
use hall_look::ink;
use hall_wire::board::{VoiceNow, VoiceState};
use hall_wire::message::VoiceWish;

use super::View;
use super::copies::Mark;
use super::part::{bold, cut_top, frame, label, panel, text};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::shell;
use crate::view::help::Topic;

/// Who may have it speak or not, as on the server.
const MAY_WISH: [Role; 3] = [Role::JefeDeSala, Role::JefeDeMesa, Role::VendedorLocutor];

/// What one press changes of its volume, in percent.
const STEP: u8 = 10;

/// The page.
#[derive(Debug, Default)]
pub struct Page;

/// The mark in the strip; `None` while the voice speaks, and in a hall without one.
pub fn mark(known: &Known) -> Option<Mark> {
    let (id, alert) = match known.board.voice.state {
        VoiceState::None | VoiceState::Speaks => return None,
        VoiceState::Off => ("chip-voice-off", false),
        VoiceState::NoSound | VoiceState::Gone => ("chip-voice-lost", true),
    };
    Some(Mark { words: known.t(id), alert })
}

/// The key that opens the page, in a hall that has a voice.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = Press::Open(Over::Look(Look::Voice));
    let has =
        known.board.voice.state != VoiceState::None && MAY_WISH.iter().any(|role| known.has_role(*role));
    has.then(|| KeyButton::new(Key::F7, known.t("voice-open"), open).sub(known.t("voice-open-sub")))
}

/// A sentence for its state: what it is, and what to do.
fn state(known: &Known, voice: &VoiceNow) -> String {
    match voice.state {
        VoiceState::None => known.t("voice-none"),
        VoiceState::Speaks => known.t("voice-speaks"),
        VoiceState::Off => known.t("voice-off"),
        VoiceState::Gone => known.t("voice-gone"),
        VoiceState::NoSound => {
            let why = voice.trouble.as_deref().unwrap_or_default().trim_end_matches('.');
            known.ta("voice-no-sound", &[("why", &why)])
        }
    }
}

/// As many names as find room in a line, and how many more there are.
fn few(known: &Known, names: &[String]) -> String {
    const MOST: usize = 70;
    let mut line = String::new();
    for (at, name) in names.iter().enumerate() {
        let so_far = if at == 0 { name.clone() } else { format!("{line} · {name}") };
        if at > 0 && so_far.chars().count() > MOST {
            return known.ta("voice-more-names", &[("names", &line), ("more", &(names.len() - at))]);
        }
        line = so_far;
    }
    if line.is_empty() { "—".to_owned() } else { line }
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let voice = &known.board.voice;
        let here = voice.state != VoiceState::Gone && voice.state != VoiceState::None;
        let off = voice.state == VoiceState::Off;
        let wish = |key, id: &str, wish| KeyButton::new(key, known.t(id), Press::Voice(wish));
        let loud = |volume| VoiceWish { volume: Some(volume), ..VoiceWish::default() };
        let (less, more) = (voice.volume.saturating_sub(STEP), (voice.volume + STEP).min(100));
        let speak = VoiceWish { speaks: Some(off), ..VoiceWish::default() };
        let trial = VoiceWish { trial: true, ..VoiceWish::default() };
        let wishes = [
            wish(Key::F5, if off { "voice-on-do" } else { "voice-off-do" }, speak),
            wish(Key::F6, "voice-less", loud(less)).on_if(voice.volume > 0, known.t("voice-least")),
            wish(Key::F7, "voice-more", loud(more)).on_if(voice.volume < 100, known.t("voice-most")),
            wish(Key::F8, "voice-trial", trial),
        ];
        Bar::new(Lead::May, known.t("voice-prompt"), Next::close(known))
            // A voice that does not answer takes no wish; the page says where to look.
            .with_all(here.then_some(wishes).into_iter().flatten())
            .with_all(super::recorder::key(known).map(|key| key.sub("")))
            // Beside PARADA there is no room for all, nor for second lines; and Intro closes too.
            .with_all(shell::stop(known).is_none().then(|| KeyButton::close(known)))
    }

    fn topic(&self) -> Topic {
        Topic::Voice
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let voice = &known.board.voice;
        let mut inner = panel(ui, room);
        if mark(known).is_some_and(|mark| mark.alert) {
            frame(ui, room, console::ALERT);
        }
        ink::words(ui, cut_top(&mut inner, 64.0), &state(known, voice), bold(22.0));
        let dash = || "—".to_owned();
        let unsaid =
            voice.unsaid.map_or_else(dash, |place| known.ta("voice-unsaid-place", &[("place", &place)]));
        let from = known.ta("voice-from", &[("recorded", &voice.recorded), ("made", &voice.synthesised)]);
        let lines = [
            ("voice-language", voice.language.clone()),
            ("voice-output", voice.output.clone()),
            ("voice-volume", format!("{} %", voice.volume)),
            ("voice-recordings", from),
            ("voice-bad", few(known, &voice.bad)),
            ("voice-missing", few(known, &voice.missing)),
            ("voice-unsaid", unsaid),
        ];
        for (name, value) in lines {
            let mut row = cut_top(&mut inner, 44.0);
            ink::line(ui, row, &known.t(name), label(18.0));
            row.min.x += 300.0;
            ink::line(ui, row, &value, bold(19.0));
        }
        ink::words(ui, inner, &known.t("voice-help"), text(17.0));
        None
    }
}
