//! Cards as a hall orders them: templates, copies, lots, keys; the program from outside, its pages read by others.

mod tools;

use std::fs;
use std::path::Path;

use card_printer::card_page::plan::Plan;
use card_printer::template::{BUILT_IN, Template};
use hall_core::card::check_key::CheckKey;
use hall_core::card::code::CardCode;
use hall_wire::paper::SeriesSheet;
use tempfile::TempDir;

use tools::{SHEET, codes_on, installed, print, raster, refused, words_in};

#[test]
fn on_every_template_each_card_is_read_back_whole() {
    if !installed("pdftotext") || !installed("zbarimg") {
        return;
    }
    let sheet = sheet();
    for (name, _) in BUILT_IN {
        let (folder, template) = (TempDir::new().unwrap(), Template::named(name).unwrap());
        let (pdf, pages) = print(&folder, SHEET, &["--template", name]);
        let (plan, on_each) = (Plan::of(&template), template.across * template.down);
        assert_eq!(pages, sheet.cards.len().div_ceil(on_each), "{name}");
        for (page, cards) in (1..).zip(sheet.cards.chunks(on_each)) {
            let mut codes: Vec<&str> = cards.iter().map(|card| card.code.as_str()).collect();
            codes.sort_unstable();
            assert_eq!(codes_on(&pdf, page), codes, "{name}, page {page}");
            for (place, card) in cards.iter().enumerate() {
                let corner = [place % template.across, place / template.across];
                let [x, y] = [corner[0] as i32 * plan.width, corner[1] as i32 * plan.height];
                for (row, numbers) in (0..).zip(&card.rows) {
                    let top = y + plan.grid_y + row * plan.cell_height;
                    let words =
                        words_in(&pdf, page, [x + plan.grid_x, top, plan.grid_width(), plan.cell_height]);
                    let wanted: Vec<String> =
                        numbers.iter().filter(|&&n| n != 0).map(u8::to_string).collect();
                    assert_eq!(words, wanted, "{name}, card {}, row {row}", card.number);
                }
                let all = words_in(&pdf, page, [x, y, plan.width, plan.height]).join(" ");
                let key = CheckKey::of(&CardCode::parse(&card.code).unwrap());
                for what in
                    [format!("N.º {}", card.number), format!("Serie A 17 · Clave {key}"), "2,00 €".into()]
                {
                    assert!(all.contains(&what), "{name}, card {}: no «{what}» in «{all}»", card.number);
                }
                assert_eq!(all.matches(&key.to_string()).count(), if plan.stub > 0 { 2 } else { 1 });
            }
        }
    }
}

/// Not only in its row: in the middle of its own cell, to a fifth of a millimetre.
#[test]
fn every_number_is_in_the_middle_of_its_cell() {
    if !installed("pdftotext") {
        return;
    }
    let sheet = sheet();
    for (name, _) in BUILT_IN {
        let (folder, template) = (TempDir::new().unwrap(), Template::named(name).unwrap());
        let (pdf, _) = print(&folder, SHEET, &["--template", name]);
        let plan = Plan::of(&template);
        let boxes = tools::boxes_on(&pdf, 1);
        for (at, card) in sheet.cards.iter().enumerate().take(template.across * template.down) {
            let corner = [at % template.across, at / template.across];
            let [x, y] = [corner[0] as i32 * plan.width, corner[1] as i32 * plan.height];
            for (row, numbers) in (0..).zip(&card.rows) {
                for (column, number) in (0..).zip(numbers).filter(|(_, number)| **number != 0) {
                    let middle = f64::from(x + plan.grid_x + column * plan.cell_width)
                        + f64::from(plan.cell_width) / 2.0;
                    let top = f64::from(y + plan.grid_y + row * plan.cell_height);
                    let found = boxes.iter().any(|(word, [left, above, right, below])| {
                        let line = (above + below) / 2.0 - top;
                        *word == number.to_string()
                            && ((left + right) / 2.0 - middle).abs() < 2.0
                            && (0.0..f64::from(plan.cell_height)).contains(&line)
                    });
                    assert!(found, "{name}, card {}: {number} is not in its cell", card.number);
                }
            }
        }
    }
}

