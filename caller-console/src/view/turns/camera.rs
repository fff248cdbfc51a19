//! The camera of the ball exit gives no picture: two people have the draw begin without it (Cat. IV, DECISIONS 43).

use hall_core::request::{Request, RequestKind};
use hall_core::words;
use hall_wire::board::ExitUnseen;
use hall_wire::command::Command;

use super::common::alert;
use super::form::Blank;
use crate::known::Known;
use crate::value;

pub static WITHOUT_CAMERA: Blank = Blank {
    id: "wc",
    waits_for: |_, known| {
        let may = known.may(RequestKind::AskWithoutCamera) || i_confirm(known);
        (!may).then(|| known.t("wait-mesa"))
    },
    impossible: |known| unseen(known).is_none().then_some("wc-nothing"),
    object: |known| {
        format!("{} {:?}", value::game(known).0, unseen(known).and_then(|unseen| unseen.asked_by))
    },
    second: |form| (!i_confirm(form.known)).then_some(RequestKind::ConfirmWithoutCamera),
    facts: |form| {
        let asked = unseen(form.known).and_then(|unseen| unseen.asked_by);
        let asked = asked.map(|by| form.known.ta("wc-asked", &[("name", &form.known.short_name(by))]));
        let mut facts = Vec::from_iter(asked.map(|words| (words, String::new())));
        facts.extend(form.facts(&["wc-fact-first", "wc-fact-record", "wc-fact-only"]));
        facts
    },
    asks: |form| {
        let game = value::game(form.known);
        let asked = unseen(form.known)?.asked_by.is_some();
        let ask = (!asked).then_some(Command::from(Request::AskWithoutCamera { game }));
        Some(ask.into_iter().chain([Request::ConfirmWithoutCamera { game }.into()]).collect())
    },
    band: |_, form| band(form.known),
    ..Blank::PLAIN
};

fn unseen(known: &Known) -> Option<ExitUnseen> {
    known.board.exit_unseen.filter(|unseen| unseen.may_be_waived)
}

/// Whether who sits here confirms what another asked for.
fn i_confirm(known: &Known) -> bool {
    let asked = unseen(known).and_then(|unseen| unseen.asked_by);
    known.may(RequestKind::ConfirmWithoutCamera) && asked.is_some_and(|by| Some(by) != known.person())
}

/// The band while a draw cannot begin for want of the picture: what is wrong, and the ways on.
pub fn band(known: &Known) -> Option<crate::view::Band> {
    let unseen = known.board.exit_unseen?;
    let sight = words::sight(known.lang(), unseen.sight);
    let then = if unseen.may_be_waived { "wc-band-two" } else { "wc-band-never" };
    alert(known.t("wc-word"), known.ta("wc-band", &[("sight", &sight)]), known.t(then))
}
