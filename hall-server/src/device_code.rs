//! `hall-server device-code`: a code for a device, asked for at the server's own computer. The hall's first desk needs it where it is
//! another computer: nobody logs in over the hall's network before a device has been let in (ADR 83).

use std::io;
use std::net::SocketAddr;

use hall_core::refusal::Refusal;
use hall_wire::link::{Client, ClientError, Servers};
use hall_wire::message::{DeviceCode, DeviceCodeAsked};
use hall_wire::problem::Problem;
use uuid::Uuid;

use crate::epoch::Signature;
use crate::terminal;

/// No code was given.
#[derive(Debug, thiserror::Error)]
pub enum DeviceCodeError {
    /// The user or the PIN could not be read.
    #[error("no se puede leer del terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The hall is not served here.
    #[error(
        "En {at} no contesta el servidor de la sala. Póngalo en marcha («systemctl start bombo-server») y repita la orden."
    )]
    NotServed {
        /// Where it was asked.
        at: SocketAddr,
    },
    /// The server says no.
    #[error("{}. {}", .0.title, .0.detail)]
    Refused(Box<Problem>),
    /// There are desks already: only there people log in.
    #[error(
        "La sala ya tiene puestos dados de alta, y sólo en ellos se dan códigos: en la consola del jefe de sala, Sala, pestaña Puestos. \
         Si no queda ninguno en el que entrar, pare el servidor («systemctl stop bombo-server») y use «bombo-sala release-devices» (sin los paquetes, «hall-server release-devices --dir CARPETA»)."
    )]
    HasDesks,
}

/// Logs a jefe de sala in at the server that listens at this address, under the name of the device that is to be let in, and asks for
/// its code. The log-in stays until the code is used: who lets the first desk in is at it.
///
/// # Errors
/// When the terminal is gone, the server does not answer, or says no.
pub fn device_code(at: SocketAddr, name: &str) -> Result<DeviceCode, DeviceCodeError> {
    device_code_of(at, name, || terminal::signature("Jefe de sala"))
}

/// The same, for whoever this says he is; asked once the server has answered, before anybody types a PIN.
///
/// # Errors
/// As those of [`device_code`].
pub fn device_code_of(
    at: SocketAddr,
    name: &str,
    who: impl FnOnce() -> io::Result<Signature>,
) -> Result<DeviceCode, DeviceCodeError> {
    let mut client = Client::new(Servers::new(&format!("http://{at}")));
    let told = |error| match error {
        ClientError::Refused(problem) if problem.code == Refusal::DeviceNotEnrolled.code() => {
            DeviceCodeError::HasDesks
        }
        ClientError::Refused(problem) => DeviceCodeError::Refused(problem),
        ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. } => DeviceCodeError::NotServed { at },
    };
    client.get::<serde::de::IgnoredAny>("/healthz").map_err(told)?;
    let Signature { user, pin } = who()?;
    client.login(&user, &pin, name).map_err(told)?;
    client.send("/api/devices/code", &DeviceCodeAsked { name: name.to_owned() }, Uuid::new_v4()).map_err(told)
}
