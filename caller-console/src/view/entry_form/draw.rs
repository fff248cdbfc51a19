//! The public draw that makes the key of the next matrix: announced, its result typed in or given up, and required for all
//! (ADR 55).

use hall_core::matrix::MatrixNo;
use hall_core::request::Request;
use hall_look::words;
use hall_wire::command::{AnnounceKeyDraw, Command, TakeKeyDraw};
use hall_wire::message::KeyDrawRow;

use super::matrix::{cannot_be, kind_of, kind_words};
use super::{EntryForm, FormKind, day};
use crate::bar::NextAct;
use crate::known::{Known, date as shown};

impl EntryForm {
    pub(super) fn draw(&self, known: &Known) -> Result<NextAct, String> {
        match (self.kind, &known.lists.key_draw) {
            (FormKind::RequireDraws, _) => {
                let reason = self.needed(0, "sala-missing-reason", known)?.into();
                let required = !known.lists.key_draws_required;
                let label = known.t(if required { "draw-require-do" } else { "draw-free-do" });
                let sub = known.t(if required { "draw-require-sub" } else { "draw-free-sub" });
                Ok(NextAct::ask(label, Request::RequireKeyDraws { required, reason }).sub(sub).held(2.0))
            }
            (FormKind::TakeDraw, Some(draw)) => self.take_draw(draw, known),
            (FormKind::TakeDraw, None) => Err(known.t("draw-none")),
            (_, _) => self.announce_draw(known),
        }
    }

    fn announce_draw(&self, known: &Known) -> Result<NextAct, String> {
        let Some(size) = self.number(0) else { return Err(known.t("sala-missing-size")) };
        let options = kind_of(&self.chosen);
        if !options.allow(size) {
            return Err(cannot_be(size, self.chosen[1], known));
        }
        let date =
            day(self.needed(1, "draw-missing-date", known)?).ok_or_else(|| known.t("book-bad-date"))?;
        let draw = self.needed(2, "draw-missing-draw", known)?.into();
        let label = known.ta("draw-announce-do", &[("date", &shown(&date.to_string()))]);
        let cards = words::count(u64::from(size));
        let sub = format!("{cards} · {}", kind_words(options.kind.into(), options.clean, known));
        let announce = AnnounceKeyDraw { size, kind: options.kind, clean: options.clean, draw, date };
        Ok(NextAct::ask(label, Command::AnnounceKeyDraw(announce)).sub(sub))
    }

    fn take_draw(&self, draw: &KeyDrawRow, known: &Known) -> Result<NextAct, String> {
        let Some(matrix) = MatrixNo::new(draw.matrix) else { return Err(known.t("draw-none")) };
        match (self.text(0), self.text(1)) {
            ("", "") => Err(known.t("draw-missing-outcome")),
            ("", reason) => {
                let label = known.ta("draw-give-up-do", &[("n", &matrix)]);
                let request = Request::GiveUpKeyDraw { matrix, reason: reason.into() };
                Ok(NextAct::ask(label, request).sub(known.t("draw-give-up-sub")).held(2.0))
            }
            (outcome, "") => {
                let label = known.ta("draw-take-do", &[("n", &matrix), ("words", &outcome)]);
                let take = TakeKeyDraw { matrix, outcome: outcome.into() };
                Ok(NextAct::ask(label, Command::TakeKeyDraw(take)).sub(known.t("draw-take-sub")).held(2.0))
            }
            (_, _) => Err(known.t("draw-both")),
        }
    }
}

/// A draw in words: «Sorteo de la ONCE, las cinco cifras», del 28-11-2026, para la matriz 2, de 600 cartones.
pub(in crate::view) fn draw_words(draw: &KeyDrawRow, known: &Known) -> String {
    let cards = words::count(u64::from(draw.size));
    let date = shown(&draw.date);
    known.ta("draw-awaited", &[("draw", &draw.draw), ("date", &date), ("n", &draw.matrix), ("cards", &cards)])
}
