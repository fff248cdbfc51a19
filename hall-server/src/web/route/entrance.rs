//! The routes by which people log in, and by which a device becomes one of the hall's.

use hall_core::request::RequestKind;
use hall_wire::message::{
    Accepted, DeviceCode, DeviceCodeAsked, DeviceEnrolment, EnrolledDevice, LogIn, LoggedIn, Me,
};
use hall_wire::problem;

use super::Who::{Roles, Staff};
use super::{DESK, Route, get, post};
use crate::web::{enrolment, login};

/// A body of [`DeviceEnrolment`] that the route reads.
const ENROLMENT: &str =
    r#"{"code":"49381705","key":"9f2c5b8de1a04736bd5f0c8e7a91d24c3b6e0f7a8d5c4b21e09f8a7d6c5b4e30"}"#;

pub(super) fn routes() -> Vec<Route> {
    vec![
        post("/api/login", login::login)
            .called("login", "Entrar con usuario y PIN")
            .takes::<LogIn>(r#"{"user":"ana","pin":"493817","device":"mesa-1"}"#)
            .gives::<LoggedIn>()
            .problems(&[problem::WRONG_PIN, problem::WAIT])
            .refusable()
            .problems(DESK),
        post("/api/logout", login::logout)
            .called("logout", "Salir de este puesto")
            .who(Staff)
            .gives::<Accepted>()
            .problems(DESK),
        get("/api/me", login::me).called("me", "Quién soy").who(Staff).gives::<Me>(),
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
