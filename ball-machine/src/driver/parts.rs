//! Reads a driver file: its head, its vectors, and by its kind the rest. A result counts only if no fault was found.

use settings_file::Table;

use super::bytes::Bytes;
use super::draft::{Draft, TIME_MAX_MS};
use super::vector::Vector;
use super::{Driver, DriverKind, contacts, stx, tag};
use crate::hex::hex_bytes;
use crate::keypad::KeypadSpec;
use crate::line::{BAUD_MAX, BAUD_MIN, LineSettings, Parity};
use crate::numbered::Timing;
use crate::tags::TagTable;

/// The version of the files' form.
const FORMAT: u64 = 1;

/// The keys of every kind, and those of each: misspelt tables are reported even where the rest cannot be read.
pub(super) const ALL_KINDS: [&str; 6] = ["format", "kind", "about", "line", "confidence", "vector"];
pub(super) const STX_KEYS: [&str; 8] =
    ["frame", "message", "load", "presence", "acknowledge", "resend", "alive", "orders"];
pub(super) const TAG_KEYS: [&str; 6] = ["frame", "presence", "load", "repeats", "set", "ball"];
pub(super) const CONTACTS_KEYS: [&str; 5] = ["modbus", "input", "number", "load", "orders"];

/// Reads what is special to a kind; `None` where too much is wrong.
type ReadKind = fn(&Table<'_>, &mut Draft) -> Option<DriverKind>;

const KINDS: [(&str, (ReadKind, &[&str])); 4] = [
    ("keypad", (keypad, &[])),
    ("stx", (stx::read, &STX_KEYS)),
    ("tag", (tag::read, &TAG_KEYS)),
    ("contacts", (contacts::read, &CONTACTS_KEYS)),
];

pub(super) fn driver(name: &str, root: Table<'_>) -> Option<Driver> {
    if root.any_number("format") != Some(FORMAT) && root.has("format") {
        let text = format!("este programa conoce el formato {FORMAT}");
        root.fault_at(root.place("format"), text);
    }
    root.needed(&["kind", "about", "line"]);
    let (read, keys) = root.choice("kind", &KINDS)?;
    let about = root.text("about").unwrap_or_default();
    let line = root.table("line").map(line).unwrap_or_default();
    let mut draft = Draft {
        line,
        bytes: Bytes { seven_bits: line.data_bits == 7 },
        confidence: root.number("confidence", 0..=100).unwrap_or(100),
        timing: Timing::default(),
        resend: None,
        tags: TagTable::default(),
        codes: Vec::new(),
        warnings: Vec::new(),
    };
    let Some(kind) = read(&root, &mut draft) else {
        root.finish_knowing(&[&ALL_KINDS, keys].concat());
        return None;
    };
    let vectors: Vec<Vector> =
        root.tables("vector").into_iter().filter_map(|node| vector(node, draft.bytes)).collect();
    let Draft { timing, resend, tags, codes, mut warnings, .. } = draft;
    if let DriverKind::Stx(spec) = &kind {
        warnings.extend(stx::untried(spec, &codes, vectors.iter().map(|vector| vector.pieces.concat())));
    }
    warnings.sort_by_key(|warning| warning.line);
    if vectors.is_empty() {
        root.fault("falta un [[vector]]: bytes del manual o de la máquina, y lo que significan");
    }
    root.finish();
    Some(Driver { name: name.to_owned(), about, line, kind, warnings, vectors, resend, timing, tags })
}

fn line(node: Table<'_>) -> LineSettings {
    node.needed(&["baud"]);
    let parities = [("none", Parity::None), ("even", Parity::Even), ("odd", Parity::Odd)];
    let settings = LineSettings {
        baud: node.number("baud", BAUD_MIN..=BAUD_MAX).unwrap_or(9_600),
        data_bits: node.number("data_bits", 7..=8).unwrap_or(8),
        parity: node.choice("parity", &parities).unwrap_or_default(),
        stop_bits: node.number("stop_bits", 1..=2).unwrap_or(1),
    };
    node.finish();
    settings
}

fn vector(node: Table<'_>, bytes: Bytes) -> Option<Vector> {
    node.needed(&["bytes", "gives"]);
    let mut pieces = Vec::new();
    for (at, text) in node.texts("bytes") {
        match hex_bytes(&text) {
            Some(piece) => {
                bytes.fit(&node, at, &piece);
                pieces.push(piece);
            }
            None => node.fault_at(at, format!("«{text}» no son bytes; se escriben así: \"02 4A\"")),
        }
    }
    let vector = Vector {
        line: node.line(node.at()),
        pieces,
        gives: node.text("gives").unwrap_or_default(),
        sends: bytes.read(&node, "sends", 0..=512),
        wait_ms: node.number("wait_ms", 0..=TIME_MAX_MS).unwrap_or(0),
    };
    if node.has("bytes") && vector.pieces.concat().is_empty() {
        node.fault_at(node.place("bytes"), "un vector sin bytes no prueba nada");
    }
    let whole = node.has("bytes") && node.has("gives");
    node.finish();
    whole.then_some(vector)
}

fn keypad(root: &Table<'_>, draft: &mut Draft) -> Option<DriverKind> {
    let place = root.place("enter");
    let enter = draft.bytes.read(root, "enter", 1..=1).map_or(b'\r', |bytes| bytes[0]);
    if enter.is_ascii_digit() {
        root.fault_at(place, "«enter» no puede ser una cifra");
    }
    let frame_ms = root.number("timeout_ms", 100..=TIME_MAX_MS).unwrap_or(5_000);
    Some(DriverKind::Keypad(KeypadSpec { enter, frame_ms }))
}
