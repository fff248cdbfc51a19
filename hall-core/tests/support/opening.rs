//! The opening of a session with nothing amiss, as tests ask for it.

use hall_core::event::{HowRead, OpeningCheck};
use hall_core::machine::SetId;
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_core::time::HourOfDay;

/// Ninety balls of J1, J2 in reserve.
pub fn nothing_amiss() -> OpeningCheck {
    let set = |name| SetId::parse(name).unwrap();
    OpeningCheck {
        balls_counted: 90,
        set: set("J1"),
        reserve_set: set("J2"),
        seals_whole: true,
        installations_work: true,
        public_witness: true,
    }
}

/// The request, of a hall whose machine reads the balls and where nobody was asked about staff and reglamento.
pub fn opening_of(sala: PersonId, check: OpeningCheck, closing_hour: Option<HourOfDay>) -> Request {
    Request::OpenSession {
        sala,
        check,
        reserve_machine: true,
        machine: None,
        read: HowRead::Connected,
        staff_complete: None,
        rules_shown: None,
        closing_hour,
    }
}
