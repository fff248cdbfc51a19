//! What comes next in a form with a PIN that is chosen: of a key, or of the person.

use super::super::form::Form;
use crate::bar::{Next, NextAct};
use crate::entry::PIN_MIN;
use crate::known::Known;
use crate::own_key::weak_id;
use crate::press::Press;
use hall_wire::pin::{Whose, fault};

/// Where a field has the keyboard whose PIN is too short or done: what is missing, or that Intro goes on.
pub(super) fn short_of(known: &Known, form: &Form, field: usize, label: &str) -> Option<Next> {
    if form.text(field).len() < PIN_MIN {
        return Some(Next::Missing { label: label.to_string(), what: known.t("own-key-missing-pin") });
    }
    (form.at() == field).then(|| Next::field(known))
}

/// Why a PIN of enough digits is not taken, as far as it is seen here: whose it is to be, with the user name, where that is known.
pub(in crate::view) fn weak(known: &Known, pin: &str, whose: Option<(u32, &str)>) -> Option<String> {
    let (person, user) = whose.map_or((None, ""), |(person, user)| (Some(person), user));
    let year = u16::try_from(known.day(known.now_utc_ms).year).unwrap_or(u16::MAX);
    let whose = Whose { person, user, document: "", year };
    fault(pin, &whose).map(|fault| known.t(&weak_id(fault)))
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
    if let Some(what) = weak(known, pin, known.me.as_ref().map(|me| (me.person, me.user.as_str()))) {
        return Next::Missing { label, what };
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
