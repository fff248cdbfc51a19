//! Exports that were made to harm whoever checks them: refused by name or told as a finding, and never without end. Nothing
//! here waits for a clock: what is bounded is bounded by lengths and counts.

use std::fs;
use std::path::{Path, PathBuf};

use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Value, json};

use crate::good::whole;
use crate::made::{Forged, read_json};
use crate::support::phases;
use crate::verifiers::Verifiers;

/// Bytes put into a file instead of what it had, and the code that tells.
type Poison = (&'static str, &'static str, fn() -> Vec<u8>, &'static str);

const POISONED: &[Poison] = &[
    ("nested without end", "registro.jsonl", || [vec![b'['; 900_000], b"\n".to_vec()].concat(), "formato"),
    (
        "nested a little too much",
        "claves.json",
        || format!("{}{}", "[".repeat(40), "]".repeat(40)).into(),
        "formato",
    ),
    ("nested very deep", "claves.json", || "[".repeat(2_000_000).into(), "formato"),
    ("a number that nothing holds", "claves.json", || b"{\"matrices\":1e400}".to_vec(), "formato"),
    (
        "a number above 2^53",
        "frontera.json",
        || b"{\"lineas\":90071992547409930,\"huella\":\"\"}".to_vec(),
        "formato",
    ),
    (
        "a number of a million digits",
        "frontera.json",
        || format!("{{\"lineas\":{}}}", "9".repeat(1_000_000)).into(),
        "formato",
    ),
    ("two million empty lines", "registro.jsonl", || vec![b'\n'; 2_000_000], "formato"),
    ("two million short lines", "registro.jsonl", || b"{}\n".repeat(2_000_000), "formato"),
    ("a line without end", "registro.jsonl", || vec![b' '; 5_000_000], "formato"),
    (
        "UTF-16",
        "registro.jsonl",
        || "{\"seq\":1}\n".encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "formato",
    ),
    ("bytes that are no text", "registro.jsonl", || b"\xff\xfe\xc0\x80\n".to_vec(), "formato"),
    ("a byte order mark", "frontera.json", || "\u{feff}{\"lineas\":0}".into(), "formato"),
    ("a NUL", "registro.jsonl", || b"{\"seq\":1,\"at\0\":2}\n".to_vec(), "formato"),
    ("half a letter", "claves.json", || b"{\"matrices\":\"\\ud800\"}".to_vec(), "formato"),
    ("not what it should be", "frontera.json", || b"[]".to_vec(), "formato"),
    ("nothing", "antecedentes.jsonl", || b"null\n".to_vec(), "formato"),
    (
        "the prototype of everything",
        "claves.json",
        || b"{\"__proto__\":{\"matrices\":7},\"matrices\":[{\"constructor\":1}]}".to_vec(),
        "formato",
    ),
    ("a note that is none", "puntos/7.txt", || b"bombo\n7\nAAAA\n".to_vec(), "formato"),
    ("signatures without end", "puntos/7.txt", signatures, "formato"),
    ("a point of another name", "puntos/x.txt", || b"x".to_vec(), "formato"),
];

fn signatures() -> Vec<u8> {
    let root = "A".repeat(43) + "=";
    format!("bombo\n7\n{root}\n\n{}", "— bombo AAAAAAA=\n".repeat(1_000)).into()
}

#[test]
fn poisoned_files_are_told() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    for (name, file, bytes, code) in POISONED {
        let forged = Forged::of(&export);
        fs::create_dir_all(forged.path.join("puntos")).unwrap();
        fs::write(forged.path.join(file), bytes()).unwrap();
        let mut manifest: Value = read_json(&forged.path.join("manifiesto.json"));
        let files = manifest["ficheros"].as_array_mut().unwrap();
        if files.iter().all(|listed| listed["nombre"] != *file) {
            files.push(json!({"nombre": file, "bytes": 0, "sha256": ""}));
        }
        fs::write(forged.path.join("manifiesto.json"), manifest.to_string()).unwrap();
        forged.sum();
        let said = verifiers.both(&forged.path);
        assert!(said.findings.contains(&((*code).into(), (*file).into())), "{name}: {said:?}");
        assert!(said.codes().iter().all(|code| *code != "fichero"), "{name}: {said:?}");
    }
}

