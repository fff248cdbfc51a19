//! Examples of what becomes of people, their PINs, and the devices at which they log in.

use hall_core::event::{DeletionWhy, DeviceNo, DevicePost, Event, LogInEnd, SessionNo, Sought};
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::rules::{Rules, StaffCount};
use hall_core::time::Date;

use super::voice::{founded, law, opened, own};

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
        Event::DeviceEnrolled { device, name, post: DevicePost::Desk, key_sha256: [14; 32] },
        Event::DeviceRevoked { device, at_server: false },
        Event::DeviceRevoked { device: DeviceNo(2), at_server: true },
    ]
}

/// From here on a device is for something: `device_enrolled` has its second version.
pub fn posts() -> Vec<Event> {
    let enrolled = |(number, post): (u32, DevicePost)| {
        let name = format!("{}-{number}", post.name());
        Event::DeviceEnrolled { device: DeviceNo(number), name, post, key_sha256: [15; 32] }
    };
    (3..).zip(DevicePost::ALL).map(enrolled).collect()
}

/// From here on the staff is counted, and the opening lines are written in version 6.
pub fn shifts(plain: &Rules) -> Vec<Event> {
    let (person, session, nobody) = (PersonId(4), SessionNo(9), StaffCount::default());
    let third = StaffCount {
        admision: 1,
        auxiliares: 1,
        vendedores: 2,
        cajeros: 1,
        jefes_de_mesa: 1,
        jefes_de_sala: 1,
    };
    let valid_from = Date::parse("2002-10-01");
    let missing = StaffCount { vendedores: 1, ..nobody };
    vec![
        founded(Rules { least_staff: own(nobody), valid_from, ..plain.clone() }),
        opened(Rules { least_staff: law(third), valid_from, ..plain.clone() }),
        opened(Rules { least_staff: own(third), valid_from: None, ..plain.clone() }),
        Event::RulesAsked {
            rules: Rules { least_staff: own(third), valid_from, ..plain.clone() },
            profile: "id = \"estatal-2002\"\n".into(),
            profile_sha256: [0x39; 32],
            reason: "La categoría del permiso".into(),
        },
        Event::RulesAdopted { profile_sha256: [0x39; 32], asked_by: PersonId(1) },
        Event::ShiftBegun { person },
        Event::ShiftEnded { person, missing: nobody },
        Event::ShiftEnded { person, missing },
        Event::StaffCounted { session, people: vec![PersonId(1), PersonId(2)], missing: third },
        Event::StaffCounted { session, people: vec![PersonId(1), PersonId(2), person], missing: nobody },
    ]
}

/// Log-ins that ended without their person.
pub fn ended() -> Vec<Event> {
    let ends = [LogInEnd::Manager, LogInEnd::TooLong, LogInEnd::NextSession];
    ends.map(|why| Event::LogInEnded { person: PersonId(4), device: "caja-1".into(), why }).to_vec()
}

/// What the inspection searched for.
pub fn sought() -> Vec<Event> {
    Sought::ALL.map(|sought| Event::SearchMade { sought }).to_vec()
}
