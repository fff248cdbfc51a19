//! The certificate from outside: its page read by other programs, its answers to what is not true, and the stranger's own.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use hall_core::matrix::MatrixKind;
use hall_wire::paper::{CertificateSheet, MatrixOrigin};
use serde_json::Value;
use tempfile::TempDir;

use tools::{codes_on, installed, words_in};

mod tools;

const SECRET: &str = include_str!("data/certificado.json");
const REVEALED: &str = include_str!("data/certificado-revelado.json");
const IMPORTED: &str = include_str!("data/certificado-importado.json");
const ALL: [&str; 3] = [SECRET, REVEALED, IMPORTED];

/// A sheet is written exactly as the files have it: the names of its fields are those the server writes.
#[test]
fn the_samples_are_as_a_sheet_is_written() {
    for sample in ALL {
        let written = serde_json::to_string_pretty(&sheet(sample)).unwrap() + "\n";
        assert!(written == sample, "{written}");
    }
}

#[test]
fn the_same_sheet_gives_one_page_and_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    for sample in ALL {
        let (one, other) = (folder.path().join("a.pdf"), folder.path().join("b.pdf"));
        let report: Value = serde_json::from_slice(&certified(sample, &one).stdout).unwrap();
        assert_eq!(report["pages"], 1);
        assert_eq!(certified(sample, &other).stdout, certified(sample, &one).stdout);
        assert!(fs::read(one).unwrap() == fs::read(other).unwrap());
    }
}

#[test]
fn hashes_key_and_command_come_out_of_the_pdf() {
    if !installed("pdftotext") {
        return;
    }
    for sample in ALL {
        let text = text_of(sample);
        let sheet = sheet(sample);
        let record = sheet.record.unwrap();
        let mut wanted = vec![
            "Certificado de la matriz n.º".to_owned(),
            grouped(&sheet.faces_sha256),
            format!("Huella {}", record.head_hash),
            format!("BM1:{}:{}", sheet.matrix, sheet.faces_sha256),
            "Joan Müller Čapek".to_owned(),
        ];
        match sheet.origin {
            MatrixOrigin::Made { key_sha256, key, .. } => {
                wanted.extend([
                    grouped(&key_sha256),
                    "Valor p".to_owned(),
                    "Compatible con el azar".to_owned(),
                ]);
                let said = key.clone().unwrap_or_else(|| "CLAVE".to_owned());
                wanted.push(format!("card-printer matrix --key {said} --number {} --kind", sheet.matrix));
                wanted.push(key.map_or("se publicará al retirarla".to_owned(), |key| grouped(&key)));
            }
            MatrixOrigin::Imported { file_sha256, maker } => {
                wanted.extend([grouped(&file_sha256), maker, "aquí no se juzga si salen al azar".to_owned()]);
                for verdict in ["Valor p", "Compatible", "Ji cuadrado"] {
                    assert!(!text.contains(verdict), "«{verdict}» of a law nobody knows");
                }
            }
        }
        for what in wanted {
            assert!(text.contains(&what), "no «{what}» in «{text}»");
        }
    }
}

#[test]
fn the_code_of_the_page_says_matrix_and_hash() {
    if !installed("zbarimg") || !installed("pdftoppm") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let pdf = folder.path().join("a.pdf");
    assert!(certified(SECRET, &pdf).status.success());
    let sheet = sheet(SECRET);
    assert_eq!(codes_on(&pdf, 1), [format!("BM1:{}:{}", sheet.matrix, sheet.faces_sha256)]);
}

/// With the key a stranger makes the same certificate, but for what only the hall knows.
#[test]
fn a_stranger_makes_it_from_the_key() {
    if !installed("pdftotext") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let (csv, pdf) = (folder.path().join("a.csv"), folder.path().join("a.pdf"));
    let sheet = sheet(REVEALED);
    let MatrixOrigin::Made { key: Some(key), kind: MatrixKind::Single, clean: false, .. } = sheet.origin
    else {
        panic!("the sample has another matrix");
    };
    let (number, size) = (sheet.matrix.to_string(), sheet.size.to_string());
    let words = ["--key", &key, "--number", &number, "--kind", "single", "--size", &size];
    let run =
        program("matrix").args(words).arg("--csv").arg(csv).arg("--certificate").arg(&pdf).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(report["faces_sha256"], sheet.faces_sha256);
    let (theirs, ours) = (words_in(&pdf, 1, [0, 0, 2100, 2970]).join(" "), text_of(REVEALED));
    let counted = |text: &str| {
        let (from, to) = (text.find("Qué cartones son").unwrap(), text.find("Cómo se comprueba").unwrap());
        text[from..to].to_owned()
    };
    assert_eq!(counted(&theirs), counted(&ours));
    assert!(theirs.contains("Sin registro de una sala") && !theirs.contains("Palmeras"));
}

#[test]
fn drafts_and_demonstrations_say_so() {
    if !installed("pdftotext") {
        return;
    }
    let with = |draft, demo| text_of(&json(&CertificateSheet { draft, demo, ..sheet(SECRET) }));
    for (text, words) in [
        (with(false, false), [false, false]),
        (with(true, false), [true, false]),
        (with(false, true), [false, true]),
        (with(true, true), [true, true]),
    ] {
        assert_eq!(["BORRADOR", "DEMOSTRACIÓN"].map(|word| text.contains(word)), words);
    }
}

