//! Where pictures come from: a test picture, a camera of this computer, or one of the network.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// What is captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A test picture, by its videotestsrc pattern.
    Test(String),
    /// A device of this computer.
    Device(PathBuf),
    /// A network camera.
    Network(String),
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let word =
            |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !name.is_empty();
        match text.split_once(':') {
            None if text == "test" => Ok(Origin::Test("ball".to_owned())),
            Some(("test", pattern)) if word(pattern) => Ok(Origin::Test(pattern.to_owned())),
            Some(("v4l2", device)) if !device.is_empty() => Ok(Origin::Device(device.into())),
            Some(("rtsp" | "rtsps", rest)) if rest.len() > 2 && rest.starts_with("//") => {
                Ok(Origin::Network(text.to_owned()))
            }
            _ => Err(format!("«{text}» no es una fuente: test, v4l2:/dev/video0 o rtsp://…")),
        }
    }
}

impl fmt::Display for Origin {
    /// For the log: without the camera's password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Test(pattern) => write!(out, "test:{pattern}"),
            Origin::Device(device) => write!(out, "v4l2:{}", device.display()),
            Origin::Network(url) => {
                let (scheme, rest) = url.split_once("//").unwrap_or_default();
                let host = rest.split('/').next().unwrap_or_default();
                let open = host.rsplit_once('@').map_or(rest, |(secret, _)| &rest[secret.len() + 1..]);
                write!(out, "{scheme}//{open}")
            }
        }
    }
}
