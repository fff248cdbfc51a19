//! The picture of a page, beside what another program makes of the same page as PDF.

mod tools;

use std::fs;
use std::path::Path;
use std::process::Command;

use card_printer::card_page::{ALL, Choice, Sheets};
use card_printer::pdf;
use card_printer::picture::Picture;
use card_printer::template::{BUILT_IN, Template};
use hall_wire::paper::SeriesSheet;
use tempfile::TempDir;

use tools::{SHEET, installed, png};

/// A template with all that a page can have: ground beyond the cut, marks, a stub, a logo, a back.
const FULL: &str = r#"
back = true
[paper]
margin = 15
gap = 6
bleed = 3
across = 1
down = 3
cuts = "marks"
[card]
margin = 4
letters = 90
code = 18
stub = 40
ground = true
[texts]
logo = "logo.png"
"#;

/// Two painters smooth an edge in two ways: pictures are compared by the mean of squares of so many points.
const SQUARE: usize = 8;

/// How far the mean of a square may be off, and in how many of a thousand it may be off further.
const OFF: u32 = 40;
const PER_THOUSAND: usize = 2;

#[test]
fn a_page_looks_as_its_pdf_does() {
    if !installed("pdftoppm") {
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("logo.png"), png(80, 40)).unwrap();
    let full = Template::parse("full", FULL, folder.path()).unwrap();
    let built_in = BUILT_IN.iter().map(|(name, _)| Template::named(name).unwrap());
    let mut sheet: SeriesSheet = serde_json::from_str(SHEET).unwrap();
    sheet.without_codes();
    for template in built_in.chain([full]) {
        let choice = Choice { sample: true, ..ALL };
        let sheets = Sheets::new(&sheet, &template, &choice).unwrap();
        let pdf = folder.path().join("page.pdf");
        let file = fs::File::create(&pdf).unwrap();
        let count = sheets.count().min(2);
        pdf::write(file, sheets.job(), count, &|number| sheets.page(number), &mut |_| Ok(())).unwrap();
        for page in 0..count {
            let picture = Picture::of(&sheets.page(page), sheets.job(), 1_000);
            let theirs = points(&pdf, page + 1, picture.size());
            let ours = picture.rgb();
            let (ours, theirs) = (means(&ours, picture.size()), means(&theirs, picture.size()));
            let off = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours.abs_diff(**theirs) > OFF).count();
            let most = ours.len() * PER_THOUSAND / 1_000;
            assert!(off <= most, "page {page} of «{}»: {off} squares are off, {most} may", template.title);
        }
    }
}

/// The mean of each square of a picture.
fn means(rgb: &[u8], (width, height): (u32, u32)) -> Vec<u32> {
    let (across, down) = (width as usize / SQUARE, height as usize / SQUARE);
    let mut sums = vec![0; across * down];
    for (n, point) in rgb.chunks(3).enumerate() {
        let (x, y) = (n % width as usize / SQUARE, n / width as usize / SQUARE);
        if x < across && y < down {
            sums[y * across + x] += point.iter().map(|part| u32::from(*part)).sum::<u32>();
        }
    }
    sums.iter().map(|sum| sum / (3 * SQUARE * SQUARE) as u32).collect()
}

/// A page as pdftoppm paints it, in so many points.
fn points(pdf: &Path, page: usize, (width, height): (u32, u32)) -> Vec<u8> {
    let page = page.to_string();
    let out = pdf.with_extension("");
    let mut command = Command::new("pdftoppm");
    command.args(["-singlefile", "-f", &page, "-l", &page]);
    command.args(["-scale-to-x", &width.to_string(), "-scale-to-y", &height.to_string()]);
    assert!(command.arg(pdf).arg(&out).status().unwrap().success());
    let bytes = fs::read(out.with_extension("ppm")).unwrap();
    bytes[bytes.len() - (width * height * 3) as usize..].to_vec()
}

#[test]
fn a_sample_has_no_genuine_code() {
    let sheet: SeriesSheet = serde_json::from_str(SHEET).unwrap();
    let mut bare = sheet.clone();
    bare.without_codes();
    for (before, after) in sheet.cards.iter().zip(&bare.cards) {
        assert_eq!((before.number, before.rows), (after.number, after.rows));
        assert_eq!(after.code, format!("B1:A17:{}:0000000000000000", after.number));
    }
    if !installed("zbarimg") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("in.json"), folder.path().join("muestra.png"));
    fs::write(&input, SHEET).unwrap();
    let preview = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
        command.arg("preview").arg("--in").arg(&input).arg("--out").arg(&output).args(args).output().unwrap()
    };
    assert!(preview(&["--width", "1600", "--first", "302", "--last", "303"]).status.success());
    let read = Command::new("zbarimg").args(["-q", "--raw"]).arg(&output).output().unwrap();
    let mut codes: Vec<&str> = std::str::from_utf8(&read.stdout).unwrap().lines().collect();
    codes.sort_unstable();
    assert_eq!(codes, ["B1:A17:302:0000000000000000", "B1:A17:303:0000000000000000"]);

    let before = fs::read(&output).unwrap();
    for (args, why) in [
        (vec!["--width", "99"], "el ancho va de 100 a 4000 puntos"),
        (vec!["--back"], "la plantilla no tiene dorso"),
        (vec!["--first", "9000"], "ningún cartón de los que se piden"),
        (vec!["--template", "carta"], "carta"),
    ] {
        let run = preview(&args);
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && said.contains(why), "{args:?}: {said}");
    }
    assert_eq!(fs::read(&output).unwrap(), before, "a picture that is refused leaves the one before");
}