#[test]
fn the_empty_cells_are_tinted_and_no_others() {
    if !installed("pdftoppm") {
        return;
    }
    let (folder, sheet) = (TempDir::new().unwrap(), sheet());
    let (pdf, _) = print(&folder, SHEET, &[]);
    let plan = Plan::of(&Template::named("a4-6").unwrap());
    // The fourth card, on the right of the second row of cards, and its middle row.
    let [left, top] = [plan.width + plan.grid_x, plan.height + plan.grid_y + plan.cell_height];
    for (column, number) in (0..).zip(sheet.cards[3].rows[1]) {
        // Near the corner of the cell, where no figure reaches.
        let [x, y] = [left + column * plan.cell_width + 12, top + 15].map(|tenths| f64::from(tenths) / 10.0);
        let tinted = tools::point(&pdf, 1, x, y) != [255; 3];
        assert_eq!(tinted, number == 0, "column {column}");
    }
}

/// Characters beyond those of Western Europe are written in another way.
#[test]
fn a_name_in_any_of_the_letters_is_read_back() {
    if !installed("pdftotext") {
        return;
    }
    for name in ["Bingo Ñandú (s. XX) \\o/ · ÿ", "Bingo Čapek – «Ionuț» 5 €", "Bingo Łódź"] {
        let folder = TempDir::new().unwrap();
        let mut sheet = sheet();
        sheet.hall = name.to_owned();
        sheet.cards.truncate(1);
        let (pdf, _) = print(&folder, &serde_json::to_string(&sheet).unwrap(), &[]);
        let all = words_in(&pdf, 1, [0, 0, 1050, 990]).join(" ");
        assert!(all.contains(name), "no «{name}» in «{all}»");
    }
}

/// 9,000 cards are to stay well below 3 MB (`docs/measurements.md`), so a page of six below 2 kB.
#[test]
fn another_page_of_six_takes_few_bytes() {
    let folder = TempDir::new().unwrap();
    let size = |args: &[&str]| fs::metadata(print(&folder, SHEET, args).0).unwrap().len();
    let (both, first) = (size(&[]), size(&["--first", "301", "--last", "306"]));
    assert!((1_000..1_700).contains(&(both - first)), "a page takes {} bytes", both - first);
}

#[test]
fn a_second_copy_says_so_on_every_card_and_an_original_never() {
    if !installed("pdftotext") {
        return;
    }
    for (name, _) in BUILT_IN {
        let folder = TempDir::new().unwrap();
        let said = |args: &[&str]| {
            let (pdf, pages) = print(&folder, SHEET, &[&["--template", name], args].concat());
            let words = (1..=pages).flat_map(|page| words_in(&pdf, page, [0, 0, 2100, 2970]));
            words.collect::<Vec<_>>().join(" ").matches("COPIA 2").count()
        };
        assert_eq!(said(&["--copy", "2"]), 12, "{name}");
        assert_eq!(said(&["--copy", "1"]), 0, "{name}");
    }
}

#[test]
fn a_lot_printed_alone_is_as_within_the_whole() {
    if !installed("pdftoppm") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let (whole, pages) = print(&folder, SHEET, &[]);
    let (first, second) = (raster(&whole, 1), raster(&whole, 2));
    assert!(pages == 2 && first != second);
    for args in [&["--first", "307", "--last", "312"][..], &["--lot", "2", "--lot-size", "1"]] {
        let (lot, pages) = print(&folder, SHEET, args);
        assert_eq!(pages, 1);
        assert!(raster(&lot, 1) == second, "{args:?}");
    }
    let (lot, pages) = print(&folder, SHEET, &["--lot", "1"]);
    assert_eq!(pages, 2, "a lot has fifty sheets");
    assert!(raster(&lot, 2) == second);
}

#[test]
fn a_card_that_was_not_asked_for_is_not_printed() {
    if !installed("zbarimg") {
        return;
    }
    let (folder, sheet) = (TempDir::new().unwrap(), sheet());
    let (pdf, pages) = print(&folder, SHEET, &["--first", "305", "--last", "307"]);
    assert_eq!(pages, 2);
    assert_eq!(codes_on(&pdf, 1), [&*sheet.cards[4].code, &*sheet.cards[5].code]);
    assert_eq!(codes_on(&pdf, 2), [&*sheet.cards[6].code]);
    // Each in the place it has within the whole: 305 is the fifth.
    let fifth = words_in(&pdf, 1, [0, 1980, 1050, 990]).join(" ");
    assert!(fifth.contains("N.º 305"), "{fifth}");
    for args in [&["--first", "313"][..], &["--first", "309", "--last", "308"], &["--lot", "2"]] {
        assert!(refused(SHEET, args).contains("ningún cartón de los que se piden"), "{args:?}");
    }
    for args in [&["--copy", "0"][..], &["--lot", "0"], &["--lot", "1", "--lot-size", "0"]] {
        let said = refused(SHEET, args);
        assert!(said.contains("desde 1") || said.contains("el 1"), "{said}");
    }
}

