//! Recordings: what was heard on a line, with its times. A fault heard in a hall becomes a test.
//!
//! One JSON object a line. The first is `{"ball-machine":1,"driver":"stx-simple","line":"9600 8N1"}`; the others have `ms`
//! since the start and one of `in` (bytes that came, as hexadecimal pairs), `out` (bytes sent) and `port` (`open` or
//! `lost`). A last line cut by a power failure is left out.

use serde::{Deserialize, Serialize};
use settings_file::{Fault, Faults};

use ball_machine::hex::hex_bytes;

/// The latest time in a recording, in milliseconds: a year, to which decoders can add.
pub const MS_MAX: u64 = 366 * 24 * 3_600 * 1_000;

/// The first line of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the form: 1.
    #[serde(rename = "ball-machine")]
    pub form: u32,
    /// The driver that decoded it.
    pub driver: String,
    /// How the port was set, for people.
    pub line: String,
}

/// Any other line of a recording.
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

/// A recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its first line.
    pub head: Head,
    /// What happened, with its times.
    pub all: Vec<(u64, What)>,
    /// The last line was half written and is left out.
    pub cut: bool,
}

/// Something that happened on the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The port was opened.
    Opened,
    /// The port was lost.
    Lost,
    /// Bytes came.
    Came(Vec<u8>),
    /// Bytes were sent.
    Sent(Vec<u8>),
}

impl Recording {
    /// Reads the text of a file whose name is only for messages.
    ///
    /// # Errors
    /// Every bad line.
    pub fn parse(name: &str, text: &str) -> Result<Recording, Faults> {
        let mut lines = text.lines().enumerate();
        let head: Option<Head> = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        let Some(head) = head.filter(|head| head.form == 1) else {
            let text = "no es una grabación de «ball-machine record»: falta su primera línea";
            return Err(Faults::one(name, 1, text));
        };
        let last_no = text.lines().count();
        let (mut all, mut faults, mut last_ms, mut cut) = (Vec::new(), Vec::new(), 0, false);
        for (index, line) in lines {
            let line_no = index + 1;
            match serde_json::from_str::<Entry>(line) {
                // The power went while it was being written.
                Err(_) if line_no == last_no && !text.ends_with('\n') => cut = true,
                Err(_) => faults
                    .push(Fault::new(line_no, format!("no es una línea de grabación: «{}»", short(line)))),
                Ok(Entry { ms, .. }) if ms > MS_MAX => {
                    faults.push(Fault::new(line_no, format!("«ms» es más de un año: {ms}")));
                }
                Ok(Entry { ms, .. }) if ms < last_ms => {
                    faults.push(Fault::new(line_no, format!("el reloj retrocede: {ms} tras {last_ms}")));
                }
                Ok(entry) => {
                    last_ms = entry.ms;
                    match what(&entry) {
                        Ok(what) => all.extend(what.map(|what| (entry.ms, what))),
                        Err(why) => faults.push(Fault::new(line_no, why)),
                    }
                }
            }
        }
        if faults.is_empty() { Ok(Recording { head, all, cut }) } else { Err(Faults::new(name, faults)) }
    }
}

/// What a line says; nothing if it has only a time.
fn what(entry: &Entry) -> Result<Option<What>, &'static str> {
    let bytes = |text: &str, fault| hex_bytes(text).ok_or(fault);
    Ok(match (&entry.came, &entry.sent, entry.port.as_deref()) {
        (None, None, None) => None,
        (Some(text), None, None) => Some(What::Came(bytes(text, "«in» no son bytes")?)),
        (None, Some(text), None) => Some(What::Sent(bytes(text, "«out» no son bytes")?)),
        (None, None, Some("open")) => Some(What::Opened),
        (None, None, Some("lost")) => Some(What::Lost),
        (None, None, Some(_)) => return Err("«port» ha de ser open o lost"),
        _ => return Err("sólo una cosa por línea: «in», «out» o «port»"),
    })
}

/// The beginning of a line, for messages.
fn short(line: &str) -> String {
    const SHOWN: usize = 30;
    let shown: String =
        line.chars().take(SHOWN).map(|sign| if sign.is_control() { '·' } else { sign }).collect();
    if line.chars().count() > SHOWN { shown + "…" } else { shown }
}
