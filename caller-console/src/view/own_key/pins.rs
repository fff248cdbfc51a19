//! What comes next in a form with a PIN that is chosen: of a key, or of the person.

use super::super::form::Form;
use crate::bar::{Next, NextAct};
use crate::entry::PIN_MIN;
use crate::known::Known;
use crate::own_key::is_weak;
use crate::press::Press;

/// Where a field has the keyboard whose PIN is too short or done: what is missing, or that Intro goes on.
pub(super) fn short_of(known: &Known, form: &Form, field: usize, label: &str) -> Option<Next> {
    if form.text(field).len() < PIN_MIN {
        return Some(Next::Missing { label: label.to_string(), what: known.t("own-key-missing-pin") });
    }
    (form.at() == field).then(|| Next::field(known))
}

/// What comes next in a form whose fields from `first` on take a new PIN twice.
pub(in crate::view) fn twice(
    known: &Known,
    form: &Form,
    first: usize,
    label: String,
    act: impl Fn(&str) -> Press,
) -> Next {
    let missing = |id: &str| Next::Missing { label: label.clone(), what: known.t(id) };
    let pin = form.text(first);
    if pin.len() < PIN_MIN {
        return missing("own-key-missing-new");
    }
    if is_weak(pin) {
        return missing("own-key-weak");
    }
    if first == 1 && form.text(0) == pin {
        return missing("own-key-same");
    }
    if form.at() <= first {
        return Next::field(known);
    }
    let again = form.text(first + 1);
    if again != pin {
        return missing(if pin.starts_with(again) { "own-key-missing-again" } else { "own-key-differs" });
    }
    Next::Do(NextAct::new(label.clone(), act(pin)).at_once())
}