#[test]
fn what_is_not_so_is_not_certified() {
    let made = |change: &dyn Fn(&mut MatrixOrigin)| {
        let mut sheet = sheet(REVEALED);
        change(&mut sheet.origin);
        sheet
    };
    let strips = |change: &dyn Fn(&mut CertificateSheet)| {
        let mut sheet = sheet(SECRET);
        change(&mut sheet);
        sheet
    };
    // Two cards exchanged, and the hash made to fit: only the key tells.
    let mut exchanged = sheet(REVEALED);
    exchanged.faces.swap(6, 7);
    exchanged.faces_sha256 = hash_of(&exchanged.faces);
    let mut broken_strip = sheet(SECRET);
    broken_strip.faces.swap(5, 6);
    broken_strip.faces_sha256 = hash_of(&broken_strip.faces);
    let mut not_clean = sheet(SECRET);
    let twice = not_clean.faces[..6].to_vec();
    not_clean.faces[6..12].clone_from_slice(&twice);
    not_clean.faces_sha256 = hash_of(&not_clean.faces);

    for (sheet, words) in [
        (strips(&|sheet| sheet.faces.swap(0, 1)), "la huella de los cartones (faces_sha256) no es"),
        (
            strips(&|sheet| sheet.faces[3] = "3669688706217187500".to_owned()),
            "el cartón n.º 4 no es un cartón de bingo",
        ),
        (strips(&|sheet| sheet.faces[3] = "+17".to_owned()), "«+17» no es un lugar"),
        (strips(&|sheet| sheet.size += 6), "la matriz tiene 306 cartones y la entrada trae 300"),
        (strips(&|sheet| sheet.faces.clear()), "no tiene ningún cartón"),
        (strips(&|sheet| sheet.matrix = 0), "de 1 a 4294967295"),
        (strips(&|sheet| sheet.faces_sha256.truncate(62)), "faces_sha256: un SHA-256 son 64 cifras"),
        (broken_strip, "es de tiras y no todas tienen los noventa"),
        (not_clean, "es limpia y tiene parejas de filas iguales: 18"),
        (exchanged, "con la clave revelada sale otro cartón n.º 7"),
        (
            made(&|origin| key(origin, "ff0102030405060708090a0b0c0d0e0f")),
            "la huella de la clave (key_sha256) no es",
        ),
        (made(&|origin| key(origin, "0001")), "32 cifras hexadecimales"),
        (made(&|origin| generator(origin, 2)), "salió de la versión 2 del generador"),
        (made(&|origin| strip(origin)), "con la clave revelada sale otro cartón n.º 1"),
    ] {
        refused(&json(&sheet), words);
    }
    refused("{\"hall\":", "no es JSON");
    refused("{\"hall\":7}", "no tiene la forma de un certificado de matriz");
    refused(&SECRET.replacen("\"draft\"", "\"borrador\"", 1), "unknown field");
}

fn key(origin: &mut MatrixOrigin, other: &str) {
    if let MatrixOrigin::Made { key, .. } = origin {
        *key = Some(other.to_owned());
    }
}

fn generator(origin: &mut MatrixOrigin, other: u32) {
    if let MatrixOrigin::Made { generator, .. } = origin {
        *generator = other;
    }
}

fn strip(origin: &mut MatrixOrigin) {
    if let MatrixOrigin::Made { kind, .. } = origin {
        *kind = MatrixKind::Strip;
    }
}

/// Offers what cannot be certified.
fn refused(sheet: &str, words: &str) {
    let folder = TempDir::new().unwrap();
    let pdf = folder.path().join("a.pdf");
    let run = certified(sheet, &pdf);
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{words}: {said}");
    assert!(said.contains(words), "«{words}» is not in «{said}»");
    assert!(!pdf.exists() && run.stdout.is_empty());
}

fn text_of(sheet: &str) -> String {
    let folder = TempDir::new().unwrap();
    let pdf = folder.path().join("a.pdf");
    let run = certified(sheet, &pdf);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    words_in(&pdf, 1, [0, 0, 2100, 2970]).join(" ")
}

fn certified(sheet: &str, pdf: &Path) -> Output {
    let mut run = program("certificate")
        .args(["--in", "-", "--out"])
        .arg(pdf)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    run.stdin.take().unwrap().write_all(sheet.as_bytes()).unwrap();
    run.wait_with_output().unwrap()
}

fn program(order: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
    command.arg(order);
    command
}

fn hash_of(faces: &[String]) -> String {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    faces.iter().for_each(|rank| hash.update(rank.parse::<u64>().unwrap().to_be_bytes()));
    hex::encode(hash.finalize())
}

/// Digits as the page has them, eight by eight.
fn grouped(digits: &str) -> String {
    let groups: Vec<&str> = digits.as_bytes().chunks(8).map(|group| str::from_utf8(group).unwrap()).collect();
    groups.join(" ")
}

fn sheet(sample: &str) -> CertificateSheet {
    serde_json::from_str(sample).unwrap()
}

fn json(sheet: &CertificateSheet) -> String {
    serde_json::to_string(sheet).unwrap()
}
