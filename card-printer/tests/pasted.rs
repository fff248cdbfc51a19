//! Actas that are cut out and pasted into a bound book: each page on the upper left of its paper, no larger than a leaf.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use card_printer::sound::faults;
use serde_json::Value;
use tempfile::TempDir;
use tools::{boxes_on, codes_at, installed};

mod tools;

/// Prints the sample for leaves of this size, in millimetres.
fn printed(folder: &Path, leaf: Option<(u32, u32)>) -> (PathBuf, Output) {
    let mut acta: Value = serde_json::from_str(include_str!("data/acta.json")).unwrap();
    if let Some((width, height)) = leaf {
        acta["book"]["leaf"] = serde_json::json!({ "width_mm": width, "height_mm": height });
    }
    let (input, output) = (folder.join("acta.json"), folder.join("acta.pdf"));
    fs::write(&input, acta.to_string()).unwrap();
    let _ = fs::remove_file(&output);
    let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
    let run = command.arg("acta").arg("--in").arg(input).arg("--out").arg(&output).output().unwrap();
    (output, run)
}

fn pages(run: &Output) -> usize {
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let said: Value = serde_json::from_slice(&run.stdout).unwrap();
    said["pages"].as_u64().unwrap() as usize
}

/// Behind the leaf, in the margin that is cut off.
const MARGIN: &str = "Córtese por las líneas y péguese en el libro de actas, en el folio que se dice al pie.";

#[test]
fn a_page_for_a_bound_book_is_within_its_leaf_with_all_its_words() {
    if !installed("pdftotext") || !installed("zbarimg") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let words = |pdf: &Path, count: usize| -> Vec<Vec<(String, [f64; 4])>> {
        (1..=count).map(|page| boxes_on(pdf, page)).collect()
    };
    let (pdf, run) = printed(folder.path(), None);
    let count = pages(&run);
    let (whole, code) = (words(&pdf, count), codes_at(&pdf, 1, "300"));
    for (width, height) in [(190, 275), (150, 212), (210, 250), (200, 297)] {
        let (pdf, run) = printed(folder.path(), Some((width, height)));
        assert_eq!(pages(&run), count, "as many leaves as pages");
        assert_eq!(faults(&fs::read(&pdf).unwrap()), [], "{width}x{height}");
        let margin = if height <= 287 { MARGIN } else { "" };
        for (page, before) in words(&pdf, count).into_iter().zip(&whole) {
            let (right, bottom) = (f64::from(width) * 10.0, f64::from(height) * 10.0);
            let (inside, behind): (Vec<_>, Vec<_>) = page.into_iter().partition(|(_, at)| at[1] < bottom);
            assert!(
                inside.iter().all(|(_, at)| at[2] <= right && at[3] <= bottom),
                "{width}x{height}: a word is cut through"
            );
            let said: Vec<&str> = behind.iter().map(|(word, _)| word.as_str()).collect();
            assert_eq!(said.join(" "), margin, "{width}x{height}");
            let read = |page: &[(String, [f64; 4])]| -> Vec<String> {
                let mut words: Vec<_> = page.iter().map(|(word, _)| word.clone()).collect();
                words.sort_unstable();
                words
            };
            assert_eq!(read(&inside), read(before), "{width}x{height}: the page says what it says");
        }
        assert_eq!(codes_at(&pdf, 1, "300"), code, "{width}x{height}: the code is still read");
    }
}

#[test]
fn a_leaf_that_is_too_small_or_larger_than_the_paper_is_refused() {
    let folder = TempDir::new().unwrap();
    for (width, height) in [(149, 275), (190, 211), (211, 297), (210, 298), (0, 0)] {
        let (pdf, run) = printed(folder.path(), Some((width, height)));
        assert_eq!(run.status.code(), Some(2), "{width}x{height}");
        let words = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(words.contains("van de 150x212 a 210x297") && !pdf.exists(), "{words}");
    }
}