#[test]
fn bodies_that_ask_for_too_much_are_told() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    let bodies = [
        ("matrix_made", "\"size\":", "\"size\":9007199254740991"),
        ("block_issued", "\"last\":", "\"last\":900719925474099"),
        (
            "sale_closed",
            "\"segments\":[",
            "\"segments\":[{\"series\":\"A17\",\"first\":1,\"last\":1000000},{\"series\":\"A17\",\"first\":1,\"last\":1000000},",
        ),
        ("claim_made", "\"face\":\"", "\"face\":\"9999"),
        ("play_awarded", "\"winners\":[", "\"winners\":[7,"),
        (
            "ball_announced",
            "\"ball\":",
            "\"ball\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],\"was\":",
        ),
    ];
    for (kind, from, to) in bodies {
        let mut forged = Forged::of(&export);
        let place = forged.find(kind, from);
        forged.replace(place, from, to);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        let line = (String::from("formato"), format!("línea {}", place + 1));
        assert!(said.findings.contains(&line), "{kind}: {said:?}");
    }
}

#[test]
fn texts_that_would_deceive_are_shown_as_what_they_are() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    let forged = Forged::of(&export);
    let mut manifest: Value = read_json(&forged.path.join("manifiesto.json"));
    manifest["sala"] = "<img src=x onerror=document.title=1>\u{202e}oK".into();
    manifest["pedido"]["por"] = "<script>document.title=1</script>".into();
    fs::write(forged.path.join("manifiesto.json"), manifest.to_string()).unwrap();
    assert_eq!(verifiers.both(&forged.path).status, 0);
    assert_eq!(verifiers.eval("document.title"), "Verificador de actas de bingo");
    assert_eq!(verifiers.eval("document.querySelectorAll('#result img, #result script').length"), 0);
    let about = verifiers.eval("at('about').textContent");
    let about = about.as_str().unwrap();
    assert!(about.contains("⟨U+202E⟩") && !about.contains('\u{202e}'), "{about:?}");
}

type Change = fn(&mut Value);

/// What is not an export at all, or was broken off.
#[test]
fn what_is_no_export_is_refused() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    let refused = |verifiers: &mut Verifiers, path: &Path, name: &str| {
        assert_eq!(verifiers.both(path).status, 2, "{name}");
    };
    let broken = Forged::of(&export);
    let renamed = broken.path.with_extension("incompleto");
    fs::rename(&broken.path, &renamed).unwrap();
    refused(&mut verifiers, &renamed, "broken off");
    let without = Forged::of(&export);
    fs::remove_file(without.path.join("manifiesto.json")).unwrap();
    refused(&mut verifiers, &without.path, "without a manifest");
    let manifests: [(&str, Change); 6] = [
        ("of another format", |m| m["formato"] = "bombo-exportacion/2".into()),
        ("with a way out", |m| m["ficheros"][0]["nombre"] = "../registro.jsonl".into()),
        ("with a file twice", |m| m["ficheros"][0]["nombre"] = m["ficheros"][1]["nombre"].clone()),
        ("with a fraction", |m| m["lineas"]["ultima"] = json!(1.5)),
        ("with the end before the beginning", |m| m["lineas"]["primera"] = 1_000_000.into()),
        ("that is a list", |m| *m = json!([1, 2])),
    ];
    for (name, change) in manifests {
        let forged = Forged::of(&export);
        let mut manifest = read_json(&forged.path.join("manifiesto.json"));
        change(&mut manifest);
        fs::write(forged.path.join("manifiesto.json"), manifest.to_string()).unwrap();
        refused(&mut verifiers, &forged.path, name);
    }
    let deep = Forged::of(&export);
    fs::write(deep.path.join("manifiesto.json"), "[".repeat(3_000_000)).unwrap();
    refused(&mut verifiers, &deep.path, "a manifest nested without end");
    let strange = Forged::of(&export);
    fs::write(strange.path.join("re\u{202e}gistro.exe"), "").unwrap();
    refused(&mut verifiers, &strange.path, "a strange name");
    // A browser does not say what is a link; Python does.
    let linked = Forged::of(&export);
    fs::remove_file(linked.path.join("frontera.json")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", linked.path.join("frontera.json")).unwrap();
    assert_eq!(verifiers.python(&linked.path, "", None).status, 2);
}

