//! The hall's devices: how one is let in, and the list of them (DECISIONS 46).

use std::time::Duration;

use hall_core::event::DevicePost;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::texts;

/// The header in which a device shows its key at a log-in.
pub const DEVICE_KEY: &str = "device-key";

/// For how long a code is good that lets in a device or an inspector.
pub const CODE_LIVES: Duration = Duration::from_secs(10 * 60);

/// The body that asks for a code for a new device.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceCodeAsked {
    /// The name that it will have: letters, digits, `-`, `_` and `.`, at most 40.
    #[schemars(schema_with = "texts::name")]
    pub name: String,
}

/// A code for a new device. It is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceCode {
    /// Eight digits.
    pub code: String,
    /// The name that the device will have.
    pub name: String,
    /// Until when it is good, UTC milliseconds.
    pub until_utc_ms: i64,
    /// The same as the hall's clock says it, as in `21:05:30`.
    pub until: String,
}

/// The body with which a device brings its code.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceEnrolment {
    /// Eight digits; spaces do not count.
    #[schemars(schema_with = "texts::code")]
    pub code: String,
    /// The key that the device has made and will show at each log-in: 32 random bytes in hex.
    #[schemars(schema_with = "texts::bytes::<32>")]
    pub key: String,
}

/// The device is one of the hall's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EnrolledDevice {
    /// The number of its enrolment.
    pub device: u32,
    /// Its name from here on.
    pub name: String,
}

/// How a device begins to join the hall (ADR 83).
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceHello {
    /// The first digit of the code that was typed.
    pub digit: String,
    /// What it says to prove that it knows the others, in hex.
    pub hello: String,
}

/// What the server answers to it.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct DeviceMet {
    /// What this try is called; good for a minute.
    pub meeting: String,
    /// What the server says, in hex.
    pub answer: String,
    /// The server's proof that it has that code, in hex.
    pub proof: String,
}

/// The device's key, and its proof that it knows the code.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceJoins {
    /// The try.
    pub meeting: String,
    /// The public key that the device has made: a point of P-256, 130 hexadecimal digits.
    pub key: String,
    /// The proof, in hex.
    pub proof: String,
    /// What it is for: `puesto`, `panel`, `camara` or `voz`.
    pub post: String,
}

/// What a device asks to be certified anew with.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceRenews {
    /// Its public key, as when it joined.
    pub key: String,
}

/// A device of the hall, and the certificate with which it shows itself.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertifiedDevice {
    /// The number of its enrolment.
    pub device: u32,
    /// Its name from here on.
    pub name: String,
    /// What it is for.
    pub post: String,
    /// The certificate, DER in base64.
    pub certificate: String,
}

/// One of the hall's devices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceRow {
    /// The number of its enrolment.
    pub device: u32,
    /// Its name.
    pub name: String,
    /// What it is for: `puesto`, `panel`, `camara` or `voz`.
    #[serde(default)]
    pub post: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
}

impl DeviceRow {
    /// Whether people log in at it.
    pub fn is_desk(&self) -> bool {
        self.post == DevicePost::Desk.name()
    }
}

/// Somebody who is logged in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogInRow {
    /// Who.
    pub person: u32,
    /// At which device.
    pub device: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
}
