//! The hall's devices: how one is let in, and the list of them (DECISIONS 46).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The header in which a device shows its key at a log-in.
pub const DEVICE_KEY: &str = "device-key";

/// The body that asks for a code for a new device.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceCodeAsked {
    /// The name that it will have: letters, digits, `-`, `_` and `.`, at most 40.
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
    pub code: String,
    /// The key that the device has made and will show at each log-in: 32 random bytes in hex.
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

/// One of the hall's devices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceRow {
    /// The number of its enrolment.
    pub device: u32,
    /// Its name.
    pub name: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
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
