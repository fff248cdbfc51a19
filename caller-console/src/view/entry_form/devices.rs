//! What the forms about the hall's devices ask (ADR 69).

use hall_core::event::DeviceNo;
use hall_core::request::Request;

use super::EntryForm;
use crate::bar::NextAct;
use crate::device::DeviceAct;
use crate::known::Known;
use crate::press::Press;
use crate::view::caja::block::on_button;

impl EntryForm {
    /// A code for a device that has this name from then on.
    pub(super) fn new_device(&self, known: &Known) -> Result<NextAct, String> {
        let name = self.needed(0, "devices-missing-name", known)?;
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            return Err(known.t("sala-user-letters"));
        }
        if known.lists.devices.iter().any(|device| device.name == name) {
            return Err(known.t("devices-taken"));
        }
        let label = known.ta("devices-code-do", &[("name", &on_button(name))]);
        Ok(NextAct::new(label, Press::Device(DeviceAct::Code(name.into()))))
    }

    /// The first device: from then on nobody comes in at another.
    pub(super) fn this_device(known: &Known) -> Result<NextAct, String> {
        if known.public().session.is_some() {
            return Err(known.t("devices-in-session"));
        }
        let name = &known.device;
        let label = known.ta("devices-this-do", &[("name", &on_button(name))]);
        let act = NextAct::new(label, Press::Device(DeviceAct::Here(name.clone())));
        Ok(act.sub(known.t("devices-this-sub")))
    }

    pub(super) fn revoke_device(&self, known: &Known) -> Result<NextAct, String> {
        if self.set == known.device {
            return Err(known.t("devices-own"));
        }
        let label = known.ta("devices-revoke-do", &[("name", &on_button(&self.set))]);
        let revoke = Request::RevokeDevice { device: DeviceNo(self.count) };
        Ok(NextAct::ask(label, revoke).sub(known.t("devices-revoke-sub")))
    }
}
