//! Where the voice is heard, and where the room's music comes from, as people write it.

use std::fmt;
use std::str::FromStr;

/// A device of sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Device {
    /// PulseAudio's or PipeWire's default, or else ALSA's.
    Auto,
    /// A device of ALSA, as `aplay -L` lists it.
    Alsa(String),
    /// A device of PulseAudio or PipeWire, as `pactl list short sinks` (or `sources`) lists it; its default if empty.
    Pulse(String),
}

impl FromStr for Device {
    type Err = String;

    fn from_str(text: &str) -> Result<Device, String> {
        let good =
            |name: &str| !name.is_empty() && name.chars().all(|c| !c.is_control() && !c.is_whitespace());
        match text.split_once(':') {
            None if text == "auto" => Ok(Device::Auto),
            None if text == "pulse" => Ok(Device::Pulse(String::new())),
            Some(("alsa", name)) if good(name) => Ok(Device::Alsa(name.to_owned())),
            Some(("pulse", name)) if good(name) => Ok(Device::Pulse(name.to_owned())),
            _ => Err(format!("«{text}» no es un aparato de sonido: auto, pulse, pulse:NOMBRE o alsa:NOMBRE")),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Auto => out.write_str("auto"),
            Device::Alsa(name) => write!(out, "alsa:{name}"),
            Device::Pulse(name) if name.is_empty() => out.write_str("pulse"),
            Device::Pulse(name) => write!(out, "pulse:{name}"),
        }
    }
}

impl Device {
    /// The devices to try, in order.
    pub(crate) fn order(&self) -> Vec<Device> {
        match self {
            Device::Auto => vec![Device::Pulse(String::new()), Device::Alsa("default".to_owned())],
            Device::Alsa(_) | Device::Pulse(_) => vec![self.clone()],
        }
    }
}
