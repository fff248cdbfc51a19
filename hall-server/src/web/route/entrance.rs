//! The routes by which people log in, by which a device becomes one of the hall's, and by which a browser comes to believe it.

use hall_core::request::RequestKind;
use hall_wire::message::{
    Accepted, CertifiedDevice, DeviceCode, DeviceCodeAsked, DeviceEnrolment, DeviceHello, DeviceJoins,
    DeviceMet, DeviceRenews, EnrolledDevice, LogIn, LoggedIn, Me,
};
use hall_wire::problem;

use super::Who::{Device, Roles, Staff};
use super::{DESK, Route, get, post};
use crate::web::{enrolment, login, trusting};

/// A body of [`DeviceEnrolment`] that the route reads.
const ENROLMENT: &str =
    r#"{"code":"49381705","key":"9f2c5b8de1a04736bd5f0c8e7a91d24c3b6e0f7a8d5c4b21e09f8a7d6c5b4e30"}"#;

/// Bodies of [`DeviceHello`], [`DeviceJoins`] and [`DeviceRenews`] that the routes read.
const HELLO: &str =
    r#"{"digit":"4","hello":"41cf1b5c39a60a5b1c4a6f8e4c7a8bd0d1a2b3c4d5e6f708192a3b4c5d6e7f8091"}"#;
const JOINS: &str = r#"{"meeting":"3f1c","key":"046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5","proof":"00","post":"panel"}"#;
const RENEWS: &str = r#"{"key":"046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}"#;

pub(super) fn routes() -> Vec<Route> {
    vec![
        post("/api/login", login::login)
            .called("login", "Entrar con usuario y PIN")
            .takes::<LogIn>(r#"{"user":"ana","pin":"493817","device":"mesa-1"}"#)
            .gives::<LoggedIn>()
            .problems(&[problem::WRONG_PIN, problem::WAIT])
            .asks(RequestKind::LogIn)
            .problems(DESK),
        post("/api/logout", login::logout)
            .called("logout", "Salir de este puesto")
            .who(Staff)
            .gives::<Accepted>()
            .asks(RequestKind::LogOut)
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
            .asks(RequestKind::EnrolDevice)
            .problems(DESK),
        post("/api/devices/enrol", enrolment::enrol)
            .called("device-enrol", "Dar de alta un puesto en el propio equipo del servidor, con su código")
            .takes::<DeviceEnrolment>(ENROLMENT)
            .gives::<EnrolledDevice>()
            .asks(RequestKind::EnrolDevice)
            .problems(&[problem::NOT_AT_THE_SERVER, problem::WRONG_CODE, problem::WAIT])
            .problems(DESK),
        post("/api/devices/meet", enrolment::meet)
            .called("device-meet", "Empezar el alta de un puesto por la red: prueba de que ambos saben el código, sin decirlo (SPAKE2)")
            .takes::<DeviceHello>(HELLO)
            .gives::<DeviceMet>()
            .problems(&[problem::WRONG_CODE, problem::WAIT, problem::BROKEN]),
        post("/api/devices/join", enrolment::join)
            .called("device-join", "Acabar el alta de un puesto por la red: su clave, y su certificado")
            .takes::<DeviceJoins>(JOINS)
            .gives::<CertifiedDevice>()
            .asks(RequestKind::EnrolDevice)
            .problems(&[problem::WRONG_CODE])
            .problems(DESK),
        post("/api/devices/renew", enrolment::renew)
            .called("device-renew", "Renovar el certificado de un puesto: lo pide él cada día")
            .who(Device)
            .takes::<DeviceRenews>(RENEWS)
            .gives::<CertifiedDevice>()
            .problems(&[problem::BROKEN]),
        get("/confianza", trusting::page)
            .in_the_clear()
            .called("confianza", "Cómo se fía un móvil o un navegador de este servidor, y su certificado")
            .media("text/html"),
        get("/confianza.crt", trusting::root)
            .in_the_clear()
            .called("confianza-certificado", "El certificado de la sala")
            .media("application/x-x509-ca-cert")
            .problems(&[problem::NO_AUTHORITY]),
        get("/confianza.mobileconfig", trusting::configuration)
            .in_the_clear()
            .called("confianza-perfil", "El mismo certificado en un perfil, para un iPhone o un iPad")
            .media("application/x-apple-aspen-config")
            .problems(&[problem::NO_AUTHORITY]),
    ]
}
