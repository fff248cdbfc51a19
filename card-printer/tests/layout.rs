//! Pages as plain data: what is where, and that nothing runs into anything.

#[path = "layout/acta.rs"]
mod acta_folios;
#[path = "layout/certificate.rs"]
mod certificate;
#[path = "layout/game_sheet.rs"]
mod game_sheet;
#[path = "layout/notice.rs"]
mod notice;
#[path = "layout/receipt.rs"]
mod receipt;

use card_printer::card_page::{ALL, Choice, Sheets};
use std::path::Path;

use card_printer::code::QUIET;
use card_printer::job::PrintJob;
use card_printer::page::{
    A4_HEIGHT, A4_WIDTH, Document, Fill, Page, Placed, PlacedCode, PlacedPicture, Rule, Tenths, Text,
    Watermark,
};
use card_printer::template::{BUILT_IN, Template};
use card_printer::{acta_page, check, font};
use expect_test::expect_file;
use hall_wire::paper::{ActaSheet, Segment, SeriesSheet, Signatory, Spoken};

#[test]
fn a_page_of_cards_is_as_in_the_file() {
    let sheet = sheet();
    let template = Template::named("a4-6").unwrap();
    let sheets = Sheets::new(&sheet, &template, &ALL).unwrap();
    assert_eq!(sheets.count(), 2);
    expect_file!["golden/cards.txt"].assert_eq(&dump_sheets(&sheets));
}

#[test]
fn an_acta_is_as_in_the_file() {
    expect_file!["golden/acta-en-curso.txt"].assert_eq(&dump(&acta_page::lay_out(&open_acta()).unwrap()));
}

#[test]
fn a_closed_acta_is_as_in_the_file() {
    expect_file!["golden/acta.txt"].assert_eq(&dump(&acta_page::lay_out(&acta()).unwrap()));
}

#[test]
fn nothing_runs_into_anything() {
    assert_tidy_cards(&sheet());
    assert_tidy(&acta_page::lay_out(&acta()).unwrap());
    assert_tidy(&acta_page::lay_out(&open_acta()).unwrap());
}

#[test]
fn long_names_and_huge_amounts_stay_in_their_room() {
    let mut sheet = sheet();
    sheet.hall =
        "Sociedad Recreativa, Cultural y Deportiva del Gran Casino y Bingo de Nuestra Señora de África"
            .repeat(2);
    sheet.series = "Z999999999".to_owned();
    sheet.series_size = u32::MAX;
    sheet.face_value_cents = u64::MAX;
    sheet.legal = "Antiguas disposiciones que nadie ha derogado. ".repeat(40);
    sheet.cards[0].number = u32::MAX;
    for draft in [false, true] {
        sheet.draft = draft;
        assert_tidy_cards(&sheet);
    }
    assert_tidy(&acta_page::lay_out(&monstrous_acta()).unwrap());
}

/// On the last Sunday of October the clock says 02:30 twice.
#[test]
fn when_the_offset_changes_in_a_game_every_time_has_its_own() {
    let mut acta = acta();
    acta.games.truncate(1);
    let game = &mut acta.games[0];
    for ball in game.balls.iter_mut().skip(20) {
        ball.extracted_at = ball.extracted_at.replace("+02:00", "+01:00");
        ball.announced_at = ball.announced_at.as_ref().map(|at| at.replace("+02:00", "+01:00"));
    }
    let document = acta_page::lay_out(&acta).unwrap();
    assert_tidy(&document);
    let text = dump(&document);
    assert!(text.contains("«21:05:20 +02:00»") && text.contains("+01:00»"));
    assert!(text.contains("Cada hora, con su desfase de UTC") && !text.contains("Hora oficial"));
}

#[test]
fn every_folio_says_what_it_is() {
    let document = acta_page::lay_out(&open_acta()).unwrap();
    let total = document.pages.len();
    for (n, page) in (1..).zip(&document.pages) {
        let says = |what: &str| page.texts.iter().any(|text| text.text.contains(what));
        assert!(says(&format!("Folio {n} de {total}")), "folio {n}");
        for what in ["EN CURSO", "BORRADOR", "Registro n.º 48.213", "Huella 9f2c41d0", "sesión n.º 212"] {
            assert!(says(what), "folio {n}: {what}");
        }
        assert_eq!(page.codes.len(), 1);
        assert_eq!(page.codes[0].code.text(), open_acta().checkpoint);
    }
}

