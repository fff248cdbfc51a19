//! The program from outside: its PDF read by other programs, and its answers to bad input.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hall_wire::message::TemplateRow;
use hall_wire::paper::{ActaSheet, GameSheet, RecordHead, RecordLines, SeriesSheet};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use tools::{SHEET, codes_on, installed, words_in};

mod tools;

const ACTA: &str = include_str!("data/acta.json");
const HOJA: &str = include_str!("data/hoja.json");

#[test]
fn the_same_input_gives_the_same_bytes_in_another_process() {
    for (order, input) in [("cards", SHEET), ("acta", ACTA), ("sheet", HOJA)] {
        let (folder, again) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let first = printed(&folder, order, input);
        let second = printed(&again, order, input);
        assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap(), "{order}");
    }
}

#[test]
fn the_report_says_pages_and_hash() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out.pdf");
    let run = run("cards", SHEET, &output);
    let hash = hex::encode(Sha256::digest(fs::read(&output).unwrap()));
    assert_eq!(String::from_utf8(run.stdout).unwrap(), format!("{{\"pages\":2,\"sha256\":\"{hash}\"}}\n"));
}

/// Readers mend a wrong list of places without a word, and a printer may not.
#[test]
fn every_object_is_where_the_file_says() {
    let folder = TempDir::new().unwrap();
    let bytes = fs::read(printed(&folder, "cards", SHEET)).unwrap();
    let find = |text: &str, from: usize| {
        let found = bytes[from..].windows(text.len()).position(|part| part == text.as_bytes());
        from + found.unwrap() + text.len()
    };
    let line = |at: usize| {
        let rest = &bytes[at..bytes.len().min(at + 400)];
        String::from_utf8_lossy(rest.split(|&byte| byte == b'\n').next().unwrap()).into_owned()
    };
    let number = |text: &str, key: &str| -> usize {
        let rest = &text[text.find(key).unwrap() + key.len()..];
        rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    // A stream's dictionary, which is one line, and what was packed.
    let stream = |at: usize| {
        let dict = find("obj\n", at);
        let begin = find("stream\n", dict);
        let end = begin + number(&line(dict), "/Length ");
        assert_eq!(&bytes[end..end + 10], b"\nendstream");
        (line(dict), decompress_to_vec_zlib(&bytes[begin..end]).unwrap())
    };
    let (dict, list) = stream(line(find("startxref\n", bytes.len() - 40)).parse().unwrap());
    assert!(dict.contains("/Type/XRef") && dict.contains("/W[1 4 1]"), "{dict}");
    let places: Vec<&[u8]> = list.chunks(6).collect();
    assert!(places.len() == number(&dict, "/Size ") && places.len() > 20);
    assert_eq!(places[0], [0; 6]);
    let at = |place: &[u8]| u32::from_be_bytes(place[1..5].try_into().unwrap()) as usize;
    let mut gathered = 0;
    for (object, place) in places.iter().enumerate().skip(1) {
        let stream_of = match place[0] {
            1 => {
                assert_eq!(line(at(place)), format!("{object} 0 obj"));
                continue;
            }
            2 => at(place),
            kind => panic!("object {object} is of kind {kind}"),
        };
        assert_eq!(places[stream_of][0], 1);
        let (dict, objects) = stream(at(places[stream_of]));
        assert!(dict.contains("/Type/ObjStm"), "{dict}");
        let text = String::from_utf8(objects).unwrap();
        let (head, objects) = text.split_at(number(&dict, "/First "));
        let head: Vec<usize> = head.split_whitespace().map(|part| part.parse().unwrap()).collect();
        assert_eq!(head.len(), 2 * number(&dict, "/N "));
        let index = usize::from(place[5]);
        assert_eq!(head[2 * index], object);
        assert!(objects[head[2 * index + 1]..].starts_with("<<"), "object {object}");
        gathered += 1;
    }
    assert!(gathered > 10);
}

/// Another reader finds the tags, the language of no one else, and the lines of the record as they went in.
#[test]
fn an_acta_is_tagged_and_brings_the_record_with_it() {
    if !installed("pdfinfo") || !installed("pdfdetach") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let mut acta: ActaSheet = serde_json::from_str(ACTA).unwrap();
    let lines = "{\"seq\":1,\"body\":\"ñ «»\"}\n".repeat(2000);
    let before = RecordHead { seq: 0, head_hash: "0".repeat(64) };
    acta.record_lines = Some(RecordLines { before, lines: lines.clone() });
    let pdf = printed(&folder, "acta", &serde_json::to_string(&acta).unwrap());
    let info = Command::new("pdfinfo").arg(&pdf).output().unwrap();
    let info = String::from_utf8_lossy(&info.stdout).into_owned();
    for says in ["Tagged:          yes", "Title:           Bingo Las Palmeras – Acta de la sesión n.º 212"]
    {
        assert!(info.contains(says), "{info}");
    }
    let tree = Command::new("pdfinfo").arg("-struct-text").arg(&pdf).output().unwrap();
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    for says in ["H1", "Table", "\"Recaudado\"", "\"Precio del cartón 2,00 €\"", "/Scope /Column"] {
        assert!(tree.contains(says), "{says}");
    }
    let out = folder.path().join("adjunto");
    let run = Command::new("pdfdetach").args(["-save", "1", "-o"]).arg(&out).arg(&pdf).status().unwrap();
    assert!(run.success());
    assert_eq!(fs::read_to_string(out).unwrap(), lines);
}

#[test]
fn an_acta_without_a_date_is_refused() {
    let folder = TempDir::new().unwrap();
    let acta = ACTA.replace("2026-10-17 22:", "ayer a las 22:");
    let run = run("acta", &acta, &folder.path().join("out.pdf"));
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("no es un día y una hora"));
}

