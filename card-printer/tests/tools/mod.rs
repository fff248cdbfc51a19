//! The program run on cards, and other programs that read its pages.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub const SHEET: &str = include_str!("../data/sheet.json");

/// The colour of [`png`].
pub const LOGO_COLOUR: [u8; 3] = [20, 90, 160];

/// Prints cards. Returns the PDF and the pages it says it has.
pub fn print(folder: &TempDir, sheet: &str, args: &[&str]) -> (PathBuf, usize) {
    let name = format!("{}.pdf", args.concat().replace(['/', '.'], ""));
    let pdf = folder.path().join(name);
    let run = cards(folder, sheet, &pdf, args);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let said: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    (pdf, said["pages"].as_u64().unwrap() as usize)
}

/// Orders cards that cannot be printed. Returns what is said; nothing may be written.
pub fn refused(sheet: &str, args: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let pdf = folder.path().join("out.pdf");
    let run = cards(&folder, sheet, &pdf, args);
    assert_eq!(run.status.code(), Some(2), "{args:?}");
    assert!(!pdf.exists() && run.stdout.is_empty());
    String::from_utf8(run.stderr).unwrap()
}

pub fn cards(folder: &TempDir, sheet: &str, pdf: &Path, args: &[&str]) -> Output {
    let input = folder.path().join("entrada.json");
    fs::write(&input, sheet).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
    command.arg("cards").arg("--in").arg(input).arg("--out").arg(pdf).args(args).output().unwrap()
}

/// Whether a tool is there. Without it a test says so and ends; under CI it fails.
pub fn installed(tool: &str) -> bool {
    let quiet = Command::new(tool).arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if quiet.is_ok() {
        return true;
    }
    assert!(std::env::var_os("CI").is_none(), "{tool} is not installed (poppler-utils, zbar-tools)");
    eprintln!("NOT TESTED: {tool} is not installed (poppler-utils, zbar-tools)");
    false
}

/// The words in a rectangle of a page, in tenths of a millimetre: 254 dots to the inch.
pub fn words_in(pdf: &Path, page: usize, rectangle: [i32; 4]) -> Vec<String> {
    let mut command = Command::new("pdftotext");
    command.args(["-r", "254", "-f", &page.to_string(), "-l", &page.to_string()]);
    for (option, value) in ["-x", "-y", "-W", "-H"].into_iter().zip(rectangle) {
        command.args([option, &value.to_string()]);
    }
    let run = command.arg(pdf).arg("-").output().unwrap();
    assert!(run.status.success());
    String::from_utf8(run.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

/// Each word of a page with its left, top, right and bottom, in tenths of a millimetre.
pub fn boxes_on(pdf: &Path, page: usize) -> Vec<(String, [f64; 4])> {
    let page = page.to_string();
    let run = Command::new("pdftotext").args(["-bbox", "-f", &page, "-l", &page]).arg(pdf).arg("-").output();
    let text = String::from_utf8(run.unwrap().stdout).unwrap();
    let word = |line: &str| {
        let (head, rest) = line.trim().strip_prefix("<word ")?.split_once('>')?;
        let sides: Vec<f64> = head.split('"').filter_map(|part| part.parse().ok()).collect();
        let tenths = <[f64; 4]>::try_from(sides).ok()?.map(|points| points * 254.0 / 72.0);
        Some((rest.strip_suffix("</word>")?.to_owned(), tenths))
    };
    text.lines().filter_map(word).collect()
}

/// What the codes of a page say, sorted.
pub fn codes_on(pdf: &Path, page: usize) -> Vec<String> {
    codes_at(pdf, page, "200")
}

/// The same at so many dots to the inch.
pub fn codes_at(pdf: &Path, page: usize, dots: &str) -> Vec<String> {
    let image = image(pdf, page, &["-r", dots, "-gray"]).with_extension("pgm");
    let run = Command::new("zbarimg").args(["-q", "--raw"]).arg(image).output().unwrap();
    let mut codes: Vec<String> = String::from_utf8(run.stdout).unwrap().lines().map(str::to_owned).collect();
    codes.sort_unstable();
    codes
}

/// A page as it looks: the bytes of a picture of it.
pub fn raster(pdf: &Path, page: usize) -> Vec<u8> {
    fs::read(image(pdf, page, &["-r", "72"]).with_extension("ppm")).unwrap()
}

/// The colour of a page at so many millimetres from its left and its top.
pub fn point(pdf: &Path, page: usize, x: f64, y: f64) -> [u8; 3] {
    let picture = raster(pdf, page);
    let mut parts = picture.splitn(4, |&byte| byte == b'\n');
    let (kind, size) = (parts.next().unwrap(), parts.next().unwrap());
    assert_eq!((kind, parts.next().unwrap()), (&b"P6"[..], &b"255"[..]));
    let width: usize = std::str::from_utf8(size).unwrap().split(' ').next().unwrap().parse().unwrap();
    let [x, y] = [x, y].map(|place| (place * 72.0 / 25.4) as usize);
    let at = (y * width + x) * 3;
    parts.next().unwrap()[at..at + 3].try_into().unwrap()
}

fn image(pdf: &Path, page: usize, args: &[&str]) -> PathBuf {
    let page = page.to_string();
    let image = pdf.with_extension("");
    let mut command = Command::new("pdftoppm");
    let run = command.args(args).args(["-singlefile", "-f", &page, "-l", &page]);
    assert!(run.arg(pdf).arg(&image).status().unwrap().success());
    image
}

/// A PNG of one colour.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&LOGO_COLOUR.repeat((width * height) as usize)).unwrap();
    drop(writer);
    bytes
}
