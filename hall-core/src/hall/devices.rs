//! The devices of the hall: each was let in once, by a code of the jefe de sala, and can be shut out (ADR 69, 83, DECISIONS 46,
//! T12).
//!
//! A hall without desks of its own asks for user and PIN alone. From the first desk on, nobody logs in anywhere else, but for who
//! inspects and does nothing else (37.5).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{DeviceNo, DevicePost, Event};
use crate::game::decide::{Decision, one};
use crate::hall::decide::text;
use crate::hall::{Hall, LogInOver};
use crate::people::{Actor, PersonId};
use crate::refusal::Refusal;
use crate::request::RequestKind;

/// A device of the hall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// Its name, as in the lines of the record.
    pub name: String,
    /// What it is for.
    pub post: DevicePost,
    /// SHA-256 of the key that it keeps.
    pub key_sha256: [u8; 32],
    /// When it was enrolled, UTC milliseconds.
    pub since_utc_ms: i64,
}

/// The hall's devices.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Devices {
    /// The last number that was given.
    pub last: DeviceNo,
    /// Those that were not revoked.
    pub enrolled: BTreeMap<DeviceNo, Device>,
}

impl Devices {
    /// The number of the device with this name.
    pub fn named(&self, name: &str) -> Option<DeviceNo> {
        self.enrolled.iter().find(|(_, device)| device.name == name).map(|(no, _)| *no)
    }

    /// Those at which people log in.
    pub fn desks(&self) -> impl Iterator<Item = &Device> {
        self.enrolled.values().filter(|device| device.post == DevicePost::Desk)
    }

    /// People log in anywhere.
    fn none_is_a_desk(&self) -> bool {
        self.desks().next().is_none()
    }

    /// Whether people may log in at a device of this name that has shown this key.
    fn open(&self, name: &str, key_sha256: Option<[u8; 32]>) -> bool {
        let is = |device: &Device| device.name == name && Some(device.key_sha256) == key_sha256;
        self.open_to_all(name) || self.desks().any(is)
    }

    /// Whether people log in anywhere, and this is no device of another post: nobody sits at those.
    fn open_to_all(&self, name: &str) -> bool {
        self.none_is_a_desk() && self.named(name).is_none()
    }
}

impl Hall {
    /// Whether a person may log in at a device that has shown this key.
    pub(super) fn may_sit(&self, person: PersonId, device: &str, key_sha256: Option<[u8; 32]>) -> bool {
        self.devices.open(device, key_sha256) || self.people[&person].only_inspects()
    }

    /// Whether a person may ask for this at a device: the log-in may have begun while the person only inspected, and a request may
    /// have been on its way when its device was revoked.
    pub(super) fn may_ask_at(&self, person: PersonId, device: &str, kind: RequestKind) -> bool {
        let at_any = matches!(kind, RequestKind::LogIn | RequestKind::LogOut | RequestKind::EnrolDevice);
        at_any
            || self.devices.open_to_all(device)
            || self.devices.desks().any(|desk| desk.name == device)
            || self.people[&person].only_inspects()
    }

    pub(super) fn decide_enrol_device(
        &self,
        by: PersonId,
        name: &str,
        (post, key_sha256): (DevicePost, [u8; 32]),
    ) -> Decision {
        let name = text("nombre del puesto", name)?;
        ensure!(self.devices.named(&name).is_none(), Refusal::DeviceNameTaken { name });
        if post == DevicePost::Desk && self.devices.none_is_a_desk() {
            // It ends the log-ins elsewhere: not in the middle of an evening.
            ensure!(self.session.is_none(), Refusal::SessionOpen);
            ensure!(self.log_ins.contains_key(&(name.clone(), by)), Refusal::FirstDevice);
        }
        let device = DeviceNo(self.devices.last.0 + 1);
        one(Event::DeviceEnrolled { device, name, post, key_sha256 })
    }

    pub(super) fn decide_revoke_device(&self, at: &str, device: DeviceNo) -> Decision {
        let found = self.devices.enrolled.get(&device).ok_or(Refusal::UnknownDevice(device))?;
        ensure!(found.name != at, Refusal::OwnDevice);
        one(Event::DeviceRevoked { device, at_server: false })
    }

    /// No device is left at which a jefe de sala could log in, and somebody sits at the server's own computer: the events after
    /// which the hall asks for user and PIN alone.
    ///
    /// # Errors
    /// [`Refusal::NoDevices`].
    pub fn release_devices_at_server(&self) -> Decision {
        let devices = self.devices.enrolled.keys();
        let revoked = devices.map(|device| Event::DeviceRevoked { device: *device, at_server: true });
        let events: Vec<Event> = revoked.collect();
        ensure!(!events.is_empty(), Refusal::NoDevices);
        Ok(events)
    }

    /// A device is one of the hall's. With the first desk every log-in ends but that of who let it in, at the desk itself: others
    /// had the same name for the typing. With a device of another post, the log-ins under its name: nobody sits at it.
    pub(super) fn enrolled(&mut self, no: DeviceNo, device: Device, by: Actor) {
        if device.post != DevicePost::Desk {
            self.end_log_ins_where(LogInOver::FirstDevice, |at, _| at == device.name);
        } else if self.devices.none_is_a_desk() {
            self.end_log_ins_where(LogInOver::FirstDevice, |at, who| {
                at != device.name || Actor::Person(who) != by
            });
        }
        self.devices.last = no;
        self.devices.enrolled.insert(no, device);
        self.access_changes += 1;
    }

    /// A device is the hall's no more.
    pub(super) fn revoked(&mut self, no: DeviceNo) {
        let gone = self.devices.enrolled.remove(&no).expect("what is revoked was enrolled");
        for person in self.people.values_mut() {
            person.sat_at.remove(&no);
        }
        self.end_log_ins_where(LogInOver::DeviceRevoked, |at, _| at == gone.name);
    }
}