#[test]
fn a_file_is_read_as_well_as_the_standard_input() {
    let folder = TempDir::new().unwrap();
    let from_pipe = printed(&folder, "cards", SHEET);
    let from_file = folder.path().join("file.pdf");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sheet.json");
    let run = program("cards").arg("--in").arg(sample).arg("--out").arg(&from_file).output().unwrap();
    assert!(run.status.success());
    assert_eq!(fs::read(from_pipe).unwrap(), fs::read(from_file).unwrap());
}

#[test]
fn the_numbers_come_out_of_the_pdf() {
    if !installed("pdftotext") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let pdf = printed(&folder, "cards", SHEET);
    let sheet: SeriesSheet = serde_json::from_str(SHEET).unwrap();
    for (n, card) in sheet.cards.iter().enumerate() {
        let (page, [x, y]) = (n / 6 + 1, [n % 2 * 1050, n % 6 / 2 * 990].map(|corner| corner as i32));
        for (row, numbers) in (0..).zip(&card.rows) {
            let wanted: Vec<String> = numbers.iter().filter(|&&b| b != 0).map(u8::to_string).collect();
            let words = words_in(&pdf, page, [x + 75, y + 225 + row * 135, 900, 135]);
            assert_eq!(words, wanted, "card {} row {row}", card.number);
        }
        let all = words_in(&pdf, page, [x, y, 1050, 990]).join(" ");
        for what in [
            format!("N.º {}", card.number),
            "Serie A 17".to_owned(),
            "Serie de 420 cartones".to_owned(),
            "Valor facial 2,00 €".to_owned(),
            "Bingo Las Palmeras".to_owned(),
            card.code.clone(),
        ] {
            assert!(all.contains(&what), "card {}: no «{what}» in «{all}»", card.number);
        }
    }
}

#[test]
fn the_sheet_of_a_game_can_be_read_aloud_from_the_pdf() {
    if !installed("pdftotext") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let pdf = printed(&folder, "sheet", HOJA);
    let sheet: GameSheet = serde_json::from_str(HOJA).unwrap();
    let all = words_in(&pdf, 1, [0, 0, 2100, 2970]).join(" ");
    let list: Vec<String> = sheet.remaining.iter().map(u8::to_string).collect();
    for what in [format!("Quedan 49 bolas {}", list.join(", ")), "Han salido 41".to_owned()] {
        assert!(all.contains(&what), "no «{what}» in «{all}»");
    }
}