/// Paper is turned over its long side: behind the left column of the front is the right one of the back.
#[test]
fn the_back_of_a_card_is_behind_it() {
    if !installed("pdftotext") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("dorso.toml");
    let text = BUILT_IN[0].1.replace("back = false", "back = true").replace("stub = 0", "stub = 20");
    fs::write(&path, text.replace("back_text = \"\"", "back_text = \"Canta quien completa.\"")).unwrap();
    let (pdf, pages) =
        print(&folder, SHEET, &["--template", path.to_str().unwrap(), "--first", "301", "--last", "301"]);
    assert_eq!(pages, 2);
    let on_back = |x| words_in(&pdf, 2, [x, 0, 1050, 990]).join(" ");
    assert_eq!(on_back(1050), "Extracto del reglamento Canta quien completa.");
    assert_eq!(on_back(0), "");
    // Behind the stub, at the outer edge, there is nothing.
    assert_eq!(words_in(&pdf, 2, [1900, 0, 200, 2970]).join(" "), "");
}

#[test]
fn a_ground_and_a_logo_leave_the_codes_readable() {
    if !installed("zbarimg") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("color.toml");
    let bled = "back = false\n[paper]\nmargin = 12\ngap = 6\nbleed = 3\ncuts = \"marks\"\n[card]\ncode = 20\n\
         margin = 5\nletters = 85\nground = true\n[colours]\n200 = \"#0D47A1\"\n[texts]\nlogo = \"logo.png\"\n";
    fs::write(&path, bled).unwrap();
    fs::write(folder.path().join("logo.png"), tools::png(30, 20)).unwrap();
    let (pdf, _) = print(&folder, SHEET, &["--template", path.to_str().unwrap()]);
    assert_eq!(codes_on(&pdf, 1).len(), 6);
    // The ground goes three millimetres beyond the cut at 12 mm, and no further; at 72 points to the inch.
    let point = |x: f64| tools::point(&pdf, 1, x, 60.0);
    assert_eq!([point(8.5), point(9.5)].map(|rgb| rgb == [255; 3]), [true, false]);
    let logo = tools::point(&pdf, 1, 12.0 + 5.0 + 6.0, 12.0 + 12.0);
    assert_eq!(logo, tools::LOGO_COLOUR);
}

/// Read back with the digits of Braille only: `#`, then a to i for 1 to 9 and j for 0.
#[test]
fn braille_has_the_same_fifteen_numbers() {
    let (folder, sheet) = (TempDir::new().unwrap(), sheet());
    let brf = folder.path().join("cartones.brf");
    print(&folder, SHEET, &["--brf", brf.to_str().unwrap(), "--first", "302", "--copy", "2"]);
    let text = fs::read_to_string(&brf).unwrap();
    let pages: Vec<&str> = text.split_terminator('\u{c}').collect();
    assert_eq!(pages.len(), 4, "eleven cards, three to a page");
    let lines: Vec<&str> = pages.iter().flat_map(|page| page.split_terminator("\r\n")).collect();
    assert!(pages.iter().all(|page| page.split_terminator("\r\n").count() <= 25));
    assert!(lines.iter().all(|line| line.len() <= 40 && line.is_ascii()));
    let number = |cell: &str| {
        let digits = cell.trim_end().strip_prefix('#')?;
        let digit = |c: char| "JABCDEFGHI".find(c).map(|digit| digit.to_string());
        digits.chars().map(digit).collect::<Option<String>>()?.parse::<u8>().ok()
    };
    for (card, lines) in sheet.cards[1..].iter().zip(lines.chunks(8)) {
        for (row, line) in card.rows.iter().zip(&lines[3..6]) {
            let line = format!("{line:<36}");
            let read: Vec<u8> =
                (0..9).map(|column| number(&line[column * 4..column * 4 + 4]).unwrap_or(0)).collect();
            assert_eq!(read, row, "card {}", card.number);
        }
        assert!(lines[2].ends_with("#B EUROS .COPIA #B"), "{}", lines[2]);
    }
}

#[test]
fn the_same_order_gives_the_same_bytes() {
    for (name, _) in BUILT_IN {
        let [one, other] = [TempDir::new().unwrap(), TempDir::new().unwrap()].map(|folder| {
            let (pdf, _) = print(&folder, SHEET, &["--template", name, "--copy", "3"]);
            fs::read(pdf).unwrap()
        });
        assert!(one == other, "{name}");
    }
}

