//! The routes by which a device becomes one of the hall's.

use hall_core::request::RequestKind;
use hall_wire::message::{DeviceCode, DeviceCodeAsked, DeviceEnrolment, EnrolledDevice};
use hall_wire::problem;

use super::Who::Roles;
use super::{DESK, Route, post};
use crate::web::enrolment;

/// A body of [`DeviceEnrolment`] that the route reads.
const ENROLMENT: &str =
    r#"{"code":"49381705","key":"9f2c5b8de1a04736bd5f0c8e7a91d24c3b6e0f7a8d5c4b21e09f8a7d6c5b4e30"}"#;

pub(super) fn routes() -> Vec<Route> {
    vec![
        post("/api/devices/code", enrolment::give_code)
            .called(
                "device-code",
                "Dar un código de ocho cifras para dar de alta un puesto: vale una vez y diez minutos",
            )
            .who(Roles(RequestKind::EnrolDevice.roles()))
            .takes::<DeviceCodeAsked>(r#"{"name":"caja-2"}"#)
            .gives::<DeviceCode>()
            .refusable()
            .problems(DESK),
        post("/api/devices/enrol", enrolment::enrol)
            .called("device-enrol", "Dar de alta un puesto con su código")
            .takes::<DeviceEnrolment>(ENROLMENT)
            .gives::<EnrolledDevice>()
            .refusable()
            .problems(&[problem::WRONG_CODE, problem::WAIT])
            .problems(DESK),
    ]
}