#[test]
fn a_blank_sheet_needs_no_input_and_takes_none() {
    let folder = TempDir::new().unwrap();
    let (output, again) = (folder.path().join("hoja.pdf"), folder.path().join("otra.pdf"));
    for output in [&output, &again] {
        let run = program("sheet").arg("--blank").arg("--out").arg(output).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert!(String::from_utf8(run.stdout).unwrap().starts_with("{\"pages\":1,"));
    }
    assert_eq!(fs::read(&output).unwrap(), fs::read(&again).unwrap());
    let neither = program("sheet").arg("--out").arg(&output).output().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hoja.json");
    let mut both = program("sheet");
    both.args(["--blank", "--in"]).arg(sample).arg("--out").arg(&output);
    let both = both.output().unwrap();
    assert_eq!((neither.status.code(), both.status.code()), (Some(2), Some(2)));
}

#[test]
fn every_code_can_be_read_from_paper() {
    if !installed("pdftoppm") || !installed("zbarimg") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let sheet: SeriesSheet = serde_json::from_str(SHEET).unwrap();
    let pdf = printed(&folder, "cards", SHEET);
    for (page, cards) in (1..).zip(sheet.cards.chunks(6)) {
        let mut wanted: Vec<&str> = cards.iter().map(|card| card.code.as_str()).collect();
        wanted.sort_unstable();
        assert_eq!(codes_on(&pdf, page), wanted, "page {page}");
    }
    let acta: ActaSheet = serde_json::from_str(ACTA).unwrap();
    let pdf = printed(&folder, "acta", ACTA);
    assert_eq!(codes_on(&pdf, 3), [acta.checkpoint]);
}

#[test]
fn a_draft_reads_as_well() {
    if !installed("pdftoppm") || !installed("zbarimg") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let pdf = printed(&folder, "cards", &SHEET.replace("\"draft\": false", "\"draft\": true"));
    assert_eq!(codes_on(&pdf, 1).len(), 6);
}