#[test]
fn a_table_says_its_titles_again_on_every_folio() {
    let mut acta = acta();
    acta.notes = vec![Spoken { text: "Se perdió el enlace".to_owned(), ..acta.notes[0].clone() }; 120];
    let document = acta_page::lay_out(&acta).unwrap();
    assert_tidy(&document);
    let mut rows = 0;
    for page in &document.pages {
        let count = |what: &str| page.texts.iter().filter(|text| text.text == what).count();
        assert_eq!(count("Qué consta"), usize::from(count("Se perdió el enlace") > 0));
        rows += count("Se perdió el enlace");
    }
    assert_eq!(rows, 120);
}

#[test]
fn the_samples_pass_the_check() {
    check::cards(&sheet()).unwrap();
    check::acta(&acta()).unwrap();
    check::acta(&open_acta()).unwrap();
}

/// The same acta, with everything longer than anyone would write it.
fn monstrous_acta() -> ActaSheet {
    let mut acta = acta();
    acta.draft = true;
    acta.in_progress = true;
    acta.hall.name = "Gran Bingo ".repeat(20);
    acta.session.jefe_de_mesa = "María de los Ángeles ".repeat(8);
    acta.session.date = "sábado, diecisiete de octubre de dos mil veintiséis, víspera de fiesta".repeat(2);
    acta.record.head_hash = "f".repeat(256);
    acta.totals.sale.takings_cents = u64::MAX;
    acta.diligencias[0].text = "Se hace constar que no se hace constar nada. ".repeat(400);
    acta.diligencias[0].signatories = vec![
        Signatory {
            role: "El Jefe de Sala suplente en funciones de Jefe de Mesa por ausencia del titular".to_owned(),
            name: "Wenceslao Hermenegildo Fernández de Córdoba y Martínez de Irujo".to_owned(),
            document: Some("X-0000000000000000000000000000000000000".to_owned()),
        };
        7
    ];
    for game in &mut acta.games {
        game.sale.takings_cents = u64::MAX;
        game.sale.line_cents = u64::MAX;
        game.face_value_cents = u64::MAX;
        game.sale.sold = u32::MAX;
        game.absolute = u64::MAX;
        game.segments = vec![Segment { series: "Z999999999".to_owned(), first: 1, last: u32::MAX }; 30];
        for claim in &mut game.claims {
            claim.verdict = "Faltaelcincuentaydosquenohasidoanunciado".repeat(60);
            claim.at = "a una hora que nadie apuntó y que nadie recuerda".to_owned();
        }
        for prize in &mut game.prizes {
            prize.amount_cents = u64::MAX;
        }
    }
    let games = acta.games.clone();
    acta.games = games.iter().cycle().take(15).cloned().collect();
    acta
}

/// The same for cards, on every template, as originals and as copies, with all that their stamps draw.
fn assert_tidy_cards(sheet: &SeriesSheet) {
    for (name, text) in BUILT_IN {
        let with_back = text.replacen("back = false", "back = true", 1);
        let template = Template::parse(name, &with_back, Path::new(".")).unwrap();
        for copy in [1, 2, u32::MAX] {
            let sheets = Sheets::new(sheet, &template, &Choice { copy, ..ALL }).unwrap();
            let pages = (0..sheets.count()).map(|n| drawn_out(sheets.job(), &sheets.page(n))).collect();
            assert_tidy(&Document { title: name.to_owned(), creator: String::new(), pages });
        }
    }
}

/// A page with its stamps copied in.
fn drawn_out(job: &PrintJob, page: &Page) -> Page {
    let mut flat = Page::default();
    for &Placed { stamp, x, y } in page.grounds.iter().chain(&page.stamps) {
        flat.add(&job.stamps[stamp].drawing, x, y);
    }
    let own = Page { grounds: Vec::new(), stamps: Vec::new(), ..page.clone() };
    flat.add(&own, 0, 0);
    flat
}

/// Every text fits its room and the page, and no two texts or codes touch.
fn assert_tidy(document: &Document) {
    for (n, page) in (1..).zip(&document.pages) {
        for text in &page.texts {
            let width = width(text);
            assert!(width <= text.room, "page {n}: too wide: {text:?}");
            let inside = text.x >= 0 && text.x + width <= A4_WIDTH && text.y <= A4_HEIGHT && text.y > 0;
            assert!(inside, "page {n}: off the page: {text:?}");
        }
        assert_apart(n, page);
    }
}

