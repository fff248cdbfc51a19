//! Examples of what becomes of people, their PINs, and the devices at which they log in.

use hall_core::event::{DeletionWhy, DeviceNo, Event};
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::time::Date;

/// Who joined on the first day, as version 1 had it.
pub fn first(identity: Sealed, pin: Sealed) -> Event {
    let (person, roles) = (PersonId(3), Role::ALL.to_vec());
    Event::PersonAdded { person, roles, identity, pin, card_until: None, first_pin: false }
}

/// From here on a person is added in version 2.
pub fn people(identity: Sealed, pin: Sealed) -> Vec<Event> {
    let (person, roles) = (PersonId(4), vec![Role::JefeDeMesa, Role::Cajero]);
    let until = Date::parse("2028-05-31");
    let added = |card_until, first_pin| Event::PersonAdded {
        person,
        roles: roles.clone(),
        identity,
        pin,
        card_until,
        first_pin,
    };
    vec![
        added(until, true),
        added(None, false),
        Event::PersonChanged { person, roles: vec![Role::Cajero], identity, card_until: until },
        Event::PersonChanged { person, roles: roles.clone(), identity, card_until: None },
        Event::PinChanged { person, pin },
        Event::PinReset { person, pin, at_server: false },
        Event::PinReset { person: PersonId(1), pin, at_server: true },
        Event::PersonDismissed { person, reason: "Fin de contrato".into() },
        Event::PersonTakenBack { person, pin },
        Event::ValuesDeleted { values: vec![12, 13], why: DeletionWhy::PinReplaced },
    ]
}

/// From here on a hall has devices.
pub fn devices() -> Vec<Event> {
    let (device, name) = (DeviceNo(1), "caja-2".to_owned());
    vec![
        Event::DeviceEnrolled { device, name, key_sha256: [14; 32] },
        Event::DeviceRevoked { device, at_server: false },
        Event::DeviceRevoked { device: DeviceNo(2), at_server: true },
    ]
}
