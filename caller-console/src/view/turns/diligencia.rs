//! `/` 6 · A diligencia: an incidencia, or the claim of a player (37.4, DECISIONS 33); or a note of the jefe de sala.

use hall_core::event::{DiligenciaKind, GameNo};
use hall_core::request::{Request, RequestKind};
use hall_wire::command::field::{Claimant, Secret};
use hall_wire::command::{Command, WriteDiligencia};

use super::common::ask;
use super::form::{Blank, Filling, Step};
use crate::entry::Takes;

/// What is typed where somebody gives no document: the claim is written all the same (39.2.g).
const NO_DOCUMENT: &str = "0";

/// The longest text the record takes.
const TEXT_MAX: usize = 500;

pub static DILIGENCIA: Blank = Blank {
    id: "di",
    power: Some(RequestKind::WriteDiligencia),
    steps,
    facts: |form| {
        if is_note(form) {
            let so_far = (form.t("di-fact-notes"), form.known.board.notes.to_string());
            return [form.facts(&["di-fact-acta", "di-fact-unsigned"]), vec![so_far]].concat();
        }
        let of = if form.known.game().is_some() { "strip-game" } else { "di-of-session" };
        let mut facts = vec![(form.t("di-fact-about"), form.t(of))];
        facts.extend(form.facts(&["di-fact-acta"]));
        if is_claim(form) {
            facts.extend(form.facts(&["di-fact-sealed"]));
        }
        facts
    },
    asks: |form| {
        if is_note(form) {
            return ask(Request::WriteNote { text: form.get("di-text").trim().into() });
        }
        let claimant = || Claimant {
            name: Secret(form.get("di-name").trim().into()),
            document: Some(form.get("di-document"))
                .filter(|typed| *typed != NO_DOCUMENT)
                .map(|typed| Secret(typed.into())),
        };
        ask(Command::WriteDiligencia(WriteDiligencia {
            about: about(form)?,
            game: form.known.game().map(|game| GameNo(game.game)),
            text: form.get("di-text").trim().into(),
            claimant: is_claim(form).then(claimant),
            signed: is_claim(form) && form.is_yes("di-signed"),
        }))
    },
    ..Blank::PLAIN
};

fn about(form: Filling<'_>) -> Option<DiligenciaKind> {
    DiligenciaKind::from_name(form.get("di-about"))
}

fn is_note(form: Filling<'_>) -> bool {
    form.get("di-about") == RequestKind::WriteNote.name()
}

fn is_claim(form: Filling<'_>) -> bool {
    about(form) == Some(DiligenciaKind::Reclamacion)
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let mut about = vec![
        (DiligenciaKind::Incidencia.name(), "di-incidencia"),
        (DiligenciaKind::Reclamacion.name(), "di-reclamacion"),
    ];
    if form.known.may(RequestKind::WriteNote) {
        about.push((RequestKind::WriteNote.name(), "di-note"));
    }
    let left = TEXT_MAX.saturating_sub(form.get("di-text").chars().count());
    let mut steps = vec![
        form.choice_of("di-about", &about),
        form.text("di-text", TEXT_MAX).note(form.known.ta("di-left", &[("n", &left)])),
    ];
    if is_claim(form) {
        let document = form.get("di-document");
        let lacks = document.len() < 5 && document != NO_DOCUMENT;
        steps.extend([
            form.text("di-name", 80),
            form.entry("di-document", Takes::Code(20), lacks.then_some("di-document-missing")),
            form.yes_no("di-signed"),
        ]);
    }
    steps
}
