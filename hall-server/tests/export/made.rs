//! Exports that somebody with an editor has changed, with every hash that he can make again made again.

use std::fs;
use std::path::{Path, PathBuf};

use hall_core::people::Actor;
use hall_core::record::{Hash, Line};
use hall_log::Node;
use hall_log::tree::leaf;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::verifiers::copy;

/// The fields of a line, in their order.
pub const FIELDS: [&str; 9] =
    ["seq", "at_utc_ms", "kind", "version", "request_id", "actor", "device", "body", "hash"];

/// A copy of an export that is being changed.
pub struct Forged {
    _folder: TempDir,
    pub path: PathBuf,
    pub lines: Vec<Map<String, Value>>,
}

impl Forged {
    pub fn of(export: &Path) -> Forged {
        let folder = tempfile::tempdir().unwrap();
        let path = copy(export, &folder.path().join("exportacion"));
        let text = fs::read_to_string(path.join("registro.jsonl")).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Forged { _folder: folder, path, lines }
    }

    /// The place of the first line of a kind whose body has this in it.
    #[track_caller]
    pub fn find(&self, kind: &str, with: &str) -> usize {
        let fits = |line: &&Map<String, Value>| {
            line["kind"] == kind && line["body"].as_str().unwrap().contains(with)
        };
        let found = self.lines.iter().position(|line| fits(&line));
        found.unwrap_or_else(|| panic!("no line of kind {kind} with {with}"))
    }

    /// Changes what is in the body of a line.
    #[track_caller]
    pub fn replace(&mut self, place: usize, from: &str, to: &str) {
        let body = self.lines[place]["body"].as_str().unwrap();
        assert!(body.contains(from), "{body} has no {from}");
        self.lines[place]["body"] = body.replacen(from, to, 1).into();
    }

    /// Numbers the lines and makes the whole chain again, as who has the hall's program can.
    pub fn rehash(&mut self) {
        let first = self.lines[0]["seq"].as_u64().unwrap();
        let frontier: Value = read_json(&self.path.join("frontera.json"));
        let mut before = Hash::parse(frontier["huella"].as_str().unwrap()).unwrap();
        for (seq, line) in (first..).zip(&mut self.lines) {
            line["seq"] = seq.into();
            before = line_of(line).hash(&before);
            line["hash"] = before.to_string().into();
        }
    }

    /// Writes the lines, and the manifest with the hashes of everything as it is now.
    pub fn save(&self) {
        let text: String = self.lines.iter().map(|line| written(line) + "\n").collect();
        fs::write(self.path.join("registro.jsonl"), text).unwrap();
        let (Some(first), Some(last)) = (self.lines.first(), self.lines.last()) else { return self.sum() };
        let mut manifest: Value = read_json(&self.path.join("manifiesto.json"));
        manifest["lineas"] =
            json!({ "primera": first["seq"], "ultima": last["seq"], "huella": last["hash"] });
        fs::write(self.path.join("manifiesto.json"), manifest.to_string()).unwrap();
        self.sum();
    }

    /// Writes the hashes of the files as they are into the manifest.
    pub fn sum(&self) {
        let mut manifest: Value = read_json(&self.path.join("manifiesto.json"));
        for file in manifest["ficheros"].as_array_mut().unwrap() {
            let Ok(bytes) = fs::read(self.path.join(file["nombre"].as_str().unwrap())) else { continue };
            file["bytes"] = bytes.len().into();
            file["sha256"] = hex::encode(Sha256::digest(&bytes)).into();
        }
        fs::write(self.path.join("manifiesto.json"), manifest.to_string()).unwrap();
    }

    /// The leaves of the lines.
    pub fn leaves(&self) -> impl Iterator<Item = Node> {
        self.lines.iter().map(|line| leaf(&line_of(line).bytes()))
    }

    /// The head as an acta prints it.
    pub fn head(&self, place: usize) -> String {
        format!("{}:{}", self.lines[place]["seq"], self.lines[place]["hash"].as_str().unwrap())
    }
}

/// Changes what the first line of a kind says.
pub fn change(forged: &mut Forged, kind: &str, from: &str, to: &str) {
    let place = forged.find(kind, from);
    forged.replace(place, from, to);
}

/// Leaves out the first line of a kind with this in it.
pub fn drop_line(forged: &mut Forged, kind: &str, with: &str) {
    let place = forged.find(kind, with);
    forged.lines.remove(place);
}

/// Writes the first line of a kind twice.
pub fn again(forged: &mut Forged, kind: &str) {
    let place = forged.find(kind, "");
    forged.lines.insert(place + 1, forged.lines[place].clone());
}

pub fn read_json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A line in its form.
pub fn written(line: &Map<String, Value>) -> String {
    let fields: Vec<String> = FIELDS.iter().map(|name| format!("\"{name}\":{}", line[*name])).collect();
    format!("{{{}}}", fields.join(","))
}

fn line_of(line: &Map<String, Value>) -> Line {
    let text = |name: &str| line[name].as_str().unwrap().to_owned();
    Line {
        seq: line["seq"].as_u64().unwrap(),
        at_utc_ms: line["at_utc_ms"].as_i64().unwrap(),
        kind: text("kind"),
        version: line["version"].as_u64().unwrap().try_into().unwrap(),
        request_id: text("request_id"),
        actor: Actor::parse(&text("actor")).unwrap(),
        device: text("device"),
        body: text("body"),
    }
}
