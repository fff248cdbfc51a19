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
        let about = match game(form) {
            _ if is_closed(form) => game(form).map(|no| form.known.ta("di-of-game", &[("game", &no.0)])),
            Some(_) => Some(form.t("strip-game")),
            None => Some(form.t("di-of-session")),
        };
        let about = about.unwrap_or_else(|| form.t("di-of-hall"));
        let mut facts = vec![(form.t("di-fact-about"), about)];
        facts.extend(form.facts(&[if is_closed(form) { "di-fact-next" } else { "di-fact-acta" }]));
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
            game: game(form),
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

/// Whether no session is open: then it waits for the acta of the next one.
fn is_closed(form: Filling<'_>) -> bool {
    form.known.public().session.is_none()
}

/// The game on the table; with the hall closed, the one that was typed, if one was.
fn game(form: Filling<'_>) -> Option<GameNo> {
    if is_closed(form) {
        return form.number("di-game").filter(|no| *no > 0).map(GameNo);
    }
    form.known.game().map(|game| GameNo(game.game))
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
    if form.known.may(RequestKind::WriteNote) && !is_closed(form) {
        about.push((RequestKind::WriteNote.name(), "di-note"));
    }
    let left = TEXT_MAX.saturating_sub(form.get("di-text").chars().count());
    let mut steps = vec![form.choice_of("di-about", &about)];
    if is_closed(form) {
        let last = form.known.lists.next_game.saturating_sub(1);
        let missing = match form.number("di-game") {
            None => Some("di-game-missing"),
            Some(no) => (no > last).then_some("di-game-unknown"),
        };
        let step = form.entry("di-game", Takes::Digits(9), missing);
        steps.push(step.note(form.known.ta("di-game-last", &[("game", &last)])));
    }
    steps.push(form.text("di-text", TEXT_MAX).note(form.known.ta("di-left", &[("n", &left)])));
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
