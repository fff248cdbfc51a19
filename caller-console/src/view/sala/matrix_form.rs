//! What is asked of the desk to make a matrix, and to retire one.

use hall_core::matrix::{CLEAN_STRIPS_SIZE_MAX, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX, strip};
use hall_core::request::Request;
use hall_look::words;
use hall_wire::command::{Command, MakeMatrix};
use hall_wire::message::MatrixRowKind;

use crate::bar::NextAct;
use crate::known::Known;
use crate::press::Press;
use crate::view::form::Form;

/// What cards a matrix may have, in the order of the digits: one of the first two, and the third or not.
pub(super) const OPTIONS: [(&str, &str); 3] =
    [("single", "sala-cards-single"), ("strip", "sala-cards-strip"), ("clean", "sala-cards-clean")];

/// What a hall prints unless it says otherwise: single cards without two equal lines.
pub(super) const USUAL: [bool; 3] = [true, false, true];

/// Ticks an option, or unticks it: cards are single or in strips, never both or neither.
pub(super) fn choose(chosen: &mut [bool], number: usize) {
    match number {
        0 | 1 => (chosen[0], chosen[1]) = (number == 0, number == 1),
        _ => chosen[number] = !chosen[number],
    }
}

/// Returns what makes the matrix of this form, or what is missing for it.
pub(super) fn make(form: &Form, chosen: &[bool], known: &Known) -> Result<NextAct, String> {
    let (strips, clean) = (chosen[1], chosen[2]);
    let kind = if strips { MatrixKind::Strip } else { MatrixKind::Single };
    let Some(size) = form.number(0) else { return Err(known.t("sala-missing-size")) };
    if !(MatrixOptions { kind, clean }).allow(size) {
        return Err(cannot_be(size, strips, known));
    }
    let label = known.ta("sala-matrix-do", &[("cards", &words::count(u64::from(size)))]);
    let mut sub = kind_words(kind.into(), clean, known);
    let mixed = Some(form.text(1)).filter(|words| !words.is_empty()).map(String::from);
    if mixed.is_some() {
        sub = format!("{sub} · {}", known.t("sala-with-mixed"));
    }
    let make = Command::MakeMatrix(MakeMatrix { size, kind, clean, mixed });
    Ok(NextAct::new(&label, Press::ask(&label, make)).sub(sub))
}

/// Returns why there is no matrix of so many cards.
fn cannot_be(size: u32, strips: bool, known: &Known) -> String {
    let shown = |cards: u32| words::count(u64::from(cards));
    if size == 0 || size > SIZE_MAX {
        return known.ta("sala-size-range", &[("max", &shown(SIZE_MAX))]);
    }
    let below = size - size % strip::CARDS;
    if strips && below != size {
        let id = if below == 0 { "sala-strips-one" } else { "sala-strips-whole" };
        return known.ta(id, &[("below", &shown(below)), ("above", &shown(below + strip::CARDS))]);
    }
    known.ta("sala-clean-strips-max", &[("max", &shown(CLEAN_STRIPS_SIZE_MAX))])
}

/// Returns what retires the matrix of this form, or what is missing for it.
pub(super) fn retire(form: &Form, known: &Known) -> Result<NextAct, String> {
    let Some(matrix) = form.number(0) else { return Err(known.t("sala-missing-matrix")) };
    let number = matrix.to_string();
    let row = known.lists.matrices.iter().find(|row| row.matrix == matrix);
    let Some((row, matrix)) = row.zip(MatrixNo::new(matrix)) else {
        return Err(known.ta("sala-no-matrix", &[("n", &number)]));
    };
    if row.retired_at_utc_ms.is_some() {
        return Err(known.ta("sala-is-retired", &[("n", &number)]));
    }
    let reason = form.text(1);
    if reason.is_empty() {
        return Err(known.t("sala-missing-reason"));
    }
    let label = known.ta("sala-retire-do", &[("n", &number)]);
    let press = Press::ask(&label, Request::RetireMatrix { matrix, reason: reason.into() });
    Ok(NextAct::new(label, press).sub(known.t("sala-retire-sub")).held(2.0))
}

/// Returns the cards of a matrix in words: «tiras de seis · sin dos filas iguales».
pub(super) fn kind_words(kind: MatrixRowKind, clean: bool, known: &Known) -> String {
    let cards = known.t(match kind {
        MatrixRowKind::Single => "sala-kind-single",
        MatrixRowKind::Strip => "sala-kind-strip",
        MatrixRowKind::Imported => "sala-kind-imported",
    });
    if clean { format!("{cards} · {}", known.t("sala-kind-clean")) } else { cards }
}
