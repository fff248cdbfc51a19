//! What makes a matrix, and what retires one.

use std::fmt::Display;

use hall_core::matrix::{CLEAN_STRIPS_SIZE_MAX, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX, strip};
use hall_core::request::Request;
use hall_look::words;
use hall_wire::command::{Command, MakeMatrix};
use hall_wire::message::MatrixRowKind;

use super::EntryForm;
use crate::bar::NextAct;
use crate::known::Known;
use crate::press::Press;

/// The cards of a matrix, in the order of the digits: one of the first two, and the third or not.
pub(super) const OPTIONS: [&str; 3] = ["sala-cards-single", "sala-cards-strip", "sala-cards-clean"];

impl EntryForm {
    pub(super) fn make_matrix(&self, known: &Known) -> Result<NextAct, String> {
        let options = kind_of(&self.chosen);
        let Some(size) = self.number(0) else { return Err(known.t("sala-missing-size")) };
        if !options.allow(size) {
            return Err(cannot_be(size, self.chosen[1], known));
        }
        let MatrixOptions { kind, clean } = options;
        let label = known.ta("sala-matrix-do", &[("cards", &words::count(u64::from(size)))]);
        let mut sub = kind_words(kind.into(), clean, known);
        let mixed = Some(self.text(1)).filter(|words| !words.is_empty()).map(String::from);
        if mixed.is_some() {
            sub = format!("{sub} · {}", known.t("sala-with-mixed"));
        }
        let make = Command::MakeMatrix(MakeMatrix { size, kind, clean, mixed });
        Ok(NextAct::ask(label, make).sub(sub))
    }

    pub(super) fn retire_matrix(&self, known: &Known) -> Result<NextAct, String> {
        let Some(matrix) = self.number(0) else { return Err(known.t("sala-missing-matrix")) };
        let number: [(&str, &dyn Display); 1] = [("n", &matrix)];
        let row = known.lists.matrices.iter().find(|row| row.matrix == matrix);
        let Some((row, matrix)) = row.zip(MatrixNo::new(matrix)) else {
            return Err(known.ta("sala-no-matrix", &number));
        };
        if row.retired_at_utc_ms.is_some() {
            return Err(known.ta("sala-is-retired", &number));
        }
        let reason = self.needed(1, "sala-missing-reason", known)?.into();
        let label = known.ta("sala-retire-do", &number);
        let press = Press::ask(&label, Request::RetireMatrix { matrix, reason });
        Ok(NextAct::new(label, press).sub(known.t("sala-retire-sub")).held(2.0))
    }
}

/// What was chosen of [`OPTIONS`].
pub(super) fn kind_of(chosen: &[bool; 7]) -> MatrixOptions {
    let kind = if chosen[1] { MatrixKind::Strip } else { MatrixKind::Single };
    MatrixOptions { kind, clean: chosen[2] }
}

pub(super) fn cannot_be(size: u32, strips: bool, known: &Known) -> String {
    let shown = |cards: u32| words::count(u64::from(cards));
    let below = size - size % strip::CARDS;
    if size == 0 || size > SIZE_MAX {
        known.ta("sala-size-range", &[("max", &shown(SIZE_MAX))])
    } else if !strips || below == size {
        known.ta("sala-clean-strips-max", &[("max", &shown(CLEAN_STRIPS_SIZE_MAX))])
    } else if below == 0 {
        known.t("sala-strips-one")
    } else {
        known.ta("sala-strips-whole", &[("below", &shown(below)), ("above", &shown(below + strip::CARDS))])
    }
}

/// The cards of a matrix: «tiras de seis · sin dos filas iguales».
pub(in crate::view) fn kind_words(kind: MatrixRowKind, clean: bool, known: &Known) -> String {
    let cards = known.t(match kind {
        MatrixRowKind::Single => "sala-kind-single",
        MatrixRowKind::Strip => "sala-kind-strip",
        MatrixRowKind::Imported => "sala-kind-imported",
    });
    if clean { format!("{cards} · {}", known.t("sala-kind-clean")) } else { cards }
}
