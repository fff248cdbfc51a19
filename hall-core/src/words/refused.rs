//! Refusals that leave a line, in words (ADR 76).

use crate::event::RefusedWhy;
use crate::request::RequestKind;

/// What was asked, by the name of the request.
pub fn request_words(name: &str) -> &str {
    match RequestKind::from_name(name) {
        Some(kind) => kind.title(),
        None => name,
    }
}

/// Why a refusal leaves a line.
pub const fn refused_words(why: RefusedWhy) -> &'static str {
    match why {
        RefusedWhy::SignsTwice => "ya era la primera de las dos personas",
        RefusedWhy::OwnSale => "había vendido ese cartón",
        RefusedWhy::BeyondPowers => "no es de su función",
    }
}