fn assert_apart(n: usize, page: &Page) {
    let mut boxes: Vec<(Bounds, &str)> =
        page.texts.iter().map(|text| (bounds(text), text.text.as_str())).collect();
    boxes.extend(page.codes.iter().map(|placed| {
        let quiet = placed.side * Tenths::from(QUIET) / Tenths::from(placed.code.modules() + 2 * QUIET);
        let (x, y, side) = (placed.x + quiet, placed.y + quiet, placed.side - 2 * quiet);
        (Bounds { left: x, top: y, right: x + side, bottom: y + side }, "code")
    }));
    for (i, (one, name)) in boxes.iter().enumerate() {
        for (other, other_name) in &boxes[i + 1..] {
            let apart = one.right <= other.left
                || other.right <= one.left
                || one.bottom <= other.top
                || other.bottom <= one.top;
            assert!(apart, "page {n}: «{name}» and «{other_name}» overlap: {one:?} {other:?}");
        }
    }
}

#[derive(Debug)]
struct Bounds {
    left: Tenths,
    top: Tenths,
    right: Tenths,
    bottom: Tenths,
}

/// From the base line to the height of capitals; descenders are let into the line below.
fn bounds(text: &Text) -> Bounds {
    let cap = Tenths::from(text.size) * 254 / 720 * 714 / 1000;
    Bounds { left: text.x, top: text.y - cap, right: text.x + width(text), bottom: text.y }
}

/// Width of the ink.
fn width(text: &Text) -> Tenths {
    font::width(text.face, text.size, &text.text)
}

fn dump(document: &Document) -> String {
    (1..).zip(&document.pages).map(|(n, page)| format!("== {n}\n{}", dump_page(page))).collect()
}

/// One line per element.
fn dump_page(page: &Page) -> String {
    let mut lines = Vec::new();
    for Placed { stamp, x, y } in &page.grounds {
        lines.push(format!("ground {x:4} {y:4}  {stamp}\n"));
    }
    for Fill { x, y, width, height, ink } in &page.fills {
        lines.push(format!("fill   {x:4} {y:4}  {width}x{height} {ink:?}\n"));
    }
    for Watermark { middle: (x, y), degrees, size, text } in &page.watermarks {
        lines.push(format!("behind {x:4} {y:4}  {size} {degrees}° «{text}»\n"));
    }
    for PlacedPicture { picture, x, y, width, height } in &page.pictures {
        lines.push(format!("image  {x:4} {y:4}  {width}x{height} {picture}\n"));
    }
    for Placed { stamp, x, y } in &page.stamps {
        lines.push(format!("stamp  {x:4} {y:4}  {stamp}\n"));
    }
    for Rule { from, to, thickness, ink, dashed } in &page.rules {
        let kind = if *dashed { "cut " } else { "rule" };
        let ends = format!("{:4} {:4}  to {} {}", from.0, from.1, to.0, to.1);
        lines.push(format!("{kind}   {ends}, {thickness} {ink:?}\n"));
    }
    for PlacedCode { x, y, side, code } in &page.codes {
        lines.push(format!("code   {x:4} {y:4}  {side} modules {} «{}»\n", code.modules(), code.text()));
    }
    for Text { x, y, face, size, ink, text, .. } in &page.texts {
        lines.push(format!("text   {x:4} {y:4}  {face:?} {size} {ink:?} «{text}»\n"));
    }
    lines.concat()
}

/// The stamps, and the first page.
fn dump_sheets(sheets: &Sheets<'_>) -> String {
    let stamps = (0..).zip(&sheets.job().stamps);
    let stamps: String =
        stamps.map(|(n, stamp)| format!("== stamp {n}\n{}", dump_page(&stamp.drawing))).collect();
    format!("{stamps}== page\n{}", dump_page(&sheets.page(0)))
}

fn sheet() -> SeriesSheet {
    serde_json::from_str(include_str!("data/sheet.json")).unwrap()
}

fn acta() -> ActaSheet {
    serde_json::from_str(include_str!("data/acta.json")).unwrap()
}

fn open_acta() -> ActaSheet {
    serde_json::from_str(include_str!("data/acta-en-curso.json")).unwrap()
}
