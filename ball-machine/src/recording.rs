//! What was heard on a line, with its times, as a file: a fault heard in the hall becomes a test
//! at home.
//!
//! One JSON object a line. The first says `{"ball-machine":1,"driver":"stx-simple","line":"9600 8N1"}`; the others
//! `ms` since the start and one of `in` (bytes that came, as hexadecimal pairs), `out` (bytes that were
//! sent) and `port` (`open` or `lost`).

use serde::{Deserialize, Serialize};

use crate::driver::{Fault, Faults, hex_bytes};

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The form of the file: 1.
    #[serde(rename = "ball-machine")]
    pub form: u32,
    /// The driver that was listened with.
    pub driver: String,
    /// How the port was set, for people.
    pub line: String,
}

/// Any other line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Milliseconds since the start; never less than those before.
    pub ms: u64,
    /// Bytes that came.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub came: Option<String>,
    /// Bytes that were sent.
    #[serde(default, rename = "out", skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// The port was opened, or lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
}

/// A file, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its first line.
    pub head: Head,
    /// Bytes that came, with their times; none where the port was opened or lost.
    pub came: Vec<(u64, Vec<u8>)>,
}

impl Recording {
    /// Reads the text of a file whose name is only for messages.
    ///
    /// # Errors
    /// Each line that is none, by number.
    pub fn parse(name: &str, text: &str) -> Result<Recording, Faults> {
        let mut lines = text.lines().enumerate();
        let head: Option<Head> = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        let Some(head) = head.filter(|head| head.form == 1) else {
            let text = "no es una grabación de «ball-machine record»: falta su primera línea";
            return Err(Faults::new(name, vec![Fault::new(1, text)]));
        };
        let (mut came, mut faults, mut last_ms) = (Vec::new(), Vec::new(), 0);
        for (index, line) in lines {
            let line_no = index + 1;
            let entry: Entry = match serde_json::from_str(line) {
                Ok(entry) => entry,
                Err(error) => {
                    faults.push(Fault::new(line_no, format!("no es una línea de grabación: {error}")));
                    continue;
                }
            };
            if entry.ms < last_ms {
                faults.push(Fault::new(line_no, format!("el reloj retrocede: {} tras {last_ms}", entry.ms)));
            }
            last_ms = entry.ms.max(last_ms);
            match entry.came.as_deref().map(hex_bytes) {
                Some(Some(bytes)) => came.push((entry.ms, bytes)),
                Some(None) => faults.push(Fault::new(line_no, "«in» no son bytes")),
                None if entry.port.is_some() => came.push((entry.ms, Vec::new())),
                None => (),
            }
        }
        if faults.is_empty() { Ok(Recording { head, came }) } else { Err(Faults::new(name, faults)) }
    }
}

/// Returns bytes as hexadecimal pairs.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