#[test]
fn bad_input_is_refused_in_spanish_and_writes_nothing() {
    let sheet = |from: &str, to: &str| {
        assert!(SHEET.contains(from), "{from}");
        SHEET.replacen(from, to, 1)
    };
    let mut no_cards: SeriesSheet = serde_json::from_str(SHEET).unwrap();
    no_cards.cards.clear();
    let no_cards = serde_json::to_string(&no_cards).unwrap();
    for (order, input, says) in [
        ("cards", "{\"hall\":".to_owned(), "la entrada no es JSON"),
        ("cards", String::new(), "la entrada no es JSON"),
        ("cards", "{}".to_owned(), "no tiene la forma de una hoja de cartones"),
        ("cards", ACTA.to_owned(), "no tiene la forma de una hoja de cartones"),
        ("acta", SHEET.to_owned(), "no tiene la forma de un acta"),
        ("cards", sheet("\"hall\"", "\"extra\": 1, \"hall\""), "no tiene la forma"),
        ("cards", no_cards, "no tiene ningún cartón"),
        ("cards", sheet("\"A17\"", "\"A017\""), "no es una serie"),
        ("cards", sheet("\"number\": 302", "\"number\": 301"), "el cartón n.º 301 está dos veces"),
        ("cards", sheet("\"number\": 302", "\"number\": 421"), "no existe en una serie de 420"),
        ("cards", sheet("\"face_value_cents\": 200", "\"face_value_cents\": 0"), "el valor facial es cero"),
        ("cards", sheet("[0, 0, 25", "[0, 5, 25"), "cada fila ha de tener cinco números"),
        ("cards", sheet("[0, 0, 25", "[0, 0, 29"), "sin ordenar"),
        ("cards", sheet("[0, 0, 25", "[0, 0, 35"), "fuera de su columna"),
        ("cards", sheet("B1:A17:301", &"B".repeat(500)), "no es el código de este cartón"),
        ("cards", sheet("B1:A17:301", "B1:A17:302"), "no es el código de este cartón"),
        ("cards", sheet("B1:A17:301", "B1:A18:301"), "no es el código de este cartón"),
        ("acta", ACTA.replacen("\"number\": 63", "\"number\": 91", 1), "no hay bola con el número 91"),
        ("sheet", ACTA.to_owned(), "no tiene la forma de una hoja de partida"),
        ("sheet", HOJA.replacen("\"number\": 71", "\"number\": 42", 1), "no son las noventa"),
    ] {
        let folder = TempDir::new().unwrap();
        let output = folder.path().join("out.pdf");
        fs::write(&output, "lo que ya había").unwrap();
        let run = run(order, &input, &output);
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{message}");
        assert!(message.contains(says), "«{says}» is not in «{message}»");
        assert_eq!(run.stdout, b"");
        assert_eq!(fs::read_to_string(&output).unwrap(), "lo que ya había");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{message}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_another_failure() {
    let folder = TempDir::new().unwrap();
    let run = run("cards", SHEET, &folder.path().join("no/hay/out.pdf"));
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8(run.stderr).unwrap().contains("no se puede escribir"));
}

#[test]
fn the_help_is_in_spanish_and_has_the_exit_codes() {
    let help = Command::new(env!("CARGO_BIN_EXE_card-printer")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for what in ["Imprime cartones", "cards", "acta", "sheet", "Códigos de salida"] {
        assert!(help.contains(what), "{help}");
    }
    for what in ["Usage", "Commands", "Options", "Print"] {
        assert!(!help.contains(what), "{help}");
    }
}

fn program(order: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_card-printer"));
    command.arg(order);
    command
}

fn run(order: &str, input: &str, output: &Path) -> Output {
    fed(&mut program(order), input, output)
}

fn fed(program: &mut Command, input: &str, output: &Path) -> Output {
    let mut child = program
        .args(["--in", "-", "--out"])
        .arg(output)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn printed(folder: &TempDir, order: &str, input: &str) -> PathBuf {
    let output = folder.path().join(format!("{order}.pdf"));
    let run = run(order, input, &output);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    output
}

#[test]
fn progress_goes_from_nothing_to_all_pages_and_its_words_are_apart() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out.pdf");
    let heard = fed(program("cards").arg("--progress"), SHEET, &output);
    assert!(heard.status.success());
    let told = String::from_utf8(heard.stderr).unwrap();
    assert_eq!(told.lines().collect::<Vec<_>>(), [r#"{"of":2,"page":0}"#, r#"{"of":2,"page":2}"#]);
    let quiet = run("cards", SHEET, &output);
    assert_eq!((quiet.stderr, quiet.stdout), (Vec::new(), heard.stdout));
}

/// As when the server was killed: the printer must end and leave nothing of the file.
#[test]
fn a_printer_with_a_closed_stderr_ends_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_card-printer"))
        .args(["cards", "--progress", "--in", "-", "--out"])
        .arg(folder.path().join("out.pdf"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(SHEET.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_templates_are_listed_and_the_halls_own_with_what_is_wrong_with_them() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a4-6.toml", "title = \"La nuestra\"\nback = true\n");
    write("rota.toml", "[paper]\ndown = 400\n");
    write("notas.txt", "");
    write("con espacios.toml", "");
    let listed = |options: &[&str]| -> Vec<TemplateRow> {
        let run = Command::new(env!("CARGO_BIN_EXE_card-printer")).arg("templates").args(options).output();
        serde_json::from_slice(&run.unwrap().stdout).unwrap()
    };
    let rows = listed(&["--dir", folder.path().to_str().unwrap()]);
    let names: Vec<&str> = rows.iter().map(|row| row.template.as_str()).collect();
    assert_eq!(names, ["a4-strip", "large-print", "a4-6", "rota"]);
    let ours = &rows[2];
    assert_eq!((ours.title.as_str(), ours.cards, ours.back, ours.own), ("La nuestra", 6, true, true));
    assert_eq!(ours.paper, "210 × 297 mm");
    let fault = rows[3].fault.as_deref().unwrap();
    assert!(fault.starts_with("plantilla rota, línea 2: «down»"), "{fault}");
    assert_eq!(listed(&[]).len(), 3);
    assert_eq!(listed(&["--dir", folder.path().join("no").to_str().unwrap()]), listed(&[]));
}