/// A file of a `.zip`, as somebody writes it who does not follow the rules.
#[derive(Clone)]
struct Entry {
    name: Vec<u8>,
    data: Vec<u8>,
    bytes: u32,
    method: u16,
    flags: u16,
    attributes: u32,
    /// Where it says that it is, if not where it is.
    at: Option<u32>,
}

fn stored(name: &str, data: &[u8]) -> Entry {
    let bytes = u32::try_from(data.len()).unwrap();
    Entry { name: name.into(), data: data.to_owned(), bytes, method: 0, flags: 0, attributes: 0, at: None }
}

fn packed(name: &str, data: &[u8]) -> Entry {
    let bytes = u32::try_from(data.len()).unwrap();
    Entry { data: compress_to_vec(data, 9), method: 8, ..stored(name, &[]) }.of(bytes)
}

impl Entry {
    fn of(self, bytes: u32) -> Entry {
        Entry { bytes, ..self }
    }

    fn middle(&self) -> Vec<u8> {
        let crc = 0u32;
        let mut out = Vec::new();
        out.extend(20u16.to_le_bytes());
        out.extend(self.flags.to_le_bytes());
        out.extend(self.method.to_le_bytes());
        out.extend([0, 0, 0x21, 0]);
        out.extend(crc.to_le_bytes());
        out.extend(u32::try_from(self.data.len()).unwrap().to_le_bytes());
        out.extend(self.bytes.to_le_bytes());
        out.extend(u16::try_from(self.name.len()).unwrap().to_le_bytes());
        out.extend([0; 2]);
        out
    }
}

fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut out, mut list) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = entry.at.unwrap_or(u32::try_from(out.len()).unwrap());
        if entry.at.is_none() {
            out.extend(b"PK\x03\x04");
            out.extend(entry.middle());
            out.extend(&entry.name);
            out.extend(&entry.data);
        }
        list.extend(b"PK\x01\x02\x14\x03");
        list.extend(entry.middle());
        list.extend([0; 6]);
        list.extend(entry.attributes.to_le_bytes());
        list.extend(at.to_le_bytes());
        list.extend(&entry.name);
    }
    let (at, length) = (u32::try_from(out.len()).unwrap(), u32::try_from(list.len()).unwrap());
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    out.extend(list);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(length.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    out
}

#[test]
fn hostile_zips_are_refused() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let (mut verifiers, to) = (Verifiers::new(), tempfile::tempdir().unwrap());
    let manifest = stored("manifiesto.json", &fs::read(export.join("manifiesto.json")).unwrap());
    let zeros = vec![0; 20 << 20];
    let bomb = packed("registro.jsonl", &zeros);
    let link = Entry { attributes: 0o120_777 << 16, ..stored("registro.jsonl", b"/etc/passwd") };
    let secret = Entry { flags: 1, ..stored("registro.jsonl", b"x") };
    let strange = Entry { method: 12, ..stored("registro.jsonl", b"x") };
    let upon = Entry { at: Some(0), ..stored("registro.jsonl", &manifest.data) };
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("a bomb", zip(&[manifest.clone(), bomb])),
        ("a way out", zip(&[manifest.clone(), stored("../registro.jsonl", b"x")])),
        ("an absolute name", zip(&[manifest.clone(), stored("/etc/passwd", b"x")])),
        ("a name of the other kind", zip(&[manifest.clone(), stored("actas\\..\\x", b"x")])),
        ("folders in folders", zip(&[manifest.clone(), stored("a/b/c", b"x")])),
        ("a file twice", zip(&[manifest.clone(), stored("x", b"1"), stored("x", b"2")])),
        ("a link", zip(&[manifest.clone(), link])),
        ("with a password", zip(&[manifest.clone(), secret])),
        ("packed in a strange way", zip(&[manifest.clone(), strange])),
        ("two files in one place", zip(&[manifest.clone(), upon])),
        ("no manifest", zip(&[stored("registro.jsonl", b"x")])),
        ("empty", zip(&[])),
        ("no zip", b"esto no es un zip".to_vec()),
        ("cut", zip(std::slice::from_ref(&manifest))[..200].to_vec()),
    ];
    for (number, (name, bytes)) in cases.into_iter().enumerate() {
        let path: PathBuf = to.path().join(format!("{number}.zip"));
        fs::write(&path, bytes).unwrap();
        assert_eq!(verifiers.both(&path).status, 2, "{name}");
    }
}
