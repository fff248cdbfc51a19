//! A COPIA of an acta: its bytes, and a mark behind them on each page (ADR 54).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use card_printer::sound::{Rule, faults, faults_of_copy};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tools::installed;

mod tools;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/acta.json");

/// A folder with the sample's acta, and its bytes.
fn issued(options: &[&str]) -> (TempDir, Vec<u8>) {
    let folder = TempDir::new().unwrap();
    let printed = printer(folder.path(), &[&["acta", "--in", SAMPLE, "--out", "acta.pdf"], options].concat());
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let acta = fs::read(folder.path().join("acta.pdf")).unwrap();
    (folder, acta)
}

fn printer(folder: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_card-printer")).args(options).current_dir(folder).output().unwrap()
}

/// Makes a copy of what lies in `acta.pdf`, as the server orders it for a file with this hash.
fn copy(folder: &Path, acta_sha256: &str) -> Output {
    let sheet = serde_json::json!({
        "session": 12, "copy": 3, "reason": "La pide la Delegación del Gobierno, por el expediente 1234/26",
        "made_at": "2026-11-27 21:30:05 +01:00", "made_by": 1, "acta_sha256": acta_sha256,
    });
    fs::write(folder.join("copia.json"), sheet.to_string()).unwrap();
    printer(folder, &["copy", "--in", "copia.json", "--acta", "acta.pdf", "--out", "copia.pdf"])
}

fn copied(folder: &Path, acta: &[u8]) -> Vec<u8> {
    let made = copy(folder, &hex::encode(Sha256::digest(acta)));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::read(folder.join("copia.pdf")).unwrap()
}

#[test]
fn a_copy_begins_with_the_acta_and_is_sound_and_the_same_each_time() {
    let (folder, acta) = issued(&[]);
    let once = copied(folder.path(), &acta);
    assert!(once.starts_with(&acta) && once.len() > acta.len());
    assert_eq!(faults(&once), []);
    assert_eq!(copied(folder.path(), &acta), once);
    // Each page has what it had, between a state that is saved and the mark.
    let text = String::from_utf8_lossy(&once[acta.len()..]).into_owned();
    let said = serde_json::from_slice::<serde_json::Value>(
        &copy(folder.path(), &hex::encode(Sha256::digest(&acta))).stdout,
    );
    assert_eq!(text.matches("/Contents[").count() as u64, said.unwrap()["pages"].as_u64().unwrap());
}

/// What another program reads of it is what the acta says: the mark is no text, and it is seen.
#[test]
fn other_programs_open_a_copy_and_see_the_mark_on_every_page() {
    if !installed("pdftotext") || !installed("pdftoppm") {
        return;
    }
    let (folder, acta) = issued(&[]);
    copied(folder.path(), &acta);
    let text = |file: &str| {
        let read = Command::new("pdftotext").args([file, "-"]).current_dir(folder.path()).output().unwrap();
        assert!(read.status.success() && read.stderr.is_empty(), "{}", String::from_utf8_lossy(&read.stderr));
        read.stdout
    };
    assert_eq!(text("copia.pdf"), text("acta.pdf"));
    for file in ["acta", "copia"] {
        let pdf = format!("{file}.pdf");
        let drawn = ["-r", "40", "-gray", &pdf, file];
        let drawn = Command::new("pdftoppm").args(drawn).current_dir(folder.path()).output().unwrap();
        assert!(drawn.status.success() && drawn.stderr.is_empty());
    }
    let mut pages: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|end| end == "pgm"));
    pages.sort();
    let (actas, copies) = pages.split_at(pages.len() / 2);
    assert!(!actas.is_empty() && actas.len() == copies.len());
    for (of_acta, of_copy) in actas.iter().zip(copies) {
        let (before, marked) = (fs::read(of_acta).unwrap(), fs::read(of_copy).unwrap());
        let changed = before.iter().zip(&marked).filter(|(one, other)| one != other).count();
        let darker = before.iter().zip(&marked).filter(|(one, other)| other < one).count();
        assert!(changed > 1_000 && darker * 10 > changed * 9, "{}: {darker} of {changed}", of_copy.display());
    }
}

#[test]
fn a_signature_covers_the_acta_within_its_copy() {
    if !installed("openssl") {
        return;
    }
    let office = TempDir::new().unwrap();
    let order = "req -x509 -newkey rsa:2048 -nodes -keyout sello.key -out sello.pem -days 18262 -subj /CN=Sello -addext keyUsage=digitalSignature,nonRepudiation";
    let made = Command::new("openssl").args(order.split(' ')).current_dir(office.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let path = |name: &str| office.path().join(name).display().to_string();
    let (certificate, key) = (path("sello.pem"), path("sello.key"));
    let at = "2060-11-25 22:33:01 +01:00";
    let (folder, acta) = issued(&["--seal", &certificate, "--seal-key", &key, "--at", at]);
    assert_eq!(faults(&acta), []);
    let copy = copied(folder.path(), &acta);
    assert!(copy.starts_with(&acta));
    assert_eq!(faults_of_copy(&copy, acta.len()), []);
    let rules: Vec<Rule> = faults(&copy).iter().map(|fault| fault.rule).collect();
    assert_eq!(rules, [Rule::Signature], "as an acta it would not pass: bytes stand behind what was signed");
}

#[test]
fn a_copy_of_anything_else_is_refused() {
    let (folder, acta) = issued(&[]);
    let refused = |what: &str, file: &[u8], hash: &str| {
        fs::write(folder.path().join("acta.pdf"), file).unwrap();
        let run = copy(folder.path(), hash);
        assert_eq!(run.status.code(), Some(2), "{what}");
        assert!(!folder.path().join("copia.pdf").exists(), "{what}");
        String::from_utf8(run.stderr).unwrap()
    };
    let own = hex::encode(Sha256::digest(&acta));
    let changed = [&acta[..], b"\n"].concat();
    assert!(refused("another file", &changed, &own).contains("su SHA-256 es otro"));
    assert!(refused("a part of it", &acta[..acta.len() / 2], &own).contains("su SHA-256 es otro"));
    for (what, file) in [
        ("no PDF", b"una carta".to_vec()),
        ("half an acta", acta[..acta.len() / 2].to_vec()),
        ("a PDF that is not ours", b"%PDF-1.4\n%\xff\xff\xff\xff\ntrailer<<>>\nstartxref\n9\n%%EOF".to_vec()),
    ] {
        let words = refused(what, &file, &hex::encode(Sha256::digest(&file)));
        assert!(words.contains("no es un acta de las que se escriben aquí"), "{what}: {words}");
    }
}