#[test]
fn a_template_that_cannot_be_printed_is_refused_with_its_line() {
    let given = BUILT_IN[0].1;
    let line_of = |part: &str| given.lines().position(|line| line.starts_with(part)).unwrap() + 1;
    for (from, to, why) in [
        ("across = 2", "acros = 2", "no se conoce «acros» en [paper]; ahí puede haber across, bleed, cuts"),
        ("across = 2", "across = 0", "«across» es un número de 1 a 6"),
        ("across = 2", "across = 2.0", "«across» es un número de 1 a 6"),
        ("across = 2", "across = 6", "no se puede leer"),
        ("across = 2", "across = ", "no es TOML: falta el valor"),
        ("gap = 0", "gap = 1.25", "con un decimal como mucho"),
        ("gap = 0", "gap = -1", "«gap» es una medida de 0 a 50 milímetros"),
        ("size = \"A4\"", "size = \"Folio\"", "o [ancho, alto] en milímetros"),
        ("size = \"A4\"", "size = [210, 29]", "o [ancho, alto] en milímetros"),
        ("bleed = 0", "bleed = 3", "la sangre no cabe"),
        ("cuts = \"lines\"", "cuts = \"marks\"", "necesitan un margen de 6 mm"),
        ("cuts = \"lines\"", "cuts = \"tijeras\"", "«cuts»: no se conoce «tijeras»; hay lines, marks, none"),
        ("code = 23", "code = 12", "«code» es una medida de 18 a 60 milímetros"),
        ("stub = 0", "stub = 60", "no puede pasar de un tercio"),
        ("stub = 0", "stub = 5", "20 mm al menos"),
        ("letters = 100", "letters = 190", "las casillas quedan de"),
        ("ground = false", "ground = \"sí\"", "«ground» es true o false"),
        ("default = \"#7A162B\"", "default = \"granate\"", "un color como"),
        ("200 = \"#7A162B\"", "200 = \"#FFE000\"", "no se lee bien sobre blanco: su contraste es 1,3"),
        ("200 = \"#7A162B\"", "\"2 €\" = \"#7A162B\"", "no es un valor facial en céntimos"),
        ("logo = \"\"", "logo = \"no-hay.png\"", "no se puede leer el fichero"),
        ("back = false", "back = false\nback = true", "esto ya está escrito más arriba"),
        (
            "back = false",
            "portada = 1",
            "no se conoce «portada» antes de la primera parte; ahí puede haber back, title",
        ),
    ] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("mía.toml");
        assert!(given.contains(from), "{from}");
        fs::write(&path, given.replacen(&format!("\n{from}"), &format!("\n{to}"), 1)).unwrap();
        let said = refused(SHEET, &["--template", path.to_str().unwrap()]);
        assert!(said.contains(why), "{to}: «{said}»");
        // What only two fields together make impossible is said of one of them.
        let line = match to {
            "across = 6" => line_of("down"),
            "letters = 190" => line_of("margin = 0"),
            "back = false\nback = true" => line_of("back") + 1,
            _ => line_of(from),
        };
        assert!(said.contains(&format!("mía.toml, línea {line}:")), "{to}: {line} is not in «{said}»");
    }
    assert!(refused(SHEET, &["--template", "a5-9"]).contains("hay a4-6, a4-strip, large-print"));
}

#[test]
fn a_logo_that_is_no_picture_or_too_large_is_refused() {
    for (bytes, why) in [
        (b"GIF89a".to_vec(), "no es un PNG entero"),
        (tools::png(30, 20)[..60].to_vec(), "no es un PNG entero"),
        (tools::png(1001, 1), "mide 1001 × 1 puntos"),
        (vec![0; (1 << 20) + 1], "pasa de 1024 KiB"),
    ] {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("logo.png"), bytes).unwrap();
        let path = folder.path().join("con-logo.toml");
        fs::write(&path, "[texts]\nlogo = \"logo.png\"\n").unwrap();
        let said = refused(SHEET, &["--template", path.to_str().unwrap()]);
        assert!(said.contains(why) && said.contains("línea 2"), "«{why}» is not in «{said}»");
    }
}

#[test]
fn the_built_in_templates_say_every_field() {
    let fields = |text: &str| {
        let keys = text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key.to_owned());
        keys.filter(|key| key.parse::<u32>().is_err()).collect::<Vec<_>>()
    };
    for (name, text) in BUILT_IN {
        assert!(Template::parse(name, text, Path::new(".")).is_ok());
        assert_eq!(fields(text), fields(BUILT_IN[0].1), "{name}");
    }
}

fn sheet() -> SeriesSheet {
    serde_json::from_str(SHEET).unwrap()
}
