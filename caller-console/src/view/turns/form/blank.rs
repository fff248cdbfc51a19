//! A form as data.

use egui::{Rect, Ui};
use hall_core::request::RequestKind;
use hall_wire::command::Command;

use super::{Aloud, Facts, Filling, Step};
use crate::bar::{Arming, KeyButton};
use crate::keys::Key;
use crate::known::Known;
use crate::press::Second;
use crate::view::Band;
use crate::view::turns::common::{trouble_band, waits_for};

/// A form as data: its steps, and what Intro asks of the desk once all are answered.
pub struct Blank {
    /// Begins the ids of its texts: `{id}-title`, `{id}-do` for the act, `{id}-sub` under it, `{id}-band` and
    /// `{id}-leave`.
    pub id: &'static str,
    /// Who may ask for this may fill it in; others wait.
    pub power: Option<RequestKind>,
    /// The steps, given what was filled in so far.
    pub steps: fn(Filling<'_>) -> Vec<Step>,
    /// A second person who may ask for this: their two steps are the last ones.
    pub second: fn(Filling<'_>) -> Option<RequestKind>,
    /// Who signs for the first command, with a PIN that the form has a step for.
    pub signs: fn(Filling<'_>) -> Option<Second>,
    /// What is asked of the desk.
    pub asks: fn(Filling<'_>) -> Option<Vec<Command>>,
    /// What will happen.
    pub facts: fn(Filling<'_>) -> Facts,
    /// Words to read aloud.
    pub say: fn(Filling<'_>) -> Option<Aloud>,
    /// The id of why it cannot be done now.
    pub impossible: fn(&Known) -> Option<&'static str>,
    /// What the form is about; about another object it begins anew.
    pub object: fn(&Known) -> String,
    pub title: fn(&Blank, Filling<'_>) -> String,
    /// The name of the act: «ABRIR LA SESIÓN».
    pub label: fn(&Blank, Filling<'_>) -> String,
    pub sub: fn(&Blank, Filling<'_>) -> String,
    pub band: fn(&Blank, Filling<'_>) -> Option<Band>,
    /// Whom to wait for, if the user may not ask for this.
    pub waits_for: fn(&Blank, &Known) -> Option<String>,
    /// More keys.
    pub buttons: fn(Filling<'_>) -> Vec<KeyButton>,
    /// Keys that give an answer: its key and its value.
    pub answers: &'static [(Key, &'static str, &'static str)],
    /// How Intro is armed for the act.
    pub arming: Arming,
    /// For how many seconds Intro is held.
    pub hold_s: f64,
    /// The form is the place itself: `−` does not leave it.
    pub is_place: bool,
    /// `−` leaves at once from any step.
    pub leaves_at_once: bool,
    /// The machine's state stands under the step in focus.
    pub shows_machine: bool,
    /// Paints over the steps what the form is about; returns the height it took.
    pub aside: fn(&mut Ui, Rect, &Known) -> f32,
}

impl Blank {
    /// The defaults: no steps, nothing asked for.
    pub const PLAIN: Blank = Blank {
        id: "",
        power: None,
        steps: |_| Vec::new(),
        second: |_| None,
        signs: |_| None,
        asks: |_| None,
        facts: |_| Vec::new(),
        say: |_| None,
        impossible: |_| None,
        object: |known| format!("{:?}", known.game().map(|game| game.game)),
        title: |blank, form| form.t(&format!("{}-title", blank.id)),
        label: |blank, form| form.t(&format!("{}-do", blank.id)),
        sub: |blank, form| form.t_if(&format!("{}-sub", blank.id)).unwrap_or_default(),
        band: |blank, form| trouble_band(form, &format!("{}-band", blank.id)),
        waits_for: |blank, known| waits_for(known, blank.power?),
        buttons: |_| Vec::new(),
        answers: &[],
        arming: Arming::Usual,
        hold_s: 0.0,
        is_place: false,
        leaves_at_once: false,
        shows_machine: false,
        aside: |_, _, _| 0.0,
    };
}
